// SPDX-License-Identifier: MIT
//
// The workspace: opening, signals, documents.

#include "studio/panels/workspace/private.h"

#include <stdlib.h>
#include <string.h>

#include "asset/view.h"

G_DEFINE_TYPE(StudioWorkspace, studio_workspace, G_TYPE_OBJECT)

guint studio_workspace_signals[STUDIO_SIGNALS];

static void free_document(void *given)
{
    StudioDocument *document = given;
    studio_selection_release(&document->selection);
    g_free(document->path);
    g_free(document);
}

void studio_workspace_end(StudioWorkspace *workspace)
{
    if (workspace->studio == NULL || workspace->jobs->len > 0)
        return;
    g_object_set_data(G_OBJECT(workspace), "pictures", NULL); // they hold what the studio must outlive
    studio_problems_release(&workspace->problems);
    if (workspace->is_discarding)
        studio_discard(workspace->studio);
    else
        studio_close(workspace->studio);
    workspace->studio = NULL;
}

static void studio_workspace_finalize(GObject *object)
{
    StudioWorkspace *workspace = STUDIO_WORKSPACE(object);
    studio_workspace_end(workspace);
    studio_session_release(&workspace->session);
    g_ptr_array_unref(workspace->documents);
    g_ptr_array_unref(workspace->jobs);
    mieni_paths_release(&workspace->selected);
    g_ptr_array_unref(workspace->moves);
    g_hash_table_unref(workspace->summaries);
    g_ptr_array_unref(workspace->summary_queue);
    g_ptr_array_unref(workspace->lint_paths);
    studio_packs_destroy(workspace->packs);
    g_mutex_clear(&workspace->making);
    g_free(workspace->title);
    g_free(workspace->state_folder);
    G_OBJECT_CLASS(studio_workspace_parent_class)->finalize(object);
}

static void studio_workspace_class_init(StudioWorkspaceClass *class)
{
    static const struct {
        const char *name;
        int arguments;
        GType types[3];
    } rows[STUDIO_SIGNALS] = {
        [STUDIO_SIGNAL_CHANGED] = {"changed", 1, {G_TYPE_POINTER}},
        [STUDIO_SIGNAL_HISTORY] = {"history", 0, {0}},
        [STUDIO_SIGNAL_SAVED] = {"saved", 0, {0}},
        [STUDIO_SIGNAL_CONTESTED] = {"contested", 0, {0}},
        [STUDIO_SIGNAL_SESSION] = {"session", 0, {0}},
        [STUDIO_SIGNAL_DOCUMENT_ADDED] = {"document-added", 1, {G_TYPE_POINTER}},
        [STUDIO_SIGNAL_DOCUMENT_REMOVED] = {"document-removed", 1, {G_TYPE_POINTER}},
        [STUDIO_SIGNAL_ACTIVE] = {"active", 0, {0}},
        [STUDIO_SIGNAL_SELECTION] = {"selection", 0, {0}},
        [STUDIO_SIGNAL_SELECTED] = {"selected", 0, {0}},
        [STUDIO_SIGNAL_REVEAL] = {"reveal", 1, {G_TYPE_POINTER}},
        [STUDIO_SIGNAL_LOOKED] = {"looked", 0, {0}},
        [STUDIO_SIGNAL_CATALOGUE] = {"catalogue", 0, {0}},
        [STUDIO_SIGNAL_PROBLEMS] = {"problems", 0, {0}},
        [STUDIO_SIGNAL_SUMMARY] = {"summary", 1, {G_TYPE_STRING}},
        [STUDIO_SIGNAL_JOBS] = {"jobs", 0, {0}},
        [STUDIO_SIGNAL_TOAST] = {"toast", 3, {G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING}},
    };
    G_OBJECT_CLASS(class)->finalize = studio_workspace_finalize;
    for (int i = 0; i < STUDIO_SIGNALS; ++i)
        studio_workspace_signals[i] =
            g_signal_newv(rows[i].name, STUDIO_TYPE_WORKSPACE, G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL,
                          G_TYPE_NONE, (guint)rows[i].arguments, (GType *)rows[i].types);
}

static void studio_workspace_init(StudioWorkspace *workspace)
{
    workspace->documents = g_ptr_array_new_with_free_func(free_document);
    workspace->jobs = g_ptr_array_new();
    workspace->moves = g_ptr_array_new_with_free_func(g_free);
    workspace->summaries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    workspace->summary_queue = g_ptr_array_new_with_free_func(g_free);
    workspace->lint_paths = g_ptr_array_new_with_free_func(g_free);
    g_mutex_init(&workspace->making);
}

