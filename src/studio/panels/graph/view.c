// SPDX-License-Identifier: MIT
//
// The editor panel of a graph.

#include "studio/panels/graph/view.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/commands/graph_make.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/graph/canvas.h"
#include "studio/panels/graph/edits.h"
#include "studio/panels/widgets/widgets.h"

struct _StudioGraphView {
    GtkWidget parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    StudioGraphSession *session;
    GSignalGroup *signals;
    GtkWidget *overlay, *canvas, *path, *parent, *parent_label, *arrow, *own, *hint, *empty, *error;
};

G_DEFINE_TYPE(StudioGraphView, studio_graph_view, GTK_TYPE_WIDGET)

static const char *const commands_of_graph[] = {
    "graph.add-node",    "graph.delete",   "graph.override", "graph.reset-override",
    "graph.open-parent", "graph.tidy",     "graph.live",     "graph.fit",
    "graph.zoom-in",     "graph.zoom-out", "graph.add-face",
};

/// Commands of the window that mean nodes while the canvas has the focus.
static const char *const commands_of_focus[] = {"win.delete", "win.duplicate",  "win.copy",       "win.paste",
                                                "win.cut",    "win.select-all", "win.select-none"};

// What can be done

static void allow(const StudioGraphView *view, const char *name, const char *reason)
{
    studio_commands_allow(view->commands, name, reason);
}

static void allow_all(StudioGraphView *view)
{
    const StudioGraphScene *scene = view->session != NULL ? studio_graph_session_scene(view->session) : NULL;
    if (scene == NULL) {
        for (size_t i = 0; i < G_N_ELEMENTS(commands_of_graph); ++i)
            allow(view, commands_of_graph[i], "Open a graph first");
        return;
    }
    const int focus = studio_graph_session_focus(view->session);
    const StudioGraphNode *node = studio_graph_scene_node(scene, focus);
    const bool is_child = scene->parent != NULL, is_empty = scene->nodes->len <= 2;
    g_autofree char *locked =
        is_child ? g_strdup_printf("Nodes and connections are inherited from %s", scene->parent_name) : NULL;
    const char *unreadable = scene->error != NULL ? "Cannot read the graph" : NULL;
    const char *structure = unreadable != NULL ? unreadable : locked;
    allow(view, "graph.add-node", structure);
    allow(view, "graph.tidy", structure);
    allow(view, "graph.delete", structure != NULL ? structure : node == NULL ? "Select a node first" : NULL);
    allow(view, "graph.add-face",
          structure != NULL ? structure
          : !is_empty       ? "The graph already has nodes"
                            : NULL);
    allow(view, "graph.open-parent", is_child ? NULL : "This graph has no parent");
    allow(view, "graph.override",
          !is_child      ? "Only child graphs have overrides"
          : node == NULL ? "Select a node first"
                         : NULL);
    allow(view, "graph.reset-override",
          !is_child       ? "Only child graphs have overrides"
          : node == NULL  ? "Select a node first"
          : !node->is_own ? "This node has no override"
                          : NULL);
    static const char *const always[] = {"graph.live", "graph.fit", "graph.zoom-in", "graph.zoom-out"};
    for (size_t i = 0; i < G_N_ELEMENTS(always); ++i)
        allow(view, always[i], unreadable);
}

// Doing it

/// A face into an empty graph, with what the project offers for its skeleton.
static void add_face(StudioGraphView *view)
{
    MieniProblem problem = {0};
    Studio *studio = studio_workspace_studio(view->workspace);
    const StudioGraphScene *scene = studio_graph_session_scene(view->session);
    const StudioSession *session = studio_workspace_session(view->workspace);
    g_autofree char *path = g_strdup(scene->path);
    const StudioFaceGraph face = {.poses = studio_workspace_first(view->workspace, MIENI_ASSET_POSES),
                                  .clip = session->clip[0] != '\0' ? session->clip : NULL};
    if (studio_workspace_check(view->workspace, studio_graph_fill_face(studio, path, &face, &problem),
                               &problem))
        studio_graph_canvas_fit(STUDIO_GRAPH_CANVAS(view->canvas));
}

static void select_all(StudioGraphView *view)
{
    const StudioGraphScene *scene = studio_graph_session_scene(view->session);
    for (guint i = 0; i < scene->nodes->len; ++i)
        studio_graph_session_pick(view->session, studio_graph_scene_node(scene, (int)i)->id, STUDIO_PICK_ADD);
}

