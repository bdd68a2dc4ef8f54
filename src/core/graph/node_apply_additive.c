// SPDX-License-Identifier: MIT
//
// A delta on a pose.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/graph/mix.h"

/// unreal: a weight counts above this.
static const float weight_least = 1e-5f;

static bool is_unreal(const MieniGraphRun *run, int node)
{
    return mieni_graph_setting(run->graph, node, MIENI_APPLY_MODE)->index == MIENI_MODE_UNREAL;
}

/// 0 if the delta does not count.
static float alpha_of(const MieniGraphRun *run, int node)
{
    float alpha = mieni_run_number(run, mieni_graph_setting(run->graph, node, MIENI_APPLY_ALPHA));
    alpha = alpha < -MIEN_MAX_WEIGHT ? -MIEN_MAX_WEIGHT : alpha;
    alpha = alpha > MIEN_MAX_WEIGHT ? MIEN_MAX_WEIGHT : alpha;
    return is_unreal(run, node) && !(alpha > weight_least) ? 0.0f : alpha;
}

static void update(MieniGraphRun *run, int node)
{
    const float alpha = alpha_of(run, node), size = alpha < 0.0f ? -alpha : alpha;
    mieni_run_reach(run, node, MIENI_APPLY_BASE, 1.0f);
    mieni_run_reach(run, node, MIENI_APPLY_DELTA, size < 1.0f ? size : 1.0f);
}

static void evaluate(MieniGraphRun *run, int node)
{
    const float alpha = alpha_of(run, node);
    const MieniValue *base = mieni_run_input(run, node, MIENI_APPLY_BASE);
    const MieniValue *delta = mieni_run_input(run, node, MIENI_APPLY_DELTA);
    MieniValue *out = &run->values[node];
    if (alpha == 0.0f) {
        mieni_value_copy(run, base, out);
        return;
    }
    const bool unreal = is_unreal(run, node);
    for (int b = 0; b < run->bone_count; ++b) {
        if (unreal)
            mieni_apply_bone_unreal(&base->bones[b], &delta->bones[b], alpha, &out->bones[b]);
        else
            mieni_apply_bone(&base->bones[b], &delta->bones[b], alpha, &out->bones[b]);
    }
    mieni_curves_mix(MIENI_CURVES_ADD, alpha, &base->curves, &delta->curves, &out->curves);
}

const MieniNodeOps mieni_apply_additive_ops = {.update = update, .evaluate = evaluate};
