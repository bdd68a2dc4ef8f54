// SPDX-License-Identifier: MIT
//
// Screenshots.

#include "studio/app/screenshot.h"

enum {
    STEP = 20,       ///< Milliseconds between looks.
    STILL = 12,      ///< Looks in a row that find nothing going on.
    PATIENCE = 3000, ///< Looks until it is taken all the same: a minute.
};

typedef struct Waiting {
    StudioWindow *window;
    StudioScreenshot *wanted;
    int still, looks;
    bool has_acted;
} Waiting;

/// The dialog over a window, or NULL.
static GtkWidget *dialog_of(GtkWidget *window)
{
    GListModel *windows = gtk_window_get_toplevels();
    for (guint i = 0; i < g_list_model_get_n_items(windows); ++i) {
        g_autoptr(GtkWindow) other = g_list_model_get_item(windows, i);
        if (gtk_window_get_transient_for(other) == GTK_WINDOW(window) &&
            gtk_widget_get_mapped(GTK_WIDGET(other)))
            return GTK_WIDGET(other);
    }
    return NULL;
}

/// Puts a dialog in the middle, over a window that steps back.
static void add_dialog(GtkSnapshot *snapshot, GtkWidget *dialog, const graphene_rect_t *bounds)
{
    const float width = (float)gtk_widget_get_width(dialog), height = (float)gtk_widget_get_height(dialog);
    const graphene_point_t place = {bounds->origin.x + 0.5f * (bounds->size.width - width),
                                    bounds->origin.y + 0.5f * (bounds->size.height - height)};
    const graphene_rect_t area = GRAPHENE_RECT_INIT(0.0f, 0.0f, width, height);
    GskRoundedRect outline;
    g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(dialog);
    gtk_snapshot_append_color(snapshot, &(GdkRGBA){0.0f, 0.0f, 0.0f, 0.45f}, bounds);
    gtk_snapshot_translate(snapshot, &place);
    gsk_rounded_rect_init_from_rect(&outline, &area, 12.0f);
    gtk_snapshot_append_outset_shadow(snapshot, &outline, &(GdkRGBA){0.0f, 0.0f, 0.0f, 0.5f}, 0.0f, 3.0f,
                                      0.0f, 18.0f);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    gdk_paintable_snapshot(paintable, snapshot, (double)width, (double)height);
    gtk_snapshot_pop(snapshot);
}

/// The window without the shadow around it.
static GdkTexture *picture_of(GtkWidget *window)
{
    GtkWidget *content = adw_application_window_get_content(ADW_APPLICATION_WINDOW(window)),
              *dialog = dialog_of(window);
    graphene_rect_t bounds;
    g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(window);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    if (!gtk_widget_compute_bounds(content, window, &bounds))
        return NULL;
    gdk_paintable_snapshot(paintable, snapshot, gtk_widget_get_width(window), gtk_widget_get_height(window));
    if (dialog != NULL)
        add_dialog(snapshot, dialog, &bounds);
    g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(snapshot);
    GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
    return node != NULL ? gsk_renderer_render_texture(renderer, node, &bounds) : NULL;
}

static void act(Waiting *waiting)
{
    StudioCommands *commands = studio_window_commands(waiting->window);
    for (char **name = waiting->wanted->actions; name != NULL && *name != NULL; ++name)
        if (!studio_commands_run(commands, *name)) {
            g_printerr("mien-studio: %s cannot act. %s\n", *name, studio_commands_reason(commands, *name));
            waiting->wanted->exit_code = 1;
        }
    waiting->has_acted = true;
    waiting->still = 0;
}

static gboolean on_look(void *user)
{
    Waiting *waiting = user;
    waiting->still = studio_window_is_settled(waiting->window) ? waiting->still + 1 : 0;
    if (waiting->still < STILL && ++waiting->looks < PATIENCE)
        return G_SOURCE_CONTINUE;
    if (!waiting->has_acted) {
        act(waiting);
        return G_SOURCE_CONTINUE;
    }
    g_autoptr(GdkTexture) texture = picture_of(GTK_WIDGET(waiting->window));
    if (texture == NULL || !gdk_texture_save_to_png(texture, waiting->wanted->file)) {
        g_printerr("mien-studio: %s cannot be written.\n", waiting->wanted->file);
        waiting->wanted->exit_code = 1;
    }
    gtk_window_destroy(GTK_WINDOW(waiting->window));
    g_object_unref(waiting->window);
    g_free(waiting);
    return G_SOURCE_REMOVE;
}

void studio_screenshot_prepare(void)
{
    g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(
        provider, "window.csd, window.solid-csd { margin: 0; padding: 0; border: none; box-shadow: none; }",
        -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_USER);
    g_object_set(gtk_settings_get_default(), "gtk-font-name", "Cantarell 11", "gtk-decoration-layout",
                 ":close", "gtk-enable-animations", FALSE, "gtk-hint-font-metrics", TRUE, NULL);
}

void studio_screenshot_take(StudioWindow *window, StudioScreenshot *wanted)
{
    Waiting *waiting = g_new0(Waiting, 1);
    waiting->window = g_object_ref(window);
    waiting->wanted = wanted;
    g_timeout_add(STEP, on_look, waiting);
}
