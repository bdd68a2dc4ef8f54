// SPDX-License-Identifier: MIT
//
// Titles and explanations of lint diagnostics.

#pragma once

#include "project/lint/lint.h"

/// "Face moves twice".
const char *studio_problem_title(MieniLintCode code);
/// The explanation, in a sentence or two.
const char *studio_problem_meaning(MieniLintCode code);
