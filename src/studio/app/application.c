// SPDX-License-Identifier: MIT
//
// The application.

#include "studio/app/application.h"

#include <adwaita.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "studio/app/actions.h"
#include "studio/app/screenshot.h"
#include "studio/app/stalls.h"
#include "studio/app/window.h"
#include "studio/panels/workspace/preferences.h"

typedef struct Program {
    StudioSettings *settings;
    StudioScreenshot screenshot;
    char *project, *size, *style, *contrast;
    GPtrArray *files; ///< To import.
    int text;         ///< Per cent; 0: as the system has it.
    gboolean is_light, is_dark, lists_actions, shows_version;
    gint64 started;
} Program;

static void set_style(const Program *program)
{
    g_autofree char *remembered = studio_settings_text(program->settings, "style");
    const char *style = program->is_dark           ? "dark"
                        : program->is_light        ? "light"
                        : program->style != NULL   ? program->style
                        : program->screenshot.file ? "light"
                                                   : remembered;
    if (g_strcmp0(style, "dark") == 0)
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK);
    else if (g_strcmp0(style, "light") == 0)
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_LIGHT);
}

/// Lines and fills of our own for those who ask for high contrast; libadwaita does the rest.
static void follow_contrast(AdwStyleManager *manager)
{
    static GtkCssProvider *provider; // as long as the program
    GdkDisplay *display = gdk_display_get_default();
    if (provider == NULL) {
        provider = gtk_css_provider_new();
        gtk_css_provider_load_from_resource(provider, "/mien/studio/style-contrast.css");
    }
    gtk_style_context_remove_provider_for_display(display, GTK_STYLE_PROVIDER(provider));
    if (adw_style_manager_get_high_contrast(manager))
        gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(provider),
                                                   GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
}

static void on_startup(GtkApplication *application, Program *program)
{
    g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
    gtk_css_provider_load_from_resource(provider, "/mien/studio/style.css");
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_signal_connect(adw_style_manager_get_default(), "notify::high-contrast", G_CALLBACK(follow_contrast),
                     NULL);
    follow_contrast(adw_style_manager_get_default());
    program->settings = studio_settings_load();
    studio_settings_bind_preferences(program->settings);
    set_style(program);
    studio_actions_set_accels(application);
    if (program->screenshot.file != NULL)
        studio_screenshot_prepare();
    if (program->text > 0)
        g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", 96 * 1024 * program->text / 100, NULL);
}

static void on_quit(GSimpleAction *action, GVariant *parameter, void *user)
{
    (void)action, (void)parameter;
    GtkApplication *application = user;
    g_autoptr(GList) windows = g_list_copy(gtk_application_get_windows(application));
    for (const GList *at = windows; at != NULL; at = at->next)
        gtk_window_close(at->data); // each asks about its own edits
}

static void on_frame(GdkFrameClock *clock, Program *program)
{
    (void)clock;
    if (program->started != 0 && g_getenv("MIEN_STUDIO_TIMES") != NULL)
        g_printerr("mien-studio: first frame after %d ms\n",
                   (int)((g_get_monotonic_time() - program->started) / 1000));
    program->started = 0;
}

static void on_realize(GtkWidget *window, Program *program)
{
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(on_frame), program);
}

/// The project that was open last, if it is still there; NULL: none. Free it.
static char *last_project(const StudioSettings *settings)
{
    g_autoptr(GPtrArray) recent = studio_settings_recent(settings);
    const StudioRecent *last = recent->len > 0 ? recent->pdata[0] : NULL;
    return last != NULL && g_file_test(last->path, G_FILE_TEST_IS_DIR) ? g_strdup(last->path) : NULL;
}

static void on_activate(GtkApplication *application, Program *program)
{
    StudioWindow *window = studio_window_new(application, program->settings);
    StudioScreenshot *screenshot = &program->screenshot;
    int width = 0, height = 0;
    if (program->size != NULL && sscanf(program->size, "%dx%d", &width, &height) == 2 && width > 0 &&
        height > 0)
        studio_window_set_size(window, width, height);
    g_signal_connect(window, "realize", G_CALLBACK(on_realize), program);
    gtk_window_present(GTK_WINDOW(window));
    if (screenshot->document != NULL)
        studio_window_show_document(window, screenshot->document);
    if (program->files != NULL)
        studio_window_import(window, (const char *const *)program->files->pdata, (int)program->files->len);
    if (program->project == NULL && screenshot->file == NULL && studio_prefers(STUDIO_PREFER_REOPEN))
        program->project = last_project(program->settings);
    if (program->project != NULL)
        studio_window_open(window, program->project);
    if (screenshot->file != NULL)
        studio_screenshot_take(window, screenshot);
}

/// What file managers open: a project's mien.json, or an asset, to be shown in its project.
static void open_file(Program *program)
{
    g_autofree char *file = g_canonicalize_filename(program->project, NULL);
    if (!g_file_test(file, G_FILE_TEST_IS_REGULAR))
        return;
    g_autofree char *folder = g_path_get_dirname(file);
    for (bool is_top = false; !is_top;) {
        g_autofree char *mark = g_build_filename(folder, "mien.json", NULL);
        if (g_file_test(mark, G_FILE_TEST_EXISTS)) {
            if (program->screenshot.document == NULL && strcmp(mark, file) != 0)
                program->screenshot.document = g_strdup(file + strlen(folder) + 1);
            g_free(program->project);
            program->project = g_steal_pointer(&folder);
            return;
        }
        char *above = g_path_get_dirname(folder);
        is_top = strcmp(above, folder) == 0;
        g_free(folder);
        folder = above;
    }
}

