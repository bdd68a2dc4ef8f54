// SPDX-License-Identifier: MIT
//
// Commands on the assets selected in the browser.

#include "studio/panels/browser/private.h"

#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/clip/tracks.h"
#include "studio/panels/problems/fix.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/live.h"

/// Commands of the window that the browser takes with the focus.
static const char *const of_focus[] = {"win.rename",     "win.duplicate",   "win.delete",
                                       "win.select-all", "win.select-none", "win.invert-selection"};

static bool is_asset(const char *path) { return mieni_asset_kind_of_path(path) > MIENI_ASSET_PROJECT; }

static bool has_member(const StudioBrowser *browser, GStrv paths)
{
    for (char **path = paths; *path != NULL; ++path)
        if (studio_browser_is_member(browser, *path))
            return true;
    return false;
}

static int count_assets(GStrv paths)
{
    int count = 0;
    for (char **path = paths; *path != NULL; ++path)
        count += is_asset(*path);
    return count;
}

static const char *first_asset(GStrv paths)
{
    for (char **path = paths; *path != NULL; ++path)
        if (is_asset(*path))
            return *path;
    return NULL;
}

static void allow_fix(StudioBrowser *browser, GStrv paths)
{
    const int count = browser->workspace != NULL
                          ? studio_problems_fixable(browser->workspace, (const char *const *)paths)
                          : 0;
    g_autofree char *label =
        count > 0 ? g_strdup_printf("Fix %d Problem%s", count, count == 1 ? "" : "s") : NULL;
    studio_commands_set_label(browser->commands, "browser.fix", label);
    studio_commands_allow(browser->commands, "browser.fix",
                          count > 0 ? NULL : "The selection has no safe fixes");
}

void studio_browser_allow(StudioBrowser *browser)
{
    static const char *const of_any[] = {"browser.copy-path", "browser.show-in-files"};
    static const char *const of_assets[] = {"browser.open", "browser.open-in-background", "browser.peek",
                                            "browser.show-uses"};
    g_auto(GStrv) paths = studio_browser_selected(browser);
    for (char **path = paths; *path != NULL; ++path)
        studio_browser_know(browser, *path); // so that listeners can read it
    const char *none = "Select an asset in the browser first";
    const Studio *studio = browser->workspace != NULL ? studio_workspace_studio(browser->workspace) : NULL;
    const int assets = count_assets(paths);
    const char *no_asset = assets > 0 ? NULL : none;
    const char *no_change = no_asset != NULL                         ? no_asset
                            : studio != NULL && studio->is_read_only ? "This project is read-only"
                            : has_member(browser, paths) ? "This clip is part of a clip collection"
                                                         : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(of_any); ++i)
        studio_commands_allow(browser->commands, of_any[i], paths[0] != NULL ? NULL : none);
    for (size_t i = 0; i < G_N_ELEMENTS(of_assets); ++i)
        studio_commands_allow(browser->commands, of_assets[i], no_asset);
    if (browser->has_focus) {
        studio_commands_allow(browser->commands, "win.rename",
                              no_change != NULL ? no_change
                              : assets > 1      ? "Select a single asset to rename"
                                                : NULL);
        studio_commands_allow(browser->commands, "win.duplicate", no_change);
        studio_commands_allow(browser->commands, "win.delete", no_change);
    }
    static const char *const making[] = {"win.new", "win.new-clip", "win.new-character", "win.new-map"};
    const char *no_project = studio == NULL         ? "Open a project first"
                             : studio->is_read_only ? "This project is read-only"
                                                    : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(making); ++i)
        studio_commands_allow(browser->commands, making[i], no_project);
    studio_commands_set_label(browser->commands, "win.new-character",
                              studio_browser_count_meshes(paths) > 1 ? "New Characters" : NULL);
    allow_fix(browser, paths);
    studio_browser_allow_update(browser);
    studio_clip_tracks_allow(browser->commands, (const char *const *)paths);
    if (browser->workspace != NULL)
        studio_workspace_set_selected(browser->workspace, (const char *const *)paths);
}

static void open_selected(StudioBrowser *browser, GStrv paths, bool is_behind)
{
    for (char **path = paths; *path != NULL; ++path)
        if (is_asset(*path) && mieni_asset_kind_of_path(*path) != MIENI_ASSET_CLIPS &&
            studio_browser_know(browser, *path))
            studio_workspace_show(browser->workspace, *path, is_behind);
}

