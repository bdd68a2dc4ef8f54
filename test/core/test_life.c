// SPDX-License-Identifier: MIT
//
// Life generators: the statistics of ten hours against the settings, the same events at every
// frame rate and in any order of times, where eyes point, and refused numbers.

#include "support/counted_memory.h" // first: it asks for more of the C library

#include "support/float_modes.h"
#include "support/random.h"

#include "core/life/life.h"

#include <float.h>
#include <math.h>

enum { ROOM = 65536 };
static const double hours = 36000.0; ///< Ten.
static MienLifeEvent events[ROOM];

static MienLife *made(const MienLifeSettings *settings)
{
    MienLife *life = NULL;
    CHECK_STATUS(mien_life_create(settings, NULL, &life, NULL), MIEN_OK);
    return life;
}

static void sample(const MienLife *life, double time, float speaking, float out[MIEN_LIFE_CURVES])
{
    const MienLifeJob job = {.life = life, .time = time, .speaking = speaking, .out_values = out};
    CHECK_STATUS(mien_life_job_run(&job), MIEN_OK);
}

static int list(const MienLife *life, MienLifeEventKind kind, bool is_speaking, double from, double to)
{
    const int count = mien_life_events(life, kind, is_speaking, from, to, events, ROOM);
    CHECK(count <= ROOM);
    return count < ROOM ? count : ROOM;
}

static double mean_duration(int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += events[i].duration;
    return sum / count;
}

static double mean_size(int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += (double)events[i].size;
    return sum / count;
}

/// |a - b| is at most 5 % of b.
static void check_within(double a, double b) { CHECK_NEAR(a, b, 0.05 * fabs(b)); }

static void check_blinks(const MienLife *life, bool is_speaking, double rate)
{
    const MienLifeSettings s = mien_life_default_settings();
    const int count = list(life, MIEN_LIFE_BLINK, is_speaking, 0, hours);
    double sum = 0, squares = 0, least = 1e9;
    int complete = 0;
    check_within(count / (hours / 60.0), rate);
    for (int i = 1; i < count; ++i) {
        const double interval = events[i].time - events[i - 1].time;
        const double x = log(interval - (double)s.blink_least);
        sum += x;
        squares += x * x;
        least = interval < least ? interval : least;
        complete += events[i].size == 1.0f;
        CHECK(events[i].size == 0.25f || events[i].size == 0.5f || events[i].size == 0.75f ||
              events[i].size == 1.0f);
    }
    const double mean = sum / (count - 1);
    check_within(sqrt(squares / (count - 1) - mean * mean), (double)s.blink_spread);
    CHECK(least >= (double)s.blink_least);
    check_within((double)complete / (count - 1), (double)s.blink_complete);
}

TEST(blinks_have_the_settings_statistics)
{
    for (uint32_t seed = 0; seed < 3; ++seed) {
        MienLifeSettings s = mien_life_default_settings();
        s.seed = seed;
        MienLife *life = made(&s);
        check_blinks(life, false, 17.0);
        check_blinks(life, true, 26.0);
        mien_life_destroy(life);
    }
}

/// Angles away are exponential without what is beyond the limit.
static double expected_away(const MienLifeSettings *s)
{
    const double scale = (double)s->away_size, limit = (double)s->away_limit, rest = exp(-limit / scale);
    return scale - limit * rest / (1.0 - rest);
}

TEST(gaze_and_breath_have_the_settings_statistics)
{
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    for (int m = 0; m < 2; ++m) {
        const MienLifeManner *manner = m == 0 ? &s.listening : &s.speaking;
        int count = list(life, MIEN_LIFE_LOOK, m == 1, 0, hours);
        const double looking = mean_duration(count) * count;
        check_within(mean_duration(count), (double)manner->look_time);
        check_within(mean_size(count), 0.5);
        count = list(life, MIEN_LIFE_AWAY, m == 1, 0, hours);
        check_within(mean_duration(count), (double)manner->away_time);
        check_within(mean_size(count), expected_away(&s));
        check_within(looking / hours, (double)(manner->look_time / (manner->look_time + manner->away_time)));
        count = list(life, MIEN_LIFE_GLANCE, m == 1, 0, hours);
        check_within(mean_duration(count), (double)s.glance_time);
        check_within(mean_size(count), (double)s.glance_size * (1.0 - exp(-4.0)));
        count = list(life, MIEN_LIFE_BREATH, m == 1, 0, hours);
        check_within(count / (hours / 60.0), (double)manner->breath_rate);
        check_within(mean_size(count), (double)manner->inhale);
    }
    mien_life_destroy(life);
}

