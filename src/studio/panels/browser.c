// SPDX-License-Identifier: MIT
//
// The content browser.

#include "studio/panels/browser.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/assets.h"
#include "studio/model/words.h"
#include "studio/panels/browser_list.h"
#include "studio/panels/browser_row.h"
#include "studio/panels/clip_tracks.h"

struct _StudioBrowser {
    GtkBox parent_instance;
    StudioCommands *commands;
    GMenuModel *(*make_menu)(int kind);
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    StudioBrowserList list;
    StudioBrowserRows rows;
    GtkMultiSelection *selection;
    GtkWidget *filter, *chips[STUDIO_CHIPS], *view, *states, *nothing, *menu;
    guint filter_timer;
};

G_DEFINE_TYPE(StudioBrowser, studio_browser, GTK_TYPE_BOX)

static gboolean apply_filter(void *user);

static void show_state(StudioBrowser *browser)
{
    const StudioBrowserList *list = &browser->list;
    static const char *const names[STUDIO_CHIPS] = {"All", "Edited", "Problems"};
    for (int i = 0; i < STUDIO_CHIPS; ++i) {
        g_autofree char *label =
            i == STUDIO_CHIP_ALL ? g_strdup("All") : g_strdup_printf("%s %d", names[i], list->counts[i]);
        gtk_button_set_label(GTK_BUTTON(browser->chips[i]), label);
    }
    const bool is_empty = list->counts[STUDIO_CHIP_ALL] == 0;
    gtk_stack_set_visible_child_name(GTK_STACK(browser->states), is_empty                 ? "empty"
                                                                 : list->shown_count == 0 ? "nothing"
                                                                                          : "list");
    g_autofree char *text = list->filter[0] != '\0' ? g_strdup_printf("No asset matches “%s”.", list->filter)
                            : list->chip == STUDIO_CHIP_EDITED ? g_strdup("No file is edited.")
                                                               : g_strdup("Everything fits together.");
    adw_status_page_set_title(ADW_STATUS_PAGE(browser->nothing), text);
    g_autofree char *shown =
        g_strdup_printf("%d assets, %d shown", list->counts[STUDIO_CHIP_ALL], list->shown_count);
    gtk_accessible_update_property(GTK_ACCESSIBLE(browser->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, shown,
                                   -1);
}

char **studio_browser_selected(StudioBrowser *browser)
{
    GPtrArray *paths = g_ptr_array_new();
    g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection(GTK_SELECTION_MODEL(browser->selection));
    GtkBitsetIter iter;
    guint position;
    bool has = gtk_bitset_iter_init_first(&iter, chosen, &position);
    for (; has; has = gtk_bitset_iter_next(&iter, &position)) {
        g_autoptr(GtkTreeListRow) row = g_list_model_get_item(G_LIST_MODEL(browser->list.tree), position);
        g_autoptr(StudioBrowserItem) item = gtk_tree_list_row_get_item(row);
        if (item->path != NULL)
            g_ptr_array_add(paths, g_strdup(item->path));
    }
    g_ptr_array_add(paths, NULL);
    return (char **)g_ptr_array_free(paths, FALSE);
}

static void allow_commands(StudioBrowser *browser)
{
    static const char *const needing[] = {"browser.open", "browser.open-behind", "browser.copy-path",
                                          "browser.show-in-files"};
    g_auto(GStrv) paths = studio_browser_selected(browser);
    for (size_t i = 0; i < G_N_ELEMENTS(needing); ++i)
        studio_commands_allow(browser->commands, needing[i],
                              paths[0] != NULL ? NULL : "Select something in the browser first.");
    studio_clip_tracks_allow(browser->commands, (const char *const *)paths);
    if (browser->workspace != NULL)
        studio_workspace_set_selected(browser->workspace, (const char *const *)paths);
}

/// Shows what filter and chip let through; what is selected stays so.
static void apply(StudioBrowser *browser, GStrv before)
{
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(browser->selection);
    studio_browser_list_apply(&browser->list);
    for (char **path = before; *path != NULL; ++path) {
        const guint position = studio_browser_list_position(&browser->list, *path);
        if (position != GTK_INVALID_LIST_POSITION && !gtk_selection_model_is_selected(selection, position))
            gtk_selection_model_select_item(selection, position, FALSE);
    }
    show_state(browser);
    allow_commands(browser);
}

static void refresh(StudioBrowser *browser)
{
    g_auto(GStrv) before = studio_browser_selected(browser);
    studio_browser_list_load(&browser->list, browser->workspace);
    apply(browser, before);
}

static void mark(StudioBrowser *browser)
{
    g_auto(GStrv) before = studio_browser_selected(browser);
    studio_browser_list_mark(&browser->list, browser->workspace);
    apply(browser, before);
}

static void show_all(StudioBrowser *browser)
{
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(browser->chips[STUDIO_CHIP_ALL]), TRUE);
    gtk_editable_set_text(GTK_EDITABLE(browser->filter), "");
    if (browser->filter_timer != 0)
        apply_filter(browser);
}

