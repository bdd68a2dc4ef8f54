// SPDX-License-Identifier: MIT
//
// Solving whole takes: first as exact as the poses allow, then, if what remains is noise, with a
// ridge and a pull towards smoothed curves that follow from how large the noise is.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "mien/math.h"
#include "solve/losses.h"
#include "solve/propose.h"
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

/// Standard deviations that are expected of curves: of their values, and of what a curve does beside
/// its own smoothed form. The ridge and the pull are the noise's variance over their squares.
static const double usual_value = 0.3, usual_change = 0.03;
/// Seconds of the Gaussian that curves are pulled to, and how often.
static const double usual_smooth = 2.0 / 30.0;
/// What is seen if it is lost, as parts of the face's height: the mean motion of points beside each other,
/// and the root of the mean square of all that hangs on a bone, which is little where most bones are small.
static const double visible_point = 0.0015, visible_bone = 0.003;
/// Larger errors are of numbers that overflow.
static const double most_error = 1e60;
enum { PULLS = 3, MOST_REACH = 512 };

typedef struct Take {
    MienSolver *solver;
    const MienSolveTake *source;
    MieniArena arena;
    MienSolveBuffer frame;
    double *values;   ///< Per frame and curve, of the pass that runs.
    double *smoothed; ///< The same of the pass before.
    double *errors;   ///< Per frame.
    double *rows[3];  ///< Residuals of the last three frames.
    double *jitters;  ///< Per frame: how much its residual differs from those beside it, squared.
    double *parts;    ///< Squared metres lost of each part, of one frame.
    float *lost;      ///< Per part.
    MieniLosses losses;
    MieniProposing proposing;
    double *rights, *constants; ///< Per frame: the system's, if its gram is fixed. Later passes read them.
    int unfinished;
    int pass, pass_count;
} Take;

static MienStatus stopped(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_CANCELLED, mieni_nowhere(), "Solving was cancelled.");
}

static bool goes_on(Take *take, int frame)
{
    const MienSolveTake *s = take->source;
    if (s->progress == NULL || frame % 16 != 0)
        return true;
    const double part = (double)frame / (double)s->frame_count;
    return s->progress(s->user, ((double)take->pass + part) / (double)take->pass_count);
}

/// The residual of the frame that was solved, what is lost, and the jitter of the frame before.
static void note_residual(Take *take, int frame, bool has_jitter)
{
    const MieniSystem *system = &take->solver->system;
    double *now = take->rows[frame % 3];
    system->residual(system, take->solver->weights, now);
    if (take->parts != NULL) {
        system->lost(system, take->solver->weights, now, take->parts);
        mieni_losses_note(&take->losses, frame, take->parts);
    }
    for (int i = 0; take->proposing.count > 0 && i < system->row_count; ++i)
        take->proposing.rows[(size_t)frame * (size_t)system->row_count + (size_t)i] = (float)now[i];
    if (!has_jitter || frame < 2)
        return;
    const double *middle = take->rows[(frame + 2) % 3], *first = take->rows[(frame + 1) % 3];
    double sum = 0.0;
    for (int i = 0; i < system->row_count; ++i) {
        const double off = middle[i] - 0.5 * (now[i] + first[i]);
        sum += off * off;
    }
    take->jitters[frame - 1] = sum / 1.5; // of independent noise
}

/// Makes the system of a frame.
static MienStatus read_frame(Take *take, int frame, MienError *error)
{
    MieniSystem *system = &take->solver->system;
    const MienSolveFrame input = {take->frame.bones, take->frame.points, take->frame.morphs};
    if (!take->source->read(take->source->user, frame, &take->frame))
        return stopped(error);
    if (!system->read(system, &input))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("frame %d", frame),
                          "A number of the performance is not finite, or too large.");
    if (take->rights == NULL)
        return MIEN_OK;
    const size_t n = (size_t)system->pose_count;
    memcpy(take->rights + (size_t)frame * n, system->right, n * sizeof *system->right);
    take->constants[frame] = system->constant;
    return MIEN_OK;
}

