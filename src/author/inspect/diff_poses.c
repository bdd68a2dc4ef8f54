// SPDX-License-Identifier: MIT
//
// What differs between two pose assets: bones, curves and poses. Offsets are compared
// with offsets, so that another base is told once and not by every pose.

#include "core/float_rules.h"

#include "author/inspect/diff.h"

#include <stdio.h>
#include <string.h>

static const MieniPlace nothing = {{0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}};

/// Two assets and how the first one's names are numbered in the second.
typedef struct Pair {
    MieniDiff *diff;
    MieniPackPoseView first, second;
    double extent;
    const int *to_bone, *to_curve, *to_pose;
    int *from_bone;  ///< Per bone of the second: the first's, or -1.
    uint32_t *entry; ///< Per bone of the second: one plus the entry of the pose at hand.
    uint32_t *value; ///< The same per curve of the second.
} Pair;

static const char *bone_name(const void *asset, int bone) { return mien_pose_asset_bone_name(asset, bone); }

static int bone_find(const void *asset, const char *name) { return mien_pose_asset_find_bone(asset, name); }

static const char *curve_name(const void *asset, int curve)
{
    return mien_pose_asset_curve_name(asset, curve);
}

static int curve_find(const void *asset, const char *name) { return mien_pose_asset_find_curve(asset, name); }

static const char *pose_name(const void *asset, int pose) { return mien_pose_asset_pose(asset, pose).name; }

static int pose_find(const void *asset, const char *name) { return mien_pose_asset_find_pose(asset, name); }

static void diff_whole(Pair *pair)
{
    const MieniPackPoseView *a = &pair->first, *b = &pair->second;
    if (a->is_additive != b->is_additive)
        mieni_diff_say(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "", "is %s, was %s",
                       b->is_additive ? "additive" : "absolute", a->is_additive ? "additive" : "absolute");
    if (a->is_unreal != b->is_unreal)
        mieni_diff_say(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "", "evaluates as %s, was %s",
                       b->is_unreal ? "Unreal" : "Mien", a->is_unreal ? "Unreal" : "Mien");
    const char *was = a->info->base_pose < 0 ? "no pose" : mieni_view_pose_name(a, a->info->base_pose);
    const char *is = b->info->base_pose < 0 ? "no pose" : mieni_view_pose_name(b, b->info->base_pose);
    if ((a->info->base_pose < 0) != (b->info->base_pose < 0) || strcmp(was, is) != 0)
        mieni_diff_say(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "", "base from %s, was %s", is, was);
    mieni_diff_value(pair->diff, "", "", "extent in metres", (double)a->info->extent,
                     (double)b->info->extent);
}

