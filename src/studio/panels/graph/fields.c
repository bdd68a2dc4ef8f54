// SPDX-License-Identifier: MIT
//
// Rows of settings.

#include "studio/panels/graph/fields.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/graph/chooser.h"
#include "studio/panels/graph/list.h"
#include "studio/panels/widgets/widgets.h"

void studio_graph_field_free(StudioGraphField *field)
{
    g_free(field->id);
    g_free(field->key);
    g_free(field);
}

bool studio_graph_field_set(StudioGraphField *field, const char *json)
{
    return field->is_parameter ? studio_graph_change_parameter(field->session, field->id, json)
                               : studio_graph_change(field->session, field->id, field->key, json);
}

static char *number_json(double number)
{
    MieniTextOut out = {0};
    mieni_text_put_number(&out, number);
    char *text = g_strdup(out.bytes != NULL ? out.bytes : "0");
    mieni_text_release(&out);
    return text;
}

// Numbers and names, typed

static char *names_json(const char *text)
{
    g_auto(GStrv) names = g_strsplit_set(text, ", ", -1);
    GString *json = g_string_new("[");
    for (char **name = names; *name != NULL; ++name) {
        if (**name == '\0')
            continue;
        g_autofree char *quoted = studio_graph_quote(*name);
        g_string_append_printf(json, "%s%s", json->len > 1 ? ", " : "", quoted);
    }
    g_string_append_c(json, ']');
    return g_string_free(json, FALSE);
}

static bool is_number(const MieniField *schema)
{
    return schema->type == MIENI_FIELD_NUMBER || schema->type == MIENI_FIELD_INTEGER;
}

static void complain(StudioGraphField *field, bool is_wrong)
{
    g_autofree char *text = is_wrong ? g_strdup_printf("Not a number. The range is %g to %g.",
                                                       field->schema->min, field->schema->max)
                                     : NULL;
    if (is_wrong)
        gtk_widget_add_css_class(field->control, "error");
    else
        gtk_widget_remove_css_class(field->control, "error");
    studio_tip(field->control, text);
}

static void commit(StudioGraphField *field)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(field->control));
    const char *shown = g_object_get_data(G_OBJECT(field->control), "shown");
    double number;
    if (field->is_filling || g_strcmp0(text, shown) == 0)
        return;
    if (!is_number(field->schema)) {
        g_autofree char *json =
            field->schema->type == MIENI_FIELD_NAMES ? names_json(text) : studio_graph_quote(text);
        studio_graph_field_set(field, text[0] != '\0' ? json : NULL);
        return;
    }
    const bool is_fine =
        studio_number_read(text, field->number, field->schema->min, field->schema->max, &number);
    complain(field, !is_fine);
    if (!is_fine)
        return;
    if (field->schema->type == MIENI_FIELD_INTEGER)
        number = (double)(gint64)(number + (number < 0 ? -0.5 : 0.5));
    g_autofree char *json = number_json(number);
    studio_graph_field_set(field, json);
}

static void on_entry(GtkEntry *entry, StudioGraphField *field)
{
    (void)entry;
    commit(field);
}

static void on_entry_left(GtkEventControllerFocus *controller, StudioGraphField *field)
{
    (void)controller;
    commit(field);
}

static gboolean on_entry_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                             StudioGraphField *field)
{
    (void)controller, (void)code, (void)state;
    if (key != GDK_KEY_Escape)
        return FALSE;
    const char *shown = g_object_get_data(G_OBJECT(field->control), "shown");
    studio_fill(field->control, shown != NULL ? shown : "");
    complain(field, false);
    return TRUE;
}

static GtkWidget *make_entry(StudioGraphField *field)
{
    GtkWidget *entry = gtk_entry_new();
    GtkEventController *focus = gtk_event_controller_focus_new(), *keys = gtk_event_controller_key_new();
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), is_number(field->schema) ? 6 : 12);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), is_number(field->schema) ? 8 : 16);
    gtk_entry_set_alignment(GTK_ENTRY(entry), is_number(field->schema) ? 1.0f : 0.0f);
    gtk_widget_add_css_class(entry, "numeric");
    g_signal_connect(entry, "activate", G_CALLBACK(on_entry), field);
    g_signal_connect(focus, "leave", G_CALLBACK(on_entry_left), field);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_entry_key), field);
    gtk_widget_add_controller(entry, focus);
    gtk_widget_add_controller(entry, keys);
    return entry;
}

