// SPDX-License-Identifier: MIT
//
// Finds related assets: the pose asset of a character, its skeleton, and unused names.

#pragma once

#include <glib.h>

#include "studio/model/document/studio.h"

/// Paths of all assets of a kind, by path. Of GPtrArray of texts.
GPtrArray *studio_match_all(Studio *studio, MieniAssetKind kind);
/// The mesh of a character or a pose asset; the graph of a character; what a graph extends. NULL if
/// there is none. Free them.
char *studio_match_mesh(Studio *studio, const char *path);
char *studio_match_graph(Studio *studio, const char *character);
char *studio_match_parent(Studio *studio, const char *graph);
/// The skeleton of a character or another asset, its own or its mesh's; NULL without one. Free it.
char *studio_match_skeleton(Studio *studio, const char *character);
/// The pose asset that a character has; or else one made for its mesh; or else one of its name.
/// NULL for none. Free it.
char *studio_match_poses(Studio *studio, const char *character);
/// The pose asset that the nodes of a graph name first; NULL for none. Free it.
char *studio_match_graph_poses(Studio *studio, const char *graph);
/// A path that nothing has, beside another: "faces/face_pip.graph.json". Free it.
char *studio_match_free_path(Studio *studio, const char *beside, const char *name, const char *ending);
/// Whether a graph extends another, over any number.
bool studio_match_extends(Studio *studio, const char *graph, const char *parent);
