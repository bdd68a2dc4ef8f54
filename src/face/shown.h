// SPDX-License-Identifier: MIT
//
// A face as it is shown: curves or bones in, the positions of its vertices out. Model space has Y
// up, and the face looks along Z; its left side has positive X.

#pragma once

#include "base/arena.h"
#include "mien/mien.h"

/// What a face consists of.
typedef struct MieniShownFaceDesc {
    const MienSkeleton *skeleton;
    const MienMesh *mesh;
    const MienPoseAsset *poses; ///< NULL: curves drive morph targets only.
    const MienAllocator *allocator;
} MieniShownFaceDesc;

/// A value of a curve of the skeleton.
typedef struct MieniCurveValue {
    int curve;
    float value;
} MieniCurveValue;

typedef struct MieniShownFace {
    const MienSkeleton *skeleton;
    const MienMesh *mesh;
    const MienPoseAsset *poses;
    int vertex_count, triangle_count, bone_count;
    const uint32_t *indices;   ///< Three per triangle.
    const MienVec3 *rest;      ///< Positions without any curve, in model space.
    const MienVec3 *positions; ///< As it is shown now.
    MienActor *actor;          ///< Private, as all below.
    MienMatrix34 *model, *palette;
    MienVec3 *rest_memory, *memory;
    void *scratch;
    size_t scratch_size;
    MieniArena arena;
} MieniShownFace;

/// Opens a face at rest. The parts must outlive it. On failure it is empty.
MienStatus mieni_shown_face_open(const MieniShownFaceDesc *desc, MieniShownFace *out_face, MienError *error);
void mieni_shown_face_close(MieniShownFace *face);

/// Shows the face with these curves; all others are absent.
MienStatus mieni_shown_face_curves(MieniShownFace *face, const MieniCurveValue *values, int count);
/// Shows the face with local transforms, one per bone of the skeleton, and weights of the mesh's morph
/// targets; NULL: the mesh's own.
MienStatus mieni_shown_face_bones(MieniShownFace *face, const MienTransform *local, const float *morphs);
