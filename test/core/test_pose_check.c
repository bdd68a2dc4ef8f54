// SPDX-License-Identifier: MIT
//
// Pose assets that are wrong in exactly one way, each refused by the check that
// is there for it. The packs are sealed again after the change, so that nothing
// but the check can notice.

#include "support/check.h"
#include "support/packs.h"

#include "core/pose_format.h"

#include <math.h>

enum { BONES = 5, POSES = 11, CURVES = 3 };

enum { A, B, C, A_HALF, A_TWO, B_TWO, AB, B_HALF_A, D, E, B_THREE };

/// Everything that an asset of a kind may have, as few of it as possible.
typedef struct Source {
    MienAuthorBone bones[BONES];
    MienAuthorSkeleton skeleton;
    MienTransform posed[POSES][BONES];
    MienAuthorPose poses[POSES];
    MienAuthorCurve curves[CURVES];
    MienAuthorOverride masks[2];
    MienAuthorGroup groups[2];
    MienAuthorPoseAsset asset;
} Source;

static void fill_bones(Source *s)
{
    static const char *const names[BONES] = {"root", "neck", "head", "jaw", "lip"};
    static const int levels[BONES] = {MIEN_ALL_LODS, MIEN_ALL_LODS, MIEN_ALL_LODS, 1, 0};
    for (int b = 0; b < BONES; ++b) {
        s->bones[b] = (MienAuthorBone){.name = names[b], .parent = b - 1, .max_lod = levels[b]};
        s->bones[b].rest = mien_transform_identity();
        s->bones[b].rest.translation.y = 0.25f;
    }
    for (int p = 0; p < POSES; ++p) {
        for (int b = 0; b < BONES; ++b)
            s->posed[p][b] = s->bones[b].rest;
    }
    for (int b = 0; b < BONES; ++b)
        s->posed[A][b].translation.x = 0.125f; // two entry groups, the second not full
    s->posed[B][0].scale.x = 2.0f;
    s->posed[B][2].scale.x = 2.0f;
    for (int p = C; p < POSES; ++p)
        s->posed[p][1].translation.z = 0.5f;
}

static void fill_poses(Source *s)
{
    static const char *const names[POSES] = {"a",  "b",        "c", "a_half", "a_two",  "b_two",
                                             "ab", "b_half_a", "d", "e",      "b_three"};
    static const int ab[] = {A, B}, b_half_a[] = {B, A_HALF}, cap[] = {A, B}, top[] = {C, D};
    static const MienAuthorCurveValue of_a[] = {{0, 1.0}, {2, 0.5}}, of_b[] = {{0, 0.25}, {1, 0.5}};
    for (int p = 0; p < POSES; ++p)
        s->poses[p] = (MienAuthorPose){.name = names[p], .bones = s->posed[p]};
    s->poses[A].curves = of_a;
    s->poses[B].curves = of_b;
    s->poses[A].curve_count = s->poses[B].curve_count = 2;
    if (s->asset.is_unreal)
        return;
    static const struct {
        int pose, control;
        float position;
    } steps[] = {{A_HALF, A, 0.5}, {A_TWO, A, 2.0}, {B_TWO, B, 2.0}, {B_THREE, B, 3.0}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        s->poses[steps[i].pose].role = MIEN_AUTHOR_INBETWEEN;
        s->poses[steps[i].pose].driven_pose = steps[i].control;
        s->poses[steps[i].pose].position = steps[i].position;
    }
    s->poses[C].driven_settings.is_binary = true;
    if (!s->asset.is_absolute) {
        s->poses[AB].role = s->poses[B_HALF_A].role = MIEN_AUTHOR_COMBINATION;
        s->poses[AB].inputs = ab;
        s->poses[B_HALF_A].inputs = b_half_a;
        s->poses[AB].input_count = s->poses[B_HALF_A].input_count = 2;
    }
    s->masks[0] = (MienAuthorOverride){.target = A, .source = B, .amount = 0.5};
    s->masks[1] = (MienAuthorOverride){.target = B, .source = A, .amount = 0.5};
    s->groups[0] = (MienAuthorGroup){MIEN_AUTHOR_GROUP_CAP, cap, 2, 1.0f, 0};
    s->groups[1] = (MienAuthorGroup){MIEN_AUTHOR_GROUP_TOP, top, 2, 0.0f, 1};
    s->asset.override_count = s->asset.group_count = 2;
}

