// SPDX-License-Identifier: MIT
//
// From what a solver proposes to drafts of poses.

#include "core/float_rules.h"

#include "project/recipes/solve_propose.h"

#include "base/transform.h"

#include <stdlib.h>
#include <string.h>

/// Bones that move what hangs on them less are left out: parts of the face's height. What hangs on a bone is
/// taken to reach a quarter of it.
static const double least_part = 5e-4, reach_part = 0.25;

/// A bone that a pose moves.
typedef struct Moved {
    int bone;
    double distance;
} Moved;

/// The asset's base pose, per bone of the skeleton.
static void place_base(const MieniSolveFace *face, MienTransform *out_bones)
{
    const int count = mien_skeleton_bone_count(face->skeleton);
    memcpy(out_bones, mien_skeleton_rest_pose(face->skeleton), (size_t)count * sizeof *out_bones);
    for (int a = 0; a < mien_pose_asset_info(face->poses).bone_count; ++a) {
        const int bone = mien_skeleton_find_bone(face->skeleton, mien_pose_asset_bone_name(face->poses, a));
        if (bone >= 0)
            out_bones[bone] = mien_pose_asset_base(face->poses)[a];
    }
}

MienSolvePose *mieni_solve_propose_begin(const MieniSolveFace *face, int count, MieniArena *arena)
{
    const int bones = mien_skeleton_bone_count(face->skeleton);
    MienSolvePose *poses = mieni_arena_take(arena, (size_t)count, sizeof *poses);
    for (int k = 0; poses != NULL && k < count; ++k) {
        poses[k].bones = mieni_arena_take(arena, (size_t)bones, sizeof *poses[k].bones);
        if (poses[k].bones != NULL)
            place_base(face, poses[k].bones);
    }
    return arena->is_out_of_memory ? NULL : poses;
}

/// The larger distance first, then the order of bones.
static int compare_moved(const void *left, const void *right)
{
    const Moved *a = left, *b = right;
    return a->distance != b->distance ? (a->distance < b->distance) - (a->distance > b->distance)
                                      : (a->bone > b->bone) - (a->bone < b->bone);
}

static bool keep_bones(const MieniSolveFace *face, const MienSolvePose *pose, const MienTransform *base,
                       double extent, Moved *moved, MieniArena *arena, MieniProposedPose *out_pose)
{
    int count = 0;
    for (int b = 0; b < mien_skeleton_bone_count(face->skeleton); ++b) {
        const MieniPlace from = mieni_place_of(&base[b]), to = mieni_place_of(&pose->bones[b]);
        moved[count] = (Moved){b, mieni_place_distance(&from, &to, reach_part * extent)};
        count += moved[count].distance > least_part * extent;
    }
    qsort(moved, (size_t)count, sizeof *moved, compare_moved);
    const char **names = mieni_arena_take(arena, (size_t)count, sizeof *names);
    MienTransform *transforms = mieni_arena_take(arena, (size_t)count, sizeof *transforms);
    for (int i = 0; !arena->is_out_of_memory && i < count; ++i) {
        const char *name = mien_skeleton_bone_name(face->skeleton, moved[i].bone);
        names[i] = mieni_arena_text(arena, name, strlen(name));
        transforms[i] = pose->bones[moved[i].bone];
    }
    *out_pose = (MieniProposedPose){count, names, transforms, pose->residual};
    return !arena->is_out_of_memory;
}

const MieniProposedPose *mieni_solve_propose_end(const MieniSolveFace *face, const MienSolvePose *poses,
                                                 int count, double extent, MieniArena *arena)
{
    const size_t bones = (size_t)mien_skeleton_bone_count(face->skeleton);
    MieniProposedPose *proposed = mieni_arena_take(arena, (size_t)count, sizeof *proposed);
    Moved *moved = mieni_arena_take(arena, bones, sizeof *moved);
    MienTransform *base = mieni_arena_take(arena, bones, sizeof *base);
    if (arena->is_out_of_memory)
        return NULL;
    place_base(face, base);
    for (int k = 0; k < count; ++k)
        if (!keep_bones(face, &poses[k], base, extent, moved, arena, &proposed[k]))
            return NULL;
    return proposed;
}
