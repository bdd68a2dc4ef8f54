// SPDX-License-Identifier: MIT
//
// Children of graphs: what they override, how deep they go, what is refused where.

#include "support/graph/texts.h"
#include "support/ledger.h"

#define CHILD "{'kind': 'graph', 'version': 1, 'extends': 'face.graph.json',\n"

static const char parent_text[] = HEAD
    "'skeleton': 'rig.skeleton.json', 'parameters': [{'name': 'distance', 'type': 'float', 'value': 3},"
    "{'name': 'line', 'type': 'clip', 'value': 'hello.clip.json'}, {'name': 'part', 'type': 'mask',"
    " 'value': 'head'}], 'masks': [{'name': 'head', 'bones': [{'bone': 'neck'}]}], 'nodes': ["
    "{'id': 'talk', 'node': 'clip', 'clip': {'parameter': 'line'}, 'rate': 1},"
    "{'id': 'walk', 'node': 'clip', 'clip': 'walk.clip.json'},"
    "{'id': 'both', 'node': 'layered_blend', 'base': 'walk', 'layer': 'talk', 'mask': {'parameter': 'part'}},"
    "{'id': 'change', 'node': 'modify_curve', 'input': 'both', 'changes': [{'curve': 'jawOpen', 'do': "
    "'scale',"
    " 'value': 0.8}]},"
    "{'id': 'mood', 'node': 'state_machine', 'states': [{'name': 'calm', 'input': 'change'}, {'name': 'glad',"
    " 'input': 'talk'}], 'transitions': [{'to': 'glad'}]},"
    "{'id': 'mouth', 'node': 'pose', 'poses': 'mouth.poses.json', 'pose': 'o'},"
    "{'id': 'add', 'node': 'apply_additive', 'base': 'mood', 'delta': 'mouth'},"
    "{'id': 'pose', 'node': 'poses', 'input': 'add', 'poses': 'ada.poses.json'}," OUT("pose") "]}";

static MienAuthorGraph *must_read(const char *text)
{
    MienAuthorGraph *graph = NULL;
    MienError error = {0};
    CHECK_STATUS(read_text(text, &graph, &error), MIEN_OK);
    if (graph == NULL)
        printf("%s: %s\n", error.location, error.message);
    return graph;
}

/// A child of parent, which is destroyed; NULL after a failure.
static MienAuthorGraph *extend(MienAuthorGraph *parent, const char *text, MienError *error)
{
    MienAuthorGraph *child = must_read(text), *whole = NULL;
    const MienStatus status = mien_author_graph_extend(parent, child, NULL, &whole, error);
    CHECK((status == MIEN_OK) == (whole != NULL));
    mien_author_graph_destroy(child);
    mien_author_graph_destroy(parent);
    return whole;
}

