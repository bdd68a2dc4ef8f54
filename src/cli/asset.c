// SPDX-License-Identifier: MIT
//
// Opening, changing and saving one asset of a project.

#include "cli/asset.h"

#include "asset/view.h"
#include "cli/report/renamed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int open_asset(const CliArgs *args, CliKinds kinds, bool is_edit, CliAsset *out_asset)
{
    MieniProblem problem = {0};
    *out_asset = (CliAsset){0};
    int code = is_edit ? cli_project_open_to_edit(args, &out_asset->project)
                       : cli_project_open(args, &out_asset->project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset(args, &out_asset->project, args->values[0], kinds, &out_asset->path);
    if (code == CLI_EXIT_OK &&
        mieni_project_load(&out_asset->project, out_asset->path, mieni_asset_kind_of_path(out_asset->path),
                           &out_asset->asset, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code != CLI_EXIT_OK)
        cli_asset_close(out_asset);
    return code;
}

int cli_asset_open(const CliArgs *args, MieniAssetKind kind, CliAsset *out_asset)
{
    return open_asset(args, (const MieniAssetKind[]){kind, MIENI_ASSET_NONE}, true, out_asset);
}

int cli_asset_open_to_read(const CliArgs *args, MieniAssetKind kind, CliAsset *out_asset)
{
    return open_asset(args, (const MieniAssetKind[]){kind, MIENI_ASSET_NONE}, false, out_asset);
}

int cli_asset_open_to_read_any(const CliArgs *args, CliKinds kinds, CliAsset *out_asset)
{
    return open_asset(args, kinds, false, out_asset);
}

static const char *pose_name(const void *of, int index)
{
    return mieni_pose_name(mieni_pose_asset_pose(of, index));
}

CliNames cli_pose_names(const CliAsset *poses)
{
    const MieniPoseAssetView *view = mieni_pose_asset_of(&poses->asset);
    return (CliNames){"pose", poses->path, mieni_pose_asset_pose_count(view), view, pose_name, NULL};
}

int cli_poses_open(const CliArgs *args, int first, int count, CliAsset *out_poses)
{
    int code = cli_asset_open(args, MIENI_ASSET_POSES, out_poses);
    if (code != CLI_EXIT_OK)
        return code;
    const CliNames names = cli_pose_names(out_poses);
    code = cli_names_find_values(args, &names, first, count);
    if (code != CLI_EXIT_OK)
        cli_asset_close(out_poses);
    return code;
}

int cli_asset_begin(const CliArgs *args, MieniAssetKind kind, CliAsset *out_asset)
{
    *out_asset = (CliAsset){0};
    int code = cli_project_open_to_edit(args, &out_asset->project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_project_path(args, &out_asset->project, args->values[0], &out_asset->path);
    if (code == CLI_EXIT_OK && mieni_asset_kind_of_path(out_asset->path) != kind)
        out_asset->path = cli_text(args, "%s.%s.json", out_asset->path, mieni_asset_kind_name(kind));
    if (code == CLI_EXIT_OK && mieni_project_exists(&out_asset->project, out_asset->path) &&
        !cli_has(args, "force"))
        code = cli_fail(args, CLI_EXIT_INPUT, out_asset->path, NULL,
                        "This asset already exists: use --force to replace it.");
    if (code == CLI_EXIT_OK && mieni_asset_begin(&out_asset->asset, kind, NULL) != MIEN_OK)
        code = cli_fail_memory(args);
    if (code != CLI_EXIT_OK)
        cli_asset_close(out_asset);
    return code;
}

int cli_asset_refer(const CliArgs *args, CliAsset *asset, const char *key, MieniAssetKind kind)
{
    return cli_asset_refer_any(args, asset, key, (const MieniAssetKind[]){kind, MIENI_ASSET_NONE});
}

int cli_asset_refer_any(const CliArgs *args, CliAsset *asset, const char *key, CliKinds kinds)
{
    const char *path;
    if (!cli_has(args, key))
        return CLI_EXIT_OK;
    const int code = cli_find_asset(args, &asset->project, cli_value(args, key, ""), kinds, &path);
    if (code == CLI_EXIT_OK)
        cli_json_set_string(&asset->asset.json, asset->asset.json.root, key, path);
    return code;
}

void cli_asset_close(CliAsset *asset)
{
    mieni_asset_release(&asset->asset);
    mieni_project_close(&asset->project);
}

int cli_asset_save(const CliArgs *args, CliAsset *asset)
{
    MieniProblem problem = {0};
    const MienStatus status =
        asset->asset.kind == MIENI_ASSET_POSES
            ? mieni_pose_curves_save(&asset->project, asset->path, &asset->asset, &asset->curves, &problem)
            : mieni_project_save(&asset->project, asset->path, &asset->asset, &problem);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

void cli_put_pose_curves(MieniTextOut *out, MieniJsonDocument *json, const MieniPoseCurves *curves)
{
    const int added = curves->added_count, removed = curves->removed_count;
    if (added + removed == 0)
        return;
    if (added > 0)
        cli_putf(out, ", %d new curve%s", added, added == 1 ? "" : "s");
    if (removed > 0)
        cli_putf(out, ", %d default curve%s removed", removed, removed == 1 ? "" : "s");
    cli_putf(out, " in %s", curves->skeleton);
    MieniJson *row = mieni_json_set(json, json->root, "curves", mieni_json_object(json));
    cli_json_set_string(json, row, "file", curves->skeleton);
    cli_json_set_number(json, row, "added", added);
    cli_json_set_number(json, row, "removed", removed);
}

/// Closes, and begins the result with its line: the path and what was done.
static void begin_result(CliAsset *asset, const char *did, MieniTextOut *out, MieniJsonDocument *json)
{
    cli_asset_close(asset);
    mieni_json_begin(json, NULL);
    json->root = mieni_json_object(json);
    cli_json_set_string(json, json->root, "file", asset->path);
    cli_json_set_string(json, json->root, "did", did);
    cli_putf(out, "%s: %s", asset->path, did);
    cli_put_pose_curves(out, json, &asset->curves);
    mieni_text_put(out, "\n");
}

int cli_asset_tell(const CliArgs *args, CliAsset *asset, const char *did)
{
    MieniTextOut out = {0};
    MieniJsonDocument json;
    begin_result(asset, did, &out, &json);
    return cli_write_summary(args, &out, &json);
}

int cli_asset_end_renamed(const CliArgs *args, CliAsset *asset, MienStatus status, const MienError *error,
                          const CliLines *from, const CliLines *to)
{
    MieniTextOut out = {0};
    MieniJsonDocument json;
    const int code =
        status == MIEN_OK ? cli_asset_save(args, asset) : cli_fail_error(args, asset->path, error);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(asset);
        return code;
    }
    begin_result(asset, cli_text(args, "%d renamed", from->count), &out, &json);
    cli_put_renames(args, from, to, &out, &json);
    return cli_write_summary(args, &out, &json);
}

int cli_asset_end(const CliArgs *args, CliAsset *asset, MienStatus status, const MienError *error,
                  const char *format, ...)
{
    char did[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(did, sizeof did, format, arguments);
    va_end(arguments);
    const int code =
        status == MIEN_OK ? cli_asset_save(args, asset) : cli_fail_error(args, asset->path, error);
    if (code == CLI_EXIT_OK)
        return cli_asset_tell(args, asset, did);
    cli_asset_close(asset);
    return code;
}

int cli_max_lod(const CliArgs *args, int *out_level)
{
    const char *last = cli_value(args, "max-lod", NULL);
    double number = MIEN_ALL_LODS;
    int count = 0;
    if (last == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--max-lod sets the max LOD: a number, or all.");
    if (strcmp(last, "all") != 0) {
        const int code = cli_numbers_split(args, "max-lod", last, &number, 1, &count);
        if (code != CLI_EXIT_OK)
            return code;
        if (!(number >= 0 && number < MIEN_MAX_LODS && number == (int)number))
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--max-lod needs a LOD from 0 to %d, or all.",
                            MIEN_MAX_LODS - 1);
    }
    *out_level = (int)number;
    return CLI_EXIT_OK;
}
