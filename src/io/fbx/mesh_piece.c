// SPDX-License-Identifier: MIT
//
// One mesh as a model shows it: polygons become triangles, corners become vertices, of
// which those that are the same are one.

#include "core/float_rules.h"

#include "core/internal.h"
#include "core/square_root.h"
#include "io/fbx/mesh.h"

#include <stdlib.h>
#include <string.h>

/// A corner of a polygon with all that makes a vertex.
typedef struct Corner {
    uint32_t point;
    float normal[3], uv[2];
    uint32_t order;
} Corner;

/// What is made of a mesh on the way.
typedef struct Making {
    MieniFbxMeshing *meshing;
    MieniFbxPiece *piece;
    const MieniFbxNode *node;
    MieniArena temp;
    size_t corner_count;
    int64_t *corners; ///< As the file has them: the last of a polygon is inverted.
    MieniFbxLayer normals, uvs, materials;
    uint32_t *vertex_of;             ///< Per corner.
    double geometry[12], turned[12]; ///< For points, for normals.
    bool is_mirrored;
} Making;

static MienStatus no_memory(const Making *making)
{
    return mieni_fbx_read_no_memory(making->meshing->reader);
}

static int compare_corners(const void *a, const void *b)
{
    const Corner *x = a, *y = b;
    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    for (int k = 0; k < 5; ++k) {
        const float p = k < 3 ? x->normal[k] : x->uv[k - 3], q = k < 3 ? y->normal[k] : y->uv[k - 3];
        if (p != q)
            return p < q ? -1 : 1;
    }
    return x->order < y->order ? -1 : 1;
}

static bool are_same(const Corner *x, const Corner *y)
{
    return x->point == y->point && memcmp(x->normal, y->normal, sizeof x->normal) == 0 &&
           memcmp(x->uv, y->uv, sizeof x->uv) == 0;
}

static MienStatus read_points(Making *making)
{
    const MieniFbxReader *reader = making->meshing->reader;
    const MieniFbxNode *node = mieni_fbx_child(making->node, "Vertices");
    MieniFbxPiece *piece = making->piece;
    double *values;
    size_t count;
    const MienStatus status =
        mieni_fbx_reals(reader->scene.file, node, &making->temp, &values, &count, reader->error);
    if (status != MIEN_OK)
        return status;
    count /= 3;
    if (mieni_fbx_work(making->meshing->reader, count) != MIEN_OK)
        return MIEN_ERROR_LIMIT;
    if (count > MIEN_MAX_VERTICES)
        return mieni_fbx_mesh_fail(making->meshing, node, MIEN_ERROR_LIMIT,
                                   "A mesh has at most 16777216 vertices.");
    piece->point_count = (int)count;
    piece->points = mieni_arena_take(reader->scratch, count, sizeof *piece->points);
    if (piece->points == NULL)
        return no_memory(making);
    for (size_t i = 0; i < count; ++i) {
        double p[3];
        mieni_fbx_matrix_apply(making->geometry, values + 3 * i, p);
        for (int k = 0; k < 3; ++k) {
            p[k] *= reader->scale * reader->taken[piece->model];
            if (!(p[k] >= -(double)MIEN_MAX_LENGTH && p[k] <= (double)MIEN_MAX_LENGTH))
                return mieni_fbx_mesh_fail(making->meshing, node, MIEN_ERROR_LIMIT,
                                           "Positions are numbers within 1000000 metres.");
        }
        piece->points[i] = (MienVec3){(float)p[0], (float)p[1], (float)p[2]};
    }
    return MIEN_OK;
}

