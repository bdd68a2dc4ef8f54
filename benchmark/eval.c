// SPDX-License-Identifier: MIT
//
// mien-bench eval: one face and crowds, against their floors.

#include "bench.h"

#include "core/internal.h"
#include "core/pose_data.h"
#include "sample/random.h"
#include "sample/scenes.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 128, CROWD = 1000, CROWD_TILES = (CROWD + MIEN_TILE - 1) / MIEN_TILE, MAX_CASES = 40 };

static void *allocate(size_t size)
{
    void *memory = mieni_allocate(NULL, size > 0 ? size : 64, 64);
    if (memory == NULL) {
        fputs("mien-bench: no memory\n", stderr);
        exit(70);
    }
    memset(memory, 0, size);
    return memory;
}

/// A workload with everything that is run on it.
typedef struct Workload {
    const MienSampleScene *scene;
    MienSample *sample;
    MienAuthorPack skeleton_pack, pack;
    MienSkeleton *skeleton;
    MienPoseAsset *assets[MIEN_ISA_WASM128 + 1]; ///< Per instruction set, NULL if not to be had.
    MienPoseBinding *bindings[MIEN_ISA_WASM128 + 1];
    MienPoseAssetInfo info;
    int bone_count, curve_count;
    float *curves; ///< [FRAMES][curve_count].
    MienTransform *input, *out;
    void *scratch;
    size_t scratch_size;
    PlainAsset plain;
    PlainWork plain_work;
    float *dense; ///< [pose][bone * 10], for BLAS.
} Workload;

static void fail(const char *what)
{
    fprintf(stderr, "mien-bench: cannot %s\n", what);
    exit(70);
}

/// The plain loop's data, read back out of the pack.
static void make_plain(Workload *w)
{
    const MieniPoseData *d = &w->assets[MIEN_ISA_SCALAR]->data;
    const MieniTarget *t = &w->assets[MIEN_ISA_SCALAR]->own;
    (void)t;
    PlainAsset *plain = &w->plain;
    *plain = (PlainAsset){.pose_count = d->pose_count,
                          .bone_count = w->bone_count,
                          .min = d->control_min,
                          .max = d->control_max};
    plain->first = allocate(((size_t)d->pose_count + 1) * sizeof(int));
    plain->bone = allocate((size_t)d->entry_count * sizeof(int));
    plain->delta = allocate((size_t)d->entry_count * sizeof *plain->delta);
    w->dense = allocate((size_t)d->pose_count * (size_t)w->bone_count * 10 * sizeof(float));
    int count = 0;
    for (int p = 0; p < d->pose_count; ++p) {
        for (size_t place = (size_t)d->group_first[p] * 4; place < (size_t)d->group_first[p + 1] * 4;
             ++place) {
            if (d->group_bones[place] == d->bone_count)
                continue;
            const char *name = mien_pose_asset_bone_name(w->assets[MIEN_ISA_SCALAR], d->group_bones[place]);
            plain->bone[count] = mien_skeleton_find_bone(w->skeleton, name);
            memcpy(plain->delta[count], d->group_turn + place * MIENI_TURN, 7 * sizeof(float));
            if (d->has_scale)
                memcpy(plain->delta[count] + 7, d->group_scale + place * MIENI_SCALE, 3 * sizeof(float));
            memcpy(w->dense + ((size_t)p * (size_t)w->bone_count + (size_t)plain->bone[count]) * 10,
                   plain->delta[count], 10 * sizeof(float));
            ++count;
        }
        plain->first[p + 1] = count;
    }
    w->plain_work.sums = allocate((size_t)w->bone_count * sizeof *w->plain_work.sums);
    w->plain_work.touched = allocate((size_t)w->bone_count);
}

