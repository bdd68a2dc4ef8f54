// SPDX-License-Identifier: MIT
//
// Makes one mesh of all that an FBX file shows.

#include "core/float_rules.h"

#include "base/budget.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "io/binds.h"
#include "io/fbx/reading.h"
#include "io/influences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Triangles of one material.
typedef struct MieniFbxPart {
    int material; ///< Of the file, or -1.
    int first_index, index_count;
} MieniFbxPart;

/// A mesh as one model shows it. Points are what the file counts, vertices what Mien does:
/// a point with several normals or texture coordinates becomes several vertices.
typedef struct MieniFbxPiece {
    int model, object; ///< object: the mesh.
    int point_count, vertex_count, index_count, part_count;
    MienVec3 *points;
    int *first_vertex; ///< Per point, and one more.
    MienVec3 *normals; ///< Per vertex; NULL: none.
    float *uvs;        ///< Two per vertex; NULL: none.
    uint32_t *indices; ///< Of vertices of this piece.
    MieniFbxPart *parts;
    MieniInfluences *influences;   ///< Per point.
    int vertex_start, index_start; ///< In the whole mesh.
} MieniFbxPiece;

typedef struct MieniFbxMeshing {
    MieniFbxReader *reader;
    MienAuthorMesh *mesh;
    int piece_count;
    MieniFbxPiece *pieces;
    int candidate_count, candidate_room;
    MieniBindCandidate *candidates;
    const int *material_of; ///< Per object: which material, or -1.
    double (*worlds)[12];   ///< Per model: where it rests, in the space of the file.
    bool *is_mirrored;      ///< Per model: its children are mirrored.
} MieniFbxMeshing;

/// Numbers that corners, points or polygons of a mesh have.
typedef struct MieniFbxLayer {
    int width;    ///< Numbers of an element; 0: there is no such layer.
    size_t count; ///< Elements.
    double *values;
    size_t index_count;
    int64_t *indices; ///< NULL: elements are as they come.
    enum { MIENI_FBX_BY_CORNER, MIENI_FBX_BY_POINT, MIENI_FBX_BY_POLYGON, MIENI_FBX_ALL_SAME } by;
} MieniFbxLayer;

/// Fails at a node of a mesh.
static MienStatus fbx_mesh_fail(const MieniFbxMeshing *meshing, const MieniFbxNode *node, MienStatus status,
                                const char *sentence)
{
    return mieni_fbx_fail(meshing->reader->scene.file, node, status, sentence, meshing->reader->error);
}

// Materials of an FBX file, as far as Mien shows them: names and colours.

static float saturate(double value) { return value > 0.0 ? value < 1.0 ? (float)value : 1.0f : 0.0f; }

static MienAuthorMaterial read_material(const MieniFbxObject *object, int index, MieniFileNames *names)
{
    char fallback[32];
    double color[3];
    const double factor = mieni_fbx_number(object, "DiffuseFactor", 1.0);
    snprintf(fallback, sizeof fallback, "material_%d", index);
    MienAuthorMaterial material = {.name = mieni_file_names_add(names, object->name, fallback, index),
                                   .base_color = {1.0f, 1.0f, 1.0f, 1.0f},
                                   .roughness = 1.0f,
                                   .image = -1};
    mieni_fbx_vector(object, "DiffuseColor", 0.8, color);
    for (int k = 0; k < 3; ++k)
        material.base_color[k] = saturate(color[k] * factor);
    return material;
}

/// mesh->materials and material_of.
static MienStatus fbx_mesh_read_materials(MieniFbxMeshing *meshing)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxScene *scene = &reader->scene;
    int *material_of = mieni_arena_take(reader->scratch, (size_t)scene->object_count, sizeof *material_of);
    if (material_of == NULL)
        return mieni_fbx_read_no_memory(reader);
    int count = 0;
    for (int i = 0; i < scene->object_count; ++i)
        material_of[i] = scene->objects[i].kind == MIENI_FBX_MATERIAL ? count++ : -1;
    if (count > MIEN_MAX_SUBMESHES)
        return mieni_fail(reader->error, MIEN_ERROR_LIMIT, mieni_at("Objects"),
                          "A file has at most 65535 materials.");
    MienAuthorMaterial *materials = mieni_arena_take(reader->arena, (size_t)count, sizeof *materials);
    MieniFileNames names = {.arena = reader->arena};
    if (materials == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int i = 0; i < scene->object_count; ++i) {
        if (material_of[i] < 0)
            continue;
        materials[material_of[i]] = read_material(&scene->objects[i], material_of[i], &names);
        if (materials[material_of[i]].name == NULL)
            return mieni_fbx_read_no_memory(reader);
    }
    meshing->material_of = material_of;
    meshing->mesh->material_count = count;
    meshing->mesh->materials = materials;
    return MIEN_OK;
}

