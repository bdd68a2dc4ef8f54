// SPDX-License-Identifier: MIT
//
// Saves the journal and the session to disk shortly after each action. A kill loses no action
// anyway; a power cut loses only those of a moment.

#include "studio/panels/workspace/private.h"

enum { MOMENT = 2 }; ///< Seconds.

static void sync_on_thread(GTask *task, void *source, void *shared, GCancellable *cancellable)
{
    (void)task, (void)source, (void)cancellable;
    studio_journal_sync(GPOINTER_TO_INT(shared));
}

void studio_workspace_keep_session(StudioWorkspace *workspace)
{
    StudioSession *session = &workspace->session;
    MieniProblem problem = {0};
    mieni_paths_release(&session->tabs);
    session->tabs = (MieniPaths){0};
    session->active_tab = 0;
    for (guint i = 0; i < workspace->documents->len; ++i) {
        StudioDocument *document = workspace->documents->pdata[i];
        if (document == workspace->active)
            session->active_tab = (int)i;
        mieni_paths_add(&session->tabs, document->path);
    }
    studio_session_save(workspace->studio, session, &problem); // losing it loses no work
}

static gboolean on_moment(void *user)
{
    StudioWorkspace *workspace = user;
    const int shared = studio_journal_share(&workspace->studio->journal);
    workspace->keep_timer = 0;
    studio_workspace_keep_session(workspace);
    if (shared >= 0) { // the disk may take its time
        GTask *task = g_task_new(NULL, NULL, NULL, NULL);
        g_task_set_task_data(task, GINT_TO_POINTER(shared), NULL);
        g_task_run_in_thread(task, sync_on_thread);
        g_object_unref(task);
    }
    return G_SOURCE_REMOVE;
}

void studio_workspace_keep_soon(StudioWorkspace *workspace)
{
    if (workspace->keep_timer == 0 && workspace->studio != NULL && !workspace->is_closing)
        workspace->keep_timer = g_timeout_add_seconds(MOMENT, on_moment, workspace);
}
