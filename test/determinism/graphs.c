// SPDX-License-Identifier: MIT
//
// The graphs of the determinism program: crowds that live at random and are stepped
// one by one and as a batch in turn.

#include "determinism.h"

#include "support/graph/crowds.h"

enum { CHARACTERS = 19 };

/// What comes out of a step.
typedef struct Outputs {
    size_t bone_size, tile_size, curve_size, tile_curve_size;
    MienTransform *bones;
    float *tiles, *curves, *tile_curves;
    uint32_t *present;
    uint16_t *tile_present;
} Outputs;

static Outputs open_outputs(const GraphStage *s)
{
    const size_t tiles = (CHARACTERS + MIEN_TILE - 1) / MIEN_TILE, curves = (size_t)s->curve_count;
    Outputs o = {.bone_size = (size_t)s->bone_count * sizeof *o.bones,
                 .tile_size = tiles * mien_tile_size(s->bone_count) * sizeof(float),
                 .curve_size = curves * sizeof(float),
                 .tile_curve_size = tiles * curves * MIEN_TILE * sizeof(float)};
    o.bones = graph_stage_memory(o.bone_size);
    o.tiles = graph_stage_memory(o.tile_size);
    o.curves = graph_stage_memory(o.curve_size);
    o.tile_curves = graph_stage_memory(o.tile_curve_size);
    o.present = graph_stage_memory(o.curve_size);
    o.tile_present = graph_stage_memory(tiles * o.curve_size);
    return o;
}

static void close_outputs(Outputs *o)
{
    graph_stage_free(o->bones, o->bone_size);
    graph_stage_free(o->tiles, o->tile_size);
    graph_stage_free(o->curves, o->curve_size);
    graph_stage_free(o->tile_curves, o->tile_curve_size);
    graph_stage_free(o->present, o->curve_size);
    graph_stage_free(o->tile_present, (CHARACTERS + MIEN_TILE - 1) / MIEN_TILE * o->curve_size);
}

static void require(MienStatus status)
{
    const MienError error = {.message = "the step was refused"};
    graph_stage_require(status, &error, "step a graph");
}

static void hash_curves(MieniSha256 *sha, const MienCurveSet *curves)
{
    mieni_sha256_update(sha, curves->values, (size_t)curves->count * sizeof(float));
    mieni_sha256_update(sha, curves->present, (size_t)mien_curve_set_words(curves->count) * sizeof(uint32_t));
}

static void step_one(const GraphCrowd *c, int i, double step, int level, const Outputs *o, MieniSha256 *sha)
{
    const GraphStage *s = c->stage;
    int events = 0;
    const MienGraphJob job = {.binding = s->binding,
                              .instance = c->instances[i],
                              .step = step,
                              .lod = level,
                              .bone_count = s->bone_count,
                              .out_bones = o->bones,
                              .out_curves = {s->curve_count, o->curves, o->present},
                              .out_event_count = &events,
                              .scratch = s->scratch,
                              .scratch_size = s->scratch_size};
    enter_host();
    const MienStatus status = mien_graph_job_run(&job);
    leave_host();
    require(status);
    hash_bones(sha, o->bones, mien_skeleton_bone_count_at(s->skeleton, level));
    hash_curves(sha, &job.out_curves);
    mieni_sha256_update(sha, &events, sizeof events);
}

/// Hashed character by character, so that a batch must give what each would alone.
static void step_all(const GraphCrowd *c, double step, int level, const Outputs *o, MieniSha256 *sha)
{
    const GraphStage *s = c->stage;
    const MienGraphBatchJob job = {.binding = s->binding,
                                   .instance_count = c->count,
                                   .instances = c->instances,
                                   .step = step,
                                   .lod = level,
                                   .bone_count = s->bone_count,
                                   .out_bones = o->tiles,
                                   .curve_count = s->curve_count,
                                   .out_curves = o->tile_curves,
                                   .out_present = o->tile_present,
                                   .scratch = s->scratch,
                                   .scratch_size = s->scratch_size};
    enter_host();
    const MienStatus status = mien_graph_batch_job_run(&job);
    leave_host();
    require(status);
    for (int i = 0; i < c->count; ++i) {
        const size_t tile = (size_t)(i / MIEN_TILE), first = tile * (size_t)s->curve_count;
        const MienCurveSet curves = {s->curve_count, o->curves, o->present};
        mien_curve_set_clear(&curves);
        for (int k = 0; k < s->curve_count; ++k) {
            if ((o->tile_present[first + (size_t)k] >> i % MIEN_TILE & 1) != 0)
                mien_curve_set_put(&curves, k,
                                   o->tile_curves[(first + (size_t)k) * MIEN_TILE + (size_t)(i % MIEN_TILE)]);
        }
        mien_tile_read(o->tiles + tile * mien_tile_size(s->bone_count), s->bone_count, i % MIEN_TILE,
                       o->bones);
        hash_bones(sha, o->bones, mien_skeleton_bone_count_at(s->skeleton, level));
        hash_curves(sha, &curves);
    }
}

static void hash_graph(const MienSampleGraphOptions *options, MienIsa isa, long steps, uint64_t *random,
                       MieniSha256 *sha)
{
    MienSampleGraph *sample = mien_sample_graph_create(options);
    enter_host();
    GraphStage s = graph_stage_open(sample, NULL, 0, isa);
    leave_host();
    mieni_sha256_update(sha, s.pack.data, s.pack.size);
    GraphCrowd crowd = graph_crowd_open(&s, CHARACTERS);
    Outputs o = open_outputs(&s);
    for (long i = 0; i < steps; ++i) {
        const double step = (double)mien_random_between(random, 0.0f, 0.15f);
        const int level = mien_random_index(random, 4) == 0 ? mien_random_index(random, 3) : 0;
        for (int k = 0; k < crowd.count; ++k)
            graph_crowd_live(&crowd, k, random);
        for (int k = 0; i % 2 == 0 && k < crowd.count; ++k)
            step_one(&crowd, k, step, level, &o, sha);
        if (i % 2 == 1)
            step_all(&crowd, step, level, &o, sha);
    }
    close_outputs(&o);
    graph_crowd_close(&crowd);
    graph_stage_close(&s);
}

long hash_graphs(MienIsa isa, long steps, uint64_t *random, MieniSha256 *sha)
{
    long done = 0;
    for (uint64_t seed = 0; seed < 9; ++seed, done += steps * CHARACTERS) {
        const MienSampleGraphOptions chain = {.seed = seed,
                                              .is_chain = true,
                                              .node_count = (int)seed,
                                              .poses_count = 1,
                                              .has_tracks = seed == 6};
        const MienSampleGraphOptions any = {
            .seed = 100 + seed, .node_count = 30, .poses_count = (int)seed % 3};
        hash_graph(seed % 3 == 0 ? &chain : &any, isa, steps, random, sha);
    }
    return done;
}
