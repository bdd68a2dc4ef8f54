// SPDX-License-Identifier: MIT
//
// Draws connections and pins.

#include <math.h>

#include "studio/panels/graph/draw.h"

StudioWire studio_graph_wire(double x0, double y0, double x1, double y1)
{
    const double across = x1 - x0, reach = CLAMP(fabs(across) * 0.5, 18.0, 140.0);
    return (StudioWire){x0, y0, x1, y1, x0 + reach, y0, x1 - reach, y1};
}

static void point_at(const StudioWire *w, double t, double *out_x, double *out_y)
{
    const double s = 1.0 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    *out_x = a * w->x0 + b * w->x2 + c * w->x3 + d * w->x1;
    *out_y = a * w->y0 + b * w->y2 + c * w->y3 + d * w->y1;
}

double studio_graph_wire_distance(const StudioWire *wire, double x, double y)
{
    enum { PIECES = 24 };
    double best = 1e30, ax = wire->x0, ay = wire->y0;
    for (int i = 1; i <= PIECES; ++i) {
        double bx, by;
        point_at(wire, (double)i / PIECES, &bx, &by);
        const double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
        const double t = length > 0 ? CLAMP(((x - ax) * dx + (y - ay) * dy) / length, 0.0, 1.0) : 0.0;
        const double px = ax + t * dx - x, py = ay + t * dy - y;
        best = MIN(best, px * px + py * py);
        ax = bx;
        ay = by;
    }
    return sqrt(best);
}

static void trace(cairo_t *cairo, const StudioWire *wire)
{
    cairo_move_to(cairo, wire->x0, wire->y0);
    cairo_curve_to(cairo, wire->x2, wire->y2, wire->x3, wire->y3, wire->x1, wire->y1);
}

static void stroke(cairo_t *cairo, const StudioWire *wire, GdkRGBA color, double width)
{
    gdk_cairo_set_source_rgba(cairo, &color);
    cairo_set_line_width(cairo, width);
    trace(cairo, wire);
    cairo_stroke(cairo);
}

void studio_graph_draw_wire(cairo_t *cairo, const StudioGraphColors *colors, const StudioWire *wire,
                            StudioFlow flow, float strength, bool is_marked)
{
    GdkRGBA color = is_marked ? colors->accent : flow == STUDIO_FLOW_CURVES ? colors->green : colors->wire;
    const float light = strength < 0.0f ? 0.85f : 0.35f + 0.6f * CLAMP(strength, 0.0f, 1.0f);
    if (!is_marked)
        color.alpha *= light;
    switch (flow) {
    case STUDIO_FLOW_DELTA: // two lines: a wide one, and the ground within it
        stroke(cairo, wire, color, 5.0);
        stroke(cairo, wire, colors->ground, 2.2);
        break;
    case STUDIO_FLOW_CURVES:
        stroke(cairo, wire, color, 2.0);
        break;
    default:
        stroke(cairo, wire, color, 2.6);
        break;
    }
}

void studio_graph_draw_pin(cairo_t *cairo, const StudioGraphColors *colors, double x, double y,
                           StudioFlow flow, bool is_plugged, bool is_marked)
{
    GdkRGBA color = is_marked ? colors->accent : flow == STUDIO_FLOW_CURVES ? colors->green : colors->pin;
    const double size = is_marked ? 1.3 : 1.0;
    cairo_new_path(cairo);
    if (flow == STUDIO_FLOW_CURVES) {
        cairo_arc(cairo, x, y, 4.5 * size, 0, 2 * G_PI);
    } else { // an arrowhead that looks where the pose goes
        cairo_move_to(cairo, x - 5 * size, y - 5 * size);
        cairo_line_to(cairo, x, y - 5 * size);
        cairo_line_to(cairo, x + 5 * size, y);
        cairo_line_to(cairo, x, y + 5 * size);
        cairo_line_to(cairo, x - 5 * size, y + 5 * size);
        cairo_close_path(cairo);
    }
    const bool is_hollow = flow == STUDIO_FLOW_DELTA || !is_plugged;
    gdk_cairo_set_source_rgba(cairo, is_hollow ? &colors->node : &color);
    cairo_fill_preserve(cairo);
    gdk_cairo_set_source_rgba(cairo, is_hollow ? &color : &colors->node);
    cairo_set_line_width(cairo, is_hollow ? 1.5 : 1.0);
    cairo_stroke(cairo);
}

void studio_graph_draw_number_pin(cairo_t *cairo, const StudioGraphColors *colors, double x, double y)
{
    gdk_cairo_set_source_rgba(cairo, &colors->node);
    cairo_arc(cairo, x, y, 4.0, 0, 2 * G_PI);
    cairo_fill(cairo);
    gdk_cairo_set_source_rgba(cairo, &colors->grey);
    cairo_arc(cairo, x, y, 3.0, 0, 2 * G_PI);
    cairo_fill(cairo);
}
