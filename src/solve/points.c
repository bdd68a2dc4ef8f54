// SPDX-License-Identifier: MIT
//
// The systems of a mesh with morph targets: of points on it, and of the weights themselves. Morph
// targets add up, so the gram is the same for all frames. A frame of points only needs the products
// of its offsets with each shape, a frame of weights the products of shapes with each other.

#include "core/float_rules.h"

#include "core/internal.h"
#include "core/pose_data.h"
#include "core/square_root.h"
#include "solve/centres.h"
#include "solve/shapes.h"
#include "solve/system.h"

#include <string.h>

typedef struct Points {
    int point_count;
    const float *weights; ///< Per point; NULL: all 1.
    MienVec3 *neutral;
    float *offsets; ///< Of the frame that was read, like those of a shape.
    MieniShape *shapes;
    MieniCentres centres;
    // For weights of morph targets.
    int morph_count;
    double *mixed;      ///< Per pose and morph target: the product of their shapes.
    double *morph_gram; ///< Per two morph targets.
    double *weights_of; ///< Of the frame that was read, less those of the mesh at rest.
    double *moved_by;   ///< How many points a morph target moves.
    float *rest_weights;
} Points;

/// A dot product of a shape with offsets of all points, in one order.
static double shape_dot(const MieniShape *shape, const float *offsets)
{
    double x = 0.0, y = 0.0, z = 0.0;
    for (int i = 0; i < shape->count; ++i) {
        const float *a = shape->offsets + 3 * (size_t)i, *b = offsets + 3 * (size_t)shape->points[i];
        x += (double)a[0] * (double)b[0];
        y += (double)a[1] * (double)b[1];
        z += (double)a[2] * (double)b[2];
    }
    return (x + y) + z;
}

static bool read_points(MieniSystem *system, const MienSolveFrame *frame)
{
    Points *own = system->own;
    double sum = 0.0;
    for (int p = 0; p < own->point_count; ++p) {
        const MienVec3 now = frame->points[p], was = own->neutral[p];
        const float weight = mieni_point_weight(own->weights, p);
        float *offset = own->offsets + 3 * (size_t)p;
        offset[0] = weight * (now.x - was.x);
        offset[1] = weight * (now.y - was.y);
        offset[2] = weight * (now.z - was.z);
        sum += ((double)offset[0] * (double)offset[0] + (double)offset[1] * (double)offset[1]) +
               (double)offset[2] * (double)offset[2];
    }
    if (!(sum <= 1e18)) // also not-a-number
        return false;
    for (int k = 0; k < system->pose_count; ++k)
        system->right[k] = shape_dot(&own->shapes[k], own->offsets);
    system->constant = sum;
    return true;
}

static void points_residual(const MieniSystem *system, const double *weights, double *out_rows)
{
    const Points *own = system->own;
    for (int i = 0; i < 3 * own->point_count; ++i)
        out_rows[i] = -(double)own->offsets[i];
    for (int k = 0; k < system->pose_count; ++k) {
        const MieniShape *shape = &own->shapes[k];
        for (int i = 0; weights[k] != 0.0 && i < shape->count; ++i)
            for (int c = 0; c < 3; ++c)
                out_rows[3 * (size_t)shape->points[i] + (size_t)c] +=
                    weights[k] * (double)shape->offsets[3 * (size_t)i + (size_t)c];
    }
}

/// Marks the points that poses move.
static void mark_moved(const MieniSystem *system, bool *is_moved_point)
{
    const Points *own = system->own;
    for (int k = 0; k < system->pose_count; ++k)
        for (int i = 0; i < own->shapes[k].count; ++i)
            is_moved_point[own->shapes[k].points[i]] = true;
}

static void points_lost(const MieniSystem *system, const double *weights, const double *rows,
                        double *out_parts)
{
    const Points *own = system->own;
    (void)weights;
    mieni_centres_lost(&own->centres, rows, out_parts);
}

