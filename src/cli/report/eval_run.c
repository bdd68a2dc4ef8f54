// SPDX-License-Identifier: MIT
//
// Opens, binds and runs an evaluation.

#include "core/float_rules.h"

#include "base/number.h"
#include "cli/report/eval.h"

#include <string.h>

/// What the binding did not find is worth knowing, but no error.
static void tell_of_binding(const CliEval *eval)
{
    int missing[MIEN_FINDING_SCALED_BONE + 1] = {0};
    const char *first[MIEN_FINDING_SCALED_BONE + 1] = {0};
    for (int r = 0; r < mien_pose_binding_report_count(eval->pose_binding); ++r) {
        const MienFinding row = mien_pose_binding_report(eval->pose_binding, r);
        if (missing[row.kind]++ == 0)
            first[row.kind] = row.name;
    }
    static const char *const what[] = {
        [MIEN_FINDING_MISSING_BONE] = "Bones missing from the skeleton",
        [MIEN_FINDING_MISSING_POSE_CURVE] = "Curve-driven poses without a curve of that name in the skeleton",
        [MIEN_FINDING_MISSING_CURVE] = "Pose curves missing from the skeleton",
        [MIEN_FINDING_NOT_CURVE_DRIVEN] = "Poses that are not curve-driven, although a curve has their name",
    };
    for (int f = MIEN_FINDING_MISSING_BONE; f < MIEN_FINDING_SCALED_BONE; ++f) {
        if (what[f] != NULL && missing[f] > 0)
            cli_warn(eval->args, eval->poses.input.path, NULL, "%s: %d, the first is %s.", what[f],
                     missing[f], first[f]);
    }
    if (missing[MIEN_FINDING_SCALED_BONE] > 0)
        cli_note(eval->args, eval->poses.input.path, "%d bones have different lengths and are scaled.",
                 missing[MIEN_FINDING_SCALED_BONE]);
}

static int bind(CliEval *eval)
{
    const MienSkeleton *skeleton = eval->skeleton.skeleton;
    MienError error = {0};
    if (skeleton == NULL)
        return CLI_EXIT_OK;
    if (eval->mesh.mesh != NULL &&
        mien_mesh_binding_create(eval->mesh.mesh, skeleton, NULL, &eval->mesh_binding, &error) != MIEN_OK)
        return cli_fail_error(eval->args, eval->mesh.input.path, &error);
    const MienTransform *reference =
        eval->mesh_binding != NULL ? mien_mesh_binding_rest_pose(eval->mesh_binding) : NULL;
    const MienPoseBindingOptions pose_options = {.mesh_rest_pose = reference};
    const MienClipBindingOptions clip_options = {.mesh_rest_pose = reference};
    if (eval->poses.poses != NULL) {
        if (mien_pose_binding_create(eval->poses.poses, skeleton, &pose_options, &eval->pose_binding,
                                     &error) != MIEN_OK)
            return cli_fail_error(eval->args, eval->poses.input.path, &error);
        tell_of_binding(eval);
    }
    if (eval->clip.clip != NULL && mien_clip_binding_create(eval->clip.clip, skeleton, &clip_options,
                                                            &eval->clip_binding, &error) != MIEN_OK)
        return cli_fail_error(eval->args, eval->clip.input.path, &error);
    return CLI_EXIT_OK;
}

