// SPDX-License-Identifier: MIT
//
// Tests of nodes that mix results: graphs whose inputs are slots, so that the test
// gives every bone and curve; and what the nodes must make of them, in double.

#pragma once

#include "support/cases.h"
#include "support/graphs.h"

#include "core/graph/mix.h"
#include "core/graph/mix_curves.h"

enum { GIVEN_BONES = 8, GIVEN_CURVES = 40, GIVEN_WORDS = 2 };

/// A skeleton: two chains below a root, bones 1 2 3 4 and 5 6 7, and curves "c0" to
/// "c39". Points into itself.
typedef struct GivenSkeleton {
    MienAuthorSkeleton skeleton;
    MienAuthorBone bones[GIVEN_BONES];
    MienAuthorCurve curves[GIVEN_CURVES];
    char names[GIVEN_CURVES][4];
} GivenSkeleton;

static inline void given_skeleton(GivenSkeleton *s)
{
    static const char *const names[GIVEN_BONES] = {"root", "spine", "neck", "head",
                                                   "brow", "arm",   "hand", "thumb"};
    static const int parents[GIVEN_BONES] = {-1, 0, 1, 2, 3, 0, 5, 6};
    memset(s, 0, sizeof *s);
    for (int b = 0; b < GIVEN_BONES; ++b) {
        s->bones[b] = (MienAuthorBone){.name = names[b],
                                       .parent = parents[b],
                                       .rest = mien_transform_identity(),
                                       .max_lod = MIEN_ALL_LODS};
        s->bones[b].rest.translation.y = 0.1f * (float)b;
    }
    for (int c = 0; c < GIVEN_CURVES; ++c) {
        snprintf(s->names[c], sizeof s->names[c], "c%d", c);
        s->curves[c] = (MienAuthorCurve){.name = s->names[c], .max_lod = MIEN_ALL_LODS};
    }
    s->skeleton = (MienAuthorSkeleton){
        .bone_count = GIVEN_BONES, .bones = s->bones, .curve_count = GIVEN_CURVES, .curves = s->curves};
}

/// What one slot or source gives. Points into itself.
typedef struct Given {
    MienTransform bones[GIVEN_BONES];
    float values[GIVEN_CURVES];
    uint32_t present[GIVEN_WORDS];
    MienCurveSet curves;
} Given;

static inline void given_nothing(Given *given, bool is_delta)
{
    memset(given, 0, sizeof *given);
    for (int b = 0; b < GIVEN_BONES; ++b)
        given->bones[b] = is_delta ? (MienTransform){0} : mien_transform_identity();
    given->curves = (MienCurveSet){GIVEN_CURVES, given->values, given->present};
}

static inline MienQuat given_rotation(uint64_t *random)
{
    const MienQuat q = {mien_random_between(random, -1.0f, 1.0f), mien_random_between(random, -1.0f, 1.0f),
                        mien_random_between(random, -1.0f, 1.0f), mien_random_between(random, -1.0f, 1.0f)};
    return mien_quat_normalize(q);
}

/// Any pose, or any delta; half of the curves are present.
static inline void given_random(Given *given, uint64_t *random, bool is_delta)
{
    given_nothing(given, is_delta);
    for (int b = 0; b < GIVEN_BONES; ++b) {
        MienTransform *bone = &given->bones[b];
        bone->rotation = given_rotation(random);
        float v[6];
        for (int k = 0; k < 6; ++k)
            v[k] = mien_random_between(random, -2.0f, 2.0f);
        bone->translation = (MienVec3){v[0], v[1], v[2]};
        bone->scale = (MienVec3){v[3], v[4], v[5]};
        if (is_delta) { // on the near side, as cooking leaves them
            if (bone->rotation.w < 0.0f)
                bone->rotation =
                    (MienQuat){-bone->rotation.x, -bone->rotation.y, -bone->rotation.z, -bone->rotation.w};
            bone->rotation.w -= 1.0f;
        }
    }
    for (int c = 0; c < GIVEN_CURVES; ++c) {
        if (mien_random_index(random, 2) == 0)
            mien_curve_set_put(&given->curves, c, mien_random_between(random, -2.0f, 3.0f));
    }
}

