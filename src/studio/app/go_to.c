// SPDX-License-Identifier: MIT
//
// The Go To window. Asset names are known at once; the names inside assets are read on a worker.
// Matching runs in slices, so that typing never blocks.

#include "studio/app/go_to.h"

#include <string.h>

#include "studio/app/actions.h"
#include "studio/app/go_to_row.h"
#include "studio/model/facts/go_index.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"
#include "studio/panels/workspace/live.h"

enum {
    SHOWN_MOST = 60,
    SLICE = 5000, ///< Microseconds.
    RECENT_MOST = 24,
    RECENT_BONUS = 1000, ///< Of fit, for what was gone to last; less for what was before.
};

typedef struct GoTo {
    StudioWindow *window;
    StudioWorkspace *workspace; ///< NULL: no project.
    StudioCommands *commands;
    GtkWidget *dialog, *entry, *list, *scrolled, *empty;
    GListStore *results;
    GtkSingleSelection *selection;
    StudioGoIndex index;
    GPtrArray *recent; ///< The window's: keys of what was gone to, the last one last.
    GArray *found;     ///< Of Hit, while looking.
    char *words;
    bool is_commands; ///< Of them alone.
    int next;         ///< What is looked at next: of the index, then of the actions.
    guint idle;
} GoTo;

typedef struct Hit {
    int fit, place; ///< Places from index.count on are actions.
} Hit;

// What was gone to before

static char *key_of(StudioGoKind kind, const char *path, const char *name)
{
    return g_strdup_printf("%d\t%s\t%s", (int)kind, path, name);
}

static GPtrArray *recent_of(StudioWindow *window)
{
    GPtrArray *recent = g_object_get_data(G_OBJECT(window), "gone-to");
    if (recent == NULL) {
        recent = g_ptr_array_new_with_free_func(g_free);
        g_object_set_data_full(G_OBJECT(window), "gone-to", recent, (GDestroyNotify)g_ptr_array_unref);
    }
    return recent;
}

/// More the later it was gone to; 0 if never.
static int recency(const GoTo *go, StudioGoKind kind, const char *path, const char *name)
{
    if (go->recent->len == 0)
        return 0;
    g_autofree char *key = key_of(kind, path, name);
    guint found;
    return g_ptr_array_find_with_equal_func(go->recent, key, g_str_equal, &found)
               ? RECENT_BONUS - (int)(go->recent->len - found)
               : 0;
}

static void remember(GoTo *go, StudioGoKind kind, const char *path, const char *name)
{
    char *key = key_of(kind, path, name);
    guint found;
    if (g_ptr_array_find_with_equal_func(go->recent, key, g_str_equal, &found))
        g_ptr_array_remove_index(go->recent, found);
    g_ptr_array_add(go->recent, key);
    if (go->recent->len > RECENT_MOST)
        g_ptr_array_remove_index(go->recent, 0);
}

// Looking

static int fit_of(const GoTo *go, int place)
{
    static const int of_kinds[STUDIO_GO_KINDS] = {80, 60, 40, 20, 30};
    if (place < go->index.count) {
        const StudioGo *one = &go->index.items[place];
        const int fit = go->is_commands ? 0 : studio_go_fit(go->words, one->name, one->path);
        return fit > 0 ? fit + of_kinds[one->kind] + recency(go, one->kind, one->path, one->name) : 0;
    }
    const StudioAction *action = &studio_actions[place - go->index.count];
    const int fit = studio_go_fit(go->words, studio_commands_label(go->commands, action->name), NULL);
    const bool is_able = studio_commands_reason(go->commands, action->name) == NULL;
    if (fit == 0 || (go->words[0] == '\0' && !go->is_commands))
        return 0;
    return fit + (is_able ? 50 : 0) + recency(go, STUDIO_GO_KINDS, "", action->name);
}

static int compare_hits(const void *a, const void *b)
{
    const Hit *x = a, *y = b;
    return x->fit != y->fit ? (x->fit < y->fit ? 1 : -1) : x->place - y->place;
}

static StudioGoRow *row_of(const GoTo *go, int place)
{
    if (place >= go->index.count) {
        const StudioAction *action = &studio_actions[place - go->index.count];
        const bool is_quit = strcmp(action->name, "app.quit") == 0; // the program's own
        return studio_go_row_new_command(action, studio_commands_label(go->commands, action->name),
                                         is_quit ? NULL : studio_commands_reason(go->commands, action->name));
    }
    return studio_go_row_new(&go->index.items[place]);
}

static void show_found(GoTo *go)
{
    g_array_sort(go->found, compare_hits);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_object_unref);
    for (guint i = 0; i < go->found->len && i < SHOWN_MOST; ++i)
        g_ptr_array_add(rows, row_of(go, g_array_index(go->found, Hit, i).place));
    g_list_store_splice(go->results, 0, g_list_model_get_n_items(G_LIST_MODEL(go->results)), rows->pdata,
                        rows->len);
    gtk_single_selection_set_selected(go->selection, rows->len > 0 ? 0 : GTK_INVALID_LIST_POSITION);
    gtk_widget_set_visible(go->scrolled, rows->len > 0);
    gtk_widget_set_visible(go->empty, rows->len == 0);
    if (rows->len == 0) {
        g_autofree char *text = g_strdup_printf("No matches for “%s”", go->words);
        gtk_label_set_text(GTK_LABEL(go->empty), text);
    }
}

