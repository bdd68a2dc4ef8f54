// SPDX-License-Identifier: MIT
//
// Builds of small projects: what is cooked, removed, refused and said.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/check.h"

#include "project/build/build.h"
#include "project/build/plan.h"
#include "project/build/targets.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char folder[64];
static int turn;
static MieniProject project;

/// What a build said.
static struct {
    MieniProblem problem;
    MieniPaths steps, removed;
    char warning[160];
    int errors, waits, total;
    bool cancel_at_step, is_cancelled;
} heard;

static void write_file(const char *path, const char *format, ...)
{
    char full[MIENI_PATH_ROOM], text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    CHECK(mieni_project_locate(&project, path, full));
    CHECK_STATUS(mieni_file_write_derived(full, text, strlen(text), NULL, NULL), MIEN_OK);
}

static bool exists(const char *path)
{
    char full[MIENI_PATH_ROOM];
    return mieni_project_locate(&project, path, full) && mieni_file_exists(full);
}

static void remove_file(const char *path)
{
    char full[MIENI_PATH_ROOM];
    CHECK(mieni_project_locate(&project, path, full) && unlink(full) == 0);
}

static void put_take(const char *path, const char *value)
{
    write_file(path, "time,jaw\n0,0\n0.5,%s\n1,0\n", value);
}

static void put_poses(const char *path, const char *bone)
{
    write_file(
        path,
        "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"mode\": \"additive\",\n"
        "\"poses\": [{\"name\": \"jaw\", \"bones\": [\n{\"bone\": \"%s\", \"t\": [0, 1, 0]}]}]}",
        bone);
}

static void put_skeleton(const char *more_bones, const char *more_curves)
{
    write_file("a.skeleton.json",
               "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"},\n"
               "{\"name\": \"jaw\", \"parent\": \"root\"}%s],\n\"curves\": [{\"name\": \"jaw\"}%s]}",
               more_bones, more_curves);
}

static const char clips_text[] =
    "{\"kind\": \"clips\", \"version\": 1, \"files\": [\"takes/**/*.csv\"], \"exclude\": [\"takes/old/**\"]}";

/// A new project: a skeleton, a pose asset, a clips asset over three takes.
static void begin_project(const char *settings)
{
    char root[128];
    MieniProblem problem = {0};
    snprintf(root, sizeof root, "%s/%d", folder, turn++);
    mieni_project_open_loose(&project, root);
    write_file("mien.json", "{\"kind\": \"project\", \"version\": 1%s}", settings);
    CHECK_STATUS(mieni_project_open(&project, root, &problem), MIEN_OK);
    put_skeleton("", "");
    put_poses("ada.poses.json", "jaw");
    put_take("takes/one.csv", "1");
    put_take("takes/two.csv", "2");
    put_take("takes/old/no.csv", "3");
    put_take("takes/Ada's $5 take #3.csv", "4");
    write_file("all.clips.json", "%s", clips_text);
}

static void listen(void *user, const MieniBuildEvent *event)
{
    (void)user;
    switch (event->kind) {
    case MIENI_BUILD_STEP:
        CHECK(mieni_paths_add(&heard.steps, event->file));
        CHECK(event->done <= event->total);
        heard.total = event->total;
        heard.is_cancelled = heard.cancel_at_step;
        break;
    case MIENI_BUILD_ERROR:
        heard.problem = *event->problem;
        heard.errors++;
        break;
    case MIENI_BUILD_WARNING:
        snprintf(heard.warning, sizeof heard.warning, "%s", event->problem->error.message);
        break;
    case MIENI_BUILD_REMOVED:
        CHECK(mieni_paths_add(&heard.removed, event->file));
        break;
    case MIENI_BUILD_COOKED: // by a worker: test_build_shards.c
    case MIENI_BUILD_CACHED:
    case MIENI_BUILD_KEPT:
        break;
    case MIENI_BUILD_WAITS:
        heard.waits++;
        break;
    }
}

static bool is_cancelled(void *user)
{
    (void)user;
    return heard.is_cancelled;
}

