// SPDX-License-Identifier: MIT
//
// What modifiers compute: scaled, clamped, smoothed and resampled curves, against
// plain definitions, between keys as well.

#include "support/takes.h"

#include <math.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static const char *const all[] = {"*"};

/// One curve in a clip of one second at 30 frames, modified.
static MienAuthorClip *modify(const MienAuthorClipCurve *curve, double length, MienAuthorModifier modifier,
                              MienAuthorModifierReport *report)
{
    const MienAuthorClip source = {.rate = 30, .length = length, .curve_count = 1, .curves = curve};
    const MienAuthorModifiers list = {1, &modifier}, *const lists[] = {&list};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    modifier.names = all;
    modifier.name_count = 1;
    const MienAuthorModifying modifying = {.clip = &source, .lists = lists, .list_count = 1};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, report, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

static MienAuthorClipCurve curve_of(const MienAuthorKey *keys, int count)
{
    return (MienAuthorClipCurve){.name = "c", .key_count = count, .keys = keys};
}

/// Keys with jumps among them, from -0.25 to about 1.25 seconds.
static int random_keys(uint64_t *random, MienAuthorKey *keys, MienAuthorInterpolation most)
{
    const int count = 1 + mien_random_index(random, 12);
    double time = mien_random_between(random, -0.25f, 0.25f);
    for (int k = 0; k < count; ++k) {
        keys[k] = (MienAuthorKey){.time = time,
                                  .value = mien_random_between(random, -2.0f, 2.0f),
                                  .interpolation =
                                      (MienAuthorInterpolation)mien_random_index(random, (int)most + 1),
                                  .arrive = mien_random_between(random, -9.0f, 9.0f),
                                  .leave = mien_random_between(random, -9.0f, 9.0f)};
        if (mien_random_index(random, 6) > 0)
            time += mien_random_between(random, 0.001f, 0.3f);
    }
    return count;
}

static MienAuthorModifier scale_by(float gain, float offset)
{
    return (MienAuthorModifier){.kind = MIEN_AUTHOR_SCALE_CURVES, .gain = gain, .offset = offset};
}

TEST(scaling)
{
    uint64_t random = 3;
    for (int round = 0; round < 1000; ++round) {
        MienAuthorKey keys[12];
        MienAuthorClipCurve curve = curve_of(keys, random_keys(&random, keys, MIEN_AUTHOR_CUBIC));
        curve.before = (MienAuthorBeyond)mien_random_index(&random, 5);
        curve.after = (MienAuthorBeyond)mien_random_index(&random, 5);
        const float gain = mien_random_between(&random, -3, 3), offset = mien_random_between(&random, -3, 3);
        MienAuthorClip *clip = modify(&curve, 1.0, scale_by(gain, offset), NULL);
        CHECK(clip->curves[0].keys[0].leave == (float)((double)gain * (double)keys[0].leave));
        for (int i = -8; i <= 24; ++i) {
            const double plain = mien_author_curve_evaluate(&curve, i / 16.0);
            const double expected = (double)gain * plain + (double)offset;
            CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], i / 16.0), expected,
                       1e-5 * (1.0 + fabs(3.0 * plain)));
        }
        mien_author_clip_destroy(clip);
    }
}

