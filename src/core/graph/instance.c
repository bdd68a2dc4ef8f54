// SPDX-License-Identifier: MIT
//
// Instances of graphs: what one character remembers, in one block of the caller's
// memory: parameters, what the host gave sources and slots, poses that nodes name, and
// the states of nodes.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/pose_scratch.h"

#include <string.h>

static void divide(MienGraphInstance *instance, const MienGraph *graph, MieniScratch *parts)
{
    instance->parameters = (MieniGraphParameterValue *)mieni_scratch_take(
        parts, graph->info.parameter_count * sizeof *instance->parameters);
    instance->sources =
        (MienCurveSet *)mieni_scratch_take(parts, (size_t)graph->source_count * sizeof *instance->sources);
    instance->slots =
        (MieniGraphSlotValue *)mieni_scratch_take(parts, (size_t)graph->slot_count * sizeof *instance->slots);
    instance->poses =
        (int32_t *)mieni_scratch_take(parts, (size_t)graph->pose_count * sizeof *instance->poses);
}

size_t mieni_instance_head(const MienGraph *graph)
{
    MienGraphInstance probe;
    MieniScratch parts = {.used = mieni_align64(sizeof probe)};
    divide(&probe, graph, &parts);
    return parts.used;
}

size_t mien_graph_instance_size(const MienGraphBinding *binding) { return binding->instance_size; }

static void *state_of(const MienGraphInstance *instance, int node)
{
    return (uint8_t *)(void *)instance + instance->binding->nodes[node].state_offset;
}

void mieni_node_start(MienGraphInstance *instance, int node)
{
    const MienGraphBinding *binding = instance->binding;
    const MieniNodeOps *ops = mieni_node_ops(binding->graph->nodes[node].type);
    if (binding->nodes[node].state_size == 0)
        return;
    memset(state_of(instance, node), 0, binding->nodes[node].state_size);
    if (ops->start != NULL)
        ops->start(binding, node, state_of(instance, node));
}

/// The pose that a node's name stands for now, in its own asset.
static void find_pose(MienGraphInstance *instance, int node)
{
    const MienGraphBinding *binding = instance->binding;
    const MienGraph *graph = binding->graph;
    const MieniGraphSetting *setting = mieni_graph_setting(graph, node, MIENI_POSE_POSE);
    const MienPoseAsset *asset =
        mieni_binding_asset(binding, mieni_graph_setting(graph, node, MIENI_POSE_POSES))->poses;
    const char *name = setting->is_parameter != 0 ? instance->parameters[setting->index].name
                                                  : mieni_graph_word(graph, setting);
    instance->poses[graph->ordinals[node]] =
        asset != NULL && name != NULL ? mien_pose_asset_find_pose(asset, name) : -1;
}

static void find_poses(MienGraphInstance *instance)
{
    const MienGraph *graph = instance->binding->graph;
    for (int n = 0; graph->pose_count > 0 && n < (int)graph->info.node_count; ++n) {
        if (graph->nodes[n].type == MIENI_NODE_POSE)
            find_pose(instance, n);
    }
}

static void start_parameter(const MienGraph *graph, int p, MieniGraphParameterValue *out)
{
    const MieniGraphParameter *parameter = &graph->parameters[p];
    *out = (MieniGraphParameterValue){.number = parameter->number, .mask = -1};
    if (parameter->index == MIENI_NOTHING)
        return;
    if (parameter->type == MIEN_GRAPH_MASK)
        out->mask = (int32_t)parameter->index;
    else if (parameter->type == MIEN_GRAPH_NAME)
        out->name = mieni_names_get(&graph->words, (int)parameter->index);
}

MienGraphInstance *mien_graph_instance_init(const MienGraphBinding *binding, void *memory, size_t size)
{
    if (binding == NULL || memory == NULL || (uintptr_t)memory % 64 != 0 || size < binding->instance_size)
        return NULL;
    const MienGraph *graph = binding->graph;
    MienGraphInstance *instance = (MienGraphInstance *)memory;
    memset(instance, 0, binding->instance_size);
    instance->binding = binding;
    MieniScratch parts = {.block = (uint8_t *)memory, .used = mieni_align64(sizeof *instance)};
    divide(instance, graph, &parts);
    for (int p = 0; p < (int)graph->info.parameter_count; ++p)
        start_parameter(graph, p, &instance->parameters[p]);
    find_poses(instance);
    for (int n = 0; n < (int)graph->info.node_count; ++n)
        mieni_node_start(instance, n);
    return instance;
}