/// No gaze shifts, no breath: the head's own motion remains.
TEST(the_head_sways_as_far_as_the_settings_say)
{
    static const double shares[3] = {1.0, 0.8, 0.6};
    MienLifeSettings s = mien_life_default_settings();
    s.head_follow = s.breath_nod = s.listening.away_time = 0.0f;
    MienLife *life = made(&s);
    double squares[3] = {0};
    const int count = 36000;
    for (int i = 0; i < count; ++i) {
        float values[MIEN_LIFE_CURVES];
        sample(life, (double)i, 0.0f, values);
        for (int axis = 0; axis < 3; ++axis) {
            const float range = axis == 0 ? s.head_yaw : axis == 1 ? s.head_pitch : s.head_roll;
            const double angle = (double)(values[MIENI_LIFE_HEAD_YAW + axis] * range);
            squares[axis] += angle * angle;
        }
    }
    for (int axis = 0; axis < 3; ++axis)
        check_within(sqrt(squares[axis] / count), shares[axis] * (double)s.listening.head_sway);
    mien_life_destroy(life);
}

/// Blinks seen in curves of a frame rate: each begins within a frame of its event.
static void check_rate(const MienLife *life, int rate)
{
    const int count = list(life, MIEN_LIFE_BLINK, false, 0, 120.0);
    int seen = 0;
    bool was_closed = false;
    for (int frame = 0; frame < 120 * rate; ++frame) {
        float values[MIEN_LIFE_CURVES];
        sample(life, (double)frame / rate, 0.0f, values);
        const bool is_closed = values[MIENI_LIFE_BLINK_LEFT] > 0.0f;
        if (is_closed && !was_closed && seen < count) {
            const double late = (double)frame / rate - events[seen].time;
            CHECK(late >= 0.0 && late <= 1.0 / rate + 1e-9);
            ++seen;
        }
        was_closed = is_closed;
    }
    CHECK_INT(seen, count);
}

TEST(frame_rates_have_the_same_events)
{
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    CHECK(list(life, MIEN_LIFE_BLINK, false, 0, 120.0) > 20);
    check_rate(life, 24);
    check_rate(life, 60);
    check_rate(life, 240);
    mien_life_destroy(life);
}

/// Steps of any length find every event once.
TEST(ranges_join)
{
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    for (int kind = MIEN_LIFE_BLINK; kind <= MIEN_LIFE_BREATH; ++kind) {
        const int all = list(life, (MienLifeEventKind)kind, true, -300.0, 300.0);
        for (int rate = 24; rate <= 240; rate *= 10) {
            int found = 0;
            for (int frame = -300 * rate; frame < 300 * rate; ++frame) {
                MienLifeEvent event[2];
                const double from = (double)frame / rate, to = (double)(frame + 1) / rate;
                const int here = mien_life_events(life, (MienLifeEventKind)kind, true, from, to, event, 2);
                CHECK(here <= 1);
                if (here > 0 && found < all)
                    CHECK(event[0].time == events[found].time && event[0].size == events[found].size);
                found += here;
            }
            CHECK_INT(found, all);
        }
    }
    mien_life_destroy(life);
}

/// The first event of a block, and the last instant before it, where quotients round.
TEST(ends_of_blocks_are_found)
{
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    MieniLifeStream stream;
    MieniLifeCursor cursor;
    CHECK(mieni_life_blinks(life, false, &stream));
    for (int block = -20000; block < 20000; ++block) {
        const double start = (double)block * stream.length - stream.shift;
        mieni_life_seek(&stream, start, &cursor);
        CHECK(cursor.block == block && cursor.place == 0);
        mieni_life_seek(&stream, nextafter(start, -1e9), &cursor);
        CHECK(cursor.block == block - 1 && cursor.place == MIENI_LIFE_BLOCK - 1);
    }
    mien_life_destroy(life);
}

TEST(times_in_any_order_give_the_same_bits)
{
    enum { COUNT = 2000 };
    static float forwards[COUNT][MIEN_LIFE_CURVES];
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    Random random = {7};
    for (int i = 0; i < COUNT; ++i)
        sample(life, i / 24.0, (float)(i % 3) * 0.5f, forwards[i]);
    for (int n = 0; n < 2 * COUNT; ++n) {
        float values[MIEN_LIFE_CURVES];
        const int i = n < COUNT ? COUNT - 1 - n : random_below(&random, COUNT);
        sample(life, i / 24.0, (float)(i % 3) * 0.5f, values);
        CHECK_INT(memcmp(values, forwards[i], sizeof values), 0);
    }
    mien_life_destroy(life);
}

