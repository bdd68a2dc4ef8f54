// SPDX-License-Identifier: MIT
//
// Fixing problems: of one row, of files, of the whole project, each one step.

#pragma once

#include "studio/panels/workspace/workspace.h"

/// What a fix does, as a button says it: "Remove bone tracks"; NULL: there is none. Free it.
char *studio_problem_fix_words(const MieniFinding *finding);
/// How many findings of files (ended by NULL) can be fixed; files NULL: of all.
int studio_problems_fixable(StudioWorkspace *workspace, const char *const *files);
/// Fixes them, and says so.
void studio_problems_fix_files(StudioWorkspace *workspace, const char *const *files);
/// Fixes one finding.
void studio_problem_fix(StudioWorkspace *workspace, const MieniFinding *finding);
