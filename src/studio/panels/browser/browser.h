// SPDX-License-Identifier: MIT
//
// The content browser: the project's assets by kind, with a filter, as a list or a grid.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_BROWSER (studio_browser_get_type())
G_DECLARE_FINAL_TYPE(StudioBrowser, studio_browser, STUDIO, BROWSER, GtkBox)

/// Returns the context menu for count selected assets, the first of which is of this kind; for none,
/// the menu for new assets.
typedef GMenuModel *StudioBrowserMenu(const StudioCommands *commands, int kind, int count);

GtkWidget *studio_browser_new(StudioCommands *commands, StudioBrowserMenu *make_menu);
/// Sets the project; NULL: none.
void studio_browser_set_workspace(StudioBrowser *browser, StudioWorkspace *workspace);
/// The selected paths, NULL-terminated. Free with g_strfreev.
char **studio_browser_selected(const StudioBrowser *browser);
/// Moves the focus to the filter.
void studio_browser_focus_filter(StudioBrowser *browser);
