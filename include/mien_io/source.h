// SPDX-License-Identifier: MIT
//
// Contents of a source file with skeletons and animation: a skeleton, takes, or both.
// All formats use it.
//
// Ownership  A source is one block of memory: mien_io_source_destroy frees it and
//            everything it points to, including its clips.
// Threads    A source is immutable: any thread may read it.
// Errors     None here; readers have their own.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"
#include "mien_author/mesh.h"
#include "mien_author/pose_asset.h"
#include "mien_author/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Up axis of a file.
typedef enum MienIoUp {
    MIEN_IO_UP_Y = 0, ///< As in Mien: no rotation.
    MIEN_IO_UP_Z,     ///< (x, y, z) of the file becomes (x, z, -y); rotations accordingly.
} MienIoUp;

/// Purpose of a take.
typedef enum MienIoTakeUse {
    MIEN_IO_TAKE_MOTION = 0,
    MIEN_IO_TAKE_POSES,      ///< Its markers name poses.
    MIEN_IO_TAKE_EXPRESSION, ///< Leads to an expression; the take of all expressions has it too.
} MienIoTakeUse;

/// A take or animation. Its markers are the clip's events.
typedef struct MienIoTake {
    const char *name; ///< UTF-8, never NULL; empty if the format has none.
    const MienAuthorClip *clip;
    MienIoTakeUse use;
} MienIoTake;

/// A facial expression defined by the file: a pose driven by the curve with its name. It is
/// a frame of a take, at the marker with its name.
typedef struct MienIoExpression {
    const char *name;
    bool is_binary; ///< 1 above 0.5, otherwise 0.
    int on;         ///< For an in-between: its target expression; -1: curve-driven.
    float at;       ///< For an in-between: its position.
} MienIoExpression;

/// An override: an expression that weakens another.
typedef struct MienIoMask {
    int target, source; ///< Indices of expressions.
    MienAuthorOverrideKind kind;
    float amount, threshold;
} MienIoMask;

/// Expressions and their overrides.
typedef struct MienIoExpressions {
    int take; ///< Their take: frame 0 is the face at rest, then one frame per expression; -1: none.
    int count;
    const MienIoExpression *items;
    int mask_count;
    const MienIoMask *masks;
} MienIoExpressions;

/// Contents of a source file.
typedef struct MienIoSource {
    MienAuthorSkeleton skeleton; ///< bone_count is 0 if the file has no skeleton.
    int take_count;
    const MienIoTake *takes;
    const MienAuthorMesh *mesh; ///< All visible geometry; NULL if none.
    MienIoExpressions expressions;
} MienIoSource;

/// Frees a source. Accepts NULL.
MIEN_API void mien_io_source_destroy(MienIoSource *source);

#ifdef __cplusplus
}
#endif
