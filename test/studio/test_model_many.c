// SPDX-License-Identifier: MIT
//
// Clips assets whose files are not listed: found by the catalogue, opened as clips that
// nothing can change.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/check.h"

#include "project/build/build.h"
#include "project/recipes/recipes.h"
#include "studio/model/commands/clips.h"
#include "studio/model/commands/curve_table.h"
#include "studio/model/facts/catalogue.h"
#include "studio/model/facts/problems.h"

#include <unistd.h>

enum { FILES = 90 };

static char root[64];

static void put(const char *path, const char *text)
{
    char full[MIENI_PATH_ROOM];
    CHECK(mieni_path_join(full, root, path));
    CHECK_STATUS(mieni_file_write_derived(full, text, strlen(text), NULL, NULL), MIEN_OK);
}

/// A project of small tables, half of them about the jaw, and a build of it in shards.
static void make_project(void)
{
    strcpy(root, "/tmp/mien-many-XXXXXX");
    CHECK(mkdtemp(root) != NULL);
    put("mien.json", "{\"kind\": \"project\", \"version\": 1}");
    put("lines.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"files\": [\"lines/**/*.csv\"], "
                            "\"settings\": {\"offset\": 0.5}, \"modifiers\": [{\"do\": \"scale_curves\", "
                            "\"names\": [\"*\"], \"gain\": 2}], \"except\": [{\"file\": "
                            "\"lines/a/l_001.csv\", \"offset\": 1}]}");
    put("own.clip.json", "{\"kind\": \"clip\", \"version\": 1}");
    for (int i = 0; i < FILES; ++i) {
        char path[64], text[128];
        snprintf(path, sizeof path, "lines/%c/L_%03d.csv", 'a' + i % 3, i);
        if (i == 1)
            strcpy(path, "lines/a/l_001.csv");
        snprintf(text, sizeof text, "time,%s,smile\n0,0.25,0\n1,0.5,1\n", i % 2 == 0 ? "jawOpen" : "frown");
        put(path, text);
    }
}

/// As the editor builds: in shards, and the catalogue with it.
static bool note_built(void *user, const struct MieniBuildPlan *plan)
{
    bool is_changed = false;
    CHECK_STATUS(studio_catalogue_refresh(user, plan, NULL, &is_changed, NULL), MIEN_OK);
    return is_changed;
}

static void build(void)
{
    MieniProject project;
    MieniProblem problem = {0};
    MieniBuildResult result;
    CHECK_STATUS(mieni_project_open(&project, root, &problem), MIEN_OK);
    const MieniBuildOptions options = {.program = MIEN_PROGRAM, .built = note_built, .user = &project};
    CHECK_STATUS(mieni_build(&project, &options, &result, &problem), MIEN_OK);
    CHECK_INT(result.failed, 0);
    mieni_project_close(&project);
}

static void run(const char *command)
{
    char line[512];
    snprintf(line, sizeof line, command, root, root);
    CHECK_INT(system(line), 0);
}

static Studio *open_studio(void)
{
    Studio *studio;
    MieniProblem problem = {0};
    const StudioOptions options = {.many_shards = 1};
    CHECK_STATUS(studio_open(&studio, root, &options, &problem), MIEN_OK);
    return studio;
}

static StudioSearch *ask(const Studio *studio, const char *words, int limit, bool wants_curves)
{
    StudioSearch *search = studio_search_begin(studio, words, limit);
    search->checks_state = true;
    search->wants_curves = wants_curves;
    studio_search_run(search);
    CHECK_INT(search->found_count, 1);
    return search;
}

TEST(words_find_clips)
{
    static const struct {
        const char *words;
        int count;
    } rows[] = {{"", FILES}, {"l_", FILES}, {"01 L_0", 11}, {"b/ csv", 29}, {"missing", 0}, {"l_001", 1}};
    Studio *studio = open_studio();
    CHECK_INT(studio->many_count, 1);
    CHECK_STR(studio->many[0].path, "lines.clips.json");
    CHECK_INT(studio->others.count, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        StudioSearch *search = ask(studio, rows[i].words, 7, false);
        CHECK_INT(search->found[0].all, rows[i].count);
        CHECK_INT(search->found[0].count, rows[i].count < 7 ? rows[i].count : 7);
        CHECK_INT(search->state, STUDIO_CATALOGUE_CURRENT);
        studio_search_destroy(search);
    }
    StudioSearch *search = ask(studio, "", 0, true);
    CHECK_INT(studio_search_curve(search, "jawOpen"), FILES / 2);
    CHECK_INT(studio_search_curve(search, "smile"), FILES);
    CHECK_INT(studio_search_curve(search, "missing"), 0);
    studio_search_destroy(search);
    studio_close(studio);
}

