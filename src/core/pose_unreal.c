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
/// An additive rotation is applied only if the square of its w is below one
/// minus this. Float cannot tell that from one, so the other three are asked.
static const float rotation_least = 1e-10f;

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

/// Walks through a bone's entries.
typedef struct Entries {
    const uint16_t *pose;
    const float *data;
    uint32_t left;
    int stride; ///< Floats from entry to entry.
    bool has_scale;
} Entries;

static Entries entries_of(const MieniPoseData *d, int bone)
{
    return (Entries){.pose = mieni_row_poses(d, bone),
                     .data = mieni_row_data(d, bone),
                     .left = d->rows[bone].count,
                     .stride = d->channel_count * MIENI_SLICE,
                     .has_scale = d->has_scale};
}

static void next(Entries *entries)
{
    entries->pose += MIENI_SLICE;
    entries->data += entries->stride;
    --entries->left;
}

static MienTransform entry(const Entries *entries)
{
    float c[10] = {0};
    for (int k = 0; k < (entries->has_scale ? 10 : 7); ++k)
        c[k] = entries->data[k * MIENI_SLICE];
    return (MienTransform){
        .rotation = {c[0], c[1], c[2], c[3]}, .translation = {c[4], c[5], c[6]}, .scale = {c[7], c[8], c[9]}};
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
/// left; weights saturate at 1. *out_touched says whether any pose counts here.
static MienTransform additive_offset(const MieniUnreal *u, int bone, bool *out_touched)
{
    const MieniPoseData *d = u->data;
    MienTransform sum = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    *out_touched = false;
    for (Entries e = entries_of(d, bone); e.left > 0; next(&e)) {
        const float weight = u->weights[*e.pose];
        if (weight == 0.0f)
            continue;
        *out_touched = true;
        MienTransform offset = entry(&e);
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
    if ((q.x * q.x + q.y * q.y) + q.z * q.z > rotation_least)
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
    for (Entries e = entries_of(d, bone); e.left > 0; next(&e)) {
        const float weight = u->weights[*e.pose];
        if (weight == 0.0f)
            continue;
        const MienTransform pose = entry(&e);
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
        bool is_touched;
        const MienTransform offset = additive_offset(unreal, bone, &is_touched);
        if (unreal->write_delta)
            *out = offset;
        else // adding nothing would still turn -0 into 0
            *out = is_touched ? apply_offset(&offset, input) : *input;
    } else {
        *out = unreal->is_active ? absolute_bone(unreal, bone) : *input;
    }
}
