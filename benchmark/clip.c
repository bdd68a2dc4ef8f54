// SPDX-License-Identifier: MIT
//
// mien-bench clip: what clips take, and how long sampling them takes.

#include "clip_workload.h"

#include "sample/random.h"
#include "workload.h"

#include <stdlib.h>
#include <string.h>

/// MANY_MOMENTS touch every clip of a large set, so no clip is still in a core's own caches. Poses
/// need fewer.
enum { MOMENTS = 1024, MANY_MOMENTS = 65536, MANY_POSES = 4096, PLAY_RATE = 90 };

/// The order of the sampled moments.
typedef enum Order { RANDOM, SEQUENTIAL, MANY_CLIPS, LIST_OF_CLIPS, ORDERS } Order;

/// Sampling, or its floor, in one order.
typedef struct ClipCase {
    ClipWorkload *w;
    const BenchFloor *floor; ///< NULL: sampling.
    MienClip *clips[BENCH_CLIPS];
    MienClipCursor *cursor;
    Order order;
    int count;
    double times[MANY_MOMENTS];
    int which[MANY_MOMENTS];
    MienClipJob *jobs;
    float *out;
} ClipCase;

static void run_floor(void *context)
{
    const ClipCase *c = context;
    void (*sample)(const BenchRows *, double, float *) =
        c->w->source->curve_count > 0 ? c->floor->u16_rows : c->floor->f32_rows;
    for (int i = 0; i < c->count; ++i)
        sample(&c->w->rows[c->which[i]], c->times[i], c->out);
}

static void run_clip(void *context)
{
    const ClipCase *c = context;
    for (int i = 0; i < c->count; ++i) {
        MienClipJob *job = &c->jobs[c->which[i]];
        job->time = c->times[i];
        if (mien_clip_job_run(job) != MIEN_OK)
            bench_fail("sample a clip");
    }
}

/// As a game does for all its characters: each clip once, in one list.
static void run_clips(void *context)
{
    const ClipCase *c = context;
    for (int i = 0; i < c->count; i += BENCH_CLIPS) {
        for (int k = 0; k < BENCH_CLIPS; ++k)
            c->jobs[k].time = c->times[i + k];
        if (mien_clip_jobs_run(c->jobs, BENCH_CLIPS) != MIEN_OK)
            bench_fail("sample clips");
    }
}

/// A job per clip; only its time changes.
static void make_jobs(ClipCase *c)
{
    const int tracks = c->w->clip->track_count;
    c->jobs = bench_allocate(BENCH_CLIPS * sizeof *c->jobs);
    for (int i = 0; i < BENCH_CLIPS; ++i)
        c->jobs[i] = (MienClipJob){.clip = c->clips[i],
                                   .cursor = c->cursor,
                                   .out_curves = {c->w->clip->curve_count, c->out, NULL},
                                   .bone_count = tracks,
                                   .out_bones = tracks > 0 ? (MienTransform *)(void *)c->out : NULL};
}

static ClipCase *make_case(ClipWorkload *w, Order order, MienIsa isa, bool is_floor)
{
    ClipCase *c = bench_allocate(sizeof *c);
    *c = (ClipCase){.w = w, .order = order, .floor = is_floor ? bench_floor(isa) : NULL};
    const int many = w->source->curve_count > 0 ? MANY_MOMENTS : MANY_POSES;
    c->count = order >= MANY_CLIPS ? many : MOMENTS;
    uint64_t random = order >= MANY_CLIPS ? 3 : (uint64_t)order + 1;
    const double length = (double)(w->report.frame_count - 1) / w->rows_per_second;
    for (int i = 0; i < c->count; ++i) {
        const double at = (double)mien_random_unit(&random);
        const int which = mien_random_index(&random, BENCH_CLIPS);
        c->times[i] = order == SEQUENTIAL ? (double)i / PLAY_RATE : at * length;
        c->which[i] = order >= MANY_CLIPS ? which : 0;
    }
    c->out = bench_allocate((size_t)w->output * 2 * sizeof *c->out);
    const MienLoadOptions options = {.borrow_data = true, .trust_hash = true, .isa = isa};
    for (int i = 0; !is_floor && i < (order >= MANY_CLIPS ? BENCH_CLIPS : 1); ++i) {
        if (mien_clip_load(w->packs[i].data, w->packs[i].size, &options, &c->clips[i], NULL) != MIEN_OK)
            bench_fail("load a clip");
    }
    if (!is_floor && order == SEQUENTIAL) {
        const size_t size = mien_clip_cursor_size(c->clips[0]);
        c->cursor = mien_clip_cursor_init(c->clips[0], bench_allocate(size), size);
    }
    if (!is_floor)
        make_jobs(c);
    return c;
}

