// SPDX-License-Identifier: MIT
//
// Prints one SHA-256 over everything that must be the same everywhere: packs
// cooked from the sample scenes, evaluations of all of them in both modes, one by
// one in every layout and as a crowd, on meshes with other proportions and axes, clips cooked from sample
// performances and sampled with and without cursor and binding, meshes skinned with and without morphs,
// graphs of all nodes over many steps, curves of live faces and of life generators, the voice of the
// sample cast, and the functions of math.h.
// scripts/determinism compares it between builds, processors and environments.

#include "determinism.h"

#include "core/internal.h"
#include "mien_author/cook_clip.h"
#include "mien_author/mesh.h"
#include "mien_author/pose_asset.h"
#include "sample/cast.h"
#include "sample/meshes.h"
#include "sample/performances.h"
#include "sample/random.h"
#include "sample/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

/// What a careless host may have done to the control word: 0 nothing, or the bits
/// it set. Only the library's calls run so; the scenes are made undisturbed.
static unsigned host_bits;

void enter_host(void)
{
#if defined(__SSE2__)
    _mm_setcsr(0x1F80 | host_bits);
#endif
}

void leave_host(void)
{
#if defined(__SSE2__)
    _mm_setcsr(0x1F80);
#endif
}

static void fail(const char *what, const char *scene)
{
    fprintf(stderr, "determinism: cannot %s %s\n", what, scene);
    exit(70);
}

static void *allocate(size_t size)
{
    void *memory = mieni_allocate(NULL, size + 64, 64);
    if (memory == NULL)
        fail("allocate memory for", "a scene");
    memset(memory, 0, size + 64);
    return memory;
}

/// One scene, loaded and bound, with room for a tile of characters.
typedef struct Stage {
    const MienSampleScene *scene;
    MienSample *sample;
    MienAuthorPack skeleton_pack, pack;
    MienSkeleton *skeleton;
    MienPoseAsset *asset;
    MienPoseBinding *binding;
    int bone_count, curve_count, pose_count;
    MienTransform *input, *out;
    float *curves, *out_curves;
    float *tile, *out_tile, *tile_curves, *out_tile_curves;
    void *scratch;
    size_t scratch_size;
} Stage;

/// Binds to a mesh with other proportions, so that factors are not all 1, and if asked with other axes.
static void bind_stage(Stage *s, bool is_turned)
{
    const size_t bones = (size_t)s->bone_count;
    MienTransform *mesh = allocate(bones * sizeof *mesh);
    memcpy(mesh, mien_skeleton_rest_pose(s->skeleton), bones * sizeof *mesh);
    for (int b = 0; b < s->bone_count; b += 3)
        mesh[b].translation.x *= 1.25f;
    for (int b = 0; is_turned && b < s->bone_count; b += 2)
        mesh[b].rotation =
            b % 4 == 0 ? (MienQuat){0.6f, 0.0f, 0.0f, 0.8f} : (MienQuat){0.0f, -0.48f, 0.36f, 0.8f};
    const MienPoseBindingOptions binding = {.mesh_rest_pose = mesh};
    mien_pose_binding_destroy(s->binding);
    enter_host();
    if (mien_pose_binding_create(s->asset, s->skeleton, &binding, &s->binding, NULL) != MIEN_OK)
        fail("bind", s->scene->name);
    leave_host();
    mieni_free(NULL, mesh, bones * sizeof *mesh + 64, 64);
}

