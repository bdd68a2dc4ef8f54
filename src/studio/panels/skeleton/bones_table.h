// SPDX-License-Identifier: MIT
//
// The bone tree of a skeleton, with the differences of its meshes.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_BONES_TABLE (studio_bones_table_get_type())
G_DECLARE_FINAL_TYPE(StudioBonesTable, studio_bones_table, STUDIO, BONES_TABLE, GtkBox)

GtkWidget *studio_bones_table_new(void);
/// Shows a skeleton; NULL: lets go of it.
void studio_bones_table_show(GtkWidget *widget, StudioWorkspace *workspace, const char *skeleton);
