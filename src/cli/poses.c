// SPDX-License-Identifier: MIT
//
// What commands on pose assets share.

#include "cli/poses.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int cli_poses_open(const CliArgs *args, CliPoses *out_poses)
{
    MieniProblem problem = {0};
    *out_poses = (CliPoses){0};
    int code = cli_project_open(args, &out_poses->project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_project_asset(args, &out_poses->project, args->values[0], MIENI_ASSET_POSES, &out_poses->path);
    if (code == CLI_EXIT_OK && mieni_project_load(&out_poses->project, out_poses->path, MIENI_ASSET_POSES,
                                                  &out_poses->asset, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code != CLI_EXIT_OK)
        cli_poses_close(out_poses);
    return code;
}

void cli_poses_close(CliPoses *poses)
{
    mieni_asset_release(&poses->asset);
    mieni_project_close(&poses->project);
}

int cli_poses_end(const CliArgs *args, CliPoses *poses, MienStatus status, const MienError *error,
                  const char *format, ...)
{
    MieniProblem problem = {0};
    char did[400];
    va_list arguments;
    int code = CLI_EXIT_OK;
    if (status != MIEN_OK)
        code = cli_fail_error(args, poses->path, error);
    else if (mieni_project_save(&poses->project, poses->path, &poses->asset, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    const char *path = poses->path;
    cli_poses_close(poses);
    if (code != CLI_EXIT_OK)
        return code;
    va_start(arguments, format);
    vsnprintf(did, sizeof did, format, arguments);
    va_end(arguments);
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_json_set_string(&json, json.root, "did", did);
    mieni_text_putf(&out, "%s: %s\n", path, did);
    return cli_write_either(args, &out, &json);
}

static int moment_options(const CliArgs *args, MieniMakePosesOptions *options)
{
    enum { MOST_TIMES = 65535 };
    const char *frames = cli_value(args, "frames", NULL), *times = cli_value(args, "times", NULL);
    int count = 0;
    if (cli_has(args, "markers"))
        options->from = MIENI_POSES_MARKERS;
    if (frames != NULL) {
        double numbers[2] = {0, 0};
        const int code = cli_numbers_split(args, "frames", frames, numbers, 2, &count);
        if (code != CLI_EXIT_OK)
            return code;
        if (count == 0 || !(numbers[0] >= 0 && numbers[0] < 1e8) ||
            (count == 2 && !(numbers[1] >= 1 && numbers[1] < 1e8)) || numbers[0] != (int)numbers[0] ||
            numbers[1] != (int)numbers[1])
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                            "--frames takes a frame, counted from 0, and a count from 1.");
        options->first = (int)numbers[0];
        options->count = (int)numbers[1];
    }
    if (times != NULL) {
        double *numbers = mieni_arena_take(args->arena, MOST_TIMES, sizeof *numbers);
        if (numbers == NULL)
            return cli_fail_memory(args);
        options->from = MIENI_POSES_TIMES;
        options->times = numbers;
        const int code = cli_numbers_split(args, "times", times, numbers, MOST_TIMES, &options->time_count);
        if (code == CLI_EXIT_OK && options->time_count == 0)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--times takes seconds: 0.5,1.5.");
        return code;
    }
    return CLI_EXIT_OK;
}

int cli_pose_source_options(const CliArgs *args, MieniMakePosesOptions *out_options, CliInput *out_names)
{
    *out_names = (CliInput){0};
    *out_options = (MieniMakePosesOptions){.import = {.format = cli_value(args, "format", NULL),
                                                      .take = cli_value(args, "take", NULL),
                                                      .up = cli_value(args, "up", NULL)},
                                           .is_absolute = !cli_has(args, "additive"),
                                           .base = cli_value(args, "base", NULL)};
    int code = cli_unit(args, &out_options->import.unit);
    if (code == CLI_EXIT_OK)
        code = moment_options(args, out_options);
    const char *names = cli_value(args, "names", NULL);
    if (code != CLI_EXIT_OK || names == NULL)
        return code;
    code = cli_input_open(args, names, out_names);
    out_options->names = out_names->data != NULL ? out_names->data : "";
    out_options->names_size = out_names->size;
    out_options->names_file = out_names->path;
    return code;
}
