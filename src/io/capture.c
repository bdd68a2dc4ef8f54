// SPDX-License-Identifier: MIT
//
// Reads captures of live faces: each device of a capture becomes a take, with keys at the times of its
// own clock.
//
// The datagrams pass the receiver twice: once to count takes, curves and keys, once to fill them.

#include "core/float_rules.h"

#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"
#include "io/rate.h"
#include "io/source_memory.h"
#include "live/curves.h"
#include "mien_live/capture.h"
#include "mien_live/receiver.h"

#include <stdio.h>
#include <string.h>

enum {
    MAX_TAKES = 256,
    MAX_CURVES = 1024, // of a take
    RECENT = 32,       // newest frames, among which a late one finds its place
    NAME_ROOM = 2 * MIEN_LIVE_MAX_SOURCE + 32,
};
#define RESTART_SECONDS 10.0 // A clock that jumps further began again,
#define STUCK_SECONDS   0.5  // and one whose frames are all old for this long.
#define LEAST_STEP      0.001
#define DAY             86400.0

typedef struct Curve {
    const char *name;
    int counted, filled; ///< Keys.
    MienAuthorKey *keys;
} Curve;

typedef struct Take {
    int slate; ///< Which slate of the capture; 0 before the first.
    MienLiveSourceInfo info;
    const char *name;
    char timecode[48]; ///< Of the first frame; "" if it has none.

    Curve *curves;
    int curve_count, curve_room;
    int first_count;  ///< Frames of the first pass that have keys.
    double *times;    ///< Of those frames, ascending.
    int filled_count; ///< In the second pass.

    // The clock; begins again with the second pass.
    bool has_clock;
    double newest_arrival; ///< Of the newest frame.
    double sent, began;    ///< The sender's time at which the clock began, and the take's.
    double recent[RECENT]; ///< Times of the newest frames, ascending.
    int recent_count;

    int no_face_count, late_count, doubled_count, restart_count;
} Take;

typedef struct Capture {
    const MieniReading *reading;
    MienError *error;
    MieniArena *arena, *scratch;
    MienLiveReceiver *receiver;
    Take *takes;
    int take_count;
    int slate;
    char slate_name[NAME_ROOM]; ///< "Slate_3"; "" if there is none.
    bool is_filling;
    bool is_full, is_crowded; ///< Too many takes or curves.
    bool has_first;
    double first; ///< Arrival of the first frame with a face.
    double now;
    int invalid_count; ///< Names that a curve cannot have.
} Capture;

// -- Takes

static bool is_take_of(const Take *take, const Capture *capture, const MienLiveSourceInfo *info)
{
    const MienLiveSourceInfo *own = &take->info;
    return take->slate == capture->slate && own->protocol == info->protocol &&
           strcmp(own->id, info->id) == 0 &&
           memcmp(own->address.bytes, info->address.bytes, sizeof own->address.bytes) == 0 &&
           (info->id[0] != '\0' || own->address.port == info->address.port);
}

static bool is_name_free(const Capture *capture, const char *name)
{
    for (int t = 0; t < capture->take_count; ++t)
        if (strcmp(capture->takes[t].name, name) == 0)
            return false;
    return true;
}

/// "Slate_3_phone", as the phone app names its files; a second one is "Slate_3_phone 2".
static void name_take(Capture *capture, Take *take)
{
    char name[2 * NAME_ROOM], numbered[2 * NAME_ROOM + 16];
    const char *own = take->info.name;
    if (!mieni_name_is_valid(own, strlen(own), NULL))
        own = mien_live_protocol_name(take->info.protocol);
    snprintf(name, sizeof name, "%s%s%s", capture->slate_name, capture->slate_name[0] != '\0' ? "_" : "",
             own);
    snprintf(numbered, sizeof numbered, "%s", name);
    for (int i = 2; !is_name_free(capture, numbered); ++i)
        snprintf(numbered, sizeof numbered, "%s %d", name, i);
    take->name = mieni_arena_text(capture->arena, numbered, strlen(numbered));
}

/// The timecode of a frame, as the phone app writes it to its tables.
static void put_timecode(const MienLiveFrame *frame, char *out, size_t room)
{
    const int divisor = frame->timecode_rate_divisor > 0 ? frame->timecode_rate_divisor : 1;
    const int base = frame->timecode_rate / divisor + (frame->timecode_rate % divisor > 0);
    if (!frame->has_timecode || base < 1 || frame->timecode_frame < 0)
        return;
    const int seconds = frame->timecode_frame / base;
    const int thousandths = (int)(frame->timecode_sub_frame * 1000.0f);
    snprintf(out, room, "%02d:%02d:%02d:%02d.%03d", seconds / 3600, seconds / 60 % 60, seconds % 60,
             frame->timecode_frame % base,
             thousandths < 0     ? 0
             : thousandths > 999 ? 999
                                 : thousandths);
}

