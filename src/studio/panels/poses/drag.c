// SPDX-License-Identifier: MIT
//
// Drag and drop of poses.

#include "studio/panels/poses/drag.h"

#include "studio/panels/poses/commands.h"

#include <string.h>

static StudioPosesPanel *panel_of(GtkEventController *controller)
{
    return g_object_get_data(G_OBJECT(controller), "panel");
}

static StudioPoseItem *item_of(GtkEventController *controller)
{
    return gtk_list_item_get_item(g_object_get_data(G_OBJECT(controller), "list-item"));
}

/// The dragged pose, with all others that are selected if it is; in the order of the list.
static char **names_of(StudioPosesPanel *panel, const StudioPoseItem *item, int *out_count)
{
    char **names = studio_poses_selected(panel, out_count);
    if (g_strv_contains((const char *const *)names, item->name))
        return names;
    g_strfreev(names);
    *out_count = 1;
    names = g_new0(char *, 2);
    names[0] = g_strdup(item->name);
    return names;
}

static GdkContentProvider *on_prepare(GtkDragSource *source, double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    StudioPoseItem *item = item_of(GTK_EVENT_CONTROLLER(source));
    int count;
    if (item == NULL)
        return NULL;
    g_auto(GStrv) names = names_of(panel_of(GTK_EVENT_CONTROLLER(source)), item, &count);
    g_autofree char *text = g_strjoinv("\n", names);
    GdkContentProvider *both[] = {gdk_content_provider_new_typed(STUDIO_TYPE_POSE_ITEM, item),
                                  gdk_content_provider_new_typed(G_TYPE_STRING, text)};
    return gdk_content_provider_new_union(both, G_N_ELEMENTS(both));
}

static void on_begin(GtkDragSource *source, GdkDrag *drag, void *user)
{
    (void)user;
    int count;
    StudioPoseItem *item = item_of(GTK_EVENT_CONTROLLER(source));
    if (item == NULL)
        return;
    g_auto(GStrv) names = names_of(panel_of(GTK_EVENT_CONTROLLER(source)), item, &count);
    g_autofree char *text = count == 1 ? g_strdup(names[0]) : g_strdup_printf("%d poses", count);
    GtkWidget *label = studio_label_new(text, "pose-drag");
    gtk_drag_icon_set_child(GTK_DRAG_ICON(gtk_drag_icon_get_for_drag(drag)), label);
}

static bool is_below(GtkDropTarget *target, double y)
{
    return y > gtk_widget_get_height(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target))) / 2.0;
}

static void mark(GtkDropTarget *target, const char *class)
{
    static const char *const classes[] = {"drop-above", "drop-below"};
    GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target));
    for (size_t i = 0; i < G_N_ELEMENTS(classes); ++i)
        if (g_strcmp0(class, classes[i]) == 0)
            gtk_widget_add_css_class(row, classes[i]);
        else
            gtk_widget_remove_css_class(row, classes[i]);
}

static GdkDragAction on_motion(GtkDropTarget *target, double x, double y, void *user)
{
    (void)x, (void)user;
    const StudioPosesPanel *panel = panel_of(GTK_EVENT_CONTROLLER(target));
    if (panel->list.sort != STUDIO_SORT_SOURCE)
        return 0;
    mark(target, is_below(target, y) ? "drop-below" : "drop-above");
    return GDK_ACTION_COPY;
}

static void on_leave(GtkDropTarget *target, void *user)
{
    (void)user;
    mark(target, NULL);
}

