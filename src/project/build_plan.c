// SPDX-License-Identifier: MIT
//
// From the files of a project to the steps of its build.

#include "project/build_plan.h"

#include "core/internal.h"
#include "project/build_members.h"
#include "project/cook.h"
#include "project/graphs.h"
#include "project/parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 65536, FILES_AT_A_TIME = 4096, MESHES_AT_A_TIME = 16 };

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

static MienStatus too_long(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
}

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

MienStatus mieni_build_pack_of(const MieniProject *project, const MieniBuildStep *step, const char *named,
                               char out_pack[MIENI_PATH_ROOM], MieniProblem *problem)
{
    if (!mieni_path_is_valid(named))
        return mieni_problem_set(problem, step->member != NULL ? step->member : step->asset, MIEN_ERROR_DATA,
                                 "A project cannot hold this path: rename the file, without backslashes and "
                                 "control characters.",
                                 "%s", "");
    return mieni_project_pack_path(project, named, out_pack) ? MIEN_OK : too_long(problem, named);
}

bool mieni_build_reserve(MieniBuildPlan *plan, int more)
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

/// Adds the step of an asset.
static MienStatus add_step(MieniBuildPlan *plan, const MieniProject *project, MieniBuildStep step,
                           MieniProblem *problem)
{
    char pack[MIENI_PATH_ROOM];
    const MienStatus status = mieni_build_pack_of(project, &step, step.asset, pack, problem);
    if (status != MIEN_OK)
        return status;
    step.pack = keep(plan, pack);
    if (step.pack == NULL || !mieni_build_reserve(plan, 1))
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
                            int shard_above, MieniProblem *problem)
{
    MieniAsset asset;
    MieniBuildClips *clips = &plan->clips[plan->clips_count];
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_CLIPS, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const char *skeleton = mieni_json_get_string(asset.json.root, "skeleton", NULL);
    clips->asset = path;
    clips->skeleton = skeleton != NULL ? keep(plan, skeleton) : NULL;
    plan->clips_count++;
    status = mieni_build_members(plan, project, &asset, shard_above, problem);
    mieni_asset_release(&asset);
    return status;
}

static int compare_steps(const void *a, const void *b)
{
    const MieniBuildStep *one = a, *other = b;
    const int order = strcmp(one->pack, other->pack);
    return order != 0 ? order : strcmp(one->asset, other->asset);
}

/// Files come in order, so packs nearly do, and most often each is another one.
static bool are_in_order(const MieniBuildPlan *plan)
{
    for (int i = 1; i < plan->step_count; ++i)
        if (strcmp(plan->steps[i - 1].pack, plan->steps[i].pack) >= 0)
            return false;
    return true;
}

static MienStatus check_packs(const MieniBuildPlan *plan, MieniProblem *problem)
{
    for (int i = 1; i < plan->step_count; ++i) {
        const MieniBuildStep *one = &plan->steps[i - 1], *other = &plan->steps[i];
        if (strcmp(one->pack, other->pack) != 0)
            continue;
        char sentence[sizeof problem->error.message];
        snprintf(sentence, sizeof sentence, "It gives the same pack as %s%s%s: rename or exclude one.",
                 one->member != NULL ? one->member : one->asset, one->member != NULL ? " of " : "",
                 one->member != NULL ? one->asset : "");
        return mieni_problem_set(problem, other->member != NULL ? other->member : other->asset,
                                 MIEN_ERROR_DATA, sentence, "%s", other->member != NULL ? other->asset : "");
    }
    return MIEN_OK;
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
    const bool has = mieni_json_get(asset.json.root, "source") != NULL;
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

typedef struct Asked {
    MieniBuildPlan *plan;
    MieniBuildStep *step;
    int room;
} Asked;

static bool add_asked(void *user, const MieniGraphValue *value, MieniAssetKind kind)
{
    Asked *asked = user;
    MieniBuildStep *step = asked->step;
    if (kind != MIENI_ASSET_POSES)
        return true;
    for (int i = 0; i < step->pose_count; ++i)
        if (strcmp(step->poses[i], value->value->string) == 0)
            return true;
    if (step->pose_count == asked->room) {
        const int room = asked->room > 0 ? 2 * asked->room : 4;
        const char **poses = mieni_arena_take(&asked->plan->arena, (size_t)room, sizeof *poses);
        if (poses == NULL)
            return false;
        if (step->pose_count > 0)
            memcpy(poses, step->poses, sizeof *poses * (size_t)step->pose_count);
        step->poses = poses;
        asked->room = room;
    }
    step->poses[step->pose_count++] = keep(asked->plan, value->value->string);
    return true;
}

/// Adds a graph's step, which waits for the pose assets that it asks about. One that
/// cannot be read waits for none: cooking it says why.
static MienStatus add_graph(MieniBuildPlan *plan, const MieniProject *project, MieniGraphs *graphs,
                            const char *path, MieniProblem *problem)
{
    MieniBuildStep step = {.kind = MIENI_ASSET_GRAPH, .asset = path, .clips = -1, .shard = -1};
    Asked asked = {.plan = plan, .step = &step};
    const MieniGraphText *text;
    if (mieni_graphs_read(graphs, project, path, &text, NULL) == MIEN_OK)
        mieni_graph_text_assets(text, add_asked, &asked);
    return add_step(plan, project, step, problem);
}

static MienStatus add_assets(MieniBuildPlan *plan, const MieniProject *project, int shard_above,
                             MieniProblem *problem)
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
    MieniGraphs graphs = {0};
    for (int i = 0; i < assets.count && status == MIEN_OK; ++i) {
        const Found *asset = &assets.items[i];
        if (asset->kind == MIENI_ASSET_CLIPS) {
            status = add_clips(plan, project, asset->path, shard_above, problem);
        } else if (asset->kind == MIENI_ASSET_GRAPH) {
            status = add_graph(plan, project, &graphs, asset->path, problem);
        } else if (mieni_cook_has_pack(asset->kind) && asset->is_cooked) {
            const MieniBuildStep step = {.kind = asset->kind, .asset = asset->path, .clips = -1, .shard = -1};
            plan->skeleton_count += asset->kind == MIENI_ASSET_SKELETON;
            status = add_step(plan, project, step, problem);
        }
    }
    mieni_graphs_release(&graphs);
    return status;
}

/// So that what is done for each clips asset does not look at all steps.
static void index_members(MieniBuildPlan *plan)
{
    int *members = mieni_arena_take(&plan->arena, (size_t)plan->step_count, sizeof *members);
    int *ends = mieni_arena_take(&plan->arena, (size_t)plan->clips_count, sizeof *ends);
    if (members == NULL || ends == NULL)
        return;
    for (int i = 0, first = 0; i < plan->clips_count; ++i) {
        plan->clips[i].members = members + first;
        ends[i] = first;
        first += plan->clips[i].member_count;
    }
    for (int i = 0; i < plan->step_count; ++i)
        if (plan->steps[i].clips >= 0)
            members[ends[plan->steps[i].clips]++] = i;
}

MienStatus mieni_build_plan(const MieniProject *project, int shard_above, MieniBuildPlan *out_plan,
                            MieniProblem *problem)
{
    *out_plan = (MieniBuildPlan){0};
    MienStatus status = mieni_project_files(project, &out_plan->files, problem);
    if (status == MIEN_OK)
        status = add_assets(out_plan, project, shard_above, problem);
    if (status == MIEN_OK && out_plan->step_count > 0) {
        if (!are_in_order(out_plan)) {
            qsort(out_plan->steps, (size_t)out_plan->step_count, sizeof *out_plan->steps, compare_steps);
            status = check_packs(out_plan, problem);
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
