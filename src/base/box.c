// SPDX-License-Identifier: MIT
//
// Least squares within bounds.

#include "core/float_rules.h"

#include "base/box.h"
#include "core/square_root.h"

#include <string.h>

/// How far outside its bounds, or against its gradient, an unknown is wrong.
static const double outside = 1e-12, uphill = 1e-9;
/// A pivot below this part of its diagonal is no pivot.
static const double least_pivot = 1e-14;
/// Exchanges without fewer wrong unknowns before the ridge grows.
enum { PATIENCE = 3 };
/// The ridge that is then added, in parts of the mean diagonal.
static const double least_added = 1e-7, most_added = 1e-3;

bool mieni_box_create(MieniArena *arena, int count, MieniBox *out_box)
{
    const size_t n = (size_t)count;
    *out_box = (MieniBox){.count = count};
    out_box->factor = mieni_arena_take(arena, n * n, sizeof *out_box->factor);
    out_box->parts = mieni_arena_take(arena, n, sizeof *out_box->parts);
    out_box->solution = mieni_arena_take(arena, n, sizeof *out_box->solution);
    out_box->gradient = mieni_arena_take(arena, n, sizeof *out_box->gradient);
    out_box->free = mieni_arena_take(arena, n, sizeof *out_box->free);
    out_box->factored = mieni_arena_take(arena, n, sizeof *out_box->factored);
    out_box->good = mieni_arena_take(arena, n, sizeof *out_box->good);
    out_box->ridge = mieni_arena_take(arena, n, sizeof *out_box->ridge);
    out_box->is_listed = mieni_arena_take(arena, n, sizeof *out_box->is_listed);
    out_box->states = mieni_arena_take(arena, n, sizeof *out_box->states);
    out_box->start = mieni_arena_take(arena, n, sizeof *out_box->start);
    return !arena->is_out_of_memory;
}

void mieni_box_restart(MieniBox *box, const double *low, const double *high)
{
    for (int k = 0; k < box->count; ++k)
        box->states[k] = low[k] >= 0.0 ? MIENI_BOX_LOW : high[k] <= 0.0 ? MIENI_BOX_HIGH : MIENI_BOX_FREE;
    box->free_count = 0;
    box->factored_count = 0;
    box->added = 0.0;
}

/// Subtracts a multiple of one column from another, element by element: the same bits however many
/// elements the processor takes at once.
static inline void subtract_column(double *restrict to, const double *restrict from, double factor, int count)
{
    for (int i = 0; i < count; ++i)
        to[i] -= factor * from[i];
}

/// Row i of the factor, from the rows before it. False if its pivot vanishes.
static bool factor_row(MieniBox *box, const MieniBoxProblem *p, int i)
{
    const size_t n = (size_t)box->count;
    const int row = box->free[i];
    const double *gram = p->gram + (size_t)row * n;
    double *now = box->solution;
    for (int j = 0; j <= i; ++j)
        now[j] = gram[box->free[j]];
    now[i] += p->ridge[row];
    const double least = least_pivot * now[i];
    for (int j = 0; j < i; ++j) {
        double *column = box->factor + (size_t)j * n;
        now[j] *= box->parts[j];
        column[i] = now[j];
        if (now[j] != 0.0)
            subtract_column(now + j + 1, column + j + 1, now[j], i - j);
    }
    if (!(now[i] > least))
        return false;
    box->factor[(size_t)i * (n + 1)] = mieni_sqrt(now[i]);
    box->parts[i] = 1.0 / box->factor[(size_t)i * (n + 1)];
    return true;
}

/// Factors gram + ridge of the free unknowns. Rows that are as in the last factor stay.
static bool factor(MieniBox *box, const MieniBoxProblem *p)
{
    int i = 0;
    while (i < box->factored_count && i < box->free_count && box->factored[i] == box->free[i])
        ++i;
    for (; i < box->free_count && factor_row(box, p, i); ++i)
        box->factored[i] = box->free[i];
    box->factored_count = i;
    return i == box->free_count;
}

