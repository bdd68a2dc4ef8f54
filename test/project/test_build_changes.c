// SPDX-License-Identifier: MIT
//
// Whatever changes in a project of many clips, the next build finds it, and nothing else: enough
// folders, clips and shards that they are looked at on several processors.

#define _GNU_SOURCE // mkdtemp, nftw

#include "support/check.h"

#include "project/build/build.h"
#include "project/build/lists.h"
#include "project/build/stamps.h"
#include "project/files/content_hash.h"
#include "project/files/os.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDERS = 40, TAKES = 2100, SHARDS = 16 };

static char folder[64] = "/tmp/mien-changes-XXXXXX";
static MieniProject project;

static void locate(const char *path, char full[MIENI_PATH_ROOM])
{
    CHECK(mieni_project_locate(&project, path, full));
}

static void put(const char *path, const char *text)
{
    char full[MIENI_PATH_ROOM];
    locate(path, full);
    CHECK_STATUS(mieni_file_write_derived(full, text, strlen(text), NULL, NULL), MIEN_OK);
}

static void take_path(int index, char out[64])
{
    snprintf(out, 64, "takes/%02d/t%d.csv", index % FOLDERS, index);
}

static void put_at(const char *path, const char *value)
{
    char text[128];
    snprintf(text, sizeof text, "time,jaw\n0,0\n0.5,%s\n1,0\n", value);
    put(path, text);
}

static void put_take(int index, const char *value)
{
    char path[64];
    take_path(index, path);
    put_at(path, value);
}

static void move(const char *from, const char *to)
{
    char one[MIENI_PATH_ROOM], other[MIENI_PATH_ROOM];
    locate(from, one);
    locate(to, other);
    CHECK(rename(one, other) == 0);
}

static void delete (const char *path)
{
    char full[MIENI_PATH_ROOM];
    locate(path, full);
    CHECK(unlink(full) == 0);
}

static void date(const char *path, time_t seconds)
{
    char full[MIENI_PATH_ROOM];
    locate(path, full);
    CHECK(utimensat(AT_FDCWD, full, (const struct timespec[]){{seconds, 7}, {seconds, 7}}, 0) == 0);
}

static bool exists(const char *path)
{
    char full[MIENI_PATH_ROOM];
    locate(path, full);
    return mieni_file_exists(full);
}

/// Stamps do not trust times that are too close.
static void wait(void) { usleep(50000); }

static MieniBuildResult build(void)
{
    MieniBuildResult result;
    MieniProblem problem = {0};
    const MieniBuildOptions options = {.program = MIEN_PROGRAM};
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_OK);
    if (problem.error.message[0] != '\0')
        fprintf(stderr, "%s: %s\n", problem.file, problem.error.message);
    CHECK_INT(result.failed, 0);
    return result;
}

/// A build of settled files cooks, leaves unchanged, and removes these numbers of packs; after it there
/// is nothing to do.
#define CHECK_BUILD(cooks, leaves, removes)                                                                  \
    do {                                                                                                     \
        wait();                                                                                              \
        const MieniBuildResult built = build();                                                              \
        CHECK_INT(built.cooked, cooks);                                                                      \
        CHECK_INT(built.unchanged, leaves);                                                                  \
        CHECK_INT(built.removed, removes);                                                                   \
        wait();                                                                                              \
        const MieniBuildResult again = build();                                                              \
        CHECK_INT(again.due, 0);                                                                             \
        CHECK_INT(again.removed, 0);                                                                         \
    } while (0)

static MieniContentHash packs(void)
{
    MieniPaths files = {0};
    MieniTextOut all = {0};
    CHECK_STATUS(mieni_walk(project.root, ".mien/packs", false, NULL, 0, &files, NULL), MIEN_OK);
    for (int i = 0; i < files.count; ++i) {
        char full[MIENI_PATH_ROOM];
        MieniBuffer buffer = {0};
        locate(files.items[i], full);
        CHECK_STATUS(mieni_file_read(full, &buffer, NULL), MIEN_OK);
        mieni_text_put(&all, files.items[i]);
        mieni_text_put_bytes(&all, buffer.bytes, buffer.size);
        mieni_buffer_release(&buffer);
    }
    CHECK(files.count > TAKES / 2);
    const MieniContentHash hash = mieni_content_hash(all.bytes, all.size);
    mieni_text_release(&all);
    mieni_paths_release(&files);
    return hash;
}

