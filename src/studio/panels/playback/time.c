// SPDX-License-Identifier: MIT
//
// The time field. It draws its own text: a label would report every change to screen readers, sixty
// times a second.

#include "studio/panels/playback/time.h"

#include <string.h>

#include "studio/model/facts/times.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/preferences.h"

struct _StudioTimeField {
    GtkWidget parent_instance;
    GtkWidget *stack, *button, *entry;
    guint32 pressed; ///< When, by the clock of events.
    double time, length, rate;
    bool takes_times;
    int room; ///< Width of the widest text so far for this length.
};

G_DEFINE_TYPE(StudioTimeField, studio_time_field, GTK_TYPE_WIDGET)

static guint typed_signal;

// The text

#define STUDIO_TYPE_DRAWN_TEXT (studio_drawn_text_get_type())
G_DECLARE_FINAL_TYPE(StudioDrawnText, studio_drawn_text, STUDIO, DRAWN_TEXT, GtkWidget)

struct _StudioDrawnText {
    GtkWidget parent_instance;
    PangoLayout *layout;
};

G_DEFINE_TYPE(StudioDrawnText, studio_drawn_text, GTK_TYPE_WIDGET)

static void text_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
    (void)for_size;
    int width, height;
    pango_layout_get_pixel_size(STUDIO_DRAWN_TEXT(widget)->layout, &width, &height);
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? width : height;
    *minimum_baseline = *natural_baseline = -1;
}

static void text_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    PangoLayout *layout = STUDIO_DRAWN_TEXT(widget)->layout;
    int width, height;
    GdkRGBA color;
    pango_layout_get_pixel_size(layout, &width, &height);
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    gtk_snapshot_translate(snapshot,
                           &GRAPHENE_POINT_INIT((float)(gtk_widget_get_width(widget) - width),
                                                (float)(gtk_widget_get_height(widget) - height) / 2.0f));
    gtk_snapshot_append_layout(snapshot, layout, &color);
}

static void text_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
    GTK_WIDGET_CLASS(studio_drawn_text_parent_class)->css_changed(widget, change);
    pango_layout_context_changed(STUDIO_DRAWN_TEXT(widget)->layout);
}

static void text_dispose(GObject *object)
{
    g_clear_object(&STUDIO_DRAWN_TEXT(object)->layout);
    G_OBJECT_CLASS(studio_drawn_text_parent_class)->dispose(object);
}

static void studio_drawn_text_class_init(StudioDrawnTextClass *class)
{
    G_OBJECT_CLASS(class)->dispose = text_dispose;
    GTK_WIDGET_CLASS(class)->measure = text_measure;
    GTK_WIDGET_CLASS(class)->snapshot = text_snapshot;
    GTK_WIDGET_CLASS(class)->css_changed = text_changed;
}

static void studio_drawn_text_init(StudioDrawnText *text)
{
    text->layout = gtk_widget_create_pango_layout(GTK_WIDGET(text), "");
}

static GtkWidget *text_of(StudioTimeField *field) { return gtk_button_get_child(GTK_BUTTON(field->button)); }

static void put_text(StudioTimeField *field, const char *words)
{
    GtkWidget *text = text_of(field);
    PangoLayout *layout = STUDIO_DRAWN_TEXT(text)->layout;
    int width;
    if (strcmp(pango_layout_get_text(layout), words) == 0)
        return;
    pango_layout_set_text(layout, words, -1);
    pango_layout_get_pixel_size(layout, &width, NULL);
    if (width > field->room || !field->takes_times) { // growing only: nothing beside it shall tremble
        field->room = width;
        gtk_widget_queue_resize(text);
    }
    gtk_widget_queue_draw(text);
}

// Typing

static void stop(StudioTimeField *field)
{
    gtk_stack_set_visible_child(GTK_STACK(field->stack), field->button);
    gtk_widget_remove_css_class(field->entry, "error");
}

static void start(StudioTimeField *field)
{
    char text[STUDIO_TIME_ROOM];
    if (!field->takes_times)
        return;
    studio_time_text(field->time, field->rate, (StudioTimeForm)studio_prefers(STUDIO_PREFER_TIME), text);
    studio_fill(field->entry, text);
    gtk_stack_set_visible_child(GTK_STACK(field->stack), field->entry);
    gtk_widget_grab_focus(field->entry);
    gtk_editable_select_region(GTK_EDITABLE(field->entry), 0, -1);
}

static void on_typed(StudioTimeField *field)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(field->entry));
    double time;
    if (!studio_time_read(text, field->time, field->length, field->rate,
                          (StudioTimeForm)studio_prefers(STUDIO_PREFER_TIME), &time)) {
        char range[2 * STUDIO_TIME_ROOM];
        g_autofree char *tip =
            g_strdup_printf("Not a time. Type seconds, or f41 for a frame, up to %s s.",
                            studio_time_text(field->length, field->rate, STUDIO_TIME_SECONDS, range));
        gtk_widget_add_css_class(field->entry, "error");
        studio_tip(field->entry, tip);
        return;
    }
    stop(field);
    gtk_widget_grab_focus(field->button);
    g_signal_emit(field, typed_signal, 0, time);
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       StudioTimeField *field)
{
    (void)keys, (void)code, (void)state;
    if (key != GDK_KEY_Escape)
        return FALSE;
    stop(field);
    gtk_widget_grab_focus(field->button);
    return TRUE;
}

