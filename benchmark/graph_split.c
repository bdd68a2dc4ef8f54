// SPDX-License-Identifier: MIT
//
// Where the time of a step goes: parts of it by themselves, on the same data. What
// kernels do in one go is told apart by leaving out: with no entry but one per bone
// there are no sums to speak of, and with none at all nothing is left but the output.

#include "graph_workload.h"

#include "core/internal.h"
#include "core/pose_data.h"
#include "core/simd/kernels.h"

#include <string.h>

enum { TILES = GRAPH_RANGE / MIEN_TILE };

/// What is run, and the parts that are prepared for it.
typedef struct SplitCase {
    const GraphWorkload *w;
    const GraphSet *set;
    const MieniPoseData *data;
    const MieniTarget *target;
    MieniPoseData thin; ///< One entry per bone.
    float *curves;      ///< [character][curve].
    float *no_curves;
    float *weights; ///< [tile][pose][MIEN_TILE], or [character][pose].
    float *tiles;
    uint16_t *active_bits;
    MienTransform *bones;
    MieniActive active[GRAPH_CHARACTERS];
    MieniSums sums;
    size_t sum_size;
    MienClipJob jobs[GRAPH_RANGE];
} SplitCase;

static void open_split(SplitCase *c, const GraphWorkload *w, MienIsa isa)
{
    *c = (SplitCase){.w = w, .set = &w->sets[isa], .data = &w->sets[isa].poses->data};
    const Workload *face = &w->face;
    const size_t curves = (size_t)face->curve_count, poses = (size_t)face->info.pose_count;
    c->target = mieni_binding_target(c->set->pose_binding, c->set->poses);
    c->curves = bench_allocate(GRAPH_RANGE * curves * sizeof(float));
    c->no_curves = bench_allocate(curves * sizeof(float));
    c->weights = bench_allocate(GRAPH_RANGE * poses * sizeof(float));
    c->tiles = bench_allocate(TILES * mien_tile_size(face->bone_count) * sizeof(float));
    c->active_bits = bench_allocate(poses * sizeof *c->active_bits);
    c->bones = bench_allocate((size_t)face->bone_count * sizeof *c->bones);
    for (int i = 0; i < GRAPH_RANGE; ++i)
        c->jobs[i] = (MienClipJob){.clip = c->set->clips[0],
                                   .binding = c->set->clip_bindings[0],
                                   .time = w->starts[i],
                                   .out_curves = {face->curve_count, c->curves + (size_t)i * curves, NULL}};
    if (mien_clip_jobs_run(c->jobs, GRAPH_RANGE) != MIEN_OK)
        bench_fail("sample clips");
    MieniRow *rows = bench_allocate((size_t)c->data->bone_count * sizeof *rows);
    for (int b = 0; b < c->data->bone_count; ++b)
        rows[b] = (MieniRow){c->data->rows[b].place, c->data->rows[b].count > 0};
    c->thin = *c->data;
    c->thin.rows = rows;
}

static void close_split(SplitCase *c)
{
    mieni_free(NULL, c->tiles, TILES * mien_tile_size(c->w->face.bone_count) * sizeof(float), 64);
}

static void run_clips(void *context)
{
    SplitCase *c = context;
    if (mien_clip_jobs_run(c->jobs, GRAPH_RANGE) != MIEN_OK)
        bench_fail("sample clips");
}

static void run_clip(void *context)
{
    SplitCase *c = context;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i) {
        if (mien_clip_job_run(&c->jobs[i]) != MIEN_OK)
            bench_fail("sample a clip");
    }
}

// A batch.

static void run_tile_weights(void *context)
{
    SplitCase *c = context;
    const size_t poses = (size_t)c->w->face.info.pose_count, curves = (size_t)c->w->face.curve_count;
    for (size_t t = 0; t < TILES; ++t) {
        float *weights = c->weights + t * poses * MIEN_TILE;
        const float *rows[MIEN_TILE];
        for (size_t k = 0; k < MIEN_TILE; ++k)
            rows[k] = c->curves + (t * MIEN_TILE + k) * curves;
        c->set->poses->kernels->tile_rows(rows, (int)curves / 4 * 4, weights);
        c->set->poses->kernels->tile_asked(c->data, weights);
    }
}

static void pose_tiles(const SplitCase *c, const MieniPoseData *data)
{
    const size_t poses = (size_t)c->w->face.info.pose_count, floats = mien_tile_size(c->w->face.bone_count);
    for (size_t t = 0; t < TILES; ++t) {
        const MieniTileRun run = {.data = data,
                                  .target = c->target,
                                  .bone_count = c->w->face.bone_count,
                                  .weights = c->weights + t * poses * MIEN_TILE,
                                  .active = c->active_bits,
                                  .shared = mien_skeleton_rest_pose(c->w->face.skeleton),
                                  .out = c->tiles + t * floats};
        c->set->poses->kernels->tile_bones(&run);
    }
}

static void run_tile_bones(void *context)
{
    const SplitCase *c = context;
    pose_tiles(c, c->data);
}