void studio_workspace_emit(StudioWorkspace *workspace, int signal)
{
    g_signal_emit(workspace, studio_workspace_signals[signal], 0);
}

/// What an asset that is gone is called now; NULL: it was not moved.
static const char *moved_to(const StudioWorkspace *workspace, const char *path)
{
    const Studio *studio = workspace->studio;
    for (guint i = workspace->moves->len; i >= 2; i -= 2) { // the last ones count
        const char *from = workspace->moves->pdata[i - 2], *to = workspace->moves->pdata[i - 1];
        const char *other = strcmp(from, path) == 0 ? to : strcmp(to, path) == 0 ? from : NULL;
        if (other != NULL && studio_exists(studio, other))
            return other;
    }
    return NULL;
}

/// Documents of assets that were moved follow them; gives whether the active one did.
static bool follow_moves(StudioWorkspace *workspace)
{
    bool is_active = false;
    for (guint i = 0; i < workspace->documents->len; ++i) {
        StudioDocument *document = workspace->documents->pdata[i];
        const char *path =
            studio_exists(workspace->studio, document->path) ? NULL : moved_to(workspace, document->path);
        if (path == NULL || studio_workspace_find(workspace, path) != NULL)
            continue;
        g_free(document->path);
        document->path = g_strdup(path);
        is_active = is_active || document == workspace->active;
    }
    return is_active;
}

static void on_changed(StudioWorkspace *workspace, const StudioEvent *event)
{
    g_autofree const char **paths = g_new0(const char *, (gsize)event->path_count + 1);
    for (int i = 0; i < event->path_count; ++i)
        paths[i] = event->paths[i];
    studio_workspace_forget_summaries(workspace, event->paths, event->path_count);
    studio_workspace_lint_soon(workspace, event->paths, event->path_count);
    const bool is_moved = workspace->moves->len > 0 && follow_moves(workspace);
    g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_CHANGED], 0, paths);
    if (is_moved) // panels know it by its path
        studio_workspace_emit(workspace, STUDIO_SIGNAL_ACTIVE);
    if (event->is_undo && event->path_count > 0) { // what changed shall be seen
        StudioDocument *document = studio_workspace_find(workspace, event->paths[0]);
        bool is_seen = workspace->active == NULL;
        for (int i = 0; i < event->path_count && !is_seen; ++i)
            is_seen = strcmp(event->paths[i], workspace->active->path) == 0;
        if (!is_seen && document != NULL)
            studio_workspace_set_active(workspace, document);
    }
}

/// Tells what all assets are now, for those who compare it with what is there after a crash.
static void tell_texts(StudioWorkspace *workspace)
{
    uint64_t hash;
    if (g_getenv("MIEN_STUDIO_TEXTS") != NULL && studio_hash(workspace->studio, &hash, NULL) == MIEN_OK)
        g_printerr("mien-studio: texts %016" G_GINT64_MODIFIER "x\n", hash);
}

static void on_event(void *user, const StudioEvent *event)
{
    StudioWorkspace *workspace = user;
    if (workspace->studio == NULL) // still opening
        return;
    switch (event->kind) {
    case STUDIO_EVENT_CHANGED:
        on_changed(workspace, event);
        break;
    case STUDIO_EVENT_HISTORY:
        studio_workspace_emit(workspace, STUDIO_SIGNAL_HISTORY);
        studio_workspace_keep_soon(workspace);
        tell_texts(workspace);
        break;
    case STUDIO_EVENT_SAVED:
        studio_workspace_emit(workspace, STUDIO_SIGNAL_SAVED);
        break;
    case STUDIO_EVENT_CONTESTED:
        studio_workspace_emit(workspace, STUDIO_SIGNAL_CONTESTED);
        break;
    case STUDIO_EVENT_JOURNAL:
        studio_workspace_toast(workspace, workspace->studio->journal.problem.error.message, NULL, NULL);
        break;
    }
}

// Opening

typedef struct Opening {
    char *path;
    StudioWorkspace *workspace;
    Studio *studio;
    StudioSession session;
} Opening;

static void free_opening(void *given)
{
    Opening *opening = given;
    studio_close(opening->studio);
    studio_session_release(&opening->session);
    g_clear_object(&opening->workspace);
    g_free(opening->path);
    g_free(opening);
}

