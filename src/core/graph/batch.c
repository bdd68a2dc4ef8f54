// SPDX-License-Identifier: MIT
//
// One step of many characters, a tile at a time. What can run with characters in the
// lanes is at the end of most graphs: nodes of poses in a row before the output, the
// tail. What leads to it, the head, every character makes for itself, and it is turned
// into lanes. Where the head is but clips, perhaps in layers and with nodes that change
// curves, that is done with curves alone: bones of tracks are in lanes from the start
// (lanes.c), and all others are the reference pose, which characters share.

#include "core/float_rules.h"

#include "core/clip_sampling.h"
#include "core/crowd.h"
#include "core/float_env.h"
#include "core/graph/lanes.h"
#include "core/pose_scratch.h"

#include <string.h>

/// What a node has to do with a batch.
enum { PLAN_HEAD, PLAN_CHAIN, PLAN_TAIL, PLAN_SPARSE };

/// Characters sampled in one go if they have nothing but curves: poses would push the
/// clip's tables out of the nearest cache after every tile.
enum { GROUP = 4 * MIEN_TILE };

/// How a batch runs.
typedef struct Batch {
    const MienGraphBatchJob *job;
    const MienGraphBinding *binding;
    const MieniKernels *kernels;
    MieniGraphRun run;
    int head;        ///< The node whose result is turned into lanes.
    int first;       ///< Of a chain: the node that it begins with, of a clip or the reference.
    bool is_chain;   ///< The head is a chain of nodes that only change curves.
    bool is_sparse;  ///< It is known which bones may be other than the reference pose: own.
    uint32_t places; ///< Of results for which there is room in lanes; the first is the tile.
    uint8_t *plans;  ///< Per node.
    // What characters have each for itself, a row per character. Bones: only the first
    // tile, and not if they are in lanes.
    MieniValue rows[GROUP];
    MienClipJob clips[GROUP];
    uint32_t *own; ///< Bits of bones that characters have each for itself; if sparse.
    bool has_own;
    MieniLanes lanes;
    uint8_t *in_lanes; ///< Per node: it leads to the head, and its bones are in lanes.
    // The tile's curves, unless the caller wants them.
    float *curves;
    uint16_t *present;
    void *crowd_scratch;
    int event_count;
} Batch;

static uint32_t link_of(const MienGraph *graph, int node)
{
    return graph->links[graph->nodes[node].first_link];
}

/// A setting that is off for every character.
static bool is_off(const MieniGraphSetting *setting)
{
    return setting->is_parameter == 0 && setting->number == 0.0f;
}

/// Nodes of poses that do no more than a crowd job does.
static bool is_crowd(const MienGraphBinding *binding, int node)
{
    const MienGraph *graph = binding->graph;
    if (graph->nodes[node].type != MIENI_NODE_POSES)
        return false;
    const MieniGraphSetting *settings = mieni_graph_setting(graph, node, 0);
    const MienPoseAsset *poses = mieni_binding_asset(binding, &settings[MIENI_POSES_POSES])->poses;
    return settings[MIENI_POSES_CONSUME].is_parameter == 0 && is_off(&settings[MIENI_POSES_STICKY]) &&
           settings[MIENI_POSES_REMAP].index == MIENI_REMAP_LINEAR &&
           (poses == NULL || !poses->data.is_unreal);
}

/// Nodes whose result has the bones of their input.
static bool changes_only_curves(const MienGraph *graph, int node)
{
    const uint32_t type = graph->nodes[node].type;
    return (type == MIENI_NODE_MODIFY_CURVE || type == MIENI_NODE_MAP || type == MIENI_NODE_LIVE_INPUT) &&
           link_of(graph, node) != MIENI_NOTHING;
}

