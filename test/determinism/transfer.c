// SPDX-License-Identifier: MIT
//
// Transferred poses in the hash: from one sample face to another, with a pin.

#include "determinism/determinism.h"

#include "mien_transfer/transfer.h"
#include "sample/scenes.h"

#include <stdio.h>
#include <stdlib.h>

enum { BONES = 40, POSES = 24 };

void hash_transfer(MieniSha256 *sha)
{
    MienSample *faces[2];
    for (uint64_t i = 0; i < 2; ++i) {
        const MienSampleOptions options = {
            .seed = 6 + i, .bone_count = BONES, .pose_count = POSES, .bones_per_pose = 8, .has_scale = true};
        faces[i] = mien_sample_create(&options);
    }
    const MienAuthorPoseAsset *from = mien_sample_asset(faces[0]), *to = mien_sample_asset(faces[1]);
    const MienTransferPin pin = {3, to->poses[3].bones, NULL};
    const MienTransferDesc desc = {.source = from, .target = to->skeleton, .pins = &pin, .pin_count = 1};
    MienTransfer *made = NULL;
    enter_host();
    const MienStatus status = mien_transfer_run(&desc, &made, NULL);
    leave_host();
    if (status != MIEN_OK) {
        fprintf(stderr, "mien-determinism: could not transfer poses\n");
        exit(1);
    }
    for (int p = 0; p < POSES; ++p)
        if (mien_transfer_poses(made)->poses[p].bones != NULL)
            hash_bones(sha, mien_transfer_poses(made)->poses[p].bones, BONES);
    mien_transfer_destroy(made);
    for (int i = 0; i < 2; ++i)
        mien_sample_destroy(faces[i]);
}
