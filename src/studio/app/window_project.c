// SPDX-License-Identifier: MIT
//
// Opens and closes the project of a window.

#include "studio/app/actions.h"
#include "studio/app/preferences_window.h"
#include "studio/app/welcome.h"
#include "studio/app/window_private.h"
#include "studio/model/commands/many.h"

#include <string.h>

#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

void studio_window_refuse(StudioWindow *window, const char *title, const char *text)
{
    GtkWidget *dialog = adw_message_dialog_new(GTK_WINDOW(window), title, text);
    adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(dialog), "close", "Close");
    gtk_window_present(GTK_WINDOW(dialog));
}

void studio_window_show_loading(StudioWindow *window, const char *title, bool has_progress)
{
    gtk_label_set_text(GTK_LABEL(window->loading_title), title);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(window->loading_bar), 0.0);
    gtk_widget_set_visible(window->loading_bar, has_progress);
    gtk_spinner_start(GTK_SPINNER(window->loading_spinner));
    gtk_stack_set_visible_child_name(GTK_STACK(window->root), "loading");
}

void studio_window_end_loading(StudioWindow *window)
{
    gtk_spinner_stop(GTK_SPINNER(window->loading_spinner));
    g_clear_object(&window->opening);
    if (window->workspace != NULL)
        studio_window_fold(window); // before anything is shown, or it would be laid out twice
    gtk_stack_set_visible_child_name(GTK_STACK(window->root),
                                     window->workspace != NULL ? "project" : "welcome");
}

void studio_window_list_recent(StudioWindow *window)
{
    g_autoptr(GPtrArray) recent = studio_settings_recent(window->settings);
    g_menu_remove_all(window->recent_menu);
    for (guint i = 0; i < recent->len; ++i) {
        const StudioRecent *one = recent->pdata[i];
        g_autoptr(GMenuItem) item = g_menu_item_new(one->title, NULL);
        g_menu_item_set_action_and_target(item, "win.open-recent", "s", one->path);
        g_menu_append_item(window->recent_menu, item);
    }
    studio_welcome_list(window->welcome, window->settings);
}

static void note_recent(StudioWindow *window)
{
    const Studio *studio = studio_workspace_studio(window->workspace);
    int characters = 0, clips = 0;
    for (int i = 0; i < studio->files.count; ++i) {
        characters += studio->files.items[i]->kind == MIENI_ASSET_CHARACTER;
        clips += studio->files.items[i]->kind == MIENI_ASSET_CLIP;
    }
    char of_characters[STUDIO_COUNT_ROOM], of_clips[STUDIO_COUNT_ROOM];
    g_autofree char *counts = g_strdup_printf(
        "%s character%s, %s clip%s", studio_count_text(characters, of_characters), characters == 1 ? "" : "s",
        studio_count_text(clips, of_clips), clips == 1 ? "" : "s");
    studio_settings_add_recent(window->settings, studio->files.disk.root,
                               studio_workspace_title(window->workspace), counts);
    studio_window_list_recent(window);
}

// A project in the window

static void on_document_added(StudioWindow *window, StudioDocument *document)
{
    studio_window_add_tab(window, document);
}

static void on_document_removed(StudioWindow *window, StudioDocument *document)
{
    studio_window_remove_tab(window, document);
}

static void on_active(StudioWindow *window)
{
    studio_window_sync_tabs(window);
    studio_window_show_editor(window);
    studio_window_update(window);
}

static void on_changed(StudioWindow *window)
{
    const Studio *studio = studio_workspace_studio(window->workspace);
    for (int i = studio_workspace_document_count(window->workspace); i-- > 0;) {
        StudioDocument *document = studio_workspace_document(window->workspace, i);
        if (!studio_exists(studio, document->path))
            studio_workspace_close_document(window->workspace, document);
    }
    studio_window_check_editor(window);
    studio_window_sync_tabs(window);
    studio_window_update(window);
}

