// SPDX-License-Identifier: MIT
//
// The workspace: opening, signals, documents.

#include "studio/panels/workspace/workspace.h"

#include "asset/view.h"
#include "studio/model/document/disk.h"
#include "studio/model/document/save.h"
#include "studio/model/facts/summary.h"
#include "studio/panels/workspace/private.h"

#include <stdlib.h>
#include <string.h>

static void workspace_lint_soon(StudioWorkspace *workspace, const char *const *paths, int count);

G_DEFINE_TYPE(StudioWorkspace, studio_workspace, G_TYPE_OBJECT)

guint studio_workspace_signals[STUDIO_SIGNALS];

/// Closes the project once no job looks at it.
static void workspace_end(StudioWorkspace *workspace)
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

static void workspace_emit(StudioWorkspace *workspace, int signal)
{
    g_signal_emit(workspace, studio_workspace_signals[signal], 0);
}

// Jobs of a workspace, on GTask's threads. A job holds a reference to its workspace, so the project
// outlives it.

struct StudioJob {
    StudioWorkspace *workspace;
    StudioJobWork work;
    char *name;
    void *data;
    GCancellable *cancellable;
    int thousandths; ///< Done; below 0: not known. Atomic.
    int is_telling;  ///< Progress waits to be told. Atomic.
};

static void free_job(void *given)
{
    StudioJob *job = given;
    if (job->work.free_data != NULL)
        job->work.free_data(job->data);
    g_object_unref(job->cancellable);
    g_object_unref(job->workspace);
    g_free(job->name);
    g_free(job);
}

static void on_thread(GTask *task, void *source, void *given, GCancellable *cancellable)
{
    (void)source, (void)cancellable;
    StudioJob *job = given;
    job->work.run(job, job->data);
    g_task_return_boolean(task, TRUE);
}

static void on_done(GObject *source, GAsyncResult *result, void *user)
{
    (void)source, (void)result;
    StudioJob *job = user;
    g_autoptr(StudioWorkspace) workspace = g_object_ref(job->workspace);
    const bool is_cancelled = g_cancellable_is_cancelled(job->cancellable);
    g_ptr_array_remove(workspace->jobs, job);
    if (job->work.done != NULL)
        job->work.done(workspace, job->data, is_cancelled);
    if (job->name != NULL)
        workspace_emit(workspace, STUDIO_SIGNAL_JOBS);
    workspace_emit(workspace, STUDIO_SIGNAL_JOB_ENDED);
    if (workspace->is_closing)
        workspace_end(workspace);
}

StudioJob *studio_workspace_run(StudioWorkspace *workspace, const StudioJobWork *work, void *data)
{
    StudioJob *job = g_new0(StudioJob, 1);
    job->workspace = g_object_ref(workspace);
    job->work = *work;
    job->name = g_strdup(work->name);
    job->data = data;
    job->cancellable = g_cancellable_new();
    job->thousandths = -1;
    g_ptr_array_add(workspace->jobs, job);
    GTask *task = g_task_new(NULL, NULL, on_done, job);
    g_task_set_task_data(task, job, free_job);
    g_task_run_in_thread(task, on_thread);
    g_object_unref(task);
    if (job->name != NULL)
        workspace_emit(workspace, STUDIO_SIGNAL_JOBS);
    return job;
}

bool studio_job_is_cancelled(const StudioJob *job) { return g_cancellable_is_cancelled(job->cancellable); }

void studio_job_cancel(StudioJob *job) { g_cancellable_cancel(job->cancellable); }

const char *studio_job_name(const StudioJob *job) { return job->name; }

double studio_job_fraction(const StudioJob *job)
{
    return (double)g_atomic_int_get(&job->thousandths) / 1000.0;
}

static gboolean tell_progress(void *user)
{
    StudioWorkspace *workspace = user;
    workspace_emit(workspace, STUDIO_SIGNAL_JOBS);
    return G_SOURCE_REMOVE;
}

void studio_job_progress(StudioJob *job, double fraction)
{
    const int before = g_atomic_int_get(&job->thousandths), now = (int)(fraction * 1000.0);
    g_atomic_int_set(&job->thousandths, now);
    if (now / 10 != before / 10) // a hundred steps are as many as can be seen
        g_main_context_invoke_full(NULL, G_PRIORITY_DEFAULT_IDLE, tell_progress, g_object_ref(job->workspace),
                                   g_object_unref);
}

int studio_workspace_job_count(const StudioWorkspace *workspace)
{
    int count = 0;
    for (guint i = 0; i < workspace->jobs->len; ++i)
        count += ((StudioJob *)workspace->jobs->pdata[i])->name != NULL;
    return count;
}

StudioJob *studio_workspace_job(const StudioWorkspace *workspace, int index)
{
    for (guint i = 0; i < workspace->jobs->len; ++i) {
        StudioJob *job = workspace->jobs->pdata[i];
        if (job->name != NULL && index-- == 0)
            return job;
    }
    return NULL;
}

