// SPDX-License-Identifier: MIT
//
// Steps, groups, merging, saving, events: whatever is done can be undone to the byte.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

/// What a listener heard: "changed a.clip.json;history;"; "undo changed" of an undo or redo.
typedef struct Heard {
    char text[2000];
} Heard;

static void hear(void *user, const StudioEvent *event)
{
    static const char *const names[] = {"", "changed", "history", "saved", "contested", "journal"};
    Heard *heard = user;
    size_t size = strlen(heard->text);
    size += (size_t)snprintf(heard->text + size, sizeof heard->text - size, "%s%s",
                             event->is_undo ? "undo " : "", names[event->kind]);
    for (int i = 0; i < event->path_count; ++i)
        size += (size_t)snprintf(heard->text + size, sizeof heard->text - size, " %s", event->paths[i]);
    snprintf(heard->text + size, sizeof heard->text - size, ";");
}

TEST(undo_gives_the_very_bytes)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    CHECK_INT(studio_edited_count(studio), 0);
    CHECK(studio_undo_label(studio) == NULL && studio_redo_label(studio) == NULL);
    CHECK_STATUS(studio_undo(studio, NULL), MIEN_ERROR_ARGUMENT);

    STUDIO_OK(studio_note(studio, "raw.clip.json", "one", NULL, &problem));
    STUDIO_OK(studio_note(studio, "raw.clip.json", "two", NULL, &problem));
    CHECK_INT(studio_edited_count(studio), 1);
    CHECK_STR(studio_undo_label(studio), "note two");
    const uint64_t end = studio_hash_of(studio);
    CHECK(end != start && strstr(studio_text_now(studio, "raw.clip.json"), "\"note\": \"two\"") != NULL);
    CHECK_STR(studio_text_on_disk("raw.clip.json"), STUDIO_RAW_CLIP);

    STUDIO_OK(studio_undo(studio, &problem));
    CHECK_STR(studio_undo_label(studio), "note one");
    CHECK_STR(studio_redo_label(studio), "note two");
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK_STR(studio_text_now(studio, "raw.clip.json"), STUDIO_RAW_CLIP);
    CHECK(studio_hash_of(studio) == start && studio_edited_count(studio) == 0);
    STUDIO_OK(studio_redo(studio, &problem));
    STUDIO_OK(studio_redo(studio, &problem));
    CHECK(studio_hash_of(studio) == end);
    CHECK_STATUS(studio_redo(studio, NULL), MIEN_ERROR_ARGUMENT);
    studio_discard(studio);
}

TEST(saving_writes_what_is_edited)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    const uint64_t edited = studio_hash_of(studio);
    STUDIO_OK(studio_save(studio, &problem));
    CHECK_INT(studio_edited_count(studio), 0);
    CHECK_STR(studio_text_on_disk("talk.clip.json"), studio_text_now(studio, "talk.clip.json"));
    CHECK_STR(studio_text_on_disk("raw.clip.json"), STUDIO_RAW_CLIP); // it was not changed
    STUDIO_OK(studio_undo(studio, &problem));                         // saving is no end of undoing
    CHECK_INT(studio_edited_count(studio), 1);
    STUDIO_OK(studio_redo(studio, &problem));
    CHECK_INT(studio_edited_count(studio), 0);
    studio_close(studio);
    studio = studio_begin(NULL, NULL);
    CHECK(studio_hash_of(studio) == edited);
    CHECK_STR(studio->recovered, "");
    studio_close(studio);
}

TEST(steps_with_a_key_become_one)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "before", NULL, &problem));
    for (int i = 0; i < 100; ++i) {
        char note[20];
        snprintf(note, sizeof note, "drag %d", i);
        studio_clock += 16;
        STUDIO_OK(studio_note(studio, "talk.clip.json", note, "drag", &problem));
    }
    CHECK_INT(studio->history.done_count, 2);
    studio_clock += STUDIO_MERGE_TIME + 1;
    STUDIO_OK(studio_note(studio, "talk.clip.json", "later", "drag", &problem));
    CHECK_INT(studio->history.done_count, 3);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "other", "another", &problem));
    CHECK_INT(studio->history.done_count, 4);
    for (int i = 0; i < 3; ++i)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "before") != NULL);
    STUDIO_OK(
        studio_note(studio, "talk.clip.json", "a", "drag", &problem)); // never into what was before an undo
    CHECK_INT(studio->history.done_count, 2);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "before", "drag", &problem)); // and back: nothing is left
    CHECK_INT(studio->history.done_count, 1);
    studio_discard(studio);
}

