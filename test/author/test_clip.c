// SPDX-License-Identifier: MIT
//
// Editable clips: values on and between keys, beyond the ends, tangents that do
// not overshoot, bone tracks, refusals.

#include "support/check.h"

#include "mien_author/clip.h"
#include "sample/random.h"

#include <math.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static MienAuthorClipCurve curve_of(const MienAuthorKey *keys, int count)
{
    return (MienAuthorClipCurve){.name = "c", .key_count = count, .keys = keys};
}

TEST(between_keys)
{
    // Vector V17: flat tangents, and leaving at slope 2.
    const MienAuthorKey flat[2] = {{.interpolation = MIEN_AUTHOR_CUBIC}, {.time = 1.0, .value = 1.0f}};
    const MienAuthorKey steep[2] = {{.interpolation = MIEN_AUTHOR_CUBIC, .leave = 2.0f},
                                    {.time = 1.0, .value = 1.0f}};
    MienAuthorClipCurve curve = curve_of(flat, 2);
    CHECK_NEAR(mien_author_curve_evaluate(&curve, 0.25), 0.15625, 1e-7);
    curve = curve_of(steep, 2);
    CHECK_NEAR(mien_author_curve_evaluate(&curve, 0.5), 0.75, 1e-7);
    const MienAuthorKey mixed[3] = {{.value = 2.0f},
                                    {.time = 1.0, .value = 4.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                    {.time = 3.0, .value = 8.0f}};
    curve = curve_of(mixed, 3);
    static const double points[][2] = {{-1.0, 2.0}, {0.0, 2.0}, {0.999, 2.0}, {1.0, 4.0},
                                       {2.0, 6.0},  {3.0, 8.0}, {9.0, 8.0},   {NAN, 2.0}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; ++i)
        CHECK_NEAR(mien_author_curve_evaluate(&curve, points[i][0]), points[i][1], 1e-6);
    curve = curve_of(NULL, 0);
    CHECK(mien_author_curve_evaluate(&curve, 1.0) == 0.0f);
    CHECK(mien_author_curve_evaluate(NULL, 1.0) == 0.0f);
    curve = curve_of(mixed, 1);
    CHECK(mien_author_curve_evaluate(&curve, 7.0) == 2.0f);
}

TEST(two_keys_at_one_time)
{
    const MienAuthorKey keys[4] = {{.value = 1.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                   {.time = 1.0, .value = 2.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                   {.time = 1.0, .value = 5.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                   {.time = 2.0, .value = 6.0f}};
    const MienAuthorClipCurve curve = curve_of(keys, 4);
    CHECK_NEAR(mien_author_curve_evaluate(&curve, 1.0), 2.0, 1e-7);
    CHECK_NEAR(mien_author_curve_evaluate(&curve, 1.0 + 1e-9), 5.0, 1e-6);
    CHECK_NEAR(mien_author_curve_evaluate(&curve, 1.5), 5.5, 1e-6);
}

TEST(beyond_the_ends)
{
    const MienAuthorKey keys[3] = {{.time = 1.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                   {.time = 2.0, .value = 4.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                   {.time = 3.0, .value = 6.0f}};
    static const struct {
        MienAuthorBeyond beyond;
        double time, value;
    } rows[] = {
        {MIEN_AUTHOR_HOLD, 0.0, 0.0},          {MIEN_AUTHOR_HOLD, 9.0, 6.0},
        {MIEN_AUTHOR_SLOPE, 0.5, -2.0},        {MIEN_AUTHOR_SLOPE, 4.0, 8.0},
        {MIEN_AUTHOR_CYCLE, 3.5, 2.0},         {MIEN_AUTHOR_CYCLE, 7.5, 2.0},
        {MIEN_AUTHOR_CYCLE, 0.5, 5.0},         {MIEN_AUTHOR_CYCLE_OFFSET, 3.5, 8.0},
        {MIEN_AUTHOR_CYCLE_OFFSET, 5.5, 14.0}, {MIEN_AUTHOR_CYCLE_OFFSET, 0.5, -1.0},
        {MIEN_AUTHOR_OSCILLATE, 3.5, 5.0},     {MIEN_AUTHOR_OSCILLATE, 5.5, 2.0},
        {MIEN_AUTHOR_OSCILLATE, 0.5, 2.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        MienAuthorClipCurve curve = curve_of(keys, 3);
        curve.before = curve.after = rows[i].beyond;
        CHECK_NEAR(mien_author_curve_evaluate(&curve, rows[i].time), rows[i].value, 1e-6);
    }
    MienAuthorClipCurve curve = curve_of(keys, 3);
    curve.after = MIEN_AUTHOR_CYCLE;
    CHECK(isfinite(mien_author_curve_evaluate(&curve, 1e300)));
}

TEST(auto_tangents_never_overshoot)
{
    uint64_t random = 17;
    int points = 0;
    for (int round = 0; round < 2000; ++round) {
        MienAuthorKey keys[12];
        const int count = 2 + mien_random_index(&random, 11);
        double time = mien_random_between(&random, -5.0f, 5.0f);
        for (int k = 0; k < count; ++k) {
            const float value = mien_random_between(&random, -3.0f, 3.0f);
            keys[k] = (MienAuthorKey){
                .time = time, .value = value, .interpolation = MIEN_AUTHOR_CUBIC, .is_auto = true};
            time += mien_random_between(&random, 0.001f, 2.0f);
        }
        mien_author_keys_set_auto(keys, count);
        const MienAuthorClipCurve curve = curve_of(keys, count);
        for (int k = 0; k + 1 < count; ++k) {
            const double low = fmin(keys[k].value, keys[k + 1].value),
                         high = fmax(keys[k].value, keys[k + 1].value);
            for (int i = 0; i <= 16; ++i, ++points) {
                const double at = keys[k].time + (keys[k + 1].time - keys[k].time) * i / 16.0;
                const double value = mien_author_curve_evaluate(&curve, at);
                CHECK(value >= low - 1e-5 && value <= high + 1e-5);
            }
        }
    }
    printf("auto tangents: %d points within their keys\n", points);
    MienAuthorKey manual = {.arrive = 3.0f, .leave = 4.0f};
    mien_author_keys_set_auto(&manual, 1);
    CHECK(manual.arrive == 3.0f && manual.leave == 4.0f);
}

static void check_refused(const MienAuthorClip *clip, const char *place)
{
    MienError error = {0};
    CHECK_STATUS(mien_author_clip_check(clip, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, place);
}

TEST(bone_tracks_of_keys)
{
    MienTransform samples[3];
    for (int i = 0; i < 3; ++i) {
        samples[i] = mien_transform_identity();
        samples[i].translation.x = (float)(2 * i);
    }
    const double times[3] = {0.5, 1.0, 1.0};
    MienAuthorClipTrack track = {.bone = "jaw", .sample_count = 3, .samples = samples, .times = times};
    MienAuthorClip clip = {.rate = 30, .length = 2.0, .track_count = 1, .tracks = &track};
    CHECK(mien_author_clip_check(&clip, NULL) == MIEN_OK);
    const double when[7] = {-1.0, 0.5, 0.75, 0.999999999, 1.0, 7.0, NAN};
    const double blended[7] = {0.0, 0.0, 1.0, 2.0, 4.0, 4.0, 0.0};
    const double stepped[7] = {0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 0.0};
    for (int i = 0; i < 7; ++i) {
        track.is_stepped = false;
        CHECK_NEAR(mien_author_track_evaluate(&clip, 0, when[i]).translation.x, blended[i], 1e-6);
        track.is_stepped = true;
        CHECK(mien_author_track_evaluate(&clip, 0, when[i]).translation.x == (float)stepped[i]);
    }
    const double bad_times[3] = {0.5, 0.4, 1.0};
    track.times = bad_times;
    check_refused(&clip, "tracks[0].times[1]");
}

TEST(bone_tracks)
{
    const float half = 0.70710678f;
    const MienTransform samples[3] = {
        {.rotation = {0, 0, 0, 1}, .translation = {0, 0, 0}, .scale = {1, 1, 1}},
        {.rotation = {-half, 0, 0, -half}, .translation = {2, 0, 0}, .scale = {3, 1, 1}},
        {.rotation = {half, 0, 0, half}, .translation = {4, 0, 0}, .scale = {3, 1, 1}}};
    MienAuthorClipTrack track = {.bone = "jaw", .sample_count = 3, .samples = samples};
    MienAuthorClip clip = {.rate = 2, .length = 1.0, .track_count = 1, .tracks = &track};
    CHECK_STATUS(mien_author_clip_check(&clip, NULL), MIEN_OK);
    MienTransform bone = mien_author_track_evaluate(&clip, 0, 0.25);
    CHECK_NEAR(bone.rotation.x, 0.38268343, 1e-6); // the short way, half of 90 degrees
    CHECK_NEAR(bone.translation.x, 1.0, 1e-6);
    CHECK_NEAR(bone.scale.x, 2.0, 1e-6);
    CHECK(mien_author_track_evaluate(&clip, 0, -3.0).translation.x == 0.0f);
    CHECK(mien_author_track_evaluate(&clip, 0, 99.0).translation.x == 4.0f);
    CHECK(mien_author_track_evaluate(&clip, 0, NAN).translation.x == 0.0f);
    CHECK(mien_author_track_evaluate(&clip, 1, 0.0).rotation.w == 1.0f);
    track.is_stepped = true;
    CHECK(mien_author_track_evaluate(&clip, 0, 0.2).translation.x == 0.0f);
    CHECK(mien_author_track_evaluate(&clip, 0, 0.3).translation.x == 2.0f);
    clip.rate = 30000;
    clip.rate_divisor = 1001;
    track.is_stepped = false;
    CHECK_NEAR(mien_author_track_evaluate(&clip, 0, 1001.0 / 30000.0).translation.x, 2.0, 1e-5);
}

TEST(rounding_of_the_caller)
{
#if defined(__SSE2__)
    const MienAuthorKey keys[2] = {{.interpolation = MIEN_AUTHOR_LINEAR}, {.time = 1.0, .value = 1.0f}};
    const MienAuthorClipCurve curve = curve_of(keys, 2);
    const float expected = mien_author_curve_evaluate(&curve, 0.1);
    const unsigned control = _mm_getcsr();
    _mm_setcsr((control & ~0x6000u) | 0x6000u); // toward zero: 0.1's nearest float lies above it
    const float value = mien_author_curve_evaluate(&curve, 0.1);
    _mm_setcsr(control);
    CHECK(memcmp(&value, &expected, sizeof value) == 0);
    CHECK((double)expected > 0.1);
#else
    SKIP("no control word here");
#endif
}

TEST(refusals)
{
    MienAuthorKey keys[2] = {{.time = 0.0}, {.time = 1.0}};
    MienAuthorClipCurve curve = curve_of(keys, 2);
    MienTransform sample = mien_transform_identity();
    MienAuthorClipTrack track = {.bone = "jaw", .sample_count = 1, .samples = &sample};
    MienAuthorClipEvent event = {.name = "blink", .time = 0.5};
    const MienAuthorClip good = {.rate = 30,
                                 .length = 1.0,
                                 .curve_count = 1,
                                 .curves = &curve,
                                 .track_count = 1,
                                 .tracks = &track,
                                 .event_count = 1,
                                 .events = &event};
    MienAuthorClip clip = good;
    CHECK_STATUS(mien_author_clip_check(&clip, NULL), MIEN_OK);
    CHECK_STATUS(mien_author_clip_check(NULL, NULL), MIEN_ERROR_ARGUMENT);
    clip.curves = NULL;
    CHECK_STATUS(mien_author_clip_check(&clip, NULL), MIEN_ERROR_ARGUMENT);
    clip = good;
    clip.curve_count = 70000;
    CHECK_STATUS(mien_author_clip_check(&clip, NULL), MIEN_ERROR_LIMIT);
    clip = good;
    clip.rate = 0;
    check_refused(&clip, "rate");
    clip = good;
    clip.length = 86401.0;
    check_refused(&clip, "length");
    clip = good;
    clip.sound_offset = NAN;
    check_refused(&clip, "sound_offset");
    keys[1].time = -1.0;
    check_refused(&good, "curves[0].keys[1].time");
    keys[1].time = 1.0;
    keys[0].leave = INFINITY;
    check_refused(&good, "curves[0].keys[0]");
    keys[0].leave = 0.0f;
    keys[0].interpolation = (MienAuthorInterpolation)7;
    check_refused(&good, "curves[0].keys[0].interpolation");
    keys[0].interpolation = MIEN_AUTHOR_CUBIC;
    curve.after = (MienAuthorBeyond)9;
    check_refused(&good, "curves[0]");
    curve.after = MIEN_AUTHOR_HOLD;
    curve.name = " c";
    check_refused(&good, "curves[0].name");
    curve.name = "c";
    curve.keys = NULL;
    check_refused(&good, "curves[0].keys");
    curve.keys = keys;
    track.bone = NULL;
    check_refused(&good, "tracks[0].bone");
    track.bone = "jaw";
    track.sample_count = 0;
    check_refused(&good, "tracks[0].samples");
    track.sample_count = 1;
    sample.rotation.w = 2.0f;
    check_refused(&good, "tracks[0].samples[0]");
    sample.rotation.w = 1.0f;
    event.name = "";
    check_refused(&good, "events[0].name");
    event.name = "blink";
    event.time = 1e9;
    check_refused(&good, "events[0].time");
}

CHECK_MAIN
{
    RUN(between_keys);
    RUN(two_keys_at_one_time);
    RUN(beyond_the_ends);
    RUN(auto_tangents_never_overshoot);
    RUN(bone_tracks);
    RUN(bone_tracks_of_keys);
    RUN(rounding_of_the_caller);
    RUN(refusals);
}
