// SPDX-License-Identifier: MIT
//
// Graphs: from clips, curves and parameters to the final pose of a character. A graph
// is a flat program; a binding is a graph with the assets, skeleton and mesh of one
// kind of character; an instance is what one character remembers from step to step.
//
// Ownership  You destroy graphs and bindings; instances are memory of yours. A binding
//            refers to its graph, its assets and its skeleton, which must outlive it.
// Threads    Graphs and bindings never change once made: share them. An instance
//            belongs to one job at a time; any number of instances may run at once.
// Memory     Loading and binding allocate; running never does.
// Errors     Hostile bytes are refused on load. Readers return a neutral value for a bad
//            index; jobs MIEN_ERROR_ARGUMENT before anything is written.

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

/// A graph made ready to bind.
typedef struct MienGraph MienGraph;

/// Loads a graph pack. Always checks structure, and the hash unless told to trust.
MIEN_API MienStatus mien_graph_load(const void *data, size_t size, const MienLoadOptions *options,
                                    MienGraph **out_graph, MienError *error);
MIEN_API void mien_graph_destroy(MienGraph *graph); ///< NULL is fine.

/// What the graph as a whole is.
typedef struct MienGraphInfo {
    int node_count; ///< In order of evaluation; the last one is the output.
    int parameter_count;
    int asset_count; ///< Places for clips and pose assets.
    int mask_count;
    int source_count; ///< Nodes that take curves from the host.
    int slot_count;   ///< Nodes that take poses from the host.
    int buffer_count; ///< Poses that are alive at once.
} MienGraphInfo;

/// What the graph as a whole is.
MIEN_API MienGraphInfo mien_graph_info(const MienGraph *graph);

/// One node.
typedef struct MienGraphNodeInfo {
    const char *id;   ///< Unique within the graph.
    const char *type; ///< "clip", "poses", "layer", ...
    bool is_delta;    ///< Its result is an offset, not a pose.
    int input_count;
} MienGraphNodeInfo;

/// One node by index.
MIEN_API MienGraphNodeInfo mien_graph_node(const MienGraph *graph, int node);
MIEN_API int mien_graph_find_node(const MienGraph *graph, const char *id); ///< -1 if absent.
/// The node that an input of a node comes from; -1 if it is open.
MIEN_API int mien_graph_node_input(const MienGraph *graph, int node, int input);

/// What a parameter or an asset's place holds.
typedef enum MienGraphValueType {
    MIEN_GRAPH_FLOAT = 1,
    MIEN_GRAPH_INT,
    MIEN_GRAPH_BOOL,
    MIEN_GRAPH_NAME, ///< Of a pose.
    MIEN_GRAPH_CLIP,
    MIEN_GRAPH_POSES,
    MIEN_GRAPH_MASK,
} MienGraphValueType;

/// A value that the host sets.
typedef struct MienGraphParameter {
    const char *name; ///< Unique within the graph.
    MienGraphValueType type;
    float number;     ///< What a float, int or bool begins with.
    const char *text; ///< What a name or mask begins with; the path of an asset; or "".
} MienGraphParameter;

/// One parameter by index.
MIEN_API MienGraphParameter mien_graph_parameter(const MienGraph *graph, int parameter);
MIEN_API int mien_graph_find_parameter(const MienGraph *graph, const char *name); ///< -1 if absent.

/// A place for a clip or a pose asset: of one node, or of a parameter that nodes share.
typedef struct MienGraphAssetPlace {
    MienGraphValueType type; ///< MIEN_GRAPH_CLIP or MIEN_GRAPH_POSES.
    const char *path;        ///< Of the asset, as the text names it: "faces/ada.poses.json". "": none.
    int node;                ///< Or -1.
    int parameter;           ///< Or -1.
    bool needs_additive;     ///< Only an additive pose asset fits: its result is a delta.
    bool needs_absolute;     ///< Only an absolute one fits.
} MienGraphAssetPlace;

/// One place by index.
MIEN_API MienGraphAssetPlace mien_graph_asset(const MienGraph *graph, int asset);
/// The place that a node's clip or pose asset comes from, its own or a parameter's; -1 if
/// it takes none.
MIEN_API int mien_graph_node_asset(const MienGraph *graph, int node);
/// Id of a node that takes curves, or poses, from the host; these count from 0.
MIEN_API int mien_graph_find_source(const MienGraph *graph, const char *id); ///< -1 if absent.
MIEN_API int mien_graph_find_slot(const MienGraph *graph, const char *id);   ///< -1 if absent.
MIEN_API int mien_graph_find_mask(const MienGraph *graph, const char *name); ///< -1 if absent.

/// What a pose driver's solver is like.
typedef struct MienGraphDriverInfo {
    int target_count, bone_count;
    float radius;       ///< Degrees or metres; what was automatic is computed.
    double condition;   ///< Of the matrix of kernels, in the 1-norm, before lambda; 1e30 at most, which is no
                        ///< inverse at all. 0: the solver has none.
    double lambda;      ///< What was added to its diagonal.
    float target_error; ///< Largest deviation from 1 and 0 at the targets themselves.
    bool is_invalid;    ///< unreal: the determinant vanishes, so all weights are 0.
} MienGraphDriverInfo;

