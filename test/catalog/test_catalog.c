// SPDX-License-Identifier: MIT
//
// What a catalogue says of small projects, and that it follows them.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "catalog/many.h"

#include <fcntl.h>
#include <sys/stat.h>

/// What was told, a line each.
static char told[4096];

static bool tell_clip(void *user, const MieniCatalogClip *clip)
{
    char line[256];
    (void)user;
    snprintf(line, sizeof line, "%s %g s, %d curves\n", clip->path, clip->seconds, clip->curve_count);
    strncat(told, line, sizeof told - strlen(told) - 1);
    return true;
}

static bool tell_use(void *user, MieniCatalogMention what, const char *asset, const char *other)
{
    char line[256];
    (void)user;
    snprintf(line, sizeof line, "%d %s %s\n", what, asset, other);
    strncat(told, line, sizeof told - strlen(told) - 1);
    return true;
}

static bool tell_name(void *user, const char *name)
{
    (void)user;
    strncat(told, name, sizeof told - strlen(told) - 1);
    strncat(told, "\n", sizeof told - strlen(told) - 1);
    return true;
}

static MieniCatalog *open_catalog(void)
{
    MieniCatalog *catalog;
    CHECK_STATUS(mieni_catalog_open(&project, NULL, &catalog, NULL), MIEN_OK);
    told[0] = '\0';
    return catalog;
}

static const char *uses_of(const char *name)
{
    MieniCatalog *catalog = open_catalog();
    mieni_catalog_mentions(catalog, name, tell_use, NULL);
    CHECK_STATUS(mieni_catalog_status(catalog, NULL), MIEN_OK);
    mieni_catalog_close(catalog);
    return told;
}

static const char *lacking(const char *pose)
{
    MieniCatalog *catalog = open_catalog();
    mieni_catalog_lacking(catalog, pose, tell_name, NULL);
    CHECK_STATUS(mieni_catalog_status(catalog, NULL), MIEN_OK);
    mieni_catalog_close(catalog);
    return told;
}

/// Clips that touch a pose: how many, and the first of them.
static int64_t touching(const char *pose, int limit)
{
    MieniCatalog *catalog = open_catalog();
    MieniCatalogChoice choice = {0};
    mieni_catalog_choose_pose(catalog, pose, &choice);
    mieni_catalog_clips(catalog, &choice, limit, tell_clip, NULL);
    CHECK_STATUS(mieni_catalog_status(catalog, NULL), MIEN_OK);
    const int64_t count = choice.clips;
    mieni_catalog_choice_release(&choice);
    mieni_catalog_close(catalog);
    return count;
}

static int64_t like(const char *pattern, int limit)
{
    MieniCatalog *catalog = open_catalog();
    int64_t count;
    mieni_catalog_clips_like(catalog, pattern, limit, tell_clip, NULL, &count);
    CHECK_STATUS(mieni_catalog_status(catalog, NULL), MIEN_OK);
    mieni_catalog_close(catalog);
    return count;
}

static void put_poses(const char *path, const char *blending, const char *rows)
{
    write_file(
        path,
        "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"mode\": \"additive\", "
        "\"blending\": \"%s\", \"poses\": [%s]}",
        blending, rows);
}

TEST(clips_are_found_by_their_curves)
{
    begin_many(4);
    for (int i = 0; i < 4; ++i)
        put_shard(i, 10, 1.5);
    wait_a_tick();
    CHECK_INT(refresh().read, 4);
    CHECK_INT(ask_count("jawOpen"), 40);
    CHECK_INT(ask_count("smile"), 20);
    CHECK_INT(ask_count("own 3"), 10);
    CHECK_INT(ask_count("missing"), 0);
    CHECK_INT(like("lines/02/*", 2), 10);
    CHECK_STR(told, "lines/02/00002_0000.csv 1.5 s, 3 curves\nlines/02/00002_0001.csv 1.5 s, 2 curves\n");
    CHECK_INT(like("lines/**", 1), 40);
    CHECK_INT(like("**/00003_000?.csv", 1), 10);
    CHECK_INT(like("**/lines/03/*", 1), 10); // "**/" may stand for nothing
    CHECK_INT(like("*", 1), 0);
    CHECK_INT(like("lines/03/00003_0004.csv", 0), 1);
}

