// SPDX-License-Identifier: MIT
//
// The cast at the stage's upper right: a small picture of each character. A click shows only
// this one, Ctrl+click adds or removes it, dragging changes the order, + chooses among all.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/widgets.h"

enum {
    PICTURE = 36,
    MOST_IN_BAR = 6, ///< More are behind the +.
    MOST_IN_LIST = 60,
};

static int place_of(const StudioStage *stage, const char *path)
{
    for (guint i = 0; i < stage->roles->len; ++i)
        if (strcmp(((StudioRole *)stage->roles->pdata[i])->path, path) == 0)
            return (int)i;
    return -1;
}

/// Those who are wanted, as paths of characters. Unreference it.
static GPtrArray *list_wanted(const StudioStage *stage)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < stage->roles->len; ++i) {
        const char *path = ((StudioRole *)stage->roles->pdata[i])->path;
        if (mieni_asset_kind_of_path(path) == MIENI_ASSET_CHARACTER)
            g_ptr_array_add(list, g_strdup(path));
    }
    return list;
}

static void set_cast(StudioStage *stage, const GPtrArray *list)
{
    if (list->len > 0) // somebody is always on the stage
        studio_stage_set_cast(stage, (const char *const *)list->pdata, (int)list->len);
}

void studio_stage_cast_only(StudioStage *stage, const char *path) { studio_stage_set_cast(stage, &path, 1); }

void studio_stage_cast_toggle(StudioStage *stage, const char *path)
{
    g_autoptr(GPtrArray) list = list_wanted(stage);
    guint at;
    if (g_ptr_array_find_with_equal_func(list, path, g_str_equal, &at))
        g_ptr_array_remove_index(list, at);
    else if (list->len < STUDIO_STAGE_MOST)
        g_ptr_array_add(list, g_strdup(path));
    else
        studio_workspace_toast(stage->workspace, "Eight at once are as many as can be seen.", NULL, NULL);
    set_cast(stage, list);
}

void studio_stage_cast_add(StudioStage *stage, const char *path, const char *before)
{
    g_autoptr(GPtrArray) list = list_wanted(stage);
    guint at;
    if (g_strcmp0(path, before) == 0)
        return;
    if (g_ptr_array_find_with_equal_func(list, path, g_str_equal, &at))
        g_ptr_array_remove_index(list, at);
    if (before == NULL || !g_ptr_array_find_with_equal_func(list, before, g_str_equal, &at))
        at = list->len;
    g_ptr_array_insert(list, (int)at, g_strdup(path));
    set_cast(stage, list);
}

void studio_stage_cast_step(StudioStage *stage, int by)
{
    g_autoptr(GPtrArray) all = studio_stage_list(stage, MIENI_ASSET_CHARACTER);
    int at = by > 0 ? -1 : 0;
    for (guint i = 0; i < all->len; ++i)
        if (place_of(stage, all->pdata[i]) == 0)
            at = (int)i;
    if (all->len > 0)
        studio_stage_cast_only(stage, all->pdata[(at + by + (int)all->len) % (int)all->len]);
}

void studio_stage_cast_all(StudioStage *stage)
{
    g_autoptr(GPtrArray) all = studio_stage_list(stage, MIENI_ASSET_CHARACTER);
    if (all->len > STUDIO_STAGE_MOST)
        g_ptr_array_set_size(all, STUDIO_STAGE_MOST);
    set_cast(stage, all);
}

// The bar

static const char *path_of(GtkWidget *widget) { return g_object_get_data(G_OBJECT(widget), "path"); }

static void on_pressed(GtkGestureClick *gesture, int count, double x, double y, GtkWidget *button)
{
    (void)count, (void)x, (void)y;
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    g_object_set_data(G_OBJECT(button), "adds", (state & GDK_CONTROL_MASK) != 0 ? button : NULL);
}

