// SPDX-License-Identifier: MIT
//
// Sample graphs with their assets loaded, and crowds of characters that run them:
// each drawn a life of its own, which two crowds can lead alike.

#pragma once

#include "core/internal.h"
#include "mien/graph.h"
#include "mien/pose_job.h"
#include "mien_author/cook_clip.h"
#include "sample/graphs.h"
#include "sample/random.h"
#include "sample/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A sample graph, loaded and bound.
typedef struct GraphStage {
    MienSampleGraph *sample;
    MienAuthorPack skeleton_pack, packs[MIEN_SAMPLE_GRAPH_ASSETS], pack;
    MienSkeleton *skeleton;
    MienClip *clips[MIEN_SAMPLE_GRAPH_ASSETS];
    MienPoseAsset *poses[MIEN_SAMPLE_GRAPH_ASSETS];
    MienGraph *graph;
    MienGraphBinding *binding;
    MienGraphInfo info;
    int bone_count, curve_count, curve_words;
    size_t scratch_size;
    void *scratch;
} GraphStage;

/// Ends the program: nothing after it could run.
static inline void graph_stage_require(MienStatus status, const MienError *error, const char *what)
{
    if (status == MIEN_OK)
        return;
    fprintf(stderr, "cannot %s: %s, %s: %s\n", what, mien_status_name(status), error->location,
            error->message);
    exit(70);
}

/// Zeroed, 64-byte aligned, never NULL; to be freed with the same size.
static inline void *graph_stage_memory(size_t size)
{
    void *memory = mieni_allocate(NULL, size + 64, 64);
    if (memory == NULL)
        exit(70);
    memset(memory, 0, size + 64);
    return memory;
}

static inline void graph_stage_free(void *memory, size_t size) { mieni_free(NULL, memory, size + 64, 64); }

static inline void graph_stage_load(GraphStage *s, int index, const MienLoadOptions *load, MienError *error)
{
    const MienSampleGraphAsset asset = mien_sample_graph_asset(s->sample, index);
    MienAuthorPack *pack = &s->packs[index];
    if (asset.clip != NULL) {
        const MienAuthorClipOptions cook = {.curve_error = 0.0f};
        graph_stage_require(mien_author_clip_cook(asset.clip, &cook, pack, NULL, error), error, asset.path);
        graph_stage_require(mien_clip_load(pack->data, pack->size, load, &s->clips[index], error), error,
                            asset.path);
    } else {
        graph_stage_require(mien_author_pose_asset_cook(asset.poses, NULL, pack, NULL, error), error,
                            asset.path);
        graph_stage_require(mien_pose_asset_load(pack->data, pack->size, load, &s->poses[index], error),
                            error, asset.path);
    }
}

static inline void graph_stage_bind(GraphStage *s, MienError *error)
{
    const size_t bones = (size_t)s->bone_count;
    MienGraphAsset *assets = calloc((size_t)s->info.asset_slot_count + 1, sizeof *assets);
    MienTransform *mesh = malloc(bones * sizeof *mesh);
    if (assets == NULL || mesh == NULL)
        exit(70);
    memcpy(mesh, mien_skeleton_rest_pose(s->skeleton), bones * sizeof *mesh);
    for (size_t b = 0; b < bones; b += 3) // other proportions, exact however one rounds
        mesh[b].translation.x *= 2.0f;
    for (int i = 0; i < s->info.asset_slot_count; ++i) {
        const char *path = mien_graph_asset_slot(s->graph, i).path;
        for (int k = 0; k < MIEN_SAMPLE_GRAPH_ASSETS; ++k) {
            if (strcmp(path, mien_sample_graph_asset(s->sample, k).path) == 0)
                assets[i] = (MienGraphAsset){s->clips[k], s->poses[k]};
        }
    }
    const MienGraphBindingOptions options = {
        .mesh_rest_pose = mesh, .asset_count = s->info.asset_slot_count, .assets = assets};
    graph_stage_require(mien_graph_binding_create(s->graph, s->skeleton, &options, &s->binding, error), error,
                        "bind");
    free(assets);
    free(mesh);
}

/// Takes the sample, which must be there. pack is the graph's, to be kept by the caller;
/// NULL: it is cooked.
static inline GraphStage graph_stage_open(MienSampleGraph *sample, const void *pack, size_t size, MienIsa isa)
{
    GraphStage s = {.sample = sample};
    const MienLoadOptions load = {.isa = isa, .borrow_data = true};
    MienError error = {0};
    if (s.sample == NULL)
        exit(70);
    graph_stage_require(
        mien_author_skeleton_cook(mien_sample_graph_skeleton(s.sample), NULL, &s.skeleton_pack, &error),
        &error, "cook the skeleton");
    graph_stage_require(
        mien_skeleton_load(s.skeleton_pack.data, s.skeleton_pack.size, NULL, &s.skeleton, &error), &error,
        "load the skeleton");
    for (int i = 0; i < MIEN_SAMPLE_GRAPH_ASSETS; ++i)
        graph_stage_load(&s, i, &load, &error);
    if (pack == NULL) {
        graph_stage_require(mien_sample_graph_cook(s.sample, &s.pack, &error), &error, "cook the graph");
        pack = s.pack.data;
        size = s.pack.size;
    }
    graph_stage_require(mien_graph_load(pack, size, &load, &s.graph, &error), &error, "load the graph");
    s.info = mien_graph_info(s.graph);
    s.bone_count = mien_skeleton_bone_count(s.skeleton);
    s.curve_count = mien_skeleton_curve_count(s.skeleton);
    s.curve_words = mien_curve_set_words(s.curve_count);
    graph_stage_bind(&s, &error);
    const size_t one = mien_graph_job_scratch_size(s.binding),
                 many = mien_graph_batch_job_scratch_size(s.binding);
    s.scratch_size = one > many ? one : many;
    s.scratch = graph_stage_memory(s.scratch_size);
    return s;
}

