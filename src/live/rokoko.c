// SPDX-License-Identifier: MIT
//
// Rokoko Studio: a JSON object per frame. Version 2 has an array of faces, version 3 a scene with actors.
// Shapes have ARKit's names, in percent.

#include "core/float_rules.h"

#include "live/frames.h"
#include "live/json.h"

#include "core/internal.h"

#include <stdio.h>
#include <string.h>

/// Reading one datagram.
typedef struct Reading {
    MieniLiveJson json;
    MienLiveFrame *frame;
    MienLiveOnFrame on_frame; ///< NULL: only the time is read.
    void *user;
    bool has_time;
    double time;
} Reading;

static void read_time(Reading *reading)
{
    double time;
    if (mieni_live_json_number(&reading->json, &time) && time >= 0.0 && time < 1e12) {
        reading->has_time = true;
        reading->time = time;
    }
}

static void begin_face(Reading *reading)
{
    mien_live_frame_clear(reading->frame, MIEN_LIVE_ROKOKO);
    reading->frame->has_face = true;
    reading->frame->has_time = reading->has_time;
    reading->frame->time = reading->time;
}

static void end_face(Reading *reading)
{
    if (!reading->json.has_failed && reading->on_frame != NULL)
        reading->on_frame(reading->user, reading->frame);
}

static void read_source(Reading *reading, char *out)
{
    MieniLiveText text;
    if (mieni_live_json_text(&reading->json, &text))
        mieni_live_copy_source(out, text.bytes, text.size);
}

/// The members of a face: its id, its profile, and numbers, which are shapes.
static void read_face(Reading *reading)
{
    MieniLiveJson *json = &reading->json;
    MieniLiveText key;
    double percent;
    if (!mieni_live_json_enter(json, '{'))
        return;
    while (mieni_live_json_key(json, &key)) {
        if (mieni_live_text_is(key, "faceId"))
            read_source(reading, reading->frame->id);
        else if (mieni_live_text_is(key, "profileName"))
            read_source(reading, reading->frame->name);
        else if (mieni_live_json_number(json, &percent) && reading->on_frame != NULL)
            mieni_live_set_shape(reading->frame, key.bytes, key.size, (float)(percent / 100.0));
    }
}

static void read_meta(Reading *reading)
{
    MieniLiveText key;
    if (!mieni_live_json_enter(&reading->json, '{'))
        return;
    while (mieni_live_json_key(&reading->json, &key)) {
        if (mieni_live_text_is(key, "hasFace"))
            mieni_live_json_bool(&reading->json, &reading->frame->has_face);
        else
            mieni_live_json_skip(&reading->json);
    }
}

static void read_actor(Reading *reading)
{
    MieniLiveText key;
    if (!mieni_live_json_enter(&reading->json, '{'))
        return;
    begin_face(reading);
    while (mieni_live_json_key(&reading->json, &key)) {
        if (mieni_live_text_is(key, "name"))
            read_source(reading, reading->frame->name);
        else if (mieni_live_text_is(key, "meta"))
            read_meta(reading);
        else if (mieni_live_text_is(key, "face"))
            read_face(reading);
        else
            mieni_live_json_skip(&reading->json);
    }
    end_face(reading);
}

static void read_scene(Reading *reading)
{
    MieniLiveText key;
    if (!mieni_live_json_enter(&reading->json, '{'))
        return;
    while (mieni_live_json_key(&reading->json, &key)) {
        if (mieni_live_text_is(key, "timestamp")) {
            read_time(reading);
        } else if (mieni_live_text_is(key, "actors") && mieni_live_json_enter(&reading->json, '[')) {
            while (mieni_live_json_item(&reading->json))
                read_actor(reading);
        } else if (!mieni_live_text_is(key, "actors")) {
            mieni_live_json_skip(&reading->json);
        }
    }
}

static void read_faces(Reading *reading)
{
    if (!mieni_live_json_enter(&reading->json, '['))
        return;
    while (mieni_live_json_item(&reading->json)) {
        begin_face(reading);
        read_face(reading);
        end_face(reading);
    }
}

static bool read_root(Reading *reading, const void *bytes, size_t size)
{
    MieniLiveText key;
    reading->json = mieni_live_json_begin(bytes, size);
    if (!mieni_live_json_enter(&reading->json, '{'))
        return false;
    while (mieni_live_json_key(&reading->json, &key)) {
        if (mieni_live_text_is(key, "timestamp"))
            read_time(reading);
        else if (mieni_live_text_is(key, "scene"))
            read_scene(reading);
        else if (mieni_live_text_is(key, "faces"))
            read_faces(reading);
        else
            mieni_live_json_skip(&reading->json);
    }
    return mieni_live_json_is_done(&reading->json);
}

MienStatus mien_live_rokoko_read(const void *bytes, size_t size, MienLiveFrame *frame,
                                 MienLiveOnFrame on_frame, void *user, MienError *error)
{
    Reading reading = {.frame = frame, .user = user};
    mien_live_frame_clear(frame, MIEN_LIVE_ROKOKO);
    if (size >= 4 && memcmp(bytes, "\x04\x22\x4d\x18", 4) == 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_byte(0),
                          "The datagram is compressed; choose JSON without LZ4 in Rokoko Studio.");
    const bool is_valid = read_root(&reading, bytes, size); // the time may come after the faces
    if (!is_valid) {
        mien_live_frame_clear(frame, MIEN_LIVE_ROKOKO);
        return mieni_fail(error, MIEN_ERROR_CORRUPT,
                          mieni_at_byte((size_t)(reading.json.at - reading.json.start)),
                          "The datagram of Rokoko Studio is not valid JSON.");
    }
    reading.on_frame = on_frame;
    read_root(&reading, bytes, size);
    return MIEN_OK;
}
