// SPDX-License-Identifier: MIT
//
// Members: found by the patterns of their clips asset, then named on several processors.

#include "project/build/members.h"

#include "project/files/parallel.h"
#include "project/recipes/recipes.h"

#include <stdlib.h>
#include <string.h>

/// Members in a shard, on average: enough that starting a process costs little, and
/// while there are few shards not more, so that some processors get some.
enum { SMALL_SHARD = 16, LARGE_SHARD = 256, FEW_SHARDS = 8 };
/// Members that one thread names at a time.
enum { CHUNK = 1024 };

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

/// The members of one clips asset: the steps from first on.
typedef struct Members {
    MieniBuildPlan *plan;
    const MieniProject *project;
    int first, shard_count;
    MieniArena *arenas; ///< For the texts of each chunk.
} Members;

/// Adds a step that has no pack yet.
static bool add_member(void *user, const char *member)
{
    MieniBuildPlan *plan = ((Members *)user)->plan;
    if (!mieni_build_reserve(plan, 1))
        return false;
    plan->steps[plan->step_count++] = (MieniBuildStep){.kind = MIENI_ASSET_CLIPS,
                                                       .asset = plan->clips[plan->clips_count - 1].asset,
                                                       .member = member,
                                                       .clips = plan->clips_count - 1,
                                                       .shard = -1};
    return true;
}

static int count_shards(int members, int shard_above)
{
    int count = members > shard_above ? 1 : 0;
    while (count > 0 && members / count > (count < FEW_SHARDS ? SMALL_SHARD : LARGE_SHARD))
        count *= 2;
    return count;
}

static MienStatus pack_of(const Members *members, const MieniBuildStep *step, char out_pack[MIENI_PATH_ROOM],
                          MieniProblem *problem)
{
    char name[MIENI_PATH_ROOM];
    return mieni_clips_member_name(step->member, name)
               ? mieni_build_pack_of(members->project, step, name, out_pack, problem)
               : mieni_problem_set(problem, step->member, MIEN_ERROR_LIMIT, "This path is too long.", "%s",
                                   "");
}

/// How long the folder of a path is, with its slash.
static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash + 1 - path) : 0;
}

/// Whether a member can have a pack because the one before, in the same folder, has one: then what
/// they are called there is all that differs.
static bool is_named_beside(const char *before, const char *member, const char *name)
{
    const size_t size = folder_size(member);
    return before != NULL && folder_size(before) == size && memcmp(before, member, size) == 0 &&
           strlen(name) < MIENI_PATH_ROOM / 2 && mieni_path_is_valid(name + size);
}

/// Says the packs and shards of some members. What can have no pack is left without.
static void name_members(void *user, int first, int end)
{
    const Members *members = user;
    MieniBuildStep *steps = members->plan->steps + members->first;
    char pack[MIENI_PATH_ROOM], name[MIENI_PATH_ROOM];
    const char *before = NULL;
    size_t room = 0;
    for (int i = first; i < end; ++i)
        room += strlen(steps[i].member) + strlen(members->project->build) + sizeof "/packs/.clip.mien";
    char *at = mieni_arena_take(&members->arenas[first / CHUNK], room, 1);
    for (int i = first; i < end && at != NULL; ++i) {
        const char *member = steps[i].member;
        if (members->shard_count > 0)
            steps[i].shard = mieni_build_shard_of(member, members->shard_count);
        const bool is_named = mieni_clips_member_name(member, name) &&
                              is_named_beside(before, member, name) &&
                              mieni_project_pack_path(members->project, name, pack);
        if (!is_named && pack_of(members, &steps[i], pack, NULL) != MIEN_OK)
            continue;
        const size_t size = strlen(pack) + 1;
        steps[i].pack = memcpy(at, pack, size);
        at += size;
        before = member;
    }
}

/// Leaves out members that can have no pack.
static MienStatus drop_nameless(const Members *members, MieniProblem *problem)
{
    MieniBuildPlan *plan = members->plan;
    MienStatus status = MIEN_OK;
    int kept = members->first;
    for (int i = members->first; i < plan->step_count; ++i) {
        char pack[MIENI_PATH_ROOM];
        MieniProblem found = {0};
        if (plan->steps[i].pack != NULL)
            plan->steps[kept++] = plan->steps[i];
        else if (status == MIEN_OK && pack_of(members, &plan->steps[i], pack, &found) != MIEN_OK)
            status = mieni_build_leave_out(plan, &found, problem);
    }
    plan->step_count = kept;
    return status;
}

MienStatus mieni_build_members(MieniBuildPlan *plan, const MieniProject *project, const MieniAsset *asset,
                               int shard_above, MieniProblem *problem)
{
    MieniBuildClips *clips = &plan->clips[plan->clips_count - 1];
    Members members = {.plan = plan, .project = project, .first = plan->step_count};
    if (!mieni_clips_find(asset, &plan->files, add_member, &members))
        return no_memory(problem);
    clips->member_count = plan->step_count - members.first;
    clips->shard_count = members.shard_count = count_shards(clips->member_count, shard_above);
    const int chunks = clips->member_count / CHUNK + 1;
    members.arenas = calloc((size_t)chunks, sizeof *members.arenas);
    if (members.arenas == NULL)
        return no_memory(problem);
    mieni_parallel(clips->member_count, CHUNK, name_members, &members);
    for (int i = 0; i < chunks; ++i)
        mieni_arena_join(&plan->arena, &members.arenas[i]);
    free(members.arenas);
    return plan->arena.is_out_of_memory ? no_memory(problem) : drop_nameless(&members, problem);
}
