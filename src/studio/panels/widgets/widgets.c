// SPDX-License-Identifier: MIT
//
// Small widgets shared by all panels.

#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <string.h>

void studio_ignore_scrolling(GtkWidget *widget)
{
    g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(widget);
    for (guint i = g_list_model_get_n_items(controllers); i-- > 0;) {
        g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
        if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller))
            gtk_widget_remove_controller(widget, controller);
    }
}

void studio_popup(GtkWidget *popover)
{
    GtkWidget *parent = gtk_widget_get_parent(popover);
    if (parent != NULL && gtk_widget_get_mapped(parent))
        gtk_popover_popup(GTK_POPOVER(popover));
}

void studio_show_rows(GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; ++i) { // a hidden row passes nothing on to those below it
        GdkRGBA color;
        gtk_style_context_get_color(gtk_widget_get_style_context(rows->pdata[i]), &color);
    }
    for (guint i = 0; i < rows->len; ++i)
        gtk_widget_set_visible(rows->pdata[i], TRUE);
    g_ptr_array_set_size(rows, 0);
}

static void drop_popover(GtkWidget *popover)
{
    if (gtk_widget_get_parent(popover) != NULL)
        gtk_widget_unparent(popover);
}

static gboolean drop_later(void *popover)
{
    drop_popover(popover);
    return G_SOURCE_REMOVE;
}

static void on_popover_closed(GtkWidget *popover)
{
    // Not at once: what was chosen in it still runs.
    g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, drop_later, g_object_ref(popover), g_object_unref);
}

bool studio_popup_once(GtkWidget *popover, GtkWidget *over)
{
    const bool is_seen = gtk_widget_get_mapped(over);
    gtk_widget_set_parent(popover, over);
    g_signal_connect_object(over, "destroy", G_CALLBACK(drop_popover), popover, G_CONNECT_SWAPPED);
    if (is_seen) {
        g_signal_connect(popover, "closed", G_CALLBACK(on_popover_closed), NULL);
        gtk_popover_popup(GTK_POPOVER(popover));
    } else {
        gtk_widget_unparent(popover);
    }
    return is_seen;
}

static const char NAME[] = "accessible-name", DESCRIPTION[] = "accessible-description", TIP[] = "tip";

// GTK makes a button's label or child its name.

static void on_child(GtkWidget *widget) { g_object_set_data(G_OBJECT(widget), NAME, NULL); }

/// Forgets accessible texts that GTK replaces.
static void watch(GtkWidget *widget)
{
    static const char key[] = "accessible-watched";
    if (g_object_get_data(G_OBJECT(widget), key) != NULL)
        return;
    g_object_set_data(G_OBJECT(widget), key, (void *)key);
    if (GTK_IS_BUTTON(widget)) {
        g_signal_connect(widget, "notify::label", G_CALLBACK(on_child), NULL);
        g_signal_connect(widget, "notify::child", G_CALLBACK(on_child), NULL);
    }
}

/// Sets an accessible text unless the widget has it: GTK would send it over the bus again.
static void set_accessible(GtkWidget *widget, const char *key, GtkAccessibleProperty property,
                           const char *text)
{
    if (g_strcmp0(g_object_get_data(G_OBJECT(widget), key), text) == 0)
        return;
    watch(widget);
    g_object_set_data_full(G_OBJECT(widget), key, g_strdup(text), g_free);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), property, text, -1);
}

void studio_name(GtkWidget *widget, const char *name)
{
    set_accessible(widget, NAME, GTK_ACCESSIBLE_PROPERTY_LABEL, name);
}

