// SPDX-License-Identifier: MIT
//
// What a workspace does elsewhere: lint soon after changes, second lines of assets,
// saving, and looking at the disk.

#include "studio/panels/workspace/private.h"

#include "studio/model/document/disk.h"
#include "studio/model/document/save.h"
#include "studio/model/facts/summary.h"

#include <string.h>

enum {
    LINT_DELAY = 300, ///< Milliseconds after the last change.
    SUMMARIES = 64,   ///< In one go.
};

// Lint

static void run_lint(StudioJob *job, void *data)
{
    (void)job;
    studio_lint_run(data);
}

static void end_lint(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    StudioLint *lint = data;
    MieniProblem problem = {0};
    workspace->is_linting = false;
    if (is_cancelled || lint->status != MIEN_OK) {
        studio_lint_destroy(lint);
    } else {
        studio_problems_take(&workspace->problems, lint, &problem);
        studio_workspace_emit(workspace, STUDIO_SIGNAL_PROBLEMS);
    }
    if (workspace->wants_lint && !workspace->is_closing)
        studio_workspace_lint_soon(workspace, NULL, 0);
}

static gboolean begin_lint(void *user)
{
    StudioWorkspace *workspace = user;
    MieniProblem problem = {0};
    StudioLint *lint;
    workspace->lint_timer = 0;
    workspace->wants_lint = false;
    if (studio_lint_begin(workspace->studio, (const char *const *)workspace->lint_paths->pdata,
                          (int)workspace->lint_paths->len, &lint, &problem) != MIEN_OK)
        return G_SOURCE_REMOVE;
    g_ptr_array_set_size(workspace->lint_paths, 0);
    workspace->is_linting = true;
    const bool is_long = lint->changed.count == 0 && workspace->studio->files.count > STUDIO_LINT_WHOLE;
    studio_workspace_run(workspace,
                         &(StudioJobWork){.name = is_long ? "Checking the project" : NULL,
                                          .is_minor = true,
                                          .run = run_lint,
                                          .done = end_lint},
                         lint);
    return G_SOURCE_REMOVE;
}

void studio_workspace_lint_soon(StudioWorkspace *workspace, const char *const *paths, int count)
{
    for (int i = 0; i < count; ++i)
        g_ptr_array_add(workspace->lint_paths, g_strdup(paths[i]));
    workspace->wants_lint = true;
    if (workspace->is_linting || workspace->is_closing)
        return;
    g_clear_handle_id(&workspace->lint_timer, g_source_remove);
    workspace->lint_timer = g_timeout_add(LINT_DELAY, begin_lint, workspace);
}

// Second lines

typedef struct Summing {
    StudioDisk disk;
    int count;
    char *paths[SUMMARIES], *texts[SUMMARIES];
} Summing;

static void free_summing(void *given)
{
    Summing *summing = given;
    for (int i = 0; i < summing->count; ++i) {
        g_free(summing->paths[i]);
        g_free(summing->texts[i]);
    }
    g_free(summing);
}

/// Free it.
static char *sum_up(const char *path, const StudioText *text)
{
    MieniAsset asset;
    char room[STUDIO_SUMMARY_ROOM];
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    if (text == NULL || mieni_asset_read(&asset, kind, text->bytes, text->size, NULL, NULL) != MIEN_OK)
        return g_strdup("cannot be read");
    char *line = g_strdup(studio_summary(&asset, room));
    mieni_asset_release(&asset);
    return line;
}

static void run_summing(StudioJob *job, void *data)
{
    Summing *summing = data;
    for (int i = 0; i < summing->count && !studio_job_is_cancelled(job); ++i) {
        StudioText *text = NULL;
        StudioStamp stamp;
        if (studio_disk_read(&summing->disk, summing->paths[i], &text, &stamp, NULL) == MIEN_OK)
            summing->texts[i] = sum_up(summing->paths[i], text);
        studio_text_drop(text);
    }
}

static void begin_summing(StudioWorkspace *workspace);

static void end_summing(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Summing *summing = data;
    workspace->is_summing = false;
    for (int i = 0; i < summing->count && !is_cancelled; ++i) {
        char *text = summing->texts[i] != NULL ? g_steal_pointer(&summing->texts[i]) : g_strdup("");
        g_hash_table_replace(workspace->summaries, g_strdup(summing->paths[i]), text);
    }
    for (int i = 0; i < summing->count && !is_cancelled; ++i)
        g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_SUMMARY], 0, summing->paths[i]);
    if (!workspace->is_closing)
        begin_summing(workspace);
}

