// SPDX-License-Identifier: MIT
//
// Renaming poses, and the curves that drive them, in every asset of a project.

#pragma once

#include "project/project.h"

/// What was changed in one file.
typedef void MieniRenamed(void *user, const char *file, int places);

/// Renames names that poses and curves share, all at once, so that two can change
/// places: in pose assets, keyed curves, modifiers, maps, characters and the curve
/// tables of skeletons. A clip that gets such a curve from its source gets a modifier
/// that renames it. Nothing is written unless everything can be, and what was written
/// is put back if the rest cannot.
MienStatus mieni_rename_everywhere(const MieniProject *project, const char *const *from,
                                   const char *const *to, int count, MieniRenamed *renamed, void *user,
                                   MieniProblem *problem);
