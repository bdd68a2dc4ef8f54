// SPDX-License-Identifier: MIT
//
// Creates and opens the sample project.

#include "studio/app/window_private.h"

#include "demo/cast_project.h"

enum { SAMPLE_FILES = 27 }; ///< That it is made of, for the bar.

typedef struct Sampling {
    StudioWindow *window;
    GCancellable *cancellable;
    char *folder;
    int made;   ///< Atomic.
    guint tick; ///< Shows progress.
} Sampling;

static void free_sampling(void *given)
{
    Sampling *sampling = given;
    g_clear_handle_id(&sampling->tick, g_source_remove);
    g_object_unref(sampling->window);
    g_object_unref(sampling->cancellable);
    g_free(sampling->folder);
    g_free(sampling);
}

static void tell_sample(void *user, const char *path, const char *detail)
{
    (void)path, (void)detail;
    g_atomic_int_inc(&((Sampling *)user)->made);
}

static bool is_sample_over(void *user) { return g_cancellable_is_cancelled(((Sampling *)user)->cancellable); }

static gboolean on_tick(void *user)
{
    Sampling *sampling = user;
    const double fraction = (double)g_atomic_int_get(&sampling->made) / (double)SAMPLE_FILES;
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(sampling->window->loading_bar), MIN(fraction, 1.0));
    return G_SOURCE_CONTINUE;
}

static void sample_on_thread(GTask *task, void *source, void *given, GCancellable *cancellable)
{
    (void)source, (void)cancellable;
    Sampling *sampling = given;
    MieniProblem problem = {0};
    const MieniCastProject wanted = {.tell = tell_sample, .is_over = is_sample_over, .user = sampling};
    if (mieni_cast_project_make(sampling->folder, &wanted, &problem) != MIEN_OK)
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", problem.file,
                                problem.error.message);
    else
        g_task_return_boolean(task, TRUE);
}

static void on_sampled(GObject *source, GAsyncResult *result, void *user)
{
    (void)source, (void)user;
    Sampling *sampling = g_task_get_task_data(G_TASK(result));
    StudioWindow *window = sampling->window;
    g_autoptr(GError) error = NULL;
    const bool is_cancelled = g_cancellable_is_cancelled(sampling->cancellable);
    const bool is_made = g_task_propagate_boolean(G_TASK(result), &error);
    studio_window_end_loading(window);
    if (is_made && !is_cancelled) {
        studio_window_show_document(window, "ada.poses.json");
        window->is_sample = true;
        studio_window_open(window, sampling->folder);
    } else if (!is_cancelled) {
        studio_window_refuse(window, "Could Not Create the Sample Project", error->message);
    }
}

void studio_window_open_sample(StudioWindow *window)
{
    const char *documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS);
    g_autofree char *fallback = g_build_filename(g_get_home_dir(), "Documents", NULL);
    if (window->workspace != NULL) {
        StudioWindow *other =
            studio_window_new(gtk_window_get_application(GTK_WINDOW(window)), window->settings);
        gtk_window_present(GTK_WINDOW(other));
        window = other;
    }
    if (window->opening != NULL)
        return;
    Sampling *sampling = g_new0(Sampling, 1);
    sampling->window = g_object_ref(window);
    sampling->cancellable = g_cancellable_new();
    for (int n = 1; sampling->folder == NULL || g_file_test(sampling->folder, G_FILE_TEST_EXISTS); ++n) {
        g_autofree char *name = n == 1 ? g_strdup("sample-cast") : g_strdup_printf("sample-cast-%d", n);
        g_free(sampling->folder);
        sampling->folder = g_build_filename(documents != NULL ? documents : fallback, "Mien", name, NULL);
    }
    g_autofree char *parent = g_path_get_dirname(sampling->folder);
    g_mkdir_with_parents(parent, 0755);
    window->opening = g_object_ref(sampling->cancellable);
    studio_window_show_loading(window, "Creating the sample project…", true);
    sampling->tick = g_timeout_add(50, on_tick, sampling);
    GTask *task = g_task_new(NULL, NULL, on_sampled, NULL);
    g_task_set_task_data(task, sampling, free_sampling);
    g_task_run_in_thread(task, sample_on_thread);
    g_object_unref(task);
}
