// SPDX-License-Identifier: MIT
//
// From a posed skeleton to a posed mesh: model matrices, a matrix per bind (what a
// graphics processor skins with), weights of morphs, and skinning on the processor.
// The same inputs give the same bits on every platform and instruction set.
//
// Ownership  The caller owns every array and the scratch block.
// Threads    A job is yours; any number of threads may run jobs on one mesh, each
//            with its own scratch. A job runs in the default floating-point
//            environment and restores the caller's.
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

/// From local transforms to model matrices. Zero-initialise, then fill.
typedef struct MienModelJob {
    const MienSkeleton *skeleton;
    int bone_count;                 ///< Length of out_model, at most the skeleton's bones.
    int local_count;                ///< Length of local, at most bone_count: the bones of a level of detail.
    const MienTransform *local;     ///< In: per bone, local space, rotations of length 1.
    const MienTransform *reference; ///< In: bone_count transforms, for the bones beyond local_count; such as
                                    ///< mien_mesh_binding_reference. NULL: the skeleton's.
    MienMatrix34 *out_model;        ///< Out: per bone, from its own space to the model's.
} MienModelJob;

/// Runs the job. Exact for any scale: unlike mien_skeleton_model_pose it keeps shear.
MIEN_API MienStatus mien_model_run(const MienModelJob *job);

/// From model matrices to a matrix per bind. Zero-initialise, then fill.
typedef struct MienPaletteJob {
    const MienMeshBinding *binding;
    int bone_count;            ///< Length of model: all bones of the skeleton.
    const MienMatrix34 *model; ///< In: as mien_model_run gives them.
    int bind_count;            ///< Length of out_palette: all binds of the mesh.
    MienMatrix34 *out_palette; ///< Out: per bind, model times inverse: from the space of the vertices to the
                               ///< model's. Three rows of four numbers, ready for a graphics processor.
} MienPaletteJob;

/// Runs the job.
MIEN_API MienStatus mien_palette_run(const MienPaletteJob *job);

/// From curves to the weights of morphs (rule A6). Zero-initialise, then fill.
typedef struct MienMorphJob {
    const MienMeshBinding *binding;
    int level;           ///< Level of detail, 0 is all; curves that do not count at it are absent.
    MienCurveSet curves; ///< In: of the skeleton's table. Not-a-number counts as 0.
    int morph_count;     ///< Length of out_weights: all morphs of the mesh.
    float *out_weights;  ///< Out: the curve's value, unclamped; without one, the mesh's own weight.
} MienMorphJob;

/// Runs the job.
MIEN_API MienStatus mien_morph_run(const MienMorphJob *job);

/// Morphs and skins a range of vertices; hosts may give ranges to several threads.
/// Zero-initialise, then fill.
///
/// A position is the sum of weight * palette * (position + sum of morph weight *
/// offset). A normal goes by the inverse transpose of the same blended matrix and gets
/// length 1, so it stays at a right angle to the surface under any scale and shear;
/// where that has no direction (a bone scaled to nothing), it stays as morphs left it.
typedef struct MienSkinJob {
    const MienMesh *mesh;
    int bind_count;              ///< Length of palette: all binds of the mesh.
    const MienMatrix34 *palette; ///< In: as mien_palette_run gives them.
    int morph_count;             ///< Length of weights: all morphs of the mesh; ignored without.
    const float *weights;        ///< In: as mien_morph_run gives them, finite; NULL: the mesh's own.
    int first_vertex, vertex_count;
    MienVec3 *out_positions; ///< Out: vertex_count; the first is that of first_vertex.
    MienVec3 *out_normals;   ///< Out: likewise; NULL: not wanted. Needs a mesh with normals.
    void *scratch;           ///< Working memory, 64-byte aligned.
    size_t scratch_size;     ///< At least mien_skin_scratch_size().
} MienSkinJob;

/// Bytes of scratch that any skin job on this mesh needs, however many vertices.
MIEN_API size_t mien_skin_scratch_size(const MienMesh *mesh);
/// Runs the job.
MIEN_API MienStatus mien_skin_run(const MienSkinJob *job);

#ifdef __cplusplus
}
#endif
