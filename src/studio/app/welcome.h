// SPDX-License-Identifier: MIT
//
// The page of a window without a project.

#pragma once

#include <gtk/gtk.h>

#include "studio/app/settings.h"

/// open is told the path of a recent project that was chosen.
GtkWidget *studio_welcome_new(GMenuModel *menu, void (*open)(void *user, const char *path), void *user);
/// Lists recent projects.
void studio_welcome_list(GtkWidget *welcome, StudioSettings *settings);
/// The three buttons for styles, for the main menu of a menu button.
void studio_add_style_buttons(GtkWidget *menu_button);
/// Where the picture of a project's last stage is kept. Free it.
char *studio_welcome_picture_path(const char *project);
