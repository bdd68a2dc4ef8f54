// SPDX-License-Identifier: MIT
//
// What mien info tells of a graph.

#include "cli/report/info.h"

static const char *const types[] = {"", "float", "int", "bool", "name", "clip", "poses", "mask"};

static const char *inputs_text(const CliArgs *args, const MienGraph *graph, int node)
{
    const int count = mien_graph_node(graph, node).input_count;
    const char *text = "";
    for (int i = 0; i < count; ++i) {
        const int from = mien_graph_node_input(graph, node, i);
        text = cli_text(args, "%s%s%s", text, i > 0 ? ", " : "",
                        from >= 0 ? mien_graph_node(graph, from).id : "-");
    }
    return count > 0 ? text : "-";
}

static void put_nodes(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"node", "type", "result", "inputs"};
    CliTable table;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 4);
    for (int n = 0; n < mien_graph_info(graph).node_count; ++n) {
        const MienGraphNodeInfo node = mien_graph_node(graph, n);
        cli_table_put(&table, node.id);
        cli_table_put(&table, node.type);
        cli_table_put(&table, node.is_delta ? "delta" : "pose");
        cli_table_put(&table, inputs_text(args, graph, n));
    }
    cli_table_end(&table, out);
}

static const char *value_text(const CliArgs *args, const MienGraphParameter *parameter)
{
    if (parameter->type == MIEN_GRAPH_BOOL)
        return parameter->number != 0.0f ? "true" : "false";
    if (parameter->type <= MIEN_GRAPH_BOOL)
        return cli_float_text(args, parameter->number);
    return parameter->text[0] != '\0' ? parameter->text : "-";
}

static void put_parameters(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"parameter", "type", "begins with"};
    CliTable table;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 3);
    for (int p = 0; p < mien_graph_info(graph).parameter_count; ++p) {
        const MienGraphParameter parameter = mien_graph_parameter(graph, p);
        cli_table_put(&table, parameter.name);
        cli_table_put(&table, types[parameter.type]);
        cli_table_put(&table, value_text(args, &parameter));
    }
    cli_table_end(&table, out);
}

static const char *needs_text(const MienGraphAssetPlace *place)
{
    return place->needs_additive ? "additive" : place->needs_absolute ? "absolute" : "any";
}

static void put_assets(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"asset", "type", "takes", "of"};
    CliTable table;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 4);
    for (int a = 0; a < mien_graph_info(graph).asset_count; ++a) {
        const MienGraphAssetPlace place = mien_graph_asset(graph, a);
        cli_table_put(&table, place.path[0] != '\0' ? place.path : "-");
        cli_table_put(&table, types[place.type]);
        cli_table_put(&table, needs_text(&place));
        cli_table_put(
            &table, place.node >= 0
                        ? cli_text(args, "node %s", mien_graph_node(graph, place.node).id)
                        : cli_text(args, "parameter %s", mien_graph_parameter(graph, place.parameter).name));
    }
    cli_table_end(&table, out);
}

static void put_drivers(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"driver",     ">bones",  ">targets",          ">radius",
                                        ">condition", ">lambda", ">error at targets", "solved"};
    CliTable table;
    bool has_begun = false;
    for (int n = 0; n < mien_graph_info(graph).node_count; ++n) {
        const MienGraphDriverInfo driver = mien_graph_driver(graph, n);
        if (driver.target_count == 0)
            continue;
        if (!has_begun) {
            mieni_text_put(out, "\n");
            cli_table_begin(&table, args, heads, 8);
            has_begun = true;
        }
        cli_table_put(&table, mien_graph_node(graph, n).id);
        cli_table_put(&table, cli_text(args, "%d", driver.bone_count));
        cli_table_put(&table, cli_text(args, "%d", driver.target_count));
        cli_table_put(&table, cli_float_text(args, driver.radius));
        cli_table_put(&table, cli_float_text(args, (float)driver.condition));
        cli_table_put(&table, cli_float_text(args, (float)driver.lambda));
        cli_table_put(&table, cli_float_text(args, driver.target_error));
        cli_table_put(&table, driver.is_invalid ? "no" : "yes");
    }
    if (has_begun)
        cli_table_end(&table, out);
}

void cli_info_put_graph(const CliArgs *args, MieniTextOut *out, const MienGraph *graph, bool with_lists)
{
    const MienGraphInfo info = mien_graph_info(graph);
    cli_info_put_field(
        out, "nodes",
        cli_text(args, "%d, of which %d results are kept at once", info.node_count, info.buffer_count));
    cli_info_put_field(out, "parameters", cli_text(args, "%d", info.parameter_count));
    cli_info_put_field(out, "assets", cli_text(args, "%d", info.asset_count));
    cli_info_put_field(out, "masks", cli_text(args, "%d", info.mask_count));
    cli_info_put_field(
        out, "from host",
        cli_text(args, "%d nodes for curves, %d for poses", info.source_count, info.slot_count));
    if (!with_lists)
        return;
    put_nodes(args, out, graph);
    if (info.parameter_count > 0)
        put_parameters(args, out, graph);
    if (info.asset_count > 0)
        put_assets(args, out, graph);
    put_drivers(args, out, graph);
}

