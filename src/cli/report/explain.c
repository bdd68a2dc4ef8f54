// SPDX-License-Identifier: MIT
//
// Collects the contribution of each node to a bone or curve.

#include "core/float_rules.h"

#include "cli/report/explain.h"

#include <string.h>

enum { MOST_IDLE = sizeof((CliExplainedNode){0}.idle_poses) / sizeof(const char *) };

static const char *bone_name(const void *of, int index) { return mien_skeleton_bone_name(of, index); }

static const char *curve_name(const void *of, int index) { return mien_skeleton_curve_name(of, index); }

/// Which bone or curve is meant.
static int choose_subject(CliExplain *explain)
{
    const CliArgs *args = explain->args;
    const MienSkeleton *skeleton = explain->open.character.skeleton;
    const bool is_bone = cli_has(args, "bone");
    const CliNames names = {is_bone ? "bone" : "curve",
                            explain->open.character.skeleton_path,
                            is_bone ? mien_skeleton_bone_count(skeleton)
                                    : mien_skeleton_curve_count(skeleton),
                            skeleton,
                            is_bone ? bone_name : curve_name,
                            NULL};
    int index;
    const int code = cli_names_find(args, &names, cli_value(args, names.what, ""), &index);
    explain->bone = explain->curve = -1;
    if (code != CLI_EXIT_OK)
        return code;
    explain->name = names.name(skeleton, index);
    if (is_bone)
        explain->bone = index;
    else
        explain->curve = index;
    if (explain->bone >= explain->open.character.bone_count)
        return cli_fail(args, CLI_EXIT_INPUT, explain->open.character.skeleton_path, explain->name,
                        "This bone does not exist at LOD %d.", explain->open.character.level);
    return CLI_EXIT_OK;
}

bool cli_explain_has(const CliExplain *explain, int node)
{
    const MienGraphNodeTrace trace = mien_graph_trace_node(explain->open.character.trace, node);
    return trace.is_live && mien_curve_set_has(&trace.curves, explain->curve);
}

float cli_explain_value(const CliExplain *explain, int node)
{
    const MienGraphNodeTrace trace = mien_graph_trace_node(explain->open.character.trace, node);
    return trace.is_live ? mien_curve_set_value(&trace.curves, explain->curve) : 0.0f;
}

const char *cli_explain_before(const CliExplain *explain, const CliExplainedNode *node)
{
    return node->before >= 0 ? mien_graph_node(explain->open.character.graph, node->before).id
                             : "the rest pose";
}

/// The bone as a node gave it.
static MienTransform bone_of(const CliExplain *explain, int node)
{
    const MieniCharacter *character = &explain->open.character;
    return node >= 0 ? mien_graph_trace_node(character->trace, node).bones[explain->bone]
                     : mieni_character_rest_pose(character)[explain->bone];
}

/// A delta as what it does to a bone that is not turned, nor shifted, nor scaled.
static MienTransform done_to_nothing(MienTransform delta)
{
    delta.rotation.w += 1.0f;
    delta.rotation = mien_quat_normalize(delta.rotation);
    delta.scale.x += 1.0f;
    delta.scale.y += 1.0f;
    delta.scale.z += 1.0f;
    return delta;
}

/// Whether an input has what is asked about to the bit as the node.
static bool is_same(const CliExplain *explain, int node, int input)
{
    if (explain->bone >= 0) {
        const MienTransform a = bone_of(explain, node), b = bone_of(explain, input);
        return !cli_differs(&a, &b);
    }
    return cli_explain_has(explain, node) == cli_explain_has(explain, input) &&
           cli_explain_value(explain, node) == cli_explain_value(explain, input);
}

static void compare_inputs(const CliExplain *explain, CliExplainedNode *of)
{
    const MieniCharacter *character = &explain->open.character;
    for (int i = 0; i < of->info.input_count; ++i) {
        const int input = mien_graph_node_input(character->graph, of->node, i);
        if (input < 0 || !mien_graph_trace_node(character->trace, input).is_live)
            continue;
        of->before = of->before < 0 ? input : of->before;
        const bool is_alike = mien_graph_node(character->graph, input).is_delta == of->info.is_delta;
        if (of->same < 0 && is_alike && is_same(explain, of->node, input))
            of->same = input;
    }
    if (explain->bone < 0)
        return;
    const MienTransform now = bone_of(explain, of->node), then = bone_of(explain, of->before);
    const MienTransform nothing = {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}}, done = done_to_nothing(now);
    of->change = of->info.is_delta ? cli_difference(&nothing, &done) : cli_difference(&then, &now);
}

