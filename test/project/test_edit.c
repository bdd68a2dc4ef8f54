// SPDX-License-Identifier: MIT
//
// Edits: one after another, and never over what somebody else wrote meanwhile.

#if !defined(_WIN32)
#define _GNU_SOURCE // umask, syscall
#endif

#include "support/lint_projects.h"

#include "project/edit/edit.h"
#include "project/rename/references.h"
#include "project/rename/rename.h"

#ifndef _WIN32
#include <errno.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#endif

#define CLIP(rate)                                                                                           \
    LINT_CLIP("\"rate\": " #rate                                                                             \
              ", \"keyed\": [{\"curve\": \"jawOpen\", \"keys\": [{\"time\": 0, \"value\": 0}]}]")

static MieniProject edit_begin(void)
{
    MieniProject project;
    MieniProblem problem = {0};
    CHECK_STATUS(mieni_project_open(&project, lint_folder, &problem), MIEN_OK);
    CHECK_STATUS(mieni_edit_begin(&project, NULL, &problem), MIEN_OK);
    return project;
}

static const char *full_path(const char *path)
{
    static char full[MIENI_PATH_ROOM];
    snprintf(full, sizeof full, "%s/%s", lint_folder, path);
    return full;
}

static const char *text_of(const char *path)
{
    static char text[20000];
    MieniBuffer buffer;
    if (!mieni_file_exists(full_path(path)) || mieni_file_read(full_path(path), &buffer, NULL) != MIEN_OK)
        return "(gone)";
    snprintf(text, sizeof text, "%s", buffer.bytes);
    mieni_buffer_release(&buffer);
    return text;
}

/// As a program writes that knows nothing of us.
static void write_by_hand(const char *path, const char *text)
{
    FILE *file = fopen(full_path(path), "wb");
    CHECK(file != NULL && fwrite(text, 1, strlen(text), file) == strlen(text) && fclose(file) == 0);
}

/// No temporary file is left in the project.
static void check_tidy(void)
{
    MieniPaths names = {0};
    CHECK_STATUS(mieni_walk(lint_folder, "", false, NULL, 0, &names, NULL), MIEN_OK);
    for (int i = 0; i < names.count; ++i)
        CHECK(strstr(names.items[i], ".tmp") == NULL);
    mieni_paths_release(&names);
}

static void check_refused(MienStatus status, const MieniProblem *problem, const char *path)
{
    CHECK_STATUS(status, MIEN_ERROR_FILE);
    CHECK(problem->is_write && strstr(problem->error.message, "changed this file") != NULL);
    CHECK_STR(problem->file, path);
    check_tidy();
}

TEST(what_nobody_changed_is_replaced)
{
    MieniAsset clip;
    lint_begin();
    lint_put("a.clip.json", CLIP(30));
    MieniProject project = edit_begin();
    for (int i = 0; i < 3; ++i) { // what the edit itself wrote counts as read
        CHECK_STATUS(mieni_project_load(&project, "a.clip.json", MIENI_ASSET_CLIP, &clip, NULL), MIEN_OK);
        mieni_json_set(&clip.json, clip.json.root, "rate", mieni_json_number(&clip.json, 25 + i));
        CHECK_STATUS(mieni_project_save(&project, "a.clip.json", &clip, NULL), MIEN_OK);
        mieni_asset_release(&clip);
    }
    CHECK(strstr(text_of("a.clip.json"), "27") != NULL);
    CHECK(!mieni_project_exists(&project, "new.clip.json"));
    CHECK_STATUS(mieni_project_write(&project, "new.clip.json", "{}", 2, NULL), MIEN_OK);
    CHECK_STATUS(mieni_project_remove(&project, "new.clip.json", NULL), MIEN_OK);
    CHECK_STATUS(mieni_project_write(&project, "new.clip.json", "{}", 2, NULL), MIEN_OK);
    mieni_project_close(&project);
}

