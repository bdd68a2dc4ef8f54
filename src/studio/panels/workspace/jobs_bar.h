// SPDX-License-Identifier: MIT
//
// Jobs in the status bar: one by its name with how far it is and a button that cancels it,
// several behind a number.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/workspace.h"

GtkWidget *studio_jobs_bar_new(void);
/// Shows the jobs of a workspace as they are now; NULL: none.
void studio_jobs_bar_show(GtkWidget *bar, StudioWorkspace *workspace);
