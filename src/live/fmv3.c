// SPDX-License-Identifier: MIT
//
// Face Motion v3: messages with a header of 40 bytes, little-endian. A schema names the values; frames
// have a number per name, in percent, then head and eyes in degrees and metres, in ARKit's space.

#include "core/float_rules.h"

#include "live/fmv3_message.h"

#include "live/bytes.h"
#include "live/frames.h"

#include "core/internal.h"

#include <string.h>

enum { POSE = 12 * 4, SCHEMA_HEAD = 20, TRACKED = 1, LEAST_LEASE = 5000, MOST_LEASE = 60000 };

static MienStatus refuse(MienError *error, MienStatus status, size_t at, const char *fault)
{
    return mieni_fail(error, status, mieni_at_byte(at), "The FMV3 message is not valid: %s", fault);
}

static MienStatus read_header(const uint8_t *bytes, size_t size, MieniFmv3Header *out, MienError *error)
{
    if (size < MIENI_FMV3_HEADER || memcmp(bytes, "FMV3", 4) != 0)
        return refuse(error, MIEN_ERROR_CORRUPT, 0, "its header is incomplete.");
    *out = (MieniFmv3Header){.type = (MieniFmv3Type)bytes[4],
                             .flags = bytes[5],
                             .session = mieni_get_u64_le(bytes + 8),
                             .schema_id = mieni_get_u32_le(bytes + 16),
                             .sequence = mieni_get_u32_le(bytes + 20),
                             .size = mieni_get_u32_le(bytes + 28),
                             .part = mieni_get_u16_le(bytes + 32),
                             .parts = mieni_get_u16_le(bytes + 34)};
    const uint32_t here = mieni_get_u32_le(bytes + 36);
    const bool may_be_split = out->type == MIENI_FMV3_SCHEMA || out->type == MIENI_FMV3_FRAME;
    if (bytes[4] < MIENI_FMV3_HELLO || bytes[4] > MIENI_FMV3_ERROR)
        return mieni_fail(error, MIEN_ERROR_VERSION, mieni_at_byte(4),
                          "FMV3 messages of type %d are not supported; update the app.", bytes[4]);
    if (mieni_get_u16_le(bytes + 6) != MIENI_FMV3_HEADER)
        return refuse(error, MIEN_ERROR_VERSION, 6, "its header has another size.");
    if (out->session == 0)
        return refuse(error, MIEN_ERROR_DATA, 8, "it has no session.");
    if (out->size > MIEN_LIVE_FMV3_BODY)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at_byte(28),
                          "The FMV3 message has %u bytes; at most %d are allowed.", (unsigned)out->size,
                          MIEN_LIVE_FMV3_BODY);
    if (out->parts < 1 || out->parts > (may_be_split ? MIEN_LIVE_FMV3_PARTS : 1) || out->part >= out->parts)
        return refuse(error, MIEN_ERROR_DATA, 32, "its part is beyond the number of parts.");
    if (here != size - MIENI_FMV3_HEADER || here > out->size || (out->parts == 1 && here != out->size))
        return refuse(error, MIEN_ERROR_CORRUPT, 36, "its length is not that of the datagram.");
    return MIEN_OK;
}

// -- Schemas

/// Whether a number is newer than another, where numbers begin again after the largest.
static bool is_newer(uint32_t one, uint32_t than) { return one != than && one - than < 0x80000000u; }

static void begin_session(MienLiveFmv3 *fmv3, const MieniFmv3Header *header, double now)
{
    if (header->session != fmv3->session)
        fmv3->has_sequence = false;
    fmv3->session = header->session;
    fmv3->schema_id = header->schema_id;
    fmv3->needs_ack = true;
    fmv3->needs_schema = false;
    fmv3->silent_count = 0;
    fmv3->last_frame = fmv3->last_ping = now;
    mieni_fmv3_forget_parts(fmv3);
}

static MienStatus take_schema(MienLiveFmv3 *fmv3, const MieniFmv3Header *header, MieniFmv3Body body,
                              double now, MienError *error)
{
    if (body.size < SCHEMA_HEAD || header->schema_id == 0)
        return refuse(error, MIEN_ERROR_CORRUPT, 16, "its schema has no number, or is incomplete.");
    const uint64_t nonce = mieni_get_u64_le(body.bytes);
    const uint32_t lease = mieni_get_u32_le(body.bytes + 12), revision = mieni_get_u32_le(body.bytes + 16);
    if (revision != MIENI_FMV3_REVISION)
        return mieni_fail(error, MIEN_ERROR_VERSION, mieni_at_byte(56),
                          "The phone has revision %u of FMV3, and %d is needed; update the app.",
                          (unsigned)revision, (int)MIENI_FMV3_REVISION);
    if (lease < LEAST_LEASE || lease > MOST_LEASE)
        return refuse(error, MIEN_ERROR_DATA, 52, "its lease is not 5 to 60 seconds.");
    const bool is_ours = nonce == 0 || fmv3->nonce == 0 || nonce == fmv3->nonce;
    const bool is_known = header->session == fmv3->session && !is_newer(header->schema_id, fmv3->schema_id);
    if (!is_ours || is_known) {
        fmv3->skipped_count += !is_ours;
        fmv3->needs_ack |= is_ours && header->schema_id == fmv3->schema_id; // ours was lost
        return MIEN_OK;
    }
    const MienStatus status =
        mieni_fmv3_read_schema(fmv3, body.bytes + SCHEMA_HEAD, body.size - SCHEMA_HEAD, error);
    if (status != MIEN_OK)
        return status;
    fmv3->lease = (double)lease / 1000.0;
    begin_session(fmv3, header, now);
    return MIEN_OK;
}

