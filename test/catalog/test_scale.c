// SPDX-License-Identifier: MIT
//
// Times of a catalogue. MIEN_SHARDS=8192 makes it one of a million clips; the default
// is what every run can afford.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "catalog/many.h"

#include <sys/stat.h>

enum { CLIPS = 122 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time); // others may use the machine too
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool count_clip(void *user, const MieniCatalogClip *clip)
{
    CHECK(clip->path[0] != '\0');
    ++*(int *)user;
    return true;
}

static double ask_first(void)
{
    const double begin = now();
    const char *curve = "smile";
    MieniCatalog *catalog;
    MieniCatalogChoice choice = {0};
    int count = 0;
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &catalog, NULL), MIEN_OK);
    mieni_catalog_choose(catalog, &curve, 1, false, &choice);
    mieni_catalog_clips(catalog, &choice, 20, count_clip, &count);
    CHECK_INT(choice.clips, (int64_t)clips.shard_count * CLIPS / 2);
    CHECK_INT(count, 20);
    mieni_catalog_choice_release(&choice);
    mieni_catalog_close(catalog);
    return now() - begin;
}

/// The same within one clips asset, as the editor asks.
static double ask_of_asset(const char *curve, int64_t expected)
{
    const double begin = now();
    const char *asset = clips.asset;
    MieniCatalog *catalog;
    MieniCatalogChoice choice = {0};
    int64_t all;
    int count = 0;
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &catalog, NULL), MIEN_OK);
    mieni_catalog_choose(catalog, &curve, 1, false, &choice);
    mieni_catalog_chosen_of(catalog, &choice, &asset, 1, 100, count_clip, &count, &all);
    CHECK_INT(all, expected);
    CHECK_INT(count, expected < 100 ? expected : 100);
    mieni_catalog_choice_release(&choice);
    mieni_catalog_close(catalog);
    return now() - begin;
}

/// A pattern, with the asset index opened for it; -1 clips: not counted.
static double ask_like(const char *pattern, int64_t *out_count)
{
    const double begin = now();
    MieniCatalog *catalog;
    int shown = 0;
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &catalog, NULL), MIEN_OK);
    mieni_catalog_clips_like(catalog, pattern, 20, count_clip, &shown, out_count);
    CHECK(shown > 0 && shown <= 20);
    mieni_catalog_close(catalog);
    return now() - begin;
}

static void ask_patterns(void)
{
    static const char *const patterns[] = {"**/00500_0010.csv",      "**/0050*",   "**/*_0010.csv",
                                           "lines/**/*500_0010.csv", "**/*50_00*", "**/*.csv",
                                           "**/*9*9_00*.csv"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; ++i) {
        int64_t count;
        const double seconds = ask_like(patterns[i], &count);
        CHECK(count != 0);
        printf("%s: %lld clips, %.2f ms\n", patterns[i], (long long)count, 1e3 * seconds);
    }
}

TEST(takes_no_longer_than_what_changed)
{
    const char *wanted = getenv("MIEN_SHARDS");
    char full[MIENI_PATH_ROOM];
    struct stat status;
    begin_many(wanted != NULL ? atoi(wanted) : 1024);
    for (int i = 0; i < clips.shard_count; ++i)
        put_shard(i, CLIPS, 1);
    wait_a_tick();
    double begin = now();
    CHECK_INT(refresh().read, clips.shard_count);
    const double made = now() - begin;
    begin = now();
    CHECK_INT(refresh().read, 0);
    const double nothing = now() - begin;
    put_shard(clips.shard_count / 2, CLIPS, 2);
    begin = now();
    CHECK_INT(refresh().read, 1);
    const double one = now() - begin;
    const double asked = ask_first();
    CHECK(mieni_project_locate(&project, ".mien/catalogue.db", full) && stat(full, &status) == 0);
    printf("%d clips in %d shards: made in %.2f s of processor time, %.1f MB; nothing changed %.1f ms; one "
           "shard changed "
           "%.1f ms; asked %.2f ms\n",
           clips.shard_count * CLIPS, clips.shard_count, made, (double)status.st_size / 1e6, 1e3 * nothing,
           1e3 * one, 1e3 * asked);
    printf("asked of one asset %.2f ms; for what none has %.2f ms\n",
           1e3 * ask_of_asset("smile", (int64_t)clips.shard_count * CLIPS / 2),
           1e3 * ask_of_asset("missing", 0));
    ask_patterns();
    CHECK(nothing < 0.1 + made && one < 0.5 + made); // orders of magnitude, on any machine
}

CHECK_MAIN
{
    RUN(takes_no_longer_than_what_changed);
    end_many();
}
