// SPDX-License-Identifier: MIT
//
// Damaged and forged texts of graphs: cut at every byte, every byte changed, several at
// random, far too deep, far too many. What is read must cook or be refused with a place;
// allocation fails at every step.

#include "support/graph/play.h"
#include "support/graph/texts.h"
#include "support/ledger.h"

/// What was cooked, loaded and run.
static const char *judge_pack(const MienAuthorPack *pack)
{
    MienGraph *graph = NULL;
    const MienLoadOptions options = {.trust_hash = true, .borrow_data = true};
    if (mien_graph_load(pack->data, pack->size, &options, &graph, NULL) != MIEN_OK)
        return "cooked, but not loaded";
    const char *fault = play_graph(graph);
    mien_graph_destroy(graph);
    return fault;
}

/// Reads and cooks.
static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    const MienAuthorGraphOptions options = {.mode = mode_of};
    MienAuthorGraph *graph = NULL;
    MienAuthorPack pack = {0};
    MienError error = {0};
    (void)way;
    *out_status = mien_author_graph_read(bytes, size, NULL, &graph, &error);
    if (*out_status != MIEN_OK)
        return judge_refusal(*out_status, &error, graph, "line ");
    if (mien_author_graph_parent(graph)[0] == '\0')
        *out_status = mien_author_graph_cook(graph, &options, &pack, &error);
    const char *fault = NULL;
    if (*out_status != MIEN_OK)
        fault = judge_refusal(*out_status, &error, pack.data, "line ");
    else if (pack.data != NULL)
        fault = judge_pack(&pack);
    mien_author_pack_release(&pack);
    mien_author_graph_destroy(graph);
    return fault;
}

TEST(damaged)
{
    char text[TEXT_ROOM];
    quote(every_node, text);
    Victim victim = {.name = "every node",
                     .text = text,
                     .size = strlen(text),
                     .judge = judge,
                     .ways = 1,
                     .others = "\"{}[],:0e\n\xFF"};
    victim_attack(&victim);
}

static MienStatus cook_long(const Text *text, MienError *error)
{
    MienAuthorGraph *graph = NULL;
    MienAuthorPack pack = {0};
    MienStatus status = mien_author_graph_read(text->bytes, text->size, NULL, &graph, error);
    if (status == MIEN_OK)
        status = mien_author_graph_cook(graph, NULL, &pack, error);
    mien_author_pack_release(&pack);
    mien_author_graph_destroy(graph);
    return status;
}

/// A chain of count nodes, the output among them.
static Text chain(int count)
{
    Text text = {0};
    text_add(&text,
             "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"n0\", \"node\": \"rest_pose\"}");
    for (int i = 1; i < count; ++i)
        text_add(&text, ",\n{\"id\": \"n%d\", \"node\": \"%s\", \"input\": \"n%d\"}", i,
                 i + 1 < count ? "modify_curve" : "output", i - 1);
    text_add(&text, "]}");
    return text;
}

TEST(as_long_as_may_be)
{
    MienError error = {0};
    Text text = chain(4096);
    CHECK_STATUS(cook_long(&text, &error), MIEN_OK);
    text_free(&text);
    text = chain(4097);
    CHECK_STATUS(cook_long(&text, &error), MIEN_ERROR_LIMIT);
    check_error(&error, MIEN_ERROR_LIMIT, "line 1, nodes", "at most 4096 nodes");
    text_free(&text);
}

static Text masked(int count)
{
    Text text = {0};
    text_add(&text, "{\"kind\": \"graph\", \"version\": 1, \"masks\": [{\"name\": \"m0\"}");
    for (int i = 1; i < count; ++i)
        text_add(&text, ", {\"name\": \"m%d\"}", i);
    text_add(&text, "],\n\"nodes\": [{\"id\": \"a\", \"node\": \"rest_pose\"}, "
                    "{\"id\": \"b\", \"node\": \"output\", \"input\": \"a\"}]}");
    return text;
}

TEST(as_many_masks_as_may_be)
{
    MienError error = {0};
    Text text = masked(4096);
    CHECK_STATUS(cook_long(&text, &error), MIEN_OK);
    text_free(&text);
    text = masked(4097);
    CHECK_STATUS(cook_long(&text, &error), MIEN_ERROR_LIMIT);
    text_free(&text);
}