typedef enum Kind { ADDITIVE, ABSOLUTE, UNREAL, KINDS } Kind;

static Pack cook(Kind kind)
{
    static Source s;
    memset(&s, 0, sizeof s);
    s.asset = (MienAuthorPoseAsset){.skeleton = &s.skeleton,
                                    .is_absolute = kind == ABSOLUTE,
                                    .is_unreal = kind == UNREAL,
                                    .pose_count = POSES,
                                    .poses = s.poses,
                                    .curve_count = CURVES,
                                    .curves = s.curves,
                                    .overrides = s.masks,
                                    .groups = s.groups};
    s.skeleton = (MienAuthorSkeleton){.bone_count = BONES, .bones = s.bones};
    s.curves[0] = (MienAuthorCurve){"wrinkle", MIEN_ALL_LODS};
    s.curves[1] = (MienAuthorCurve){"blush", MIEN_ALL_LODS};
    s.curves[2] = (MienAuthorCurve){"sweat", 1};
    fill_bones(&s);
    fill_poses(&s);
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_pose_asset_cook(&s.asset, NULL, &pack, NULL, &error), MIEN_OK);
    if (pack.data == NULL)
        printf("%s: %s\n", error.location, error.message);
    return (Pack){pack.data, pack.size};
}

/// One change: a number of some width, or another count of elements.
typedef struct Edit {
    const char *tag;
    enum { NO_EDIT, U8, U16, U32, F32, MORE } what;
    int index;
    size_t field; ///< Bytes from the element's start.
    double value; ///< The number; for MORE how many elements more.
} Edit;

typedef struct Case {
    Kind kind;
    MienStatus status;
    const char *place;
    Edit edits[4];
} Case;

#define INFO(f)   "INFO", U32, 0, offsetof(MieniPoseHeader, f)
#define ROLE(p)   "PROL", U32, p, offsetof(MieniPoseRole, role)
#define DRIVER(p) "PROL", U32, p, offsetof(MieniPoseRole, control)
#define PLACE(p)  "PROL", F32, p, offsetof(MieniPoseRole, position)

