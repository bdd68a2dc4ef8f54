// SPDX-License-Identifier: MIT
//
// Graphs as evaluation sees them: the loaded program, what it is bound to, one step of
// one character, and what a type of node has to bring. Private to core.
//
// A step has two passes over the nodes. Updating goes from the output to the sources:
// each node that is reached advances its state and says how much of each input it
// needs. Evaluating goes from the sources to the output, over what was reached.

#pragma once

#include "core/graph/format.h"
#include "core/graph/nodes.h"
#include "core/load.h"
#include "mien/graph.h"

struct MienGraph {
    MieniLoaded loaded;
    MieniGraphHeader info;
    MieniNames ids, parameter_names, mask_names, words;
    const MieniGraphNode *nodes; ///< Inputs before those that use them; the output last.
    const uint32_t *links;       ///< Nodes, or MIENI_NOTHING.
    const MieniGraphSetting *settings;
    const MieniGraphList *lists;
    const MieniGraphParameter *parameters;
    const MieniGraphAssetPlace *assets;
    const MieniGraphMask *masks;
    const MieniGraphMaskRow *mask_rows;
    const double *numbers;
    uint32_t *buffers;  ///< Made on load, per node: where its result stands; 0 is the job's own output.
    uint32_t *ordinals; ///< Per node: how many of its type stand before it.
    int buffer_count;
    int source_count, slot_count, pose_count; ///< Nodes of these types.
};

/// What is bound to an asset's place.
typedef struct MieniBoundAsset {
    const MienClip *clip;
    MienClipBinding *clip_binding;
    const MienPoseAsset *poses;
    MienPoseBinding *pose_binding;
} MieniBoundAsset;

/// What binding found for a node.
typedef struct MieniBoundNode {
    void *table;         ///< What its type made of names; or NULL.
    size_t state_offset; ///< In an instance.
    size_t state_size;
    int weight_count; ///< Of its trace: poses, targets or inputs.
} MieniBoundNode;

/// A mask of the graph, bone by bone.
typedef struct MieniBoundMask {
    float *shares; ///< Per bone, 0 to 1; NULL until a node asks.
    float most;    ///< The largest of them.
} MieniBoundMask;

struct MienGraphBinding {
    const MienGraph *graph;
    const MienSkeleton *skeleton;
    const MienAllocator *allocator;
    int bone_count, curve_count, curve_words;
    int bones_at[MIEN_MAX_LODS + 1]; ///< Of the skeleton, at each level.
    MienTransform *reference;
    MieniBoundAsset *assets;
    MieniBoundNode *nodes;
    MieniBoundMask *masks; ///< Per mask; NULL until a node asks (mask.c).
    size_t node_scratch;   ///< The most that updating or evaluating a node needs.
    size_t instance_size, job_scratch, batch_scratch;
    MienFinding *reports;
    int report_count, report_room;
    struct MieniBinderBlock *blocks; ///< What mieni_binder_take gave.
};

/// What a parameter is now.
typedef struct MieniGraphParameterValue {
    float number;     ///< Of a float, int or bool.
    int32_t mask;     ///< Or -1.
    const char *name; ///< Of a pose; belongs to an asset or to the graph; or NULL.
} MieniGraphParameterValue;

/// What the host gave a slot.
typedef struct MieniGraphSlotValue {
    const MienTransform *bones; ///< NULL: nothing.
    MienCurveSet curves;        ///< count 0: none.
    float weight;               ///< 0 to 1.
} MieniGraphSlotValue;

/// Its parts and the states of nodes follow in the same block.
struct MienGraphInstance {
    const MienGraphBinding *binding;
    MieniGraphParameterValue *parameters;
    MienCurveSet *sources; ///< Per source node; values NULL: none.
    MieniGraphSlotValue *slots;
    int32_t *poses; ///< Per pose node: the pose of its asset, or -1.
};

