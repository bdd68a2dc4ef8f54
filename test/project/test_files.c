// SPDX-License-Identifier: MIT
//
// Files and paths of a project.

#include "support/random.h"
#include "support/temporary.h"

#include "project/files/derived.h"
#include "project/project.h"

#include <sys/stat.h>

static char folder[64];

static const char *in_folder(const char *path)
{
    static char paths[4][MIENI_PATH_ROOM];
    static int turn;
    char *full = paths[turn++ % 4];
    snprintf(full, MIENI_PATH_ROOM, "%s/%s", folder, path);
    return full;
}

static bool put(const char *path, const char *text)
{
    bool is_changed = false;
    MieniProblem problem = {0};
    CHECK_STATUS(mieni_file_write(in_folder(path), text, strlen(text), &is_changed, &problem), MIEN_OK);
    return is_changed;
}

/// What tells a file from one that replaced it, where the system says; otherwise 0.
static uint64_t identity_of(const char *path)
{
    struct stat status;
    CHECK(stat(in_folder(path), &status) == 0);
    return (uint64_t)status.st_ino;
}

/// Wine says that it made a link, and did not.
static bool make_link(const char *target, const char *path)
{
    return mieni_os_make_link(target, in_folder(path)) && mieni_file_exists(in_folder(path));
}