// Controls are a, b, c, d, e, in this order; each is driven by its own pose.
static const Case rules[] = {
    {ADDITIVE, MIEN_ERROR_LIMIT, "INFO[0]", {{INFO(pose_count), 65536}}},
    {ADDITIVE, MIEN_ERROR_LIMIT, "INFO[0]", {{INFO(bone_count), 65536}}},
    {ADDITIVE, MIEN_ERROR_LIMIT, "INFO[0]", {{INFO(curve_count), 65536}}},
    {ADDITIVE, MIEN_ERROR_LIMIT, "INFO[0]", {{INFO(driven_pose_count), POSES + 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(flags), 8}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(reserved), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(base_pose), -2}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(base_pose), POSES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(extent), 0x7FC00000}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(extent), 0x00000001}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(extent), 0xBF800000}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(extent), 0x7F000000}}},
    {ABSOLUTE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(flags), 0}}}, // without scale
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(flags), 7}}}, // unreal, with rules
    {ADDITIVE, MIEN_ERROR_CORRUPT, "section INFO", {{"INFO", MORE, 0, 0, -1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "section PSRT", {{"PSRT", MORE, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "section KMAX", {{"KMAX", MORE, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "TEXT[92]", {{"TEXT", MORE, 0, 0, 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "sections", {{"MORE", MORE, 0, 0, 0}}},

    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[0]", {{ROLE(A), 3}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[0]", {{DRIVER(A), -1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[0]", {{DRIVER(A), 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[0]", {{DRIVER(A), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[0]", {{PLACE(A), 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[0]", {{"KPOS", U32, 0, 0, POSES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[3]", {{PLACE(A_HALF), 0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[3]", {{PLACE(A_HALF), 1.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[3]", {{PLACE(A_HALF), NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[3]", {{PLACE(A_HALF), 1001.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[3]", {{DRIVER(A_HALF), -1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[6]", {{DRIVER(AB), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[6]", {{PLACE(AB), 1.0}}},
    {ABSOLUTE, MIEN_ERROR_CORRUPT, "PROL[6]", {{ROLE(AB), 2}, {DRIVER(AB), -1}, {PLACE(AB), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "COMB[2]", {{"COMB", MORE, 0, 0, -1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KNOT[4]", {{"KNOT", MORE, 0, 0, -1}}},

    // A control whose pose has become an in-between, with a knot for it.
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KPOS[4]", {{ROLE(E), 1}, {PLACE(E), 0.5}, {"KNOT", MORE, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMIN[1]", {{"KMIN", F32, 1, 0, 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMIN[1]", {{"KMIN", F32, 1, 0, NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMIN[1]", {{"KMAX", F32, 1, 0, -0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMIN[1]", {{"KMAX", F32, 1, 0, INFINITY}}},
    {ABSOLUTE, MIEN_ERROR_CORRUPT, "KMIN[1]", {{"KMIN", F32, 1, 0, -0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGAI[1]", {{"KGAI", F32, 1, 0, NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGAI[1]", {{"KOFF", F32, 1, 0, -1001.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGAI[1]", {{"KRMP", U8, 1, 0, 3}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMAX[2]", {{"KMAX", F32, 2, 0, 2.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMAX[2]", {{"KMIN", F32, 2, 0, -1.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGRP[1]", {{"KGRP", U32, 1, 0, 2}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGRP[1]", {{"KGRP", U32, 1, 0, -2}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGRP[3]", {{"KGRP", U32, 1, 0, -1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGRP[5]", {{"KGRP", U32, 4, 0, 0}}},

    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[0]", {{"MASK", U32, 0, offsetof(MieniMask, target), 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[0]", {{"MASK", U32, 0, offsetof(MieniMask, source), 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[0]", {{"MASK", U32, 0, offsetof(MieniMask, source), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[0]", {{"MASK", U32, 0, offsetof(MieniMask, kind), 3}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[1]", {{"MASK", U32, 0, offsetof(MieniMask, target), 2}}},
    {ADDITIVE,
     MIEN_ERROR_CORRUPT,
     "MASK[1]", // the same pair twice
     {{"MASK", U32, 1, offsetof(MieniMask, target), 0}, {"MASK", U32, 1, offsetof(MieniMask, source), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[1]", {{"MASK", F32, 1, offsetof(MieniMask, amount), 1.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[1]", {{"MASK", F32, 1, offsetof(MieniMask, amount), NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[1]", {{"MASK", F32, 1, offsetof(MieniMask, threshold), NAN}}},

    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[0]", {{"GRUP", U32, 0, offsetof(MieniGroup, kind), 3}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[0]", {{"GRUP", U32, 0, offsetof(MieniGroup, first), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[0]", {{"GRUP", U32, 0, offsetof(MieniGroup, count), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[0]", {{"GRUP", U32, 0, offsetof(MieniGroup, count), 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[0]", {{"GRUP", F32, 0, offsetof(MieniGroup, limit), 0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[0]", {{"GRUP", F32, 0, offsetof(MieniGroup, limit), NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[1]", {{"GRUP", U32, 1, offsetof(MieniGroup, keep), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[1]", {{"GRUP", U32, 1, offsetof(MieniGroup, keep), 3}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GMEM[3]", {{"GRUP", U32, 1, offsetof(MieniGroup, count), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GMEM[0]", {{"GMEM", U32, 0, 0, 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GMEM[0]", {{"GMEM", U32, 0, 0, 4}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GMEM[1]", {{"GMEM", U32, 1, 0, 0}}},

    // Knots of a: 0, 0.5, 1, 2; of b: 0, 1, 2, 3.
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"LADR", U32, 0, offsetof(MieniLadder, control), 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"LADR", U32, 0, offsetof(MieniLadder, control), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"LADR", U32, 0, offsetof(MieniLadder, first), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"LADR", U32, 0, offsetof(MieniLadder, count), 2}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"LADR", U32, 0, offsetof(MieniLadder, count), 9}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[1]", {{"LADR", U32, 1, offsetof(MieniLadder, control), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", F32, 1, 0, NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", F32, 1, 0, 0.25}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", F32, 0, 0, 0.25}}},
    {ADDITIVE,
     MIEN_ERROR_CORRUPT,
     "LADR[0]", // too close to 0
     {{"KNOT", F32, 1, 0, 0.0001}, {PLACE(A_HALF), 0.0001}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", U32, 1, offsetof(MieniKnot, pose), -2}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", U32, 1, offsetof(MieniKnot, pose), POSES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", U32, 1, offsetof(MieniKnot, pose), -1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", U32, 3, offsetof(MieniKnot, pose), B_TWO}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", U32, 0, offsetof(MieniKnot, pose), A}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KNOT[7]", {{"LADR", U32, 1, offsetof(MieniLadder, count), 3}}},

    {ADDITIVE, MIEN_ERROR_CORRUPT, "COMB[0]", {{"COMB", U32, 0, offsetof(MieniCombination, pose), POSES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "COMB[0]", {{"COMB", U32, 0, offsetof(MieniCombination, pose), A}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "COMB[0]", {{"COMB", U32, 0, offsetof(MieniCombination, first), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "COMB[0]", {{"COMB", U32, 0, offsetof(MieniCombination, count), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "COMB[0]", {{"COMB", U32, 0, offsetof(MieniCombination, count), 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "COMB[1]", {{"COMB", U32, 1, offsetof(MieniCombination, pose), AB}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CINP[3]", {{"COMB", U32, 1, offsetof(MieniCombination, count), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CINP[1]", {{"CINP", U32, 1, offsetof(MieniInput, index), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CINP[1]", {{"CINP", U32, 1, offsetof(MieniInput, index), 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CINP[3]", {{"CINP", U32, 3, offsetof(MieniInput, index), POSES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CINP[3]", {{"CINP", U32, 3, offsetof(MieniInput, index), AB}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CINP[3]", {{"CINP", U32, 3, offsetof(MieniInput, is_inbetween), 2}}},
    {ADDITIVE,
     MIEN_ERROR_CORRUPT,
     "CINP[1]",
     {{"CINP", U32, 0, offsetof(MieniInput, is_inbetween), 1},
      {"CINP", U32, 0, offsetof(MieniInput, index), A_TWO}}},
};

/// Second forms of something that has a first: -0, and what nothing reads.
static const Case second_forms[] = {
    {ADDITIVE, MIEN_ERROR_CORRUPT, "INFO[0]", {{INFO(extent), 0x80000000}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PROL[6]", {{PLACE(AB), -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMIN[1]", {{"KMIN", F32, 1, 0, -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGAI[1]", {{"KGAI", F32, 1, 0, -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KGAI[1]", {{"KOFF", F32, 1, 0, -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMAX[2]", {{"KGAI", F32, 2, 0, 2.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "KMAX[2]", {{"KOFF", F32, 2, 0, 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[1]", {{"MASK", F32, 1, offsetof(MieniMask, amount), -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[1]", {{"MASK", F32, 1, offsetof(MieniMask, threshold), 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "MASK[1]", {{"MASK", F32, 1, offsetof(MieniMask, threshold), -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[0]", {{"GRUP", U32, 0, offsetof(MieniGroup, keep), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[1]", {{"GRUP", F32, 1, offsetof(MieniGroup, limit), 1.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "GRUP[1]", {{"GRUP", F32, 1, offsetof(MieniGroup, limit), -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "LADR[0]", {{"KNOT", F32, 0, 0, -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 0, 7 * sizeof(float), -0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGSC", F32, 0, 3 * sizeof(float), -0.0}}},
};

#define ROTATION  offsetof(MienTransform, rotation.w)
#define SCALE     offsetof(MienTransform, scale.y)
#define RESERVED  offsetof(MienTransform, reserved1)
#define FLOAT(i)  ((i) * sizeof(float))
#define ENTRY(i)  ((i)*MIENI_TURN * sizeof(float))
#define GROWTH(i) ((i)*MIENI_SCALE * sizeof(float))

#define LANE(i)          ((i) * sizeof(uint16_t))
#define CHANNEL(c, lane) FLOAT((c)*MIENI_SLICE + (lane))
/// Two edits: a bone stands in another lane.
#define STANDS(lane, bone)                                                                                   \
    {"SBON", U16, 0, LANE(lane), bone}, { "BROW", U32, bone, offsetof(MieniRow, place), lane }

// a moves every bone, b the first and the third, the others the second.
static const Case entries[] = {
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BBAS[3]", {{"BBAS", F32, 3, ROTATION, 2.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BBAS[3]", {{"BBAS", F32, 3, SCALE, NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BBAS[3]", {{"BBAS", F32, 3, RESERVED, 1.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BREF[3]", {{"BREF", F32, 3, FLOAT(2), 2e6}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BROT[3]", {{"BROT", F32, 3, FLOAT(3), 2.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BROT[3]", {{"BROT", F32, 3, FLOAT(6), NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BLVL[0]", {{"BLVL", U8, 4, 0, 2}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BLVL[0]", {{"BLVL", U8, 2, 0, 16}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CLVL[0]", {{"CLVL", U8, 1, 0, 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CBAS[0]", {{"CBAS", F32, 1, 0, 2e9}}},

    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGRP[0]", {{"EGRP", U32, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGRP[0]", {{"EGRP", U32, 1, 0, 9}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGRP[0]", {{"EGRP", U32, POSES, 0, 9}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGBN", U16, 0, 0, 6}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGBN", U16, 1, 0, 200}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGBN", U16, 0, 2, 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGBN", U16, 0, 6, BONES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGBN", U16, 1, 4, 4}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 1, ENTRY(1), 1.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGSC", F32, 1, GROWTH(1), 1.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 0, FLOAT(0), NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 0, FLOAT(1), 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 0, FLOAT(4), INFINITY}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 0, FLOAT(7), 1.0}}},
    {ABSOLUTE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 0, FLOAT(7), 0.0}}},
    {UNREAL, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGTQ", F32, 0, FLOAT(3), 0.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGSC", F32, 0, FLOAT(2), NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EGBN of pose[0]", {{"EGSC", F32, 0, FLOAT(3), 1.0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "EBIT of pose[1]", {{"EBIT", U32, 1, 0, 7}}},

    // One slice: neck, root, head, jaw, lip and three empty lanes; ten steps.
    {ADDITIVE, MIEN_ERROR_CORRUPT, "section SLIC", {{"SLIC", MORE, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "section SBON", {{"SBON", MORE, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "section SDAT", {{"SDAT", MORE, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "section BROW", {{"BROW", MORE, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SLIC[0]", {{"SLIC", U32, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SLIC[0]", {{"SLIC", U32, 1, 0, 9}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "BROW[0]", {{"BROW", U32, 0, offsetof(MieniRow, count), 3}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"BROW", U32, 0, offsetof(MieniRow, place), 2}}},
    {ADDITIVE,
     MIEN_ERROR_CORRUPT,
     "SBON[0]", // as many entries, but not this many each
     {{"BROW", U32, 0, offsetof(MieniRow, count), 3}, {"BROW", U32, 2, offsetof(MieniRow, count), 1}}},
    {ADDITIVE,
     MIEN_ERROR_CORRUPT,
     "SBON[0]", // fewer steps than the longest row
     {{"BROW", U32, 1, offsetof(MieniRow, count), 11}, {"BROW", U32, 3, offsetof(MieniRow, count), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SBON", U16, 0, LANE(0), BONES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SBON", U16, 0, LANE(1), 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SBON", U16, 0, LANE(5), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SPOS", U16, 0, LANE(5), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SPOS", U16, 9, LANE(1), 9}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SPOS", U16, 0, LANE(0), POSES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SPOS", U16, 1, LANE(1), 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SPOS", U16, 1, LANE(1), 2}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SDAT", F32, 0, CHANNEL(4, 1), 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SDAT", F32, 1, CHANNEL(7, 1), 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SDAT", F32, 9, CHANNEL(0, 1), 0.5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {{"SDAT", F32, 0, CHANNEL(9, 7), 0.5}}},
    // Bones whose lanes are alike, in the wrong order: by index, by level.
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {STANDS(1, 2), STANDS(2, 0)}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "SBON[0]", {STANDS(3, 4), STANDS(4, 3)}},

    {ADDITIVE, MIEN_ERROR_CORRUPT, "PCRV[0]", {{"PCRV", U32, 0, 0, 1}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PCID[0]", {{"PCID", U16, 0, 0, CURVES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PCID[1]", {{"PCID", U16, 1, 0, 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "PCID[0]", {{"PCVL", F32, 0, 0, NAN}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CROW[0]", {{"CROW", U32, 1, 0, 9}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CRPO[0]", {{"CRPO", U16, 0, 0, POSES}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CRPO[1]", {{"CRPO", U16, 1, 0, 0}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CRVL[1]", {{"CRPO", U16, 1, 0, 5}}},
    {ADDITIVE, MIEN_ERROR_CORRUPT, "CRVL[0]", {{"CRVL", F32, 0, 0, 0.1}}},
};

/// Makes a change; false if there is nothing to change.
static bool apply(Pack *pack, const Edit *edit)
{
    if (edit->what == MORE) {
        const Pack other = pack_recount(pack, edit->tag, pack_count(pack, edit->tag) + (int64_t)edit->value);
        pack_free(pack);
        *pack = other;
        return true;
    }
    static const size_t widths[] = {[U8] = 1, [U16] = 2, [U32] = 4, [F32] = 4};
    uint8_t *at = pack_at(pack, edit->tag, edit->index);
    if (at == NULL)
        return false;
    const float number = (float)edit->value;
    const uint32_t whole = edit->what == F32 ? 0 : (uint32_t)(int64_t)edit->value;
    const void *from = edit->what == F32 ? (const void *)&number : (const void *)&whole;
    const bool differs = memcmp(at + edit->field, from, widths[edit->what]) != 0;
    memcpy(at + edit->field, from, widths[edit->what]);
    return differs;
}

static void check_case(const Pack *packs, const Case *c, const char *list, int number)
{
    Pack pack = pack_copy(packs[c->kind].data, packs[c->kind].size);
    MienPoseAsset *asset = NULL;
    MienError error = {0};
    const int faults = check_state.faults;
    for (int i = 0; i < 4 && c->edits[i].what != NO_EDIT; ++i)
        CHECK(apply(&pack, &c->edits[i]));
    pack_seal(&pack);
    CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, NULL, &asset, &error), c->status);
    CHECK(asset == NULL);
    CHECK_STR(error.location, c->place);
    CHECK(error.message[0] != '\0');
    if (check_state.faults > faults)
        printf("in %s[%d], %s: %s\n", list, number, c->edits[0].tag, error.message);
    mien_pose_asset_destroy(asset);
    pack_free(&pack);
}

static void check_cases(const Case *cases, size_t count, const char *list)
{
    Pack packs[KINDS];
    for (int kind = 0; kind < KINDS; ++kind) {
        MienPoseAsset *asset = NULL;
        packs[kind] = cook((Kind)kind);
        CHECK_STATUS(mien_pose_asset_load(packs[kind].data, packs[kind].size, NULL, &asset, NULL), MIEN_OK);
        mien_pose_asset_destroy(asset);
    }
    for (size_t i = 0; i < count; ++i)
        check_case(packs, &cases[i], list, (int)i);
    for (int kind = 0; kind < KINDS; ++kind)
        pack_free(&packs[kind]);
}

TEST(every_rule_is_checked) { check_cases(rules, sizeof rules / sizeof *rules, "rules"); }

TEST(every_entry_is_checked) { check_cases(entries, sizeof entries / sizeof *entries, "entries"); }

TEST(there_is_one_form)
{
    check_cases(second_forms, sizeof second_forms / sizeof *second_forms, "second_forms");
}

/// A mask that takes nothing away is one that a pack may have.
TEST(masks_of_nothing_are_taken)
{
    static const Edit edits[] = {{"MASK", F32, 1, offsetof(MieniMask, amount), 0.0},
                                 {"MASK", F32, 1, offsetof(MieniMask, amount), 1.0}};
    for (int i = 0; i < 2; ++i) {
        MienPoseAsset *asset = NULL;
        Pack pack = cook(ADDITIVE);
        CHECK(apply(&pack, &edits[i]));
        pack_seal(&pack);
        CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, NULL, &asset, NULL), MIEN_OK);
        mien_pose_asset_destroy(asset);
        pack_free(&pack);
    }
}

/// A group of 257 may be capped, but not ranked.
TEST(top_groups_are_small)
{
    enum { MEMBERS = MIENI_MAX_TOP_MEMBERS + 1 };
    static char names[MEMBERS][8];
    static MienAuthorPose poses[MEMBERS];
    static int members[MEMBERS];
    for (int i = 0; i < MEMBERS; ++i) {
        snprintf(names[i], sizeof names[i], "p%03d", i);
        poses[i].name = names[i];
        members[i] = i;
    }
    const MienAuthorBone bone = {"root", -1, mien_transform_identity(), MIEN_ALL_LODS};
    const MienAuthorSkeleton skeleton = {.bone_count = 1, .bones = &bone};
    const MienAuthorGroup group = {MIEN_AUTHOR_GROUP_CAP, members, MEMBERS, 1.0f, 0};
    const MienAuthorPoseAsset source = {
        .skeleton = &skeleton, .pose_count = MEMBERS, .poses = poses, .group_count = 1, .groups = &group};
    MienAuthorPack cooked = {0};
    CHECK_STATUS(mien_author_pose_asset_cook(&source, NULL, &cooked, NULL, NULL), MIEN_OK);
    Pack pack = {cooked.data, cooked.size};
    const Case top = {ADDITIVE,
                      MIEN_ERROR_CORRUPT,
                      "GRUP[0]",
                      {{"GRUP", U32, 0, offsetof(MieniGroup, kind), MIENI_GROUP_TOP},
                       {"GRUP", U32, 0, offsetof(MieniGroup, keep), 1},
                       {"GRUP", F32, 0, offsetof(MieniGroup, limit), 0.0}}};
    check_case(&pack, &top, "top", 0);
    pack_free(&pack);
}

/// In unreal assets ASCII case tells no names apart.
TEST(unreal_names_ignore_case)
{
    Pack pack = cook(UNREAL);
    MienPoseAsset *asset = NULL;
    CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, NULL, &asset, NULL), MIEN_OK);
    CHECK_INT(mien_pose_asset_find_pose(asset, "A_Half"), A_HALF);
    CHECK_INT(mien_pose_asset_find_driven_pose(asset, "B_TWO"), B_TWO);
    CHECK_INT(mien_pose_asset_find_bone(asset, "ROOT"), 0);
    CHECK_INT(mien_pose_asset_find_curve(asset, "Blush"), 1);
    CHECK_INT(mien_pose_asset_find_curve(asset, "Blus"), -1);
    mien_pose_asset_destroy(asset);
    // "b" becomes "A", which is "a" again.
    uint8_t *text = pack_at(&pack, "TEXT", 2);
    CHECK_INT(*text, 'b');
    *text = 'A';
    pack_seal(&pack);
    MienError error = {0};
    CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, NULL, &asset, &error), MIEN_ERROR_CORRUPT);
    CHECK(strncmp(error.location, "PNAM", 4) == 0);
    pack_free(&pack);
}

TEST(readers)
{
    Pack pack = cook(ADDITIVE);
    MienPoseAsset *asset = NULL;
    CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, NULL, &asset, NULL), MIEN_OK);
    const MienPoseAssetInfo info = mien_pose_asset_info(asset);
    CHECK_INT(info.pose_count, POSES);
    CHECK_INT(info.driven_pose_count, 5);
    CHECK_INT(info.bone_count, BONES);
    CHECK_INT(info.curve_count, CURVES);
    CHECK_INT(info.entry_count, 16);
    CHECK(info.is_additive && !info.is_unreal && info.has_scale);
    CHECK_NEAR(info.extent, 1.0, 0);
    CHECK(info.isa != MIEN_ISA_BEST);

    const MienPoseInfo half = mien_pose_asset_pose(asset, A_HALF), all = mien_pose_asset_pose(asset, A);
    CHECK_STR(half.name, "a_half");
    CHECK(half.is_inbetween && half.driven_pose == 0 && half.position == 0.5f);
    CHECK(!all.is_inbetween && all.bone_count == BONES && all.curve_count == 2);
    CHECK_INT(mien_pose_asset_pose(asset, AB).driven_pose, -1);
    CHECK_INT(mien_pose_asset_driven_pose(asset, 3).pose, D);
    CHECK_INT(mien_pose_asset_driven_pose(asset, 3).group, 1);
    CHECK_INT(mien_pose_asset_driven_pose(asset, 4).group, -1);
    CHECK_NEAR(mien_pose_asset_driven_pose(asset, 4).max, 1.0, 0);
    CHECK_INT(mien_pose_asset_find_driven_pose(asset, "e"), 4);
    CHECK_INT(mien_pose_asset_find_driven_pose(asset, "ab"), -1);
    CHECK_INT(mien_pose_asset_find_pose(asset, "A"), -1);
    CHECK_NEAR(mien_pose_asset_base(asset)[2].translation.y, 0.25, 0);

    static const int bad[] = {-1, POSES, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        CHECK_STR(mien_pose_asset_pose(asset, bad[i]).name, "");
        CHECK_INT(mien_pose_asset_pose(asset, bad[i]).driven_pose, -1);
        CHECK_INT(mien_pose_asset_driven_pose(asset, bad[i]).pose, -1);
        CHECK_STR(mien_pose_asset_bone_name(asset, bad[i]), "");
        CHECK_STR(mien_pose_asset_curve_name(asset, bad[i]), "");
    }
    mien_pose_asset_destroy(asset);
    pack_free(&pack);
}

TEST(instruction_sets)
{
    Pack pack = cook(ADDITIVE);
    int available = 0;
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128 + 1; ++isa) {
        const MienLoadOptions options = {.isa = (MienIsa)isa};
        MienPoseAsset *asset = NULL;
        MienError error = {0};
        CHECK(mien_isa_name((MienIsa)isa)[0] != '\0');
        if (mien_isa_is_available((MienIsa)isa)) {
            ++available;
            CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, &options, &asset, &error), MIEN_OK);
            CHECK_INT(mien_pose_asset_info(asset).isa, isa);
        } else {
            CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, &options, &asset, &error),
                         MIEN_ERROR_ARGUMENT);
            CHECK_STR(error.location, "options.isa");
            CHECK(asset == NULL);
        }
        mien_pose_asset_destroy(asset);
    }
    CHECK(available > 0 && available <= MIEN_ISA_WASM128);
    pack_free(&pack);
}

/// Tables that end where their sections do: whatever follows is not looked at.
TEST(tables_of_whole_sections)
{
    for (int count = 13; count < 20; ++count) {
        const MienSampleOptions options = {.seed = 30,
                                           .bone_count = count,
                                           .pose_count = count,
                                           .bones_per_pose = 3,
                                           .curve_count = count,
                                           .has_scale = true,
                                           .has_rules = true};
        ScenePacks packs = scene_packs(&options);
        MienPoseAsset *asset = NULL;
        CHECK_STATUS(mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, &asset, NULL), MIEN_OK);
        mien_pose_asset_destroy(asset);
        scene_packs_free(&packs);
    }
}

CHECK_MAIN
{
    RUN(tables_of_whole_sections);
    RUN(every_rule_is_checked);
    RUN(every_entry_is_checked);
    RUN(there_is_one_form);
    RUN(masks_of_nothing_are_taken);
    RUN(top_groups_are_small);
    RUN(unreal_names_ignore_case);
    RUN(readers);
    RUN(instruction_sets);
}
