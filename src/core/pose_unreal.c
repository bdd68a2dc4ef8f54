// SPDX-License-Identifier: MIT
//
// Evaluation as Unreal Engine does it, for content that was made there: weights
// below a threshold do not count, absolute poses are divided by their total and
// fall back to the mesh's reference pose, additive rotations multiply in order.
// docs/unreal.md states the formulas. One path, one bone at a time: this mode
// is for looking the same, not for crowds.

#include "core/float_rules.h"

#include "core/pose_data.h"
#include "core/square_root.h"

#include <string.h>

/// A weight counts above this; a weight is whole above one minus this.
static const float weight_least = 1e-5f;
/// An additive rotation is applied only if the square of its w is below this.
static const float rotation_most = 1.0f - 1e-10f;

static float dot(MienQuat a, MienQuat b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }

static MienQuat normalized(MienQuat q)
{
    const float n = dot(q, q);
    if (n < 1e-8f)
        return (MienQuat){0.0f, 0.0f, 0.0f, 1.0f};
    const float scale = 1.0f / mieni_sqrtf(n);
    return (MienQuat){q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

/// sum += weight * (q, t, s), q on the side of what was summed so far.
static void accumulate(MienTransform *sum, float weight, const MienTransform *add)
{
    const float side = dot(sum->rotation, add->rotation) < 0.0f ? -weight : weight;
    const MienQuat q = add->rotation;
    sum->rotation.x += side * q.x;
    sum->rotation.y += side * q.y;
    sum->rotation.z += side * q.z;
    sum->rotation.w += side * q.w;
    sum->translation.x += weight * add->translation.x;
    sum->translation.y += weight * add->translation.y;
    sum->translation.z += weight * add->translation.z;
    sum->scale.x += weight * add->scale.x;
    sum->scale.y += weight * add->scale.y;
    sum->scale.z += weight * add->scale.z;
}

static MienTransform entry(const MieniPoseData *d, uint32_t e)
{
    static const float no_scale[3] = {0.0f, 0.0f, 0.0f};
    const float *turn = d->row_turn + (size_t)e * MIENI_TURN;
    const float *scale = d->has_scale ? d->row_scale + (size_t)e * MIENI_SCALE : no_scale;
    return (MienTransform){.rotation = {turn[0], turn[1], turn[2], turn[3]},
                           .translation = {turn[4], turn[5], turn[6]},
                           .scale = {scale[0], scale[1], scale[2]}};
}

static bool counts(const MieniUnreal *u, int pose, float weight)
{
    if (u->data->is_additive && pose == u->data->base_pose)
        return false;
    const float size = u->allow_negative && weight < 0.0f ? -weight : weight;
    return size > weight_least;
}

/// Curves of one active pose. Every pose of an unreal asset defines every curve.
static void add_curves(const MieniUnreal *u, int pose, float weight)
{
    const MieniPoseData *d = u->data;
    for (uint32_t e = d->curve_first[pose]; e < d->curve_first[pose + 1]; ++e)
        u->curve_sums[d->curve_ids[e]] += weight * d->curve_values[e];
}

static float limited(float weight)
{
    weight = weight == weight ? weight : 0.0f;
    weight = weight < -MIEN_MAX_WEIGHT ? -MIEN_MAX_WEIGHT : weight;
    return weight > MIEN_MAX_WEIGHT ? MIEN_MAX_WEIGHT : weight;
}

/// A pose that is listed twice keeps its last weight, but its total counts both
/// and it is divided, and adds its curves, twice.
static void weigh_list(MieniUnreal *u, const MienPoseWeight *list, int count)
{
    const MieniPoseData *d = u->data;
    float total = 0.0f;
    memset(u->weights, 0, (size_t)d->pose_count * sizeof(float));
    for (int i = 0; i < count; ++i) {
        const float weight = limited(list[i].weight);
        if (!counts(u, list[i].pose, weight))
            continue;
        u->weights[list[i].pose] = weight;
        total += weight < 0.0f ? -weight : weight;
        u->is_active = true;
    }
    const float divisor = !d->is_additive && total > 1.0f ? total : 1.0f;
    for (int i = 0; i < count; ++i) {
        const int pose = list[i].pose;
        if (!counts(u, pose, limited(list[i].weight)))
            continue;
        u->weights[pose] = u->weights[pose] / divisor;
        add_curves(u, pose, u->weights[pose]);
    }
}

static void weigh_all(MieniUnreal *u)
{
    const MieniPoseData *d = u->data;
    float total = 0.0f;
    for (int p = 0; p < d->pose_count; ++p) {
        if (!counts(u, p, u->weights[p])) {
            u->weights[p] = 0.0f;
            continue;
        }
        total += u->weights[p];
        u->is_active = true;
    }
    const float divisor = !d->is_additive && total > 1.0f ? total : 1.0f;
    for (int p = 0; p < d->pose_count; ++p) {
        if (u->weights[p] == 0.0f)
            continue;
        u->weights[p] = u->weights[p] / divisor;
        add_curves(u, p, u->weights[p]);
    }
}

void mieni_unreal_weigh(MieniUnreal *unreal, const MienPoseWeight *list, int count)
{
    memset(unreal->curve_sums, 0, (size_t)unreal->data->curve_count * sizeof(float));
    unreal->is_active = false;
    if (list == NULL)
        count = unreal->data->pose_count;
    unreal->is_single = count == 1 && !unreal->data->is_additive;
    if (list == NULL) {
        weigh_all(unreal);
        return;
    }
    MienPoseWeight single;
    if (unreal->is_single) {
        // Alone, an absolute pose is clamped instead of divided.
        const float weight = limited(list[0].weight);
        single = (MienPoseWeight){list[0].pose, weight < 0.0f ? 0.0f : weight > 1.0f ? 1.0f : weight};
        list = &single;
    }
    weigh_list(unreal, list, count);
}

/// The additive offset of a bone: rotations multiply, the later pose on the
/// left; weights saturate at 1.
static MienTransform additive_offset(const MieniUnreal *u, int bone)
{
    const MieniPoseData *d = u->data;
    MienTransform sum = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    for (uint32_t e = d->row_first[bone]; e < d->row_first[bone + 1]; ++e) {
        const float weight = u->weights[d->row_poses[e]];
        if (weight == 0.0f)
            continue;
        MienTransform offset = entry(d, e);
        if (weight < 1.0f - weight_least) {
            MienTransform part = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f - weight}};
            const float side = offset.rotation.w < 0.0f ? -weight : weight;
            part.rotation.x = side * offset.rotation.x;
            part.rotation.y = side * offset.rotation.y;
            part.rotation.z = side * offset.rotation.z;
            part.rotation.w += side * offset.rotation.w;
            part.rotation = normalized(part.rotation);
            part.translation = (MienVec3){weight * offset.translation.x, weight * offset.translation.y,
                                          weight * offset.translation.z};
            part.scale =
                (MienVec3){weight * offset.scale.x, weight * offset.scale.y, weight * offset.scale.z};
            offset = part;
        }
        sum.rotation = normalized(mien_quat_multiply(offset.rotation, sum.rotation));
        sum.translation.x += offset.translation.x;
        sum.translation.y += offset.translation.y;
        sum.translation.z += offset.translation.z;
        sum.scale.x += offset.scale.x;
        sum.scale.y += offset.scale.y;
        sum.scale.z += offset.scale.z;
    }
    return sum;
}

