// SPDX-License-Identifier: MIT
//
// Cooking a pose driver: places and radii, the matrix of kernels and its inverse, and
// how far the result can be trusted.

#include "core/float_rules.h"

#include "author/cook/driver.h"

#include "base/matrix.h"
#include "core/driver.h"
#include "core/float_env.h"
#include "core/graph/format.h"
#include "core/internal.h"
#include "core/square_root.h"

#include <stdint.h>
#include <string.h>

static const double highest_condition = 1e6;
static const double singular_condition = 1e30; ///< Stands for no inverse at all: packs hold finite numbers.
static const double least_determinant = 1e-8;  ///< unreal: at or below it a driver is invalid.
static const double least_distance = 1e-6;     ///< Radians, metres, unreal's centimetres: one place.
static const double radius_per_distance = 1.5;
static const double degrees_per_radian = 180.0 / 3.14159265358979323846;

typedef struct Cooking {
    const MieniDriverSource *source;
    MieniArena *arena;
    MieniDriverCooked *out;
    MieniDriverFault *fault;
    MienError *error;
    MieniDriver driver; ///< As evaluation will see it.
    MieniDriverTarget *targets;
} Cooking;

static MienStatus refuse(Cooking *c, int target, const char *key, const char *sentence)
{
    c->fault->target = target;
    c->fault->key = key;
    if (target < 0)
        return mieni_fail(c->error, MIEN_ERROR_DATA, mieni_at("%s", key), "%s", sentence);
    const MieniLocation at = key ? mieni_at("targets[%d].%s", target, key) : mieni_at("targets[%d]", target);
    return mieni_fail(c->error, MIEN_ERROR_DATA, at, "%s", sentence);
}

static MienStatus no_memory(Cooking *c)
{
    return mieni_fail(c->error, MIEN_ERROR_MEMORY, mieni_at("targets"), "Out of memory.");
}

static bool is_finite(double x) { return x - x == 0.0; }
static bool is_weight(double x) { return x >= -(double)MIEN_MAX_WEIGHT && x <= (double)MIEN_MAX_WEIGHT; }

// Settings

static MienStatus check_driver(Cooking *c)
{
    const MieniDriverSource *s = c->source;
    if (s->bone_count < 1)
        return refuse(c, -1, "bones", "A driver needs at least one bone to read.");
    if (s->target_count < 1)
        return refuse(c, -1, "targets", "A driver needs at least one target.");
    if (s->target_count > MIENI_GRAPH_MAX_TARGETS)
        return refuse(c, -1, "targets", "A driver has at most 1024 targets: split it.");
    if (!is_finite(s->radius) || s->radius < 0.0)
        return refuse(c, -1, "radius", "A radius is 0, which is automatic, or more.");
    if (s->is_unreal)
        return MIEN_OK;
    if (s->normalise == MIENI_NORMALISE_MEDIAN)
        return refuse(c, -1, "normalise", "median is unreal's: choose above_one, always or none.");
    if (s->reads_translation && s->distance != MIENI_DISTANCE_EUCLIDEAN)
        return refuse(c, -1, "distance", "Translations are compared with distance euclidean.");
    if (!s->reads_translation && s->distance == MIENI_DISTANCE_EUCLIDEAN)
        return refuse(c, -1, "distance", "Rotations are compared with distance rotation, swing or twist.");
    return MIEN_OK;
}

static MienStatus check_target(Cooking *c, int index)
{
    const MieniDriverTargetSource *t = &c->source->targets[index];
    const bool is_length = t->distance == MIENI_DISTANCE_EUCLIDEAN;
    if (!is_weight(t->gain))
        return refuse(c, index, "gain", "A gain is from -1000 to 1000.");
    if (!is_finite(t->radius) || t->radius < 0.0)
        return refuse(c, index, "radius", "A radius is 0, which is the driver's, or more.");
    if (c->source->is_unreal && t->radius > 0.0)
        return refuse(c, index, "radius", "unreal's targets have no radius: gain scales the driver's.");
    if (!c->source->is_unreal && t->distance >= 0 && is_length != c->source->reads_translation)
        return refuse(c, index, "distance", "euclidean compares translations, the others rotations.");
    for (int i = 0; i < t->curve_count; ++i) {
        const double *point = t->curve + 2 * (ptrdiff_t)i;
        if (!is_weight(point[0]) || !is_weight(point[1]) || (i > 0 && !(point[0] > point[-2])))
            return refuse(c, index, "curve", "The points of a curve ascend in x, from -1000 to 1000.");
    }
    return MIEN_OK;
}

