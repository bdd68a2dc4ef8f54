// SPDX-License-Identifier: MIT
//
// When things happen: streams of intervals that are found for any time, without those before.
//
// Random numbers are hashes of the seed, the channel and the index of a block or event. A block
// has 64 intervals, the quantiles of their distribution in an order of its own. So all blocks of
// a stream are equally long, and their statistics are exact.

#include "core/float_rules.h"

#include "core/life/life.h"

#include "core/float_env.h"

#include <string.h>

static const double furthest = 1e9; ///< Seconds.

/// The last step of SplitMix64.
static uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static const uint64_t golden = 0x9E3779B97F4A7C15u;

uint64_t mieni_life_key(uint32_t seed, bool is_speaking, int channel)
{
    return mixed(mixed((uint64_t)seed + golden) + (uint64_t)(2 * channel + is_speaking) * golden);
}

static uint64_t bits_of(uint64_t key, int64_t index, int number)
{
    return mixed(mixed(key + (uint64_t)index * golden) + (uint64_t)number * golden);
}

double mieni_life_unit(uint64_t key, int64_t index, int number)
{
    return (double)(bits_of(key, index, number) >> 11) * 0x1p-53;
}

double mieni_life_time(double time) { return time >= -furthest && time <= furthest ? time : 0.0; }

/// Intervals of a mean, none shorter than least, which counts up to half of the mean.
static void set_mean(double mean, double least, double *out_least, double *out_rest)
{
    *out_least = least < 0.5 * mean ? least : 0.5 * mean;
    *out_rest = mean - *out_least;
}

static void open_stream(const MienLife *life, bool is_speaking, int channel, const MieniLifeUnits *units,
                        MieniLifeStream *out)
{
    memset(out, 0, sizeof *out);
    out->units = units;
    out->key = mieni_life_key(life->settings.seed, is_speaking, channel);
}

/// Called once intervals are known: all blocks have the same length.
static bool close_stream(MieniLifeStream *stream)
{
    const double mean = (stream->least + stream->rest) + (stream->second_least + stream->second_rest);
    stream->length = (double)MIENI_LIFE_BLOCK * mean;
    stream->shift = stream->length * mieni_life_unit(stream->key, -1, 0);
    return true;
}

static const MienLifeManner *manner_of(const MienLife *life, bool is_speaking)
{
    return is_speaking ? &life->settings.speaking : &life->settings.listening;
}

bool mieni_life_blinks(const MienLife *life, bool is_speaking, MieniLifeStream *out)
{
    const double rate = (double)manner_of(life, is_speaking)->blink_rate;
    if (!(rate > 0.0))
        return false;
    open_stream(life, is_speaking, MIENI_LIFE_OF_BLINK, &life->blinks, out);
    set_mean(60.0 / rate, (double)life->settings.blink_least, &out->least, &out->rest);
    return close_stream(out);
}

bool mieni_life_gaze(const MienLife *life, bool is_speaking, MieniLifeStream *out)
{
    const MienLifeManner *manner = manner_of(life, is_speaking);
    open_stream(life, is_speaking, MIENI_LIFE_OF_GAZE, &life->gaze, out);
    out->second_key = mieni_life_key(life->settings.seed, is_speaking, MIENI_LIFE_OF_AWAY);
    set_mean((double)manner->look_time, 0.25, &out->least, &out->rest);
    if (manner->away_time > 0.0f)
        set_mean((double)manner->away_time, 0.2, &out->second_least, &out->second_rest);
    return close_stream(out);
}

bool mieni_life_glances(const MienLife *life, bool is_speaking, MieniLifeStream *out)
{
    if (!(life->settings.glance_size > 0.0f))
        return false;
    open_stream(life, is_speaking, MIENI_LIFE_OF_GLANCE, &life->gaze, out);
    set_mean((double)life->settings.glance_time, 0.15, &out->least, &out->rest);
    return close_stream(out);
}

bool mieni_life_breaths(const MienLife *life, bool is_speaking, MieniLifeStream *out)
{
    const double rate = (double)manner_of(life, is_speaking)->breath_rate;
    if (!(rate > 0.0))
        return false;
    open_stream(life, is_speaking, MIENI_LIFE_OF_BREATH, &life->breaths, out);
    set_mean(60.0 / rate, 0.0, &out->least, &out->rest);
    return close_stream(out);
}

