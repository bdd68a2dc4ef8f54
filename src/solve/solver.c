// SPDX-License-Identifier: MIT
//
// Creating solvers, and solving one frame.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "core/pose_data.h"
#include "core/square_root.h"
#include "solve/solver.h"

#include <string.h>

/// Time grows with the cube of the number of poses or morph targets, memory with its square.
enum { MOST_POSES = 4096 };
enum { PASSES = 4, HALVINGS = 4 };
/// How much more weights cost that are not preferred.
static const double unpreferred = 100.0;
/// Passes end when no value changes by more. What bones do is nearly linear there.
static const double settled = 1e-10, settled_near = 1e-5;

static const char *curve_name(const MienSolver *solver, int curve)
{
    if (solver->poses == NULL)
        return mien_mesh_morph(solver->mesh, curve).name;
    return mien_pose_asset_pose(solver->poses, (int)solver->poses->data.control_pose[curve]).name;
}

static bool is_listed(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/// A name of a list that is no curve, or NULL.
static const char *find_unknown(const MienSolver *solver, const char *const *names, int count)
{
    for (int i = 0; i < count; ++i) {
        bool is_known = false;
        for (int c = 0; c < solver->curve_count && !is_known; ++c)
            is_known = strcmp(curve_name(solver, c), names[i]) == 0;
        if (!is_known)
            return names[i];
    }
    return NULL;
}

/// The pose that a curve drives; for morph targets the curve itself.
static int own_pose(const MienSolver *solver, int curve)
{
    return solver->poses == NULL ? curve : (int)solver->poses->data.control_pose[curve];
}

static bool is_moving(const MienSolver *solver, int curve)
{
    return solver->system.usual[own_pose(solver, curve)] > 0.0;
}

/// What can be asked for: the pose's range, as far as its remapping reaches.
static void find_range(const MienSolver *solver, int curve, double *out_low, double *out_high)
{
    const MieniPoseData *d = solver->poses == NULL ? NULL : &solver->poses->data;
    *out_low = d == NULL ? 0.0 : (double)d->control_min[curve];
    *out_high = d == NULL ? 1.0 : (double)d->control_max[curve];
    if (d == NULL || d->control_remap[curve] == 0)
        return;
    if (d->control_remap[curve] & MIENI_CONTROL_BINARY) {
        *out_low = 0.0;
        *out_high = 1.0;
        return;
    }
    const double a = (double)d->control_offset[curve], b = a + (double)d->control_gain[curve];
    const double least = a < b ? a : b, most = a < b ? b : a;
    *out_low = least > *out_low ? least : *out_low;
    *out_high = most < *out_high ? most : *out_high;
}

static void make_curves(MienSolver *solver, const MienSolverDesc *desc)
{
    double sum = 0.0;
    int moving = 0;
    for (int c = 0; c < solver->curve_count; ++c) {
        const char *name = curve_name(solver, c);
        solver->is_skipped[c] = desc->only_count > 0 && !is_listed(desc->only, desc->only_count, name);
        find_range(solver, c, &solver->low[c], &solver->high[c]);
        if (solver->is_skipped[c] || !is_moving(solver, c) ||
            (solver->poses != NULL && !mieni_rules_can_ask(&solver->rules, c)))
            solver->low[c] = solver->high[c] = 0.0;
        solver->ridge_parts[c] =
            desc->prefer_count == 0 || is_listed(desc->prefer, desc->prefer_count, name) ? 1.0 : unpreferred;
        sum += is_moving(solver, c) ? solver->system.usual[own_pose(solver, c)] : 0.0;
        moving += is_moving(solver, c);
    }
    solver->mean = moving > 0 && sum > 0.0 ? sum / moving : 1.0;
    for (int c = 0; desc->ridge > 0.0 && c < solver->curve_count; ++c)
        solver->ridge_parts[c] *=
            is_moving(solver, c) ? solver->system.usual[own_pose(solver, c)] / solver->mean : 1.0;
    solver->ridge = mieni_solver_least_ridge(solver);
}

/// The part of each curve's motion that no other has.
static MIENI_APART void find_unique(MienSolver *solver)
{
    const size_t n = (size_t)solver->curve_count;
    for (size_t j = 0; j < n; ++j) {
        const size_t a = (size_t)own_pose(solver, (int)j);
        for (size_t k = 0; k < n; ++k) {
            const size_t b = (size_t)own_pose(solver, (int)k);
            solver->gram[j * n + k] = solver->system.gram[a * (size_t)solver->system.pose_count + b];
        }
        solver->ridges[j] = solver->system.usual[a] > 0.0 ? 1e-12 * solver->mean : 1.0;
    }
    const MieniBoxProblem problem = {.gram = solver->gram, .ridge = solver->ridges};
    mieni_box_inverse_diagonal(&solver->box, &problem, solver->trial);
    for (size_t k = 0; k < n; ++k) {
        const double own = solver->gram[k * n + k], free = solver->trial[k];
        const double part = own > 0.0 && free > 0.0 ? mieni_sqrt(1.0 / (free * own)) : 0.0;
        solver->unique[k] = (float)(part < 1.0 ? part : 1.0);
    }
    mieni_box_restart(&solver->box, solver->low, solver->high);
}

static bool take_memory(MienSolver *solver)
{
    MieniArena *arena = &solver->arena;
    const size_t n = (size_t)solver->curve_count, p = (size_t)solver->system.pose_count;
    double **const per_curve[] = {&solver->low,   &solver->high,  &solver->ridge_parts, &solver->values,
                                  &solver->trial, &solver->right, &solver->ridges};
    for (size_t i = 0; i < sizeof per_curve / sizeof *per_curve; ++i)
        *per_curve[i] = mieni_arena_take(arena, n, sizeof(double));
    solver->weights = mieni_arena_take(arena, 2 * p, sizeof *solver->weights);
    solver->gram = mieni_arena_take(arena, n * n, sizeof *solver->gram);
    solver->mixed = mieni_arena_take(arena, n * p, sizeof *solver->mixed);
    solver->is_skipped = mieni_arena_take(arena, n, sizeof *solver->is_skipped);
    solver->unique = mieni_arena_take(arena, n, sizeof *solver->unique);
    return mieni_box_create(arena, solver->curve_count, &solver->box);
}

static MienStatus refuse(const MienSolverDesc *desc, MienError *error)
{
    const char *reason = NULL;
    if ((unsigned)desc->input > MIEN_SOLVE_MORPHS)
        reason = "The input is neither bones nor points nor morph targets.";
    else if (desc->input == MIEN_SOLVE_BONES && (desc->poses == NULL || desc->skeleton == NULL))
        reason = "Bones need a pose asset and a skeleton.";
    else if (desc->input == MIEN_SOLVE_POINTS && desc->mesh == NULL)
        reason = "Points need a mesh.";
    else if (desc->input == MIEN_SOLVE_POINTS && desc->poses != NULL && desc->skeleton == NULL &&
             desc->poses->data.entry_count > 0)
        reason = "These poses move bones: points on them need a skeleton.";
    else if (desc->input == MIEN_SOLVE_POINTS && desc->point_bones != NULL &&
             (desc->skeleton == NULL || desc->points == NULL))
        reason = "Points on bones need a skeleton and a list of points.";
    else if (desc->input != MIEN_SOLVE_POINTS && desc->has_head)
        reason = "Only points can move with the head. Tracks of bones do not.";
    else if (!(desc->ridge >= 0.0 && desc->ridge <= 1e6))
        reason = "A ridge is 0 or more, and finite.";
    else if (desc->input == MIEN_SOLVE_MORPHS && (desc->mesh == NULL || desc->poses == NULL))
        reason = "Weights of morph targets need a mesh and a pose asset.";
    if (reason != NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s", reason);
    if ((desc->poses != NULL && desc->poses->data.pose_count > MOST_POSES) ||
        (desc->input != MIEN_SOLVE_BONES && mien_mesh_info(desc->mesh).morph_count > MOST_POSES))
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "At most %d poses or morph targets can be solved together.", MOST_POSES);
    if (desc->poses != NULL && mien_pose_asset_info(desc->poses).is_unreal)
        return mieni_fail(
            error, MIEN_ERROR_DATA, mieni_nowhere(),
            "The pose asset is evaluated as in Unreal, which multiplies rotations in the order of "
            "poses. Solving needs Mien's own blending.");
    if (desc->poses != NULL && !desc->poses->data.is_additive)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                          "The pose asset is absolute. Solving needs an additive one.");
    return MIEN_OK;
}

