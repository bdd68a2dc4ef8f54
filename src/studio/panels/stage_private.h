// SPDX-License-Identifier: MIT
//
// What the sources of the stage share.

#pragma once

#include "studio/panels/live.h"
#include "studio/panels/stage.h"
#include "studio/panels/stage_actor.h"
#include "studio/panels/stage_overlay.h"

enum { STUDIO_STAGE_MOST = 8 }; ///< On it at once.

struct _StudioStage {
    GtkWidget parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    StudioLive *live;
    GSignalGroup *signals, *live_signals;
    GtkWidget *overlay, *area;
    StudioStageOverlay over;
    MieniRenderer *renderer;
    char *gl_problem;

    // Who is on it.
    GPtrArray *actors;   ///< Of StudioActor, from the left.
    GPtrArray *next;     ///< Likewise: those of the next cast that are made already.
    GPtrArray *roles;    ///< Of StudioRole: who shall be on it.
    char *clip;          ///< What they shall play; NULL: nothing.
    guint64 texts;       ///< Goes up with every change of texts.
    StudioActor *making; ///< At work on a worker.
    StudioJob *job;      ///< Which makes it.
    bool has_weights;    ///< The session's weights count.
    bool is_refused;     ///< Of what is wanted, something cannot be shown.
    char *refusal;       ///< And why.
    char *chosen;        ///< Clip and cast of the session when it was last looked at.
    MieniBox box;        ///< All of them.
    bool has_shown;

    // How it is seen.
    StudioCamera camera;
    bool is_framed;
    int view; ///< Of studio_stage_views; -1: turned by hand.
    StudioCamera drag_from;
    bool is_panning;

    // Drawing.
    bool is_draft, needs_posing;
    guint tick; ///< Poses with the next frame; 0: nothing is to be posed.
    guint rest_timer;
    int drawn_count;
    float heat_most; ///< Metres.
    char *held;      ///< Pose that is held, or was until it has faded.
    float held_part;
    gint64 held_at; ///< When the part was that; 0: it does not change.
    char *peeked;   ///< What is shown in passing; NULL: nothing.

    // Words.
    char *words;
    gint64 words_at; ///< When they were said.
    guint words_timer;
};

// stage_cast.c

/// Finds out who shall be on the stage, and gets them; is_other: texts are others.
void studio_stage_choose(StudioStage *stage, bool is_other);
/// The same if the session has another clip or cast.
void studio_stage_rechoose(StudioStage *stage);
/// Nobody is on the stage any more.
void studio_stage_clear(StudioStage *stage);
bool studio_stage_is_making(const StudioStage *stage);

// stage_draw.c

/// Draws again: coarsely now, well once nothing moves.
void studio_stage_redraw(StudioStage *stage, bool is_moving);
/// Poses with the next frame, and draws.
void studio_stage_pose(StudioStage *stage, bool is_moving);
void studio_stage_add_area(StudioStage *stage);
/// "face", "empty" or why there is no picture.
void studio_stage_show_state(StudioStage *stage);
void studio_stage_stop(StudioStage *stage);

// stage_camera.c

typedef struct StudioStageView {
    const char *action, *words;
    float yaw, pitch;
} StudioStageView;
enum { STUDIO_STAGE_VIEWS = 3 };
extern const StudioStageView studio_stage_views[STUDIO_STAGE_VIEWS];

MieniCamera studio_stage_camera(const StudioCamera *camera);
/// Stands before all heads, so that they fill most of the height.
void studio_stage_frame(StudioStage *stage);
void studio_stage_turn_to(StudioStage *stage, int view);
void studio_stage_add_gestures(StudioStage *stage);

// stage_words.c

/// Says what is on the stage, to screen readers and tests.
void studio_stage_describe(StudioStage *stage);
