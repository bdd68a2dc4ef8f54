// SPDX-License-Identifier: MIT
//
// The view of the canvas: where nodes and pins are on the screen, and the same in words for
// screen readers.

#include "studio/panels/graph/canvas_private.h"
#include "studio/panels/widgets/widgets.h"

#include <adwaita.h>
#include <string.h>

enum {
    REACH = 9, ///< Of pins, in pixels.
    MAP_WIDTH = 110,
    MAP_HEIGHT = 52,
    ERROR_ROOM = 66, ///< Of the sentence under a node.
};
#define MOST_ZOOM 2.0

static const StudioGraphScene *scene_of(const StudioGraphCanvas *canvas)
{
    return canvas->session != NULL ? studio_graph_session_scene(canvas->session) : NULL;
}

/// Large letters are a larger canvas: everything grows alike.
double studio_graph_canvas_scale(const StudioGraphCanvas *canvas)
{
    PangoContext *context = gtk_widget_get_pango_context(GTK_WIDGET(canvas));
    const double resolution = pango_cairo_context_get_resolution(context);
    return canvas->view.zoom * (resolution > 0 ? resolution / 96.0 : 1.0);
}

void studio_graph_canvas_to_graph(const StudioGraphCanvas *canvas, double x, double y, double *out_x,
                                  double *out_y)
{
    const double scale = studio_graph_canvas_scale(canvas);
    *out_x = canvas->view.x + x / scale;
    *out_y = canvas->view.y + y / scale;
}

void studio_graph_canvas_place(const StudioGraphCanvas *canvas, const StudioGraphNode *node, double *out_x,
                               double *out_y)
{
    const bool moves =
        canvas->gesture == STUDIO_GESTURE_MOVE && studio_graph_session_is_picked(canvas->session, node->id);
    *out_x = node->x + (moves ? canvas->move_x : 0);
    *out_y = node->y + (moves ? canvas->move_y : 0);
}

void studio_graph_canvas_pin(const StudioGraphCanvas *canvas, int node, int row, bool is_output,
                             double *out_x, double *out_y)
{
    const StudioGraphNode *shown = studio_graph_scene_node(scene_of(canvas), node);
    studio_graph_canvas_place(canvas, shown, out_x, out_y);
    *out_x += is_output ? shown->width : 0;
    *out_y += studio_graph_row_middle(is_output ? 0 : row);
}

bool studio_graph_canvas_bounds(const StudioGraphCanvas *canvas, graphene_rect_t *out_bounds)
{
    const StudioGraphScene *scene = scene_of(canvas);
    if (scene == NULL || scene->nodes->len == 0)
        return false;
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        const graphene_rect_t box =
            GRAPHENE_RECT_INIT((float)node->x, (float)node->y, (float)node->width,
                               (float)node->height + (node->error != NULL ? ERROR_ROOM : 0));
        if (i == 0)
            *out_bounds = box;
        else
            graphene_rect_union(out_bounds, &box, out_bounds);
    }
    return true;
}

bool studio_graph_canvas_map(const StudioGraphCanvas *canvas, graphene_rect_t *out_place)
{
    graphene_rect_t bounds;
    const float width = (float)gtk_widget_get_width(GTK_WIDGET(canvas)),
                height = (float)gtk_widget_get_height(GTK_WIDGET(canvas)),
                scale = (float)studio_graph_canvas_scale(canvas);
    const graphene_rect_t seen = GRAPHENE_RECT_INIT((float)canvas->view.x - 1, (float)canvas->view.y - 1,
                                                    width / scale + 2, height / scale + 2);
    if (!studio_graph_canvas_bounds(canvas, &bounds) || graphene_rect_contains_rect(&seen, &bounds))
        return false;
    *out_place = GRAPHENE_RECT_INIT(width - MAP_WIDTH - 10, height - MAP_HEIGHT - 10, MAP_WIDTH, MAP_HEIGHT);
    return true;
}

static bool is_near(double x, double y, double px, double py, double reach)
{
    return (x - px) * (x - px) + (y - py) * (y - py) <= reach * reach;
}

static StudioHit hit_node(const StudioGraphCanvas *canvas, int index, double x, double y, double reach)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene_of(canvas), index);
    double px, py;
    for (guint r = 0; r < node->rows->len; ++r) {
        studio_graph_canvas_pin(canvas, index, (int)r, false, &px, &py);
        if (studio_graph_node_row(node, (int)r)->is_input && is_near(x, y, px, py, reach))
            return (StudioHit){STUDIO_HIT_INPUT, index, (int)r};
    }
    studio_graph_canvas_pin(canvas, index, 0, true, &px, &py);
    if (strcmp(node->words->type, "output") != 0 && is_near(x, y, px, py, reach))
        return (StudioHit){STUDIO_HIT_OUTPUT, index, 0};
    studio_graph_canvas_place(canvas, node, &px, &py);
    if (x < px || y < py || x > px + node->width || y > py + node->height)
        return (StudioHit){STUDIO_HIT_NOTHING, -1, -1};
    const int row = (int)((y - py - STUDIO_NODE_HEADER - 3) / STUDIO_NODE_ROW);
    const StudioGraphRow *shown = y - py > STUDIO_NODE_HEADER ? studio_graph_node_row(node, row) : NULL;
    return (StudioHit){shown != NULL && shown->is_field ? STUDIO_HIT_FIELD : STUDIO_HIT_NODE, index,
                       shown != NULL ? row : -1};
}

