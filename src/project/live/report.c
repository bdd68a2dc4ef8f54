// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "project/live/report.h"

#include <string.h>

enum { SHOWN_NAMES = 8 };

static bool has_port(const int *ports, int count, int port)
{
    for (int i = 0; i < count; ++i)
        if (ports[i] == port)
            return true;
    return false;
}

int mieni_live_ports(int out_ports[MIENI_SOCKETS_MOST])
{
    const char *unknown = mien_live_protocol_name(MIEN_LIVE_UNKNOWN);
    int count = 0;
    for (int p = 1; strcmp(mien_live_protocol_name((MienLiveProtocol)p), unknown) != 0; ++p) {
        const int port = mien_live_protocol_port((MienLiveProtocol)p);
        if (port > 0 && count < MIENI_SOCKETS_MOST && !has_port(out_ports, count, port))
            out_ports[count++] = port;
    }
    return count;
}

void mieni_live_put_silence(const MienLiveAddress *at, const int *ports, int port_count, MieniTextOut *out)
{
    char address[MIENI_ADDRESS_ROOM];
    mieni_text_putf(out, "Nothing arrives at %s, UDP ", mieni_address_text(at, address));
    for (int i = 0; i < port_count; ++i)
        mieni_text_putf(out, "%s%d", i > 0 ? ", " : "", ports[i]);
    mieni_text_put(out, ". Enter the address of this machine and one of these ports in the app.");
}

static void put_count(MieniTextOut *out, int count)
{
    mieni_text_putf(out, "%d datagram%s ", count, count == 1 ? "" : "s");
}

void mieni_live_put_rest(const MienLiveReceived *received, MieniTextOut *out)
{
    if (received->unknown_count > 0) {
        put_count(out, received->unknown_count);
        mieni_text_putf(out, "of no known protocol; the last %s",
                        received->unknown_size > 0 ? "begins with" : "is empty");
        for (int i = 0; i < received->unknown_size; ++i)
            mieni_text_putf(out, " %02x", received->unknown[i]);
        mieni_text_put(out, "\n");
    }
    if (received->refused_count > 0) {
        put_count(out, received->refused_count);
        mieni_text_putf(out, "refused: %s\n", received->refused.message);
    }
    if (received->stranger_count > 0) {
        put_count(out, received->stranger_count);
        mieni_text_put(out, "from other addresses than --sender\n");
    }
    if (received->crowded_count > 0) {
        put_count(out, received->crowded_count);
        mieni_text_put(out, "of more sources than there is room for\n");
    }
}

const char *mieni_live_source_label(const MienLiveSourceInfo *info)
{
    return info->name[0] != '\0' ? info->name : mien_live_protocol_name(info->protocol);
}

// -- Names

int mieni_live_find_bound(const MieniLiveCurves *face, const MienLiveFrame *frame,
                          bool out_is_bound[MIEN_LIVE_MAX_VALUES])
{
    int count = 0;
    for (int i = 0; i < frame->value_count; ++i) {
        out_is_bound[i] = mieni_live_curves_find(face, mien_live_frame_name(frame, i)) >= 0;
        count += out_is_bound[i];
    }
    return count;
}

static void put_name(MieniTextOut *out, const char *name, int *shown, int count)
{
    if (*shown < SHOWN_NAMES)
        mieni_text_putf(out, "%s%s", *shown > 0 ? ", " : "", name);
    else if (*shown == SHOWN_NAMES)
        mieni_text_putf(out, " and %d more", count - SHOWN_NAMES);
    ++*shown;
}

void mieni_live_put_bound(const MienLiveFrame *frame, const bool is_bound[MIEN_LIVE_MAX_VALUES],
                          const char *source, MieniTextOut *out)
{
    int bound = 0, shown = 0;
    for (int i = 0; i < frame->value_count; ++i)
        bound += is_bound[i];
    mieni_text_putf(out, "%d of %d names of %s move it", bound, frame->value_count, source);
    for (int i = 0; i < frame->value_count; ++i)
        if (!is_bound[i]) {
            mieni_text_put(out, shown == 0 ? "; not " : "");
            put_name(out, mien_live_frame_name(frame, i), &shown, frame->value_count - bound);
        }
}

void mieni_live_put_names(const MieniLiveCurves *face, MieniTextOut *out)
{
    int shown = 0;
    for (int c = 0; c < face->count; ++c)
        put_name(out, face->names[c], &shown, face->count);
    mieni_text_put(out, face->count == 0 ? "no names" : "");
}
