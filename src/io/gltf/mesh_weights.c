// SPDX-License-Identifier: MIT
//
// How much each bind moves a vertex.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/mesh.h"
#include "io/influences.h"

#include <stdio.h>

/// What is stored for all vertices of a part.
typedef struct Sets {
    int count;
    uint32_t **joints;
    float **weights;
} Sets;

static MienStatus read_vertex(MieniGltfMeshing *meshing, const MieniGltfPart *part, const Sets *sets,
                              size_t vertex, MieniInfluences *out)
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
            mieni_influences_add(out, sets->joints[s][i], weight);
        }
    meshing->reader->report->reduced_vertex_count += given > MIEN_MAX_INFLUENCES;
    mieni_influences_normalize(out);
    if (out->count == 0) // bound to nothing, which would leave it at the origin
        *out = (MieniInfluences){1, {0}, {1.0f}};
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
        MieniInfluences influences;
        const size_t at = room * ((size_t)part->first_vertex + v);
        status = read_vertex(meshing, part, &sets, v, &influences);
        for (int i = 0; status == MIEN_OK && i < influences.count; ++i) {
            meshing->vertex_binds[at + (size_t)i] = (uint16_t)binds[influences.binds[i]];
            meshing->vertex_weights[at + (size_t)i] = influences.weights[i];
        }
    }
    mieni_arena_release(&scratch);
    return status;
}

void mieni_gltf_mesh_pack_weights(MieniGltfMeshing *meshing)
{
    meshing->mesh->influence_count =
        mieni_influences_pack(meshing->vertex_binds, meshing->vertex_weights,
                              (size_t)meshing->mesh->vertex_count, meshing->influence_room);
}
