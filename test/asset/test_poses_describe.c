// SPDX-License-Identifier: MIT
//
// Describing text assets for cooking: where poses come from, what hands add, what is
// refused and where; skeletons and modifiers.

#include "support/ledger.h"
#include "support/pose_texts.h"

#include "asset/modifiers.h"

static HeadTake take;
static const int numbers[4] = {0, 1, 2, 3};

static MienStatus describe(const MieniAsset *asset, MieniArena *arena, MienAuthorPoseAsset *out,
                           MieniPosesNotes *notes, MienError *error)
{
    const MieniPosesTake takes[] = {{"other.bvh", "b", &take.clip}, {"ada.bvh", "", &take.clip}};
    return mieni_poses_describe(asset, &head_skeleton, takes, 2, arena, out, notes, error);
}

static bool is_same(const MienTransform *a, const MienTransform *b) { return memcmp(a, b, sizeof *a) == 0; }

#define FULL                                                                                                 \
    POSES_HEAD POSES_SOURCE                                                                                  \
        "\"mode\": \"additive\", \"base\": \"Rest\", \"poses\": [\n"                                         \
        "{\"name\": \"Rest\", \"frame\": 1, \"bones\": [{\"bone\": \"brow\", \"t\": [0, 1, 0]}]},\n"         \
        "{\"name\": \"open\", \"frame\": 2, \"range\": [-0.5, 1.5], \"gain\": 2, \"smooth\": true},\n"       \
        "{\"name\": \"half\", \"time\": 0.06, \"target\": \"open\", \"position\": 0.5},\n"                   \
        "{\"name\": \"hand\", \"bones\": [{\"bone\": \"jaw\", \"s\": [2, 2, 2]}], "                          \
        "\"curves\": {\"glow\": 0.25}, \"hold\": [\"head\", \"brow\"]},\n"                                   \
        "{\"name\": \"both\", \"file\": \"other.bvh\", \"take\": \"b\", \"marker\": \"m\", "                 \
        "\"corrective\": [\"open\", \"half\"]},\n"                                                           \
        "{\"name\": \"switch\", \"binary\": true}],\n"                                                       \
        "\"overrides\": [{\"target\": \"open\", \"source\": \"hand\", \"kind\": \"block\", \"threshold\": "  \
        "0.5}],\n"                                                                                           \
        "\"groups\": [{\"kind\": \"top\", \"members\": [\"hand\", \"open\"], \"keep\": 2}],\n"               \
        "\"curves\": [{\"name\": \"late\", \"max_lod\": 0}], \"base_curves\": {\"glow\": 0.125}}"