static MienStatus set_axis(Cooking *c)
{
    const double *from = c->source->axis;
    const double n = (from[0] * from[0] + from[1] * from[1]) + from[2] * from[2];
    if (!(n > 1e-12) || !is_finite(n))
        return refuse(c, -1, "axis", "An axis needs a direction, as [1, 0, 0] has.");
    for (int k = 0; k < 3; ++k)
        c->out->axis[k] = c->driver.axis[k] = from[k] / mieni_sqrt(n);
    return MIEN_OK;
}

/// Rounded to float as poses are, so that a pose that holds a target meets it exactly.
static MienStatus set_place(Cooking *c, int target, int bone)
{
    const MieniDriverAt *at = &c->source->targets[target].at[bone];
    double *to = c->out->at + ((ptrdiff_t)target * c->source->bone_count + bone) * MIENI_DRIVER_PLACE;
    double q[4], n = 0.0;
    memcpy(q, at->q, sizeof q);
    if (at->has_turn)
        mieni_driver_turn(at->turn, q);
    for (int k = 0; k < 4; ++k)
        n += q[k] * q[k];
    if (!(n > 1e-12) || !is_finite(n))
        return refuse(c, target, "bones", "A rotation is four numbers that are not all 0.");
    for (int k = 0; k < 4; ++k)
        to[k] = (double)(float)(q[k] / mieni_sqrt(n));
    for (int k = 0; k < 3; ++k) {
        if (!(at->t[k] >= -(double)MIEN_MAX_LENGTH && at->t[k] <= (double)MIEN_MAX_LENGTH))
            return refuse(c, target, "bones", "A translation is at most a million metres.");
        to[4 + k] = (double)(float)at->t[k];
    }
    return MIEN_OK;
}

static MienStatus set_targets(Cooking *c)
{
    const MieniDriverSource *s = c->source;
    // unreal's interpolative solver knows no kernels, distances and curves of targets.
    const bool has_own = !s->is_unreal || s->solver == MIENI_SOLVER_ADDITIVE;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < s->target_count && status == MIEN_OK; ++i) {
        const MieniDriverTargetSource *from = &s->targets[i];
        status = check_target(c, i);
        for (int bone = 0; bone < s->bone_count && status == MIEN_OK; ++bone)
            status = set_place(c, i, bone);
        c->out->kernels[i] = has_own && from->kernel >= 0 ? from->kernel : (int)s->kernel;
        c->out->distances[i] = has_own && from->distance >= 0 ? from->distance : (int)s->distance;
        c->targets[i] = (MieniDriverTarget){
            .gain = from->gain,
            .kernel = (MieniKernel)c->out->kernels[i],
            .distance = (MieniDistance)c->out->distances[i],
            .at = c->out->at + (ptrdiff_t)i * s->bone_count * MIENI_DRIVER_PLACE,
            .curve_count = has_own ? from->curve_count : 0,
            .curve = from->curve,
        };
    }
    return status;
}

static double between(const Cooking *c, int i, int k)
{
    return mieni_driver_distance(&c->driver, c->targets[i].distance, c->targets[k].at, c->targets[i].at);
}

static MienStatus check_apart(Cooking *c)
{
    for (int k = 1; k < c->source->target_count; ++k) {
        for (int i = 0; i < k; ++i) {
            if (between(c, i, k) > least_distance || between(c, k, i) > least_distance)
                continue;
            return refuse(c, k, NULL, "This target is where an earlier one is: move or remove one of them.");
        }
    }
    return MIEN_OK;
}

// Radii

/// Radians and metres, back to degrees; centimetres to metres.
static double as_radius(const Cooking *c, double distance)
{
    const MieniDriverSource *s = c->source;
    const bool is_length = s->reads_translation && s->distance == MIENI_DISTANCE_EUCLIDEAN;
    const double number = is_length ? distance : distance * degrees_per_radian;
    return s->is_unreal && s->reads_translation ? number / 100.0 : number;
}

