// SPDX-License-Identifier: MIT
//
// mien lint --changed: which assets to check, and which are clean. Fails without the asset
// index: see no_catalog.c.

#pragma once

#include "cli/project.h"
#include "project/lint/lint.h"

struct MieniLinted;

typedef struct CliLintChanged {
    struct MieniLinted *linted;
    int all, due; ///< Assets and files of clips assets: all, and those to look at.
} CliLintChanged;

/// Limits the options to what changed. On failure says why and returns the exit code.
int cli_lint_changed_begin(const CliArgs *args, const MieniProject *project, MieniLintOptions *options,
                           CliLintChanged *out_changed);
/// Keeps what was clean, and warns if it cannot be kept. report NULL: only closes.
void cli_lint_changed_end(const CliArgs *args, CliLintChanged *changed, const MieniLintReport *report);
