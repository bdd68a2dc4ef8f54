// SPDX-License-Identifier: MIT
//
// The curve table of a skeleton: toolbar, filter and commands.

#include "studio/panels/skeleton/curves_table.h"

#include "mien/base.h"
#include "studio/model/commands/assets.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/skeleton/bones_table.h"
#include "studio/panels/skeleton/curve_rename.h"
#include "studio/panels/skeleton/curves_item.h"
#include "studio/panels/skeleton/curves_source.h"
#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

#include <string.h>

enum { STUDIO_CURVES_ALL, STUDIO_CURVES_UNUSED, STUDIO_CURVES_NEAR, STUDIO_CURVES_CHIPS };

struct _StudioCurvesTable {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals, *source_signals;
    char *path; ///< NULL: no skeleton.

    GtkWidget *stack, *filter, *chips[STUDIO_CURVES_CHIPS], *states, *view, *bones, *menu;
    GListStore *store;
    GtkCustomFilter *matching;
    GtkSingleSelection *selection;
    GPtrArray *scales; ///< Sliders that show a curve now.
    bool is_selecting; ///< The selection is set by us.
};

/// The name of the selected curve, or NULL.
const char *studio_curves_table_chosen(StudioCurvesTable *table);

// Deletes curves: unused ones at once, others after a confirmation.

static void delete_one(StudioCurvesTable *table, const char *name, bool is_everywhere)
{
    MieniProblem problem = {0};
    const char *const names[] = {name};
    if (table->workspace == NULL || table->path == NULL)
        return;
    const MienStatus status = studio_curves_delete(studio_workspace_studio(table->workspace), table->path,
                                                   names, 1, is_everywhere, &problem);
    if (studio_workspace_check(table->workspace, status, &problem)) {
        g_autofree char *text = g_strdup_printf("Deleted %s", name);
        studio_workspace_toast(table->workspace, text, "Undo", "win.undo");
    }
}

typedef struct Question {
    StudioCurvesTable *table;
    char *name;
} Question;

static void free_question(void *given, GClosure *closure)
{
    (void)closure;
    Question *question = given;
    g_object_unref(question->table);
    g_free(question->name);
    g_free(question);
}

static void on_response(AdwMessageDialog *dialog, const char *response, Question *question)
{
    (void)dialog;
    if (strcmp(response, "list") == 0)
        delete_one(question->table, question->name, false);
    else if (strcmp(response, "clips") == 0)
        delete_one(question->table, question->name, true);
}

static void ask(StudioCurvesTable *table, const StudioCurveRow *row)
{
    g_autofree char *title = row->uses == 1
                                 ? g_strdup_printf("Delete %s, Used Once?", row->name)
                                 : g_strdup_printf("Delete %s, Used %d Times?", row->name, row->uses);
    GtkWidget *dialog = adw_message_dialog_new(
        GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(table))), title,
        "Poses and morphs keep their names, and source files do not change. You can undo this.");
    adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", "Cancel", NULL);
    if (row->is_listed)
        adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "list", "Delete from Curve List", NULL);
    adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "clips", "Delete from Clips", NULL);
    adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "clips", ADW_RESPONSE_DESTRUCTIVE);
    adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
    adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
    Question *question = g_new0(Question, 1);
    *question = (Question){.table = g_object_ref(table), .name = g_strdup(row->name)};
    g_signal_connect_data(dialog, "response", G_CALLBACK(on_response), question, free_question, 0);
    gtk_window_present(GTK_WINDOW(dialog));
}

/// Deletes the chosen curve, with a confirmation if it is used.
static void curves_table_delete(StudioCurvesTable *table)
{
    const StudioCurveTable *data = studio_curves_source_table(studio_curves_source_of(table->workspace));
    const char *name = studio_curves_table_chosen(table);
    const StudioCurveRow *row = data != NULL && name != NULL ? studio_curve_table_find(data, name) : NULL;
    if (row == NULL)
        return;
    if (row->is_unused) {
        g_autofree char *copy = g_strdup(name);
        delete_one(table, copy, false);
    } else {
        ask(table, row);
    }
}

