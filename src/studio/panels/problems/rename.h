// SPDX-License-Identifier: MIT
//
// Renames a curve or a pose to what was probably meant.

#pragma once

#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

/// The label of the button: "Rename to jawOpen" or, with several choices, "Rename to…"; NULL: the problem
/// proposes no name. Free it.
char *studio_problem_rename_words(const MieniFinding *finding);
/// Renames, or asks to which of several names. parent: any widget of the window.
void studio_problem_rename(GtkWidget *parent, StudioWorkspace *workspace, const MieniFinding *finding);