static MienStatus read_corners(Making *making)
{
    const MieniFbxReader *reader = making->meshing->reader;
    const MieniFbxNode *node = mieni_fbx_child(making->node, "PolygonVertexIndex");
    MienStatus status = mieni_fbx_integers(reader->scene.file, node, &making->temp, &making->corners,
                                           &making->corner_count, reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_work(making->meshing->reader, making->corner_count);
    for (size_t i = 0; status == MIEN_OK && i < making->corner_count; ++i) {
        const int64_t corner = making->corners[i], point = corner < 0 ? ~corner : corner;
        if (point >= making->piece->point_count)
            status = mieni_fbx_mesh_fail(making->meshing, node, MIEN_ERROR_DATA,
                                         "A polygon has a corner at a vertex that is not there.");
    }
    // Corners after the last whole polygon belong to none.
    while (status == MIEN_OK && making->corner_count > 0 && making->corners[making->corner_count - 1] >= 0)
        --making->corner_count;
    if (status == MIEN_OK && making->corner_count > MIEN_MAX_INDICES)
        status =
            mieni_fbx_mesh_fail(making->meshing, node, MIEN_ERROR_LIMIT, "The mesh has too many polygons.");
    return status;
}

static MienStatus read_layers(Making *making)
{
    const MieniFbxScene *scene = &making->meshing->reader->scene;
    MienStatus status = mieni_fbx_normals(scene, making->node, &making->temp, &making->normals);
    if (status == MIEN_OK)
        status = mieni_fbx_uvs(scene, making->node, making->corner_count, &making->temp, &making->uvs);
    if (status == MIEN_OK)
        status = mieni_fbx_materials(scene, making->node, &making->temp, &making->materials);
    return status;
}

static void fill_corner(const Making *making, size_t i, size_t polygon, Corner *out)
{
    const int64_t corner = making->corners[i], point = corner < 0 ? ~corner : corner;
    const int64_t normal = mieni_fbx_layer_element(&making->normals, i, (size_t)point, polygon);
    const int64_t uv = mieni_fbx_layer_element(&making->uvs, i, (size_t)point, polygon);
    *out = (Corner){.point = (uint32_t)point, .order = (uint32_t)i};
    for (int k = 0; normal >= 0 && k < 3; ++k) {
        const double value = making->normals.values[3 * normal + k];
        out->normal[k] = value >= -1e6 && value <= 1e6 ? (float)value + 0.0f : 0.0f;
    }
    for (int k = 0; uv >= 0 && k < 2; ++k) {
        const double value = making->uvs.values[2 * uv + k], least = k == 0 ? -1e6 : 1.0 - 1e6; // 1 - v
        out->uv[k] = value >= least && value <= 1e6 ? (float)value + 0.0f : 0.0f;
    }
}

static MienVec3 normal_of(const Making *making, const float n[3])
{
    const double v[3] = {(double)n[0], (double)n[1], (double)n[2]};
    double t[3];
    mieni_fbx_matrix_apply(making->turned, v, t);
    const double length = mieni_sqrt((t[0] * t[0] + t[1] * t[1]) + t[2] * t[2]);
    if (!(length > 1e-30) || !(length < 1e30))
        return (MienVec3){0.0f, 0.0f, 1.0f}; // of what has no direction, any will do
    return (MienVec3){(float)(t[0] / length), (float)(t[1] / length), (float)(t[2] / length)};
}

/// Vertices, in the order of the points.
static MienStatus make_vertices(Making *making)
{
    MieniFbxPiece *piece = making->piece;
    MieniArena *scratch = making->meshing->reader->scratch;
    const size_t count = making->corner_count;
    Corner *corners = mieni_arena_take(&making->temp, count, sizeof *corners);
    making->vertex_of = mieni_arena_take(&making->temp, count, sizeof *making->vertex_of);
    piece->first_vertex =
        mieni_arena_take(scratch, (size_t)piece->point_count + 1, sizeof *piece->first_vertex);
    if (corners == NULL || making->vertex_of == NULL || piece->first_vertex == NULL)
        return no_memory(making);
    for (size_t i = 0, polygon = 0; i < count; ++i) {
        fill_corner(making, i, polygon, &corners[i]);
        polygon += making->corners[i] < 0;
    }
    if (count > 0)
        qsort(corners, count, sizeof *corners, compare_corners);
    int vertices = 0;
    for (size_t i = 0; i < count; ++i) {
        vertices += i == 0 || !are_same(&corners[i], &corners[i - 1]);
        making->vertex_of[corners[i].order] = (uint32_t)vertices - 1;
        piece->first_vertex[corners[i].point + 1] = vertices;
    }
    for (int p = 0; p < piece->point_count; ++p) // points without corners have no vertices
        if (piece->first_vertex[p + 1] < piece->first_vertex[p])
            piece->first_vertex[p + 1] = piece->first_vertex[p];
    piece->vertex_count = vertices;
    if (making->normals.width > 0)
        piece->normals = mieni_arena_take(scratch, (size_t)vertices, sizeof *piece->normals);
    if (making->uvs.width > 0)
        piece->uvs = mieni_arena_take(scratch, (size_t)vertices, 2 * sizeof *piece->uvs);
    if (scratch->is_out_of_memory)
        return no_memory(making);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t vertex = making->vertex_of[corners[i].order];
        if (piece->normals != NULL)
            piece->normals[vertex] = normal_of(making, corners[i].normal);
        if (piece->uvs != NULL) {
            piece->uvs[2 * (size_t)vertex] = corners[i].uv[0];
            piece->uvs[2 * (size_t)vertex + 1] = 1.0f - corners[i].uv[1];
        }
    }
    return MIEN_OK;
}

/// Which of the model's materials a polygon has, from 1; 0: none.
static int slot_of(const Making *making, int slots, size_t polygon)
{
    const int64_t element = mieni_fbx_layer_element(&making->materials, 0, 0, polygon);
    const double slot = element >= 0 ? making->materials.values[element] : 0.0;
    return slot >= 0.0 && slot < (double)slots ? (int)slot + 1 : 0;
}

