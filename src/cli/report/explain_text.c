// SPDX-License-Identifier: MIT
//
// The explanation of a bone or curve, as text: first the result, then node by node from the
// output back.

#include "core/float_rules.h"

#include "cli/report/explain.h"

#include "base/format.h"

#include <string.h>

enum { MOST_POSES = 20 };

static double size_of(double value) { return value < 0.0 ? -value : value; }

/// Three decimals, or two digits of what is less.
static const char *value_text(const CliArgs *args, float value)
{
    const double size = size_of((double)value);
    return cli_fixed_text(args, (double)value, size == 0.0 || size >= 0.0005 ? 3 : mieni_decimals_of(size));
}

/// "turns it +9.1° about x and moves it 1.2 mm"; to_be says "is turned" instead.
static void put_change(MieniTextOut *out, const MieniPlace *by, bool to_be)
{
    const double turned = mieni_degrees_of(by->q), moved = mieni_length3(by->t);
    const bool is_turned = turned >= 1e-4, is_moved = moved >= 1e-7;
    bool is_scaled = false;
    const char *and = "";
    for (int k = 0; k < 3; ++k)
        is_scaled = is_scaled || size_of(by->s[k] - 1.0) >= 1e-6;
    if (is_turned) {
        mieni_text_put(out, to_be ? "is rotated " : "rotates it ");
        mieni_say_turn(out, by->q);
        and = " and ";
    }
    if (is_moved) {
        mieni_text_putf(out, "%s%s", and, to_be ? (is_turned ? "moved " : "is moved ") : "moves it ");
        mieni_say_length(out, moved);
        and = " and ";
    }
    if (is_scaled) {
        mieni_text_putf(out, "%s%s", and, to_be ? (and[0] != '\0' ? "scaled " : "is scaled ") : "scales it ");
        for (int k = 0; k < 3; ++k) {
            mieni_text_put(out, k > 0 ? " " : "");
            mieni_say_fixed(out, by->s[k], 3);
        }
    }
    if (!is_turned && !is_moved && !is_scaled)
        mieni_text_put(out, to_be ? "changes by a negligible amount" : "changes it by a negligible amount");
}

static const char *id_of(const CliExplain *explain, int node)
{
    return mien_graph_node(explain->open.character.graph, node).id;
}

static bool is_type(const CliExplainedNode *node, const char *type)
{
    return strcmp(node->info.type, type) == 0;
}

static void put_file(const CliExplain *explain, const CliExplainedNode *node, MieniTextOut *out)
{
    if (node->asset == NULL)
        return;
    mieni_text_put(out, node->asset->path);
    if (node->asset->clip != NULL)
        mieni_text_putf(out, " at %s of %s s", cli_fixed_text(explain->args, node->trace.time, 3),
                        cli_fixed_text(explain->args, mien_clip_info(node->asset->clip).length, 3));
    mieni_text_put(out, ": ");
}

/// The inputs of a node that meets several, and how much each has to do with it.
static void put_mix(const CliExplain *explain, const CliExplainedNode *node, MieniTextOut *out)
{
    const MieniCharacter *character = &explain->open.character;
    const bool has_weights = node->trace.weight_count == node->info.input_count;
    int count = 0;
    mieni_text_put(out, "mixes ");
    for (int i = 0; i < node->info.input_count; ++i) {
        const int input = mien_graph_node_input(character->graph, node->node, i);
        const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, input);
        if (input < 0 || !trace.is_live)
            continue;
        mieni_text_put(out, count++ > 0 ? " and " : "");
        if (has_weights)
            mieni_text_putf(out, "%s of ", cli_fixed_text(explain->args, (double)node->trace.weights[i], 2));
        mieni_text_put(out, id_of(explain, input));
        if (explain->curve >= 0) {
            mieni_text_putf(out, " (%s)",
                            cli_explain_has(explain, input)
                                ? value_text(explain->args, cli_explain_value(explain, input))
                                : "none");
            continue;
        }
        const CliDifference far =
            cli_difference(&trace.bones[explain->bone], &node->trace.bones[explain->bone]);
        mieni_text_put(out, " (");
        mieni_say_about(out, far.turned);
        mieni_text_put(out, "\xC2\xB0 away)");
    }
    mieni_text_put(out, ".\n");
}

