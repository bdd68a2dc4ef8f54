// SPDX-License-Identifier: MIT
//
// One pose of an asset by name. Of an additive asset it is a delta: what the pose adds,
// times the weight. Of an absolute one it is the reference pose, led towards the pose.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/pose_data.h"

#include <string.h>

static void bind(MieniGraphBinder *binder, int node)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const MieniGraphSetting *setting = mieni_graph_setting(graph, node, MIENI_POSE_POSE);
    const MienPoseAsset *asset =
        mieni_binding_asset(binding, mieni_graph_setting(graph, node, MIENI_POSE_POSES))->poses;
    if (asset == NULL)
        return;
    const char *name = setting->is_parameter != 0 ? mien_graph_parameter(graph, (int)setting->index).text
                                                  : mieni_graph_word(graph, setting);
    if (name != NULL && name[0] != 0 && mien_pose_asset_find_pose(asset, name) < 0)
        mieni_binder_report(binder, MIEN_FINDING_MISSING_POSE, node, name);
    mieni_binder_need(binder, asset->parts.size);
}

/// What runs of the pose job: this pose alone.
static void run_alone(const MieniGraphRun *run, const MieniBoundAsset *asset, const MienPoseWeight *weight,
                      MieniValue *out)
{
    const MienPoseJob job = {.asset = asset->poses,
                             .binding = asset->pose_binding,
                             .bone_count = run->bone_count,
                             .input = out->bones,
                             .out_bones = out->bones,
                             .curves = out->curves,
                             .out_curves = out->curves,
                             .weights = weight,
                             .weight_count = 1,
                             .write_delta = true,
                             .out_weights = run->traced_weights,
                             .scratch = run->scratch,
                             .scratch_size = asset->poses->parts.size};
    mieni_pose_run(&job, mieni_binding_target(asset->pose_binding, asset->poses), NULL, run->level);
}

/// The offset of an unreal asset: its rotations are whole, a delta's lack the identity.
static void unreal_delta(const MieniGraphRun *run, const MieniBoundAsset *asset, const MienPoseWeight *weight,
                         MieniValue *out)
{
    for (int b = 0; b < run->bone_count; ++b)
        out->bones[b].rotation.w = 1.0f;
    run_alone(run, asset, weight, out);
    for (int b = 0; b < run->bone_count; ++b)
        out->bones[b].rotation.w -= 1.0f;
}

/// Sums begin at +0, so that nothing is -0.
static float times(float weight, float value) { return 0.0f + weight * value; }

/// What the pose job sums up, for one pose, without applying it.
static void delta(const MieniGraphRun *run, const MieniBoundAsset *asset, int pose, float weight,
                  MieniValue *out)
{
    const MieniTarget *t = mieni_binding_target(asset->pose_binding, asset->poses);
    const MieniPoseData *d = t->data;
    for (size_t e = (size_t)d->group_first[pose] * 4; e < (size_t)d->group_first[pose + 1] * 4; ++e) {
        const int bone = d->group_bones[e];
        if (bone >= d->bone_count || t->offset[bone] == MIENI_NOWHERE || t->bone_last[bone] < run->level)
            continue; // an unused lane of a group, or a bone that is not here
        const float *turn = d->group_turn + e * MIENI_TURN, f = t->factor[bone];
        MienTransform *to = &out->bones[t->offset[bone] / (sizeof(MienTransform) / sizeof(float))];
        to->rotation = (MienQuat){times(weight, turn[0]), times(weight, turn[1]), times(weight, turn[2]),
                                  times(weight, turn[3])};
        to->translation =
            (MienVec3){f * times(weight, turn[4]), f * times(weight, turn[5]), f * times(weight, turn[6])};
        if (d->has_scale) {
            const float *scale = d->group_scale + e * MIENI_SCALE;
            to->scale = (MienVec3){times(weight, scale[0]), times(weight, scale[1]), times(weight, scale[2])};
        }
    }
    for (uint32_t e = d->curve_first[pose]; e < d->curve_first[pose + 1]; ++e) {
        const int curve = d->curve_ids[e];
        if (t->curve_target[curve] >= 0 && t->curve_last[curve] >= run->level)
            mien_curve_set_put(&out->curves, t->curve_target[curve], times(weight, d->curve_values[e]));
    }
    if (run->traced_weights != NULL)
        run->traced_weights[pose] = weight;
}

static float weight_of(const MieniGraphRun *run, int node)
{
    const float weight = mieni_run_number(run, mieni_graph_setting(run->graph, node, MIENI_POSE_WEIGHT));
    return weight > MIEN_MAX_WEIGHT ? MIEN_MAX_WEIGHT : weight < -MIEN_MAX_WEIGHT ? -MIEN_MAX_WEIGHT : weight;
}

static void evaluate(MieniGraphRun *run, int node)
{
    const MieniBoundAsset *asset =
        mieni_run_asset(run, mieni_graph_setting(run->graph, node, MIENI_POSE_POSES));
    const int pose = run->instance->poses[run->graph->ordinals[node]];
    const bool is_delta = run->graph->nodes[node].is_delta != 0;
    const MienPoseWeight weight = {pose, weight_of(run, node)};
    MieniValue *out = &run->values[node];
    if (is_delta)
        mieni_value_no_delta(run, out);
    else
        mieni_value_reference(run, out);
    if (asset->poses == NULL || pose < 0 || weight.weight == 0.0f)
        return;
    if (!is_delta)
        run_alone(run, asset, &weight, out);
    else if (asset->poses->data.is_unreal)
        unreal_delta(run, asset, &weight, out);
    else
        delta(run, asset, pose, weight.weight, out);
}

const MieniNodeOps mieni_pose_ops = {.bind = bind, .evaluate = evaluate};
