// SPDX-License-Identifier: MIT
//
// A state machine: each state is an input, the fade's target is the state it is in.
// Transitions are looked at when a step begins, and see what the last step left.

#include "core/float_rules.h"

#include "core/graph/node_blend_by_int.h"

#include <string.h>

typedef struct Transition {
    int from, to; ///< States; from -1: any. to -1: it never happens.
    int first_condition, condition_count;
} Transition;

typedef struct Table {
    int state_count, transition_count;
    Transition *transitions;
    int *conditions; ///< Rows, those of one transition together.
} Table;

/// A setting that is an index below count; -1 for anything else.
static int index_of(const MieniGraphSetting *setting, int count)
{
    if (setting->is_parameter != 0 || !(setting->number >= 0.0f && setting->number < (float)count))
        return -1;
    return (int)setting->number;
}

static int transition_of(const MienGraph *graph, int node, int condition, int count)
{
    return index_of(
        mieni_graph_cell(graph, node, MIENI_MACHINE_CONDITIONS, condition, MIENI_CONDITION_TRANSITION),
        count);
}

/// Puts the conditions of each transition together, in their order.
static void gather_conditions(const MienGraph *graph, int node, const Table *table, int condition_count)
{
    Transition *all = table->transitions;
    for (int c = 0; c < condition_count; ++c) {
        const int t = transition_of(graph, node, c, table->transition_count);
        if (t >= 0)
            ++all[t].condition_count;
    }
    for (int t = 0, first = 0; t < table->transition_count; ++t) {
        all[t].first_condition = first;
        first += all[t].condition_count;
        all[t].condition_count = 0;
    }
    for (int c = 0; c < condition_count; ++c) {
        const int t = transition_of(graph, node, c, table->transition_count);
        if (t >= 0)
            table->conditions[all[t].first_condition + all[t].condition_count++] = c;
    }
}

static Transition transition(const MienGraph *graph, int node, int row, int states)
{
    const int list = MIENI_MACHINE_TRANSITIONS;
    const MieniGraphSetting *from = mieni_graph_cell(graph, node, list, row, MIENI_TRANSITION_FROM);
    const MieniGraphSetting *to = mieni_graph_cell(graph, node, list, row, MIENI_TRANSITION_TO);
    const bool from_any = from->is_parameter == 0 && from->number < 0.0f;
    const Transition made = {.from = index_of(from, states), .to = index_of(to, states)};
    return from_any || made.from >= 0 ? made : (Transition){.from = -1, .to = -1};
}

static void bind(MieniGraphBinder *binder, int node)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const int states = mieni_graph_rows(graph, node, MIENI_MACHINE_STATES);
    const int count = mieni_graph_rows(graph, node, MIENI_MACHINE_TRANSITIONS);
    const int conditions = mieni_graph_rows(graph, node, MIENI_MACHINE_CONDITIONS);
    mieni_faded_bind(binder, node, states);
    Table *table = (Table *)mieni_binder_take(binder, 1, sizeof *table);
    Transition *transitions = (Transition *)mieni_binder_take(binder, (size_t)count, sizeof *transitions);
    int *rows = (int *)mieni_binder_take(binder, (size_t)conditions, sizeof *rows);
    if (binder->status != MIEN_OK)
        return;
    *table = (Table){states, count, transitions, rows};
    for (int t = 0; t < count; ++t)
        transitions[t] = transition(graph, node, t, states);
    gather_conditions(graph, node, table, conditions);
    binding->nodes[node].table = table;
}

static bool compare(float value, uint32_t how, float with)
{
    switch (how) {
    case MIENI_IS_ABOVE:
        return value > with;
    case MIENI_IS_BELOW:
        return value < with;
    case MIENI_IS_EQUAL:
        return value == with;
    case MIENI_IS_OTHER:
        return value != with;
    default:
        return false;
    }
}

static bool condition_holds(const MieniGraphRun *run, int node, int row)
{
    const MienGraph *graph = run->graph;
    const int list = MIENI_MACHINE_CONDITIONS;
    const MieniGraphSetting *parameter = mieni_graph_cell(graph, node, list, row, MIENI_CONDITION_PARAMETER);
    const MieniGraphSetting *with = mieni_graph_cell(graph, node, list, row, MIENI_CONDITION_VALUE);
    const uint32_t how = mieni_graph_cell(graph, node, list, row, MIENI_CONDITION_IS)->index;
    return compare(mieni_run_number(run, parameter), how, mieni_run_number(run, with));
}

static bool holds(const MieniGraphRun *run, int node, const Table *table, int t, const MieniFade *fade)
{
    const MienGraph *graph = run->graph;
    const Transition *way = &table->transitions[t];
    const int list = MIENI_MACHINE_TRANSITIONS;
    const float after = mieni_run_number(run, mieni_graph_cell(graph, node, list, t, MIENI_TRANSITION_AFTER));
    if (fade->lasted < (double)after)
        return false;
    for (int c = 0; c < way->condition_count; ++c) {
        if (!condition_holds(run, node, table->conditions[way->first_condition + c]))
            return false;
    }
    return !mieni_run_bool(run, mieni_graph_cell(graph, node, list, t, MIENI_TRANSITION_AT_END)) ||
           mieni_run_remaining(run, node, fade->target) <= 0.0;
}

/// The first transition that leads from where it is to a state that it has not been in
/// during this step; -1 if none does.
static int find_transition(const MieniGraphRun *run, int node, const Table *table, const MieniFade *fade,
                           const uint8_t *was_in)
{
    for (int t = 0; t < table->transition_count; ++t) {
        const int from = table->transitions[t].from, to = table->transitions[t].to;
        if (to < 0 || was_in[to] != 0 || (from >= 0 && from != fade->target))
            continue;
        if (holds(run, node, table, t, fade))
            return t;
    }
    return -1;
}

static void enter(MieniGraphRun *run, int node, const Table *table, int t, MieniFade *fade)
{
    const MienGraph *graph = run->graph;
    const int list = MIENI_MACHINE_TRANSITIONS, to = table->transitions[t].to;
    const float seconds =
        mieni_run_number(run, mieni_graph_cell(graph, node, list, t, MIENI_TRANSITION_FADE));
    const int shape = (int)mieni_graph_cell(graph, node, list, t, MIENI_TRANSITION_SHAPE)->index;
    mieni_fade_to(fade, to, (double)seconds, shape);
    if (mieni_run_bool(run, mieni_graph_cell(graph, node, MIENI_MACHINE_STATES, to, MIENI_STATE_RESTART)))
        mieni_run_restart(run, node, to);
}

static void update(MieniGraphRun *run, int node)
{
    const Table *table = (const Table *)run->binding->nodes[node].table;
    MieniFade *fade = (MieniFade *)mieni_run_state(run, node);
    if (table->state_count == 0)
        return;
    if (fade->count != table->state_count)
        mieni_fade_begin(fade, table->state_count, 0);
    uint8_t *was_in = (uint8_t *)run->scratch;
    memset(was_in, 0, (size_t)table->state_count);
    for (int t = 0; t >= 0;) {
        was_in[fade->target] = 1;
        t = find_transition(run, node, table, fade, was_in);
        if (t >= 0)
            enter(run, node, table, t, fade);
    }
    mieni_fade_advance(fade, run->step);
    mieni_faded_reach(run, node, fade);
}

static void evaluate(MieniGraphRun *run, int node) { mieni_faded_evaluate(run, node, MIENI_CURVES_LERP); }

const MieniNodeOps mieni_state_machine_ops = {.bind = bind, .update = update, .evaluate = evaluate};