/// All products of shapes.
static void make_gram(MieniSystem *system, double *usual)
{
    Points *own = system->own;
    const int n = system->pose_count;
    for (int j = 0; j < n; ++j) {
        const MieniShape *shape = &own->shapes[j];
        memset(own->offsets, 0, (size_t)own->point_count * 3 * sizeof *own->offsets);
        for (int i = 0; i < shape->count; ++i)
            memcpy(own->offsets + 3 * (size_t)shape->points[i], shape->offsets + 3 * (size_t)i,
                   3 * sizeof *shape->offsets);
        for (int k = 0; k <= j; ++k)
            system->gram[(size_t)j * (size_t)n + (size_t)k] =
                system->gram[(size_t)k * (size_t)n + (size_t)j] = shape_dot(&own->shapes[k], own->offsets);
        usual[j] = system->gram[j * n + j];
    }
}

/// Refuses offsets of an actor that are no offsets.
static MienStatus refuse_actor(const MienSolverDesc *desc, int pose_count, int point_count, MienError *error)
{
    if (!(desc->actor_noise >= 0.0 && desc->actor_noise <= 1e6))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("actor_noise"), "It is 0 or more, and finite.");
    for (int k = 0; k < pose_count; ++k)
        for (int i = 0; mieni_is_measured(desc, k) && i < 3 * point_count; ++i) {
            const float offset = (&desc->actor_poses[k][i / 3].x)[i % 3];
            if (!(offset >= -1e6f && offset <= 1e6f))
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("actor_poses[%d][%d]", k, i / 3),
                                  "The offset is not finite, or larger than a thousand kilometres.");
        }
    return MIEN_OK;
}

static MienStatus refusal(const MienSolverDesc *desc, MienError *error)
{
    const int vertices = mien_mesh_info(desc->mesh).vertex_count;
    if (desc->points == NULL && desc->point_count != 0 && desc->point_count != vertices)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "Without a list of vertices there is one point per vertex, %d.", vertices);
    const int bones = desc->point_bones != NULL ? mien_skeleton_bone_count(desc->skeleton) : 0;
    for (int p = 0; desc->point_bones != NULL && p < desc->point_count; ++p)
        if (desc->point_bones[p] < -1 || desc->point_bones[p] >= bones)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("point_bones[%d]", p),
                              "The skeleton has no bone %d; it has %d.", desc->point_bones[p], bones);
    for (int p = 0; desc->points != NULL && p < desc->point_count; ++p)
        if (desc->points[p] >= (uint32_t)vertices && (bones == 0 || desc->point_bones[p] < 0))
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("points[%d]", p),
                              "The mesh has no vertex %u; it has %d.", (unsigned)desc->points[p], vertices);
    for (int p = 0; desc->point_weights != NULL && p < desc->point_count; ++p)
        if (!(desc->point_weights[p] >= 0.0f && desc->point_weights[p] <= 1e6f))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("point_weights[%d]", p),
                              "A weight is 0 or more, and finite.");
    const MienMeshInfo info = mien_mesh_info(desc->mesh);
    return refuse_actor(desc, desc->poses != NULL ? desc->poses->data.pose_count : info.morph_count,
                        desc->points != NULL ? desc->point_count : vertices, error);
}

