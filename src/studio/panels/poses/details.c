// SPDX-License-Identifier: MIT
//
// Details of the pose that is selected, of several, or of the asset. Its widgets stay; only
// what they show changes, so that a field keeps the focus when its own value comes back.

#include "studio/panels/poses/details_private.h"

#include <string.h>

#include "studio/model/facts/strings.h"

// Making

GtkWidget *studio_details_label(void)
{
    GtkWidget *label = studio_label_new("", NULL);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 12); // as wide as there is room
    gtk_widget_set_hexpand(label, TRUE);
    return label;
}

void studio_details_row(GtkWidget *grid, int row, const char *title, GtkWidget *value)
{
    GtkWidget *label = studio_label_new(title, "dim-label");
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    gtk_widget_set_valign(label, GTK_ALIGN_CENTER);
    gtk_grid_attach(GTK_GRID(grid), label, 0, row, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), value, 1, row, 1, 1);
}

void studio_details_row_show(GtkWidget *value, bool is_shown)
{
    GtkWidget *grid = gtk_widget_get_parent(value);
    int row;
    gtk_widget_set_visible(value, is_shown);
    gtk_grid_query_child(GTK_GRID(grid), value, NULL, &row, NULL, NULL);
    gtk_widget_set_visible(gtk_grid_get_child_at(GTK_GRID(grid), 0, row), is_shown);
}

GtkWidget *studio_details_grid(void)
{
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 4);
    return grid;
}

static void fold(StudioPosesDetails *details, bool is_folded)
{
    details->is_folded = is_folded;
    gtk_widget_set_visible(details->pages, !is_folded);
    gtk_button_set_icon_name(GTK_BUTTON(details->arrow),
                             is_folded ? "pan-end-symbolic" : "pan-down-symbolic");
    gtk_widget_set_tooltip_text(details->arrow, is_folded ? "Show details" : "Hide details");
    studio_name(details->arrow, is_folded ? "Show details" : "Hide details");
}

static void on_arrow(GtkButton *button, StudioPosesPanel *panel)
{
    (void)button;
    StudioSession *session = studio_poses_session(panel);
    fold(panel->details, !panel->details->is_folded);
    if (session != NULL && !panel->details->is_low)
        studio_session_set_number(session, "poses.folded", panel->details->is_folded);
}

