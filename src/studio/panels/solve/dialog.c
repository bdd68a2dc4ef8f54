// SPDX-License-Identifier: MIT
//
// The Solve dialog. What it begins runs in the background, with progress, and can be cancelled; the new clip
// is one step.

#include "studio/panels/solve/solve.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/solve.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

// Solving, on a worker

static bool on_progress(void *user, double done)
{
    StudioJob *job = user;
    studio_job_progress(job, done);
    return !studio_job_is_cancelled(job);
}

static void run_solve(StudioJob *job, void *data)
{
    StudioSolve *solve = data;
    solve->how.progress = on_progress;
    solve->how.user = job;
    studio_solve_run(solve);
}

static void end_solve(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    StudioSolve *solve = data;
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM], number[STUDIO_NUMBER_ROOM];
    g_autofree char *text = NULL;
    studio_asset_name(solve->clip, name);
    if (is_cancelled) {
        text = g_strdup_printf("Solving %s was cancelled. Nothing changed.", name);
        studio_workspace_toast(workspace, text, NULL, NULL);
    } else if (studio_workspace_check(workspace, studio_solve_end(solve, &problem), &problem)) {
        text = g_strdup_printf("Solved %s: %d curves, %s mm left", name, solve->solved.curve_count,
                               studio_number_text(solve->solved.report.residual * 1000.0, 2, number));
        studio_workspace_show(workspace, solve->to, false);
        studio_workspace_toast(workspace, text, "Undo", "win.undo");
    }
    studio_solve_destroy(solve);
}

// The dialog

/// What is neutral, and how much is smoothed: the default, or at and over a time.
enum { NEUTRAL_BASE, NEUTRAL_TIME };
enum { SMOOTH_AS_NEEDED, SMOOTH_NONE, SMOOTH_TIME };

typedef struct Solver {
    StudioWorkspace *workspace; ///< Referenced.
    char *clip, *folder;        ///< Of what is solved, and where the result goes: "takes/".
    bool is_again;              ///< The clip is solved already: its recipe changes.
    StudioDialog dialog;
    GtkWidget *poses, *neutral, *neutral_row, *neutral_time, *smooth, *smooth_row, *smooth_time, *residual,
        *name, *info;
    GPtrArray *paths; ///< Of pose assets; empty until they are found.
    bool is_found, is_closed;
} Solver;

static void clear(void *given)
{
    Solver *solver = given;
    g_object_unref(solver->workspace);
    g_free(solver->clip);
    g_free(solver->folder);
    g_ptr_array_unref(solver->paths);
}

static void drop(void *solver) { g_rc_box_release_full(solver, clear); }

static Studio *studio_of(const Solver *solver) { return studio_workspace_studio(solver->workspace); }

/// The clip that gets the recipe. Free it.
static char *path_of(const Solver *solver)
{
    if (solver->is_again)
        return g_strdup(solver->clip);
    return g_strdup_printf("%s%s.clip.json", solver->folder,
                           gtk_editable_get_text(GTK_EDITABLE(solver->name)));
}

static const char *reason_of(const Solver *solver)
{
    g_autofree char *path = path_of(solver);
    const char *name = gtk_editable_get_text(GTK_EDITABLE(solver->name));
    if (!solver->is_found)
        return "Looking for pose assets…";
    if (solver->paths->len == 0)
        return "No pose asset uses the skeleton of this clip. Create one first.";
    if (solver->is_again)
        return NULL;
    return name[0] == '\0' || strchr(name, '/') != NULL ? "Enter a name for the new clip"
           : studio_exists(studio_of(solver), path)     ? "An asset of this name already exists"
                                                        : NULL;
}

static void update(Solver *solver)
{
    const char *reason = reason_of(solver);
    gtk_widget_set_visible(solver->neutral_row,
                           adw_combo_row_get_selected(ADW_COMBO_ROW(solver->neutral)) == NEUTRAL_TIME);
    gtk_widget_set_visible(solver->smooth_row,
                           adw_combo_row_get_selected(ADW_COMBO_ROW(solver->smooth)) == SMOOTH_TIME);
    gtk_widget_set_sensitive(solver->dialog.suggest, reason == NULL);
    gtk_label_set_text(GTK_LABEL(solver->info),
                       reason != NULL ? reason
                                      : "Bones that no pose moves keep their tracks. The source file does "
                                        "not change.");
}

/// Names of curves that the recipe lists. Free it.
static const char **names_of(const MieniSolveView *solve, int count,
                             const char *(*get)(const MieniSolveView *solve, int index))
{
    const char **names = g_new0(const char *, count + 1);
    for (int i = 0; i < count; ++i)
        names[i] = get(solve, i);
    return names;
}

