// SPDX-License-Identifier: MIT
//
// Depfiles: what a step of a build read, for Ninja and whatever else reads the rules
// of Makefiles.

#pragma once

#include "project/project.h"

/// Writes a depfile. A path that depfiles cannot spell is given as a link to it in the
/// build folder.
MienStatus mieni_depfile_write(const MieniProject *project, const char *file, const char *target,
                               const MieniPaths *inputs, MieniProblem *problem);
