// SPDX-License-Identifier: MIT
//
// Messages to standard error, one line each, as text or as JSON; and exit codes.

#pragma once

#include "cli/args.h"
#include "core/internal.h"

/// The one place where a status becomes an exit code.
CliExit cli_exit_of(MienStatus status);

/// Says "mien: FILE: PLACE: sentence" and returns code. file and place may be NULL.
int cli_fail(const CliArgs *args, CliExit code, const char *file, const char *place, const char *format, ...)
    MIENI_PRINTF(5, 6);
/// The same for an error of the library; lines in its place go to the file's name:
/// "mien: face.json:12: poses[3].name: sentence".
int cli_fail_error(const CliArgs *args, const char *file, const MienError *error);
/// Without memory.
int cli_fail_memory(const CliArgs *args);
/// Ctrl-C was pressed.
int cli_fail_cancelled(const CliArgs *args);

/// Prints a warning, unless --no-warnings.
void cli_warn(const CliArgs *args, const char *file, const char *place, const char *format, ...)
    MIENI_PRINTF(4, 5);
/// What a person should know but need not act on, unless --quiet.
void cli_inform(const CliArgs *args, const char *format, ...) MIENI_PRINTF(2, 3);
/// What is being done, if --verbose.
void cli_note(const CliArgs *args, const char *file, const char *format, ...) MIENI_PRINTF(3, 4);

/// From here on, interrupting the program sets a flag. A program that has not ended by itself
/// soon after is ended, within a second; a second time ends it at once.
void cli_catch_signals(const CliArgs *args);
/// What to do before the program is ended, in a signal: remove what is half-written. NULL for
/// nothing. Files that are replaced whole need none.
void cli_undo_late(void (*undo)(void));
/// The message of a cancelled program is written: being ended later writes no second one.
void cli_keep_quiet(void);
bool cli_is_cancelled(void);
/// As if a person had asked for it.
void cli_cancel(void);
/// What a module asks the program for, which has the signals and the limits.
typedef struct CliHost {
    bool (*is_cancelled)(void);
    void (*undo_late)(void (*undo)(void));
    void (*keep_quiet)(void);
    void (*hold_stop)(void), (*let_stop)(void);
    struct MieniBudget *budget;
} CliHost;

/// From here on, cancelling is that of the host, which lives as long as the program.
void cli_follow_host(const CliHost *host);
/// From here on, writing to a closed pipe fails instead of ending the program.
void cli_survive_pipes(void);