/// Solves with the factor, in place.
static void substitute(const MieniBox *box, double *x)
{
    const int n = box->free_count;
    for (int j = 0; j < n; ++j) {
        const double *column = box->factor + (size_t)j * (size_t)box->count;
        x[j] /= column[j];
        subtract_column(x + j + 1, column + j + 1, x[j], n - j - 1);
    }
    for (int j = n - 1; j >= 0; --j) {
        const double *column = box->factor + (size_t)j * (size_t)box->count;
        double sum = x[j];
        for (int i = j + 1; i < n; ++i)
            sum -= column[i] * x[i];
        x[j] = sum / column[j];
    }
}

/// b - Gx, with the ridge, for all unknowns.
static void find_gradient(MieniBox *box, const MieniBoxProblem *p, const double *x)
{
    const int n = box->count;
    for (int k = 0; k < n; ++k)
        box->gradient[k] = p->right[k] - p->ridge[k] * x[k];
    for (int j = 0; j < n; ++j)
        if (x[j] != 0.0)
            subtract_column(box->gradient, p->gram + (size_t)j * (size_t)n, x[j], n);
}

/// Lists the free unknowns: first those that were free, in the order that they had, so that much of the
/// factor stays. What changes often is at the end.
static void list_free(MieniBox *box)
{
    int kept = 0;
    memset(box->is_listed, 0, (size_t)box->count * sizeof *box->is_listed);
    for (int i = 0; i < box->free_count; ++i)
        if (box->states[box->free[i]] == MIENI_BOX_FREE) {
            box->is_listed[box->free[i]] = true;
            box->free[kept++] = box->free[i];
        }
    for (int k = 0; k < box->count; ++k)
        if (box->states[k] == MIENI_BOX_FREE && !box->is_listed[k])
            box->free[kept++] = k;
    box->free_count = kept;
}

/// The free unknowns, with all others at their bounds. False if that cannot be solved.
static bool solve_free(MieniBox *box, const MieniBoxProblem *p, double *x)
{
    list_free(box);
    for (int k = 0; k < box->count; ++k)
        x[k] = box->states[k] == MIENI_BOX_FREE   ? 0.0
               : box->states[k] == MIENI_BOX_HIGH ? p->high[k]
                                                  : p->low[k];
    if (!factor(box, p)) // uses the solution's memory
        return false;
    find_gradient(box, p, x);
    for (int i = 0; i < box->free_count; ++i)
        box->solution[i] = box->gradient[box->free[i]];
    substitute(box, box->solution);
    for (int i = 0; i < box->free_count; ++i)
        x[box->free[i]] = box->solution[i];
    return true;
}

/// Where an unknown belongs. limit: how far a gradient may point inwards.
static MieniBoxState right_state(const MieniBox *box, const MieniBoxProblem *p, const double *x, int k,
                                 double limit)
{
    const MieniBoxState state = (MieniBoxState)box->states[k];
    if (state == MIENI_BOX_FREE)
        return x[k] < p->low[k] - outside    ? MIENI_BOX_LOW
               : x[k] > p->high[k] + outside ? MIENI_BOX_HIGH
                                             : MIENI_BOX_FREE;
    if (p->low[k] >= p->high[k])
        return state;
    const double inwards = state == MIENI_BOX_LOW ? box->gradient[k] : -box->gradient[k];
    return inwards > limit * mieni_sqrt(p->gram[(size_t)k * (size_t)(box->count + 1)]) ? MIENI_BOX_FREE
                                                                                       : state;
}

/// How many unknowns are wrong.
static int count_wrong(const MieniBox *box, const MieniBoxProblem *p, const double *x, double limit)
{
    int wrong = 0;
    for (int k = 0; k < box->count; ++k)
        wrong += right_state(box, p, x, k, limit) != (MieniBoxState)box->states[k];
    return wrong;
}

