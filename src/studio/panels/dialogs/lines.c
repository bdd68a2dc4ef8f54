// SPDX-License-Identifier: MIT
//
// Line numbers: a widget in the left gutter of a text view that draws the visible ones.

#include "studio/panels/dialogs/lines.h"

enum { ROOM = 8 }; ///< Pixels on either side.

struct _StudioLines {
    GtkWidget parent_instance;
    GtkTextView *view; ///< Whose child it is.
};

G_DEFINE_TYPE(StudioLines, studio_lines, GTK_TYPE_WIDGET)

static PangoLayout *layout_of(StudioLines *lines, int number)
{
    char text[16];
    g_snprintf(text, sizeof text, "%d", number);
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(lines), text);
    return layout;
}

static void studio_lines_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                 int *natural, int *minimum_baseline, int *natural_baseline)
{
    (void)for_size;
    StudioLines *lines = STUDIO_LINES(widget);
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_VERTICAL)
        return;
    const int count = gtk_text_buffer_get_line_count(gtk_text_view_get_buffer(lines->view));
    int digits = 10, width = 0;
    while (digits <= count) // never narrower than two
        digits *= 10;
    g_autoptr(PangoLayout) layout = layout_of(lines, digits > 10 ? digits - 1 : 99);
    pango_layout_get_pixel_size(layout, &width, NULL);
    *minimum = *natural = width + 2 * ROOM;
}

static void studio_lines_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    StudioLines *lines = STUDIO_LINES(widget);
    GtkTextIter at;
    GdkRectangle seen;
    GdkRGBA color;
    gtk_text_view_get_visible_rect(lines->view, &seen);
    gtk_text_view_get_line_at_y(lines->view, &at, seen.y, NULL);
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    for (;;) {
        int y, height, width, place = 0, text_height;
        gtk_text_view_get_line_yrange(lines->view, &at, &y, &height);
        if (y > seen.y + seen.height)
            break;
        gtk_text_view_buffer_to_window_coords(lines->view, GTK_TEXT_WINDOW_LEFT, 0, y, NULL, &place);
        g_autoptr(PangoLayout) layout = layout_of(lines, gtk_text_iter_get_line(&at) + 1);
        pango_layout_get_pixel_size(layout, &width, &text_height);
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot,
                               &GRAPHENE_POINT_INIT((float)(gtk_widget_get_width(widget) - ROOM - width),
                                                    (float)(place + (height - text_height) / 2)));
        gtk_snapshot_append_layout(snapshot, layout, &color);
        gtk_snapshot_restore(snapshot);
        if (!gtk_text_iter_forward_line(&at))
            break;
    }
}

static void studio_lines_class_init(StudioLinesClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    widget_class->measure = studio_lines_measure;
    widget_class->snapshot = studio_lines_snapshot;
    gtk_widget_class_set_css_name(widget_class, "line-numbers");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void studio_lines_init(StudioLines *lines)
{
    gtk_widget_set_overflow(GTK_WIDGET(lines), GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_can_target(GTK_WIDGET(lines), FALSE);
}

static void on_adjustment(GtkTextView *view, GParamSpec *property, GtkWidget *lines)
{
    (void)property;
    GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view));
    if (adjustment != NULL)
        g_signal_connect_object(adjustment, "value-changed", G_CALLBACK(gtk_widget_queue_draw), lines,
                                G_CONNECT_SWAPPED);
}

void studio_lines_add(GtkTextView *view)
{
    StudioLines *lines = g_object_new(STUDIO_TYPE_LINES, NULL);
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
    lines->view = view;
    gtk_text_view_set_gutter(view, GTK_TEXT_WINDOW_LEFT, GTK_WIDGET(lines));
    g_signal_connect_object(buffer, "changed", G_CALLBACK(gtk_widget_queue_resize), lines, G_CONNECT_SWAPPED);
    g_signal_connect_object(view, "notify::vadjustment", G_CALLBACK(on_adjustment), lines, G_CONNECT_DEFAULT);
}
