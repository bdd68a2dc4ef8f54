// SPDX-License-Identifier: MIT
//
// The table of curves of the skeleton in front, made on a worker and made again after
// changes, for the table and for the side that tells of one curve.
//
// Signals  made   there is another table
// Ownership  One per workspace, which owns it. What it gives lives until the next signal.

#pragma once

#include "studio/model/commands/curve_table.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_CURVES_SOURCE (studio_curves_source_get_type())
G_DECLARE_FINAL_TYPE(StudioCurvesSource, studio_curves_source, STUDIO, CURVES_SOURCE, GObject)

/// Made with the first call.
StudioCurvesSource *studio_curves_source_of(StudioWorkspace *workspace);
/// Which skeleton is in front; NULL: none, and nothing is made.
void studio_curves_source_want(StudioCurvesSource *source, const char *skeleton);
/// NULL until it is made.
const StudioCurveTable *studio_curves_source_table(const StudioCurvesSource *source);
/// The skeleton that the table is of, or NULL.
const char *studio_curves_source_path(const StudioCurvesSource *source);
