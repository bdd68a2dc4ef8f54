// SPDX-License-Identifier: MIT
//
// Merging assets: what merges, what conflicts and how that reads.

#include "support/ledger.h"
#include "support/random_assets.h"

#include "asset/merge/merge.h"

#define HEAD                                                                                                 \
    "{\n"                                                                                                    \
    "  \"kind\": \"poses\",\n"                                                                               \
    "  \"version\": 1,\n"                                                                                    \
    "  \"skeleton\": \"a.skeleton.json\",\n"                                                                 \
    "  \"mode\": \"additive\",\n"
#define POSES(rows) HEAD "  \"poses\": [\n" rows "  ]\n}\n"
#define CLIP(rows)  "{\n  \"kind\": \"clip\",\n  \"version\": 1,\n" rows "}\n"
#define MODIFIERS(rows)                                                                                      \
    "{\n  \"kind\": \"modifiers\",\n  \"version\": 1,\n  \"modifiers\": [\n" rows "  ]\n}\n"

/// Merges and compares the text and the conflicts, each of which ends with a break.
static void check_merge(MieniAssetKind kind, const char *base, const char *ours, const char *theirs,
                        const char *text, const char *conflicts)
{
    MieniAsset assets[3] = {{0}, read_asset(kind, ours), read_asset(kind, theirs)};
    MieniMerge merge;
    MienError error = {0};
    MieniTextOut words = {0};
    if (base != NULL)
        assets[0] = read_asset(kind, base);
    CHECK_STATUS(
        mieni_asset_merge(&merge, base != NULL ? &assets[0] : NULL, &assets[1], &assets[2], NULL, &error),
        MIEN_OK);
    mieni_text_put(&words, "");
    for (int i = 0; i < merge.count; ++i)
        mieni_text_putf(&words, "%s%s\n", merge.conflicts[i].text,
                        merge.conflicts[i].is_note ? " (note)" : "");
    CHECK_STR(merge.text.bytes, text);
    CHECK_STR(words.bytes, conflicts);
    mieni_text_release(&words);
    mieni_asset_merge_release(&merge);
    for (int i = 0; i < 3; ++i)
        mieni_asset_release(&assets[i]);
}

#define A "    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1]}"
#define B "    {\"name\": \"b\", \"id\": \"2\", \"range\": [0, 1]}"

TEST(neighbours)
{
    check_merge(MIENI_ASSET_POSES, POSES(A ",\n" B "\n"),
                POSES("    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 2]},\n" B "\n"),
                POSES(A ",\n    {\"name\": \"b\", \"id\": \"2\", \"range\": [0, 3]}\n"),
                POSES("    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 2]},\n"
                      "    {\"name\": \"b\", \"id\": \"2\", \"range\": [0, 3]}\n"),
                "");
}

TEST(members_of_one_row)
{
    check_merge(
        MIENI_ASSET_POSES,
        POSES("    {\"name\": \"a\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 1, 0]}, "
              "{\"bone\": \"lip\", \"t\": [0, 1, 0]}], \"curves\": {\"x\": 1}}\n"),
        POSES("    {\"name\": \"a\", \"range\": [0, 2], \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 2, 0]}, "
              "{\"bone\": \"lip\", \"t\": [0, 1, 0]}], \"curves\": {\"x\": 1, \"y\": 2}}\n"),
        POSES("    {\"name\": \"a\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 1, 0], \"s\": [2, 2, 2]}, "
              "{\"bone\": \"tongue\", \"t\": [0, 1, 0]}], \"curves\": {\"x\": 3, \"z\": 4}}\n"),
        POSES("    {\"name\": \"a\", \"range\": [0, 2], \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 2, 0], "
              "\"s\": [2, 2, 2]}, "
              "{\"bone\": \"tongue\", \"t\": [0, 1, 0]}], \"curves\": {\"x\": 3, \"y\": 2, \"z\": 4}}\n"),
        "");
}

