// SPDX-License-Identifier: MIT
//
// Commands on poses: the list of them, when they are available, and those on weights and the list.

#include "studio/panels/poses/commands.h"

#include <math.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/poses/top.h"

// Weights

static void run_weights(void *user, const char *name)
{
    StudioPosesPanel *panel = user;
    StudioSession *session = studio_poses_session(panel);
    int count;
    if (session == NULL)
        return;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    if (strcmp(name, "poses.reset") == 0)
        studio_poses_reset(panel, (const char *const *)names, count);
    else if (strcmp(name, "poses.reset-all") == 0)
        studio_poses_reset(panel, NULL, 0);
    else if (strcmp(name, "poses.solo") == 0)
        studio_poses_toggle_solo(panel, (const char *const *)names, count);
    else if (strcmp(name, "poses.solo-clear") == 0)
        studio_session_clear_solo(session);
    else if (strcmp(name, "poses.weights-back") == 0)
        studio_session_back(session);
    else if (strcmp(name, "poses.beyond") == 0)
        session->is_beyond = studio_commands_state(panel->commands, name);
    studio_workspace_session_changed(panel->workspace);
    studio_poses_allow_commands(panel);
}

/// Makes the end of a range what the weight is now.
static void run_range(void *user, const char *name)
{
    StudioPosesPanel *panel = user;
    MieniProblem problem = {0};
    int count;
    if (panel->workspace == NULL)
        return;
    Studio *studio = studio_workspace_studio(panel->workspace);
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    const bool is_max = strcmp(name, "poses.set-max-here") == 0;
    const StudioPoseItem *item = count == 1 ? studio_poses_list_find(&panel->list, names[0]) : NULL;
    if (item == NULL)
        return;
    const double here = studio_poses_values(panel, item).asked;
    const MienStatus status =
        studio_poses_set_range(studio, panel->path, names[0], (float)(is_max ? item->min : here),
                               (float)(is_max ? here : item->max), &problem);
    studio_workspace_check(panel->workspace, status, &problem);
}

// The list

static const char *const sorts[] = {"poses.sort-source", "poses.sort-name", "poses.sort-strength"};
static const char *const pictures[] = {"poses.thumbnails-small", "poses.thumbnails-large",
                                       "poses.thumbnails-off"};

/// One of several toggles is on.
static void choose(StudioPosesPanel *panel, const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        studio_commands_set_state(panel->commands, names[i], strcmp(names[i], name) == 0);
}

static void run_list(void *user, const char *name)
{
    StudioPosesPanel *panel = user;
    for (size_t i = 0; i < G_N_ELEMENTS(sorts); ++i)
        if (strcmp(name, sorts[i]) == 0) {
            choose(panel, sorts, (int)G_N_ELEMENTS(sorts), name);
            panel->list.sort = (StudioPoseSort)i;
        }
    for (size_t i = 0; i < G_N_ELEMENTS(pictures); ++i)
        if (strcmp(name, pictures[i]) == 0)
            choose(panel, pictures, (int)G_N_ELEMENTS(pictures), name);
    if (strcmp(name, "poses.active-only") == 0)
        panel->list.is_active_only = studio_commands_state(panel->commands, name);
    else if (strcmp(name, "poses.clear-filter") == 0)
        studio_poses_clear_filter(panel);
    studio_poses_lay_out(panel);
    studio_poses_apply_soon(panel);
}

static void run_selection(void *user, const char *name)
{
    StudioPosesPanel *panel = user;
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(panel->selection);
    int count;
    if (panel->workspace == NULL)
        return;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    if (strcmp(name, "win.select-all") == 0) {
        gtk_selection_model_select_all(selection);
    } else if (strcmp(name, "win.select-none") == 0) {
        gtk_selection_model_unselect_all(selection);
    } else if (strcmp(name, "win.invert-selection") == 0) {
        const guint all = g_list_model_get_n_items(G_LIST_MODEL(panel->list.shown));
        g_autoptr(GtkBitset) mask = gtk_bitset_new_range(0, all), wanted = gtk_bitset_new_range(0, all),
                             chosen = gtk_selection_model_get_selection(selection);
        gtk_bitset_subtract(wanted, chosen);
        gtk_selection_model_set_selection(selection, wanted, mask);
    } else if (strcmp(name, "win.rename") == 0 && count > 0) {
        studio_poses_edit_name(panel, names[0]);
    } else if (strcmp(name, "win.find") == 0) {
        gtk_widget_grab_focus(panel->filter);
    }
}

