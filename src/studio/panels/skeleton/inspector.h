// SPDX-License-Identifier: MIT
//
// The inspector of a skeleton: targets and sources of the selected curve.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_CURVE_INSPECTOR (studio_curve_inspector_get_type())
G_DECLARE_FINAL_TYPE(StudioCurveInspector, studio_curve_inspector, STUDIO, CURVE_INSPECTOR, GtkBox)

GtkWidget *studio_curve_inspector_new(StudioCommands *commands);
void studio_curve_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