TEST(what_changed_is_read_again)
{
    char full[MIENI_PATH_ROOM];
    begin_many(4);
    for (int i = 0; i < 4; ++i)
        put_shard(i, 10, 1.5);
    wait_a_tick();
    refresh();
    CHECK_INT(refresh().read, 0);
    put_shard(1, 4, 2);
    wait_a_tick();
    CHECK_INT(refresh().read, 1);
    CHECK_INT(refresh().read, 0);
    CHECK_INT(ask_count("jawOpen"), 34);
    CHECK_INT(ask_count("smile"), 17);
    CHECK(mieni_project_locate(&project, ".mien/shards/lines.clips/4-2.manifest", full) && unlink(full) == 0);
    CHECK_INT(refresh().removed, 1);
    CHECK_INT(ask_count("jawOpen"), 24);
    CHECK_INT(ask_count("own 2"), 0);
    write_file(".mien/shards/lines.clips/4-3.manifest", "no manifest");
    CHECK_INT(refresh().read, 1); // nothing is known of its clips then
    CHECK_INT(ask_count("jawOpen"), 14);
    CHECK(mieni_project_locate(&project, ".mien/catalogue.db", full) && unlink(full) == 0);
    CHECK_INT(refresh().read, 3);
    CHECK_INT(ask_count("jawOpen"), 14);
}

/// Its time might not tell of another change.
TEST(a_file_of_this_moment_is_read_once_more)
{
    char full[MIENI_PATH_ROOM];
    struct timespec times[2];
    begin_many(1);
    put_shard(0, 2, 1);
    CHECK(mieni_project_locate(&project, ".mien/shards/lines.clips/1-0.manifest", full));
    clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec += 100;
    times[1] = times[0];
    CHECK_INT(utimensat(AT_FDCWD, full, times, 0), 0);
    CHECK_INT(refresh().read, 1);
    CHECK_INT(refresh().read, 1);
    times[0].tv_sec -= 200;
    times[1] = times[0];
    CHECK_INT(utimensat(AT_FDCWD, full, times, 0), 0);
    CHECK_INT(refresh().read, 1);
    CHECK_INT(refresh().read, 0);
}

TEST(poses_and_what_drives_them)
{
    begin_many(2);
    put_shard(0, 3, 1);
    put_shard(1, 3, 1);
    put_poses("ada.poses.json", "mien",
              "{\"name\": \"jawOpen\"}, {\"name\": \"half\", \"target\": \"jawOpen\", \"position\": 0.5}, "
              "{\"name\": "
              "\"both\", \"corrective\": [\"jawOpen\", \"smile\"]}, {\"name\": \"smile\", \"curves\": "
              "{\"wet\": 1}}");
    put_poses("pip.poses.json", "unreal", "{\"name\": \"JAWOPEN\"}");
    write_file("pip.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", "
                                "\"morphs\": [{\"name\": \"smile\"}]}");
    write_file("a.skeleton.json",
               "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}], "
               "\"curves\": [{\"name\": \"jawOpen\"}]}");
    write_file("x.map.json", "{\"kind\": \"map\", \"version\": 1, \"rows\": [{\"from\": \"jawOpen\", \"to\": "
                             "\"A\"}]}");
    refresh();
    CHECK_STR(uses_of("jawOpen"),
              "1 ada.poses.json curve-driven\n2 ada.poses.json both\n2 ada.poses.json half\n"
              "2 ada.poses.json jawOpen\n3 pip.poses.json JAWOPEN\n6 a.skeleton.json \n"
              "7 x.map.json A\n");
    CHECK_STR(uses_of("smile"),
              "1 ada.poses.json curve-driven\n2 ada.poses.json both\n2 ada.poses.json smile\n"
              "5 pip.mesh.json \n");
    CHECK_STR(uses_of("wet"), "4 ada.poses.json smile\n");
    CHECK_STR(uses_of("A"), "8 x.map.json jawOpen\n");
    CHECK_INT(touching("half", 1), 6);
    CHECK_INT(touching("both", 1), 4);
    CHECK_STR(told, "lines/00/00000_0000.csv 1 s, 3 curves\n");
    CHECK_INT(touching("JAWOPEN", 1), 6); // case does not count there
    CHECK_INT(touching("jawopen", 1), 0);
}

