// SPDX-License-Identifier: MIT
//
// Model matrices, palettes, weights of morphs and skinning, against the formulas in
// double precision; the same bits in every instruction set and for every range.

#include "support/check.h"
#include "support/float_modes.h"
#include "support/skinning.h"

#include <math.h>

static const MienSampleOptions body = {
    .seed = 11, .bone_count = 40, .pose_count = 30, .bones_per_pose = 5, .curve_count = 12};

/// Meshes of all numbers of influences, around the lanes of vectors, beyond a chunk.
static const MienSampleMeshOptions meshes[] = {
    {.seed = 1, .vertex_count = 1, .influence_count = 1},
    {.seed = 2, .vertex_count = 5, .influence_count = 1, .morph_count = 3},
    {.seed = 3, .vertex_count = 16, .influence_count = 2, .morph_count = 9},
    {.seed = 4, .vertex_count = 33, .influence_count = 3, .is_bare = true, .morph_count = 4},
    {.seed = 5, .vertex_count = 300, .influence_count = 4, .morph_count = 20, .has_own_rest_pose = true},
    {.seed = 6, .vertex_count = 301, .influence_count = 4},
    {.seed = 7, .vertex_count = 130, .influence_count = 5, .morph_count = 2},
    {.seed = 8, .vertex_count = 1100, .influence_count = 8, .morph_count = 57, .morph_share = 0.3f},
    {.seed = 9, .vertex_count = 1025, .influence_count = 7, .is_bare = true},
    {.seed = 10, .vertex_count = 9, .influence_count = 2, .morph_count = 1},
};

enum { MESHES = (int)(sizeof meshes / sizeof *meshes) };

static double apart(MienVec3 a, const double b[3])
{
    const double x = a.x - b[0], y = a.y - b[1], z = a.z - b[2];
    return sqrt(x * x + y * y + z * z);
}

TEST(as_the_formulas_say)
{
    double worst_position = 0.0, worst_normal = 0.0;
    for (int i = 0; i < MESHES; ++i) {
        BoundMesh b = bound_mesh(&body, &meshes[i], MIEN_ISA_BEST);
        Skinned s = skinned_open(&b, 100 + (uint64_t)i);
        CHECK_STATUS(skinned_run(&s), MIEN_OK);
        double(*model)[12] = exact_model(&s);
        for (int k = 0; k < s.bone_count * 12; ++k)
            CHECK_NEAR(s.model[k / 12].m[k % 12], model[k / 12][k % 12], 1e-5);
        for (int v = 0; v < b.info.vertex_count; ++v) {
            double position[3], normal[3];
            exact_vertex(&s, model, v, position, normal);
            worst_position = fmax(worst_position, apart(s.positions[v], position));
            if (b.info.has_normals)
                worst_normal = fmax(worst_normal, apart(s.normals[v], normal));
        }
        free(model);
        skinned_close(&s);
        bound_mesh_free(&b);
    }
    printf("positions within %.3g m, normals within %.3g\n", worst_position, worst_normal);
    CHECK(worst_position < 5e-6);
    CHECK(worst_normal < 1e-5);
}

TEST(the_reference_pose_leaves_the_mesh)
{
    BoundMesh b = bound_mesh(&body, &meshes[4], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 1);
    memcpy(s.local, mien_mesh_binding_rest_pose(b.binding), (size_t)s.bone_count * sizeof *s.local);
    mien_curve_set_clear(&(MienCurveSet){s.curve_count, s.curves, s.present});
    CHECK_STATUS(skinned_run(&s), MIEN_OK);
    MienSkinJob job = skin_job(&s);
    float zeros[64] = {0};
    job.weights = zeros;
    CHECK_STATUS(mien_skin_job_run(&job), MIEN_OK);
    for (int v = 0; v < b.info.vertex_count; ++v) {
        const MienVec3 p = mien_mesh_positions(b.mesh)[v], n = mien_mesh_normals(b.mesh)[v];
        CHECK(apart(s.positions[v], (const double[3]){p.x, p.y, p.z}) < 2e-6);
        CHECK(apart(s.normals[v], (const double[3]){n.x, n.y, n.z}) < 2e-6);
    }
    skinned_close(&s);
    bound_mesh_free(&b);
}

