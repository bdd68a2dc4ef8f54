// SPDX-License-Identifier: MIT
//
// A baking under way: what is evaluated, and what came of it.

#pragma once

#include "base/arena.h"
#include "mien_author/bake.h"

typedef struct MieniBake {
    const MienAuthorBaking *baking;
    MieniArena scratch;
    MienError *error;
    MienAuthorPack skeleton_pack, poses_pack, clip_pack;
    MienSkeleton *skeleton;
    MienPoseAsset *poses;
    MienClip *clip;
    MienPoseBinding *pose_binding;
    MienClipBinding *clip_binding;
    MienClipInfo info;

    int bone_count; ///< In the order of the cooked skeleton.
    MienTransform *rest, *pose, *spare;
    MienCurveSet curves;
    void *job_memory;
    size_t job_size;
    int consumed_count; ///< Curves that drive a pose and are what poses define.
    int *consumed;
    float *asked; ///< Per pose: its weight.
    MienPoseWeight *weighted;

    int moment_count;
    double *moments;        ///< Seconds.
    bool is_uneven;         ///< The last one is no frame.
    bool *moved;            ///< Per bone.
    MienTransform *samples; ///< Per bone and moment.
    int morph_count;
    int *curve_of_morph;
    bool *morphed;  ///< Per morph.
    float *weights; ///< Per morph and moment.
} MieniBake;

/// Makes a clip of what came of it.
MienStatus mieni_bake_clip(const MieniBake *bake, MienAuthorClip **out_clip);
