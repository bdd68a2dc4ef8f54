// SPDX-License-Identifier: MIT
//
// Every layout, instruction set, and way to run a job gives the same bits, on
// every sample scene.

#include "support/posing.h"

/// Sixteen characters of one tile: inputs, and what came out one by one.
typedef struct Crowd {
    MienTransform *input[MIEN_TILE], *out[MIEN_TILE];
    float *curves[MIEN_TILE], *out_curves[MIEN_TILE], *weights[MIEN_TILE];
} Crowd;

static Crowd make_crowd(const Loaded *l, uint64_t seed)
{
    Crowd crowd;
    const MienAuthorSkeleton *skeleton = mien_sample_asset(l->sample)->skeleton;
    for (int k = 0; k < MIEN_TILE; ++k) {
        const size_t bones = (size_t)l->bone_count, curves = (size_t)l->curve_count;
        crowd.input[k] = calloc(bones, sizeof(MienTransform));
        crowd.out[k] = calloc(bones, sizeof(MienTransform));
        crowd.curves[k] = calloc(curves, sizeof(float));
        crowd.out_curves[k] = calloc(curves, sizeof(float));
        crowd.weights[k] = calloc((size_t)l->info.pose_count, sizeof(float));
        mien_sample_input(&seed, skeleton, crowd.input[k]);
        mien_sample_weights(&seed, l->curve_count, 1 + mien_random_index(&seed, l->curve_count), -1.0f, 2.0f,
                            crowd.curves[k]);
    }
    return crowd;
}

static void free_crowd(Crowd *crowd)
{
    for (int k = 0; k < MIEN_TILE; ++k) {
        free(crowd->input[k]);
        free(crowd->out[k]);
        free(crowd->curves[k]);
        free(crowd->out_curves[k]);
        free(crowd->weights[k]);
    }
}

static void run_one_by_one(const Loaded *l, Crowd *crowd, MienPoseLayout layout, bool in_place, int level)
{
    const size_t size = mien_pose_job_scratch_size(l->asset);
    void *scratch = mieni_allocate(NULL, size, 64);
    for (int k = 0; k < MIEN_TILE; ++k) {
        if (in_place)
            memcpy(crowd->out[k], crowd->input[k], (size_t)l->bone_count * sizeof(MienTransform));
        const MienPoseJob job = {.asset = l->asset,
                                 .binding = l->binding,
                                 .lod = level,
                                 .bone_count = l->bone_count,
                                 .input = in_place ? crowd->out[k] : crowd->input[k],
                                 .out_bones = crowd->out[k],
                                 .curves = {l->curve_count, crowd->curves[k], NULL},
                                 .out_curves = {l->curve_count, crowd->out_curves[k], NULL},
                                 .layout = layout,
                                 .out_weights = crowd->weights[k],
                                 .scratch = scratch,
                                 .scratch_size = size};
        memset(scratch, 0xA5, size);
        CHECK_STATUS(mien_pose_job_run(&job), MIEN_OK);
    }
    mieni_free(NULL, scratch, size, 64);
}

static void hash_crowd(const Loaded *l, const Crowd *crowd, uint8_t out_hash[32])
{
    const size_t floats = (size_t)MIEN_TILE * ((size_t)l->bone_count * 10 + (size_t)l->curve_count);
    float *all = malloc((floats + (size_t)MIEN_TILE * (size_t)l->info.pose_count) * sizeof(float)), *to = all;
    for (int k = 0; k < MIEN_TILE; ++k) {
        for (int b = 0; b < l->bone_count; ++b) {
            const MienTransform *bone = &crowd->out[k][b];
            memcpy(to, &bone->rotation, 16);
            memcpy(to + 4, &bone->translation, 12);
            memcpy(to + 7, &bone->scale, 12);
            to += 10;
        }
        memcpy(to, crowd->out_curves[k], (size_t)l->curve_count * sizeof(float));
        to += l->curve_count;
        memcpy(to, crowd->weights[k], (size_t)l->info.pose_count * sizeof(float));
        to += l->info.pose_count;
    }
    mien_sha256(all, (size_t)(to - all) * sizeof(float), out_hash);
    free(all);
}

