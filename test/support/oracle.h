// SPDX-License-Identifier: MIT
//
// The rules of blending once more, in plain C, from the authored data: no packs,
// no layouts, no vectors, nothing shared with the library but its types. Slow,
// and by its order of operations the same bits.

#pragma once

#include "core/float_rules.h"

#include "support/posing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What a pose does to a bone: an offset (additive) or where it goes (absolute).
typedef struct OracleEntry {
    bool moves;
    float q[4]; ///< Additive: with 1 taken off w.
    float t[3], s[3];
} OracleEntry;

typedef struct Oracle {
    const MienAuthorPoseAsset *source;
    double extent;
    OracleEntry *entries; ///< [pose][bone of the skeleton].
    int entry_count;
} Oracle;

static inline const OracleEntry *oracle_entry(const Oracle *o, int pose, int bone)
{
    return &o->entries[(size_t)pose * (size_t)o->source->skeleton->bone_count + (size_t)bone];
}

static inline const MienTransform *oracle_base(const MienAuthorPoseAsset *source, int bone)
{
    return source->base ? &source->base[bone] : &source->skeleton->bones[bone].rest;
}

static inline void oracle_multiply(const double s[4], const double q[4], double out[4])
{
    out[0] = ((s[3] * q[0] + s[0] * q[3]) + s[1] * q[2]) - s[2] * q[1];
    out[1] = ((s[3] * q[1] + s[1] * q[3]) + s[2] * q[0]) - s[0] * q[2];
    out[2] = ((s[3] * q[2] + s[2] * q[3]) + s[0] * q[1]) - s[1] * q[0];
    out[3] = ((s[3] * q[3] - s[0] * q[0]) - s[1] * q[1]) - s[2] * q[2];
}

static inline void oracle_normalize(double q[4])
{
    const double scale = 1.0 / sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
    for (int k = 0; k < 4; ++k)
        q[k] *= scale;
}

/// Of q and -q, whether the other is meant: w decides, or the first of x, y, z
/// that is not 0.
static inline bool oracle_is_negative(const double q[4])
{
    static const int order[4] = {3, 0, 1, 2};
    for (int k = 0; k < 4; ++k) {
        if (q[order[k]] != 0.0)
            return q[order[k]] < 0.0;
    }
    return false;
}

static inline double oracle_length(const double v[3])
{
    return sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
}

/// The offset of a posed bone from its base, in double.
static inline void oracle_offset(const MienTransform *pose, const MienTransform *base, double q[4],
                                 double t[3], double s[3])
{
    const double a[4] = {pose->rotation.x, pose->rotation.y, pose->rotation.z, pose->rotation.w};
    const double b[4] = {-(double)base->rotation.x, -(double)base->rotation.y, -(double)base->rotation.z,
                         base->rotation.w};
    oracle_multiply(a, b, q);
    oracle_normalize(q);
    const double sign = oracle_is_negative(q) ? -1.0 : 1.0;
    for (int k = 0; k < 4; ++k)
        q[k] *= sign;
    for (int k = 0; k < 3; ++k) {
        t[k] = (double)nth(&pose->translation.x, k) - (double)nth(&base->translation.x, k);
        s[k] = (double)nth(&pose->scale.x, k) / (double)nth(&base->scale.x, k) - 1.0;
    }
}

static inline OracleEntry oracle_cook(const Oracle *o, int pose, int bone)
{
    const MienAuthorPoseAsset *source = o->source;
    const MienTransform *base = oracle_base(source, bone);
    const MienTransform *posed = source->poses[pose].bones ? &source->poses[pose].bones[bone] : base;
    double q[4], t[3], s[3];
    OracleEntry entry = {0};
    oracle_offset(posed, base, q, t, s);
    entry.moves = oracle_length(q) > 1e-5 || oracle_length(t) > 1e-5 * o->extent || oracle_length(s) > 1e-5;
    for (int i = 0; source->is_absolute && i < source->poses[pose].hold_count; ++i)
        entry.moves = entry.moves || source->poses[pose].hold[i] == bone;
    if (source->is_absolute) {
        const MienQuat r = posed->rotation, b = base->rotation;
        memcpy(q, (double[4]){r.x, r.y, r.z, r.w}, 4 * sizeof q[0]);
        oracle_normalize(q);
        const double side = (q[0] * b.x + q[1] * b.y) + (q[2] * b.z + q[3] * b.w);
        const double sign = side < 0.0 || (side == 0.0 && oracle_is_negative(q)) ? -1.0 : 1.0;
        for (int k = 0; k < 4; ++k)
            entry.q[k] = (float)(sign * q[k]);
        memcpy(entry.t, &posed->translation, sizeof entry.t);
        memcpy(entry.s, &posed->scale, sizeof entry.s);
        return entry;
    }
    for (int k = 0; k < 3; ++k) {
        entry.q[k] = (float)q[k];
        entry.t[k] = (float)t[k];
        entry.s[k] = (float)s[k];
    }
    entry.q[3] = (float)(q[3] - 1.0);
    return entry;
}

