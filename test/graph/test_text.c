// SPDX-License-Identifier: MIT
//
// Graphs as text: what is read, what is refused and with which words, what is cooked.

#include "support/graph/play.h"
#include "support/graph/texts.h"

#include "mien/pack.h"

TEST(every_node_is_cooked)
{
    MienError error = {0};
    MienAuthorPack pack = {0}, again = {0};
    MienPackInfo info;
    CHECK_STATUS(cook_text(every_node, &pack, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK_STATUS(mien_pack_inspect(pack.data, pack.size, false, &info, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK(info.kind == MIEN_PACK_GRAPH);
    MienGraph *graph = NULL;
    CHECK_STATUS(mien_graph_load(pack.data, pack.size, NULL, &graph, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK_INT(mien_graph_info(graph).node_count, 16); // the lost one is left out
    CHECK_STR(mien_graph_node(graph, 15).id, "out");
    CHECK_INT(mien_graph_find_node(graph, "lost"), -1);
    CHECK(mien_graph_node(graph, mien_graph_find_node(graph, "mood")).is_delta);
    const char *fault = play_graph(graph);
    CHECK_STR(fault != NULL ? fault : "", "");
    mien_graph_destroy(graph);
    CHECK_STATUS(cook_text(every_node, &again, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK(pack.size == again.size && memcmp(pack.data, again.data, pack.size) == 0);
    mien_author_pack_release(&pack);
    mien_author_pack_release(&again);
}

/// The order of nodes in the text, and nodes that lead nowhere, change nothing.
TEST(order_does_not_matter)
{
    static const char *const texts[] = {
        HEAD "'nodes': [{'id': 'a', 'node': 'clip', 'clip': 'a.clip.json'}, {'id': 'b', 'node': 'rest_pose'},"
             "{'id': 'm', 'node': 'blend', 'a': 'a', 'b': 'b'}," OUT("m") "]}",
        HEAD "'nodes': [" OUT("m") ", {'id': 'b', 'node': 'rest_pose'}, {'id': 'x', 'node': 'poses', 'input':"
                                   " 'm'}, {'id': 'm', 'node': 'blend', 'b': 'b', 'a': 'a', 'alpha': 0.5},"
                                   "{'id': 'a', 'node': 'clip', 'clip': 'a.clip.json', 'loop': true}]}"};
    MienError error = {0};
    MienAuthorPack packs[2] = {{0}, {0}};
    for (int i = 0; i < 2; ++i)
        CHECK_STATUS(cook_text(texts[i], &packs[i], &error), MIEN_OK);
    CHECK(packs[0].size == packs[1].size && packs[0].size > 0 &&
          memcmp(packs[0].data, packs[1].data, packs[0].size) == 0);
    for (int i = 0; i < 2; ++i)
        mien_author_pack_release(&packs[i]);
}

typedef struct Refusal {
    const char *text, *place, *part;
} Refusal;

static void check_refusals(const Refusal *rows, size_t count, bool is_read)
{
    for (size_t i = 0; i < count; ++i) {
        MienAuthorGraph *graph = NULL;
        MienAuthorPack pack = {0};
        MienError error = {0};
        if (is_read) {
            CHECK_STATUS(read_text(rows[i].text, &graph, &error), MIEN_OK);
            if (graph == NULL)
                printf("%s: %s\n", error.location, error.message);
            mien_author_graph_destroy(graph);
        } else {
            CHECK(read_text(rows[i].text, &graph, &error) != MIEN_OK);
            CHECK(graph == NULL);
        }
        const MienStatus status = cook_text(rows[i].text, &pack, &error);
        CHECK(status != MIEN_OK && pack.data == NULL);
        check_error(&error, status, rows[i].place, rows[i].part);
    }
}

#define NODES(nodes) HEAD "'nodes': [\n" nodes "]}"
#define CLIP         "{'id': 'talk', 'node': 'clip'},\n"
#define NEAR         HEAD "'parameters': [{'name': 'near', 'type': 'bool'}, {'name': 'far', 'type': 'float'}],"

TEST(names_that_lead_nowhere)
{
    static const Refusal rows[] = {
        {HEAD "'nodes': []}", "line 1, nodes", "add a node \"output\""},
        {HEAD "'skeleton': 'a.skeleton.json'}", "line 1, nodes", "add a node \"output\""},
        {NODES(CLIP OUT("talk") ",\n{'id': 'more', 'node': 'output', 'input': 'talk'}"),
         "line 4, nodes[2].node", "one output"},
        {NODES(CLIP OUT("tlak")), "line 3, nodes[1].input", "no node \"tlak\" here; did you mean \"talk\"?"},
        {NODES(CLIP OUT("something")), "line 3, nodes[1].input", "There is no node \"something\" here."},
        {NODES(CLIP "{'id': 'talk', 'node': 'clip'}," OUT("talk")), "line 3, nodes[1]",
         "\"talk\" is there already, in line 2"},
        {NODES(CLIP "{'id': 'a', 'node': 'poses', 'input': 'out'},\n" OUT("a")), "line 3, nodes[1].input",
         "Nothing comes after the output"},
        {NODES("{'id': 'a', 'node': 'blend', 'a': 'talk', 'b': 'b'},\n{'id': 'b', 'node': 'modify_curve', "
               "'input':"
               " 'c'},\n{'id': 'c', 'node': 'modify_curve', 'input': 'a'},\n" CLIP OUT("a")),
         "line 2, nodes[0]", "The nodes a -> b -> c -> a go in a circle"},
        {NODES(CLIP "{'id': 'a', 'node': 'modify_curve', 'input': 'a'},\n" OUT("talk")), "line 3, nodes[1]",
         "The nodes a -> a go in a circle"},
        {NODES(CLIP "{'id': 's', 'node': 'blend_by_int', 'inputs': []},\n" OUT("s")), "line 3, nodes[1]",
         "nothing to select"},
        {NODES(CLIP "{'id': 's', 'node': 'blend_by_int', 'inputs': ['talk',\n'talkk']},\n" OUT("s")),
         "line 4, nodes[1].inputs[1]", "did you mean \"talk\"?"},
        {NODES(CLIP "{'id': 's', 'node': 'state_machine'},\n" OUT("s")), "line 3, nodes[1]",
         "at least one state"},
        {NEAR "'nodes': [{'id': 'a', 'node': 'clip',\n'loop': {'parameter': 'nearr'}}," OUT("a") "]}",
         "line 2, nodes[0].loop", "no parameter \"nearr\" here; did you mean \"near\"?"},
        {NEAR "'nodes': [{'id': 'a', 'node': 'clip',\n'rate': {'parameter': 'near'}}," OUT("a") "]}",
         "line 2, nodes[0].rate", "of type float, and \"near\" is of type bool"},
        {NEAR "'nodes': [{'id': 'a', 'node': 'clip',\n'clip': {'parameter': 'far'}}," OUT("a") "]}",
         "line 2, nodes[0].clip", "of type clip, and \"far\" is of type float"},
        {NEAR
         "'nodes': [{'id': 'a', 'node': 'blend_by_int', 'inputs': ['b'],\n'index': {'parameter': 'far'}},"
         "{'id': 'b', 'node': 'rest_pose'}," OUT("a") "]}",
         "line 2, nodes[0].index", "of type int or bool"},
        {NEAR "'nodes': [{'id': 'a', 'node': 'modify_curve', 'input': 'b', 'changes': [{'curve': 'c', 'do': "
              "'set',\n"
              "'value': {'parameter': 'fear'}}]}, {'id': 'b', 'node': 'rest_pose'}," OUT("a") "]}",
         "line 2, nodes[0].changes[0].value", "did you mean \"far\"?"},
        {HEAD "'masks': [{'name': 'head'}], 'nodes': [" CLIP
              "{'id': 'l', 'node': 'layered_blend', 'base': 'talk',"
              " 'layer': 'talk', 'mask': 'haed'}," OUT("l") "]}",
         "line 2, nodes[1].mask", "no mask \"haed\" here; did you mean \"head\"?"},
        {HEAD "'parameters': [{'name': 'm', 'type': 'mask', 'value': 'x'}], 'nodes': [" CLIP OUT("talk") "]}",
         "line 1, parameters[0].value", "no mask \"x\" here"},
        {HEAD "'overrides': [], 'nodes': [" CLIP OUT("talk") "]}", "line 1, overrides",
         "nothing to override"},
    };
    check_refusals(rows, sizeof rows / sizeof *rows, false);
}

#define MACHINE(transitions)                                                                                 \
    NEAR "'nodes': [" CLIP                                                                                   \
         "{'id': 'm', 'node': 'state_machine', 'states': [{'name': 'calm', 'input': 'talk'}],"               \
         "'transitions': [\n" transitions "]}," OUT("m") "]}"

TEST(machines)
{
    static const Refusal rows[] = {
        {MACHINE("{'to': 'clam'}"), "line 3, nodes[1].transitions[0].to",
         "no state \"clam\" here; did you mean \"calm\"?"},
        {MACHINE("{'to': 'calm'}, {'from': 'x', 'to': 'calm'}"), "line 3, nodes[1].transitions[1].from",
         "no state \"x\" here."},
        {MACHINE("{'to': 'calm', 'when': [{'parameter': 'naer', 'equal': true}]}"),
         "line 3, nodes[1].transitions[0].when[0].parameter", "did you mean \"near\"?"},
        {MACHINE("{'to': 'calm', 'when': [{'parameter': 'near'}]}"),
         "line 3, nodes[1].transitions[0].when[0]", "one of above, below, equal and other"},
        {MACHINE("{'to': 'calm', 'when': [{'parameter': 'far', 'above': 1, 'below': 2}]}"),
         "line 3, nodes[1].transitions[0].when[0]", "one of above, below, equal and other"},
        {MACHINE("{'to': 'calm', 'when': [{'parameter': 'far', 'equal': 'x'}]}"),
         "line 3, nodes[1].transitions[0].when[0]", "compares with a number"},
    };
    check_refusals(rows, sizeof rows / sizeof *rows, false);
}

#define SMILE "{'id': 'smile', 'node': 'pose', 'poses': 'a.poses.json', 'pose': 'smile'},\n"

/// Wires between poses and deltas: read, but not cooked.
TEST(deltas_need_an_apply)
{
    static const Refusal rows[] = {
        {NODES(SMILE OUT("smile")), "line 3, nodes[1].input",
         "A delta cannot go into input: put an apply node between them."},
        {NODES(CLIP SMILE
               "{'id': 'x', 'node': 'apply_additive', 'base': 'smile', 'delta': 'smile'},\n" OUT("x")),
         "line 4, nodes[2].base", "A delta cannot go into base: put an apply node between them."},
        {NODES(CLIP "{'id': 'x', 'node': 'apply_additive', 'base': 'talk', 'delta': 'talk'},\n" OUT("x")),
         "line 3, nodes[1].delta", "A pose cannot go into delta"},
        {NODES(CLIP SMILE "{'id': 'x', 'node': 'blend', 'a': 'talk', 'b': 'smile'},\n" OUT("x")),
         "line 4, nodes[2].b",
         "A delta cannot go into b: put an apply node between them, or a delta into a too."},
        {NODES(CLIP SMILE "{'id': 'x', 'node': 'blend_by_int', 'inputs': ['smile', 'talk']},\n" OUT("x")),
         "line 4, nodes[2].inputs[0]", "or a delta into inputs[1] too"},
        {NODES(CLIP SMILE "{'id': 'x', 'node': 'state_machine', 'states': [{'name': 'a', 'input': 'talk'},"
                          " {'name': 'b', 'input': 'smile'}]},\n" OUT("x")),
         "line 4, nodes[2].states[1].input", "or a delta into states[0].input too"},
        {NODES(SMILE "{'id': 'x', 'node': 'poses', 'input': 'smile'},\n" OUT("x")), "line 3, nodes[1].input",
         "A delta cannot go into input"},
        {NODES(SMILE "{'id': 'x', 'node': 'input_pose', 'input': 'smile'},\n" OUT("x")),
         "line 3, nodes[1].input", "A delta cannot go into input"},
        {NODES(CLIP "{'id': 'x', 'node': 'input_pose', 'input': 'talk', 'type': 'delta'},\n" OUT("x")),
         "line 3, nodes[1].input", "set its type to absolute"},
        {NODES(SMILE "{'id': 'x', 'node': 'modify_curve', 'input': 'smile'},\n{'id': 'y', 'node': "
                     "'live_input', 'input':"
                     " 'x'},\n" OUT("y")),
         "line 5, nodes[3].input", "A delta cannot go into input"},
    };
    static const char *const fine[] = {
        NODES(CLIP SMILE
              "{'id': 'x', 'node': 'apply_additive', 'base': 'talk', 'delta': 'smile'},\n" OUT("x")),
        NODES("{'id': 'a', 'node': 'pose', 'poses': 'absolute.poses.json'},\n" OUT("a")),
        NODES(CLIP SMILE "{'id': 's', 'node': 'input_pose', 'type': 'delta', 'input': 'm'}, {'id': 'm', "
                         "'node': 'modify_curve',"
                         " 'input': 'b'}, {'id': 'b', 'node': 'blend', 'a': 'smile', 'b': 'smile'},"
                         "{'id': 'x', 'node': 'apply_additive', 'base': 'talk', 'delta': 's'},\n" OUT("x")),
    };
    check_refusals(rows, sizeof rows / sizeof *rows, true);
    for (size_t i = 0; i < sizeof fine / sizeof *fine; ++i) {
        MienAuthorPack pack = {0};
        MienError error = {0};
        CHECK_STATUS(cook_text(fine[i], &pack, &error), MIEN_OK);
        CHECK_STR(error.message, "");
        mien_author_pack_release(&pack);
    }
}

#define DRIVER(more) NODES(CLIP "{'id': 'd', 'node': 'driver', 'input': 'talk'" more "},\n" OUT("d"))

TEST(what_cooking_asks)
{
    static const Refusal rows[] = {
        {NODES(CLIP "{'id': 'm', 'node': 'map', 'input': 'talk', 'map': 'livelink-to-arkti'},\n" OUT("m")),
         "line 3, nodes[1].map", "no map \"livelink-to-arkti\"; did you mean \"livelink-to-arkit\"?"},
        {NODES(CLIP "{'id': 'm', 'node': 'map', 'input': 'talk', 'map': 'maps/ours.map.json'},\n" OUT("m")),
         "line 3, nodes[1].map", "name a file or a built-in one"},
        {DRIVER(""), "line 3, nodes[1].bones", "at least one bone"},
        {DRIVER(", 'bones': ['a'],\n'targets': []"), "line 4, nodes[1].targets", "at least one target"},
        {DRIVER(", 'bones': ['a'], 'targets': [\n{'name': 't', 'bones': [\n{'bone': 'b'}]}]"),
         "line 5, nodes[1].targets[0].bones[0].bone", "the driver's own bones"},
        {DRIVER(", 'bones': ['a'], 'targets': [\n{'name': 't', 'bones': [\n{'bone': 'a', 'q': [0, 0, 0, 1],"
                " 'turn': [0, 0, 0]}]}]"),
         "line 5, nodes[1].targets[0].bones[0]", "take one out"},
        {DRIVER(", 'bones': ['a'], 'targets': [\n{'name': 't',\n'curve': [[1, 0], [0, 1]]}]"),
         "line 5, nodes[1].targets[0].curve", "ascend in x"},
    };
    check_refusals(rows, sizeof rows / sizeof *rows, true);
}

/// Maps come from the caller, under any name.
static const MienAuthorMap *map_of(void *user, const char *name)
{
    return strcmp(name, "maps/ours.map.json") == 0 ? user : NULL;
}

TEST(maps_of_the_caller)
{
    static const MienAuthorMapRow rows[] = {{"a", "b", 0.5f}};
    static const MienAuthorMapRow bad_rows[] = {{"a", "", 0.5f}};
    MienAuthorMap map = {.from = "x", .to = "y", .row_count = 1, .rows = rows};
    const MienAuthorGraphOptions options = {.user = &map, .map = map_of};
    MienAuthorGraph *graph = NULL;
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(
        read_text(NODES(CLIP
                        "{'id': 'm', 'node': 'map', 'input': 'talk', 'map': 'maps/ours.map.json'},"
                        "{'id': 'n', 'node': 'map', 'input': 'm', 'map': 'maps/ours.map.json'}," OUT("n")),
                  &graph, &error),
        MIEN_OK);
    CHECK_STATUS(mien_author_graph_cook(graph, &options, &pack, &error), MIEN_OK);
    mien_author_pack_release(&pack);
    map.rows = bad_rows;
    CHECK_STATUS(mien_author_graph_cook(graph, &options, &pack, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 3, nodes[1].map");
    CHECK(pack.data == NULL);
    mien_author_graph_destroy(graph);
}

TEST(arguments)
{
    MienAuthorGraph *graph = NULL;
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_graph_read(NULL, 3, NULL, &graph, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_graph_read("{}", 2, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_graph_cook(NULL, NULL, &pack, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_graph_extend(NULL, NULL, NULL, &graph, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(mien_author_graph_parent(NULL), "");
    mien_author_graph_destroy(NULL);
}

CHECK_MAIN
{
    RUN(every_node_is_cooked);
    RUN(order_does_not_matter);
    RUN(names_that_lead_nowhere);
    RUN(machines);
    RUN(deltas_need_an_apply);
    RUN(what_cooking_asks);
    RUN(maps_of_the_caller);
    RUN(arguments);
}
