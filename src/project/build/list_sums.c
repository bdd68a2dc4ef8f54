// SPDX-License-Identifier: MIT
//
// Sums of lists: a file beside the lists of each clip collection. The first line is the version
// of cooking, then per shard "CHANGED SIZE COUNT SUM".

#include "project/build/list_sums.h"

#include "base/text_out.h"
#include "project/build/cook.h"
#include "project/build/stamps.h"
#include "project/files/derived.h"
#include "project/files/os.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_head(char out[64])
{
    snprintf(out, 64, "sums of rule %d\n", mieni_cook_version(MIENI_ASSET_CLIPS));
}

/// One file for all shards, called after the first.
static bool find_file(const MieniListSums *sums, char out[MIENI_PATH_ROOM])
{
    return mieni_build_shard_path(sums->project, sums->clips->asset, sums->clips->shard_count, 0, ".sums",
                                  out);
}

static bool read_items(const char *at, MieniListSum *items, int count)
{
    for (int i = 0; i < count; ++i) {
        char *end;
        items[i].changed = strtoll(at, &end, 10);
        items[i].size = strtoll(end, &end, 10);
        items[i].lines.count = strtoll(end, &end, 10);
        items[i].lines.sum = strtoull(end, &end, 10);
        if (*end != '\n')
            return false;
        at = end + 1;
    }
    return *at == '\0';
}

bool mieni_list_sums_read(MieniListSums *out, const MieniProject *project, const MieniBuildClips *clips)
{
    char file[MIENI_PATH_ROOM], head[64];
    MieniBuffer text;
    const size_t count = (size_t)clips->shard_count;
    *out = (MieniListSums){.project = project,
                           .clips = clips,
                           .items = calloc(count, sizeof *out->items),
                           .begin = mieni_os_time()};
    if (out->items == NULL)
        return false;
    if (!find_file(out, file) || mieni_derived_read(project, file, &text, NULL) != MIEN_OK)
        return true;
    put_head(head);
    if (strncmp(text.bytes, head, strlen(head)) != 0 ||
        !read_items(text.bytes + strlen(head), out->items, clips->shard_count))
        memset(out->items, 0, count * sizeof *out->items);
    mieni_buffer_release(&text);
    return true;
}

bool mieni_list_sums_have(const MieniListSums *sums, int shard, const char *file, const MieniPathSum *lines)
{
    const MieniListSum *item = &sums->items[shard];
    MieniOsInfo info;
    return item->changed != 0 && mieni_path_sum_equal(&item->lines, lines) &&
           mieni_derived_look(sums->project, file, &info) && info.changed == item->changed &&
           info.size == item->size;
}

void mieni_list_sums_note(MieniListSums *sums, int shard, const char *file, const MieniPathSum *lines)
{
    MieniListSum *item = &sums->items[shard];
    MieniOsInfo info;
    *item = (MieniListSum){0};
    if (lines != NULL && mieni_derived_look(sums->project, file, &info) &&
        mieni_file_is_settled(info.changed, sums->begin))
        *item = (MieniListSum){*lines, info.size, info.changed};
}

void mieni_list_sums_write(const MieniListSums *sums)
{
    char file[MIENI_PATH_ROOM], head[64];
    MieniTextOut text = {0};
    put_head(head);
    mieni_text_put(&text, head);
    for (int i = 0; i < sums->clips->shard_count; ++i) {
        const MieniListSum *item = &sums->items[i];
        mieni_text_putf(&text, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRIu64 "\n", item->changed, item->size,
                        item->lines.count, item->lines.sum);
    }
    if (!text.is_out_of_memory && find_file(sums, file)) // should it not be written, lists are compared
        (void)mieni_derived_write(sums->project, file, text.bytes, text.size, NULL, NULL);
    mieni_text_release(&text);
}

void mieni_list_sums_release(MieniListSums *sums) { free(sums->items); }
