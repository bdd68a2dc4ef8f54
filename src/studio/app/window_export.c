// SPDX-License-Identifier: MIT
//
// The Export dialog: models, animations, tables, videos and images, written by the command line's program, as
// `mien export`, `mien video` and `mien render` write them. It saves first, because that program reads the
// files; cancelling interrupts it, and nothing is left.

#define _XOPEN_SOURCE 700 // kill, waitpid

#include "studio/app/window_private.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/live.h"

enum { PATIENCE = 100 }; ///< Milliseconds between two looks at whether to stop.

/// What can be written.
typedef struct Format {
    const char *label, *hint, *command, *ending;
    bool needs_clip, has_time, has_progress;
    bool is_of_clip; ///< Of the clip alone, without a character.
} Format;

static const Format formats[] = {
    {.label = "Model (.glb)",
     .hint = "glTF with the clip, for engines, viewers and Blender",
     .command = "export",
     .ending = ".glb"},
    {.label = "VRM (.vrm)",
     .hint = "For meshes that were imported from a VRM",
     .command = "export",
     .ending = ".vrm"},
    {.label = "VRM animation (.vrma)",
     .hint = "Plays on any VRM avatar",
     .command = "export",
     .ending = ".vrma",
     .needs_clip = true},
    {.label = "Table (.csv)",
     .hint = "Curves of the clip, a row per frame, for spreadsheets and scripts",
     .command = "export",
     .ending = ".csv",
     .needs_clip = true,
     .is_of_clip = true},
    {.label = "Video (.mp4)",
     .hint = "With the sound of the clip; needs ffmpeg",
     .command = "video",
     .ending = ".mp4",
     .needs_clip = true,
     .has_progress = true},
    {.label = "Frames (.png)",
     .hint = "A folder with an image per frame",
     .command = "video",
     .ending = "-frames/",
     .needs_clip = true,
     .has_progress = true},
    {.label = "Image (.png)",
     .hint = "At the playhead",
     .command = "render",
     .ending = ".png",
     .has_time = true},
};

// The program

typedef struct Exporting {
    StudioWindow *window; ///< Referenced.
    char *root, *file;
    char **words; ///< Of the command line.
    StudioJob *job;
    GString *line; ///< What it wrote since the last end of a line.
    char *message; ///< Its last error or first warning; NULL: none.
    bool is_failed;
} Exporting;

static void free_exporting(void *given)
{
    Exporting *exporting = given;
    g_object_unref(exporting->window);
    g_free(exporting->root);
    g_free(exporting->file);
    g_strfreev(exporting->words);
    g_string_free(exporting->line, TRUE);
    g_free(exporting->message);
    g_free(exporting);
}

/// Progress is a line of JSON; other lines are messages.
static void take_line(Exporting *exporting, const char *line)
{
    const char *value = strstr(line, "\"value\": ");
    if (line[0] == '{' && value != NULL) {
        studio_job_progress(exporting->job, g_ascii_strtod(value + strlen("\"value\": "), NULL));
    } else if (g_str_has_prefix(line, "mien: ") && exporting->message == NULL) {
        const char *text = line + strlen("mien: ");
        exporting->message =
            g_strdup(g_str_has_prefix(text, "warning: ") ? text + strlen("warning: ") : text);
    }
}

static void take_bytes(Exporting *exporting, const char *bytes, gssize count)
{
    for (gssize i = 0; i < count; ++i) {
        if (bytes[i] != '\n') {
            g_string_append_c(exporting->line, bytes[i]);
            continue;
        }
        take_line(exporting, exporting->line->str);
        g_string_set_size(exporting->line, 0);
    }
}

/// Reads what the program writes until it ends, and interrupts it if the job is cancelled.
static void listen(Exporting *exporting, GPid child, int output)
{
    bool is_told = false;
    for (;;) {
        char bytes[4096];
        GPollFD poll = {.fd = output, .events = G_IO_IN | G_IO_HUP};
        if (studio_job_is_cancelled(exporting->job) && !is_told) {
            kill(child, SIGINT);
            is_told = true;
        }
        if (g_poll(&poll, 1, PATIENCE) <= 0)
            continue;
        const gssize count = read(output, bytes, sizeof bytes);
        if (count > 0)
            take_bytes(exporting, bytes, count);
        else if (count == 0 || errno != EINTR)
            return;
    }
}