TEST(groups_are_one_step)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_group_begin(studio, "note many", &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    STUDIO_OK(studio_group_begin(studio, "inner", &problem));
    STUDIO_OK(studio_note(studio, "raw.clip.json", "two", NULL, &problem));
    STUDIO_OK(studio_group_end(studio, &problem));
    CHECK_STATUS(studio_undo(studio, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(studio_save(studio, NULL), MIEN_ERROR_ARGUMENT);
    STUDIO_OK(studio_group_end(studio, &problem));
    CHECK_STATUS(studio_group_end(studio, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STR(studio_undo_label(studio), "note many");
    CHECK_INT(studio_edited_count(studio), 2);
    const uint64_t end = studio_hash_of(studio);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    STUDIO_OK(studio_redo(studio, &problem));
    CHECK(studio_hash_of(studio) == end);

    STUDIO_OK(studio_group_begin(studio, "given up", &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "three", NULL, &problem));
    STUDIO_OK(studio_note(studio, "face.poses.json", "three", NULL, &problem));
    STUDIO_OK(studio_group_cancel(studio, &problem));
    CHECK(studio_hash_of(studio) == end);
    CHECK_STR(studio_undo_label(studio), "note many");
    STUDIO_OK(studio_group_begin(studio, "nothing", &problem));
    STUDIO_OK(studio_group_end(studio, &problem));
    CHECK_STR(studio_undo_label(studio), "note many");
    studio_discard(studio);
}

static MienStatus refuse(void *user, MieniAsset *asset, MienError *error)
{
    (void)user;
    mieni_json_set(&asset->json, asset->json.root, "rate", mieni_json_string(&asset->json, "no rate"));
    (void)error;
    return MIEN_OK;
}

TEST(what_fails_changes_nothing)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    MieniProblem refused = {0};
    CHECK_STATUS(studio_change(studio, "talk.clip.json", refuse, NULL, "refused", NULL, &refused),
                 MIEN_ERROR_DATA);
    CHECK_STR(refused.file, "talk.clip.json");
    CHECK_STATUS(studio_note(studio, "none.clip.json", "x", NULL, &refused), MIEN_ERROR_FILE);
    CHECK(studio_hash_of(studio) == start && studio->history.done_count == 0);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "x", NULL, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "x", NULL, &problem)); // no change is no step
    CHECK_INT(studio->history.done_count, 1);
    studio_discard(studio);
}

/// A file that comes, changes and goes.
static MienStatus put_file(Studio *studio, const char *path, const char *text, const char *label)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, NULL);
    if (status == MIEN_OK)
        status = text != NULL ? mieni_project_write(edit.project, path, text, strlen(text), NULL)
                              : mieni_project_remove(edit.project, path, NULL);
    return studio_edit_end(&edit, status, label, NULL, NULL);
}

TEST(files_come_and_go)
{
    static const char text[] = "{\"kind\": \"clip\", \"version\": 1}";
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    CHECK_STATUS(put_file(studio, "new/a.clip.json", text, "make a"), MIEN_OK);
    CHECK(studio_exists(studio, "new/a.clip.json"));
    CHECK_STATUS(put_file(studio, "talk.clip.json", NULL, "delete talk"), MIEN_OK);
    CHECK(!studio_exists(studio, "talk.clip.json"));
    const uint64_t end = studio_hash_of(studio);
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start && studio_edited_count(studio) == 0);
    CHECK(!studio_exists(studio, "new/a.clip.json") && studio_exists(studio, "talk.clip.json"));
    STUDIO_OK(studio_redo(studio, &problem));
    STUDIO_OK(studio_redo(studio, &problem));
    STUDIO_OK(studio_save(studio, &problem));
    CHECK_STR(studio_text_on_disk("talk.clip.json"), "(gone)");
    CHECK_STR(studio_text_on_disk("new/a.clip.json"), text);
    studio_close(studio);
    studio = studio_begin(NULL, NULL);
    CHECK(studio_hash_of(studio) == end);
    studio_close(studio);
}

