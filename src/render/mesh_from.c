// SPDX-License-Identifier: MIT
//
// Packed meshes as meshes to draw.

#include "render/renderer.h"

#include <string.h>

/// Chalk, on which no form is seen: white or pale, and no image at hand paints it.
static bool is_chalk(const MieniRenderMaterial *material, const MieniRenderImage *images)
{
    const float *c = material->base_color;
    const float least = c[0] < c[1] ? (c[0] < c[2] ? c[0] : c[2]) : (c[1] < c[2] ? c[1] : c[2]);
    const float most = c[0] > c[1] ? (c[0] > c[2] ? c[0] : c[2]) : (c[1] > c[2] ? c[1] : c[2]);
    return (material->image < 0 || images[material->image].pixels == NULL) && least > 0.4f &&
           most - least < 0.3f;
}

/// Gives chalk the colour of clay: skin that lacks its image, and all but eyes, teeth and hair of a mesh
/// that nothing paints.
static void paint_clay(MieniRenderMaterial *materials, int count, const MieniRenderImage *images)
{
    static const float clay[3] = {0.30f, 0.215f, 0.17f};
    bool is_bare = true;
    for (int i = 0; i < count; ++i)
        is_bare = is_bare && is_chalk(&materials[i], images);
    for (int i = 0; i < count; ++i) {
        const MieniSurface surface = materials[i].surface;
        const bool is_clay = surface == MIENI_SURFACE_SKIN || (is_bare && surface == MIENI_SURFACE_PLAIN);
        if (is_clay && is_chalk(&materials[i], images))
            memcpy(materials[i].base_color, clay, sizeof clay);
    }
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
    }
    // The last is for parts without one: light grey, as without clay.
    materials[info.material_count] =
        (MieniRenderMaterial){.base_color = {0.55f, 0.55f, 0.55f, 1}, .roughness = 0.6f, .image = -1};
    for (int i = 0; i < info.submesh_count; ++i)
        parts[i].material = parts[i].material < 0 ? info.material_count : parts[i].material;
    if (!info.has_colors)
        paint_clay(materials, info.material_count + 1, images);
    const MieniRenderMeshSource source = {
        .vertex_count = info.vertex_count,
        .index_count = info.index_count,
        .indices = mien_mesh_indices(mesh),
        .positions = mien_mesh_positions(mesh),
        .uvs = mien_mesh_uvs(mesh),
        .colors = mien_mesh_colors(mesh),
        .part_count = info.submesh_count,
        .parts = parts,
        .material_count = info.material_count + 1,
        .materials = materials,
        .image_count = images != NULL ? info.image_count : 0,
        .images = images,
    };
    const MienStatus status = mieni_render_mesh_create(renderer, &source, out_mesh, error);
    mieni_free(renderer->allocator, block, size, 64);
    return status;
}
