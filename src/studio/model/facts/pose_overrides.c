// SPDX-License-Identifier: MIT
//
// Finds the override that reduces a pose.

#include "studio/model/facts/pose_overrides.h"

#include "core/pose_masks.h"

static const float VISIBLE = 0.0005f;

bool studio_mask_find(const MienPoseAsset *asset, const char *pose, const float *asked, StudioMask *out_mask)
{
    const int control = mien_pose_asset_find_driven_pose(asset, pose);
    const MieniMaskEffect most = mieni_pose_strongest_override(asset, control, asked);
    if (most.source < 0 || most.taken <= VISIBLE)
        return false;
    const MienDrivenPose source = mien_pose_asset_driven_pose(asset, most.source);
    *out_mask = (StudioMask){.source = mien_pose_asset_pose(asset, source.pose).name,
                             .asked = asked[most.source],
                             .taken = most.taken};
    return true;
}
