// SPDX-License-Identifier: MIT

#include "live/bytes.h"

#include "mien_live/live.h"

static const struct {
    const char *name;
    int port;
} protocols[] = {
    [MIEN_LIVE_UNKNOWN] = {"unknown", 0},
    [MIEN_LIVE_LINK_FACE] = {"Live Link Face", 11111},
    [MIEN_LIVE_VMC] = {"VMC", 39539},
};
enum { PROTOCOLS = sizeof protocols / sizeof *protocols };

static unsigned known(MienLiveProtocol protocol) { return (unsigned)protocol < PROTOCOLS ? protocol : 0u; }

const char *mien_live_protocol_name(MienLiveProtocol protocol) { return protocols[known(protocol)].name; }

int mien_live_protocol_port(MienLiveProtocol protocol) { return protocols[known(protocol)].port; }

/// A packet version that there was, and a device id that fits the datagram.
static bool is_link_face(const uint8_t *bytes, size_t size)
{
    return size >= 9 && bytes[0] >= 1 && bytes[0] <= 6 && mieni_get_u32_be(bytes + 1) <= size - 9;
}

static bool is_osc(const uint8_t *bytes, size_t size)
{
    return size >= 8 && size % 4 == 0 && (bytes[0] == '/' || memcmp(bytes, "#bundle", 8) == 0);
}

MienLiveProtocol mien_live_sniff(const void *bytes, size_t size)
{
    if (is_osc(bytes, size))
        return MIEN_LIVE_VMC;
    if (is_link_face(bytes, size))
        return MIEN_LIVE_LINK_FACE;
    return MIEN_LIVE_UNKNOWN;
}
