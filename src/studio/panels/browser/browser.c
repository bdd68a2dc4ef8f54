// SPDX-License-Identifier: MIT
//
// The content browser.

#include "studio/panels/browser/private.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

G_DEFINE_TYPE(StudioBrowser, studio_browser, GTK_TYPE_BOX)

static gboolean apply_filter(void *user);

/// While something is filtered, a chip per kind that has hits.
static void show_kinds(StudioBrowser *browser)
{
    const StudioBrowserList *list = &browser->list;
    int kinds = 0;
    for (int i = 0; i < STUDIO_KIND_COUNT; ++i) {
        char count[STUDIO_COUNT_ROOM];
        g_autofree char *label =
            g_strdup_printf("%s %s", studio_kinds[i].plural, studio_count_text(list->kind_counts[i], count));
        const bool is_shown = list->filter[0] != '\0' && list->kind_counts[i] > 0;
        studio_set_label(browser->kind_chips[i], label);
        gtk_widget_set_visible(gtk_widget_get_parent(browser->kind_chips[i]), is_shown);
        kinds += is_shown;
    }
    gtk_widget_set_visible(browser->kinds, kinds > 1 || list->kind >= 0);
}

static void show_state(StudioBrowser *browser)
{
    const StudioBrowserList *list = &browser->list;
    static const char *const names[STUDIO_CHIPS] = {"All", "Edited", "Problems"};
    for (int i = 0; i < STUDIO_CHIPS; ++i) {
        g_autofree char *label =
            i == STUDIO_CHIP_ALL ? g_strdup("All") : g_strdup_printf("%s %d", names[i], list->counts[i]);
        studio_set_label(browser->chips[i], label);
    }
    show_kinds(browser);
    const bool is_empty = list->counts[STUDIO_CHIP_ALL] == 0;
    gtk_stack_set_visible_child_name(GTK_STACK(browser->states), is_empty                 ? "empty"
                                                                 : list->shown_count == 0 ? "nothing"
                                                                 : browser->is_grid       ? "grid"
                                                                                          : "list");
    g_autofree char *text = list->filter[0] != '\0' ? g_strdup_printf("No asset matches “%s”", list->filter)
                            : list->chip == STUDIO_CHIP_EDITED ? g_strdup("No edited files")
                                                               : g_strdup("No problems");
    adw_status_page_set_title(ADW_STATUS_PAGE(browser->nothing), text);
    g_autofree char *shown =
        g_strdup_printf("%d assets, %d shown", list->counts[STUDIO_CHIP_ALL], list->shown_count);
    studio_describe(browser->view, shown);
    studio_describe(browser->grid, shown);
}

GtkSelectionModel *studio_browser_selection(const StudioBrowser *browser)
{
    return GTK_SELECTION_MODEL(browser->is_grid ? browser->grid_selection : browser->selection);
}

StudioBrowserItem *studio_browser_item_at(const StudioBrowser *browser, guint position)
{
    g_autoptr(GObject) found =
        g_list_model_get_item(G_LIST_MODEL(studio_browser_selection(browser)), position);
    return found == NULL                 ? NULL
           : GTK_IS_TREE_LIST_ROW(found) ? gtk_tree_list_row_get_item(GTK_TREE_LIST_ROW(found))
                                         : STUDIO_BROWSER_ITEM(g_steal_pointer(&found));
}

char **studio_browser_selected(const StudioBrowser *browser)
{
    GPtrArray *paths = g_ptr_array_new();
    g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection(studio_browser_selection(browser));
    GtkBitsetIter iter;
    guint position;
    bool has = gtk_bitset_iter_init_first(&iter, chosen, &position);
    for (; has; has = gtk_bitset_iter_next(&iter, &position)) {
        g_autoptr(StudioBrowserItem) item = studio_browser_item_at(browser, position);
        if (item != NULL && item->path != NULL)
            g_ptr_array_add(paths, g_strdup(item->path));
    }
    g_ptr_array_add(paths, NULL);
    return (char **)g_ptr_array_free(paths, FALSE);
}

