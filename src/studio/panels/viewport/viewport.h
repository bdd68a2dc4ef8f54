// SPDX-License-Identifier: MIT
//
// The viewport: one place for faces, whatever is edited around it.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_VIEWPORT (studio_viewport_get_type())
G_DECLARE_FINAL_TYPE(StudioViewport, studio_viewport, STUDIO, VIEWPORT, GtkWidget)

GtkWidget *studio_viewport_new(StudioCommands *commands);
/// Sets the project; NULL: none.
void studio_viewport_set_workspace(StudioViewport *viewport, StudioWorkspace *workspace);
/// Shows the first-steps card; the signal steps-closed means that the user closed it.
void studio_viewport_show_steps(StudioViewport *viewport);
/// Reduces the overlays, for low windows.
void studio_viewport_set_low(StudioViewport *viewport, bool is_low);
/// Whether what is to be seen is drawn, in full quality.
bool studio_viewport_is_settled(StudioViewport *viewport);
/// Moves the focus to the viewport.
void studio_viewport_take_focus(StudioViewport *viewport);
