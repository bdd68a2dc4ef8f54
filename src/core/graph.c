// SPDX-License-Identifier: MIT
//
// Graphs: not there yet.

#include "core/float_rules.h"

#include "core/graph_data.h"

MienStatus mien_graph_load(const void *data, size_t size, const MienLoadOptions *options,
                           MienGraph **out_graph, MienError *error)
{
    (void)data;
    (void)size;
    (void)options;
    (void)out_graph;
    (void)error;
    return MIEN_ERROR_ARGUMENT;
}
void mien_graph_destroy(MienGraph *graph) { (void)graph; }
MienGraphInfo mien_graph_info(const MienGraph *graph)
{
    (void)graph;
    return (MienGraphInfo){0};
}
MienGraphNodeInfo mien_graph_node(const MienGraph *graph, int node)
{
    (void)graph;
    (void)node;
    return (MienGraphNodeInfo){0};
}
int mien_graph_find_node(const MienGraph *graph, const char *id)
{
    (void)graph;
    (void)id;
    return 0;
}
int mien_graph_node_input(const MienGraph *graph, int node, int input)
{
    (void)graph;
    (void)node;
    (void)input;
    return 0;
}
MienGraphParameter mien_graph_parameter(const MienGraph *graph, int parameter)
{
    (void)graph;
    (void)parameter;
    return (MienGraphParameter){0};
}
int mien_graph_find_parameter(const MienGraph *graph, const char *name)
{
    (void)graph;
    (void)name;
    return 0;
}
MienGraphAssetPlace mien_graph_asset(const MienGraph *graph, int asset)
{
    (void)graph;
    (void)asset;
    return (MienGraphAssetPlace){0};
}
int mien_graph_find_source(const MienGraph *graph, const char *id)
{
    (void)graph;
    (void)id;
    return 0;
}
int mien_graph_find_slot(const MienGraph *graph, const char *id)
{
    (void)graph;
    (void)id;
    return 0;
}
int mien_graph_find_mask(const MienGraph *graph, const char *name)
{
    (void)graph;
    (void)name;
    return 0;
}
MienGraphDriverInfo mien_graph_driver(const MienGraph *graph, int node)
{
    (void)graph;
    (void)node;
    return (MienGraphDriverInfo){0};
}
MienStatus mien_graph_binding_create(const MienGraph *graph, const MienSkeleton *skeleton,
                                     const MienGraphBindingOptions *options, MienGraphBinding **out_binding,
                                     MienError *error)
{
    (void)graph;
    (void)skeleton;
    (void)options;
    (void)out_binding;
    (void)error;
    return MIEN_ERROR_ARGUMENT;
}
void mien_graph_binding_destroy(MienGraphBinding *binding) { (void)binding; }
int mien_graph_binding_report_count(const MienGraphBinding *binding)
{
    (void)binding;
    return 0;
}
MienGraphReport mien_graph_binding_report(const MienGraphBinding *binding, int row)
{
    (void)binding;
    (void)row;
    return (MienGraphReport){0};
}
const MienTransform *mien_graph_binding_reference(const MienGraphBinding *binding)
{
    (void)binding;
    return NULL;
}
size_t mien_graph_instance_size(const MienGraphBinding *binding)
{
    (void)binding;
    return 0;
}
MienGraphInstance *mien_graph_instance_init(const MienGraphBinding *binding, void *memory, size_t size)
{
    (void)binding;
    (void)memory;
    (void)size;
    return NULL;
}
MienGraphInstance *mien_graph_instance_rebind(const MienGraphInstance *from, const MienGraphBinding *binding,
                                              void *memory, size_t size)
{
    (void)from;
    (void)binding;
    (void)memory;
    (void)size;
    return NULL;
}
MienStatus mien_graph_instance_set_number(MienGraphInstance *instance, int parameter, float value)
{
    (void)instance;
    (void)parameter;
    (void)value;
    return MIEN_ERROR_ARGUMENT;
}
MienStatus mien_graph_instance_set_text(MienGraphInstance *instance, int parameter, const char *text)
{
    (void)instance;
    (void)parameter;
    (void)text;
    return MIEN_ERROR_ARGUMENT;
}
MienStatus mien_graph_instance_set_source(MienGraphInstance *instance, int source, const MienCurveSet *curves)
{
    (void)instance;
    (void)source;
    (void)curves;
    return MIEN_ERROR_ARGUMENT;
}
MienStatus mien_graph_instance_set_slot(MienGraphInstance *instance, int slot, const MienTransform *bones,
                                        const MienCurveSet *curves, float weight)
{
    (void)instance;
    (void)slot;
    (void)bones;
    (void)curves;
    (void)weight;
    return MIEN_ERROR_ARGUMENT;
}
double mien_graph_instance_time(const MienGraphInstance *instance, int node)
{
    (void)instance;
    (void)node;
    return 0;
}
MienStatus mien_graph_instance_set_time(MienGraphInstance *instance, int node, double time)
{
    (void)instance;
    (void)node;
    (void)time;
    return MIEN_ERROR_ARGUMENT;
}
size_t mien_graph_trace_size(const MienGraphBinding *binding)
{
    (void)binding;
    return 0;
}
MienGraphTrace *mien_graph_trace_init(const MienGraphBinding *binding, void *memory, size_t size)
{
    (void)binding;
    (void)memory;
    (void)size;
    return NULL;
}
MienGraphNodeTrace mien_graph_trace_node(const MienGraphTrace *trace, int node)
{
    (void)trace;
    (void)node;
    return (MienGraphNodeTrace){0};
}
size_t mien_graph_job_scratch_size(const MienGraphBinding *binding)
{
    (void)binding;
    return 0;
}
MienStatus mien_graph_job_run(const MienGraphJob *job)
{
    (void)job;
    return MIEN_ERROR_ARGUMENT;
}
void *mieni_binder_take(MieniGraphBinder *binder, size_t count, size_t size)
{
    (void)binder;
    (void)count;
    (void)size;
    return NULL;
}
void mieni_binder_report(MieniGraphBinder *binder, MienGraphFinding finding, int node, const char *name)
{
    (void)binder;
    (void)finding;
    (void)node;
    (void)name;
}
int mieni_binder_curve(MieniGraphBinder *binder, int node, const char *name)
{
    (void)binder;
    (void)node;
    (void)name;
    return 0;
}
int mieni_binder_bone(MieniGraphBinder *binder, int node, const char *name)
{
    (void)binder;
    (void)node;
    (void)name;
    return 0;
}
const MieniGraphSetting *mieni_graph_setting(const MienGraph *graph, int node, int setting)
{
    (void)graph;
    (void)node;
    (void)setting;
    return NULL;
}
int mieni_graph_rows(const MienGraph *graph, int node, int list)
{
    (void)graph;
    (void)node;
    (void)list;
    return 0;
}
const MieniGraphSetting *mieni_graph_cell(const MienGraph *graph, int node, int list, int row, int column)
{
    (void)graph;
    (void)node;
    (void)list;
    (void)row;
    (void)column;
    return NULL;
}
const char *mieni_graph_word(const MienGraph *graph, const MieniGraphSetting *setting)
{
    (void)graph;
    (void)setting;
    return NULL;
}
float mieni_run_number(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    (void)run;
    (void)setting;
    return 0;
}
float mieni_run_share(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    (void)run;
    (void)setting;
    return 0;
}
bool mieni_run_bool(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    (void)run;
    (void)setting;
    return 0;
}
int mieni_run_mask(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    (void)run;
    (void)setting;
    return 0;
}
const MieniBoundAsset *mieni_run_asset(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    (void)run;
    (void)setting;
    return NULL;
}
void *mieni_run_state(const MieniGraphRun *run, int node)
{
    (void)run;
    (void)node;
    return NULL;
}
void mieni_run_reach(MieniGraphRun *run, int node, int input, float share)
{
    (void)run;
    (void)node;
    (void)input;
    (void)share;
}
void mieni_run_restart(MieniGraphRun *run, int node, int input)
{
    (void)run;
    (void)node;
    (void)input;
}
double mieni_run_remaining(const MieniGraphRun *run, int node, int input)
{
    (void)run;
    (void)node;
    (void)input;
    return 0;
}
const MieniValue *mieni_run_input(const MieniGraphRun *run, int node, int input)
{
    (void)run;
    (void)node;
    (void)input;
    return NULL;
}
void mieni_value_reference(const MieniGraphRun *run, MieniValue *out)
{
    (void)run;
    (void)out;
}
void mieni_value_no_delta(const MieniGraphRun *run, MieniValue *out)
{
    (void)run;
    (void)out;
}
void mieni_value_copy(const MieniGraphRun *run, const MieniValue *from, MieniValue *out)
{
    (void)run;
    (void)from;
    (void)out;
}
const MieniNodeOps mieni_clip_ops = {0};
const MieniNodeOps mieni_reference_ops = {0};
const MieniNodeOps mieni_poses_ops = {0};
const MieniNodeOps mieni_pose_ops = {0};
const MieniNodeOps mieni_slot_ops = {0};
const MieniNodeOps mieni_output_ops = {0};
