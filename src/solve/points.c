// SPDX-License-Identifier: MIT
//
// The systems of a mesh with morph targets: of points on it, and of the weights themselves. Morph
// targets add up, so the gram is the same for all frames. A frame of points only needs the products
// of its offsets with each shape, a frame of weights the products of shapes with each other.

#include "core/float_rules.h"

#include "core/internal.h"
#include "core/pose_data.h"
#include "core/square_root.h"
#include "solve/system.h"

#include <string.h>

/// The offsets of one pose: only of points that it moves.
typedef struct Shape {
    int count;
    uint32_t *points; ///< Ascending.
    float *offsets;   ///< Three per point, times the root of the point's weight.
} Shape;

/// Where motion is lost is measured at centres: the mean of a point and the points nearest to it.
enum { AROUND = 12, MOST_CENTRES = 256 };

typedef struct Points {
    int point_count;
    const float *weights; ///< Per point; NULL: all 1.
    MienVec3 *neutral;
    float *offsets; ///< Of the frame that was read, like those of a shape.
    Shape *shapes;
    uint32_t *around; ///< AROUND points per centre, of which around_count count; the centre is the first.
    int around_count;
    // For weights of morph targets.
    int morph_count;
    double *mixed;      ///< Per pose and morph target: the product of their shapes.
    double *morph_gram; ///< Per two morph targets.
    double *weights_of; ///< Of the frame that was read, less those of the mesh at rest.
    double *moved_by;   ///< How many points a morph target moves.
    float *rest_weights;
} Points;

static float root_weight(const Points *own, int point)
{
    return own->weights != NULL ? mieni_sqrtf(own->weights[point]) : 1.0f;
}

/// A morph target's offset of a vertex, or NULL if it does not move it.
static const MienVec3 *find_offset(const MienMorph *morph, uint32_t vertex)
{
    int low = 0, high = morph->vertex_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (morph->vertices[middle] < vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return low < morph->vertex_count && morph->vertices[low] == vertex ? &morph->positions[low] : NULL;
}

/// Adds a multiple of a morph target to offsets of all points.
static void add_morph(const Points *own, const MienSolverDesc *desc, int morph_index, float factor,
                      float *offsets)
{
    const MienMorph morph = mien_mesh_morph(desc->mesh, morph_index);
    for (int p = 0; p < own->point_count; ++p) {
        const MienVec3 *offset = find_offset(&morph, desc->points != NULL ? desc->points[p] : (uint32_t)p);
        if (offset == NULL)
            continue;
        const float weight = factor * root_weight(own, p);
        offsets[3 * p] += weight * offset->x;
        offsets[3 * p + 1] += weight * offset->y;
        offsets[3 * p + 2] += weight * offset->z;
    }
}

static bool is_moved(const float *offset)
{
    return offset[0] != 0.0f || offset[1] != 0.0f || offset[2] != 0.0f;
}

/// Keeps the points that move. False without memory.
static bool keep_shape(MieniArena *arena, const float *offsets, int point_count, Shape *out_shape)
{
    for (int p = 0; p < point_count; ++p)
        out_shape->count += is_moved(offsets + 3 * p);
    out_shape->points = mieni_arena_take(arena, (size_t)out_shape->count, sizeof *out_shape->points);
    out_shape->offsets = mieni_arena_take(arena, (size_t)out_shape->count, 3 * sizeof *out_shape->offsets);
    if (arena->is_out_of_memory)
        return false;
    for (int p = 0, i = 0; p < point_count; ++p)
        if (is_moved(offsets + 3 * p)) {
            out_shape->points[i] = (uint32_t)p;
            memcpy(out_shape->offsets + 3 * (size_t)i++, offsets + 3 * p, 3 * sizeof *offsets);
        }
    return true;
}

/// The shape of a pose: the morph targets that its curves set. Without poses, one morph target.
static void make_offsets(const Points *own, const MienSolverDesc *desc, int pose, float *out_offsets)
{
    memset(out_offsets, 0, (size_t)own->point_count * 3 * sizeof *out_offsets);
    if (desc->poses == NULL) {
        add_morph(own, desc, pose, 1.0f, out_offsets);
        return;
    }
    const MieniPoseData *d = &desc->poses->data;
    for (uint32_t e = d->curve_first[pose]; e < d->curve_first[pose + 1]; ++e) {
        const char *name = mien_pose_asset_curve_name(desc->poses, d->curve_ids[e]);
        const int morph = mien_mesh_find_morph(desc->mesh, name);
        if (morph >= 0)
            add_morph(own, desc, morph, d->curve_values[e], out_offsets);
    }
}

/// A dot product of a shape with offsets of all points, in one order.
static double shape_dot(const Shape *shape, const float *offsets)
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
        const float weight = root_weight(own, p);
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
        const Shape *shape = &own->shapes[k];
        for (int i = 0; weights[k] != 0.0 && i < shape->count; ++i)
            for (int c = 0; c < 3; ++c)
                out_rows[3 * (size_t)shape->points[i] + (size_t)c] +=
                    weights[k] * (double)shape->offsets[3 * (size_t)i + (size_t)c];
    }
}

