// SPDX-License-Identifier: MIT
//
// Loading and binding graphs: what they say of themselves, where results stand, what is
// refused and with which words, what is missing and reported.

#include "support/graph/every.h"
#include "support/ledger.h"

#include "core/graph/data.h"

TEST(a_graph_says_what_it_is)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const MienGraph *graph = e.g.graph;
    const MienGraphInfo info = mien_graph_info(graph);
    CHECK_INT(info.node_count, 18); // unused nodes are left out
    CHECK_INT(info.parameter_count, 7);
    CHECK_INT(info.mask_count, 2);
    CHECK_INT(info.live_input_count, 1);
    CHECK_INT(info.input_pose_count, 1);
    CHECK_STR(mien_graph_node(graph, info.node_count - 1).type, "output");
    const int layer = mien_graph_find_node(graph, "layer");
    CHECK_STR(mien_graph_node(graph, layer).type, "layered_blend");
    CHECK_INT(mien_graph_node(graph, layer).input_count, 2);
    CHECK_INT(mien_graph_node_input(graph, layer, 0), mien_graph_find_node(graph, "body"));
    CHECK_INT(mien_graph_node_input(graph, layer, 1), mien_graph_find_node(graph, "line"));
    CHECK_INT(mien_graph_node_input(graph, layer, 2), -1);
    CHECK_INT(mien_graph_node_input(graph, layer, -1), -1);
    CHECK(mien_graph_node(graph, mien_graph_find_node(graph, "mood")).is_delta);
    CHECK(mien_graph_node(graph, mien_graph_find_node(graph, "offset")).is_delta);
    CHECK(!mien_graph_node(graph, mien_graph_find_node(graph, "moody")).is_delta);
    CHECK_INT(mien_graph_node(graph, mien_graph_find_node(graph, "pick")).input_count, 3);
    CHECK_STR(mien_graph_node(graph, -1).id, "");
    CHECK_STR(mien_graph_node(graph, info.node_count).type, "");
    CHECK_INT(mien_graph_find_node(graph, "missing"), -1);
    const MienGraphParameter mood = mien_graph_parameter(graph, mien_graph_find_parameter(graph, "mood"));
    CHECK_INT(mood.type, MIEN_GRAPH_NAME);
    CHECK_STR(mood.text, "smile");
    CHECK_STR(mien_graph_parameter(graph, mien_graph_find_parameter(graph, "line")).text, "line.clip.json");
    CHECK_STR(mien_graph_parameter(graph, mien_graph_find_parameter(graph, "part")).text, "upper");
    CHECK_STR(mien_graph_parameter(graph, mien_graph_find_parameter(graph, "none")).text, "");
    CHECK(mien_graph_parameter(graph, mien_graph_find_parameter(graph, "distance")).number == 3.0f);
    CHECK_STR(mien_graph_parameter(graph, 7).name, "");
    CHECK_INT(mien_graph_find_live_input(graph, "live"), 0);
    CHECK_INT(mien_graph_find_live_input(graph, "face"), -1);
    CHECK_INT(mien_graph_find_mask(graph, "all"), 1);
    CHECK_INT(mien_graph_find_mask(graph, "none"), -1);
    const MienGraphDriverInfo driver = mien_graph_driver(graph, mien_graph_find_node(graph, "drive"));
    CHECK_INT(driver.target_count, 2);
    CHECK_INT(driver.bone_count, 2);
    CHECK(driver.radius > 0.0f && driver.condition >= 1.0);
    CHECK_INT(mien_graph_driver(graph, 0).target_count, 0);
    graph_end(&e.g);
}

TEST(assets_have_places)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const MienGraph *graph = e.g.graph;
    int of_parameters = 0, paths = 0;
    for (int a = 0; a < mien_graph_info(graph).asset_slot_count; ++a) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(graph, a);
        CHECK((place.node >= 0) != (place.parameter >= 0));
        CHECK(place.type == MIEN_GRAPH_CLIP || place.type == MIEN_GRAPH_POSES);
        of_parameters += place.parameter >= 0;
        paths += strcmp(place.path, "face.poses.json") == 0;
        if (place.node >= 0)
            CHECK_INT(mien_graph_node_asset(graph, place.node), a);
        if (place.node == mien_graph_find_node(graph, "mood"))
            CHECK(place.needs_additive && !place.needs_absolute);
    }
    CHECK_INT(of_parameters, 2);
    CHECK_INT(paths, 3);
    const int line = mien_graph_node_asset(graph, mien_graph_find_node(graph, "line"));
    CHECK_INT(mien_graph_asset_slot(graph, line).parameter, mien_graph_find_parameter(graph, "line"));
    CHECK_STR(mien_graph_asset_slot(graph, -1).path, "");
    CHECK_INT(mien_graph_asset_slot(graph, -1).node, -1);
    graph_end(&e.g);
}

