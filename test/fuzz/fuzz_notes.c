// SPDX-License-Identifier: MIT
//
// Fuzzes what builds note for speed, and what a project that came from elsewhere may bring along:
// notes of folders, sums of lists, stamps and notes of packs, told apart by the first byte. Nothing
// of it can have the times of files that are made here, so that none of it may be believed.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "project/build/due.h"
#include "project/build/folders.h"
#include "project/build/list_sums.h"
#include "project/build/shard.h"
#include "project/build/stamps.h"

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
    static const char list[] = ".mien/shards/all.clips/4-2.list";
    MieniListSums sums;
    put(".mien/shards/all.clips/4-0.sums", data, size);
    if (!mieni_list_sums_read(&sums, &project, &clips))
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
    static const char file[] = ".mien/shards/all.clips/4-2.stamps";
    MieniStamps stamps;
    MieniStampsOut kept = {0};
    MieniStampedInputs others = {0};
    MieniPathSum packs = {0};
    put(file, data, size);
    mieni_stamps_read(&stamps, &project, file, "stamps of packs and rule 2\n");
    if (mieni_stamps_keep(&stamps, &project, "lines/b.csv", ".mien/packs/b.mien", &kept, &others, &packs) ||
        kept.text.size > 0)
        abort();
    mieni_stamps_release(&stamps);
    mieni_text_release(&kept.text);
    mieni_stamped_release(&others);
}

/// Notes of packs, and marks that shards are done.
static void try_steps(const uint8_t *data, size_t size)
{
    MieniNotes notes;
    MieniBuildStep step = {
        .kind = MIENI_ASSET_SKELETON, .asset = "a.skeleton.json", .pack = ".mien/packs/a.mien"};
    MieniBuildPlan plan = {.steps = &step, .step_count = 1};
    bool is_due = false;
    put(".mien/steps", data, size);
    put(".mien/shards/all.clips/4-2.done", data, size);
    if (mieni_notes_read(&notes, &project, NULL) != MIEN_OK ||
        mieni_due_find(&project, &plan, &notes, &(MieniDueSteps){&(int){0}, 1, NULL, &is_due}, true, NULL) !=
            MIEN_OK)
        abort();
    mieni_notes_release(&notes);
    const MieniPathSum list = {.sum = 1, .count = 1};
    mieni_shard_is_done(&project, ".mien/shards/all.clips/4-2.done", &list, &list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool has_begun;
    if (!has_begun)
        begin();
    has_begun = true;
    if (size == 0)
        return 0;
    static void (*const tries[])(const uint8_t *, size_t) = {try_folders, try_sums, try_stamps, try_steps};
    tries[data[0] % 4](data + 1, size - 1);
    return 0;
}
