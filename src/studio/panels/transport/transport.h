// SPDX-License-Identifier: MIT
//
// The playback controls below the viewport.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_TRANSPORT (studio_transport_get_type())
G_DECLARE_FINAL_TYPE(StudioTransport, studio_transport, STUDIO, TRANSPORT, GtkBox)

GtkWidget *studio_transport_new(StudioCommands *commands);
void studio_transport_set_workspace(StudioTransport *transport, StudioWorkspace *workspace);
/// For windows so low that the viewport and what is below it take turns: shows a switcher; is_editor: it
/// is not the viewport's turn.
void studio_transport_set_switch(StudioTransport *transport, bool is_shown, bool is_editor);
