// SPDX-License-Identifier: MIT
//
// Graphs: compute a character's final pose from clips, curves and parameters. A graph
// is a flat program. A binding combines it with the assets, skeleton and mesh of one
// kind of character. An instance stores one character's state between steps.
//
// Ownership  You destroy graphs and bindings; you own the memory of instances. A binding
//            refers to its graph, assets and skeleton, which must outlive it.
// Threads    Graphs and bindings are immutable: share them. An instance belongs to one
//            job at a time; any number of instances may run concurrently.
// Memory     Loading and binding allocate; running never does.
// Errors     Hostile bytes are refused on load. Getters return a neutral value for an
//            invalid index. Jobs return MIEN_ERROR_ARGUMENT before anything is written.

#pragma once

#include "mien/base.h"
#include "mien/clip.h"
#include "mien/curves.h"
#include "mien/math.h"
#include "mien/pack.h"
#include "mien/pose_asset.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A graph that is ready to bind.
typedef struct MienGraph MienGraph;

/// Loads a graph pack. Always checks the structure; checks the hash unless trust_hash is set.
MIEN_API MienStatus mien_graph_load(const void *data, size_t size, const MienLoadOptions *options,
                                    MienGraph **out_graph, MienError *error);
MIEN_API void mien_graph_destroy(MienGraph *graph); ///< Accepts NULL.

/// Properties of a graph.
typedef struct MienGraphInfo {
    int node_count; ///< In evaluation order; the last node is the output.
    int parameter_count;
    int asset_slot_count; ///< Slots for clips and pose assets.
    int mask_count;
    int live_input_count; ///< Live input nodes: they read curves that your program sets.
    int input_pose_count; ///< Input pose nodes: they read poses that your program sets.
    int buffer_count;     ///< Poses stored at the same time.
} MienGraphInfo;

/// Properties of a graph.
MIEN_API MienGraphInfo mien_graph_info(const MienGraph *graph);

/// One node.
typedef struct MienGraphNodeInfo {
    const char *id;   ///< Unique within the graph.
    const char *type; ///< "clip", "poses", "layer", ...
    bool is_delta;    ///< Returns an offset, not a pose.
    int input_count;
} MienGraphNodeInfo;

/// One node by index.
MIEN_API MienGraphNodeInfo mien_graph_node(const MienGraph *graph, int node);
MIEN_API int mien_graph_find_node(const MienGraph *graph, const char *id); ///< -1 if absent.
/// The node connected to an input; -1 if unconnected.
MIEN_API int mien_graph_node_input(const MienGraph *graph, int node, int input);

/// Type of a parameter or an asset slot.
typedef enum MienGraphValueType {
    MIEN_GRAPH_FLOAT = 1,
    MIEN_GRAPH_INT,
    MIEN_GRAPH_BOOL,
    MIEN_GRAPH_NAME, ///< Name of a pose.
    MIEN_GRAPH_CLIP,
    MIEN_GRAPH_POSES,
    MIEN_GRAPH_MASK,
} MienGraphValueType;

/// A value set by your program.
typedef struct MienGraphParameter {
    const char *name; ///< Unique within the graph.
    MienGraphValueType type;
    float number;     ///< Default of a float, int or bool.
    const char *text; ///< Default of a name or mask; path of an asset; or "".
} MienGraphParameter;

/// One parameter by index.
MIEN_API MienGraphParameter mien_graph_parameter(const MienGraph *graph, int parameter);
MIEN_API int mien_graph_find_parameter(const MienGraph *graph, const char *name); ///< -1 if absent.

/// A slot for a clip or a pose asset. It belongs to one node, or to a parameter that nodes share.
typedef struct MienGraphAssetSlot {
    MienGraphValueType type; ///< MIEN_GRAPH_CLIP or MIEN_GRAPH_POSES.
    const char *path;        ///< Path of the asset as in the text: "faces/ada.poses.json". "": none.
    int node;                ///< Or -1.
    int parameter;           ///< Or -1.
    bool needs_additive;     ///< Accepts only additive pose assets: the result is a delta.
    bool needs_absolute;     ///< Accepts only absolute pose assets.
} MienGraphAssetSlot;

/// One slot by index.
MIEN_API MienGraphAssetSlot mien_graph_asset_slot(const MienGraph *graph, int slot);
/// The slot of a node's clip or pose asset, its own or a parameter's; -1 if the node has
/// no asset.
MIEN_API int mien_graph_node_asset(const MienGraph *graph, int node);
/// Index of a live input or input pose node by id. Each type counts from 0.
MIEN_API int mien_graph_find_live_input(const MienGraph *graph, const char *id); ///< -1 if absent.
MIEN_API int mien_graph_find_input_pose(const MienGraph *graph, const char *id); ///< -1 if absent.
MIEN_API int mien_graph_find_mask(const MienGraph *graph, const char *name);     ///< -1 if absent.