/// Some curves, with blanks between, of which clips shall have all.
static StudioSearch *ask_having(Studio *studio, const char *names, int limit, const char *skeleton)
{
    StudioSearch *search = studio_search_begin(studio, "", limit);
    char copy[64];
    strcpy(copy, names);
    for (char *name = strtok(copy, " "); name != NULL; name = strtok(NULL, " "))
        CHECK(mieni_paths_add(&search->having, name));
    search->checks_state = true;
    if (skeleton != NULL)
        studio_search_only_on(search, studio, skeleton);
    studio_search_run(search);
    return search;
}

TEST(curves_find_clips)
{
    static const struct {
        const char *names;
        int count;
        const char *first, *second;
    } rows[] = {{"jawOpen", FILES / 2, "lines/a/L_000.csv", "lines/a/L_006.csv"},
                {"frown", FILES / 2, "lines/a/L_003.csv", "lines/a/L_009.csv"},
                {"frown smile", FILES / 2, "lines/a/L_003.csv", "lines/a/L_009.csv"},
                {"smile", FILES, "lines/a/L_000.csv", "lines/a/L_003.csv"},
                {"frown jawOpen", 0, NULL, NULL},
                {"JawOpen", 0, NULL, NULL}};
    Studio *studio = open_studio();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        StudioSearch *search = ask_having(studio, rows[i].names, 7, NULL);
        const StudioFoundClips *found = &search->found[0];
        CHECK_INT(search->found_count, 1);
        CHECK_INT(found->all, rows[i].count);
        CHECK_INT(found->count, rows[i].count < 7 ? rows[i].count : 7);
        if (found->count > 1) {
            CHECK_STR(found->clips[0].file, rows[i].first);
            CHECK_STR(found->clips[1].file, rows[i].second);
        }
        CHECK_INT(search->state, STUDIO_CATALOGUE_CURRENT);
        studio_search_destroy(search);
    }
    StudioSearch *search = studio_search_begin(studio, "", 1);
    CHECK(mieni_paths_add(&search->having, "JAWOPEN"));
    search->folds_case = true;
    studio_search_run(search);
    CHECK_INT(search->found[0].all, FILES / 2);
    studio_search_destroy(search);
    studio_close(studio);
}

/// Two assets have the same curves: each has its own clips, and one is on another skeleton.
TEST(each_asset_has_its_own_clips)
{
    put("twin.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": \"b.skeleton.json\", "
                           "\"files\": [\"twin/*.csv\"]}");
    put("b.skeleton.json", "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}]}");
    for (int i = 0; i < FILES; ++i) {
        char path[64];
        snprintf(path, sizeof path, "twin/T_%03d.csv", i);
        put(path, "time,jawOpen,smile\n0,0.25,0\n1,0.5,1\n");
    }
    build();
    Studio *studio = open_studio();
    StudioSearch *search = ask_having(studio, "jawOpen", 5, NULL);
    CHECK_INT(search->found_count, 2);
    for (int i = 0; i < search->found_count; ++i) {
        const bool is_twin = strcmp(search->found[i].asset, "twin.clips.json") == 0;
        CHECK_INT(search->found[i].all, is_twin ? FILES : FILES / 2);
        CHECK_INT(search->found[i].count, 5);
        for (int c = 0; c < search->found[i].count; ++c)
            CHECK(strncmp(search->found[i].clips[c].file, is_twin ? "twin/T_" : "lines/a/L_", 7) == 0);
    }
    studio_search_destroy(search);
    search = ask_having(studio, "jawOpen", 5, "a.skeleton.json");
    CHECK_INT(search->found_count, 1);
    CHECK_STR(search->found[0].asset, "lines.clips.json");
    studio_search_destroy(search);
    studio_close(studio);
    run("rm -r %s/twin* %s/b.skeleton.json");
    build();
}

/// A curve that only they have is not unused.
TEST(they_count_among_uses_of_a_curve)
{
    Studio *studio;
    StudioSnapshot *snapshot;
    StudioCurveTable table;
    MieniProblem problem = {0};
    put("a.skeleton.json", "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}], "
                           "\"curves\": [{\"name\": \"frown\"}, {\"name\": \"wink\"}]}");
    studio = open_studio();
    CHECK_STATUS(studio_snapshot_make(&studio->files, &snapshot, &problem), MIEN_OK);
    CHECK_STATUS(studio_curve_table_make(&table, snapshot, "a.skeleton.json", true, &problem), MIEN_OK);
    CHECK_INT(table.unused_count, 2);
    CHECK_INT(table.count, 2);
    StudioSearch *search = ask(studio, "", 0, true);
    CHECK_STATUS(studio_curve_table_add_many(&table, search, &problem), MIEN_OK);
    CHECK_INT(table.unused_count, 1);
    CHECK_INT(studio_curve_table_find(&table, "frown")->clips, FILES / 2);
    CHECK(!studio_curve_table_find(&table, "frown")->is_unused);
    CHECK(studio_curve_table_find(&table, "wink")->is_unused);
    studio_search_destroy(search);
    studio_curve_table_release(&table);
    studio_snapshot_destroy(snapshot);
    studio_close(studio);
}

