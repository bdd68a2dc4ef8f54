// SPDX-License-Identifier: MIT
//
// Shared by the sources of the clip editor: the clip, the view and the selection.

#pragma once

#include <adwaita.h>

#include "project/uses.h"
#include "studio/model/commands/clip_view.h"
#include "studio/model/commands/clips.h"
#include "studio/model/commands/curve_groups.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

enum {
    STUDIO_CLIP_ROW = 28,   ///< Height of a row of the list and of a lane; more with large text.
    STUDIO_CLIP_RULER = 28, ///< Of the ruler and of the list's top, as well.
    STUDIO_CLIP_SOUND = 36, ///< Of the outline of the clip's sound.
    STUDIO_CLIP_FAINT = 30, ///< Curves that are drawn though they are not selected.
};

typedef enum StudioSnap { STUDIO_SNAP_FRAMES = 0, STUDIO_SNAP_KEYS, STUDIO_SNAP_OFF } StudioSnap;

/// What there is to know of a curve beside its keys.
typedef struct StudioCurveInfo {
    StudioCurveGroup group;
    bool is_right;                  ///< Drawn dashed.
    bool has_pose, has_morph;       ///< What it drives.
    float range_min, range_max;     ///< Of the pose.
    const MieniSolvedCurve *solved; ///< If it was solved: how sure it is. Belongs to the samples.
} StudioCurveInfo;

/// How a clip was looked at.
typedef struct StudioClipLook {
    double start, span; ///< Seconds at the left edge and across.
    double low, high;   ///< Values at the bottom and the top.
} StudioClipLook;

typedef struct StudioClip {
    StudioCommands *commands;
    StudioWorkspace *workspace;
    StudioDocument *document; ///< NULL: nothing is shown.
    char *path;
    GSignalGroup *signals, *player_signals;
    StudioClipView view;
    StudioCurveInfo *infos; ///< Per curve of the view.
    StudioSamples *samples;
    MieniJsonDocument sources; ///< What the samples were read from.
    MieniUses uses;
    bool has_uses, is_reading, wants_reading;
    uint64_t revision;                     ///< Another number whenever curves are others.
    uint8_t **marks;                       ///< Per curve, per key: whether it is selected; NULL: none is.
    int mark_count;                        ///< Curves that marks are for.
    uint64_t mark_revision, mark_selected; ///< What they were made of.

    GArray *rows; ///< Of int: curves of the view in the order of the list, those that the filter shows.
    StudioClipLook look, fitted; ///< As it is, and as it was fitted to the whole clip.
    GHashTable *looks;           ///< By path.
    GHashTable *kept;            ///< By path: keys that were selected; see kept.c.
    bool wants_fit;              ///< As soon as there is a size.
    bool is_look_own;            ///< The user chose the view.
    bool is_graph;
    StudioSnap snap;
    GBytes *copied; ///< What was copied last, as JSON, for when the clipboard cannot say.

    GtkWidget *editor, *toolbar, *list, *timeline, *body, *empty;
    GtkAdjustment *scroll; ///< Of list and lanes.
    GtkWidget *tool_dope, *tool_graph, *tool_auto, *tool_tangents[4];
    GtkWidget *tool_fields, *tool_time, *tool_value, *tool_count;
    GtkWidget *filter, *list_top, *rows_view, *summary, *nothing;
    GListStore *row_store;
    GtkSelectionModel *row_selection;
    bool is_syncing, is_large;
    guint describe_timer;
    gint64 described_at;
    guint values_timer; ///< Shows values of rows that are out of view.
    guint values_left;  ///< How many of those have others.
    gint64 values_told; ///< When values were last announced to screen readers.
} StudioClip;

// kept.c
/// Notes which keys are selected, before the view changes, or goes: is_leaving.
void studio_clip_keep_keys(StudioClip *clip, bool is_leaving);
/// Selects them again, after the view was read.
void studio_clip_find_keys(StudioClip *clip);

