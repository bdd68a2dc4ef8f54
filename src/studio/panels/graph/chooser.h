// SPDX-License-Identifier: MIT
//
// Chooses the value of a reference setting: an asset, a parameter, a pose, a bone mask, a map.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/edits.h"

/// What is chosen for.
typedef struct StudioChoice {
    const char *id;    ///< Of a node, or the name of a parameter.
    const char *key;   ///< Of the setting; of a parameter, its type.
    bool is_parameter; ///< Of the graph, and what it begins with.
} StudioChoice;

/// A popover that sets it once something is chosen.
GtkWidget *studio_graph_chooser_popover(StudioGraphSession *session, StudioChoice choice);
/// A button with what is chosen that opens it. name: for screen readers and tests.
GtkWidget *studio_graph_chooser_button(StudioGraphSession *session, StudioChoice choice, const char *name);
/// Shows another value on the button; path: of an asset, for its picture, or NULL.
void studio_graph_chooser_fill(GtkWidget *button, const char *text, const char *path);
/// Whether choosing from a list is how a setting is set.
bool studio_graph_chooser_has(const MieniField *field);
