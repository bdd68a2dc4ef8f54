// SPDX-License-Identifier: MIT
//
// What a face looks like at a time: lids, eyes, head and breath, from the events around it.
//
// A gaze that is shifted while the last shift is under way has no jump: each shift is a step
// from one point to the next, smooth in time, and the steps that are not over are added.

#include "core/float_rules.h"

#include "core/life/life.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "core/square_root.h"

#include <string.h>

static const double degrees = 57.29577951308232; ///< Of a radian.

/// Gaze shifts that may be under way: none lasts more than a second, and three of them take as long.
enum { SHIFTS = 8 };

/// Angles are in degrees to the character's left, and down.
typedef struct Point {
    double start; ///< When the gaze leaves for it.
    double angles[2];
    double nearness; ///< 1 / distance.
    double blink;    ///< From 0 to below 1: whether a shift to it comes with a blink.
} Point;

/// What a manner of behaving gives.
typedef struct State {
    double lid;      ///< 1: closed.
    double gaze[2];  ///< In the space of a head at rest.
    double nearness; ///< 1 / distance.
    double head[3];  ///< Yaw, pitch, roll.
    double breath;
} State;

static double clamped(double x) { return x > 0.0 ? x < 1.0 ? x : 1.0 : 0.0; }

/// From 0 at 0 to 1 at 1, at rest at both ends.
static double eased(double x)
{
    const double u = clamped(x);
    return u * u * u * (u * (u * 6.0 - 15.0) + 10.0);
}

static double lid_at(const MienLifeSettings *s, double time)
{
    const double closing = (double)s->blink_closing, closed = (double)s->blink_closed,
                 opening = (double)s->blink_opening;
    if (time < 0.0)
        return 0.0;
    if (time < closing) {
        const double u = time / closing;
        return u * u * (3.0 - 2.0 * u);
    }
    const double u = time < closing + closed ? 0.0 : clamped((time - (closing + closed)) / opening);
    const double rest = 1.0 - u, square = rest * rest;
    return square * square * rest * (1.0 + 5.0 * u); // slow at its end
}

static double blink_length(const MienLifeSettings *s)
{
    return ((double)s->blink_closing + (double)s->blink_closed) + (double)s->blink_opening;
}

static double lid_of(const MienLife *life, bool is_speaking, double time)
{
    MieniLifeStream stream;
    MieniLifeCursor cursor;
    double lid = 0.0;
    if (!mieni_life_blinks(life, is_speaking, &stream))
        return 0.0;
    mieni_life_seek(&stream, time, &cursor);
    for (int i = 0; i < MIENI_LIFE_BLOCK; ++i, mieni_life_back(&cursor)) {
        const double since = time - cursor.starts[cursor.place];
        if (since >= blink_length(&life->settings))
            break;
        const double value = lid_at(&life->settings, since) * (double)mieni_life_blink_depth(life, &cursor);
        lid = value > lid ? value : lid;
    }
    return lid;
}

static bool is_finite(float x) { return x - x == 0.0f; }

/// Where a target is, as seen from between the eyes.
static void see(const MienLifeJob *job, const MieniLifeCursor *cursor, Point *out)
{
    MienVec3 at = {0.0f, 0.0f, 1.0f};
    if (job->target_count > 0) {
        const MienVec3 *given = &job->targets[(int)(mieni_life_draw(cursor, 0) * (double)job->target_count)];
        if (is_finite(given->x) && is_finite(given->y) && is_finite(given->z))
            at = *given;
    }
    const double x = (double)at.x, y = (double)at.y, z = (double)at.z;
    const double across = mieni_sqrt(x * x + z * z), distance = mieni_sqrt(across * across + y * y);
    out->angles[0] = mien_atan2(x, z) * degrees;
    out->angles[1] = -mien_atan2(y, across) * degrees;
    out->nearness = distance > 0.01 ? 1.0 / distance : 100.0;
}

/// The points of the last gaze shifts, newest first.
static void find_points(const MienLifeJob *job, bool is_speaking, double time, Point points[SHIFTS])
{
    const MienLife *life = job->life;
    MieniLifeStream stream;
    MieniLifeCursor cursor;
    mieni_life_gaze(life, is_speaking, &stream);
    mieni_life_seek(&stream, time, &cursor);
    const bool looks_away = stream.second_rest > 0.0;
    for (int count = 0; count < SHIFTS; mieni_life_back(&cursor)) {
        Point look;
        double offset[2];
        look.start = cursor.starts[cursor.place];
        look.blink = mieni_life_draw(&cursor, 4);
        see(job, &cursor, &look);
        const double turned = look.start + cursor.parts[cursor.place];
        if (looks_away && turned <= time) {
            Point *away = &points[count++];
            mieni_life_away(life, &cursor, offset);
            away->start = turned;
            away->angles[0] = look.angles[0] + offset[0];
            away->angles[1] = look.angles[1] + offset[1];
            away->nearness = 1.0 / (double)life->settings.away_distance;
            away->blink = mieni_life_draw(&cursor, 5);
        }
        if (count < SHIFTS)
            points[count++] = look;
    }
}

