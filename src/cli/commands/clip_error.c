// SPDX-License-Identifier: MIT
//
// mien clip error

#include "cli/asset.h"

#include "asset/view.h"
#include "base/number.h"
#include "project/character/skin_error.h"

static const char *number_text(const CliArgs *args, double number)
{
    char text[MIENI_NUMBER_ROOM];
    mieni_number_write(number, text);
    return cli_text(args, "%s", text);
}

/// The faces that arguments name, or the pose asset that previews the clip.
static int find_faces(const CliArgs *args, const CliAsset *clip, const char **faces, int *out_count)
{
    const char *preview = mieni_asset_preview(&clip->asset);
    *out_count = args->value_count - 1;
    for (int i = 0; i < *out_count; ++i) {
        const int code =
            cli_find_asset_as(args, &clip->project, args->values[1 + i], MIENI_ASSET_POSES, &faces[i]);
        if (code != CLI_EXIT_OK)
            return code;
    }
    if (*out_count > 0)
        return CLI_EXIT_OK;
    if (preview == NULL || mieni_asset_kind_of_path(preview) != MIENI_ASSET_POSES)
        return cli_fail(args, CLI_EXIT_USAGE, clip->path, NULL,
                        "Name the pose assets of the faces that play the clip, which has no preview.");
    faces[0] = preview;
    *out_count = 1;
    return CLI_EXIT_OK;
}

static void set_errors(CliAsset *clip, const MieniSkinError *found)
{
    MieniJsonDocument *json = &clip->asset.json;
    MieniClipView *view = (MieniClipView *)mieni_clip_of(&clip->asset);
    if (mieni_clip_error(view) == NULL)
        mieni_clip_set_error_json(json, view, mieni_json_object(json));
    MieniJson *of = mieni_json_object(json);
    for (int i = 0; i < found->curve_count; ++i)
        mieni_json_set(json, of, found->curves[i], mieni_json_number(json, found->errors[i]));
    mieni_error_sizes_set_of_json(json, mieni_clip_error(view), of);
}

static int tell(const CliArgs *args, const CliAsset *clip, const MieniSkinErrorDesc *desc,
                const MieniSkinError *found, const MieniSkinErrorFace *faces)
{
    const double least = found->errors[0], most = found->errors[found->curve_count - 1];
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", clip->path);
    cli_json_set_number(&json, json.root, "curves", found->curve_count);
    cli_json_set_number(&json, json.root, "least_error", least);
    cli_json_set_number(&json, json.root, "most_error", most);
    cli_json_set_number(&json, json.root, "bytes", (double)found->size);
    cli_json_set_number(&json, json.root, "bytes_before", (double)found->size_before);
    cli_putf(&out, "%s: errors of %s from %s to %s, %zu bytes instead of %zu\n", clip->path,
             cli_many_text(args, found->curve_count, "curve"), number_text(args, least),
             number_text(args, most), found->size, found->size_before);
    MieniJson *list = mieni_json_set(&json, json.root, "faces", mieni_json_array(&json));
    for (int i = 0; i < desc->face_count; ++i) {
        MieniJson *face = mieni_json_append(&json, list, mieni_json_object(&json));
        cli_json_set_string(&json, face, "poses", desc->faces[i]);
        cli_json_set_number(&json, face, "p99_mm", faces[i].within * 1000.0);
        cli_json_set_number(&json, face, "max_mm", faces[i].most * 1000.0);
        cli_putf(&out, "  %s: 99 %% of the moving skin within %s mm, all within %s mm\n", desc->faces[i],
                 cli_fixed_text(args, faces[i].within * 1000.0, 4),
                 cli_fixed_text(args, faces[i].most * 1000.0, 4));
    }
    return cli_write_summary(args, &out, &json);
}

static int find_and_save(const CliArgs *args, CliAsset *clip, const char **faces,
                         MieniSkinErrorFace *measured)
{
    MieniSkinError found;
    MieniProblem problem = {0};
    MieniSkinErrorDesc desc = {.clip = clip->path,
                               .faces = faces,
                               .within = cli_number(args, "skin", 0.1) / 1000.0,
                               .arena = &clip->asset.json.arena};
    int code = find_faces(args, clip, faces, &desc.face_count);
    if (code == CLI_EXIT_OK && !(desc.within > 0.0))
        code =
            cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--skin is a distance above 0, in millimetres: 0.1.");
    if (code == CLI_EXIT_OK &&
        mieni_skin_error_find(&clip->project, &desc, &found, measured, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code != CLI_EXIT_OK)
        return code;
    set_errors(clip, &found);
    code = cli_asset_save(args, clip);
    return code == CLI_EXIT_OK ? tell(args, clip, &desc, &found, measured) : code;
}

static int run(const CliArgs *args)
{
    CliAsset clip;
    int code = cli_asset_open(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    const size_t count = (size_t)args->value_count;
    const char **faces = mieni_arena_take(&clip.asset.json.arena, count, sizeof *faces);
    MieniSkinErrorFace *measured = mieni_arena_take(&clip.asset.json.arena, count, sizeof *measured);
    code = faces != NULL && measured != NULL ? find_and_save(args, &clip, faces, measured)
                                             : cli_fail_memory(args);
    cli_asset_close(&clip);
    return code;
}

static const CliArgument arguments[] = {
    {.name = "CLIP", .help = "A clip asset with curves", .kind = CLI_FILE},
    {.name = "POSES",
     .help = "Pose assets of faces that play the clip, each with a mesh (default: the clip's preview)",
     .kind = CLI_FILE,
     .is_optional = true,
     .is_repeated = true},
    {0},
};
static const CliOption options[] = {
    {.name = "skin",
     .value = "MM",
     .kind = CLI_NUMBER,
     .help =
         "How far the skin may be off, in millimetres, at 99 in 100 of its moving vertices (default: 0.1)"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien clip error takes/smile heads/ada --skin 0.1", "As small as 0.1 mm on Ada's skin allows"},
    {0},
};

const CliCommand cli_cmd_clip_error = {
    .path = "clip error",
    .group = "Clips",
    .summary = "Set the errors of a clip's curves by the skin",
    .description =
        "Finds the largest errors of curves that keep the skin of some faces within a distance, and stores "
        "them "
        "in the clip asset: a curve that moves the skin less may have a larger error. The clip is cooked "
        "with them "
        "and played on each face beside exact curves, at all frames. Curves that move none of the faces keep "
        "their "
        "error. Larger errors make the pack smaller. Run it again after changing the clip or the poses.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
