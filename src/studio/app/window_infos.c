// SPDX-License-Identifier: MIT
//
// Info bars above a project: recovery after a crash, conflicts with files on disk, read-only
// projects.

#include "studio/app/window_private.h"

#include <string.h>

#include "studio/model/document/disk.h"
#include "studio/model/document/recover.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

enum { MOST = 500 }; ///< Rows of a list.

static void add_info(StudioWindow *window, GtkMessageType type, const char *text, const char *const *buttons)
{
    GtkWidget *bar = gtk_info_bar_new(), *label = gtk_label_new(text);
    gtk_info_bar_set_message_type(GTK_INFO_BAR(bar), type);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_info_bar_add_child(GTK_INFO_BAR(bar), label);
    for (; *buttons != NULL; ++buttons) {
        GtkWidget *button = gtk_button_new_with_label(studio_commands_label(window->commands, *buttons));
        gtk_actionable_set_action_name(GTK_ACTIONABLE(button), *buttons);
        gtk_info_bar_add_action_widget(GTK_INFO_BAR(bar), button, GTK_RESPONSE_NONE);
    }
    gtk_box_append(GTK_BOX(window->infos), bar);
}

static void add_recovery(StudioWindow *window)
{
    Studio *studio = studio_workspace_studio(window->workspace);
    StudioRecovery *recovery;
    MieniProblem problem = {0};
    if (studio->recovered[0] == '\0' || studio_recovery_open(studio, &recovery, &problem) != MIEN_OK)
        return;
    gint64 time = 0;
    for (int i = 0; i < recovery->count; ++i) // undo and redo have none
        time = recovery->items[i].time != 0 ? recovery->items[i].time / 1000 : time;
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_local(time);
    g_autofree char *day = time != 0 ? g_date_time_format(when, " on %-d %b at %H:%M") : g_strdup("");
    g_autofree char *text = g_strdup_printf(
        "Mien Studio closed unexpectedly%s. %d change%s since your last save %s available to restore.", day,
        recovery->possible_count, recovery->possible_count == 1 ? "" : "s",
        recovery->possible_count == 1 ? "is" : "are");
    add_info(window, GTK_MESSAGE_INFO, text,
             (const char *const[]){"win.restore", "win.show-recovered", "win.discard-recovered", NULL});
    studio_recovery_destroy(recovery);
}

/// The first file that others changed while it is edited, or NULL.
static const char *contested(StudioWindow *window)
{
    const Studio *studio = window->workspace != NULL ? studio_workspace_studio(window->workspace) : NULL;
    for (int i = 0; studio != NULL && i < studio->files.count; ++i)
        if (studio->files.items[i]->is_contested)
            return studio->files.items[i]->path;
    return NULL;
}

static void add_contested(StudioWindow *window)
{
    const char *path = contested(window); // one after the other
    char name[STUDIO_LABEL_ROOM];
    MieniProblem problem = {0};
    MieniAssetDiff diff;
    if (path == NULL)
        return;
    const bool has_diff =
        studio_contest_diff(studio_workspace_studio(window->workspace), path, &diff, &problem) == MIEN_OK;
    g_autofree char *text =
        has_diff ? g_strdup_printf("%s also changed on disk (%d difference%s)", studio_asset_name(path, name),
                                   diff.count, diff.count == 1 ? "" : "s")
                 : g_strdup_printf("%s also changed on disk. %s", studio_asset_name(path, name),
                                   problem.error.message);
    add_info(window, GTK_MESSAGE_WARNING, text,
             (const char *const[]){"win.show-differences", "win.keep-mine", "win.load-theirs", NULL});
    if (has_diff)
        mieni_asset_diff_release(&diff);
}

void studio_window_show_infos(StudioWindow *window)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(window->infos)) != NULL)
        gtk_box_remove(GTK_BOX(window->infos), child);
    if (window->workspace == NULL)
        return;
    const Studio *studio = studio_workspace_studio(window->workspace);
    add_recovery(window);
    add_contested(window);
    if (studio->is_read_only) {
        g_autofree char *text = g_strdup_printf("This project is read-only. %s", studio->read_only_reason);
        add_info(window, GTK_MESSAGE_WARNING, text,
                 studio->lock.owner != 0 ? (const char *const[]){"win.save-copy", "win.take-over", NULL}
                                         : (const char *const[]){"win.save-copy", NULL});
    }
}

// Lists