// Morphs of an FBX file: what shapes do to points becomes what they do to vertices. Shapes
// of several meshes that bear one name make one morph.

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
                status = fbx_mesh_fail(meshing, reader->scene.objects[target->shape].node, MIEN_ERROR_LIMIT,
                                       "Offsets are numbers within 1000000 metres.");
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

static MienStatus fbx_mesh_read_morphs(MieniFbxMeshing *meshing)
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

// Layers of FBX meshes: normals, texture coordinates and materials, by corner, point or
// polygon, directly or through indices.

/// The names that a layer's nodes have.
typedef struct Names {
    const char *layer, *values, *indices;
    int width;
} Names;

static MienStatus read_layer(const MieniFbxScene *scene, const MieniFbxNode *node, const Names *names,
                             MieniArena *arena, MieniFbxLayer *out)
{
    *out = (MieniFbxLayer){0};
    const MieniFbxNode *values = mieni_fbx_child(node, names->values);
    if (values == NULL)
        return MIEN_OK;
    const char *by = mieni_fbx_text(mieni_fbx_child(node, "MappingInformationType"), 0, "ByPolygonVertex");
    const char *how = mieni_fbx_text(mieni_fbx_child(node, "ReferenceInformationType"), 0, "");
    size_t count = 0;
    MienStatus status = mieni_fbx_reals(scene->file, values, arena, &out->values, &count, scene->error);
    if (status != MIEN_OK)
        return status;
    out->width = names->width;
    out->count = count / (size_t)names->width;
    out->by = strncmp(by, "ByVert", 6) == 0  ? MIENI_FBX_BY_POINT
              : strcmp(by, "ByPolygon") == 0 ? MIENI_FBX_BY_POLYGON
              : strcmp(by, "AllSame") == 0   ? MIENI_FBX_ALL_SAME
                                             : MIENI_FBX_BY_CORNER;
    if (names->indices == NULL || strcmp(how, "Direct") == 0)
        return MIEN_OK;
    const MieniFbxNode *indices = mieni_fbx_child(node, names->indices);
    if (indices != NULL)
        status =
            mieni_fbx_integers(scene->file, indices, arena, &out->indices, &out->index_count, scene->error);
    return status;
}

/// The first layer of normals, texture coordinates or materials.
static MienStatus fbx_normals(const MieniFbxScene *scene, const MieniFbxNode *mesh, MieniArena *arena,
                              MieniFbxLayer *out_layer)
{
    static const Names names = {"LayerElementNormal", "Normals", "NormalsIndex", 3},
                       old = {"", "Normals", NULL, 3};
    const MieniFbxNode *node = mieni_fbx_child(mesh, names.layer);
    if (node != NULL)
        return read_layer(scene, node, &names, arena, out_layer);
    const MienStatus status = read_layer(scene, mesh, &old, arena, out_layer);
    out_layer->by = MIENI_FBX_BY_POINT;
    return status;
}

static MienStatus fbx_uvs(const MieniFbxScene *scene, const MieniFbxNode *mesh, size_t corners,
                          MieniArena *arena, MieniFbxLayer *out_layer)
{
    static const Names names = {"LayerElementUV", "UV", "UVIndex", 2},
                       old = {"GeometryUVInfo", "TextureUV", "TextureUVVerticeIndex", 2};
    const MieniFbxNode *node = mieni_fbx_child(mesh, names.layer);
    if (node != NULL)
        return read_layer(scene, node, &names, arena, out_layer);
    const MienStatus status = read_layer(scene, mieni_fbx_child(mesh, old.layer), &old, arena, out_layer);
    if (out_layer->index_count == corners) // what the oldest files call polygons are their corners
        out_layer->by = MIENI_FBX_BY_CORNER;
    return status;
}

static MienStatus fbx_materials(const MieniFbxScene *scene, const MieniFbxNode *mesh, MieniArena *arena,
                                MieniFbxLayer *out_layer)
{
    static const Names names = {"LayerElementMaterial", "Materials", NULL, 1};
    return read_layer(scene, mieni_fbx_child(mesh, names.layer), &names, arena, out_layer);
}

