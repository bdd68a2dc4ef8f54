// SPDX-License-Identifier: MIT
//
// Actors: one character each, from curves of the page, a clip or a graph to bones and
// weights of morphs that lie in memory where the page reads them.

#include "web/web.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POSES = 16 }; ///< Pose assets of an actor without a graph.

/// A row of what did not fit, all bindings together.
typedef struct Finding {
    int kind;         ///< A MienFindingKind.
    const char *name; ///< Of the asset's.
    float factor;
} Finding;

typedef struct Actor {
    const MienSkeleton *skeleton;
    const MienMesh *mesh;
    MienMeshBinding *mesh_binding;
    int poses_count;
    const MienPoseAsset *poses[MOST_POSES];
    MienPoseBinding *poses_bindings[MOST_POSES];
    const MienClip *clip;
    MienClipBinding *clip_binding;
    MienClipCursor *cursor;
    MienGraphBinding *graph_binding;
    MienGraphInstance *instance;
    int bone_count, curve_count, morph_count;
    const MienTransform *reference;
    MienTransform *rest;     ///< The page's, which then is the reference.
    MienTransform *bones;    ///< Out.
    MienMatrix34 *model;     ///< Out, if somebody wanted it.
    float *morphs;           ///< Out.
    MienCurveSet given, now; ///< In: the page's; out.
    void *scratch;
    size_t scratch_size;
    Finding *findings;
    int finding_count;
} Actor;

static bool reserve_set(MienCurveSet *set, int count)
{
    set->count = count;
    set->values = web_reserve(sizeof(float) * (size_t)(count > 0 ? count : 1));
    set->present = web_reserve(sizeof(uint32_t) * (size_t)(mien_curve_set_words(count) + 1));
    if (set->values == NULL || set->present == NULL)
        return false;
    mien_curve_set_clear(set);
    return true;
}

static bool need_scratch(Actor *actor, size_t size)
{
    if (size <= actor->scratch_size)
        return true;
    free(actor->scratch);
    actor->scratch = web_reserve(size);
    actor->scratch_size = actor->scratch != NULL ? size : 0;
    return actor->scratch != NULL;
}

WEB_EXPORT(actor_destroy) void web_actor_destroy(Actor *actor)
{
    if (actor == NULL)
        return;
    for (int i = 0; i < actor->poses_count; ++i)
        mien_pose_binding_destroy(actor->poses_bindings[i]);
    mien_clip_binding_destroy(actor->clip_binding);
    mien_graph_binding_destroy(actor->graph_binding);
    mien_mesh_binding_destroy(actor->mesh_binding);
    void *const blocks[] = {actor->cursor,      actor->instance,     actor->bones,         actor->model,
                            actor->morphs,      actor->given.values, actor->given.present, actor->now.values,
                            actor->now.present, actor->scratch,      actor->findings,      actor->rest};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i)
        free(blocks[i]);
    free(actor);
}

/// An actor that stands in its reference pose; mesh may be NULL.
WEB_EXPORT(actor_new) Actor *web_actor_new(const MienSkeleton *skeleton, const MienMesh *mesh)
{
    Actor *actor = calloc(1, sizeof *actor);
    if (actor == NULL)
        return web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for an actor.");
    actor->skeleton = skeleton;
    actor->mesh = mesh;
    actor->bone_count = mien_skeleton_bone_count(skeleton);
    actor->curve_count = mien_skeleton_curve_count(skeleton);
    actor->reference = mien_skeleton_reference(skeleton);
    bool is_made = true;
    if (mesh != NULL) {
        is_made = mien_mesh_binding_create(mesh, skeleton, NULL, &actor->mesh_binding, &web_error) == MIEN_OK;
        if (is_made) {
            actor->reference = mien_mesh_binding_reference(actor->mesh_binding);
            actor->morph_count = mien_mesh_info(mesh).morph_count;
        }
    }
    actor->bones =
        web_reserve(sizeof *actor->bones * (size_t)(actor->bone_count > 0 ? actor->bone_count : 1));
    actor->morphs = web_reserve(sizeof(float) * (size_t)(actor->morph_count > 0 ? actor->morph_count : 1));
    if (!is_made || actor->bones == NULL || actor->morphs == NULL ||
        !reserve_set(&actor->given, actor->curve_count) || !reserve_set(&actor->now, actor->curve_count)) {
        web_actor_destroy(actor);
        return NULL;
    }
    memcpy(actor->bones, actor->reference, sizeof *actor->bones * (size_t)actor->bone_count);
    for (int i = 0; i < actor->morph_count; ++i)
        actor->morphs[i] = mien_mesh_morph(mesh, i).weight;
    return actor;
}

