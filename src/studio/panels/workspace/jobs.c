// SPDX-License-Identifier: MIT
//
// Jobs of a workspace, on GTask's threads. A job holds its workspace, so the project
// outlives what looks at it.

#include "studio/panels/workspace/private.h"

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
    studio_workspace_emit(workspace, STUDIO_SIGNAL_JOBS);
    if (workspace->is_closing)
        studio_workspace_end(workspace);
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
    studio_workspace_emit(workspace, STUDIO_SIGNAL_JOBS);
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
    studio_workspace_emit(workspace, STUDIO_SIGNAL_JOBS);
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
