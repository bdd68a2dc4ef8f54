// SPDX-License-Identifier: MIT
//
// Cooking a shard: some members of a clips asset in one process. Stamps keep what
// each member was cooked from, so that only those that changed are cooked.

#pragma once

#include "project/cook.h"

typedef struct MieniShardOptions {
    void (*cooked)(void *user, const char *member, const MieniCookResult *result); ///< Or NULL.
    void (*failed)(void *user, const MieniProblem *problem);                       ///< Or NULL.
    bool (*is_cancelled)(void *user);                                              ///< Or NULL.
    MieniCookNote *note;                                                           ///< Or NULL.
    void *user;
} MieniShardOptions;

/// Cooks those members of a list that changed or have no pack. list is a file of the
/// project: the clips asset, then a member per line. *out_failed of them could not be
/// cooked; otherwise the shard is marked as done. out_inputs gets what all members
/// were ever cooked from, sorted.
MienStatus mieni_cook_shard(const MieniProject *project, const char *list, const MieniShardOptions *options,
                            int *out_failed, MieniPaths *out_inputs, MieniProblem *problem);
