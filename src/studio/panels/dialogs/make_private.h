// SPDX-License-Identifier: MIT
//
// What the parts of the dialog of new pose assets share: names on the left, frames on the
// right, tied to each other line by frame.

#pragma once

#include "studio/model/commands/frame_names.h"
#include "studio/panels/dialogs/make.h"
#include "studio/panels/dialogs/origin.h"
#include "studio/panels/widgets/widgets.h"

/// The dialog. Jobs hold it, so that it may be closed meanwhile.
typedef struct StudioMake {
    StudioDialog dialog;
    bool is_closed;
    StudioWorkspace *workspace;
    GPtrArray *origins; ///< Of StudioOrigin.
    GPtrArray *entries; ///< Of the name of each asset.
    int shown;          ///< Which of them.
    StudioFramesWanted wanted;
    bool is_reading, wants_reading, is_measuring, is_making;

    StudioFrameNames names; ///< Of the one that is shown.
    int error;              ///< The one that is told of.
    int base;               ///< A frame; -1: rest.
    bool is_base_chosen;    ///< By somebody.
    bool is_tying;          ///< Cursor and row are being brought together.

    // Names.
    GtkTextView *text;
    GtkTextBuffer *buffer;
    GtkTextTag *error_tag, *skip_tag;
    GtkWidget *chip, *hint;
    char *clipboard; ///< What the chip proposes.
    GSimpleActionGroup *actions;

    // Frames.
    GtkStringList *frames;
    GtkSingleSelection *selection;
    GPtrArray *rows; ///< That are bound.
    GtkWidget *list, *grid, *pages, *trouble, *reading_label, *count_label, *from_menu, *clips;
    GtkWidget *range[3];

    // Above and below.
    GtkWidget *additive, *absolute, *base_choice, *skeleton;
    GtkStringList *bases;
    GtkWidget *bar, *bar_label, *fix, *next, *remove;
} StudioMake;

StudioMake *studio_make_hold(StudioMake *make);
void studio_make_drop(void *make);
StudioOrigin *studio_make_shown(const StudioMake *make);

/// Something changed: text, frames or what is shown. Reads names and shows all that follows.
void studio_make_refresh(StudioMake *make);
/// Reads the animations, again if need be.
void studio_make_read(StudioMake *make);
void studio_make_measure(StudioMake *make);
/// Why an asset cannot have its name, NULL: it can; and the path that it would have, to be freed.
const char *studio_make_name_trouble(const StudioMake *make, guint index, char **out_path);
/// Makes the assets and closes the dialog; or says why not.
void studio_make_create(StudioMake *make);

// Errors
GtkWidget *studio_make_errors_new(StudioMake *make);
/// other: what is wrong elsewhere, or NULL.
void studio_make_show_errors(StudioMake *make, const char *other);
/// Of the animations that are not shown, the first that the lines do not fit. Free it; NULL: none.
char *studio_make_other_trouble(const StudioMake *make, const char *text);

// Names
GtkWidget *studio_make_names_new(StudioMake *make);
char *studio_make_text(const StudioMake *make); ///< Free it.
/// Marks lines with errors, and says what the lines come to.
void studio_make_names_refresh(StudioMake *make);
void studio_make_set_line(StudioMake *make, int line, const char *text);
void studio_make_cut_lines(StudioMake *make, int first);
/// Puts the cursor on a line, from 0; is_editing: makes it, selects it and takes the focus.
void studio_make_go_to_line(StudioMake *make, int line, bool is_editing);
void studio_make_names_style(StudioMake *make);

// Frames
GtkWidget *studio_make_frames_new(StudioMake *make);
/// Another animation is shown, or it was read.
void studio_make_frames_load(StudioMake *make);
void studio_make_frames_refresh(StudioMake *make);
void studio_make_go_to_frame(StudioMake *make, int frame);
