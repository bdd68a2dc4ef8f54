// SPDX-License-Identifier: MIT
//
// The table of a skeleton's curves: its tools, what is shown of it, and its commands.

#include "studio/panels/skeleton/curves_table_private.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/skeleton/bones_table.h"
#include "studio/panels/skeleton/curve_rename.h"

G_DEFINE_TYPE(StudioCurvesTable, studio_curves_table, GTK_TYPE_BOX)

const char *studio_curves_table_chosen(StudioCurvesTable *table)
{
    const StudioCurveItem *item = gtk_single_selection_get_selected_item(table->selection);
    return item != NULL ? item->name : NULL;
}

static const StudioCurveTable *data_of(const StudioCurvesTable *table)
{
    return table->workspace != NULL ? studio_curves_source_table(studio_curves_source_of(table->workspace))
                                    : NULL;
}

static void allow(StudioCurvesTable *table)
{
    const StudioCurveTable *data = data_of(table);
    const char *none = table->path == NULL ? "Open a skeleton first." : NULL;
    const char *unchosen = none != NULL                                ? none
                           : studio_curves_table_chosen(table) == NULL ? "Select a curve first."
                                                                       : NULL;
    studio_commands_allow(table->commands, "skeleton.rename-curve", unchosen);
    studio_commands_allow(table->commands, "skeleton.delete-curve", unchosen);
    studio_commands_allow(table->commands, "skeleton.delete-unused",
                          none != NULL                              ? none
                          : data == NULL || data->unused_count == 0 ? "Every curve of the list is used."
                                                                    : NULL);
}

// What is shown

static gboolean matches(void *given, void *user)
{
    const StudioCurveItem *item = given;
    const StudioCurvesTable *table = user;
    if (table->filter == NULL) // not made yet
        return TRUE;
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(table->chips[STUDIO_CURVES_UNUSED])) &&
        !item->is_unused)
        return FALSE;
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(table->chips[STUDIO_CURVES_NEAR])) &&
        item->remark == NULL)
        return FALSE;
    return studio_filter_matches(gtk_editable_get_text(GTK_EDITABLE(table->filter)), item->name);
}

static void show_state(StudioCurvesTable *table)
{
    static const char *const words[STUDIO_CURVES_CHIPS] = {"All", "Unused", "Near misses"};
    const StudioCurveTable *data = data_of(table);
    const int counts[STUDIO_CURVES_CHIPS] = {data != NULL ? data->count : 0,
                                             data != NULL ? data->unused_count : 0,
                                             data != NULL ? data->near_count : 0};
    const guint shown = g_list_model_get_n_items(G_LIST_MODEL(table->selection));
    for (int i = 0; i < STUDIO_CURVES_CHIPS; ++i) {
        g_autofree char *label = g_strdup_printf("%s %d", words[i], counts[i]);
        gtk_button_set_label(GTK_BUTTON(table->chips[i]), label);
        gtk_widget_set_visible(table->chips[i],
                               i == STUDIO_CURVES_ALL || counts[i] > 0 ||
                                   gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(table->chips[i])));
    }
    g_autofree char *hint = g_strdup_printf("Filter %d curves", counts[0]);
    g_autofree char *said = g_strdup_printf("%d curves, %u shown", counts[0], shown);
    g_object_set(table->filter, "placeholder-text", hint, NULL);
    studio_describe(table->view, said);
    gtk_stack_set_visible_child_name(GTK_STACK(table->states), data == NULL       ? "loading"
                                                               : data->count == 0 ? "empty"
                                                               : shown == 0       ? "nothing"
                                                                                  : "list");
}

static void on_filtered(StudioCurvesTable *table)
{
    gtk_filter_changed(GTK_FILTER(table->matching), GTK_FILTER_CHANGE_DIFFERENT);
    show_state(table);
}

/// The row of the name that the document has selected.
static void select_chosen(StudioCurvesTable *table)
{
    const StudioDocument *document =
        table->path != NULL ? studio_workspace_find(table->workspace, table->path) : NULL;
    const char *name =
        document != NULL && document->selection.names.count > 0 ? document->selection.names.items[0] : NULL;
    guint position = GTK_INVALID_LIST_POSITION;
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(table->selection));
    for (guint i = 0; name != NULL && i < count && position == GTK_INVALID_LIST_POSITION; ++i) {
        g_autoptr(StudioCurveItem) item = g_list_model_get_item(G_LIST_MODEL(table->selection), i);
        if (strcmp(item->name, name) == 0)
            position = i;
    }
    if (gtk_single_selection_get_selected(table->selection) != position) {
        table->is_selecting = true;
        gtk_single_selection_set_selected(table->selection, position);
        table->is_selecting = false;
        if (position != GTK_INVALID_LIST_POSITION)
            gtk_widget_activate_action(gtk_widget_get_last_child(table->view), "list.scroll-to-item", "u",
                                       position);
    }
    allow(table);
}

