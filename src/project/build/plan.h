// SPDX-License-Identifier: MIT
//
// The plan of a build: one step per pack, found by file names. Only clip collections are read,
// for their patterns, and meshes, some of which have no vertices.

#pragma once

#include "base/arena.h"
#include "project/project.h"

/// A pack and what it is made from.
typedef struct MieniBuildStep {
    MieniAssetKind kind;
    const char *asset;
    const char *member; ///< Of clips: the file. Otherwise NULL.
    const char *pack;   ///< Relative to the project.
    int clips;          ///< Of a member: which of the plan's clips assets. Otherwise -1.
    int shard;          ///< Of a member: which of its clips' shards cooks it. Otherwise -1.
} MieniBuildStep;

/// A clips asset.
typedef struct MieniBuildClips {
    const char *asset;
    const char *skeleton; ///< Or NULL.
    int member_count;
    int shard_count;               ///< A power of two, or 0 without members.
    const int *members;            ///< Which steps its members are, in order of pack.
    const MieniPathSum *sums;      ///< What the list of each shard comes to, once lists are written.
    const MieniPathSum *pack_sums; ///< And the packs of its members, as they are; NULL if they are many.
} MieniBuildClips;

typedef struct MieniBuildPlan {
    MieniBuildStep *steps; ///< In order of pack.
    int step_count, step_room;
    MieniBuildClips *clips;
    int clips_count;
    MieniProblem *problems; ///< Of assets that are left out, because they can have no pack.
    int problem_count;
    bool is_partial; ///< A clips asset could not be read, so that some packs may be its.
    MieniPaths files;
    MieniArena arena;
    char *pool; ///< Private: where the next text goes.
    size_t pool_left;
} MieniBuildPlan;

/// Finds all steps of the project. What can have no pack is left out, with a problem that says why: one
/// whose path cannot be, a clips asset that cannot be read, two that would write one pack.
MienStatus mieni_build_plan(const MieniProject *project, MieniBuildPlan *out_plan, MieniProblem *problem);
void mieni_build_plan_release(MieniBuildPlan *plan);

/// The step that writes a pack, or NULL.
MieniBuildStep *mieni_build_plan_find(const MieniBuildPlan *plan, const char *pack);
/// The clips asset of this path, or -1.
int mieni_build_plan_clips(const MieniBuildPlan *plan, const char *asset);

/// The shard that a member is in.
int mieni_build_shard_of(const char *member, int shard_count);
/// ".mien/shards/takes/all.clips/16-7" and an ending: shard 7 of 16.
bool mieni_build_shard_path(const MieniProject *project, const char *asset, int count, int shard,
                            const char *ending, char out[MIENI_PATH_ROOM]);
/// The clips asset that a file of a shard is of, or -1.
int mieni_build_shard_clips(const MieniProject *project, const MieniBuildPlan *plan, const char *path);
