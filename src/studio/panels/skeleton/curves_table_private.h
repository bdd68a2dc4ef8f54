// SPDX-License-Identifier: MIT
//
// What the sources of the table of curves share.

#pragma once

#include "studio/panels/skeleton/curves_item.h"
#include "studio/panels/skeleton/curves_source.h"
#include "studio/panels/skeleton/curves_table.h"
#include "studio/panels/widgets/widgets.h"

enum { STUDIO_CURVES_ALL, STUDIO_CURVES_UNUSED, STUDIO_CURVES_NEAR, STUDIO_CURVES_CHIPS };

struct _StudioCurvesTable {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals, *source_signals;
    char *path; ///< NULL: no skeleton.

    GtkWidget *stack, *filter, *chips[STUDIO_CURVES_CHIPS], *states, *view, *bones, *menu;
    GListStore *store;
    GtkCustomFilter *matching;
    GtkSingleSelection *selection;
    GPtrArray *scales; ///< Sliders that show a curve now.
    bool is_selecting; ///< The selection is set by us.
};

/// The name of the selected curve, or NULL.
const char *studio_curves_table_chosen(StudioCurvesTable *table);
/// Adds the columns to the view.
void studio_curves_table_add_columns(StudioCurvesTable *table);
/// Leaves room for counts of uses up to this.
void studio_curves_table_fit_columns(StudioCurvesTable *table, int most);
/// Shows the weights of the session.
void studio_curves_table_show_weights(StudioCurvesTable *table);
/// Deletes the chosen curve; of one that is used, asks first what that shall mean.
void studio_curves_table_delete(StudioCurvesTable *table);
void studio_curves_table_delete_unused(StudioCurvesTable *table);
