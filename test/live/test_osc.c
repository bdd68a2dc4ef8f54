// SPDX-License-Identifier: MIT
//
// OSC 1.0: examples byte for byte, every type, bundles, and damaged datagrams.

#include "support/live/osc_examples.h"
#include "support/live/packets.h"

#include "live/osc.h"

static int visits;
static char addresses[256];
static MieniOscMessage last;

static void note(void *user, const MieniOscMessage *message)
{
    (void)user;
    ++visits;
    last = *message;
    if (strlen(addresses) + strlen(message->address) + 2 < sizeof addresses)
        strcat(strcat(addresses, message->address), " ");
}

static MienStatus read_bytes(const uint8_t *bytes, size_t size)
{
    // last points into the bytes: keep them until the next call.
    static uint8_t *copy;
    free(copy);
    copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    visits = 0;
    addresses[0] = '\0';
    MienError error = {0};
    const MienStatus status = mieni_osc_read(copy, size, note, NULL, &error);
    CHECK(status == MIEN_OK || (visits == 0 && error.message[0] != '\0'));
    return status;
}

static MienStatus read_hex(const char *text)
{
    static Packet packet;
    packet.size = 0;
    packet_hex(&packet, text);
    return read_bytes(packet.bytes, packet.size);
}

static void check_written(const MieniOscWriter *writer, const char *text, int line)
{
    static Packet wanted;
    wanted.size = 0;
    packet_hex(&wanted, text);
    check_bytes(writer->bytes, writer->size, &wanted, line);
    CHECK(!writer->is_full);
}

TEST(examples_are_read)
{
    CHECK_STATUS(read_hex(OSC_OK), MIEN_OK);
    CHECK_STR(addresses, "/VMC/Ext/OK ");
    CHECK(last.count == 1 && last.arguments[0].tag == 'i' && last.arguments[0].number == 1.0);
    CHECK_STATUS(read_hex(OSC_TIME), MIEN_OK);
    CHECK(last.count == 1 && last.arguments[0].tag == 'f' && last.arguments[0].number == 1.25);
    CHECK_STATUS(read_hex(OSC_APPLY), MIEN_OK);
    CHECK_INT(last.count, 0);
    CHECK_STATUS(read_hex(OSC_FRAME), MIEN_OK);
    CHECK_INT(visits, 2);
    CHECK_STR(addresses, "/VMC/Ext/Blend/Val /VMC/Ext/Blend/Apply ");
}

TEST(examples_are_written)
{
    uint8_t bytes[256];
    MieniOscWriter writer = mieni_osc_begin(bytes, sizeof bytes, false);
    mieni_osc_message(&writer, "/VMC/Ext/OK", "i");
    mieni_osc_int(&writer, 1);
    check_written(&writer, OSC_OK, __LINE__);
    writer = mieni_osc_begin(bytes, sizeof bytes, false);
    mieni_osc_message(&writer, "/VMC/Ext/T", "f");
    mieni_osc_float(&writer, 1.25f);
    check_written(&writer, OSC_TIME, __LINE__);
    writer = mieni_osc_begin(bytes, sizeof bytes, false);
    mieni_osc_message(&writer, "/VMC/Ext/Blend/Apply", "");
    check_written(&writer, OSC_APPLY, __LINE__);
    writer = mieni_osc_begin(bytes, sizeof bytes, true);
    mieni_osc_message(&writer, "/VMC/Ext/Blend/Val", "sf");
    mieni_osc_text(&writer, "A");
    mieni_osc_float(&writer, 0.5f);
    mieni_osc_message(&writer, "/VMC/Ext/Blend/Apply", "");
    check_written(&writer, OSC_FRAME, __LINE__);
    CHECK_INT(writer.size, 84);
    for (size_t capacity = 0; capacity < 84; ++capacity) {
        writer = mieni_osc_begin(bytes, capacity, true);
        mieni_osc_message(&writer, "/VMC/Ext/Blend/Val", "sf");
        mieni_osc_text(&writer, "A");
        mieni_osc_float(&writer, 0.5f);
        mieni_osc_message(&writer, "/VMC/Ext/Blend/Apply", "");
        CHECK(writer.is_full && writer.size <= capacity);
    }
}

TEST(every_type_is_read)
{
    CHECK_STATUS(read_hex("2f610000 2c696673 62544e46 49686474 00000000" // /a ,ifsbTNFIhdt
                          "fffffffe 3f000000 61626300 00000003 01020300 "
                          "ffffffffffffffff 3ff8000000000000 0000000000000001"),
                 MIEN_OK);
    CHECK_INT(visits, 1);
    CHECK_INT(last.count, 11);
    CHECK(last.arguments[0].number == -2.0 && last.arguments[1].number == 0.5);
    CHECK_STR(last.arguments[2].text, "abc");
    CHECK(last.arguments[3].size == 3 && memcmp(last.arguments[3].text, "\1\2\3", 3) == 0);
    CHECK(last.arguments[4].is_number && last.arguments[4].number == 1.0);
    CHECK(!last.arguments[5].is_number && last.arguments[6].is_number && last.arguments[6].number == 0.0);
    CHECK(last.arguments[8].number == -1.0 && last.arguments[9].number == 1.5);
    CHECK(!last.arguments[10].is_number);
    CHECK_STATUS(read_hex("2f610000 2c5b6900 00000001"), MIEN_OK); // an unknown tag: skipped
    CHECK_INT(visits, 0);
}