// -- Frames

static void take_value(MienLiveFmv3 *fmv3, int place, int32_t percent)
{
    const float value = (float)((double)percent / 100.0);
    if (place < 0)
        return; // counted as a dropped name
    if (mieni_live_is_value(value))
        fmv3->frame.values[place].value = value;
    else
        fmv3->frame.dropped_count++;
}

static void take_transform(MienLiveFrame *frame, MienLiveTransform *transform, const uint8_t *at)
{
    float angles[3];
    for (int i = 0; i < 3; ++i)
        angles[i] = (float)((double)mieni_get_f32_le(at + 4 * i) * MIENI_RADIANS_PER_DEGREE);
    mieni_live_set_angles(frame, transform, angles[0], angles[1], angles[2]);
}

static void take_pose(MienLiveFrame *frame, const uint8_t *at)
{
    take_transform(frame, &frame->head, at);
    mieni_live_set_position(frame, &frame->head, mieni_get_f32_le(at + 12), mieni_get_f32_le(at + 16),
                            mieni_get_f32_le(at + 20));
    take_transform(frame, &frame->right_eye, at + 24);
    take_transform(frame, &frame->left_eye, at + 36);
}

static MienStatus take_frame(MienLiveFmv3 *fmv3, const MieniFmv3Header *header, MieniFmv3Body body,
                             MienLiveOnFrame on_frame, void *user, MienError *error)
{
    MienLiveFrame *frame = &fmv3->frame;
    const size_t width = fmv3->is_wide ? 4 : 2, values = (size_t)fmv3->name_count * width;
    if (body.size != values + POSE)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_byte(MIENI_FMV3_HEADER),
                          "The FMV3 frame has %zu bytes; its schema asks for %zu.", body.size, values + POSE);
    fmv3->has_sequence = true;
    fmv3->sequence = header->sequence;
    frame->has_face = (header->flags & TRACKED) != 0;
    frame->dropped_count = fmv3->dropped_names;
    for (int i = 0; i < fmv3->name_count; ++i) {
        const uint8_t *at = body.bytes + (size_t)i * width;
        take_value(fmv3, fmv3->places[i],
                   fmv3->is_wide ? (int32_t)mieni_get_u32_le(at) : (int16_t)mieni_get_u16_le(at));
    }
    take_pose(frame, body.bytes + values);
    if (on_frame != NULL)
        on_frame(user, frame);
    return MIEN_OK;
}

/// Whether a frame is one of the schema that we have, and newer than the last.
static bool is_wanted(MienLiveFmv3 *fmv3, const MieniFmv3Header *header, double now)
{
    const bool is_known = fmv3->session == header->session;
    if (!is_known || header->schema_id != fmv3->schema_id) {
        fmv3->skipped_count++;
        if (!is_known || is_newer(header->schema_id, fmv3->schema_id)) {
            fmv3->needs_schema = fmv3->session != 0; // without one, HELLO asks for it
            fmv3->wanted_schema = is_known ? header->schema_id : 0;
        }
        return false;
    }
    fmv3->last_frame = now;
    fmv3->silent_count = 0;
    if (!fmv3->has_sequence || is_newer(header->sequence, fmv3->sequence))
        return true;
    fmv3->late_count++;
    return false;
}

// -- Messages

static MienStatus say_error(const uint8_t *bytes, size_t size, MienError *error)
{
    char text[MIEN_LIVE_MAX_SOURCE + 1];
    mieni_live_copy_source(text, (const char *)bytes + MIENI_FMV3_HEADER, size - MIENI_FMV3_HEADER);
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_byte(MIENI_FMV3_HEADER), "The phone reports: %s",
                      text);
}

MienStatus mien_live_fmv3_read(MienLiveFmv3 *fmv3, const void *bytes, size_t size, double now,
                               MienLiveOnFrame on_frame, void *user, MienError *error)
{
    MieniFmv3Header header;
    const MienStatus status = read_header(bytes, size, &header, error);
    if (status != MIEN_OK)
        return status;
    if (header.type == MIENI_FMV3_ERROR)
        return say_error(bytes, size, error);
    if (header.type != MIENI_FMV3_SCHEMA &&
        (header.type != MIENI_FMV3_FRAME || !is_wanted(fmv3, &header, now)))
        return MIEN_OK;
    const MieniFmv3Body body = mieni_fmv3_join(fmv3, &header, bytes, size, now);
    if (body.bytes == NULL)
        return MIEN_OK;
    return header.type == MIENI_FMV3_SCHEMA ? take_schema(fmv3, &header, body, now, error)
                                            : take_frame(fmv3, &header, body, on_frame, user, error);
}