TEST(begin)
{
    mieni_project_open_loose(&project, folder);
    put("mien.json", "{\"kind\": \"project\", \"version\": 1, \"ignore\": [\"attic\"]}");
    CHECK_STATUS(mieni_project_open(&project, folder, NULL), MIEN_OK);
    put("a.skeleton.json", "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}]}");
    CHECK_INT(build().cooked, 1); // so that it is older than what is made with it
    put("all.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", "
                          "\"files\": [\"takes/**/*.csv\"]}");
    for (int i = 0; i < TAKES; ++i)
        put_take(i, "1");
    wait();
    CHECK_INT(build().cooked, TAKES);
    CHECK(exists(".mien/shards/all.clips/16-15.done"));
    wait();
    CHECK_INT(build().due, 0);
}

/// Every member is in one list, with its stamp, in order.
TEST(lists)
{
    int count = 0;
    for (int i = 0; i < SHARDS; ++i) {
        char path[64], full[MIENI_PATH_ROOM], *rest = NULL, before[MIENI_PATH_ROOM] = "";
        MieniBuffer list = {0};
        snprintf(path, sizeof path, ".mien/shards/all.clips/%d-%d.list", SHARDS, i);
        locate(path, full);
        CHECK_STATUS(mieni_file_read(full, &list, NULL), MIEN_OK);
        strtok_r(list.bytes, "\n", &rest);
        CHECK_STR(strtok_r(NULL, "\n", &rest), "all.clips.json");
        for (const char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL; ++count) {
            const char *member = mieni_build_list_member(line);
            char expected[MIENI_PATH_ROOM + 64];
            const MieniFileStamp stamp = mieni_stamp_look(&project, member);
            CHECK(stamp != 0);
            snprintf(expected, sizeof expected, "input %016llx %s", (unsigned long long)stamp, member);
            CHECK_STR(line, expected);
            CHECK_INT(mieni_build_shard_of(member, SHARDS), i);
            CHECK(strcmp(before, member) < 0);
            snprintf(before, sizeof before, "%s", member);
        }
        mieni_buffer_release(&list);
    }
    CHECK_INT(count, TAKES);
}

TEST(contents)
{
    put_take(700, "0.25"); // more bytes
    put_take(1999, "2");   // as many
    CHECK_BUILD(2, 0, 0);
    put_take(5, "3"); // and again as soon as it is cooked
    CHECK_INT(build().cooked, 1);
    put_take(5, "4");
    CHECK_INT(build().cooked, 1);
    wait();
    CHECK_INT(build().cooked, 0); // contents are compared, because the file had just changed
    CHECK_BUILD(0, 0, 0);
    char path[64];
    take_path(1234, path);
    put_at(path, "5");
    date(path, 1000); // older than it was, as by a checkout that keeps times
    CHECK_BUILD(1, 0, 0);
    date(path, 2000); // only its time
    CHECK_BUILD(0, 0, 0);
}

TEST(names)
{
    put_at("takes/07/a new one.csv", "6");
    put_at("takes/new/deep/t.csv", "7");
    CHECK_BUILD(2, 0, 0);
    CHECK(exists(".mien/packs/takes/new/deep/t.clip.mien"));
    delete ("takes/07/t7.csv");
    CHECK_BUILD(0, 0, 1);
    CHECK(!exists(".mien/packs/takes/07/t7.clip.mien"));
    move("takes/08/t8.csv", "takes/08/t8b.csv"); // its time goes with it
    CHECK_BUILD(1, 0, 1);
    CHECK(exists(".mien/packs/takes/08/t8b.clip.mien") && !exists(".mien/packs/takes/08/t8.clip.mien"));
    move("takes/09/t9.csv", "takes/x"); // two change places; one of them was cooked with another value
    move("takes/05/t5.csv", "takes/09/t9.csv");
    move("takes/x", "takes/05/t5.csv");
    CHECK_BUILD(2, 0, 0);
    move("takes/new", "attic"); // which is no part of the project
    CHECK_BUILD(0, 0, 1);
}