static Stage open_stage(const MienSampleScene *scene, MienIsa isa, MieniSha256 *sha)
{
    Stage s = {.scene = scene, .sample = mien_sample_create(&scene->options)};
    const MienLoadOptions options = {.isa = isa, .borrow_data = true};
    enter_host();
    if (s.sample == NULL ||
        mien_author_skeleton_cook(mien_sample_asset(s.sample)->skeleton, NULL, &s.skeleton_pack, NULL) !=
            MIEN_OK ||
        mien_author_pose_asset_cook(mien_sample_asset(s.sample), NULL, &s.pack, NULL, NULL) != MIEN_OK)
        fail("cook", scene->name);
    mieni_sha256_update(sha, s.skeleton_pack.data, s.skeleton_pack.size);
    mieni_sha256_update(sha, s.pack.data, s.pack.size);
    if (mien_skeleton_load(s.skeleton_pack.data, s.skeleton_pack.size, NULL, &s.skeleton, NULL) != MIEN_OK ||
        mien_pose_asset_load(s.pack.data, s.pack.size, &options, &s.asset, NULL) != MIEN_OK)
        fail("load", scene->name);
    leave_host();
    s.bone_count = mien_skeleton_bone_count(s.skeleton);
    s.curve_count = mien_skeleton_curve_count(s.skeleton);
    s.pose_count = mien_pose_asset_info(s.asset).pose_count;
    const size_t bones = (size_t)s.bone_count, curves = (size_t)s.curve_count;
    bind_stage(&s, false);
    s.input = allocate(bones * sizeof *s.input);
    s.out = allocate(bones * sizeof *s.out);
    s.curves = allocate(curves * sizeof(float));
    s.out_curves = allocate(curves * sizeof(float));
    s.tile = allocate(mien_tile_size(s.bone_count) * sizeof(float));
    s.out_tile = allocate(mien_tile_size(s.bone_count) * sizeof(float));
    s.tile_curves = allocate(curves * MIEN_TILE * sizeof(float));
    s.out_tile_curves = allocate(curves * MIEN_TILE * sizeof(float));
    s.scratch_size = mien_pose_job_scratch_size(s.asset) + mien_crowd_job_scratch_size(s.asset);
    s.scratch = allocate(s.scratch_size);
    return s;
}

static void close_stage(Stage *s)
{
    const size_t bones = (size_t)s->bone_count, curves = (size_t)s->curve_count;
    const size_t tile = mien_tile_size(s->bone_count) * sizeof(float);
    mieni_free(NULL, s->input, bones * sizeof *s->input + 64, 64);
    mieni_free(NULL, s->out, bones * sizeof *s->out + 64, 64);
    mieni_free(NULL, s->curves, curves * sizeof(float) + 64, 64);
    mieni_free(NULL, s->out_curves, curves * sizeof(float) + 64, 64);
    mieni_free(NULL, s->tile, tile + 64, 64);
    mieni_free(NULL, s->out_tile, tile + 64, 64);
    mieni_free(NULL, s->tile_curves, curves * MIEN_TILE * sizeof(float) + 64, 64);
    mieni_free(NULL, s->out_tile_curves, curves * MIEN_TILE * sizeof(float) + 64, 64);
    mieni_free(NULL, s->scratch, s->scratch_size + 64, 64);
    mien_pose_binding_destroy(s->binding);
    mien_pose_asset_destroy(s->asset);
    mien_skeleton_destroy(s->skeleton);
    mien_author_pack_release(&s->pack);
    mien_author_pack_release(&s->skeleton_pack);
    mien_sample_destroy(s->sample);
}

void hash_bones(MieniSha256 *sha, const MienTransform *bones, int count)
{
    for (int b = 0; b < count; ++b) {
        mieni_sha256_update(sha, &bones[b].rotation, sizeof bones[b].rotation);
        mieni_sha256_update(sha, &bones[b].translation, sizeof bones[b].translation);
        mieni_sha256_update(sha, &bones[b].scale, sizeof bones[b].scale);
    }
}

/// Curve values as they come: mostly sane, now and then anything.
static void draw_curves(const Stage *s, uint64_t *random)
{
    mien_sample_weights(random, s->curve_count, 1 + mien_random_index(random, s->curve_count), -2.0f, 3.0f,
                        s->curves);
    static const uint32_t odd[] = {0x7FC00000, 0x7F800000, 0xFF800000, 0x80000000, 0x00000001, 0x80000100};
    if (mien_random_index(random, 4) == 0) {
        const int curve = mien_random_index(random, s->curve_count);
        memcpy(&s->curves[curve], &odd[mien_random_index(random, 6)], 4);
    }
}

