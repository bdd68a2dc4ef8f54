// SPDX-License-Identifier: MIT
//
// Cooks a shard: some entries of a clip collection in one process. Only changed entries are
// cooked; stamps, or else contents, prove that the others did not change. A shard is known by
// its files, which differ in their extensions:
//
//   .list      the rule of cooking, the clip collection, and per line stamp and path of an
//              entry: what to cook. Changes when an entry does.
//   .manifest  inputs and results, by content
//   .stamps    the same by stamps, for speed
//   .done      the rule, the sum of the list that was cooked, and the stamps of other inputs

#pragma once

#include "project/build/cook.h"
#include "project/files/hmac.h"

typedef struct MieniShardOptions {
    const char *cache;             ///< Folder, or NULL.
    const MieniHmacKey *cache_key; ///< That entries of the cache are signed by, or NULL.
    void (*cooked)(void *user, const char *member, const MieniCookResult *result); ///< Or NULL.
    void (*failed)(void *user, const MieniProblem *problem);                       ///< Or NULL.
    bool (*is_cancelled)(void *user);                                              ///< Or NULL.
    MieniCookNote *note;                                                           ///< Or NULL.
    void *user;
} MieniShardOptions;

/// Cooks those members of a list, a file of the project, that changed or have no pack.
/// *out_failed of them could not be cooked; otherwise the shard is marked as done.
MienStatus mieni_cook_shard(const MieniProject *project, const char *list, const MieniShardOptions *options,
                            int *out_failed, MieniProblem *problem);
/// Whether the file .done at a path says that a list that comes to this was done, with all that
/// its members were made from beside their own files as it is now.
bool mieni_shard_is_done(const MieniProject *project, const char *done, const MieniPathSum *list);
