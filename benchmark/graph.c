// SPDX-License-Identifier: MIT
//
// mien-bench graph: what a graph costs beside its parts run bare, for one character
// and for a large batch.

#include "graph_workload.h"

#include "core/internal.h"

#include <string.h>

static const double frame_step = 1.0 / 60.0;

/// One instruction set of a workload, with room for what comes out.
typedef struct GraphCase {
    const GraphWorkload *w;
    const GraphSet *set;
    MienIsa isa;
    double time;          ///< That passed since the start, for bare runs.
    int first;            ///< Of the part of the crowd that is next.
    MienTransform *bones; ///< Of one character.
    float *curves, *out_curves;
    uint32_t *present;
    // Of a range of characters: tiles.
    float *reference; ///< One tile.
    float *tile_bones, *tile_curves, *out_tile_curves;
    uint16_t *out_present;
    float *rows; ///< [character][curve], as clips write them.
    MienClipJob jobs[GRAPH_RANGE];
} GraphCase;

enum { CASE_GRAPH, CASE_BARE, CASE_COPY, CASES };

static size_t tiles_of(int count) { return ((size_t)count + MIEN_TILE - 1) / MIEN_TILE; }

static void open_case(GraphCase *c, const GraphWorkload *w, MienIsa isa)
{
    *c = (GraphCase){.w = w, .set = &w->sets[isa], .isa = isa};
    const size_t bones = (size_t)w->face.bone_count, curves = (size_t)w->face.curve_count;
    const size_t tile = mien_tile_size(w->face.bone_count) * sizeof(float), tiles = tiles_of(GRAPH_RANGE);
    c->bones = bench_allocate(bones * sizeof *c->bones);
    c->curves = bench_allocate(curves * sizeof(float));
    c->out_curves = bench_allocate(curves * sizeof(float));
    c->present = bench_allocate(curves * sizeof(uint32_t));
    c->reference = bench_allocate(tile);
    c->tile_bones = bench_allocate(tiles * tile);
    c->tile_curves = bench_allocate(tiles * curves * MIEN_TILE * sizeof(float));
    c->out_tile_curves = bench_allocate(tiles * curves * MIEN_TILE * sizeof(float));
    c->out_present = bench_allocate(tiles * curves * sizeof(uint16_t));
    c->rows = bench_allocate(GRAPH_RANGE * curves * sizeof(float));
    for (int k = 0; k < MIEN_TILE; ++k)
        mien_tile_write(c->reference, w->face.bone_count, k, mien_skeleton_rest_pose(w->face.skeleton));
}

static void close_case(GraphCase *c)
{
    const size_t bones = (size_t)c->w->face.bone_count, curves = (size_t)c->w->face.curve_count;
    const size_t tile = mien_tile_size(c->w->face.bone_count) * sizeof(float), tiles = tiles_of(GRAPH_RANGE);
    mieni_free(NULL, c->bones, bones * sizeof *c->bones, 64);
    mieni_free(NULL, c->reference, tile, 64);
    mieni_free(NULL, c->tile_bones, tiles * tile, 64);
    mieni_free(NULL, c->tile_curves, tiles * curves * MIEN_TILE * sizeof(float), 64);
    mieni_free(NULL, c->out_tile_curves, tiles * curves * MIEN_TILE * sizeof(float), 64);
}

// One character after another.

static void step_one(GraphCase *c, int i)
{
    const MienGraphJob job = {.binding = c->set->binding,
                              .instance = c->set->instances[i],
                              .step = frame_step,
                              .bone_count = c->w->face.bone_count,
                              .out_bones = c->bones,
                              .out_curves = {c->w->face.curve_count, c->out_curves, c->present},
                              .scratch = c->set->scratch,
                              .scratch_size = c->set->scratch_size};
    if (mien_graph_job_run(&job) != MIEN_OK)
        bench_fail("run a graph");
}

static void run_graph_one(void *context)
{
    for (int i = 0; i < GRAPH_CHARACTERS; ++i)
        step_one(context, i);
}

/// Where a character's clips are: they begin again at their end.
static double bare_time(const GraphCase *c, int i)
{
    const double length = mien_clip_info(c->set->clips[0]).length;
    double time = c->w->starts[i] + c->time;
    while (time >= length)
        time -= length;
    return time;
}

static MienClipJob clip_job(const GraphCase *c, int clip, int i, float *curves, MienTransform *bones)
{
    const bool has_bones = clip > 0;
    return (MienClipJob){.clip = c->set->clips[clip],
                         .binding = c->set->clip_bindings[clip],
                         .time = bare_time(c, i),
                         .out_curves = {has_bones ? 0 : c->w->face.curve_count, curves, NULL},
                         .bone_count = c->w->face.bone_count,
                         .out_bones = has_bones ? bones : NULL};
}