TEST(what_others_wrote_meanwhile_is_not)
{
    static const char *const others[] = {CLIP(25), CLIP(29), ""}; // 29: of the same size
    MieniAsset clip;
    MieniProblem problem = {0};
    lint_begin();
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        lint_put("a.clip.json", CLIP(30));
        MieniProject project = edit_begin();
        CHECK_STATUS(mieni_project_load(&project, "a.clip.json", MIENI_ASSET_CLIP, &clip, NULL), MIEN_OK);
        write_by_hand("a.clip.json", others[i]);
        mieni_json_set(&clip.json, clip.json.root, "rate", mieni_json_number(&clip.json, 60));
        check_refused(mieni_project_save(&project, "a.clip.json", &clip, &problem), &problem, "a.clip.json");
        CHECK_STR(text_of("a.clip.json"), others[i]);
        check_refused(mieni_project_remove(&project, "a.clip.json", &problem), &problem, "a.clip.json");
        mieni_asset_release(&clip);
        mieni_project_close(&project);
    }
}

TEST(what_came_or_went_meanwhile_is_noticed)
{
    MieniProblem problem = {0};
    MieniBuffer buffer;
    lint_begin();
    lint_put("a.clip.json", CLIP(30));
    MieniProject project = edit_begin();
    CHECK(!mieni_project_exists(&project, "b.clip.json"));
    write_by_hand("b.clip.json", CLIP(25));
    check_refused(mieni_project_write(&project, "b.clip.json", "{}", 2, &problem), &problem, "b.clip.json");
    CHECK_STR(text_of("b.clip.json"), CLIP(25));
    CHECK_STATUS(mieni_project_read(&project, "a.clip.json", &buffer, NULL), MIEN_OK);
    CHECK(remove(full_path("a.clip.json")) == 0);
    check_refused(mieni_project_write(&project, "a.clip.json", "{}", 2, &problem), &problem, "a.clip.json");
    CHECK_STR(text_of("a.clip.json"), "(gone)");
    mieni_buffer_release(&buffer);
    mieni_project_close(&project);
}

TEST(renaming_looks_at_all_files_before_it_replaces_the_first)
{
    static const char *const from[] = {"jawOpen"}, *const to[] = {"open"};
    MieniProblem problem = {0};
    MieniBuffer buffer;
    lint_begin();
    lint_put("a.clip.json", CLIP(30));
    lint_put("z.clip.json", CLIP(30));
    MieniProject project = edit_begin();
    // The content that the edit read first counts, even if the file is read again.
    CHECK_STATUS(mieni_project_read(&project, "z.clip.json", &buffer, NULL), MIEN_OK);
    mieni_buffer_release(&buffer);
    write_by_hand("z.clip.json", CLIP(25));
    check_refused(mieni_rename_everywhere(&project, from, to, 1, NULL, NULL, &problem), &problem,
                  "z.clip.json");
    CHECK(strstr(text_of("a.clip.json"), "jawOpen") != NULL);
    CHECK_STR(text_of("z.clip.json"), CLIP(25));
    mieni_project_close(&project);
    project = edit_begin();
    CHECK_STATUS(mieni_rename_everywhere(&project, from, to, 1, NULL, NULL, &problem), MIEN_OK);
    CHECK(strstr(text_of("a.clip.json"), "jawOpen") == NULL);
    CHECK(strstr(text_of("z.clip.json"), "jawOpen") == NULL);
    mieni_project_close(&project);
}

TEST(moving_compares_too)
{
    MieniProblem problem = {0};
    MieniBuffer buffer;
    lint_begin();
    lint_put("a.clip.json", CLIP(30));
    MieniProject project = edit_begin();
    CHECK_STATUS(mieni_project_read(&project, "a.clip.json", &buffer, NULL), MIEN_OK);
    mieni_buffer_release(&buffer);
    write_by_hand("a.clip.json", CLIP(25));
    check_refused(mieni_move_asset(&project, "a.clip.json", "b.clip.json", NULL, NULL, &problem), &problem,
                  "a.clip.json");
    CHECK_STR(text_of("a.clip.json"), CLIP(25));
    CHECK_STR(text_of("b.clip.json"), "(gone)");
    mieni_project_close(&project);
}

