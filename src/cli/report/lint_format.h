// SPDX-License-Identifier: MIT
//
// Diagnostics in the formats of other tools.

#pragma once

#include "cli/output.h"
#include "project/lint/lint.h"

/// SARIF 2.1.0, for code scanning: the root of a JSON document.
MieniJson *cli_lint_sarif(const MieniLintReport *report, MieniJsonDocument *json);
/// Workflow commands of GitHub Actions, one line per diagnostic.
void cli_lint_github(const MieniLintReport *report, MieniTextOut *out);
