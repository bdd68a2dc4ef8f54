// SPDX-License-Identifier: MIT
//
// Whatever rounding, flushing or trapping the caller has set, jobs, loads,
// bindings and cooking give the same bits, and the caller's control word is as
// it was. Between setting and resetting it this file does no arithmetic of its
// own: that would follow the caller's rules.

#include "support/check.h"
#include "support/evaluate.h"
#include "support/float_modes.h"

#if CAN_SET

/// All inputs, made beforehand.
typedef struct Inputs {
    MienSample *sample;
    Pack bad_skeleton, bad_poses; ///< Sealed, each with a NaN.
    MienTransform *mesh, *bad_mesh;
    MienMatrix34 *model;
    Stage stage;
    float *tile, *out_tile, *tile_curves, *out_tile_curves, *tile_weights;
    void *scratch;
    size_t scratch_size;
} Inputs;

static Pack with_nan(const Pack *pack, const char *tag)
{
    Pack copy = pack_copy(pack->data, pack->size);
    memset(pack_at(&copy, tag, 1), 0xFF, sizeof(float));
    pack_seal(&copy);
    return copy;
}

/// Half of the values become too small to be normal numbers.
static void add_denormals(Stage *s)
{
    for (int k = 0; k < WEIGHT_KINDS; ++k) {
        for (int c = k % 2; c < s->curve_count; c += 2)
            s->curves[k][c] = 0x1.8p-130f * (float)(c + 1);
        for (int b = 0; b < s->bone_count; b += 3)
            s->input[k][b].translation.x = 0x1p-140f;
    }
}

static void prepare_tiles(Inputs *in, const MienPoseAsset *asset)
{
    const Stage *s = &in->stage;
    const size_t curves = (size_t)s->curve_count * MIEN_TILE;
    in->tile = stage_array(mien_tile_size(s->bone_count), sizeof(float));
    in->out_tile = stage_array(mien_tile_size(s->bone_count), sizeof(float));
    in->tile_curves = stage_array(curves, sizeof(float));
    in->out_tile_curves = stage_array(curves, sizeof(float));
    in->tile_weights = stage_array((size_t)s->info.pose_count * MIEN_TILE, sizeof(float));
    in->scratch_size = mien_crowd_job_scratch_size(asset);
    in->scratch = stage_array(in->scratch_size, 1);
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_tile_write(in->tile, s->bone_count, k, s->input[k % WEIGHT_KINDS]);
        for (int c = 0; c < s->curve_count; ++c)
            in->tile_curves[c * MIEN_TILE + k] = s->curves[k % WEIGHT_KINDS][c];
    }
}

static void prepare(Inputs *in, const MienSampleOptions *options)
{
    ScenePacks packs = scene_packs(options);
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *asset = NULL;
    CHECK_STATUS(mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, &skeleton, NULL),
                 MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, &asset, NULL), MIEN_OK);
    *in = (Inputs){.sample = mien_sample_create(options)};
    in->bad_skeleton = with_nan(&packs.skeleton, "BREF");
    in->bad_poses = with_nan(&packs.poses, "BBAS");
    const size_t bones = (size_t)mien_skeleton_bone_count(skeleton);
    in->mesh = stage_array(bones, sizeof(MienTransform));
    in->bad_mesh = stage_array(bones, sizeof(MienTransform)); // NaN throughout
    in->model = stage_array(bones, sizeof(MienMatrix34));
    memcpy(in->mesh, mien_skeleton_rest_pose(skeleton), bones * sizeof(MienTransform));
    for (size_t b = 0; b < bones; b += 2)
        in->mesh[b].translation.y += 0.01f; // so that there are factors
    in->stage = (Stage){.asset = asset,
                        .info = mien_pose_asset_info(asset),
                        .bone_count = (int)bones,
                        .curve_count = mien_skeleton_curve_count(skeleton)};
    Random random = {options->seed};
    stage_open(&in->stage, &random);
    add_denormals(&in->stage);
    prepare_tiles(in, asset);
    mien_pose_asset_destroy(asset);
    mien_skeleton_destroy(skeleton);
    scene_packs_free(&packs);
}

