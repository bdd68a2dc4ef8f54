// SPDX-License-Identifier: MIT
//
// What any document can be shown as: its text, to be read. For kinds without an editor.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/commands.h"
#include "studio/panels/workspace.h"

#define STUDIO_TYPE_TEXT_PAGE (studio_text_page_get_type())
G_DECLARE_FINAL_TYPE(StudioTextPage, studio_text_page, STUDIO, TEXT_PAGE, GtkBox)

GtkWidget *studio_text_page_new(StudioCommands *commands);
void studio_text_page_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
