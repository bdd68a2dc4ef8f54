// SPDX-License-Identifier: MIT
//
// Details of what is selected.

#include "studio/panels/poses_details.h"

struct StudioPosesDetails {
    GtkWidget *box;
};

GtkWidget *studio_poses_details_new(StudioPosesPanel *panel)
{
    panel->details = g_new0(StudioPosesDetails, 1);
    panel->details->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_set_visible(panel->details->box, FALSE);
    return panel->details->box;
}

void studio_poses_details_free(StudioPosesPanel *panel) { g_clear_pointer(&panel->details, g_free); }

void studio_poses_details_show(StudioPosesPanel *panel) { (void)panel; }

void studio_poses_details_set_low(StudioPosesPanel *panel, bool is_low) { (void)panel, (void)is_low; }
