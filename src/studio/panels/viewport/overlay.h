// SPDX-License-Identifier: MIT
//
// Overlays of the viewport: shading, views, preview characters, the largest weights, and the empty
// state.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"

enum {
    STUDIO_READOUT_MOST = 5,
    STUDIO_VIEWPORT_CHIPS = 6,
};

/// What holds at the moment and should not be forgotten.
typedef enum StudioChip {
    STUDIO_CHIP_SOLO = 0,
    STUDIO_CHIP_PEEK,
    STUDIO_CHIP_BEYOND,
    STUDIO_CHIP_WEIGHTS,
    STUDIO_CHIP_REST, ///< This one and the next cannot be clicked.
    STUDIO_CHIP_LIVE,
} StudioChip;

/// Where the buttons for views are: below at the right, beside those above, or not there.
typedef enum StudioViews { STUDIO_VIEWS_BELOW, STUDIO_VIEWS_ABOVE, STUDIO_VIEWS_NOWHERE } StudioViews;

typedef struct StudioViewportOverlay {
    StudioCommands *commands; ///< The viewport's.
    GtkWidget *bar, *shading, *views, *view_buttons[3], *states, *gl_page, *empty_page;
    GtkWidget *readout, *names[STUDIO_READOUT_MOST], *values[STUDIO_READOUT_MOST], *more;
    GtkWidget *cast_bar, *cast, *cast_filter, *cast_list;
    GtkWidget *chips, *chip_buttons[STUDIO_VIEWPORT_CHIPS];
    GtkWidget *corner; ///< Legend and readout.
    GtkWidget *legend, *legend_most, *legend_half;
    bool is_low, has_face, has_weights;
    bool is_covering; ///< The readout would lie over a face.
    StudioViews views_place;
} StudioViewportOverlay;

/// A weight that is shown.
typedef struct StudioReading {
    const char *name;
    float asked, applied;
} StudioReading;

void studio_viewport_overlay_add(StudioViewportOverlay *over, GtkOverlay *overlay, StudioCommands *commands);
/// "face", "empty" or "gl", with why; problem NULL: there is no reason to tell.
void studio_viewport_overlay_show(StudioViewportOverlay *over, const char *state, const char *problem);
/// The up to five largest of weights, which come sorted.
void studio_viewport_overlay_readings(StudioViewportOverlay *over, const StudioReading *readings, int count);
/// Which of the three views is shown; -1: none of them.
void studio_viewport_overlay_view(StudioViewportOverlay *over, int view);
/// The name of the shading.
void studio_viewport_overlay_shading(StudioViewportOverlay *over, const char *label);
/// Shows a chip with these words; NULL: hides it.
void studio_viewport_overlay_chip(StudioViewportOverlay *over, StudioChip chip, const char *words);
/// The legend of the displacement heat map, up to most metres; below 0: none.
void studio_viewport_overlay_heat(StudioViewportOverlay *over, float most);
/// Moves the buttons for views. left: pixels from the left, if they are at the top.
void studio_viewport_overlay_views(StudioViewportOverlay *over, StudioViews place, int left);
/// Puts the legend above the weights or, where the viewport is too low for that, beside them.
void studio_viewport_overlay_stack(StudioViewportOverlay *over, int height);
/// Says whether the readout would lie over a face, which hides it.
void studio_viewport_overlay_cover(StudioViewportOverlay *over, bool is_covering);
void studio_viewport_overlay_low(StudioViewportOverlay *over, bool is_low);
