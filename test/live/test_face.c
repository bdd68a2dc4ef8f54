// SPDX-License-Identifier: MIT
//
// Live faces: lost, doubled and late frames, senders that stop, begin again or change their names,
// several sources, and the same bits however often a face is sampled.

#include "core/float_rules.h"

#include "support/counted_memory.h"
#include "support/random.h"

#include "mien_live/face.h"

#include <math.h>

static const char *const curves[] = {"jawOpen", "eyeBlinkLeft", "mouthSmileLeft", "HeadYaw"};
enum { JAW, BLINK, SMILE, YAW, CURVES };

static double noise_of(Random *random, double deviation)
{
    double sum = 0;
    for (int i = 0; i < 12; ++i)
        sum += random_between(random, -0.5, 0.5);
    return sum * deviation;
}

/// What the actor does: talks, blinks, and smiles slowly.
static double truth_at(int curve, double t)
{
    const double blink = fmod(t, 2.7);
    switch (curve) {
    case JAW:
        return 0.3 + 0.3 * sin(t * 9) * sin(t * 0.7);
    case BLINK:
        return 0.05 + (blink < 0.15 ? 0.45 - 0.45 * cos(2 * 3.14159265 * blink / 0.15) : 0);
    case SMILE:
        return 0.5 + 0.4 * sin(t * 0.5);
    default:
        return 0.2 * sin(t);
    }
}

static MienLiveFrame frame; // large

static void make_frame(double sender_time, double t, Random *random)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    frame.has_face = frame.has_time = true;
    frame.time = sender_time;
    for (int c = 0; c < YAW; ++c)
        mien_live_frame_set(&frame, curves[c], (float)(truth_at(c, t) + noise_of(random, 0.001)));
    frame.head.form = MIEN_LIVE_ANGLES;
    frame.head.angles[1] = (float)-truth_at(YAW, t);
}

static MienLiveFace *open_face(const MienLiveFaceDesc *from)
{
    MienLiveFaceDesc desc = from != NULL ? *from : (MienLiveFaceDesc){0};
    desc.curves = curves;
    desc.curve_count = CURVES;
    MienLiveFace *face = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_live_face_create(&desc, &face, &error), MIEN_OK);
    if (face == NULL)
        exit(1);
    return face;
}

/// The truth's range over some seconds.
static void check_within(const float *values, double begin, double end)
{
    for (int c = 0; c < CURVES; ++c) {
        double low = 10, high = -10;
        for (double t = begin; t <= end + 1e-9; t += 0.01) {
            low = fmin(low, truth_at(c, t));
            high = fmax(high, truth_at(c, t));
        }
        CHECK((double)values[c] >= low - 0.012 && (double)values[c] <= high + 0.012);
    }
}

/// Ten minutes at 60 Hz over a network that loses, doubles and delays a fifth of all packets.
static MienLiveSourceState run_badly(float delay, uint64_t seed)
{
    enum { RATE = 60, LATE = 8 };
    MienLiveFace *face = open_face(&(MienLiveFaceDesc){.delay = delay});
    Random random = {seed}, sent = {seed + 1};
    double pending[LATE];
    int pending_count = 0, faults = 0;
    for (int f = 0; f < 600 * RATE; ++f) {
        const double now = 100 + (double)f / RATE;
        if (random_below(&random, 5) > 0 && pending_count < LATE)
            pending[pending_count++] = (double)f / RATE;
        while (pending_count > 0 && (random_below(&random, 5) > 0 || pending_count == LATE)) {
            const int which = random_below(&random, 5) == 0 ? random_below(&random, pending_count) : 0;
            const double t = pending[which];
            memmove(pending + which, pending + which + 1,
                    (size_t)(--pending_count - which) * sizeof *pending);
            make_frame(5000 + t, t, &sent);
            for (int copies = random_below(&random, 5) == 0 ? 2 : 1; copies > 0; --copies)
                mien_live_face_add(face, 0, &frame, now);
        }
        float values[CURVES];
        mien_live_face_sample(face, now, values);
        const int before = check_state.faults;
        if (f > RATE)
            check_within(values, (double)f / RATE - 0.3 - (double)delay, (double)f / RATE);
        faults += check_state.faults > before;
        if (faults > 5)
            break;
    }
    const MienLiveSourceState state = mien_live_face_source(face, 0);
    mien_live_face_destroy(face);
    return state;
}

