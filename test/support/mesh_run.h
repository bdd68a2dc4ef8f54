// SPDX-License-Identifier: MIT
//
// Running meshes of unknown origin: everything is read, bound and skinned, with the
// plain kernels and the fastest, whole and in parts, in memory of just the size.

#pragma once

#include "support/meshes.h"
#include "support/random.h"

/// What is wrong with what a mesh says, or NULL. Reads every byte that it points at.
static inline const char *read_mesh(const MienMesh *mesh)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    const size_t vertices = (size_t)info.vertex_count, places = (size_t)info.influence_stride;
    for (int i = 0; i < info.index_count; ++i) {
        if (mien_mesh_indices(mesh)[i] >= vertices)
            return "an index of no vertex";
    }
    for (size_t i = 0; i < vertices * places; ++i) {
        if (mien_mesh_vertex_joints(mesh)[i] >= info.joint_count ||
            !(mien_mesh_vertex_weights(mesh)[i] >= 0.0f))
            return "an influence that makes no sense";
    }
    for (size_t i = 0; i < vertices; ++i) {
        const MienVec3 p = mien_mesh_positions(mesh)[i];
        if (!(p.x >= info.min.x && p.y >= info.min.y && p.z >= info.min.z && p.x <= info.max.x &&
              p.y <= info.max.y && p.z <= info.max.z))
            return "a position beyond the bounds";
    }
    const uint16_t *colors = mien_mesh_colors(mesh);
    volatile uint32_t seen = 0; // so that they are read indeed
    if ((colors != NULL) != info.has_colors)
        return "colours that are there and not there";
    for (size_t i = 0; colors != NULL && i < 4 * vertices; ++i)
        seen = seen + colors[i];
    int next = 0, moved = 0;
    for (int p = 0; p < info.submesh_count; ++p) {
        const MienSubmesh part = mien_mesh_submesh(mesh, p);
        if (part.first_index != next || part.material >= info.material_count || part.name[0] == '\0')
            return "a part that makes no sense";
        next += part.index_count;
    }
    for (int m = 0; m < info.material_count; ++m) {
        const MienMeshMaterial material = mien_mesh_material(mesh, m);
        if (material.name[0] == '\0' || material.image >= info.image_count)
            return "a material that makes no sense";
    }
    for (int i = 0; i < info.image_count; ++i) {
        if (mien_mesh_image_name(mesh, i)[0] == '\0')
            return "an image without a name";
    }
    for (int m = 0; m < info.morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        if (mien_mesh_find_morph(mesh, morph.name) != m)
            return "a morph that is not found";
        for (int v = 0; v < morph.vertex_count; ++v) {
            if (morph.vertices[v] >= vertices || !(morph.positions[v].x * 0.0f == 0.0f) ||
                (morph.normals != NULL && !(morph.normals[v].z * 0.0f == 0.0f)))
                return "a morph that makes no sense";
        }
        moved += morph.vertex_count;
    }
    for (int b = 0; b < info.bone_count; ++b) {
        if (mien_mesh_find_bone(mesh, mien_mesh_bone_name(mesh, b)) != b)
            return "a bone that is not found";
    }
    for (int b = 0; b < info.joint_count; ++b) {
        if (mien_mesh_joint(mesh, b).bone >= info.bone_count)
            return "a bind of no bone";
    }
    return next == info.index_count && moved == info.morph_vertex_count ? NULL : "sums that do not fit";
}

/// Skins a range into memory of its own.
static inline MienStatus skin_range(const MienMesh *mesh, const MienMatrix34 *palette, const float *weights,
                                    int first, int count, MienVec3 *out)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    const size_t size = mien_skin_job_scratch_size(mesh);
    void *scratch = aligned_take(size);
    const MienSkinJob job = {.mesh = mesh,
                             .joint_count = info.joint_count,
                             .palette = palette,
                             .morph_count = info.morph_count,
                             .weights = weights,
                             .first_vertex = first,
                             .vertex_count = count,
                             .out_positions = out,
                             .out_normals = info.has_normals ? out + info.vertex_count : NULL,
                             .scratch = scratch,
                             .scratch_size = size};
    const MienStatus status = mien_skin_job_run(&job);
    aligned_free(scratch);
    return status;
}

