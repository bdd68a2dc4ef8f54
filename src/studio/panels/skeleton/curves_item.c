// SPDX-License-Identifier: MIT
//
// Rows of the curve table.

#include "studio/panels/skeleton/curves_item.h"

#include <string.h>

G_DEFINE_TYPE(StudioCurveItem, studio_curve_item, G_TYPE_OBJECT)

static void studio_curve_item_finalize(GObject *object)
{
    StudioCurveItem *item = STUDIO_CURVE_ITEM(object);
    g_free(item->name);
    g_free(item->remark);
    G_OBJECT_CLASS(studio_curve_item_parent_class)->finalize(object);
}

static void studio_curve_item_class_init(StudioCurveItemClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_curve_item_finalize;
}

static void studio_curve_item_init(StudioCurveItem *item) { (void)item; }

StudioCurveItem *studio_curve_item_new(const StudioCurveRow *row)
{
    StudioCurveItem *item = g_object_new(STUDIO_TYPE_CURVE_ITEM, NULL);
    item->name = g_strdup(row->name);
    item->poses = row->poses;
    item->clips = row->clips;
    item->morphs = row->morphs;
    item->uses = row->uses;
    item->max_lod = row->max_lod;
    item->is_listed = row->is_listed;
    item->is_unused = row->is_unused;
    item->remark = row->near != NULL ? g_strdup_printf("similar to %s: %s", row->near, row->rule) : NULL;
    return item;
}

static bool is_same(const StudioCurveItem *a, const StudioCurveItem *b)
{
    return a->poses == b->poses && a->clips == b->clips && a->morphs == b->morphs && a->uses == b->uses &&
           a->max_lod == b->max_lod && a->is_listed == b->is_listed && a->is_unused == b->is_unused &&
           g_strcmp0(a->remark, b->remark) == 0;
}

void studio_curve_items_update(GListStore *store, const StudioCurveTable *table)
{
    guint at = 0;
    const int count = table != NULL ? table->count : 0;
    if (g_list_model_get_n_items(G_LIST_MODEL(store)) == 0) { // all at once: the view stays at its top
        g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_object_unref);
        for (int i = 0; i < count; ++i)
            g_ptr_array_add(items, studio_curve_item_new(&table->rows[i]));
        g_list_store_splice(store, 0, 0, items->pdata, items->len);
        return;
    }
    for (int i = 0; i < count;) { // both are by name
        g_autoptr(StudioCurveItem) old = g_list_model_get_item(G_LIST_MODEL(store), at);
        g_autoptr(StudioCurveItem) new = studio_curve_item_new(&table->rows[i]);
        const int order = old != NULL ? strcmp(old->name, new->name) : 1;
        if (order < 0) {
            g_list_store_remove(store, at);
            continue;
        }
        if (order > 0)
            g_list_store_insert(store, at, new);
        else if (!is_same(old, new))
            g_list_store_splice(store, at, 1, (void **)&new, 1);
        ++at;
        ++i;
    }
    const guint left = g_list_model_get_n_items(G_LIST_MODEL(store)) - at;
    if (left > 0)
        g_list_store_splice(store, at, left, NULL, 0);
}
