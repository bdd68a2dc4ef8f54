// SPDX-License-Identifier: MIT
//
// The grid of the browser. A clip plays under the pointer: the horizontal position selects the
// time.

#include "studio/panels/browser/private.h"

#include <string.h>

#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/widgets.h"

enum {
    SIZE = 96,
    STRIP = 12, ///< Frames under the pointer.
};

typedef struct Cell {
    StudioBrowser *browser;
    GtkListItem *list_item;
    GtkWidget *box, *picture, *name;
    StudioBrowserItem *item;
    double length; ///< Of a clip, seconds; 0: not known yet.
    int frame;     ///< Of the strip; -1: none.
} Cell;

/// The length of a clip from its second line, "3.2 s · 52 curves".
static double length_of(StudioBrowser *browser, const char *path)
{
    const char *summary =
        browser->workspace != NULL ? studio_workspace_summary(browser->workspace, path) : NULL;
    return summary != NULL && strstr(summary, " s") != NULL ? g_ascii_strtod(summary, NULL) : 0.0;
}

static void show(Cell *cell)
{
    const StudioKind *kind = &studio_kinds[cell->item->section];
    const double time = cell->frame >= 0 ? cell->length * (double)cell->frame / (double)(STRIP - 1) : -1.0;
    const StudioPictureOf of = {.asset = cell->item->path, .time = time};
    const bool is_drawn =
        kind->kind != MIENI_ASSET_NONE && cell->item->file == NULL && cell->item->path != NULL;
    studio_picture_show(cell->picture, cell->browser->workspace, is_drawn ? &of : NULL,
                        cell->item->is_note ? "view-more-horizontal-symbolic" : kind->icon);
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, void *user)
{
    (void)controller, (void)y;
    Cell *cell = user;
    if (cell->item == NULL || cell->item->file != NULL || cell->item->path == NULL ||
        studio_kinds[cell->item->section].kind != MIENI_ASSET_CLIP)
        return;
    if (cell->length <= 0.0)
        cell->length = length_of(cell->browser, cell->item->path);
    const int width = gtk_widget_get_width(cell->picture);
    const int frame = width > 0 ? CLAMP((int)(x / (double)width * STRIP), 0, STRIP - 1) : 0;
    if (cell->length <= 0.0 || frame == cell->frame)
        return;
    cell->frame = frame;
    show(cell);
}

static void on_leave(GtkEventControllerMotion *controller, void *user)
{
    (void)controller;
    Cell *cell = user;
    if (cell->item == NULL || cell->frame < 0)
        return;
    cell->frame = -1;
    show(cell);
}

static void on_menu(GtkGestureClick *gesture, int count, double x, double y, void *user)
{
    (void)gesture, (void)count;
    Cell *cell = user;
    if (cell->item != NULL && cell->item->path != NULL)
        studio_browser_open_menu(cell->browser, cell->box, gtk_list_item_get_position(cell->list_item), x, y);
}

static GdkContentProvider *on_drag(GtkDragSource *source, double x, double y, void *user)
{
    (void)source, (void)x, (void)y;
    Cell *cell = user;
    return cell->item != NULL && cell->item->path != NULL
               ? studio_browser_drag(cell->browser, cell->item->path)
               : NULL;
}

