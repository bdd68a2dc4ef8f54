// SPDX-License-Identifier: MIT
//
// What vertices are bound by, and how much.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/binds.h"
#include "io/gltf/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Binding {
    MieniGltfMeshing *meshing;
    int *bind_of_node, *joint_count, **binds_of_skin;
    int count;
    MieniBindCandidate *candidates;
    int **places; ///< Where the number of each one's bind is wanted.
} Binding;

static const MieniJson *joints_of(const MienIoGltf *gltf, int skin)
{
    return mieni_json_get(mieni_gltf_item(gltf, "skins", skin), "joints");
}

/// Which skins and nodes bind something, and how many candidates that makes.
static MienStatus count_candidates(Binding *binding)
{
    const MieniGltfMeshing *meshing = binding->meshing;
    const MienIoGltf *gltf = meshing->reader->gltf;
    MieniArena *scratch = meshing->reader->scratch;
    int64_t count = 0;
    for (int p = 0; p < meshing->part_count; ++p) {
        const int node = meshing->parts[p].node, skin = meshing->parts[p].skin;
        if (skin < 0 && binding->bind_of_node[node] < 0) {
            binding->bind_of_node[node] = 0;
            ++count;
        } else if (skin >= 0 && binding->binds_of_skin[skin] == NULL) {
            const MieniJson *joints = joints_of(gltf, skin);
            binding->joint_count[skin] = joints->count;
            binding->binds_of_skin[skin] =
                mieni_arena_take(scratch, (size_t)joints->count, sizeof **binding->binds_of_skin);
            count += joints->count;
        }
    }
    if (count > INT32_MAX)
        return mieni_fail(meshing->reader->error, MIEN_ERROR_LIMIT, "The skins have too many joints.",
                          "skins");
    binding->candidates = mieni_arena_take(scratch, (size_t)count, sizeof *binding->candidates);
    binding->places = mieni_arena_take(scratch, (size_t)count, sizeof *binding->places);
    return scratch->is_out_of_memory ? mieni_gltf_mesh_no_memory(meshing) : MIEN_OK;
}

static MieniBindCandidate *add_candidate(Binding *binding, int bone, int *place)
{
    MieniBindCandidate *candidate = &binding->candidates[binding->count];
    *candidate = (MieniBindCandidate){bone, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, binding->count};
    binding->places[binding->count++] = place;
    return candidate;
}

/// The joints of a skin. Files have matrices by columns, Mien has them by rows.
static MienStatus add_skin(Binding *binding, int skin)
{
    const MieniGltfReader *reader = binding->meshing->reader;
    const MieniJson *joints = joints_of(reader->gltf, skin);
    const int accessor =
        mieni_gltf_index(mieni_gltf_item(reader->gltf, "skins", skin), "inverseBindMatrices");
    MieniArena scratch = {.allocator = reader->scratch->allocator};
    float *matrices = NULL;
    MienStatus status = MIEN_OK;
    if (accessor >= 0)
        status = mieni_gltf_floats(reader->gltf, accessor, &scratch, &matrices, reader->error);
    for (int j = 0; status == MIEN_OK && j < joints->count; ++j) {
        const int node = (int)joints->items[j]->number, bone = reader->bones.bone_of_node[node];
        MieniBindCandidate *candidate = add_candidate(binding, bone, &binding->binds_of_skin[skin][j]);
        for (int i = 0; status == MIEN_OK && matrices != NULL && i < 12; ++i) {
            const float value = matrices[16 * (size_t)j + 4 * ((size_t)i % 4) + (size_t)i / 4];
            candidate->inverse[i] = value;
            if (!(value >= -MIEN_MAX_LENGTH && value <= MIEN_MAX_LENGTH))
                status = mieni_fail(reader->error, MIEN_ERROR_LIMIT,
                                    "Numbers of inverse bind matrices keep within 1000000.",
                                    "skins[%d].inverseBindMatrices", skin);
        }
    }
    mieni_arena_release(&scratch);
    return status;
}

static MienStatus add_candidates(Binding *binding)
{
    const MieniGltfMeshing *meshing = binding->meshing;
    const MieniGltfReader *reader = meshing->reader;
    bool *is_done =
        mieni_arena_take(reader->scratch, (size_t)mieni_gltf_count(reader->gltf, "skins"), sizeof *is_done);
    MienStatus status = is_done != NULL ? MIEN_OK : mieni_gltf_mesh_no_memory(meshing);
    int last_node = -1;
    for (int p = 0; status == MIEN_OK && p < meshing->part_count; ++p) {
        const int node = meshing->parts[p].node, skin = meshing->parts[p].skin;
        if (skin >= 0 && !is_done[skin]) {
            is_done[skin] = true;
            status = add_skin(binding, skin);
        } else if (skin < 0 && node != last_node) { // the parts of a node follow each other
            const int bone = reader->bones.bone_of_node[node];
            add_candidate(binding, bone, &binding->bind_of_node[node]);
        }
        last_node = node;
    }
    return status;
}

static MienStatus number_binds(Binding *binding)
{
    const MieniGltfMeshing *meshing = binding->meshing;
    const MieniGltfReader *reader = meshing->reader;
    int *bind_of = NULL;
    const MienStatus status = mieni_binds_make(binding->candidates, binding->count, reader->bones.bones,
                                               reader->scratch, reader->arena, &bind_of, meshing->mesh);
    if (status == MIEN_ERROR_LIMIT)
        return mieni_fail(reader->error, status, "The skins bind vertices in more than 65535 ways.", "skins");
    if (status != MIEN_OK)
        return mieni_gltf_mesh_no_memory(meshing);
    for (int i = 0; i < binding->count; ++i)
        *binding->places[i] = bind_of[i];
    return MIEN_OK;
}

MienStatus mieni_gltf_mesh_bind(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    const size_t nodes = (size_t)mieni_gltf_count(reader->gltf, "nodes"),
                 skins = (size_t)mieni_gltf_count(reader->gltf, "skins");
    Binding binding = {.meshing = meshing};
    binding.bind_of_node = mieni_arena_take(reader->scratch, nodes, sizeof *binding.bind_of_node);
    binding.joint_count = mieni_arena_take(reader->scratch, skins, sizeof *binding.joint_count);
    binding.binds_of_skin = mieni_arena_take(reader->scratch, skins, sizeof *binding.binds_of_skin);
    if (reader->scratch->is_out_of_memory)
        return mieni_gltf_mesh_no_memory(meshing);
    for (size_t n = 0; n < nodes; ++n)
        binding.bind_of_node[n] = -1;
    MienStatus status = count_candidates(&binding);
    if (status == MIEN_OK)
        status = add_candidates(&binding);
    if (status == MIEN_OK)
        status = number_binds(&binding);
    meshing->bind_of_node = binding.bind_of_node;
    meshing->binds_of_skin = (const int *const *)binding.binds_of_skin;
    meshing->joint_count = binding.joint_count;
    return status;
}
