// SPDX-License-Identifier: MIT
//
// Bindings of graphs: assets and nodes find their names in one skeleton, once, and
// what does not fit is listed.

#include "core/float_rules.h"

#include "core/clip_binding.h"
#include "core/float_env.h"
#include "core/graph/data.h"
#include "core/pose_data.h"
#include "core/translation.h"

#include <string.h>

/// Before each part of a binding; as long as parts are aligned.
typedef struct MieniBinderBlock {
    struct MieniBinderBlock *next;
    size_t size;
    uint8_t padding[64 - sizeof(void *) - sizeof(size_t)];
} MieniBinderBlock;

_Static_assert(sizeof(MieniBinderBlock) == 64, "parts are aligned");

static void *no_memory(MieniGraphBinder *binder)
{
    if (binder->status == MIEN_OK)
        binder->status = mieni_fail(binder->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    return NULL;
}

void *mieni_binder_take(MieniGraphBinder *binder, size_t count, size_t size)
{
    if (binder->status != MIEN_OK)
        return NULL;
    if (size > 0 && count > (SIZE_MAX - sizeof(MieniBinderBlock)) / size)
        return no_memory(binder);
    const size_t whole = sizeof(MieniBinderBlock) + count * size;
    MieniBinderBlock *block = (MieniBinderBlock *)mieni_allocate(binder->binding->allocator, whole, 64);
    if (block == NULL)
        return no_memory(binder);
    memset(block, 0, whole);
    *block = (MieniBinderBlock){.next = binder->binding->blocks, .size = whole};
    binder->binding->blocks = block;
    return block + 1;
}

static void free_reports(MienGraphBinding *binding)
{
    if (binding->reports != NULL)
        mieni_free(binding->allocator, binding->reports,
                   (size_t)binding->report_room * sizeof *binding->reports, 16);
}

static bool make_room(MieniGraphBinder *binder)
{
    MienGraphBinding *binding = binder->binding;
    if (binder->status != MIEN_OK || binding->report_count == INT32_MAX)
        return false;
    if (binding->report_count < binding->report_room)
        return true;
    const int room = binding->report_room > INT32_MAX / 2 ? INT32_MAX : 2 * binding->report_room + 16;
    MienFinding *reports =
        (MienFinding *)mieni_allocate(binding->allocator, (size_t)room * sizeof *binding->reports, 16);
    if (reports == NULL) {
        no_memory(binder);
        return false;
    }
    if (binding->report_count > 0)
        memcpy(reports, binding->reports, (size_t)binding->report_count * sizeof *reports);
    free_reports(binding);
    binding->reports = reports;
    binding->report_room = room;
    return true;
}

static void report(MieniGraphBinder *binder, MienFinding row)
{
    if (make_room(binder))
        binder->binding->reports[binder->binding->report_count++] = row;
}

void mieni_binder_need(MieniGraphBinder *binder, size_t scratch)
{
    MienGraphBinding *binding = binder->binding;
    if (binding->node_scratch < scratch)
        binding->node_scratch = scratch;
}

void mieni_binder_report(MieniGraphBinder *binder, MienFindingKind kind, int node, const char *name)
{
    report(binder, (MienFinding){.kind = kind, .index = -1, .node = node, .name = name, .factor = 1.0f});
}

int mieni_binder_curve(MieniGraphBinder *binder, int node, const char *name)
{
    const int curve = mien_skeleton_find_curve(binder->binding->skeleton, name);
    if (curve < 0)
        mieni_binder_report(binder, MIEN_FINDING_MISSING_CURVE, node, name);
    return curve;
}

int mieni_binder_bone(MieniGraphBinder *binder, int node, const char *name)
{
    const int bone = mien_skeleton_find_bone(binder->binding->skeleton, name);
    if (bone < 0)
        mieni_binder_report(binder, MIEN_FINDING_MISSING_BONE, node, name);
    return bone;
}

/// The first node that an asset is for, and whether curves drive it there.
static int user_of(const MienGraph *graph, int place, bool *out_driven)
{
    int first = graph->assets[place].node != MIENI_NOTHING ? (int)graph->assets[place].node : -1;
    *out_driven = first >= 0 && graph->nodes[first].type == MIENI_NODE_POSES;
    if (first >= 0)
        return first;
    for (int n = 0; n < (int)graph->info.node_count; ++n) {
        if (mien_graph_node_asset(graph, n) != place)
            continue;
        first = first < 0 ? n : first;
        *out_driven = *out_driven || graph->nodes[n].type == MIENI_NODE_POSES;
    }
    return first;
}

static void report_clip(MieniGraphBinder *binder, const MieniBoundAsset *bound, int node)
{
    const int count = mien_clip_binding_report_count(bound->clip_binding);
    for (int i = 0; i < count; ++i) {
        MienFinding row = mien_clip_binding_report(bound->clip_binding, i);
        row.node = node;
        report(binder, row);
    }
}

/// Where no curves drive the asset, controls need none.
static void report_poses(MieniGraphBinder *binder, const MieniBoundAsset *bound, int node, bool is_driven)
{
    const int count = mien_pose_binding_report_count(bound->pose_binding);
    for (int i = 0; i < count; ++i) {
        MienFinding row = mien_pose_binding_report(bound->pose_binding, i);
        const bool is_control =
            row.kind == MIEN_FINDING_MISSING_POSE_CURVE || row.kind == MIEN_FINDING_NOT_CURVE_DRIVEN;
        row.node = node;
        if (is_driven || !is_control)
            report(binder, row);
    }
}

static MienStatus refuse_asset(MieniGraphBinder *binder, int place, const char *sentence)
{
    return binder->status =
               mieni_fail(binder->error, MIEN_ERROR_DATA, mieni_at("assets[%d]", place), "%s", sentence);
}

static MienStatus check_asset(MieniGraphBinder *binder, int place, const MienGraphAsset *asset)
{
    const MieniGraphAssetPlace *row = &binder->binding->graph->assets[place];
    if (row->type == MIEN_GRAPH_CLIP ? asset->poses != NULL : asset->clip != NULL)
        return refuse_asset(binder, place,
                            row->type == MIEN_GRAPH_CLIP ? "This place takes a clip, not a pose asset."
                                                         : "This place takes a pose asset, not a clip.");
    if (asset->poses != NULL && row->needs != 0 && asset->poses->data.is_additive != (row->needs == 1))
        return refuse_asset(binder, place,
                            row->needs == 1
                                ? "This pose asset is absolute, but its poses are used as offsets."
                                : "This pose asset is additive, but its poses are used as whole poses.");
    return MIEN_OK;
}

static void bind_asset(MieniGraphBinder *binder, int place, const MienGraphAsset *asset)
{
    MienGraphBinding *binding = binder->binding;
    MieniBoundAsset *bound = &binding->assets[place];
    bool is_driven;
    if (check_asset(binder, place, asset) != MIEN_OK)
        return;
    const int node = user_of(binding->graph, place, &is_driven);
    *bound = (MieniBoundAsset){.clip = asset->clip, .poses = asset->poses};
    if (asset->clip != NULL) {
        const MienClipBindingOptions options = {.allocator = binding->allocator,
                                                .mesh_rest_pose = binding->reference};
        binder->status = mien_clip_binding_create(asset->clip, binding->skeleton, &options,
                                                  &bound->clip_binding, binder->error);
        if (binder->status == MIEN_OK)
            report_clip(binder, bound, node);
    } else if (asset->poses != NULL) {
        const MienPoseBindingOptions options = {.allocator = binding->allocator,
                                                .mesh_rest_pose = binding->reference};
        binder->status = mien_pose_binding_create(asset->poses, binding->skeleton, &options,
                                                  &bound->pose_binding, binder->error);
        if (binder->status == MIEN_OK)
            report_poses(binder, bound, node, is_driven);
    } else if (binding->graph->assets[place].path != MIENI_NOTHING) {
        mieni_binder_report(binder, MIEN_FINDING_MISSING_ASSET, node,
                            mieni_names_get(&binding->graph->words, (int)binding->graph->assets[place].path));
    }
}

/// What a trace holds of a node beside its result.
static int count_weights(const MienGraphBinding *binding, int node)
{
    const MienGraph *graph = binding->graph;
    const int place = mien_graph_node_asset(graph, node);
    const MienPoseAsset *poses = place >= 0 ? binding->assets[place].poses : NULL;
    switch (graph->nodes[node].type) {
    case MIENI_NODE_POSES:
    case MIENI_NODE_POSE:
        return poses != NULL ? poses->data.pose_count : 0;
    case MIENI_NODE_DRIVER:
        if (mieni_graph_setting(graph, node, MIENI_DRIVER_DRIVES)->index == (uint32_t)MIENI_DRIVES_CURVES)
            return mieni_graph_rows(graph, node, MIENI_DRIVER_TARGETS);
        return poses != NULL ? poses->data.pose_count : 0;
    case MIENI_NODE_BLEND_BY_INT:
    case MIENI_NODE_STATE_MACHINE:
        return (int)graph->nodes[node].link_count;
    default:
        return 0;
    }
}

/// A pose by name gives what its asset holds: an offset or a pose.
static void check_pose_node(MieniGraphBinder *binder, int node)
{
    const MienGraphBinding *binding = binder->binding;
    const int place = mien_graph_node_asset(binding->graph, node);
    if (binding->graph->nodes[node].type != MIENI_NODE_POSE || place < 0 ||
        binding->assets[place].poses == NULL)
        return;
    const bool is_delta = binding->graph->nodes[node].is_delta != 0;
    if (binding->assets[place].poses->data.is_additive != is_delta)
        refuse_asset(binder, place,
                     is_delta ? "This pose asset is absolute, but its poses are used as offsets."
                              : "This pose asset is additive, but its poses are used as whole poses.");
}

static size_t align16(size_t size) { return (size + 15) & ~(size_t)15; }

/// Whether instances, traces and scratch have sizes that this machine can count: a pack
/// from anyone may have thousands of nodes for tens of thousands of bones. More than they
/// need, so that sums of sizes need no checks.
static bool can_be_counted(const MienGraphBinding *binding, uint64_t states)
{
    const MienGraph *graph = binding->graph;
    const uint64_t result =
        (uint64_t)binding->bone_count * sizeof(MienTransform) + (uint64_t)binding->curve_count * 8 + 512;
    uint64_t weights = 0;
    for (uint32_t n = 0; n < graph->info.node_count; ++n)
        weights += (uint64_t)binding->nodes[n].weight_count;
    const uint64_t all = result * (graph->info.node_count + (uint64_t)graph->buffer_count + 64) + states +
                         weights * 64 + (uint64_t)binding->node_scratch * 64;
    return all <= SIZE_MAX / 2;
}

/// Nodes find their names and say what they need; then everything in an instance has
/// its place.
static void bind_nodes(MieniGraphBinder *binder)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    uint64_t size = mieni_instance_head(graph);
    for (int n = 0; binder->status == MIEN_OK && n < (int)graph->info.node_count; ++n) {
        const MieniNodeOps *ops = mieni_node_ops(graph->nodes[n].type);
        check_pose_node(binder, n);
        if (binder->status == MIEN_OK && ops->bind != NULL)
            ops->bind(binder, n);
        binding->nodes[n].weight_count = count_weights(binding, n);
        binding->nodes[n].state_offset = (size_t)size;
        size += align16(binding->nodes[n].state_size);
    }
    if (binder->status == MIEN_OK && !can_be_counted(binding, size))
        binder->status = mieni_fail(binder->error, MIEN_ERROR_LIMIT,
                                    mieni_at("nodes[%d]", (int)graph->info.node_count - 1),
                                    "the graph keeps more results than this machine can count bytes of");
    if (binder->status != MIEN_OK)
        return;
    binding->node_scratch = mieni_align64(binding->node_scratch);
    binding->instance_size = mieni_align64((size_t)size);
    binding->job_scratch = mieni_run_scratch(binding);
    binding->batch_scratch = mieni_batch_scratch(binding);
}

