// SPDX-License-Identifier: MIT
//
// The poses panel: construction and updates.

#include "studio/panels/poses/panel.h"

#include <string.h>

#include "studio/panels/poses/details.h"
#include "studio/panels/poses/private.h"
#include "studio/panels/poses/top.h"

typedef GtkBoxClass StudioPosesPanelClass;
GType studio_poses_panel_get_type(void);
G_DEFINE_TYPE(StudioPosesPanel, studio_poses_panel, GTK_TYPE_BOX)

StudioPosesPanel *studio_poses_panel_of(GtkWidget *widget) { return (StudioPosesPanel *)widget; }

StudioDocument *studio_poses_document(const StudioPosesPanel *panel)
{
    return panel->workspace != NULL ? studio_workspace_find(panel->workspace, panel->path) : NULL;
}

StudioSession *studio_poses_session(const StudioPosesPanel *panel)
{
    return panel->workspace != NULL ? studio_workspace_session(panel->workspace) : NULL;
}

const MieniAsset *studio_poses_asset(const StudioPosesPanel *panel)
{
    const MieniAsset *asset;
    return panel->workspace != NULL && studio_asset(studio_workspace_studio(panel->workspace), panel->path,
                                                    &asset, NULL) == MIEN_OK
               ? asset
               : NULL;
}

// Selection

char **studio_poses_selected(const StudioPosesPanel *panel, int *out_count)
{
    g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection(GTK_SELECTION_MODEL(panel->selection));
    GPtrArray *names = g_ptr_array_new();
    GtkBitsetIter iter;
    guint position;
    for (gboolean has = gtk_bitset_iter_init_first(&iter, chosen, &position); has;
         has = gtk_bitset_iter_next(&iter, &position)) {
        g_autoptr(StudioPoseItem) item = g_list_model_get_item(G_LIST_MODEL(panel->list.shown), position);
        if (item != NULL)
            g_ptr_array_add(names, g_strdup(item->name));
    }
    *out_count = (int)names->len;
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

int studio_poses_selected_count(const StudioPosesPanel *panel)
{
    g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection(GTK_SELECTION_MODEL(panel->selection));
    return (int)gtk_bitset_get_size(chosen);
}

static void describe(StudioPosesPanel *panel)
{
    const int selected = studio_poses_selected_count(panel);
    const guint shown = g_list_model_get_n_items(G_LIST_MODEL(panel->list.shown));
    g_autofree char *text =
        g_strdup_printf("%u poses, %u shown, %d selected", panel->list.items->len, shown, selected);
    studio_describe(panel->view, text);
}

static void follow_selection(StudioPosesPanel *panel)
{
    describe(panel);
    studio_poses_allow_commands(panel);
    studio_poses_details_show(panel);
}

/// What is selected in the list becomes the document's.
static void on_selection(StudioPosesPanel *panel)
{
    StudioDocument *document = studio_poses_document(panel);
    int count;
    if (panel->is_selecting || document == NULL)
        return;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    studio_selection_keep(&document->selection, (const char *const *)names, count);
    for (int i = 0; i < count; ++i)
        if (!studio_selection_has(&document->selection, names[i]))
            studio_selection_add(&document->selection, names[i]);
    panel->selection_revision = document->selection.revision;
    follow_selection(panel);
    studio_workspace_selection_changed(panel->workspace);
}

/// What is selected in the document becomes the list's.
static void sync_selection(StudioPosesPanel *panel)
{
    StudioDocument *document = studio_poses_document(panel);
    if (document == NULL)
        return;
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(panel->list.shown));
    g_autoptr(GtkBitset) all = gtk_bitset_new_range(0, count), chosen = gtk_bitset_new_empty();
    for (guint i = 0; i < count; ++i) {
        g_autoptr(StudioPoseItem) item = g_list_model_get_item(G_LIST_MODEL(panel->list.shown), i);
        if (studio_selection_has(&document->selection, item->name))
            gtk_bitset_add(chosen, i);
    }
    panel->is_selecting = true;
    gtk_selection_model_set_selection(GTK_SELECTION_MODEL(panel->selection), chosen, all);
    panel->is_selecting = false;
    panel->selection_revision = document->selection.revision;
    follow_selection(panel);
}

