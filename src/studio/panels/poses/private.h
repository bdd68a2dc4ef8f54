// SPDX-License-Identifier: MIT
//
// Shared by the sources of the poses panel.

#pragma once

#include <adwaita.h>

#include "studio/panels/poses/list.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/live.h"

enum {
    STUDIO_POSES_NARROW = 1040, ///< Widths of windows at which rows change.
    STUDIO_POSES_LARGE = 1600,
    STUDIO_POSES_LOW = 720, ///< Below this height details fold.
};

typedef struct StudioPosesDetails StudioPosesDetails;
typedef struct StudioPosesSources StudioPosesSources;

/// A gesture on weights: a drag, a nudge, a number.
typedef struct StudioWeightGesture {
    bool is_on, is_keying;
    char **names;   ///< What it moves, the row's own first.
    double *values; ///< Where they began.
} StudioWeightGesture;

typedef struct _StudioPosesPanel {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace; ///< NULL: nothing is shown.
    char *path;                 ///< Of the asset.
    GSignalGroup *signals, *live_signals;
    StudioPosesList list;
    GtkMultiSelection *selection;
    guint64 selection_revision; ///< Of the document's, as shown.
    bool is_selecting;          ///< Set while the program changes it.
    GPtrArray *rows;            ///< Of StudioPosesRow that show an item; they are the list's.
    GPtrArray *hidden;          ///< Rows of the list that were made since it began to change.
    bool is_changing;           ///< The list is.
    StudioWeightGesture gesture;
    StudioPosesSources *sources;
    StudioPosesDetails *details;

    GtkWidget *filter, *count, *chips, *all_chip, *view, *scrolled, *states, *nothing, *menu, *state, *footer;
    guint filter_idle, size_idle, apply_idle;
    guint scroll_tick;        ///< Scrolls to the selection once the list has a size; 0: it has.
    int width, height;        ///< Of the window, as laid out for.
    int picture_size;         ///< 0: none.
    int name_width;           ///< Pixels that names get.
    int name_scale;           ///< Text size at which names were measured, in thousandths; 0: never.
    bool shows_buttons;       ///< Solo and menu in every row.
    bool is_armed;            ///< Sliders make keys.
    bool has_window_commands; ///< Copy, delete and their like were bound here.
    char *edit_name;          ///< Begins to be edited once its row is there.
} StudioPosesPanel;

StudioPosesPanel *studio_poses_panel_of(GtkWidget *widget);
StudioDocument *studio_poses_document(const StudioPosesPanel *panel); ///< NULL: none.
StudioSession *studio_poses_session(const StudioPosesPanel *panel);   ///< NULL: none.
const MieniAsset *studio_poses_asset(const StudioPosesPanel *panel);  ///< NULL: none, or it cannot be read.

// panel.c

/// Names that are selected, in the order of the list; NULL-terminated, free with g_strfreev.
char **studio_poses_selected(const StudioPosesPanel *panel, int *out_count);
int studio_poses_selected_count(const StudioPosesPanel *panel);
void studio_poses_select_only(StudioPosesPanel *panel, const char *name);
/// Filters again, soon.
void studio_poses_apply_soon(StudioPosesPanel *panel);
/// Scrolls to a pose and edits its name.
void studio_poses_edit_name(StudioPosesPanel *panel, const char *name);
/// Moves the focus to the slider of the pose above or below.
bool studio_poses_step(StudioPosesPanel *panel, const char *name, int by, bool is_number);

// size.c

/// Rows as wide and high as window and choices want them.
void studio_poses_lay_out(StudioPosesPanel *panel);
/// Follows the window, once it has a surface.
void studio_poses_watch_size(StudioPosesPanel *panel);

// row.c

typedef struct StudioPosesRow StudioPosesRow;
GtkListItemFactory *studio_poses_rows_new(StudioPosesPanel *panel);
/// Shows the weights as they are.
void studio_poses_row_refresh(StudioPosesRow *row);
/// Shows sizes and columns as the panel has them.
void studio_poses_row_resize(StudioPosesRow *row);
StudioPoseItem *studio_poses_row_item(const StudioPosesRow *row);
void studio_poses_row_edit(StudioPosesRow *row);
void studio_poses_row_focus(StudioPosesRow *row, bool is_number);

// values.c

/// Values of a pose: input and final weight; mark: its weight in playback, NaN for none.
typedef struct StudioPoseValues {
    double asked, applied, mark;
    bool counts; ///< Not 0, and not disabled by other solo poses.
    bool is_solo, is_quiet;
} StudioPoseValues;
StudioPoseValues studio_poses_values(const StudioPosesPanel *panel, const StudioPoseItem *item);
/// Why the final weight is lower than the input: "override happy"; NULL if unknown. Free it.
char *studio_poses_reason(const StudioPosesPanel *panel, const StudioPoseItem *item,
                          const StudioPoseValues *values, bool is_long);
void studio_poses_gesture_begin(StudioPosesPanel *panel, const char *name);
void studio_poses_gesture_move(StudioPosesPanel *panel, double value);
void studio_poses_gesture_end(StudioPosesPanel *panel, bool is_cancelled);
/// What was typed for a row, with relative forms for each selected one. False: no number.
bool studio_poses_type(StudioPosesPanel *panel, const char *name, const char *text);
void studio_poses_toggle_solo(StudioPosesPanel *panel, const char *const *names, int count);
void studio_poses_reset(StudioPosesPanel *panel, const char *const *names, int count); ///< NULL: all.
/// Whether moving a slider adds keys now.
bool studio_poses_is_armed(const StudioPosesPanel *panel);

// commands.c

void studio_poses_bind_commands(StudioPosesPanel *panel);
/// Those of the window that mean what has the focus.
void studio_poses_take_commands(StudioPosesPanel *panel);
void studio_poses_allow_commands(StudioPosesPanel *panel);

// edit.c

/// Why a name cannot be given to a pose: "“jaw” is already the name of pose 7." NULL: it can. Free it.
char *studio_poses_clash(const StudioPosesPanel *panel, const StudioPoseItem *item, const char *name);
void studio_poses_rename_one(StudioPosesPanel *panel, const char *from, const char *to);

// menu.c

/// The popover that shows menus of rows; the panel's.
void studio_poses_menu_make(StudioPosesPanel *panel);
/// Opens the menu of a pose, and of others that are selected with it.
void studio_poses_open_menu(StudioPosesPanel *panel, GtkWidget *at, const char *name, double x, double y);
/// Escape and the key of menus.
void studio_poses_add_keys(StudioPosesPanel *panel);
GMenuModel *studio_poses_panel_menu(StudioPosesPanel *panel);
GMenuModel *studio_poses_add_menu(StudioPosesPanel *panel);
