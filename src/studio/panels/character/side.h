// SPDX-License-Identifier: MIT
//
// The inspector of a character: its parts, and whether they match.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_CHARACTER_SIDE (studio_character_side_get_type())
G_DECLARE_FINAL_TYPE(StudioCharacterSide, studio_character_side, STUDIO, CHARACTER_SIDE, GtkBox)

GtkWidget *studio_character_side_new(StudioCommands *commands);
void studio_character_side_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
