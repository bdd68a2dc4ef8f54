// SPDX-License-Identifier: MIT
//
// mien graph add, set, connect, remove

#include "cli/asset.h"
#include "cli/graph_value.h"

#include "asset/graph/edit.h"
#include "asset/graph/node_types.h"
#include "asset/graph/text.h"
#include "asset/view.h"
#include "core/utf8.h"
#include "mien_author/graph.h"

#include <stdio.h>
#include <string.h>

#define GRAPH_ARGUMENT                                                                                       \
    {                                                                                                        \
        .name = "GRAPH", .help = "A graph asset of the project", .kind = CLI_FILE                            \
    }

static const char *node_id(const void *of, int index) { return mieni_node_id(mieni_graph_node(of, index)); }

static CliNames node_names(const CliAsset *graph)
{
    const MieniGraphView *view = mieni_graph_of(&graph->asset);
    return (CliNames){"node", graph->path, mieni_graph_node_count(view), view, node_id, NULL};
}

/// Opens a graph that has nodes of its own.
static int open_graph(const CliArgs *args, CliAsset *graph)
{
    const int code = cli_asset_open(args, MIENI_ASSET_GRAPH, graph);
    if (code != CLI_EXIT_OK)
        return code;
    const char *parent = mieni_graph_extends(mieni_graph_of(&graph->asset));
    if (parent == NULL)
        return CLI_EXIT_OK;
    const int refused = cli_fail(args, CLI_EXIT_INPUT, graph->path, NULL,
                                 "This graph extends %s and has its nodes: change them there, or override "
                                 "settings with mien graph child --force.",
                                 parent);
    cli_asset_close(graph);
    return refused;
}

/// Where an error is, by the node's id: "mix.alpha". A line would be that of a text that is not
/// written.
static const char *place_of(const CliArgs *args, const CliAsset *graph, const MienError *error)
{
    const char *comma = error->line > 0 ? strstr(error->location, ", ") : NULL;
    const char *place = comma != NULL ? comma + 2 : error->line > 0 ? "" : error->location;
    const MieniGraphView *view = mieni_graph_of(&graph->asset);
    int node = -1, size = 0;
    if (sscanf(place, "nodes[%d]%n", &node, &size) == 1 && size > 0 && node >= 0 &&
        node < mieni_graph_node_count(view))
        return cli_text(args, "%s%s", mieni_text_or_empty(node_id(view, node)), place + size);
    return place[0] != '\0' ? cli_text(args, "%s", place) : NULL;
}

/// Saves a graph that is valid.
static int end_graph(const CliArgs *args, CliAsset *graph, const char *did)
{
    MieniTextOut text = {0};
    MienAuthorGraph *whole = NULL;
    MienError error = {0};
    mieni_asset_write(&graph->asset, &text);
    const MienStatus status = text.is_out_of_memory
                                  ? MIEN_ERROR_MEMORY
                                  : mien_author_graph_read(text.bytes, text.size, NULL, &whole, &error);
    mien_author_graph_destroy(whole);
    mieni_text_release(&text);
    if (status == MIEN_OK)
        return cli_asset_end(args, graph, MIEN_OK, NULL, "%s", did);
    const int code =
        status == MIEN_ERROR_MEMORY
            ? cli_fail_memory(args)
            : cli_fail(args, CLI_EXIT_INPUT, graph->path, place_of(args, graph, &error), "%s", error.message);
    cli_asset_close(graph);
    return code;
}

/// Closes a graph that is not to be saved.
static int fail_graph(CliAsset *graph, int code)
{
    cli_asset_close(graph);
    return code;
}

static const char *field_key(const void *of, int index)
{
    return ((const MieniSchema *)of)->fields[index].key;
}