// state.c
/// Reads the clip again: after it was changed, or when it is shown.
void studio_clip_read(StudioClip *clip);
/// Whether keys can be set.
bool studio_clip_can_edit(const StudioClip *clip);
Studio *studio_clip_studio(const StudioClip *clip);
StudioSelection *studio_clip_selection(const StudioClip *clip);
/// After keys or curves were selected.
void studio_clip_selected(StudioClip *clip);
double studio_clip_time(const StudioClip *clip);
/// Moves the playhead, also beyond the end of a clip that is to become longer.
void studio_clip_seek(StudioClip *clip, double time);
/// Of the first key of a curve.
MieniKeyShape studio_clip_fresh_shape(void);
double studio_clip_snapped(const StudioClip *clip, double time, double pixel);
/// The keys that are selected, as they stand in the view; those that are gone are dropped first.
GArray *studio_clip_selected_keys(const StudioClip *clip); // of MieniKeyPlace; unref it
/// A key of the view, or NULL.
const MienAuthorKey *studio_clip_key(const StudioClip *clip, const MieniKeyPlace *place);
MieniKeyShape studio_clip_shape(const MienAuthorKey *key);
StudioKey studio_clip_whole_key(const StudioClip *clip, const MieniKeyPlace *place);
/// Whether a key of the view is selected, at once: for drawing.
bool studio_clip_is_key_selected(StudioClip *clip, int curve, int key);
/// Shows a toast for a step that failed.
bool studio_clip_check(StudioClip *clip, MienStatus status, const MieniProblem *problem);
/// The curves that commands act on: the selected ones, keyed or not.
GPtrArray *studio_clip_curves(const StudioClip *clip); // of const char *, the selection's; unref it
GdkRGBA studio_clip_color(StudioCurveGroup group);
const char *studio_clip_drives(const StudioCurveInfo *info);

/// Fits the view to a clip that is shown for the first time, and selects one of its curves.
void studio_clip_look_first(StudioClip *clip);

// reading.c
/// Reads sources and uses elsewhere, if they are others than before.
void studio_clip_read_elsewhere(StudioClip *clip, bool has_new_uses);
void studio_clip_note_infos(StudioClip *clip);

// toolbar.c
GtkWidget *studio_clip_toolbar_new(StudioClip *clip);
void studio_clip_toolbar_update(StudioClip *clip);

// list.c
GtkWidget *studio_clip_list_new(StudioClip *clip);
/// After curves, the filter or what is known of them changed.
void studio_clip_list_fill(StudioClip *clip);
/// After the playhead moved or keys changed: values and diamonds.
void studio_clip_list_values(StudioClip *clip);
/// After the selection changed elsewhere.
void studio_clip_list_select(StudioClip *clip);
/// How high rows, the list's top and its summary are.
int studio_clip_row_height(const StudioClip *clip);
int studio_clip_top_height(const StudioClip *clip);
int studio_clip_summary_height(const StudioClip *clip);
void studio_clip_list_reveal(StudioClip *clip, const char *curve);

// add.c
/// The popover with names of curves that the clip lacks.
void studio_clip_add_popup(StudioClip *clip, GtkWidget *over);

// actions.c
void studio_clip_bind(StudioClip *clip);
void studio_clip_allow(StudioClip *clip);
/// Sets keys at the playhead on curves, as one step.
void studio_clip_key_here(StudioClip *clip, const char *const *names, int count);
void studio_clip_toggle_key(StudioClip *clip, const char *curve);
void studio_clip_set_value(StudioClip *clip, const char *curve, double value);

// tangents.c
typedef enum StudioTangent {
    STUDIO_TANGENT_AUTO = 0,
    STUDIO_TANGENT_SMOOTH,
    STUDIO_TANGENT_LINEAR,
    STUDIO_TANGENT_STEP,
    STUDIO_TANGENT_BREAK,
    STUDIO_TANGENT_FLAT,
} StudioTangent;
/// What a key has; broken ones count as smooth, flat ones too.
StudioTangent studio_clip_tangent_of(const MienAuthorKey *key);
void studio_clip_set_tangents(StudioClip *clip, StudioTangent tangent);
void studio_clip_tangent_menu(StudioClip *clip, GtkWidget *over, double x, double y);

// copy.c
void studio_clip_copy(StudioClip *clip);
void studio_clip_paste(StudioClip *clip);

// fit.c
void studio_clip_fit_dialog(StudioClip *clip, const char *curve);