/// Counts of what the evaluation is in the order of, and its arrays.
static int make_arrays(CliEval *eval)
{
    MieniArena *arena = eval->args->arena;
    const MienSkeleton *skeleton = eval->skeleton.skeleton;
    const MienTransform *base = NULL;
    int curves;
    if (skeleton != NULL) {
        eval->bone_count = mien_skeleton_bone_count(skeleton);
        curves = mien_skeleton_curve_count(skeleton);
        base = eval->mesh_binding != NULL ? mien_mesh_binding_rest_pose(eval->mesh_binding)
                                          : mien_skeleton_rest_pose(skeleton);
    } else if (eval->poses.poses != NULL) {
        eval->bone_count = eval->info.bone_count;
        curves = eval->info.driven_pose_count + eval->info.curve_count;
        base = mien_pose_asset_base(eval->poses.poses);
    } else {
        eval->bone_count = mien_clip_info(eval->clip.clip).track_count;
        curves = mien_clip_info(eval->clip.clip).curve_count;
    }
    const size_t bones = (size_t)eval->bone_count, controls = (size_t)eval->info.driven_pose_count;
    eval->after = eval->posed = mieni_arena_take(arena, bones, sizeof *eval->posed);
    eval->before = base != NULL ? mieni_arena_take(arena, bones, sizeof *eval->before) : NULL;
    eval->curves.count = curves;
    eval->curves.values = mieni_arena_take(arena, (size_t)curves, sizeof(float));
    eval->curves.present = mieni_arena_take(arena, (size_t)mien_curve_set_words(curves), sizeof(uint32_t));
    eval->asked = mieni_arena_take(arena, controls, sizeof(float));
    eval->applied = mieni_arena_take(arena, controls, sizeof(float));
    eval->weights = mieni_arena_take(arena, (size_t)eval->info.pose_count, sizeof(float));
    if (arena->is_out_of_memory)
        return cli_fail_memory(eval->args);
    if (base != NULL && bones > 0) {
        memcpy(eval->before, base, bones * sizeof *base);
        memcpy(eval->posed, base, bones * sizeof *base);
    }
    return CLI_EXIT_OK;
}

/// The pack of an option, which may be an asset, too; NULL: it is not given.
static int open_part(CliEval *eval, const char *given, MieniAssetKind asset, MienPackKind kind,
                     CliPack *out_pack)
{
    const MieniAssetKind kinds[] = {asset, MIENI_ASSET_NONE};
    if (given == NULL)
        return CLI_EXIT_OK;
    const int code = cli_find_pack(eval->args, given, kinds, out_pack);
    return code == CLI_EXIT_OK ? cli_pack_check_kind(eval->args, out_pack, kind) : code;
}

/// Options that only characters have.
static int refuse_options(const CliArgs *args)
{
    static const char *const of_characters[] = {"set", "lod"};
    int clips = 0;
    for (int i = 0; i < args->given_count; ++i)
        clips += strcmp(args->given[i].option->name, "clip") == 0;
    if (clips > 1)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--clip is given twice: a pack takes only one.");
    for (int i = 0; i < 2; ++i)
        if (cli_has(args, of_characters[i]))
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--%s is for characters, not for packs.",
                            of_characters[i]);
    return CLI_EXIT_OK;
}