static void run_export(StudioJob *job, void *data)
{
    Exporting *exporting = data;
    g_autoptr(GError) error = NULL;
    GPid child;
    int output, status = 0;
    exporting->job = job;
    if (!g_spawn_async_with_pipes(exporting->root, exporting->words, NULL,
                                  G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD |
                                      G_SPAWN_STDOUT_TO_DEV_NULL,
                                  NULL, NULL, &child, NULL, NULL, &output, &error)) {
        exporting->is_failed = true;
        exporting->message = g_strdup(error->message);
        return;
    }
    listen(exporting, child, output);
    close(output);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    exporting->is_failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void end_export(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    const Exporting *exporting = data;
    g_autofree char *name = g_path_get_basename(exporting->file), *text = NULL;
    if (exporting->window->workspace != workspace)
        return;
    if (is_cancelled)
        text = g_strdup("Export cancelled. Nothing was written.");
    else if (exporting->is_failed)
        text = g_strdup_printf("Could not export: %s",
                               exporting->message != NULL ? exporting->message : "the program ended");
    else if (exporting->message != NULL)
        text = g_strdup_printf("Exported %s, but: %s", name, exporting->message);
    else
        text = g_strdup_printf("Exported %s", name);
    studio_workspace_toast(workspace, text, NULL, NULL);
    studio_workspace_look(workspace); // it may be in the project
}

static void begin(StudioWorkspace *workspace, bool is_saved, void *user)
{
    Exporting *exporting = user;
    g_autofree char *file = g_path_get_basename(exporting->file), *name = g_strdup_printf("Export %s", file);
    if (!is_saved || exporting->window->workspace != workspace) {
        free_exporting(exporting);
        return;
    }
    studio_workspace_run(
        workspace,
        &(StudioJobWork){.name = name, .run = run_export, .done = end_export, .free_data = free_exporting},
        exporting);
}

// The dialog

typedef struct Exporter {
    StudioWindow *window; ///< Referenced.
    StudioDialog dialog;
    GtkWidget *format, *asset, *clip, *file;
    GPtrArray *assets, *clips; ///< Paths.
    bool is_own;               ///< The user chose the file.
    bool is_filling;
    bool is_film; ///< A film of what is in front.
} Exporter;

static void free_exporter(void *given)
{
    Exporter *exporter = given;
    g_ptr_array_unref(exporter->assets);
    g_ptr_array_unref(exporter->clips);
    g_object_unref(exporter->window);
    g_free(exporter);
}

static const Format *format_of(const Exporter *exporter)
{
    const guint chosen = adw_combo_row_get_selected(ADW_COMBO_ROW(exporter->format));
    return &formats[MIN(chosen, G_N_ELEMENTS(formats) - 1)];
}

/// The path that is chosen in a row; NULL: none.
static const char *chosen_of(GtkWidget *row, const GPtrArray *paths, guint first)
{
    const guint chosen = adw_combo_row_get_selected(ADW_COMBO_ROW(row));
    return chosen >= first && chosen - first < paths->len ? paths->pdata[chosen - first] : NULL;
}

static const char *asset_of(const Exporter *exporter)
{
    return chosen_of(exporter->asset, exporter->assets, 0);
}

static const char *clip_of(const Exporter *exporter) { return chosen_of(exporter->clip, exporter->clips, 1); }

/// "ada-sentence.glb" in the folder of the file that is there. Free it.
static char *propose(const Exporter *exporter, const char *folder)
{
    char asset[STUDIO_LABEL_ROOM], clip[STUDIO_LABEL_ROOM];
    const Format *format = format_of(exporter);
    const char *plays = clip_of(exporter), *of = format->is_of_clip ? plays : asset_of(exporter);
    const bool has_both = plays != NULL && !format->is_of_clip;
    g_autofree char *name =
        g_strdup_printf("%s%s%s%s", of != NULL ? studio_asset_name(of, asset) : "export", has_both ? "-" : "",
                        has_both ? studio_asset_name(plays, clip) : "", format->ending);
    return g_build_filename(folder, name, NULL);
}

static void update(Exporter *exporter)
{
    const Format *format = format_of(exporter);
    const char *file = gtk_editable_get_text(GTK_EDITABLE(exporter->file));
    const char *reason = asset_of(exporter) == NULL && !format->is_of_clip ? "The project has no character"
                         : format->needs_clip && clip_of(exporter) == NULL ? "Choose a clip"
                         : !g_path_is_absolute(file)                       ? "Enter a file with its folder"
                                                                           : NULL;
    adw_action_row_set_subtitle(ADW_ACTION_ROW(exporter->format), format->hint);
    gtk_widget_set_sensitive(exporter->asset, !format->is_of_clip);
    gtk_button_set_label(GTK_BUTTON(exporter->dialog.suggest),
                         g_file_test(file, G_FILE_TEST_EXISTS) ? "Replace" : "Export");
    gtk_widget_set_sensitive(exporter->dialog.suggest, reason == NULL);
    studio_tip(exporter->dialog.suggest, reason);
}

static void on_choice(Exporter *exporter)
{
    g_autofree char *folder = g_path_get_dirname(gtk_editable_get_text(GTK_EDITABLE(exporter->file)));
    if (!exporter->is_own) {
        g_autofree char *file = propose(exporter, folder);
        exporter->is_filling = true;
        gtk_editable_set_text(GTK_EDITABLE(exporter->file), file);
        exporter->is_filling = false;
    }
    update(exporter);
}

static void on_file(Exporter *exporter)
{
    exporter->is_own = exporter->is_own || !exporter->is_filling;
    update(exporter);
}

static void on_chosen(GtkNativeDialog *dialog, int response, Exporter *exporter)
{
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autofree char *path = file != NULL ? g_file_get_path(file) : NULL;
    if (response == GTK_RESPONSE_ACCEPT && path != NULL)
        gtk_editable_set_text(GTK_EDITABLE(exporter->file), path);
}

static void on_browse(GtkButton *button, Exporter *exporter)
{
    (void)button;
    GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
        "Export", GTK_WINDOW(exporter->dialog.window), GTK_FILE_CHOOSER_ACTION_SAVE, "Choose", "Cancel");
    g_autoptr(GFile) file = g_file_new_for_path(gtk_editable_get_text(GTK_EDITABLE(exporter->file)));
    gtk_file_chooser_set_file(GTK_FILE_CHOOSER(chooser), file, NULL);
    g_signal_connect(chooser, "response", G_CALLBACK(on_chosen), exporter);
    g_object_set_data_full(G_OBJECT(exporter->dialog.window), "chooser", chooser, g_object_unref);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

/// The command line for what is chosen. Free it.
static char **words_of(const Exporter *exporter)
{
    const Format *format = format_of(exporter);
    const StudioSession *session = studio_workspace_session(exporter->window->workspace);
    GPtrArray *words = g_ptr_array_new();
    char time[G_ASCII_DTOSTR_BUF_SIZE];
    g_ptr_array_add(words, studio_window_find_mien());
    g_ptr_array_add(words, g_strdup(format->command));
    if (clip_of(exporter) != NULL && !format->is_of_clip) {
        g_ptr_array_add(words, g_strdup("--clip"));
        g_ptr_array_add(words, g_strdup(clip_of(exporter)));
    }
    if (format->has_time) {
        g_ptr_array_add(words, g_strdup("--at"));
        g_ptr_array_add(words, g_strdup(g_ascii_dtostr(time, sizeof time, session->time)));
    }
    if (format->has_progress)
        g_ptr_array_add(words, g_strdup("--progress=json"));
    g_ptr_array_add(words, g_strdup("--output"));
    g_ptr_array_add(words, g_strdup(gtk_editable_get_text(GTK_EDITABLE(exporter->file))));
    g_ptr_array_add(words, g_strdup("--")); // whatever its name begins with
    g_ptr_array_add(words, g_strdup(format->is_of_clip ? clip_of(exporter) : asset_of(exporter)));
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

static void on_export(GtkButton *button, Exporter *exporter)
{
    (void)button;
    StudioWorkspace *workspace = exporter->window->workspace;
    Exporting *exporting = g_new0(Exporting, 1);
    exporting->window = g_object_ref(exporter->window);
    exporting->root = g_strdup(studio_workspace_studio(workspace)->files.disk.root);
    exporting->file = g_strdup(gtk_editable_get_text(GTK_EDITABLE(exporter->file)));
    exporting->words = words_of(exporter);
    exporting->line = g_string_new(NULL);
    gtk_window_close(GTK_WINDOW(exporter->dialog.window)); // the exporter goes
    if (studio_edited_count(studio_workspace_studio(workspace)) > 0)
        studio_workspace_save(workspace, begin, exporting);
    else
        begin(workspace, true, exporting);
}

/// What the poses in front are shown on; otherwise the first face of the viewport. NULL: none.
static const char *shown_face(StudioWorkspace *workspace)
{
    const StudioDocument *active = studio_workspace_active(workspace);
    const StudioLive *live = studio_live_of(workspace);
    const char *of_poses =
        active != NULL && active->kind == MIENI_ASSET_POSES ? studio_live_path_of(live, active->path) : NULL;
    return of_poses != NULL ? of_poses : studio_live_path(live, 0);
}

/// A face without a character is exported as the pose asset that it is.
static void add_face(const Exporter *exporter, const char *path)
{
    char name[STUDIO_LABEL_ROOM];
    GtkStringList *names = GTK_STRING_LIST(adw_combo_row_get_model(ADW_COMBO_ROW(exporter->asset)));
    g_autofree char *text = g_strdup_printf("%s (pose asset)", studio_asset_name(path, name));
    gtk_string_list_append(names, text);
    g_ptr_array_add(exporter->assets, g_strdup(path));
    adw_combo_row_set_selected(ADW_COMBO_ROW(exporter->asset), exporter->assets->len - 1);
}

/// A film needs a clip, and ffmpeg or a folder for its frames.
static void choose_film(const Exporter *exporter)
{
    g_autofree char *ffmpeg = g_find_program_in_path("ffmpeg");
    const char *ending = ffmpeg != NULL ? ".mp4" : "-frames/";
    for (guint i = 0; i < G_N_ELEMENTS(formats); ++i)
        if (strcmp(formats[i].ending, ending) == 0)
            adw_combo_row_set_selected(ADW_COMBO_ROW(exporter->format), i);
    if (clip_of(exporter) == NULL && exporter->clips->len > 0)
        adw_combo_row_set_selected(ADW_COMBO_ROW(exporter->clip), 1);
}

/// Lists assets of a kind in a row, the wanted one chosen; has_none: the first item is none.
static void list_assets(const Exporter *exporter, GtkWidget *row, GPtrArray *paths, MieniAssetKind kind,
                        const char *wanted, bool has_none)
{
    const Studio *studio = studio_workspace_studio(exporter->window->workspace);
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    guint chosen = 0;
    if (has_none)
        gtk_string_list_append(names, "None");
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        char name[STUDIO_LABEL_ROOM];
        if (file->kind != kind || !studio_exists(studio, file->path))
            continue;
        if (g_strcmp0(file->path, wanted) == 0)
            chosen = paths->len + has_none;
        g_ptr_array_add(paths, g_strdup(file->path));
        gtk_string_list_append(names, studio_asset_name(file->path, name));
    }
    adw_combo_row_set_model(ADW_COMBO_ROW(row), G_LIST_MODEL(names));
    adw_combo_row_set_selected(ADW_COMBO_ROW(row), chosen);
}

static GtkWidget *make_combo(Exporter *exporter, GtkWidget *list, const char *title)
{
    GtkWidget *row = adw_combo_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    studio_name(row, title);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    g_signal_connect_swapped(row, "notify::selected", G_CALLBACK(on_choice), exporter);
    return row;
}

static GtkWidget *make_rows(Exporter *exporter)
{
    GtkWidget *list = studio_facts_new("Export"),
              *browse = gtk_button_new_from_icon_name("document-open-symbolic");
    g_autoptr(GtkStringList) labels = gtk_string_list_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(formats); ++i)
        gtk_string_list_append(labels, formats[i].label);
    exporter->file = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(exporter->file), "File");
    exporter->format = make_combo(exporter, list, "Format");
    exporter->asset = make_combo(exporter, list, "Character");
    exporter->clip = make_combo(exporter, list, "Clip");
    gtk_list_box_append(GTK_LIST_BOX(list), exporter->file);
    gtk_widget_set_valign(browse, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(browse, "flat");
    studio_tip(browse, "Choose a file");
    studio_name(browse, "Choose a file");
    adw_entry_row_add_suffix(ADW_ENTRY_ROW(exporter->file), browse);
    g_signal_connect(browse, "clicked", G_CALLBACK(on_browse), exporter);
    exporter->is_filling = true;
    adw_combo_row_set_model(ADW_COMBO_ROW(exporter->format), G_LIST_MODEL(labels));
    return list;
}