static void on_clicked(GtkWidget *button, StudioStage *stage)
{
    g_autofree char *path = g_strdup(path_of(button));
    const bool adds = g_object_get_data(G_OBJECT(button), "adds") != NULL;
    g_object_set_data(G_OBJECT(button), "adds", NULL);
    if (adds)
        studio_stage_cast_toggle(stage, path);
    else
        studio_stage_cast_only(stage, path);
    studio_stage_did(stage, STUDIO_STEP_OTHER);
}

static GdkContentProvider *on_prepare(GtkDragSource *source, double x, double y, GtkWidget *button)
{
    (void)source, (void)x, (void)y;
    return gdk_content_provider_new_typed(G_TYPE_STRING, path_of(button));
}

static void on_drag_begin(GtkDragSource *source, GdkDrag *drag, GtkWidget *button)
{
    (void)drag;
    g_autoptr(GdkPaintable) icon = gtk_widget_paintable_new(button);
    gtk_drag_source_set_icon(source, icon, PICTURE / 2, PICTURE / 2);
}

static GtkWidget *make_button(StudioStage *stage, const char *path)
{
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *button = gtk_button_new(), *picture = studio_picture_new(PICTURE);
    studio_asset_name(path, name);
    studio_picture_show(picture, stage->workspace, &(StudioPictureOf){.asset = path},
                        "avatar-default-symbolic");
    gtk_button_set_child(GTK_BUTTON(button), picture);
    g_object_set_data_full(G_OBJECT(button), "path", g_strdup(path), g_free);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_add_css_class(button, "cast-button");
    g_autofree char *words = g_strdup_printf("Show only %s (Ctrl: add or remove)", name);
    gtk_widget_set_tooltip_text(button, words);
    studio_name(button, name);
    GtkGesture *click = gtk_gesture_click_new();
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), button);
    gtk_widget_add_controller(button, GTK_EVENT_CONTROLLER(click));
    GtkDragSource *drag = gtk_drag_source_new();
    g_signal_connect(drag, "prepare", G_CALLBACK(on_prepare), button);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), button);
    gtk_widget_add_controller(button, GTK_EVENT_CONTROLLER(drag));
    g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), stage);
    studio_stage_add_drop(stage, button);
    return button;
}

/// Who is in the bar: those on the stage and the first of the others, in the project's order.
static GPtrArray *list_bar(StudioStage *stage, guint all_count, void *const *all)
{
    GPtrArray *list = g_ptr_array_new();
    guint room = MOST_IN_BAR, shown = 0;
    for (guint i = 0; i < all_count; ++i)
        shown += place_of(stage, all[i]) >= 0;
    room = room > shown ? room - shown : 0;
    for (guint i = 0; i < all_count; ++i) {
        const bool is_shown = place_of(stage, all[i]) >= 0;
        if (is_shown || room > 0)
            g_ptr_array_add(list, all[i]);
        room -= !is_shown && room > 0;
    }
    return list;
}

static bool is_same_bar(GtkWidget *bar, const GPtrArray *list)
{
    GtkWidget *child = gtk_widget_get_first_child(bar);
    for (guint i = 0; i < list->len; ++i) {
        if (child == NULL || g_strcmp0(path_of(child), list->pdata[i]) != 0)
            return false;
        child = gtk_widget_get_next_sibling(child);
    }
    return child == NULL;
}

