// SPDX-License-Identifier: MIT
//
// The table of a map.

#include "studio/panels/map/table.h"

#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/commands/map_table.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/async_loader.h"

enum { ALL, UNMATCHED, AMBIGUOUS, CHIPS };
enum { FROM, TO, WEIGHT, REMARK, COLUMNS };

// A row, as a model of GTK has it

#define STUDIO_TYPE_MAP_ITEM (studio_map_item_get_type())
G_DECLARE_FINAL_TYPE(StudioMapItem, studio_map_item, STUDIO, MAP_ITEM, GObject)

struct _StudioMapItem {
    GObject parent_instance;
    StudioMapState state;
    int row; ///< In the map; -1: none.
    char *texts[COLUMNS], *key;
};

G_DEFINE_FINAL_TYPE(StudioMapItem, studio_map_item, G_TYPE_OBJECT)

static void studio_map_item_finalize(GObject *object)
{
    StudioMapItem *item = STUDIO_MAP_ITEM(object);
    for (int i = 0; i < COLUMNS; ++i)
        g_free(item->texts[i]);
    g_free(item->key);
    G_OBJECT_CLASS(studio_map_item_parent_class)->finalize(object);
}

static void studio_map_item_class_init(StudioMapItemClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_map_item_finalize;
}

static void studio_map_item_init(StudioMapItem *item) { (void)item; }

char *studio_map_row_key(const char *from, const char *to) { return g_strdup_printf("%s\t%s", from, to); }

static StudioMapItem *make_item(const StudioMapRow *row, int index)
{
    StudioMapItem *item = g_object_new(STUDIO_TYPE_MAP_ITEM, NULL);
    char number[STUDIO_NUMBER_ROOM];
    const bool is_row = row->state == STUDIO_MAP_ROW;
    item->state = row->state;
    item->row = is_row ? index : -1;
    item->texts[FROM] = g_strdup(row->from);
    item->texts[TO] = g_strdup(is_row ? row->to : "–");
    item->texts[WEIGHT] = g_strdup(is_row ? studio_number_text(row->weight, 2, number) : "");
    item->texts[REMARK] = g_strdup(row->remark);
    item->key = studio_map_row_key(row->from, is_row ? row->to : "");
    return item;
}

// The panel

struct _StudioMapTablePanel {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *path; ///< NULL: no map.
    StudioLooker looker;
    StudioMapTable table;
    GListStore *store;
    GtkCustomFilter *matching;
    GtkSingleSelection *selection;
    GtkWidget *filter, *chips[CHIPS], *view, *states;
    bool is_selecting;
};

G_DEFINE_TYPE(StudioMapTablePanel, studio_map_table, GTK_TYPE_BOX)

static StudioDocument *document_of(StudioMapTablePanel *panel)
{
    return panel->path != NULL ? studio_workspace_find(panel->workspace, panel->path) : NULL;
}

static void allow(StudioMapTablePanel *panel)
{
    const StudioMapItem *item = gtk_single_selection_get_selected_item(panel->selection);
    const char *none = panel->path == NULL ? "Open a map first" : NULL;
    studio_commands_allow(panel->commands, "map.add-row", none);
    studio_commands_allow(panel->commands, "map.delete-row",
                          none != NULL                    ? none
                          : item == NULL || item->row < 0 ? "Select a row first"
                                                          : NULL);
    studio_commands_allow(panel->commands, "map.match",
                          none != NULL                      ? none
                          : panel->table.matched_count == 0 ? "No unmatched curve has a match by rules"
                                                            : NULL);
}

static gboolean matches(void *given, void *user)
{
    const StudioMapItem *item = given;
    const StudioMapTablePanel *panel = user;
    if (panel->filter == NULL) // not made yet
        return TRUE;
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(panel->chips[UNMATCHED])) &&
        item->state < STUDIO_MAP_UNMATCHED)
        return FALSE;
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(panel->chips[AMBIGUOUS])) &&
        item->state != STUDIO_MAP_AMBIGUOUS)
        return FALSE;
    g_autofree char *both = g_strdup_printf("%s %s", item->texts[FROM], item->texts[TO]);
    return studio_filter_matches(gtk_editable_get_text(GTK_EDITABLE(panel->filter)), both);
}