bool studio_workspace_is_working(const StudioWorkspace *workspace)
{
    for (guint i = 0; i < workspace->jobs->len; ++i)
        if (!((StudioJob *)workspace->jobs->pdata[i])->work.is_minor)
            return true;
    return false;
}

bool studio_workspace_is_busy(const StudioWorkspace *workspace)
{
    return workspace->jobs->len > 0 || workspace->lint_timer != 0;
}

// Background work of a workspace: lint after changes, summaries of assets, saving, and scanning the
// disk.

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
        workspace_emit(workspace, STUDIO_SIGNAL_PROBLEMS);
    }
    if (workspace->wants_lint && !workspace->is_closing)
        workspace_lint_soon(workspace, NULL, 0);
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

/// Lint, soon.
static void workspace_lint_soon(StudioWorkspace *workspace, const char *const *paths, int count)
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
        const MieniAsset *asset; // which is read already, as large ones take long
        char room[STUDIO_SUMMARY_ROOM];
        char *text = studio_asset(workspace->studio, path, &asset, NULL) == MIEN_OK
                         ? g_strdup(studio_summary(asset, room))
                         : g_strdup("cannot be read");
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

/// Forgets second lines of files that changed.
static void workspace_forget_summaries(StudioWorkspace *workspace, const char *const *paths, int count)
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
    workspace_emit(workspace, STUDIO_SIGNAL_LOOKED);
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

static void free_document(void *given)
{
    StudioDocument *document = given;
    studio_selection_release(&document->selection);
    g_free(document->path);
    g_free(document);
}

static void studio_workspace_finalize(GObject *object)
{
    StudioWorkspace *workspace = STUDIO_WORKSPACE(object);
    workspace_end(workspace);
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
        [STUDIO_SIGNAL_JOB_ENDED] = {"job-ended", 0, {0}},
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

bool studio_workspace_is_undoing(const StudioWorkspace *workspace) { return workspace->is_undoing; }

static void on_changed(StudioWorkspace *workspace, const StudioEvent *event)
{
    g_autofree const char **paths = g_new0(const char *, (gsize)event->path_count + 1);
    for (int i = 0; i < event->path_count; ++i)
        paths[i] = event->paths[i];
    workspace_forget_summaries(workspace, event->paths, event->path_count);
    workspace_lint_soon(workspace, event->paths, event->path_count);
    const bool is_moved = workspace->moves->len > 0 && follow_moves(workspace);
    workspace->is_undoing = event->is_undo;
    g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_CHANGED], 0, paths);
    for (int i = 0; i < event->path_count; ++i) // rows stay, with another second line
        g_signal_emit(workspace, studio_workspace_signals[STUDIO_SIGNAL_SUMMARY], 0, event->paths[i]);
    if (is_moved) // panels know it by its path
        workspace_emit(workspace, STUDIO_SIGNAL_ACTIVE);
    if (event->is_undo && event->path_count > 0) { // what changed shall be seen
        StudioDocument *document = studio_workspace_find(workspace, event->paths[0]);
        bool is_seen = workspace->active == NULL;
        for (int i = 0; i < event->path_count && !is_seen; ++i)
            is_seen = strcmp(event->paths[i], workspace->active->path) == 0;
        if (!is_seen && document != NULL)
            studio_workspace_set_active(workspace, document);
    }
    workspace->is_undoing = false;
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
        workspace_emit(workspace, STUDIO_SIGNAL_HISTORY);
        studio_workspace_keep_soon(workspace);
        tell_texts(workspace);
        break;
    case STUDIO_EVENT_SAVED:
        workspace_emit(workspace, STUDIO_SIGNAL_SAVED);
        break;
    case STUDIO_EVENT_CONTESTED:
        workspace_emit(workspace, STUDIO_SIGNAL_CONTESTED);
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
    workspace_lint_soon(workspace, NULL, 0);
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
    workspace_end(workspace);
}

Studio *studio_workspace_studio(StudioWorkspace *workspace) { return workspace->studio; }

StudioSession *studio_workspace_session(StudioWorkspace *workspace) { return &workspace->session; }

void studio_workspace_session_changed(StudioWorkspace *workspace)
{
    workspace_emit(workspace, STUDIO_SIGNAL_SESSION);
}

void studio_workspace_catalogue_changed(StudioWorkspace *workspace)
{
    workspace_emit(workspace, STUDIO_SIGNAL_CATALOGUE);
}

void studio_workspace_selection_changed(StudioWorkspace *workspace)
{
    workspace_emit(workspace, STUDIO_SIGNAL_SELECTION);
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
    workspace_emit(workspace, STUDIO_SIGNAL_ACTIVE);
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
    workspace_emit(workspace, STUDIO_SIGNAL_SELECTED);
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
