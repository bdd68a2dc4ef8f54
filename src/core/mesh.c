// SPDX-License-Identifier: MIT
//
// Meshes: loading and reading. Everything is checked on load, so the readers only
// guard their index.

#include "core/float_rules.h"

#include "core/mesh_data.h"
#include "core/simd/kernels.h"

#include <stddef.h>
#include <string.h>

static MienStatus check_info(const MieniMeshHeader *info, MieniReader *reader)
{
    if (info->vertex_count > MIEN_MAX_VERTICES || info->index_count > MIEN_MAX_INDICES ||
        info->joint_count > MIEN_MAX_JOINTS || info->bone_count > MIEN_MAX_BONES ||
        info->morph_count > MIEN_MAX_MORPHS || info->part_count > MIEN_MAX_SUBMESHES ||
        info->material_count > MIEN_MAX_SUBMESHES || info->image_count > MIEN_MAX_SUBMESHES)
        return mieni_reader_fail(reader, MIEN_ERROR_LIMIT, "more of something than a mesh may have", "INFO",
                                 0);
    if (info->influence_count < 1 || info->influence_count > MIEN_MAX_INFLUENCES ||
        (info->flags & ~(uint32_t)MIENI_MESH_FLAGS) != 0 || info->rest_pose_count > info->bone_count ||
        info->label_count > info->part_count + info->material_count + info->image_count)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "counts or flags make no sense", "INFO", 0);
    return MIEN_OK;
}

static void take_names(MienMesh *mesh, MieniReader *reader)
{
    const MieniMeshHeader *info = &mesh->info;
    uint64_t size = 0, cursor = 0;
    const char *text = (const char *)mieni_reader_take(reader, MIENI_MESH_TEXT, 1, MIENI_ANY_COUNT, &size);
    mesh->morph_names = mieni_reader_take_names(reader, text, size, &cursor, MIENI_MESH_MORPH_NAMES,
                                                MIENI_MESH_MORPH_SORTED, (int)info->morph_count, false);
    mesh->bone_names = mieni_reader_take_names(reader, text, size, &cursor, MIENI_MESH_BONE_NAMES,
                                               MIENI_MESH_BONE_SORTED, (int)info->bone_count, false);
    mesh->labels = mieni_reader_take_names(reader, text, size, &cursor, MIENI_MESH_LABELS,
                                           MIENI_MESH_LABELS_SORTED, (int)info->label_count, false);
    if (reader->status == MIEN_OK && cursor != size)
        mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "text that no name uses", "TEXT", (int)cursor);
}

static void take_vertices(MienMesh *mesh, MieniReader *reader)
{
    const uint64_t count = mesh->info.vertex_count;
    const bool has_normals = (mesh->info.flags & MIENI_MESH_NORMALS) != 0;
    const bool has_uvs = (mesh->info.flags & MIENI_MESH_UVS) != 0;
    const bool has_colors = (mesh->info.flags & MIENI_MESH_COLORS) != 0;
    const size_t stride = mieni_influence_stride(mesh->info.influence_count);
    mesh->influence_stride = (int)stride;
    mesh->positions =
        (const MienVec3 *)mieni_reader_take(reader, MIENI_MESH_POSITIONS, sizeof(MienVec3), count, NULL);
    const void *normals =
        mieni_reader_take(reader, MIENI_MESH_NORMALS_OF, sizeof(MienVec3), has_normals ? count : 0, NULL);
    const void *uvs =
        mieni_reader_take(reader, MIENI_MESH_UVS_OF, 2 * sizeof(float), has_uvs ? count : 0, NULL);
    const void *colors =
        mieni_reader_take(reader, MIENI_MESH_COLORS_OF, 4 * sizeof(uint16_t), has_colors ? count : 0, NULL);
    mesh->normals = has_normals ? (const MienVec3 *)normals : NULL;
    mesh->uvs = has_uvs ? (const float *)uvs : NULL;
    mesh->colors = has_colors ? (const uint16_t *)colors : NULL; // every number is a colour
    mesh->vertex_joints = (const uint16_t *)mieni_reader_take(reader, MIENI_MESH_VERTEX_BINDS,
                                                              stride * sizeof(uint16_t), count, NULL);
    mesh->weights =
        (const float *)mieni_reader_take(reader, MIENI_MESH_WEIGHTS, stride * sizeof(float), count, NULL);
}

