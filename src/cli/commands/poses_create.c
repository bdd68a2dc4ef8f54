// SPDX-License-Identifier: MIT
//
// mien poses create

#include "cli/report/poses.h"
#include "cli/report/progress.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "ASSET",
     .help = "The pose asset to write: `faces/ada.poses.json`, or `faces/ada`",
     .kind = CLI_FILE},
    {0},
};

static const CliOption options[] = {
    {.name = "from", .value = "FILE", .kind = CLI_FILE, .help = "The source file, in the project"},
    {.name = "skeleton",
     .value = "SKELETON",
     .kind = CLI_FILE,
     .help = "The skeleton (default: the mesh's, or the source file's, which is imported)"},
    {.name = "mesh",
     .value = "MESH",
     .kind = CLI_FILE,
     .help = "The mesh whose rest pose the poses use (default: the skeleton's rest pose)"},
    CLI_POSE_SOURCE_OPTIONS,
    {.name = "force", .help = "Replace an existing asset"},
    CLI_PROGRESS_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien poses create faces/ada --from ada.bvh --names ada.txt --additive --base Rest",
     "Sixty frames, sixty poses, relative to the first"},
    {"mien poses create looks --from looks.bvh --times 0.5,1.5", "Two poses at two times"},
    {0},
};

/// Reads the source, which may take long, and makes the asset.
static int make_asset(const CliArgs *args, const MieniProject *project, const char *path, const char *file,
                      const MieniMakePosesOptions *making, const char *mesh, MieniMadePoses *out_made)
{
    MieniProblem problem = {0};
    MieniSources sources = {0};
    CliReading reading = {.file = file, .count = 1};
    int code = CLI_EXIT_OK;
    sources.progress = cli_progress_read;
    sources.user = &reading;
    cli_progress_begin(&reading.progress, args);
    const MienStatus status =
        mieni_make_poses_asset(project, path, file, making, mesh, &sources, out_made, &problem);
    cli_progress_end(&reading.progress, status == MIEN_OK);
    if (status == MIEN_ERROR_CANCELLED)
        code = cli_fail_cancelled(args);
    else if (status != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    else
        cli_warn_notes(args, file, out_made->take.notes);
    mieni_sources_release(&sources);
    return code;
}

static int make(const CliArgs *args, const MieniProject *project, const char *path, const char *file)
{
    MieniMakePosesOptions making;
    MieniMadePoses made = {0};
    CliInput names;
    const char *mesh = NULL;
    int code = cli_pose_source_options(args, &making, &names);
    if (code == CLI_EXIT_OK && cli_has(args, "skeleton"))
        code = cli_find_asset_as(args, project, cli_value(args, "skeleton", ""), MIENI_ASSET_SKELETON,
                                 &making.import.skeleton);
    if (code == CLI_EXIT_OK && cli_has(args, "mesh"))
        code = cli_find_asset_as(args, project, cli_value(args, "mesh", ""), MIENI_ASSET_MESH, &mesh);
    if (code == CLI_EXIT_OK)
        code = make_asset(args, project, path, file, &making, mesh, &made);
    cli_input_close(&names);
    if (code != CLI_EXIT_OK)
        return code;
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_json_set_number(&json, json.root, "poses", made.pose_count);
    cli_json_set_number(&json, json.root, "skipped", made.skipped_count);
    cli_putf(&out, "%s: %d pose%s", path, made.pose_count, made.pose_count == 1 ? "" : "s");
    if (made.skipped_count > 0)
        cli_putf(&out, ", %d frame%s skipped", made.skipped_count, made.skipped_count == 1 ? "" : "s");
    cli_put_pose_curves(&out, &json, &made.curves);
    mieni_text_put(&out, "\n");
    return cli_write_summary(args, &out, &json);
}

static int run(const CliArgs *args)
{
    MieniProject project;
    const char *path, *file;
    if (!cli_has(args, "from"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Specify the source with --from FILE.");
    int code = cli_project_open_to_edit(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_project_path(args, &project, args->values[0], &path);
    if (code == CLI_EXIT_OK && mieni_asset_kind_of_path(path) != MIENI_ASSET_POSES)
        path = cli_text(args, "%s.poses.json", path);
    if (code == CLI_EXIT_OK && mieni_project_exists(&project, path) && !cli_has(args, "force"))
        code = cli_fail(
            args, CLI_EXIT_INPUT, path, NULL,
            "This asset already exists: update it with mien poses update, or replace it with --force.");
    if (code == CLI_EXIT_OK)
        code = cli_project_path(args, &project, cli_value(args, "from", ""), &file);
    if (code == CLI_EXIT_OK)
        code = make(args, &project, path, file);
    mieni_project_close(&project);
    return code;
}

const CliCommand cli_cmd_poses_create = {
    .path = "poses create",
    .group = "Pose assets",
    .summary = "Create a pose asset from a sequence",
    .description = "Creates a pose from every frame of a source file, or from the given times or markers. "
                   "Names come from a list with one line per frame: an empty line keeps the default name "
                   "(`Pose_0`, `Pose_1` and so on), a single `#` skips the frame, and too many names or a "
                   "duplicate name is an error, reported with its line.\n\n"
                   "The curve with a pose's name drives it: the curves are added to the skeleton's table.\n\n"
                   "The asset records the source of each pose and a hash of its samples, so that builds "
                   "follow the source file and stop when its frames are no longer the same.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
