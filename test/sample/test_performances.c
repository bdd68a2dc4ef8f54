// SPDX-License-Identifier: MIT
//
// Performances made in code are what they promise, and the same on every platform.
// Prints what each is like.

#include "support/clips.h"

#include "sample/performances.h"

static void hash_performance(const MienSamplePerformanceOptions *options, char text[65])
{
    MienAuthorClip *clip = mien_sample_performance_create(options);
    CHECK(clip != NULL);
    if (clip != NULL)
        hash_clip(clip, NULL, text);
    mien_author_clip_destroy(clip);
}

static const char *const capture_names[] = {"clean", "gated", "noisy"};

static MienSampleClipStatistics print_performance(const MienAuthorClip *clip,
                                                  const MienSamplePerformanceOptions *options)
{
    const MienSampleClipStatistics s = mien_sample_clip_statistics(clip);
    printf("%s, %d curves, seed %d: %d frames, raw %.0f B/s, zeros %.2f %%, changing %.2f %%, entropy %.4f "
           "bits\n",
           capture_names[options->capture], clip->curve_count, (int)options->seed, s.frame_count,
           s.raw_bytes_per_second, 100.0 * s.zeros, 100.0 * s.changing, s.entropy);
    return s;
}

/// Between 0 and 1, and a linear key on every frame.
static void check_keys(const MienAuthorClip *clip, int rate, int frame_count)
{
    int faults = 0;
    for (int c = 0; c < clip->curve_count; ++c) {
        CHECK_INT(clip->curves[c].key_count, frame_count);
        for (int k = 0; k < clip->curves[c].key_count; ++k) {
            const MienAuthorKey *key = &clip->curves[c].keys[k];
            faults += !(key->value >= 0.0f && key->value <= 1.0f);
            faults += key->time != (double)k / rate || key->interpolation != MIEN_AUTHOR_LINEAR;
        }
    }
    CHECK_INT(faults, 0);
    CHECK(clip->length == (double)(frame_count - 1) / rate);
}

/// The hashes were printed by the first platform; all others must agree.
TEST(performances_are_pinned)
{
    static const char *const hashes[] = {
        "403d47089befdf7f211b1e7b34111c9e035850019db8579cf50ec1871449d30c",
        "cb90c1abed88e2d8508b3c9c69fdcfe5a531f91f3bb17af57670e91ea9b7aa05",
        "4cc2fc0c774a118b3f57c200201ad19b176d86234c1eb6d6655b964d00e93b34",
    };
    for (int kind = 0; kind < 3; ++kind) {
        const MienSamplePerformanceOptions options = {.seed = 1, .capture = (MienSampleCapture)kind};
        MienAuthorClip *clip = mien_sample_performance_create(&options);
        char text[65], again[65];
        CHECK(clip != NULL);
        if (clip == NULL)
            return;
        CHECK_INT(clip->curve_count, 52);
        CHECK_STR(clip->curves[0].name, "eyeBlinkLeft");
        CHECK_STR(clip->curves[51].name, "tongueOut");
        check_clip(clip);
        check_keys(clip, 60, 3600);
        hash_clip(clip, NULL, text);
        CHECK_STR(text, hashes[kind]);
        mien_author_clip_destroy(clip);
        hash_performance(&options, again);
        CHECK_STR(again, text);
    }
}

TEST(most_values_are_zero)
{
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        for (int kind = 0; kind < 3; ++kind) {
            const MienSamplePerformanceOptions options = {.seed = seed, .capture = (MienSampleCapture)kind};
            MienAuthorClip *clip = mien_sample_performance_create(&options);
            const MienSampleClipStatistics s = print_performance(clip, &options);
            CHECK(kind == MIEN_SAMPLE_NOISY || (s.zeros > 0.78 && s.zeros < 0.84));
            CHECK(kind != MIEN_SAMPLE_NOISY || s.zeros < 0.5);
            CHECK(s.changing > 0.05 && s.changing < (kind == MIEN_SAMPLE_NOISY ? 1.0 : 0.22));
            CHECK(s.raw_bytes_per_second == 12480.0);
            mien_author_clip_destroy(clip);
        }
    }
}

/// Captures differ by no more than noise, and only where they should.
TEST(captures_are_of_one_performance)
{
    MienAuthorClip *clips[3];
    for (int kind = 0; kind < 3; ++kind)
        clips[kind] = mien_sample_performance_create(
            &(MienSamplePerformanceOptions){.seed = 7, .seconds = 10, .capture = (MienSampleCapture)kind});
    int gated = 0, noisy = 0, far = 0;
    for (int c = 0; c < 52; ++c) {
        for (int k = 0; k < 600; ++k) {
            const float value = clips[0]->curves[c].keys[k].value;
            const float gated_value = clips[1]->curves[c].keys[k].value;
            const float noisy_value = clips[2]->curves[c].keys[k].value;
            gated += gated_value != (value != 0.0f ? noisy_value : 0.0f);
            noisy += noisy_value != value;
            far += noisy_value < value - 0.03f || noisy_value > value + 0.03f;
        }
    }
    CHECK_INT(gated, 0);
    CHECK_INT(far, 0);
    CHECK(noisy > 52 * 600 / 3);
    for (int kind = 0; kind < 3; ++kind)
        mien_author_clip_destroy(clips[kind]);
}

