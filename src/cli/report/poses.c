// SPDX-License-Identifier: MIT
//
// Shared by commands on pose assets.

#include "cli/report/poses.h"

#include <string.h>

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
                            "--frames needs a frame, counted from 0, and a count from 1.");
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
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--times needs seconds: 0.5,1.5.");
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