/// Finds tail and head from the output on. Nodes of the tail and of a chain are always
/// needed as a whole, and nothing else is.
static void make_plan(Batch *b)
{
    const MienGraph *graph = b->binding->graph;
    int node = (int)graph->info.node_count - 1;
    memset(b->plans, PLAN_HEAD, graph->info.node_count);
    for (; graph->nodes[node].type == MIENI_NODE_OUTPUT || is_crowd(b->binding, node);
         node = (int)link_of(graph, node))
        b->plans[node] = PLAN_TAIL;
    b->head = node;
    for (; changes_only_curves(graph, node); node = (int)link_of(graph, node))
        b->plans[node] = PLAN_CHAIN;
    b->first = node;
    const uint32_t type = graph->nodes[node].type;
    b->is_chain = type == MIENI_NODE_CLIP || type == MIENI_NODE_REST_POSE;
}

/// Bones that a node's clip moves.
static void add_tracks(Batch *b, int node)
{
    const MieniBoundAsset *asset =
        mieni_binding_asset(b->binding, mieni_graph_setting(b->binding->graph, node, MIENI_CLIP_CLIP));
    for (int t = 0; asset->clip != NULL && t < (int)asset->clip->info.track_count; ++t) {
        const int bone = asset->clip_binding->bones[t];
        if (bone >= 0 && bone < b->job->bone_count)
            b->own[bone / 32] |= (uint32_t)1 << bone % 32;
    }
}

/// Bones that a layered blend may change even if both inputs have the same there; false if a parameter
/// chooses them.
static bool add_mixed(Batch *b, int node)
{
    const MienGraph *graph = b->binding->graph;
    const MieniGraphSetting *mask = mieni_graph_setting(graph, node, MIENI_LAYER_MASK);
    const MieniGraphSetting *weight = mieni_graph_setting(graph, node, MIENI_LAYER_WEIGHT);
    if (mask->is_parameter != 0 || mask->index >= graph->info.mask_count)
        return false;
    const float *shares = b->binding->masks[mask->index].shares;
    const bool is_whole = weight->is_parameter == 0 && weight->number == 1.0f;
    for (int i = 0; i < b->job->bone_count; ++i)
        if (shares[i] != 0.0f && !(is_whole && shares[i] == 1.0f))
            b->own[i / 32] |= (uint32_t)1 << i % 32;
    return true;
}

/// Adds the bones of one node, and marks the nodes that it takes the others from; false if they are
/// not known.
static bool add_node(Batch *b, int node)
{
    const MienGraph *graph = b->binding->graph;
    const MieniGraphNode *n = &graph->nodes[node];
    const uint32_t *links = graph->links + n->first_link;
    if ((n->is_delta != 0 && !b->is_chain) || graph->buffers[node] >= b->places)
        return false;
    b->in_lanes[node] = 1;
    if (n->type == MIENI_NODE_CLIP)
        add_tracks(b, node);
    if (n->type == MIENI_NODE_CLIP || n->type == MIENI_NODE_REST_POSE)
        return true;
    const bool is_layered = n->type == MIENI_NODE_LAYERED_BLEND;
    if (is_layered ? links[0] == MIENI_NOTHING || links[1] == MIENI_NOTHING || !add_mixed(b, node)
                   : !changes_only_curves(graph, node))
        return false;
    for (int i = 0; i < (is_layered ? 2 : 1); ++i)
        if (b->plans[links[i]] == PLAN_HEAD)
            b->plans[links[i]] = PLAN_SPARSE;
    return true;
}

/// Bones that the head may give characters each for itself, if that is known: those of the tracks of
/// its clips, and those that layers mix, which may change even what is the same in both.
static void find_own(Batch *b)
{
    const size_t words = (size_t)mien_curve_set_words(b->binding->bone_count);
    memset(b->own, 0, words * sizeof *b->own);
    memset(b->in_lanes, 0, b->binding->graph->info.node_count);
    b->has_own = false;
    b->is_sparse = true;
    if (b->plans[b->head] == PLAN_HEAD)
        b->plans[b->head] = PLAN_SPARSE;
    for (int n = b->head; n >= 0 && b->is_sparse; --n) // inputs come before
        if (b->plans[n] == PLAN_SPARSE || b->plans[n] == PLAN_CHAIN)
            b->is_sparse = add_node(b, n);
    for (size_t w = 0; w < words && b->is_sparse; ++w)
        b->has_own = b->has_own || b->own[w] != 0;
    // A chain never reads bones from rows.
    b->is_chain = b->is_chain && b->is_sparse;
}

