// SPDX-License-Identifier: MIT
//
// Jobs in the status bar: a single job with name, progress and a cancel button, several behind a
// count.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/workspace.h"

GtkWidget *studio_jobs_bar_new(void);
/// Shows the jobs of a workspace as they are now; NULL: none.
void studio_jobs_bar_show(GtkWidget *bar, StudioWorkspace *workspace);
