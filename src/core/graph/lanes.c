// SPDX-License-Identifier: MIT
//
// Clips and layers of a tile of characters. All have the same clips, masks and nodes;
// they differ in time, and maybe in how much of a layer they have.

#include "core/float_rules.h"

#include "core/clip_sampling.h"
#include "core/graph/lanes.h"
#include "core/graph/mix.h"

#include <string.h>

static bool fits(uint32_t type)
{
    switch (type) {
    case MIENI_NODE_CLIP:
    case MIENI_NODE_REST_POSE:
    case MIENI_NODE_LAYERED_BLEND:
    case MIENI_NODE_MODIFY_CURVE:
    case MIENI_NODE_MAP:
    case MIENI_NODE_LIVE_INPUT:
    case MIENI_NODE_POSES:
    case MIENI_NODE_OUTPUT:
        return true;
    default:
        return false;
    }
}

bool mieni_lanes_fit(const MienGraph *graph)
{
    for (uint32_t n = 0; n < graph->info.node_count; ++n) {
        if (!fits(graph->nodes[n].type))
            return false;
    }
    return true;
}

void mieni_lanes_note(MieniLanes *l, int k, MienGraphInstance *instance)
{
    l->instances[k] = instance;
    for (int n = 0; n <= l->head; ++n) {
        if (l->is_part[n] && l->run->graph->nodes[n].type == MIENI_NODE_CLIP)
            l->times[n * MIEN_TILE + k] = mieni_clip_node_time(instance, n);
    }
}

/// Where a node's result is, unless it is the reference pose.
static float *place_of(const MieniLanes *l, int node, float *out)
{
    const uint32_t place = l->run->graph->buffers[node];
    return place == 0 ? out : l->room + (size_t)(place - 1) * mien_tile_size(l->bone_count);
}

static const float *input_of(const MieniLanes *l, int node, uint32_t input)
{
    const MienGraph *graph = l->run->graph;
    return l->tiles[graph->links[graph->nodes[node].first_link + input]];
}

/// One bone as it is in a result; out may be the result.
static void copy_bone(const MieniLanes *l, const float *from, int bone, float *out)
{
    const size_t at = mien_tile_size(bone);
    if (from == NULL)
        l->kernels->tile_fill(&l->run->binding->reference[bone], out + at);
    else if (from != out)
        memcpy(out + at, from + at, mien_tile_size(1) * sizeof *out);
}

static void copy_bones(const MieniLanes *l, const float *from, const uint32_t *bones, float *out)
{
    for (int bone = 0; bone < l->bone_count; ++bone) {
        if (mieni_tile_has(bones, bone))
            copy_bone(l, from, bone, out);
    }
}

/// Returns out, or NULL if the clip has no bones.
static float *run_clip(const MieniLanes *l, int node, float *out)
{
    const MieniGraphRun *run = l->run;
    const MieniBoundAsset *asset =
        mieni_binding_asset(run->binding, mieni_graph_setting(run->graph, node, MIENI_CLIP_CLIP));
    if (asset->clip == NULL || asset->clip->info.track_count == 0)
        return NULL;
    const MieniClipTile tile = {asset->clip, asset->clip_binding, l->bone_count, out};
    memcpy(l->left, l->own, (size_t)mien_curve_set_words(l->bone_count) * sizeof *l->left);
    for (int t = 0; t < (int)asset->clip->info.track_count; ++t) {
        const int bone = asset->clip_binding->bones[t];
        if (bone >= 0 && bone < l->bone_count)
            l->left[bone / 32] &= ~((uint32_t)1 << bone % 32);
    }
    copy_bones(l, NULL, l->left, out);
    mieni_clip_run_tile(&tile, l->times + node * MIEN_TILE);
    return out;
}

/// A bone of which characters have some part of the layer, one after another.
static void mix_bone(const MieniLanes *l, const float *base, const float *over, int bone,
                     const float shares[MIEN_TILE], float *out)
{
    const MienTransform *reference = &l->run->binding->reference[bone];
    const size_t at = mien_tile_size(bone);
    for (int k = 0; k < MIEN_TILE; ++k) {
        MienTransform a = *reference, b = *reference;
        if (base != NULL)
            mien_tile_read(base + at, 1, k, &a);
        if (over != NULL)
            mien_tile_read(over + at, 1, k, &b);
        mieni_mix_bone(&a, &b, shares[k], false, &a);
        mien_tile_write(out + at, 1, k, &a);
    }
}

static float *run_layer(const MieniLanes *l, int node, float *out)
{
    const MieniGraphRun *run = l->run;
    const MieniGraphSetting *mask = mieni_graph_setting(run->graph, node, MIENI_LAYER_MASK);
    const MieniGraphSetting *weight = mieni_graph_setting(run->graph, node, MIENI_LAYER_WEIGHT);
    const float *base = input_of(l, node, 0), *over = input_of(l, node, 1);
    const float *bones = run->binding->masks[mask->index].shares;
    float weights[MIEN_TILE], least = 1.0f, most = 0.0f;
    for (int k = 0; k < MIEN_TILE; ++k) {
        l->run->instance = l->instances[k];
        weights[k] = mieni_run_share(run, weight);
        least = weights[k] < least ? weights[k] : least;
        most = weights[k] > most ? weights[k] : most;
    }
    for (int bone = 0; bone < l->bone_count; ++bone) {
        float shares[MIEN_TILE];
        if (!mieni_tile_has(l->own, bone))
            continue;
        if (bones[bone] * most == 0.0f || bones[bone] * least == 1.0f) {
            copy_bone(l, bones[bone] * most == 0.0f ? base : over, bone, out);
            continue;
        }
        for (int k = 0; k < MIEN_TILE; ++k)
            shares[k] = bones[bone] * weights[k];
        mix_bone(l, base, over, bone, shares, out);
    }
    return out;
}

/// A node that only changes curves.
static float *pass_on(const MieniLanes *l, int node, float *out)
{
    const float *input = input_of(l, node, 0);
    if (input == NULL)
        return NULL;
    if (input != out)
        copy_bones(l, input, l->own, out);
    return out;
}

static void repeat_first(MieniLanes *l, int count)
{
    for (int k = count; k < MIEN_TILE; ++k) {
        l->instances[k] = l->instances[0];
        for (int n = 0; n <= l->head; ++n)
            l->times[n * MIEN_TILE + k] = l->times[n * MIEN_TILE];
    }
}

void mieni_lanes_run(MieniLanes *l, int count, float *out)
{
    repeat_first(l, count);
    for (int n = 0; n <= l->head; ++n) {
        const uint32_t type = l->run->graph->nodes[n].type;
        float *to = place_of(l, n, out);
        if (!l->is_part[n])
            continue;
        if (type == MIENI_NODE_CLIP)
            l->tiles[n] = run_clip(l, n, to);
        else if (type == MIENI_NODE_REST_POSE)
            l->tiles[n] = NULL;
        else
            l->tiles[n] = type == MIENI_NODE_LAYERED_BLEND ? run_layer(l, n, to) : pass_on(l, n, to);
    }
    if (l->tiles[l->head] != out)
        copy_bones(l, l->tiles[l->head], l->own, out);
}