static MienStatus make_binding(MieniGraphBinder *binder, const MienGraphBindingOptions *options)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const MienTransform *reference = options->mesh_rest_pose != NULL
                                         ? options->mesh_rest_pose
                                         : mien_skeleton_rest_pose(binding->skeleton);
    binding->reference =
        (MienTransform *)mieni_binder_take(binder, (size_t)binding->bone_count, sizeof *reference);
    binding->assets =
        (MieniBoundAsset *)mieni_binder_take(binder, graph->info.asset_count, sizeof *binding->assets);
    binding->nodes =
        (MieniBoundNode *)mieni_binder_take(binder, graph->info.node_count, sizeof *binding->nodes);
    if (binder->status != MIEN_OK)
        return binder->status;
    if (binding->bone_count > 0)
        memcpy(binding->reference, reference, (size_t)binding->bone_count * sizeof *reference);
    for (int level = 0; level <= MIEN_MAX_LODS; ++level)
        binding->bones_at[level] = mien_skeleton_bone_count_at(binding->skeleton, level);
    for (int a = 0; binder->status == MIEN_OK && a < (int)graph->info.asset_count; ++a) {
        static const MienGraphAsset none = {0};
        bind_asset(binder, a, options->asset_count > 0 ? &options->assets[a] : &none);
    }
    bind_nodes(binder);
    return binder->status;
}

