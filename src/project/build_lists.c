// SPDX-License-Identifier: MIT
//
// Lists of shards. They hold sizes and times of members, so that Ninja sees by one file
// per shard what changed, instead of looking at a million.

#include "project/build_lists.h"

#include "author/text_out.h"
#include "project/build_stamps.h"
#include "project/cook.h"

#include <inttypes.h>
#include <stdlib.h>

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

/// One member. A file that is gone by now is a change, and cooking says that it is gone.
static void put_member(const MieniProject *project, MieniTextOut *out, const char *member)
{
    int64_t size = -1, time = 0;
    mieni_stamp_look(project, member, &size, &time);
    mieni_text_putf(out, "%" PRId64 " %" PRId64 " %s\n", size, time, member);
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

MienStatus mieni_build_lists(const MieniProject *project, const MieniBuildPlan *plan, int part,
                             int part_count, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < plan->clips_count && status == MIEN_OK; ++i)
        if (plan->clips[i].shard_count > 0)
            status = write_lists(project, plan, i, part, part_count, problem);
    return status;
}
