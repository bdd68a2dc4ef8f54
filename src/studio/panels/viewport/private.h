// SPDX-License-Identifier: MIT
//
// Shared by the sources of the viewport.

#pragma once

#include "studio/panels/viewport/actor.h"
#include "studio/panels/viewport/overlay.h"
#include "studio/panels/viewport/viewport.h"
#include "studio/panels/workspace/live.h"
#include "view/pick.h"

enum { STUDIO_STAGE_MOST = 8 }; ///< On it at once.

/// What is behind the faces.
typedef enum StudioGround {
    STUDIO_GROUND_STYLE = 0,
    STUDIO_GROUND_DARK,
    STUDIO_GROUND_LIGHT,
    STUDIO_GROUND_CHEQUERED,
} StudioGround;

/// What the first-steps card asks for.
typedef enum StudioFirstStep {
    STUDIO_STEP_DRAG = 0,
    STUDIO_STEP_PLAY,
    STUDIO_STEP_OTHER,
    STUDIO_STEPS_COUNT,
} StudioFirstStep;

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

    // Preview characters.
    GPtrArray *actors;   ///< Of StudioActor, from the left.
    GPtrArray *next;     ///< The same: those of the next cast that are made already.
    GPtrArray *roles;    ///< Of StudioRole: the characters to show.
    char *clip;          ///< The clip to play; NULL: none.
    guint64 texts;       ///< Goes up with every change of texts.
    StudioActor *making; ///< At work on a worker.
    StudioJob *job;      ///< Which makes it.
    bool has_weights;    ///< The session's weights count.
    bool is_refused;     ///< Of what is wanted, something cannot be shown.
    char *refusal;       ///< And why.
    char *chosen;        ///< Clip and cast of the session when it was last looked at.
    char *cast_for;      ///< The active document when the user chose the characters; NULL: not chosen.
    MieniBox box;        ///< All of them.
    bool has_shown;

    // How it is seen.
    StudioCamera camera;
    bool is_framed;
    StudioCamera framed; ///< As it was when all were framed, and the size of the viewport then.
    int framed_width, framed_height;
    StudioCamera fitted; ///< What bars were last fitted to.
    int fitted_width, fitted_height;
    guint fitted_count;
    guint bars_idle; ///< Fits them; 0: they are.
    int view;        ///< Of studio_stage_views; -1: turned by hand.
    StudioCamera drag_from;
    int drag_view;
    bool is_panning, is_dragging;
    double click_x, click_y, pointer_x, pointer_y;
    guint click_timer;
    float pinch_from; ///< Distance of the camera.
    GtkWidget *plates, *popover, *menu;
    MieniPaint paint;
    MieniLight light;
    StudioGround ground;
    bool is_comparing; ///< Rest is shown.
    GtkWidget *steps;  ///< Of the first-steps card.

    // Drawing.
    bool is_draft, needs_posing;
    guint tick; ///< Poses with the next frame; 0: nothing is to be posed.
    guint rest_timer;
    int drawn_count;
    float heat_most;               ///< Metres.
    gint64 changed_at;             ///< When the session became another than what is drawn; 0: it is drawn.
    gint64 moved_at;               ///< When it did so last; 0: that is drawn finely.
    gint64 measured_at, rested_at; ///< What they were of the picture that is about to be seen; 0: not told.
    bool is_software;              ///< The processor draws.
    bool is_light_new;             ///< No character was posed since the lighting was computed.
    gint64 lit_at;                 ///< When that was.
    gulong painted;                ///< Handler that tells when the picture is there; 0: none.
    char *held;                    ///< Pose that is held, or was until it has faded.
    float held_part;
    gint64 held_at; ///< When the part was that; 0: it does not change.
    char *peeked;   ///< What is shown in passing; NULL: nothing.

    // Description.
    char *words;
    gint64 words_at; ///< When it was updated.
    guint words_timer;
};

// cast_bar.c

