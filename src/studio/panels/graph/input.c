// SPDX-License-Identifier: MIT
//
// Pointer gestures of the canvas: select, move, connect, disconnect, cut, pan, zoom.

#include <string.h>

#include "studio/panels/graph/canvas_private.h"
#include "studio/panels/graph/chooser.h"
#include "studio/panels/graph/search.h"
#include "studio/panels/widgets/widgets.h"

static const StudioGraphScene *scene_of(const StudioGraphCanvas *canvas)
{
    return canvas->session != NULL ? studio_graph_session_scene(canvas->session) : NULL;
}

static double snap(double value)
{
    const double steps = value / STUDIO_SNAP;
    return STUDIO_SNAP * (double)(int)(steps + (steps < 0 ? -0.5 : 0.5));
}

void studio_graph_canvas_cancel(StudioGraphCanvas *canvas)
{
    canvas->gesture = STUDIO_GESTURE_NONE;
    canvas->move_x = canvas->move_y = 0;
    canvas->wire = canvas->unplugged = (StudioLooseWire){-1, -1, -1};
    canvas->target = (StudioHit){STUDIO_HIT_NOTHING, -1, -1};
    canvas->reason[0] = '\0';
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

// Wires

/// The node and input that the wire in hand would connect; false over nothing.
static bool ends_of_wire(const StudioGraphCanvas *canvas, int *out_from, int *out_to, int *out_row)
{
    const StudioHit target = canvas->target;
    if (canvas->wire.from >= 0 && target.kind == STUDIO_HIT_INPUT) {
        *out_from = canvas->wire.from;
        *out_to = target.node;
        *out_row = target.row;
        return true;
    }
    *out_from = target.node;
    *out_to = canvas->wire.to;
    *out_row = canvas->wire.row;
    return canvas->wire.to >= 0 && target.kind == STUDIO_HIT_OUTPUT;
}

static void aim(StudioGraphCanvas *canvas)
{
    int from, to, row;
    canvas->target = studio_graph_canvas_hit(canvas, canvas->pointer_x, canvas->pointer_y);
    canvas->reason[0] = '\0';
    canvas->fit = STUDIO_FITS_NOT;
    if (ends_of_wire(canvas, &from, &to, &row))
        canvas->fit = studio_graph_fit(scene_of(canvas), from, to, row, canvas->reason);
}

static void on_insert(StudioGraphCanvas *canvas)
{
    const StudioHit refused = canvas->refused;
    gtk_popover_popdown(GTK_POPOVER(canvas->refusal));
    if (scene_of(canvas) != NULL && studio_graph_scene_node(scene_of(canvas), refused.node) != NULL &&
        studio_graph_scene_node(scene_of(canvas), canvas->refused_from) != NULL)
        studio_graph_plug_applied(canvas->session, canvas->refused_from, refused.node, refused.row);
}

/// Says why where the wire was let go, with what would help.
static void refuse(StudioGraphCanvas *canvas, const char *reason, StudioFit fit, int from, int to, int row)
{
    canvas->refused = (StudioHit){STUDIO_HIT_INPUT, to, row};
    canvas->refused_from = from;
    gtk_label_set_text(GTK_LABEL(canvas->refusal_text), reason);
    gtk_widget_set_visible(canvas->refusal_button, fit == STUDIO_FITS_APPLIED);
    gtk_popover_set_pointing_to(GTK_POPOVER(canvas->refusal),
                                &(GdkRectangle){(int)canvas->pointer_x, (int)canvas->pointer_y, 1, 1});
    studio_popup(canvas->refusal);
}

static void make_refusal(StudioGraphCanvas *canvas)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9);
    canvas->refusal = gtk_popover_new();
    canvas->refusal_text = gtk_label_new(NULL);
    canvas->refusal_button = gtk_button_new_with_label("Insert Node");
    gtk_label_set_wrap(GTK_LABEL(canvas->refusal_text), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(canvas->refusal_text), 36);
    gtk_widget_add_css_class(canvas->refusal_button, "suggested-action");
    gtk_widget_set_halign(canvas->refusal_button, GTK_ALIGN_END);
    g_signal_connect_swapped(canvas->refusal_button, "clicked", G_CALLBACK(on_insert), canvas);
    gtk_box_append(GTK_BOX(box), canvas->refusal_text);
    gtk_box_append(GTK_BOX(box), canvas->refusal_button);
    gtk_popover_set_child(GTK_POPOVER(canvas->refusal), box);
    gtk_widget_set_parent(canvas->refusal, GTK_WIDGET(canvas));
}

