// SPDX-License-Identifier: MIT
//
// Results of an evaluation, as text and as JSON.

#include "cli/report/eval.h"

#include <string.h>

static bool shows_all(const CliEval *eval) { return cli_has(eval->args, "weights"); }

static bool shows_control(const CliEval *eval, int control)
{
    return shows_all(eval) || eval->asked[control] != 0.0f || eval->applied[control] != 0.0f;
}

/// A pose is listed for its own weight or for its control's values.
static bool shows_pose(const CliEval *eval, int pose)
{
    const MienPoseInfo info = mien_pose_asset_pose(eval->poses.poses, pose);
    return eval->weights[pose] != 0.0f ||
           (info.driven_pose >= 0 && !info.is_inbetween ? shows_control(eval, info.driven_pose)
                                                        : shows_all(eval));
}

static int shown_bone_count(const CliEval *eval)
{
    int count = 0;
    for (int b = 0; b < eval->bone_count; ++b)
        count += eval->shown_bones[b];
    return count;
}

static void put_weights(const CliEval *eval, MieniTextOut *out)
{
    static const char *const heads[] = {"pose", ">input", ">final", ">weight"};
    const CliArgs *args = eval->args;
    CliTable table;
    cli_table_begin(&table, args, heads, 4);
    for (int p = 0; p < eval->info.pose_count; ++p) {
        const MienPoseInfo info = mien_pose_asset_pose(eval->poses.poses, p);
        const bool is_control = info.driven_pose >= 0 && !info.is_inbetween;
        if (!shows_pose(eval, p))
            continue;
        cli_table_put(&table, info.name);
        cli_table_put(&table, is_control ? cli_float_text(args, eval->asked[info.driven_pose]) : "-");
        cli_table_put(&table, is_control ? cli_float_text(args, eval->applied[info.driven_pose]) : "-");
        cli_table_put(&table, cli_float_text(args, eval->weights[p]));
    }
    if (table.cell_count > 0)
        cli_table_end(&table, out);
    else
        mieni_text_put(out, "No pose is active.\n");
}

/// Numbers that stand under each other.
static const char *floats_text(const CliArgs *args, const float *values, int count)
{
    const char *text = "";
    for (int i = 0; i < count; ++i) {
        const char *number = cli_fixed_text(args, (double)values[i], 6);
        text = cli_text(args, "%s%s%s%s", text, i > 0 ? " " : "", number[0] == '-' ? "" : " ", number);
    }
    return text;
}

static void put_bones(const CliEval *eval, MieniTextOut *out)
{
    static const char *const heads[] = {
        "bone", ">turned deg", ">moved mm", " rotation x y z w", " translation x y z", " scale x y z"};
    const CliArgs *args = eval->args;
    CliTable table;
    if (shown_bone_count(eval) == 0)
        return;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 6);
    for (int b = 0; b < eval->bone_count; ++b) {
        if (!eval->shown_bones[b])
            continue;
        const CliDifference difference = cli_eval_difference(eval, b);
        float numbers[sizeof(MienTransform) / sizeof(float)];
        memcpy(numbers, &eval->after[b], sizeof numbers);
        cli_table_put(&table, cli_eval_bone_name(eval, b));
        cli_table_put(&table, eval->before != NULL ? cli_fixed_text(args, difference.turned, 4) : "-");
        cli_table_put(&table, eval->before != NULL ? cli_fixed_text(args, difference.moved, 4) : "-");
        cli_table_put(&table, floats_text(args, numbers, 4));
        cli_table_put(&table, floats_text(args, numbers + 4, 3));
        cli_table_put(&table, floats_text(args, numbers + 8, 3));
    }
    cli_table_end(&table, out);
}

static void put_curves(const CliEval *eval, MieniTextOut *out)
{
    static const char *const heads[] = {"curve", ">value"};
    CliTable table;
    int zero_count = 0;
    cli_table_begin(&table, eval->args, heads, 2);
    for (int c = 0; c < eval->curves.count; ++c) {
        if (!mien_curve_set_has(&eval->curves, c))
            continue;
        if (eval->character != NULL && !shows_all(eval) && mien_curve_set_value(&eval->curves, c) == 0.0f) {
            ++zero_count; // faces have dozens, of which few are in use
            continue;
        }
        cli_table_put(&table, cli_eval_curve_name(eval, c));
        cli_table_put(&table, cli_float_text(eval->args, mien_curve_set_value(&eval->curves, c)));
    }
    mieni_text_put(out, out->size > 0 && (table.cell_count > 0 || zero_count > 0) ? "\n" : "");
    if (table.cell_count > 0)
        cli_table_end(&table, out);
    if (zero_count > 0)
        mieni_text_putf(out, "%s %s 0.\n",
                        cli_many_text(eval->args, zero_count, table.cell_count > 0 ? "other curve" : "curve"),
                        zero_count == 1 ? "is" : "are");
}

