// SPDX-License-Identifier: MIT
//
// Meshes as text: a line per bone, bind, part, material, vertex and triangle, and per
// vertex that a morph moves.

#include "core/float_rules.h"

#include "author/inspect/text.h"

static void put_named(MieniTextOut *out, const char *word, const char *name)
{
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, name);
}

static void put_floats(MieniTextOut *out, const char *word, const float *values, int count)
{
    mieni_text_put(out, word);
    mieni_text_put_floats(out, values, count);
}

static void put_bones(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    for (int b = 0; b < info->bone_count; ++b) {
        put_named(out, "bone", mien_mesh_bone_name(mesh, b));
        if (b < info->reference_count) {
            const MienTransform *reference = &mien_mesh_reference(mesh)[b];
            put_floats(out, " q", &reference->rotation.x, 4);
            put_floats(out, " t", &reference->translation.x, 3);
            put_floats(out, " s", &reference->scale.x, 3);
        }
        mieni_text_put(out, "\n");
    }
    for (int b = 0; b < info->bind_count; ++b) {
        const MienMeshBind bind = mien_mesh_bind(mesh, b);
        put_named(out, "bind", mien_mesh_bone_name(mesh, bind.bone));
        mieni_text_put_floats(out, bind.inverse.m, 12);
        mieni_text_put(out, "\n");
    }
}

static void put_materials(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    for (int i = 0; i < info->image_count; ++i) {
        put_named(out, "image", mien_mesh_image_name(mesh, i));
        mieni_text_put(out, "\n");
    }
    for (int m = 0; m < info->material_count; ++m) {
        const MienMeshMaterial material = mien_mesh_material(mesh, m);
        put_named(out, "material", material.name);
        put_floats(out, " color", material.base_color, 4);
        put_floats(out, " roughness", &material.roughness, 1);
        put_floats(out, " metallic", &material.metallic, 1);
        if (material.image >= 0)
            put_named(out, " image", mien_mesh_image_name(mesh, material.image));
        mieni_text_put(out, "\n");
    }
}

static void put_vertices(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    const size_t stride = (size_t)info->influence_stride;
    for (size_t v = 0; v < (size_t)info->vertex_count && !out->is_out_of_memory; ++v) {
        const float *weights = mien_mesh_vertex_weights(mesh) + v * stride;
        put_floats(out, "vertex", &mien_mesh_positions(mesh)[v].x, 3);
        if (info->has_normals)
            put_floats(out, " normal", &mien_mesh_normals(mesh)[v].x, 3);
        if (info->has_uvs)
            put_floats(out, " uv", mien_mesh_uvs(mesh) + 2 * v, 2);
        if (info->has_colors) {
            const uint16_t *color = mien_mesh_colors(mesh) + 4 * v;
            mieni_text_putf(out, " color %u %u %u %u", (unsigned)color[0], (unsigned)color[1],
                            (unsigned)color[2], (unsigned)color[3]);
        }
        for (size_t i = 0; i < stride && weights[i] > 0.0f; ++i) {
            mieni_text_putf(out, " bind %u", (unsigned)mien_mesh_vertex_binds(mesh)[v * stride + i]);
            mieni_text_put_floats(out, &weights[i], 1);
        }
        mieni_text_put(out, "\n");
    }
}

static void put_parts(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    const uint32_t *index = mien_mesh_indices(mesh);
    for (int p = 0; p < info->part_count; ++p) {
        const MienMeshPart part = mien_mesh_part(mesh, p);
        put_named(out, "part", part.name);
        if (part.material >= 0)
            mieni_text_putf(out, " material %d", part.material);
        mieni_text_put(out, "\n");
        for (int i = 0; i < part.index_count && !out->is_out_of_memory; i += 3, index += 3)
            mieni_text_putf(out, "  triangle %u %u %u\n", (unsigned)index[0], (unsigned)index[1],
                            (unsigned)index[2]);
    }
}

static void put_morphs(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    for (int m = 0; m < info->morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        put_named(out, "morph", morph.name);
        put_floats(out, " weight", &morph.weight, 1);
        mieni_text_put(out, "\n");
        for (int i = 0; i < morph.vertex_count && !out->is_out_of_memory; ++i) {
            mieni_text_putf(out, "  vertex %u", (unsigned)morph.vertices[i]);
            mieni_text_put_floats(out, &morph.positions[i].x, 3);
            if (morph.normals != NULL)
                put_floats(out, " normal", &morph.normals[i].x, 3);
            mieni_text_put(out, "\n");
        }
    }
}

void mieni_put_mesh(MieniTextOut *out, const MienMesh *mesh)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    mieni_text_putf(out, "vertices %d triangles %d influences %d\n", info.vertex_count, info.index_count / 3,
                    info.influence_count);
    put_bones(out, mesh, &info);
    put_materials(out, mesh, &info);
    put_vertices(out, mesh, &info);
    put_parts(out, mesh, &info);
    put_morphs(out, mesh, &info);
}
