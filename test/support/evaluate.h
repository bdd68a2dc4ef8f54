// SPDX-License-Identifier: MIT
//
// Runs a loaded asset in every way there is, whatever bytes it came from, and
// says whether what came out is sound: every bone finite or exactly its input,
// every curve finite, layouts and crowd in agreement. Buffers are exactly as
// long as promised and filled with NaN, so that sanitizers and the results show
// what is read or left out.

#pragma once

#include "mien/skin.h"
#include "support/packs.h"
#include "support/random.h"

/// Sets of curve values: all 0, all 1, random, and random with NaN, infinities
/// and huge numbers among them.
enum { WEIGHT_KINDS = 4, WILD_WEIGHTS = 3 };

static inline bool float_is_finite(float x) { return x - x == 0.0f; }

static inline float random_float(Random *random, double low, double high)
{
    return (float)random_between(random, low, high);
}

static inline float random_wild_float(Random *random)
{
    static const float wild[] = {0x1p127f, -0x1p127f, 0x1p-149f, -0.0f};
    const uint32_t special[] = {0x7FC00000u, 0xFFC01234u, 0x7F800000u, 0xFF800000u};
    const int kind = random_below(random, 12);
    float value = random_float(random, -2.0, 3.0);
    if (kind < 4)
        memcpy(&value, &special[kind], sizeof value);
    return kind >= 4 && kind < 8 ? wild[kind - 4] : value;
}

static inline MienTransform random_transform(Random *random)
{
    MienTransform t = {.rotation.w = 1.0f};
    t.rotation.x = random_float(random, -1.0, 1.0);
    t.rotation.y = random_float(random, -1.0, 1.0);
    t.rotation.z = random_float(random, -1.0, 1.0);
    t.rotation = mien_quat_normalize(t.rotation);
    t.translation.x = random_float(random, -1.0, 1.0);
    t.translation.y = random_float(random, -1.0, 1.0);
    t.translation.z = random_float(random, -1.0, 1.0);
    t.scale.x = random_float(random, 0.5, 1.5);
    t.scale.y = random_float(random, 0.5, 1.5);
    t.scale.z = random_float(random, 0.5, 1.5);
    return t;
}

/// The ten floats that count: reserved ones may hold anything.
static inline void transform_channels(const MienTransform *t, float out[MIEN_TILE_CHANNELS])
{
    memcpy(out, &t->rotation, 16);
    memcpy(out + 4, &t->translation, 12);
    memcpy(out + 7, &t->scale, 12);
}

static inline bool bones_are_sound(const MienTransform *out, const MienTransform *input, int count)
{
    for (int b = 0; b < count; ++b) {
        float channels[MIEN_TILE_CHANNELS], before[MIEN_TILE_CHANNELS];
        bool is_finite = true;
        transform_channels(&out[b], channels);
        transform_channels(&input[b], before);
        for (int c = 0; c < MIEN_TILE_CHANNELS; ++c)
            is_finite = is_finite && float_is_finite(channels[c]);
        if (!is_finite && memcmp(channels, before, sizeof channels) != 0)
            return false;
    }
    return true;
}

static inline bool bones_are_equal(const MienTransform *a, const MienTransform *b, int count)
{
    for (int i = 0; i < count; ++i) {
        float x[MIEN_TILE_CHANNELS], y[MIEN_TILE_CHANNELS];
        transform_channels(&a[i], x);
        transform_channels(&b[i], y);
        if (memcmp(x, y, sizeof x) != 0)
            return false;
    }
    return true;
}

/// A curve may pass on what is not finite, but not make it.
static inline bool curves_are_sound(const float *out, const float *input, int count)
{
    for (int c = 0; c < count; ++c) {
        if (!float_is_finite(out[c]) && float_is_finite(input[c]))
            return false;
    }
    return true;
}

/// The same bits; one NaN is as good as another.
static inline bool floats_are_equal(const float *a, const float *b, int count)
{
    for (int i = 0; i < count; ++i) {
        if (memcmp(&a[i], &b[i], sizeof a[i]) != 0 && (a[i] == a[i] || b[i] == b[i]))
            return false;
    }
    return true;
}

static inline bool floats_are_finite(const float *values, int count)
{
    for (int i = 0; i < count; ++i) {
        if (!float_is_finite(values[i]))
            return false;
    }
    return true;
}

/// One evaluation's surroundings: what it is bound to, and every array.
typedef struct Stage {
    const MienPoseAsset *asset;
    const MienPoseBinding *binding;
    MienPoseAssetInfo info;
    int bone_count, curve_count, level;
    MienTransform *input[WEIGHT_KINDS], *out[WEIGHT_KINDS], *other;
    float *curves[WEIGHT_KINDS], *out_curves[WEIGHT_KINDS], *other_curves;
    float *asked, *applied, *weights[WEIGHT_KINDS];
    void *scratch;
    size_t scratch_size;
    MieniSha256 *hash; ///< Gets what came out, unless NULL.
} Stage;

