// SPDX-License-Identifier: MIT
//
// The viewport: one place for faces, whatever is edited around it.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_STAGE (studio_stage_get_type())
G_DECLARE_FINAL_TYPE(StudioStage, studio_stage, STUDIO, STAGE, GtkWidget)

GtkWidget *studio_stage_new(StudioCommands *commands);
/// Sets the project; NULL: none.
void studio_stage_set_workspace(StudioStage *stage, StudioWorkspace *workspace);
/// Shows the first-steps card; the signal steps-closed means that the user closed it.
void studio_stage_show_steps(StudioStage *stage);
/// Reduces the overlays, for low windows.
void studio_stage_set_low(StudioStage *stage, bool is_low);
/// Whether what is to be seen is drawn, in full quality.
bool studio_stage_is_settled(StudioStage *stage);
/// Moves the focus to the viewport.
void studio_stage_take_focus(StudioStage *stage);
/// Number of finished frames.
int studio_stage_drawn(StudioStage *stage);