TEST(one_member_conflicts)
{
    check_merge(MIENI_ASSET_POSES, POSES(A ",\n" B "\n"),
                POSES("    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1.2]},\n" B "\n"),
                POSES("    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1.5], \"smooth\": true},\n"
                      "    {\"name\": \"b\", \"id\": \"2\", \"range\": [0, 3]}\n"),
                POSES("<<<<<<< ours\n"
                      "    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1.2], \"smooth\": true},\n"
                      "||||||| base\n"
                      "    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1], \"smooth\": true},\n"
                      "=======\n"
                      "    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1.5], \"smooth\": true},\n"
                      ">>>>>>> theirs\n"
                      "    {\"name\": \"b\", \"id\": \"2\", \"range\": [0, 3]}\n"),
                "pose a: range: ours [0, 1.2], theirs [0, 1.5]\n");
}

#define GRAPH(rows) "{\n  \"kind\": \"graph\",\n  \"version\": 1,\n  \"nodes\": [\n" rows "  ]\n}\n"
#define WALK        "    {\"id\": \"walk\", \"node\": \"clip\", \"clip\": \"walk.clip.json\", \"rate\": 1}"
#define FACE(more)  "    {\"id\": \"face\", \"node\": \"poses\", \"input\": \"walk\"" more "}"

/// Nodes by id, settings by key, in the order of the node's type.
TEST(nodes_of_graphs)
{
    check_merge(
        MIENI_ASSET_GRAPH, GRAPH(WALK ",\n" FACE("") "\n"),
        GRAPH(WALK ",\n" FACE(", \"sticky\": true") ",\n    {\"id\": \"o\", \"node\": \"rest_pose\"}\n"),
        GRAPH("    {\"id\": \"t\", \"node\": \"rest_pose\"},\n"
              "    {\"id\": \"walk\", \"node\": \"clip\", \"clip\": \"run.clip.json\", \"rate\": 1},\n" FACE(
                  ", \"poses\": \"ada.poses.json\"") "\n"),
        GRAPH("    {\"id\": \"t\", \"node\": \"rest_pose\"},\n"
              "    {\"id\": \"walk\", \"node\": \"clip\", \"clip\": \"run.clip.json\", \"rate\": 1},\n" FACE(
                  ", \"poses\": \"ada.poses.json\", \"sticky\": true") ",\n    {\"id\": \"o\", \"node\": "
                                                                       "\"rest_pose\"}\n"),
        "");
    check_merge(
        MIENI_ASSET_GRAPH, GRAPH(FACE("") "\n"), GRAPH(FACE(", \"poses\": \"a.poses.json\"") "\n"),
        GRAPH(FACE(", \"poses\": {\"parameter\": \"p\"}, \"consume\": true") "\n"),
        GRAPH(
            "<<<<<<< ours\n" FACE(", \"poses\": \"a.poses.json\", \"consume\": true") "\n||||||| base\n" FACE(
                ", \"consume\": true") "\n=======\n" FACE(", \"poses\": {\"parameter\": \"p\"}, \"consume\": "
                                                          "true") "\n>>>>>>> theirs\n"),
        "node face: poses: ours a.poses.json, theirs {\"parameter\": \"p\"}\n");
}

#define MOOD(rows)         "    {\"id\": \"mood\", \"node\": \"state_machine\", \"states\": [\n" rows "    ]}\n"
#define STATE(name, input) "      {\"name\": \"" name "\", \"input\": \"" input "\"}"