static MIENI_APART MienStatus fill(MienSolver *solver, const MienSolverDesc *desc, MienError *error)
{
    MienStatus status = desc->input == MIEN_SOLVE_BONES
                            ? mieni_bones_create(&solver->arena, desc, &solver->system, error)
                        : desc->input == MIEN_SOLVE_POINTS
                            ? mieni_points_create(&solver->arena, desc, &solver->system, error)
                            : mieni_morphs_create(&solver->arena, desc, &solver->system, error);
    if (status != MIEN_OK)
        return status;
    if (!(solver->system.mass > 0.0)) // no points, or a mesh that hangs on no bone
        solver->system.mass = 1.0;
    solver->curve_count =
        desc->poses != NULL ? desc->poses->data.driven_pose_count : mien_mesh_info(desc->mesh).morph_count;
    solver->input = desc->input;
    solver->input_count = desc->input == MIEN_SOLVE_BONES    ? mien_skeleton_bone_count(desc->skeleton)
                          : desc->input == MIEN_SOLVE_POINTS ? solver->system.row_count / 3
                                                             : mien_mesh_info(desc->mesh).morph_count;
    solver->is_plain = desc->poses == NULL || desc->poses->data.is_plain;
    if (!take_memory(solver) ||
        (desc->poses != NULL && !mieni_rules_create(&solver->arena, desc->poses, &solver->rules)))
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    const char *unknown = find_unknown(solver, desc->only, desc->only_count);
    unknown = unknown != NULL ? unknown : find_unknown(solver, desc->prefer, desc->prefer_count);
    if (unknown != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(), "There is no curve \"%s\" to solve.",
                          unknown);
    make_curves(solver, desc);
    return MIEN_OK;
}

