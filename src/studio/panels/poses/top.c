// SPDX-License-Identifier: MIT
//
// Filter, chips and footer of the poses panel.

#include "studio/panels/poses/top.h"

#include "studio/panels/poses/drag.h"

#include <string.h>

// Filter

static gboolean apply_filter(void *user)
{
    StudioPosesPanel *panel = user;
    panel->filter_idle = 0;
    g_free(panel->list.filter);
    panel->list.filter = g_strdup(gtk_editable_get_text(GTK_EDITABLE(panel->filter)));
    g_strstrip(panel->list.filter);
    studio_poses_apply_soon(panel);
    return G_SOURCE_REMOVE;
}

static void on_filter(GtkEditable *editable, StudioPosesPanel *panel)
{
    (void)editable;
    if (panel->filter_idle == 0) // typing comes first
        panel->filter_idle = g_idle_add_full(G_PRIORITY_HIGH_IDLE, apply_filter, panel, NULL);
}

static gboolean on_filter_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                              StudioPosesPanel *panel)
{
    (void)controller, (void)code, (void)state;
    if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down) {
        g_autoptr(StudioPoseItem) first = g_list_model_get_item(G_LIST_MODEL(panel->list.shown), 0);
        if (first != NULL) {
            studio_poses_select_only(panel, first->name);
            gtk_widget_child_focus(panel->view, GTK_DIR_TAB_FORWARD);
        }
        return GDK_EVENT_STOP;
    }
    if (key == GDK_KEY_Escape && gtk_editable_get_text(GTK_EDITABLE(panel->filter))[0] != '\0') {
        studio_fill(panel->filter, "");
        return GDK_EVENT_STOP;
    }
    return GDK_EVENT_PROPAGATE;
}

void studio_poses_clear_filter(StudioPosesPanel *panel)
{
    studio_fill(panel->filter, "");
    for (guint i = 0; i < panel->list.groups->len; ++i)
        ((StudioPoseGroup *)panel->list.groups->pdata[i])->is_chosen = false;
    studio_commands_set_state(panel->commands, "poses.active-only", false);
    panel->list.is_active_only = false;
    studio_poses_apply_soon(panel);
}

// Chips

static bool is_control_held(GtkWidget *widget)
{
    GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(widget));
    GdkDevice *keyboard = seat != NULL ? gdk_seat_get_keyboard(seat) : NULL;
    return keyboard != NULL && (gdk_device_get_modifier_state(keyboard) & GDK_CONTROL_MASK) != 0;
}

static void show_chips(StudioPosesPanel *panel)
{
    bool is_any = false;
    for (guint i = 0; i < panel->list.groups->len; ++i)
        is_any |= ((const StudioPoseGroup *)panel->list.groups->pdata[i])->is_chosen;
    int index = -1;
    for (GtkWidget *chip = gtk_widget_get_first_child(panel->chips); chip != NULL;
         chip = gtk_widget_get_next_sibling(chip), ++index) {
        const StudioPoseGroup *group =
            index >= 0 && index < (int)panel->list.groups->len ? panel->list.groups->pdata[index] : NULL;
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(chip), group != NULL ? group->is_chosen : !is_any);
    }
}

static void on_chip(GtkButton *button, StudioPosesPanel *panel)
{
    const int chosen = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "group"));
    const bool adds = is_control_held(GTK_WIDGET(button)) && chosen >= 0;
    for (int i = 0; i < (int)panel->list.groups->len; ++i) {
        StudioPoseGroup *group = panel->list.groups->pdata[i];
        if (i == chosen)
            group->is_chosen = adds ? !group->is_chosen : true;
        else if (!adds)
            group->is_chosen = false;
    }
    show_chips(panel);
    studio_poses_apply_soon(panel);
}

static void label_chip(GtkWidget *chip, const char *name, int count, int group)
{
    g_autofree char *text = g_strdup_printf("%s %d", name, count);
    g_autofree char *told = group >= 0 ? g_strdup_printf("Group %s, %d", name, count) : g_strdup(text);
    studio_set_label(chip, text);
    studio_name(chip, told);
}

