// SPDX-License-Identifier: MIT
//
// mien-bench eval: one face against its floors.

#include "workload.h"

#include <stdlib.h>
#include <string.h>

/// One face, FRAMES times with different curves.
typedef struct OneCase {
    Workload *w;
    MienIsa isa;
    MienPoseLayout layout;
    bool in_place;
} OneCase;

static MienPoseJob one_job(const OneCase *one, int frame)
{
    Workload *w = one->w;
    return (MienPoseJob){.asset = w->assets[one->isa],
                         .binding = w->bindings[one->isa],
                         .bone_count = w->bone_count,
                         .input = one->in_place ? w->out : w->input,
                         .out_bones = w->out,
                         .curves = {w->curve_count, w->curves + (size_t)frame * (size_t)w->curve_count, NULL},
                         .layout = one->layout,
                         .scratch = w->scratch,
                         .scratch_size = w->scratch_size};
}

static void run_one(void *context)
{
    for (int frame = 0; frame < FRAMES; ++frame) {
        const MienPoseJob job = one_job(context, frame);
        if (mien_pose_job_run(&job) != MIEN_OK)
            bench_fail("run a job");
    }
}

static void run_plain(void *context)
{
    Workload *w = context;
    for (int frame = 0; frame < FRAMES; ++frame)
        plain_run(&w->plain, &w->plain_work, w->curves + (size_t)frame * (size_t)w->curve_count, w->input,
                  w->out);
}

typedef struct FloorCase {
    Workload *w;
    MienIsa isa;
    bool use_memcpy;
    size_t bytes; ///< To be read.
    float *data;
    volatile float sink;
} FloorCase;

static void run_copy(void *context)
{
    FloorCase *c = context;
    const size_t floats = (size_t)c->w->bone_count * sizeof(MienTransform) / sizeof(float);
    for (int frame = 0; frame < FRAMES; ++frame) {
        if (c->use_memcpy)
            memcpy(c->w->out, c->w->input, floats * sizeof(float));
        else
            bench_floor(c->isa)->copy(&c->w->input->rotation.x, &c->w->out->rotation.x, floats / 16 * 16);
        __asm__ volatile("" ::: "memory");
    }
}

static void run_read(void *context)
{
    FloorCase *c = context;
    for (int frame = 0; frame < FRAMES; ++frame)
        c->sink = bench_floor(c->isa)->read(c->data, c->bytes / sizeof(float));
}

typedef struct BlasCase {
    Workload *w;
    BenchBlas *blas;
    float *y;
} BlasCase;

static void run_gemv(void *context)
{
    BlasCase *c = context;
    const int rows = c->w->bone_count * 10;
    for (int frame = 0; frame < FRAMES; ++frame)
        c->blas->gemv(102, 111, rows, c->w->info.pose_count, 1.0f, c->w->dense, rows,
                      c->w->curves + (size_t)frame * (size_t)c->w->curve_count, 1, 0.0f, c->y, 1);
}

static void run_gemm(void *context)
{
    BlasCase *c = context;
    const int rows = c->w->bone_count * 10;
    c->blas->gemm(102, 111, 111, rows, FRAMES, c->w->info.pose_count, 1.0f, c->w->dense, rows, c->w->curves,
                  c->w->curve_count, 0.0f, c->y, rows);
}

/// First eight hex digits of the hash over all frames' results.
static void hash_one(const OneCase *one, char out_text[17])
{
    Workload *w = one->w;
    float *all = malloc((size_t)FRAMES * (size_t)w->bone_count * 10 * sizeof(float)), *to = all;
    for (int frame = 0; frame < FRAMES; ++frame) {
        const MienPoseJob job = one_job(one, frame);
        if (one->in_place)
            memcpy(w->out, w->input, (size_t)w->bone_count * sizeof(MienTransform));
        if (mien_pose_job_run(&job) != MIEN_OK)
            bench_fail("run a job");
        for (int b = 0; b < w->bone_count; ++b, to += 10) {
            memcpy(to, &w->out[b].rotation, 16);
            memcpy(to + 4, &w->out[b].translation, 12);
            memcpy(to + 7, &w->out[b].scale, 12);
        }
    }
    bench_hash(all, (size_t)(to - all), out_text);
    free(all);
}

static int average_entries(const Workload *w)
{
    long total = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int p = 0; p < w->info.pose_count; ++p) {
            if (w->curves[(size_t)frame * (size_t)w->curve_count + (size_t)p] != 0.0f)
                total += w->plain.first[p + 1] - w->plain.first[p];
        }
    }
    return (int)(total / FRAMES);
}

/// The floors of one instruction set: two ways to copy, and the read rate.
static int add_floor_cases(BenchCase *cases, FloorCase *floors, Workload *w, MienIsa isa)
{
    const size_t bytes = ((size_t)w->info.entry_count * (w->info.has_scale ? 40 : 28) + 63) / 64 * 64;
    for (int i = 0; i < 3; ++i) {
        floors[i] = (FloorCase){.w = w, .isa = isa, .use_memcpy = i == 1, .bytes = bytes};
        cases[i] = (BenchCase){.run = i < 2 ? run_copy : run_read, .context = &floors[i], .units = FRAMES};
    }
    floors[2].data = bench_allocate(bytes);
    return 3;
}

/// The instruction set's own copy; the C library's may use wider registers and is
/// reported beside it.
static double bound_of(const BenchCase *floor_cases, const FloorCase *floors, int rounds, double delta_bytes)
{
    const double per_byte = bench_min(&floor_cases[2], rounds) / (double)floors[2].bytes;
    return bench_min(&floor_cases[0], rounds) + delta_bytes * per_byte;
}