/// The curve of the skeleton that drives a control; -1 if there is none.
static int curve_of_control(const MieniCharacter *character, const MienPoseAsset *poses, int control)
{
    for (int c = 0; c < mien_skeleton_curve_count(character->skeleton); ++c)
        if (mien_pose_asset_find_driven_pose(poses, mien_skeleton_curve_name(character->skeleton, c)) ==
            control)
            return c;
    return -1;
}

/// The curves that a pose follows: its control's, or those of what it combines.
static bool follow_curves(const CliExplain *explain, const MieniPackPoseView *view, CliExplainedPose *of)
{
    const MieniCharacter *character = &explain->open.character;
    const MieniCombination *combination = mieni_view_combination(view, of->pose);
    const int count = combination != NULL ? (int)combination->count : 1;
    int *curves = mieni_arena_take(explain->args->arena, (size_t)count, sizeof *curves);
    of->names = mieni_arena_take(explain->args->arena, (size_t)count, sizeof *of->names);
    if (curves == NULL || of->names == NULL)
        return false;
    for (int i = 0; i < count; ++i) {
        int pose = of->pose;
        if (combination != NULL)
            pose = mien_pose_asset_find_pose(
                view->asset, mieni_view_input_name(view, &view->inputs[combination->first + (uint32_t)i]));
        const int control = mien_pose_asset_pose(view->asset, pose).driven_pose;
        if (control < 0)
            continue;
        const int curve = curve_of_control(character, view->asset, control);
        curves[of->curve_count] = curve;
        of->names[of->curve_count++] = curve >= 0 ? mien_skeleton_curve_name(character->skeleton, curve)
                                                  : mieni_view_control_name(view, (uint32_t)control);
    }
    of->curves = curves;
    return true;
}

/// What a pose does to the bone, or to the curve.
static void find_part(const CliExplain *explain, const MieniPackPoseView *view, CliExplainedPose *of)
{
    const MieniCharacter *character = &explain->open.character;
    const int pose = of->pose;
    if (explain->bone >= 0) {
        const int bone = mien_pose_asset_find_bone(
            view->asset, mien_skeleton_bone_name(character->skeleton, explain->bone));
        for (size_t e = (size_t)view->group_first[pose] * 4; e < (size_t)view->group_first[pose + 1] * 4;
             ++e) {
            if (bone < 0 || view->group_bones[e] != bone)
                continue;
            const MieniPlace entry = mieni_view_entry(view, e);
            const double w = (double)of->weight;
            of->is_part = true;
            for (int k = 0; k < 3; ++k) {
                of->by.q[k] = w * entry.q[k];
                of->by.t[k] = w * entry.t[k];
                of->by.s[k] = 1.0 + w * (entry.s[k] - 1.0);
            }
            of->by.q[3] = 1.0 + w * (entry.q[3] - 1.0);
            mieni_normalize4(of->by.q);
        }
        return;
    }
    for (uint32_t e = view->curve_first[pose]; e < view->curve_first[pose + 1]; ++e) {
        const char *name = mien_pose_asset_curve_name(view->asset, view->curve_ids[e]);
        if (mien_skeleton_find_curve(character->skeleton, name) != explain->curve)
            continue;
        of->is_part = true;
        of->value = of->weight * view->curve_values[e];
    }
}

static int explain_poses(const CliExplain *explain, CliExplainedNode *of)
{
    const MieniCharacterAsset *asset = of->asset;
    MieniPackView view;
    MienError error = {0};
    if (asset == NULL || asset->poses == NULL || !of->trace.is_live)
        return CLI_EXIT_OK;
    const int count = mien_pose_asset_info(asset->poses).pose_count;
    if (of->trace.weight_count < count)
        return CLI_EXIT_OK;
    if (mieni_view_open(&view, asset->pack.data, asset->pack.size, "", NULL, &error) != MIEN_OK)
        return cli_fail_error(explain->args, asset->path, &error);
    const MieniPackPoseView poses = mieni_view_poses(&view);
    of->poses = mieni_arena_take(explain->args->arena, (size_t)count, sizeof *of->poses);
    bool is_well = of->poses != NULL;
    for (int p = 0; is_well && p < count; ++p) {
        CliExplainedPose pose = {.pose = p, .weight = of->trace.weights[p]};
        find_part(explain, &poses, &pose);
        if (pose.weight != 0.0f) {
            is_well = follow_curves(explain, &poses, &pose);
            of->poses[of->pose_count++] = pose;
        } else if (pose.is_part && of->idle_count++ < MOST_IDLE) {
            of->idle_poses[of->idle_count - 1] = mien_pose_asset_pose(asset->poses, p).name;
        }
    }
    mieni_view_close(&view);
    if (explain->curve >= 0) {
        const int control = mien_pose_asset_find_driven_pose(asset->poses, explain->name);
        of->control_pose = control >= 0 ? mien_pose_asset_driven_pose(asset->poses, control).pose : -1;
    }
    return is_well ? CLI_EXIT_OK : cli_fail_memory(explain->args);
}

