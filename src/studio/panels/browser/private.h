// SPDX-License-Identifier: MIT
//
// Shared by the sources of the browser.

#pragma once

#include "studio/model/facts/catalogue.h"
#include "studio/panels/browser/browser.h"
#include "studio/panels/browser/list.h"
#include "studio/panels/browser/row.h"

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
    GHashTable *members; ///< Clips among many that are listed, from path to item.
    StudioJob *search;   ///< That looks for them; NULL: none runs.
    char *searched;      ///< The filter that the last answer is for; NULL: there is none yet.
    bool wants_search;   ///< Another one, once this one has ended.
    bool checks_state;   ///< With a look at the asset index's age.
    bool is_updating;    ///< The asset index is updated.
};

// browser.c
/// The selection of the visible list or grid.
GtkSelectionModel *studio_browser_selection(const StudioBrowser *browser);
void studio_browser_open_menu(void *browser, GtkWidget *row, guint position, double x, double y);
/// The menu for new assets.
void studio_browser_open_new_menu(StudioBrowser *browser);
void studio_browser_activate(StudioBrowser *browser, guint position);
/// The item of a position, in the list or the grid. Unreference it; NULL: there is none.
StudioBrowserItem *studio_browser_item_at(const StudioBrowser *browser, guint position);
/// What a drag of a row takes along: the selection, or the row alone.
GdkContentProvider *studio_browser_drag(void *browser, const char *path);

/// Shows what filter and chip let through; what is selected stays so.
void studio_browser_apply(StudioBrowser *browser);
/// Lists the project again.
void studio_browser_refresh(StudioBrowser *browser);

// many.c
/// Asks the catalogue for clips that fit the filter, elsewhere; checks_state: also whether it is that
/// of the last build. Without assets of many clips there is nothing to ask.
void studio_browser_search(StudioBrowser *browser, bool checks_state);
/// After a look at the disk: a build may have come to an end meanwhile, here or elsewhere.
void studio_browser_looked(StudioBrowser *browser);
/// Forgets everything about another project.
void studio_browser_search_end(StudioBrowser *browser);
/// Makes a clip among many known to the project, so that it can be opened; false: it is gone.
bool studio_browser_know(StudioBrowser *browser, const char *path);
/// Whether a path is one of many.
bool studio_browser_is_member(const StudioBrowser *browser, const char *path);
/// Updates the asset index, as a job.
void studio_browser_update_catalogue(StudioBrowser *browser);
void studio_browser_allow_update(StudioBrowser *browser);

// commands.c
void studio_browser_bind(StudioBrowser *browser);
/// Lets commands act on what is selected, and tells the workspace of it.
void studio_browser_allow(StudioBrowser *browser);
/// Commands of the window act on the focused panel, which binds them when it gets the focus.
void studio_browser_take_focus(StudioBrowser *browser);

// grid.c
GtkWidget *studio_browser_grid_new(StudioBrowser *browser);
void studio_browser_set_grid(StudioBrowser *browser, bool is_grid);

// rename.c
/// Asks for another name of an asset, beside its row.
void studio_browser_rename(StudioBrowser *browser, const char *path);

// new.c
/// Asks for what a new clip, character or map is made of; name: of the command.
void studio_browser_make(StudioBrowser *browser, const char *command);

// characters.c
/// Makes a character of each selected mesh, as one step; false: there are no two.
bool studio_browser_make_characters(StudioBrowser *browser);
int studio_browser_count_meshes(char *const *paths);

// uses.c
/// Lists the files that name an asset.
void studio_browser_show_uses(StudioBrowser *browser, const char *path);
