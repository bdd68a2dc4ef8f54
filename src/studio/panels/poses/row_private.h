// SPDX-License-Identifier: MIT
//
// What the sources of a row of the poses list share.

#pragma once

#include "studio/panels/poses/row_name.h"

struct StudioPosesRow {
    StudioPosesPanel *panel;
    GtkListItem *list_item;
    int holders;          ///< The list item and the box.
    StudioPoseItem *item; ///< NULL: unbound.
    StudioPoseItem *last; ///< What it was unbound from: lists bind anew whatever is selected.
    gulong changed_id, selected_id;
    GtkWidget *box, *picture_box, *picture, *mark, *texts, *second, *scale, *number, *solo, *more;
    StudioPosesName name;
    int picture_size;
    gint64 told_at; ///< When the slider was last described.
    bool is_hovered, is_showing, is_typing;
    guint hover_idle; ///< Shows what that makes visible.
};

/// Puts a class on a widget, or takes it off.
void studio_poses_row_class(GtkWidget *widget, const char *class, bool is_on);
/// Shows the item, all of it.
void studio_poses_row_show(StudioPosesRow *row);
void studio_poses_row_show_buttons(StudioPosesRow *row);
