// SPDX-License-Identifier: MIT
//
// mien graph list, rename

#include "cli/asset.h"
#include "cli/report/renamed.h"

#include "asset/graph/text.h"
#include "asset/view.h"
#include "project/recipes/graphs.h"

#include <string.h>

/// A value for people: lists by how much they hold.
static const char *value_text(const CliArgs *args, const MieniJson *value)
{
    MieniTextOut out = {0};
    const char *parameter = mieni_value_parameter(value);
    if (value == NULL)
        return "-";
    if (value->type == MIENI_JSON_STRING)
        return cli_text(args, "%s", value->string);
    if (parameter != NULL)
        return cli_text(args, "parameter %s", parameter);
    if (value->type == MIENI_JSON_ARRAY && value->count > 0 && value->items[0]->type == MIENI_JSON_OBJECT)
        return cli_many_text(args, value->count, "row");
    mieni_text_put_json(&out, value);
    const char *text = cli_text(args, "%s", out.bytes != NULL ? out.bytes : "");
    mieni_text_release(&out);
    return text;
}

typedef struct Listing {
    const CliArgs *args;
    const MieniGraphText *text;
    CliTable table;
    MieniJsonDocument json;
    int changed; ///< Values that the graph itself overrides.
} Listing;

/// What a setting is where no text says it: false for a bool that is off, ...
static const MieniJson *default_of(Listing *listing, const MieniField *field)
{
    MieniJsonDocument *json = &listing->json;
    if (field == NULL)
        return NULL;
    if (field->type == MIENI_FIELD_BOOL)
        return mieni_json_bool(json, field->fallback != 0);
    if (field->type == MIENI_FIELD_NUMBER || field->type == MIENI_FIELD_INTEGER)
        return mieni_json_number(json, field->fallback);
    if (field->type != MIENI_FIELD_CHOICE)
        return NULL;
    const char *word = field->choices;
    for (int i = 0; i < (int)field->fallback && strchr(word, '|') != NULL; ++i)
        word = strchr(word, '|') + 1;
    return mieni_json_string(json, cli_text(listing->args, "%.*s", (int)strcspn(word, "|"), word));
}

/// One value of a node or parameter: what the graph's own text says of it, and what it
/// would be without.
static void put_value(Listing *listing, MieniJson *into, const char *name, const char *type,
                      const MieniGraphValue *value, const MieniGraphValue *above)
{
    const CliArgs *args = listing->args;
    MieniJsonDocument *json = &listing->json;
    const bool is_own = listing->text->parent != NULL && value->text == listing->text;
    listing->changed += is_own;
    cli_table_put(&listing->table, is_own ? "*" : "");
    cli_table_put(&listing->table, name);
    cli_table_put(&listing->table, type);
    cli_table_put(&listing->table, value->key);
    cli_table_put(&listing->table, is_own ? cli_text(args, "%s -> %s", value_text(args, above->value),
                                                     value_text(args, value->value))
                                          : value_text(args, value->value));
    cli_table_put(&listing->table, value->text->parent != NULL && !is_own ? value->text->path : "");
    MieniJson *row = mieni_json_append(json, into, mieni_json_object(json));
    cli_json_set_string(json, row, "setting", value->key);
    mieni_json_set(json, row, "value",
                   value->value != NULL ? mieni_json_copy(json, value->value) : mieni_json_null(json));
    if (value->text->parent == NULL)
        return;
    cli_json_set_string(json, row, "file", value->text->path);
    if (is_own)
        mieni_json_set(json, row, "was",
                       above->value != NULL ? mieni_json_copy(json, above->value) : mieni_json_null(json));
}

/// A node on its way into the listing.
typedef struct NodeListing {
    Listing *listing;
    MieniJson *into;
    const char *id, *type;
    const MieniSchema *schema;
    int row;           ///< In the root.
    int count;         ///< Settings that were listed.
    MieniNameMap said; ///< Their keys.
} NodeListing;

/// The graph that has the nodes and parameters.
static const MieniGraphView *root_of(const MieniGraphText *text)
{
    return mieni_graph_of(&mieni_graph_text_root(text)->asset);
}

/// The settings that a text says of the node, if they are not listed yet.
static void put_settings(NodeListing *node, const MieniGraphText *text)
{
    const MieniGraphText *whole = node->listing->text;
    const MieniGraphView *graph = mieni_graph_of(&text->asset);
    const MieniJson *rows =
        text->parent != NULL ? mieni_graph_overrides_json(graph) : mieni_graph_nodes_json(graph);
    for (int r = 0; r < mieni_view_count(rows); ++r) {
        const MieniJson *object = rows->items[r]; // an override has an id too
        if (strcmp(mieni_text_or_empty(mieni_node_id(mieni_node_view(object))), node->id) != 0)
            continue;
        for (int k = 0; k < object->count; ++k) {
            const char *key = object->keys[k];
            if (strcmp(key, "id") == 0 || strcmp(key, "node") == 0 ||
                !mieni_name_map_add(&node->said, key, NULL))
                continue;
            const MieniGraphValue value = mieni_graph_text_setting(whole, node->row, key);
            MieniGraphValue above =
                whole->parent != NULL ? mieni_graph_text_setting(whole->parent, node->row, key) : value;
            if (above.value == NULL)
                above.value = default_of(node->listing, mieni_schema_find(node->schema, key));
            const bool is_first = node->count++ == 0;
            put_value(node->listing, node->into, is_first ? node->id : "", is_first ? node->type : "", &value,
                      &above);
        }
    }
}

