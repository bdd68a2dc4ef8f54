// SPDX-License-Identifier: MIT
//
// Makes one mesh of all that an FBX file shows.

#include "core/float_rules.h"

#include "base/budget.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "io/fbx/mesh.h"

#include <stdio.h>
#include <string.h>

/// Beyond this a file is refused: models that show the same meshes multiply.
enum { MAX_PIECES = 1 << 20 };

MienStatus mieni_fbx_mesh_fail(const MieniFbxMeshing *meshing, const MieniFbxNode *node, MienStatus status,
                               const char *sentence)
{
    return mieni_fbx_fail(meshing->reader->scene.file, node, status, sentence, meshing->reader->error);
}

/// Where models rest, and which are mirrored.
static MienStatus place_models(MieniFbxMeshing *meshing)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxScene *scene = &reader->scene;
    const size_t count = (size_t)scene->model_count;
    meshing->worlds = mieni_arena_take(reader->scratch, count, sizeof *meshing->worlds);
    meshing->is_mirrored = mieni_arena_take(reader->scratch, count, sizeof *meshing->is_mirrored);
    if (meshing->worlds == NULL || meshing->is_mirrored == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int m = 0; m < scene->model_count; ++m) {
        const MieniFbxModel *model = &scene->models[m];
        const MieniFbxLocal local =
            mieni_fbx_local(model, model->translation, model->rotation, model->scaling);
        bool is_mirrored = model->parent >= 0 && meshing->is_mirrored[model->parent];
        mieni_fbx_matrix(&local, meshing->worlds[m]);
        if (model->parent >= 0)
            mieni_fbx_matrix_multiply(meshing->worlds[model->parent], meshing->worlds[m], meshing->worlds[m]);
        for (int k = 0; k < 3; ++k)
            is_mirrored ^= model->scaling[k] < 0.0;
        meshing->is_mirrored[m] = is_mirrored;
    }
    return MIEN_OK;
}

/// Which models show which meshes, in the order of models.
static MienStatus find_pieces(MieniFbxMeshing *meshing)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxScene *scene = &reader->scene;
    for (int pass = 0; pass < 2; ++pass) {
        int count = 0;
        for (int m = 0; m < scene->model_count && count <= MAX_PIECES; ++m) {
            const MieniFbxModel *model = &scene->models[m];
            int cursor = 0, object;
            while ((object = mieni_fbx_next_child(scene, model->object, MIENI_FBX_MESH, &cursor, NULL)) >=
                   0) {
                if (pass == 1 && count < meshing->piece_count)
                    meshing->pieces[count] = (MieniFbxPiece){.model = m, .object = object};
                ++count;
            }
        }
        if (count > MAX_PIECES)
            return mieni_fail(reader->error, MIEN_ERROR_LIMIT, "The file shows too many meshes.", "Objects");
        meshing->piece_count = count;
        if (pass == 0)
            meshing->pieces = mieni_arena_take(reader->scratch, (size_t)count, sizeof *meshing->pieces);
        if (meshing->pieces == NULL)
            return mieni_fbx_read_no_memory(reader);
    }
    return MIEN_OK;
}

static MienStatus read_pieces(MieniFbxMeshing *meshing)
{
    MienAuthorMesh *mesh = meshing->mesh;
    int64_t vertices = 0, indices = 0, parts = 0;
    MienStatus status = MIEN_OK;
    for (int p = 0; status == MIEN_OK && p < meshing->piece_count; ++p) {
        MieniFbxPiece *piece = &meshing->pieces[p];
        status = mieni_fbx_piece_read(meshing, piece);
        if (status == MIEN_OK)
            status = mieni_fbx_piece_bind(meshing, piece);
        piece->vertex_start = (int)vertices;
        piece->index_start = (int)indices;
        vertices += piece->vertex_count;
        indices += piece->index_count;
        parts += piece->part_count;
        if (status == MIEN_OK &&
            (vertices > MIEN_MAX_VERTICES || indices > MIEN_MAX_INDICES || parts > MIEN_MAX_PARTS))
            return mieni_fail(meshing->reader->error, MIEN_ERROR_LIMIT,
                              "All meshes together have too many vertices, polygons or parts.", "Objects");
        if (status == MIEN_OK)
            status = mieni_fbx_progress(meshing->reader, 0.3 * (double)p / (double)meshing->piece_count);
    }
    mesh->vertex_count = (int)vertices;
    mesh->index_count = (int)indices;
    mesh->part_count = (int)parts;
    return status;
}

