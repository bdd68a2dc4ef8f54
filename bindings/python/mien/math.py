# SPDX-License-Identifier: MIT
"""Functions that give the same bits on every platform. Quaternions are x, y, z, w; transforms are 12 numbers."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Sequence, Tuple

from . import _native as c

Numbers = Sequence[float]


def exp(x: float) -> float:
    """e to the power of x."""
    return c.mien_exp(x)


def log(x: float) -> float:
    """Natural logarithm."""
    return c.mien_log(x)


def pow(x: float, y: float) -> float:
    """x to the power of y, for x >= 0."""
    return c.mien_pow(x, y)


def sincos(x: float) -> Tuple[float, float]:
    """Sine and cosine of x in radians."""
    sine, cosine = ctypes.c_double(), ctypes.c_double()
    c.mien_sincos(x, byref(sine), byref(cosine))
    return sine.value, cosine.value


def atan2(y: float, x: float) -> float:
    """Angle of (x, y) in (-pi, pi]."""
    return c.mien_atan2(y, x)


def quat_multiply(a: Numbers, b: Numbers) -> Tuple[float, float, float, float]:
    """a * b: applies b first. The result is not normalised."""
    q = c.mien_quat_multiply(c.MienQuat(*a), c.MienQuat(*b))
    return q.x, q.y, q.z, q.w


def quat_normalize(q: Numbers) -> Tuple[float, float, float, float]:
    """q normalised; the identity if it is almost zero."""
    r = c.mien_quat_normalize(c.MienQuat(*q))
    return r.x, r.y, r.z, r.w


def quat_rotate(q: Numbers, v: Numbers) -> Tuple[float, float, float]:
    """Rotates v by q, which must have length 1."""
    r = c.mien_quat_rotate(c.MienQuat(*q), c.MienVec3(*v))
    return r.x, r.y, r.z


def identity() -> Tuple[float, ...]:
    """No rotation, no translation, scale 1."""
    return _numbers(c.mien_transform_identity())


def compose(parent: Numbers, child: Numbers) -> Tuple[float, ...]:
    """The child's transform in the space of the parent's parent."""
    return _numbers(c.mien_transform_compose(byref(_transform(parent)), byref(_transform(child))))


def _transform(numbers: Numbers) -> c.MienTransform:
    return c.MienTransform.from_buffer_copy((ctypes.c_float * 12)(*numbers))


def _numbers(transform: c.MienTransform) -> Tuple[float, ...]:
    return tuple((ctypes.c_float * 12).from_buffer_copy(transform))
