// SPDX-License-Identifier: MIT
//
// Vectors, quaternions, transforms, and the few transcendental functions the
// project needs, made so that every platform computes the same bits.
//
// Ownership  Plain values; nothing to own.
// Threads    Every function here is pure: call it from any thread.
// Errors     None: each function is defined for every input.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienVec3 {
    float x, y, z;
} MienVec3;

/// Hamilton quaternion; a * b rotates by b first.
typedef struct MienQuat {
    float x, y, z, w;
} MienQuat;

/// A local transform: p goes to rotation(scale * p) + translation, in the
/// parent's frame. 48 bytes, every member on a 16-byte boundary within it, so
/// one bone is three vector loads; no alignment beyond float's is needed.
typedef struct MienTransform {
    MienQuat rotation;
    MienVec3 translation; ///< Metres.
    float reserved0;      ///< Set to 0. Evaluation may write here.
    MienVec3 scale;
    float reserved1; ///< Set to 0. Evaluation may write here.
} MienTransform;

/// An affine matrix, three rows of four: p goes to row . (p, 1).
typedef struct MienMatrix34 {
    float m[12];
} MienMatrix34;

/// No rotation, no translation, scale 1.
MIEN_API MienTransform mien_transform_identity(void);

/// a * b: b's rotation first. Not normalised.
MIEN_API MienQuat mien_quat_multiply(MienQuat a, MienQuat b);
/// q scaled to length 1; the identity if its squared length is below 2^-20.
MIEN_API MienQuat mien_quat_normalize(MienQuat q);
/// v rotated by q, which must be of length 1.
MIEN_API MienVec3 mien_quat_rotate(MienQuat q, MienVec3 v);
/// parent o child: what the child's transform is in the parent's parent frame.
/// Exact for uniform scale; with other scale, rotation and scale are composed
/// separately, as engines do, and shear is lost.
MIEN_API MienTransform mien_transform_compose(const MienTransform *parent, const MienTransform *child);

/// e to the x. Error below 0.75 ulp, 0.9 where the result is denormal; 0 below
/// -745.2, infinity above 709.8, NaN for NaN.
MIEN_API double mien_exp(double x);
/// Natural logarithm. Error below 1 ulp; -infinity at 0, NaN below and for NaN.
MIEN_API double mien_log(double x);
/// x to the y for x >= 0. Relative error below 2^-42 while the result is normal.
/// 1 where y is 0 or x is 1, otherwise NaN for negative x and for NaN.
MIEN_API double mien_pow(double x, double y);
/// Sine and cosine of x radians. Error below 0.9 ulp for |x| <= 2^20; beyond
/// that, and for what is not finite, x counts as 0.
MIEN_API void mien_sincos(double x, double *out_sine, double *out_cosine);
/// The angle of (x, y) in (-pi, pi]. Error below 0.6 ulp; 0 where both vanish or
/// either is NaN. Zeros count as +0.
MIEN_API double mien_atan2(double y, double x);

#ifdef __cplusplus
}
#endif