void studio_poses_select_only(StudioPosesPanel *panel, const char *name)
{
    const guint position = studio_poses_list_position(&panel->list, name);
    if (position != G_MAXUINT)
        gtk_selection_model_select_item(GTK_SELECTION_MODEL(panel->selection), position, TRUE);
}

// Rows

static StudioPosesRow *row_of(const StudioPosesPanel *panel, const char *name)
{
    for (guint i = 0; i < panel->rows->len; ++i)
        if (strcmp(studio_poses_row_item(panel->rows->pdata[i])->name, name) == 0)
            return panel->rows->pdata[i];
    return NULL;
}

static gboolean on_scroll_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    (void)clock, (void)user;
    StudioPosesPanel *panel = studio_poses_panel_of(widget);
    int count;
    if (gtk_widget_get_height(panel->view) == 0)
        return G_SOURCE_CONTINUE;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    if (count > 0)
        gtk_widget_activate_action(panel->view, "list.scroll-to-item", "u",
                                   studio_poses_list_position(&panel->list, names[0]));
    panel->scroll_tick = 0;
    return G_SOURCE_REMOVE;
}

static void scroll_to(StudioPosesPanel *panel, guint position)
{
    gtk_widget_activate_action(panel->view, "list.scroll-to-item", "u", position);
    if (gtk_widget_get_height(panel->view) == 0 && panel->scroll_tick == 0) // a list without rows forgets it
        panel->scroll_tick = gtk_widget_add_tick_callback(GTK_WIDGET(panel), on_scroll_tick, NULL, NULL);
}

/// What is selected is in sight.
static void show_selected(StudioPosesPanel *panel)
{
    int count;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    if (count > 0)
        scroll_to(panel, studio_poses_list_position(&panel->list, names[0]));
}

static gboolean on_edit_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    (void)clock, (void)user;
    StudioPosesPanel *panel = studio_poses_panel_of(widget);
    g_autofree char *name = g_steal_pointer(&panel->edit_name);
    StudioPosesRow *row = name != NULL ? row_of(panel, name) : NULL;
    if (row != NULL)
        studio_poses_row_edit(row);
    return G_SOURCE_REMOVE;
}

void studio_poses_edit_name(StudioPosesPanel *panel, const char *name)
{
    const guint position = studio_poses_list_position(&panel->list, name);
    if (position == G_MAXUINT)
        return;
    studio_poses_select_only(panel, name);
    scroll_to(panel, position);
    char *copy = g_strdup(name);
    g_free(panel->edit_name);
    panel->edit_name = copy;
    gtk_widget_add_tick_callback(GTK_WIDGET(panel), on_edit_tick, NULL, NULL); // once it has a row
}

bool studio_poses_step(StudioPosesPanel *panel, const char *name, int by, bool is_number)
{
    const guint position = studio_poses_list_position(&panel->list, name);
    if (position == G_MAXUINT || (by < 0 && position == 0))
        return true;
    g_autoptr(StudioPoseItem) next =
        g_list_model_get_item(G_LIST_MODEL(panel->list.shown), (guint)((int)position + by));
    if (next == NULL)
        return true;
    studio_poses_select_only(panel, next->name);
    scroll_to(panel, (guint)((int)position + by));
    StudioPosesRow *row = row_of(panel, next->name);
    if (row != NULL)
        studio_poses_row_focus(row, is_number);
    return true;
}

static void refresh_rows(StudioPosesPanel *panel)
{
    panel->is_armed = studio_poses_is_armed(panel);
    for (guint i = 0; i < panel->rows->len; ++i)
        studio_poses_row_refresh(panel->rows->pdata[i]);
}

