// SPDX-License-Identifier: MIT
//
// Changing graphs as text: whatever is done, the graph stays one that can be read whole.

#include "support/check.h"

#include "asset/graph/edit.h"
#include "mien_author/graph.h"

static MieniAsset graph;

static void begin(const char *rest)
{
    char text[2000];
    MienError error = {0};
    mieni_asset_release(&graph);
    snprintf(text, sizeof text, "{\"kind\": \"graph\", \"version\": 1%s}", rest);
    CHECK_STATUS(mieni_asset_read(&graph, MIENI_ASSET_GRAPH, text, strlen(text), NULL, &error), MIEN_OK);
}

#define NODES                                                                                                \
    ", \"nodes\": [{\"id\": \"clip\", \"node\": \"clip\"}, {\"id\": \"face\", \"node\": \"poses\", "         \
    "\"input\": \"clip\"}, {\"id\": \"out\", \"node\": \"output\", \"input\": \"face\"}]"

/// The graph can be read whole.
static void check_whole(void)
{
    MieniTextOut out = {0};
    MienError error = {0};
    MienAuthorGraph *read = NULL;
    mieni_asset_write(&graph, &out);
    const MienStatus status = mien_author_graph_read(out.bytes, out.size, NULL, &read, &error);
    if (status != MIEN_OK)
        printf("%s: %s\n%s", error.location, error.message, out.bytes);
    CHECK_STATUS(status, MIEN_OK);
    mien_author_graph_destroy(read);
    mieni_text_release(&out);
}

static const char *link_of(const char *id, const char *input)
{
    const MieniJson *row = mieni_graph_node_with_id(&graph, id);
    return mieni_json_get_string(row, input, "(none)");
}

