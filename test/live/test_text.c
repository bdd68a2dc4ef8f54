// SPDX-License-Identifier: MIT
//
// iFacialMocap and Facemotion3d: the example byte for byte, both versions, garbage, every truncation.

#include "support/live/packets.h"

static MienLiveFrame frame;

static const char v1[] = "trackingStatus-1|eyeBlink_L-12|jawOpen-50|=head#-21.5,-6.0,-6.6,-0.03,-0.10,-0.66|"
                         "rightEye#6.0,2.4,0.26|leftEye#6.0,-1.7,-0.18|";
static const char v2[] =
    "trackingStatus&1|eyeBlink_L&12|jawOpen&50|mouthSmile_L&-3|jawLeft&7|"
    "=head#-21.5,-6.0,-6.6,-0.03,-0.10,-0.66|rightEye#6.0,2.4,0.26|leftEye#6.0,-1.7,-0.18|";
static const char facemotion3d[] = "trackingStatus&1|eyeBlinkLeft&12|jawOpen&50|FM_SAD&-3|"
                                   "=head#-21.5,-6.0,-6.6,-0.03,-0.10,-0.66|rightEye#6.0,2.4,0.26|"
                                   "leftEye#6.0,-1.7,-0.18|";

static MienStatus read_text(const char *text)
{
    return read_exactly(mien_live_text_read, (const uint8_t *)text, strlen(text), &frame);
}

static void check_transforms(void)
{
    const double turn = 3.14159265358979 / 180.0;
    CHECK_NEAR((double)frame.head.angles[0], -21.5 * turn, 1e-6);
    CHECK_NEAR((double)frame.head.angles[1], -6.0 * turn, 1e-6);
    CHECK(frame.head.has_position && frame.head.position.z == -0.66f);
    CHECK_NEAR((double)frame.right_eye.angles[1], 2.4 * turn, 1e-6);
    CHECK_NEAR((double)frame.left_eye.angles[1], -1.7 * turn, 1e-6);
    CHECK(!frame.left_eye.has_position);
}

TEST(the_examples_are_read)
{
    CHECK_INT(mien_live_sniff(v1, strlen(v1)), MIEN_LIVE_IFACIALMOCAP);
    CHECK_STATUS(read_text(v1), MIEN_OK);
    CHECK(frame.has_face && frame.protocol == MIEN_LIVE_IFACIALMOCAP);
    CHECK_INT(frame.value_count, 2);
    CHECK_NEAR(value_of(&frame, "eyeBlinkLeft"), 0.12, 1e-7);
    CHECK(value_of(&frame, "jawOpen") == 0.5);
    check_transforms();
    CHECK_INT(mien_live_sniff(v2, strlen(v2)), MIEN_LIVE_IFACIALMOCAP);
    CHECK_STATUS(read_text(v2), MIEN_OK);
    CHECK_INT(frame.value_count, 4);
    CHECK_NEAR(value_of(&frame, "mouthSmileLeft"), -0.03, 1e-7);
    CHECK_NEAR(value_of(&frame, "jawLeft"), 0.07, 1e-7);
    check_transforms();
    CHECK_INT(mien_live_sniff(facemotion3d, strlen(facemotion3d)), MIEN_LIVE_FACEMOTION3D);
    CHECK_STATUS(read_text(facemotion3d), MIEN_OK);
    CHECK_INT(frame.protocol, MIEN_LIVE_FACEMOTION3D);
    CHECK_NEAR(value_of(&frame, "eyeBlinkLeft"), 0.12, 1e-7);
    CHECK_NEAR(value_of(&frame, "FM_SAD"), -0.03, 1e-7);
}

static void check_written(const char *text, MienLiveTextStyle style)
{
    char out[1024] = "";
    size_t size = 0;
    CHECK_STATUS(read_text(text), MIEN_OK);
    CHECK_STATUS(mien_live_text_write(&frame, style, out, strlen(text), &size, NULL), MIEN_OK);
    CHECK_INT(size, strlen(text));
    CHECK_STR(out, text);
    CHECK_STATUS(mien_live_text_write(&frame, style, out, strlen(text) - 1, &size, NULL), MIEN_ERROR_LIMIT);
    CHECK_INT(size, 0);
}

