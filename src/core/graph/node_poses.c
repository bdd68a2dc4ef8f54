// SPDX-License-Identifier: MIT
//
// The node of a pose asset: the input's curves drive its poses, on the input's bones,
// in place. Without options it is the pose job and nothing else.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/pose_data.h"
#include "core/pose_scratch.h"
#include "core/remap.h"

#include <string.h>

/// What a node that keeps weights remembers: how it ran, and the last value of each
/// curve of the skeleton.
typedef struct Sticky {
    int32_t level; ///< One more than that of the last step; 0: none yet.
    int32_t reserved[3];
    float values[];
} Sticky;

static void bind(MieniGraphBinder *binder, int node)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const MieniGraphSetting *sticky = mieni_graph_setting(graph, node, MIENI_POSES_STICKY);
    const MienPoseAsset *asset =
        mieni_binding_asset(binding, mieni_graph_setting(graph, node, MIENI_POSES_POSES))->poses;
    if (sticky->is_parameter != 0 || sticky->number != 0.0f)
        binding->nodes[node].state_size = sizeof(Sticky) + (size_t)binding->curve_count * sizeof(float);
    if (asset == NULL)
        return;
    mieni_binder_need(binder, asset->parts.size +
                                  mieni_align64((size_t)asset->data.driven_pose_count * sizeof(float)));
}

/// Values of absent curves are what they were, as long as the same bones are there.
static void hold(Sticky *sticky, const MienCurveSet *curves, int level)
{
    if (sticky->level != level + 1)
        memset(sticky->values, 0, (size_t)curves->count * sizeof(float));
    sticky->level = level + 1;
    for (int c = 0; c < curves->count; ++c) {
        if (mien_curve_set_has(curves, c))
            sticky->values[c] = curves->values[c];
    }
}

/// What drives each control: the curve's value or the held one, through the node's own
/// function. Absent curves stay 0 unless they are held.
static void read_controls(const MieniPoseData *d, const MieniTarget *t, const MienCurveSet *curves,
                          const float *held, MieniRemap remap, float *out)
{
    for (int c = 0; c < d->driven_pose_count; ++c) {
        const int curve = t->control_curve[c];
        if (curve < 0 || (held == NULL && !mien_curve_set_has(curves, curve)))
            out[c] = 0.0f;
        else
            out[c] = mieni_remap(remap, held != NULL ? held[curve] : curves->values[curve], d->is_unreal);
    }
}

static void consume(const MieniPoseData *d, const MieniTarget *t, const MienCurveSet *curves)
{
    for (int c = 0; c < d->driven_pose_count; ++c)
        mien_curve_set_remove(curves, t->control_curve[c]);
}

static void evaluate(MieniGraphRun *run, int node)
{
    const MieniGraphSetting *settings = mieni_graph_setting(run->graph, node, 0);
    const MieniBoundAsset *asset = mieni_run_asset(run, &settings[MIENI_POSES_POSES]);
    MieniValue *out = &run->values[node];
    mieni_value_copy(run, mieni_run_input(run, node, 0), out);
    if (asset->poses == NULL)
        return;
    const MieniPoseData *d = &asset->poses->data;
    const MieniTarget *t = mieni_binding_target(asset->pose_binding, asset->poses);
    const MieniRemap remap = (MieniRemap)settings[MIENI_POSES_REMAP].index;
    const bool consumes = mieni_run_bool(run, &settings[MIENI_POSES_CONSUME]),
               is_sticky = mieni_run_bool(run, &settings[MIENI_POSES_STICKY]);
    const MienPoseJob job = {.asset = asset->poses,
                             .binding = asset->pose_binding,
                             .bone_count = run->bone_count,
                             .input = out->bones,
                             .out_bones = out->bones,
                             .curves = out->curves,
                             .out_curves = out->curves,
                             .out_weights = run->traced_weights,
                             .scratch = run->scratch,
                             .scratch_size = asset->poses->parts.size};
    float *controls = NULL;
    if (consumes || is_sticky || remap != MIENI_REMAP_LINEAR || d->is_unreal) {
        Sticky *sticky = is_sticky ? (Sticky *)mieni_run_state(run, node) : NULL;
        controls = (float *)(void *)((uint8_t *)run->scratch + asset->poses->parts.size);
        if (is_sticky)
            hold(sticky, &out->curves, run->level);
        read_controls(d, t, &out->curves, is_sticky ? sticky->values : NULL, remap, controls);
        if (consumes)
            consume(d, t, &out->curves);
    }
    mieni_pose_run(&job, t, controls, run->level);
}

const MieniNodeOps mieni_poses_ops = {.bind = bind, .evaluate = evaluate};
