// SPDX-License-Identifier: MIT
//
// mien-bench eval: crowds against the copy of their inputs to their outputs.

#include "workload.h"

#include "core/internal.h"

#include <string.h>

enum { CROWD = 1000, CROWD_TILES = (CROWD + MIEN_TILE - 1) / MIEN_TILE };

typedef struct CrowdCase {
    MienIsa isa;
    MienCrowdJob job;
    size_t floats;
    bool use_memcpy;
} CrowdCase;

static void run_crowd(void *context)
{
    CrowdCase *c = context;
    if (mien_crowd_job_run(&c->job) != MIEN_OK)
        bench_fail("run a crowd");
}

static void run_crowd_copy(void *context)
{
    CrowdCase *c = context;
    if (c->use_memcpy)
        memcpy(c->job.out_bones, c->job.input, c->floats * sizeof(float));
    else
        bench_floor(c->isa)->copy(c->job.input, c->job.out_bones, c->floats);
}

static void fill_crowd(Workload *w, int active, float *input, float *curves)
{
    uint64_t random = 99;
    MienTransform *pose = bench_allocate((size_t)w->bone_count * sizeof *pose);
    float *values = bench_allocate((size_t)w->curve_count * sizeof(float));
    for (int k = 0; k < CROWD_TILES * MIEN_TILE; ++k) {
        const size_t tile = (size_t)(k / MIEN_TILE);
        mien_sample_input(&random, mien_sample_asset(w->sample)->skeleton, pose);
        mien_sample_weights(&random, w->info.pose_count, active, 0.05f, 1.0f, values);
        mien_tile_write(input + tile * mien_tile_size(w->bone_count), w->bone_count, k % MIEN_TILE, pose);
        for (int c = 0; c < w->curve_count; ++c)
            curves[(tile * (size_t)w->curve_count + (size_t)c) * MIEN_TILE + (size_t)(k % MIEN_TILE)] =
                values[c];
    }
}

void bench_crowd(const BenchOptions *options, Workload *w, int active)
{
    static BenchCase cases[MAX_CASES];
    CrowdCase crowds[MAX_CASES];
    int count = 0;
    const size_t floats = (size_t)CROWD_TILES * mien_tile_size(w->bone_count);
    float *input = bench_allocate(floats * sizeof(float)), *out = bench_allocate(floats * sizeof(float));
    float *curves = bench_allocate((size_t)CROWD_TILES * (size_t)w->curve_count * MIEN_TILE * sizeof(float));
    fill_crowd(w, active, input, curves);
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        for (int variant = 0; bench_measures(options, (MienIsa)isa) && variant < 3; ++variant) {
            CrowdCase *c = &crowds[count];
            *c = (CrowdCase){.isa = (MienIsa)isa, .floats = floats, .use_memcpy = variant == 1};
            c->job = (MienCrowdJob){.asset = w->assets[isa],
                                    .binding = w->bindings[isa],
                                    .character_count = CROWD,
                                    .bone_count = w->bone_count,
                                    .input = input,
                                    .out_bones = out,
                                    .curve_count = w->curve_count,
                                    .curves = curves};
            c->job.scratch_size = mien_crowd_job_scratch_size(c->job.asset);
            c->job.scratch = bench_allocate(c->job.scratch_size);
            cases[count++] =
                (BenchCase){.run = variant == 2 ? run_crowd : run_crowd_copy, .context = c, .units = CROWD};
        }
    }
    char expected[17] = "";
    bench_rounds(cases, count, options->rounds);
    for (int i = 0; i < count; i += 3) {
        const double copy = bench_min(&cases[i], options->rounds),
                     standard = bench_min(&cases[i + 1], options->rounds);
        char text[17];
        run_crowd(&crowds[i + 2]);
        bench_hash(out, floats, text);
        if (i > 0 && strcmp(text, expected) != 0)
            bench_fail("get the same bits from every kernel");
        memcpy(expected, text, sizeof expected);
        const Row row = {.workload = w->scene->name,
                         .isa = mien_isa_name(crowds[i].isa),
                         .layout = "crowd",
                         .hash = text,
                         .active = active,
                         .ns_min = bench_min(&cases[i + 2], options->rounds),
                         .ns_median = bench_median(&cases[i + 2], options->rounds),
                         .bound = copy,
                         .memcpy = standard};
        bench_print_row(options, &row);
    }
    mieni_free(NULL, input, floats * sizeof(float), 64);
    mieni_free(NULL, out, floats * sizeof(float), 64);
}
