// SPDX-License-Identifier: MIT
//
// Parameters of the active graph: the form that adds one or edits its name and type, and removal,
// with a confirmation if nodes use it.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/edits.h"

/// "Whole number" for the type "int".
const char *studio_label_of_parameter_type(const char *type);
/// A popover with the form; name NULL: of a new parameter. Made again each time it is opened.
GtkWidget *studio_graph_parameter_form(StudioGraphSession *session, const char *name);
/// Removes a parameter; where it gives something, one is told what and asked. over: any widget
/// of the window.
void studio_graph_parameter_remove(StudioGraphSession *session, const char *name, GtkWidget *over);
