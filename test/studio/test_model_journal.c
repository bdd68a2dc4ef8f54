// SPDX-License-Identifier: MIT
//
// The journal: a killed program loses no edit; cut and damaged journals give the complete
// entries; an interrupted save loses nothing either.

#define _DEFAULT_SOURCE // mkdtemp, kill, MAP_ANONYMOUS

#include "support/studio_projects.h"

#include "support/random.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

/// Ends without a word, as if killed: the lock goes, the journal stays.
static void drop_dead(Studio *studio)
{
    studio_journal_end(&studio->journal);
    studio->journal.path[0] = '\0';
    studio_close(studio);
}

static int restore_all(Studio *studio)
{
    StudioRecovery *recovery = NULL;
    int done = 0;
    STUDIO_OK(studio_recovery_open(studio, &recovery, &problem));
    if (recovery == NULL)
        return -1;
    CHECK_INT(recovery->possible_count, recovery->count);
    STUDIO_OK(studio_recovery_apply(studio, recovery, recovery->count, &done, &problem));
    studio_recovery_destroy(recovery);
    return done;
}

TEST(what_was_done_is_restored)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_note(studio, "raw.clip.json", "one", NULL, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "a", "drag", &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "b", "drag", &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "undone", NULL, &problem));
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_redo(studio, &problem));
    STUDIO_OK(studio_undo(studio, &problem));
    const uint64_t end = studio_hash_of(studio);
    drop_dead(studio);

    studio = studio_begin(NULL, NULL);
    CHECK(studio->recovered[0] != '\0' && studio_hash_of(studio) == start);
    CHECK_INT(restore_all(studio), 7);
    CHECK(studio_hash_of(studio) == end && studio->recovered[0] == '\0');
    CHECK_INT(studio->history.done_count, 2);
    CHECK_STR(studio_undo_label(studio), "note a"); // of a gesture, the label it began with
    CHECK_STR(studio_redo_label(studio), "note undone");
    drop_dead(studio); // and once more, from the journal that restoring wrote

    studio = studio_begin(NULL, NULL);
    CHECK(restore_all(studio) > 0);
    CHECK(studio_hash_of(studio) == end);
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    CHECK_STR(studio_text_now(studio, "raw.clip.json"), STUDIO_RAW_CLIP);
    studio_discard(studio);
    studio = studio_begin(NULL, NULL);
    CHECK_STR(studio->recovered, "");
    studio_close(studio);
}

TEST(some_of_it_is_restored_or_none)
{
    StudioRecovery *recovery = NULL;
    int done = 0;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    const uint64_t one = studio_hash_of(studio);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "two", NULL, &problem));
    drop_dead(studio);
    studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_recovery_open(studio, &recovery, &problem));
    CHECK_INT(recovery->count, 2);
    CHECK_STR(recovery->items[1].label, "note two");
    STUDIO_OK(studio_recovery_apply(studio, recovery, 1, &done, &problem));
    CHECK(done == 1 && studio_hash_of(studio) == one);
    studio_recovery_destroy(recovery);
    drop_dead(studio);
    studio = studio_begin(NULL, NULL);
    CHECK(studio->recovered[0] != '\0');
    studio_recovery_discard(studio);
    CHECK(studio_hash_of(studio) == start);
    studio_close(studio);
    studio = studio_begin(NULL, NULL);
    CHECK_STR(studio->recovered, "");
    studio_close(studio);
}

TEST(who_does_not_decide_loses_nothing)
{
    StudioRecovery *recovery = NULL;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    drop_dead(studio);
    studio = studio_begin(NULL, NULL); // works on without restoring, and dies again
    STUDIO_OK(studio_note(studio, "raw.clip.json", "two", NULL, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "other", NULL, &problem));
    drop_dead(studio);
    studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_recovery_open(studio, &recovery, &problem));
    CHECK_INT(recovery->count, 3);
    CHECK(recovery->items[0].is_possible && recovery->items[1].is_possible);
    CHECK(!recovery->items[2].is_possible);
    CHECK_STR(recovery->items[2].lost_by, "talk.clip.json");
    studio_recovery_destroy(recovery);
    studio_recovery_discard(studio);
    studio_discard(studio);
}

