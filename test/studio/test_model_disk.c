// SPDX-License-Identifier: MIT
//
// Files that others change while the project is open.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "project/edit/edit.h"
#include "studio/model/commands/assets.h"

static StudioLooked look(Studio *studio)
{
    StudioLooked looked = {0};
    STUDIO_OK(studio_look(studio, &looked, &problem));
    return looked;
}

TEST(files_that_are_not_edited_are_loaded_again)
{
    const MieniAsset *asset;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_asset(studio, "talk.clip.json", &asset, &problem));
    StudioLooked looked = look(studio);
    CHECK_INT(looked.reloaded + looked.contested + looked.came + looked.went, 0);
    lint_put("talk.clip.json", LINT_CLIP("\"rate\": 25"));
    lint_put("new.clip.json", LINT_CLIP("\"rate\": 25"));
    looked = look(studio);
    CHECK(looked.reloaded == 1 && looked.came == 1 && looked.contested == 0);
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "25") != NULL);
    CHECK(studio_exists(studio, "new.clip.json") && studio_edited_count(studio) == 0);
    CHECK(studio_undo_label(studio) == NULL); // nothing was done here
    char full[MIENI_PATH_ROOM];
    snprintf(full, sizeof full, "%s/new.clip.json", lint_folder);
    CHECK(remove(full) == 0);
    looked = look(studio);
    CHECK(looked.went == 1 && !studio_exists(studio, "new.clip.json"));
    studio_close(studio);
}

TEST(undo_still_works_after_a_reload)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "raw.clip.json", "mine", NULL, &problem));
    STUDIO_OK(studio_save(studio, &problem));
    lint_put("raw.clip.json", LINT_CLIP("\"rate\": 25"));
    CHECK_INT(look(studio).reloaded, 1);
    CHECK_INT(studio_edited_count(studio), 0);
    CHECK_STR(studio_undo_label(studio), "reload raw.clip.json");
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(strstr(studio_text_now(studio, "raw.clip.json"), "mine") != NULL);
    CHECK_INT(studio_edited_count(studio), 1);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK_STR(studio_text_now(studio, "raw.clip.json"), STUDIO_RAW_CLIP);
    STUDIO_OK(studio_redo(studio, &problem));
    STUDIO_OK(studio_redo(studio, &problem));
    CHECK_INT(studio_edited_count(studio), 0);
    studio_close(studio);
}

static void put_text(const char *path, const char *text)
{
    char full[MIENI_PATH_ROOM];
    snprintf(full, sizeof full, "%s/%s", lint_folder, path);
    STUDIO_OK(mieni_file_write_derived(full, text, strlen(text), NULL, &problem));
}

/// Tens of thousands of clips are not listed one by one, here and after a look.
TEST(one_of_many)
{
    studio_put_project();
    lint_put("lines.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"files\": [\"lines/*.csv\"]}");
    put_text("lines/a.csv", "time,jaw\n0,1\n");
    put_text("other.csv", "time,jaw\n0,1\n");
    put_text(".mien/sharded", "clips in shards\n256 lines.clips.json\n");
    Studio *studio = studio_begin(NULL, NULL);
    CHECK(mieni_paths_has(&studio->others, "lines/a.csv"));
    put_text(".mien/sharded", "clips in shards\n512 lines.clips.json\n7\nx y\n");
    CHECK(look(studio).has_others);
    CHECK(!mieni_paths_has(&studio->others, "lines/a.csv"));
    CHECK(mieni_paths_has(&studio->others, "other.csv"));
    studio_close(studio);
    studio = studio_begin(NULL, NULL);
    CHECK(!mieni_paths_has(&studio->others, "lines/a.csv"));
    CHECK(studio_exists(studio, "lines.clips.json"));
    studio_close(studio);
}

/// Both edit talk.clip.json.
static Studio *contest(void)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "mine", NULL, &problem));
    lint_put("talk.clip.json", LINT_CLIP("\"rate\": 25"));
    CHECK_INT(look(studio).contested, 1);
    CHECK_INT(look(studio).contested, 0); // told once
    return studio;
}

TEST(edited_files_ask)
{
    MieniProblem refused = {0};
    MieniAssetDiff diff;
    Studio *studio = contest();
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "mine") != NULL);
    CHECK_STATUS(studio_save(studio, &refused), MIEN_ERROR_DATA);
    CHECK_STR(refused.file, "talk.clip.json");
    STUDIO_OK(studio_contest_diff(studio, "talk.clip.json", &diff, &problem));
    CHECK(diff.count >= 2);
    mieni_asset_diff_release(&diff);
    CHECK_STATUS(studio_contest_diff(studio, "raw.clip.json", &diff, &refused), MIEN_ERROR_ARGUMENT);

    STUDIO_OK(studio_load_theirs(studio, "talk.clip.json", &problem));
    CHECK_INT(studio_edited_count(studio), 0);
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "25") != NULL);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "mine") != NULL);
    STUDIO_OK(studio_save(studio, &problem)); // decided: the disk has what was seen
    CHECK(strstr(studio_text_on_disk("talk.clip.json"), "mine") != NULL);
    studio_close(studio);
}