/// Names that nothing else has get rows between the others, and may be near misses.
TEST(names_that_only_they_have_get_rows)
{
    static const char *const names[] = {"Smile", "frown", "jawOpen", "smile"};
    Studio *studio;
    StudioSnapshot *snapshot;
    StudioCurveTable table;
    MieniProblem problem = {0};
    put("a.skeleton.json", "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}]}");
    put("a.poses.json", "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", "
                        "\"mode\": \"additive\", \"poses\": [{\"name\": \"Smile\"}, {\"name\": \"frown\"}]}");
    studio = open_studio();
    CHECK_STATUS(studio_snapshot_make(&studio->files, &snapshot, &problem), MIEN_OK);
    CHECK_STATUS(studio_curve_table_make(&table, snapshot, "a.skeleton.json", true, &problem), MIEN_OK);
    CHECK_INT(table.count, 2);
    StudioSearch *search = ask(studio, "", 0, true);
    CHECK_STATUS(studio_curve_table_add_many(&table, search, &problem), MIEN_OK);
    studio_search_destroy(search); // rows keep their names
    CHECK_INT(table.count, 4);
    for (int i = 0; i < 4; ++i)
        CHECK_STR(table.rows[i].name, names[i]);
    const StudioCurveRow *row = studio_curve_table_find(&table, "smile");
    CHECK_INT(row->clips, FILES);
    CHECK_INT(row->uses, FILES);
    CHECK_INT(row->use->count, 0);
    CHECK(!row->is_unused && !row->is_listed);
    CHECK_STR(row->near != NULL ? row->near : "", "Smile");
    CHECK_INT(table.near_count, 1);
    CHECK(studio_curve_table_find(&table, "jawOpen")->near == NULL);
    CHECK_INT(studio_curve_table_find(&table, "frown")->poses, 1);
    studio_curve_table_release(&table);
    studio_snapshot_destroy(snapshot);
    studio_close(studio);
    run("rm %s/a.poses.json");
}

/// What is shown is what is cooked: the same curves, at the same times.
TEST(a_file_opens_as_the_clip_it_becomes)
{
    static const char *const files[] = {"lines/a/l_001.csv", "lines/c/L_002.csv"};
    Studio *studio = open_studio();
    MieniProblem problem = {0};
    for (int i = 0; i < 2; ++i) {
        char path[MIENI_PATH_ROOM];
        StudioSnapshot *snapshot;
        MieniClipRecipe shown, cooked;
        CHECK_STATUS(studio_member_open(studio, "lines.clips.json", files[i], path, &problem), MIEN_OK);
        CHECK_STR(path, i == 0 ? "lines/a/l_001.clip.json" : "lines/c/L_002.clip.json");
        CHECK_STATUS(studio_snapshot_make(&studio->files, &snapshot, &problem), MIEN_OK);
        CHECK_STATUS(mieni_clip_recipe(&snapshot->project, path, NULL, &shown, &problem), MIEN_OK);
        CHECK_STATUS(mieni_clip_recipe(&snapshot->project, "lines.clips.json", files[i], &cooked, &problem),
                     MIEN_OK);
        CHECK_INT(shown.clip->curve_count, cooked.clip->curve_count);
        CHECK(shown.clip->length == cooked.clip->length && shown.clip->length > 1.4);
        for (int c = 0; c < cooked.clip->curve_count && c < shown.clip->curve_count; ++c) {
            const MienAuthorClipCurve *one = &shown.clip->curves[c], *other = &cooked.clip->curves[c];
            CHECK_STR(one->name, other->name);
            CHECK_INT(one->key_count, other->key_count);
            for (int k = 0; k < one->key_count && k < other->key_count; ++k)
                CHECK(one->keys[k].time == other->keys[k].time && one->keys[k].value == other->keys[k].value);
        }
        mieni_clip_recipe_release(&shown);
        mieni_clip_recipe_release(&cooked);
        studio_snapshot_destroy(snapshot);
    }
    studio_close(studio);
}

