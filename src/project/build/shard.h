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
//   .done      the rule, the sums of the list that was cooked and of its packs, and the stamps of
//              other inputs

#pragma once

#include "project/build/cook.h"
#include "project/files/hmac.h"

typedef struct MieniShardOptions {
    const char *cache;             ///< Folder, or NULL.
    const MieniHmacKey *cache_key; ///< That entries of the cache are signed by, or NULL.
    void (*cooked)(void *user, const char *member, const MieniCookResult *result); ///< Or NULL.
    void (*failed)(void *user, const MieniProblem *problem);                       ///< Or NULL.
    const char *members; ///< Cook only these: paths with a tab before each; NULL: all.
    int failures;        ///< Do not go on after this many; 0: always go on.
    bool is_dry;         ///< Only tell of members that would be cooked, to cooked; change nothing.
    bool is_everything;  ///< If dry: all would be.
    bool (*is_cancelled)(void *user); ///< Or NULL.
    MieniCookNote *note;              ///< Or NULL.
    void *user;
} MieniShardOptions;

typedef struct MieniShardCounts {
    int failed;
    int untried; ///< After the last failure, or a cancellation.
} MieniShardCounts;

/// Cooks those members of a list, a file of the project, that changed or have no pack.
/// If none failed and none is left, the shard is marked as done.
MienStatus mieni_cook_shard(const MieniProject *project, const char *list, const MieniShardOptions *options,
                            MieniShardCounts *out_counts, MieniProblem *problem);
/// Whether the file .done at a path says that a list that comes to this was done, with all that its
/// members were made from beside their own files as it is now, and their packs, unless packs is NULL.
bool mieni_shard_is_done(const MieniProject *project, const char *done, const MieniPathSum *list,
                         const MieniPathSum *packs);
