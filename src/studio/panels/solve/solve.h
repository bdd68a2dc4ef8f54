// SPDX-License-Identifier: MIT
//
// Solving in the editor: the dialog that turns the take of a clip into curves of a pose asset, and the
// commands that open it. The work is that of `mien solve`.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_SOLVER (studio_solver_get_type())
G_DECLARE_FINAL_TYPE(StudioSolver, studio_solver, STUDIO, SOLVER, GObject)

/// Binds browser.solve, clip.solve and clip.propose-poses. The window owns what is returned.
StudioSolver *studio_solver_new(StudioCommands *commands, GtkWidget *window);
void studio_solver_set_workspace(StudioSolver *solver, StudioWorkspace *workspace);

/// Opens the dialog for a clip, which can be solved. parent: any widget of the window.
void studio_solve_open(GtkWidget *parent, StudioWorkspace *workspace, const char *clip);
/// Opens the dialog with proposed poses for a clip that is solved from bone tracks.
void studio_propose_open(GtkWidget *parent, StudioWorkspace *workspace, const char *clip);
