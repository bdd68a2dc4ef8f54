// SPDX-License-Identifier: MIT
//
// What people call the findings of lint.

#pragma once

#include "project/lint/lint.h"

/// "Face moves twice".
const char *studio_problem_title(MieniLintCode code);
/// What it means and what to do about it, in a sentence or two.
const char *studio_problem_meaning(MieniLintCode code);
