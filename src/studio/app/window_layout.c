// SPDX-License-Identifier: MIT
//
// The widgets of the window and their layout.

#include "studio/app/actions.h"
#include "studio/app/welcome.h"
#include "studio/app/window_private.h"
#include "studio/panels/import/drop.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

enum {
    LARGE = 1600,         ///< Widths of large windows.
    GRAPH_FOLDS = 1400,   ///< Below it the browser makes room for a graph.
    BROWSER_FOLDS = 1120, ///< Below it, for everything.
    SIDE_SHRINKS = 1040,
    IS_LOW = 720,
    IS_TINY = 640, ///< Heights below it have room for the viewport or for what is below it.
    SIDE_LEAST = 300,
    STAGE_LEAST = 320,
};

// Parts

static GtkWidget *make_header(StudioWindow *window, GMenuModel *menu)
{
    GtkWidget *header = adw_header_bar_new();
    GtkWidget *browser =
        studio_commands_button(window->commands, "win.show-browser", "Show or hide the browser");
    GtkWidget *import = adw_split_button_new(), *content = adw_button_content_new();
    g_autoptr(GMenuModel) import_menu = studio_import_menu();
    adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), "folder-download-symbolic");
    adw_button_content_set_label(ADW_BUTTON_CONTENT(content), "Import…");
    adw_split_button_set_child(ADW_SPLIT_BUTTON(import), content);
    adw_split_button_set_menu_model(ADW_SPLIT_BUTTON(import), import_menu);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(import), "win.import");
    studio_tip(import, "Import faces and animation (Ctrl+I)");
    window->undo = studio_commands_button(window->commands, "win.undo", "Undo");
    window->redo = studio_commands_button(window->commands, "win.redo", "Redo");
    GtkWidget *const starts[] = {browser, import, window->undo, window->redo};
    for (size_t i = 0; i < G_N_ELEMENTS(starts); ++i)
        adw_header_bar_pack_start(ADW_HEADER_BAR(header), starts[i]);
    window->title = adw_window_title_new("", "");
    adw_header_bar_set_title_widget(ADW_HEADER_BAR(header), window->title);
    GtkWidget *button = gtk_menu_button_new();
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "open-menu-symbolic");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), menu);
    gtk_menu_button_set_primary(GTK_MENU_BUTTON(button), TRUE);
    studio_tip(button, "Main menu (F10)");
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Main menu", -1);
    studio_add_style_buttons(button);
    window->go_to =
        studio_commands_button(window->commands, "win.go-to", "Go to an asset, pose, curve or command");
    window->build = studio_commands_button(window->commands, "win.build", "Build all packs for the game");
    GtkWidget *side =
        studio_commands_button(window->commands, "win.show-inspector", "Show or hide the inspector");
    GtkWidget *const ends[] = {button, side, window->build, window->go_to};
    for (size_t i = 0; i < G_N_ELEMENTS(ends); ++i)
        adw_header_bar_pack_end(ADW_HEADER_BAR(header), ends[i]);
    return header;
}

static GtkWidget *make_status(StudioWindow *window)
{
    GtkWidget *status = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *space = gtk_label_new(NULL);
    gtk_widget_add_css_class(status, "status-bar");
    window->status_problems = gtk_button_new();
    gtk_widget_add_css_class(window->status_problems, "flat");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(window->status_problems), "win.show-problems");
    studio_tip(window->status_problems, "Show or hide the problems panel (Ctrl+Shift+M)");
    window->status_text = gtk_label_new("");
    gtk_label_set_ellipsize(GTK_LABEL(window->status_text), PANGO_ELLIPSIZE_END);
    gtk_accessible_update_property(GTK_ACCESSIBLE(window->status_text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Status", -1);
    gtk_widget_set_hexpand(space, TRUE);
    window->status_jobs = studio_jobs_bar_new();
    window->status_saved = gtk_label_new("");
    gtk_widget_add_css_class(window->status_saved, "dim-label");
    GtkWidget *const parts[] = {window->status_problems, window->status_text, space, window->status_jobs,
                                window->status_saved};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(status), parts[i]);
    return status;
}

