// SPDX-License-Identifier: MIT
//
// Live Link Face: an example byte for byte, damaged packets, and 180 recorded ones.

#include "support/live/packets.h"

#include "mien/mien.h"
#include "mien_author/vocabulary.h"

#include <math.h>

enum { VALUES_AT = 67, COUNT_AT = 66 };

static Packet example(void)
{
    Packet packet = {.size = 0};
    packet_hex(&packet, "06 00000024");
    packet_text(&packet, "0A1B2C3D-0000-4000-8000-0123456789AB");
    packet_hex(&packet, "00000005 70686f6e65 00278d00 3f000000 0000003c 00000001 3d");
    packet_zeros(&packet, (size_t)4 * 61);
    packet.bytes[135] = 0x3f; // jawOpen
    packet.bytes[275] = 0xbe; // headYaw
    packet.bytes[276] = 0x80;
    return packet;
}

static MienLiveFrame frame;

static MienStatus read_packet(const Packet *packet, size_t size)
{
    return read_exactly(mien_live_link_face_read, packet->bytes, size, &frame);
}

TEST(the_example_is_read)
{
    const Packet packet = example();
    CHECK_INT(packet.size, 311);
    CHECK_INT(mien_live_sniff(packet.bytes, packet.size), MIEN_LIVE_LINK_FACE);
    CHECK_STATUS(read_packet(&packet, packet.size), MIEN_OK);
    CHECK_STR(frame.id, "0A1B2C3D-0000-4000-8000-0123456789AB");
    CHECK_STR(frame.name, "phone");
    CHECK(frame.has_face && frame.has_time && frame.has_timecode);
    CHECK_INT(frame.timecode_frame, 2592000);
    CHECK_INT(frame.timecode_rate, 60);
    CHECK_INT(frame.timecode_rate_divisor, 1);
    CHECK(frame.time == 2592000.5 / 60.0);
    CHECK_INT(frame.value_count, 52);
    CHECK_INT(frame.dropped_count, 0);
    CHECK(value_of(&frame, "jawOpen") == 0.5);
    CHECK(value_of(&frame, "tongueOut") == 0.0);
    CHECK_INT(frame.head.form, MIEN_LIVE_ANGLES);
    CHECK(frame.head.angles[1] == 0.25f && frame.head.angles[0] == 0.0f);
    CHECK(!frame.head.has_position);
}

TEST(the_example_is_written)
{
    const Packet packet = example();
    uint8_t bytes[1024];
    size_t size = 0;
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    strcpy(frame.id, "0A1B2C3D-0000-4000-8000-0123456789AB");
    strcpy(frame.name, "phone");
    frame.has_face = frame.has_timecode = true;
    frame.timecode_frame = 2592000;
    frame.timecode_sub_frame = 0.5f;
    frame.timecode_rate = 60;
    frame.timecode_rate_divisor = 1;
    CHECK(mien_live_frame_set(&frame, "jawOpen", 0.5f));
    frame.head = (MienLiveTransform){.form = MIEN_LIVE_ANGLES, .angles = {0.0f, 0.25f, 0.0f}};
    CHECK_STATUS(mien_live_link_face_write(&frame, bytes, sizeof bytes, &size, NULL), MIEN_OK);
    check_bytes(bytes, size, &packet, __LINE__);
    CHECK_STATUS(mien_live_link_face_write(&frame, bytes, 310, &size, NULL), MIEN_ERROR_LIMIT);
    CHECK_INT(size, 0);
    frame.has_face = false;
    CHECK_STATUS(mien_live_link_face_write(&frame, bytes, sizeof bytes, &size, NULL), MIEN_OK);
    CHECK_INT(size, 66);
    CHECK(memcmp(bytes, packet.bytes, 66) == 0);
}

TEST(a_packet_without_a_face_has_no_values)
{
    const Packet packet = example();
    CHECK_STATUS(read_packet(&packet, 66), MIEN_OK);
    CHECK(!frame.has_face && frame.has_time);
    CHECK_INT(frame.value_count, 0);
    CHECK_INT(frame.head.form, MIEN_LIVE_NO_ROTATION);
    CHECK_STR(frame.name, "phone");
}

TEST(every_truncation_is_refused)
{
    const Packet packet = example();
    for (size_t size = 0; size < packet.size; ++size) {
        if (size != 66)
            CHECK(read_packet(&packet, size) != MIEN_OK);
    }
}