/// Binds the pack's mesh to a skeleton and skins it. NULL if all is well.
static inline const char *run_mesh(const Pack *pack, MienIsa isa, const MienSkeleton *skeleton, uint64_t seed,
                                   uint8_t out_hash[32])
{
    const MienLoadOptions options = {.trust_hash = true, .borrow_data = true, .isa = isa};
    Random random = {seed};
    MienMesh *mesh = NULL;
    MienMeshBinding *binding = NULL;
    if (mien_mesh_load(pack->data, pack->size, &options, &mesh, NULL) != MIEN_OK)
        return "it does not load again";
    const char *fault = read_mesh(mesh);
    if (fault == NULL && mien_mesh_binding_create(mesh, skeleton, NULL, &binding, NULL) != MIEN_OK)
        fault = "it cannot be bound";
    if (fault != NULL) {
        mien_mesh_destroy(mesh);
        return fault;
    }
    const MienMeshInfo info = mien_mesh_info(mesh);
    const int bones = mien_skeleton_bone_count(skeleton), curves = mien_skeleton_curve_count(skeleton);
    const size_t vectors = 2 * (size_t)info.vertex_count * sizeof(MienVec3);
    MienMatrix34 *model = aligned_take((size_t)bones * sizeof *model + 1);
    MienMatrix34 *palette = aligned_take((size_t)info.joint_count * sizeof *palette + 1);
    float *weights = aligned_take((size_t)info.morph_count * sizeof *weights + 1);
    float *values = aligned_take((size_t)curves * sizeof *values + 1);
    MienVec3 *out = aligned_take(vectors + 1), *parts = aligned_take(vectors + 1);
    memset(out, 0, vectors + 1);
    memset(parts, 0, vectors + 1);
    for (int c = 0; c < curves; ++c)
        values[c] = (float)random_between(&random, -1.0, 2.0);
    const MienModelJob model_job = {.skeleton = skeleton, .bone_count = bones, .out_model = model};
    const MienPaletteJob palette_job = {.binding = binding,
                                        .bone_count = bones,
                                        .model = model,
                                        .joint_count = info.joint_count,
                                        .out_palette = palette};
    const MienMorphJob morph_job = {.binding = binding,
                                    .curves = {curves, values, NULL},
                                    .morph_count = info.morph_count,
                                    .out_weights = weights};
    if (mien_model_job_run(&model_job) != MIEN_OK || mien_palette_job_run(&palette_job) != MIEN_OK ||
        mien_morph_job_run(&morph_job) != MIEN_OK ||
        skin_range(mesh, palette, weights, 0, info.vertex_count, out) != MIEN_OK)
        fault = "a sound job is refused";
    const int split = random_below(&random, info.vertex_count + 1);
    if (fault == NULL &&
        (skin_range(mesh, palette, weights, 0, split, parts) != MIEN_OK ||
         skin_range(mesh, palette, weights, split, info.vertex_count - split, parts + split) != MIEN_OK ||
         memcmp(out, parts, vectors) != 0))
        fault = "parts are not as the whole";
    mien_sha256(out, vectors, out_hash);
    aligned_free(model);
    aligned_free(palette);
    aligned_free(weights);
    aligned_free(values);
    aligned_free(out);
    aligned_free(parts);
    mien_mesh_binding_destroy(binding);
    mien_mesh_destroy(mesh);
    return fault;
}

/// With the plain kernels and the fastest: the same bits.
static inline const char *run_mesh_everywhere(const Pack *pack, const MienSkeleton *skeleton, uint64_t seed)
{
    uint8_t plain[32], best[32];
    const char *fault = run_mesh(pack, MIEN_ISA_SCALAR, skeleton, seed, plain);
    if (fault == NULL)
        fault = run_mesh(pack, MIEN_ISA_BEST, skeleton, seed, best);
    return fault != NULL ? fault : memcmp(plain, best, sizeof plain) == 0 ? NULL : "kernels differ";
}