static void run_one(const Stage *s, uint64_t *random, MieniSha256 *sha)
{
    mien_sample_input(random, mien_sample_asset(s->sample)->skeleton, s->input);
    draw_curves(s, random);
    // One draw per statement: C leaves the order within an initialiser open.
    const int level = mien_random_index(random, 3);
    const MienPoseLayout layout = (MienPoseLayout)mien_random_index(random, 3);
    const MienPoseJob job = {.asset = s->asset,
                             .binding = s->binding,
                             .lod = level,
                             .bone_count = s->bone_count,
                             .input = s->input,
                             .out_bones = s->out,
                             .curves = {s->curve_count, s->curves, NULL},
                             .out_curves = {s->curve_count, s->out_curves, NULL},
                             .layout = layout,
                             .scratch = s->scratch,
                             .scratch_size = s->scratch_size};
    enter_host();
    if (mien_pose_job_run(&job) != MIEN_OK)
        fail("evaluate", s->scene->name);
    leave_host();
    hash_bones(sha, s->out, s->bone_count);
    mieni_sha256_update(sha, s->out_curves, (size_t)s->curve_count * sizeof(float));
}

static void run_tile(const Stage *s, uint64_t *random, MieniSha256 *sha)
{
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_sample_input(random, mien_sample_asset(s->sample)->skeleton, s->input);
        mien_tile_write(s->tile, s->bone_count, k, s->input);
        draw_curves(s, random);
        for (int c = 0; c < s->curve_count; ++c)
            s->tile_curves[c * MIEN_TILE + k] = s->curves[c];
    }
    const MienCrowdJob job = {.asset = s->asset,
                              .binding = s->binding,
                              .lod = mien_random_index(random, 3),
                              .character_count = MIEN_TILE,
                              .bone_count = s->bone_count,
                              .input = s->tile,
                              .out_bones = s->out_tile,
                              .curve_count = s->curve_count,
                              .curves = s->tile_curves,
                              .out_curves = s->out_tile_curves,
                              .scratch = s->scratch,
                              .scratch_size = s->scratch_size};
    enter_host();
    if (mien_crowd_job_run(&job) != MIEN_OK)
        fail("evaluate", s->scene->name);
    leave_host();
    mieni_sha256_update(sha, s->out_tile, mien_tile_size(s->bone_count) * sizeof(float));
    mieni_sha256_update(sha, s->out_tile_curves, (size_t)s->curve_count * MIEN_TILE * sizeof(float));
}

static void hash_functions(uint64_t *random, int count, MieniSha256 *sha)
{
    for (int i = 0; i < count; ++i) {
        const double x = mien_random_between(random, -50.0f, 50.0f),
                     y = mien_random_between(random, -50.0f, 50.0f);
        double results[6];
        results[0] = mien_exp(x);
        results[1] = mien_log(x * x + 1e-9);
        results[2] = mien_pow(y * y, x);
        mien_sincos(x * 1000.0, &results[3], &results[4]);
        results[5] = mien_atan2(y, x);
        mieni_sha256_update(sha, results, sizeof results);
    }
}

/// One clip, loaded and bound to a skeleton.
typedef struct ClipStage {
    MienAuthorPack skeleton_pack, pack;
    MienSkeleton *skeleton;
    MienClip *clip;
    MienClipBinding *binding;
    MienClipInfo info;
    MienClipCursor *cursor;
    size_t cursor_size, curve_size, bone_size;
    float *curves;
    MienTransform *bones;
} ClipStage;

/// The clip's curves backwards, and one that it lacks, over bones if there are any.
static void cook_clip_skeleton(const MienAuthorClip *clip, const MienAuthorSkeleton *bones,
                               MienAuthorPack *out_pack)
{
    const size_t size = ((size_t)clip->curve_count + 1) * sizeof(MienAuthorCurve);
    MienAuthorCurve *curves = allocate(size);
    curves[0] = (MienAuthorCurve){"a curve of its own", MIEN_ALL_LODS};
    for (int c = 0; c < clip->curve_count; ++c)
        curves[clip->curve_count - c] = (MienAuthorCurve){clip->curves[c].name, MIEN_ALL_LODS};
    const MienAuthorSkeleton skeleton = {bones->bone_count, bones->bones, clip->curve_count + 1, curves};
    if (mien_author_skeleton_cook(&skeleton, NULL, out_pack, NULL) != MIEN_OK)
        fail("cook the skeleton of", "a clip");
    mieni_free(NULL, curves, size + 64, 64);
}

