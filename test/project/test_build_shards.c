// SPDX-License-Identifier: MIT
//
// Shards: manifests, workers and the cache.

#define _GNU_SOURCE // mkdtemp, nftw

#include "support/check.h"

#include "project/build/build.h"
#include "project/build/manifest.h"
#include "project/build/plan.h"
#include "project/files/os.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char folder[64] = "/tmp/mien-shards-XXXXXX";
static MieniProject project;
static int turn, made, cached, kept;

static void put(const char *path, const char *text)
{
    char full[MIENI_PATH_ROOM];
    CHECK(mieni_project_locate(&project, path, full));
    CHECK_STATUS(mieni_file_write_derived(full, text, strlen(text), NULL, NULL), MIEN_OK);
}

static void put_take(int index, const char *value)
{
    char path[64], text[128];
    snprintf(path, sizeof path, "takes/%03d.csv", index);
    snprintf(text, sizeof text, "time,jaw,%s\n0,0,1\n0.5,%s,0\n1,0,%d\n", index % 2 == 0 ? "brow" : "lid",
             value, index);
    put(path, text);
}

static void listen(void *user, const MieniBuildEvent *event)
{
    (void)user;
    made += event->kind == MIENI_BUILD_COOKED;
    cached += event->kind == MIENI_BUILD_CACHED;
    kept += event->kind == MIENI_BUILD_KEPT;
}

static MieniBuildResult build(int part, int part_count, const char *cache)
{
    MieniBuildResult result;
    MieniProblem problem = {0};
    const MieniBuildOptions options = {
        .program = MIEN_PROGRAM, .part = part, .part_count = part_count, .cache = cache, .listen = listen};
    made = cached = kept = 0;
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_OK);
    if (problem.error.message[0] != '\0')
        fprintf(stderr, "%s: %s\n", problem.file, problem.error.message);
    usleep(50000);
    return result;
}

static void begin_project(int takes)
{
    char root[128];
    snprintf(root, sizeof root, "%s/%d", folder, turn++);
    mieni_project_open_loose(&project, root);
    put("mien.json", "{\"kind\": \"project\", \"version\": 1}");
    CHECK_STATUS(mieni_project_open(&project, root, NULL), MIEN_OK);
    put("a.skeleton.json",
        "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}], \"curves\": []}");
    CHECK_INT(build(0, 0, NULL).cooked, 1); // so that it is older than what is made with it
    put("all.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", "
                          "\"files\": [\"takes/*.csv\"]}");
    for (int i = 0; i < takes; ++i)
        put_take(i, "1");
    usleep(50000); // stamps do not trust times that are too close
}

static bool locate(const char *path, char full[MIENI_PATH_ROOM])
{
    return mieni_project_locate(&project, path, full);
}

static bool exists(const char *path)
{
    char full[MIENI_PATH_ROOM];
    return locate(path, full) && mieni_file_exists(full);
}

static MieniBuffer read_file(const char *path)
{
    char full[MIENI_PATH_ROOM];
    MieniBuffer buffer = {0};
    CHECK(locate(path, full));
    CHECK_STATUS(mieni_file_read(full, &buffer, NULL), MIEN_OK);
    return buffer;
}

/// One hash of all packs, or of all manifests.
static MieniContentHash hash_of(const char *below, const char *ending)
{
    MieniPaths files = {0};
    MieniTextOut all = {0};
    CHECK_STATUS(mieni_walk(project.root, below, false, NULL, 0, &files, NULL), MIEN_OK);
    for (int i = 0; i < files.count; ++i) {
        if (strstr(files.items[i], ending) == NULL)
            continue;
        MieniBuffer buffer = read_file(files.items[i]);
        mieni_text_put(&all, files.items[i]);
        mieni_text_put_bytes(&all, buffer.bytes, buffer.size);
        mieni_buffer_release(&buffer);
    }
    const MieniContentHash hash = mieni_content_hash(all.bytes, all.size);
    CHECK(all.size > 0);
    mieni_text_release(&all);
    mieni_paths_release(&files);
    return hash;
}