/// unreal: the mean of all distances. mien: from the mean to the nearest one.
static double automatic_distance(const Cooking *c)
{
    const int n = c->source->target_count;
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        double nearest = -1.0;
        for (int k = 0; k < n; ++k) {
            const double d = k == i ? 0.0 : between(c, i, k);
            if (c->source->is_unreal)
                sum += k < i ? d : 0.0;
            else if (k != i && (nearest < 0.0 || d < nearest))
                nearest = d;
        }
        sum += c->source->is_unreal ? 0.0 : nearest;
    }
    return c->source->is_unreal ? sum / (0.5 * n * (n - 1)) : radius_per_distance * (sum / n);
}

static MienStatus set_radii(Cooking *c)
{
    const MieniDriverSource *s = c->source;
    const bool is_additive = s->solver == MIENI_SOLVER_ADDITIVE;
    bool is_needed = false;
    for (int i = 0; i < s->target_count; ++i)
        is_needed = is_needed || !(s->targets[i].radius > 0.0);
    double radius = s->radius;
    if (!(radius > 0.0) && s->is_unreal && is_additive)
        return refuse(c, -1, "radius", "unreal's additive solver has no automatic radius: give one.");
    if (!(radius > 0.0) && s->target_count > 1)
        radius = as_radius(c, automatic_distance(c));
    else if (!(radius > 0.0) && s->is_unreal)
        radius = 1.0; // A single target has weight 1, whatever the radius.
    else if (!(radius > 0.0) && !is_needed)
        radius = s->targets[0].radius;
    c->out->radius = (float)radius;
    if (!(c->out->radius > 0.0f) || !is_finite((double)c->out->radius))
        return refuse(c, -1, "radius", "A single target has no neighbour to take a radius from: give one.");
    for (int i = 0; i < s->target_count; ++i) {
        const MieniDriverTargetSource *from = &s->targets[i];
        const double own = s->is_unreal && is_additive ? radius * from->gain : from->radius;
        c->out->radii[i] = own > 0.0 || (s->is_unreal && is_additive) ? (float)own : c->out->radius;
        c->targets[i].radius = (double)c->out->radii[i];
    }
    return MIEN_OK;
}

// The matrix

/// Row i: every kernel at target i.
static void assemble(const Cooking *c, double *matrix)
{
    const int n = c->source->target_count;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k)
            matrix[(ptrdiff_t)i * n + k] = mieni_driver_kernel(&c->driver, k, c->targets[i].at);
    }
}

typedef struct Matrix {
    int n;
    double *kernels, *work, *inverse;
    double norm, inverse_norm, determinant;
    bool is_diagonal_positive;
} Matrix;

/// Inverts the kernels with lambda on their diagonal; the condition.
static double invert(Matrix *m, double lambda)
{
    memcpy(m->work, m->kernels, sizeof(double) * (size_t)m->n * (size_t)m->n);
    m->is_diagonal_positive = true;
    for (int i = 0; i < m->n; ++i) {
        double *x = &m->work[(ptrdiff_t)i * m->n + i];
        m->is_diagonal_positive = m->is_diagonal_positive && *x >= 0.0;
        *x += lambda;
    }
    m->norm = mieni_matrix_norm(m->work, m->n);
    if (!mieni_matrix_invert(m->work, m->n, m->inverse, &m->determinant))
        return singular_condition;
    m->inverse_norm = mieni_matrix_norm(m->inverse, m->n);
    const double condition = m->norm * m->inverse_norm;
    return condition < singular_condition ? condition : singular_condition;
}

/// The smallest power of ten that brings the condition down; 0 if none does.
static double find_lambda(Matrix *m, double condition)
{
    static const double powers[] = {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2,
                                    1e-1,  1e0,   1e1,   1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9};
    const double norm = m->norm, inverse_norm = condition / norm;
    const bool is_bounded = m->is_diagonal_positive;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; ++i) {
        // K^-1 = (K + lI)^-1 (I + l K^-1), so the new condition is at least this, and an
        // inversion that cannot help is spared.
        if (is_bounded && norm / (1.0 / inverse_norm + powers[i]) > highest_condition)
            continue;
        if (invert(m, powers[i]) <= highest_condition)
            return powers[i];
    }
    return 0.0;
}