/// Adds the normals of a piece's triangles, each as long as the triangle is large.
static MienStatus make_normals(MieniFbxMeshing *meshing, const MieniFbxPiece *piece,
                               const MienVec3 *positions, MienVec3 *normals)
{
    MieniArena temp = {.allocator = meshing->reader->scratch->allocator};
    double(*sums)[3] = mieni_arena_take(&temp, (size_t)piece->vertex_count, sizeof *sums);
    if (sums == NULL)
        return mieni_fbx_read_no_memory(meshing->reader);
    for (int t = 0; t + 2 < piece->index_count; t += 3) {
        const uint32_t *corner = piece->indices + t;
        const MienVec3 a = positions[corner[0]], b = positions[corner[1]], c = positions[corner[2]];
        const double u[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z},
                     v[3] = {(double)c.x - a.x, (double)c.y - a.y, (double)c.z - a.z};
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i)
                sums[corner[k]][i] += n[i];
    }
    for (int v = 0; v < piece->vertex_count; ++v) {
        const double *n = sums[v], length = mieni_sqrt((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]);
        normals[v] = length > 0.0
                         ? (MienVec3){(float)(n[0] / length), (float)(n[1] / length), (float)(n[2] / length)}
                         : (MienVec3){0.0f, 0.0f, 1.0f};
    }
    mieni_arena_release(&temp);
    return MIEN_OK;
}

/// Where the arrays of the whole mesh are.
typedef struct Whole {
    MienVec3 *positions, *normals;
    float *uvs;
    uint16_t *binds;
    float *weights;
    uint32_t *indices;
} Whole;

static MienStatus take_memory(MieniFbxMeshing *meshing, Whole *whole)
{
    MieniArena *arena = meshing->reader->arena;
    MienAuthorMesh *mesh = meshing->mesh;
    const size_t vertices = (size_t)mesh->vertex_count;
    bool has_normals = false, has_uvs = false;
    for (int p = 0; p < meshing->piece_count; ++p) {
        has_normals = has_normals || meshing->pieces[p].normals != NULL;
        has_uvs = has_uvs || meshing->pieces[p].uvs != NULL;
    }
    *whole = (Whole){0};
    whole->positions = mieni_arena_take(arena, vertices, sizeof *whole->positions);
    if (has_normals)
        whole->normals = mieni_arena_take(arena, vertices, sizeof *whole->normals);
    if (has_uvs)
        whole->uvs = mieni_arena_take(arena, vertices, 2 * sizeof *whole->uvs);
    whole->binds = mieni_arena_take(arena, vertices, MIEN_MAX_INFLUENCES * sizeof *whole->binds);
    whole->weights = mieni_arena_take(arena, vertices, MIEN_MAX_INFLUENCES * sizeof *whole->weights);
    whole->indices = mieni_arena_take(arena, (size_t)mesh->index_count, sizeof *whole->indices);
    mesh->positions = whole->positions;
    mesh->normals = whole->normals;
    mesh->uvs = whole->uvs;
    mesh->vertex_binds = whole->binds;
    mesh->vertex_weights = whole->weights;
    mesh->indices = whole->indices;
    return arena->is_out_of_memory ? mieni_fbx_read_no_memory(meshing->reader) : MIEN_OK;
}

static MienStatus put_piece(MieniFbxMeshing *meshing, const MieniFbxPiece *piece, const int *bind_of,
                            const Whole *whole)
{
    const size_t start = (size_t)piece->vertex_start;
    for (int p = 0; p < piece->point_count; ++p)
        for (int v = piece->first_vertex[p]; v < piece->first_vertex[p + 1]; ++v) {
            const size_t at = start + (size_t)v;
            const MieniInfluences *influences = &piece->influences[p];
            whole->positions[at] = piece->points[p];
            for (int i = 0; i < influences->count; ++i) {
                whole->binds[MIEN_MAX_INFLUENCES * at + (size_t)i] = (uint16_t)bind_of[influences->binds[i]];
                whole->weights[MIEN_MAX_INFLUENCES * at + (size_t)i] = influences->weights[i];
            }
        }
    const size_t vertices = (size_t)piece->vertex_count;
    if (piece->uvs != NULL)
        memcpy(whole->uvs + 2 * start, piece->uvs, 2 * vertices * sizeof *piece->uvs);
    for (int i = 0; i < piece->index_count; ++i)
        whole->indices[piece->index_start + i] = (uint32_t)piece->vertex_start + piece->indices[i];
    if (piece->normals != NULL)
        memcpy(whole->normals + start, piece->normals, vertices * sizeof *piece->normals);
    else if (whole->normals != NULL)
        return make_normals(meshing, piece, whole->positions + start, whole->normals + start);
    return MIEN_OK;
}

