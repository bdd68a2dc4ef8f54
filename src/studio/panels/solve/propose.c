// SPDX-License-Identifier: MIT
//
// Proposed poses: motion that the poses of a solved clip leave in many frames, as drafts. Those that get a
// name are added to the pose asset, in one step.

#include "studio/panels/solve/solve.h"

#include "studio/model/commands/solve.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

enum { COUNT = 4, MOST_BONES = 4 }; ///< Poses that are proposed, and bones that are named of each.

typedef struct Proposer {
    StudioWorkspace *workspace; ///< Referenced.
    StudioSolve *solve;         ///< What ran; NULL: it runs.
    char *clip;
    StudioDialog dialog;
    GtkWidget *states, *list, *info, *names[COUNT];
    StudioJob *job; ///< NULL: it is over.
    int count;      ///< Poses that are shown.
    bool is_closed;
} Proposer;

static void clear(void *given)
{
    Proposer *proposer = given;
    studio_solve_destroy(proposer->solve);
    g_object_unref(proposer->workspace);
    g_free(proposer->clip);
}

static void drop(void *proposer) { g_rc_box_release_full(proposer, clear); }

/// The name for a pose; NULL: it is not wanted.
static const char *name_of(const Proposer *proposer, int index)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(proposer->names[index]));
    return text[0] != '\0' ? text : NULL;
}

static void update(Proposer *proposer)
{
    int count = 0;
    for (int i = 0; i < proposer->count; ++i)
        count += name_of(proposer, i) != NULL;
    g_autofree char *label = count == 1 ? g_strdup("Add 1 Pose") : g_strdup_printf("Add %d Poses", count);
    gtk_button_set_label(GTK_BUTTON(proposer->dialog.suggest), count > 0 ? label : "Add Poses");
    gtk_widget_set_sensitive(proposer->dialog.suggest, count > 0);
}

static void on_add(Proposer *proposer)
{
    const char *names[COUNT] = {0};
    MieniProblem problem = {0};
    if (proposer->solve == NULL)
        return;
    for (int i = 0; i < proposer->count; ++i)
        names[i] = name_of(proposer, i);
    const MienStatus status =
        studio_solve_accept(studio_workspace_studio(proposer->workspace), proposer->clip,
                            proposer->solve->solved.proposed, names, proposer->count, &problem);
    if (status != MIEN_OK) {
        gtk_label_set_text(GTK_LABEL(proposer->info), problem.error.message);
        return;
    }
    studio_workspace_toast(proposer->workspace, "Added poses. Look at them, then edit or split them.", "Undo",
                           "win.undo");
    gtk_window_destroy(GTK_WINDOW(proposer->dialog.window));
}

// Rows

/// "Moves jaw, chin and 12 more; leaves 0.03 of 0.64 mm". Free it.
static char *describe(const MieniProposedPose *pose, double residual, bool is_first)
{
    char left[STUDIO_NUMBER_ROOM], of[STUDIO_NUMBER_ROOM];
    GString *text = g_string_new("Moves ");
    for (int i = 0; i < pose->bone_count && i < MOST_BONES; ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", pose->bones[i]);
    if (pose->bone_count > MOST_BONES)
        g_string_append_printf(text, " and %d more", pose->bone_count - MOST_BONES);
    g_string_append_printf(text, "; with it%s, %s of %s mm is left", is_first ? "" : " and those above",
                           studio_number_text(pose->residual * 1000.0, 2, left),
                           studio_number_text(residual * 1000.0, 2, of));
    return g_string_free(text, FALSE);
}

static void add_pose(Proposer *proposer, int index, const MieniClipSolved *solved)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *row = gtk_list_box_row_new(),
              *entry = gtk_entry_new();
    g_autofree char *words = describe(&solved->proposed[index], solved->report.residual, index == 0),
                    *name = g_strdup_printf("Name of proposed pose %d", index + 1);
    GtkWidget *label = studio_label_new(words, "caption dim-label");
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    g_object_set(entry, "placeholder-text", "A name accepts this pose", NULL);
    studio_name(entry, name);
    studio_describe(entry, words);
    g_signal_connect_swapped(entry, "changed", G_CALLBACK(update), proposer);
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), label);
    gtk_widget_add_css_class(box, "fact-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
    gtk_widget_set_focusable(row, FALSE);
    gtk_list_box_append(GTK_LIST_BOX(proposer->list), row);
    proposer->names[index] = entry;
}

static void show(Proposer *proposer)
{
    const MieniClipSolved *solved = &proposer->solve->solved;
    for (int i = 0; i < solved->proposed_count && i < COUNT; ++i)
        if (solved->proposed[i].bone_count > 0) // otherwise nothing is left to explain
            add_pose(proposer, proposer->count++, solved);
    gtk_stack_set_visible_child_name(GTK_STACK(proposer->states), "list");
    gtk_widget_set_visible(proposer->list, proposer->count > 0);
    gtk_label_set_text(
        GTK_LABEL(proposer->info),
        proposer->count > 0
            ? "A proposed pose is a draft: what the other poses could not imitate. The clip is "
              "solved again with those that you add."
            : "The poses leave nothing that another pose would explain.");
    if (proposer->count > 0)
        gtk_widget_grab_focus(proposer->names[0]);
}

