// SPDX-License-Identifier: MIT
//
// What cooking a skeleton and cooking a pose asset share: checks and order.

#pragma once

#include "base/arena.h"
#include "mien_author/skeleton.h"

/// Checks parents, levels and reference transforms. path is what errors say
/// before "bones": "" or "skeleton.".
MienStatus mieni_author_check_skeleton(const MienAuthorSkeleton *skeleton, const char *path,
                                       MienError *error);
/// Checks one transform: a unit rotation, sane lengths.
bool mieni_author_transform_is_sane(const MienTransform *transform);
/// A transform with its reserved floats zeroed.
MienTransform mieni_author_clean(const MienTransform *transform);
/// Indices of count things by descending max LOD, otherwise in their order.
int *mieni_author_level_order(MieniArena *arena, const int *max_lods, int count);
/// Checks the max LODs of a curve list and returns its order.
MienStatus mieni_author_curve_order(MieniArena *arena, const MienAuthorCurve *curves, int count,
                                    int **out_order, MienError *error);
