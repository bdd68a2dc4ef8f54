// SPDX-License-Identifier: MIT
//
// Rule A3 in double, with derivatives.

#include "core/float_rules.h"

#include "core/pose_data.h"
#include "solve/rules.h"

#include <string.h>

static double saturate(double value) { return value > 0.0 ? (value < 1.0 ? value : 1.0) : 0.0; }

/// The slope of saturate.
static double saturate_slope(double value) { return value >= 0.0 && value <= 1.0 ? 1.0 : 0.0; }

/// Makes a row of the marked curve-driven poses.
static void make_row(MieniArena *arena, const bool *is_marked, int count, MieniRulesRow *out_row)
{
    int marked = 0;
    for (int k = 0; k < count; ++k)
        marked += is_marked[k];
    int *by = mieni_arena_take(arena, (size_t)marked, sizeof *by);
    out_row->slopes = mieni_arena_take(arena, (size_t)marked, sizeof *out_row->slopes);
    out_row->by = by;
    for (int k = 0; by != NULL && k < count; ++k)
        if (is_marked[k])
            by[out_row->count++] = k;
}

static void mark_row(bool *is_marked, const MieniRulesRow *row)
{
    for (int i = 0; i < row->count; ++i)
        is_marked[row->by[i]] = true;
}

/// A curve-driven pose depends on itself and on those that override it.
static void make_mask_rows(MieniArena *arena, MieniRules *rules, bool *is_marked)
{
    const MieniPoseData *d = rules->data;
    for (int k = 0; k < d->driven_pose_count && !arena->is_out_of_memory; ++k) {
        memset(is_marked, 0, (size_t)d->driven_pose_count);
        is_marked[k] = true;
        for (int i = 0; i < d->mask_count; ++i)
            if ((int)d->masks[i].target == k)
                is_marked[d->masks[i].source] = true;
        make_row(arena, is_marked, d->driven_pose_count, &rules->masks[k]);
    }
}

/// In a group, it depends on what all members depend on.
static void make_applied_rows(MieniArena *arena, MieniRules *rules, bool *is_marked)
{
    const MieniPoseData *d = rules->data;
    for (int k = 0; k < d->driven_pose_count && !arena->is_out_of_memory; ++k) {
        const int group = d->control_group[k];
        memset(is_marked, 0, (size_t)d->driven_pose_count);
        mark_row(is_marked, &rules->masks[k]);
        for (uint32_t i = 0; group >= 0 && i < d->groups[group].count; ++i)
            mark_row(is_marked, &rules->masks[d->members[d->groups[group].first + i]]);
        make_row(arena, is_marked, d->driven_pose_count, &rules->applies[k]);
    }
}

static int control_of_input(const MieniPoseData *d, const MieniInput *input)
{
    return input->is_inbetween ? d->roles[input->index].control : (int)input->index;
}

static void make_pose_rows(MieniArena *arena, MieniRules *rules, bool *is_marked)
{
    const MieniPoseData *d = rules->data;
    for (int p = 0; p < d->pose_count && !arena->is_out_of_memory; ++p) {
        memset(is_marked, 0, (size_t)d->driven_pose_count);
        if (d->roles[p].role != MIENI_ROLE_COMBINATION)
            mark_row(is_marked, &rules->applies[d->roles[p].control]);
        for (int c = 0; c < d->combination_count; ++c)
            for (uint32_t i = 0; (int)d->combinations[c].pose == p && i < d->combinations[c].count; ++i)
                mark_row(is_marked,
                         &rules->applies[control_of_input(d, &d->inputs[d->combinations[c].first + i])]);
        make_row(arena, is_marked, d->driven_pose_count, &rules->rows[p]);
    }
}

bool mieni_rules_create(MieniArena *arena, const MienPoseAsset *asset, MieniRules *out_rules)
{
    const MieniPoseData *d = &asset->data;
    const size_t driven = (size_t)d->driven_pose_count;
    *out_rules = (MieniRules){.data = d, .is_plain = d->is_plain};
    if (d->is_plain)
        return true;
    bool *is_marked = mieni_arena_take(arena, driven, sizeof *is_marked);
    out_rules->applied = mieni_arena_take(arena, driven, sizeof *out_rules->applied);
    out_rules->masked = mieni_arena_take(arena, driven, sizeof *out_rules->masked);
    out_rules->dense = mieni_arena_take(arena, driven, sizeof *out_rules->dense);
    out_rules->masks = mieni_arena_take(arena, driven, sizeof *out_rules->masks);
    out_rules->applies = mieni_arena_take(arena, driven, sizeof *out_rules->applies);
    out_rules->rows = mieni_arena_take(arena, (size_t)d->pose_count, sizeof *out_rules->rows);
    if (arena->is_out_of_memory)
        return false;
    make_mask_rows(arena, out_rules, is_marked);
    make_applied_rows(arena, out_rules, is_marked);
    make_pose_rows(arena, out_rules, is_marked);
    return !arena->is_out_of_memory;
}