TEST(every_instruction_set_gives_the_same_bits)
{
    int sets = 0;
    for (int i = 0; i < MESHES; ++i) {
        uint8_t expected[32] = {0};
        for (MienIsa isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
            if (!mien_isa_is_available(isa))
                continue;
            BoundMesh b = bound_mesh(&body, &meshes[i], isa);
            Skinned s = skinned_open(&b, 200 + (uint64_t)i);
            uint8_t hash[32];
            CHECK_INT(b.info.isa, isa);
            memset(s.scratch, 0xA5, s.scratch_size);
            CHECK_STATUS(skinned_run(&s), MIEN_OK);
            skinned_hash(&s, hash);
            if (isa == MIEN_ISA_SCALAR)
                memcpy(expected, hash, sizeof hash);
            if (memcmp(expected, hash, sizeof hash) != 0)
                printf("mesh %d, %s\n", i, mien_isa_name(isa));
            CHECK(memcmp(expected, hash, sizeof hash) == 0);
            sets += i == 0 ? 1 : 0;
            skinned_close(&s);
            bound_mesh_free(&b);
        }
    }
    printf("%d instruction sets\n", sets);
    CHECK(sets > 0);
}

/// Any range gives what the whole gives there, and touches nothing else.
TEST(ranges_are_parts_of_the_whole)
{
    Random random = {7};
    for (int i = 0; i < MESHES; ++i) {
        BoundMesh b = bound_mesh(&body, &meshes[i], MIEN_ISA_BEST);
        Skinned s = skinned_open(&b, 300 + (uint64_t)i);
        CHECK_STATUS(skinned_run(&s), MIEN_OK);
        const int count = b.info.vertex_count;
        for (int run = 0; run < 40; ++run) {
            const int first = random_below(&random, count + 1),
                      size = random_below(&random, count - first + 1);
            const size_t bytes = (size_t)size * sizeof(MienVec3);
            // Blocks of just this size, so that sanitizers see writes beyond.
            MienVec3 *positions = malloc(bytes + 1), *normals = malloc(bytes + 1);
            MienSkinJob job = skin_job(&s);
            job.first_vertex = first;
            job.vertex_count = size;
            job.out_positions = positions;
            job.out_normals = b.info.has_normals ? normals : NULL;
            ((uint8_t *)positions)[bytes] = ((uint8_t *)normals)[bytes] = 0x5A;
            CHECK_STATUS(mien_skin_job_run(&job), MIEN_OK);
            CHECK(memcmp(positions, s.positions + first, bytes) == 0);
            CHECK(!b.info.has_normals || memcmp(normals, s.normals + first, bytes) == 0);
            CHECK(((uint8_t *)positions)[bytes] == 0x5A && ((uint8_t *)normals)[bytes] == 0x5A);
            free(positions);
            free(normals);
        }
        skinned_close(&s);
        bound_mesh_free(&b);
    }
}

TEST(normals_are_optional)
{
    BoundMesh b = bound_mesh(&body, &meshes[4], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 5);
    CHECK_STATUS(skinned_run(&s), MIEN_OK);
    MienVec3 *before = malloc((size_t)b.info.vertex_count * sizeof *before);
    memcpy(before, s.positions, (size_t)b.info.vertex_count * sizeof *before);
    MienSkinJob job = skin_job(&s);
    job.out_normals = NULL;
    memset(s.positions, 0, (size_t)b.info.vertex_count * sizeof *before);
    CHECK_STATUS(mien_skin_job_run(&job), MIEN_OK);
    CHECK(memcmp(before, s.positions, (size_t)b.info.vertex_count * sizeof *before) == 0);
    free(before);
    skinned_close(&s);
    bound_mesh_free(&b);
}

TEST(weights_of_morphs)
{
    BoundMesh b = bound_mesh(&body, &meshes[7], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 6);
    const MienCurveSet set = {s.curve_count, s.curves, s.present};
    MienMorphJob job = morph_job(&s);
    mien_curve_set_clear(&set);
    for (int c = 0; c < s.curve_count; ++c) {
        if (c % 2 == 0)
            mien_curve_set_put(&set, c, (float)c - 3.5f);
    }
    const int zero = mien_mesh_binding_curve(b.binding, 13); // its own weight is not 0
    mien_curve_set_put(&set, zero, 0.0f);
    CHECK_STATUS(mien_morph_job_run(&job), MIEN_OK);
    int driven = 0;
    for (int m = 0; m < b.info.morph_count; ++m) {
        const int curve = mien_mesh_binding_curve(b.binding, m);
        const bool is_there = curve >= 0 && mien_curve_set_has(&set, curve);
        CHECK(s.weights[m] == (is_there ? s.curves[curve] : mien_mesh_morph(b.mesh, m).weight));
        driven += is_there ? 1 : 0;
    }
    CHECK(driven > 5 && driven < b.info.morph_count);
    CHECK(s.weights[13] == 0.0f && mien_mesh_morph(b.mesh, 13).weight == 0.25f);
    s.curves[zero] = NAN;
    CHECK_STATUS(mien_morph_job_run(&job), MIEN_OK);
    CHECK(s.weights[13] == 0.0f);
    s.curves[zero] = -0.0f;
    CHECK_STATUS(mien_morph_job_run(&job), MIEN_OK);
    CHECK(!signbit(s.weights[13]));
    // Without presence bits, 0 is absent.
    job.curves.present = NULL;
    CHECK_STATUS(mien_morph_job_run(&job), MIEN_OK);
    CHECK(s.weights[13] == 0.25f);
    skinned_close(&s);
    bound_mesh_free(&b);
}

