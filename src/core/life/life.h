// SPDX-License-Identifier: MIT
//
// The numbers of a life generator, and its streams of events. Private to core; the table of
// numbers also makes the life node of graphs.

#pragma once

#include "mien/life.h"

/// Every number: member, key in texts, least, most, default. docs/life.md has the sources.
// clang-format off
#define MIENI_LIFE_NUMBERS(NUMBER)                                                   \
    NUMBER(listening.blink_rate,  blink_rate,           0.0,   120.0,  17.0)         \
    NUMBER(speaking.blink_rate,   speaking_blink_rate,  0.0,   120.0,  26.0)         \
    NUMBER(blink_spread,          blink_spread,         0.0,   1.5,    0.6)          \
    NUMBER(blink_least,           blink_least,          0.0,   2.0,    0.4)          \
    NUMBER(blink_closing,         blink_closing,        0.01,  1.0,    0.066)        \
    NUMBER(blink_closed,          blink_closed,         0.0,   1.0,    0.008)        \
    NUMBER(blink_opening,         blink_opening,        0.01,  1.0,    0.155)        \
    NUMBER(blink_complete,        blink_complete,       0.0,   1.0,    0.476)        \
    NUMBER(blink_shift,           blink_shift,          0.0,   180.0,  33.0)         \
    NUMBER(blink_shift_chance,    blink_shift_chance,   0.0,   1.0,    0.97)         \
    NUMBER(listening.look_time,   look_time,            0.5,   600.0,  7.9)          \
    NUMBER(listening.away_time,   away_time,            0.0,   600.0,  0.43)         \
    NUMBER(speaking.look_time,    speaking_look_time,   0.5,   600.0,  3.1)          \
    NUMBER(speaking.away_time,    speaking_away_time,   0.0,   600.0,  0.93)         \
    NUMBER(gaze_spread,           gaze_spread,          0.0,   1.5,    0.6)          \
    NUMBER(away_size,             away_size,            0.0,   60.0,   6.9)          \
    NUMBER(away_limit,            away_limit,           0.0,   60.0,   27.5)         \
    NUMBER(away_distance,         away_distance,        0.1,   1000.0, 2.0)          \
    NUMBER(glance_time,           glance_time,          0.1,   60.0,   0.8)          \
    NUMBER(glance_size,           glance_size,          0.0,   10.0,   0.8)          \
    NUMBER(saccade_base,          saccade_base,         0.005, 0.2,    0.025)        \
    NUMBER(saccade_slope,         saccade_slope,        0.0,   0.02,   0.0024)       \
    NUMBER(vergence_time,         vergence_time,        0.02,  1.0,    0.3)          \
    NUMBER(eye_distance,          eye_distance,         0.0,   1.0,    0.063)        \
    NUMBER(eye_limit,             eye_limit,            5.0,   90.0,   25.0)         \
    NUMBER(head_follow,           head_follow,          0.0,   1.0,    0.25)         \
    NUMBER(head_time,             head_time,            0.05,  1.0,    0.5)          \
    NUMBER(listening.head_sway,   head_sway,            0.0,   20.0,   0.7)          \
    NUMBER(speaking.head_sway,    speaking_head_sway,   0.0,   20.0,   1.5)          \
    NUMBER(head_sway_rate,        head_sway_rate,       0.01,  5.0,    0.5)          \
    NUMBER(listening.breath_rate, breath_rate,          0.0,   60.0,   15.0)         \
    NUMBER(speaking.breath_rate,  speaking_breath_rate, 0.0,   60.0,   13.0)         \
    NUMBER(listening.inhale,      inhale,               0.05,  0.95,   0.4)          \
    NUMBER(speaking.inhale,       speaking_inhale,      0.05,  0.95,   0.1)          \
    NUMBER(breath_spread,         breath_spread,        0.0,   1.5,    0.15)         \
    NUMBER(breath_nod,            breath_nod,           0.0,   10.0,   0.4)          \
    NUMBER(look_side,             look_side,            5.0,   90.0,   27.0)         \
    NUMBER(look_up,               look_up,              5.0,   90.0,   20.0)         \
    NUMBER(look_down,             look_down,            5.0,   90.0,   24.0)         \
    NUMBER(head_yaw,              head_yaw,             1.0,   180.0,  22.0)         \
    NUMBER(head_pitch,            head_pitch,           1.0,   180.0,  17.0)         \
    NUMBER(head_roll,             head_roll,            1.0,   180.0,  16.0)
// clang-format on

/// Where a number is in the settings, and its bounds.
typedef struct MieniLifeNumber {
    uint32_t offset;
    float least, most, usual;
} MieniLifeNumber;