TEST(scaling_at_the_edges)
{
    const MienAuthorKey keys[2] = {{.value = -0.0f, .leave = 1e-30f}, {.time = 1.0, .value = 9e8f}};
    MienAuthorClipCurve curve = curve_of(keys, 2);
    MienAuthorClip *clip = modify(&curve, 1.0, scale_by(1.0f, -0.0f), NULL);
    CHECK(memcmp(&clip->curves[0].keys[0].value, &keys[0].value, 4) == 0);
    CHECK(clip->curves[0].keys[0].leave == 1e-30f && clip->curves[0].keys[1].value == 9e8f);
    mien_author_clip_destroy(clip);

    // No keys is 0, and becomes the offset.
    MienAuthorModifierReport report;
    curve = curve_of(NULL, 0);
    clip = modify(&curve, 1.0, scale_by(2.0f, 0.5f), &report);
    CHECK(mien_author_curve_evaluate(&clip->curves[0], 0.3) == 0.5f);
    CHECK_INT(report.curves_touched, 1);
    mien_author_clip_destroy(clip);
    clip = modify(&curve, 1.0, scale_by(2.0f, 0.0f), &report);
    CHECK_INT(clip->curves[0].key_count, 0);
    CHECK_INT(report.curves_touched, 0);
    mien_author_clip_destroy(clip);

    curve = curve_of(keys, 2);
    const MienAuthorClip source = {.rate = 30, .length = 1.0, .curve_count = 1, .curves = &curve};
    MienAuthorModifier item = scale_by(2.0f, 0.0f);
    item.names = all;
    item.name_count = 1;
    const MienAuthorModifiers list = {1, &item}, *const lists[] = {&list};
    MienError error = {0};
    const MienAuthorModifying modifying = {.clip = &source, .lists = lists, .list_count = 1};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "lists[0].items[0], curves[0]");
    CHECK(clip == NULL);
}

static MienAuthorModifier clamp_to(float min, float max)
{
    return (MienAuthorModifier){.kind = MIEN_AUTHOR_CLAMP_CURVES, .min = min, .max = max};
}

static double limited(double value, double min, double max) { return fmin(fmax(value, min), max); }

/// Constant and linear segments, jumps, and all ends that stay within the values.
TEST(clamping_between_keys)
{
    static const MienAuthorBeyond ends[] = {MIEN_AUTHOR_HOLD, MIEN_AUTHOR_CYCLE, MIEN_AUTHOR_OSCILLATE};
    uint64_t random = 4;
    int points = 0, inserted = 0, untouched = 0;
    for (int round = 0; round < 2000; ++round) {
        MienAuthorKey keys[12];
        MienAuthorClipCurve curve = curve_of(keys, random_keys(&random, keys, MIEN_AUTHOR_LINEAR));
        curve.before = ends[mien_random_index(&random, 3)];
        curve.after = ends[mien_random_index(&random, 3)];
        const float min = mien_random_between(&random, -2, 0.5f);
        const float max = round % 10 == 0 ? min : min + mien_random_between(&random, 0, 3);
        MienAuthorModifierReport report;
        MienAuthorClip *clip = modify(&curve, 1.0, clamp_to(min, max), &report);
        const MienAuthorClipCurve *out = &clip->curves[0];
        inserted += out->key_count - curve.key_count;
        untouched += report.curves_touched == 0;
        CHECK((report.curves_touched == 0) == (out->keys == keys));
        for (int k = 0; k < out->key_count; ++k)
            CHECK(out->keys[k].value >= min && out->keys[k].value <= max);
        for (int i = 0; i <= 200; ++i, ++points) {
            // Off the keys: at a jump evaluation itself may round to either side.
            const double at = -0.2503 + i * 0.0075;
            const double expected = limited(mien_author_curve_evaluate(&curve, at), min, max);
            CHECK_NEAR(mien_author_curve_evaluate(out, at), expected, 2e-6);
        }
        MienAuthorClip *again = modify(out, 1.0, clamp_to(min, max), &report);
        CHECK(again->curves[0].keys == out->keys); // within bounds: untouched
        mien_author_clip_destroy(again);
        mien_author_clip_destroy(clip);
    }
    printf("clamping: %d points, %d keys inserted, %d curves untouched\n", points, inserted, untouched);
    CHECK(inserted > 2000 && untouched > 20);
}

