// SPDX-License-Identifier: MIT
//
// Fixes problems: of one row, of files, of the project, each in one step.

#pragma once

#include "studio/panels/workspace/workspace.h"

/// The label of a fix button: "Remove Bone Tracks"; NULL: there is no fix. Free it.
char *studio_problem_fix_words(const MieniFinding *finding);
/// How many diagnostics of files (ended by NULL) can be fixed; files NULL: of all.
int studio_problems_fixable(StudioWorkspace *workspace, const char *const *files);
/// Fixes them, and shows a toast.
void studio_problems_fix_files(StudioWorkspace *workspace, const char *const *files);
/// Fixes one diagnostic.
void studio_problem_fix(StudioWorkspace *workspace, const MieniFinding *finding);
