// SPDX-License-Identifier: MIT
//
// Vocabularies: the lists of names that faces and the tools around them agree on.
// Those under data/vocabularies are part of the library; docs/names.md lists them.
//
// Ownership  You destroy what load and read gave you; everything in it lives as long.
//            What the list of built-in vocabularies points at lives for ever.
// Threads    No state. A vocabulary never changes: read it from any thread.
// Memory     Reading allocates, listing does not.
// Errors     The place names line and field ("line 9, names[1].aliases[0]").

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One name, and what else it is called.
typedef struct MienAuthorVocabularyName {
    const char *name; ///< UTF-8, unique among all names and aliases.
    int alias_count;
    const char *const *aliases;
    const char *about; ///< What it is, in a few words, or NULL.
} MienAuthorVocabularyName;

/// A list of names in its own order.
typedef struct MienAuthorVocabulary {
    const char *id;    ///< "arkit": what maps call it.
    const char *title; ///< For people.
    const char *uri;   ///< Absolute, and another one when names change.
    int name_count;
    const MienAuthorVocabularyName *names;
} MienAuthorVocabulary;

/// A built-in vocabulary without its aliases.
typedef struct MienAuthorVocabularyInfo {
    const char *id, *title, *uri;
    int name_count;
    const char *const *names;
} MienAuthorVocabularyInfo;

/// How many vocabularies are built in.
MIEN_API int mien_author_vocabulary_count(void);
/// What a built-in vocabulary is; empty beyond the last.
MIEN_API MienAuthorVocabularyInfo mien_author_vocabulary_info(int index);
/// The index of a built-in vocabulary, or -1.
MIEN_API int mien_author_vocabulary_find(const char *id);

/// A built-in vocabulary with its aliases. On failure *out is NULL.
MIEN_API MienStatus mien_author_vocabulary_load(const char *id, const MienAllocator *allocator,
                                                MienAuthorVocabulary **out, MienError *error);
/// Reads the text of a vocabulary from anyone. On failure *out is NULL.
MIEN_API MienStatus mien_author_vocabulary_read(const void *bytes, size_t size,
                                                const MienAllocator *allocator, MienAuthorVocabulary **out,
                                                MienError *error);
/// Frees a vocabulary with all it points at. NULL is fine.
MIEN_API void mien_author_vocabulary_destroy(MienAuthorVocabulary *vocabulary);

#ifdef __cplusplus
}
#endif