TEST(clamping_crossings)
{
    const MienAuthorKey keys[2] = {{.value = -1.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                   {.time = 1.0, .value = 3.0f}};
    const MienAuthorClipCurve curve = curve_of(keys, 2);
    MienAuthorClip *clip = modify(&curve, 1.0, clamp_to(0.0f, 1.0f), NULL);
    static const double expected[4][2] = {{0.0, 0.0}, {0.25, 0.0}, {0.5, 1.0}, {1.0, 1.0}};
    CHECK_INT(clip->curves[0].key_count, 4);
    for (int k = 0; k < 4; ++k) {
        CHECK(clip->curves[0].keys[k].time == expected[k][0]);
        CHECK(clip->curves[0].keys[k].value == (float)expected[k][1]);
    }
    mien_author_clip_destroy(clip);
    const MienAuthorClipCurve empty = curve_of(NULL, 0);
    clip = modify(&empty, 1.0, clamp_to(0.5f, 1.0f), NULL);
    CHECK(mien_author_curve_evaluate(&clip->curves[0], 7.0) == 0.5f);
    mien_author_clip_destroy(clip);
    clip = modify(&empty, 1.0, clamp_to(-0.5f, 1.0f), NULL);
    CHECK_INT(clip->curves[0].key_count, 0);
    mien_author_clip_destroy(clip);
}

/// What leaves the bounds between keys is resampled at the clip's rate; what
/// cannot leave them stays as it is.
TEST(clamping_cubics_and_ends)
{
    MienAuthorKey keys[2] = {{.interpolation = MIEN_AUTHOR_CUBIC, .leave = 9.0f},
                             {.time = 1.0, .value = 1.0f}};
    MienAuthorClipCurve curve = curve_of(keys, 2);
    MienAuthorClip *clip = modify(&curve, 1.0, clamp_to(0.0f, 1.0f), NULL);
    CHECK(clip->curves[0].key_count >= 31);
    for (int i = 0; i <= 30; ++i)
        CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], i / 30.0),
                   limited(mien_author_curve_evaluate(&curve, i / 30.0), 0.0, 1.0), 1e-6);
    mien_author_clip_destroy(clip);
    keys[0].leave = 2.5f;
    clip = modify(&curve, 1.0, clamp_to(0.0f, 1.0f), NULL);
    CHECK(clip->curves[0].keys == keys);
    mien_author_clip_destroy(clip);

    keys[0].interpolation = MIEN_AUTHOR_LINEAR;
    static const MienAuthorBeyond ends[] = {MIEN_AUTHOR_SLOPE, MIEN_AUTHOR_CYCLE_OFFSET};
    for (int e = 0; e < 2; ++e) {
        curve.after = ends[e];
        clip = modify(&curve, 1.0, clamp_to(0.0f, 1.25f), NULL);
        CHECK(clip->curves[0].keys == keys); // keys beyond the clip do not matter
        mien_author_clip_destroy(clip);
        clip = modify(&curve, 3.0, clamp_to(0.0f, 1.25f), NULL);
        for (int i = 0; i <= 300; ++i)
            CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], i / 100.0), fmin(i / 100.0, 1.25), 1e-5);
        mien_author_clip_destroy(clip);
    }
}

static MienAuthorModifier smooth_by(double time_constant)
{
    return (MienAuthorModifier){.kind = MIEN_AUTHOR_SMOOTH_CURVES, .time_constant = time_constant};
}

TEST(smoothing_keeps_constants)
{
    static const float values[] = {0.0f, -0.0f, 1.0f, 0.1f, -0.3333333f, 1e9f, 1e-40f};
    uint64_t random = 6;
    for (size_t v = 0; v < sizeof values / sizeof values[0]; ++v) {
        MienAuthorKey keys[40];
        double time = 0.0;
        for (int k = 0; k < 40; ++k, time += mien_random_between(&random, 0.0f, 0.1f))
            keys[k] = (MienAuthorKey){.time = time, .value = values[v], .interpolation = MIEN_AUTHOR_LINEAR};
        const MienAuthorClipCurve curve = curve_of(keys, 40);
        MienAuthorClip *clip = modify(&curve, 1.0, smooth_by(0.07), NULL);
        CHECK_INT(clip->curves[0].key_count, 40);
        for (int k = 0; k < 40; ++k)
            CHECK(memcmp(&clip->curves[0].keys[k].value, &values[v], 4) == 0);
        mien_author_clip_destroy(clip);
    }
}