/// The first pose from a place of the asset on that stays where it is; NULL: the end.
static const char *anchor_at(const StudioPosesPanel *panel, int index, char **moved)
{
    for (; index < (int)panel->list.items->len; ++index) {
        const StudioPoseItem *item = panel->list.items->pdata[index];
        if (!g_strv_contains((const char *const *)moved, item->name))
            return item->name;
    }
    return NULL;
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y, void *user)
{
    (void)x, (void)user;
    StudioPosesPanel *panel = panel_of(GTK_EVENT_CONTROLLER(target));
    const StudioPoseItem *onto = item_of(GTK_EVENT_CONTROLLER(target)), *item = g_value_get_object(value);
    MieniProblem problem = {0};
    int count;
    mark(target, NULL);
    if (onto == NULL || item == NULL || panel->workspace == NULL ||
        studio_poses_list_find(&panel->list, item->name) != item)
        return FALSE;
    g_auto(GStrv) names = names_of(panel, item, &count);
    g_autofree char *anchor = g_strdup(anchor_at(panel, onto->index + (is_below(target, y) ? 1 : 0), names));
    const MienStatus status = studio_poses_move(studio_workspace_studio(panel->workspace), panel->path,
                                                (const char *const *)names, count, anchor, &problem);
    return studio_workspace_check(panel->workspace, status, &problem);
}

void studio_poses_drag_add(GtkWidget *row, StudioPosesPanel *panel, GtkListItem *list_item)
{
    GtkDragSource *source = gtk_drag_source_new();
    GtkDropTarget *target = gtk_drop_target_new(STUDIO_TYPE_POSE_ITEM, GDK_ACTION_COPY);
    GtkEventController *const both[] = {GTK_EVENT_CONTROLLER(source), GTK_EVENT_CONTROLLER(target)};
    for (size_t i = 0; i < G_N_ELEMENTS(both); ++i) {
        g_object_set_data(G_OBJECT(both[i]), "panel", panel);
        g_object_set_data(G_OBJECT(both[i]), "list-item", list_item);
        gtk_widget_add_controller(row, both[i]);
    }
    g_signal_connect(source, "prepare", G_CALLBACK(on_prepare), NULL);
    g_signal_connect(source, "drag-begin", G_CALLBACK(on_begin), NULL);
    g_signal_connect(target, "motion", G_CALLBACK(on_motion), NULL);
    g_signal_connect(target, "leave", G_CALLBACK(on_leave), NULL);
    g_signal_connect(target, "drop", G_CALLBACK(on_drop), NULL);
}

// Groups

static gboolean on_chip_drop(GtkDropTarget *target, const GValue *value, double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    StudioPosesPanel *panel = panel_of(GTK_EVENT_CONTROLLER(target));
    const StudioPoseItem *item = g_value_get_object(value);
    const MieniPoseAssetView *poses = mieni_pose_asset_of(studio_poses_asset(panel));
    g_autofree char *name = g_strdup(g_object_get_data(G_OBJECT(target), "group"));
    const int row = mieni_pose_asset_find_group(poses, name);
    MieniProblem problem = {0};
    int count;
    if (row < 0 || item == NULL || studio_poses_list_find(&panel->list, item->name) != item)
        return FALSE;
    g_auto(GStrv) names = names_of(panel, item, &count);
    g_autoptr(GPtrArray) members = g_ptr_array_new_with_free_func(g_free);
    const MieniGroupView *group = mieni_pose_asset_group(poses, row);
    for (int i = 0; i < mieni_group_members_count(group); ++i)
        g_ptr_array_add(members, g_strdup(mieni_group_members(group, i)));
    for (int i = 0; i < count; ++i)
        if (!g_ptr_array_find_with_equal_func(members, names[i], g_str_equal, NULL))
            g_ptr_array_add(members, g_strdup(names[i]));
    float number;
    const MienAuthorGroupKind kind = studio_poses_group_kind(group, &number);
    const MienStatus status =
        studio_poses_set_group(studio_workspace_studio(panel->workspace), panel->path, name, kind, number,
                               (const char *const *)members->pdata, (int)members->len, &problem);
    return studio_workspace_check(panel->workspace, status, &problem);
}

void studio_poses_drop_add(GtkWidget *chip, StudioPosesPanel *panel, const char *group)
{
    GtkDropTarget *target = gtk_drop_target_new(STUDIO_TYPE_POSE_ITEM, GDK_ACTION_COPY);
    g_object_set_data(G_OBJECT(target), "panel", panel);
    g_object_set_data_full(G_OBJECT(target), "group", g_strdup(group), g_free);
    g_signal_connect(target, "drop", G_CALLBACK(on_chip_drop), NULL);
    gtk_widget_add_controller(chip, GTK_EVENT_CONTROLLER(target));
}
