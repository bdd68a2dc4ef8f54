// SPDX-License-Identifier: MIT
//
// The assets of a project as a filtered tree: sections by kind, folders where there are several,
// then assets.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/browser/item.h"
#include "studio/panels/workspace/kinds.h"
#include "studio/panels/workspace/workspace.h"

typedef enum StudioBrowserChip {
    STUDIO_CHIP_ALL = 0,
    STUDIO_CHIP_EDITED,
    STUDIO_CHIP_PROBLEMS,
    STUDIO_CHIPS,
} StudioBrowserChip;

typedef struct StudioBrowserList {
    GHashTable *items;   ///< All assets, from path to item.
    GPtrArray *order;    ///< Of items, by section, then path.
    GPtrArray *sections; ///< Of items, one per kind, whether shown or not.
    GHashTable *folders; ///< Rows of folders, from section and path, kept so that they stay open.
    GListStore *roots;   ///< Sections that are shown.
    GtkTreeListModel *tree;
    char *filter;
    StudioBrowserChip chip;
    GListStore *flat; ///< Assets that are shown, without sections, once somebody looks at them so.
    bool wants_flat;
    int kind;                           ///< Only this section is shown; -1: all.
    int kind_counts[STUDIO_KIND_COUNT]; ///< Assets that filter and chip let through.
    int counts[STUDIO_CHIPS];           ///< Assets that each chip would show.
    int shown_count;                    ///< Assets that are shown.
} StudioBrowserList;

void studio_browser_list_init(StudioBrowserList *list);
void studio_browser_list_clear(StudioBrowserList *list);
/// Lists the assets of a project; NULL: none.
void studio_browser_list_load(StudioBrowserList *list, StudioWorkspace *workspace);
/// Updates which assets are edited or have problems.
void studio_browser_list_mark(StudioBrowserList *list, StudioWorkspace *workspace);
/// Applies filter and chip.
void studio_browser_list_apply(StudioBrowserList *list);
/// Unfolds the parents of an asset; false if filter or chip hide it.
bool studio_browser_list_open(StudioBrowserList *list, const char *path);
/// The row of an asset that is shown; GTK_INVALID_LIST_POSITION: none.
guint studio_browser_list_position(const StudioBrowserList *list, const char *path);
guint studio_browser_list_flat_position(const StudioBrowserList *list, const char *path);
