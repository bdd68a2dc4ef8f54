// SPDX-License-Identifier: MIT
//
// Graphs in tests: a skeleton, assets under paths, a graph from its text, and one
// character that runs it. Steps are:
//
//     Rig rig;                                   // posing.h: bones and poses by hand
//     rig_begin(&rig, 3);
//     rig_mover(&rig, "smile", 1, 0.5f);
//     GraphRig g;
//     graph_begin(&g, &rig.skeleton);
//     graph_poses(&g, "a.poses.json", &rig.asset);
//     graph_clip(&g, "a.clip.json", &clip);
//     graph_make(&g, GRAPH("{'id': 'talk', 'node': 'clip', 'clip': 'a.clip.json'},"
//                          "{'id': 'out', 'node': 'output', 'input': 'talk'}"));
//     graph_step(&g, 0.5);
//     CHECK_NEAR(g.bones[1].translation.x, 0.5, 1e-6);
//     graph_end(&g);
//
// Texts are JSON with ' for ".

#pragma once

#include "support/packs.h"
#include "support/posing.h"

#include "mien/graph.h"
#include "mien_author/cook_clip.h"
#include "mien_author/graph.h"

#define GRAPH_HEAD "{'kind': 'graph', 'version': 1, 'skeleton': 'rig.skeleton.json', "
/// A graph of nodes alone.
#define GRAPH(nodes) GRAPH_HEAD "'nodes': [" nodes "]}"
/// A graph with parameters.
#define GRAPH_WITH(parameters, nodes) GRAPH_HEAD "'parameters': [" parameters "], 'nodes': [" nodes "]}"

enum { GRAPH_RIG_ASSETS = 16, GRAPH_RIG_EVENTS = 64 };

typedef struct GraphRigAsset {
    const char *path;
    MienClip *clip;
    MienPoseAsset *poses;
} GraphRigAsset;

/// A graph and one character. Points into itself: do not copy.
typedef struct GraphRig {
    MienSkeleton *skeleton;
    int bone_count, curve_count;
    int asset_count;
    GraphRigAsset assets[GRAPH_RIG_ASSETS];
    const MienTransform *mesh_rest_pose; ///< Set before graph_make; or NULL.
    const MienAuthorMap *map;            ///< "own.map.json", set before graph_make; or NULL.
    Pack pack;                           ///< Of the graph.
    MienGraph *graph;
    MienGraphBinding *binding;
    MienGraphInstance *instance;
    MienTransform *bones; ///< What the last step gave.
    MienCurveSet curves;
    MienGraphEvent events[GRAPH_RIG_EVENTS];
    int event_count;
    MienGraphTrace *trace; ///< NULL unless graph_trace was called.
    MienGraphJob job;
} GraphRig;

static inline void graph_begin(GraphRig *g, const MienAuthorSkeleton *skeleton)
{
    MienError error = {0};
    MienAuthorPack pack = {0};
    memset(g, 0, sizeof *g);
    require_ok(mien_author_skeleton_cook(skeleton, NULL, &pack, &error), &error, __LINE__);
    require_ok(mien_skeleton_load(pack.data, pack.size, NULL, &g->skeleton, &error), &error, __LINE__);
    mien_author_pack_release(&pack);
    g->bone_count = mien_skeleton_bone_count(g->skeleton);
    g->curve_count = mien_skeleton_curve_count(g->skeleton);
}

static inline GraphRigAsset *graph_asset(GraphRig *g, const char *path)
{
    for (int i = 0; i < g->asset_count; ++i) {
        if (strcmp(g->assets[i].path, path) == 0)
            return &g->assets[i];
    }
    if (g->asset_count == GRAPH_RIG_ASSETS)
        abort();
    GraphRigAsset *asset = &g->assets[g->asset_count++];
    asset->path = path;
    return asset;
}

/// A clip under a path, packed without loss.
static inline void graph_clip(GraphRig *g, const char *path, const MienAuthorClip *clip)
{
    MienError error = {0};
    MienAuthorPack pack = {0};
    const MienAuthorClipOptions options = {.curve_error = MIEN_AUTHOR_EXACT,
                                           .track_error = MIEN_AUTHOR_EXACT};
    require_ok(mien_author_clip_cook(clip, &options, &pack, NULL, &error), &error, __LINE__);
    require_ok(mien_clip_load(pack.data, pack.size, NULL, &graph_asset(g, path)->clip, &error), &error,
               __LINE__);
    mien_author_pack_release(&pack);
}

