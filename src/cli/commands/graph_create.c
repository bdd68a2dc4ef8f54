// SPDX-License-Identifier: MIT
//
// mien graph create, child

#include "cli/asset.h"
#include "cli/graph_value.h"

#include "asset/graph/edit.h"
#include "asset/graph/text.h"
#include "asset/view.h"
#include "project/recipes/graphs.h"

#include <string.h>

#define FORCE_OPTION                                                                                         \
    {                                                                                                        \
        .name = "force", .help = "Replace an existing asset"                                                 \
    }
#define NEW_GRAPH_ARGUMENT                                                                                   \
    {                                                                                                        \
        .name = "GRAPH", .help = "The graph asset to write: `faces/all.graph.json`, or `faces/all`",         \
        .kind = CLI_FILE                                                                                     \
    }

static MieniNodeView *add_node(CliAsset *graph, const char *id, const char *type)
{
    const MieniGraphView *view = mieni_graph_of(&graph->asset);
    MieniJson *row;
    return mieni_graph_make_node(&graph->asset, id, type, &row, NULL) == MIEN_OK
               ? mieni_graph_node(view, mieni_graph_find_node(view, id))
               : NULL;
}

/// A node that plays the clip of an option.
static int add_clip(const CliArgs *args, CliAsset *graph, const char *id, const char *option, bool loops)
{
    MieniJsonDocument *json = &graph->asset.json;
    const char *path;
    const int code = cli_find_clip(args, &graph->project, cli_value(args, option, ""), &path);
    if (code != CLI_EXIT_OK)
        return code;
    MieniNodeView *node = add_node(graph, id, "clip");
    mieni_node_set_clip_json(json, node, mieni_json_string(json, path));
    if (!loops)
        mieni_node_set_loop_json(json, node, mieni_json_bool(json, false));
    return CLI_EXIT_OK;
}

/// The face over the body: its curves, and with --mask-bone also the bones of a branch.
static void add_layer(const CliArgs *args, CliAsset *graph)
{
    MieniJsonDocument *json = &graph->asset.json;
    const char *bone = cli_value(args, "mask-bone", NULL);
    const char *name = bone != NULL ? bone : "no_bones";
    MieniBoneMaskView *mask = mieni_graph_add_mask(json, mieni_graph_of(&graph->asset));
    mieni_bone_mask_set_name(json, mask, name);
    mieni_bone_mask_set_bones_json(json, mask, mieni_json_array(json));
    if (bone != NULL)
        mieni_branch_set_bone(json, mieni_bone_mask_add_branch(json, mask), bone);
    MieniNodeView *node = add_node(graph, "both", "layered_blend");
    mieni_node_set_base(json, node, "body");
    mieni_node_set_layer(json, node, "face");
    mieni_node_set_mask_json(json, node, mieni_json_string(json, name));
}

/// Nodes up to where body and face are one; *out_last is the id of the last.
static int add_motion(const CliArgs *args, CliAsset *graph, const char **out_last)
{
    const bool has_body = cli_has(args, "body"), has_clip = cli_has(args, "clip");
    int code = CLI_EXIT_OK;
    if (has_body)
        code = add_clip(args, graph, "body", "body", true);
    else if (!has_clip)
        add_node(graph, "body", "rest_pose");
    if (code == CLI_EXIT_OK && has_clip)
        code = add_clip(args, graph, "face", "clip", false);
    if (code != CLI_EXIT_OK)
        return code;
    if (has_body && has_clip)
        add_layer(args, graph);
    *out_last = !has_clip ? "body" : has_body ? "both" : "face";
    return CLI_EXIT_OK;
}

static const char *bone_name(const void *of, int index)
{
    return mieni_bone_name(mieni_skeleton_bone(of, index));
}

