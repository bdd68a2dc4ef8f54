// SPDX-License-Identifier: MIT
//
// Commands of the window: files, history, panels.

#include "studio/app/actions.h"
#include "studio/app/window_private.h"

#include <string.h>

#include "studio/model/document/disk.h"
#include "studio/model/document/recover.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

// Files and history

static void on_folder(GtkNativeDialog *dialog, int response, StudioWindow *window)
{
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autofree char *path = file != NULL ? g_file_get_path(file) : NULL;
    const bool is_new = g_object_get_data(G_OBJECT(dialog), "is-new") != NULL;
    MieniProblem problem = {0};
    if (response == GTK_RESPONSE_ACCEPT && path != NULL) {
        g_autofree char *name = g_path_get_basename(path);
        if (is_new && studio_create(path, name, &problem) != MIEN_OK)
            studio_window_refuse(window, "Could Not Create the Project", problem.error.message);
        else
            studio_window_open(window, path);
    }
    g_object_unref(dialog);
}

static void run_choose(void *user, const char *name)
{
    StudioWindow *window = user;
    const bool is_new = strcmp(name, "win.new-project") == 0;
    GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
        is_new ? "New Project" : "Open Project", GTK_WINDOW(window), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
        is_new ? "Create" : "Open", "Cancel");
    gtk_file_chooser_set_create_folders(GTK_FILE_CHOOSER(chooser), is_new);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
    if (is_new)
        g_object_set_data(G_OBJECT(chooser), "is-new", window);
    g_signal_connect(chooser, "response", G_CALLBACK(on_folder), window);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

static void run_project(void *user, const char *name)
{
    StudioWindow *window = user;
    StudioWorkspace *workspace = window->workspace;
    Studio *studio = workspace != NULL ? studio_workspace_studio(workspace) : NULL;
    MieniProblem problem = {0};
    if (studio == NULL)
        return;
    const StudioDocument *active = studio_workspace_active(workspace);
    if (strcmp(name, "win.save") == 0)
        studio_workspace_save(workspace, NULL, NULL);
    else if (strcmp(name, "win.undo") == 0)
        studio_workspace_check(workspace, studio_undo(studio, &problem), &problem);
    else if (strcmp(name, "win.redo") == 0)
        studio_workspace_check(workspace, studio_redo(studio, &problem), &problem);
    else if (strcmp(name, "win.revert") == 0 && active != NULL)
        studio_workspace_check(workspace, studio_revert(studio, active->path, &problem), &problem);
    else if (strcmp(name, "win.cancel-job") == 0 && studio_workspace_job(workspace, 0) != NULL)
        studio_job_cancel(studio_workspace_job(workspace, 0));
    studio_window_update(window);
}

static void run_recovery(void *user, const char *name)
{
    StudioWindow *window = user;
    StudioWorkspace *workspace = window->workspace;
    Studio *studio = workspace != NULL ? studio_workspace_studio(workspace) : NULL;
    StudioRecovery *recovery;
    MieniProblem problem = {0};
    if (studio == NULL)
        return;
    if (strcmp(name, "win.take-over") == 0) {
        studio_workspace_check(workspace, studio_take_over(studio, &problem), &problem);
    } else if (studio->recovered[0] != '\0' && strcmp(name, "win.discard-recovered") == 0) {
        studio_recovery_discard(studio);
    } else if (studio->recovered[0] != '\0') {
        int done = 0;
        MienStatus status = studio_recovery_open(studio, &recovery, &problem);
        if (status == MIEN_OK) {
            status = studio_recovery_apply(studio, recovery, recovery->count, &done, &problem);
            studio_recovery_destroy(recovery);
        }
        g_autofree char *text = g_strdup_printf("Restored %d change%s", done, done == 1 ? "" : "s");
        if (studio_workspace_check(workspace, status, &problem))
            studio_workspace_toast(workspace, text, NULL, NULL);
    }
    studio_window_show_infos(window);
    studio_window_update(window);
}