static MieniBuildOptions plain(void)
{
    return (MieniBuildOptions){.program = MIEN_PROGRAM, .listen = listen, .is_cancelled = is_cancelled};
}

static void forget(void)
{
    mieni_paths_release(&heard.steps);
    mieni_paths_release(&heard.removed);
    memset(&heard, 0, sizeof heard);
}

static MieniBuildResult build_with(const MieniBuildOptions *options)
{
    MieniBuildResult result;
    MieniProblem problem = {0};
    forget();
    nanosleep(&(struct timespec){.tv_nsec = 40000000}, NULL); // stamps do not trust times that are too close
    CHECK_STATUS(mieni_build(&project, options, &result, &problem), MIEN_OK);
    if (problem.error.message[0] != '\0')
        printf("%s: %s\n", problem.file, problem.error.message);
    return result;
}

static MieniBuildResult build(void)
{
    const MieniBuildOptions options = plain();
    return build_with(&options);
}

/// Builds, and holds what was made against cooked and unchanged.
#define CHECK_BUILD(options, cooked_count, unchanged_count)                                                  \
    do {                                                                                                     \
        const MieniBuildResult built = build_with(options);                                                  \
        CHECK_INT(built.cooked, cooked_count);                                                               \
        CHECK_INT(built.unchanged, unchanged_count);                                                         \
        CHECK_INT(built.failed, 0);                                                                          \
    } while (0)

/// Changes the last byte of a file.
static void spoil(const char *path)
{
    char full[MIENI_PATH_ROOM];
    CHECK(mieni_project_locate(&project, path, full));
    FILE *file = fopen(full, "r+b");
    CHECK(file != NULL && fseek(file, -1, SEEK_END) == 0);
    const int last = fgetc(file);
    CHECK(fseek(file, -1, SEEK_END) == 0 && fputc(last ^ 1, file) != EOF && fclose(file) == 0);
}

static void run_changes(const MieniBuildOptions *options)
{
    CHECK_BUILD(options, 5, 0);
    CHECK_BUILD(options, 0, 0);
    CHECK(exists(".mien/packs/takes/Ada's $5 take #3.clip.mien") && !exists(".mien/running"));
    put_take("takes/two.csv", "2.5");
    CHECK_BUILD(options, 1, 0);
    put_take("takes/two.csv", "9.5"); // as many bytes
    CHECK_BUILD(options, 1, 0);
    put_take("takes/Ada's $5 take #3.csv", "4.5");
    CHECK_BUILD(options, 1, 0);
    put_skeleton("", ",{\"name\": \"smile\"}");
    CHECK_BUILD(options, 1, 0);
    put_skeleton(",{\"name\": \"tongue\", \"parent\": \"jaw\"}", "");
    CHECK_BUILD(options, 1, 1); // the pose asset is made again, and is the same
    put_take("takes/new.csv", "5");
    CHECK_BUILD(options, 1, 0);
    remove_file(".mien/packs/takes/one.clip.mien");
    CHECK_BUILD(options, 1, 0);
    spoil(".mien/packs/takes/one.clip.mien");
    CHECK_BUILD(options, 1, 0);
    write_file("all.clips.json", "%s ", clips_text); // all members depend on it
    CHECK_BUILD(options, 0, 4);
    remove_file("takes/new.csv");
    CHECK_BUILD(options, 0, 0);
    CHECK_INT(heard.removed.count, 1);
    CHECK(!exists(".mien/packs/takes/new.clip.mien"));
}

TEST(changes)
{
    begin_project(", \"build\": \"out put\"");
    const MieniBuildOptions options = plain();
    CHECK_BUILD(&options, 5, 0);
    CHECK(exists("out put/packs/takes/one.clip.mien"));
    write_file("out put/stray.clip.json", "{}"); // nothing in the build folder is part of the project
    CHECK_BUILD(&options, 0, 0);
    mieni_project_close(&project);
    begin_project("");
    run_changes(&options);
    remove_file("all.clips.json");
    CHECK_BUILD(&options, 0, 0);
    CHECK(!exists(".mien/shards/all.clips") && !exists(".mien/packs/takes/one.clip.mien"));
    mieni_project_close(&project);
}

