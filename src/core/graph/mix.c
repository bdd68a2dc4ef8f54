// SPDX-License-Identifier: MIT
//
// Blends of bones. docs/rules.md states the formulas; the order of operations is
// part of them.

#include "core/float_rules.h"

#include "core/graph/mix.h"

#include "core/square_root.h"

/// Below this squared length a sum of rotations has no direction worth keeping.
static const float least_square = 0x1p-20f;
/// unreal: a weight is whole above one minus this.
static const float weight_least = 1e-5f;
/// unreal: a rotation is applied only if the square of its w is below one minus this.
static const double rotation_least = 1e-10;

static float dot(MienQuat a, MienQuat b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }

static MienQuat scaled(MienQuat q, float by) { return (MienQuat){q.x * by, q.y * by, q.z * by, q.w * by}; }

/// q divided by its length; instead where it has none.
static MienQuat normalized_or(MienQuat q, MienQuat instead)
{
    const float n = dot(q, q);
    if (!(n >= least_square))
        return instead;
    return scaled(q, 1.0f / mieni_sqrtf(n));
}

static MienQuat lerp_quat(float wa, MienQuat a, float wb, MienQuat b)
{
    return (MienQuat){wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w};
}

static MienVec3 lerp(float wa, MienVec3 a, float wb, MienVec3 b)
{
    return (MienVec3){wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z};
}

void mieni_mix_bone(const MienTransform *a, const MienTransform *b, float share, bool is_delta,
                    MienTransform *out)
{
    if (share == 0.0f || share == 1.0f) {
        *out = share == 0.0f ? *a : *b;
        return;
    }
    const float rest = 1.0f - share;
    const MienQuat qa = a->rotation, qb = b->rotation;
    const float side = !is_delta && dot(qa, qb) < 0.0f ? -share : share;
    const MienQuat q = lerp_quat(rest, qa, side, qb);
    *out = (MienTransform){.rotation = is_delta ? q : normalized_or(q, qa),
                           .translation = lerp(rest, a->translation, share, b->translation),
                           .scale = lerp(rest, a->scale, share, b->scale)};
}

void mieni_mix_parts(const MieniPart *parts, int count, int bone, bool is_delta, MienTransform *out)
{
    if (count == 1) {
        *out = parts[0].bones[bone];
        return;
    }
    const MienTransform first = parts[0].bones[bone];
    const float w = parts[0].weight;
    const MienVec3 t = first.translation, s = first.scale;
    MienTransform sum = {.rotation = scaled(first.rotation, w),
                         .translation = {w * t.x, w * t.y, w * t.z},
                         .scale = {w * s.x, w * s.y, w * s.z}};
    for (int p = 1; p < count; ++p) {
        const MienTransform *part = &parts[p].bones[bone];
        const float weight = parts[p].weight;
        const float side = !is_delta && dot(first.rotation, part->rotation) < 0.0f ? -weight : weight;
        // Times 1 is exact: these are plain sums.
        sum.rotation = lerp_quat(1.0f, sum.rotation, side, part->rotation);
        sum.translation = lerp(1.0f, sum.translation, weight, part->translation);
        sum.scale = lerp(1.0f, sum.scale, weight, part->scale);
    }
    if (!is_delta)
        sum.rotation = normalized_or(sum.rotation, first.rotation);
    *out = sum;
}

static bool is_nothing(const MienTransform *delta)
{
    const MienQuat q = delta->rotation;
    const MienVec3 t = delta->translation, s = delta->scale;
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 0.0f && t.x == 0.0f && t.y == 0.0f &&
           t.z == 0.0f && s.x == 0.0f && s.y == 0.0f && s.z == 0.0f;
}

static void move(const MienTransform *base, const MienTransform *delta, float k, MienTransform *out)
{
    const MienVec3 t = base->translation, s = base->scale, dt = delta->translation, ds = delta->scale;
    out->translation = (MienVec3){t.x + k * dt.x, t.y + k * dt.y, t.z + k * dt.z};
    out->scale = (MienVec3){s.x * (1.0f + k * ds.x), s.y * (1.0f + k * ds.y), s.z * (1.0f + k * ds.z)};
}

void mieni_apply_bone(const MienTransform *base, const MienTransform *delta, float k, MienTransform *out)
{
    // A bone that no pose touches keeps its bits; normalising would change them.
    if (is_nothing(delta)) {
        *out = *base;
        return;
    }
    MienQuat sum = scaled(delta->rotation, k);
    sum.w += 1.0f;
    MienTransform result = {.rotation = base->rotation};
    const MienQuat turned = mien_quat_multiply(sum, base->rotation);
    const float n = dot(turned, turned);
    // As rotate_additive of the kernels, so that both give the same bits.
    if (!(dot(sum, sum) < least_square || n < FLT_MIN))
        result.rotation = scaled(turned, 1.0f / mieni_sqrtf(n));
    move(base, delta, k, &result);
    *out = result;
}

static MienQuat normalized_unreal(MienQuat q)
{
    const float n = dot(q, q);
    if (n < 1e-8f)
        return (MienQuat){0.0f, 0.0f, 0.0f, 1.0f};
    return scaled(q, 1.0f / mieni_sqrtf(n));
}

void mieni_apply_bone_unreal(const MienTransform *base, const MienTransform *delta, float k,
                             MienTransform *out)
{
    if (is_nothing(delta)) {
        *out = *base;
        return;
    }
    MienQuat turn = delta->rotation;
    turn.w += 1.0f;
    float factor = k;
    if (k < 1.0f - weight_least) {
        const float side = turn.w < 0.0f ? -k : k;
        turn = scaled(turn, side);
        turn.w += 1.0f - k;
        turn = normalized_unreal(turn);
        factor = 1.0f;
    }
    // w squared is one minus the others squared; float cannot tell a small turn's w
    // from one.
    const double x = (double)turn.x, y = (double)turn.y, z = (double)turn.z;
    const double rest = 1.0 - (x * x + y * y + z * z);
    MienTransform result = {.rotation = base->rotation};
    if ((double)factor * (double)factor * rest < 1.0 - rotation_least)
        result.rotation = normalized_unreal(mien_quat_multiply(scaled(turn, factor), base->rotation));
    move(base, delta, k, &result);
    *out = result;
}