static void run_of_focus(StudioGraphView *view, const char *name)
{
    StudioGraphCanvas *canvas = STUDIO_GRAPH_CANVAS(view->canvas);
    if (strcmp(name, "win.delete") == 0)
        studio_graph_delete(view->session);
    else if (strcmp(name, "win.duplicate") == 0)
        studio_graph_duplicate(view->session);
    else if (strcmp(name, "win.copy") == 0)
        studio_graph_canvas_copy(canvas);
    else if (strcmp(name, "win.paste") == 0)
        studio_graph_canvas_paste(canvas);
    else if (strcmp(name, "win.select-all") == 0)
        select_all(view);
    else if (strcmp(name, "win.select-none") == 0)
        studio_graph_session_pick(view->session, NULL, STUDIO_PICK_ONLY);
    else if (!studio_graph_is_locked(view->session)) { // cut
        studio_graph_canvas_copy(canvas);
        studio_graph_delete(view->session);
    }
}

static void run(void *user, const char *name)
{
    StudioGraphView *view = user;
    StudioGraphCanvas *canvas = STUDIO_GRAPH_CANVAS(view->canvas);
    const StudioGraphScene *scene = view->session != NULL ? studio_graph_session_scene(view->session) : NULL;
    if (scene == NULL)
        return;
    const int focus = studio_graph_session_focus(view->session);
    if (g_str_has_prefix(name, "win."))
        run_of_focus(view, name);
    else if (strcmp(name, "graph.add-node") == 0)
        studio_graph_canvas_search(canvas);
    else if (strcmp(name, "graph.delete") == 0)
        studio_graph_delete(view->session);
    else if (strcmp(name, "graph.tidy") == 0 && studio_graph_tidy(view->session))
        studio_graph_canvas_fit(canvas);
    else if (strcmp(name, "graph.fit") == 0)
        studio_graph_canvas_fit(canvas);
    else if (strcmp(name, "graph.zoom-in") == 0)
        studio_graph_canvas_zoom(canvas, 1.25);
    else if (strcmp(name, "graph.zoom-out") == 0)
        studio_graph_canvas_zoom(canvas, 0.8);
    else if (strcmp(name, "graph.live") == 0)
        studio_graph_session_set_live(view->session, studio_commands_state(view->commands, name));
    else if (strcmp(name, "graph.open-parent") == 0)
        studio_workspace_show(view->workspace, scene->parent, false);
    else if (strcmp(name, "graph.override") == 0)
        studio_graph_session_ask_parameters(view->session);
    else if (strcmp(name, "graph.reset-override") == 0 && focus >= 0)
        studio_graph_reset(view->session, studio_graph_scene_node(scene, focus)->id);
    else if (strcmp(name, "graph.add-face") == 0)
        add_face(view);
}

/// Commands of the window act on the focused panel, which binds them when it gets the focus.
static void on_focus(GtkEventControllerFocus *controller, StudioGraphView *view)
{
    (void)controller;
    for (size_t i = 0; i < G_N_ELEMENTS(commands_of_focus); ++i)
        studio_commands_bind(view->commands, commands_of_focus[i], run, view);
}

// What lies over the canvas

static void show_scene(StudioGraphView *view)
{
    const StudioGraphScene *scene = view->session != NULL ? studio_graph_session_scene(view->session) : NULL;
    const bool is_child = scene != NULL && scene->parent != NULL;
    allow_all(view);
    if (scene == NULL)
        return;
    gtk_label_set_text(GTK_LABEL(view->own), scene->name);
    gtk_widget_set_visible(view->parent, is_child);
    gtk_widget_set_visible(view->arrow, is_child);
    g_autofree char *hint =
        is_child ? g_strdup_printf("child graph: locked parts come from %s", scene->parent_name) : NULL;
    gtk_label_set_text(GTK_LABEL(view->parent_label), is_child ? scene->parent_name : "");
    gtk_label_set_text(GTK_LABEL(view->hint), hint != NULL ? hint : "");
    gtk_widget_set_visible(view->hint, is_child);
    bool is_empty = scene->error == NULL && !is_child;
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const char *type = studio_graph_scene_node(scene, (int)i)->words->type;
        is_empty = is_empty && (strcmp(type, "output") == 0 || strcmp(type, "rest_pose") == 0);
    }
    gtk_widget_set_visible(view->empty, is_empty);
    gtk_widget_set_visible(view->error, scene->error != NULL);
    if (scene->error != NULL)
        adw_status_page_set_description(ADW_STATUS_PAGE(view->error), scene->error);
}

static GtkWidget *make_path(StudioGraphView *view)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *inner = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    view->parent = gtk_button_new();
    view->parent_label = studio_label_new("", NULL);
    gtk_box_append(GTK_BOX(inner), gtk_image_new_from_icon_name("emblem-shared-symbolic"));
    gtk_box_append(GTK_BOX(inner), view->parent_label);
    gtk_button_set_child(GTK_BUTTON(view->parent), inner);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(view->parent), "graph.open-parent");
    studio_tip(view->parent, "Open the parent (Ctrl+Up)");
    studio_name(view->parent, "Parent graph");
    view->arrow = gtk_image_new_from_icon_name("pan-end-symbolic");
    view->own = studio_label_new("", "graph-own");
    view->hint = studio_label_new("", "caption dim-label");
    GtkWidget *const parts[] = {view->parent, view->arrow, view->own, view->hint};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        gtk_box_append(GTK_BOX(box), parts[i]);
    }
    gtk_widget_set_halign(box, GTK_ALIGN_START);
    gtk_widget_set_valign(box, GTK_ALIGN_START);
    gtk_widget_add_css_class(box, "graph-path");
    return box;
}

