// SPDX-License-Identifier: MIT
//
// Graphs made in code, for tests and for comparing results between machines: random
// nodes of every type over a small character. The same options give the same text and
// assets everywhere.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/graph.h"
#include "mien_author/pose_asset.h"
#include "mien_author/skeleton.h"

/// What to make. Zero-initialise: zero is the default of every field.
typedef struct MienSampleGraphOptions {
    uint64_t seed;
    int node_count;  ///< Random nodes between the sources and the output; at most 200.
    int poses_count; ///< Nodes of poses in a row before the output.
    bool is_chain;   ///< A clip, and random nodes that only change curves: what batches run in tiles.
    bool has_tracks; ///< With is_chain: the clip moves bones, too.
    bool is_layered; ///< Clips, the rest pose, and random nodes that put them over each other or change
                     ///< curves.
} MienSampleGraphOptions;

typedef struct MienSampleGraph MienSampleGraph;

/// Makes a graph and its assets; NULL without memory or with counts that make no sense.
MienSampleGraph *mien_sample_graph_create(const MienSampleGraphOptions *options);
void mien_sample_graph_destroy(MienSampleGraph *graph); ///< NULL is fine.

/// An asset under the path that the graph's text has for it. One of both is NULL.
typedef struct MienSampleGraphAsset {
    const char *path;
    const MienAuthorClip *clip;
    const MienAuthorPoseAsset *poses;
} MienSampleGraphAsset;

enum { MIEN_SAMPLE_GRAPH_ASSETS = 5 };

/// The graph as one would write it. Parameters are called level (float), on (bool), which
/// (int), mood (name of a pose) and part (mask head or arm).
const char *mien_sample_graph_text(const MienSampleGraph *graph);
/// The skeleton of all assets.
const MienAuthorSkeleton *mien_sample_graph_skeleton(const MienSampleGraph *graph);
/// One of MIEN_SAMPLE_GRAPH_ASSETS assets. All belong to the graph.
MienSampleGraphAsset mien_sample_graph_asset(const MienSampleGraph *graph, int index);
/// Cooks the text.
MienStatus mien_sample_graph_cook(const MienSampleGraph *graph, MienAuthorPack *out_pack, MienError *error);