/// How many results a graph keeps at once.
static int buffers_of(const char *text)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, text);
    const int count = mien_graph_info(e.g.graph).buffer_count;
    graph_end(&e.g);
    return count;
}

TEST(results_share_places)
{
    CHECK_INT(
        buffers_of(GRAPH("{'id': 'r', 'node': 'rest_pose'}, {'id': 'o', 'node': 'output', 'input': 'r'}")),
        1);
    CHECK_INT(buffers_of(GRAPH("{'id': 'c', 'node': 'clip', 'clip': 'walk.clip.json'},"
                               "{'id': 'p', 'node': 'poses', 'input': 'c', 'poses': 'face.poses.json'},"
                               "{'id': 'q', 'node': 'poses', 'input': 'p', 'poses': 'face.poses.json'},"
                               "{'id': 'o', 'node': 'output', 'input': 'q'}")),
              1);
    CHECK_INT(buffers_of(GRAPH("{'id': 'a', 'node': 'rest_pose'}, {'id': 'b', 'node': 'rest_pose'},"
                               "{'id': 'ab', 'node': 'blend', 'a': 'a', 'b': 'b'},"
                               "{'id': 'c', 'node': 'rest_pose'},"
                               "{'id': 'abc', 'node': 'blend', 'a': 'ab', 'b': 'c'},"
                               "{'id': 'o', 'node': 'output', 'input': 'abc'}")),
              2);
    // Both sides need the same one, and it must live until both have it.
    CHECK_INT(buffers_of(GRAPH("{'id': 'a', 'node': 'rest_pose'},"
                               "{'id': 'p', 'node': 'poses', 'input': 'a', 'poses': 'face.poses.json'},"
                               "{'id': 'ab', 'node': 'blend', 'a': 'a', 'b': 'p'},"
                               "{'id': 'o', 'node': 'output', 'input': 'ab'}")),
              2);
}

/// No result is written over while somebody still needs it.
TEST(places_are_kept_as_long_as_needed)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const MienGraph *graph = e.g.graph;
    const int count = (int)graph->info.node_count;
    for (int n = 0; n < count; ++n) {
        for (uint32_t i = 0; i < graph->nodes[n].link_count; ++i) {
            const int from = mien_graph_node_input(graph, n, (int)i);
            for (int between = from + 1; from >= 0 && between < n; ++between)
                CHECK(graph->buffers[between] != graph->buffers[from]);
        }
    }
    CHECK_INT(graph->buffers[count - 1], 0);
    graph_end(&e.g);
}

/// A node that nothing needs, which no cook would leave in.
TEST(nodes_that_nothing_needs)
{
    static Every e;
    MienGraph *graph = NULL;
    every_begin(&e);
    graph_make(&e.g,
               GRAPH("{'id': 'c', 'node': 'rest_pose'}, {'id': 'd', 'node': 'rest_pose'},"
                     "{'id': 'cd', 'node': 'blend', 'a': 'c', 'b': 'd'}, {'id': 'e', 'node': 'rest_pose'},"
                     "{'id': 'cde', 'node': 'blend', 'a': 'cd', 'b': 'e'}, {'id': 'u', 'node': 'rest_pose'},"
                     "{'id': 'v', 'node': 'input_pose', 'input': 'u'},"
                     "{'id': 'm', 'node': 'blend', 'a': 'cde', 'b': 'v'},"
                     "{'id': 'o', 'node': 'output', 'input': 'm'}"));
    const int m = mien_graph_find_node(e.g.graph, "m");
    const uint32_t cde = (uint32_t)mien_graph_find_node(e.g.graph, "cde");
    memcpy(pack_at(&e.g.pack, "LINK", (int)e.g.graph->nodes[m].first_link + 1), &cde, sizeof cde);
    pack_seal(&e.g.pack);
    CHECK_STATUS(mien_graph_load(e.g.pack.data, e.g.pack.size, NULL, &graph, NULL), MIEN_OK);
    int placed = 0;
    for (uint32_t n = 0; n < graph->info.node_count; ++n)
        placed += graph->buffers[n] < (uint32_t)graph->buffer_count;
    CHECK(graph->buffers[mien_graph_find_node(graph, "v")] == MIENI_NOTHING);
    CHECK(graph->buffers[mien_graph_find_node(graph, "u")] == MIENI_NOTHING);
    CHECK_INT(placed, (int)graph->info.node_count - 2);
    mien_graph_destroy(graph);
    graph_end(&e.g);
}

