// SPDX-License-Identifier: MIT
//
// What the pages of details share.

#pragma once

#include "studio/panels/poses/details.h"

struct StudioPosesDetails {
    GtkWidget *box, *title, *badge, *arrow, *pages, *several;
    bool is_folded, is_low;
    bool is_showing; ///< The program sets values, not a hand.

    // Of a pose.
    GtkWidget *moves, *range, *min, *max, *group, *drive, *masks, *source, *buttons;
    GtkWidget *clips, *uses; ///< A button, and the list that it opens.
    GtkWidget *remap, *gain, *offset, *smooth, *binary;

    // Of the asset.
    GtkWidget *skeleton, *additive, *absolute, *base, *blending, *counts;
    GtkStringList *bases;
};

/// A grid of titles and values.
GtkWidget *studio_details_grid(void);
void studio_details_row(GtkWidget *grid, int row, const char *title, GtkWidget *value);
/// Shows or hides a value with its title.
void studio_details_row_show(GtkWidget *value, bool is_shown);
/// A value that is words.
GtkWidget *studio_details_label(void);

/// A number that is taken when Enter is pressed and when it is left.
GtkWidget *studio_details_number(StudioPosesPanel *panel, const char *name,
                                 void (*take)(GtkWidget *entry, StudioPosesPanel *panel));
void studio_details_number_show(GtkWidget *entry, double value);
bool studio_details_number_is(GtkWidget *entry, double value); ///< Nobody typed another.

/// The pose that is shown; NULL if it is gone.
const StudioPoseItem *studio_details_item(StudioPosesPanel *panel);
/// How the curve of a pose becomes its weight.
GtkWidget *studio_details_remap_new(StudioPosesPanel *panel);
void studio_details_remap_show(StudioPosesPanel *panel, const StudioPoseItem *item);

/// Clips that only the catalogue knows.
GtkWidget *studio_details_clips_new(StudioPosesPanel *panel);
void studio_details_clips_show(StudioPosesPanel *panel, const MieniPoseView *pose); ///< NULL: of no pose.

GtkWidget *studio_details_pose_new(StudioPosesPanel *panel);
void studio_details_pose_show(StudioPosesPanel *panel, const StudioPoseItem *item);
GtkWidget *studio_details_asset_new(StudioPosesPanel *panel);
void studio_details_asset_show(StudioPosesPanel *panel);