/// Shows an asset in the viewport, or what was there before if it is shown already.
static void peek(StudioBrowser *browser, const char *path)
{
    StudioLive *live = studio_live_of(browser->workspace);
    studio_live_peek(live, g_strcmp0(studio_live_peeked(live), path) == 0 ? NULL : path);
}

static void copy_paths(StudioBrowser *browser, GStrv paths)
{
    g_autofree char *text = g_strjoinv("\n", paths);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(browser)), text);
}

static void show_in_files(StudioBrowser *browser, const char *path)
{
    const Studio *studio = studio_workspace_studio(browser->workspace);
    g_autofree char *full = g_build_filename(studio->files.disk.root, path, NULL);
    g_autofree char *folder = g_path_get_dirname(full);
    g_autofree char *uri = g_filename_to_uri(folder, NULL, NULL);
    gtk_show_uri(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(browser))), uri, GDK_CURRENT_TIME);
}

static void delete_selected(StudioBrowser *browser, GStrv paths)
{
    g_autoptr(GPtrArray) assets = g_ptr_array_new();
    MieniProblem problem = {0};
    for (char **path = paths; *path != NULL; ++path)
        if (is_asset(*path))
            g_ptr_array_add(assets, *path);
    const int count = (int)assets->len;
    const MienStatus status = studio_assets_delete(studio_workspace_studio(browser->workspace),
                                                   (const char *const *)assets->pdata, count, &problem);
    if (!studio_workspace_check(browser->workspace, status, &problem))
        return;
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *text = count == 1
                                ? g_strdup_printf("Deleted %s", studio_asset_name(assets->pdata[0], name))
                                : g_strdup_printf("Deleted %d assets", count);
    studio_workspace_toast(browser->workspace, text, "Undo", "win.undo");
}

/// "ada_2.poses.json" for "ada.poses.json", with a number that is free. Free it.
static char *copy_of(const Studio *studio, const char *path)
{
    const char *kind = mieni_asset_kind_name(mieni_asset_kind_of_path(path));
    const int stem = (int)(strlen(path) - strlen(kind) - strlen("..json"));
    char *to = NULL;
    for (int n = 2; to == NULL || studio_exists(studio, to); ++n) {
        g_free(to);
        to = g_strdup_printf("%.*s_%d.%s.json", stem, path, n, kind);
    }
    return to;
}

static void duplicate(StudioBrowser *browser, GStrv paths)
{
    Studio *studio = studio_workspace_studio(browser->workspace);
    g_autoptr(GPtrArray) made = g_ptr_array_new_with_free_func(g_free);
    MieniProblem problem = {0};
    const int count = count_assets(paths);
    g_autofree char *label = g_strdup_printf("duplicate %d assets", count);
    MienStatus status = count > 1 ? studio_group_begin(studio, label, &problem) : MIEN_OK;
    for (char **path = paths; *path != NULL && status == MIEN_OK; ++path) {
        if (!is_asset(*path))
            continue;
        g_ptr_array_add(made, copy_of(studio, *path));
        status = studio_asset_copy(studio, *path, made->pdata[made->len - 1], &problem);
    }
    if (count > 1)
        status = status == MIEN_OK ? studio_group_end(studio, &problem)
                                   : (studio_group_cancel(studio, NULL), status);
    if (!studio_workspace_check(browser->workspace, status, &problem))
        return;
    if (made->len == 1)
        studio_workspace_show(browser->workspace, made->pdata[0], false);
    g_ptr_array_add(made, NULL);
    studio_workspace_reveal(browser->workspace, (const char *const *)made->pdata);
}

static void invert(GtkSelectionModel *selection)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(selection));
    g_autoptr(GtkBitset) all = gtk_bitset_new_range(0, count),
                         chosen = gtk_selection_model_get_selection(selection);
    g_autoptr(GtkBitset) others = gtk_bitset_copy(all);
    gtk_bitset_subtract(others, chosen);
    gtk_selection_model_set_selection(selection, others, all);
}

static void run_selection(StudioBrowser *browser, const char *name)
{
    GtkSelectionModel *selection = studio_browser_selection(browser);
    if (strcmp(name, "win.select-all") == 0)
        gtk_selection_model_select_all(selection);
    else if (strcmp(name, "win.select-none") == 0)
        gtk_selection_model_unselect_all(selection);
    else if (strcmp(name, "win.invert-selection") == 0)
        invert(selection);
}