/// Changes a number in a table and expects a refusal at a place.
static void refuse(Every *e, const char *tag, int row, size_t offset, uint32_t value, MienStatus status,
                   const char *place, int line)
{
    Pack copy = pack_copy(e->g.pack.data, e->g.pack.size);
    MienGraph *graph = NULL;
    MienError error = {0};
    memcpy(pack_at(&copy, tag, row) + offset, &value, sizeof value);
    pack_seal(&copy);
    check_status(mien_graph_load(copy.data, copy.size, NULL, &graph, &error), status, __FILE__, line, tag);
    check_str(error.location, place, __FILE__, line, "place");
    CHECK(graph == NULL);
    pack_free(&copy);
}

#define REFUSE(tag, row, type, member, value, status, place)                                                 \
    refuse(&e, tag, row, offsetof(type, member), value, status, place, __LINE__)

TEST(what_makes_no_sense_is_refused)
{
    static Every e;
    char place[32];
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const MienGraph *g = e.g.graph;
    const int layer = mien_graph_find_node(g, "layer"), states = mien_graph_find_node(g, "states"),
              last = (int)g->info.node_count - 1;
    REFUSE("INFO", 0, MieniGraphHeader, node_count, 5000, MIEN_ERROR_LIMIT, "INFO[0]");
    REFUSE("INFO", 0, MieniGraphHeader, reserved, 1, MIEN_ERROR_CORRUPT, "INFO[0]");
    REFUSE("NODE", 0, MieniGraphNode, type, 0, MIEN_ERROR_CORRUPT, "NODE[0]");
    REFUSE("NODE", 0, MieniGraphNode, type, MIENI_NODE_OUTPUT, MIEN_ERROR_CORRUPT, "NODE[0]");
    REFUSE("NODE", 0, MieniGraphNode, is_delta, 1, MIEN_ERROR_DATA, "NODE[0]");
    snprintf(place, sizeof place, "NODE[%d]", last);
    REFUSE("NODE", last, MieniGraphNode, is_delta, 1, MIEN_ERROR_DATA, place);
    // The layer's own input, and one that comes later.
    snprintf(place, sizeof place, "LINK[%d]", (int)g->nodes[layer].first_link);
    refuse(&e, "LINK", (int)g->nodes[layer].first_link, 0, (uint32_t)layer, MIEN_ERROR_CORRUPT, place,
           __LINE__);
    refuse(&e, "LINK", (int)g->nodes[layer].first_link, 0, MIENI_NOTHING, MIEN_ERROR_CORRUPT, place,
           __LINE__);
    // A delta where a pose must be.
    snprintf(place, sizeof place, "NODE[%d]", last);
    refuse(&e, "LINK", (int)g->nodes[last].first_link, 0, (uint32_t)mien_graph_find_node(g, "offset"),
           MIEN_ERROR_DATA, place, __LINE__);
    // A choice beyond the last, a word that is not the next, a parameter of another type.
    const int curves = (int)g->nodes[layer].first_setting + MIENI_LAYER_CURVES;
    snprintf(place, sizeof place, "SETT[%d]", curves);
    REFUSE("SETT", curves, MieniGraphSetting, index, 9, MIEN_ERROR_CORRUPT, place);
    const int mask = (int)g->nodes[layer].first_setting + MIENI_LAYER_MASK;
    snprintf(place, sizeof place, "SETT[%d]", mask);
    REFUSE("SETT", mask, MieniGraphSetting, index, 0, MIEN_ERROR_CORRUPT, place);
    REFUSE("SETT", mask, MieniGraphSetting, index, 100, MIEN_ERROR_CORRUPT, place);
    const int weight = (int)g->nodes[layer].first_setting + MIENI_LAYER_WEIGHT;
    snprintf(place, sizeof place, "SETT[%d]", weight);
    REFUSE("SETT", weight, MieniGraphSetting, number, 0x7FC00000, MIEN_ERROR_CORRUPT, place); // NaN
    REFUSE("SETT", weight, MieniGraphSetting, number, 0x7F800000, MIEN_ERROR_CORRUPT, place); // infinity
    // A state beyond the last.
    const MieniGraphSetting *to =
        mieni_graph_cell(g, states, MIENI_MACHINE_TRANSITIONS, 0, MIENI_TRANSITION_TO);
    snprintf(place, sizeof place, "NODE[%d]", states);
    REFUSE("SETT", (int)(to - g->settings), MieniGraphSetting, number, 0x40000000, MIEN_ERROR_CORRUPT, place);
    const MieniGraphSetting *when =
        mieni_graph_cell(g, states, MIENI_MACHINE_CONDITIONS, 0, MIENI_CONDITION_TRANSITION);
    REFUSE("SETT", (int)(when - g->settings), MieniGraphSetting, number, 0x40000000, MIEN_ERROR_CORRUPT,
           place);
    // A word before its turn.
    const MieniGraphSetting *name = mieni_graph_cell(g, states, MIENI_MACHINE_STATES, 0, MIENI_STATE_NAME);
    snprintf(place, sizeof place, "SETT[%d]", (int)(name - g->settings));
    REFUSE("SETT", (int)(name - g->settings), MieniGraphSetting, index, name->index + 1, MIEN_ERROR_CORRUPT,
           place);
    REFUSE("PARA", 2, MieniGraphParameter, number, 0x40000000, MIEN_ERROR_CORRUPT, "PARA[2]"); // a bool of 2
    REFUSE("PARA", 0, MieniGraphParameter, type, MIEN_GRAPH_MASK + 1, MIEN_ERROR_CORRUPT, "SETT[1]");
    REFUSE("ASST", 0, MieniGraphAssetPlace, needs, 1, MIEN_ERROR_CORRUPT, "ASST[0]"); // of a clip
    REFUSE("MASK", 1, MieniGraphMask, row_count, 2, MIEN_ERROR_CORRUPT, "MASK[1]");
    REFUSE("MROW", 0, MieniGraphMaskRow, depth, 0x80000000, MIEN_ERROR_CORRUPT, "MROW[0]");
    REFUSE("MROW", 0, MieniGraphMaskRow, weight, 0x40000000, MIEN_ERROR_CORRUPT, "MROW[0]");
    refuse(&e, "NUMB", 0, 4, 0x7FF00000, MIEN_ERROR_CORRUPT, "NUMB[0]", __LINE__);
    graph_end(&e.g);
}