// What the list shows

static void show_state(StudioPosesPanel *panel)
{
    const StudioPosesList *list = &panel->list;
    const guint all = list->items->len, shown = g_list_model_get_n_items(G_LIST_MODEL(list->shown));
    gtk_stack_set_visible_child_name(GTK_STACK(panel->states),
                                     panel->workspace != NULL && studio_poses_asset(panel) == NULL ? "error"
                                     : all == 0                                                    ? "empty"
                                     : shown == 0                                                  ? "nothing"
                                                                                                   : "list");
    g_autofree char *title = list->filter[0] != '\0' ? g_strdup_printf("No pose matches “%s”", list->filter)
                             : list->is_active_only ? g_strdup("All weights are 0")
                                                    : g_strdup("No poses in this group");
    adw_status_page_set_title(ADW_STATUS_PAGE(panel->nothing), title);
    studio_poses_top_show(panel);
    describe(panel);
}

/// Filters and sorts. Returns whether another list is shown.
static bool apply(StudioPosesPanel *panel)
{
    panel->is_selecting = panel->is_changing = true;
    const bool is_other = studio_poses_list_apply(&panel->list, studio_poses_session(panel));
    panel->is_changing = false;
    studio_show_rows(panel->hidden);
    panel->is_selecting = false;
    return is_other;
}

static gboolean on_apply(void *user)
{
    StudioPosesPanel *panel = user;
    panel->apply_idle = 0;
    if (panel->workspace == NULL || panel->gesture.is_on) // rows must not leave a hand
        return G_SOURCE_REMOVE;
    if (apply(panel)) {
        sync_selection(panel);
        show_selected(panel);
    }
    show_state(panel);
    return G_SOURCE_REMOVE;
}

void studio_poses_apply_soon(StudioPosesPanel *panel)
{
    if (panel->apply_idle == 0)
        panel->apply_idle = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_apply, panel, NULL); // before drawing
}

static void on_renamed(void *user, const char *from, const char *to)
{
    StudioPosesPanel *panel = user;
    StudioDocument *document = studio_poses_document(panel);
    studio_session_rename(studio_poses_session(panel), from, to);
    if (document != NULL)
        studio_selection_rename(&document->selection, from, to);
}

static void mark_problems(StudioPosesPanel *panel)
{
    const StudioProblems *problems = studio_workspace_problems(panel->workspace);
    for (guint i = 0; i < panel->list.items->len; ++i)
        ((StudioPoseItem *)panel->list.items->pdata[i])->has_problem = false;
    for (int i = 0; i < problems->count; ++i) {
        const MieniFinding *finding = problems->items[i].finding;
        int index;
        if (strcmp(finding->file, panel->path) == 0 && sscanf(finding->place, "poses[%d]", &index) == 1 &&
            index >= 0 && index < (int)panel->list.items->len)
            ((StudioPoseItem *)panel->list.items->pdata[index])->has_problem = true;
    }
}

static void load(StudioPosesPanel *panel)
{
    StudioDocument *document = studio_poses_document(panel);
    studio_poses_list_load(&panel->list, studio_poses_asset(panel), on_renamed, panel);
    if (document != NULL) { // what is gone is not selected
        g_autofree const char **names = g_new0(const char *, panel->list.items->len + 1);
        for (guint i = 0; i < panel->list.items->len; ++i)
            names[i] = ((const StudioPoseItem *)panel->list.items->pdata[i])->name;
        studio_selection_keep(&document->selection, names, (int)panel->list.items->len);
    }
    mark_problems(panel);
    studio_poses_top_load(panel);
    apply(panel);
    sync_selection(panel);
    show_state(panel);
    refresh_rows(panel);
    studio_poses_sources_look(panel);
}

// Signals

static void on_changed(StudioPosesPanel *panel, const char *const *paths)
{
    if (g_strv_contains(paths, panel->path))
        load(panel);
}