static void open_on_thread(GTask *task, void *source, void *given, GCancellable *cancellable)
{
    (void)source, (void)cancellable;
    Opening *opening = given;
    MieniProblem problem = {0};
    const char *many = g_getenv("MIEN_STUDIO_MANY_SHARDS");
    StudioOptions options = {
        .state_folder = opening->workspace->state_folder, .listener = on_event, .user = opening->workspace};
    if (many != NULL) // for tests, which have few clips
        options.many_shards = atoi(many);
    g_mkdir_with_parents(options.state_folder, 0700);
    if (studio_open(&opening->studio, opening->path, &options, &problem) != MIEN_OK) {
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s%s%s", problem.file,
                                problem.file[0] != '\0' ? ": " : "", problem.error.message);
        return;
    }
    studio_session_load(opening->studio, &opening->session);
    g_task_return_boolean(task, TRUE);
}

void studio_workspace_open(const char *path, GCancellable *cancellable, GAsyncReadyCallback ready, void *user)
{
    Opening *opening = g_new0(Opening, 1);
    opening->path = g_strdup(path);
    opening->workspace = g_object_new(STUDIO_TYPE_WORKSPACE, NULL);
    opening->workspace->state_folder = g_build_filename(g_get_user_state_dir(), "mien", NULL);
    GTask *task = g_task_new(NULL, cancellable, ready, user);
    g_task_set_task_data(task, opening, free_opening);
    g_task_run_in_thread(task, open_on_thread);
    g_object_unref(task);
}

static char *title_of(const Studio *studio)
{
    const char *name = mieni_text_or_empty(mieni_project_name(mieni_project_of(&studio->project.settings)));
    return name[0] != '\0' ? g_strdup(name) : g_path_get_basename(studio->project.root);
}

StudioWorkspace *studio_workspace_open_finish(GAsyncResult *result, GError **error)
{
    Opening *opening = g_task_get_task_data(G_TASK(result));
    if (!g_task_propagate_boolean(G_TASK(result), error))
        return NULL;
    StudioWorkspace *workspace = g_steal_pointer(&opening->workspace);
    workspace->studio = g_steal_pointer(&opening->studio);
    workspace->session = opening->session;
    opening->session = (StudioSession){0};
    workspace->title = title_of(workspace->studio);
    studio_workspace_lint_soon(workspace, NULL, 0);
    tell_texts(workspace);
    return workspace;
}

void studio_workspace_close(StudioWorkspace *workspace, bool is_discarding)
{
    if (workspace->is_closing)
        return;
    workspace->is_closing = true;
    workspace->is_discarding = is_discarding;
    g_clear_handle_id(&workspace->lint_timer, g_source_remove);
    g_clear_handle_id(&workspace->keep_timer, g_source_remove);
    for (guint i = 0; i < workspace->jobs->len; ++i)
        studio_job_cancel(workspace->jobs->pdata[i]);
    studio_workspace_keep_session(workspace);
    studio_workspace_end(workspace);
}

Studio *studio_workspace_studio(StudioWorkspace *workspace) { return workspace->studio; }

StudioSession *studio_workspace_session(StudioWorkspace *workspace) { return &workspace->session; }

void studio_workspace_session_changed(StudioWorkspace *workspace)
{
    studio_workspace_emit(workspace, STUDIO_SIGNAL_SESSION);
}

void studio_workspace_catalogue_changed(StudioWorkspace *workspace)
{
    studio_workspace_emit(workspace, STUDIO_SIGNAL_CATALOGUE);
}

void studio_workspace_selection_changed(StudioWorkspace *workspace)
{
    studio_workspace_emit(workspace, STUDIO_SIGNAL_SELECTION);
}

const StudioProblems *studio_workspace_problems(StudioWorkspace *workspace) { return &workspace->problems; }

const char *studio_workspace_title(StudioWorkspace *workspace) { return workspace->title; }

const char *studio_workspace_first(StudioWorkspace *workspace, MieniAssetKind kind)
{
    const StudioFiles *files = &workspace->studio->files;
    for (int i = 0; i < files->count; ++i)
        if (files->items[i]->kind == kind && studio_exists(workspace->studio, files->items[i]->path))
            return files->items[i]->path;
    return NULL;
}

StudioPacks *studio_workspace_packs(StudioWorkspace *workspace)
{
    if (workspace->packs == NULL)
        studio_packs_make(&workspace->packs, 0);
    return workspace->packs;
}

void studio_workspace_make_preview(StudioWorkspace *workspace, StudioPreview *preview)
{
    g_mutex_lock(&workspace->making);
    studio_preview_run(preview);
    g_mutex_unlock(&workspace->making);
}

// Documents

int studio_workspace_document_count(const StudioWorkspace *workspace)
{
    return (int)workspace->documents->len;
}

