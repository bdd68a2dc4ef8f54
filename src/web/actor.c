// SPDX-License-Identifier: MIT
//
// Actors behind flat functions. Their results lie in memory where the page reads them.

#include "web/web.h"

#include <stdlib.h>

WEB_EXPORT(actor_destroy) void web_actor_destroy(MienActor *actor) { mien_actor_destroy(actor); }

/// An actor in its rest pose. mesh, rest (a transform per bone), poses (addresses of pose assets)
/// and graph may be 0. assets: addresses of clips and pose assets in the order of the graph's
/// slots, 0 for an empty one.
WEB_EXPORT(actor_new)
MienActor *web_actor_new(const MienSkeleton *skeleton, const MienMesh *mesh, const MienTransform *rest,
                         const MienPoseAsset *const *poses, int poses_count, const MienGraph *graph,
                         const uintptr_t *assets)
{
    const int count = graph != NULL ? mien_graph_info(graph).asset_slot_count : 0;
    MienGraphAsset *given = calloc((size_t)count + 1, sizeof *given);
    MienActor *actor = NULL;
    if (given == NULL)
        return web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for an actor.");
    for (int i = 0; i < count; ++i) {
        if (mien_graph_asset_slot(graph, i).type == MIEN_GRAPH_CLIP)
            given[i].clip = (const MienClip *)assets[i];
        else
            given[i].poses = (const MienPoseAsset *)assets[i];
    }
    const MienActorDesc desc = {.skeleton = skeleton,
                                .mesh = mesh,
                                .pose_asset_count = graph != NULL ? 0 : poses_count,
                                .pose_assets = poses,
                                .graph = graph,
                                .asset_count = count,
                                .assets = given,
                                .options = {.rest_pose = rest}};
    mien_actor_create(&desc, &actor, &web_error);
    free(given);
    return actor;
}

/// The clip that an actor without a graph plays from now on; 0: none. The page keeps its time.
WEB_EXPORT(actor_set_clip) int web_actor_set_clip(MienActor *actor, const MienClip *clip)
{
    return mien_actor_set_clip(actor, clip, NULL, &web_error) == MIEN_OK;
}

WEB_EXPORT(actor_set_number) int web_actor_set_number(MienActor *actor, int parameter, float value)
{
    MienGraphInstance *instance = mien_actor_instance(actor);
    return instance != NULL && mien_graph_instance_set_number(instance, parameter, value) == MIEN_OK;
}

WEB_EXPORT(actor_set_text) int web_actor_set_text(MienActor *actor, int parameter, const char *text)
{
    MienGraphInstance *instance = mien_actor_instance(actor);
    return instance != NULL && mien_graph_instance_set_text(instance, parameter, text) == MIEN_OK;
}

WEB_EXPORT(actor_set_time) int web_actor_set_time(MienActor *actor, int node, double time)
{
    MienGraphInstance *instance = mien_actor_instance(actor);
    return instance != NULL && mien_graph_instance_set_time(instance, node, time) == MIEN_OK;
}

WEB_EXPORT(actor_bones) const MienTransform *web_actor_bones(const MienActor *actor)
{
    return mien_actor_bones(actor);
}
WEB_EXPORT(actor_morphs) const float *web_actor_morphs(const MienActor *actor)
{
    return mien_actor_morphs(actor);
}
WEB_EXPORT(actor_curves) const float *web_actor_curves(const MienActor *actor)
{
    return mien_actor_curves(actor).values;
}
WEB_EXPORT(actor_put) void web_actor_put(MienActor *actor, int curve, float value)
{
    mien_actor_set_curve(actor, curve, value);
}
WEB_EXPORT(actor_drop) void web_actor_drop(MienActor *actor, int curve)
{
    const MienCurveSet inputs = mien_actor_inputs(actor);
    mien_curve_set_remove(&inputs, curve);
}
WEB_EXPORT(actor_drop_all) void web_actor_drop_all(MienActor *actor)
{
    const MienCurveSet inputs = mien_actor_inputs(actor);
    mien_curve_set_clear(&inputs);
}

/// Goes on by a step if there is a graph, or to a time without one; 0 if it cannot.
WEB_EXPORT(actor_run) int web_actor_run(MienActor *actor, double step, double time)
{
    mien_actor_set_time(actor, time);
    const MienStatus status = mien_actor_step(actor, mien_actor_graph(actor) != NULL ? step : 0.0);
    if (status != MIEN_OK)
        web_refuse(status, "The actor could not be evaluated.");
    return status == MIEN_OK;
}

/// Many actors at one moment, each with its own time: one call for a whole crowd.
WEB_EXPORT(actors_run)
int web_actors_run(MienActor *const *actors, const double *times, int count, double step)
{
    for (int i = 0; i < count; ++i)
        if (!web_actor_run(actors[i], step, times[i]))
            return 0;
    return 1;
}

/// Model matrices of the bones as they are: three rows of four per bone.
WEB_EXPORT(actor_model) const MienMatrix34 *web_actor_model(MienActor *actor)
{
    return mien_actor_model(actor);
}

// What does not fit

WEB_EXPORT(actor_findings) int web_actor_findings(const MienActor *actor)
{
    return mien_actor_report_count(actor);
}
WEB_EXPORT(finding_kind) int web_finding_kind(const MienActor *actor, int i)
{
    return (int)mien_actor_report(actor, i).kind;
}
WEB_EXPORT(finding_name) const char *web_finding_name(const MienActor *actor, int i)
{
    return mien_actor_report(actor, i).name;
}
WEB_EXPORT(finding_factor) float web_finding_factor(const MienActor *actor, int i)
{
    return mien_actor_report(actor, i).factor;
}
