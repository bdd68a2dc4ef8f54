// SPDX-License-Identifier: MIT
//
// Loads facts about assets on workers.

#include "studio/panels/workspace/async_loader.h"

enum { DELAY = 150 }; ///< Milliseconds after the last change.

typedef struct Look {
    StudioLooker *looker;
    GObject *owner; ///< Keeps the looker, which is part of it.
    char *path;
    StudioSnapshot *snapshot;
    void *found;
} Look;

static void run_look(StudioJob *job, void *data)
{
    Look *look = data;
    if (!studio_job_is_cancelled(job))
        look->looker->find(look->found, look->snapshot, look->path);
}

static void begin(StudioLooker *looker);

static void end_look(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Look *look = data;
    StudioLooker *looker = look->looker;
    studio_snapshot_destroy(g_steal_pointer(&look->snapshot));
    looker->is_looking = false;
    if (!is_cancelled && looker->workspace == workspace && g_strcmp0(looker->path, look->path) == 0)
        looker->take(looker->owner, look->found);
    if (looker->looks_again)
        begin(looker);
}

static void free_look(void *data)
{
    Look *look = data;
    look->looker->release(look->found);
    g_free(look->found);
    g_free(look->path);
    g_object_unref(look->owner);
    g_free(look);
}

static void begin(StudioLooker *looker)
{
    StudioSnapshot *snapshot;
    looker->looks_again = looker->is_looking;
    if (looker->path == NULL || looker->is_looking ||
        studio_snapshot_make(&studio_workspace_studio(looker->workspace)->files, &snapshot, NULL) != MIEN_OK)
        return;
    Look *look = g_new0(Look, 1);
    *look = (Look){.looker = looker,
                   .owner = g_object_ref(looker->owner),
                   .path = g_strdup(looker->path),
                   .snapshot = snapshot,
                   .found = g_malloc0(looker->size)};
    looker->is_looking = true;
    studio_workspace_run(
        looker->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_look, .done = end_look, .free_data = free_look}, look);
}

static gboolean on_timer(void *user)
{
    StudioLooker *looker = user;
    looker->timer = 0;
    begin(looker);
    return G_SOURCE_REMOVE;
}

void studio_looker_look_soon(StudioLooker *looker)
{
    if (looker->path == NULL)
        return;
    g_clear_handle_id(&looker->timer, g_source_remove);
    looker->timer = g_timeout_add(DELAY, on_timer, looker);
}

void studio_looker_show(StudioLooker *looker, StudioWorkspace *workspace, const char *path)
{
    g_clear_handle_id(&looker->timer, g_source_remove);
    g_set_object(&looker->workspace, workspace);
    g_free(looker->path);
    looker->path = g_strdup(path);
    begin(looker);
}

void studio_looker_clear(StudioLooker *looker)
{
    g_clear_handle_id(&looker->timer, g_source_remove);
    g_clear_object(&looker->workspace);
    g_clear_pointer(&looker->path, g_free);
}
