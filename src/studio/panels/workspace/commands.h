// SPDX-License-Identifier: MIT
//
// Commands: each is a GAction of the window without a parameter. Panels define what a command does
// and when it is available; buttons, menus, keys, tests and screen readers use its name.
//
// Ownership  The window owns its commands. What a binding points at must outlive them.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/// The scope of a key. Application keys are handled before text fields, all others after.
typedef enum StudioKeyPlace {
    STUDIO_KEYS_APP = 0,         ///< No text field uses it.
    STUDIO_KEYS_WINDOW = 1 << 0, ///< Anywhere, once the focused widget left it alone.
    STUDIO_KEYS_BROWSER = 1 << 1,
    STUDIO_KEYS_VIEWPORT = 1 << 2, ///< The playback controls too.
    STUDIO_KEYS_INSPECTOR = 1 << 3,
    STUDIO_KEYS_EDITOR = 1 << 4,
    STUDIO_KEYS_PROBLEMS = 1 << 5,
    STUDIO_KEYS_LIVE = 1 << 6,
} StudioKeyPlace;

/// A row of the table of actions.
typedef struct StudioAction {
    const char *name;  ///< "poses.add-empty".
    const char *label; ///< In menus.
    const char *keys;  ///< Of gtk_accelerator_parse, two with a blank between; NULL for none.
    int places;        ///< Of StudioKeyPlace.
    const char *icon;  ///< NULL for none.
    const char *docs;  ///< Page and heading; NULL for none.
    bool is_toggle;
} StudioAction;

#define STUDIO_TYPE_COMMANDS (studio_commands_get_type())
G_DECLARE_FINAL_TYPE(StudioCommands, studio_commands, STUDIO, COMMANDS, GObject)

/// Runs a command. A toggle already has its new state.
typedef void StudioCommandRun(void *user, const char *name);

/// Creates all actions of a table, disabled, and adds them to a window.
StudioCommands *studio_commands_new(const StudioAction *table, int count, GtkWidget *window);

/// Binds a command to a function and enables it.
void studio_commands_bind(StudioCommands *commands, const char *name, StudioCommandRun *run, void *user);
/// Enables a command (reason NULL), or disables it with a reason: "Select a pose first".
void studio_commands_allow(StudioCommands *commands, const char *name, const char *reason);
/// Why a command is not available; NULL if it is. Unknown names have a reason too.
const char *studio_commands_reason(const StudioCommands *commands, const char *name);
/// Sets the label of a command; NULL: that of the table.
void studio_commands_set_label(StudioCommands *commands, const char *name, const char *label);
const char *studio_commands_label(const StudioCommands *commands, const char *name);

/// The state of a toggle. Setting it does not run the command.
bool studio_commands_state(const StudioCommands *commands, const char *name);
void studio_commands_set_state(StudioCommands *commands, const char *name, bool is_on);

/// Runs a command if it is available; false otherwise.
bool studio_commands_run(StudioCommands *commands, const char *name);

const StudioAction *studio_commands_find(const StudioCommands *commands, const char *name);
/// "Undo rename jaw (Ctrl+Z)": words and the first key. Free it.
char *studio_commands_tooltip(const StudioCommands *commands, const char *name, const char *words);
/// A button for a command, with its icon and tooltip.
GtkWidget *studio_commands_button(const StudioCommands *commands, const char *name, const char *words);