/// What lists of a node are is the business of its type.
TEST(lists_of_nodes)
{
    check_merge(
        MIENI_ASSET_GRAPH, GRAPH(MOOD(STATE("a", "x") ",\n" STATE("b", "x") "\n")),
        GRAPH(MOOD(STATE("o", "x") ",\n" STATE("a", "y") ",\n" STATE("b", "x") "\n")),
        GRAPH(MOOD(STATE("a", "x") ",\n" STATE("b", "z") ",\n" STATE("t", "x") "\n")),
        GRAPH(MOOD(STATE("o", "x") ",\n" STATE("a", "y") ",\n" STATE("b", "z") ",\n" STATE("t", "x") "\n")),
        "");
    check_merge(
        MIENI_ASSET_GRAPH, GRAPH(MOOD(STATE("a", "x") ",\n" STATE("b", "x") "\n")),
        GRAPH(MOOD(STATE("a", "y") ",\n" STATE("b", "x") "\n")),
        GRAPH(MOOD(STATE("a", "z") ",\n" STATE("b", "x") "\n")),
        GRAPH("    {\"id\": \"mood\", \"node\": \"state_machine\", \"states\": [\n"
              "<<<<<<< ours\n" STATE("a", "y") ",\n||||||| base\n" STATE("a", "x") ",\n=======\n" STATE(
                  "a", "z") ",\n>>>>>>> theirs\n" STATE("b", "x") "\n    ]}\n"),
        "node mood: state a: input: ours y, theirs z\n");
}

TEST(added_at_one_place)
{
    check_merge(MIENI_ASSET_POSES, POSES(A ",\n" B "\n"), POSES(A ",\n    {\"name\": \"o\"},\n" B "\n"),
                POSES(A ",\n    {\"name\": \"t\"},\n" B "\n"),
                POSES(A ",\n    {\"name\": \"o\"},\n    {\"name\": \"t\"},\n" B "\n"), "");
    check_merge(MIENI_ASSET_POSES, POSES(A "\n"), POSES("    {\"name\": \"o\"},\n" A "\n"),
                POSES("    {\"name\": \"t\"},\n" A ",\n    {\"name\": \"u\"}\n"),
                POSES("    {\"name\": \"o\"},\n    {\"name\": \"t\"},\n" A ",\n    {\"name\": \"u\"}\n"), "");
}

TEST(one_name_added_twice)
{
    check_merge(MIENI_ASSET_POSES, POSES(A "\n"), POSES(A ",\n    {\"name\": \"n\", \"gain\": 2}\n"),
                POSES(A ",\n    {\"name\": \"n\", \"gain\": 3}\n"),
                POSES(A ",\n"
                        "<<<<<<< ours\n"
                        "    {\"name\": \"n\", \"gain\": 2}\n"
                        "||||||| base\n"
                        "    {\"name\": \"n\"}\n"
                        "=======\n"
                        "    {\"name\": \"n\", \"gain\": 3}\n"
                        ">>>>>>> theirs\n"),
                "pose n: gain: ours 2, theirs 3\n");
    // renamed to what the other side added
    check_merge(MIENI_ASSET_POSES, POSES(A ",\n" B "\n"),
                POSES("    {\"name\": \"n\", \"id\": \"1\", \"range\": [0, 1]},\n" B "\n"),
                POSES(A ",\n" B ",\n    {\"name\": \"n\", \"gain\": 3}\n"),
                POSES("<<<<<<< ours\n"
                      "    {\"name\": \"n\", \"id\": \"1\", \"range\": [0, 1]},\n"
                      "||||||| base\n" A ",\n"
                      "=======\n" A ",\n"
                      ">>>>>>> theirs\n" B ",\n"
                      "<<<<<<< ours\n"
                      "||||||| base\n"
                      "=======\n"
                      "    {\"name\": \"n\", \"gain\": 3}\n"
                      ">>>>>>> theirs\n"),
                "pose n: the sides give this name to different rows\n");
}

TEST(removed_and_changed)
{
    check_merge(MIENI_ASSET_POSES, POSES(A ",\n" B "\n"), POSES(B "\n"),
                POSES("    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 5]},\n" B "\n"),
                POSES("<<<<<<< ours\n"
                      "||||||| base\n" A ",\n"
                      "=======\n"
                      "    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 5]},\n"
                      ">>>>>>> theirs\n" B "\n"),
                "pose a: ours removes it, theirs changes it\n");
    check_merge(MIENI_ASSET_POSES, POSES(A ",\n" B "\n"), POSES(B "\n"), POSES(A "\n"),
                HEAD "  \"poses\": []\n}\n", "");
}