void studio_stage_show_cast_bar(StudioStage *stage)
{
    GtkWidget *bar = stage->over.cast, *child;
    g_autoptr(GPtrArray) all = studio_stage_list(stage, MIENI_ASSET_CHARACTER);
    g_autoptr(GPtrArray) list = list_bar(stage, all->len, all->pdata);
    gtk_widget_set_visible(stage->over.cast_bar, all->len > 1);
    if (!is_same_bar(bar, list)) {
        while ((child = gtk_widget_get_first_child(bar)) != NULL)
            gtk_box_remove(GTK_BOX(bar), child);
        for (guint i = 0; i < list->len; ++i)
            gtk_box_append(GTK_BOX(bar), make_button(stage, list->pdata[i]));
    }
    for (child = gtk_widget_get_first_child(bar); child != NULL; child = gtk_widget_get_next_sibling(child)) {
        const bool is_shown = place_of(stage, path_of(child)) >= 0;
        if (is_shown)
            gtk_widget_add_css_class(child, "on-stage");
        else
            gtk_widget_remove_css_class(child, "on-stage");
        studio_describe(child, is_shown ? "on stage" : "not on stage");
    }
    const char *reason = all->len > 1 ? NULL : "The project has one character at most.";
    studio_commands_allow(stage->commands, "stage.cast-next", reason);
    studio_commands_allow(stage->commands, "stage.cast-previous", reason);
    studio_commands_allow(stage->commands, "stage.cast-all", reason);
}

// Choosing among all

static void fill_list(StudioStage *stage)
{
    GtkWidget *row;
    const char *filter = gtk_editable_get_text(GTK_EDITABLE(stage->over.cast_filter));
    g_autoptr(GPtrArray) all = studio_stage_list(stage, MIENI_ASSET_CHARACTER);
    while ((row = gtk_widget_get_first_child(stage->over.cast_list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(stage->over.cast_list), row);
    for (guint i = 0, count = 0; i < all->len && count < MOST_IN_LIST; ++i) {
        char name[STUDIO_LABEL_ROOM];
        if (!studio_filter_matches(filter, studio_asset_name(all->pdata[i], name)))
            continue;
        GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *label = studio_label_new(name, NULL);
        GtkWidget *tick = gtk_image_new_from_icon_name("emblem-ok-symbolic");
        gtk_widget_set_hexpand(label, TRUE);
        gtk_widget_set_opacity(tick, place_of(stage, all->pdata[i]) >= 0 ? 1.0 : 0.0);
        gtk_box_append(GTK_BOX(box), label);
        gtk_box_append(GTK_BOX(box), tick);
        g_object_set_data_full(G_OBJECT(box), "path", g_strdup(all->pdata[i]), g_free);
        gtk_list_box_append(GTK_LIST_BOX(stage->over.cast_list), box);
        ++count;
    }
}

static void on_row(GtkListBox *list, GtkListBoxRow *row, StudioStage *stage)
{
    (void)list;
    g_autofree char *path = g_strdup(path_of(gtk_list_box_row_get_child(row)));
    studio_stage_cast_toggle(stage, path);
    fill_list(stage);
}

void studio_stage_add_cast_bar(StudioStage *stage)
{
    StudioStageOverlay *over = &stage->over;
    GtkWidget *more = gtk_menu_button_new(), *popover = gtk_popover_new(),
              *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new();
    over->cast = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 3);
    gtk_box_append(GTK_BOX(over->cast_bar), over->cast);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(more), "list-add-symbolic");
    gtk_widget_add_css_class(more, "flat");
    gtk_widget_set_valign(more, GTK_ALIGN_CENTER);
    gtk_widget_set_tooltip_text(more, "Choose who is on the stage");
    studio_name(more, "Choose the cast");
    over->cast_filter = gtk_search_entry_new();
    g_object_set(over->cast_filter, "placeholder-text", "Filter characters", NULL);
    studio_name(over->cast_filter, "Filter characters");
    over->cast_list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(over->cast_list), GTK_SELECTION_NONE);
    studio_name(over->cast_list, "Characters");
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), over->cast_list);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 320);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_widget_set_size_request(scrolled, 220, -1);
    gtk_box_append(GTK_BOX(box), over->cast_filter);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(more), popover);
    g_signal_connect_swapped(popover, "show", G_CALLBACK(fill_list), stage);
    g_signal_connect_swapped(over->cast_filter, "search-changed", G_CALLBACK(fill_list), stage);
    g_signal_connect(over->cast_list, "row-activated", G_CALLBACK(on_row), stage);
    gtk_box_append(GTK_BOX(over->cast_bar), more);
    studio_stage_add_drop(stage, over->cast_bar);
}
