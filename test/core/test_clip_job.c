// SPDX-License-Identifier: MIT
//
// Sampling clips: the same bits from every instruction set, with and without a
// cursor, in any order; nothing written beyond what was given; bad jobs refused.
// MIEN_SEED chooses other clips, MIEN_CASES scales their number.

#include "support/cases.h"
#include "support/clip_outputs.h"

#include "sample/performances.h"

enum { MOMENTS = 40 };

/// Before, after, on frames, at ends of segments and anywhere.
static double draw_time(Random *random, const MienClipInfo *info)
{
    const int frame = random_below(random, info->frame_count + 2) - 1;
    const double frames = random_below(random, 3) == 0 ? (double)(frame / 16 * 16) : (double)frame;
    const double part = random_below(random, 2) == 0 ? random_between(random, 0.0, 1.0) : 0.0;
    return (frames + part) * (double)info->rate_divisor / (double)info->rate;
}

static void run_job(const MienClip *clip, const MienClipBinding *binding, MienClipCursor *cursor, double time,
                    const Guarded *out)
{
    const MienClipJob job = {
        .clip = clip, .binding = binding, .cursor = cursor, .time = time, .out_curves = out->set};
    CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
}

/// Everything that two jobs left behind is the same, to the bit.
static bool same_outputs(const Guarded *a, const Guarded *b)
{
    const size_t values = (size_t)(a->set.count + 2 * GUARD) * sizeof *a->values;
    const size_t words = (size_t)(mien_curve_set_words(a->set.count) + 2 * GUARD) * sizeof *a->present;
    return memcmp(a->values, b->values, values) == 0 && memcmp(a->present, b->present, words) == 0;
}

/// The whole clip and a part of its curves: scalar without a cursor against another
/// instruction set without and with.
static void check_isa(const PackedClip *p, MienIsa isa, const MienSkeleton *skeleton, Random *random,
                      Tally *t)
{
    const MienLoadOptions options[2] = {{.isa = MIEN_ISA_SCALAR}, {.isa = isa}};
    MienClip *clips[2] = {NULL, NULL};
    MienClipBinding *bindings[2];
    uint32_t used[8];
    for (int i = 0; i < 8; ++i)
        used[i] = (uint32_t)(random_bits(random) & random_bits(random));
    for (int i = 0; i < 2; ++i) {
        CHECK_STATUS(mien_clip_load(p->pack.data, p->pack.size, &options[i], &clips[i], NULL), MIEN_OK);
        CHECK_INT(mien_clip_info(clips[i]).isa, options[i].isa);
        bindings[i] = bind_clip(clips[i], skeleton, used);
    }
    Cursor cursor = cursor_make(clips[1]);
    for (int i = 0; i < MOMENTS; ++i, ++t->cases) {
        const double time = draw_time(random, &p->info);
        const bool is_bound = random_below(random, 2) == 0;
        const int count = is_bound ? mien_skeleton_curve_count(skeleton) : p->info.curve_count;
        Guarded out[3] = {guarded(count, false), guarded(count, false), guarded(count, false)};
        run_job(clips[0], is_bound ? bindings[0] : NULL, NULL, time, &out[0]);
        run_job(clips[1], is_bound ? bindings[1] : NULL, NULL, time, &out[1]);
        run_job(clips[1], is_bound ? bindings[1] : NULL, cursor.cursor, time, &out[2]);
        tally(t, same_outputs(&out[0], &out[1]) && same_outputs(&out[0], &out[2]) ? 0.0 : 1.0);
        for (int k = 0; k < 3; ++k)
            guarded_free(&out[k]);
    }
    cursor_free(&cursor);
    for (int i = 0; i < 2; ++i) {
        mien_clip_binding_destroy(bindings[i]);
        mien_clip_destroy(clips[i]);
    }
}

TEST(every_instruction_set)
{
    Random random = {property_seed(11)};
    Tally t = {.limit = 0.0};
    for (int i = 0; i < property_cases(60); ++i) {
        RandomClip r = random_clip(&random);
        PackedClip p = packed_clip(&r.clip, &r.options);
        MienSkeleton *skeleton = skeleton_for(&r.clip, &random, 6);
        for (int isa = MIEN_ISA_SCALAR; p.clip != NULL && isa <= MIEN_ISA_WASM128; ++isa) {
            if (mien_isa_is_available((MienIsa)isa))
                check_isa(&p, (MienIsa)isa, skeleton, &random, &t);
        }
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_clip_free(&r);
    }
    tally_close(&t, "every instruction set");
}