static MienAuthorPack cook(MienAuthorGraph *graph)
{
    const MienAuthorGraphOptions options = {.mode = mode_of};
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_graph_cook(graph, &options, &pack, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    mien_author_graph_destroy(graph);
    return pack;
}

/// That the children, the first one's parent first, make what the whole text says.
static void check_same(const char *const *children, int count, const char *whole)
{
    MienError error = {0};
    MienAuthorGraph *graph = must_read(parent_text);
    for (int i = 0; i < count && graph != NULL; ++i)
        graph = extend(graph, children[i], &error);
    CHECK_STR(error.message, "");
    if (graph == NULL)
        return;
    CHECK_STR(mien_author_graph_parent(graph), "");
    MienAuthorPack got = cook(graph), wanted = cook(must_read(whole));
    CHECK(got.size == wanted.size && memcmp(got.data, wanted.data, got.size) == 0);
    mien_author_pack_release(&got);
    mien_author_pack_release(&wanted);
}

/// The parent's text with one part, which must be there, replaced.
static const char *with(char out[TEXT_ROOM], const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    CHECK(at != NULL);
    if (at != NULL)
        snprintf(out, TEXT_ROOM, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

TEST(a_child_says_its_parent)
{
    MienAuthorGraph *child = must_read(CHILD "'overrides': []}");
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STR(mien_author_graph_parent(child), "face.graph.json");
    CHECK_STATUS(mien_author_graph_cook(child, NULL, &pack, &error), MIEN_ERROR_ARGUMENT);
    CHECK(pack.data == NULL);
    MienAuthorGraph *out = NULL;
    CHECK_STATUS(mien_author_graph_extend(child, child, NULL, &out, &error), MIEN_ERROR_ARGUMENT);
    CHECK(out == NULL);
    mien_author_graph_destroy(child);
}

TEST(nothing_overridden)
{
    check_same((const char *const[]){CHILD "'overrides': []}", CHILD "'masks': []}"}, 2, parent_text);
}

TEST(settings_lists_and_parameters)
{
    char a[TEXT_ROOM], b[TEXT_ROOM], c[TEXT_ROOM];
    check_same((const char *const[]){CHILD "'overrides': [{'id': 'pose', 'poses': 'pip.poses.json'}]}"}, 1,
               with(a, parent_text, "ada.poses", "pip.poses"));
    check_same(
        (const char *const[]){CHILD
                              "'overrides': [{'parameter': 'distance', 'value': 1}, {'parameter': 'line',"
                              " 'value': 'bye.clip.json'}]}"},
        1, with(b, with(a, parent_text, "'value': 3", "'value': 1"), "hello", "bye"));
    check_same((const char *const[]){CHILD
                                     "'overrides': [{'id': 'change', 'changes': [{'curve': 'smile', 'do':"
                                     " 'set', 'value': {'parameter': 'distance'}}], 'alpha': 0.5}]}"},
               1,
               with(a, parent_text, "{'curve': 'jawOpen', 'do': 'scale', 'value': 0.8}]",
                    "{'curve': 'smile', 'do': 'set', 'value': {'parameter': 'distance'}}], 'alpha': 0.5"));
    check_same((const char *const[]){CHILD
                                     "'overrides': [{'id': 'mood', 'transitions': [{'from': 'glad', 'to':"
                                     " 'calm', 'fade': 1}]}]}"},
               1, with(a, parent_text, "{'to': 'glad'}", "{'from': 'glad', 'to': 'calm', 'fade': 1}"));
    check_same((const char *const[]){CHILD "'masks': [{'name': 'arms', 'bones': [{'bone': 'hand'}]}, {'name':"
                                           " 'head', 'bones': [{'bone': 'jaw', 'depth': 1}]}],"
                                           " 'overrides': [{'parameter': 'part', 'value': 'arms'}]}"},
               1,
               with(c,
                    with(b, with(a, parent_text, "{'bone': 'neck'}]}", "{'bone': 'jaw', 'depth': 1}]}"),
                         "'depth': 1}]}", "'depth': 1}]}, {'name': 'arms', 'bones': [{'bone': 'hand'}]}"),
                    "'value': 'head'", "'value': 'arms'"));
}

/// Ten children deep; what the nearest says counts, and what only a far one says stays.
TEST(nearest_wins)
{
    char text[TEXT_ROOM];
    const char *children[10];
    char made[10][256];
    for (int i = 0; i < 10; ++i) {
        snprintf(made[i], sizeof made[i], CHILD "'overrides': [{'id': 'talk', 'rate': %d}%s]}", i + 2,
                 i == 3 ? ", {'id': 'pose', 'poses': 'pip.poses.json'}" : "");
        children[i] = made[i];
    }
    check_same(children, 10,
               with(text, with((char[TEXT_ROOM]){0}, parent_text, "ada.poses", "pip.poses"), "'rate': 1",
                    "'rate': 11"));
}

typedef struct Refusal {
    const char *text, *place, *part;
} Refusal;

TEST(refused)
{
    static const Refusal rows[] = {
        {CHILD "'overrides': [{'id': 'pos', 'poses': 'a.poses.json'}]}", "line 2, overrides[0].id",
         "no node \"pos\" here; did you mean \"pose\"?"},
        {CHILD "'overrides': [{'id': 'elephant'}]}", "line 2, overrides[0].id",
         "There is no node \"elephant\" here."},
        {CHILD "'overrides': [\n{'parameter': 'distanse', 'value': 1}]}", "line 3, overrides[0].parameter",
         "no parameter \"distanse\" here; did you mean \"distance\"?"},
        {CHILD "'overrides': [{'id': 'pose',\n'posse': 'a.poses.json'}]}", "line 3, overrides[0].posse",
         "A node poses has no \"posse\"; did you mean \"poses\"?"},
        {CHILD "'overrides': [{'id': 'pose',\n'alpha': 1}]}", "line 3, overrides[0].alpha",
         "A node poses has no \"alpha\"."},
        {CHILD "'overrides': [{'id': 'pose',\n'input': 'talk'}]}", "line 3, overrides[0].input",
         "the parent's to say"},
        {CHILD "'overrides': [{'id': 'pose',\n'node': 'clip'}]}", "line 3, overrides[0].node",
         "the parent's to say"},
        {CHILD "'overrides': [{'id': 'mood',\n'states': []}]}", "line 3, overrides[0].states",
         "the parent's to say"},
        {CHILD "'overrides': [{'id': 'add',\n'alpha': 2000}]}", NULL, "from -1000 to 1000"},
        {CHILD "'overrides': [{'id': 'change',\n'alpha': 2}]}", "line 3, overrides[0].alpha", "from 0 to 1"},
        {CHILD "'overrides': [{'parameter': 'distance',\n'value': true}]}", "line 3, overrides[0].value",
         "must be a number"},
        {CHILD "'overrides': [{'parameter': 'line', 'value': '../a'}]}", "line 2, overrides[0].value",
         "relative"},
        {CHILD "'overrides': [{'parameter': 'distance',\n'type': 'delta'}]}", "line 3, overrides[0].type",
         "only the \"value\""},
        {CHILD "'overrides': [{'parameter': 'distance'}]}", "line 2, overrides[0]", "\"value\" is missing"},
        {CHILD "'overrides': [{'parameter': 'distance', 'id': 'pose'}]}", NULL, "\"id\", or a \"parameter\""},
        {CHILD "'overrides': [{}]}", NULL, "\"id\", or a \"parameter\""},
        {CHILD "'nodes': []}", NULL, "overrides and masks alone"},
        {CHILD "'parameters': []}", NULL, "overrides and masks alone"},
        // what the whole then is
        {CHILD "'overrides': [{'id': 'talk',\n'rate': {'parameter': 'line'}}]}", "line 3, nodes[0].rate",
         "of type float, and \"line\" is of type clip"},
        {CHILD "'overrides': [{'id': 'mood',\n'transitions': [{'to':\n'gald'}]}]}",
         "line 4, nodes[4].transitions[0].to", "did you mean \"glad\"?"},
        {CHILD "'overrides': [{'parameter': 'part',\n'value': 'haed'}]}", "line 3, parameters[2].value",
         "did you mean \"head\"?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MienAuthorGraph *parent = must_read(parent_text), *child = NULL, *whole = NULL;
        MienError error = {0};
        MienStatus status = read_text(rows[i].text, &child, &error);
        CHECK((status == MIEN_OK) == (rows[i].place != NULL)); // otherwise the child's text alone says it
        if (status == MIEN_OK)
            status = mien_author_graph_extend(parent, child, NULL, &whole, &error);
        CHECK(status != MIEN_OK && whole == NULL);
        check_error(&error, status, rows[i].place != NULL ? rows[i].place : error.location, rows[i].part);
        mien_author_graph_destroy(child);
        mien_author_graph_destroy(parent);
    }
}

/// An absolute asset in place of an additive one changes what a result is.
TEST(types_change_through_an_override)
{
    MienError error = {0};
    const MienAuthorGraphOptions options = {.mode = mode_of};
    MienAuthorPack pack = {0};
    MienAuthorGraph *graph =
        extend(must_read(parent_text),
               CHILD "'overrides': [{'id': 'mouth', 'poses': 'absolute.poses.json'}]}", &error);
    CHECK(graph != NULL);
    CHECK_STATUS(mien_author_graph_cook(graph, &options, &pack, &error), MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "nodes[6].delta", "A pose cannot go into delta");
    CHECK(pack.data == NULL);
    mien_author_graph_destroy(graph);
}

static MienStatus make_child(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                             MienError *error)
{
    const MienAuthorGraph *const *graphs = given;
    MienAuthorGraph *whole = NULL;
    const MienStatus status = mien_author_graph_extend(graphs[0], graphs[1], allocator, &whole, error);
    *out_is_empty = whole == NULL;
    mien_author_graph_destroy(whole);
    return status;
}

TEST(without_memory)
{
    MienAuthorGraph *graphs[2] = {
        must_read(parent_text),
        must_read(CHILD
                  "'overrides': [{'id': 'change', 'changes': [{'curve': 'a', 'do': 'set'}]}, {'parameter':"
                  " 'distance', 'value': 2}], 'masks': [{'name': 'x'}, {'name': 'head'}]}")};
    check_call("extend", make_child, graphs);
    mien_author_graph_destroy(graphs[0]);
    mien_author_graph_destroy(graphs[1]);
}

CHECK_MAIN
{
    RUN(a_child_says_its_parent);
    RUN(nothing_overridden);
    RUN(settings_lists_and_parameters);
    RUN(nearest_wins);
    RUN(refused);
    RUN(types_change_through_an_override);
    RUN(without_memory);
}