/// Selects the preview characters, and loads them; is_other: texts changed.
void studio_stage_choose(StudioStage *stage, bool is_other);
/// The same if the clip or the characters of the session changed.
void studio_stage_rechoose(StudioStage *stage);
/// Stores clip and characters, to detect later changes.
void studio_stage_note_chosen(StudioStage *stage);

// cast.c

/// Gets those of the roles.
void studio_stage_get(StudioStage *stage);
/// Removes all preview characters.
void studio_stage_clear(StudioStage *stage);
bool studio_stage_is_making(const StudioStage *stage);

// cast_bar.c

void studio_stage_add_cast_bar(StudioStage *stage);
void studio_stage_cast_step(StudioStage *stage, int by);
void studio_stage_cast_all(StudioStage *stage);

// draw.c

/// Draws again: coarsely now, well once nothing moves.
void studio_stage_redraw(StudioStage *stage, bool is_moving);
/// A picture is finished; a draft is followed by a fine one once nothing moves.
void studio_stage_drew(StudioStage *stage);
/// Poses with the next frame, and draws.
void studio_stage_pose(StudioStage *stage, bool is_moving);
void studio_stage_stop(StudioStage *stage);
/// Shows rest instead, or no longer.
void studio_stage_compare(StudioStage *stage, bool is_comparing);

// area.c

void studio_stage_add_area(StudioStage *stage);
/// "face", "empty" or why there is no picture.
void studio_stage_show_state(StudioStage *stage);
/// A picture of the viewport's size, in the context that is current.
bool studio_stage_render(StudioStage *stage, MieniPicture *out_picture);

// camera.c

typedef struct StudioStageView {
    const char *action, *words;
    float yaw, pitch;
} StudioStageView;
enum { STUDIO_STAGE_VIEWS = 3 };
extern const StudioStageView studio_stage_views[STUDIO_STAGE_VIEWS];

MieniCamera studio_stage_camera(const StudioStage *stage, const StudioCamera *camera);
/// Stands before all heads, so that they fill most of the height.
void studio_stage_frame(StudioStage *stage);
/// Whether all were framed, for this size unless somebody has moved the camera since.
bool studio_stage_is_framed(const StudioStage *stage);
/// Stands before a place of a face.
void studio_stage_frame_place(StudioStage *stage, MienVec3 place);
void studio_stage_turn_to(StudioStage *stage, int view);
/// By so many pixels from where a drag began: what is under the pointer follows it, or the camera
/// goes round.
void studio_stage_pan(StudioStage *stage, double x, double y);
void studio_stage_orbit(StudioStage *stage, double x, double y);
/// Changes the distance; what is at a place of the picture stays there.
void studio_stage_zoom(StudioStage *stage, double by, double x, double y);
/// Notes the camera in the session.
void studio_stage_remember(StudioStage *stage);

/// Moves bars off faces if camera, size or cast are others than before.
void studio_stage_fit_bars(StudioStage *stage);

// gestures.c

void studio_stage_add_gestures(StudioStage *stage);

// pick.c

/// The character at a point of the image; -1: none.
int studio_stage_actor_at(const StudioStage *stage, double x, double y, MieniPick *out_pick);
void studio_stage_frame_at(StudioStage *stage, double x, double y);
void studio_stage_pick(StudioStage *stage, double x, double y);
/// An empty popover that points at a place.
GtkWidget *studio_stage_popover(StudioStage *stage, double x, double y);

// stage_plates.c, stage_menu.c, stage_drop.c, stage_words.c

void studio_stage_add_plates(StudioStage *stage);
void studio_stage_copy_picture(StudioStage *stage);
void studio_stage_save_picture(StudioStage *stage);
void studio_stage_popup(StudioStage *stage, double x, double y);
/// Takes assets that are dropped onto a widget.
void studio_stage_add_drop(StudioStage *stage, GtkWidget *onto);
/// Updates the accessible description of the viewport.
void studio_stage_describe(StudioStage *stage);

// cast_bar.c

/// Checks whether the session completed the first step of the card.
void studio_stage_look_at_steps(StudioStage *stage);
void studio_stage_did(StudioStage *stage, StudioFirstStep step);