static void take_morphs(MienMesh *mesh, MieniReader *reader)
{
    uint64_t entries = 0, normals = 0;
    mesh->morphs = (const MieniMorph *)mieni_reader_take(reader, MIENI_MESH_MORPHS, sizeof(MieniMorph),
                                                         mesh->info.morph_count, NULL);
    mesh->morph_positions = (const MienVec3 *)mieni_reader_take(reader, MIENI_MESH_MORPH_POSITIONS,
                                                                sizeof(MienVec3), MIENI_ANY_COUNT, &entries);
    mesh->morph_normals = (const MienVec3 *)mieni_reader_take(reader, MIENI_MESH_MORPH_NORMALS,
                                                              sizeof(MienVec3), MIENI_ANY_COUNT, &normals);
    mesh->morph_vertices = (const uint32_t *)mieni_reader_take(reader, MIENI_MESH_MORPH_VERTICES,
                                                               sizeof(uint32_t), entries, NULL);
    mesh->morph_vertex_count = (int)entries;
    mesh->morph_normal_count = (int)normals;
}

static MienStatus read_sections(void *asset, MieniReader *reader)
{
    MienMesh *mesh = (MienMesh *)asset;
    mesh->kernels = mieni_kernels_of(mesh->loaded.isa);
    const MieniMeshHeader *info =
        (const MieniMeshHeader *)mieni_reader_take(reader, MIENI_MESH_INFO, sizeof *info, 1, NULL);
    if (info == NULL || check_info(info, reader) != MIEN_OK)
        return reader->status;
    mesh->info = *info;
    take_names(mesh, reader);
    take_vertices(mesh, reader);
    mesh->indices = (const uint32_t *)mieni_reader_take(reader, MIENI_MESH_INDICES, sizeof(uint32_t),
                                                        info->index_count, NULL);
    mesh->parts = (const MieniMeshPart *)mieni_reader_take(reader, MIENI_MESH_PARTS, sizeof(MieniMeshPart),
                                                           info->part_count, NULL);
    mesh->bind_bones = (const uint32_t *)mieni_reader_take(reader, MIENI_MESH_BIND_BONES, sizeof(uint32_t),
                                                           info->joint_count, NULL);
    mesh->inverses = (const MienMatrix34 *)mieni_reader_take(reader, MIENI_MESH_INVERSES,
                                                             sizeof(MienMatrix34), info->joint_count, NULL);
    mesh->reference = (const MienTransform *)mieni_reader_take(
        reader, MIENI_MESH_REFERENCE, sizeof(MienTransform), info->rest_pose_count, NULL);
    mesh->materials = (const MieniMeshMaterial *)mieni_reader_take(
        reader, MIENI_MESH_MATERIALS, sizeof(MieniMeshMaterial), info->material_count, NULL);
    mesh->images = (const uint32_t *)mieni_reader_take(reader, MIENI_MESH_IMAGES, sizeof(uint32_t),
                                                       info->image_count, NULL);
    take_morphs(mesh, reader);
    if (mieni_reader_close(reader) != MIEN_OK)
        return reader->status;
    return mieni_mesh_check(mesh, reader);
}

static const MieniLoader loader = {
    .kind = MIEN_PACK_MESH,
    .version = MIENI_MESH_VERSION,
    .size = sizeof(MienMesh),
    .alignment = 16,
    .loaded = offsetof(MienMesh, loaded),
    .computes = true,
    .arguments = "data and out_mesh must be given",
    .memory = "Out of memory.",
    .read = read_sections,
};

MienStatus mien_mesh_load(const void *data, size_t size, const MienLoadOptions *options, MienMesh **out_mesh,
                          MienError *error)
{
    return mieni_load(&loader, data, size, options, out_mesh, error);
}

void mien_mesh_destroy(MienMesh *mesh) { mieni_unload(&loader, mesh); }

