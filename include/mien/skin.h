// SPDX-License-Identifier: MIT
//
// From a posed skeleton to a posed mesh: model matrices, a matrix per joint (for GPU
// skinning), morph weights, and skinning on the CPU. The same inputs give the same bits
// on every platform and instruction set.
//
// Ownership  The caller owns every array and the scratch block.
// Threads    Any number of threads may run jobs on one mesh, each with its own job and
//            scratch. A job runs in the default floating-point environment and
//            restores the caller's.
// Memory     Running a job never allocates.
// Errors     MIEN_ERROR_ARGUMENT for a NULL, a wrong count or too little scratch,
//            before anything is written.

#pragma once

#include "mien/base.h"
#include "mien/curves.h"
#include "mien/math.h"
#include "mien/mesh.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Converts local transforms to model matrices. Zero-initialise, then fill.
typedef struct MienModelJob {
    const MienSkeleton *skeleton;
    int bone_count;                 ///< Length of out_model, at most the skeleton's bone count.
    int local_count;                ///< Length of local, at most bone_count: the bone count of an LOD.
    const MienTransform *local;     ///< In: per bone, local space, normalised rotations.
    const MienTransform *rest_pose; ///< In: bone_count transforms, used for bones from local_count on; for
                                    ///< example mien_mesh_binding_rest_pose. NULL: the skeleton's.
    MienMatrix34 *out_model;        ///< Out: per bone, from bone space to model space.
} MienModelJob;

/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_model_job_validate(const MienModelJob *job, MienError *error);
/// Runs the job. Exact for any scale: unlike transforms composed by mien_transform_compose, matrices
/// keep shear.
MIEN_API MienStatus mien_model_job_run(const MienModelJob *job);

/// Computes a matrix per joint from model matrices. Zero-initialise, then fill.
typedef struct MienPaletteJob {
    const MienMeshBinding *binding;
    int bone_count;            ///< Length of model: the skeleton's bone count.
    const MienMatrix34 *model; ///< In: result of mien_model_job_run.
    int joint_count;           ///< Length of out_palette: the mesh's joint count.
    MienMatrix34 *out_palette; ///< Out: per joint, model times inverse bind matrix: from vertex space to
                               ///< model space. Three rows of four numbers, ready for a GPU.
} MienPaletteJob;

/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_palette_job_validate(const MienPaletteJob *job, MienError *error);
/// Runs the job.
MIEN_API MienStatus mien_palette_job_run(const MienPaletteJob *job);

/// Computes morph weights from curves (rule A6). Zero-initialise, then fill.
typedef struct MienMorphJob {
    const MienMeshBinding *binding;
    int lod;             ///< LOD; 0 has all curves. Curves that the LOD does not use are absent.
    MienCurveSet curves; ///< In: in the skeleton's order. NaN counts as 0.
    int morph_count;     ///< Length of out_weights: the mesh's morph count.
    float *out_weights;  ///< Out: the curve's value, unclamped; without a curve, the mesh's own weight.
} MienMorphJob;

/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_morph_job_validate(const MienMorphJob *job, MienError *error);
/// Runs the job.
MIEN_API MienStatus mien_morph_job_run(const MienMorphJob *job);

/// Applies morph targets and skinning to a range of vertices. You can run ranges on
/// several threads. Zero-initialise, then fill.
///
/// A position is the sum of weight * palette * (position + sum of morph weight *
/// offset). A normal is transformed by the inverse transpose of the same blended matrix
/// and normalised, so it stays perpendicular to the surface under any scale and shear.
/// If the result has no direction (a bone scaled to zero), the morphed normal is kept.
typedef struct MienSkinJob {
    const MienMesh *mesh;
    int joint_count;             ///< Length of palette: the mesh's joint count.
    const MienMatrix34 *palette; ///< In: result of mien_palette_job_run.
    int morph_count;             ///< Length of weights: the mesh's morph count; ignored without weights.
    const float *weights;        ///< In: result of mien_morph_job_run, finite; NULL: the mesh's own.
    int first_vertex, vertex_count;
    MienVec3 *out_positions; ///< Out: vertex_count positions, starting with first_vertex.
    MienVec3 *out_normals;   ///< Out: vertex_count normals; may be NULL. Needs a mesh with normals.
    void *scratch;           ///< Working memory, 64-byte aligned.
    size_t scratch_size;     ///< At least mien_skin_job_scratch_size().
} MienSkinJob;

/// Size of the scratch memory for any skin job on this mesh, in bytes. Independent of the vertex count.
MIEN_API size_t mien_skin_job_scratch_size(const MienMesh *mesh);
/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_skin_job_validate(const MienSkinJob *job, MienError *error);
/// Runs the job.
MIEN_API MienStatus mien_skin_job_run(const MienSkinJob *job);

#ifdef __cplusplus
}
#endif
