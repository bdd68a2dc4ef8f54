// SPDX-License-Identifier: MIT
//
// States of source files.

#include "studio/panels/import/states.h"

#include "studio/model/import/import.h"

enum { FEW = 3000 }; ///< Assets that are read through each time the window is come back to.

struct StudioImportStates {
    StudioWorkspace *workspace; ///< Weak; not used once stopped.
    StudioImportStatesTell *tell;
    void *user;
    GHashTable *known;  ///< From source to StudioSourceState and 1.
    int assets, others; ///< How many there were.
    bool is_stopped, is_looking, wants_look;
};

static void clear(void *given) { g_hash_table_unref(((StudioImportStates *)given)->known); }

// A look, on a worker

typedef struct Looking {
    StudioImportStates *states; ///< Held.
    StudioSnapshot *snapshot;
    MieniPaths files;
    StudioSourceState *found;
    MienStatus status;
} Looking;

static void free_looking(void *given)
{
    Looking *looking = given;
    mieni_paths_release(&looking->files);
    g_free(looking->found);
    g_rc_box_release_full(looking->states, clear);
    g_free(looking);
}

static void run_look(StudioJob *job, void *data)
{
    (void)job;
    Looking *looking = data;
    MieniProblem problem = {0};
    looking->status = studio_sources_look(looking->snapshot, &looking->files, looking->found, &problem);
}

static void look(StudioImportStates *states);

static void end_look(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Looking *looking = data;
    StudioImportStates *states = looking->states;
    studio_snapshot_destroy(looking->snapshot);
    states->is_looking = false;
    if (is_cancelled || states->is_stopped || looking->status != MIEN_OK)
        return;
    g_hash_table_remove_all(states->known);
    for (int i = 0; i < looking->files.count; ++i)
        g_hash_table_insert(states->known, g_strdup(looking->files.items[i]),
                            GINT_TO_POINTER((int)looking->found[i] + 1));
    states->tell(states->user);
    if (states->wants_look)
        look(states);
}

static void look(StudioImportStates *states)
{
    const Studio *studio = studio_workspace_studio(states->workspace);
    MieniProblem problem = {0};
    MieniPaths files = {0};
    states->wants_look = states->is_looking;
    if (states->is_looking || states->is_stopped || studio == NULL)
        return;
    for (int i = 0; i < studio->others.count; ++i)
        if (studio_is_source(studio->others.items[i]))
            mieni_paths_add(&files, studio->others.items[i]);
    StudioSnapshot *snapshot = NULL;
    if (files.count == 0 || studio_snapshot_make(&studio->files, &snapshot, &problem) != MIEN_OK) {
        mieni_paths_release(&files);
        return;
    }
    mieni_paths_sort(&files);
    Looking *looking = g_new0(Looking, 1);
    *looking = (Looking){.states = g_rc_box_acquire(states), .snapshot = snapshot, .files = files};
    looking->found = g_new0(StudioSourceState, (gsize)files.count);
    states->is_looking = true;
    studio_workspace_run(
        states->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_look, .done = end_look, .free_data = free_looking},
        looking);
}

StudioImportStates *studio_import_states_new(StudioWorkspace *workspace, StudioImportStatesTell *tell,
                                             void *user)
{
    StudioImportStates *states = g_rc_box_new0(StudioImportStates);
    *states = (StudioImportStates){.workspace = workspace, .tell = tell, .user = user};
    states->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return states;
}

void studio_import_states_destroy(StudioImportStates *states)
{
    if (states == NULL)
        return;
    states->is_stopped = true;
    g_rc_box_release_full(states, clear);
}

void studio_import_states_stop(StudioImportStates *states) { states->is_stopped = true; }

void studio_import_states_changed(StudioImportStates *states)
{
    // Assets that came or went may be those of a source; others name what they named before.
    const Studio *studio = studio_workspace_studio(states->workspace);
    int assets = 0;
    for (int i = 0; i < studio->files.count; ++i)
        assets += studio_file_is_there(studio->files.items[i]);
    if (assets == states->assets && studio->others.count == states->others)
        return;
    states->assets = assets;
    states->others = studio->others.count;
    look(states);
}

void studio_import_states_looked(StudioImportStates *states)
{
    // A source that was exported again has the same name, so only a look tells.
    if (states->assets <= FEW)
        look(states);
}

StudioSourceState studio_import_states_get(const StudioImportStates *states, const char *file)
{
    const int state = GPOINTER_TO_INT(g_hash_table_lookup(states->known, file));
    return state > 0 ? (StudioSourceState)(state - 1) : STUDIO_SOURCE_NEW;
}