/// How much of a point's motion is lost. Noise of single points is not: the mean of the points
/// around it counts.
static void points_lost(const MieniSystem *system, const double *weights, const double *rows,
                        double *out_parts)
{
    const Points *own = system->own;
    (void)weights;
    for (int c = 0; c < system->part_count; ++c) {
        const uint32_t *around = own->around + (size_t)c * AROUND;
        double sum[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < own->around_count; ++i)
            for (int k = 0; k < 3; ++k)
                sum[k] += rows[3 * (size_t)around[i] + (size_t)k];
        const double count = (double)own->around_count;
        out_parts[c] = (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / (count * count);
    }
}

/// The points nearest to a point, itself first.
static void find_around(const Points *own, uint32_t centre, uint32_t *out_around)
{
    double distances[AROUND];
    int count = 0;
    for (int p = 0; p < own->point_count; ++p) {
        const MienVec3 a = own->neutral[p], b = own->neutral[centre];
        const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
                     z = (double)a.z - (double)b.z;
        const double distance = (uint32_t)p == centre ? -1.0 : x * x + y * y + z * z;
        if (count == AROUND && !(distance < distances[count - 1]))
            continue;
        int at = count < AROUND ? count++ : count - 1;
        for (; at > 0 && distance < distances[at - 1]; --at) {
            distances[at] = distances[at - 1];
            out_around[at] = out_around[at - 1];
        }
        distances[at] = distance;
        out_around[at] = (uint32_t)p;
    }
}

/// Marks the points that poses move, and measures how high they reach. Returns how many there are.
static int find_moved(MieniSystem *system, bool *is_moved_point)
{
    const Points *own = system->own;
    double low = 0.0, high = 0.0;
    int moved = 0;
    for (int k = 0; k < system->pose_count; ++k)
        for (int i = 0; i < own->shapes[k].count; ++i)
            is_moved_point[own->shapes[k].points[i]] = true;
    for (int p = 0; p < own->point_count; ++p) {
        const double y = (double)own->neutral[p].y;
        if (!is_moved_point[p])
            continue;
        low = moved == 0 || y < low ? y : low;
        high = moved == 0 || y > high ? y : high;
        ++moved;
    }
    system->extent = high - low;
    return moved;
}

/// Points spread over what moves, each with those around it.
static bool find_centres(MieniArena *arena, MieniSystem *system)
{
    Points *own = system->own;
    bool *is_moved_point = mieni_arena_take(arena, (size_t)own->point_count, sizeof *is_moved_point);
    if (is_moved_point == NULL)
        return false;
    const int moved = find_moved(system, is_moved_point),
              wanted = moved < MOST_CENTRES ? moved : MOST_CENTRES;
    int seen = 0;
    own->around_count = own->point_count < AROUND ? own->point_count : AROUND;
    own->around = mieni_arena_take(arena, (size_t)wanted, AROUND * sizeof *own->around);
    system->parts = mieni_arena_take(arena, (size_t)wanted, sizeof *system->parts);
    for (int p = 0; !arena->is_out_of_memory && p < own->point_count && system->part_count < wanted; ++p)
        if (is_moved_point[p] && (int64_t)seen++ * wanted / moved >= system->part_count) {
            find_around(own, (uint32_t)p, own->around + (size_t)system->part_count * AROUND);
            system->parts[system->part_count++] = (uint32_t)p;
        }
    return !arena->is_out_of_memory;
}

/// All products of shapes.
static void make_gram(MieniSystem *system, double *usual)
{
    Points *own = system->own;
    const int n = system->pose_count;
    for (int j = 0; j < n; ++j) {
        const Shape *shape = &own->shapes[j];
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

static MienStatus refusal(const MienSolverDesc *desc, MienError *error)
{
    const int vertices = mien_mesh_info(desc->mesh).vertex_count;
    if (desc->points == NULL && desc->point_count != 0 && desc->point_count != vertices)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "Without a list of vertices there is one point per vertex, %d.", vertices);
    for (int p = 0; desc->points != NULL && p < desc->point_count; ++p)
        if (desc->points[p] >= (uint32_t)vertices)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("points[%d]", p),
                              "The mesh has no vertex %u; it has %d.", (unsigned)desc->points[p], vertices);
    for (int p = 0; desc->point_weights != NULL && p < desc->point_count; ++p)
        if (!(desc->point_weights[p] >= 0.0f && desc->point_weights[p] <= 1e6f))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("point_weights[%d]", p),
                              "A weight is 0 or more, and finite.");
    if (desc->poses != NULL && desc->poses->data.entry_count > 0)
        return mieni_fail(
            error, MIEN_ERROR_DATA, mieni_nowhere(),
            "Points and morph weights can be solved for poses that set morph targets; these poses move "
            "bones. Solve bone tracks instead.");
    return MIEN_OK;
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
    for (int k = 0; k < count; ++k) {
        make_offsets(own, desc, k, own->offsets);
        if (!keep_shape(arena, own->offsets, own->point_count, &own->shapes[k]))
            return no_memory(error);
    }
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
    const MienStatus status = create(arena, desc, points, out_system, error);
    if (status != MIEN_OK)
        return status;
    make_neutral(desc, out_system->own);
    if (!find_centres(arena, out_system))
        return no_memory(error);
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
static void multiply_morph(const MieniSystem *system, const Shape *morphs, int m)
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
    MienSolverDesc all = *desc; // every vertex counts
    all.points = NULL;
    all.point_count = 0;
    all.point_weights = NULL;
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
    Shape *morphs = mieni_arena_take(arena, n, sizeof *morphs);
    if (arena->is_out_of_memory)
        return no_memory(error);
    all.poses = NULL;
    for (int m = 0; m < info.morph_count; ++m) {
        out_system->parts[m] = (uint32_t)m;
        make_offsets(own, &all, m, own->offsets);
        if (!keep_shape(arena, own->offsets, own->point_count, &morphs[m]))
            return no_memory(error);
        own->rest_weights[m] = mien_mesh_morph(desc->mesh, m).weight;
        own->moved_by[m] = morphs[m].count > 0 ? (double)morphs[m].count : 1.0;
    }
    for (int m = 0; m < info.morph_count; ++m)
        multiply_morph(out_system, morphs, m);
    make_neutral(&all, own);
    find_moved(out_system, is_moved_point);
    out_system->part_count = info.morph_count;
    out_system->read = read_morphs;
    out_system->residual = no_residual;
    out_system->lost = morphs_lost;
    return MIEN_OK;
}
