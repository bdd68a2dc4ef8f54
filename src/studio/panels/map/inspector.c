// SPDX-License-Identifier: MIT
//
// The inspector of a map.

#include "studio/panels/map/inspector.h"

#include <string.h>

#include "asset/view.h"
#include "base/text_out.h"
#include "studio/model/commands/assets.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/map/table.h"
#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/widgets/widgets.h"

enum { FROM, TO, WEIGHT, FIELDS, MOST = 40 };

struct _StudioMapInspector {
    GtkBox parent_instance;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *path; ///< NULL: no map.
    int row;    ///< In the map; -1: none.
    char *from; ///< What is tested; NULL: nothing.
    double value;
    GtkWidget *states, *fields[FIELDS], *scale, *bars;
    bool is_filling;
};

G_DEFINE_TYPE(StudioMapInspector, studio_map_inspector, GTK_TYPE_BOX)

static const char *const keys[FIELDS] = {"from", "to", "weight"};

static const MieniMapView *map_of(const StudioMapInspector *side)
{
    const MieniAsset *asset;
    if (side->path == NULL ||
        studio_asset(studio_workspace_studio(side->workspace), side->path, &asset, NULL) != MIEN_OK)
        return NULL;
    return mieni_map_of(asset);
}

// The live test

/// A bar per target, and the faces in the viewport, as the value of the source makes them.
static void show_test(StudioMapInspector *side, bool is_told)
{
    const MieniMapView *map = map_of(side);
    GtkWidget *bar = gtk_widget_get_first_child(side->bars);
    StudioSession *session = studio_workspace_session(side->workspace);
    for (int i = 0; i < mieni_map_row_count(map) && bar != NULL; ++i) {
        const MieniMapRowView *row = mieni_map_row(map, i);
        if (g_strcmp0(mieni_text_or_empty(mieni_map_row_from(row)), side->from) != 0)
            continue;
        const double value = side->value * mieni_map_row_weight(row, 1);
        const char *to = mieni_text_or_empty(mieni_map_row_to(row));
        char number[STUDIO_NUMBER_ROOM];
        GtkWidget *level = g_object_get_data(G_OBJECT(bar), "level"),
                  *label = g_object_get_data(G_OBJECT(bar), "number");
        gtk_level_bar_set_value(GTK_LEVEL_BAR(level), CLAMP(value < 0 ? -value : value, 0.0, 1.0));
        gtk_label_set_text(GTK_LABEL(label), studio_number_text(value, 2, number));
        if (is_told)
            studio_session_set_weight(session, to, (float)value);
        bar = gtk_widget_get_next_sibling(bar);
    }
    if (is_told)
        studio_workspace_session_changed(side->workspace);
}

static void on_asked(GtkWidget *scale, double value, StudioMapInspector *side)
{
    (void)scale;
    if (side->workspace == NULL || side->from == NULL)
        return;
    side->value = value;
    studio_weight_scale_set_values(STUDIO_WEIGHT_SCALE(side->scale), value, value);
    show_test(side, true);
}

static void on_began(StudioMapInspector *side)
{
    if (side->workspace != NULL)
        studio_session_mark(studio_workspace_session(side->workspace));
}

static GtkWidget *make_bar(const char *to)
{
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *name = studio_label_new(to, NULL), *level = gtk_level_bar_new(),
              *number = studio_label_new("0.00", "numeric");
    gtk_label_set_width_chars(GTK_LABEL(name), 14);
    gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_hexpand(level, TRUE);
    gtk_widget_set_valign(level, GTK_ALIGN_CENTER);
    gtk_label_set_width_chars(GTK_LABEL(number), 5);
    gtk_label_set_xalign(GTK_LABEL(number), 1.0f);
    studio_name(level, to);
    gtk_widget_add_css_class(box, "fact-row");
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), level);
    gtk_box_append(GTK_BOX(box), number);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
    g_object_set_data(G_OBJECT(row), "level", level);
    g_object_set_data(G_OBJECT(row), "number", number);
    return row;
}

