// SPDX-License-Identifier: MIT
//
// Edits of the active graph: each is one undo step with a toast, or a refusal with a reason. All
// return whether something changed.

#pragma once

#include "studio/panels/graph/session.h"

/// Shows a refusal if this is a child graph, whose nodes and connections are inherited.
bool studio_graph_is_locked(StudioGraphSession *session);

/// Moves the selected nodes.
bool studio_graph_move(StudioGraphSession *session, double x, double y);
bool studio_graph_tidy(StudioGraphSession *session);

/// Nodes by index, inputs by row, of the scene.
bool studio_graph_plug(StudioGraphSession *session, int from, int to, int row);
/// With a node between them that applies the delta.
bool studio_graph_plug_applied(StudioGraphSession *session, int from, int to, int row);
bool studio_graph_unplug(StudioGraphSession *session, int to, int row);

/// The loose end of a wire that a new node is made for. Zero-initialise with from and to -1.
typedef struct StudioLooseWire {
    int from;    ///< A node whose output it comes from; -1: none.
    int to, row; ///< A node whose input it goes into; -1: none.
} StudioLooseWire;
/// Adds a node and selects it.
bool studio_graph_add(StudioGraphSession *session, const char *type, double x, double y,
                      StudioLooseWire wire);

bool studio_graph_delete(StudioGraphSession *session);
bool studio_graph_duplicate(StudioGraphSession *session);
/// The selected nodes as text, to be pasted. Free it; NULL if nothing can be copied.
char *studio_graph_copy(StudioGraphSession *session);
bool studio_graph_paste(StudioGraphSession *session, const char *text, double x, double y);

/// Sets a setting from JSON, or resets it (NULL). In a child graph this is an override.
bool studio_graph_change(StudioGraphSession *session, const char *id, const char *key, const char *json);
/// A setting of a node and its value as JSON.
typedef struct StudioGraphSetting {
    const char *key, *json;
} StudioGraphSetting;
/// Sets several settings of a node, in order, as one step with a name.
bool studio_graph_change_as(StudioGraphSession *session, const char *id, const StudioGraphSetting *settings,
                            int count, const char *label);
/// Sets the default value of a parameter, or resets it.
bool studio_graph_change_parameter(StudioGraphSession *session, const char *name, const char *json);
/// Lets a new parameter of a type give a setting, beginning with what the setting has now.
bool studio_graph_give_parameter(StudioGraphSession *session, const char *id, const char *key,
                                 const char *type);
/// Resets all overrides of a node.
bool studio_graph_reset(StudioGraphSession *session, const char *id);
/// A text as JSON. Free it.
char *studio_graph_quote(const char *text);