static void on_made(StudioCurvesTable *table)
{
    const StudioCurveTable *data = data_of(table);
    int most = 0;
    for (int i = 0; data != NULL && i < data->count; ++i)
        most = MAX(most, data->rows[i].uses);
    studio_curves_table_fit_columns(table, most);
    table->is_selecting = true;
    studio_curve_items_update(table->store, data);
    table->is_selecting = false;
    show_state(table);
    select_chosen(table);
}

static void on_selected(StudioCurvesTable *table)
{
    StudioDocument *document = table->path != NULL && table->workspace != NULL
                                   ? studio_workspace_find(table->workspace, table->path)
                                   : NULL;
    const char *name = studio_curves_table_chosen(table);
    if (table->is_selecting || document == NULL)
        return;
    if (name != NULL)
        studio_selection_only(&document->selection, name);
    else
        studio_selection_clear(&document->selection);
    studio_workspace_selection_changed(table->workspace);
    allow(table);
}

// Commands

static void run(void *user, const char *name)
{
    StudioCurvesTable *table = user;
    if (table->path == NULL)
        return;
    const char *chosen = studio_curves_table_chosen(table);
    if ((strcmp(name, "skeleton.rename-curve") == 0 || strcmp(name, "win.rename") == 0) && chosen != NULL)
        studio_curve_rename_ask(GTK_WIDGET(table), table->workspace, chosen, table->path);
    else if (strcmp(name, "skeleton.delete-curve") == 0)
        studio_curves_table_delete(table);
    else if (strcmp(name, "skeleton.delete-unused") == 0)
        studio_curves_table_delete_unused(table);
}

/// F2 means what has the focus.
static void on_focus(StudioCurvesTable *table)
{
    studio_commands_bind(table->commands, "win.rename", run, table);
}

static void on_unfocus(StudioCurvesTable *table)
{
    studio_commands_allow(table->commands, "win.rename", "Select something that has a name first.");
}

static void on_reset(StudioCurvesTable *table)
{
    StudioSession *session = studio_workspace_session(table->workspace);
    studio_session_mark(session);
    studio_session_reset_weights(session);
    studio_workspace_session_changed(table->workspace);
}

static void on_clear(StudioCurvesTable *table)
{
    gtk_editable_set_text(GTK_EDITABLE(table->filter), "");
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(table->chips[STUDIO_CURVES_ALL]), TRUE);
}

// Widgets

static void studio_curves_table_dispose(GObject *object)
{
    StudioCurvesTable *table = STUDIO_CURVES_TABLE(object);
    g_clear_object(&table->signals);
    g_clear_object(&table->source_signals);
    g_clear_object(&table->workspace);
    g_clear_object(&table->commands);
    g_clear_pointer(&table->path, g_free);
    g_clear_pointer(&table->menu, gtk_widget_unparent);
    G_OBJECT_CLASS(studio_curves_table_parent_class)->dispose(object);
}

static void studio_curves_table_finalize(GObject *object)
{
    g_ptr_array_unref(STUDIO_CURVES_TABLE(object)->scales); // cells are unbound while it is disposed
    G_OBJECT_CLASS(studio_curves_table_parent_class)->finalize(object);
}

static void studio_curves_table_class_init(StudioCurvesTableClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_curves_table_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_curves_table_finalize;
}

static void studio_curves_table_init(StudioCurvesTable *table)
{
    table->scales = g_ptr_array_new();
    table->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    table->source_signals = g_signal_group_new(STUDIO_TYPE_CURVES_SOURCE);
    g_signal_group_connect_swapped(table->signals, "session", G_CALLBACK(studio_curves_table_show_weights),
                                   table);
    g_signal_group_connect_swapped(table->signals, "selection", G_CALLBACK(select_chosen), table);
    g_signal_group_connect_swapped(table->source_signals, "made", G_CALLBACK(on_made), table);
}