/// Where an asset is to be seen; GTK_INVALID_LIST_POSITION: nowhere.
static guint position_of(const StudioBrowser *browser, const char *path)
{
    return browser->is_grid ? studio_browser_list_flat_position(&browser->list, path)
                            : studio_browser_list_position(&browser->list, path);
}

/// Selects paths in one go, since all of a large project may be.
static void select_again(StudioBrowser *browser, GStrv paths)
{
    GtkSelectionModel *selection = studio_browser_selection(browser);
    g_autoptr(GHashTable) set = g_hash_table_new(g_str_hash, g_str_equal);
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(selection));
    guint left = g_strv_length(paths);
    g_autoptr(GtkBitset) chosen = gtk_bitset_new_empty(), all = gtk_bitset_new_range(0, count);
    for (char **path = paths; *path != NULL; ++path)
        g_hash_table_add(set, *path);
    for (guint i = 0; i < count && left > 0; ++i) {
        g_autoptr(StudioBrowserItem) item = studio_browser_item_at(browser, i);
        if (item->path == NULL || !g_hash_table_contains(set, item->path))
            continue;
        gtk_bitset_add(chosen, i);
        --left;
    }
    g_autoptr(GtkBitset) now = gtk_selection_model_get_selection(selection);
    if (!gtk_bitset_equals(chosen, now))
        gtk_selection_model_set_selection(selection, chosen, all);
}

/// Shows what filter and chip let through; what is selected stays so.
static void apply(StudioBrowser *browser, GStrv before)
{
    studio_browser_list_apply(&browser->list);
    if (before[0] != NULL)
        select_again(browser, before);
    show_state(browser);
    studio_browser_allow(browser);
}

void studio_browser_apply(StudioBrowser *browser)
{
    g_auto(GStrv) before = studio_browser_selected(browser);
    apply(browser, before);
}

void studio_browser_refresh(StudioBrowser *browser)
{
    g_auto(GStrv) before = studio_browser_selected(browser);
    studio_browser_list_load(&browser->list, browser->workspace);
    apply(browser, before);
    if (browser->searched == NULL)
        studio_browser_search(browser, true);
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
    studio_fill(browser->filter, "");
    if (browser->filter_timer != 0)
        apply_filter(browser);
}

static void on_reveal(StudioBrowser *browser, const char *const *paths)
{
    bool is_first = true;
    for (const char *const *path = paths; *path != NULL; ++path)
        if (!studio_browser_list_open(&browser->list, *path)) {
            show_all(browser);
            studio_browser_list_open(&browser->list, *path);
        }
    for (; *paths != NULL; ++paths) {
        const guint position = position_of(browser, *paths);
        if (position == GTK_INVALID_LIST_POSITION)
            continue;
        gtk_selection_model_select_item(studio_browser_selection(browser), position, is_first);
        if (is_first)
            gtk_widget_activate_action(browser->is_grid ? browser->grid : browser->view,
                                       "list.scroll-to-item", "u", position);
        is_first = false;
    }
}

static void on_active(StudioBrowser *browser)
{
    const StudioDocument *document =
        browser->workspace != NULL ? studio_workspace_active(browser->workspace) : NULL;
    const guint position =
        document != NULL ? position_of(browser, document->path) : GTK_INVALID_LIST_POSITION;
    if (position != GTK_INVALID_LIST_POSITION)
        gtk_selection_model_select_item(studio_browser_selection(browser), position, TRUE);
}

// Widgets