MienStatus mien_solver_create(const MienSolverDesc *desc, MienSolver **out_solver, MienError *error)
{
    *out_solver = NULL;
    MienStatus status = refuse(desc, error);
    if (status != MIEN_OK)
        return status;
    MienSolver *solver = mieni_allocate(desc->allocator, sizeof *solver, _Alignof(MienSolver));
    if (solver == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *solver = (MienSolver){.poses = desc->poses,
                           .mesh = desc->mesh,
                           .least_ridge = desc->ridge > 0.0 ? desc->ridge : MIENI_SOLVE_RIDGE};
    if (desc->allocator != NULL) {
        solver->allocator = *desc->allocator;
        solver->arena.allocator = &solver->allocator;
    }
    const MieniFloatEnv env = mieni_float_env_enter();
    status = fill(solver, desc, error);
    if (status == MIEN_OK)
        find_unique(solver);
    mieni_float_env_leave(env);
    if (status != MIEN_OK) {
        mien_solver_destroy(solver);
        return status;
    }
    *out_solver = solver;
    return MIEN_OK;
}

void mien_solver_destroy(MienSolver *solver)
{
    if (solver == NULL)
        return;
    const MienAllocator allocator = solver->allocator;
    const bool has_allocator = solver->arena.allocator != NULL;
    mieni_arena_release(&solver->arena);
    mieni_free(has_allocator ? &allocator : NULL, solver, sizeof *solver, _Alignof(MienSolver));
}

int mien_solver_curve_count(const MienSolver *solver) { return solver->curve_count; }

/// Whether a curve's pose is switched rather than blended.
static bool is_choice(const MienSolver *solver, int curve)
{
    const MieniPoseData *d = solver->poses == NULL ? NULL : &solver->poses->data;
    if (d == NULL)
        return false;
    const int group = d->control_group[curve];
    bool is_blocked = false;
    for (int i = 0; i < d->mask_count; ++i)
        is_blocked = is_blocked || (d->masks[i].kind == MIENI_MASK_BLOCK && (int)d->masks[i].target == curve);
    return is_blocked || (d->control_remap[curve] & MIENI_CONTROL_BINARY) != 0 ||
           (group >= 0 && d->groups[group].kind == MIENI_GROUP_TOP);
}

MienSolverCurve mien_solver_curve(const MienSolver *solver, int curve)
{
    return (MienSolverCurve){
        .name = curve_name(solver, curve),
        .min = (float)solver->low[curve],
        .max = (float)solver->high[curve],
        .motion = (float)mieni_sqrt(solver->system.usual[own_pose(solver, curve)] / solver->system.mass),
        .unique = solver->unique[curve],
        .is_moving = is_moving(solver, curve),
        .is_choice = is_choice(solver, curve),
        .is_skipped = solver->is_skipped[curve]};
}

MienStatus mien_solver_set_range(MienSolver *solver, int curve, float min, float max)
{
    if (curve < 0 || curve >= solver->curve_count || !(min >= -MIEN_MAX_WEIGHT && min <= 0.0f) ||
        !(max >= 0.0f && max <= MIEN_MAX_WEIGHT))
        return MIEN_ERROR_ARGUMENT;
    const bool can_move = is_moving(solver, curve) && !solver->is_skipped[curve] &&
                          (solver->poses == NULL || mieni_rules_can_ask(&solver->rules, curve));
    solver->low[curve] = can_move ? (double)min : 0.0;
    solver->high[curve] = can_move ? (double)max : 0.0;
    mien_solver_restart(solver);
    return MIEN_OK;
}

/// The weights of all poses.
static void find_weights(MienSolver *solver, const double *values, double *out_weights)
{
    if (solver->is_plain)
        memcpy(out_weights, values, (size_t)solver->curve_count * sizeof *out_weights);
    else
        mieni_rules_evaluate(&solver->rules, values, out_weights);
}

/// The system by curves instead of poses, at the current values: P'GP and P'(b - Gw) + P'GP u, with P
/// the derivatives of the weights, which are sparse.
static void project(MienSolver *solver)
{
    const int n = solver->curve_count, p = solver->system.pose_count;
    double *off = solver->weights + p;
    memset(solver->gram, 0, (size_t)n * (size_t)n * sizeof *solver->gram);
    memset(solver->mixed, 0, (size_t)n * (size_t)p * sizeof *solver->mixed);
    memset(solver->right, 0, (size_t)n * sizeof *solver->right);
    for (int k = 0; k < p; ++k) {
        const double *row = solver->system.gram + (size_t)k * (size_t)p;
        off[k] = solver->system.right[k];
        for (int j = 0; j < p; ++j)
            off[k] -= row[j] * solver->weights[j];
    }
    for (int k = 0; k < p; ++k) { // P'G, a row per curve
        const MieniRulesRow *slopes = &solver->rules.rows[k];
        const double *row = solver->system.gram + (size_t)k * (size_t)p;
        for (int i = 0; i < slopes->count; ++i) {
            double *mixed = solver->mixed + (size_t)slopes->by[i] * (size_t)p;
            solver->right[slopes->by[i]] += slopes->slopes[i] * off[k];
            for (int j = 0; j < p; ++j)
                mixed[j] += slopes->slopes[i] * row[j];
        }
    }
    for (int c = 0; c < n; ++c) // times P
        for (int k = 0; k < p; ++k) {
            const MieniRulesRow *slopes = &solver->rules.rows[k];
            const double value = solver->mixed[(size_t)c * (size_t)p + (size_t)k];
            for (int i = 0; value != 0.0 && i < slopes->count; ++i)
                solver->gram[(size_t)c * (size_t)n + (size_t)slopes->by[i]] += value * slopes->slopes[i];
        }
    for (int c = 0; c < n; ++c)
        for (int k = 0; k < n; ++k)
            solver->right[c] += solver->gram[(size_t)c * (size_t)n + (size_t)k] * solver->values[k];
}

/// Adds the ridge and the pull to a right side.
static void add_pull(MienSolver *solver, double *right)
{
    for (int c = 0; c < solver->curve_count; ++c) {
        const double pull = solver->towards != NULL ? solver->pull : 0.0;
        solver->ridges[c] = solver->ridge * solver->ridge_parts[c] + pull;
        right[c] += solver->towards != NULL ? pull * solver->towards[c] : 0.0;
    }
}

/// The error of values, with the ridge and the pull.
static double total_error(const MienSolver *solver, const double *values, double error)
{
    for (int c = 0; c < solver->curve_count; ++c) {
        const double off = solver->towards != NULL ? values[c] - solver->towards[c] : 0.0;
        error += solver->ridge * solver->ridge_parts[c] * values[c] * values[c] + solver->pull * off * off;
    }
    return error;
}

/// Moves towards the solution of the projected system, half as far while the error rises. Returns
/// the largest change.
static double improve(MienSolver *solver, double *error)
{
    double part = 1.0, largest = 0.0;
    const double before = total_error(solver, solver->values, *error);
    for (int i = 0; i <= HALVINGS; ++i, part *= 0.5) {
        double *values = solver->ridges; // no longer needed in this pass
        for (int c = 0; c < solver->curve_count; ++c)
            values[c] = solver->values[c] + part * (solver->trial[c] - solver->values[c]);
        find_weights(solver, values, solver->weights);
        const double now = mieni_system_error(&solver->system, solver->weights);
        if (total_error(solver, values, now) > before && i < HALVINGS)
            continue;
        if (total_error(solver, values, now) > before)
            break;
        for (int c = 0; c < solver->curve_count; ++c) {
            const double change = values[c] - solver->values[c];
            largest = change > largest ? change : -change > largest ? -change : largest;
            solver->values[c] = values[c];
        }
        *error = now;
        return largest;
    }
    find_weights(solver, solver->values, solver->weights);
    *error = mieni_system_error(&solver->system, solver->weights);
    return 0.0;
}

/// Passes of Gauss and Newton, through the rules or for points that bones move.
static double step_by_passes(MienSolver *solver, bool *out_is_done)
{
    const double enough = solver->system.linearise != NULL ? settled_near : settled;
    find_weights(solver, solver->values, solver->weights);
    double error = mieni_system_error(&solver->system, solver->weights);
    for (int pass = 0; pass < PASSES; ++pass) {
        if (solver->is_plain)
            memcpy(solver->right, solver->system.right, (size_t)solver->curve_count * sizeof *solver->right);
        else
            project(solver);
        add_pull(solver, solver->right);
        const MieniBoxProblem problem = {.gram = solver->is_plain ? solver->system.gram : solver->gram,
                                         .ridge = solver->ridges,
                                         .right = solver->right,
                                         .low = solver->low,
                                         .high = solver->high};
        *out_is_done = mieni_box_solve(&solver->box, &problem, solver->trial);
        if (improve(solver, &error) <= enough)
            break;
    }
    return error;
}

double mieni_solver_step(MienSolver *solver, bool *out_is_done)
{
    if (!solver->is_plain || solver->system.linearise != NULL)
        return step_by_passes(solver, out_is_done);
    memcpy(solver->right, solver->system.right, (size_t)solver->curve_count * sizeof *solver->right);
    add_pull(solver, solver->right);
    const MieniBoxProblem problem = {.gram = solver->system.gram,
                                     .ridge = solver->ridges,
                                     .right = solver->right,
                                     .low = solver->low,
                                     .high = solver->high,
                                     .is_same_gram = solver->system.is_fixed};
    *out_is_done = mieni_box_solve(&solver->box, &problem, solver->values);
    memcpy(solver->weights, solver->values, (size_t)solver->curve_count * sizeof *solver->weights);
    return mieni_system_error(&solver->system, solver->weights);
}

void mien_solver_restart(MienSolver *solver)
{
    if (solver->system.restart != NULL)
        solver->system.restart(&solver->system);
    mieni_box_restart(&solver->box, solver->low, solver->high);
    memset(solver->values, 0, (size_t)solver->curve_count * sizeof *solver->values);
}

static float curve_value(const MienSolver *solver, int curve, double asked)
{
    return (float)(solver->poses == NULL || solver->low[curve] >= solver->high[curve]
                       ? asked
                       : mieni_rules_curve_value(&solver->rules, curve, asked)) +
           0.0f;
}

void mieni_solver_write(const MienSolver *solver, const double *values, float *out_values)
{
    for (int c = 0; c < solver->curve_count; ++c)
        out_values[c] = curve_value(solver, c, values[c]);
}

static MIENI_APART MienStatus run_frame(MienSolver *solver, const MienSolveFrame *frame, float *out_values,
                                        double *out_residual)
{
    bool is_done;
    const bool is_read = solver->system.read(&solver->system, frame);
    const double error = is_read ? mieni_solver_step(solver, &is_done) : 0.0;
    mieni_solver_write(solver, solver->values, out_values);
    if (out_residual != NULL && is_read)
        *out_residual = mieni_sqrt(error / solver->system.mass);
    return is_read ? MIEN_OK : MIEN_ERROR_DATA;
}

MienStatus mien_solver_run(MienSolver *solver, const MienSolveFrame *frame, float *out_values,
                           double *out_residual)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = run_frame(solver, frame, out_values, out_residual);
    mieni_float_env_leave(env);
    return status;
}

