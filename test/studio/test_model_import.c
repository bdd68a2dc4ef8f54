// SPDX-License-Identifier: MIT
//
// Importing files into an open project: copies, steps, decisions, reports.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "studio/model/import/import.h"

static char elsewhere[64];

/// A take of two bones, whose angles are those of a function.
static void put_bvh(const char *path, const char *bone, int frames, int (*angle)(int frame))
{
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(
        file,
        "HIERARCHY\nROOT root\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n JOINT %s\n {\n"
        "  OFFSET 0 1 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 1 0\n"
        "  }\n }\n}\nMOTION\nFrames: %d\nFrame Time: 0.033333\n",
        bone, frames);
    for (int i = 0; i < frames; ++i)
        fprintf(file, "0 0 0 %d 0 0\n", angle(i));
    fclose(file);
}

static int jump(int frame) { return (frame * 37) % 23; }

static int glide(int frame) { return frame; }

static const char *path_of(const char *name)
{
    static char path[120];
    snprintf(path, sizeof path, "%s/%s", elsewhere, name);
    return path;
}

static StudioImport *run(Studio *studio, const char *given)
{
    StudioImport *import = NULL;
    STUDIO_OK(studio_import_begin(studio, given, &import, &problem));
    studio_import_run(import, NULL, NULL);
    return import;
}

TEST(a_file_from_elsewhere_is_copied_and_one_step)
{
    studio_put_project();
    put_bvh(path_of("nod.bvh"), "neck", 30, glide);
    Studio *studio = studio_begin(NULL, NULL);
    StudioImport *import = run(studio, path_of("nod.bvh"));
    CHECK_STATUS(import->status, MIEN_OK);
    CHECK_STR(import->file, "sources/nod.bvh");
    CHECK_STR(import->poses, "");
    char summary[200];
    CHECK_STR(studio_import_summary(&import->report, summary), "1 skeleton, 1 clip");
    CHECK(!studio_exists(studio, "nod.clip.json"));
    STUDIO_OK(studio_import_end(import, &problem));
    studio_import_destroy(import);
    CHECK(studio_exists(studio, "nod.clip.json") && studio_exists(studio, "nod.skeleton.json"));
    CHECK_STR(studio_undo_label(studio), "import nod.bvh");
    CHECK(strcmp(studio_text_on_disk("sources/nod.bvh"), "(gone)") != 0);

    MieniJsonDocument report;
    MieniTextOut text = {0};
    CHECK(studio_report_read(&studio->project, "sources/nod.bvh", &report));
    studio_report_put(&report, &text);
    CHECK(strstr(text.bytes, "Created\n  nod.skeleton.json: created, 2 bones") != NULL);
    CHECK(strstr(text.bytes, "Converted\n") != NULL && strstr(text.bytes, "metres") != NULL);
    mieni_text_release(&text);
    mieni_json_release(&report);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(!studio_exists(studio, "nod.clip.json"));
    studio_close(studio);
}

/// A file of the project stays where it is, and importing it again changes nothing.
TEST(a_file_of_the_project_is_one_step)
{
    char given[120];
    studio_put_project();
    lint_put_bvh("takes/walk.bvh", "root", 5, 20, 10);
    snprintf(given, sizeof given, "%s/takes/walk.bvh", lint_folder);
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    for (int i = 0; i < 2; ++i) {
        StudioImport *import = run(studio, given);
        CHECK_STR(import->file, "takes/walk.bvh");
        CHECK(mieni_import_report_find(&import->report, MIENI_ASSET_CLIP) != NULL);
        STUDIO_OK(studio_import_end(import, &problem));
        studio_import_destroy(import);
        CHECK_INT(studio->history.done_count, 1);
    }
    CHECK_STR(studio_undo_label(studio), "import walk.bvh");
    CHECK(studio_exists(studio, "takes/walk.clip.json"));
    CHECK_STR(studio_text_on_disk("takes/walk.clip.json"), "(gone)");
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start && studio_edited_count(studio) == 0);
    studio_discard(studio);
}

TEST(a_list_of_poses_is_told_from_motion)
{
    studio_put_project();
    put_bvh(path_of("faces.bvh"), "neck", 30, jump);
    Studio *studio = studio_begin(NULL, NULL);
    StudioImport *import = run(studio, path_of("faces.bvh"));
    CHECK_STR(import->poses, "faces.clip.json");
    studio_import_destroy(import);
    studio_close(studio);
}

