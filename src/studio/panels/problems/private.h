// SPDX-License-Identifier: MIT
//
// What the sources of the drawer of problems share.

#pragma once

#include "studio/model/facts/problems.h"
#include "studio/panels/problems/drawer.h"

typedef enum StudioProblemsChip {
    STUDIO_PROBLEMS_ALL = 0,
    STUDIO_PROBLEMS_ERRORS,
    STUDIO_PROBLEMS_WARNINGS,
    STUDIO_PROBLEMS_NOTES,
    STUDIO_PROBLEMS_DOCUMENT,
    STUDIO_PROBLEMS_IGNORED,
    STUDIO_PROBLEMS_CHIPS,
} StudioProblemsChip;

struct _StudioProblemsDrawer {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    GtkSizeGroup *links, *buttons; ///< Columns of rows.
    GtkWidget *chips[STUDIO_PROBLEMS_CHIPS], *fix_all, *list, *scrolled, *states, *more, *menu;
    GPtrArray *shown; ///< Indices of problems, a row each; of codes, with the chip Ignored.
    StudioProblemsChip chip;
};

// problems_drawer.c
/// The problem that is selected, or NULL.
const MieniFinding *studio_problems_chosen(const StudioProblemsDrawer *drawer);

// problems_row.c
/// A row for a problem, and one for a code that nobody looks for.
GtkWidget *studio_problems_row(StudioProblemsDrawer *drawer, const MieniFinding *finding);
GtkWidget *studio_problems_ignored_row(StudioProblemsDrawer *drawer, MieniLintCode code);
