// SPDX-License-Identifier: MIT
//
// All protocols on one port: a thousand datagrams in random order are told apart, and senders of the same
// protocol do not disturb each other.

#include "support/live/osc_examples.h"
#include "support/live/packets.h"
#include "support/random.h"

#include "mien_live/fmv3.h"

enum { KINDS = 10, ROUNDS = 1000 };

static MienLiveFrame frame, got;
static MienLiveFmv3 phone;
static int frames;

static void note(void *user, const MienLiveFrame *face)
{
    (void)user;
    got = *face;
    ++frames;
}

static void put_link_face(Packet *packet, Random *random, float jaw)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    const int length = random_below(random, 200); // ids of any length, also of 36 and of 47, which is '/'
    memset(frame.id, 'a' + random_below(random, 26), (size_t)length);
    frame.id[length] = '\0';
    snprintf(frame.name, sizeof frame.name, "{phone | #%d", length);
    frame.has_face = random_below(random, 4) > 0;
    mien_live_frame_set(&frame, "jawOpen", jaw);
    mien_live_link_face_write(&frame, packet->bytes, sizeof packet->bytes, &packet->size, NULL);
}

static void put_text(Packet *packet, MienLiveTextStyle style, float jaw)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    frame.has_face = true;
    mien_live_frame_set(&frame, "jawOpen", jaw);
    mien_live_frame_set(&frame, "mouthLeft", 0.0f);
    mien_live_frame_set(&frame, "eyeBlinkRight", 1.0f);
    mien_live_text_write(&frame, style, (char *)packet->bytes, sizeof packet->bytes, &packet->size, NULL);
}

static void keep(void *user, const void *bytes, size_t size)
{
    Packet *packet = user;
    memcpy(packet->bytes, bytes, size);
    packet->size = size;
}

static void put_vmc(Packet *packet, float jaw)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_VMC);
    mien_live_frame_set(&frame, "jawOpen", jaw);
    mien_live_vmc_write(&frame, NULL, keep, packet, NULL);
}

/// A datagram of a kind, and its protocol.
static MienLiveProtocol make(Packet *packet, int kind, Random *random)
{
    const float jaw = (float)random_below(random, 101) / 100.0f;
    packet->size = 0;
    switch (kind) {
    case 0:
        put_link_face(packet, random, jaw);
        return MIEN_LIVE_LINK_FACE;
    case 1:
        put_vmc(packet, jaw);
        return MIEN_LIVE_VMC;
    case 2:
        packet_hex(packet, OSC_A);
        return MIEN_LIVE_VMC;
    case 3:
        put_text(packet, random_below(random, 2) == 0 ? MIEN_LIVE_TEXT_V1 : MIEN_LIVE_TEXT_V2, jaw);
        return MIEN_LIVE_IFACIALMOCAP;
    case 4:
        put_text(packet, MIEN_LIVE_TEXT_FACEMOTION3D, jaw);
        return MIEN_LIVE_FACEMOTION3D;
    case 5:
        packet_text(packet,
                    "{\"Hotkey\":-1,\"Timestamp\":1,\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":0.5}]}");
        return MIEN_LIVE_VTUBE_STUDIO;
    case 6:
        packet_text(packet, "{\"version\":\"3,0\",\"scene\":{\"actors\":[{\"face\":{\"jawOpen\":50}}]}}");
        return MIEN_LIVE_ROKOKO;
    case 7:
        packet_zeros(packet, (size_t)1785 * (size_t)(1 + random_below(random, 3)));
        for (int i = 0; i < 8; ++i) // a time: any bytes but those of a small version and a length
            packet->bytes[i] = (uint8_t)(0x80 | random_bits(random));
        return MIEN_LIVE_OPENSEEFACE;
    case 8:
        packet_text(packet, "FMV3");
        packet_hex(packet,
                   "04012800 0807060504030201 01000000 09000000 44332211 36000000 0000 0100 36000000");
        packet_zeros(packet, 54);
        packet->bytes[20] = (uint8_t)random_bits(random);
        return MIEN_LIVE_FMV3;
    default:
        packet->size = 1 + (size_t)random_below(random, 300);
        for (size_t i = 0; i < packet->size; ++i)
            packet->bytes[i] = (uint8_t)(0x80 | random_bits(random)); // not UTF-8, and no first byte of any
        return MIEN_LIVE_UNKNOWN;
    }
}