static Take *find_take(Capture *capture, const MienLiveSourceInfo *info, const MienLiveFrame *frame)
{
    for (int t = 0; t < capture->take_count; ++t)
        if (is_take_of(&capture->takes[t], capture, info))
            return &capture->takes[t];
    if (capture->is_filling || capture->take_count == MAX_TAKES) {
        capture->is_crowded = true;
        return NULL;
    }
    Take *take = &capture->takes[capture->take_count];
    take->slate = capture->slate;
    take->info = *info;
    name_take(capture, take);
    put_timecode(frame, take->timecode, sizeof take->timecode);
    if (take->name != NULL)
        capture->take_count++;
    return take->name != NULL ? take : NULL;
}

// -- Times

static double newest_of(const Take *take) { return take->recent[take->recent_count - 1]; }

static bool is_recent(const Take *take, double sent)
{
    for (int i = 0; i < take->recent_count; ++i)
        if (take->recent[i] == sent)
            return true;
    return false;
}

/// Puts a value among ascending ones.
static void insert(double *values, int count, double value)
{
    int at = count;
    for (; at > 0 && values[at - 1] > value; --at)
        values[at] = values[at - 1];
    values[at] = value;
}

static void remember(Take *take, double sent)
{
    if (take->recent_count == RECENT)
        memmove(take->recent, take->recent + 1, (size_t)(--take->recent_count) * sizeof take->recent[0]);
    insert(take->recent, take->recent_count++, sent);
}

static void begin_clock(Take *take, double sent, double arrival)
{
    const double least = take->has_clock ? take->began + (newest_of(take) - take->sent) + LEAST_STEP : 0;
    take->restart_count += take->has_clock;
    take->has_clock = true;
    take->sent = sent;
    take->began = arrival > least ? arrival : least;
    take->newest_arrival = arrival;
    take->recent_count = 0;
}

/// Whether the clock of a frame began again.
static bool is_restart(const Take *take, double sent, double arrival)
{
    const double passed = take->has_clock ? sent - newest_of(take) : 0;
    return !take->has_clock || passed <= -RESTART_SECONDS || passed >= RESTART_SECONDS ||
           (passed <= 0 && arrival - take->newest_arrival > STUCK_SECONDS);
}

/// The time of a frame in its take; false if it came too late, or twice. arrival begins with the capture.
static bool place(Take *take, const MienLiveFrame *frame, double arrival, double *out_time)
{
    const double sent = frame->has_time ? frame->time : arrival;
    if (is_restart(take, sent, arrival))
        begin_clock(take, sent, arrival);
    else if (sent > newest_of(take))
        take->newest_arrival = arrival;
    const bool is_doubled = is_recent(take, sent);
    const bool is_late = !is_doubled && take->recent_count == RECENT && sent < take->recent[0];
    take->doubled_count += is_doubled;
    take->late_count += is_late;
    if (is_doubled || is_late)
        return false;
    remember(take, sent);
    *out_time = take->began + (sent - take->sent);
    return *out_time >= 0 && *out_time <= DAY;
}

// -- Keys

static Curve *add_curve(Capture *capture, Take *take, const char *name)
{
    if (capture->is_filling || !mieni_name_is_valid(name, strlen(name), NULL)) {
        capture->invalid_count += !capture->is_filling;
        return NULL;
    }
    if (take->curve_count == MAX_CURVES) {
        capture->is_full = true;
        return NULL;
    }
    if (take->curve_count == take->curve_room) {
        const int room = take->curve_room > 0 ? take->curve_room * 2 : 64;
        Curve *curves = mieni_arena_take(capture->scratch, (size_t)room, sizeof *curves);
        if (curves == NULL)
            return NULL;
        if (take->curve_count > 0)
            memcpy(curves, take->curves, (size_t)take->curve_count * sizeof *curves);
        take->curves = curves;
        take->curve_room = room;
    }
    Curve *curve = &take->curves[take->curve_count];
    curve->name = mieni_arena_text(capture->arena, name, strlen(name));
    take->curve_count += curve->name != NULL;
    return curve->name != NULL ? curve : NULL;
}

static void fill_key(Curve *curve, double time, float value)
{
    int at = curve->filled++;
    for (; at > 0 && curve->keys[at - 1].time > time; --at)
        curve->keys[at] = curve->keys[at - 1];
    curve->keys[at] = (MienAuthorKey){.time = time, .value = value, .interpolation = MIEN_AUTHOR_LINEAR};
}