static void fill_bars(StudioMapInspector *side)
{
    const MieniMapView *map = map_of(side);
    GtkWidget *child;
    int count = 0;
    while ((child = gtk_widget_get_first_child(side->bars)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(side->bars), child);
    for (int i = 0; i < mieni_map_row_count(map) && count < MOST; ++i) {
        const MieniMapRowView *row = mieni_map_row(map, i);
        if (g_strcmp0(mieni_text_or_empty(mieni_map_row_from(row)), side->from) != 0)
            continue;
        gtk_list_box_append(GTK_LIST_BOX(side->bars), make_bar(mieni_text_or_empty(mieni_map_row_to(row))));
        ++count;
    }
    gtk_widget_set_visible(side->bars, count > 0);
}

// The row

static void put_weight(StudioMapInspector *side, const MieniMapRowView *row)
{
    MieniTextOut out = {0};
    mieni_text_put_number(&out, mieni_map_row_weight(row, 1));
    studio_fill(side->fields[WEIGHT], out.bytes != NULL ? out.bytes : "1");
    mieni_text_release(&out);
}

/// The row that the document has selected, found by its names.
static void fill(StudioMapInspector *side)
{
    const StudioDocument *document =
        side->path != NULL ? studio_workspace_find(side->workspace, side->path) : NULL;
    const char *key =
        document != NULL && document->selection.names.count > 0 ? document->selection.names.items[0] : NULL;
    const MieniMapView *map = map_of(side);
    side->row = -1;
    for (int i = 0; key != NULL && i < mieni_map_row_count(map) && side->row < 0; ++i) {
        const MieniMapRowView *row = mieni_map_row(map, i);
        g_autofree char *own = studio_map_row_key(mieni_text_or_empty(mieni_map_row_from(row)),
                                                  mieni_text_or_empty(mieni_map_row_to(row)));
        if (strcmp(own, key) == 0)
            side->row = i;
    }
    gtk_stack_set_visible_child_name(GTK_STACK(side->states), side->row >= 0 ? "row" : "none");
    if (side->row < 0)
        return;
    const MieniMapRowView *row = mieni_map_row(map, side->row);
    side->is_filling = true;
    const char *from = mieni_text_or_empty(mieni_map_row_from(row));
    studio_fill(side->fields[FROM], from);
    studio_fill(side->fields[TO], mieni_text_or_empty(mieni_map_row_to(row)));
    put_weight(side, row);
    side->is_filling = false;
    if (g_strcmp0(from, side->from) != 0) {
        g_free(side->from);
        side->from = g_strdup(from);
        side->value = 0;
        studio_weight_scale_set_values(STUDIO_WEIGHT_SCALE(side->scale), 0, 0);
    }
    g_autofree char *name = g_strdup_printf("%s weight", from);
    studio_name(side->scale, name);
    fill_bars(side);
    show_test(side, false);
}

/// The selection follows what its names become.
static void follow(StudioMapInspector *side, const char *from, const char *to)
{
    StudioDocument *document = studio_workspace_find(side->workspace, side->path);
    g_autofree char *key = studio_map_row_key(from, to);
    if (document != NULL) {
        studio_selection_only(&document->selection, key);
        studio_workspace_selection_changed(side->workspace);
    }
}

static void on_apply(GtkWidget *entry, StudioMapInspector *side)
{
    const MieniMapView *map = map_of(side);
    MieniProblem problem = {0};
    MieniTextOut json = {0};
    int field = 0;
    double number = 1;
    if (side->is_filling || side->row < 0 || side->row >= mieni_map_row_count(map))
        return;
    while (field < FIELDS - 1 && side->fields[field] != entry)
        ++field;
    const MieniMapRowView *row = mieni_map_row(map, side->row);
    g_autofree char *text = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry))));
    const char *old = mieni_text_or_empty(mieni_map_row_from(row));
    g_autofree char *from = g_strdup(field == FROM ? text : old);
    g_autofree char *to = g_strdup(field == TO ? text : mieni_text_or_empty(mieni_map_row_to(row)));
    const bool is_fine =
        field != WEIGHT || studio_number_read(text, mieni_map_row_weight(row, 1), -1000, 1000, &number);
    (is_fine ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(entry, "error");
    if (!is_fine)
        return;
    if (field == WEIGHT)
        mieni_text_put_number(&json, number);
    else
        mieni_text_put_string(&json, text);
    g_autofree char *place = g_strdup_printf("rows[%d].%s", side->row, keys[field]);
    g_autofree char *label = g_strdup_printf("change %s of %s", keys[field], old);
    const MienStatus status = studio_asset_set(studio_workspace_studio(side->workspace), side->path, place,
                                               json.bytes, label, NULL, &problem);
    mieni_text_release(&json);
    if (studio_workspace_check(side->workspace, status, &problem))
        follow(side, from, to);
}