/// One list fewer than the nodes have: the last node that has any is refused.
TEST(lists_are_as_many_as_nodes_have)
{
    static Every e;
    char place[32];
    MienGraph *graph = NULL;
    MienError error = {0};
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const MieniGraphNode *nodes = e.g.graph->nodes;
    int last = (int)e.g.graph->info.node_count - 1;
    while (mieni_node_type(nodes[last].type)->list_count == 0)
        --last;
    const uint32_t fewer = e.g.graph->info.list_count - 1;
    Pack pack = pack_recount(&e.g.pack, "LIST", fewer);
    memcpy(pack_at(&pack, "INFO", 0) + offsetof(MieniGraphHeader, list_count), &fewer, sizeof fewer);
    pack_seal(&pack);
    snprintf(place, sizeof place, "NODE[%d]", last);
    CHECK_STATUS(mien_graph_load(pack.data, pack.size, NULL, &graph, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.location, place);
    pack_free(&pack);
    graph_end(&e.g);
}

/// A mask by its own name, not by a parameter's.
TEST(masks_are_those_of_the_graph)
{
    static Every e;
    char place[32];
    every_begin(&e);
    graph_make(
        &e.g,
        GRAPH_WITH("], 'masks': [{'name': 'all', 'bones': [{'bone': 'bone0'}]}",
                   "{'id': 'play', 'node': 'clip', 'clip': 'walk.clip.json'},"
                   "{'id': 'rest', 'node': 'rest_pose'},"
                   "{'id': 'layer', 'node': 'layered_blend', 'base': 'play', 'layer': 'rest', 'mask': 'all'},"
                   "{'id': 'out', 'node': 'output', 'input': 'layer'}"));
    const MienGraph *g = e.g.graph;
    const int mask = (int)g->nodes[mien_graph_find_node(g, "layer")].first_setting + MIENI_LAYER_MASK;
    snprintf(place, sizeof place, "SETT[%d]", mask);
    REFUSE("SETT", mask, MieniGraphSetting, index, 1, MIEN_ERROR_CORRUPT, place);
    REFUSE("SETT", mask, MieniGraphSetting, number, 0x80000000, MIEN_ERROR_CORRUPT, place); // -0
    graph_end(&e.g);
}

/// Numbers that tile as they must, but two of the target's curve go to its place.
TEST(drivers_have_as_many_numbers_as_they_need)
{
    static Every e;
    MienGraph *graph = NULL;
    MienError error = {0};
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const int drive = mien_graph_find_node(e.g.graph, "drive");
    const MieniGraphSetting *at =
        mieni_graph_cell(e.g.graph, drive, MIENI_DRIVER_TARGETS, 0, MIENI_TARGET_AT);
    MieniGraphSetting both[2] = {at[0], at[1]};
    CHECK(at[1].kind == MIENI_SETTING_NUMBERS && at[1].number == 4.0f);
    both[0].number += 2.0f;
    both[1].index += 2;
    both[1].number -= 2.0f;
    memcpy(pack_at(&e.g.pack, "SETT", (int)(at - e.g.graph->settings)), both, sizeof both);
    pack_seal(&e.g.pack);
    CHECK_STATUS(mien_graph_load(e.g.pack.data, e.g.pack.size, NULL, &graph, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.message, "a target of a driver makes no sense");
    graph_end(&e.g);
}

TEST(what_is_missing_is_reported)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g,
               GRAPH("{'id': 'play', 'node': 'clip', 'clip': 'walk.clip.json'},"
                     "{'id': 'live', 'node': 'live_input', 'input': 'play', 'names': ['smile', 'wink']},"
                     "{'id': 'face', 'node': 'poses', 'input': 'live', 'poses': 'face.poses.json'},"
                     "{'id': 'gone', 'node': 'poses', 'input': 'face', 'poses': 'gone.poses.json'},"
                     "{'id': 'out', 'node': 'output', 'input': 'gone'}"));
    bool has_asset = false;
    for (int i = 0; i < mien_graph_binding_report_count(e.g.binding); ++i) {
        const MienFinding row = mien_graph_binding_report(e.g.binding, i);
        has_asset = has_asset ||
                    (row.kind == MIEN_FINDING_MISSING_ASSET && strcmp(row.name, "gone.poses.json") == 0 &&
                     row.node == mien_graph_find_node(e.g.graph, "gone"));
    }
    CHECK(has_asset);
    CHECK_STR(mien_graph_binding_report(e.g.binding, -1).name, "");
    CHECK_STR(mien_graph_binding_report(e.g.binding, 1000).name, "");
    CHECK_INT(mien_graph_binding_report(e.g.binding, 1000).node, -1);
    // The same on a skeleton that lacks a bone and a curve, with longer bones.
    MienAuthorSkeleton fewer = e.rig.skeleton;
    GraphRig other;
    MienGraphBinding *binding = NULL;
    fewer.bone_count = 2;
    fewer.curve_count = 1; // smile
    graph_begin(&other, &fewer);
    MienTransform own[2] = {e.rig.bones[0].rest, e.rig.bones[1].rest};
    own[1].translation.y = 2.0f;
    other.mesh_rest_pose = own;
    other.asset_count = e.g.asset_count;
    memcpy(other.assets, e.g.assets, sizeof other.assets);
    CHECK_STATUS(graph_bind(&other, e.g.graph, NULL, &binding, NULL), MIEN_OK);
    int bones = 0, curves = 0, controls = 0, scaled = 0;
    for (int i = 0; i < mien_graph_binding_report_count(binding); ++i) {
        const MienFinding row = mien_graph_binding_report(binding, i);
        bones += row.kind == MIEN_FINDING_MISSING_BONE && strcmp(row.name, "bone2") == 0;
        curves += row.kind == MIEN_FINDING_MISSING_CURVE && strcmp(row.name, "frown") == 0;
        controls += row.kind == MIEN_FINDING_MISSING_POSE_CURVE && strcmp(row.name, "frown") == 0;
        scaled += row.kind == MIEN_FINDING_SCALED_BONE && strcmp(row.name, "bone1") == 0;
        if (row.kind == MIEN_FINDING_SCALED_BONE)
            CHECK_NEAR(row.factor, 2.0, 1e-6);
    }
    CHECK_INT(bones, 1);    // of the pose asset
    CHECK_INT(curves, 1);   // of the clip
    CHECK_INT(controls, 1); // of the pose asset
    CHECK_INT(scaled, 2);   // of both
    mien_graph_binding_destroy(binding);
    other.asset_count = 0;
    mien_skeleton_destroy(other.skeleton);
    graph_end(&e.g);
}