TEST(mine_is_kept_and_survives_a_crash)
{
    Studio *studio = contest();
    STUDIO_OK(studio_keep_mine(studio, "talk.clip.json", &problem));
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "mine") != NULL);
    CHECK_INT(studio_edited_count(studio), 1);
    const uint64_t end = studio_hash_of(studio);
    studio_journal_end(&studio->journal);
    studio->journal.path[0] = '\0';
    studio_close(studio);
    studio = studio_begin(NULL, NULL);
    StudioRecovery *recovery = NULL;
    STUDIO_OK(studio_recovery_open(studio, &recovery, &problem));
    STUDIO_OK(studio_recovery_apply(studio, recovery, recovery->count, NULL, &problem));
    studio_recovery_destroy(recovery);
    CHECK(studio_hash_of(studio) == end);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "25") != NULL);
    STUDIO_OK(studio_redo(studio, &problem));
    STUDIO_OK(studio_save(studio, &problem));
    CHECK(strstr(studio_text_on_disk("talk.clip.json"), "mine") != NULL);
    studio_close(studio);
}

TEST(saving_never_overwrites_what_was_not_seen)
{
    MieniProblem refused = {0};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "mine", NULL, &problem));
    STUDIO_OK(studio_note(studio, "raw.clip.json", "mine", NULL, &problem));
    lint_put("talk.clip.json", LINT_CLIP("\"rate\": 25"));
    CHECK_STATUS(studio_save(studio, &refused), MIEN_ERROR_FILE);
    CHECK_STR(refused.file, "talk.clip.json");
    CHECK(strstr(studio_text_on_disk("talk.clip.json"), "25") != NULL);
    CHECK(strstr(studio_text_on_disk("raw.clip.json"), "mine") != NULL); // the rest is written
    CHECK_INT(studio_edited_count(studio), 1);
    CHECK_INT(look(studio).contested, 1);
    STUDIO_OK(studio_revert(studio, "talk.clip.json", &problem));
    CHECK_INT(studio_edited_count(studio), 0);
    CHECK_STATUS(studio_revert(studio, "talk.clip.json", &refused), MIEN_ERROR_ARGUMENT);
    studio_close(studio);
}

/// Writes a file in place, with the time that it had: nothing but its bytes tell it.
static void write_unseen(const char *path, const char *text)
{
    char full[MIENI_PATH_ROOM];
    MieniOsInfo info = {0};
    snprintf(full, sizeof full, "%s/%s", lint_folder, path);
    CHECK(mieni_os_look(full, &info));
    FILE *file = fopen(full, "wb");
    CHECK(file != NULL && fwrite(text, 1, strlen(text), file) == strlen(text) && fclose(file) == 0);
    CHECK(mieni_os_set_time(full, info.time));
}

TEST(saving_compares_bytes_and_not_times)
{
    MieniProblem refused = {0};
    static char theirs[20000], before[20000];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "mine", NULL, &problem));
    snprintf(before, sizeof before, "%s", studio_text_on_disk("talk.clip.json"));
    snprintf(theirs, sizeof theirs, "%s", before);
    *strstr(theirs, "30") = '2'; // the same size
    write_unseen("talk.clip.json", theirs);
    CHECK_STATUS(studio_save(studio, &refused), MIEN_ERROR_FILE);
    CHECK(strstr(refused.error.message, "changed this file") != NULL);
    CHECK_STR(studio_text_on_disk("talk.clip.json"), theirs);
    CHECK_INT(studio_edited_count(studio), 1);
    CHECK_INT(look(studio).contested, 1);
    STUDIO_OK(studio_keep_mine(studio, "talk.clip.json", &problem));
    STUDIO_OK(studio_save(studio, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "mine again", NULL, &problem));
    snprintf(before, sizeof before, "%s", studio_text_on_disk("talk.clip.json"));
    lint_put_raw("talk.clip.json", "{}");
    lint_put_raw("talk.clip.json", before); // as it was, at another time
    STUDIO_OK(studio_save(studio, &problem));
    CHECK(strstr(studio_text_on_disk("talk.clip.json"), "mine again") != NULL);
    studio_close(studio);
}

