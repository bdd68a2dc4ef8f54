// SPDX-License-Identifier: MIT
//
// What is seen of the eyes and teeth of a face, from the front.

#pragma once

#include "face/parts.h"
#include "face/raster.h"
#include "mien_author/pose_asset.h"

typedef enum MieniSightOf {
    MIENI_SIGHT_LEFT_EYE,
    MIENI_SIGHT_RIGHT_EYE,
    MIENI_SIGHT_TEETH,
    MIENI_SIGHTS,
} MieniSightOf;

/// A part of the picture: the triangles that may be in it, with vertices of their own.
typedef struct MieniSightWindow {
    MieniFaceView view;
    double depth; ///< What lies further back hides nothing.
    uint32_t *indices;
    uint8_t *kinds;
    int triangle_count;
    uint32_t *vertices;  ///< Which vertices of the mesh they are.
    MienVec3 *positions; ///< Where they are now.
    int vertex_count;
    MieniFacePart part; ///< What is looked for.
    double whole;       ///< Pixels that count as all of it; 0: there is nothing to see.
} MieniSightWindow;

/// A face that can be looked at. Zero-initialise.
typedef struct MieniSight {
    MienAuthorPack pack;
    MienSkeleton *skeleton;
    MieniShownFace face;
    MieniFaceParts parts;
    MieniRaster raster;
    MieniSightWindow windows[MIENI_SIGHTS];
    const MienAuthorSkeleton *bones;
    int *cooked;          ///< Per bone: its index in the cooked skeleton.
    MienTransform *local; ///< In the order of the cooked skeleton.
    float *morphs;        ///< Weights of the mesh's morph targets.
    MieniArena arena;
} MieniSight;

/// Opens a face at rest. The skeleton and the mesh must outlive it. On failure it is empty.
MienStatus mieni_sight_open(MieniSight *sight, const MienAuthorSkeleton *skeleton, const MienMesh *mesh,
                            const MienAllocator *allocator, MienError *error);
void mieni_sight_close(MieniSight *sight);

/// Poses the face: bones in the order of its skeleton, and the curves that a pose of an asset sets.
void mieni_sight_pose(MieniSight *sight, const MienTransform *bones, const MienAuthorPoseAsset *asset,
                      const MienAuthorPose *pose);
/// How much is seen of an eye, as a part of what is seen at rest; of the teeth, as a part of all teeth.
double mieni_sight_look(MieniSight *sight, MieniSightOf what);
/// Whether the eyes are elsewhere than at rest, because the head turned.
bool mieni_sight_is_turned(const MieniSight *sight);