/// What a parameter names is reported at the node that uses it.
TEST(what_parameters_name_is_reported)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g,
               GRAPH_WITH("{'name': 'who', 'type': 'poses', 'value': 'gone.poses.json'}",
                          "{'id': 'play', 'node': 'clip', 'clip': 'walk.clip.json'},"
                          "{'id': 'face', 'node': 'poses', 'input': 'play', 'poses': {'parameter': 'who'}},"
                          "{'id': 'out', 'node': 'output', 'input': 'face'}"));
    CHECK_INT(mien_graph_binding_report_count(e.g.binding), 1);
    CHECK_STR(mien_graph_binding_report(e.g.binding, 0).name, "gone.poses.json");
    CHECK_INT(mien_graph_binding_report(e.g.binding, 0).node, mien_graph_find_node(e.g.graph, "face"));
    graph_end(&e.g);
}

TEST(bindings_that_do_not_fit_are_refused)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    MienGraphBinding *binding = (MienGraphBinding *)(void *)&e;
    MienError error = {0};
    const int count = mien_graph_info(e.g.graph).asset_slot_count;
    MienGraphAsset *assets = calloc((size_t)count, sizeof *assets);
    MienGraphBindingOptions options = {.asset_count = count, .assets = assets};
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, NULL, &options, &binding, NULL), MIEN_ERROR_ARGUMENT);
    CHECK(binding == NULL);
    CHECK_STATUS(mien_graph_binding_create(NULL, e.g.skeleton, &options, &binding, NULL),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, e.g.skeleton, &options, NULL, NULL),
                 MIEN_ERROR_ARGUMENT);
    options.asset_count = count - 1;
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, e.g.skeleton, &options, &binding, NULL),
                 MIEN_ERROR_ARGUMENT);
    options.asset_count = count;
    options.assets = NULL;
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, e.g.skeleton, &options, &binding, NULL),
                 MIEN_ERROR_ARGUMENT);
    options.assets = assets;
    assets[0].poses = e.g.assets[2].poses; // where a clip belongs
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, e.g.skeleton, &options, &binding, &error),
                 MIEN_ERROR_DATA);
    CHECK_STR(error.location, "assets[0]");
    assets[0] = (MienGraphAsset){0};
    for (int a = 0; a < count; ++a)
        assets[a].clip = e.g.assets[0].clip;
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, e.g.skeleton, &options, &binding, &error),
                 MIEN_ERROR_DATA);
    MienTransform own[4];
    memset(own, 0, sizeof own);
    options = (MienGraphBindingOptions){.mesh_rest_pose = own};
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, e.g.skeleton, &options, &binding, &error),
                 MIEN_ERROR_DATA);
    CHECK_STR(error.location, "mesh_rest_pose[0]");
    CHECK_STATUS(mien_graph_binding_create(e.g.graph, e.g.skeleton, NULL, &binding, &error), MIEN_OK);
    mien_graph_binding_destroy(binding);
    mien_graph_binding_destroy(NULL);
    mien_graph_destroy(NULL);
    free(assets);
    graph_end(&e.g);
}

