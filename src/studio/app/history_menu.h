// SPDX-License-Identifier: MIT
//
// The history menu of the Undo button.

#pragma once

#include "studio/app/window.h"

/// Opens the list on a right click or a long press on the button.
void studio_history_menu_add(StudioWindow *window, GtkWidget *button);
/// Opens it.
void studio_history_menu_open(StudioWindow *window, GtkWidget *button);