/// Looks at names for a moment; true once all were.
static bool look_on(GoTo *go, gint64 until)
{
    const int all = go->index.count + studio_action_count;
    for (; go->next < all; ++go->next) {
        if (go->next % 64 == 0 && g_get_monotonic_time() > until)
            return false;
        const Hit hit = {fit_of(go, go->next), go->next};
        if (hit.fit > 0)
            g_array_append_val(go->found, hit);
    }
    show_found(go);
    return true;
}

static gboolean on_idle(void *user)
{
    GoTo *go = user;
    if (!look_on(go, g_get_monotonic_time() + SLICE))
        return G_SOURCE_CONTINUE;
    go->idle = 0;
    return G_SOURCE_REMOVE;
}

static void look(GoTo *go)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(go->entry));
    go->is_commands = text[0] == '>';
    g_free(go->words);
    go->words = g_strstrip(g_strdup(go->is_commands ? text + 1 : text));
    g_array_set_size(go->found, 0);
    go->next = 0;
    if (go->idle == 0)
        go->idle = g_idle_add(on_idle, go);
}

// Reading what is inside

typedef struct Reading {
    GtkWidget *dialog; ///< Holds it; what it is of may be over.
    StudioGoIndex index;
    StudioSnapshot *snapshot;
    StudioJob *job;
} Reading;

static bool is_over(void *user) { return studio_job_is_cancelled(((Reading *)user)->job); }

static void run_reading(StudioJob *job, void *data)
{
    Reading *reading = data;
    reading->job = job;
    studio_go_index_inside(&reading->index, reading->snapshot, is_over, reading);
}

static void end_reading(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Reading *reading = data;
    GoTo *go = g_object_get_data(G_OBJECT(reading->dialog), "go-to");
    studio_snapshot_destroy(g_steal_pointer(&reading->snapshot));
    if (is_cancelled || go == NULL)
        return;
    studio_go_index_release(&go->index);
    go->index = reading->index;
    reading->index = (StudioGoIndex){0};
    look(go);
}

static void free_reading(void *given)
{
    Reading *reading = given;
    studio_go_index_release(&reading->index);
    g_object_unref(reading->dialog);
    g_free(reading);
}

static void read_inside(GoTo *go)
{
    const Studio *studio = studio_workspace_studio(go->workspace);
    Reading *reading = g_new0(Reading, 1);
    reading->dialog = g_object_ref(go->dialog);
    if (!studio_go_index_assets(&reading->index, &studio->files) ||
        studio_snapshot_make(&studio->files, &reading->snapshot, NULL) != MIEN_OK) {
        free_reading(reading);
        return;
    }
    studio_workspace_run(
        go->workspace,
        &(StudioJobWork){
            .is_minor = true, .run = run_reading, .done = end_reading, .free_data = free_reading},
        reading);
}

// Going

typedef struct Command {
    StudioWindow *window;
    const char *name; ///< Of the table.
} Command;

static gboolean run_command(void *user)
{
    Command *command = user;
    if (strcmp(command->name, "app.quit") == 0)
        gtk_widget_activate_action(GTK_WIDGET(command->window), "app.quit", NULL);
    else
        studio_commands_run(studio_window_commands(command->window), command->name);
    g_object_unref(command->window);
    g_free(command);
    return G_SOURCE_REMOVE;
}

static void go_to_thing(GoTo *go, StudioGoKind kind, const char *path, const char *name, bool is_behind)
{
    if (go->workspace == NULL || !studio_exists(studio_workspace_studio(go->workspace), path))
        return;
    StudioDocument *document = studio_workspace_show(go->workspace, path, is_behind);
    if (kind == STUDIO_GO_BONE) {
        studio_live_mark(studio_live_of(go->workspace), &name, 1);
    } else if (kind != STUDIO_GO_ASSET) {
        studio_selection_only(&document->selection, name);
        studio_workspace_selection_changed(go->workspace);
    }
}

static void choose(GoTo *go, guint position, bool is_behind)
{
    g_autoptr(StudioGoRow) row = g_list_model_get_item(G_LIST_MODEL(go->results), position);
    if (row == NULL || row->reason != NULL)
        return;
    if (row->action != NULL) {
        Command *command = g_new0(Command, 1);
        *command = (Command){g_object_ref(go->window), row->action->name};
        remember(go, STUDIO_GO_KINDS, "", row->action->name);
        gtk_window_destroy(GTK_WINDOW(go->dialog));
        g_idle_add(run_command, command); // once the focus is back where it was
        return;
    }
    remember(go, row->kind, row->path, row->name);
    go_to_thing(go, row->kind, row->path, row->name, is_behind);
    if (!is_behind)
        gtk_window_destroy(GTK_WINDOW(go->dialog));
}