/// A graph of a few kilobytes may ask for more memory than a small machine can address.
TEST(results_that_nobody_can_count)
{
    enum { BONES = MIEN_MAX_BONES, NODES = 1500 };
    static char text[NODES * 64];
    char(*names)[16] = calloc(BONES, sizeof *names);
    MienAuthorBone *bones = calloc(BONES, sizeof *bones);
    GraphRig g;
    MienError error = {0};
    MienGraph *graph = NULL;
    MienGraphBinding *binding = NULL;
    size_t used = (size_t)snprintf(text, sizeof text, GRAPH_HEAD "'nodes': [");
    for (int b = 0; b < BONES; ++b) {
        snprintf(names[b], sizeof names[b], "bone%d", b);
        bones[b] = (MienAuthorBone){names[b], b - 1, mien_transform_identity(), MIEN_ALL_LODS};
    }
    for (int n = 0; n < NODES; ++n)
        used += (size_t)snprintf(text + used, sizeof text - used, "{'id': 'r%d', 'node': 'rest_pose'},", n);
    used +=
        (size_t)snprintf(text + used, sizeof text - used, "{'id': 's', 'node': 'blend_by_int', 'inputs': [");
    for (int n = 0; n < NODES; ++n)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s'r%d'", n > 0 ? "," : "", n);
    snprintf(text + used, sizeof text - used, "]}, {'id': 'o', 'node': 'output', 'input': 's'}]}");
    const MienAuthorSkeleton skeleton = {.bone_count = BONES, .bones = bones};
    graph_begin(&g, &skeleton);
    require_ok(graph_cook(&g, text, &g.pack, &error), &error, __LINE__);
    CHECK_STATUS(mien_graph_load(g.pack.data, g.pack.size, NULL, &graph, NULL), MIEN_OK);
    CHECK_INT(mien_graph_info(graph).buffer_count, NODES);
    const bool is_small = sizeof(size_t) < 8;
    CHECK_STATUS(graph_bind(&g, graph, NULL, &binding, NULL), is_small ? MIEN_ERROR_LIMIT : MIEN_OK);
    if (binding != NULL) {
        const uint64_t least = (uint64_t)NODES * BONES * sizeof(MienTransform);
        CHECK(mien_graph_job_scratch_size(binding) + BONES * sizeof(MienTransform) > least);
        CHECK(mien_graph_trace_size(binding) > least);
    }
    mien_graph_binding_destroy(binding);
    mien_graph_destroy(graph);
    pack_free(&g.pack);
    mien_skeleton_destroy(g.skeleton);
    free(bones);
    free(names);
}