/// Away from the ends an impulse becomes a / (2 - a) * (1 - a)^|k| for a step of
/// a = 1 - e^(-dt / tau), and a ramp stays where it is: nothing lags.
TEST(smoothing_does_not_lag)
{
    enum { N = 401 };
    static MienAuthorKey keys[N];
    for (int k = 0; k < N; ++k)
        keys[k] = (MienAuthorKey){.time = k / 100.0, .interpolation = MIEN_AUTHOR_LINEAR};
    keys[200].value = 1.0f;
    const MienAuthorClipCurve curve = curve_of(keys, N);
    const double a = 1.0 - mien_exp(-0.01 / 0.05);
    MienAuthorClip *clip = modify(&curve, 4.0, smooth_by(0.05), NULL);
    for (int k = 0; k < N; ++k) {
        const MienAuthorKey *key = &clip->curves[0].keys[k];
        CHECK(key->time == keys[k].time && key->interpolation == MIEN_AUTHOR_LINEAR);
        CHECK_NEAR(key->value, a / (2.0 - a) * mien_pow(1.0 - a, abs(k - 200)), 1e-7);
    }
    mien_author_clip_destroy(clip);
    for (int k = 0; k < N; ++k)
        keys[k].value = (float)k / 100.0f;
    clip = modify(&curve, 4.0, smooth_by(0.05), NULL);
    for (int k = 150; k <= 250; ++k)
        CHECK_NEAR(clip->curves[0].keys[k].value, k / 100.0, 1e-6);
    mien_author_clip_destroy(clip);
}

/// Uneven steps, against the definition; and reversed time gives the result
/// reversed, to the bit.
TEST(smoothing_uneven_steps)
{
    enum { N = 12 };
    uint64_t random = 8;
    for (int round = 0; round < 300; ++round) {
        MienAuthorKey keys[N], reversed[N];
        double v[N], w[N], part[N];
        for (int k = 0, time = 0; k < N; ++k) {
            keys[k] = (MienAuthorKey){.time = time / 64.0,
                                      .value = mien_random_between(&random, -1, 1),
                                      .interpolation = MIEN_AUTHOR_LINEAR};
            time += mien_random_index(&random, 8); // sometimes two at one time
        }
        const double end = keys[N - 1].time, tau = 0.01 + (double)mien_random_unit(&random);
        for (int k = 0; k < N; ++k) {
            reversed[k] = keys[N - 1 - k];
            reversed[k].time = end - keys[N - 1 - k].time;
            v[k] = w[k] = keys[k].value;
            part[k] = k > 0 ? 1.0 - mien_exp(-(keys[k].time - keys[k - 1].time) / tau) : 0.0;
        }
        for (int k = 1; k < N; ++k)
            v[k] = v[k - 1] + part[k] * (v[k] - v[k - 1]);
        for (int k = N - 2; k >= 0; --k) {
            v[k] = v[k + 1] + part[k + 1] * (v[k] - v[k + 1]);
            w[k] = w[k + 1] + part[k + 1] * (w[k] - w[k + 1]);
        }
        for (int k = 1; k < N; ++k)
            w[k] = w[k - 1] + part[k] * (w[k] - w[k - 1]);
        const MienAuthorClipCurve one = curve_of(keys, N), other = curve_of(reversed, N);
        MienAuthorClip *a = modify(&one, 1.0, smooth_by(tau), NULL),
                       *b = modify(&other, 1.0, smooth_by(tau), NULL);
        for (int k = 0; k < N; ++k) {
            CHECK_NEAR(a->curves[0].keys[k].value, 0.5 * (v[k] + w[k]), 1e-7);
            CHECK(memcmp(&a->curves[0].keys[k].value, &b->curves[0].keys[N - 1 - k].value, 4) == 0);
        }
        mien_author_clip_destroy(a);
        mien_author_clip_destroy(b);
    }
}