/// What bones of a tile need: a row per character, or lanes per place of results.
static void divide_bones(Batch *b, const MienGraphBinding *binding, MieniScratch *scratch)
{
    const MienGraph *graph = binding->graph;
    const size_t nodes = graph->info.node_count;
    const size_t words = (size_t)mien_curve_set_words(binding->bone_count);
    // A line more than a multiple of large powers of two, which would be the same few places of a cache.
    const size_t bones = (size_t)binding->bone_count + 4 - (size_t)binding->bone_count % 4 + 4;
    const size_t rows = MIEN_TILE * bones * sizeof(MienTransform);
    b->places = mieni_lanes_fit(graph) ? (uint32_t)graph->buffer_count : 1;
    const size_t lanes = (b->places - 1) * mien_tile_size(binding->bone_count) * sizeof(float);
    b->in_lanes = (uint8_t *)mieni_scratch_take(scratch, nodes);
    b->lanes.left = (uint32_t *)mieni_scratch_take(scratch, words * sizeof *b->lanes.left);
    b->lanes.times = (double *)mieni_scratch_take(scratch, nodes * MIEN_TILE * sizeof *b->lanes.times);
    b->lanes.tiles = (float **)mieni_scratch_take(scratch, nodes * sizeof *b->lanes.tiles);
    void *block = mieni_scratch_take(scratch, rows > lanes ? rows : lanes);
    b->lanes.room = (float *)block;
    for (size_t k = 0; k < GROUP; ++k)
        b->rows[k].bones = k < MIEN_TILE && block != NULL ? (MienTransform *)block + k * bones : NULL;
}

static void divide(Batch *b, const MienGraphBinding *binding, MieniScratch *scratch)
{
    const size_t curves = (size_t)binding->curve_count, words = (size_t)binding->curve_words;
    size_t crowd = 0;
    for (uint32_t a = 0; a < binding->graph->info.asset_count; ++a) {
        const MienPoseAsset *poses = binding->assets[a].poses;
        const size_t size = poses != NULL ? mien_crowd_job_scratch_size(poses) : 0;
        crowd = crowd > size ? crowd : size;
    }
    void *run = mieni_scratch_take(scratch, mieni_run_scratch(binding));
    b->plans = (uint8_t *)mieni_scratch_take(scratch, binding->graph->info.node_count);
    b->own = (uint32_t *)mieni_scratch_take(scratch, (size_t)mien_curve_set_words(binding->bone_count) *
                                                         sizeof *b->own);
    divide_bones(b, binding, scratch);
    b->curves = (float *)mieni_scratch_take(scratch, curves * MIEN_TILE * sizeof *b->curves);
    b->present = (uint16_t *)mieni_scratch_take(scratch, curves * sizeof *b->present);
    b->crowd_scratch = mieni_scratch_take(scratch, crowd);
    for (int k = 0; k < GROUP; ++k) {
        float *values = (float *)mieni_scratch_take(scratch, curves * sizeof *values);
        uint32_t *present = (uint32_t *)mieni_scratch_take(scratch, words * sizeof *present);
        b->rows[k].curves = (MienCurveSet){binding->curve_count, values, present};
    }
    if (scratch->block != NULL)
        mieni_run_divide(&b->run, run);
}

size_t mieni_batch_scratch(const MienGraphBinding *binding)
{
    Batch batch;
    MieniScratch scratch = {0};
    divide(&batch, binding, &scratch);
    return scratch.used;
}

size_t mien_graph_batch_job_scratch_size(const MienGraphBinding *binding) { return binding->batch_scratch; }

/// One character's part of the job; events go behind those of the characters before.
static MienGraphJob job_of(const Batch *b, const MieniValue *row)
{
    const MienGraphBatchJob *job = b->job;
    const int used = b->event_count < job->event_capacity ? b->event_count : job->event_capacity;
    return (MienGraphJob){.out_bones = row->bones,
                          .out_curves = row->curves,
                          .event_capacity = job->event_capacity - used,
                          .out_events = job->out_events != NULL ? job->out_events + used : NULL};
}