void studio_describe(GtkWidget *widget, const char *description)
{
    set_accessible(widget, DESCRIPTION, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
}

static gboolean on_query_tip(GtkWidget *widget, int x, int y, gboolean is_keyboard, GtkTooltip *tooltip,
                             void *user)
{
    (void)x, (void)y, (void)is_keyboard, (void)user;
    gtk_tooltip_set_text(tooltip, g_object_get_data(G_OBJECT(widget), TIP));
    return g_object_get_data(G_OBJECT(widget), TIP) != NULL;
}

void studio_tip(GtkWidget *widget, const char *text)
{
    static const char key[] = "tip-asked";
    if (g_strcmp0(g_object_get_data(G_OBJECT(widget), TIP), text) == 0)
        return;
    if (g_object_get_data(G_OBJECT(widget), key) == NULL) {
        g_object_set_data(G_OBJECT(widget), key, (void *)key);
        g_signal_connect(widget, "query-tooltip", G_CALLBACK(on_query_tip), NULL);
    }
    g_object_set_data_full(G_OBJECT(widget), TIP, g_strdup(text), g_free);
    gtk_widget_set_has_tooltip(widget, text != NULL);
    studio_describe(widget, text != NULL ? text : "");
}

void studio_set_label(GtkWidget *button, const char *label)
{
    if (g_strcmp0(gtk_button_get_label(GTK_BUTTON(button)), label) != 0)
        gtk_button_set_label(GTK_BUTTON(button), label);
}

/// What a field was filled with, and whether it was changed since.
typedef struct Filled {
    char *text;
    bool is_filling, is_changed;
} Filled;

static void free_filled(void *given)
{
    Filled *filled = given;
    g_free(filled->text);
    g_free(filled);
}

static void on_filled_changed(GtkEditable *editable, Filled *filled)
{
    (void)editable;
    filled->is_changed = filled->is_changed || !filled->is_filling;
}

/// GTK keeps the keys of Undo in a field, also where there is nothing to undo in it.
static gboolean on_filled_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                              Filled *filled)
{
    (void)code;
    GtkWidget *field = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    const bool is_redo = (state & GDK_SHIFT_MASK) != 0;
    if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != GDK_CONTROL_MASK ||
        gdk_keyval_to_lower(key) != GDK_KEY_z)
        return GDK_EVENT_PROPAGATE;
    if (is_redo ? filled->is_changed : strcmp(gtk_editable_get_text(GTK_EDITABLE(field)), filled->text) != 0)
        return GDK_EVENT_PROPAGATE;
    return gtk_widget_activate_action(field, is_redo ? "win.redo" : "win.undo", NULL);
}

/// What a field is filled with; an editable label is a name or number in a list that Undo may change
/// under it, so its keys stay its own.
static Filled *filled_of(GtkWidget *field)
{
    Filled *filled = g_object_get_data(G_OBJECT(field), "filled");
    if (filled != NULL)
        return filled;
    filled = g_new0(Filled, 1);
    g_object_set_data_full(G_OBJECT(field), "filled", filled, free_filled);
    if (GTK_IS_EDITABLE_LABEL(field))
        return filled;
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_filled_key), filled);
    gtk_widget_add_controller(field, keys);
    g_signal_connect(field, "changed", G_CALLBACK(on_filled_changed), filled);
    return filled;
}

void studio_fill(GtkWidget *field, const char *text)
{
    GtkEditable *editable = GTK_EDITABLE(field);
    Filled *filled = filled_of(field);
    char *copy = g_strdup(text);
    filled->is_filling = true;
    gtk_editable_set_enable_undo(editable, FALSE); // forgets what was typed and filled before
    if (strcmp(gtk_editable_get_text(editable), copy) != 0)
        gtk_editable_set_text(editable, copy);
    gtk_editable_set_enable_undo(editable, TRUE);
    g_free(filled->text);
    filled->text = copy;
    filled->is_filling = filled->is_changed = false;
}

void studio_fill_again(GtkWidget *field) { studio_fill(field, gtk_editable_get_text(GTK_EDITABLE(field))); }

int studio_scaled(int pixels)
{
    int dpi = 0;
    g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
    const int usual = 96 * 1024;
    return dpi > usual ? (int)((gint64)pixels * dpi / usual) : pixels;
}

GtkWidget *studio_label_new(const char *text, const char *classes)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    g_auto(GStrv) names = g_strsplit(classes != NULL ? classes : "", " ", -1);
    for (char **name = names; *name != NULL; ++name)
        if (**name != '\0')
            gtk_widget_add_css_class(label, *name);
    return label;
}

GtkWidget *studio_chip_new(const char *text, GtkWidget *group)
{
    GtkWidget *chip = gtk_toggle_button_new_with_label(text);
    gtk_widget_add_css_class(chip, "chip");
    gtk_widget_set_valign(chip, GTK_ALIGN_CENTER);
    if (group != NULL)
        gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(chip), GTK_TOGGLE_BUTTON(group));
    return chip;
}

static void add_button(GtkWidget *box, const char *label, const char *action, bool is_first)
{
    if (label == NULL)
        return;
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
    gtk_widget_add_css_class(button, "pill");
    if (is_first)
        gtk_widget_add_css_class(button, "suggested-action");
    gtk_box_append(GTK_BOX(box), button);
}

GtkWidget *studio_empty_new(const char *icon, const char *title, const char *text, const char *label,
                            const char *action, const char *second_label, const char *second_action)
{
    GtkWidget *page = adw_status_page_new();
    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    adw_status_page_set_icon_name(ADW_STATUS_PAGE(page), icon);
    adw_status_page_set_title(ADW_STATUS_PAGE(page), title);
    adw_status_page_set_description(ADW_STATUS_PAGE(page), text);
    gtk_widget_add_css_class(page, "compact");
    gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER);
    add_button(buttons, label, action, true);
    add_button(buttons, second_label, second_action, false);
    adw_status_page_set_child(ADW_STATUS_PAGE(page), buttons);
    return page;
}

