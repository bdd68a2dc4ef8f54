// SPDX-License-Identifier: MIT
//
// Tiles as batches of graphs use them: bones that all characters share, and what
// characters have each for itself turned into lanes.

#include "support/posing.h"

#include "core/crowd.h"
#include "core/simd/kernels.h"

/// A tile's input twice: whole, and without the bones that all share.
typedef struct Tiles {
    size_t floats, curve_floats;
    float *whole, *partly, *curves, *expected, *out;
    uint32_t own[64];
    void *scratch;
    size_t scratch_size;
} Tiles;

static float *allocate_floats(size_t count)
{
    float *memory = mieni_allocate(NULL, count * sizeof(float), 64);
    memset(memory, 0xFF, count * sizeof(float)); // not-a-number, if anybody reads it
    return memory;
}

static Tiles make_tiles(const Loaded *l, uint64_t seed)
{
    Tiles t = {.floats = mien_tile_size(l->bone_count),
               .curve_floats = (size_t)l->curve_count * MIEN_TILE,
               .scratch_size = mien_crowd_job_scratch_size(l->asset)};
    t.whole = allocate_floats(t.floats);
    t.partly = allocate_floats(t.floats);
    t.expected = allocate_floats(t.floats);
    t.out = allocate_floats(t.floats);
    t.curves = allocate_floats(t.curve_floats);
    t.scratch = mieni_allocate(NULL, t.scratch_size, 64);
    MienTransform *pose = calloc((size_t)l->bone_count, sizeof *pose);
    float *values = calloc((size_t)l->curve_count, sizeof *values);
    for (int b = 0; b < l->bone_count; ++b)
        t.own[b / 32] |= (uint32_t)mien_random_index(&seed, 2) << b % 32;
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_sample_input(&seed, l->source->skeleton, pose);
        mien_sample_weights(&seed, l->curve_count, l->curve_count / 2, -1.0f, 2.0f, values);
        for (int c = 0; c < l->curve_count; ++c)
            t.curves[c * MIEN_TILE + k] = values[c];
        for (int b = 0; b < l->bone_count; ++b) {
            const bool is_own = mieni_tile_has(t.own, b);
            const MienTransform *bone = is_own ? &pose[b] : &mien_skeleton_rest_pose(l->skeleton)[b];
            mien_tile_write(t.whole + mien_tile_size(b), 1, k, bone);
            if (is_own)
                mien_tile_write(t.partly + mien_tile_size(b), 1, k, bone);
        }
    }
    free(pose);
    free(values);
    return t;
}

static void free_tiles(Tiles *t)
{
    mieni_free(NULL, t->whole, t->floats * sizeof(float), 64);
    mieni_free(NULL, t->partly, t->floats * sizeof(float), 64);
    mieni_free(NULL, t->expected, t->floats * sizeof(float), 64);
    mieni_free(NULL, t->out, t->floats * sizeof(float), 64);
    mieni_free(NULL, t->curves, t->curve_floats * sizeof(float), 64);
    mieni_free(NULL, t->scratch, t->scratch_size, 64);
}

static void check_scene(const MienSampleOptions *options, MienIsa isa)
{
    Loaded l = load_sample(options, isa);
    Tiles t = make_tiles(&l, 3);
    MieniCrowdTile tile = {.asset = l.asset,
                           .target = mieni_binding_target(l.binding, l.asset),
                           .bone_count = l.bone_count,
                           .curve_count = l.curve_count,
                           .input = t.whole,
                           .out_bones = t.expected,
                           .curves = t.curves,
                           .scratch = t.scratch};
    mieni_crowd_tile(&tile);
    tile.input = t.partly;
    tile.shared = mien_skeleton_rest_pose(l.skeleton);
    tile.own = t.own;
    tile.out_bones = t.out;
    mieni_crowd_tile(&tile);
    CHECK(memcmp(t.out, t.expected, t.floats * sizeof(float)) == 0);
    tile.out_bones = t.partly; // in place
    mieni_crowd_tile(&tile);
    CHECK(memcmp(t.partly, t.expected, t.floats * sizeof(float)) == 0);
    free_tiles(&t);
    unload(&l);
}