static void bare_one(GraphCase *c, int i)
{
    const Workload *face = &c->w->face;
    for (int clip = 0; clip < c->w->clip_count; ++clip) {
        const MienClipJob job = clip_job(c, clip, i, c->curves, c->bones);
        if (mien_clip_job_run(&job) != MIEN_OK)
            bench_fail("sample a clip");
    }
    const MienPoseJob job = {.asset = c->set->poses,
                             .binding = c->set->pose_binding,
                             .bone_count = face->bone_count,
                             .input =
                                 c->w->clip_count > 1 ? c->bones : mien_skeleton_rest_pose(face->skeleton),
                             .out_bones = c->bones,
                             .curves = {face->curve_count, c->curves, NULL},
                             .out_curves = {face->curve_count, c->out_curves, c->present},
                             .scratch = c->set->scratch,
                             .scratch_size = c->set->scratch_size};
    if (mien_pose_job_run(&job) != MIEN_OK)
        bench_fail("run poses");
}

static void run_bare_one(void *context)
{
    GraphCase *c = context;
    c->time += frame_step;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i)
        bare_one(c, i);
}

static void run_copy_one(void *context)
{
    GraphCase *c = context;
    const size_t floats = (size_t)c->w->face.bone_count * sizeof(MienTransform) / sizeof(float);
    const float *from = &mien_skeleton_rest_pose(c->w->face.skeleton)->rotation.x;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i) {
        bench_floor(c->isa)->copy(from, &c->bones->rotation.x, floats / 16 * 16);
        __asm__ volatile("" ::: "memory");
    }
}

// Ten thousand characters, part after part, a range at a time, each into the same tiles.

/// Characters of a range that begins at first and lies within a part.
static int range_count(int first)
{
    const int left = GRAPH_PART - first % GRAPH_PART;
    return left < GRAPH_RANGE ? left : GRAPH_RANGE;
}

/// The part that is next; all have had their turn when it begins again.
static int next_part(GraphCase *c)
{
    const int first = c->first;
    c->first = (first + GRAPH_PART) % GRAPH_CROWD;
    return first;
}

static void step_range(GraphCase *c, int first)
{
    const MienGraphBatchJob job = {.binding = c->set->binding,
                                   .instance_count = range_count(first),
                                   .instances = c->set->instances + first,
                                   .step = frame_step,
                                   .bone_count = c->w->face.bone_count,
                                   .out_bones = c->tile_bones,
                                   .curve_count = c->w->face.curve_count,
                                   .out_curves = c->out_tile_curves,
                                   .out_present = c->out_present,
                                   .scratch = c->set->scratch,
                                   .scratch_size = c->set->scratch_size};
    if (mien_graph_batch_job_run(&job) != MIEN_OK)
        bench_fail("run a batch");
}

static void run_graph_batch(void *context)
{
    const int part = next_part(context);
    for (int first = part; first < part + GRAPH_PART; first += GRAPH_RANGE)
        step_range(context, first);
}

static void sample_range(GraphCase *c, int first)
{
    const int count = range_count(first);
    for (int i = 0; i < count; ++i)
        c->jobs[i] = clip_job(c, 0, first + i, c->rows + (size_t)i * (size_t)c->w->face.curve_count, NULL);
    if (mien_clip_jobs_run(c->jobs, count) != MIEN_OK)
        bench_fail("sample clips");
    for (int clip = 1; clip < c->w->clip_count; ++clip) {
        for (int i = 0; i < count; ++i)
            c->jobs[i] = clip_job(c, clip, first + i, NULL, c->bones);
        if (mien_clip_jobs_run(c->jobs, count) != MIEN_OK)
            bench_fail("sample clips");
    }
}

/// Poses of a range whose curves are in tiles already, all from one reference tile.
static void pose_range(GraphCase *c, int first)
{
    const Workload *face = &c->w->face;
    const size_t curves = (size_t)face->curve_count;
    MienCrowdJob job = {.asset = c->set->poses,
                        .binding = c->set->pose_binding,
                        .character_count = MIEN_TILE,
                        .bone_count = face->bone_count,
                        .input = c->reference,
                        .curve_count = face->curve_count,
                        .scratch = c->set->scratch,
                        .scratch_size = c->set->scratch_size};
    for (size_t t = 0; t < tiles_of(range_count(first)); ++t) {
        job.out_bones = c->tile_bones + t * mien_tile_size(face->bone_count);
        job.curves = c->tile_curves + t * curves * MIEN_TILE;
        job.out_curves = c->out_tile_curves + t * curves * MIEN_TILE;
        job.out_present = c->out_present + t * curves;
        if (mien_crowd_job_run(&job) != MIEN_OK)
            bench_fail("run a crowd");
    }
}

