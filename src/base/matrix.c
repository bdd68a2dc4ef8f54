// SPDX-License-Identifier: MIT
//
// Inverting by LU with partial pivoting, in double.

#include "core/float_rules.h"

#include "base/matrix.h"

#include <stddef.h>

double mieni_matrix_norm(const double *m, int n)
{
    double most = 0.0;
    for (int k = 0; k < n; ++k) {
        double sum = 0.0;
        for (int i = 0; i < n; ++i) {
            const double x = m[(ptrdiff_t)i * n + k];
            sum += x < 0.0 ? -x : x;
        }
        most = sum > most ? sum : most;
    }
    return most;
}

static void swap_rows(double *m, int n, int a, int b)
{
    for (int k = 0; k < n; ++k) {
        const double x = m[(ptrdiff_t)a * n + k];
        m[(ptrdiff_t)a * n + k] = m[(ptrdiff_t)b * n + k];
        m[(ptrdiff_t)b * n + k] = x;
    }
}

static void subtract_row(double *to, const double *from, double factor, int first, int n)
{
    for (int k = first; k < n; ++k)
        to[k] -= factor * from[k];
}

/// The row at or below k with the largest number in column k; -1 if all are 0.
static int pivot_of(const double *m, int n, int k)
{
    int pivot = -1;
    double most = 0.0;
    for (int i = k; i < n; ++i) {
        const double x = m[(ptrdiff_t)i * n + k], size = x < 0.0 ? -x : x;
        if (size > most) {
            most = size;
            pivot = i;
        }
    }
    return pivot;
}

/// Applies the upper triangle of m to what the lower one has made of the unit matrix.
static void substitute_back(const double *m, int n, double *inverse)
{
    for (int i = n - 1; i >= 0; --i) {
        double *to = inverse + (ptrdiff_t)i * n;
        const double *row = m + (ptrdiff_t)i * n;
        for (int k = i + 1; k < n; ++k)
            subtract_row(to, inverse + (ptrdiff_t)k * n, row[k], 0, n);
        for (int k = 0; k < n; ++k)
            to[k] /= row[i];
    }
}

bool mieni_matrix_invert(double *m, int n, double *inverse, double *out_determinant)
{
    *out_determinant = 1.0;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k)
            inverse[(ptrdiff_t)i * n + k] = i == k ? 1.0 : 0.0;
    }
    for (int k = 0; k < n; ++k) {
        const int pivot = pivot_of(m, n, k);
        if (pivot < 0) {
            *out_determinant = 0.0;
            return false;
        }
        if (pivot != k) {
            swap_rows(m, n, pivot, k);
            swap_rows(inverse, n, pivot, k);
            *out_determinant = -*out_determinant;
        }
        const double *row = m + (ptrdiff_t)k * n;
        *out_determinant *= row[k];
        for (int i = k + 1; i < n; ++i) {
            const double factor = m[(ptrdiff_t)i * n + k] / row[k];
            if (factor == 0.0)
                continue;
            subtract_row(m + (ptrdiff_t)i * n, row, factor, k, n);
            subtract_row(inverse + (ptrdiff_t)i * n, inverse + (ptrdiff_t)k * n, factor, 0, n);
        }
    }
    substitute_back(m, n, inverse);
    return true;
}
