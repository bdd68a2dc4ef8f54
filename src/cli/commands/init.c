// SPDX-License-Identifier: MIT
//
// mien init

#include "cli/draw/lines.h"
#include "cli/project.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "FOLDER",
     .help = "The folder (default: the current one)",
     .kind = CLI_FOLDER,
     .is_optional = true},
    {0},
};

static const CliOption options[] = {
    {.name = "name", .value = "NAME", .help = "The project's name"},
    {0},
};

static const CliExample examples[] = {
    {"mien init", "Make the current folder a project"},
    {"mien init cast --name \"The cast\"", "Create a folder and a project in it"},
    {0},
};

static int run(const CliArgs *args)
{
    MieniProject project;
    MieniProblem problem = {0};
    char path[MIENI_PATH_ROOM];
    mieni_project_open_loose(&project, args->value_count > 0 ? args->values[0] : "");
    for (size_t size = strlen(project.root); size > 1 && project.root[size - 1] == '/';)
        project.root[--size] = '\0';
    if (!mieni_project_locate(&project, "mien.json", path))
        return cli_fail(args, CLI_EXIT_USAGE, args->values[0], NULL, "This path is too long.");
    if (mieni_project_make(&project, cli_value(args, "name", NULL), &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_json_set_string(&json, json.root, "did", "created");
    cli_putf(&out, "%s: created; next, put a source file beside it and run mien import FILE\n", path);
    return cli_write_summary(args, &out, &json);
}

const CliCommand cli_cmd_init = {
    .path = "init",
    .group = "Projects",
    .summary = "Create a project",
    .description =
        "Writes `mien.json`, which marks the root of a project, and a `.gitignore` for build "
        "results and captures, unless the folder has one. Fails if the folder is already a project.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
