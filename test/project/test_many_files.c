// SPDX-License-Identifier: MIT
//
// What a build does to each of a million files: loops on several processors, walks, sorting,
// sums of paths, members of clips assets.

#define _XOPEN_SOURCE 700 // mkdtemp, symlink

#include "support/check.h"

#include "project/build/folders.h"
#include "project/build/stamps.h"
#include "project/files/os.h"
#include "project/files/parallel.h"
#include "project/recipes/recipes.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY = 5003 };

static char folder[64];
static int visits[MANY];

static void visit(void *user, int first, int end)
{
    CHECK(user == visits && first < end);
    for (int i = first; i < end; ++i)
        visits[i]++;
}

/// Every index once, whatever the size of chunks.
TEST(loops)
{
    static const int counts[] = {0, 1, 16, 17, MANY}, chunks[] = {1, 16, 5000, 2000000000};
    for (int c = 0; c < 5; ++c)
        for (int k = 0; k < 4; ++k) {
            memset(visits, 0, sizeof visits);
            mieni_parallel(counts[c], chunks[k], visit, visits);
            for (int i = 0; i < MANY; ++i)
                CHECK(visits[i] == (i < counts[c]));
        }
}

/// Texts that begin alike, end within the eight bytes that decide, and have bytes above 127.
static void add_random(MieniPaths *paths, uint32_t *random)
{
    static const char letters[] = "ab/.\x7f\x80\xff";
    char text[32] = "lines/de/";
    size_t used = strlen(text);
    for (;;) {
        *random = *random * 1664525u + 1013904223u;
        const uint32_t value = *random >> 16;
        if (value % 12 == 0 || used == sizeof text - 1)
            break;
        text[used] = letters[value % (used < 17 ? 2 : 7)]; // so that eight bytes often do not decide
        ++used;
    }
    text[used] = '\0';
    CHECK(mieni_paths_add(paths, text));
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

TEST(sorting)
{
    uint32_t random = 1;
    for (int count = 0; count < 700; count += count < 10 ? 1 : 97) {
        MieniPaths paths = {0};
        char *expected[700];
        for (int i = 0; i < count; ++i)
            add_random(&paths, &random);
        for (int i = 0; i < count; ++i)
            expected[i] = strdup(paths.items[i]);
        qsort(expected, (size_t)count, sizeof *expected, compare);
        mieni_paths_sort(&paths);
        int at = 0;
        for (int i = 0; i < count; ++i)
            if (i == 0 || strcmp(expected[i - 1], expected[i]) != 0) {
                CHECK(at < paths.count);
                CHECK_STR(paths.items[at < paths.count ? at : 0], expected[i]);
                at++;
            }
        CHECK_INT(paths.count, at);
        for (int i = 0; i < count; ++i)
            free(expected[i]);
        mieni_paths_release(&paths);
    }
}

static void put(const char *path)
{
    char full[MIENI_PATH_ROOM];
    snprintf(full, sizeof full, "%s/%s", folder, path);
    CHECK_STATUS(mieni_file_write_derived(full, "x", 1, NULL, NULL), MIEN_OK);
}

static MieniPathSum sum_of(const MieniPaths *paths)
{
    MieniPathSum sum = {0};
    for (int i = paths->count - 1; i >= 0; --i)
        mieni_path_sum_add(&sum, paths->items[i], strlen(paths->items[i]));
    return sum;
}

/// Many folders, and names that sort before and after a slash.
TEST(walks)
{
    char path[128];
    MieniPaths paths = {0};
    for (int i = 0; i < 120; ++i) {
        snprintf(path, sizeof path, "w/%d/%d/file%d.txt", i % 40, i % 3, i * 7919 % 1000);
        put(path);
        snprintf(path, sizeof path, "w/%d/%d.txt", i % 40, i % 3);
        put(path);
        snprintf(path, sizeof path, "w/%d-%d", i % 40, i);
        put(path);
    }
    put("w/.hidden/a");
    put("w/7/attic/a");
    static const char *const ignore[] = {"w/7"};
    CHECK_STATUS(mieni_walk(folder, "w", false, NULL, 0, &paths, NULL), MIEN_OK);
    CHECK_INT(paths.count, 361);
    for (int i = 1; i < paths.count; ++i)
        CHECK(strcmp(paths.items[i - 1], paths.items[i]) < 0);
    CHECK_STATUS(mieni_walk(folder, "w/7", false, NULL, 0, &paths, NULL), MIEN_OK); // what is there already
    CHECK_INT(paths.count, 361);
    mieni_paths_release(&paths);
    CHECK_STATUS(mieni_walk(folder, "w", false, ignore, 1, &paths, NULL), MIEN_OK);
    CHECK_INT(paths.count, 361 - 3 - 3 - 1);
    mieni_paths_release(&paths);
}

/// A folder that cannot be listed is named, the first in order if there are several.
TEST(walks_that_fail)
{
    MieniPaths paths = {0};
    MieniProblem problem = {0};
    char full[MIENI_PATH_ROOM];
    CHECK_STATUS(mieni_walk(folder, "none", false, NULL, 0, &paths, &problem), MIEN_ERROR_FILE);
    snprintf(full, sizeof full, "%s/none", folder);
    CHECK_STR(problem.file, full);
    CHECK(strstr(problem.error.message, "The folder cannot be read: No such file") != NULL);
    char part[200], deep[1100] = "";
    memset(part, 'p', sizeof part);
    part[sizeof part - 1] = '\0';
    for (int i = 0; i < 5; ++i) {
        strcat(deep, i > 0 ? "/" : "");
        strcat(deep, part);
    }
    put("d/b/x");
    snprintf(full, sizeof full, "%s/d/a/%.1000s", folder, deep);
    CHECK_STATUS(mieni_folder_make(full, NULL), MIEN_OK);
    CHECK(chdir(full) == 0);
    CHECK(mkdir(part, 0777) == 0);
    CHECK(chdir("/") == 0);
    CHECK_STATUS(mieni_walk(folder, "d", false, NULL, 0, &paths, &problem), MIEN_ERROR_LIMIT);
    CHECK_STR(problem.error.message, "A path in here is too long.");
    CHECK(strncmp(problem.file, "d/a/ppp", 7) == 0);
    CHECK_INT(paths.count, 0);
    mieni_paths_release(&paths);
}

/// One path more, less, or another one changes the sum, whatever the order.
TEST(sums)
{
    MieniPaths paths = {0};
    char path[64];
    for (int i = 0; i < 3000; ++i) {
        snprintf(path, sizeof path, ".mien/packs/lines/%02d/line_%06d.clip.mien", i / 500, i);
        CHECK(mieni_paths_add(&paths, path));
    }
    const MieniPathSum all = sum_of(&paths);
    for (int i = 0; i < paths.count; ++i) {
        char *at = paths.items[i] + strlen(paths.items[i]) - 1 - i % 20;
        *at ^= (char)(1 << i % 7);
        const MieniPathSum other = sum_of(&paths);
        CHECK(!mieni_path_sum_equal(&all, &other));
        *at ^= (char)(1 << i % 7);
        i += 30;
    }
    char *last = paths.items[--paths.count];
    MieniPathSum rest = sum_of(&paths);
    CHECK(!mieni_path_sum_equal(&all, &rest));
    mieni_path_sum_add(&rest, last, strlen(last));
    CHECK(mieni_path_sum_equal(&all, &rest));
    free(last);
    mieni_paths_release(&paths);
}

/// What the notes of folders come to, and whether a walk says the same.
static MieniPathSum check_folders(const MieniProject *project)
{
    MieniPaths paths = {0};
    MieniPathSum sum = {0};
    CHECK_STATUS(mieni_walk(folder, ".mien/packs", false, NULL, 0, &paths, NULL), MIEN_OK);
    const MieniPathSum wanted = sum_of(&paths);
    CHECK(mieni_build_folders_sum(project, "packs", &sum));
    CHECK(mieni_path_sum_equal(&sum, &wanted));
    mieni_paths_release(&paths);
    return sum;
}

/// Adds or removes a file, or moves or removes a folder with all that is in it.
static void change_folders(uint32_t *random)
{
    char file[128], command[512];
    *random = *random * 1664525u + 1013904223u;
    const uint32_t value = *random >> 8;
    const int a = (int)(value % 5), b = (int)(value / 5 % 4), c = (int)(value / 20 % 6);
    snprintf(file, sizeof file, ".mien/packs/%d/%d/%d.mien", a, b, c);
    const uint32_t kind = value / 120 % 20;
    if (kind < 12) {
        put(file);
        return;
    }
    if (kind < 17)
        snprintf(command, sizeof command, "rm -f %s/%s", folder, file);
    else if (kind < 19)
        snprintf(command, sizeof command, "mv -T %s/.mien/packs/%d %s/.mien/packs/%d 2>/dev/null; true",
                 folder, a, folder, b + 3);
    else
        snprintf(command, sizeof command, "rm -rf %s/.mien/packs/%d", folder, a);
    CHECK(system(command) == 0);
}

/// Notes of folders say what a walk says, however quickly one change follows the other.
TEST(folders)
{
    MieniProject project;
    uint32_t random = 7;
    mieni_project_open_loose(&project, folder);
    MieniPathSum sum;
    CHECK(!mieni_build_folders_sum(&project, "packs", &sum));
    put(".mien/packs/a.mien");
    for (int i = 0; i < 400; ++i) {
        change_folders(&random);
        check_folders(&project);
        if (i % 50 == 0)
            mieni_os_sleep(50000000);
    }
    mieni_project_close(&project);
}

/// Times tell only if the next change would have another one, which takes longer where there are
/// no parts of a second.
TEST(times_that_tell)
{
    const int64_t second = 1000000000, now = 1794824956 * second + 300000000;
    CHECK(!mieni_file_is_settled(now, now));
    CHECK(!mieni_file_is_settled(now - 10000000, now));
    CHECK(mieni_file_is_settled(now - 30000000, now));
    CHECK(!mieni_file_is_settled(now + second, now));
    CHECK(!mieni_file_is_settled(now / second * second, now));
    CHECK(!mieni_file_is_settled(now / second * second - second, now));
    CHECK(mieni_file_is_settled(now / second * second - 2 * second, now));
}

/// Folders that did not change are not listed: then a note that lies is believed.
TEST(folders_unchanged)
{
    static const char *const wrong[] = {"",
                                        "folders 2\n",
                                        "folders 1\n1 1 1 1 packs\n",
                                        "folders 1\n0 0 0 2147483647 packs\n",
                                        "folders 1\n0 0 0 0 ../packs\n",
                                        "folders 1\n0 0 0 1 packs\n0 0 0 1 1\n0 0 0 -1 x\n"};
    MieniProject project;
    MieniPathSum sum;
    MieniBuffer note = {0};
    char file[MIENI_PATH_ROOM];
    mieni_project_open_loose(&project, folder);
    CHECK(mieni_project_locate(&project, ".mien/packs.folders", file));
    put(".mien/packs/9/9/1.mien");
    check_folders(&project);
    CHECK_STATUS(mieni_file_read(file, &note, NULL), MIEN_OK);
    CHECK(strstr(note.bytes, "\n0 ") != NULL); // a moment ago: its time would not tell of the next change
    mieni_buffer_release(&note);
    mieni_os_sleep(50000000);
    const MieniPathSum all = check_folders(&project);
    CHECK_STATUS(mieni_file_read(file, &note, NULL), MIEN_OK);
    CHECK(strstr(note.bytes, "\n0 ") == NULL);
    char *at = strstr(note.bytes, " 1 ");
    CHECK(at != NULL && strncmp(note.bytes, "folders 1\n", 10) == 0);
    if (at != NULL)
        at[1] = '3';
    CHECK_STATUS(mieni_file_write(file, note.bytes, note.size, NULL, NULL), MIEN_OK);
    CHECK(mieni_build_folders_sum(&project, "packs", &sum));
    CHECK(sum.count == all.count + 2);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        CHECK_STATUS(mieni_file_write(file, wrong[i], strlen(wrong[i]), NULL, NULL), MIEN_OK);
        check_folders(&project);
    }
    mieni_buffer_release(&note);
    mieni_project_close(&project);
}

