// SPDX-License-Identifier: MIT
//
// Shard lists. They contain stamps of entries: a shard is due if its list differs from the one
// that was cooked.

#include "project/build/lists.h"

#include "base/text_out.h"
#include "project/build/cook.h"
#include "project/build/list_sums.h"
#include "project/build/stamps.h"
#include "project/files/derived.h"
#include "project/files/parallel.h"
#include "project/recipes/recipes.h"

#include <stdlib.h>
#include <string.h>

/// What one thread takes at a time.
enum { FILES_AT_A_TIME = 1024, LISTS_AT_A_TIME = 16 };
/// Members of a clips asset whose packs are looked at by every build. Of more, only the names are
/// (sweep.h), since looking at packs would take as long again as looking at sources.
enum { FEW_PACKS = 1000 };

bool mieni_build_is_part(int shard, int part, int part_count) { return shard % part_count == part; }

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus write_list(const MieniProject *project, const char *path, const MieniTextOut *text,
                             MieniProblem *problem)
{
    return text->is_out_of_memory
               ? no_memory(problem)
               : mieni_derived_write(project, path, text->bytes, text->size, NULL, problem);
}

/// The stamp of a member. A file that is gone by now is a change, and cooking says that it is gone.
typedef struct Looks {
    MieniFileStamp stamp;
    MieniPathSum line; ///< What the line about it comes to.
    MieniPathSum pack; ///< And its pack.
} Looks;

static Looks look_at(const MieniProject *project, const char *member)
{
    Looks looks = {.stamp = mieni_stamp_look(project, member)};
    mieni_path_sum_add_file(&looks.line, member, looks.stamp);
    return looks;
}

/// The lists of one clips asset. Members are looked at in the order of their folders, and lists compared
/// one by one, both on several processors; only what changed is written, which one does.
typedef struct Lists {
    const MieniProject *project;
    const MieniBuildPlan *plan;
    const MieniBuildClips *clips;
    int part, part_count;
    Looks *looks;            ///< Of all members.
    int *members;            ///< All members, those of one shard after the other.
    int *ends;               ///< Where those of a shard end.
    MieniPathSum *sums;      ///< Of the lines of a shard.
    MieniPathSum *pack_sums; ///< Or NULL.
    MieniListSums noted;
    MieniTextOut *texts; ///< Of the shards whose list changed.
} Lists;

static const MieniBuildStep *step_of(const Lists *lists, int member)
{
    return &lists->plan->steps[lists->clips->members[member]];
}

static void look_at_members(void *user, int first, int end)
{
    const Lists *lists = user;
    for (int i = first; i < end; ++i)
        if (mieni_build_is_part(step_of(lists, i)->shard, lists->part, lists->part_count)) {
            const MieniBuildStep *step = step_of(lists, i);
            lists->looks[i] = look_at(lists->project, step->member);
            if (lists->pack_sums != NULL)
                mieni_path_sum_add_file(&lists->looks[i].pack, step->pack,
                                        mieni_stamp_look(lists->project, step->pack));
        }
}

/// Members by shard, in each in order.
static void sort_members(Lists *lists)
{
    const int count = lists->clips->member_count, shards = lists->clips->shard_count;
    for (int i = 0; i < count; ++i)
        lists->ends[step_of(lists, i)->shard]++;
    for (int i = 0, first = 0; i < shards; ++i) { // where they begin; it moves to the end as they come
        const int size = lists->ends[i];
        lists->ends[i] = first;
        first += size;
    }
    for (int i = 0; i < count; ++i) {
        const int shard = step_of(lists, i)->shard;
        lists->members[lists->ends[shard]++] = i;
        mieni_path_sum_join(&lists->sums[shard], &lists->looks[i].line);
        if (lists->pack_sums != NULL)
            mieni_path_sum_join(&lists->pack_sums[shard], &lists->looks[i].pack);
    }
}

static void put_list(const Lists *lists, int shard, MieniTextOut *text)
{
    text->size = 0;
    mieni_text_putf(text, "rule %d\n%s\n", mieni_cook_version(MIENI_ASSET_CLIPS), lists->clips->asset);
    for (int i = shard > 0 ? lists->ends[shard - 1] : 0; i < lists->ends[shard]; ++i)
        mieni_stamp_put(text, lists->looks[lists->members[i]].stamp,
                        step_of(lists, lists->members[i])->member);
}

