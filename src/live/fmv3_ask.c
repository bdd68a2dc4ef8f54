// SPDX-License-Identifier: MIT
//
// What we send to a phone with FMV3: we ask it five times, acknowledge its schema, ping it, and ask for a
// schema again when frames do not fit it or do not come.

#include "live/fmv3_message.h"

#include "live/bytes.h"

#include <string.h>

#define AGAIN_SECONDS  1.0  // Between two questions.
#define PING_SECONDS   3.0  // Between two pings.
#define SILENT_SECONDS 3.0  // Without a frame, after which we ask what is wrong;
#define QUIET_SECONDS  12.0 // after these we wait.

enum { MOST_HELLOS = 5, MOST_SILENT = 3, MOST_RATE = 60 };

static size_t put_header(uint8_t *out, MieniFmv3Type type, uint64_t session, uint32_t schema_id,
                         uint32_t sequence, uint32_t size)
{
    memset(out, 0, MIENI_FMV3_HEADER);
    memcpy(out, "FMV3", 4);
    out[4] = (uint8_t)type;
    mieni_put_u16_le(out + 6, MIENI_FMV3_HEADER);
    mieni_put_u64_le(out + 8, session);
    mieni_put_u32_le(out + 16, schema_id);
    mieni_put_u32_le(out + 20, sequence);
    mieni_put_u32_le(out + 28, size);
    mieni_put_u16_le(out + 34, 1);
    mieni_put_u32_le(out + 36, size);
    return MIENI_FMV3_HEADER + size;
}

void mien_live_fmv3_ask(MienLiveFmv3 *fmv3, uint64_t nonce, int rate)
{
    fmv3->nonce = nonce;
    fmv3->rate = rate < 1 ? 1 : rate > MOST_RATE ? MOST_RATE : rate;
    fmv3->hello_count = 0;
}

static size_t put_hello(MienLiveFmv3 *fmv3, double now, uint8_t *out)
{
    fmv3->hello_count++;
    fmv3->last_hello = now;
    mieni_put_u16_le(out + MIENI_FMV3_HEADER, (uint16_t)fmv3->rate);
    mieni_put_u16_le(out + MIENI_FMV3_HEADER + 2, MIENI_FMV3_DATAGRAM);
    mieni_put_u32_le(out + MIENI_FMV3_HEADER + 4, MIENI_FMV3_REVISION);
    return put_header(out, MIENI_FMV3_HELLO, fmv3->nonce, 0, 0, 8);
}

/// After some time without frames our acknowledgement may be lost, or the phone has begun again.
static void notice_silence(MienLiveFmv3 *fmv3, double now)
{
    const bool is_due = fmv3->silent_count == 0 || now - fmv3->last_silent >= AGAIN_SECONDS;
    if (now - fmv3->last_frame < SILENT_SECONDS || fmv3->silent_count >= MOST_SILENT || !is_due)
        return;
    fmv3->silent_count++;
    fmv3->last_silent = now;
    fmv3->needs_ack = fmv3->needs_schema = true;
    fmv3->wanted_schema = 0;
}

size_t mien_live_fmv3_answer(MienLiveFmv3 *fmv3, double now, uint8_t out_bytes[MIEN_LIVE_FMV3_ANSWER])
{
    if (fmv3->session == 0) {
        const bool is_due = fmv3->hello_count == 0 || now - fmv3->last_hello >= AGAIN_SECONDS;
        const bool asks = fmv3->nonce != 0 && fmv3->hello_count < MOST_HELLOS && is_due;
        return asks ? put_hello(fmv3, now, out_bytes) : 0;
    }
    notice_silence(fmv3, now);
    if (fmv3->needs_ack) {
        fmv3->needs_ack = false;
        return put_header(out_bytes, MIENI_FMV3_SCHEMA_ACK, fmv3->session, fmv3->schema_id, 0, 0);
    }
    if (fmv3->needs_schema && now - fmv3->last_get >= AGAIN_SECONDS) {
        fmv3->needs_schema = false;
        fmv3->last_get = now;
        return put_header(out_bytes, MIENI_FMV3_GET_SCHEMA, fmv3->session, fmv3->wanted_schema, 0, 0);
    }
    if (now - fmv3->last_ping >= PING_SECONDS && now - fmv3->last_frame < QUIET_SECONDS) {
        fmv3->last_ping = now;
        return put_header(out_bytes, MIENI_FMV3_PING, fmv3->session, 0, ++fmv3->ping, 0);
    }
    return 0;
}

size_t mien_live_fmv3_stop(const MienLiveFmv3 *fmv3, uint8_t out_bytes[MIEN_LIVE_FMV3_ANSWER])
{
    return fmv3->session != 0 ? put_header(out_bytes, MIENI_FMV3_STOP, fmv3->session, 0, 0, 0) : 0;
}