TEST(further_curves_go_along)
{
    const MienSamplePerformanceOptions few = {.seed = 3}, many = {.seed = 3, .curve_count = 250};
    MienAuthorClip *a = mien_sample_performance_create(&few), *b = mien_sample_performance_create(&many);
    char text[65];
    check_clip(b);
    check_keys(b, 60, 3600);
    const MienSampleClipStatistics s = print_performance(b, &many);
    CHECK(s.zeros > 0.77 && s.zeros < 0.85);
    CHECK_STR(b->curves[52].name, "eyeBlinkLeft_1");
    CHECK_STR(b->curves[249].name, "browDownLeft_4");
    int different = 0;
    for (int c = 0; c < 52; ++c)
        for (int k = 0; k < 3600; ++k)
            different += a->curves[c].keys[k].value != b->curves[c].keys[k].value;
    CHECK_INT(different, 0);
    hash_clip(b, NULL, text);
    CHECK_STR(text, "185538392d3ccf15c013ef65758a19c6fe38452b36f58ee58459890ecda9474e");
    mien_author_clip_destroy(a);
    mien_author_clip_destroy(b);
}

/// Statistics that can be told by hand: five frames of two curves and two tracks.
TEST(statistics_count)
{
    const MienAuthorKey keys[] = {{.time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                  {.time = 1.0, .value = 0.5f, .interpolation = MIEN_AUTHOR_CONSTANT},
                                  {.time = 2.0, .value = 0.0f}};
    const MienAuthorClipCurve curves[] = {{.name = "a", .key_count = 3, .keys = keys}, {.name = "b"}};
    MienTransform still[5], moving[5];
    for (int i = 0; i < 5; ++i) {
        still[i] = moving[i] = mien_transform_identity();
        moving[i].translation.y = i == 3 ? 0.25f : 0.0f;
        if (i >= 2) // by a quarter turn
            moving[i].rotation = (MienQuat){0.70710678f, 0.0f, 0.0f, 0.70710678f};
    }
    const MienAuthorClipTrack tracks[] = {{.bone = "a", .sample_count = 5, .samples = still},
                                          {.bone = "b", .sample_count = 5, .samples = moving}};
    const MienAuthorClip clip = {
        .rate = 2, .length = 2.0, .curve_count = 2, .curves = curves, .track_count = 2, .tracks = tracks};
    const MienSampleClipStatistics s = mien_sample_clip_statistics(&clip);
    CHECK_INT(s.frame_count, 5);
    CHECK(s.raw_bytes_per_second == 2 * (2 * 4 + 2 * 40));
    CHECK_NEAR(s.zeros, 7.0 / 10.0, 0.0);   // 0 .25 .5 .5 0, and five zeros
    CHECK_NEAR(s.changing, 3.0 / 8.0, 0.0); // steps of 125, 125, 0 and -250, and four of 0
    CHECK_NEAR(s.entropy, 2.0 / 8.0 * 2.0 + 1.0 / 8.0 * 3.0 + 5.0 / 8.0 * 0.678071905112638, 1e-12);
    CHECK_NEAR(s.constant_tracks, 0.5, 0.0);
    CHECK_NEAR(s.mean_turn, 1.5707963 / 8.0, 1e-6);
    CHECK_NEAR(s.translation_range, 0.25, 0.0);
}

TEST(options_decide)
{
    const MienSamplePerformanceOptions one = {.seed = 1, .seconds = 5}, other = {.seed = 2, .seconds = 5};
    char a[65], b[65], c[65];
    hash_performance(&one, a);
    hash_performance(&other, b);
    hash_performance(&one, c);
    CHECK(strcmp(a, b) != 0);
    CHECK_STR(c, a);
}

TEST(rounding_does_not_matter)
{
    const MienSamplePerformanceOptions options = {.seed = 6, .seconds = 3, .capture = MIEN_SAMPLE_GATED};
    char a[65], b[65];
    hash_performance(&options, a);
    MienAuthorClip *clip = mien_sample_performance_create(&options);
    const MienSampleClipStatistics s = mien_sample_clip_statistics(clip);
    const bool can_round = round_upwards(true);
    const MienSampleClipStatistics t = mien_sample_clip_statistics(clip);
    hash_performance(&options, b);
    round_upwards(false);
    CHECK_STR(b, a);
    CHECK(memcmp(&s, &t, sizeof s) == 0);
    mien_author_clip_destroy(clip);
    if (!can_round)
        SKIP("rounding cannot be chosen here");
}

TEST(nonsense_is_refused)
{
    static const MienSamplePerformanceOptions wrong[] = {{.curve_count = -1},
                                                         {.curve_count = 1 << 30},
                                                         {.rate = -1},
                                                         {.rate = 1 << 30},
                                                         {.seconds = -1},
                                                         {.seconds = 1 << 30},
                                                         {.capture = (MienSampleCapture)3}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
        CHECK(mien_sample_performance_create(&wrong[i]) == NULL);
}

TEST(every_allocation_fails)
{
    bool is_done = false;
    int steps = 1;
    for (; !is_done && steps < 1000; ++steps) {
        Ledger ledger = {.fails = steps};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        const MienSamplePerformanceOptions options = {.rate = 10, .seconds = 1, .allocator = &allocator};
        MienAuthorClip *clip = mien_sample_performance_create(&options);
        is_done = ledger.allocations < steps;
        CHECK((clip != NULL) == is_done);
        mien_author_clip_destroy(clip);
        CHECK_INT(ledger.live, 0);
    }
    CHECK(is_done && steps > 100);
}

CHECK_MAIN
{
    RUN(performances_are_pinned);
    RUN(most_values_are_zero);
    RUN(captures_are_of_one_performance);
    RUN(further_curves_go_along);
    RUN(statistics_count);
    RUN(options_decide);
    RUN(rounding_does_not_matter);
    RUN(nonsense_is_refused);
    RUN(every_allocation_fails);
}
