// SPDX-License-Identifier: MIT
//
// The built-in map that a new map node of a graph begins with.

#pragma once

#include "studio/model/document/studio.h"

/// Id of the built-in map to the names of the graph's poses and from those of its clips or, if these are
/// the same or unknown, from Live Link Face. NULL: none fits.
const char *studio_graph_map_for(Studio *studio, const char *graph);
