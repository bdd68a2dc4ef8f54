// SPDX-License-Identifier: MIT
//
// Receivers: several senders and protocols at one port, strangers, crowds, and what is not understood.

#include "core/float_rules.h"

#include "support/counted_memory.h"

#include "mien_live/receiver.h"

static MienLiveFrame made; // large

static MienLiveAddress address_of(int last, int port)
{
    MienLiveAddress address = {.port = (uint16_t)port};
    const uint8_t bytes[16] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, (uint8_t)(last >> 8), (uint8_t)last};
    memcpy(address.bytes, bytes, sizeof bytes);
    return address;
}

/// A packet of Live Link Face; returns its size.
static size_t make_packet(const char *id, float jaw, uint8_t *out, size_t room)
{
    size_t size = 0;
    mien_live_frame_clear(&made, MIEN_LIVE_LINK_FACE);
    snprintf(made.id, sizeof made.id, "%s", id);
    snprintf(made.name, sizeof made.name, "subject");
    made.has_face = true;
    mien_live_frame_set(&made, "jawOpen", jaw);
    CHECK_STATUS(mien_live_link_face_write(&made, out, room, &size, NULL), MIEN_OK);
    return size;
}

typedef struct Heard {
    int count, source;
    float jaw;
} Heard;

static void hear(void *user, int source, const MienLiveFrame *frame)
{
    Heard *heard = user;
    const int jaw = mien_live_frame_find(frame, "jawOpen");
    heard->count++;
    heard->source = source;
    heard->jaw = jaw >= 0 ? frame->values[jaw].value : -1;
}

static MienLiveReceiver *open_receiver(const MienLiveReceiverDesc *desc)
{
    MienLiveReceiver *receiver = NULL;
    CHECK_STATUS(mien_live_receiver_create(desc, &receiver, NULL), MIEN_OK);
    if (receiver == NULL)
        exit(1);
    return receiver;
}

static const uint8_t vmc[] = "#bundle\0\0\0\0\0\0\0\0\1"
                             "\0\0\0\x24/VMC/Ext/Blend/Val\0\0,sf\0JawOpen\0\x3f\0\0\0"
                             "\0\0\0\x1c/VMC/Ext/Blend/Apply\0\0\0\0,\0\0";

TEST(senders_at_one_port_are_told_apart)
{
    MienLiveReceiver *receiver = open_receiver(&(MienLiveReceiverDesc){0});
    uint8_t bytes[1024];
    Heard heard = {0};
    int sources[4] = {-1, -1, -1, -1};
    for (int round = 0; round < 20; ++round)
        for (int s = 0; s < 4; ++s) { // two phones at one address, one elsewhere, and a program
            const MienLiveAddress from = address_of(s == 2 ? 2 : 1, 5000 + round * (s < 3));
            const float jaw = s == 3 ? 0.5f : (float)s / 8;
            const size_t size =
                s == 3 ? sizeof vmc : make_packet(s == 1 ? "B" : "A", jaw, bytes, sizeof bytes);
            mien_live_receiver_add(receiver, &from, s == 3 ? vmc : bytes, size, round / 60.0, hear, &heard);
            CHECK(heard.jaw == jaw);
            CHECK(round == 0 || heard.source == sources[s]);
            sources[s] = heard.source;
        }
    CHECK_INT(heard.count, 80);
    for (int s = 0; s < 4; ++s) {
        const MienLiveSourceInfo *info = mien_live_receiver_source(receiver, sources[s]);
        CHECK(info->is_used);
        CHECK_INT(info->frame_count, 20);
        CHECK_NEAR((double)info->rate, 60, 0.5);
        CHECK_INT(info->protocol, s == 3 ? MIEN_LIVE_VMC : MIEN_LIVE_LINK_FACE);
        for (int other = 0; other < s; ++other)
            CHECK(sources[s] != sources[other]);
    }
    CHECK(!mien_live_receiver_source(receiver, 64)->is_used &&
          !mien_live_receiver_source(receiver, -1)->is_used);
    mien_live_receiver_destroy(receiver);
}