TEST(a_bad_network_makes_no_steps_and_no_drift)
{
    const MienLiveSourceState plain = run_badly(0, 3), buffered = run_badly(0.05f, 3);
    printf("as they come: %d late, %d doubled, %d missing; with 50 ms: %d late\n", plain.late_count,
           plain.doubled_count, plain.gap_count, buffered.late_count);
    CHECK(plain.late_count > 500 && plain.doubled_count > 1000 && plain.gap_count > 1000);
    CHECK(buffered.late_count < plain.late_count / 2);
    CHECK_INT(plain.restart_count, 0);
}

/// Gaps that are counted in a minute. Without a clock, pairs of frames arrive at once.
static int count_gaps(bool has_clock, double rate, double later_rate)
{
    MienLiveFace *face = open_face(NULL);
    Random random = {5};
    double time = 0;
    for (int f = 0; time < 60; ++f) {
        make_frame(time, time, &random);
        frame.has_time = has_clock;
        mien_live_face_add(face, 0, &frame, 100 + (has_clock || f % 2 == 0 ? time : time - 0.9 / rate));
        time += 1 / (time < 30 ? rate : later_rate);
    }
    const int count = mien_live_face_source(face, 0).gap_count;
    mien_live_face_destroy(face);
    return count;
}

TEST(gaps_are_counted_by_the_senders_clock)
{
    CHECK_INT(count_gaps(true, 60, 60), 0);
    CHECK_INT(count_gaps(false, 60, 60), 0);
    const int slower = count_gaps(true, 60, 30); // until the new rate is known
    CHECK(slower > 0 && slower < 20);
}

TEST(a_lost_face_is_held_and_fades)
{
    MienLiveFace *face = open_face(NULL);
    Random random = {1};
    float values[CURVES], last[CURVES] = {0};
    for (int f = 0; f < 480; ++f) {
        const double now = f / 60.0;
        const bool is_lost = f >= 120 && f < 300, is_silent = f >= 200 && f < 280;
        make_frame(now, is_lost ? 2 : now, &random);
        if (is_lost) {
            mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
            frame.has_time = true;
            frame.time = now;
        }
        if (!is_silent)
            CHECK_INT(mien_live_face_add(face, 0, &frame, now),
                      is_lost ? MIEN_LIVE_NO_FACE : MIEN_LIVE_TAKEN);
        mien_live_face_sample(face, now, values);
        if (f >= 120 && f < 149)
            CHECK_NEAR((double)values[SMILE], truth_at(SMILE, 2), 0.02);
        if (f >= 182 && f < 300)
            CHECK(values[SMILE] == 0);
        if (f > 330)
            CHECK_NEAR((double)values[SMILE], truth_at(SMILE, now), 0.02);
        if (f > 15) // it never snaps
            CHECK(fabsf(values[SMILE] - last[SMILE]) < 0.16f);
        memcpy(last, values, sizeof last);
    }
    CHECK_INT(mien_live_face_source(face, 0).no_face_count, 100);
    mien_live_face_destroy(face);
}

/// Sends some seconds from a sender's clock; returns the last result.
static MienLiveAdded send(MienLiveFace *face, double sender, double begin, double end, Random *random)
{
    MienLiveAdded added = MIEN_LIVE_LATE;
    for (double now = begin; now < end; now += 1 / 60.0) {
        make_frame(sender + now - begin, now, random);
        added = mien_live_face_add(face, 0, &frame, now);
        float values[CURVES];
        mien_live_face_sample(face, now, values);
        CHECK(values[JAW] >= -0.01f && values[JAW] <= 0.61f);
    }
    return added;
}