static ClipStage open_clip(const MienAuthorClip *clip, const MienAuthorSkeleton *bones, float error,
                           MienIsa isa, MieniSha256 *sha)
{
    ClipStage s = {0};
    const MienAuthorClipOptions cook = {
        .curve_error = error, .track_error = error, .skeleton = bones->bone_count > 0 ? bones : NULL};
    const MienLoadOptions options = {.isa = isa, .borrow_data = true};
    cook_clip_skeleton(clip, bones, &s.skeleton_pack);
    enter_host();
    if (mien_author_clip_cook(clip, &cook, &s.pack, NULL, NULL) != MIEN_OK)
        fail("cook", "a clip");
    mieni_sha256_update(sha, s.pack.data, s.pack.size);
    if (mien_skeleton_load(s.skeleton_pack.data, s.skeleton_pack.size, NULL, &s.skeleton, NULL) != MIEN_OK ||
        mien_clip_load(s.pack.data, s.pack.size, &options, &s.clip, NULL) != MIEN_OK)
        fail("load", "a clip");
    leave_host();
    // A mesh with other proportions, so that factors are not all 1.
    const int bone_count = mien_skeleton_bone_count(s.skeleton);
    MienTransform *mesh = allocate((size_t)bone_count * sizeof *mesh);
    if (bone_count > 0)
        memcpy(mesh, mien_skeleton_rest_pose(s.skeleton), (size_t)bone_count * sizeof *mesh);
    for (int b = 0; b < bone_count; b += 3)
        mesh[b].translation.x *= 1.25f;
    const MienClipBindingOptions binding = {.mesh_rest_pose = mesh};
    enter_host();
    if (mien_clip_binding_create(s.clip, s.skeleton, &binding, &s.binding, NULL) != MIEN_OK)
        fail("bind", "a clip");
    leave_host();
    mieni_free(NULL, mesh, (size_t)bone_count * sizeof *mesh + 64, 64);
    s.info = mien_clip_info(s.clip);
    s.cursor_size = mien_clip_cursor_size(s.clip);
    s.cursor = mien_clip_cursor_init(s.clip, allocate(s.cursor_size), s.cursor_size);
    s.curve_size = ((size_t)s.info.curve_count + 1) * sizeof *s.curves;
    s.bone_size = ((size_t)s.info.track_count + 1) * sizeof *s.bones;
    s.curves = allocate(s.curve_size);
    s.bones = allocate(s.bone_size);
    return s;
}

static void close_clip(ClipStage *s)
{
    mieni_free(NULL, s->cursor, s->cursor_size + 64, 64);
    mieni_free(NULL, s->curves, s->curve_size + 64, 64);
    mieni_free(NULL, s->bones, s->bone_size + 64, 64);
    mien_clip_binding_destroy(s->binding);
    mien_clip_destroy(s->clip);
    mien_skeleton_destroy(s->skeleton);
    mien_author_pack_release(&s->pack);
    mien_author_pack_release(&s->skeleton_pack);
}

/// One moment: anywhere, or a little after the last one with the cursor.
static void sample_clip(const ClipStage *s, double time, bool is_bound, bool has_cursor, MieniSha256 *sha)
{
    const int curve_count = s->info.curve_count + is_bound;
    const MienClipJob job = {.clip = s->clip,
                             .binding = is_bound ? s->binding : NULL,
                             .cursor = has_cursor ? s->cursor : NULL,
                             .time = time,
                             .out_curves = {curve_count, s->curves, NULL},
                             .bone_count = s->info.track_count,
                             .out_bones = s->bones};
    enter_host();
    if (mien_clip_job_run(&job) != MIEN_OK)
        fail("sample", "a clip");
    leave_host();
    mieni_sha256_update(sha, s->curves, (size_t)curve_count * sizeof *s->curves);
    hash_bones(sha, s->bones, s->info.track_count);
}

