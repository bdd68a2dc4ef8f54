// SPDX-License-Identifier: MIT
//
// Rules of how curves meet. docs/rules.md states them. Everything goes word by word
// of presence bits, reading before writing, so that the result may stand where one
// of the sides stood.

#include "core/float_rules.h"

#include "core/graph/mix_curves.h"

#include <string.h>

enum { WORD = 32 };

/// One curve while it is made.
typedef struct Curve {
    bool is_present;
    float value; ///< 0 where absent.
} Curve;

uint32_t mieni_curves_word(const MienCurveSet *set, int word)
{
    if (set->present != NULL)
        return set->present[word];
    uint32_t bits = 0;
    for (int k = 0; k < WORD && word * WORD + k < set->count; ++k)
        bits |= (uint32_t)(set->values[word * WORD + k] != 0.0f) << k;
    return bits;
}

static void copy(const MienCurveSet *from, const MienCurveSet *out)
{
    if (out->count == 0)
        return;
    for (int w = 0; out->present != NULL && w < mien_curve_set_words(out->count); ++w)
        out->present[w] = mieni_curves_word(from, w);
    memmove(out->values, from->values, (size_t)out->count * sizeof *out->values);
}

static void put(const MienCurveSet *out, int c, Curve curve, uint32_t *bits)
{
    const float value = curve.is_present && curve.value == curve.value ? curve.value : 0.0f;
    out->values[c] = value;
    *bits |= (uint32_t)curve.is_present << (c % WORD);
}

static Curve mix(MieniCurveRule rule, float m, Curve a, Curve b)
{
    const Curve either = {a.is_present || b.is_present, 0.0f};
    switch (rule) {
    case MIENI_CURVES_LERP:
        return (Curve){either.is_present, (1.0f - m) * a.value + m * b.value};
    case MIENI_CURVES_VALID:
        if (a.is_present && b.is_present)
            return m == 1.0f ? b : (Curve){true, (1.0f - m) * a.value + m * b.value};
        return a.is_present ? a : b;
    case MIENI_CURVES_OVERRIDE:
        return b.is_present ? b : a;
    case MIENI_CURVES_KEEP:
        return a.is_present ? a : b;
    case MIENI_CURVES_NORMALISE:
        return (Curve){either.is_present, (a.value + m * b.value) / (1.0f + m)};
    case MIENI_CURVES_ADD:
        return b.is_present ? (Curve){true, a.value + m * b.value} : a;
    case MIENI_CURVES_MAX:
        if (a.is_present && b.is_present)
            return b.value > a.value ? b : a;
        return a.is_present ? a : b;
    case MIENI_CURVES_MIN:
        if (a.is_present && b.is_present)
            return b.value < a.value ? b : a;
        return a.is_present ? a : b;
    case MIENI_CURVES_BASE:
        return a;
    }
    return a;
}

void mieni_curves_mix(MieniCurveRule rule, float m, const MienCurveSet *a, const MienCurveSet *b,
                      const MienCurveSet *out)
{
    if (m == 0.0f || rule == MIENI_CURVES_BASE) {
        copy(a, out);
        return;
    }
    if (m == 1.0f && rule == MIENI_CURVES_LERP) {
        copy(b, out);
        return;
    }
    for (int word = 0, c = 0; c < out->count; ++word) {
        const uint32_t in_a = mieni_curves_word(a, word), in_b = mieni_curves_word(b, word);
        uint32_t bits = 0;
        for (int k = 0; k < WORD && c < out->count; ++k, ++c) {
            const Curve of_a = {(in_a >> k & 1) != 0, a->values[c]};
            const Curve of_b = {(in_b >> k & 1) != 0, b->values[c]};
            put(out, c, mix(rule, m, of_a, of_b), &bits);
        }
        if (out->present != NULL)
            out->present[word] = bits;
    }
}

/// Which of two parts that have a curve gives it; the sums are no matter of choice.
static bool takes_later(MieniCurveRule rule, float before, float later)
{
    switch (rule) {
    case MIENI_CURVES_OVERRIDE:
        return true;
    case MIENI_CURVES_MAX:
        return later > before;
    case MIENI_CURVES_MIN:
        return later < before;
    default: // keep, base
        return false;
    }
}

/// Curve c of all parts.
static Curve sum(MieniCurveRule rule, const MieniPart *parts, int count, int c)
{
    Curve chosen = {false, 0.0f};
    float total = 0.0f, weights = 0.0f;
    int having = 0;
    for (int p = 0; p < count; ++p) {
        if ((mieni_curves_word(parts[p].curves, c / WORD) >> (c % WORD) & 1) == 0)
            continue;
        const float value = parts[p].curves->values[c];
        if (!chosen.is_present || takes_later(rule, chosen.value, value))
            chosen = (Curve){true, value};
        total += parts[p].weight * value;
        weights += parts[p].weight;
        ++having;
    }
    switch (rule) {
    case MIENI_CURVES_LERP:
    case MIENI_CURVES_NORMALISE:
    case MIENI_CURVES_ADD:
        return (Curve){having > 0, total};
    case MIENI_CURVES_VALID:
        if (having == 1)
            return chosen;
        return (Curve){having > 0, having == count ? total : total / weights};
    default:
        return chosen;
    }
}

void mieni_curves_sum(MieniCurveRule rule, const MieniPart *parts, int count, const MienCurveSet *out)
{
    if (count == 1 || rule == MIENI_CURVES_BASE) {
        copy(parts[0].curves, out);
        return;
    }
    for (int word = 0, c = 0; c < out->count; ++word) {
        uint32_t bits = 0, any = 0;
        for (int p = 0; p < count; ++p)
            any |= mieni_curves_word(parts[p].curves, word);
        for (int k = 0; k < WORD && c < out->count; ++k, ++c) {
            const Curve none = {false, 0.0f};
            put(out, c, (any >> k & 1) != 0 ? sum(rule, parts, count, c) : none, &bits);
        }
        if (out->present != NULL)
            out->present[word] = bits;
    }
}
