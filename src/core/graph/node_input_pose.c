// SPDX-License-Identifier: MIT
//
// A pose or delta from the host, over the input. At weight 1 it is the host's, curves
// included if the host gives any; at weight 0 the input's.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/graph/mix.h"

#include <string.h>

static const MieniGraphSlotValue *slot_of(const MieniGraphRun *run, int node)
{
    return &run->instance->slots[run->graph->ordinals[node]];
}

/// How much of what the host gave counts.
static float share_of(const MieniGraphRun *run, int node)
{
    const MieniGraphSlotValue *slot = slot_of(run, node);
    const float share = mieni_run_share(run, mieni_graph_setting(run->graph, node, MIENI_SLOT_WEIGHT));
    return slot->bones != NULL ? slot->weight * share : 0.0f;
}

/// The input's curves count as long as the host gives none.
static void update(MieniGraphRun *run, int node)
{
    const float share = share_of(run, node);
    mieni_run_reach(run, node, 0, slot_of(run, node)->curves.count == 0 ? 1.0f : 1.0f - share);
}

static void evaluate(MieniGraphRun *run, int node)
{
    const MieniGraphSlotValue *slot = slot_of(run, node);
    const float share = share_of(run, node);
    const bool is_delta = run->graph->nodes[node].is_delta != 0;
    MieniValue *out = &run->values[node];
    const MieniValue *input = mieni_run_input(run, node, 0);
    const bool is_reached = share < 1.0f || slot->curves.count == 0;
    if (input != NULL && is_reached)
        mieni_value_copy(run, input, out);
    else if (is_delta)
        mieni_value_no_delta(run, out);
    else
        mieni_value_reference(run, out);
    if (share == 0.0f)
        return;
    for (int b = 0; b < run->bone_count; ++b)
        mieni_mix_bone(&out->bones[b], &slot->bones[b], share, is_delta, &out->bones[b]);
    if (slot->curves.count > 0)
        mieni_curves_mix(MIENI_CURVES_LERP, share, &out->curves, &slot->curves, &out->curves);
}

const MieniNodeOps mieni_input_pose_ops = {.update = update, .evaluate = evaluate};
