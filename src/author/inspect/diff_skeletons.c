// SPDX-License-Identifier: MIT
//
// What differs between two skeletons.

#include "core/float_rules.h"

#include "author/inspect/diff.h"

#include <string.h>

static const char *bone_name(const void *skeleton, int bone)
{
    return mien_skeleton_bone_name(skeleton, bone);
}

static int bone_find(const void *skeleton, const char *name)
{
    return mien_skeleton_find_bone(skeleton, name);
}

static const char *curve_name(const void *skeleton, int curve)
{
    return mien_skeleton_curve_name(skeleton, curve);
}

static int curve_find(const void *skeleton, const char *name)
{
    return mien_skeleton_find_curve(skeleton, name);
}

/// The longest side of the box around the reference pose.
static double extent_of(const MienSkeleton *skeleton, MieniArena *arena)
{
    const int count = mien_skeleton_bone_count(skeleton);
    MieniPlace *model = mieni_arena_take(arena, (size_t)count, sizeof *model);
    for (int b = 0; model != NULL && b < count; ++b) {
        const MieniPlace local = mieni_place_of(&mien_skeleton_rest_pose(skeleton)[b]);
        const int parent = mien_skeleton_bone_parent(skeleton, b);
        model[b] = parent < 0 ? local : mieni_place_compose(&model[parent], &local);
    }
    return model != NULL ? mieni_places_extent(model, count) : 0.0;
}

/// "none", or the parent's name.
static const char *parent_name(const MienSkeleton *skeleton, int bone)
{
    const int parent = mien_skeleton_bone_parent(skeleton, bone);
    return parent < 0 ? "none" : mien_skeleton_bone_name(skeleton, parent);
}

static void diff_bone(MieniDiff *diff, const MienSkeleton *first, int a, const MienSkeleton *second, int b,
                      double extent)
{
    const char *name = mien_skeleton_bone_name(second, b);
    const bool was_root = mien_skeleton_bone_parent(first, a) < 0;
    const bool is_root = mien_skeleton_bone_parent(second, b) < 0;
    const char *was = parent_name(first, a), *is = parent_name(second, b);
    if (was_root != is_root || strcmp(was, is) != 0)
        mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "bone", name, "parent %s, was %s", is, was);
    const MieniPlace from = mieni_place_of(&mien_skeleton_rest_pose(first)[a]);
    const MieniPlace to = mieni_place_of(&mien_skeleton_rest_pose(second)[b]);
    mieni_diff_places(diff, "bone", name, "", &from, &to, extent);
    mieni_diff_level(diff, "bone", name, mien_skeleton_bone_max_lod(first, a),
                     mien_skeleton_bone_max_lod(second, b));
}

void mieni_diff_skeletons(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second)
{
    const MienSkeleton *a = first->skeleton, *b = second->skeleton;
    const MieniDiffNames bones = {
        "bone", a, b, mien_skeleton_bone_count(a), mien_skeleton_bone_count(b), bone_name, bone_find};
    const MieniDiffNames curves = {
        "curve", a, b, mien_skeleton_curve_count(a), mien_skeleton_curve_count(b), curve_name, curve_find};
    const double extent = extent_of(a, &diff->arena);
    const int *to_bone = mieni_diff_names(diff, &bones);
    for (int i = 0; to_bone != NULL && i < bones.first_count; ++i) {
        if (to_bone[i] >= 0)
            diff_bone(diff, a, i, b, to_bone[i], extent);
    }
    const int *to_curve = mieni_diff_names(diff, &curves);
    for (int i = 0; to_curve != NULL && i < curves.first_count; ++i) {
        if (to_curve[i] >= 0)
            mieni_diff_level(diff, "curve", mien_skeleton_curve_name(a, i), mien_skeleton_curve_max_lod(a, i),
                             mien_skeleton_curve_max_lod(b, to_curve[i]));
    }
    mieni_diff_order(diff, to_bone, bones.first_count, "bones");
    mieni_diff_order(diff, to_curve, curves.first_count, "curves");
}