static void show_state(StudioMapTablePanel *panel)
{
    static const char *const words[CHIPS] = {"All", "Unmatched", "Ambiguous"};
    const int counts[CHIPS] = {panel->table.count, panel->table.unmatched_count,
                               panel->table.ambiguous_count};
    for (int i = 0; i < CHIPS; ++i) {
        g_autofree char *label = g_strdup_printf("%s %d", words[i], counts[i]);
        gtk_button_set_label(GTK_BUTTON(panel->chips[i]), label);
    }
    g_autofree char *hint = g_strdup_printf("Filter %d rows", panel->table.count);
    g_object_set(panel->filter, "placeholder-text", hint, NULL);
    gtk_stack_set_visible_child_name(GTK_STACK(panel->states), panel->table.count > 0 ? "list" : "empty");
}

static void on_filtered(StudioMapTablePanel *panel)
{
    gtk_filter_changed(GTK_FILTER(panel->matching), GTK_FILTER_CHANGE_DIFFERENT);
}

/// The row that the document has selected.
static void select_chosen(StudioMapTablePanel *panel)
{
    const StudioDocument *document = document_of(panel);
    const char *key =
        document != NULL && document->selection.names.count > 0 ? document->selection.names.items[0] : NULL;
    guint position = GTK_INVALID_LIST_POSITION;
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(panel->selection));
    for (guint i = 0; key != NULL && i < count && position == GTK_INVALID_LIST_POSITION; ++i) {
        g_autoptr(StudioMapItem) item = g_list_model_get_item(G_LIST_MODEL(panel->selection), i);
        if (strcmp(item->key, key) == 0)
            position = i;
    }
    panel->is_selecting = true;
    gtk_single_selection_set_selected(panel->selection, position);
    panel->is_selecting = false;
    allow(panel);
}

static void on_selected(StudioMapTablePanel *panel)
{
    StudioDocument *document = document_of(panel);
    const StudioMapItem *item = gtk_single_selection_get_selected_item(panel->selection);
    if (panel->is_selecting || document == NULL)
        return;
    if (item != NULL)
        studio_selection_only(&document->selection, item->key);
    else
        studio_selection_clear(&document->selection);
    studio_workspace_selection_changed(panel->workspace);
    allow(panel);
}

static void fill(StudioMapTablePanel *panel)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_object_unref);
    for (int i = 0; i < panel->table.count; ++i)
        g_ptr_array_add(items, make_item(&panel->table.rows[i], i));
    panel->is_selecting = true;
    g_list_store_splice(panel->store, 0, g_list_model_get_n_items(G_LIST_MODEL(panel->store)), items->pdata,
                        items->len);
    panel->is_selecting = false;
    show_state(panel);
    select_chosen(panel);
}

static void find(void *found, const StudioSnapshot *snapshot, const char *path)
{
    studio_map_table_make(found, snapshot, path, NULL);
}

static void release(void *found) { studio_map_table_release(found); }

static void take(GObject *owner, void *found)
{
    StudioMapTablePanel *panel = STUDIO_MAP_TABLE(owner);
    studio_map_table_release(&panel->table);
    panel->table = *(StudioMapTable *)found;
    *(StudioMapTable *)found = (StudioMapTable){0};
    fill(panel);
}

// Commands

static MienStatus add_row(StudioMapTablePanel *panel, Studio *studio, MieniProblem *problem)
{
    g_autofree char *place = g_strdup_printf("rows[%d]", panel->table.row_count);
    g_autofree char *from = g_strdup_printf("curve_%d", panel->table.row_count + 1);
    g_autofree char *row = g_strdup_printf("{\"from\": \"%s\", \"to\": \"%s\"}", from, from);
    const MienStatus status =
        studio_asset_set(studio, panel->path, place, row, "add row to map", NULL, problem);
    StudioDocument *document = document_of(panel);
    g_autofree char *key = studio_map_row_key(from, from);
    if (status == MIEN_OK && document != NULL) {
        studio_selection_only(&document->selection, key);
        studio_workspace_selection_changed(panel->workspace);
    }
    return status;
}

