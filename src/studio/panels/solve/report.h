// SPDX-License-Identifier: MIT
//
// What solving a clip found, in words: a page of the clip's inspector.

#pragma once

#include "project/recipes/recipes.h"
#include "studio/panels/solve/solve.h"

#define STUDIO_TYPE_SOLVE_REPORT (studio_solve_report_get_type())
G_DECLARE_FINAL_TYPE(StudioSolveReport, studio_solve_report, STUDIO, SOLVE_REPORT, GtkBox)

GtkWidget *studio_solve_report_new(void);
/// Shows what was found with a pose asset, which is copied.
void studio_solve_report_fill(StudioSolveReport *report, StudioWorkspace *workspace, const char *poses,
                              const MieniClipSolved *solved);