/// What is not lines is resampled first; a time constant of 0 changes nothing.
TEST(smoothing_other_curves)
{
    MienAuthorKey keys[3] = {{.interpolation = MIEN_AUTHOR_LINEAR},
                             {.time = 0.5, .value = 1.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                             {.time = 0.8}};
    MienAuthorClipCurve curve = curve_of(keys, 3);
    MienAuthorModifierReport report;
    MienAuthorClip *clip = modify(&curve, 1.0, smooth_by(0.0), &report);
    CHECK(clip->curves[0].keys == keys && report.curves_touched == 0);
    mien_author_clip_destroy(clip);
    for (int way = 0; way < 4; ++way) {
        keys[1].interpolation = way == 0   ? MIEN_AUTHOR_CUBIC
                                : way == 1 ? MIEN_AUTHOR_CONSTANT
                                           : MIEN_AUTHOR_LINEAR;
        curve.after = way == 2 ? MIEN_AUTHOR_CYCLE : MIEN_AUTHOR_HOLD;
        clip = modify(&curve, 1.0, smooth_by(0.05), &report);
        CHECK_INT(clip->curves[0].key_count, way == 3 ? 3 : 31);
        CHECK_INT(clip->curves[0].after, MIEN_AUTHOR_HOLD);
        CHECK_INT(report.curves_touched, 1);
        mien_author_clip_destroy(clip);
    }
}

static MienAuthorModifier resample_to(int rate, int divisor)
{
    return (MienAuthorModifier){.kind = MIEN_AUTHOR_RESAMPLE_CURVES, .rate = rate, .rate_divisor = divisor};
}

TEST(resampling)
{
    static const struct {
        double length;
        int rate, divisor, count;
    } rows[] = {{1.0, 60, 0, 61},
                {1.0, 0, 0, 31}, // the clip's
                {1.0, 24, 1, 25},
                {1.01, 24, 1, 26}, // the end too
                {0.0, 24, 1, 1},
                {1001.0 * 71.0 / 30000.0, 30000, 1001, 72},
                {0x1.0000000000001p0, 24, 1, 25}, // a rounding beyond the last frame
                {2.5, 1, 1, 4},
                {0.001, 1000, 1, 2}};
    uint64_t random = 9;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        MienAuthorKey keys[12];
        MienAuthorClipCurve curve = curve_of(keys, random_keys(&random, keys, MIEN_AUTHOR_CUBIC));
        curve.before = curve.after = (MienAuthorBeyond)(i % 5);
        MienAuthorModifierReport report;
        MienAuthorClip *clip =
            modify(&curve, rows[i].length, resample_to(rows[i].rate, rows[i].divisor), &report);
        const MienAuthorClipCurve *out = &clip->curves[0];
        const int rate = rows[i].rate > 0 ? rows[i].rate : 30,
                  divisor = rows[i].divisor > 0 ? rows[i].divisor : 1;
        CHECK_INT(out->key_count, rows[i].count);
        CHECK(out->before == MIEN_AUTHOR_HOLD && out->after == MIEN_AUTHOR_HOLD);
        CHECK_INT(report.curves_touched, 1);
        for (int k = 0; k < out->key_count; ++k) {
            const bool is_end = k > 0 && k == out->key_count - 1;
            CHECK(out->keys[k].time == (is_end ? rows[i].length : (double)k * divisor / rate));
            CHECK(out->keys[k].value == mien_author_curve_evaluate(&curve, out->keys[k].time));
            CHECK(out->keys[k].interpolation == MIEN_AUTHOR_LINEAR && !out->keys[k].is_auto);
        }
        mien_author_clip_destroy(clip);
    }
}

static void check_fails(const MienAuthorClip *source, MienAuthorModifier item, MienStatus status)
{
    item.names = all;
    item.name_count = 1;
    const MienAuthorModifiers list = {1, &item}, *const lists[] = {&list};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    const MienAuthorModifying modifying = {.clip = source, .lists = lists, .list_count = 1};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, NULL, &error), status);
    CHECK_STR(error.location, "lists[0].items[0]");
    CHECK(clip == NULL);
}

