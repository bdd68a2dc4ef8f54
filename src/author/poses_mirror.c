// SPDX-License-Identifier: MIT
//
// Poses with sides: mirrored, flipped, split in two. Sides are told by names; the
// plane is X = 0.

#include "core/float_rules.h"

#include "author/place.h"
#include "author/poses_change.h"

#include <stddef.h>
#include <string.h>

/// An asset with what its poses are.
typedef struct Sides {
    MieniChange *change;
    const MienAuthorSkeleton *skeleton;
    MienAuthorPoseAsset poses;
    MieniNameEntry *bones; ///< Sorted.
    int pose;              ///< The one that is looked at.
    MienTransform *made;   ///< Per bone.
    const char **curves;
    float *values;
    int curve_count;
} Sides;

static const MienTransform *base_of(const Sides *sides, int bone)
{
    return sides->poses.base != NULL ? &sides->poses.base[bone] : &sides->skeleton->bones[bone].reference;
}

static const MienTransform *pose_of(const Sides *sides, int bone)
{
    const MienTransform *bones = sides->poses.poses[sides->pose].bones;
    return bones != NULL ? &bones[bone] : base_of(sides, bone);
}

/// Describes the asset and makes room; what is made begins as the base.
static MienStatus begin(Sides *sides, MieniChange *change, const MieniPosesWorld *world, const char *name)
{
    MieniArena *scratch = &change->scratch;
    const size_t count = (size_t)world->skeleton->bone_count;
    *sides = (Sides){.change = change, .skeleton = world->skeleton};
    MienStatus status =
        mieni_change_find(change, mieni_json_get(change->asset->json.root, "poses"), name, &sides->pose);
    if (status == MIEN_OK)
        status = mieni_poses_describe(change->asset, world->skeleton, world->takes, world->take_count,
                                      scratch, &sides->poses, NULL, change->error);
    if (status != MIEN_OK)
        return status;
    const size_t curves = (size_t)sides->poses.poses[sides->pose].curve_count;
    sides->bones = mieni_names_index(world->skeleton->bones, world->skeleton->bone_count,
                                     sizeof *world->skeleton->bones, offsetof(MienAuthorBone, name), scratch);
    sides->made = mieni_arena_take(scratch, count, sizeof *sides->made);
    sides->curves = mieni_arena_take(scratch, curves, sizeof *sides->curves);
    sides->values = mieni_arena_take(scratch, curves, sizeof *sides->values);
    if (scratch->is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (int b = 0; b < (int)count; ++b)
        sides->made[b] = *base_of(sides, b);
    return MIEN_OK;
}

/// The bone of the other side; the bone itself if it has none.
static int partner_of(const Sides *sides, int bone)
{
    char name[MIENI_NAME_ROOM];
    if (!mieni_name_swap_sides(sides->skeleton->bones[bone].name, name))
        return bone;
    const int partner = mieni_names_search(sides->bones, sides->skeleton->bone_count, name);
    return partner >= 0 ? partner : bone;
}

/// As modifiers mirror tracks: across X = 0 of frames that are mirrored too.
static MienTransform reflected(const MienTransform *transform)
{
    MienTransform m = *transform;
    m.rotation.y = -m.rotation.y + 0.0f; // no -0 in texts
    m.rotation.z = -m.rotation.z + 0.0f;
    m.translation.x = -m.translation.x + 0.0f;
    return m;
}

static bool is_same(const MienTransform *a, const MienTransform *b)
{
    float x[12], y[12];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    bool same = true;
    for (int k = 0; k < 12; ++k)
        same = same && (x[k] == y[k] || k == 7 || k == 11);
    return same;
}

static MienTransform rounded(const MieniPlace *place)
{
    return (MienTransform){
        .rotation = {(float)place->q[0], (float)place->q[1], (float)place->q[2], (float)place->q[3]},
        .translation = {(float)place->t[0], (float)place->t[1], (float)place->t[2]},
        .scale = {(float)place->s[0], (float)place->s[1], (float)place->s[2]}};
}

/// A bone's offset from its base, reflected, on the base of its partner. Offsets are in
/// the parent's frame, so the bones' own axes need not be mirrored.
static MienTransform offset_reflected(const MienTransform *pose, const MienTransform *base,
                                      const MienTransform *partner_base)
{
    const MieniPlace p = mieni_place_of(pose), b = mieni_place_of(base);
    MieniPlace out = mieni_place_of(partner_base);
    const double inverse[4] = {-b.q[0], -b.q[1], -b.q[2], b.q[3]};
    double turn[4];
    mieni_multiply4(p.q, inverse, turn);
    turn[1] = -turn[1];
    turn[2] = -turn[2];
    mieni_multiply4(turn, out.q, out.q);
    mieni_normalize4(out.q);
    for (int k = 0; k < 3; ++k) {
        const double move = p.t[k] - b.t[k];
        out.t[k] += k == 0 ? -move : move;
        out.s[k] = b.s[k] != 0.0 ? out.s[k] * (p.s[k] / b.s[k]) : p.s[k];
    }
    return rounded(&out);
}

static void mirror_bones(Sides *sides)
{
    for (int b = 0; b < sides->skeleton->bone_count; ++b) {
        const int partner = partner_of(sides, b);
        const MienTransform *pose = pose_of(sides, b), *base = base_of(sides, b);
        const MienTransform mirrored_base = reflected(base);
        if (is_same(pose, base))
            continue; // the partner stays as its own base
        sides->made[partner] = is_same(&mirrored_base, base_of(sides, partner))
                                   ? reflected(pose)
                                   : offset_reflected(pose, base, base_of(sides, partner));
    }
}

static MienStatus mirror_curves(Sides *sides)
{
    const MienAuthorPose *pose = &sides->poses.poses[sides->pose];
    for (int i = 0; i < pose->curve_count; ++i) {
        char name[MIENI_NAME_ROOM];
        mieni_name_swap_sides(sides->poses.curves[pose->curves[i].curve].name, name);
        char *kept = mieni_arena_take(&sides->change->scratch, strlen(name) + 1, 1);
        if (kept == NULL)
            return MIEN_ERROR_MEMORY;
        memcpy(kept, name, strlen(name) + 1);
        sides->curves[i] = kept;
        sides->values[i] = pose->curves[i].value;
    }
    sides->curve_count = pose->curve_count;
    return MIEN_OK;
}

/// Writes what was made into a row, by hand and all: no source is left.
static void put_made(Sides *sides, MieniJson *row)
{
    mieni_change_put_bones(sides->change, row, sides->skeleton, sides->made, sides->poses.base);
    mieni_change_put_curves(sides->change, row, sides->curves, sides->values, sides->curve_count);
}

static MienStatus mirror(MieniChange *change, const MieniPosesWorld *world, const char *name,
                         const char *new_name)
{
    Sides sides;
    MienStatus status = begin(&sides, change, world, name);
    if (status == MIEN_OK)
        status = mirror_curves(&sides);
    if (status != MIEN_OK)
        return status;
    mirror_bones(&sides);
    if (mieni_json_get_string(change->asset->json.root, "base", NULL) != NULL &&
        strcmp(mieni_json_get_string(change->asset->json.root, "base", ""), new_name) == 0)
        return mieni_change_fail(
            change, "base", "\"%.60s\" is the base, which all others build on: choose another base first.",
            new_name);
    MieniJson *poses = mieni_change_list(change, "poses"), *skipped = mieni_change_list(change, "skipped");
    if (poses == NULL || skipped == NULL)
        return MIEN_ERROR_MEMORY;
    const int index = mieni_json_find(poses, "name", new_name);
    MieniJson *row = index >= 0 ? mieni_change_row(change, poses, index) : mieni_json_object(change->json);
    if (row == NULL)
        return MIEN_ERROR_MEMORY;
    if (index >= 0)
        mieni_change_skip_source(change, row, poses, skipped);
    else
        status = mieni_change_add_after(change, poses, sides.pose, row, new_name);
    put_made(&sides, row);
    mieni_change_drop_empty(change, "skipped", skipped);
    return status;
}

MienStatus mieni_poses_mirror(MieniAsset *asset, const MieniPosesWorld *world, const char *name,
                              const char *new_name, MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return mieni_change_end(&change,
                            change.root != NULL ? mirror(&change, world, name, new_name) : MIEN_ERROR_MEMORY);
}

/// -1 left, 1 right, 0 neither; of several sides in a name the first.
static int side_of(const char *name)
{
    for (size_t i = 0; name[i] != '\0'; ++i) {
        char side;
        bool is_letter;
        if (mieni_name_side_at(name, i, &side, &is_letter) > 0)
            return side == 'L' ? -1 : 1;
    }
    return 0;
}

/// Half way from the base: translation and scale add up to the whole exactly, rotation
/// as nearly as half angles do.
static MienTransform half_way(const MienTransform *pose, const MienTransform *base)
{
    MieniPlace p = mieni_place_of(pose), b = mieni_place_of(base);
    const double dot = (p.q[0] * b.q[0] + p.q[1] * b.q[1]) + (p.q[2] * b.q[2] + p.q[3] * b.q[3]);
    for (int k = 0; k < 4; ++k)
        p.q[k] = b.q[k] + (dot < 0.0 ? -p.q[k] : p.q[k]);
    mieni_normalize4(p.q);
    for (int k = 0; k < 3; ++k) {
        p.t[k] = 0.5 * (p.t[k] + b.t[k]);
        p.s[k] = 0.5 * (p.s[k] + b.s[k]);
    }
    return rounded(&p);
}

static void take_side(Sides *sides, int side)
{
    const MienAuthorPose *pose = &sides->poses.poses[sides->pose];
    for (int b = 0; b < sides->skeleton->bone_count; ++b) {
        const int own = side_of(sides->skeleton->bones[b].name);
        const MienTransform *whole = pose_of(sides, b), *base = base_of(sides, b);
        sides->made[b] = *base;
        if (own == side)
            sides->made[b] = *whole;
        else if (own == 0 && !is_same(whole, base))
            sides->made[b] = half_way(whole, base);
    }
    sides->curve_count = 0;
    for (int i = 0; i < pose->curve_count; ++i) {
        const int curve = pose->curves[i].curve;
        const char *name = sides->poses.curves[curve].name;
        const int own = side_of(name);
        const float base = sides->poses.base_curves[curve], value = pose->curves[i].value;
        if (own == -side)
            continue;
        sides->curves[sides->curve_count] = name;
        sides->values[sides->curve_count++] = own == 0 ? 0.5f * value + 0.5f * base : value;
    }
}

static MienStatus split(MieniChange *change, const MieniPosesWorld *world, const char *name,
                        const char *const names[2])
{
    Sides sides;
    MienStatus status = begin(&sides, change, world, name);
    if (status != MIEN_OK)
        return status;
    MieniJson *poses = mieni_change_list(change, "poses");
    if (poses == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < 2 && status == MIEN_OK; ++i) {
        MieniJson *row = mieni_json_object(change->json);
        take_side(&sides, i == 0 ? -1 : 1);
        status = mieni_change_add_after(change, poses, sides.pose + i, row, names[i]);
        if (status == MIEN_OK)
            put_made(&sides, row);
    }
    return status;
}

MienStatus mieni_poses_split(MieniAsset *asset, const MieniPosesWorld *world, const char *name,
                             const char *left_name, const char *right_name, MienError *error)
{
    const char *const names[2] = {left_name, right_name};
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return mieni_change_end(&change,
                            change.root != NULL ? split(&change, world, name, names) : MIEN_ERROR_MEMORY);
}
