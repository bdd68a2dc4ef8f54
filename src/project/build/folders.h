// SPDX-License-Identifier: MIT
//
// File names of folders, without listing unchanged folders again: for each folder a note
// records when its entries changed last and the sum of their names.

#pragma once

#include "project/project.h"

/// What the paths of all files below a folder of the build folder come to, as mieni_walk would
/// find them: "packs". The notes of it are "packs.folders" beside it. False if a folder cannot be
/// listed.
bool mieni_build_folders_sum(const MieniProject *project, const char *name, MieniPathSum *out_sum);
