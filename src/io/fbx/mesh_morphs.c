// SPDX-License-Identifier: MIT
//
// Morphs of an FBX file: what shapes do to points becomes what they do to vertices. Shapes
// of several meshes that bear one name make one morph.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/mesh.h"

#include <stdlib.h>
#include <string.h>

/// A target of a channel, for one piece.
typedef struct Use {
    int morph, piece, channel, target;
} Use;

/// What a shape does to all points of a piece.
typedef struct Moved {
    double (*positions)[3];
    double (*normals)[3];
    bool *is_moved;
} Moved;

static int compare_uses(const void *a, const void *b)
{
    const Use *x = a, *y = b;
    if (x->morph != y->morph)
        return x->morph < y->morph ? -1 : 1;
    if (x->piece != y->piece)
        return x->piece < y->piece ? -1 : 1;
    return x->target < y->target ? -1 : x->target > y->target;
}

/// All targets of all pieces, by morph.
static MienStatus find_uses(MieniFbxMeshing *meshing, Use **out_uses, int *out_count)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxMorphs *morphs = &reader->morphs;
    Use *uses = NULL;
    int count = 0;
    // Counted first, then listed. Channels of one mesh follow each other, but meshes may be
    // shown often, in any order.
    int *first = mieni_arena_take(reader->scratch, (size_t)reader->scene.object_count + 1, sizeof *first);
    if (first == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int c = morphs->channel_count - 1; c >= 0; --c)
        first[morphs->channels[c].mesh] = c + 1;
    for (int pass = 0; pass < 2; ++pass) {
        int64_t total = 0;
        for (int p = 0; p < meshing->piece_count; ++p) {
            const int mesh = meshing->pieces[p].object;
            for (int c = first[mesh] - 1;
                 c >= 0 && c < morphs->channel_count && morphs->channels[c].mesh == mesh; ++c)
                for (int t = 0; t < morphs->channels[c].target_count; ++t) {
                    const int target = morphs->channels[c].first_target + t;
                    if (uses != NULL)
                        uses[total] = (Use){morphs->targets[target].morph, p, c, target};
                    ++total;
                }
        }
        if (total > INT32_MAX / 2)
            return mieni_fbx_read_no_memory(reader);
        count = (int)total;
        if (pass == 0)
            uses = mieni_arena_take(reader->scratch, (size_t)count, sizeof *uses);
        if (uses == NULL)
            return mieni_fbx_read_no_memory(reader);
    }
    if (count > 0)
        qsort(uses, (size_t)count, sizeof *uses, compare_uses);
    *out_uses = uses;
    *out_count = count;
    return MIEN_OK;
}

/// The arrays of a shape.
typedef struct Shape {
    int64_t *indexes;
    double *positions, *normals, *weights;
    size_t index_count, position_count, normal_count, weight_count;
} Shape;