static GtkWidget *make_tools(StudioCurvesTable *table)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *rename = gtk_button_new_with_label("Rename…"),
              *unused = gtk_button_new_with_label("Delete unused"),
              *reset = gtk_button_new_from_icon_name("edit-clear-all-symbolic");
    table->filter = gtk_search_entry_new();
    g_object_set(table->filter, "width-chars", 4, "max-width-chars", 24, NULL);
    gtk_widget_set_hexpand(table->filter, TRUE);
    studio_name(table->filter, "Filter curves");
    g_signal_connect_swapped(table->filter, "search-changed", G_CALLBACK(on_filtered), table);
    gtk_box_append(GTK_BOX(box), table->filter);
    for (int i = 0; i < STUDIO_CURVES_CHIPS; ++i) {
        table->chips[i] = studio_chip_new("", i > 0 ? table->chips[0] : NULL);
        gtk_box_append(GTK_BOX(box), table->chips[i]);
    }
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(table->chips[0]), TRUE);
    for (int i = 0; i < STUDIO_CURVES_CHIPS; ++i)
        g_signal_connect_swapped(table->chips[i], "toggled", G_CALLBACK(on_filtered), table);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(rename), "skeleton.rename-curve");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(unused), "skeleton.delete-unused");
    gtk_widget_set_tooltip_text(rename, "Rename the selected curve everywhere (F2)");
    gtk_widget_set_tooltip_text(unused, "Take curves that nothing uses out of the list");
    gtk_widget_set_tooltip_text(reset, "All weights to 0");
    studio_name(reset, "Reset preview weights");
    g_signal_connect_swapped(reset, "clicked", G_CALLBACK(on_reset), table);
    gtk_box_append(GTK_BOX(box), reset);
    gtk_box_append(GTK_BOX(box), rename);
    gtk_box_append(GTK_BOX(box), unused);
    return box;
}

static GtkWidget *make_nothing(StudioCurvesTable *table)
{
    GtkWidget *page = adw_status_page_new(), *clear = gtk_button_new_with_label("Clear Filter");
    adw_status_page_set_icon_name(ADW_STATUS_PAGE(page), "edit-find-symbolic");
    adw_status_page_set_title(ADW_STATUS_PAGE(page), "No curve matches");
    gtk_widget_add_css_class(page, "compact");
    gtk_widget_add_css_class(clear, "pill");
    gtk_widget_set_halign(clear, GTK_ALIGN_CENTER);
    g_signal_connect_swapped(clear, "clicked", G_CALLBACK(on_clear), table);
    adw_status_page_set_child(ADW_STATUS_PAGE(page), clear);
    return page;
}

static GtkWidget *make_view(StudioCurvesTable *table)
{
    GtkWidget *scrolled = gtk_scrolled_window_new();
    table->store = g_list_store_new(STUDIO_TYPE_CURVE_ITEM);
    table->matching = gtk_custom_filter_new(matches, table, NULL);
    table->view = gtk_column_view_new(NULL);
    GtkFilterListModel *filtered =
        gtk_filter_list_model_new(G_LIST_MODEL(table->store), GTK_FILTER(table->matching));
    GtkSortListModel *sorted = gtk_sort_list_model_new(
        G_LIST_MODEL(filtered), g_object_ref(gtk_column_view_get_sorter(GTK_COLUMN_VIEW(table->view))));
    table->selection = gtk_single_selection_new(G_LIST_MODEL(sorted));
    gtk_single_selection_set_autoselect(table->selection, FALSE);
    gtk_single_selection_set_can_unselect(table->selection, TRUE);
    gtk_column_view_set_model(GTK_COLUMN_VIEW(table->view), GTK_SELECTION_MODEL(table->selection));
    g_signal_connect_swapped(table->selection, "notify::selected", G_CALLBACK(on_selected), table);
    gtk_widget_set_name(table->view, "curves-table");
    gtk_widget_add_css_class(table->view, "table");
    studio_name(table->view, "Curves");
    studio_curves_table_add_columns(table);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), table->view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static GtkWidget *make_curves(StudioCurvesTable *table)
{
    GtkWidget *spinner = gtk_spinner_new();
    gtk_spinner_start(GTK_SPINNER(spinner));
    gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER);
    table->states = gtk_stack_new();
    gtk_stack_add_named(GTK_STACK(table->states), make_view(table), "list");
    gtk_stack_add_named(GTK_STACK(table->states), spinner, "loading");
    gtk_stack_add_named(GTK_STACK(table->states), make_nothing(table), "nothing");
    gtk_stack_add_named(GTK_STACK(table->states),
                        studio_empty_new("view-list-symbolic", "No curve names",
                                         "They appear when poses, clips or morphs use them.", NULL, NULL,
                                         NULL, NULL),
                        "empty");
    return table->states;
}