/// Whether points are no linear function of the poses' weights.
static bool is_skinned(const MienSolverDesc *desc)
{
    return desc->has_head || desc->point_bones != NULL ||
           (desc->poses != NULL && desc->poses->data.entry_count > 0);
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Neutral positions of the points.
static void make_neutral(const MienSolverDesc *desc, Points *own)
{
    const MienVec3 *positions = mien_mesh_positions(desc->mesh);
    for (int p = 0; p < own->point_count; ++p)
        own->neutral[p] = desc->neutral_points != NULL ? desc->neutral_points[p]
                          : desc->points != NULL       ? positions[desc->points[p]]
                                                       : positions[p];
}

/// The poses' shapes on points.
static MienStatus create(MieniArena *arena, const MienSolverDesc *desc, int points, MieniSystem *out_system,
                         MienError *error)
{
    const int count =
        desc->poses != NULL ? desc->poses->data.pose_count : mien_mesh_info(desc->mesh).morph_count;
    const MienStatus status = refusal(desc, error);
    if (status != MIEN_OK)
        return status;
    Points *own = mieni_arena_take(arena, 1, sizeof *own);
    double *usual = mieni_arena_take(arena, (size_t)count, sizeof *usual);
    if (!mieni_system_create(arena, count, out_system))
        return no_memory(error);
    *own = (Points){.point_count = points,
                    .weights = desc->point_weights,
                    .neutral = mieni_arena_take(arena, (size_t)points, sizeof *own->neutral),
                    .offsets = mieni_arena_take(arena, (size_t)points, 3 * sizeof *own->offsets),
                    .shapes = mieni_arena_take(arena, (size_t)count, sizeof *own->shapes)};
    if (arena->is_out_of_memory)
        return no_memory(error);
    for (int k = 0; k < count; ++k)
        if (!mieni_shape_create(arena, desc, k, points, own->offsets, &own->shapes[k]))
            return no_memory(error);
    out_system->own = own;
    out_system->usual = usual;
    make_gram(out_system, usual);
    out_system->mass = (double)points;
    out_system->freedom = 3 * points;
    out_system->is_fixed = true;
    return MIEN_OK;
}

MienStatus mieni_points_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                               MienError *error)
{
    const int points = desc->points != NULL ? desc->point_count : mien_mesh_info(desc->mesh).vertex_count;
    if (is_skinned(desc)) {
        const MienStatus refused = refusal(desc, error);
        return refused == MIEN_OK ? mieni_skinned_create(arena, desc, out_system, error) : refused;
    }
    const MienStatus status = create(arena, desc, points, out_system, error);
    if (status != MIEN_OK)
        return status;
    make_neutral(desc, out_system->own);
    Points *own = out_system->own;
    bool *is_moved_point = mieni_arena_take(arena, (size_t)points, sizeof *is_moved_point);
    if (is_moved_point == NULL)
        return no_memory(error);
    mark_moved(out_system, is_moved_point);
    if (!mieni_centres_create(arena, own->neutral, is_moved_point, points, &own->centres))
        return no_memory(error);
    out_system->parts = own->centres.points;
    out_system->part_count = own->centres.count;
    out_system->extent = own->centres.extent;
    out_system->row_count = 3 * points;
    out_system->read = read_points;
    out_system->residual = points_residual;
    out_system->lost = points_lost;
    return MIEN_OK;
}

static bool read_morphs(MieniSystem *system, const MienSolveFrame *frame)
{
    const Points *own = system->own;
    const int n = own->morph_count;
    for (int m = 0; m < n; ++m) {
        if (!(frame->morphs[m] >= -MIEN_MAX_CURVE && frame->morphs[m] <= MIEN_MAX_CURVE))
            return false;
        own->weights_of[m] = (double)frame->morphs[m] - (double)own->rest_weights[m];
    }
    system->constant = 0.0;
    memset(system->right, 0, (size_t)system->pose_count * sizeof *system->right);
    for (int m = 0; m < n; ++m) {
        const double weight = own->weights_of[m];
        if (weight == 0.0)
            continue;
        for (int k = 0; k < system->pose_count; ++k)
            system->right[k] += weight * own->mixed[m * system->pose_count + k];
        for (int other = 0; other < n; ++other)
            system->constant += weight * own->weights_of[other] * own->morph_gram[m * n + other];
    }
    return true;
}

/// Nothing is left to measure noise by: weights are exact.
static void no_residual(const MieniSystem *system, const double *weights, double *out_rows)
{
    (void)system;
    (void)weights;
    (void)out_rows;
}

