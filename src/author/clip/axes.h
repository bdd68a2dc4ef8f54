// SPDX-License-Identifier: MIT
//
// Whether the bones that a clip turns have the same axes in its file and in a skeleton.

#pragma once

#include "base/arena.h"
#include "mien_author/clip.h"
#include "mien_author/skeleton.h"

typedef struct MieniAxes {
    bool fit;
    int bone_count;   ///< Bones compared.
    int off_count;    ///< Of these, bones that point elsewhere.
    const char *bone; ///< One of these, the most visible: it is long and far off.
    double degrees;   ///< How far that is off.
} MieniAxes;

/// Compares, for each bone that the clip turns, the places of its children in it: a rotation that
/// points a bone down in the file shall do so in the skeleton. Poses of the file do not matter, and
/// lengths neither. The axes do not fit if bones with a quarter of all length are off by more than 30
/// degrees; proportions of bodies differ by less. scratch: for the work, released by the caller; they
/// fit if it is out of memory.
MieniAxes mieni_clip_axes(const MienAuthorClip *clip, const MienAuthorSkeleton *file,
                          const MienAuthorSkeleton *skeleton, MieniArena *scratch);
