// SPDX-License-Identifier: MIT
//
// Opens the dialogs, and decides when they are available.

#include "studio/panels/dialogs/dialogs.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/browser/browser.h"
#include "studio/panels/dialogs/make.h"
#include "studio/panels/dialogs/paste.h"
#include "studio/panels/dialogs/shape.h"
#include "studio/panels/transfer/new.h"

struct _StudioDialogs {
    GObject parent_instance;
    StudioCommands *commands;
    GtkWidget *window; ///< Which owns this.
    StudioWorkspace *workspace;
    GSignalGroup *signals;
};

G_DEFINE_TYPE(StudioDialogs, studio_dialogs, G_TYPE_OBJECT)

/// What is selected in the browser, or else the document in front. Release it.
static MieniPaths subjects_of(const StudioDialogs *dialogs)
{
    MieniPaths paths = {0};
    const MieniPaths *selected = studio_workspace_selected(dialogs->workspace);
    const StudioDocument *active = studio_workspace_active(dialogs->workspace);
    for (int i = 0; i < selected->count; ++i)
        mieni_paths_add(&paths, selected->items[i]);
    if (studio_make_poses_reason(&paths) != NULL && active != NULL)
        mieni_paths_add(&paths, active->path);
    return paths;
}

/// The pose asset that a command is about: the one selected in the browser if the focus is there,
/// otherwise the document in front. NULL: none.
static const char *poses_of(const StudioDialogs *dialogs)
{
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(dialogs->window));
    const StudioDocument *active = studio_workspace_active(dialogs->workspace);
    const char *selected = studio_workspace_selected_of(dialogs->workspace, MIENI_ASSET_POSES);
    const bool is_in_browser =
        focus != NULL && gtk_widget_get_ancestor(focus, STUDIO_TYPE_BROWSER) != NULL && selected != NULL;
    if (!is_in_browser && active != NULL && active->kind == MIENI_ASSET_POSES)
        return active->path;
    return selected;
}

/// Commands that change many poses, in the order of StudioShapeKind.
static const char *const shapes[] = {"poses.mirror", "poses.symmetrise", "poses.split",
                                     "poses.update-from-source"};

static void run(void *user, const char *name)
{
    StudioDialogs *dialogs = user;
    if (dialogs->workspace == NULL)
        return;
    if (strcmp(name, "browser.make-poses") == 0 || strcmp(name, "win.new-poses") == 0) {
        MieniPaths paths = subjects_of(dialogs);
        studio_make_poses_open(dialogs->window, dialogs->workspace, &paths);
        mieni_paths_release(&paths);
        return;
    }
    if (strcmp(name, "win.new-transfer") == 0) {
        studio_new_transfer_open(dialogs->window, dialogs->workspace);
        return;
    }
    const char *poses = poses_of(dialogs);
    if (poses == NULL)
        return;
    if (strcmp(name, "poses.paste-names") == 0)
        studio_paste_names_open(dialogs->window, dialogs->workspace, poses);
    const StudioDocument *document = studio_workspace_find(dialogs->workspace, poses);
    const MieniPaths none = {0};
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); ++i)
        if (strcmp(name, shapes[i]) == 0)
            studio_shape_open(dialogs->window, dialogs->workspace, poses, (StudioShapeKind)i,
                              document != NULL ? &document->selection.names : &none);
}

/// Lets commands act whose subjects are there.
static void allow(StudioDialogs *dialogs)
{
    static const char none[] = "Open a project first";
    studio_commands_allow(dialogs->commands, "win.new-transfer",
                          studio_new_transfer_reason(dialogs->workspace));
    if (dialogs->workspace == NULL || studio_workspace_studio(dialogs->workspace) == NULL) {
        studio_commands_allow(dialogs->commands, "browser.make-poses", none);
        studio_commands_allow(dialogs->commands, "win.new-poses", none);
        studio_commands_allow(dialogs->commands, "poses.paste-names", none);
        for (size_t i = 0; i < G_N_ELEMENTS(shapes); ++i)
            studio_commands_allow(dialogs->commands, shapes[i], none);
        return;
    }
    const MieniPaths *selected = studio_workspace_selected(dialogs->workspace);
    MieniPaths paths = subjects_of(dialogs);
    studio_commands_allow(dialogs->commands, "browser.make-poses", studio_make_poses_reason(selected));
    studio_commands_allow(dialogs->commands, "win.new-poses", studio_make_poses_reason(&paths));
    studio_commands_set_label(dialogs->commands, "browser.make-poses",
                              selected->count > 1 ? "New Pose Assets…" : NULL);
    mieni_paths_release(&paths);
    const bool is_read_only = studio_workspace_studio(dialogs->workspace)->is_read_only;
    const StudioDocument *active = studio_workspace_active(dialogs->workspace);
    const bool has_poses = studio_workspace_selected_of(dialogs->workspace, MIENI_ASSET_POSES) != NULL ||
                           (active != NULL && active->kind == MIENI_ASSET_POSES);
    const char *reason = !has_poses     ? "Open a pose asset first"
                         : is_read_only ? "This project is read-only"
                                        : NULL;
    const bool has_selection =
        active != NULL && active->kind == MIENI_ASSET_POSES && active->selection.names.count > 0;
    studio_commands_allow(dialogs->commands, "poses.paste-names", reason);
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); ++i)
        studio_commands_allow(dialogs->commands, shapes[i],
                              reason != NULL                               ? reason
                              : i != STUDIO_SHAPE_UPDATE && !has_selection ? "Select a pose first"
                                                                           : NULL);
}

static void studio_dialogs_dispose(GObject *object)
{
    StudioDialogs *dialogs = STUDIO_DIALOGS(object);
    g_clear_object(&dialogs->signals);
    g_clear_object(&dialogs->workspace);
    g_clear_object(&dialogs->commands);
    G_OBJECT_CLASS(studio_dialogs_parent_class)->dispose(object);
}

static void studio_dialogs_class_init(StudioDialogsClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_dialogs_dispose;
}

static void studio_dialogs_init(StudioDialogs *dialogs)
{
    static const char *const signals[] = {"selected", "active", "selection", "changed"};
    dialogs->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    for (size_t i = 0; i < G_N_ELEMENTS(signals); ++i)
        g_signal_group_connect_swapped(dialogs->signals, signals[i], G_CALLBACK(allow), dialogs);
}

StudioDialogs *studio_dialogs_new(StudioCommands *commands, GtkWidget *window)
{
    static const char *const names[] = {"browser.make-poses", "win.new-poses", "win.new-transfer",
                                        "poses.paste-names"};
    StudioDialogs *dialogs = g_object_new(STUDIO_TYPE_DIALOGS, NULL);
    dialogs->commands = g_object_ref(commands);
    dialogs->window = window;
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, dialogs);
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); ++i)
        studio_commands_bind(commands, shapes[i], run, dialogs);
    allow(dialogs);
    return dialogs;
}

/// Closes what is open over the window: it is about a project that goes.
static void close_all(const StudioDialogs *dialogs)
{
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    for (const GList *at = windows; at != NULL; at = at->next)
        if (ADW_IS_WINDOW(at->data) && gtk_window_get_modal(at->data) &&
            gtk_window_get_transient_for(at->data) == GTK_WINDOW(dialogs->window))
            gtk_window_destroy(at->data);
}

void studio_dialogs_set_workspace(StudioDialogs *dialogs, StudioWorkspace *workspace)
{
    if (dialogs->workspace != NULL)
        close_all(dialogs);
    g_set_object(&dialogs->workspace, workspace);
    g_signal_group_set_target(dialogs->signals, workspace);
    allow(dialogs);
}
