// SPDX-License-Identifier: MIT
//
// What changed between two versions of an asset, in words.

#include "support/ledger.h"
#include "support/random_assets.h"

#include "asset/merge/diff.h"

#define POSES(rest)                                                                                          \
    "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"mode\": \"additive\"" rest "}"
#define CLIP(rest) "{\"kind\": \"clip\", \"version\": 1" rest "}"

/// Compares, and holds what is told against the expected lines.
static void check_diff(MieniAssetKind kind, const char *a, const char *b, const char *expected)
{
    MieniAsset assets[2] = {read_asset(kind, a), read_asset(kind, b)};
    MieniAssetDiff diff;
    MieniTextOut text = {0};
    CHECK_STATUS(mieni_asset_diff(&diff, &assets[0], &assets[1], NULL, NULL), MIEN_OK);
    mieni_asset_release(&assets[0]); // nothing points into them
    mieni_asset_release(&assets[1]);
    mieni_text_put(&text, "");
    for (int i = 0; i < diff.count; ++i) {
        mieni_asset_change_put(&text, &diff.changes[i]);
        mieni_text_put(&text, "\n");
    }
    CHECK_STR(text.bytes, expected);
    mieni_text_release(&text);
    mieni_asset_diff_release(&diff);
}

TEST(poses)
{
    check_diff(
        MIENI_ASSET_POSES,
        POSES(",\"poses\": [{\"name\": \"Pose_3\", \"id\": \"1\", \"range\": [0, 1]}, {\"name\": \"old\"},"
              "{\"name\": \"smile\", \"smooth\": true}]"),
        POSES(",\"poses\": [{\"name\": \"jaw_open\", \"id\": \"1\", \"range\": [0, 1.5]},"
              "{\"name\": \"smile\", \"take\": \"late take\"}, {\"name\": \"new\"}]"),
        "pose old: removed\n"
        "pose jaw_open: renamed from Pose_3\n"
        "pose jaw_open: range [0, 1] -> [0, 1.5]\n"
        "pose smile: take: nothing -> \"late take\"\n"
        "pose smile: smooth: true -> nothing\n"
        "pose new: added\n");
}

TEST(bones)
{
    check_diff(
        MIENI_ASSET_POSES,
        POSES(",\"poses\": [{\"name\": \"jaw_open\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.1, 0]},"
              "{\"bone\": \"lip\", \"q\": [0.1, 0, 0, 0.99498743710662]}, {\"bone\": \"ear\"}],"
              "\"curves\": {\"blush\": 0.3, \"pale\": 1}}]"),
        POSES(",\"poses\": [{\"name\": \"jaw_open\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.2, 0],"
              "\"q\": [0.0183239, 0, 0, 0.9998321]}, {\"bone\": \"lip\", \"s\": [1, 2, 1]},"
              "{\"bone\": \"cheek\"}], \"curves\": {\"blush\": 0.4, \"glow\": 2}}]"),
        "pose jaw_open: bone ear removed\n"
        "pose jaw_open: bone jaw moves (0, 0.1, 0) -> (0, 0.2, 0)\n"
        "pose jaw_open: bone jaw rotates +2.1\xC2\xB0\n"
        "pose jaw_open: bone lip rotates -11.5\xC2\xB0\n"
        "pose jaw_open: bone lip scales nothing -> (1, 2, 1)\n"
        "pose jaw_open: bone cheek added\n"
        "pose jaw_open: curve pale removed\n"
        "pose jaw_open: curve blush 0.3 -> 0.4\n"
        "pose jaw_open: curve glow added: 2\n");
}

#define GRAPH(rest) "{\"kind\": \"graph\", \"version\": 1" rest "}"

