// SPDX-License-Identifier: MIT
//
// Sums of the lists of a clip collection. With a million clips most lists are up to date, and
// adding up sizes and times while walking is cheaper than writing and comparing the lines of
// each list. A list that was modified since is compared.

#pragma once

#include "project/build/plan.h"

/// What was known of a list.
typedef struct MieniListSum {
    MieniPathSum lines;
    int64_t size, changed; ///< Of the list itself; changed is 0 if nothing is known, or it may not tell.
} MieniListSum;

/// Of all shards of a clips asset.
typedef struct MieniListSums {
    const MieniProject *project;
    const MieniBuildClips *clips;
    MieniListSum *items;
    int64_t begin; ///< When nothing was looked at yet.
} MieniListSums;

/// Reads what the last build noted; whatever is wrong with it, nothing is known then. False
/// without memory.
bool mieni_list_sums_read(MieniListSums *out, const MieniProject *project, const MieniBuildClips *clips);
/// Whether the list of a shard, a file, holds lines that come to this.
bool mieni_list_sums_have(const MieniListSums *sums, int shard, const char *file, const MieniPathSum *lines);
/// Notes that it does, or if lines is NULL that this is not known. Several threads may do so, each for
/// shards of its own.
void mieni_list_sums_note(MieniListSums *sums, int shard, const char *file, const MieniPathSum *lines);
void mieni_list_sums_write(const MieniListSums *sums);
void mieni_list_sums_release(MieniListSums *sums);
