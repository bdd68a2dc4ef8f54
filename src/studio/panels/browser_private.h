// SPDX-License-Identifier: MIT
//
// What the sources of the browser share.

#pragma once

#include "studio/panels/browser.h"
#include "studio/panels/browser_list.h"
#include "studio/panels/browser_row.h"

struct _StudioBrowser {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioBrowserMenu *make_menu;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    StudioBrowserList list;
    StudioBrowserRows rows;
    GtkMultiSelection *selection, *grid_selection; ///< Of the list and of the grid.
    GtkWidget *filter, *chips[STUDIO_CHIPS], *kinds, *view, *grid, *states, *nothing, *menu, *toggle;
    GtkWidget *kind_chips[STUDIO_KIND_COUNT];
    bool is_grid;
    bool has_focus; ///< Commands of the window are the browser's.
    guint filter_timer;
};

// browser.c
/// What is selected where the user looks.
GtkSelectionModel *studio_browser_selection(const StudioBrowser *browser);
void studio_browser_open_menu(void *browser, GtkWidget *row, guint position, double x, double y);
/// The menu of what can be made.
void studio_browser_open_new_menu(StudioBrowser *browser);
void studio_browser_activate(StudioBrowser *browser, guint position);
/// The item of a position, in the list or the grid. Unreference it; NULL: there is none.
StudioBrowserItem *studio_browser_item_at(const StudioBrowser *browser, guint position);
/// What a drag of a row takes along: the selection, or the row alone.
GdkContentProvider *studio_browser_drag(void *browser, const char *path);

// browser_commands.c
void studio_browser_bind(StudioBrowser *browser);
/// Lets commands act on what is selected, and tells the workspace of it.
void studio_browser_allow(StudioBrowser *browser);
/// Commands of the window mean what has the focus: whoever gets it takes them.
void studio_browser_take_focus(StudioBrowser *browser);

// browser_grid.c
GtkWidget *studio_browser_grid_new(StudioBrowser *browser);
void studio_browser_set_grid(StudioBrowser *browser, bool is_grid);

// browser_rename.c
/// Asks for another name of an asset, beside its row.
void studio_browser_rename(StudioBrowser *browser, const char *path);

// browser_new.c
/// Asks for what a new clip, character or map is made of; name: of the command.
void studio_browser_make(StudioBrowser *browser, const char *command);

// browser_characters.c
/// Makes a character of each selected mesh, as one step; false: there are no two.
bool studio_browser_make_characters(StudioBrowser *browser);
int studio_browser_count_meshes(char *const *paths);

// browser_uses.c
/// Lists the files that name an asset.
void studio_browser_show_uses(StudioBrowser *browser, const char *path);