static inline void given_to_slot(GraphRig *g, const char *id, const Given *given)
{
    CHECK_STATUS(mien_graph_instance_set_input_pose(g->instance, mien_graph_find_input_pose(g->graph, id),
                                                    given->bones, &given->curves, 1.0f),
                 MIEN_OK);
}

/// The output of a rig, to be compared.
static inline void given_take(Given *out, const GraphRig *g)
{
    given_nothing(out, false);
    memcpy(out->bones, g->bones, sizeof out->bones);
    memcpy(out->values, g->curves.values, sizeof out->values);
    memcpy(out->present, g->curves.present, sizeof out->present);
}

static inline bool same_bones(const Given *a, const Given *b)
{
    for (int i = 0; i < GIVEN_BONES; ++i) {
        if (!same_transform(&a->bones[i], &b->bones[i]))
            return false;
    }
    return true;
}

static inline bool same_curves(const Given *a, const Given *b)
{
    return memcmp(a->values, b->values, sizeof a->values) == 0 &&
           memcmp(a->present, b->present, sizeof a->present) == 0;
}

static inline bool same_given(const Given *a, const Given *b)
{
    return same_bones(a, b) && same_curves(a, b);
}

/// Runs a step without and with a trace from the same state: every result has its own
/// memory then. Both must give the same bits.
static inline void step_both_ways(GraphRig *g, double step, Given *out)
{
    Given traced;
    const size_t size = mien_graph_instance_size(g->binding);
    void *before = aligned_take(size);
    memcpy(before, g->instance, size);
    if (g->trace == NULL)
        graph_trace(g);
    graph_step(g, step);
    given_take(&traced, g);
    memcpy(g->instance, before, size);
    g->job.trace = NULL;
    graph_step(g, step);
    given_take(out, g);
    g->job.trace = g->trace;
    aligned_free(before);
    CHECK(same_given(out, &traced));
}

/// A clip that counts: its curve is its time, up to four seconds.
static inline void counting_clip(GraphRig *g, const char *path)
{
    static const MienAuthorKey keys[] = {{.time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                         {.time = 4.0, .value = 4.0f, .interpolation = MIEN_AUTHOR_LINEAR}};
    static const MienAuthorClipCurve curves[] = {{.name = "c0", .keys = keys, .key_count = 2}};
    const MienAuthorClip clip = {.rate = 30, .length = 4.0, .curves = curves, .curve_count = 1};
    graph_clip(g, path, &clip);
}

// What must come out, in double.

static inline double dot4(const float *a, const float *b)
{
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2] + (double)a[3] * b[3];
}

/// How far a bone is from the weighted sum of count bones, the first one's side.
static inline double off_sum(const MienTransform *out, const MienTransform *const *bones,
                             const double *weights, int count, bool is_delta)
{
    double q[4] = {0.0}, t[3] = {0.0}, s[3] = {0.0}, worst = 0.0;
    for (int i = 0; i < count; ++i) {
        const bool flip = !is_delta && dot4(&bones[0]->rotation.x, &bones[i]->rotation.x) < 0.0;
        for (int k = 0; k < 4; ++k)
            q[k] += weights[i] * (flip ? -1.0 : 1.0) * (double)nth(&bones[i]->rotation.x, k);
        for (int k = 0; k < 3; ++k) {
            t[k] += weights[i] * (double)nth(&bones[i]->translation.x, k);
            s[k] += weights[i] * (double)nth(&bones[i]->scale.x, k);
        }
    }
    double length = is_delta ? 1.0 : sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) // a short sum magnifies rounding
        worst = fmax(worst, fabs(q[k] / length - (double)nth(&out->rotation.x, k)) * fmin(length, 1.0));
    for (int k = 0; k < 3; ++k) {
        worst = fmax(worst, fabs(t[k] - (double)nth(&out->translation.x, k)));
        worst = fmax(worst, fabs(s[k] - (double)nth(&out->scale.x, k)));
    }
    return worst;
}
