// SPDX-License-Identifier: MIT
//
// Whether a graph, with all that it extends, can be read whole.

#pragma once

#include "project/recipes/graphs.h"

/// Names that lead nowhere, circles, and overrides of what the parent has not are told as
/// cooking tells them. A file that is missing is no fault of the graph, and none here.
MienStatus studio_graph_check(const MieniProject *project, const char *path, MieniProblem *problem);
