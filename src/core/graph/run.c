// SPDX-License-Identifier: MIT
//
// One step of one character: the two passes over the nodes, and what nodes ask about
// the step.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/graph/data.h"
#include "core/pose_scratch.h"

#include <math.h>
#include <string.h>

float mieni_run_number(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    return mieni_instance_number(run->instance, setting);
}

float mieni_run_share(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    const float number = mieni_run_number(run, setting);
    return number > 0.0f ? number < 1.0f ? number : 1.0f : 0.0f;
}

bool mieni_run_bool(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    return mieni_run_number(run, setting) != 0.0f;
}

int mieni_run_mask(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    if (setting->is_parameter != 0)
        return run->instance->parameters[setting->index].mask;
    return setting->index != MIENI_NOTHING ? (int)setting->index : -1;
}

const MieniBoundAsset *mieni_run_asset(const MieniGraphRun *run, const MieniGraphSetting *setting)
{
    return mieni_binding_asset(run->binding, setting);
}

void *mieni_run_state(const MieniGraphRun *run, int node)
{
    return (uint8_t *)(void *)run->instance + run->binding->nodes[node].state_offset;
}

const MienCurveSet *mieni_run_source(const MieniGraphRun *run, int node)
{
    const MienCurveSet *curves = &run->instance->sources[run->graph->ordinals[node]];
    return curves->values != NULL ? curves : NULL;
}

static uint32_t link_of(const MieniGraphRun *run, int node, int input)
{
    return run->graph->links[run->graph->nodes[node].first_link + (uint32_t)input];
}

void mieni_run_reach(MieniGraphRun *run, int node, int input, float share)
{
    const uint32_t link = link_of(run, node, input);
    if (link == MIENI_NOTHING || !(share > 0.0f))
        return;
    const float weight = run->weights[node] * (share < 1.0f ? share : 1.0f);
    // What is needed at all is evaluated, even if next to nothing of it arrives.
    const float needed = weight > 0.0f ? weight : FLT_MIN;
    if (needed > run->weights[link])
        run->weights[link] = needed;
}

const MieniValue *mieni_run_input(const MieniGraphRun *run, int node, int input)
{
    const uint32_t link = link_of(run, node, input);
    return link != MIENI_NOTHING ? &run->values[link] : NULL;
}

/// Marks all that leads to an input; returns the highest node of it, or -1. Inputs come
/// before those that use them, so one walk downwards finds all.
static int mark_branch(const MieniGraphRun *run, int node, int input)
{
    const MienGraph *graph = run->graph;
    const uint32_t link = link_of(run, node, input);
    if (link == MIENI_NOTHING)
        return -1;
    memset(run->marks, 0, (size_t)link + 1);
    run->marks[link] = 1;
    for (uint32_t n = link + 1; n-- > 0;) {
        for (uint32_t i = 0; run->marks[n] && i < graph->nodes[n].link_count; ++i) {
            const uint32_t next = graph->links[graph->nodes[n].first_link + i];
            if (next != MIENI_NOTHING)
                run->marks[next] = 1;
        }
    }
    return (int)link;
}

void mieni_run_restart(MieniGraphRun *run, int node, int input)
{
    for (int n = mark_branch(run, node, input); n >= 0; --n) {
        if (run->marks[n])
            mieni_node_start(run->instance, n);
    }
}

double mieni_run_remaining(const MieniGraphRun *run, int node, int input)
{
    double most = -1.0;
    for (int n = mark_branch(run, node, input); n >= 0; --n) {
        if (!run->marks[n] || run->graph->nodes[n].type != MIENI_NODE_CLIP)
            continue;
        const double left = mieni_clip_remaining(run, n);
        most = left > most ? left : most;
    }
    return most >= 0.0 ? most : (double)INFINITY;
}

void mieni_run_event(MieniGraphRun *run, const MienGraphEvent *event)
{
    if (run->job->out_events != NULL && run->event_count < run->job->event_capacity)
        run->job->out_events[run->event_count] = *event;
    run->event_count += run->event_count < INT32_MAX;
}

void mieni_run_update(MieniGraphRun *run)
{
    const MienGraph *graph = run->graph;
    const int last = (int)graph->info.node_count - 1;
    memset(run->weights, 0, graph->info.node_count * sizeof *run->weights);
    run->weights[last] = 1.0f;
    for (int n = last; n >= 0; --n) {
        const MieniGraphNode *node = &graph->nodes[n];
        if (run->weights[n] == 0.0f) {
            if (node->type == MIENI_NODE_CLIP)
                mieni_clip_advance(run, n);
            continue;
        }
        const MieniNodeOps *ops = mieni_node_ops(node->type);
        if (ops->update != NULL) {
            ops->update(run, n);
            continue;
        }
        for (uint32_t i = 0; i < node->link_count; ++i)
            mieni_run_reach(run, n, (int)i, 1.0f);
    }
}

void mieni_run_evaluate(MieniGraphRun *run)
{
    const MienGraph *graph = run->graph;
    for (int n = 0; n < (int)graph->info.node_count; ++n) {
        if (run->weights[n] == 0.0f)
            continue;
        run->traced_weights = run->job->trace != NULL ? mieni_trace_weights(run, n) : NULL;
        mieni_node_ops(graph->nodes[n].type)->evaluate(run, n);
    }
}