static MienTransform apply_offset(const MienTransform *offset, const MienTransform *input)
{
    MienTransform out = *input;
    const MienQuat q = offset->rotation;
    if (q.w * q.w < rotation_most)
        out.rotation = normalized(mien_quat_multiply(q, input->rotation));
    out.translation.x += offset->translation.x;
    out.translation.y += offset->translation.y;
    out.translation.z += offset->translation.z;
    out.scale.x *= 1.0f + offset->scale.x;
    out.scale.y *= 1.0f + offset->scale.y;
    out.scale.z *= 1.0f + offset->scale.z;
    return out;
}

/// An absolute bone: the weighted poses, the rest from the mesh's reference
/// pose, never from the input.
static MienTransform absolute_bone(const MieniUnreal *u, int bone)
{
    const MieniPoseData *d = u->data;
    const MienTransform *reference = &u->target->reference[bone];
    MienTransform sum = {.rotation = {0.0f, 0.0f, 0.0f, 0.0f}};
    float load = 0.0f;
    for (uint32_t e = d->row_first[bone]; e < d->row_first[bone + 1]; ++e) {
        const float weight = u->weights[d->row_poses[e]];
        if (weight == 0.0f)
            continue;
        const MienTransform pose = entry(d, e);
        if (u->is_single && weight >= 1.0f - weight_least)
            return pose;
        accumulate(&sum, weight, &pose);
        load += weight;
    }
    if (!(load > weight_least))
        return *reference;
    if (load < 1.0f - weight_least)
        accumulate(&sum, 1.0f - load, reference);
    sum.rotation = normalized(sum.rotation);
    return sum;
}

void mieni_unreal_bone(const MieniUnreal *unreal, int bone, const MienTransform *input, MienTransform *out)
{
    if (unreal->data->is_additive) {
        const MienTransform offset = additive_offset(unreal, bone);
        *out = unreal->write_delta ? offset : apply_offset(&offset, input);
    } else {
        *out = unreal->is_active ? absolute_bone(unreal, bone) : *input;
    }
}
