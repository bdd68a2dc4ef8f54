// SPDX-License-Identifier: MIT
//
// The review bar of transferred poses, below the viewport: source and target side by side, pose by pose.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

#define STUDIO_TYPE_REVIEW (studio_review_get_type())
G_DECLARE_FINAL_TYPE(StudioReviewBar, studio_review, STUDIO, REVIEW, GtkBox)

GtkWidget *studio_review_new(StudioCommands *commands);
void studio_review_set_workspace(StudioReviewBar *bar, StudioWorkspace *workspace);