TEST(another_seed_gives_other_events)
{
    MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    const int count = list(life, MIEN_LIFE_BLINK, false, 0, 60.0);
    const double first = events[0].time;
    s.seed = 1;
    MienLife *other = made(&s);
    CHECK(list(other, MIEN_LIFE_BLINK, false, 0, 60.0) > 0);
    CHECK(count > 0 && events[0].time != first);
    mien_life_destroy(life);
    mien_life_destroy(other);
}

/// Nothing jumps: not at the ends of blocks, nor where a shift begins before the last one ends.
TEST(curves_are_continuous)
{
    MienLifeSettings s = mien_life_default_settings();
    s.speaking.away_time = 0.2f; // quick shifts
    s.speaking.look_time = 0.5f;
    s.head_time = 1.0f;
    MienLife *life = made(&s);
    float last[MIEN_LIFE_CURVES], values[MIEN_LIFE_CURVES];
    sample(life, 0.0, 1.0f, last);
    for (int i = 1; i < 60000; ++i) {
        sample(life, i / 1000.0, 1.0f, values);
        for (int c = 0; c < MIEN_LIFE_CURVES; ++c) {
            CHECK(fabsf(values[c] - last[c]) < 0.06f);
            CHECK(values[c] >= (c < MIENI_LIFE_HEAD_YAW || c == MIENI_LIFE_BREATH_CURVE ? 0.0f : -2.0f));
            CHECK(values[c] <= (c < MIENI_LIFE_HEAD_YAW || c == MIENI_LIFE_BREATH_CURVE ? 1.0f : 2.0f));
        }
        memcpy(last, values, sizeof last);
    }
    mien_life_destroy(life);
}

/// Looks straight at its target, without motion of its own.
static MienLifeSettings calm(void)
{
    MienLifeSettings s = mien_life_default_settings();
    s.listening.away_time = s.listening.head_sway = s.listening.blink_rate = 0.0f;
    s.glance_size = s.head_follow = s.breath_nod = 0.0f;
    return s;
}

TEST(eyes_meet_at_the_target)
{
    const MienLifeSettings s = calm();
    MienLife *life = made(&s);
    const MienVec3 near = {0.0f, 0.0f, 0.3f};
    float v[MIEN_LIFE_CURVES];
    const MienLifeJob job = {.life = life, .time = 5, .target_count = 1, .targets = &near, .out_values = v};
    CHECK_STATUS(mien_life_job_run(&job), MIEN_OK);
    const double inwards = atan(0.0315 / 0.3) * 180.0 / 3.141592653589793 / 27.0;
    CHECK_NEAR((double)v[MIENI_LIFE_LOOK_LEFT + 1], inwards, 1e-6);
    CHECK_NEAR((double)v[MIENI_LIFE_LOOK_RIGHT + 1], inwards, 1e-6);
    CHECK(v[MIENI_LIFE_LOOK_LEFT + 2] == 0.0f && v[MIENI_LIFE_LOOK_RIGHT + 2] == 0.0f);
    CHECK(v[MIENI_LIFE_BLINK_LEFT] == 0.0f && v[MIENI_LIFE_HEAD_YAW] == 0.0f);
    // To the left and up: the left eye looks out, the right one in.
    const MienVec3 left = {20.0f, 10.0f, 100.0f};
    MienLifeJob aside = job;
    aside.targets = &left;
    CHECK_STATUS(mien_life_job_run(&aside), MIEN_OK);
    CHECK_NEAR((double)v[MIENI_LIFE_LOOK_LEFT + 2] * 27.0, 11.3, 0.1);
    CHECK_NEAR((double)v[MIENI_LIFE_LOOK_RIGHT + 1] * 27.0, 11.3, 0.1);
    CHECK_NEAR((double)v[MIENI_LIFE_LOOK_LEFT + 3] * 20.0, 5.6, 0.1);
    CHECK(v[MIENI_LIFE_LOOK_LEFT] == 0.0f);
    mien_life_destroy(life);
}