// The panel

static void on_changed(StudioMapInspector *side, const char *const *paths)
{
    for (; side->path != NULL && *paths != NULL; ++paths)
        if (strcmp(*paths, side->path) == 0)
            fill(side);
}

static void studio_map_inspector_dispose(GObject *object)
{
    StudioMapInspector *side = STUDIO_MAP_INSPECTOR(object);
    g_clear_object(&side->signals);
    g_clear_object(&side->workspace);
    g_clear_pointer(&side->path, g_free);
    g_clear_pointer(&side->from, g_free);
    G_OBJECT_CLASS(studio_map_inspector_parent_class)->dispose(object);
}

static void studio_map_inspector_class_init(StudioMapInspectorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_map_inspector_dispose;
}

static void studio_map_inspector_init(StudioMapInspector *side)
{
    side->row = -1;
    side->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(side->signals, "changed", G_CALLBACK(on_changed), side);
    g_signal_group_connect_swapped(side->signals, "selection", G_CALLBACK(fill), side);
}

static GtkWidget *make_page(StudioMapInspector *side)
{
    static const char *const titles[FIELDS] = {"From", "To", "Weight"};
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9), *list = studio_facts_new("Row"),
              *scrolled = gtk_scrolled_window_new();
    for (int i = 0; i < FIELDS; ++i) {
        side->fields[i] = adw_entry_row_new();
        adw_preferences_row_set_title(ADW_PREFERENCES_ROW(side->fields[i]), titles[i]);
        adw_entry_row_set_show_apply_button(ADW_ENTRY_ROW(side->fields[i]), TRUE);
        studio_name(GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(side->fields[i]))), titles[i]);
        g_signal_connect(side->fields[i], "apply", G_CALLBACK(on_apply), side);
        gtk_list_box_append(GTK_LIST_BOX(list), side->fields[i]);
    }
    side->scale = studio_weight_scale_new();
    studio_weight_scale_set_range(STUDIO_WEIGHT_SCALE(side->scale), 0, 1, 0, 1);
    g_signal_connect_swapped(side->scale, "began", G_CALLBACK(on_began), side);
    g_signal_connect(side->scale, "asked", G_CALLBACK(on_asked), side);
    side->bars = studio_facts_new("Targets");
    gtk_widget_add_css_class(page, "inspector-page");
    gtk_box_append(GTK_BOX(page), studio_label_new("Row", "heading"));
    gtk_box_append(GTK_BOX(page), list);
    gtk_box_append(GTK_BOX(page), studio_label_new("Preview", "heading"));
    gtk_box_append(GTK_BOX(page),
                   studio_label_new("Move the source curve to see its targets.", "caption dim-label"));
    gtk_box_append(GTK_BOX(page), side->scale);
    gtk_box_append(GTK_BOX(page), side->bars);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page);
    return scrolled;
}

GtkWidget *studio_map_inspector_new(StudioCommands *commands)
{
    (void)commands;
    StudioMapInspector *side =
        g_object_new(STUDIO_TYPE_MAP_INSPECTOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    side->states = gtk_stack_new();
    gtk_widget_set_vexpand(side->states, TRUE);
    gtk_stack_add_named(GTK_STACK(side->states), make_page(side), "row");
    gtk_stack_add_named(GTK_STACK(side->states),
                        studio_empty_new("accessories-character-map-symbolic", "No row selected",
                                         "Select a row in the table to edit or preview it.", NULL, NULL, NULL,
                                         NULL),
                        "none");
    gtk_box_append(GTK_BOX(side), side->states);
    return GTK_WIDGET(side);
}

void studio_map_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioMapInspector *side = STUDIO_MAP_INSPECTOR(part);
    g_set_object(&side->workspace, workspace);
    g_signal_group_set_target(side->signals, workspace);
    g_free(side->path);
    side->path = g_strdup(document != NULL ? document->path : NULL);
    if (side->path != NULL)
        fill(side);
}