static void on_handle(GtkGestureDrag *gesture, double x, double y, StudioWindow *window)
{
    (void)gesture, (void)y;
    int width = 0;
    gtk_widget_get_size_request(window->browser_box, &width, NULL);
    width = CLAMP(width + (int)x, 200, 420);
    gtk_widget_set_size_request(window->browser_box, width, -1);
    studio_settings_set_number(window->settings, "browser", width);
}

static GtkWidget *make_browser(StudioWindow *window)
{
    GtkWidget *handle = gtk_separator_new(GTK_ORIENTATION_VERTICAL);
    GtkGesture *drag = gtk_gesture_drag_new();
    window->browser_box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    window->browser = studio_browser_new(window->commands, studio_asset_menu);
    gtk_widget_set_hexpand(window->browser, TRUE);
    gtk_widget_set_hexpand(window->browser_box, FALSE); // what is left goes to the viewport
    gtk_widget_add_css_class(window->browser_box, "browser-box");
    gtk_widget_set_cursor_from_name(handle, "col-resize");
    gtk_widget_add_css_class(handle, "handle");
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_handle), window);
    gtk_widget_add_controller(handle, GTK_EVENT_CONTROLLER(drag));
    gtk_box_append(GTK_BOX(window->browser_box), window->browser);
    gtk_box_append(GTK_BOX(window->browser_box), handle);
    studio_actions_add_keys(window->browser, STUDIO_KEYS_BROWSER);
    return window->browser_box;
}

static GtkWidget *make_paned(GtkOrientation orientation, GtkWidget *start, GtkWidget *end)
{
    GtkWidget *paned = gtk_paned_new(orientation);
    gtk_paned_set_start_child(GTK_PANED(paned), start);
    gtk_paned_set_end_child(GTK_PANED(paned), end);
    gtk_paned_set_resize_end_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(paned), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(paned), FALSE);
    return paned;
}

static void on_position(GtkPaned *paned, GParamSpec *spec, StudioWindow *window)
{
    (void)paned, (void)spec;
    const bool is_waiting = window->layout_idle != 0 || window->layout_tick != 0;
    if (!window->is_laying_out && !is_waiting) // then a hand moved it
        studio_window_remember_sizes(window);
}

static void on_steps_closed(StudioWindow *window)
{
    studio_settings_set_number(window->settings, "first-steps", 0);
    studio_settings_save(window->settings);
}

/// Needs the room of the page that is shown, not that of the largest.
static GtkWidget *make_stack(void)
{
    GtkWidget *stack = gtk_stack_new();
    gtk_stack_set_hhomogeneous(GTK_STACK(stack), FALSE);
    gtk_stack_set_vhomogeneous(GTK_STACK(stack), FALSE);
    return stack;
}

static GtkWidget *make_regions(StudioWindow *window)
{
    window->stage_box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    window->viewport = studio_viewport_new(window->commands);
    g_signal_connect_swapped(window->viewport, "steps-closed", G_CALLBACK(on_steps_closed), window);
    window->playback = studio_playback_new(window->commands);
    gtk_widget_set_vexpand(window->viewport, TRUE);
    gtk_box_append(GTK_BOX(window->stage_box), window->viewport);
    window->review = studio_review_new(window->commands);
    gtk_box_append(GTK_BOX(window->stage_box), window->review);
    gtk_box_append(GTK_BOX(window->stage_box), window->playback);
    window->side = make_stack();
    window->narrow = make_stack();
    window->wide = make_stack();
    gtk_widget_add_css_class(window->side, "side");
    gtk_widget_set_size_request(window->side, SIDE_LEAST, -1);
    gtk_widget_set_size_request(window->narrow, -1, 180);
    gtk_widget_set_size_request(window->wide, -1, 180);
    window->left = make_paned(GTK_ORIENTATION_VERTICAL, window->stage_box, window->narrow);
    window->top = make_paned(GTK_ORIENTATION_HORIZONTAL, window->left, window->side);
    window->outer = make_paned(GTK_ORIENTATION_VERTICAL, window->top, window->wide);
    gtk_widget_set_vexpand(window->outer, TRUE);
    GtkWidget *const panes[] = {window->left, window->top, window->outer};
    for (size_t i = 0; i < G_N_ELEMENTS(panes); ++i) {
        g_signal_connect(panes[i], "notify::position", G_CALLBACK(on_position), window);
        g_signal_connect_swapped(panes[i], "notify::max-position", G_CALLBACK(studio_window_lay_out), window);
    }
    studio_actions_add_keys(window->stage_box, STUDIO_KEYS_VIEWPORT);
    studio_actions_add_keys(window->side, STUDIO_KEYS_INSPECTOR);
    studio_actions_add_keys(window->narrow, STUDIO_KEYS_EDITOR);
    studio_actions_add_keys(window->wide, STUDIO_KEYS_EDITOR);
    return window->outer;
}

