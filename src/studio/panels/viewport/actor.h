// SPDX-License-Identifier: MIT
//
// A preview character: a character of the project in its current state, cooked on a worker, posed
// by the session's weights and time, and drawn by the viewport.
//
// Threads  Begun, posed and freed on the main thread, run on a worker in between.

#pragma once

#include "studio/model/facts/strings.h"
#include "studio/model/live/driver.h"
#include "studio/panels/workspace/workspace.h"
#include "view/shot.h"

/// A preview character to load.
typedef struct StudioRole {
    char *path;        ///< A character, or a mesh or pose asset that is shown as one.
    char *shown;       ///< What moves it: the same, or a pose asset that weights drive.
    char *mesh;        ///< What a pose asset is shown on; NULL: its own, or what fits.
    const char *label; ///< On its plate; static; NULL: the name of path.
    bool is_take;      ///< It plays the take of a clip that is solved.
} StudioRole;

void studio_role_free(void *role);

typedef struct StudioActor {
    StudioWorkspace *workspace; ///< Whose jobs make it, and which outlives them.
    StudioRole role;
    char *clip;    ///< What plays; NULL: nothing.
    guint64 texts; ///< The state of the texts it was made of.
    StudioPreview *preview;
    MieniFace *face;       ///< NULL: it could not be made, see preview->problem.
    MieniRenderMesh *mesh; ///< In the viewport's renderer; NULL until it is drawn.
    MienMatrix34 model;    ///< Where it stands.
    bool *marks;           ///< Per bone: drawn in the mark's colour.

    // Private.
    bool is_driven;   ///< Weights and curves of the clip add up.
    int *curves;      ///< Of the skeleton, per control, asset by asset; -1: it has none.
    bool *is_control; ///< Per curve of the skeleton.
    float *values;    ///< The same.
    MieniFacePose *poses;
    bool is_hurried;  ///< It was moved in one step, not frame by frame.
    int *live_curves; ///< Of the skeleton, per live value; -1: it has none.
    int live_count;
    guint64 live_version; ///< Of the names that they are for.
} StudioActor;

/// How actors pose.
typedef struct StudioActing {
    const StudioSession *session;
    bool has_weights;             ///< The session's weights count.
    bool is_rest;                 ///< The rest pose, whatever else is said.
    bool is_hurried;              ///< Times are gone to in one step: what fades and smooths is right at rest.
    const char *held;             ///< A pose that is shown alone; NULL: none.
    float held_part;              ///< How far, from 0 to 1.
    const StudioLiveValues *live; ///< In place of clip and weights; NULL: none.
} StudioActing;

/// Creates an actor, or returns NULL with the reason.
StudioActor *studio_actor_begin(StudioWorkspace *workspace, const StudioRole *role, const char *clip,
                                guint64 texts, MieniProblem *problem);
/// Reads, cooks, binds and measures. On a worker.
void studio_actor_run(StudioActor *actor);
/// Where its mesh's context is current; May be NULL.
void studio_actor_free(void *actor);
/// What its plate says. Returns name, or another text that stays.
const char *studio_actor_label(const StudioActor *actor, char name[STUDIO_LABEL_ROOM]);
/// Whether it plays this role.
bool studio_actor_plays(const StudioActor *actor, const StudioRole *role, const char *clip, guint64 texts);

/// Moves and poses it, and stores input and final weights.
void studio_actor_pose(StudioActor *actor, const StudioActing *acting);
/// Whether a weight of this name can move it.
bool studio_actor_has_curve(const StudioActor *actor, const char *name);
/// Marks bones by name; none: no marks.
void studio_actor_mark(StudioActor *actor, const char *const *bones, int count);