static void divide(MieniGraphRun *run, const MienGraphBinding *binding, MieniScratch *scratch)
{
    const MienGraph *graph = binding->graph;
    const size_t nodes = graph->info.node_count, curves = (size_t)binding->curve_count;
    run->weights = (float *)mieni_scratch_take(scratch, nodes * sizeof *run->weights);
    run->values = (MieniValue *)mieni_scratch_take(scratch, nodes * sizeof *run->values);
    run->marks = (uint8_t *)mieni_scratch_take(scratch, nodes);
    run->scratch = mieni_scratch_take(scratch, binding->node_scratch);
    run->buffers =
        (MieniValue *)mieni_scratch_take(scratch, (size_t)graph->buffer_count * sizeof *run->buffers);
    for (int b = 0; b < graph->buffer_count; ++b) {
        // The first has bones of the caller's, and curves unless the caller wants none.
        MienTransform *bones = (MienTransform *)mieni_scratch_take(
            scratch, b > 0 ? (size_t)binding->bone_count * sizeof *bones : 0);
        float *values = (float *)mieni_scratch_take(scratch, curves * sizeof *values);
        uint32_t *present =
            (uint32_t *)mieni_scratch_take(scratch, (size_t)binding->curve_words * sizeof *present);
        if (scratch->block != NULL)
            run->buffers[b] = (MieniValue){bones, {binding->curve_count, values, present}};
    }
}

size_t mieni_run_scratch(const MienGraphBinding *binding)
{
    MieniGraphRun run;
    MieniScratch scratch = {0};
    divide(&run, binding, &scratch);
    return scratch.used;
}

void mieni_run_divide(MieniGraphRun *run, void *block)
{
    MieniScratch scratch = {.block = (uint8_t *)block};
    divide(run, run->binding, &scratch);
}

double mieni_run_seconds(double step) { return step > 0.0 && step <= DBL_MAX ? step : 0.0; }

size_t mien_graph_job_scratch_size(const MienGraphBinding *binding) { return binding->job_scratch; }

static const char *refusal(const MienGraphJob *job)
{
    if (job == NULL || job->binding == NULL || job->instance == NULL)
        return "job, binding or instance is NULL";
    const MienGraphBinding *binding = job->binding;
    if (job->instance->binding != binding)
        return "the instance is of another binding";
    if (job->lod < 0)
        return "level is negative";
    const int level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS;
    if (job->bone_count < binding->bones_at[level] || job->bone_count > binding->bone_count)
        return "bone_count must be the skeleton's bones, or those of the level";
    if (job->bone_count > 0 && job->out_bones == NULL)
        return "out_bones is NULL";
    if (job->out_curves.count != 0 && job->out_curves.count != binding->curve_count)
        return "out_curves.count must be the skeleton's number of curves, or 0";
    if (job->out_curves.count != 0 && job->out_curves.values == NULL)
        return "out_curves.values is NULL";
    if (job->event_capacity < 0)
        return "event_capacity is negative";
    if (job->trace != NULL && !mieni_trace_is_of(job->trace, binding))
        return "the trace is of another binding";
    if (job->scratch == NULL || (uintptr_t)job->scratch % 64 != 0)
        return "scratch is NULL or not 64-byte aligned";
    return job->scratch_size < binding->job_scratch ? "scratch_size is less than mien_graph_job_scratch_size"
                                                    : NULL;
}

MienStatus mien_graph_job_validate(const MienGraphJob *job, MienError *error)
{
    return mieni_refuse(error, refusal(job));
}

void mieni_run_place(MieniGraphRun *run)
{
    const MienGraphJob *job = run->job;
    MieniValue *first = &run->buffers[0];
    first->bones = job->out_bones;
    if (job->out_curves.count > 0)
        first->curves.values = job->out_curves.values;
    if (job->out_curves.count > 0 && job->out_curves.present != NULL)
        first->curves.present = job->out_curves.present;
    for (uint32_t n = 0; n < run->graph->info.node_count; ++n) {
        const uint32_t place = run->graph->buffers[n];
        run->values[n] = run->buffers[place != MIENI_NOTHING ? place : 0];
    }
}

static MIENI_APART void run_step(const MienGraphJob *job)
{
    const MienGraphBinding *binding = job->binding;
    MieniGraphRun run = {.graph = binding->graph,
                         .binding = binding,
                         .instance = job->instance,
                         .step = mieni_run_seconds(job->step),
                         .level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS,
                         .bone_count = job->bone_count,
                         .job = job};
    mieni_run_divide(&run, job->scratch);
    mieni_run_place(&run);
    if (job->trace != NULL)
        mieni_trace_begin(&run);
    mieni_run_update(&run);
    mieni_run_evaluate(&run);
    if (job->trace != NULL)
        mieni_trace_end(&run);
    if (job->out_event_count != NULL)
        *job->out_event_count = run.event_count;
}

MienStatus mien_graph_job_run(const MienGraphJob *job)
{
    if (refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniFloatEnv env = mieni_float_env_enter();
    run_step(job);
    mieni_float_env_leave(env);
    return MIEN_OK;
}