static inline void graph_stage_close(GraphStage *s)
{
    graph_stage_free(s->scratch, s->scratch_size);
    mien_graph_binding_destroy(s->binding);
    mien_graph_destroy(s->graph);
    mien_author_pack_release(&s->pack);
    for (int i = 0; i < MIEN_SAMPLE_GRAPH_ASSETS; ++i) {
        mien_clip_destroy(s->clips[i]);
        mien_pose_asset_destroy(s->poses[i]);
        mien_author_pack_release(&s->packs[i]);
    }
    mien_skeleton_destroy(s->skeleton);
    mien_author_pack_release(&s->skeleton_pack);
    mien_sample_graph_destroy(s->sample);
}

/// Characters of one stage, with what their hosts give them.
typedef struct GraphCrowd {
    const GraphStage *stage;
    int count;
    size_t instance_size, curve_size, bone_size;
    uint8_t *memory;
    MienGraphInstance **instances;
    float *values; ///< [character][curve], of all sources and slots.
    uint32_t *present;
    MienTransform *bones; ///< [character][bone], of all slots.
} GraphCrowd;

static inline GraphCrowd graph_crowd_open(const GraphStage *s, int count)
{
    GraphCrowd c = {.stage = s, .count = count};
    c.instance_size = mieni_align64(mien_graph_instance_size(s->binding));
    c.curve_size = (size_t)count * (size_t)s->curve_count * sizeof *c.values;
    c.bone_size = (size_t)count * (size_t)s->bone_count * sizeof *c.bones;
    c.memory = graph_stage_memory((size_t)count * c.instance_size);
    c.instances = calloc((size_t)count, sizeof(MienGraphInstance *));
    c.values = graph_stage_memory(c.curve_size);
    c.present = calloc((size_t)count * (size_t)s->curve_words, sizeof *c.present);
    c.bones = graph_stage_memory(c.bone_size);
    if (c.instances == NULL || c.present == NULL)
        exit(70);
    for (int i = 0; i < count; ++i)
        c.instances[i] =
            mien_graph_instance_init(s->binding, c.memory + (size_t)i * c.instance_size, c.instance_size);
    return c;
}

static inline void graph_crowd_close(GraphCrowd *c)
{
    graph_stage_free(c->memory, (size_t)c->count * c->instance_size);
    graph_stage_free(c->values, c->curve_size);
    graph_stage_free(c->bones, c->bone_size);
    free(c->instances);
    free(c->present);
}

/// What the host of one character does before a step.
static inline void graph_crowd_live(const GraphCrowd *c, int i, uint64_t *random)
{
    static const char *const masks[] = {"head", "arm"};
    const GraphStage *s = c->stage;
    const size_t curves = (size_t)s->curve_count, bones = (size_t)s->bone_count;
    MienGraphInstance *instance = c->instances[i];
    char mood[16];
    // One draw per statement: C leaves the order of arguments open.
    const float level = mien_random_between(random, -0.25f, 1.25f);
    const int which = mien_random_index(random, 4), on = mien_random_index(random, 2);
    snprintf(mood, sizeof mood, "pose_%03d", mien_random_index(random, 16));
    mien_graph_instance_set_number(instance, mien_graph_find_parameter(s->graph, "level"), level);
    if (mien_random_index(random, 3) == 0) {
        mien_graph_instance_set_number(instance, mien_graph_find_parameter(s->graph, "which"), (float)which);
        mien_graph_instance_set_number(instance, mien_graph_find_parameter(s->graph, "on"), (float)on);
        mien_graph_instance_set_text(instance, mien_graph_find_parameter(s->graph, "mood"), mood);
        mien_graph_instance_set_text(instance, mien_graph_find_parameter(s->graph, "part"), masks[on]);
    }
    const MienCurveSet set = {s->curve_count, c->values + (size_t)i * curves,
                              c->present + (size_t)i * (size_t)s->curve_words};
    mien_curve_set_clear(&set);
    for (int k = 0; k < 5; ++k) {
        const int curve = mien_random_index(random, s->curve_count);
        mien_curve_set_put(&set, curve, mien_random_between(random, -0.5f, 1.5f));
    }
    const int kind = mien_random_index(random, 4);
    for (int k = 0; k < s->info.live_input_count; ++k)
        mien_graph_instance_set_live_input(instance, k, kind > 0 ? &set : NULL);
    MienTransform *pose = c->bones + (size_t)i * bones;
    mien_sample_input(random, mien_sample_graph_skeleton(s->sample), pose);
    for (int k = 0; k < s->info.input_pose_count; ++k)
        mien_graph_instance_set_input_pose(instance, k, kind != 1 ? pose : NULL, kind != 2 ? &set : NULL,
                                           (float)kind * 0.4f);
    if (kind == 3 && mien_random_index(random, 4) == 0) {
        const int node = mien_random_index(random, s->info.node_count);
        mien_graph_instance_set_time(instance, node, (double)mien_random_between(random, 0.0f, 2.0f));
    }
}
