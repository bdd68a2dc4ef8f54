// SPDX-License-Identifier: MIT
//
// Frames: names, capacity, spellings of shapes, rotations.

#include "support/live/packets.h"

#include "mien_author/vocabulary.h"

static MienLiveFrame frame;

TEST(names_are_kept_in_order)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    CHECK(mien_live_frame_set(&frame, "a", 1.0f));
    CHECK(mien_live_frame_set(&frame, "ab", 2.0f));
    CHECK(mien_live_frame_set(&frame, "a", 3.0f));
    CHECK_INT(frame.value_count, 2);
    CHECK_STR(mien_live_frame_name(&frame, 0), "a");
    CHECK_STR(mien_live_frame_name(&frame, 1), "ab");
    CHECK_STR(mien_live_frame_name(&frame, 2), "");
    CHECK_STR(mien_live_frame_name(&frame, -1), "");
    CHECK(value_of(&frame, "a") == 3.0 && value_of(&frame, "ab") == 2.0);
    CHECK_INT(mien_live_frame_find(&frame, ""), -1);
    CHECK_INT(mien_live_frame_find(&frame, "b"), -1);
}

TEST(a_full_frame_drops_and_counts)
{
    char name[300];
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    for (int i = 0; i < MIEN_LIVE_MAX_VALUES + 3; ++i) {
        snprintf(name, sizeof name, "n%d", i);
        CHECK(mien_live_frame_set(&frame, name, (float)i) == (i < MIEN_LIVE_MAX_VALUES));
    }
    CHECK_INT(frame.dropped_count, 3);
    CHECK(mien_live_frame_set(&frame, "n7", -1.0f)); // one that it has
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    memset(name, 'x', sizeof name);
    name[255] = '\0';
    for (int i = 0; i < 100; ++i) {
        name[0] = (char)('A' + i % 26);
        name[1] = (char)('A' + i / 26);
        CHECK(mien_live_frame_set(&frame, name, 1.0f) == (i < MIEN_LIVE_MAX_TEXT / 256));
    }
    CHECK_INT(frame.text_size, MIEN_LIVE_MAX_TEXT);
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    CHECK(!mien_live_frame_set(&frame, "", 1.0f));
    CHECK(!mien_live_frame_set(&frame, "a\xFF", 1.0f));
    CHECK(!mien_live_frame_set(&frame, "a", 1001.0f));
    CHECK_INT(frame.dropped_count, 3);
}

TEST(shapes_are_found_in_every_spelling)
{
    const MienAuthorVocabularyInfo arkit = mien_author_vocabulary_info(mien_author_vocabulary_find("arkit"));
    CHECK_INT(arkit.name_count, MIEN_LIVE_ARKIT_COUNT);
    for (int i = 0; i < arkit.name_count; ++i) {
        char name[64];
        CHECK_STR(mien_live_arkit_name(i), arkit.names[i]);
        CHECK_INT(mien_live_arkit_find(arkit.names[i]), i);
        snprintf(name, sizeof name, "%s", arkit.names[i]);
        name[0] = (char)(name[0] - 'a' + 'A');
        CHECK_INT(mien_live_arkit_find(name), i);
    }
    CHECK_STR(mien_live_arkit_name(17), "jawOpen");
    CHECK_STR(mien_live_arkit_name(52), "");
    CHECK_STR(mien_live_arkit_name(-1), "");
    CHECK_INT(mien_live_arkit_find("eyeBlink_L"), 0);
    CHECK_INT(mien_live_arkit_find("eyeBlink_R"), 7);
    CHECK_INT(mien_live_arkit_find("EyeLookOut_L"), 3);
    CHECK_INT(mien_live_arkit_find("eyeBlink"), -1);
    CHECK_INT(mien_live_arkit_find("jawOpen_L"), -1);
    CHECK_INT(mien_live_arkit_find(""), -1);
    CHECK_INT(mien_live_arkit_find("_L"), -1);
}

