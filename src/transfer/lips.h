// SPDX-License-Identifier: MIT
//
// Closing lips as far as the source does, by what is seen of the inside of the mouth.

#pragma once

#include "face/mouth.h"
#include "transfer/closure.h"

/// The mouths of both faces. Zero-initialise.
typedef struct MieniLips {
    MieniClosure *closure;
    MienAuthorPose *made;      ///< The target's poses.
    int jaw_open, mouth_close; ///< Poses, or -1.
    MieniMouthView mouths[2];  ///< Source, target.
    double rest[2];            ///< How far lips are apart at rest, metres.
    bool *carries_teeth;       ///< Per bone of the target: teeth follow it.
    MienTransform *bones;      ///< While looking.
    MieniArena arena;
} MieniLips;

/// Finds both mouths, once all poses are made. *out_has_lips: the faces have mouths that can be seen. Close
/// it in any case. False without memory.
bool mieni_lips_open(MieniLips *lips, MieniClosure *closure, MienAuthorPose *made, bool *out_has_lips);
void mieni_lips_close(MieniLips *lips);

/// Closes the lips of a pose of the target where the source's are closed, and reports how far they are apart.
/// Whether both faces are shown with the pose after it.
bool mieni_lips_seal(MieniLips *lips, int pose, MienTransform *bones, bool is_pinned,
                     MienTransferPose *report);