TEST(weights_at_lods)
{
    MienSampleOptions levels = body;
    levels.has_levels = true;
    BoundMesh b = bound_mesh(&levels, &meshes[7], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 6);
    const MienCurveSet set = {s.curve_count, s.curves, s.present};
    for (int c = 0; c < s.curve_count; ++c)
        mien_curve_set_put(&set, c, 3.0f);
    int dropped = 0;
    for (int level = 0; level < 4; ++level) {
        MienMorphJob job = morph_job(&s);
        job.lod = level;
        CHECK_STATUS(mien_morph_job_run(&job), MIEN_OK);
        for (int m = 0; m < b.info.morph_count; ++m) {
            const int curve = mien_mesh_binding_curve(b.binding, m);
            const bool counts = curve >= 0 && mien_skeleton_curve_max_lod(b.skeleton, curve) >= level;
            CHECK(s.weights[m] == (counts ? 3.0f : mien_mesh_morph(b.mesh, m).weight));
            dropped += curve >= 0 && !counts ? 1 : 0;
        }
    }
    CHECK(dropped > 0);
    // Bones beyond a level stand as in the reference pose.
    const int some = mien_skeleton_bone_count_at(b.skeleton, 2);
    CHECK(some < s.bone_count);
    MienModelJob model = model_job(&s);
    model.local_count = some;
    model.rest_pose = mien_mesh_binding_rest_pose(b.binding);
    memcpy(s.local + some, model.rest_pose + some, (size_t)(s.bone_count - some) * sizeof *s.local);
    MienMatrix34 *whole = malloc((size_t)s.bone_count * sizeof *whole);
    CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = b.skeleton,
                                                    .bone_count = s.bone_count,
                                                    .local_count = s.bone_count,
                                                    .local = s.local,
                                                    .out_model = whole}),
                 MIEN_OK);
    CHECK_STATUS(mien_model_job_run(&model), MIEN_OK);
    CHECK(memcmp(whole, s.model, (size_t)s.bone_count * sizeof *whole) == 0);
    free(whole);
    skinned_close(&s);
    bound_mesh_free(&b);
}

TEST(without_weights_the_own_ones_count)
{
    BoundMesh b = bound_mesh(&body, &meshes[7], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 8);
    mien_curve_set_clear(&(MienCurveSet){s.curve_count, s.curves, s.present});
    CHECK_STATUS(skinned_run(&s), MIEN_OK);
    uint8_t expected[32], hash[32];
    skinned_hash(&s, expected);
    MienSkinJob job = skin_job(&s);
    job.weights = NULL;
    job.morph_count = 0;
    memset(s.positions, 0, (size_t)b.info.vertex_count * sizeof *s.positions);
    CHECK_STATUS(mien_skin_job_run(&job), MIEN_OK);
    skinned_hash(&s, hash);
    CHECK(memcmp(expected, hash, sizeof hash) == 0);
    skinned_close(&s);
    bound_mesh_free(&b);
}

