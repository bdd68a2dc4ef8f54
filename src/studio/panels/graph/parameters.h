// SPDX-License-Identifier: MIT
//
// Parameters of the graph in front: the form that adds one or changes its name and type, and
// taking one out, with a question where nodes need it.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/edits.h"

/// "Whole number" for the type "int".
const char *studio_words_of_parameter_type(const char *type);
/// A popover with the form; name NULL: of a new parameter. Made anew each time it is opened.
GtkWidget *studio_graph_parameter_form(StudioGraphDesk *desk, const char *name);
/// Removes a parameter; where it gives something, one is told what and asked. over: any widget
/// of the window.
void studio_graph_parameter_remove(StudioGraphDesk *desk, const char *name, GtkWidget *over);
