// SPDX-License-Identifier: MIT
//
// The curve operations of a Modify curve node: one row each, and one to add another.

#include <adwaita.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/graph/fields.h"
#include "studio/panels/widgets/widgets.h"

static const char *const does[] = {"scale", "add", "set", "remap", "smooth"};

/// A row of the list.
typedef struct Change {
    StudioGraphSession *session;
    char *id;
    int index;
    double value;
} Change;

static void free_change(void *given)
{
    Change *change = given;
    g_free(change->id);
    g_free(change);
}

static const MieniJson *changes_of(StudioGraphSession *session, const char *id)
{
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    StudioGraphChain chain;
    if (scene == NULL ||
        studio_graph_chain_read(studio_workspace_studio(studio_graph_session_workspace(session)), scene->path,
                                &chain, NULL) != MIEN_OK)
        return NULL;
    return mieni_graph_text_setting(&chain.texts[0], studio_graph_chain_find(&chain, id), "changes").value;
}

/// Writes the list again: without a row (number NULL), with another number in it, or with a row more.
static void write_changes(const Change *change, const double *number, const char *added,
                          const char *does_what)
{
    const MieniJson *rows = changes_of(change->session, change->id);
    MieniTextOut out = {0};
    bool is_first = true;
    mieni_text_put(&out, "[");
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const MieniChangeView *row = mieni_change_view(rows->items[i]);
        const bool is_it = added == NULL && i == change->index;
        if (is_it && number == NULL)
            continue;
        mieni_text_put(&out, is_first ? "" : ", ");
        is_first = false;
        if (!is_it) {
            mieni_text_put_json(&out, mieni_change_json(row));
            continue;
        }
        mieni_text_put(&out, "{\"curve\": ");
        mieni_text_put_string(&out, mieni_text_or_empty(mieni_change_curve(row)));
        mieni_text_put(&out, ", \"do\": ");
        mieni_text_put_string(&out, mieni_change_do(row) != NULL ? mieni_change_do(row) : "scale");
        mieni_text_put(&out, ", \"value\": ");
        mieni_text_put_number(&out, *number);
        mieni_text_put(&out, "}");
    }
    if (added != NULL) {
        mieni_text_put(&out, is_first ? "{\"curve\": " : ", {\"curve\": ");
        mieni_text_put_string(&out, added);
        mieni_text_put(&out, ", \"do\": ");
        mieni_text_put_string(&out, does_what);
        mieni_text_put(&out, ", \"value\": 1}");
    }
    mieni_text_put(&out, "]");
    g_autofree char *json = g_strdup(out.bytes), *id = g_strdup(change->id);
    mieni_text_release(&out);
    studio_graph_change(change->session, id, "changes", json); // the row may be gone after it
}

static void on_value(GtkEntry *entry, Change *change)
{
    double number;
    const char *shown = g_object_get_data(G_OBJECT(entry), "shown");
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    if (g_strcmp0(shown, text) == 0)
        return;
    if (studio_number_read(text, change->value, -1e9, 1e9, &number))
        write_changes(change, &number, NULL, NULL);
    else
        gtk_widget_add_css_class(GTK_WIDGET(entry), "error");
}

static void on_value_left(GtkEventControllerFocus *controller, Change *change)
{
    on_value(GTK_ENTRY(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller))), change);
}

static void on_remove(GtkButton *button, Change *change)
{
    (void)button;
    write_changes(change, NULL, NULL, NULL);
}

static void on_add(GtkEntry *entry, Change *change)
{
    GtkWidget *what = g_object_get_data(G_OBJECT(entry), "what");
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    if (text[0] != '\0')
        write_changes(change, NULL, text, does[gtk_drop_down_get_selected(GTK_DROP_DOWN(what))]);
}

static Change *new_change(GtkWidget *row, StudioGraphSession *session, const char *id, int index)
{
    Change *change = g_new0(Change, 1);
    change->session = session;
    change->id = g_strdup(id);
    change->index = index;
    g_object_set_data_full(G_OBJECT(row), "change", change, free_change);
    return change;
}

static void add_change(GtkWidget *list, StudioGraphSession *session, const char *id, int index,
                       const MieniChangeView *view)
{
    GtkWidget *row = adw_action_row_new(), *entry = gtk_entry_new(),
              *remove = gtk_button_new_from_icon_name("list-remove-symbolic");
    Change *change = new_change(row, session, id, index);
    const char *curve = mieni_text_or_empty(mieni_change_curve(view));
    const MieniJson *value = mieni_change_value_json(view);
    const char *parameter = mieni_value_parameter(value);
    char out[STUDIO_NUMBER_ROOM];
    g_autofree char *name = g_strdup_printf("Value of %s", curve),
                    *removes = g_strdup_printf("Remove %s", curve);
    GtkEventController *focus = gtk_event_controller_focus_new();
    change->value = value != NULL && value->type == MIENI_JSON_NUMBER ? value->number : 0;
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), FALSE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), curve);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), mieni_text_or_empty(mieni_change_do(view)));
    const char *text = parameter != NULL ? parameter : studio_number_text(change->value, 3, out);
    studio_fill(entry, text);
    g_object_set_data_full(G_OBJECT(entry), "shown", g_strdup(text), g_free);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 6);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 8);
    gtk_entry_set_alignment(GTK_ENTRY(entry), 1.0f);
    gtk_widget_set_sensitive(entry, parameter == NULL);
    gtk_widget_add_css_class(entry, "numeric");
    gtk_widget_add_css_class(remove, "flat");
    studio_name(entry, name);
    studio_name(remove, removes);
    g_signal_connect(entry, "activate", G_CALLBACK(on_value), change);
    g_signal_connect(focus, "leave", G_CALLBACK(on_value_left), change);
    g_signal_connect(remove, "clicked", G_CALLBACK(on_remove), change);
    gtk_widget_add_controller(entry, focus);
    GtkWidget *const parts[] = {entry, remove};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), parts[i]);
    }
    gtk_list_box_append(GTK_LIST_BOX(list), row);
}

static void add_adder(GtkWidget *list, StudioGraphSession *session, const char *id)
{
    GtkWidget *row = adw_action_row_new(), *entry = gtk_entry_new();
    static const char *const words[] = {"Scale", "Add", "Set", "Remap", "Smooth", NULL};
    GtkWidget *what = gtk_drop_down_new_from_strings(words);
    Change *change = new_change(row, session, id, -1);
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "Add a curve");
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 10);
    gtk_widget_set_hexpand(entry, TRUE);
    studio_name(entry, "Add a curve");
    studio_name(what, "Operation");
    studio_ignore_scrolling(what);
    g_object_set_data(G_OBJECT(entry), "what", what);
    g_signal_connect(entry, "activate", G_CALLBACK(on_add), change);
    GtkWidget *const parts[] = {what, entry};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        adw_action_row_add_prefix(ADW_ACTION_ROW(row), parts[1 - i]);
    }
    gtk_list_box_append(GTK_LIST_BOX(list), row);
}

void studio_graph_changes_fill(GtkWidget *list, StudioGraphSession *session, const char *id,
                               const MieniJson *changes)
{
    for (int i = 0; changes != NULL && i < changes->count; ++i)
        add_change(list, session, id, i, mieni_change_view(changes->items[i]));
    add_adder(list, session, id);
}