TEST(blobs_end_where_they_should)
{
    CHECK_STATUS(read_hex("2f610000 2c620000 00000000"), MIEN_OK);
    CHECK_INT(last.arguments[0].size, 0);
    CHECK_STATUS(read_hex("2f610000 2c620000 00000004 01020304"), MIEN_OK);
    CHECK_INT(last.arguments[0].size, 4);
    CHECK_STATUS(read_hex("2f610000 2c620000 00000005 01020304"), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_hex("2f610000 2c620000 ffffffff 01020304"), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_hex("2f610000 2c620000 fffffffc 01020304"), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_hex("2f610000 2c626900 00000005 01020304 05000000 00000007"), MIEN_OK);
    CHECK(last.arguments[1].number == 7.0);
}

TEST(bundles_may_be_in_bundles)
{
    static Packet packet, outer;
    packet.size = 0;
    packet_hex(&packet, OSC_OK);
    for (int depth = 1; depth <= 10; ++depth) {
        outer.size = 0;
        packet_hex(&outer, OSC_HEAD);
        const uint8_t size[4] = {0, 0, (uint8_t)(packet.size >> 8), (uint8_t)packet.size};
        memcpy(outer.bytes + outer.size, size, 4);
        memcpy(outer.bytes + outer.size + 4, packet.bytes, packet.size);
        outer.size += 4 + packet.size;
        packet = outer;
        CHECK_STATUS(read_bytes(packet.bytes, packet.size), depth <= 8 ? MIEN_OK : MIEN_ERROR_CORRUPT);
        CHECK_INT(visits, depth <= 8);
    }
    CHECK_STATUS(read_hex(OSC_HEAD), MIEN_OK); // an empty one
    CHECK_STATUS(read_hex(OSC_HEAD "00000010" OSC_HEAD "00000014" OSC_OK), MIEN_OK);
    CHECK_INT(visits, 1);
    CHECK_STATUS(read_hex(OSC_HEAD "00000028" OSC_HEAD "00000014" OSC_OK "00000014" OSC_TIME), MIEN_OK);
    CHECK_STR(addresses, "/VMC/Ext/OK /VMC/Ext/T ");
}

TEST(damaged_elements_are_refused_and_nothing_is_applied)
{
    static const char *const sizes[] = {"00000000", "00000002", "ffffffff", "7fffffff",
                                        "80000000", "00000018", "00000013"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        char text[512];
        snprintf(text, sizeof text, OSC_HEAD "00000014" OSC_TIME "%s" OSC_OK, sizes[i]);
        CHECK_STATUS(read_hex(text), MIEN_ERROR_CORRUPT);
    }
    CHECK_STATUS(read_hex(OSC_HEAD "00000014" OSC_TIME "00000014" OSC_OK), MIEN_OK);
    CHECK_STATUS(read_hex(OSC_HEAD "00000016" OSC_OK "0000 00000016" OSC_OK "0000"),
                 MIEN_ERROR_CORRUPT);                                         // unaligned
    CHECK_STATUS(read_hex("2362756e646c6500"), MIEN_ERROR_CORRUPT);           // no time tag
    CHECK_STATUS(read_hex("2f616263 2c690000 00000001"), MIEN_ERROR_CORRUPT); // the address takes in the tags
    CHECK_STATUS(read_hex("2f616263"), MIEN_ERROR_CORRUPT);                   // no end
    CHECK_STATUS(read_hex("2f610000"), MIEN_ERROR_CORRUPT);                   // no tags
    CHECK_STATUS(read_hex("2f610000 00000001"), MIEN_ERROR_CORRUPT);          // an old sender: no tags
    CHECK_STATUS(read_hex("2f610000 2c69"), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_hex("2f610000 2c696969 00000001"), MIEN_ERROR_CORRUPT); // tags without an end
    CHECK_STATUS(read_hex("2f610000 2c730000 61626364"), MIEN_ERROR_CORRUPT); // a string without an end
    CHECK_STATUS(read_hex("61000000 2c000000"), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_hex(""), MIEN_ERROR_CORRUPT);
}

TEST(every_truncation_is_refused)
{
    static Packet packet;
    packet.size = 0;
    packet_hex(&packet, OSC_FRAME);
    for (size_t size = 0; size < packet.size; ++size)
        CHECK_STATUS(read_bytes(packet.bytes, size), size == 16 || size == 52 ? MIEN_OK : MIEN_ERROR_CORRUPT);
}

TEST(the_number_of_arguments_is_limited)
{
    static Packet packet;
    for (size_t count = 255; count <= 258; ++count) {
        packet.size = 0;
        packet_hex(&packet, "2f610000 2c");
        memset(packet.bytes + packet.size, 'T', count);
        packet.size += count;
        packet_zeros(&packet, 4 - packet.size % 4);
        CHECK_STATUS(read_bytes(packet.bytes, packet.size), count <= 256 ? MIEN_OK : MIEN_ERROR_CORRUPT);
    }
    packet.size = MIEN_LIVE_MAX_DATAGRAM / 4 * 4;
    memset(packet.bytes, '/', packet.size);
    CHECK_STATUS(read_bytes(packet.bytes, packet.size), MIEN_ERROR_CORRUPT);
}

CHECK_MAIN
{
    RUN(examples_are_read);
    RUN(examples_are_written);
    RUN(every_type_is_read);
    RUN(blobs_end_where_they_should);
    RUN(bundles_may_be_in_bundles);
    RUN(damaged_elements_are_refused_and_nothing_is_applied);
    RUN(every_truncation_is_refused);
    RUN(the_number_of_arguments_is_limited);
}