static GtkWidget *make_list(StudioDialog *dialog, const char *name)
{
    GtkWidget *list = gtk_list_box_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *scrolled = gtk_scrolled_window_new();
    gtk_widget_add_css_class(list, "boxed-list");
    gtk_widget_add_css_class(box, "dialog-page");
    studio_name(list, name);
    gtk_box_append(GTK_BOX(box), list);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(dialog->body), scrolled);
    return list;
}

static void add_row(GtkWidget *list, const char *title, const char *subtitle)
{
    GtkWidget *row = adw_action_row_new();
    g_autofree char *shown = g_markup_escape_text(title, -1), *below = g_markup_escape_text(subtitle, -1);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), shown);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), below);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
}

static void show_differences(StudioWindow *window)
{
    const char *path = contested(window);
    MieniAssetDiff diff;
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    if (path == NULL)
        return;
    const MienStatus status =
        studio_contest_diff(studio_workspace_studio(window->workspace), path, &diff, &problem);
    if (!studio_workspace_check(window->workspace, status, &problem))
        return;
    StudioDialog dialog =
        studio_dialog_new(GTK_WIDGET(window), "differences-dialog", studio_asset_name(path, name),
                          "Changes from the file on disk to your version", "Close", 520, 520);
    GtkWidget *list = make_list(&dialog, "Differences");
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    for (int i = 0; i < diff.count && i < MOST; ++i) {
        MieniTextOut line = {0};
        mieni_asset_change_put(&line, &diff.changes[i]);
        add_row(list, line.bytes != NULL ? line.bytes : "", "");
        mieni_text_release(&line);
    }
    mieni_asset_diff_release(&diff);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(gtk_window_close), dialog.window);
    gtk_window_present(GTK_WINDOW(dialog.window));
}

/// Restores up to the row that is chosen.
static void on_restore(GtkWidget *list)
{
    StudioWindow *window = g_object_get_data(G_OBJECT(list), "window");
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(list));
    Studio *studio = window->workspace != NULL ? studio_workspace_studio(window->workspace) : NULL;
    StudioRecovery *recovery;
    MieniProblem problem = {0};
    int done = 0;
    if (studio == NULL || row == NULL || studio->recovered[0] == '\0')
        return;
    MienStatus status = studio_recovery_open(studio, &recovery, &problem);
    if (status == MIEN_OK) {
        status =
            studio_recovery_apply(studio, recovery, gtk_list_box_row_get_index(row) + 1, &done, &problem);
        studio_recovery_destroy(recovery);
    }
    g_autofree char *text = g_strdup_printf("Restored %d change%s", done, done == 1 ? "" : "s");
    if (studio_workspace_check(window->workspace, status, &problem))
        studio_workspace_toast(window->workspace, text, NULL, NULL);
    studio_window_show_infos(window);
    studio_window_update(window);
    gtk_window_close(GTK_WINDOW(gtk_widget_get_root(list)));
}

/// "rename jaw to jawOpen", "Undo rename jaw to jawOpen". Free it.
static char *recovered_title(const StudioRecoveryItem *item)
{
    return g_strconcat(item->kind == STUDIO_RECORD_UNDONE   ? "Undo "
                       : item->kind == STUDIO_RECORD_REDONE ? "Redo "
                                                            : "",
                       item->label, NULL);
}

/// When it was done, and why it cannot be restored. Free it.
static char *recovered_text(const StudioRecoveryItem *item)
{
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_local(item->time / 1000);
    g_autofree char *time = item->time != 0 ? g_date_time_format(when, "%H:%M:%S") : g_strdup("");
    if (item->is_possible)
        return g_steal_pointer(&time);
    return g_strdup_printf("%s%sCannot be restored: %s has changed", time, time[0] != '\0' ? " · " : "",
                           item->lost_by != NULL ? item->lost_by : "a file");
}

static void show_recovered(StudioWindow *window)
{
    Studio *studio = studio_workspace_studio(window->workspace);
    StudioRecovery *recovery;
    MieniProblem problem = {0};
    if (studio->recovered[0] == '\0' || studio_recovery_open(studio, &recovery, &problem) != MIEN_OK)
        return;
    StudioDialog dialog = studio_dialog_new(GTK_WIDGET(window), "recovery-dialog", "Unsaved Changes",
                                            "Choose the last change to restore", "Restore", 480, 520);
    GtkWidget *list = make_list(&dialog, "Changes");
    for (int i = 0; i < recovery->count && i < MOST; ++i) {
        const StudioRecoveryItem *item = &recovery->items[i];
        g_autofree char *title = recovered_title(item), *text = recovered_text(item);
        add_row(list, title, text);
    }
    gtk_list_box_select_row(GTK_LIST_BOX(list),
                            gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), recovery->count - 1));
    studio_recovery_destroy(recovery);
    g_object_set_data(G_OBJECT(list), "window", window); // which outlives its dialogs
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(on_restore), list);
    gtk_window_present(GTK_WINDOW(dialog.window));
}

