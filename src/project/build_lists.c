// SPDX-License-Identifier: MIT
//
// Lists of shards. They hold sizes and times of members, so that Ninja sees by one file
// per shard what changed, instead of looking at a million.

#include "project/build_lists.h"

#include "author/text_out.h"
#include "project/build_stamps.h"
#include "project/cook.h"
#include "project/recipes.h"

#include <stdlib.h>
#include <string.h>

bool mieni_build_is_part(int shard, int part, int part_count) { return shard % part_count == part; }

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

static MienStatus write_list(const MieniProject *project, const char *path, const MieniTextOut *text,
                             MieniProblem *problem)
{
    char full[MIENI_PATH_ROOM];
    if (text->is_out_of_memory)
        return no_memory(problem);
    if (!mieni_project_locate(project, path, full))
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
    return mieni_file_write_derived(full, text->bytes, text->size, NULL, problem);
}

/// A whole number and a blank: printf takes longer than looking at the file.
static void put_whole(MieniTextOut *out, int64_t value)
{
    char digits[24] = " ";
    int at = (int)sizeof digits - 1;
    uint64_t rest = value < 0 ? (uint64_t)-value : (uint64_t)value;
    digits[at] = ' ';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    mieni_text_put_bytes(out, digits + at, sizeof digits - (size_t)at);
}

/// One member. A file that is gone by now is a change, and cooking says that it is gone.
static void put_member(const MieniProject *project, MieniTextOut *out, const char *member)
{
    int64_t size = -1, time = 0;
    mieni_stamp_look(project, member, &size, &time);
    put_whole(out, size);
    put_whole(out, time);
    mieni_text_put(out, member);
    mieni_text_put_bytes(out, "\n", 1);
}

static MienStatus write_lists(const MieniProject *project, const MieniBuildPlan *plan, int index, int part,
                              int part_count, MieniProblem *problem)
{
    const MieniBuildClips *clips = &plan->clips[index];
    MieniTextOut *lists = calloc((size_t)clips->shard_count, sizeof *lists);
    if (lists == NULL)
        return no_memory(problem);
    for (int i = 0; i < clips->member_count; ++i) {
        const MieniBuildStep *step = &plan->steps[clips->members[i]];
        if (!mieni_build_is_part(step->shard, part, part_count))
            continue;
        MieniTextOut *list = &lists[step->shard];
        if (list->size == 0)
            mieni_text_putf(list, "rule %d\n%s\n", mieni_cook_version(MIENI_ASSET_CLIPS), clips->asset);
        put_member(project, list, step->member);
    }
    MienStatus status = MIEN_OK;
    for (int i = 0; i < clips->shard_count; ++i) {
        char path[MIENI_PATH_ROOM];
        if (lists[i].size == 0 && mieni_build_is_part(i, part, part_count)) // without members
            mieni_text_putf(&lists[i], "rule %d\n%s\n", mieni_cook_version(MIENI_ASSET_CLIPS), clips->asset);
        if (status == MIEN_OK && mieni_build_is_part(i, part, part_count) &&
            mieni_build_shard_path(project, clips->asset, clips->shard_count, i, ".list", path))
            status = write_list(project, path, &lists[i], problem);
        mieni_text_release(&lists[i]);
    }
    free(lists);
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

MienStatus mieni_build_lists(const MieniProject *project, const MieniBuildPlan *plan, int part,
                             int part_count, MieniProblem *problem)
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
            put_member(project, out, member);
            is_put = true;
        } else {
            mieni_text_put(out, line);
            mieni_text_put(out, "\n");
        }
    }
    if (!is_put)
        put_member(project, out, member);
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
