// SPDX-License-Identifier: MIT
//
// Stamps: sizes and times of what shards were made from.

#include "project/build_stamps.h"

#include "project/os.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Clocks of file systems tick this coarsely; and those that know no parts of a second this.
static const int64_t tick = 20000000, second = 1000000000, coarse_tick = 2100000000;

static int compare_stamps(const void *a, const void *b)
{
    return strcmp(((const MieniStamp *)a)->member, ((const MieniStamp *)b)->member);
}

void mieni_stamps_read(MieniStamps *out, const char *file, const char *head)
{
    *out = (MieniStamps){0};
    if (mieni_file_read(file, &out->text, NULL) != MIEN_OK)
        return;
    char *at = out->text.bytes;
    int room = 1;
    for (const char *line = strstr(at, "\nmember "); line != NULL; line = strstr(line + 1, "\nmember "))
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
        out->stamps[out->count++] = (MieniStamp){member, end + 1};
        at = end + 1;
        if (strncmp(at, "member ", 7) == 0) // without inputs: not ours
            break;
    }
    if (out->count > 0)
        qsort(out->stamps, (size_t)out->count, sizeof *out->stamps, compare_stamps);
}

void mieni_stamps_release(MieniStamps *stamps)
{
    free(stamps->stamps);
    mieni_buffer_release(&stamps->text);
    *stamps = (MieniStamps){0};
}

bool mieni_stamp_look(const MieniProject *project, const char *path, int64_t *out_size, int64_t *out_time)
{
    char full[MIENI_PATH_ROOM];
    MieniOsInfo info;
    if (!mieni_project_locate(project, path, full) || !mieni_os_look(full, &info))
        return false;
    *out_size = info.size;
    *out_time = info.time;
    return true;
}

int64_t mieni_stamp_now(void) { return mieni_os_time(); }

bool mieni_stamp_is_sure(int64_t time, int64_t begin)
{
    return time < begin - (time % second == 0 ? coarse_tick : tick);
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

static void put_input(MieniTextOut *out, int64_t size, int64_t time, const char *path)
{
    mieni_text_putf(out, "input %" PRId64 " %" PRId64 " %s\n", size, time, path);
}

bool mieni_stamps_keep(const MieniStamps *stamps, const MieniProject *project, const char *member,
                       MieniTextOut *out, MieniPaths *inputs)
{
    const MieniStamp key = {.member = member};
    const MieniStamp *stamp = stamps->count > 0 ? bsearch(&key, stamps->stamps, (size_t)stamps->count,
                                                          sizeof *stamps->stamps, compare_stamps)
                                                : NULL;
    if (stamp == NULL)
        return false;
    const size_t size = out->size;
    const int count = inputs->count;
    bool is_same = stamp->inputs[0] != '\0'; // every clip has its own file
    mieni_text_putf(out, "member %s\n", member);
    for (char *at = stamp->inputs; *at != '\0' && is_same;) {
        int64_t bytes, time, bytes_now, time_now;
        const char *path;
        is_same = read_input(&at, &bytes, &time, &path) &&
                  mieni_stamp_look(project, path, &bytes_now, &time_now) && bytes == bytes_now &&
                  time == time_now;
        if (is_same) {
            put_input(out, bytes, time, path);
            if (!mieni_paths_add(inputs, path))
                out->is_out_of_memory = true;
        }
    }
    if (!is_same) { // what was put is taken back
        out->size = size;
        while (inputs->count > count)
            free(inputs->items[--inputs->count]);
    }
    return is_same;
}

bool mieni_stamps_put(const MieniProject *project, const char *member, const MieniPaths *inputs,
                      int64_t begin, MieniTextOut *out)
{
    bool are_sure = true;
    mieni_text_putf(out, "member %s\n", member);
    for (int i = 0; i < inputs->count; ++i) {
        int64_t size, time;
        // What was changed while it was read, or shortly before, gets a stamp that never
        // fits: its time might not tell.
        const bool is_sure =
            mieni_stamp_look(project, inputs->items[i], &size, &time) && mieni_stamp_is_sure(time, begin);
        put_input(out, is_sure ? size : -1, is_sure ? time : 0, inputs->items[i]);
        are_sure = are_sure && is_sure;
    }
    return are_sure;
}
