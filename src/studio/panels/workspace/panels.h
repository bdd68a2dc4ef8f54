// SPDX-License-Identifier: MIT
//
// Maps kinds of documents to panels around the viewport: an inspector, an editor panel, or
// both, created once per kind and shown for each document of it.
//
// To add a panel: write a widget that takes the workspace and the commands, binds its commands
// in its constructor, and shows a document on request; then add it to the table in panels.c.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

/// A panel.
typedef struct StudioPart {
    GtkWidget *(*make)(StudioCommands *commands);
    /// Shows a document of the workspace; both NULL: releases it.
    void (*show)(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
} StudioPart;

typedef struct StudioEditor {
    MieniAssetKind kind;
    const char *name;     ///< Under which sizes are remembered.
    int side_width[2];    ///< In small and in large windows.
    int bottom_height[2]; ///< 0: no editor panel.
    bool is_bottom_wide;  ///< Below viewport and inspector, not only below the viewport.
    StudioPart side, bottom;
} StudioEditor;

enum { STUDIO_EDITOR_COUNT = 7 };
extern const StudioEditor studio_editors[STUDIO_EDITOR_COUNT];
/// The editor of a kind, or NULL.
const StudioEditor *studio_editor_of(MieniAssetKind kind);
