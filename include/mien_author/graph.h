// SPDX-License-Identifier: MIT
//
// Graphs as text: nodes, links, parameters, masks; children that extend a parent and
// override its assets and settings. docs/graphs.md describes the text.
//
// Ownership  You destroy what read and extend gave you; a pack as every pack.
// Threads    No state: different graphs may be used from different threads.
// Memory     The allocator passed is used for the result and while working.
// Errors     The place names line and field ("line 9, nodes[3].alpha"). An unknown id
//            comes with the nearest one.

#pragma once

#include "mien_author/map.h"
#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A graph's text, read and checked by itself: a whole graph, or a child.
typedef struct MienAuthorGraph MienAuthorGraph;

/// Reads the text of a graph from anyone. On failure *out_graph is NULL.
MIEN_API MienStatus mien_author_graph_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                           MienAuthorGraph **out_graph, MienError *error);
MIEN_API void mien_author_graph_destroy(MienAuthorGraph *graph); ///< NULL is fine.
/// Path of the parent that a child extends; "" for a whole graph.
MIEN_API const char *mien_author_graph_parent(const MienAuthorGraph *graph);

/// The child made whole: the parent, itself whole, with what the child overrides. On
/// failure *out_graph is NULL and the place is one of the child's text.
MIEN_API MienStatus mien_author_graph_extend(const MienAuthorGraph *parent, const MienAuthorGraph *child,
                                             const MienAllocator *allocator, MienAuthorGraph **out_graph,
                                             MienError *error);

/// What a pose asset's path stands for.
typedef enum MienAuthorGraphMode {
    MIEN_AUTHOR_GRAPH_UNKNOWN = 0, ///< Counts as additive.
    MIEN_AUTHOR_GRAPH_ADDITIVE,
    MIEN_AUTHOR_GRAPH_ABSOLUTE,
} MienAuthorGraphMode;

/// What cooking asks about other assets. Zero-initialise: nothing is known of pose
/// assets, and only built-in maps are found.
typedef struct MienAuthorGraphOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the pack.
    void *user;
    /// The mode of the pose asset at a path.
    MienAuthorGraphMode (*mode)(void *user, const char *path);
    /// The map that a node names, a path or the id of a built-in one; it must live until
    /// cooking ends. NULL: not there.
    const MienAuthorMap *(*map)(void *user, const char *name);
} MienAuthorGraphOptions;

/// Checks the whole graph and makes a pack. A child is refused: extend it first. On
/// failure *out_pack is empty. options may be NULL.
MIEN_API MienStatus mien_author_graph_cook(const MienAuthorGraph *graph,
                                           const MienAuthorGraphOptions *options, MienAuthorPack *out_pack,
                                           MienError *error);

#ifdef __cplusplus
}
#endif
