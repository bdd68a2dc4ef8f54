// SPDX-License-Identifier: MIT
//
// Edits skeletons as text: the table of curves, and LODs.

#pragma once

#include "asset/asset.h"

/// Adds curves that are not there yet; *out_count is how many.
MienStatus mieni_skeleton_add_curves(MieniAsset *skeleton, const char *const *names, int count,
                                     int *out_count, MienError *error);
/// Removes curves; refused, and nothing removed, if one is not there: error's place is its
/// name.
MienStatus mieni_skeleton_remove_curves(MieniAsset *skeleton, const char *const *names, int count,
                                        MienError *error);
/// Sets the max LOD of the bones and curves that patterns match. Descendants of a bone never
/// have a higher max LOD: theirs is lowered as well. Refused if a pattern matches nothing:
/// the error's location is the pattern.
MienStatus mieni_skeleton_set_levels(MieniAsset *skeleton, const char *const *patterns, int count, int level,
                                     int *out_bones, int *out_curves, MienError *error);