/// Nodes by id, each with the keys of its type.
TEST(graphs)
{
    check_diff(
        MIENI_ASSET_GRAPH,
        GRAPH(",\"parameters\": [{\"name\": \"near\", \"type\": \"bool\"}, {\"name\": \"far\", \"type\": "
              "\"bool\"}],"
              "\"masks\": [{\"name\": \"head\", \"bones\": [{\"bone\": \"neck\"}, {\"bone\": \"jaw\"}]}],"
              "\"nodes\": [{\"id\": \"talk\", \"node\": \"clip\", \"rate\": 1, \"loop\": true},"
              "{\"id\": \"mood\", \"node\": \"state_machine\", \"states\": [{\"name\": \"calm\", \"input\": "
              "\"talk\"}],"
              "\"transitions\": [{\"to\": \"calm\", \"fade\": 1}, {\"from\": \"calm\", \"to\": \"calm\"}]},"
              "{\"id\": \"gone\", \"node\": \"rest_pose\"}]"),
        GRAPH(",\"parameters\": [{\"name\": \"near\", \"type\": \"bool\", \"value\": true}],"
              "\"masks\": [{\"name\": \"head\", \"bones\": [{\"bone\": \"neck\", \"depth\": 2}]}],"
              "\"nodes\": [{\"id\": \"new\", \"node\": \"rest_pose\"},"
              "{\"id\": \"talk\", \"node\": \"clip\", \"rate\": {\"parameter\": \"near\"}, \"loop\": false},"
              "{\"id\": \"mood\", \"node\": \"state_machine\", \"states\": [{\"name\": \"calm\", \"input\": "
              "\"new\"}],"
              "\"transitions\": [{\"to\": \"calm\", \"fade\": 2}, {\"from\": \"calm\", \"to\": \"calm\"}]}]"),
        "parameter far: removed\n"
        "parameter near: value: nothing -> true\n"
        "mask head: bone jaw removed\n"
        "mask head: bone neck: depth: nothing -> 2\n"
        "node gone: removed\n"
        "node new: added\n"
        "node talk: rate: 1 -> {\"parameter\": \"near\"}\n"
        "node talk: loop: true -> false\n"
        "node mood: state calm: input: talk -> new\n"
        "node mood: transition from any to calm: fade: 1 -> 2\n");
    check_diff(
        MIENI_ASSET_GRAPH,
        GRAPH(
            ",\"extends\": \"a.graph.json\", \"overrides\": [{\"id\": \"pose\", \"poses\": \"a.poses.json\"},"
            "{\"parameter\": \"near\", \"value\": 1}]"),
        GRAPH(",\"extends\": \"b.graph.json\", \"overrides\": [{\"parameter\": \"near\", \"value\": 2},"
              "{\"id\": \"pose\", \"poses\": \"b.poses.json\"}, {\"id\": \"more\"}]"),
        "extends: a.graph.json -> b.graph.json\n"
        "override of parameter near: value: 1 -> 2\n"
        "override of pose: poses: a.poses.json -> b.poses.json\n"
        "override of more: added\n"
        "override of parameter near: moved from place 2 to 1\n");
    // words that are one too many to list are counted, and only those
    check_diff(
        MIENI_ASSET_GRAPH, GRAPH(",\"nodes\": [{\"id\": \"s\", \"node\": \"live_input\", \"names\": []}]"),
        GRAPH(
            ",\"nodes\": [{\"id\": \"s\", \"node\": \"live_input\", \"names\": [\"a\", \"b\", \"c\", \"d\", "
            "\"e\"]}]"),
        "node s: names: adds a, b, c, d, e\n");
    check_diff(
        MIENI_ASSET_GRAPH, GRAPH(",\"nodes\": [{\"id\": \"s\", \"node\": \"live_input\", \"names\": []}]"),
        GRAPH(
            ",\"nodes\": [{\"id\": \"s\", \"node\": \"live_input\", \"names\": [\"a\", \"b\", \"c\", \"d\", "
            "\"e\", \"f\"]}]"),
        "node s: names: adds a, b, c, d, e and 1 more\n");
    // what is selected is told by its place
    check_diff(
        MIENI_ASSET_GRAPH,
        GRAPH(",\"nodes\": [{\"id\": \"s\", \"node\": \"blend_by_int\", \"inputs\": [\"a\", \"b\", \"a\"]}]"),
        GRAPH(",\"nodes\": [{\"id\": \"s\", \"node\": \"blend_by_int\", \"inputs\": [\"a\", \"a\", \"b\"]}]"),
        "node s: inputs: [\"a\", \"b\", \"a\"] -> [\"a\", \"a\", \"b\"]\n");
}