/// The same as in the first pass, without the frame itself.
static void recall_frame(Take *take, int frame)
{
    MieniSystem *system = &take->solver->system;
    const size_t n = (size_t)system->pose_count;
    memcpy(system->right, take->rights + (size_t)frame * n, n * sizeof *system->right);
    system->constant = take->constants[frame];
}

/// Solves all frames into values. What is lost is only noted in passes that may be the last.
static MienStatus run_pass(Take *take, bool is_first, bool may_be_last, MienError *error)
{
    MienSolver *solver = take->solver;
    const size_t n = (size_t)solver->curve_count;
    const bool is_noted = is_first || (may_be_last && (take->parts != NULL || take->proposing.count > 0));
    take->unfinished = 0;
    for (int f = 0; f < take->source->frame_count; ++f) {
        bool is_done = true;
        if (f % MIEN_SOLVE_BLOCK == 0)
            mien_solver_restart(solver);
        if (!goes_on(take, f))
            return stopped(error);
        const bool is_recalled = take->rights != NULL && !is_first && !is_noted;
        const MienStatus status = is_recalled ? MIEN_OK : read_frame(take, f, error);
        if (status != MIEN_OK)
            return status;
        if (is_recalled)
            recall_frame(take, f);
        solver->towards = solver->pull > 0.0 ? take->smoothed + (size_t)f * n : NULL;
        take->errors[f] = mieni_solver_step(solver, &is_done);
        if (!(take->errors[f] <= most_error)) // also not-a-number
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("frame %d", f),
                              "The poses move points too far to be solved.");
        take->unfinished += !is_done;
        memcpy(take->values + (size_t)f * n, solver->values, n * sizeof *solver->values);
        if (take->source->out_heads != NULL)
            take->source->out_heads[f] = mien_solver_head(solver);
        if (is_noted)
            note_residual(take, f, is_first);
    }
    ++take->pass;
    return MIEN_OK;
}

