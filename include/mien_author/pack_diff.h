// SPDX-License-Identifier: MIT
//
// Differences between two packs of the same kind, as text for authors:
// "pose jawOpen: bone jaw rotates 2.1°".
//
// Ownership  You destroy the list; its contents are valid as long as it.
// Threads    No state: compare on any number of threads.
// Memory     The given allocator is used for the result and for temporary memory.
// Determinism The same packs give the same list on every platform, in any locale.

#pragma once

#include "mien_author/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum MienAuthorDifferenceKind {
    MIEN_AUTHOR_DIFFERENCE_ADDED = 1, ///< Only in the second pack.
    MIEN_AUTHOR_DIFFERENCE_REMOVED,   ///< Only in the first pack.
    MIEN_AUTHOR_DIFFERENCE_CHANGED,   ///< A setting: mode, role, parent, LOD, rule.
    MIEN_AUTHOR_DIFFERENCE_ROTATED,   ///< magnitude: degrees.
    MIEN_AUTHOR_DIFFERENCE_MOVED,     ///< magnitude: metres.
    MIEN_AUTHOR_DIFFERENCE_SCALED,    ///< magnitude: largest change of a component.
    MIEN_AUTHOR_DIFFERENCE_VALUE,     ///< A number. magnitude: its change.
} MienAuthorDifferenceKind;

/// "added", "rotated", ...; otherwise "unknown". Never NULL.
MIEN_API const char *mien_author_difference_kind_name(MienAuthorDifferenceKind kind);

/// One difference.
typedef struct MienAuthorDifference {
    MienAuthorDifferenceKind kind;
    const char *subject; ///< "pose jawOpen", "bone jaw", "track head"; "" for the complete pack.
    const char *text;    ///< The difference: "moves 3.2 mm (0.1, 3.1, 0.2)".
    double magnitude;    ///< Size of the difference, in the unit of the kind; 0 if not measured.
} MienAuthorDifference;

/// All differences: of the complete pack, then for each list (bones, curves, poses...) removed,
/// added and changed elements, in the order of the first pack.
typedef struct MienAuthorPackDiff {
    MienPackKind kind;
    int count;
    const MienAuthorDifference *items;
    bool is_identical; ///< The packs are equal, byte for byte.
    int below_count;   ///< Number of differences too small to report.
    const MienAllocator *allocator;
    size_t block_size; ///< Private.
} MienAuthorPackDiff;

/// Two packs: the bytes of each, at any address.
typedef struct MienAuthorPackPair {
    const void *first;
    size_t first_size;
    const void *second;
    size_t second_size;
} MienAuthorPackPair;

/// Compares two packs of the same kind, from first to second. Both are loaded and checked;
/// the error's location starts with "first" or "second". Returns MIEN_ERROR_KIND if the
/// kinds differ or are unknown. Reports rotations of more than 1e-5 (length of the
/// difference's vector part), movements of more than 1e-5 of the extent (in clips, of a
/// metre), and changes of more than 1e-5 to a scale or value. Clips are compared at their
/// frames; meshes vertex by vertex if the vertex counts are equal. On failure *out_diff is
/// NULL.
MIEN_API MienStatus mien_author_pack_diff(const MienAuthorPackPair *packs, const MienAllocator *allocator,
                                          MienAuthorPackDiff **out_diff, MienError *error);
MIEN_API void mien_author_pack_diff_destroy(MienAuthorPackDiff *diff); ///< Accepts NULL.

#ifdef __cplusplus
}
#endif