TEST(turns)
{
#define BONE(q) "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"jaw\", \"q\": " q "}]}"
    check_diff(MIENI_ASSET_SKELETON, BONE("[0, 0, 0, 1]"), BONE("[0, 1, 0, 0]"),
               "bone jaw: rotates +180.0\xC2\xB0\n");
    check_diff(MIENI_ASSET_SKELETON, BONE("[0, 0, 0, 1]"), BONE("[0, 0, 0, -1]"),
               "bone jaw: rotates +0\xC2\xB0\n");
    check_diff(MIENI_ASSET_SKELETON, BONE("[0, 0, 0, 1]"), BONE("[0.0001, 0, 0, 1]"),
               "bone jaw: rotates +0.011\xC2\xB0\n");
    // from a quarter about x to one about y: a third about (1, 1, -1)
    check_diff(MIENI_ASSET_SKELETON, BONE("[1, 0, 0, 1]"), BONE("[0, 1, 0, 1]"),
               "bone jaw: rotates +120.0\xC2\xB0\n");
    // neither is of length 1
    check_diff(MIENI_ASSET_SKELETON, BONE("[2, 0, 0, 2]"), BONE("[0, 0, 0, 0.5]"),
               "bone jaw: rotates -90.0\xC2\xB0\n");
}

TEST(order)
{
    check_diff(
        MIENI_ASSET_POSES,
        POSES(",\"poses\": [{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"c\"}, {\"name\": \"d\"}]"),
        POSES(",\"poses\": [{\"name\": \"a\"}, {\"name\": \"d\"}, {\"name\": \"b\"}, {\"name\": \"c\"}]"),
        "pose d: moved from place 4 to 2\n");
    check_diff(
        MIENI_ASSET_SKELETON,
        "{\"kind\": \"skeleton\", \"version\": 1, \"curves\": [{\"name\": \"1\"}, {\"name\": \"2\"},"
        "{\"name\": \"3\"}, {\"name\": \"4\"}, {\"name\": \"5\"}, {\"name\": \"6\"}, {\"name\": \"7\"}]}",
        "{\"kind\": \"skeleton\", \"version\": 1, \"curves\": [{\"name\": \"7\"}, {\"name\": \"6\"},"
        "{\"name\": \"5\"}, {\"name\": \"4\"}, {\"name\": \"3\"}, {\"name\": \"2\"}, {\"name\": \"1\"}]}",
        "curves: order changed: 6 of 7 moved\n");
    check_diff(MIENI_ASSET_POSES, POSES(",\"poses\": [{\"name\": \"a\", \"hold\": [\"x\", \"y\"]}]"),
               POSES(",\"poses\": [{\"name\": \"a\", \"hold\": [\"y\", \"x\"]}]"),
               "pose a: hold: order changed\n");
}

TEST(clips)
{
    check_diff(
        MIENI_ASSET_CLIP,
        CLIP(",\"rate\": 30, \"curves\": {\"file\": \"a.csv\", \"unit\": 1},"
             "\"modifiers\": [{\"do\": \"mirror_sides\"}, {\"do\": \"clamp_curves\", \"min\": 0}],"
             "\"keyed\": [{\"curve\": \"jawOpen\", \"keys\": [{\"time\": 0, \"value\": 1},"
             "{\"time\": 0.5, \"value\": 0.2}]}],"
             "\"events\": [{\"name\": \"step\", \"time\": 1}]"),
        CLIP(",\"rate\": \"30000/1001\", \"curves\": {\"file\": \"b.csv\", \"unit\": 1},"
             "\"modifiers\": [{\"do\": \"mirror_sides\"}, {\"do\": \"remove_bones\", \"names\": [\"head\"],"
             "\"with_children\": true}, {\"do\": \"clamp_curves\", \"min\": 0.5}],"
             "\"keyed\": [{\"curve\": \"jawOpen\", \"after\": \"cycle\", \"keys\": ["
             "{\"time\": 0.5, \"value\": 0.4, \"type\": \"cubic\"}, {\"time\": 2, \"value\": 3}]}]"),
        "curves: file: a.csv -> b.csv\n"
        "rate: 30 -> 30000/1001\n"
        "modifier 2 added: remove_bones head with children\n"
        "modifier 3: min: 0 -> 0.5\n"
        "curve jawOpen: after: nothing -> cycle\n"
        "curve jawOpen: key at 0 s removed\n"
        "curve jawOpen: key at 0.5 s 0.2 -> 0.4\n"
        "curve jawOpen: key at 0.5 s: type: nothing -> cubic\n"
        "curve jawOpen: key at 2 s added: 3\n"
        "event step at 1 s: removed\n");
}