TEST(undo_is_listed_as_undo)
{
    StudioRecovery *recovery = NULL;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_redo(studio, &problem));
    drop_dead(studio);
    studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_recovery_open(studio, &recovery, &problem));
    CHECK_INT(recovery->count, 3);
    CHECK(recovery->items[0].kind == STUDIO_RECORD_STEP && recovery->items[0].time != 0);
    CHECK(recovery->items[1].kind == STUDIO_RECORD_UNDONE &&
          recovery->items[1].time == 0); // not that of the step
    CHECK(recovery->items[2].kind == STUDIO_RECORD_REDONE && recovery->items[2].time == 0);
    studio_recovery_destroy(recovery);
    studio_recovery_discard(studio);
    studio_discard(studio);
}

TEST(a_save_that_was_cut_off)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    STUDIO_OK(studio_note(studio, "raw.clip.json", "two", NULL, &problem));
    const uint64_t middle = studio_hash_of(studio);
    StudioSave *save = NULL;
    STUDIO_OK(studio_save_begin(studio, "talk.clip.json", &save, &problem));
    studio_save_run(save); // one file is written; then the lights go out
    STUDIO_OK(studio_save_end(studio, save, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "three", NULL, &problem));
    const uint64_t end = studio_hash_of(studio);
    CHECK(middle != end);
    drop_dead(studio);
    studio = studio_begin(NULL, NULL);
    CHECK_INT(restore_all(studio), 3);
    CHECK(studio_hash_of(studio) == end);
    CHECK_INT(studio_edited_count(studio), 2);
    for (int i = 0; i < 3; ++i)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start && studio_edited_count(studio) == 1);
    studio_discard(studio);
}

TEST(saving_while_editing_goes_on)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    StudioSave *save = NULL;
    STUDIO_OK(studio_save_begin(studio, NULL, &save, &problem));
    STUDIO_OK(studio_note(studio, "talk.clip.json", "two", NULL, &problem));
    STUDIO_OK(studio_note(studio, "raw.clip.json", "two", NULL, &problem));
    studio_save_run(save);
    STUDIO_OK(studio_save_end(studio, save, &problem));
    CHECK(strstr(studio_text_on_disk("talk.clip.json"), "\"one\"") != NULL);
    CHECK_INT(studio_edited_count(studio), 2);
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_undo(studio, &problem)); // beyond the save
    const uint64_t end = studio_hash_of(studio);
    CHECK_INT(studio_edited_count(studio), 1);
    drop_dead(studio);
    studio = studio_begin(NULL, NULL);
    CHECK_INT(restore_all(studio), 5); // two steps, two undone, and the undoing of what was saved
    CHECK(studio_hash_of(studio) == end);
    studio_discard(studio);
}

TEST(files_that_changed_meanwhile_are_named)
{
    StudioRecovery *recovery = NULL;
    int done = 0;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_note(studio, "talk.clip.json", "one", NULL, &problem));
    STUDIO_OK(studio_note(studio, "raw.clip.json", "two", NULL, &problem));
    drop_dead(studio);
    lint_put("talk.clip.json", LINT_CLIP("\"rate\": 25"));
    studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_recovery_open(studio, &recovery, &problem));
    CHECK(recovery->count == 2 && recovery->possible_count == 1);
    CHECK_STR(recovery->items[0].lost_by, "talk.clip.json");
    STUDIO_OK(studio_recovery_apply(studio, recovery, 2, &done, &problem));
    CHECK_INT(done, 1);
    CHECK(strstr(studio_text_now(studio, "raw.clip.json"), "two") != NULL);
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "25") != NULL);
    studio_recovery_destroy(recovery);
    studio_discard(studio);
}

