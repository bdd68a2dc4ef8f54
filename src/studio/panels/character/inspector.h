// SPDX-License-Identifier: MIT
//
// The inspector of a character: its parts, and whether they match.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_CHARACTER_INSPECTOR (studio_character_inspector_get_type())
G_DECLARE_FINAL_TYPE(StudioCharacterInspector, studio_character_inspector, STUDIO, CHARACTER_INSPECTOR,
                     GtkBox)

GtkWidget *studio_character_inspector_new(StudioCommands *commands);
void studio_character_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
