// SPDX-License-Identifier: MIT
//
// One of several inputs, with fades; and what the state machine shares with it: the
// weighted sum of inputs.

#include "core/float_rules.h"

#include "core/graph/node_blend_by_int.h"

void mieni_faded_bind(MieniGraphBinder *binder, int node, int count)
{
    MienGraphBinding *binding = binder->binding;
    const size_t scratch = (size_t)count * sizeof(MieniPart);
    binding->nodes[node].state_size = mieni_fade_size(count);
    binding->nodes[node].weight_count = count;
    mieni_binder_need(binder, scratch);
}

void mieni_faded_reach(MieniGraphRun *run, int node, const MieniFade *fade)
{
    for (int i = 0; i < fade->count; ++i)
        mieni_run_reach(run, node, i, fade->weights[i]);
}

static void trace(const MieniGraphRun *run, const MieniFade *fade)
{
    for (int i = 0; run->traced_weights != NULL && i < fade->count; ++i)
        run->traced_weights[i] = fade->weights[i];
}

void mieni_faded_evaluate(MieniGraphRun *run, int node, MieniCurveRule rule)
{
    const MieniFade *fade = (const MieniFade *)mieni_run_state(run, node);
    MieniPart *parts = (MieniPart *)run->scratch;
    int count = 0;
    for (int i = 0; i < fade->count; ++i) {
        if (fade->weights[i] == 0.0f)
            continue;
        const MieniValue *input = mieni_run_input(run, node, i);
        parts[count++] = (MieniPart){input->bones, &input->curves, fade->weights[i]};
    }
    trace(run, fade);
    MieniValue *out = &run->values[node];
    const bool is_delta = run->graph->nodes[node].is_delta != 0;
    if (count == 0) {
        if (is_delta)
            mieni_value_no_delta(run, out);
        else
            mieni_value_reference(run, out);
        return;
    }
    for (int b = 0; b < run->bone_count; ++b)
        mieni_mix_parts(parts, count, b, is_delta, &out->bones[b]);
    mieni_curves_sum(rule, parts, count, &out->curves);
}

static void bind(MieniGraphBinder *binder, int node)
{
    mieni_faded_bind(binder, node, mieni_graph_rows(binder->binding->graph, node, MIENI_SELECT_INPUTS));
}

/// The input that the index means; beyond the ends it is the first or last.
static int chosen(const MieniGraphRun *run, int node, int count)
{
    const float index = mieni_run_number(run, mieni_graph_setting(run->graph, node, MIENI_SELECT_INDEX));
    return !(index > 0.0f) ? 0 : index < (float)count ? (int)index : count - 1;
}

static void update(MieniGraphRun *run, int node)
{
    const MienGraph *graph = run->graph;
    MieniFade *fade = (MieniFade *)mieni_run_state(run, node);
    const int count = mieni_graph_rows(graph, node, MIENI_SELECT_INPUTS);
    if (count == 0)
        return;
    const int target = chosen(run, node, count);
    if (fade->count != count) {
        mieni_fade_begin(fade, count, target);
    } else if (fade->target != target) {
        const float seconds = mieni_run_number(run, mieni_graph_setting(graph, node, MIENI_SELECT_FADE));
        const int shape = (int)mieni_graph_setting(graph, node, MIENI_SELECT_SHAPE)->index;
        mieni_fade_to(fade, target, (double)seconds, shape);
        if (mieni_run_bool(run, mieni_graph_setting(graph, node, MIENI_SELECT_RESTART)))
            mieni_run_restart(run, node, target);
    }
    mieni_fade_advance(fade, run->step);
    mieni_faded_reach(run, node, fade);
}

static void evaluate(MieniGraphRun *run, int node)
{
    const MieniGraphSetting *curves = mieni_graph_setting(run->graph, node, MIENI_SELECT_CURVES);
    mieni_faded_evaluate(run, node, (MieniCurveRule)curves->index);
}

const MieniNodeOps mieni_blend_by_int_ops = {.bind = bind, .update = update, .evaluate = evaluate};
