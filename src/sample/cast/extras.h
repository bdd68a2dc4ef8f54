// SPDX-License-Identifier: MIT
//
// Extras: any number of characters with the bones and poses of the cast, each like one of
// the four but with proportions of its own. They have no mesh.

#pragma once

#include "sample/cast.h"
#include "sample/cast/rig.h"

/// One of them. Bones are in the order of the head's skeleton, poses in that of its pose asset.
typedef struct MieniCastExtra {
    MieniCastWho like;
    MienTransform reference[MIENI_BONE_COUNT];
    MienTransform poses[MIENI_CAST_POSE_COUNT][MIENI_BONE_COUNT]; ///< What bones are in each pose.
} MieniCastExtra;

/// Which head the number's extra is like: each in turn.
MieniCastWho mieni_cast_extra_like(int number);
/// Makes the extra of a number from 0, of the head that it is like. The same bits everywhere.
void mieni_cast_extra(const MieniCastHead *head, uint64_t seed, int number, MieniCastExtra *out);
/// How the body of a number from 0 stands.
MieniCastStanding mieni_cast_extra_standing(uint64_t seed, int number);
/// A number as files have it: to the millionth, a micrometre or as much of a turn, to keep them small.
double mieni_extra_number(float value);
