// SPDX-License-Identifier: MIT
//
// Builds the project: saves first, then runs a job. The button shows the result: a tick for a
// moment, or a dot that leads to the problems.

#include "studio/app/window_private.h"

#include <string.h>

#include "project/build/build.h"
#include "studio/model/facts/catalogue.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

enum { TICK = 3 }; ///< Seconds that it is shown.

typedef struct Building {
    StudioWindow *window; ///< Referenced.
    MieniProject project;
    char *root, *program;
    StudioJob *job;
    char *failed; ///< The first that could not be cooked.
    char *message;
    MieniBuildResult result;
    MienStatus status;
    MieniProblem problem;
} Building;

static void free_building(void *given)
{
    Building *building = given;
    mieni_project_close(&building->project);
    g_object_unref(building->window);
    g_free(building->root);
    g_free(building->program);
    g_free(building->failed);
    g_free(building->message);
    g_free(building);
}

char *studio_window_find_mien(void)
{
    static const char *const places[] = {"mien", "../../cli/mien", "../../../cli/mien"};
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = self != NULL ? g_path_get_dirname(self) : g_strdup(".");
    for (size_t i = 0; i < G_N_ELEMENTS(places); ++i) {
        g_autofree char *path = g_build_filename(folder, places[i], NULL);
        if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
            return g_steal_pointer(&path);
    }
    return g_strdup("mien");
}

static bool is_cancelled(void *user) { return studio_job_is_cancelled(((Building *)user)->job); }

static void listen(void *user, const MieniBuildEvent *event)
{
    Building *building = user;
    if (event->kind == MIENI_BUILD_STEP && event->total > 0)
        studio_job_progress(building->job, (double)event->done / (double)event->total);
    if (event->kind == MIENI_BUILD_ERROR && building->failed == NULL) {
        building->failed = g_strdup(event->problem->file);
        building->message = g_strdup(event->problem->error.message);
    }
}

/// The asset index follows, as after `mien build`. What goes wrong with it does not make the build
/// fail: the browser says that it is old.
static bool note_built(void *user, const struct MieniBuildPlan *plan)
{
    const Building *building = user;
    bool is_changed = false;
    studio_catalogue_refresh(&building->project, plan, NULL, &is_changed, NULL);
    return is_changed;
}

static void run_build(StudioJob *job, void *data)
{
    Building *building = data;
    building->job = job;
    building->status = mieni_project_open(&building->project, building->root, &building->problem);
    const MieniBuildOptions options = {.program = building->program,
                                       .is_cancelled = is_cancelled,
                                       .listen = listen,
                                       .built = note_built,
                                       .user = building};
    if (building->status == MIEN_OK)
        building->status = mieni_build(&building->project, &options, &building->result, &building->problem);
}

// The button

static void show_button(StudioWindow *window, const char *icon, const char *class, const char *action)
{
    static const char *const all[] = {"success", "error"};
    GtkWidget *content = adw_button_content_new();
    adw_button_content_set_label(ADW_BUTTON_CONTENT(content), "Build");
    if (icon != NULL)
        adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), icon);
    for (size_t i = 0; i < G_N_ELEMENTS(all); ++i)
        gtk_widget_remove_css_class(window->build, all[i]);
    if (class != NULL)
        gtk_widget_add_css_class(window->build, class);
    if (icon != NULL)
        gtk_button_set_child(GTK_BUTTON(window->build), content);
    else
        gtk_button_set_label(GTK_BUTTON(window->build), "Build");
    if (icon == NULL)
        g_object_ref_sink(content), g_object_unref(content);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(window->build), action);
    studio_name(window->build, "Build");
}

static gboolean on_tick(void *user)
{
    StudioWindow *window = user;
    window->build_timer = 0;
    show_button(window, NULL, NULL, "win.build");
    return G_SOURCE_REMOVE;
}

static void say_built(StudioWindow *window, StudioWorkspace *workspace, const MieniBuildResult *result)
{
    const int fresh = result->cooked;
    g_autofree char *text = fresh == 0 ? g_strdup_printf("All %d packs are up to date", result->packs)
                                       : g_strdup_printf("Built %d of %d packs", fresh, result->packs);
    show_button(window, "emblem-ok-symbolic", "success", "win.build");
    studio_describe(window->build, "built");
    g_clear_handle_id(&window->build_timer, g_source_remove);
    window->build_timer = g_timeout_add_seconds(TICK, on_tick, window);
    studio_workspace_toast(workspace, text, NULL, NULL);
}

static void say_failed(StudioWindow *window, StudioWorkspace *workspace, const Building *building)
{
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *text = NULL;
    if (building->status != MIEN_OK)
        text = g_strdup_printf("Build failed: %s", building->problem.error.message);
    else
        text = g_strdup_printf("Build stopped at %s: %d error%s. %d of %d packs were built.",
                               building->failed != NULL ? studio_asset_name(building->failed, name)
                                                        : "a build step",
                               building->result.failed, building->result.failed == 1 ? "" : "s",
                               building->result.cooked, building->result.packs);
    show_button(window, "media-record-symbolic", "error", "win.show-problems");
    studio_describe(window->build, building->message != NULL ? building->message : text);
    studio_tip(window->build, building->message != NULL ? building->message : text);
    g_clear_handle_id(&window->build_timer, g_source_remove);
    studio_workspace_toast(workspace, text, "Show", "win.show-problems");
}

static void end_build(StudioWorkspace *workspace, void *data, bool is_over)
{
    Building *building = data;
    StudioWindow *window = building->window;
    window->is_building = false;
    if (window->workspace != workspace)
        return;
    if (is_over || building->result.is_cancelled)
        studio_workspace_toast(workspace, "Build cancelled. Finished packs are kept.", NULL, NULL);
    else if (building->status != MIEN_OK || building->result.failed > 0)
        say_failed(window, workspace, building);
    else
        say_built(window, workspace, &building->result);
    studio_workspace_catalogue_changed(workspace);
    studio_workspace_look(workspace); // what it left is to be seen
    studio_window_update(window);
}

static void begin(StudioWorkspace *workspace, bool is_saved, void *user)
{
    g_autoptr(StudioWindow) window = user;
    if (!is_saved || window->workspace != workspace) {
        window->is_building = false;
        studio_window_allow_build(window);
        return;
    }
    Building *building = g_new0(Building, 1);
    building->window = g_object_ref(window);
    building->program = studio_window_find_mien();
    building->root = g_strdup(studio_workspace_studio(workspace)->files.disk.root);
    studio_workspace_run(
        workspace,
        &(StudioJobWork){.name = "Build", .run = run_build, .done = end_build, .free_data = free_building},
        building);
}

static void run(void *user, const char *name)
{
    (void)name;
    StudioWindow *window = user;
    if (window->workspace == NULL || window->is_building)
        return;
    window->is_building = true;
    show_button(window, NULL, NULL, "win.build");
    studio_window_allow_build(window);
    if (studio_edited_count(studio_workspace_studio(window->workspace)) > 0)
        studio_workspace_save(window->workspace, begin, g_object_ref(window));
    else
        begin(window->workspace, true, g_object_ref(window));
}

void studio_window_allow_build(StudioWindow *window)
{
    const Studio *studio = window->workspace != NULL ? studio_workspace_studio(window->workspace) : NULL;
    studio_commands_allow(window->commands, "win.build",
                          studio == NULL         ? "Open a project first"
                          : studio->is_read_only ? "This project is read-only"
                          : window->is_building  ? "A build is running"
                                                 : NULL);
}

void studio_window_bind_build(StudioWindow *window)
{
    studio_commands_bind(window->commands, "win.build", run, window);
}
