// SPDX-License-Identifier: MIT
//
// What poses do to points by the morph targets that they set.

#include "core/float_rules.h"

#include "core/pose_data.h"
#include "solve/shapes.h"

#include <string.h>

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
static void add_morph(const MienSolverDesc *desc, int point_count, int morph_index, float factor,
                      float *offsets)
{
    const MienMorph morph = mien_mesh_morph(desc->mesh, morph_index);
    for (int p = 0; p < point_count; ++p) {
        const MienVec3 *offset = find_offset(&morph, desc->points != NULL ? desc->points[p] : (uint32_t)p);
        if (offset == NULL || (desc->point_bones != NULL && desc->point_bones[p] >= 0))
            continue;
        const float weight = factor * mieni_point_weight(desc->point_weights, p);
        offsets[3 * p] += weight * offset->x;
        offsets[3 * p + 1] += weight * offset->y;
        offsets[3 * p + 2] += weight * offset->z;
    }
}

static bool is_moved(const float *offset)
{
    return offset[0] != 0.0f || offset[1] != 0.0f || offset[2] != 0.0f;
}

bool mieni_shape_keep(MieniArena *arena, const float *offsets, int point_count, MieniShape *out_shape)
{
    out_shape->count = 0;
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

/// The shape of a pose that was measured.
static void put_measured(const MienSolverDesc *desc, int point_count, const MienVec3 *measured,
                         float *out_offsets)
{
    for (int p = 0; p < point_count; ++p) {
        const float weight = mieni_point_weight(desc->point_weights, p);
        out_offsets[3 * p] = weight * measured[p].x;
        out_offsets[3 * p + 1] = weight * measured[p].y;
        out_offsets[3 * p + 2] = weight * measured[p].z;
    }
}

/// The shape of a pose: the morph targets that its curves set. Without poses, one morph target.
static void make_offsets(const MienSolverDesc *desc, int point_count, int pose, float *out_offsets)
{
    memset(out_offsets, 0, (size_t)point_count * 3 * sizeof *out_offsets);
    if (mieni_is_measured(desc, pose)) {
        put_measured(desc, point_count, desc->actor_poses[pose], out_offsets);
        return;
    }
    if (desc->poses == NULL) {
        add_morph(desc, point_count, pose, 1.0f, out_offsets);
        return;
    }
    const MieniPoseData *d = &desc->poses->data;
    for (uint32_t e = d->curve_first[pose]; e < d->curve_first[pose + 1]; ++e) {
        const char *name = mien_pose_asset_curve_name(desc->poses, d->curve_ids[e]);
        const int morph = mien_mesh_find_morph(desc->mesh, name);
        if (morph >= 0)
            add_morph(desc, point_count, morph, d->curve_values[e], out_offsets);
    }
}

bool mieni_shape_create(MieniArena *arena, const MienSolverDesc *desc, int pose, int point_count,
                        float *scratch, MieniShape *out_shape)
{
    make_offsets(desc, point_count, pose, scratch);
    return mieni_shape_keep(arena, scratch, point_count, out_shape);
}