TEST(the_examples_are_written)
{
    check_written(v1, MIEN_LIVE_TEXT_V1);
    check_written(v2, MIEN_LIVE_TEXT_V2);
    check_written(facemotion3d, MIEN_LIVE_TEXT_FACEMOTION3D);
    CHECK_STR(mien_live_text_start(MIEN_LIVE_TEXT_V1), "iFacialMocap_sahuasouryya9218sauhuiayeta91555dy3719");
    CHECK_STR(mien_live_text_start(MIEN_LIVE_TEXT_V2),
              "iFacialMocap_sahuasouryya9218sauhuiayeta91555dy3719|sendDataVersion=v2");
    CHECK_STR(mien_live_text_start(MIEN_LIVE_TEXT_FACEMOTION3D), "FACEMOTION3D_OtherStreaming");
    char out[256];
    size_t size = 0;
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    mien_live_frame_set(&frame, "jawOpen", -0.25f);
    CHECK_STATUS(mien_live_text_write(&frame, MIEN_LIVE_TEXT_V1, out, sizeof out, &size, NULL), MIEN_OK);
    CHECK(strncmp(out, "trackingStatus-0|jawOpen-0|=head#0.0,0.0,0.0,0.00,0.00,0.00|", 60) == 0);
}

TEST(garbage_is_skipped)
{
    CHECK_STATUS(read_text("jawOpen-50|=head#1,2,3,4,5,6|leftEye#1,2,3|-0.67254096|||||3|"), MIEN_OK);
    CHECK_INT(frame.value_count, 1);
    CHECK_INT(frame.dropped_count, 0);
    CHECK_STATUS(read_text("jawOpen&50|=head#1,2|rightEye#x,1,2|leftEye#|other#1,2,3|"), MIEN_OK);
    CHECK(frame.head.form == 0 && frame.right_eye.form == 0 && frame.left_eye.form == 0);
    CHECK_INT(frame.dropped_count, 3);
    CHECK_STATUS(read_text("jawOpen&12,5|mouthClose&nan|cheekPuff&inf|tongueOut&1e99|a&|b&0x10|#"), MIEN_OK);
    CHECK_INT(frame.value_count, 0);
    CHECK_INT(frame.dropped_count, 6);
    CHECK_STATUS(read_text("jawOpen&10|jawOpen&20|#"), MIEN_OK); // the last one counts
    CHECK_INT(frame.value_count, 1);
    CHECK_NEAR(value_of(&frame, "jawOpen"), 0.2, 1e-7);
    CHECK_STATUS(read_text("trackingStatus&0|jawOpen&10|#"), MIEN_OK);
    CHECK(!frame.has_face);
    CHECK_STATUS(read_text("my shape&150|hapihapi&3|#|___iFacialMocap"), MIEN_OK);
    CHECK_NEAR(value_of(&frame, "my shape"), 1.5, 1e-7);
    CHECK_STATUS(read_text("jawOpen&50"), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_text("a\xFF&50|#"), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_text(""), MIEN_ERROR_CORRUPT);
}

TEST(every_truncation_is_read_or_refused)
{
    for (size_t size = 0; size < strlen(v2); ++size) {
        const MienStatus status = read_exactly(mien_live_text_read, (const uint8_t *)v2, size, &frame);
        CHECK((status == MIEN_OK) == (memchr(v2, '#', size) != NULL));
    }
}

TEST(the_largest_datagram_is_read)
{
    static Packet packet;
    packet.size = 0;
    packet_text(&packet, "#|");
    for (int i = 0; packet.size + 16 < MIEN_LIVE_MAX_DATAGRAM; ++i) {
        char field[16];
        snprintf(field, sizeof field, "n%d&1|", i);
        packet_text(&packet, field);
    }
    memset(packet.bytes + packet.size, '|', MIEN_LIVE_MAX_DATAGRAM - packet.size);
    CHECK_STATUS(read_exactly(mien_live_text_read, packet.bytes, MIEN_LIVE_MAX_DATAGRAM, &frame), MIEN_OK);
    CHECK_INT(frame.value_count, MIEN_LIVE_MAX_VALUES);
    CHECK(frame.dropped_count > 5000);
}

CHECK_MAIN
{
    RUN(the_examples_are_read);
    RUN(the_examples_are_written);
    RUN(garbage_is_skipped);
    RUN(every_truncation_is_read_or_refused);
    RUN(the_largest_datagram_is_read);
}