/// A table in the middle of other lines.
static void put_indented(MieniTextOut *out, const MieniTextOut *text, int indent)
{
    for (size_t i = 0; i < text->size; ++i) {
        if (i == 0 || text->bytes[i - 1] == '\n')
            mieni_text_putf(out, "%*s", indent, "");
        mieni_text_put_bytes(out, text->bytes + i, 1);
    }
}

/// "jawOpen 0.5 and smile 0.8", as the node's input has them.
static const char *followed_text(const CliExplain *explain, const CliExplainedNode *node,
                                 const CliExplainedPose *pose)
{
    const char *text = "";
    if (!is_type(node, "poses"))
        return is_type(node, "driver") ? "the driver" : "the node";
    const MienGraphNodeTrace input = mien_graph_trace_node(explain->open.character.trace, node->before);
    for (int i = 0; i < pose->curve_count; ++i)
        text = cli_text(explain->args, "%s%s%s %s", text, i > 0 ? " and " : "", pose->names[i],
                        value_text(explain->args, mien_curve_set_value(&input.curves, pose->curves[i])));
    return text[0] != '\0' ? text : "-";
}

static double size_of_pose(const CliExplainedPose *pose)
{
    return mieni_degrees_of(pose->by.q) + 1000.0 * mieni_length3(pose->by.t) + size_of((double)pose->value);
}

/// Those that have a part in it first, the largest of them first.
static void sort_poses(CliExplainedPose *poses, int count)
{
    for (int i = 1; i < count; ++i) {
        const CliExplainedPose pose = poses[i];
        int at = i;
        for (; at > 0 &&
               (pose.is_part > poses[at - 1].is_part || (pose.is_part == poses[at - 1].is_part &&
                                                         size_of_pose(&pose) > size_of_pose(&poses[at - 1])));
             --at)
            poses[at] = poses[at - 1];
        poses[at] = pose;
    }
}

/// Whether what a pose does is worth a line.
static bool is_seen(const CliExplain *explain, const CliExplainedNode *node, const CliExplainedPose *pose)
{
    return pose->is_part && (explain->curve >= 0 ? size_of((double)pose->value) >= 0.0005
                             : mien_pose_asset_info(node->asset->poses).is_additive
                                 ? mieni_degrees_of(pose->by.q) >= 0.01 || mieni_length3(pose->by.t) >= 1e-6
                                 : pose->weight >= 0.0005f);
}

static void put_pose(const CliExplain *explain, const CliExplainedNode *node, const CliExplainedPose *pose,
                     CliTable *table)
{
    const CliArgs *args = explain->args;
    MieniTextOut does = {0};
    if (explain->curve >= 0)
        mieni_text_putf(&does, "adds %s", value_text(args, pose->value));
    else if (mien_pose_asset_info(node->asset->poses).is_additive)
        put_change(&does, &pose->by, false);
    else
        mieni_text_put(&does, "has a slot for it");
    cli_table_put(table, mien_pose_asset_pose(node->asset->poses, pose->pose).name);
    cli_table_put(table, value_text(args, pose->weight));
    cli_table_put(table, does.bytes != NULL ? does.bytes : "");
    cli_table_put(table, followed_text(explain, node, pose));
    mieni_text_release(&does);
}