static void run(void *user, const char *name)
{
    StudioMapTablePanel *panel = user;
    const StudioMapItem *item = gtk_single_selection_get_selected_item(panel->selection);
    MieniProblem problem = {0};
    MienStatus status = MIEN_OK;
    if (panel->path == NULL)
        return;
    Studio *studio = studio_workspace_studio(panel->workspace);
    if (strcmp(name, "map.match") == 0) {
        int count = 0;
        status = studio_map_match(studio, panel->path, &panel->table, &count, &problem);
        g_autofree char *text = g_strdup_printf(count == 1 ? "Matched %d curve" : "Matched %d curves", count);
        if (status == MIEN_OK)
            studio_workspace_toast(panel->workspace, text, "Undo", "win.undo");
    } else if (strcmp(name, "map.add-row") == 0) {
        status = add_row(panel, studio, &problem);
    } else if (item != NULL && item->row >= 0) {
        g_autofree char *place = g_strdup_printf("rows[%d]", item->row);
        g_autofree char *label = g_strdup_printf("delete %s from map", item->texts[FROM]);
        status = studio_asset_set(studio, panel->path, place, NULL, label, NULL, &problem);
    }
    studio_workspace_check(panel->workspace, status, &problem);
}

// Widgets

static void on_changed(StudioMapTablePanel *panel, const char *const *paths)
{
    for (; panel->path != NULL && *paths != NULL; ++paths)
        if (strcmp(*paths, panel->path) == 0 || mieni_asset_kind_of_path(*paths) == MIENI_ASSET_POSES ||
            mieni_asset_kind_of_path(*paths) == MIENI_ASSET_SKELETON) {
            studio_looker_look_soon(&panel->looker);
            return;
        }
}

static void studio_map_table_dispose(GObject *object)
{
    StudioMapTablePanel *panel = STUDIO_MAP_TABLE(object);
    studio_looker_clear(&panel->looker);
    g_clear_object(&panel->signals);
    g_clear_object(&panel->workspace);
    g_clear_object(&panel->commands);
    g_clear_pointer(&panel->path, g_free);
    G_OBJECT_CLASS(studio_map_table_parent_class)->dispose(object);
}

static void studio_map_table_finalize(GObject *object)
{
    studio_map_table_release(&STUDIO_MAP_TABLE(object)->table);
    G_OBJECT_CLASS(studio_map_table_parent_class)->finalize(object);
}

static void studio_map_table_class_init(StudioMapTablePanelClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_map_table_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_map_table_finalize;
}

static void studio_map_table_init(StudioMapTablePanel *panel)
{
    panel->looker = (StudioLooker){.owner = G_OBJECT(panel),
                                   .size = sizeof(StudioMapTable),
                                   .find = find,
                                   .release = release,
                                   .take = take};
    panel->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(panel->signals, "changed", G_CALLBACK(on_changed), panel);
    g_signal_group_connect_swapped(panel->signals, "selection", G_CALLBACK(select_chosen), panel);
}

static void on_setup(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    const int column = GPOINTER_TO_INT(user);
    gtk_list_item_set_child(item, studio_label_new(NULL, column == WEIGHT   ? "numeric"
                                                         : column == REMARK ? "caption dim-label"
                                                                            : NULL));
}

static void on_bind(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    const int column = GPOINTER_TO_INT(user);
    const StudioMapItem *row = gtk_list_item_get_item(item);
    GtkWidget *label = gtk_list_item_get_child(item);
    gtk_label_set_text(GTK_LABEL(label), row->texts[column]);
    if (column != FROM) {
        studio_tip(label, row->texts[column][0] != '\0' ? row->texts[column] : NULL);
        return;
    }
    g_autofree char *said = row->row >= 0 ? g_strdup_printf("to %s × %s", row->texts[TO], row->texts[WEIGHT])
                                          : g_strdup(row->texts[REMARK]);
    studio_describe(label, said);
}