/// Eyes turn as far as they can, the head does the rest, and a large shift comes with a blink.
TEST(the_head_helps_with_large_shifts)
{
    MienLifeSettings s = calm();
    s.listening.look_time = 2.0f;
    MienLife *life = made(&s);
    const MienVec3 targets[2] = {{1.0f, 0.0f, 1.0f}, {-1.0f, 0.0f, 1.0f}};
    float v[MIEN_LIFE_CURVES];
    MienLifeJob job = {.life = life, .target_count = 2, .targets = targets, .out_values = v};
    int left = 0, right = 0, closed = 0;
    for (int i = 0; i < 6000; ++i) {
        job.time = i / 60.0;
        CHECK_STATUS(mien_life_job_run(&job), MIEN_OK);
        left += fabs((double)(v[MIENI_LIFE_HEAD_YAW] * s.head_yaw) - 20.0) < 1e-4;
        right += fabs((double)(v[MIENI_LIFE_HEAD_YAW] * s.head_yaw) + 20.0) < 1e-4;
        closed += v[MIENI_LIFE_BLINK_LEFT] > 0.9f;
    }
    CHECK(left > 1000 && right > 1000 && closed > 20);
    mien_life_destroy(life);
}

TEST(between_listening_and_speaking_is_between)
{
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    float a[MIEN_LIFE_CURVES], b[MIEN_LIFE_CURVES], v[MIEN_LIFE_CURVES];
    for (int i = 0; i < 600; ++i) {
        sample(life, i / 10.0, 0.0f, a);
        sample(life, i / 10.0, 1.0f, b);
        sample(life, i / 10.0, 0.25f, v);
        CHECK_NEAR((double)v[MIENI_LIFE_HEAD_YAW],
                   0.75 * (double)a[MIENI_LIFE_HEAD_YAW] + 0.25 * (double)b[MIENI_LIFE_HEAD_YAW], 1e-6);
        CHECK_NEAR((double)v[MIENI_LIFE_BREATH_CURVE],
                   0.75 * (double)a[MIENI_LIFE_BREATH_CURVE] + 0.25 * (double)b[MIENI_LIFE_BREATH_CURVE],
                   1e-6);
    }
    mien_life_destroy(life);
}

TEST(rates_of_zero_turn_things_off)
{
    const MienLifeSettings s = calm();
    MienLife *life = made(&s);
    CHECK_INT(mien_life_events(life, MIEN_LIFE_BLINK, false, 0, hours, NULL, 0), 0);
    CHECK_INT(mien_life_events(life, MIEN_LIFE_AWAY, false, 0, hours, NULL, 0), 0);
    CHECK_INT(mien_life_events(life, MIEN_LIFE_GLANCE, false, 0, hours, NULL, 0), 0);
    CHECK(mien_life_events(life, MIEN_LIFE_LOOK, false, 0, hours, NULL, 0) > 0);
    mien_life_destroy(life);
}