static void run_contest(void *user, const char *name)
{
    StudioWindow *window = user;
    Studio *studio = window->workspace != NULL ? studio_workspace_studio(window->workspace) : NULL;
    MieniProblem problem = {0};
    for (int i = 0; studio != NULL && i < studio->files.count; ++i) {
        if (!studio->files.items[i]->is_contested)
            continue;
        g_autofree char *path = g_strdup(studio->files.items[i]->path);
        const MienStatus status = strcmp(name, "win.keep-mine") == 0
                                      ? studio_keep_mine(studio, path, &problem)
                                      : studio_load_theirs(studio, path, &problem);
        studio_workspace_check(window->workspace, status, &problem);
        break;
    }
    studio_window_show_infos(window);
}

static void on_answer(AdwMessageDialog *dialog, const char *answer, StudioWindow *window);

static void on_saved_to_close(StudioWorkspace *workspace, bool is_saved, void *user)
{
    (void)workspace;
    g_autoptr(StudioWindow) window = user;
    if (is_saved)
        gtk_window_close(GTK_WINDOW(window));
}

static void on_answer(AdwMessageDialog *dialog, const char *answer, StudioWindow *window)
{
    (void)dialog;
    if (strcmp(answer, "save") == 0) {
        studio_workspace_save(window->workspace, on_saved_to_close, g_object_ref(window));
    } else if (strcmp(answer, "discard") == 0) {
        window->may_close = true;
        gtk_window_close(GTK_WINDOW(window));
    }
}

