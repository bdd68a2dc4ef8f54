// SPDX-License-Identifier: MIT
//
// A face of two bones and two poses: described, cooked, loaded, evaluated.

#include "mien_author/pose_asset.h"

#include <stdio.h>

enum { BONE_COUNT = 2, POSE_COUNT = 2 };

#define TURNED(x, w) .rotation = {x, 0.0f, 0.0f, w}, .scale = {1.0f, 1.0f, 1.0f}
#define STRAIGHT     TURNED(0.0f, 1.0f)

static const MienAuthorBone bones[BONE_COUNT] = {
    {"head", -1, {STRAIGHT}, MIEN_ALL_LODS},
    {"jaw", 0, {STRAIGHT, .translation = {0.0f, -0.05f, 0.03f}}, MIEN_ALL_LODS},
};
static const MienTransform jaw_open[BONE_COUNT] = {
    {STRAIGHT}, // then 30 degrees about x: sine and cosine of 15
    {TURNED(0.258819045f, 0.965925826f), .translation = {0.0f, -0.05f, 0.03f}},
};
static const MienTransform jaw_forward[BONE_COUNT] = {
    {STRAIGHT},
    {STRAIGHT, .translation = {0.0f, -0.05f, 0.04f}},
};
static const MienAuthorPose poses[POSE_COUNT] = {{.name = "jawOpen", .bones = jaw_open},
                                                 {.name = "jawForward", .bones = jaw_forward}};
static const MienAuthorSkeleton skeleton = {.bone_count = BONE_COUNT, .bones = bones};
static const MienAuthorPoseAsset face = {.skeleton = &skeleton, .pose_count = POSE_COUNT, .poses = poses};

static MienStatus show_jaw(const MienAuthorPack *pack, float value, MienError *error)
{
    MienPoseAsset *asset;
    MienStatus status = mien_pose_asset_load(pack->data, pack->size, NULL, &asset, error);
    if (status != MIEN_OK)
        return status;
    float curves[POSE_COUNT] = {0};
    curves[mien_pose_asset_find_driven_pose(asset, "jawOpen")] = value;
    MienTransform out[BONE_COUNT];
    _Alignas(64) unsigned char scratch[4096]; // mien_pose_job_scratch_size() says how much
    status = mien_pose_job_run(&(MienPoseJob){.asset = asset,
                                              .bone_count = mien_pose_asset_info(asset).bone_count,
                                              .input = mien_pose_asset_base(asset),
                                              .out_bones = out,
                                              .curves = {.count = POSE_COUNT, .values = curves},
                                              .scratch = scratch,
                                              .scratch_size = sizeof scratch});
    if (status == MIEN_OK) {
        const MienQuat q = out[mien_pose_asset_find_bone(asset, "jaw")].rotation;
        printf("jawOpen %.2f: jaw (%.6f %.6f %.6f %.6f)\n", value, q.x, q.y, q.z, q.w);
    }
    mien_pose_asset_destroy(asset);
    return status;
}

int main(void)
{
    MienAuthorPack pack;
    MienError error = {.message = "the job was refused"}; // a job gives a status and no sentence
    MienStatus status = mien_author_pose_asset_cook(&face, NULL, &pack, NULL, &error);
    if (status == MIEN_OK)
        status = show_jaw(&pack, 0.5f, &error);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    mien_author_pack_release(&pack);
    return status == MIEN_OK ? 0 : 1;
}