static void end_wire(StudioGraphCanvas *canvas)
{
    int from, to, row;
    aim(canvas);
    const StudioLooseWire wire = canvas->wire, unplugged = canvas->unplugged;
    const StudioFit fit = canvas->fit;
    const StudioHit target = canvas->target;
    const bool has_ends = ends_of_wire(canvas, &from, &to, &row);
    g_autofree char *reason = g_strdup(canvas->reason);
    studio_graph_canvas_cancel(canvas);
    if (has_ends && unplugged.to == to && unplugged.row == row)
        return; // back to where it was
    if (has_ends && fit != STUDIO_FITS)
        refuse(canvas, reason, fit, from, to, row);
    else if (has_ends)
        studio_graph_plug(canvas->session, from, to, row);
    else if (unplugged.to >= 0)
        studio_graph_unplug(canvas->session, unplugged.to, unplugged.row);
    else if (target.kind == STUDIO_HIT_NOTHING)
        studio_graph_canvas_open_search(canvas, canvas->pointer_x, canvas->pointer_y, wire);
}

// Search

typedef struct Adding {
    StudioGraphCanvas *canvas;
    double x, y;
    StudioLooseWire wire;
} Adding;

static void on_found(void *user, const char *type)
{
    const Adding *adding = user;
    if (adding->canvas->session != NULL)
        studio_graph_add(adding->canvas->session, type, adding->x, adding->y, adding->wire);
    gtk_widget_grab_focus(GTK_WIDGET(adding->canvas));
}

void studio_graph_canvas_open_search(StudioGraphCanvas *canvas, double x, double y, StudioLooseWire wire)
{
    if (scene_of(canvas) == NULL || studio_graph_is_locked(canvas->session))
        return;
    Adding *adding = g_new0(Adding, 1);
    double gx, gy;
    studio_graph_canvas_to_graph(canvas, x, y, &gx, &gy);
    *adding = (Adding){canvas, snap(wire.to >= 0 ? gx - STUDIO_NODE_NARROW : gx),
                       snap(gy - STUDIO_NODE_HEADER), wire};
    g_clear_pointer(&canvas->search, gtk_widget_unparent);
    canvas->search = studio_graph_search_new(scene_of(canvas), wire, on_found, adding, g_free);
    gtk_widget_set_parent(canvas->search, GTK_WIDGET(canvas));
    gtk_popover_set_pointing_to(GTK_POPOVER(canvas->search), &(GdkRectangle){(int)x, (int)y, 1, 1});
    studio_popup(canvas->search);
}

void studio_graph_canvas_search(StudioGraphCanvas *canvas)
{
    const bool is_over = canvas->pointer_x >= 0;
    studio_graph_canvas_open_search(
        canvas, is_over ? canvas->pointer_x : gtk_widget_get_width(GTK_WIDGET(canvas)) * 0.5,
        is_over ? canvas->pointer_y : gtk_widget_get_height(GTK_WIDGET(canvas)) * 0.5,
        (StudioLooseWire){-1, -1, -1});
}

/// The list of assets that a field on a node opens.
static void open_field(StudioGraphCanvas *canvas, StudioHit hit)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene_of(canvas), hit.node);
    const StudioGraphRow *row = studio_graph_node_row(node, hit.row);
    const double scale = studio_graph_canvas_scale(canvas);
    double x, y;
    studio_graph_canvas_place(canvas, node, &x, &y);
    x = (x - canvas->view.x) * scale;
    y = (y + studio_graph_row_middle(hit.row) - STUDIO_NODE_ROW * 0.5 - canvas->view.y) * scale;
    g_clear_pointer(&canvas->search, gtk_widget_unparent);
    canvas->search = studio_graph_chooser_popover(canvas->session, (StudioChoice){node->id, row->key, false});
    gtk_widget_set_parent(canvas->search, GTK_WIDGET(canvas));
    gtk_popover_set_pointing_to(
        GTK_POPOVER(canvas->search),
        &(GdkRectangle){(int)x, (int)y, (int)(node->width * scale), (int)(STUDIO_NODE_ROW * scale)});
    studio_popup(canvas->search);
}

// Dragging

static bool is_shift(GtkGesture *gesture)
{
    return (gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture)) & GDK_SHIFT_MASK) !=
           0;
}

static bool is_control(GtkGesture *gesture)
{
    return (gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture)) & GDK_CONTROL_MASK) !=
           0;
}

