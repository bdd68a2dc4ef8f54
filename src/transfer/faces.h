// SPDX-License-Identifier: MIT
//
// Two faces side by side: which bones they share, where these are at rest, and what a pose does
// to a bone in model space.

#pragma once

#include "base/arena.h"
#include "base/transform.h"
#include "mien_transfer/transfer.h"

/// What a pose does to a bone, in the axes of the model, whatever its parent's axes are.
typedef struct MieniDelta {
    double turn[4]; ///< A unit quaternion.
    double shift[3];
    double growth[3]; ///< Factors, in the bone's own axes.
} MieniDelta;

typedef struct MieniFaces {
    const MienAuthorSkeleton *source, *target;
    int *source_of;               ///< Per bone of the target: the source's, or -1.
    const MienTransform *base[2]; ///< Per bone, of the source and of the target.
    MieniPlace *parents[2];       ///< Where the parent of each bone is in the base pose.
    double (*points[2])[3];       ///< Where each bone of the target is in the base pose, of both faces.
    bool *is_face;                ///< Per bone of the target: it says how large a region is.
    int face_count;               ///< How many do.
    double heights[2];            ///< Of the head, by its bones, metres.
    double (*scales)[3];          ///< Per bone of the target: how much larger its region is, by axis.
} MieniFaces;

/// Matches bones and measures regions. False without memory.
bool mieni_faces_measure(const MienTransferDesc *desc, MieniArena *arena, MieniFaces *out_faces);

/// What a pose of one of the faces, 0 or 1, does to a bone of it.
MieniDelta mieni_delta_of(const MieniFaces *faces, int face, int bone, const MienTransform *pose);
/// The bone of one of the faces that a delta makes.
MienTransform mieni_delta_apply(const MieniFaces *faces, int face, int bone, const MieniDelta *delta);
/// A delta of the source as one of the target.
void mieni_delta_carry(const MieniFaces *faces, int bone, MieniDelta *delta);

/// The vector along the axis of a rotation, as long as its angle.
void mieni_turn_vector(const double turn[4], double out[3]);
/// Makes a rotation go further, or less far.
void mieni_turn_scale(double turn[4], double gain);