TEST(renames_are_followed)
{
    check_merge(MIENI_ASSET_POSES,
                HEAD "  \"base\": \"a\",\n  \"poses\": [\n" A ",\n" B "\n  ],\n"
                     "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"a\", \"b\"]}\n  ]\n}\n",
                HEAD "  \"base\": \"x\",\n  \"poses\": [\n"
                     "    {\"name\": \"x\", \"id\": \"1\", \"range\": [0, 1]},\n" B "\n  ],\n"
                     "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"x\", \"b\"]}\n  ]\n}\n",
                HEAD "  \"base\": \"a\",\n  \"poses\": [\n"
                     "    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 7]},\n" B ",\n"
                     "    {\"name\": \"h\", \"target\": \"a\", \"position\": 0.5},\n"
                     "    {\"name\": \"ab\", \"corrective\": [\"a\", \"b\"]}\n  ],\n"
                     "  \"overrides\": [\n    {\"target\": \"b\", \"source\": \"a\"}\n  ],\n"
                     "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"a\", \"b\", \"h\"]}\n  ]\n}\n",
                HEAD "  \"base\": \"x\",\n  \"poses\": [\n"
                     "    {\"name\": \"x\", \"id\": \"1\", \"range\": [0, 7]},\n" B ",\n"
                     "    {\"name\": \"h\", \"target\": \"x\", \"position\": 0.5},\n"
                     "    {\"name\": \"ab\", \"corrective\": [\"x\", \"b\"]}\n  ],\n"
                     "  \"overrides\": [\n    {\"target\": \"b\", \"source\": \"x\"}\n  ],\n"
                     "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"x\", \"b\", \"h\"]}\n  ]\n}\n",
                "");
}

#define ROW_OF(name, id) "    {\"name\": \"" name "\", \"id\": \"" id "\", \"range\": [0, 1]}"

/// Either side may rename, any number of names: references of the other side follow.
TEST(renames_of_the_other_side_are_followed)
{
    check_merge(
        MIENI_ASSET_POSES, POSES(ROW_OF("z", "1") ",\n" ROW_OF("m", "2") ",\n" ROW_OF("a", "3") "\n"),
        HEAD "  \"poses\": [\n" ROW_OF("z", "1") ",\n" ROW_OF("m", "2") ",\n" ROW_OF(
            "a",
            "3") "\n  ],\n"
                 "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"z\", \"m\", \"a\"]}\n  ]\n}\n",
        POSES(ROW_OF("q", "1") ",\n" ROW_OF("p", "2") ",\n" ROW_OF("b", "3") "\n"),
        HEAD "  \"poses\": [\n" ROW_OF("q", "1") ",\n" ROW_OF("p", "2") ",\n" ROW_OF(
            "b",
            "3") "\n  ],\n"
                 "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"q\", \"p\", \"b\"]}\n  ]\n}\n",
        "");
}

TEST(renamed_to_what_is_listed)
{
#define RENAMED "    {\"name\": \"b\", \"id\": \"1\", \"range\": [0, 1]}\n  ]"
    // b was an unused name; now a has it, and is in the group once
    check_merge(MIENI_ASSET_POSES, POSES(A "\n"), HEAD "  \"poses\": [\n" RENAMED "\n}\n",
                HEAD "  \"poses\": [\n" A "\n  ],\n"
                     "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"b\", \"a\", \"c\"]}\n  ]\n}\n",
                HEAD "  \"poses\": [\n" RENAMED ",\n"
                     "  \"groups\": [\n    {\"kind\": \"cap\", \"members\": [\"b\", \"c\"]}\n  ]\n}\n",
                "");
}

#define ROW(name) "    {\"name\": \"" name "\"}"