static void sample_many(const MienAuthorClip *clip, const MienAuthorSkeleton *bones, float error, MienIsa isa,
                        long samples, uint64_t *random, MieniSha256 *sha)
{
    ClipStage s = open_clip(clip, bones, error, isa, sha);
    double now = 0.0;
    for (long i = 0; i < samples; ++i) {
        const double anywhere = (double)mien_random_between(random, -0.1f, 1.1f) * s.info.length;
        const double step = (double)mien_random_between(random, 0.0f, 0.05f);
        const int kind = mien_random_index(random, 4);
        now = now + step < s.info.length ? now + step : 0.0;
        sample_clip(&s, kind < 2 ? anywhere : now, kind % 2 == 1, kind >= 2, sha);
    }
    close_clip(&s);
}

/// Every capture of several performances, as packed as usual, finely, and whole; and
/// motions of a body and a face.
static long hash_clips(MienIsa isa, long samples, uint64_t *random, MieniSha256 *sha)
{
    static const float errors[] = {0.0f, 2e-6f, MIEN_AUTHOR_EXACT};
    const MienAuthorSkeleton no_bones = {0};
    long done = 0;
    for (int i = 0; i < 6; ++i, done += samples) {
        const MienSamplePerformanceOptions options = {.seed = (uint64_t)i / 3,
                                                      .curve_count = i < 3 ? 52 : 75,
                                                      .rate = i % 2 == 0 ? 60 : 30,
                                                      .seconds = 3,
                                                      .capture = (MienSampleCapture)(i % 3)};
        MienAuthorClip *clip = mien_sample_performance_create(&options);
        if (clip == NULL)
            fail("make", "a performance");
        sample_many(clip, &no_bones, errors[(i + i / 3) % 3], isa, samples, random, sha);
        mien_author_clip_destroy(clip);
    }
    for (int i = 0; i < 4; ++i, done += samples) {
        const MienSampleMotionOptions options = {
            .seed = (uint64_t)i, .bone_count = 24, .seconds = 2, .is_face = i % 2 == 1, .has_noise = i >= 2};
        MienAuthorSkeleton skeleton;
        MienAuthorClip *clip = mien_sample_motion_create(&options, &skeleton);
        if (clip == NULL)
            fail("make", "a motion");
        sample_many(clip, &skeleton, i == 3 ? MIEN_AUTHOR_EXACT : 0.0f, isa, samples, random, sha);
        mien_author_clip_destroy(clip);
    }
    return done;
}

/// One mesh, loaded and bound to the skeleton of a scene.
typedef struct MeshStage {
    Stage scene;
    MienAuthorPack pack;
    MienMesh *mesh;
    MienMeshBinding *binding;
    MienMeshInfo info;
    size_t model_size, palette_size, weight_size, vector_size, scratch_size;
    MienMatrix34 *model, *palette;
    float *weights;
    MienVec3 *out; ///< Positions, then normals.
    void *scratch;
} MeshStage;

static MeshStage open_mesh(const MienSampleMeshOptions *options, MienIsa isa, MieniSha256 *sha)
{
    MeshStage s = {.scene = open_stage(mien_sample_find_scene("r1"), isa, sha)};
    const MienAuthorSkeleton *skeleton = mien_sample_asset(s.scene.sample)->skeleton;
    const MienLoadOptions load = {.isa = isa, .borrow_data = true};
    MienSampleMesh *sample = mien_sample_mesh_create(options, skeleton);
    enter_host();
    if (sample == NULL || mien_author_mesh_cook(mien_sample_mesh(sample), NULL, &s.pack, NULL) != MIEN_OK ||
        mien_mesh_load(s.pack.data, s.pack.size, &load, &s.mesh, NULL) != MIEN_OK ||
        mien_mesh_binding_create(s.mesh, s.scene.skeleton, NULL, &s.binding, NULL) != MIEN_OK)
        fail("cook, load or bind", "a mesh");
    leave_host();
    mien_sample_mesh_destroy(sample);
    mieni_sha256_update(sha, s.pack.data, s.pack.size);
    s.info = mien_mesh_info(s.mesh);
    s.model_size = (size_t)s.scene.bone_count * sizeof *s.model;
    s.palette_size = (size_t)s.info.joint_count * sizeof *s.palette;
    s.weight_size = (size_t)s.info.morph_count * sizeof *s.weights;
    s.vector_size = 2 * (size_t)s.info.vertex_count * sizeof *s.out;
    s.scratch_size = mien_skin_job_scratch_size(s.mesh);
    s.model = allocate(s.model_size);
    s.palette = allocate(s.palette_size);
    s.weights = allocate(s.weight_size);
    s.out = allocate(s.vector_size);
    s.scratch = allocate(s.scratch_size);
    return s;
}