TEST(every_type_of_node_can_be_added)
{
    begin(NODES);
    for (unsigned type = 1; type < MIENI_NODE_TYPES; ++type) {
        MieniJson *row;
        char id[256];
        const char *name = mieni_node_type(type)->name;
        mieni_graph_free_id(&graph, name, id);
        if (type == MIENI_NODE_OUTPUT) {
            CHECK_STATUS(mieni_graph_make_node(&graph, id, name, &row, NULL), MIEN_ERROR_DATA);
            continue;
        }
        CHECK_STATUS(mieni_graph_make_node(&graph, id, name, &row, NULL), MIEN_OK);
        CHECK_STATUS(mieni_graph_complete_node(&graph, id, NULL), MIEN_OK);
        check_whole();
    }
    MieniJson *row;
    CHECK(mieni_graph_node_with_id(&graph, "clip_2") != NULL);
    CHECK_STATUS(mieni_graph_make_node(&graph, "clip", "clip", &row, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_make_node(&graph, "x", "wheel", &row, NULL), MIEN_ERROR_ARGUMENT);
}

TEST(nodes_go_and_wires_heal)
{
    static const char *const face[] = {"face"}, *const clip[] = {"clip", "clip"}, *const out[] = {"out"},
                             *const reference[] = {"rest_pose"};
    begin(NODES);
    CHECK_STATUS(mieni_graph_remove_nodes(&graph, out, 1, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_remove_nodes(&graph, reference, 1, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_remove_nodes(&graph, face, 1, NULL), MIEN_OK);
    CHECK_STR(link_of("out", "input"), "clip");
    check_whole();
    CHECK_STATUS(mieni_graph_remove_nodes(&graph, clip, 2, NULL), MIEN_OK);
    CHECK_STR(link_of("out", "input"), "rest_pose");
    check_whole();
    CHECK_STATUS(mieni_graph_remove_nodes(&graph, reference, 1, NULL), MIEN_ERROR_DATA);
}

TEST(wires)
{
    MieniJson *row;
    MienError error = {0};
    begin(NODES);
    CHECK_STATUS(mieni_graph_connect(&graph, "face", "input", "face", &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_make_node(&graph, "pick", "blend_by_int", &row, NULL), MIEN_OK);
    CHECK_STATUS(mieni_graph_complete_node(&graph, "pick", NULL), MIEN_OK);
    CHECK_STATUS(mieni_graph_connect(&graph, "pick", "inputs[0]", "face", &error), MIEN_OK);
    CHECK_STATUS(mieni_graph_connect(&graph, "pick", "inputs[1]", "clip", &error), MIEN_OK);
    CHECK_STATUS(mieni_graph_connect(&graph, "pick", "inputs[3]", "clip", &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_connect(&graph, "out", "input", "pick", &error), MIEN_OK);
    CHECK_STATUS(mieni_graph_connect(&graph, "face", "input", "pick", &error), MIEN_ERROR_DATA);
    CHECK_STR(error.message, "This connection creates a cycle.");
    check_whole();
    CHECK_STATUS(mieni_graph_connect(&graph, "pick", "inputs[0]", NULL, &error), MIEN_OK);
    CHECK_INT(mieni_json_get(mieni_graph_node_with_id(&graph, "pick"), "inputs")->count, 1);
    CHECK_STATUS(mieni_graph_connect(&graph, "face", "input", NULL, &error), MIEN_OK);
    CHECK_STR(link_of("face", "input"), "rest_pose");
    check_whole();
    CHECK_STATUS(mieni_graph_connect(&graph, "face", "poses", "clip", &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_place_node(&graph, "face", 11, -22, &error), MIEN_OK);
    check_whole();
}

TEST(settings_and_parameters)
{
    MieniJsonDocument values;
    MienError error = {0};
    begin(NODES);
    mieni_json_begin(&values, NULL);
    CHECK_STATUS(mieni_graph_set(&graph, "clip", "rate", mieni_json_number(&values, 2), &error), MIEN_OK);
    CHECK_STATUS(mieni_graph_set(&graph, "face", "rate", mieni_json_number(&values, 2), &error),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_set(&graph, "face", "input", mieni_json_string(&values, "clip"), &error),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_set_parameter(&graph, "speed", "float", mieni_json_number(&values, 1), &error),
                 MIEN_OK);
    MieniJson *by = mieni_json_object(&values);
    mieni_json_set(&values, by, "parameter", mieni_json_string(&values, "speed"));
    CHECK_STATUS(mieni_graph_set(&graph, "clip", "rate", by, &error), MIEN_OK);
    check_whole();
    CHECK_STATUS(mieni_graph_remove_parameter(&graph, "speed", &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "clip");
    CHECK_STATUS(mieni_graph_set(&graph, "clip", "rate", NULL, &error), MIEN_OK);
    CHECK_STATUS(mieni_graph_remove_parameter(&graph, "speed", &error), MIEN_OK);
    CHECK(mieni_json_get(graph.json.root, "parameters") == NULL);
    CHECK_STATUS(
        mieni_graph_set_override(&graph, "clip", false, "rate", mieni_json_number(&values, 1), &error),
        MIEN_ERROR_DATA);
    check_whole();

    begin(", \"extends\": \"face.graph.json\"");
    CHECK_STATUS(
        mieni_graph_set_override(&graph, "clip", false, "rate", mieni_json_number(&values, 1), &error),
        MIEN_OK);
    CHECK_STATUS(
        mieni_graph_set_override(&graph, "clip", false, "loop", mieni_json_bool(&values, true), &error),
        MIEN_OK);
    CHECK_INT(mieni_json_get(graph.json.root, "overrides")->count, 1);
    CHECK_STATUS(mieni_graph_set_override(&graph, "clip", false, "start", NULL, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_graph_set_override(&graph, "clip", false, "rate", NULL, &error), MIEN_OK);
    CHECK_STATUS(mieni_graph_set_override(&graph, "clip", false, "loop", NULL, &error), MIEN_OK);
    CHECK(mieni_json_get(graph.json.root, "overrides") == NULL);
    MieniJson *row;
    CHECK_STATUS(mieni_graph_make_node(&graph, "x", "clip", &row, &error), MIEN_ERROR_DATA);
    mieni_json_release(&values);
}

CHECK_MAIN
{
    RUN(every_type_of_node_can_be_added);
    RUN(nodes_go_and_wires_heal);
    RUN(wires);
    RUN(settings_and_parameters);
    mieni_asset_release(&graph);
}
