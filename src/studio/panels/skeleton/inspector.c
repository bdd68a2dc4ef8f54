// SPDX-License-Identifier: MIT
//
// The inspector of a skeleton.

#include "studio/panels/skeleton/inspector.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/browser/many_uses.h"
#include "studio/panels/skeleton/curves_source.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

enum { MOST = 300 }; ///< Rows of a list; more is told in one line.

struct _StudioCurveInspector {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals, *source_signals;
    char *path;
    GtkWidget *states, *name, *text, *drives_title, *drives, *setters_title, *setters, *many;
};

G_DEFINE_TYPE(StudioCurveInspector, studio_curve_inspector, GTK_TYPE_BOX)

static const char *chosen_of(const StudioCurveInspector *side)
{
    const StudioDocument *document =
        side->path != NULL ? studio_workspace_find(side->workspace, side->path) : NULL;
    return document != NULL && document->selection.names.count > 0 ? document->selection.names.items[0]
                                                                   : NULL;
}

static bool is_driven(MieniUseKind kind) { return kind == MIENI_USE_POSE || kind == MIENI_USE_MORPH; }

static void add_row(GtkWidget *list, const MieniUse *use, const char *text)
{
    char name[STUDIO_LABEL_ROOM];
    const StudioKind *kind = &studio_kinds[studio_kind_index(mieni_asset_kind_of_path(use->file))];
    GtkWidget *row = studio_link_row_new(kind->icon, studio_asset_name(use->file, name), text);
    g_object_set_data_full(G_OBJECT(row), "path", g_strdup(use->file), g_free);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
}

static void empty(GtkWidget *list)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(list), child);
}

static void fill_lists(StudioCurveInspector *side, const StudioCurveTable *data, const StudioCurveRow *row)
{
    int counts[2] = {0, 0};
    empty(side->drives);
    empty(side->setters);
    for (int i = row->use->first; i < row->use->first + row->use->count; ++i) {
        const MieniUse *use = &data->uses.uses[i];
        const bool drives = is_driven(use->kind);
        if (use->kind == MIENI_USE_TABLE || ++counts[drives] > MOST)
            continue;
        add_row(drives ? side->drives : side->setters, use, data->texts[i]);
    }
    gtk_widget_set_visible(side->drives_title, counts[1] > 0);
    gtk_widget_set_visible(side->drives, counts[1] > 0);
    gtk_widget_set_visible(side->setters_title, counts[0] > 0);
    gtk_widget_set_visible(side->setters, counts[0] > 0);
}

static void fill(StudioCurveInspector *side)
{
    const StudioCurveTable *data =
        side->path != NULL ? studio_curves_source_table(studio_curves_source_of(side->workspace)) : NULL;
    const char *name = side->path != NULL ? chosen_of(side) : NULL;
    const StudioCurveRow *row = data != NULL && name != NULL ? studio_curve_table_find(data, name) : NULL;
    gtk_stack_set_visible_child_name(GTK_STACK(side->states), row != NULL ? "curve" : "none");
    studio_commands_allow(side->commands, "skeleton.show-uses", row != NULL ? NULL : "Select a curve first");
    const char *const curves[] = {row != NULL ? name : NULL, NULL};
    studio_many_uses_ask(STUDIO_MANY_USES(side->many), side->workspace, side->path, curves, false);
    if (row == NULL)
        return;
    char count[STUDIO_COUNT_ROOM];
    g_autofree char *text = row->uses == 0 ? g_strdup("Unused. Only the skeleton’s curve list has it.")
                            : row->uses == 1
                                ? g_strdup("Used once. Renaming changes it everywhere, in one step.")
                                : g_strdup_printf("Used %s times. Renaming changes all of them in one step.",
                                                  studio_count_text(row->uses, count));
    g_autofree char *whole = row->near != NULL
                                 ? g_strdup_printf("%s Similar to “%s”: %s.", text, row->near, row->rule)
                                 : g_strdup(text);
    gtk_label_set_text(GTK_LABEL(side->name), row->name);
    studio_tip(side->name, row->name);
    gtk_label_set_text(GTK_LABEL(side->text), whole);
    fill_lists(side, data, row);
}

/// Opens what a row names, with the curve selected there.
static void on_row(GtkListBox *list, GtkListBoxRow *row, void *user)
{
    (void)list;
    StudioCurveInspector *side = user;
    const char *path = g_object_get_data(G_OBJECT(row), "path");
    g_autofree char *name = g_strdup(chosen_of(side));
    StudioDocument *document = studio_workspace_show(side->workspace, path, false);
    if (document != NULL && name != NULL && side->workspace != NULL) {
        studio_selection_only(&document->selection, name);
        studio_workspace_selection_changed(side->workspace);
    }
}

