// SPDX-License-Identifier: MIT
//
// Progress of a build on standard error: one line that changes, on a terminal; JSON,
// a line each; or nothing.

#pragma once

#include "cli/args.h"
#include "project/build.h"

typedef enum CliProgressForm {
    CLI_PROGRESS_NONE = 0,
    CLI_PROGRESS_LINE,
    CLI_PROGRESS_JSON,
} CliProgressForm;

typedef struct CliProgress {
    const CliArgs *args;
    CliProgressForm form;
    bool is_shown;   ///< The line is on the terminal.
    bool is_listing; ///< A dry run: steps are the result.
    double begin, last;
    MieniTextOut *list;
} CliProgress;

/// Options for commands that build.
#define CLI_PROGRESS_OPTION                                                                                  \
    {                                                                                                        \
        .name = "progress", .value = "FORM", .kind = CLI_CHOICE, .choices = "auto|json|none",                \
        .help = "How progress is told: by default a line on a terminal, nothing elsewhere"                   \
    }

void cli_progress_begin(CliProgress *progress, const CliArgs *args);
/// Listens to a build; user is the progress. Says errors, warnings and removed packs.
void cli_progress_listen(void *user, const MieniBuildEvent *event);
/// Takes the line away and, as JSON, says how it ended.
void cli_progress_end(CliProgress *progress, bool is_success);

/// The path of this program, for the steps of a build to run.
const char *cli_program_path(const CliArgs *args);
/// "20,000"
const char *cli_count_text(const CliArgs *args, int count);
