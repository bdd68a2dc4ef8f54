// SPDX-License-Identifier: MIT
//
// Which editor surrounds the stage for which kind of document: a side part, a bottom
// part, or both, made once per kind and shown for each document of it.
//
// To add a panel: write a widget that takes the workspace and the commands, binds its
// commands in its constructor, and shows a document whenever it is told to; then name it
// in the table of panels.c.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

/// A part of an editor.
typedef struct StudioPart {
    GtkWidget *(*make)(StudioCommands *commands);
    /// Shows a document of the workspace; both NULL: lets go of what it has.
    void (*show)(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
} StudioPart;

typedef struct StudioEditor {
    MieniAssetKind kind;
    const char *name;     ///< Under which sizes are remembered.
    int side_width[2];    ///< In small and in large windows.
    int bottom_height[2]; ///< 0: no bottom part.
    bool is_bottom_wide;  ///< Under stage and side, not under the stage alone.
    StudioPart side, bottom;
} StudioEditor;

enum { STUDIO_EDITOR_COUNT = 7 };
extern const StudioEditor studio_editors[STUDIO_EDITOR_COUNT];
/// The editor of a kind, or NULL.
const StudioEditor *studio_editor_of(MieniAssetKind kind);
