// SPDX-License-Identifier: MIT
//
// Checks whether a graph and all its parents can be read.

#pragma once

#include "project/recipes/graphs.h"

/// Names that lead nowhere, circles, and overrides of what the parent has not are told as
/// cooking tells them. A file that is missing is no fault of the graph, and none here.
MienStatus studio_graph_check(const MieniProject *project, const char *path, MieniProblem *problem);