static bool stop(void *user, double done)
{
    (void)user, (void)done;
    return false;
}

TEST(what_is_cancelled_or_refused_leaves_nothing)
{
    studio_put_project();
    put_bvh(path_of("nod.bvh"), "neck", 30, glide);
    FILE *file = fopen(path_of("bad.bvh"), "w");
    fputs("HIERARCHY\nROOT root\n{\n", file);
    fclose(file);
    Studio *studio = studio_begin(NULL, NULL);
    StudioImport *import = NULL;
    STUDIO_OK(studio_import_begin(studio, path_of("nod.bvh"), &import, &problem));
    studio_import_run(import, stop, NULL);
    CHECK_STATUS(import->status, MIEN_ERROR_CANCELLED);
    studio_import_destroy(import);
    CHECK_STR(studio_text_on_disk("sources/nod.bvh"), "(gone)");
    import = run(studio, path_of("bad.bvh"));
    CHECK(import->status != MIEN_OK && import->problem.error.location[0] != '\0');
    studio_import_destroy(import);
    CHECK_STR(studio_text_on_disk("sources/bad.bvh"), "(gone)");
    import = run(studio, path_of("not there.bvh"));
    CHECK_STATUS(import->status, MIEN_ERROR_FILE);
    MieniProblem problem = {0};
    CHECK_STATUS(studio_import_end(import, &problem), MIEN_ERROR_FILE);
    studio_import_destroy(import);
    CHECK(studio_undo_label(studio) == NULL);
    studio_close(studio);
}

/// Some of several takes; those that are there stay ticked, and many files never ask.
TEST(takes_are_chosen)
{
    char command[400];
    static const char *const two[] = {"walk", "jump"};
    studio_put_project();
    snprintf(command, sizeof command, "python3 '%s/cli/make_gltf.py' --takes walk,run,jump > '%s'",
             MIEN_TEST_DIR, path_of("bo.gltf"));
    CHECK(system(command) == 0);
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    StudioImport *import = run(studio, path_of("bo.gltf"));
    CHECK_INT(import->ask, STUDIO_IMPORT_ASKS_NOTHING); // it was not allowed to
    studio_import_destroy(import);
    STUDIO_OK(studio_import_begin(studio, path_of("bo.gltf"), &import, &problem));
    import->may_ask_takes = true;
    studio_import_run(import, NULL, NULL);
    CHECK_INT(import->ask, STUDIO_IMPORT_ASKS_TAKES);
    const MieniImportLine *line = mieni_import_report_find(&import->report, MIENI_ASSET_CLIP);
    CHECK_STR(line->take, "walk");
    CHECK_STR(line->next->take, "run");
    CHECK(studio_import_choose_takes(import, two, 2));
    STUDIO_OK(studio_import_again(import, &problem));
    studio_import_run(import, NULL, NULL);
    CHECK_INT(import->ask, STUDIO_IMPORT_ASKS_NOTHING);
    STUDIO_OK(studio_import_end(import, &problem));
    studio_import_destroy(import);
    CHECK(studio_exists(studio, "bo-walk.clip.json") && studio_exists(studio, "bo-jump.clip.json"));
    CHECK(!studio_exists(studio, "bo-run.clip.json"));
    // A take that is not there, and none at all
    static const char *const none[] = {"fly"};
    STUDIO_OK(studio_import_begin(studio, path_of("bo.gltf"), &import, &problem));
    CHECK(studio_import_choose_takes(import, none, 1));
    studio_import_run(import, NULL, NULL);
    CHECK_STATUS(import->status, MIEN_ERROR_DATA);
    CHECK_STR(import->problem.error.message, "No take named \"fly\" in this file.");
    CHECK(studio_import_choose_takes(import, none, 0));
    STUDIO_OK(studio_import_again(import, &problem));
    studio_import_run(import, NULL, NULL);
    CHECK_STATUS(import->status, MIEN_OK);
    CHECK(mieni_import_report_find(&import->report, MIENI_ASSET_CLIP) == NULL);
    studio_import_destroy(import);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_close(studio);
}

