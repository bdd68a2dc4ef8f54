// SPDX-License-Identifier: MIT
//
// Small marks of curves.

#include "studio/panels/clip/mark.h"

typedef struct Mark {
    StudioMark kind;
    GdkRGBA color;
    gboolean has_color;
} Mark;

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, void *user)
{
    const Mark *mark = user;
    GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(area));
    GdkRGBA color;
    const double x = width / 2.0, y = height / 2.0, size = 5;
    gtk_style_context_get_color(style, &color);
    if (mark->has_color)
        color = mark->color;
    else if (mark->kind == STUDIO_MARK_KEY)
        gtk_style_context_lookup_color(style, "accent_color", &color);
    else
        color.alpha *= 0.6f;
    gdk_cairo_set_source_rgba(cairo, &color);
    if (mark->kind == STUDIO_MARK_SWATCH) {
        const double left = x - 5, top = y - 5, corner = 2.5;
        cairo_arc(cairo, left + 10 - corner, top + corner, corner, -G_PI / 2, 0);
        cairo_arc(cairo, left + 10 - corner, top + 10 - corner, corner, 0, G_PI / 2);
        cairo_arc(cairo, left + corner, top + 10 - corner, corner, G_PI / 2, G_PI);
        cairo_arc(cairo, left + corner, top + corner, corner, G_PI, 1.5 * G_PI);
        cairo_fill(cairo);
        return;
    }
    if (mark->kind == STUDIO_MARK_WAVE) {
        cairo_set_line_width(cairo, 1.4);
        cairo_move_to(cairo, x - 6, y);
        cairo_curve_to(cairo, x - 4, y - 7, x - 2, y - 7, x, y);
        cairo_curve_to(cairo, x + 2, y + 7, x + 4, y + 7, x + 6, y);
        cairo_stroke(cairo);
        return;
    }
    cairo_move_to(cairo, x, y - size);
    cairo_line_to(cairo, x + size, y);
    cairo_line_to(cairo, x, y + size);
    cairo_line_to(cairo, x - size, y);
    cairo_close_path(cairo);
    if (mark->kind == STUDIO_MARK_KEY) {
        cairo_fill(cairo);
        return;
    }
    cairo_set_line_width(cairo, 1.1);
    cairo_stroke(cairo);
}

GtkWidget *studio_clip_mark_new(int size)
{
    Mark *mark = g_new0(Mark, 1);
    GtkWidget *area =
        g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), size);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), size);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, mark, g_free);
    g_object_set_data(G_OBJECT(area), "mark", mark);
    return area;
}

void studio_clip_mark_set(GtkWidget *area, StudioMark kind, const GdkRGBA *color)
{
    Mark *mark = g_object_get_data(G_OBJECT(area), "mark");
    const gboolean has_color = color != NULL;
    if (mark->kind == kind && mark->has_color == has_color &&
        (color == NULL || gdk_rgba_equal(color, &mark->color)))
        return;
    mark->kind = kind;
    mark->has_color = has_color;
    if (color != NULL)
        mark->color = *color;
    gtk_widget_queue_draw(area);
}
