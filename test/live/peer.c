// SPDX-License-Identifier: MIT
//
// For peers.py: "read" prints the frames of VMC datagrams, which come as lines of hexadecimal digits;
// "write" prints the datagrams of a frame in the same way.

#include "support/live/packets.h"

static void print_frame(void *user, const MienLiveFrame *frame)
{
    (void)user;
    for (int i = 0; i < frame->value_count; ++i)
        printf("%s=%g ", mien_live_frame_name(frame, i), (double)frame->values[i].value);
    if (frame->head.has_position)
        printf("head=%g,%g,%g ", (double)frame->head.position.x, (double)frame->head.position.y,
               (double)frame->head.position.z);
    printf("\n");
}

static void print_bytes(void *user, const void *bytes, size_t size)
{
    (void)user;
    for (size_t i = 0; i < size; ++i)
        printf("%02x", ((const uint8_t *)bytes)[i]);
    printf("\n");
}

static int read_lines(void)
{
    static char line[2 * MIEN_LIVE_MAX_DATAGRAM + 2];
    static Packet packet;
    static MienLiveVmc vmc;
    while (fgets(line, sizeof line, stdin) != NULL) {
        packet.size = 0;
        packet_hex(&packet, line);
        MienError error = {0};
        if (mien_live_sniff(packet.bytes, packet.size) != MIEN_LIVE_VMC ||
            mien_live_vmc_read(&vmc, packet.bytes, packet.size, 0.0, print_frame, NULL, &error) != MIEN_OK) {
            printf("refused: %s\n", error.message);
            return 1;
        }
    }
    return 0;
}

static int write_lines(void)
{
    static MienLiveFrame frame;
    mien_live_frame_clear(&frame, MIEN_LIVE_VMC);
    mien_live_frame_set(&frame, "A", 0.5f);
    mien_live_frame_set(&frame, "jawOpen", 0.25f);
    frame.has_time = true;
    frame.time = 1.25;
    frame.head.has_position = true;
    frame.head.position = (MienVec3){-0.5f, 1.5f, 0.25f};
    const MienLiveVmcOptions options = {.is_performer = true};
    return mien_live_vmc_write(&frame, &options, print_bytes, NULL, NULL) != MIEN_OK;
}

int main(int count, char **arguments)
{
    return count == 2 && strcmp(arguments[1], "read") == 0 ? read_lines() : write_lines();
}
