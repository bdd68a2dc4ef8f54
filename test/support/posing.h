// SPDX-License-Identifier: MIT
//
// What tests of evaluation share: an asset cooked, loaded and bound in one call,
// the arrays of one character, and a rig small enough to compute by hand.

#pragma once

#include "support/check.h"

#include "core/internal.h"
#include "mien/mien.h"
#include "mien_author/pose_asset.h"
#include "sample/random.h"
#include "sample/scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// An asset on its way through the library. source must outlive it.
typedef struct Loaded {
    MienSample *sample; ///< Owned; NULL if the source is the caller's.
    const MienAuthorPoseAsset *source;
    MienAuthorPack skeleton_pack, pack;
    MienAuthorCookReport report;
    MienSkeleton *skeleton;
    MienPoseAsset *asset;
    MienPoseBinding *binding; ///< To the authoring skeleton.
    MienPoseAssetInfo info;
    int bone_count, curve_count; ///< Of the skeleton.
} Loaded;

/// Ends the program if a step of loading failed: nothing after it could run.
static inline void require_ok(MienStatus status, const MienError *error, int line)
{
    if (status == MIEN_OK)
        return;
    printf("%s:%d: %s, %s: %s\n", __FILE__, line, mien_status_name(status), error->location, error->message);
    exit(1);
}

static inline Loaded load_source(const MienAuthorPoseAsset *source, MienIsa isa)
{
    Loaded l = {.source = source};
    MienError error = {0};
    const MienLoadOptions options = {.isa = isa};
    require_ok(mien_author_skeleton_cook(source->skeleton, NULL, &l.skeleton_pack, &error), &error, __LINE__);
    require_ok(mien_author_pose_asset_cook(source, NULL, &l.pack, &l.report, &error), &error, __LINE__);
    require_ok(mien_skeleton_load(l.skeleton_pack.data, l.skeleton_pack.size, NULL, &l.skeleton, &error),
               &error, __LINE__);
    require_ok(mien_pose_asset_load(l.pack.data, l.pack.size, &options, &l.asset, &error), &error, __LINE__);
    require_ok(mien_pose_binding_create(l.asset, l.skeleton, NULL, &l.binding, &error), &error, __LINE__);
    l.info = mien_pose_asset_info(l.asset);
    l.bone_count = mien_skeleton_bone_count(l.skeleton);
    l.curve_count = mien_skeleton_curve_count(l.skeleton);
    return l;
}

static inline Loaded load_sample(const MienSampleOptions *options, MienIsa isa)
{
    MienSample *sample = mien_sample_create(options);
    Loaded l = load_source(mien_sample_asset(sample), isa);
    l.sample = sample;
    return l;
}

static inline void unload(Loaded *l)
{
    mien_pose_binding_destroy(l->binding);
    mien_pose_asset_destroy(l->asset);
    mien_skeleton_destroy(l->skeleton);
    mien_author_pack_release(&l->pack);
    mien_author_pack_release(&l->skeleton_pack);
    mien_sample_destroy(l->sample);
}

/// One character: a job with arrays of exactly the size it needs.
typedef struct Stage {
    MienPoseJob job;
    MienTransform *input, *out;
    float *curves, *out_curves;
    uint32_t *present, *out_present;
    float *asked, *applied, *weights;
} Stage;

/// At least one item, so that no pointer is NULL.
static inline void *stage_array(int count, size_t size)
{
    return calloc((size_t)(count > 0 ? count : 1), size);
}

/// A stage for what an asset is bound to, or for its own order if binding is
/// NULL. The input is the reference pose (the base, without a binding), every
/// curve is absent.
static inline Stage stage_create(const Loaded *l, const MienPoseBinding *binding)
{
    const int bones = binding ? l->bone_count : l->info.bone_count;
    const int curves = binding ? l->curve_count : l->info.driven_pose_count + l->info.curve_count;
    const int words = mien_curve_set_words(curves);
    Stage s = {.input = stage_array(bones, sizeof(MienTransform)),
               .out = stage_array(bones, sizeof(MienTransform)),
               .curves = stage_array(curves, sizeof(float)),
               .out_curves = stage_array(curves, sizeof(float)),
               .present = stage_array(words, sizeof(uint32_t)),
               .out_present = stage_array(words, sizeof(uint32_t)),
               .asked = stage_array(l->info.driven_pose_count, sizeof(float)),
               .applied = stage_array(l->info.driven_pose_count, sizeof(float)),
               .weights = stage_array(l->info.pose_count, sizeof(float))};
    const MienTransform *start =
        binding ? mien_skeleton_rest_pose(l->skeleton) : mien_pose_asset_base(l->asset);
    if (bones > 0)
        memcpy(s.input, start, (size_t)bones * sizeof *start);
    const size_t size = mien_pose_job_scratch_size(l->asset);
    s.job = (MienPoseJob){.asset = l->asset,
                          .binding = binding,
                          .bone_count = bones,
                          .input = s.input,
                          .out_bones = s.out,
                          .curves = {curves, s.curves, s.present},
                          .out_curves = {curves, s.out_curves, s.out_present},
                          .out_input_weights = s.asked,
                          .out_final_weights = s.applied,
                          .out_weights = s.weights,
                          .scratch = mieni_allocate(NULL, size, 64),
                          .scratch_size = size};
    return s;
}