/// VMC as oscsend sends it: each datagram from another port, the value and its Apply too.
TEST(datagrams_from_many_ports_of_a_host_are_one_source)
{
    MienLiveReceiver *receiver = open_receiver(&(MienLiveReceiverDesc){0});
    static const uint8_t value[] = "/VMC/Ext/Blend/Val\0\0,sf\0JawOpen\0\x3f\0\0", // a zero follows
        apply[] = "/VMC/Ext/Blend/Apply\0\0\0\0,\0\0";
    Heard heard = {0};
    int sources[2] = {-1, -1};
    for (int i = 0; i < 200; ++i) {
        const MienLiveAddress from = address_of(1 + i % 2, 40000 + 2 * i),
                              next = address_of(1 + i % 2, 40001 + 2 * i);
        mien_live_receiver_add(receiver, &from, value, sizeof value, i / 60.0, hear, &heard);
        mien_live_receiver_add(receiver, &next, apply, sizeof apply, i / 60.0, hear, &heard);
        CHECK_INT(heard.count, i + 1);
        CHECK(heard.jaw == 0.5f);
        CHECK(i < 2 || heard.source == sources[i % 2]);
        sources[i % 2] = heard.source;
    }
    CHECK(sources[0] != sources[1]);
    CHECK_INT(mien_live_receiver_source(receiver, sources[1])->address.port, 40399); // the last one
    CHECK_INT(mien_live_receiver_received(receiver).crowded_count, 0);
    mien_live_receiver_destroy(receiver);
}

/// There is room for 64 senders of VMC at a time; those who are silent give theirs away.
TEST(silent_senders_give_their_memory_to_others)
{
    MienLiveReceiver *receiver = open_receiver(&(MienLiveReceiverDesc){.source_count = 200});
    Heard heard = {0};
    for (int i = 0; i < 65; ++i) {
        const MienLiveAddress from = address_of(i, 9);
        mien_live_receiver_add(receiver, &from, vmc, sizeof vmc, 0.0, hear, &heard);
    }
    CHECK_INT(heard.count, 64);
    CHECK_INT(mien_live_receiver_received(receiver).crowded_count, 1);
    for (int i = 0; i < 64; ++i) {
        const MienLiveAddress from = address_of(100 + i, 9);
        mien_live_receiver_add(receiver, &from, vmc, sizeof vmc, 10.0, hear, &heard);
    }
    CHECK_INT(heard.count, 128);
    CHECK_INT(mien_live_receiver_received(receiver).crowded_count, 1);
    mien_live_receiver_destroy(receiver);
}

TEST(phones_with_schemas_are_heard)
{
    static const char schema[] =
        "FMV3\2\0\x28\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0"
        "\0\0\0\0\0\0\0\0\x3c\0\xb0\4\x10\x27\0\0\5\0\0\0"
        "{\"schema_version\":1,\"blend_names\":[\"jawOpen\"],\"blend_encoding\":\"i16\",\"blend_unit\":"
        "\"percent\",\"pose_layout\":\"head_rxyz_pxyz_rightEye_rxyz_leftEye_rxyz\",\"rotation_unit\":"
        "\"degree\",\"position_unit\":\"meter\"}";
    static uint8_t bytes[sizeof schema - 1],
        frame[90] = "FMV3\4\1\x28\0\1\0\0\0\0\0\0\0\1\0\0\0\7\0\0\0\0\0\0\0\x32\0\0\0\0\0\1\0\x32";
    MienLiveReceiver *receiver = open_receiver(&(MienLiveReceiverDesc){0});
    Heard heard = {0};
    memcpy(bytes, schema, sizeof bytes);
    bytes[28] = bytes[36] = (uint8_t)(sizeof bytes - 40);
    bytes[29] = bytes[37] = (uint8_t)((sizeof bytes - 40) >> 8);
    for (int s = 0; s < 2; ++s) {
        const MienLiveAddress from = address_of(s, 49983);
        mien_live_receiver_add(receiver, &from, bytes, sizeof bytes, 0.0, hear, &heard);
    }
    CHECK_INT(heard.count, 0);
    for (int s = 0; s < 2; ++s) {
        const MienLiveAddress from = address_of(s, 49983);
        frame[40] = (uint8_t)(25 + 25 * s);
        mien_live_receiver_add(receiver, &from, frame, sizeof frame, 0.0, hear, &heard);
        CHECK_INT(heard.count, s + 1);
        CHECK(heard.jaw == 0.25f + 0.25f * (float)s);
        CHECK_INT(mien_live_receiver_source(receiver, heard.source)->protocol, MIEN_LIVE_FMV3);
    }
    mien_live_receiver_destroy(receiver);
}

