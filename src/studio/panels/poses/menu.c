// SPDX-License-Identifier: MIT
//
// Menus of the poses panel, and keys without a command.

#include "studio/panels/poses/top.h"

#include "studio/panels/widgets/widgets.h"

#include <string.h>

static void add_section(GMenu *menu, const StudioPosesPanel *panel, const char *const *names)
{
    g_autoptr(GMenu) section = g_menu_new();
    for (; *names != NULL; ++names) {
        const StudioAction *action = studio_commands_find(panel->commands, *names);
        g_autoptr(GMenuItem) item = g_menu_item_new(studio_commands_label(panel->commands, *names), *names);
        if (action->keys != NULL && action->places != STUDIO_KEYS_APP) {
            g_auto(GStrv) keys = g_strsplit(action->keys, " ", 2);
            g_menu_item_set_attribute(item, "accel", "s", keys[0]);
        }
        g_menu_append_item(section, item);
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
}

#define SECTION(menu, ...) add_section(menu, panel, (const char *const[]){__VA_ARGS__, NULL})

static GMenuModel *row_menu(StudioPosesPanel *panel)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, "poses.solo", "poses.reset");
    SECTION(menu, "win.rename", "win.duplicate", "win.delete");
    SECTION(menu, "poses.mirror", "poses.flip", "poses.symmetrise", "poses.split");
    SECTION(menu, "poses.set-base", "poses.update-pose", "poses.discard-edits", "poses.set-max-here",
            "poses.set-min-here", "poses.group-new", "poses.group-remove");
    SECTION(menu, "poses.show-source", "poses.show-uses");
    return G_MENU_MODEL(menu);
}

GMenuModel *studio_poses_panel_menu(StudioPosesPanel *panel)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, "poses.sort-source", "poses.sort-name", "poses.sort-strength");
    SECTION(menu, "poses.thumbnails-small", "poses.thumbnails-large", "poses.thumbnails-off");
    SECTION(menu, "poses.beyond", "poses.column-solo");
    SECTION(menu, "poses.copy-names", "poses.update-from-source");
    return G_MENU_MODEL(menu);
}

GMenuModel *studio_poses_add_menu(StudioPosesPanel *panel)
{
    GMenu *menu = g_menu_new();
    g_autoptr(GMenu) first = g_menu_new();
    g_menu_append(first, "From Viewport", "poses.add-from-viewport");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(first));
    SECTION(menu, "poses.add-from-frame", "poses.add-empty", "poses.add-corrective", "poses.add-inbetween");
    return G_MENU_MODEL(menu);
}

void studio_poses_menu_make(StudioPosesPanel *panel)
{
    panel->menu = gtk_popover_menu_new_from_model(NULL);
    gtk_popover_set_has_arrow(GTK_POPOVER(panel->menu), FALSE);
    gtk_widget_set_halign(panel->menu, GTK_ALIGN_START);
    gtk_widget_set_parent(panel->menu, GTK_WIDGET(panel));
}

void studio_poses_open_menu(StudioPosesPanel *panel, GtkWidget *at, const char *name, double x, double y)
{
    const guint position = studio_poses_list_position(&panel->list, name);
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(panel->selection);
    double at_x = x, at_y = y;
    if (position == G_MAXUINT)
        return;
    if (!gtk_selection_model_is_selected(selection, position))
        gtk_selection_model_select_item(selection, position, TRUE);
    studio_poses_take_commands(panel);
    gtk_widget_translate_coordinates(at, GTK_WIDGET(panel), x, y, &at_x, &at_y);
    g_autoptr(GMenuModel) model = row_menu(panel);
    gtk_popover_menu_set_menu_model(GTK_POPOVER_MENU(panel->menu), model);
    gtk_popover_set_pointing_to(GTK_POPOVER(panel->menu), &(GdkRectangle){(int)at_x, (int)at_y, 1, 1});
    studio_popup(panel->menu);
}

/// Escape lets go of one thing after another: solo, the filter, what is selected.
static bool escape(StudioPosesPanel *panel)
{
    const int count = studio_poses_selected_count(panel);
    if (studio_commands_run(panel->commands, "poses.solo-clear"))
        return true;
    if (panel->list.filter[0] != '\0' || panel->list.is_active_only)
        studio_poses_clear_filter(panel);
    else if (count > 0)
        gtk_selection_model_unselect_all(GTK_SELECTION_MODEL(panel->selection));
    else
        return false;
    return true;
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioPosesPanel *panel)
{
    (void)controller, (void)code;
    int count;
    if (panel->workspace == NULL)
        return GDK_EVENT_PROPAGATE;
    if (key == GDK_KEY_Escape)
        return escape(panel);
    if (key != GDK_KEY_Menu && (key != GDK_KEY_F10 || (state & GDK_SHIFT_MASK) == 0))
        return GDK_EVENT_PROPAGATE;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    GtkWidget *focus = gtk_root_get_focus(gtk_widget_get_root(GTK_WIDGET(panel)));
    if (count > 0 && focus != NULL)
        studio_poses_open_menu(panel, focus, names[0], 0, gtk_widget_get_height(focus));
    return count > 0;
}

void studio_poses_add_keys(StudioPosesPanel *panel)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), panel);
    gtk_widget_add_controller(GTK_WIDGET(panel), keys);
}