static void fill(Exporter *exporter)
{
    StudioWorkspace *workspace = exporter->window->workspace;
    const StudioDocument *active = studio_workspace_active(workspace);
    const char *shown = shown_face(workspace);
    const char *folder = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS);
    const char *plays = active != NULL && active->kind == MIENI_ASSET_CLIP
                            ? active->path
                            : studio_workspace_session(workspace)->clip;
    list_assets(exporter, exporter->asset, exporter->assets, MIENI_ASSET_CHARACTER, shown, false);
    if (exporter->assets->len == 0)
        list_assets(exporter, exporter->asset, exporter->assets, MIENI_ASSET_MESH, shown, false);
    if (shown != NULL && mieni_asset_kind_of_path(shown) == MIENI_ASSET_POSES)
        add_face(exporter, shown);
    list_assets(exporter, exporter->clip, exporter->clips, MIENI_ASSET_CLIP, plays, true);
    if (exporter->is_film)
        choose_film(exporter);
    g_autofree char *file = propose(exporter, folder != NULL ? folder : g_get_home_dir());
    gtk_editable_set_text(GTK_EDITABLE(exporter->file), file);
    exporter->is_filling = false;
    g_signal_connect_swapped(exporter->file, "changed", G_CALLBACK(on_file), exporter);
    update(exporter);
}