/// One cursor through all moments in some order, with and without bindings.
static void check_order(PackedClip *p, MienClipBinding *const bindings[3], int target_count, int order,
                        Random *random, Tally *t)
{
    Cursor cursor = cursor_make(p->clip);
    const double rate = (double)p->info.rate / (double)p->info.rate_divisor;
    for (int i = 0; i < MOMENTS; ++i, ++t->cases) {
        const double along = (double)(order == 0 ? i : MOMENTS - i) / MOMENTS * p->info.length;
        double time = order < 2 ? along : draw_time(random, &p->info);
        if (order == 3) // back and forth over one segment's end
            time = (15.7 + (double)(i % 2) * 0.9) / rate;
        const MienClipBinding *binding = bindings[random_below(random, 3)];
        const int count = binding != NULL ? target_count : p->info.curve_count;
        Guarded with = guarded(count, true), without = guarded(count, true);
        run_job(p->clip, binding, NULL, time, &without);
        run_job(p->clip, binding, cursor.cursor, time, &with);
        tally(t, same_outputs(&with, &without) ? 0.0 : 1.0);
        guarded_free(&with);
        guarded_free(&without);
        if (i % 16 == 9)
            cursor.cursor = mien_clip_cursor_init(p->clip, cursor.memory, cursor.size);
        if (i % 16 == 5) { // curves not wanted at all
            const MienClipJob job = {.clip = p->clip, .cursor = cursor.cursor, .time = p->info.length};
            CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
        }
    }
    cursor_free(&cursor);
}

TEST(cursors_change_nothing)
{
    Random random = {property_seed(12)};
    Tally t = {.limit = 0.0};
    for (int i = 0; i < property_cases(60); ++i) {
        RandomClip r = random_clip(&random);
        PackedClip p = packed_clip(&r.clip, &r.options);
        MienSkeleton *skeleton = skeleton_for(&r.clip, &random, 7);
        const int count = mien_skeleton_curve_count(skeleton);
        uint32_t *used = clip_array(mien_curve_set_words(count), sizeof *used);
        used[0] = 0x00F00010u;
        MienClipBinding *const bindings[3] = {NULL, bind_clip(p.clip, skeleton, NULL),
                                              bind_clip(p.clip, skeleton, used)};
        for (int order = 0; order < 4; ++order)
            check_order(&p, bindings, count, order, &random, &t);
        mien_clip_binding_destroy(bindings[1]);
        mien_clip_binding_destroy(bindings[2]);
        free(used);
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_clip_free(&r);
    }
    tally_close(&t, "cursors");
}

/// Outputs of every length up to longer than the clip: the first count curves are
/// there, and nothing else is touched.
static void check_short(PackedClip *p, int count, bool with_cursor, bool with_bits)
{
    Cursor cursor = cursor_make(p->clip);
    Guarded out = guarded(count, false);
    const double time = 0.37 * p->info.length;
    packed_clip_sample(p, time);
    uint32_t *present = out.set.present;
    if (!with_bits)
        out.set.present = NULL;
    run_job(p->clip, NULL, with_cursor ? cursor.cursor : NULL, time, &out);
    out.set.present = present;
    int wrong = 0;
    for (int c = 0; c < count; ++c) {
        const bool is_there = c < p->info.curve_count;
        wrong += !(is_there ? same_bits(out.set.values[c], p->values[c]) : is_untouched(out.set.values[c]));
        wrong += guarded_has(&out, c) != (is_there && with_bits);
    }
    CHECK_INT(wrong, 0);
    CHECK(guards_hold(&out));
    guarded_free(&out);
    cursor_free(&cursor);
}

TEST(nothing_beyond_the_output)
{
    Random random = {13};
    for (int i = 0; i < 12; ++i) {
        RandomClip r = random_clip(&random);
        PackedClip p = packed_clip(&r.clip, &r.options);
        for (int count = 0; p.clip != NULL && count <= p.info.curve_count + 3; ++count) {
            for (int way = 0; way < 4; ++way)
                check_short(&p, count, way % 2 != 0, way >= 2);
        }
        packed_clip_free(&p);
        random_clip_free(&r);
    }
}

static MienAuthorClip *short_performance(uint64_t seed)
{
    const MienSamplePerformanceOptions options = {.seed = seed, .seconds = 2};
    MienAuthorClip *clip = mien_sample_performance_create(&options);
    if (clip == NULL)
        abort();
    return clip;
}

/// Refused before anything is written.
static void check_refused(const MienClipJob *job, const Guarded *out)
{
    CHECK_STATUS(mien_clip_job_run(job), MIEN_ERROR_ARGUMENT);
    for (int c = 0; c < out->set.count; ++c) {
        if (!is_untouched(out->set.values[c]) || guarded_has(out, c)) {
            CHECK(is_untouched(out->set.values[c]) && !guarded_has(out, c));
            return;
        }
    }
}