static void add_gestures(Cell *cell)
{
    GtkGesture *click = gtk_gesture_click_new();
    GtkDragSource *drag = gtk_drag_source_new();
    GtkEventController *motion = gtk_event_controller_motion_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
    gtk_drag_source_set_actions(drag, GDK_ACTION_COPY);
    g_signal_connect(click, "pressed", G_CALLBACK(on_menu), cell);
    g_signal_connect(drag, "prepare", G_CALLBACK(on_drag), cell);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), cell);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), cell);
    gtk_widget_add_controller(cell->box, GTK_EVENT_CONTROLLER(click));
    gtk_widget_add_controller(cell->box, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(cell->picture, motion);
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory;
    Cell *cell = g_new0(Cell, 1);
    cell->browser = user;
    cell->list_item = list_item;
    cell->frame = -1;
    cell->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
    cell->picture = studio_picture_new(SIZE);
    cell->name = studio_label_new(NULL, "caption");
    gtk_label_set_xalign(GTK_LABEL(cell->name), 0.5f);
    gtk_label_set_ellipsize(GTK_LABEL(cell->name), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_max_width_chars(GTK_LABEL(cell->name), 12);
    gtk_widget_add_css_class(cell->box, "browser-cell");
    gtk_widget_set_halign(cell->picture, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(cell->box), cell->picture);
    gtk_box_append(GTK_BOX(cell->box), cell->name);
    add_gestures(cell);
    gtk_list_item_set_child(list_item, cell->box);
    g_object_set_data_full(G_OBJECT(list_item), "cell", cell, g_free);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory, (void)user;
    Cell *cell = g_object_get_data(G_OBJECT(list_item), "cell");
    cell->item = g_object_ref(gtk_list_item_get_item(list_item));
    cell->frame = -1;
    cell->length = 0.0;
    gtk_label_set_text(GTK_LABEL(cell->name), cell->item->name);
    const bool is_note = cell->item->is_note;
    studio_tip(cell->box, is_note ? cell->item->second : cell->item->path);
    studio_describe(cell->name, is_note ? cell->item->second : studio_kinds[cell->item->section].one);
    if (cell->item->path != NULL)
        g_hash_table_insert(cell->browser->rows.shown, g_strdup(cell->item->path), cell->box);
    show(cell);
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory, (void)user;
    Cell *cell = g_object_get_data(G_OBJECT(list_item), "cell");
    if (cell->item->path != NULL &&
        g_hash_table_lookup(cell->browser->rows.shown, cell->item->path) == cell->box)
        g_hash_table_remove(cell->browser->rows.shown, cell->item->path);
    studio_picture_show(cell->picture, NULL, NULL, NULL);
    g_clear_object(&cell->item);
}

static void on_activate(GtkGridView *view, guint position, void *user)
{
    (void)view;
    studio_browser_activate(user, position);
}

GtkWidget *studio_browser_grid_new(StudioBrowser *browser)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), browser);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), browser);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), browser);
    browser->grid_selection = gtk_multi_selection_new(G_LIST_MODEL(g_object_ref(browser->list.flat)));
    g_signal_connect_swapped(browser->grid_selection, "selection-changed", G_CALLBACK(studio_browser_allow),
                             browser);
    browser->grid = gtk_grid_view_new(GTK_SELECTION_MODEL(g_object_ref(browser->grid_selection)), factory);
    gtk_grid_view_set_max_columns(GTK_GRID_VIEW(browser->grid), 4);
    gtk_grid_view_set_min_columns(GTK_GRID_VIEW(browser->grid), 2);
    gtk_widget_set_name(browser->grid, "browser-grid");
    studio_name(browser->grid, "Asset grid");
    g_signal_connect(browser->grid, "activate", G_CALLBACK(on_activate), browser);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), browser->grid);
    return scrolled;
}

void studio_browser_set_grid(StudioBrowser *browser, bool is_grid)
{
    if (browser->is_grid == is_grid)
        return;
    g_auto(GStrv) paths = studio_browser_selected(browser);
    browser->is_grid = browser->list.wants_flat = is_grid;
    studio_browser_list_apply(&browser->list);
    gtk_selection_model_unselect_all(studio_browser_selection(browser));
    for (char **path = paths; *path != NULL; ++path) {
        const guint position = is_grid ? studio_browser_list_flat_position(&browser->list, *path)
                                       : studio_browser_list_position(&browser->list, *path);
        if (position != GTK_INVALID_LIST_POSITION)
            gtk_selection_model_select_item(studio_browser_selection(browser), position, FALSE);
    }
    if (browser->list.shown_count > 0)
        gtk_stack_set_visible_child_name(GTK_STACK(browser->states), is_grid ? "grid" : "list");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(browser->toggle),
                                   is_grid ? "browser.list" : "browser.grid");
    gtk_button_set_icon_name(GTK_BUTTON(browser->toggle),
                             is_grid ? "view-list-symbolic" : "view-grid-symbolic");
    studio_tip(browser->toggle, is_grid ? "Show as list" : "Show as grid");
    studio_browser_allow(browser);
}
