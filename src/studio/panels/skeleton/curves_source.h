// SPDX-License-Identifier: MIT
//
// The curve table of the active skeleton, built on a worker and rebuilt after changes, for the
// table and the inspector.
//
// Signals  made   a new table is ready
// Ownership  One per workspace, which owns it. Results are valid until the next signal.

#pragma once

#include "studio/model/commands/curve_table.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_CURVES_SOURCE (studio_curves_source_get_type())
G_DECLARE_FINAL_TYPE(StudioCurvesSource, studio_curves_source, STUDIO, CURVES_SOURCE, GObject)

/// Created on the first call.
StudioCurvesSource *studio_curves_source_of(StudioWorkspace *workspace);
/// Sets the active skeleton; NULL: none.
void studio_curves_source_want(StudioCurvesSource *source, const char *skeleton);
/// NULL until it is made.
const StudioCurveTable *studio_curves_source_table(const StudioCurvesSource *source);
