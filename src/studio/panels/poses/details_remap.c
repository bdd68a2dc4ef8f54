// SPDX-License-Identifier: MIT
//
// Details of one pose: how its curve becomes its weight. Every field is a step of its own.

#include "studio/panels/poses/details_private.h"

#include "studio/model/commands/poses.h"
#include "studio/model/facts/strings.h"

static bool is_same(const StudioPoseRemap *a, const StudioPoseRemap *b)
{
    return a->gain == b->gain && a->offset == b->offset && a->is_smooth == b->is_smooth &&
           a->is_binary == b->is_binary;
}

/// What a field says, or the number as it is, which may have more digits than are shown.
static bool read_field(GtkWidget *entry, float *number)
{
    double value = *number;
    const bool is_fine = studio_details_number_is(entry, *number) ||
                         studio_number_read(gtk_editable_get_text(GTK_EDITABLE(entry)), *number,
                                            -STUDIO_REMAP_MOST, STUDIO_REMAP_MOST, &value);
    (is_fine ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(entry, "error");
    *number = (float)value;
    return is_fine;
}

static void take(StudioPosesPanel *panel)
{
    const StudioPosesDetails *details = panel->details;
    const StudioPoseItem *item = studio_details_item(panel);
    StudioPoseRemap before, remap;
    MieniProblem problem = {0};
    if (item == NULL || details->is_showing)
        return;
    studio_poses_remap_of(studio_poses_asset(panel), item->name, &before);
    remap = before;
    if (!read_field(details->gain, &remap.gain) || !read_field(details->offset, &remap.offset))
        return;
    remap.is_smooth = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(details->smooth));
    remap.is_binary = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(details->binary));
    if (is_same(&before, &remap))
        return;
    g_autofree char *name = g_strdup(item->name);
    const MienStatus status = studio_poses_set_remap(studio_workspace_studio(panel->workspace), panel->path,
                                                     name, &remap, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem)) // it stays as it was
        studio_poses_details_show(panel);
}

static void take_number(GtkWidget *entry, StudioPosesPanel *panel)
{
    (void)entry;
    take(panel);
}

static GtkWidget *make_choice(StudioPosesPanel *panel, const char *label, const char *tip)
{
    GtkWidget *button = gtk_toggle_button_new_with_label(label);
    gtk_widget_set_tooltip_text(button, tip);
    gtk_widget_add_css_class(button, "pose-link");
    g_signal_connect_swapped(button, "toggled", G_CALLBACK(take), panel);
    return button;
}

static GtkWidget *make_line(GtkWidget *first, GtkWidget *second, GtkWidget *third, GtkWidget *fourth)
{
    GtkWidget *const widgets[] = {first, second, third, fourth};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    for (size_t i = 0; i < G_N_ELEMENTS(widgets); ++i)
        if (widgets[i] != NULL)
            gtk_box_append(GTK_BOX(box), widgets[i]);
    return box;
}

GtkWidget *studio_details_remap_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    details->gain = studio_details_number(panel, "Gain", take_number);
    details->offset = studio_details_number(panel, "Offset", take_number);
    details->smooth = make_choice(panel, "Eased", "The weight begins and ends softly");
    details->binary = make_choice(panel, "On above 0.5", "The weight is all or nothing");
    gtk_box_append(GTK_BOX(box),
                   make_line(gtk_label_new("×"), details->gain, gtk_label_new("+"), details->offset));
    gtk_box_append(GTK_BOX(box), make_line(details->smooth, details->binary, NULL, NULL));
    return box;
}

void studio_details_remap_show(StudioPosesPanel *panel, const StudioPoseItem *item)
{
    const StudioPosesDetails *details = panel->details;
    StudioPoseRemap remap;
    studio_details_row_show(details->remap, item->kind == STUDIO_POSE_CONTROL);
    if (item->kind != STUDIO_POSE_CONTROL)
        return;
    studio_poses_remap_of(studio_poses_asset(panel), item->name, &remap);
    studio_details_number_show(details->gain, remap.gain);
    studio_details_number_show(details->offset, remap.offset);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(details->smooth), remap.is_smooth);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(details->binary), remap.is_binary);
}
