// SPDX-License-Identifier: MIT
//
// The New Pose Asset dialog: names beside thumbnails of frames.

#pragma once

#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

/// Why no poses can be created from these paths; NULL if they may.
const char *studio_make_poses_reason(const MieniPaths *paths);
/// Opens the dialog for clips and source files; others among paths are left out. parent: any widget
/// of the window.
void studio_make_poses_open(GtkWidget *parent, StudioWorkspace *workspace, const MieniPaths *paths);
