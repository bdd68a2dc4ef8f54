// SPDX-License-Identifier: MIT
//
// The menu of the playback controls: speed, frame rate, volume.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/viewport/player.h"
#include "studio/panels/workspace/commands.h"

/// A GtkMenuButton.
GtkWidget *studio_rate_menu_new(StudioCommands *commands);
/// Shows what was chosen; player NULL: nothing is.
void studio_rate_menu_show(GtkWidget *menu, StudioCommands *commands, const StudioPlayer *player,
                           const StudioSession *session);