/// Each number below, above and beyond its range is refused by name.
TEST(numbers_out_of_range_are_refused)
{
    MienLife *life = NULL;
    MienError error;
#define NUMBER(member, key, least, most, usual)                                                              \
    for (int wrong = 0; wrong < 3; ++wrong) {                                                                \
        MienLifeSettings s = mien_life_default_settings();                                                   \
        s.member = wrong == 0 ? (float)(least)-0.001f : wrong == 1 ? (float)(most)*1.001f : NAN;             \
        CHECK_STATUS(mien_life_create(&s, NULL, &life, &error), MIEN_ERROR_DATA);                            \
        CHECK_STR(error.location, #member);                                                                  \
    }
    MIENI_LIFE_NUMBERS(NUMBER)
#undef NUMBER
    MienLifeSettings s = mien_life_default_settings();
    s.speaking.away_time = 0.1f;
    CHECK_STATUS(mien_life_create(&s, NULL, &life, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "speaking.away_time");
    CHECK_STATUS(mien_life_create(NULL, NULL, &life, &error), MIEN_ERROR_ARGUMENT);
    CHECK(life == NULL);
    mien_life_destroy(NULL);
}

TEST(odd_jobs_are_refused_or_finite)
{
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    const double times[] = {(double)NAN, (double)INFINITY, -1e300, 1e9, -1e9, -0.0, DBL_MIN};
    const MienVec3 targets[] = {
        {NAN, 0, 1}, {0, INFINITY, 0}, {0, 0, 0}, {FLT_MAX, FLT_MAX, -FLT_MAX}, {0, 0, -1}};
    float v[MIEN_LIFE_CURVES];
    MienError error;
    for (size_t t = 0; t < sizeof times / sizeof *times; ++t) {
        for (int g = 0; g < 5; ++g) {
            const MienLifeJob job = {.life = life,
                                     .time = times[t],
                                     .speaking = g == 0 ? NAN : (float)g,
                                     .target_count = 1,
                                     .targets = &targets[g],
                                     .out_values = v};
            CHECK_STATUS(mien_life_job_run(&job), MIEN_OK);
            for (int c = 0; c < MIEN_LIFE_CURVES; ++c)
                CHECK(isfinite(v[c]));
        }
        CHECK(mien_life_events(life, MIEN_LIFE_BLINK, true, times[t], times[t], events, ROOM) == 0);
    }
    MienLifeJob job = {
        .life = life, .out_values = v, .target_count = MIEN_LIFE_MAX_TARGETS + 1, .targets = targets};
    CHECK_STATUS(mien_life_job_validate(&job, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_life_job_run(&job), MIEN_ERROR_ARGUMENT);
    job.target_count = 1;
    job.targets = NULL;
    CHECK_STATUS(mien_life_job_run(&job), MIEN_ERROR_ARGUMENT);
    job = (MienLifeJob){.life = life};
    CHECK_STATUS(mien_life_job_run(&job), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_life_job_run(NULL), MIEN_ERROR_ARGUMENT);
    CHECK_INT(mien_life_events(NULL, MIEN_LIFE_BLINK, true, 0, 1, events, 1), 0);
    CHECK_INT(mien_life_events(life, (MienLifeEventKind)9, true, 0, 1, events, 1), 0);
    CHECK(mien_life_curve_name(-1) == NULL && mien_life_curve_name(MIEN_LIFE_CURVES) == NULL);
    CHECK_STR(mien_life_curve_name(0), "eyeBlinkLeft");
    mien_life_destroy(life);
}

TEST(sampling_does_not_allocate)
{
    if (!CAN_COUNT)
        SKIP("allocation cannot be watched here");
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    float v[MIEN_LIFE_CURVES];
    const MienLifeJob job = {.life = life, .time = 12.3, .speaking = 0.5f, .out_values = v};
    begin_counting();
    const MienStatus status = mien_life_job_run(&job);
    const int count = mien_life_events(life, MIEN_LIFE_BLINK, true, 0, 100, events, ROOM);
    CHECK_INT(end_counting(), 0);
    CHECK_STATUS(status, MIEN_OK);
    CHECK(count > 0);
    mien_life_destroy(life);
}

TEST(float_modes_change_no_bit)
{
#if CAN_SET
    const MienLifeSettings s = mien_life_default_settings();
    MienLife *life = made(&s);
    float expected[MIEN_LIFE_CURVES], v[MIEN_LIFE_CURVES];
    for (size_t m = 0; m < sizeof modes / sizeof *modes; ++m) {
        for (int i = 0; i < 100; ++i) {
            const MienLifeJob job = {.life = life, .time = i * 0.37, .speaking = 0.3f, .out_values = v};
            sample(life, i * 0.37, 0.3f, expected);
            const uint64_t own = get_control();
            set_control(modes[m].control);
            const MienStatus status = mien_life_job_run(&job);
            set_control(own);
            CHECK_STATUS(status, MIEN_OK);
            CHECK_INT(memcmp(v, expected, sizeof v), 0);
        }
    }
    mien_life_destroy(life);
#else
    SKIP("the float environment cannot be set here");
#endif
}

CHECK_MAIN
{
    RUN(counting_counts);
    RUN(blinks_have_the_settings_statistics);
    RUN(gaze_and_breath_have_the_settings_statistics);
    RUN(the_head_sways_as_far_as_the_settings_say);
    RUN(frame_rates_have_the_same_events);
    RUN(ranges_join);
    RUN(ends_of_blocks_are_found);
    RUN(times_in_any_order_give_the_same_bits);
    RUN(another_seed_gives_other_events);
    RUN(curves_are_continuous);
    RUN(eyes_meet_at_the_target);
    RUN(the_head_helps_with_large_shifts);
    RUN(between_listening_and_speaking_is_between);
    RUN(rates_of_zero_turn_things_off);
    RUN(numbers_out_of_range_are_refused);
    RUN(odd_jobs_are_refused_or_finite);
    RUN(sampling_does_not_allocate);
    RUN(float_modes_change_no_bit);
}
