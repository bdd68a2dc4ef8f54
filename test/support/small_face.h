// SPDX-License-Identifier: MIT
//
// A face small enough to be written down whole, with one of every rule, for tests
// that change one thing in it.

#pragma once

#include "support/packs.h"

enum { FACE_BONES = 3, FACE_POSES = 4, FACE_CURVES = 2, FACE_ALL_CURVES = 3 };

typedef struct SmallFace {
    MienAuthorBone bones[FACE_BONES];
    MienAuthorCurve table[FACE_ALL_CURVES];
    MienAuthorSkeleton skeleton;
    MienTransform posed[FACE_POSES][FACE_BONES], base[FACE_BONES];
    MienAuthorCurve curves[FACE_CURVES];
    float base_curves[FACE_CURVES];
    MienAuthorCurveValue values[FACE_POSES][FACE_CURVES];
    MienAuthorPose poses[FACE_POSES];
    int inputs[2], members[2];
    MienAuthorOverride mask;
    MienAuthorGroup group;
    MienAuthorPoseAsset asset;
} SmallFace;

/// jawOpen with an in-between, smile, and what corrects both. A face points into itself:
/// do not copy it.
static inline void small_face(SmallFace *face)
{
    static const char *const bones[] = {"head", "jaw", "tongue"};
    static const char *const poses[] = {"jawOpen", "jawHalf", "smile", "openSmile"};
    *face = (SmallFace){0};
    for (int b = 0; b < FACE_BONES; ++b) {
        face->bones[b] =
            (MienAuthorBone){bones[b], b - 1, mien_transform_identity(), b < 2 ? MIEN_ALL_LODS : 1};
        face->bones[b].rest.translation = (MienVec3){0.0f, b == 0 ? 1.5f : -0.5f, 0.25f};
        face->base[b] = face->bones[b].rest;
    }
    face->table[0] = (MienAuthorCurve){"jawOpen", MIEN_ALL_LODS};
    face->table[1] = (MienAuthorCurve){"smile", MIEN_ALL_LODS};
    face->table[2] = (MienAuthorCurve){"blush", 2};
    face->skeleton = (MienAuthorSkeleton){FACE_BONES, face->bones, FACE_ALL_CURVES, face->table};
    for (int p = 0; p < FACE_POSES; ++p) {
        memcpy(face->posed[p], face->base, sizeof face->base);
        face->posed[p][1].translation.y -= 0.0625f * (float)(p + 1);
        face->poses[p] = (MienAuthorPose){.name = poses[p], .bones = face->posed[p]};
    }
    face->posed[0][2].rotation = (MienQuat){0.6f, 0.0f, 0.0f, 0.8f};
    face->curves[0] = (MienAuthorCurve){"blush", MIEN_ALL_LODS};
    face->curves[1] = (MienAuthorCurve){"wet", MIEN_ALL_LODS};
    face->values[2][0] = (MienAuthorCurveValue){0, 0.5f};
    face->poses[2].curves = face->values[2];
    face->poses[2].curve_count = 1;
    face->poses[2].driven_settings = (MienAuthorDrivenPose){.has_range = true, .min = -0.5f, .max = 1.5f};
    face->poses[1].role = MIEN_AUTHOR_INBETWEEN;
    face->poses[1].position = 0.5f;
    face->poses[3].role = MIEN_AUTHOR_COMBINATION;
    face->poses[3].inputs = face->inputs;
    face->poses[3].input_count = 2;
    face->inputs[1] = face->members[1] = 2;
    face->mask = (MienAuthorOverride){.target = 2, .source = 0, .amount = 0.25f};
    face->group = (MienAuthorGroup){.members = face->members, .member_count = 2, .limit = 1.5f};
    face->asset = (MienAuthorPoseAsset){.skeleton = &face->skeleton,
                                        .base = face->base,
                                        .pose_count = FACE_POSES,
                                        .poses = face->poses,
                                        .curve_count = FACE_CURVES,
                                        .curves = face->curves,
                                        .base_curves = face->base_curves,
                                        .override_count = 1,
                                        .overrides = &face->mask,
                                        .group_count = 1,
                                        .groups = &face->group};
}

static inline Pack face_poses(const SmallFace *face)
{
    MienAuthorPack pack = {0};
    MienError error = {0};
    if (mien_author_pose_asset_cook(&face->asset, NULL, &pack, NULL, &error) != MIEN_OK) {
        fprintf(stderr, "%s: %s\n", error.location, error.message);
        abort();
    }
    return (Pack){pack.data, pack.size};
}

static inline Pack face_skeleton(const SmallFace *face)
{
    MienAuthorPack pack = {0};
    if (mien_author_skeleton_cook(&face->skeleton, NULL, &pack, NULL) != MIEN_OK)
        abort();
    return (Pack){pack.data, pack.size};
}
