// SPDX-License-Identifier: MIT
//
// Packs of graphs as text, and what differs between two.

#include "support/graph/texts.h"
#include "support/ledger.h"

#include "mien_author/pack_diff.h"
#include "mien_author/pack_text.h"

static MienAuthorPack must_cook(const char *text)
{
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(cook_text(text, &pack, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    return pack;
}

/// Everything that a graph can hold, of which some lines are looked at.
TEST(every_node_as_text)
{
    static const char *const lines[] = {
        "mien graph 1\n",
        "\nparameter \"distance\" float 3\n",
        "\nparameter \"talking\" bool true\n",
        "\nparameter \"mood\" name \"smile\"\n",
        "\nparameter \"line\" clip \"hello.clip.json\"\n",
        "\nparameter \"face\" poses nothing additive\n",
        "\nparameter \"part\" mask \"head\"\n",
        "\nmask \"head\"\n  bone \"neck\" depth 2 weight 1\n  bone \"jaw\" depth 0 weight -1 only\n",
        "\nnode \"body\" clip\n  clip \"walk.clip.json\"\n  rate parameter \"distance\"\n  start 0\n  loop "
        "true\n"
        "  reverse false\n  always false\n",
        "\nnode \"both\" layered_blend base \"body\" layer \"face\"\n  mask parameter \"part\"\n  weight 1\n "
        " curves "
        "valid\n",
        "\nnode \"mood\" pose delta\n  poses parameter \"face\"\n  pose parameter \"mood\"\n",
        "\nnode \"change\" modify_curve input \"live\"\n  alpha 1\n  changes curve \"jawOpen\" do scale "
        "value 0.8\n"
        "  changes curve \"smile\" do smooth value parameter \"distance\"\n",
        "\n  remap sine\n",
        "\n  inputs \"host\"\n  inputs \"still\"\n  inputs \"host\"\n",
        "\n  states \"pick\" name \"calm\" restart true\n  states \"host\" name \"glad\" restart false\n"
        "  transitions from 0 to 1 fade 0.3 shape smooth after 0 at_end false\n"
        "  transitions from -1 to 0 fade 0.2 shape linear after 1 at_end true\n"
        "  conditions transition 0 parameter parameter \"distance\" is below value 1\n"
        "  conditions transition 0 parameter parameter \"talking\" is equal value 1\n"
        "  conditions transition 1 parameter parameter \"count\" is other value 2\n",
        "\n  axis [1 0 0]\n",
        "\n  space nothing\n",
        "\n  targets name \"up\" gain 1 ",
        "\nnode \"out\" output input \"drive\"\n",
    };
    MienAuthorPack pack = must_cook(every_node);
    MienAuthorText text = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_pack_text(pack.data, pack.size, NULL, &text, &error), MIEN_OK);
    for (size_t i = 0; text.text != NULL && i < sizeof lines / sizeof *lines; ++i) {
        if (strstr(text.text, lines[i]) == NULL)
            printf("missing:%s\nin %s\n", lines[i], text.text);
        CHECK(strstr(text.text, lines[i]) != NULL);
    }
    mien_author_text_release(&text);
    mien_author_pack_release(&pack);
}

/// The differences of two graphs, a line each.
static void check_differences(const char *first, const char *second, const char *expected)
{
    MienAuthorPack a = must_cook(first), b = must_cook(second);
    MienAuthorPackDiff *diff = NULL;
    MienError error = {0};
    char told[2048] = "";
    const MienAuthorPackPair packs = {a.data, a.size, b.data, b.size};
    CHECK_STATUS(mien_author_pack_diff(&packs, NULL, &diff, &error), MIEN_OK);
    for (int i = 0; diff != NULL && i < diff->count; ++i)
        snprintf(told + strlen(told), sizeof told - strlen(told), "%s: %s\n", diff->items[i].subject,
                 diff->items[i].text);
    CHECK_STR(told, expected);
    mien_author_pack_diff_destroy(diff);
    mien_author_pack_release(&a);
    mien_author_pack_release(&b);
}

#define TALK         "{'id': 'talk', 'node': 'clip', 'clip': 'a.clip.json'},"
#define NODES(nodes) HEAD "'nodes': [" nodes "]}"

TEST(differences)
{
    check_differences(every_node, every_node, "");
    check_differences(
        NODES(TALK OUT("talk")),
        NODES("{'id': 'talk', 'node': 'clip', 'clip': 'b.clip.json', 'rate': 2, 'loop': false}," OUT("talk")),
        "node talk: clip \"b.clip.json\", was \"a.clip.json\"\n"
        "node talk: rate 2.00, was 1.00\n"
        "node talk: loop false, was true\n");
    check_differences(
        HEAD "'parameters': [{'name': 'p', 'type': 'float', 'value': 1}, {'name': 'q', 'type': 'bool'}],"
             "'masks': [{'name': 'm', 'bones': [{'bone': 'b'}]}], 'nodes': [" TALK
             "{'id': 'x', 'node': 'modify_curve', 'input': 'talk'}," OUT("x") "]}",
        HEAD "'parameters': [{'name': 'p', 'type': 'int', 'value': 2}, {'name': 'r', 'type': 'bool'}],"
             "'masks': [{'name': 'm'}], 'nodes': [" TALK "{'id': 'x', 'node': 'live_input', 'input': 'talk'},"
             "{'id': 'y', 'node': 'modify_curve', 'input': 'x'}," OUT("y") "]}",
        "parameter q: removed\n"
        "parameter r: added\n"
        "parameter p: int 2, was float 1\n"
        "mask m: is nothing, was bone \"b\" depth 0 weight 1\n"
        "node y: added\n"
        "node x: is a live_input, was a modify_curve\n"
        "node out: input y, was x\n");
    check_differences(
        NODES(TALK "{'id': 'x', 'node': 'modify_curve', 'input': 'talk', 'changes': [{'curve': 'a', 'do': "
                   "'set'}]}," OUT("x")),
        NODES(TALK
              "{'id': 'x', 'node': 'modify_curve', 'input': 'talk', 'changes': [{'curve': 'b', 'do': 'set'},"
              "{'curve': 'c', 'do': 'add'}]}," OUT("x")),
        "node x: changes has 2 rows, was 1\n"
        "node x: changes[0] curve \"b\" do set value 0, was curve \"a\" do set value 0\n");
    check_differences(
        NODES(TALK
              "{'id': 'x', 'node': 'modify_curve', 'input': 'talk', 'changes': [{'curve': 'b', 'do': 'set'},"
              "{'curve': 'c', 'do': 'add'}, {'curve': 'd', 'do': 'add'}]}," OUT("x")),
        NODES(TALK "{'id': 'x', 'node': 'modify_curve', 'input': 'talk', 'changes': [{'curve': 'b', 'do': "
                   "'set'}]}," OUT("x")),
        "node x: changes has 1 rows, was 3\n");
    check_differences(
        NODES(TALK "{'id': 'p', 'node': 'pose', 'poses': 'a.poses.json', 'pose': 'o'},"
                   "{'id': 's', 'node': 'blend_by_int', 'inputs': ['talk', 'talk']},"
                   "{'id': 'x', 'node': 'apply_additive', 'base': 's', 'delta': 'p'}," OUT("x")),
        NODES("{'id': 'r', 'node': 'rest_pose'}," TALK
              "{'id': 'p', 'node': 'pose', 'poses': 'a.poses.json', 'pose': 'o'},"
              "{'id': 's', 'node': 'blend_by_int', 'inputs': ['talk', 'r']},"
              "{'id': 'x', 'node': 'apply_additive', 'base': 's', 'delta': 'p', 'mode': 'unreal'}," OUT("x")),
        "node r: added\n"
        "node s: inputs[1] \"r\", was \"talk\"\n"
        "node x: mode unreal, was mien\n");
}

static MienStatus call_text(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const MienAuthorPack *pack = given;
    MienAuthorText text = {0};
    const MienStatus status = mien_author_pack_text(pack->data, pack->size, allocator, &text, error);
    *out_is_empty = text.text == NULL;
    mien_author_text_release(&text);
    return status;
}

static MienStatus call_diff(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const MienAuthorPack *packs = given;
    MienAuthorPackDiff *diff = NULL;
    const MienAuthorPackPair pair = {packs[0].data, packs[0].size, packs[1].data, packs[1].size};
    const MienStatus status = mien_author_pack_diff(&pair, allocator, &diff, error);
    *out_is_empty = diff == NULL;
    mien_author_pack_diff_destroy(diff);
    return status;
}

TEST(without_memory)
{
    MienAuthorPack packs[2] = {
        must_cook(every_node),
        must_cook(NODES(
            "{'id': 'both', 'node': 'rest_pose'}, {'id': 'change', 'node': 'modify_curve', 'input': 'both',"
            " 'alpha': 0.5, 'changes': [{'curve': 'b', 'do': 'set'}]}," OUT("change")))};
    check_call("text", call_text, &packs[0]);
    check_call("diff", call_diff, packs);
    for (int i = 0; i < 2; ++i)
        mien_author_pack_release(&packs[i]);
}

CHECK_MAIN
{
    RUN(every_node_as_text);
    RUN(differences);
    RUN(without_memory);
}