TEST(the_rest)
{
    check_diff(
        MIENI_ASSET_POSES,
        POSES(",\"overrides\": [{\"target\": \"a\", \"source\": \"b\", \"amount\": 1}],"
              "\"groups\": [{\"kind\": \"cap\", \"members\": [\"a\", \"b\"]}], \"base_curves\": {\"x\": 1},"
              "\"hat\": {\"size\": [1, 2], \"glue\": null}, \"nodes\": [{\"at\": 1}], \"tag\": \"\""),
        POSES(",\"overrides\": [{\"target\": \"a\", \"source\": \"b\", \"amount\": 0.5}],"
              "\"groups\": [{\"kind\": \"cap\", \"members\": [\"b\", \"c\", \"d\"]}], \"base_curves\": "
              "{\"x\": 2},"
              "\"nodes\": [{\"at\": 2}], \"hat\": {\"size\": [1, 3]}, \"tag\": [\"a b\"]"),
        "override of a by b: amount: 1 -> 0.5\n"
        "group 1: members: adds c, d; removes a\n"
        "base_curves: curve x 1 -> 2\n"
        "nodes: item 1: at: 1 -> 2\n"
        "hat: glue: null -> nothing\n"
        "hat: size: [1, 2] -> [1, 3]\n"
        "tag: \"\" -> [\"a b\"]\n"
        "order of keys changed\n");
}

TEST(lines_and_codes)
{
    MieniAsset a =
        read_asset(MIENI_ASSET_POSES, POSES(",\n\"poses\": [\n{\"name\": \"a\"},\n{\"name\": \"b\"}]"));
    MieniAsset b =
        read_asset(MIENI_ASSET_POSES, POSES(",\"poses\": [\n\n\n\n{\"name\": \"b\",\n\"gain\": 2}]"));
    MieniAssetDiff diff;
    CHECK_STATUS(mieni_asset_diff(&diff, &a, &b, NULL, NULL), MIEN_OK);
    CHECK_INT(diff.count, 2);
    if (diff.count == 2) {
        CHECK_INT(diff.changes[0].code, MIENI_CHANGE_REMOVED);
        CHECK_STR(diff.changes[0].subject, "pose a");
        CHECK_INT(diff.changes[0].line_a, 3);
        CHECK_INT(diff.changes[0].line_b, 0);
        CHECK_INT(diff.changes[1].code, MIENI_CHANGE_VALUE);
        CHECK_STR(diff.changes[1].text, "gain: nothing -> 2");
        CHECK_INT(diff.changes[1].line_b, 6);
    }
    mieni_asset_diff_release(&diff);
    mieni_asset_release(&a);
    a = read_asset(MIENI_ASSET_CLIP, CLIP(""));
    CHECK_STATUS(mieni_asset_diff(&diff, &a, &b, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_INT(diff.count, 0);
    mieni_asset_release(&a);
    mieni_asset_release(&b);
}

static MienStatus call_diff(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MieniAsset *const *assets = given;
    MieniAssetDiff diff;
    const MienStatus status = mieni_asset_diff(&diff, assets[0], assets[1], allocator, error);
    *out_is_empty = diff.count == 0 && diff.changes == NULL;
    mieni_asset_diff_release(&diff);
    return status;
}

TEST(without_memory)
{
    MieniAsset a = read_asset(MIENI_ASSET_POSES,
                              POSES(",\"poses\": [{\"name\": \"a\", \"id\": \"1\"}, {\"name\": \"b\"}],"
                                    "\"groups\": [{\"kind\": \"cap\", \"members\": [\"a\", \"b\"]}]"));
    MieniAsset b = read_asset(MIENI_ASSET_POSES,
                              POSES(",\"poses\": [{\"name\": \"b\", \"curves\": {\"x\": 1}},"
                                    "{\"name\": \"x\", \"id\": \"1\"}],"
                                    "\"groups\": [{\"kind\": \"cap\", \"members\": [\"b\", \"c\"]}]"));
    const MieniAsset *const both[] = {&a, &b};
    check_call("diff", call_diff, both);
    mieni_asset_release(&a);
    mieni_asset_release(&b);
}

CHECK_MAIN
{
    RUN(poses);
    RUN(bones);
    RUN(graphs);
    RUN(turns);
    RUN(order);
    RUN(clips);
    RUN(the_rest);
    RUN(lines_and_codes);
    RUN(without_memory);
}