TEST(bad_jobs_are_refused)
{
    Random random = {14};
    MienAuthorClip *source = short_performance(1);
    PackedClip p = packed_clip(source, NULL), same = packed_clip(source, NULL);
    MienSkeleton *skeleton = skeleton_for(source, &random, 8);
    MienClipBinding *foreign = bind_clip(same.clip, skeleton, NULL);
    Cursor cursor = cursor_make(same.clip);
    Guarded out = guarded(p.info.curve_count, false);
    const MienClipJob fine = {.clip = p.clip, .time = 0.5, .out_curves = out.set};
    MienClipJob job = fine;
    CHECK_STATUS(mien_clip_job_run(NULL), MIEN_ERROR_ARGUMENT);
    job.clip = NULL;
    check_refused(&job, &out);
    job = fine;
    job.binding = foreign;
    check_refused(&job, &out);
    job = fine;
    job.cursor = cursor.cursor; // of the same bytes, but another clip
    check_refused(&job, &out);
    job = fine;
    job.out_curves.count = -1;
    check_refused(&job, &out);
    job = fine;
    job.out_curves.values = NULL;
    check_refused(&job, &out);
    job = fine;
    job.bone_count = -1;
    check_refused(&job, &out);
    job = fine;
    job.out_curves.present = NULL;
    CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
    job = (MienClipJob){.clip = p.clip}; // nothing wanted
    CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
    guarded_free(&out);
    cursor_free(&cursor);
    mien_clip_binding_destroy(foreign);
    mien_skeleton_destroy(skeleton);
    packed_clip_free(&p);
    packed_clip_free(&same);
    mien_author_clip_destroy(source);
}

enum { LISTED_CLIPS = 3, LISTED = 50 };

/// Lists of every length give what single jobs give; a bad one among them refuses all.
TEST(lists_of_jobs)
{
    MienAuthorClip *sources[LISTED_CLIPS];
    PackedClip packed[LISTED_CLIPS];
    Guarded one[LISTED], listed[LISTED];
    MienClipJob jobs[LISTED];
    Random random = {15};
    for (int c = 0; c < LISTED_CLIPS; ++c) {
        sources[c] = short_performance((uint64_t)c);
        packed[c] = packed_clip(sources[c], NULL);
    }
    for (int i = 0; i < LISTED; ++i) {
        const PackedClip *p = &packed[i % LISTED_CLIPS];
        const double time = draw_time(&random, &p->info);
        one[i] = guarded(p->info.curve_count, false);
        listed[i] = guarded(p->info.curve_count, false);
        run_job(p->clip, NULL, NULL, time, &one[i]);
        jobs[i] = (MienClipJob){.clip = p->clip, .time = time, .out_curves = listed[i].set};
    }
    for (int first = 0, length = 0; first < LISTED; first += length, ++length) {
        const int count = first + length < LISTED ? length : LISTED - first;
        CHECK_STATUS(mien_clip_jobs_run(jobs + first, count), MIEN_OK);
        for (int i = first + count; i < LISTED; ++i)
            CHECK(is_untouched(listed[i].set.values[0]));
    }
    for (int i = 0; i < LISTED; ++i)
        CHECK(same_outputs(&one[i], &listed[i]));
    CHECK_STATUS(mien_clip_jobs_run(NULL, 0), MIEN_OK);
    CHECK_STATUS(mien_clip_jobs_run(NULL, 1), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_clip_jobs_run(jobs, -1), MIEN_ERROR_ARGUMENT);
    memset(listed[0].set.values, UNTOUCHED, (size_t)listed[0].set.count * sizeof(float));
    jobs[LISTED - 1].clip = NULL;
    CHECK_STATUS(mien_clip_jobs_run(jobs, LISTED), MIEN_ERROR_ARGUMENT);
    CHECK(is_untouched(listed[0].set.values[0]));
    for (int i = 0; i < LISTED; ++i) {
        guarded_free(&one[i]);
        guarded_free(&listed[i]);
    }
    for (int c = 0; c < LISTED_CLIPS; ++c) {
        packed_clip_free(&packed[c]);
        mien_author_clip_destroy(sources[c]);
    }
}

TEST(cursor_memory)
{
    MienAuthorClip *source = short_performance(2);
    PackedClip p = packed_clip(source, NULL);
    Cursor cursor = cursor_make(p.clip);
    uint8_t *memory = cursor.memory;
    CHECK(cursor.size > 64);
    CHECK(mien_clip_cursor_init(p.clip, NULL, cursor.size) == NULL);
    CHECK(mien_clip_cursor_init(NULL, memory, cursor.size) == NULL);
    CHECK(mien_clip_cursor_init(p.clip, memory, cursor.size - 1) == NULL);
    CHECK(mien_clip_cursor_init(p.clip, memory, 0) == NULL);
    CHECK(mien_clip_cursor_init(p.clip, memory + 32, cursor.size) == NULL);
    CHECK(mien_clip_cursor_init(p.clip, memory + 1, cursor.size) == NULL);
    CHECK((void *)mien_clip_cursor_init(p.clip, memory, cursor.size + 1) == cursor.memory);
    cursor_free(&cursor);
    packed_clip_free(&p);
    mien_author_clip_destroy(source);
}

CHECK_MAIN
{
    RUN(every_instruction_set);
    RUN(cursors_change_nothing);
    RUN(nothing_beyond_the_output);
    RUN(bad_jobs_are_refused);
    RUN(lists_of_jobs);
    RUN(cursor_memory);
}