static int compare_numbers(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/// Numbers of a frame that the curves do not fit.
static double freedom_left(const Take *take)
{
    const int left = take->solver->system.freedom - take->solver->curve_count;
    return (double)(left > 1 ? left : 1);
}

/// The variance of all that is left. Weights that nearly cancel each other must not fit it.
static double find_misfit(const Take *take)
{
    double sum = 0.0;
    for (int f = 0; f < take->source->frame_count; ++f)
        sum += take->errors[f];
    return sum / (double)take->source->frame_count / freedom_left(take);
}

/// The variance of the input's noise. What poses cannot express changes slowly, noise from frame to
/// frame: the smaller of the two estimates counts.
static double find_noise(Take *take)
{
    const MieniSystem *system = &take->solver->system;
    const int frames = take->source->frame_count;
    if (frames < 3 || system->row_count == 0)
        return 0.0;
    qsort(take->jitters + 1, (size_t)frames - 2, sizeof *take->jitters, compare_numbers);
    const double jitter = take->jitters[1 + (frames - 2) / 2] / freedom_left(take),
                 misfit = find_misfit(take);
    return jitter < misfit ? jitter : misfit;
}

/// A Gaussian over frames, whose ends are held.
static void smooth(Take *take, double deviation)
{
    const int n = take->solver->curve_count, frames = take->source->frame_count;
    double weights[MOST_REACH + 1], sum = 0.0;
    const int reach = 3.0 * deviation < MOST_REACH ? (int)(3.0 * deviation + 1.0) : MOST_REACH;
    for (int i = 0; i <= reach; ++i) {
        weights[i] = mien_exp(-0.5 * (double)i * (double)i / (deviation * deviation));
        sum += i == 0 ? weights[i] : 2.0 * weights[i];
    }
    memset(take->smoothed, 0, (size_t)n * (size_t)frames * sizeof *take->smoothed);
    for (int f = 0; f < frames; ++f) {
        double *out = take->smoothed + (size_t)f * (size_t)n;
        for (int i = -reach; i <= reach; ++i) {
            const int at = f + i < 0 ? 0 : f + i >= frames ? frames - 1 : f + i;
            const double *in = take->values + (size_t)at * (size_t)n, w = weights[i < 0 ? -i : i] / sum;
            for (int c = 0; c < n; ++c)
                out[c] += w * in[c];
        }
    }
}

/// Solves again where there is noise.
static MienStatus remove_noise(Take *take, double variance, MienError *error)
{
    MienSolver *solver = take->solver;
    const double seconds = take->source->smooth > 0.0 ? take->source->smooth : usual_smooth;
    const double deviation = seconds * take->source->rate;
    solver->ridge = variance / (usual_value * usual_value);
    MienStatus status = run_pass(take, false, !(deviation > 0.0), error);
    for (int i = 0; status == MIEN_OK && deviation > 0.0 && i < PULLS; ++i) {
        smooth(take, deviation);
        solver->pull = variance / (usual_change * usual_change);
        status = run_pass(take, false, i == PULLS - 1, error);
    }
    return status;
}

static bool take_memory(Take *take, const MienSolver *solver)
{
    const size_t frames = (size_t)take->source->frame_count, n = (size_t)solver->curve_count;
    MieniArena *arena = &take->arena;
    if (frames > SIZE_MAX / 16 / ((size_t)solver->system.pose_count + 1))
        return false;
    if (solver->input == MIEN_SOLVE_BONES)
        take->frame.bones = mieni_arena_take(arena, (size_t)solver->input_count, sizeof *take->frame.bones);
    else if (solver->input == MIEN_SOLVE_POINTS)
        take->frame.points = mieni_arena_take(arena, (size_t)solver->input_count, sizeof *take->frame.points);
    else
        take->frame.morphs = mieni_arena_take(arena, (size_t)solver->input_count, sizeof *take->frame.morphs);
    take->values = mieni_arena_take(arena, frames * n, sizeof *take->values);
    take->smoothed = mieni_arena_take(arena, frames * n, sizeof *take->smoothed);
    take->errors = mieni_arena_take(arena, frames, sizeof *take->errors);
    take->jitters = mieni_arena_take(arena, frames, sizeof *take->jitters);
    if (solver->system.is_fixed) {
        take->rights =
            mieni_arena_take(arena, frames * (size_t)solver->system.pose_count, sizeof *take->rights);
        take->constants = mieni_arena_take(arena, frames, sizeof *take->constants);
    }
    for (int i = 0; i < 3; ++i)
        take->rows[i] = mieni_arena_take(arena, (size_t)solver->system.row_count, sizeof *take->rows[i]);
    if (take->source->out_flags != NULL || take->source->out_lost != NULL) {
        take->parts = mieni_arena_take(arena, (size_t)solver->system.part_count, sizeof *take->parts);
        take->lost = mieni_arena_take(arena, (size_t)solver->system.part_count, sizeof *take->lost);
        mieni_losses_create(arena, take->source->frame_count, solver->system.part_count, &take->losses);
    }
    if (take->source->propose_count > 0)
        mieni_proposing_create(arena, take->source->frame_count, solver->system.row_count,
                               take->source->propose_count, &take->proposing);
    return !arena->is_out_of_memory;
}

static MIENI_APART MienStatus run(Take *take, MienSolveReport *report, MienError *error)
{
    MienSolver *solver = take->solver;
    const bool is_exact = take->source->smooth < 0.0;
    take->pass_count = is_exact ? 2 : 2 + PULLS;
    solver->ridge = mieni_solver_least_ridge(solver);
    solver->pull = 0.0;
    MienStatus status = run_pass(take, true, true, error);
    if (status != MIEN_OK)
        return status;
    const double variance = find_noise(take);
    report->noise = mieni_sqrt(variance * (double)solver->system.freedom / 3.0 / solver->system.mass);
    report->is_smoothed = !is_exact && variance / (usual_value * usual_value) > solver->ridge;
    if (report->is_smoothed)
        return remove_noise(take, variance, error);
    const double ridge = find_misfit(take) / (usual_value * usual_value);
    if (!(ridge > solver->ridge))
        return MIEN_OK;
    solver->ridge = ridge;
    return run_pass(take, false, true, error);
}

/// Parts are spread to the inputs that they are of.
static void finish_losses(Take *take, MienSolveReport *report)
{
    const MieniSystem *system = &take->solver->system;
    float *out_lost = take->source->out_lost;
    const double visible =
        system->extent * (take->solver->input == MIEN_SOLVE_BONES ? visible_bone : visible_point);
    report->flagged = mieni_losses_finish(&take->losses, visible, take->source->out_flags, take->lost);
    if (out_lost == NULL)
        return;
    memset(out_lost, 0, (size_t)take->solver->input_count * sizeof *out_lost);
    for (int p = 0; p < system->part_count; ++p)
        out_lost[system->parts[p]] = take->lost[p];
}

/// Patterns of the residuals become poses.
static void finish_proposed(Take *take)
{
    MieniProposing *p = &take->proposing;
    const MieniSystem *system = &take->solver->system;
    mieni_proposing_run(p);
    for (int k = 0; k < p->count; ++k) {
        MienSolvePose *pose = &take->source->out_proposed[k];
        const double *values = p->values + (size_t)k * (size_t)p->frame_count;
        system->add_pose(system, p->patterns + (size_t)k * (size_t)p->row_count, pose->bones);
        for (int f = 0; pose->values != NULL && f < p->frame_count; ++f)
            pose->values[f] = (float)values[f];
        pose->residual =
            mieni_sqrt(p->left[k] / system->mass / (double)(p->frame_count > 0 ? p->frame_count : 1));
    }
}

static MIENI_APART void finish(Take *take, float *out_values, float *out_residuals, MienSolveReport *report)
{
    const MienSolver *solver = take->solver;
    const size_t n = (size_t)solver->curve_count;
    double sum = 0.0, most = -1.0;
    for (int f = 0; f < take->source->frame_count; ++f) {
        const double error = take->errors[f] / solver->system.mass;
        mieni_solver_write(solver, take->values + (size_t)f * n, out_values + (size_t)f * n);
        if (out_residuals != NULL)
            out_residuals[f] = (float)mieni_sqrt(error);
        sum += error;
        report->worst_frame = error > most ? f : report->worst_frame;
        most = error > most ? error : most;
    }
    const int frames = take->source->frame_count;
    report->residual = mieni_sqrt(frames > 0 ? sum / (double)frames : 0.0);
    report->most_residual = mieni_sqrt(most > 0.0 ? most : 0.0);
    report->unfinished = take->unfinished;
    report->extent = solver->system.extent;
    if (take->parts != NULL)
        finish_losses(take, report);
    if (take->proposing.count > 0)
        finish_proposed(take);
}

MienStatus mien_solver_run_take(MienSolver *solver, const MienSolveTake *source, float *out_values,
                                float *out_residuals, MienSolveReport *out_report, MienError *error)
{
    Take take = {.solver = solver, .source = source, .arena = {.allocator = solver->arena.allocator}};
    MienSolveReport report = {0};
    MienStatus status;
    if (source->frame_count < 0 || source->read == NULL || !(source->rate > 0.0 && source->rate < 1e6))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "A take has frames, a rate and a function to read them.");
    if (source->propose_count < 0 || source->propose_count > MIEN_SOLVE_MOST_PROPOSED ||
        (source->propose_count > 0 && (source->out_proposed == NULL || solver->system.add_pose == NULL)))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "Poses are proposed for bones, at most %d.", MIEN_SOLVE_MOST_PROPOSED);
    const MieniFloatEnv env = mieni_float_env_enter();
    if (take_memory(&take, solver))
        status = run(&take, &report, error);
    else
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (status == MIEN_OK)
        finish(&take, out_values, out_residuals, &report);
    solver->ridge = mieni_solver_least_ridge(solver);
    solver->pull = 0.0;
    solver->towards = NULL;
    mien_solver_restart(solver);
    mieni_arena_release(&take.arena);
    mieni_float_env_leave(env);
    if (out_report != NULL)
        *out_report = report;
    return status;
}
