// SPDX-License-Identifier: MIT
//
// Evaluates a character: runs its graph to a time and collects the state of its nodes.

#include "core/float_rules.h"

#include "cli/report/eval.h"

#include <string.h>

/// Options that only packs have.
static int refuse_options(const CliArgs *args)
{
    static const char *const of_packs[] = {"skeleton", "mesh"};
    for (int i = 0; i < 2; ++i)
        if (cli_has(args, of_packs[i]))
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--%s is for packs: a character has its own.",
                            of_packs[i]);
    return CLI_EXIT_OK;
}

int cli_eval_open_character(CliEval *eval, const CliArgs *args, const char *given)
{
    *eval = (CliEval){.args = args};
    eval->character = mieni_arena_take(args->arena, 1, sizeof *eval->character);
    if (eval->character == NULL)
        return cli_fail_memory(args);
    int code = refuse_options(args);
    if (code == CLI_EXIT_OK)
        code = cli_seconds(args, "at", 0.0, &eval->time);
    if (code == CLI_EXIT_OK)
        code = cli_character_open(eval->character, args, given, true);
    MieniCharacter *character = &eval->character->character;
    if (code == CLI_EXIT_OK)
        code = cli_character_put_curves(eval->character);
    if (code != CLI_EXIT_OK)
        return code;
    eval->skeleton.skeleton = character->skeleton;
    eval->skeleton.input.path = character->skeleton_path;
    eval->bone_count = character->bone_count;
    eval->before = mieni_arena_take(args->arena, (size_t)eval->bone_count, sizeof *eval->before);
    if (eval->before == NULL)
        return cli_fail_memory(args);
    memcpy(eval->before, mieni_character_rest_pose(character),
           sizeof *eval->before * (size_t)eval->bone_count);
    eval->after = character->bones;
    eval->curves = character->curves;
    return CLI_EXIT_OK;
}

/// The pose asset of a node whose weights are those of its poses, or NULL.
static const MieniCharacterAsset *poses_of_node(const MieniCharacter *character, int node,
                                                const MienGraphNodeTrace *trace)
{
    const int asset = mien_graph_node_asset(character->graph, node);
    if (!trace->is_live || asset < 0 || character->assets[asset].poses == NULL ||
        trace->weight_count < mien_pose_asset_info(character->assets[asset].poses).pose_count)
        return NULL;
    return &character->assets[asset];
}

static bool shows(const CliEval *eval, float weight)
{
    return weight != 0.0f || cli_has(eval->args, "weights");
}

static void put_clips(const CliEval *eval, MieniTextOut *out)
{
    const MieniCharacter *character = &eval->character->character;
    for (int n = 0; n < mien_graph_info(character->graph).node_count; ++n) {
        const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, n);
        const int asset = mien_graph_node_asset(character->graph, n);
        const MienClip *clip = asset >= 0 ? character->assets[asset].clip : NULL;
        if (trace.is_live && clip != NULL)
            cli_putf(out, "  %s plays %s at %s of %s s\n", mien_graph_node(character->graph, n).id,
                     character->assets[asset].path, cli_fixed_text(eval->args, trace.time, 3),
                     cli_fixed_text(eval->args, mien_clip_info(clip).length, 3));
    }
}

static void put_poses(const CliEval *eval, MieniTextOut *out)
{
    static const char *const heads[] = {"node", "pose", ">weight"};
    const MieniCharacter *character = &eval->character->character;
    CliTable table;
    cli_table_begin(&table, eval->args, heads, 3);
    for (int n = 0; n < mien_graph_info(character->graph).node_count; ++n) {
        const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, n);
        const MieniCharacterAsset *asset = poses_of_node(character, n, &trace);
        const int poses = asset != NULL ? mien_pose_asset_info(asset->poses).pose_count : 0;
        for (int p = 0; p < poses; ++p) {
            if (!shows(eval, trace.weights[p]))
                continue;
            cli_table_put(&table, mien_graph_node(character->graph, n).id);
            cli_table_put(&table, mien_pose_asset_pose(asset->poses, p).name);
            cli_table_put(&table, cli_float_text(eval->args, trace.weights[p]));
        }
    }
    mieni_text_put(out, "\n");
    if (table.cell_count > 0)
        cli_table_end(&table, out);
    else
        mieni_text_put(out, "No pose is active.\n");
}