/// "key=value"; nothing behind the sign: the default.
static int set_one(const CliArgs *args, CliAsset *graph, const char *id, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "%s is not SETTING=VALUE.", text);
    const char *key = cli_text(args, "%.*s", (int)(equals - text), text);
    const MieniSchema *schema = mieni_graph_node_schema(mieni_graph_node_with_id(&graph->asset, id));
    const MieniField *field = mieni_schema_find(schema, key);
    const CliNames names = {"setting", id, schema->field_count, schema, field_key, NULL};
    MieniJson *value = NULL;
    MienError error = {0};
    if (field == NULL)
        return cli_names_fail(args, &names, key);
    const int code =
        equals[1] != '\0' ? cli_graph_value(args, graph, field, key, equals + 1, id, &value) : CLI_EXIT_OK;
    if (code != CLI_EXIT_OK || mieni_graph_set(&graph->asset, id, key, value, &error) == MIEN_OK)
        return code;
    return error.status == MIEN_ERROR_MEMORY
               ? cli_fail_memory(args)
               : cli_fail(args, CLI_EXIT_INPUT, graph->path, id,
                          "%s is an input or fixed: connect inputs with mien graph connect.", key);
}

// add

static const char *type_name(const void *of, int index)
{
    (void)of;
    return mieni_node_words[index].type;
}

/// The nodes of a graph but one.
typedef struct Others {
    CliNames all;
    const char *id;
} Others;

static const char *other_name(const void *of, int index)
{
    const Others *others = of;
    const char *name = others->all.name(others->all.of, index);
    return name != NULL && strcmp(name, others->id) != 0 ? name : NULL;
}

/// Inputs of --input, in the order of the type's. The node itself is none.
static int connect_given(const CliArgs *args, CliAsset *graph, const char *id, const char *type)
{
    const MieniNodeTypeInfo *info = mieni_node_type((unsigned)mieni_node_type_find(type));
    const bool has_list = info->list_count > 0 && strcmp(info->lists[0].key, "inputs") == 0;
    const Others others = {node_names(graph), id};
    CliNames names = others.all;
    names.of = &others;
    names.name = other_name;
    MienError error = {0};
    int count = 0, code = cli_names_find_option(args, &names, "input");
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i) {
        if (strcmp(args->given[i].option->name, "input") != 0)
            continue;
        if (count >= info->input_count && !has_list)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                            "A %s node has %s; --input is given more often.", type,
                            cli_many_text(args, info->input_count, "input"));
        const char *input =
            count < info->input_count ? info->inputs[count] : cli_text(args, "inputs[%d]", count);
        if (mieni_graph_connect(&graph->asset, id, input, args->given[i].value, &error) != MIEN_OK)
            code = cli_fail_error(args, graph->path, &error);
        ++count;
    }
    return code;
}

static int add_run(const CliArgs *args)
{
    CliAsset graph;
    MieniJson *row;
    MienError error = {0};
    const CliNames types = {"node type", NULL, MIENI_NODE_WORDS, NULL, type_name, NULL};
    const char *id = args->values[2], *why = NULL;
    int code = cli_names_find_values(args, &types, 1, 1);
    if (code == CLI_EXIT_OK && !mieni_name_is_valid(id, strlen(id), &why))
        code = cli_fail(args, CLI_EXIT_USAGE, NULL, id, "%s", why);
    if (code == CLI_EXIT_OK)
        code = open_graph(args, &graph);
    if (code != CLI_EXIT_OK)
        return code;
    const char *type = args->values[1];
    if (mieni_graph_make_node(&graph.asset, id, type, &row, &error) != MIEN_OK)
        return cli_asset_end(args, &graph, error.status, &error, "%s", "");
    const MieniGraphView *view = mieni_graph_of(&graph.asset);
    if (cli_has(args, "input") && strcmp(type, "blend_by_int") == 0)
        mieni_node_set_inputs_json(&graph.asset.json, mieni_graph_node(view, mieni_graph_find_node(view, id)),
                                   mieni_json_array(&graph.asset.json));
    code = connect_given(args, &graph, id, type);
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "set") == 0)
            code = set_one(args, &graph, id, args->given[i].value);
    if (code != CLI_EXIT_OK)
        return fail_graph(&graph, code);
    if (mieni_graph_complete_node(&graph.asset, id, &error) != MIEN_OK)
        return cli_asset_end(args, &graph, error.status, &error, "%s", "");
    return end_graph(args, &graph, cli_text(args, "%s added, a %s node", id, type));
}