// On and off, and words to choose from

static void on_switch(GtkSwitch *control, GParamSpec *spec, StudioGraphField *field)
{
    (void)spec;
    if (!field->is_filling)
        studio_graph_field_set(field, gtk_switch_get_active(control) ? "true" : "false");
}

static void on_choice(GtkDropDown *control, GParamSpec *spec, StudioGraphField *field)
{
    (void)spec;
    if (field->is_filling)
        return;
    g_auto(GStrv) words = g_strsplit(field->schema->choices, "|", -1);
    const guint at = gtk_drop_down_get_selected(control);
    if (at >= g_strv_length(words))
        return;
    g_autofree char *json = studio_graph_quote(words[at]);
    studio_graph_field_set(field, json);
}

static GtkWidget *make_choice(StudioGraphField *field)
{
    g_auto(GStrv) words = g_strsplit(field->schema->choices, "|", -1);
    GtkStringList *list = gtk_string_list_new(NULL);
    for (char **word = words; *word != NULL; ++word) {
        char *text = g_strdelimit(g_strdup(*word), "_", ' ');
        text[0] = g_ascii_toupper(text[0]);
        gtk_string_list_take(list, text);
    }
    GtkWidget *control = gtk_drop_down_new(G_LIST_MODEL(list), NULL);
    g_signal_connect(control, "notify::selected", G_CALLBACK(on_choice), field);
    return control;
}

// Parameters that give a value

#define NEW_PARAMETER "+" ///< Among values, which are JSON, so that none is this.

static const char *parameter_type(const MieniField *schema)
{
    return schema->type == MIENI_FIELD_NUMBER    ? "float"
           : schema->type == MIENI_FIELD_INTEGER ? "int"
           : schema->type == MIENI_FIELD_BOOL    ? "bool"
                                                 : "";
}

static void on_parameter(void *user, const char *value)
{
    StudioGraphField *field = user;
    g_autofree char *id = g_strdup(field->id), *key = g_strdup(field->key); // the row may go
    if (strcmp(value, NEW_PARAMETER) == 0)
        studio_graph_give_parameter(field->session, id, key, parameter_type(field->schema));
    else
        studio_graph_field_set(field, value[0] != '\0' ? value : NULL);
}

/// A list of who may give the value: the field itself, or a parameter.
static void on_givers(GtkMenuButton *button, void *user)
{
    StudioGraphField *field = user;
    Studio *studio = studio_workspace_studio(studio_graph_session_workspace(field->session));
    const StudioGraphScene *scene = studio_graph_session_scene(field->session);
    StudioGraphChain chain;
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(StudioListEntry));
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    const StudioListEntry own = {"", "Fixed value", "Starts at the default"};
    g_array_append_val(entries, own);
    if (scene == NULL || studio_graph_chain_read(studio, scene->path, &chain, NULL) != MIEN_OK)
        return;
    const MieniGraphView *graph = studio_graph_root(&chain.texts[0]);
    for (int i = 0; i < mieni_graph_parameter_count(graph); ++i) {
        const MieniParameterView *parameter = mieni_graph_parameter(graph, i);
        const char *name = mieni_text_or_empty(mieni_parameter_name(parameter));
        if (strcmp(mieni_text_or_empty(mieni_parameter_type(parameter)), parameter_type(field->schema)) != 0)
            continue;
        g_autofree char *quoted = studio_graph_quote(name);
        const StudioListEntry entry = {g_strdup_printf("{\"parameter\": %s}", quoted), name, "Parameter"};
        g_ptr_array_add(texts, (void *)entry.value);
        g_array_append_val(entries, entry);
    }
    const StudioListEntry new = {NEW_PARAMETER, "New parameter", "Starts at the current value"};
    if (scene->parent == NULL)
        g_array_append_val(entries, new);
    gtk_menu_button_set_popover(
        button, studio_list_popover_new("Set by", (const StudioListEntry *)(void *)entries->data,
                                        (int)entries->len, on_parameter, field, NULL));
}

static void add_givers(StudioGraphField *field, const char *label)
{
    GtkWidget *button = gtk_menu_button_new();
    g_autofree char *name = g_strdup_printf("Set %s by", label);
    if (!field->schema->may_be_parameter || field->is_parameter || parameter_type(field->schema)[0] == '\0')
        return;
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "view-more-symbolic");
    gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(button), on_givers, field, NULL);
    studio_tip(button, "Set by a parameter");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "flat");
    studio_name(button, name);
    adw_action_row_add_suffix(ADW_ACTION_ROW(field->row), button);
}

