// SPDX-License-Identifier: MIT
//
// Vectors, quaternions, transforms and a few transcendental functions. All
// platforms compute the same bits.
//
// Ownership  Plain values; nothing to own.
// Threads    All functions are pure: call them from any thread.
// Errors     None: every function is defined for every input.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienVec3 {
    float x, y, z;
} MienVec3;

/// Hamilton quaternion; a * b applies b first.
typedef struct MienQuat {
    float x, y, z, w;
} MienQuat;

/// A local transform: maps p to rotation(scale * p) + translation, in the
/// parent's space. 48 bytes. Each member starts at a multiple of 16 bytes, so a
/// bone is three vector loads; float alignment is sufficient.
typedef struct MienTransform {
    MienQuat rotation;
    MienVec3 translation; ///< Metres.
    float reserved0;      ///< Set to 0. Evaluation may write here.
    MienVec3 scale;
    float reserved1; ///< Set to 0. Evaluation may write here.
} MienTransform;

/// An affine matrix of three rows and four columns: maps p to row . (p, 1).
typedef struct MienMatrix34 {
    float m[12];
} MienMatrix34;

/// No rotation, no translation, scale 1.
MIEN_API MienTransform mien_transform_identity(void);

/// a * b: applies b first. The result is not normalised.
MIEN_API MienQuat mien_quat_multiply(MienQuat a, MienQuat b);
/// q normalised; the identity if its squared length is below 2^-20.
MIEN_API MienQuat mien_quat_normalize(MienQuat q);
/// Rotates v by q, which must have length 1.
MIEN_API MienVec3 mien_quat_rotate(MienQuat q, MienVec3 v);
/// parent o child: the child's transform in the space of the parent's parent.
/// Exact for uniform scale. For non-uniform scale, rotation and scale are
/// composed separately, as engines do, and shear is lost.
MIEN_API MienTransform mien_transform_compose(const MienTransform *parent, const MienTransform *child);

/// e to the power of x. Error below 0.75 ulp, 0.9 for denormal results; 0 below
/// -745.2, infinity above 709.8, NaN for NaN.
MIEN_API double mien_exp(double x);
/// Natural logarithm. Error below 1 ulp; -infinity at 0, NaN below and for NaN.
MIEN_API double mien_log(double x);
/// x to the power of y, for x >= 0. Relative error below 2^-42 for normal results.
/// 1 if y is 0 or x is 1; otherwise NaN for negative x and for NaN.
MIEN_API double mien_pow(double x, double y);
/// Sine and cosine of x in radians. Error below 0.9 ulp for |x| <= 2^20. Larger
/// and non-finite values count as 0.
MIEN_API void mien_sincos(double x, double *out_sine, double *out_cosine);
/// Angle of (x, y) in (-pi, pi]. Error below 0.6 ulp; 0 if both are zero or
/// either is NaN. Zeros count as +0.
MIEN_API double mien_atan2(double y, double x);

#ifdef __cplusplus
}
#endif
