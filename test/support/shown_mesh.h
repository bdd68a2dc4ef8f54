// SPDX-License-Identifier: MIT
//
// From the bones of a character to its vertices, as a host does it, and how far they are
// from where a file has them.

#pragma once

#include "gltf/glb_truth.h"

#include "mien/mien.h"

#include <math.h>
#include <stdlib.h>

static inline void *shown_memory(size_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); }

/// Skins a mesh: local transforms of all bones, and weights of all morphs (NULL: the
/// mesh's own), to a position per vertex.
static inline void show_morphed(const MienSkeleton *skeleton, const MienMesh *mesh,
                                const MienMeshBinding *binding, const MienTransform *local,
                                const float *morphs, MienVec3 *out_positions)
{
    const int bones = mien_skeleton_bone_count(skeleton);
    const MienMeshInfo info = mien_mesh_info(mesh);
    const size_t size = mien_skin_job_scratch_size(mesh);
    MienMatrix34 *model = shown_memory((size_t)bones * sizeof *model);
    MienMatrix34 *palette = shown_memory((size_t)info.joint_count * sizeof *palette);
    void *scratch = shown_memory(size);
    const MienModelJob place = {
        .skeleton = skeleton, .bone_count = bones, .local_count = bones, .local = local, .out_model = model};
    CHECK_STATUS(mien_model_job_run(&place), MIEN_OK);
    const MienPaletteJob bind = {.binding = binding,
                                 .bone_count = bones,
                                 .model = model,
                                 .joint_count = info.joint_count,
                                 .out_palette = palette};
    CHECK_STATUS(mien_palette_job_run(&bind), MIEN_OK);
    const MienSkinJob skin = {.mesh = mesh,
                              .joint_count = info.joint_count,
                              .palette = palette,
                              .morph_count = morphs != NULL ? info.morph_count : 0,
                              .weights = morphs,
                              .vertex_count = info.vertex_count,
                              .out_positions = out_positions,
                              .scratch = scratch,
                              .scratch_size = size};
    CHECK_STATUS(mien_skin_job_run(&skin), MIEN_OK);
    free(model);
    free(palette);
    free(scratch);
}

static inline void show_mesh(const MienSkeleton *skeleton, const MienMesh *mesh,
                             const MienMeshBinding *binding, const MienTransform *local,
                             MienVec3 *out_positions)
{
    show_morphed(skeleton, mesh, binding, local, NULL, out_positions);
}

/// The largest distance from what the file shows, in heights.
static inline double truth_distance(const Truth *truth, const MienVec3 *positions)
{
    double largest = 0;
    for (int v = 0; v < truth->vertex_count; ++v) {
        const double x = (double)positions[v].x - truth->positions[v][0],
                     y = (double)positions[v].y - truth->positions[v][1],
                     z = (double)positions[v].z - truth->positions[v][2];
        const double far = sqrt(x * x + y * y + z * z) / truth->height;
        largest = far > largest ? far : largest;
    }
    return largest;
}

/// The name of a pose of the file's first animation.
static inline const char *truth_pose_name(const Truth *truth, int pose)
{
    const MieniJson *extras = mieni_json_get(truth_item(truth, "animations", 0), "extras");
    return mieni_json_get(extras, "poseNames")->items[pose]->string;
}