static void curves_table_delete_unused(StudioCurvesTable *table)
{
    const StudioCurveTable *data = studio_curves_source_table(studio_curves_source_of(table->workspace));
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    MieniProblem problem = {0};
    for (int i = 0; data != NULL && i < data->count; ++i)
        if (data->rows[i].is_unused && data->rows[i].is_listed)
            g_ptr_array_add(names, g_strdup(data->rows[i].name));
    if (names->len == 0)
        return;
    const MienStatus status =
        studio_curves_delete(studio_workspace_studio(table->workspace), table->path,
                             (const char *const *)names->pdata, (int)names->len, false, &problem);
    if (studio_workspace_check(table->workspace, status, &problem)) {
        g_autofree char *text = names->len == 1 ? g_strdup("Deleted 1 unused curve")
                                                : g_strdup_printf("Deleted %u unused curves", names->len);
        studio_workspace_toast(table->workspace, text, "Undo", "win.undo");
    }
}

// Columns of the curve table.

enum { MANY = 1000 }; ///< Numbers that need more room; otherwise remarks have it.
enum { NAME, POSES, CLIPS, MORPHS, USES, LEVEL, WEIGHT, REMARK, COLUMNS };

static const struct {
    const char *title;
    int width; ///< 0: what is left.
} columns[COLUMNS] = {
    [NAME] = {"Curve", 0}, [POSES] = {"Poses", 58}, [CLIPS] = {"Clips", 54},     [MORPHS] = {"Morphs", 66},
    [USES] = {"Uses", 52}, [LEVEL] = {"LOD", 50},   [WEIGHT] = {"Preview", 112}, [REMARK] = {"Note", 0},
};

// What cells show

static void put_count(GtkLabel *label, int count, bool has_zero)
{
    char number[STUDIO_COUNT_ROOM];
    gtk_label_set_text(label, count > 0 || has_zero ? studio_count_text(count, number) : "–");
}

static void put_remark(GtkLabel *label, const StudioCurveItem *item)
{
    GtkWidget *widget = GTK_WIDGET(label);
    gtk_widget_remove_css_class(widget, "badge");
    gtk_widget_remove_css_class(widget, "warning");
    if (item->remark != NULL)
        gtk_widget_add_css_class(widget, "warning");
    else if (item->is_unused)
        gtk_widget_add_css_class(widget, "badge");
    gtk_label_set_text(label, item->remark != NULL ? item->remark : item->is_unused ? "unused" : "");
    studio_tip(widget, item->remark);
}

static void fill_cell(GtkLabel *label, const StudioCurveItem *item, int column)
{
    const int counts[COLUMNS] = {
        [POSES] = item->poses, [CLIPS] = item->clips, [MORPHS] = item->morphs, [USES] = item->uses};
    if (column == NAME) {
        g_autofree char *uses =
            item->uses == 1 ? g_strdup("used once") : g_strdup_printf("used %d times", item->uses);
        g_autofree char *said = g_strconcat(uses, item->remark != NULL ? ", " : NULL, item->remark, NULL);
        gtk_label_set_text(label, item->name);
        studio_tip(GTK_WIDGET(label), item->name);
        studio_describe(GTK_WIDGET(label), said); // last: tooltips are descriptions too
    } else if (column == LEVEL) {
        g_autofree char *text =
            item->max_lod == MIEN_ALL_LODS ? g_strdup("all") : g_strdup_printf("0–%d", item->max_lod);
        gtk_label_set_text(label, text);
    } else if (column == REMARK) {
        put_remark(label, item);
    } else {
        put_count(label, counts[column], column == USES);
    }
}

/// A secondary click selects the row and opens the menu of the table there.
static void on_secondary(GtkGestureClick *click, int count, double x, double y, void *user)
{
    (void)count;
    GtkListItem *item = user;
    GtkWidget *cell = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(click));
    StudioCurvesTable *table = STUDIO_CURVES_TABLE(gtk_widget_get_ancestor(cell, STUDIO_TYPE_CURVES_TABLE));
    double left, top;
    gtk_single_selection_set_selected(table->selection, gtk_list_item_get_position(item));
    gtk_widget_translate_coordinates(cell, GTK_WIDGET(table), x, y, &left, &top);
    gtk_popover_set_pointing_to(GTK_POPOVER(table->menu), &(GdkRectangle){(int)left, (int)top, 1, 1});
    studio_popup(table->menu);
}