/// The first press types, the second shows another form; so nothing waits for a second one. Gestures
/// do not count presses of which the button or the entry takes one.
static gboolean on_event(GtkEventControllerLegacy *controller, GdkEvent *event, StudioTimeField *field)
{
    (void)controller;
    int within = 400;
    if (gdk_event_get_event_type(event) != GDK_BUTTON_PRESS || !field->takes_times)
        return FALSE;
    const guint32 before = field->pressed, now = gdk_event_get_time(event);
    g_object_get(gtk_settings_get_default(), "gtk-double-click-time", &within, NULL);
    field->pressed = now;
    if (before == 0 || now - before > (guint32)within)
        return FALSE;
    field->pressed = 0;
    stop(field);
    studio_prefer(STUDIO_PREFER_TIME, (studio_prefers(STUDIO_PREFER_TIME) + 1) % STUDIO_TIME_FORMS);
    return TRUE;
}

static void show(StudioTimeField *field, bool is_told)
{
    char text[2 * STUDIO_TIME_ROOM];
    if (!field->takes_times)
        return;
    studio_time_of(field->time, field->length, field->rate,
                   (StudioTimeForm)studio_prefers(STUDIO_PREFER_TIME), text);
    put_text(field, text);
    if (is_told)
        studio_describe(field->button, text);
}

static void on_prefer(StudioTimeField *field, int which)
{
    if (which != STUDIO_PREFER_TIME)
        return;
    field->room = 0;
    show(field, true);
}

static void studio_time_field_dispose(GObject *object)
{
    g_clear_pointer(&STUDIO_TIME_FIELD(object)->stack, gtk_widget_unparent);
    G_OBJECT_CLASS(studio_time_field_parent_class)->dispose(object);
}

static void studio_time_field_class_init(StudioTimeFieldClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_time_field_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    typed_signal = g_signal_new("typed", STUDIO_TYPE_TIME_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void studio_time_field_init(StudioTimeField *field)
{
    GtkEventController *presses = gtk_event_controller_legacy_new();
    GtkEventController *keys = gtk_event_controller_key_new();
    field->stack = gtk_stack_new();
    field->button = gtk_button_new();
    field->entry = gtk_entry_new();
    gtk_button_set_child(GTK_BUTTON(field->button), g_object_new(STUDIO_TYPE_DRAWN_TEXT, NULL));
    gtk_widget_add_css_class(field->button, "flat");
    gtk_widget_add_css_class(field->button, "time-field");
    gtk_widget_add_css_class(field->button, "numeric");
    gtk_widget_set_valign(field->button, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(field->entry, GTK_ALIGN_CENTER);
    gtk_editable_set_width_chars(GTK_EDITABLE(field->entry), 6);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(field->entry), 9);
    studio_name(field->button, "Current time");
    studio_name(field->entry, "Go to time");
    gtk_stack_add_child(GTK_STACK(field->stack), field->button);
    gtk_stack_add_child(GTK_STACK(field->stack), field->entry);
    gtk_stack_set_hhomogeneous(GTK_STACK(field->stack), FALSE);
    gtk_widget_set_parent(field->stack, GTK_WIDGET(field));
    gtk_event_controller_set_propagation_phase(presses, GTK_PHASE_CAPTURE);
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(presses, "event", G_CALLBACK(on_event), field);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), field);
    gtk_widget_add_controller(field->stack, presses);
    gtk_widget_add_controller(field->entry, keys);
    g_signal_connect_swapped(field->button, "clicked", G_CALLBACK(start), field);
    g_signal_connect_swapped(field->entry, "activate", G_CALLBACK(on_typed), field);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect_swapped(focus, "leave", G_CALLBACK(stop), field);
    gtk_widget_add_controller(field->entry, focus);
    g_signal_connect_object(studio_preferences(), "changed", G_CALLBACK(on_prefer), field, G_CONNECT_SWAPPED);
}

GtkWidget *studio_time_field_new(void) { return g_object_new(STUDIO_TYPE_TIME_FIELD, NULL); }

void studio_time_field_set(StudioTimeField *field, double time, double length, double rate, bool is_told)
{
    if (!field->takes_times || field->length != length || field->rate != rate)
        field->room = 0;
    field->takes_times = true;
    field->time = time;
    field->length = length;
    field->rate = rate;
    gtk_widget_set_sensitive(field->button, TRUE);
    studio_tip(field->button, "Click to enter seconds, or f41 for a frame; double-click to switch units");
    show(field, is_told);
}

void studio_time_field_set_words(StudioTimeField *field, const char *words)
{
    stop(field);
    field->takes_times = false;
    put_text(field, words);
    studio_describe(field->button, words);
    gtk_widget_set_sensitive(field->button, FALSE);
    studio_tip(field->button, NULL);
}