static void keep_events(Batch *b, int character)
{
    const MienGraphBatchJob *job = b->job;
    for (int e = b->event_count; job->out_event_owners != NULL && job->out_events != NULL &&
                                 e - b->event_count < b->run.event_count && e < job->event_capacity;
         ++e)
        job->out_event_owners[e] = character;
    b->event_count =
        b->run.event_count < INT32_MAX - b->event_count ? b->event_count + b->run.event_count : INT32_MAX;
    b->run.event_count = 0;
}

/// The head of one character, node by node, but for the tail.
static void step_whole(Batch *b, int character, const MieniValue *row)
{
    const int count = (int)b->binding->graph->info.node_count;
    const MienGraphJob job = job_of(b, row);
    b->run.job = &job;
    b->run.instance = b->job->instances[character];
    mieni_run_place(&b->run);
    mieni_run_update(&b->run);
    if (b->has_own)
        mieni_lanes_note(&b->lanes, character % MIEN_TILE, b->run.instance);
    for (int n = b->head + 1; n < count; ++n) {
        if (b->plans[n] == PLAN_TAIL)
            b->run.weights[n] = 0.0f;
    }
    b->run.bone_count = b->is_sparse ? 0 : b->job->bone_count;
    mieni_run_evaluate(&b->run);
    b->run.bone_count = b->job->bone_count;
    keep_events(b, character);
}

/// The clips of a chain, one after another, so that bytes are fetched ahead.
static void sample_chains(Batch *b, int first, int count)
{
    int clips = 0;
    b->run.bone_count = 0;
    for (int k = 0; k < count; ++k) {
        const MienGraphJob job = job_of(b, &b->rows[k]);
        b->run.job = &job;
        b->run.instance = b->job->instances[first + k];
        mieni_run_update(&b->run);
        if (b->has_own)
            mieni_lanes_note(&b->lanes, k, b->run.instance);
        mien_curve_set_clear(&b->rows[k].curves);
        clips += b->binding->graph->nodes[b->first].type == MIENI_NODE_CLIP &&
                 mieni_clip_prepare(&b->run, b->first, &b->rows[k], &b->clips[clips]);
        keep_events(b, first + k);
    }
    mieni_clip_run_list(b->clips, clips);
    b->run.bone_count = b->job->bone_count;
}

/// The rest of a chain: nodes that see no bones.
static void change_curves(Batch *b, int first, int count)
{
    const MienGraph *graph = b->binding->graph;
    b->run.bone_count = 0;
    for (int k = 0; k < count; ++k) {
        b->run.instance = b->job->instances[first + k];
        b->run.values[b->first] = b->rows[k];
        for (int n = b->first + 1; n <= b->head; ++n) {
            if (b->plans[n] != PLAN_CHAIN)
                continue;
            b->run.values[n] = b->rows[k];
            mieni_node_ops(graph->nodes[n].type)->evaluate(&b->run, n);
        }
    }
    b->run.bone_count = b->job->bone_count;
}

/// Bits of sixteen rows to sixteen bits per curve. Mostly characters agree.
static void turn_present(const MieniValue *const rows[MIEN_TILE], int curve_count, uint16_t *out)
{
    for (int first = 0; first < curve_count; first += 32) {
        const int end = first + 32 < curve_count ? first + 32 : curve_count;
        uint32_t words[MIEN_TILE], differ = 0;
        for (int k = 0; k < MIEN_TILE; ++k) {
            words[k] = rows[k]->curves.present[first / 32];
            differ |= words[k] ^ words[0];
        }
        for (int c = first; c < end; ++c) {
            uint32_t bits = words[0] >> (c - first) & 1 ? 0xFFFF : 0;
            if ((differ >> (c - first) & 1) != 0) {
                bits = 0;
                for (int k = 0; k < MIEN_TILE; ++k)
                    bits |= (words[k] >> (c - first) & 1) << k;
            }
            out[c] = (uint16_t)bits;
        }
    }
}