TEST(what_is_not_understood_is_counted)
{
    const MienLiveAddress friend = address_of(1, 0), from = address_of(1, 9), stranger = address_of(2, 9);
    MienLiveReceiver *receiver =
        open_receiver(&(MienLiveReceiverDesc){.senders = &friend, .sender_count = 1});
    uint8_t bytes[1024];
    Heard heard = {0};
    const size_t size = make_packet("A", 0.25f, bytes, sizeof bytes);
    mien_live_receiver_add(receiver, &stranger, bytes, size, 0, hear, &heard);
    mien_live_receiver_add(receiver, &from, "??", 2, 0, hear, &heard);
    mien_live_receiver_add(receiver, &from, "", 0, 0, hear, &heard);
    mien_live_receiver_add(receiver, &from, bytes, size - 1, 0, hear, &heard);
    CHECK_INT(heard.count, 0);
    mien_live_receiver_add(receiver, &from, bytes, size, 0, hear, &heard);
    CHECK_INT(heard.count, 1);
    const MienLiveReceived received = mien_live_receiver_received(receiver);
    CHECK_INT(received.datagram_count, 5);
    CHECK_INT(received.stranger_count, 1);
    CHECK_INT(received.unknown_count, 2);
    CHECK_INT(received.refused_count, 1);
    CHECK(received.refused.message[0] != '\0');
    mien_live_receiver_destroy(receiver);
}

TEST(a_crowd_takes_no_place_from_those_who_send)
{
    MienLiveReceiver *receiver = open_receiver(&(MienLiveReceiverDesc){.source_count = 3});
    uint8_t bytes[1024];
    Heard heard = {0};
    for (int i = 0; i < 50; ++i) {
        const MienLiveAddress from = address_of(i, 9);
        mien_live_receiver_add(receiver, &from, bytes, make_packet("A", 0.5f, bytes, sizeof bytes), i * 0.01,
                               hear, &heard);
    }
    CHECK_INT(heard.count, 3);
    CHECK_INT(mien_live_receiver_received(receiver).crowded_count, 47);
    const MienLiveAddress first = address_of(0, 9), late = address_of(77, 9);
    mien_live_receiver_add(receiver, &first, bytes, make_packet("A", 0.5f, bytes, sizeof bytes), 10.5, hear,
                           &heard);
    mien_live_receiver_add(receiver, &late, bytes, make_packet("A", 0.5f, bytes, sizeof bytes), 11, hear,
                           &heard);
    CHECK_INT(heard.count, 5);
    CHECK_INT(heard.source, 1); // the one that was silent for longest
    mien_live_receiver_add(receiver, &first, bytes, make_packet("A", 0.5f, bytes, sizeof bytes), 11, hear,
                           &heard);
    CHECK_INT(heard.source, 0);
    mien_live_receiver_destroy(receiver);
}

TEST(ten_thousand_sources_allocate_nothing)
{
    enum { COUNT = 10000 };
    MienLiveReceiver *receiver = open_receiver(&(MienLiveReceiverDesc){.source_count = COUNT});
    uint8_t bytes[1024];
    Heard heard = {0};
    int wrong = 0;
    for (int round = 0; round < 3; ++round) {
        if (round == 1 && CAN_COUNT)
            begin_counting();
        for (int i = 0; i < COUNT; ++i) {
            const MienLiveAddress from = address_of(i, 9);
            mien_live_receiver_add(receiver, &from, bytes, make_packet("A", 0.5f, bytes, sizeof bytes),
                                   round / 60.0, hear, &heard);
            wrong += heard.source != i;
        }
    }
    if (CAN_COUNT)
        CHECK_INT(end_counting(), 0);
    CHECK_INT(wrong, 0);
    CHECK_INT(heard.count, 3 * COUNT);
    mien_live_receiver_destroy(receiver);
}

CHECK_MAIN
{
    RUN(senders_at_one_port_are_told_apart);
    RUN(datagrams_from_many_ports_of_a_host_are_one_source);
    RUN(silent_senders_give_their_memory_to_others);
    RUN(phones_with_schemas_are_heard);
    RUN(what_is_not_understood_is_counted);
    RUN(a_crowd_takes_no_place_from_those_who_send);
    RUN(counting_counts);
    RUN(ten_thousand_sources_allocate_nothing);
}
