// SPDX-License-Identifier: MIT
//
// Rows of the browser.

#include "studio/panels/browser/item.h"

G_DEFINE_TYPE(StudioBrowserItem, studio_browser_item, G_TYPE_OBJECT)

static guint changed_signal;

static void studio_browser_item_finalize(GObject *object)
{
    StudioBrowserItem *item = STUDIO_BROWSER_ITEM(object);
    g_free(item->path);
    g_free(item->name);
    g_free(item->second);
    g_free(item->file);
    g_free(item->asset);
    g_clear_object(&item->children);
    G_OBJECT_CLASS(studio_browser_item_parent_class)->finalize(object);
}

static void studio_browser_item_class_init(StudioBrowserItemClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_browser_item_finalize;
    changed_signal = g_signal_new("changed", STUDIO_TYPE_BROWSER_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void studio_browser_item_init(StudioBrowserItem *item) { item->severity = -1; }

StudioBrowserItem *studio_browser_item_new(const char *path, const char *name, int section)
{
    StudioBrowserItem *item = g_object_new(STUDIO_TYPE_BROWSER_ITEM, NULL);
    item->path = g_strdup(path);
    item->name = g_strdup(name);
    item->section = section;
    if (path == NULL)
        item->children = g_list_store_new(STUDIO_TYPE_BROWSER_ITEM);
    return item;
}

StudioBrowserItem *studio_browser_item_new_many(const char *path, const char *name, int section)
{
    StudioBrowserItem *item = studio_browser_item_new(path, name, section);
    item->children = g_list_store_new(STUDIO_TYPE_BROWSER_ITEM);
    item->is_many = true;
    return item;
}

StudioBrowserItem *studio_browser_item_new_member(const char *path, const char *name, const char *file,
                                                  const char *asset, int section)
{
    StudioBrowserItem *item = studio_browser_item_new(path, name, section);
    item->file = g_strdup(file);
    item->asset = g_strdup(asset);
    return item;
}

StudioBrowserItem *studio_browser_item_new_note(const char *text, const char *second, int section)
{
    StudioBrowserItem *item = studio_browser_item_new(NULL, text, section);
    g_clear_object(&item->children);
    item->second = g_strdup(second);
    item->is_note = true;
    return item;
}

void studio_browser_item_changed(StudioBrowserItem *item) { g_signal_emit(item, changed_signal, 0); }