static MienStatus read_any(const Packet *packet, MienLiveProtocol protocol, MienLiveVmc *vmc)
{
    MienError error = {0};
    switch (protocol) {
    case MIEN_LIVE_LINK_FACE:
        return mien_live_link_face_read(packet->bytes, packet->size, &got, &error);
    case MIEN_LIVE_VMC:
        return mien_live_vmc_read(vmc, packet->bytes, packet->size, 0.0, note, NULL, &error);
    case MIEN_LIVE_IFACIALMOCAP:
    case MIEN_LIVE_FACEMOTION3D:
        return mien_live_text_read(packet->bytes, packet->size, &got, &error);
    case MIEN_LIVE_VTUBE_STUDIO:
        return mien_live_vtube_studio_read(packet->bytes, packet->size, &got, &error);
    case MIEN_LIVE_ROKOKO:
        return mien_live_rokoko_read(packet->bytes, packet->size, &frame, note, NULL, &error);
    case MIEN_LIVE_OPENSEEFACE:
        return mien_live_openseeface_read(packet->bytes, packet->size, &frame, note, NULL, &error);
    case MIEN_LIVE_FMV3:
        return mien_live_fmv3_read(&phone, packet->bytes, packet->size, 0.0, note, NULL, &error);
    default:
        return MIEN_OK;
    }
}

TEST(a_thousand_datagrams_are_told_apart)
{
    static Packet packet;
    static MienLiveVmc vmc;
    Random random = {7};
    int counts[KINDS] = {0};
    for (int i = 0; i < ROUNDS; ++i) {
        const int kind = random_below(&random, KINDS);
        const MienLiveProtocol wanted = make(&packet, kind, &random);
        CHECK_INT(mien_live_sniff(packet.bytes, packet.size), wanted);
        CHECK_STATUS(read_any(&packet, wanted, &vmc), MIEN_OK);
        ++counts[kind];
    }
    for (int i = 0; i < KINDS; ++i)
        CHECK(counts[i] > 50);
}

TEST(text_may_have_the_size_of_a_face)
{
    static Packet packet;
    for (int first = 0; first < 256; ++first) { // the lowest byte of the time in a block of OpenSeeFace
        packet.size = 0;
        packet_zeros(&packet, 1785);
        memset(packet.bytes, 0x9C, 8);
        packet.bytes[0] = (uint8_t)first;
        CHECK_INT(mien_live_sniff(packet.bytes, packet.size), MIEN_LIVE_OPENSEEFACE);
    }
    put_text(&packet, MIEN_LIVE_TEXT_V2, 0.5f);
    memset(packet.bytes + packet.size, '|', 1785 - packet.size);
    CHECK_INT(mien_live_sniff(packet.bytes, 1785), MIEN_LIVE_IFACIALMOCAP);
    packet.size = 0;
    packet_text(&packet, "{\"version\":\"3,0\"}");
    memset(packet.bytes + packet.size, ' ', 1785 - packet.size);
    CHECK_INT(mien_live_sniff(packet.bytes, 1785), MIEN_LIVE_ROKOKO);
}

TEST(two_senders_share_a_port)
{
    static Packet packet;
    static MienLiveVmc senders[2];
    memset(senders, 0, sizeof senders);
    frames = 0;
    for (int i = 0; i < 100; ++i) {
        for (int s = 0; s < 2; ++s) {
            put_vmc(&packet, s == 0 ? 0.25f : 0.75f);
            CHECK_STATUS(mien_live_vmc_read(&senders[s], packet.bytes, packet.size, 0.0, note, NULL, NULL),
                         MIEN_OK);
            CHECK(value_of(&got, "jawOpen") == (s == 0 ? 0.25 : 0.75));
        }
        CHECK_INT(frames, 2 * (i + 1));
    }
}

CHECK_MAIN
{
    RUN(a_thousand_datagrams_are_told_apart);
    RUN(text_may_have_the_size_of_a_face);
    RUN(two_senders_share_a_port);
}
