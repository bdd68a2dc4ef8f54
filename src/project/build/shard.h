// SPDX-License-Identifier: MIT
//
// Cooking a shard: some members of a clips asset in one process. Only those are
// cooked that changed; of the others stamps say that they did not, or else their
// contents. A shard is known by its files, which differ in their endings:
//
//   .list      the rule of cooking, the clips asset, and per line stamp and path of a
//              member: what there is to cook. Changes when a member does.
//   .manifest  what went in and what came out, by content
//   .stamps    the same by stamps, for speed
//   .done      the rule, what the list that was done comes to, and the stamps of what else its
//              members were made from

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
