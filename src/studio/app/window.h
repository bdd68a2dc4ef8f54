// SPDX-License-Identifier: MIT
//
// A window: the welcome page, or one project with its viewport, documents and commands.

#pragma once

#include <adwaita.h>
#include <stdbool.h>

#include "studio/app/settings.h"
#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_WINDOW (studio_window_get_type())
G_DECLARE_FINAL_TYPE(StudioWindow, studio_window, STUDIO, WINDOW, AdwApplicationWindow)

/// A window with the welcome page. The settings must outlive it.
StudioWindow *studio_window_new(GtkApplication *application, StudioSettings *settings);
/// Opens a project: in this window if it has none, otherwise in a new one.
void studio_window_open(StudioWindow *window, const char *path);
/// Shows a document once its project is open, by path or name.
void studio_window_show_document(StudioWindow *window, const char *name);
/// Imports files once a project is open, given by absolute paths.
void studio_window_import(StudioWindow *window, const char *const *paths, int count);
/// Gives it a size that is not remembered; before it is shown.
void studio_window_set_size(StudioWindow *window, int width, int height);
StudioCommands *studio_window_commands(StudioWindow *window);
StudioWorkspace *studio_window_workspace(StudioWindow *window); ///< NULL: no project.
/// True if nothing is being opened, created or drawn.
bool studio_window_is_settled(StudioWindow *window);