bool studio_window_asks(StudioWindow *window)
{
    const int edited =
        window->workspace != NULL ? studio_edited_count(studio_workspace_studio(window->workspace)) : 0;
    if (edited == 0 || window->may_close)
        return false;
    g_autofree char *title = g_strdup_printf("Save Changes to %d File%s?", edited, edited == 1 ? "" : "s");
    AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG(
        adw_message_dialog_new(GTK_WINDOW(window), title, "Changes you don’t save will be lost."));
    adw_message_dialog_add_responses(dialog, "discard", "Discard", "cancel", "Cancel", "save", "Save", NULL);
    adw_message_dialog_set_response_appearance(dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
    adw_message_dialog_set_response_appearance(dialog, "save", ADW_RESPONSE_SUGGESTED);
    adw_message_dialog_set_default_response(dialog, "save");
    adw_message_dialog_set_close_response(dialog, "cancel");
    g_signal_connect(dialog, "response", G_CALLBACK(on_answer), window);
    gtk_window_present(GTK_WINDOW(dialog));
    return true;
}

// Regions and the rest

/// Shows or hides a panel below everything; there is room for one.
static void show_drawer(StudioWindow *window, const char *name, bool is_on)
{
    GtkWidget *const drawers[] = {window->problems_panel, window->acceptance_panel, window->live_panel};
    static const char *const names[] = {"win.show-problems", "win.show-acceptance", "win.show-live"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        const bool is_shown = is_on && strcmp(names[i], name) == 0;
        gtk_widget_set_visible(drawers[i], is_shown);
        gtk_revealer_set_reveal_child(GTK_REVEALER(drawers[i]), is_shown);
        studio_commands_set_state(window->commands, names[i], is_shown);
    }
}

static void run_view(void *user, const char *name)
{
    StudioWindow *window = user;
    const bool is_on = studio_commands_state(window->commands, name);
    if (strcmp(name, "win.show-browser") == 0)
        adw_flap_set_reveal_flap(ADW_FLAP(window->flap), is_on);
    else if (strcmp(name, "win.show-problems") == 0 || strcmp(name, "win.show-acceptance") == 0 ||
             strcmp(name, "win.show-live") == 0)
        show_drawer(window, name, is_on);
    else if (strcmp(name, "win.fullscreen") == 0)
        (is_on ? gtk_window_fullscreen : gtk_window_unfullscreen)(GTK_WINDOW(window));
    if (strcmp(name, "win.maximize-viewport") == 0) {
        adw_flap_set_reveal_flap(ADW_FLAP(window->flap), !is_on);
        gtk_widget_set_visible(window->status, !is_on);
        gtk_widget_set_visible(window->tab_bar, !is_on);
    }
    if (window->workspace != NULL)
        studio_window_show_editor(window);
}

static void run_focus(void *user, const char *name)
{
    StudioWindow *window = user;
    GtkWidget *const regions[] = {window->browser,  window->viewport,   window->playback,
                                  window->side,     window->narrow,     window->wide,
                                  window->problems, window->acceptance, window->live};
    const int count = (int)G_N_ELEMENTS(regions), step = strcmp(name, "win.focus-next") == 0 ? 1 : -1;
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
    int at = step > 0 ? -1 : count;
    for (int i = 0; i < count; ++i)
        if (focus != NULL && (focus == regions[i] || gtk_widget_is_ancestor(focus, regions[i])))
            at = i;
    for (int i = 1; i <= count; ++i) {
        GtkWidget *region = regions[((at + i * step) % count + count) % count];
        if (gtk_widget_get_mapped(region) && gtk_widget_child_focus(region, GTK_DIR_TAB_FORWARD))
            return;
    }
}

static void run_style(void *user, const char *name)
{
    StudioWindow *window = user;
    const bool is_dark = strcmp(name, "win.style-dark") == 0, is_light = strcmp(name, "win.style-light") == 0;
    adw_style_manager_set_color_scheme(adw_style_manager_get_default(), is_dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                                                        : is_light
                                                                            ? ADW_COLOR_SCHEME_FORCE_LIGHT
                                                                            : ADW_COLOR_SCHEME_DEFAULT);
    studio_settings_set_text(window->settings, "style", name + strlen("win.style-"));
}

/// The file of the document in front, in the program that the system has for texts.
static void open_text(StudioWindow *window)
{
    const StudioDocument *document = studio_workspace_active(window->workspace);
    if (document == NULL)
        return;
    g_autofree char *file =
        g_build_filename(studio_workspace_studio(window->workspace)->files.disk.root, document->path, NULL);
    g_autofree char *uri = g_filename_to_uri(file, NULL, NULL);
    if (uri != NULL)
        gtk_show_uri(GTK_WINDOW(window), uri, GDK_CURRENT_TIME);
}

static void run_rest(void *user, const char *name)
{
    StudioWindow *window = user;
    if (strcmp(name, "win.open-text") == 0) {
        open_text(window);
    } else if (strcmp(name, "win.find") == 0) {
        studio_browser_focus_filter(STUDIO_BROWSER(window->browser));
    } else if (strcmp(name, "win.close-window") == 0) {
        gtk_window_close(GTK_WINDOW(window));
    } else if (strcmp(name, "win.open-sample") == 0) {
        studio_window_open_sample(window);
    }
}

static void on_open_recent(GSimpleAction *action, GVariant *path, StudioWindow *window)
{
    (void)action;
    studio_window_open(window, g_variant_get_string(path, NULL));
}

static void on_is_active(StudioWindow *window)
{
    if (gtk_window_is_active(GTK_WINDOW(window)) && window->workspace != NULL)
        studio_workspace_look(window->workspace);
}

void studio_window_bind_actions(StudioWindow *window)
{
    static const struct {
        StudioCommandRun *run;
        const char *names[6];
    } rows[] = {
        {run_choose, {"win.new-project", "win.open-project"}},
        {run_project, {"win.save", "win.undo", "win.redo", "win.revert", "win.cancel-job"}},
        {run_recovery, {"win.restore", "win.discard-recovered", "win.take-over"}},
        {run_contest, {"win.keep-mine", "win.load-theirs"}},
        {run_view,
         {"win.show-browser", "win.show-inspector", "win.show-editor", "win.show-problems",
          "win.maximize-viewport", "win.fullscreen"}},
        {run_view, {"win.show-acceptance", "win.show-live"}},
        {run_focus, {"win.focus-next", "win.focus-previous"}},
        {run_style, {"win.style-system", "win.style-light", "win.style-dark"}},
        {run_rest, {"win.find", "win.close-window", "win.open-sample", "win.open-text"}},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        for (int k = 0; k < 6 && rows[i].names[k] != NULL; ++k)
            studio_commands_bind(window->commands, rows[i].names[k], rows[i].run, window);
    studio_window_bind_tabs(window);
    studio_window_bind_build(window);
    studio_window_bind_export(window);
    studio_window_bind_infos(window);
    studio_window_bind_help(window);
    studio_commands_set_state(window->commands, "win.show-browser", true);
    studio_commands_set_state(window->commands, "win.show-inspector", true);
    studio_commands_set_state(window->commands, "win.show-editor", true);
    g_autoptr(GSimpleAction) recent = g_simple_action_new("open-recent", G_VARIANT_TYPE_STRING);
    g_signal_connect(recent, "activate", G_CALLBACK(on_open_recent), window);
    g_action_map_add_action(G_ACTION_MAP(window), G_ACTION(recent));
    g_signal_connect(window, "notify::is-active", G_CALLBACK(on_is_active), NULL);
}

static void update_history(StudioWindow *window, const Studio *studio)
{
    const char *undo = studio != NULL ? studio_undo_label(studio) : NULL;
    const char *redo = studio != NULL ? studio_redo_label(studio) : NULL;
    g_autofree char *undo_words = g_strconcat("Undo", undo != NULL ? " " : "", undo, NULL);
    g_autofree char *redo_words = g_strconcat("Redo", redo != NULL ? " " : "", redo, NULL);
    g_autofree char *undo_tip = studio_commands_tooltip(window->commands, "win.undo", undo_words);
    g_autofree char *redo_tip = studio_commands_tooltip(window->commands, "win.redo", redo_words);
    studio_tip(window->undo, undo_tip);
    studio_tip(window->redo, redo_tip);
    studio_commands_allow(window->commands, "win.history", undo != NULL ? NULL : "Nothing to undo");
    studio_commands_set_label(window->commands, "win.undo", undo_words);
    studio_commands_set_label(window->commands, "win.redo", redo_words);
    studio_commands_allow(window->commands, "win.undo", undo != NULL ? NULL : "Nothing to undo");
    studio_commands_allow(window->commands, "win.redo", redo != NULL ? NULL : "Nothing to redo");
}

static void show_problem_count(GtkWidget *button, const char *words, const char *icon)
{
    GtkWidget *content = gtk_button_get_child(GTK_BUTTON(button));
    if (!ADW_IS_BUTTON_CONTENT(content)) {
        content = adw_button_content_new();
        gtk_button_set_child(GTK_BUTTON(button), content);
    } else if (strcmp(adw_button_content_get_label(ADW_BUTTON_CONTENT(content)), words) == 0 &&
               strcmp(adw_button_content_get_icon_name(ADW_BUTTON_CONTENT(content)), icon) == 0) {
        return;
    }
    adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), icon);
    adw_button_content_set_label(ADW_BUTTON_CONTENT(content), words);
    studio_name(button, words);
}