static inline void *stage_array(size_t count, size_t size)
{
    void *memory = aligned_take(count * size);
    memset(memory, 0xFF, count * size);
    return memory;
}

static inline void stage_open(Stage *s, Random *random)
{
    const size_t bones = (size_t)s->bone_count, curves = (size_t)s->curve_count;
    for (int k = 0; k < WEIGHT_KINDS; ++k) {
        s->input[k] = stage_array(bones, sizeof(MienTransform));
        s->out[k] = stage_array(bones, sizeof(MienTransform));
        s->curves[k] = stage_array(curves, sizeof(float));
        s->out_curves[k] = stage_array(curves, sizeof(float));
        s->weights[k] = stage_array((size_t)s->info.pose_count, sizeof(float));
        for (int b = 0; b < s->bone_count; ++b)
            s->input[k][b] = random_transform(random);
        for (int c = 0; c < s->curve_count; ++c)
            s->curves[k][c] = k < 2    ? (float)k
                              : k == 2 ? random_float(random, -2.0, 3.0)
                                       : random_wild_float(random);
    }
    s->other = stage_array(bones, sizeof(MienTransform));
    s->other_curves = stage_array(curves, sizeof(float));
    s->asked = stage_array((size_t)s->info.driven_pose_count, sizeof(float));
    s->applied = stage_array((size_t)s->info.driven_pose_count, sizeof(float));
    s->scratch_size = mien_pose_job_scratch_size(s->asset);
    s->scratch = stage_array(s->scratch_size, 1);
}

static inline void stage_close(Stage *s)
{
    for (int k = 0; k < WEIGHT_KINDS; ++k) {
        aligned_free(s->input[k]);
        aligned_free(s->out[k]);
        aligned_free(s->curves[k]);
        aligned_free(s->out_curves[k]);
        aligned_free(s->weights[k]);
    }
    void *const rest[] = {s->other, s->other_curves, s->asked, s->applied, s->scratch};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; ++i)
        aligned_free(rest[i]);
}

static inline MienPoseJob stage_job(const Stage *s, int kind)
{
    return (MienPoseJob){.asset = s->asset,
                         .binding = s->binding,
                         .lod = s->level,
                         .bone_count = s->bone_count,
                         .input = s->input[kind],
                         .out_bones = s->out[kind],
                         .curves = {s->curve_count, s->curves[kind], NULL},
                         .out_curves = {s->curve_count, s->out_curves[kind], NULL},
                         .layout = MIEN_LAYOUT_POSES,
                         .out_input_weights = s->asked,
                         .out_final_weights = s->applied,
                         .out_weights = s->weights[kind],
                         .scratch = s->scratch,
                         .scratch_size = s->scratch_size};
}

static inline void stage_hash(const Stage *s, int kind)
{
    if (s->hash == NULL || kind == WILD_WEIGHTS) // NaN has no bits of its own
        return;
    for (int b = 0; b < s->bone_count; ++b) {
        float channels[MIEN_TILE_CHANNELS];
        transform_channels(&s->out[kind][b], channels);
        mieni_sha256_update(s->hash, channels, sizeof channels);
    }
    mieni_sha256_update(s->hash, s->out_curves[kind], (size_t)s->curve_count * sizeof(float));
    mieni_sha256_update(s->hash, s->weights[kind], (size_t)s->info.pose_count * sizeof(float));
}

/// One character by curves, both layouts, in and out of place.
static inline const char *stage_run_one(const Stage *s, int kind)
{
    MienPoseJob job = stage_job(s, kind);
    memset(s->scratch, 0xFF, s->scratch_size);
    if (mien_pose_job_run(&job) != MIEN_OK)
        return "a job was refused";
    if (!bones_are_sound(s->out[kind], s->input[kind], s->bone_count))
        return "a bone is neither finite nor its input";
    if (!curves_are_sound(s->out_curves[kind], s->curves[kind], s->curve_count))
        return "a curve is not finite";
    if (!floats_are_finite(s->weights[kind], s->info.pose_count) ||
        !floats_are_finite(s->asked, s->info.driven_pose_count) ||
        !floats_are_finite(s->applied, s->info.driven_pose_count))
        return "a weight is not finite";
    stage_hash(s, kind);
    for (int layout = MIEN_LAYOUT_AUTO; layout <= MIEN_LAYOUT_ROWS; layout += 2) {
        if (s->bone_count > 0)
            memcpy(s->other, s->input[kind], (size_t)s->bone_count * sizeof(MienTransform));
        job.layout = (MienPoseLayout)layout;
        job.input = job.out_bones = s->other;
        job.out_curves.values = s->other_curves;
        memset(s->scratch, 0xFF, s->scratch_size);
        if (mien_pose_job_run(&job) != MIEN_OK)
            return "a job in place was refused";
        if (!bones_are_equal(s->out[kind], s->other, s->bone_count))
            return "layouts differ in bones";
        if (!floats_are_equal(s->out_curves[kind], s->other_curves, s->curve_count))
            return "layouts differ in curves";
    }
    return NULL;
}