MienStatus mien_graph_binding_create(const MienGraph *graph, const MienSkeleton *skeleton,
                                     const MienGraphBindingOptions *options, MienGraphBinding **out_binding,
                                     MienError *error)
{
    static const MienGraphBindingOptions defaults = {0};
    if (out_binding == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "out_binding must be given");
    *out_binding = NULL;
    if (options == NULL)
        options = &defaults;
    if (graph == NULL || skeleton == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "graph and skeleton must be given");
    if (options->asset_count != 0 &&
        (options->asset_count != (int)graph->info.asset_count || options->assets == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("options.asset_count"),
                          "as many assets as the graph has places, or none");
    const int bone_count = mien_skeleton_bone_count(skeleton);
    const MienStatus status = mieni_check_mesh_rest_pose(options->mesh_rest_pose, bone_count, error);
    if (status != MIEN_OK)
        return status;
    MienGraphBinding *binding = (MienGraphBinding *)mieni_allocate(options->allocator, sizeof *binding, 64);
    if (binding == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *binding = (MienGraphBinding){.graph = graph,
                                  .skeleton = skeleton,
                                  .allocator = options->allocator,
                                  .bone_count = bone_count,
                                  .curve_count = mien_skeleton_curve_count(skeleton)};
    binding->curve_words = mien_curve_set_words(binding->curve_count);
    MieniGraphBinder binder = {.binding = binding, .error = error};
    const MieniFloatEnv env = mieni_float_env_enter();
    make_binding(&binder, options);
    mieni_float_env_leave(env);
    if (binder.status != MIEN_OK) {
        mien_graph_binding_destroy(binding);
        return binder.status;
    }
    *out_binding = binding;
    return MIEN_OK;
}

void mien_graph_binding_destroy(MienGraphBinding *binding)
{
    if (binding == NULL)
        return;
    const MienAllocator *allocator = binding->allocator;
    for (uint32_t a = 0; binding->assets != NULL && a < binding->graph->info.asset_count; ++a) {
        mien_clip_binding_destroy(binding->assets[a].clip_binding);
        mien_pose_binding_destroy(binding->assets[a].pose_binding);
    }
    free_reports(binding);
    for (MieniBinderBlock *block = binding->blocks, *next; block != NULL; block = next) {
        next = block->next;
        mieni_free(allocator, block, block->size, 64);
    }
    mieni_free(allocator, binding, sizeof *binding, 64);
}

int mien_graph_binding_report_count(const MienGraphBinding *binding) { return binding->report_count; }

MienFinding mien_graph_binding_report(const MienGraphBinding *binding, int row)
{
    if (row < 0 || row >= binding->report_count)
        return (MienFinding){.index = -1, .node = -1, .name = ""};
    return binding->reports[row];
}

const MienTransform *mien_graph_binding_rest_pose(const MienGraphBinding *binding)
{
    return binding->reference;
}