static void on_solve(Solver *solver)
{
    StudioSolve *solve;
    MieniProblem problem = {0};
    const double neutral = gtk_spin_button_get_value(GTK_SPIN_BUTTON(solver->neutral_time));
    const guint smoothing = adw_combo_row_get_selected(ADW_COMBO_ROW(solver->smooth));
    const double smooth =
        smoothing == SMOOTH_TIME ? gtk_spin_button_get_value(GTK_SPIN_BUTTON(solver->smooth_time)) : 0.0;
    const guint chosen = adw_combo_row_get_selected(ADW_COMBO_ROW(solver->poses));
    const MieniAsset *asset;
    if (reason_of(solver) != NULL || chosen >= solver->paths->len ||
        !studio_workspace_check(solver->workspace,
                                studio_asset(studio_of(solver), solver->clip, &asset, &problem), &problem))
        return;
    const MieniSolveView *before = mieni_clip_solve(mieni_clip_of(asset));
    const int only_count = mieni_solve_only_count(before), prefer_count = mieni_solve_prefer_count(before);
    g_autofree const char **only = names_of(before, only_count, mieni_solve_only),
                          **prefer = names_of(before, prefer_count, mieni_solve_prefer);
    const MieniSolveSettings settings = {
        .poses = solver->paths->pdata[chosen],
        .points = mieni_solve_points(before),
        .head = mieni_solve_head(before),
        .calibrate = mieni_solve_calibrate(before),
        .labels = mieni_solve_labels(before),
        .neutral =
            adw_combo_row_get_selected(ADW_COMBO_ROW(solver->neutral)) == NEUTRAL_TIME ? &neutral : NULL,
        .smooth = smoothing != SMOOTH_AS_NEEDED ? &smooth : NULL,
        .has_residual = gtk_switch_get_active(GTK_SWITCH(solver->residual)),
        .only = only,
        .only_count = only_count,
        .prefer = prefer,
        .prefer_count = prefer_count};
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *to = path_of(solver),
                    *words = g_strdup_printf("Solve %s", studio_asset_name(solver->clip, name));
    const MieniSolveRun how = {0};
    if (studio_workspace_check(
            solver->workspace,
            studio_solve_begin(studio_of(solver), solver->clip, to, &settings, &how, &solve, &problem),
            &problem))
        studio_workspace_run(solver->workspace,
                             &(StudioJobWork){.name = words, .run = run_solve, .done = end_solve}, solve);
    gtk_window_close(GTK_WINDOW(solver->dialog.window));
}

// Pose assets, which are found on a worker: there may be a thousand

typedef struct Finding {
    Solver *solver;
    StudioSnapshot *snapshot;
    MieniPaths paths;
    int best;
} Finding;

static void run_finding(StudioJob *job, void *data)
{
    Finding *finding = data;
    MieniProblem problem = {0};
    if (!studio_job_is_cancelled(job))
        studio_solve_find_poses(finding->snapshot, finding->solver->clip, &finding->paths, &finding->best,
                                &problem);
}

static void end_finding(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Finding *finding = data;
    Solver *solver = finding->solver;
    studio_snapshot_destroy(finding->snapshot);
    if (!is_cancelled && !solver->is_closed) {
        g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
        for (int i = 0; i < finding->paths.count; ++i) {
            char name[STUDIO_LABEL_ROOM];
            g_ptr_array_add(solver->paths, g_strdup(finding->paths.items[i]));
            gtk_string_list_append(names, studio_asset_name(finding->paths.items[i], name));
        }
        solver->is_found = true;
        adw_combo_row_set_model(ADW_COMBO_ROW(solver->poses), G_LIST_MODEL(names));
        adw_combo_row_set_selected(ADW_COMBO_ROW(solver->poses), (guint)finding->best);
        update(solver);
    }
    mieni_paths_release(&finding->paths);
    drop(solver);
    g_free(finding);
}

static void find_poses(Solver *solver)
{
    StudioSnapshot *snapshot;
    MieniProblem problem = {0};
    if (!studio_workspace_check(solver->workspace,
                                studio_snapshot_make(&studio_of(solver)->files, &snapshot, &problem),
                                &problem))
        return;
    Finding *finding = g_new0(Finding, 1);
    *finding = (Finding){.solver = g_rc_box_acquire(solver), .snapshot = snapshot};
    studio_workspace_run(solver->workspace, &(StudioJobWork){.run = run_finding, .done = end_finding},
                         finding);
}

// Widgets

static GtkWidget *add_combo(Solver *solver, GtkWidget *list, const char *title, const char *subtitle,
                            const char *const *choices)
{
    GtkWidget *row = adw_combo_row_new();
    g_autoptr(GtkStringList) names = gtk_string_list_new(choices);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), subtitle);
    adw_combo_row_set_model(ADW_COMBO_ROW(row), G_LIST_MODEL(names));
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    g_signal_connect_swapped(row, "notify::selected", G_CALLBACK(update), solver);
    return row;
}

/// A row with a widget at its end, which a click on the row reaches, and which has the row's name.
static GtkWidget *add_row(GtkWidget *list, const char *title, const char *subtitle, GtkWidget *widget)
{
    GtkWidget *row = adw_action_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), subtitle);
    adw_action_row_add_suffix(ADW_ACTION_ROW(row), widget);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(row), widget);
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    return row;
}