TEST(patterns)
{
    static const struct {
        const char *pattern, *path;
        bool fits;
    } rows[] = {
        {"a.csv", "a.csv", true},
        {"*.csv", "a.csv", true},
        {"*.csv", "b/a.csv", false},
        {"**/*.csv", "a.csv", true},
        {"**/*.csv", "b/a.csv", true},
        {"**/*.csv", "b/c/a.csv", true},
        {"b/**/a", "b/a", true},
        {"b/**/a", "b/c/d/a", true},
        {"b/**/a", "b/xa", false},
        {"b/**", "b/c/d", true},
        {"b/**", "c/b", false},
        {"?.bvh", "a.bvh", true},
        {"?.bvh", ".bvh", false},
        {"a?b", "a/b", false},
        {"*", "", true},
        {"a*b*c", "aXbYc", true},
        {"a*b*c", "aXcYb", false},
        {"**", "a/b/c", true},
        {"attic/*", "attic/x", true},
        {"attic/*", "attic/x/y", false},
        {"*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (mieni_path_matches(rows[i].pattern, rows[i].path) != rows[i].fits)
            printf("%s against %s\n", rows[i].pattern, rows[i].path);
        CHECK(mieni_path_matches(rows[i].pattern, rows[i].path) == rows[i].fits);
    }
}

/// What patterns mean, as plainly as it can be said, and slowly.
static bool fits(const char *pattern, const char *path, bool is_part_start)
{
    if (strncmp(pattern, "**", 2) == 0) {
        if (is_part_start && pattern[2] == '/' && fits(pattern + 3, path, true))
            return true;
        return fits(pattern + 2, path, is_part_start) ||
               (*path != '\0' && fits(pattern, path + 1, *path == '/'));
    }
    if (*pattern == '*')
        return fits(pattern + 1, path, is_part_start) ||
               (*path != '\0' && *path != '/' && fits(pattern, path + 1, false));
    if (*pattern == '\0' || *path == '\0')
        return *pattern == *path;
    return (*pattern == '?' ? *path != '/' : *pattern == *path) && fits(pattern + 1, path + 1, *path == '/');
}

TEST(random_patterns)
{
    Random random = {22};
    int found = 0;
    for (int i = 0; i < 50000; ++i) {
        char pattern[10] = "", path[10] = "";
        for (int k = random_below(&random, 9); k > 0; --k)
            pattern[k - 1] = "ab/**?"[random_below(&random, 6)];
        const size_t size = strlen(pattern);
        for (int k = random_below(&random, 9); k > 0; --k)
            path[k - 1] = "ab/"[random_below(&random, 3)];
        const bool is_fitting = fits(pattern, path, true);
        found += is_fitting && size > 0;
        if (mieni_path_matches(pattern, path) != is_fitting)
            printf("%s against %s\n", pattern, path);
        CHECK(mieni_path_matches(pattern, path) == is_fitting);
    }
    CHECK(found > 300);
}

/// Longer than a word has bits.
TEST(long_patterns)
{
    char pattern[1000] = "", path[1000] = "";
    for (int k = 0; k < 400; ++k)
        memcpy(pattern + 2 * k, "*a", 3);
    memset(path, 'a', 399);
    CHECK(!mieni_path_matches(pattern, path));
    memset(path, 'a', 400);
    CHECK(mieni_path_matches(pattern, path));
    strcat(pattern, "b");
    CHECK(!mieni_path_matches(pattern, path));
    strcat(path, "b");
    CHECK(mieni_path_matches(pattern, path));
}

TEST(writing)
{
    CHECK(put("a/b/c.txt", "one"));
    const uint64_t before = identity_of("a/b/c.txt");
    CHECK(!put("a/b/c.txt", "one")); // left alone
    CHECK(identity_of("a/b/c.txt") == before);
    CHECK(put("a/b/c.txt", "two"));
    CHECK(before == 0 || identity_of("a/b/c.txt") != before); // replaced, not rewritten
    MieniBuffer buffer;
    CHECK_STATUS(mieni_file_read(in_folder("a/b/c.txt"), &buffer, NULL), MIEN_OK);
    CHECK_STR(buffer.bytes, "two");
    mieni_buffer_release(&buffer);
}

TEST(links_stay)
{
    put("real.txt", "old");
    if (!make_link("real.txt", "link.txt"))
        SKIP("no links here");
    CHECK(put("link.txt", "new"));
    MieniBuffer buffer;
    CHECK_STATUS(mieni_file_read(in_folder("real.txt"), &buffer, NULL), MIEN_OK); // what it leads to
    CHECK_STR(buffer.bytes, "new");
    mieni_buffer_release(&buffer);
}

TEST(refused)
{
    MieniProblem problem = {0};
    MieniBuffer buffer;
    CHECK_STATUS(mieni_file_read(in_folder("none"), &buffer, &problem), MIEN_ERROR_FILE);
    CHECK_STR(problem.file, in_folder("none"));
    put("file", "x");
    CHECK_STATUS(mieni_file_write(in_folder("file/below"), "x", 1, NULL, &problem), MIEN_ERROR_FILE);
    char endless[2000];
    memset(endless, 'a', sizeof endless);
    endless[sizeof endless - 1] = '\0';
    CHECK_STATUS(mieni_file_write(endless, "x", 1, NULL, &problem), MIEN_ERROR_LIMIT);
}

TEST(walking)
{
    put("w/b/2.txt", "");
    put("w/a.txt", "");
    put("w/.hidden/x.txt", "");
    put("w/attic/old.txt", "");
    if (!make_link("..", "w/b/circle") || !make_link("../a.txt", "w/b/1.txt"))
        SKIP("no links here");
    static const char *const ignore[] = {"attic", "*.tmp"};
    MieniPaths paths = {0};
    CHECK_STATUS(mieni_walk(in_folder("w"), "", false, ignore, 2, &paths, NULL), MIEN_OK);
    CHECK_INT(paths.count, 3);
    CHECK_STR(paths.items[0], "a.txt");
    CHECK_STR(paths.items[1], "b/1.txt");
    CHECK_STR(paths.items[2], "b/2.txt");
    CHECK(mieni_paths_has(&paths, "b/2.txt") && !mieni_paths_has(&paths, "b"));
    mieni_paths_release(&paths);
}

TEST(projects)
{
    MieniProject project;
    MieniProblem problem = {0};
    char path[MIENI_PATH_ROOM];
    put("p/mien.json", "{\"kind\": \"project\", \"version\": 1, \"build\": \"out\"}");
    put("p/faces/ada.poses.json", "{\"kind\": \"poses\", \"version\": 1,\n\"skeleton\": 3}");
    CHECK_STATUS(mieni_project_open(&project, in_folder("p/faces"), &problem), MIEN_OK);
    CHECK(mieni_project_pack_path(&project, "faces/ada.poses.json", path));
    CHECK_STR(path, "out/packs/faces/ada.poses.mien");
    CHECK(mieni_project_relate(&project, in_folder("p/faces/new.clip.json"), path, &problem));
    CHECK_STR(path, "faces/new.clip.json");
    CHECK(!mieni_project_relate(&project, in_folder("a/b/c.txt"), path, &problem));
    CHECK(strstr(problem.error.message, "outside the project") != NULL);

    MieniAsset asset;
    CHECK_STATUS(mieni_project_load(&project, "faces/ada.poses.json", MIENI_ASSET_POSES, &asset, &problem),
                 MIEN_ERROR_DATA);
    CHECK_STR(problem.file, "faces/ada.poses.json");
    CHECK_STR(problem.error.location, "line 2, skeleton");
    CHECK_STATUS(mieni_project_load(&project, "faces/ada.poses.json", MIENI_ASSET_CLIP, &asset, &problem),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_asset_begin(&asset, MIENI_ASSET_CLIP, NULL), MIEN_OK);
    CHECK_STATUS(mieni_project_save(&project, "b/c.clip.json", &asset, &problem), MIEN_OK);
    mieni_asset_release(&asset);
    CHECK_STATUS(mieni_project_load(&project, "b/c.clip.json", MIENI_ASSET_CLIP, &asset, &problem), MIEN_OK);
    mieni_asset_release(&asset);
    mieni_project_close(&project);
    CHECK_STATUS(mieni_project_open(&project, folder, &problem), MIEN_ERROR_FILE);
}

/// One file that is not as on disk, or with is_gone not there.
typedef struct Laid {
    const char *path;
    char bytes[200];
    size_t size;
    bool is_gone;
} Laid;

static MieniOverlaid laid_find(void *user, const char *path, const char **out_bytes, size_t *out_size)
{
    const Laid *laid = user;
    *out_bytes = laid->bytes;
    *out_size = laid->size;
    if (strcmp(path, laid->path) != 0)
        return MIENI_OVERLAID_NOT;
    return laid->is_gone ? MIENI_OVERLAID_GONE : MIENI_OVERLAID_THERE;
}

static MienStatus laid_write(void *user, const char *path, const void *bytes, size_t size,
                             MieniProblem *problem)
{
    Laid *laid = user;
    (void)problem;
    CHECK_STR(path, laid->path);
    CHECK(size <= sizeof laid->bytes);
    memcpy(laid->bytes, bytes, size);
    laid->size = size;
    laid->is_gone = false;
    return MIEN_OK;
}

static MienStatus laid_remove(void *user, const char *path, MieniProblem *problem)
{
    Laid *laid = user;
    (void)problem;
    CHECK_STR(path, laid->path);
    laid->is_gone = true;
    return MIEN_OK;
}

static bool laid_list(void *user, MieniPaths *paths)
{
    const Laid *laid = user;
    return laid->is_gone || mieni_paths_add(paths, laid->path);
}

/// Files of a project that is open: "a.clip.json|mien.json".
static const char *list(const MieniProject *project)
{
    static char text[400];
    MieniPaths paths = {0};
    text[0] = '\0';
    CHECK_STATUS(mieni_project_files(project, &paths, NULL), MIEN_OK);
    for (int i = 0; i < paths.count; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? "|" : "", paths.items[i]);
    mieni_paths_release(&paths);
    return text;
}

TEST(overlays)
{
    MieniProject project;
    MieniProblem problem = {0};
    MieniAsset asset;
    MieniBuffer buffer;
    Laid laid = {.path = "new.clip.json", .is_gone = true};
    const MieniOverlay overlay = {&laid, laid_find, laid_write, laid_remove, laid_list};
    put("o/mien.json", "{\"kind\": \"project\", \"version\": 1}");
    put("o/old.clip.json", "{\"kind\": \"clip\", \"version\": 1}");
    CHECK_STATUS(mieni_project_open(&project, in_folder("o"), &problem), MIEN_OK);
    project.overlay = &overlay;
    CHECK(!mieni_project_exists(&project, "new.clip.json") &&
          mieni_project_exists(&project, "old.clip.json"));
    CHECK_STATUS(mieni_asset_begin(&asset, MIENI_ASSET_CLIP, NULL), MIEN_OK);
    CHECK_STATUS(mieni_project_save(&project, "new.clip.json", &asset, &problem), MIEN_OK);
    mieni_asset_release(&asset);
    CHECK(mieni_project_exists(&project, "new.clip.json") &&
          !mieni_file_exists(in_folder("o/new.clip.json")));
    CHECK_STATUS(mieni_project_load(&project, "new.clip.json", MIENI_ASSET_CLIP, &asset, &problem), MIEN_OK);
    mieni_asset_release(&asset);
    CHECK_STR(list(&project), "mien.json|new.clip.json|old.clip.json");

    laid = (Laid){.path = "old.clip.json"};
    CHECK_STATUS(mieni_project_remove(&project, "old.clip.json", &problem), MIEN_OK);
    CHECK(!mieni_project_exists(&project, "old.clip.json"));
    CHECK_STATUS(mieni_project_read(&project, "old.clip.json", &buffer, &problem), MIEN_ERROR_FILE);
    CHECK_STR(problem.file, "old.clip.json");
    CHECK_STR(list(&project), "mien.json");
    project.overlay = NULL;
    CHECK_STATUS(mieni_project_remove(&project, "old.clip.json", &problem), MIEN_OK);
    CHECK_STATUS(mieni_project_remove(&project, "old.clip.json", &problem), MIEN_ERROR_FILE);
    CHECK(problem.is_write && !mieni_file_exists(in_folder("o/old.clip.json")));
    mieni_project_close(&project);
}

/// 0 is a descriptor as any other, which a program that was started without standard input gets.
TEST(first_descriptor)
{
    MieniBuffer buffer;
    MieniPaths paths = {0};
    mieni_os_close(0);
    CHECK_STATUS(mieni_file_write_below(folder, "zero/a", "bytes", 5, false, NULL, NULL), MIEN_OK);
    CHECK(mieni_os_sync_folder_of(folder, "zero/a"));
    CHECK_STATUS(mieni_file_read_below(folder, "zero/a", &buffer, NULL, NULL), MIEN_OK);
    CHECK(buffer.size == 5 && mieni_file_holds(folder, "zero/a", "bytes", 5));
    mieni_buffer_release(&buffer);
    CHECK_STATUS(mieni_walk(folder, "zero", true, NULL, 0, &paths, NULL), MIEN_OK);
    CHECK(paths.count == 1 && strcmp(paths.items[0], "zero/a") == 0);
    mieni_paths_release(&paths);
    const int lock = mieni_os_lock_open(folder, "zero/lock");
    CHECK(lock >= 0 && mieni_os_lock(lock, false, false));
    mieni_os_close(lock);
}

/// A path that has no room is refused, whichever part is too long; what is left is not used.
TEST(long_paths)
{
    char a[MIENI_PATH_ROOM + 1], out[MIENI_PATH_ROOM];
    memset(a, 'a', sizeof a);
    a[MIENI_PATH_ROOM] = '\0';
    CHECK(!mieni_path_join(out, a, "b") && !mieni_path_join(out, "b", a) && !mieni_path_join(out, "", a));
    a[MIENI_PATH_ROOM - 1] = '\0'; // fits, without the slash
    CHECK(!mieni_path_join(out, a, "b") && mieni_path_join(out, "", a) && mieni_path_join(out, ".", a));
    CHECK_STR(out, a);
    a[MIENI_PATH_ROOM - 2] = '\0'; // fits, with the slash
    CHECK(!mieni_path_join(out, a, "b") && mieni_path_join(out, a, ""));
    a[MIENI_PATH_ROOM - 3] = '\0';
    CHECK(mieni_path_join(out, a, "b"));
    CHECK_INT(strlen(out), MIENI_PATH_ROOM - 1);
}

/// A path that fits by itself, and not behind the root.
TEST(long_derived_paths)
{
    MieniProject project;
    MieniBuffer buffer;
    MieniContentHash hash;
    MieniOsInfo info;
    int64_t size;
    char path[MIENI_PATH_ROOM - 1];
    memset(path, 'a', sizeof path);
    path[sizeof path - 1] = '\0';
    mieni_project_open_loose(&project, folder);
    CHECK_STATUS(mieni_derived_make_folder(&project, path, NULL), MIEN_ERROR_LIMIT);
    CHECK_STATUS(mieni_derived_read(&project, path, &buffer, NULL), MIEN_ERROR_LIMIT);
    CHECK_STATUS(mieni_derived_write(&project, path, "x", 1, NULL, NULL), MIEN_ERROR_LIMIT);
    CHECK_STATUS(mieni_derived_write_safe(&project, path, "x", 1, NULL), MIEN_ERROR_LIMIT);
    CHECK(!mieni_derived_look(&project, path, &info) && !mieni_derived_hash(&project, path, &hash, &size));
    CHECK(!mieni_derived_holds(&project, path, "x", 1) && !mieni_derived_remove(&project, path));
    CHECK(mieni_derived_open_folder(&project, path) == NULL);
    CHECK_INT(mieni_derived_open_lock(&project, path, NULL), -1);
    mieni_project_close(&project);
}

CHECK_MAIN
{
    if (!temporary_make(folder, "files"))
        return;
    RUN(patterns);
    RUN(random_patterns);
    RUN(long_patterns);
    RUN(long_paths);
    RUN(long_derived_paths);
    RUN(writing);
    RUN(links_stay);
    RUN(refused);
    RUN(walking);
    RUN(projects);
    RUN(overlays);
    RUN(first_descriptor);
    temporary_remove(folder);
}