/// That the skeleton has the bone of --mask-bone.
static int check_bone(const CliArgs *args, const CliAsset *graph)
{
    const char *bone = cli_value(args, "mask-bone", NULL);
    const char *path = mieni_text_or_empty(mieni_asset_skeleton(&graph->asset));
    MieniProblem problem = {0};
    MieniAsset skeleton;
    int code = CLI_EXIT_OK;
    if (bone == NULL)
        return CLI_EXIT_OK;
    if (!cli_has(args, "clip") || !cli_has(args, "body"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--mask-bone separates a face from a body: it needs --clip and --body.");
    if (mieni_project_load(&graph->project, path, MIENI_ASSET_SKELETON, &skeleton, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    const MieniSkeletonView *view = mieni_skeleton_of(&skeleton);
    const CliNames names = {"bone", path, mieni_skeleton_bone_count(view), view, bone_name, NULL};
    code = cli_names_find_option(args, &names, "mask-bone");
    mieni_asset_release(&skeleton);
    return code;
}

static int make_run(const CliArgs *args)
{
    CliAsset graph;
    const char *last = "", *poses = NULL;
    if (!cli_has(args, "skeleton"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Specify --skeleton ASSET.");
    int code = cli_asset_begin(args, MIENI_ASSET_GRAPH, &graph);
    if (code != CLI_EXIT_OK)
        return code;
    MieniJsonDocument *json = &graph.asset.json;
    code = cli_asset_refer(args, &graph, "skeleton", MIENI_ASSET_SKELETON);
    mieni_graph_set_nodes_json(json, mieni_graph_of(&graph.asset), mieni_json_array(json));
    if (code == CLI_EXIT_OK)
        code = check_bone(args, &graph);
    if (code == CLI_EXIT_OK)
        code = add_motion(args, &graph, &last);
    if (code == CLI_EXIT_OK && cli_has(args, "poses"))
        code =
            cli_find_asset_as(args, &graph.project, cli_value(args, "poses", ""), MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(&graph);
        return code;
    }
    mieni_node_set_input(json, add_node(&graph, "live", "live_input"), last);
    MieniNodeView *node = add_node(&graph, "pose", "poses");
    mieni_node_set_input(json, node, "live");
    if (poses != NULL)
        mieni_node_set_poses_json(json, node, mieni_json_string(json, poses));
    mieni_node_set_input(json, add_node(&graph, "out", "output"), "pose");
    return cli_asset_end(args, &graph, MIEN_OK, NULL, "%s", "created");
}

static const CliArgument make_arguments[] = {NEW_GRAPH_ARGUMENT, {0}};
static const CliOption make_options[] = {
    {.name = "skeleton", .value = "SKELETON", .kind = CLI_FILE, .help = "The skeleton to animate"},
    {.name = "poses",
     .value = "POSES",
     .kind = CLI_FILE,
     .help = "The pose asset that curves drive (default: set by child graphs)"},
    {.name = "clip",
     .letter = 'c',
     .value = "CLIP",
     .kind = CLI_FILE,
     .help = "The face clip (default: curves come from your program)"},
    {.name = "body", .value = "CLIP", .kind = CLI_FILE, .help = "The body clip, which is looped"},
    {.name = "mask-bone",
     .value = "BONE",
     .help = "Take this bone and all bones below it from the face clip (default: only its curves)"},
    FORCE_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample make_examples[] = {
    {"mien graph create faces/all --skeleton body --poses faces/ada --clip takes/hello --body body",
     "One line, spoken by a moving body"},
    {"mien graph create faces/live --skeleton body --poses faces/ada", "Curves come from your program"},
    {0},
};

const CliCommand cli_cmd_graph_create = {
    .path = "graph create",
    .group = "Graphs",
    .summary = "Create the graph of a face on a body",
    .description =
        "Creates a graph with the nodes that a face needs: `body` and `face` play the clips, `both` layers "
        "the face over the body, `live` adds curves from your program or the command line, `pose` drives the "
        "poses of an asset with curves, `out` is the result. Without `--clip`, all curves come from `live`; "
        "without `--body`, the face animates on the rest pose. Add other nodes with `mien graph add`: "
        "docs/graphs.md "
        "describes them all.",
    .arguments = make_arguments,
    .options = make_options,
    .examples = make_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = make_run,
};

/// The field that says what a parameter's value is.
static const MieniField *parameter_field(const char *type)
{
    static const MieniField fields[] = {
        {.key = "float", .type = MIENI_FIELD_NUMBER}, {.key = "int", .type = MIENI_FIELD_INTEGER},
        {.key = "bool", .type = MIENI_FIELD_BOOL},    {.key = "clip", .type = MIENI_FIELD_PATH},
        {.key = "poses", .type = MIENI_FIELD_PATH},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
        if (strcmp(fields[i].key, type) == 0)
            return &fields[i];
    return NULL;
}

/// "node.setting=value", or "parameter=value".
static int set(const CliArgs *args, CliAsset *child, const MieniGraphText *parent, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, "--set",
                        "%s is neither NODE.SETTING=VALUE nor PARAMETER=VALUE.", text);
    const char *name = cli_text(args, "%.*s", (int)(equals - text), text), *dot = strrchr(name, '.');
    const MieniGraphView *root = mieni_graph_of(&mieni_graph_text_root(parent)->asset);
    const bool is_node = dot != NULL && mieni_graph_find_parameter(root, name) < 0;
    const char *id = is_node ? cli_text(args, "%.*s", (int)(dot - name), name) : name;
    const char *key = is_node ? dot + 1 : "value";
    const int row = is_node ? mieni_graph_find_node(root, id) : mieni_graph_find_parameter(root, id);
    const MieniField *field = NULL;
    const char *type = key;
    if (row >= 0 && is_node) {
        field = mieni_schema_find(mieni_graph_node_schema(mieni_node_json(mieni_graph_node(root, row))), key);
    } else if (row >= 0) {
        type = mieni_text_or_empty(mieni_parameter_type(mieni_graph_parameter(root, row)));
        field = parameter_field(type);
    }
    MieniJson *value = NULL;
    const int code = cli_graph_value(args, child, field, type, equals + 1, "--set", &value);
    if (code == CLI_EXIT_OK &&
        mieni_graph_set_override(&child->asset, id, !is_node, key, value, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    return code;
}

/// That the parent has all that is overridden, before anything is written.
static int try_child(const CliArgs *args, const CliAsset *child, const MieniGraphText *parent)
{
    const MienAuthorGraph *above;
    MienAuthorGraph *own = NULL, *whole = NULL;
    MieniProblem problem = {0};
    MienError error = {0};
    MieniTextOut text = {0};
    int code = CLI_EXIT_OK;
    if (mieni_graphs_whole(parent, &above, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    mieni_asset_write(&child->asset, &text);
    if (text.is_out_of_memory)
        code = cli_fail_memory(args);
    else if (mien_author_graph_read(text.bytes, text.size, NULL, &own, &error) != MIEN_OK ||
             mien_author_graph_extend(above, own, NULL, &whole, &error) != MIEN_OK)
        code = cli_fail(args, CLI_EXIT_INPUT, NULL, "--set", "%s", error.message);
    mien_author_graph_destroy(own);
    mien_author_graph_destroy(whole);
    mieni_text_release(&text);
    return code;
}

/// Refuses a graph as the child of its own descendants, and of itself.
static int refuse_cycle(const CliArgs *args, const CliAsset *child, const MieniGraphText *parent)
{
    for (const MieniGraphText *text = parent; text != NULL; text = text->parent)
        if (strcmp(text->path, child->path) == 0)
            return cli_fail(args, CLI_EXIT_INPUT, child->path, NULL,
                            text == parent ? "A graph cannot extend itself."
                                           : "%s extends this graph: they would extend in a cycle.",
                            parent->path);
    return CLI_EXIT_OK;
}

static int child_run(const CliArgs *args)
{
    CliAsset child;
    MieniGraphs graphs = {0};
    MieniProblem problem = {0};
    const MieniGraphText *parent;
    const char *path;
    if (!cli_has(args, "extends"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Specify the parent graph with --extends GRAPH.");
    int code = cli_asset_begin(args, MIENI_ASSET_GRAPH, &child);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset_as(args, &child.project, cli_value(args, "extends", ""), MIENI_ASSET_GRAPH, &path);
    if (code == CLI_EXIT_OK && mieni_graphs_read(&graphs, &child.project, path, &parent, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code == CLI_EXIT_OK)
        code = refuse_cycle(args, &child, parent);
    if (code == CLI_EXIT_OK)
        mieni_graph_set_extends(&child.asset.json, mieni_graph_of(&child.asset), path);
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "set") == 0)
            code = set(args, &child, parent, args->given[i].value);
    if (code == CLI_EXIT_OK)
        code = try_child(args, &child, parent);
    mieni_graphs_release(&graphs);
    if (code == CLI_EXIT_OK)
        return cli_asset_end(args, &child, MIEN_OK, NULL, "created as a child of %s", path);
    cli_asset_close(&child);
    return code;
}

static const CliArgument child_arguments[] = {NEW_GRAPH_ARGUMENT, {0}};
static const CliOption child_options[] = {
    {.name = "extends",
     .value = "GRAPH",
     .kind = CLI_FILE,
     .help = "The parent graph, which may itself be a child"},
    {.name = "set",
     .letter = 's',
     .value = "NAME=VALUE",
     .help = "Override a node setting or a parameter: `pose.poses=faces/bo`, `distance=2`",
     .is_repeated = true},
    FORCE_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample child_examples[] = {
    {"mien graph child faces/eve --extends faces/bo --set pose.poses=faces/ada",
     "The same graph on another face"},
    {"mien graph child faces/eve --extends faces/bo --set body.rate=0.5 --set body.loop=false",
     "The same graph, slower"},
    {0},
};

const CliCommand cli_cmd_graph_child = {
    .path = "graph child",
    .group = "Graphs",
    .summary = "Create a graph that extends another",
    .description = "Creates a child: a graph with the nodes of its parent, and its own values for the "
                   "settings in `--set`. A node, setting or parameter that the parent does not have is "
                   "refused, with a suggestion. When the parent changes, its children follow.\n\n"
                   "Paths are assets of the project; lists and parameters are written as JSON: "
                   "`face.clip={\"parameter\": \"line\"}`.",
    .arguments = child_arguments,
    .options = child_options,
    .examples = child_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = child_run,
};
