// SPDX-License-Identifier: MIT
//
// Graphs as text: nodes, links, parameters and masks; children that extend a parent and
// override its assets and settings. docs/graphs.md describes the text.
//
// Ownership  Destroy the graphs that read and extend return, and release packs.
// Threads    No state: use different graphs from different threads.
// Memory     The given allocator is used for the result and for temporary memory.
// Errors     The location has line and field ("line 9, nodes[3].alpha"). For an unknown
//            id, the message suggests the nearest one.

#pragma once

#include "mien_author/map.h"
#include "mien_author/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A graph's text, read and checked: a complete graph or a child.
typedef struct MienAuthorGraph MienAuthorGraph;

/// Reads the text of a graph. Input is untrusted. On failure *out_graph is NULL.
MIEN_API MienStatus mien_author_graph_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                           MienAuthorGraph **out_graph, MienError *error);
MIEN_API void mien_author_graph_destroy(MienAuthorGraph *graph); ///< Accepts NULL.
/// Path of the parent that a child extends; "" for a complete graph.
MIEN_API const char *mien_author_graph_parent(const MienAuthorGraph *graph);

/// Completes a child: returns the complete parent with the child's overrides. On failure
/// *out_graph is NULL and the location is in the child's text.
MIEN_API MienStatus mien_author_graph_extend(const MienAuthorGraph *parent, const MienAuthorGraph *child,
                                             const MienAllocator *allocator, MienAuthorGraph **out_graph,
                                             MienError *error);

/// Mode of a pose asset.
typedef enum MienAuthorGraphMode {
    MIEN_AUTHOR_GRAPH_UNKNOWN = 0, ///< Treated as additive.
    MIEN_AUTHOR_GRAPH_ADDITIVE,
    MIEN_AUTHOR_GRAPH_ABSOLUTE,
} MienAuthorGraphMode;

/// Callbacks for other assets. Zero-initialise: modes of pose assets are unknown, and
/// only built-in maps are found.
typedef struct MienAuthorGraphOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the pack.
    void *user;
    /// Returns the mode of the pose asset at a path.
    MienAuthorGraphMode (*mode)(void *user, const char *path);
    /// Returns a map by path or by the id of a built-in one; it must stay valid until
    /// cooking ends. NULL: not found.
    const MienAuthorMap *(*map)(void *user, const char *name);
} MienAuthorGraphOptions;

/// Checks the complete graph and cooks a pack. Children are refused: extend them first. On
/// failure *out_pack is empty. options may be NULL.
MIEN_API MienStatus mien_author_graph_cook(const MienAuthorGraph *graph,
                                           const MienAuthorGraphOptions *options, MienAuthorPack *out_pack,
                                           MienError *error);

#ifdef __cplusplus
}
#endif
