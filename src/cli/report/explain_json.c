// SPDX-License-Identifier: MIT
//
// The explanation of a bone or curve, as JSON.

#include "cli/report/explain.h"

#include <string.h>

static void set_change(MieniJsonDocument *document, MieniJson *row, const CliDifference *change)
{
    cli_json_set_float(document, row, "turned", (float)change->turned);
    cli_json_set_float(document, row, "moved", (float)change->moved);
}

static void set_poses(const CliExplain *explain, const CliExplainedNode *node, MieniJsonDocument *document,
                      MieniJson *row)
{
    const MienPoseAsset *asset = node->asset->poses;
    const MienGraphNodeTrace input = mien_graph_trace_node(explain->open.character.trace, node->before);
    const bool is_driven = strcmp(node->info.type, "poses") == 0;
    MieniJson *poses = mieni_json_set(document, row, "poses", mieni_json_array(document));
    for (int i = 0; i < node->pose_count; ++i) {
        const CliExplainedPose *pose = &node->poses[i];
        MieniJson *item = mieni_json_append(document, poses, mieni_json_object(document));
        cli_json_set_string(document, item, "name", mien_pose_asset_pose(asset, pose->pose).name);
        cli_json_set_float(document, item, "weight", pose->weight);
        cli_json_set_bool(document, item, "is_part", pose->is_part);
        MieniJson *curves = mieni_json_set(document, item, "curves", mieni_json_array(document));
        for (int c = 0; is_driven && c < pose->curve_count; ++c) {
            MieniJson *curve = mieni_json_append(document, curves, mieni_json_object(document));
            cli_json_set_string(document, curve, "name", pose->names[c]);
            cli_json_set_float(document, curve, "value",
                               mien_curve_set_value(&input.curves, pose->curves[c]));
        }
    }
}

/// The ids of the inputs that were reached.
static void set_inputs(const CliExplain *explain, const CliExplainedNode *node, MieniJsonDocument *document,
                       MieniJson *row)
{
    const MieniCharacter *character = &explain->open.character;
    MieniJson *inputs = mieni_json_set(document, row, "inputs", mieni_json_array(document));
    for (int i = 0; i < node->info.input_count; ++i) {
        const int input = mien_graph_node_input(character->graph, node->node, i);
        if (input >= 0 && mien_graph_trace_node(character->trace, input).is_live)
            mieni_json_append(document, inputs,
                              mieni_json_string(document, mien_graph_node(character->graph, input).id));
    }
}

static void set_node(const CliExplain *explain, const CliExplainedNode *node, MieniJsonDocument *document,
                     MieniJson *nodes)
{
    const MieniCharacter *character = &explain->open.character;
    MieniJson *row = mieni_json_append(document, nodes, mieni_json_object(document));
    cli_json_set_string(document, row, "id", node->info.id);
    cli_json_set_string(document, row, "node", node->info.type);
    cli_json_set_bool(document, row, "is_live", node->trace.is_live);
    if (!node->trace.is_live)
        return;
    cli_json_set_float(document, row, "weight", node->trace.weight);
    set_inputs(explain, node, document, row);
    if (node->asset != NULL)
        cli_json_set_string(document, row, "file", node->asset->path);
    if (node->asset != NULL && node->asset->clip != NULL)
        cli_json_set_number(document, row, "time", node->trace.time);
    if (node->same >= 0)
        cli_json_set_string(document, row, "same_as", mien_graph_node(character->graph, node->same).id);
    if (explain->bone >= 0) {
        cli_json_set_transform(document, row, &node->trace.bones[explain->bone]);
        set_change(document, row, &node->change);
    } else {
        cli_json_set_bool(document, row, "is_present", cli_explain_has(explain, node->node));
        cli_json_set_float(document, row, "value", cli_explain_value(explain, node->node));
        if (node->control_pose >= 0)
            cli_json_set_string(document, row, "drives",
                                mien_pose_asset_pose(node->asset->poses, node->control_pose).name);
    }
    if (node->asset != NULL && node->asset->poses != NULL)
        set_poses(explain, node, document, row);
}

MieniJson *cli_explain_make_json(const CliExplain *explain, MieniJsonDocument *document)
{
    const MieniCharacter *character = &explain->open.character;
    MieniJson *root = mieni_json_object(document);
    cli_json_set_string(document, root, "file", character->path);
    cli_json_set_number(document, root, "time", explain->time);
    cli_json_set_string(document, root, explain->bone >= 0 ? "bone" : "curve", explain->name);
    if (explain->bone >= 0) {
        set_change(document, root, &explain->whole);
    } else {
        cli_json_set_bool(document, root, "is_present",
                          mien_curve_set_has(&character->curves, explain->curve));
        cli_json_set_float(document, root, "value", mien_curve_set_value(&character->curves, explain->curve));
        if (explain->morph >= 0)
            cli_json_set_string(document, root, "morph",
                                mien_mesh_morph(character->mesh, explain->morph).name);
    }
    MieniJson *nodes = mieni_json_set(document, root, "nodes", mieni_json_array(document));
    for (int i = 0; i < explain->node_count; ++i)
        set_node(explain, &explain->nodes[i], document, nodes);
    return root;
}
