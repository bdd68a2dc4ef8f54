// SPDX-License-Identifier: MIT
//
// Making the assets, on a worker, as one step.

#include "studio/panels/dialogs/make_private.h"

#include "studio/model/facts/strings.h"

#include <string.h>

typedef struct Making {
    StudioMake *make;
    StudioEdit edit;
    char *text;
    GPtrArray *paths, *bases; ///< Of the assets; names or "".
    bool is_absolute;
    int pose_count;
    MienStatus status;
    MieniProblem problem;
} Making;

static void end(Making *making)
{
    studio_make_drop(making->make);
    g_ptr_array_unref(making->paths);
    g_ptr_array_unref(making->bases);
    g_free(making->text);
    g_free(making);
}

static bool go_on(void *user, double done)
{
    studio_job_progress(user, done);
    return !studio_job_is_cancelled(user);
}

static void run_making(StudioJob *job, void *data)
{
    Making *making = data;
    g_autofree char *said = g_strstrip(g_strdup(making->text));
    for (guint i = 0; i < making->paths->len && making->status == MIEN_OK; ++i) {
        const StudioOrigin *origin = making->make->origins->pdata[i];
        MieniSources sources = {.progress = go_on, .user = job};
        MieniMadePoses made = {0};
        MieniMakePosesOptions options = studio_origin_options(origin);
        const char *base = making->bases->pdata[i];
        options.is_absolute = making->is_absolute;
        options.base = base[0] != '\0' ? base : NULL;
        if (said[0] != '\0') {
            options.names = making->text;
            options.names_size = strlen(making->text);
            options.names_file = "Names";
        }
        making->status = mieni_make_poses_asset(making->edit.project, making->paths->pdata[i], origin->file,
                                                &options, origin->mesh, &sources, &made, &making->problem);
        making->pose_count += made.pose_count;
        mieni_sources_release(&sources);
    }
}

static void tell(const Making *making)
{
    StudioWorkspace *workspace = making->make->workspace;
    const int count = making->pose_count;
    g_autofree char *text = making->paths->len > 1
                                ? g_strdup_printf("%u pose assets, %d poses", making->paths->len, count)
                                : g_strdup_printf(count == 1 ? "%d pose" : "%d poses", count);
    for (guint i = 0; i < making->paths->len; ++i)
        studio_workspace_show(workspace, making->paths->pdata[i], i > 0);
    studio_workspace_toast(workspace, text, "Undo", "win.undo");
}

static void done_making(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Making *making = data;
    StudioMake *make = making->make;
    char name[STUDIO_LABEL_ROOM];
    make->is_making = false;
    if (is_cancelled) {
        studio_edit_drop(&making->edit);
        if (!make->is_closed)
            studio_make_refresh(make);
        end(making);
        return;
    }
    const MienStatus status =
        making->paths->len > 1
            ? studio_edit_endf(&making->edit, making->status, &making->problem, NULL, "create %u pose assets",
                               making->paths->len)
            : studio_edit_endf(&making->edit, making->status, &making->problem, NULL,
                               "create %.200s (%d pose%s)", studio_asset_name(making->paths->pdata[0], name),
                               making->pose_count, making->pose_count == 1 ? "" : "s");
    if (status == MIEN_OK) {
        if (!make->is_closed)
            gtk_window_destroy(GTK_WINDOW(make->dialog.window));
        tell(making);
    } else if (make->is_closed) { // it went on without its dialog
        studio_workspace_check(make->workspace, status, &making->problem);
    } else {
        const MienError *error = &making->problem.error;
        g_autofree char *sentence =
            g_strdup_printf("%s%s%s", error->place, error->place[0] != '\0' ? ": " : "", error->message);
        studio_make_refresh(make);
        gtk_label_set_text(GTK_LABEL(make->bar_label), sentence);
        gtk_widget_set_visible(make->bar, TRUE);
    }
    end(making);
}

void studio_make_create(StudioMake *make)
{
    MieniProblem problem = {0};
    StudioEdit edit;
    if (!gtk_widget_get_sensitive(make->dialog.suggest))
        return;
    const MienStatus status = studio_edit_begin(&edit, studio_workspace_studio(make->workspace), &problem);
    if (!studio_workspace_check(make->workspace, status, &problem))
        return;
    Making *making = g_new0(Making, 1);
    making->make = studio_make_hold(make);
    making->edit = edit;
    making->text = studio_make_text(make);
    making->paths = g_ptr_array_new_with_free_func(g_free);
    making->bases = g_ptr_array_new_with_free_func(g_free);
    making->is_absolute = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(make->absolute));
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        StudioFrameNames names;
        char *path = NULL;
        studio_make_name_trouble(make, i, &path);
        g_ptr_array_add(making->paths, path);
        studio_frame_names_read(&names, making->text, strlen(making->text),
                                (const char *const *)origin->names, origin->count, "");
        const bool has_base = make->base >= 0 && make->base < names.frame_count;
        g_ptr_array_add(making->bases, g_strdup(has_base ? names.frames[make->base].name : ""));
        studio_frame_names_release(&names);
    }
    make->is_making = true;
    gtk_widget_set_sensitive(make->dialog.suggest, FALSE);
    g_autofree char *job = g_strdup_printf(
        "Create %s", make->origins->len > 1 ? "pose assets" : (char *)making->paths->pdata[0]);
    studio_workspace_run(make->workspace,
                         &(StudioJobWork){.name = job, .run = run_making, .done = done_making}, making);
}