/// The solver of a driver node; zeros for another node.
MIEN_API MienGraphDriverInfo mien_graph_driver(const MienGraph *graph, int node);

/// A binding: a graph with everything one kind of character needs, by index.
typedef struct MienGraphBinding MienGraphBinding;

/// The asset in a place; NULL leaves the place empty.
typedef struct MienGraphAsset {
    const MienClip *clip;
    const MienPoseAsset *poses;
} MienGraphAsset;

/// How to bind. Zero-initialise: zero is the default of every field.
typedef struct MienGraphBindingOptions {
    const MienAllocator *allocator;      ///< NULL for malloc and free. Must outlive the binding.
    const MienTransform *mesh_reference; ///< The mesh's own reference pose, copied; NULL: the skeleton's.
    int asset_count;                     ///< As many as the graph has, or 0.
    const MienGraphAsset *assets;
} MienGraphBindingOptions;

/// Binds a graph to a skeleton. Names that are missing are no error but reported; an
/// asset of the wrong kind for its place is one.
MIEN_API MienStatus mien_graph_binding_create(const MienGraph *graph, const MienSkeleton *skeleton,
                                              const MienGraphBindingOptions *options,
                                              MienGraphBinding **out_binding, MienError *error);
MIEN_API void mien_graph_binding_destroy(MienGraphBinding *binding); ///< NULL is fine.

/// What a binding found out about one name.
typedef enum MienGraphFinding {
    MIEN_GRAPH_MISSING_ASSET = 1, ///< name: its path; the place is empty.
    MIEN_GRAPH_MISSING_BONE,      ///< A bone of a clip, pose asset, mask or driver.
    MIEN_GRAPH_MISSING_CURVE,     ///< A curve that a node names or an asset has.
    MIEN_GRAPH_MISSING_POSE,      ///< A pose that a node or a driver's target names.
    MIEN_GRAPH_NOT_A_CONTROL,     ///< A curve bears the name of a pose that curves cannot drive.
    MIEN_GRAPH_SCALED_BONE,       ///< Translations of this bone are scaled to the mesh.
} MienGraphFinding;

typedef struct MienGraphReport {
    MienGraphFinding finding;
    int node;         ///< Whose it is.
    const char *name; ///< Lives as long as graph and assets.
    float factor;     ///< Of a scaled bone.
} MienGraphReport;

/// Rows of the report. 0 if all fits.
MIEN_API int mien_graph_binding_report_count(const MienGraphBinding *binding);
/// One row of the report.
MIEN_API MienGraphReport mien_graph_binding_report(const MienGraphBinding *binding, int row);
/// The mesh's reference pose, as the binding keeps it: a transform per bone.
MIEN_API const MienTransform *mien_graph_binding_reference(const MienGraphBinding *binding);

/// What a character remembers: times, fades, states, smoothed curves, parameters.
typedef struct MienGraphInstance MienGraphInstance;

/// Bytes of an instance.
MIEN_API size_t mien_graph_instance_size(const MienGraphBinding *binding);
/// Makes an instance of 64-byte aligned memory, everything at its start; NULL if the
/// memory is too small or misaligned.
MIEN_API MienGraphInstance *mien_graph_instance_init(const MienGraphBinding *binding, void *memory,
                                                     size_t size);
/// Makes an instance that goes on where another stands, with other assets or another
/// version of the graph: nodes of the same id and type keep their state, parameters of
/// the same name and type their value, sources and slots of the same id what was set.
MIEN_API MienGraphInstance *mien_graph_instance_rebind(const MienGraphInstance *from,
                                                       const MienGraphBinding *binding, void *memory,
                                                       size_t size);
/// Sets a float, int or bool. Ints are cut to whole numbers, not-a-number is 0.
MIEN_API MienStatus mien_graph_instance_set_number(MienGraphInstance *instance, int parameter, float value);
/// Sets a name or a mask, which must be one the binding knows. Call rarely: it searches.
MIEN_API MienStatus mien_graph_instance_set_text(MienGraphInstance *instance, int parameter,
                                                 const char *text);
/// The curves that a source gives from now on, in the skeleton's order; NULL: none. The
/// arrays are read when jobs run, and must not be the job's own.
MIEN_API MienStatus mien_graph_instance_set_source(MienGraphInstance *instance, int source,
                                                   const MienCurveSet *curves);
/// The pose that a slot gives from now on, a transform per bone of the skeleton; NULL:
/// none. A delta has rotations minus the identity, and scales minus 1. curves may be
/// NULL; then the input's count. The arrays are read when jobs run, and must not be the
/// job's own.
MIEN_API MienStatus mien_graph_instance_set_slot(MienGraphInstance *instance, int slot,
                                                 const MienTransform *bones, const MienCurveSet *curves,
                                                 float weight);