/// What is bound to a missing bone moves with the first one.
TEST(missing_bones_follow_the_first)
{
    BoundMesh b = bound_mesh(&body, &meshes[4], MIEN_ISA_BEST);
    const MienAuthorBone turned = {
        .name = "other",
        .parent = -1,
        .max_lod = MIEN_ALL_LODS,
        .rest = {{0.0f, 0.6f, 0.0f, 0.8f}, {1.0f, 2.0f, 3.0f}, 0.0f, {2.0f, 2.0f, 4.0f}, 0.0f}};
    for (int bones = 0; bones <= 1; ++bones) {
        const MienAuthorSkeleton other = {.bone_count = bones, .bones = &turned};
        MienAuthorPack pack = {0};
        MienSkeleton *skeleton = NULL;
        MienMeshBinding *binding = NULL;
        CHECK_STATUS(mien_author_skeleton_cook(&other, NULL, &pack, NULL), MIEN_OK);
        CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_OK);
        CHECK_STATUS(mien_mesh_binding_create(b.mesh, skeleton, NULL, &binding, NULL), MIEN_OK);
        MienTransform local = turned.rest;
        local.translation.y += 5.0f;
        MienMatrix34 model, *palette = malloc((size_t)b.info.joint_count * sizeof *palette);
        CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = skeleton,
                                                        .bone_count = bones,
                                                        .local_count = bones,
                                                        .local = &local,
                                                        .out_model = &model}),
                     MIEN_OK);
        CHECK_STATUS(mien_palette_job_run(&(MienPaletteJob){.binding = binding,
                                                            .bone_count = bones,
                                                            .model = &model,
                                                            .joint_count = b.info.joint_count,
                                                            .out_palette = palette}),
                     MIEN_OK);
        for (int i = 0; i < b.info.joint_count * 12; ++i) {
            const int k = i % 12;
            CHECK_NEAR(palette[i / 12].m[k], k % 5 == 0 ? 1.0 : k == 7 ? 5.0 * bones : 0.0, 2e-6);
        }
        free(palette);
        mien_mesh_binding_destroy(binding);
        mien_skeleton_destroy(skeleton);
        mien_author_pack_release(&pack);
    }
    bound_mesh_free(&b);
}

TEST(normals_without_a_direction_stay)
{
    BoundMesh b = bound_mesh(&body, &meshes[5], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 9);
    memset(s.palette, 0, (size_t)b.info.joint_count * sizeof *s.palette);
    const MienSkinJob job = skin_job(&s);
    CHECK_STATUS(mien_skin_job_run(&job), MIEN_OK);
    CHECK(memcmp(s.normals, mien_mesh_normals(b.mesh), (size_t)b.info.vertex_count * sizeof *s.normals) == 0);
    skinned_close(&s);
    bound_mesh_free(&b);
}

/// A matrix that is not finite stays with the vertices that use it.
TEST(what_is_not_finite_stays_where_it_is)
{
    BoundMesh b = bound_mesh(&body, &meshes[4], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 10), t = skinned_open(&b, 10);
    CHECK_STATUS(skinned_run(&s), MIEN_OK);
    CHECK_STATUS(skinned_run(&t), MIEN_OK);
    int kept = 0;
    for (int k = 0; k < 12; ++k)
        t.palette[0].m[k] = NAN;
    const MienSkinJob job = skin_job(&t);
    CHECK_STATUS(mien_skin_job_run(&job), MIEN_OK);
    for (int v = 0; v < b.info.vertex_count; ++v) {
        bool uses = false;
        for (int i = 0; i < b.info.influence_stride; ++i)
            uses = uses || mien_mesh_vertex_joints(b.mesh)[v * b.info.influence_stride + i] == 0;
        CHECK(uses || memcmp(&s.positions[v], &t.positions[v], sizeof *s.positions) == 0);
        kept += uses ? 0 : 1;
    }
    CHECK(kept > 0);
    skinned_close(&s);
    skinned_close(&t);
    bound_mesh_free(&b);
}

TEST(float_environments_do_not_matter)
{
#if CAN_SET
    const uint64_t before = get_control();
    BoundMesh b = bound_mesh(&body, &meshes[7], MIEN_ISA_BEST);
    Skinned s = skinned_open(&b, 12);
    uint8_t expected[32], hash[32];
    CHECK_STATUS(skinned_run(&s), MIEN_OK);
    skinned_hash(&s, expected);
    for (size_t m = 0; m < sizeof modes / sizeof *modes; ++m) {
        memset(s.positions, 0, (size_t)b.info.vertex_count * sizeof *s.positions);
        set_control(modes[m].control);
        const MienStatus status = skinned_run(&s);
        const uint64_t after = get_control();
        set_control(before);
        CHECK_STATUS(status, MIEN_OK);
        CHECK_INT((after ^ modes[m].control) & ~(uint64_t)FLAG_INEXACT, 0);
        skinned_hash(&s, hash);
        CHECK(memcmp(expected, hash, sizeof hash) == 0);
    }
    skinned_close(&s);
    bound_mesh_free(&b);
#else
    SKIP("the floating-point environment cannot be set here");
#endif
}