static GtkWidget *make_title(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    details->title = studio_label_new("", "heading");
    details->badge = studio_label_new("", "caption pose-badge");
    details->arrow = gtk_button_new();
    gtk_label_set_ellipsize(GTK_LABEL(details->title), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_valign(details->badge, GTK_ALIGN_CENTER);
    gtk_widget_set_hexpand(details->arrow, TRUE);
    gtk_widget_set_halign(details->arrow, GTK_ALIGN_END);
    gtk_widget_add_css_class(details->arrow, "flat");
    g_signal_connect(details->arrow, "clicked", G_CALLBACK(on_arrow), panel);
    gtk_box_append(GTK_BOX(box), details->title);
    gtk_box_append(GTK_BOX(box), details->badge);
    gtk_box_append(GTK_BOX(box), details->arrow);
    return box;
}

GtkWidget *studio_poses_details_new(StudioPosesPanel *panel)
{
    panel->details = g_new0(StudioPosesDetails, 1);
    StudioPosesDetails *details = panel->details;
    details->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_add_css_class(details->box, "poses-details");
    gtk_widget_set_name(details->box, "poses-details");
    details->pages = gtk_stack_new();
    gtk_stack_set_vhomogeneous(GTK_STACK(details->pages), FALSE);
    gtk_stack_add_named(GTK_STACK(details->pages), studio_details_pose_new(panel), "pose");
    gtk_stack_add_named(GTK_STACK(details->pages), studio_details_asset_new(panel), "asset");
    details->several = studio_details_label();
    gtk_label_set_wrap(GTK_LABEL(details->several), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(details->several), PANGO_ELLIPSIZE_NONE);
    gtk_stack_add_named(GTK_STACK(details->pages), details->several, "several");
    gtk_box_append(GTK_BOX(details->box), make_title(panel));
    gtk_box_append(GTK_BOX(details->box), details->pages);
    fold(details, false);
    return details->box;
}

void studio_poses_details_free(StudioPosesPanel *panel) { g_clear_pointer(&panel->details, g_free); }

void studio_poses_details_set_low(StudioPosesPanel *panel, bool is_low)
{
    const StudioSession *session = studio_poses_session(panel);
    if (panel->details->is_low == is_low && session == NULL)
        return;
    panel->details->is_low = is_low;
    fold(panel->details,
         is_low || (session != NULL && studio_session_number(session, "poses.folded", 0) != 0));
}

// Several

/// What they share; "—" for what they do not.
static char *tell_several(const StudioPosesPanel *panel, char **names, int count)
{
    const StudioPoseItem *first = studio_poses_list_find(&panel->list, names[0]);
    const StudioPoseGroup *group = studio_poses_list_group(&panel->list, first);
    bool same_range = true, same_group = true;
    int edited = 0, changed = 0, made = 0;
    for (int i = 0; i < count; ++i) {
        const StudioPoseItem *item = studio_poses_list_find(&panel->list, names[i]);
        same_range &= !(item->min < first->min || item->min > first->min || item->max < first->max ||
                        item->max > first->max);
        same_group &= studio_poses_list_group(&panel->list, item) == group;
        edited += item->is_edited;
        made += item->place == NULL;
        changed += item->source == STUDIO_SOURCE_CHANGED || item->source == STUDIO_SOURCE_GONE;
    }
    char min[STUDIO_NUMBER_ROOM], max[STUDIO_NUMBER_ROOM];
    GString *text = g_string_new("Range ");
    if (same_range)
        g_string_append_printf(text, "%s to %s", studio_number_text(first->min, 2, min),
                               studio_number_text(first->max, 2, max));
    else
        g_string_append(text, "—");
    g_string_append_printf(text, " · Group %s", !same_group ? "—" : group != NULL ? group->name : "none");
    if (changed > 0)
        g_string_append_printf(text, " · source of %d changed", changed);
    if (edited > 0)
        g_string_append_printf(text, " · %d edited by hand", edited);
    if (made > 0)
        g_string_append_printf(text, " · %d made by hand", made);
    return g_string_free(text, FALSE);
}

void studio_poses_details_show(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    int count;
    if (details == NULL || panel->workspace == NULL) {
        if (details != NULL)
            studio_details_clips_show(panel, NULL);
        return;
    }
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    char name[STUDIO_LABEL_ROOM];
    studio_asset_name(panel->path, name);
    g_autofree char *many = g_strdup_printf("%d poses", count);
    const StudioPoseItem *item = count == 1 ? studio_poses_list_find(&panel->list, names[0]) : NULL;
    gtk_label_set_text(GTK_LABEL(details->title), count == 0 ? name : count == 1 ? names[0] : many);
    const char *badge = count == 0     ? "pose asset"
                        : item != NULL ? item->place != NULL ? item->place : "by hand"
                                       : NULL;
    gtk_widget_set_visible(details->badge, badge != NULL);
    gtk_label_set_text(GTK_LABEL(details->badge), badge != NULL ? badge : "");
    gtk_stack_set_visible_child_name(GTK_STACK(details->pages), count == 0   ? "asset"
                                                                : count == 1 ? "pose"
                                                                             : "several");
    if (item == NULL)
        studio_details_clips_show(panel, NULL);
    if (item != NULL) {
        studio_details_pose_show(panel, item);
    } else if (count == 0) {
        studio_details_asset_show(panel);
    } else {
        g_autofree char *text = tell_several(panel, names, count);
        gtk_label_set_text(GTK_LABEL(details->several), text);
    }
}
