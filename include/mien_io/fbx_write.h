// SPDX-License-Identifier: MIT
//
// Writes motion as FBX, binary, version 7400: bones, tracks, and curves as animated properties of the first
// root bone, which Unreal Engine reads as animation curves.
//
// Ownership  Input belongs to the caller and is only read. You release the bytes.
// Threads    No state: write on any number of threads.
// Errors     Locations refer to the input ("animations[2].name").
// Determinism The same input gives the same bytes on every platform.

#pragma once

#include "mien_author/skeleton.h"
#include "mien_io/gltf_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A clip and its name in the file.
typedef struct MienIoFbxAnimation {
    const char *name;
    const MienAuthorClip *clip; ///< Tracks of bones that the skeleton lacks are lost, and so are events.
} MienIoFbxAnimation;

/// What to write. Zero-initialise: zero is every field's default.
typedef struct MienIoFbxWriting {
    const MienAuthorSkeleton *skeleton; ///< NULL: one bone called root, for curves.
    int animation_count;
    const MienIoFbxAnimation *animations; ///< Each becomes a stack. The file has the frame rate of the first.
    MienIoLosses losses;
} MienIoFbxWriting;

/// Writes an .fbx. Tracks are sampled at their clip's rate; curves have their own keys, or samples where
/// keys cannot be kept. Y is up and the unit is a centimetre. On failure *out_bytes is empty. allocator may
/// be NULL and must outlive the bytes.
MIEN_API MienStatus mien_io_fbx_write(const MienIoFbxWriting *writing, const MienAllocator *allocator,
                                      MienIoBytes *out_bytes, MienError *error);

#ifdef __cplusplus
}
#endif