static void free_case(ClipCase *c)
{
    for (int i = 0; i < BENCH_CLIPS; ++i)
        mien_clip_destroy(c->clips[i]);
    free(c->cursor);
    free(c->jobs);
    free(c->out);
    free(c);
}

static void print_sizes(const BenchOptions *options, const ClipWorkload *w)
{
    const double length = (double)(w->report.frame_count - 1) / w->rows_per_second;
    const MienSampleClipStatistics *s = &w->statistics;
    const double packed = (double)w->packs[0].size / length, raw = s->raw_bytes_per_second;
    const double data = (double)(w->report.curve_bytes + w->report.track_bytes) / length;
    const double zstd = w->zstd_bytes / length;
    if (options->json) {
        printf(
            "{\"row\": \"size\", \"workload\": \"%s\", \"channels\": %d, \"error\": %g, \"seconds\": %.2f, "
            "\"seed\": %d, \"zeros\": %.4f, \"changing\": %.4f, \"entropy_bits\": %.3f, \"mean_turn\": %.5f, "
            "\"raw_bytes_per_s\": %.0f, \"bytes_per_s\": %.1f, \"data_bytes_per_s\": %.1f, "
            "\"share_of_raw\": %.4f, \"zstd19_delta_bytes_per_s\": %.1f, \"error_at_frames\": %.7f, "
            "\"error_between\": %.7f, \"paired\": %d}\n",
            w->source->name, w->source->curve_count > 0 ? w->clip->curve_count : w->clip->track_count,
            (double)w->error, length, (int)w->seed, s->zeros, s->changing, s->entropy, s->mean_turn, raw,
            packed, data, packed / raw, zstd, w->error_at_frames, w->error_between,
            w->report.paired_curve_count);
        return;
    }
    const bool has_curves = w->source->curve_count > 0;
    printf("%-8s %4d at %-6g  %7.0f B/s whole, %7.0f B/s samples, %5.2f %% of raw, error %.6f at frames, "
           "%.6f between; seed %d, %.1f s, ",
           w->source->name, has_curves ? w->clip->curve_count : w->clip->track_count, (double)w->error,
           packed, data, 100.0 * packed / raw, w->error_at_frames, w->error_between, (int)w->seed, length);
    if (has_curves)
        printf("zeros %.1f %%, changing %.1f %%, %.2f bits, zstd-19 %.0f B/s\n", 100.0 * s->zeros,
               100.0 * s->changing, s->entropy, zstd);
    else
        printf("mean turn %.5f rad per frame\n", s->mean_turn);
}