static void on_saved(StudioWindow *window)
{
    studio_window_sync_tabs(window);
    studio_window_update(window);
}

static void on_summary(StudioWindow *window, const char *path)
{
    const StudioDocument *active = studio_workspace_active(window->workspace);
    if (active != NULL && strcmp(active->path, path) == 0)
        studio_window_update(window);
}

static void on_toast_gone(AdwToast *toast, StudioWindow *window)
{
    if (window->toast == toast)
        g_clear_weak_pointer(&window->toast);
}

/// What happened last is told at once, in place of what was told before.
static void on_toast(StudioWindow *window, const char *text, const char *label, const char *action)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    // The next step of a workflow waits until it is taken; all else can be found again.
    static const char *const steps[] = {"win.import-poses", "win.new-graph", "win.share-face", NULL};
    const bool waits = action != NULL && g_strv_contains(steps, action);
    AdwToast *toast = adw_toast_new(escaped);
    adw_toast_set_timeout(toast, waits ? 0 : 5);
    if (label != NULL) {
        adw_toast_set_button_label(toast, label);
        adw_toast_set_action_name(toast, action);
    }
    if (window->toast != NULL)
        adw_toast_dismiss(window->toast);
    g_set_weak_pointer(&window->toast, toast);
    g_signal_connect_object(toast, "dismissed", G_CALLBACK(on_toast_gone), window, 0);
    adw_toast_overlay_add_toast(ADW_TOAST_OVERLAY(window->toasts), toast);
    g_autofree char *said =
        g_strdup_printf("%s%s%s", text, label != NULL ? " · " : "", label != NULL ? label : "");
    studio_describe(window->toasts, said); // it is gone soon, and may be asked for later
}

static void connect_signals(StudioWindow *window)
{
    static const struct {
        const char *name;
        GCallback react;
    } rows[] = {
        {"document-added", G_CALLBACK(on_document_added)},
        {"document-removed", G_CALLBACK(on_document_removed)},
        {"active", G_CALLBACK(on_active)},
        {"changed", G_CALLBACK(on_changed)},
        {"history", G_CALLBACK(studio_window_update)},
        {"saved", G_CALLBACK(on_saved)},
        {"contested", G_CALLBACK(studio_window_show_infos)},
        {"problems", G_CALLBACK(studio_window_update)},
        {"summary", G_CALLBACK(on_summary)},
        {"jobs", G_CALLBACK(studio_window_update)},
        {"toast", G_CALLBACK(on_toast)},
    };
    static bool is_connected_key;
    if (g_object_get_data(G_OBJECT(window->signals), "connected") != NULL)
        return;
    g_object_set_data(G_OBJECT(window->signals), "connected", &is_connected_key);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        g_signal_group_connect_swapped(window->signals, rows[i].name, rows[i].react, window);
}

/// Keeps a picture of the viewport for the list of recent projects.
static void keep_picture(StudioWindow *window)
{
    enum { SIZE = 96 };
    GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
    const int width = gtk_widget_get_width(window->viewport),
              height = gtk_widget_get_height(window->viewport);
    if (renderer == NULL || width < SIZE || height < SIZE)
        return;
    const float scale = (float)SIZE / (float)MIN(width, height); // the middle of it, as a square
    g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(window->viewport);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((SIZE - scale * (float)width) / 2.0f,
                                                          (SIZE - scale * (float)height) / 2.0f));
    gtk_snapshot_scale(snapshot, scale, scale);
    gdk_paintable_snapshot(paintable, GDK_SNAPSHOT(snapshot), width, height);
    g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(snapshot);
    g_autoptr(GdkTexture) texture =
        node != NULL ? gsk_renderer_render_texture(renderer, node, &GRAPHENE_RECT_INIT(0, 0, SIZE, SIZE))
                     : NULL;
    g_autofree char *path =
        studio_welcome_picture_path(studio_workspace_studio(window->workspace)->files.disk.root);
    g_autofree char *folder = g_path_get_dirname(path);
    g_mkdir_with_parents(folder, 0700);
    if (texture != NULL)
        gdk_texture_save_to_png(texture, path); // an icon does where it is not
}

