// SPDX-License-Identifier: MIT
//
// Names for frames while they are typed: what each frame becomes, and what is wrong where.
// What has no error is what the reader of name lists takes, and the other way round.

#include "support/check.h"

#include "mien_author/name_list.h"
#include "studio/model/commands/frame_names.h"

#include <stdio.h>
#include <string.h>

enum { FRAMES = 6 };
static const char *const defaults[FRAMES] = {"Pose_0", "Pose_1", "Pose_2", "Pose_3", "Pose_4", "Pose_5"};

static StudioFrameNames read_names(const char *text)
{
    StudioFrameNames names;
    CHECK(studio_frame_names_read(&names, text, strlen(text), defaults, FRAMES, "the clip"));
    return names;
}

TEST(lines_name_frames)
{
    StudioFrameNames names = read_names("Rest\r\n  jaw open \n\n#\n# brow\n\n\n");
    CHECK_INT(names.line_count, 5);
    CHECK_INT(names.pose_count, 5);
    CHECK_INT(names.skipped_count, 1);
    CHECK_INT(names.named_count, 3);
    CHECK_INT(names.error_count, 0);
    CHECK_STR(names.frames[0].name, "Rest");
    CHECK_STR(names.frames[1].name, "jaw open");
    CHECK_STR(names.frames[2].name, "Pose_2");
    CHECK(names.frames[2].is_default && !names.frames[2].is_skipped);
    CHECK(names.frames[3].is_skipped);
    CHECK_STR(names.frames[4].name, "# brow");
    CHECK_STR(names.frames[5].name, "Pose_5");
    studio_frame_names_release(&names);
}

TEST(errors_by_line)
{
    StudioFrameNames names = read_names("jaw\nsmile\njaw\nPose_5\njaw\na\tb\njaw_2\nmore\n");
    CHECK_INT(names.error_count, 5);
    CHECK_INT(names.errors[0].line, 3);
    CHECK_INT(names.errors[0].other, 1);
    CHECK_STR(names.errors[0].sentence, " repeats “jaw” from line 1. Pose names must be unique.");
    CHECK_STR(names.errors[0].remark, "same name as line 1");
    CHECK_STR(names.errors[0].fix, "jaw_2");
    CHECK_INT(names.frames[2].error, 0);
    CHECK_STR(names.errors[1].sentence, ": “Pose_5” is the default name of frame 5.");
    CHECK_STR(names.errors[1].fix, "Pose_5_2");
    CHECK_STR(names.errors[2].fix, "jaw_3"); // the one above would take jaw_2
    CHECK_INT((int)names.errors[3].trouble, STUDIO_NAME_REFUSED);
    CHECK(names.errors[3].fix == NULL);
    CHECK_INT(names.errors[4].line, 7);
    CHECK_STR(names.errors[4].sentence, ": the clip has 6 frames. Remove the last 2 lines.");
    CHECK_INT(names.frames[0].error, -1);
    studio_frame_names_release(&names);
    names = read_names("\n\n\n\n\n\nmore");
    CHECK_STR(names.errors[0].sentence, ": the clip has 6 frames. Remove the last line.");
    studio_frame_names_release(&names);
}

/// Texts of few letters, so that all that can happen does.
TEST(as_the_reader_of_lists)
{
    static const char letters[] = "ab_Pose_0123#\n\n\n\t ";
    unsigned state = 1;
    int refused = 0;
    for (int round = 0; round < 20000; ++round) {
        char text[24];
        size_t size = 0;
        for (; size < sizeof text - 1; ++size) {
            state = state * 1664525u + 1013904223u;
            text[size] = letters[(state >> 16) % (sizeof letters - 1)];
            if ((state >> 8) % 23 == 0)
                break;
        }
        if (round % 5 == 0)
            size =
                (size_t)snprintf(text, sizeof text, "Pose_%d\n%c\nPose_%d", round % 7, text[0], round % 11);
        text[size] = '\0';
        MienAuthorNameList *list = NULL;
        StudioFrameNames names = read_names(text);
        const MienStatus status = mien_author_name_list_read(text, size, FRAMES, NULL, &list, NULL);
        CHECK((status == MIEN_OK) == (names.error_count == 0));
        for (int f = 0; list != NULL && f < FRAMES; ++f) {
            CHECK_STR(names.frames[f].name, list->frames[f].name);
            CHECK(names.frames[f].is_skipped == list->frames[f].is_skipped);
        }
        refused += status != MIEN_OK;
        mien_author_name_list_destroy(list);
        studio_frame_names_release(&names);
    }
    CHECK(refused > 500 && refused < 19500);
}

CHECK_MAIN
{
    RUN(lines_name_frames);
    RUN(errors_by_line);
    RUN(as_the_reader_of_lists);
}