/// Which element a corner has, or -1 if the file gives it none.
static int64_t fbx_layer_element(const MieniFbxLayer *layer, size_t corner, size_t point, size_t polygon)
{
    size_t at = layer->by == MIENI_FBX_BY_CORNER    ? corner
                : layer->by == MIENI_FBX_BY_POINT   ? point
                : layer->by == MIENI_FBX_BY_POLYGON ? polygon
                                                    : 0;
    if (layer->width == 0)
        return -1;
    if (layer->indices != NULL) {
        if (at >= layer->index_count || layer->indices[at] < 0)
            return -1;
        at = (size_t)layer->indices[at];
    }
    return at < layer->count ? (int64_t)at : -1;
}

// One mesh as a model shows it: polygons become triangles, corners become vertices, of
// which those that are the same are one.

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
        return fbx_mesh_fail(making->meshing, node, MIEN_ERROR_LIMIT,
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
                return fbx_mesh_fail(making->meshing, node, MIEN_ERROR_LIMIT,
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
            status = fbx_mesh_fail(making->meshing, node, MIEN_ERROR_DATA,
                                   "A polygon has a corner at a vertex that is not there.");
    }
    // Corners after the last whole polygon belong to none.
    while (status == MIEN_OK && making->corner_count > 0 && making->corners[making->corner_count - 1] >= 0)
        --making->corner_count;
    if (status == MIEN_OK && making->corner_count > MIEN_MAX_INDICES)
        status = fbx_mesh_fail(making->meshing, node, MIEN_ERROR_LIMIT, "The mesh has too many polygons.");
    return status;
}

static MienStatus read_layers(Making *making)
{
    const MieniFbxScene *scene = &making->meshing->reader->scene;
    MienStatus status = fbx_normals(scene, making->node, &making->temp, &making->normals);
    if (status == MIEN_OK)
        status = fbx_uvs(scene, making->node, making->corner_count, &making->temp, &making->uvs);
    if (status == MIEN_OK)
        status = fbx_materials(scene, making->node, &making->temp, &making->materials);
    return status;
}

