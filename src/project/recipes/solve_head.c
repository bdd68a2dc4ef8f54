// SPDX-License-Identifier: MIT
//
// From the motion of a tracked head to the motion of a bone.

#include "core/float_rules.h"

#include "project/recipes/solve_head.h"

#include "base/transform.h"

#include <string.h>

static int find_bone(const MienAuthorSkeleton *skeleton, const char *name)
{
    for (int b = 0; b < skeleton->bone_count; ++b)
        if (strcmp(skeleton->bones[b].name, name) == 0)
            return b;
    return -1;
}

/// Whether a pose moves a bone of the authoring skeleton.
static bool moves(const MienAuthorPoseAsset *asset, const MienAuthorPose *pose, int bone)
{
    const MienTransform *base = asset->base != NULL ? &asset->base[bone] : &asset->skeleton->bones[bone].rest;
    return pose->bones != NULL && mieni_place_is_moved(base, &pose->bones[bone], 1.0);
}

/// Whether the pose of a name moves a bone of the skeleton or one above it.
static bool turns_head(const MieniSolveFace *face, const char *name, int bone)
{
    const MienAuthorPoseAsset *asset = &face->recipe.poses;
    const MienAuthorPose *pose = NULL; // stays so for morph targets
    for (int p = 0; p < asset->pose_count; ++p)
        if (strcmp(asset->poses[p].name, name) == 0)
            pose = &asset->poses[p];
    for (int b = bone; pose != NULL && b >= 0; b = mien_skeleton_bone_parent(face->skeleton, b)) {
        const int at = find_bone(asset->skeleton, mien_skeleton_bone_name(face->skeleton, b));
        if (at >= 0 && moves(asset, pose, at))
            return true;
    }
    return false;
}

void mieni_solve_head_leave_out(const MieniSolveFace *face, int bone, MienSolver *solver)
{
    for (int c = 0; c < mien_solver_curve_count(solver); ++c)
        if (turns_head(face, mien_solver_curve(solver, c).name, bone))
            mien_solver_set_range(solver, c, 0.0f, 0.0f);
}

/// A bone at rest in the space of the model; that of no bone is the space itself.
static MieniPlace rest_place(const MienSkeleton *skeleton, int bone)
{
    MieniPlace place = {{0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}};
    for (int b = bone; b >= 0; b = mien_skeleton_bone_parent(skeleton, b)) {
        const MieniPlace above = mieni_place_of(&mien_skeleton_rest_pose(skeleton)[b]);
        place = mieni_place_compose(&above, &place);
    }
    return place;
}

/// The bone relative to its parent while the head is where it was tracked. Scales stay.
static MienTransform place_head(const MieniPlace *above, const MieniPlace *rest, const MienTransform *tracked,
                                MienTransform local)
{
    const MieniPlace motion = mieni_place_of(tracked), now = mieni_place_compose(&motion, rest);
    const double back[4] = {-above->q[0], -above->q[1], -above->q[2], above->q[3]};
    const double way[3] = {now.t[0] - above->t[0], now.t[1] - above->t[1], now.t[2] - above->t[2]};
    double q[4], t[3];
    mieni_multiply4(back, now.q, q);
    mieni_normalize4(q);
    mieni_rotate3(back, way, t);
    for (int i = 0; i < 3; ++i)
        t[i] = above->s[i] != 0.0 ? t[i] / above->s[i] : 0.0;
    local.rotation = (MienQuat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
    local.translation = (MienVec3){(float)t[0], (float)t[1], (float)t[2]};
    return local;
}

bool mieni_solve_head_track(const MienSkeleton *skeleton, int bone, const MienTransform *heads,
                            int frame_count, MieniArena *arena, MienAuthorClipTrack *out_track)
{
    const MieniPlace above = rest_place(skeleton, mien_skeleton_bone_parent(skeleton, bone)),
                     rest = rest_place(skeleton, bone);
    MienTransform *samples = mieni_arena_take(arena, (size_t)frame_count, sizeof *samples);
    const char *name = mien_skeleton_bone_name(skeleton, bone);
    for (int f = 0; samples != NULL && f < frame_count; ++f)
        samples[f] = place_head(&above, &rest, &heads[f], mien_skeleton_rest_pose(skeleton)[bone]);
    *out_track = (MienAuthorClipTrack){
        .bone = mieni_arena_text(arena, name, strlen(name)), .sample_count = frame_count, .samples = samples};
    return !arena->is_out_of_memory;
}
