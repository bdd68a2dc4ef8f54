// SPDX-License-Identifier: MIT
//
// Which mask weakens a control.

#include "core/float_rules.h"

#include "core/pose_masks.h"
#include "core/simd/kernels.h"

MieniMaskEffect mieni_pose_strongest_override(const MienPoseAsset *asset, int control, const float *asked)
{
    const MieniPoseData *data = &asset->data;
    MieniMaskEffect most = {-1, 0.0f};
    for (int i = 0; i < data->mask_count; ++i) {
        const MieniMask *mask = &data->masks[i];
        const float taken = (int)mask->target == control ? mieni_mask_one(mask, asked[mask->source]) : 0.0f;
        if (taken > most.taken) {
            most.source = (int)mask->source;
            most.taken = taken;
        }
    }
    return most;
}