static void turn_curves(const Batch *b, const MieniValue *const rows[MIEN_TILE], float *out)
{
    const int count = b->binding->curve_count, whole = count / 4 * 4;
    const float *starts[MIEN_TILE];
    for (int k = 0; k < MIEN_TILE; ++k)
        starts[k] = rows[k]->curves.values;
    b->kernels->tile_rows(starts, whole, out);
    for (int c = whole; c < count; ++c) {
        for (int k = 0; k < MIEN_TILE; ++k)
            out[(size_t)c * MIEN_TILE + (size_t)k] = starts[k][c];
    }
}

static void turn_bones(const Batch *b, const MieniValue *const rows[MIEN_TILE], float *out)
{
    for (int bone = 0; bone < b->job->bone_count; ++bone) {
        const float *starts[MIEN_TILE];
        for (int k = 0; k < MIEN_TILE; ++k)
            starts[k] = &rows[k]->bones[bone].rotation.x;
        b->kernels->tile_transforms(starts, out + mien_tile_size(bone));
    }
}

static void fill_shared(const Batch *b, float *out)
{
    for (int bone = 0; bone < b->job->bone_count; ++bone) {
        if (!mieni_tile_has(b->own, bone))
            b->kernels->tile_fill(&b->binding->reference[bone], out + mien_tile_size(bone));
    }
}

/// Where a tile's results go.
typedef struct Tile {
    float *bones, *curves;
    uint16_t *present;
} Tile;

static Tile tile_at(const Batch *b, size_t index)
{
    const MienGraphBatchJob *job = b->job;
    const size_t curves = index * (size_t)job->curve_count;
    return (Tile){
        .bones = job->bone_count > 0 ? job->out_bones + index * mien_tile_size(job->bone_count) : NULL,
        .curves = job->curve_count > 0 ? job->out_curves + curves * MIEN_TILE : b->curves,
        .present = job->curve_count > 0 && job->out_present != NULL ? job->out_present + curves : b->present};
}

/// Poses in place, the first ones over what characters share.
static void run_tail(const Batch *b, const Tile *tile)
{
    const MienGraph *graph = b->binding->graph;
    bool is_shared = b->is_sparse;
    for (int n = b->head + 1; n < (int)graph->info.node_count; ++n) {
        if (b->plans[n] != PLAN_TAIL || graph->nodes[n].type != MIENI_NODE_POSES)
            continue;
        const MieniGraphSetting *settings = mieni_graph_setting(graph, n, 0);
        const MieniBoundAsset *asset = mieni_binding_asset(b->binding, &settings[MIENI_POSES_POSES]);
        if (asset->poses == NULL)
            continue;
        const MieniCrowdTile crowd = {.asset = asset->poses,
                                      .target = mieni_binding_target(asset->pose_binding, asset->poses),
                                      .level = b->run.level,
                                      .bone_count = b->job->bone_count,
                                      .curve_count = b->binding->curve_count,
                                      .input = tile->bones,
                                      .shared = is_shared ? b->binding->reference : NULL,
                                      .own = b->has_own ? b->own : NULL,
                                      .out_bones = tile->bones,
                                      .curves = tile->curves,
                                      .present = tile->present,
                                      .out_curves = tile->curves,
                                      .out_present = tile->present,
                                      .consumes = settings[MIENI_POSES_CONSUME].number != 0.0f,
                                      .scratch = b->crowd_scratch};
        mieni_crowd_tile(&crowd);
        is_shared = false;
    }
    if (is_shared)
        fill_shared(b, tile->bones);
}

/// Makes a tile of the rows of up to sixteen characters.
static void run_tile(Batch *b, const MieniValue *first, int count, const Tile *tile)
{
    const MieniValue *rows[MIEN_TILE];
    // A tile is always whole: places without a character repeat the first one.
    for (int k = 0; k < MIEN_TILE; ++k)
        rows[k] = &first[k < count ? k : 0];
    turn_curves(b, rows, tile->curves);
    turn_present(rows, b->binding->curve_count, tile->present);
    if (!b->is_sparse)
        turn_bones(b, rows, tile->bones);
    if (b->has_own)
        mieni_lanes_run(&b->lanes, count, tile->bones);
    run_tail(b, tile);
}