/// Puts the focus on the first use.
static void run(void *user, const char *name)
{
    (void)name;
    StudioCurveInspector *side = user;
    if (!studio_commands_state(side->commands, "win.show-inspector"))
        studio_commands_run(side->commands, "win.show-inspector");
    GtkWidget *row = gtk_widget_get_first_child(side->drives);
    if (row == NULL)
        row = gtk_widget_get_first_child(side->setters);
    if (row != NULL)
        gtk_widget_grab_focus(row);
    else
        studio_many_uses_focus(STUDIO_MANY_USES(side->many));
}

static void studio_curve_inspector_dispose(GObject *object)
{
    StudioCurveInspector *side = STUDIO_CURVE_INSPECTOR(object);
    g_clear_object(&side->signals);
    g_clear_object(&side->source_signals);
    g_clear_object(&side->workspace);
    g_clear_object(&side->commands);
    g_clear_pointer(&side->path, g_free);
    G_OBJECT_CLASS(studio_curve_inspector_parent_class)->dispose(object);
}

static void studio_curve_inspector_class_init(StudioCurveInspectorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_curve_inspector_dispose;
}

static void studio_curve_inspector_init(StudioCurveInspector *side)
{
    side->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    side->source_signals = g_signal_group_new(STUDIO_TYPE_CURVES_SOURCE);
    g_signal_group_connect_swapped(side->signals, "selection", G_CALLBACK(fill), side);
    g_signal_group_connect_swapped(side->source_signals, "created", G_CALLBACK(fill), side);
}

static GtkWidget *make_list(StudioCurveInspector *side, const char *name)
{
    GtkWidget *list = studio_facts_new(name);
    g_signal_connect(list, "row-activated", G_CALLBACK(on_row), side);
    return list;
}

static GtkWidget *make_page(StudioCurveInspector *side)
{
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6),
              *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *rename = gtk_button_new_with_label("Rename…"), *scrolled = gtk_scrolled_window_new();
    side->name = studio_label_new(NULL, "heading");
    gtk_label_set_ellipsize(GTK_LABEL(side->name), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_hexpand(side->name, TRUE);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(rename), "skeleton.rename-curve");
    gtk_box_append(GTK_BOX(top), side->name);
    gtk_box_append(GTK_BOX(top), rename);
    side->text = studio_label_new(NULL, "caption dim-label");
    gtk_label_set_wrap(GTK_LABEL(side->text), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(side->text), PANGO_ELLIPSIZE_NONE);
    side->drives_title = studio_label_new("Drives", "heading");
    side->drives = make_list(side, "Drives");
    side->setters_title = studio_label_new("Set by", "heading");
    side->setters = make_list(side, "Set by");
    side->many = studio_many_uses_new();
    gtk_widget_add_css_class(page, "inspector-page");
    gtk_box_append(GTK_BOX(page), top);
    gtk_box_append(GTK_BOX(page), side->text);
    gtk_box_append(GTK_BOX(page), side->drives_title);
    gtk_box_append(GTK_BOX(page), side->drives);
    gtk_box_append(GTK_BOX(page), side->setters_title);
    gtk_box_append(GTK_BOX(page), side->setters);
    gtk_box_append(GTK_BOX(page), side->many);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page);
    return scrolled;
}

GtkWidget *studio_curve_inspector_new(StudioCommands *commands)
{
    StudioCurveInspector *side =
        g_object_new(STUDIO_TYPE_CURVE_INSPECTOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    side->commands = g_object_ref(commands);
    side->states = gtk_stack_new();
    gtk_widget_set_vexpand(side->states, TRUE);
    gtk_stack_add_named(GTK_STACK(side->states), make_page(side), "curve");
    gtk_stack_add_named(GTK_STACK(side->states),
                        studio_empty_new("view-list-symbolic", "No curve selected",
                                         "Select a curve in the table to see its targets and sources.", NULL,
                                         NULL, NULL, NULL),
                        "none");
    gtk_box_append(GTK_BOX(side), side->states);
    studio_commands_bind(commands, "skeleton.show-uses", run, side);
    fill(side);
    return GTK_WIDGET(side);
}

void studio_curve_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioCurveInspector *side = STUDIO_CURVE_INSPECTOR(part);
    g_set_object(&side->workspace, workspace);
    g_signal_group_set_target(side->signals, workspace);
    g_signal_group_set_target(side->source_signals,
                              workspace != NULL ? studio_curves_source_of(workspace) : NULL);
    g_free(side->path);
    side->path = g_strdup(document != NULL ? document->path : NULL);
    if (side->path != NULL)
        studio_curves_source_want(studio_curves_source_of(workspace), side->path);
    fill(side);
}