static MienStatus decode(const MieniFbxReader *reader, const MieniFbxChannel *channel,
                         const MieniFbxTarget *target, MieniArena *temp, Shape *shape)
{
    const MieniFbxScene *scene = &reader->scene;
    const MieniFbxNode *node = scene->objects[target->shape].node;
    MienStatus status = mieni_fbx_integers(scene->file, mieni_fbx_child(node, "Indexes"), temp,
                                           &shape->indexes, &shape->index_count, reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_reals(scene->file, mieni_fbx_child(node, "Vertices"), temp, &shape->positions,
                                 &shape->position_count, reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_reals(scene->file, mieni_fbx_child(node, "Normals"), temp, &shape->normals,
                                 &shape->normal_count, reader->error);
    if (status == MIEN_OK && channel->is_weighted)
        status =
            mieni_fbx_reals(scene->file, mieni_fbx_child(scene->objects[channel->object].node, "FullWeights"),
                            temp, &shape->weights, &shape->weight_count, reader->error);
    return status;
}

/// Takes a direction through the linear part of a matrix, times a factor.
static void turn(const double m[12], const double *v, double factor, double out[3])
{
    for (int r = 0; r < 3; ++r)
        out[r] += factor * ((m[4 * r] * v[0] + m[4 * r + 1] * v[1]) + m[4 * r + 2] * v[2]);
}

/// What a shape does, dense.
static void spread(const MieniFbxReader *reader, const MieniFbxPiece *piece, const Shape *shape,
                   const MieniFbxTarget *target, int target_count, const Moved *moved)
{
    const double *geometry = reader->scene.models[piece->model].geometry;
    // A lone target is whole at a weight of its own; the morph is so at 1.
    const double whole = target_count == 1 ? 1.0 / target->full : 1.0;
    const double length = reader->scale * reader->taken[piece->model];
    for (size_t i = 0; i < shape->index_count; ++i) {
        const int64_t point = shape->indexes[i];
        const double part = i < shape->weight_count ? shape->weights[i] / 100.0 : 1.0;
        if (point < 0 || point >= piece->point_count)
            continue;
        moved->is_moved[point] = true;
        if (3 * i + 2 < shape->position_count)
            turn(geometry, shape->positions + 3 * i, length * whole * part, moved->positions[point]);
        if (3 * i + 2 < shape->normal_count)
            turn(geometry, shape->normals + 3 * i, whole * part, moved->normals[point]);
    }
}

static bool is_zero(const double v[3]) { return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0; }

static bool is_sane(const double v[3])
{
    for (int k = 0; k < 3; ++k)
        if (!(v[k] >= -(double)MIEN_MAX_LENGTH && v[k] <= (double)MIEN_MAX_LENGTH))
            return false;
    return true;
}

static MienVec3 vector_of(const double v[3])
{
    return (MienVec3){(float)v[0] + 0.0f, (float)v[1] + 0.0f, (float)v[2] + 0.0f};
}

/// Lists in the making.
typedef struct Lists {
    uint32_t *vertices;
    MienVec3 *positions, *normals;
    int count;
    bool has_normals;
} Lists;

/// Adds what moved to lists that have room for all vertices of the piece.
static bool gather(const MieniFbxPiece *piece, const Moved *moved, Lists *lists)
{
    for (int p = 0; p < piece->point_count; ++p) {
        const double *position = moved->positions[p], *normal = moved->normals[p];
        if (!moved->is_moved[p] || (is_zero(position) && is_zero(normal)))
            continue;
        if (!is_sane(position) || !is_sane(normal))
            return false;
        for (int v = piece->first_vertex[p]; v < piece->first_vertex[p + 1]; ++v) {
            lists->vertices[lists->count] = (uint32_t)(piece->vertex_start + v);
            lists->positions[lists->count] = vector_of(position);
            lists->normals[lists->count++] = vector_of(normal);
        }
        lists->has_normals = lists->has_normals || !is_zero(normal);
    }
    return true;
}

/// Reads all uses of one morph.
static MienStatus read_uses(MieniFbxMeshing *meshing, const Use *uses, int count, MieniArena *temp,
                            Lists *lists)
{
    const MieniFbxReader *reader = meshing->reader;
    size_t room = 0;
    for (int u = 0; u < count; ++u)
        room += (size_t)meshing->pieces[uses[u].piece].vertex_count;
    lists->vertices = mieni_arena_take(temp, room, sizeof *lists->vertices);
    lists->positions = mieni_arena_take(temp, room, sizeof *lists->positions);
    lists->normals = mieni_arena_take(temp, room, sizeof *lists->normals);
    MienStatus status = temp->is_out_of_memory ? mieni_fbx_read_no_memory(reader) : MIEN_OK;
    for (int u = 0; status == MIEN_OK && u < count; ++u) {
        const MieniFbxPiece *piece = &meshing->pieces[uses[u].piece];
        const MieniFbxChannel *channel = &reader->morphs.channels[uses[u].channel];
        const MieniFbxTarget *target = &reader->morphs.targets[uses[u].target];
        if (u > 0 && uses[u].piece == uses[u - 1].piece)
            continue; // cannot be: names are unique within a mesh
        MieniArena own = {.allocator = temp->allocator};
        const size_t points = (size_t)piece->point_count;
        Moved moved = {mieni_arena_take(&own, points, sizeof *moved.positions),
                       mieni_arena_take(&own, points, sizeof *moved.normals),
                       mieni_arena_take(&own, points, sizeof *moved.is_moved)};
        Shape shape = {0};
        status = mieni_fbx_work(meshing->reader, points);
        if (status == MIEN_OK)
            status = own.is_out_of_memory ? mieni_fbx_read_no_memory(reader)
                                          : decode(reader, channel, target, &own, &shape);
        if (status == MIEN_OK)
            status = mieni_fbx_work(meshing->reader, shape.index_count + 1);
        if (status == MIEN_OK) {
            spread(reader, piece, &shape, target, channel->target_count, &moved);
            if (!gather(piece, &moved, lists))
                status = mieni_fbx_mesh_fail(meshing, reader->scene.objects[target->shape].node,
                                             MIEN_ERROR_LIMIT, "Offsets are numbers within 1000000 metres.");
        }
        mieni_arena_release(&own);
    }
    return status;
}

static MienStatus make_morph(MieniFbxMeshing *meshing, const Use *uses, int count, MienAuthorMorph *morph)
{
    MieniArena *arena = meshing->reader->arena;
    MieniArena temp = {.allocator = meshing->reader->scratch->allocator};
    Lists lists = {0};
    MienStatus status = read_uses(meshing, uses, count, &temp, &lists);
    if (status == MIEN_OK && lists.count > 0) {
        const size_t size = (size_t)lists.count;
        const bool has_normals = lists.has_normals && meshing->mesh->normals != NULL;
        uint32_t *vertices = mieni_arena_take(arena, size, sizeof *vertices);
        MienVec3 *positions = mieni_arena_take(arena, size, sizeof *positions);
        MienVec3 *normals = has_normals ? mieni_arena_take(arena, size, sizeof *normals) : NULL;
        if (arena->is_out_of_memory) {
            status = mieni_fbx_read_no_memory(meshing->reader);
        } else {
            memcpy(vertices, lists.vertices, size * sizeof *vertices);
            memcpy(positions, lists.positions, size * sizeof *positions);
            if (normals != NULL)
                memcpy(normals, lists.normals, size * sizeof *normals);
        }
        morph->count = lists.count;
        morph->vertices = vertices;
        morph->positions = positions;
        morph->normals = normals;
    }
    mieni_arena_release(&temp);
    return status;
}

MienStatus mieni_fbx_mesh_read_morphs(MieniFbxMeshing *meshing)
{
    MieniFbxReader *reader = meshing->reader;
    const MieniFbxMorphs *morphs = &reader->morphs;
    MienAuthorMorph *list = mieni_arena_take(reader->arena, (size_t)morphs->count, sizeof *list);
    Use *uses = NULL;
    int use_count = 0;
    MienStatus status =
        list != NULL ? find_uses(meshing, &uses, &use_count) : mieni_fbx_read_no_memory(reader);
    for (int m = 0, u = 0; status == MIEN_OK && m < morphs->count; ++m) {
        const int first = u;
        while (u < use_count && uses[u].morph == m)
            ++u;
        list[m].name = morphs->names[m];
        list[m].weight = morphs->weights[m];
        status = make_morph(meshing, uses + first, u - first, &list[m]);
        if (status == MIEN_OK && m % 8 == 0)
            status = mieni_fbx_progress(reader, 0.3 + 0.4 * (double)m / (double)morphs->count);
    }
    meshing->mesh->morph_count = morphs->count;
    meshing->mesh->morphs = list;
    return status;
}