// Rows

static void on_reset(GtkButton *button, StudioGraphField *field)
{
    (void)button;
    studio_graph_field_set(field, NULL);
}

static void on_override(GtkButton *button, StudioGraphField *field)
{
    (void)button;
    gtk_stack_set_visible_child(GTK_STACK(field->stack), field->control);
    gtk_widget_grab_focus(field->control);
}

/// A number that follows the parent: a lock, the value, and a button that makes it one's own.
static GtkWidget *make_inherited(StudioGraphField *field, const char *label, const char *parent)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *lock = gtk_image_new_from_icon_name("changes-prevent-symbolic"),
              *button = gtk_button_new_with_label("Override");
    g_autofree char *name = g_strdup_printf("Override %s", label),
                    *tooltip = g_strdup_printf("Override the value of %s", parent);
    field->inherited = studio_label_new("", "dim-label numeric");
    gtk_label_set_width_chars(GTK_LABEL(field->inherited), 4); // "1.00" before any word of the button
    gtk_widget_add_css_class(lock, "dim-label");
    studio_tip(button, tooltip);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    studio_name(button, name);
    g_signal_connect(button, "clicked", G_CALLBACK(on_override), field);
    gtk_box_append(GTK_BOX(box), lock);
    gtk_box_append(GTK_BOX(box), field->inherited);
    gtk_box_append(GTK_BOX(box), button);
    gtk_widget_set_halign(box, GTK_ALIGN_END);
    field->stack = gtk_stack_new();
    gtk_stack_set_hhomogeneous(GTK_STACK(field->stack), FALSE);
    gtk_widget_set_valign(field->stack, GTK_ALIGN_CENTER);
    gtk_stack_add_child(GTK_STACK(field->stack), box);
    gtk_stack_add_child(GTK_STACK(field->stack), field->control);
    return field->stack;
}

static void add_reset(StudioGraphField *field, const char *label, const char *parent)
{
    GtkWidget *button = gtk_button_new_from_icon_name("edit-undo-symbolic");
    g_autofree char *name = g_strdup_printf("Reset %s", label),
                    *tooltip = g_strdup_printf("Reset to the value of %s", parent);
    studio_tip(button, tooltip);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "flat");
    studio_name(button, name);
    g_signal_connect(button, "clicked", G_CALLBACK(on_reset), field);
    adw_action_row_add_suffix(ADW_ACTION_ROW(field->row), button);
}

static GtkWidget *make_control(StudioGraphField *field, const char *label, bool is_given)
{
    if (is_given || field->schema->type == MIENI_FIELD_ROWS || field->schema->type == MIENI_FIELD_VECTOR ||
        field->schema->type == MIENI_FIELD_POINTS)
        return studio_label_new("", "dim-label");
    if (studio_graph_chooser_has(field->schema))
        return studio_graph_chooser_button(field->session,
                                           (StudioChoice){field->id, field->key, field->is_parameter}, label);
    switch (field->schema->type) {
    case MIENI_FIELD_BOOL: {
        GtkWidget *control = gtk_switch_new();
        g_signal_connect(control, "notify::active", G_CALLBACK(on_switch), field);
        return control;
    }
    case MIENI_FIELD_CHOICE:
        return make_choice(field);
    case MIENI_FIELD_TEXT:
    case MIENI_FIELD_NAME:
    case MIENI_FIELD_NUMBER:
    case MIENI_FIELD_INTEGER:
    case MIENI_FIELD_NAMES:
    case MIENI_FIELD_PATH:
        return make_entry(field);
    default:
        return studio_label_new("", "dim-label");
    }
}

static void fill_choice(StudioGraphField *field, const MieniJson *value)
{
    g_auto(GStrv) words = g_strsplit(field->schema->choices, "|", -1);
    guint at = (guint)field->schema->fallback;
    for (guint i = 0; value != NULL && value->type == MIENI_JSON_STRING && words[i] != NULL; ++i)
        if (strcmp(words[i], value->string) == 0)
            at = i;
    gtk_drop_down_set_selected(GTK_DROP_DOWN(field->control), at);
}