TEST(order)
{
    const char *base = POSES(ROW("a") ",\n" ROW("b") ",\n" ROW("c") ",\n" ROW("d") "\n");
    // one side moves, the other adds and removes
    check_merge(MIENI_ASSET_POSES, base, POSES(ROW("d") ",\n" ROW("a") ",\n" ROW("b") ",\n" ROW("c") "\n"),
                POSES(ROW("a") ",\n" ROW("x") ",\n" ROW("b") ",\n" ROW("d") ",\n" ROW("y") "\n"),
                POSES(ROW("d") ",\n" ROW("a") ",\n" ROW("x") ",\n" ROW("b") ",\n" ROW("y") "\n"), "");
    check_merge(MIENI_ASSET_POSES, base,
                POSES(ROW("a") ",\n" ROW("x") ",\n" ROW("b") ",\n" ROW("d") ",\n" ROW("y") "\n"),
                POSES(ROW("d") ",\n" ROW("a") ",\n" ROW("b") ",\n" ROW("c") "\n"),
                POSES(ROW("d") ",\n" ROW("a") ",\n" ROW("x") ",\n" ROW("b") ",\n" ROW("y") "\n"), "");
    // both move, different rows
    check_merge(MIENI_ASSET_POSES, base, POSES(ROW("b") ",\n" ROW("a") ",\n" ROW("c") ",\n" ROW("d") "\n"),
                POSES(ROW("a") ",\n" ROW("b") ",\n" ROW("d") ",\n" ROW("c") "\n"),
                POSES(ROW("b") ",\n" ROW("a") ",\n" ROW("d") ",\n" ROW("c") "\n"), "");
    // both move the same row
    check_merge(MIENI_ASSET_POSES, base, POSES(ROW("d") ",\n" ROW("a") ",\n" ROW("b") ",\n" ROW("c") "\n"),
                POSES(ROW("a") ",\n" ROW("d") ",\n" ROW("b") ",\n" ROW("c") "\n"),
                POSES(ROW("d") ",\n" ROW("a") ",\n" ROW("b") ",\n" ROW("c") "\n"),
                "poses: both sides changed the order, and the order of ours was kept (note)\n");
}

TEST(keys_by_time)
{
#define KEYED(after, keys)                                                                                   \
    CLIP("  \"keyed\": [\n    {\"curve\": \"jawOpen\"" after ", \"keys\": [\n" keys "    ]}\n  ]\n")
    check_merge(MIENI_ASSET_CLIP,
                KEYED("", "      {\"time\": 0, \"value\": 0},\n      {\"time\": 1, \"value\": 0}\n"),
                KEYED("", "      {\"time\": 0, \"value\": 0.5},\n      {\"time\": 0.5, \"value\": 1},\n"
                          "      {\"time\": 1, \"value\": 0}\n"),
                KEYED(", \"after\": \"cycle\"", "      {\"time\": 0, \"value\": 0.25},\n"
                                                "      {\"time\": 0.25, \"value\": 2},\n"
                                                "      {\"time\": 1, \"value\": 0}\n"),
                KEYED(", \"after\": \"cycle\"", "<<<<<<< ours\n"
                                                "      {\"time\": 0, \"value\": 0.5},\n"
                                                "||||||| base\n"
                                                "      {\"time\": 0, \"value\": 0},\n"
                                                "=======\n"
                                                "      {\"time\": 0, \"value\": 0.25},\n"
                                                ">>>>>>> theirs\n"
                                                "      {\"time\": 0.25, \"value\": 2},\n"
                                                "      {\"time\": 0.5, \"value\": 1},\n"
                                                "      {\"time\": 1, \"value\": 0}\n"),
                "curve jawOpen: key at 0 s: value: ours 0.5, theirs 0.25\n");
}

