// SPDX-License-Identifier: MIT
//
// mien poses make

#include "cli/poses.h"
#include "cli/progress.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "ASSET",
     .help = "The pose asset to write: `faces/ada.poses.json`, or `faces/ada`",
     .kind = CLI_FILE},
    {0},
};

static const CliOption options[] = {
    {.name = "from", .value = "FILE", .kind = CLI_FILE, .help = "The source, within the project"},
    {.name = "skeleton",
     .value = "ASSET",
     .kind = CLI_FILE,
     .help = "The skeleton; if not given, that of the mesh or the source, which is imported"},
    {.name = "mesh",
     .value = "ASSET",
     .kind = CLI_FILE,
     .help = "The mesh whose reference pose is that of the poses; the skeleton's if not given"},
    CLI_POSE_SOURCE_OPTIONS,
    {.name = "force", .help = "Replace an asset that is there"},
    CLI_PROGRESS_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien poses make faces/ada --from ada.bvh --names ada.txt --additive --base Rest",
     "Sixty frames, sixty poses, relative to the first"},
    {"mien poses make looks --from looks.bvh --times 0.5,1.5", "Two poses at two times"},
    {0},
};

/// --mesh, and its skeleton if none was given.
static int mesh_option(const CliArgs *args, const MieniProject *project, const char **out_mesh,
                       const char **skeleton)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (!cli_has(args, "mesh"))
        return CLI_EXIT_OK;
    const int code =
        cli_project_asset(args, project, cli_value(args, "mesh", ""), MIENI_ASSET_MESH, out_mesh);
    if (code != CLI_EXIT_OK || *skeleton != NULL)
        return code;
    if (mieni_project_load(project, *out_mesh, MIENI_ASSET_MESH, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    *skeleton = cli_text(args, "%s", mieni_json_get_string(asset.json.root, "skeleton", ""));
    mieni_asset_release(&asset);
    return CLI_EXIT_OK;
}

/// Makes the skeleton of the source, if none was given.
static int make_skeleton(const CliArgs *args, const MieniProject *project, const char *file,
                         const MieniImportOptions *import, const char **skeleton)
{
    MieniImportReport report;
    MieniProblem problem = {0};
    if (*skeleton != NULL)
        return CLI_EXIT_OK;
    MieniImportOptions only = *import;
    only.skip_clip = only.skip_mesh = only.skip_poses = true;
    const MienStatus status = mieni_import(project, file, &only, &report, &problem);
    const MieniImportLine *made = mieni_import_report_find(&report, MIENI_ASSET_SKELETON);
    int code = CLI_EXIT_OK;
    if (status != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    else if (made == NULL)
        code = cli_fail(args, CLI_EXIT_INPUT, file, NULL,
                        "This file has no bones: name a skeleton with --skeleton.");
    else
        *skeleton = cli_text(args, "%s", made->path);
    mieni_import_report_release(&report);
    return code;
}

/// Reads the source, which may take long, and makes the asset in memory.
static int make_poses(const CliArgs *args, const MieniProject *project, const char *file,
                      const MieniMakePosesOptions *making, MieniSources *sources, MieniAsset *out_asset,
                      MieniTake *out_take)
{
    MieniProblem problem = {0};
    CliReading reading = {.file = file, .count = 1};
    sources->progress = cli_progress_read;
    sources->user = &reading;
    cli_progress_begin(&reading.progress, args);
    const MienStatus status = mieni_make_poses(project, file, making, sources, out_asset, out_take, &problem);
    cli_progress_end(&reading.progress, status == MIEN_OK);
    sources->progress = NULL;
    if (status == MIEN_ERROR_CANCELLED)
        return cli_fail_cancelled(args);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

static int make(const CliArgs *args, const MieniProject *project, const char *path, const char *file)
{
    MieniMakePosesOptions making;
    MieniProblem problem = {0};
    MieniSources sources = {0};
    MieniTake take;
    MieniAsset asset = {0}, kept = {0};
    CliInput names;
    const char *mesh = NULL;
    int code = cli_pose_source_options(args, &making, &names);
    if (code == CLI_EXIT_OK && cli_has(args, "skeleton"))
        code = cli_project_asset(args, project, cli_value(args, "skeleton", ""), MIENI_ASSET_SKELETON,
                                 &making.import.skeleton);
    if (code == CLI_EXIT_OK)
        code = mesh_option(args, project, &mesh, &making.import.skeleton);
    if (code == CLI_EXIT_OK) {
        const char *skeleton = making.import.skeleton;
        mieni_import_keep(project, file, &making.import, &kept);
        // First the poses, so that what is refused leaves no skeleton behind.
        making.skeleton = skeleton != NULL ? skeleton : "made.skeleton.json";
        code = make_poses(args, project, file, &making, &sources, &asset, &take);
        if (code == CLI_EXIT_OK)
            code = make_skeleton(args, project, file, &making.import, &skeleton);
        if (code == CLI_EXIT_OK) {
            cli_json_set_string(&asset.json, asset.json.root, "skeleton", skeleton);
            if (mesh != NULL)
                cli_json_set_string(&asset.json, asset.json.root, "mesh", mesh);
            if (mieni_project_save(project, path, &asset, &problem) != MIEN_OK)
                code = cli_fail_problem(args, &problem);
            else
                cli_warn_notes(args, file, take.notes);
        }
    }
    const MieniJson *poses = mieni_json_get(asset.json.root, "poses"),
                    *skipped = mieni_json_get(asset.json.root, "skipped");
    const int pose_count = poses != NULL ? poses->count : 0,
              skipped_count = skipped != NULL ? skipped->count : 0;
    mieni_asset_release(&asset);
    mieni_asset_release(&kept);
    mieni_sources_release(&sources);
    cli_input_close(&names);
    if (code != CLI_EXIT_OK)
        return code;
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_json_set_number(&json, json.root, "poses", pose_count);
    cli_json_set_number(&json, json.root, "skipped", skipped_count);
    mieni_text_putf(&out, "%s: %d pose%s", path, pose_count, pose_count == 1 ? "" : "s");
    if (skipped_count > 0)
        mieni_text_putf(&out, ", %d frame%s skipped", skipped_count, skipped_count == 1 ? "" : "s");
    mieni_text_put(&out, "\n");
    return cli_write_either(args, &out, &json);
}

static int run(const CliArgs *args)
{
    MieniProject project;
    const char *path, *file;
    char full[MIENI_PATH_ROOM];
    if (!cli_has(args, "from"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--from FILE says what to make the poses of.");
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_project_path(args, &project, args->values[0], &path);
    if (code == CLI_EXIT_OK && mieni_asset_kind_of_path(path) != MIENI_ASSET_POSES)
        path = cli_text(args, "%s.poses.json", path);
    if (code == CLI_EXIT_OK && !cli_has(args, "force") && mieni_project_locate(&project, path, full) &&
        mieni_file_exists(full))
        code = cli_fail(
            args, CLI_EXIT_INPUT, path, NULL,
            "This asset is there already: update it with mien poses update, or replace it with --force.");
    if (code == CLI_EXIT_OK)
        code = cli_project_path(args, &project, cli_value(args, "from", ""), &file);
    if (code == CLI_EXIT_OK)
        code = make(args, &project, path, file);
    mieni_project_close(&project);
    return code;
}

const CliCommand cli_cmd_poses_make = {
    .path = "poses make",
    .group = "Pose assets",
    .summary = "Make a pose asset from a sequence",
    .description = "Makes a pose of every frame of a source, or of the times or markers that are asked for. "
                   "Names come from "
                   "a list with one line per frame: an empty line keeps the default name (`Pose_0`, "
                   "`Pose_1` and so on), `#` alone "
                   "skips the frame, and a list that has too many names or one twice is refused whole, with "
                   "its line.\n\n"
                   "The asset notes where each pose comes from and a hash of its samples, so that builds "
                   "follow the source "
                   "and stop when its frames are no longer the same ones.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