/// Longest side of the box around the reference pose in model space.
static inline double oracle_extent(const MienAuthorSkeleton *skeleton)
{
    MienTransform *model = calloc((size_t)skeleton->bone_count + 1, sizeof *model);
    double low[3] = {0}, high[3] = {0}, extent = 0.0;
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const int parent = skeleton->bones[b].parent;
        model[b] = skeleton->bones[b].rest;
        if (parent >= 0)
            model[b] = mien_transform_compose(&model[parent], &skeleton->bones[b].rest);
        for (int k = 0; k < 3; ++k) {
            const double at = nth(&model[b].translation.x, k);
            low[k] = b == 0 || at < low[k] ? at : low[k];
            high[k] = b == 0 || at > high[k] ? at : high[k];
            extent = high[k] - low[k] > extent ? high[k] - low[k] : extent;
        }
    }
    free(model);
    return extent;
}

static inline Oracle oracle_create(const MienAuthorPoseAsset *source)
{
    Oracle o = {.source = source, .extent = oracle_extent(source->skeleton)};
    const int bones = source->skeleton->bone_count;
    o.entries = calloc((size_t)source->pose_count * (size_t)bones + 1, sizeof *o.entries);
    for (int p = 0; p < source->pose_count; ++p) {
        for (int b = 0; b < bones; ++b) {
            const OracleEntry entry = oracle_cook(&o, p, b);
            o.entries[(size_t)p * (size_t)bones + (size_t)b] = entry;
            o.entry_count += entry.moves;
        }
    }
    return o;
}

static inline void oracle_destroy(Oracle *o) { free(o->entries); }

static inline float oracle_sat(float a) { return a < 0.0f ? 0.0f : a > 1.0f ? 1.0f : a; }

/// Step 2 of the rules for one control.
static inline float oracle_asked(const MienAuthorDrivenPose *c, float v)
{
    v = v == v ? v : 0.0f;
    if (c->is_binary)
        return v > 0.5f ? 1.0f : 0.0f;
    if (c->is_smooth) {
        v = oracle_sat(v);
        v = (v * v) * (3.0f - 2.0f * v);
    }
    if (c->has_remap)
        v = c->gain * v + c->offset;
    v = v == v ? v : 0.0f;
    const float min = c->has_range ? c->min : 0.0f, max = c->has_range ? c->max : 1.0f;
    return (v < min ? min : v > max ? max : v) + 0.0f;
}

static inline float oracle_masked(const MienAuthorPoseAsset *source, int target, const float *asked)
{
    float product = 1.0f, sum = 0.0f;
    for (int from = 0; from < source->pose_count; ++from) {
        for (int i = 0; i < source->override_count; ++i) {
            const MienAuthorOverride *mask = &source->overrides[i];
            if (mask->target != target || mask->source != from)
                continue;
            if (mask->kind == MIEN_AUTHOR_OVERRIDE_SUM)
                sum += mask->amount * oracle_sat(asked[from]);
            else if (mask->kind == MIEN_AUTHOR_OVERRIDE_MULTIPLY)
                product *= 1.0f - mask->amount * oracle_sat(asked[from]);
            else if (asked[from] > mask->threshold)
                product *= 1.0f - mask->amount;
        }
    }
    return asked[target] * (product * (1.0f - oracle_sat(sum))) + 0.0f;
}

