// SPDX-License-Identifier: MIT
//
// Creates and closes a window.

#include "studio/app/actions.h"
#include "studio/app/window_private.h"

G_DEFINE_TYPE(StudioWindow, studio_window, ADW_TYPE_APPLICATION_WINDOW)

static void on_layout(GdkSurface *surface, int width, int height, StudioWindow *window)
{
    (void)surface, (void)width, (void)height;
    const int inner_width = gtk_widget_get_width(GTK_WIDGET(window));
    const int inner_height = gtk_widget_get_height(GTK_WIDGET(window));
    if (inner_width == window->width && inner_height == window->height)
        return;
    window->width = inner_width;
    window->height = inner_height;
    studio_window_lay_out(window);
}

static void studio_window_realize(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(studio_window_parent_class)->realize(widget);
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(widget));
    g_signal_connect_object(surface, "layout", G_CALLBACK(on_layout), widget, G_CONNECT_AFTER);
}

/// Keeps the size for the next start; a size that was given is for this time only.
static void remember_size(StudioWindow *window)
{
    GtkWindow *base = GTK_WINDOW(window);
    if (window->has_given_size || window->width <= 0 || gtk_window_is_fullscreen(base))
        return;
    studio_settings_set_number(window->settings, "maximized", gtk_window_is_maximized(base));
    if (gtk_window_is_maximized(base))
        return;
    int width, height;
    gtk_window_get_default_size(base, &width, &height);
    studio_settings_set_number(window->settings, "width", width);
    studio_settings_set_number(window->settings, "height", height);
}

static void studio_window_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    StudioWindow *window = STUDIO_WINDOW(widget);
    window->is_laying_out = true; // handles move with the window, and by no hand
    GTK_WIDGET_CLASS(studio_window_parent_class)->size_allocate(widget, width, height, baseline);
    window->is_laying_out = false;
    if (width != window->width || height != window->height) {
        window->width = width;
        window->height = height;
        studio_window_lay_out(window);
    }
    remember_size(window);
}

static gboolean studio_window_close_request(GtkWindow *base)
{
    StudioWindow *window = STUDIO_WINDOW(base);
    if (studio_window_asks(window))
        return TRUE;
    remember_size(window);
    studio_settings_save(window->settings);
    studio_window_set_workspace(window, NULL);
    return GTK_WINDOW_CLASS(studio_window_parent_class)->close_request(base);
}

static void studio_window_dispose(GObject *object)
{
    StudioWindow *window = STUDIO_WINDOW(object);
    g_clear_handle_id(&window->layout_idle, g_source_remove);
    g_clear_handle_id(&window->tabs_timer, g_source_remove);
    if (window->opening != NULL)
        g_cancellable_cancel(window->opening);
    if (window->workspace != NULL)
        studio_window_set_workspace(window, NULL);
    g_clear_object(&window->signals);
    g_clear_object(&window->dialogs);
    G_OBJECT_CLASS(studio_window_parent_class)->dispose(object);
}

static void studio_window_finalize(GObject *object)
{
    StudioWindow *window = STUDIO_WINDOW(object);
    g_clear_object(&window->opening);
    g_clear_handle_id(&window->build_timer, g_source_remove);
    g_clear_handle_id(&window->focus_idle, g_source_remove);
    g_clear_weak_pointer(&window->toast);
    g_clear_pointer(&window->importer, studio_importer_free);
    g_clear_pointer(&window->graph_maker, studio_graph_maker_free);
    g_clear_object(&window->solver);
    g_clear_pointer(&window->wanted_imports, g_ptr_array_unref);
    g_clear_object(&window->commands);
    g_clear_object(&window->recent_menu);
    g_clear_pointer(&window->closed, g_ptr_array_unref);
    g_clear_pointer(&window->wanted_document, g_free);
    G_OBJECT_CLASS(studio_window_parent_class)->finalize(object);
}

static bool has_focus(StudioWindow *window)
{
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
    return focus != NULL && gtk_widget_get_mapped(focus) && !GTK_IS_PANED(focus); // GTK's last resort
}

static gboolean on_focus_gone(void *user)
{
    StudioWindow *window = user;
    window->focus_idle = 0;
    if (!has_focus(window) && window->workspace != NULL)
        studio_viewport_take_focus(STUDIO_VIEWPORT(window->viewport));
    return G_SOURCE_REMOVE;
}

/// If the button that was pressed is gone, or the browser folded, keys mean the viewport: Space plays.
static void on_focus(StudioWindow *window)
{
    if (!has_focus(window) && window->focus_idle == 0)
        window->focus_idle = g_idle_add(on_focus_gone, window);
}

static void studio_window_class_init(StudioWindowClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_window_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_window_finalize;
    GTK_WIDGET_CLASS(class)->realize = studio_window_realize;
    GTK_WIDGET_CLASS(class)->size_allocate = studio_window_size_allocate;
    GTK_WINDOW_CLASS(class)->close_request = studio_window_close_request;
}

static void studio_window_init(StudioWindow *window)
{
    window->size_class = -1;
    window->closed = g_ptr_array_new_with_free_func(g_free);
    window->wanted_imports = g_ptr_array_new_with_free_func(g_free);
    window->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
}

StudioWindow *studio_window_new(GtkApplication *application, StudioSettings *settings)
{
    StudioWindow *window = g_object_new(STUDIO_TYPE_WINDOW, "application", application, NULL);
    window->settings = settings;
    window->commands = studio_commands_new(studio_actions, studio_action_count, GTK_WIDGET(window));
    gtk_window_set_title(GTK_WINDOW(window), "Mien Studio");
    gtk_widget_set_size_request(GTK_WIDGET(window), 960, 600);
    gtk_window_set_default_size(GTK_WINDOW(window), studio_settings_number(settings, "width", 1280),
                                studio_settings_number(settings, "height", 800));
    if (studio_settings_number(settings, "maximized", 0) != 0)
        gtk_window_maximize(GTK_WINDOW(window));
    studio_window_build(window);
    g_signal_connect(window, "notify::focus-widget", G_CALLBACK(on_focus), NULL);
    g_signal_connect(window, "notify::is-active", G_CALLBACK(on_focus), NULL);
    g_signal_connect_object(window->browser_box, "unmap", G_CALLBACK(on_focus), window,
                            G_CONNECT_AFTER | G_CONNECT_SWAPPED);
    studio_window_bind_actions(window);
    window->importer = studio_importer_new(GTK_WINDOW(window), window->commands);
    window->dialogs = studio_dialogs_new(window->commands, GTK_WIDGET(window));
    window->solver = studio_solver_new(window->commands, GTK_WIDGET(window));
    window->graph_maker = studio_graph_maker_new(GTK_WINDOW(window), window->commands);
    studio_window_list_recent(window);
    studio_window_update(window);
    return window;
}

void studio_window_set_size(StudioWindow *window, int width, int height)
{
    window->has_given_size = true;
    gtk_window_unmaximize(GTK_WINDOW(window));
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
}

StudioCommands *studio_window_commands(StudioWindow *window) { return window->commands; }

StudioWorkspace *studio_window_workspace(StudioWindow *window) { return window->workspace; }

bool studio_window_is_settled(StudioWindow *window)
{
    if (window->opening != NULL || window->layout_idle != 0 || window->layout_tick != 0)
        return false;
    if (window->workspace == NULL)
        return true;
    return !studio_workspace_is_busy(window->workspace) && window->wanted_imports->len == 0 &&
           !studio_pictures_are_pending(window->workspace) &&
           studio_viewport_is_settled(STUDIO_VIEWPORT(window->viewport));
}
