// SPDX-License-Identifier: MIT
//
// Curves changed one by one.

#include "core/float_rules.h"

#include "core/graph/node_modify_curve.h"

#include "core/graph/data.h"

/// What is left of a curve that is gone is no longer a curve below this.
static const double smooth_least = 1e-6;

/// What a change that smooths remembers.
typedef struct Smooth {
    double value;
    uint64_t is_begun;
} Smooth;

typedef struct Change {
    int curve; ///< -1: not there.
    int max_lod;
    int smooth; ///< Place of its state; -1: it has none.
} Change;

float mieni_modified(MieniModifyDo what, float value, float by)
{
    switch (what) {
    case MIENI_DO_ADD:
        return value + by;
    case MIENI_DO_SCALE:
        return value * by;
    case MIENI_DO_SET:
        return by;
    case MIENI_DO_REMAP: {
        const float above = value - by > 0.0f ? value - by : 0.0f;
        const float room = 1.0f - by > 0.01f ? 1.0f - by : 0.01f;
        const float part = above / room;
        return part < 1.0f ? part : 1.0f;
    }
    default:
        return value;
    }
}

double mieni_smoothed(double value, double goal, double seconds, double constant)
{
    if (!(constant > 0.0))
        return goal;
    if (!(seconds > 0.0))
        return value;
    return goal + (value - goal) * mien_exp(-seconds / constant);
}

static const MieniGraphSetting *cell(const MienGraph *graph, int node, int row, int column)
{
    return mieni_graph_cell(graph, node, MIENI_MODIFY_CURVES, row, column);
}

static void bind(MieniGraphBinder *binder, int node)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const int rows = mieni_graph_rows(graph, node, MIENI_MODIFY_CURVES);
    Change *changes = (Change *)mieni_binder_take(binder, (size_t)rows, sizeof *changes);
    int smooths = 0;
    for (int r = 0; changes != NULL && r < rows; ++r) {
        const char *name = mieni_graph_word(graph, cell(graph, node, r, MIENI_MODIFY_CURVE));
        const int curve = name != NULL ? mieni_binder_curve(binder, node, name) : -1;
        const bool is_smooth = cell(graph, node, r, MIENI_MODIFY_DO)->index == MIENI_DO_SMOOTH;
        changes[r] =
            (Change){curve, mien_skeleton_curve_max_lod(binding->skeleton, curve), is_smooth ? smooths : -1};
        smooths += is_smooth;
    }
    binding->nodes[node].table = changes;
    binding->nodes[node].state_size = (size_t)smooths * sizeof(Smooth);
}

/// The smoothed value of a curve as it is now; false: nothing is left of it.
static bool smooth(const MieniGraphRun *run, Smooth *state, const MienCurveSet *curves, int curve,
                   float constant, float *out)
{
    const bool is_present = mien_curve_set_has(curves, curve);
    double goal = (double)mien_curve_set_value(curves, curve);
    goal = goal > FLT_MAX ? FLT_MAX : goal < -FLT_MAX ? -FLT_MAX : goal; // an infinity would stay for ever
    state->value =
        state->is_begun != 0 ? mieni_smoothed(state->value, goal, run->step, (double)constant) : goal;
    state->is_begun = 1;
    const bool is_left = state->value > smooth_least || state->value < -smooth_least;
    *out = (float)state->value;
    return is_present || is_left;
}

static void change(const MieniGraphRun *run, int node, int row, float alpha, const MienCurveSet *curves)
{
    const Change *c = (const Change *)run->binding->nodes[node].table + row;
    const MieniModifyDo what = (MieniModifyDo)cell(run->graph, node, row, MIENI_MODIFY_DO)->index;
    const float by = mieni_run_number(run, cell(run->graph, node, row, MIENI_MODIFY_VALUE));
    Smooth *state = c->smooth >= 0 ? (Smooth *)mieni_run_state(run, node) + c->smooth : NULL;
    if (c->curve < 0 || c->max_lod < run->level) {
        if (state != NULL)
            state->is_begun = 0;
        return;
    }
    const float value = mien_curve_set_value(curves, c->curve);
    float changed;
    bool is_there = what != MIENI_DO_SCALE || mien_curve_set_has(curves, c->curve);
    if (state != NULL)
        is_there = smooth(run, state, curves, c->curve, by, &changed);
    else
        changed = mieni_modified(what, value, by);
    if (is_there && alpha > 0.0f)
        mien_curve_set_put(curves, c->curve,
                           alpha == 1.0f ? changed : (1.0f - alpha) * value + alpha * changed);
}

static void evaluate(MieniGraphRun *run, int node)
{
    const float alpha = mieni_run_share(run, mieni_graph_setting(run->graph, node, MIENI_MODIFY_ALPHA));
    MieniValue *out = &run->values[node];
    mieni_value_copy(run, mieni_run_input(run, node, 0), out);
    for (int r = 0; r < mieni_graph_rows(run->graph, node, MIENI_MODIFY_CURVES); ++r)
        change(run, node, r, alpha, &out->curves);
}

const MieniNodeOps mieni_modify_curve_ops = {.bind = bind, .evaluate = evaluate};