/// While a binding is made: allocates, and counts reports. The first failure sticks.
typedef struct MieniGraphBinder {
    MienGraphBinding *binding;
    MienStatus status;
    MienError *error;
} MieniGraphBinder;

/// Memory that lives as long as the binding, zeroed; NULL after a failure.
void *mieni_binder_take(MieniGraphBinder *binder, size_t count, size_t size);
/// Says that evaluating a node needs so much scratch; the most of all nodes counts.
void mieni_binder_need(MieniGraphBinder *binder, size_t scratch);
void mieni_binder_report(MieniGraphBinder *binder, MienFindingKind kind, int node, const char *name);
/// The skeleton's curve or bone of a name; -1 and a report if there is none.
int mieni_binder_curve(MieniGraphBinder *binder, int node, const char *name);
int mieni_binder_bone(MieniGraphBinder *binder, int node, const char *name);

/// A node's result: a pose or delta, and curves.
typedef struct MieniValue {
    MienTransform *bones; ///< Of a delta: rotation minus identity, translation, scale minus 1.
    MienCurveSet curves;
} MieniValue;

/// One step of one character.
typedef struct MieniGraphRun {
    const MienGraph *graph;
    const MienGraphBinding *binding;
    MienGraphInstance *instance;
    double step; ///< Finite, >= 0.
    int level, bone_count;
    float *weights;      ///< Per node: how much of it is needed; 0 is not evaluated.
    MieniValue *values;  ///< Per node: where its result is. May be where an input's is.
    MieniValue *buffers; ///< Per place of results; the first is the job's own output.
    void *scratch;       ///< binding->node_scratch bytes for the node being updated or evaluated.
    uint8_t *marks;      ///< Per node, for walks along inputs.
    const MienGraphJob *job;
    int event_count;
    float *traced_weights; ///< Of the node being evaluated, to be copied there; NULL without a trace.
} MieniGraphRun;

/// What a type of node brings.
typedef struct MieniNodeOps {
    /// Finds names: makes the table, says how large the state is (in the bound node) and
    /// how much scratch it needs (mieni_binder_need). NULL: nothing to do.
    void (*bind)(MieniGraphBinder *binder, int node);
    /// The state as it begins; it is zeroed before. NULL: zero is right.
    void (*start)(const MienGraphBinding *binding, int node, void *state);
    /// Advances the state and reaches the inputs. NULL: reaches all with its own weight.
    void (*update)(MieniGraphRun *run, int node);
    /// Writes values[node]. It may be the memory of any one input. An input of which
    /// nothing was reached must not be read.
    void (*evaluate)(MieniGraphRun *run, int node);
} MieniNodeOps;

/// Never NULL for a node of a loaded graph (ops.c).
const MieniNodeOps *mieni_node_ops(unsigned type);

/// Of each type, in its node_*.c.
#define MIENI_NODE_OPS(upper, lower) extern const MieniNodeOps mieni_##lower##_ops;
MIENI_NODES(MIENI_NODE_OPS)

// What runs a step (run.c). Updating wants weights, marks and scratch, evaluating
// all; values of nodes with a weight must lead somewhere.