TEST(it_is_no_file_and_stays_as_it_is)
{
    Studio *studio = open_studio();
    MieniProblem problem = {0};
    char path[MIENI_PATH_ROOM];
    MieniPaths files = {0};
    StudioSnapshot *snapshot;
    CHECK_STATUS(studio_member_open(studio, "lines.clips.json", "lines/c/L_002.csv", path, &problem),
                 MIEN_OK);
    CHECK_STATUS(studio_clip_add_curve(studio, path, "wink", &problem), MIEN_ERROR_ARGUMENT);
    CHECK(strstr(problem.error.message, "clip collection") != NULL);
    CHECK(studio_undo_label(studio) == NULL);
    CHECK_INT(studio_edited_count(studio), 0);
    CHECK_STATUS(studio_snapshot_make(&studio->files, &snapshot, &problem), MIEN_OK);
    CHECK_STATUS(mieni_project_files(&snapshot->project, &files, &problem), MIEN_OK);
    CHECK(!mieni_paths_has(&files, path));
    mieni_paths_release(&files);
    studio_snapshot_destroy(snapshot);
    CHECK(studio_member_open_again(studio, "lines/a/L_000.clip.json"));
    CHECK(!studio_member_open_again(studio, "lines/a/L_999.clip.json"));
    CHECK_STATUS(studio_member_open(studio, "lines.clips.json", "mien.json", path, &problem),
                 MIEN_ERROR_FILE);
    studio_close(studio);
}

TEST(a_catalogue_may_be_missing_or_old)
{
    Studio *studio = open_studio();
    StudioSearch *search;
    run("touch %s/.mien/shards/lines.clips/*-0.manifest");
    search = ask(studio, "", 1, false);
    CHECK_INT(search->state, STUDIO_CATALOGUE_OLD);
    studio_search_destroy(search);
    run("rm %s/.mien/catalogue.db");
    search = ask(studio, "", 1, false);
    CHECK_INT(search->state, STUDIO_CATALOGUE_MISSING);
    studio_search_destroy(search);
    run("test ! -e %s/.mien/catalogue.db"); // asking makes none
    build();
    search = ask(studio, "", 1, false);
    CHECK_INT(search->state, STUDIO_CATALOGUE_CURRENT);
    studio_search_destroy(search);
    studio_close(studio);
}

/// Findings of a whole lint, by the file that they are about.
static int lint(int many_shards, const char *file)
{
    Studio *studio;
    StudioLint *looked;
    MieniProblem problem = {0};
    int count = 0;
    const StudioOptions options = {.many_shards = many_shards};
    CHECK_STATUS(studio_open(&studio, root, &options, &problem), MIEN_OK);
    CHECK_STATUS(studio_lint_begin(studio, NULL, 0, &looked, &problem), MIEN_OK);
    studio_lint_run(looked);
    CHECK_STATUS(looked->status, MIEN_OK);
    for (int i = 0; i < looked->report.count; ++i)
        count += strcmp(looked->report.items[i].file, file) == 0;
    studio_lint_destroy(looked);
    studio_close(studio);
    return count;
}

/// Clips that are too many are not read; those that a graph names are.
TEST(live_lint_leaves_many_clips_alone)
{
    put("lines/c/L_002.csv", "time,jawOpen\n0,no number\n");
    put("a.skeleton.json", "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}]}");
    put("a.graph.json",
        "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"nodes\": [{\"id\": "
        "\"face\", \"node\": \"clip\", \"clip\": \"lines/a/L_000.clip.json\"}, {\"id\": \"out\", \"node\": "
        "\"output\", \"input\": \"face\"}]}");
    put("b.graph.json",
        "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"nodes\": [{\"id\": "
        "\"face\", \"node\": \"clip\", \"clip\": \"lines/a/L_999.clip.json\"}, {\"id\": \"out\", \"node\": "
        "\"output\", \"input\": \"face\"}]}");
    CHECK(lint(1000, "lines/c/L_002.csv") > 0);
    CHECK_INT(lint(1, "lines/c/L_002.csv"), 0);
    CHECK_INT(lint(1, "lines.clips.json"), lint(1000, "lines.clips.json"));
    CHECK_INT(lint(1, "a.graph.json"), lint(1000, "a.graph.json"));
    CHECK(lint(1, "b.graph.json") > lint(1, "a.graph.json"));
    CHECK_INT(lint(1, "b.graph.json"), lint(1000, "b.graph.json"));
}

CHECK_MAIN
{
    make_project();
    build();
    RUN(words_find_clips);
    RUN(curves_find_clips);
    RUN(each_asset_has_its_own_clips);
    RUN(they_count_among_uses_of_a_curve);
    RUN(names_that_only_they_have_get_rows);
    RUN(a_file_opens_as_the_clip_it_becomes);
    RUN(it_is_no_file_and_stays_as_it_is);
    RUN(a_catalogue_may_be_missing_or_old);
    RUN(live_lint_leaves_many_clips_alone);
    run("rm -r %s");
}