static void fill_corner(const Making *making, size_t i, size_t polygon, Corner *out)
{
    const int64_t corner = making->corners[i], point = corner < 0 ? ~corner : corner;
    const int64_t normal = fbx_layer_element(&making->normals, i, (size_t)point, polygon);
    const int64_t uv = fbx_layer_element(&making->uvs, i, (size_t)point, polygon);
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
    const int64_t element = fbx_layer_element(&making->materials, 0, 0, polygon);
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
        return fbx_mesh_fail(making->meshing, making->node, MIEN_ERROR_LIMIT,
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

/// Points, vertices, triangles and parts of a piece.
static MienStatus fbx_piece_read(MieniFbxMeshing *meshing, MieniFbxPiece *piece)
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

// What the points of a mesh are bound by: clusters, or the model that shows it.

/// A matrix of 16 numbers, by columns. False if there is none that can be inverted.
static MienStatus read_matrix(const MieniFbxReader *reader, const MieniFbxNode *node, double out[12],
                              bool *out_has)
{
    MieniArena temp = {.allocator = reader->scratch->allocator};
    double *values, inverse[12];
    size_t count;
    const MienStatus status =
        mieni_fbx_reals(reader->scene.file, node, &temp, &values, &count, reader->error);
    *out_has = status == MIEN_OK && count == 16;
    for (int r = 0; *out_has && r < 3; ++r)
        for (int c = 0; c < 4; ++c)
            out[4 * r + c] = values[4 * c + r];
    *out_has = *out_has && mieni_fbx_matrix_invert(out, inverse);
    mieni_arena_release(&temp);
    return status;
}

/// From the space of the model that shows a mesh to that of a cluster's bone, when bound.
static MienStatus find_inverse(const MieniFbxMeshing *meshing, const MieniFbxNode *cluster, int shower,
                               int bone, double out[12])
{
    const MieniFbxReader *reader = meshing->reader;
    bool has;
    MienStatus status = read_matrix(reader, mieni_fbx_child(cluster, "Transform"), out, &has);
    if (status != MIEN_OK || has)
        return status;
    // Without, it was bound where it is, to the bone where that was, or is.
    double link[12], inverse[12];
    status = read_matrix(reader, mieni_fbx_child(cluster, "TransformLink"), link, &has);
    if (status == MIEN_OK && !has)
        memcpy(link, meshing->worlds[bone], sizeof link);
    mieni_fbx_matrix_invert(link, inverse);
    mieni_fbx_matrix_multiply(inverse, meshing->worlds[shower], out);
    return status;
}

static MienStatus add_candidate(MieniFbxMeshing *meshing, const MieniFbxPiece *piece, int bone,
                                const double inverse[12], uint32_t *out_index)
{
    const MieniFbxReader *reader = meshing->reader;
    if (meshing->candidate_count == meshing->candidate_room) {
        const int room = meshing->candidate_room > 0 ? 2 * meshing->candidate_room : 64;
        MieniBindCandidate *larger = mieni_arena_take(reader->scratch, (size_t)room, sizeof *larger);
        if (larger == NULL || room > INT32_MAX / 2)
            return mieni_fbx_read_no_memory(reader);
        if (meshing->candidate_count > 0)
            memcpy(larger, meshing->candidates, sizeof *larger * (size_t)meshing->candidate_count);
        meshing->candidates = larger;
        meshing->candidate_room = room;
    }
    const double taken = reader->taken[reader->bones.from[bone].model];
    MieniBindCandidate *candidate = &meshing->candidates[meshing->candidate_count];
    *candidate = (MieniBindCandidate){.bone = bone, .order = meshing->candidate_count};
    for (int i = 0; i < 12; ++i) {
        const double value =
            inverse[i] * (i % 4 == 3 ? reader->scale * taken : taken / reader->taken[piece->model]);
        if (!(value >= -(double)MIEN_MAX_LENGTH && value <= (double)MIEN_MAX_LENGTH))
            return mieni_fail(reader->error, MIEN_ERROR_LIMIT, mieni_at("Deformer, Transform"),
                              "Numbers of bind matrices keep within 1000000.");
        candidate->inverse[i] = (float)value + 0.0f;
    }
    *out_index = (uint32_t)meshing->candidate_count++;
    return MIEN_OK;
}

/// Adds what a cluster does to its points.
static MienStatus read_cluster(MieniFbxMeshing *meshing, MieniFbxPiece *piece, int cluster, int *given)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxScene *scene = &reader->scene;
    const MieniFbxNode *node = scene->objects[cluster].node;
    int cursor = 0;
    const int object = mieni_fbx_next_child(scene, cluster, MIENI_FBX_MODEL, &cursor, NULL);
    if (object < 0)
        return MIEN_OK; // nothing moves it
    const int model = scene->objects[object].model;
    MieniArena temp = {.allocator = reader->scratch->allocator};
    int64_t *indexes = NULL;
    double *weights = NULL, inverse[12];
    size_t count = 0, weight_count = 0;
    uint32_t candidate = 0;
    MienStatus status = find_inverse(meshing, node, piece->model, model, inverse);
    if (status == MIEN_OK)
        status = add_candidate(meshing, piece, reader->bones.of_model[model], inverse, &candidate);
    if (status == MIEN_OK)
        status = mieni_fbx_integers(scene->file, mieni_fbx_child(node, "Indexes"), &temp, &indexes, &count,
                                    reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_reals(scene->file, mieni_fbx_child(node, "Weights"), &temp, &weights,
                                 &weight_count, reader->error);
    if (status == MIEN_OK)
        status = mieni_fbx_work(meshing->reader, count + 1);
    for (size_t i = 0; status == MIEN_OK && i < count && i < weight_count; ++i) {
        const int64_t point = indexes[i];
        const double weight = weights[i];
        if (point < 0 || point >= piece->point_count || !(weight > 1e-30 && weight <= 1e6))
            continue;
        mieni_influences_add(&piece->influences[point], candidate, (float)weight);
        ++given[point];
    }
    mieni_arena_release(&temp);
    return status;
}

static bool is_dual_quaternion(const MieniFbxNode *skin)
{
    const char *type = mieni_fbx_text(mieni_fbx_child(skin, "SkinningType"), 0, "");
    return strcmp(type, "DualQuaternion") == 0 || strcmp(type, "Blend") == 0;
}

/// Points that nothing binds go with the model that shows the mesh.
static MienStatus bind_rest(MieniFbxMeshing *meshing, MieniFbxPiece *piece)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    uint32_t candidate = 0;
    bool has = false;
    for (int p = 0; p < piece->point_count; ++p) {
        MieniInfluences *influences = &piece->influences[p];
        mieni_influences_normalize(influences);
        if (influences->count > 0)
            continue;
        if (!has) {
            const int bone = meshing->reader->bones.of_model[piece->model];
            const MienStatus status =
                add_candidate(meshing, piece, bone >= 0 ? bone : 0, identity, &candidate);
            if (status != MIEN_OK)
                return status;
            has = true;
        }
        *influences = (MieniInfluences){1, {candidate}, {1.0f}};
    }
    return MIEN_OK;
}

/// Influences of a piece; binds are candidates.
static MienStatus fbx_piece_bind(MieniFbxMeshing *meshing, MieniFbxPiece *piece)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxScene *scene = &reader->scene;
    MieniArena temp = {.allocator = reader->scratch->allocator};
    int *given = mieni_arena_take(&temp, (size_t)piece->point_count, sizeof *given);
    piece->influences =
        mieni_arena_take(reader->scratch, (size_t)piece->point_count, sizeof *piece->influences);
    MienStatus status =
        given != NULL && piece->influences != NULL ? MIEN_OK : mieni_fbx_read_no_memory(reader);
    int to_skin = 0, skin;
    while (status == MIEN_OK &&
           (skin = mieni_fbx_next_child(scene, piece->object, MIENI_FBX_SKIN, &to_skin, NULL)) >= 0) {
        int to_cluster = 0, cluster;
        meshing->reader->report->dual_quaternion_count += is_dual_quaternion(scene->objects[skin].node);
        while (status == MIEN_OK &&
               (cluster = mieni_fbx_next_child(scene, skin, MIENI_FBX_CLUSTER, &to_cluster, NULL)) >= 0)
            status = read_cluster(meshing, piece, cluster, given);
    }
    for (int p = 0; status == MIEN_OK && p < piece->point_count; ++p)
        if (given[p] > MIEN_MAX_INFLUENCES)
            meshing->reader->report->reduced_vertex_count +=
                piece->first_vertex[p + 1] - piece->first_vertex[p];
    mieni_arena_release(&temp);
    return status == MIEN_OK ? bind_rest(meshing, piece) : status;
}

