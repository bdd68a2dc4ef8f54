// SPDX-License-Identifier: MIT
//
// The clip chooser: a button with a searchable list, open clips first.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/workspace.h"

/// A GtkMenuButton. Its list is made when it opens: projects have many clips.
GtkWidget *studio_clip_choice_new(void);
void studio_clip_choice_set_workspace(GtkWidget *choice, StudioWorkspace *workspace);
/// Shows the clip that plays.
void studio_clip_choice_show(GtkWidget *choice);