/// More members make more shards, which know what those before them cooked.
TEST(split_shards)
{
    begin_project("");
    const MieniBuildOptions options = plain();
    char path[64];
    CHECK_BUILD(&options, 5, 0);
    CHECK(exists(".mien/shards/all.clips/1-0.stamps"));
    for (int i = 0; i < 40; ++i) {
        snprintf(path, sizeof path, "takes/more/%02d.csv", i);
        put_take(path, "1");
    }
    CHECK_BUILD(&options, 40, 0);
    CHECK(exists(".mien/shards/all.clips/4-3.stamps") || exists(".mien/shards/all.clips/2-1.stamps"));
    CHECK(!exists(".mien/shards/all.clips/1-0.stamps"));
    put_take("takes/one.csv", "1.5");
    CHECK_BUILD(&options, 1, 0);
    mieni_project_close(&project);
}

TEST(failures)
{
    begin_project("");
    put_poses("ada.poses.json", "chin");
    write_file("takes/two.csv", "time,jaw\n0,x\n");
    MieniBuildOptions options = plain();
    options.jobs = 1;
    MieniBuildResult result = build_with(&options);
    CHECK_INT(result.cooked, 3);
    CHECK_INT(result.failed, 2);
    CHECK_INT(heard.errors, 2);
    put_take("takes/two.csv", "2");
    result = build_with(&options);
    CHECK_INT(result.cooked, 1);
    CHECK_INT(result.failed, 1);
    CHECK_STR(heard.problem.file, "ada.poses.json");
    CHECK(strncmp(heard.problem.error.location, "line 3, poses[0].bones[0]", 25) == 0);
    CHECK_STATUS(heard.problem.error.status, MIEN_ERROR_DATA);
    options.program = "/bin/false"; // says nothing
    result = build_with(&options);
    CHECK_INT(result.failed, 1);
    CHECK(strstr(heard.problem.error.message, "without a result") != NULL);
    put_poses("ada.poses.json", "jaw");
    write_file("a.skeleton.json", "{");
    result = build();
    CHECK_INT(result.failed, 1);
    CHECK_INT(result.untried, 1); // what might need the skeleton
    CHECK_STR(heard.problem.file, "a.skeleton.json");
    put_skeleton("", "");
    write_file("lost.clip.json",
               "{\"kind\": \"clip\", \"version\": 1, \"tracks\": {\"file\": \"none.bvh\"}}");
    result = build();
    CHECK_INT(result.failed, 1);
    CHECK_STATUS(heard.problem.error.status, MIEN_ERROR_FILE);
    mieni_project_close(&project);
}

TEST(failures_in_shards)
{
    begin_project("");
    MieniBuildOptions options = plain();
    write_file("takes/two.csv", "time,jaw\n0,x\n");
    MieniBuildResult result = build_with(&options);
    CHECK_INT(result.cooked, 4);
    CHECK_INT(result.failed, 1);
    CHECK_STR(heard.problem.file, "takes/two.csv");
    CHECK_STR(heard.problem.error.location, "line 2, column 2");
    put_take("takes/two.csv", "2");
    CHECK_BUILD(&options, 1, 0);
    CHECK_BUILD(&options, 0, 0);
    mieni_project_close(&project);
}

/// Packs count, not requests: of those after the last failure that is wanted, and of progress.
TEST(failures_to_stop_at)
{
    begin_project("");
    MieniBuildOptions options = plain();
    options.jobs = options.failures = 1;
    write_file("takes/Ada's $5 take #3.csv", "time,jaw\n0,x\n"); // the first of three
    write_file("takes/two.csv", "time,jaw\n0,x\n");
    MieniBuildResult result = build_with(&options);
    CHECK_INT(result.cooked, 2);
    CHECK_INT(result.failed, 1);
    CHECK_INT(result.untried, 2);
    CHECK_INT(heard.total, 5);
    put_take("takes/two.csv", "2");
    options.failures = 2;
    result = build_with(&options);
    CHECK_INT(result.cooked, 2);
    CHECK_INT(result.failed, 1);
    CHECK_INT(result.untried, 0);
    mieni_project_close(&project);
}

