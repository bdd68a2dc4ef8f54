// SPDX-License-Identifier: MIT
//
// A row of the Go To window: a named thing of the project, or a command.

#pragma once

#include <gtk/gtk.h>

#include "studio/model/facts/go_index.h"
#include "studio/panels/workspace/commands.h"

#define STUDIO_TYPE_GO_ROW (studio_go_row_get_type())
G_DECLARE_FINAL_TYPE(StudioGoRow, studio_go_row, STUDIO, GO_ROW, GObject)

struct _StudioGoRow {
    GObject parent_instance;
    StudioGoKind kind;
    char *name, *path;
    const StudioAction *action; ///< Of a command.
    char *reason;               ///< Why it is not available; NULL: it can.
};

StudioGoRow *studio_go_row_new(const StudioGo *thing);
StudioGoRow *studio_go_row_new_command(const StudioAction *action, const char *label, const char *reason);
/// Widgets for rows.
GtkListItemFactory *studio_go_row_factory(void);
