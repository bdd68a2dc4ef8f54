// SPDX-License-Identifier: MIT
//
// Going to where a problem is, and switching codes off.

#pragma once

#include "studio/panels/workspace/workspace.h"

/// Opens the document of a finding and selects what it is about.
void studio_problem_show(StudioWorkspace *workspace, const MieniFinding *finding);
/// "walk.clip.json: M001 jaw is moved twice." Free it.
char *studio_problem_text(const MieniFinding *finding);
/// Switches a code off for the project, or on again, as a step.
void studio_problem_ignore(StudioWorkspace *workspace, MieniLintCode code, bool is_ignored);
/// The codes that are switched off: out has room for all. Gives how many.
int studio_problems_ignored(StudioWorkspace *workspace, MieniLintCode out[MIENI_LINT_CODES]);