static void on_session(StudioPosesPanel *panel)
{
    refresh_rows(panel);
    if (panel->list.is_active_only || panel->list.sort == STUDIO_SORT_STRENGTH ||
        strstr(panel->list.filter, ">0") != NULL)
        studio_poses_apply_soon(panel);
}

static void on_shown(StudioPosesPanel *panel)
{
    if (panel->workspace != NULL)
        refresh_rows(panel);
}

static void on_cast(StudioPosesPanel *panel)
{
    for (guint i = 0; i < panel->rows->len && panel->workspace != NULL; ++i)
        studio_poses_row_resize(panel->rows->pdata[i]);
}

static void on_selected(StudioPosesPanel *panel)
{
    const StudioDocument *document = studio_poses_document(panel);
    if (document == NULL || document->selection.revision == panel->selection_revision)
        return;
    sync_selection(panel);
    show_selected(panel);
}

static void on_problems(StudioPosesPanel *panel)
{
    mark_problems(panel);
    if (strchr(panel->list.filter, '?') != NULL)
        studio_poses_apply_soon(panel);
}

static void on_focus(GtkEventControllerFocus *controller, StudioPosesPanel *panel)
{
    (void)controller;
    if (panel->workspace != NULL)
        studio_poses_take_commands(panel);
}

// Making

static void studio_poses_panel_dispose(GObject *object)
{
    StudioPosesPanel *panel = (StudioPosesPanel *)object;
    studio_poses_panel_show(GTK_WIDGET(panel), NULL, NULL);
    g_clear_handle_id(&panel->filter_idle, g_source_remove);
    g_clear_handle_id(&panel->size_idle, g_source_remove);
    g_clear_handle_id(&panel->apply_idle, g_source_remove);
    g_clear_pointer(&panel->menu, gtk_widget_unparent);
    g_clear_object(&panel->signals);
    g_clear_object(&panel->live_signals);
    G_OBJECT_CLASS(studio_poses_panel_parent_class)->dispose(object);
}

static void studio_poses_panel_finalize(GObject *object)
{
    StudioPosesPanel *panel = (StudioPosesPanel *)object;
    studio_poses_details_free(panel);
    studio_poses_list_release(&panel->list);
    g_clear_object(&panel->selection);
    g_ptr_array_unref(panel->rows);
    g_ptr_array_unref(panel->hidden);
    g_free(panel->path);
    g_free(panel->edit_name);
    G_OBJECT_CLASS(studio_poses_panel_parent_class)->finalize(object);
}

static void studio_poses_panel_class_init(StudioPosesPanelClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_poses_panel_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_poses_panel_finalize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "poses");
}

static void studio_poses_panel_init(StudioPosesPanel *panel)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(panel), GTK_ORIENTATION_VERTICAL);
    panel->rows = g_ptr_array_new();
    panel->hidden = g_ptr_array_new();
    panel->picture_size = 36;
    panel->name_width = 118;
    studio_poses_list_begin(&panel->list);
}

static GtkWidget *make_list(StudioPosesPanel *panel)
{
    panel->selection = gtk_multi_selection_new(G_LIST_MODEL(g_object_ref(panel->list.shown)));
    g_signal_connect_swapped(panel->selection, "selection-changed", G_CALLBACK(on_selection), panel);
    panel->view =
        gtk_list_view_new(GTK_SELECTION_MODEL(g_object_ref(panel->selection)), studio_poses_rows_new(panel));
    gtk_widget_set_name(panel->view, "poses-list");
    studio_name(panel->view, "Poses");
    panel->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(panel->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(panel->scrolled), panel->view);
    studio_poses_menu_make(panel);
    return panel->scrolled;
}