void cli_eval_put_text(const CliEval *eval, MieniTextOut *out)
{
    if (eval->clip.clip != NULL) {
        const char *length = cli_fixed_text(eval->args, mien_clip_info(eval->clip.clip).length, 3);
        cli_put_heading(eval->args, out, eval->clip.input.path);
        mieni_text_putf(out, " at %s of %s s\n", cli_fixed_text(eval->args, eval->time, 3), length);
    }
    if (eval->poses.poses != NULL) {
        mieni_text_put(out, out->size > 0 ? "\n" : "");
        put_weights(eval, out);
    }
    if (eval->character != NULL)
        cli_eval_put_character(eval, out);
    put_bones(eval, out);
    put_curves(eval, out);
    if (eval->character != NULL)
        cli_eval_put_morphs(eval, out);
}

static void set_weights(const CliEval *eval, MieniJsonDocument *document, MieniJson *root)
{
    const MienPoseAsset *asset = eval->poses.poses;
    MieniJson *controls = mieni_json_set(document, root, "driven_poses", mieni_json_array(document));
    for (int c = 0; c < eval->info.driven_pose_count; ++c) {
        if (!shows_control(eval, c))
            continue;
        MieniJson *row = mieni_json_append(document, controls, mieni_json_object(document));
        const int pose = mien_pose_asset_driven_pose(asset, c).pose;
        cli_json_set_string(document, row, "name", mien_pose_asset_pose(asset, pose).name);
        cli_json_set_float(document, row, "input_weight", eval->asked[c]);
        cli_json_set_float(document, row, "final_weight", eval->applied[c]);
    }
    MieniJson *poses = mieni_json_set(document, root, "poses", mieni_json_array(document));
    for (int p = 0; p < eval->info.pose_count; ++p) {
        if (!shows_all(eval) && eval->weights[p] == 0.0f)
            continue;
        MieniJson *row = mieni_json_append(document, poses, mieni_json_object(document));
        cli_json_set_string(document, row, "name", mien_pose_asset_pose(asset, p).name);
        cli_json_set_float(document, row, "weight", eval->weights[p]);
    }
}

static void set_bones(const CliEval *eval, MieniJsonDocument *document, MieniJson *root)
{
    MieniJson *bones = mieni_json_set(document, root, "bones", mieni_json_array(document));
    for (int b = 0; b < eval->bone_count; ++b) {
        if (!eval->shown_bones[b])
            continue;
        MieniJson *row = mieni_json_append(document, bones, mieni_json_object(document));
        cli_json_set_string(document, row, "name", cli_eval_bone_name(eval, b));
        cli_json_set_transform(document, row, &eval->after[b]);
        if (eval->before == NULL)
            continue;
        const CliDifference difference = cli_eval_difference(eval, b);
        cli_json_set_float(document, row, "turned", (float)difference.turned);
        cli_json_set_float(document, row, "moved", (float)difference.moved);
    }
}

MieniJson *cli_eval_make_json(const CliEval *eval, MieniJsonDocument *document)
{
    MieniJson *root = mieni_json_object(document);
    if (eval->poses.poses != NULL)
        cli_json_set_string(document, root, "poses_file", eval->poses.input.path);
    if (eval->clip.clip != NULL) {
        cli_json_set_string(document, root, "clip_file", eval->clip.input.path);
        cli_json_set_number(document, root, "time", eval->time);
    }
    if (eval->skeleton.skeleton != NULL)
        cli_json_set_string(document, root, "skeleton_file", eval->skeleton.input.path);
    if (eval->character != NULL)
        cli_eval_set_character(eval, document, root);
    if (eval->poses.poses != NULL)
        set_weights(eval, document, root);
    set_bones(eval, document, root);
    MieniJson *curves = mieni_json_set(document, root, "curves", mieni_json_array(document));
    for (int c = 0; c < eval->curves.count; ++c) {
        if (!mien_curve_set_has(&eval->curves, c))
            continue;
        MieniJson *row = mieni_json_append(document, curves, mieni_json_object(document));
        cli_json_set_string(document, row, "name", cli_eval_curve_name(eval, c));
        cli_json_set_float(document, row, "value", mien_curve_set_value(&eval->curves, c));
    }
    return root;
}