static void make_menu(StudioCurvesTable *table)
{
    static const char *const items[][2] = {{"Rename…", "skeleton.rename-curve"},
                                           {"Show Uses", "skeleton.show-uses"},
                                           {"Delete", "skeleton.delete-curve"}};
    g_autoptr(GMenu) menu = g_menu_new();
    for (size_t i = 0; i < G_N_ELEMENTS(items); ++i)
        g_menu_append(menu, items[i][0], items[i][1]);
    table->menu = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
    gtk_popover_set_has_arrow(GTK_POPOVER(table->menu), FALSE);
    gtk_widget_set_halign(table->menu, GTK_ALIGN_START);
    gtk_widget_set_parent(table->menu, GTK_WIDGET(table));
}

/// The tools of the page that is shown.
static GtkWidget *make_top(StudioCurvesTable *table, GtkWidget *tools)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *switcher = gtk_stack_switcher_new();
    gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), GTK_STACK(table->stack));
    gtk_widget_add_css_class(switcher, "table-switcher");
    gtk_widget_set_valign(switcher, GTK_ALIGN_CENTER);
    gtk_widget_set_hexpand(tools, TRUE);
    gtk_widget_add_css_class(top, "panel-top");
    gtk_widget_add_css_class(top, "table-tools");
    gtk_box_append(GTK_BOX(top), switcher);
    gtk_box_append(GTK_BOX(top), tools);
    return top;
}

static void on_page(StudioCurvesTable *table)
{
    const char *page = gtk_stack_get_visible_child_name(GTK_STACK(table->stack));
    const bool has_bones = g_strcmp0(page, "bones") == 0;
    gtk_widget_set_visible(gtk_widget_get_parent(table->filter), !has_bones);
    studio_bones_table_show(table->bones, table->workspace, has_bones ? table->path : NULL);
}

/// Pages are told by icons: words would leave no room for the filter in small windows.
static void add_page(StudioCurvesTable *table, GtkWidget *child, const char *name, const char *title,
                     const char *icon)
{
    GtkStackPage *page = gtk_stack_add_titled(GTK_STACK(table->stack), child, name, title);
    gtk_stack_page_set_icon_name(page, icon);
}

GtkWidget *studio_curves_table_new(StudioCommands *commands)
{
    static const char *const names[] = {"skeleton.rename-curve", "skeleton.delete-curve",
                                        "skeleton.delete-unused"};
    StudioCurvesTable *table =
        g_object_new(STUDIO_TYPE_CURVES_TABLE, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    GtkEventController *focus = gtk_event_controller_focus_new();
    table->commands = g_object_ref(commands);
    table->stack = gtk_stack_new();
    table->bones = studio_bones_table_new();
    add_page(table, make_curves(table), "curves", "Curves", "view-list-symbolic");
    add_page(table, table->bones, "bones", "Bones", "insert-link-symbolic");
    GtkWidget *tools = make_tools(table);
    gtk_box_append(GTK_BOX(table), make_top(table, tools));
    gtk_box_append(GTK_BOX(table), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    gtk_box_append(GTK_BOX(table), table->stack);
    make_menu(table);
    g_signal_connect_swapped(table->stack, "notify::visible-child", G_CALLBACK(on_page), table);
    g_signal_connect_swapped(focus, "enter", G_CALLBACK(on_focus), table);
    g_signal_connect_swapped(focus, "leave", G_CALLBACK(on_unfocus), table);
    gtk_widget_add_controller(table->view, focus);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, table);
    gtk_widget_add_css_class(GTK_WIDGET(table), "side"); // the colour of lists
    allow(table);
    return GTK_WIDGET(table);
}

void studio_curves_table_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioCurvesTable *table = STUDIO_CURVES_TABLE(part);
    if (table->workspace != NULL && document == NULL)
        studio_curves_source_want(studio_curves_source_of(table->workspace), NULL);
    g_set_object(&table->workspace, workspace);
    g_signal_group_set_target(table->signals, workspace);
    g_signal_group_set_target(table->source_signals,
                              workspace != NULL ? studio_curves_source_of(workspace) : NULL);
    g_free(table->path);
    table->path = g_strdup(document != NULL ? document->path : NULL);
    if (table->path != NULL) {
        studio_curves_source_want(studio_curves_source_of(workspace), table->path);
        on_made(table);
        studio_curves_table_show_weights(table);
    }
    on_page(table);
    allow(table);
}
