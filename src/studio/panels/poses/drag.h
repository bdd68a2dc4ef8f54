// SPDX-License-Identifier: MIT
//
// Dragging poses: between rows, onto groups, and as names to whoever takes text.

#pragma once

#include "studio/panels/poses/private.h"

/// Lets a row be dragged, and dropped upon.
void studio_poses_drag_add(GtkWidget *row, StudioPosesPanel *panel, GtkListItem *list_item);
/// Lets poses be dropped on the chip of a group of the asset.
void studio_poses_drop_add(GtkWidget *chip, StudioPosesPanel *panel, const char *group);
