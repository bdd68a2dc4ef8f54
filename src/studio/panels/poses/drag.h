// SPDX-License-Identifier: MIT
//
// Drag and drop of poses: between rows, onto groups, and as text to other programs.

#pragma once

#include "studio/panels/poses/private.h"

/// Lets a row be dragged, and dropped upon.
void studio_poses_drag_add(GtkWidget *row, StudioPosesPanel *panel, GtkListItem *list_item);
/// Lets poses be dropped on the chip of a group of the asset.
void studio_poses_drop_add(GtkWidget *chip, StudioPosesPanel *panel, const char *group);
