// SPDX-License-Identifier: MIT
//
// A row of the content browser: a section, a folder, an asset, or a search result below a clip
// collection that is too large to list.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#define STUDIO_TYPE_BROWSER_ITEM (studio_browser_item_get_type())
G_DECLARE_FINAL_TYPE(StudioBrowserItem, studio_browser_item, STUDIO, BROWSER_ITEM, GObject)

struct _StudioBrowserItem {
    GObject parent_instance;
    char *path; ///< Of an asset; NULL: a section, folder or note.
    char *name;
    int section;          ///< Index into studio_kinds.
    GListStore *children; ///< Of sections, folders and clip collections.
    int count;            ///< Of assets below it.
    bool is_opened;       ///< By a filter that found something in it.
    bool is_edited;
    int severity;       ///< Of its worst problem; -1 for none.
    char *second;       ///< Its second line, where the asset index tells it; NULL: the asset itself does.
    bool is_many;       ///< A clip collection whose files are not listed; children are those found.
    bool is_note;       ///< Only says something.
    bool is_unsure;     ///< Of many: the asset index is not that of the last build.
    char *file, *asset; ///< Of a clip among many: its file, and the clip collection.
    int64_t found, all; ///< Of many: how many clips fit the filter, and how many there are.
};

StudioBrowserItem *studio_browser_item_new(const char *path, const char *name, int section);
/// A clip collection with many files, one of these, and a line of text.
StudioBrowserItem *studio_browser_item_new_many(const char *path, const char *name, int section);
StudioBrowserItem *studio_browser_item_new_member(const char *path, const char *name, const char *file,
                                                  const char *asset, int section);
StudioBrowserItem *studio_browser_item_new_note(const char *text, const char *second, int section);
/// Updates the rows that show it.
void studio_browser_item_changed(StudioBrowserItem *item);