static double distance_of(const double a[2], const double b[2])
{
    const double x = a[0] - b[0], y = a[1] - b[1];
    return mieni_sqrt(x * x + y * y);
}

static double saccade_time(const MienLifeSettings *s, double size)
{
    return (double)s->saccade_base + (double)s->saccade_slope * size;
}

/// The part of a gaze angle that the head turns: more where eyes cannot turn as far.
static double head_part(const MienLifeSettings *s, double angle)
{
    const double part = (double)s->head_follow * angle, limit = (double)s->eye_limit;
    return angle - part > limit ? angle - limit : angle - part < -limit ? angle + limit : part;
}

/// Adds the steps of gaze, head and blinks.
static void shift(const MienLife *life, double time, const Point points[SHIFTS], State *state)
{
    const MienLifeSettings *s = &life->settings;
    const Point *first = &points[SHIFTS - 1];
    state->nearness = first->nearness;
    for (int axis = 0; axis < 2; ++axis) {
        state->gaze[axis] = first->angles[axis];
        state->head[axis] = head_part(s, first->angles[axis]);
    }
    for (int i = SHIFTS - 2; i >= 0; --i) {
        const Point *to = &points[i], *from = &points[i + 1];
        const double since = time - to->start, size = distance_of(to->angles, from->angles);
        const double step = eased(since / saccade_time(s, size)), turn = eased(since / (double)s->head_time);
        for (int axis = 0; axis < 2; ++axis) {
            state->gaze[axis] += step * (to->angles[axis] - from->angles[axis]);
            state->head[axis] += turn * (head_part(s, to->angles[axis]) - head_part(s, from->angles[axis]));
        }
        state->nearness += eased(since / (double)s->vergence_time) * (to->nearness - from->nearness);
        if (size > (double)s->blink_shift && to->blink < (double)s->blink_shift_chance) {
            const double lid = lid_at(s, since);
            state->lid = lid > state->lid ? lid : state->lid;
        }
    }
}

/// Adds small saccades around the point.
static void glance(const MienLife *life, bool is_speaking, double time, State *state)
{
    MieniLifeStream stream;
    MieniLifeCursor cursor;
    double to[2], from[2];
    if (!mieni_life_glances(life, is_speaking, &stream))
        return;
    mieni_life_seek(&stream, time, &cursor);
    const double since = time - cursor.starts[cursor.place];
    mieni_life_glance(life, &cursor, to);
    mieni_life_back(&cursor);
    mieni_life_glance(life, &cursor, from);
    const double step = eased(since / saccade_time(&life->settings, distance_of(to, from)));
    for (int axis = 0; axis < 2; ++axis)
        state->gaze[axis] += from[axis] + step * (to[axis] - from[axis]);
}

/// Smooth noise of variance 1: random numbers at whole times, and values between them.
static double noise(uint64_t key, double time)
{
    int64_t index = (int64_t)time;
    index -= (double)index > time;
    const double part = eased(time - (double)index);
    const double a = 2.0 * mieni_life_unit(key, index, 0) - 1.0,
                 b = 2.0 * mieni_life_unit(key, index + 1, 0) - 1.0;
    // 1/3 is the variance at whole times, 181/231 the mean of (1 - part)^2 + part^2.
    return (a + part * (b - a)) * 1.9566639710063693;
}

/// The head's own motion: two speeds.
static void sway(const MienLife *life, bool is_speaking, double time, State *state)
{
    static const double shares[3] = {1.0, 0.8, 0.6};
    const MienLifeSettings *s = &life->settings;
    const double size = (double)(is_speaking ? s->speaking.head_sway : s->listening.head_sway);
    const double rate = (double)s->head_sway_rate;
    for (int axis = 0; axis < 3 && size > 0.0; ++axis) {
        const uint64_t key = mieni_life_key(s->seed, is_speaking, MIENI_LIFE_OF_SWAY + 2 * axis);
        const uint64_t fast_key = mieni_life_key(s->seed, is_speaking, MIENI_LIFE_OF_SWAY + 2 * axis + 1);
        const double slow = noise(key, time * rate), fast = noise(fast_key, time * (rate * 2.6));
        state->head[axis] += size * shares[axis] * (0.94 * slow + 0.34 * fast);
    }
}