static MieniContentHash packs(void) { return hash_of(".mien/packs", ".mien"); }
static MieniContentHash manifests(void) { return hash_of(".mien/shards", ".manifest"); }

/// Machines that share a build must agree on the shard of a clip: FNV-1a of its path.
TEST(shard_of_a_clip)
{
    enum { SHARDS = 16, CLIPS = 1600 };
    int counts[SHARDS] = {0};
    CHECK_INT(mieni_build_shard_of("takes/a.csv", SHARDS), 6);
    CHECK_INT(mieni_build_shard_of("takes/b.csv", SHARDS), 14);
    CHECK_INT(mieni_build_shard_of("takes/\xC3\xA4.csv", 256), 112);
    CHECK_INT(mieni_build_shard_of("takes/a.csv", 4096), 3126);
    for (int i = 0; i < CLIPS; ++i) {
        char member[64];
        snprintf(member, sizeof member, "takes/%04d.csv", i);
        counts[mieni_build_shard_of(member, SHARDS)]++;
    }
    for (int i = 0; i < SHARDS; ++i)
        CHECK(counts[i] > CLIPS / SHARDS / 2 && counts[i] < CLIPS / SHARDS * 2);
}

/// Whether a manifest is one of ours with something in its text replaced.
static bool reads_with(const MieniBuffer *text, const char *before, const char *after)
{
    MieniTextOut changed = {0};
    MieniManifest manifest;
    const char *at = strstr(text->bytes, before);
    CHECK(at != NULL);
    if (at == NULL)
        return false;
    mieni_text_put_bytes(&changed, text->bytes, (size_t)(at - text->bytes));
    mieni_text_put(&changed, after);
    mieni_text_put(&changed, at + strlen(before));
    const bool is_good = mieni_manifest_read_text(changed.bytes, changed.size, &manifest);
    if (is_good)
        mieni_manifest_release(&manifest);
    mieni_text_release(&changed);
    return is_good;
}

TEST(manifest)
{
    MieniManifest manifest, again;
    begin_project(6);
    CHECK_INT(build(0, 0, NULL).cooked, 6);
    CHECK(mieni_manifest_read(&project, ".mien/shards/all.clips/1-0.manifest", &manifest));
    CHECK_INT(manifest.clip_count, 6);
    CHECK_STR(manifest.asset, "all.clips.json");
    CHECK_STR(manifest.program, mien_version());
    CHECK_INT(manifest.set_count, 2);
    CHECK_STR(manifest.sets[0].names[0], "brow");
    CHECK_STR(manifest.sets[1].names[1], "lid");
    CHECK_INT(manifest.clips[1].set, 1);
    CHECK(manifest.clips[1].seconds == 1);
    CHECK_INT(manifest.input_count, 2); // the clips asset, and the bones of its skeleton
    CHECK_STR(manifest.inputs[1].path, "all.clips.json");
    MieniBuffer pack = read_file(".mien/packs/takes/001.clip.mien");
    CHECK_STR(manifest.clips[1].pack_hash.hex, mieni_content_hash(pack.bytes, pack.size).hex);
    CHECK(manifest.clips[1].pack_size == (int64_t)pack.size);
    mieni_buffer_release(&pack);
    MieniTextOut text = {0};
    mieni_manifest_put(&manifest, &text);
    MieniBuffer bytes = read_file(".mien/shards/all.clips/1-0.manifest");
    CHECK(text.size == bytes.size && memcmp(text.bytes, bytes.bytes, bytes.size) == 0);
    // A name is told once, then numbered; older ones told all.
    static const char set[] = "[1, \"lid\"]";
    CHECK(reads_with(&bytes, set, "[\"jaw\", \"lid\"]"));
    CHECK(reads_with(&bytes, "\"version\": 2", "\"version\": 1"));
    CHECK(!reads_with(&bytes, "\"version\": 2", "\"version\": 3"));
    CHECK(!reads_with(&bytes, set, "[2, \"lid\"]"));   // not told yet
    CHECK(!reads_with(&bytes, set, "[0.5, \"lid\"]")); // no number of a name
    CHECK(!reads_with(&bytes, set, "[1, 1, 1]"));      // more than there are
    CHECK(!reads_with(&bytes, set, "[0, 1]"));         // a set told twice
    // Clips have a length, and come in the order of their files, none twice.
    CHECK(reads_with(&bytes, "takes/000.csv", "takes/00.csv"));
    CHECK(!reads_with(&bytes, "takes/000.csv", "takes/001.csv"));
    CHECK(!reads_with(&bytes, "takes/000.csv", "takes/002.csv"));
    CHECK(reads_with(&bytes, "\"seconds\": 1", "\"seconds\": 0"));
    CHECK(!reads_with(&bytes, "\"seconds\": 1", "\"second\": 1"));
    // Whatever is cut off or changed, it is read as one of ours or not at all.
    for (size_t i = 0; i < bytes.size; i += 3) {
        if (mieni_manifest_read_text(bytes.bytes, i, &again))
            mieni_manifest_release(&again);
        bytes.bytes[i] ^= 1;
        if (mieni_manifest_read_text(bytes.bytes, bytes.size, &again))
            mieni_manifest_release(&again);
        bytes.bytes[i] ^= 1;
    }
    mieni_buffer_release(&bytes);
    mieni_text_release(&text);
    mieni_manifest_release(&manifest);
    mieni_project_close(&project);
}