static void on_setup(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)user;
    const int column = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(factory), "column"));
    GtkWidget *label = studio_label_new(NULL, column == NAME || column == REMARK ? NULL : "numeric");
    GtkGesture *secondary = gtk_gesture_click_new();
    if (column == REMARK) {
        gtk_widget_add_css_class(label, "caption");
        gtk_widget_set_halign(label, GTK_ALIGN_START);
        gtk_widget_set_valign(label, GTK_ALIGN_CENTER);
    }
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(secondary), GDK_BUTTON_SECONDARY);
    g_signal_connect(secondary, "pressed", G_CALLBACK(on_secondary), item);
    gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(secondary));
    gtk_list_item_set_child(item, label);
}

static void on_bind(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)user;
    fill_cell(GTK_LABEL(gtk_list_item_get_child(item)), gtk_list_item_get_item(item),
              GPOINTER_TO_INT(g_object_get_data(G_OBJECT(factory), "column")));
}

// Sliders

static const char *curve_of(GtkWidget *scale) { return g_object_get_data(G_OBJECT(scale), "curve"); }

static void on_began(StudioCurvesTable *table)
{
    if (table->workspace != NULL)
        studio_session_mark(studio_workspace_session(table->workspace));
}

static void on_asked(GtkWidget *scale, double value, StudioCurvesTable *table)
{
    const char *name = curve_of(scale);
    if (table->workspace == NULL || name == NULL)
        return;
    studio_session_set_weight(studio_workspace_session(table->workspace), name, (float)value);
    studio_workspace_session_changed(table->workspace);
}

static void show_weight(const StudioCurvesTable *table, GtkWidget *scale)
{
    const double weight =
        (double)studio_session_weight(studio_workspace_session(table->workspace), curve_of(scale));
    studio_weight_scale_set_range(STUDIO_WEIGHT_SCALE(scale), MIN(0.0, weight), MAX(1.0, weight), 0.0, 1.0);
    studio_weight_scale_set_values(STUDIO_WEIGHT_SCALE(scale), weight, weight);
}

/// Shows the weights of the session.
static void curves_table_show_weights(StudioCurvesTable *table)
{
    for (guint i = 0; table->workspace != NULL && i < table->scales->len; ++i)
        show_weight(table, table->scales->pdata[i]);
}

static void on_setup_scale(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    GtkWidget *scale = studio_weight_scale_new();
    gtk_widget_set_hexpand(scale, TRUE);
    g_signal_connect_swapped(scale, "began", G_CALLBACK(on_began), user);
    g_signal_connect(scale, "asked", G_CALLBACK(on_asked), user);
    gtk_list_item_set_child(item, scale);
}

static void on_bind_scale(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    StudioCurvesTable *table = user;
    GtkWidget *scale = gtk_list_item_get_child(item);
    const StudioCurveItem *curve = gtk_list_item_get_item(item);
    g_autofree char *name = g_strdup_printf("%s weight", curve->name);
    g_object_set_data_full(G_OBJECT(scale), "curve", g_strdup(curve->name), g_free);
    studio_name(scale, name);
    g_ptr_array_add(table->scales, scale);
    if (table->workspace != NULL)
        show_weight(table, scale);
}

static void on_unbind_scale(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    g_ptr_array_remove_fast(((StudioCurvesTable *)user)->scales, gtk_list_item_get_child(item));
}

// Order

static int compare(const void *a, const void *b, void *user)
{
    const StudioCurveItem *x = a, *y = b;
    const int counts[COLUMNS][2] = {[POSES] = {x->poses, y->poses},
                                    [CLIPS] = {x->clips, y->clips},
                                    [MORPHS] = {x->morphs, y->morphs},
                                    [USES] = {x->uses, y->uses},
                                    [LEVEL] = {x->max_lod, y->max_lod}};
    const int column = GPOINTER_TO_INT(user);
    if (column == REMARK) {
        const int rank[2] = {x->remark != NULL ? 0
                             : x->is_unused    ? 1
                                               : 2,
                             y->remark != NULL ? 0
                             : y->is_unused    ? 1
                                               : 2};
        if (rank[0] != rank[1])
            return rank[0] < rank[1] ? GTK_ORDERING_SMALLER : GTK_ORDERING_LARGER;
    }
    if (counts[column][0] != counts[column][1])
        return counts[column][0] < counts[column][1] ? GTK_ORDERING_SMALLER : GTK_ORDERING_LARGER;
    const int order = g_ascii_strcasecmp(x->name, y->name);
    return gtk_ordering_from_cmpfunc(order != 0 ? order : strcmp(x->name, y->name));
}

