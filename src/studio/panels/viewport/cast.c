// SPDX-License-Identifier: MIT
//
// Loads preview characters, one after another. The old ones stay until all new ones are ready.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "view/lineup.h"

static void make_next(StudioStage *stage);

// Making

static void run_making(StudioJob *job, void *data)
{
    if (!studio_job_is_cancelled(job))
        studio_actor_run(((StudioStage *)data)->making);
}

static void make_current(StudioStage *stage)
{
    if (stage->renderer != NULL)
        gtk_gl_area_make_current(GTK_GL_AREA(stage->area));
}

/// Tells who is there, and where they stand.
static void show_cast(StudioStage *stage)
{
    MieniFace *faces[STUDIO_STAGE_MOST];
    const char *paths[STUDIO_STAGE_MOST];
    MienMatrix34 models[STUDIO_STAGE_MOST];
    const int count = (int)stage->actors->len;
    for (int i = 0; i < count; ++i) {
        StudioActor *actor = stage->actors->pdata[i];
        faces[i] = actor->face;
        paths[i] = actor->role.path;
    }
    stage->box = (MieniBox){0};
    if (count > 0)
        mieni_lineup(faces, count, MIENI_FRAME_HEAD, 0.12f, models, &stage->box);
    for (int i = 0; i < count; ++i)
        ((StudioActor *)stage->actors->pdata[i])->model = models[i];
    if (stage->live != NULL)
        studio_live_set_cast(stage->live, faces, paths, count);
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
static void change_cast(StudioStage *stage)
{
    const bool is_same = is_same_cast(stage->actors, stage->next);
    GPtrArray *before = stage->actors;
    make_current(stage);
    stage->actors = stage->next;
    stage->next = before;
    if (!is_same)
        stage->is_framed = false;
    stage->lit_at = 0; // light is that of others
    show_cast(stage);
    g_ptr_array_set_size(stage->next, 0);
    studio_stage_show_state(stage);
    studio_stage_pose(stage, false);
}

/// Notes what cannot be shown, and why.
static void refuse(StudioStage *stage, const StudioActor *actor)
{
    const MieniProblem *problem = &actor->preview->problem;
    stage->is_refused = true;
    g_free(stage->refusal);
    stage->refusal = g_strdup_printf("%s%s%s", problem->file, problem->file[0] != '\0' ? ": " : "",
                                     problem->error.message);
}

static void end_making(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    StudioStage *stage = data;
    StudioActor *actor = g_steal_pointer(&stage->making);
    stage->job = NULL;
    const bool is_wanted = !is_cancelled && workspace == stage->workspace && actor->texts == stage->texts;
    if (is_wanted && actor->face != NULL) {
        g_ptr_array_add(stage->next, actor);
    } else {
        if (is_wanted)
            refuse(stage, actor);
        studio_actor_free(actor);
    }
    if (stage->workspace != NULL) // maybe another one by now
        make_next(stage);
}

/// Of a list, takes who plays a role already.
static StudioActor *take(GPtrArray *actors, const StudioStage *stage, const StudioRole *role)
{
    for (guint i = 0; i < actors->len; ++i)
        if (studio_actor_plays(actors->pdata[i], role, stage->clip, stage->texts))
            return actors->pdata[i];
    return NULL;
}

static void begin_making(StudioStage *stage, const StudioRole *role)
{
    MieniProblem problem = {0};
    stage->making = studio_actor_begin(stage->workspace, role, stage->clip, stage->texts, &problem);
    if (stage->making == NULL)
        return;
    stage->job = studio_workspace_run(
        stage->workspace,
        &(StudioJobWork){.run = run_making, .done = end_making, .free_data = g_object_unref},
        g_object_ref(stage));
}

/// Brings roles and the next cast into one order; those who are in the viewport already stay.
static void assemble(StudioStage *stage)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint r = 0; r < stage->roles->len; ++r) {
        const StudioRole *role = stage->roles->pdata[r];
        StudioActor *actor = take(stage->next, stage, role);
        GPtrArray *from = actor != NULL ? stage->next : stage->actors;
        if (actor == NULL)
            actor = take(stage->actors, stage, role);
        if (actor == NULL)
            continue; // it could not be made
        g_ptr_array_set_free_func(from, NULL);
        g_ptr_array_remove(from, actor);
        g_ptr_array_set_free_func(from, studio_actor_free);
        g_ptr_array_add(all, actor);
    }
    make_current(stage);
    g_ptr_array_set_size(stage->next, 0);
    for (guint i = 0; i < all->len; ++i)
        g_ptr_array_add(stage->next, all->pdata[i]);
}

static bool is_shown(const StudioStage *stage)
{
    if (stage->actors->len != stage->roles->len)
        return false;
    for (guint i = 0; i < stage->roles->len; ++i)
        if (!studio_actor_plays(stage->actors->pdata[i], stage->roles->pdata[i], stage->clip, stage->texts))
            return false;
    return true;
}

/// Whether those who shall be there are there, be it in other versions.
static bool is_same_people(const StudioStage *stage)
{
    if (stage->actors->len == 0 || stage->actors->len != stage->roles->len)
        return false;
    for (guint i = 0; i < stage->roles->len; ++i)
        if (strcmp(((StudioActor *)stage->actors->pdata[i])->role.path,
                   ((StudioRole *)stage->roles->pdata[i])->path) != 0)
            return false;
    return true;
}

static void make_next(StudioStage *stage)
{
    if (stage->making != NULL || is_shown(stage))
        return;
    for (guint i = 0; i < stage->roles->len && !stage->is_refused; ++i) {
        const StudioRole *role = stage->roles->pdata[i];
        if (take(stage->next, stage, role) != NULL || take(stage->actors, stage, role) != NULL)
            continue;
        begin_making(stage, role);
        if (stage->making != NULL)
            return;
    }
    if (stage->is_refused && is_same_people(stage))
        return; // an edit that cannot be shown: what was there stays to be seen
    assemble(stage);
    change_cast(stage);
}

bool studio_stage_is_making(const StudioStage *stage)
{
    return stage->making != NULL || (!stage->is_refused && !is_shown(stage));
}

void studio_stage_get(StudioStage *stage)
{
    stage->is_refused = false;
    make_next(stage);
}

void studio_stage_clear(StudioStage *stage)
{
    if (stage->job != NULL)
        studio_job_cancel(stage->job);
    make_current(stage);
    g_ptr_array_set_size(stage->roles, 0);
    g_ptr_array_set_size(stage->next, 0);
    g_ptr_array_set_size(stage->actors, 0);
    ++stage->texts; // whoever is made comes too late
    show_cast(stage);
    studio_stage_show_state(stage);
}