#define MIENI_LIFE_ONE_MORE(member, key, least, most, usual) +1
enum { MIENI_LIFE_NUMBER_COUNT = 0 MIENI_LIFE_NUMBERS(MIENI_LIFE_ONE_MORE) };

/// In the order of MIENI_LIFE_NUMBERS.
extern const MieniLifeNumber mieni_life_numbers[MIENI_LIFE_NUMBER_COUNT];
float *mieni_life_number(MienLifeSettings *settings, int number);

/// Curves by index.
enum {
    MIENI_LIFE_BLINK_LEFT,
    MIENI_LIFE_BLINK_RIGHT,
    MIENI_LIFE_LOOK_LEFT,                             ///< Down, in, out, up.
    MIENI_LIFE_LOOK_RIGHT = MIENI_LIFE_LOOK_LEFT + 4, ///< The same.
    MIENI_LIFE_HEAD_YAW = MIENI_LIFE_LOOK_RIGHT + 4,
    MIENI_LIFE_HEAD_PITCH,
    MIENI_LIFE_HEAD_ROLL,
    MIENI_LIFE_BREATH_CURVE,
};

/// Events come in blocks. A block has the same intervals in another order, so it is as long as
/// every other one: the block of any time is found without those before it.
enum { MIENI_LIFE_BLOCK = 64 };

/// Intervals of mean 1: quantiles of a log-normal distribution.
typedef struct MieniLifeUnits {
    float intervals[MIENI_LIFE_BLOCK];
} MieniLifeUnits;

struct MienLife {
    MienLifeSettings settings;
    MieniLifeUnits blinks, gaze, breaths;
    const MienAllocator *allocator;
};

/// Fills a generator with settings that are in range, in the default floating-point environment.
void mieni_life_prepare(const MienLifeSettings *settings, MienLife *out);
/// Computes curves for a job that is valid, in that environment.
void mieni_life_run(const MienLifeJob *job);

/// What is drawn for: each has random numbers of its own.
typedef enum MieniLifeChannel {
    MIENI_LIFE_OF_BLINK = 1,
    MIENI_LIFE_OF_GAZE,
    MIENI_LIFE_OF_AWAY, ///< The second intervals of gaze.
    MIENI_LIFE_OF_GLANCE,
    MIENI_LIFE_OF_BREATH,
    MIENI_LIFE_OF_SWAY, ///< And the next two.
} MieniLifeChannel;

/// A sequence of intervals, each of one or two parts.
typedef struct MieniLifeStream {
    const MieniLifeUnits *units;
    uint64_t key, second_key;
    double least, rest;               ///< An interval is least + rest times a unit.
    double second_least, second_rest; ///< Its second part; 0: none.
    double length, shift;             ///< Of a block; block 0 begins at -shift.
} MieniLifeStream;

/// A block of a stream, and an event in it.
typedef struct MieniLifeCursor {
    const MieniLifeStream *stream;
    int64_t block;
    int place;
    double starts[MIENI_LIFE_BLOCK + 1]; ///< Of intervals; the last is the block's end.
    double parts[MIENI_LIFE_BLOCK];      ///< Lengths of first parts.
} MieniLifeCursor;

/// False if the stream has no events, because its rate is 0.
bool mieni_life_blinks(const MienLife *life, bool is_speaking, MieniLifeStream *out);
bool mieni_life_gaze(const MienLife *life, bool is_speaking, MieniLifeStream *out);
bool mieni_life_glances(const MienLife *life, bool is_speaking, MieniLifeStream *out);
bool mieni_life_breaths(const MienLife *life, bool is_speaking, MieniLifeStream *out);

/// Finds the interval that contains a time.
void mieni_life_seek(const MieniLifeStream *stream, double time, MieniLifeCursor *out);
void mieni_life_back(MieniLifeCursor *cursor);
void mieni_life_next(MieniLifeCursor *cursor);
/// A random number from 0 to below 1 of the cursor's event.
double mieni_life_draw(const MieniLifeCursor *cursor, int number);
/// A random number from 0 to below 1 of an index.
double mieni_life_unit(uint64_t key, int64_t index, int number);
uint64_t mieni_life_key(uint32_t seed, bool is_speaking, int channel);

/// Of the cursor's event.
float mieni_life_blink_depth(const MienLife *life, const MieniLifeCursor *cursor);
/// Offset of looking away, degrees to the left and down; returns its size.
double mieni_life_away(const MienLife *life, const MieniLifeCursor *cursor, double out_offset[2]);
double mieni_life_glance(const MienLife *life, const MieniLifeCursor *cursor, double out_offset[2]);
/// A time as it counts.
double mieni_life_time(double time);
