// SPDX-License-Identifier: MIT
//
// A bundle from disk: an actor is loaded from it and plays a clip.

#include "mien/mien.h"

#include <stdio.h>

/// The rotation of a bone from its rest pose, in degrees.
static double turned(const MienActor *actor, int bone)
{
    MienQuat back = mien_actor_rest_pose(actor)[bone].rotation;
    back = (MienQuat){-back.x, -back.y, -back.z, back.w};
    const MienQuat q = mien_quat_multiply(mien_actor_bones(actor)[bone].rotation, back);
    double sine = (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z;
    sine = sine > 0.0 ? mien_pow(sine, 0.5) : 0.0;
    return 2.0 * mien_atan2(sine, q.w < 0.0f ? -(double)q.w : (double)q.w) * 57.29577951308232;
}

/// Plays eight moments of the clip and prints the jaw and the strongest pose at each.
static MienStatus play(MienActor *actor)
{
    const MienSkeleton *skeleton = mien_actor_skeleton(actor);
    const MienPoseAsset *poses = mien_actor_pose_asset(actor, 0);
    const MienClipInfo clip = mien_clip_info(mien_actor_clip(actor));
    const int pose_count = mien_pose_asset_info(poses).pose_count;
    const int jaw = mien_skeleton_find_bone(skeleton, "jaw");
    const int open = mien_skeleton_find_curve(skeleton, "jawOpen");
    if (jaw < 0)
        return MIEN_ERROR_DATA;
    printf("%d bones, %d curves, %d poses; the clip has %d curves and takes %.2f s\n",
           mien_skeleton_bone_count(skeleton), mien_skeleton_curve_count(skeleton), pose_count,
           clip.curve_count, clip.length);
    for (int frame = 0; frame < 8; ++frame) {
        mien_actor_set_time(actor, clip.length * frame / 8.0);
        const MienStatus status = mien_actor_step(actor, 0.0);
        if (status != MIEN_OK)
            return status;
        const MienCurveSet curves = mien_actor_curves(actor);
        const float *weights = mien_actor_weights(actor, 0);
        int strongest = 0;
        for (int pose = 1; pose < pose_count; ++pose)
            strongest = weights[pose] > weights[strongest] ? pose : strongest;
        printf("%5.2f s  jawOpen %.2f  jaw %5.2f degrees  most: %.2f %s\n", mien_actor_time(actor),
               (double)mien_curve_set_value(&curves, open), turned(actor, jaw), (double)weights[strongest],
               mien_pose_asset_pose(poses, strongest).name);
    }
    return MIEN_OK;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s BUNDLE FACE CLIP\n", argv[0]);
        return 2;
    }
    char mesh[MIEN_MAX_NAME + 1], poses[MIEN_MAX_NAME + 1], clip[MIEN_MAX_NAME + 1];
    snprintf(mesh, sizeof mesh, "%s.mesh", argv[2]);
    snprintf(poses, sizeof poses, "%s.poses", argv[2]);
    snprintf(clip, sizeof clip, "%s.clip", argv[3]);
    const MienLoadOptions in_place = {.borrow_data = true};
    const MienActorMembers members = {.mesh = mesh, .poses = poses};
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    MienActor *actor = NULL;
    MienError error = {.location = "jaw", .message = "the skeleton has no such bone"};
    MienStatus status = mien_file_open(argv[1], NULL, &file, &error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file), &in_place, &bundle, &error);
    if (status == MIEN_OK)
        status = mien_actor_load(bundle, &members, NULL, &actor, &error);
    if (status == MIEN_OK)
        status = mien_actor_load_clip(actor, bundle, clip, NULL, &error);
    if (status == MIEN_OK)
        status = play(actor);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    mien_actor_destroy(actor);
    mien_bundle_destroy(bundle);
    mien_file_close(file);
    return status == MIEN_OK ? 0 : 1;
}