void cli_eval_put_character(const CliEval *eval, MieniTextOut *out)
{
    cli_put_heading(eval->args, out, eval->character->character.path);
    cli_putf(out, " at %s s\n", cli_fixed_text(eval->args, eval->time, 3));
    put_clips(eval, out);
    put_poses(eval, out);
}

void cli_eval_put_morphs(const CliEval *eval, MieniTextOut *out)
{
    static const char *const heads[] = {"morph", ">weight"};
    const MieniCharacter *character = &eval->character->character;
    CliTable table;
    cli_table_begin(&table, eval->args, heads, 2);
    for (int m = 0; m < character->morph_count; ++m) {
        if (!shows(eval, character->morphs[m]))
            continue;
        cli_table_put(&table, mien_mesh_morph(character->mesh, m).name);
        cli_table_put(&table, cli_float_text(eval->args, character->morphs[m]));
    }
    if (table.cell_count == 0)
        return;
    mieni_text_put(out, "\n");
    cli_table_end(&table, out);
}

/// What a node did.
static void set_node(const CliEval *eval, MieniJsonDocument *document, MieniJson *nodes, int node)
{
    const MieniCharacter *character = &eval->character->character;
    const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, node);
    const MienGraphNodeInfo info = mien_graph_node(character->graph, node);
    const int place = mien_graph_node_asset(character->graph, node);
    MieniJson *row = mieni_json_append(document, nodes, mieni_json_object(document));
    cli_json_set_string(document, row, "id", info.id);
    cli_json_set_string(document, row, "node", info.type);
    cli_json_set_bool(document, row, "is_live", trace.is_live);
    if (place >= 0 && character->assets[place].path[0] != '\0')
        cli_json_set_string(document, row, "file", character->assets[place].path);
    if (trace.is_live && place >= 0 && character->assets[place].clip != NULL)
        cli_json_set_number(document, row, "time", trace.time);
    const MieniCharacterAsset *asset = poses_of_node(character, node, &trace);
    if (asset == NULL)
        return;
    MieniJson *poses = mieni_json_set(document, row, "poses", mieni_json_array(document));
    for (int p = 0; p < mien_pose_asset_info(asset->poses).pose_count; ++p) {
        if (!shows(eval, trace.weights[p]))
            continue;
        MieniJson *pose = mieni_json_append(document, poses, mieni_json_object(document));
        cli_json_set_string(document, pose, "name", mien_pose_asset_pose(asset->poses, p).name);
        cli_json_set_float(document, pose, "weight", trace.weights[p]);
    }
}

void cli_eval_set_character(const CliEval *eval, MieniJsonDocument *document, MieniJson *root)
{
    const MieniCharacter *character = &eval->character->character;
    cli_json_set_string(document, root, "file", character->path);
    cli_json_set_number(document, root, "time", eval->time);
    MieniJson *reports = mieni_json_set(document, root, "reports", mieni_json_array(document));
    for (int i = 0; i < character->report_count; ++i) {
        const MieniCharacterReport *report = &character->reports[i];
        MieniJson *row = mieni_json_append(document, reports, mieni_json_object(document));
        cli_json_set_string(document, row, "finding", cli_finding_name(report->finding));
        cli_json_set_string(document, row, "file", report->file);
        if (report->node != NULL)
            cli_json_set_string(document, row, "node", report->node);
        cli_json_set_string(document, row, "name", report->name);
        if (report->finding == MIENI_CHARACTER_SCALED)
            cli_json_set_float(document, row, "factor", report->factor);
    }
    MieniJson *nodes = mieni_json_set(document, root, "nodes", mieni_json_array(document));
    for (int n = 0; n < mien_graph_info(character->graph).node_count; ++n)
        set_node(eval, document, nodes, n);
    MieniJson *morphs = mieni_json_set(document, root, "morphs", mieni_json_array(document));
    for (int m = 0; m < character->morph_count; ++m) {
        MieniJson *row = mieni_json_append(document, morphs, mieni_json_object(document));
        cli_json_set_string(document, row, "name", mien_mesh_morph(character->mesh, m).name);
        cli_json_set_float(document, row, "weight", character->morphs[m]);
    }
}