static void on_reveal(StudioBrowser *browser, const char *const *paths)
{
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(browser->selection);
    bool is_first = true;
    for (const char *const *path = paths; *path != NULL; ++path)
        if (!studio_browser_list_open(&browser->list, *path)) {
            show_all(browser);
            studio_browser_list_open(&browser->list, *path);
        }
    for (; *paths != NULL; ++paths) {
        const guint position = studio_browser_list_position(&browser->list, *paths);
        if (position == GTK_INVALID_LIST_POSITION)
            continue;
        gtk_selection_model_select_item(selection, position, is_first);
        if (is_first)
            gtk_widget_activate_action(browser->view, "list.scroll-to-item", "u", position);
        is_first = false;
    }
}

static void on_active(StudioBrowser *browser)
{
    const StudioDocument *document =
        browser->workspace != NULL ? studio_workspace_active(browser->workspace) : NULL;
    const guint position = document != NULL ? studio_browser_list_position(&browser->list, document->path)
                                            : GTK_INVALID_LIST_POSITION;
    if (position != GTK_INVALID_LIST_POSITION)
        gtk_selection_model_select_item(GTK_SELECTION_MODEL(browser->selection), position, TRUE);
}

// Commands

static void open_selected(StudioBrowser *browser, bool is_behind)
{
    g_auto(GStrv) paths = studio_browser_selected(browser);
    for (char **path = paths; *path != NULL; ++path)
        if (mieni_asset_kind_of_path(*path) != MIENI_ASSET_NONE)
            studio_workspace_show(browser->workspace, *path, is_behind);
}

static void run_copy_path(StudioBrowser *browser)
{
    g_auto(GStrv) paths = studio_browser_selected(browser);
    g_autofree char *text = g_strjoinv("\n", paths);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(browser)), text);
}

static void run_show_in_files(StudioBrowser *browser)
{
    g_auto(GStrv) paths = studio_browser_selected(browser);
    const Studio *studio = studio_workspace_studio(browser->workspace);
    g_autofree char *full = g_build_filename(studio->files.root, paths[0], NULL);
    g_autofree char *folder = g_path_get_dirname(full);
    g_autofree char *uri = g_filename_to_uri(folder, NULL, NULL);
    gtk_show_uri(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(browser))), uri, GDK_CURRENT_TIME);
}

static void run_remove_tracks(StudioBrowser *browser)
{
    g_auto(GStrv) paths = studio_browser_selected(browser);
    studio_clip_tracks_remove(browser->workspace, (const char *const *)paths);
}

static void run_delete(StudioBrowser *browser)
{
    g_auto(GStrv) paths = studio_browser_selected(browser);
    MieniProblem problem = {0};
    const int count = (int)g_strv_length(paths);
    if (count == 0)
        return;
    const MienStatus status = studio_assets_delete(studio_workspace_studio(browser->workspace),
                                                   (const char *const *)paths, count, &problem);
    if (!studio_workspace_check(browser->workspace, status, &problem))
        return;
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *text = count == 1 ? g_strdup_printf("Deleted %s", studio_asset_name(paths[0], name))
                                       : g_strdup_printf("Deleted %d assets", count);
    studio_workspace_toast(browser->workspace, text, "Undo", "win.undo");
}