TEST(characters_lack_what_neither_graph_nor_mesh_has)
{
    begin_many(0);
    put_poses("ada.poses.json", "mien", "{\"name\": \"smile\"}");
    put_poses("pip.poses.json", "mien", "{\"name\": \"frown\"}");
    write_file("m.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", "
                              "\"morphs\": [{\"name\": \"frown\"}]}");
    write_file(
        "cast.graph.json",
        "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"nodes\": [{\"id\": "
        "\"rest\", \"node\": \"rest_pose\"}, {\"id\": \"pose\", \"node\": \"poses\", \"input\": \"rest\", "
        "\"poses\": \"ada.poses.json\"}, {\"id\": \"out\", \"node\": \"output\", \"input\": \"pose\"}]}");
    write_file("child.graph.json", "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"cast.graph.json\"}");
    write_file("one.character.json",
               "{\"kind\": \"character\", \"version\": 1, \"graph\": \"child.graph.json\"}");
    write_file("two.character.json",
               "{\"kind\": \"character\", \"version\": 1, \"poses\": \"pip.poses.json\"}");
    write_file("three.character.json", "{\"kind\": \"character\", \"version\": 1, \"poses\": "
                                       "\"ada.poses.json\", \"mesh\": \"m.mesh.json\"}");
    refresh();
    CHECK_STR(lacking("smile"), "two.character.json\n");
    CHECK_STR(lacking("frown"), "one.character.json\n");
    wait_a_tick();
    refresh();
    // The child's file stays as it was, and yet it has other poses.
    write_file(
        "cast.graph.json",
        "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"nodes\": [{\"id\": "
        "\"rest\", \"node\": \"rest_pose\"}, {\"id\": \"pose\", \"node\": \"poses\", \"input\": \"rest\", "
        "\"poses\": \"pip.poses.json\"}, {\"id\": \"out\", \"node\": \"output\", \"input\": \"pose\"}]}");
    refresh();
    CHECK_STR(lacking("smile"), "one.character.json\ntwo.character.json\n");
    CHECK_STR(lacking("frown"), "");
}

TEST(names_may_hold_anything)
{
    begin_many(1);
    put_poses("ada.poses.json", "mien",
              "{\"name\": \"it's \\\"so\\\"; DROP TABLE clip; --\"}, {\"name\": \"口を開ける\"}, {\"name\": "
              "\"%_*\"}");
    put_shard(0, 2, 1);
    refresh();
    CHECK_STR(uses_of("it's \"so\"; DROP TABLE clip; --"),
              "1 ada.poses.json curve-driven\n2 ada.poses.json it's \"so\"; DROP TABLE clip; --\n");
    CHECK_STR(uses_of("口を開ける"), "1 ada.poses.json curve-driven\n2 ada.poses.json 口を開ける\n");
    CHECK_STR(uses_of("%_*"), "1 ada.poses.json curve-driven\n2 ada.poses.json %_*\n");
    CHECK_INT(ask_count("jawOpen' OR 1 --"), 0);
    CHECK_INT(ask_count("jaw\nOpen"), 0);
    CHECK_INT(like("lines/'; DROP TABLE clip", 0), 0);
    CHECK_INT(ask_count("jawOpen"), 2);
}

CHECK_MAIN
{
    RUN(clips_are_found_by_their_curves);
    RUN(what_changed_is_read_again);
    RUN(a_file_of_this_moment_is_read_once_more);
    RUN(poses_and_what_drives_them);
    RUN(characters_lack_what_neither_graph_nor_mesh_has);
    RUN(names_may_hold_anything);
    end_many();
}