TEST(what_killed_edits_left_is_removed)
{
    static const char *const names[] = {"mien-123-01ab23cd.tmp", "mien-124-01ab23cd.tmp",
                                        "mien-x-01ab23cd.tmp", "notes.tmp"};
    lint_begin();
    lint_put("a.clip.json", CLIP(30));
    for (int i = 0; i < 4; ++i) {
        write_by_hand(names[i], "{");
        if (i != 1) // that one may still be written
            CHECK(mieni_os_set_time(full_path(names[i]), 1000000000));
    }
    MieniProject project = edit_begin();
    CHECK_STATUS(mieni_project_write(&project, "a.clip.json", CLIP(25), strlen(CLIP(25)), NULL), MIEN_OK);
    mieni_project_close(&project);
    for (int i = 0; i < 4; ++i)
        CHECK(mieni_file_exists(full_path(names[i])) == (i > 0));
}

static int ended, left_alone;

static void count_resumed(void *user, const char *file, bool is_left_alone)
{
    (void)user;
    CHECK(mieni_asset_kind_of_path(file) == MIENI_ASSET_CLIP);
    ++*(is_left_alone ? &left_alone : &ended);
}

/// Writes the journal of an edit that makes each of three clips another one.
static void write_journal(void)
{
    static const char *const names[] = {"a.clip.json", "b.clip.json", "c.clip.json"};
    MieniProblem problem = {0};
    MieniTextOut journal = {0}, before = {0}, after = {0};
    MieniProject project = edit_begin();
    mieni_text_put(&before, CLIP(30));
    mieni_text_put(&after, CLIP(60));
    for (int i = 0; i < 3; ++i) {
        write_by_hand(names[i], CLIP(30));
        mieni_edit_journal_add(&journal, names[i], &before, &after);
    }
    CHECK_STATUS(mieni_edit_journal_write(&project, &journal, 3, &problem), MIEN_OK);
    mieni_text_release(&journal);
    mieni_text_release(&before);
    mieni_text_release(&after);
    mieni_project_close(&project);
    ended = left_alone = 0;
}

/// Ends what was cut off, as one who edits or as one who only reads does.
static void resume(bool is_edit)
{
    const MieniEditOptions options = {.resumed = count_resumed};
    MieniProject project;
    MieniProblem problem = {0};
    CHECK_STATUS(mieni_project_open(&project, lint_folder, &problem), MIEN_OK);
    CHECK_STATUS(is_edit ? mieni_edit_begin(&project, &options, &problem)
                         : mieni_edit_resume(&project, &options, &problem),
                 MIEN_OK);
    CHECK(!mieni_edit_journal_is_there(&project));
    mieni_project_close(&project);
}

static void check_clips(const char *a, const char *b, const char *c)
{
    CHECK_STR(text_of("a.clip.json"), a);
    CHECK_STR(text_of("b.clip.json"), b);
    CHECK_STR(text_of("c.clip.json"), c);
}

TEST(what_was_cut_off_is_ended)
{
    lint_begin();
    for (int is_edit = 0; is_edit < 2; ++is_edit) {
        write_journal();
        write_by_hand("a.clip.json", CLIP(60));
        resume(is_edit);
        check_clips(CLIP(60), CLIP(60), CLIP(60));
        CHECK_INT(ended, 2);
        write_journal(); // somebody changed one since
        write_by_hand("a.clip.json", CLIP(60));
        write_by_hand("b.clip.json", CLIP(25));
        resume(is_edit);
        check_clips(CLIP(60), CLIP(25), CLIP(60));
        CHECK_INT(ended, 1);
        CHECK_INT(left_alone, 1);
        write_journal(); // nothing was replaced yet, or all is put back
        resume(is_edit);
        check_clips(CLIP(30), CLIP(30), CLIP(30));
        CHECK_INT(ended + left_alone, 0);
    }
}

