// SPDX-License-Identifier: MIT
//
// Finding patterns in residuals: products of one pattern with values that are never negative, as weights
// of poses are. Each is fitted in turn to what the others leave.

#include "core/float_rules.h"

#include "solve/propose.h"

#include <string.h>

/// Fits of one pattern, and rounds over all of them.
enum { FITS = 24, ROUNDS = 12 };

bool mieni_proposing_create(MieniArena *arena, int frame_count, int row_count, int count,
                            MieniProposing *out_proposing)
{
    const size_t frames = (size_t)frame_count, rows = (size_t)row_count, n = (size_t)count;
    *out_proposing = (MieniProposing){.frame_count = frame_count, .row_count = row_count, .count = count};
    if (rows > 0 && frames > SIZE_MAX / sizeof(double) / rows)
        arena->is_out_of_memory = true;
    else
        out_proposing->rows = mieni_arena_take(arena, frames * rows, sizeof *out_proposing->rows);
    out_proposing->patterns = mieni_arena_take(arena, n * rows, sizeof *out_proposing->patterns);
    out_proposing->values = mieni_arena_take(arena, n * frames, sizeof *out_proposing->values);
    out_proposing->left = mieni_arena_take(arena, n, sizeof *out_proposing->left);
    return !arena->is_out_of_memory;
}

static const float *row_of(const MieniProposing *p, int frame)
{
    return p->rows + (size_t)frame * (size_t)p->row_count;
}

static double square_sum(const float *row, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += (double)row[i] * (double)row[i];
    return sum;
}

static double total(const MieniProposing *p)
{
    double sum = 0.0;
    for (int f = 0; f < p->frame_count; ++f)
        sum += square_sum(row_of(p, f), p->row_count);
    return sum;
}

/// Adds a multiple of the product to the residuals.
static void add_product(MieniProposing *p, const double *pattern, const double *values, double factor)
{
    for (int f = 0; f < p->frame_count; ++f) {
        float *row = p->rows + (size_t)f * (size_t)p->row_count;
        const double value = factor * values[f];
        for (int i = 0; value != 0.0 && i < p->row_count; ++i)
            row[i] = (float)((double)row[i] + value * pattern[i]);
    }
}

/// The values that fit a pattern best.
static void fit_values(const MieniProposing *p, const double *pattern, double *values)
{
    double square = 0.0;
    for (int i = 0; i < p->row_count; ++i)
        square += pattern[i] * pattern[i];
    for (int f = 0; f < p->frame_count; ++f) {
        const float *row = row_of(p, f);
        double sum = 0.0;
        for (int i = 0; i < p->row_count; ++i)
            sum += (double)row[i] * pattern[i];
        values[f] = sum > 0.0 && square > 0.0 ? sum / square : 0.0;
    }
}

/// The pattern that fits values best.
static void fit_pattern(const MieniProposing *p, const double *values, double *pattern)
{
    double square = 0.0;
    memset(pattern, 0, (size_t)p->row_count * sizeof *pattern);
    for (int f = 0; f < p->frame_count; ++f) {
        const float *row = row_of(p, f);
        square += values[f] * values[f];
        for (int i = 0; values[f] != 0.0 && i < p->row_count; ++i)
            pattern[i] += values[f] * (double)row[i];
    }
    for (int i = 0; i < p->row_count; ++i)
        pattern[i] = square > 0.0 ? pattern[i] / square : 0.0;
}

/// Scales a pattern so that its largest value is 1.
static void normalise(const MieniProposing *p, double *pattern, double *values)
{
    double most = 0.0;
    for (int f = 0; f < p->frame_count; ++f)
        most = values[f] > most ? values[f] : most;
    for (int f = 0; most > 0.0 && f < p->frame_count; ++f)
        values[f] /= most;
    for (int i = 0; i < p->row_count; ++i)
        pattern[i] *= most;
}

/// A new pattern: begins with the worst frame.
static void find_pattern(MieniProposing *p, double *pattern, double *values)
{
    double most = -1.0;
    int worst = 0;
    for (int f = 0; f < p->frame_count; ++f) {
        const double square = square_sum(row_of(p, f), p->row_count);
        worst = square > most ? f : worst;
        most = square > most ? square : most;
    }
    for (int i = 0; i < p->row_count; ++i)
        pattern[i] = (double)row_of(p, worst)[i];
    for (int i = 0; i < FITS; ++i) {
        fit_values(p, pattern, values);
        fit_pattern(p, values, pattern);
    }
}

void mieni_proposing_run(MieniProposing *p)
{
    if (p->frame_count == 0)
        return;
    for (int k = 0; k < p->count; ++k) {
        double *pattern = p->patterns + (size_t)k * (size_t)p->row_count,
               *values = p->values + (size_t)k * (size_t)p->frame_count;
        find_pattern(p, pattern, values);
        add_product(p, pattern, values, -1.0);
    }
    for (int round = 0; p->count > 1 && round < ROUNDS; ++round)
        for (int k = 0; k < p->count; ++k) {
            double *pattern = p->patterns + (size_t)k * (size_t)p->row_count,
                   *values = p->values + (size_t)k * (size_t)p->frame_count;
            add_product(p, pattern, values, 1.0);
            fit_values(p, pattern, values);
            fit_pattern(p, values, pattern);
            add_product(p, pattern, values, -1.0);
        }
    for (int k = p->count - 1; k >= 0; --k) { // what they leave, from the last to the first
        double *pattern = p->patterns + (size_t)k * (size_t)p->row_count,
               *values = p->values + (size_t)k * (size_t)p->frame_count;
        p->left[k] = total(p);
        add_product(p, pattern, values, 1.0);
        normalise(p, pattern, values);
    }
}
