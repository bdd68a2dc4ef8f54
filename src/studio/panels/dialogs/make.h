// SPDX-License-Identifier: MIT
//
// New pose assets from animations: names beside pictures of frames, all or nothing.

#pragma once

#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

/// Why poses cannot be made of what is given; NULL if they perhaps can.
const char *studio_make_poses_reason(const MieniPaths *paths);
/// Opens the dialog for clips and source files; others among paths are left out. parent: any widget
/// of the window.
void studio_make_poses_open(GtkWidget *parent, StudioWorkspace *workspace, const MieniPaths *paths);
