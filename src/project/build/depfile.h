// SPDX-License-Identifier: MIT
//
// Depfiles: the inputs of a pack, for build systems that read Makefile rules.

#pragma once

#include "project/project.h"

/// Writes a depfile; blanks, dollars and hashes in paths are escaped.
MienStatus mieni_depfile_write(const char *file, const char *target, const MieniInputs *inputs,
                               MieniProblem *problem);
