// SPDX-License-Identifier: MIT
//
// VMC: the example byte for byte, frames over several datagrams, missing Apply, names, space.

#include "support/live/osc_examples.h"
#include "support/live/packets.h"

#include "live/osc.h"

static MienLiveVmc vmc;
static MienLiveFrame got;
static int frames;

static void note(void *user, const MienLiveFrame *frame)
{
    (void)user;
    got = *frame;
    ++frames;
}

static void begin(void)
{
    memset(&vmc, 0, sizeof vmc);
    mien_live_frame_clear(&got, MIEN_LIVE_UNKNOWN);
    frames = 0;
}

static MienStatus take(const uint8_t *bytes, size_t size, double now)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    MienError error = {0};
    const MienStatus status = mien_live_vmc_read(&vmc, copy, size, now, note, NULL, &error);
    CHECK(status == MIEN_OK || error.message[0] != '\0');
    free(copy);
    return status;
}

static MienStatus take_hex(const char *text, double now)
{
    static Packet packet;
    packet.size = 0;
    packet_hex(&packet, text);
    return take(packet.bytes, packet.size, now);
}

/// Takes a single message with a name and numbers.
static void take_message(const char *address, const char *tags, const char *name, const float *numbers,
                         double now)
{
    uint8_t bytes[1024];
    MieniOscWriter writer = mieni_osc_begin(bytes, sizeof bytes, false);
    mieni_osc_message(&writer, address, tags);
    for (; *tags != '\0'; ++tags) {
        if (*tags == 's')
            mieni_osc_text(&writer, name);
        else
            mieni_osc_float(&writer, *numbers++);
    }
    CHECK_STATUS(take(bytes, writer.size, now), MIEN_OK);
}

static void take_value(const char *name, float value, double now)
{
    take_message("/VMC/Ext/Blend/Val", "sf", name, &value, now);
}

TEST(the_example_is_a_frame)
{
    begin();
    CHECK_STATUS(take_hex(OSC_FRAME, 0.0), MIEN_OK);
    CHECK_INT(frames, 1);
    CHECK(got.protocol == MIEN_LIVE_VMC && got.has_face && !got.has_time);
    CHECK_INT(got.value_count, 1);
    CHECK(value_of(&got, "A") == 0.5);
    CHECK_STATUS(take_hex(OSC_TIME, 0.0), MIEN_OK);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK(frames == 2 && got.has_time && got.time == 1.25 && value_of(&got, "A") == 0.5);
}

static Packet sent[64];
static int sent_count;

static void keep(void *user, const void *bytes, size_t size)
{
    (void)user;
    memcpy(sent[sent_count].bytes, bytes, size);
    sent[sent_count++].size = size;
}

static void write_frame(const MienLiveFrame *frame, const MienLiveVmcOptions *options)
{
    sent_count = 0;
    CHECK_STATUS(mien_live_vmc_write(frame, options, keep, NULL, NULL), MIEN_OK);
}

TEST(the_example_is_written)
{
    static Packet wanted;
    static MienLiveFrame frame;
    mien_live_frame_clear(&frame, MIEN_LIVE_VMC);
    mien_live_frame_set(&frame, "A", 0.5f);
    wanted.size = 0;
    packet_hex(&wanted, OSC_FRAME);
    CHECK_INT(wanted.size, 84);
    write_frame(&frame, NULL);
    CHECK_INT(sent_count, 1);
    check_bytes(sent[0].bytes, sent[0].size, &wanted, __LINE__);
    // A bone, then Apply.
    mien_live_frame_clear(&frame, MIEN_LIVE_VMC);
    frame.left_eye.has_position = true;
    frame.left_eye.position = (MienVec3){0.0f, 0.1f, 0.0f};
    wanted.size = 0;
    packet_hex(&wanted,
               OSC_HEAD "00000044" // 68 bytes
                        "2f564d43 2f457874 2f426f6e 652f506f 73000000 2c736666 66666666 66000000"
                        "4c656674 45796500 00000000 3dcccccd 00000000 00000000 00000000 00000000 3f800000"
                        "0000001c" OSC_APPLY);
    write_frame(&frame, NULL);
    check_bytes(sent[0].bytes, sent[0].size, &wanted, __LINE__);
    // Status and time.
    mien_live_frame_clear(&frame, MIEN_LIVE_VMC);
    frame.has_time = true;
    frame.time = 1.25;
    wanted.size = 0;
    packet_hex(&wanted, OSC_HEAD "00000014" OSC_OK "00000014" OSC_TIME "0000001c" OSC_APPLY);
    write_frame(&frame, &(MienLiveVmcOptions){.is_performer = true});
    check_bytes(sent[0].bytes, sent[0].size, &wanted, __LINE__);
    CHECK_STATUS(mien_live_vmc_write(&frame, &(MienLiveVmcOptions){.max_datagram = 100}, keep, NULL, NULL),
                 MIEN_ERROR_ARGUMENT);
}

