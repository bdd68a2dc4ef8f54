// SPDX-License-Identifier: MIT
//
// The content browser: the project's assets by kind, with a filter.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/commands.h"
#include "studio/panels/workspace.h"

#define STUDIO_TYPE_BROWSER (studio_browser_get_type())
G_DECLARE_FINAL_TYPE(StudioBrowser, studio_browser, STUDIO, BROWSER, GtkBox)

/// make_menu gives the context menu of a kind.
GtkWidget *studio_browser_new(StudioCommands *commands, GMenuModel *(*make_menu)(int kind));
/// Shows another project, or none.
void studio_browser_set_workspace(StudioBrowser *browser, StudioWorkspace *workspace);
/// Paths that are selected, ended by NULL. Free with g_strfreev.
char **studio_browser_selected(StudioBrowser *browser);
/// Puts the focus into the filter.
void studio_browser_focus_filter(StudioBrowser *browser);