TEST(angles_and_quaternions_are_the_same_turn)
{
    for (int i = 0; i < 500; ++i) {
        const float x = (float)(i % 7 - 3) * 0.4f, y = (float)(i % 11 - 5) * 0.6f,
                    z = (float)(i % 5 - 2) * 1.2f;
        const MienLiveTransform angles = {.form = MIEN_LIVE_ANGLES, .angles = {x, y, z}};
        const MienLiveTransform turned = {.form = MIEN_LIVE_QUATERNION,
                                          .rotation = mien_live_transform_quaternion(&angles)};
        float back[3];
        mien_live_transform_angles(&turned, back);
        CHECK_NEAR((double)back[0], (double)x, 1e-5);
        CHECK_NEAR((double)back[1], (double)y, 1e-5);
        CHECK_NEAR((double)back[2], (double)z, 1e-5);
    }
    // A nod looks down, and a turn to the left looks to the left.
    const MienLiveTransform nod = {.form = MIEN_LIVE_ANGLES, .angles = {0.5f, 0.0f, 0.0f}};
    const MienLiveTransform turn = {.form = MIEN_LIVE_ANGLES, .angles = {0.0f, 0.5f, 0.0f}};
    const MienVec3 ahead = {0.0f, 0.0f, 1.0f};
    CHECK(mien_quat_rotate(mien_live_transform_quaternion(&nod), ahead).y < -0.4f);
    CHECK(mien_quat_rotate(mien_live_transform_quaternion(&turn), ahead).x > 0.4f);
    const MienLiveTransform none = {0};
    CHECK(mien_live_transform_quaternion(&none).w == 1.0f);
}

TEST(curves_of_clips_become_shapes_and_rotations)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    CHECK(mien_live_frame_set_curve(&frame, "JawOpen", 0.5f));
    CHECK(mien_live_frame_set_curve(&frame, "smirk", 0.25f));
    CHECK(mien_live_frame_set_curve(&frame, "HeadYaw", 0.1f));
    CHECK(mien_live_frame_set_curve(&frame, "headpitch", 0.2f));
    CHECK(mien_live_frame_set_curve(&frame, "RightEyeRoll", 0.3f));
    CHECK(!mien_live_frame_set_curve(&frame, "HeadRoll", 2000.0f));
    CHECK_INT(frame.value_count, 2);
    CHECK_INT(frame.dropped_count, 1);
    CHECK(value_of(&frame, "jawOpen") == 0.5 && value_of(&frame, "smirk") == 0.25);
    CHECK(frame.head.angles[0] == 0.2f && frame.head.angles[1] == -0.1f && frame.head.angles[2] == 0.0f);
    CHECK(frame.right_eye.form == MIEN_LIVE_ANGLES && frame.right_eye.angles[2] == 0.3f);
    CHECK_INT(frame.left_eye.form, MIEN_LIVE_NO_ROTATION);
}

TEST(protocols_have_names)
{
    CHECK_STR(mien_live_protocol_name(MIEN_LIVE_LINK_FACE), "Live Link Face");
    CHECK_INT(mien_live_protocol_port(MIEN_LIVE_LINK_FACE), 11111);
    CHECK_STR(mien_live_protocol_name((MienLiveProtocol)99), "unknown");
    CHECK_INT(mien_live_sniff("", 0), MIEN_LIVE_UNKNOWN);
    CHECK_INT(mien_live_sniff("hello", 5), MIEN_LIVE_UNKNOWN);
}

CHECK_MAIN
{
    RUN(names_are_kept_in_order);
    RUN(a_full_frame_drops_and_counts);
    RUN(shapes_are_found_in_every_spelling);
    RUN(angles_and_quaternions_are_the_same_turn);
    RUN(curves_of_clips_become_shapes_and_rotations);
    RUN(protocols_have_names);
}
