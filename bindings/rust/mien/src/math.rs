// SPDX-License-Identifier: MIT

//! Quaternions, transforms and a few functions that give the same bits on every platform.

use mien_sys as c;

use crate::{Quat, Transform, Vec3};

/// No rotation, no translation, scale 1.
pub fn identity() -> Transform {
    unsafe { c::mien_transform_identity() }
}

/// a * b: applies b first. The result is not normalised.
pub fn multiply(a: Quat, b: Quat) -> Quat {
    unsafe { c::mien_quat_multiply(a, b) }
}

/// q normalised; the identity if its squared length is below 2^-20.
pub fn normalize(q: Quat) -> Quat {
    unsafe { c::mien_quat_normalize(q) }
}

/// Rotates v by q, which must have length 1.
pub fn rotate(q: Quat, v: Vec3) -> Vec3 {
    unsafe { c::mien_quat_rotate(q, v) }
}

/// The child's transform in the space of the parent's parent.
pub fn compose(parent: &Transform, child: &Transform) -> Transform {
    unsafe { c::mien_transform_compose(parent, child) }
}

/// e to the power of x.
pub fn exp(x: f64) -> f64 {
    unsafe { c::mien_exp(x) }
}

/// Natural logarithm.
pub fn log(x: f64) -> f64 {
    unsafe { c::mien_log(x) }
}

/// x to the power of y, for x >= 0.
pub fn pow(x: f64, y: f64) -> f64 {
    unsafe { c::mien_pow(x, y) }
}

/// Sine and cosine of x in radians, up to 2^20.
pub fn sincos(x: f64) -> (f64, f64) {
    let (mut sine, mut cosine) = (0.0, 0.0);
    unsafe { c::mien_sincos(x, &mut sine, &mut cosine) };
    (sine, cosine)
}

/// Angle of (x, y) in radians.
pub fn atan2(y: f64, x: f64) -> f64 {
    unsafe { c::mien_atan2(y, x) }
}