static MienStatus set_inverse(Cooking *c)
{
    const int n = c->source->target_count;
    const size_t count = (size_t)n * (size_t)n;
    double *health = c->out->health;
    if (c->source->solver == MIENI_SOLVER_ADDITIVE)
        return MIEN_OK;
    Matrix m = {.n = n,
                .kernels = mieni_arena_take(c->arena, count, sizeof(double)),
                .work = mieni_arena_take(c->arena, count, sizeof(double)),
                .inverse = mieni_arena_take(c->arena, count, sizeof(double))};
    if (!m.kernels || !m.work || !m.inverse)
        return no_memory(c);
    assemble(c, m.kernels);
    health[0] = invert(&m, 0.0);
    if (c->source->is_unreal) {
        const bool is_singular = health[0] >= singular_condition;
        const double size = m.determinant < 0.0 ? -m.determinant : m.determinant;
        c->driver.is_invalid = is_singular || size <= least_determinant;
        health[3] = c->driver.is_invalid ? 1.0 : 0.0;
    } else if (health[0] > highest_condition) {
        health[1] = find_lambda(&m, health[0]);
        if (!(health[1] > 0.0))
            return refuse(c, -1, "targets", "These targets cannot be told apart: use another kernel.");
    }
    if (!c->driver.is_invalid) {
        c->out->inverse_count = (int)count;
        c->out->inverse = c->driver.inverse = m.inverse;
    }
    return MIEN_OK;
}

static MienStatus set_error(Cooking *c)
{
    const int n = c->source->target_count;
    double *kernels = mieni_arena_take(c->arena, (size_t)n, sizeof(double)),
           *weights = mieni_arena_take(c->arena, (size_t)n, sizeof(double)), most = 0.0;
    if (!kernels || !weights)
        return no_memory(c);
    for (int i = 0; i < n; ++i) {
        mieni_driver_solve(&c->driver, c->targets[i].at, kernels, weights);
        for (int k = 0; k < n; ++k) {
            const double off = weights[k] - (k == i ? 1.0 : 0.0), size = off < 0.0 ? -off : off;
            most = size > most ? size : most;
        }
    }
    c->out->health[2] = most;
    return MIEN_OK;
}

static MienStatus take_memory(Cooking *c)
{
    const MieniDriverSource *s = c->source;
    const size_t n = (size_t)s->target_count, bones = (size_t)s->bone_count;
    c->out->radii = mieni_arena_take(c->arena, n, sizeof(float));
    c->out->kernels = mieni_arena_take(c->arena, n, sizeof(int));
    c->out->distances = mieni_arena_take(c->arena, n, sizeof(int));
    c->out->at = mieni_arena_take(c->arena, n * bones, sizeof(double) * MIENI_DRIVER_PLACE);
    c->targets = mieni_arena_take(c->arena, n, sizeof *c->targets);
    if (!c->out->radii || !c->out->kernels || !c->out->distances || !c->out->at || !c->targets)
        return no_memory(c);
    c->driver = (MieniDriver){.is_unreal = s->is_unreal,
                              .reads_translation = s->reads_translation,
                              .solver = s->solver,
                              .distance = s->distance,
                              .bone_count = s->bone_count,
                              .target_count = s->target_count,
                              .targets = c->targets};
    return MIEN_OK;
}

static MIENI_APART MienStatus cook(Cooking *c)
{
    static MienStatus (*const steps[])(Cooking *) = {check_driver, take_memory, set_axis,    set_targets,
                                                     check_apart,  set_radii,   set_inverse, set_error};
    MienStatus status = MIEN_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == MIEN_OK; ++i)
        status = steps[i](c);
    return status;
}

MienStatus mieni_cook_driver(const MieniDriverSource *source, MieniArena *arena, MieniDriverCooked *out,
                             MieniDriverFault *out_fault, MienError *error)
{
    MieniDriverFault fault = {.target = -1};
    Cooking c = {.source = source,
                 .arena = arena,
                 .out = out,
                 .fault = out_fault ? out_fault : &fault,
                 .error = error};
    *out = (MieniDriverCooked){0};
    *c.fault = fault;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = cook(&c);
    mieni_float_env_leave(env);
    if (status != MIEN_OK)
        *out = (MieniDriverCooked){0};
    return status;
}