static void run_bare_batch(void *context)
{
    GraphCase *c = context;
    const int part = next_part(c);
    c->time += frame_step;
    for (int first = part; first < part + GRAPH_PART; first += GRAPH_RANGE) {
        sample_range(c, first);
        pose_range(c, first);
    }
}

static void run_copy_batch(void *context)
{
    GraphCase *c = context;
    const size_t floats = mien_tile_size(c->w->face.bone_count);
    for (int first = 0; first < GRAPH_PART; first += GRAPH_RANGE) {
        for (size_t t = 0; t < tiles_of(range_count(first)); ++t)
            bench_floor(c->isa)->copy(c->reference, c->tile_bones + t * floats, floats);
    }
}

/// Curves of the first range in tiles: what bare crowds pose all ranges with.
static void prepare_curves(GraphCase *c)
{
    const size_t curves = (size_t)c->w->face.curve_count;
    sample_range(c, 0);
    for (size_t i = 0; i < GRAPH_RANGE; ++i) {
        for (size_t k = 0; k < curves; ++k)
            c->tile_curves[(i / MIEN_TILE * curves + k) * MIEN_TILE + i % MIEN_TILE] =
                c->rows[i * curves + k];
    }
}

// Before anything is timed: the same bits from graph, batch and bare parts.

static bool same_bones(const MienTransform *a, const MienTransform *b, int count)
{
    for (int i = 0; i < count; ++i) {
        if (memcmp(&a[i].rotation, &b[i].rotation, sizeof a->rotation) != 0 ||
            memcmp(&a[i].translation, &b[i].translation, sizeof a->translation) != 0 ||
            memcmp(&a[i].scale, &b[i].scale, sizeof a->scale) != 0)
            return false;
    }
    return true;
}

static void check_bits(GraphCase *c, char out_hash[17])
{
    const int count = c->w->face.bone_count;
    const bool is_sum = c->w->clip_count == 1 && c->w->source->modifiers == 0;
    MienTransform *expected = bench_allocate((size_t)count * sizeof *expected);
    bench_restart_graph(c->w, c->isa);
    step_range(c, 0);
    bench_hash(c->tile_bones, tiles_of(GRAPH_RANGE) * mien_tile_size(count), out_hash);
    bench_restart_graph(c->w, c->isa);
    c->time = frame_step;
    for (int i = 0; i < GRAPH_RANGE; ++i) {
        step_one(c, i);
        mien_tile_read(c->tile_bones + (size_t)(i / MIEN_TILE) * mien_tile_size(count), count, i % MIEN_TILE,
                       expected);
        if (!same_bones(c->bones, expected, count))
            bench_fail("get the same bits from one and from a batch");
        bare_one(c, i);
        if (is_sum && !same_bones(c->bones, expected, count))
            bench_fail("get the same bits from a graph and from its parts");
    }
    mieni_free(NULL, expected, (size_t)count * sizeof *expected, 64);
}

static void print_split(const BenchOptions *options, const GraphWorkload *w, const char *isa, int characters,
                        const GraphSplit *s, double whole)
{
    const double rest = whole - (s->clip + s->weights + s->sums + s->finish + s->output);
    if (options->json)
        printf("{\"row\": \"split\", \"workload\": \"%s\", \"isa\": \"%s\", \"characters\": %d, "
               "\"clip_ns\": %.1f, \"weights_ns\": %.1f, \"sums_ns\": %.1f, \"finish_ns\": %.1f, "
               "\"output_ns\": %.1f, \"rest_ns\": %.1f}\n",
               w->source->name, isa, characters, s->clip, s->weights, s->sums, s->finish, s->output, rest);
    else
        printf("%-9s %-7s %5d  clip %.0f, weights %.0f, sums %.0f, finish %.0f, output %.0f, rest %.0f ns\n",
               w->source->name, isa, characters, s->clip, s->weights, s->sums, s->finish, s->output, rest);
}