/// What the root says of a node, then what only others say.
static void put_node(Listing *listing, MieniJson *into, int row)
{
    const MieniNodeView *view = mieni_graph_node(root_of(listing->text), row);
    NodeListing node = {.listing = listing,
                        .into = into,
                        .row = row,
                        .id = mieni_text_or_empty(mieni_node_id(view)),
                        .type = mieni_text_or_empty(mieni_node_node(view)),
                        .schema = mieni_graph_node_schema(mieni_node_json(view))};
    put_settings(&node, mieni_graph_text_root(listing->text));
    for (const MieniGraphText *at = listing->text; at->parent != NULL; at = at->parent)
        put_settings(&node, at);
    if (node.count == 0) {
        const char *const cells[] = {"", node.id, node.type, "", "", ""};
        for (int i = 0; i < 6; ++i)
            cli_table_put(&listing->table, cells[i]);
    }
    mieni_name_map_release(&node.said);
}

static void put_nodes(Listing *listing)
{
    MieniJsonDocument *json = &listing->json;
    const MieniGraphView *graph = root_of(listing->text);
    MieniJson *list = mieni_json_set(json, json->root, "nodes", mieni_json_array(json));
    for (int n = 0; n < mieni_graph_node_count(graph); ++n) {
        const MieniNodeView *node = mieni_graph_node(graph, n);
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "id", mieni_text_or_empty(mieni_node_id(node)));
        cli_json_set_string(json, row, "node", mieni_text_or_empty(mieni_node_node(node)));
        put_node(listing, mieni_json_set(json, row, "settings", mieni_json_array(json)), n);
    }
}

static void put_parameters(Listing *listing)
{
    MieniJsonDocument *json = &listing->json;
    const MieniGraphView *graph = root_of(listing->text);
    MieniJson *list = mieni_json_set(json, json->root, "parameters", mieni_json_array(json));
    for (int p = 0; p < mieni_graph_parameter_count(graph); ++p) {
        const char *name = mieni_text_or_empty(mieni_parameter_name(mieni_graph_parameter(graph, p)));
        const char *type = mieni_text_or_empty(mieni_parameter_type(mieni_graph_parameter(graph, p)));
        const MieniGraphValue value = mieni_graph_text_parameter(listing->text, p);
        const MieniGraphValue above =
            listing->text->parent != NULL ? mieni_graph_text_parameter(listing->text->parent, p) : value;
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "name", name);
        cli_json_set_string(json, row, "type", type);
        put_value(listing, mieni_json_set(json, row, "settings", mieni_json_array(json)), name,
                  cli_text(listing->args, "%s parameter", type), &value, &above);
    }
}

/// Masks of all texts, those that the nearest has first.
static void put_masks(Listing *listing)
{
    MieniJsonDocument *json = &listing->json;
    MieniJson *list = mieni_json_set(json, json->root, "masks", mieni_json_array(json));
    MieniNameMap said = {0};
    for (const MieniGraphText *at = listing->text; at != NULL; at = at->parent) {
        const MieniGraphView *graph = mieni_graph_of(&at->asset);
        for (int m = 0; m < mieni_graph_mask_count(graph); ++m) {
            const MieniBoneMaskView *mask = mieni_graph_mask(graph, m);
            const char *name = mieni_text_or_empty(mieni_bone_mask_name(mask));
            if (!mieni_name_map_add(&said, name, NULL))
                continue;
            const MieniGraphValue value = {mieni_bone_mask_bones_json(mask), at, "masks", m, "bones"};
            MieniGraphValue above = {.key = "bones"};
            if (listing->text->parent != NULL)
                above = mieni_graph_text_mask(listing->text->parent, name);
            above.value = mieni_bone_mask_bones_json(mieni_bone_mask_view(above.value));
            MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
            cli_json_set_string(json, row, "name", name);
            put_value(listing, mieni_json_set(json, row, "settings", mieni_json_array(json)), name, "mask",
                      &value, &above);
        }
    }
    mieni_name_map_release(&said);
}

