// SPDX-License-Identifier: MIT
//
// Packed clips against the descriptions they were cooked from, on frames and
// between them. MIEN_SEED chooses other clips, MIEN_CASES scales their number.

#include "support/cases.h"
#include "support/clips.h"
#include "support/random_clips.h"

#include "sample/performances.h"

/// Notes how far a value is off, in units of what is allowed. Where nothing is,
/// any difference counts as 2.
static void note(Tally *t, double off, double allowed)
{
    ++t->cases;
    tally(t, off <= allowed ? (off > 0.0 ? off / allowed : 0.0) : allowed > 0.0 ? off / allowed : 2.0);
}

/// On frames curves keep to their error strictly, and exact ones are the same bits.
static void check_frames(const RandomClip *r, PackedClip *p, Tally *t, Tally *exact)
{
    for (int f = 0; f < p->info.frame_count; ++f) {
        const double time = packed_clip_time(p, f);
        if (time > p->info.length)
            continue;
        packed_clip_sample(p, time);
        for (int c = 0; c < r->clip.curve_count; ++c) {
            const float value = packed_clip_value(p, c);
            const float expected = mien_author_curve_evaluate(&r->curves[c], time) + 0.0f;
            const double error = random_clip_error(r, c);
            if (error < 0.0)
                note(exact, same_bits(value, expected) ? 0.0 : 1.0, 0.0);
            else
                note(t, absolute((double)value - (double)expected), error);
        }
    }
}

/// What rounding costs between frames: relative to the frames on both sides, and to
/// the ends of the segment, between which a line is blended first.
static double rounding_at(const RandomClip *r, int curve, int frame)
{
    const int segment = frame / 16 * 16, last = (int)(r->frames + 0.999);
    const int frames[] = {frame, frame + 1, segment, segment + 16 < last ? segment + 16 : last};
    double sum = 0x1p-126;
    for (int i = 0; i < 4 && r->kinds[curve] != CURVE_STEPS; ++i)
        sum +=
            absolute((double)mien_author_curve_evaluate(&r->curves[curve], random_clip_time(r, frames[i])));
    return r->kinds[curve] == CURVE_STEPS ? 0.0 : 0x1p-22 * sum;
}

static void check_between(const RandomClip *r, PackedClip *p, Random *random, Tally *t)
{
    for (int i = 0; i < 20 && r->frames > 0.0; ++i) {
        const int frame = random_below(random, (int)r->frames + 1);
        const double time = ((double)frame + random_between(random, 0.001, 0.999)) * (double)r->rate_divisor /
                            (double)r->rate;
        if (time > p->info.length)
            continue;
        packed_clip_sample(p, time);
        for (int c = 0; c < r->clip.curve_count; ++c) {
            if (r->kinds[c] == CURVE_ANY)
                continue;
            const double error = random_clip_error(r, c);
            const float expected = mien_author_curve_evaluate(&r->curves[c], time);
            note(t, absolute((double)packed_clip_value(p, c) - (double)expected),
                 (error < 0.0 ? 0.0 : error) + rounding_at(r, c, frame));
        }
    }
}

/// Whether two moments are the same to the bit.
static bool is_same_moment(PackedClip *p, double a, double b)
{
    float *values = clip_array(p->info.curve_count, sizeof *values);
    packed_clip_sample(p, a);
    memcpy(values, p->values, (size_t)p->info.curve_count * sizeof *values);
    packed_clip_sample(p, b);
    const bool is_same = memcmp(values, p->values, (size_t)p->info.curve_count * sizeof *values) == 0;
    free(values);
    return is_same;
}

static void check_ends(PackedClip *p)
{
    const uint64_t bits[] = {0x7FF8000000000000u, 0xFFF8000000000001u, 0x7FF0000000000000u,
                             0xFFF0000000000000u};
    double odd[4]; // two that are no numbers, and both infinities
    memcpy(odd, bits, sizeof odd);
    const double end = p->info.length;
    CHECK(is_same_moment(p, odd[0], 0.0));
    CHECK(is_same_moment(p, odd[1], 0.0));
    CHECK(is_same_moment(p, odd[2], end));
    CHECK(is_same_moment(p, odd[3], 0.0));
    CHECK(is_same_moment(p, -0.0, 0.0));
    CHECK(is_same_moment(p, -1e-9, 0.0));
    CHECK(is_same_moment(p, -1e300, 0.0));
    CHECK(is_same_moment(p, end + 1e-5, end));
    CHECK(is_same_moment(p, end + 12.3, end));
    CHECK(is_same_moment(p, 1e300, end));
}

TEST(random_clips)
{
    Random random = {property_seed(1)};
    Tally frames = {.limit = 1.0}, exact = {.limit = 0.0}, between = {.limit = 1.0};
    const int wanted = property_cases(120);
    int paired = 0;
    for (int i = 0; i < wanted; ++i) {
        const Random start = random;
        RandomClip r = random_clip(&random);
        PackedClip p = packed_clip(&r.clip, &r.options);
        paired += p.report.paired_curve_count;
        if (p.clip != NULL) {
            CHECK_INT(p.info.rate, r.rate);
            CHECK_INT(p.info.rate_divisor, r.rate_divisor);
            CHECK_INT(p.info.frame_count, (int)r.frames + 1 + (r.frames > (double)(int)r.frames));
            CHECK(p.info.length == r.clip.length);
            const bool was_fine =
                check_state.faults == 0 && frames.worst <= 1.0 && exact.worst <= 0.0 && between.worst <= 1.0;
            check_frames(&r, &p, &frames, &exact);
            check_between(&r, &p, &random, &between);
            check_ends(&p);
            if (was_fine &&
                (check_state.faults > 0 || frames.worst > 1.0 || exact.worst > 0.0 || between.worst > 1.0))
                printf("clip %d, random state %" PRIu64 ", is the first to fail\n", i, start.state);
        } else {
            printf("clip %d, random state %" PRIu64 "\n", i, start.state);
        }
        packed_clip_free(&p);
        random_clip_free(&r);
    }
    printf("%d clips, %d paired curves\n", wanted, paired);
    CHECK(paired > 0);
    tally_close(&frames, "on frames");
    tally_close(&exact, "exact on frames");
    tally_close(&between, "between frames");
}