static void close_mesh(MeshStage *s)
{
    mieni_free(NULL, s->model, s->model_size + 64, 64);
    mieni_free(NULL, s->palette, s->palette_size + 64, 64);
    mieni_free(NULL, s->weights, s->weight_size + 64, 64);
    mieni_free(NULL, s->out, s->vector_size + 64, 64);
    mieni_free(NULL, s->scratch, s->scratch_size + 64, 64);
    mien_mesh_binding_destroy(s->binding);
    mien_mesh_destroy(s->mesh);
    mien_author_pack_release(&s->pack);
    close_stage(&s->scene);
}

/// A pose with uneven scales, through all jobs.
static void skin_one(const MeshStage *s, uint64_t *random, MieniSha256 *sha)
{
    const Stage *scene = &s->scene;
    mien_sample_input(random, mien_sample_asset(scene->sample)->skeleton, scene->input);
    for (int b = 0; b < scene->bone_count; ++b)
        scene->input[b].scale.y = mien_random_between(random, -0.25f, 1.5f);
    mien_sample_weights(random, scene->curve_count, mien_random_index(random, scene->curve_count), -1.0f,
                        2.0f, scene->curves);
    const MienModelJob model = {.skeleton = scene->skeleton,
                                .bone_count = scene->bone_count,
                                .local_count = scene->bone_count,
                                .local = scene->input,
                                .out_model = s->model};
    const MienPaletteJob palette = {.binding = s->binding,
                                    .bone_count = scene->bone_count,
                                    .model = s->model,
                                    .joint_count = s->info.joint_count,
                                    .out_palette = s->palette};
    const MienMorphJob morph = {.binding = s->binding,
                                .curves = {scene->curve_count, scene->curves, NULL},
                                .morph_count = s->info.morph_count,
                                .out_weights = s->weights};
    const MienSkinJob skin = {.mesh = s->mesh,
                              .joint_count = s->info.joint_count,
                              .palette = s->palette,
                              .morph_count = s->info.morph_count,
                              .weights = s->weights,
                              .vertex_count = s->info.vertex_count,
                              .out_positions = s->out,
                              .out_normals = s->info.has_normals ? s->out + s->info.vertex_count : NULL,
                              .scratch = s->scratch,
                              .scratch_size = s->scratch_size};
    enter_host();
    if (mien_model_job_run(&model) != MIEN_OK || mien_palette_job_run(&palette) != MIEN_OK ||
        mien_morph_job_run(&morph) != MIEN_OK || mien_skin_job_run(&skin) != MIEN_OK)
        fail("skin", "a mesh");
    leave_host();
    mieni_sha256_update(sha, s->palette, s->palette_size);
    mieni_sha256_update(sha, s->out, s->vector_size);
}

/// Faces of all numbers of influences, with and without normals and morphs.
static long hash_meshes(MienIsa isa, long runs, uint64_t *random, MieniSha256 *sha)
{
    static const MienSampleMeshOptions meshes[] = {
        {.seed = 1, .vertex_count = 333, .influence_count = 1, .morph_count = 8},
        {.seed = 2, .vertex_count = 750, .influence_count = 4, .morph_count = 57, .has_own_rest_pose = true},
        {.seed = 3, .vertex_count = 250, .influence_count = 6, .is_bare = true},
        {.seed = 4, .vertex_count = 100, .influence_count = 8, .morph_count = 4},
    };
    long done = 0;
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; ++i) {
        MeshStage s = open_mesh(&meshes[i], isa, sha);
        for (long r = 0; r < runs; ++r, ++done)
            skin_one(&s, random, sha);
        close_mesh(&s);
    }
    return done;
}

