// SPDX-License-Identifier: MIT
//
// Names of MakeHuman's pose units: rules, refusals, damage, and the real file.

#include "support/ledger.h"
#include "support/name_lists.h"

#include "mien/mien.h"
#include "mien_io/makehuman.h"

static const char small[] = "{\n \"name\": \"units\", \"version\": 110,\n \"framemapping\": [\n  \"Rest\",\n"
                            "  \"Brow \\u00e9\", \"# up\",\n  \"Pose_3\"]\n}\n";

TEST(names_by_frame)
{
    MienAuthorNameList *list = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_makehuman_names_read(small, sizeof small - 1, 6, NULL, &list, &error), MIEN_OK);
    static const char *const expected[] = {"Rest", "Brow \xC3\xA9", "# up", "Pose_3", "Pose_4", "Pose_5"};
    for (int f = 0; list != NULL && f < 6; ++f) {
        CHECK_STR(list->frames[f].name, expected[f]);
        CHECK(!list->frames[f].is_skipped);
        CHECK_INT(list->frames[f].is_default, f >= 4);
    }
    CHECK_INT(list != NULL ? list->named_count : 0, 4);
    mien_author_name_list_destroy(list);
}

static void check_refused(const char *text, int frame_count, MienStatus expected, const char *place,
                          const char *part)
{
    MienAuthorNameList other, *list = &other;
    MienError error = {0};
    CHECK_STATUS(mien_io_makehuman_names_read(text, strlen(text), frame_count, NULL, &list, &error),
                 expected);
    check_error(&error, expected, place, part);
    CHECK(list == NULL);
}

TEST(refused_names)
{
    check_refused(small, 3, MIEN_ERROR_DATA, "line 6, framemapping[3]", "more names");
    check_refused("\n{}", 3, MIEN_ERROR_DATA, "line 2", "framemapping");
    check_refused("[]", 3, MIEN_ERROR_DATA, "line 1", "framemapping");
    check_refused("{\n\"framemapping\":\n\"a\"}", 3, MIEN_ERROR_DATA, "line 3", "framemapping");
    check_refused("{\"framemapping\": [\"a\",\n5]}", 3, MIEN_ERROR_DATA, "line 2, framemapping[1]", "string");
    check_refused("{\"framemapping\": [\"a\",\n\"\"]}", 3, MIEN_ERROR_DATA, "line 2, framemapping[1]",
                  "empty");
    check_refused("{\"framemapping\": [\"a\",\n\"b\", \"a\"]}", 3, MIEN_ERROR_DATA, "line 2, framemapping[2]",
                  "Another frame");
    check_refused("{\"framemapping\": [\"Pose_1\"]}", 3, MIEN_ERROR_DATA, "line 1, framemapping[0]",
                  "default name");
    MienAuthorNameList other, *list = &other;
    MienError error = {0};
    CHECK_STATUS(mien_io_makehuman_names_read("{", 1, 3, NULL, &list, &error), MIEN_ERROR_CORRUPT);
    CHECK(list == NULL);
    CHECK_STATUS(mien_io_makehuman_names_read("{}", 2, 3, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_makehuman_names_read(NULL, 2, 3, NULL, &list, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_makehuman_names_read("{}", 2, -1, NULL, &list, &error), MIEN_ERROR_ARGUMENT);
}

static MienStatus read_call(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorNameList other, *list = &other;
    const MienStatus status = mien_io_makehuman_names_read(given, strlen(given), 5, allocator, &list, error);
    *out_is_empty = list == NULL;
    mien_author_name_list_destroy(list);
    return status;
}

TEST(each_allocation_fails_once) { check_call("names", read_call, small); }

static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_names(bytes, size, 4 + way, mien_io_makehuman_names_read, out_status);
}

TEST(damaged_names)
{
    Victim victim = {.name = "small",
                     .text = small,
                     .size = sizeof small - 1,
                     .judge = judge,
                     .ways = 2,
                     .others = "\n\",:{}[]-04e\\\xFF"};
    victim_attack(&victim);
}

TEST(face_pose_units)
{
    const char *path = check_data_path("makehuman/poseunits/face-poseunits.json");
    if (path == NULL)
        SKIP("no makehuman");
    MienFile *file = NULL;
    MienAuthorNameList *list = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_file_open(path, NULL, &file, &error), MIEN_OK);
    CHECK_STATUS(
        mien_io_makehuman_names_read(mien_file_data(file), mien_file_size(file), 60, NULL, &list, &error),
        MIEN_OK);
    if (list == NULL) {
        printf("%s: %s\n", error.location, error.message);
    } else {
        CHECK(judge_name_list(list, 60) == NULL);
        CHECK_INT(list->named_count, 60);
        CHECK_STR(list->frames[0].name, "Rest");
        CHECK_STR(list->frames[1].name, "LeftBrowDown");
        CHECK_STR(list->frames[59].name, "TonguePointDown");
    }
    mien_author_name_list_destroy(list);
    CHECK_STATUS(
        mien_io_makehuman_names_read(mien_file_data(file), mien_file_size(file), 59, NULL, &list, &error),
        MIEN_ERROR_DATA);
    mien_file_close(file);
}

CHECK_MAIN
{
    RUN(names_by_frame);
    RUN(refused_names);
    RUN(each_allocation_fails_once);
    RUN(damaged_names);
    RUN(face_pose_units);
}
