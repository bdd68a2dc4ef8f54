// SPDX-License-Identifier: MIT
//
// A cache of cooked clips in a folder of its own, for any number of projects and
// workers at once. An entry is found by the contents that went into it and is one
// file, written beside its place and renamed; its first line is the hash of the rest,
// so that half an entry, or a wrong one, is as good as none.

#pragma once

#include "project/build_manifest.h"
#include "project/files.h"

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
    MieniBuffer memory; ///< Private.
} MieniCached;

/// Finds an entry. Whether its further inputs are the same is for the caller to see.
bool mieni_cache_find(const char *folder, const MieniCacheKey *key, MieniCached *out_cached);
void mieni_cached_release(MieniCached *cached);
/// Keeps a clip; that it cannot is no fault, the next one cooks it again.
void mieni_cache_keep(const char *folder, const MieniCacheKey *key, const MieniManifest *manifest,
                      const void *pack, size_t pack_size);