TEST(modifiers)
{
    const char *base = MODIFIERS("    {\"do\": \"remove_bones\", \"names\": [\"a\"]},\n"
                                 "    {\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 2}\n");
    check_merge(MIENI_ASSET_MODIFIERS, base,
                MODIFIERS("    {\"do\": \"remove_bones\", \"names\": [\"a\", \"b\"]},\n"
                          "    {\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 2}\n"),
                MODIFIERS("    {\"do\": \"remove_bones\", \"names\": [\"a\"]},\n"
                          "    {\"do\": \"clamp_curves\", \"names\": [\"*\"], \"min\": 0},\n"
                          "    {\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 3}\n"),
                MODIFIERS("    {\"do\": \"remove_bones\", \"names\": [\"a\", \"b\"]},\n"
                          "    {\"do\": \"clamp_curves\", \"names\": [\"*\"], \"min\": 0},\n"
                          "    {\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 3}\n"),
                "");
    check_merge(MIENI_ASSET_MODIFIERS, base,
                MODIFIERS("    {\"do\": \"remove_bones\", \"names\": [\"a\"], \"with_children\": true},\n"
                          "    {\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 2}\n"),
                MODIFIERS("    {\"do\": \"keep_bones\", \"names\": [\"a\"]},\n"
                          "    {\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 2}\n"),
                MODIFIERS("<<<<<<< ours\n"
                          "    {\"do\": \"remove_bones\", \"names\": [\"a\"], \"with_children\": true},\n"
                          "||||||| base\n"
                          "    {\"do\": \"remove_bones\", \"names\": [\"a\"]},\n"
                          "=======\n"
                          "    {\"do\": \"keep_bones\", \"names\": [\"a\"]},\n"
                          ">>>>>>> theirs\n"
                          "    {\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 2}\n"),
                "modifier 1: ours remove_bones a with children, theirs keep_bones a\n");
}

TEST(order_of_modifiers)
{
#define X "    {\"do\": \"remove_bones\", \"names\": [\"x\"]}"
#define Y "    {\"do\": \"keep_bones\", \"names\": [\"y\"]}"
#define Z "    {\"do\": \"mirror_sides\"}"
    check_merge(MIENI_ASSET_MODIFIERS, MODIFIERS(X ",\n" Y ",\n" Z "\n"), MODIFIERS(Y ",\n" X ",\n" Z "\n"),
                MODIFIERS(X ",\n" Z ",\n" Y "\n"),
                "{\n  \"kind\": \"modifiers\",\n  \"version\": 1,\n"
                "<<<<<<< ours\n  \"modifiers\": [\n" Y ",\n" X ",\n" Z "\n  ]\n"
                "||||||| base\n  \"modifiers\": [\n" X ",\n" Y ",\n" Z "\n  ]\n"
                "=======\n  \"modifiers\": [\n" X ",\n" Z ",\n" Y "\n  ]\n"
                ">>>>>>> theirs\n}\n",
                "modifiers: both sides changed the order, which matters here\n");
}

TEST(members_of_the_asset)
{
#define MAP(members) "{\n  \"kind\": \"map\",\n  \"version\": 1,\n" members "}\n"
    check_merge(
        MIENI_ASSET_MAP,
        MAP("  \"from\": \"a\",\n  \"rows\": [\n    {\"from\": \"x\", \"to\": \"y\", \"weight\": 1}\n  ],\n"
            "  \"unmapped\": [\n    \"u\",\n    \"v\"\n  ],\n  \"hat\": {\"size\": 1}\n"),
        MAP("  \"from\": \"b\",\n  \"rows\": [\n    {\"from\": \"x\", \"to\": \"y\", \"weight\": 2},\n"
            "    {\"from\": \"x\", \"to\": \"z\"}\n  ],\n"
            "  \"unmapped\": [\n    \"u\",\n    \"w\"\n  ],\n  \"hat\": {\"size\": 1, \"band\": 3}\n"),
        MAP("  \"from\": \"c\",\n  \"to\": \"d\",\n  \"rows\": [\n    {\"from\": \"x\", \"to\": \"w\"}\n  "
            "],\n"
            "  \"unmapped\": [\n    \"t\",\n    \"u\",\n    \"v\"\n  ],\n  \"hat\": {\"size\": 2}\n"),
        MAP("<<<<<<< ours\n  \"from\": \"b\",\n||||||| base\n  \"from\": \"a\",\n=======\n"
            "  \"from\": \"c\",\n>>>>>>> theirs\n"
            "  \"to\": \"d\",\n  \"rows\": [\n"
            "<<<<<<< ours\n    {\"from\": \"x\", \"to\": \"y\", \"weight\": 2},\n"
            "||||||| base\n    {\"from\": \"x\", \"to\": \"y\", \"weight\": 1},\n"
            "=======\n>>>>>>> theirs\n"
            "    {\"from\": \"x\", \"to\": \"z\"},\n    {\"from\": \"x\", \"to\": \"w\"}\n  ],\n"
            "  \"unmapped\": [\n    \"t\",\n    \"u\",\n    \"w\"\n  ],\n"
            "  \"hat\": {\"size\": 2, \"band\": 3}\n"),
        "from: ours b, theirs c\n"
        "row x to y: ours changes it, theirs removes it\n");
}

