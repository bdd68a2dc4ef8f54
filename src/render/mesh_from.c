// SPDX-License-Identifier: MIT
//
// Packed meshes as meshes to draw.

#include "render/renderer.h"

/// Skin that is painted by an image which is not here would be chalk, on which no form is
/// seen: it gets the colour of clay instead.
static void paint_clay(MieniRenderMaterial *material, const MieniRenderImage *images, bool has_colors)
{
    static const float clay[3] = {0.58f, 0.46f, 0.39f};
    const bool has_image = material->image >= 0 && images[material->image].pixels != NULL;
    bool is_white = material->surface == MIENI_SURFACE_SKIN && !has_image && !has_colors;
    for (int c = 0; c < 3; ++c)
        is_white = is_white && material->base_color[c] > 0.97f;
    for (int c = 0; c < 3 && is_white; ++c)
        material->base_color[c] = clay[c];
}

MienStatus mieni_render_mesh_from(MieniRenderer *renderer, const MienMesh *mesh,
                                  const MieniRenderImage *images, MieniRenderMesh **out_mesh,
                                  MienError *error)
{
    *out_mesh = NULL;
    const MienMeshInfo info = mien_mesh_info(mesh);
    const size_t parts_size = (size_t)info.submesh_count * sizeof(MienSubmesh);
    const size_t size =
        mieni_align64(parts_size) + ((size_t)info.material_count + 1) * sizeof(MieniRenderMaterial);
    char *block = mieni_allocate(renderer->allocator, size, 64);
    if (block == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    MienSubmesh *parts = (MienSubmesh *)block;
    MieniRenderMaterial *materials = (MieniRenderMaterial *)(block + mieni_align64(parts_size));
    for (int i = 0; i < info.submesh_count; ++i)
        parts[i] = mien_mesh_submesh(mesh, i);
    for (int i = 0; i < info.material_count; ++i) {
        const MienMeshMaterial from = mien_mesh_material(mesh, i);
        materials[i] = (MieniRenderMaterial){
            .base_color = {from.base_color[0], from.base_color[1], from.base_color[2], from.base_color[3]},
            .roughness = from.roughness,
            .metallic = from.metallic,
            .surface = mieni_surface_named(from.name),
            .image = images != NULL ? from.image : -1,
        };
        paint_clay(&materials[i], images, info.has_colors);
    }
    const MieniRenderMeshSource source = {
        .vertex_count = info.vertex_count,
        .index_count = info.index_count,
        .indices = mien_mesh_indices(mesh),
        .positions = mien_mesh_positions(mesh),
        .uvs = mien_mesh_uvs(mesh),
        .colors = mien_mesh_colors(mesh),
        .part_count = info.submesh_count,
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
