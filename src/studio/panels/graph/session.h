// SPDX-License-Identifier: MIT
//
// The graph that is in front: its scene, what is selected in it, what is wrong with it, and
// what it does while it plays. Canvas and side part share it.
//
// Signals    scene      nodes, wires or values are others
//            marks      errors and problems are others, in the same scene
//            selection  other nodes are selected
//            live       what nodes do now is another, at most 15 times a second
//            parameters somebody wants to change what the selected node has
// Ownership  One per workspace, which owns it. A scene lives until the next scene signal.

#pragma once

#include "studio/panels/graph/scene.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_GRAPH_DESK (studio_graph_desk_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphDesk, studio_graph_desk, STUDIO, GRAPH_DESK, GObject)

/// Made with the first call.
StudioGraphDesk *studio_graph_desk_of(StudioWorkspace *workspace);
StudioWorkspace *studio_graph_desk_workspace(const StudioGraphDesk *desk);
/// The graph in front becomes this one; NULL: none.
void studio_graph_desk_show(StudioGraphDesk *desk, StudioDocument *document);
/// NULL while no graph is in front.
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

/// What a node does at the moment. Zeroed if nothing is known.
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
/// Whether errors are still being looked for.
bool studio_graph_desk_is_checking(const StudioGraphDesk *desk);
