// SPDX-License-Identifier: MIT
//
// Phone sets: which visemes the phones of an alphabet are. The sets in data/phones are
// built in; docs/speech.md lists them.
//
// Ownership  Destroy the sets that load and read return. The list of built-in sets is
//            always valid.
// Threads    No state. Sets are immutable: read them from any thread.
// Memory     Reading allocates, listing and finding do not.
// Errors     The location has line and field ("line 9, phones[1].visemes[0]").

#pragma once

#include "mien_author/speech.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Visemes of a phone, in order, with the fraction of its time that each takes.
#define MIEN_AUTHOR_PHONE_MAX_VISEMES 32
typedef struct MienAuthorPhoneVisemes {
    int count; ///< 0: the set has no such phone.
    MienAuthorViseme visemes[MIEN_AUTHOR_PHONE_MAX_VISEMES];
    double shares[MIEN_AUTHOR_PHONE_MAX_VISEMES]; ///< They sum to 1.
} MienAuthorPhoneVisemes;

/// A built-in set.
typedef struct MienAuthorPhoneSetInfo {
    const char *id, *title;
} MienAuthorPhoneSetInfo;

typedef struct MienAuthorPhoneSet MienAuthorPhoneSet;

/// Number of built-in sets.
MIEN_API int mien_author_phone_set_count(void);
/// Properties of a built-in set; empty if the index is out of range.
MIEN_API MienAuthorPhoneSetInfo mien_author_phone_set_info(int index);
/// Loads a built-in set. On failure *out is NULL.
MIEN_API MienStatus mien_author_phone_set_load(const char *id, const MienAllocator *allocator,
                                               MienAuthorPhoneSet **out, MienError *error);
/// Reads the text of a set. Input is untrusted. On failure *out is NULL.
MIEN_API MienStatus mien_author_phone_set_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                               MienAuthorPhoneSet **out, MienError *error);
/// The visemes of a phone, which is UTF-8. A name that the set does not have is found without
/// the marks that the set ignores; in sets of joined phones it may consist of several.
MIEN_API MienAuthorPhoneVisemes mien_author_phone_set_find(const MienAuthorPhoneSet *set, const char *phone,
                                                           size_t size);
/// Frees a set. Accepts NULL.
MIEN_API void mien_author_phone_set_destroy(MienAuthorPhoneSet *set);

#ifdef __cplusplus
}
#endif