/// A file that is written again with the same bytes is looked at, not cooked; packs that
/// do not hold what the manifest says are made again.
TEST(contents)
{
    begin_project(6);
    build(0, 0, NULL);
    const MieniContentHash before = packs();
    put("takes/001.csv", "x");
    put_take(1, "1"); // as it was
    usleep(50000);
    MieniBuildResult result = build(0, 0, NULL);
    CHECK_INT(result.cooked, 0);
    CHECK_INT(result.unchanged, 0);
    CHECK_INT(build(0, 0, NULL).due, 0);
    put(".mien/packs/takes/002.clip.mien", "half");
    put_take(2, "1"); // touched, so that it is looked at
    usleep(50000);
    char file[MIENI_PATH_ROOM];
    CHECK(locate("takes/002.csv", file));
    const struct timespec times[2] = {{1000, 0}, {1000, 0}};
    CHECK(utimensat(AT_FDCWD, file, times, 0) == 0);
    CHECK_INT(build(0, 0, NULL).cooked, 1);
    const MieniContentHash after = packs();
    CHECK_STR(after.hex, before.hex);
    mieni_project_close(&project);
}

/// Workers make what one build makes, and a build after them finds it done.
TEST(workers)
{
    begin_project(100);
    CHECK_INT(build(0, 0, NULL).cooked, 100);
    const MieniContentHash whole = packs(), told = manifests();
    mieni_project_close(&project);
    begin_project(100);
    MieniBuildResult result = build(1, 3, NULL);
    const int second = result.cooked;
    CHECK(second > 0 && second < 100);
    CHECK_INT(made, second);
    CHECK_INT(result.packs, second);
    CHECK_INT(build(1, 3, NULL).cooked, 0); // again: nothing to do
    CHECK_INT(made, 0);
    CHECK(!exists(".mien/running-2-of-3"));
    CHECK_INT(build(0, 3, NULL).cooked + build(2, 3, NULL).cooked, 100 - second);
    CHECK_INT(build(0, 0, NULL).due, 0);
    const MieniContentHash parts = packs(), noted = manifests();
    CHECK_STR(parts.hex, whole.hex);
    CHECK_STR(noted.hex, told.hex);
    put_take(40, "2");
    usleep(50000);
    int cooked = 0;
    for (int i = 0; i < 3; ++i)
        cooked += build(i, 3, NULL).cooked;
    CHECK_INT(cooked, 1);
    CHECK_INT(build(0, 0, NULL).due, 0);
    mieni_project_close(&project);
}