/// Makes the text of a list, and keeps it if the file does not hold it. With sums that is known
/// of most without their text.
static void compare_list(Lists *lists, int shard, MieniTextOut *text)
{
    const MieniBuildClips *clips = lists->clips;
    const MieniPathSum *lines = &lists->sums[shard];
    char path[MIENI_PATH_ROOM];
    const bool has_place =
        mieni_build_shard_path(lists->project, clips->asset, clips->shard_count, shard, ".list", path);
    if (has_place && mieni_list_sums_have(&lists->noted, shard, path, lines))
        return;
    put_list(lists, shard, text);
    const bool is_same = !text->is_out_of_memory && has_place &&
                         mieni_derived_holds(lists->project, path, text->bytes, text->size);
    mieni_list_sums_note(&lists->noted, shard, path, is_same ? lines : NULL);
    if (!is_same) {
        lists->texts[shard] = *text;
        *text = (MieniTextOut){0};
    }
}

static void compare_lists(void *user, int first, int end)
{
    Lists *lists = user;
    MieniTextOut text = {0};
    for (int i = first; i < end; ++i)
        if (mieni_build_is_part(i, lists->part, lists->part_count))
            compare_list(lists, i, &text);
    mieni_text_release(&text);
}

static MienStatus write_changed(const Lists *lists, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < lists->clips->shard_count; ++i) {
        MieniTextOut *text = &lists->texts[i];
        char path[MIENI_PATH_ROOM];
        if (status == MIEN_OK && (text->bytes != NULL || text->is_out_of_memory) &&
            mieni_build_shard_path(lists->project, lists->clips->asset, lists->clips->shard_count, i, ".list",
                                   path))
            status = write_list(lists->project, path, text, problem);
        mieni_text_release(text);
    }
    return status;
}

static MienStatus write_lists(const MieniProject *project, MieniBuildPlan *plan, int index, int part,
                              int part_count, MieniProblem *problem)
{
    MieniBuildClips *clips = &plan->clips[index];
    const size_t members = (size_t)clips->member_count, shards = (size_t)clips->shard_count;
    Lists lists = {.project = project,
                   .plan = plan,
                   .clips = clips,
                   .part = part,
                   .part_count = part_count,
                   .looks = calloc(members, sizeof *lists.looks),
                   .members = calloc(members, sizeof *lists.members),
                   .ends = calloc(shards, sizeof *lists.ends),
                   .sums = mieni_arena_take(&plan->arena, shards, sizeof *lists.sums),
                   .texts = calloc(shards, sizeof *lists.texts)};
    const bool has_few = part_count == 1 && members <= FEW_PACKS; // workers open all of their shards
    MienStatus status = MIEN_ERROR_MEMORY;
    if (has_few)
        lists.pack_sums = mieni_arena_take(&plan->arena, shards, sizeof *lists.pack_sums);
    if (mieni_list_sums_read(&lists.noted, project, clips) && lists.looks != NULL && lists.members != NULL &&
        lists.ends != NULL && lists.sums != NULL && lists.texts != NULL &&
        (!has_few || lists.pack_sums != NULL)) {
        mieni_parallel(clips->member_count, FILES_AT_A_TIME, look_at_members, &lists);
        sort_members(&lists);
        mieni_parallel(clips->shard_count, LISTS_AT_A_TIME, compare_lists, &lists);
        status = write_changed(&lists, problem);
        clips->sums = lists.sums;
        clips->pack_sums = lists.pack_sums;
        if (part_count == 1) // a worker knows of its own part alone
            mieni_list_sums_write(&lists.noted);
    } else {
        no_memory(problem);
    }
    mieni_list_sums_release(&lists.noted);
    free(lists.looks);
    free(lists.members);
    free(lists.ends);
    free(lists.texts);
    return status;
}

/// "COUNT ASSET" per clips asset in shards.
static MienStatus write_index(const MieniProject *project, const MieniBuildPlan *plan, MieniProblem *problem)
{
    MieniTextOut text = {0};
    char path[MIENI_PATH_ROOM];
    mieni_text_put(&text, "clips in shards\n");
    for (int i = 0; i < plan->clips_count; ++i)
        if (plan->clips[i].shard_count > 0)
            mieni_text_putf(&text, "%d %s\n", plan->clips[i].shard_count, plan->clips[i].asset);
    const MienStatus status = mieni_path_join(path, project->build, "sharded")
                                  ? write_list(project, path, &text, problem)
                                  : MIEN_OK;
    mieni_text_release(&text);
    return status;
}

