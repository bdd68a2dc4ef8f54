// SPDX-License-Identifier: MIT
//
// How much each bind moves a vertex. Weights that sum to 1 as well as floats can stay as
// they are, so that what was read once is read the same again.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf_mesh.h"

#include <stdio.h>
#include <string.h>

/// Each of the quotients that make a sum 1 is rounded by at most 2^-24 of itself; so is
/// then their sum, and it is not divided again.
static const double SUM_TOLERANCE = 0x1p-23;

/// The influences of one vertex.
typedef struct Influences {
    int count;
    uint32_t joints[MIEN_MAX_INFLUENCES];
    float weights[MIEN_MAX_INFLUENCES];
} Influences;

/// What is stored for all vertices of a part.
typedef struct Sets {
    int count;
    uint32_t **joints;
    float **weights;
} Sets;

/// Adds an influence; of more than are kept the least goes, of equal ones the later.
static void add(Influences *to, uint32_t joint, float weight)
{
    if (to->count == MIEN_MAX_INFLUENCES) {
        int least = 0;
        for (int i = 1; i < to->count; ++i)
            if (to->weights[i] <= to->weights[least])
                least = i;
        if (weight <= to->weights[least])
            return;
        --to->count;
        for (int i = least; i < to->count; ++i) {
            to->joints[i] = to->joints[i + 1];
            to->weights[i] = to->weights[i + 1];
        }
    }
    to->joints[to->count] = joint;
    to->weights[to->count++] = weight;
}

/// Brings the sum to 1; what becomes 0 by that goes.
static void normalize(Influences *influences)
{
    double sum = 0.0;
    for (int i = 0; i < influences->count; ++i)
        sum += (double)influences->weights[i];
    if (sum >= 1.0 - SUM_TOLERANCE && sum <= 1.0 + SUM_TOLERANCE)
        return;
    int count = 0;
    for (int i = 0; i < influences->count; ++i) {
        const float weight = (float)((double)influences->weights[i] / sum);
        if (weight > 0.0f) {
            influences->joints[count] = influences->joints[i];
            influences->weights[count++] = weight;
        }
    }
    influences->count = count;
}

static MienStatus read_vertex(MieniGltfMeshing *meshing, const MieniGltfPart *part, const Sets *sets,
                              size_t vertex, Influences *out)
{
    int given = 0;
    out->count = 0;
    for (int s = 0; s < sets->count; ++s)
        for (size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
            const float weight = sets->weights[s][i];
            if (!(weight > 0.0f))
                continue;
            if (sets->joints[s][i] >= (uint32_t)meshing->joint_count[part->skin]) {
                char where[40];
                snprintf(where, sizeof where, ".attributes.JOINTS_%d", s);
                return mieni_gltf_part_fail(meshing, part, MIEN_ERROR_DATA, where,
                                            "A vertex is bound to a joint that the skin does not have.");
            }
            ++given;
            add(out, sets->joints[s][i], weight);
        }
    meshing->reader->report->reduced_vertex_count += given > MIEN_MAX_INFLUENCES;
    normalize(out);
    if (out->count == 0) // bound to nothing, which would leave it at the origin
        *out = (Influences){1, {0}, {1.0f}};
    return MIEN_OK;
}

static MienStatus read_set(const MieniGltfMeshing *meshing, const MieniGltfPart *part, int set,
                           MieniArena *arena, Sets *sets)
{
    const MieniGltfReader *reader = meshing->reader;
    const MieniJson *attributes = mieni_json_get(part->primitive, "attributes");
    char joints[24], weights[24];
    snprintf(joints, sizeof joints, "JOINTS_%d", set);
    snprintf(weights, sizeof weights, "WEIGHTS_%d", set);
    MienStatus status = mieni_gltf_integers(reader->gltf, mieni_gltf_index(attributes, joints), arena,
                                            &sets->joints[set], reader->error);
    if (status == MIEN_OK)
        status = mieni_gltf_floats(reader->gltf, mieni_gltf_index(attributes, weights), arena,
                                   &sets->weights[set], reader->error);
    return status;
}

/// All vertices are bound to one thing.
static void bind_whole(MieniGltfMeshing *meshing, const MieniGltfPart *part, int bind)
{
    const size_t room = (size_t)meshing->influence_room;
    for (size_t v = (size_t)part->first_vertex, i = 0; i < (size_t)part->vertex_count; ++i, ++v) {
        meshing->vertex_binds[room * v] = (uint16_t)bind;
        meshing->vertex_weights[room * v] = 1.0f;
    }
}

MienStatus mieni_gltf_part_read_weights(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    if (part->set_count == 0) {
        bind_whole(meshing, part,
                   part->skin >= 0 ? meshing->binds_of_skin[part->skin][0]
                                   : meshing->bind_of_node[part->node]);
        return MIEN_OK;
    }
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    Sets sets = {.count = part->set_count};
    sets.joints = mieni_arena_take(&scratch, (size_t)sets.count, sizeof *sets.joints);
    sets.weights = mieni_arena_take(&scratch, (size_t)sets.count, sizeof *sets.weights);
    MienStatus status = scratch.is_out_of_memory ? mieni_gltf_mesh_no_memory(meshing) : MIEN_OK;
    for (int s = 0; status == MIEN_OK && s < sets.count; ++s)
        status = read_set(meshing, part, s, &scratch, &sets);
    const int *binds = meshing->binds_of_skin[part->skin];
    const size_t room = (size_t)meshing->influence_room;
    for (size_t v = 0; status == MIEN_OK && v < (size_t)part->vertex_count; ++v) {
        Influences influences;
        const size_t at = room * ((size_t)part->first_vertex + v);
        status = read_vertex(meshing, part, &sets, v, &influences);
        for (int i = 0; status == MIEN_OK && i < influences.count; ++i) {
            meshing->vertex_binds[at + (size_t)i] = (uint16_t)binds[influences.joints[i]];
            meshing->vertex_weights[at + (size_t)i] = influences.weights[i];
        }
    }
    mieni_arena_release(&scratch);
    return status;
}

void mieni_gltf_mesh_pack_weights(MieniGltfMeshing *meshing)
{
    const size_t vertices = (size_t)meshing->mesh->vertex_count, room = (size_t)meshing->influence_room;
    size_t used = 1;
    for (size_t v = 0; v < vertices && used < room; ++v)
        while (used < room && meshing->vertex_weights[room * v + used] > 0.0f)
            ++used;
    for (size_t v = 1; used < room && v < vertices; ++v) {
        memmove(meshing->vertex_binds + used * v, meshing->vertex_binds + room * v,
                used * sizeof *meshing->vertex_binds);
        memmove(meshing->vertex_weights + used * v, meshing->vertex_weights + room * v,
                used * sizeof *meshing->vertex_weights);
    }
    meshing->mesh->influence_count = (int)used;
}
