// SPDX-License-Identifier: MIT
//
// Shards and their stamps. A stamps file is text: a first line with the version of
// cooking; then "member PATH" and the lines "input SIZE NANOSECONDS PATH" of each.

#include "project/build_shard.h"

#include "author/text_out.h"
#include "project/recipes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/// Clocks of file systems tick this coarsely, and more.
static const int64_t tick = 20000000;

/// The stamps of one member, in the text of them all.
typedef struct Stamp {
    const char *member;
    char *inputs; ///< Lines, closed by a zero.
} Stamp;

typedef struct Stamps {
    MieniBuffer text;
    Stamp *stamps; ///< In order of member.
    int count;
} Stamps;

typedef struct Shard {
    const MieniProject *project;
    const MieniShardOptions *options;
    char base[MIENI_PATH_ROOM]; ///< Where its files are, without an ending.
    char head[64];              ///< First line of stamps.
    const char *asset;
    Stamps before;
    MieniTextOut stamps;
    MieniPaths *inputs;
    int failed;
} Shard;

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

static int compare_stamps(const void *a, const void *b)
{
    return strcmp(((const Stamp *)a)->member, ((const Stamp *)b)->member);
}

/// Reads stamps; whatever is wrong with them, there are none then.
static void read_stamps(Stamps *out, const char *file, const char *head)
{
    *out = (Stamps){0};
    if (mieni_file_read(file, &out->text, NULL) != MIEN_OK)
        return;
    char *at = out->text.bytes;
    int room = 0;
    for (const char *line = at; line != NULL; line = strstr(line + 1, "\nmember "))
        ++room;
    out->stamps = calloc((size_t)room, sizeof *out->stamps);
    if (out->stamps == NULL || strncmp(at, head, strlen(head)) != 0)
        return;
    while ((at = strstr(at, "\nmember ")) != NULL) {
        *at = '\0'; // closes the inputs before
        char *member = at + strlen("\nmember "), *end = strchr(member, '\n');
        if (end == NULL)
            break;
        *end = '\0';
        out->stamps[out->count++] = (Stamp){member, end + 1};
        at = end + 1;
        if (strncmp(at, "member ", 7) == 0) // without inputs: not ours
            break;
    }
    if (out->count > 0)
        qsort(out->stamps, (size_t)out->count, sizeof *out->stamps, compare_stamps);
}

static void release_stamps(Stamps *stamps)
{
    free(stamps->stamps);
    mieni_buffer_release(&stamps->text);
}

/// Size and time of a file of the project; false if there is none.
static bool look(const MieniProject *project, const char *path, int64_t *out_size, int64_t *out_time)
{
    char full[MIENI_PATH_ROOM];
    struct stat status;
    if (!mieni_project_locate(project, path, full) || stat(full, &status) != 0)
        return false;
    *out_size = (int64_t)status.st_size;
    *out_time = (int64_t)status.st_mtim.tv_sec * 1000000000 + (int64_t)status.st_mtim.tv_nsec;
    return true;
}

/// "input SIZE NANOSECONDS PATH"; ends the line and leads to the next.
static bool read_input(char **at, int64_t *out_size, int64_t *out_time, const char **out_path)
{
    char *line = *at, *end = strchr(line, '\n');
    if (strncmp(line, "input ", 6) != 0)
        return false;
    if (end != NULL)
        *end = '\0';
    *out_size = strtoll(line + 6, &line, 10);
    *out_time = strtoll(line, &line, 10);
    *out_path = line + (*line == ' ');
    *at = end != NULL ? end + 1 : line + strlen(line);
    return (*out_path)[0] != '\0';
}

static void put_input(Shard *shard, int64_t size, int64_t time, const char *path)
{
    mieni_text_putf(&shard->stamps, "input %" PRId64 " %" PRId64 " %s\n", size, time, path);
    if (!mieni_paths_add(shard->inputs, path))
        shard->stamps.is_out_of_memory = true;
}

static bool has_pack(const MieniProject *project, const char *member)
{
    char name[MIENI_PATH_ROOM], pack[MIENI_PATH_ROOM], full[MIENI_PATH_ROOM];
    return mieni_clips_member_name(member, name) && mieni_project_pack_path(project, name, pack) &&
           mieni_project_locate(project, pack, full) && mieni_file_exists(full);
}

/// Keeps the stamps of a member whose inputs are as they were.
static bool keep_member(Shard *shard, const char *member)
{
    const Stamp key = {.member = member};
    const Stamp *stamp = shard->before.count > 0
                             ? bsearch(&key, shard->before.stamps, (size_t)shard->before.count,
                                       sizeof *shard->before.stamps, compare_stamps)
                             : NULL;
    if (stamp == NULL || !has_pack(shard->project, member))
        return false;
    const size_t size = shard->stamps.size;
    const int count = shard->inputs->count;
    bool is_same = true;
    mieni_text_putf(&shard->stamps, "member %s\n", member);
    for (char *at = stamp->inputs; *at != '\0' && is_same;) {
        int64_t bytes, time, bytes_now, time_now;
        const char *path;
        is_same = read_input(&at, &bytes, &time, &path) &&
                  look(shard->project, path, &bytes_now, &time_now) && bytes == bytes_now && time == time_now;
        if (is_same)
            put_input(shard, bytes, time, path);
    }
    if (!is_same) { // what was put is taken back
        shard->stamps.size = size;
        while (shard->inputs->count > count)
            free(shard->inputs->items[--shard->inputs->count]);
    }
    return is_same;
}

