// SPDX-License-Identifier: MIT
//
// Settings of pose assets: each is written as little as possible, taken back without a
// trace, and refused where it would make no sense.

#include "support/pose_texts.h"

#include "asset/edit/poses.h"

#define TOP                                                                                                  \
    "{\n"                                                                                                    \
    "  \"kind\": \"poses\",\n"                                                                               \
    "  \"version\": 1,\n"                                                                                    \
    "  \"skeleton\": \"ada.skeleton.json\",\n"

static const char text[] = TOP "  \"mode\": \"additive\",\n"
                               "  \"poses\": [\n"
                               "    {\"name\": \"a\"},\n"
                               "    {\"name\": \"b\"},\n"
                               "    {\"name\": \"c\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 1, 0]}]}\n"
                               "  ]\n"
                               "}\n";

static MieniAsset asset;
static MienError error;

static void begin(void)
{
    asset = read_asset(MIENI_ASSET_POSES, text);
    error = (MienError){0};
}

static void end(void)
{
    CHECK_TEXT(&asset, text); // every test takes back what it did
    mieni_asset_release(&asset);
}

static void check_row(const char *list, int index, const char *expected)
{
    MieniTextOut out = {0};
    mieni_text_put_json(&out, mieni_json_get(asset.json.root, list)->items[index]);
    CHECK_STR(out.bytes, expected);
    mieni_text_release(&out);
}

