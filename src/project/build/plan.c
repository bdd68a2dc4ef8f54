// SPDX-License-Identifier: MIT
//
// From the files of a project to the steps of its build.

#include "project/build/plan.h"

#include "asset/view.h"
#include "core/internal.h"
#include "project/build/cook.h"
#include "project/files/parallel.h"
#include "project/recipes/recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MienStatus build_leave_out(MieniBuildPlan *plan, const MieniProblem *found, MieniProblem *problem);

static MienStatus too_long(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
}

/// The pack of a step that is called after named; says why it can have none.
static MienStatus build_pack_of(const MieniProject *project, const MieniBuildStep *step, const char *named,
                                char out_pack[MIENI_PATH_ROOM], MieniProblem *problem)
{
    if (!mieni_path_is_valid(named))
        return mieni_problem_set(problem, step->member != NULL ? step->member : step->asset, MIEN_ERROR_DATA,
                                 mieni_nowhere(),
                                 "This file name cannot be used in a project: rename the file, in UTF-8 and "
                                 "without colons, backslashes and control characters.");
    return mieni_project_pack_path(project, named, out_pack) ? MIEN_OK : too_long(problem, named);
}

/// Makes room for more steps; false without memory.
static bool build_reserve(MieniBuildPlan *plan, int more)
{
    if (plan->step_room - plan->step_count >= more)
        return true;
    const int room = 2 * plan->step_room + more + 256;
    MieniBuildStep *steps = realloc(plan->steps, sizeof *steps * (size_t)room);
    if (steps == NULL)
        return false;
    plan->steps = steps;
    plan->step_room = room;
    return true;
}

// Entries of clip collections: found by pattern, then named in parallel.

/// Members in a shard, on average: enough that starting a process costs little, and
/// while there are few shards not more, so that some processors get some.
enum { SMALL_SHARD = 16, LARGE_SHARD = 256, FEW_SHARDS = 8 };
/// Members that one thread names at a time.
enum { CHUNK = 1024 };

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
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
    if (!build_reserve(plan, 1))
        return false;
    plan->steps[plan->step_count++] = (MieniBuildStep){.kind = MIENI_ASSET_CLIPS,
                                                       .asset = plan->clips[plan->clips_count - 1].asset,
                                                       .member = member,
                                                       .clips = plan->clips_count - 1,
                                                       .shard = -1};
    return true;
}

static int count_shards(int members)
{
    int count = members > 0 ? 1 : 0;
    while (count > 0 && members / count > (count < FEW_SHARDS ? SMALL_SHARD : LARGE_SHARD))
        count *= 2;
    return count;
}

static MienStatus pack_of(const Members *members, const MieniBuildStep *step, char out_pack[MIENI_PATH_ROOM],
                          MieniProblem *problem)
{
    char name[MIENI_PATH_ROOM];
    return mieni_clips_member_name(step->member, name)
               ? build_pack_of(members->project, step, name, out_pack, problem)
               : mieni_problem_set(problem, step->member, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                   "This path is too long.");
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
            status = build_leave_out(plan, &found, problem);
    }
    plan->step_count = kept;
    return status;
}

