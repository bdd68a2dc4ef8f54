// SPDX-License-Identifier: MIT
//
// The appearance of a browser row.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

typedef struct StudioBrowserRows {
    StudioWorkspace *workspace; ///< NULL: none is open.
    /// Opens the context menu at a row.
    void (*menu)(void *user, GtkWidget *row, guint position, double x, double y);
    /// What dragging a row takes along. The caller unreferences it.
    GdkContentProvider *(*drag)(void *user, const char *path);
    void *user;
    StudioCommands *commands;
    GHashTable *shown; ///< Widgets of rows that exist, by path.
} StudioBrowserRows;

/// Makes rows for a list of a tree; rows must outlive it.
GtkListItemFactory *studio_browser_rows_new(StudioBrowserRows *rows);