static void measure_one(const BenchOptions *options, Workload *w, int active, BenchBlas *blas)
{
    static BenchCase cases[MAX_CASES];
    static FloorCase floors[MIEN_ISA_WASM128 + 1][3];
    OneCase ones[MAX_CASES];
    int floor_at[MIEN_ISA_WASM128 + 1] = {0}, first_one, count = 0, one_count = 0;
    uint64_t random = (uint64_t)active;
    for (int frame = 0; frame < FRAMES; ++frame)
        mien_sample_weights(&random, w->info.pose_count, active, 0.05f, 1.0f,
                            w->curves + (size_t)frame * (size_t)w->curve_count);
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        if (!bench_measures(options, (MienIsa)isa))
            continue;
        floor_at[isa] = count;
        count += add_floor_cases(cases + count, floors[isa], w, (MienIsa)isa);
    }
    const int plain_at = count;
    cases[count++] = (BenchCase){.run = run_plain, .context = w, .units = FRAMES};
    BlasCase blas_case = {.w = w, .blas = blas};
    const int blas_at = count;
    if (blas != NULL) {
        blas_case.y = bench_allocate((size_t)FRAMES * (size_t)w->bone_count * 10 * sizeof(float));
        cases[count++] = (BenchCase){.run = run_gemv, .context = &blas_case, .units = FRAMES};
        cases[count++] = (BenchCase){.run = run_gemm, .context = &blas_case, .units = FRAMES};
    }
    first_one = count;
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        for (int variant = 0; bench_measures(options, (MienIsa)isa) && variant < 4; ++variant) {
            const MienPoseLayout layout = variant == 3 ? MIEN_LAYOUT_AUTO : (MienPoseLayout)variant;
            ones[one_count] =
                (OneCase){.w = w, .isa = (MienIsa)isa, .layout = layout, .in_place = variant == 3};
            cases[count++] = (BenchCase){.run = run_one, .context = &ones[one_count++], .units = FRAMES};
        }
    }
    char hashes[MAX_CASES][17];
    for (int i = 0; i < one_count; ++i) {
        hash_one(&ones[i], hashes[i]);
        if (strcmp(hashes[i], hashes[0]) != 0)
            bench_fail("get the same bits from every kernel");
    }
    bench_rounds(cases, count, options->rounds);
    static const char *const layouts[] = {"auto", "poses", "rows", "in-place"};
    const double bytes = (double)average_entries(w) * (w->info.has_scale ? 40.0 : 28.0);
    const double plain = bench_min(&cases[plain_at], options->rounds);
    const MienIsa widest = bench_measures(options, MIEN_ISA_AVX2) ? MIEN_ISA_AVX2 : ones[0].isa;
    for (int i = 0; i < one_count; ++i) {
        const BenchCase *one = &cases[first_one + i];
        const MienIsa isa = ones[i].isa;
        const Row row = {.workload = w->scene->name,
                         .isa = mien_isa_name(isa),
                         .layout = layouts[ones[i].in_place ? 3 : ones[i].layout],
                         .hash = hashes[i],
                         .active = active,
                         .ns_min = bench_min(one, options->rounds),
                         .ns_median = bench_median(one, options->rounds),
                         .bound = bound_of(&cases[floor_at[isa]], floors[isa], options->rounds, bytes),
                         .memcpy = bench_min(&cases[floor_at[isa] + 1], options->rounds),
                         .plain = plain};
        bench_print_row(options, &row);
    }
    for (int i = plain_at; i < first_one; ++i) {
        const char *layout = i == plain_at ? "plain-c" : i == blas_at ? "sgemv" : "sgemm";
        const Row row = {.workload = w->scene->name,
                         .isa = i == plain_at ? "avx2" : "blas",
                         .layout = layout,
                         .hash = "",
                         .active = active,
                         .ns_min = bench_min(&cases[i], options->rounds),
                         .ns_median = bench_median(&cases[i], options->rounds),
                         .bound = bound_of(&cases[floor_at[widest]], floors[widest], options->rounds, bytes),
                         .plain = plain};
        bench_print_row(options, &row);
    }
}

int bench_eval(const BenchOptions *options)
{
    static const struct {
        const char *name;
        int active[4];
        bool crowd;
    } plan[] = {{"dense58", {8, 16, 58}, false},
                {"sparse58", {8, 16, 58}, true},
                {"sparse58-noscale", {8, 16, 58}, true},
                {"mh", {60}, false},
                {"mh-noscale", {60}, false},
                {"r1", {8, 24, 59}, true},
                {"r2", {8, 24, 110}, true},
                {"r3", {8, 60, 250}, false}};
    BenchBlas blas;
    const bool has_blas = bench_blas_load(&blas);
    fprintf(stderr, "mien-bench %s, %d rounds, %s\n", mien_version(), options->rounds,
            has_blas ? blas.config() : "no OpenBLAS");
    bool found = false;
    for (size_t i = 0; i < sizeof plan / sizeof plan[0]; ++i) {
        if (options->workload != NULL && strcmp(options->workload, plan[i].name) != 0)
            continue;
        found = true;
        Workload w = bench_open_workload(mien_sample_find_scene(plan[i].name));
        for (int k = 0; k < 4 && plan[i].active[k] > 0; ++k)
            measure_one(options, &w, plan[i].active[k], has_blas ? &blas : NULL);
        if (plan[i].crowd)
            bench_crowd(options, &w, plan[i].active[1]);
        bench_close_workload(&w);
    }
    if (!found)
        fprintf(stderr, "mien-bench: no workload called %s\n", options->workload);
    return found ? 0 : 2;
}