/// The order of a block's intervals.
static void shuffle(uint64_t key, int64_t block, uint8_t order[MIENI_LIFE_BLOCK])
{
    uint64_t state = bits_of(key, block, 0);
    for (int i = 0; i < MIENI_LIFE_BLOCK; ++i)
        order[i] = (uint8_t)i;
    for (int i = MIENI_LIFE_BLOCK - 1; i > 0; --i) {
        state += golden;
        const int other = (int)(((mixed(state) >> 32) * (uint64_t)(i + 1)) >> 32);
        const uint8_t item = order[i];
        order[i] = order[other];
        order[other] = item;
    }
}

static void fill_block(const MieniLifeStream *stream, int64_t block, MieniLifeCursor *out)
{
    uint8_t order[MIENI_LIFE_BLOCK], second[MIENI_LIFE_BLOCK];
    const bool has_second = stream->second_rest > 0.0;
    shuffle(stream->key, block, order);
    if (has_second)
        shuffle(stream->second_key, block, second);
    double start = (double)block * stream->length - stream->shift;
    out->stream = stream;
    out->block = block;
    for (int i = 0; i < MIENI_LIFE_BLOCK; ++i) {
        const double part = stream->least + stream->rest * (double)stream->units->intervals[order[i]];
        const double rest = has_second ? stream->second_least +
                                             stream->second_rest * (double)stream->units->intervals[second[i]]
                                       : 0.0;
        out->starts[i] = start;
        out->parts[i] = part;
        start += part + rest;
    }
    out->starts[MIENI_LIFE_BLOCK] = (double)(block + 1) * stream->length - stream->shift;
}

void mieni_life_seek(const MieniLifeStream *stream, double time, MieniLifeCursor *out)
{
    const double blocks = (time + stream->shift) / stream->length;
    int64_t block = (int64_t)blocks; // rounds to 0
    block -= (double)block > blocks;
    fill_block(stream, block, out);
    out->place = 0;
    while (out->place + 1 < MIENI_LIFE_BLOCK && out->starts[out->place + 1] <= time)
        ++out->place;
    if (out->starts[0] > time) // the quotient was rounded up
        mieni_life_back(out);
    else if (out->starts[MIENI_LIFE_BLOCK] <= time) // or down
        mieni_life_next(out);
}

void mieni_life_back(MieniLifeCursor *cursor)
{
    if (--cursor->place >= 0)
        return;
    fill_block(cursor->stream, cursor->block - 1, cursor);
    cursor->place = MIENI_LIFE_BLOCK - 1;
}

void mieni_life_next(MieniLifeCursor *cursor)
{
    if (++cursor->place < MIENI_LIFE_BLOCK)
        return;
    fill_block(cursor->stream, cursor->block + 1, cursor);
    cursor->place = 0;
}

double mieni_life_draw(const MieniLifeCursor *cursor, int number)
{
    return mieni_life_unit(cursor->stream->key, cursor->block * MIENI_LIFE_BLOCK + cursor->place, number + 1);
}

float mieni_life_blink_depth(const MienLife *life, const MieniLifeCursor *cursor)
{
    if (mieni_life_draw(cursor, 0) < (double)life->settings.blink_complete)
        return 1.0f;
    return 0.25f * (float)(1 + (int)(3.0 * mieni_life_draw(cursor, 1)));
}

/// Towards an angle in turns from the left, by way of up.
static void point_at(double turn, double size, double out_offset[2])
{
    double sine, cosine;
    mien_sincos(turn * 6.283185307179586, &sine, &cosine);
    out_offset[0] = size * cosine;
    out_offset[1] = -size * sine;
}

double mieni_life_away(const MienLife *life, const MieniLifeCursor *cursor, double out_offset[2])
{
    // How often people look in eight directions, from the left by way of up, in percent.
    static const double shares[8] = {16.80, 7.44, 17.69, 6.46, 15.54, 7.79, 20.38, 7.90};
    const double scale = (double)life->settings.away_size, limit = (double)life->settings.away_limit;
    double size = 0.0, pick = 100.0 * mieni_life_draw(cursor, 1);
    if (scale > 0.0 && limit > 0.0) { // an exponential distribution without what is beyond the limit
        const double within = 1.0 - mien_exp(-limit / scale);
        size = -scale * mien_log(1.0 - within * mieni_life_draw(cursor, 2));
        size = size < limit ? size : limit;
    }
    int direction = 0;
    while (direction < 7 && pick >= shares[direction])
        pick -= shares[direction++];
    point_at(((double)direction + mieni_life_draw(cursor, 3) - 0.5) / 8.0, size, out_offset);
    return size;
}

