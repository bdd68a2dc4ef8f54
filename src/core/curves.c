// SPDX-License-Identifier: MIT
//
// Curve sets. Every function keeps the rule that an absent curve's value is 0,
// so that kernels may read values without looking at the presence bits.

#include "float_rules.h"

#include "mien/curves.h"

#include <string.h>

static bool is_in_range(const MienCurveSet *set, int curve)
{
    return set && curve >= 0 && curve < set->count;
}

static uint32_t bit_of(int curve) { return (uint32_t)1 << (curve % 32); }

int mien_curve_set_words(int count)
{
    // Not (count + 31) / 32, which overflows near INT_MAX.
    return count > 0 ? count / 32 + (count % 32 != 0) : 0;
}

void mien_curve_set_clear(const MienCurveSet *set)
{
    if (!is_in_range(set, 0))
        return;
    memset(set->values, 0, (size_t)set->count * sizeof *set->values);
    if (set->present)
        memset(set->present, 0, (size_t)mien_curve_set_words(set->count) * sizeof *set->present);
}

void mien_curve_set_put(const MienCurveSet *set, int curve, float value)
{
    if (!is_in_range(set, curve))
        return;
    set->values[curve] = value == value ? value : 0.0f;
    if (set->present)
        set->present[curve / 32] |= bit_of(curve);
}

void mien_curve_set_remove(const MienCurveSet *set, int curve)
{
    if (!is_in_range(set, curve))
        return;
    set->values[curve] = 0.0f;
    if (set->present)
        set->present[curve / 32] &= ~bit_of(curve);
}

float mien_curve_set_value(const MienCurveSet *set, int curve)
{
    return mien_curve_set_has(set, curve) ? set->values[curve] : 0.0f;
}

bool mien_curve_set_has(const MienCurveSet *set, int curve)
{
    if (!is_in_range(set, curve))
        return false;
    if (!set->present)
        return set->values[curve] != 0.0f;
    return (set->present[curve / 32] & bit_of(curve)) != 0;
}
