// SPDX-License-Identifier: MIT
//
// Smoothing: a still face is still, a blink keeps its height and time, a small step is followed. The
// noise is that of real takes, and made at rates that no take has.

#include "core/float_rules.h"

#include "support/check.h"
#include "support/solving.h"

#include "mien_live/filter.h"

typedef struct Sum {
    double count, sum, squares;
} Sum;

static void sum_add(Sum *sum, double value)
{
    sum->count += 1;
    sum->sum += value;
    sum->squares += value * value;
}

static double sum_deviation(const Sum *sum)
{
    const double mean = sum->sum / sum->count;
    return sqrt(fmax(sum->squares / sum->count - mean * mean, 0));
}

/// How much of the noise of a still curve is left after five seconds.
static double still_part(const float *values, int count, double rate, float noise_given)
{
    const MienLiveFilterDesc desc = {.noise = noise_given};
    MienLiveFilter filter = {0};
    Sum in = {0}, out = {0};
    for (int i = 0; i < count; ++i) {
        const float smooth = mien_live_filter_run(&desc, &filter, values[i], (float)(1 / rate));
        if (i >= 5 * rate) {
            sum_add(&in, (double)values[i]);
            sum_add(&out, (double)smooth);
        }
    }
    return sum_deviation(&out) / sum_deviation(&in);
}

/// A still curve with noise that lasts: tau seconds, 0 for none.
static float *make_still(int count, double rate, double deviation, double tau, uint64_t seed)
{
    float *values = calloc((size_t)count, sizeof *values);
    const double keep = tau > 0 ? exp(-1 / (rate * tau)) : 0;
    double state = (double)noise(&seed, deviation);
    for (int i = 0; i < count; ++i) {
        values[i] = 0.3f + (float)state;
        state = keep * state + sqrt(1 - keep * keep) * (double)noise(&seed, deviation);
    }
    return values;
}

static const double rates[] = {30, 60, 120};

TEST(a_still_curve_keeps_a_tenth_of_its_noise)
{
    static const double deviations[] = {0.0003, 0.0007, 0.0015, 0.004}, taus[] = {0, 0.06};
    double worst = 0;
    for (int r = 0; r < 3; ++r)
        for (int d = 0; d < 4; ++d)
            for (int t = 0; t < 2; ++t) {
                double mean = 0;
                for (uint64_t seed = 1; seed <= 8; ++seed) {
                    const int count = (int)(60 * rates[r]);
                    float *values = make_still(count, rates[r], deviations[d], taus[t], seed * 77);
                    mean += still_part(values, count, rates[r],
                                       deviations[d] > 0.0015 ? (float)deviations[d] : 0) /
                            8;
                    free(values);
                }
                worst = mean > worst ? mean : worst;
                CHECK(mean <= 0.1);
            }
    printf("made noise: at most %.3f of it is left\n", worst);
}

/// The noise of a curve in a take: its still seconds, one after the other, each around the same value.
static int gather_noise(const MienAuthorClipCurve *curve, float *out, int room)
{
    enum { WINDOW = 30 };
    int count = 0;
    for (int k = 0; k + WINDOW <= curve->key_count && count + WINDOW <= room; k += WINDOW) {
        float low = curve->keys[k].value, high = low;
        double sum = 0, slope = 0, squares = 0;
        for (int i = 0; i < WINDOW; ++i) {
            const float value = curve->keys[k + i].value;
            low = value < low ? value : low;
            high = value > high ? value : high;
            sum += (double)value;
            slope += (double)value * (i - (WINDOW - 1) / 2.0);
            squares += (i - (WINDOW - 1) / 2.0) * (i - (WINDOW - 1) / 2.0);
        }
        if (high - low > 0.008f || high - low < 1e-5f)
            continue;
        for (int i = 0; i < WINDOW; ++i)
            out[count++] = (float)(0.3 + (double)curve->keys[k + i].value - sum / WINDOW -
                                   slope / squares * (i - (WINDOW - 1) / 2.0));
    }
    return count;
}

TEST(the_noise_of_a_take_is_smoothed)
{
    MienAuthorClip *clip = read_curves("curves/livelinkface/alex_rom_3.csv");
    if (clip == NULL)
        SKIP("no data");
    enum { ROOM = 4096 };
    float *values = calloc(ROOM, sizeof *values);
    double mean = 0, deviation = 0;
    int curves = 0;
    for (int c = 0; c < clip->curve_count; ++c) {
        const int count = gather_noise(&clip->curves[c], values, ROOM);
        if (count < 30 * 10)
            continue;
        Sum sum = {0};
        for (int i = 0; i < count; ++i)
            sum_add(&sum, (double)values[i]);
        mean += still_part(values, count, 30, 0);
        deviation += sum_deviation(&sum);
        ++curves;
    }
    CHECK(curves > 20);
    mean /= curves;
    printf("noise of a take: %d curves, deviation %.5f, %.3f of it is left\n", curves, deviation / curves,
           mean);
    CHECK(mean <= 0.1);
    free(values);
    mien_author_clip_destroy(clip);
}

