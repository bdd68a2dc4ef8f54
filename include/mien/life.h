// SPDX-License-Identifier: MIT
//
// Life for a face at rest: blinks, gaze with saccades and vergence, breath and small head
// motion, as named curves. What happens at a time depends on the settings, the seed and that
// time alone: the same events at every frame rate, in any order of times, on every platform.
//
// Space      As in the rest of Mien: x to the character's left, y up, z forward, metres.
// Ownership  mien_life_destroy frees a generator. The caller owns targets and values.
// Threads    A generator is immutable: any number of threads may run jobs on it. A job runs in
//            the default floating-point environment and restores the caller's.
// Memory     Creating allocates one block. Running a job and listing events never allocate.

#pragma once

#include "mien/base.h"
#include "mien/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The curves that a job writes, by index.
#define MIEN_LIFE_CURVES      14
#define MIEN_LIFE_MAX_TARGETS 16

/// Behaviour that depends on whether the character listens or speaks.
typedef struct MienLifeManner {
    float blink_rate;  ///< Mean number of blinks per minute, 0 to 120.
    float look_time;   ///< Mean seconds of looking at a target, 0.5 to 600.
    float away_time;   ///< Mean seconds of looking away from it, 0.2 to 600; 0: never looks away.
    float breath_rate; ///< Mean number of breaths per minute, 0 to 60.
    float inhale;      ///< Part of a breath in which air flows in, 0.05 to 0.95.
    float head_sway;   ///< Root mean square of the head's own yaw, degrees, 0 to 20; pitch has 0.8 of it,
                       ///< roll 0.6.
} MienLifeManner;

/// All numbers of a generator. Start from mien_life_default_settings. docs/life.md has the source of each
/// default.
typedef struct MienLifeSettings {
    uint32_t seed; ///< Another seed gives other events with the same statistics.
    MienLifeManner listening, speaking;
    float blink_spread;   ///< Standard deviation of the logarithm of blink intervals, 0 to 1.5.
    float blink_least;    ///< Shortest blink interval, seconds, 0 to 2; at most half of the mean counts.
    float blink_closing;  ///< Seconds, 0.01 to 1.
    float blink_closed;   ///< Seconds, 0 to 1.
    float blink_opening;  ///< Seconds, 0.01 to 1.
    float blink_complete; ///< Part of the blinks that close the eye, 0 to 1; others close it by 1/4, 1/2 or
                          ///< 3/4.
    float blink_shift;    ///< Gaze shifts larger than this come with a blink, degrees, 0 to 180.
    float blink_shift_chance; ///< How often they do, 0 to 1.
    float gaze_spread;        ///< Standard deviation of the logarithm of look and away times, 0 to 1.5.
    float away_size;          ///< Scale of the exponential distribution of angles, degrees, 0 to 60.
    float away_limit;         ///< Largest angle, degrees, 0 to 60.
    float away_distance;      ///< Distance of what is looked at then, metres, 0.1 to 1000.
    float glance_time;        ///< Mean seconds between small saccades around a point, 0.1 to 60.
    float glance_size;        ///< Mean angle between them and the point, degrees, 0 to 10.
    float saccade_base;       ///< Duration of a saccade of 0 degrees, seconds, 0.005 to 0.2.
    float saccade_slope;      ///< Further seconds per degree, 0 to 0.02.
    float vergence_time;      ///< Seconds of a change of distance, 0.02 to 1.
    float eye_distance;       ///< Between the eyes' centres, metres, 0 to 1; 0: no vergence.
    float eye_limit;      ///< Largest angle between eye and head, degrees, 5 to 90; the head does the rest.
    float head_follow;    ///< Part of a gaze direction that the head turns, 0 to 1.
    float head_time;      ///< Seconds of such a turn, 0.05 to 1.
    float head_sway_rate; ///< Changes of direction of the head's own motion, per second, 0.01 to 5.
    float breath_spread;  ///< Standard deviation of the logarithm of breath durations, 0 to 1.5.
    float breath_nod;     ///< How far the head rises with a full breath, degrees, 0 to 10.
    float look_side;      ///< Angle of eyeLookIn and eyeLookOut at 1, degrees, 5 to 90.
    float look_up;        ///< Angle of eyeLookUp at 1, degrees, 5 to 90.
    float look_down;      ///< Angle of eyeLookDown at 1, degrees, 5 to 90.
    float head_yaw;       ///< Angle of headYaw at 1, degrees, 1 to 180; positive turns to the left.
    float head_pitch;     ///< Angle of headPitch at 1, degrees, 1 to 180; positive turns down.
    float head_roll;      ///< Angle of headRoll at 1, degrees, 1 to 180; positive lowers the left ear.
} MienLifeSettings;

