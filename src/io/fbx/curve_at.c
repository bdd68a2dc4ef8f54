// SPDX-License-Identifier: MIT
//
// FBX curves at any time.

#include "core/float_rules.h"

#include "io/fbx/curve.h"

static double seconds(double units) { return units / (double)MIENI_FBX_SECOND; }

static double bezier(double a, double b, double c, double d, double u)
{
    const double v = 1.0 - u;
    return ((v * v * v) * a + 3.0 * (v * v * u) * b) + (3.0 * (v * u * u) * c + (u * u * u) * d);
}

/// How far along a cubic is at a part of its time. Its inner points lie within its ends, so
/// that it never turns back; halving finds the place whatever the weights.
static double along(double leave_weight, double arrive_weight, double part)
{
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 53; ++i) {
        const double middle = 0.5 * (low + high);
        if (bezier(0.0, leave_weight, 1.0 - arrive_weight, 1.0, middle) < part)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

/// Within the segment after a key, strictly between the two.
static double segment_at(const MieniFbxKey *from, const MieniFbxKey *to, double time)
{
    const double span = (double)(to->time - from->time), part = (time - (double)from->time) / span;
    const double a = (double)from->value, b = (double)to->value;
    switch (from->mode) {
    case MIENI_FBX_HOLD:
        return a;
    case MIENI_FBX_HOLD_NEXT:
        return b;
    case MIENI_FBX_LINE:
        return (1.0 - part) * a + part * b;
    case MIENI_FBX_CUBIC:
        break;
    }
    const double leave = (double)from->leave_weight, arrive = (double)to->arrive_weight;
    const bool is_plain = from->leave_weight == to->arrive_weight && from->leave_weight == 1.0f / 3.0f;
    const double u = is_plain ? part : along(leave, arrive, part);
    return bezier(a, a + (double)from->leave * leave * seconds(span),
                  b - (double)to->arrive * arrive * seconds(span), b, u);
}

/// Between the first and the last key.
static double within(const MieniFbxCurve *curve, double time, int *cursor)
{
    const MieniFbxKey *keys = curve->keys;
    int low = *cursor < curve->count && (double)keys[*cursor].time <= time ? *cursor : 0;
    int high = curve->count;
    // The next few are the likeliest.
    for (int i = 0; i < 4 && low + 1 < high; ++i) {
        if ((double)keys[low + 1].time > time)
            high = low + 1;
        else
            ++low;
    }
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if ((double)keys[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    *cursor = low;
    if (low + 1 >= curve->count || time <= (double)keys[low].time)
        return (double)keys[low].value;
    return segment_at(&keys[low], &keys[low + 1], time);
}

static double outer_slope(const MieniFbxCurve *curve, bool is_after)
{
    const MieniFbxKey *key = is_after ? &curve->keys[curve->count - 1] : &curve->keys[0];
    const MieniFbxKey *inner = is_after ? key - 1 : key + 1;
    const MieniFbxKey *first = is_after ? inner : key;
    if (first->mode == MIENI_FBX_HOLD || first->mode == MIENI_FBX_HOLD_NEXT)
        return 0.0;
    if (first->mode == MIENI_FBX_CUBIC)
        return is_after ? (double)key->arrive : (double)key->leave;
    return ((double)key->value - (double)inner->value) / seconds((double)(key->time - inner->time));
}

static double beyond(const MieniFbxCurve *curve, double time, bool is_after)
{
    const MieniFbxKey *first = &curve->keys[0], *last = &curve->keys[curve->count - 1];
    const MieniFbxKey *outer = is_after ? last : first;
    const MieniFbxBeyond *kind = is_after ? &curve->after : &curve->before;
    const double span = (double)(last->time - first->time);
    if (kind->type == 'C' || curve->count < 2)
        return (double)outer->value;
    if (kind->type == 'K')
        return (double)outer->value + outer_slope(curve, is_after) * seconds(time - (double)outer->time);
    // How many whole spans it is away, beginning with 1, and where within one.
    double off = is_after ? time - (double)last->time : (double)first->time - time;
    double turns = (double)(int64_t)(off / span);
    off -= turns * span;
    turns += 1.0;
    if (kind->repeat >= 0 && turns > (double)kind->repeat) {
        turns = (double)kind->repeat;
        off = span;
    }
    if (turns == 0.0)
        return (double)outer->value;
    const bool is_back = kind->type == 'M' && turns - 2.0 * (double)(int64_t)(turns / 2.0) != 0.0;
    const double from_first = is_after != is_back ? off : span - off;
    int cursor = 0;
    const double value = within(curve, (double)first->time + from_first, &cursor);
    const double rise = (double)last->value - (double)first->value;
    return kind->type == 'A' ? value + (is_after ? turns : -turns) * rise : value;
}

double mieni_fbx_curve_at(const MieniFbxCurve *curve, double time, int *cursor)
{
    if (curve->count == 0)
        return curve->fallback;
    if (time < (double)curve->keys[0].time)
        return beyond(curve, time, false);
    if (time > (double)curve->keys[curve->count - 1].time)
        return beyond(curve, time, true);
    return within(curve, time, cursor);
}