/// The materials of the model that shows the mesh.
static MienStatus find_slots(Making *making, int **out_slots, int *out_count)
{
    const MieniFbxMeshing *meshing = making->meshing;
    const MieniFbxScene *scene = &meshing->reader->scene;
    const int model = scene->models[making->piece->model].object;
    int *slots =
        mieni_arena_take(&making->temp, (size_t)scene->objects[model].child_count + 1, sizeof *slots);
    int cursor = 0, count = 0, material;
    if (slots == NULL)
        return no_memory(making);
    if (mieni_fbx_work(meshing->reader, (uint64_t)scene->objects[model].child_count) != MIEN_OK)
        return MIEN_ERROR_LIMIT;
    slots[0] = -1;
    while ((material = mieni_fbx_next_child(scene, model, MIENI_FBX_MATERIAL, &cursor, NULL)) >= 0)
        slots[++count] = meshing->material_of[material];
    *out_slots = slots;
    *out_count = count;
    return MIEN_OK;
}

/// A fan of triangles for each polygon, those of one material together.
static void put_triangles(Making *making, const int *slot_of_polygon, int *next)
{
    uint32_t *indices = making->piece->indices;
    for (size_t first = 0, polygon = 0; first < making->corner_count; ++polygon) {
        size_t last = first;
        while (making->corners[last] >= 0)
            ++last;
        for (size_t i = first + 1; i < last; ++i) {
            int *at = &next[slot_of_polygon[polygon]];
            const uint32_t b = making->vertex_of[i], c = making->vertex_of[i + 1];
            indices[*at] = making->vertex_of[first];
            indices[*at + 1] = making->is_mirrored ? c : b;
            indices[*at + 2] = making->is_mirrored ? b : c;
            *at += 3;
        }
        first = last + 1;
    }
}

static MienStatus make_triangles(Making *making)
{
    MieniFbxPiece *piece = making->piece;
    MieniArena *scratch = making->meshing->reader->scratch;
    int *slots = NULL, slot_count = 0, *slot_of_polygon, *counts, *next;
    const MienStatus status = find_slots(making, &slots, &slot_count);
    if (status != MIEN_OK)
        return status;
    slot_of_polygon = mieni_arena_take(&making->temp, making->corner_count, sizeof *slot_of_polygon);
    counts = mieni_arena_take(&making->temp, (size_t)slot_count + 1, sizeof *counts);
    next = mieni_arena_take(&making->temp, (size_t)slot_count + 1, sizeof *next);
    piece->parts = mieni_arena_take(scratch, (size_t)slot_count + 1, sizeof *piece->parts);
    if (making->temp.is_out_of_memory || piece->parts == NULL)
        return no_memory(making);
    int64_t total = 0;
    for (size_t first = 0, i = 0, polygon = 0; i < making->corner_count; ++i) {
        if (making->corners[i] >= 0)
            continue;
        slot_of_polygon[polygon] = slot_of(making, slot_count, polygon);
        const int64_t triangles = (int64_t)(i - first) - 1;
        counts[slot_of_polygon[polygon++]] += triangles > 0 ? 3 * (int)triangles : 0;
        total += triangles > 0 ? 3 * triangles : 0;
        first = i + 1;
    }
    if (total > MIEN_MAX_INDICES)
        return mieni_fbx_mesh_fail(making->meshing, making->node, MIEN_ERROR_LIMIT,
                                   "The mesh has too many polygons.");
    for (int s = 0, first = 0; s <= slot_count; ++s) {
        next[s] = first;
        if (counts[s] > 0)
            piece->parts[piece->part_count++] = (MieniFbxPart){slots[s], first, counts[s]};
        first += counts[s];
    }
    piece->index_count = (int)total;
    piece->indices = mieni_arena_take(scratch, (size_t)total, sizeof *piece->indices);
    if (piece->indices == NULL)
        return no_memory(making);
    put_triangles(making, slot_of_polygon, next);
    return MIEN_OK;
}

MienStatus mieni_fbx_piece_read(MieniFbxMeshing *meshing, MieniFbxPiece *piece)
{
    const MieniFbxScene *scene = &meshing->reader->scene;
    Making making = {.meshing = meshing,
                     .piece = piece,
                     .node = scene->objects[piece->object].node,
                     .temp = {.allocator = meshing->reader->scratch->allocator}};
    double inverse[12];
    int cursor = 0;
    memcpy(making.geometry, scene->models[piece->model].geometry, sizeof making.geometry);
    // Normals go by the inverse transpose.
    if (mieni_fbx_matrix_invert(making.geometry, inverse))
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c)
                making.turned[4 * r + c] = inverse[4 * c + r];
    else
        memcpy(making.turned, inverse, sizeof inverse);
    making.is_mirrored = mieni_fbx_determinant(making.geometry) < 0.0;
    if (mieni_fbx_next_child(scene, piece->object, MIENI_FBX_SKIN, &cursor, NULL) < 0)
        making.is_mirrored ^= meshing->is_mirrored[piece->model];
    MienStatus status = read_points(&making);
    if (status == MIEN_OK)
        status = read_corners(&making);
    if (status == MIEN_OK)
        status = read_layers(&making);
    if (status == MIEN_OK)
        status = make_vertices(&making);
    if (status == MIEN_OK)
        status = make_triangles(&making);
    mieni_arena_release(&making.temp);
    return status;
}