static void run_thin_bones(void *context)
{
    const SplitCase *c = context;
    pose_tiles(c, &c->thin);
}

static void run_tile_fill(void *context)
{
    const SplitCase *c = context;
    const MienTransform *reference = mien_skeleton_rest_pose(c->w->face.skeleton);
    for (size_t t = 0; t < TILES; ++t) {
        for (int b = 0; b < c->w->face.bone_count; ++b)
            c->set->poses->kernels->tile_fill(
                &reference[b], c->tiles + t * mien_tile_size(c->w->face.bone_count) + mien_tile_size(b));
    }
}

// One character.

/// Entry groups of the poses that have a weight, per character.
static void list_active(SplitCase *c)
{
    const size_t poses = (size_t)c->data->pose_count;
    for (size_t i = 0; i < GRAPH_CHARACTERS; ++i) {
        MieniActivePose *active = bench_allocate((poses + 1) * sizeof *active), *to = active;
        int groups = 0;
        for (size_t p = 0; p < poses; ++p) {
            const uint32_t first = c->data->group_first[p], end = c->data->group_first[p + 1];
            if (c->weights[i * poses + p] == 0.0f || first == end)
                continue;
            *to++ = (MieniActivePose){first, end, c->weights[i * poses + p]};
            groups += (int)(end - first);
        }
        *to = (MieniActivePose){.end = UINT32_MAX};
        c->active[i] = (MieniActive){active, groups};
    }
    c->sum_size =
        ((size_t)c->data->bone_count + 1) * (size_t)mieni_sum_stride(c->data->has_scale) * sizeof(float);
    c->sums.sum = bench_allocate(c->sum_size);
}

static void pose_one(const SplitCase *c, float *curves, float *out_weights)
{
    const MienPoseJob job = {.asset = c->set->poses,
                             .binding = c->set->pose_binding,
                             .bone_count = c->w->face.bone_count,
                             .input = mien_skeleton_rest_pose(c->w->face.skeleton),
                             .out_bones = c->bones,
                             .curves = {c->w->face.curve_count, curves, NULL},
                             .out_weights = out_weights,
                             .scratch = c->set->scratch,
                             .scratch_size = c->set->scratch_size};
    if (mien_pose_job_run(&job) != MIEN_OK)
        bench_fail("run poses");
}

static void run_poses(void *context)
{
    SplitCase *c = context;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i)
        pose_one(c, c->curves + (size_t)i * (size_t)c->w->face.curve_count, NULL);
}

/// Nothing active: weights and the copy of the input are all there is.
static void run_no_poses(void *context)
{
    SplitCase *c = context;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i)
        pose_one(c, c->no_curves, NULL);
}

static void run_sums(void *context)
{
    SplitCase *c = context;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i) {
        memset(c->sums.sum, 0, c->sum_size);
        c->set->poses->kernels->add_groups(c->data, &c->active[i], &c->sums);
    }
}

static void run_output(void *context)
{
    SplitCase *c = context;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i) {
        memcpy(c->bones, mien_skeleton_rest_pose(c->w->face.skeleton),
               (size_t)c->w->face.bone_count * sizeof *c->bones);
        __asm__ volatile("" ::: "memory");
    }
}

static SplitCase split;

void bench_split_open(const GraphWorkload *w, MienIsa isa, bool is_batch, BenchCase cases[GRAPH_SPLIT_CASES])
{
    static void (*const runs[2][GRAPH_SPLIT_CASES])(void *) = {
        {run_clip, run_poses, run_no_poses, run_sums, run_output},
        {run_clips, run_tile_weights, run_tile_bones, run_thin_bones, run_tile_fill}};
    const int characters = is_batch ? GRAPH_RANGE : GRAPH_CHARACTERS;
    open_split(&split, w, isa);
    if (!is_batch) {
        for (size_t i = 0; i < GRAPH_CHARACTERS; ++i)
            pose_one(&split, split.curves + i * (size_t)w->face.curve_count,
                     split.weights + i * (size_t)w->face.info.pose_count);
        list_active(&split);
    }
    for (int i = 0; i < GRAPH_SPLIT_CASES; ++i)
        cases[i] = (BenchCase){.run = runs[is_batch][i], .context = &split, .units = characters};
}

GraphSplit bench_split_close(bool is_batch, const BenchCase cases[GRAPH_SPLIT_CASES], int rounds)
{
    double ns[GRAPH_SPLIT_CASES];
    for (int i = 0; i < GRAPH_SPLIT_CASES; ++i)
        ns[i] = bench_min(&cases[i], rounds);
    close_split(&split);
    if (is_batch)
        return (GraphSplit){
            .clip = ns[0], .weights = ns[1], .sums = ns[2] - ns[3], .finish = ns[3] - ns[4], .output = ns[4]};
    return (GraphSplit){.clip = ns[0],
                        .weights = ns[2] - ns[4],
                        .sums = ns[3],
                        .finish = ns[1] - ns[2] - ns[3],
                        .output = ns[4]};
}