static void add_node(MieniJsonDocument *document, MieniJson *nodes, const MienGraph *graph, int index)
{
    const MienGraphNodeInfo node = mien_graph_node(graph, index);
    const MienGraphDriverInfo driver = mien_graph_driver(graph, index);
    MieniJson *object = mieni_json_append(document, nodes, mieni_json_object(document));
    cli_json_set_string(document, object, "id", node.id);
    cli_json_set_string(document, object, "node", node.type);
    cli_json_set_bool(document, object, "is_delta", node.is_delta);
    MieniJson *inputs = mieni_json_set(document, object, "inputs", mieni_json_array(document));
    for (int i = 0; i < node.input_count; ++i) {
        const int from = mien_graph_node_input(graph, index, i);
        mieni_json_append(document, inputs,
                          from >= 0 ? mieni_json_string(document, mien_graph_node(graph, from).id)
                                    : mieni_json_null(document));
    }
    if (driver.target_count == 0)
        return;
    MieniJson *solver = mieni_json_set(document, object, "driver", mieni_json_object(document));
    cli_json_set_number(document, solver, "bone_count", driver.bone_count);
    cli_json_set_number(document, solver, "target_count", driver.target_count);
    cli_json_set_float(document, solver, "radius", driver.radius);
    cli_json_set_number(document, solver, "condition", driver.condition);
    cli_json_set_number(document, solver, "lambda", driver.lambda);
    cli_json_set_float(document, solver, "target_error", driver.target_error);
    cli_json_set_bool(document, solver, "is_invalid", driver.is_invalid);
}

static void add_parameter(MieniJsonDocument *document, MieniJson *list, const MienGraph *graph, int index)
{
    const MienGraphParameter parameter = mien_graph_parameter(graph, index);
    MieniJson *object = mieni_json_append(document, list, mieni_json_object(document));
    cli_json_set_string(document, object, "name", parameter.name);
    cli_json_set_string(document, object, "type", types[parameter.type]);
    if (parameter.type == MIEN_GRAPH_BOOL)
        cli_json_set_bool(document, object, "value", parameter.number != 0.0f);
    else if (parameter.type <= MIEN_GRAPH_BOOL)
        cli_json_set_float(document, object, "value", parameter.number);
    else
        cli_json_set_string(document, object, "value", parameter.text);
}

static void add_asset(MieniJsonDocument *document, MieniJson *list, const MienGraph *graph, int index)
{
    const MienGraphAssetPlace place = mien_graph_asset(graph, index);
    MieniJson *object = mieni_json_append(document, list, mieni_json_object(document));
    cli_json_set_string(document, object, "path", place.path);
    cli_json_set_string(document, object, "type", types[place.type]);
    cli_json_set_string(document, object, "takes", needs_text(&place));
    if (place.node >= 0)
        cli_json_set_string(document, object, "node", mien_graph_node(graph, place.node).id);
    else
        cli_json_set_string(document, object, "parameter", mien_graph_parameter(graph, place.parameter).name);
}

void cli_info_set_graph(MieniJsonDocument *document, MieniJson *root, const MienGraph *graph, bool with_lists)
{
    const MienGraphInfo info = mien_graph_info(graph);
    cli_json_set_number(document, root, "node_count", info.node_count);
    cli_json_set_number(document, root, "buffer_count", info.buffer_count);
    cli_json_set_number(document, root, "parameter_count", info.parameter_count);
    cli_json_set_number(document, root, "asset_count", info.asset_count);
    cli_json_set_number(document, root, "mask_count", info.mask_count);
    cli_json_set_number(document, root, "source_count", info.source_count);
    cli_json_set_number(document, root, "slot_count", info.slot_count);
    if (!with_lists)
        return;
    MieniJson *nodes = mieni_json_set(document, root, "nodes", mieni_json_array(document));
    for (int n = 0; n < info.node_count; ++n)
        add_node(document, nodes, graph, n);
    MieniJson *parameters = mieni_json_set(document, root, "parameters", mieni_json_array(document));
    for (int p = 0; p < info.parameter_count; ++p)
        add_parameter(document, parameters, graph, p);
    MieniJson *assets = mieni_json_set(document, root, "assets", mieni_json_array(document));
    for (int a = 0; a < info.asset_count; ++a)
        add_asset(document, assets, graph, a);
}
