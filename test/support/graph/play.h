// SPDX-License-Identifier: MIT
//
// Plays any graph for a few steps on a small character, whatever it asks for: for
// graphs from anyone, in hostile tests and fuzzers.

#pragma once

#include "support/packs.h"

#include "mien/graph.h"
#include "mien_author/cook_clip.h"
#include "mien_author/pose_asset.h"

#include <stdio.h>

enum { PLAY_BONES = 5, PLAY_CURVES = 2, PLAY_STEPS = 4, PLAY_LONGEST = 300 };

/// A skeleton, a clip and pose assets that name what the texts of tests name; made once,
/// never freed.
typedef struct PlayCast {
    MienSkeleton *skeleton;
    MienClip *clip;
    MienPoseAsset *additive, *absolute;
} PlayCast;

#define PLAY_AT(x, w, y)                                                                                     \
    {                                                                                                        \
        .rotation = {x, 0.0f, 0.0f, w}, .translation = {0.0f, y, 0.0f}, .scale = { 1.0f, 1.0f, 1.0f }        \
    }
#define PLAY_UP(y)     PLAY_AT(0.0f, 1.0f, y)
#define PLAY_TURNED(y) PLAY_AT(0.28f, 0.96f, y)

static inline const PlayCast *play_cast(void)
{
    static const MienAuthorBone bones[PLAY_BONES] = {{"root", -1, PLAY_UP(0.0f), MIEN_ALL_LODS},
                                                     {"neck", 0, PLAY_UP(1.0f), MIEN_ALL_LODS},
                                                     {"head", 1, PLAY_UP(0.2f), MIEN_ALL_LODS},
                                                     {"jaw", 2, PLAY_UP(-0.1f), 1},
                                                     {"arm", 0, PLAY_UP(0.8f), MIEN_ALL_LODS}};
    static const MienAuthorCurve curves[PLAY_CURVES] = {{"jawOpen", MIEN_ALL_LODS}, {"smile", 1}};
    static const MienTransform open[PLAY_BONES] = {PLAY_UP(0.0f), PLAY_UP(1.0f), PLAY_TURNED(0.2f),
                                                   PLAY_TURNED(-0.1f), PLAY_UP(0.8f)};
    static const MienTransform up[PLAY_BONES] = {PLAY_UP(0.0f), PLAY_UP(1.0f), PLAY_UP(0.2f), PLAY_UP(-0.1f),
                                                 PLAY_TURNED(0.9f)};
    static const MienAuthorPose poses[] = {
        {.name = "jawOpen", .bones = open}, {.name = "smile", .bones = up}, {.name = "up", .bones = up}};
    static const MienAuthorKey keys[] = {{.time = 0.0, .value = 0.25f, .interpolation = MIEN_AUTHOR_LINEAR},
                                         {.time = 0.5, .value = 1.0f}};
    static const MienAuthorClipCurve clip_curves[] = {{.name = "jawOpen", .key_count = 2, .keys = keys},
                                                      {.name = "EyeBlinkLeft", .key_count = 2, .keys = keys}};
    static const MienAuthorClipEvent events[] = {{"step", 0.25}};
    static PlayCast cast;
    if (cast.skeleton != NULL)
        return &cast;
    const MienAuthorSkeleton skeleton = {
        .bone_count = PLAY_BONES, .bones = bones, .curve_count = PLAY_CURVES, .curves = curves};
    const MienAuthorPoseAsset additive = {.skeleton = &skeleton, .pose_count = 3, .poses = poses};
    MienAuthorPoseAsset absolute = additive;
    absolute.is_absolute = true;
    const MienAuthorClip clip = {.rate = 30,
                                 .length = 0.5,
                                 .curve_count = 2,
                                 .curves = clip_curves,
                                 .event_count = 1,
                                 .events = events};
    MienAuthorPack packs[4] = {{0}};
    MienError error = {0};
    if (mien_author_skeleton_cook(&skeleton, NULL, &packs[0], &error) != MIEN_OK ||
        mien_author_clip_cook(&clip, NULL, &packs[1], NULL, &error) != MIEN_OK ||
        mien_author_pose_asset_cook(&additive, NULL, &packs[2], NULL, &error) != MIEN_OK ||
        mien_author_pose_asset_cook(&absolute, NULL, &packs[3], NULL, &error) != MIEN_OK ||
        mien_clip_load(packs[1].data, packs[1].size, NULL, &cast.clip, NULL) != MIEN_OK ||
        mien_pose_asset_load(packs[2].data, packs[2].size, NULL, &cast.additive, NULL) != MIEN_OK ||
        mien_pose_asset_load(packs[3].data, packs[3].size, NULL, &cast.absolute, NULL) != MIEN_OK ||
        mien_skeleton_load(packs[0].data, packs[0].size, NULL, &cast.skeleton, NULL) != MIEN_OK) {
        fprintf(stderr, "%s: %s\n", error.location, error.message);
        abort();
    }
    for (int i = 0; i < 4; ++i)
        mien_author_pack_release(&packs[i]);
    return &cast;
}