int cli_eval_open(CliEval *eval, const CliArgs *args, const char *given)
{
    *eval = (CliEval){.args = args, .time = cli_number(args, "at", 0.0)};
    const char *clip = cli_value(args, "clip", NULL), *skeleton = cli_value(args, "skeleton", NULL),
               *mesh = cli_value(args, "mesh", NULL);
    static const MieniAssetKind kinds[] = {MIENI_ASSET_POSES, MIENI_ASSET_CLIP, MIENI_ASSET_NONE};
    CliPack pack;
    int code = refuse_options(args);
    if (code == CLI_EXIT_OK)
        code = cli_find_pack(args, given, kinds, &pack);
    if (code != CLI_EXIT_OK)
        return code;
    eval->poses = pack.poses != NULL ? pack : (CliPack){0};
    eval->clip = pack.clip != NULL ? pack : (CliPack){0};
    if (pack.poses == NULL && pack.clip == NULL) {
        code = cli_fail(args, CLI_EXIT_INPUT, pack.input.path, NULL,
                        "A %s alone cannot be evaluated; use a pose asset or a clip.",
                        mien_pack_kind_name(pack.info.kind));
        cli_pack_close(&pack);
        return code;
    }
    if (pack.clip != NULL && (clip != NULL || args->value_count > 1))
        return cli_fail(args, CLI_EXIT_INPUT, pack.input.path, NULL,
                        "This is a clip, which takes no %s; use a pose asset to drive.",
                        clip != NULL ? "other clip" : "values");
    if (pack.poses != NULL && clip == NULL && cli_has(args, "at"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--at needs a clip: use --clip.");
    if (mesh != NULL && skeleton == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--mesh needs the skeleton of the mesh: use --skeleton.");
    if (pack.poses != NULL)
        eval->info = mien_pose_asset_info(pack.poses);
    code = open_part(eval, clip, MIENI_ASSET_CLIP, MIEN_PACK_CLIP, &eval->clip);
    if (code == CLI_EXIT_OK)
        code = open_part(eval, skeleton, MIENI_ASSET_SKELETON, MIEN_PACK_SKELETON, &eval->skeleton);
    if (code == CLI_EXIT_OK)
        code = open_part(eval, mesh, MIENI_ASSET_MESH, MIEN_PACK_MESH, &eval->mesh);
    if (code == CLI_EXIT_OK)
        code = bind(eval);
    return code == CLI_EXIT_OK ? make_arrays(eval) : code;
}

void cli_eval_close(CliEval *eval)
{
    if (eval->character != NULL) { // the skeleton is its own
        cli_character_close(eval->character);
        return;
    }
    mien_pose_binding_destroy(eval->pose_binding);
    mien_clip_binding_destroy(eval->clip_binding);
    cli_pack_close(&eval->poses);
    cli_pack_close(&eval->clip);
    mien_mesh_binding_destroy(eval->mesh_binding);
    cli_pack_close(&eval->mesh);
    cli_pack_close(&eval->skeleton);
}

/// A clip and a pose asset without a skeleton meet by name.
static int sample_by_name(CliEval *eval)
{
    MieniArena *arena = eval->args->arena;
    const MienClip *clip = eval->clip.clip;
    const MienClipInfo info = mien_clip_info(clip);
    float *values = mieni_arena_take(arena, (size_t)info.curve_count, sizeof(float));
    MienTransform *bones = mieni_arena_take(arena, (size_t)info.track_count, sizeof *bones);
    if (arena->is_out_of_memory)
        return cli_fail_memory(eval->args);
    const MienStatus status = mien_clip_job_run(&(MienClipJob){.clip = clip,
                                                               .time = eval->time,
                                                               .out_curves = {info.curve_count, values, NULL},
                                                               .bone_count = info.track_count,
                                                               .out_bones = bones});
    if (status != MIEN_OK)
        return cli_fail(eval->args, CLI_EXIT_INTERNAL, eval->clip.input.path, NULL, "The clip was refused.");
    int used = 0;
    for (int c = 0; c < info.curve_count; ++c) {
        const int curve = cli_eval_find_curve(eval, mien_clip_curve_name(clip, c));
        mien_curve_set_put(&eval->curves, curve, values[c]);
        used += curve >= 0;
    }
    for (int t = 0; t < info.track_count; ++t) {
        const int bone = mien_pose_asset_find_bone(eval->poses.poses, mien_clip_track_bone(clip, t));
        if (bone >= 0)
            eval->posed[bone] = bones[t];
    }
    if (used == 0 && info.curve_count > 0)
        cli_warn(eval->args, eval->clip.input.path, NULL, "None of its %d curves is in %s.", info.curve_count,
                 eval->poses.input.path);
    else
        cli_note(eval->args, eval->clip.input.path, "%d of its %d curves are in %s.", used, info.curve_count,
                 eval->poses.input.path);
    return CLI_EXIT_OK;
}

static int sample(CliEval *eval)
{
    if (eval->clip.clip == NULL)
        return CLI_EXIT_OK;
    if (eval->poses.poses != NULL && eval->clip_binding == NULL)
        return sample_by_name(eval);
    const MienStatus status = mien_clip_job_run(&(MienClipJob){.clip = eval->clip.clip,
                                                               .binding = eval->clip_binding,
                                                               .time = eval->time,
                                                               .out_curves = eval->curves,
                                                               .bone_count = eval->bone_count,
                                                               .out_bones = eval->posed});
    if (status != MIEN_OK)
        return cli_fail(eval->args, CLI_EXIT_INTERNAL, eval->clip.input.path, NULL, "The clip was refused.");
    return CLI_EXIT_OK;
}

static const char *curve_name(const void *of, int index) { return cli_eval_curve_name(of, index); }

static CliNames curve_names(const CliEval *eval)
{
    const CliPack *pack = eval->skeleton.skeleton != NULL ? &eval->skeleton : &eval->poses;
    return (CliNames){"curve", pack->input.path, eval->curves.count, eval, curve_name, NULL};
}

/// Why a name that the asset may know cannot be set.
static int fail_unknown_curve(const CliEval *eval, const char *name)
{
    const MienPoseAsset *asset = eval->poses.poses;
    const int pose = mien_pose_asset_find_pose(asset, name);
    const MienPoseInfo info = mien_pose_asset_pose(asset, pose >= 0 ? pose : 0);
    if (pose >= 0 && info.driven_pose < 0)
        return cli_fail(eval->args, CLI_EXIT_INPUT, eval->poses.input.path, name,
                        "This pose is a corrective, which follows its inputs; set those.");
    if (pose >= 0 && info.is_inbetween)
        return cli_fail(
            eval->args, CLI_EXIT_INPUT, eval->poses.input.path, name,
            "This pose is an in-between; set the curve-driven pose %s.",
            mien_pose_asset_pose(asset, mien_pose_asset_driven_pose(asset, info.driven_pose).pose).name);
    const CliNames names = curve_names(eval);
    return cli_names_fail(eval->args, &names, name);
}

/// Gives a curve the value that "name=value" says. Names may hold =, values never do.
static int put_value(CliEval *eval, const char *word)
{
    const char *equals = strrchr(word, '=');
    double value = 0.0;
    if (equals == NULL || equals == word)
        return cli_fail(eval->args, CLI_EXIT_USAGE, NULL, NULL, "\"%s\" is not name=value.", word);
    const char *name = cli_text(eval->args, "%.*s", (int)(equals - word), word);
    if (!mieni_number_read(equals + 1, strlen(equals + 1), &value) || value > MIEN_MAX_CURVE ||
        value < -MIEN_MAX_CURVE)
        return cli_fail(eval->args, CLI_EXIT_USAGE, NULL, NULL,
                        "%s needs a number from -1e9 to 1e9, not \"%s\".", name, equals + 1);
    const CliNames names = curve_names(eval);
    const int whole = cli_eval_find_curve(eval, name);
    const int curve = whole >= 0 ? whole : cli_names_search(&names, name);
    if (curve < 0)
        return fail_unknown_curve(eval, name);
    mien_curve_set_put(&eval->curves, curve, (float)value);
    return CLI_EXIT_OK;
}

static int pose(CliEval *eval)
{
    const size_t size = mien_pose_job_scratch_size(eval->poses.poses);
    void *scratch = mieni_allocate(NULL, size, 64);
    if (scratch == NULL)
        return cli_fail_memory(eval->args);
    const MienStatus status = mien_pose_job_run(&(MienPoseJob){.asset = eval->poses.poses,
                                                               .binding = eval->pose_binding,
                                                               .bone_count = eval->bone_count,
                                                               .input = eval->after,
                                                               .out_bones = eval->posed,
                                                               .curves = eval->curves,
                                                               .out_curves = eval->curves,
                                                               .out_input_weights = eval->asked,
                                                               .out_final_weights = eval->applied,
                                                               .out_weights = eval->weights,
                                                               .scratch = scratch,
                                                               .scratch_size = size});
    mieni_free(NULL, scratch, size, 64);
    if (status != MIEN_OK)
        return cli_fail(eval->args, CLI_EXIT_INTERNAL, eval->poses.input.path, NULL, "The job was refused.");
    return CLI_EXIT_OK;
}

int cli_eval_run(CliEval *eval)
{
    if (eval->character != NULL)
        return cli_character_go(eval->character, eval->time);
    int code = sample(eval);
    for (int i = 1; code == CLI_EXIT_OK && i < eval->args->value_count; ++i)
        code = put_value(eval, eval->args->values[i]);
    if (code == CLI_EXIT_OK && eval->poses.poses != NULL)
        code = pose(eval);
    return code;
}
