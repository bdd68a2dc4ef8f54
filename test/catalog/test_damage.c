// SPDX-License-Identifier: MIT
//
// Catalogues that are damaged, foreign, half-written or in use: they never end the
// program, and are made again.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "catalog/many.h"
#include "catalog/store.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { SHARDS = 8, CLIPS = 40 };

static char database[MIENI_PATH_ROOM];

static void begin_good(MieniBuffer *out_bytes)
{
    begin_many(SHARDS);
    for (int i = 0; i < SHARDS; ++i)
        put_shard(i, CLIPS, 1);
    wait_a_tick();
    refresh();
    CHECK(mieni_project_locate(&project, ".mien/catalogue.db", database));
    CHECK_STATUS(mieni_file_read(database, out_bytes, NULL), MIEN_OK);
}

static void put_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size);
    CHECK(fclose(file) == 0);
}

static void put_database(const void *bytes, size_t size) { put_file(database, bytes, size); }

static bool see_clip(void *user, const MieniCatalogClip *clip)
{
    *(size_t *)user += strlen(clip->path) + strlen(clip->asset);
    return true;
}

static MieniCatalogFit fit_all(void *user, const char *path)
{
    *(size_t *)user += strlen(path);
    return MIENI_FIT;
}

static bool see_curve(void *user, const char *name, int64_t count)
{
    *(size_t *)user += strlen(name) + (size_t)count;
    return true;
}

static bool see_name(void *user, const char *name)
{
    *(size_t *)user += strlen(name);
    return true;
}

/// Everything is asked; whatever it says, it says it in order.
static MienStatus ask_all(void)
{
    MieniCatalog *catalog;
    MieniCatalogChoice choice = {0};
    size_t sum = 0;
    int64_t count;
    const char *curve = "smile", *asset = "lines.clips.json";
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &catalog, NULL), MIEN_OK);
    if (catalog == NULL)
        return MIEN_ERROR_FILE;
    mieni_catalog_choose(catalog, &curve, 1, true, &choice);
    mieni_catalog_choose_pose(catalog, "smile", &choice);
    mieni_catalog_clips(catalog, &choice, 20, see_clip, &sum);
    mieni_catalog_clips(catalog, &choice, 0, see_clip, &sum);
    mieni_catalog_clips_like(catalog, "**/*3*", 0, see_clip, &sum, &count);
    mieni_catalog_clip_curves(catalog, "lines/03/00003_0004.csv", see_name, &sum);
    mieni_catalog_curves(catalog, see_name, &sum);
    mieni_catalog_lacking(catalog, "smile", see_name, &sum);
    mieni_catalog_clips_of(catalog, &asset, 1, 5, fit_all, see_clip, &sum, &count);
    mieni_catalog_chosen_of(catalog, &choice, &asset, 1, 5, see_clip, &sum, &count);
    mieni_catalog_curves_of(catalog, &asset, 1, see_curve, &sum);
    const MienStatus status = mieni_catalog_status(catalog, NULL);
    CHECK(status == MIEN_OK || status == MIEN_ERROR_DATA);
    mieni_catalog_choice_release(&choice);
    mieni_catalog_close(catalog);
    return status;
}

/// As a command does it: asked, made again if it is damaged, and then right.
static void check_mended(void)
{
    if (ask_all() == MIEN_ERROR_DATA)
        mieni_catalog_remove(&project);
    refresh();
    if (ask_all() == MIEN_ERROR_DATA) {
        mieni_catalog_remove(&project);
        refresh();
    }
    CHECK_STATUS(ask_all(), MIEN_OK);
}