/// What a step gives.
typedef struct PlayFrame {
    MienTransform bones[PLAY_BONES];
    float values[PLAY_CURVES];
    uint32_t present[1];
    int event_count;
} PlayFrame;

/// Everything of the host's, so that every node has something to do.
static inline void play_set(const MienGraph *graph, MienGraphInstance *instance, const MienCurveSet *curves)
{
    static const MienTransform slot[PLAY_BONES] = {PLAY_UP(0.0f), PLAY_TURNED(1.0f), PLAY_TURNED(0.2f),
                                                   PLAY_TURNED(-0.1f), PLAY_TURNED(0.8f)};
    const MienGraphInfo info = mien_graph_info(graph);
    for (int i = 0; i < info.live_input_count; ++i)
        mien_graph_instance_set_live_input(instance, i, curves);
    for (int i = 0; i < info.input_pose_count; ++i)
        mien_graph_instance_set_input_pose(instance, i, slot, curves, 0.5f);
    for (int p = 0; p < info.parameter_count; ++p) {
        const MienGraphParameter parameter = mien_graph_parameter(graph, p);
        if (parameter.type <= MIEN_GRAPH_BOOL)
            mien_graph_instance_set_number(instance, p, parameter.number + 1.0f);
        else if (parameter.type == MIEN_GRAPH_NAME)
            mien_graph_instance_set_text(instance, p, "smile");
    }
}

/// Runs the steps from the start; false if a job fails.
static inline bool play_steps(const MienGraph *graph, const MienGraphBinding *binding, MienGraphTrace *trace,
                              PlayFrame out[PLAY_STEPS])
{
    float values[PLAY_CURVES] = {0.5f, 0.75f};
    uint32_t present[1] = {3};
    const MienCurveSet curves = {PLAY_CURVES, values, present};
    const size_t size = mien_graph_instance_size(binding), scratch = mien_graph_job_scratch_size(binding);
    void *memory = aligned_take(size), *room = aligned_take(scratch);
    MienGraphInstance *instance = mien_graph_instance_init(binding, memory, size);
    bool is_good = instance != NULL;
    memset(out, 0, PLAY_STEPS * sizeof *out);
    memset(room, 0xA5, scratch);
    for (int s = 0; s < PLAY_STEPS && is_good; ++s) {
        if (s == 2)
            play_set(graph, instance, &curves);
        const MienGraphJob job = {.binding = binding,
                                  .instance = instance,
                                  .step = s == 0 ? 0.0 : 0.15,
                                  .bone_count = PLAY_BONES,
                                  .out_bones = out[s].bones,
                                  .out_curves = {PLAY_CURVES, out[s].values, out[s].present},
                                  .out_event_count = &out[s].event_count,
                                  .trace = trace,
                                  .scratch = room,
                                  .scratch_size = scratch};
        is_good = mien_graph_job_run(&job) == MIEN_OK;
    }
    aligned_free(memory);
    aligned_free(room);
    return is_good;
}

/// Binds the graph to the cast and runs it twice, once with a trace; what is wrong, or
/// NULL.
static inline const char *play_graph(const MienGraph *graph)
{
    const PlayCast *cast = play_cast();
    const MienGraphInfo info = mien_graph_info(graph);
    MienGraphAsset *assets = calloc((size_t)info.asset_slot_count + 1, sizeof *assets);
    MienGraphBinding *binding = NULL;
    PlayFrame plain[PLAY_STEPS], traced[PLAY_STEPS];
    const char *fault = NULL;
    if (assets == NULL)
        abort();
    for (int a = 0; a < info.asset_slot_count; ++a) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(graph, a);
        assets[a].clip = place.type == MIEN_GRAPH_CLIP ? cast->clip : NULL;
        if (place.type == MIEN_GRAPH_POSES)
            assets[a].poses = place.needs_absolute || (a % 2 == 1 && !place.needs_additive) ? cast->absolute
                                                                                            : cast->additive;
    }
    const MienGraphBindingOptions options = {.asset_count = info.asset_slot_count, .assets = assets};
    MienError error = {0};
    const MienStatus status = mien_graph_binding_create(graph, cast->skeleton, &options, &binding, &error);
    if (status != MIEN_OK)
        fault = binding == NULL && error.message[0] != '\0' ? NULL : "not bound, without a word";
    else if (info.node_count <= PLAY_LONGEST) { // a trace of more takes too much memory
        const size_t size = mien_graph_trace_size(binding);
        MienGraphTrace *trace = mien_graph_trace_init(binding, aligned_take(size), size);
        if (trace == NULL || !play_steps(graph, binding, NULL, plain) ||
            !play_steps(graph, binding, trace, traced))
            fault = "a job that fails";
        else if (memcmp(plain, traced, sizeof plain) != 0)
            fault = "two runs, or one with a trace, differ";
        aligned_free(trace);
    }
    mien_graph_binding_destroy(binding);
    free(assets);
    return fault;
}
