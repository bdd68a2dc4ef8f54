// SPDX-License-Identifier: MIT
//
// The editor panel of a skeleton: all curve names with their uses, and on a second page its bones.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

#define STUDIO_TYPE_CURVES_TABLE (studio_curves_table_get_type())
G_DECLARE_FINAL_TYPE(StudioCurvesTable, studio_curves_table, STUDIO, CURVES_TABLE, GtkBox)

GtkWidget *studio_curves_table_new(StudioCommands *commands);
void studio_curves_table_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