TEST(lengths_and_counts_out_of_range_are_refused)
{
    static const uint32_t lengths[] = {0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 37, 35, 311, 257};
    static const uint8_t counts[] = {0, 60, 62, 255};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (size_t at = 1; at <= 41; at += 40) {
            Packet packet = example();
            for (int b = 0; b < 4; ++b)
                packet.bytes[at + (size_t)b] = (uint8_t)(lengths[i] >> (24 - 8 * b));
            CHECK(read_packet(&packet, packet.size) != MIEN_OK);
        }
    }
    for (size_t i = 0; i < sizeof counts; ++i) {
        Packet packet = example();
        packet.bytes[COUNT_AT] = counts[i];
        CHECK_STATUS(read_packet(&packet, packet.size), MIEN_ERROR_DATA);
        packet.size = VALUES_AT + (size_t)4 * counts[i];
        CHECK_STATUS(read_packet(&packet, packet.size), MIEN_ERROR_DATA);
    }
    Packet packet = example();
    packet_zeros(&packet, 1);
    CHECK_STATUS(read_packet(&packet, packet.size), MIEN_ERROR_CORRUPT);
    packet.size = MIEN_LIVE_MAX_DATAGRAM;
    CHECK_STATUS(read_packet(&packet, packet.size), MIEN_ERROR_CORRUPT);
}

TEST(ids_of_any_length_are_read)
{
    for (int length = 0; length <= MIEN_LIVE_MAX_SOURCE; ++length) {
        Packet packet = {.size = 0};
        packet_hex(&packet, "06 0000");
        packet.bytes[packet.size++] = (uint8_t)(length >> 8);
        packet.bytes[packet.size++] = (uint8_t)length;
        memset(packet.bytes + packet.size, 'x', (size_t)length);
        packet.size += (size_t)length;
        packet_hex(&packet, "00000000 00000001 00000000 0000003c 00000001");
        CHECK_STATUS(read_packet(&packet, packet.size), MIEN_OK);
        CHECK_INT(strlen(frame.id), length);
    }
}

TEST(other_versions_are_refused_by_number)
{
    for (int version = 0; version < 256; ++version) {
        Packet packet = example();
        packet.bytes[0] = (uint8_t)version;
        MienError error = {0};
        const MienStatus status = mien_live_link_face_read(packet.bytes, packet.size, &frame, &error);
        char number[32];
        snprintf(number, sizeof number, "version %d ", version);
        CHECK_STATUS(status, version == 6 ? MIEN_OK : MIEN_ERROR_VERSION);
        CHECK(version == 6 || strstr(error.message, number) != NULL);
        CHECK_INT(mien_live_sniff(packet.bytes, packet.size),
                  version >= 1 && version <= 6 ? MIEN_LIVE_LINK_FACE : MIEN_LIVE_UNKNOWN);
    }
    Packet packet = example();
    packet.bytes[0] = 9;
    CHECK_STATUS(read_exactly(mien_live_link_face_read_tail, packet.bytes, packet.size, &frame), MIEN_OK);
    CHECK(frame.has_face && value_of(&frame, "jawOpen") == 0.5);
    CHECK_STATUS(read_exactly(mien_live_link_face_read_tail, packet.bytes, 243, &frame), MIEN_ERROR_CORRUPT);
}

TEST(values_that_are_not_finite_are_dropped)
{
    static const char *const bits[] = {"7fc00000", "7f800000", "ff800000", "7f7fffff"};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; ++i) {
        Packet packet = example(), number = {.size = 0};
        packet_hex(&number, bits[i]);
        memcpy(packet.bytes + 135, number.bytes, 4);
        memcpy(packet.bytes + 275, number.bytes, 4);
        CHECK_STATUS(read_packet(&packet, packet.size), MIEN_OK);
        CHECK_INT(frame.value_count, 51);
        CHECK_INT(mien_live_frame_find(&frame, "jawOpen"), -1);
        CHECK_INT(frame.dropped_count, 2);
        CHECK_INT(frame.head.form, MIEN_LIVE_NO_ROTATION);
    }
    Packet packet = example();
    memcpy(packet.bytes + 135, "\0\0\0\1", 4); // a denormal is a value
    CHECK_STATUS(read_packet(&packet, packet.size), MIEN_OK);
    CHECK_INT(frame.value_count, 52);
    CHECK(value_of(&frame, "jawOpen") > 0.0);
}