static MienIsa find_isa(const char *name)
{
    for (int isa = MIEN_ISA_BEST; isa <= MIEN_ISA_WASM128; ++isa) {
        if (strcmp(name, mien_isa_name((MienIsa)isa)) == 0)
            return (MienIsa)isa;
    }
    fail("find the instruction set", name);
    return MIEN_ISA_BEST;
}

static void read_environment(const char *name)
{
    if (strcmp(name, "flush") == 0)
        host_bits = 0x8040; // flush to zero, denormals are zero
    else if (strcmp(name, "truncate") == 0)
        host_bits = 0x6000; // round toward zero
    else
        fail("understand --environment", name);
}

static void hash_voice(MieniSha256 *sha)
{
    MieniArena arena = {0};
    MieniCastVoice voice;
    if (!mieni_cast_voice(&arena, &voice))
        fail("hear", "the cast");
    for (int i = 0; i < voice.sample_count; ++i) {
        const uint16_t bits = (uint16_t)voice.samples[i];
        mieni_sha256_update(sha, (uint8_t[]){(uint8_t)bits, (uint8_t)(bits >> 8)}, 2);
    }
    mieni_arena_release(&arena);
}

int main(int count, char **arguments)
{
    MienIsa isa = MIEN_ISA_BEST;
    long evaluations = 20000, done = 0;
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(arguments[i], "--isa") == 0)
            isa = find_isa(arguments[i + 1]);
        else if (strcmp(arguments[i], "--evaluations") == 0)
            evaluations = atol(arguments[i + 1]);
        else if (strcmp(arguments[i], "--environment") == 0)
            read_environment(arguments[i + 1]);
        else
            fail("understand", arguments[i]);
    }
    if (!mien_isa_is_available(isa)) {
        printf("unavailable\n");
        return 0;
    }
    MieniSha256 sha;
    uint64_t random = 2026;
    mieni_sha256_begin(&sha);
    hash_functions(&random, 1000, &sha);
    const int scenes = mien_sample_scene_count();
    for (int i = 0; i < scenes; ++i) {
        // The small scenes get most of the evaluations, the large ones enough.
        const MienSampleScene *scene = mien_sample_scene(i);
        const bool is_large = scene->options.bone_count * scene->options.pose_count > 10000;
        const long share = is_large ? evaluations / scenes / 20 : evaluations / scenes * 3 / 2;
        Stage s = open_stage(scene, isa, &sha);
        for (long e = 0; e < share; e += 2 * MIEN_TILE, done += 2 * MIEN_TILE) {
            for (int k = 0; k < MIEN_TILE; ++k)
                run_one(&s, &random, &sha);
            run_tile(&s, &random, &sha);
        }
        bind_stage(&s, true);
        for (int k = 0; k < MIEN_TILE; ++k)
            run_one(&s, &random, &sha);
        run_tile(&s, &random, &sha);
        done += 2 * MIEN_TILE;
        close_stage(&s);
    }
    done += hash_clips(isa, evaluations / 100, &random, &sha);
    done += hash_meshes(isa, evaluations / 400 + 1, &random, &sha);
    done += hash_graphs(isa, evaluations / 1000 + 1, &random, &sha);
    hash_solve(&random, &sha);
    hash_transfer(&sha);
    hash_live(&sha);
    hash_life(&sha);
    hash_voice(&sha);
    hash_cast(evaluations >= 100000 ? 4 : 1, &sha); // an emulator takes long for one
    uint8_t hash[32];
    mieni_sha256_end(&sha, hash);
    for (int i = 0; i < 32; ++i)
        printf("%02x", hash[i]);
    printf(" %ld\n", done);
    return 0;
}
