// SPDX-License-Identifier: MIT
//
// The playback controls below the viewport.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_PLAYBACK (studio_playback_get_type())
G_DECLARE_FINAL_TYPE(StudioPlayback, studio_playback, STUDIO, PLAYBACK, GtkBox)

GtkWidget *studio_playback_new(StudioCommands *commands);
void studio_playback_set_workspace(StudioPlayback *playback, StudioWorkspace *workspace);
/// For windows so low that the viewport and what is below it take turns: shows a switcher; is_editor: it
/// is not the viewport's turn.
void studio_playback_set_switch(StudioPlayback *playback, bool is_shown, bool is_editor);