/// Poses that would move the bone if their curves were up.
static void put_idle(const CliExplain *explain, const CliExplainedNode *node, int indent, MieniTextOut *out)
{
    const int shown = node->idle_count < 3 ? node->idle_count : 3;
    for (int i = 0; i < shown; ++i)
        mieni_text_putf(out, "%*s%s%s", i == 0 ? indent : 0, "",
                        i == 0                                        ? "It would follow "
                        : i == shown - 1 && node->idle_count == shown ? " and "
                                                                      : ", ",
                        node->idle_poses[i]);
    if (node->idle_count > shown)
        mieni_text_putf(out, " and %s", cli_many_text(explain->args, node->idle_count - shown, "more pose"));
    mieni_text_put(out, shown > 0 ? ".\n" : "");
}

/// A node of one pose says which: "smile at 0.700, ".
static void put_one_pose(const CliExplain *explain, const CliExplainedNode *node, MieniTextOut *out)
{
    if (is_type(node, "pose") && node->pose_count > 0)
        mieni_text_putf(out, "%s at %s, ", mien_pose_asset_pose(node->asset->poses, node->poses[0].pose).name,
                        value_text(explain->args, node->poses[0].weight));
}

/// The active poses of a node that have a part in it.
static void put_poses(const CliExplain *explain, const CliExplainedNode *node, int indent, MieniTextOut *out)
{
    static const char *const heads[] = {"pose", ">weight", "does", "follows"};
    const CliArgs *args = explain->args;
    MieniTextOut text = {0};
    CliTable table;
    int shown = 0;
    sort_poses(node->poses, node->pose_count);
    cli_table_begin(&table, args, heads, 4);
    for (int i = 0; i < node->pose_count && shown < MOST_POSES; ++i) {
        if (!is_seen(explain, node, &node->poses[i]))
            continue;
        put_pose(explain, node, &node->poses[i], &table);
        ++shown;
    }
    cli_table_end(&table, &text);
    if (shown > 0)
        put_indented(out, &text, indent);
    mieni_text_release(&text);
    if (shown == 0 && explain->bone >= 0)
        put_idle(explain, node, indent, out);
    const int others = node->pose_count - shown;
    if (explain->bone >= 0 && others > 0)
        mieni_text_putf(out, "%*s%s %s active with little or no effect on it.\n", indent, "",
                        cli_many_text(args, others, shown > 0 ? "other pose" : "pose"),
                        others == 1 ? "is" : "are");
}

/// A node whose result stands for itself.
static void put_source_of_bone(const CliExplain *explain, const CliExplainedNode *node, MieniTextOut *out)
{
    const MienClip *clip = node->asset != NULL ? node->asset->clip : NULL;
    if (is_type(node, "clip") && clip == NULL)
        mieni_text_put(out, "plays nothing: rest pose.\n");
    else if (clip != NULL && mien_clip_find_track(clip, explain->name) < 0)
        mieni_text_put(out, "has no track for it: rest pose.\n");
    else if (!node->change.is_any)
        mieni_text_put(out, "rest pose.\n");
    else {
        put_change(out, &node->change.by, false);
        mieni_text_put(out, " from the rest pose.\n");
    }
}

static void put_bone_of_node(const CliExplain *explain, const CliExplainedNode *node, MieniTextOut *out)
{
    const bool is_plain = node->info.input_count <= 1 || is_type(node, "apply_additive");
    if (is_type(node, "output"))
        mieni_text_putf(out, "returns %s.\n", cli_explain_before(explain, node));
    else if (node->info.is_delta && node->before < 0) {
        mieni_text_put(out, node->change.is_any ? "an offset that " : "no offset for it.\n");
        if (node->change.is_any) {
            put_change(out, &node->change.by, false);
            mieni_text_put(out, ".\n");
        }
    } else if (node->before < 0)
        put_source_of_bone(explain, node, out);
    else if (node->same >= 0)
        mieni_text_putf(out, "%s %s has it.\n", is_plain ? "leaves it as" : "takes it as",
                        id_of(explain, node->same));
    else if (is_plain && !node->info.is_delta) {
        if (is_type(node, "apply_additive"))
            mieni_text_putf(
                out, "adds %s, which ",
                id_of(explain, mien_graph_node_input(explain->open.character.graph, node->node, 1)));
        put_change(out, &node->change.by, false);
        mieni_text_putf(out, " from %s.\n", cli_explain_before(explain, node));
    } else
        put_mix(explain, node, out);
}

