// SPDX-License-Identifier: MIT
//
// Square matrices of doubles, row after row. Private to author.

#pragma once

#include <stdbool.h>

/// The 1-norm: the largest sum of a column's sizes.
double mieni_matrix_norm(const double *m, int n);
/// Destroys m. False if it has no inverse; then the determinant is 0.
bool mieni_matrix_invert(double *m, int n, double *inverse, double *out_determinant);
