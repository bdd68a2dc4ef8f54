// SPDX-License-Identifier: MIT
//
// Transforms in double, for measuring: only errors of what is measured shall count.

#pragma once

#include "mien/math.h"

typedef struct MieniPlace {
    double q[4], t[3], s[3];
} MieniPlace;

double mieni_length3(const double v[3]);
void mieni_normalize4(double q[4]);
/// The product of two quaternions; out may be one of them.
void mieni_multiply4(const double a[4], const double b[4], double out[4]);

/// A vector, rotated by a unit quaternion.
void mieni_rotate3(const double q[4], const double v[3], double out[3]);

MieniPlace mieni_place_of(const MienTransform *transform);
/// A child's place in its parent's space.
MieniPlace mieni_place_compose(const MieniPlace *parent, const MieniPlace *child);
/// Largest distance between where two places bring the six points of a shell.
double mieni_place_distance(const MieniPlace *a, const MieniPlace *b, double shell);
/// The longest side of the bounding box of all places.
double mieni_places_extent(const MieniPlace *places, int count);
/// Whether a bone is at another place, by the differences that cooking keeps. Lengths are
/// compared with the extent.
bool mieni_place_is_moved(const MienTransform *from, const MienTransform *to, double extent);
