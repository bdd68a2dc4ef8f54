// SPDX-License-Identifier: MIT
//
// A row of the curve table as a GObject.

#pragma once

#include <gio/gio.h>

#include "studio/model/commands/curve_table.h"

#define STUDIO_TYPE_CURVE_ITEM (studio_curve_item_get_type())
G_DECLARE_FINAL_TYPE(StudioCurveItem, studio_curve_item, STUDIO, CURVE_ITEM, GObject)

struct _StudioCurveItem {
    GObject parent_instance;
    char *name;
    int poses, clips, morphs, uses, max_lod;
    bool is_listed, is_unused;
    char *remark; ///< "similar to jaw_open: case"; NULL: none.
};

StudioCurveItem *studio_curve_item_new(const StudioCurveRow *row);
/// Makes a store the rows of a table: what stays the same stays where it is.
void studio_curve_items_update(GListStore *store, const StudioCurveTable *table);