TEST(resampling_needs_a_rate)
{
    const MienAuthorKey keys[2] = {{.interpolation = MIEN_AUTHOR_CUBIC}, {.time = 1.0, .value = 3.0f}};
    const MienAuthorClipCurve curve = curve_of(keys, 2);
    MienAuthorClip source = {.length = 1.0, .curve_count = 1, .curves = &curve};
    check_fails(&source, resample_to(0, 0), MIEN_ERROR_DATA);
    check_fails(&source, smooth_by(0.1), MIEN_ERROR_DATA);
    check_fails(&source, clamp_to(0.0f, 1.0f), MIEN_ERROR_DATA);
    source.rate = 1001; // a clip may, but it would be a great many keys
    check_fails(&source, smooth_by(0.1), MIEN_ERROR_LIMIT);
    source.rate = INT32_MAX;
    source.rate_divisor = 1;
    source.length = 86400.0;
    check_fails(&source, resample_to(0, 0), MIEN_ERROR_LIMIT);
    source = (MienAuthorClip){
        .rate = 1, .rate_divisor = INT32_MAX, .length = 1.0, .curve_count = 1, .curves = &curve};
    MienAuthorModifier item = resample_to(0, 0);
    item.names = all;
    item.name_count = 1;
    const MienAuthorModifiers list = {1, &item}, *const lists[] = {&list};
    MienAuthorClip *clip = NULL;
    const MienAuthorModifying modifying = {.clip = &source, .lists = lists, .list_count = 1};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, NULL, NULL), MIEN_OK);
    CHECK_INT(clip->curves[0].key_count, 1); // less than a thousandth of a frame long
    mien_author_clip_destroy(clip);
}

/// Rounds toward zero, or to nearest again; where there is no control word to set,
/// does nothing.
static void round_toward_zero(bool is_so)
{
#if defined(__SSE2__)
    _mm_setcsr((_mm_getcsr() & ~0x6000u) | (is_so ? 0x6000u : 0));
#else
    (void)is_so;
#endif
}

/// The take through everything that computes.
static ClipBytes computed(bool is_toward_zero)
{
    const MienAuthorModifier items[] = {
        {.kind = MIEN_AUTHOR_SCALE_CURVES, .names = all, .name_count = 1, .gain = 1.1f, .offset = 0.01f},
        {.kind = MIEN_AUTHOR_CLAMP_CURVES, .names = all, .name_count = 1, .max = 1.0f},
        {.kind = MIEN_AUTHOR_SMOOTH_CURVES, .names = all, .name_count = 1, .time_constant = 0.03},
        {.kind = MIEN_AUTHOR_RESAMPLE_CURVES,
         .names = all,
         .name_count = 1,
         .rate = 30000,
         .rate_divisor = 1001},
        {.kind = MIEN_AUTHOR_RESAMPLE_TRACKS, .names = all, .name_count = 1, .rate = 50},
        {.kind = MIEN_AUTHOR_MIRROR_SIDES}};
    const MienAuthorModifiers list = {sizeof items / sizeof items[0], items}, *const lists[] = {&list};
    const Take *take = take_make();
    MienAuthorClip *clip = NULL;
    round_toward_zero(is_toward_zero);
    const MienAuthorModifying modifying = {.clip = &take->clip, .lists = lists, .list_count = 1};
    const MienStatus status = mien_author_modifiers_apply(&modifying, &clip, NULL, NULL);
    round_toward_zero(false);
    CHECK_STATUS(status, MIEN_OK);
    const ClipBytes bytes = clip_bytes(clip);
    mien_author_clip_destroy(clip);
    return bytes;
}

/// One number for every compiler and processor, and whatever rounding is set.
TEST(the_same_bits_everywhere)
{
    for (int way = 0; way < 2; ++way) {
        const ClipBytes bytes = computed(way == 1);
        uint64_t hash = 0xCBF29CE484222325u;
        for (size_t i = 0; i < bytes.size; ++i)
            hash = (hash ^ bytes.data[i]) * 0x100000001B3u;
        printf("modified take: %zu bytes, %016" PRIx64 "\n", bytes.size, hash);
        CHECK(hash == UINT64_C(0x7a47386aa3bb74a4));
        free(bytes.data);
    }
}

CHECK_MAIN
{
    RUN(scaling);
    RUN(scaling_at_the_edges);
    RUN(clamping_between_keys);
    RUN(clamping_crossings);
    RUN(clamping_cubics_and_ends);
    RUN(smoothing_keeps_constants);
    RUN(smoothing_does_not_lag);
    RUN(smoothing_uneven_steps);
    RUN(smoothing_other_curves);
    RUN(resampling);
    RUN(resampling_needs_a_rate);
    RUN(the_same_bits_everywhere);
}
