// SPDX-License-Identifier: MIT
//
// Screenshots.

#include "studio/app/screenshot.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/model/facts/times.h"
#include "studio/panels/viewport/player.h"

enum {
    STEP = 20,       ///< Milliseconds between looks.
    STILL = 12,      ///< Looks in a row that find nothing going on.
    PATIENCE = 3000, ///< Looks until it is taken all the same: a minute.
};

/// What is done next, each once nothing goes on any more.
typedef enum Phase { SET, SEEK, ACT, TAKE } Phase;

typedef struct Waiting {
    StudioWindow *window;
    StudioScreenshot *wanted;
    int still, looks;
    Phase phase;
    guint next_action;
} Waiting;

// The picture

/// The dialog that is open over a window, or NULL.
static GtkWidget *dialog_over(GtkWindow *window)
{
    g_autoptr(GList) all = gtk_window_list_toplevels();
    for (const GList *at = all; at != NULL; at = at->next) {
        GtkWindow *one = at->data;
        if (one != window && gtk_widget_get_mapped(GTK_WIDGET(one)) &&
            gtk_window_get_transient_for(one) != NULL)
            return GTK_WIDGET(one);
    }
    return NULL;
}

/// The window behind is darker, as compositors do it.
static void add_dialog(GtkSnapshot *snapshot, GtkWidget *dialog, const graphene_rect_t *bounds)
{
    const int width = gtk_widget_get_width(dialog), height = gtk_widget_get_height(dialog);
    const float x = bounds->origin.x + (bounds->size.width - (float)width) / 2.0f;
    const float y = bounds->origin.y + (bounds->size.height - (float)height) / 2.0f;
    const GdkRGBA shade = {0, 0, 0, 0.4f};
    g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(dialog);
    graphene_rect_t place;
    GskRoundedRect rounded;
    graphene_rect_init(&place, 0, 0, (float)width, (float)height);
    gsk_rounded_rect_init_from_rect(&rounded, &place, 12);
    gtk_snapshot_append_color(snapshot, &shade, bounds);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x, y));
    gtk_snapshot_push_rounded_clip(snapshot, &rounded);
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    gtk_snapshot_pop(snapshot);
}

/// Adds the popovers that are open, each where its surface is.
static void add_popovers(GtkSnapshot *snapshot, GtkWidget *widget)
{
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_get_mapped(child))
            continue;
        if (GTK_IS_POPOVER(child)) {
            GdkPopup *popup = GDK_POPUP(gtk_native_get_surface(GTK_NATIVE(child)));
            const int width = gtk_widget_get_width(child), height = gtk_widget_get_height(child);
            g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(child);
            gtk_snapshot_save(snapshot);
            gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)gdk_popup_get_position_x(popup),
                                                                  (float)gdk_popup_get_position_y(popup)));
            gdk_paintable_snapshot(paintable, snapshot, width, height);
            gtk_snapshot_restore(snapshot);
        }
        add_popovers(snapshot, child);
    }
}

/// The window without the shadow around it.
static GdkTexture *picture_of(GtkWidget *window)
{
    GtkWidget *content = adw_application_window_get_content(ADW_APPLICATION_WINDOW(window));
    GtkWidget *dialog = dialog_over(GTK_WINDOW(window));
    graphene_rect_t bounds;
    g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(window);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    if (!gtk_widget_compute_bounds(content, window, &bounds))
        return NULL;
    gdk_paintable_snapshot(paintable, snapshot, gtk_widget_get_width(window), gtk_widget_get_height(window));
    add_popovers(snapshot, window);
    if (dialog != NULL)
        add_dialog(snapshot, dialog, &bounds);
    g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(snapshot);
    GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
    return node != NULL ? gsk_renderer_render_texture(renderer, node, &bounds) : NULL;
}

// What is set before

static void complain(Waiting *waiting, const char *option, const char *value, const char *why)
{
    g_printerr("mien-studio: --%s %s: %s\n", option, value, why);
    waiting->wanted->exit_code = 1;
}

