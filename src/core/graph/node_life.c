// SPDX-License-Identifier: MIT
//
// Blinks, gaze, breath and head motion from a seed, over the curves of the input.

#include "core/float_rules.h"

#include "core/graph/data.h"
#include "core/graph/node_modify_curve.h"
#include "core/life/life.h"

/// Seconds in which speaking fades in and out, as a time constant.
static const double fade = 0.1;

/// Where a curve goes.
typedef struct Target {
    int curve; ///< Of the skeleton; -1: none.
    int max_lod;
    float factor;
} Target;

typedef struct Table {
    MienLife life; ///< Its seed is set in each step.
    Target targets[MIEN_LIFE_CURVES];
} Table;

typedef struct LifeState {
    double time, speaking;
    uint64_t is_begun;
} LifeState;

static float clamp(float x, float least, float most) { return x > least ? x < most ? x : most : least; }

/// Packs may hold any number.
static MienLifeSettings settings_of(const MienGraph *graph, int node)
{
    MienLifeSettings s = mien_life_default_settings();
    for (int i = 0; i < MIENI_LIFE_NUMBER_COUNT; ++i)
        *mieni_life_number(&s, i) = clamp(mieni_graph_setting(graph, node, MIENI_LIFE_FIRST + i)->number,
                                          mieni_life_numbers[i].least, mieni_life_numbers[i].most);
    MienLifeManner *manners[] = {&s.listening, &s.speaking};
    for (int m = 0; m < 2; ++m)
        if (manners[m]->away_time > 0.0f && manners[m]->away_time < 0.2f)
            manners[m]->away_time = 0.2f;
    return s;
}

/// Heads have the sample cast's curves, or those of Live Link Face, in radians.
static Target find_head(const MienSkeleton *skeleton, const MienLifeSettings *s, int curve)
{
    static const char *const names[] = {"HeadYaw", "HeadPitch", "HeadRoll"};
    const float ranges[] = {s->head_yaw, s->head_pitch, -s->head_roll};
    const int axis = curve - MIENI_LIFE_HEAD_YAW;
    Target target = {mien_skeleton_find_curve(skeleton, mien_life_curve_name(curve)), 0, 1.0f};
    if (target.curve < 0) {
        target.curve = mien_skeleton_find_curve(skeleton, names[axis]);
        target.factor = ranges[axis] * 0.017453292519943295f;
    }
    return target;
}

static void bind(MieniGraphBinder *binder, int node)
{
    const MienSkeleton *skeleton = binder->binding->skeleton;
    Table *table = (Table *)mieni_binder_take(binder, 1, sizeof *table);
    if (table == NULL)
        return;
    const MienLifeSettings s = settings_of(binder->binding->graph, node);
    mieni_life_prepare(&s, &table->life);
    for (int c = 0; c < MIEN_LIFE_CURVES; ++c) {
        const char *name = mien_life_curve_name(c);
        Target target = {-1, 0, 1.0f};
        if (c < MIENI_LIFE_HEAD_YAW)
            target.curve = mieni_binder_curve(binder, node, name);
        else if (c < MIENI_LIFE_BREATH_CURVE)
            target = find_head(skeleton, &s, c); // few faces have it: that is not worth a report
        else
            target.curve = mien_skeleton_find_curve(skeleton, name);
        target.max_lod = target.curve >= 0 ? mien_skeleton_curve_max_lod(skeleton, target.curve) : 0;
        table->targets[c] = target;
    }
    binder->binding->nodes[node].table = table;
    binder->binding->nodes[node].state_size = sizeof(LifeState);
}

static float number(const MieniGraphRun *run, int node, int setting)
{
    return mieni_run_number(run, mieni_graph_setting(run->graph, node, setting));
}

/// Eyes that are closed stay so, all else is added.
static void lay(const MieniGraphRun *run, const Table *table, const float *values, float alpha,
                const MienCurveSet *curves)
{
    for (int c = 0; c < MIEN_LIFE_CURVES; ++c) {
        const Target *target = &table->targets[c];
        if (target->curve < 0 || target->max_lod < run->level)
            continue;
        const float before = mien_curve_set_value(curves, target->curve);
        const float value = alpha * values[c] * target->factor;
        const bool is_lid = c <= MIENI_LIFE_BLINK_RIGHT;
        mien_curve_set_put(curves, target->curve, !is_lid ? before + value : before > value ? before : value);
    }
}

static void evaluate(MieniGraphRun *run, int node)
{
    const MieniValue *input = mieni_run_input(run, node, 0);
    const Table *table = (const Table *)run->binding->nodes[node].table;
    LifeState *state = (LifeState *)mieni_run_state(run, node);
    const float alpha = mieni_run_share(run, mieni_graph_setting(run->graph, node, MIENI_LIFE_ALPHA));
    const double speaking =
        (double)mieni_run_share(run, mieni_graph_setting(run->graph, node, MIENI_LIFE_SPEAKING));
    MieniValue *out = &run->values[node];
    if (input != NULL)
        mieni_value_copy(run, input, out);
    else
        mieni_value_reference(run, out);
    state->time += run->step;
    state->speaking =
        state->is_begun != 0 ? mieni_smoothed(state->speaking, speaking, run->step, fade) : speaking;
    state->is_begun = 1;
    if (!(alpha > 0.0f))
        return;
    const MienVec3 at = {number(run, node, MIENI_LIFE_LOOK_X), number(run, node, MIENI_LIFE_LOOK_X + 1),
                         number(run, node, MIENI_LIFE_LOOK_X + 2)};
    const float seed = number(run, node, MIENI_LIFE_SEED);
    float values[MIEN_LIFE_CURVES];
    MienLife life = table->life;
    life.settings.seed = (uint32_t)clamp(seed, 0.0f, 1e6f);
    const MienLifeJob job = {.life = &life,
                             .time = state->time,
                             .speaking = (float)state->speaking,
                             .target_count = 1,
                             .targets = &at,
                             .out_values = values};
    mieni_life_run(&job);
    lay(run, table, values, alpha, &out->curves);
}

const MieniNodeOps mieni_life_ops = {.bind = bind, .evaluate = evaluate};
