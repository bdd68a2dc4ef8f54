// SPDX-License-Identifier: MIT
//
// Everything that cooking refuses, with the place it names. Each case is one
// change to a description that is fine.

#include "support/posing.h"

#define TIMES16(text) text text text text text text text text text text text text text text text text

static const char too_long[] = TIMES16("0123456789abcdef"); // 256 bytes

/// Names that are none.
static const char *const bad_names[] = {
    NULL,        "",           " a",   "a ",       "a\tb",         "\x7f",
    "a\xC2\x85", "\xC2\xA0 a", "\xff", "\xC0\x80", "\xED\xA0\x80", too_long,
};
enum { BAD_NAMES = sizeof bad_names / sizeof bad_names[0] };

static const float bad_floats[] = {NAN, INFINITY, -INFINITY, 1000.5f, -1000.5f};
enum { BAD_FLOATS = sizeof bad_floats / sizeof bad_floats[0] };

static const int both_inputs[] = {0, 1}, group_members[] = {1, 0};

/// Every part of an asset: two controls, an in-between on the first, a
/// combination of both, curves, a mask, a group.
static void make(Rig *rig)
{
    rig_begin(rig, 3);
    rig_mover(rig, "a", 1, 1.0f);
    rig_mover(rig, "b", 2, 1.0f);
    MienAuthorPose *half = rig_mover(rig, "half", 1, 2.0f);
    half->role = MIEN_AUTHOR_INBETWEEN;
    half->driven_pose = 0;
    half->position = 0.5f;
    MienAuthorPose *both = rig_mover(rig, "both", 1, 3.0f);
    both->role = MIEN_AUTHOR_COMBINATION;
    both->inputs = both_inputs;
    both->input_count = 2;
    rig_curve(rig, "smile");
    rig_curve(rig, "frown");
    rig_value(rig, 0, 0, 1.0f);
    rig_value(rig, 0, 1, 1.0f);
    rig_mask(rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0, 1, 0.5f);
    rig->groups[rig->asset.group_count++] =
        (MienAuthorGroup){.members = group_members, .member_count = 2, .limit = 1.0f};
}

/// The same without what absolute or unreal assets cannot have.
static void make_simple(Rig *rig, bool is_absolute, bool is_unreal)
{
    make(rig);
    rig->asset.pose_count = 2;
    rig->asset.override_count = rig->asset.group_count = 0;
    rig->asset.is_absolute = is_absolute;
    rig->asset.is_unreal = is_unreal;
}

static void check_fails(MienStatus status, const MienError *error, const MienAuthorPack *pack,
                        MienStatus expected, const char *place, int line)
{
    check_status(status, expected, __FILE__, line, "the cook");
    check_status(error->status, expected, __FILE__, line, "the error");
    check_str(error->location, place, __FILE__, line, "the place");
    check_true(error->message[0] != '\0', __FILE__, line, "there is a sentence");
    check_true(pack->data == NULL && pack->size == 0, __FILE__, line, "there is no pack");
}

static void check_asset(const MienAuthorPoseAsset *asset, MienStatus expected, const char *place, int line)
{
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    MienError error = {.location = "untouched"};
    MienAuthorCookReport report = {.entries = -7};
    const MienStatus status = mien_author_pose_asset_cook(asset, NULL, &pack, &report, &error);
    check_fails(status, &error, &pack, expected, place, line);
    check_true(report.entries == -7, __FILE__, line, "there is no report");
    check_status(mien_author_pose_asset_cook(asset, NULL, &pack, NULL, NULL), expected, __FILE__, line,
                 "the cook without an error to fill");
}

static void check_skeleton(const MienAuthorSkeleton *skeleton, MienStatus expected, const char *place,
                           int line)
{
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    MienError error = {.location = "untouched"};
    const MienStatus status = mien_author_skeleton_cook(skeleton, NULL, &pack, &error);
    check_fails(status, &error, &pack, expected, place, line);
}

/// Makes the change and expects the asset to be refused for it.
#define REFUSED(expected, place, change)                                                                     \
    do {                                                                                                     \
        Rig rig;                                                                                             \
        make(&rig);                                                                                          \
        change;                                                                                              \
        check_asset(&rig.asset, expected, place, __LINE__);                                                  \
    } while (0)
#define REFUSED_SIMPLE(is_absolute, is_unreal, place, change)                                                \
    do {                                                                                                     \
        Rig rig;                                                                                             \
        make_simple(&rig, is_absolute, is_unreal);                                                           \
        change;                                                                                              \
        check_asset(&rig.asset, MIEN_ERROR_DATA, place, __LINE__);                                           \
    } while (0)
