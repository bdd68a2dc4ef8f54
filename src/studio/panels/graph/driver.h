// SPDX-License-Identifier: MIT
//
// The bones and targets of a Pose driver node in the inspector: bones are picked from a list, targets are
// taken from the pose that the viewport shows, and each target shows its weight of the moment.

#pragma once

#include "studio/panels/graph/session.h"

#include <gtk/gtk.h>

/// The bones and targets of a node, as they are now. Made again when they change.
GtkWidget *studio_graph_driver_new(StudioGraphSession *session, const char *id);
/// Opens the list of bones, or that of what a new target drives.
void studio_graph_driver_add_bone(GtkWidget *driver);
void studio_graph_driver_add_target(GtkWidget *driver);
/// The part that has the focus, by a name that outlives it; NULL: none. Free it.
char *studio_graph_driver_focus(GtkWidget *driver);
void studio_graph_driver_set_focus(GtkWidget *driver, const char *part);