/// Properties of a pose driver's solver.
typedef struct MienGraphDriverInfo {
    int target_count, bone_count;
    float radius;       ///< Degrees or metres; automatic values are computed.
    double condition;   ///< Of the kernel matrix, in the 1-norm, before lambda; at most 1e30, which means
                        ///< singular. 0: the solver has no matrix.
    double lambda;      ///< Value added to its diagonal.
    float target_error; ///< Largest deviation from 1 and 0 at the targets themselves.
    bool is_invalid;    ///< unreal: the determinant is zero, so all weights are 0.
} MienGraphDriverInfo;

/// Solver of a driver node; zeros for other nodes.
MIEN_API MienGraphDriverInfo mien_graph_driver(const MienGraph *graph, int node);

/// A binding: a graph with all that one kind of character needs, by index.
typedef struct MienGraphBinding MienGraphBinding;

/// The asset in a slot; NULL leaves the slot empty.
typedef struct MienGraphAsset {
    const MienClip *clip;
    const MienPoseAsset *poses;
} MienGraphAsset;

/// How to bind. Zero-initialise: zero is every field's default.
typedef struct MienGraphBindingOptions {
    const MienAllocator *allocator;      ///< NULL for malloc and free. Must outlive the binding.
    const MienTransform *mesh_rest_pose; ///< The mesh's own rest pose, copied; NULL: the skeleton's.
    int asset_count;                     ///< The graph's asset count, or 0.
    const MienGraphAsset *assets;
} MienGraphBindingOptions;

/// Binds a graph to a skeleton. Missing names are reported but are not errors. An asset
/// of the wrong type for its slot is an error.
MIEN_API MienStatus mien_graph_binding_create(const MienGraph *graph, const MienSkeleton *skeleton,
                                              const MienGraphBindingOptions *options,
                                              MienGraphBinding **out_binding, MienError *error);
MIEN_API void mien_graph_binding_destroy(MienGraphBinding *binding); ///< Accepts NULL.

/// Number of rows in the report; 0 if there is nothing to report.
MIEN_API int mien_graph_binding_report_count(const MienGraphBinding *binding);
/// One row of the report.
MIEN_API MienFinding mien_graph_binding_report(const MienGraphBinding *binding, int row);
/// The mesh's rest pose as stored in the binding: one transform per bone.
MIEN_API const MienTransform *mien_graph_binding_rest_pose(const MienGraphBinding *binding);

/// State of a character: times, fades, states, smoothed curves, parameters.
typedef struct MienGraphInstance MienGraphInstance;

/// Size of an instance, in bytes.
MIEN_API size_t mien_graph_instance_size(const MienGraphBinding *binding);
/// Creates an instance in its initial state in 64-byte aligned memory; NULL if too small
/// or misaligned.
MIEN_API MienGraphInstance *mien_graph_instance_init(const MienGraphBinding *binding, void *memory,
                                                     size_t size);
/// Creates an instance that continues from another one, with different assets or a
/// different version of the graph. Nodes with the same id and type keep their state,
/// parameters with the same name and type their value, live inputs and input poses with
/// the same id their arrays.
MIEN_API MienGraphInstance *mien_graph_instance_rebind(const MienGraphInstance *from,
                                                       const MienGraphBinding *binding, void *memory,
                                                       size_t size);
/// Sets a float, int or bool. Ints are truncated, NaN is 0.
MIEN_API MienStatus mien_graph_instance_set_number(MienGraphInstance *instance, int parameter, float value);
/// Sets a name or a mask, which must exist in the binding. Slow: it searches.
MIEN_API MienStatus mien_graph_instance_set_text(MienGraphInstance *instance, int parameter,
                                                 const char *text);
/// Sets the curves of a live input, in the skeleton's order; NULL: none. Jobs read the
/// arrays when they run; they must not be the job's own arrays.
MIEN_API MienStatus mien_graph_instance_set_live_input(MienGraphInstance *instance, int live_input,
                                                       const MienCurveSet *curves);
/// Sets the pose of an input pose node, one transform per bone of the skeleton; NULL:
/// none. A delta has rotations minus the identity and scales minus 1. If curves is NULL,
/// the node's input provides the curves. Jobs read the arrays when they run; they must
/// not be the job's own arrays.
MIEN_API MienStatus mien_graph_instance_set_input_pose(MienGraphInstance *instance, int input_pose,
                                                       const MienTransform *bones, const MienCurveSet *curves,
                                                       float weight);
/// Time of a clip node in seconds; 0 for other nodes.
MIEN_API double mien_graph_instance_time(const MienGraphInstance *instance, int node);
/// Sets the time of a clip node.
MIEN_API MienStatus mien_graph_instance_set_time(MienGraphInstance *instance, int node, double time);