static const CliArgument add_arguments[] = {
    GRAPH_ARGUMENT,
    {.name = "TYPE", .help = "The node type: `blend`, `driver`, `live_input`; see docs/graphs.md"},
    {.name = "ID", .help = "The id of the new node"},
    {0},
};
static const CliOption add_options[] = {
    {.name = "input",
     .value = "NODE",
     .help = "Connect an input: the first one first, for `blend` `a`, then `b`",
     .is_repeated = true},
    {.name = "set",
     .letter = 's',
     .value = "NAME=VALUE",
     .help = "Set a setting, as `mien graph set` does",
     .is_repeated = true},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample add_examples[] = {
    {"mien graph add faces/all blend mix --input body --input face --set alpha=0.3",
     "Blend the results of two nodes"},
    {"mien graph add faces/all modify_curve calm --input both --set "
     "'changes=[{\"curve\": \"jawOpen\", \"do\": \"scale\", \"value\": 0.8}]'",
     "A list is written as JSON"},
    {0},
};

const CliCommand cli_cmd_graph_add = {
    .path = "graph add",
    .group = "Graphs",
    .summary = "Add a node to a graph",
    .description = "Adds a node and connects its inputs. Inputs that are not given come from the rest pose; "
                   "connect the result to another node with `mien graph connect`. docs/graphs.md has all "
                   "types with their inputs and settings. The graph is checked before it is written.",
    .arguments = add_arguments,
    .options = add_options,
    .examples = add_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = add_run,
};

// set

static int set_run(const CliArgs *args)
{
    CliAsset graph;
    int code = open_graph(args, &graph);
    if (code != CLI_EXIT_OK)
        return code;
    const CliNames names = node_names(&graph);
    code = cli_names_find_values(args, &names, 1, 1);
    for (int i = 2; i < args->value_count && code == CLI_EXIT_OK; ++i)
        code = set_one(args, &graph, args->values[1], args->values[i]);
    if (code != CLI_EXIT_OK)
        return fail_graph(&graph, code);
    return end_graph(args, &graph,
                     cli_text(args, "%s of %s set", cli_many_text(args, args->value_count - 2, "setting"),
                              args->values[1]));
}

static const CliArgument set_arguments[] = {
    GRAPH_ARGUMENT,
    {.name = "NODE", .help = "The id of a node"},
    {.name = "NAME=VALUE", .help = "A setting and its value", .is_repeated = true},
    {0},
};
static const CliOption set_options[] = {CLI_DRY_RUN_OPTION, CLI_PROJECT_OPTION, {0}};
static const CliExample set_examples[] = {
    {"mien graph set faces/all body rate=0.5 loop=true", "Play a clip slowly"},
    {"mien graph set faces/all body rate=", "The default again"},
    {0},
};

const CliCommand cli_cmd_graph_set = {
    .path = "graph set",
    .group = "Graphs",
    .summary = "Change settings of a node",
    .description =
        "Sets any setting of a node. A clip, pose asset or map is found by its name. Lists of names or "
        "numbers are separated by commas (`bones=arm_l,arm_r`, `axis=0,1,0`); other lists, and parameters, "
        "are JSON: `alpha={\"parameter\": \"near\"}`. Without a value, the setting has its default again. "
        "The graph is checked before it is written. For a child graph see `mien graph child`.",
    .arguments = set_arguments,
    .options = set_options,
    .examples = set_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = set_run,
};

// connect

static const char *input_name(const void *of, int index)
{
    return ((const MieniNodeTypeInfo *)of)->inputs[index];
}

/// That a node has a named input; items of lists are checked when they are connected.
static int check_input(const CliArgs *args, const CliAsset *graph, const char *id, const char *input)
{
    const MieniNodeView *node = mieni_node_view(mieni_graph_node_with_id(&graph->asset, id));
    const MieniNodeTypeInfo *info =
        mieni_node_type((unsigned)mieni_node_type_find(mieni_text_or_empty(mieni_node_node(node))));
    const CliNames names = {"input", id, info != NULL ? info->input_count : 0, info, input_name, NULL};
    int index;
    return strchr(input, '[') != NULL ? CLI_EXIT_OK : cli_names_find(args, &names, input, &index);
}

static int connect_run(const CliArgs *args)
{
    CliAsset graph;
    MienError error = {0};
    const char *target = args->values[1], *dot = strrchr(target, '.');
    if (dot == NULL || dot == target || dot[1] == '\0')
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "%s is not NODE.INPUT.", target);
    const char *input = dot + 1;
    int code = open_graph(args, &graph), index;
    if (code != CLI_EXIT_OK)
        return code;
    const CliNames names = node_names(&graph);
    code = cli_names_find(args, &names, cli_text(args, "%.*s", (int)(dot - target), target), &index);
    const char *id = code == CLI_EXIT_OK ? cli_text(args, "%s", node_id(names.of, index)) : "";
    if (code == CLI_EXIT_OK)
        code = check_input(args, &graph, id, input);
    if (code == CLI_EXIT_OK)
        code = cli_names_find_values(args, &names, 2, 1);
    if (code != CLI_EXIT_OK)
        return fail_graph(&graph, code);
    if (mieni_graph_connect(&graph.asset, id, input, args->values[2], &error) != MIEN_OK)
        return cli_asset_end(args, &graph, error.status, &error, "%s", "");
    return end_graph(args, &graph, cli_text(args, "%s.%s is connected to %s", id, input, args->values[2]));
}