/// A pose asset under a path.
static inline void graph_poses(GraphRig *g, const char *path, const MienAuthorPoseAsset *asset)
{
    MienError error = {0};
    MienAuthorPack pack = {0};
    require_ok(mien_author_pose_asset_cook(asset, NULL, &pack, NULL, &error), &error, __LINE__);
    require_ok(mien_pose_asset_load(pack.data, pack.size, NULL, &graph_asset(g, path)->poses, &error), &error,
               __LINE__);
    mien_author_pack_release(&pack);
}

static inline MienAuthorGraphMode graph_mode(void *user, const char *path)
{
    const GraphRig *g = user;
    for (int i = 0; i < g->asset_count; ++i) {
        if (strcmp(g->assets[i].path, path) == 0 && g->assets[i].poses != NULL)
            return mien_pose_asset_info(g->assets[i].poses).is_additive ? MIEN_AUTHOR_GRAPH_ADDITIVE
                                                                        : MIEN_AUTHOR_GRAPH_ABSOLUTE;
    }
    return MIEN_AUTHOR_GRAPH_UNKNOWN;
}

static inline const MienAuthorMap *graph_map(void *user, const char *name)
{
    return strcmp(name, "own.map.json") == 0 ? ((const GraphRig *)user)->map : NULL;
}

/// Cooks a text with ' for "; *out_pack is empty after a failure.
static inline MienStatus graph_cook(GraphRig *g, const char *text, Pack *out_pack, MienError *error)
{
    const size_t size = strlen(text);
    char *json = malloc(size + 1);
    MienAuthorGraph *source = NULL;
    MienAuthorPack pack = {0};
    const MienAuthorGraphOptions options = {
        .user = g, .mode = graph_mode, .map = g->map != NULL ? graph_map : NULL};
    if (json == NULL)
        abort();
    for (size_t i = 0; i <= size; ++i)
        json[i] = (char)(text[i] == '\'' ? '"' : text[i]);
    MienStatus status = mien_author_graph_read(json, size, NULL, &source, error);
    if (status == MIEN_OK)
        status = mien_author_graph_cook(source, &options, &pack, error);
    mien_author_graph_destroy(source);
    free(json);
    *out_pack = (Pack){pack.data, pack.size};
    return status;
}

/// Binds a graph to the rig's skeleton and to those of its assets whose paths it has.
static inline MienStatus graph_bind(GraphRig *g, const MienGraph *graph, const MienAllocator *allocator,
                                    MienGraphBinding **out_binding, MienError *error)
{
    const int count = mien_graph_info(graph).asset_slot_count;
    MienGraphAsset *assets = calloc((size_t)count + 1, sizeof *assets);
    if (assets == NULL)
        abort();
    for (int i = 0; i < count; ++i) {
        const char *path = mien_graph_asset_slot(graph, i).path;
        for (int k = 0; k < g->asset_count; ++k) {
            if (strcmp(path, g->assets[k].path) == 0)
                assets[i] = (MienGraphAsset){.clip = g->assets[k].clip, .poses = g->assets[k].poses};
        }
    }
    const MienGraphBindingOptions options = {
        .allocator = allocator, .mesh_rest_pose = g->mesh_rest_pose, .asset_count = count, .assets = assets};
    const MienStatus status = mien_graph_binding_create(graph, g->skeleton, &options, out_binding, error);
    free(assets);
    return status;
}

static inline void graph_free_instance(GraphRig *g)
{
    aligned_free(g->instance);
    aligned_free(g->job.scratch);
    aligned_free(g->trace);
    aligned_free(g->bones);
    free(g->curves.values);
    free(g->curves.present);
}

/// A character at its start: an instance and the job's arrays, of exactly the size
/// they need.
static inline void graph_start(GraphRig *g)
{
    const size_t size = mien_graph_instance_size(g->binding);
    g->instance = mien_graph_instance_init(g->binding, aligned_take(size), size);
    if (g->instance == NULL)
        abort();
    g->bones = aligned_take((size_t)g->bone_count * sizeof *g->bones + 1);
    memset(g->bones, 0xA5, (size_t)g->bone_count * sizeof *g->bones);
    g->curves = (MienCurveSet){g->curve_count, stage_array(g->curve_count, sizeof(float)),
                               stage_array(mien_curve_set_words(g->curve_count), sizeof(uint32_t))};
    g->job = (MienGraphJob){.binding = g->binding,
                            .instance = g->instance,
                            .bone_count = g->bone_count,
                            .out_bones = g->bones,
                            .out_curves = g->curves,
                            .event_capacity = GRAPH_RIG_EVENTS,
                            .out_events = g->events,
                            .out_event_count = &g->event_count,
                            .scratch_size = mien_graph_job_scratch_size(g->binding)};
    g->job.scratch = aligned_take(g->job.scratch_size);
}