/// Cut at every byte: what is whole is read, and nothing else.
TEST(cut_and_damaged_journals)
{
    MieniBuffer buffer;
    char path[MIENI_PATH_ROOM];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    int64_t ends[4] = {studio->journal.size};
    for (int i = 1; i < 4; ++i) {
        STUDIO_OK(studio_note(studio, "talk.clip.json",
                              i == 1   ? "1"
                              : i == 2 ? "22"
                                       : "333",
                              NULL, &problem));
        ends[i] = studio->journal.size;
    }
    snprintf(path, sizeof path, "%s", studio->journal.path);
    CHECK_STATUS(mieni_file_read(path, &buffer, NULL), MIEN_OK);
    CHECK_INT(buffer.size, ends[3]);
    for (size_t size = 0; size <= buffer.size; ++size) {
        StudioRecords records;
        CHECK_STATUS(studio_records_read(&records, buffer.bytes, size), MIEN_OK);
        int whole = 0;
        while (whole < 3 && (int64_t)size >= ends[whole + 1])
            ++whole;
        CHECK_INT(records.count, whole);
        CHECK(records.is_torn == (size > 0 && (int64_t)size != ends[whole]));
        studio_records_release(&records);
    }
    for (size_t at = 0; at < buffer.size; ++at) {
        StudioRecords records;
        buffer.bytes[at] ^= 0x10;
        CHECK_STATUS(studio_records_read(&records, buffer.bytes, buffer.size), MIEN_OK);
        CHECK(records.is_torn && records.count < 3);
        studio_records_release(&records);
        buffer.bytes[at] ^= 0x10;
    }
    mieni_buffer_release(&buffer);
    studio_discard(studio);
}

enum { ACTIONS = 3000 };

/// What a child tells before it is killed: how many actions are done.
typedef struct Told {
    volatile int done;
} Told;

/// The same actions every time; hashes, if given, gets what the files are after each.
static void act_on(Studio *studio, Told *told, uint64_t *hashes)
{
    static const char *const paths[] = {"talk.clip.json", "raw.clip.json", "face.poses.json"};
    Random random = {11};
    for (int i = 0; i < ACTIONS; ++i) {
        char note[700];
        const int what = random_below(&random, 12), size = random_below(&random, (int)sizeof note);
        memset(note, 'a' + i % 26, sizeof note);
        note[size] = '\0';
        studio_clock += 100;
        if (what == 0)
            studio_undo(studio, NULL);
        else if (what == 1)
            studio_redo(studio, NULL);
        else if (what == 2 && i % 20 == 0)
            studio_save(studio, NULL);
        else
            studio_note(studio, paths[random_below(&random, 3)], note, what < 5 ? "drag" : NULL, NULL);
        if (hashes != NULL)
            hashes[i + 1] = studio_hash_of(studio);
        told->done = i + 1;
    }
}

TEST(killed_at_any_moment)
{
    static uint64_t hashes[ACTIONS + 1];
    Told *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Random random = {7};
    int total = 0, offered = 0;
    if (told == MAP_FAILED)
        SKIP("no shared memory");
    for (int round = -1; round < 30; ++round) { // the first goes to the end
        studio_put_project();
        studio_forget_state();
        Studio *studio = studio_begin(NULL, NULL);
        if (round < 0) {
            hashes[0] = studio_hash_of(studio);
            act_on(studio, told, hashes);
            studio_discard(studio);
            continue;
        }
        studio_close(studio);
        told->done = 0;
        const pid_t child = fork();
        if (child == 0) {
            act_on(studio_begin(NULL, NULL), told, NULL);
            _exit(0);
        }
        nanosleep(&(struct timespec){0, 1000 * random_below(&random, 400000)}, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        const int done = told->done;
        studio = studio_begin(NULL, NULL);
        CHECK(!studio->is_read_only);
        offered += studio->recovered[0] != '\0';
        if (studio->recovered[0] != '\0')
            CHECK(restore_all(studio) > 0);
        const uint64_t hash = studio_hash_of(studio);
        // The last one may have been done and not been told.
        CHECK(hash == hashes[done] || (done < ACTIONS && hash == hashes[done + 1]));
        total += done;
        while (studio->history.done_count > 0)
            STUDIO_OK(studio_undo(studio, &problem));
        studio_discard(studio);
    }
    printf("30 kills after %d actions, %d times something to restore\n", total, offered);
    CHECK(offered > 10);
    munmap(told, sizeof *told);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(what_was_done_is_restored);
    RUN(some_of_it_is_restored_or_none);
    RUN(who_does_not_decide_loses_nothing);
    RUN(undo_is_listed_as_undo);
    RUN(a_save_that_was_cut_off);
    RUN(saving_while_editing_goes_on);
    RUN(files_that_changed_meanwhile_are_named);
    RUN(cut_and_damaged_journals);
    RUN(killed_at_any_moment);
    studio_folders_end();
}