static const CliArgument connect_arguments[] = {
    GRAPH_ARGUMENT,
    {.name = "NODE.INPUT", .help = "A node and one of its inputs: `pose.input`, `mix.a`, `pick.inputs[0]`"},
    {.name = "SOURCE", .help = "The node whose result goes there"},
    {0},
};
static const CliOption connect_options[] = {CLI_DRY_RUN_OPTION, CLI_PROJECT_OPTION, {0}};
static const CliExample connect_examples[] = {
    {"mien graph connect faces/all pose.input both", "`both` drives the poses"}, {0}};

const CliCommand cli_cmd_graph_connect = {
    .path = "graph connect",
    .group = "Graphs",
    .summary = "Connect an input of a node",
    .description = "Connects an input of a node to the result of another one. Inputs in lists have an index; "
                   "the one after the last adds an input to a `blend_by_int` node. Cycles are refused.",
    .arguments = connect_arguments,
    .options = connect_options,
    .examples = connect_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = connect_run,
};

// remove

static int remove_run(const CliArgs *args)
{
    CliAsset graph;
    MienError error = {0};
    int code = open_graph(args, &graph);
    if (code != CLI_EXIT_OK)
        return code;
    const CliNames names = node_names(&graph);
    const int count = args->value_count - 1;
    code = cli_names_find_values(args, &names, 1, count);
    if (code != CLI_EXIT_OK)
        return fail_graph(&graph, code);
    if (mieni_graph_remove_nodes(&graph.asset, args->values + 1, count, &error) != MIEN_OK)
        return cli_asset_end(args, &graph, error.status, &error, "%s", "");
    return end_graph(args, &graph, cli_text(args, "%s removed", cli_many_text(args, count, "node")));
}

static const CliArgument remove_arguments[] = {
    GRAPH_ARGUMENT,
    {.name = "NODE", .help = "The id of a node", .is_repeated = true},
    {0},
};
static const CliOption remove_options[] = {CLI_DRY_RUN_OPTION, CLI_PROJECT_OPTION, {0}};
static const CliExample remove_examples[] = {
    {"mien graph remove faces/all both", "`body` goes directly to the next node"}, {0}};

const CliCommand cli_cmd_graph_remove = {
    .path = "graph remove",
    .group = "Graphs",
    .summary = "Remove nodes from a graph",
    .description = "Removes nodes. What a node was connected to gets its first input instead, or the rest "
                   "pose. The output cannot be removed. Overrides of children stay: `mien lint` reports "
                   "those without a node.",
    .arguments = remove_arguments,
    .options = remove_options,
    .examples = remove_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = remove_run,
};