/// Every frame, and two moments between each two: keys are linear and on frames.
static void check_performance(const MienAuthorClip *clip, float error, const char *name)
{
    const MienAuthorClipOptions options = {.curve_error = error};
    PackedClip p = packed_clip(clip, &options);
    Tally frames = {.limit = 1.0}, between = {.limit = 1.0};
    Random random = {7};
    for (int f = 0; p.clip != NULL && f < p.info.frame_count; ++f) {
        for (int part = 0; part < 3 - (f + 1 == p.info.frame_count ? 2 : 0); ++part) {
            const double time =
                packed_clip_time(&p, f) + (part == 0 ? 0.0 : random_between(&random, 0.0, 1.0) / p.info.rate);
            packed_clip_sample(&p, time);
            for (int c = 0; c < clip->curve_count; ++c) {
                const double off = (double)packed_clip_value(&p, c) -
                                   (double)mien_author_curve_evaluate(&clip->curves[c], time);
                note(part == 0 ? &frames : &between, absolute(off), (double)error + (part == 0 ? 0.0 : 1e-6));
            }
        }
    }
    printf("%s, %d curves, %g, %zu bytes: ", name, clip->curve_count, (double)error, p.pack.size);
    tally_close(&frames, "on frames");
    CHECK(between.worst <= 1.0);
    CHECK(p.clip == NULL ||
          p.info.curve_bytes * 2 < (size_t)p.info.frame_count * (size_t)clip->curve_count * 4);
    packed_clip_free(&p);
}

static void check_capture(MienSampleCapture capture, const char *name)
{
    static const int counts[] = {52, 250}, seconds[] = {30, 8};
    for (int i = 0; i < 2; ++i) {
        const MienSamplePerformanceOptions options = {
            .seed = 5, .curve_count = counts[i], .seconds = seconds[i], .capture = capture};
        MienAuthorClip *clip = mien_sample_performance_create(&options);
        CHECK(clip != NULL);
        check_performance(clip, 0.001f, name);
        check_performance(clip, 0.01f, name);
        mien_author_clip_destroy(clip);
    }
}

/// A curve that keeps within the error on both sides of its middle is one number, up to the error
/// itself.
TEST(curves_that_hardly_move)
{
    for (int i = 0; i < 4; ++i) {
        const float reach = i % 2 == 0 ? 0.25f : 0.375f, high = i < 2 ? 0.75f : -0.5f, low = high - reach;
        const MienAuthorKey keys[3] = {
            {.time = 0, .value = low}, {.time = 0.5, .value = high}, {.time = 1, .value = low}};
        const MienAuthorClipCurve curve = {.name = "a", .key_count = 3, .keys = keys};
        const MienAuthorClip clip = {
            .rate = 30, .rate_divisor = 1, .length = 1.0, .curves = &curve, .curve_count = 1};
        MienAuthorPack pack = {0};
        MienAuthorClipReport report = {0};
        CHECK_STATUS(mien_author_clip_cook(&clip, &(MienAuthorClipOptions){.curve_error = 0.125f}, &pack,
                                           &report, NULL),
                     MIEN_OK);
        CHECK_INT(report.constant_curve_count, i % 2 == 0);
        mien_author_pack_release(&pack);
    }
}

TEST(parts_are_counted)
{
    MienTransform samples[31];
    for (int f = 0; f < 31; ++f) {
        samples[f] = mien_transform_identity();
        samples[f].translation.x = (float)(f % 7) * 0.1f;
    }
    const MienAuthorClipTrack track = {.bone = "jaw", .sample_count = 31, .samples = samples};
    const MienAuthorClip clip = {
        .rate = 30, .rate_divisor = 1, .length = 1.0, .tracks = &track, .track_count = 1};
    for (int exact = 0; exact < 2; ++exact) {
        MienAuthorPack pack = {0};
        MienAuthorClipReport report = {0};
        const MienAuthorClipOptions options = {.track_error = exact ? MIEN_AUTHOR_EXACT : 0.001f};
        CHECK_STATUS(mien_author_clip_cook(&clip, &options, &pack, &report, NULL), MIEN_OK);
        CHECK_INT(report.moving_part_count, !exact);
        CHECK_INT(report.raw_part_count, exact);
        CHECK_INT(report.still_part_count, 2);
        mien_author_pack_release(&pack);
    }
}

TEST(clean_performances) { check_capture(MIEN_SAMPLE_CLEAN, "clean"); }
TEST(gated_performances) { check_capture(MIEN_SAMPLE_GATED, "gated"); }
TEST(noisy_performances) { check_capture(MIEN_SAMPLE_NOISY, "noisy"); }

CHECK_MAIN
{
    RUN(random_clips);
    RUN(curves_that_hardly_move);
    RUN(parts_are_counted);
    RUN(clean_performances);
    RUN(gated_performances);
    RUN(noisy_performances);
}