// When they can act

static void allow(StudioPosesPanel *panel, const char *const *names, const char *reason)
{
    for (; *names != NULL; ++names)
        studio_commands_allow(panel->commands, *names, reason);
}

#define ALLOW(reason, ...) allow(panel, (const char *const[]){__VA_ARGS__, NULL}, reason)

/// "Set Maximum to 1.30", where that would be another one.
static void allow_range(StudioPosesPanel *panel, const StudioPoseItem *item, const char *reason)
{
    const double here = item != NULL ? studio_poses_values(panel, item).asked : 0;
    char number[STUDIO_NUMBER_ROOM];
    studio_number_text(here, 2, number);
    g_autofree char *max = g_strdup_printf("Set Maximum to %s", number);
    g_autofree char *min = g_strdup_printf("Set Minimum to %s", number);
    studio_commands_set_label(panel->commands, "poses.set-max-here", item != NULL ? max : NULL);
    studio_commands_set_label(panel->commands, "poses.set-min-here", item != NULL ? min : NULL);
    const bool is_control = item != NULL && item->kind == STUDIO_POSE_CONTROL;
    const char *own = reason != NULL ? reason : is_control ? NULL : "Select one curve-driven pose";
    ALLOW(own != NULL                                          ? own
          : here > 0 && (here > item->max || here < item->max) ? NULL
                                                               : "Move the weight to the new maximum first",
          "poses.set-max-here");
    ALLOW(own != NULL                                          ? own
          : here < 0 && (here > item->min || here < item->min) ? NULL
                                                               : "Move the weight below 0 first",
          "poses.set-min-here");
}

static void allow_weights(StudioPosesPanel *panel, const char *selected)
{
    const StudioSession *session = studio_poses_session(panel);
    bool is_solo = false;
    for (int i = 0; session != NULL && i < session->weight_count; ++i)
        is_solo |= session->weights[i].is_solo;
    ALLOW(session == NULL              ? "Open a pose asset first"
          : session->weight_count == 0 ? "All weights are 0"
                                       : NULL,
          "poses.reset-all");
    ALLOW(is_solo ? NULL : "No pose is solo", "poses.solo-clear");
    ALLOW(session != NULL && session->state_count > 0 ? NULL : "No previous weights", "poses.weights-back");
    ALLOW(selected, "poses.reset", "poses.solo");
    if (session != NULL)
        studio_commands_set_state(panel->commands, "poses.beyond", session->is_beyond);
}