/// Weights given as a list, with and without what only unreal assets know.
static inline const char *stage_run_listed(const Stage *s, Random *random)
{
    enum { MOST = 6 };
    MienPoseWeight list[MOST];
    int count = s->info.pose_count > 0 ? random_below(random, MOST + 1) : 0;
    for (int i = 0; i < count; ++i)
        list[i] = (MienPoseWeight){random_below(random, s->info.pose_count), random_wild_float(random)};
    for (int variant = 0; variant < 3; ++variant) {
        MienPoseJob job = stage_job(s, 0);
        job.weights = list;
        job.weight_count = variant == 2 && count > 1 ? 1 : count;
        job.allow_negative = variant == 1;
        job.write_delta = variant == 2;
        job.out_bones = s->other;
        job.out_curves.values = s->other_curves;
        job.out_weights = NULL;
        memset(s->scratch, 0xFF, s->scratch_size);
        if (mien_pose_job_run(&job) != MIEN_OK)
            return "a job with listed weights was refused";
        if (!bones_are_sound(s->other, s->input[0], s->bone_count))
            return "a bone by listed weights is neither finite nor its input";
        if (!curves_are_sound(s->other_curves, s->curves[0], s->curve_count))
            return "a curve by listed weights is not finite";
    }
    return NULL;
}

/// The same characters as a crowd.
static inline const char *stage_run_crowd(const Stage *s)
{
    const size_t bones = mien_tile_size(s->bone_count), curves = (size_t)s->curve_count * MIEN_TILE;
    const size_t poses = (size_t)s->info.pose_count * MIEN_TILE;
    const size_t size = mien_crowd_job_scratch_size(s->asset);
    float *input = stage_array(bones, sizeof(float)), *out = stage_array(bones, sizeof(float));
    float *in_curves = stage_array(curves, sizeof(float)), *out_curves = stage_array(curves, sizeof(float));
    float *weights = stage_array(poses, sizeof(float));
    void *scratch = stage_array(size, 1);
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_tile_write(input, s->bone_count, k, s->input[k % WEIGHT_KINDS]);
        for (int c = 0; c < s->curve_count; ++c)
            in_curves[c * MIEN_TILE + k] = s->curves[k % WEIGHT_KINDS][c];
    }
    const MienCrowdJob job = {.asset = s->asset,
                              .binding = s->binding,
                              .lod = s->level,
                              .character_count = MIEN_TILE - 1,
                              .bone_count = s->bone_count,
                              .input = input,
                              .out_bones = out,
                              .curve_count = s->curve_count,
                              .curves = in_curves,
                              .out_curves = out_curves,
                              .out_weights = weights,
                              .scratch = scratch,
                              .scratch_size = size};
    const char *fault = mien_crowd_job_run(&job) == MIEN_OK ? NULL : "a crowd job was refused";
    for (int k = 0; fault == NULL && k < MIEN_TILE - 1; ++k) {
        const int kind = k % WEIGHT_KINDS;
        mien_tile_read(out, s->bone_count, k, s->other);
        for (int c = 0; c < s->curve_count; ++c)
            s->other_curves[c] = out_curves[c * MIEN_TILE + k];
        bool same_weights = true;
        for (int p = 0; p < s->info.pose_count; ++p)
            same_weights =
                same_weights && floats_are_equal(&weights[p * MIEN_TILE + k], &s->weights[kind][p], 1);
        if (!bones_are_equal(s->other, s->out[kind], s->bone_count))
            fault = "the crowd differs in bones";
        else if (!floats_are_equal(s->other_curves, s->out_curves[kind], s->curve_count))
            fault = "the crowd differs in curves";
        else if (!same_weights)
            fault = "the crowd differs in weights";
    }
    void *const arrays[] = {input, out, in_curves, out_curves, weights, scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
        aligned_free(arrays[i]);
    return fault;
}

static inline const char *stage_run(Stage *s, Random *random)
{
    const char *fault = NULL;
    stage_open(s, random);
    for (int kind = 0; fault == NULL && kind < WEIGHT_KINDS; ++kind)
        fault = stage_run_one(s, kind);
    if (fault == NULL)
        fault = stage_run_crowd(s);
    if (fault == NULL)
        fault = stage_run_listed(s, random);
    stage_close(s);
    return fault;
}