TEST(what_is_under_way_is_not_ended_by_others)
{
    MieniProblem problem = {0};
    MieniProject other;
    lint_begin();
    write_journal();
    write_by_hand("a.clip.json", CLIP(60));
    const int lock = mieni_os_lock_open(NULL, full_path(".mien/edit.lock"));
    CHECK(lock >= 0 && mieni_os_lock(lock, false, false));
    CHECK_STATUS(mieni_project_open(&other, lint_folder, &problem), MIEN_OK);
    CHECK_STATUS(mieni_edit_resume(&other, NULL, &problem), MIEN_OK);
    check_clips(CLIP(60), CLIP(30), CLIP(30));
    CHECK(mieni_edit_journal_is_there(&other));
    mieni_os_close(lock);
    mieni_project_close(&other);
    resume(false);
    check_clips(CLIP(60), CLIP(60), CLIP(60));
}

/// Has a journal that changes a file to "x", which begins with one that somebody changed; whether it did.
static bool does_journal_change(const char *head, const char *path, size_t path_size, size_t size,
                                const char *rest)
{
    const MieniContentHash hash = mieni_content_hash("{}", 2);
    char body[3000], text[4000];
    write_by_hand("out.clip.json", "{}");
    write_by_hand("out.txt", "{}");
    snprintf(body, sizeof body, "%s\nfile %s 15 1\nbegun.clip.json\nx\nfile %s %zu %zu\n%s\n%s", head,
             hash.hex, hash.hex, path_size, size, path, rest);
    snprintf(text, sizeof text, "%send %s\n", body, mieni_content_hash(body, strlen(body)).hex);
    lint_put_raw(".mien/edit.journal", text);
    resume(true);
    return strcmp(text_of("out.clip.json"), "{}") != 0 || strcmp(text_of("out.txt"), "{}") != 0;
}

/// As a project brings it along that comes from elsewhere.
TEST(journals_of_others_change_assets_alone)
{
    static const char fine[] = "out.clip.json";
    char out[100], whole[100];
    lint_begin();
    snprintf(out, sizeof out, "b/../../%s/%s", strrchr(lint_folder, '/') + 1, fine);
    snprintf(whole, sizeof whole, "%s/%s", lint_folder, fine);
    CHECK(does_journal_change("edit 1 2", fine, strlen(fine), 1, "x\n"));
    CHECK_STR(text_of(fine), "x");
    CHECK(!does_journal_change("edit 1 2", out, strlen(out), 1, "x\n"));
    CHECK(!does_journal_change("edit 1 2", out + 2, strlen(out) - 2, 1, "x\n"));
    CHECK(!does_journal_change("edit 1 2", out + 5, strlen(out) - 5, 1, "x\n"));
    CHECK(!does_journal_change("edit 1 2", whole, strlen(whole), 1, "x\n"));
    CHECK(!does_journal_change("edit 1 2", "out.txt", 7, 1, "x\n"));
    CHECK(!does_journal_change("edit 1 2", fine, strlen(fine), 2, "x\n"));
    CHECK(!does_journal_change("edit 1 2", fine, strlen(fine), 9999999999, "x\n"));
    CHECK(!does_journal_change("edit 1 2", fine, strlen(fine) + 1, 1, "x\n"));
    CHECK(!does_journal_change("edit 1 2", fine, 9999999999, 1, "x\n"));
    CHECK(!does_journal_change("edit 1 3", fine, strlen(fine), 1, "x\n"));
    CHECK(!does_journal_change("edit 1 1", fine, strlen(fine), 1, "x\n"));
    CHECK(!does_journal_change("edit 1 0", fine, strlen(fine), 1, "x\n"));
    CHECK(!does_journal_change("edit 1 9999999999", fine, strlen(fine), 1, "x\n"));
    CHECK(!does_journal_change("edit 1 -2", fine, strlen(fine), 1, "x\n"));
    CHECK(!does_journal_change("edit 2 2", fine, strlen(fine), 1, "x\n"));
    CHECK(!does_journal_change("edit 1 2", fine, strlen(fine), 1, "x\nx"));
    CHECK(!does_journal_change("edit 1 2", fine, strlen(fine), 1, "x"));
}

