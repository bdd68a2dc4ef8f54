// SPDX-License-Identifier: MIT
//
// Clips by patterns: whether an index or listings lead to them, they are those that a look at every
// path would find. MIEN_CASES=100 tries a hundred times as many patterns.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "catalog/many.h"

enum { PATHS = 700, PATTERNS = 3000, LONGEST = 24, SHARDS = 4 };

static MieniPaths paths;
static uint32_t seed = 1;

static int below(int count)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)count);
}

/// A few letters, so that names are alike; some of two bytes.
static void put_letters(char *text, int most)
{
    static const char *const letters[] = {"a", "b", "_", ".", "é", "ê"};
    for (int i = 1 + below(most); i > 0; --i)
        strcat(text, letters[below(6)]);
}

static void make_paths(void)
{
    while (paths.count < PATHS) {
        char path[128] = "";
        for (int depth = below(4); depth > 0; --depth) {
            put_letters(path, 2);
            strcat(path, "/");
        }
        put_letters(path, 4);
        CHECK(mieni_paths_add(&paths, path));
    }
    mieni_paths_sort(&paths);
}

/// Every fourth path from the first on that is the shard's.
static void put_paths(int shard)
{
    MieniManifest manifest = {.program = "0", .rule = 1, .asset = "lines.clips.json"};
    MieniTextOut text = {0};
    char path[MIENI_PATH_ROOM], full[MIENI_PATH_ROOM];
    const char *name = "jawOpen";
    const MieniContentHash hash = mieni_content_hash("", 0);
    for (int i = shard; i < paths.count; i += SHARDS) {
        const MieniManifestClip clip = {.member = paths.items[i],
                                        .hash = hash,
                                        .pack_hash = hash,
                                        .pack_size = 1,
                                        .seconds = 1,
                                        .set = mieni_manifest_set(&manifest, &name, 1)};
        mieni_manifest_add(&manifest, &clip);
    }
    mieni_manifest_put(&manifest, &text);
    CHECK(mieni_build_shard_path(&project, "lines.clips.json", SHARDS, shard, ".manifest", path) &&
          mieni_project_locate(&project, path, full));
    CHECK_STATUS(mieni_file_write_derived(full, text.bytes, text.size, NULL, NULL), MIEN_OK);
    mieni_text_release(&text);
    mieni_manifest_release(&manifest);
}

/// A path with stars and question marks in it, or anything.
static void make_pattern(char pattern[256])
{
    static const char *const signs[] = {"*", "**", "?", "**/", "/", "*/", "/**", "***", "", ""};
    const char *from = paths.items[below(paths.count)];
    pattern[0] = '\0';
    if (below(3) == 0)
        strcat(pattern, "**/");
    for (int i = 0; i < LONGEST && *from != '\0'; ++i) {
        const int what = below(10);
        if (what < 6) {
            do
                strncat(pattern, from++, 1);
            while (((unsigned char)*from & 0xc0) == 0x80);
        } else if (what < 8) {
            strcat(pattern, signs[below(10)]);
        } else if (what == 8) {
            strcat(pattern, signs[below(4)]);
            from += below((int)strlen(from)) + 1;
            while (((unsigned char)*from & 0xc0) == 0x80)
                ++from;
        } else {
            put_letters(pattern, 1);
        }
    }
}

/// What is to be found, in order.
typedef struct Wanted {
    const char *pattern;
    int at, given;
} Wanted;

static bool see(void *user, const MieniCatalogClip *clip)
{
    Wanted *wanted = user;
    while (wanted->at < paths.count && !mieni_path_matches(wanted->pattern, paths.items[wanted->at]))
        ++wanted->at;
    CHECK(wanted->at < paths.count);
    if (wanted->at < paths.count)
        CHECK_STR(clip->path, paths.items[wanted->at++]);
    ++wanted->given;
    return true;
}

static int try_pattern(MieniCatalog *catalog, const char *pattern, int limit)
{
    Wanted wanted = {.pattern = pattern};
    int64_t count = 0, all = 0;
    for (int i = 0; i < paths.count; ++i)
        all += mieni_path_matches(pattern, paths.items[i]);
    mieni_catalog_clips_like(catalog, pattern, limit, see, &wanted, &count);
    if (count != all || wanted.given != (limit > 0 && all > limit ? limit : all))
        printf("%s\n", pattern);
    CHECK_INT(count, all);
    CHECK_INT(wanted.given, limit > 0 && all > limit ? limit : all);
    return (int)all;
}

TEST(every_way_leads_to_the_same_clips)
{
    const char *cases = getenv("MIEN_CASES");
    MieniCatalog *catalog;
    int found = 0;
    make_paths();
    begin_many(SHARDS);
    for (int i = 0; i < SHARDS; ++i)
        put_paths(i);
    refresh();
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &catalog, NULL), MIEN_OK);
    for (int i = 0; i < PATTERNS * (cases != NULL ? atoi(cases) : 1); ++i) {
        char pattern[256];
        make_pattern(pattern);
        found += try_pattern(catalog, pattern, below(3) * 5) > 0;
    }
    CHECK(found > PATTERNS / 3); // most patterns mean something
    CHECK_STATUS(mieni_catalog_status(catalog, NULL), MIEN_OK);
    mieni_catalog_close(catalog);
    mieni_paths_release(&paths);
}

CHECK_MAIN
{
    RUN(every_way_leads_to_the_same_clips);
    end_many();
}
