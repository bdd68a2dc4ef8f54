// SPDX-License-Identifier: MIT
//
// Solids as signed distances: shapes, blends, and finding their surface.

#pragma once

#include "sample/cast/parts.h"
#include "sample/cast/vectors.h"

/// A solid: negative inside, about the distance to the surface near it.
typedef struct MieniField {
    double (*at)(const void *context, MieniPoint p);
    const void *context;
} MieniField;

static inline double mieni_field_at(const MieniField *field, MieniPoint p)
{
    return field->at(field->context, p);
}

double mieni_ellipsoid(MieniPoint p, MieniPoint centre, MieniPoint radii);
/// A rod with round ends whose radius goes from ra at a to rb at b.
double mieni_capsule(MieniPoint p, MieniPoint a, MieniPoint b, double ra, double rb);
/// The union of two solids, rounded where they are less than k apart.
double mieni_join(double a, double b, double k);
/// What two solids share, rounded alike. mieni_overlap(a, -b, k) cuts b out of a.
double mieni_overlap(double a, double b, double k);

/// Of length 1, by differences of the given step.
MieniPoint mieni_field_normal(const MieniField *field, MieniPoint p, double step);
/// Moves p to the surface in some steps, each a share of the way.
MieniPoint mieni_field_project(const MieniField *field, MieniPoint p, int times, double share);
/// The outermost hit on the way from origin + from * direction to the origin.
MieniPoint mieni_field_hit(const MieniField *field, MieniPoint origin, MieniPoint direction, double from);

/// Solids of a head; the context is its model.
MieniField mieni_skull(const MieniCastModel *model);
MieniField mieni_skull_and_nose(const MieniCastModel *model);
MieniField mieni_skull_and_rim(const MieniCastModel *model);
MieniField mieni_skin(const MieniCastModel *model);

/// Where a ray along -Z at (x, y) meets the field.
MieniPoint mieni_field_front(const MieniField *field, double x, double y);