/// Reads the options; below 0: go on, otherwise the exit code.
static int read_options(Program *program, int count, char ***arguments)
{
    g_auto(GStrv) rest = NULL;
    const GOptionEntry entries[] = {
        {"screenshot", 0, 0, G_OPTION_ARG_FILENAME, &program->screenshot.file,
         "Save an image of the window and exit", "FILE"},
        {"size", 0, 0, G_OPTION_ARG_STRING, &program->size, "Window size", "WxH"},
        {"style", 0, 0, G_OPTION_ARG_STRING, &program->style, "Style: light or dark", "STYLE"},
        {"light", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &program->is_light, NULL, NULL},
        {"dark", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &program->is_dark, NULL, NULL},
        {"contrast", 0, 0, G_OPTION_ARG_STRING, &program->contrast, "Contrast: high or system", "CONTRAST"},
        {"text", 0, 0, G_OPTION_ARG_INT, &program->text, "Text size in percent", "SIZE"},
        {"project", 0, 0, G_OPTION_ARG_FILENAME, &program->project, "Project to open", "FOLDER"},
        {"document", 0, 0, G_OPTION_ARG_STRING, &program->screenshot.document, "Asset to show", "NAME"},
        {"select", 0, 0, G_OPTION_ARG_STRING, &program->screenshot.select,
         "Items to select before the image is taken", "NAMES"},
        {"weights", 0, 0, G_OPTION_ARG_STRING, &program->screenshot.weights,
         "Pose weights, for example a=1,b=.5", "WEIGHTS"},
        {"clip", 0, 0, G_OPTION_ARG_STRING, &program->screenshot.clip, "Clip to play", "NAME"},
        {"time", 0, 0, G_OPTION_ARG_STRING, &program->screenshot.time, "Playhead position in seconds",
         "SECONDS"},
        {"action", 0, 0, G_OPTION_ARG_STRING_ARRAY, &program->screenshot.actions,
         "Action to run before the image is taken; may be repeated", "NAME"},
        {"actions", 0, 0, G_OPTION_ARG_NONE, &program->lists_actions, "List all actions and exit", NULL},
        {"version", 'V', 0, G_OPTION_ARG_NONE, &program->shows_version, "Print the version and exit", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, "[PROJECT|ASSET] [FILE…]"},
        {0}};
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) error = NULL;
    g_option_context_set_summary(context, "Edit pose assets and shared facial animation.");
    g_option_context_add_main_entries(context, entries, NULL);
    (void)count;
    if (!g_option_context_parse_strv(context, arguments, &error)) {
        g_printerr("mien-studio: %s\n", error->message);
        return 2;
    }
    int first = 0;
    if (program->project == NULL && rest != NULL)
        program->project = g_strdup(rest[first++]);
    if (program->project != NULL)
        open_file(program);
    for (; rest != NULL && rest[first] != NULL; ++first) { // these are imported
        if (program->files == NULL)
            program->files = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(program->files, g_canonicalize_filename(rest[first], NULL));
    }
    if (g_strcmp0(program->contrast, "high") == 0)
        g_setenv("ADW_DEBUG_HIGH_CONTRAST", "1", TRUE); // before libadwaita asks the system
    if (program->lists_actions)
        studio_actions_print();
    if (program->shows_version)
        g_print("mien-studio %s\n", MIEN_VERSION);
    return program->lists_actions || program->shows_version ? 0 : -1;
}

int studio_run(int count, char **arguments)
{
    Program program = {.started = g_get_monotonic_time()};
    setlocale(LC_ALL, "");
    g_auto(GStrv) copy = g_strdupv(arguments);
    int code = read_options(&program, count, &copy);
    if (code < 0) {
        g_autoptr(AdwApplication) application =
            adw_application_new("org.mien.Studio", G_APPLICATION_NON_UNIQUE);
        g_autoptr(GSimpleAction) quit = g_simple_action_new("quit", NULL);
        g_signal_connect(quit, "activate", G_CALLBACK(on_quit), application);
        g_action_map_add_action(G_ACTION_MAP(application), G_ACTION(quit));
        g_signal_connect(application, "startup", G_CALLBACK(on_startup), &program);
        g_signal_connect(application, "activate", G_CALLBACK(on_activate), &program);
        studio_stalls_watch();
        code = g_application_run(G_APPLICATION(application), 0, NULL);
        if (code == 0)
            code = program.screenshot.exit_code;
    }
    studio_settings_free(program.settings);
    g_free(program.project);
    g_clear_pointer(&program.files, g_ptr_array_unref);
    g_free(program.size);
    g_free(program.style);
    g_free(program.contrast);
    g_free(program.screenshot.select);
    g_free(program.screenshot.weights);
    g_free(program.screenshot.clip);
    g_free(program.screenshot.time);
    g_free(program.screenshot.file);
    g_free(program.screenshot.document);
    g_strfreev(program.screenshot.actions);
    return code;
}
