// SPDX-License-Identifier: MIT
//
// A batch gives every character bit for bit what its own job would: random graphs,
// lives, steps and counts, with every instruction set.

#include "support/check.h"

#include "support/graph/crowds.h"

enum { MOST = 100, EVENTS = 4 * MOST };

/// What one job gives, and what a batch gives.
typedef struct Outcome {
    MienTransform *bones, *expected;
    MienCurveSet curves; ///< One by one.
    size_t tiles, tile_size, tile_curve_size;
    float *tile, *tile_curves;
    uint16_t *present;
    MienGraphEvent events[EVENTS], tile_events[EVENTS];
    int owners[EVENTS], tile_owners[EVENTS];
    int event_count, tile_event_count;
} Outcome;

static Outcome *open_outcome(const GraphStage *s, int count)
{
    Outcome *o = calloc(1, sizeof *o);
    const size_t bones = (size_t)s->bone_count, curves = (size_t)s->curve_count;
    o->tiles = ((size_t)count + MIEN_TILE - 1) / MIEN_TILE;
    o->tile_size = o->tiles * mien_tile_size(s->bone_count) * sizeof(float);
    o->tile_curve_size = o->tiles * curves * MIEN_TILE * sizeof(float);
    o->bones = graph_stage_memory(bones * sizeof *o->bones);
    o->expected = calloc(bones, sizeof *o->expected);
    o->curves = (MienCurveSet){s->curve_count, calloc(curves, sizeof(float)),
                               calloc((size_t)s->curve_words, sizeof(uint32_t))};
    o->tile = graph_stage_memory(o->tile_size);
    o->tile_curves = graph_stage_memory(o->tile_curve_size);
    o->present = calloc(o->tiles * curves + 1, sizeof *o->present);
    return o;
}

static void close_outcome(const GraphStage *s, Outcome *o)
{
    graph_stage_free(o->bones, (size_t)s->bone_count * sizeof *o->bones);
    free(o->expected);
    free(o->curves.values);
    free(o->curves.present);
    graph_stage_free(o->tile, o->tile_size);
    graph_stage_free(o->tile_curves, o->tile_curve_size);
    free(o->present);
    free(o);
}

/// What a step is like for all.
typedef struct Step {
    double seconds;
    int level, bone_count;
    bool wants_curves, wants_present;
} Step;

static Step draw_step(const GraphStage *s, uint64_t *random)
{
    Step step = {.seconds = (double)mien_random_between(random, 0.0f, 0.2f)};
    step.level = mien_random_index(random, 3) == 0 ? 1 + mien_random_index(random, 3) : 0;
    step.bone_count = mien_random_index(random, 2) == 0 ? mien_skeleton_bone_count_at(s->skeleton, step.level)
                                                        : s->bone_count;
    step.wants_curves = mien_random_index(random, 4) > 0;
    step.wants_present = mien_random_index(random, 4) > 0;
    return step;
}

static void run_batch(const GraphCrowd *c, const Step *step, Outcome *o)
{
    const GraphStage *s = c->stage;
    memset(o->tile, 0xFF, o->tile_size);
    memset(o->tile_curves, 0xFF, o->tile_curve_size);
    const MienGraphBatchJob job = {.binding = s->binding,
                                   .instance_count = c->count,
                                   .instances = c->instances,
                                   .step = step->seconds,
                                   .lod = step->level,
                                   .bone_count = step->bone_count,
                                   .out_bones = o->tile,
                                   .curve_count = step->wants_curves ? s->curve_count : 0,
                                   .out_curves = step->wants_curves ? o->tile_curves : NULL,
                                   .out_present = step->wants_present ? o->present : NULL,
                                   .event_capacity = EVENTS,
                                   .out_events = o->tile_events,
                                   .out_event_owners = o->tile_owners,
                                   .out_event_count = &o->tile_event_count,
                                   .scratch = s->scratch,
                                   .scratch_size = s->scratch_size};
    memset(s->scratch, 0xA5, s->scratch_size);
    // As many bones as the level has, and no more than there are.
    for (int wrong = 0; wrong < 2; ++wrong) {
        MienGraphBatchJob refused = job;
        refused.bone_count =
            wrong == 0 ? mien_skeleton_bone_count_at(s->skeleton, step->level) - 1 : s->bone_count + 1;
        CHECK_STATUS(mien_graph_batch_job_run(&refused), MIEN_ERROR_ARGUMENT);
    }
    CHECK_STATUS(mien_graph_batch_job_run(&job), MIEN_OK);
}

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

static void compare_curves(const GraphStage *s, const Step *step, const Outcome *o, int i)
{
    const size_t first = (size_t)(i / MIEN_TILE) * (size_t)s->curve_count;
    bool same = true;
    for (int k = 0; step->wants_curves && k < s->curve_count; ++k) {
        const size_t at = first + (size_t)k;
        same = same && memcmp(&o->tile_curves[at * MIEN_TILE + (size_t)(i % MIEN_TILE)], &o->curves.values[k],
                              sizeof(float)) == 0;
        if (step->wants_present)
            same = same && (o->present[at] >> i % MIEN_TILE & 1) == mien_curve_set_has(&o->curves, k);
    }
    CHECK(same);
}