TEST(senders_begin_again)
{
    static const float delays[] = {0, 0.05f};
    for (int d = 0; d < 2; ++d) {
        MienLiveFace *face = open_face(&(MienLiveFaceDesc){.delay = delays[d]});
        Random random = {1};
        float values[CURVES];
        CHECK_INT(send(face, 86390, 0, 10, &random), MIEN_LIVE_TAKEN);
        CHECK_INT(send(face, 0, 10, 15, &random), MIEN_LIVE_TAKEN); // midnight
        CHECK_INT(mien_live_face_source(face, 0).restart_count, 1);
        CHECK_INT(send(face, 2, 15, 18, &random), MIEN_LIVE_TAKEN); // three seconds back
        CHECK_INT(mien_live_face_source(face, 0).restart_count, 2);
        CHECK_INT(send(face, 900, 18, 20, &random), MIEN_LIVE_TAKEN); // ahead
        CHECK_INT(mien_live_face_source(face, 0).restart_count, 3);
        mien_live_face_sample(face, 20, values);
        check_within(values, 19.8, 20);
        CHECK_NEAR((double)mien_live_face_source(face, 0).rate, 60, 1);
        mien_live_face_destroy(face);
    }
}

TEST(names_are_bound_and_may_change)
{
    MienLiveFace *face = open_face(&(MienLiveFaceDesc){.filter.is_off = true});
    float values[CURVES];
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    frame.has_face = true;
    mien_live_frame_set(&frame, "stranger", 0.9f);
    mien_live_frame_set(&frame, "JAWOPEN", 0.4f);
    CHECK_INT(mien_live_face_add(face, 0, &frame, 1), MIEN_LIVE_TAKEN);
    mien_live_face_sample(face, 2, values);
    mien_live_face_add(face, 0, &frame, 2);
    mien_live_face_add(face, 0, &frame, 2); // no clock: two at one time
    mien_live_face_sample(face, 2.4, values);
    CHECK_NEAR((double)values[JAW], 0.4, 1e-6);
    CHECK_INT(mien_live_face_source(face, 0).bound_count, 1);
    CHECK_INT(mien_live_face_source(face, 0).unbound_count, 1);
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    frame.has_face = true;
    mien_live_frame_set(&frame, "jawOpen", 0.7f);
    mien_live_frame_set(&frame, "mouthSmileLeft", 0.2f);
    mien_live_face_add(face, 0, &frame, 2.5);
    mien_live_face_sample(face, 2.6, values);
    CHECK_NEAR((double)values[JAW], 0.7, 1e-6);
    CHECK_NEAR((double)values[SMILE], 0.2, 1e-6);
    CHECK_INT(mien_live_face_source(face, 0).unbound_count, 0);
    mien_live_face_destroy(face);
}

TEST(each_curve_has_one_writer)
{
    MienLiveFace *face = open_face(&(MienLiveFaceDesc){.source_count = 2, .filter.is_off = true});
    float values[CURVES];
    mien_live_face_set_writer(face, JAW, 1);
    mien_live_face_set_writer(face, SMILE, -1);
    mien_live_face_set_writer(face, CURVES, 1);
    for (int f = 0; f < 60; ++f)
        for (int s = 0; s < 2; ++s) {
            mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
            frame.has_face = true;
            for (int c = 0; c < YAW; ++c)
                mien_live_frame_set(&frame, curves[c], s == 0 ? 0.2f : 0.8f);
            mien_live_face_add(face, s, &frame, f / 60.0);
        }
    CHECK_INT(mien_live_face_add(face, 2, &frame, 1), MIEN_LIVE_LATE);
    mien_live_face_sample(face, 1, values);
    CHECK_NEAR((double)values[JAW], 0.8, 1e-6);
    CHECK_NEAR((double)values[BLINK], 0.2, 1e-6);
    CHECK(values[SMILE] == 0 && values[YAW] == 0);
    mien_live_face_destroy(face);
}

