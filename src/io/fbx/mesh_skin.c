// SPDX-License-Identifier: MIT
//
// What the points of a mesh are bound by: clusters, or the model that shows it.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/mesh.h"

#include <stdlib.h>
#include <string.h>

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
            return mieni_fail(reader->error, MIEN_ERROR_LIMIT,
                              "Numbers of bind matrices keep within 1000000.", "Deformer, Transform");
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

MienStatus mieni_fbx_piece_bind(MieniFbxMeshing *meshing, MieniFbxPiece *piece)
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

MienStatus mieni_fbx_mesh_bind(MieniFbxMeshing *meshing, int **out_bind_of)
{
    const MieniFbxReader *reader = meshing->reader;
    const MienStatus status =
        mieni_binds_make(meshing->candidates, meshing->candidate_count, reader->bones.bones, reader->scratch,
                         reader->arena, out_bind_of, meshing->mesh);
    if (status == MIEN_ERROR_LIMIT)
        return mieni_fail(reader->error, status, "The skins bind vertices in more than 65535 ways.",
                          "Objects");
    return status == MIEN_OK ? MIEN_OK : mieni_fbx_read_no_memory(reader);
}