/// What would be cooked is listed by member, and nothing happens.
TEST(list_members)
{
    begin_project("");
    MieniBuildOptions options = plain();
    options.dry_run = true;
    CHECK_INT(build_with(&options).due, 5);
    options.dry_run = false;
    CHECK_BUILD(&options, 5, 0);
    options.dry_run = true;
    CHECK_INT(build_with(&options).due, 0);
    put_take("takes/two.csv", "2.5");
    CHECK_INT(build_with(&options).due, 1);
    CHECK_STR(heard.steps.items[0], "takes/two.csv");
    options.dry_run = false;
    CHECK_BUILD(&options, 1, 0);
    mieni_project_close(&project);
}

TEST(one_pack_twice)
{
    begin_project("");
    MieniBuildResult result;
    const MieniBuildOptions options = plain();
    write_file("takes/one.clip.json", "{\"kind\": \"clip\", \"version\": 1}");
    result = build_with(&options); // neither is made, and all others are
    CHECK_INT(result.failed, 1);
    CHECK_INT(result.cooked, 4);
    CHECK_STR(heard.problem.file, "takes/one.clip.json");
    CHECK(strstr(heard.problem.error.message, "takes/one.csv of all.clips.json") != NULL);
    CHECK(!exists(".mien/packs/takes/one.clip.mien"));
    remove_file("takes/one.clip.json");
    CHECK_BUILD(&options, 1, 0);
    write_file("all.clips.json", "{\"kind\": \"clips\",\n\"version\": 1, \"files\": 1}");
    put_poses("ada.poses.json", "root");
    result = build_with(&options); // its packs stay, because they are not known
    CHECK_INT(result.failed, 1);
    CHECK_INT(result.cooked, 1);
    CHECK_INT(result.removed, 0);
    CHECK_STR(heard.problem.file, "all.clips.json");
    CHECK(exists(".mien/packs/takes/one.clip.mien"));
    mieni_project_close(&project);
}

TEST(named_assets)
{
    begin_project("");
    MieniPaths assets = {0}, names = {0}, packs = {0};
    MieniProblem problem = {0};
    MieniBuildOptions options = plain();
    MieniBuildResult result;
    write_file("ada.character.json",
               "{\"kind\": \"character\", \"version\": 1, \"poses\": \"ada.poses.json\"}");
    CHECK(mieni_paths_add(&assets, "ada.character.json"));
    options.assets = &assets;
    options.dry_run = true;
    result = build_with(&options);
    CHECK_INT(result.due, 2);
    CHECK_INT(result.packs, 2);
    CHECK(!exists(".mien/packs/ada.poses.mien"));
    options.dry_run = false;
    CHECK_BUILD(&options, 2, 0);
    CHECK_STATUS(mieni_build_packs(&project, &assets, &names, &packs, &problem), MIEN_OK);
    CHECK_INT(names.count, 2);
    CHECK_STR(names.items[0], "a.skeleton");
    CHECK_STR(names.items[1], "ada.poses");
    CHECK_STR(packs.items[1], ".mien/packs/ada.poses.mien");
    CHECK(mieni_paths_add(&assets, "all.clips.json"));
    CHECK_BUILD(&options, 3, 0);
    CHECK(mieni_paths_add(&assets, "takes/old/no.csv"));
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_ERROR_DATA);
    CHECK_STR(problem.file, "takes/old/no.csv");
    mieni_paths_release(&assets);
    mieni_paths_release(&names);
    mieni_paths_release(&packs);
    mieni_project_close(&project);
}

TEST(one_at_a_time)
{
    begin_project("");
    MieniBuildOptions options = plain();
    MieniBuildResult result;
    MieniProblem problem = {0};
    char path[MIENI_PATH_ROOM];
    write_file(".mien/lock", "");
    CHECK(mieni_project_locate(&project, ".mien/lock", path));
    const int lock = open(path, O_RDWR);
    CHECK(flock(lock, LOCK_EX) == 0);
    options.fail_if_busy = true;
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_ERROR_FILE);
    CHECK(strstr(problem.error.message, "Another build") != NULL);
    close(lock);
    CHECK_BUILD(&options, 5, 0);
    mieni_project_close(&project);
}