StudioDocument *studio_workspace_document(const StudioWorkspace *workspace, int index)
{
    return index >= 0 && index < (int)workspace->documents->len ? workspace->documents->pdata[index] : NULL;
}

StudioDocument *studio_workspace_find(const StudioWorkspace *workspace, const char *path)
{
    for (guint i = 0; i < workspace->documents->len; ++i) {
        StudioDocument *document = workspace->documents->pdata[i];
        if (strcmp(document->path, path) == 0)
            return document;
    }
    return NULL;
}

StudioDocument *studio_workspace_active(const StudioWorkspace *workspace) { return workspace->active; }

void studio_workspace_set_active(StudioWorkspace *workspace, StudioDocument *document)
{
    if (workspace->active == document)
        return;
    workspace->active = document;
    studio_workspace_emit(workspace, STUDIO_SIGNAL_ACTIVE);
    studio_workspace_keep_soon(workspace);
}

StudioDocument *studio_workspace_show(StudioWorkspace *workspace, const char *path, bool is_behind)
{
    StudioDocument *document = studio_workspace_find(workspace, path);
    if (document == NULL) {
        document = g_new0(StudioDocument, 1);
        document->path = g_strdup(path);
        document->kind = mieni_asset_kind_of_path(path);
        g_ptr_array_add(workspace->documents, document);
        g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_DOCUMENT_ADDED], 0, document);
        studio_workspace_keep_soon(workspace);
    }
    if (!is_behind || workspace->active == NULL)
        studio_workspace_set_active(workspace, document);
    return document;
}

void studio_workspace_close_document(StudioWorkspace *workspace, StudioDocument *document)
{
    guint index = 0;
    if (!g_ptr_array_find(workspace->documents, document, &index))
        return;
    if (workspace->active == document) {
        const int next = index + 1 < workspace->documents->len ? (int)index + 1 : (int)index - 1;
        studio_workspace_set_active(workspace, studio_workspace_document(workspace, next));
    }
    g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_DOCUMENT_REMOVED], 0, document);
    studio_workspace_keep_soon(workspace);
    g_ptr_array_remove_index(workspace->documents, index);
}

void studio_workspace_note_move(StudioWorkspace *workspace, const char *from, const char *to)
{
    g_ptr_array_add(workspace->moves, g_strdup(from));
    g_ptr_array_add(workspace->moves, g_strdup(to));
}

void studio_workspace_move_document(StudioWorkspace *workspace, StudioDocument *document, int index)
{
    guint from = 0;
    if (!g_ptr_array_find(workspace->documents, document, &from))
        return;
    void *taken = g_ptr_array_steal_index(workspace->documents, from);
    g_ptr_array_insert(workspace->documents, index, taken);
}

// What is selected in the browser

const MieniPaths *studio_workspace_selected(const StudioWorkspace *workspace) { return &workspace->selected; }

const char *studio_workspace_selected_of(const StudioWorkspace *workspace, MieniAssetKind kind)
{
    for (int i = 0; i < workspace->selected.count; ++i)
        if (mieni_asset_kind_of_path(workspace->selected.items[i]) == kind)
            return workspace->selected.items[i];
    return NULL;
}

void studio_workspace_reveal(StudioWorkspace *workspace, const char *const *paths)
{
    g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_REVEAL], 0, paths);
}

static bool is_selected(const MieniPaths *selected, const char *const *paths)
{
    int count = 0;
    for (; paths[count] != NULL; ++count)
        if (count >= selected->count || strcmp(paths[count], selected->items[count]) != 0)
            return false;
    return count == selected->count;
}

void studio_workspace_set_selected(StudioWorkspace *workspace, const char *const *paths)
{
    if (is_selected(&workspace->selected, paths))
        return;
    mieni_paths_release(&workspace->selected);
    for (; *paths != NULL; ++paths)
        mieni_paths_add(&workspace->selected, *paths);
    studio_workspace_emit(workspace, STUDIO_SIGNAL_SELECTED);
}

void studio_workspace_toast(StudioWorkspace *workspace, const char *text, const char *label,
                            const char *action)
{
    g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_TOAST], 0, text, label, action);
}

bool studio_workspace_check(StudioWorkspace *workspace, MienStatus status, const MieniProblem *problem)
{
    if (status == MIEN_OK)
        return true;
    g_autofree char *text = g_strdup_printf("%s%s%s", problem->file, problem->file[0] != '\0' ? ": " : "",
                                            problem->error.message);
    studio_workspace_toast(workspace, text, NULL, NULL);
    return false;
}