TEST(times_that_are_not_valid_leave_the_values)
{
    static const char *const times[] = {
        "00278d00 3f000000 00000000 00000001", "00278d00 3f000000 0000003c 00000000",
        "00278d00 7fc00000 0000003c 00000001", "00278d00 3f000000 ffffffff 00000001",
        "00278d00 bf000000 0000003c 00000001", "00278d00 40000000 0000003c 00000001"};
    for (size_t i = 0; i < sizeof times / sizeof *times; ++i) {
        Packet packet = example(), time = {.size = 0};
        packet_hex(&time, times[i]);
        memcpy(packet.bytes + 50, time.bytes, 16);
        CHECK_STATUS(read_packet(&packet, packet.size), MIEN_OK);
        CHECK(!frame.has_time && !frame.has_timecode && frame.has_face);
    }
}

TEST(names_are_made_printable)
{
    Packet packet = example();
    memcpy(packet.bytes + 45, "a\xFF\x1B\0z", 5);
    CHECK_STATUS(read_packet(&packet, packet.size), MIEN_OK);
    CHECK_STR(frame.name, "a???z");
    memcpy(packet.bytes + 45, "a\xE3\x81\x82z", 5);
    CHECK_STATUS(read_packet(&packet, packet.size), MIEN_OK);
    CHECK_STR(frame.name, "a\xE3\x81\x82z");
}

TEST(recorded_packets_are_read_and_written_again)
{
    const char *path = check_data_path("live/llf_180_packets.bin");
    MienFile *file = NULL;
    if (path == NULL || mien_file_open(path, NULL, &file, NULL) != MIEN_OK)
        SKIP("no test data");
    const uint8_t *at = mien_file_data(file), *end = at + mien_file_size(file);
    int count = 0, largest_step = 0, last = 0;
    double pitch = 0.0, shape = 0.0;
    for (at += 5; end - at > 4; ++count) {
        const size_t size = (size_t)at[2] << 8 | at[3];
        uint8_t again[1024];
        size_t again_size = 0;
        at += 4;
        CHECK_INT(mien_live_sniff(at, size), MIEN_LIVE_LINK_FACE);
        CHECK_STATUS(read_exactly(mien_live_link_face_read, at, size, &frame), MIEN_OK);
        CHECK_INT(strlen(frame.id), 32);
        CHECK_INT(frame.value_count, 52);
        CHECK_INT(frame.timecode_rate, 60);
        largest_step = count > 0 && frame.timecode_frame - last > largest_step ? frame.timecode_frame - last
                                                                               : largest_step;
        last = frame.timecode_frame;
        pitch += (double)frame.left_eye.angles[0];
        shape += value_of(&frame, "eyeLookDownLeft") - value_of(&frame, "eyeLookUpLeft");
        CHECK_STATUS(mien_live_link_face_write(&frame, again, sizeof again, &again_size, NULL), MIEN_OK);
        CHECK(again_size == size && memcmp(again, at, size) == 0);
        at += size;
    }
    CHECK_INT(count, 180);
    CHECK_INT(largest_step, 8);
    CHECK_NEAR(pitch / shape, 0.610, 0.01);
    mien_file_close(file);
}

TEST(the_phone_is_told_to_record)
{
    static const uint8_t start[28] = "/RecordStart\0\0\0\0,si\0a\0\0\0\0\0\0\7",
                         stop[16] = "/RecordStop\0,\0\0";
    uint8_t bytes[64];
    size_t size = 0;
    MienError error = {0};
    CHECK_STATUS(mien_live_link_face_record_start("a", 7, bytes, sizeof bytes, &size, &error), MIEN_OK);
    CHECK(size == sizeof start && memcmp(bytes, start, size) == 0);
    CHECK_STATUS(mien_live_link_face_record_start("a", 7, bytes, 27, &size, &error), MIEN_ERROR_LIMIT);
    CHECK(size == 0 && error.message[0] != '\0');
    CHECK_STATUS(mien_live_link_face_record_stop(bytes, sizeof bytes, &size, &error), MIEN_OK);
    CHECK(size == sizeof stop && memcmp(bytes, stop, size) == 0);
    CHECK_STATUS(mien_live_link_face_record_stop(bytes, 15, &size, &error), MIEN_ERROR_LIMIT);
}

CHECK_MAIN
{
    RUN(the_phone_is_told_to_record);
    RUN(the_example_is_read);
    RUN(the_example_is_written);
    RUN(a_packet_without_a_face_has_no_values);
    RUN(every_truncation_is_refused);
    RUN(lengths_and_counts_out_of_range_are_refused);
    RUN(ids_of_any_length_are_read);
    RUN(other_versions_are_refused_by_number);
    RUN(values_that_are_not_finite_are_dropped);
    RUN(times_that_are_not_valid_leave_the_values);
    RUN(names_are_made_printable);
    RUN(recorded_packets_are_read_and_written_again);
}