static gboolean apply_filter(void *user)
{
    StudioBrowser *browser = user;
    g_clear_handle_id(&browser->filter_timer, g_source_remove);
    g_free(browser->list.filter);
    browser->list.filter = g_strdup(gtk_editable_get_text(GTK_EDITABLE(browser->filter)));
    g_strstrip(browser->list.filter);
    studio_browser_apply(browser);
    if (g_strcmp0(browser->searched, browser->list.filter) != 0)
        studio_browser_search(browser, false);
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

static void on_kind(GtkToggleButton *button, void *user)
{
    StudioBrowser *browser = user;
    const bool is_on = gtk_toggle_button_get_active(button);
    int kind = -1;
    for (int i = 0; i < STUDIO_KIND_COUNT; ++i)
        if (GTK_WIDGET(button) == browser->kind_chips[i])
            kind = i;
    if (!is_on && browser->list.kind != kind)
        return; // another one took its place
    browser->list.kind = is_on ? kind : -1;
    for (int i = 0; i < STUDIO_KIND_COUNT && is_on; ++i)
        if (i != kind)
            gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(browser->kind_chips[i]), FALSE);
    g_auto(GStrv) before = studio_browser_selected(browser);
    apply(browser, before);
}

void studio_browser_activate(StudioBrowser *browser, guint position)
{
    g_autoptr(StudioBrowserItem) item = studio_browser_item_at(browser, position);
    if (item == NULL || item->is_note)
        return;
    if (item->children != NULL && !browser->is_grid) {
        g_autoptr(GtkTreeListRow) row = g_list_model_get_item(G_LIST_MODEL(browser->list.tree), position);
        gtk_tree_list_row_set_expanded(row, !gtk_tree_list_row_get_expanded(row));
    } else {
        studio_commands_run(browser->commands, "browser.open");
    }
}

static void on_activate(GtkListView *view, guint position, void *user)
{
    (void)view;
    studio_browser_activate(user, position);
}

static void on_selection(StudioBrowser *browser) { studio_browser_allow(browser); }

static void pop_up(StudioBrowser *browser, int kind, int count, double x, double y)
{
    g_autoptr(GMenuModel) model = browser->make_menu(browser->commands, kind, count);
    gtk_popover_menu_set_menu_model(GTK_POPOVER_MENU(browser->menu), model);
    gtk_popover_set_pointing_to(GTK_POPOVER(browser->menu), &(GdkRectangle){(int)x, (int)y, 1, 1});
    studio_popup(browser->menu);
}

void studio_browser_open_menu(void *user, GtkWidget *row, guint position, double x, double y)
{
    StudioBrowser *browser = user;
    GtkSelectionModel *selection = studio_browser_selection(browser);
    g_autoptr(StudioBrowserItem) item = studio_browser_item_at(browser, position);
    if (!gtk_selection_model_is_selected(selection, position))
        gtk_selection_model_select_item(selection, position, TRUE);
    studio_browser_take_focus(browser);
    double at_x = x, at_y = y;
    gtk_widget_translate_coordinates(row, GTK_WIDGET(browser), x, y, &at_x, &at_y);
    g_auto(GStrv) paths = studio_browser_selected(browser);
    const char *path = item->path != NULL ? item->path : paths[0]; // sections and notes have none
    pop_up(browser, path != NULL ? (int)mieni_asset_kind_of_path(path) : 0, (int)g_strv_length(paths), at_x,
           at_y);
}

void studio_browser_open_new_menu(StudioBrowser *browser) { pop_up(browser, 0, 0, 24.0, 36.0); }

GdkContentProvider *studio_browser_drag(void *user, const char *path)
{
    StudioBrowser *browser = user;
    g_auto(GStrv) paths = studio_browser_selected(browser);
    studio_browser_know(browser, path);
    g_autofree char *text =
        g_strv_contains((const char *const *)paths, path) ? g_strjoinv("\n", paths) : g_strdup(path);
    return gdk_content_provider_new_typed(G_TYPE_STRING, text);
}

