// SPDX-License-Identifier: MIT
//
// The welcome page, shown by a window without a project.

#pragma once

#include <gtk/gtk.h>

#include "studio/app/settings.h"

/// open is called with the path of the chosen recent project.
GtkWidget *studio_welcome_new(GMenuModel *menu, void (*open)(void *user, const char *path), void *user);
/// Lists recent projects.
void studio_welcome_list(GtkWidget *welcome, StudioSettings *settings);
/// Adds the three style buttons to the main menu of a menu button.
void studio_add_style_buttons(GtkWidget *menu_button);
/// Path of the last image of a project. Free it.
char *studio_welcome_picture_path(const char *project);