TEST(mode)
{
    static const char *const inputs[] = {"a"};
    begin();
    CHECK_STATUS(mieni_poses_set_mode(&asset, true, &error), MIEN_OK);
    CHECK_STR(mieni_json_get_string(asset.json.root, "mode", ""), "absolute");
    CHECK_STATUS(mieni_poses_set_mode(&asset, false, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_range(&asset, "a", true, -1, 1, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_combination(&asset, "b", inputs, 1, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_mode(&asset, true, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "mode", "change a, b first");
    CHECK_STATUS(mieni_poses_set_range(&asset, "a", false, 0, 0, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_combination(&asset, "b", NULL, 0, &error), MIEN_OK);
    end();
}

TEST(base)
{
    begin();
    CHECK_STATUS(mieni_poses_set_base(&asset, "b", &error), MIEN_OK);
    CHECK_STR(mieni_json_get_string(asset.json.root, "base", ""), "b");
    CHECK_STATUS(mieni_poses_set_base(&asset, "none", &error), MIEN_ERROR_DATA);
    CHECK_STR(mieni_json_get_string(asset.json.root, "base", ""), "b");
    CHECK_STATUS(mieni_poses_set_base(&asset, NULL, &error), MIEN_OK);
    end();
}

TEST(controls)
{
    begin();
    CHECK_STATUS(mieni_poses_set_range(&asset, "a", true, -0.1f, 1.5f, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_remap(&asset, "a", 2, 0, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_smooth(&asset, "a", true, &error), MIEN_OK);
    check_row("poses", 0, "{\"name\": \"a\", \"range\": [-0.1, 1.5], \"gain\": 2, \"smooth\": true}");
    CHECK_STATUS(mieni_poses_set_binary(&asset, "a", true, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "poses[0].binary", "no other setting");
    CHECK_STATUS(mieni_poses_set_range(&asset, "a", true, 0.5f, 1, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "poses[0].range", "contains 0");
    CHECK_STATUS(mieni_poses_set_range(&asset, "a", true, 0, 1e9f, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_remap(&asset, "a", 2, 1e30f * 1e30f, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_range(&asset, "a", false, 0, 0, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_remap(&asset, "a", 1, 0, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_smooth(&asset, "a", false, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_binary(&asset, "a", true, &error), MIEN_OK);
    check_row("poses", 0, "{\"name\": \"a\", \"binary\": true}");
    CHECK_STATUS(mieni_poses_set_binary(&asset, "a", false, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_binary(&asset, "none", false, &error), MIEN_ERROR_DATA);
    end();
}

TEST(roles)
{
    static const char *const inputs[] = {"a", "c"}, *const itself[] = {"b"};
    begin();
    CHECK_STATUS(mieni_poses_set_inbetween(&asset, "c", "a", 0.5f, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_combination(&asset, "b", inputs, 2, &error), MIEN_OK);
    check_row("poses", 1, "{\"name\": \"b\", \"corrective\": [\"a\", \"c\"]}");
    check_row("poses", 2,
              "{\"name\": \"c\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 1, 0]}], \"target\": \"a\", "
              "\"position\": 0.5}");
    CHECK_STATUS(mieni_poses_set_inbetween(&asset, "c", "b", 0.5f, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "poses[2].target", "not driven by a curve");
    CHECK_STATUS(mieni_poses_set_inbetween(&asset, "a", "none", 0.5f, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_inbetween(&asset, "c", "a", 1, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_combination(&asset, "b", itself, 1, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_combination(&asset, "b", NULL, 0, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_inbetween(&asset, "c", NULL, 0, &error), MIEN_OK);
    end();
}

TEST(masks)
{
    begin();
    CHECK_STATUS(mieni_poses_set_override(&asset, "a", "b", MIEN_AUTHOR_OVERRIDE_BLOCK, 1, 0.5f, &error),
                 MIEN_OK);
    CHECK_STATUS(mieni_poses_set_override(&asset, "b", "a", MIEN_AUTHOR_OVERRIDE_SUM, 1, 0, &error), MIEN_OK);
    check_row(
        "overrides", 0,
        "{\"target\": \"a\", \"source\": \"b\", \"kind\": \"block\", \"amount\": 1, \"threshold\": 0.5}");
    CHECK_STATUS(mieni_poses_set_override(&asset, "a", "b", MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0.25f, 0, &error),
                 MIEN_OK);
    check_row("overrides", 0, "{\"target\": \"a\", \"source\": \"b\", \"amount\": 0.25}");
    CHECK_STATUS(mieni_poses_set_override(&asset, "a", "a", MIEN_AUTHOR_OVERRIDE_SUM, 1, 0, &error),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_override(&asset, "a", "c", MIEN_AUTHOR_OVERRIDE_SUM, 2, 0, &error),
                 MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "overrides[2].amount", "from 0 to 1");
    CHECK_STATUS(mieni_poses_remove_override(&asset, "a", "c", &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_remove_override(&asset, "a", "b", &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_remove_override(&asset, "b", "a", &error), MIEN_OK);
    end();
}

TEST(groups)
{
    static const char *const two[] = {"a", "b"}, *const one[] = {"c"}, *const again[] = {"c", "b"};
    begin();
    CHECK_STATUS(mieni_poses_set_group(&asset, "g", MIEN_AUTHOR_GROUP_CAP, 1.5f, two, 2, &error), MIEN_OK);
    check_row("groups", 0,
              "{\"name\": \"g\", \"kind\": \"cap\", \"limit\": 1.5, \"members\": [\"a\", \"b\"]}");
    CHECK_STATUS(mieni_poses_set_group(&asset, "h", MIEN_AUTHOR_GROUP_TOP, 1, one, 1, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_group(&asset, "h", MIEN_AUTHOR_GROUP_TOP, 1, again, 2, &error),
                 MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "groups[1].members", "in groups[0] already");
    CHECK_STATUS(mieni_poses_set_group(&asset, "h", MIEN_AUTHOR_GROUP_TOP, 1.5f, one, 1, &error),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_group(&asset, "h", MIEN_AUTHOR_GROUP_TOP, 1, NULL, 0, &error),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_remove_group(&asset, "h", &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_remove_group(&asset, "h", &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_remove_group(&asset, "g", &error), MIEN_OK);
    end();
}

TEST(levels)
{
    begin();
    CHECK_STATUS(mieni_poses_set_curve_level(&asset, "blush", 2, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_curve_level(&asset, "blush", 1, &error), MIEN_OK);
    check_row("curves", 0, "{\"name\": \"blush\", \"max_lod\": 1}");
    CHECK_STATUS(mieni_poses_set_curve_level(&asset, "blush", 16, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_set_curve_level(&asset, "blush", MIEN_ALL_LODS, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_curve_level(&asset, "blush", MIEN_ALL_LODS, &error), MIEN_OK); // as it is
    const MieniJson *curves = mieni_json_get(asset.json.root, "curves");
    CHECK(curves == NULL || curves->count == 0);
    end();
}

TEST(hands)
{
    MienTransform value = mien_transform_identity();
    value.rotation = (MienQuat){1, 0, 0, 0};
    value.scale.y = 0.1f;
    begin();
    CHECK_STATUS(mieni_poses_set_bone(&asset, "c", "jaw", MIENI_PART_Q | MIENI_PART_S, &value, &error),
                 MIEN_OK);
    CHECK_STATUS(mieni_poses_set_bone(&asset, "c", "lid_l", MIENI_PART_T, &value, &error), MIEN_OK);
    check_row(
        "poses", 2,
        "{\"name\": \"c\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 1, 0], \"q\": [1, 0, 0, 0], \"s\": "
        "[1, 0.1, 1]}, {\"bone\": \"lid_l\", \"t\": [0, 0, 0]}]}");
    value.rotation.w = 1;
    CHECK_STATUS(mieni_poses_set_bone(&asset, "c", "jaw", MIENI_PART_Q, &value, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "bones[0].q", "length 1");
    CHECK_STATUS(mieni_poses_clear_bone(&asset, "c", "jaw", MIENI_PART_Q | MIENI_PART_S, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_clear_bone(&asset, "c", "lid_l", 7, &error), MIEN_OK);
    CHECK_TEXT(&asset, text);
    CHECK_STATUS(mieni_poses_set_bone(&asset, "a", "jaw", MIENI_PART_T, &value, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_clear_bone(&asset, "a", NULL, 7, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_clear_bone(&asset, "a", NULL, 7, &error), MIEN_OK);
    end();
}

CHECK_MAIN
{
    RUN(mode);
    RUN(base);
    RUN(controls);
    RUN(roles);
    RUN(masks);
    RUN(groups);
    RUN(levels);
    RUN(hands);
}