static void close_workspace(StudioWindow *window)
{
    keep_picture(window);
    g_autoptr(StudioWorkspace) workspace = g_steal_pointer(&window->workspace);
    g_signal_group_set_target(window->signals, NULL);
    window->editor = NULL;
    for (int i = 0; i < STUDIO_EDITOR_COUNT; ++i) { // parts let go before the project closes
        if (window->sides[i] != NULL)
            studio_editors[i].side.show(window->sides[i], NULL, NULL);
        if (window->bottoms[i] != NULL)
            studio_editors[i].bottom.show(window->bottoms[i], NULL, NULL);
    }
    studio_importer_set_workspace(window->importer, NULL);
    studio_jobs_bar_show(window->status_jobs, NULL);
    studio_graph_maker_set_workspace(window->graph_maker, NULL);
    studio_solver_set_workspace(window->solver, NULL);
    studio_browser_set_workspace(STUDIO_BROWSER(window->browser), NULL);
    studio_viewport_set_workspace(STUDIO_VIEWPORT(window->viewport), NULL);
    studio_playback_set_workspace(STUDIO_PLAYBACK(window->playback), NULL);
    studio_problems_panel_set_workspace(STUDIO_PROBLEMS_PANEL(window->problems), NULL);
    studio_acceptance_panel_set_workspace(STUDIO_ACCEPTANCE_PANEL(window->acceptance), NULL);
    studio_live_panel_set_workspace(STUDIO_LIVE_PANEL(window->live), NULL);
    studio_review_set_workspace(STUDIO_REVIEW(window->review), NULL);
    studio_dialogs_set_workspace(window->dialogs, NULL);
    studio_workspace_close(workspace, window->may_close);
    window->is_syncing_tabs = true;
    while (adw_tab_view_get_n_pages(window->tabs) > 0)
        adw_tab_view_close_page(window->tabs, adw_tab_view_get_nth_page(window->tabs, 0));
    window->is_syncing_tabs = false;
}

/// The documents that were open, or else a first one to look at.
static void show_documents(StudioWindow *window)
{
    StudioWorkspace *workspace = window->workspace;
    StudioSession *session = studio_workspace_session(workspace);
    Studio *studio = studio_workspace_studio(workspace);
    const int active = session->active_tab;
    for (int i = 0; i < session->tabs.count; ++i)
        if (studio_exists(studio, session->tabs.items[i]) ||
            studio_member_open_again(studio, session->tabs.items[i]))
            studio_workspace_show(workspace, session->tabs.items[i], true);
    if (studio_workspace_document(workspace, active) != NULL)
        studio_workspace_set_active(workspace, studio_workspace_document(workspace, active));
    const char *first = studio_workspace_first(workspace, MIENI_ASSET_POSES);
    if (studio_workspace_document_count(workspace) == 0 && first != NULL)
        studio_workspace_show(workspace, first, false);
    if (window->wanted_document != NULL)
        studio_window_show_document(window, window->wanted_document);
}

static void import_wanted(StudioWindow *window)
{
    g_autoptr(GPtrArray) paths = g_steal_pointer(&window->wanted_imports);
    window->wanted_imports = g_ptr_array_new_with_free_func(g_free);
    if (paths->len > 0)
        studio_imports_add(studio_imports_of(window->workspace), (const char *const *)paths->pdata,
                           (int)paths->len);
}

