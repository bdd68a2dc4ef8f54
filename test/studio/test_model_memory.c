// SPDX-License-Identifier: MIT
//
// Memory that runs out: the C library's allocation is replaced by ours, which fails once,
// at each place in turn. Whatever fails changes nothing, and nothing leaks.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_dialogs.h"

#include "support/failing_memory.h"

typedef MienStatus Act(Studio *studio);

static MienStatus edit(Studio *studio) { return studio_note(studio, "talk.clip.json", "edited", NULL, NULL); }
static MienStatus drag(Studio *studio)
{
    return studio_note(studio, "raw.clip.json", "dragged", "drag", NULL);
}
static MienStatus undo(Studio *studio) { return studio_undo(studio, NULL); }
static MienStatus redo(Studio *studio) { return studio_redo(studio, NULL); }
static MienStatus look(Studio *studio) { return studio_look(studio, NULL, NULL); }

static MienStatus rename_all(Studio *studio)
{
    static const char *const from[] = {"jawOpen"}, *const to[] = {"jaw"};
    return studio_poses_rename(studio, "face.poses.json", from, to, 1, true, NULL);
}

static MienStatus paste(Studio *studio)
{
    StudioPaste paste;
    MienStatus status = studio_paste_read(studio, "face.poses.json", "a\nb\nc", 5, 0, 0, false, &paste, NULL);
    if (status == MIEN_OK)
        status = dialog_paste(studio, "face.poses.json", &paste, false, NULL);
    studio_paste_release(&paste);
    return status;
}

/// Does something with every allocation failing in turn, then with none. is_kept: it stays
/// done, otherwise it is undone for the next try.
static int try_all(Studio *studio, Act *act)
{
    int tries = 0;
    for (;; ++tries) {
        const uint64_t before = studio_hash_of(studio);
        const int steps = studio->history.done_count, undone = studio->history.undone_count;
        left = tries + 1;
        const MienStatus status = act(studio);
        const bool is_reached = left == 0;
        left = 0;
        if (status != MIEN_OK) {
            CHECK(is_reached);
            CHECK(studio_hash_of(studio) == before);
            CHECK(studio->history.done_count == steps && studio->history.undone_count == undone);
        } else if (!is_reached || act == look) {
            if (!is_reached)
                return tries;
        } else { // it managed without
            if (studio->history.done_count > steps)
                STUDIO_OK(studio_undo(studio, &problem));
            else if (studio->history.done_count < steps)
                STUDIO_OK(studio_redo(studio, &problem));
            CHECK(studio_hash_of(studio) == before);
        }
        if (tries > 20000) {
            CHECK(false);
            return tries;
        }
    }
}

TEST(memory_runs_out_anywhere)
{
    static const struct {
        const char *name;
        Act *act;
    } rows[] = {{"edit", edit}, {"drag", drag},         {"undo", undo},   {"redo", redo},
                {"look", look}, {"rename", rename_all}, {"paste", paste}, {"undo", undo}};
    if (!CAN_FAIL)
        SKIP("allocation cannot be made to fail here");
    studio_put_project();
    printf("allocations that can fail\n"); // so that printf's own memory is there already
    const long start = balance;
    Studio *studio = studio_begin(NULL, NULL);
    CHECK(balance > start);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const int tries = try_all(studio, rows[i].act);
        printf("%s: %d allocations\n", rows[i].name, tries);
        CHECK(tries > 0);
    }
    studio_discard(studio);
    CHECK_INT(balance, start);
}

TEST(a_journal_without_memory_says_so)
{
    if (!CAN_FAIL)
        SKIP("allocation cannot be made to fail here");
    studio_put_project();
    const long start = balance;
    MieniBuffer buffer;
    Studio *studio = studio_begin(NULL, NULL);
    for (int i = 0; i < 5; ++i)
        STUDIO_OK(studio_note(studio, "talk.clip.json", i % 2 ? "a" : "b", NULL, &problem));
    CHECK_STATUS(mieni_file_read(studio->journal.path, &buffer, NULL), MIEN_OK);
    int refused = 0;
    for (int i = 1;; ++i) {
        StudioRecords records;
        left = i;
        const MienStatus status = studio_records_read(&records, buffer.bytes, buffer.size);
        const bool is_reached = left == 0;
        left = 0;
        CHECK(status == (is_reached ? MIEN_ERROR_MEMORY : MIEN_OK));
        CHECK_INT(records.count, is_reached ? 0 : 5);
        studio_records_release(&records);
        refused += is_reached;
        if (!is_reached)
            break;
    }
    CHECK(refused > 10);
    mieni_buffer_release(&buffer);
    studio_discard(studio);
    CHECK_INT(balance, start);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(memory_runs_out_anywhere);
    RUN(a_journal_without_memory_says_so);
    studio_folders_end();
}