/// A worker that finds the bones which another one has just noted: its stamps are sure as well.
TEST(workers_at_once)
{
    char note[MIENI_PATH_ROOM];
    begin_project(20);
    CHECK(locate(".mien/bones/a.skeleton.bones", note));
    CHECK(mieni_file_exists(note));
    CHECK(mieni_os_set_time(note, mieni_os_time()));
    CHECK_INT(build(0, 1, NULL).cooked, 20);
    const MieniBuildResult again = build(0, 1, NULL);
    CHECK_INT(again.cooked, 0);
    CHECK_INT(again.unchanged, 0);
    mieni_project_close(&project);
}

/// A worker whose machine stopped: what it left is looked at, not believed.
TEST(worker_stopped)
{
    begin_project(40);
    for (int i = 0; i < 2; ++i)
        build(i, 2, NULL);
    const MieniContentHash whole = packs();
    put(".mien/packs/takes/007.clip.mien", "");
    put(".mien/running-1-of-2", "another-run-of-the-machine\n");
    put(".mien/running-2-of-2", "another-run-of-the-machine\n");
    int cooked = 0, unchanged = 0;
    for (int i = 0; i < 2; ++i) {
        const MieniBuildResult result = build(i, 2, NULL);
        cooked += result.cooked;
        unchanged += result.unchanged;
        CHECK_INT(made, result.cooked);
        CHECK_INT(kept, result.unchanged);
    }
    CHECK_INT(cooked, 1);
    CHECK_INT(unchanged, 39);
    put(".mien/packs/takes/008.clip.mien", "");
    put(".mien/running-1-of-2", "another-run-of-the-machine\n"); // and no worker takes it again
    CHECK_INT(build(0, 0, NULL).cooked, 1);
    CHECK(!exists(".mien/running-1-of-2"));
    const MieniContentHash after = packs();
    CHECK_STR(after.hex, whole.hex);
    mieni_project_close(&project);
}

/// Clips by the names of their files: one of a clips asset in shards without a look at the
/// rest, and one of a clips asset without.
TEST(named_clips)
{
    MieniPaths clips = {0};
    MieniBuildResult result;
    begin_project(40);
    build(0, 0, NULL);
    MieniBuildOptions options = {.program = MIEN_PROGRAM, .assets = &clips, .listen = listen};
    put_take(7, "2");
    put_take(8, "2");
    CHECK(mieni_paths_add(&clips, "takes/007.csv"));
    usleep(50000);
    made = cached = kept = 0;
    CHECK_STATUS(mieni_build(&project, &options, &result, NULL), MIEN_OK);
    CHECK_INT(result.cooked, 1);
    CHECK_INT(made, 1);
    result = build(0, 0, NULL);
    CHECK_INT(result.cooked, 1); // the other one
    CHECK_INT(result.unchanged, 0);
    put_take(40, "2"); // a new one
    usleep(50000);
    free(clips.items[0]);
    clips.items[0] = strdup("takes/040.csv");
    CHECK_STATUS(mieni_build(&project, &options, &result, NULL), MIEN_OK);
    CHECK_INT(result.cooked, 1);
    CHECK_INT(build(0, 0, NULL).cooked, 0);
    put("more/x.csv", "time,jaw\n0,1\n");
    put("few.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"files\": [\"more/*.csv\"]}");
    put_take(9, "2");
    free(clips.items[0]);
    clips.items[0] = strdup("more/x.csv");
    CHECK_STATUS(mieni_build(&project, &options, &result, NULL), MIEN_OK);
    CHECK_INT(result.cooked, 1);
    mieni_paths_release(&clips);
    mieni_project_close(&project);
}