/// Adds a multiple of a row to the dense one.
static void add_row(MieniRules *rules, const MieniRulesRow *row, double factor)
{
    for (int i = 0; i < row->count; ++i)
        rules->dense[row->by[i]] += factor * row->slopes[i];
}

/// Moves the dense row into a row, and clears it.
static void take_row(MieniRules *rules, const MieniRulesRow *row)
{
    for (int i = 0; i < row->count; ++i) {
        row->slopes[i] = rules->dense[row->by[i]];
        rules->dense[row->by[i]] = 0.0;
    }
}

/// What masks of the multiplying kinds leave of a control: the product, without one of them.
static double product_without(const MieniPoseData *d, const double *asked, int control, int without)
{
    double left = 1.0;
    for (int i = 0; i < d->mask_count; ++i) {
        const MieniMask *m = &d->masks[i];
        if ((int)m->target != control || i == without)
            continue;
        if (m->kind == MIENI_MASK_MULTIPLY)
            left *= 1.0 - (double)m->amount * saturate(asked[m->source]);
        else if (m->kind == MIENI_MASK_BLOCK && asked[m->source] > (double)m->threshold)
            left *= 1.0 - (double)m->amount;
    }
    return left;
}

/// What masks of the kind sum leave.
static double sum_left(const MieniPoseData *d, const double *asked, int control, bool *out_is_linear)
{
    double sum = 0.0;
    for (int i = 0; i < d->mask_count; ++i)
        if ((int)d->masks[i].target == control && d->masks[i].kind == MIENI_MASK_SUM)
            sum += (double)d->masks[i].amount * saturate(asked[d->masks[i].source]);
    *out_is_linear = sum < 1.0;
    return 1.0 - saturate(sum);
}

static void apply_masks(MieniRules *rules, const double *asked, int control)
{
    const MieniPoseData *d = rules->data;
    bool is_linear;
    const double product = product_without(d, asked, control, -1),
                 left = sum_left(d, asked, control, &is_linear);
    rules->masked[control] = asked[control] * product * left;
    rules->dense[control] += product * left;
    for (int i = 0; i < d->mask_count; ++i) {
        const MieniMask *m = &d->masks[i];
        const double slope = (double)m->amount * saturate_slope(asked[m->source]) * asked[control];
        if ((int)m->target != control || m->kind == MIENI_MASK_BLOCK)
            continue;
        if (m->kind == MIENI_MASK_MULTIPLY)
            rules->dense[m->source] -= slope * product_without(d, asked, control, i) * left;
        else if (is_linear)
            rules->dense[m->source] -= slope * product;
    }
    take_row(rules, &rules->masks[control]);
}

/// Whether a member of a top group is among those kept: fewer than keep are larger, or equal and
/// before it.
static bool is_kept(const MieniRules *rules, const MieniGroup *group, int control)
{
    const double own = rules->masked[control] < 0.0 ? -rules->masked[control] : rules->masked[control];
    uint32_t before = 0;
    for (uint32_t i = 0; i < group->count; ++i) {
        const int other = (int)rules->data->members[group->first + i];
        const double size = rules->masked[other] < 0.0 ? -rules->masked[other] : rules->masked[other];
        before += other != control && (size > own || (size == own && other < control));
    }
    return before < group->keep;
}

/// A member of a group that is scaled as a whole: L / M times its value.
static void scale_member(MieniRules *rules, const MieniGroup *group, int control)
{
    static const double least = 1.0 / 16.0;
    double sum = 0.0;
    for (uint32_t i = 0; i < group->count; ++i) {
        const double value = rules->masked[rules->data->members[group->first + i]];
        sum += value < 0.0 ? -value : value;
    }
    const bool is_cap = group->kind == MIENI_GROUP_CAP;
    const double limit = (double)group->limit, own = rules->masked[control];
    const bool is_scaled = !is_cap || sum > limit;
    const double over = !is_cap && sum < least ? least : sum;
    const double factor = is_scaled ? limit / over : 1.0;
    rules->applied[control] = own * factor;
    add_row(rules, &rules->masks[control], factor);
    for (uint32_t i = 0; is_scaled && over == sum && i < group->count; ++i) {
        const int other = (int)rules->data->members[group->first + i];
        const double sign = rules->masked[other] < 0.0 ? -1.0 : 1.0;
        add_row(rules, &rules->masks[other], -own * sign * factor / over);
    }
    take_row(rules, &rules->applies[control]);
}

static void apply_group(MieniRules *rules, int control)
{
    const int g = rules->data->control_group[control];
    if (g >= 0 && rules->data->groups[g].kind != MIENI_GROUP_TOP) {
        scale_member(rules, &rules->data->groups[g], control);
        return;
    }
    const double kept = g < 0 || is_kept(rules, &rules->data->groups[g], control) ? 1.0 : 0.0;
    rules->applied[control] = kept * rules->masked[control];
    add_row(rules, &rules->masks[control], kept);
    take_row(rules, &rules->applies[control]);
}