static void run_duplicate(StudioBrowser *browser)
{
    g_auto(GStrv) paths = studio_browser_selected(browser);
    Studio *studio = studio_workspace_studio(browser->workspace);
    MieniProblem problem = {0};
    if (paths[0] == NULL)
        return;
    const char *slash = strrchr(paths[0], '/'), *dot = strchr(slash != NULL ? slash : paths[0], '.');
    g_autofree char *to = NULL;
    for (int n = 2; to == NULL || studio_exists(studio, to); ++n) {
        g_free(to);
        to = g_strdup_printf("%.*s_%d%s", (int)(dot - paths[0]), paths[0], n, dot);
    }
    const MienStatus status = studio_asset_copy(studio, paths[0], to, &problem);
    if (studio_workspace_check(browser->workspace, status, &problem))
        studio_workspace_show(browser->workspace, to, false);
}

static void run(void *user, const char *name)
{
    StudioBrowser *browser = user;
    if (strcmp(name, "browser.clear-filter") == 0)
        gtk_editable_set_text(GTK_EDITABLE(browser->filter), "");
    if (browser->workspace == NULL)
        return;
    if (strcmp(name, "browser.open") == 0)
        open_selected(browser, false);
    else if (strcmp(name, "browser.open-behind") == 0)
        open_selected(browser, true);
    else if (strcmp(name, "browser.copy-path") == 0)
        run_copy_path(browser);
    else if (strcmp(name, "browser.show-in-files") == 0)
        run_show_in_files(browser);
    else if (strcmp(name, "browser.remove-bone-tracks") == 0)
        run_remove_tracks(browser);
    else if (strcmp(name, "win.delete") == 0)
        run_delete(browser);
    else if (strcmp(name, "win.duplicate") == 0)
        run_duplicate(browser);
}

/// Commands of the window mean what has the focus: whoever gets it takes them.
static void on_focus(GtkEventControllerFocus *controller, void *user)
{
    (void)controller;
    StudioBrowser *browser = user;
    studio_commands_bind(browser->commands, "win.delete", run, browser);
    studio_commands_bind(browser->commands, "win.duplicate", run, browser);
}

// Widgets

static gboolean apply_filter(void *user)
{
    StudioBrowser *browser = user;
    g_clear_handle_id(&browser->filter_timer, g_source_remove);
    g_free(browser->list.filter);
    browser->list.filter = g_strdup(gtk_editable_get_text(GTK_EDITABLE(browser->filter)));
    g_strstrip(browser->list.filter);
    g_auto(GStrv) before = studio_browser_selected(browser);
    apply(browser, before);
    return G_SOURCE_REMOVE;
}

static void on_filter(GtkEditable *editable, void *user)
{
    (void)editable;
    StudioBrowser *browser = user;
    if (browser->filter_timer == 0) // typing comes first
        browser->filter_timer = g_idle_add(apply_filter, browser);
}

static void on_chip(GtkToggleButton *button, void *user)
{
    StudioBrowser *browser = user;
    for (int i = 0; i < STUDIO_CHIPS && gtk_toggle_button_get_active(button); ++i)
        if (GTK_WIDGET(button) == browser->chips[i])
            browser->list.chip = (StudioBrowserChip)i;
    g_auto(GStrv) before = studio_browser_selected(browser);
    apply(browser, before);
}

static void on_activate(GtkListView *view, guint position, void *user)
{
    (void)view;
    StudioBrowser *browser = user;
    g_autoptr(GtkTreeListRow) row = g_list_model_get_item(G_LIST_MODEL(browser->list.tree), position);
    g_autoptr(StudioBrowserItem) item = gtk_tree_list_row_get_item(row);
    if (item->path == NULL)
        gtk_tree_list_row_set_expanded(row, !gtk_tree_list_row_get_expanded(row));
    else if (mieni_asset_kind_of_path(item->path) != MIENI_ASSET_NONE)
        studio_workspace_show(browser->workspace, item->path, false);
}

static void on_selection(StudioBrowser *browser) { allow_commands(browser); }

