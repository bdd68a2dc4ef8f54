// SPDX-License-Identifier: MIT
//
// The transport.

#include "studio/panels/transport.h"

#include <string.h>

#include "studio/model/words.h"
#include "studio/panels/widgets.h"

struct _StudioTransport {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    GtkWidget *clip, *time, *state;
    GtkStringList *names;
    GPtrArray *paths; ///< Of clips, in the order of names; the first is NULL: none.
    bool is_filling;
};

G_DEFINE_TYPE(StudioTransport, studio_transport, GTK_TYPE_BOX)

static void show_session(StudioTransport *transport)
{
    const StudioSession *session = studio_workspace_session(transport->workspace);
    guint chosen = 0;
    for (guint i = 1; i < transport->paths->len; ++i)
        if (strcmp(transport->paths->pdata[i], session->clip) == 0)
            chosen = i;
    transport->is_filling = true;
    gtk_drop_down_set_selected(GTK_DROP_DOWN(transport->clip), chosen);
    gtk_range_set_value(GTK_RANGE(transport->time), session->time);
    transport->is_filling = false;
    gtk_widget_set_sensitive(transport->time, chosen > 0);
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(digits, sizeof digits, "%.2f", session->time);
    g_autofree char *text = chosen > 0 ? g_strdup_printf("%s s", digits) : g_strdup("preview weights");
    gtk_label_set_text(GTK_LABEL(transport->state), text);
}

static void list_clips(StudioTransport *transport)
{
    const Studio *studio =
        transport->workspace != NULL ? studio_workspace_studio(transport->workspace) : NULL;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_set_size(transport->paths, 1);
    for (int i = 0; studio != NULL && i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        char name[STUDIO_LABEL_ROOM];
        if (file->kind != MIENI_ASSET_CLIP || !studio_exists(studio, file->path))
            continue;
        g_ptr_array_add(transport->paths, g_strdup(file->path));
        g_ptr_array_add(names, g_strdup(studio_asset_name(file->path, name)));
    }
    g_ptr_array_add(names, NULL);
    transport->is_filling = true; // all at once: each change is looked at by the whole list
    gtk_string_list_splice(transport->names, 1, g_list_model_get_n_items(G_LIST_MODEL(transport->names)) - 1,
                           (const char *const *)names->pdata);
    transport->is_filling = false;
    if (transport->workspace != NULL)
        show_session(transport);
}

static void on_clip(StudioTransport *transport)
{
    const guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(transport->clip));
    if (transport->is_filling || transport->workspace == NULL || chosen >= transport->paths->len)
        return;
    StudioSession *session = studio_workspace_session(transport->workspace);
    const char *path = transport->paths->pdata[chosen];
    g_strlcpy(session->clip, path != NULL ? path : "", sizeof session->clip);
    session->time = 0.0;
    studio_workspace_session_changed(transport->workspace);
}

static void on_time(StudioTransport *transport)
{
    if (transport->is_filling || transport->workspace == NULL)
        return;
    studio_workspace_session(transport->workspace)->time = gtk_range_get_value(GTK_RANGE(transport->time));
    studio_workspace_session_changed(transport->workspace);
}

static void on_files(StudioTransport *transport, const char *const *paths)
{
    for (; *paths != NULL; ++paths)
        if (mieni_asset_kind_of_path(*paths) == MIENI_ASSET_CLIP) {
            list_clips(transport);
            return;
        }
}

static void studio_transport_dispose(GObject *object)
{
    StudioTransport *transport = STUDIO_TRANSPORT(object);
    g_clear_object(&transport->signals);
    g_clear_object(&transport->workspace);
    g_clear_object(&transport->commands);
    g_clear_object(&transport->names);
    g_clear_pointer(&transport->paths, g_ptr_array_unref);
    G_OBJECT_CLASS(studio_transport_parent_class)->dispose(object);
}

static void studio_transport_class_init(StudioTransportClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_transport_dispose;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "transport");
}

static void studio_transport_init(StudioTransport *transport)
{
    transport->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(transport->signals, "session", G_CALLBACK(show_session), transport);
    g_signal_group_connect_swapped(transport->signals, "changed", G_CALLBACK(on_files), transport);
    transport->names = gtk_string_list_new((const char *const[]){"No clip", NULL});
    transport->paths = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(transport->paths, NULL);
}

static void add_button(StudioTransport *transport, const char *name, const char *words, const char *called)
{
    GtkWidget *button = studio_commands_button(transport->commands, name, words);
    gtk_widget_add_css_class(button, strcmp(name, "play.toggle") == 0 ? "play" : "flat");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, called, -1);
    gtk_box_append(GTK_BOX(transport), button);
}

GtkWidget *studio_transport_new(StudioCommands *commands)
{
    StudioTransport *transport = g_object_new(STUDIO_TYPE_TRANSPORT, "spacing", 6, NULL);
    transport->commands = g_object_ref(commands);
    add_button(transport, "play.previous-key", "Previous key", "Previous key");
    add_button(transport, "play.toggle", "Play", "Play");
    add_button(transport, "play.next-key", "Next key", "Next key");
    add_button(transport, "play.loop", "Play again and again", "Loop");
    transport->clip = gtk_drop_down_new(G_LIST_MODEL(g_object_ref(transport->names)),
                                        gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string"));
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(transport->clip), TRUE);
    gtk_widget_set_valign(transport->clip, GTK_ALIGN_CENTER);
    gtk_widget_set_tooltip_text(transport->clip, "The clip that plays");
    gtk_accessible_update_property(GTK_ACCESSIBLE(transport->clip), GTK_ACCESSIBLE_PROPERTY_LABEL, "Clip",
                                   -1);
    g_signal_connect_swapped(transport->clip, "notify::selected", G_CALLBACK(on_clip), transport);
    gtk_box_append(GTK_BOX(transport), transport->clip);
    transport->time = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0.0, 8.0, 0.01);
    gtk_widget_set_hexpand(transport->time, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(transport->time), GTK_ACCESSIBLE_PROPERTY_LABEL, "Time",
                                   -1);
    studio_ignore_scrolling(transport->time);
    g_signal_connect_swapped(transport->time, "value-changed", G_CALLBACK(on_time), transport);
    gtk_box_append(GTK_BOX(transport), transport->time);
    transport->state = gtk_label_new("preview weights");
    gtk_widget_add_css_class(transport->state, "caption");
    gtk_widget_add_css_class(transport->state, "numeric");
    gtk_box_append(GTK_BOX(transport), transport->state);
    return GTK_WIDGET(transport);
}

void studio_transport_set_workspace(StudioTransport *transport, StudioWorkspace *workspace)
{
    g_set_object(&transport->workspace, workspace);
    g_signal_group_set_target(transport->signals, workspace);
    list_clips(transport);
}