static void print_row(const BenchOptions *options, const GraphCase *c, int characters, const BenchCase *cases,
                      const char *hash)
{
    const GraphWorkload *w = c->w;
    const double ns = bench_min(&cases[CASE_GRAPH], options->rounds),
                 bare = bench_min(&cases[CASE_BARE], options->rounds),
                 copy = bench_min(&cases[CASE_COPY], options->rounds);
    const double median = bench_median(&cases[CASE_GRAPH], options->rounds);
    const double ratio = bench_median_ratio(&cases[CASE_GRAPH], &cases[CASE_BARE], options->rounds);
    if (options->json)
        printf(
            "{\"row\": \"graph\", \"workload\": \"%s\", \"nodes\": %d, \"bones\": %d, \"active\": %.1f, "
            "\"isa\": \"%s\", \"characters\": %d, \"instance_bytes\": %zu, \"ns_min\": %.1f, \"ns_median\": "
            "%.1f, \"bare_ns_min\": %.1f, \"bare_ns_median\": %.1f, \"copy_ns_min\": %.1f, "
            "\"ratio_of_minima\": %.3f, \"median_ratio\": %.3f, \"ms_of_10000\": %.2f, \"hash\": \"%s\"}\n",
            w->source->name, w->info.node_count, w->face.bone_count, w->active, mien_isa_name(c->isa),
            characters, c->set->instance_size, ns, median, bare,
            bench_median(&cases[CASE_BARE], options->rounds), copy, ns / bare, ratio, ns * 0.01, hash);
    else
        printf("%-9s %-7s %5d  %8.1f ns (median %8.1f), bare %8.1f, %.2f x (median %.2f x), copy %.1f, "
               "%.1f ms for 10,000\n",
               w->source->name, mien_isa_name(c->isa), characters, ns, median, bare, ns / bare, ratio, copy,
               ns * 0.01);
}

/// One character, or a batch: the graph, its parts, the floor, and where the time goes.
static void measure_one(const BenchOptions *options, GraphCase *c, bool is_batch, const char *hash)
{
    static BenchCase cases[CASES + GRAPH_SPLIT_CASES];
    static void (*const runs[2][CASES])(void *) = {{run_graph_one, run_bare_one, run_copy_one},
                                                   {run_graph_batch, run_bare_batch, run_copy_batch}};
    const int characters = is_batch ? GRAPH_CROWD : 1;
    const bool has_split = c->w->clip_count == 1 && c->w->source->modifiers == 0;
    for (int i = 0; i < CASES; ++i)
        cases[i] = (BenchCase){
            .run = runs[is_batch][i], .context = c, .units = is_batch ? GRAPH_PART : GRAPH_CHARACTERS};
    if (has_split)
        bench_split_open(c->w, c->isa, is_batch, cases + CASES);
    bench_rounds(cases, CASES + (has_split ? GRAPH_SPLIT_CASES : 0), options->rounds);
    print_row(options, c, characters, cases, hash);
    if (has_split) {
        const GraphSplit split = bench_split_close(is_batch, cases + CASES, options->rounds);
        print_split(options, c->w, mien_isa_name(c->isa), characters, &split,
                    bench_min(&cases[CASE_GRAPH], options->rounds));
    }
}

static void measure(const BenchOptions *options, const GraphWorkload *w, MienIsa isa, char expected[17])
{
    static GraphCase c;
    char hash[17];
    open_case(&c, w, isa);
    check_bits(&c, hash);
    if (expected[0] != 0 && strcmp(hash, expected) != 0)
        bench_fail("get the same bits with every instruction set");
    memcpy(expected, hash, sizeof hash);
    prepare_curves(&c);
    measure_one(options, &c, false, hash);
    measure_one(options, &c, true, hash);
    close_case(&c);
    fflush(stdout);
}

int bench_graph(const BenchOptions *options)
{
    static const GraphSource sources[] = {
        {.name = "r2", .scene = "r2"},
        {.name = "r1", .scene = "r1"},
        {.name = "body", .scene = "r2", .has_body = true},
        {.name = "chain200", .scene = "r2", .modifiers = 197},
    };
    bool found = false;
    fprintf(stderr, "mien-bench %s, %d rounds\n", mien_version(), options->rounds);
    for (size_t i = 0; i < sizeof sources / sizeof *sources; ++i) {
        static GraphWorkload w;
        char expected[17] = "";
        if (options->workload != NULL && strcmp(options->workload, sources[i].name) != 0)
            continue;
        found = true;
        bench_open_graph(&w, &sources[i]);
        for (int isa = MIEN_ISA_SCALAR; isa < GRAPH_ISAS; ++isa) {
            if (bench_measures(options, (MienIsa)isa))
                measure(options, &w, (MienIsa)isa, expected);
        }
        bench_close_graph(&w);
    }
    if (!found)
        fprintf(stderr, "mien-bench: no workload called %s\n", options->workload);
    return found ? 0 : 2;
}