/// What was changed while it was cooked, or shortly before, gets a stamp that never
/// fits: its time might not tell.
static void put_member(Shard *shard, const char *member, const MieniPaths *inputs, int64_t begin)
{
    mieni_text_putf(&shard->stamps, "member %s\n", member);
    for (int i = 0; i < inputs->count; ++i) {
        int64_t size, time;
        const bool is_sure = look(shard->project, inputs->items[i], &size, &time) && time < begin - tick;
        put_input(shard, is_sure ? size : -1, is_sure ? time : 0, inputs->items[i]);
    }
}

static MienStatus cook_member(Shard *shard, const char *member, MieniProblem *problem)
{
    const MieniShardOptions *options = shard->options;
    const MieniCookOptions cooking = {.member = member, .note = options->note, .user = options->user};
    MieniCookResult result;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const MienStatus status = mieni_cook(shard->project, shard->asset, &cooking, &result, problem);
    if (status == MIEN_ERROR_MEMORY)
        return status;
    if (status != MIEN_OK) {
        shard->failed++;
        if (options->failed != NULL)
            options->failed(options->user, problem);
        return MIEN_OK;
    }
    if (options->cooked != NULL)
        options->cooked(options->user, member, &result);
    put_member(shard, member, &result.inputs, (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec);
    mieni_cook_result_release(&result);
    return MIEN_OK;
}

static bool shard_file(const Shard *shard, const char *ending, char out[MIENI_PATH_ROOM])
{
    return snprintf(out, MIENI_PATH_ROOM, "%s%s", shard->base, ending) < MIENI_PATH_ROOM;
}

/// Its own stamps; or, if it is new, those of the shard that it was split from:
/// 16-11 comes from 8-3, and that from 4-3.
static void find_stamps(Shard *shard)
{
    char file[MIENI_PATH_ROOM], *slash = strrchr(shard->base, '/'), *dash;
    if (slash == NULL || (dash = strchr(slash, '-')) == NULL)
        return;
    const long index = strtol(dash + 1, NULL, 10);
    for (long count = strtol(slash + 1, NULL, 10); count > 0 && shard->before.text.bytes == NULL; count /= 2)
        if (snprintf(file, sizeof file, "%.*s/%ld-%ld.stamps", (int)(slash - shard->base), shard->base, count,
                     index & (count - 1)) < (int)sizeof file)
            read_stamps(&shard->before, file, shard->head);
}

/// Writes the stamps, and that all is done if it is.
static MienStatus end_shard(Shard *shard, MieniProblem *problem)
{
    char file[MIENI_PATH_ROOM];
    if (shard->stamps.is_out_of_memory)
        return no_memory(problem);
    MienStatus status = MIEN_OK;
    if (shard_file(shard, ".stamps", file))
        status = mieni_file_write_derived(file, shard->stamps.bytes, shard->stamps.size, NULL, problem);
    if (status == MIEN_OK && shard->failed == 0 && shard_file(shard, ".done", file))
        status = mieni_file_write_derived(file, "done\n", 5, NULL, problem);
    return status;
}

static MienStatus cook_members(Shard *shard, char *list, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    char *rest = NULL;
    const MieniShardOptions *options = shard->options;
    shard->asset = strtok_r(list, "\n", &rest);
    snprintf(shard->head, sizeof shard->head, "stamps of rule %d\n", mieni_cook_version(MIENI_ASSET_CLIPS));
    mieni_text_put(&shard->stamps, shard->head);
    find_stamps(shard);
    for (const char *member; status == MIEN_OK && (member = strtok_r(NULL, "\n", &rest)) != NULL;) {
        if (options->is_cancelled != NULL && options->is_cancelled(options->user))
            shard->failed++; // not done, but what is cooked is stamped
        else if (!keep_member(shard, member))
            status = cook_member(shard, member, problem);
    }
    if (status == MIEN_OK)
        status = end_shard(shard, problem);
    return status;
}

MienStatus mieni_cook_shard(const MieniProject *project, const char *list, const MieniShardOptions *options,
                            int *out_failed, MieniPaths *out_inputs, MieniProblem *problem)
{
    Shard shard = {.project = project, .options = options, .inputs = out_inputs};
    MieniBuffer text;
    *out_failed = 0;
    MienStatus status = mieni_project_read(project, list, &text, problem);
    if (status != MIEN_OK)
        return status;
    const size_t size = strlen(list), end = strlen(".list");
    if (size <= end || strcmp(list + size - end, ".list") != 0 ||
        !mieni_project_locate(project, list, shard.base))
        status = mieni_problem_set(problem, list, MIEN_ERROR_DATA, "This is no list of a shard.", "%s", "");
    else
        shard.base[strlen(shard.base) - end] = '\0';
    if (status == MIEN_OK)
        status = cook_members(&shard, text.bytes, problem);
    mieni_paths_sort(out_inputs);
    *out_failed = shard.failed;
    release_stamps(&shard.before);
    mieni_text_release(&shard.stamps);
    mieni_buffer_release(&text);
    return status;
}
