// SPDX-License-Identifier: MIT
//
// How bones of several results meet in one: the arithmetic of blends, layers, fades
// and of applying a delta. Pure functions. Private to core.

#pragma once

#include "core/graph/mix_curves.h"

/// b's share of one bone, between 0 and 1: at 0 it is a's bits, at 1 b's. out may be
/// either. A delta has no length to keep.
void mieni_mix_bone(const MienTransform *a, const MienTransform *b, float share, bool is_delta,
                    MienTransform *out);
/// One bone of all parts, of which there is at least one. out may be any part's.
void mieni_mix_parts(const MieniPart *parts, int count, int bone, bool is_delta, MienTransform *out);

/// Applies a delta times k to one bone. out may be either.
void mieni_apply_bone(const MienTransform *base, const MienTransform *delta, float k, MienTransform *out);
/// As Unreal does: docs/unreal.md. k must count there.
void mieni_apply_bone_unreal(const MienTransform *base, const MienTransform *delta, float k,
                             MienTransform *out);