TEST(what_is_no_catalogue_is_replaced)
{
    MieniBuffer good;
    begin_good(&good);
    static const char *const others[] = {
        "CREATE TABLE clip(path)",
        "CREATE VIEW clip AS SELECT 1 AS id, 'x' AS path",
        "PRAGMA application_id = 1835623790; PRAGMA user_version = 1; CREATE TABLE clip(path)",
    };
    put_database("a text, and no database at all", 30);
    CHECK_INT(ask_count("jawOpen"), 0); // a new one, which is empty
    CHECK_INT(refresh().read, SHARDS);
    CHECK_INT(ask_count("jawOpen"), SHARDS * CLIPS);
    put_database("", 0);
    CHECK_INT(refresh().read, SHARDS);
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        sqlite3 *other;
        unlink(database);
        CHECK_INT(sqlite3_open(database, &other), SQLITE_OK);
        CHECK_INT(sqlite3_exec(other, others[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(other);
        CHECK_INT(refresh().read, SHARDS);
        CHECK_INT(ask_count("jawOpen"), SHARDS * CLIPS);
    }
    mieni_buffer_release(&good);
}

/// SQLite would wait for the other end of a pipe, or write its journal where a link leads to.
TEST(what_is_no_file_beside_it_is_removed)
{
    static const char *const endings[] = {"-journal", "-wal", "-shm", ""};
    MieniBuffer good;
    struct stat status;
    char victim[sizeof database + 16], path[sizeof database + 16];
    begin_good(&good);
    project.is_confined = true;
    snprintf(victim, sizeof victim, "%s.victim", database);
    for (int i = 0; i < 8; ++i) {
        snprintf(path, sizeof path, "%s%s", database, endings[i / 2]);
        unlink(path);
        put_file(victim, "keep", 4);
        CHECK(i % 2 == 0 ? mkfifo(path, 0600) == 0 : symlink(victim, path) == 0);
        alarm(20);
        refresh();
        CHECK_INT(ask_count("jawOpen"), SHARDS * CLIPS);
        alarm(0);
        CHECK(lstat(path, &status) != 0 || S_ISREG(status.st_mode));
        CHECK(stat(victim, &status) == 0 && status.st_size == 4);
    }
    unlink(victim);
    project.is_confined = false;
    mieni_buffer_release(&good);
}

/// One of ours, but for something that would run within our statements.
TEST(what_is_more_than_ours_is_made_again)
{
    MieniBuffer good;
    sqlite3 *other;
    begin_good(&good);
    CHECK_INT(sqlite3_open(database, &other), SQLITE_OK);
    CHECK_INT(sqlite3_exec(other, "CREATE TRIGGER more AFTER INSERT ON clip BEGIN DELETE FROM curve; END",
                           NULL, NULL, NULL),
              SQLITE_OK);
    sqlite3_close(other);
    put_shard(1, CLIPS, 2);
    CHECK_INT(refresh().read, SHARDS);
    CHECK_INT(ask_count("smile"), SHARDS * CLIPS / 2);
    mieni_buffer_release(&good);
}

/// Numbers that no catalogue of ours comes to would take memory by their size.
TEST(large_numbers_take_no_memory)
{
    static const char *const changes[] = {
        "UPDATE source SET id = 100000000 + id",
        "UPDATE clip SET id = id + (100000000 << 20); UPDATE source SET id = 100000000 + id",
        "UPDATE clip SET curve_set = 100000000 + curve_set",
        "UPDATE curve_set SET id = 100000000 + id; UPDATE curve_in_set SET curve_set = 100000000 + curve_set",
        "UPDATE listing SET source = 9223372036854775800 WHERE source = (SELECT min(source) FROM listing)",
        "UPDATE source SET id = -id - 9223372036854775000",
    };
    MieniBuffer good;
    struct rusage before, after;
    begin_good(&good);
    CHECK(getrusage(RUSAGE_SELF, &before) == 0);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        sqlite3 *other;
        put_database(good.bytes, good.size);
        CHECK_INT(sqlite3_open(database, &other), SQLITE_OK);
        CHECK_INT(sqlite3_exec(other, changes[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(other);
        check_mended();
    }
    CHECK(getrusage(RUSAGE_SELF, &after) == 0);
    CHECK(after.ru_maxrss - before.ru_maxrss < 200000); // in KB
    mieni_buffer_release(&good);
}

TEST(other_versions_are_made_again)
{
    MieniBuffer good;
    sqlite3 *other;
    begin_good(&good);
    CHECK_INT(sqlite3_open(database, &other), SQLITE_OK);
    CHECK_INT(sqlite3_exec(other, "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    CHECK_INT(refresh().read, SHARDS);
    CHECK_INT(ask_count("smile"), SHARDS * CLIPS / 2);
    mieni_buffer_release(&good);
}

TEST(cut_short_it_is_made_again)
{
    MieniBuffer good;
    begin_good(&good);
    for (size_t size = 0; size < good.size; size += 1 + good.size / 97) {
        put_database(good.bytes, size);
        check_mended();
    }
    put_database(good.bytes, good.size / 2);
    refresh();
    CHECK_STATUS(ask_all(), MIEN_OK);
    CHECK_INT(ask_count("jawOpen"), SHARDS * CLIPS);
    mieni_buffer_release(&good);
}

TEST(flipped_bits_end_nothing)
{
    MieniBuffer good;
    uint64_t random = 1;
    begin_good(&good);
    for (int round = 0; round < 400; ++round) {
        char *bytes = malloc(good.size);
        CHECK(bytes != NULL);
        memcpy(bytes, good.bytes, good.size);
        for (int i = 0; i < 1 + round % 40; ++i) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            // Every second time near the beginning of a page, where its structure is.
            const size_t at = round % 2 == 0 ? (size_t)(random >> 20) % good.size
                                             : ((size_t)(random >> 20) % good.size & ~(size_t)4095) +
                                                   (size_t)(random >> 50) % 64;
            bytes[at % good.size] ^= (char)(1 << (random >> 60 & 7));
        }
        put_database(bytes, good.size);
        check_mended();
        free(bytes);
    }
    mieni_buffer_release(&good);
}

/// Changes every shard, over and over, until it is killed.
static void update_for_ever(void)
{
    for (int round = 0;; ++round) {
        MieniCatalogChanges changes;
        const MieniCatalogOptions options = {.is_synced_later = true};
        for (int i = 0; i < SHARDS; ++i)
            put_shard(i, round % 2 == 0 ? CLIPS / 2 : CLIPS, 1 + round);
        mieni_catalog_refresh(&project, &plan, &options, &changes, NULL);
    }
}

TEST(killed_while_writing_it_is_whole)
{
    MieniBuffer good;
    begin_good(&good);
    for (int round = 0; round < 25; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            update_for_ever();
            _exit(0);
        }
        nanosleep(&(struct timespec){.tv_nsec = 3000000 + 1700000L * round}, NULL);
        CHECK(child > 0 && kill(child, SIGKILL) == 0);
        CHECK(waitpid(child, NULL, 0) == child);
        const int64_t count = ask_count("jawOpen"); // nothing was undone by being made again
        CHECK(count >= SHARDS * CLIPS / 2 && count <= SHARDS * CLIPS);
        CHECK_STATUS(ask_all(), MIEN_OK);
        for (int i = 0; i < SHARDS; ++i) // a manifest may have been cut short
            put_shard(i, CLIPS, 1);
        wait_a_tick();
        refresh();
        CHECK_INT(ask_count("jawOpen"), SHARDS * CLIPS);
    }
    mieni_buffer_release(&good);
}

TEST(readers_go_on_while_it_is_written)
{
    MieniBuffer good;
    MieniCatalog *writer;
    begin_good(&good);
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &writer, NULL), MIEN_OK);
    mieni_catalog_begin(writer);
    mieni_sql_do(writer, "DELETE FROM curve_set");
    CHECK_INT(ask_count("jawOpen"), SHARDS * CLIPS);
    CHECK_STATUS(mieni_catalog_end(writer, NULL), MIEN_OK);
    CHECK_INT(ask_count("jawOpen"), 0);
    mieni_catalog_close(writer);
    mieni_buffer_release(&good);
}

CHECK_MAIN
{
    RUN(what_is_no_catalogue_is_replaced);
    RUN(what_is_no_file_beside_it_is_removed);
    RUN(what_is_more_than_ours_is_made_again);
    RUN(large_numbers_take_no_memory);
    RUN(other_versions_are_made_again);
    RUN(cut_short_it_is_made_again);
    RUN(flipped_bits_end_nothing);
    RUN(killed_while_writing_it_is_whole);
    RUN(readers_go_on_while_it_is_written);
    end_many();
}
