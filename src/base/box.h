// SPDX-License-Identifier: MIT
//
// Least squares within bounds: the x that minimises x'Gx - 2b'x with low <= x <= high, by block
// principal pivoting. Each unknown is free or at one of its bounds; all that are on the wrong side
// change at once, so that a few factorisations suffice. It starts from the last result. Where that
// goes round in circles, because unknowns do nearly the same, the ridge grows until it does not.

#pragma once

#include "base/arena.h"

#include <stdint.h>

typedef enum MieniBoxState { MIENI_BOX_LOW = 0, MIENI_BOX_FREE, MIENI_BOX_HIGH } MieniBoxState;

/// Memory for problems of one size, and where each unknown was last.
typedef struct MieniBox {
    int count;
    double *factor;   ///< Of the free unknowns, column by column; columns have `count` numbers.
    double *parts;    ///< Reciprocals of its diagonal.
    double *solution; ///< Of the free unknowns.
    double *gradient; ///< Per unknown.
    int *free;        ///< The free unknowns: those that have been free for long first.
    int free_count;
    bool *is_listed;    ///< Per unknown, while they are listed.
    int factored_count; ///< The factor's rows are those of the first ones of `factored`.
    int *factored;
    uint8_t *states; ///< MieniBoxState per unknown.
    uint8_t *start;  ///< The same before the problem.
    double *good;    ///< Per unknown: the last result that was right.
    double *ridge;   ///< The problem's, and what was added.
    double added;    ///< To the ridge, since the last restart; a part of the mean diagonal.
} MieniBox;

typedef struct MieniBoxProblem {
    const double *gram;  ///< count x count, symmetric.
    const double *ridge; ///< Added to the diagonal; above 0.
    const double *right; ///< b.
    const double *low, *high;
    bool is_same_gram; ///< gram and ridge are those of the last call: the factor may be used again.
} MieniBoxProblem;

/// False without memory.
bool mieni_box_create(MieniArena *arena, int count, MieniBox *out_box);
/// Forgets the last result: unknowns are at a bound of 0, or free.
void mieni_box_restart(MieniBox *box, const double *low, const double *high);
/// Writes the optimum to x. False if it was not reached: x is then within the bounds, but not the
/// best.
bool mieni_box_solve(MieniBox *box, const MieniBoxProblem *problem, double *x);
/// The diagonal of the inverse of gram + ridge, for all unknowns together: how freely each can
/// change. Uses the box's memory; restart it afterwards.
void mieni_box_inverse_diagonal(MieniBox *box, const MieniBoxProblem *problem, double *out_diagonal);