static GtkWidget *make_states(StudioPosesPanel *panel)
{
    panel->states = gtk_stack_new();
    gtk_widget_set_vexpand(panel->states, TRUE);
    gtk_stack_add_named(GTK_STACK(panel->states), make_list(panel), "list");
    gtk_stack_add_named(GTK_STACK(panel->states),
                        studio_empty_new("face-smile-big-symbolic", "No poses yet",
                                         "Create one from the viewport, or many from a clip.",
                                         "From Viewport", "poses.add-from-viewport", "From Clip…",
                                         "poses.add-from-frame"),
                        "empty");
    panel->nothing =
        studio_empty_new("edit-find-symbolic", "", NULL, "Clear Filter", "poses.clear-filter", NULL, NULL);
    gtk_stack_add_named(GTK_STACK(panel->states), panel->nothing, "nothing");
    gtk_stack_add_named(GTK_STACK(panel->states),
                        studio_empty_new("dialog-error-symbolic", "Cannot Read This Asset",
                                         "See Problems for the reason.", "Show Problems", "win.show-problems",
                                         NULL, NULL),
                        "error");
    return panel->states;
}

static void connect_signals(StudioPosesPanel *panel)
{
    static const struct {
        const char *name;
        GCallback handler;
    } rows[] = {{"changed", G_CALLBACK(on_changed)},
                {"session", G_CALLBACK(on_session)},
                {"selection", G_CALLBACK(on_selected)},
                {"problems", G_CALLBACK(on_problems)}};
    panel->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        g_signal_group_connect_swapped(panel->signals, rows[i].name, rows[i].handler, panel);
    panel->live_signals = g_signal_group_new(STUDIO_TYPE_LIVE);
    g_signal_group_connect_swapped(panel->live_signals, "shown", G_CALLBACK(on_shown), panel);
    g_signal_group_connect_swapped(panel->live_signals, "cast", G_CALLBACK(on_cast), panel);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "enter", G_CALLBACK(on_focus), panel);
    gtk_widget_add_controller(GTK_WIDGET(panel), focus);
    studio_poses_add_keys(panel);
    g_signal_connect(panel, "realize", G_CALLBACK(studio_poses_watch_size), NULL);
}

GtkWidget *studio_poses_panel_new(StudioCommands *commands)
{
    StudioPosesPanel *panel = g_object_new(studio_poses_panel_get_type(), NULL);
    panel->commands = commands;
    GtkBox *box = GTK_BOX(panel);
    gtk_box_append(box, studio_poses_top_new(panel));
    gtk_box_append(box, make_states(panel));
    gtk_box_append(box, studio_poses_details_new(panel));
    gtk_box_append(box, studio_poses_footer_new(panel));
    connect_signals(panel);
    studio_poses_bind_commands(panel);
    studio_poses_allow_commands(panel);
    return GTK_WIDGET(panel);
}

void studio_poses_panel_show(GtkWidget *widget, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioPosesPanel *panel = studio_poses_panel_of(widget);
    const char *path = document != NULL ? document->path : NULL;
    if (panel->workspace == workspace && g_strcmp0(panel->path, path) == 0)
        return;
    const bool was_shown = panel->workspace != NULL;
    studio_poses_gesture_end(panel, false);
    if (was_shown) {
        studio_live_hold(studio_live_of(panel->workspace), NULL);
        studio_live_mark(studio_live_of(panel->workspace), NULL, 0);
    }
    studio_poses_sources_drop(panel);
    panel->is_selecting = true;
    studio_poses_list_load(&panel->list, NULL, NULL, NULL); // poses of another asset are others
    studio_poses_list_apply(&panel->list, NULL);
    panel->is_selecting = false;
    char *copy = g_strdup(path);
    g_free(panel->path);
    panel->path = copy;
    panel->workspace = workspace;
    g_signal_group_set_target(panel->signals, workspace);
    g_signal_group_set_target(panel->live_signals, workspace != NULL ? studio_live_of(workspace) : NULL);
    if (workspace != NULL) {
        load(panel);
        studio_poses_lay_out(panel);
        show_selected(panel);
    } else {
        studio_poses_details_show(panel);
    }
    studio_poses_allow_commands(panel);
}
