// SPDX-License-Identifier: MIT
//
// Extras have proportions of their own within limits, and are the same on every platform.

#include "support/check.h"

#include "core/sha256.h"
#include "sample/cast/extras.h"

#include <stdio.h>
#include <string.h>

static void digest_text(MieniSha256 *sha, char out[65])
{
    uint8_t digest[32];
    mieni_sha256_end(sha, digest);
    for (int i = 0; i < 32; ++i)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/// Bones stay within reach of the head's, lids stay where their eyes are, turns are turns.
static int faults_of(const MieniCastHead *head, const MieniCastExtra *extra)
{
    int faults = 0, eye = 0, lid = 0;
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
        const float *rest = &head->skeleton->bones[b].rest.translation.x;
        const float *own = &extra->reference[b].translation.x;
        for (int k = 0; k < 3; ++k) {
            const double share = rest[k] != 0.0f ? (double)own[k] / (double)rest[k] : 1.0;
            faults += share < 0.7 || share > 1.5;
        }
        eye = strcmp(head->skeleton->bones[b].name, "eye_L") == 0 ? b : eye;
        lid = strcmp(head->skeleton->bones[b].name, "lid_upper_L") == 0 ? b : lid;
        for (int p = 0; p < MIENI_CAST_POSE_COUNT; ++p) {
            const MienQuat q = extra->poses[p][b].rotation;
            const double length = (double)(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
            faults += length < 0.9999 || length > 1.0001;
        }
    }
    return faults + (memcmp(&extra->reference[eye].translation, &extra->reference[lid].translation,
                            sizeof(MienVec3)) != 0);
}

TEST(extras_are_like_the_head)
{
    static MieniCastExtra extra;
    MieniCastHead head;
    MieniSha256 sha;
    char hash[65];
    mieni_sha256_begin(&sha);
    CHECK_INT(mieni_cast_make(MIENI_CAST_PIP, MIENI_CAST_DEFAULT, NULL, &head, NULL), MIEN_OK);
    int faults = 0;
    for (int i = 1; i < 400; i += MIENI_CAST_COUNT) {
        mieni_cast_extra(&head, 1, i, &extra);
        faults += faults_of(&head, &extra) + (extra.like != MIENI_CAST_PIP);
        mieni_sha256_update(&sha, extra.reference, sizeof extra.reference);
        mieni_sha256_update(&sha, extra.poses, sizeof extra.poses);
    }
    CHECK_INT(faults, 0);
    digest_text(&sha, hash);
    CHECK_STR(hash, "891ecea2d06227c3b5917334fca226f55f3084c76ed0abea1537a50366ab3f49");
    mieni_cast_release(&head);
}

CHECK_MAIN { RUN(extras_are_like_the_head); }