TEST(listeners_hear_of_everything_once)
{
    Heard heard = {""};
    studio_put_project();
    Studio *studio = studio_begin(hear, &heard);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "x", NULL, &problem));
    CHECK_STR(heard.text, "changed talk.clip.json;history;");
    heard.text[0] = '\0';
    STUDIO_OK(studio_group_begin(studio, "both", &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "y", NULL, &problem));
    STUDIO_OK(studio_note(studio, "raw.clip.json", "y", NULL, &problem));
    STUDIO_OK(studio_group_end(studio, &problem));
    CHECK_STR(heard.text, "changed talk.clip.json;changed raw.clip.json;history;");
    heard.text[0] = '\0';
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK_STR(heard.text, "undo changed raw.clip.json talk.clip.json;undo history;");
    heard.text[0] = '\0';
    STUDIO_OK(studio_save(studio, &problem));
    CHECK_STR(heard.text, "saved talk.clip.json;");
    studio_close(studio);
}

TEST(starting_a_group_over_is_no_undo)
{
    Heard heard = {""};
    studio_put_project();
    Studio *studio = studio_begin(hear, &heard);
    STUDIO_OK(studio_group_begin(studio, "drag", &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "x", NULL, &problem));
    STUDIO_OK(studio_group_rewind(studio, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "y", NULL, &problem));
    STUDIO_OK(studio_group_cancel(studio, &problem));
    CHECK_STR(heard.text, "changed talk.clip.json;changed talk.clip.json;changed talk.clip.json;"
                          "changed talk.clip.json;");
    CHECK(studio_undo_label(studio) == NULL);
    studio_close(studio);
}

TEST(history_keeps_to_its_budget)
{
    studio_put_project();
    Studio *studio = NULL;
    const StudioOptions options = {.history_size = 4000, .clock = studio_tick};
    STUDIO_OK(studio_open(&studio, lint_folder, &options, &problem));
    for (int i = 0; i < 200; ++i) {
        char note[20];
        snprintf(note, sizeof note, "%d", i);
        STUDIO_OK(studio_note(studio, "talk.clip.json", note, NULL, &problem));
    }
    CHECK(studio->history.done_count > 3 && studio->history.done_count < 30);
    CHECK(studio->history.size <= 4000);
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK_INT(studio->history.size, 0);
    studio_discard(studio);
}

TEST(one_of_two_writes)
{
    MieniProblem refused = {0};
    studio_put_project();
    Studio *first = studio_begin(NULL, NULL), *second = studio_begin(NULL, NULL);
    CHECK(!first->is_read_only && second->is_read_only);
    CHECK(strstr(second->read_only_reason, "process") != NULL && second->lock.owner == (long)getpid());
    CHECK_STATUS(studio_note(second, "talk.clip.json", "x", NULL, &refused), MIEN_ERROR_ARGUMENT);
    CHECK_STR(refused.error.message, second->read_only_reason);
    CHECK_STATUS(studio_save(second, &refused), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(studio_take_over(second, &refused), MIEN_ERROR_FILE);
    studio_close(first);
    STUDIO_OK(studio_take_over(second, &problem));
    CHECK(!second->is_read_only);
    STUDIO_OK(studio_note(second, "talk.clip.json", "x", NULL, &problem));
    studio_discard(second);
}

TEST(a_folder_that_is_not_writable)
{
    char file[4096];
    studio_put_project();
    lint_put_raw(".mien", "a file, where the folder of the lock would be");
    Studio *studio = studio_begin(NULL, NULL);
    CHECK(studio->is_read_only && studio->lock.owner == 0); // there is no one to take it over from
    CHECK_STR(studio->read_only_reason, "Its folder is not writable.");
    studio_close(studio);
    snprintf(file, sizeof file, "%s/.mien", lint_folder);
    CHECK(remove(file) == 0);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(a_folder_that_is_not_writable); // before the others make it
    RUN(undo_gives_the_very_bytes);
    RUN(saving_writes_what_is_edited);
    RUN(steps_with_a_key_become_one);
    RUN(groups_are_one_step);
    RUN(what_fails_changes_nothing);
    RUN(files_come_and_go);
    RUN(listeners_hear_of_everything_once);
    RUN(starting_a_group_over_is_no_undo);
    RUN(history_keeps_to_its_budget);
    RUN(one_of_two_writes);
    studio_folders_end();
}
