// SPDX-License-Identifier: MIT
//
// Vertices and triangles of the parts of a mesh.

#include "core/float_rules.h"

#include "core/internal.h"
#include "core/square_root.h"
#include "io/gltf/mesh.h"

#include <stdio.h>

enum { TRIANGLES = 4, STRIP = 5 };

/// Normals whose squared length is as near to 1 as this are left alone, so that what was
/// read once is read the same again: rounding leaves 2^-22 at most.
static const double NORMAL_TOLERANCE = 0x1p-16;

static MienVec3 normalize(double x, double y, double z)
{
    const double length = mieni_sqrt((x * x + y * y) + z * z);
    if (!(length > 0.0))
        return (MienVec3){0.0f, 0.0f, 1.0f}; // of what has no direction, any will do
    return (MienVec3){(float)(x / length), (float)(y / length), (float)(z / length)};
}

static MienStatus read_attribute(MieniGltfMeshing *meshing, const MieniGltfPart *part, const char *name,
                                 MieniArena *arena, float **out_values)
{
    const MieniGltfReader *reader = meshing->reader;
    const int accessor = mieni_gltf_index(mieni_json_get(part->primitive, "attributes"), name);
    return mieni_gltf_floats(reader->gltf, accessor, arena, out_values, reader->error);
}

static MienStatus read_positions(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    float *values = NULL;
    const MienStatus status = read_attribute(meshing, part, "POSITION", arena, &values);
    for (int i = 0; status == MIEN_OK && i < part->vertex_count; ++i) {
        const float *v = values + 3 * (size_t)i;
        for (int k = 0; k < 3; ++k)
            if (!(v[k] >= -MIEN_MAX_LENGTH && v[k] <= MIEN_MAX_LENGTH))
                return mieni_gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, ".attributes.POSITION",
                                            "Positions keep within 1000000 metres.");
        meshing->positions[part->first_vertex + i] = (MienVec3){v[0], v[1], v[2]};
    }
    return status;
}

static MienStatus read_normals(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    float *values = NULL;
    const MienStatus status = read_attribute(meshing, part, "NORMAL", arena, &values);
    for (int i = 0; status == MIEN_OK && i < part->vertex_count; ++i) {
        const double x = values[3 * (size_t)i], y = values[3 * (size_t)i + 1], z = values[3 * (size_t)i + 2];
        const double square = (x * x + y * y) + z * z;
        const bool is_unit = square >= 1.0 - NORMAL_TOLERANCE && square <= 1.0 + NORMAL_TOLERANCE;
        meshing->normals[part->first_vertex + i] =
            is_unit ? (MienVec3){(float)x, (float)y, (float)z} : normalize(x, y, z);
    }
    return status;
}

static MienStatus read_uvs(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    char name[24];
    float *values = NULL;
    snprintf(name, sizeof name, "TEXCOORD_%d", part->uv_set);
    const MienStatus status = read_attribute(meshing, part, name, arena, &values);
    const size_t first = 2 * (size_t)part->first_vertex;
    for (size_t i = 0; status == MIEN_OK && i < 2 * (size_t)part->vertex_count; ++i) {
        if (!(values[i] >= -MIEN_MAX_LENGTH && values[i] <= MIEN_MAX_LENGTH)) {
            char where[48];
            snprintf(where, sizeof where, ".attributes.%s", name);
            return mieni_gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, where,
                                        "Texture coordinates keep within 1000000.");
        }
        meshing->uvs[first + i] = values[i];
    }
    return status;
}

/// From 0 to 1, rounded to the nearest; what is beyond is cut off.
static uint16_t color_of(float value)
{
    return value >= 1.0f ? 65535 : value > 0.0f ? (uint16_t)((double)value * 65535.0 + 0.5) : 0;
}

static MienStatus read_colors(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    float *values = NULL;
    const MienStatus status = read_attribute(meshing, part, "COLOR_0", arena, &values);
    const size_t width = (size_t)mieni_gltf_accessor(meshing->reader->gltf, part->colors).components;
    uint16_t *out = meshing->colors + 4 * (size_t)part->first_vertex;
    for (size_t i = 0; status == MIEN_OK && i < (size_t)part->vertex_count; ++i)
        for (size_t k = 0; k < 4; ++k)
            out[4 * i + k] = k < width ? color_of(values[width * i + k]) : 65535;
    return status;
}

/// Colours of a part that has none, where others have: those that change nothing.
static void make_colors(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    uint16_t *out = meshing->colors + 4 * (size_t)part->first_vertex;
    for (size_t i = 0; i < 4 * (size_t)part->vertex_count; ++i)
        out[i] = 65535;
}