static void begin_summing(StudioWorkspace *workspace)
{
    GPtrArray *queue = workspace->summary_queue;
    if (workspace->is_summing || queue->len == 0)
        return;
    Summing *summing = g_new0(Summing, 1);
    summing->disk = workspace->studio->files.disk;
    while (queue->len > 0 && summing->count < SUMMARIES) // who asked last is in view
        summing->paths[summing->count++] = g_ptr_array_steal_index(queue, queue->len - 1);
    workspace->is_summing = true;
    studio_workspace_run(workspace,
                         &(StudioJobWork){.run = run_summing, .done = end_summing, .free_data = free_summing},
                         summing);
}

const char *studio_workspace_summary(StudioWorkspace *workspace, const char *path)
{
    const char *known = g_hash_table_lookup(workspace->summaries, path);
    StudioFile *file = studio_files_find(&workspace->studio->files, path);
    if (known != NULL || file == NULL)
        return known;
    if (file->is_known) {
        char *text = sum_up(path, file->now);
        g_hash_table_replace(workspace->summaries, g_strdup(path), text);
        return text;
    }
    for (guint i = 0; i < workspace->summary_queue->len; ++i)
        if (strcmp(workspace->summary_queue->pdata[i], path) == 0)
            return NULL;
    g_ptr_array_add(workspace->summary_queue, g_strdup(path));
    begin_summing(workspace);
    return NULL;
}

void studio_workspace_forget_summaries(StudioWorkspace *workspace, const char *const *paths, int count)
{
    for (int i = 0; i < count; ++i)
        g_hash_table_remove(workspace->summaries, paths[i]);
}

// Saving

typedef struct Saving {
    StudioSave *save;
    StudioSaved *then;
    void *user;
} Saving;

static void run_save(StudioJob *job, void *data)
{
    (void)job; // half a save is worse than a late one
    studio_save_run(((Saving *)data)->save);
}

static void end_save(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)is_cancelled;
    Saving *saving = data;
    MieniProblem problem = {0};
    const MienStatus status = studio_save_end(workspace->studio, saving->save, &problem);
    const bool is_saved = studio_workspace_check(workspace, status, &problem);
    if (saving->then != NULL)
        saving->then(workspace, is_saved, saving->user);
}

void studio_workspace_save(StudioWorkspace *workspace, StudioSaved *then, void *user)
{
    MieniProblem problem = {0};
    StudioSave *save;
    const MienStatus status = studio_save_begin(workspace->studio, NULL, &save, &problem);
    if (!studio_workspace_check(workspace, status, &problem)) {
        if (then != NULL)
            then(workspace, false, user);
        return;
    }
    Saving *saving = g_new0(Saving, 1);
    *saving = (Saving){save, then, user};
    studio_workspace_run(workspace, &(StudioJobWork){.run = run_save, .done = end_save, .free_data = g_free},
                         saving);
}

// Looking at the disk

static void run_look(StudioJob *job, void *data)
{
    (void)job;
    studio_look_run(data);
}

static void end_look(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)is_cancelled;
    StudioLooked looked = {0};
    MieniProblem problem = {0};
    workspace->is_looking = false;
    const MienStatus status = studio_look_end(workspace->studio, data, &looked, &problem);
    if (status == MIEN_OK && looked.has_others) {
        const char *const none[] = {NULL}; // no asset is another, but the list of files is
        g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_CHANGED], 0, none);
    }
    if (status == MIEN_OK && looked.reloaded > 0) {
        g_autofree char *text = g_strdup_printf(looked.reloaded == 1 ? "%d file was reloaded from disk"
                                                                     : "%d files were reloaded from disk",
                                                looked.reloaded);
        studio_workspace_toast(workspace, text, NULL, NULL);
    }
    studio_workspace_emit(workspace, STUDIO_SIGNAL_LOOKED);
}

void studio_workspace_look(StudioWorkspace *workspace)
{
    MieniProblem problem = {0};
    StudioLook *look;
    if (workspace->is_looking || workspace->is_closing || workspace->studio == NULL ||
        studio_look_begin(workspace->studio, &look, &problem) != MIEN_OK)
        return;
    workspace->is_looking = true;
    studio_workspace_run(workspace, &(StudioJobWork){.run = run_look, .done = end_look}, look);
}