/// One that is cut, or has another byte, counts for nothing.
TEST(torn_journals_change_nothing)
{
    MieniBuffer whole;
    lint_begin();
    write_journal();
    CHECK_STATUS(mieni_file_read(full_path(".mien/edit.journal"), &whole, NULL), MIEN_OK);
    for (size_t i = 0; i < whole.size; i += 7) {
        write_by_hand("a.clip.json", CLIP(60));
        char *text = whole.bytes;
        const char byte = text[i];
        text[i] = i % 2 == 0 ? '\0' : (char)(byte ^ 1);
        CHECK_STATUS(
            mieni_file_write(full_path(".mien/edit.journal"), text, i % 3 == 0 ? i : whole.size, NULL, NULL),
            MIEN_OK);
        text[i] = byte;
        resume(i % 2 == 0);
        check_clips(CLIP(60), CLIP(30), CLIP(30));
    }
    mieni_buffer_release(&whole);
}

static int waits;

static void count_wait(void *user)
{
    (void)user;
    ++waits;
}

static bool is_stopped(void *user) { return *(const double *)user < mieni_os_seconds(); }

TEST(edits_wait_for_each_other)
{
    MieniProblem problem = {0};
    MieniEditOptions options = {.seconds = 0.02, .waits = count_wait};
    lint_begin();
    MieniProject one = edit_begin(), other;
    CHECK_STATUS(mieni_project_open(&other, lint_folder, NULL), MIEN_OK);
    CHECK_STATUS(mieni_edit_begin(&other, &options, &problem), MIEN_ERROR_FILE);
    CHECK(problem.is_write && strstr(problem.error.message, "Another program is changing") != NULL);
    CHECK_INT(waits, 0);
    double end = mieni_os_seconds() + 1.1;
    options = (MieniEditOptions){.waits = count_wait, .is_cancelled = is_stopped, .user = &end};
    CHECK_STATUS(mieni_edit_begin(&other, &options, &problem), MIEN_ERROR_CANCELLED);
    CHECK_INT(waits, 1);
    mieni_project_close(&one);
    CHECK_STATUS(mieni_edit_begin(&other, &options, &problem), MIEN_OK);
    mieni_project_close(&other);
}

#if defined(__linux__) && defined(__GLIBC__)
static int lock_error; ///< What locking fails with; 0: it does not.

/// Takes the place of the C library's.
__attribute__((visibility("default"))) int flock(int descriptor, int operation)
{
    if (lock_error == 0)
        return (int)syscall(SYS_flock, descriptor, operation);
    errno = lock_error;
    return -1;
}

/// Who cannot lock at all does not wait until it can.
TEST(locks_that_fail_are_not_waited_for)
{
    MieniProblem problem = {0};
    MieniProject project;
    const MieniEditOptions options = {.seconds = 20};
    lint_begin();
    CHECK_STATUS(mieni_project_open(&project, lint_folder, NULL), MIEN_OK);
    const double begin = mieni_os_seconds();
    lock_error = EIO;
    CHECK_STATUS(mieni_edit_begin(&project, &options, &problem), MIEN_ERROR_FILE);
    lock_error = 0;
    CHECK(mieni_os_seconds() - begin < 10);
    CHECK(problem.is_write && strstr(problem.error.message, "The project cannot be locked") != NULL);
    CHECK_STATUS(mieni_edit_begin(&project, &options, &problem), MIEN_OK);
    mieni_project_close(&project);
}
#endif