StudioHit studio_graph_canvas_hit(const StudioGraphCanvas *canvas, double x, double y)
{
    const StudioGraphScene *scene = scene_of(canvas);
    const StudioHit nothing = {STUDIO_HIT_NOTHING, -1, -1};
    const double scale = studio_graph_canvas_scale(canvas);
    graphene_rect_t map;
    double gx, gy;
    if (scene == NULL)
        return nothing;
    if (studio_graph_canvas_map(canvas, &map) &&
        graphene_rect_contains_point(&map, &GRAPHENE_POINT_INIT((float)x, (float)y)))
        return (StudioHit){STUDIO_HIT_MAP, -1, -1};
    studio_graph_canvas_to_graph(canvas, x, y, &gx, &gy);
    for (int i = (int)scene->nodes->len; i-- > 0;) {
        const StudioHit hit = hit_node(canvas, i, gx, gy, REACH / scale);
        if (hit.kind != STUDIO_HIT_NOTHING)
            return hit;
    }
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r) {
            const StudioGraphRow *row = studio_graph_node_row(node, (int)r);
            double x0, y0, x1, y1;
            if (row->from < 0)
                continue;
            studio_graph_canvas_pin(canvas, row->from, 0, true, &x0, &y0);
            studio_graph_canvas_pin(canvas, (int)n, (int)r, false, &x1, &y1);
            const StudioWire wire = studio_graph_wire(x0, y0, x1, y1);
            if (studio_graph_wire_distance(&wire, gx, gy) <= 6 / scale)
                return (StudioHit){STUDIO_HIT_WIRE, (int)n, (int)r};
        }
    }
    return nothing;
}

void studio_graph_canvas_keep_view(StudioGraphCanvas *canvas)
{
    canvas->is_fitted = false; // a hand chose it
    if (canvas->path != NULL && !canvas->needs_fit)
        g_hash_table_insert(canvas->views, g_strdup(canvas->path),
                            g_memdup2(&canvas->view, sizeof canvas->view));
    studio_graph_canvas_describe(canvas);
}

void studio_graph_canvas_zoom_at(StudioGraphCanvas *canvas, double by, double x, double y)
{
    double gx, gy;
    studio_graph_canvas_to_graph(canvas, x, y, &gx, &gy);
    canvas->view.zoom = CLAMP(canvas->view.zoom * by, STUDIO_LEAST_ZOOM, MOST_ZOOM);
    const double scale = studio_graph_canvas_scale(canvas);
    canvas->view.x = gx - x / scale;
    canvas->view.y = gy - y / scale;
    studio_graph_canvas_keep_view(canvas);
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

/// "Input from Layer per bone." Nothing if no input leads anywhere.
static void tell_inputs(GString *text, const StudioGraphScene *scene, const StudioGraphNode *node)
{
    const char *between = " Input from ";
    for (guint r = 0; r < node->rows->len; ++r) {
        const int from = studio_graph_node_row(node, (int)r)->from;
        if (from < 0)
            continue;
        g_string_append_printf(text, "%s%s", between, studio_graph_scene_node(scene, from)->words->title);
        between = ", ";
    }
    if (strcmp(between, ", ") == 0)
        g_string_append_c(text, '.');
}

static void tell_outputs(GString *text, const StudioGraphScene *scene, int index)
{
    const char *between = " Output to ";
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r)
            if (studio_graph_node_row(node, (int)r)->from == index) {
                g_string_append_printf(text, "%s%s", between, node->words->title);
                between = ", ";
                break;
            }
    }
    if (strcmp(between, ", ") == 0)
        g_string_append_c(text, '.');
}

static void tell_own(GString *text, const StudioGraphNode *node)
{
    for (guint r = 0; r < node->rows->len; ++r) {
        const StudioGraphRow *row = studio_graph_node_row(node, (int)r);
        if (row->inherited != NULL)
            g_string_append_printf(text, " Own value: %s instead of %s.", row->value, row->inherited);
    }
}

/// Where tests find things, in pixels of the widget.
static void tell_places(GString *text, const StudioGraphCanvas *canvas)
{
    const StudioGraphScene *scene = scene_of(canvas);
    const double scale = studio_graph_canvas_scale(canvas);
    g_string_append_printf(text, " Scale %d.", (int)(scale * 1000 + 0.5));
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        g_string_append_printf(text, " [%s %d,%d %dx%d]", node->id, (int)((node->x - canvas->view.x) * scale),
                               (int)((node->y - canvas->view.y) * scale), (int)(node->width * scale),
                               (int)(node->height * scale));
    }
}

void studio_graph_canvas_describe(StudioGraphCanvas *canvas)
{
    const StudioGraphScene *scene = scene_of(canvas);
    g_autoptr(GString) text = g_string_new(NULL);
    if (scene == NULL)
        return;
    const int focus = studio_graph_session_focus(canvas->session), count = (int)scene->nodes->len;
    const StudioGraphNode *node = studio_graph_scene_node(scene, focus);
    g_auto(GStrv) picked = studio_graph_session_picked(canvas->session);
    const int picked_count = (int)g_strv_length(picked);
    if (node != NULL) {
        g_string_printf(text, "%s, node %d of %d.", node->words->title, focus + 1, count);
        tell_inputs(text, scene, node);
        tell_outputs(text, scene, focus);
        tell_own(text, node);
        if (node->error != NULL)
            g_string_append_printf(text, " Error: %s", node->error);
        if (picked_count > 1)
            g_string_append_printf(text, " %d selected.", picked_count);
    } else {
        g_string_printf(text, "%s, %d node%s.", scene->name, count, count == 1 ? "" : "s");
    }
    if (g_strcmp0(g_getenv("MIEN_UI_TEST"), "1") == 0 && canvas->path != NULL)
        tell_places(text, canvas);
    if (g_strcmp0(canvas->told, text->str) == 0)
        return;
    g_free(canvas->told);
    canvas->told = g_strdup(text->str);
    studio_describe(GTK_WIDGET(canvas), text->str);
}
