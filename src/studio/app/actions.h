// SPDX-License-Identifier: MIT
//
// The one table of actions, and what is made from it: keys, menus, the shortcuts window,
// and the list that tests read.

#pragma once

#include "studio/panels/workspace/commands.h"

extern const StudioAction studio_actions[];
extern const int studio_action_count;

/// The row of a name, or NULL.
const StudioAction *studio_action_find(const char *name);

/// Binds the application's keys.
void studio_actions_set_accels(GtkApplication *application);
/// Binds the keys of a place on its widget: they come after the focused one's own.
void studio_actions_add_keys(GtkWidget *widget, int places);

/// An item of a menu, with the label of the table, or another one, and its key.
void studio_menu_add(GMenu *menu, const char *name, const char *label);
/// Several items between lines, names ended by NULL.
void studio_menu_add_section(GMenu *menu, const char *const *names);
/// The menu behind the three lines. recent is filled by whoever knows recent projects.
GMenuModel *studio_main_menu(GMenuModel *recent);
/// The menu of so many selected assets in the browser, the first of this kind, as of
/// MieniAssetKind; of none: what can be made.
GMenuModel *studio_asset_menu(const StudioCommands *commands, int kind, int count);
GMenuModel *studio_tab_menu(void);
GMenuModel *studio_import_menu(void);

/// The window that lists all keys.
GtkWidget *studio_shortcuts_window(GtkWindow *parent);
/// Prints the table, a line per action: name, label, keys.
void studio_actions_print(void);
