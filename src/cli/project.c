// SPDX-License-Identifier: MIT
//
// Shared by commands that work on projects.

#define _XOPEN_SOURCE 700 // realpath

#include "cli/project.h"
#include "cli/dry_run.h"

#include "base/number.h"
#include "cli/limits.h"
#include "cli/speech/speech.h"
#include "project/build/cache_key.h"
#include "project/edit/edit.h"
#include "project/files/os.h"
#include "project/recipes/recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const CliOption cli_project_options[] = {CLI_PROJECT_OPTION, {0}};
const CliOption cli_edit_options[] = {CLI_DRY_RUN_OPTION, CLI_PROJECT_OPTION, {0}};

int cli_fail_problem(const CliArgs *args, const MieniProblem *problem)
{
    const char *file = problem->file[0] != '\0' ? problem->file : NULL;
    if (problem->is_write)
        return cli_fail(args, CLI_EXIT_WRITE, file, NULL, "%s", problem->error.message);
    return cli_fail_error(args, file, &problem->error);
}

static void tell_resumed(void *user, const char *file, bool is_left_alone)
{
    const CliArgs *args = user;
    if (is_left_alone)
        cli_warn(args, file, NULL,
                 "A command that changes several files was interrupted, and this file changed since. It is "
                 "left unchanged: check it.");
    else
        cli_warn(args, file, NULL,
                 "A command that changes several files was interrupted. It is completed now: this file is "
                 "changed too.");
}

/// What was cut off is ended first, if files can be written.
static void resume(const CliArgs *args, const MieniProject *project)
{
    MieniProblem problem = {0};
    const MieniEditOptions options = {.resumed = tell_resumed, .user = (void *)(uintptr_t)args};
    if (mieni_edit_resume(project, &options, &problem) != MIEN_OK)
        cli_warn(args, problem.file, NULL, "A command that changes several files was interrupted. %s",
                 problem.error.message);
}

int cli_project_open(const CliArgs *args, MieniProject *out_project)
{
    MieniProblem problem = {0};
    const MienStatus status = mieni_project_open(out_project, cli_value(args, "project", ""), &problem);
    out_project->budget = cli_budget();
    out_project->aligner = cli_aligner(args);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    resume(args, out_project);
    return CLI_EXIT_OK;
}

static bool is_cancelled(void *user)
{
    (void)user;
    return cli_is_cancelled();
}

static void tell_waiting(void *user)
{
    const CliArgs *args = user;
    cli_warn(args, NULL, NULL, "Waiting for another program that changes files of this project.");
}

int cli_project_open_to_edit(const CliArgs *args, MieniProject *out_project)
{
    MieniProblem problem = {0};
    const MieniEditOptions options = {.is_cancelled = is_cancelled,
                                      .waits = tell_waiting,
                                      .resumed = tell_resumed,
                                      .user = (void *)(uintptr_t)args};
    const int code = cli_project_open(args, out_project);
    if (code == CLI_EXIT_OK && cli_is_dry_run(args))
        return cli_dry_run_begin(args, out_project) ? CLI_EXIT_OK : cli_fail_memory(args);
    if (code != CLI_EXIT_OK || mieni_edit_begin(out_project, &options, &problem) == MIEN_OK)
        return code;
    mieni_project_close(out_project);
    return problem.error.status == MIEN_ERROR_CANCELLED ? cli_fail_cancelled(args)
                                                        : cli_fail_problem(args, &problem);
}

const char *cli_project_given(const CliArgs *args, const MieniProject *project, const char *given)
{
    char located[MIENI_PATH_ROOM];
    if (!cli_has(args, "project") || given[0] == '/' || !mieni_project_locate(project, given, located))
        return given;
    return cli_text(args, "%s", located);
}

int cli_project_path(const CliArgs *args, const MieniProject *project, const char *given,
                     const char **out_path)
{
    char path[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    if (!mieni_project_relate(project, cli_project_given(args, project, given), path, &problem))
        return cli_fail_problem(args, &problem);
    *out_path = cli_text(args, "%s", path);
    return CLI_EXIT_OK;
}

int cli_rate(const CliArgs *args, int *out_rate, int *out_divisor)
{
    const char *text = cli_value(args, "rate", NULL);
    double number = 0;
    *out_rate = 0;
    *out_divisor = 0;
    if (text == NULL)
        return CLI_EXIT_OK;
    const bool is_number = mieni_number_read(text, strlen(text), &number);
    const MieniJson value = {
        .type = is_number ? MIENI_JSON_NUMBER : MIENI_JSON_STRING, .number = number, .string = text};
    if (mieni_rate_of_json(&value, out_rate, out_divisor))
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--rate is in frames per second: 30 or 30000/1001.");
}

void cli_warn_notes(const CliArgs *args, const char *file, const MieniSourceNotes *notes)
{
    for (int i = 0; i < notes->count; ++i)
        if (notes->items[i].is_remark)
            cli_note(args, file, "%s", notes->items[i].text);
        else
            cli_warn(args, file, NULL, "%s", notes->items[i].text);
}

int cli_unit(const CliArgs *args, double *out_unit)
{
    *out_unit = cli_number(args, "unit", 0);
    if (!cli_has(args, "unit") || (*out_unit >= 1e-6 && *out_unit <= 1e6))
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                    "--unit is 0.000001 to 1000000 metres: 0.01 for centimetres.");
}

int cli_cache_open(const CliArgs *args, CliCache *out_cache)
{
    MieniProblem problem = {0};
    const char *given = cli_value(args, "cache", getenv("MIEN_CACHE"));
    bool has_key = false;
    MieniHmacKey *key = mieni_arena_take(args->arena, 1, sizeof *key);
    *out_cache = (CliCache){0};
    if (given == NULL || given[0] == '\0')
        return CLI_EXIT_OK;
    if (mieni_folder_make(given, &problem) != MIEN_OK) {
        cli_fail_problem(args, &problem);
        return CLI_EXIT_WRITE;
    }
    if (key == NULL)
        return cli_fail_memory(args);
    if (mieni_cache_key(key, &has_key, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    char *full = mieni_os_real_path(given); // steps run elsewhere
    if (full != NULL)
        *out_cache = (CliCache){cli_text(args, "%s", full), has_key ? key : NULL};
    free(full);
    return CLI_EXIT_OK;
}