/// Where the largest value is.
static int find_peak(const float *values, int count)
{
    int at = 0;
    for (int i = 1; i < count; ++i)
        at = values[i] > values[at] ? i : at;
    return at;
}

TEST(a_blink_keeps_its_height_and_its_time)
{
    enum { MOST = 600 };
    float blink[MOST], smooth[MOST];
    for (int r = 0; r < 3; ++r)
        for (int phase = 0; phase < 10; ++phase) {
            const int count = (int)(4 * rates[r]);
            const MienLiveFilterDesc desc = {0};
            MienLiveFilter filter = {0};
            uint64_t seed = (uint64_t)phase + 5;
            for (int i = 0; i < count; ++i) {
                const double t = (i + phase / 10.0) / rates[r] - 3;
                blink[i] = (t > 0 && t < 0.15 ? (float)(0.5 - 0.5 * cos(2 * 3.14159265 * t / 0.15)) : 0) +
                           0.05f + noise(&seed, 0.001);
                smooth[i] = mien_live_filter_run(&desc, &filter, blink[i], (float)(1 / rates[r]));
            }
            const int peak = find_peak(blink, count), found = find_peak(smooth, count);
            CHECK(smooth[found] - 0.05f >= 0.95f * (blink[peak] - 0.05f));
            CHECK(abs(found - peak) <= 1);
        }
}

TEST(a_small_step_is_followed_within_a_tenth_of_a_second)
{
    double slowest = 0;
    for (int r = 0; r < 3; ++r)
        for (uint64_t seed = 1; seed <= 20; ++seed) {
            const MienLiveFilterDesc desc = {0};
            MienLiveFilter filter = {0};
            uint64_t state = seed;
            const int step = (int)(3 * rates[r]);
            int followed = -1;
            for (int i = 0; i < step + (int)rates[r]; ++i) {
                const float value = (i < step ? 0.3f : 0.35f) + noise(&state, 0.001);
                const float smooth = mien_live_filter_run(&desc, &filter, value, (float)(1 / rates[r]));
                if (i >= step && followed < 0 && smooth >= 0.345f)
                    followed = i - step;
            }
            CHECK(followed >= 0 && followed / rates[r] <= 0.1);
            slowest = followed / rates[r] > slowest ? followed / rates[r] : slowest;
        }
    printf("a step of 0.05: 90 %% after %.0f ms\n", 1000 * slowest);
}

TEST(a_slow_motion_lags_by_less_than_a_hundredth)
{
    const MienLiveFilterDesc desc = {0};
    MienLiveFilter filter = {0};
    for (int i = 0; i < 600; ++i) {
        const float value = 0.02f * (float)i / 60.0f;
        CHECK_NEAR((double)mien_live_filter_run(&desc, &filter, value, 1 / 60.0f), (double)value, 0.01);
    }
}

TEST(bad_values_and_times_do_no_harm)
{
    const MienLiveFilterDesc desc = {0}, odd = {.noise = NAN, .still_hz = INFINITY, .moving_hz = -1},
                             off = {.is_off = true};
    MienLiveFilter filter = {0};
    CHECK(mien_live_filter_run(&desc, &filter, 0.5f, 0) == 0.5f);
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f};
    for (int i = 0; i < 4; ++i)
        CHECK(mien_live_filter_run(&desc, &filter, bad[i], 0.01f) == 0.5f);
    static const float times[] = {NAN, INFINITY, -1, 0, 1e30f};
    for (int i = 0; i < 5; ++i) {
        const float value = mien_live_filter_run(i % 2 ? &odd : &desc, &filter, 0.6f, times[i]);
        CHECK(value >= 0.5f && value <= 0.6f);
    }
    CHECK(mien_live_filter_run(&off, &filter, 0.1f, 0.01f) == 0.1f);
}

CHECK_MAIN
{
    RUN(a_still_curve_keeps_a_tenth_of_its_noise);
    RUN(the_noise_of_a_take_is_smoothed);
    RUN(a_blink_keeps_its_height_and_its_time);
    RUN(a_small_step_is_followed_within_a_tenth_of_a_second);
    RUN(a_slow_motion_lags_by_less_than_a_hundredth);
    RUN(bad_values_and_times_do_no_harm);
}
