// SPDX-License-Identifier: MIT
//
// Commands on graphs and characters. Each is one undo step or has no effect. Values are given as
// JSON: 0.5, true, "faces/ada.poses.json", {"parameter": "near"}.

#pragma once

#include "project/rename/rename.h"
#include "studio/model/document/edit.h"

/// Adds a node, complete with what its type needs, where x and y are. id NULL: what is free;
/// out_id (may be NULL) gets it.
MienStatus studio_graph_add_node(Studio *studio, const char *path, const char *type, const char *id, double x,
                                 double y, char out_id[256], MieniProblem *problem);
MienStatus studio_graph_remove_nodes(Studio *studio, const char *path, const char *const *ids, int count,
                                     MieniProblem *problem);

/// Where a node is drawn.
typedef struct StudioNodePlace {
    const char *id;
    double x, y;
} StudioNodePlace;
/// Quickly one after another, one step.
MienStatus studio_graph_place_nodes(Studio *studio, const char *path, const StudioNodePlace *places,
                                    int count, MieniProblem *problem);

/// input as in mieni_graph_connect; from NULL unplugs.
MienStatus studio_graph_connect(Studio *studio, const char *path, const char *id, const char *input,
                                const char *from, MieniProblem *problem);
/// Sets a setting of a node; json NULL: as by default. In a child this overrides, and NULL
/// removes the override. The child is checked against its parent before anything changes.
MienStatus studio_graph_set(Studio *studio, const char *path, const char *id, const char *key,
                            const char *json, MieniProblem *problem);
/// The same for what a parameter begins with; type is that of a new one.
MienStatus studio_graph_set_parameter(Studio *studio, const char *path, const char *name, const char *type,
                                      const char *json, MieniProblem *problem);
/// Renames a node, parameter or mask, in children too.
MienStatus studio_graph_rename(Studio *studio, const char *path, MieniGraphPart part, const char *from,
                               const char *to, MieniProblem *problem);

/// A child of a graph, with another pose asset in every node and parameter that has one; poses
/// may be NULL.
MienStatus studio_graph_make_child(Studio *studio, const char *path, const char *parent, const char *poses,
                                   MieniProblem *problem);

/// What sharing makes for one character.
typedef struct StudioShared {
    const char *character; ///< Gets the child as its graph.
    const char *poses;     ///< Its face.
    const char *child;     ///< Path of the graph to make; one that is there is overridden.
} StudioShared;
/// Children of a graph for characters, as one step.
MienStatus studio_graph_share(Studio *studio, const char *parent, const StudioShared *shares, int count,
                              MieniProblem *problem);

/// A new character. skeleton NULL: that of the mesh. graph and poses may be NULL.
MienStatus studio_character_make(Studio *studio, const char *path, const char *mesh, const char *skeleton,
                                 const char *graph, const char *poses, MieniProblem *problem);
