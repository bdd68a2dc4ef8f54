// SPDX-License-Identifier: MIT
//
// Queries to the asset index, whether it exists or not.

#include "studio/model/facts/catalogue.h"

#include "asset/view.h"

#include <stdlib.h>
#include <string.h>

StudioSearch *studio_search_begin(const Studio *studio, const char *words, int limit)
{
    StudioSearch *search = calloc(1, sizeof *search);
    const size_t size = strlen(words) + 1;
    if (search == NULL)
        return NULL;
    search->limit = limit;
    search->words = malloc(size);
    search->found = calloc((size_t)studio->many_count + 1, sizeof *search->found);
    if (search->words == NULL || search->found == NULL) {
        studio_search_destroy(search);
        return NULL;
    }
    memcpy(search->words, words, size);
    studio_disk_open(&studio->files.disk, &search->project);
    memcpy(search->project.build, studio->project.build, sizeof search->project.build);
    search->found_count = studio->many_count;
    for (int i = 0; i < studio->many_count; ++i) {
        memcpy(search->found[i].asset, studio->many[i].path, sizeof search->found[i].asset);
        search->found[i].shard_count = studio->many[i].shard_count;
    }
    return search;
}

void studio_search_only_on(StudioSearch *search, Studio *studio, const char *skeleton)
{
    int kept = 0;
    for (int i = 0; i < search->found_count; ++i) {
        const MieniAsset *clips;
        const bool is_read = studio_asset(studio, search->found[i].asset, &clips, NULL) == MIEN_OK;
        const char *on = is_read ? mieni_asset_skeleton(clips) : NULL;
        if (on == NULL || strcmp(on, skeleton) == 0)
            search->found[kept++] = search->found[i];
    }
    search->found_count = kept;
}

void studio_search_run(StudioSearch *search)
{
    if (search->found_count > 0)
        studio_catalogue_ask(search);
}

void studio_search_destroy(StudioSearch *search)
{
    if (search == NULL)
        return;
    for (int i = 0; i < search->found_count; ++i) {
        for (int c = 0; c < search->found[i].count; ++c)
            free(search->found[i].clips[c].file);
        free(search->found[i].clips);
    }
    for (int i = 0; i < search->curve_count; ++i)
        free(search->curves[i].name);
    free(search->curves);
    free(search->found);
    free(search->words);
    mieni_paths_release(&search->having);
    mieni_project_close(&search->project);
    free(search);
}

int64_t studio_search_curve(const StudioSearch *search, const char *name)
{
    int low = 0, high = search->curve_count;
    while (low < high) {
        const int middle = low + (high - low) / 2, order = strcmp(search->curves[middle].name, name);
        if (order == 0)
            return search->curves[middle].clips;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}
