// SPDX-License-Identifier: MIT
//
// The name of a pose in its row: a label that F2, or a second click, makes a field.

#pragma once

#include "studio/panels/poses/private.h"

typedef struct StudioPosesName {
    StudioPosesPanel *panel;
    GtkListItem *list_item;
    GtkWidget *label;     ///< A GtkEditableLabel.
    StudioPoseItem *item; ///< NULL: none.
    char *problem;        ///< Why what is typed cannot be its name; NULL: it can.
    bool was_selected;    ///< When the button went down.
    bool is_over;         ///< Editing is ended by the program.
    guint idle;
} StudioPosesName;

void studio_poses_name_make(StudioPosesName *name, StudioPosesPanel *panel, GtkListItem *list_item);
void studio_poses_name_show(StudioPosesName *name, StudioPoseItem *item);
/// Forgets the pose; what is typed is dropped.
void studio_poses_name_drop(StudioPosesName *name);
/// The widget is gone.
void studio_poses_name_release(StudioPosesName *name);
void studio_poses_name_edit(StudioPosesName *name);