/// The menu of what is selected, by its key.
static gboolean on_menu_key(GtkWidget *widget, GVariant *arguments, void *user)
{
    (void)widget, (void)arguments;
    StudioBrowser *browser = user;
    g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection(studio_browser_selection(browser));
    if (gtk_bitset_is_empty(chosen))
        return FALSE;
    g_auto(GStrv) paths = studio_browser_selected(browser);
    GtkWidget *row = paths[0] != NULL ? g_hash_table_lookup(browser->rows.shown, paths[0]) : NULL;
    studio_browser_open_menu(browser, row != NULL ? row : GTK_WIDGET(browser), gtk_bitset_get_minimum(chosen),
                             24.0, 24.0);
    return TRUE;
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
    browser->toggle = studio_commands_button(browser->commands, "browser.grid", "Show as grid");
    gtk_widget_add_css_class(browser->toggle, "flat");
    gtk_box_append(GTK_BOX(top), browser->toggle);
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

/// Chips of kinds need more room than there is in a line.
static GtkWidget *make_kinds(StudioBrowser *browser)
{
    browser->kinds = gtk_flow_box_new();
    gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(browser->kinds), GTK_SELECTION_NONE);
    gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(browser->kinds), STUDIO_KIND_COUNT);
    gtk_flow_box_set_column_spacing(GTK_FLOW_BOX(browser->kinds), 6);
    gtk_flow_box_set_row_spacing(GTK_FLOW_BOX(browser->kinds), 6);
    gtk_widget_add_css_class(browser->kinds, "chips");
    gtk_widget_set_visible(browser->kinds, FALSE);
    for (int i = 0; i < STUDIO_KIND_COUNT; ++i) {
        browser->kind_chips[i] = studio_chip_new(studio_kinds[i].plural, NULL);
        gtk_widget_set_halign(browser->kind_chips[i], GTK_ALIGN_START);
        gtk_flow_box_append(GTK_FLOW_BOX(browser->kinds), browser->kind_chips[i]);
        gtk_widget_set_focusable(gtk_widget_get_parent(browser->kind_chips[i]), FALSE);
        g_signal_connect(browser->kind_chips[i], "toggled", G_CALLBACK(on_kind), browser);
    }
    return browser->kinds;
}

static GtkWidget *make_list(StudioBrowser *browser)
{
    browser->rows =
        (StudioBrowserRows){.menu = studio_browser_open_menu,
                            .drag = studio_browser_drag,
                            .user = browser,
                            .commands = browser->commands,
                            .shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    browser->selection = gtk_multi_selection_new(G_LIST_MODEL(g_object_ref(browser->list.tree)));
    g_signal_connect_swapped(browser->selection, "selection-changed", G_CALLBACK(on_selection), browser);
    browser->view = gtk_list_view_new(GTK_SELECTION_MODEL(g_object_ref(browser->selection)),
                                      studio_browser_rows_new(&browser->rows));
    gtk_widget_set_name(browser->view, "browser-list");
    gtk_widget_add_css_class(browser->view, "navigation-sidebar");
    gtk_accessible_update_property(GTK_ACCESSIBLE(browser->view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Assets",
                                   -1);
    g_signal_connect(browser->view, "activate", G_CALLBACK(on_activate), browser);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), browser->view);
    return scrolled;
}

static void studio_browser_dispose(GObject *object)
{
    StudioBrowser *browser = STUDIO_BROWSER(object);
    g_clear_handle_id(&browser->filter_timer, g_source_remove);
    g_clear_pointer(&browser->menu, gtk_widget_unparent);
    if (browser->members != NULL)
        studio_browser_search_end(browser);
    g_clear_pointer(&browser->members, g_hash_table_unref);
    g_clear_object(&browser->signals);
    g_clear_object(&browser->workspace);
    g_clear_object(&browser->selection);
    g_clear_object(&browser->grid_selection);
    g_clear_object(&browser->commands);
    G_OBJECT_CLASS(studio_browser_parent_class)->dispose(object);
}