/// Leaves room for counts of uses up to this.
static void curves_table_fit_columns(StudioCurvesTable *table, int most)
{
    static const int counted[] = {CLIPS, USES};
    for (size_t i = 0; i < G_N_ELEMENTS(counted); ++i) {
        g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(
            gtk_column_view_get_columns(GTK_COLUMN_VIEW(table->view)), (guint)counted[i]);
        const int width = columns[counted[i]].width;
        gtk_column_view_column_set_fixed_width(column, studio_scaled(most < MANY ? width : width + 34));
    }
}

/// Adds the columns to the view.
static void curves_table_add_columns(StudioCurvesTable *table)
{
    for (int i = 0; i < COLUMNS; ++i) {
        GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
        g_object_set_data(G_OBJECT(factory), "column", GINT_TO_POINTER(i));
        g_signal_connect(factory, "setup", G_CALLBACK(i == WEIGHT ? on_setup_scale : on_setup), table);
        g_signal_connect(factory, "bind", G_CALLBACK(i == WEIGHT ? on_bind_scale : on_bind), table);
        if (i == WEIGHT)
            g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind_scale), table);
        GtkColumnViewColumn *column = gtk_column_view_column_new(columns[i].title, factory);
        if (columns[i].width > 0)
            gtk_column_view_column_set_fixed_width(column, studio_scaled(columns[i].width));
        gtk_column_view_column_set_expand(column, columns[i].width == 0);
        if (i != WEIGHT) {
            g_autoptr(GtkSorter) sorter =
                GTK_SORTER(gtk_custom_sorter_new(compare, GINT_TO_POINTER(i), NULL));
            gtk_column_view_column_set_sorter(column, sorter);
        }
        gtk_column_view_append_column(GTK_COLUMN_VIEW(table->view), column);
        if (i == NAME)
            gtk_column_view_sort_by_column(GTK_COLUMN_VIEW(table->view), column, GTK_SORT_ASCENDING);
        g_object_unref(column);
    }
}

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
    const char *none = table->path == NULL ? "Open a skeleton first" : NULL;
    const char *unchosen = none != NULL                                ? none
                           : studio_curves_table_chosen(table) == NULL ? "Select a curve first"
                                                                       : NULL;
    studio_commands_allow(table->commands, "skeleton.rename-curve", unchosen);
    studio_commands_allow(table->commands, "skeleton.delete-curve", unchosen);
    studio_commands_allow(table->commands, "skeleton.delete-unused",
                          none != NULL                              ? none
                          : data == NULL || data->unused_count == 0 ? "All listed curves are used"
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
    static const char *const words[STUDIO_CURVES_CHIPS] = {"All", "Unused", "Similar names"};
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
    curves_table_fit_columns(table, most);
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
        curves_table_delete(table);
    else if (strcmp(name, "skeleton.delete-unused") == 0)
        curves_table_delete_unused(table);
}

/// F2 means what has the focus.
static void on_focus(StudioCurvesTable *table)
{
    studio_commands_bind(table->commands, "win.rename", run, table);
}

static void on_unfocus(StudioCurvesTable *table)
{
    studio_commands_allow(table->commands, "win.rename", "Select a curve or a pose first");
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
    studio_fill(table->filter, "");
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
    g_signal_group_connect_swapped(table->signals, "session", G_CALLBACK(curves_table_show_weights), table);
    g_signal_group_connect_swapped(table->signals, "selection", G_CALLBACK(select_chosen), table);
    g_signal_group_connect_swapped(table->source_signals, "created", G_CALLBACK(on_made), table);
}

static GtkWidget *make_tools(StudioCurvesTable *table)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *rename = gtk_button_new_with_label("Rename…"),
              *unused = gtk_button_new_with_label("Delete Unused"),
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
    studio_tip(rename, "Rename the selected curve everywhere (F2)");
    studio_tip(unused, "Delete unused curves from the list");
    studio_tip(reset, "Reset all weights to 0");
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
    curves_table_add_columns(table);
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
                        studio_empty_new("view-list-symbolic", "No curves yet",
                                         "Curves appear when poses, clips or morphs use them.", NULL, NULL,
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
        curves_table_show_weights(table);
    }
    on_page(table);
    allow(table);
}