static void print_times(const BenchOptions *options, const ClipWorkload *w, MienIsa isa,
                        const BenchCase *cases)
{
    static const char *const orders[ORDERS] = {"random", "sequential", "64 clips", "64 as list"};
    for (int order = 0; order < ORDERS; ++order) {
        const BenchCase *one = &cases[order * 2], *floor = one + 1;
        const double ns = bench_min(one, options->rounds), bound = bench_min(floor, options->rounds);
        const double ratio = bench_median_ratio(one, floor, options->rounds);
        if (options->json)
            printf(
                "{\"row\": \"time\", \"workload\": \"%s\", \"channels\": %d, \"error\": %g, \"isa\": \"%s\", "
                "\"order\": \"%s\", \"ns_min\": %.1f, \"ns_median\": %.1f, \"floor_ns_min\": %.1f, "
                "\"floor_ns_median\": %.1f, \"ratio_of_minima\": %.2f, \"median_ratio\": %.2f}\n",
                w->source->name, w->source->curve_count > 0 ? w->clip->curve_count : w->clip->track_count,
                (double)w->error, mien_isa_name(isa), orders[order], ns, bench_median(one, options->rounds),
                bound, bench_median(floor, options->rounds), ns / bound, ratio);
        else
            printf("    %-7s %-10s %8.1f ns (median %8.1f), floor %7.1f ns, %5.2f x (median %5.2f x)\n",
                   mien_isa_name(isa), orders[order], ns, bench_median(one, options->rounds), bound,
                   ns / bound, ratio);
    }
}

static void measure(const BenchOptions *options, ClipWorkload *w)
{
    static BenchCase cases[ORDERS * 2];
    print_sizes(options, w);
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        if (!bench_measures(options, (MienIsa)isa))
            continue;
        for (int i = 0; i < ORDERS * 2; ++i) {
            ClipCase *one = make_case(w, (Order)(i / 2), (MienIsa)isa, i % 2 != 0);
            cases[i] = (BenchCase){.run = i % 2 != 0                    ? run_floor
                                          : one->order == LIST_OF_CLIPS ? run_clips
                                                                        : run_clip,
                                   .context = one,
                                   .units = one->count};
        }
        bench_rounds(cases, ORDERS * 2, options->rounds);
        print_times(options, w, (MienIsa)isa, cases);
        for (int i = 0; i < ORDERS * 2; ++i)
            free_case(cases[i].context);
    }
    fflush(stdout);
}

int bench_clip(const BenchOptions *options)
{
    static const ClipSource sources[] = {
        {.name = "clean", .curve_count = 52, .capture = MIEN_SAMPLE_CLEAN},
        {.name = "gated", .curve_count = 52, .capture = MIEN_SAMPLE_GATED},
        {.name = "noisy", .curve_count = 52, .capture = MIEN_SAMPLE_NOISY},
        {.name = "clean", .curve_count = 250, .capture = MIEN_SAMPLE_CLEAN},
        {.name = "gated", .curve_count = 250, .capture = MIEN_SAMPLE_GATED},
        {.name = "noisy", .curve_count = 250, .capture = MIEN_SAMPLE_NOISY},
        {.name = "take3", .curve_count = 52, .take = "curves/livelinkface/alex_rom_3.csv"},
        {.name = "take4", .curve_count = 52, .take = "curves/livelinkface/alex_rom_4.csv"},
        {.name = "body"},
        {.name = "tremble", .has_noise = true},
        {.name = "face", .is_face = true},
    };
    static const float curve_errors[2] = {0.001f, 0.01f};
    static ClipWorkload w;
    bool found = false;
    fprintf(stderr, "mien-bench %s, %d rounds\n", mien_version(), options->rounds);
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; ++i) {
        if (options->workload != NULL && strcmp(options->workload, sources[i].name) != 0)
            continue;
        found = true;
        for (int e = 0; e < (sources[i].curve_count > 0 ? 2 : 1); ++e) {
            if (!clip_workload_open(&w, &sources[i],
                                    sources[i].curve_count > 0 ? curve_errors[e] : 0.0001f)) {
                fprintf(stderr, "mien-bench: %s is skipped: no %s under MIEN_TEST_DATA\n", sources[i].name,
                        sources[i].take);
                continue;
            }
            measure(options, &w);
            clip_workload_close(&w);
        }
    }
    if (!found)
        fprintf(stderr, "mien-bench: no workload called %s\n", options->workload);
    return found ? 0 : 2;
}
