// SPDX-License-Identifier: MIT
//
// One tile of a crowd, for those who make its input themselves.

#pragma once

#include "core/pose_data.h"

/// What one evaluation of a tile needs, checked by the caller. Arrays are those of
/// MienCrowdJob, of this tile.
typedef struct MieniCrowdTile {
    const MienPoseAsset *asset;
    const MieniTarget *target;
    int level, bone_count, curve_count;
    const float *input;
    const MienTransform *shared; ///< Per bone, what all characters have where it is not their own; NULL:
    const uint32_t *own;         ///< input has every bone. Bits of bones that input has; NULL: none.
    float *out_bones;
    const float *curves;
    const uint16_t *present;
    float *out_curves;
    uint16_t *out_present;
    float *out_weights;
    bool consumes; ///< Curves that drive a control are gone afterwards; out_curves must be curves.
    void *scratch; ///< mien_crowd_job_scratch_size().
} MieniCrowdTile;

/// Runs in the environment of the caller, which must be the default one.
void mieni_crowd_tile(const MieniCrowdTile *tile);
