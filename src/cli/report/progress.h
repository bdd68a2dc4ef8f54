// SPDX-License-Identifier: MIT
//
// Progress of a build or another long operation, on standard error: one changing line on a
// terminal; one JSON object per line; or nothing.

#pragma once

#include "cli/args.h"
#include "project/build/build.h"

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

/// Files that are read one after another.
typedef struct CliReading {
    CliProgress progress;
    const char *file; ///< Which is read.
    int index, count; ///< Of how many.
} CliReading;

/// Options for commands that take long.
#define CLI_PROGRESS_OPTION                                                                                  \
    {                                                                                                        \
        .name = "progress", .value = "FORM", .kind = CLI_CHOICE, .choices = "auto|json|none",                \
        .help = "Progress output (default: a line on a terminal, otherwise nothing)"                         \
    }

void cli_progress_begin(CliProgress *progress, const CliArgs *args);
/// Listens to a build; user is the progress. Says errors, warnings and removed packs.
void cli_progress_listen(void *user, const MieniBuildEvent *event);
/// Says what part of work that has no steps is done, from 0 to 1.
void cli_progress_part(CliProgress *progress, const char *file, double done);
/// The same while files are read; user is a CliReading. False once the work is cancelled.
bool cli_progress_read(void *user, double done);
/// Takes the line away, so that something else can be said.
void cli_progress_pause(CliProgress *progress);
/// Takes the line away and, as JSON, says how it ended.
void cli_progress_end(CliProgress *progress, bool is_success);

/// The path of this program, for the steps of a build to run.
const char *cli_program_path(const CliArgs *args);
/// "20,000"
const char *cli_count_text(const CliArgs *args, int count);
