// SPDX-License-Identifier: MIT
//
// The editor panel of a map: its rows, and unmatched curves.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_MAP_TABLE (studio_map_table_get_type())
G_DECLARE_FINAL_TYPE(StudioMapTablePanel, studio_map_table, STUDIO, MAP_TABLE, GtkBox)

GtkWidget *studio_map_table_new(StudioCommands *commands);
void studio_map_table_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);

/// What the selection of a map's document calls a row: free it.
char *studio_map_row_key(const char *from, const char *to);