double mieni_life_glance(const MienLife *life, const MieniLifeCursor *cursor, double out_offset[2])
{
    const double mean = (double)life->settings.glance_size;
    double size = -mean * mien_log(1.0 - mieni_life_draw(cursor, 1));
    size = size < 4.0 * mean ? size : 4.0 * mean;
    point_at(mieni_life_draw(cursor, 2), size, out_offset);
    return size;
}

typedef struct Listing {
    MienLifeEvent *events;
    int capacity, count;
    double from, to;
} Listing;

static void add(Listing *listing, const MienLifeEvent *event)
{
    if (event->time < listing->from || event->time >= listing->to)
        return;
    if (listing->count < listing->capacity)
        listing->events[listing->count] = *event;
    ++listing->count;
}

static void add_event(const MienLife *life, MienLifeEventKind kind, const MieniLifeCursor *cursor,
                      Listing *listing)
{
    const MienLifeSettings *s = &life->settings;
    const double start = cursor->starts[cursor->place], end = cursor->starts[cursor->place + 1];
    const double part = cursor->parts[cursor->place];
    double offset[2];
    MienLifeEvent event = {kind, start, end - start, 0.0f};
    if (kind == MIEN_LIFE_BLINK) {
        event.duration = ((double)s->blink_closing + (double)s->blink_closed) + (double)s->blink_opening;
        event.size = mieni_life_blink_depth(life, cursor);
    } else if (kind == MIEN_LIFE_LOOK) {
        event.duration = part;
        event.size = (float)mieni_life_draw(cursor, 0);
    } else if (kind == MIEN_LIFE_AWAY) {
        event.time = start + part;
        event.duration = end - event.time;
        event.size = (float)mieni_life_away(life, cursor, offset);
        if (!(cursor->stream->second_rest > 0.0))
            return;
    } else if (kind == MIEN_LIFE_GLANCE) {
        event.size = (float)mieni_life_glance(life, cursor, offset);
    }
    add(listing, &event);
}

static bool stream_of(const MienLife *life, MienLifeEventKind kind, bool is_speaking, MieniLifeStream *out)
{
    switch (kind) {
    case MIEN_LIFE_BLINK:
        return mieni_life_blinks(life, is_speaking, out);
    case MIEN_LIFE_LOOK:
    case MIEN_LIFE_AWAY:
        return mieni_life_gaze(life, is_speaking, out);
    case MIEN_LIFE_GLANCE:
        return mieni_life_glances(life, is_speaking, out);
    case MIEN_LIFE_BREATH:
        return mieni_life_breaths(life, is_speaking, out);
    default:
        return false;
    }
}

static MIENI_APART void list(const MienLife *life, MienLifeEventKind kind, bool is_speaking, Listing *listing)
{
    MieniLifeStream stream;
    MieniLifeCursor cursor;
    if (!stream_of(life, kind, is_speaking, &stream))
        return;
    for (mieni_life_seek(&stream, listing->from, &cursor); cursor.starts[cursor.place] < listing->to;
         mieni_life_next(&cursor)) {
        const int before = listing->count;
        add_event(life, kind, &cursor, listing);
        if (kind == MIEN_LIFE_BREATH && listing->count > before && before < listing->capacity)
            listing->events[before].size = manner_of(life, is_speaking)->inhale;
    }
}

int mien_life_events(const MienLife *life, MienLifeEventKind kind, bool is_speaking, double from, double to,
                     MienLifeEvent *out_events, int capacity)
{
    if (life == NULL || capacity < 0 || (capacity > 0 && out_events == NULL))
        return 0;
    Listing listing = {out_events, capacity, 0, mieni_life_time(from), mieni_life_time(to)};
    const MieniFloatEnv env = mieni_float_env_enter();
    list(life, kind, is_speaking, &listing);
    mieni_float_env_leave(env);
    return listing.count;
}