/// A result that cannot be written ends a worker and a build, and says which; what killed ones left
/// beside files is swept.
TEST(unwritten)
{
    static const char pack[] = ".mien/packs/takes/007.clip.mien";
    char full[MIENI_PATH_ROOM], inner[MIENI_PATH_ROOM];
    begin_project(40);
    build(0, 0, NULL);
    const MieniContentHash whole = packs();
    CHECK(locate(pack, full) && unlink(full) == 0 && mkdir(full, 0777) == 0);
    snprintf(inner, sizeof inner, "%.1000s/kept", full);
    CHECK(mkdir(inner, 0777) == 0);
    MieniBuildOptions options = {.program = MIEN_PROGRAM, .part_count = 1, .listen = listen};
    MieniBuildResult result;
    MieniProblem problem = {0};
    put(".mien/running-1-of-1", "another-run-of-the-machine\n"); // so that it looks at all packs
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_OK);
    CHECK_INT(result.failed, 1); // and only this one
    CHECK_INT(result.unchanged, 39);
    options.part_count = 0;
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_OK);
    CHECK_INT(result.failed, 1);
    CHECK(!result.is_unwritten);
    CHECK(rmdir(inner) == 0 && rmdir(full) == 0);
    put(".mien/steps.12-0123abcd.tmp", "half");
    put(".mien/running.12-0123abcd.tmp", "half");
    CHECK(!build(0, 0, NULL).is_unwritten);
    CHECK(!exists(".mien/steps.12-0123abcd.tmp") && !exists(".mien/running.12-0123abcd.tmp"));
    const MieniContentHash after = packs();
    CHECK_STR(after.hex, whole.hex);
    mieni_project_close(&project);
}

static int damage(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)at;
    if (type == FTW_F && status->st_size > 200)
        CHECK(truncate(path, status->st_size - 1 - status->st_size / 3 * (turn % 3)) == 0);
    return 0;
}

TEST(cache)
{
    char cache[128];
    snprintf(cache, sizeof cache, "%s/cache", folder);
    begin_project(40);
    CHECK_INT(build(0, 0, cache).cooked, 40);
    const MieniContentHash whole = packs(), told = manifests();
    mieni_project_close(&project);
    begin_project(40); // elsewhere; only the bytes are the same
    MieniBuildResult result = build(0, 0, cache);
    CHECK_INT(result.cooked, 40);
    CHECK_INT(result.cached, 40);
    const MieniContentHash taken = packs(), noted = manifests();
    CHECK_STR(taken.hex, whole.hex);
    CHECK_STR(noted.hex, told.hex);
    mieni_project_close(&project);
    CHECK(nftw(cache, damage, 8, FTW_PHYS) == 0);
    begin_project(40); // incomplete entries do not count, and are replaced
    result = build(0, 0, cache);
    CHECK_INT(result.cooked, 40);
    CHECK_INT(result.cached, 0);
    const MieniContentHash repaired = packs();
    CHECK_STR(repaired.hex, whole.hex);
    mieni_project_close(&project);
    begin_project(40);
    const int second = build(1, 2, cache).cached;
    CHECK_INT(cached, second);
    CHECK_INT(made, 0);
    CHECK_INT(second + build(0, 2, cache).cached, 40);
    mieni_project_close(&project);
}

/// Clips of another skeleton are not taken, though their own bytes are the same.
TEST(cache_inputs)
{
    char cache[128];
    snprintf(cache, sizeof cache, "%s/cache-inputs", folder);
    begin_project(10);
    build(0, 0, cache);
    put("a.skeleton.json", "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"base\"}]}");
    usleep(50000);
    const MieniBuildResult result = build(0, 0, cache);
    CHECK_INT(result.cooked + result.unchanged, 11);
    CHECK_INT(result.cached, 0);
    mieni_project_close(&project);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status, (void)type, (void)at;
    return remove(path);
}

CHECK_MAIN
{
    if (mkdtemp(folder) == NULL)
        return;
    RUN(shard_of_a_clip);
    RUN(manifest);
    RUN(contents);
    RUN(workers);
    RUN(workers_at_once);
    RUN(worker_stopped);
    RUN(named_clips);
    RUN(unwritten);
    RUN(cache);
    RUN(cache_inputs);
    CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
}