/// Settings with a source, or a choice where there is none; seed 0.
MIEN_API MienLifeSettings mien_life_default_settings(void);

/// A generator: settings, checked and prepared.
typedef struct MienLife MienLife;

/// Creates a generator. allocator may be NULL and must outlive it. MIEN_ERROR_DATA for a number out of range;
/// the error names it.
MIEN_API MienStatus mien_life_create(const MienLifeSettings *settings, const MienAllocator *allocator,
                                     MienLife **out_life, MienError *error);
/// Frees the generator. NULL is allowed.
MIEN_API void mien_life_destroy(MienLife *life);
/// The name of a curve: eyeBlinkLeft, eyeLookInLeft, ..., headYaw, headPitch, headRoll, breath. NULL out of
/// range.
MIEN_API const char *mien_life_curve_name(int curve);

/// Computes the curves at a time. Zero-initialise, then fill.
typedef struct MienLifeJob {
    const MienLife *life;
    double time;             ///< Seconds, within +-1e9; beyond, and NaN, as 0.
    float speaking;          ///< 0 listens, 1 speaks; clamped. Values between blend both behaviours.
    int target_count;        ///< At most MIEN_LIFE_MAX_TARGETS; 0: one target, 1 m ahead.
    const MienVec3 *targets; ///< Points to look at, from the middle between the eyes of a head at rest. They
                             ///< may move between jobs; a point that is not finite counts as 1 m ahead.
    float *out_values;       ///< Out: MIEN_LIFE_CURVES values. breath is 1 with full lungs.
} MienLifeJob;

/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_life_job_validate(const MienLifeJob *job, MienError *error);
/// Runs the job.
MIEN_API MienStatus mien_life_job_run(const MienLifeJob *job);

/// Kinds of events.
typedef enum MienLifeEventKind {
    MIEN_LIFE_BLINK = 1, ///< size: how far the eye closes, 0.25 to 1.
    MIEN_LIFE_LOOK,      ///< Looks at a target; size: a number from 0 to 1 that picks it.
    MIEN_LIFE_AWAY,      ///< Looks away; size: the angle in degrees.
    MIEN_LIFE_GLANCE,    ///< A small saccade; size: its angle from the point, degrees.
    MIEN_LIFE_BREATH,    ///< Begins to inhale; size: the part of the duration that is inhaled.
} MienLifeEventKind;

/// Something that happens.
typedef struct MienLifeEvent {
    MienLifeEventKind kind;
    double time;     ///< Seconds.
    double duration; ///< Of a blink: until the eye is open. Others: until the next of its kind, or the look
                     ///< or away that follows.
    float size;      ///< See the kinds.
} MienLifeEvent;

/// Lists events of one kind with from <= time < to, in order of time, and returns their number. Only the
/// first capacity of them are written; out_events may be NULL if capacity is 0. Blinks that come with large
/// gaze shifts depend on targets and are not listed.
MIEN_API int mien_life_events(const MienLife *life, MienLifeEventKind kind, bool is_speaking, double from,
                              double to, MienLifeEvent *out_events, int capacity);

#ifdef __cplusplus
}
#endif
