// SPDX-License-Identifier: MIT
//
// Changing skeletons as text: the table of curves, and levels of detail.

#pragma once

#include "asset/asset.h"

/// Adds curves that are not there yet; *out_count is how many.
MienStatus mieni_skeleton_add_curves(MieniAsset *skeleton, const char *const *names, int count,
                                     int *out_count, MienError *error);
/// Removes curves; refused, and nothing removed, if one is not there: error's place is its
/// name.
MienStatus mieni_skeleton_remove_curves(MieniAsset *skeleton, const char *const *names, int count,
                                        MienError *error);
/// Sets the last level of detail of the bones and curves that patterns choose. What hangs
/// below a bone never outlasts it: its level is cut as well. Refused if a pattern chooses
/// nothing: error's place is the pattern.
MienStatus mieni_skeleton_set_levels(MieniAsset *skeleton, const char *const *patterns, int count, int level,
                                     int *out_bones, int *out_curves, MienError *error);
