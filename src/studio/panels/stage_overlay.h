// SPDX-License-Identifier: MIT
//
// What lies over the stage: how it is drawn, from where, what weighs most, and what to say
// where there is no face. Also the words by which the stage describes itself.

#pragma once

#include <gtk/gtk.h>

#include "studio/model/preview.h"
#include "studio/panels/commands.h"

typedef struct StudioStageOverlay {
    GtkWidget *bar, *views, *view_buttons[3], *readout, *states, *gl_page, *empty_page;
    bool is_low;
} StudioStageOverlay;

void studio_stage_overlay_add(StudioStageOverlay *over, GtkOverlay *overlay, StudioCommands *commands);
/// "face", "empty" or "gl", with why; problem NULL: there is no reason to tell.
void studio_stage_overlay_show(StudioStageOverlay *over, const char *state, const char *problem);
/// The up to five largest weights.
void studio_stage_overlay_weights(StudioStageOverlay *over, const StudioSession *session);
/// Which of the three views is shown; -1: none of them.
void studio_stage_overlay_view(StudioStageOverlay *over, int view);
void studio_stage_overlay_low(StudioStageOverlay *over, bool is_low);

/// Weights that count, of StudioWeight, the largest first. Unreference it.
GPtrArray *studio_stage_sorted_weights(const StudioSession *session);
