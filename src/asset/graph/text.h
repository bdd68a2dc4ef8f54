// SPDX-License-Identifier: MIT
//
// The text of a graph by index: which node each input comes from, which names lead
// where. Reading checks with it, cooking writes by it.

#pragma once

#include "asset/asset.h"
#include "base/names.h"
#include "core/graph/nodes.h"
#include "mien/graph.h"
#include "mien_author/graph.h"

struct MienAuthorGraph {
    const MieniJson *root;
    const char *parent; ///< "" for a whole graph.
};

typedef struct MieniTextLink {
    int node;               ///< Of the text; -1: open.
    const MieniJson *value; ///< The id; NULL if it is open.
} MieniTextLink;

typedef struct MieniTextNode {
    const MieniJson *row;
    MieniNodeType type;
    int first_link; ///< Named inputs in the order of the type, then those of rows.
    int link_count;
} MieniTextNode;

typedef struct MieniGraphIndex {
    const MieniJson *parameter_rows, *mask_rows; ///< Or NULL.
    int node_count, parameter_count, mask_count, link_count;
    MieniNameEntry *ids, *parameters, *masks; ///< Sorted.
    MieniTextNode *nodes;
    MieniTextLink *links;
    int output; ///< A node.
    MieniArena *arena;
    MienError *error;
} MieniGraphIndex;

/// Finds all that the nodes of a whole graph name, and checks that they lead somewhere
/// and in no circle. Everything is taken from the arena.
MienStatus mieni_graph_index(const MieniJson *root, MieniArena *arena, MieniGraphIndex *out_index,
                             MienError *error);
/// The nodes that lead to a node and it itself, inputs first: room for all nodes in
/// out_order. False without memory.
bool mieni_graph_order(const MieniGraphIndex *index, int node, int *out_order, int *out_count);

/// The schema of a node's row.
const MieniSchema *mieni_graph_node_schema(const MieniJson *row);
/// The parameter that a value is, if it is {"parameter": "name"}; -1 for another value.
int mieni_graph_parameter_of(const MieniGraphIndex *index, const MieniJson *value);
MienGraphValueType mieni_graph_parameter_type(const MieniGraphIndex *index, int parameter);