MienMeshInfo mien_mesh_info(const MienMesh *mesh)
{
    const MieniMeshHeader *info = &mesh->info;
    return (MienMeshInfo){
        .vertex_count = (int)info->vertex_count,
        .index_count = (int)info->index_count,
        .influence_count = (int)info->influence_count,
        .influence_stride = mesh->influence_stride,
        .joint_count = (int)info->joint_count,
        .bone_count = (int)info->bone_count,
        .rest_pose_count = (int)info->rest_pose_count,
        .morph_count = (int)info->morph_count,
        .morph_vertex_count = mesh->morph_vertex_count,
        .submesh_count = (int)info->part_count,
        .material_count = (int)info->material_count,
        .image_count = (int)info->image_count,
        .has_normals = mesh->normals != NULL,
        .has_uvs = mesh->uvs != NULL,
        .has_colors = mesh->colors != NULL,
        .min = {info->min[0], info->min[1], info->min[2]},
        .max = {info->max[0], info->max[1], info->max[2]},
        .isa = mesh->loaded.isa,
    };
}

const MienVec3 *mien_mesh_positions(const MienMesh *mesh) { return mesh->positions; }

const MienVec3 *mien_mesh_normals(const MienMesh *mesh) { return mesh->normals; }

const float *mien_mesh_uvs(const MienMesh *mesh) { return mesh->uvs; }

const uint16_t *mien_mesh_colors(const MienMesh *mesh) { return mesh->colors; }

const uint32_t *mien_mesh_indices(const MienMesh *mesh) { return mesh->indices; }

const uint16_t *mien_mesh_vertex_joints(const MienMesh *mesh) { return mesh->vertex_joints; }

const float *mien_mesh_vertex_weights(const MienMesh *mesh) { return mesh->weights; }

MienSubmesh mien_mesh_submesh(const MienMesh *mesh, int part)
{
    if (part < 0 || part >= (int)mesh->info.part_count)
        return (MienSubmesh){.name = "", .material = -1};
    const MieniMeshPart *found = &mesh->parts[part];
    return (MienSubmesh){.name = mieni_names_get(&mesh->labels, (int)found->label),
                         .material = found->material,
                         .first_index = (int)found->first_index,
                         .index_count = (int)found->index_count};
}

MienMeshMaterial mien_mesh_material(const MienMesh *mesh, int material)
{
    if (material < 0 || material >= (int)mesh->info.material_count)
        return (MienMeshMaterial){.name = "", .image = -1};
    const MieniMeshMaterial *found = &mesh->materials[material];
    MienMeshMaterial out = {.name = mieni_names_get(&mesh->labels, (int)found->label),
                            .roughness = found->roughness,
                            .metallic = found->metallic,
                            .image = found->image};
    memcpy(out.base_color, found->base_color, sizeof out.base_color);
    return out;
}

const char *mien_mesh_image_name(const MienMesh *mesh, int image)
{
    return image >= 0 && image < (int)mesh->info.image_count
               ? mieni_names_get(&mesh->labels, (int)mesh->images[image])
               : "";
}

MienMorph mien_mesh_morph(const MienMesh *mesh, int morph)
{
    if (morph < 0 || morph >= (int)mesh->info.morph_count)
        return (MienMorph){.name = ""};
    const MieniMorph *found = &mesh->morphs[morph];
    return (MienMorph){.name = mieni_names_get(&mesh->morph_names, morph),
                       .weight = found->weight,
                       .vertex_count = (int)found->count,
                       .vertices = mesh->morph_vertices + found->first,
                       .positions = mesh->morph_positions + found->first,
                       .normals = found->first_normal != MIENI_NO_NORMALS
                                      ? mesh->morph_normals + found->first_normal
                                      : NULL};
}

int mien_mesh_find_morph(const MienMesh *mesh, const char *name)
{
    return mieni_names_find(&mesh->morph_names, name);
}

const char *mien_mesh_bone_name(const MienMesh *mesh, int bone)
{
    return mieni_names_get(&mesh->bone_names, bone);
}

int mien_mesh_find_bone(const MienMesh *mesh, const char *name)
{
    return mieni_names_find(&mesh->bone_names, name);
}

const MienTransform *mien_mesh_rest_pose(const MienMesh *mesh) { return mesh->reference; }

MienMeshJoint mien_mesh_joint(const MienMesh *mesh, int bind)
{
    if (bind < 0 || bind >= (int)mesh->info.joint_count)
        return (MienMeshJoint){.bone = -1, .inverse = mieni_matrix_identity()};
    return (MienMeshJoint){.bone = (int)mesh->bind_bones[bind], .inverse = mesh->inverses[bind]};
}