static void hear_problem(void *user, const MieniBuildEvent *event)
{
    if (event->kind == MIENI_BUILD_ERROR)
        *(MieniProblem *)user = *event->problem;
}

/// A name that no pack can have is refused and named, and holds up no other.
TEST(bad_names)
{
    static const char bad[] = "takes/30/t30\\.csv";
    MieniBuildResult result;
    MieniProblem problem = {0};
    const MieniBuildOptions options = {.program = MIEN_PROGRAM, .listen = hear_problem, .user = &problem};
    put_at(bad, "1");
    put_take(31, "8");
    wait();
    CHECK_STATUS(mieni_build(&project, &options, &result, NULL), MIEN_OK);
    CHECK_STR(problem.file, bad);
    CHECK(strstr(problem.error.message, "cannot be used in a project") != NULL);
    CHECK_INT(result.failed, 1);
    CHECK_INT(result.cooked, 1);
    delete (bad);
    CHECK_BUILD(0, 0, 0);
}

static void put_link(const char *to)
{
    char full[MIENI_PATH_ROOM];
    locate("takes/11/linked.csv", full);
    unlink(full);
    CHECK(symlink(to, full) == 0);
}

/// A member that is a link changes when what it leads to does.
TEST(links)
{
    put_at("elsewhere.txt", "1");
    put_at("elsewhere2.txt", "2");
    put_link("../../elsewhere.txt");
    CHECK_BUILD(1, 0, 0);
    put_at("elsewhere.txt", "3");
    CHECK_BUILD(1, 0, 0);
    put_link("../../elsewhere2.txt");
    CHECK_BUILD(1, 0, 0);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status, (void)type, (void)at;
    return remove(path);
}

static int members_of_folder(int index)
{
    char path[64], full[MIENI_PATH_ROOM];
    MieniPaths files = {0};
    snprintf(path, sizeof path, "takes/%02d", index);
    locate(path, full);
    CHECK_STATUS(mieni_walk(full, "", false, NULL, 0, &files, NULL), MIEN_OK);
    const int count = files.count;
    mieni_paths_release(&files);
    return count;
}

