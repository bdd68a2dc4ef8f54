// SPDX-License-Identifier: MIT
//
// The page of mien accept --page: every test with pictures of what it found.

#pragma once

#include "cli/args.h"
#include "project/character/acceptance.h"

/// Writes the page to a file. Says what is wrong and returns the exit code.
int cli_accept_write_page(const CliArgs *args, const char *file, const char *face,
                          const MieniAcceptance *acceptance, const MienAcceptReport *report);
/// "passed", "FAILED", "skipped"
const char *cli_accept_result_text(MienAcceptResult result);