static GtkWidget *new_seconds(double most, double step, double value)
{
    GtkWidget *spin = gtk_spin_button_new_with_range(0, most, step);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), 3);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
    studio_ignore_scrolling(spin);
    return spin;
}

static GtkWidget *make_rows(Solver *solver)
{
    static const char *const neutrals[] = {"Base pose", "At a time", NULL};
    static const char *const smooths[] = {"As the noise needs", "None", "Over a time", NULL};
    static const char *const none[] = {NULL};
    GtkWidget *list = studio_facts_new("Solve");
    solver->poses = add_combo(solver, list, "Poses", "Of the character that the take was made on", none);
    solver->neutral = add_combo(solver, list, "Neutral face", "Where the take shows no pose", neutrals);
    solver->neutral_time = new_seconds(86400, 0.1, studio_workspace_session(solver->workspace)->time);
    solver->neutral_row = add_row(list, "Neutral at", "Seconds of the take", solver->neutral_time);
    solver->smooth = add_combo(solver, list, "Smoothing", "Exact takes are never smoothed", smooths);
    solver->smooth_time = new_seconds(2, 0.01, 0.067);
    solver->smooth_row = add_row(list, "Smooth over", "Seconds, if the take is noisy", solver->smooth_time);
    solver->residual = gtk_switch_new();
    add_row(list, "Keep the rest", "What poses cannot express stays as bone tracks, for this face only",
            solver->residual);
    solver->name = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(solver->name), "New clip");
    gtk_list_box_append(GTK_LIST_BOX(list), solver->name);
    g_signal_connect_swapped(solver->name, "changed", G_CALLBACK(update), solver);
    return list;
}

/// The recipe that the clip has, or the defaults.
static void fill(Solver *solver, const MieniSolveView *before)
{
    char to[MIENI_PATH_ROOM], name[STUDIO_LABEL_ROOM];
    const double smooth = mieni_solve_smooth(before, 0.0);
    studio_solve_to(studio_of(solver), solver->clip, to);
    gtk_editable_set_text(GTK_EDITABLE(solver->name), studio_asset_name(to, name));
    gtk_widget_set_visible(solver->name, !solver->is_again);
    if (mieni_solve_neutral_json(before) != NULL) {
        adw_combo_row_set_selected(ADW_COMBO_ROW(solver->neutral), NEUTRAL_TIME);
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(solver->neutral_time), mieni_solve_neutral(before, 0.0));
    }
    if (mieni_solve_smooth_json(before) != NULL)
        adw_combo_row_set_selected(ADW_COMBO_ROW(solver->smooth), smooth > 0.0 ? SMOOTH_TIME : SMOOTH_NONE);
    if (smooth > 0.0)
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(solver->smooth_time), smooth);
    gtk_switch_set_active(GTK_SWITCH(solver->residual), mieni_solve_residual(before));
}

static void on_destroy(Solver *solver) { solver->is_closed = true; }

void studio_solve_open(GtkWidget *parent, StudioWorkspace *workspace, const char *clip)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    if (!studio_workspace_check(
            workspace, studio_asset(studio_workspace_studio(workspace), clip, &asset, &problem), &problem))
        return;
    const MieniSolveView *before = mieni_clip_solve(mieni_clip_of(asset));
    Solver *solver = g_rc_box_new0(Solver);
    const char *slash = strrchr(clip, '/');
    solver->workspace = g_object_ref(workspace);
    solver->clip = g_strdup(clip);
    solver->folder = g_strndup(clip, slash != NULL ? (gsize)(slash + 1 - clip) : 0);
    solver->is_again = before != NULL;
    solver->paths = g_ptr_array_new_with_free_func(g_free);
    solver->dialog = studio_dialog_new(parent, "solve-dialog", "Solve", studio_asset_name(clip, name),
                                       solver->is_again ? "Solve Again" : "Solve", studio_scaled(520), -1);
    GtkWidget *list = make_rows(solver);
    solver->info = studio_label_new("", "caption dim-label dialog-bottom");
    gtk_label_set_wrap(GTK_LABEL(solver->info), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(solver->info), PANGO_ELLIPSIZE_NONE);
    gtk_widget_add_css_class(list, "solve-rows");
    gtk_box_append(GTK_BOX(solver->dialog.body), list);
    gtk_box_append(GTK_BOX(solver->dialog.body), solver->info);
    g_object_set_data_full(G_OBJECT(solver->dialog.window), "solver", solver, drop);
    g_signal_connect_swapped(solver->dialog.window, "destroy", G_CALLBACK(on_destroy), solver);
    g_signal_connect_swapped(solver->dialog.suggest, "clicked", G_CALLBACK(on_solve), solver);
    fill(solver, before);
    update(solver);
    find_poses(solver);
    gtk_window_present(GTK_WINDOW(solver->dialog.window));
}