static void add_chip(StudioPosesPanel *panel, int group)
{
    GtkWidget *chip = studio_chip_new("", NULL);
    gtk_widget_set_focus_on_click(chip, FALSE);
    g_object_set_data(G_OBJECT(chip), "group", GINT_TO_POINTER(group));
    g_signal_connect(chip, "clicked", G_CALLBACK(on_chip), panel);
    gtk_box_append(GTK_BOX(panel->chips), chip);
}

/// Makes chips again only if there are other groups.
static void load_chips(StudioPosesPanel *panel)
{
    g_autoptr(GString) now = g_string_new(NULL);
    for (guint i = 0; i < panel->list.groups->len; ++i) {
        const StudioPoseGroup *group = panel->list.groups->pdata[i];
        g_string_append_printf(now, "%s %d\n", group->name, group->is_own);
    }
    if (g_strcmp0(g_object_get_data(G_OBJECT(panel->chips), "now"), now->str) != 0) {
        GtkWidget *chip;
        while ((chip = gtk_widget_get_first_child(panel->chips)) != NULL)
            gtk_box_remove(GTK_BOX(panel->chips), chip);
        add_chip(panel, -1);
        for (guint i = 0; i < panel->list.groups->len; ++i) {
            const StudioPoseGroup *group = panel->list.groups->pdata[i];
            add_chip(panel, (int)i);
            if (group->is_own)
                studio_poses_drop_add(gtk_widget_get_last_child(panel->chips), panel, group->name);
        }
        g_object_set_data_full(G_OBJECT(panel->chips), "now", g_strdup(now->str), g_free);
    }
    GtkWidget *chip = gtk_widget_get_first_child(panel->chips);
    label_chip(chip, "All", (int)panel->list.items->len, -1);
    for (guint i = 0; i < panel->list.groups->len; ++i) {
        const StudioPoseGroup *group = panel->list.groups->pdata[i];
        chip = gtk_widget_get_next_sibling(chip);
        label_chip(chip, group->name, group->count, (int)i);
    }
    show_chips(panel);
}

char *studio_poses_state_text(const StudioPosesPanel *panel)
{
    const char *mode = panel->list.is_absolute ? "Absolute" : "Additive", *base = panel->list.base;
    return base != NULL ? g_strdup_printf("%s · %s", mode, base) : g_strdup(mode);
}

void studio_poses_top_load(StudioPosesPanel *panel)
{
    g_autofree char *hint = g_strdup_printf("Filter %u poses", panel->list.items->len);
    g_autofree char *state = studio_poses_state_text(panel);
    g_object_set(panel->filter, "placeholder-text", hint, NULL);
    GtkWidget *label = gtk_button_get_child(GTK_BUTTON(panel->state));
    gtk_label_set_text(GTK_LABEL(label), state);
    studio_name(panel->state, state);
    load_chips(panel);
    studio_poses_lay_out(panel);
}

void studio_poses_top_show(StudioPosesPanel *panel)
{
    const guint all = panel->list.items->len,
                shown = g_list_model_get_n_items(G_LIST_MODEL(panel->list.shown));
    g_autofree char *text = g_strdup_printf("%u of %u", shown, all);
    gtk_label_set_text(GTK_LABEL(panel->count), text);
    gtk_widget_set_visible(panel->count, shown < all);
    show_chips(panel);
}

static GtkWidget *make_chips(StudioPosesPanel *panel)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *scrolled = gtk_scrolled_window_new();
    panel->chips = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    panel->count = studio_label_new("", "caption dim-label numeric");
    gtk_widget_add_css_class(box, "chips");
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), panel->chips);
    gtk_widget_set_hexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_box_append(GTK_BOX(box), panel->count);
    return box;
}