static int explain_node(CliExplain *explain, int node)
{
    const MieniCharacter *character = &explain->open.character;
    const int asset = mien_graph_node_asset(character->graph, node);
    CliExplainedNode *of = &explain->nodes[explain->node_count++];
    *of = (CliExplainedNode){
        .node = node,
        .info = mien_graph_node(character->graph, node),
        .trace = mien_graph_trace_node(character->trace, node),
        .asset = asset >= 0 && character->assets[asset].path[0] != '\0' ? &character->assets[asset] : NULL,
        .before = -1,
        .same = -1,
        .control_pose = -1};
    if (of->trace.is_live)
        compare_inputs(explain, of);
    return explain_poses(explain, of);
}

/// Adds a node and then all that leads to it, each once; stack is as large as the graph.
static int explain_reached(CliExplain *explain, int *stack, bool *is_seen)
{
    const MieniCharacter *character = &explain->open.character;
    int depth = 1, code = CLI_EXIT_OK;
    stack[0] = mien_graph_info(character->graph).node_count - 1;
    is_seen[stack[0]] = true;
    while (depth > 0 && code == CLI_EXIT_OK) {
        const int node = stack[--depth];
        code = explain_node(explain, node);
        for (int i = mien_graph_node(character->graph, node).input_count; i-- > 0;) {
            const int input = mien_graph_node_input(character->graph, node, i);
            if (input < 0 || is_seen[input] || !mien_graph_trace_node(character->trace, input).is_live)
                continue;
            is_seen[input] = true;
            stack[depth++] = input;
        }
    }
    explain->reached_count = explain->node_count;
    for (int n = 0; code == CLI_EXIT_OK && n < mien_graph_info(character->graph).node_count; ++n)
        if (!is_seen[n])
            code = explain_node(explain, n);
    return code;
}

static int explain_all(CliExplain *explain)
{
    const MieniCharacter *character = &explain->open.character;
    const size_t count = (size_t)mien_graph_info(character->graph).node_count;
    MieniArena *arena = explain->args->arena;
    int *stack = mieni_arena_take(arena, count, sizeof *stack);
    bool *is_seen = mieni_arena_take(arena, count, sizeof *is_seen);
    explain->nodes = mieni_arena_take(arena, count, sizeof *explain->nodes);
    if (stack == NULL || is_seen == NULL || explain->nodes == NULL)
        return cli_fail_memory(explain->args);
    explain->morph = -1;
    for (int m = 0; explain->curve >= 0 && m < character->morph_count; ++m)
        if (mien_mesh_binding_curve(character->mesh_binding, m) == explain->curve)
            explain->morph = m;
    if (explain->bone >= 0)
        explain->whole = cli_difference(&mieni_character_rest_pose(character)[explain->bone],
                                        &character->bones[explain->bone]);
    return explain_reached(explain, stack, is_seen);
}

int cli_explain_open(CliExplain *explain, const CliArgs *args)
{
    *explain = (CliExplain){.args = args};
    if (cli_has(args, "bone") == cli_has(args, "curve"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Specify what to explain: --bone NAME or --curve NAME.");
    int code = cli_seconds(args, "at", 0.0, &explain->time);
    if (code == CLI_EXIT_OK)
        code = cli_character_open(&explain->open, args, args->values[0], true);
    if (code == CLI_EXIT_OK)
        code = cli_character_put_curves(&explain->open);
    if (code == CLI_EXIT_OK)
        code = choose_subject(explain);
    if (code == CLI_EXIT_OK)
        code = cli_character_go(&explain->open, explain->time);
    return code == CLI_EXIT_OK ? explain_all(explain) : code;
}

void cli_explain_close(CliExplain *explain) { cli_character_close(&explain->open); }
