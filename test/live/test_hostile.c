// SPDX-License-Identifier: MIT
//
// What every protocol must survive: every changed byte of a valid datagram, the largest datagram, invalid
// text in it, and numbers that are no faces.

#include "support/live/osc_examples.h"
#include "support/live/packets.h"

#include "live/bytes.h"
#include "mien_live/fmv3.h"

static MienLiveFrame frame;
static MienLiveVmc vmc;
static MienLiveFmv3 phone;

static void keep(void *user, const MienLiveFrame *face)
{
    (void)user;
    frame = *face;
}

static MienStatus read_vmc(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error)
{
    memset(&vmc, 0, sizeof vmc);
    mien_live_frame_clear(out_frame, MIEN_LIVE_VMC);
    return mien_live_vmc_read(&vmc, bytes, size, 0.0, keep, NULL, error);
}

static MienStatus read_rokoko(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error)
{
    return mien_live_rokoko_read(bytes, size, out_frame, NULL, NULL, error);
}

static MienStatus read_openseeface(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error)
{
    return mien_live_openseeface_read(bytes, size, out_frame, NULL, NULL, error);
}

/// A schema each time, so that every change is seen.
static MienStatus read_fmv3(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error)
{
    memset(&phone, 0, sizeof phone);
    mien_live_frame_clear(out_frame, MIEN_LIVE_FMV3);
    return mien_live_fmv3_read(&phone, bytes, size, 0.0, keep, NULL, error);
}

static void put_fmv3(Packet *packet)
{
    packet_text(packet, "FMV3");
    packet_hex(packet, "02002800 0807060504030201 01000000 00000000 00000000 00000000 0000 0100 00000000");
    packet_hex(packet, "0000000000000000 3c00 b004 10270000 05000000");
    packet_text(packet, "{\"schema_version\":1,\"blend_names\":[\"a\\u3042\",\"jawOpen\"],\"blend_encoding\":"
                        "\"i16\",\"blend_unit\":\"percent\",\"pose_layout\":"
                        "\"head_rxyz_pxyz_rightEye_rxyz_leftEye_rxyz\",\"rotation_unit\":\"degree\","
                        "\"position_unit\":\"meter\"}");
    mieni_put_u32_le(packet->bytes + 28, (uint32_t)(packet->size - 40));
    mieni_put_u32_le(packet->bytes + 36, (uint32_t)(packet->size - 40));
}

static void put_link_face(Packet *packet)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    snprintf(frame.id, sizeof frame.id, "0A1B2C3D-0000-4000-8000-0123456789AB");
    snprintf(frame.name, sizeof frame.name, "phone");
    frame.has_face = true;
    CHECK_STATUS(mien_live_link_face_write(&frame, packet->bytes, sizeof packet->bytes, &packet->size, NULL),
                 MIEN_OK);
}

static void put_vmc(Packet *packet) { packet_hex(packet, OSC_FRAME); }

static void put_text(Packet *packet)
{
    packet_text(packet, "trackingStatus-1|eyeBlink_L-12|jawOpen-50|jawOpen-60|=head#-21.5,-6.0,-6.6,-0.03,"
                        "-0.10,-0.66|rightEye#6.0,2.4,0.26|leftEye#6.0,-1.7,-0.18|");
}

static void put_vtube(Packet *packet)
{
    packet_text(packet, "{\"Timestamp\":1,\"FaceFound\":true,\"Rotation\":{\"x\":1,\"y\":2,\"z\":3},"
                        "\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":0.5},{\"k\":\"jawOpen\",\"v\":0.25}]}");
}

static void put_rokoko(Packet *packet)
{
    packet_text(packet, "{\"version\":\"3,0\",\"scene\":{\"timestamp\":1.5,\"actors\":[{\"name\":\"a\","
                        "\"face\":{\"jawOpen\":50,\"jawOpen\":25}}]}}");
}

static void put_openseeface(Packet *packet)
{
    packet_zeros(packet, 1785);
    packet->bytes[28] = 1;
}