static void run_asset(StudioBrowser *browser, const char *name, GStrv paths, const char *first)
{
    if (strcmp(name, "browser.open") == 0)
        open_selected(browser, paths, false);
    else if (strcmp(name, "browser.open-in-background") == 0)
        open_selected(browser, paths, true);
    else if (strcmp(name, "browser.peek") == 0)
        peek(browser, first);
    else if (strcmp(name, "browser.show-uses") == 0)
        studio_browser_show_uses(browser, first);
    else if (strcmp(name, "browser.remove-bone-tracks") == 0)
        studio_clip_tracks_remove(browser->workspace, (const char *const *)paths);
    else if (strcmp(name, "win.delete") == 0)
        delete_selected(browser, paths);
    else if (strcmp(name, "win.duplicate") == 0)
        duplicate(browser, paths);
    else if (strcmp(name, "win.rename") == 0)
        studio_browser_rename(browser, first);
}

static void run(void *user, const char *name)
{
    StudioBrowser *browser = user;
    g_auto(GStrv) paths = studio_browser_selected(browser);
    const char *first = first_asset(paths);
    if (strcmp(name, "browser.clear-filter") == 0)
        studio_fill(browser->filter, "");
    else if (strcmp(name, "browser.grid") == 0 || strcmp(name, "browser.list") == 0)
        studio_browser_set_grid(browser, strcmp(name, "browser.grid") == 0);
    else if (strcmp(name, "browser.update-asset-index") == 0)
        studio_browser_update_catalogue(browser);
    if (browser->workspace == NULL)
        return;
    if (strcmp(name, "browser.copy-path") == 0)
        copy_paths(browser, paths);
    else if (strcmp(name, "browser.show-in-files") == 0 && paths[0] != NULL)
        show_in_files(browser, paths[0]);
    else if (strcmp(name, "browser.fix") == 0)
        studio_problems_fix_files(browser->workspace, (const char *const *)paths);
    else if (strcmp(name, "win.new") == 0)
        studio_browser_open_new_menu(browser);
    else if (strcmp(name, "win.new-character") == 0 && studio_browser_make_characters(browser))
        return;
    else if (g_str_has_prefix(name, "win.new-"))
        studio_browser_make(browser, name);
    else if (first != NULL)
        run_asset(browser, name, paths, first);
    run_selection(browser, name);
}

void studio_browser_take_focus(StudioBrowser *browser)
{
    browser->has_focus = true;
    for (size_t i = 0; i < G_N_ELEMENTS(of_focus); ++i)
        studio_commands_bind(browser->commands, of_focus[i], run, browser);
    studio_browser_allow(browser);
}

static void on_enter(GtkEventControllerFocus *controller, void *user)
{
    (void)controller;
    studio_browser_take_focus(user);
}

static void on_leave(GtkEventControllerFocus *controller, void *user)
{
    (void)controller;
    ((StudioBrowser *)user)->has_focus = false;
}

/// Escape ends a look at an asset in the viewport, then empties the filter, then selects nothing.
static gboolean on_escape(GtkWidget *widget, GVariant *arguments, void *user)
{
    (void)widget, (void)arguments;
    StudioBrowser *browser = user;
    if (browser->workspace == NULL)
        return FALSE;
    StudioLive *live = studio_live_of(browser->workspace);
    if (studio_live_peeked(live) != NULL)
        studio_live_peek(live, NULL);
    else if (browser->list.filter[0] != '\0')
        studio_fill(browser->filter, "");
    else
        gtk_selection_model_unselect_all(studio_browser_selection(browser));
    return TRUE;
}

void studio_browser_bind(StudioBrowser *browser)
{
    static const char *const names[] = {
        "browser.open",          "browser.open-in-background", "browser.peek", "browser.copy-path",
        "browser.show-in-files", "browser.show-uses",          "browser.list", "browser.grid",
        "browser.clear-filter",  "browser.remove-bone-tracks", "browser.fix",  "win.new",
        "win.new-clip",          "win.new-character",          "win.new-map",  "browser.update-asset-index",
    };
    GtkWidget *const views[] = {browser->view, browser->grid};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(browser->commands, names[i], run, browser);
    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i) {
        GtkEventController *focus = gtk_event_controller_focus_new(), *keys = gtk_shortcut_controller_new();
        g_signal_connect(focus, "enter", G_CALLBACK(on_enter), browser);
        g_signal_connect(focus, "leave", G_CALLBACK(on_leave), browser);
        gtk_widget_add_controller(views[i], focus);
        gtk_shortcut_controller_add_shortcut(
            GTK_SHORTCUT_CONTROLLER(keys),
            gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                             gtk_callback_action_new(on_escape, browser, NULL)));
        gtk_widget_add_controller(views[i], keys);
    }
    studio_browser_allow(browser);
}
