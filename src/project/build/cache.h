// SPDX-License-Identifier: MIT
//
// A cache of cooked clips in its own folder, for any number of projects and workers at once.
// An entry is found by the contents of its inputs and is one file, written beside its place and
// renamed; its first line is the hash of the rest, so that a partial or wrong entry is ignored.
//
// The hash does not prove that an entry matches its name: anyone who can write to the folder
// controls the packs of others. With a key, entries are signed, over their lookup key and their
// contents, and an entry without a valid signature is ignored.

#pragma once

#include "project/build/manifest.h"
#include "project/files/files.h"
#include "project/files/hmac.h"

typedef struct MieniCache {
    const char *folder;
    const MieniHmacKey *key; ///< NULL: entries are not signed, and all are trusted.
} MieniCache;

/// What a clip is looked for by.
typedef struct MieniCacheKey {
    int rule;
    const char *asset;
    const MieniContentHash *asset_hash;
    const char *member;
    const MieniContentHash *member_hash;
} MieniCacheKey;

/// A clip that was found.
typedef struct MieniCached {
    MieniManifest manifest; ///< With this one clip and the further inputs it was made from.
    const char *pack;
    size_t pack_size;
    bool is_refused;    ///< Nothing was found, because an entry is not signed by the key.
    MieniBuffer memory; ///< Private.
} MieniCached;

/// Finds an entry. Whether its further inputs are the same is for the caller to see.
bool mieni_cache_find(const MieniCache *cache, const MieniCacheKey *key, MieniCached *out_cached);
void mieni_cached_release(MieniCached *cached);
/// Keeps a clip; that it cannot is no fault, the next one cooks it again.
void mieni_cache_keep(const MieniCache *cache, const MieniCacheKey *key, const MieniManifest *manifest,
                      const void *pack, size_t pack_size);