/// Lays out the sample cast that was just made: something to drag, something to play.
static void begin_sample(StudioWindow *window)
{
    static const char clip[] = "sentence.clip.json";
    StudioWorkspace *workspace = window->workspace;
    StudioSession *session = studio_workspace_session(workspace);
    StudioDocument *document = studio_workspace_active(workspace);
    window->is_sample = false;
    if (studio_exists(studio_workspace_studio(workspace), clip))
        g_strlcpy(session->clip, clip, sizeof session->clip);
    studio_workspace_session_changed(workspace);
    if (document != NULL && document->kind == MIENI_ASSET_POSES) {
        studio_selection_only(&document->selection, "jawOpen");
        studio_workspace_selection_changed(workspace);
    }
    if (studio_settings_number(window->settings, "first-steps", 1) != 0)
        studio_viewport_show_steps(STUDIO_VIEWPORT(window->viewport));
}

void studio_window_set_workspace(StudioWindow *window, StudioWorkspace *workspace)
{
    if (window->workspace != NULL)
        close_workspace(window);
    if (workspace == NULL)
        return;
    window->workspace = g_object_ref(workspace);
    connect_signals(window);
    g_signal_group_set_target(window->signals, workspace);
    const char *root = studio_workspace_studio(workspace)->files.disk.root, *home = g_get_home_dir();
    g_autofree char *path =
        g_str_has_prefix(root, home) ? g_strconcat("~", root + strlen(home), NULL) : g_strdup(root);
    g_autofree char *title = g_strdup_printf("Mien Studio – %s", studio_workspace_title(workspace));
    adw_window_title_set_title(ADW_WINDOW_TITLE(window->title), studio_workspace_title(workspace));
    adw_window_title_set_subtitle(ADW_WINDOW_TITLE(window->title), path);
    gtk_window_set_title(GTK_WINDOW(window), title);
    studio_browser_set_workspace(STUDIO_BROWSER(window->browser), workspace);
    studio_playback_set_workspace(STUDIO_PLAYBACK(window->playback), workspace);
    studio_problems_panel_set_workspace(STUDIO_PROBLEMS_PANEL(window->problems), workspace);
    studio_acceptance_panel_set_workspace(STUDIO_ACCEPTANCE_PANEL(window->acceptance), workspace);
    studio_live_panel_set_workspace(STUDIO_LIVE_PANEL(window->live), workspace);
    studio_review_set_workspace(STUDIO_REVIEW(window->review), workspace);
    studio_dialogs_set_workspace(window->dialogs, workspace);
    show_documents(window);
    studio_importer_set_workspace(window->importer, workspace);
    studio_graph_maker_set_workspace(window->graph_maker, workspace);
    studio_solver_set_workspace(window->solver, workspace);
    studio_viewport_set_workspace(STUDIO_VIEWPORT(window->viewport), workspace);
    studio_window_show_infos(window);
    studio_window_show_editor(window);
    studio_window_update(window);
    studio_preferences_apply(window);
    note_recent(window);
    import_wanted(window);
    if (window->is_sample)
        begin_sample(window);
}

// Opening

static void on_opened(GObject *source, GAsyncResult *result, void *user)
{
    (void)source;
    g_autoptr(StudioWindow) window = user;
    g_autoptr(GError) error = NULL;
    g_autoptr(StudioWorkspace) workspace = studio_workspace_open_finish(result, &error);
    const gint64 read_at = g_get_monotonic_time();
    if (workspace != NULL)
        studio_window_set_workspace(window, workspace);
    studio_window_end_loading(window);
    if (workspace != NULL) // keys mean the viewport until something else is chosen
        studio_viewport_take_focus(STUDIO_VIEWPORT(window->viewport));
    if (g_getenv("MIEN_STUDIO_TIMES") != NULL)
        g_printerr("mien-studio: project read in %d ms, listed in %d ms\n",
                   (int)((read_at - window->opened_at) / 1000),
                   (int)((g_get_monotonic_time() - read_at) / 1000));
    if (error != NULL && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        studio_window_refuse(window, "Could Not Open the Project", error->message);
}

void studio_window_open(StudioWindow *window, const char *path)
{
    if (window->workspace != NULL || window->opening != NULL) {
        StudioWindow *other =
            studio_window_new(gtk_window_get_application(GTK_WINDOW(window)), window->settings);
        gtk_window_present(GTK_WINDOW(other));
        studio_window_open(other, path);
        return;
    }
    window->opening = g_cancellable_new();
    window->opened_at = g_get_monotonic_time();
    studio_window_show_loading(window, "Opening…", false);
    studio_workspace_open(path, window->opening, on_opened, g_object_ref(window));
}

void studio_window_show_document(StudioWindow *window, const char *name)
{
    if (window->workspace == NULL) {
        g_free(window->wanted_document);
        window->wanted_document = g_strdup(name);
        return;
    }
    const Studio *studio = studio_workspace_studio(window->workspace);
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        const size_t size = strlen(name);
        if (!studio_exists(studio, file->path) || mieni_asset_kind_of_path(file->path) <= MIENI_ASSET_PROJECT)
            continue;
        if (strcmp(file->path, name) == 0 ||
            (strncmp(file->path, name, size) == 0 && file->path[size] == '.' && strstr(name, ".") != NULL)) {
            studio_workspace_show(window->workspace, file->path, false);
            return;
        }
    }
}