TEST(large_frames_are_several_datagrams)
{
    static MienLiveFrame frame;
    mien_live_frame_clear(&frame, MIEN_LIVE_VMC);
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i)
        mien_live_frame_set(&frame, mien_live_arkit_name(i), (float)i / 64.0f);
    frame.head = (MienLiveTransform){.form = MIEN_LIVE_ANGLES,
                                     .angles = {0.1f, 0.2f, 0.3f},
                                     .has_position = true,
                                     .position = {0.5f, 1.5f, -0.5f}};
    for (size_t most = 512; most <= 1472; most += 240) {
        write_frame(&frame, &(MienLiveVmcOptions){.max_datagram = most});
        CHECK(sent_count >= 2);
        begin();
        for (int i = 0; i < sent_count; ++i) {
            CHECK(sent[i].size <= most);
            CHECK_INT(frames, 0);
            CHECK_STATUS(take(sent[i].bytes, sent[i].size, 0.0), MIEN_OK);
        }
        CHECK_INT(frames, 1);
        CHECK_INT(got.value_count, 52);
        for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i) // sent as JawOpen, read as jawOpen
            CHECK(value_of(&got, mien_live_arkit_name(i)) == (double)i / 64.0);
        float angles[3];
        mien_live_transform_angles(&got.head, angles);
        CHECK_NEAR((double)angles[0], 0.1, 1e-6);
        CHECK_NEAR((double)angles[1], 0.2, 1e-6);
        CHECK_NEAR((double)angles[2], 0.3, 1e-6);
        CHECK(got.head.position.x == 0.5f && got.head.position.z == -0.5f);
    }
}

TEST(space_is_mirrored)
{
    static const float bone[7] = {1.0f, 2.0f, 3.0f, 0.1f, 0.2f, 0.3f, 0.9f};
    begin();
    take_message("/VMC/Ext/Bone/Pos", "sfffffff", "Head", bone, 0.0);
    take_message("/VMC/Ext/Bone/Pos", "sfffffff", "Hips", bone, 0.0);
    take_message("/VMC/Ext/Bone/Pos", "sffffff", "LeftEye", bone, 0.0); // too few
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK_INT(frames, 1);
    CHECK(got.head.position.x == -1.0f && got.head.position.y == 2.0f && got.head.position.z == 3.0f);
    CHECK(got.head.rotation.x == 0.1f && got.head.rotation.y == -0.2f && got.head.rotation.z == -0.3f &&
          got.head.rotation.w == 0.9f);
    CHECK_INT(got.left_eye.form, MIEN_LIVE_NO_ROTATION);
}

TEST(values_and_apply_may_be_in_several_datagrams)
{
    begin();
    take_value("Joy", 0.25f, 0.0);
    take_value("JawOpen", 0.5f, 0.01);
    CHECK_INT(frames, 0);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.02), MIEN_OK);
    CHECK_INT(frames, 1);
    take_value("JawOpen", 0.75f, 0.03); // Joy was lost: its last value stays
    CHECK_STATUS(take_hex(OSC_APPLY, 0.04), MIEN_OK);
    CHECK(value_of(&got, "Joy") == 0.25 && value_of(&got, "jawOpen") == 0.75);
    CHECK_INT(vmc.no_apply_count, 0);
}

TEST(a_missing_apply_is_counted)
{
    begin();
    take_value("A", 0.25f, 5.0);
    mien_live_vmc_poll(&vmc, 5.09, note, NULL);
    CHECK_INT(frames, 0);
    mien_live_vmc_poll(&vmc, 5.101, note, NULL);
    CHECK_INT(frames, 1);
    mien_live_vmc_poll(&vmc, 9.0, note, NULL);
    CHECK_INT(frames, 1);
    take_value("A", 0.5f, 10.0);
    take_value("A", 0.75f, 10.2); // the next datagram is late enough
    CHECK_INT(frames, 2);
    CHECK(value_of(&got, "A") == 0.5);
    CHECK_INT(vmc.no_apply_count, 2);
}