TEST(too_many_rows)
{
    MienError error = {0};
    Text text = {0};
    text_add(&text,
             "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"r\", \"node\": \"rest_pose\"},"
             "{\"id\": \"s\", \"node\": \"blend_by_int\",\n\"inputs\": [\"r\"");
    for (int i = 0; i < 65535; ++i)
        text_add(&text, ", \"r\"");
    text_add(&text, "]}, {\"id\": \"o\", \"node\": \"output\", \"input\": \"s\"}]}");
    CHECK_STATUS(cook_long(&text, &error), MIEN_ERROR_LIMIT);
    check_error(&error, MIEN_ERROR_LIMIT, "line 2, nodes[1].inputs", "at most 65535 rows");
    text_free(&text);
    text_add(&text,
             "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"r\", \"node\": \"rest_pose\"},"
             "{\"id\": \"m\", \"node\": \"modify_curve\", \"input\": \"r\",\n\"changes\": [");
    for (int i = 0; i < 65536; ++i)
        text_add(&text, "%s{\"curve\": \"c%d\", \"do\": \"set\"}", i > 0 ? "," : "", i);
    text_add(&text, "]}, {\"id\": \"o\", \"node\": \"output\", \"input\": \"m\"}]}");
    CHECK_STATUS(cook_long(&text, &error), MIEN_ERROR_LIMIT);
    check_error(&error, MIEN_ERROR_LIMIT, "line 1, nodes[1].changes", "at most 65535 rows");
    text_free(&text);
}

/// A driver of that many targets; its bone turns a little from one to the next.
TEST(too_many_targets)
{
    MienError error = {0};
    Text text = {0};
    text_add(&text,
             "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"r\", \"node\": \"rest_pose\"},"
             "{\"id\": \"d\", \"node\": \"driver\", \"input\": \"r\", \"bones\": [\"b\"],\n\"targets\": [");
    for (int i = 0; i < 1025; ++i)
        text_add(&text, "%s{\"name\": \"t%d\"}", i > 0 ? "," : "", i);
    text_add(&text, "]}, {\"id\": \"o\", \"node\": \"output\", \"input\": \"d\"}]}");
    CHECK_STATUS(cook_long(&text, &error), MIEN_ERROR_LIMIT);
    check_error(&error, MIEN_ERROR_LIMIT, "line 2, nodes[1].targets", "at most 1024 targets");
    text_free(&text);
}

/// Paths of a graph are words of its pack, and those are names.
TEST(a_path_too_long)
{
    static const char *const keys[] = {"{\"id\": \"c\", \"node\": \"clip\",\n\"clip\": \"%s\"},",
                                       "{\"id\": \"c\", \"node\": \"clip\"},"};
    char path[300] = "";
    for (int i = 0; i < 26; ++i)
        strcat(path, "folder/abc");
    for (int i = 0; i < 2; ++i) {
        MienError error = {0};
        Text text = {0};
        text_add(&text, "{\"kind\": \"graph\", \"version\": 1, ");
        if (i == 1)
            text_add(&text, "\"parameters\": [{\"name\": \"p\", \"type\": \"clip\",\n\"value\": \"%s\"}], ",
                     path);
        text_add(&text, "\"nodes\": [");
        if (i == 0)
            text_add(&text, keys[0], path);
        else
            text_add(&text, "%s", keys[1]);
        text_add(&text, "{\"id\": \"o\", \"node\": \"output\", \"input\": \"c\"}]}");
        CHECK_STATUS(cook_long(&text, &error), MIEN_ERROR_LIMIT);
        check_error(&error, MIEN_ERROR_LIMIT,
                    i == 0 ? "line 2, nodes[0].clip" : "line 2, parameters[0].value", "at most 255 bytes");
        text_free(&text);
    }
}

static MienStatus call_read(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorGraph *graph = NULL;
    const MienStatus status = mien_author_graph_read(given, strlen(given), allocator, &graph, error);
    *out_is_empty = graph == NULL;
    mien_author_graph_destroy(graph);
    return status;
}

static MienStatus call_cook(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const MienAuthorGraphOptions options = {.allocator = allocator, .mode = mode_of};
    MienAuthorPack pack = {0};
    const MienStatus status = mien_author_graph_cook(given, &options, &pack, error);
    *out_is_empty = pack.data == NULL;
    mien_author_pack_release(&pack);
    return status;
}

TEST(without_memory)
{
    char text[TEXT_ROOM];
    MienAuthorGraph *graph = NULL;
    quote(every_node, text);
    check_call("read", call_read, text);
    CHECK_STATUS(read_text(every_node, &graph, NULL), MIEN_OK);
    check_call("cook", call_cook, graph);
    mien_author_graph_destroy(graph);
}

CHECK_MAIN
{
    RUN(damaged);
    RUN(as_long_as_may_be);
    RUN(as_many_masks_as_may_be);
    RUN(too_many_rows);
    RUN(too_many_targets);
    RUN(a_path_too_long);
    RUN(without_memory);
}