static const struct Protocol {
    MienLiveProtocol protocol;
    ReadPacket read;
    void (*put)(Packet *packet);
} protocols[] = {
    {MIEN_LIVE_LINK_FACE, mien_live_link_face_read, put_link_face},
    {MIEN_LIVE_VMC, read_vmc, put_vmc},
    {MIEN_LIVE_IFACIALMOCAP, mien_live_text_read, put_text},
    {MIEN_LIVE_VTUBE_STUDIO, mien_live_vtube_studio_read, put_vtube},
    {MIEN_LIVE_ROKOKO, read_rokoko, put_rokoko},
    {MIEN_LIVE_OPENSEEFACE, read_openseeface, put_openseeface},
    {MIEN_LIVE_FMV3, read_fmv3, put_fmv3},
};
enum { PROTOCOLS = sizeof protocols / sizeof *protocols };

static void make(Packet *packet, int p)
{
    packet->size = 0;
    protocols[p].put(packet);
    CHECK_INT(mien_live_sniff(packet->bytes, packet->size), protocols[p].protocol);
    CHECK_STATUS(read_exactly(protocols[p].read, packet->bytes, packet->size, &frame), MIEN_OK);
}

TEST(every_changed_byte_is_survived)
{
    static Packet packet;
    static const uint8_t others[] = {0, 1, 2, 0x7F, 0x80, 0xFF, '"', '|', '{', '\\'};
    for (int p = 0; p < PROTOCOLS; ++p) {
        make(&packet, p);
        for (size_t at = 0; at < packet.size && at < 400; ++at) {
            const uint8_t saved = packet.bytes[at];
            for (size_t i = 0; i < sizeof others; ++i) {
                packet.bytes[at] = others[i];
                read_exactly(protocols[p].read, packet.bytes, packet.size, &frame);
                mien_live_sniff(packet.bytes, packet.size);
            }
            packet.bytes[at] = saved;
        }
    }
}

/// A valid beginning, then anything up to the largest datagram.
TEST(the_largest_datagram_is_survived)
{
    static Packet packet;
    for (int p = 0; p < PROTOCOLS; ++p) {
        for (int fill = 0; fill < 4; ++fill) {
            make(&packet, p);
            const size_t size = packet.size;
            for (size_t at = size; at < MIEN_LIVE_MAX_DATAGRAM; ++at)
                packet.bytes[at] = fill == 0   ? 0
                                   : fill == 1 ? 0xFF
                                   : fill == 2 ? '['
                                               : packet.bytes[at - size];
            read_exactly(protocols[p].read, packet.bytes, MIEN_LIVE_MAX_DATAGRAM, &frame);
            mien_live_sniff(packet.bytes, MIEN_LIVE_MAX_DATAGRAM);
        }
    }
}

/// The last of two values with one name counts, where names are sent.
TEST(of_two_values_the_last_counts)
{
    static Packet packet;
    make(&packet, 2);
    CHECK_NEAR(value_of(&frame, "jawOpen"), 0.6, 1e-6);
    make(&packet, 3);
    CHECK_NEAR(value_of(&frame, "jawOpen"), 0.25, 1e-6);
    packet.size = 0;
    put_rokoko(&packet);
    static MienLiveFrame work;
    CHECK_STATUS(mien_live_rokoko_read(packet.bytes, packet.size, &work, keep, NULL, NULL), MIEN_OK);
    CHECK_NEAR(value_of(&frame, "jawOpen"), 0.25, 1e-6);
}

/// A number that is smaller than any normal one is a value, in every protocol that can send it.
TEST(denormal_values_are_kept)
{
    static Packet packet;
    make(&packet, 1); // its float is at byte 48
    memcpy(packet.bytes + 48, "\0\0\0\1", 4);
    CHECK_STATUS(read_exactly(read_vmc, packet.bytes, packet.size, &frame), MIEN_OK);
    CHECK(value_of(&frame, "A") == 0x1p-149 && frame.dropped_count == 0);
    make(&packet, 5); // its first feature
    memcpy(packet.bytes + 1729, "\1\0\0\0", 4);
    CHECK_STATUS(read_exactly(read_openseeface, packet.bytes, packet.size, &frame), MIEN_OK);
    CHECK(value_of(&frame, "EyeLeft") == 0x1p-149);
    packet.size = 0;
    packet_text(&packet, "{\"Timestamp\":1,\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":1e-45}]}");
    CHECK_STATUS(read_exactly(mien_live_vtube_studio_read, packet.bytes, packet.size, &frame), MIEN_OK);
    CHECK(value_of(&frame, "jawOpen") == 0x1p-149);
}

CHECK_MAIN
{
    RUN(every_changed_byte_is_survived);
    RUN(the_largest_datagram_is_survived);
    RUN(of_two_values_the_last_counts);
    RUN(denormal_values_are_kept);
}
