// SPDX-License-Identifier: MIT
//
// mien lint --changed, using the asset index.

#include "cli/report/lint_changed.h"

#include "catalog/linted.h"

int cli_lint_changed_begin(const CliArgs *args, const MieniProject *project, MieniLintOptions *options,
                           CliLintChanged *out_changed)
{
    MieniProblem problem = {0};
    *out_changed = (CliLintChanged){0};
    if (mieni_linted_open(project, options, &out_changed->linted, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    mieni_linted_counts(out_changed->linted, &out_changed->all, &out_changed->due);
    return CLI_EXIT_OK;
}

void cli_lint_changed_end(const CliArgs *args, CliLintChanged *changed, const MieniLintReport *report)
{
    MieniProblem problem = {0};
    if (report != NULL && mieni_linted_save(changed->linted, report, &problem) != MIEN_OK)
        cli_warn(args, problem.file, NULL, "%s", problem.error.message);
    mieni_linted_close(changed->linted);
    *changed = (CliLintChanged){0};
}