TEST(bones_that_all_share)
{
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        for (int i = 0; mien_isa_is_available((MienIsa)isa) && i < mien_sample_scene_count(); ++i) {
            const MienSampleOptions *options = &mien_sample_scene(i)->options;
            if (options->bone_count <= 400)
                check_scene(options, (MienIsa)isa);
        }
    }
}

/// Weights that fill the last part of scratch to its end, where no curves follow.
TEST(scratch_ends_where_it_says)
{
    enum { BEYOND = 64 };
    const MienSampleOptions options = {
        .seed = 5, .bone_count = 6, .pose_count = 16, .bones_per_pose = 3, .is_unreal = true};
    check_scene(&options, MIEN_ISA_BEST); // in a block of just its size, for sanitizers
    Loaded l = load_sample(&options, MIEN_ISA_BEST);
    Tiles t = make_tiles(&l, 3);
    uint8_t *block = mieni_allocate(NULL, t.scratch_size + BEYOND, 64), beyond[BEYOND];
    memset(beyond, 0x5A, sizeof beyond);
    memcpy(block + t.scratch_size, beyond, sizeof beyond);
    CHECK_INT(l.info.pose_count, 16);
    CHECK_INT(l.info.curve_count, 0);
    const MieniCrowdTile tile = {.asset = l.asset,
                                 .target = mieni_binding_target(l.binding, l.asset),
                                 .bone_count = l.bone_count,
                                 .curve_count = l.curve_count,
                                 .input = t.whole,
                                 .out_bones = t.out,
                                 .curves = t.curves,
                                 .scratch = block};
    mieni_crowd_tile(&tile);
    CHECK(memcmp(block + t.scratch_size, beyond, sizeof beyond) == 0);
    mieni_free(NULL, block, t.scratch_size + BEYOND, 64);
    free_tiles(&t);
    unload(&l);
}

TEST(no_bone_is_anybodys_own)
{
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        _Alignas(64) float tile[MIEN_TILE_CHANNELS * MIEN_TILE], expected[MIEN_TILE_CHANNELS * MIEN_TILE];
        const MienTransform bone = {.rotation = {1, 2, 3, 4}, .translation = {5, 6, 7}, .scale = {8, 9, 10}};
        if (!mien_isa_is_available((MienIsa)isa))
            continue;
        for (int k = 0; k < MIEN_TILE; ++k)
            mien_tile_write(expected, 1, k, &bone);
        mieni_kernels_of((MienIsa)isa)->tile_fill(&bone, tile);
        CHECK(memcmp(tile, expected, sizeof tile) == 0);
    }
}

TEST(rows_become_lanes)
{
    enum { COUNT = 24 };
    float rows[MIEN_TILE][COUNT];
    const float *starts[MIEN_TILE];
    for (int k = 0; k < MIEN_TILE; ++k) {
        starts[k] = rows[k];
        for (int i = 0; i < COUNT; ++i)
            rows[k][i] = (float)(k * 100 + i);
    }
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        _Alignas(64) float lanes[COUNT][MIEN_TILE], bone[MIEN_TILE_CHANNELS * MIEN_TILE];
        if (!mien_isa_is_available((MienIsa)isa))
            continue;
        mieni_kernels_of((MienIsa)isa)->tile_rows(starts, COUNT, lanes[0]);
        mieni_kernels_of((MienIsa)isa)->tile_transforms(starts, bone);
        for (int k = 0; k < MIEN_TILE; ++k) {
            MienTransform got, wanted;
            for (int i = 0; i < COUNT; ++i)
                CHECK(lanes[i][k] == rows[k][i]);
            memcpy(&wanted, rows[k], sizeof wanted);
            mien_tile_read(bone, 1, k, &got);
            CHECK(memcmp(&got.rotation, &wanted.rotation, sizeof got.rotation) == 0);
            CHECK(memcmp(&got.translation, &wanted.translation, sizeof got.translation) == 0);
            CHECK(memcmp(&got.scale, &wanted.scale, sizeof got.scale) == 0);
        }
    }
}

CHECK_MAIN
{
    RUN(bones_that_all_share);
    RUN(scratch_ends_where_it_says);
    RUN(no_bone_is_anybodys_own);
    RUN(rows_become_lanes);
}