MienTransform mien_solver_head(const MienSolver *solver)
{
    MienTransform head = mien_transform_identity();
    if (solver->system.head != NULL)
        solver->system.head(&solver->system, &head);
    return head;
}

double mien_solver_motion(const MienSolver *solver)
{
    return mieni_sqrt(solver->system.constant > 0.0 ? solver->system.constant / solver->system.mass : 0.0);
}

static MIENI_APART void find_confidence(MienSolver *solver, double noise, float *out_deviations)
{
    double *const gram = solver->is_plain ? solver->system.gram : solver->gram;
    for (int c = 0; c < solver->curve_count; ++c)
        solver->ridges[c] = solver->ridge * solver->ridge_parts[c] + (is_moving(solver, c) ? 0.0 : 1.0);
    const MieniBoxProblem problem = {.gram = gram, .ridge = solver->ridges};
    mieni_box_inverse_diagonal(&solver->box, &problem, solver->trial);
    for (int c = 0; c < solver->curve_count; ++c)
        out_deviations[c] = (float)(noise * mieni_sqrt(solver->trial[c] > 0.0 ? solver->trial[c] : 0.0));
    mieni_box_restart(&solver->box, solver->low, solver->high);
}

void mien_solver_confidence(MienSolver *solver, double noise, float *out_deviations)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    find_confidence(solver, noise, out_deviations);
    mieni_float_env_leave(env);
}