/// Reads the whole page, or NULL.
static char *read_page(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *page = file != NULL ? calloc(1, 65536) : NULL;
    if (page != NULL && fread(page, 1, 65535, file) == 0)
        page[0] = '\0';
    if (file != NULL)
        fclose(file);
    return page;
}

TEST(as_documented)
{
#define JAW(range, t)                                                                                        \
    "    {\"name\": \"jaw_open\", \"id\": \"51c0\", \"range\": [0, " range                                   \
    "], \"bones\": [{\"bone\": \"jaw\", "                                                                    \
    "\"t\": [0, " t ", 0]}]},\n"
#define SMILE "    {\"name\": \"smile\", \"id\": \"7f02\", \"range\": [0, 1]"
    char *page = read_page(MIEN_TEST_DIR "/../docs/merging.md");
    CHECK(page != NULL);
    if (page == NULL)
        return;
    MieniAsset base = read_asset(MIENI_ASSET_POSES, POSES(JAW("1", "-0.01") SMILE "}\n"));
    MieniAsset ours = read_asset(MIENI_ASSET_POSES, POSES(JAW("1.2", "-0.01") SMILE "}\n"));
    MieniAsset theirs =
        read_asset(MIENI_ASSET_POSES, POSES(JAW("1.5", "-0.02") SMILE ", \"smooth\": true}\n"));
    MieniMerge merge;
    CHECK_STATUS(mieni_asset_merge(&merge, &base, &ours, &theirs, NULL, NULL), MIEN_OK);
    CHECK(strstr(page, JAW("1", "-0.01") SMILE "}\n") != NULL);
    char *end = strstr(merge.text.bytes, "\n}\n"), *rows = strstr(merge.text.bytes, "  \"poses\": [");
    CHECK(end != NULL && rows != NULL);
    if (end != NULL && rows != NULL) {
        *end = '\0';
        CHECK(strstr(page, rows) != NULL);
    }
    CHECK_INT(merge.count, 1);
    CHECK(merge.count > 0 && strstr(page, merge.conflicts[0].text) != NULL);
    mieni_asset_merge_release(&merge);
    mieni_asset_release(&base);
    mieni_asset_release(&ours);
    mieni_asset_release(&theirs);
    free(page);
}

TEST(without_ancestor)
{
    check_merge(MIENI_ASSET_POSES, NULL, POSES(A "\n"), POSES(B "\n"), POSES(A ",\n" B "\n"), "");
    check_merge(MIENI_ASSET_POSES, NULL, POSES(A "\n"),
                POSES("    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1], \"gain\": 2}\n"),
                POSES("    {\"name\": \"a\", \"id\": \"1\", \"range\": [0, 1], \"gain\": 2}\n"), "");
}

