// SPDX-License-Identifier: MIT
//
// Names in an evaluation: the skeleton's if there is one; otherwise the pose asset's, whose
// curves are those that drive its poses followed by those that its poses define; otherwise
// the clip's.

#include "cli/report/eval.h"

const char *cli_eval_bone_name(const CliEval *eval, int bone)
{
    if (eval->skeleton.skeleton != NULL)
        return mien_skeleton_bone_name(eval->skeleton.skeleton, bone);
    if (eval->poses.poses != NULL)
        return mien_pose_asset_bone_name(eval->poses.poses, bone);
    return mien_clip_track_bone(eval->clip.clip, bone);
}

const char *cli_eval_curve_name(const CliEval *eval, int curve)
{
    const MienPoseAsset *asset = eval->poses.poses;
    const int controls = eval->info.driven_pose_count;
    if (eval->skeleton.skeleton != NULL)
        return mien_skeleton_curve_name(eval->skeleton.skeleton, curve);
    if (asset == NULL)
        return mien_clip_curve_name(eval->clip.clip, curve);
    if (curve >= controls)
        return mien_pose_asset_curve_name(asset, curve - controls);
    return mien_pose_asset_pose(asset, mien_pose_asset_driven_pose(asset, curve).pose).name;
}

int cli_eval_find_curve(const CliEval *eval, const char *name)
{
    if (eval->skeleton.skeleton != NULL)
        return mien_skeleton_find_curve(eval->skeleton.skeleton, name);
    const int control = mien_pose_asset_find_driven_pose(eval->poses.poses, name);
    if (control >= 0)
        return control;
    const int curve = mien_pose_asset_find_curve(eval->poses.poses, name);
    return curve >= 0 ? eval->info.driven_pose_count + curve : -1;
}