void studio_poses_allow_commands(StudioPosesPanel *panel)
{
    int count = 0, controls = 0, grouped = 0, edited = 0;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    const bool is_open = panel->workspace != NULL;
    const Studio *studio = is_open ? studio_workspace_studio(panel->workspace) : NULL;
    const StudioPoseItem *one = NULL;
    for (int i = 0; i < count; ++i) {
        const StudioPoseItem *item = studio_poses_list_find(&panel->list, names[i]);
        controls += item->kind == STUDIO_POSE_CONTROL;
        grouped += studio_poses_list_group(&panel->list, item) != NULL;
        edited += item->is_edited;
        one = count == 1 ? item : NULL;
    }
    const char *open = is_open ? NULL : "Open a pose asset first";
    const char *write = open != NULL ? open : studio->is_read_only ? "This project is read-only" : NULL;
    const char *some = write != NULL ? write : count > 0 ? NULL : "Select a pose first";
    const char *single = write != NULL ? write : count == 1 ? NULL : "Select one pose";
    const bool is_sorted = panel->list.sort != STUDIO_SORT_SOURCE;
    allow_weights(panel, open != NULL ? open : count > 0 ? NULL : "Select a pose first");
    allow_range(panel, one, single);
    ALLOW(write, "poses.add-from-viewport", "poses.add-empty");
    const StudioSession *session = studio_poses_session(panel);
    ALLOW(write != NULL              ? write
          : session->clip[0] != '\0' ? NULL
                                     : "Choose a clip in the playback controls first",
          "poses.add-from-frame");
    ALLOW(write != NULL                        ? write
          : panel->list.is_absolute            ? "Only additive assets can have correctives"
          : controls >= 2 && controls == count ? NULL
                                               : "Select two or more curve-driven poses",
          "poses.add-corrective");
    ALLOW(single != NULL  ? single
          : controls == 1 ? NULL
                          : "Select one curve-driven pose",
          "poses.add-inbetween");
    ALLOW(some, "poses.flip", "poses.group-new");
    ALLOW(single, "poses.set-base", "poses.update-pose");
    ALLOW(open, "poses.copy-names", "poses.active-only", "poses.beyond", "poses.clear-filter",
          "poses.sort-source", "poses.sort-name", "poses.sort-strength", "poses.thumbnails-small",
          "poses.thumbnails-large", "poses.thumbnails-off", "poses.column-solo");
    ALLOW(write != NULL             ? write
          : panel->list.is_absolute ? NULL
                                    : "The asset is already additive",
          "poses.make-additive");
    ALLOW(write != NULL             ? write
          : panel->list.is_absolute ? "The asset is already absolute"
                                    : NULL,
          "poses.make-absolute");
    ALLOW(some != NULL ? some : edited > 0 ? NULL : "None of these poses is edited", "poses.discard-edits");
    ALLOW(some != NULL  ? some
          : grouped > 0 ? NULL
                        : "None of these poses is in a group",
          "poses.group-remove");
    ALLOW(some != NULL ? some
          : is_sorted  ? "Sort by source order first"
                       : NULL,
          "poses.move-up", "poses.move-down");
    ALLOW(single != NULL       ? single
          : one->place != NULL ? NULL
                               : "This pose has no source file",
          "poses.show-source");
    if (panel->has_window_commands) {
        ALLOW(some, "win.delete", "win.duplicate", "win.rename", "win.cut");
        ALLOW(open != NULL ? open : count > 0 ? NULL : "Select a pose first", "win.copy");
        ALLOW(write, "win.paste");
        ALLOW(open, "win.select-all", "win.select-none", "win.invert-selection", "win.find");
    }
}

// Binding

typedef struct Binding {
    StudioCommandRun *run;
    const char *names[12];
} Binding;

static void bind(StudioPosesPanel *panel, const Binding *rows, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < 12 && rows[i].names[k] != NULL; ++k)
            studio_commands_bind(panel->commands, rows[i].names[k], rows[i].run, panel);
}

void studio_poses_bind_commands(StudioPosesPanel *panel)
{
    static const Binding rows[] = {
        {run_weights,
         {"poses.reset", "poses.reset-all", "poses.solo", "poses.solo-clear", "poses.weights-back",
          "poses.beyond"}},
        {run_range, {"poses.set-max-here", "poses.set-min-here"}},
        {run_list,
         {"poses.active-only", "poses.clear-filter", "poses.sort-source", "poses.sort-name",
          "poses.sort-strength", "poses.thumbnails-small", "poses.thumbnails-large", "poses.thumbnails-off",
          "poses.column-solo"}},
        {studio_poses_run_add,
         {"poses.add-from-viewport", "poses.add-from-frame", "poses.add-empty", "poses.add-corrective",
          "poses.add-inbetween"}},
        {studio_poses_run_edit,
         {"poses.flip", "poses.make-additive", "poses.make-absolute", "poses.set-base", "poses.update-pose",
          "poses.discard-edits", "poses.move-up", "poses.move-down", "poses.group-remove",
          "poses.show-source"}},
        {studio_poses_run_group, {"poses.group-new"}},
        {studio_poses_run_clipboard, {"poses.copy-names"}},
    };
    bind(panel, rows, G_N_ELEMENTS(rows));
    choose(panel, sorts, (int)G_N_ELEMENTS(sorts), sorts[0]);
    choose(panel, pictures, (int)G_N_ELEMENTS(pictures), pictures[0]);
}

void studio_poses_take_commands(StudioPosesPanel *panel)
{
    static const Binding rows[] = {
        {run_selection,
         {"win.select-all", "win.select-none", "win.invert-selection", "win.rename", "win.find"}},
        {studio_poses_run_edit, {"win.delete", "win.duplicate"}},
        {studio_poses_run_clipboard, {"win.copy", "win.cut", "win.paste"}},
    };
    panel->has_window_commands = true;
    bind(panel, rows, G_N_ELEMENTS(rows));
    studio_poses_allow_commands(panel);
}
