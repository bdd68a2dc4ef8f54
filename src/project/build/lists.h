// SPDX-License-Identifier: MIT
//
// Shard lists: what to cook, written where it changed (shard.h).

#pragma once

#include "project/build/plan.h"

/// Whether a worker of many has a shard, whatever clips asset it is of.
bool mieni_build_is_part(int shard, int part, int part_count);

/// Writes the lists of the shards that this part has; part 0 of 1 has all. What the list of each
/// shard comes to is in clips.sums then. Part 0 of 1 also writes which clips assets there are in shards, for
/// mieni_build_lists_renew.
MienStatus mieni_build_lists(const MieniProject *project, MieniBuildPlan *plan, int part, int part_count,
                             MieniProblem *problem);

/// The member of a line "input STAMP PATH" of a list.
const char *mieni_build_list_member(const char *line);
/// Adds what such a line comes to; false if it is none.
bool mieni_build_list_sum(const char *line, MieniPathSum *sum);

/// A clips asset that the last build had in shards.
typedef struct MieniShardedClips {
    char path[MIENI_PATH_ROOM];
    int shard_count;
    MieniAsset asset;
} MieniShardedClips;

/// All of them, as they are now.
typedef struct MieniSharded {
    MieniShardedClips *clips;
    int count;
} MieniSharded;

/// Reads them; there are none without a build.
void mieni_sharded_read(const MieniProject *project, MieniSharded *out_sharded);
/// The one that has a file, or NULL.
const MieniShardedClips *mieni_sharded_find(const MieniSharded *sharded, const char *file);
void mieni_sharded_release(MieniSharded *sharded);

/// Puts a member into the list of its shard as it is now, by what the last build wrote and
/// without looking at the rest of the project. Gives the path of the list; false if no
/// clips asset that is in shards has this file, or no list is there.
bool mieni_build_lists_renew(const MieniProject *project, const char *member, char out_list[MIENI_PATH_ROOM]);