static int put_graph(const CliArgs *args, const MieniGraphText *text)
{
    static const char *const heads[] = {"", "name", "type", "setting", "value", "set by"};
    Listing listing = {.args = args, .text = text};
    MieniTextOut out = {0};
    MieniJsonDocument *json = &listing.json;
    mieni_json_begin(json, NULL);
    json->root = mieni_json_object(json);
    cli_json_set_string(json, json->root, "file", text->path);
    MieniJson *extends = mieni_json_set(json, json->root, "extends", mieni_json_array(json));
    cli_put(&out, text->path);
    for (const MieniGraphText *at = text->parent; at != NULL; at = at->parent) {
        mieni_json_append(json, extends, mieni_json_string(json, at->path));
        cli_putf(&out, "%s %s", at == text->parent ? " extends" : ", which extends", at->path);
    }
    mieni_text_put(&out, "\n");
    cli_table_begin(&listing.table, args, heads, 6);
    put_parameters(&listing);
    put_masks(&listing);
    put_nodes(&listing);
    cli_table_end(&listing.table, &out);
    mieni_text_put(&out, cli_many_text(args, mieni_graph_node_count(root_of(text)), "node"));
    if (text->parent != NULL)
        cli_putf(&out, ", %s", cli_many_text(args, listing.changed, "override"));
    mieni_text_put(&out, "\n");
    return cli_write_either(args, &out, json);
}

static int list_run(const CliArgs *args)
{
    MieniProject project;
    MieniGraphs graphs = {0};
    MieniProblem problem = {0};
    const MieniGraphText *text;
    const MienAuthorGraph *whole;
    const char *path;
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset_as(args, &project, args->values[0], MIENI_ASSET_GRAPH, &path);
    if (code == CLI_EXIT_OK && (mieni_graphs_read(&graphs, &project, path, &text, &problem) != MIEN_OK ||
                                mieni_graphs_whole(text, &whole, &problem) != MIEN_OK))
        code = cli_fail_problem(args, &problem);
    if (code == CLI_EXIT_OK)
        code = put_graph(args, text);
    mieni_graphs_release(&graphs);
    mieni_project_close(&project);
    return code;
}

#define GRAPH_ARGUMENT                                                                                       \
    {                                                                                                        \
        .name = "GRAPH", .help = "A graph asset of the project", .kind = CLI_FILE                            \
    }

static const CliArgument list_arguments[] = {GRAPH_ARGUMENT, {0}};
static const CliOption list_options[] = {CLI_PROJECT_OPTION, CLI_OUTPUT_OPTION, {0}};
static const CliExample list_examples[] = {
    {"mien graph list faces/bo", "Nodes, and the overrides of this child"}, {0}};

const CliCommand cli_cmd_graph_list = {
    .path = "graph list",
    .group = "Graphs",
    .summary = "List the nodes and overrides of a graph",
    .description = "Lists parameters, masks and nodes with their settings. For a child graph, inherited "
                   "values are included; overrides of the child itself are marked with `*`, old value first, "
                   "and overrides of a graph between it and the first are listed with that graph's path.",
    .arguments = list_arguments,
    .options = list_options,
    .examples = list_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = list_run,
};

static int rename_run(const CliArgs *args)
{
    static const char *const words[] = {"nodes", "parameters", "masks"};
    MieniProject project;
    CliLines from, to;
    const char *path, *of = cli_value(args, "kind", "nodes");
    int part = 0, code = cli_pairs(args, &from, &to);
    if (code == CLI_EXIT_OK)
        code = cli_project_open_to_edit(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    while (strcmp(words[part], of) != 0)
        ++part;
    code = cli_find_asset_as(args, &project, args->values[0], MIENI_ASSET_GRAPH, &path);
    if (code == CLI_EXIT_OK) {
        CliRenamed renamed;
        MieniProblem problem = {0};
        cli_renamed_begin(&renamed);
        const MienStatus status =
            mieni_rename_in_graphs(&project, path, (MieniGraphPart)part, from.items, to.items, from.count,
                                   cli_renamed_note, &renamed, &problem);
        cli_put_renames(args, &from, &to, NULL, &renamed.json);
        code = cli_renamed_end(args, &renamed, status, &problem);
    }
    mieni_project_close(&project);
    return code;
}

static const CliArgument rename_arguments[] = {
    GRAPH_ARGUMENT,
    {.name = "OLD NEW",
     .help = "Pairs of names; all change at once, so you can swap two",
     .is_repeated = true},
    {0},
};
static const CliOption rename_options[] = {
    {.name = "kind",
     .value = "KIND",
     .kind = CLI_CHOICE,
     .choices = "nodes|parameters|masks",
     .help = "What to rename (default: nodes)"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample rename_examples[] = {
    {"mien graph rename faces/all pose face_poses", "Rename a node, here and in all children"},
    {0},
};

const CliCommand cli_cmd_graph_rename = {
    .path = "graph rename",
    .group = "Graphs",
    .summary = "Rename nodes, parameters or masks of a graph and children",
    .description = "Renames nodes by their ids, parameters or masks: in the graph, in links and settings, "
                   "and in the overrides of all children, at any depth. Either every file changes or none "
                   "does, even if the command is killed: the next command then completes the change. Rename "
                   "curves and poses with `mien poses rename`, which updates graphs too.",
    .arguments = rename_arguments,
    .options = rename_options,
    .examples = rename_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = rename_run,
};