static inline void stage_destroy(Stage *s)
{
    void *const arrays[] = {s->input,       s->out,   s->curves,  s->out_curves, s->present,
                            s->out_present, s->asked, s->applied, s->weights};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i)
        free(arrays[i]);
    mieni_free(NULL, s->job.scratch, s->job.scratch_size, 64);
}

/// Runs the job on scratch that holds rubbish, as a reused block does.
static inline void stage_run(Stage *s)
{
    memset(s->job.scratch, 0xA5, s->job.scratch_size);
    CHECK_STATUS(mien_pose_job_run(&s->job), MIEN_OK);
}

/// Runs with weights given directly.
static inline void stage_run_list(Stage *s, const MienPoseWeight *weights, int count)
{
    s->job.weights = weights;
    s->job.weight_count = count;
    stage_run(s);
    s->job.weights = NULL;
    s->job.weight_count = 0;
}

/// Runs with one curve set and all others absent; curve by index.
static inline void stage_run_curve(Stage *s, int curve, float value)
{
    mien_curve_set_clear(&s->job.curves);
    mien_curve_set_put(&s->job.curves, curve, value);
    stage_run(s);
}

/// Whether the ten numbers of a transform have the same bits; reserved ones may
/// differ.
static inline bool same_transform(const MienTransform *a, const MienTransform *b)
{
    return memcmp(&a->rotation, &b->rotation, sizeof a->rotation) == 0 &&
           memcmp(&a->translation, &b->translation, sizeof a->translation) == 0 &&
           memcmp(&a->scale, &b->scale, sizeof a->scale) == 0;
}

/// Component k of a vector or quaternion whose first is given. By a call, because
/// compilers take (&v.x)[k] to be v.x for every k.
static inline float nth(const float *first, int k) { return first[k]; }

