// SPDX-License-Identifier: MIT
//
// The inspector of a skeleton: targets and sources of the selected curve.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_CURVE_SIDE (studio_curve_side_get_type())
G_DECLARE_FINAL_TYPE(StudioCurveSide, studio_curve_side, STUDIO, CURVE_SIDE, GtkBox)

GtkWidget *studio_curve_side_new(StudioCommands *commands);
void studio_curve_side_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