/// Gives an actor the reference pose of the model that it moves, before poses, clips or a graph are bound.
/// A page that has a model needs no mesh for the proportions.
WEB_EXPORT(actor_rest) int web_actor_rest(Actor *actor, const MienTransform *rest)
{
    const size_t size = sizeof *rest * (size_t)actor->bone_count;
    MienTransform *own = web_reserve(size > 0 ? size : 1);
    if (own == NULL)
        return 0;
    memcpy(own, rest, size);
    memcpy(actor->bones, rest, size);
    free(actor->rest);
    actor->reference = actor->rest = own;
    return 1;
}

/// Poses that curves of their names drive, after those added before.
WEB_EXPORT(actor_add_poses) int web_actor_add_poses(Actor *actor, const MienPoseAsset *poses)
{
    const int at = actor->poses_count;
    const MienPoseBindingOptions options = {.mesh_reference = actor->reference};
    if (at == MOST_POSES) {
        web_refuse(MIEN_ERROR_LIMIT, "An actor has 16 pose assets at most.");
        return 0;
    }
    if (mien_pose_binding_create(poses, actor->skeleton, &options, &actor->poses_bindings[at], &web_error) !=
        MIEN_OK)
        return 0;
    if (!need_scratch(actor, mien_pose_job_scratch_size(poses))) {
        mien_pose_binding_destroy(actor->poses_bindings[at]);
        return 0;
    }
    actor->poses[at] = poses;
    ++actor->poses_count;
    return 1;
}

/// The clip that an actor without a graph plays from now on; NULL: none.
WEB_EXPORT(actor_set_clip) int web_actor_set_clip(Actor *actor, const MienClip *clip)
{
    MienClipBinding *binding = NULL;
    void *memory = NULL;
    if (clip != NULL) {
        const MienClipBindingOptions options = {.mesh_reference = actor->reference};
        const size_t size = mien_clip_cursor_size(clip);
        if (mien_clip_binding_create(clip, actor->skeleton, &options, &binding, &web_error) != MIEN_OK)
            return 0;
        memory = web_reserve(size);
        if (memory == NULL || mien_clip_cursor_init(clip, memory, size) == NULL) {
            mien_clip_binding_destroy(binding);
            free(memory);
            return 0;
        }
    }
    mien_clip_binding_destroy(actor->clip_binding);
    free(actor->cursor);
    actor->clip = clip;
    actor->clip_binding = binding;
    actor->cursor = memory;
    return 1;
}

/// Gives an actor a graph. assets: addresses of clips and pose assets in the order of the graph's
/// places, 0 for those that stay empty.
WEB_EXPORT(actor_set_graph)
int web_actor_set_graph(Actor *actor, const MienGraph *graph, const uintptr_t *assets, int count)
{
    MienGraphAsset *given = calloc((size_t)count + 1, sizeof *given);
    MienGraphBinding *binding = NULL;
    void *memory = NULL;
    if (given == NULL)
        return web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for a graph."), 0;
    for (int i = 0; i < count; ++i) {
        if (mien_graph_asset(graph, i).type == MIEN_GRAPH_CLIP)
            given[i].clip = (const MienClip *)assets[i];
        else
            given[i].poses = (const MienPoseAsset *)assets[i];
    }
    const MienGraphBindingOptions options = {
        .mesh_reference = actor->reference, .asset_count = count, .assets = given};
    if (mien_graph_binding_create(graph, actor->skeleton, &options, &binding, &web_error) == MIEN_OK) {
        const size_t size = mien_graph_instance_size(binding);
        memory = web_reserve(size);
        if (memory == NULL || mien_graph_instance_init(binding, memory, size) == NULL ||
            !need_scratch(actor, mien_graph_job_scratch_size(binding))) {
            mien_graph_binding_destroy(binding);
            free(memory);
            binding = NULL;
        }
    }
    free(given);
    if (binding == NULL)
        return 0;
    free(actor->instance);
    mien_graph_binding_destroy(actor->graph_binding);
    actor->graph_binding = binding;
    actor->instance = memory;
    const int sources = mien_graph_info(graph).source_count;
    for (int i = 0; i < sources; ++i)
        mien_graph_instance_set_source(actor->instance, i, &actor->given);
    return 1;
}

