// SPDX-License-Identifier: MIT
//
// What was done last, below the button that undoes it.

#pragma once

#include "studio/app/window.h"

/// Lets a right click or a long press on a button open the list.
void studio_history_menu_add(StudioWindow *window, GtkWidget *button);
/// Opens it.
void studio_history_menu_open(StudioWindow *window, GtkWidget *button);
