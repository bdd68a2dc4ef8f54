// SPDX-License-Identifier: MIT
//
// Commands that solve the clip selected in the browser, or the one in front.

#include "studio/panels/solve/solve.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/solve.h"

struct _StudioSolver {
    GObject parent_instance;
    StudioCommands *commands;
    GtkWidget *window; ///< Which owns this.
    StudioWorkspace *workspace;
    GSignalGroup *signals;
};

G_DEFINE_TYPE(StudioSolver, studio_solver, G_TYPE_OBJECT)

/// The clip that a command is about; NULL: none.
static const char *clip_of(const StudioSolver *solver, const char *name)
{
    const StudioDocument *active = studio_workspace_active(solver->workspace);
    if (strcmp(name, "browser.solve") == 0)
        return studio_workspace_selected_of(solver->workspace, MIENI_ASSET_CLIP);
    return active != NULL && active->kind == MIENI_ASSET_CLIP ? active->path : NULL;
}

static void run(void *user, const char *name)
{
    StudioSolver *solver = user;
    const char *clip = solver->workspace != NULL ? clip_of(solver, name) : NULL;
    if (clip != NULL && strcmp(name, "clip.propose-poses") == 0)
        studio_propose_open(solver->window, solver->workspace, clip);
    else if (clip != NULL)
        studio_solve_open(solver->window, solver->workspace, clip);
}

/// Poses are proposed for clips that are solved from bone tracks.
static const char *propose_reason(Studio *studio, const char *clip)
{
    const MieniAsset *asset;
    const char *reason = clip != NULL ? studio_solve_reason(studio, clip) : "Open a clip first";
    if (reason != NULL || studio_asset(studio, clip, &asset, NULL) != MIEN_OK)
        return reason != NULL ? reason : "This clip cannot be read";
    const MieniSolveView *solve = mieni_clip_solve(mieni_clip_of(asset));
    return solve == NULL                                     ? "Solve the clip first"
           : mieni_clip_tracks(mieni_clip_of(asset)) == NULL ? "Poses are proposed for bone tracks only"
                                                             : NULL;
}

static void allow(StudioSolver *solver)
{
    static const struct {
        const char *name, *none;
    } commands[] = {{"browser.solve", "Select a clip in the browser first"},
                    {"clip.solve", "Open a clip first"}};
    Studio *studio = solver->workspace != NULL ? studio_workspace_studio(solver->workspace) : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(commands); ++i) {
        const char *clip = studio != NULL ? clip_of(solver, commands[i].name) : NULL;
        studio_commands_allow(solver->commands, commands[i].name,
                              studio == NULL ? "Open a project first"
                              : clip == NULL ? commands[i].none
                                             : studio_solve_reason(studio, clip));
    }
    studio_commands_allow(solver->commands, "clip.propose-poses",
                          studio != NULL ? propose_reason(studio, clip_of(solver, "clip.propose-poses"))
                                         : "Open a project first");
}

static void studio_solver_dispose(GObject *object)
{
    StudioSolver *solver = STUDIO_SOLVER(object);
    g_clear_object(&solver->signals);
    g_clear_object(&solver->workspace);
    g_clear_object(&solver->commands);
    G_OBJECT_CLASS(studio_solver_parent_class)->dispose(object);
}

static void studio_solver_class_init(StudioSolverClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_solver_dispose;
}

static void studio_solver_init(StudioSolver *solver)
{
    static const char *const signals[] = {"selected", "active", "changed"};
    solver->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    for (size_t i = 0; i < G_N_ELEMENTS(signals); ++i)
        g_signal_group_connect_swapped(solver->signals, signals[i], G_CALLBACK(allow), solver);
}

StudioSolver *studio_solver_new(StudioCommands *commands, GtkWidget *window)
{
    StudioSolver *solver = g_object_new(STUDIO_TYPE_SOLVER, NULL);
    solver->commands = g_object_ref(commands);
    solver->window = window;
    studio_commands_bind(commands, "browser.solve", run, solver);
    studio_commands_bind(commands, "clip.solve", run, solver);
    studio_commands_bind(commands, "clip.propose-poses", run, solver);
    allow(solver);
    return solver;
}

void studio_solver_set_workspace(StudioSolver *solver, StudioWorkspace *workspace)
{
    g_set_object(&solver->workspace, workspace);
    g_signal_group_set_target(solver->signals, workspace);
    allow(solver);
}