/// What a node has of the curve, in words.
static const char *curve_text(const CliExplain *explain, int node)
{
    return cli_explain_has(explain, node) ? value_text(explain->args, cli_explain_value(explain, node))
                                          : "none";
}

static void put_curve_of_node(const CliExplain *explain, const CliExplainedNode *node, MieniTextOut *out)
{
    const bool has = cli_explain_has(explain, node->node);
    const char *value = curve_text(explain, node->node);
    if (is_type(node, "output"))
        mieni_text_putf(out, "returns %s.\n", cli_explain_before(explain, node));
    else if (node->before < 0 && is_type(node, "clip") && (node->asset == NULL || node->asset->clip == NULL))
        mieni_text_put(out, "plays nothing.\n");
    else if (node->before < 0)
        mieni_text_putf(out, has ? "outputs %s.\n" : "has no such curve.\n", value);
    else if (node->same >= 0 && !has)
        mieni_text_put(out, "has no such curve.\n");
    else if (node->same >= 0)
        mieni_text_putf(out, "passes %s through from %s.\n", value, id_of(explain, node->same));
    else if (!has)
        mieni_text_putf(out, "removes it; %s has %s.\n", cli_explain_before(explain, node),
                        curve_text(explain, node->before));
    else if (node->info.input_count <= 1)
        mieni_text_putf(out, "sets it to %s; %s has %s.\n", value, cli_explain_before(explain, node),
                        curve_text(explain, node->before));
    else {
        mieni_text_putf(out, "sets it to %s: ", value);
        put_mix(explain, node, out);
    }
}

static bool follows(const CliExplainedPose *pose, int curve)
{
    for (int i = 0; i < pose->curve_count; ++i)
        if (pose->curves[i] == curve)
            return true;
    return false;
}

/// The poses that the curve drives in a node: its own, then in-betweens and combinations.
static void put_driven(const CliExplain *explain, const CliExplainedNode *node, int indent, MieniTextOut *out)
{
    if (node->control_pose < 0 || !is_type(node, "poses"))
        return;
    const CliArgs *args = explain->args;
    const MienPoseInfo own = mien_pose_asset_pose(node->asset->poses, node->control_pose);
    const bool has_weight = node->trace.weight_count > node->control_pose;
    mieni_text_putf(out, "%*sIt drives the pose %s: weight %s, %s.\n", indent, "", own.name,
                    value_text(args, has_weight ? node->trace.weights[node->control_pose] : 0.0f),
                    cli_many_text(args, own.bone_count, "bone"));
    for (int i = 0; i < node->pose_count; ++i) {
        const CliExplainedPose *pose = &node->poses[i];
        const MienPoseInfo info = mien_pose_asset_pose(node->asset->poses, pose->pose);
        if (pose->pose != node->control_pose && follows(pose, explain->curve))
            mieni_text_putf(out, "%*sIt contributes to the %s %s: weight %s, %s.\n", indent, "",
                            info.is_inbetween ? "in-between" : "corrective", info.name,
                            value_text(args, pose->weight), cli_many_text(args, info.bone_count, "bone"));
    }
}

static int longest(const CliExplain *explain, bool is_type_wanted)
{
    int width = 0;
    for (int i = 0; i < explain->reached_count; ++i) {
        const int own =
            cli_text_width(is_type_wanted ? explain->nodes[i].info.type : explain->nodes[i].info.id);
        width = own > width ? own : width;
    }
    return width;
}