static Workload open_workload(const MienSampleScene *scene)
{
    Workload w = {.scene = scene, .sample = mien_sample_create(&scene->options)};
    if (w.sample == NULL ||
        mien_author_skeleton_cook(mien_sample_asset(w.sample)->skeleton, NULL, &w.skeleton_pack, NULL) ||
        mien_author_pose_asset_cook(mien_sample_asset(w.sample), NULL, &w.pack, NULL, NULL) ||
        mien_skeleton_load(w.skeleton_pack.data, w.skeleton_pack.size, NULL, &w.skeleton, NULL))
        fail("make the workload");
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        const MienLoadOptions options = {.isa = (MienIsa)isa, .borrow_data = true};
        if (!mien_isa_is_available((MienIsa)isa))
            continue;
        if (mien_pose_asset_load(w.pack.data, w.pack.size, &options, &w.assets[isa], NULL) ||
            mien_pose_binding_create(w.assets[isa], w.skeleton, NULL, &w.bindings[isa], NULL))
            fail("load the workload");
    }
    w.info = mien_pose_asset_info(w.assets[MIEN_ISA_SCALAR]);
    w.bone_count = mien_skeleton_bone_count(w.skeleton);
    w.curve_count = mien_skeleton_curve_count(w.skeleton);
    w.curves = allocate((size_t)FRAMES * (size_t)w.curve_count * sizeof(float));
    w.input = allocate((size_t)w.bone_count * sizeof(MienTransform));
    w.out = allocate((size_t)w.bone_count * sizeof(MienTransform));
    w.scratch_size = mien_pose_job_scratch_size(w.assets[MIEN_ISA_SCALAR]);
    w.scratch = allocate(w.scratch_size);
    uint64_t random = 1;
    mien_sample_input(&random, mien_sample_asset(w.sample)->skeleton, w.input);
    make_plain(&w);
    return w;
}

static void close_workload(Workload *w)
{
    for (int isa = 0; isa <= MIEN_ISA_WASM128; ++isa) {
        mien_pose_binding_destroy(w->bindings[isa]);
        mien_pose_asset_destroy(w->assets[isa]);
    }
    mien_skeleton_destroy(w->skeleton);
    mien_author_pack_release(&w->pack);
    mien_author_pack_release(&w->skeleton_pack);
    mien_sample_destroy(w->sample);
    // Arrays live until the program ends: it runs a handful of workloads.
}

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
            fail("run a job");
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
            fail("run a job");
        for (int b = 0; b < w->bone_count; ++b, to += 10) {
            memcpy(to, &w->out[b].rotation, 16);
            memcpy(to + 4, &w->out[b].translation, 12);
            memcpy(to + 7, &w->out[b].scale, 12);
        }
    }
    uint8_t hash[32];
    mien_sha256(all, (size_t)(to - all) * sizeof(float), hash);
    for (int i = 0; i < 8; ++i)
        snprintf(out_text + 2 * i, 3, "%02x", hash[i]);
    free(all);
}

typedef struct Row {
    const char *workload, *isa, *layout, *hash;
    int active;
    double ns_min, ns_median, bound, plain;
} Row;

static void print_row(const BenchOptions *options, const Row *row)
{
    if (options->json) {
        printf("{\"workload\":\"%s\",\"active\":%d,\"isa\":\"%s\",\"layout\":\"%s\",\"ns_min\":%.1f,\"ns_"
               "median\":%.1f,"
               "\"bound_ns\":%.1f,\"plain_ns\":%.1f,\"hash\":\"%s\"}\n",
               row->workload, row->active, row->isa, row->layout, row->ns_min, row->ns_median, row->bound,
               row->plain, row->hash);
    } else {
        printf("%-17s %4d  %-7s %-9s %9.1f %9.1f", row->workload, row->active, row->isa, row->layout,
               row->ns_min, row->ns_median);
        printf("  %5.2f x bound", row->ns_min / row->bound);
        if (row->plain > 0.0)
            printf("  %5.2f x faster than plain", row->plain / row->ns_min);
        printf("\n");
    }
    fflush(stdout);
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
    floors[2].data = allocate(bytes);
    return 3;
}

static double bound_of(const BenchCase *floor_cases, const FloorCase *floors, int rounds, double delta_bytes)
{
    const double copy = bench_min(&floor_cases[0], rounds), standard = bench_min(&floor_cases[1], rounds);
    const double per_byte = bench_min(&floor_cases[2], rounds) / (double)floors[2].bytes;
    return (copy < standard ? copy : standard) + delta_bytes * per_byte;
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
        if (w->assets[isa] == NULL)
            continue;
        floor_at[isa] = count;
        count += add_floor_cases(cases + count, floors[isa], w, (MienIsa)isa);
    }
    const int plain_at = count;
    cases[count++] = (BenchCase){.run = run_plain, .context = w, .units = FRAMES};
    BlasCase blas_case = {.w = w, .blas = blas};
    const int blas_at = count;
    if (blas != NULL) {
        blas_case.y = allocate((size_t)FRAMES * (size_t)w->bone_count * 10 * sizeof(float));
        cases[count++] = (BenchCase){.run = run_gemv, .context = &blas_case, .units = FRAMES};
        cases[count++] = (BenchCase){.run = run_gemm, .context = &blas_case, .units = FRAMES};
    }
    first_one = count;
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        for (int variant = 0; w->assets[isa] != NULL && variant < 4; ++variant) {
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
            fail("get the same bits from every kernel");
    }
    bench_rounds(cases, count, options->rounds);
    static const char *const layouts[] = {"auto", "poses", "rows", "in-place"};
    const double bytes = (double)average_entries(w) * (w->info.has_scale ? 40.0 : 28.0);
    const double plain = bench_min(&cases[plain_at], options->rounds);
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
                         .plain = plain};
        print_row(options, &row);
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
                         .bound = bound_of(&cases[floor_at[MIEN_ISA_SCALAR]], floors[MIEN_ISA_SCALAR],
                                           options->rounds, bytes),
                         .plain = plain};
        print_row(options, &row);
    }
}