/// Runs one character alone, and finds the same in the tiles of the batch.
static void compare_one(const GraphCrowd *c, const Step *step, Outcome *o, int i)
{
    const GraphStage *s = c->stage;
    int count = 0;
    const MienGraphJob job = {.binding = s->binding,
                              .instance = c->instances[i],
                              .step = step->seconds,
                              .lod = step->level,
                              .bone_count = step->bone_count,
                              .out_bones = o->bones,
                              .out_curves = o->curves,
                              .event_capacity = EVENTS - o->event_count,
                              .out_events = o->events + o->event_count,
                              .out_event_count = &count,
                              .scratch = s->scratch,
                              .scratch_size = s->scratch_size};
    memset(s->scratch, 0x5A, s->scratch_size);
    CHECK_STATUS(mien_graph_job_run(&job), MIEN_OK);
    for (int e = 0; e < count && o->event_count < EVENTS; ++e)
        o->owners[o->event_count++] = i;
    mien_tile_read(o->tile + (size_t)(i / MIEN_TILE) * mien_tile_size(step->bone_count), step->bone_count,
                   i % MIEN_TILE, o->expected);
    CHECK(same_bones(o->bones, o->expected, step->bone_count));
    compare_curves(s, step, o, i);
}

static void compare_events(const Outcome *o)
{
    CHECK_INT(o->tile_event_count, o->event_count);
    for (int e = 0; e < o->event_count && e < o->tile_event_count; ++e) {
        CHECK_INT(o->tile_events[e].node, o->events[e].node);
        CHECK_STR(o->tile_events[e].name, o->events[e].name);
        CHECK(o->tile_events[e].weight == o->events[e].weight);
        CHECK_INT(o->tile_owners[e], o->owners[e]);
    }
}

static void check_graph(const MienSampleGraphOptions *options, MienIsa isa, int count)
{
    GraphStage s = graph_stage_open(mien_sample_graph_create(options), NULL, 0, isa);
    GraphCrowd one = graph_crowd_open(&s, count), many = graph_crowd_open(&s, count);
    Outcome *o = open_outcome(&s, count);
    uint64_t random = options->seed + 1;
    const int before = check_state.faults;
    for (int k = 0; k < 5; ++k) {
        const Step step = draw_step(&s, &random);
        for (int i = 0; i < count; ++i) {
            uint64_t again = random;
            graph_crowd_live(&one, i, &again);
            graph_crowd_live(&many, i, &random);
        }
        run_batch(&many, &step, o);
        o->event_count = 0;
        for (int i = 0; i < count; ++i)
            compare_one(&one, &step, o, i);
        compare_events(o);
    }
    if (check_state.faults > before)
        printf("seed %d, %s, %d characters:\n%s", (int)options->seed, mien_isa_name(isa), count,
               mien_sample_graph_text(s.sample));
    close_outcome(&s, o);
    graph_crowd_close(&one);
    graph_crowd_close(&many);
    graph_stage_close(&s);
}

static void check_isas(const MienSampleGraphOptions *options, int count)
{
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        if (mien_isa_is_available((MienIsa)isa))
            check_graph(options, (MienIsa)isa, count);
    }
}

TEST(faces_in_tiles)
{
    static const int counts[] = {1, 15, 16, 17, 40};
    for (int seed = 0; seed < 30; ++seed) {
        const MienSampleGraphOptions options = {.seed = (uint64_t)seed,
                                                .is_chain = true,
                                                .node_count = seed % 4,
                                                .poses_count = seed % 3,
                                                .has_tracks = seed % 5 >= 3};
        check_isas(&options, counts[seed % 5]);
    }
}

TEST(any_graph)
{
    static const int counts[] = {3, 100, 16, 33};
    for (int seed = 0; seed < 40; ++seed) {
        const MienSampleGraphOptions options = {
            .seed = 1000 + (uint64_t)seed, .node_count = 2 + seed % 24, .poses_count = seed % 3};
        check_isas(&options, counts[seed % 4]);
    }
}

/// Clips and layers before the poses: bones that these may move are in lanes.
TEST(layers)
{
    static const int counts[] = {1, 16, 17};
    for (int seed = 0; seed < 100; ++seed) {
        const MienSampleGraphOptions options = {.seed = 2000 + (uint64_t)seed,
                                                .node_count = 1 + seed % 13,
                                                .poses_count = seed % 3,
                                                .is_layered = true};
        check_isas(&options, counts[seed % 3]);
    }
}

CHECK_MAIN
{
    RUN(faces_in_tiles);
    RUN(layers);
    RUN(any_graph);
}
