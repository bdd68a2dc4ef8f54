// SPDX-License-Identifier: MIT
//
// Running a job never allocates.

#include "support/counted_memory.h" // first: it asks for more of the C library

#include "support/evaluate.h"

static void check_crowd(const Stage *s)
{
    const size_t bones = mien_tile_size(s->bone_count), curves = (size_t)s->curve_count * MIEN_TILE;
    const size_t size = mien_crowd_job_scratch_size(s->asset);
    float *input = aligned_take(bones * sizeof(float)), *in_curves = aligned_take(curves * sizeof(float));
    void *scratch = aligned_take(size);
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_tile_write(input, s->bone_count, k, s->input[k % WEIGHT_KINDS]);
        for (int c = 0; c < s->curve_count; ++c)
            in_curves[c * MIEN_TILE + k] = s->curves[k % WEIGHT_KINDS][c];
    }
    const MienCrowdJob job = {.asset = s->asset,
                              .binding = s->binding,
                              .character_count = MIEN_TILE,
                              .bone_count = s->bone_count,
                              .input = input,
                              .out_bones = input,
                              .curve_count = s->curve_count,
                              .curves = in_curves,
                              .out_curves = in_curves,
                              .scratch = scratch,
                              .scratch_size = size};
    begin_counting();
    const MienStatus status = mien_crowd_job_run(&job);
    CHECK_INT(end_counting(), 0);
    CHECK_STATUS(status, MIEN_OK);
    aligned_free(input);
    aligned_free(in_curves);
    aligned_free(scratch);
}

static void check_stage(Stage *s)
{
    static const MienPoseWeight listed[] = {{0, 1.0f}, {1, 0.5f}};
    Random random = {3};
    stage_open(s, &random);
    for (int run = 0; run < WEIGHT_KINDS * 4; ++run) {
        MienPoseJob job = stage_job(s, run % WEIGHT_KINDS);
        job.layout = (MienPoseLayout)(run / WEIGHT_KINDS % 3);
        if (run / WEIGHT_KINDS == 3) {
            job.weights = listed;
            job.weight_count = 2;
        }
        begin_counting();
        const MienStatus status = mien_pose_job_run(&job);
        CHECK_INT(end_counting(), 0);
        CHECK_STATUS(status, MIEN_OK);
    }
    check_crowd(s);
    stage_close(s);
}

TEST(jobs_do_not_allocate)
{
    if (!CAN_COUNT)
        SKIP("allocation cannot be watched here");
    for (int i = 0; i < mien_sample_scene_count(); ++i) {
        ScenePacks packs = scene_packs(&mien_sample_scene(i)->options);
        MienSkeleton *skeleton = NULL;
        MienPoseAsset *asset = NULL;
        MienPoseBinding *binding = NULL;
        CHECK_STATUS(mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, &skeleton, NULL),
                     MIEN_OK);
        CHECK_STATUS(mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, &asset, NULL), MIEN_OK);
        CHECK_STATUS(mien_pose_binding_create(asset, skeleton, NULL, &binding, NULL), MIEN_OK);
        Stage stage = {.asset = asset, .info = mien_pose_asset_info(asset)};
        stage.bone_count = stage.info.bone_count;
        stage.curve_count = stage.info.driven_pose_count + stage.info.curve_count;
        check_stage(&stage);
        stage.binding = binding;
        stage.bone_count = mien_skeleton_bone_count(skeleton);
        stage.curve_count = mien_skeleton_curve_count(skeleton);
        check_stage(&stage);
        begin_counting();
        mien_skeleton_find_bone(skeleton, "bone_001");
        mien_pose_asset_find_driven_pose(asset, "pose_001");
        CHECK_INT(end_counting(), 0);
        mien_pose_binding_destroy(binding);
        mien_pose_asset_destroy(asset);
        mien_skeleton_destroy(skeleton);
        scene_packs_free(&packs);
    }
}

CHECK_MAIN
{
    RUN(counting_counts);
    RUN(jobs_do_not_allocate);
}