/// The name as this binding's assets have it: a pose of a node that the parameter is
/// for. NULL: no such pose.
static const char *known_name(const MienGraphBinding *binding, int parameter, const char *name)
{
    const MienGraph *graph = binding->graph;
    for (int n = 0; n < (int)graph->info.node_count; ++n) {
        if (graph->nodes[n].type != MIENI_NODE_POSE)
            continue;
        const MieniGraphSetting *setting = mieni_graph_setting(graph, n, MIENI_POSE_POSE);
        const MienPoseAsset *asset =
            mieni_binding_asset(binding, mieni_graph_setting(graph, n, MIENI_POSE_POSES))->poses;
        const bool is_for_it = setting->is_parameter != 0 && setting->index == (uint32_t)parameter;
        const int pose = is_for_it && asset != NULL ? mien_pose_asset_find_pose(asset, name) : -1;
        if (pose >= 0)
            return mien_pose_asset_pose(asset, pose).name;
    }
    return NULL;
}

static void keep_parameters(const MienGraphInstance *from, MienGraphInstance *to)
{
    const MienGraph *old = from->binding->graph, *graph = to->binding->graph;
    for (int p = 0; p < (int)graph->info.parameter_count; ++p) {
        const int before =
            mieni_names_find(&old->parameter_names, mieni_names_get(&graph->parameter_names, p));
        if (before < 0 || old->parameters[before].type != graph->parameters[p].type)
            continue;
        const MieniGraphParameterValue *value = &from->parameters[before];
        MieniGraphParameterValue *kept = &to->parameters[p];
        kept->number = value->number;
        if (value->mask >= 0) {
            const int mask =
                mieni_names_find(&graph->mask_names, mieni_names_get(&old->mask_names, value->mask));
            kept->mask = mask >= 0 ? mask : kept->mask;
        }
        const char *name = value->name != NULL ? known_name(to->binding, p, value->name) : NULL;
        kept->name = name != NULL ? name : kept->name;
    }
}

/// Curves and poses are in the skeleton's order: they fit a skeleton as large.
static void keep_host(const MienGraphInstance *from, MienGraphInstance *to, int before, int node)
{
    const MienGraph *old = from->binding->graph, *graph = to->binding->graph;
    const bool same_curves = from->binding->curve_count == to->binding->curve_count;
    if (graph->nodes[node].type == MIENI_NODE_LIVE_INPUT && same_curves)
        to->sources[graph->ordinals[node]] = from->sources[old->ordinals[before]];
    if (graph->nodes[node].type == MIENI_NODE_INPUT_POSE && same_curves &&
        from->binding->bone_count == to->binding->bone_count)
        to->slots[graph->ordinals[node]] = from->slots[old->ordinals[before]];
}

MienGraphInstance *mien_graph_instance_rebind(const MienGraphInstance *from, const MienGraphBinding *binding,
                                              void *memory, size_t size)
{
    if (from == NULL || memory == (const void *)from)
        return NULL;
    MienGraphInstance *to = mien_graph_instance_init(binding, memory, size);
    if (to == NULL)
        return NULL;
    const MienGraph *old = from->binding->graph, *graph = binding->graph;
    keep_parameters(from, to);
    find_poses(to);
    for (int n = 0; n < (int)graph->info.node_count; ++n) {
        const int before = mieni_names_find(&old->ids, mieni_names_get(&graph->ids, n));
        if (before < 0 || old->nodes[before].type != graph->nodes[n].type)
            continue;
        keep_host(from, to, before, n);
        // A state of another size belongs to other rows, inputs or curves.
        const size_t state = binding->nodes[n].state_size;
        if (state > 0 && state == from->binding->nodes[before].state_size)
            memcpy(state_of(to, n), state_of(from, before), state);
    }
    return to;
}

static bool has_parameter(const MienGraphInstance *instance, int parameter)
{
    return instance != NULL && parameter >= 0 &&
           (uint32_t)parameter < instance->binding->graph->info.parameter_count;
}

/// A float, int or bool as such: cut, limited, never not-a-number.
static float as_type(uint32_t type, float value)
{
    const float most = type == MIEN_GRAPH_INT ? 16777216.0f : MIEN_MAX_CURVE;
    value = value == value ? value : 0.0f;
    value = value < -most ? -most : value > most ? most : value;
    if (type == MIEN_GRAPH_INT)
        return (float)(int32_t)value;
    if (type == MIEN_GRAPH_BOOL)
        return value != 0.0f ? 1.0f : 0.0f;
    return value;
}

