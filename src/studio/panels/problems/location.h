// SPDX-License-Identifier: MIT
//
// Goes to the location of a problem, and ignores codes.

#pragma once

#include "studio/panels/workspace/workspace.h"

/// Opens the document of a diagnostic and selects its location.
void studio_problem_show(StudioWorkspace *workspace, const MieniFinding *finding);
/// "walk.clip.json: M001 jaw is moved twice." Free it.
char *studio_problem_text(const MieniFinding *finding);
/// Ignores a code in the project, or stops ignoring it, as one step.
void studio_problem_ignore(StudioWorkspace *workspace, MieniLintCode code, bool is_ignored);
/// The ignored codes; out has capacity for all. Returns their count.
int studio_problems_ignored(StudioWorkspace *workspace, MieniLintCode out[MIENI_LINT_CODES]);
