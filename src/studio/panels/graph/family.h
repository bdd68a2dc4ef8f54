// SPDX-License-Identifier: MIT
//
// Lists of the overrides of a child graph, and of the children of a parent.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/edits.h"

/// How many graphs extend one.
int studio_graph_child_count(StudioGraphSession *session, const char *path);
/// A row per override of the graph in front, into a boxed list; gives how many.
int studio_graph_overrides_fill(GtkWidget *list, StudioGraphSession *session);
/// A row per child, which opens it; gives how many.
int studio_graph_children_fill(GtkWidget *list, StudioGraphSession *session);
