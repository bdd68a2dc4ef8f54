// SPDX-License-Identifier: MIT
//
// The graph whose pack and results are kept for every version of the format.

#pragma once

#include "support/check.h"
#include "support/evaluate.h"
#include "support/graph/crowds.h"
#include "support/packs.h"
#include "support/random.h"

/// With every type of node.
static const MienSampleGraphOptions golden_graph = {.seed = 20, .node_count = 36, .poses_count = 1};

static inline Pack graph_pack(void)
{
    MienSampleGraph *sample = mien_sample_graph_create(&golden_graph);
    MienAuthorPack cooked = {0};
    CHECK_STATUS(mien_sample_graph_cook(sample, &cooked, NULL), MIEN_OK);
    Pack pack = pack_copy(cooked.data, cooked.size);
    mien_author_pack_release(&cooked);
    mien_sample_graph_destroy(sample);
    return pack;
}

/// Some characters through some steps.
static inline void hash_steps(const Pack *pack, MienIsa isa, MieniSha256 *hash)
{
    GraphStage s = graph_stage_open(mien_sample_graph_create(&golden_graph), pack->data, pack->size, isa);
    GraphCrowd crowd = graph_crowd_open(&s, 3);
    const size_t bone_size = (size_t)s.bone_count * sizeof(MienTransform),
                 curve_size = (size_t)s.curve_count * sizeof(float);
    MienTransform *bones = graph_stage_memory(bone_size);
    const MienCurveSet curves = {s.curve_count, graph_stage_memory(curve_size),
                                 graph_stage_memory(curve_size)};
    uint64_t random = 9;
    for (int i = 0; i < 60; ++i) {
        const MienGraphJob job = {.binding = s.binding,
                                  .instance = crowd.instances[i % 3],
                                  .step = 0.0625 * (i % 4),
                                  .bone_count = s.bone_count,
                                  .out_bones = bones,
                                  .out_curves = curves,
                                  .scratch = s.scratch,
                                  .scratch_size = s.scratch_size};
        graph_crowd_live(&crowd, i % 3, &random);
        CHECK_STATUS(mien_graph_job_run(&job), MIEN_OK);
        for (int b = 0; b < s.bone_count; ++b) {
            float channels[MIEN_TILE_CHANNELS];
            transform_channels(&bones[b], channels);
            mieni_sha256_update(hash, channels, sizeof channels);
        }
        mieni_sha256_update(hash, curves.values, curve_size);
        mieni_sha256_update(hash, curves.present, (size_t)s.curve_words * sizeof(uint32_t));
    }
    graph_stage_free(bones, bone_size);
    graph_stage_free(curves.values, curve_size);
    graph_stage_free(curves.present, curve_size);
    graph_crowd_close(&crowd);
    graph_stage_close(&s);
}

/// What a graph says, and what characters do by it, with every instruction set.
static inline void hash_graph(const Pack *pack, char text[65])
{
    MienGraph *graph = NULL;
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    CHECK_STATUS(mien_graph_load(pack->data, pack->size, NULL, &graph, NULL), MIEN_OK);
    for (int n = 0; graph != NULL && n < mien_graph_info(graph).node_count; ++n) {
        const MienGraphNodeInfo info = mien_graph_node(graph, n);
        mieni_sha256_update(&hash, info.id, strlen(info.id) + 1);
        mieni_sha256_update(&hash, info.type, strlen(info.type) + 1);
        hash_double(&hash, info.is_delta);
        for (int i = 0; i < info.input_count; ++i)
            hash_double(&hash, mien_graph_node_input(graph, n, i));
    }
    mien_graph_destroy(graph);
    const MieniSha256 before = hash;
    hash_steps(pack, MIEN_ISA_SCALAR, &hash);
    hash_text(&hash, text);
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        MieniSha256 again = before;
        char other[65];
        if (!mien_isa_is_available((MienIsa)isa))
            continue;
        hash_steps(pack, (MienIsa)isa, &again);
        hash_text(&again, other);
        CHECK_STR(other, text);
    }
}
