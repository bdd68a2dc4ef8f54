// SPDX-License-Identifier: MIT
//
// Poses with sides: mirrored, flipped, made even, split in two. Sides are told by names; the
// plane is X = 0.

#include "core/float_rules.h"

#include "asset/edit/poses.h"
#include "asset/edit/poses_change.h"
#include "base/transform.h"

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
    const double *shares; ///< Per bone, of its left; NULL: names tell.
} Sides;

static const MienTransform *base_of(const Sides *sides, int bone)
{
    return sides->poses.base != NULL ? &sides->poses.base[bone] : &sides->skeleton->bones[bone].rest;
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

/// Writes what was made over a pose, or as a new one behind the one that was looked at.
static MienStatus put_over(Sides *sides, const char *new_name)
{
    MieniChange *change = sides->change;
    MienStatus status = MIEN_OK;
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
        status = mieni_change_add_after(change, poses, sides->pose, row, new_name);
    put_made(sides, row);
    mieni_change_drop_empty(change, "skipped", skipped);
    return status;
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
    return put_over(&sides, new_name);
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

// Symmetry

/// Curves of one side under both names; what has none stays.
static MienStatus balance_curves(Sides *sides, int from)
{
    const MienAuthorPose *pose = &sides->poses.poses[sides->pose];
    const size_t room = 2 * (size_t)pose->curve_count;
    MieniArena *scratch = &sides->change->scratch;
    sides->curves = mieni_arena_take(scratch, room, sizeof *sides->curves);
    sides->values = mieni_arena_take(scratch, room, sizeof *sides->values);
    sides->curve_count = 0;
    for (int i = 0; i < pose->curve_count && !scratch->is_out_of_memory; ++i) {
        const char *name = sides->poses.curves[pose->curves[i].curve].name;
        char other[MIENI_NAME_ROOM];
        if (side_of(name) == -from)
            continue;
        mieni_name_swap_sides(name, other);
        const char *kept = mieni_arena_text(scratch, other, strlen(other));
        const bool is_left = side_of(name) < 0;
        sides->curves[sides->curve_count] = is_left || side_of(name) == 0 ? name : kept; // left first
        sides->values[sides->curve_count++] = pose->curves[i].value;
        if (side_of(name) == 0)
            continue;
        sides->curves[sides->curve_count] = is_left ? kept : name;
        sides->values[sides->curve_count++] = pose->curves[i].value;
    }
    return scratch->is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}

static MienStatus symmetrise(MieniChange *change, const MieniPosesWorld *world, const char *name, int from)
{
    Sides sides;
    MienStatus status = begin(&sides, change, world, name);
    if (status == MIEN_OK)
        status = balance_curves(&sides, from);
    if (status != MIEN_OK)
        return status;
    mirror_bones(&sides);
    for (int b = 0; b < world->skeleton->bone_count; ++b) {
        const int own = side_of(world->skeleton->bones[b].name);
        if (own == 0)
            sides.made[b] = half_way(pose_of(&sides, b), &sides.made[b]);
        else if (own == from || partner_of(&sides, b) == b)
            sides.made[b] = *pose_of(&sides, b);
    }
    return put_over(&sides, name);
}

MienStatus mieni_poses_symmetrise(MieniAsset *asset, const MieniPosesWorld *world, const char *name,
                                  bool is_from_left, MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return mieni_change_end(&change, change.root != NULL
                                         ? symmetrise(&change, world, name, is_from_left ? -1 : 1)
                                         : MIEN_ERROR_MEMORY);
}

// Halves

/// Part of the way from the base, so that shares that add up to 1 come to the whole.
static MienTransform part_way(const MienTransform *pose, const MienTransform *base, double share)
{
    const MieniPlace p = mieni_place_of(pose);
    MieniPlace b = mieni_place_of(base);
    const double inverse[4] = {-b.q[0], -b.q[1], -b.q[2], b.q[3]};
    double turn[4], sine, cosine;
    if (share == 0.5)
        return half_way(pose, base);
    mieni_multiply4(p.q, inverse, turn);
    const double sign = turn[3] < 0.0 ? -1.0 : 1.0, length = mieni_length3(turn);
    mien_sincos(share * mien_atan2(length, sign * turn[3]), &sine, &cosine);
    for (int k = 0; k < 3; ++k) {
        turn[k] = length > 0.0 ? sign * turn[k] / length * sine : 0.0;
        b.t[k] += share * (p.t[k] - b.t[k]);
        b.s[k] += share * (p.s[k] - b.s[k]);
    }
    turn[3] = cosine;
    mieni_multiply4(turn, b.q, b.q);
    mieni_normalize4(b.q);
    return rounded(&b);
}

/// How much of every bone is the left's, by where it is; NULL without memory.
static double *left_shares(Sides *sides, double falloff)
{
    const int count = sides->skeleton->bone_count;
    MieniPlace *places = mieni_arena_take(&sides->change->scratch, (size_t)count, sizeof *places);
    double *shares = mieni_arena_take(&sides->change->scratch, (size_t)count, sizeof *shares), left = 0.0;
    for (int b = 0; places != NULL && shares != NULL && b < count; ++b) {
        const MieniPlace own = mieni_place_of(base_of(sides, b));
        const int parent = sides->skeleton->bones[b].parent;
        places[b] = parent >= 0 ? mieni_place_compose(&places[parent], &own) : own;
        left -= side_of(sides->skeleton->bones[b].name) * places[b].t[0];
    }
    for (int b = 0; places != NULL && shares != NULL && b < count; ++b) {
        const double x = 0.5 + (left < 0.0 ? -places[b].t[0] : places[b].t[0]) / falloff;
        shares[b] = x <= 0.0 ? 0.0 : x >= 1.0 ? 1.0 : x * x * (3.0 - 2.0 * x); // 0.5 in the middle
    }
    return shares;
}

/// How much of a bone one side has.
static double share_of(const Sides *sides, int bone, int side)
{
    const int own = side_of(sides->skeleton->bones[bone].name);
    if (sides->shares == NULL)
        return own == 0 ? 0.5 : own == side ? 1.0 : 0.0;
    return side < 0 ? sides->shares[bone] : 1.0 - sides->shares[bone];
}

static void take_side(Sides *sides, int side)
{
    const MienAuthorPose *pose = &sides->poses.poses[sides->pose];
    for (int b = 0; b < sides->skeleton->bone_count; ++b) {
        const double share = share_of(sides, b, side);
        const MienTransform *whole = pose_of(sides, b), *base = base_of(sides, b);
        sides->made[b] = *base;
        if (share == 1.0)
            sides->made[b] = *whole;
        else if (share > 0.0 && !is_same(whole, base))
            sides->made[b] = part_way(whole, base, share);
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
                        const char *const names[2], double falloff)
{
    Sides sides;
    if (!(falloff >= 0.0 && falloff <= MIENI_POSES_FALLOFF_MAX))
        return mieni_change_fail(change, "falloff", "The falloff is from 0 to %.0f metres.",
                                 MIENI_POSES_FALLOFF_MAX);
    MienStatus status = begin(&sides, change, world, name);
    if (status == MIEN_OK && falloff > 0.0 && (sides.shares = left_shares(&sides, falloff)) == NULL)
        status = MIEN_ERROR_MEMORY;
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
                             const char *left_name, const char *right_name, double falloff, MienError *error)
{
    const char *const names[2] = {left_name, right_name};
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return mieni_change_end(&change, change.root != NULL ? split(&change, world, name, names, falloff)
                                                         : MIEN_ERROR_MEMORY);
}
