// SPDX-License-Identifier: MIT
//
// The content browser: the project's assets by kind, with a filter, as a list or as
// pictures.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_BROWSER (studio_browser_get_type())
G_DECLARE_FINAL_TYPE(StudioBrowser, studio_browser, STUDIO, BROWSER, GtkBox)

/// Gives the context menu of so many selected assets, the first of which is of this kind; of none,
/// the menu of what can be made.
typedef GMenuModel *StudioBrowserMenu(const StudioCommands *commands, int kind, int count);

GtkWidget *studio_browser_new(StudioCommands *commands, StudioBrowserMenu *make_menu);
/// Shows another project, or none.
void studio_browser_set_workspace(StudioBrowser *browser, StudioWorkspace *workspace);
/// Paths that are selected, ended by NULL. Free with g_strfreev.
char **studio_browser_selected(const StudioBrowser *browser);
/// Puts the focus into the filter.
void studio_browser_focus_filter(StudioBrowser *browser);
