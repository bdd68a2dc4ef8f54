// SPDX-License-Identifier: MIT
//
// Shared by the sources of the viewport.

#pragma once

#include "studio/panels/viewport/actor.h"
#include "studio/panels/viewport/overlay.h"
#include "studio/panels/viewport/viewport.h"
#include "studio/panels/workspace/live.h"
#include "view/pick.h"

enum { STUDIO_VIEWPORT_MOST = 8 }; ///< On it at once.

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

struct _StudioViewport {
    GtkWidget parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    StudioLive *live;
    GSignalGroup *signals, *live_signals;
    GtkWidget *overlay, *area;
    StudioViewportOverlay over;
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
    int view;        ///< Of studio_viewport_views; -1: turned by hand.
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
    guint steps_done;  ///< A bit per step.
    guint steps_timer; ///< Closes the card; 0: not all of them are done.

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

// characters_bar.c

/// Selects the preview characters, and loads them; is_other: texts changed.
void studio_viewport_choose(StudioViewport *viewport, bool is_other);
/// The same if the clip or the characters of the session changed.
void studio_viewport_rechoose(StudioViewport *viewport);
/// Stores clip and characters, to detect later changes.
void studio_viewport_note_chosen(StudioViewport *viewport);

// cast.c

/// Gets those of the roles.
void studio_viewport_get(StudioViewport *viewport);
/// Removes all preview characters.
void studio_viewport_clear(StudioViewport *viewport);
bool studio_viewport_is_making(const StudioViewport *viewport);

// characters_bar.c

void studio_viewport_add_characters_bar(StudioViewport *viewport);
void studio_viewport_characters_step(StudioViewport *viewport, int by);
void studio_viewport_characters_all(StudioViewport *viewport);

// take.c

/// With viewport.compare-take, adds the take and the result of the solved clip that is shown; says whether.
/// Allows that command, too.
bool studio_viewport_add_take(StudioViewport *viewport);
/// Whether they are shown, on one mesh.
bool studio_viewport_compares_take(const StudioViewport *viewport);
/// Measures how far they are apart, on the result. Returns what the last heat colour stands for.
float studio_viewport_take_heat(StudioViewport *viewport);

// draw.c

/// Draws again: coarsely now, well once nothing moves.
void studio_viewport_redraw(StudioViewport *viewport, bool is_moving);
/// A picture is finished; a draft is followed by a fine one once nothing moves.
void studio_viewport_drew(StudioViewport *viewport);
/// Poses with the next frame, and draws.
void studio_viewport_pose(StudioViewport *viewport, bool is_moving);
void studio_viewport_stop(StudioViewport *viewport);
/// Whether a weight of the session moves a face that is shown, and does not read 0.00.
bool studio_viewport_weighs(const StudioViewport *viewport, const char *name);
/// Shows rest instead, or no longer.
void studio_viewport_compare(StudioViewport *viewport, bool is_comparing);

// area.c

void studio_viewport_add_area(StudioViewport *viewport);
/// "face", "empty" or why there is no picture.
void studio_viewport_show_state(StudioViewport *viewport);
/// A picture of the viewport's size, in the context that is current.
bool studio_viewport_render(StudioViewport *viewport, MieniPicture *out_picture);

// camera.c

typedef struct StudioViewportView {
    const char *action, *words;
    float yaw, pitch;
} StudioViewportView;
enum { STUDIO_VIEWPORT_VIEWS = 3 };
extern const StudioViewportView studio_viewport_views[STUDIO_VIEWPORT_VIEWS];

MieniCamera studio_viewport_camera(const StudioViewport *viewport, const StudioCamera *camera);
/// Stands before all heads, so that they fill most of the height.
void studio_viewport_frame(StudioViewport *viewport);
/// Whether all were framed, for this size unless somebody has moved the camera since.
bool studio_viewport_is_framed(const StudioViewport *viewport);
/// Stands before a place of a face.
void studio_viewport_frame_place(StudioViewport *viewport, MienVec3 place);
void studio_viewport_turn_to(StudioViewport *viewport, int view);
/// x, y: pixels from where a drag began. Pans with what is under the pointer, or orbits the
/// camera.
void studio_viewport_pan(StudioViewport *viewport, double x, double y);
void studio_viewport_orbit(StudioViewport *viewport, double x, double y);
/// Changes the distance; what is at a place of the picture stays there.
void studio_viewport_zoom(StudioViewport *viewport, double by, double x, double y);
/// Notes the camera in the session.
void studio_viewport_remember(StudioViewport *viewport);

/// Moves bars off faces if camera, size or cast are others than before.
void studio_viewport_fit_bars(StudioViewport *viewport);

// gestures.c

void studio_viewport_add_gestures(StudioViewport *viewport);

// pick.c

/// The character at a point of the image; -1: none.
int studio_viewport_actor_at(const StudioViewport *viewport, double x, double y, MieniPick *out_pick);
void studio_viewport_frame_at(StudioViewport *viewport, double x, double y);
void studio_viewport_pick(StudioViewport *viewport, double x, double y);
/// An empty popover that points at a place.
/// Why a bone of an actor is where it is, as rows that are links.
GtkWidget *studio_viewport_why(StudioViewport *viewport, StudioActor *actor, int bone);
/// Shows that over the viewport, for the bone that is marked.
void studio_viewport_explain(StudioViewport *viewport);
GtkWidget *studio_viewport_popover(StudioViewport *viewport, double x, double y);

// overlay.c, menu.c, format.c

void studio_viewport_add_plates(StudioViewport *viewport);
void studio_viewport_copy_picture(StudioViewport *viewport);
void studio_viewport_save_picture(StudioViewport *viewport);
void studio_viewport_popup(StudioViewport *viewport, double x, double y);
/// Takes assets that are dropped onto a widget.
void studio_viewport_add_drop(StudioViewport *viewport, GtkWidget *onto);
/// Updates the accessible description of the viewport.
void studio_viewport_describe(StudioViewport *viewport);

// characters_bar.c

/// Checks whether the session completed the first step of the card.
void studio_viewport_look_at_steps(StudioViewport *viewport);
void studio_viewport_did(StudioViewport *viewport, StudioFirstStep step);