static MienStatus describe_parts(MieniFbxMeshing *meshing)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxScene *scene = &reader->scene;
    MieniArena *arena = reader->arena;
    MienAuthorMeshPart *parts = mieni_arena_take(arena, (size_t)meshing->mesh->part_count, sizeof *parts);
    MieniFileNames names = {.arena = arena};
    int count = 0;
    for (int p = 0; parts != NULL && p < meshing->piece_count; ++p) {
        const MieniFbxPiece *piece = &meshing->pieces[p];
        const char *stem = scene->objects[scene->models[piece->model].object].name;
        for (int i = 0; i < piece->part_count; ++i) {
            char name[MIEN_MAX_NAME + 32], fallback[32];
            snprintf(fallback, sizeof fallback, "mesh_%d", p);
            snprintf(name, sizeof name, piece->part_count > 1 ? "%.240s.%d" : "%.240s", stem, i);
            parts[count++] =
                (MienAuthorMeshPart){.name = mieni_file_names_add(&names, name, fallback, 0),
                                     .material = piece->parts[i].material,
                                     .first_index = piece->index_start + piece->parts[i].first_index,
                                     .index_count = piece->parts[i].index_count};
        }
    }
    meshing->mesh->parts = parts;
    return arena->is_out_of_memory ? mieni_fbx_read_no_memory(reader) : MIEN_OK;
}

static MienStatus describe_bones(MieniFbxMeshing *meshing)
{
    const MieniFbxBones *bones = &meshing->reader->bones;
    return mieni_binds_place_bones(bones->bones, bones->count, meshing->reader->arena, meshing->mesh)
               ? MIEN_OK
               : mieni_fbx_read_no_memory(meshing->reader);
}

static MienStatus put_together(MieniFbxMeshing *meshing)
{
    MienAuthorMesh *mesh = meshing->mesh;
    Whole whole;
    int *bind_of = NULL;
    MienStatus status = mieni_budget_check_vertices(
        meshing->reader->scratch->allocator, (uint64_t)mesh->vertex_count, "Objects", meshing->reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_mesh_bind(meshing, &bind_of);
    if (status == MIEN_OK)
        status = take_memory(meshing, &whole);
    for (int p = 0; status == MIEN_OK && p < meshing->piece_count; ++p)
        status = put_piece(meshing, &meshing->pieces[p], bind_of, &whole);
    if (status == MIEN_OK)
        mesh->influence_count = mieni_influences_pack(whole.binds, whole.weights, (size_t)mesh->vertex_count,
                                                      MIEN_MAX_INFLUENCES);
    if (status == MIEN_OK)
        status = mieni_fbx_mesh_read_morphs(meshing);
    if (status == MIEN_OK)
        status = describe_parts(meshing);
    return status == MIEN_OK ? describe_bones(meshing) : status;
}

MienStatus mieni_fbx_read_mesh(MieniFbxReader *reader)
{
    MieniFbxMeshing meshing = {.reader = reader};
    meshing.mesh = mieni_arena_take(reader->arena, 1, sizeof *meshing.mesh);
    if (meshing.mesh == NULL)
        return mieni_fbx_read_no_memory(reader);
    MienStatus status = mieni_fbx_mesh_read_materials(&meshing);
    if (status == MIEN_OK)
        status = place_models(&meshing);
    if (status == MIEN_OK)
        status = find_pieces(&meshing);
    if (status == MIEN_OK)
        status = read_pieces(&meshing);
    if (status != MIEN_OK || meshing.mesh->vertex_count == 0)
        return status; // there is nothing to see
    status = put_together(&meshing);
    if (status == MIEN_OK)
        reader->source->mesh = meshing.mesh;
    return status;
}