static GtkWidget *make_view(StudioMapTablePanel *panel)
{
    static const struct {
        const char *title;
        int width;
    } columns[COLUMNS] = {{"From", 0}, {"To", 0}, {"Weight", 76}, {"Note", 0}};
    GtkWidget *scrolled = gtk_scrolled_window_new();
    panel->store = g_list_store_new(STUDIO_TYPE_MAP_ITEM);
    panel->matching = gtk_custom_filter_new(matches, panel, NULL);
    panel->selection = gtk_single_selection_new(
        G_LIST_MODEL(gtk_filter_list_model_new(G_LIST_MODEL(panel->store), GTK_FILTER(panel->matching))));
    gtk_single_selection_set_autoselect(panel->selection, FALSE);
    gtk_single_selection_set_can_unselect(panel->selection, TRUE);
    g_signal_connect_swapped(panel->selection, "notify::selected", G_CALLBACK(on_selected), panel);
    panel->view = gtk_column_view_new(GTK_SELECTION_MODEL(panel->selection));
    gtk_widget_set_name(panel->view, "map-table");
    gtk_widget_add_css_class(panel->view, "table");
    studio_name(panel->view, "Map");
    for (int i = 0; i < COLUMNS; ++i) {
        GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
        g_signal_connect(factory, "setup", G_CALLBACK(on_setup), GINT_TO_POINTER(i));
        g_signal_connect(factory, "bind", G_CALLBACK(on_bind), GINT_TO_POINTER(i));
        g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new(columns[i].title, factory);
        if (columns[i].width > 0)
            gtk_column_view_column_set_fixed_width(column, studio_scaled(columns[i].width));
        gtk_column_view_column_set_expand(column, columns[i].width == 0);
        gtk_column_view_append_column(GTK_COLUMN_VIEW(panel->view), column);
    }
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), panel->view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static GtkWidget *make_tools(StudioMapTablePanel *panel)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *match = gtk_button_new_with_label("Match by Rules");
    panel->filter = gtk_search_entry_new();
    g_object_set(panel->filter, "width-chars", 6, "max-width-chars", 24, NULL);
    gtk_widget_set_hexpand(panel->filter, TRUE);
    studio_name(panel->filter, "Filter rows");
    g_signal_connect_swapped(panel->filter, "search-changed", G_CALLBACK(on_filtered), panel);
    gtk_widget_add_css_class(top, "panel-top");
    gtk_widget_add_css_class(top, "table-tools");
    gtk_box_append(GTK_BOX(top), panel->filter);
    for (int i = 0; i < CHIPS; ++i) {
        panel->chips[i] = studio_chip_new("", i > 0 ? panel->chips[0] : NULL);
        gtk_box_append(GTK_BOX(top), panel->chips[i]);
    }
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(panel->chips[ALL]), TRUE);
    for (int i = 0; i < CHIPS; ++i)
        g_signal_connect_swapped(panel->chips[i], "toggled", G_CALLBACK(on_filtered), panel);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(match), "map.match");
    studio_tip(match, "Add a row for each curve with exactly one match by name rules");
    gtk_box_append(GTK_BOX(top), studio_commands_button(panel->commands, "map.add-row", "Add a row"));
    gtk_box_append(GTK_BOX(top),
                   studio_commands_button(panel->commands, "map.delete-row", "Delete the selected row"));
    gtk_box_append(GTK_BOX(top), match);
    return top;
}

GtkWidget *studio_map_table_new(StudioCommands *commands)
{
    static const char *const names[] = {"map.match", "map.add-row", "map.delete-row"};
    StudioMapTablePanel *panel =
        g_object_new(STUDIO_TYPE_MAP_TABLE, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    panel->commands = g_object_ref(commands);
    panel->states = gtk_stack_new();
    gtk_stack_add_named(GTK_STACK(panel->states), make_view(panel), "list");
    gtk_stack_add_named(GTK_STACK(panel->states),
                        studio_empty_new("accessories-character-map-symbolic", "Empty map",
                                         "Each row sends one curve to another, with a weight.", "Add Row",
                                         "map.add-row", NULL, NULL),
                        "empty");
    gtk_box_append(GTK_BOX(panel), make_tools(panel));
    gtk_box_append(GTK_BOX(panel), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    gtk_box_append(GTK_BOX(panel), panel->states);
    gtk_widget_add_css_class(GTK_WIDGET(panel), "side"); // the colour of lists
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, panel);
    allow(panel);
    return GTK_WIDGET(panel);
}

void studio_map_table_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioMapTablePanel *panel = STUDIO_MAP_TABLE(part);
    g_set_object(&panel->workspace, workspace);
    g_signal_group_set_target(panel->signals, workspace);
    g_free(panel->path);
    panel->path = g_strdup(document != NULL ? document->path : NULL);
    studio_map_table_release(&panel->table);
    fill(panel);
    studio_looker_show(&panel->looker, workspace, panel->path);
}