static void update_status(StudioWindow *window, const Studio *studio)
{
    const StudioProblems *problems = studio_workspace_problems(window->workspace);
    const int count = problems->counts[MIENI_LINT_WARNING] + problems->counts[MIENI_LINT_ERROR];
    const int edited = studio_edited_count(studio);
    const StudioDocument *active = studio_workspace_active(window->workspace);
    char name[STUDIO_LABEL_ROOM];
    const bool has_errors = problems->counts[MIENI_LINT_ERROR] > 0;
    g_autofree char *words =
        count == 0 ? g_strdup("No problems") : g_strdup_printf("%d problem%s", count, count == 1 ? "" : "s");
    const char *icon = has_errors  ? "dialog-error-symbolic"
                       : count > 0 ? "dialog-warning-symbolic"
                                   : "emblem-ok-symbolic";
    show_problem_count(window->status_problems, words, icon);
    (count > 0 ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(window->status_problems,
                                                                         "has-problems");
    (has_errors ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(window->status_problems,
                                                                          "has-errors");
    const char *summary = active != NULL ? studio_workspace_summary(window->workspace, active->path) : NULL;
    g_autofree char *text = active == NULL ? g_strdup("")
                            : summary != NULL && summary[0] != '\0'
                                ? g_strdup_printf("%s: %s", studio_asset_name(active->path, name), summary)
                                : g_strdup(studio_asset_name(active->path, name));
    gtk_label_set_text(GTK_LABEL(window->status_text), text);
    studio_describe(window->status_text, text);
    g_autofree char *saved = edited == 0
                                 ? g_strdup("All saved")
                                 : g_strdup_printf("%d file%s edited", edited, edited == 1 ? "" : "s");
    gtk_label_set_text(GTK_LABEL(window->status_saved), saved);
    const StudioJob *job = studio_workspace_job(window->workspace, 0);
    studio_jobs_bar_show(window->status_jobs, window->workspace);
    studio_commands_allow(window->commands, "win.cancel-job", job != NULL ? NULL : "No job is running");
}

void studio_window_update(StudioWindow *window)
{
    static const char *const needing[] = {
        "win.show-browser",       "win.show-inspector",    "win.show-editor", "win.show-problems",
        "win.show-acceptance",    "win.maximize-viewport", "win.find",        "win.focus-next",
        "win.focus-previous",     "viewport.frame",        "viewport.front",  "viewport.side",
        "viewport.three-quarter", "viewport.reset-camera", "viewport.bones",  "viewport.wireframe",
        "viewport.heat-map",      "browser.clear-filter",  "win.show-live"};
    const Studio *studio = window->workspace != NULL ? studio_workspace_studio(window->workspace) : NULL;
    StudioCommands *commands = window->commands;
    const char *no_project = studio != NULL ? NULL : "Open a project first";
    const StudioDocument *active = studio != NULL ? studio_workspace_active(window->workspace) : NULL;
    const StudioFile *file = active != NULL ? studio_files_find(&studio->files, active->path) : NULL;
    bool is_contested = false;
    for (size_t i = 0; i < G_N_ELEMENTS(needing); ++i)
        studio_commands_allow(commands, needing[i], no_project);
    for (int i = 0; studio != NULL && i < studio->files.count; ++i)
        is_contested = is_contested || studio->files.items[i]->is_contested;
    const bool is_edited = studio != NULL && studio_edited_count(studio) > 0;
    const bool is_recovered = studio != NULL && studio->recovered[0] != '\0';
    studio_commands_allow(commands, "win.save", is_edited ? NULL : "Everything is saved");
    studio_commands_allow(commands, "win.open-text", active != NULL ? NULL : "No document is open");
    studio_commands_allow(commands, "win.revert",
                          file != NULL && studio_file_is_edited(file) ? NULL : "This file has no changes");
    studio_commands_allow(commands, "win.restore", is_recovered ? NULL : "Nothing to restore");
    studio_commands_allow(commands, "win.discard-recovered", is_recovered ? NULL : "Nothing to discard");
    studio_commands_allow(commands, "win.keep-mine", is_contested ? NULL : "No file changed on disk");
    studio_commands_allow(commands, "win.load-theirs", is_contested ? NULL : "No file changed on disk");
    studio_commands_allow(commands, "win.take-over",
                          studio == NULL || !studio->is_read_only ? "This project is not read-only"
                          : studio->lock.owner == 0               ? studio->read_only_reason
                                                                  : NULL);
    studio_commands_allow(commands, "win.cancel-job", "No job is running");
    studio_window_allow_tabs(window);
    studio_window_allow_build(window);
    studio_window_allow_export(window);
    studio_window_allow_infos(window);
    update_history(window, studio);
    if (studio != NULL)
        update_status(window, studio);
}