static void put_rotation(MienQuat q, MieniPlace *out)
{
    const double numbers[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    memcpy(out->q, numbers, sizeof numbers);
}

/// A bone's rest pose and how its parent is turned, which binding to other skeletons needs.
static void diff_rest(Pair *pair, int i, int j)
{
    const char *name = mien_pose_asset_bone_name(pair->second.asset, j);
    MieniPlace from = nothing, to = nothing, from_parent = nothing, to_parent = nothing;
    for (int k = 0; k < 3; ++k) {
        from.t[k] = (double)pair->first.reference[3 * i + k];
        to.t[k] = (double)pair->second.reference[3 * j + k];
    }
    put_rotation(pair->first.rest[i].own, &from);
    put_rotation(pair->second.rest[j].own, &to);
    put_rotation(pair->first.rest[i].parent, &from_parent);
    put_rotation(pair->second.rest[j].parent, &to_parent);
    mieni_diff_places(pair->diff, "bone", name, "reference ", &from, &to, pair->extent);
    mieni_diff_places(pair->diff, "bone", name, "reference of the parent ", &from_parent, &to_parent,
                      pair->extent);
}

static void diff_bones(Pair *pair, int count)
{
    for (int i = 0; i < count; ++i) {
        const int j = pair->to_bone[i];
        if (j < 0)
            continue;
        const char *name = mien_pose_asset_bone_name(pair->second.asset, j);
        const MieniPlace from = mieni_place_of(&pair->first.base[i]);
        const MieniPlace to = mieni_place_of(&pair->second.base[j]);
        mieni_diff_places(pair->diff, "bone", name, "base ", &from, &to, pair->extent);
        diff_rest(pair, i, j);
        mieni_diff_level(pair->diff, "bone", name, pair->first.bone_levels[i], pair->second.bone_levels[j]);
    }
}

static void diff_curves(Pair *pair, int count)
{
    for (int i = 0; i < count; ++i) {
        const int j = pair->to_curve[i];
        if (j < 0)
            continue;
        const char *name = mien_pose_asset_curve_name(pair->second.asset, j);
        mieni_diff_value(pair->diff, "curve", name, "base", (double)pair->first.curve_base[i],
                         (double)pair->second.curve_base[j]);
        mieni_diff_level(pair->diff, "curve", name, pair->first.curve_levels[i],
                         pair->second.curve_levels[j]);
    }
}

/// What a bone is compared with where a pose has no entry for it.
static MieniPlace rest_of(const MieniPackPoseView *poses, int bone, const MieniPackPoseView *other,
                          int other_bone)
{
    if (poses->is_additive)
        return nothing;
    return bone >= 0 ? mieni_place_of(&poses->base[bone]) : mieni_place_of(&other->base[other_bone]);
}

static void diff_entry(Pair *pair, const char *pose, int bone, const MieniPlace *from, const MieniPlace *to,
                       const char *held)
{
    const int told = pair->diff->count;
    const char *name = mien_pose_asset_bone_name(pair->second.asset, bone);
    char what[MIEN_MAX_NAME + 16];
    snprintf(what, sizeof what, "bone %s ", name);
    mieni_diff_places(pair->diff, "pose", pose, what, from, to, pair->extent);
    if (held != NULL && told == pair->diff->count && !pair->second.is_additive)
        mieni_diff_say(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "pose", pose, "%s bone %s", held, name);
}

/// Notes which entry of the second's pose each bone has, or forgets it again.
static void note_entries(Pair *pair, int pose, bool forget)
{
    const MieniPackPoseView *b = &pair->second;
    for (uint32_t e = b->group_first[pose] * 4; e < b->group_first[pose + 1] * 4; ++e) {
        if (b->group_bones[e] < b->info->bone_count)
            pair->entry[b->group_bones[e]] = forget ? 0 : e + 1;
    }
}

static void diff_entries(Pair *pair, int first, int second, const char *name)
{
    const MieniPackPoseView *a = &pair->first, *b = &pair->second;
    note_entries(pair, second, false);
    for (uint32_t e = a->group_first[first] * 4; e < a->group_first[first + 1] * 4; ++e) {
        const int bone = a->group_bones[e];
        if ((uint32_t)bone >= a->info->bone_count || pair->to_bone[bone] < 0)
            continue;
        const int other = pair->to_bone[bone];
        const uint32_t entry = pair->entry[other];
        const MieniPlace from = mieni_view_entry(a, e);
        const MieniPlace to = entry > 0 ? mieni_view_entry(b, entry - 1) : rest_of(b, other, a, bone);
        diff_entry(pair, name, other, &from, &to, entry > 0 ? NULL : "no longer holds");
        pair->entry[other] = 0;
    }
    for (uint32_t e = b->group_first[second] * 4; e < b->group_first[second + 1] * 4; ++e) {
        const int bone = b->group_bones[e];
        if ((uint32_t)bone >= b->info->bone_count || pair->entry[bone] == 0)
            continue;
        const MieniPlace from = rest_of(a, pair->from_bone[bone], b, bone), to = mieni_view_entry(b, e);
        diff_entry(pair, name, bone, &from, &to, "holds");
    }
    note_entries(pair, second, true);
}

static void diff_curve_values(Pair *pair, int first, int second, const char *name)
{
    const MieniPackPoseView *a = &pair->first, *b = &pair->second;
    char what[MIEN_MAX_NAME + 16];
    for (uint32_t e = b->curve_first[second]; e < b->curve_first[second + 1]; ++e)
        pair->value[b->curve_ids[e]] = e + 1;
    for (uint32_t e = a->curve_first[first]; e < a->curve_first[first + 1]; ++e) {
        const int curve = pair->to_curve[a->curve_ids[e]];
        if (curve < 0)
            continue;
        const char *curve_is = mien_pose_asset_curve_name(b->asset, curve);
        snprintf(what, sizeof what, "curve %s", curve_is);
        if (pair->value[curve] > 0)
            mieni_diff_value(pair->diff, "pose", name, what, (double)a->curve_values[e],
                             (double)b->curve_values[pair->value[curve] - 1]);
        else
            mieni_diff_say(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "pose", name, "no longer sets %s",
                           what);
        pair->value[curve] = 0;
    }
    for (uint32_t e = b->curve_first[second]; e < b->curve_first[second + 1]; ++e) {
        if (pair->value[b->curve_ids[e]] == 0)
            continue;
        pair->value[b->curve_ids[e]] = 0;
        mieni_diff_begin(pair->diff, "pose", name);
        mieni_text_putf(&pair->diff->text, "sets curve %s to ",
                        mien_pose_asset_curve_name(b->asset, b->curve_ids[e]));
        mieni_say_about(&pair->diff->text, (double)b->curve_values[e]);
        mieni_diff_end(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, 0.0);
    }
}

static bool prepare(Pair *pair)
{
    MieniArena *arena = &pair->diff->arena;
    const size_t bones = pair->second.info->bone_count, curves = pair->second.info->curve_count;
    pair->from_bone = mieni_arena_take(arena, bones, sizeof *pair->from_bone);
    pair->entry = mieni_arena_take(arena, bones, sizeof *pair->entry);
    pair->value = mieni_arena_take(arena, curves, sizeof *pair->value);
    if (arena->is_out_of_memory)
        return false;
    for (size_t i = 0; i < bones; ++i)
        pair->from_bone[i] = -1;
    for (uint32_t i = 0; i < pair->first.info->bone_count; ++i) {
        if (pair->to_bone[i] >= 0)
            pair->from_bone[pair->to_bone[i]] = (int)i;
    }
    return true;
}

void mieni_diff_poses(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second)
{
    Pair pair = {.diff = diff, .first = mieni_view_poses(first), .second = mieni_view_poses(second)};
    const MieniPoseHeader *a = pair.first.info, *b = pair.second.info;
    const MienPoseAsset *was = first->poses, *is = second->poses;
    const MieniDiffNames bones = {"bone",    was,      is, (int)a->bone_count, (int)b->bone_count,
                                  bone_name, bone_find};
    const MieniDiffNames curves = {"curve",    was,       is, (int)a->curve_count, (int)b->curve_count,
                                   curve_name, curve_find};
    const MieniDiffNames poses = {"pose",    was,      is, (int)a->pose_count, (int)b->pose_count,
                                  pose_name, pose_find};
    pair.extent = (double)(a->extent > 0.0f ? a->extent : b->extent);
    diff_whole(&pair);
    pair.to_bone = mieni_diff_names(diff, &bones);
    pair.to_curve = mieni_diff_names(diff, &curves);
    pair.to_pose = mieni_diff_names(diff, &poses);
    if (diff->arena.is_out_of_memory || !prepare(&pair))
        return;
    diff_bones(&pair, bones.first_count);
    diff_curves(&pair, curves.first_count);
    for (int i = 0; i < poses.first_count; ++i) {
        const int j = pair.to_pose[i];
        if (j < 0)
            continue;
        const char *name = mieni_view_pose_name(&pair.second, j);
        mieni_diff_role(diff, &pair.first, i, &pair.second, j);
        if (pair.first.is_additive == pair.second.is_additive) // otherwise nothing can be compared
            diff_entries(&pair, i, j, name);
        diff_curve_values(&pair, i, j, name);
    }
    mieni_diff_order(diff, pair.to_pose, poses.first_count, "poses");
    mieni_diff_rules(diff, &pair.first, &pair.second);
}