/// Reads all there is to read of an asset.
static inline const char *read_asset(const MienPoseAsset *asset)
{
    const MienPoseAssetInfo info = mien_pose_asset_info(asset);
    for (int p = 0; p < info.pose_count; ++p) {
        const MienPoseInfo pose = mien_pose_asset_pose(asset, p);
        if (mien_pose_asset_find_pose(asset, pose.name) != p)
            return "a pose is not found by its name";
        if (pose.driven_pose >= info.driven_pose_count || pose.bone_count > info.bone_count)
            return "a pose's info is out of range";
    }
    for (int c = 0; c < info.driven_pose_count; ++c) {
        const MienDrivenPose control = mien_pose_asset_driven_pose(asset, c);
        if (mien_pose_asset_find_driven_pose(asset, mien_pose_asset_pose(asset, control.pose).name) != c)
            return "a control is not found by its name";
    }
    for (int b = 0; b < info.bone_count; ++b) {
        if (mien_pose_asset_find_bone(asset, mien_pose_asset_bone_name(asset, b)) != b)
            return "a bone is not found by its name";
    }
    for (int c = 0; c < info.curve_count; ++c) {
        if (mien_pose_asset_find_curve(asset, mien_pose_asset_curve_name(asset, c)) != c)
            return "a curve is not found by its name";
    }
    return NULL;
}

/// Reads all there is to read of a skeleton.
static inline const char *read_skeleton(const MienSkeleton *skeleton)
{
    const int bones = mien_skeleton_bone_count(skeleton), curves = mien_skeleton_curve_count(skeleton);
    for (int b = 0; b < bones; ++b) {
        if (mien_skeleton_find_bone(skeleton, mien_skeleton_bone_name(skeleton, b)) != b)
            return "a bone is not found by its name";
        if (mien_skeleton_bone_parent(skeleton, b) >= b)
            return "a parent stands after its child";
    }
    for (int c = 0; c < curves; ++c) {
        if (mien_skeleton_find_curve(skeleton, mien_skeleton_curve_name(skeleton, c)) != c)
            return "a curve is not found by its name";
    }
    for (int level = 0; level < MIEN_MAX_LODS; ++level) {
        if (mien_skeleton_bone_count_at(skeleton, level) < mien_skeleton_bone_count_at(skeleton, level + 1))
            return "a level has fewer bones than the next";
    }
    uint8_t hash[32];
    mien_skeleton_interface_hash(skeleton, hash);
    MienMatrix34 *model = stage_array((size_t)bones, sizeof *model);
    const MienModelJob job = {.skeleton = skeleton,
                              .bone_count = bones,
                              .local_count = bones,
                              .local = mien_skeleton_rest_pose(skeleton),
                              .out_model = model};
    const MienStatus status = mien_model_job_run(&job);
    aligned_free(model);
    return status == MIEN_OK ? NULL : "a model job was refused";
}

/// Runs an asset on its own and bound to a skeleton. NULL if all that came out
/// is sound, otherwise what is not. hash may be NULL.
static inline const char *evaluate(const MienPoseAsset *asset, const MienSkeleton *skeleton, uint64_t seed,
                                   MieniSha256 *hash)
{
    Random random = {seed};
    Stage stage = {.asset = asset, .info = mien_pose_asset_info(asset), .hash = hash};
    stage.bone_count = stage.info.bone_count;
    stage.curve_count = stage.info.driven_pose_count + stage.info.curve_count;
    stage.level = random_below(&random, 2) * random_below(&random, 4);
    const char *fault = read_asset(asset);
    if (fault == NULL)
        fault = stage_run(&stage, &random);
    if (fault != NULL || skeleton == NULL)
        return fault;
    MienPoseBinding *binding = NULL;
    if (mien_pose_binding_create(asset, skeleton, NULL, &binding, NULL) != MIEN_OK)
        return "binding failed";
    for (int row = 0; row < mien_pose_binding_report_count(binding); ++row) {
        if (mien_pose_binding_report(binding, row).name[0] == '\0')
            fault = "a report without a name";
    }
    stage.binding = binding;
    stage.level = random_below(&random, 18);
    // Bones that the level does not have may be left out.
    stage.bone_count = random_below(&random, 2) == 0 ? mien_skeleton_bone_count(skeleton)
                                                     : mien_skeleton_bone_count_at(skeleton, stage.level);
    stage.curve_count = mien_skeleton_curve_count(skeleton);
    if (fault == NULL)
        fault = stage_run(&stage, &random);
    mien_pose_binding_destroy(binding);
    return fault;
}
