// SPDX-License-Identifier: MIT
//
// Commands as actions of a window.

#include "studio/panels/workspace/commands.h"

#include <string.h>

#include "studio/panels/widgets/widgets.h"

typedef struct Command {
    const StudioAction *action;
    StudioCommands *owner;
    GSimpleAction *simple;
    StudioCommandRun *run;
    void *user;
    char *reason; ///< NULL: it can act.
    char *label;  ///< NULL: that of the table.
} Command;

struct _StudioCommands {
    GObject parent_instance;
    GHashTable *by_name; ///< Of Command.
};

G_DEFINE_TYPE(StudioCommands, studio_commands, G_TYPE_OBJECT)

static void free_command(void *given)
{
    Command *command = given;
    g_object_unref(command->simple);
    g_free(command->reason);
    g_free(command->label);
    g_free(command);
}

static void studio_commands_finalize(GObject *object)
{
    g_hash_table_unref(STUDIO_COMMANDS(object)->by_name);
    G_OBJECT_CLASS(studio_commands_parent_class)->finalize(object);
}

static void studio_commands_class_init(StudioCommandsClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_commands_finalize;
}

static void studio_commands_init(StudioCommands *commands)
{
    commands->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_command);
}

static void on_activate(GSimpleAction *simple, GVariant *parameter, void *user)
{
    (void)parameter;
    Command *command = user;
    StudioCommands *owner = g_object_ref(command->owner); // what runs may close the window
    if (command->action->is_toggle) {
        g_autoptr(GVariant) state = g_action_get_state(G_ACTION(simple));
        g_simple_action_set_state(simple, g_variant_new_boolean(!g_variant_get_boolean(state)));
    }
    if (command->run != NULL)
        command->run(command->user, command->action->name);
    g_object_unref(owner);
}

/// The group of a prefix: the window itself for "win", else one that is made once.
static GActionMap *map_of(GHashTable *groups, GtkWidget *window, const char *prefix)
{
    if (strcmp(prefix, "win") == 0)
        return G_ACTION_MAP(window);
    GSimpleActionGroup *group = g_hash_table_lookup(groups, prefix);
    if (group == NULL) {
        group = g_simple_action_group_new();
        gtk_widget_insert_action_group(window, prefix, G_ACTION_GROUP(group));
        g_hash_table_insert(groups, g_strdup(prefix), group);
    }
    return G_ACTION_MAP(group);
}

StudioCommands *studio_commands_new(const StudioAction *table, int count, GtkWidget *window)
{
    StudioCommands *commands = g_object_new(STUDIO_TYPE_COMMANDS, NULL);
    g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
    for (int i = 0; i < count; ++i) {
        const char *dot = strchr(table[i].name, '.');
        g_autofree char *prefix = g_strndup(table[i].name, (gsize)(dot - table[i].name));
        Command *command = g_new0(Command, 1);
        command->action = &table[i];
        command->owner = commands;
        command->simple = table[i].is_toggle
                              ? g_simple_action_new_stateful(dot + 1, NULL, g_variant_new_boolean(FALSE))
                              : g_simple_action_new(dot + 1, NULL);
        command->reason = g_strdup("Not available for this selection");
        g_simple_action_set_enabled(command->simple, FALSE);
        g_signal_connect(command->simple, "activate", G_CALLBACK(on_activate), command);
        if (strcmp(prefix, "app") != 0)
            g_action_map_add_action(map_of(groups, window, prefix), G_ACTION(command->simple));
        g_hash_table_insert(commands->by_name, (void *)table[i].name, command);
    }
    return commands;
}

static Command *find(const StudioCommands *commands, const char *name)
{
    Command *command = g_hash_table_lookup(commands->by_name, name);
    if (command == NULL)
        g_critical("no action named %s", name);
    return command;
}

const StudioAction *studio_commands_find(const StudioCommands *commands, const char *name)
{
    const Command *command = find(commands, name);
    return command != NULL ? command->action : NULL;
}

void studio_commands_bind(StudioCommands *commands, const char *name, StudioCommandRun *run, void *user)
{
    Command *command = find(commands, name);
    if (command == NULL)
        return;
    command->run = run;
    command->user = user;
    studio_commands_allow(commands, name, NULL);
}

void studio_commands_allow(StudioCommands *commands, const char *name, const char *reason)
{
    Command *command = find(commands, name);
    if (command == NULL || (command->run == NULL && reason == NULL))
        return;
    char *copy = g_strdup(reason);
    g_free(command->reason);
    command->reason = copy;
    g_simple_action_set_enabled(command->simple, reason == NULL);
}

const char *studio_commands_reason(const StudioCommands *commands, const char *name)
{
    const Command *command = g_hash_table_lookup(commands->by_name, name);
    return command != NULL ? command->reason : "No such command";
}

void studio_commands_set_label(StudioCommands *commands, const char *name, const char *label)
{
    Command *command = find(commands, name);
    if (command == NULL)
        return;
    char *copy = g_strdup(label);
    g_free(command->label);
    command->label = copy;
}

const char *studio_commands_label(const StudioCommands *commands, const char *name)
{
    const Command *command = find(commands, name);
    return command == NULL ? "" : command->label != NULL ? command->label : command->action->label;
}

bool studio_commands_state(const StudioCommands *commands, const char *name)
{
    const Command *command = find(commands, name);
    if (command == NULL || !command->action->is_toggle)
        return false;
    g_autoptr(GVariant) state = g_action_get_state(G_ACTION(command->simple));
    return g_variant_get_boolean(state);
}

void studio_commands_set_state(StudioCommands *commands, const char *name, bool is_on)
{
    const Command *command = find(commands, name);
    if (command != NULL && command->action->is_toggle)
        g_simple_action_set_state(command->simple, g_variant_new_boolean(is_on));
}

bool studio_commands_run(StudioCommands *commands, const char *name)
{
    const Command *command = find(commands, name);
    if (command == NULL || command->reason != NULL)
        return false;
    g_action_activate(G_ACTION(command->simple), NULL);
    return true;
}

char *studio_commands_tooltip(const StudioCommands *commands, const char *name, const char *words)
{
    const Command *command = find(commands, name);
    guint key = 0;
    GdkModifierType modifiers = 0;
    if (command == NULL)
        return g_strdup(words);
    g_auto(GStrv) keys = g_strsplit(command->action->keys != NULL ? command->action->keys : "", " ", 2);
    if (keys[0] == NULL || !gtk_accelerator_parse(keys[0], &key, &modifiers))
        return g_strdup(words);
    g_autofree char *shown = gtk_accelerator_get_label(key, modifiers);
    return g_strdup_printf("%s (%s)", words, shown);
}

GtkWidget *studio_commands_button(const StudioCommands *commands, const char *name, const char *words)
{
    const Command *command = find(commands, name);
    g_autofree char *tooltip = studio_commands_tooltip(commands, name, words);
    const char *icon = command != NULL ? command->action->icon : NULL;
    GtkWidget *button =
        command != NULL && command->action->is_toggle ? gtk_toggle_button_new() : gtk_button_new();
    if (icon != NULL)
        gtk_button_set_icon_name(GTK_BUTTON(button), icon);
    else
        gtk_button_set_label(GTK_BUTTON(button), command != NULL ? command->action->label : name);
    studio_tip(button, tooltip);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   command != NULL ? command->action->label : name, -1);
    return button;
}