#define REFUSED(Job, run, job, change)                                                                       \
    do {                                                                                                     \
        Job wrong = job;                                                                                     \
        wrong.change;                                                                                        \
        CHECK_STATUS(run(&wrong), MIEN_ERROR_ARGUMENT);                                                      \
    } while (0)

TEST(wrong_jobs_are_refused)
{
    BoundMesh b = bound_mesh(&body, &meshes[4], MIEN_ISA_BEST), bare = bound_mesh(&body, &meshes[3], 0),
              single = bound_mesh(&body, &meshes[MESHES - 1], 0);
    Skinned s = skinned_open(&b, 13), t = skinned_open(&bare, 13), one = skinned_open(&single, 13);
    const int count = b.info.vertex_count;
    CHECK_STATUS(skinned_run(&s), MIEN_OK);
    CHECK_STATUS(mien_model_job_run(NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_palette_job_run(NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_morph_job_run(NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_skin_job_run(NULL), MIEN_ERROR_ARGUMENT);
    REFUSED(MienModelJob, mien_model_job_run, model_job(&s), skeleton = NULL);
    REFUSED(MienModelJob, mien_model_job_run, model_job(&s), local = NULL);
    REFUSED(MienModelJob, mien_model_job_run, model_job(&s), out_model = NULL);
    REFUSED(MienModelJob, mien_model_job_run, model_job(&s), bone_count += 1);
    REFUSED(MienModelJob, mien_model_job_run, model_job(&s), bone_count = -1);
    REFUSED(MienModelJob, mien_model_job_run, model_job(&s), local_count += 1);
    REFUSED(MienModelJob, mien_model_job_run, model_job(&s), local_count = -1);
    REFUSED(MienPaletteJob, mien_palette_job_run, palette_job(&s), binding = NULL);
    REFUSED(MienPaletteJob, mien_palette_job_run, palette_job(&s), model = NULL);
    REFUSED(MienPaletteJob, mien_palette_job_run, palette_job(&s), out_palette = NULL);
    REFUSED(MienPaletteJob, mien_palette_job_run, palette_job(&s), bone_count -= 1);
    REFUSED(MienPaletteJob, mien_palette_job_run, palette_job(&s), joint_count -= 1);
    REFUSED(MienMorphJob, mien_morph_job_run, morph_job(&s), binding = NULL);
    REFUSED(MienMorphJob, mien_morph_job_run, morph_job(&s), lod = -1);
    REFUSED(MienMorphJob, mien_morph_job_run, morph_job(&s), out_weights = NULL);
    REFUSED(MienMorphJob, mien_morph_job_run, morph_job(&one), out_weights = NULL);
    REFUSED(MienMorphJob, mien_morph_job_run, morph_job(&s), curves.values = NULL);
    REFUSED(MienMorphJob, mien_morph_job_run, morph_job(&s), curves.count -= 1);
    REFUSED(MienMorphJob, mien_morph_job_run, morph_job(&s), morph_count += 1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), mesh = NULL);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), palette = NULL);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), joint_count -= 1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), morph_count -= 1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), first_vertex = -1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), first_vertex = 1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), first_vertex = INT32_MAX);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), vertex_count = count + 1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), vertex_count = -1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), out_positions = NULL);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), scratch = NULL);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), scratch = (uint8_t *)s.scratch + 4);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&s), scratch_size -= 1);
    REFUSED(MienSkinJob, mien_skin_job_run, skin_job(&t), out_normals = t.normals);
    skinned_close(&s);
    skinned_close(&t);
    skinned_close(&one);
    bound_mesh_free(&b);
    bound_mesh_free(&bare);
    bound_mesh_free(&single);
}

CHECK_MAIN
{
    RUN(as_the_formulas_say);
    RUN(the_reference_pose_leaves_the_mesh);
    RUN(every_instruction_set_gives_the_same_bits);
    RUN(ranges_are_parts_of_the_whole);
    RUN(normals_are_optional);
    RUN(weights_of_morphs);
    RUN(weights_at_lods);
    RUN(without_weights_the_own_ones_count);
    RUN(missing_bones_follow_the_first);
    RUN(normals_without_a_direction_stay);
    RUN(what_is_not_finite_stays_where_it_is);
    RUN(float_environments_do_not_matter);
    RUN(wrong_jobs_are_refused);
}