static void studio_browser_finalize(GObject *object)
{
    StudioBrowser *browser = STUDIO_BROWSER(object);
    studio_browser_list_clear(&browser->list);
    g_hash_table_unref(browser->rows.shown);
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
    browser->members = g_hash_table_new(g_str_hash, g_str_equal);
    browser->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(browser->signals, "reveal", G_CALLBACK(on_reveal), browser);
    static const struct {
        const char *signal;
        void (*react)(StudioBrowser *browser);
    } reactions[] = {{"changed", studio_browser_refresh},
                     {"saved", mark},
                     {"problems", mark},
                     {"active", on_active},
                     {"looked", studio_browser_looked}};
    for (size_t i = 0; i < G_N_ELEMENTS(reactions); ++i)
        g_signal_group_connect_swapped(browser->signals, reactions[i].signal, G_CALLBACK(reactions[i].react),
                                       browser);
}

static void add_keys(StudioBrowser *browser)
{
    static const char *const keys[] = {"Menu", "<Shift>F10"};
    GtkEventController *controller = gtk_shortcut_controller_new();
    for (size_t i = 0; i < G_N_ELEMENTS(keys); ++i)
        gtk_shortcut_controller_add_shortcut(
            GTK_SHORTCUT_CONTROLLER(controller),
            gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys[i]),
                             gtk_callback_action_new(on_menu_key, browser, NULL)));
    gtk_widget_add_controller(GTK_WIDGET(browser), controller);
}

static void make_states(StudioBrowser *browser)
{
    GtkStack *states = GTK_STACK(browser->states = gtk_stack_new());
    gtk_widget_set_vexpand(browser->states, TRUE);
    browser->nothing =
        studio_empty_new("edit-find-symbolic", "", NULL, "Clear Filter", "browser.clear-filter", NULL, NULL);
    gtk_stack_add_named(states, make_list(browser), "list");
    gtk_stack_add_named(states, studio_browser_grid_new(browser), "grid");
    gtk_stack_add_named(states, browser->nothing, "nothing");
    gtk_stack_add_named(states,
                        studio_empty_new("folder-download-symbolic", "Import a face",
                                         "Drop an FBX, glTF, VRM or BVH file here", "Import…", "win.import",
                                         "Open Sample Project", "win.open-sample"),
                        "empty");
}

GtkWidget *studio_browser_new(StudioCommands *commands, StudioBrowserMenu *make_menu)
{
    StudioBrowser *browser = g_object_new(STUDIO_TYPE_BROWSER, NULL);
    browser->commands = g_object_ref(commands);
    browser->make_menu = make_menu;
    gtk_box_append(GTK_BOX(browser), make_top(browser));
    gtk_box_append(GTK_BOX(browser), make_chips(browser));
    gtk_box_append(GTK_BOX(browser), make_kinds(browser));
    make_states(browser);
    gtk_box_append(GTK_BOX(browser), browser->states);
    browser->menu = gtk_popover_menu_new_from_model(NULL);
    gtk_popover_set_has_arrow(GTK_POPOVER(browser->menu), FALSE);
    gtk_widget_set_halign(browser->menu, GTK_ALIGN_START);
    gtk_widget_set_parent(browser->menu, GTK_WIDGET(browser));
    add_keys(browser);
    studio_browser_bind(browser);
    return GTK_WIDGET(browser);
}

void studio_browser_set_workspace(StudioBrowser *browser, StudioWorkspace *workspace)
{
    studio_browser_list_load(&browser->list, NULL); // rows let go of the workspace of before
    studio_browser_list_apply(&browser->list);
    studio_browser_search_end(browser);
    browser->rows.workspace = workspace;
    g_set_object(&browser->workspace, workspace);
    g_signal_group_set_target(browser->signals, workspace);
    studio_browser_refresh(browser);
    on_active(browser);
}

void studio_browser_focus_filter(StudioBrowser *browser) { gtk_widget_grab_focus(browser->filter); }
