// SPDX-License-Identifier: MIT
//
// A row of the content browser: a section, a folder in it, or an asset.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#define STUDIO_TYPE_BROWSER_ITEM (studio_browser_item_get_type())
G_DECLARE_FINAL_TYPE(StudioBrowserItem, studio_browser_item, STUDIO, BROWSER_ITEM, GObject)

struct _StudioBrowserItem {
    GObject parent_instance;
    char *path; ///< Of an asset; NULL: a section or folder.
    char *name;
    int section;          ///< Index into studio_kinds.
    GListStore *children; ///< Of sections and folders.
    int count;            ///< Of assets below it.
    bool is_edited;
    int severity; ///< Of its worst problem; -1 for none.
};

StudioBrowserItem *studio_browser_item_new(const char *path, const char *name, int section);
/// Tells rows that show it to look again.
void studio_browser_item_changed(StudioBrowserItem *item);
