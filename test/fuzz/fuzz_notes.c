// SPDX-License-Identifier: MIT
//
// Fuzzes what builds note for speed, and what a project that came from elsewhere may bring along:
// notes of folders, sums of lists and stamps, told apart by the first byte. Nothing of it can
// have the times of files that are made here, so that none of it may be believed.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "project/build_folders.h"
#include "project/build_list_sums.h"
#include "project/build_stamps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/mien-fuzz-notes-XXXXXX";
static MieniProject project;
static const MieniBuildClips clips = {.asset = "all.clips.json", .shard_count = 4};

static void put(const char *path, const void *bytes, size_t size)
{
    char full[MIENI_PATH_ROOM];
    if (!mieni_project_locate(&project, path, full) ||
        mieni_file_write_derived(full, bytes, size, NULL, NULL) != MIEN_OK)
        abort();
}

static void remove_project(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s is left\n", folder);
}

static void begin(void)
{
    if (mkdtemp(folder) == NULL)
        abort();
    atexit(remove_project);
    mieni_project_open_loose(&project, folder);
    put(".mien/packs/a.mien", "a", 1);
    put(".mien/packs/lines/b.mien", "b", 1);
    put(".mien/packs/lines/en/c.mien", "c", 1);
    put(".mien/shards/all.clips/4-2.list", "list", 4);
    put("lines/b.csv", "b", 1);
}

static void try_folders(const uint8_t *data, size_t size)
{
    MieniPathSum sum;
    put(".mien/packs.folders", data, size);
    if (!mieni_build_folders_sum(&project, "packs", &sum) || sum.count != 3)
        abort();
}

static void try_sums(const uint8_t *data, size_t size)
{
    char list[MIENI_PATH_ROOM];
    MieniListSums sums;
    put(".mien/shards/all.clips/4-0.sums", data, size);
    if (!mieni_project_locate(&project, ".mien/shards/all.clips/4-2.list", list) ||
        !mieni_list_sums_read(&sums, &project, &clips))
        abort();
    const MieniPathSum lines = sums.items[2].lines;
    if (mieni_list_sums_have(&sums, 2, list, &lines))
        abort();
    mieni_list_sums_note(&sums, 1, list, NULL);
    mieni_list_sums_write(&sums);
    mieni_list_sums_release(&sums);
}

static void try_stamps(const uint8_t *data, size_t size)
{
    char file[MIENI_PATH_ROOM];
    MieniStamps stamps;
    MieniTextOut kept = {0};
    MieniPaths inputs = {0};
    put(".mien/shards/all.clips/4-2.stamps", data, size);
    if (!mieni_project_locate(&project, ".mien/shards/all.clips/4-2.stamps", file))
        abort();
    mieni_stamps_read(&stamps, file, "stamps of rule 1\n");
    if (mieni_stamps_keep(&stamps, &project, "lines/b.csv", &kept, &inputs) || kept.size > 0 ||
        inputs.count > 0)
        abort();
    mieni_stamps_release(&stamps);
    mieni_text_release(&kept);
    mieni_paths_release(&inputs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool has_begun;
    if (!has_begun)
        begin();
    has_begun = true;
    if (size == 0)
        return 0;
    if (data[0] % 3 == 0)
        try_folders(data + 1, size - 1);
    else if (data[0] % 3 == 1)
        try_sums(data + 1, size - 1);
    else
        try_stamps(data + 1, size - 1);
    return 0;
}