#ifndef _WIN32
TEST(modes_stay)
{
    static const unsigned modes[] = {0600, 0640, 0664, 0444, 0755};
    MieniProblem problem = {0};
    struct stat status;
    lint_begin();
    const mode_t mask = umask(077);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        char text[32];
        write_by_hand("a.clip.json", "{}");
        CHECK(chmod(full_path("a.clip.json"), modes[i]) == 0);
        snprintf(text, sizeof text, "{ %zu }", i);
        CHECK_STATUS(mieni_file_write(full_path("a.clip.json"), text, strlen(text), NULL, &problem), MIEN_OK);
        CHECK(stat(full_path("a.clip.json"), &status) == 0);
        CHECK_INT(status.st_mode & 07777, modes[i]);
        CHECK_STR(text_of("a.clip.json"), text);
        CHECK(remove(full_path("a.clip.json")) == 0);
    }
    umask(027);
    CHECK_STATUS(mieni_file_write(full_path("a.clip.json"), "{}", 2, NULL, &problem), MIEN_OK);
    CHECK(stat(full_path("a.clip.json"), &status) == 0);
    CHECK_INT(status.st_mode & 07777, 0640); // a new file
    umask(mask);
}

/// Below a root a link is replaced itself, and what it leads to is somebody else's.
TEST(modes_behind_links_do_not_count)
{
    MieniProblem problem = {0};
    struct stat status;
    lint_begin();
    const mode_t mask = umask(022);
    write_by_hand("other.txt", "{}");
    CHECK(chmod(full_path("other.txt"), 0606) == 0);
    CHECK(mkdir(full_path("root"), 0777) == 0 && mkdir(full_path("root/in"), 0777) == 0);
    CHECK(mieni_os_make_link("../../other.txt", full_path("root/in/a.clip.json")));
    char root[MIENI_PATH_ROOM];
    snprintf(root, sizeof root, "%s", full_path("root"));
    CHECK_STATUS(mieni_file_write_below(root, "in/a.clip.json", "{ }", 3, false, NULL, &problem), MIEN_OK);
    CHECK(lstat(full_path("root/in/a.clip.json"), &status) == 0 && S_ISREG(status.st_mode));
    CHECK_INT(status.st_mode & 07777, 0644);
    CHECK(chmod(full_path("root/in/a.clip.json"), 0600) == 0);
    CHECK_STATUS(mieni_file_write_below(root, "in/a.clip.json", "{  }", 4, false, NULL, &problem), MIEN_OK);
    CHECK(lstat(full_path("root/in/a.clip.json"), &status) == 0);
    CHECK_INT(status.st_mode & 07777, 0600);
    CHECK_STR(text_of("other.txt"), "{}");
    umask(mask);
}
#endif

CHECK_MAIN
{
    if (!temporary_make(lint_folder, "edit"))
        return;
    RUN(what_nobody_changed_is_replaced);
    RUN(what_others_wrote_meanwhile_is_not);
    RUN(what_came_or_went_meanwhile_is_noticed);
    RUN(renaming_looks_at_all_files_before_it_replaces_the_first);
    RUN(moving_compares_too);
    RUN(what_killed_edits_left_is_removed);
    RUN(what_was_cut_off_is_ended);
    RUN(what_is_under_way_is_not_ended_by_others);
    RUN(journals_of_others_change_assets_alone);
    RUN(torn_journals_change_nothing);
    RUN(edits_wait_for_each_other);
#if defined(__linux__) && defined(__GLIBC__)
    RUN(locks_that_fail_are_not_waited_for);
#endif
#ifndef _WIN32
    RUN(modes_stay);
    RUN(modes_behind_links_do_not_count);
#endif
    temporary_remove(lint_folder);
}
