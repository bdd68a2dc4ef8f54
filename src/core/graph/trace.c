// SPDX-License-Identifier: MIT
//
// Traces: in a traced step every node's result has a place of its own, so that all of
// them can be looked at afterwards.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/pose_scratch.h"

#include <string.h>

/// What is kept of one node.
typedef struct Kept {
    MienGraphNodeTrace seen; ///< What the step came to.
    MieniValue value;        ///< Where its result goes.
    float *weights;
} Kept;

struct MienGraphTrace {
    const MienGraphBinding *binding;
    Kept *nodes;
};

static void divide(MienGraphTrace *trace, const MienGraphBinding *binding, MieniScratch *parts)
{
    const int count = (int)binding->graph->info.node_count;
    trace->nodes = (Kept *)mieni_scratch_take(parts, (size_t)count * sizeof *trace->nodes);
    for (int n = 0; n < count; ++n) {
        MienTransform *bones =
            (MienTransform *)mieni_scratch_take(parts, (size_t)binding->bone_count * sizeof *bones);
        float *values = (float *)mieni_scratch_take(parts, (size_t)binding->curve_count * sizeof *values);
        uint32_t *present =
            (uint32_t *)mieni_scratch_take(parts, (size_t)binding->curve_words * sizeof *present);
        float *weights =
            (float *)mieni_scratch_take(parts, (size_t)binding->nodes[n].weight_count * sizeof *weights);
        if (parts->block != NULL)
            trace->nodes[n] =
                (Kept){.value = {bones, {binding->curve_count, values, present}}, .weights = weights};
    }
}

size_t mien_graph_trace_size(const MienGraphBinding *binding)
{
    MienGraphTrace probe;
    MieniScratch parts = {.used = mieni_align64(sizeof probe)};
    divide(&probe, binding, &parts);
    return parts.used;
}

MienGraphTrace *mien_graph_trace_init(const MienGraphBinding *binding, void *memory, size_t size)
{
    if (binding == NULL || memory == NULL || (uintptr_t)memory % 64 != 0 ||
        size < mien_graph_trace_size(binding))
        return NULL;
    MienGraphTrace *trace = (MienGraphTrace *)memory;
    MieniScratch parts = {.block = (uint8_t *)memory, .used = mieni_align64(sizeof *trace)};
    trace->binding = binding;
    divide(trace, binding, &parts);
    return trace;
}

MienGraphNodeTrace mien_graph_trace_node(const MienGraphTrace *trace, int node)
{
    if (trace == NULL || node < 0 || (uint32_t)node >= trace->binding->graph->info.node_count)
        return (MienGraphNodeTrace){0};
    return trace->nodes[node].seen;
}

bool mieni_trace_is_of(const MienGraphTrace *trace, const MienGraphBinding *binding)
{
    return trace->binding == binding;
}

void mieni_trace_begin(const MieniGraphRun *run)
{
    const MienGraphTrace *trace = run->job->trace;
    const int last = (int)run->graph->info.node_count - 1;
    for (int n = 0; n < last; ++n) // the output goes where it belongs
        run->values[n] = trace->nodes[n].value;
}

float *mieni_trace_weights(const MieniGraphRun *run, int node)
{
    const Kept *kept = &run->job->trace->nodes[node];
    const int count = run->binding->nodes[node].weight_count;
    if (count == 0)
        return NULL;
    memset(kept->weights, 0, (size_t)count * sizeof *kept->weights);
    return kept->weights;
}

void mieni_trace_end(const MieniGraphRun *run)
{
    const MienGraphTrace *trace = run->job->trace;
    const int last = (int)run->graph->info.node_count - 1;
    mieni_value_copy(run, &run->values[last], &trace->nodes[last].value);
    for (int n = 0; n <= last; ++n) {
        Kept *kept = &trace->nodes[n];
        kept->seen = (MienGraphNodeTrace){0};
        if (run->weights[n] == 0.0f)
            continue;
        const int count = run->binding->nodes[n].weight_count;
        kept->seen = (MienGraphNodeTrace){
            .is_live = true,
            .weight = run->weights[n],
            .time = mien_graph_instance_time(run->instance, n),
            .bones = kept->value.bones,
            .curves = kept->value.curves,
            .weight_count = count,
            .weights = count > 0 ? kept->weights : NULL,
        };
    }
}