static inline bool oracle_is_member(const MienAuthorGroup *group, int pose)
{
    for (int i = 0; i < group->member_count; ++i) {
        if (group->members[i] == pose)
            return true;
    }
    return false;
}

static inline void oracle_group(const MienAuthorPoseAsset *source, const MienAuthorGroup *group,
                                const float *masked, float *applied)
{
    float total = 0.0f;
    for (int p = 0; p < source->pose_count; ++p)
        total += oracle_is_member(group, p) ? fabsf(masked[p]) : 0.0f;
    for (int p = 0; p < source->pose_count; ++p) {
        if (!oracle_is_member(group, p))
            continue;
        int rank = 0;
        for (int other = 0; other < source->pose_count; ++other)
            rank +=
                oracle_is_member(group, other) && (fabsf(masked[other]) > fabsf(masked[p]) ||
                                                   (other < p && fabsf(masked[other]) == fabsf(masked[p])));
        if (group->kind == MIEN_AUTHOR_GROUP_TOP)
            applied[p] = rank < group->keep ? masked[p] : 0.0f;
        else if (group->kind == MIEN_AUTHOR_GROUP_CAP)
            applied[p] = total > group->limit ? masked[p] * (group->limit / total) + 0.0f : masked[p];
        else
            applied[p] = masked[p] * (group->limit / (total < 0.0625f ? 0.0625f : total)) + 0.0f;
    }
}

/// Position of a pose on a control: 1 for its own; 0 (the base) if it has none.
static inline float oracle_position(const MienAuthorPose *pose, int index, int control)
{
    if (index == control)
        return 1.0f;
    return pose->role == MIEN_AUTHOR_INBETWEEN && pose->driven_pose == control ? pose->position : 0.0f;
}

/// Step 5: how much of the pose at a position there is when the control is at a.
static inline float oracle_share(const MienAuthorPoseAsset *source, int control, float position, float a)
{
    // The neighbours among the knots, and whether there is any further out.
    float below = -INFINITY, above = INFINITY, lowest = 0.0f, highest = 0.0f;
    for (int p = -1; p < source->pose_count; ++p) {
        const float at = p < 0 ? 0.0f : oracle_position(&source->poses[p], p, control);
        below = at < position && at > below ? at : below;
        above = at > position && at < above ? at : above;
        lowest = at < lowest ? at : lowest;
        highest = at > highest ? at : highest;
    }
    // The outermost segments reach on, so who stands at their inner end takes
    // part beyond the outer one too.
    const bool in_upper =
        above < INFINITY && (a >= position || below == -INFINITY) && (a < above || above == highest);
    const bool in_lower =
        below > -INFINITY && (a < position || above == INFINITY) && (a >= below || below == lowest);
    float share = 0.0f;
    if (in_upper)
        share = 1.0f - (a - position) / (above - position);
    else if (in_lower)
        share = (a - below) / (position - below);
    return (source->is_absolute && share < 0.0f ? 0.0f : share) + 0.0f;
}

/// All of the steps. values holds, per pose, the value of the curve of its name;
/// asked and applied are per pose too, 0 where it is no control.
static inline void oracle_weights(const MienAuthorPoseAsset *source, const float *values, float *asked,
                                  float *applied, float *weights)
{
    const int count = source->pose_count;
    float *masked = calloc((size_t)count + 1, sizeof *masked);
    for (int p = 0; p < count; ++p)
        asked[p] = source->poses[p].role == MIEN_AUTHOR_CURVE_DRIVEN
                       ? oracle_asked(&source->poses[p].driven_settings, values[p])
                       : 0.0f;
    for (int p = 0; p < count; ++p)
        applied[p] = masked[p] = oracle_masked(source, p, asked);
    for (int g = 0; g < source->group_count; ++g)
        oracle_group(source, &source->groups[g], masked, applied);
    for (int p = 0; p < count; ++p) {
        const MienAuthorPose *pose = &source->poses[p];
        const int control = pose->role == MIEN_AUTHOR_INBETWEEN ? pose->driven_pose : p;
        weights[p] = applied[p];
        for (int i = 0; i < count && pose->role != MIEN_AUTHOR_COMBINATION; ++i) {
            if (source->poses[i].role == MIEN_AUTHOR_INBETWEEN && source->poses[i].driven_pose == control)
                weights[p] =
                    oracle_share(source, control, oracle_position(pose, p, control), applied[control]);
        }
    }
    for (int p = 0; p < count; ++p) {
        if (source->poses[p].role != MIEN_AUTHOR_COMBINATION)
            continue;
        weights[p] = 1.0f;
        // Controls first, then in-betweens, each in order.
        for (int i = 0; i < 2 * count; ++i) {
            const bool is_inbetween = source->poses[i % count].role == MIEN_AUTHOR_INBETWEEN;
            for (int k = 0; is_inbetween == (i >= count) && k < source->poses[p].input_count; ++k) {
                if (source->poses[p].inputs[k] == i % count)
                    weights[p] *= oracle_sat(is_inbetween ? weights[i % count] : applied[i % count]);
            }
        }
    }
    free(masked);
}

