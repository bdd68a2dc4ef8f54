// SPDX-License-Identifier: MIT
//
// Which name of a list another one means. Nothing is guessed: every match says by
// which rules, two equally good ones are called ambiguous, and left never becomes
// right. docs/names.md has the rules with examples.
//
// Ownership  You destroy a resolver. It copies what it needs: names and vocabulary
//            need not outlive it.
// Threads    A resolver never changes: find from any number of threads.
// Memory     Creating allocates; finding does not.

#pragma once

#include "mien_author/vocabulary.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What two names may differ in, in the order in which more and more is let pass.
typedef enum MienAuthorNameRule {
    MIEN_AUTHOR_NAME_PREFIX = 1,      ///< A deformer's: BS_node.eyeBlinkLeft, shapes:jawOpen.
    MIEN_AUTHOR_NAME_CASE = 2,        ///< Of A to Z: EyeBlinkLeft.
    MIEN_AUTHOR_NAME_UNICODE = 4,     ///< A letter with its mark as one character or as two.
    MIEN_AUTHOR_NAME_NUMBERED = 8,    ///< A numbered list's prefix: AK_09_EyeBlinkLeft.
    MIEN_AUTHOR_NAME_SEPARATORS = 16, ///< How words are set apart: eye_blink_left.
    MIEN_AUTHOR_NAME_SIDE = 32,       ///< How and where the side is written: eyeBlink_L, L_eyeBlink.
    MIEN_AUTHOR_NAME_ALIAS = 64,      ///< Two spellings of one name of the vocabulary.
} MienAuthorNameRule;

/// What came of looking for a name.
typedef enum MienAuthorMatchKind {
    MIEN_AUTHOR_NO_MATCH = 0,
    MIEN_AUTHOR_MATCH,
    MIEN_AUTHOR_AMBIGUOUS, ///< Two or more fit equally: nothing was chosen.
} MienAuthorMatchKind;

typedef struct MienAuthorMatch {
    MienAuthorMatchKind kind;
    int target;     ///< Index in the list, -1 without a match; if ambiguous one that fits.
    int other;      ///< If ambiguous another one that fits, otherwise -1.
    unsigned rules; ///< Of MienAuthorNameRule, those that target needs; 0 if it is the very name.
} MienAuthorMatch;

typedef struct MienAuthorResolver MienAuthorResolver;

/// Prepares a list of names to look in. Names that are no valid ones (empty, too long,
/// control characters) are found by their very bytes only. vocabulary gives aliases
/// and may be NULL. On failure *out is NULL.
MIEN_API MienStatus mien_author_resolver_create(const char *const *targets, int target_count,
                                                const MienAuthorVocabulary *vocabulary,
                                                const MienAllocator *allocator, MienAuthorResolver **out,
                                                MienError *error);
/// Frees a resolver. NULL is fine.
MIEN_API void mien_author_resolver_destroy(MienAuthorResolver *resolver);

/// The name of the list that a name means.
MIEN_API MienAuthorMatch mien_author_resolver_find(const MienAuthorResolver *resolver, const char *name);
/// A name of the list that is another one, but by the rules could be meant to be the
/// same: for finding misspellings, also in the list itself. Aliases do not count.
MIEN_API MienAuthorMatch mien_author_resolver_near_miss(const MienAuthorResolver *resolver, const char *name);

/// By which rules two names are the same: 0 if they are the very same, -1 if they are
/// not the same by any.
MIEN_API int mien_author_name_near_miss(const char *name, const char *other);

/// Rules for a person: "prefix, case"; "exact" for none. Cut to size bytes with the
/// closing zero.
MIEN_API void mien_author_name_rules_describe(unsigned rules, char *text, size_t size);

#ifdef __cplusplus
}
#endif