static MieniAsset read_clips(const char *patterns)
{
    MieniAsset asset;
    char text[400];
    snprintf(text, sizeof text,
             "{\"kind\": \"clips\", \"version\": 1, \"files\": [%s], \"exclude\": [\"b/no/**\"], "
             "\"except\": [{\"file\": \"b/skip.csv\", \"skip\": true}]}",
             patterns);
    CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_CLIPS, text, strlen(text), NULL, NULL), MIEN_OK);
    return asset;
}

static bool add_member(void *user, const char *member)
{
    MieniTextOut *out = user;
    mieni_text_putf(out, "%s|", member);
    return true;
}

/// Found by where patterns begin, members are those that each file says by itself.
TEST(members)
{
    static const char *const files[] = {"a.csv",   "a/1.csv",    "b.clip.json", "b.csv",   "b/1.csv",
                                        "b/2.csv", "b/no/3.csv", "b/skip.csv",  "b0.csv",  "bb/1.csv",
                                        "c/1.csv", "c/1.txt",    "d.csv",       "z/1.csv", "z/2.csv"};
    static const char *const patterns[] = {
        "\"b/**/*.csv\"",
        "\"b/1.csv\"",
        "\"**/*.csv\"",
        "\"*.csv\"",
        "\"z/*\", \"a/*\"",
        "\"c/?.csv\"",
        "\"none/*\"",
        "\"none/*\", \"b*\"",
        "\"z/*\", \"b/1.csv\"",
        "\"b/1.csv/*\"",
        "\"b*.json\", \"c/1.t*\"",
        "\"b?/*\"",
        "\"zz*\", \"a.csv\"",
        "\"0*\"",
    };
    MieniPaths all = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        CHECK(mieni_paths_add(&all, files[i]));
    mieni_paths_sort(&all);
    int total = 0;
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; ++p) {
        MieniAsset asset = read_clips(patterns[p]);
        MieniTextOut found = {0}, expected = {0};
        mieni_text_put(&found, "");
        mieni_text_put(&expected, "");
        CHECK(mieni_clips_find(&asset, &all, add_member, &found));
        for (int i = 0; i < all.count; ++i)
            if (mieni_clips_has(&asset, all.items[i])) {
                mieni_text_putf(&expected, "%s|", all.items[i]);
                total++;
            }
        CHECK_STR(found.bytes, expected.bytes);
        mieni_text_release(&found);
        mieni_text_release(&expected);
        mieni_asset_release(&asset);
    }
    CHECK(total > 20);
    mieni_paths_release(&all);
}

CHECK_MAIN
{
    snprintf(folder, sizeof folder, "/tmp/mien-many-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return;
    RUN(loops);
    RUN(sorting);
    RUN(walks);
    RUN(walks_that_fail);
    RUN(sums);
    RUN(folders);
    RUN(folders_unchanged);
    RUN(times_that_tell);
    RUN(members);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}