static void begin_on(StudioGraphCanvas *canvas, StudioHit hit, GtkGesture *gesture)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene_of(canvas), hit.node);
    switch (hit.kind) {
    case STUDIO_HIT_OUTPUT:
        canvas->gesture = STUDIO_GESTURE_WIRE;
        canvas->wire = (StudioLooseWire){hit.node, -1, -1};
        break;
    case STUDIO_HIT_INPUT: {
        const int from = studio_graph_node_row(node, hit.row)->from;
        canvas->gesture = STUDIO_GESTURE_WIRE;
        canvas->wire = from >= 0 ? (StudioLooseWire){from, -1, -1} : (StudioLooseWire){-1, hit.node, hit.row};
        if (from >= 0)
            canvas->unplugged = (StudioLooseWire){from, hit.node, hit.row};
        break;
    }
    case STUDIO_HIT_NODE:
    case STUDIO_HIT_FIELD:
        if (is_shift(gesture) || is_control(gesture))
            studio_graph_session_pick(canvas->session, node->id, STUDIO_PICK_TOGGLE);
        else if (!studio_graph_session_is_picked(canvas->session, node->id))
            studio_graph_session_pick(canvas->session, node->id, STUDIO_PICK_ONLY);
        canvas->gesture = STUDIO_GESTURE_MOVE;
        break;
    case STUDIO_HIT_MAP:
        canvas->gesture = STUDIO_GESTURE_MAP;
        break;
    default:
        canvas->is_adding = is_shift(gesture);
        canvas->gesture = STUDIO_GESTURE_BOX;
        break;
    }
}

static void on_begin(GtkGestureDrag *gesture, double x, double y, StudioGraphCanvas *canvas)
{
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    gtk_widget_grab_focus(GTK_WIDGET(canvas));
    if (scene_of(canvas) == NULL || button == GDK_BUTTON_SECONDARY) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    canvas->from_x = canvas->pointer_x = x;
    canvas->from_y = canvas->pointer_y = y;
    canvas->view_from = canvas->view;
    canvas->has_moved = false;
    if (button == GDK_BUTTON_MIDDLE || canvas->is_space) {
        canvas->gesture = STUDIO_GESTURE_PAN;
        canvas->was_space_used = true;
    } else {
        begin_on(canvas, studio_graph_canvas_hit(canvas, x, y), GTK_GESTURE(gesture));
    }
}

/// Looks at where the pointer is on the thumbnail.
static void go_by_map(StudioGraphCanvas *canvas)
{
    graphene_rect_t place, bounds;
    const double scale = studio_graph_canvas_scale(canvas);
    if (!studio_graph_canvas_map(canvas, &place) || !studio_graph_canvas_bounds(canvas, &bounds))
        return;
    const double u = CLAMP((canvas->pointer_x - (double)place.origin.x) / (double)place.size.width, 0.0, 1.0),
                 v = CLAMP((canvas->pointer_y - (double)place.origin.y) / (double)place.size.height, 0.0,
                           1.0);
    canvas->view.x = (double)bounds.origin.x + u * (double)bounds.size.width -
                     gtk_widget_get_width(GTK_WIDGET(canvas)) * 0.5 / scale;
    canvas->view.y = (double)bounds.origin.y + v * (double)bounds.size.height -
                     gtk_widget_get_height(GTK_WIDGET(canvas)) * 0.5 / scale;
}