/// How a bone's entries become another mesh's.
typedef struct OracleTurn {
    double rest[4];   ///< The mesh's bone at rest, in model space.
    double parent[4]; ///< From the asset's parent to the mesh's.
    double own[4];    ///< From the asset's rest to the mesh's, in the bone's axes.
    bool is_needed;
} OracleTurn;

/// A bone of what the asset is bound to.
typedef struct OracleBone {
    const MienTransform *input;
    MienVec3 mesh; ///< The mesh's reference translation.
    const OracleTurn *turn;
} OracleBone;

static inline void oracle_inverse(const double q[4], double out[4])
{
    for (int k = 0; k < 4; ++k)
        out[k] = k < 3 ? -q[k] : q[k];
}

static inline void oracle_quat(MienQuat q, double out[4])
{
    memcpy(out, (double[4]){(double)q.x, (double)q.y, (double)q.z, (double)q.w}, 4 * sizeof out[0]);
}

/// How the parent of a bone is turned in the rest pose of the asset, as packs store it.
static inline void oracle_parent(const MienAuthorSkeleton *skeleton, int bone, double out[4])
{
    double all[4] = {0.0, 0.0, 0.0, 1.0}, local[4], product[4];
    int chain[256], count = 0;
    for (int b = skeleton->bones[bone].parent; b >= 0; b = skeleton->bones[b].parent)
        chain[count++] = b;
    while (count > 0) {
        oracle_quat(skeleton->bones[chain[--count]].rest.rotation, local);
        oracle_multiply(all, local, product);
        oracle_normalize(product);
        memcpy(all, product, sizeof all);
    }
    for (int k = 0; k < 4; ++k)
        out[k] = (double)(float)all[k];
}

static inline bool oracle_is_turn(const double q[4])
{
    return (q[0] * q[0] + q[1] * q[1]) + q[2] * q[2] > 1e-5 * 1e-5;
}

/// Turns per bone of the skeleton, to a mesh whose bones are at rest so, in the same order.
static inline void oracle_turns(const MienAuthorPoseAsset *source, const MienTransform *mesh, OracleTurn *out)
{
    static const double none[4] = {0.0, 0.0, 0.0, 1.0};
    for (int b = 0; b < source->skeleton->bone_count; ++b) {
        const int parent = source->skeleton->bones[b].parent;
        const double *above = parent >= 0 ? out[parent].rest : none;
        double local[4], own[4], back[4], half[4], from[4];
        oracle_quat(mesh[b].rotation, local);
        oracle_multiply(above, local, out[b].rest);
        oracle_normalize(out[b].rest);
        oracle_parent(source->skeleton, b, from);
        oracle_inverse(above, back);
        oracle_multiply(back, from, out[b].parent);
        oracle_normalize(out[b].parent);
        oracle_quat(source->skeleton->bones[b].rest.rotation, own);
        oracle_normalize(own);
        for (int k = 0; k < 4; ++k)
            own[k] = (double)(float)own[k];
        oracle_inverse(own, half);
        oracle_inverse(out[b].parent, back);
        oracle_multiply(half, back, own);
        oracle_multiply(own, local, out[b].own);
        oracle_normalize(out[b].own);
        out[b].is_needed =
            oracle_is_turn(out[b].parent) || (source->is_absolute && oracle_is_turn(out[b].own));
    }
}