MienStatus mien_graph_instance_set_number(MienGraphInstance *instance, int parameter, float value)
{
    if (!has_parameter(instance, parameter))
        return MIEN_ERROR_ARGUMENT;
    const uint32_t type = instance->binding->graph->parameters[parameter].type;
    if (type != MIEN_GRAPH_FLOAT && type != MIEN_GRAPH_INT && type != MIEN_GRAPH_BOOL)
        return MIEN_ERROR_ARGUMENT;
    instance->parameters[parameter].number = as_type(type, value);
    return MIEN_OK;
}

MienStatus mien_graph_instance_set_text(MienGraphInstance *instance, int parameter, const char *text)
{
    if (!has_parameter(instance, parameter) || text == NULL)
        return MIEN_ERROR_ARGUMENT;
    const MienGraph *graph = instance->binding->graph;
    const uint32_t type = graph->parameters[parameter].type;
    if (type == MIEN_GRAPH_MASK) {
        const int mask = mien_graph_find_mask(graph, text);
        if (mask < 0)
            return MIEN_ERROR_ARGUMENT;
        instance->parameters[parameter].mask = mask;
        return MIEN_OK;
    }
    const char *name = type == MIEN_GRAPH_NAME ? known_name(instance->binding, parameter, text) : NULL;
    if (name == NULL)
        return MIEN_ERROR_ARGUMENT;
    instance->parameters[parameter].name = name;
    find_poses(instance);
    return MIEN_OK;
}

static bool curves_fit(const MienGraphInstance *instance, const MienCurveSet *curves)
{
    return curves == NULL || (curves->count == instance->binding->curve_count &&
                              (curves->count == 0 || curves->values != NULL));
}

MienStatus mien_graph_instance_set_live_input(MienGraphInstance *instance, int source,
                                              const MienCurveSet *curves)
{
    if (instance == NULL || source < 0 || source >= instance->binding->graph->source_count ||
        !curves_fit(instance, curves))
        return MIEN_ERROR_ARGUMENT;
    instance->sources[source] = curves != NULL ? *curves : (MienCurveSet){0};
    return MIEN_OK;
}

MienStatus mien_graph_instance_set_input_pose(MienGraphInstance *instance, int slot,
                                              const MienTransform *bones, const MienCurveSet *curves,
                                              float weight)
{
    if (instance == NULL || slot < 0 || slot >= instance->binding->graph->slot_count ||
        !curves_fit(instance, curves))
        return MIEN_ERROR_ARGUMENT;
    MieniGraphSlotValue *value = &instance->slots[slot];
    *value = (MieniGraphSlotValue){0};
    if (bones == NULL)
        return MIEN_OK;
    value->bones = bones;
    value->curves = curves != NULL ? *curves : (MienCurveSet){0};
    value->weight = weight > 0.0f ? weight < 1.0f ? weight : 1.0f : 0.0f; // not-a-number is 0
    return MIEN_OK;
}

static bool is_clip(const MienGraphInstance *instance, int node)
{
    const MienGraph *graph = instance != NULL ? instance->binding->graph : NULL;
    return graph != NULL && node >= 0 && (uint32_t)node < graph->info.node_count &&
           graph->nodes[node].type == MIENI_NODE_CLIP;
}

double mien_graph_instance_time(const MienGraphInstance *instance, int node)
{
    return is_clip(instance, node) ? mieni_clip_node_time(instance, node) : 0.0;
}

MienStatus mien_graph_instance_set_time(MienGraphInstance *instance, int node, double time)
{
    if (!is_clip(instance, node) || !(time >= -1e12 && time <= 1e12))
        return MIEN_ERROR_ARGUMENT;
    mieni_clip_node_move(instance, node, time);
    return MIEN_OK;
}

float mieni_instance_number(const MienGraphInstance *instance, const MieniGraphSetting *setting)
{
    return setting->is_parameter != 0 || setting->kind == MIENI_SETTING_PARAMETER
               ? instance->parameters[setting->index].number
               : setting->number;
}

const MieniBoundAsset *mieni_binding_asset(const MienGraphBinding *binding, const MieniGraphSetting *setting)
{
    static const MieniBoundAsset none = {0};
    const uint32_t place =
        setting->is_parameter != 0 ? binding->graph->parameters[setting->index].index : setting->index;
    return place != MIENI_NOTHING ? &binding->assets[place] : &none;
}