static void on_update(GtkGestureDrag *gesture, double x, double y, StudioGraphCanvas *canvas)
{
    (void)gesture;
    const double scale = studio_graph_canvas_scale(canvas);
    canvas->pointer_x = canvas->from_x + x;
    canvas->pointer_y = canvas->from_y + y;
    if (x * x + y * y > 9)
        canvas->has_moved = true;
    switch (canvas->gesture) {
    case STUDIO_GESTURE_PAN:
        canvas->view.x = canvas->view_from.x - x / scale;
        canvas->view.y = canvas->view_from.y - y / scale;
        break;
    case STUDIO_GESTURE_MOVE: // of a child, nothing moves: places are the parent's
        canvas->move_x = canvas->has_moved && scene_of(canvas)->parent == NULL ? snap(x / scale) : 0;
        canvas->move_y = canvas->has_moved && scene_of(canvas)->parent == NULL ? snap(y / scale) : 0;
        break;
    case STUDIO_GESTURE_WIRE:
        aim(canvas);
        break;
    case STUDIO_GESTURE_MAP:
        go_by_map(canvas);
        break;
    default:
        break;
    }
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

static void pick_box(StudioGraphCanvas *canvas)
{
    const StudioGraphScene *scene = scene_of(canvas);
    double x0, y0, x1, y1;
    studio_graph_canvas_to_graph(canvas, MIN(canvas->from_x, canvas->pointer_x),
                                 MIN(canvas->from_y, canvas->pointer_y), &x0, &y0);
    studio_graph_canvas_to_graph(canvas, MAX(canvas->from_x, canvas->pointer_x),
                                 MAX(canvas->from_y, canvas->pointer_y), &x1, &y1);
    if (!canvas->is_adding)
        studio_graph_session_pick(canvas->session, NULL, STUDIO_PICK_ONLY);
    for (guint i = 0; canvas->has_moved && i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        if (node->x < x1 && node->y < y1 && node->x + node->width > x0 && node->y + node->height > y0)
            studio_graph_session_pick(canvas->session, node->id, STUDIO_PICK_ADD);
    }
}

static void on_end(GtkGestureDrag *gesture, double x, double y, StudioGraphCanvas *canvas)
{
    const StudioGraphGesture what = canvas->gesture;
    const double move_x = canvas->move_x, move_y = canvas->move_y;
    const bool is_plain = !is_shift(GTK_GESTURE(gesture)) && !is_control(GTK_GESTURE(gesture));
    (void)x, (void)y;
    if (what == STUDIO_GESTURE_NONE)
        return;
    if (what == STUDIO_GESTURE_WIRE && canvas->has_moved) {
        end_wire(canvas);
        return;
    }
    const StudioHit hit = studio_graph_canvas_hit(canvas, canvas->pointer_x, canvas->pointer_y);
    if (what == STUDIO_GESTURE_BOX)
        pick_box(canvas);
    if (what == STUDIO_GESTURE_MAP)
        go_by_map(canvas);
    const bool has_moved = canvas->has_moved;
    studio_graph_canvas_cancel(canvas);
    studio_graph_canvas_keep_view(canvas);
    if (what == STUDIO_GESTURE_MOVE && has_moved && scene_of(canvas)->parent != NULL)
        studio_graph_is_locked(canvas->session);
    else if (what == STUDIO_GESTURE_MOVE && has_moved)
        studio_graph_move(canvas->session, move_x, move_y);
    else if (what == STUDIO_GESTURE_MOVE && is_plain && hit.kind == STUDIO_HIT_FIELD)
        open_field(canvas, hit);
    else if (what == STUDIO_GESTURE_MOVE && is_plain && hit.node >= 0) // one of several: now it alone
        studio_graph_session_pick(canvas->session, studio_graph_scene_node(scene_of(canvas), hit.node)->id,
                                  STUDIO_PICK_ONLY);
}

static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, StudioGraphCanvas *canvas)
{
    (void)gesture, (void)sequence;
    studio_graph_canvas_cancel(canvas);
}

// Clicking

static void open_menu(StudioGraphCanvas *canvas, double x, double y, StudioHit hit)
{
    static const char *const of_node[] = {"graph.override", "graph.reset-override", "win.duplicate",
                                          "graph.delete"};
    static const char *const of_all[] = {"graph.add-node", "win.paste",      "graph.tidy",
                                         "graph.fit",      "win.share-face", "win.new-child"};
    const bool is_node = hit.kind == STUDIO_HIT_NODE || hit.kind == STUDIO_HIT_FIELD;
    g_autoptr(GMenu) menu = g_menu_new();
    for (size_t i = 0; i < (is_node ? G_N_ELEMENTS(of_node) : G_N_ELEMENTS(of_all)); ++i) {
        const char *name = is_node ? of_node[i] : of_all[i];
        g_menu_append(menu, studio_commands_label(canvas->commands, name), name);
    }
    gtk_popover_menu_set_menu_model(GTK_POPOVER_MENU(canvas->menu), G_MENU_MODEL(menu));
    gtk_popover_set_pointing_to(GTK_POPOVER(canvas->menu), &(GdkRectangle){(int)x, (int)y, 1, 1});
    studio_popup(canvas->menu);
}