static GtkWidget *make_content(StudioWindow *window)
{
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    window->tabs = ADW_TAB_VIEW(adw_tab_view_new());
    adw_tab_view_set_shortcuts(window->tabs, ADW_TAB_VIEW_SHORTCUT_NONE);
    g_autoptr(GMenuModel) menu = studio_tab_menu();
    adw_tab_view_set_menu_model(window->tabs, menu);
    gtk_widget_set_visible(GTK_WIDGET(window->tabs),
                           FALSE); // pages are chosen here and shown around the viewport
    window->tab_bar = GTK_WIDGET(adw_tab_bar_new());
    adw_tab_bar_set_view(ADW_TAB_BAR(window->tab_bar), window->tabs);
    adw_tab_bar_set_autohide(ADW_TAB_BAR(window->tab_bar), FALSE);
    adw_tab_bar_set_expand_tabs(ADW_TAB_BAR(window->tab_bar), FALSE);
    gtk_box_append(GTK_BOX(content), window->tab_bar);
    gtk_box_append(GTK_BOX(content), GTK_WIDGET(window->tabs));
    gtk_box_append(GTK_BOX(content), make_regions(window));
    return content;
}

/// A panel below everything, hidden.
static GtkWidget *make_drawer(GtkWidget *panel)
{
    GtkWidget *drawer = gtk_revealer_new();
    gtk_revealer_set_transition_type(GTK_REVEALER(drawer), GTK_REVEALER_TRANSITION_TYPE_NONE);
    gtk_revealer_set_child(GTK_REVEALER(drawer), panel);
    gtk_widget_set_vexpand(drawer, FALSE);
    gtk_widget_set_visible(drawer, FALSE); // without a transition it would keep its room
    return drawer;
}

static GtkWidget *make_project(StudioWindow *window, GMenuModel *menu)
{
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    window->infos = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    window->flap = GTK_WIDGET(adw_flap_new());
    AdwFlap *flap = ADW_FLAP(window->flap);
    adw_flap_set_flap(flap, make_browser(window));
    adw_flap_set_content(flap, make_content(window));
    // Folded until the size is known: unfolded, it would make a small window grow.
    adw_flap_set_fold_policy(flap, ADW_FLAP_FOLD_POLICY_ALWAYS);
    adw_flap_set_reveal_flap(flap, FALSE);
    adw_flap_set_locked(flap, TRUE);
    AdwSpringParams *spring = adw_spring_params_new(1.0, 0.1, 8000.0); // at rest within a tenth of a second
    adw_flap_set_reveal_params(flap, spring);
    adw_spring_params_unref(spring);
    gtk_widget_set_vexpand(window->flap, TRUE);
    window->problems = studio_problems_panel_new(window->commands);
    window->problems_panel = make_drawer(window->problems);
    studio_actions_add_keys(window->problems, STUDIO_KEYS_PROBLEMS);
    window->acceptance = studio_acceptance_panel_new(window->commands);
    window->acceptance_panel = make_drawer(window->acceptance);
    window->live = studio_live_panel_new(window->commands);
    window->live_panel = make_drawer(window->live);
    studio_actions_add_keys(window->live, STUDIO_KEYS_LIVE);
    window->status = make_status(window);
    GtkWidget *const parts[] = {
        make_header(window, menu), window->infos,      window->flap,  window->problems_panel,
        window->acceptance_panel,  window->live_panel, window->status};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(page), parts[i]);
    return page;
}

static void on_cancel_opening(GtkButton *button, StudioWindow *window)
{
    (void)button;
    if (window->opening != NULL)
        g_cancellable_cancel(window->opening);
}