static inline void oracle_turn_vector(const double turn[4], float v[3])
{
    const double from[4] = {(double)v[0], (double)v[1], (double)v[2], 0.0};
    double half[4], back[4], to[4];
    oracle_multiply(turn, from, half);
    oracle_inverse(turn, back);
    oracle_multiply(half, back, to);
    for (int k = 0; k < 3; ++k)
        v[k] = (float)to[k] + 0.0f;
}

static inline void oracle_turn_rotation(const OracleTurn *turn, float q[4])
{
    const double from[4] = {(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
    double half[4], to[4];
    oracle_multiply(turn->parent, from, half);
    oracle_multiply(half, turn->own, to);
    for (int k = 0; k < 4; ++k)
        q[k] = (float)to[k] + 0.0f;
}

/// What a pose does to a bone of the mesh.
static inline OracleEntry oracle_bound(const Oracle *o, int pose, int bone, const OracleTurn *turn)
{
    OracleEntry entry = *oracle_entry(o, pose, bone);
    const MienVec3 own = o->source->skeleton->bones[bone].rest.translation;
    if (!turn->is_needed)
        return entry;
    if (!o->source->is_absolute) {
        oracle_turn_vector(turn->parent, entry.q);
        oracle_turn_vector(turn->parent, entry.t);
        return entry;
    }
    oracle_turn_rotation(turn, entry.q);
    for (int k = 0; k < 3; ++k)
        entry.t[k] -= nth(&own.x, k);
    oracle_turn_vector(turn->parent, entry.t);
    for (int k = 0; k < 3; ++k)
        entry.t[k] = nth(&own.x, k) + entry.t[k];
    return entry;
}

static inline float oracle_factor(const Oracle *o, int bone, MienVec3 mesh)
{
    const MienVec3 own = o->source->skeleton->bones[bone].rest.translation;
    const float length = sqrtf((own.x * own.x + own.y * own.y) + own.z * own.z);
    if (memcmp(&own, &mesh, sizeof own) == 0 || length == 0.0f || length < 1e-6f * (float)o->extent)
        return 1.0f;
    return sqrtf((mesh.x * mesh.x + mesh.y * mesh.y) + mesh.z * mesh.z) / length;
}

static inline float oracle_square(const float q[4])
{
    return (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
}

static inline void oracle_additive(const Oracle *o, const float *weights, int bone, const OracleBone *in,
                                   MienTransform *out)
{
    float S[4] = {0}, T[3] = {0}, V[3] = {0}, r[4];
    for (int p = 0; p < o->source->pose_count; ++p) {
        const OracleEntry bound = oracle_bound(o, p, bone, in->turn), *entry = &bound;
        for (int k = 0; k < 4 && weights[p] != 0.0f && entry->moves; ++k)
            S[k] += weights[p] * entry->q[k];
        for (int k = 0; k < 3 && weights[p] != 0.0f && entry->moves; ++k) {
            T[k] += weights[p] * entry->t[k];
            V[k] += weights[p] * entry->s[k];
        }
    }
    S[3] += 1.0f;
    const float *q = &in->input->rotation.x, f = oracle_factor(o, bone, in->mesh);
    r[0] = ((S[3] * q[0] + S[0] * q[3]) + S[1] * q[2]) - S[2] * q[1];
    r[1] = ((S[3] * q[1] + S[1] * q[3]) + S[2] * q[0]) - S[0] * q[2];
    r[2] = ((S[3] * q[2] + S[2] * q[3]) + S[0] * q[1]) - S[1] * q[0];
    r[3] = ((S[3] * q[3] - S[0] * q[0]) - S[1] * q[1]) - S[2] * q[2];
    const float scale = 1.0f / sqrtf(oracle_square(r));
    float *out_q = &out->rotation.x, *out_t = &out->translation.x, *out_s = &out->scale.x;
    for (int k = 0; k < 4; ++k)
        out_q[k] = oracle_square(S) < 0x1p-20f ? q[k] : r[k] * scale;
    for (int k = 0; k < 3; ++k) {
        out_t[k] = nth(&in->input->translation.x, k) + f * T[k];
        out_s[k] = nth(&in->input->scale.x, k) * (1.0f + V[k]);
    }
}

static inline void oracle_absolute(const Oracle *o, const float *weights, int bone, float load,
                                   const OracleBone *in, MienTransform *out)
{
    float sum[4] = {0}, T[3] = {0}, V[3] = {0}, total = 0.0f, r[4];
    const float share = load > 1.0f ? 0.0f : 1.0f - load;
    for (int p = 0; p < o->source->pose_count; ++p) {
        const OracleEntry bound = oracle_bound(o, p, bone, in->turn), *entry = &bound;
        if (weights[p] == 0.0f || !entry->moves)
            continue;
        const float w = load > 1.0f ? weights[p] / load : weights[p];
        total += w;
        for (int k = 0; k < 4; ++k)
            sum[k] += w * entry->q[k];
        for (int k = 0; k < 3; ++k) {
            T[k] += w * entry->t[k];
            V[k] += w * entry->s[k];
        }
    }
    const MienQuat own_base = oracle_base(o->source, bone)->rotation;
    const float *q = &in->input->rotation.x;
    float base[4] = {own_base.x, own_base.y, own_base.z, own_base.w};
    if (in->turn->is_needed)
        oracle_turn_rotation(in->turn, base);
    const float dot = (q[0] * base[0] + q[1] * base[1]) + (q[2] * base[2] + q[3] * base[3]);
    const double given[4] = {q[0], q[1], q[2], q[3]};
    const float sign = dot < 0.0f || (dot == 0.0f && oracle_is_negative(given)) ? -1.0f : 1.0f;
    for (int k = 0; k < 4; ++k)
        r[k] = share * (sign * q[k]) + sum[k];
    const float n = oracle_square(r), scale = 1.0f / sqrtf(n), f = oracle_factor(o, bone, in->mesh);
    const MienVec3 own = o->source->skeleton->bones[bone].rest.translation;
    float *out_q = &out->rotation.x, *out_t = &out->translation.x, *out_s = &out->scale.x;
    for (int k = 0; k < 4; ++k)
        out_q[k] = n < 0x1p-20f ? q[k] : r[k] * scale;
    for (int k = 0; k < 3; ++k) {
        const float mesh = nth(&in->mesh.x, k), from = nth(&own.x, k);
        if (memcmp(&own, &in->mesh, sizeof own) != 0)
            T[k] = total * mesh + f * (T[k] - total * from);
        out_t[k] = share * nth(&in->input->translation.x, k) + T[k];
        out_s[k] = share * nth(&in->input->scale.x, k) + V[k];
    }
}

/// One bone of the skeleton; the input's bits where no active pose has an entry.
static inline void oracle_bone(const Oracle *o, const float *weights, int bone, const OracleBone *in,
                               MienTransform *out)
{
    bool is_touched = false;
    float load = 0.0f;
    for (int p = 0; p < o->source->pose_count; ++p) {
        if (weights[p] == 0.0f || !oracle_entry(o, p, bone)->moves)
            continue;
        is_touched = true;
        load += weights[p];
    }
    *out = *in->input;
    if (is_touched && o->source->is_absolute)
        oracle_absolute(o, weights, bone, load, in, out);
    else if (is_touched)
        oracle_additive(o, weights, bone, in, out);
}

/// One curve of the asset: its value after, and whether any active pose defines
/// it.
static inline bool oracle_curve(const MienAuthorPoseAsset *source, const float *weights, int curve,
                                float input, float *out)
{
    bool is_touched = false;
    float load = 0.0f, sum = 0.0f;
    for (int pass = 0; pass < 2; ++pass) {
        const float divisor = source->is_absolute && load > 1.0f ? load : 1.0f;
        for (int p = 0; p < source->pose_count; ++p) {
            for (int i = 0; i < source->poses[p].curve_count && weights[p] != 0.0f; ++i) {
                const MienAuthorCurveValue *given = &source->poses[p].curves[i];
                if (given->curve != curve)
                    continue;
                const double base =
                    source->base_curves && !source->is_absolute ? source->base_curves[curve] : 0;
                if (pass == 0)
                    load += weights[p];
                else
                    sum += (weights[p] / divisor) * (float)((double)given->value - base);
                is_touched = true;
            }
        }
    }
    const float share = !source->is_absolute ? 1.0f : load > 1.0f ? 0.0f : 1.0f - load;
    input = input == input && share != 0.0f ? input : 0.0f;
    *out = share * input + sum;
    return is_touched;
}