static void on_pressed(GtkGestureClick *gesture, int count, double x, double y, StudioGraphCanvas *canvas)
{
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    const StudioHit hit = studio_graph_canvas_hit(canvas, x, y);
    if (scene_of(canvas) == NULL)
        return;
    if (button == GDK_BUTTON_SECONDARY) {
        if (hit.kind == STUDIO_HIT_NODE || hit.kind == STUDIO_HIT_FIELD) {
            const char *id = studio_graph_scene_node(scene_of(canvas), hit.node)->id;
            if (!studio_graph_session_is_picked(canvas->session, id))
                studio_graph_session_pick(canvas->session, id, STUDIO_PICK_ONLY);
        }
        gtk_widget_grab_focus(GTK_WIDGET(canvas));
        open_menu(canvas, x, y, hit);
    } else if (button == GDK_BUTTON_PRIMARY && hit.kind == STUDIO_HIT_WIRE &&
               is_control(GTK_GESTURE(gesture))) {
        studio_graph_unplug(canvas->session, hit.node, hit.row);
    } else if (button == GDK_BUTTON_PRIMARY && count == 2 && hit.kind == STUDIO_HIT_NOTHING) {
        studio_graph_canvas_open_search(canvas, x, y, (StudioLooseWire){-1, -1, -1});
    } else if (button == GDK_BUTTON_PRIMARY && count == 2 && hit.kind == STUDIO_HIT_NODE) {
        studio_graph_session_ask_parameters(canvas->session);
    }
}

static gboolean on_scroll(GtkEventControllerScroll *controller, double x, double y, StudioGraphCanvas *canvas)
{
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    const double scale = studio_graph_canvas_scale(canvas);
    const bool is_smooth = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE;
    const double step = is_smooth ? 1.0 : 44.0;
    if ((state & GDK_CONTROL_MASK) != 0) {
        studio_graph_canvas_zoom_at(canvas,
                                    y > 0   ? 1.0 / 1.1
                                    : y < 0 ? 1.1
                                            : 1.0,
                                    canvas->pointer_x, canvas->pointer_y);
        return TRUE;
    }
    const bool is_sideways = (state & GDK_SHIFT_MASK) != 0;
    canvas->view.x += (is_sideways ? y : x) * step / scale;
    canvas->view.y += (is_sideways ? x : y) * step / scale;
    studio_graph_canvas_keep_view(canvas);
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
    return TRUE;
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, StudioGraphCanvas *canvas)
{
    (void)controller;
    canvas->pointer_x = x;
    canvas->pointer_y = y;
}

static void on_leave(GtkEventControllerMotion *controller, StudioGraphCanvas *canvas)
{
    (void)controller;
    if (canvas->gesture == STUDIO_GESTURE_NONE)
        canvas->pointer_x = canvas->pointer_y = -1;
}

static gboolean on_tooltip(GtkWidget *widget, int x, int y, gboolean by_keys, GtkTooltip *tooltip,
                           StudioGraphCanvas *canvas)
{
    (void)widget;
    const StudioHit hit =
        by_keys ? (StudioHit){STUDIO_HIT_NOTHING, -1, -1} : studio_graph_canvas_hit(canvas, x, y);
    const StudioGraphNode *node =
        scene_of(canvas) != NULL ? studio_graph_scene_node(scene_of(canvas), hit.node) : NULL;
    if (node == NULL || hit.kind == STUDIO_HIT_WIRE)
        return FALSE;
    const char *text = node->error != NULL     ? node->error
                       : node->problem != NULL ? node->problem
                                               : node->words->hint;
    g_autofree char *whole = g_strdup_printf("%s · %s\n%s", node->words->title, node->id, text);
    gtk_tooltip_set_text(tooltip, whole);
    return TRUE;
}

void studio_graph_canvas_add_hands(StudioGraphCanvas *canvas)
{
    GtkGesture *drag = gtk_gesture_drag_new(), *click = gtk_gesture_click_new();
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                       *motion = gtk_event_controller_motion_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_begin), canvas);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_update), canvas);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_end), canvas);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancel), canvas);
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), canvas);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), canvas);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), canvas);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), canvas);
    gtk_widget_add_controller(GTK_WIDGET(canvas), GTK_EVENT_CONTROLLER(click));
    gtk_widget_add_controller(GTK_WIDGET(canvas), GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(GTK_WIDGET(canvas), scroll);
    gtk_widget_add_controller(GTK_WIDGET(canvas), motion);
    gtk_widget_set_has_tooltip(GTK_WIDGET(canvas), TRUE);
    g_signal_connect(canvas, "query-tooltip", G_CALLBACK(on_tooltip), canvas);
    make_refusal(canvas);
    canvas->menu = gtk_popover_menu_new_from_model(NULL);
    gtk_popover_set_has_arrow(GTK_POPOVER(canvas->menu), FALSE);
    gtk_widget_set_halign(canvas->menu, GTK_ALIGN_START);
    gtk_widget_set_parent(canvas->menu, GTK_WIDGET(canvas));
}
