// SPDX-License-Identifier: MIT
//
// Columns of the table of curves.

#include "studio/panels/skeleton/curves_table_private.h"

#include <string.h>

#include "mien/base.h"
#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

enum { MANY = 1000 }; ///< Numbers that need more room; otherwise remarks have it.
enum { NAME, POSES, CLIPS, MORPHS, USES, LEVEL, WEIGHT, REMARK, COLUMNS };

static const struct {
    const char *title;
    int width; ///< 0: what is left.
} columns[COLUMNS] = {
    [NAME] = {"Curve", 0}, [POSES] = {"Poses", 58}, [CLIPS] = {"Clips", 54},     [MORPHS] = {"Morphs", 66},
    [USES] = {"Uses", 52}, [LEVEL] = {"LOD", 50},   [WEIGHT] = {"Preview", 112}, [REMARK] = {"Remark", 0},
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
    gtk_widget_set_tooltip_text(widget, item->remark);
}

static void fill_cell(GtkLabel *label, const StudioCurveItem *item, int column)
{
    const int counts[COLUMNS] = {
        [POSES] = item->poses, [CLIPS] = item->clips, [MORPHS] = item->morphs, [USES] = item->uses};
    if (column == NAME) {
        g_autofree char *said =
            g_strdup_printf("used %d times%s%s", item->uses, item->remark != NULL ? ", " : "",
                            item->remark != NULL ? item->remark : "");
        gtk_label_set_text(label, item->name);
        gtk_widget_set_tooltip_text(GTK_WIDGET(label), item->name);
        studio_describe(GTK_WIDGET(label), said); // last: tooltips are descriptions too
    } else if (column == LEVEL) {
        g_autofree char *text =
            item->last_level == MIEN_ALL_LEVELS ? g_strdup("all") : g_strdup_printf("0–%d", item->last_level);
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

void studio_curves_table_show_weights(StudioCurvesTable *table)
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
                                    [LEVEL] = {x->last_level, y->last_level}};
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

void studio_curves_table_fit_columns(StudioCurvesTable *table, int most)
{
    static const int counted[] = {CLIPS, USES};
    for (size_t i = 0; i < G_N_ELEMENTS(counted); ++i) {
        g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(
            gtk_column_view_get_columns(GTK_COLUMN_VIEW(table->view)), (guint)counted[i]);
        const int width = columns[counted[i]].width;
        gtk_column_view_column_set_fixed_width(column, studio_scaled(most < MANY ? width : width + 34));
    }
}

void studio_curves_table_add_columns(StudioCurvesTable *table)
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
