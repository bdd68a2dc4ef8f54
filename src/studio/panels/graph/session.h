// SPDX-License-Identifier: MIT
//
// The active graph: its scene, selection, errors, and live values while it plays. Canvas and
// inspector share it.
//
// Signals    scene      nodes, connections or values changed
//            marks      errors and problems changed, in the same scene
//            selection  the selection changed
//            live       live values changed, at most 15 times a second
//            parameters the user wants to edit the selected node's settings
// Ownership  One per workspace, which owns it. A scene is valid until the next scene signal.

#pragma once

#include "studio/panels/graph/scene.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_GRAPH_DESK (studio_graph_desk_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphDesk, studio_graph_desk, STUDIO, GRAPH_DESK, GObject)

/// Created on the first call.
StudioGraphDesk *studio_graph_desk_of(StudioWorkspace *workspace);
StudioWorkspace *studio_graph_desk_workspace(const StudioGraphDesk *desk);
/// Sets the active graph; NULL: none.
void studio_graph_desk_show(StudioGraphDesk *desk, StudioDocument *document);
/// NULL if no graph is active.
const StudioGraphScene *studio_graph_desk_scene(const StudioGraphDesk *desk);
StudioDocument *studio_graph_desk_document(const StudioGraphDesk *desk);

typedef enum StudioPick { STUDIO_PICK_ONLY, STUDIO_PICK_ADD, STUDIO_PICK_TOGGLE } StudioPick;
/// Selects a node; NULL with STUDIO_PICK_ONLY: none.
void studio_graph_desk_pick(StudioGraphDesk *desk, const char *id, StudioPick how);
bool studio_graph_desk_is_picked(const StudioGraphDesk *desk, const char *id);
/// The node that was selected last; -1 for none.
int studio_graph_desk_focus(const StudioGraphDesk *desk);
/// Ids of all that are selected and there, NULL-terminated. Free with g_strfreev.
char **studio_graph_desk_picked(const StudioGraphDesk *desk);
/// Asks for the parameters of the selected node.
void studio_graph_desk_ask_parameters(StudioGraphDesk *desk);

/// The live values of a node. Zeroed if unknown.
typedef struct StudioNodeLive {
    bool is_known, is_live;
    float weight; ///< How much of it reaches the output.
    double time;
    int curve_count;   ///< That it gives.
    int active, poses; ///< Of its pose asset.
    int weight_count;  ///< Of its inputs.
    float weights[16];
    int bone_count, morph_count; ///< Of the character.
} StudioNodeLive;
StudioNodeLive studio_graph_desk_live(const StudioGraphDesk *desk, int node);
/// Whether live values are wanted.
void studio_graph_desk_set_live(StudioGraphDesk *desk, bool is_live);
/// Whether the search for errors is running.
bool studio_graph_desk_is_checking(const StudioGraphDesk *desk);
