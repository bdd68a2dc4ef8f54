// SPDX-License-Identifier: MIT
//
// What tests of properties of poses share: how large the numbers were that a result
// was added up from, which is what rounding is relative to.

#pragma once

#include "support/cases.h"
#include "support/oracle.h"
#include "support/posing.h"

static inline double distance(const float *a, const float *b, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; ++k)
        sum += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
    return sqrt(sum);
}

static inline double magnitude(const float *a, int count)
{
    static const float zeros[4] = {0};
    return distance(a, zeros, count);
}

/// Sizes of what is added up for one bone.
typedef struct Sizes {
    double turn, move, grow; ///< Sums of |weight| times length, the input's own included.
    double norm;             ///< Length of the rotation before it is normalised.
    bool is_touched;
} Sizes;

static inline Sizes sizes_of(const Oracle *o, const float *weights, int bone, const MienTransform *input)
{
    const bool is_absolute = o->source->is_absolute;
    Sizes s = {
        .turn = 1.0, .move = magnitude(&input->translation.x, 3), .grow = magnitude(&input->scale.x, 3)};
    double sum[4] = {0.0}, load = 0.0;
    for (int p = 0; p < o->source->pose_count; ++p) {
        const OracleEntry *entry = oracle_entry(o, p, bone);
        if (weights[p] == 0.0f || !entry->moves)
            continue;
        const double w = fabs((double)weights[p]);
        s.is_touched = true;
        s.turn += w * magnitude(entry->q, 4);
        s.move += w * magnitude(entry->t, 3);
        s.grow += w * magnitude(entry->s, 3);
        load += w;
        for (int k = 0; k < 4; ++k)
            sum[k] += (double)weights[p] * (double)entry->q[k];
    }
    if (is_absolute) {
        const float *q = &input->rotation.x, *base = &oracle_base(o->source, bone)->rotation.x;
        double dot = 0.0;
        for (int k = 0; k < 4; ++k)
            dot += (double)q[k] * (double)base[k];
        const double share = load > 1.0 ? 0.0 : 1.0 - load;
        for (int k = 0; k < 4; ++k)
            sum[k] = sum[k] / (load > 1.0 ? load : 1.0) + (dot < 0.0 ? -share : share) * (double)q[k];
        s.turn /= load > 1.0 ? load : 1.0;
        s.move /= load > 1.0 ? load : 1.0;
        s.grow /= load > 1.0 ? load : 1.0;
    } else {
        sum[3] += 1.0;
    }
    for (int k = 0; k < 4; ++k)
        s.norm += sum[k] * sum[k];
    s.norm = sqrt(s.norm);
    return s;
}

/// How far two results of one bone are apart, relative to what they were made
/// of. Rotations that all but vanished are left out: there the rules say to keep
/// the input, and which side of that a result falls on is up to rounding.
static inline double deviation(const MienTransform *a, const MienTransform *b, const Sizes *s)
{
    const double move = distance(&a->translation.x, &b->translation.x, 3) / (s->move > 1.0 ? s->move : 1.0);
    const double grow = distance(&a->scale.x, &b->scale.x, 3) / (s->grow > 1.0 ? s->grow : 1.0);
    double turn = distance(&a->rotation.x, &b->rotation.x, 4) / s->turn;
    turn = s->norm * s->norm < 0x1p-18 ? 0.0 : s->norm < 1.0 ? turn * s->norm : turn;
    const double most = move > grow || move != move ? move : grow;
    return turn > most || turn != turn ? turn : most;
}

/// Random values for the curves a stage reads; about one in often is present.
static inline void draw_curves(Stage *s, uint64_t *random, int often)
{
    mien_curve_set_clear(&s->job.curves);
    for (int c = 0; c < s->job.curves.count; ++c) {
        if (mien_random_index(random, often) != 0)
            continue;
        const float value = random_weight(random);
        mien_curve_set_put(&s->job.curves, c, value);
        s->curves[c] = value; // also if it is not a number
    }
}

/// The same asset with its poses in another order.
typedef struct Permuted {
    MienAuthorPoseAsset asset;
    int *place; ///< Of each pose: where it went.
    MienAuthorPose *poses;
    int *inputs, *members;
    MienAuthorOverride *masks;
    MienAuthorGroup groups[3];
} Permuted;

static inline void permute(const MienAuthorPoseAsset *source, uint64_t *random, Permuted *out)
{
    const int count = source->pose_count;
    *out = (Permuted){.asset = *source};
    out->place = calloc((size_t)count, sizeof(int));
    out->poses = calloc((size_t)count, sizeof *out->poses);
    out->inputs = calloc((size_t)count * 4, sizeof(int));
    out->members = calloc((size_t)count, sizeof(int));
    out->masks = calloc((size_t)source->override_count + 1, sizeof *out->masks);
    for (int p = 0; p < count; ++p) {
        const int other = mien_random_index(random, p + 1);
        out->place[p] = out->place[other];
        out->place[other] = p;
    }
    for (int p = 0; p < count; ++p) {
        MienAuthorPose *pose = &out->poses[out->place[p]];
        *pose = source->poses[p];
        pose->driven_pose = out->place[pose->driven_pose];
        for (int i = 0; i < pose->input_count; ++i)
            out->inputs[p * 4 + i] = out->place[pose->inputs[i]];
        pose->inputs = &out->inputs[(size_t)p * 4];
    }
    for (int i = 0; i < source->override_count; ++i) {
        MienAuthorOverride *mask = &out->masks[source->override_count - 1 - i];
        *mask = source->overrides[i];
        mask->target = out->place[mask->target];
        mask->source = out->place[mask->source];
    }
    for (int g = 0, next = 0; g < source->group_count; ++g) {
        out->groups[g] = source->groups[g];
        out->groups[g].members = out->members + next;
        for (int i = 0; i < source->groups[g].member_count; ++i)
            out->members[next++] = out->place[source->groups[g].members[i]];
    }
    out->asset.poses = out->poses;
    out->asset.overrides = out->masks;
    out->asset.groups = out->groups;
}

