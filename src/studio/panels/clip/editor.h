// SPDX-License-Identifier: MIT
//
// The editor panel of clips: a list of curves, and their keys as a dope sheet or a graph.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

GtkWidget *studio_clip_editor_new(StudioCommands *commands);
void studio_clip_editor_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