TEST(another_file_of_the_same_name_asks)
{
    studio_put_project();
    put_bvh(path_of("nod.bvh"), "neck", 30, glide);
    Studio *studio = studio_begin(NULL, NULL);
    StudioImport *import = run(studio, path_of("nod.bvh"));
    STUDIO_OK(studio_import_end(import, &problem));
    studio_import_destroy(import);
    import = run(studio, path_of("nod.bvh")); // the same: nothing to ask
    char summary[200];
    CHECK_STR(studio_import_summary(&import->report, summary), "nothing changed");
    studio_import_destroy(import);
    CHECK(strcmp(studio_text_on_disk("sources/nod.bvh"), "(gone)") != 0);

    put_bvh(path_of("nod.bvh"), "neck", 31, glide);
    import = run(studio, path_of("nod.bvh"));
    CHECK_INT(import->ask, STUDIO_IMPORT_ASKS_COPY);
    STUDIO_OK(studio_import_again(import, &problem)); // keep both
    CHECK_STR(import->file, "sources/nod_2.bvh");
    studio_import_run(import, NULL, NULL);
    CHECK_INT(import->ask, STUDIO_IMPORT_ASKS_NOTHING);
    STUDIO_OK(studio_import_end(import, &problem));
    studio_import_destroy(import);
    CHECK(studio_exists(studio, "nod_2.clip.json"));

    import = run(studio, path_of("nod.bvh"));
    CHECK_INT(import->ask, STUDIO_IMPORT_ASKS_COPY);
    import->is_replacing = true;
    STUDIO_OK(studio_import_again(import, &problem));
    studio_import_run(import, NULL, NULL);
    CHECK(strstr(studio_text_on_disk("sources/nod.bvh"), "Frames: 31") != NULL);
    studio_import_destroy(import); // let be after all
    CHECK(strstr(studio_text_on_disk("sources/nod.bvh"), "Frames: 30") != NULL);
    studio_close(studio);
}

TEST(names_of_other_sources_are_left_alone)
{
    studio_put_project();
    put_bvh(path_of("talk.bvh"), "neck", 30, glide); // the project has a talk.clip.json
    Studio *studio = studio_begin(NULL, NULL);
    StudioImport *import = run(studio, path_of("talk.bvh"));
    CHECK_INT(import->ask, STUDIO_IMPORT_ASKS_AGAIN);
    STUDIO_OK(studio_import_again(import, &problem));
    studio_import_run(import, NULL, NULL);
    STUDIO_OK(studio_import_end(import, &problem));
    studio_import_destroy(import);
    CHECK(studio_exists(studio, "talk_2.clip.json"));
    studio_close(studio);
}

TEST(sources_have_states)
{
    StudioSourceState states[2];
    StudioSnapshot *snapshot;
    MieniPaths files = {0};
    studio_put_project();
    put_bvh(path_of("nod.bvh"), "neck", 30, glide);
    Studio *studio = studio_begin(NULL, NULL);
    StudioImport *import = run(studio, path_of("nod.bvh"));
    STUDIO_OK(studio_import_end(import, &problem));
    studio_import_destroy(import);
    CHECK(mieni_paths_add(&files, "sources/nod.bvh") && mieni_paths_add(&files, "sources/other.bvh"));
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_sources_look(snapshot, &files, states, &problem));
    CHECK(states[0] == STUDIO_SOURCE_IMPORTED && states[1] == STUDIO_SOURCE_NEW);
    char full[MIENI_PATH_ROOM];
    snprintf(full, sizeof full, "%s/sources/nod.bvh", lint_folder);
    put_bvh(full, "neck", 40, glide);
    STUDIO_OK(studio_sources_look(snapshot, &files, states, &problem));
    CHECK_INT(states[0], STUDIO_SOURCE_CHANGED);
    studio_snapshot_destroy(snapshot);
    mieni_paths_release(&files);
    studio_close(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    snprintf(elsewhere, sizeof elsewhere, "/tmp/mien-elsewhere-XXXXXX");
    CHECK(mkdtemp(elsewhere) != NULL);
    RUN(a_file_from_elsewhere_is_copied_and_one_step);
    RUN(a_file_of_the_project_is_one_step);
    RUN(a_list_of_poses_is_told_from_motion);
    RUN(what_is_cancelled_or_refused_leaves_nothing);
    RUN(takes_are_chosen);
    RUN(another_file_of_the_same_name_asks);
    RUN(names_of_other_sources_are_left_alone);
    RUN(sources_have_states);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", elsewhere);
    CHECK(system(command) == 0);
    studio_folders_end();
}