static GtkWidget *make_loading(StudioWindow *window)
{
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *header = adw_header_bar_new();
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18),
              *cancel = gtk_button_new_with_label("Cancel");
    adw_header_bar_set_title_widget(ADW_HEADER_BAR(header), adw_window_title_new("Mien Studio", ""));
    gtk_widget_add_css_class(header, "flat");
    window->loading_spinner = gtk_spinner_new();
    gtk_widget_set_size_request(window->loading_spinner, 32, 32);
    window->loading_title = gtk_label_new("");
    gtk_widget_add_css_class(window->loading_title, "title-2");
    window->loading_bar = gtk_progress_bar_new();
    gtk_widget_set_size_request(window->loading_bar, 320, -1);
    gtk_widget_set_halign(cancel, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(cancel, "pill");
    g_signal_connect(cancel, "clicked", G_CALLBACK(on_cancel_opening), window);
    GtkWidget *const parts[] = {window->loading_spinner, window->loading_title, window->loading_bar, cancel};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(column), parts[i]);
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(column, GTK_ALIGN_CENTER);
    gtk_widget_set_vexpand(column, TRUE);
    gtk_box_append(GTK_BOX(page), header);
    gtk_box_append(GTK_BOX(page), column);
    return page;
}

static void on_recent(void *user, const char *path) { studio_window_open(user, path); }

void studio_window_build(StudioWindow *window)
{
    window->recent_menu = g_menu_new();
    g_autoptr(GMenuModel) menu = studio_main_menu(G_MENU_MODEL(window->recent_menu));
    window->toasts = adw_toast_overlay_new();
    studio_name(window->toasts, "Messages");
    window->root = make_stack();
    window->welcome = studio_welcome_new(menu, on_recent, window);
    gtk_stack_add_named(GTK_STACK(window->root), window->welcome, "welcome");
    gtk_stack_add_named(GTK_STACK(window->root), make_loading(window), "loading");
    gtk_stack_add_named(GTK_STACK(window->root), make_project(window, menu), "project");
    adw_toast_overlay_set_child(ADW_TOAST_OVERLAY(window->toasts), window->root);
    adw_application_window_set_content(
        ADW_APPLICATION_WINDOW(window),
        studio_drop_new(window->toasts, studio_window_drop_words, studio_window_dropped, window));
    studio_actions_add_keys(window->toasts, STUDIO_KEYS_WINDOW);
}

// Sizes

/// The width as it is with texts of normal size: large ones need more room for the same.
static int room_of(const StudioWindow *window)
{
    int dpi = 0;
    g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
    const int usual = 96 * 1024;
    return dpi > usual ? (int)((gint64)window->width * usual / dpi) : window->width;
}

static int class_of(const StudioWindow *window)
{
    const int limits[] = {SIDE_SHRINKS, BROWSER_FOLDS, GRAPH_FOLDS, LARGE};
    int class = window->height < IS_TINY ? 20 : window->height < IS_LOW ? 10 : 0;
    for (size_t i = 0; i < G_N_ELEMENTS(limits); ++i)
        class += room_of(window) >= limits[i];
    return class;
}

static int remembered(const StudioWindow *window, const char *what, const int sizes[2])
{
    const bool is_large = window->width >= LARGE;
    g_autofree char *name = g_strdup_printf("%s-%s%s", what, window->editor->name, is_large ? "-large" : "");
    return studio_settings_number(window->settings, name, sizes[is_large]);
}

void studio_window_remember_sizes(StudioWindow *window)
{
    const StudioEditor *editor = window->editor;
    const bool is_large = window->width >= LARGE;
    if (editor == NULL || window->width <= 0)
        return;
    const char *ending = is_large ? "-large" : "";
    if (gtk_widget_get_visible(window->side)) {
        g_autofree char *name = g_strdup_printf("side-%s%s", editor->name, ending);
        const int width =
            gtk_widget_get_width(window->top) - gtk_paned_get_position(GTK_PANED(window->top)) - 1;
        if (width >= SIDE_LEAST)
            studio_settings_set_number(window->settings, name, width);
    }
    GtkWidget *paned = editor->is_bottom_wide ? window->outer : window->left;
    if (editor->bottom.make != NULL) {
        g_autofree char *name = g_strdup_printf("bottom-%s%s", editor->name, ending);
        const int height = gtk_widget_get_height(paned) - gtk_paned_get_position(GTK_PANED(paned)) - 1;
        if (height >= 180)
            studio_settings_set_number(window->settings, name, height);
    }
}

