// SPDX-License-Identifier: MIT
//
// Makes one mesh of all that a scene shows.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/binds.h"
#include "io/gltf/mesh.h"

#include <stdio.h>

MienStatus mieni_gltf_mesh_no_memory(const MieniGltfMeshing *meshing)
{
    return mieni_fail(meshing->reader->error, MIEN_ERROR_MEMORY, "There is no memory for the mesh.",
                      "meshes");
}

MienStatus mieni_gltf_part_fail(const MieniGltfMeshing *meshing, const MieniGltfPart *part, MienStatus status,
                                const char *where, const char *sentence)
{
    return mieni_fail(meshing->reader->error, status, sentence, "meshes[%d].primitives[%d]%s", part->mesh,
                      part->index, where);
}

static MienStatus take_memory(MieniGltfMeshing *meshing)
{
    MieniArena *arena = meshing->reader->arena;
    const size_t vertices = (size_t)meshing->mesh->vertex_count, room = (size_t)meshing->influence_room;
    meshing->positions = mieni_arena_take(arena, vertices, sizeof *meshing->positions);
    if (meshing->has_normals)
        meshing->normals = mieni_arena_take(arena, vertices, sizeof *meshing->normals);
    if (meshing->has_uvs)
        meshing->uvs = mieni_arena_take(arena, vertices, 2 * sizeof *meshing->uvs);
    if (meshing->has_colors)
        meshing->colors = mieni_arena_take(arena, vertices, 4 * sizeof *meshing->colors);
    meshing->vertex_binds = mieni_arena_take(arena, vertices, room * sizeof *meshing->vertex_binds);
    meshing->vertex_weights = mieni_arena_take(arena, vertices, room * sizeof *meshing->vertex_weights);
    meshing->indices = mieni_arena_take(arena, (size_t)meshing->mesh->index_count, sizeof *meshing->indices);
    MienAuthorMesh *mesh = meshing->mesh;
    mesh->positions = meshing->positions;
    mesh->normals = meshing->normals;
    mesh->uvs = meshing->uvs;
    mesh->colors = meshing->colors;
    mesh->influence_count = meshing->influence_room;
    mesh->vertex_binds = meshing->vertex_binds;
    mesh->vertex_weights = meshing->vertex_weights;
    mesh->indices = meshing->indices;
    return arena->is_out_of_memory ? mieni_gltf_mesh_no_memory(meshing) : MIEN_OK;
}

/// What a part is called: as its mesh, with its number if there are several.
static const char *name_part(const MieniGltfMeshing *meshing, const MieniGltfPart *part,
                             MieniFileNames *names)
{
    const MieniJson *mesh = mieni_gltf_item(meshing->reader->gltf, "meshes", part->mesh);
    char stem[MIEN_MAX_NAME + 1], name[MIEN_MAX_NAME + 32];
    if (!mieni_file_name_clean(mieni_json_get_string(mesh, "name", ""), stem))
        snprintf(stem, sizeof stem, "mesh_%d", part->mesh);
    if (mieni_json_get(mesh, "primitives")->count > 1)
        snprintf(name, sizeof name, "%s.%d", stem, part->index);
    else
        snprintf(name, sizeof name, "%s", stem);
    return mieni_file_names_add(names, name, stem, 0);
}

static MienStatus describe_parts(MieniGltfMeshing *meshing)
{
    MieniArena *arena = meshing->reader->arena;
    MienAuthorMeshPart *parts = mieni_arena_take(arena, (size_t)meshing->part_count, sizeof *parts);
    MieniFileNames names = {.arena = arena};
    for (int p = 0; parts != NULL && p < meshing->part_count; ++p) {
        const MieniGltfPart *part = &meshing->parts[p];
        parts[p] = (MienAuthorMeshPart){.name = name_part(meshing, part, &names),
                                        .material = mieni_gltf_index(part->primitive, "material"),
                                        .first_index = part->first_index,
                                        .index_count = part->index_count};
    }
    meshing->mesh->part_count = meshing->part_count;
    meshing->mesh->parts = parts;
    return arena->is_out_of_memory ? mieni_gltf_mesh_no_memory(meshing) : MIEN_OK;
}

static MienStatus describe_bones(MieniGltfMeshing *meshing)
{
    const MieniGltfBones *bones = &meshing->reader->bones;
    return mieni_binds_place_bones(bones->bones, bones->count, meshing->reader->arena, meshing->mesh)
               ? MIEN_OK
               : mieni_gltf_mesh_no_memory(meshing);
}

static MienStatus fill(MieniGltfMeshing *meshing)
{
    MienStatus status = take_memory(meshing);
    for (int p = 0; status == MIEN_OK && p < meshing->part_count; ++p) {
        const MieniGltfPart *part = &meshing->parts[p];
        if (part->owner == p)
            status = mieni_gltf_part_read_vertices(meshing, part);
        if (status == MIEN_OK && part->owner == p)
            status = mieni_gltf_part_read_weights(meshing, part);
        if (status == MIEN_OK)
            status = mieni_gltf_part_read_indices(meshing, part);
    }
    if (status == MIEN_OK && meshing->has_normals)
        status = mieni_gltf_mesh_make_normals(meshing);
    if (status == MIEN_OK)
        mieni_gltf_mesh_pack_weights(meshing);
    return status;
}

MienStatus mieni_gltf_read_mesh(MieniGltfReader *reader)
{
    MieniGltfMeshing meshing = {.reader = reader};
    meshing.mesh = mieni_arena_take(reader->arena, 1, sizeof *meshing.mesh);
    if (meshing.mesh == NULL)
        return mieni_gltf_mesh_no_memory(&meshing);
    MienStatus status = mieni_gltf_mesh_plan(&meshing);
    if (status != MIEN_OK || meshing.part_count == 0)
        return status; // there is nothing to see
    status = mieni_gltf_mesh_bind(&meshing);
    if (status == MIEN_OK)
        status = fill(&meshing);
    if (status == MIEN_OK)
        status = mieni_gltf_mesh_read_morphs(&meshing);
    if (status == MIEN_OK)
        status = describe_parts(&meshing);
    if (status == MIEN_OK)
        status = describe_bones(&meshing);
    if (status == MIEN_OK)
        status = mieni_gltf_mesh_read_materials(&meshing);
    if (status == MIEN_OK)
        reader->source->mesh = meshing.mesh;
    return status;
}
