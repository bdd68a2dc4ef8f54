// SPDX-License-Identifier: MIT
//
// Live Link Face: one version byte, two strings with their lengths, the frame's time, then a count and
// 61 floats, all big-endian. Without a face the datagram ends before the count.

#include "core/float_rules.h"

#include "live/bytes.h"
#include "live/frames.h"

#include "core/internal.h"

enum { VERSION = 6, TIME_SIZE = 16, VALUES = 61, VALUES_SIZE = 4 * VALUES };

/// What is left of a datagram.
typedef struct Rest {
    const uint8_t *bytes;
    size_t size, at;
} Rest;

static MienStatus too_short(const Rest *rest, const char *part, MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(rest->at),
                      "The Live Link Face packet ends inside its %s.", part);
}

static MienStatus read_text(Rest *rest, const char *part, char *out, MienError *error)
{
    if (rest->size - rest->at < 4)
        return too_short(rest, part, error);
    const uint32_t length = mieni_get_u32_be(rest->bytes + rest->at);
    if (length > rest->size - rest->at - 4)
        return too_short(rest, part, error);
    if (length > MIEN_LIVE_MAX_SOURCE)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at_byte(rest->at),
                          "The %s has %u bytes; at most %d are allowed.", part, (unsigned)length,
                          MIEN_LIVE_MAX_SOURCE);
    mieni_live_copy_source(out, (const char *)rest->bytes + rest->at + 4, length);
    rest->at += 4 + length;
    return MIEN_OK;
}

/// Without a valid rate the frame has no time, but its values are as good.
static void read_time(const uint8_t *at, MienLiveFrame *frame)
{
    const int32_t number = (int32_t)mieni_get_u32_be(at), rate = (int32_t)mieni_get_u32_be(at + 8),
                  divisor = (int32_t)mieni_get_u32_be(at + 12);
    const float sub_frame = mieni_get_f32_be(at + 4);
    if (rate <= 0 || divisor <= 0 || !(sub_frame >= 0.0f && sub_frame <= 1.0f))
        return;
    frame->has_time = frame->has_timecode = true;
    frame->timecode_frame = number;
    frame->timecode_sub_frame = sub_frame;
    frame->timecode_rate = rate;
    frame->timecode_rate_divisor = divisor;
    frame->time = ((double)number + (double)sub_frame) * (double)divisor / (double)rate;
}

/// Yaw is to the actor's right here.
static void read_rotation(const uint8_t *at, MienLiveFrame *frame, MienLiveTransform *transform)
{
    mieni_live_set_angles(frame, transform, mieni_get_f32_be(at + 4), -mieni_get_f32_be(at),
                          mieni_get_f32_be(at + 8));
}

static void read_values(const uint8_t *at, MienLiveFrame *frame)
{
    frame->has_face = true;
    float values[MIEN_LIVE_ARKIT_COUNT];
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i)
        values[i] = mieni_get_f32_be(at + 4 * i);
    mieni_live_set_shapes(frame, values);
    at += (size_t)4 * MIEN_LIVE_ARKIT_COUNT;
    read_rotation(at, frame, &frame->head);
    read_rotation(at + 12, frame, &frame->left_eye);
    read_rotation(at + 24, frame, &frame->right_eye);
}

static MienStatus read_packet(Rest *rest, MienLiveFrame *frame, MienError *error)
{
    if (rest->size == 0)
        return too_short(rest, "version", error);
    if (rest->bytes[0] != VERSION)
        return mieni_fail(error, MIEN_ERROR_VERSION, mieni_at_byte(0),
                          "Live Link Face packets of version %d are not supported; update the app.",
                          rest->bytes[0]);
    rest->at = 1;
    MienStatus status = read_text(rest, "device id", frame->id, error);
    if (status == MIEN_OK)
        status = read_text(rest, "subject name", frame->name, error);
    if (status != MIEN_OK)
        return status;
    if (rest->size - rest->at < TIME_SIZE)
        return too_short(rest, "time", error);
    read_time(rest->bytes + rest->at, frame);
    rest->at += TIME_SIZE;
    if (rest->at == rest->size) // no face
        return MIEN_OK;
    if (rest->bytes[rest->at] != VALUES)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_byte(rest->at),
                          "The Live Link Face packet has %d values; %d are expected.", rest->bytes[rest->at],
                          VALUES);
    rest->at++;
    if (rest->size - rest->at != VALUES_SIZE)
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(rest->at),
                          "The values of the Live Link Face packet have %zu bytes; %d are expected.",
                          rest->size - rest->at, (int)VALUES_SIZE);
    read_values(rest->bytes + rest->at, frame);
    return MIEN_OK;
}