void mieni_run_update(MieniGraphRun *run);
void mieni_run_evaluate(MieniGraphRun *run);
/// Notes an event; of several characters, the caller keeps them apart.
void mieni_run_event(MieniGraphRun *run, const MienGraphEvent *event);
/// Moves a clip node to a time.
void mieni_clip_node_move(MienGraphInstance *instance, int node, double time);
/// Where a clip node stands after updating, seconds.
double mieni_clip_node_time(const MienGraphInstance *instance, int node);
/// Lets time pass for a clip node that nothing reaches.
void mieni_clip_advance(MieniGraphRun *run, int node);
/// Seconds until a clip node is over; negative if it loops or has no clip.
double mieni_clip_remaining(const MieniGraphRun *run, int node);
/// What a clip node samples in this step, for those who sample many at once; gives its
/// events. False: it has no clip.
bool mieni_clip_prepare(MieniGraphRun *run, int node, const MieniValue *out, MienClipJob *out_job);
/// What any job on a binding needs, once its nodes are bound, and any batch (batch.c).
size_t mieni_run_scratch(const MienGraphBinding *binding);
size_t mieni_batch_scratch(const MienGraphBinding *binding);
/// Divides so much scratch. Before a step of its job, results are placed: the last one is
/// the job's own output.
void mieni_run_divide(MieniGraphRun *run, void *block);
void mieni_run_place(MieniGraphRun *run);
/// A step as it counts: finite, >= 0.
double mieni_run_seconds(double step);
/// Bytes of an instance before the states of nodes.
size_t mieni_instance_head(const MienGraph *graph);
/// What a number is now: as mieni_run_number.
float mieni_instance_number(const MienGraphInstance *instance, const MieniGraphSetting *setting);
/// The asset of a setting: as mieni_run_asset.
const MieniBoundAsset *mieni_binding_asset(const MienGraphBinding *binding, const MieniGraphSetting *setting);
/// The state of one node as it begins.
void mieni_node_start(MienGraphInstance *instance, int node);
/// Where the results of a traced step go, and what is noted of it (trace.c).
bool mieni_trace_is_of(const MienGraphTrace *trace, const MienGraphBinding *binding);
void mieni_trace_begin(const MieniGraphRun *run);
void mieni_trace_end(const MieniGraphRun *run);
float *mieni_trace_weights(const MieniGraphRun *run, int node);

// What every node reads (run.c).

const MieniGraphSetting *mieni_graph_setting(const MienGraph *graph, int node, int setting);
int mieni_graph_rows(const MienGraph *graph, int node, int list);
const MieniGraphSetting *mieni_graph_cell(const MienGraph *graph, int node, int list, int row, int column);
const char *mieni_graph_word(const MienGraph *graph, const MieniGraphSetting *setting); ///< NULL: nothing.

/// A setting's value now: its constant, or the parameter's value. Never not-a-number.
float mieni_run_number(const MieniGraphRun *run, const MieniGraphSetting *setting);
/// Clamped to 0 and 1.
float mieni_run_share(const MieniGraphRun *run, const MieniGraphSetting *setting);
bool mieni_run_bool(const MieniGraphRun *run, const MieniGraphSetting *setting);
/// The mask that a setting or its parameter means.
int mieni_run_mask(const MieniGraphRun *run, const MieniGraphSetting *setting);
/// The asset in the place that a setting means; members NULL if it is empty.
const MieniBoundAsset *mieni_run_asset(const MieniGraphRun *run, const MieniGraphSetting *setting);
void *mieni_run_state(const MieniGraphRun *run, int node);
/// What the host set for a source node; NULL: nothing.
const MienCurveSet *mieni_run_source(const MieniGraphRun *run, int node);
/// Says while updating that so much of an input is needed: 0 to 1; the most of all counts.
void mieni_run_reach(MieniGraphRun *run, int node, int input, float share);
/// Puts all that leads to an input back to its start.
void mieni_run_restart(MieniGraphRun *run, int node, int input);
/// Seconds until the clips that lead to an input and do not loop are over; infinity if
/// there is none.
double mieni_run_remaining(const MieniGraphRun *run, int node, int input);
/// An input's result. Open inputs: NULL.
const MieniValue *mieni_run_input(const MieniGraphRun *run, int node, int input);

// What nodes do to results (value.c). Only run->bone_count bones count.

/// The mesh's reference pose, no curves.
void mieni_value_reference(const MieniGraphRun *run, MieniValue *out);
/// No offset, no curves.
void mieni_value_no_delta(const MieniGraphRun *run, MieniValue *out);
/// out may be from.
void mieni_value_copy(const MieniGraphRun *run, const MieniValue *from, MieniValue *out);