/// Node by node, from the output back.
static void put_nodes(const CliExplain *explain, MieniTextOut *out)
{
    const int ids = longest(explain, false), types = longest(explain, true), indent = ids + types + 6;
    for (int i = 0; i < explain->reached_count; ++i) {
        const CliExplainedNode *node = &explain->nodes[i];
        mieni_text_putf(out, "  %s%*s  %s%*s  ", node->info.id, ids - cli_text_width(node->info.id), "",
                        node->info.type, types - cli_text_width(node->info.type), "");
        put_file(explain, node, out);
        put_one_pose(explain, node, out);
        if (explain->bone >= 0)
            put_bone_of_node(explain, node, out);
        else
            put_curve_of_node(explain, node, out);
        put_driven(explain, node, indent + 2, out);
        if (!is_type(node, "pose") && (node->pose_count > 0 || node->idle_count > 0))
            put_poses(explain, node, indent + 2, out);
    }
}

/// What had no part in it.
static void put_unreached(const CliExplain *explain, MieniTextOut *out)
{
    for (int i = explain->reached_count; i < explain->node_count; ++i)
        mieni_text_putf(out, "%s%s (%s)", i == explain->reached_count ? "\nNot relevant: " : ", ",
                        explain->nodes[i].info.id, explain->nodes[i].info.type);
    mieni_text_put(out, explain->node_count > explain->reached_count ? ".\n" : "");
}

/// Whether a node that was reached makes bones of curves.
static bool has_poses(const CliExplain *explain)
{
    for (int i = 0; i < explain->reached_count; ++i)
        if (is_type(&explain->nodes[i], "poses"))
            return true;
    return false;
}

static void put_bone(const CliExplain *explain, MieniTextOut *out)
{
    const MieniCharacter *character = &explain->open.character;
    const char *owner = character->mesh_path != NULL ? character->mesh_path : character->skeleton_path;
    int curves = 0;
    for (int c = 0; c < character->curves.count; ++c)
        curves += mien_curve_set_has(&character->curves, c);
    mieni_text_putf(out, "%s ", explain->name);
    if (explain->whole.is_any) {
        put_change(out, &explain->whole.by, true);
        mieni_text_putf(out, " from the rest pose of %s.\n\n", owner);
    } else {
        mieni_text_putf(out, "is in the rest pose of %s.\n\n", owner);
    }
    put_nodes(explain, out);
    if (!explain->whole.is_any && curves > 0 && !has_poses(explain))
        mieni_text_putf(out,
                        "\n%s the output, but no poses node on the way applies the poses of %s: add one "
                        "before the output.\n",
                        curves == 1 ? "1 curve reaches" : cli_text(explain->args, "%d curves reach", curves),
                        curves == 1 ? "it" : "them");
}

static void put_curve(const CliExplain *explain, MieniTextOut *out)
{
    const MieniCharacter *character = &explain->open.character;
    bool is_used = explain->morph >= 0;
    if (mien_curve_set_has(&character->curves, explain->curve))
        mieni_text_putf(out, "%s is %s.\n\n", explain->name,
                        value_text(explain->args, mien_curve_set_value(&character->curves, explain->curve)));
    else
        mieni_text_putf(out, "%s does not reach the output.\n\n", explain->name);
    put_nodes(explain, out);
    if (explain->morph >= 0)
        mieni_text_putf(out, "\nIt drives the morph %s of %s: weight %s.\n",
                        mien_mesh_morph(character->mesh, explain->morph).name, character->mesh_path,
                        value_text(explain->args, character->morphs[explain->morph]));
    for (int i = 0; i < explain->reached_count; ++i)
        is_used = is_used || (explain->nodes[i].control_pose >= 0 && is_type(&explain->nodes[i], "poses"));
    if (!is_used)
        mieni_text_put(out, "\nIt drives nothing: no poses node on the way has a pose with this name, and "
                            "the mesh has no such morph.\n");
}

void cli_explain_put_text(const CliExplain *explain, MieniTextOut *out)
{
    cli_put_heading(explain->args, out, explain->open.character.path);
    mieni_text_putf(out, " at %s s\n", cli_fixed_text(explain->args, explain->time, 3));
    if (explain->bone >= 0)
        put_bone(explain, out);
    else
        put_curve(explain, out);
    put_unreached(explain, out);
}