/// Sets a value at a time. hint is where the curve probably is: names come in the same order.
static void set_value(Capture *capture, Take *take, int *hint, const char *name, double time, float value)
{
    int c = *hint;
    if (c >= take->curve_count || strcmp(take->curves[c].name, name) != 0)
        for (c = 0; c < take->curve_count && strcmp(take->curves[c].name, name) != 0; ++c)
            continue;
    Curve *curve = c < take->curve_count ? &take->curves[c] : add_curve(capture, take, name);
    *hint = c + 1;
    if (curve == NULL)
        return;
    if (!capture->is_filling)
        curve->counted++;
    else if (curve->filled < curve->counted)
        fill_key(curve, time, value);
}

static void set_rotation(Capture *capture, Take *take, int *hint, const MienLiveTransform *transform,
                         int first, double time)
{
    float turns[3];
    if (!mieni_live_turns(transform, turns))
        return;
    for (int i = 0; i < 3; ++i)
        set_value(capture, take, hint, mieni_live_angle_name(first + i), time, turns[i]);
}

static bool has_name(const MienLiveFrame *frame, const char *name)
{
    return mien_live_frame_find(frame, name) >= 0;
}

static void take_frame(Capture *capture, Take *take, const MienLiveFrame *frame, double time)
{
    int hint = 0;
    for (int i = 0; i < frame->value_count; ++i)
        set_value(capture, take, &hint, mien_live_frame_name(frame, i), time, frame->values[i].value);
    const MienLiveTransform *transforms[] = {&frame->head, &frame->left_eye, &frame->right_eye};
    for (int i = 0; i < 3; ++i)
        if (!has_name(frame, mieni_live_angle_name(3 * i))) // A value of that name is the sender's own.
            set_rotation(capture, take, &hint, transforms[i], 3 * i, time);
    if (!capture->is_filling)
        take->first_count++;
    else if (take->filled_count < take->first_count)
        insert(take->times, take->filled_count++, time);
}

static void on_frame(void *user, int source, const MienLiveFrame *frame)
{
    Capture *capture = user;
    double time;
    if (!capture->has_first) {
        capture->has_first = true;
        capture->first = capture->now;
    }
    Take *take = find_take(capture, mien_live_receiver_source(capture->receiver, source), frame);
    if (take == NULL || !place(take, frame, capture->now - capture->first, &time))
        return;
    if (frame->has_face)
        take_frame(capture, take, frame, time);
    else
        take->no_face_count++;
}

// -- The capture

/// A slate is a note of two lines: "slate NAME" and "take NUMBER".
static void read_note(Capture *capture, const MienLiveRecord *record)
{
    char name[MIEN_LIVE_MAX_SOURCE + 1] = "", text[MIEN_LIVE_MAX_SOURCE + 32] = "";
    int number = 0;
    if (record->size < 6 || record->size >= sizeof text || memcmp(record->bytes, "slate ", 6) != 0)
        return;
    memcpy(text, record->bytes, record->size);
    const int read = sscanf(text, "slate %256[^\n]\ntake %9d", name, &number);
    if (read < 1 || !mieni_name_is_valid(name, strlen(name), NULL))
        return;
    capture->slate++;
    snprintf(capture->slate_name, sizeof capture->slate_name, "%s", name);
    if (read == 2)
        snprintf(capture->slate_name, sizeof capture->slate_name, "%s_%d", name, number);
}

static void read_record(Capture *capture, const MienLiveRecord *record, uint64_t first)
{
    MienLiveAddress from = {.port = record->port};
    memcpy(from.bytes, record->address, sizeof from.bytes);
    if (record->kind == MIEN_LIVE_RECORD_NOTE)
        read_note(capture, record);
    if (record->kind != MIEN_LIVE_RECORD_DATAGRAM)
        return;
    capture->now = (double)(record->arrival - first) * 1e-9;
    mien_live_receiver_add(capture->receiver, &from, record->bytes, record->size, capture->now, on_frame,
                           capture);
    mien_live_receiver_poll(capture->receiver, capture->now, on_frame, capture);
}

