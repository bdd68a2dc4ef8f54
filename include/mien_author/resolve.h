// SPDX-License-Identifier: MIT
//
// Finds the name in a list that another name refers to. It does not guess: each match
// lists the rules used, equally good matches are ambiguous, and left never matches right.
// docs/names.md has the rules with examples.
//
// Ownership  You destroy a resolver. It copies names and vocabulary; they need not outlive
//            it.
// Threads    A resolver is immutable: use it from any number of threads.
// Memory     Creating allocates; finding does not.

#pragma once

#include "mien_author/vocabulary.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Differences that matching ignores, from the strictest rule to the loosest.
typedef enum MienAuthorNameRule {
    MIEN_AUTHOR_NAME_PREFIX = 1,      ///< Prefix of a deformer: BS_node.eyeBlinkLeft, shapes:jawOpen.
    MIEN_AUTHOR_NAME_CASE = 2,        ///< Of A to Z: EyeBlinkLeft.
    MIEN_AUTHOR_NAME_UNICODE = 4,     ///< A letter with an accent, as one character or as two.
    MIEN_AUTHOR_NAME_NUMBERED = 8,    ///< Prefix of a numbered list: AK_09_EyeBlinkLeft.
    MIEN_AUTHOR_NAME_SEPARATORS = 16, ///< Separators between words: eye_blink_left.
    MIEN_AUTHOR_NAME_SIDE = 32,       ///< Form and position of the side: eyeBlink_L, L_eyeBlink.
    MIEN_AUTHOR_NAME_ALIAS = 64,      ///< Two spellings of one name in the vocabulary.
} MienAuthorNameRule;

/// Result of a search.
typedef enum MienAuthorMatchKind {
    MIEN_AUTHOR_NO_MATCH = 0,
    MIEN_AUTHOR_MATCH,
    MIEN_AUTHOR_AMBIGUOUS, ///< Several names fit equally well: none was chosen.
} MienAuthorMatchKind;

typedef struct MienAuthorMatch {
    MienAuthorMatchKind kind;
    int target;     ///< Index in the list, -1 without a match; if ambiguous, one of the matches.
    int other;      ///< If ambiguous, another match, otherwise -1.
    unsigned rules; ///< MienAuthorNameRule bits that the match needs; 0 if the names are equal.
} MienAuthorMatch;

typedef struct MienAuthorResolver MienAuthorResolver;

/// Prepares a list of names to search. Invalid names (empty, too long, control characters)
/// match only byte for byte. vocabulary provides aliases and may be NULL. On failure *out
/// is NULL.
MIEN_API MienStatus mien_author_resolver_create(const char *const *targets, int target_count,
                                                const MienAuthorVocabulary *vocabulary,
                                                const MienAllocator *allocator, MienAuthorResolver **out,
                                                MienError *error);
/// Frees a resolver. Accepts NULL.
MIEN_API void mien_author_resolver_destroy(MienAuthorResolver *resolver);

/// Finds the name in the list that a name refers to.
MIEN_API MienAuthorMatch mien_author_resolver_find(const MienAuthorResolver *resolver, const char *name);
/// Finds a different name in the list that is the same by the rules, to detect
/// misspellings, also within the list. Ignores aliases.
MIEN_API MienAuthorMatch mien_author_resolver_near_miss(const MienAuthorResolver *resolver, const char *name);

/// Rules by which two names are the same: 0 if they are equal, -1 if no rules apply.
MIEN_API int mien_author_name_near_miss(const char *name, const char *other);

/// Rules as text: "prefix, case"; "exact" for none. Truncated to size bytes including the
/// terminating zero.
MIEN_API void mien_author_name_rules_describe(unsigned rules, char *text, size_t size);

#ifdef __cplusplus
}
#endif
