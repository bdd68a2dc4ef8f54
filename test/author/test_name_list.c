// SPDX-License-Identifier: MIT
//
// Names for frames: the rules, what is refused and where, and damaged lists.

#include "support/ledger.h"
#include "support/name_lists.h"

static MienAuthorNameList *read_text(const char *text, int frame_count)
{
    MienAuthorNameList *list = NULL;
    MienError error = {0};
    if (mien_author_name_list_read(text, strlen(text), frame_count, NULL, &list, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(list != NULL && judge_name_list(list, frame_count) == NULL);
    return list;
}

/// Names by frame with blanks between; a skipped one is in brackets.
static void check_names(const char *text, int frame_count, const char *expected)
{
    MienAuthorNameList *list = read_text(text, frame_count);
    char found[512] = "";
    for (int f = 0; list != NULL && f < list->frame_count; ++f) {
        const MienAuthorFrameName *frame = &list->frames[f];
        snprintf(found + strlen(found), sizeof found - strlen(found), frame->is_skipped ? "%s(%s)" : "%s%s",
                 f > 0 ? " " : "", frame->name);
    }
    CHECK_STR(found, expected);
    mien_author_name_list_destroy(list);
}

TEST(names_by_line)
{
    check_names("Rest\nJawOpen\nSmile\n", 3, "Rest JawOpen Smile");
    check_names("Rest\nJawOpen\nSmile", 3, "Rest JawOpen Smile");
    check_names("\xEF\xBB\xBFRest\r\nJawOpen\r\nSmile\r\n", 3, "Rest JawOpen Smile");
    check_names(" \t Rest \t\n\tbrow up\t\n \xC3\xA9t\xC3\xA9\n", 3, "Rest brow up \xC3\xA9t\xC3\xA9");
}

TEST(default_names)
{
    check_names("", 3, "Pose_0 Pose_1 Pose_2");
    check_names("\xEF\xBB\xBF", 2, "Pose_0 Pose_1");
    check_names("Rest\n\nSmile\n", 4, "Rest Pose_1 Smile Pose_3");
    check_names("\n \r\nSmile", 3, "Pose_0 Pose_1 Smile");
    check_names("Rest\n\n\n\n\n \n\t\n", 2, "Rest Pose_1"); // blank lines at the end, beyond the frames
    check_names("", 0, "");
    check_names("\n\n", 0, "");
    MienAuthorNameList *list = read_text("a\n\n#\nPose_3\n", 5);
    CHECK_INT(list->named_count, 2);
    CHECK_INT(list->skipped_count, 1);
    CHECK(!list->frames[0].is_default && list->frames[1].is_default && list->frames[2].is_default);
    CHECK(!list->frames[3].is_default && list->frames[4].is_default); // named, with what it is called anyway
    mien_author_name_list_destroy(list);
    mien_author_name_list_destroy(NULL);
}

TEST(skipped_frames)
{
    check_names("#\nJawOpen\n # \n#\r\n", 5, "(Pose_0) JawOpen (Pose_2) (Pose_3) Pose_4");
    check_names("# brow\n##\n#a", 3, "# brow ## #a"); // more than # alone is a name
}

/// Only what is exactly a default name of another frame is taken.
TEST(names_like_defaults)
{
    check_names("Pose_0\nPose_1", 3, "Pose_0 Pose_1 Pose_2");
    check_names("Pose_3\nPose_01\nPose_", 3, "Pose_3 Pose_01 Pose_");
    check_names("pose_1\nPose_-1\nPose_18446744073709551617", 3, "pose_1 Pose_-1 Pose_18446744073709551617");
    check_names("Pose_1a\nPose_00", 3, "Pose_1a Pose_00 Pose_2");
    check_names("smile\nSmile", 2, "smile Smile"); // case counts
}

static void check_refused(const char *text, int frame_count, const char *place, const char *part)
{
    MienAuthorNameList other, *list = &other;
    MienError error = {0};
    CHECK_STATUS(mien_author_name_list_read(text, strlen(text), frame_count, NULL, &list, &error),
                 MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, place, part);
    CHECK(list == NULL);
}

TEST(refused_lists)
{
    check_refused("a\nb\nc\n", 2, "line 3", "more lines");
    check_refused("a\n\n\n\n#\n", 2, "line 5", "more lines");
    check_refused("a", 0, "line 1", "more lines");
    check_refused("a\nb\na\nb", 4, "line 3, and line 1", "Another frame");
    check_refused("x\nb\n\nb\nx\n", 9, "line 4, and line 2", "Another frame");
    check_refused("Pose_1", 2, "line 1", "default name");
    check_refused("a\nPose_0", 2, "line 2", "default name");      // though frame 0 has another name
    check_refused("Pose_1\nPose_0", 2, "line 1", "default name"); // though they only swap
    check_refused("#\nPose_0", 2, "line 2", "default name");      // though frame 0 is skipped
    check_refused("a\nPose_9", 10, "line 2", "default name");     // though no line is there
    check_refused("a\nb\nb\nPose_0", 4, "line 3, and line 2", "Another frame");
    check_refused("a\nPose_0\na", 4, "line 2", "default name");
    check_refused("ok\nnot\x01ok\n", 2, "line 2", "control");
    check_refused("ok\nold\rmac\n", 4, "line 2", "control");
    check_refused("ok\n\xFF\n", 2, "line 2", "UTF-8");
    check_refused("ok\n\xC2\xA0x\n", 2, "line 2", "white space");
}

TEST(long_names)
{
    char text[MIEN_MAX_NAME + 4] = {0};
    memset(text, 'n', MIEN_MAX_NAME);
    MienAuthorNameList *list = read_text(text, 1);
    CHECK_STR(list != NULL ? list->frames[0].name : "", text);
    mien_author_name_list_destroy(list);
    text[MIEN_MAX_NAME] = 'n';
    check_refused(text, 1, "line 1", "255");
}

TEST(arguments)
{
    MienAuthorNameList other, *list = &other;
    MienError error = {0};
    CHECK_STATUS(mien_author_name_list_read("a", 1, 1, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_name_list_read(NULL, 1, 1, NULL, &list, &error), MIEN_ERROR_ARGUMENT);
    CHECK(list == NULL);
    CHECK_STATUS(mien_author_name_list_read("a", 1, -1, NULL, &list, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_name_list_read(NULL, 0, 1, NULL, &list, &error), MIEN_OK);
    mien_author_name_list_destroy(list);
#if SIZE_MAX > 0xFFFFFFFF
    CHECK_STATUS(mien_author_name_list_read("a", (size_t)5 << 30, 1, NULL, &list, &error), MIEN_ERROR_LIMIT);
#endif
}

static const char sample[] = "\xEF\xBB\xBFRest\r\n Jaw Open \r\n\r\n#\r\nPose_4\n\xC3\xA9\xC3\xA8\n# no\nx";

static MienStatus read_call(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorNameList other, *list = &other;
    const MienStatus status = mien_author_name_list_read(given, strlen(given), 10, allocator, &list, error);
    *out_is_empty = list == NULL;
    mien_author_name_list_destroy(list);
    return status;
}

TEST(each_allocation_fails_once) { check_call("name list", read_call, sample); }

static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_names(bytes, size, 9 - way, mien_author_name_list_read, out_status);
}

TEST(damaged_lists)
{
    Victim victim = {.name = "sample",
                     .text = sample,
                     .size = sizeof sample - 1,
                     .judge = judge,
                     .ways = 4,
                     .others = "\n\r# x4\xFF"};
    victim_attack(&victim);
}

/// Many frames and names: no time beyond sorting.
TEST(many_frames)
{
    enum { FRAMES = 200000 };
    char *text = malloc((size_t)FRAMES * 16), *at = text;
    if (text == NULL)
        SKIP("no memory");
    for (int f = 0; f < FRAMES; ++f)
        at += sprintf(at, "n%d\n", f);
    MienAuthorNameList *list = NULL;
    MienError error = {0};
    const size_t size = (size_t)(at - text);
    CHECK_STATUS(mien_author_name_list_read(text, size, FRAMES, NULL, &list, &error), MIEN_OK);
    CHECK_STR(list != NULL ? list->frames[FRAMES - 1].name : "", "n199999");
    mien_author_name_list_destroy(list);
    memcpy(text + size - 8, "n199998", 7); // the last becomes as the one before
    CHECK_STATUS(mien_author_name_list_read(text, size, FRAMES, NULL, &list, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 200000, and line 199999");
    free(text);
}

CHECK_MAIN
{
    RUN(names_by_line);
    RUN(default_names);
    RUN(skipped_frames);
    RUN(names_like_defaults);
    RUN(refused_lists);
    RUN(long_names);
    RUN(arguments);
    RUN(each_allocation_fails_once);
    RUN(damaged_lists);
    RUN(many_frames);
}