/// From text to a character at its start.
static inline void graph_make(GraphRig *g, const char *text)
{
    MienError error = {0};
    require_ok(graph_cook(g, text, &g->pack, &error), &error, __LINE__);
    require_ok(mien_graph_load(g->pack.data, g->pack.size, NULL, &g->graph, &error), &error, __LINE__);
    require_ok(graph_bind(g, g->graph, NULL, &g->binding, &error), &error, __LINE__);
    graph_start(g);
}

/// From now on the job has a trace.
static inline void graph_trace(GraphRig *g)
{
    const size_t size = mien_graph_trace_size(g->binding);
    g->trace = mien_graph_trace_init(g->binding, aligned_take(size), size);
    if (g->trace == NULL)
        abort();
    g->job.trace = g->trace;
}

/// One step, on scratch that holds rubbish as a reused block does.
static inline void graph_step(GraphRig *g, double step)
{
    memset(g->job.scratch, 0xA5, g->job.scratch_size);
    g->job.step = step;
    CHECK_STATUS(mien_graph_job_run(&g->job), MIEN_OK);
}

/// A step of no time.
static inline void graph_run(GraphRig *g) { graph_step(g, 0.0); }

/// The value of a curve by name.
static inline float graph_curve(const GraphRig *g, const char *name)
{
    return mien_curve_set_value(&g->curves, mien_skeleton_find_curve(g->skeleton, name));
}

static inline bool graph_has_curve(const GraphRig *g, const char *name)
{
    return mien_curve_set_has(&g->curves, mien_skeleton_find_curve(g->skeleton, name));
}

static inline void graph_set(GraphRig *g, const char *parameter, float value)
{
    CHECK_STATUS(
        mien_graph_instance_set_number(g->instance, mien_graph_find_parameter(g->graph, parameter), value),
        MIEN_OK);
}

enum { RAMP_RATE = 8, RAMP_FRAMES = 65 };

/// A clip whose numbers are its time in seconds, at 8 frames per second: a curve, or the
/// translation of a bone along x, or both. Points into itself: do not copy.
typedef struct Ramp {
    MienAuthorKey keys[2];
    MienAuthorClipCurve curve;
    MienTransform samples[RAMP_FRAMES];
    MienAuthorClipTrack track;
    MienAuthorClip clip;
} Ramp;

/// length is a whole number of eighths of a second, at most 8 seconds. curve or bone may
/// be NULL. reference is the bone's.
static inline const MienAuthorClip *ramp_clip(Ramp *ramp, double length, const char *curve, const char *bone,
                                              MienTransform reference)
{
    const int frames = (int)(length * RAMP_RATE) + 1;
    *ramp = (Ramp){0};
    ramp->keys[0] = (MienAuthorKey){.time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR};
    ramp->keys[1] = (MienAuthorKey){.time = length, .value = (float)length};
    ramp->curve = (MienAuthorClipCurve){.name = curve, .key_count = 2, .keys = ramp->keys};
    for (int f = 0; f < frames && f < RAMP_FRAMES; ++f) {
        ramp->samples[f] = reference;
        ramp->samples[f].translation.x += (float)f / RAMP_RATE;
    }
    ramp->track = (MienAuthorClipTrack){.bone = bone, .sample_count = frames, .samples = ramp->samples};
    ramp->clip = (MienAuthorClip){.rate = RAMP_RATE,
                                  .length = length,
                                  .curve_count = curve != NULL,
                                  .curves = &ramp->curve,
                                  .track_count = bone != NULL,
                                  .tracks = &ramp->track};
    return &ramp->clip;
}

static inline void graph_end(GraphRig *g)
{
    graph_free_instance(g);
    mien_graph_binding_destroy(g->binding);
    mien_graph_destroy(g->graph);
    pack_free(&g->pack);
    for (int i = 0; i < g->asset_count; ++i) {
        mien_clip_destroy(g->assets[i].clip);
        mien_pose_asset_destroy(g->assets[i].poses);
    }
    mien_skeleton_destroy(g->skeleton);
}
