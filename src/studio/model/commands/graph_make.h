// SPDX-License-Identifier: MIT
//
// Inserts groups of nodes: from the clipboard, or the face template. Each command is one undo step
// or has no effect.

#pragma once

#include "studio/model/document/edit.h"

/// Rows of nodes as text: {"kind": "graph", "version": 1, "nodes": […]}. Free it with
/// mieni_text_release, in any case.
MienStatus studio_graph_copy_nodes(Studio *studio, const char *path, const char *const *ids, int count,
                                   MieniTextOut *out, MieniProblem *problem);
/// Adds nodes of such a text, each moved by x and y, under ids that are free. Wires among them
/// stay, others where the graph has a node of that id. label NULL: "paste 2 nodes". out_ids (may
/// be NULL) gets them.
MienStatus studio_graph_paste_nodes(Studio *studio, const char *path, const char *text, size_t size, double x,
                                    double y, const char *label, MieniPaths *out_ids, MieniProblem *problem);

/// What the template of a face is made with. NULL: nothing, to be said by children.
typedef struct StudioFaceGraph {
    const char *poses; ///< Pose asset.
    const char *clip;  ///< Performance to begin with.
    const char *body;  ///< Clip of the body, looped.
} StudioFaceGraph;
/// Puts the template into a graph in place of its nodes: a clip for the body, a performance over
/// it, curves from outside, a pose asset, the output.
MienStatus studio_graph_fill_face(Studio *studio, const char *path, const StudioFaceGraph *face,
                                  MieniProblem *problem);
/// The same in a new graph; character, or NULL, gets it as its graph.
MienStatus studio_graph_make_face(Studio *studio, const char *path, const char *skeleton,
                                  const char *character, const StudioFaceGraph *face, MieniProblem *problem);