static gboolean on_escape(GtkWidget *window, GVariant *arguments, void *user)
{
    (void)arguments, (void)user;
    gtk_window_close(GTK_WINDOW(window));
    return TRUE;
}

StudioDialog studio_dialog_new(GtkWidget *parent, const char *name, const char *title, const char *subtitle,
                               const char *suggest, int width, int height)
{
    StudioDialog dialog = {.window = ADW_WINDOW(adw_window_new()),
                           .title = ADW_WINDOW_TITLE(adw_window_title_new(title, subtitle)),
                           .body = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
                           .suggest = gtk_button_new_with_label(suggest)};
    GtkWidget *window = GTK_WIDGET(dialog.window), *bar = adw_header_bar_new(),
              *cancel = gtk_button_new_with_label("Cancel"), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_name(window, name);
    gtk_window_set_title(GTK_WINDOW(window), title);
    gtk_window_set_modal(GTK_WINDOW(window), TRUE);
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
    gtk_window_set_transient_for(GTK_WINDOW(window), GTK_WINDOW(gtk_widget_get_root(parent)));
    adw_header_bar_set_title_widget(ADW_HEADER_BAR(bar), GTK_WIDGET(dialog.title));
    adw_header_bar_set_show_start_title_buttons(ADW_HEADER_BAR(bar), FALSE);
    adw_header_bar_set_show_end_title_buttons(ADW_HEADER_BAR(bar), FALSE);
    gtk_widget_add_css_class(dialog.suggest, "suggested-action");
    adw_header_bar_pack_start(ADW_HEADER_BAR(bar), cancel);
    adw_header_bar_pack_end(ADW_HEADER_BAR(bar), dialog.suggest);
    g_signal_connect_swapped(cancel, "clicked", G_CALLBACK(gtk_window_close), window);
    gtk_widget_set_vexpand(dialog.body, TRUE);
    gtk_box_append(GTK_BOX(box), bar);
    gtk_box_append(GTK_BOX(box), dialog.body);
    adw_window_set_content(dialog.window, box);
    gtk_window_set_default_widget(GTK_WINDOW(window), dialog.suggest);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new(on_escape, NULL, NULL)));
    gtk_widget_add_controller(window, keys);
    return dialog;
}

const char *studio_number_text(double number, int decimals, char out[STUDIO_NUMBER_ROOM])
{
    char format[8], digits[STUDIO_NUMBER_ROOM];
    g_snprintf(format, sizeof format, "%%.%df", decimals < 0 ? 0 : decimals > 6 ? 6 : decimals);
    g_ascii_formatd(digits, sizeof digits, format, fabs(number));
    const bool is_zero = g_ascii_strtod(digits, NULL) == 0.0;
    g_snprintf(out, STUDIO_NUMBER_ROOM, "%s%s", number < 0.0 && !is_zero ? "−" : "", digits);
    return out;
}

GtkWidget *studio_facts_new(const char *name)
{
    GtkWidget *list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    studio_name(list, name);
    return list;
}

GtkWidget *studio_facts_add(GtkWidget *list, const char *title)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *row = gtk_list_box_row_new(),
              *name = studio_label_new(title, NULL), *value = studio_label_new("–", "numeric dim-label");
    gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_ellipsize(GTK_LABEL(value), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_xalign(GTK_LABEL(value), 1.0f);
    gtk_widget_set_hexpand(value, TRUE);
    gtk_widget_add_css_class(box, "fact-row");
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), value);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
    gtk_widget_set_focusable(row, FALSE); // there is nothing to do with it
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    return value;
}

GtkWidget *studio_link_row_new(const char *icon, const char *name, const char *second)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *row = gtk_list_box_row_new(),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1), *title = studio_label_new(name, NULL);
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(texts), title);
    if (second != NULL) {
        gtk_box_append(GTK_BOX(texts), studio_label_new(second, "caption dim-label numeric"));
        studio_describe(title, second);
    }
    gtk_widget_add_css_class(box, "link-row");
    gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name(icon));
    gtk_box_append(GTK_BOX(box), texts);
    gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name("go-next-symbolic"));
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    return row;
}

void studio_strings_set(GtkStringList *list, const char *const *strings)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list));
    guint same = 0;
    while (same < count && strings[same] != NULL &&
           strcmp(gtk_string_list_get_string(list, same), strings[same]) == 0)
        ++same;
    if (same < count || strings[same] != NULL)
        gtk_string_list_splice(list, 0, count, strings);
}
