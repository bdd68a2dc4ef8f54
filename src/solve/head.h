// SPDX-License-Identifier: MIT
//
// Where the head is: the rotation and translation that bring model points to where they were
// measured, six unknowns beside the poses. They have no bounds, so they are solved for any weights and
// taken out of the system of the poses.

#pragma once

/// Unknowns of a head: three of rotation, three of translation.
enum { MIENI_HEAD = 6 };

typedef struct MieniHead {
    double turn[4], shift[3]; ///< x, y, z, w; metres.
    double turned[9];         ///< The rotation as rows of a matrix.
    double centre[3];         ///< Of the turned points: what small rotations are about.
    // Of the points as they are: the products of derivatives, factored.
    double factor[MIENI_HEAD * MIENI_HEAD];
    double right[MIENI_HEAD]; ///< Products of derivatives with what is left.
} MieniHead;

void mieni_head_restart(MieniHead *head);
/// A model point where the head has it, without its translation.
void mieni_head_turn(const MieniHead *head, const double *point, double out[3]);
/// Fits the head to measured points; roots are the roots of weights. Three numbers per point.
void mieni_head_fit(MieniHead *head, int count, const double *points, const double *measured,
                    const float *roots);
/// Derivatives of a turned point by the six unknowns: rows of x, y and z.
void mieni_head_slopes(const MieniHead *head, const double turned[3], double out[3][MIENI_HEAD]);
/// Makes factor and right for the points as they are.
void mieni_head_factor(MieniHead *head, int count, const double *points, const double *measured,
                       const float *roots);
/// Solves the factored system.
void mieni_head_solve(const MieniHead *head, const double right[MIENI_HEAD], double out[MIENI_HEAD]);