/// The part of the residual that each morph target brought in: its own offsets, along the residual.
static void morphs_lost(const MieniSystem *system, const double *weights, const double *rows,
                        double *out_parts)
{
    const Points *own = system->own;
    const int n = own->morph_count, poses = system->pose_count;
    (void)rows;
    for (int m = 0; m < n; ++m) {
        double along = 0.0;
        out_parts[m] = 0.0;
        if (own->weights_of[m] == 0.0)
            continue;
        for (int other = 0; other < n; ++other)
            along += own->weights_of[other] * own->morph_gram[m * n + other];
        for (int k = 0; k < poses; ++k)
            along -= weights[k] * own->mixed[m * poses + k];
        const double lost = own->weights_of[m] * along;
        out_parts[m] = lost > 0.0 ? lost / own->moved_by[m] : 0.0;
    }
}

/// All products of a morph target with poses, and with the morph targets before it.
static void multiply_morph(const MieniSystem *system, const MieniShape *morphs, int m)
{
    const Points *own = system->own;
    memset(own->offsets, 0, (size_t)own->point_count * 3 * sizeof *own->offsets);
    for (int i = 0; i < morphs[m].count; ++i)
        memcpy(own->offsets + 3 * (size_t)morphs[m].points[i], morphs[m].offsets + 3 * (size_t)i,
               3 * sizeof *morphs[m].offsets);
    for (int k = 0; k < system->pose_count; ++k)
        own->mixed[m * system->pose_count + k] = shape_dot(&own->shapes[k], own->offsets);
    for (int other = 0; other <= m; ++other)
        own->morph_gram[m * own->morph_count + other] = own->morph_gram[other * own->morph_count + m] =
            shape_dot(&morphs[other], own->offsets);
}

MienStatus mieni_morphs_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                               MienError *error)
{
    const MienMeshInfo info = mien_mesh_info(desc->mesh);
    const size_t n = (size_t)info.morph_count;
    if (desc->poses->data.entry_count > 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                          "Weights of morph targets can be solved for poses that set morph targets; these "
                          "poses move bones. Solve bone tracks or points instead.");
    MienSolverDesc all = *desc; // every vertex counts
    all.points = NULL;
    all.point_count = 0;
    all.point_weights = NULL;
    all.point_bones = NULL;
    all.actor_poses = NULL;
    const MienStatus status = create(arena, &all, info.vertex_count, out_system, error);
    if (status != MIEN_OK)
        return status;
    Points *own = out_system->own;
    own->morph_count = info.morph_count;
    own->mixed = mieni_arena_take(arena, n * (size_t)out_system->pose_count, sizeof *own->mixed);
    own->morph_gram = mieni_arena_take(arena, n * n, sizeof *own->morph_gram);
    own->weights_of = mieni_arena_take(arena, n, sizeof *own->weights_of);
    own->moved_by = mieni_arena_take(arena, n, sizeof *own->moved_by);
    own->rest_weights = mieni_arena_take(arena, n, sizeof *own->rest_weights);
    out_system->parts = mieni_arena_take(arena, n, sizeof *out_system->parts);
    bool *is_moved_point = mieni_arena_take(arena, (size_t)own->point_count, sizeof *is_moved_point);
    MieniShape *morphs = mieni_arena_take(arena, n, sizeof *morphs);
    if (arena->is_out_of_memory)
        return no_memory(error);
    all.poses = NULL;
    for (int m = 0; m < info.morph_count; ++m) {
        out_system->parts[m] = (uint32_t)m;
        if (!mieni_shape_create(arena, &all, m, own->point_count, own->offsets, &morphs[m]))
            return no_memory(error);
        own->rest_weights[m] = mien_mesh_morph(desc->mesh, m).weight;
        own->moved_by[m] = morphs[m].count > 0 ? (double)morphs[m].count : 1.0;
    }
    for (int m = 0; m < info.morph_count; ++m)
        multiply_morph(out_system, morphs, m);
    make_neutral(&all, own);
    mark_moved(out_system, is_moved_point);
    out_system->extent = mieni_centres_extent(own->neutral, is_moved_point, own->point_count);
    out_system->part_count = info.morph_count;
    out_system->read = read_morphs;
    out_system->residual = no_residual;
    out_system->lost = morphs_lost;
    return MIEN_OK;
}