MienStatus mien_live_link_face_read(const void *bytes, size_t size, MienLiveFrame *out_frame,
                                    MienError *error)
{
    Rest rest = {bytes, size, 0};
    mien_live_frame_clear(out_frame, MIEN_LIVE_LINK_FACE);
    const MienStatus status = read_packet(&rest, out_frame, error);
    if (status != MIEN_OK)
        mien_live_frame_clear(out_frame, MIEN_LIVE_LINK_FACE);
    return status;
}

MienStatus mien_live_link_face_read_tail(const void *bytes, size_t size, MienLiveFrame *out_frame,
                                         MienError *error)
{
    mien_live_frame_clear(out_frame, MIEN_LIVE_LINK_FACE);
    if (size < VALUES_SIZE)
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(size),
                          "The datagram has %zu bytes; %d values need %d.", size, (int)VALUES,
                          (int)VALUES_SIZE);
    read_values((const uint8_t *)bytes + (size - VALUES_SIZE), out_frame);
    return MIEN_OK;
}

static uint8_t *put_text(uint8_t *at, const char *text)
{
    const size_t length = strlen(text);
    mieni_put_u32_be(at, (uint32_t)length);
    memcpy(at + 4, text, length);
    return at + 4 + length;
}

static uint8_t *put_float(uint8_t *at, float value)
{
    mieni_put_u32_be(at, mieni_bits_of(value));
    return at + 4;
}

static uint8_t *put_rotation(uint8_t *at, const MienLiveTransform *transform)
{
    float angles[3];
    mien_live_transform_angles(transform, angles);
    const bool is_set = transform->form != MIEN_LIVE_NO_ROTATION;
    at = put_float(at, is_set ? -angles[1] : 0.0f);
    at = put_float(at, angles[0]);
    return put_float(at, angles[2]);
}

static uint8_t *put_values(uint8_t *at, const MienLiveFrame *frame)
{
    *at++ = VALUES;
    const char *const *names = mieni_live_shape_names();
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i) {
        const int index = mien_live_frame_find(frame, names[i]);
        at = put_float(at, index >= 0 ? frame->values[index].value : 0.0f);
    }
    at = put_rotation(at, &frame->head);
    at = put_rotation(at, &frame->left_eye);
    return put_rotation(at, &frame->right_eye);
}

MienStatus mien_live_link_face_write(const MienLiveFrame *frame, void *out_bytes, size_t capacity,
                                     size_t *out_size, MienError *error)
{
    *out_size = 0;
    const size_t size = 1 + 4 + strlen(frame->id) + 4 + strlen(frame->name) + TIME_SIZE +
                        (frame->has_face ? 1 + VALUES_SIZE : 0);
    if (size > capacity)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "The Live Link Face packet needs %zu bytes, and there are %zu.", size, capacity);
    uint8_t *at = out_bytes;
    *at++ = VERSION;
    at = put_text(at, frame->id);
    at = put_text(at, frame->name);
    mieni_put_u32_be(at, (uint32_t)frame->timecode_frame);
    put_float(at + 4, frame->timecode_sub_frame);
    mieni_put_u32_be(at + 8, frame->has_timecode ? (uint32_t)frame->timecode_rate : 60u);
    mieni_put_u32_be(at + 12, frame->has_timecode ? (uint32_t)frame->timecode_rate_divisor : 1u);
    at += TIME_SIZE;
    if (frame->has_face)
        put_values(at, frame);
    *out_size = size;
    return MIEN_OK;
}
