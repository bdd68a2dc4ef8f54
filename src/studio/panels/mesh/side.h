// SPDX-License-Identifier: MIT
//
// The inspector of a mesh: its morphs with their drivers, and its rest pose.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_MESH_SIDE (studio_mesh_side_get_type())
G_DECLARE_FINAL_TYPE(StudioMeshSide, studio_mesh_side, STUDIO, MESH_SIDE, GtkBox)

GtkWidget *studio_mesh_side_new(StudioCommands *commands);
void studio_mesh_side_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
