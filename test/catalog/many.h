// SPDX-License-Identifier: MIT
//
// A project of many clips without its clips: manifests of shards as a build leaves them,
// and the plan of that build.

#pragma once

#include "support/check.h"

#include "catalog/catalog.h"
#include "project/build/manifest.h"

#include <stdarg.h>
#include <time.h>
#include <unistd.h>

static char folder[64];
static int turn;
static MieniProject project;
static MieniBuildPlan plan;
static MieniBuildClips clips;

static inline void write_file(const char *path, const char *format, ...)
{
    char full[MIENI_PATH_ROOM], text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    CHECK(mieni_project_locate(&project, path, full));
    CHECK_STATUS(mieni_file_write_derived(full, text, strlen(text), NULL, NULL), MIEN_OK);
    CHECK(mieni_paths_add(&plan.files, path));
    mieni_paths_sort(&plan.files);
}

/// Facts of a file that changed a moment ago are not trusted, so tests wait for a moment.
static inline void wait_a_tick(void) { nanosleep(&(struct timespec){.tv_nsec = 40000000}, NULL); }

/// A new project whose clips are in this many shards, without any yet.
static inline void begin_many(int shard_count)
{
    char root[128];
    mieni_project_close(&project);
    mieni_paths_release(&plan.files);
    if (folder[0] == '\0') {
        strcpy(folder, "/tmp/mien-catalog-XXXXXX");
        CHECK(mkdtemp(folder) != NULL);
    }
    snprintf(root, sizeof root, "%s/%d", folder, turn++);
    mieni_project_open_loose(&project, root);
    clips = (MieniBuildClips){.asset = "lines.clips.json", .shard_count = shard_count};
    plan = (MieniBuildPlan){.clips = &clips, .clips_count = 1};
    write_file("mien.json", "{\"kind\": \"project\", \"version\": 1}");
}

/// What clip i of a shard has: jawOpen always, smile in every second one, and a name that
/// is its shard's own.
static inline int curves_of(int shard, int i, const char *out[3], char own[32])
{
    snprintf(own, 32, "own %d", shard % 50);
    out[0] = "jawOpen";
    out[1] = own;
    out[2] = "smile";
    return i % 2 == 0 ? 3 : 2;
}

static inline void put_shard(int shard, int clip_count, double seconds)
{
    MieniManifest manifest = {.program = "0", .rule = 1, .asset = "lines.clips.json"};
    MieniTextOut text = {0};
    char path[MIENI_PATH_ROOM], full[MIENI_PATH_ROOM], member[64], own[32];
    const MieniContentHash hash = mieni_content_hash("", 0);
    for (int i = 0; i < clip_count; ++i) {
        const char *names[3];
        const int count = curves_of(shard, i, names, own);
        snprintf(member, sizeof member, "lines/%02d/%05d_%04d.csv", shard % 100, shard, i);
        const MieniManifestClip clip = {.member = member,
                                        .hash = hash,
                                        .pack_hash = hash,
                                        .pack_size = 1000 + i,
                                        .seconds = seconds,
                                        .set = mieni_manifest_set(&manifest, names, count)};
        mieni_manifest_add(&manifest, &clip);
    }
    mieni_manifest_put(&manifest, &text);
    CHECK(!text.is_out_of_memory);
    CHECK(mieni_build_shard_path(&project, "lines.clips.json", clips.shard_count, shard, ".manifest", path) &&
          mieni_project_locate(&project, path, full));
    CHECK_STATUS(mieni_file_write_derived(full, text.bytes, text.size, NULL, NULL), MIEN_OK);
    mieni_text_release(&text);
    mieni_manifest_release(&manifest);
}

/// How many clips have a curve, in a catalogue of its own; -1 if it is damaged.
static inline int64_t ask_count(const char *curve)
{
    MieniCatalog *catalog;
    MieniCatalogChoice choice = {0};
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &catalog, NULL), MIEN_OK);
    if (catalog == NULL)
        return -2;
    mieni_catalog_choose(catalog, &curve, 1, false, &choice);
    const MienStatus status = mieni_catalog_status(catalog, NULL);
    CHECK(status == MIEN_OK || status == MIEN_ERROR_DATA);
    const int64_t count = status == MIEN_OK ? choice.clips : -1;
    mieni_catalog_choice_release(&choice);
    mieni_catalog_close(catalog);
    return count;
}

static inline MieniCatalogChanges refresh(void)
{
    MieniCatalogChanges changes;
    MieniProblem problem = {0};
    const MieniCatalogOptions options = {.is_synced_later = true};
    CHECK_STATUS(mieni_catalog_refresh(&project, &plan, &options, &changes, &problem), MIEN_OK);
    if (problem.error.message[0] != '\0')
        printf("%s: %s\n", problem.file, problem.error.message);
    return changes;
}

static inline void end_many(void)
{
    char command[128];
    mieni_project_close(&project);
    mieni_paths_release(&plan.files);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK_INT(system(command), 0);
}