TEST(deleting_compares_too)
{
    MieniProblem refused = {0};
    static const char *const paths[] = {"ours.map.json"};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_assets_delete(studio, paths, 1, &problem));
    lint_put_raw("ours.map.json", "{}");
    CHECK_STATUS(studio_save(studio, &refused), MIEN_ERROR_FILE);
    CHECK_STR(studio_text_on_disk("ours.map.json"), "{}");
    studio_discard(studio);
}

TEST(saving_waits_for_commands)
{
    MieniProject project;
    MieniProblem refused = {0};
    StudioSave *save = NULL;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "mine", NULL, &problem));
    CHECK_STATUS(mieni_project_open(&project, lint_folder, &refused), MIEN_OK);
    CHECK_STATUS(mieni_edit_begin(&project, NULL, &refused), MIEN_OK);
    STUDIO_OK(studio_save_begin(studio, NULL, &save, &problem));
    save->patience = 0.05;
    studio_save_run(save);
    CHECK_STATUS(studio_save_end(studio, save, &refused), MIEN_ERROR_FILE);
    CHECK(strstr(refused.error.message, "Another program is changing") != NULL);
    CHECK_INT(studio_edited_count(studio), 1);
    mieni_project_close(&project);
    STUDIO_OK(studio_save(studio, &problem));
    CHECK_INT(studio_edited_count(studio), 0);
    studio_close(studio);
}

/// A command was killed between two files that it changes.
TEST(opening_ends_what_was_cut_off)
{
    static const char *const paths[] = {"talk.clip.json", "raw.clip.json"};
    MieniProblem refused = {0};
    MieniProject project;
    MieniTextOut journal = {0}, after = {0};
    studio_put_project();
    CHECK_STATUS(mieni_project_open(&project, lint_folder, &refused), MIEN_OK);
    mieni_text_put(&after, LINT_CLIP("\"rate\": 60"));
    for (int i = 0; i < 2; ++i) {
        MieniTextOut before = {0};
        mieni_text_put(&before, studio_text_on_disk(paths[i]));
        mieni_edit_journal_add(&journal, paths[i], &before, &after);
        mieni_text_release(&before);
    }
    CHECK_STATUS(mieni_edit_journal_write(&project, &journal, 2, &refused), MIEN_OK);
    lint_put_raw(paths[0], after.bytes);
    mieni_project_close(&project);
    Studio *studio = studio_begin(NULL, NULL);
    CHECK_STR(studio_text_now(studio, paths[1]), after.bytes);
    CHECK_STR(studio_text_on_disk(paths[1]), after.bytes);
    studio_close(studio);
    mieni_text_release(&journal);
    mieni_text_release(&after);
}

TEST(a_save_is_nobody_else)
{
    StudioSave *save = NULL;
    StudioLook *seen = NULL;
    StudioLooked looked = {0};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    STUDIO_OK(studio_save_begin(studio, NULL, &save, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "two", NULL, &problem));
    STUDIO_OK(studio_look_begin(studio, &seen, &problem));
    studio_save_run(save);
    studio_look_run(seen);
    STUDIO_OK(studio_look_end(studio, seen, &looked, &problem));
    STUDIO_OK(studio_save_end(studio, save, &problem));
    CHECK(looked.contested == 0 && looked.reloaded == 0);
    CHECK_INT(look(studio).contested, 0);
    STUDIO_OK(studio_save(studio, &problem));
    CHECK(strstr(studio_text_on_disk("talk.clip.json"), "two") != NULL);
    studio_close(studio);
}

TEST(somebody_deletes_what_is_edited)
{
    char full[MIENI_PATH_ROOM];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "mine", NULL, &problem));
    snprintf(full, sizeof full, "%s/talk.clip.json", lint_folder);
    CHECK(remove(full) == 0);
    CHECK_INT(look(studio).contested, 1);
    STUDIO_OK(studio_keep_mine(studio, "talk.clip.json", &problem));
    STUDIO_OK(studio_save(studio, &problem));
    CHECK(strstr(studio_text_on_disk("talk.clip.json"), "mine") != NULL);
    CHECK(remove(full) == 0);
    CHECK_INT(look(studio).reloaded, 1); // it is gone here too
    CHECK(!studio_exists(studio, "talk.clip.json"));
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_exists(studio, "talk.clip.json"));
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(files_that_are_not_edited_are_loaded_again);
    RUN(undo_still_works_after_a_reload);
    RUN(one_of_many);
    RUN(edited_files_ask);
    RUN(mine_is_kept_and_survives_a_crash);
    RUN(saving_never_overwrites_what_was_not_seen);
    RUN(saving_compares_bytes_and_not_times);
    RUN(deleting_compares_too);
    RUN(saving_waits_for_commands);
    RUN(opening_ends_what_was_cut_off);
    RUN(a_save_is_nobody_else);
    RUN(somebody_deletes_what_is_edited);
    studio_folders_end();
}
