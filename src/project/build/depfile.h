// SPDX-License-Identifier: MIT
//
// Depfiles: what was read for a pack, for build systems that read the rules of Makefiles.

#pragma once

#include "project/project.h"

/// Writes a depfile; blanks, dollars and hashes in paths are escaped.
MienStatus mieni_depfile_write(const char *file, const char *target, const MieniInputs *inputs,
                               MieniProblem *problem);