MienStatus mieni_gltf_part_read_vertices(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    MienStatus status = read_positions(meshing, part, &scratch);
    mieni_arena_release(&scratch);
    if (status == MIEN_OK && part->normals >= 0)
        status = read_normals(meshing, part, &scratch);
    mieni_arena_release(&scratch);
    if (status == MIEN_OK && part->uv_set >= 0)
        status = read_uvs(meshing, part, &scratch);
    mieni_arena_release(&scratch);
    if (status == MIEN_OK && part->colors >= 0)
        status = read_colors(meshing, part, &scratch);
    else if (status == MIEN_OK && meshing->has_colors)
        make_colors(meshing, part);
    mieni_arena_release(&scratch);
    return status;
}

/// The three corners of a triangle among the corners of a primitive: of a strip every
/// second one turns round, those of a fan share the first.
static void corners_of(int mode, size_t triangle, size_t out_corners[3])
{
    const size_t t = triangle;
    if (mode == TRIANGLES) {
        out_corners[0] = 3 * t;
        out_corners[1] = 3 * t + 1;
        out_corners[2] = 3 * t + 2;
    } else if (mode == STRIP) {
        out_corners[0] = t;
        out_corners[1] = t + 1 + t % 2;
        out_corners[2] = t + 2 - t % 2;
    } else {
        out_corners[0] = t + 1;
        out_corners[1] = t + 2;
        out_corners[2] = 0;
    }
}

MienStatus mieni_gltf_part_read_indices(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    const MieniGltfReader *reader = meshing->reader;
    const int accessor = mieni_gltf_index(part->primitive, "indices");
    MieniArena scratch = {.allocator = reader->scratch->allocator};
    uint32_t *given = NULL;
    MienStatus status = MIEN_OK;
    if (accessor >= 0)
        status = mieni_gltf_integers(reader->gltf, accessor, &scratch, &given, reader->error);
    uint32_t *out = meshing->indices + part->first_index;
    for (size_t t = 0; status == MIEN_OK && t < (size_t)part->index_count / 3; ++t) {
        size_t corners[3];
        corners_of(part->mode, t, corners);
        for (int k = 0; k < 3; ++k) {
            const uint32_t index = given != NULL ? given[corners[k]] : (uint32_t)corners[k];
            if (index >= (uint32_t)part->vertex_count)
                status = mieni_gltf_part_fail(meshing, part, MIEN_ERROR_DATA, ".indices",
                                              "An index leads beyond the vertices of the primitive.");
            const int place = part->is_mirrored && k > 0 ? 3 - k : k;
            out[3 * t + (size_t)place] = (uint32_t)part->first_vertex + index;
        }
    }
    mieni_arena_release(&scratch);
    return status;
}

/// Adds the normals of a part's triangles, each as long as the triangle is large, to
/// those of its vertices. What is mirrored faces the way it does before that.
static void add_normals(const MieniGltfMeshing *meshing, const MieniGltfPart *part, double *sums)
{
    const double sign = part->is_mirrored ? -1.0 : 1.0;
    for (int t = 0; t < part->index_count / 3; ++t) {
        const uint32_t *corner = meshing->indices + part->first_index + 3 * (size_t)t;
        const MienVec3 a = meshing->positions[corner[0]], b = meshing->positions[corner[1]],
                       c = meshing->positions[corner[2]];
        const double u[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z},
                     v[3] = {(double)c.x - a.x, (double)c.y - a.y, (double)c.z - a.z};
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i)
                sums[3 * (size_t)corner[k] + (size_t)i] += sign * n[i];
    }
}

MienStatus mieni_gltf_mesh_make_normals(MieniGltfMeshing *meshing)
{
    bool is_complete = true;
    for (int p = 0; p < meshing->part_count; ++p)
        is_complete = is_complete && meshing->parts[p].normals >= 0;
    if (is_complete)
        return MIEN_OK;
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    double *sums = mieni_arena_take(&scratch, (size_t)meshing->mesh->vertex_count, 3 * sizeof *sums);
    if (sums == NULL)
        return mieni_gltf_mesh_no_memory(meshing);
    for (int p = 0; p < meshing->part_count; ++p)
        if (meshing->parts[p].normals < 0)
            add_normals(meshing, &meshing->parts[p], sums);
    for (int p = 0; p < meshing->part_count; ++p) {
        const MieniGltfPart *part = &meshing->parts[p];
        for (int i = 0; part->normals < 0 && part->owner == p && i < part->vertex_count; ++i) {
            const double *sum = sums + 3 * (size_t)(part->first_vertex + i);
            meshing->normals[part->first_vertex + i] = normalize(sum[0], sum[1], sum[2]);
        }
    }
    mieni_arena_release(&scratch);
    return MIEN_OK;
}
