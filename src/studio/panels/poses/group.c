// SPDX-License-Identifier: MIT
//
// The New Group dialog for the selected poses.

#include "studio/panels/poses/commands.h"

typedef struct Grouping {
    StudioPosesPanel *panel;
    StudioDialog dialog;
    GtkWidget *name, *kind, *number;
    char **members;
    int count;
} Grouping;

MienAuthorGroupKind studio_poses_group_kind(const MieniGroupView *group, float *out_number)
{
    const char *kind = mieni_group_kind(group);
    const bool is_top = g_strcmp0(kind, "top") == 0;
    *out_number = (float)(is_top ? mieni_group_keep(group, 1) : mieni_group_limit(group, 1));
    return is_top                              ? MIEN_AUTHOR_GROUP_TOP
           : g_strcmp0(kind, "normalise") == 0 ? MIEN_AUTHOR_GROUP_NORMALISE
                                               : MIEN_AUTHOR_GROUP_CAP;
}

static void free_grouping(void *given)
{
    Grouping *grouping = given;
    g_strfreev(grouping->members);
    g_object_unref(grouping->panel);
    g_free(grouping);
}

static void on_name(GtkEditable *editable, Grouping *grouping)
{
    gtk_widget_set_sensitive(grouping->dialog.suggest, gtk_editable_get_text(editable)[0] != '\0');
}

static void on_create(GtkButton *button, Grouping *grouping)
{
    (void)button;
    StudioPosesPanel *panel = grouping->panel;
    MieniProblem problem = {0};
    if (panel->workspace != NULL) {
        const MienStatus status = studio_poses_set_group(
            studio_workspace_studio(panel->workspace), panel->path,
            gtk_editable_get_text(GTK_EDITABLE(grouping->name)),
            (MienAuthorGroupKind)adw_combo_row_get_selected(ADW_COMBO_ROW(grouping->kind)),
            (float)gtk_spin_button_get_value(GTK_SPIN_BUTTON(grouping->number)),
            (const char *const *)grouping->members, grouping->count, &problem);
        if (!studio_workspace_check(panel->workspace, status, &problem))
            return; // what was typed stays
    }
    gtk_window_close(GTK_WINDOW(grouping->dialog.window));
}

static GtkWidget *make_rows(Grouping *grouping)
{
    static const char *const kinds[] = {"Scale down above the limit", "Scale to the limit",
                                        "Keep the largest", NULL};
    GtkWidget *list = gtk_list_box_new(), *limit = adw_action_row_new();
    grouping->name = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(grouping->name), "Name");
    grouping->kind = adw_combo_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(grouping->kind), "Mode");
    g_autoptr(GtkStringList) model = gtk_string_list_new(kinds);
    adw_combo_row_set_model(ADW_COMBO_ROW(grouping->kind), G_LIST_MODEL(model));
    grouping->number = gtk_spin_button_new_with_range(0.05, 1000, 0.05);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(grouping->number), 2);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(grouping->number), grouping->count); // limits nothing yet
    gtk_widget_set_valign(grouping->number, GTK_ALIGN_CENTER);
    studio_name(grouping->number, "Limit");
    studio_ignore_scrolling(grouping->number);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(limit), "Limit");
    adw_action_row_set_subtitle(ADW_ACTION_ROW(limit), "Sum of weights, or number of poses kept");
    adw_action_row_add_suffix(ADW_ACTION_ROW(limit), grouping->number);
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    gtk_widget_add_css_class(list, "poses-dialog");
    gtk_list_box_append(GTK_LIST_BOX(list), grouping->name);
    gtk_list_box_append(GTK_LIST_BOX(list), grouping->kind);
    gtk_list_box_append(GTK_LIST_BOX(list), limit);
    return list;
}

void studio_poses_run_group(void *user, const char *name)
{
    (void)name;
    StudioPosesPanel *panel = user;
    Grouping *grouping = g_new0(Grouping, 1);
    grouping->panel = g_object_ref(panel);
    grouping->members = studio_poses_selected(panel, &grouping->count);
    g_autofree char *subtitle =
        g_strdup_printf("%d pose%s", grouping->count, grouping->count == 1 ? "" : "s");
    grouping->dialog =
        studio_dialog_new(GTK_WIDGET(panel), "group-dialog", "New Group", subtitle, "Create Group", 420, 300);
    gtk_box_append(GTK_BOX(grouping->dialog.body), make_rows(grouping));
    g_signal_connect(grouping->name, "changed", G_CALLBACK(on_name), grouping);
    g_signal_connect(grouping->dialog.suggest, "clicked", G_CALLBACK(on_create), grouping);
    gtk_widget_set_sensitive(grouping->dialog.suggest, FALSE);
    g_object_set_data_full(G_OBJECT(grouping->dialog.window), "grouping", grouping, free_grouping);
    gtk_window_present(GTK_WINDOW(grouping->dialog.window));
}
