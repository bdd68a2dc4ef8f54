// SPDX-License-Identifier: MIT
//
// Import commands.

#include "studio/panels/import/panel.h"

#include "studio/panels/import/dialogs.h"

#include <adwaita.h>
#include <limits.h>
#include <string.h>

#include "base/source_formats.h"
enum { FEW = 8 }; ///< Selected assets that are looked at to tell whether there is a source.

struct StudioImporter {
    GtkWindow *window;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals, *of_workspace;
    GtkWidget *refusal; ///< The open message, to which others are added; NULL: none.
};

// Choosing files

static GtkFileFilter *make_filter(void)
{
    char ending[MIENI_ENDING_ROOM];
    GtkFileFilter *filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, "Faces, bodies and animation");
    for (int f = 0; f < MIENI_FORMAT_COUNT; ++f)
        for (int e = 0; mieni_source_format_ending(&mieni_source_formats[f], e, ending); ++e)
            gtk_file_filter_add_suffix(filter, ending + 1);
    return filter;
}

void studio_importer_add_files(StudioImporter *importer, const GSList *files)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (; files != NULL; files = files->next) {
        char *path = g_file_get_path(files->data);
        if (path != NULL)
            g_ptr_array_add(paths, path);
    }
    if (importer->workspace != NULL && paths->len > 0)
        studio_imports_add(studio_imports_of(importer->workspace), (const char *const *)paths->pdata,
                           (int)paths->len);
}

static void on_chosen(GtkNativeDialog *dialog, int response, StudioImporter *importer)
{
    g_autoptr(GListModel) files = gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog));
    GSList *list = NULL;
    for (guint i = g_list_model_get_n_items(files); i-- > 0 && response == GTK_RESPONSE_ACCEPT;)
        list = g_slist_prepend(list, g_list_model_get_item(files, i));
    studio_importer_add_files(importer, list);
    g_slist_free_full(list, g_object_unref);
    g_object_unref(dialog);
}

static void choose(StudioImporter *importer, bool is_folder)
{
    GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
        is_folder ? "Import Folder" : "Import Files", importer->window,
        is_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, "Import", "Cancel");
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
    if (!is_folder) {
        g_autoptr(GtkFileFilter) all = gtk_file_filter_new(), filter = make_filter();
        gtk_file_filter_set_name(all, "All files");
        gtk_file_filter_add_pattern(all, "*");
        gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(chooser), TRUE);
        gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(chooser), filter);
        gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(chooser), all);
    }
    g_signal_connect(chooser, "response", G_CALLBACK(on_chosen), importer);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

// What is selected

static void add_once(GPtrArray *files, const char *file)
{
    if (file != NULL && !g_ptr_array_find_with_equal_func(files, file, g_str_equal, NULL))
        g_ptr_array_add(files, g_strdup(file));
}

/// Sources that are selected, those of selected assets, or that of the active document.
static GPtrArray *sources(StudioImporter *importer, int most)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    if (importer->workspace == NULL)
        return files;
    const MieniPaths *selected = studio_workspace_selected(importer->workspace);
    const StudioDocument *active = studio_workspace_active(importer->workspace);
    for (int i = 0; i < selected->count && i < most; ++i)
        add_once(files, mieni_asset_kind_of_path(selected->items[i]) == MIENI_ASSET_NONE
                            ? selected->items[i]
                            : studio_source_of(importer->workspace, selected->items[i]));
    if (files->len == 0 && active != NULL)
        add_once(files, studio_source_of(importer->workspace, active->path));
    return files;
}

static void allow(StudioImporter *importer)
{
    static const char *const needing[] = {"win.import", "win.import-folder"};
    StudioImports *imports = importer->workspace != NULL ? studio_imports_of(importer->workspace) : NULL;
    const Studio *studio = imports != NULL ? studio_workspace_studio(importer->workspace) : NULL;
    const char *reason = studio == NULL         ? "Open a project first"
                         : studio->is_read_only ? "This project is read-only"
                                                : NULL;
    g_autoptr(GPtrArray) files = sources(importer, FEW);
    for (size_t i = 0; i < G_N_ELEMENTS(needing); ++i)
        studio_commands_allow(importer->commands, needing[i], reason);
    const char *no_source = reason != NULL    ? reason
                            : files->len == 0 ? "Select a source file or an imported asset"
                                              : NULL;
    studio_commands_allow(importer->commands, "win.import-again", no_source);
    studio_commands_allow(importer->commands, "browser.update-from-source", no_source);
    const char *last = imports != NULL ? studio_imports_last(imports) : NULL;
    const char *poses = imports != NULL ? studio_imports_poses(imports) : NULL;
    studio_commands_allow(importer->commands, "win.import-show",
                          last != NULL ? NULL : "Nothing imported yet");
    studio_commands_allow(
        importer->commands, "win.import-poses",
        poses != NULL && studio_exists(studio, poses) ? NULL : "No imported clip contains a list of poses");
    studio_commands_allow(importer->commands, "win.import-report",
                          last != NULL || files->len > 0 ? NULL : "Select a source file first");
}

// Commands

/// The asset among those that were made that people want to see first.
static const char *most_wanted(const Studio *studio, const MieniPaths *made)
{
    static const MieniAssetKind order[] = {MIENI_ASSET_POSES, MIENI_ASSET_MESH, MIENI_ASSET_CLIP,
                                           MIENI_ASSET_SKELETON};
    for (size_t k = 0; k < G_N_ELEMENTS(order); ++k)
        for (int i = 0; i < made->count; ++i)
            if (mieni_asset_kind_of_path(made->items[i]) == order[k] && studio_exists(studio, made->items[i]))
                return made->items[i];
    return NULL;
}

