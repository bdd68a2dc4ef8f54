// SPDX-License-Identifier: MIT
//
// One result over the other, bone by bone.

#include "core/float_rules.h"

#include "core/graph/mask.h"
#include "core/graph/mix.h"

enum { BASE, LAYER };

static void bind(MieniGraphBinder *binder, int node)
{
    const MienGraph *graph = binder->binding->graph;
    const MieniGraphSetting *mask = mieni_graph_setting(graph, node, MIENI_LAYER_MASK);
    // A parameter may come to mean any of them.
    for (uint32_t m = 0; m < graph->info.mask_count; ++m) {
        if (mask->is_parameter != 0 || mask->index == m)
            mieni_binder_mask(binder, node, (int)m);
    }
}

/// What a node does in this step.
typedef struct Layer {
    const float *shares; ///< Per bone, of the mask; NULL: all 1.
    float weight;
    float curves; ///< The layer's weight where curves meet.
    float most;   ///< The most that any bone or curve has of the layer.
    MieniCurveRule rule;
} Layer;

static Layer layer_of(const MieniGraphRun *run, int node)
{
    const MienGraph *graph = run->graph;
    const int mask = mieni_run_mask(run, mieni_graph_setting(graph, node, MIENI_LAYER_MASK));
    const MieniBoundMask *bound = mask >= 0 ? &run->binding->masks[mask] : NULL;
    Layer layer = {
        .shares = bound != NULL ? bound->shares : NULL,
        .weight = mieni_run_share(run, mieni_graph_setting(graph, node, MIENI_LAYER_WEIGHT)),
        .rule = (MieniCurveRule)mieni_graph_setting(graph, node, MIENI_LAYER_CURVES)->index,
    };
    // Curves belong to no bone, so the weight alone counts; only what comes from
    // Unreal asks the bones.
    const bool asks_bones = layer.rule != MIENI_CURVES_VALID && layer.rule != MIENI_CURVES_LERP;
    const float bones = (bound != NULL ? bound->most : 1.0f) * layer.weight;
    layer.curves = asks_bones ? bones : layer.weight;
    layer.most = layer.curves > bones ? layer.curves : bones;
    return layer;
}

static void update(MieniGraphRun *run, int node)
{
    mieni_run_reach(run, node, BASE, 1.0f);
    mieni_run_reach(run, node, LAYER, layer_of(run, node).most);
}

static void mix_bones(const Layer *layer, bool is_delta, int count, const MienTransform *base,
                      const MienTransform *over, MienTransform *out)
{
    for (int b = 0; b < count; ++b) {
        const float share = (layer->shares != NULL ? layer->shares[b] : 1.0f) * layer->weight;
        if (share == 0.0f || share == 1.0f) // as most, and without a call
            out[b] = share == 0.0f ? base[b] : over[b];
        else
            mieni_mix_bone(&base[b], &over[b], share, is_delta, &out[b]);
    }
}

static void evaluate(MieniGraphRun *run, int node)
{
    const Layer layer = layer_of(run, node);
    const MieniValue *base = mieni_run_input(run, node, BASE), *over = mieni_run_input(run, node, LAYER);
    MieniValue *out = &run->values[node];
    if (layer.most == 0.0f) {
        mieni_value_copy(run, base, out);
        return;
    }
    mix_bones(&layer, run->graph->nodes[node].is_delta != 0, run->bone_count, base->bones, over->bones,
              out->bones);
    mieni_curves_mix(layer.rule, layer.curves, &base->curves, &over->curves, &out->curves);
}

const MieniNodeOps mieni_layered_blend_ops = {.bind = bind, .update = update, .evaluate = evaluate};