/// Adds the steps of all members of the plan's last clips asset, which is read, and decides on its shards.
static MienStatus build_members(MieniBuildPlan *plan, const MieniProject *project, const MieniAsset *asset,
                                MieniProblem *problem)
{
    MieniBuildClips *clips = &plan->clips[plan->clips_count - 1];
    Members members = {.plan = plan, .project = project, .first = plan->step_count};
    if (!mieni_clips_find(asset, &plan->files, add_member, &members))
        return no_memory(problem);
    clips->member_count = plan->step_count - members.first;
    clips->shard_count = members.shard_count = count_shards(clips->member_count);
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

enum { POOL = 65536, FILES_AT_A_TIME = 4096, MESHES_AT_A_TIME = 16 };

static const char *keep(MieniBuildPlan *plan, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (size > plan->pool_left) { // texts are many and short
        plan->pool = mieni_arena_take(&plan->arena, POOL, 1);
        plan->pool_left = plan->pool != NULL ? POOL : 0;
        if (size > plan->pool_left)
            return NULL;
    }
    char *copy = memcpy(plan->pool, text, size);
    plan->pool += size;
    plan->pool_left -= size;
    return copy;
}

/// Keeps what is wrong with an asset that is left out of the plan.
static MienStatus build_leave_out(MieniBuildPlan *plan, const MieniProblem *found, MieniProblem *problem)
{
    if (found->error.status == MIEN_ERROR_MEMORY)
        return no_memory(problem);
    MieniProblem *problems = realloc(plan->problems, sizeof *problems * (size_t)(plan->problem_count + 1));
    if (problems == NULL)
        return no_memory(problem);
    plan->problems = problems;
    plan->problems[plan->problem_count++] = *found;
    return MIEN_OK;
}

/// Adds the step of an asset.
static MienStatus add_step(MieniBuildPlan *plan, const MieniProject *project, MieniBuildStep step,
                           MieniProblem *problem)
{
    char pack[MIENI_PATH_ROOM];
    MieniProblem found = {0};
    if (build_pack_of(project, &step, step.asset, pack, &found) != MIEN_OK)
        return build_leave_out(plan, &found, problem);
    step.pack = keep(plan, pack);
    if (step.pack == NULL || !build_reserve(plan, 1))
        return no_memory(problem);
    plan->steps[plan->step_count++] = step;
    return MIEN_OK;
}

int mieni_build_shard_of(const char *member, int shard_count)
{
    uint32_t hash = 2166136261u; // FNV-1a: only to spread names evenly, and the same everywhere
    for (; *member != '\0'; ++member)
        hash = (hash ^ (unsigned char)*member) * 16777619u;
    return (int)((hash ^ hash >> 15) & (uint32_t)(shard_count - 1));
}

static MienStatus add_clips(MieniBuildPlan *plan, const MieniProject *project, const char *path,
                            MieniProblem *problem)
{
    MieniAsset asset;
    MieniProblem found = {0};
    MieniBuildClips *clips = &plan->clips[plan->clips_count];
    if (mieni_project_load(project, path, MIENI_ASSET_CLIPS, &asset, &found) != MIEN_OK) {
        plan->is_partial = true;
        return build_leave_out(plan, &found, problem);
    }
    const char *skeleton = mieni_asset_skeleton(&asset);
    clips->asset = path;
    clips->skeleton = skeleton != NULL ? keep(plan, skeleton) : NULL;
    plan->clips_count++;
    const MienStatus status = build_members(plan, project, &asset, problem);
    mieni_asset_release(&asset);
    return status;
}

static int compare_steps(const void *a, const void *b)
{
    const MieniBuildStep *one = a, *other = b;
    const int order = strcmp(one->pack, other->pack);
    return order != 0 ? order : strcmp(one->asset, other->asset);
}

/// Files come in order, so packs nearly do, and most are distinct.
static bool are_in_order(const MieniBuildPlan *plan)
{
    for (int i = 1; i < plan->step_count; ++i)
        if (strcmp(plan->steps[i - 1].pack, plan->steps[i].pack) >= 0)
            return false;
    return true;
}

/// Says that a step gives the same pack as another one.
static MienStatus tell_twice(MieniBuildPlan *plan, const MieniBuildStep *one, const MieniBuildStep *other,
                             MieniProblem *problem)
{
    MieniProblem found = {0};
    char sentence[sizeof found.error.message];
    snprintf(sentence, sizeof sentence, "It gives the same pack as %s%s%s: rename or exclude one.",
             one->member != NULL ? one->member : one->asset, one->member != NULL ? " of " : "",
             one->member != NULL ? one->asset : "");
    mieni_problem_set(&found, other->member != NULL ? other->member : other->asset, MIEN_ERROR_DATA,
                      mieni_at("%s", other->member != NULL ? other->asset : ""), "%s", sentence);
    return build_leave_out(plan, &found, problem);
}

/// Leaves out all steps that would write one pack: neither is more right than the other.
static MienStatus drop_twice(MieniBuildPlan *plan, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    int kept = 0;
    for (int i = 0, end; i < plan->step_count && status == MIEN_OK; i = end) {
        for (end = i + 1; end < plan->step_count && strcmp(plan->steps[i].pack, plan->steps[end].pack) == 0;
             ++end)
            if (status == MIEN_OK)
                status = tell_twice(plan, &plan->steps[end - 1], &plan->steps[end], problem);
        if (end == i + 1)
            plan->steps[kept++] = plan->steps[i];
        else // so that their older pack, which is one of them, stays
            plan->is_partial = true;
    }
    plan->step_count = kept;
    return status;
}

/// A file that is an asset.
typedef struct Found {
    const char *path;
    MieniAssetKind kind;
    bool is_cooked; ///< Of a mesh: it has a source, without which there is nothing to cook.
} Found;

/// The assets of a project, found and, of meshes, read on several processors.
typedef struct Assets {
    MieniProject project; ///< Not noting what is read, which threads must not do at once.
    const MieniPaths *files;
    unsigned char *kinds; ///< Of all files.
    Found *items;
    int count;
} Assets;

static void find_kinds(void *user, int first, int end)
{
    const Assets *assets = user;
    for (int i = first; i < end; ++i)
        assets->kinds[i] = (unsigned char)mieni_asset_kind_of_path(assets->files->items[i]);
}

/// A mesh that cannot be read is cooked, which says why.
static bool has_vertices(const MieniProject *project, const char *path)
{
    MieniAsset asset;
    if (mieni_project_load(project, path, MIENI_ASSET_MESH, &asset, NULL) != MIEN_OK)
        return true;
    const bool has = mieni_asset_source(&asset) != NULL;
    mieni_asset_release(&asset);
    return has;
}

static void read_meshes(void *user, int first, int end)
{
    const Assets *assets = user;
    for (int i = first; i < end; ++i)
        assets->items[i].is_cooked = assets->items[i].kind != MIENI_ASSET_MESH ||
                                     has_vertices(&assets->project, assets->items[i].path);
}

/// Finds the assets among all files, in order.
static bool find_assets(MieniBuildPlan *plan, const MieniProject *project, Assets *out)
{
    const int files = plan->files.count;
    *out = (Assets){.project = *project, .files = &plan->files, .kinds = malloc((size_t)files + 1)};
    out->project.inputs = NULL;
    if (out->kinds == NULL)
        return false;
    mieni_parallel(files, FILES_AT_A_TIME, find_kinds, out);
    for (int i = 0; i < files; ++i)
        out->count += out->kinds[i] != MIENI_ASSET_NONE;
    out->items = mieni_arena_take(&plan->arena, (size_t)out->count, sizeof *out->items);
    for (int i = 0, at = 0; i < files && out->items != NULL; ++i)
        if (out->kinds[i] != MIENI_ASSET_NONE)
            out->items[at++] = (Found){plan->files.items[i], (MieniAssetKind)out->kinds[i], true};
    free(out->kinds);
    if (out->items == NULL)
        return false;
    mieni_parallel(out->count, MESHES_AT_A_TIME, read_meshes, out);
    return true;
}

static MienStatus add_assets(MieniBuildPlan *plan, const MieniProject *project, MieniProblem *problem)
{
    Assets assets;
    int clips_count = 0;
    if (!find_assets(plan, project, &assets))
        return no_memory(problem);
    for (int i = 0; i < assets.count; ++i)
        clips_count += assets.items[i].kind == MIENI_ASSET_CLIPS;
    plan->clips = mieni_arena_take(&plan->arena, (size_t)clips_count, sizeof *plan->clips);
    if (plan->clips == NULL)
        return no_memory(problem);
    MienStatus status = MIEN_OK;
    for (int i = 0; i < assets.count && status == MIEN_OK; ++i) {
        const Found *asset = &assets.items[i];
        if (asset->kind == MIENI_ASSET_CLIPS) {
            status = add_clips(plan, project, asset->path, problem);
        } else if (mieni_cook_has_pack(asset->kind) && asset->is_cooked) {
            const MieniBuildStep step = {.kind = asset->kind, .asset = asset->path, .clips = -1, .shard = -1};
            status = add_step(plan, project, step, problem);
        }
    }
    return status;
}

/// So that what is done for each clips asset does not look at all steps.
static void index_members(MieniBuildPlan *plan)
{
    int *members = mieni_arena_take(&plan->arena, (size_t)plan->step_count, sizeof *members);
    int *ends = mieni_arena_take(&plan->arena, (size_t)plan->clips_count, sizeof *ends);
    if (members == NULL || ends == NULL)
        return;
    for (int i = 0; i < plan->clips_count; ++i)
        plan->clips[i].member_count = 0;
    for (int i = 0; i < plan->step_count; ++i)
        if (plan->steps[i].clips >= 0)
            plan->clips[plan->steps[i].clips].member_count++;
    for (int i = 0, first = 0; i < plan->clips_count; ++i) {
        plan->clips[i].members = members + first;
        ends[i] = first;
        first += plan->clips[i].member_count;
    }
    for (int i = 0; i < plan->step_count; ++i)
        if (plan->steps[i].clips >= 0)
            members[ends[plan->steps[i].clips]++] = i;
}

MienStatus mieni_build_plan(const MieniProject *project, MieniBuildPlan *out_plan, MieniProblem *problem)
{
    *out_plan = (MieniBuildPlan){0};
    MienStatus status = mieni_project_files(project, &out_plan->files, problem);
    if (status == MIEN_OK)
        status = add_assets(out_plan, project, problem);
    if (status == MIEN_OK) {
        if (!are_in_order(out_plan)) {
            qsort(out_plan->steps, (size_t)out_plan->step_count, sizeof *out_plan->steps, compare_steps);
            status = drop_twice(out_plan, problem);
        }
        index_members(out_plan);
    }
    if (status == MIEN_OK && out_plan->arena.is_out_of_memory)
        status = no_memory(problem);
    if (status != MIEN_OK)
        mieni_build_plan_release(out_plan);
    return status;
}

void mieni_build_plan_release(MieniBuildPlan *plan)
{
    free(plan->steps);
    free(plan->problems);
    mieni_paths_release(&plan->files);
    mieni_arena_release(&plan->arena);
    *plan = (MieniBuildPlan){0};
}

static int compare_pack(const void *key, const void *step)
{
    return strcmp(key, ((const MieniBuildStep *)step)->pack);
}

MieniBuildStep *mieni_build_plan_find(const MieniBuildPlan *plan, const char *pack)
{
    return plan->step_count > 0
               ? bsearch(pack, plan->steps, (size_t)plan->step_count, sizeof *plan->steps, compare_pack)
               : NULL;
}

static int compare_clips(const void *key, const void *clips)
{
    return strcmp(key, ((const MieniBuildClips *)clips)->asset);
}

int mieni_build_plan_clips(const MieniBuildPlan *plan, const char *asset)
{
    const MieniBuildClips *found =
        plan->clips_count > 0
            ? bsearch(asset, plan->clips, (size_t)plan->clips_count, sizeof *plan->clips, compare_clips)
            : NULL;
    return found != NULL ? (int)(found - plan->clips) : -1;
}

/// What depfiles cannot spell, in names of files of shards.
static const char unspellable[] = "'\"&;*<>|^?`%";

bool mieni_build_shard_path(const MieniProject *project, const char *asset, int count, int shard,
                            const char *ending, char out[MIENI_PATH_ROOM])
{
    const size_t size = strlen(asset); // ends in .clips.json
    char name[MIENI_PATH_ROOM];
    size_t used = 0;
    for (size_t i = 0; i + strlen(".json") < size && used + 4 < sizeof name; ++i) {
        if (strchr(unspellable, asset[i]) == NULL)
            name[used++] = asset[i];
        else
            used += (size_t)snprintf(name + used, 4, "%%%02x", (unsigned char)asset[i]);
    }
    name[used] = '\0';
    return used + 4 < sizeof name && snprintf(out, MIENI_PATH_ROOM, "%s/shards/%s/%d-%d%s", project->build,
                                              name, count, shard, ending) < MIENI_PATH_ROOM;
}

int mieni_build_shard_clips(const MieniProject *project, const MieniBuildPlan *plan, const char *path)
{
    char asset[MIENI_PATH_ROOM];
    const char *at = path + strlen(project->build) + strlen("/shards/"), *slash = strrchr(at, '/');
    size_t used = 0;
    for (; slash != NULL && at < slash && used + 6 < sizeof asset; ++at) {
        unsigned code;
        const bool is_spelled = *at == '%' && sscanf(at + 1, "%2x", &code) == 1;
        asset[used++] = is_spelled ? (char)code : *at;
        at += is_spelled ? 2 : 0;
    }
    snprintf(asset + used, sizeof asset - used, ".json");
    return mieni_build_plan_clips(plan, asset);
}