/// mesh->binds, and what candidates are there.
static MienStatus fbx_mesh_bind(MieniFbxMeshing *meshing, int **out_bind_of)
{
    const MieniFbxReader *reader = meshing->reader;
    const MienStatus status =
        mieni_binds_make(meshing->candidates, meshing->candidate_count, reader->bones.bones, reader->scratch,
                         reader->arena, out_bind_of, meshing->mesh);
    if (status == MIEN_ERROR_LIMIT)
        return mieni_fail(reader->error, status, mieni_at("Objects"),
                          "The skins bind vertices in more than 65535 ways.");
    return status == MIEN_OK ? MIEN_OK : mieni_fbx_read_no_memory(reader);
}

/// Beyond this a file is refused: models that show the same meshes multiply.
enum { MAX_PIECES = 1 << 20 };

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
            return mieni_fail(reader->error, MIEN_ERROR_LIMIT, mieni_at("Objects"),
                              "The file shows too many meshes.");
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
        status = fbx_piece_read(meshing, piece);
        if (status == MIEN_OK)
            status = fbx_piece_bind(meshing, piece);
        piece->vertex_start = (int)vertices;
        piece->index_start = (int)indices;
        vertices += piece->vertex_count;
        indices += piece->index_count;
        parts += piece->part_count;
        if (status == MIEN_OK &&
            (vertices > MIEN_MAX_VERTICES || indices > MIEN_MAX_INDICES || parts > MIEN_MAX_SUBMESHES))
            return mieni_fail(meshing->reader->error, MIEN_ERROR_LIMIT, mieni_at("Objects"),
                              "All meshes together have too many vertices, polygons or parts.");
        if (status == MIEN_OK)
            status = mieni_fbx_progress(meshing->reader, 0.3 * (double)p / (double)meshing->piece_count);
    }
    mesh->vertex_count = (int)vertices;
    mesh->index_count = (int)indices;
    mesh->submesh_count = (int)parts;
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
    mesh->vertex_joints = whole->binds;
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
    MienAuthorSubmesh *parts = mieni_arena_take(arena, (size_t)meshing->mesh->submesh_count, sizeof *parts);
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
                (MienAuthorSubmesh){.name = mieni_file_names_add(&names, name, fallback, 0),
                                    .material = piece->parts[i].material,
                                    .first_index = piece->index_start + piece->parts[i].first_index,
                                    .index_count = piece->parts[i].index_count};
        }
    }
    meshing->mesh->submeshes = parts;
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
        status = fbx_mesh_bind(meshing, &bind_of);
    if (status == MIEN_OK)
        status = take_memory(meshing, &whole);
    for (int p = 0; status == MIEN_OK && p < meshing->piece_count; ++p)
        status = put_piece(meshing, &meshing->pieces[p], bind_of, &whole);
    if (status == MIEN_OK)
        mesh->influence_count = mieni_influences_pack(whole.binds, whole.weights, (size_t)mesh->vertex_count,
                                                      MIEN_MAX_INFLUENCES);
    if (status == MIEN_OK)
        status = fbx_mesh_read_morphs(meshing);
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
    MienStatus status = fbx_mesh_read_materials(&meshing);
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
