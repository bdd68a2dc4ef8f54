// SPDX-License-Identifier: MIT
//
// Loads preview characters, one after another. The old ones stay until all new ones are ready.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "view/lineup.h"

static void make_next(StudioViewport *viewport);

// Making

static void run_making(StudioJob *job, void *data)
{
    if (!studio_job_is_cancelled(job))
        studio_actor_run(((StudioViewport *)data)->making);
}

static void make_current(StudioViewport *viewport)
{
    if (viewport->renderer != NULL)
        gtk_gl_area_make_current(GTK_GL_AREA(viewport->area));
}

/// Tells who is there, and where they stand.
static void show_cast(StudioViewport *viewport)
{
    MieniFace *faces[STUDIO_VIEWPORT_MOST];
    const char *paths[STUDIO_VIEWPORT_MOST];
    MienMatrix34 models[STUDIO_VIEWPORT_MOST];
    const int count = (int)viewport->actors->len;
    for (int i = 0; i < count; ++i) {
        StudioActor *actor = viewport->actors->pdata[i];
        faces[i] = actor->face;
        paths[i] = actor->role.path;
    }
    viewport->box = (MieniBox){0};
    if (count > 0)
        mieni_lineup(faces, count, MIENI_FRAME_HEAD, 0.12f, models, &viewport->box);
    for (int i = 0; i < count; ++i)
        ((StudioActor *)viewport->actors->pdata[i])->model = models[i];
    if (viewport->live != NULL)
        studio_live_set_cast(viewport->live, faces, paths, count);
}

static bool is_same_cast(const GPtrArray *before, const GPtrArray *now)
{
    if (before->len != now->len)
        return false;
    for (guint i = 0; i < now->len; ++i) {
        const StudioRole *a = &((StudioActor *)before->pdata[i])->role;
        const StudioRole *b = &((StudioActor *)now->pdata[i])->role;
        if (strcmp(a->path, b->path) != 0)
            return false;
    }
    return true;
}

/// The next ones come on.
static void change_cast(StudioViewport *viewport)
{
    const bool is_same = is_same_cast(viewport->actors, viewport->next);
    GPtrArray *before = viewport->actors;
    make_current(viewport);
    viewport->actors = viewport->next;
    viewport->next = before;
    if (!is_same)
        viewport->is_framed = false;
    viewport->lit_at = 0; // light is that of others
    show_cast(viewport);
    g_ptr_array_set_size(viewport->next, 0);
    studio_viewport_show_state(viewport);
    studio_viewport_pose(viewport, false);
}

/// Notes what cannot be shown, and why.
static void refuse(StudioViewport *viewport, const StudioActor *actor)
{
    const MieniProblem *problem = &actor->preview->problem;
    viewport->is_refused = true;
    g_free(viewport->refusal);
    viewport->refusal = g_strdup_printf("%s%s%s", problem->file, problem->file[0] != '\0' ? ": " : "",
                                        problem->error.message);
}

static void end_making(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    StudioViewport *viewport = data;
    StudioActor *actor = g_steal_pointer(&viewport->making);
    viewport->job = NULL;
    const bool is_wanted =
        !is_cancelled && workspace == viewport->workspace && actor->texts == viewport->texts;
    if (is_wanted && actor->face != NULL) {
        g_ptr_array_add(viewport->next, actor);
    } else {
        if (is_wanted)
            refuse(viewport, actor);
        studio_actor_free(actor);
    }
    if (viewport->workspace != NULL) // maybe another one by now
        make_next(viewport);
}

/// Of a list, takes who plays a role already.
static StudioActor *take(GPtrArray *actors, const StudioViewport *viewport, const StudioRole *role)
{
    for (guint i = 0; i < actors->len; ++i)
        if (studio_actor_plays(actors->pdata[i], role, viewport->clip, viewport->texts))
            return actors->pdata[i];
    return NULL;
}

static void begin_making(StudioViewport *viewport, const StudioRole *role)
{
    MieniProblem problem = {0};
    viewport->making =
        studio_actor_begin(viewport->workspace, role, viewport->clip, viewport->texts, &problem);
    if (viewport->making == NULL)
        return;
    viewport->job = studio_workspace_run(
        viewport->workspace,
        &(StudioJobWork){.run = run_making, .done = end_making, .free_data = g_object_unref},
        g_object_ref(viewport));
}

/// Brings roles and the next cast into one order; those who are in the viewport already stay.
static void assemble(StudioViewport *viewport)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint r = 0; r < viewport->roles->len; ++r) {
        const StudioRole *role = viewport->roles->pdata[r];
        StudioActor *actor = take(viewport->next, viewport, role);
        GPtrArray *from = actor != NULL ? viewport->next : viewport->actors;
        if (actor == NULL)
            actor = take(viewport->actors, viewport, role);
        if (actor == NULL)
            continue; // it could not be made
        g_ptr_array_set_free_func(from, NULL);
        g_ptr_array_remove(from, actor);
        g_ptr_array_set_free_func(from, studio_actor_free);
        g_ptr_array_add(all, actor);
    }
    make_current(viewport);
    g_ptr_array_set_size(viewport->next, 0);
    for (guint i = 0; i < all->len; ++i)
        g_ptr_array_add(viewport->next, all->pdata[i]);
}

static bool is_shown(const StudioViewport *viewport)
{
    if (viewport->actors->len != viewport->roles->len)
        return false;
    for (guint i = 0; i < viewport->roles->len; ++i)
        if (!studio_actor_plays(viewport->actors->pdata[i], viewport->roles->pdata[i], viewport->clip,
                                viewport->texts))
            return false;
    return true;
}

/// Whether those who shall be there are there, be it in other versions.
static bool is_same_people(const StudioViewport *viewport)
{
    if (viewport->actors->len == 0 || viewport->actors->len != viewport->roles->len)
        return false;
    for (guint i = 0; i < viewport->roles->len; ++i)
        if (strcmp(((StudioActor *)viewport->actors->pdata[i])->role.path,
                   ((StudioRole *)viewport->roles->pdata[i])->path) != 0)
            return false;
    return true;
}

static void make_next(StudioViewport *viewport)
{
    if (viewport->making != NULL || is_shown(viewport))
        return;
    for (guint i = 0; i < viewport->roles->len && !viewport->is_refused; ++i) {
        const StudioRole *role = viewport->roles->pdata[i];
        if (take(viewport->next, viewport, role) != NULL || take(viewport->actors, viewport, role) != NULL)
            continue;
        begin_making(viewport, role);
        if (viewport->making != NULL)
            return;
    }
    if (viewport->is_refused && is_same_people(viewport))
        return; // an edit that cannot be shown: what was there stays to be seen
    assemble(viewport);
    change_cast(viewport);
}

bool studio_viewport_is_making(const StudioViewport *viewport)
{
    return viewport->making != NULL || (!viewport->is_refused && !is_shown(viewport));
}

void studio_viewport_get(StudioViewport *viewport)
{
    viewport->is_refused = false;
    make_next(viewport);
}

void studio_viewport_clear(StudioViewport *viewport)
{
    if (viewport->job != NULL)
        studio_job_cancel(viewport->job);
    make_current(viewport);
    g_ptr_array_set_size(viewport->roles, 0);
    g_ptr_array_set_size(viewport->next, 0);
    g_ptr_array_set_size(viewport->actors, 0);
    ++viewport->texts; // characters still loading are dropped
    show_cast(viewport);
    studio_viewport_show_state(viewport);
}
