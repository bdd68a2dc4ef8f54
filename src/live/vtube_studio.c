// SPDX-License-Identifier: MIT
//
// VTube Studio's phone app: a JSON object per frame, in degrees. Its x is the turn to a side, y up and down,
// z the lean. Positions have no stated unit and are not read.

#include "core/float_rules.h"

#include "live/frames.h"
#include "live/json.h"

#include "base/number.h"
#include "core/internal.h"

#include <stdio.h>
#include <string.h>

static void read_rotation(MieniLiveJson *json, MienLiveFrame *frame, MienLiveTransform *transform)
{
    double n[3] = {0.0, 0.0, 0.0};
    MieniLiveText key;
    if (!mieni_live_json_enter(json, '{'))
        return;
    while (mieni_live_json_key(json, &key)) {
        if (key.size == 1 && key.bytes[0] >= 'x' && key.bytes[0] <= 'z')
            mieni_live_json_number(json, &n[key.bytes[0] - 'x']);
        else
            mieni_live_json_skip(json);
    }
    const double turn = MIENI_RADIANS_PER_DEGREE;
    mieni_live_set_angles(frame, transform, (float)(n[1] * turn), (float)(n[0] * turn), (float)(n[2] * turn));
}

static void read_shape(MieniLiveJson *json, MienLiveFrame *frame)
{
    MieniLiveText key, name = {"", 0};
    double value = 0.0;
    bool has_value = false;
    if (!mieni_live_json_enter(json, '{'))
        return;
    while (mieni_live_json_key(json, &key)) {
        if (mieni_live_text_is(key, "k"))
            mieni_live_json_text(json, &name);
        else if (mieni_live_text_is(key, "v"))
            has_value = mieni_live_json_number(json, &value);
        else
            mieni_live_json_skip(json);
    }
    if (has_value)
        mieni_live_set_shape(frame, name.bytes, name.size, (float)value);
    else
        frame->dropped_count++;
}

static void read_member(MieniLiveJson *json, MieniLiveText key, MienLiveFrame *frame)
{
    double number;
    if (mieni_live_text_is(key, "Timestamp")) {
        if (mieni_live_json_number(json, &number) && number >= 0.0 && number < 1e15) {
            frame->has_time = true;
            frame->time = number / 1000.0;
        }
    } else if (mieni_live_text_is(key, "FaceFound")) {
        mieni_live_json_bool(json, &frame->has_face);
    } else if (mieni_live_text_is(key, "Rotation")) {
        read_rotation(json, frame, &frame->head);
    } else if (mieni_live_text_is(key, "EyeLeft")) {
        read_rotation(json, frame, &frame->left_eye);
    } else if (mieni_live_text_is(key, "EyeRight")) {
        read_rotation(json, frame, &frame->right_eye);
    } else if (mieni_live_text_is(key, "BlendShapes")) {
        if (mieni_live_json_enter(json, '[')) {
            while (mieni_live_json_item(json))
                read_shape(json, frame);
        }
    } else {
        mieni_live_json_skip(json);
    }
}

MienStatus mien_live_vtube_studio_read(const void *bytes, size_t size, MienLiveFrame *out_frame,
                                       MienError *error)
{
    MieniLiveJson json = mieni_live_json_begin(bytes, size);
    MieniLiveText key;
    mien_live_frame_clear(out_frame, MIEN_LIVE_VTUBE_STUDIO);
    out_frame->has_face = true;
    if (mieni_live_json_enter(&json, '{')) {
        while (mieni_live_json_key(&json, &key))
            read_member(&json, key, out_frame);
    } else {
        json.has_failed = true;
    }
    if (mieni_live_json_is_done(&json))
        return MIEN_OK;
    mien_live_frame_clear(out_frame, MIEN_LIVE_VTUBE_STUDIO);
    return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte((size_t)(json.at - json.start)),
                      "The datagram of VTube Studio is not valid JSON.");
}

static bool is_plain(const char *text)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i < size; ++i) {
        if (text[i] < 0x20 || text[i] > 0x7E || text[i] == '"' || text[i] == '\\')
            return false;
    }
    return size >= 1 && size <= 64;
}

MienStatus mien_live_vtube_studio_request(double seconds, const char *sent_by, const int *ports,
                                          int port_count, char *out_text, size_t capacity, size_t *out_size,
                                          MienError *error)
{
    char text[512], number[MIENI_NUMBER_ROOM];
    *out_size = 0;
    bool is_valid =
        seconds >= 0.5 && seconds <= 10.0 && is_plain(sent_by) && port_count >= 1 && port_count <= 32;
    for (int i = 0; i < port_count && is_valid; ++i)
        is_valid = ports[i] >= 1 && ports[i] <= 65535;
    if (!is_valid)
        return mieni_fail(
            error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
            "A request needs 0.5 to 10 seconds, a name of 1 to 64 characters of ASCII, and 1 to 32 "
            "ports.");
    mieni_number_write(seconds, number);
    int size =
        snprintf(text, sizeof text,
                 "{\"messageType\":\"iOSTrackingDataRequest\",\"time\":%s,\"sentBy\":\"%s\",\"ports\":[",
                 number, sent_by);
    for (int i = 0; i < port_count; ++i)
        size += snprintf(text + size, sizeof text - (size_t)size, "%s%d", i > 0 ? "," : "", ports[i]);
    size += snprintf(text + size, sizeof text - (size_t)size, "]}");
    if ((size_t)size > capacity)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "The request needs %d bytes, and there are %zu.", size, capacity);
    memcpy(out_text, text, (size_t)size);
    *out_size = (size_t)size;
    return MIEN_OK;
}
