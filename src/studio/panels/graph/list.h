// SPDX-License-Identifier: MIT
//
// A popover with a filter and a list: node types, assets, poses.

#pragma once

#include <gtk/gtk.h>

typedef struct StudioListEntry {
    const char *value; ///< What is told when it is chosen.
    const char *title;
    const char *hint; ///< A second line; "" for none.
} StudioListEntry;

/// Called once with the choice; the popover closes itself.
typedef void StudioListChosen(void *user, const char *value);

/// entries are copied. name: of the filter, for screen readers and tests. The caller sets its parent
/// and shows it.
GtkWidget *studio_list_popover_new(const char *name, const StudioListEntry *entries, int count,
                                   StudioListChosen *chosen, void *user, GDestroyNotify free_user);
