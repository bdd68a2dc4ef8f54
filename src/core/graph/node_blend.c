// SPDX-License-Identifier: MIT
//
// Two results blended.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/graph/mix.h"

enum { A, B };

static MieniCurveRule rule_of(const MieniGraphRun *run, int node)
{
    return (MieniCurveRule)mieni_graph_setting(run->graph, node, MIENI_BLEND_CURVES)->index;
}

static float alpha_of(const MieniGraphRun *run, int node)
{
    return mieni_run_share(run, mieni_graph_setting(run->graph, node, MIENI_BLEND_ALPHA));
}

static void update(MieniGraphRun *run, int node)
{
    // Only lerp takes away from a's curves what it gives b's.
    const float alpha = alpha_of(run, node);
    mieni_run_reach(run, node, A, rule_of(run, node) == MIENI_CURVES_LERP ? 1.0f - alpha : 1.0f);
    mieni_run_reach(run, node, B, alpha);
}

static void evaluate(MieniGraphRun *run, int node)
{
    const float alpha = alpha_of(run, node);
    const MieniCurveRule rule = rule_of(run, node);
    const MieniValue *a = mieni_run_input(run, node, A), *b = mieni_run_input(run, node, B);
    MieniValue *out = &run->values[node];
    if (alpha == 0.0f || (alpha == 1.0f && rule == MIENI_CURVES_LERP)) {
        mieni_value_copy(run, alpha == 0.0f ? a : b, out);
        return;
    }
    const bool is_delta = run->graph->nodes[node].is_delta != 0;
    for (int i = 0; i < run->bone_count; ++i)
        mieni_mix_bone(&a->bones[i], &b->bones[i], alpha, is_delta, &out->bones[i]);
    mieni_curves_mix(rule, alpha, &a->curves, &b->curves, &out->curves);
}

const MieniNodeOps mieni_blend_ops = {.update = update, .evaluate = evaluate};