static MienStatus check_record(const Capture *capture, const MienLiveRecord *record, uint64_t last,
                               size_t offset)
{
    const MieniReading *reading = capture->reading;
    const double part = (double)offset / (double)reading->size;
    if (record->arrival < last)
        return mieni_fail(capture->error, MIEN_ERROR_DATA, mieni_at_byte(offset),
                          "The times of the capture go back.");
    if (!mieni_budget_goes_on(capture->scratch->allocator) ||
        (reading->progress != NULL &&
         !reading->progress(reading->user, capture->is_filling ? 0.5 + part / 2 : part / 2)))
        return mieni_fail(capture->error, MIEN_ERROR_CANCELLED, mieni_nowhere(), "Cancelled.");
    if (capture->is_crowded || capture->is_full)
        return mieni_fail(capture->error, MIEN_ERROR_LIMIT, mieni_at_byte(offset),
                          capture->is_crowded ? "A capture has at most %d takes."
                                              : "A take has at most %d curves.",
                          capture->is_crowded ? (int)MAX_TAKES : (int)MAX_CURVES);
    return capture->scratch->is_out_of_memory || capture->arena->is_out_of_memory ? MIEN_ERROR_MEMORY
                                                                                  : MIEN_OK;
}

static MienStatus read_records(Capture *capture)
{
    const MieniReading *reading = capture->reading;
    size_t offset = 0;
    uint64_t first = 0, last = 0;
    bool has_record = true, has_first = false;
    MienStatus status = MIEN_OK;
    while (status == MIEN_OK) {
        MienLiveRecord record;
        const size_t at = offset;
        status = mien_live_capture_read(reading->bytes, reading->size, &offset, &record, &has_record,
                                        capture->error);
        if (status != MIEN_OK || !has_record)
            break;
        first = has_first ? first : record.arrival;
        has_first = true;
        status = check_record(capture, &record, last, at);
        if (status == MIEN_OK)
            read_record(capture, &record, first);
        last = record.arrival;
    }
    if (status == MIEN_OK && offset < reading->size && !capture->is_filling)
        mieni_source_note(reading->notes, "The end of the capture is missing.");
    return status;
}

/// One of the two passes. Clocks and slates begin again.
static MienStatus pass(Capture *capture, bool is_filling)
{
    const MienLiveReceiverDesc desc = {.allocator = capture->scratch->allocator};
    capture->is_filling = is_filling;
    capture->slate = 0;
    capture->slate_name[0] = '\0';
    capture->has_first = false;
    for (int t = 0; t < capture->take_count; ++t) {
        Take *take = &capture->takes[t];
        take->has_clock = false;
        take->recent_count = 0;
        take->no_face_count = take->late_count = take->doubled_count = take->restart_count = 0;
    }
    MienStatus status = mien_live_receiver_create(&desc, &capture->receiver, capture->error);
    if (status == MIEN_OK)
        status = read_records(capture);
    mien_live_receiver_destroy(capture->receiver);
    capture->receiver = NULL;
    return status;
}

static MienStatus take_memory(Capture *capture)
{
    for (int t = 0; t < capture->take_count; ++t) {
        Take *take = &capture->takes[t];
        const MienStatus status =
            mieni_budget_check_values(capture->scratch->allocator, (uint64_t)take->first_count,
                                      (uint64_t)take->curve_count, take->name, capture->error);
        if (status != MIEN_OK)
            return status;
        take->times = mieni_arena_take(capture->scratch, (size_t)take->first_count, sizeof *take->times);
        for (int c = 0; c < take->curve_count; ++c)
            take->curves[c].keys =
                mieni_arena_take(capture->arena, (size_t)take->curves[c].counted, sizeof(MienAuthorKey));
    }
    return capture->scratch->is_out_of_memory || capture->arena->is_out_of_memory ? MIEN_ERROR_MEMORY
                                                                                  : MIEN_OK;
}

// -- Whole frames

/// Times on whole frames: counted from frame to frame, or the nearest ones. False if two share one, or
/// if one is not near.
static bool move_to_frames(const Take *take, double rate, bool is_counted, double *out_times)
{
    const double start = (double)(int64_t)(take->times[0] * rate + 0.5);
    double frame = 0;
    out_times[0] = start / rate;
    for (int i = 1; i < take->filled_count; ++i) {
        const double exact = (take->times[i] - take->times[0]) * rate;
        const double step = (take->times[i] - take->times[i - 1]) * rate;
        const double next = is_counted ? frame + (step < 1 ? 1 : (double)(int64_t)(step + 0.5))
                                       : (double)(int64_t)(exact + 0.5);
        const double off = exact - next;
        if (next <= frame || (!is_counted && (off > 0.25 || off < -0.25)))
            return false;
        frame = next;
        out_times[i] = (start + frame) / rate;
    }
    return true;
}