// A copy

typedef struct Copying {
    StudioWindow *window;
    StudioSnapshot *snapshot;
    char *folder;
    MienStatus status;
    MieniProblem problem;
} Copying;

static void free_copying(void *given)
{
    Copying *copying = given;
    g_object_unref(copying->window);
    g_free(copying->folder);
    g_free(copying);
}

static void run_copy(StudioJob *job, void *data)
{
    Copying *copying = data;
    MieniPaths files = {0};
    const MieniProject *project = &copying->snapshot->project;
    copying->status = mieni_project_files(project, &files, &copying->problem);
    for (int i = 0; i < files.count && copying->status == MIEN_OK && !studio_job_is_cancelled(job); ++i) {
        MieniBuffer buffer = {0};
        char path[MIENI_PATH_ROOM];
        copying->status = mieni_project_read(project, files.items[i], &buffer, &copying->problem);
        if (copying->status == MIEN_OK && mieni_path_join(path, copying->folder, files.items[i]))
            copying->status = mieni_file_write(path, buffer.bytes, buffer.size, NULL, &copying->problem);
        mieni_buffer_release(&buffer);
        studio_job_progress(job, (double)(i + 1) / (double)files.count);
    }
    mieni_paths_release(&files);
}

static void end_copy(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Copying *copying = data;
    studio_snapshot_destroy(copying->snapshot);
    if (!is_cancelled && studio_workspace_check(workspace, copying->status, &copying->problem))
        studio_window_open(copying->window, copying->folder);
}

static void on_folder(GtkNativeDialog *dialog, int response, StudioWindow *window)
{
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autofree char *folder = file != NULL ? g_file_get_path(file) : NULL;
    MieniProblem problem = {0};
    StudioSnapshot *snapshot = NULL;
    if (response == GTK_RESPONSE_ACCEPT && folder != NULL && window->workspace != NULL &&
        studio_workspace_check(
            window->workspace,
            studio_snapshot_make(&studio_workspace_studio(window->workspace)->files, &snapshot, &problem),
            &problem)) {
        Copying *copying = g_new0(Copying, 1);
        copying->window = g_object_ref(window);
        copying->snapshot = snapshot;
        copying->folder = g_steal_pointer(&folder);
        studio_workspace_run(
            window->workspace,
            &(StudioJobWork){
                .name = "Save a copy", .run = run_copy, .done = end_copy, .free_data = free_copying},
            copying);
    }
    g_object_unref(dialog);
}

static void save_copy(StudioWindow *window)
{
    GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
        "Save Copy", GTK_WINDOW(window), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, "Save", "Cancel");
    gtk_file_chooser_set_create_folders(GTK_FILE_CHOOSER(chooser), TRUE);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
    g_signal_connect(chooser, "response", G_CALLBACK(on_folder), window);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

static void run(void *user, const char *name)
{
    StudioWindow *window = user;
    if (window->workspace == NULL)
        return;
    if (strcmp(name, "win.show-differences") == 0)
        show_differences(window);
    else if (strcmp(name, "win.show-recovered") == 0)
        show_recovered(window);
    else if (strcmp(name, "win.save-copy") == 0)
        save_copy(window);
}

void studio_window_bind_infos(StudioWindow *window)
{
    static const char *const names[] = {"win.show-differences", "win.show-recovered", "win.save-copy"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(window->commands, names[i], run, window);
}

void studio_window_allow_infos(StudioWindow *window)
{
    const Studio *studio = window->workspace != NULL ? studio_workspace_studio(window->workspace) : NULL;
    studio_commands_allow(window->commands, "win.show-differences",
                          contested(window) != NULL ? NULL : "No file changed on disk");
    studio_commands_allow(window->commands, "win.show-recovered",
                          studio != NULL && studio->recovered[0] != '\0' ? NULL : "Nothing to restore");
    studio_commands_allow(window->commands, "win.save-copy", studio != NULL ? NULL : "Open a project first");
}
