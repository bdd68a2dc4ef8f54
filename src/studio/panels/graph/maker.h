// SPDX-License-Identifier: MIT
//
// Commands of a window that create graphs: New Graph, New Child Graph, Share Face Graph.
//
// Ownership  The window owns it and sets its workspace.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

typedef struct StudioGraphMaker StudioGraphMaker;

/// Binds win.new-graph and its kin.
StudioGraphMaker *studio_graph_maker_new(GtkWindow *window, StudioCommands *commands);
void studio_graph_maker_free(StudioGraphMaker *maker);
/// Another project is in the window, or none.
void studio_graph_maker_set_workspace(StudioGraphMaker *maker, StudioWorkspace *workspace);