static char *text_of(const StudioGraphField *field, const MieniJson *value)
{
    if (field->schema->type == MIENI_FIELD_NAMES) {
        GString *text = g_string_new(NULL);
        for (int i = 0; value != NULL && i < value->count; ++i)
            g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", value->items[i]->string);
        return g_string_free(text, FALSE);
    }
    if (field->schema->type == MIENI_FIELD_NUMBER) {
        char out[STUDIO_NUMBER_ROOM];
        return g_strdup(studio_number_text(field->number, 3, out));
    }
    if (value == NULL && GTK_IS_ENTRY(field->control) &&
        (field->schema->type == MIENI_FIELD_PATH || field->schema->type == MIENI_FIELD_NAME))
        return g_strdup("");
    if (value != NULL && value->type == MIENI_JSON_STRING && GTK_IS_ENTRY(field->control))
        return g_strdup(value->string);
    return studio_label_of_value(field->schema, value);
}

void studio_graph_field_fill(StudioGraphField *field, const StudioFieldState *state)
{
    const MieniJson *value = state->value;
    field->number =
        value != NULL && value->type == MIENI_JSON_NUMBER ? value->number : field->schema->fallback;
    g_autofree char *text = text_of(field, value);
    field->is_filling = true;
    if (GTK_IS_SWITCH(field->control))
        gtk_switch_set_active(GTK_SWITCH(field->control), value != NULL && value->type == MIENI_JSON_BOOL
                                                              ? value->boolean
                                                              : field->schema->fallback != 0.0);
    else if (GTK_IS_DROP_DOWN(field->control))
        fill_choice(field, value);
    else if (GTK_IS_ENTRY(field->control)) {
        complain(field, false);
        studio_fill(field->control, text);
        g_object_set_data_full(G_OBJECT(field->control), "shown", g_strdup(text), g_free);
    } else if (GTK_IS_MENU_BUTTON(field->control))
        studio_graph_chooser_fill(field->control, text,
                                  value != NULL && value->type == MIENI_JSON_STRING ? value->string : NULL);
    else
        gtk_label_set_text(GTK_LABEL(field->control), text);
    if (field->inherited != NULL)
        gtk_label_set_text(GTK_LABEL(field->inherited), text);
    field->is_filling = false;
}

static bool is_wire(const char *key)
{
    static const char *const keys[] = {"id", "node", "position", "input",  "base",   "delta",
                                       "a",  "b",    "layer",    "inputs", "states", "changes"};
    for (size_t i = 0; i < G_N_ELEMENTS(keys); ++i)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

StudioGraphField *studio_graph_field_new(StudioGraphSession *session, const char *id,
                                         const MieniField *schema, bool is_parameter,
                                         const StudioFieldState *state)
{
    if (!is_parameter && is_wire(schema->key))
        return NULL;
    StudioGraphField *field = g_new0(StudioGraphField, 1);
    g_autofree char *label = is_parameter ? g_strdup(id) : studio_label_of_key(schema->key);
    field->session = session;
    field->id = g_strdup(id);
    field->key = g_strdup(schema->key);
    field->is_parameter = is_parameter;
    field->schema = schema;
    field->row = adw_action_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(field->row), label);
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(field->row), FALSE);
    adw_action_row_set_title_lines(ADW_ACTION_ROW(field->row), 1);
    field->control = make_control(field, label, mieni_value_parameter(state->value) != NULL);
    gtk_widget_set_valign(field->control, GTK_ALIGN_CENTER);
    studio_ignore_scrolling(field->control);
    if (!GTK_IS_MENU_BUTTON(field->control) && !GTK_IS_LABEL(field->control))
        studio_name(field->control, label);
    const bool follows = state->is_child && !state->is_own;
    if (follows && GTK_IS_ENTRY(field->control)) {
        adw_action_row_add_suffix(ADW_ACTION_ROW(field->row), make_inherited(field, label, state->parent));
    } else {
        if (follows) {
            GtkWidget *lock = gtk_image_new_from_icon_name("changes-prevent-symbolic");
            gtk_widget_add_css_class(lock, "dim-label");
            adw_action_row_add_suffix(ADW_ACTION_ROW(field->row), lock);
        }
        adw_action_row_add_suffix(ADW_ACTION_ROW(field->row), field->control);
    }
    if (state->is_child && state->is_own)
        add_reset(field, label, state->parent);
    else
        add_givers(field, label);
    studio_graph_field_fill(field, state);
    return field;
}