static void run_as_crowd(const Loaded *l, Crowd *crowd, bool in_place, int level)
{
    const size_t bytes = mien_tile_size(l->bone_count) * sizeof(float),
                 size = mien_crowd_job_scratch_size(l->asset);
    const size_t curve_bytes = (size_t)l->curve_count * MIEN_TILE * sizeof(float);
    const size_t weight_bytes = (size_t)l->info.pose_count * MIEN_TILE * sizeof(float);
    float *input = mieni_allocate(NULL, bytes, 64), *out = in_place ? input : mieni_allocate(NULL, bytes, 64);
    float *curves = mieni_allocate(NULL, curve_bytes, 64),
          *out_curves = mieni_allocate(NULL, curve_bytes, 64);
    float *weights = mieni_allocate(NULL, weight_bytes, 64);
    void *scratch = mieni_allocate(NULL, size, 64);
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_tile_write(input, l->bone_count, k, crowd->input[k]);
        for (int c = 0; c < l->curve_count; ++c)
            curves[c * MIEN_TILE + k] = crowd->curves[k][c];
    }
    const MienCrowdJob job = {.asset = l->asset,
                              .binding = l->binding,
                              .lod = level,
                              .character_count = MIEN_TILE,
                              .bone_count = l->bone_count,
                              .input = input,
                              .out_bones = out,
                              .curve_count = l->curve_count,
                              .curves = curves,
                              .out_curves = out_curves,
                              .out_weights = weights,
                              .scratch = scratch,
                              .scratch_size = size};
    CHECK_STATUS(mien_crowd_job_run(&job), MIEN_OK);
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_tile_read(out, l->bone_count, k, crowd->out[k]);
        for (int c = 0; c < l->curve_count; ++c)
            crowd->out_curves[k][c] = out_curves[c * MIEN_TILE + k];
        for (int p = 0; p < l->info.pose_count; ++p)
            crowd->weights[k][p] = weights[p * MIEN_TILE + k];
    }
    if (!in_place)
        mieni_free(NULL, out, bytes, 64);
    mieni_free(NULL, input, bytes, 64);
    mieni_free(NULL, curves, curve_bytes, 64);
    mieni_free(NULL, out_curves, curve_bytes, 64);
    mieni_free(NULL, weights, weight_bytes, 64);
    mieni_free(NULL, scratch, size, 64);
}

static void check_scene(const MienSampleScene *scene, int level)
{
    uint8_t expected[32], hash[32];
    Loaded scalar = load_sample(&scene->options, MIEN_ISA_SCALAR);
    Crowd crowd = make_crowd(&scalar, 7);
    run_one_by_one(&scalar, &crowd, MIEN_LAYOUT_POSES, false, level);
    hash_crowd(&scalar, &crowd, expected);
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        if (!mien_isa_is_available((MienIsa)isa))
            continue;
        Loaded l = load_sample(&scene->options, (MienIsa)isa);
        for (int variant = 0; variant < 8; ++variant) {
            if (variant < 6)
                run_one_by_one(&l, &crowd, (MienPoseLayout)(variant % 3), variant >= 3, level);
            else
                run_as_crowd(&l, &crowd, variant == 7, level);
            hash_crowd(&l, &crowd, hash);
            const bool same = memcmp(hash, expected, 32) == 0;
            if (!same)
                printf("%s, level %d, %s, variant %d differs\n", scene->name, level,
                       mien_isa_name((MienIsa)isa), variant);
            CHECK(same);
        }
        unload(&l);
    }
    free_crowd(&crowd);
    unload(&scalar);
}

TEST(same_bits)
{
    for (int i = 0; i < mien_sample_scene_count(); ++i) {
        const MienSampleScene *scene = mien_sample_scene(i);
        for (int level = 0; level < (scene->options.has_levels ? 5 : 1); ++level)
            check_scene(scene, level);
    }
}

CHECK_MAIN { RUN(same_bits); }