MienStatus mieni_build_lists(const MieniProject *project, MieniBuildPlan *plan, int part, int part_count,
                             MieniProblem *problem)
{
    MienStatus status = part_count == 1 ? write_index(project, plan, problem) : MIEN_OK;
    for (int i = 0; i < plan->clips_count && status == MIEN_OK; ++i)
        if (plan->clips[i].shard_count > 0)
            status = write_lists(project, plan, i, part, part_count, problem);
    return status;
}

/// Reads one line of the index; what is no longer as the last build had it is left out.
static void add_sharded(const MieniProject *project, const char *line, MieniSharded *sharded)
{
    const char *blank = strchr(line, ' ');
    MieniShardedClips clips = {.shard_count = atoi(line)};
    if (clips.shard_count < 1 || blank == NULL || strlen(blank + 1) >= sizeof clips.path ||
        mieni_project_load(project, blank + 1, MIENI_ASSET_CLIPS, &clips.asset, NULL) != MIEN_OK)
        return;
    MieniShardedClips *all = realloc(sharded->clips, sizeof *all * (size_t)(sharded->count + 1));
    if (all == NULL) {
        mieni_asset_release(&clips.asset);
        return;
    }
    memcpy(clips.path, blank + 1, strlen(blank + 1) + 1);
    all[sharded->count++] = clips;
    sharded->clips = all;
}

void mieni_sharded_read(const MieniProject *project, MieniSharded *out_sharded)
{
    char path[MIENI_PATH_ROOM];
    MieniBuffer text;
    *out_sharded = (MieniSharded){0};
    if (!mieni_path_join(path, project->build, "sharded") ||
        mieni_project_read(project, path, &text, NULL) != MIEN_OK)
        return;
    char *rest = NULL;
    for (char *line = strtok_r(text.bytes, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        add_sharded(project, line, out_sharded);
    mieni_buffer_release(&text);
}

const MieniShardedClips *mieni_sharded_find(const MieniSharded *sharded, const char *file)
{
    for (int i = 0; i < sharded->count; ++i)
        if (mieni_clips_has(&sharded->clips[i].asset, file))
            return &sharded->clips[i];
    return NULL;
}

void mieni_sharded_release(MieniSharded *sharded)
{
    for (int i = 0; i < sharded->count; ++i)
        mieni_asset_release(&sharded->clips[i].asset);
    free(sharded->clips);
    *sharded = (MieniSharded){0};
}

/// Copies the lines of a list, that of the member new. A new member comes last: the next
/// build of the whole puts it where it belongs, and then cooks nothing.
static void put_renewed(const MieniProject *project, char *list, const char *member, MieniTextOut *out)
{
    bool is_put = false;
    char *rest = NULL;
    for (char *line = strtok_r(list, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (strcmp(mieni_build_list_member(line), member) == 0) {
            mieni_stamp_put(out, look_at(project, member).stamp, member);
            is_put = true;
        } else {
            mieni_text_put(out, line);
            mieni_text_put(out, "\n");
        }
    }
    if (!is_put)
        mieni_stamp_put(out, look_at(project, member).stamp, member);
}

bool mieni_build_lists_renew(const MieniProject *project, const char *member, char out_list[MIENI_PATH_ROOM])
{
    MieniSharded sharded;
    MieniBuffer before;
    MieniTextOut text = {0};
    mieni_sharded_read(project, &sharded);
    const MieniShardedClips *clips = mieni_sharded_find(&sharded, member);
    const bool is_there =
        clips != NULL &&
        mieni_build_shard_path(project, clips->path, clips->shard_count,
                               mieni_build_shard_of(member, clips->shard_count), ".list", out_list) &&
        mieni_project_read(project, out_list, &before, NULL) == MIEN_OK;
    mieni_sharded_release(&sharded);
    if (!is_there)
        return false;
    put_renewed(project, before.bytes, member, &text);
    const bool is_written = write_list(project, out_list, &text, NULL) == MIEN_OK;
    mieni_text_release(&text);
    mieni_buffer_release(&before);
    return is_written;
}

const char *mieni_build_list_member(const char *line)
{
    const char *blank = strchr(line, ' ');
    blank = blank != NULL ? strchr(blank + 1, ' ') : NULL;
    return blank != NULL ? blank + 1 : line;
}

bool mieni_build_list_sum(const char *line, MieniPathSum *sum)
{
    char *end;
    if (strncmp(line, "input ", 6) != 0)
        return false;
    const MieniFileStamp stamp = strtoull(line + 6, &end, 16);
    mieni_path_sum_add_file(sum, mieni_build_list_member(line), stamp);
    return *end == ' ';
}