/// Shows the regions that there is room for.
static void show_regions(StudioWindow *window)
{
    const StudioEditor *editor = window->editor;
    const bool only_stage = studio_commands_state(window->commands, "win.maximize-viewport");
    const bool has_side = editor != NULL && editor->side.make != NULL && !only_stage;
    const bool has_bottom =
        editor != NULL && editor->bottom.make != NULL && !only_stage && !window->is_unreadable;
    const bool shows_bottom = has_bottom && studio_commands_state(window->commands, "win.show-editor");
    const bool is_shared = has_bottom && window->height > 0 && window->height < IS_TINY;
    const bool is_wide = shows_bottom && editor->is_bottom_wide;
    gtk_widget_set_visible(window->viewport, !(is_shared && shows_bottom));
    gtk_widget_set_visible(window->side, has_side && !(is_shared && is_wide) &&
                                             studio_commands_state(window->commands, "win.show-inspector"));
    gtk_widget_set_visible(window->wide, is_wide);
    gtk_widget_set_visible(window->narrow, shows_bottom && !is_wide);
    studio_playback_set_switch(STUDIO_PLAYBACK(window->playback), is_shared, shows_bottom);
}

void studio_window_fold(StudioWindow *window)
{
    if (window->width <= 0)
        return;
    const bool is_graph = window->editor != NULL && window->editor->kind == MIENI_ASSET_GRAPH;
    const bool folds = room_of(window) < BROWSER_FOLDS || (is_graph && room_of(window) < GRAPH_FOLDS);
    const int class = class_of(window) * 2 + folds;
    if (class == window->size_class)
        return;
    window->size_class = class;
    adw_flap_set_fold_policy(ADW_FLAP(window->flap),
                             folds ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
    adw_flap_set_reveal_flap(ADW_FLAP(window->flap), !folds);
    studio_commands_set_state(window->commands, "win.show-browser", !folds);
    const int fallback = window->width >= LARGE ? 288 : 236;
    gtk_widget_set_size_request(window->browser_box,
                                studio_settings_number(window->settings, "browser", fallback), -1);
    studio_viewport_set_low(STUDIO_VIEWPORT(window->viewport), window->height < IS_LOW);
    show_regions(window);
    GtkWidget *content = NULL;
    if (window->width >= LARGE) {
        content = adw_button_content_new();
        adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), "edit-find-symbolic");
        adw_button_content_set_label(ADW_BUTTON_CONTENT(content), "Go To…");
        gtk_button_set_child(GTK_BUTTON(window->go_to), content);
    } else {
        gtk_button_set_icon_name(GTK_BUTTON(window->go_to), "edit-find-symbolic");
    }
    studio_window_update(window);
}

static void lay_out(StudioWindow *window)
{
    if (window->workspace == NULL || window->width <= 0)
        return;
    window->is_laying_out = true;
    studio_window_fold(window);
    if (window->editor != NULL) {
        const int all = gtk_widget_get_width(window->top);
        int side = remembered(window, "side", window->editor->side_width);
        if (room_of(window) < SIDE_SHRINKS)
            side = studio_scaled(SIDE_LEAST);
        if (all - side - 1 >= STAGE_LEAST)
            gtk_paned_set_position(GTK_PANED(window->top), all - side - 1);
        GtkWidget *paned = window->editor->is_bottom_wide ? window->outer : window->left;
        const int height = gtk_widget_get_height(paned);
        if (window->editor->bottom.make != NULL && height > 0)
            gtk_paned_set_position(GTK_PANED(paned),
                                   gtk_widget_get_visible(window->viewport)
                                       ? height -
                                             remembered(window, "bottom", window->editor->bottom_height) - 1
                                       : 0);
    }
    window->is_laying_out = false;
}

static gboolean on_idle(void *user)
{
    StudioWindow *window = user;
    window->layout_idle = 0;
    lay_out(window);
    return G_SOURCE_REMOVE;
}

static gboolean on_frame(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    (void)widget, (void)clock;
    StudioWindow *window = user;
    if (--window->layout_frames > 0)
        return G_SOURCE_CONTINUE;
    lay_out(window);
    window->layout_tick = 0;
    return G_SOURCE_REMOVE;
}