static void move_keys(const Take *take, const double *times)
{
    for (int c = 0; c < take->curve_count; ++c) {
        MienAuthorKey *keys = take->curves[c].keys;
        for (int k = 0, i = 0; k < take->curves[c].filled; ++k) {
            while (i + 1 < take->filled_count && take->times[i] < keys[k].time)
                ++i;
            keys[k].time = times[i];
        }
    }
}

static void fill_times(const Capture *capture, const Take *take, MienAuthorClip *clip)
{
    const size_t count = (size_t)take->filled_count;
    const MienIoLiveLinkTiming timing = capture->reading->timing;
    int64_t *steps = mieni_arena_take(capture->scratch, count, sizeof *steps);
    double *times = mieni_arena_take(capture->scratch, count, sizeof *times);
    if (steps == NULL || times == NULL)
        return;
    mieni_rate_of_times(take->times, take->filled_count, steps, &clip->rate, &clip->rate_divisor);
    clip->length = take->times[take->filled_count - 1];
    const double rate = (double)clip->rate / (double)clip->rate_divisor;
    if (timing == MIEN_IO_LIVE_LINK_EXACT ||
        !move_to_frames(take, rate, timing == MIEN_IO_LIVE_LINK_COUNTED, times))
        return;
    move_keys(take, times);
    clip->length = times[take->filled_count - 1];
}

// -- The source

static void report(const Capture *capture, const Take *take)
{
    char lost[128] = "";
    if (take->late_count + take->doubled_count > 0)
        snprintf(lost, sizeof lost, "; %d came too late, %d twice", take->late_count, take->doubled_count);
    mieni_source_remark(capture->reading->notes, "%.60s: %d frames%s%s, %d without a face%s", take->name,
                        take->filled_count, take->timecode[0] != '\0' ? " from " : "", take->timecode,
                        take->no_face_count, lost);
    if (take->restart_count > 0)
        mieni_source_note(capture->reading->notes, "%.60s: the clock began again %d times.", take->name,
                          take->restart_count);
}

static void fill_take(const Capture *capture, const Take *take, MienIoTake *out_take)
{
    MienAuthorClip *clip = mieni_arena_take(capture->arena, 1, sizeof *clip);
    MienAuthorClipCurve *curves = mieni_arena_take(capture->arena, (size_t)take->curve_count, sizeof *curves);
    if (clip == NULL || curves == NULL)
        return;
    for (int c = 0; c < take->curve_count; ++c)
        curves[c] = (MienAuthorClipCurve){
            .name = take->curves[c].name, .key_count = take->curves[c].filled, .keys = take->curves[c].keys};
    fill_times(capture, take, clip);
    clip->curves = curves;
    clip->curve_count = take->curve_count;
    clip->source = mieni_arena_text(capture->arena, capture->reading->file, strlen(capture->reading->file));
    if (take->timecode[0] != '\0')
        clip->timecode = mieni_arena_text(capture->arena, take->timecode, strlen(take->timecode));
    *out_take = (MienIoTake){.name = take->name, .clip = clip};
    report(capture, take);
}

static MienStatus fill(void *user, MienIoSource *source, MieniArena *arena, MieniArena *scratch)
{
    Capture *capture = user;
    capture->arena = arena;
    capture->scratch = scratch;
    capture->takes = mieni_arena_take(scratch, MAX_TAKES, sizeof *capture->takes);
    MienStatus status = capture->takes != NULL ? pass(capture, false) : MIEN_ERROR_MEMORY;
    if (status == MIEN_OK)
        status = take_memory(capture);
    if (status == MIEN_OK)
        status = pass(capture, true);
    MienIoTake *takes =
        status == MIEN_OK ? mieni_arena_take(arena, (size_t)capture->take_count, sizeof *takes) : NULL;
    if (takes == NULL)
        return status;
    source->takes = takes;
    for (int t = 0; t < capture->take_count; ++t)
        if (capture->takes[t].filled_count > 0)
            fill_take(capture, &capture->takes[t], &takes[source->take_count++]);
    if (capture->invalid_count > 0)
        mieni_source_note(capture->reading->notes,
                          "%d values with names that no curve can have were left out.",
                          capture->invalid_count);
    if (source->take_count == 0)
        return mieni_fail(capture->error, MIEN_ERROR_DATA, mieni_nowhere(),
                          "No face in this capture: see mien live replay.");
    return MIEN_OK;
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    Capture capture = {.reading = reading, .error = error};
    const MienAuthorLimits limits = {0};
    return mieni_source_make(&limits, reading->size, reading->allocator, fill, &capture, &out->source, error);
}

const MieniFormat mieni_format_capture = {.read = read_format};
