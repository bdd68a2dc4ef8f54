// SPDX-License-Identifier: MIT
//
// Solves a clip of an open project in three parts, as `mien solve` does: begin, run on any thread, end. The
// result is a clip with the recipe, not with the curves; it is solved to know how well that works. With
// names for proposed poses, these are added to the pose asset in the same step.

#pragma once

#include "project/edit/solve.h"
#include "studio/model/document/edit.h"

typedef struct StudioSolve {
    char clip[MIENI_PATH_ROOM]; ///< What is solved.
    char to[MIENI_PATH_ROOM];   ///< The clip that gets the recipe: a new one, or the same.
    MieniSolveSettings settings;
    MieniSolveRun how;

    // After it ran
    MienStatus status;
    MieniProblem problem;
    MieniClipSolved solved; ///< Copied; lives as long as this.

    StudioEdit edit;   ///< Private, as all below.
    double numbers[2]; ///< Of the settings.
    MieniArena memory;
} StudioSolve;

/// Begins to solve a clip. to may be the clip itself; another one must not exist. settings NULL: those that
/// the clip has.
MienStatus studio_solve_begin(Studio *studio, const char *clip, const char *to,
                              const MieniSolveSettings *settings, const MieniSolveRun *how,
                              StudioSolve **out_solve, MieniProblem *problem);
/// Solves; on any thread. progress of how is called there.
void studio_solve_run(StudioSolve *solve);
/// Makes what ran well one step. Otherwise nothing changes.
MienStatus studio_solve_end(StudioSolve *solve, MieniProblem *problem);
void studio_solve_destroy(StudioSolve *solve); ///< May be NULL. On the studio's thread.

/// Adds proposed poses, as many as have a name that is not NULL, to the pose asset of a solved clip, in one
/// step. proposed has count poses, as a run found them.
MienStatus studio_solve_accept(Studio *studio, const char *clip, const MieniProposedPose *proposed,
                               const char *const *names, int count, MieniProblem *problem);

/// Why a clip cannot be solved; NULL: it can.
const char *studio_solve_reason(Studio *studio, const char *clip);
/// The pose assets on the skeleton of a clip, and which of them to solve it with: that of its recipe or
/// preview, one that is called like the skeleton, or the first. Reads files; on any thread. Release paths.
MienStatus studio_solve_find_poses(const StudioSnapshot *snapshot, const char *clip, MieniPaths *out_paths,
                                   int *out_best, MieniProblem *problem);
/// A path for the result that is free: "takes/old_solved.clip.json". Returns to.
const char *studio_solve_to(const Studio *studio, const char *clip, char to[MIENI_PATH_ROOM]);

/// What solving found of a curve; NULL: it was not solved.
const MieniSolvedCurve *studio_solved_curve(const MieniClipSolved *solved, const char *name);
/// "sure", "about" or "guess": how sure a curve is.
const char *studio_solved_word(const MieniClipSolved *solved, const MieniSolvedCurve *curve);
/// The next range of frames that lack a pose, from a frame on; false: there is none.
bool studio_solved_next(const MieniClipSolved *solved, int from, int *out_first, int *out_last);
/// Copies what solving found into an arena, which remembers if there was no memory.
MieniClipSolved studio_solved_copy(const MieniClipSolved *solved, MieniArena *arena);