static void open_menu(void *user, GtkWidget *row, guint position, double x, double y)
{
    StudioBrowser *browser = user;
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(browser->selection);
    g_autoptr(GtkTreeListRow) tree_row = g_list_model_get_item(G_LIST_MODEL(browser->list.tree), position);
    g_autoptr(StudioBrowserItem) item = gtk_tree_list_row_get_item(tree_row);
    if (!gtk_selection_model_is_selected(selection, position))
        gtk_selection_model_select_item(selection, position, TRUE);
    on_focus(NULL, browser);
    double at_x = x, at_y = y;
    gtk_widget_translate_coordinates(row, browser->view, x, y, &at_x, &at_y);
    g_autoptr(GMenuModel) model = browser->make_menu((int)mieni_asset_kind_of_path(item->path));
    gtk_popover_menu_set_menu_model(GTK_POPOVER_MENU(browser->menu), model);
    gtk_popover_set_pointing_to(GTK_POPOVER(browser->menu), &(GdkRectangle){(int)at_x, (int)at_y, 1, 1});
    gtk_popover_popup(GTK_POPOVER(browser->menu));
}

static GtkWidget *make_top(StudioBrowser *browser)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(top, "panel-top");
    browser->filter = gtk_search_entry_new();
    g_object_set(browser->filter, "placeholder-text", "Filter assets", NULL);
    gtk_widget_set_hexpand(browser->filter, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(browser->filter), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Filter assets", -1);
    gtk_search_entry_set_key_capture_widget(GTK_SEARCH_ENTRY(browser->filter), NULL);
    g_signal_connect(browser->filter, "changed", G_CALLBACK(on_filter), browser);
    gtk_box_append(GTK_BOX(top), browser->filter);
    GtkWidget *grid = studio_commands_button(browser->commands, "browser.grid", "Pictures instead of a list");
    gtk_widget_add_css_class(grid, "flat");
    gtk_box_append(GTK_BOX(top), grid);
    return top;
}

static GtkWidget *make_chips(StudioBrowser *browser)
{
    static const char *const labels[STUDIO_CHIPS] = {"All", "Edited", "Problems"};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(box, "chips");
    for (int i = 0; i < STUDIO_CHIPS; ++i) {
        browser->chips[i] = gtk_toggle_button_new_with_label(labels[i]);
        gtk_widget_add_css_class(browser->chips[i], "chip");
        gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(browser->chips[i]),
                                    i > 0 ? GTK_TOGGLE_BUTTON(browser->chips[0]) : NULL);
        gtk_box_append(GTK_BOX(box), browser->chips[i]);
    }
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(browser->chips[0]), TRUE);
    for (int i = 0; i < STUDIO_CHIPS; ++i)
        g_signal_connect(browser->chips[i], "toggled", G_CALLBACK(on_chip), browser);
    return box;
}

static GtkWidget *make_list(StudioBrowser *browser)
{
    browser->rows = (StudioBrowserRows){.menu = open_menu, .user = browser};
    browser->selection = gtk_multi_selection_new(G_LIST_MODEL(g_object_ref(browser->list.tree)));
    g_signal_connect_swapped(browser->selection, "selection-changed", G_CALLBACK(on_selection), browser);
    browser->view = gtk_list_view_new(GTK_SELECTION_MODEL(g_object_ref(browser->selection)),
                                      studio_browser_rows_new(&browser->rows));
    gtk_widget_set_name(browser->view, "browser-list");
    gtk_widget_add_css_class(browser->view, "navigation-sidebar");
    gtk_accessible_update_property(GTK_ACCESSIBLE(browser->view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Assets",
                                   -1);
    g_signal_connect(browser->view, "activate", G_CALLBACK(on_activate), browser);
    browser->menu = gtk_popover_menu_new_from_model(NULL);
    gtk_popover_set_has_arrow(GTK_POPOVER(browser->menu), FALSE);
    gtk_widget_set_halign(browser->menu, GTK_ALIGN_START);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), browser->view);
    gtk_widget_set_parent(browser->menu, browser->view);
    return scrolled;
}