/// A thousand characters on one asset, each with its own input.
typedef struct CrowdCase {
    Workload *w;
    MienIsa isa;
    MienCrowdJob job;
    size_t floats;
    bool use_memcpy;
} CrowdCase;

static void run_crowd(void *context)
{
    CrowdCase *c = context;
    if (mien_crowd_job_run(&c->job) != MIEN_OK)
        fail("run a crowd");
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
    MienTransform *pose = allocate((size_t)w->bone_count * sizeof *pose);
    float *values = allocate((size_t)w->curve_count * sizeof(float));
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

static void measure_crowd(const BenchOptions *options, Workload *w, int active)
{
    static BenchCase cases[MAX_CASES];
    CrowdCase crowds[MAX_CASES];
    int count = 0;
    const size_t floats = (size_t)CROWD_TILES * mien_tile_size(w->bone_count);
    float *input = allocate(floats * sizeof(float)), *out = allocate(floats * sizeof(float));
    float *curves = allocate((size_t)CROWD_TILES * (size_t)w->curve_count * MIEN_TILE * sizeof(float));
    fill_crowd(w, active, input, curves);
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        for (int variant = 0; w->assets[isa] != NULL && variant < 3; ++variant) {
            CrowdCase *c = &crowds[count];
            *c = (CrowdCase){.w = w, .isa = (MienIsa)isa, .floats = floats, .use_memcpy = variant == 1};
            c->job = (MienCrowdJob){.asset = w->assets[isa],
                                    .binding = w->bindings[isa],
                                    .character_count = CROWD,
                                    .bone_count = w->bone_count,
                                    .input = input,
                                    .out_bones = out,
                                    .curve_count = w->curve_count,
                                    .curves = curves};
            c->job.scratch_size = mien_crowd_job_scratch_size(c->job.asset);
            c->job.scratch = allocate(c->job.scratch_size);
            cases[count++] =
                (BenchCase){.run = variant == 2 ? run_crowd : run_crowd_copy, .context = c, .units = CROWD};
        }
    }
    bench_rounds(cases, count, options->rounds);
    for (int i = 0; i < count; i += 3) {
        const double copy = bench_min(&cases[i], options->rounds),
                     standard = bench_min(&cases[i + 1], options->rounds);
        uint8_t hash[32];
        char text[17];
        run_crowd(&crowds[i + 2]);
        mien_sha256(out, floats * sizeof(float), hash);
        for (int k = 0; k < 8; ++k)
            snprintf(text + 2 * k, 3, "%02x", hash[k]);
        const Row row = {.workload = w->scene->name,
                         .isa = mien_isa_name(crowds[i].isa),
                         .layout = "crowd",
                         .hash = text,
                         .active = active,
                         .ns_min = bench_min(&cases[i + 2], options->rounds),
                         .ns_median = bench_median(&cases[i + 2], options->rounds),
                         .bound = copy < standard ? copy : standard};
        print_row(options, &row);
    }
    mieni_free(NULL, input, floats * sizeof(float), 64);
    mieni_free(NULL, out, floats * sizeof(float), 64);
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
        Workload w = open_workload(mien_sample_find_scene(plan[i].name));
        for (int k = 0; k < 4 && plan[i].active[k] > 0; ++k)
            measure_one(options, &w, plan[i].active[k], has_blas ? &blas : NULL);
        if (plan[i].crowd)
            measure_crowd(options, &w, plan[i].active[1]);
        close_workload(&w);
    }
    if (!found)
        fprintf(stderr, "mien-bench: no workload called %s\n", options->workload);
    return found ? 0 : 2;
}
