// SPDX-License-Identifier: MIT
//
// How rotations of one rest pose become another's. A pose turns a bone in model space, whatever the axes of
// its parent: what it does to the bone of the asset it does to the target's. Entries are turned once, when an
// asset is bound, so that jobs cost the same. Where rest poses are turned alike, nothing is copied.

#include "core/float_rules.h"

#include "core/rest_turns.h"

#include "core/pose_scratch.h"
#include "core/skeleton_format.h"
#include "core/square_root.h"

#include <string.h>

/// A turn counts above this, as the rotation of an entry does (rule A4).
static const double least_turn = 1e-5;

typedef struct Turn {
    double x, y, z, w;
} Turn;

static Turn turn_of(MienQuat q) { return (Turn){(double)q.x, (double)q.y, (double)q.z, (double)q.w}; }

static Turn inverse(Turn a) { return (Turn){-a.x, -a.y, -a.z, a.w}; }

static Turn product(Turn a, Turn b)
{
    return (Turn){
        ((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y, ((a.w * b.y + a.y * b.w) + a.z * b.x) - a.x * b.z,
        ((a.w * b.z + a.z * b.w) + a.x * b.y) - a.y * b.x, ((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z};
}

static Turn unit(Turn a)
{
    const double scale = 1.0 / mieni_sqrt((a.x * a.x + a.y * a.y) + (a.z * a.z + a.w * a.w));
    return (Turn){a.x * scale, a.y * scale, a.z * scale, a.w * scale};
}

static bool is_turn(Turn a) { return (a.x * a.x + a.y * a.y) + a.z * a.z > least_turn * least_turn; }

/// A vector, stride floats from component to component.
static void turn_vector(Turn turn, float *v, size_t stride)
{
    const Turn from = {(double)v[0], (double)v[stride], (double)v[2 * stride], 0.0};
    const Turn to = product(product(turn, from), inverse(turn));
    v[0] = (float)to.x + 0.0f;
    v[stride] = (float)to.y + 0.0f;
    v[2 * stride] = (float)to.z + 0.0f;
}

/// How a bone's entries become the target's.
typedef struct BoneTurn {
    Turn parent; ///< From the asset's parent to the target's.
    Turn own;    ///< Absolute poses: from the asset's rest to the target's, in the bone's own axes.
    bool is_needed;
} BoneTurn;

static BoneTurn bone_turn(const MieniRest *from, Turn to_parent, MienQuat to_own, bool is_additive)
{
    BoneTurn turn;
    turn.parent = unit(product(inverse(to_parent), turn_of(from->parent)));
    turn.own = unit(product(product(inverse(turn_of(from->own)), inverse(turn.parent)), turn_of(to_own)));
    turn.is_needed = is_turn(turn.parent) || (!is_additive && is_turn(turn.own));
    return turn;
}

static void turn_rotation(const BoneTurn *turn, float *q, size_t stride)
{
    const Turn from = {(double)q[0], (double)q[stride], (double)q[2 * stride], (double)q[3 * stride]};
    const Turn to = product(product(turn->parent, from), turn->own);
    q[0] = (float)to.x + 0.0f;
    q[stride] = (float)to.y + 0.0f;
    q[2 * stride] = (float)to.z + 0.0f;
    q[3 * stride] = (float)to.w + 0.0f;
}

/// One entry: rotation 4, translation 3, stride floats from one to the next.
static void turn_entry(const MieniPoseData *d, const BoneTurn *turn, int bone, float *entry, size_t stride)
{
    float *moved = entry + 4 * stride;
    if (d->is_additive) {
        turn_vector(turn->parent, entry, stride); // its w stays
        turn_vector(turn->parent, moved, stride);
        return;
    }
    float own[3], offset[3];
    memcpy(own, &d->reference[bone], sizeof own);
    for (size_t k = 0; k < 3; ++k)
        offset[k] = moved[k * stride] - own[k];
    turn_vector(turn->parent, offset, 1);
    for (size_t k = 0; k < 3; ++k)
        moved[k * stride] = own[k] + offset[k];
    turn_rotation(turn, entry, stride);
}

/// What is turned, as one block.
typedef struct Copies {
    MienTransform *base;
    float *group_turn, *slice_data;
} Copies;

static size_t divide(Copies *copies, const MieniPoseData *d, void *block)
{
    MieniScratch parts = {.block = (uint8_t *)block};
    const size_t steps = (size_t)d->step_count * (size_t)d->channel_count * MIENI_SLICE;
    const size_t groups = (size_t)d->entry_group_count * 4 * MIENI_TURN;
    copies->base = (MienTransform *)mieni_scratch_take(&parts, (size_t)d->bone_count * sizeof *copies->base);
    copies->group_turn = (float *)mieni_scratch_take(&parts, groups * sizeof(float));
    copies->slice_data = (float *)mieni_scratch_take(&parts, steps * sizeof(float));
    if (block != NULL) {
        memcpy(copies->base, d->base, (size_t)d->bone_count * sizeof *copies->base);
        memcpy(copies->group_turn, d->group_turn, groups * sizeof(float));
        memcpy(copies->slice_data, d->slice_data, steps * sizeof(float));
    }
    return parts.used;
}

static void turn_bone(const MieniPoseData *d, const BoneTurn *turn, int bone, const Copies *copies)
{
    float *entry = copies->slice_data + (mieni_row_data(d, bone) - d->slice_data);
    for (uint32_t left = d->rows[bone].count; left > 0; --left) {
        turn_entry(d, turn, bone, entry, MIENI_SLICE);
        entry += d->channel_count * MIENI_SLICE;
    }
    if (!d->is_additive)
        turn_rotation(turn, (float *)(void *)&copies->base[bone].rotation, 1);
}

/// Turns per bone of the asset; false if none is needed.
static bool find_turns(const MieniTarget *t, const MieniPoseData *d, const MienSkeleton *skeleton,
                       const MienTransform *rest, Turn *model, BoneTurn *out_turns)
{
    static const Turn none = {0.0, 0.0, 0.0, 1.0};
    const int32_t *parents = mieni_skeleton_parents(skeleton);
    bool is_needed = false;
    for (int b = 0; b < d->bone_count; ++b)
        out_turns[b].is_needed = false;
    for (int b = 0; b < t->bone_count; ++b) {
        const Turn parent = parents[b] >= 0 ? model[parents[b]] : none;
        const int bone = t->asset_bone[b];
        model[b] = unit(product(parent, turn_of(rest[b].rotation)));
        if (bone < 0)
            continue;
        out_turns[bone] = bone_turn(&d->rest[bone], parent, rest[b].rotation, d->is_additive);
        is_needed = is_needed || out_turns[bone].is_needed;
    }
    return is_needed;
}

static MienStatus copy_turned(MieniTarget *t, const MieniPoseData *d, const BoneTurn *turns)
{
    Copies copies;
    t->turned_size = divide(&copies, d, NULL);
    t->turned_block = mieni_allocate(t->allocator, t->turned_size, 64);
    if (t->turned_block == NULL)
        return MIEN_ERROR_MEMORY;
    divide(&copies, d, t->turned_block);
    for (int b = 0; b < d->bone_count; ++b) {
        if (turns[b].is_needed)
            turn_bone(d, &turns[b], b, &copies);
    }
    for (size_t e = 0; e < (size_t)d->entry_group_count * 4; ++e) {
        const int bone = d->group_bones[e];
        if (bone < d->bone_count && turns[bone].is_needed)
            turn_entry(d, &turns[bone], bone, copies.group_turn + e * MIENI_TURN, 1);
    }
    t->turned = *d;
    t->turned.base = copies.base;
    t->turned.group_turn = copies.group_turn;
    t->turned.slice_data = copies.slice_data;
    t->data = &t->turned;
    return MIEN_OK;
}

MienStatus mieni_target_turn(MieniTarget *target, const MienSkeleton *skeleton, const MienTransform *rest)
{
    const MieniPoseData *d = target->data;
    const size_t bones = (size_t)target->bone_count * sizeof(Turn);
    const size_t size = bones + (size_t)d->bone_count * sizeof(BoneTurn);
    if (d->is_unreal || d->bone_count == 0)
        return MIEN_OK;
    Turn *model = (Turn *)mieni_allocate(target->allocator, size, 64);
    if (model == NULL)
        return MIEN_ERROR_MEMORY;
    BoneTurn *turns = (BoneTurn *)(void *)(model + target->bone_count);
    MienStatus status = MIEN_OK;
    if (find_turns(target, d, skeleton, rest, model, turns))
        status = copy_turned(target, d, turns);
    mieni_free(target->allocator, model, size, 64);
    return status;
}

void mieni_target_release_turned(MieniTarget *target)
{
    if (target->turned_block != NULL)
        mieni_free(target->allocator, target->turned_block, target->turned_size, 64);
}
