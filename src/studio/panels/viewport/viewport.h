// SPDX-License-Identifier: MIT
//
// The stage: the face, in one place, whatever is edited around it.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_STAGE (studio_stage_get_type())
G_DECLARE_FINAL_TYPE(StudioStage, studio_stage, STUDIO, STAGE, GtkWidget)

GtkWidget *studio_stage_new(StudioCommands *commands);
/// Shows another project, or none.
void studio_stage_set_workspace(StudioStage *stage, StudioWorkspace *workspace);
/// Shows the card of first steps; the signal steps-closed tells that it was closed for good.
void studio_stage_show_steps(StudioStage *stage);
/// Less over it, for low windows.
void studio_stage_set_low(StudioStage *stage, bool is_low);
/// Whether what is to be seen is drawn, in full quality.
bool studio_stage_is_settled(StudioStage *stage);
/// Keys are the stage's from now on.
void studio_stage_take_focus(StudioStage *stage);
/// Pictures that were finished.
int studio_stage_drawn(StudioStage *stage);
