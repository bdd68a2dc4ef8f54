// SPDX-License-Identifier: MIT
//
// Rows that show and edit node settings and graph parameters by type. In a child graph they mark
// inherited values, and an edit creates an override.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/edits.h"

/// A row of the inspector.
typedef struct StudioGraphField {
    StudioGraphSession *session;
    char *id;  ///< Of the node, or name of the parameter.
    char *key; ///< Of the setting; of a parameter what its schema says.
    bool is_parameter;
    const MieniField *schema;
    GtkWidget *row;     ///< An AdwActionRow.
    GtkWidget *control; ///< What takes the focus.
    GtkWidget *stack;   ///< Of a number that follows the parent: its value, or the entry. NULL elsewhere.
    GtkWidget *inherited;
    double number;
    bool is_filling;
} StudioGraphField;

/// What is known of a value when its row is made.
typedef struct StudioFieldState {
    const MieniJson *value;
    bool is_child, is_own;
    const char *parent; ///< Name of the parent; NULL without one.
} StudioFieldState;

/// Fields for this schema, or NULL where the inspector has none: wires, ids, places.
StudioGraphField *studio_graph_field_new(StudioGraphSession *session, const char *id,
                                         const MieniField *schema, bool is_parameter,
                                         const StudioFieldState *state);
void studio_graph_field_free(StudioGraphField *field);
/// Shows another value; nothing else may have changed.
void studio_graph_field_fill(StudioGraphField *field, const StudioFieldState *state);
/// Sets it, or gives it back to the parent or the default (NULL).
bool studio_graph_field_set(StudioGraphField *field, const char *json);

/// The list of what a node does to curves, a row each, into a boxed list. Made again every time.
void studio_graph_changes_fill(GtkWidget *list, StudioGraphSession *session, const char *id,
                               const MieniJson *changes);
