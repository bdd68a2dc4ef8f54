// SPDX-License-Identifier: MIT
//
// Details of the whole asset: what its poses are relative to, and how they blend.

#include "studio/panels/poses/details_private.h"

#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/facts/strings.h"

static void on_blend(GtkToggleButton *button, StudioPosesPanel *panel)
{
    const StudioPosesDetails *details = panel->details;
    if (details->is_showing || panel->workspace == NULL || !gtk_toggle_button_get_active(button))
        return;
    studio_commands_run(panel->commands, GTK_WIDGET(button) == details->absolute ? "poses.make-absolute"
                                                                                 : "poses.make-additive");
}

static void on_base(GtkDropDown *drop, GParamSpec *spec, StudioPosesPanel *panel)
{
    (void)spec;
    StudioPosesDetails *details = panel->details;
    MieniProblem problem = {0};
    if (details->is_showing || panel->workspace == NULL)
        return;
    const guint chosen = gtk_drop_down_get_selected(drop);
    g_autofree char *name = chosen > 0 ? g_strdup(gtk_string_list_get_string(details->bases, chosen))
                                       : NULL; // the list is made anew
    if (g_strcmp0(name, panel->list.base) == 0)
        return;
    const MienStatus status =
        studio_poses_set_base(studio_workspace_studio(panel->workspace), panel->path, name, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem))
        studio_poses_details_show(panel);
}

static void on_blending(GtkDropDown *drop, GParamSpec *spec, StudioPosesPanel *panel)
{
    (void)spec;
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    const bool is_unreal = gtk_drop_down_get_selected(drop) == 1;
    if (panel->details->is_showing || panel->workspace == NULL || is_unreal == panel->list.is_unreal)
        return;
    g_autofree char *label = g_strdup_printf("blend %.200s as %s does", studio_asset_name(panel->path, name),
                                             is_unreal ? "unreal" : "mien");
    const MienStatus status =
        studio_asset_set(studio_workspace_studio(panel->workspace), panel->path, "blending",
                         is_unreal ? "\"unreal\"" : NULL, label, NULL, &problem);
    if (!studio_workspace_check(panel->workspace, status, &problem))
        studio_poses_details_show(panel);
}

static GtkWidget *make_blend(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    details->additive = gtk_toggle_button_new_with_label("Additive");
    details->absolute = gtk_toggle_button_new_with_label("Absolute");
    gtk_widget_set_tooltip_text(details->additive, "Poses are added to what comes in");
    gtk_widget_set_tooltip_text(details->absolute, "Poses replace what comes in");
    studio_name(details->additive, "Additive");
    studio_name(details->absolute, "Absolute");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(details->absolute), GTK_TOGGLE_BUTTON(details->additive));
    g_signal_connect(details->additive, "toggled", G_CALLBACK(on_blend), panel);
    g_signal_connect(details->absolute, "toggled", G_CALLBACK(on_blend), panel);
    gtk_widget_add_css_class(box, "linked");
    gtk_box_append(GTK_BOX(box), details->additive);
    gtk_box_append(GTK_BOX(box), details->absolute);
    return box;
}

GtkWidget *studio_details_asset_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *grid = studio_details_grid();
    details->skeleton = studio_details_label();
    details->counts = studio_details_label();
    details->bases = gtk_string_list_new(NULL);
    GtkExpression *words = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
    details->base = gtk_drop_down_new(G_LIST_MODEL(details->bases), words);
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(details->base), TRUE);
    studio_name(details->base, "Base");
    details->blending = gtk_drop_down_new_from_strings((const char *const[]){"mien", "unreal", NULL});
    studio_name(details->blending, "Blending");
    gtk_widget_set_tooltip_text(details->blending, "Whose formulas mix poses");
    gtk_widget_set_halign(details->base, GTK_ALIGN_START);
    gtk_widget_set_halign(details->blending, GTK_ALIGN_START);
    g_signal_connect(details->base, "notify::selected", G_CALLBACK(on_base), panel);
    g_signal_connect(details->blending, "notify::selected", G_CALLBACK(on_blending), panel);
    GtkWidget *bases = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_box_append(GTK_BOX(bases), details->base);
    gtk_box_append(GTK_BOX(bases), studio_label_new("Formulas", "dim-label"));
    gtk_box_append(GTK_BOX(bases), details->blending);
    const struct {
        const char *title;
        GtkWidget *value;
    } rows[] = {{"Skeleton", details->skeleton},
                {"Blend", make_blend(panel)},
                {"Base", bases},
                {"Poses", details->counts}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        studio_details_row(grid, (int)i, rows[i].title, rows[i].value);
    return grid;
}

static void show_bases(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    const guint count = panel->list.items->len;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    guint chosen = 0;
    bool is_same = g_list_model_get_n_items(G_LIST_MODEL(details->bases)) == count + 1;
    g_ptr_array_add(names, (char *)"The reference pose");
    for (guint i = 0; i < count; ++i) {
        char *name = ((const StudioPoseItem *)panel->list.items->pdata[i])->name;
        g_ptr_array_add(names, name);
        if (g_strcmp0(name, panel->list.base) == 0)
            chosen = i + 1;
        is_same = is_same && strcmp(gtk_string_list_get_string(details->bases, i + 1), name) == 0;
    }
    g_ptr_array_add(names, NULL);
    if (!is_same)
        gtk_string_list_splice(details->bases, 0, g_list_model_get_n_items(G_LIST_MODEL(details->bases)),
                               (const char *const *)names->pdata);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(details->base), chosen);
}

static char *counts_text(const StudioPosesList *list)
{
    int driven = 0, edited = 0;
    for (guint i = 0; i < list->items->len; ++i) {
        const StudioPoseItem *item = list->items->pdata[i];
        driven += item->kind != STUDIO_POSE_CONTROL;
        edited += item->is_edited;
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%u", list->items->len);
    if (driven > 0)
        g_string_append_printf(text, ", %d driven by others", driven);
    if (edited > 0)
        g_string_append_printf(text, ", %d edited by hand", edited);
    for (guint i = 0; i < list->groups->len; ++i) {
        const StudioPoseGroup *group = list->groups->pdata[i];
        if (group->is_own)
            g_string_append_printf(text, " · %s %d", group->name, group->count);
    }
    return g_string_free(text, FALSE);
}

void studio_details_asset_show(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    const MieniAsset *asset = studio_poses_asset(panel);
    char name[STUDIO_LABEL_ROOM];
    if (asset == NULL)
        return;
    details->is_showing = true;
    gtk_label_set_text(GTK_LABEL(details->skeleton),
                       studio_asset_name(mieni_text_or_empty(mieni_asset_skeleton(asset)), name));
    gtk_toggle_button_set_active(
        GTK_TOGGLE_BUTTON(panel->list.is_absolute ? details->absolute : details->additive), TRUE);
    show_bases(panel);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(details->blending), panel->list.is_unreal ? 1 : 0);
    g_autofree char *counts = counts_text(&panel->list);
    gtk_label_set_text(GTK_LABEL(details->counts), counts);
    details->is_showing = false;
}