static void run_group(Batch *b, int first, int count)
{
    if (b->is_chain) {
        sample_chains(b, first, count);
        change_curves(b, first, count);
    }
    for (int k = 0; !b->is_chain && k < count; ++k)
        step_whole(b, first + k, &b->rows[k]);
    for (int k = 0; k < count; k += MIEN_TILE) {
        const Tile tile = tile_at(b, (size_t)(first + k) / MIEN_TILE);
        run_tile(b, &b->rows[k], count - k, &tile);
    }
}

static bool is_aligned(const void *pointer) { return pointer != NULL && (uintptr_t)pointer % 64 == 0; }

static const char *refusal(const MienGraphBatchJob *job)
{
    if (job == NULL || job->binding == NULL)
        return "job or binding is NULL";
    const MienGraphBinding *binding = job->binding;
    if (job->lod < 0 || job->instance_count < 0)
        return "level or instance_count is negative";
    if (job->instance_count > 0 && job->instances == NULL)
        return "instances is NULL";
    const int level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS;
    if (job->bone_count < binding->bones_at[level] || job->bone_count > binding->bone_count)
        return "bone_count must be the skeleton's bones, or those of the level";
    if (job->bone_count > 0 && !is_aligned(job->out_bones))
        return "out_bones is NULL or not 64-byte aligned";
    if (job->curve_count != 0 && job->curve_count != binding->curve_count)
        return "curve_count must be the skeleton's number of curves, or 0";
    if (job->curve_count != 0 && !is_aligned(job->out_curves))
        return "out_curves is NULL or not 64-byte aligned";
    if (job->event_capacity < 0)
        return "event_capacity is negative";
    if (!is_aligned(job->scratch))
        return "scratch is NULL or not 64-byte aligned";
    if (job->scratch_size < binding->batch_scratch)
        return "scratch_size is less than mien_graph_batch_job_scratch_size";
    for (int i = 0; i < job->instance_count; ++i) {
        if (job->instances[i] == NULL || job->instances[i]->binding != binding)
            return "an instance is NULL or of another binding";
    }
    return NULL;
}

MienStatus mien_graph_batch_job_validate(const MienGraphBatchJob *job, MienError *error)
{
    return mieni_refuse(error, refusal(job));
}

static void set_lanes(Batch *b)
{
    b->lanes.run = &b->run;
    b->lanes.kernels = b->kernels;
    b->lanes.head = b->head;
    b->lanes.bone_count = b->job->bone_count;
    b->lanes.is_part = b->in_lanes;
    b->lanes.own = b->own;
}

static MIENI_APART void run_batch(const MienGraphBatchJob *job)
{
    Batch b = {
        .job = job, .binding = job->binding, .kernels = mieni_kernels_of(job->binding->graph->loaded.isa)};
    MieniScratch scratch = {.block = (uint8_t *)job->scratch};
    b.run = (MieniGraphRun){.graph = job->binding->graph,
                            .binding = job->binding,
                            .step = mieni_run_seconds(job->step),
                            .level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS,
                            .bone_count = job->bone_count};
    divide(&b, job->binding, &scratch);
    make_plan(&b);
    find_own(&b);
    set_lanes(&b);
    const int group = b.is_chain && !b.has_own ? GROUP : MIEN_TILE;
    for (int first = 0; first < job->instance_count; first += group) {
        const int left = job->instance_count - first;
        run_group(&b, first, left < group ? left : group);
    }
    if (job->out_event_count != NULL)
        *job->out_event_count = b.event_count;
}

MienStatus mien_graph_batch_job_run(const MienGraphBatchJob *job)
{
    if (refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniFloatEnv env = mieni_float_env_enter();
    run_batch(job);
    mieni_float_env_leave(env);
    return MIEN_OK;
}
