// SPDX-License-Identifier: MIT
//
// The inspector of a clip: its modifiers and their result, its details, and a warning for double
// transforms.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_CLIP_INSPECTOR (studio_clip_inspector_get_type())
G_DECLARE_FINAL_TYPE(StudioClipInspector, studio_clip_inspector, STUDIO, CLIP_INSPECTOR, GtkBox)

GtkWidget *studio_clip_inspector_new(StudioCommands *commands);
void studio_clip_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
