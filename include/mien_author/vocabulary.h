// SPDX-License-Identifier: MIT
//
// Vocabularies: lists of names shared by faces and tools. The vocabularies in
// data/vocabularies are built in; docs/names.md lists them.
//
// Ownership  Destroy the vocabularies that load and read return; their contents are valid
//            as long. The list of built-in vocabularies is always valid.
// Threads    No state. Vocabularies are immutable: read them from any thread.
// Memory     Reading allocates, listing does not.
// Errors     The location has line and field ("line 9, names[1].aliases[0]").

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One name and its aliases.
typedef struct MienAuthorVocabularyName {
    const char *name; ///< UTF-8, unique among all names and aliases.
    int alias_count;
    const char *const *aliases;
    const char *about; ///< Short description, or NULL.
} MienAuthorVocabularyName;

/// An ordered list of names.
typedef struct MienAuthorVocabulary {
    const char *id;    ///< "arkit": the id used in maps.
    const char *title; ///< Display name.
    const char *uri;   ///< Absolute; it changes when names change.
    int name_count;
    const MienAuthorVocabularyName *names;
} MienAuthorVocabulary;

/// A built-in vocabulary without its aliases.
typedef struct MienAuthorVocabularyInfo {
    const char *id, *title, *uri;
    int name_count;
    const char *const *names;
} MienAuthorVocabularyInfo;

/// Number of built-in vocabularies.
MIEN_API int mien_author_vocabulary_count(void);
/// Properties of a built-in vocabulary; empty if the index is out of range.
MIEN_API MienAuthorVocabularyInfo mien_author_vocabulary_info(int index);
/// Index of a built-in vocabulary, or -1.
MIEN_API int mien_author_vocabulary_find(const char *id);

/// Loads a built-in vocabulary with its aliases. On failure *out is NULL.
MIEN_API MienStatus mien_author_vocabulary_load(const char *id, const MienAllocator *allocator,
                                                MienAuthorVocabulary **out, MienError *error);
/// Reads the text of a vocabulary. Input is untrusted. On failure *out is NULL.
MIEN_API MienStatus mien_author_vocabulary_read(const void *bytes, size_t size,
                                                const MienAllocator *allocator, MienAuthorVocabulary **out,
                                                MienError *error);
/// Frees a vocabulary and everything it points to. Accepts NULL.
MIEN_API void mien_author_vocabulary_destroy(MienAuthorVocabulary *vocabulary);

#ifdef __cplusplus
}
#endif