static void show_made(StudioImporter *importer)
{
    const MieniPaths *made = studio_imports_made(studio_imports_of(importer->workspace));
    const char *first = most_wanted(studio_workspace_studio(importer->workspace), made);
    g_autofree const char **paths = g_new0(const char *, (gsize)made->count + 1);
    for (int i = 0; i < made->count; ++i)
        paths[i] = made->items[i];
    if (first != NULL)
        studio_workspace_show(importer->workspace, first, false);
    studio_workspace_reveal(importer->workspace, paths);
}

static void make_poses(StudioImporter *importer)
{
    const char *clip = studio_imports_poses(studio_imports_of(importer->workspace));
    const char *const paths[] = {clip, NULL};
    if (clip == NULL)
        return;
    studio_workspace_reveal(importer->workspace, paths);
    if (!studio_commands_run(importer->commands, "browser.make-poses"))
        studio_workspace_show(importer->workspace, clip, false);
}

static void import_again(StudioImporter *importer)
{
    g_autoptr(GPtrArray) files = sources(importer, INT_MAX);
    studio_imports_again(studio_imports_of(importer->workspace), (const char *const *)files->pdata,
                         (int)files->len);
}

static void run(void *user, const char *name)
{
    StudioImporter *importer = user;
    if (importer->workspace == NULL)
        return;
    StudioImports *imports = studio_imports_of(importer->workspace);
    g_autoptr(GPtrArray) files = sources(importer, FEW);
    if (strcmp(name, "win.import") == 0)
        choose(importer, false);
    else if (strcmp(name, "win.import-folder") == 0)
        choose(importer, true);
    else if (strcmp(name, "win.import-again") == 0 || strcmp(name, "browser.update-from-source") == 0)
        import_again(importer);
    else if (strcmp(name, "win.import-show") == 0)
        show_made(importer);
    else if (strcmp(name, "win.import-poses") == 0)
        make_poses(importer);
    else if (strcmp(name, "win.import-report") == 0)
        studio_import_report_show(importer->window, importer->workspace,
                                  files->len > 0 ? files->pdata[0] : studio_imports_last(imports));
}

// What happens

static void on_asks(StudioImporter *importer, StudioImport *import)
{
    studio_import_ask(importer->window, studio_imports_of(importer->workspace), import);
}

static void on_refusal_closed(StudioImporter *importer) { importer->refusal = NULL; }

/// Files that are refused together share one message.
static void on_refused(StudioImporter *importer, const char *file, const char *text)
{
    g_autofree char *line = g_strdup_printf("%s was not imported: %s", file, text);
    if (importer->refusal != NULL) {
        const char *body = adw_message_dialog_get_body(ADW_MESSAGE_DIALOG(importer->refusal));
        g_autofree char *longer = g_strdup_printf("%s\n\n%s", body, line);
        adw_message_dialog_set_heading(ADW_MESSAGE_DIALOG(importer->refusal), "Could Not Import Files");
        adw_message_dialog_set_body(ADW_MESSAGE_DIALOG(importer->refusal), longer);
        return;
    }
    g_autofree char *title = g_strdup_printf("Could Not Import %s", file);
    importer->refusal = adw_message_dialog_new(importer->window, title, line);
    adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(importer->refusal), "close", "Close");
    g_signal_connect_swapped(importer->refusal, "destroy", G_CALLBACK(on_refusal_closed), importer);
    gtk_window_present(GTK_WINDOW(importer->refusal));
}

// Making it

StudioImporter *studio_importer_new(GtkWindow *window, StudioCommands *commands)
{
    static const char *const names[] = {
        "win.import",       "win.import-folder", "win.import-again",          "win.import-show",
        "win.import-poses", "win.import-report", "browser.update-from-source"};
    StudioImporter *importer = g_new0(StudioImporter, 1);
    importer->window = window;
    importer->commands = g_object_ref(commands);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, importer);
    importer->signals = g_signal_group_new(STUDIO_TYPE_IMPORTS);
    importer->of_workspace = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(importer->signals, "asks", G_CALLBACK(on_asks), importer);
    g_signal_group_connect_swapped(importer->signals, "refused", G_CALLBACK(on_refused), importer);
    g_signal_group_connect_swapped(importer->signals, "changed", G_CALLBACK(allow), importer);
    g_signal_group_connect_swapped(importer->of_workspace, "selected", G_CALLBACK(allow), importer);
    g_signal_group_connect_swapped(importer->of_workspace, "active", G_CALLBACK(allow), importer);
    allow(importer);
    return importer;
}

void studio_importer_free(StudioImporter *importer)
{
    if (importer == NULL)
        return;
    g_object_unref(importer->signals);
    g_object_unref(importer->of_workspace);
    if (importer->refusal != NULL)
        g_signal_handlers_disconnect_by_data(importer->refusal, importer);
    g_clear_object(&importer->workspace);
    g_object_unref(importer->commands);
    g_free(importer);
}

void studio_importer_set_workspace(StudioImporter *importer, StudioWorkspace *workspace)
{
    if (importer->workspace != NULL && importer->workspace != workspace)
        studio_imports_stop(studio_imports_of(importer->workspace));
    g_set_object(&importer->workspace, workspace);
    g_signal_group_set_target(importer->of_workspace, workspace);
    g_signal_group_set_target(importer->signals, workspace != NULL ? studio_imports_of(workspace) : NULL);
    allow(importer);
}
