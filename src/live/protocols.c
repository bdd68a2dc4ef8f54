// SPDX-License-Identifier: MIT

#include "live/bytes.h"
#include "live/json.h"
#include "live/text.h"

#include "mien_live/live.h"

static const struct {
    const char *name;
    int port;
} protocols[] = {
    [MIEN_LIVE_UNKNOWN] = {"unknown", 0},
    [MIEN_LIVE_LINK_FACE] = {"Live Link Face", 11111},
    [MIEN_LIVE_VMC] = {"VMC", 39539},
    [MIEN_LIVE_IFACIALMOCAP] = {"iFacialMocap", 49983},
    [MIEN_LIVE_FACEMOTION3D] = {"Facemotion3d", 49983},
    [MIEN_LIVE_VTUBE_STUDIO] = {"VTube Studio", 21412},
    [MIEN_LIVE_OPENSEEFACE] = {"OpenSeeFace", 11573},
    [MIEN_LIVE_ROKOKO] = {"Rokoko Studio", 14043},
    [MIEN_LIVE_FMV3] = {"Face Motion v3", 49983},
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

/// JSON by a key of its first level.
static MienLiveProtocol json_protocol(const void *bytes, size_t size)
{
    MieniLiveJson json = mieni_live_json_begin(bytes, size);
    MieniLiveText key;
    mieni_live_json_enter(&json, '{');
    while (mieni_live_json_key(&json, &key)) {
        if (mieni_live_text_is(key, "Timestamp") || mieni_live_text_is(key, "BlendShapes"))
            return MIEN_LIVE_VTUBE_STUDIO;
        if (mieni_live_text_is(key, "version"))
            return MIEN_LIVE_ROKOKO;
        mieni_live_json_skip(&json);
    }
    return MIEN_LIVE_UNKNOWN;
}

MienLiveProtocol mien_live_sniff(const void *bytes, size_t size)
{
    const uint8_t *first = bytes;
    MienLiveProtocol protocol = MIEN_LIVE_UNKNOWN;
    if (size == 0)
        return MIEN_LIVE_UNKNOWN;
    if (is_osc(bytes, size))
        return MIEN_LIVE_VMC;
    if (size >= 4 && memcmp(bytes, "FMV3", 4) == 0)
        return MIEN_LIVE_FMV3;
    if (first[0] == '{')
        protocol = json_protocol(bytes, size);
    else if (size >= 4 && memcmp(bytes, "\x04\x22\x4d\x18", 4) == 0) // LZ4, which the reader refuses
        protocol = MIEN_LIVE_ROKOKO;
    else if (is_link_face(bytes, size))
        protocol = MIEN_LIVE_LINK_FACE;
    else
        protocol = mieni_live_text_protocol(bytes, size);
    // Last, because a size alone says little: its first bytes are a time, and may be any.
    const bool is_blocks = size % MIENI_OPENSEEFACE_SIZE == 0;
    return protocol == MIEN_LIVE_UNKNOWN && is_blocks ? MIEN_LIVE_OPENSEEFACE : protocol;
}