/// A step that does not end: what cancelling has to deal with.
TEST(cancelled)
{
    begin_project("");
    MieniBuildOptions options = plain();
    char path[MIENI_PATH_ROOM];
    write_file(
        "slow",
        "#!/bin/sh\ntrap '' TERM\nread -r request; echo '{\"end\": true}'; read -r request\nsleep 100\n");
    CHECK(mieni_project_locate(&project, "slow", path) && chmod(path, 0755) == 0);
    options.program = path;
    options.jobs = 1;
    forget();
    heard.cancel_at_step = true;
    MieniBuildResult result;
    CHECK_STATUS(mieni_build(&project, &options, &result, NULL), MIEN_OK);
    CHECK(result.is_cancelled);
    CHECK(result.seconds < 60);
    CHECK_INT(result.failed, 0);
    options.program = MIEN_PROGRAM;
    result = build_with(&options);
    CHECK(!result.is_cancelled);
    CHECK(result.cooked > 0 && result.failed == 0);
    CHECK_BUILD(&options, 0, 0);
    mieni_project_close(&project);
}

TEST(left_behind)
{
    begin_project("");
    const MieniBuildOptions options = plain();
    CHECK_BUILD(&options, 5, 0);
    write_file(".mien/packs/takes/one.clip.mien.77.tmp", "half");
    write_file(".mien/packs/gone/ada.poses.mien", "of an asset that was");
    write_file(".mien/bones/gone.skeleton.bones", "of an asset that was");
    write_file(".mien/modes/gone.poses.mode", "of an asset that was");
    write_file(".mien/packs/notes.txt", "not ours");
    const MieniBuildResult result = build();
    CHECK_INT(result.removed, 1);
    CHECK_STR(heard.removed.items[0], ".mien/packs/gone/ada.poses.mien");
    CHECK(!exists(".mien/packs/takes/one.clip.mien.77.tmp"));
    CHECK(!exists(".mien/packs/gone") && !exists(".mien/bones/gone.skeleton.bones"));
    CHECK(!exists(".mien/modes/gone.poses.mode") && exists(".mien/modes/ada.poses.mode"));
    CHECK(exists(".mien/packs/notes.txt") && exists(".mien/bones/a.skeleton.bones"));
    mieni_project_close(&project);
}

/// As after a loss of power: notes say that all is done, and a pack is empty.
TEST(machine_stopped)
{
    begin_project("");
    const MieniBuildOptions options = plain();
    CHECK_BUILD(&options, 5, 0);
    write_file(".mien/packs/ada.poses.mien", "%s", "");
    write_file(".mien/packs/takes/one.clip.mien", "%s", "");
    write_file(".mien/running", "another-run-of-the-machine\n");
    CHECK_BUILD(&options, 2, 1);
    CHECK(strstr(heard.warning, "The machine stopped") != NULL);
    CHECK(!exists(".mien/running"));
    CHECK_BUILD(&options, 0, 0);
    mieni_project_close(&project);
}

/// A program that cannot be started is said to be so.
TEST(no_program)
{
    begin_project("");
    MieniBuildOptions options = plain();
    MieniBuildResult result;
    MieniProblem problem = {0};
    options.program = "/nowhere/mien";
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_ERROR_FILE);
    CHECK_STR(problem.file, "/nowhere/mien");
    options.program = MIEN_PROGRAM;
    CHECK_BUILD(&options, 5, 0);
    mieni_project_close(&project);
}

CHECK_MAIN
{
    snprintf(folder, sizeof folder, "/tmp/mien-build-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return;
    RUN(one_pack_twice);
    RUN(no_program);
    RUN(changes);
    RUN(split_shards);
    RUN(failures);
    RUN(failures_in_shards);
    RUN(failures_to_stop_at);
    RUN(list_members);
    RUN(named_assets);
    RUN(one_at_a_time);
    RUN(cancelled);
    RUN(left_behind);
    RUN(machine_stopped);
    forget();
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}
