// SPDX-License-Identifier: MIT
//
// Curves that are 0 or 1 at frames come out as exactly that, and so does what lies
// between two such frames: with every error, alone and in pairs, by every instruction set,
// with and without a cursor. MIEN_SEED chooses other clips, MIEN_CASES scales their number.

#include "support/cases.h"
#include "support/packed_clips.h"
#include "support/random.h"

#include <stdlib.h>

enum { CURVES = 32, MOST_FRAMES = 150 };

typedef struct ExactClip {
    int frame_count;
    char names[CURVES][16];
    MienAuthorKey keys[CURVES][MOST_FRAMES];
    MienAuthorClipCurve curves[CURVES];
    float errors[CURVES];
    MienAuthorClip clip;
} ExactClip;

static bool is_exact(float value) { return value == 0.0f || value == 1.0f; }

/// A walk between low and high that stays at 0 and 1 for a while now and then.
static void make_walk(Random *random, ExactClip *e, int curve, double low, double high)
{
    double at = random_between(random, low, high);
    for (int f = 0; f < e->frame_count;) {
        const int kind = random_below(random, 4), run = 1 + random_below(random, kind < 2 ? 12 : 30);
        const double slope = random_between(random, -1.0, 1.0) * (kind == 2 ? 0.01 : 0.2);
        for (int i = 0; i < run && f < e->frame_count; ++i, ++f) {
            at += kind < 2 ? 0.0 : slope + random_between(random, -1.0, 1.0) * 0.01;
            at = at < low ? low : at > high ? high : at;
            e->keys[curve][f].value = kind < 2 ? (float)kind : (float)at;
        }
        at = kind < 2 ? (double)kind : at;
    }
}

static ExactClip *exact_clip(Random *random)
{
    ExactClip *e = calloc(1, sizeof *e);
    if (e == NULL)
        abort();
    const int rates[] = {24, 30, 60, 100};
    const int rate = rates[random_below(random, 4)];
    e->frame_count = 2 + random_below(random, MOST_FRAMES - 1);
    const float error =
        (float)(0.2 / (double)(1 << random_below(random, 18)) * random_between(random, 0.5, 1.5));
    for (int c = 0; c < CURVES; ++c) {
        snprintf(e->names[c], sizeof e->names[c], "curve%d", c);
        const int kind = random_below(random, 4);
        make_walk(random, e, c, kind == 0 ? -1.0 : 0.0, kind == 1 ? 3.0 : 1.0);
        // The second half moves like the first, so that there are pairs, but for some frames.
        for (int f = 0; c >= CURVES / 2 && f < e->frame_count; ++f) {
            const float other = e->keys[c - CURVES / 2][f].value, own = e->keys[c][f].value;
            const bool is_own = f % 48 < 6 && is_exact(own);
            e->keys[c][f].value = is_own ? own : is_exact(other) ? other : other * 0.99f;
        }
        for (int f = 0; f < e->frame_count; ++f) {
            e->keys[c][f].time = (double)f / (double)rate;
            e->keys[c][f].interpolation = MIEN_AUTHOR_LINEAR;
        }
        e->curves[c] =
            (MienAuthorClipCurve){.name = e->names[c], .key_count = e->frame_count, .keys = e->keys[c]};
        e->errors[c] = random_below(random, 16) == 0 ? error * 3.0f : error;
    }
    e->clip = (MienAuthorClip){.rate = rate,
                               .rate_divisor = 1,
                               .length = (double)(e->frame_count - 1) / (double)rate,
                               .curves = e->curves,
                               .curve_count = CURVES};
    return e;
}

/// At every frame, and at some time after it.
static void check_isa(const ExactClip *e, const PackedClip *p, MienIsa isa, Random *random, Tally *t)
{
    const MienLoadOptions options = {.isa = isa};
    MienClip *clip = NULL;
    CHECK_STATUS(mien_clip_load(p->pack.data, p->pack.size, &options, &clip, NULL), MIEN_OK);
    const size_t size = clip != NULL ? mien_clip_cursor_size(clip) : 0;
    void *memory = clip != NULL ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
    MienClipCursor *cursor = memory != NULL ? mien_clip_cursor_init(clip, memory, size) : NULL;
    CHECK(cursor != NULL);
    for (int i = 0; cursor != NULL && i < 4 * e->frame_count; ++i) {
        const int f = i / 4, next = f + 1 < e->frame_count ? f + 1 : f;
        const double part = i % 4 < 2 ? 0.0 : random_between(random, 0.001, 0.999);
        const MienClipJob job = {.clip = clip,
                                 .cursor = i % 2 == 0 ? cursor : NULL,
                                 .time = ((double)f + part) / (double)e->clip.rate,
                                 .out_curves = {.count = CURVES, .values = p->values}};
        CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
        for (int c = 0; c < CURVES; ++c) {
            const float expected = e->keys[c][f].value;
            if (!is_exact(expected) || (part > 0.0 && e->keys[c][next].value != expected))
                continue;
            ++t->cases;
            tally(t, same_bits(packed_clip_value(p, c), expected) ? 0.0 : 1.0);
        }
    }
    free(memory);
    mien_clip_destroy(clip);
}

