// SPDX-License-Identifier: MIT
//
// What mien-bench graph times: a graph with its assets for every instruction set, and
// the same assets bound by themselves, for running the parts bare.

#pragma once

#include "mien/graph.h"
#include "workload.h"

enum {
    GRAPH_ISAS = MIEN_ISA_WASM128 + 1,
    GRAPH_CLIPS = 2,        ///< At most: a face and a body.
    GRAPH_CROWD = 10000,    ///< Characters of a large batch.
    GRAPH_RANGE = 256,      ///< Characters per batch.
    GRAPH_PART = 1250,      ///< Characters timed at once; a longer run would be interrupted more often.
    GRAPH_CHARACTERS = 128, ///< Characters that take turns where one runs at a time.
};

/// What a graph is made of.
typedef struct GraphSource {
    const char *name, *scene;
    bool has_body; ///< A body clip below the face, and a layer.
    int modifiers; ///< Nodes between clip and poses that change a curve each.
} GraphSource;

/// Everything of one instruction set.
typedef struct GraphSet {
    MienClip *clips[GRAPH_CLIPS]; ///< The face first. Assets are in this order, then the poses.
    MienClipBinding *clip_bindings[GRAPH_CLIPS];
    const MienPoseAsset *poses;
    const MienPoseBinding *pose_binding;
    MienGraph *graph;
    MienGraphBinding *binding;
    size_t instance_size;
    uint8_t *memory; ///< Of GRAPH_CROWD instances.
    MienGraphInstance **instances;
    void *scratch;
    size_t scratch_size; ///< Enough for any job of this set.
} GraphSet;

typedef struct GraphWorkload {
    const GraphSource *source;
    Workload face;
    int clip_count;
    MienAuthorPack clip_packs[GRAPH_CLIPS], graph_pack;
    MienGraphInfo info;
    int clip_nodes[GRAPH_CLIPS];
    double active;             ///< Poses with a weight, on average.
    double *starts;            ///< Where each of GRAPH_CROWD characters is in its clips, seconds.
    GraphSet sets[GRAPH_ISAS]; ///< graph is NULL where there is none.
} GraphWorkload;

/// Makes, cooks, loads and binds; ends the program if it cannot.
void bench_open_graph(GraphWorkload *workload, const GraphSource *source);
void bench_close_graph(GraphWorkload *workload);
/// Puts every character of a set back to where it starts.
void bench_restart_graph(const GraphWorkload *workload, MienIsa isa);

/// Where the time of a step goes, nanoseconds per character.
typedef struct GraphSplit {
    double clip, weights, sums, finish, output;
} GraphSplit;

enum { GRAPH_SPLIT_CASES = 5 };

/// Parts of a step by themselves, for one character or for a batch, to be timed in the same
/// rounds as the whole; and what their times come to. One at a time.
void bench_split_open(const GraphWorkload *workload, MienIsa isa, bool is_batch,
                      BenchCase cases[GRAPH_SPLIT_CASES]);
GraphSplit bench_split_close(bool is_batch, const BenchCase cases[GRAPH_SPLIT_CASES], int rounds);