TEST(a_calibration_is_found_by_name)
{
    const MienLiveCalibrationCurve calibrated[] = {
        {.name = "other", .full = 1},
        {.name = "mouthSmileLeft", .neutral = 0.1f, .full = 0.5f, .noise = 0.002f}};
    MienLiveCalibration *calibration = NULL;
    CHECK_STATUS(mien_live_calibration_create(
                     &(MienLiveCalibrationDesc){.curves = calibrated, .curve_count = 2}, &calibration, NULL),
                 MIEN_OK);
    MienLiveFace *face = open_face(&(MienLiveFaceDesc){.filter.is_off = true});
    CHECK_STATUS(mien_live_face_set_calibration(face, 0, calibration, NULL), MIEN_OK);
    CHECK_STATUS(mien_live_face_set_calibration(face, 1, calibration, NULL), MIEN_ERROR_ARGUMENT);
    mien_live_calibration_destroy(calibration);
    float values[CURVES];
    for (int f = 0; f < 60; ++f) {
        mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
        frame.has_face = true;
        mien_live_frame_set(&frame, "jawOpen", 0.3f);
        mien_live_frame_set(&frame, "mouthSmileLeft", 0.3f);
        mien_live_face_add(face, 0, &frame, f / 60.0);
    }
    mien_live_face_sample(face, 1, values);
    CHECK_NEAR((double)values[JAW], 0.3, 1e-6);
    CHECK_NEAR((double)values[SMILE], 0.5, 1e-6);
    CHECK_STATUS(mien_live_face_set_calibration(face, 0, NULL, NULL), MIEN_OK);
    mien_live_face_destroy(face);
}

TEST(sampling_changes_nothing)
{
    static const float delays[] = {0, 0.05f};
    for (int d = 0; d < 2; ++d) {
        MienLiveFace *often = open_face(&(MienLiveFaceDesc){.delay = delays[d]}),
                     *seldom = open_face(&(MienLiveFaceDesc){.delay = delays[d]});
        Random random = {7}, jitter = {8};
        float a[CURVES], b[CURVES];
        for (int f = 0; f < 1200; ++f) {
            const double now = f / 60.0 + random_between(&jitter, 0, 0.01);
            make_frame(50 + f / 60.0, f / 60.0, &random);
            mien_live_face_add(often, 0, &frame, now);
            mien_live_face_add(seldom, 0, &frame, now);
            for (int i = 0; i < 5; ++i)
                mien_live_face_sample(often, now + i * 0.001, a);
            if (f % 7 == 6) {
                mien_live_face_sample(seldom, now + 0.004, b);
                CHECK(memcmp(a, b, sizeof a) == 0);
            }
        }
        mien_live_face_destroy(often);
        mien_live_face_destroy(seldom);
    }
}

TEST(adding_and_sampling_allocate_nothing)
{
    if (!CAN_COUNT)
        SKIP("allocations cannot be counted here");
    MienLiveFace *face = open_face(&(MienLiveFaceDesc){.delay = 0.05f});
    Random random = {1};
    float values[CURVES];
    calls = 0;
    is_counting = true;
    for (int f = 0; f < 200; ++f) {
        make_frame(f / 60.0, f / 60.0, &random);
        mien_live_face_add(face, 0, &frame, f / 60.0);
        mien_live_face_sample(face, f / 60.0, values);
    }
    is_counting = false;
    CHECK_INT(calls, 0);
    mien_live_face_destroy(face);
}

CHECK_MAIN
{
    RUN(a_bad_network_makes_no_steps_and_no_drift);
    RUN(gaps_are_counted_by_the_senders_clock);
    RUN(a_lost_face_is_held_and_fades);
    RUN(senders_begin_again);
    RUN(names_are_bound_and_may_change);
    RUN(each_curve_has_one_writer);
    RUN(a_calibration_is_found_by_name);
    RUN(sampling_changes_nothing);
    RUN(counting_counts);
    RUN(adding_and_sampling_allocate_nothing);
}