// Proposing, on a worker

typedef struct Proposing {
    Proposer *proposer;
    StudioSolve *solve;
    StudioJob *job;
} Proposing;

static bool on_progress(void *user, double done)
{
    Proposing *now = user;
    studio_job_progress(now->job, done);
    return !studio_job_is_cancelled(now->job);
}

static void run(StudioJob *job, void *data)
{
    Proposing *now = data;
    now->job = job;
    now->solve->how.progress = on_progress;
    now->solve->how.user = now;
    studio_solve_run(now->solve);
}

static void done(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Proposing *now = data;
    Proposer *proposer = now->proposer;
    StudioSolve *solve = now->solve;
    proposer->job = NULL;
    studio_edit_drop(&solve->edit); // only what was found is wanted
    if (is_cancelled || proposer->is_closed) {
        studio_solve_destroy(solve);
    } else if (solve->status != MIEN_OK) {
        gtk_stack_set_visible_child_name(GTK_STACK(proposer->states), "list");
        gtk_widget_set_visible(proposer->list, FALSE);
        gtk_label_set_text(GTK_LABEL(proposer->info), solve->problem.error.message);
        studio_solve_destroy(solve);
    } else {
        proposer->solve = solve;
        show(proposer);
        update(proposer);
    }
    drop(proposer);
    g_free(now);
}

static void on_destroy(Proposer *proposer)
{
    proposer->is_closed = true;
    if (proposer->job != NULL)
        studio_job_cancel(proposer->job);
}

/// Solves the clip as it is, and proposes poses.
static bool begin(Proposer *proposer)
{
    MieniProblem problem = {0};
    const MieniSolveRun how = {.propose_count = COUNT};
    Proposing *now = g_new0(Proposing, 1);
    const MienStatus status = studio_solve_begin(studio_workspace_studio(proposer->workspace), proposer->clip,
                                                 proposer->clip, NULL, &how, &now->solve, &problem);
    if (!studio_workspace_check(proposer->workspace, status, &problem)) {
        g_free(now);
        return false;
    }
    now->proposer = g_rc_box_acquire(proposer);
    proposer->job = studio_workspace_run(
        proposer->workspace, &(StudioJobWork){.name = "Propose poses", .run = run, .done = done}, now);
    return true;
}

static GtkWidget *make_states(Proposer *proposer)
{
    GtkWidget *waiting = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), *spinner = gtk_spinner_new();
    gtk_spinner_start(GTK_SPINNER(spinner));
    gtk_box_append(GTK_BOX(waiting), spinner);
    gtk_box_append(GTK_BOX(waiting), gtk_label_new("Looking for motion that the poses leave…"));
    gtk_widget_set_valign(waiting, GTK_ALIGN_CENTER);
    proposer->list = studio_facts_new("Proposed poses");
    gtk_widget_add_css_class(proposer->list, "solve-rows");
    proposer->states = gtk_stack_new();
    gtk_stack_add_named(GTK_STACK(proposer->states), waiting, "waiting");
    gtk_stack_add_named(GTK_STACK(proposer->states), proposer->list, "list");
    gtk_widget_set_vexpand(proposer->states, TRUE);
    return proposer->states;
}

void studio_propose_open(GtkWidget *parent, StudioWorkspace *workspace, const char *clip)
{
    char name[STUDIO_LABEL_ROOM];
    Proposer *proposer = g_rc_box_new0(Proposer);
    proposer->workspace = g_object_ref(workspace);
    proposer->clip = g_strdup(clip);
    proposer->dialog = studio_dialog_new(parent, "propose-dialog", "Proposed Poses",
                                         studio_asset_name(clip, name), "Add Poses", studio_scaled(480), -1);
    proposer->info = studio_label_new("", "caption dim-label dialog-bottom");
    gtk_label_set_wrap(GTK_LABEL(proposer->info), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(proposer->info), PANGO_ELLIPSIZE_NONE);
    gtk_box_append(GTK_BOX(proposer->dialog.body), make_states(proposer));
    gtk_box_append(GTK_BOX(proposer->dialog.body), proposer->info);
    g_object_set_data_full(G_OBJECT(proposer->dialog.window), "proposer", proposer, drop);
    g_signal_connect_swapped(proposer->dialog.window, "destroy", G_CALLBACK(on_destroy), proposer);
    g_signal_connect_swapped(proposer->dialog.suggest, "clicked", G_CALLBACK(on_add), proposer);
    update(proposer);
    if (begin(proposer))
        gtk_window_present(GTK_WINDOW(proposer->dialog.window));
    else
        gtk_window_destroy(GTK_WINDOW(proposer->dialog.window));
}
