// SPDX-License-Identifier: MIT
//
// What readers of files with skeletons and motion give: a skeleton, takes, or both,
// whatever the format.
//
// Ownership  A source is one block of memory: mien_io_source_destroy frees it with
//            all it points at. Its clips are part of it and are not destroyed alone.
// Threads    A source never changes once read: read it from any thread.
// Errors     None here; readers have their own.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"
#include "mien_author/mesh.h"
#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which way is up in a file.
typedef enum MienIoUp {
    MIEN_IO_UP_Y = 0, ///< As in Mien: nothing is turned.
    MIEN_IO_UP_Z,     ///< (x, y, z) of the file becomes (x, z, -y), rotations likewise.
} MienIoUp;

/// What a take is for.
typedef enum MienIoTakeUse {
    MIEN_IO_TAKE_MOTION = 0,
    MIEN_IO_TAKE_POSES,      ///< Its markers name poses.
    MIEN_IO_TAKE_EXPRESSION, ///< Leads to an expression, which the take of all of them shows too.
} MienIoTakeUse;

/// One motion. Its markers are the clip's events.
typedef struct MienIoTake {
    const char *name; ///< UTF-8, never NULL; empty if the format has none.
    const MienAuthorClip *clip;
    MienIoTakeUse use;
} MienIoTake;

/// A facial expression that the file defines: a pose driven by the curve of its name.
/// What it looks like is a moment of a take, whose marker bears its name.
typedef struct MienIoExpression {
    const char *name;
    bool is_binary; ///< On above one half, otherwise off.
    int on;         ///< An in-between: the expression it is placed on; -1: a control.
    float at;       ///< An in-between: where on it.
} MienIoExpression;

/// An expression that holds another back.
typedef struct MienIoMask {
    int target, source; ///< Expressions.
    MienAuthorMaskKind kind;
    float amount, threshold;
} MienIoMask;

/// Expressions and what they do to each other.
typedef struct MienIoExpressions {
    int take; ///< Where they are: frame 0 is the face at rest, then one frame per expression; -1: none.
    int count;
    const MienIoExpression *items;
    int mask_count;
    const MienIoMask *masks;
} MienIoExpressions;

/// What a file holds.
typedef struct MienIoSource {
    MienAuthorSkeleton skeleton; ///< bone_count is 0 if there is none.
    int take_count;
    const MienIoTake *takes;
    const MienAuthorMesh *mesh; ///< All that is to be seen; NULL if there is nothing.
    MienIoExpressions expressions;
} MienIoSource;

/// Frees a source that a reader made. NULL is fine.
MIEN_API void mien_io_source_destroy(MienIoSource *source);

#ifdef __cplusplus
}
#endif
