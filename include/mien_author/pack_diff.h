// SPDX-License-Identifier: MIT
//
// What differs between two packs of one kind, in the words of those who made them:
// "pose jawOpen: bone jaw rotates 2.1°".
//
// Ownership  You destroy a difference list; what it points at lives as long as it.
// Threads    No state: compare on as many threads as you like.
// Memory     The allocator passed is used for the result and while working.
// Determinism The same packs give the same list on every platform, in any locale.

#pragma once

#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum MienAuthorDifferenceKind {
    MIEN_AUTHOR_DIFFERENCE_ADDED = 1, ///< Only the second pack has it.
    MIEN_AUTHOR_DIFFERENCE_REMOVED,   ///< Only the first pack has it.
    MIEN_AUTHOR_DIFFERENCE_CHANGED,   ///< A setting: mode, role, parent, level, rule.
    MIEN_AUTHOR_DIFFERENCE_ROTATED,   ///< magnitude: degrees.
    MIEN_AUTHOR_DIFFERENCE_MOVED,     ///< magnitude: metres.
    MIEN_AUTHOR_DIFFERENCE_SCALED,    ///< magnitude: the largest change of a component.
    MIEN_AUTHOR_DIFFERENCE_VALUE,     ///< A number. magnitude: by how much it changed.
} MienAuthorDifferenceKind;

/// "added", "rotated", ...; "unknown" for anything else. Never NULL.
MIEN_API const char *mien_author_difference_kind_name(MienAuthorDifferenceKind kind);

/// One thing that differs.
typedef struct MienAuthorDifference {
    MienAuthorDifferenceKind kind;
    const char *subject; ///< "pose jawOpen", "bone jaw", "track head"; "" for the pack as a whole.
    const char *text;    ///< What is different about it: "moves 3.2 mm (0.1, 3.1, 0.2)".
    double magnitude;    ///< By how much, in the unit of the kind; 0 where nothing is measured.
} MienAuthorDifference;

/// All that differs: the whole, then list by list (bones, curves, poses...) what was removed,
/// what was added, and what both have, in the order of the first.
typedef struct MienAuthorPackDiff {
    MienPackKind kind;
    int count;
    const MienAuthorDifference *items;
    bool is_identical; ///< The packs are the same, byte for byte.
    int below_count;   ///< What also differs, but by too little to be told.
    const MienAllocator *allocator;
    size_t block_size; ///< Private.
} MienAuthorPackDiff;

/// Compares two packs of one kind, from first to second. Both are loaded and checked;
/// error's place begins with "first" or "second". MIEN_ERROR_KIND if they are of two
/// kinds, or of one that this library does not know. Told is what rotates by more than
/// 1e-5 (length of the vector part of the difference), moves by more than 1e-5 of the
/// extent (in clips of a metre), or changes a scale or value by more than 1e-5. Clips
/// are compared at their frames; vertices of meshes one by one if there are as many. On failure *out_diff is
/// NULL.
MIEN_API MienStatus mien_author_pack_diff(const void *first, size_t first_size, const void *second,
                                          size_t second_size, const MienAllocator *allocator,
                                          MienAuthorPackDiff **out_diff, MienError *error);
MIEN_API void mien_author_pack_diff_destroy(MienAuthorPackDiff *diff); ///< NULL is fine.

#ifdef __cplusplus
}
#endif
