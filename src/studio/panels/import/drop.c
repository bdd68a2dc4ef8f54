// SPDX-License-Identifier: MIT
//
// The outline shown while files are dragged over the window.

#include "studio/panels/import/drop.h"

#include "studio/panels/widgets/widgets.h"

typedef struct Drop {
    GtkWidget *outline, *label;
    StudioDropWords *words;
    StudioDropped *dropped;
    void *user;
} Drop;

/// Says what would happen, once the files are known: their names come later than the pointer.
static void show(GtkDropTarget *target, Drop *drop)
{
    const GValue *value = gtk_drop_target_get_value(target);
    const GSList *files = value != NULL ? g_value_get_boxed(value) : NULL;
    g_autofree char *text = files != NULL ? drop->words(drop->user, files) : NULL;
    gtk_label_set_text(GTK_LABEL(drop->label), text != NULL ? text : "");
    gtk_widget_set_visible(drop->outline, text != NULL);
}

static void on_value(GtkDropTarget *target, GParamSpec *spec, Drop *drop)
{
    (void)spec;
    show(target, drop);
}

static GdkDragAction on_enter(GtkDropTarget *target, double x, double y, Drop *drop)
{
    (void)x, (void)y;
    show(target, drop);
    return GDK_ACTION_COPY;
}

static void on_leave(GtkDropTarget *target, Drop *drop)
{
    (void)target;
    gtk_widget_set_visible(drop->outline, FALSE);
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y, Drop *drop)
{
    (void)target, (void)x, (void)y;
    const GSList *files = g_value_get_boxed(value);
    g_autofree char *text = files != NULL ? drop->words(drop->user, files) : NULL;
    gtk_widget_set_visible(drop->outline, FALSE);
    if (text == NULL)
        return FALSE;
    drop->dropped(drop->user, files);
    return TRUE;
}

GtkWidget *studio_drop_new(GtkWidget *child, StudioDropWords *words, StudioDropped *dropped, void *user)
{
    Drop *drop = g_new0(Drop, 1);
    *drop = (Drop){.words = words, .dropped = dropped, .user = user};
    GtkWidget *overlay = gtk_overlay_new();
    drop->outline = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    drop->label = gtk_label_new("");
    gtk_widget_add_css_class(drop->outline, "drop-outline");
    gtk_widget_add_css_class(drop->label, "drop-words");
    gtk_widget_set_halign(drop->label, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(drop->label, GTK_ALIGN_CENTER);
    gtk_widget_set_vexpand(drop->label, TRUE);
    gtk_widget_set_can_target(drop->outline, FALSE);
    gtk_widget_set_visible(drop->outline, FALSE);
    gtk_box_append(GTK_BOX(drop->outline), drop->label);
    gtk_overlay_set_child(GTK_OVERLAY(overlay), child);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), drop->outline);
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    gtk_drop_target_set_preload(target, TRUE);
    g_signal_connect(target, "notify::value", G_CALLBACK(on_value), drop);
    g_signal_connect(target, "enter", G_CALLBACK(on_enter), drop);
    g_signal_connect(target, "leave", G_CALLBACK(on_leave), drop);
    g_signal_connect(target, "drop", G_CALLBACK(on_drop), drop);
    gtk_widget_add_controller(overlay, GTK_EVENT_CONTROLLER(target));
    g_object_set_data_full(G_OBJECT(overlay), "drop", drop, g_free);
    return overlay;
}