/// Where a clip node stands, seconds; 0 for another node.
MIEN_API double mien_graph_instance_time(const MienGraphInstance *instance, int node);
/// Moves a clip node to a time.
MIEN_API MienStatus mien_graph_instance_set_time(MienGraphInstance *instance, int node, double time);

/// An event of a clip that a step crossed: at its start or between, not at its end. Clips
/// of which nothing reaches the output have none.
typedef struct MienGraphEvent {
    int node;         ///< The clip node.
    const char *name; ///< Belongs to the clip.
    float weight;     ///< How much of the node reaches the output.
} MienGraphEvent;

/// What a node did in a step.
typedef struct MienGraphNodeTrace {
    bool is_live;               ///< It was evaluated; otherwise all else is empty.
    float weight;               ///< How much of it reaches the output at most, 0 to 1.
    double time;                ///< Of a clip node.
    const MienTransform *bones; ///< As many as the job had.
    MienCurveSet curves;
    int weight_count;     ///< Poses of its asset; of a driver also its targets where it drives curves; of
    const float *weights; ///< select and machine its inputs.
} MienGraphNodeTrace;

/// Every node's result in one step, for those who ask where a value comes from.
typedef struct MienGraphTrace MienGraphTrace;

/// Bytes of a trace.
MIEN_API size_t mien_graph_trace_size(const MienGraphBinding *binding);
/// Makes a trace of 64-byte aligned memory; NULL if it is too small or misaligned.
MIEN_API MienGraphTrace *mien_graph_trace_init(const MienGraphBinding *binding, void *memory, size_t size);
/// What a node did in the last job that had the trace.
MIEN_API MienGraphNodeTrace mien_graph_trace_node(const MienGraphTrace *trace, int node);

/// One step of one character. Zero-initialise, then fill.
typedef struct MienGraphJob {
    const MienGraphBinding *binding;
    MienGraphInstance *instance; ///< Of this very binding.
    double step;                 ///< Seconds that pass before the pose; not finite or negative counts as 0.
    int level;                   ///< Level of detail, 0 is all.

    int bone_count;           ///< Length of out_bones: the skeleton's bones, or those of the level.
    MienTransform *out_bones; ///< Out: the final pose, local.
    MienCurveSet out_curves;  ///< Out: the final curves, of the skeleton's table; count 0: not wanted.

    int event_room;             ///< Length of out_events.
    MienGraphEvent *out_events; ///< Out: in order of nodes, then of time. May be NULL.
    int *out_event_count;       ///< Out: all that were crossed, also those beyond the room. May be NULL.

    MienGraphTrace *trace; ///< Out: of this very binding; costs time. May be NULL.

    void *scratch;       ///< Working memory, 64-byte aligned.
    size_t scratch_size; ///< At least mien_graph_job_scratch_size().
} MienGraphJob;

/// Bytes of scratch that any job on this binding needs.
MIEN_API size_t mien_graph_job_scratch_size(const MienGraphBinding *binding);
/// Runs the step. Never allocates.
MIEN_API MienStatus mien_graph_job_run(const MienGraphJob *job);

/// One step of many characters of one binding. Results are tiles, as in MienCrowdJob,
/// the last one whole: places without a character hold anything. Give some 256 characters
/// at a time, so that results stay in the cache while you use them. Zero-initialise, then
/// fill.
typedef struct MienGraphBatchJob {
    const MienGraphBinding *binding;
    int instance_count;
    MienGraphInstance *const *instances; ///< All different, all of this very binding.
    double step;                         ///< As in MienGraphJob.
    int level;

    int bone_count;        ///< The skeleton's bones, or those of the level.
    float *out_bones;      ///< Out: tiles of mien_tile_size(bone_count) floats, 64-byte aligned.
    int curve_count;       ///< The skeleton's curves, or 0: not wanted.
    float *out_curves;     ///< Out: [tile][curve][MIEN_TILE], 64-byte aligned; absent is 0.
    uint16_t *out_present; ///< Out: [tile][curve], bit k for character k. May be NULL.

    int event_room;             ///< As in MienGraphJob, character after character.
    MienGraphEvent *out_events; ///< May be NULL.
    int *out_event_owners;      ///< Out: whose event it is, index of instances. May be NULL.
    int *out_event_count;       ///< May be NULL.

    void *scratch;
    size_t scratch_size; ///< At least mien_graph_batch_scratch_size().
} MienGraphBatchJob;

/// Bytes of scratch that any batch on this binding needs.
MIEN_API size_t mien_graph_batch_scratch_size(const MienGraphBinding *binding);
/// Runs the step. Never allocates. Bit for bit what mien_graph_job_run gives each.
MIEN_API MienStatus mien_graph_batch_run(const MienGraphBatchJob *job);

#ifdef __cplusplus
}
#endif