TEST(results)
{
    char full[MIENI_PATH_ROOM];
    const MieniContentHash before = packs();
    delete (".mien/packs/takes/12/t12.clip.mien");
    CHECK_BUILD(1, 0, 0);
    move(".mien/packs/takes/13/t13.clip.mien", ".mien/packs/takes/13/t13x.clip.mien"); // as many as before
    CHECK_BUILD(1, 0, 1);
    put(".mien/packs/takes/14/none.clip.mien", "of nothing");
    put(".mien/packs/takes/14/t14.clip.mien.12-0123abcd.tmp", "half");
    CHECK_BUILD(0, 0, 1);
    CHECK(!exists(".mien/packs/takes/14/t14.clip.mien.12-0123abcd.tmp"));
    locate(".mien/packs/takes/15", full);
    CHECK(nftw(full, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0);
    CHECK_BUILD(members_of_folder(15), 0, 0);
    const MieniContentHash after = packs();
    CHECK_STR(after.hex, before.hex);
}

/// When the shard of a pack was done.
static int64_t done_at(int shard)
{
    char path[64], full[MIENI_PATH_ROOM];
    MieniOsInfo info = {0};
    snprintf(path, sizeof path, ".mien/shards/all.clips/%d-%d.done", SHARDS, shard);
    locate(path, full);
    CHECK(mieni_os_look(full, &info));
    return info.time;
}

/// Of all shards, only that of a pack which is gone is done again.
TEST(missing_pack)
{
    int64_t before[SHARDS];
    const int shard = mieni_build_shard_of("takes/12/t12.csv", SHARDS);
    for (int i = 0; i < SHARDS; ++i)
        before[i] = done_at(i);
    delete (".mien/packs/takes/12/t12.clip.mien");
    CHECK_BUILD(1, 0, 0);
    for (int i = 0; i < SHARDS; ++i)
        CHECK_INT(done_at(i) != before[i], i == shard);
}

static int members_of_shard(int shard)
{
    MieniBuildPlan plan;
    int count = 0;
    CHECK_STATUS(mieni_build_plan(&project, &plan, NULL), MIEN_OK);
    CHECK_INT(plan.clips[0].shard_count, SHARDS);
    for (int i = 0; i < plan.step_count; ++i)
        count += plan.steps[i].shard == shard;
    mieni_build_plan_release(&plan);
    CHECK(count > 10);
    return count;
}

static MieniBuffer read_file(const char *path)
{
    char full[MIENI_PATH_ROOM];
    MieniBuffer buffer = {0};
    locate(path, full);
    CHECK_STATUS(mieni_file_read(full, &buffer, NULL), MIEN_OK);
    return buffer;
}

/// Puts another text, of the same length, for the first that is there.
static void replace(const char *path, const char *from, const char *to)
{
    MieniBuffer buffer = read_file(path);
    char *at = strstr(buffer.bytes, from);
    CHECK(at != NULL);
    if (at != NULL)
        memcpy(at, to, strlen(to));
    put(path, buffer.bytes);
    mieni_buffer_release(&buffer);
}

/// What shards know of themselves: lost, or of another version of the program.
TEST(notes)
{
    static const char *const endings[] = {"list", "done"};
    char path[64];
    for (int i = 0; i < 2; ++i) {
        snprintf(path, sizeof path, ".mien/shards/all.clips/16-7.%s", endings[i]);
        delete (path);
        const MieniBuildResult result = build();
        CHECK_INT(result.due, i); // without its list, a shard is done as before
        CHECK_INT(result.cooked + result.unchanged, 0);
        CHECK(exists(path));
        CHECK_INT(build().due, 0);
    }
    const int members = members_of_shard(8);
    replace(".mien/shards/all.clips/16-8.done", "rule 2", "rule 0"); // an older one's
    replace(".mien/shards/all.clips/16-8.stamps", "rule 2", "rule 0");
    CHECK_BUILD(0, 0, 0);
    replace(".mien/shards/all.clips/16-8.done", "rule 2", "rule 0");
    replace(".mien/shards/all.clips/16-8.stamps", "rule 2", "rule 0");
    replace(".mien/shards/all.clips/16-8.manifest", "\"rule\": 2", "\"rule\": 0");
    CHECK_BUILD(0, members, 0);
}

/// Stamps that are empty, as after a loss of power, or lack what a clip was made from: contents are
/// compared.
TEST(stamps)
{
    static const char stamps[] = ".mien/shards/all.clips/16-7.stamps";
    char take[64], text[128];
    int index = 0;
    for (take_path(index, take); !exists(take) || mieni_build_shard_of(take, SHARDS) != 7;
         take_path(index, take))
        ++index;
    put(stamps, "");
    delete (".mien/shards/all.clips/16-7.done");
    CHECK_BUILD(0, 0, 0);
    snprintf(text, sizeof text, "stamps of packs and rule 2\nmember %s\n", take);
    put(stamps, text);
    put_take(index, "0.125");
    CHECK_BUILD(1, 0, 0);
    CHECK_BUILD(0, 0, 0);
    MieniBuffer right = read_file(stamps);
    const char *first = strstr(right.bytes, "\nmember "); // others have the same inputs
    CHECK(first != NULL && strstr(first + 1, "\nmember ") == NULL);
    CHECK_INT(strstr(right.bytes, "\nagain ") != NULL, members_of_shard(7) > 1);
    static const char *const wrong[] = {"again 0 0 a\n", "member 0123456789abcdef 0123456789abcdef \n",
                                        "member 0123456789abcdef 0123456789abcdef a",
                                        "member 0000000000000000 0000000000000000 takes/0.csv\ninput 1 a\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        snprintf(text, sizeof text, "stamps of entries and rule 2\n%s", wrong[i]);
        put(stamps, text);
        delete (".mien/shards/all.clips/16-7.done");
        CHECK_BUILD(0, 0, 0); // contents are compared, and stamps written again
        MieniBuffer now = read_file(stamps);
        CHECK_STR(now.bytes, right.bytes);
        mieni_buffer_release(&now);
    }
    mieni_buffer_release(&right);
}

/// Sums of lists that are lost, damaged, or of another version: lists are compared.
TEST(sums)
{
    static const char sums[] = ".mien/shards/all.clips/16-0.sums";
    static const char *const wrong[] = {"", "sums of rule 0\n", "sums of rule 2\n1 2 3\n",
                                        "sums of rule 2\n-\n"};
    CHECK_BUILD(0, 0, 0);
    MieniBuffer right = read_file(sums);
    delete (sums);
    for (size_t i = 0; i <= sizeof wrong / sizeof *wrong; ++i) {
        CHECK_BUILD(0, 0, 0);
        MieniBuffer now = read_file(sums);
        CHECK_STR(now.bytes, right.bytes);
        mieni_buffer_release(&now);
        if (i < sizeof wrong / sizeof *wrong)
            put(sums, wrong[i]);
    }
    replace(".mien/shards/all.clips/16-0.list", "rule 2", "rule 0"); // as another version would leave both
    struct stat list;
    char full[MIENI_PATH_ROOM], time_text[32];
    locate(".mien/shards/all.clips/16-0.list", full);
    CHECK(stat(full, &list) == 0);
    snprintf(time_text, sizeof time_text, "\n%lld%09ld ", (long long)list.st_ctim.tv_sec,
             list.st_ctim.tv_nsec);
    memcpy(strchr(right.bytes, '\n'), time_text, strlen(time_text));
    memcpy(right.bytes, "sums of rule 0", 14);
    put(sums, right.bytes);
    wait();
    CHECK_INT(build().due, 0);
    MieniBuffer renewed = read_file(".mien/shards/all.clips/16-0.list");
    CHECK(strncmp(renewed.bytes, "rule 2\n", 7) == 0);
    mieni_buffer_release(&renewed);
    put_take(3, "8"); // known lists, and one clip that is new
    CHECK_BUILD(1, 0, 0);
    mieni_buffer_release(&right);
}

/// What all clips have in common; and in the end the same bytes as from nothing.
TEST(common)
{
    char full[MIENI_PATH_ROOM], aside[MIENI_PATH_ROOM];
    put("all.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", "
                          "\"files\": [\"takes/**/*.csv\"], \"exclude\": [\"takes/20/*\"]}");
    const int excluded = members_of_folder(20);
    wait();
    MieniBuildResult result = build();
    CHECK_INT(result.removed, excluded);
    CHECK_INT(result.cooked, 0);
    CHECK_INT(result.unchanged, result.packs - 1); // all of them are looked at
    put("a.skeleton.json", "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"base\"}]}");
    wait();
    result = build();
    CHECK_INT(result.cooked + result.unchanged, result.packs);
    CHECK_BUILD(0, 0, 0);
    const MieniContentHash after = packs();
    locate(".mien", full);
    locate("attic/build", aside);
    CHECK(rename(full, aside) == 0);
    CHECK_INT(build().cooked, result.packs);
    const MieniContentHash rebuilt = packs();
    CHECK_STR(after.hex, rebuilt.hex);
    mieni_project_close(&project);
}

/// Only a line that is wholly one of a list counts as such: "input", 16 digits, a path.
TEST(lines_of_lists)
{
    MieniPathSum sum = {0}, same = {0}, none = {0};
    CHECK(mieni_build_list_sum("input 00000000000000ff takes/a b.csv", &sum));
    mieni_path_sum_add_file(&same, "takes/a b.csv", 255);
    CHECK(mieni_path_sum_equal(&sum, &same) && !mieni_path_sum_equal(&sum, &none));
    CHECK_STR(mieni_build_list_member("input 00000000000000ff takes/a b.csv"), "takes/a b.csv");
    CHECK(!mieni_build_list_sum("output 00000000000000ff takes/a.csv", &none));
    CHECK(!mieni_build_list_sum("takes/a.csv", &none));
    CHECK(!mieni_build_list_sum("", &none));
    CHECK(mieni_path_sum_equal(&none, &(MieniPathSum){0}));
    CHECK(!mieni_build_list_sum("input 00000000000000fg takes/a.csv", &sum));
    CHECK(!mieni_build_list_sum("input", &sum));
}

CHECK_MAIN
{
    if (mkdtemp(folder) == NULL)
        return;
    RUN(begin);
    RUN(lists);
    RUN(contents);
    RUN(names);
    RUN(bad_names);
    RUN(links);
    RUN(results);
    RUN(missing_pack);
    RUN(notes);
    RUN(stamps);
    RUN(sums);
    RUN(lines_of_lists);
    RUN(common);
    CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
}