static void set_weights(Waiting *waiting, StudioWorkspace *workspace)
{
    g_auto(GStrv) rows = g_strsplit(waiting->wanted->weights, ",", -1);
    StudioSession *session = studio_workspace_session(workspace);
    for (char **row = rows; *row != NULL; ++row) {
        char *equals = strchr(*row, '=');
        double value;
        if (equals == NULL || !studio_number_read(equals + 1, 0.0, 0.0, 1.0, &value)) {
            complain(waiting, "weights", *row, "expected name=number");
            continue;
        }
        *equals = '\0';
        studio_session_set_weight(session, *row, (float)value);
    }
    studio_workspace_session_changed(workspace);
}

static void select_names(Waiting *waiting, StudioWorkspace *workspace)
{
    StudioDocument *document = studio_workspace_active(workspace);
    g_auto(GStrv) names = g_strsplit(waiting->wanted->select, ",", -1);
    if (document == NULL) {
        complain(waiting, "select", waiting->wanted->select, "no document is open");
        return;
    }
    studio_selection_clear(&document->selection);
    for (char **name = names; *name != NULL; ++name)
        studio_selection_add(&document->selection, *name);
    studio_workspace_selection_changed(workspace);
}

static void set_clip(Waiting *waiting, StudioWorkspace *workspace)
{
    const Studio *studio = studio_workspace_studio(workspace);
    const char *wanted = waiting->wanted->clip;
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        char name[STUDIO_LABEL_ROOM];
        if (file->kind == MIENI_ASSET_CLIP && studio_file_is_there(file) &&
            (strcmp(file->path, wanted) == 0 || strcmp(studio_asset_name(file->path, name), wanted) == 0)) {
            studio_player_set_clip(studio_player_of(workspace), file->path);
            return;
        }
    }
    complain(waiting, "clip", wanted, "no such clip");
}

static void set_time(Waiting *waiting, StudioWorkspace *workspace)
{
    StudioPlayer *player = studio_player_of(workspace);
    double time;
    if (studio_time_read(waiting->wanted->time, 0.0, studio_player_length(player), studio_player_rate(player),
                         STUDIO_TIME_SECONDS, &time))
        studio_player_seek(player, time);
    else
        complain(waiting, "time", waiting->wanted->time, "expected seconds, or f41 for a frame");
}

/// Runs the next action; false if there is none left.
static bool act(Waiting *waiting)
{
    StudioCommands *commands = studio_window_commands(waiting->window);
    char **names = waiting->wanted->actions;
    if (names == NULL || names[waiting->next_action] == NULL)
        return false;
    const char *name = names[waiting->next_action++];
    if (!studio_commands_run(commands, name)) {
        g_printerr("mien-studio: %s is not available: %s\n", name, studio_commands_reason(commands, name));
        waiting->wanted->exit_code = 1;
    }
    return true;
}

/// Does what comes next.
static void go_on(Waiting *waiting)
{
    StudioWorkspace *workspace = studio_window_workspace(waiting->window);
    const StudioScreenshot *wanted = waiting->wanted;
    waiting->still = 0;
    if (waiting->phase == SET && workspace != NULL) {
        if (wanted->select != NULL)
            select_names(waiting, workspace);
        if (wanted->weights != NULL)
            set_weights(waiting, workspace);
        if (wanted->clip != NULL)
            set_clip(waiting, workspace);
    } else if (waiting->phase == SEEK && workspace != NULL) { // once the clip was read
        if (wanted->time != NULL)
            set_time(waiting, workspace);
    }
    if (waiting->phase != ACT || !act(waiting))
        ++waiting->phase;
}

static gboolean on_look(void *user)
{
    Waiting *waiting = user;
    waiting->still = studio_window_is_settled(waiting->window) ? waiting->still + 1 : 0;
    if (waiting->still < STILL && ++waiting->looks < PATIENCE)
        return G_SOURCE_CONTINUE;
    if (waiting->phase != TAKE) {
        go_on(waiting);
        return G_SOURCE_CONTINUE;
    }
    g_autoptr(GdkTexture) texture = picture_of(GTK_WIDGET(waiting->window));
    if (texture == NULL && ++waiting->looks < PATIENCE) // its size changes, and nothing was drawn since
        return G_SOURCE_CONTINUE;
    if (texture == NULL || !gdk_texture_save_to_png(texture, waiting->wanted->file)) {
        g_printerr("mien-studio: cannot write %s\n", waiting->wanted->file);
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