GtkWidget *studio_poses_top_new(StudioPosesPanel *panel)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(box, "poses-top");
    gtk_widget_add_css_class(top, "panel-top");
    panel->filter = gtk_search_entry_new();
    studio_name(panel->filter, "Filter poses");
    gtk_widget_set_hexpand(panel->filter, TRUE);
    g_signal_connect(panel->filter, "changed", G_CALLBACK(on_filter), panel);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_filter_key), panel);
    gtk_widget_add_controller(panel->filter, keys);
    GtkWidget *active = studio_commands_button(panel->commands, "poses.active-only",
                                               "Show only poses with a weight other than 0");
    gtk_button_set_label(GTK_BUTTON(active), "Active"); // the command's own label is too wide here
    GtkWidget *reset = studio_commands_button(panel->commands, "poses.reset-all", "Reset all weights to 0");
    GtkWidget *menu = gtk_menu_button_new();
    g_autoptr(GMenuModel) model = studio_poses_panel_menu(panel);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(menu), "view-more-symbolic");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(menu), model);
    studio_tip(menu, "Sorting and thumbnails");
    studio_name(menu, "Poses menu");
    GtkWidget *const parts[] = {panel->filter, active, reset, menu};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        if (i > 0) {
            gtk_widget_set_focus_on_click(parts[i], FALSE);
            gtk_widget_add_css_class(parts[i], i > 1 ? "flat" : "active-toggle");
        }
        gtk_box_append(GTK_BOX(top), parts[i]);
    }
    gtk_box_append(GTK_BOX(box), top);
    gtk_box_append(GTK_BOX(box), make_chips(panel));
    return box;
}

// Footer

static void on_state(GtkButton *button, StudioPosesPanel *panel)
{
    (void)button;
    gtk_selection_model_unselect_all(GTK_SELECTION_MODEL(panel->selection));
}

static GtkWidget *make_content(const char *icon, const char *label)
{
    GtkWidget *content = adw_button_content_new();
    adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), icon);
    adw_button_content_set_label(ADW_BUTTON_CONTENT(content), label);
    return content;
}

GtkWidget *studio_poses_footer_new(StudioPosesPanel *panel)
{
    GtkWidget *add = adw_split_button_new(), *paste = gtk_button_new();
    g_autoptr(GMenuModel) menu = studio_poses_add_menu(panel);
    g_autofree char *add_tip =
        studio_commands_tooltip(panel->commands, "poses.add-from-viewport", "Add a pose from the viewport");
    g_autofree char *paste_tip =
        studio_commands_tooltip(panel->commands, "poses.paste-names", "Paste names, with a preview");
    panel->footer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(panel->footer, "poses-footer");
    adw_split_button_set_child(ADW_SPLIT_BUTTON(add), make_content("list-add-symbolic", "Add Pose"));
    adw_split_button_set_menu_model(ADW_SPLIT_BUTTON(add), menu);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(add), "poses.add-from-viewport");
    studio_tip(add, add_tip);
    studio_name(add, "Add Pose");
    gtk_button_set_child(GTK_BUTTON(paste), make_content("edit-paste-symbolic", "Paste Names…"));
    gtk_actionable_set_action_name(GTK_ACTIONABLE(paste), "poses.paste-names");
    studio_tip(paste, paste_tip);
    gtk_widget_add_css_class(paste, "flat");
    studio_name(paste, "Paste Names…");
    panel->state = gtk_button_new();
    GtkWidget *label = studio_label_new("", "caption dim-label");
    gtk_button_set_child(GTK_BUTTON(panel->state), label);
    gtk_widget_add_css_class(panel->state, "flat");
    gtk_widget_add_css_class(panel->state, "poses-state");
    studio_tip(panel->state, "Show the details of the asset");
    gtk_widget_set_hexpand(panel->state, TRUE);
    gtk_widget_set_halign(panel->state, GTK_ALIGN_END);
    g_signal_connect(panel->state, "clicked", G_CALLBACK(on_state), panel);
    GtkWidget *const parts[] = {add, paste, panel->state};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        gtk_box_append(GTK_BOX(panel->footer), parts[i]);
    }
    return panel->footer;
}