WEB_EXPORT(actor_set_number) int web_actor_set_number(Actor *actor, int parameter, float value)
{
    return actor->instance != NULL &&
           mien_graph_instance_set_number(actor->instance, parameter, value) == MIEN_OK;
}

WEB_EXPORT(actor_set_text) int web_actor_set_text(Actor *actor, int parameter, const char *text)
{
    return actor->instance != NULL &&
           mien_graph_instance_set_text(actor->instance, parameter, text) == MIEN_OK;
}

WEB_EXPORT(actor_set_time) int web_actor_set_time(Actor *actor, int node, double time)
{
    return actor->instance != NULL && mien_graph_instance_set_time(actor->instance, node, time) == MIEN_OK;
}

WEB_EXPORT(actor_bones) const MienTransform *web_actor_bones(const Actor *actor) { return actor->bones; }
WEB_EXPORT(actor_morphs) const float *web_actor_morphs(const Actor *actor) { return actor->morphs; }
WEB_EXPORT(actor_curves) const float *web_actor_curves(const Actor *actor) { return actor->now.values; }
WEB_EXPORT(actor_put) void web_actor_put(Actor *actor, int curve, float value)
{
    mien_curve_set_put(&actor->given, curve, value);
}
WEB_EXPORT(actor_drop) void web_actor_drop(Actor *actor, int curve)
{
    mien_curve_set_remove(&actor->given, curve);
}
WEB_EXPORT(actor_drop_all) void web_actor_drop_all(Actor *actor) { mien_curve_set_clear(&actor->given); }

static MienStatus run_graph(Actor *actor, double step)
{
    const MienGraphJob job = {.binding = actor->graph_binding,
                              .instance = actor->instance,
                              .step = step,
                              .bone_count = actor->bone_count,
                              .out_bones = actor->bones,
                              .out_curves = actor->now,
                              .scratch = actor->scratch,
                              .scratch_size = actor->scratch_size};
    return mien_graph_job_run(&job);
}

/// The clip, then the page's curves in place of its own, then poses one after another.
static MienStatus run_poses(Actor *actor, double time)
{
    MienStatus status = MIEN_OK;
    memcpy(actor->bones, actor->reference, sizeof *actor->bones * (size_t)actor->bone_count);
    mien_curve_set_clear(&actor->now);
    if (actor->clip != NULL) {
        const MienClipJob job = {.clip = actor->clip,
                                 .binding = actor->clip_binding,
                                 .cursor = actor->cursor,
                                 .time = time,
                                 .out_curves = actor->now,
                                 .bone_count = actor->bone_count,
                                 .out_bones = actor->bones};
        status = mien_clip_job_run(&job);
    }
    for (int i = 0; i < actor->curve_count; ++i)
        if (mien_curve_set_has(&actor->given, i))
            mien_curve_set_put(&actor->now, i, actor->given.values[i]);
    for (int i = 0; i < actor->poses_count && status == MIEN_OK; ++i) {
        const MienPoseJob job = {.asset = actor->poses[i],
                                 .binding = actor->poses_bindings[i],
                                 .bone_count = actor->bone_count,
                                 .input = actor->bones,
                                 .out_bones = actor->bones,
                                 .curves = actor->now,
                                 .out_curves = actor->now,
                                 .scratch = actor->scratch,
                                 .scratch_size = actor->scratch_size};
        status = mien_pose_job_run(&job);
    }
    return status;
}

