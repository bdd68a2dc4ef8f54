// SPDX-License-Identifier: MIT
//
// A solver: a system, the rules from curves to poses, and memory for one frame.

#pragma once

#include "base/arena.h"
#include "base/box.h"
#include "solve/rules.h"
#include "solve/system.h"

/// The usual ridge, relative to the mean of the gram's diagonal: it decides between poses that do the
/// same.
#define MIENI_SOLVE_RIDGE 1e-8

struct MienSolver {
    MieniArena arena;
    MienAllocator allocator;
    MieniSystem system;
    const MienPoseAsset *poses; ///< NULL: morph targets.
    const MienMesh *mesh;
    MieniRules rules;
    bool is_plain; ///< Pose weights are the curves.
    int curve_count;
    MienSolveInput input;
    int input_count;     ///< Bones, points or morph targets of a frame.
    double *low, *high;  ///< Per curve.
    double *ridge_parts; ///< Per curve: 1, or more for those that are not preferred.
    double mean;         ///< Of the gram's diagonal, over curves that move something.
    bool *is_skipped;
    float *unique;

    double least_ridge;    ///< Relative to the mean.
    double ridge;          ///< Towards 0, times ridge_parts.
    double pull;           ///< Towards `towards`.
    const double *towards; ///< Per curve; NULL: no pull.

    // Of one frame.
    MieniBox box;
    double *values; ///< Per curve: what is asked for.
    double *trial;
    double *weights;                       ///< Per pose.
    double *gram, *right, *mixed, *ridges; ///< The system by curves.
};

/// Solves the frame that the system has read. Returns the error; *out_is_done is false if the optimum
/// was not reached.
double mieni_solver_step(MienSolver *solver, bool *out_is_done);
/// Curve values from what is asked for.
void mieni_solver_write(const MienSolver *solver, const double *values, float *out_values);
/// The ridge that every solve has at least.
static inline double mieni_solver_least_ridge(const MienSolver *solver)
{
    return solver->least_ridge * solver->mean;
}