/// One knot's share of a value on a ladder, and its slope: from the segment that the value is in.
static double knot_weight(const MieniKnot *knots, int count, int k, double value, double *out_slope)
{
    int segment = 0;
    while (segment < count - 2 && value > (double)knots[segment + 1].position)
        ++segment;
    const double from = (double)knots[segment].position, to = (double)knots[segment + 1].position;
    const double slope = 1.0 / (to - from), along = (value - from) * slope;
    *out_slope = k == segment ? -slope : k == segment + 1 ? slope : 0.0;
    return k == segment ? 1.0 - along : k == segment + 1 ? along : 0.0;
}

/// Weight of a pose of a control: what is applied, or its share of the ladder.
static double driven_weight(const MieniPoseData *d, const double *applied, int pose, double *out_slope)
{
    const int control = d->roles[pose].control;
    *out_slope = 1.0;
    for (int l = 0; l < d->ladder_count; ++l) {
        const MieniKnot *knots = d->knots + d->ladders[l].first;
        if ((int)d->ladders[l].control != control)
            continue;
        for (int k = 0; k < (int)d->ladders[l].count; ++k)
            if (knots[k].pose == pose)
                return knot_weight(knots, (int)d->ladders[l].count, k, applied[control], out_slope);
    }
    return applied[control];
}

/// A factor of a corrective: of a curve-driven pose what is applied, of an in-between its weight.
static double input_value(MieniRules *rules, const MieniInput *input, double *out_slope)
{
    const MieniPoseData *d = rules->data;
    *out_slope = 1.0;
    const double value = input->is_inbetween ? driven_weight(d, rules->applied, (int)input->index, out_slope)
                                             : rules->applied[input->index];
    *out_slope *= saturate_slope(value);
    return saturate(value);
}

static double combination_weight(MieniRules *rules, const MieniCombination *combination)
{
    const MieniPoseData *d = rules->data;
    double product = 1.0, slope, unused;
    for (uint32_t i = 0; i < combination->count; ++i) {
        const MieniInput *input = &d->inputs[combination->first + i];
        double others = 1.0;
        for (uint32_t j = 0; j < combination->count; ++j)
            others *= j == i ? 1.0 : input_value(rules, &d->inputs[combination->first + j], &unused);
        product *= input_value(rules, input, &slope);
        add_row(rules, &rules->applies[control_of_input(d, input)], slope * others);
    }
    return product;
}

void mieni_rules_evaluate(MieniRules *rules, const double *asked, double *out_weights)
{
    const MieniPoseData *d = rules->data;
    if (rules->is_plain) {
        memcpy(out_weights, asked, (size_t)d->pose_count * sizeof *out_weights);
        return;
    }
    for (int k = 0; k < d->driven_pose_count; ++k)
        apply_masks(rules, asked, k);
    for (int k = 0; k < d->driven_pose_count; ++k)
        apply_group(rules, k);
    for (int p = 0; p < d->pose_count; ++p) {
        double slope;
        if (d->roles[p].role == MIENI_ROLE_COMBINATION)
            continue;
        out_weights[p] = driven_weight(d, rules->applied, p, &slope);
        add_row(rules, &rules->applies[d->roles[p].control], slope);
        take_row(rules, &rules->rows[p]);
    }
    for (int c = 0; c < d->combination_count; ++c) {
        const int p = (int)d->combinations[c].pose;
        out_weights[p] = combination_weight(rules, &d->combinations[c]);
        take_row(rules, &rules->rows[p]);
    }
}

/// The x with 3x^2 - 2x^3 = y, from 0 to 1: by halving, which is exact to the last bits everywhere.
static double inverse_of_smooth(double y)
{
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; ++i) {
        const double x = 0.5 * (low + high);
        *(x * x * (3.0 - 2.0 * x) < y ? &low : &high) = x;
    }
    return y <= 0.0 ? 0.0 : y >= 1.0 ? 1.0 : high;
}

bool mieni_rules_can_ask(const MieniRules *rules, int driven_pose)
{
    return rules->data->control_gain[driven_pose] != 0.0f;
}

double mieni_rules_curve_value(const MieniRules *rules, int driven_pose, double asked)
{
    const MieniPoseData *d = rules->data;
    if (d->control_remap[driven_pose] & MIENI_CONTROL_BINARY)
        return asked > 0.5 ? 1.0 : 0.0;
    const double value =
        (asked - (double)d->control_offset[driven_pose]) / (double)d->control_gain[driven_pose];
    return d->control_remap[driven_pose] & MIENI_CONTROL_SMOOTH ? inverse_of_smooth(value) : value;
}