static void on_activate(GtkListView *list, guint position, GoTo *go)
{
    (void)list;
    choose(go, position, false);
}

static void move(GoTo *go, int by)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(go->results));
    const guint at = gtk_single_selection_get_selected(go->selection);
    if (count == 0)
        return;
    const guint next = (guint)(((int)(at < count ? at : 0) + by + (int)count) % (int)count);
    gtk_single_selection_set_selected(go->selection, next);
    gtk_widget_activate_action(go->list, "list.scroll-to-item", "u", next);
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, GoTo *go)
{
    (void)keys, (void)code;
    if (key == GDK_KEY_Escape) {
        gtk_window_destroy(GTK_WINDOW(go->dialog));
    } else if (key == GDK_KEY_Down || key == GDK_KEY_Up) {
        move(go, key == GDK_KEY_Down ? 1 : -1);
    } else if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) {
        if (go->idle != 0) { // who types quickly means what was typed
            g_clear_handle_id(&go->idle, g_source_remove);
            look_on(go, G_MAXINT64);
        }
        choose(go, gtk_single_selection_get_selected(go->selection), (state & GDK_CONTROL_MASK) != 0);
    } else {
        return FALSE;
    }
    return TRUE;
}

// The window

static void free_go(void *given)
{
    GoTo *go = given;
    g_clear_handle_id(&go->idle, g_source_remove);
    studio_go_index_release(&go->index);
    g_array_unref(go->found);
    g_object_unref(go->results);
    g_clear_object(&go->workspace);
    g_free(go->words);
    g_free(go);
}

static void on_destroy(GtkWidget *dialog) { g_object_set_data(G_OBJECT(dialog), "go-to", NULL); }

static void make_list(GoTo *go)
{
    go->results = g_list_store_new(STUDIO_TYPE_GO_ROW);
    go->selection = gtk_single_selection_new(G_LIST_MODEL(g_object_ref(go->results)));
    go->list = gtk_list_view_new(GTK_SELECTION_MODEL(go->selection), studio_go_row_factory());
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(go->list), TRUE);
    gtk_widget_set_name(go->list, "go-to-list");
    gtk_widget_set_focusable(go->list, FALSE);
    studio_name(go->list, "Results");
    g_signal_connect(go->list, "activate", G_CALLBACK(on_activate), go);
    go->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(go->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(go->scrolled), go->list);
    gtk_widget_set_vexpand(go->scrolled, TRUE);
    go->empty = gtk_label_new("");
    gtk_label_set_wrap(GTK_LABEL(go->empty), TRUE);
    gtk_widget_add_css_class(go->empty, "dim-label");
    gtk_widget_set_vexpand(go->empty, TRUE);
    gtk_widget_set_visible(go->empty, FALSE);
}

static void make_window(GoTo *go)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkEventController *keys = gtk_event_controller_key_new();
    go->dialog = adw_window_new();
    gtk_widget_set_name(go->dialog, "go-to");
    gtk_window_set_title(GTK_WINDOW(go->dialog), "Go To");
    gtk_window_set_modal(GTK_WINDOW(go->dialog), TRUE);
    gtk_window_set_default_size(GTK_WINDOW(go->dialog), 560, 420);
    gtk_window_set_transient_for(GTK_WINDOW(go->dialog), GTK_WINDOW(go->window));
    go->entry = gtk_search_entry_new();
    g_object_set(go->entry, "placeholder-text",
                 go->workspace != NULL ? "Assets, poses, curves, bones, nodes; > for commands" : "Commands",
                 NULL);
    studio_name(go->entry, "Go To");
    gtk_widget_add_css_class(go->entry, "go-to-entry");
    make_list(go);
    gtk_box_append(GTK_BOX(box), go->entry);
    gtk_box_append(GTK_BOX(box), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    gtk_box_append(GTK_BOX(box), go->scrolled);
    gtk_box_append(GTK_BOX(box), go->empty);
    adw_window_set_content(ADW_WINDOW(go->dialog), box);
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), go);
    gtk_widget_add_controller(go->dialog, keys);
    g_signal_connect_swapped(go->entry, "changed", G_CALLBACK(look), go);
    g_object_set_data_full(G_OBJECT(go->dialog), "go-to", go, free_go);
    g_signal_connect(go->dialog, "destroy", G_CALLBACK(on_destroy), NULL);
}

void studio_go_to(StudioWindow *window)
{
    GoTo *go = g_new0(GoTo, 1);
    go->window = window;
    go->commands = studio_window_commands(window);
    go->recent = recent_of(window);
    go->found = g_array_new(FALSE, FALSE, sizeof(Hit));
    if (studio_window_workspace(window) != NULL)
        go->workspace = g_object_ref(studio_window_workspace(window));
    make_window(go);
    if (go->workspace != NULL) {
        studio_go_index_assets(&go->index, &studio_workspace_studio(go->workspace)->files);
        read_inside(go);
    }
    look(go);
    gtk_window_present(GTK_WINDOW(go->dialog));
    gtk_widget_grab_focus(go->entry);
}