static void run(void *user, const char *name)
{
    StudioWindow *window = user;
    if (window->workspace == NULL)
        return;
    Exporter *exporter = g_new0(Exporter, 1);
    exporter->window = g_object_ref(window);
    exporter->is_film = strcmp(name, "win.export-film") == 0;
    exporter->assets = g_ptr_array_new_with_free_func(g_free);
    exporter->clips = g_ptr_array_new_with_free_func(g_free);
    exporter->dialog =
        studio_dialog_new(GTK_WIDGET(window), "export-dialog", "Export", "", "Export", 520, 400);
    g_object_set_data_full(G_OBJECT(exporter->dialog.window), "exporter", exporter, free_exporter);
    gtk_box_append(GTK_BOX(exporter->dialog.body), make_rows(exporter));
    fill(exporter);
    g_signal_connect(exporter->dialog.suggest, "clicked", G_CALLBACK(on_export), exporter);
    gtk_window_present(GTK_WINDOW(exporter->dialog.window));
}

void studio_window_allow_export(StudioWindow *window)
{
    static const char *const names[] = {"win.export", "win.export-film"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_allow(window->commands, names[i],
                              window->workspace != NULL ? NULL : "Open a project first");
}

void studio_window_bind_export(StudioWindow *window)
{
    studio_commands_bind(window->commands, "win.export", run, window);
    studio_commands_bind(window->commands, "win.export-film", run, window);
}