// Files from elsewhere

void studio_window_import(StudioWindow *window, const char *const *paths, int count)
{
    for (int i = 0; i < count; ++i)
        g_ptr_array_add(window->wanted_imports, g_strdup(paths[i]));
    if (window->workspace != NULL)
        import_wanted(window);
}

static bool is_project(GFile *file)
{
    g_autofree char *path = g_file_get_path(file);
    g_autofree char *settings = path != NULL ? g_build_filename(path, "mien.json", NULL) : NULL;
    return settings != NULL && g_file_test(settings, G_FILE_TEST_EXISTS);
}

char *studio_window_drop_words(void *user, const GSList *files)
{
    const StudioWindow *window = user;
    const int count = (int)g_slist_length((GSList *)files);
    if (window->opening != NULL)
        return NULL;
    if (is_project(files->data))
        return g_strdup("Open this project");
    if (window->workspace != NULL && studio_workspace_studio(window->workspace)->is_read_only)
        return NULL;
    g_autofree char *what =
        count == 1 ? g_file_get_basename(files->data) : g_strdup_printf("%d files", count);
    return g_strdup_printf(window->workspace != NULL ? "Import %s" : "New project with %s", what);
}

/// A folder for a project that has no name yet but that of what was dropped.
static char *new_folder(GFile *file)
{
    const char *documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS);
    g_autofree char *fallback = g_build_filename(g_get_home_dir(), "Documents", NULL);
    g_autofree char *base = g_file_get_basename(file);
    char *dot = strrchr(base, '.'), *folder = NULL;
    if (dot != NULL && dot != base)
        *dot = '\0';
    for (int n = 1; folder == NULL || g_file_test(folder, G_FILE_TEST_EXISTS); ++n) {
        g_autofree char *name = n == 1 ? g_strdup(base) : g_strdup_printf("%s-%d", base, n);
        g_free(folder);
        folder = g_build_filename(documents != NULL ? documents : fallback, "Mien", name, NULL);
    }
    return folder;
}

void studio_window_dropped(void *user, const GSList *files)
{
    StudioWindow *window = user;
    if (is_project(files->data)) {
        g_autofree char *path = g_file_get_path(files->data);
        studio_window_open(window, path);
        return;
    }
    for (const GSList *at = files; at != NULL; at = at->next) {
        char *path = g_file_get_path(at->data);
        if (path != NULL)
            g_ptr_array_add(window->wanted_imports, path);
    }
    if (window->workspace != NULL) {
        import_wanted(window);
        return;
    }
    g_autofree char *folder = new_folder(files->data), *name = g_path_get_basename(folder);
    MieniProblem problem = {0};
    g_mkdir_with_parents(folder, 0755);
    if (studio_create(folder, name, &problem) == MIEN_OK)
        studio_window_open(window, folder);
    else
        studio_window_refuse(window, "Could Not Create the Project", problem.error.message);
}