static GtkWidget *make_bar(StudioGraphView *view)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2), *add = gtk_button_new(),
              *content = adw_button_content_new();
    g_autofree char *tooltip = studio_commands_tooltip(view->commands, "graph.add-node", "Add a node");
    adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), "list-add-symbolic");
    adw_button_content_set_label(ADW_BUTTON_CONTENT(content), "Node");
    gtk_button_set_child(GTK_BUTTON(add), content);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(add), "graph.add-node");
    studio_tip(add, tooltip);
    studio_name(add, "Add node");
    GtkWidget *live = studio_commands_button(view->commands, "graph.live", "Show values while playing");
    gtk_button_set_label(GTK_BUTTON(live), "Live");
    GtkWidget *const parts[] = {add, live, studio_commands_button(view->commands, "graph.fit", "Fit graph")};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_add_css_class(parts[i], "flat");
        gtk_box_append(GTK_BOX(box), parts[i]);
    }
    gtk_widget_set_halign(box, GTK_ALIGN_END);
    gtk_widget_set_valign(box, GTK_ALIGN_START);
    gtk_widget_add_css_class(box, "graph-bar");
    return box;
}

// The widget

static void studio_graph_view_dispose(GObject *object)
{
    StudioGraphView *view = STUDIO_GRAPH_VIEW(object);
    g_clear_object(&view->signals);
    g_clear_pointer(&view->overlay, gtk_widget_unparent);
    g_clear_object(&view->session);
    g_clear_object(&view->workspace);
    g_clear_object(&view->commands);
    G_OBJECT_CLASS(studio_graph_view_parent_class)->dispose(object);
}

static void studio_graph_view_class_init(StudioGraphViewClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_graph_view_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void studio_graph_view_init(StudioGraphView *view)
{
    view->signals = g_signal_group_new(STUDIO_TYPE_GRAPH_SESSION);
    g_signal_group_connect_swapped(view->signals, "scene", G_CALLBACK(show_scene), view);
    g_signal_group_connect_swapped(view->signals, "selection", G_CALLBACK(allow_all), view);
}

static GtkWidget *add_page(StudioGraphView *view, GtkWidget *page)
{
    gtk_widget_set_visible(page, FALSE);
    gtk_widget_add_css_class(page, "graph-page");
    gtk_overlay_add_overlay(GTK_OVERLAY(view->overlay), page);
    return page;
}

GtkWidget *studio_graph_view_new(StudioCommands *commands)
{
    StudioGraphView *view = g_object_new(STUDIO_TYPE_GRAPH_VIEW, NULL);
    view->commands = g_object_ref(commands);
    view->overlay = gtk_overlay_new();
    view->canvas = studio_graph_canvas_new(commands);
    gtk_overlay_set_child(GTK_OVERLAY(view->overlay), view->canvas);
    view->empty = add_page(view, studio_empty_new("emblem-shared-symbolic", "Empty Graph",
                                                  "Start with a clip and a pose asset.", "Add Face Graph",
                                                  "graph.add-face", NULL, NULL));
    view->error = add_page(view, studio_empty_new("dialog-error-symbolic", "Cannot Open the Graph", "",
                                                  "Show in Problems", "win.show-problems", NULL, NULL));
    gtk_overlay_add_overlay(GTK_OVERLAY(view->overlay), make_path(view));
    gtk_overlay_add_overlay(GTK_OVERLAY(view->overlay), make_bar(view));
    gtk_widget_set_parent(view->overlay, GTK_WIDGET(view));
    for (size_t i = 0; i < G_N_ELEMENTS(commands_of_graph); ++i)
        studio_commands_bind(commands, commands_of_graph[i], run, view);
    studio_commands_set_state(commands, "graph.live", true);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "enter", G_CALLBACK(on_focus), view);
    gtk_widget_add_controller(view->canvas, focus);
    return GTK_WIDGET(view);
}

void studio_graph_view_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioGraphView *view = STUDIO_GRAPH_VIEW(part);
    StudioGraphSession *session = workspace != NULL ? studio_graph_session_of(workspace) : NULL;
    if (view->session != NULL && session != view->session)
        studio_graph_session_show(view->session, NULL);
    g_set_object(&view->workspace, workspace);
    if (g_set_object(&view->session, session)) {
        g_signal_group_set_target(view->signals, session);
        studio_graph_canvas_set_desk(STUDIO_GRAPH_CANVAS(view->canvas), session);
    }
    if (session != NULL)
        studio_graph_session_show(session, document);
    show_scene(view);
}
