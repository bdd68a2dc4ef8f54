// SPDX-License-Identifier: MIT
//
// A graph that is being checked, with its parents. Mistakes in a parent are reported with the
// parent: in a child, only values of its own text have a line.

#pragma once

#include "asset/graph/text.h"
#include "project/lint/clip.h"

enum { MIENI_LINT_PLACE_ROOM = 96 };

typedef struct MieniLintGraph {
    MieniLint *lint;
    const MieniGraphText *text;
    const char *path;
    const MieniGraphView *root; ///< Of the whole graph.
    MieniGraphIndex index;
    int *order; ///< Nodes that lead to the output, inputs first; the output is the last.
    int order_count;
    MieniLintSkeleton *skeleton; ///< Or NULL.
    MieniArena scratch;
} MieniLintGraph;

/// Opens a graph that a file asks for (itself, or a character); false, and a finding
/// unless another file has it, if it cannot be read or made whole. Close it in any case.
bool mieni_lint_graph_open(MieniLint *lint, const char *path, const char *asker, MieniLintGraph *out_graph);
void mieni_lint_graph_close(MieniLintGraph *graph);

static inline const MieniNodeView *mieni_lint_node(const MieniLintGraph *graph, int node)
{
    return mieni_node_view(graph->index.nodes[node].row);
}
/// A setting of a node, or what the parameter that it names begins with; NULL if it is
/// not said.
const MieniJson *mieni_lint_graph_value(const MieniLintGraph *graph, int node, const char *key);
/// Whether the targets of a driver are curves, not poses.
bool mieni_lint_drives_curves(const MieniNodeView *driver);
/// Whether a bool of a node is on, as far as it is known before the host sets it.
bool mieni_lint_graph_is_on(const MieniLintGraph *graph, int node, const char *key);
/// The pose asset of a node, read; NULL if it names none or it cannot be.
MieniLintPoses *mieni_lint_graph_poses(const MieniLintGraph *graph, int node);
/// Whether a value, which may be NULL, stands in the graph's own text.
bool mieni_lint_graph_owns(const MieniLintGraph *graph, const MieniJson *value);
/// Where a key of a node stands in the own text: "nodes[3].poses", "overrides[0].poses".
void mieni_lint_graph_place(const MieniLintGraph *graph, int node, const char *key,
                            char out[MIENI_LINT_PLACE_ROOM]);
/// A finding at a key of a node, or of its override; at is a value of the own text.
MieniFinding *mieni_lint_say_graph(const MieniLintGraph *graph, MieniLintCode code, const MieniJson *at,
                                   int node, const char *key, const char *name, const char *message);

/// What of a clip moves, short.
typedef struct MieniLintPlayed {
    const char *path;
    const char *preview;               ///< Or NULL.
    const MieniLintSkeleton *skeleton; ///< Or NULL: then it has no tracks that count.
    int curve_count;
    const char **curves; ///< Those that are not 0, sorted.
    uint64_t *moving;    ///< A bit per bone of the skeleton.
} MieniLintPlayed;

/// A clip that a graph plays, read once in a run; NULL if it cannot be.
const MieniLintPlayed *mieni_lint_played(MieniLint *lint, const char *path);
/// The clips asset that makes a clip, and the file, if one does.
bool mieni_lint_member(MieniLint *lint, const char *path, const char **out_asset, const char **out_file);

/// Bones, poses and curves that nodes and masks name.
void mieni_lint_check_graph_names(MieniLintGraph *graph);
/// What reaches pose assets and the output.
void mieni_lint_check_graph_flow(MieniLintGraph *graph);