TEST(numbers_of_other_types_are_taken)
{
    begin();
    // Val ,sd A 0.5; Val ,si A 1
    CHECK_STATUS(
        take_hex("2f564d43 2f457874 2f426c65 6e642f56 616c0000 2c736400 41000000 3fe0000000000000", 0.0),
        MIEN_OK);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK(value_of(&got, "A") == 0.5);
    CHECK_STATUS(take_hex("2f564d43 2f457874 2f426c65 6e642f56 616c0000 2c736900 41000000 00000001", 0.0),
                 MIEN_OK);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK(value_of(&got, "A") == 1.0);
    const float value = 0.5f;
    take_message("/VMC/Ext/Blend/Val/JawOpen", "f", NULL, &value, 0.0); // the name in the address
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK(value_of(&got, "jawOpen") == 0.5);
}

TEST(odd_messages_are_ignored)
{
    static const float numbers[8] = {0.5f};
    begin();
    take_message("/VMC/Ext/Blend/Val", "s", "A", numbers, 0.0);
    take_message("/VMC/Ext/Blend/Val", "fs", "A", numbers, 0.0);
    take_message("/VMC/Ext/Blend/Val", "ss", "A", numbers, 0.0);
    take_message("/VMC/Ext/Blend/Valx", "sf", "A", numbers, 0.0);
    take_message("/VMC/Ext/Cam", "sffffffff", "A", numbers, 0.0);
    take_message("/VMC/Ext/Blend/Val/", "f", NULL, numbers, 0.0);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK_INT(got.value_count, 0);
    take_message("/VMC/Ext/Blend/Val", "sff", "A", numbers, 0.0); // surplus arguments
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK_INT(got.value_count, 1);
    CHECK_STATUS(
        take_hex("2f564d43 2f457874 2f4f4b00 2c696969 69000000 00000001 00000003 00000000 00000000", 0.0),
        MIEN_OK);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK(!got.has_face);
}

TEST(bad_values_and_names_are_dropped)
{
    static const uint32_t bits[] = {0x7fc00000, 0x7f800000, 0xff800000};
    begin();
    take_value("A", 0.5f, 0.0);
    for (int i = 0; i < 3; ++i) {
        float value;
        memcpy(&value, &bits[i], 4);
        take_value("A", value, 0.0);
    }
    take_value("a\xFF", 0.5f, 0.0);
    take_value("", 0.5f, 0.0);
    take_value("\xE3\x81\x82", 0.5f, 0.0);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK(value_of(&got, "A") == 0.5 && value_of(&got, "\xE3\x81\x82") == 0.5);
    CHECK_INT(got.dropped_count, 5);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK_INT(got.dropped_count, 0); // of this frame
}

TEST(a_sender_may_change_its_names)
{
    char name[64];
    begin();
    for (int i = 0; i < MIEN_LIVE_MAX_VALUES; ++i) {
        snprintf(name, sizeof name, "old name %d", i);
        take_value(name, 0.5f, 0.0);
    }
    take_value("new name", 0.5f, 0.0);
    CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    CHECK_INT(mien_live_frame_find(&got, "new name"), -1); // full, and all are new
    CHECK_INT(got.dropped_count, 1);
    for (int i = 0; i < 100; ++i) {
        take_value("old name 7", 0.25f, 0.0);
        take_value("new name", 0.5f, 0.0);
        CHECK_STATUS(take_hex(OSC_APPLY, 0.0), MIEN_OK);
    }
    CHECK_INT(got.value_count, 2);
    CHECK(value_of(&got, "old name 7") == 0.25 && value_of(&got, "new name") == 0.5);
    CHECK_STR(mien_live_frame_name(&got, 0), "old name 7");
    CHECK_INT(mien_live_frame_find(&got, "old name 7"), 0);
    CHECK_INT(mien_live_frame_find(&got, "new name"), 1);
    CHECK_INT(mien_live_frame_find(&got, "old name 8"), -1);
}

CHECK_MAIN
{
    RUN(the_example_is_a_frame);
    RUN(the_example_is_written);
    RUN(large_frames_are_several_datagrams);
    RUN(space_is_mirrored);
    RUN(values_and_apply_may_be_in_several_datagrams);
    RUN(a_missing_apply_is_counted);
    RUN(numbers_of_other_types_are_taken);
    RUN(odd_messages_are_ignored);
    RUN(bad_values_and_names_are_dropped);
    RUN(a_sender_may_change_its_names);
}
