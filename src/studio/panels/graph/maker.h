// SPDX-License-Identifier: MIT
//
// What a window does about new graphs: New Graph, New Child Graph, Share a Face Graph.
//
// Ownership  The window owns it and sets its workspace.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

typedef struct StudioGraphMaker StudioGraphMaker;

/// Binds win.new-graph and its kin.
StudioGraphMaker *studio_graph_maker_new(GtkWindow *window, StudioCommands *commands);
void studio_graph_maker_free(StudioGraphMaker *maker);
/// Another project is in the window, or none.
void studio_graph_maker_set_workspace(StudioGraphMaker *maker, StudioWorkspace *workspace);

// graph_new.c
/// Asks for name, template and assets, and makes the graph.
void studio_graph_new_ask(GtkWindow *window, StudioWorkspace *workspace);
// share_dialog.c
/// Shows which characters a graph would be shared with, and shares it. only: characters to be ticked,
/// NULL-terminated; none given: all that are no children yet.
void studio_share_dialog_ask(GtkWindow *window, StudioWorkspace *workspace, const char *graph,
                             const char *const *only);
