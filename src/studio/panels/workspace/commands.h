// SPDX-License-Identifier: MIT
//
// Commands: every one a GAction of the window without parameter. Panels say what a
// command does and when it can; buttons, menus, keys, tests and screen readers call it by
// its one name.
//
// Ownership  The window owns its commands. What a binding points at must outlive them.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/// Where a key is heard. Application keys come before text fields, all others after.
typedef enum StudioKeyPlace {
    STUDIO_KEYS_APP = 0,         ///< No text field uses it.
    STUDIO_KEYS_WINDOW = 1 << 0, ///< Anywhere, once the focused widget left it alone.
    STUDIO_KEYS_BROWSER = 1 << 1,
    STUDIO_KEYS_STAGE = 1 << 2, ///< The transport too.
    STUDIO_KEYS_SIDE = 1 << 3,
    STUDIO_KEYS_BOTTOM = 1 << 4,
    STUDIO_KEYS_PROBLEMS = 1 << 5,
} StudioKeyPlace;

/// A row of the one table of actions.
typedef struct StudioAction {
    const char *name;  ///< "poses.add-empty".
    const char *label; ///< As menus show it.
    const char *keys;  ///< Of gtk_accelerator_parse, two with a blank between; NULL for none.
    int places;        ///< Of StudioKeyPlace.
    const char *icon;  ///< NULL for none.
    const char *docs;  ///< Page and heading; NULL for none.
    bool is_toggle;
} StudioAction;

#define STUDIO_TYPE_COMMANDS (studio_commands_get_type())
G_DECLARE_FINAL_TYPE(StudioCommands, studio_commands, STUDIO, COMMANDS, GObject)

/// Does a command. Of toggles the state is the new one already.
typedef void StudioCommandRun(void *user, const char *name);

/// Makes all actions of a table, insensitive for now, and hangs them on a window.
StudioCommands *studio_commands_new(const StudioAction *table, int count, GtkWidget *window);

/// Says what a command does; from then on it can.
void studio_commands_bind(StudioCommands *commands, const char *name, StudioCommandRun *run, void *user);
/// Lets a command act (reason NULL), or not, for this reason: "Select a pose first."
void studio_commands_allow(StudioCommands *commands, const char *name, const char *reason);
/// Why a command cannot act now; NULL if it can. Unknown names have a reason too.
const char *studio_commands_reason(const StudioCommands *commands, const char *name);
/// Changes the label of one whose words depend on what it would do; NULL: that of the table.
void studio_commands_set_label(StudioCommands *commands, const char *name, const char *label);
const char *studio_commands_label(const StudioCommands *commands, const char *name);

/// The state of a toggle. Setting it does not run the command.
bool studio_commands_state(const StudioCommands *commands, const char *name);
void studio_commands_set_state(StudioCommands *commands, const char *name, bool is_on);

/// Runs a command if it can act; false if it cannot.
bool studio_commands_run(StudioCommands *commands, const char *name);

const StudioAction *studio_commands_find(const StudioCommands *commands, const char *name);
/// "Undo rename jaw (Ctrl+Z)": words and the first key. Free it.
char *studio_commands_tooltip(const StudioCommands *commands, const char *name, const char *words);
/// A button that does a command, with its icon and tooltip.
GtkWidget *studio_commands_button(const StudioCommands *commands, const char *name, const char *words);