#define BAD_DATA(place, change) REFUSED(MIEN_ERROR_DATA, place, change)
#define BAD_SKELETON(expected, place, change)                                                                \
    do {                                                                                                     \
        Rig rig;                                                                                             \
        make(&rig);                                                                                          \
        change;                                                                                              \
        check_skeleton(&rig.skeleton, expected, place, __LINE__);                                            \
    } while (0)

TEST(nothing_wrong)
{
    static const bool kinds[4][2] = {{false, false}, {true, false}, {false, true}, {true, true}};
    for (int i = 0; i < 4; ++i) {
        Rig rig;
        if (i == 0)
            make(&rig);
        else
            make_simple(&rig, kinds[i][0], kinds[i][1]);
        MienError error = {.location = "untouched"};
        MienAuthorPack pack;
        CHECK_STATUS(mien_author_pose_asset_cook(&rig.asset, NULL, &pack, NULL, &error), MIEN_OK);
        CHECK_STR(error.location, "untouched");
        CHECK((uintptr_t)pack.data % MIEN_PACK_ALIGNMENT == 0);
        mien_author_pack_release(&pack);
        CHECK(pack.data == NULL && pack.size == 0);
        mien_author_pack_release(&pack);
    }
    mien_author_pack_release(NULL);
}

TEST(arguments)
{
    Rig sound;
    make(&sound);
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    CHECK_STATUS(mien_author_pose_asset_cook(NULL, NULL, &pack, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK(pack.data == NULL);
    CHECK_STATUS(mien_author_pose_asset_cook(&sound.asset, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    pack.data = (uint8_t *)&pack;
    CHECK_STATUS(mien_author_skeleton_cook(NULL, NULL, &pack, NULL), MIEN_ERROR_ARGUMENT);
    CHECK(pack.data == NULL);
    CHECK_STATUS(mien_author_skeleton_cook(&sound.skeleton, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    BAD_SKELETON(MIEN_ERROR_ARGUMENT, "", rig.skeleton.bones = NULL);
    BAD_SKELETON(MIEN_ERROR_ARGUMENT, "", rig.skeleton.curves = NULL);
    REFUSED(MIEN_ERROR_ARGUMENT, "", rig.asset.skeleton = NULL);
    REFUSED(MIEN_ERROR_ARGUMENT, "", rig.skeleton.bones = NULL);
    REFUSED(MIEN_ERROR_ARGUMENT, "", rig.asset.poses = NULL);
    REFUSED(MIEN_ERROR_ARGUMENT, "", rig.asset.curves = NULL);
    REFUSED(MIEN_ERROR_ARGUMENT, "", rig.asset.overrides = NULL);
    REFUSED(MIEN_ERROR_ARGUMENT, "", rig.asset.groups = NULL);
    REFUSED(MIEN_ERROR_ARGUMENT, "overrides, groups", rig.asset.override_count = -1);
    REFUSED(MIEN_ERROR_ARGUMENT, "overrides, groups", rig.asset.group_count = -1);
}

TEST(limits)
{
    BAD_SKELETON(MIEN_ERROR_LIMIT, "bones", rig.skeleton.bone_count = MIEN_MAX_BONES + 1);
    BAD_SKELETON(MIEN_ERROR_LIMIT, "bones", rig.skeleton.bone_count = -1);
    BAD_SKELETON(MIEN_ERROR_LIMIT, "curves", rig.skeleton.curve_count = MIEN_MAX_CURVES + 1);
    BAD_SKELETON(MIEN_ERROR_LIMIT, "curves", rig.skeleton.curve_count = -1);
    REFUSED(MIEN_ERROR_LIMIT, "skeleton.bones", rig.skeleton.bone_count = MIEN_MAX_BONES + 1);
    REFUSED(MIEN_ERROR_LIMIT, "poses", rig.asset.pose_count = MIEN_MAX_POSES + 1);
    REFUSED(MIEN_ERROR_LIMIT, "poses", rig.asset.pose_count = -1);
    REFUSED(MIEN_ERROR_LIMIT, "curves", rig.asset.curve_count = MIEN_MAX_CURVES + 1);
    REFUSED(MIEN_ERROR_LIMIT, "curves", rig.asset.curve_count = -1);
}

TEST(names)
{
    for (int i = 0; i < BAD_NAMES; ++i) {
        BAD_SKELETON(MIEN_ERROR_DATA, "bones[1].name", rig.bones[1].name = bad_names[i]);
        BAD_SKELETON(MIEN_ERROR_DATA, "curves[5].name", rig.skeleton_curves[5].name = bad_names[i]);
        BAD_DATA("skeleton.bones[1].name", rig.bones[1].name = bad_names[i]);
        BAD_DATA("poses[3].name", rig.poses[3].name = bad_names[i]);
        BAD_DATA("curves[1].name", rig.curves[1].name = bad_names[i]);
    }
    // Of two the later one is named, as the caller counts, whatever order a pack has.
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[2].name", (rig.bones[2].name = "bone1"));
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[1].name", (rig.bones[1].name = "bone2", rig.bones[1].max_lod = 3));
    BAD_SKELETON(MIEN_ERROR_DATA, "curves[4].name", rig.skeleton_curves[4].name = "a");
    BAD_DATA("skeleton.bones[2].name", rig.bones[2].name = "bone1");
    BAD_DATA("poses[2].name", rig.poses[2].name = "a");
    BAD_DATA("curves[1].name", rig.curves[1].name = "smile");
    // Only in unreal assets does case not matter.
    REFUSED_SIMPLE(false, true, "poses[1].name", rig.poses[1].name = "A");
    REFUSED_SIMPLE(false, true, "curves[1].name", rig.curves[1].name = "Smile");
    REFUSED_SIMPLE(false, true, "skeleton.bones[2].name", rig.bones[2].name = "BONE0");
    Rig rig;
    make(&rig);
    rig.poses[1].name = "A";
    rig.curves[1].name = "Smile";
    rig.bones[2].name = "BONE1";
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    unload(&l);
}

TEST(skeletons)
{
    static const int bad_levels[] = {-1, 16, 254, 256};
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[1].parent", rig.bones[1].parent = 1);
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[1].parent", rig.bones[1].parent = 2);
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[1].parent", rig.bones[1].parent = -2);
    BAD_DATA("skeleton.bones[1].parent", rig.bones[1].parent = 2);
    for (int i = 0; i < 4; ++i) {
        BAD_SKELETON(MIEN_ERROR_DATA, "bones[2].max_lod", rig.bones[2].max_lod = bad_levels[i]);
        BAD_SKELETON(MIEN_ERROR_DATA, "curves[0].max_lod", rig.skeleton_curves[0].max_lod = bad_levels[i]);
        BAD_DATA("skeleton.bones[2].max_lod", rig.bones[2].max_lod = bad_levels[i]);
        BAD_DATA("curves[0].max_lod", rig.curves[0].max_lod = bad_levels[i]);
    }
    // A parent must not go before its child.
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[1].max_lod", rig.bones[0].max_lod = 15);
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[2].rest", rig.bones[2].rest.rotation.w = 1.1f);
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[2].rest", rig.bones[2].rest.rotation.x = NAN);
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[2].rest", rig.bones[2].rest.translation.y = 2e6f);
    BAD_SKELETON(MIEN_ERROR_DATA, "bones[2].rest", rig.bones[2].rest.scale.z = INFINITY);
    BAD_DATA("skeleton.bones[2].rest", rig.bones[2].rest.rotation.w = 0.9f);
    BAD_DATA("skeleton", (rig.bones[0].rest.scale.y = 1e6f, rig.bones[2].rest.translation.y = 11.0f));
}

TEST(bones)
{
    static MienTransform base[3];
    BAD_DATA("poses[1].bones[0]", rig.posed[1][0].rotation = ((MienQuat){0.0f, 0.0f, 0.0f, 0.9f}));
    BAD_DATA("poses[1].bones[2]", rig.posed[1][2].translation.x = NAN);
    BAD_DATA("poses[1].bones[2]", rig.posed[1][2].scale.x = -1.1e6f);
    for (int b = 0; b < 3; ++b)
        base[b] = mien_transform_identity();
    base[1].rotation.w = 0.0f;
    BAD_DATA("base[1]", rig.asset.base = base);
    base[1] = mien_transform_identity();
    // Nothing can be relative to a scale of 0; absolute and unreal poses are not.
    base[1].scale.y = 9e-9f;
    BAD_DATA("poses[0].bones[1].scale", rig.asset.base = base);
    base[1].scale.y = 1e-7f; // and some offsets are too large to be meant
    BAD_DATA("poses[0].bones[1]", rig.asset.base = base);
    BAD_DATA("base_pose", rig.asset.base_pose = 5);
    BAD_DATA("base_pose", rig.asset.base_pose = -1);
    static const int hold[] = {0, 3}, below[] = {-1};
    BAD_DATA("poses[1].hold", rig.poses[1].hold_count = 1);
    BAD_DATA("poses[1].hold", rig.poses[1].hold_count = -1);
    BAD_DATA("poses[1].hold[1]", (rig.poses[1].hold = hold, rig.poses[1].hold_count = 2));
    REFUSED_SIMPLE(true, false, "poses[1].hold[0]", (rig.poses[1].hold = below, rig.poses[1].hold_count = 1));
}

TEST(controls)
{
#define SETTINGS(...) rig.poses[1].driven_settings = ((MienAuthorDrivenPose){__VA_ARGS__})
    static const char place[] = "poses[1].driven_settings";
    for (int i = 0; i < BAD_FLOATS; ++i) {
        BAD_DATA(place, SETTINGS(.has_range = true, .min = bad_floats[i], .max = 1.0f));
        BAD_DATA(place, SETTINGS(.has_range = true, .max = bad_floats[i]));
        BAD_DATA(place, SETTINGS(.has_remap = true, .gain = bad_floats[i]));
        BAD_DATA(place, SETTINGS(.has_remap = true, .gain = 1.0f, .offset = bad_floats[i]));
    }
    BAD_DATA(place, SETTINGS(.has_range = true, .min = 0.1f, .max = 1.0f));
    BAD_DATA(place, SETTINGS(.has_range = true, .min = -1.0f, .max = -0.1f));
    BAD_DATA(place, SETTINGS(.is_binary = true, .is_smooth = true));
    BAD_DATA(place, SETTINGS(.is_binary = true, .has_range = true, .max = 1.0f));
    BAD_DATA(place, SETTINGS(.is_binary = true, .has_remap = true, .gain = 1.0f));
    REFUSED_SIMPLE(true, false, place, SETTINGS(.has_range = true, .min = -1.0f, .max = 1.0f));
    BAD_DATA("poses[1].role", rig.poses[1].role = (MienAuthorRole)3);
    REFUSED_SIMPLE(true, false, "poses[1].role", rig.poses[1] = rig.poses[3]);
    REFUSED_SIMPLE(false, true, "poses[1].role", rig.poses[1] = rig.poses[2]);
    REFUSED_SIMPLE(false, true, "poses[1].role", rig.poses[1] = rig.poses[3]);
    REFUSED_SIMPLE(false, true, "overrides", rig.asset.override_count = 1);
    REFUSED_SIMPLE(false, true, "overrides", rig.asset.group_count = 1);
}

TEST(inbetweens)
{
    static const float bad_positions[] = {0.0f, -0.0f, 1.0f, NAN, INFINITY, 1001.0f};
    static const int bad_controls[] = {-1, 2, 3, 4, 1000};
    for (int i = 0; i < 6; ++i)
        BAD_DATA("poses[2].position", rig.poses[2].position = bad_positions[i]);
    for (int i = 0; i < 5; ++i)
        BAD_DATA("poses[2].driven_pose", rig.poses[2].driven_pose = bad_controls[i]);
    BAD_DATA("poses[2].position", rig.poses[2].position = 1.0f / 1025.0f);
    BAD_DATA("poses[2].position", rig.poses[2].position = -1.0f / 1025.0f);
    BAD_DATA("poses[2].position", rig.poses[2].position = 1.0f - 1.0f / 1025.0f);
    BAD_DATA("poses[2].position", rig.poses[2].position = 1.0f + 1.0f / 1025.0f);
    for (int i = 0; i < 3; ++i) { // beside another one, above, below and on it
        Rig rig;
        make(&rig);
        rig.poses[3] = rig.poses[2];
        rig.poses[3].name = "other";
        rig.poses[3].position = 0.5f + (float)(i - 1) / 1025.0f;
        check_asset(&rig.asset, MIEN_ERROR_DATA, "poses[3].position", __LINE__);
    }
    Rig rig;
    make(&rig);
    rig.asset.is_absolute = true;
    rig.asset.pose_count = 3;
    rig.poses[2].position = -0.5f;
    check_asset(&rig.asset, MIEN_ERROR_DATA, "poses[2].position", __LINE__);
}

TEST(combinations)
{
    static const int lists[][2] = {{0, -1}, {4, 0}, {0, 3}, {1, 1}, {2, 2}};
    BAD_DATA("poses[3].inputs", rig.poses[3].input_count = 0);
    BAD_DATA("poses[3].inputs", rig.poses[3].input_count = -1);
    BAD_DATA("poses[3].inputs", rig.poses[3].input_count = 5);
    BAD_DATA("poses[3].inputs", rig.poses[3].inputs = NULL);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i)
        BAD_DATA("poses[3].inputs", rig.poses[3].inputs = lists[i]);
}

TEST(masks)
{
    for (int i = 0; i < BAD_FLOATS; ++i) {
        BAD_DATA("overrides[0]", rig.masks[0].amount = bad_floats[i]);
        BAD_DATA("overrides[0]", rig.masks[0].threshold = bad_floats[i]);
    }
    BAD_DATA("overrides[0]", rig.masks[0].amount = -0.01f);
    BAD_DATA("overrides[0]", rig.masks[0].amount = 1.01f);
    BAD_DATA("overrides[0]", rig.masks[0].kind = (MienAuthorOverrideKind)3);
    BAD_DATA("overrides[0]", rig.masks[0].source = 0);
    for (int pose = -1; pose < 5; pose += 3) { // no pose, an in-between, none again
        BAD_DATA("overrides[0]", rig.masks[0].source = pose);
        BAD_DATA("overrides[0]", rig.masks[0].target = pose);
    }
    // Masks are sorted; the error names the position of the duplicate.
    BAD_DATA("overrides[2]", (rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_SUM, 1, 0, 1.0f),
                              rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_SUM, 0, 1, 1.0f)));
}

TEST(groups)
{
    static const int twice[] = {0, 0}, no_control[] = {0, 2}, no_pose[] = {4}, one[] = {1};
    for (int i = 0; i < BAD_FLOATS; ++i)
        BAD_DATA("groups[0]", rig.groups[0].limit = bad_floats[i]);
    BAD_DATA("groups[0]", rig.groups[0].limit = 0.0f);
    BAD_DATA("groups[0]", rig.groups[0].kind = (MienAuthorGroupKind)3);
    BAD_DATA("groups[0]", rig.groups[0].member_count = 0);
    BAD_DATA("groups[0]", rig.groups[0].member_count = -1);
    BAD_DATA("groups[0]", rig.groups[0].members = NULL);
    BAD_DATA("groups[0]", rig.groups[0].members = twice);
    BAD_DATA("groups[0]", rig.groups[0].members = no_control);
    BAD_DATA("groups[0]", (rig.groups[0].members = no_pose, rig.groups[0].member_count = 1));
    for (int keep = -1; keep < 4; keep += keep == 0 ? 3 : 1)
        BAD_DATA("groups[0]", (rig.groups[0].kind = MIEN_AUTHOR_GROUP_TOP, rig.groups[0].keep = keep));
    BAD_DATA("groups[0]", (rig.groups[0].kind = MIEN_AUTHOR_GROUP_TOP, rig.groups[0].keep = 1,
                           rig.groups[0].member_count = 257));
    // A control in two groups: the second one is to blame.
    BAD_DATA("groups[1]", (rig.groups[1] = rig.groups[0], rig.groups[1].members = one,
                           rig.groups[1].member_count = 1, rig.asset.group_count = 2));
}

TEST(curves)
{
    static const float bad[] = {NAN, INFINITY, 1e9f};
    for (int i = 0; i < 3; ++i) {
        const float base[2] = {0.0f, bad[i]};
        BAD_DATA("base_curves[1]", rig.asset.base_curves = base);
        BAD_DATA("poses[0].curves[1].value", rig.values[0][1].value = bad[i]);
    }
    BAD_DATA("poses[0].curves[1].curve", rig.values[0][1].curve = 2);
    BAD_DATA("poses[0].curves[1].curve", rig.values[0][1].curve = -1);
    BAD_DATA("poses[0].curves[1]", rig.values[0][1].curve = 0);
    BAD_DATA("poses[0].curves", rig.poses[0].curves = NULL);
    BAD_DATA("poses[0].curves", rig.poses[0].curve_count = 3);
    BAD_DATA("poses[0].curves", rig.poses[0].curve_count = -1);
    REFUSED_SIMPLE(true, true, "poses[0].curves[1]", rig.values[0][1].curve = 0);
}

CHECK_MAIN
{
    RUN(nothing_wrong);
    RUN(arguments);
    RUN(limits);
    RUN(names);
    RUN(skeletons);
    RUN(bones);
    RUN(controls);
    RUN(inbetweens);
    RUN(combinations);
    RUN(masks);
    RUN(groups);
    RUN(curves);
}
