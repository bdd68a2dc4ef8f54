// SPDX-License-Identifier: MIT
//
// Fitting the head by Gauss and Newton.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/square_root.h"
#include "solve/head.h"

#include <string.h>

enum { STEPS = 12 };
static const double settled = 1e-24;

static void make_matrix(MieniHead *head)
{
    const double x = head->turn[0], y = head->turn[1], z = head->turn[2], w = head->turn[3];
    double *m = head->turned;
    m[0] = 1.0 - 2.0 * (y * y + z * z);
    m[1] = 2.0 * (x * y - z * w);
    m[2] = 2.0 * (x * z + y * w);
    m[3] = 2.0 * (x * y + z * w);
    m[4] = 1.0 - 2.0 * (x * x + z * z);
    m[5] = 2.0 * (y * z - x * w);
    m[6] = 2.0 * (x * z - y * w);
    m[7] = 2.0 * (y * z + x * w);
    m[8] = 1.0 - 2.0 * (x * x + y * y);
}

void mieni_head_restart(MieniHead *head)
{
    *head = (MieniHead){.turn = {0.0, 0.0, 0.0, 1.0}};
    make_matrix(head);
}

static void multiply(const double m[9], const double *v, double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = (m[3 * i] * v[0] + m[3 * i + 1] * v[1]) + m[3 * i + 2] * v[2];
}

void mieni_head_turn(const MieniHead *head, const double *point, double out[3])
{
    multiply(head->turned, point, out);
}

void mieni_head_slopes(const MieniHead *head, const double turned[3], double out[3][MIENI_HEAD])
{
    const double x = turned[0] - head->centre[0], y = turned[1] - head->centre[1],
                 z = turned[2] - head->centre[2];
    const double slopes[3][MIENI_HEAD] = {
        {0.0, z, -y, 1.0, 0.0, 0.0}, {-z, 0.0, x, 0.0, 1.0, 0.0}, {y, -x, 0.0, 0.0, 0.0, 1.0}};
    memcpy(out, slopes, sizeof slopes);
}

/// The lower factor of a symmetric matrix. Unknowns that nothing depends on get no value.
static void factorise(double *matrix)
{
    const int n = MIENI_HEAD;
    for (int j = 0; j < n; ++j) {
        double diagonal = matrix[j * n + j];
        const double least = 1e-12 * diagonal;
        for (int k = 0; k < j; ++k)
            diagonal -= matrix[j * n + k] * matrix[j * n + k];
        const double root = diagonal > least && diagonal > 0.0 ? mieni_sqrt(diagonal) : 0.0;
        matrix[j * n + j] = root;
        for (int i = j + 1; i < n; ++i) {
            double sum = matrix[i * n + j];
            for (int k = 0; k < j; ++k)
                sum -= matrix[i * n + k] * matrix[j * n + k];
            matrix[i * n + j] = root > 0.0 ? sum / root : 0.0;
        }
    }
}

void mieni_head_solve(const MieniHead *head, const double right[MIENI_HEAD], double out[MIENI_HEAD])
{
    const double *l = head->factor;
    const int n = MIENI_HEAD;
    for (int i = 0; i < n; ++i) {
        double sum = right[i];
        for (int k = 0; k < i; ++k)
            sum -= l[i * n + k] * out[k];
        out[i] = l[i * n + i] > 0.0 ? sum / l[i * n + i] : 0.0;
    }
    for (int i = n - 1; i >= 0; --i) {
        double sum = out[i];
        for (int k = i + 1; k < n; ++k)
            sum -= l[k * n + i] * out[k];
        out[i] = l[i * n + i] > 0.0 ? sum / l[i * n + i] : 0.0;
    }
}

static void find_centre(MieniHead *head, int count, const double *points)
{
    double sum[3] = {0.0, 0.0, 0.0};
    for (int p = 0; p < count; ++p)
        for (int i = 0; i < 3; ++i)
            sum[i] += points[3 * p + i];
    for (int i = 0; i < 3; ++i)
        sum[i] = count > 0 ? sum[i] / (double)count : 0.0;
    multiply(head->turned, sum, head->centre);
}

void mieni_head_factor(MieniHead *head, int count, const double *points, const double *measured,
                       const float *roots)
{
    double slopes[3][MIENI_HEAD], turned[3];
    find_centre(head, count, points);
    memset(head->factor, 0, sizeof head->factor);
    memset(head->right, 0, sizeof head->right);
    for (int p = 0; p < count; ++p) {
        const double weight = (double)roots[p] * (double)roots[p];
        mieni_head_turn(head, points + 3 * p, turned);
        mieni_head_slopes(head, turned, slopes);
        for (int i = 0; i < 3; ++i) {
            const double left = measured[3 * p + i] - turned[i] - head->shift[i];
            for (int j = 0; j < MIENI_HEAD; ++j) {
                head->right[j] += weight * slopes[i][j] * left;
                for (int k = 0; k <= j; ++k)
                    head->factor[j * MIENI_HEAD + k] += weight * slopes[i][j] * slopes[i][k];
            }
        }
    }
    factorise(head->factor);
}

/// Turns and moves the head by a small step.
static void move(MieniHead *head, const double step[MIENI_HEAD])
{
    const double turn[4] = {0.5 * step[0], 0.5 * step[1], 0.5 * step[2], 1.0};
    double before[3], was[9], centre[3];
    memcpy(was, head->turned, sizeof was);
    for (int i = 0; i < 3; ++i) // the centre of the model's points
        centre[i] = (was[i] * head->centre[0] + was[3 + i] * head->centre[1]) + was[6 + i] * head->centre[2];
    memcpy(before, head->centre, sizeof before);
    mieni_multiply4(turn, head->turn, head->turn);
    mieni_normalize4(head->turn);
    make_matrix(head);
    multiply(head->turned, centre, head->centre);
    for (int i = 0; i < 3; ++i) // the rotation is about the centre
        head->shift[i] += step[3 + i] + before[i] - head->centre[i];
}

void mieni_head_fit(MieniHead *head, int count, const double *points, const double *measured,
                    const float *roots)
{
    for (int i = 0; i < STEPS; ++i) {
        double step[MIENI_HEAD], size = 0.0;
        mieni_head_factor(head, count, points, measured, roots);
        mieni_head_solve(head, head->right, step);
        for (int k = 0; k < MIENI_HEAD; ++k)
            size += step[k] * step[k];
        if (size <= settled)
            return;
        move(head, step);
    }
    mieni_head_factor(head, count, points, measured, roots);
}
