// SPDX-License-Identifier: MIT
//
// OpenSeeFace: several faces in a datagram, sizes, numbers that are not finite.

#include "support/live/packets.h"

enum { SIZE = 1785 };

static MienLiveFrame frame, faces[4];
static int face_count;

static void note(void *user, const MienLiveFrame *got)
{
    (void)user;
    if (face_count < 4)
        faces[face_count] = *got;
    ++face_count;
}

static MienStatus read_faces(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error)
{
    face_count = 0;
    return mien_live_openseeface_read(bytes, size, out_frame, note, NULL, error);
}

static void put_float(uint8_t *at, float value) { memcpy(at, &value, 4); }

/// Two faces; the tests run on little-endian machines.
static Packet two_faces(void)
{
    Packet packet = {.size = 0};
    for (int i = 0; i < 2; ++i) {
        uint8_t *at = packet.bytes + i * SIZE;
        const double time = 12.5;
        memcpy(at, &time, 8);
        at[8] = (uint8_t)(3 + i);
        put_float(at + 20, 0.25f);
        put_float(at + 24, 0.75f);
        at[28] = (uint8_t)(1 - i);
        put_float(at + 45, 1.0f);
        put_float(at + 1729, 0.5f);
        put_float(at + 1781, -0.5f);
    }
    packet.size = 2 * (size_t)SIZE;
    return packet;
}

TEST(faces_are_read)
{
    const Packet packet = two_faces();
    CHECK_INT(mien_live_sniff(packet.bytes, packet.size), MIEN_LIVE_OPENSEEFACE);
    CHECK_STATUS(read_exactly(read_faces, packet.bytes, packet.size, &frame), MIEN_OK);
    CHECK_INT(face_count, 2);
    CHECK_STR(faces[0].id, "3");
    CHECK_STR(faces[1].id, "4");
    CHECK(faces[0].has_face && !faces[1].has_face && faces[0].time == 12.5);
    CHECK_INT(faces[0].value_count, 16);
    CHECK(value_of(&faces[0], "EyeLeft") == 0.5 && value_of(&faces[0], "MouthWide") == -0.5);
    CHECK(value_of(&faces[0], "rightEyeOpen") == 0.25 && value_of(&faces[0], "leftEyeOpen") == 0.75);
    CHECK(faces[0].head.form == MIEN_LIVE_QUATERNION && faces[0].head.rotation.w == 1.0f);
}

TEST(other_sizes_are_refused)
{
    const Packet packet = two_faces();
    for (size_t size = 0; size < packet.size; ++size)
        CHECK_STATUS(read_exactly(read_faces, packet.bytes, size, &frame),
                     size == SIZE ? MIEN_OK : MIEN_ERROR_CORRUPT);
}

TEST(numbers_that_are_not_finite_are_dropped)
{
    Packet packet = two_faces();
    memset(packet.bytes, 0xFF, SIZE);
    CHECK_STATUS(read_exactly(read_faces, packet.bytes, SIZE, &frame), MIEN_OK);
    CHECK_INT(face_count, 1);
    CHECK(!faces[0].has_time && faces[0].head.form == MIEN_LIVE_NO_ROTATION);
    CHECK_INT(faces[0].value_count, 0);
    CHECK_INT(faces[0].dropped_count, 17);
}

CHECK_MAIN
{
    RUN(faces_are_read);
    RUN(other_sizes_are_refused);
    RUN(numbers_that_are_not_finite_are_dropped);
}