TEST(zeros_and_ones)
{
    Random random = {property_seed(1)};
    Tally t = {0};
    int pairs = 0, raw = 0, packed = 0;
    const int count = property_cases(40);
    for (int i = 0; i < count; ++i) {
        ExactClip *e = exact_clip(&random);
        const MienAuthorClipOptions options = {.curve_errors = e->errors};
        PackedClip p = packed_clip(&e->clip, &options);
        pairs += p.report.paired_curve_count;
        raw += p.report.raw_curve_count;
        packed += p.report.packed_curve_count;
        for (int isa = MIEN_ISA_SCALAR; p.clip != NULL && isa <= MIEN_ISA_WASM128; ++isa) {
            if (mien_isa_is_available((MienIsa)isa))
                check_isa(e, &p, (MienIsa)isa, &random, &t);
        }
        packed_clip_free(&p);
        free(e);
    }
    printf("%d packed curves, %d pairs, %d raw\n", packed, pairs, raw);
    tally_close(&t, "zeros and ones");
    CHECK(pairs > 0 && raw * 10 < packed);
}

/// One clip of two frames or more that has these values, and a value between its frames.
static float cooked_value(const float *values, int count, float error, int frame)
{
    MienAuthorKey keys[8];
    for (int f = 0; f < count; ++f)
        keys[f] = (MienAuthorKey){.time = f / 30.0, .value = values[f], .interpolation = MIEN_AUTHOR_LINEAR};
    const MienAuthorClipCurve curve = {.name = "a", .key_count = count, .keys = keys};
    const MienAuthorClip clip = {
        .rate = 30, .rate_divisor = 1, .length = (count - 1) / 30.0, .curves = &curve, .curve_count = 1};
    PackedClip p = packed_clip(&clip, &(MienAuthorClipOptions){.curve_error = error});
    packed_clip_sample(&p, frame / 30.0);
    const float value = packed_clip_value(&p, 0);
    packed_clip_free(&p);
    return value;
}

/// A curve that hardly leaves 0 or 1 is that, not the middle; one that does is not constant.
TEST(curves_that_hardly_leave)
{
    const float zero[] = {0.0f, 0.0005f, 0.0f}, one[] = {0.9995f, 1.0f, 0.9992f};
    const float more[] = {0.0f, 0.0015f, 0.0f}, both[] = {0.0f, 1.0f, 0.5f};
    CHECK(cooked_value(zero, 3, 0.001f, 0) == 0.0f && cooked_value(zero, 3, 0.001f, 2) == 0.0f);
    CHECK(cooked_value(one, 3, 0.001f, 1) == 1.0f);
    CHECK(cooked_value(more, 3, 0.001f, 0) == 0.0f);
    CHECK(cooked_value(both, 3, 5.0f, 0) == 0.0f && cooked_value(both, 3, 5.0f, 1) == 1.0f);
}

/// Keys whose times were rounded in a table still give their values.
TEST(keys_beside_frames)
{
    const MienAuthorKey keys[] = {{.time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                  {.time = 0.0333333334, .value = 1.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                  {.time = 0.0666666666, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                  {.time = 0.1, .value = 0.7f, .interpolation = MIEN_AUTHOR_LINEAR}};
    const MienAuthorClipCurve curve = {.name = "a", .key_count = 4, .keys = keys};
    const MienAuthorClip clip = {
        .rate = 30, .rate_divisor = 1, .length = 0.1, .curves = &curve, .curve_count = 1};
    PackedClip p = packed_clip(&clip, NULL);
    packed_clip_sample(&p, 1.0 / 30.0);
    CHECK(packed_clip_value(&p, 0) == 1.0f);
    packed_clip_sample(&p, 2.0 / 30.0);
    CHECK(packed_clip_value(&p, 0) == 0.0f);
    packed_clip_free(&p);
}

CHECK_MAIN
{
    RUN(zeros_and_ones);
    RUN(curves_that_hardly_leave);
    RUN(keys_beside_frames);
}
