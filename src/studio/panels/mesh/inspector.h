// SPDX-License-Identifier: MIT
//
// The inspector of a mesh: its morphs with their drivers, and its rest pose.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_MESH_INSPECTOR (studio_mesh_inspector_get_type())
G_DECLARE_FINAL_TYPE(StudioMeshInspector, studio_mesh_inspector, STUDIO, MESH_INSPECTOR, GtkBox)

GtkWidget *studio_mesh_inspector_new(StudioCommands *commands);
void studio_mesh_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