static inline void drop_permuted(Permuted *p)
{
    free(p->place);
    free(p->poses);
    free(p->inputs);
    free(p->members);
    free(p->masks);
}

/// Moves some bones by about as much as cooking drops.
static inline void nudge(const MienAuthorPoseAsset *source, uint64_t *random, MienTransform *bones)
{
    const int count = source->skeleton->bone_count;
    for (int i = 0; i < source->pose_count * count; ++i) {
        MienTransform *bone = &bones[i];
        *bone = source->poses[i / count].bones[i % count];
        if (mien_random_index(random, 3) == 0) {
            *bone = *oracle_base(source, i % count);
            bone->translation.y += mien_random_between(random, -3e-5f, 3e-5f);
            bone->scale.z += mien_random_between(random, -3e-5f, 3e-5f);
            const MienQuat turn = {mien_random_between(random, -3e-5f, 3e-5f), 0.0f, 0.0f, 1.0f};
            bone->rotation = mien_quat_normalize(mien_quat_multiply(turn, bone->rotation));
        }
    }
}

/// How far three or four numbers are from what their author said, in parts of
/// what is allowed: rounding, and below a threshold of cooking also that.
static inline double off_by(const float *out, const float *authored, int count, double sign, double threshold)
{
    double worst = 0.0;
    for (int k = 0; k < count; ++k) {
        const double value = sign * (double)authored[k], size = fabs(value) > 1.0 ? fabs(value) : 1.0;
        const double off = fabs((double)out[k] - value) / (1e-6 * size + threshold);
        worst = off > worst || off != off ? off : worst;
    }
    return worst;
}

static inline double off_authored(const MienTransform *out, const MienTransform *posed, bool is_dropped,
                                  double extent)
{
    const MienQuat q = out->rotation, p = posed->rotation;
    const double dot = (double)q.x * p.x + (double)q.y * p.y + (double)q.z * p.z + (double)q.w * p.w;
    const double grown = magnitude(&out->scale.x, 3), drop = is_dropped ? 1e-5 : 0.0;
    return fmax(off_by(&q.x, &p.x, 4, dot < 0.0 ? -1.0 : 1.0, drop),
                fmax(off_by(&out->translation.x, &posed->translation.x, 3, 1.0, drop * extent),
                     off_by(&out->scale.x, &posed->scale.x, 3, 1.0, drop * grown)));
}

/// The largest step between two runs for one bone, less what the steps of the
/// weights explain.
static inline double unexplained(const Oracle *o, const Stage *a, const Stage *b, int bone)
{
    const MienTransform *input = &a->input[bone];
    const Sizes before = sizes_of(o, a->weights, bone, input), after = sizes_of(o, b->weights, bone, input);
    const bool is_absolute = o->source->is_absolute;
    double turn = 0.0, move = 0.0, grow = 0.0, total = 0.0, wide[3] = {2.0, 0.0, 0.0};
    for (int p = 0; p < o->source->pose_count; ++p) {
        const OracleEntry *entry = oracle_entry(o, p, bone);
        const double step = fabs((double)a->weights[p] - (double)b->weights[p]);
        if (!entry->moves)
            continue;
        turn += step * magnitude(entry->q, 4);
        move += step * magnitude(entry->t, 3);
        grow += step * magnitude(entry->s, 3) * magnitude(&input->scale.x, 3);
        total += step;
        // An absolute result lies among its poses and the input: twice the
        // distance to the farthest of them bounds how fast it can go.
        wide[1] = fmax(wide[1], 2.0 * distance(entry->t, &input->translation.x, 3));
        wide[2] = fmax(wide[2], 2.0 * distance(entry->s, &input->scale.x, 3));
    }
    if (is_absolute) {
        turn = total * wide[0];
        move = total * wide[1];
        grow = total * wide[2];
    }
    const double scale_t = fmax(1.0, fmax(before.move, after.move)),
                 scale_s = fmax(1.0, fmax(before.grow, after.grow)),
                 scale_q = fmax(before.turn, after.turn) / fmin(before.norm, after.norm);
    double worst = (distance(&a->out[bone].translation.x, &b->out[bone].translation.x, 3) - move) / scale_t;
    worst = fmax(worst, (distance(&a->out[bone].scale.x, &b->out[bone].scale.x, 3) - grow) / scale_s);
    if (before.norm >= 0.25 && after.norm >= 0.25) {
        const double step = distance(&a->out[bone].rotation.x, &b->out[bone].rotation.x, 4);
        worst = fmax(worst, (step - 2.0 * turn / before.norm) / scale_q);
    }
    return fmax(worst, 0.0);
}

/// The same asset, of controls only, with one pose twice.
typedef struct Doubled {
    MienAuthorPoseAsset asset;
    MienAuthorPose *poses;
} Doubled;

static inline Doubled doubled(const MienAuthorPoseAsset *source, int pose)
{
    const int count = source->pose_count;
    Doubled d = {*source, calloc((size_t)count + 1, sizeof *d.poses)};
    memcpy(d.poses, source->poses, (size_t)count * sizeof *d.poses);
    d.poses[count] = source->poses[pose];
    d.poses[count].name = "the copy";
    d.asset.poses = d.poses;
    d.asset.pose_count = count + 1;
    return d;
}