static inline bool same_float(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

/// Rotation about a coordinate axis (0, 1, 2), from double.
static inline MienQuat turned(int axis, double degrees)
{
    double sine, cosine;
    mien_sincos(degrees * (3.14159265358979323846 / 360.0), &sine, &cosine);
    const float s = (float)sine;
    return (MienQuat){axis == 0 ? s : 0.0f, axis == 1 ? s : 0.0f, axis == 2 ? s : 0.0f, (float)cosine};
}

/// Angle of the rotation from b to a, degrees, 0 to 180.
static inline double degrees_between(MienQuat a, MienQuat b)
{
    const double ax = a.x, ay = a.y, az = a.z, aw = a.w, bx = -(double)b.x, by = -(double)b.y,
                 bz = -(double)b.z, bw = b.w;
    const double x = aw * bx + ax * bw + ay * bz - az * by, y = aw * by + ay * bw + az * bx - ax * bz;
    const double z = aw * bz + az * bw + ax * by - ay * bx, w = aw * bw - ax * bx - ay * by - az * bz;
    return 2.0 * mien_atan2(sqrt(x * x + y * y + z * z), fabs(w)) * (180.0 / 3.14159265358979323846);
}

static inline double degrees_of(MienQuat q) { return degrees_between(q, (MienQuat){0.0f, 0.0f, 0.0f, 1.0f}); }

enum { RIG_BONES = 8, RIG_POSES = 12, RIG_CURVES = 6 };

/// A scene of a few bones and poses to fill by hand. Points into itself: do not
/// copy.
typedef struct Rig {
    MienAuthorSkeleton skeleton;
    MienAuthorPoseAsset asset;
    MienAuthorBone bones[RIG_BONES];
    MienAuthorCurve skeleton_curves[RIG_POSES + RIG_CURVES], curves[RIG_CURVES];
    MienAuthorPose poses[RIG_POSES];
    MienTransform posed[RIG_POSES][RIG_BONES];
    MienAuthorCurveValue values[RIG_POSES][RIG_CURVES];
    MienAuthorOverride masks[RIG_POSES];
    MienAuthorGroup groups[RIG_POSES];
} Rig;

/// Bones "bone0", "bone1", ...: the first at the origin, each further one metre
/// above it, without rotation. So the extent is 1, or 0 for a single bone.
static inline void rig_begin(Rig *rig, int bone_count)
{
    static const char *const names[RIG_BONES] = {"bone0", "bone1", "bone2", "bone3",
                                                 "bone4", "bone5", "bone6", "bone7"};
    memset(rig, 0, sizeof *rig);
    for (int b = 0; b < bone_count; ++b) {
        rig->bones[b] = (MienAuthorBone){.name = names[b],
                                         .parent = b == 0 ? -1 : 0,
                                         .rest = mien_transform_identity(),
                                         .max_lod = MIEN_ALL_LODS};
        rig->bones[b].rest.translation.y = b == 0 ? 0.0f : 1.0f;
    }
    rig->skeleton.bone_count = bone_count;
    rig->skeleton.bones = rig->bones;
    rig->skeleton.curves = rig->skeleton_curves;
    rig->asset.skeleton = &rig->skeleton;
    rig->asset.poses = rig->poses;
    rig->asset.curves = rig->curves;
    rig->asset.overrides = rig->masks;
    rig->asset.groups = rig->groups;
}

/// Adds a pose, a control as the reference pose, and the curve that drives it.
/// Its bones are rig->posed[index].
static inline MienAuthorPose *rig_pose(Rig *rig, const char *name)
{
    const int p = rig->asset.pose_count++;
    for (int b = 0; b < rig->skeleton.bone_count; ++b)
        rig->posed[p][b] = rig->bones[b].rest;
    rig->poses[p] = (MienAuthorPose){.name = name, .bones = rig->posed[p], .curves = rig->values[p]};
    rig->skeleton_curves[rig->skeleton.curve_count++] =
        (MienAuthorCurve){.name = name, .max_lod = MIEN_ALL_LODS};
    return &rig->poses[p];
}

/// Adds a pose that moves one bone along x.
static inline MienAuthorPose *rig_mover(Rig *rig, const char *name, int bone, float x)
{
    MienAuthorPose *pose = rig_pose(rig, name);
    rig->posed[pose - rig->poses][bone].translation.x += x;
    return pose;
}

/// Adds a curve that poses define, to the asset and to the skeleton's table.
static inline void rig_curve(Rig *rig, const char *name)
{
    rig->curves[rig->asset.curve_count++] = rig->skeleton_curves[rig->skeleton.curve_count++] =
        (MienAuthorCurve){.name = name, .max_lod = MIEN_ALL_LODS};
}

/// Has a pose define a curve.
static inline void rig_value(Rig *rig, int pose, int curve, float value)
{
    rig->values[pose][rig->poses[pose].curve_count++] = (MienAuthorCurveValue){curve, value};
}

static inline MienAuthorOverride *rig_mask(Rig *rig, MienAuthorOverrideKind kind, int target, int source,
                                           float amount)
{
    MienAuthorOverride *mask = &rig->masks[rig->asset.override_count++];
    *mask = (MienAuthorOverride){.kind = kind, .target = target, .source = source, .amount = amount};
    return mask;
}

/// A weight from [-2, 3], or one of the values that trip careless code.
static inline float random_weight(uint64_t *random)
{
    switch (mien_random_index(random, 24)) {
    case 0:
        return NAN;
    case 1:
        return INFINITY;
    case 2:
        return -INFINITY;
    case 3:
        return -0.0f;
    case 4:
        return mien_random_between(random, -1.0f, 1.0f) * 1e-39f; // denormal
    case 5:
        return 0.0f;
    case 6:
        return 1.0f;
    default:
        return mien_random_between(random, -2.0f, 3.0f);
    }
}

/// Sizes of a random scene: 1 to 64 poses, 1 to 128 bones, mostly few, so that
/// many scenes fit into a short time.
static inline MienSampleOptions random_scene(uint64_t *random)
{
    const int poses = mien_random_index(random, 4) == 0 ? 64 : 12;
    const int bones = mien_random_index(random, 4) == 0 ? 128 : 20;
    MienSampleOptions options = {.seed = mien_random_bits(random),
                                 .pose_count = 1 + mien_random_index(random, poses),
                                 .bone_count = 1 + mien_random_index(random, bones),
                                 .curve_count = mien_random_index(random, 8)};
    options.bones_per_pose =
        mien_random_index(random, 3) == 0 ? 0 : 1 + mien_random_index(random, options.bone_count);
    options.has_scale = mien_random_index(random, 2) == 0;
    options.is_absolute = mien_random_index(random, 2) == 0;
    return options;
}