/// A clip event that a step crossed: at its start or inside it, not at its end. Clips that
/// are not relevant to the output have no events.
typedef struct MienGraphEvent {
    int node;         ///< The clip node.
    const char *name; ///< Belongs to the clip.
    float weight;     ///< Weight of the node in the output.
} MienGraphEvent;

/// Result of a node in one step.
typedef struct MienGraphNodeTrace {
    bool is_live;               ///< Relevant: it was evaluated. If false, all other fields are empty.
    float weight;               ///< Its maximum weight in the output, 0 to 1.
    double time;                ///< Time of a clip node.
    const MienTransform *bones; ///< As many as in the job.
    MienCurveSet curves;
    int weight_count;     ///< Poses of its asset; targets of a driver that drives curves; inputs
    const float *weights; ///< of blend by int and state machine.
} MienGraphNodeTrace;

/// Results of all nodes in one step, to find the origin of a value.
typedef struct MienGraphTrace MienGraphTrace;

/// Size of a trace, in bytes.
MIEN_API size_t mien_graph_trace_size(const MienGraphBinding *binding);
/// Creates a trace in 64-byte aligned memory; NULL if too small or misaligned.
MIEN_API MienGraphTrace *mien_graph_trace_init(const MienGraphBinding *binding, void *memory, size_t size);
/// Result of a node in the last job that used the trace.
MIEN_API MienGraphNodeTrace mien_graph_trace_node(const MienGraphTrace *trace, int node);

/// One step of one character. Zero-initialise, then fill.
typedef struct MienGraphJob {
    const MienGraphBinding *binding;
    MienGraphInstance *instance; ///< An instance of this binding.
    double step;                 ///< Seconds since the last step; negative and non-finite values count as 0.
    int lod;                     ///< LOD; 0 has all bones.

    int bone_count;           ///< Length of out_bones: the skeleton's bone count, or that of the LOD.
    MienTransform *out_bones; ///< Out: the final pose, local.
    MienCurveSet out_curves;  ///< Out: the final curves, in the skeleton's order; count 0: none.

    int event_capacity;         ///< Length of out_events.
    MienGraphEvent *out_events; ///< Out: sorted by node, then by time. May be NULL.
    int *out_event_count;       ///< Out: number of all crossed events, even beyond the capacity. May be NULL.

    MienGraphTrace *trace; ///< Out: a trace of this binding; takes time. May be NULL.

    void *scratch;       ///< Working memory, 64-byte aligned.
    size_t scratch_size; ///< At least mien_graph_job_scratch_size().
} MienGraphJob;

/// Size of the scratch memory for any job on this binding, in bytes.
MIEN_API size_t mien_graph_job_scratch_size(const MienGraphBinding *binding);
/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_graph_job_validate(const MienGraphJob *job, MienError *error);
/// Runs the step. Never allocates.
MIEN_API MienStatus mien_graph_job_run(const MienGraphJob *job);

/// Runs one step for many characters of one binding. Results are tiles, as in
/// MienCrowdJob. The last tile is complete: lanes without a character are undefined. Pass
/// about 256 characters at a time, so that results are still in the cache when you use
/// them. Zero-initialise, then fill.
typedef struct MienGraphBatchJob {
    const MienGraphBinding *binding;
    int instance_count;
    MienGraphInstance *const *instances; ///< All different, all of this binding.
    double step;                         ///< As in MienGraphJob.
    int lod;

    int bone_count;        ///< The skeleton's bone count, or that of the LOD.
    float *out_bones;      ///< Out: tiles of mien_tile_size(bone_count) floats, 64-byte aligned.
    int curve_count;       ///< The skeleton's curve count; 0: none.
    float *out_curves;     ///< Out: [tile][curve][MIEN_TILE], 64-byte aligned; 0 if absent.
    uint16_t *out_present; ///< Out: [tile][curve], bit k for character k. May be NULL.

    int event_capacity;         ///< As in MienGraphJob, one character after another.
    MienGraphEvent *out_events; ///< May be NULL.
    int *out_event_owners;      ///< Out: index of the event's instance. May be NULL.
    int *out_event_count;       ///< May be NULL.

    void *scratch;
    size_t scratch_size; ///< At least mien_graph_batch_job_scratch_size().
} MienGraphBatchJob;

/// Size of the scratch memory for any batch on this binding, in bytes.
MIEN_API size_t mien_graph_batch_job_scratch_size(const MienGraphBinding *binding);
/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_graph_batch_job_validate(const MienGraphBatchJob *job, MienError *error);
/// Runs the step. Never allocates. Gives the same bits as mien_graph_job_run per character.
MIEN_API MienStatus mien_graph_batch_job_run(const MienGraphBatchJob *job);

#ifdef __cplusplus
}
#endif