static GtkWidget *make_page(StudioBrowser *browser, const char *icon, const char *title, const char *text,
                            const char *action, const char *label)
{
    (void)browser;
    GtkWidget *page = adw_status_page_new(), *button = gtk_button_new_with_label(label);
    adw_status_page_set_icon_name(ADW_STATUS_PAGE(page), icon);
    adw_status_page_set_title(ADW_STATUS_PAGE(page), title);
    adw_status_page_set_description(ADW_STATUS_PAGE(page), text);
    gtk_widget_add_css_class(page, "compact");
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
    adw_status_page_set_child(ADW_STATUS_PAGE(page), button);
    return page;
}

static void studio_browser_dispose(GObject *object)
{
    StudioBrowser *browser = STUDIO_BROWSER(object);
    g_clear_handle_id(&browser->filter_timer, g_source_remove);
    g_clear_pointer(&browser->menu, gtk_widget_unparent);
    g_clear_object(&browser->signals);
    g_clear_object(&browser->workspace);
    g_clear_object(&browser->selection);
    g_clear_object(&browser->commands);
    G_OBJECT_CLASS(studio_browser_parent_class)->dispose(object);
}

static void studio_browser_finalize(GObject *object)
{
    studio_browser_list_clear(&STUDIO_BROWSER(object)->list);
    G_OBJECT_CLASS(studio_browser_parent_class)->finalize(object);
}

static void studio_browser_class_init(StudioBrowserClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_browser_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_browser_finalize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "browser");
}

static void studio_browser_init(StudioBrowser *browser)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(browser), GTK_ORIENTATION_VERTICAL);
    studio_browser_list_init(&browser->list);
    browser->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(browser->signals, "reveal", G_CALLBACK(on_reveal), browser);
    static const struct {
        const char *signal;
        void (*react)(StudioBrowser *browser);
    } reactions[] = {{"changed", refresh}, {"saved", mark}, {"problems", mark}, {"active", on_active}};
    for (size_t i = 0; i < G_N_ELEMENTS(reactions); ++i)
        g_signal_group_connect_swapped(browser->signals, reactions[i].signal, G_CALLBACK(reactions[i].react),
                                       browser);
}

GtkWidget *studio_browser_new(StudioCommands *commands, GMenuModel *(*make_menu)(int kind))
{
    static const char *const names[] = {"browser.open",         "browser.open-behind",
                                        "browser.copy-path",    "browser.show-in-files",
                                        "browser.clear-filter", "browser.remove-bone-tracks"};
    StudioBrowser *browser = g_object_new(STUDIO_TYPE_BROWSER, NULL);
    browser->commands = g_object_ref(commands);
    browser->make_menu = make_menu;
    gtk_box_append(GTK_BOX(browser), make_top(browser));
    gtk_box_append(GTK_BOX(browser), make_chips(browser));
    browser->states = gtk_stack_new();
    gtk_widget_set_vexpand(browser->states, TRUE);
    browser->nothing =
        make_page(browser, "edit-find-symbolic", "", NULL, "browser.clear-filter", "Clear Filter");
    gtk_stack_add_named(GTK_STACK(browser->states), make_list(browser), "list");
    gtk_stack_add_named(GTK_STACK(browser->states), browser->nothing, "nothing");
    gtk_stack_add_named(GTK_STACK(browser->states),
                        make_page(browser, "folder-download-symbolic", "Bring in a face",
                                  "Drop an FBX, glTF, VRM or BVH file here.", "win.import", "Import…"),
                        "empty");
    gtk_box_append(GTK_BOX(browser), browser->states);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, browser);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "enter", G_CALLBACK(on_focus), browser);
    gtk_widget_add_controller(browser->view, focus);
    allow_commands(browser);
    return GTK_WIDGET(browser);
}

void studio_browser_set_workspace(StudioBrowser *browser, StudioWorkspace *workspace)
{
    studio_browser_list_load(&browser->list, NULL); // rows let go of the workspace of before
    studio_browser_list_apply(&browser->list);
    browser->rows.workspace = workspace;
    g_set_object(&browser->workspace, workspace);
    g_signal_group_set_target(browser->signals, workspace);
    refresh(browser);
    on_active(browser);
}

void studio_browser_focus_filter(StudioBrowser *browser) { gtk_widget_grab_focus(browser->filter); }
