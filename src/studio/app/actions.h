// SPDX-License-Identifier: MIT
//
// The table of all actions, and what is built from it: keys, menus, the shortcuts window and the
// list for tests.

#pragma once

#include "studio/panels/workspace/commands.h"

extern const StudioAction studio_actions[];
extern const int studio_action_count;

/// The row with this name, or NULL.
const StudioAction *studio_action_find(const char *name);

/// Binds the application's keys.
void studio_actions_set_accels(GtkApplication *application);
/// Binds the keys of a panel to its widget. The focused widget handles its own keys first.
void studio_actions_add_keys(GtkWidget *widget, int places);

/// Adds a menu item with its key; label NULL: that of the table.
void studio_menu_add(GMenu *menu, const char *name, const char *label);
/// Adds a section of items; names is NULL-terminated.
void studio_menu_add_section(GMenu *menu, const char *const *names);
/// The main menu. The caller fills recent.
GMenuModel *studio_main_menu(GMenuModel *recent);
/// The context menu of count selected assets in the browser; kind: the MieniAssetKind of the
/// first. Without a selection: what can be created.
GMenuModel *studio_asset_menu(const StudioCommands *commands, int kind, int count);
GMenuModel *studio_tab_menu(void);
GMenuModel *studio_import_menu(void);

/// The shortcuts window.
GtkWidget *studio_shortcuts_window(GtkWindow *parent);
/// Prints the table, one action per line: name, label, keys.
void studio_actions_print(void);
