// SPDX-License-Identifier: MIT
//
// Packed meshes as meshes to draw.

#include "render/renderer.h"

MienStatus mieni_render_mesh_from(MieniRenderer *renderer, const MienMesh *mesh,
                                  const MieniRenderImage *images, MieniRenderMesh **out_mesh,
                                  MienError *error)
{
    *out_mesh = NULL;
    const MienMeshInfo info = mien_mesh_info(mesh);
    const size_t parts_size = (size_t)info.part_count * sizeof(MienMeshPart);
    const size_t size =
        mieni_align64(parts_size) + ((size_t)info.material_count + 1) * sizeof(MieniRenderMaterial);
    char *block = mieni_allocate(renderer->allocator, size, 64);
    if (block == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, "There is no memory for a mesh.", "%s", "");
    MienMeshPart *parts = (MienMeshPart *)block;
    MieniRenderMaterial *materials = (MieniRenderMaterial *)(block + mieni_align64(parts_size));
    for (int i = 0; i < info.part_count; ++i)
        parts[i] = mien_mesh_part(mesh, i);
    for (int i = 0; i < info.material_count; ++i) {
        const MienMeshMaterial from = mien_mesh_material(mesh, i);
        materials[i] = (MieniRenderMaterial){
            .base_color = {from.base_color[0], from.base_color[1], from.base_color[2], from.base_color[3]},
            .roughness = from.roughness,
            .metallic = from.metallic,
            .surface = mieni_surface_named(from.name),
            .image = images != NULL ? from.image : -1,
        };
    }
    const MieniRenderMeshSource source = {
        .vertex_count = info.vertex_count,
        .index_count = info.index_count,
        .indices = mien_mesh_indices(mesh),
        .positions = mien_mesh_positions(mesh),
        .uvs = mien_mesh_uvs(mesh),
        .colors = mien_mesh_colors(mesh),
        .part_count = info.part_count,
        .parts = parts,
        .material_count = info.material_count,
        .materials = materials,
        .image_count = images != NULL ? info.image_count : 0,
        .images = images,
    };
    const MienStatus status = mieni_render_mesh_create(renderer, &source, out_mesh, error);
    mieni_free(renderer->allocator, block, size, 64);
    return status;
}
