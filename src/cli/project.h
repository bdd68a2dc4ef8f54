// SPDX-License-Identifier: MIT
//
// Shared by commands that work on projects: opening a project, resolving file names and
// reporting errors.

#pragma once

#include "cli/cli.h"
#include "project/build/cache_key.h"
#include "project/sources/sources.h"

/// The option of commands that cook clips of large projects.
#define CLI_CACHE_OPTION                                                                                     \
    {                                                                                                        \
        .name = "cache", .value = "FOLDER", .kind = CLI_FOLDER,                                              \
        .help = "Reuse clips cooked before from this folder, and store newly cooked clips there (default: "  \
                "`MIEN_CACHE`, if set)"                                                                      \
    }

/// Of commands that have no other.
extern const CliOption cli_project_options[];
/// Only --dry-run and --project, for commands that change assets.
extern const CliOption cli_edit_options[];

/// Says what is wrong and returns the exit code.
int cli_fail_problem(const CliArgs *args, const MieniProblem *problem);
/// Opens the project of --project, or that of the current folder. On failure says why
/// and returns the exit code; 0 if all is well, then the caller closes it.
int cli_project_open(const CliArgs *args, MieniProject *out_project);
/// The same to change files of it: waits until no other program of ours does, until the project
/// is closed.
int cli_project_open_to_edit(const CliArgs *args, MieniProject *out_project);
/// A path as it was given, from the current folder: with --project, names are those of the project.
const char *cli_project_given(const CliArgs *args, const MieniProject *project, const char *given);
/// A file that the user gave, as the project names it; lives until the program ends.
/// On failure says why and returns the exit code.
int cli_project_path(const CliArgs *args, const MieniProject *project, const char *given,
                     const char **out_path);
typedef struct CliCache {
    const char *folder;      ///< NULL for none.
    const MieniHmacKey *key; ///< That its entries are signed by; NULL for none.
} CliCache;
/// The folder of --cache or MIEN_CACHE, which is made, and the user's key. On failure says why
/// and returns the exit code.
int cli_cache_open(const CliArgs *args, CliCache *out_cache);
/// Warns of what a reader has to say of a file.
void cli_warn_notes(const CliArgs *args, const char *file, const MieniSourceNotes *notes);
/// --unit, which is within what a source can say; 0 if it is not given.
int cli_unit(const CliArgs *args, double *out_unit);
/// --rate, frames per second: 30 or 30000/1001; 0 if it is not given.
int cli_rate(const CliArgs *args, int *out_rate, int *out_divisor);
