// SPDX-License-Identifier: MIT
//
// Replaces commands that need the asset index in a program that was built without it.

#include "cli/report/find.h"
#include "cli/report/lint_changed.h"

static int refuse(const CliArgs *args)
{
    return cli_fail(
        args, CLI_EXIT_INPUT, NULL, NULL,
        "This mien was built without the asset index: build it with MIEN_CATALOG, which needs SQLite.");
}

int cli_find_curve_run(const CliArgs *args) { return refuse(args); }
int cli_find_pose_run(const CliArgs *args) { return refuse(args); }
int cli_find_clip_run(const CliArgs *args) { return refuse(args); }

bool cli_catalog_refresh(const CliArgs *args, const MieniProject *project, const MieniBuildPlan *plan)
{
    (void)args, (void)project, (void)plan;
    return false;
}

int cli_lint_changed_begin(const CliArgs *args, const MieniProject *project, MieniLintOptions *options,
                           CliLintChanged *out_changed)
{
    (void)project, (void)options;
    *out_changed = (CliLintChanged){0};
    return refuse(args);
}

void cli_lint_changed_end(const CliArgs *args, CliLintChanged *changed, const MieniLintReport *report)
{
    (void)args, (void)changed, (void)report;
}