static void breathe(const MienLife *life, bool is_speaking, double time, State *state)
{
    MieniLifeStream stream;
    MieniLifeCursor cursor;
    if (!mieni_life_breaths(life, is_speaking, &stream))
        return;
    mieni_life_seek(&stream, time, &cursor);
    const double inhale =
        (double)(is_speaking ? life->settings.speaking.inhale : life->settings.listening.inhale);
    const double length = cursor.starts[cursor.place + 1] - cursor.starts[cursor.place];
    const double part = (time - cursor.starts[cursor.place]) / length;
    state->breath = part < inhale ? eased(part / inhale) : 1.0 - eased((part - inhale) / (1.0 - inhale));
    state->head[1] -= (double)life->settings.breath_nod * state->breath;
}

static State behave(const MienLifeJob *job, bool is_speaking)
{
    const MienLife *life = job->life;
    const double time = mieni_life_time(job->time);
    Point points[SHIFTS];
    State state;
    memset(&state, 0, sizeof state);
    state.lid = lid_of(life, is_speaking, time);
    find_points(job, is_speaking, time, points);
    shift(life, time, points, &state);
    glance(life, is_speaking, time, &state);
    sway(life, is_speaking, time, &state);
    breathe(life, is_speaking, time, &state);
    return state;
}

/// All members are numbers.
static State mix(const State *a, const State *b, double share)
{
    double from[sizeof(State) / sizeof(double)], to[sizeof(State) / sizeof(double)];
    State mixed;
    memcpy(from, a, sizeof from);
    memcpy(to, b, sizeof to);
    for (size_t i = 0; i < sizeof from / sizeof *from; ++i)
        from[i] += share * (to[i] - from[i]);
    memcpy(&mixed, from, sizeof mixed);
    return mixed;
}

/// The curves of one eye: down, in, out, up. side is 1 for the left eye.
static void write_eye(const MienLifeSettings *s, const State *state, double side, float out[4])
{
    double yaw_sine, yaw_cosine, pitch_sine, pitch_cosine;
    mien_sincos(state->gaze[0] / degrees, &yaw_sine, &yaw_cosine);
    mien_sincos(state->gaze[1] / degrees, &pitch_sine, &pitch_cosine);
    // The point in units of its distance, from this eye.
    const double x = yaw_sine * pitch_cosine - side * 0.5 * (double)s->eye_distance * state->nearness;
    const double z = yaw_cosine * pitch_cosine, across = mieni_sqrt(x * x + z * z);
    const double yaw = mien_atan2(x, z) * degrees - state->head[0];
    const double pitch = mien_atan2(pitch_sine, across) * degrees - state->head[1];
    const double outwards = side * yaw;
    out[0] = (float)clamped(pitch / (double)s->look_down);
    out[1] = (float)clamped(-outwards / (double)s->look_side);
    out[2] = (float)clamped(outwards / (double)s->look_side);
    out[3] = (float)clamped(-pitch / (double)s->look_up);
}

MIENI_APART void mieni_life_run(const MienLifeJob *job)
{
    const MienLifeSettings *s = &job->life->settings;
    const double speaking = clamped((double)job->speaking);
    State state = behave(job, speaking == 1.0);
    if (speaking > 0.0 && speaking < 1.0) {
        const State other = behave(job, true);
        state = mix(&state, &other, speaking);
    }
    float *out = job->out_values;
    out[MIENI_LIFE_BLINK_LEFT] = out[MIENI_LIFE_BLINK_RIGHT] = (float)state.lid;
    write_eye(s, &state, 1.0, out + MIENI_LIFE_LOOK_LEFT);
    write_eye(s, &state, -1.0, out + MIENI_LIFE_LOOK_RIGHT);
    out[MIENI_LIFE_HEAD_YAW] = (float)(state.head[0] / (double)s->head_yaw);
    out[MIENI_LIFE_HEAD_PITCH] = (float)(state.head[1] / (double)s->head_pitch);
    out[MIENI_LIFE_HEAD_ROLL] = (float)(state.head[2] / (double)s->head_roll);
    out[MIENI_LIFE_BREATH_CURVE] = (float)state.breath;
}

static const char *refusal(const MienLifeJob *job)
{
    if (job == NULL || job->life == NULL)
        return "job or life is NULL";
    if (job->target_count < 0 || job->target_count > MIEN_LIFE_MAX_TARGETS)
        return "target_count must be at most MIEN_LIFE_MAX_TARGETS";
    if (job->target_count > 0 && job->targets == NULL)
        return "targets is NULL";
    return job->out_values == NULL ? "out_values is NULL" : NULL;
}

MienStatus mien_life_job_validate(const MienLifeJob *job, MienError *error)
{
    return mieni_refuse(error, refusal(job));
}

MienStatus mien_life_job_run(const MienLifeJob *job)
{
    if (refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_life_run(job);
    mieni_float_env_leave(env);
    return MIEN_OK;
}