/// Exchanges all wrong unknowns until none is. False if that goes round in circles.
static bool exchange(MieniBox *box, const MieniBoxProblem *p, double limit, double *x)
{
    int fewest = box->count + 1;
    for (int patience = PATIENCE; patience >= 0;) {
        if (!solve_free(box, p, x))
            return false;
        find_gradient(box, p, x);
        const int wrong = count_wrong(box, p, x, limit);
        if (wrong == 0)
            return true;
        patience = wrong < fewest ? PATIENCE : patience - 1;
        fewest = wrong < fewest ? wrong : fewest;
        for (int k = 0; k < box->count; ++k)
            box->states[k] = (uint8_t)right_state(box, p, x, k, limit);
    }
    return false;
}

/// Adds to the ridge, in parts of the mean diagonal.
static void set_added(MieniBox *box, const MieniBoxProblem *p, double added, double mean)
{
    if (added != box->added)
        box->factored_count = 0;
    box->added = added;
    for (int k = 0; k < box->count; ++k)
        box->ridge[k] = p->ridge[k] + added * mean;
}

/// Solves with a larger ridge, which tells unknowns apart that do nearly the same; then with smaller
/// ones from there, as far as that works.
static bool ease(MieniBox *box, const MieniBoxProblem *p, const MieniBoxProblem *eased, double limit,
                 double mean, double *x)
{
    const size_t n = (size_t)box->count;
    bool is_solved = false;
    while (!is_solved && box->added < most_added) {
        memcpy(box->states, box->start, n * sizeof *box->states);
        set_added(box, p, box->added > 0.0 ? 10.0 * box->added : least_added, mean);
        is_solved = exchange(box, eased, limit, x);
    }
    for (bool is_better = is_solved; is_better && box->added > 0.0;) {
        const double added = box->added;
        memcpy(box->start, box->states, n * sizeof *box->states);
        memcpy(box->good, x, n * sizeof *x);
        set_added(box, p, added > least_added ? 0.1 * added : 0.0, mean);
        is_better = exchange(box, eased, limit, x);
        if (is_better)
            continue;
        memcpy(box->states, box->start, n * sizeof *box->states);
        memcpy(x, box->good, n * sizeof *x);
        set_added(box, p, added, mean);
    }
    return is_solved;
}

bool mieni_box_solve(MieniBox *box, const MieniBoxProblem *p, double *x)
{
    const size_t n = (size_t)box->count;
    double largest = 0.0, sum = 0.0;
    for (size_t k = 0; k < n; ++k) {
        const double diagonal = p->gram[k * (n + 1)];
        largest = diagonal > largest ? diagonal : largest;
        sum += diagonal;
    }
    const double limit = uphill * mieni_sqrt(largest), mean = n > 0 ? sum / (double)n : 0.0;
    MieniBoxProblem eased = *p;
    eased.ridge = box->ridge;
    memcpy(box->start, box->states, n * sizeof *box->states);
    if (!p->is_same_gram)
        box->factored_count = 0;
    set_added(box, p, box->added, mean);
    const bool is_solved = exchange(box, &eased, limit, x) || ease(box, p, &eased, limit, mean, x);
    for (size_t k = 0; k < n; ++k)
        x[k] = x[k] > p->low[k] ? (x[k] < p->high[k] ? x[k] : p->high[k]) : p->low[k];
    return is_solved;
}

void mieni_box_inverse_diagonal(MieniBox *box, const MieniBoxProblem *p, double *out_diagonal)
{
    box->free_count = box->count;
    box->factored_count = 0;
    for (int k = 0; k < box->count; ++k)
        box->free[k] = k;
    const bool is_factored = factor(box, p);
    for (int k = 0; k < box->count; ++k) {
        memset(box->solution, 0, (size_t)box->count * sizeof *box->solution);
        box->solution[k] = 1.0;
        if (is_factored)
            substitute(box, box->solution);
        out_diagonal[k] = box->solution[k];
    }
    box->factored_count = 0;
}
