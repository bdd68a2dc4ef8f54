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
#include "view/face.h"

#define STUDIO_TYPE_GRAPH_SESSION (studio_graph_session_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphSession, studio_graph_session, STUDIO, GRAPH_SESSION, GObject)

/// Created on the first call.
StudioGraphSession *studio_graph_session_of(StudioWorkspace *workspace);
StudioWorkspace *studio_graph_session_workspace(const StudioGraphSession *session);
/// Sets the active graph; NULL: none.
void studio_graph_session_show(StudioGraphSession *session, StudioDocument *document);
/// NULL if no graph is active.
const StudioGraphScene *studio_graph_session_scene(const StudioGraphSession *session);

typedef enum StudioPick { STUDIO_PICK_ONLY, STUDIO_PICK_ADD, STUDIO_PICK_TOGGLE } StudioPick;
/// Selects a node; NULL with STUDIO_PICK_ONLY: none.
void studio_graph_session_pick(StudioGraphSession *session, const char *id, StudioPick how);
bool studio_graph_session_is_picked(const StudioGraphSession *session, const char *id);
/// The node that was selected last; -1 for none.
int studio_graph_session_focus(const StudioGraphSession *session);
/// Ids of all that are selected and there, NULL-terminated. Free with g_strfreev.
char **studio_graph_session_picked(const StudioGraphSession *session);
/// Asks for the parameters of the selected node.
void studio_graph_session_ask_parameters(StudioGraphSession *session);

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
StudioNodeLive studio_graph_session_live(const StudioGraphSession *session, int node);
/// The weight that a driver node gives a target now; name: of the target. False if unknown: the node is not
/// connected, or no character in the viewport has the graph.
bool studio_graph_session_target(const StudioGraphSession *session, const char *id, int target,
                                 const char *name, float *out_weight);
/// The radius that a driver node works with, in degrees or metres; 0: unknown.
float studio_graph_session_radius(const StudioGraphSession *session, const char *id);
/// The face that the graph moves, or else the first in the viewport; NULL: none.
const MieniFace *studio_graph_session_face(const StudioGraphSession *session);
/// Whether live values are wanted.
void studio_graph_session_set_live(StudioGraphSession *session, bool is_live);
