// SPDX-License-Identifier: MIT
//
// The dialog for changes to many poses, with a preview: mirror, symmetrise, split, update from
// source.

#pragma once

#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

typedef enum StudioShapeKind {
    STUDIO_SHAPE_MIRROR = 0,
    STUDIO_SHAPE_SYMMETRISE, ///< The other side becomes this one, mirrored.
    STUDIO_SHAPE_SPLIT,
    STUDIO_SHAPE_UPDATE, ///< Of the whole asset.
} StudioShapeKind;

/// Opens the dialog for poses of an asset. parent: any widget of the window.
void studio_shape_open(GtkWidget *parent, StudioWorkspace *workspace, const char *path, StudioShapeKind kind,
                       const MieniPaths *names);