/// Goes on by a step if there is a graph, or to a time without one; 0 if it cannot.
WEB_EXPORT(actor_run) int web_actor_run(Actor *actor, double step, double time)
{
    MienStatus status = actor->instance != NULL ? run_graph(actor, step) : run_poses(actor, time);
    if (status == MIEN_OK && actor->morph_count > 0) {
        const MienMorphJob job = {.binding = actor->mesh_binding,
                                  .curves = actor->now,
                                  .morph_count = actor->morph_count,
                                  .out_weights = actor->morphs};
        status = mien_morph_run(&job);
    }
    if (status != MIEN_OK)
        web_refuse(status, "The actor could not be evaluated.");
    return status == MIEN_OK;
}

/// Many actors at one moment, each with its own time: one call for a whole crowd.
WEB_EXPORT(actors_run) int web_actors_run(Actor *const *actors, const double *times, int count, double step)
{
    for (int i = 0; i < count; ++i)
        if (!web_actor_run(actors[i], step, times[i]))
            return 0;
    return 1;
}

/// Model matrices of the bones as they are: three rows of four per bone.
WEB_EXPORT(actor_model) const MienMatrix34 *web_actor_model(Actor *actor)
{
    if (actor->model == NULL)
        actor->model =
            web_reserve(sizeof *actor->model * (size_t)(actor->bone_count > 0 ? actor->bone_count : 1));
    const MienModelJob job = {.skeleton = actor->skeleton,
                              .bone_count = actor->bone_count,
                              .local_count = actor->bone_count,
                              .local = actor->bones,
                              .reference = actor->reference,
                              .out_model = actor->model};
    return actor->model != NULL && mien_model_run(&job) == MIEN_OK ? actor->model : NULL;
}

// What did not fit

static void add(Actor *actor, int kind, const char *name, float factor)
{
    if (actor->findings != NULL)
        actor->findings[actor->finding_count] = (Finding){kind, name, factor};
    ++actor->finding_count;
}

static void collect(Actor *actor)
{
    actor->finding_count = 0;
    for (int p = 0; p < actor->poses_count; ++p)
        for (int i = 0; i < mien_pose_binding_report_count(actor->poses_bindings[p]); ++i) {
            const MienFinding row = mien_pose_binding_report(actor->poses_bindings[p], i);
            add(actor, (int)row.kind, row.name, row.factor);
        }
    for (int i = 0; actor->mesh_binding != NULL && i < mien_mesh_binding_report_count(actor->mesh_binding);
         ++i) {
        const MienFinding row = mien_mesh_binding_report(actor->mesh_binding, i);
        add(actor, (int)row.kind, row.name, 0);
    }
    for (int i = 0; actor->graph_binding != NULL && i < mien_graph_binding_report_count(actor->graph_binding);
         ++i) {
        const MienFinding row = mien_graph_binding_report(actor->graph_binding, i);
        add(actor, (int)row.kind, row.name, row.factor);
    }
}

/// Counts what did not fit; then the following tell of each.
WEB_EXPORT(actor_findings) int web_actor_findings(Actor *actor)
{
    free(actor->findings);
    actor->findings = NULL;
    collect(actor);
    actor->findings = calloc((size_t)actor->finding_count + 1, sizeof *actor->findings);
    if (actor->findings == NULL)
        return 0;
    collect(actor);
    return actor->finding_count;
}
WEB_EXPORT(finding_kind) int web_finding_kind(const Actor *actor, int i) { return actor->findings[i].kind; }
WEB_EXPORT(finding_name) const char *web_finding_name(const Actor *actor, int i)
{
    return actor->findings[i].name;
}
WEB_EXPORT(finding_factor) float web_finding_factor(const Actor *actor, int i)
{
    return actor->findings[i].factor;
}
