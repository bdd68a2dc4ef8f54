// SPDX-License-Identifier: MIT
//
// Curves in JSON as keys: for each name a list of times and values.

#include "core/float_rules.h"

#include "io/curves_json.h"

#include "core/internal.h"

#include <stdio.h>

/// Where the keys of one curve are, for errors.
typedef struct Place {
    int line;
    char text[MIEN_MAX_NAME + 16]; ///< "channels[3].keys", "curves.jawOpen".
} Place;

static void end_no_earlier(MieniCurvesReading *reading, double time)
{
    if (time > reading->clip->length)
        reading->clip->length = time;
}

/// A list of [time, value], the times never going back.
static MienStatus read_keys(MieniCurvesReading *reading, const MieniJson *list, const Place *place,
                            MienAuthorClipCurve *curve)
{
    if (list == NULL || list->type != MIENI_JSON_ARRAY)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, "The keys of a curve are a list.", "line %d, %s",
                          place->line, place->text);
    MienAuthorKey *keys =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)list->count, sizeof *keys);
    if (keys == NULL)
        return mieni_curves_no_memory(reading);
    for (int k = 0; k < list->count; ++k) {
        const MieniJson *key = list->items[k];
        const char *why = "A key is a list of two: its time and its value.";
        if (key->type == MIENI_JSON_ARRAY && key->count == 2) {
            why = mieni_curves_check_time(key->items[0]);
            if (why == NULL)
                why = mieni_curves_check_value(key->items[1]);
            if (why == NULL && k > 0 && key->items[0]->number < keys[k - 1].time)
                why = "Keys ascend in time; this one goes back.";
        }
        if (why != NULL)
            return mieni_fail(reading->error, MIEN_ERROR_DATA, why, "line %d, %s[%d]", key->line, place->text,
                              k);
        keys[k] = (MienAuthorKey){.time = key->items[0]->number,
                                  .value = (float)key->items[1]->number,
                                  .interpolation = MIEN_AUTHOR_LINEAR};
        end_no_earlier(reading, keys[k].time);
    }
    curve->key_count = list->count;
    curve->keys = keys;
    return MIEN_OK;
}

/// The rate, and a length if the file has one.
static MienStatus read_length(MieniCurvesReading *reading, const MieniJson *root, const char *rate,
                              const char *length)
{
    bool is_known;
    const MienStatus status = mieni_curves_set_json_rate(reading, root, rate, &is_known);
    const MieniJson *value = mieni_json_get(root, length);
    const char *why = value != NULL ? mieni_curves_check_time(value) : NULL;
    if (status == MIEN_OK && why != NULL)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, why, "line %d, %s", value->line, length);
    if (status == MIEN_OK && value != NULL)
        end_no_earlier(reading, value->number);
    return status;
}

MienStatus mieni_curves_keys(MieniCurvesReading *reading, const MieniJson *root)
{
    const MieniJson *list = mieni_json_get(root, "curves");
    if (list->type != MIENI_JSON_OBJECT)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, "The curves are an object of keys by name.",
                          "line %d, curves", list->line);
    MienStatus status = mieni_curves_begin(reading, list->count, list, "curves");
    for (int c = 0; status == MIEN_OK && c < list->count; ++c) {
        const char *why = NULL;
        Place place = {.line = list->items[c]->line};
        status = mieni_curves_name(reading, list->keys[c], &reading->curves[c].name, &why);
        if (status != MIEN_OK)
            return mieni_fail(reading->error, status, why, "line %d, curves[%d]", place.line, c);
        snprintf(place.text, sizeof place.text, "curves.%s", reading->curves[c].name);
        status = read_keys(reading, list->items[c], &place, &reading->curves[c]);
    }
    if (status == MIEN_OK)
        status = mieni_curves_check_unique(reading, list, "curves");
    return status == MIEN_OK ? read_length(reading, root, "rate", "length") : status;
}

static MienStatus read_channel(MieniCurvesReading *reading, const MieniJson *channel, int c)
{
    const char *why = "A channel has a name.", *name = mieni_json_get_string(channel, "name", NULL);
    Place place = {.line = channel->line};
    const MienStatus status =
        name != NULL ? mieni_curves_name(reading, name, &reading->curves[c].name, &why) : MIEN_ERROR_DATA;
    if (status != MIEN_OK)
        return mieni_fail(reading->error, status, why, "line %d, channels[%d].name", channel->line, c);
    snprintf(place.text, sizeof place.text, "channels[%d].keys", c);
    return read_keys(reading, mieni_json_get(channel, "keys"), &place, &reading->curves[c]);
}

/// Names and times of events; how long they last and what they carry is left out.
static MienStatus read_events(MieniCurvesReading *reading, const MieniJson *list)
{
    if (list == NULL)
        return MIEN_OK;
    if (list->type != MIENI_JSON_ARRAY)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, "The events are a list.", "line %d, events",
                          list->line);
    MienAuthorClipEvent *events =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)list->count, sizeof *events);
    if (events == NULL)
        return mieni_curves_no_memory(reading);
    for (int e = 0; e < list->count; ++e) {
        const MieniJson *event = list->items[e], *time = mieni_json_get(event, "t");
        const char *name = mieni_json_get_string(event, "name", NULL), *why = mieni_curves_check_time(time);
        MienStatus status = why != NULL ? MIEN_ERROR_DATA : MIEN_OK;
        if (status == MIEN_OK) {
            why = "An event has a name.";
            status = name != NULL ? mieni_curves_name(reading, name, &events[e].name, &why) : MIEN_ERROR_DATA;
        }
        if (status != MIEN_OK)
            return mieni_fail(reading->error, status, why, "line %d, events[%d]", event->line, e);
        events[e].time = time->number;
        end_no_earlier(reading, events[e].time);
    }
    reading->clip->event_count = list->count;
    reading->clip->events = events;
    return MIEN_OK;
}

MienStatus mieni_curves_openfacefx(MieniCurvesReading *reading, const MieniJson *root)
{
    const MieniJson *list = mieni_json_get(root, "channels");
    if (mieni_json_get_number(root, "version", 0.0) != 1.0)
        return mieni_fail(reading->error, MIEN_ERROR_VERSION,
                          "Version 1 of openfacefx.track is read, and no other.", "line %d, version",
                          root->line);
    if (list == NULL || list->type != MIENI_JSON_ARRAY)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, "The channels are a list.", "line %d, channels",
                          list != NULL ? list->line : root->line);
    MienStatus status = mieni_curves_begin(reading, list->count, list, "channels");
    for (int c = 0; status == MIEN_OK && c < list->count; ++c)
        status = read_channel(reading, list->items[c], c);
    if (status == MIEN_OK)
        status = mieni_curves_check_unique(reading, list, "channels");
    if (status == MIEN_OK)
        status = read_events(reading, mieni_json_get(root, "events"));
    return status == MIEN_OK ? read_length(reading, root, "fps", "duration") : status;
}