TEST(bones)
{
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    MieniPosesNotes notes;
    MienError error = {0};
    head_take(&take, numbers, 4);
    take.events[0] = (MienAuthorClipEvent){"m", 0.12};
    take.clip.event_count = 1;
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, FULL);
    CHECK_STATUS(describe(&asset, &arena, &out, &notes, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK_INT(out.pose_count, 6);
    CHECK(!out.is_absolute && !out.is_unreal);
    CHECK_INT(out.base_pose, 1);
    CHECK(out.base == out.poses[0].bones);

    // The base: reference, take, hand.
    CHECK(is_same(&out.base[0], &head_bones[0].rest));
    CHECK(is_same(&out.base[1], &take.samples[0][1]));
    CHECK_NEAR(out.base[4].translation.y, 1, 0);
    // A frame is its sample to the bit; what it lacks is as the base, not as the reference.
    CHECK(is_same(&out.poses[1].bones[1], &take.samples[0][2]));
    CHECK(is_same(&out.poses[1].bones[2], &take.samples[1][2]));
    CHECK_NEAR(out.poses[1].bones[4].translation.y, 1, 0);
    // A time is evaluated: half way between frames 1 and 2.
    const MienTransform middle = mien_author_track_evaluate(&take.clip, 0, 0.06);
    CHECK(is_same(&out.poses[2].bones[1], &middle));
    CHECK_NEAR(out.poses[2].bones[1].translation.x, 0.1875, 1e-6);
    // By hand: only what is given replaces.
    CHECK_NEAR(out.poses[3].bones[1].scale.y, 2, 0);
    CHECK_NEAR(out.poses[3].bones[1].translation.x, take.samples[0][1].translation.x, 0);
    CHECK(is_same(&out.poses[4].bones[1], &take.samples[0][3]));
    CHECK(out.poses[5].bones == NULL);
    CHECK_INT(notes.ignored_count, 2);
    CHECK_STR(notes.first_ignored, "tail");
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(rules)
{
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, FULL);
    CHECK_STATUS(describe(&asset, &arena, &out, NULL, NULL), MIEN_OK);
    const MienAuthorDrivenPose *control = &out.poses[1].driven_settings;
    CHECK_INT(out.poses[1].role, MIEN_AUTHOR_CURVE_DRIVEN);
    CHECK(control->has_range && control->has_remap && control->is_smooth && !control->is_binary);
    CHECK_NEAR(control->min, -0.5, 0);
    CHECK_NEAR(control->max, 1.5, 0);
    CHECK_NEAR(control->gain, 2, 0);
    CHECK_NEAR(control->offset, 0, 0);
    CHECK_INT(out.poses[2].role, MIEN_AUTHOR_INBETWEEN);
    CHECK_INT(out.poses[2].driven_pose, 1);
    CHECK_NEAR(out.poses[2].position, 0.5, 0);
    CHECK_INT(out.poses[4].role, MIEN_AUTHOR_COMBINATION);
    CHECK_INT(out.poses[4].input_count, 2);
    CHECK_INT(out.poses[4].inputs[0], 1);
    CHECK_INT(out.poses[4].inputs[1], 2);
    CHECK(out.poses[5].driven_settings.is_binary);
    CHECK_INT(out.poses[3].hold_count, 2);
    CHECK_INT(out.poses[3].hold[1], 4);
    CHECK_INT(out.override_count, 1);
    CHECK_INT(out.overrides[0].target, 1);
    CHECK_INT(out.overrides[0].source, 3);
    CHECK_INT(out.overrides[0].kind, MIEN_AUTHOR_OVERRIDE_BLOCK);
    CHECK_NEAR(out.overrides[0].amount, 1, 0);
    CHECK_INT(out.group_count, 1);
    CHECK_INT(out.groups[0].kind, MIEN_AUTHOR_GROUP_TOP);
    CHECK_INT(out.groups[0].members[0], 3);
    CHECK_INT(out.groups[0].keep, 2);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(curves)
{
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, FULL);
    CHECK_STATUS(describe(&asset, &arena, &out, NULL, NULL), MIEN_OK);
    CHECK_INT(out.curve_count, 3);
    CHECK_STR(out.curves[0].name, "late");
    CHECK_INT(out.curves[0].max_lod, 0);
    CHECK_STR(out.curves[1].name, "glow");
    CHECK_INT(out.curves[1].max_lod, MIEN_ALL_LODS);
    CHECK_STR(out.curves[2].name, "blush");
    CHECK_INT(out.curves[2].max_lod, 2); // the skeleton's
    // What the base gives, over it what base_curves says.
    CHECK_NEAR(out.base_curves[1], 0.125, 0);
    CHECK_NEAR(out.base_curves[2], 0.5, 0);
    // Frame 2 has no blush, but the base has: then 0 is said.
    CHECK_INT(out.poses[1].curve_count, 1);
    CHECK_INT(out.poses[1].curves[0].curve, 2);
    CHECK_NEAR(out.poses[1].curves[0].value, 0, 0);
    CHECK_INT(out.poses[2].curve_count, 1);
    CHECK_NEAR(out.poses[2].curves[0].value, 0.25, 1e-6);
    CHECK_INT(out.poses[3].curve_count, 1);
    CHECK_INT(out.poses[3].curves[0].curve, 1);
    CHECK_NEAR(out.poses[3].curves[0].value, 0.25, 0);
    CHECK_INT(out.poses[5].curve_count, 0);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

/// Without a base the take's zeros are not defined, and hands win over the take.
TEST(curves_of_reference)
{
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    MieniAsset asset = read_asset(
        MIENI_ASSET_POSES, POSES_HEAD POSES_SOURCE
        "\"mode\": \"absolute\", \"blending\": \"unreal\", \"poses\": [{\"name\": \"a\", \"frame\": 0}, "
        "{\"name\": \"b\", \"frame\": 1, \"curves\": {\"blush\": 0.75}}]}");
    CHECK_STATUS(describe(&asset, &arena, &out, NULL, NULL), MIEN_OK);
    CHECK(out.is_absolute && out.is_unreal);
    CHECK(out.base == NULL);
    CHECK_INT(out.base_pose, 0);
    CHECK_INT(out.curve_count, 1);
    CHECK_INT(out.poses[0].curve_count, 0);
    CHECK_INT(out.poses[1].curve_count, 1);
    CHECK_NEAR(out.poses[1].curves[0].value, 0.75, 0);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(cooks)
{
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    MienAuthorPack pack;
    MienError error = {0};
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, FULL);
    CHECK_STATUS(describe(&asset, &arena, &out, NULL, NULL), MIEN_OK);
    CHECK_STATUS(mien_author_pose_asset_cook(&out, NULL, &pack, NULL, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    mien_author_pack_release(&pack);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

/// At 49 frames per second 1/49 s is a little before frame 1, whose sample counts all the same.
TEST(frames_are_exact)
{
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, POSES_HEAD POSES_SOURCE
                                  "\"mode\": \"additive\", \"poses\": [{\"name\": \"a\", \"frame\": 1}]}");
    take.clip.rate = 49;
    take.samples[0][1].rotation = (MienQuat){0.1f, 0.2f, 0.3f, 0.925f}; // blending would make it 1 long
    const MienTransform near = mien_author_track_evaluate(&take.clip, 0, 1.0 / 49.0);
    CHECK(!is_same(&near, &take.samples[0][1]));
    CHECK_STATUS(describe(&asset, &arena, &out, NULL, NULL), MIEN_OK);
    CHECK(is_same(&out.poses[0].bones[1], &take.samples[0][1]));
    head_take(&take, numbers, 4);
    take.clip.event_count = 1;
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

#define ADDITIVE(rows) POSES_HEAD POSES_SOURCE "\"mode\": \"additive\", \"poses\": [" rows
#define ABSOLUTE(rows) POSES_HEAD POSES_SOURCE "\"mode\": \"absolute\", \"poses\": [" rows
#define A              "{\"name\": \"a\"},\n"

TEST(refused)
{
    static const struct {
        const char *text, *place, *part;
    } rows[] = {
        {POSES_HEAD "\"mode\": \"additive\", \"poses\": [\n{\"name\": \"a\", \"frame\": 0}]}",
         "line 2, poses[0]", "give it a \"file\""},
        {ADDITIVE("\n{\"name\": \"a\", \"file\": \"x.bvh\", \"frame\": 0}]}"), "line 2, poses[0]",
         "no take \"\" in \"x.bvh\""},
        {ADDITIVE("\n{\"name\": \"a\", \"take\": \"t\", \"frame\": 0}]}"), "line 2, poses[0]",
         "no take \"t\" in \"ada.bvh\""},
        {ADDITIVE("{\"name\": \"a\",\n\"frame\": 4}]}"), "line 2, poses[0].frame", "has 4 frames"},
        {ADDITIVE("{\"name\": \"a\", \"frame\": 3, \"time\": 0}]}"), "line 1, poses[0].time", "remove one"},
        {ADDITIVE("{\"name\": \"a\", \"marker\": \"none\"}]}"), "line 1, poses[0].marker", "\"none\""},
        {ADDITIVE("{\"name\": \"a\"}],\n\"base\": \"b\"}"), "line 2, base", "no pose \"b\""},
        {ADDITIVE("{\"name\": \"a\", \"bones\": [{\"bone\": \"jaw\"},\n{\"bone\": \"nose\"}]}]}"),
         "line 2, poses[0].bones[1].bone", "no bone \"nose\""},
        {ADDITIVE("{\"name\": \"a\", \"bones\": [{\"bone\": \"jaw\", \"q\": [0, 0, 0, 2]}]}]}"),
         "line 1, poses[0].bones[0].q", "length 1"},
        {ADDITIVE("{\"name\": \"a\", \"hold\": [\"nose\"]}]}"), "line 1, poses[0].hold", "no bone \"nose\""},
        {ADDITIVE("{\"name\": \"a\", \"range\": [0.5, 1]}]}"), "line 1, poses[0].range", "contains 0"},
        {ABSOLUTE("{\"name\": \"a\", \"range\": [-0.5, 1]}]}"), "line 1, poses[0].range", "begins at 0"},
        {ADDITIVE("{\"name\": \"a\", \"binary\": true, \"gain\": 2}]}"), "line 1, poses[0].binary",
         "no other setting"},
        {ADDITIVE("{\"name\": \"a\", \"position\": 0.5}]}"), "line 1, poses[0].position", "\"target\""},
        {ADDITIVE(A "{\"name\": \"b\", \"target\": \"c\", \"position\": 0.5}]}"), "line 2, poses[1].target",
         "no pose \"c\""},
        {ADDITIVE(A "{\"name\": \"b\", \"target\": \"b\", \"position\": 0.5}]}"), "line 2, poses[1].target",
         "not driven by a curve"},
        {ADDITIVE(A "{\"name\": \"b\", \"target\": \"a\"}]}"), "line 2, poses[1]", "needs \"position\""},
        {ADDITIVE(A "{\"name\": \"b\", \"target\": \"a\", \"position\": 1}]}"), "line 2, poses[1].position",
         "itself at 1"},
        {ABSOLUTE(A "{\"name\": \"b\", \"target\": \"a\", \"position\": -0.5}]}"),
         "line 2, poses[1].position", "above 0"},
        {ADDITIVE(A "{\"name\": \"b\", \"target\": \"a\", \"position\": 0.5, \"corrective\": [\"a\"]}]}"),
         "line 2, poses[1].corrective", "an in-between or a corrective"},
        {ADDITIVE(A "{\"name\": \"b\", \"target\": \"a\", \"position\": 0.5, \"smooth\": false}]}"),
         "line 2, poses[1].smooth", "Only a curve-driven pose"},
        {ABSOLUTE(A "{\"name\": \"b\", \"corrective\": [\"a\"]}]}"), "line 2, poses[1].corrective",
         "additive"},
        {ADDITIVE("{\"name\": \"b\", \"corrective\": []}]}"), "line 1, poses[0].corrective", "at least one"},
        {ADDITIVE("{\"name\": \"b\", \"corrective\": [\"c\"]}]}"), "line 1, poses[0].corrective",
         "no pose \"c\""},
        {ADDITIVE("{\"name\": \"b\", \"corrective\": [\"b\"]}]}"), "line 1, poses[0].corrective",
         "corrective itself"},
        {ADDITIVE(A "{\"name\": \"b\"}], \"overrides\": [\n{\"target\": \"a\", \"source\": \"c\"}]}"),
         "line 3, overrides[0].source", "no pose \"c\""},
        {ADDITIVE("{\"name\": \"a\"}], \"overrides\": [\n{\"target\": \"a\", \"source\": \"a\"}]}"),
         "line 2, overrides[0].source", "weaken itself"},
        {ADDITIVE("{\"name\": \"a\"}], \"groups\": [{\"kind\": \"cap\", \"members\": [\"a\"]},\n{\"kind\": "
                  "\"cap\", \"members\": [\"a\"]}]}"),
         "line 2, groups[1].members", "in groups[0] already"},
        {ADDITIVE("], \"groups\": [{\"kind\": \"cap\", \"members\": []}]}"), "line 1, groups[0].members",
         "has members"},
        {ADDITIVE(
             "{\"name\": \"a\"}], \"groups\": [{\"kind\": \"top\", \"members\": [\"a\"], \"keep\": 2}]}"),
         "line 1, groups[0].keep", "keeps 1 or more"},
        {ADDITIVE(
             "{\"name\": \"a\"}], \"groups\": [{\"kind\": \"cap\", \"members\": [\"a\"], \"limit\": 0}]}"),
         "line 1, groups[0].limit", "above 0"},
        {ADDITIVE(A "{\"name\": \"b\", \"corrective\": [\"a\"]}], \"blending\": \"unreal\"}"),
         "line 2, poses[1].corrective", "Unreal"},
        {ADDITIVE(A "{\"name\": \"b\", \"target\": \"a\", \"position\": 0.5}], \"blending\": \"unreal\"}"),
         "line 2, poses[1].target", "Unreal"},
        {ADDITIVE(A "{\"name\": \"b\"}], \"blending\": \"unreal\",\n\"overrides\": [{\"target\": \"a\", "
                    "\"source\": \"b\"}]}"),
         "line 3, overrides", "Unreal"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniArena arena = {0};
        MienAuthorPoseAsset out;
        MienError error = {0};
        MieniAsset asset = read_asset(MIENI_ASSET_POSES, rows[i].text);
        CHECK_STATUS(describe(&asset, &arena, &out, NULL, &error), MIEN_ERROR_DATA);
        CHECK_ERROR(&error, rows[i].place, rows[i].part);
        CHECK(out.poses == NULL);
        mieni_arena_release(&arena);
        mieni_asset_release(&asset);
    }
}

TEST(takes_needed)
{
    MieniArena arena = {0};
    MieniPosesTake *takes;
    int count;
    MieniAsset asset = read_asset(
        MIENI_ASSET_POSES, POSES_HEAD
        "\"source\": {\"file\": \"ada.bvh\", \"take\": \"x\"}, \"mode\": \"additive\", \"poses\": ["
        "{\"name\": \"a\", \"frame\": 0}, {\"name\": \"b\", \"file\": \"b.bvh\", \"frame\": 0}, "
        "{\"name\": \"c\", \"file\": \"c.bvh\"}, {\"name\": \"d\", \"take\": \"y\", \"time\": 1}, "
        "{\"name\": \"e\", \"frame\": 2}], \"skipped\": [{\"file\": \"b.bvh\", \"frame\": 1}]}");
    CHECK_STATUS(mieni_poses_takes(&asset, &arena, &takes, &count, NULL), MIEN_OK);
    CHECK_INT(count, 3);
    CHECK_STR(takes[0].file, "ada.bvh");
    CHECK_STR(takes[0].take, "x");
    CHECK_STR(takes[1].file, "b.bvh");
    CHECK_STR(takes[1].take, "");
    CHECK_STR(takes[2].take, "y");
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

static const char skeleton_text[] =
    "{\n"
    "  \"kind\": \"skeleton\",\n"
    "  \"version\": 1,\n"
    "  \"bones\": [\n"
    "    {\"name\": \"head\", \"t\": [0, 1.5, 0]},\n"
    "    {\"name\": \"jaw\", \"parent\": \"head\", \"q\": [1, 0, 0, 0], \"s\": "
    "[1, 0.1, 1], \"max_lod\": 1}\n"
    "  ],\n"
    "  \"curves\": [\n"
    "    {\"name\": \"jawOpen\"},\n"
    "    {\"name\": \"late\", \"max_lod\": 0}\n"
    "  ]\n"
    "}\n";

TEST(skeletons)
{
    MieniArena arena = {0};
    MienAuthorSkeleton out;
    MieniAsset asset = read_asset(MIENI_ASSET_SKELETON, skeleton_text), filled;
    CHECK_STATUS(mieni_skeleton_describe(&asset, &arena, &out, NULL), MIEN_OK);
    CHECK_INT(out.bone_count, 2);
    CHECK_INT(out.bones[0].parent, -1);
    CHECK_INT(out.bones[0].max_lod, MIEN_ALL_LODS);
    CHECK_NEAR(out.bones[0].rest.rotation.w, 1, 0);
    CHECK_NEAR(out.bones[0].rest.scale.z, 1, 0);
    CHECK_INT(out.bones[1].parent, 0);
    CHECK_INT(out.bones[1].max_lod, 1);
    CHECK(out.bones[1].rest.scale.y == 0.1f);
    CHECK_INT(out.curve_count, 2);
    CHECK_INT(out.curves[1].max_lod, 0);
    // And back into an asset that had others.
    filled = read_asset(MIENI_ASSET_SKELETON,
                        "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"tail\"}]}");
    CHECK_STATUS(mieni_skeleton_fill(&filled, &out, NULL), MIEN_OK);
    CHECK_TEXT(&filled, skeleton_text);
    mieni_asset_release(&filled);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(skeletons_refused)
{
    static const struct {
        const char *bones, *place, *part;
    } rows[] = {
        {"{\"name\": \"a\"},\n{\"name\": \"b\", \"parent\": \"c\"}", "line 2, bones[1].parent",
         "no bone \"c\""},
        {"{\"name\": \"a\",\n\"parent\": \"b\"}, {\"name\": \"b\"}", "line 2, bones[0].parent",
         "move \"b\" up"},
        {"{\"name\": \"a\", \"parent\": \"a\"}", "line 1, bones[0].parent", "move \"a\" up"},
        {"{\"name\": \"a\", \"max_lod\": 1},\n{\"name\": \"b\", \"parent\": \"a\"}", "line 2, bones[1]",
         "to 1"},
        {"{\"name\": \"a\", \"q\": [0, 0, 0, 0]}", "line 1, bones[0].q", "length 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniArena arena = {0};
        MienAuthorSkeleton out;
        MienError error = {0};
        char text[400];
        snprintf(text, sizeof text, "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [%s]}",
                 rows[i].bones);
        MieniAsset asset = read_asset(MIENI_ASSET_SKELETON, text);
        CHECK_STATUS(mieni_skeleton_describe(&asset, &arena, &out, &error), MIEN_ERROR_DATA);
        CHECK_ERROR(&error, rows[i].place, rows[i].part);
        mieni_arena_release(&arena);
        mieni_asset_release(&asset);
    }
}

#define MODIFIERS(rows) "{\"kind\": \"modifiers\", \"version\": 1, \"modifiers\": [" rows "]}"

TEST(modifiers)
{
    MieniArena arena = {0};
    MienAuthorModifiers out;
    MieniAsset asset = read_asset(
        MIENI_ASSET_MODIFIERS,
        MODIFIERS("{\"do\": \"remove_bones\", \"names\": [\"jaw\", \"lid*\"], \"with_children\": true},"
                  "{\"do\": \"rename_curves\", \"names\": [\"a\"], \"to\": [\"b\"], \"off\": true},"
                  "{\"do\": \"scale_curves\", \"names\": [\"*\"], \"offset\": 0.5},"
                  "{\"do\": \"clamp_curves\", \"names\": [\"*\"], \"min\": 0},"
                  "{\"do\": \"resample_curves\", \"names\": [\"*\"], \"rate\": \"30000/1001\"},"
                  "{\"do\": \"mirror_sides\"}"));
    CHECK_STATUS(
        mieni_modifiers_describe(mieni_json_get(asset.json.root, "modifiers"), NULL, &arena, &out, NULL),
        MIEN_OK);
    CHECK_INT(out.count, 6);
    CHECK_INT(out.items[0].kind, MIEN_AUTHOR_REMOVE_BONES);
    CHECK_INT(out.items[0].name_count, 2);
    CHECK_STR(out.items[0].names[1], "lid*");
    CHECK(out.items[0].with_children && !out.items[0].is_off);
    CHECK_STR(out.items[1].new_names[0], "b");
    CHECK(out.items[1].is_off);
    CHECK_NEAR(out.items[2].gain, 1, 0);
    CHECK_NEAR(out.items[2].offset, 0.5, 0);
    CHECK_NEAR(out.items[3].min, 0, 0);
    CHECK_NEAR(out.items[3].max, MIEN_MAX_CURVE, 0);
    CHECK_INT(out.items[4].rate, 30000);
    CHECK_INT(out.items[4].rate_divisor, 1001);
    CHECK_INT(out.items[5].kind, MIEN_AUTHOR_MIRROR_SIDES);
    CHECK_STATUS(mieni_modifiers_describe(NULL, NULL, &arena, &out, NULL), MIEN_OK);
    CHECK_INT(out.count, 0);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(modifiers_refused)
{
    static const struct {
        const char *text, *place, *part;
    } rows[] = {
        {MODIFIERS("\n{\"list\": \"a.modifiers.json\"}"), "line 2, modifiers[0].list", "no other list"},
        {MODIFIERS("\n{\"names\": [\"a\"]}"), "line 2, modifiers[0]", "add \"do\""},
        {MODIFIERS("\n{\"do\": \"mirror_sides\", \"values\": {\"a\": 1}}"), "line 2, modifiers[0].values",
         "add \"list\""},
        {MODIFIERS("\n{\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": {\"parameter\": \"a\"}}"),
         "line 2, modifiers[0].gain", "use a number"},
        {MODIFIERS("\n{\"do\": \"remove_bones\"}"), "line 2, modifiers[0]", "needs names"},
        {MODIFIERS("\n{\"do\": \"rename_curves\", \"names\": [\"a\", \"b\"], \"to\": [\"c\"]}"),
         "line 2, modifiers[0].to", "as many"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniArena arena = {0};
        MienAuthorModifiers out;
        MienError error = {0};
        MieniAsset asset = read_asset(MIENI_ASSET_MODIFIERS, rows[i].text);
        CHECK_STATUS(mieni_modifiers_describe(mieni_json_get(asset.json.root, "modifiers"), NULL, &arena,
                                              &out, &error),
                     MIEN_ERROR_DATA);
        CHECK_ERROR(&error, rows[i].place, rows[i].part);
        mieni_arena_release(&arena);
        mieni_asset_release(&asset);
    }
}

#define LIST(parameters, modifiers)                                                                          \
    "{\"kind\": \"modifiers\", \"version\": 1, \"parameters\": [" parameters                                 \
    "],\n\"modifiers\": [" modifiers "],\n\"x\": {\"list\": \"a\", "

TEST(list_parameters)
{
    MieniArena arena = {0};
    MienAuthorModifiers out;
    MieniListParameters parameters;
    MieniAsset asset =
        read_asset(MIENI_ASSET_MODIFIERS,
                   LIST("{\"name\": \"b\", \"value\": 2, \"max\": 9}, {\"name\": \"a\", \"value\": 24}, "
                        "{\"name\": \"idle\", \"value\": 1}",
                        "{\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": {\"parameter\": \"b\"}},"
                        "{\"do\": \"resample_curves\", \"names\": [\"*\"], \"rate\": {\"parameter\": \"a\"}},"
                        "{\"do\": \"smooth_curves\", \"names\": [\"*\"], \"time_constant\": {\"parameter\": "
                        "\"b\"}}") "\"values\": {\"b\": 0.5}}}");
    const MieniJson *rows = mieni_json_get(asset.json.root, "modifiers");
    CHECK_STATUS(mieni_list_parameters_read(&asset, &arena, &parameters, NULL), MIEN_OK);
    CHECK_INT(parameters.count, 3);
    CHECK(parameters.items[0].min == 0 && parameters.items[0].max == 9); // of all keys that use it
    CHECK(parameters.items[1].min == 1 && parameters.items[1].max == 1000 && parameters.items[1].is_whole);
    CHECK(parameters.items[1].is_used && !parameters.items[2].is_used);
    CHECK_STATUS(mieni_modifiers_describe(rows, &parameters, &arena, &out, NULL), MIEN_OK);
    CHECK_NEAR(out.items[0].gain, 2, 0);
    CHECK_INT(out.items[1].rate, 24);
    CHECK_NEAR(out.items[2].time_constant, 2, 0);
    CHECK_STATUS(mieni_list_parameters_set(&parameters, mieni_json_get(asset.json.root, "x"), 0, NULL),
                 MIEN_OK);
    CHECK_STATUS(mieni_modifiers_describe(rows, &parameters, &arena, &out, NULL), MIEN_OK);
    CHECK_NEAR(out.items[0].gain, 0.5, 0);
    CHECK_INT(out.items[1].rate, 24);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(list_parameters_refused)
{
#define GAIN(name) "{\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": {\"parameter\": \"" name "\"}}"
#define ONE(more)  "{\"name\": \"gain\", \"value\": 1" more "}"
    static const struct {
        const char *text, *place, *part;
    } rows[] = {
        {LIST(ONE(""), GAIN("gian")) "\"values\": {}}}", "line 2, modifiers[0].gain", "mean \"gain\"?"},
        {LIST("", GAIN("gain")) "\"values\": {}}}", "line 2, modifiers[0].gain", "declares none"},
        {LIST(ONE(", \"min\": 2"), "") "\"values\": {}}}", "line 1, parameters[0].value", "from 2 to"},
        {LIST(ONE(", \"min\": 1, \"max\": 0"), "") "\"values\": {}}}", "line 1, parameters[0].min",
         "above max"},
        {LIST(ONE(", \"min\": 2000"), GAIN("gain")) "\"values\": {}}}", "line 1, parameters[0].value",
         "No number fits"},
        {LIST(ONE(""), GAIN("gain")) "\"values\": {\"gaim\": 1}}}", "line 3, modifiers[5].values.gaim",
         "mean \"gain\"?"},
        {LIST(ONE(""), GAIN("gain")) "\"values\": {\"gain\": 1001}}}", "line 3, modifiers[5].values.gain",
         "from -1000 to 1000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniArena arena = {0};
        MieniListParameters parameters;
        MienError error = {0};
        MieniAsset asset = read_asset(MIENI_ASSET_MODIFIERS, rows[i].text);
        MienStatus status = mieni_list_parameters_read(&asset, &arena, &parameters, &error);
        if (status == MIEN_OK)
            status = mieni_list_parameters_set(&parameters, mieni_json_get(asset.json.root, "x"), 5, &error);
        CHECK_STATUS(status, MIEN_ERROR_DATA);
        CHECK_ERROR(&error, rows[i].place, rows[i].part);
        mieni_arena_release(&arena);
        mieni_asset_release(&asset);
    }
}

TEST(too_many_list_parameters)
{
    MieniTextOut text = {0};
    mieni_text_put(&text, "{\"kind\": \"modifiers\", \"version\": 1, \"parameters\": [");
    for (int i = 0; i <= MIENI_MAX_LIST_PARAMETERS; ++i)
        mieni_text_putf(&text, "%s{\"name\": \"p%d\", \"value\": 1}", i > 0 ? ", " : "", i);
    mieni_text_put(&text, "]}");
    MieniArena arena = {0};
    MieniListParameters parameters;
    MienError error = {0};
    MieniAsset asset = read_asset(MIENI_ASSET_MODIFIERS, text.bytes);
    CHECK_STATUS(mieni_list_parameters_read(&asset, &arena, &parameters, &error), MIEN_ERROR_LIMIT);
    CHECK_ERROR(&error, "line 1, parameters", "at most 256");
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
    mieni_text_release(&text);
}

static MienStatus describe_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                MienError *error)
{
    MieniArena arena = {.allocator = allocator};
    MienAuthorPoseAsset out;
    const MienStatus status = describe(given, &arena, &out, NULL, error);
    *out_is_empty = out.poses == NULL;
    mieni_arena_release(&arena);
    return status;
}

static MienStatus fill_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MieniAsset asset;
    MienStatus status = mieni_asset_begin(&asset, MIENI_ASSET_SKELETON, allocator);
    if (status == MIEN_OK)
        status = mieni_skeleton_fill(&asset, given, error);
    else
        *error = (MienError){.status = status, .message = "begin"};
    *out_is_empty = mieni_json_get(asset.json.root, "bones") == NULL;
    mieni_asset_release(&asset);
    return status;
}

TEST(without_memory)
{
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, FULL);
    check_call("describe", describe_with, &asset);
    check_call("fill", fill_with, &head_skeleton);
    mieni_asset_release(&asset);
}

CHECK_MAIN
{
    RUN(bones);
    RUN(rules);
    RUN(curves);
    RUN(curves_of_reference);
    RUN(frames_are_exact);
    RUN(cooks);
    RUN(refused);
    RUN(takes_needed);
    RUN(skeletons);
    RUN(skeletons_refused);
    RUN(modifiers);
    RUN(modifiers_refused);
    RUN(list_parameters);
    RUN(list_parameters_refused);
    RUN(too_many_list_parameters);
    RUN(without_memory);
}