void studio_window_lay_out(StudioWindow *window)
{
    if (window->layout_idle == 0)
        window->layout_idle = g_idle_add(on_idle, window);
    // Once more when sizes were given out: a pane whose second child was hidden moves its
    // handle by as much as it grew meanwhile.
    window->layout_frames = 2;
    if (window->layout_tick == 0) // of the window: on the welcome page nothing of the project ticks
        window->layout_tick = gtk_widget_add_tick_callback(GTK_WIDGET(window), on_frame, window, NULL);
}

static void show_part(GtkWidget *stack, GtkWidget **made, const StudioPart *part, StudioWindow *window,
                      StudioDocument *document)
{
    if (part->make == NULL)
        return;
    if (*made == NULL) {
        *made = part->make(window->commands);
        gtk_stack_add_child(GTK_STACK(stack), *made);
    }
    gtk_stack_set_visible_child(GTK_STACK(stack), *made);
    part->show(*made, window->workspace, document);
}

/// Lets parts go of what they had, so that nothing hidden follows changes.
static void let_go(StudioWindow *window, const StudioEditor *but)
{
    for (int i = 0; i < STUDIO_EDITOR_COUNT; ++i) {
        if (&studio_editors[i] == but)
            continue;
        if (window->sides[i] != NULL)
            studio_editors[i].side.show(window->sides[i], NULL, NULL);
        if (window->bottoms[i] != NULL)
            studio_editors[i].bottom.show(window->bottoms[i], NULL, NULL);
    }
}

/// In place of the inspector of a document that cannot be read: where and why.
static void show_unreadable(StudioWindow *window, const StudioDocument *document, const MienError *error)
{
    if (window->unreadable == NULL) {
        window->unreadable = studio_empty_new("dialog-error-symbolic", "", "", "Open in Text Editor",
                                              "win.open-text", "Show in Problems", "win.show-problems");
        gtk_stack_add_child(GTK_STACK(window->side), window->unreadable);
    }
    g_autofree char *file = g_path_get_basename(document->path);
    g_autofree char *title = g_strdup_printf("Cannot Read %s", file);
    g_autofree char *text = error->line > 0 ? g_strdup_printf("Line %d: %s", error->line, error->message)
                                            : g_strdup(error->message);
    adw_status_page_set_title(ADW_STATUS_PAGE(window->unreadable), title);
    adw_status_page_set_description(ADW_STATUS_PAGE(window->unreadable), text);
    gtk_stack_set_visible_child(GTK_STACK(window->side), window->unreadable);
}

/// Whether a document can be read, or why not.
static bool can_read(const StudioWindow *window, const StudioDocument *document, MieniProblem *out_problem)
{
    const MieniAsset *asset;
    return document == NULL || studio_asset(studio_workspace_studio(window->workspace), document->path,
                                            &asset, out_problem) == MIEN_OK;
}

void studio_window_check_editor(StudioWindow *window)
{
    MieniProblem problem = {0};
    if (window->is_unreadable || !can_read(window, studio_workspace_active(window->workspace), &problem))
        studio_window_show_editor(window);
}

void studio_window_show_editor(StudioWindow *window)
{
    StudioDocument *document = window->workspace != NULL ? studio_workspace_active(window->workspace) : NULL;
    const StudioEditor *editor = document != NULL ? studio_editor_of(document->kind) : NULL;
    MieniProblem problem = {0};
    window->is_unreadable = editor != NULL && !can_read(window, document, &problem);
    const bool has_side = editor != NULL && editor->side.make != NULL && !window->is_unreadable;
    const bool has_bottom = editor != NULL && editor->bottom.make != NULL && !window->is_unreadable;
    let_go(window, window->is_unreadable ? NULL : editor);
    window->editor = editor;
    window->is_laying_out = true;
    if (window->is_unreadable)
        show_unreadable(window, document, &problem.error);
    if (has_side)
        show_part(window->side, &window->sides[editor - studio_editors], &editor->side, window, document);
    if (has_bottom)
        show_part(editor->is_bottom_wide ? window->wide : window->narrow,
                  &window->bottoms[editor - studio_editors], &editor->bottom, window, document);
    show_regions(window);
    window->is_laying_out = false;
    studio_window_lay_out(window);
}
