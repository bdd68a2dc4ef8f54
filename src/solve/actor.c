// SPDX-License-Identifier: MIT
//
// Measuring the poses that an actor holds.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "solve/solver.h"

/// Takes the motion of the head out of points, and adds them and their squares to sums.
static void add_points(const MienTransform *head, const MienVec3 *points, int count, double *sum,
                       double *squares)
{
    const double shift[3] = {(double)head->translation.x, (double)head->translation.y,
                             (double)head->translation.z};
    const double back[4] = {-(double)head->rotation.x, -(double)head->rotation.y, -(double)head->rotation.z,
                            (double)head->rotation.w};
    for (int p = 0; p < count; ++p) {
        const double at[3] = {(double)points[p].x - shift[0], (double)points[p].y - shift[1],
                              (double)points[p].z - shift[2]};
        double turned[3];
        mieni_rotate3(back, at, turned);
        for (int c = 0; c < 3; ++c) {
            sum[3 * p + c] += turned[c];
            squares[3 * p + c] += turned[c] * turned[c];
        }
    }
}

/// The standard deviation of the mean of count frames, over all coordinates.
static double deviation_of(const double *sum, const double *squares, int number_count, int count)
{
    double total = 0.0;
    for (int i = 0; count > 1 && i < number_count; ++i) {
        const double variance = (squares[i] - sum[i] * sum[i] / count) / (count - 1);
        total += variance > 0.0 ? variance : 0.0;
    }
    return number_count > 0 ? mieni_sqrt(total / number_count / count) : 0.0;
}

static MIENI_APART MienStatus measure(MienSolver *solver, const MienSolveTake *take, int first, int count,
                                      MieniArena *arena, MienVec3 *out_points, double *out_deviation,
                                      MienError *error)
{
    const int points = solver->system.row_count / 3;
    MienVec3 *frame = mieni_arena_take(arena, (size_t)points, sizeof *frame);
    double *sum = mieni_arena_take(arena, (size_t)points, 3 * sizeof *sum);
    double *squares = mieni_arena_take(arena, (size_t)points, 3 * sizeof *squares);
    float *values = mieni_arena_take(arena, (size_t)solver->curve_count, sizeof *values);
    if (arena->is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    mien_solver_restart(solver);
    for (int f = first; f < first + count; ++f) {
        if (!take->read(take->user, f, &(MienSolveBuffer){.points = frame}))
            return mieni_fail(error, MIEN_ERROR_CANCELLED, mieni_nowhere(), "Measuring was cancelled.");
        const MienStatus status = mien_solver_run(solver, &(MienSolveFrame){.points = frame}, values, NULL);
        if (status != MIEN_OK)
            return mieni_fail(error, status, mieni_nowhere(), "Frame %d has a number that is not finite.", f);
        const MienTransform head = mien_solver_head(solver);
        add_points(&head, frame, points, sum, squares);
    }
    for (int p = 0; p < points; ++p)
        out_points[p] = (MienVec3){(float)(sum[3 * p] / count), (float)(sum[3 * p + 1] / count),
                                   (float)(sum[3 * p + 2] / count)};
    if (out_deviation != NULL)
        *out_deviation = deviation_of(sum, squares, 3 * points, count);
    return MIEN_OK;
}

MienStatus mien_solver_mean_points(MienSolver *solver, const MienSolveTake *take, int first, int count,
                                   MienVec3 *out_points, double *out_deviation, MienError *error)
{
    if (solver->input != MIEN_SOLVE_POINTS)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "Only points can be measured.");
    if (first < 0 || count < 1 || first > take->frame_count - count)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "The take has no frames %d to %d; it has %d.", first, first + count - 1,
                          take->frame_count);
    MieniArena arena = {.allocator = solver->arena.allocator};
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = measure(solver, take, first, count, &arena, out_points, out_deviation, error);
    mieni_float_env_leave(env);
    mieni_arena_release(&arena);
    return status;
}