static void release(Inputs *in)
{
    void *const arrays[] = {in->mesh,        in->bad_mesh,        in->model,        in->tile,   in->out_tile,
                            in->tile_curves, in->out_tile_curves, in->tile_weights, in->scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
        aligned_free(arrays[i]);
    stage_close(&in->stage);
    pack_free(&in->bad_skeleton);
    pack_free(&in->bad_poses);
    mien_sample_destroy(in->sample);
}

static void hash_bones(MieniSha256 *hash, const MienTransform *bones, int count)
{
    for (int b = 0; b < count; ++b) {
        float channels[MIEN_TILE_CHANNELS];
        transform_channels(&bones[b], channels);
        mieni_sha256_update(hash, channels, sizeof channels);
    }
}

static void run_jobs(const Inputs *in, MieniSha256 *hash)
{
    static const MienPoseWeight listed[] = {{0, 0.3f}, {1, 0x1p-140f}, {2, 2.7f}};
    const Stage *s = &in->stage;
    for (int run = 0; run < WEIGHT_KINDS * 4; ++run) {
        const int kind = run % WEIGHT_KINDS;
        MienPoseJob job = stage_job(s, kind);
        job.layout = (MienPoseLayout)(run / WEIGHT_KINDS % 3);
        job.weights = run / WEIGHT_KINDS == 3 ? listed : NULL;
        job.weight_count = 3 - kind % 3;
        const MienStatus status = mien_pose_job_run(&job);
        mieni_sha256_update(hash, &status, sizeof status);
        hash_bones(hash, s->out[kind], s->bone_count);
        mieni_sha256_update(hash, s->out_curves[kind], (size_t)s->curve_count * sizeof(float));
        mieni_sha256_update(hash, s->weights[kind], (size_t)s->info.pose_count * sizeof(float));
        mieni_sha256_update(hash, s->asked, (size_t)s->info.driven_pose_count * sizeof(float));
        mieni_sha256_update(hash, s->applied, (size_t)s->info.driven_pose_count * sizeof(float));
    }
    const MienCrowdJob crowd = {.asset = s->asset,
                                .binding = s->binding,
                                .character_count = MIEN_TILE,
                                .bone_count = s->bone_count,
                                .input = in->tile,
                                .out_bones = in->out_tile,
                                .curve_count = s->curve_count,
                                .curves = in->tile_curves,
                                .out_curves = in->out_tile_curves,
                                .out_weights = in->tile_weights,
                                .scratch = in->scratch,
                                .scratch_size = in->scratch_size};
    const MienStatus status = mien_crowd_job_run(&crowd);
    mieni_sha256_update(hash, &status, sizeof status);
    mieni_sha256_update(hash, in->out_tile, mien_tile_size(s->bone_count) * sizeof(float));
    mieni_sha256_update(hash, in->out_tile_curves, (size_t)s->curve_count * MIEN_TILE * sizeof(float));
    mieni_sha256_update(hash, in->tile_weights, (size_t)s->info.pose_count * MIEN_TILE * sizeof(float));
}

/// What must be refused, in the same words.
static void run_refusals(const Inputs *in, const MienPoseAsset *asset, const MienSkeleton *skeleton,
                         MieniSha256 *hash)
{
    MienError errors[3];
    MienSkeleton *no_skeleton = NULL;
    MienPoseAsset *no_asset = NULL;
    MienPoseBinding *no_binding = NULL;
    const MienPoseBindingOptions options = {.mesh_rest_pose = in->bad_mesh};
    memset(errors, 0, sizeof errors);
    mien_skeleton_load(in->bad_skeleton.data, in->bad_skeleton.size, NULL, &no_skeleton, &errors[0]);
    mien_pose_asset_load(in->bad_poses.data, in->bad_poses.size, NULL, &no_asset, &errors[1]);
    mien_pose_binding_create(asset, skeleton, &options, &no_binding, &errors[2]);
    for (int i = 0; i < 3; ++i)
        CHECK_STATUS(errors[i].status, i < 2 ? MIEN_ERROR_CORRUPT : MIEN_ERROR_DATA);
    mieni_sha256_update(hash, errors, sizeof errors);
}

/// Cooks, loads, binds and runs, and hashes all that comes out.
static void run_all(Inputs *in, uint8_t out_hash[32])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    const MienAuthorPoseAsset *source = mien_sample_asset(in->sample);
    MienAuthorPack packs[2] = {{0}, {0}};
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *asset = NULL;
    MienPoseBinding *binding = NULL;
    CHECK_STATUS(mien_author_skeleton_cook(source->skeleton, NULL, &packs[0], NULL), MIEN_OK);
    CHECK_STATUS(mien_author_pose_asset_cook(source, NULL, &packs[1], NULL, NULL), MIEN_OK);
    mieni_sha256_update(&hash, packs[0].data, packs[0].size);
    mieni_sha256_update(&hash, packs[1].data, packs[1].size);
    CHECK_STATUS(mien_skeleton_load(packs[0].data, packs[0].size, NULL, &skeleton, NULL), MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(packs[1].data, packs[1].size, NULL, &asset, NULL), MIEN_OK);
    const MienPoseBindingOptions options = {.mesh_rest_pose = in->mesh};
    CHECK_STATUS(mien_pose_binding_create(asset, skeleton, &options, &binding, NULL), MIEN_OK);
    for (int row = 0; row < mien_pose_binding_report_count(binding); ++row) {
        const MienFinding report = mien_pose_binding_report(binding, row);
        mieni_sha256_update(&hash, &report.index, sizeof report.index);
        mieni_sha256_update(&hash, &report.factor, sizeof report.factor);
    }
    in->stage.asset = asset;
    in->stage.binding = binding;
    run_jobs(in, &hash);
    const int bones = in->stage.bone_count;
    CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = skeleton,
                                                    .bone_count = bones,
                                                    .local_count = bones,
                                                    .local = in->mesh,
                                                    .out_model = in->model}),
                 MIEN_OK);
    mieni_sha256_update(&hash, in->model, sizeof *in->model * (size_t)bones);
    run_refusals(in, asset, skeleton, &hash);
    mien_pose_binding_destroy(binding);
    mien_pose_asset_destroy(asset);
    mien_skeleton_destroy(skeleton);
    mien_author_pack_release(&packs[0]);
    mien_author_pack_release(&packs[1]);
    mieni_sha256_end(&hash, out_hash);
}
#endif