static MienStatus call_load(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Every *e = given;
    MienGraph *graph = NULL;
    const MienStatus status = mien_graph_load(e->g.pack.data, e->g.pack.size,
                                              &(MienLoadOptions){.allocator = allocator}, &graph, error);
    *out_is_empty = graph == NULL;
    mien_graph_destroy(graph);
    return status;
}

static MienStatus call_bind(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    Every *e = (Every *)(void *)(uintptr_t)given;
    MienGraphBinding *binding = NULL;
    const MienStatus status = graph_bind(&e->g, e->g.graph, allocator, &binding, error);
    *out_is_empty = binding == NULL;
    mien_graph_binding_destroy(binding);
    return status;
}

TEST(memory_may_run_out)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    check_call("load", call_load, &e);
    check_call("bind", call_bind, &e);
    graph_end(&e.g);
}

CHECK_MAIN
{
    RUN(a_graph_says_what_it_is);
    RUN(assets_have_places);
    RUN(results_share_places);
    RUN(places_are_kept_as_long_as_needed);
    RUN(nodes_that_nothing_needs);
    RUN(what_makes_no_sense_is_refused);
    RUN(lists_are_as_many_as_nodes_have);
    RUN(masks_are_those_of_the_graph);
    RUN(drivers_have_as_many_numbers_as_they_need);
    RUN(what_is_missing_is_reported);
    RUN(what_parameters_name_is_reported);
    RUN(bindings_that_do_not_fit_are_refused);
    RUN(results_that_nobody_can_count);
    RUN(memory_may_run_out);
}