TEST(names_of_sides)
{
    MieniAsset base = read_asset(MIENI_ASSET_MAP, MAP("  \"from\": \"a\"\n"));
    MieniAsset ours = read_asset(MIENI_ASSET_MAP, MAP("  \"from\": \"b\"\n"));
    MieniAsset theirs = read_asset(MIENI_ASSET_MAP, MAP("  \"to\": \"b\"\n"));
    const MieniMergeOptions options = {
        .ours = "HEAD", .base = "1a2b3c", .theirs = "smiles", .marker_size = 9};
    MieniMerge merge;
    CHECK_STATUS(mieni_asset_merge(&merge, &base, &ours, &base, &options, NULL), MIEN_OK);
    CHECK_INT(merge.count, 0);
    mieni_asset_merge_release(&merge);
    mieni_json_set(&theirs.json, theirs.json.root, "from", mieni_json_string(&theirs.json, "c d"));
    CHECK_STATUS(mieni_asset_merge(&merge, &base, &ours, &theirs, &options, NULL), MIEN_OK);
    mieni_asset_release(&theirs); // nothing points into it
    CHECK_STR(merge.text.bytes,
              MAP("<<<<<<<<< HEAD\n  \"from\": \"b\",\n||||||||| 1a2b3c\n  \"from\": \"a\",\n"
                  "=========\n  \"from\": \"c d\",\n>>>>>>>>> smiles\n  \"to\": \"b\"\n"));
    CHECK_INT(merge.conflict_count, 1);
    CHECK_STR(merge.conflicts[0].text, "from: HEAD b, smiles \"c d\"");
    CHECK_INT(merge.conflicts[0].line_base, 4);
    CHECK_INT(merge.conflicts[0].line_ours, 4);
    CHECK_INT(merge.conflicts[0].line_theirs, 0); // it was made, not read
    mieni_asset_merge_release(&merge);
    theirs = read_asset(MIENI_ASSET_CLIP, CLIP("  \"rate\": 30\n"));
    CHECK_STATUS(mieni_asset_merge(&merge, &base, &ours, &theirs, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK(merge.text.bytes == NULL);
    mieni_asset_release(&base);
    mieni_asset_release(&ours);
    mieni_asset_release(&theirs);
}

static MienStatus call_merge(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                             MienError *error)
{
    MieniAsset *const *assets = given;
    MieniMerge merge;
    const MieniMergeOptions options = {.allocator = allocator};
    const MienStatus status = mieni_asset_merge(&merge, assets[0], assets[1], assets[2], &options, error);
    *out_is_empty = merge.text.bytes == NULL && merge.conflicts == NULL;
    mieni_asset_merge_release(&merge);
    return status;
}

TEST(without_memory)
{
    Random random = {3};
    for (int i = 0; i < 4; ++i) {
        int fresh = 100;
        MieniTextOut removed = {0};
        MieniAsset assets[3] = {make_poses(&random, 4, 8), {0}, {0}};
        for (int side = 1; side < 3; ++side) {
            assets[side] = copy_asset(&assets[0]);
            for (int e = 0; e < 8; ++e)
                edit_poses(&assets[side], &random, &fresh, &removed);
        }
        const MieniAsset *const all[] = {&assets[0], &assets[1], &assets[2]};
        check_call("merge", call_merge, all);
        for (int side = 0; side < 3; ++side)
            mieni_asset_release(&assets[side]);
        mieni_text_release(&removed);
    }
}

CHECK_MAIN
{
    RUN(neighbours);
    RUN(members_of_one_row);
    RUN(one_member_conflicts);
    RUN(nodes_of_graphs);
    RUN(lists_of_nodes);
    RUN(added_at_one_place);
    RUN(one_name_added_twice);
    RUN(removed_and_changed);
    RUN(renames_are_followed);
    RUN(renames_of_the_other_side_are_followed);
    RUN(renamed_to_what_is_listed);
    RUN(order);
    RUN(keys_by_time);
    RUN(modifiers);
    RUN(order_of_modifiers);
    RUN(members_of_the_asset);
    RUN(as_documented);
    RUN(without_ancestor);
    RUN(names_of_sides);
    RUN(without_memory);
}