TEST(modes_are_real)
{
#if CAN_SET
    const uint64_t before = get_control();
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        volatile float one = 1.0f, three = 3.0f, tiny = 0x1p-140f;
        if (strncmp(modes[i].name, "trapping", 8) == 0)
            continue;
        volatile float third = one / three, sixth = -one / three, small = tiny * one;
        const float nearest[] = {third, sixth, small};
        set_control(modes[i].control);
        third = one / three;
        sixth = -one / three;
        small = tiny * one;
        set_control(before);
        if (third == nearest[0] && sixth == nearest[1] && small == nearest[2])
            printf("%s makes no difference\n", modes[i].name);
        CHECK(third != nearest[0] || sixth != nearest[1] || small != nearest[2]);
    }
#else
    SKIP("the floating-point environment cannot be set here");
#endif
}

TEST(same_bits_and_restored)
{
#if CAN_SET
    const uint64_t before = get_control();
    for (int i = 0; i < SMALL_SCENES; ++i) {
        Inputs in;
        uint8_t expected[32], hash[32];
        prepare(&in, &small_scenes[i].options);
        run_all(&in, expected);
        for (size_t m = 0; m < sizeof modes / sizeof *modes; ++m) {
            set_control(modes[m].control);
            run_all(&in, hash);
            const uint64_t after = get_control();
            set_control(before);
            const bool same = memcmp(hash, expected, 32) == 0;
            if (!same || after != modes[m].control)
                printf("%s, %s:\n", small_scenes[i].name, modes[m].name);
            CHECK(same);
            CHECK_INT(after, modes[m].control);
        }
        release(&in);
    }
#else
    SKIP("the floating-point environment cannot be set here");
#endif
}

CHECK_MAIN
{
    RUN(modes_are_real);
    RUN(same_bits_and_restored);
}
