// SPDX-License-Identifier: MIT
//
// Showing poses and measuring what is seen.

#include "core/float_rules.h"

#include "accept/accepting.h"
#include "core/square_root.h"

#include <string.h>

enum { MOST_VALUES = 64 };

bool mieni_accept_show(MieniAccepting *a, const MieniAmount *amounts, int count)
{
    MieniCurveValue values[MOST_VALUES];
    int value_count = 0;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < amounts[i].pose->value_count && value_count < MOST_VALUES; ++k) {
            const MieniCurveValue value = amounts[i].pose->values[k];
            values[value_count++] =
                (MieniCurveValue){.curve = value.curve, .value = value.value * amounts[i].amount};
        }
    if (a->status == MIEN_OK)
        a->status = mieni_shown_face_curves(&a->face, values, value_count);
    return a->status == MIEN_OK;
}

bool mieni_accept_show_one(MieniAccepting *a, const MieniAcceptPose *pose, float amount)
{
    const MieniAmount one = {.pose = pose, .amount = amount};
    return mieni_accept_show(a, &one, pose != NULL);
}

const MieniAcceptPose *mieni_accept_role(const MieniAccepting *a, const char *name)
{
    for (int i = 0; i < a->role_count; ++i)
        if (strcmp(a->roles[i].name, name) == 0)
            return &a->roles[i];
    return NULL;
}

const MieniAcceptPose *mieni_accept_companion(const MieniAccepting *a, const MieniAcceptPose *pose)
{
    const MieniAcceptPose *close = mieni_accept_role(a, "mouthClose");
    const bool is_close =
        close != NULL && close->value_count == 1 && close->values[0].curve == pose->values[0].curve;
    return is_close ? mieni_accept_role(a, "jawOpen") : NULL;
}

double mieni_accept_moved(const MieniAccepting *a, int vertex)
{
    const MienVec3 p = a->face.positions[vertex], q = a->face.rest[vertex];
    const double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y, z = (double)p.z - (double)q.z;
    return mieni_sqrt(x * x + y * y + z * z);
}

double mieni_accept_side(double area) { return area > 0.0 ? mieni_sqrt(area) : 0.0; }

double mieni_accept_percent(const MieniAccepting *a, double length) { return 100.0 * length / a->height; }

void mieni_accept_draw(MieniAccepting *a, MieniRaster *raster, const MieniFaceView *view, uint32_t parts)
{
    mieni_raster_draw(raster, &(MieniRasterDesc){.view = view,
                                                 .positions = a->face.positions,
                                                 .vertex_count = a->face.vertex_count,
                                                 .indices = a->face.indices,
                                                 .triangle_count = a->face.triangle_count,
                                                 .kinds = a->parts.of_triangle,
                                                 .shown = parts});
}

double mieni_accept_eye(MieniAccepting *a, int eye)
{
    const MieniEyeball *ball = &a->parts.eyes[eye];
    const MieniFaceView view = {.centre = {ball->centre[0], ball->centre[1], ball->centre[2]},
                                .side = 3.0 * ball->radius,
                                .cosine = 1.0};
    int count = 0;
    mieni_accept_draw(a, &a->raster, &view, MIENI_PARTS_SOLID);
    for (int p = 0; p < MIENI_ACCEPT_PIXELS * MIENI_ACCEPT_PIXELS; ++p) {
        const int32_t t = a->raster.triangles[p];
        count += t >= 0 && mieni_face_parts_eye_of(&a->face, &a->parts, (int)a->face.indices[3 * t]) == eye;
    }
    return (double)count;
}

/// Teeth that are in front of skin which is on the outside: they have come through.
static int teeth_through(const MieniAccepting *a)
{
    int count = 0;
    for (int p = 0; p < MIENI_ACCEPT_PIXELS * MIENI_ACCEPT_PIXELS; ++p) {
        const int32_t t = a->mouth.raster.triangles[p], skin = a->behind.triangles[p];
        count += t >= 0 && a->parts.of_triangle[t] == MIENI_PART_TEETH && skin >= 0 &&
                 a->parts.is_outer[skin] && mieni_raster_is_front(&a->behind, a->face.indices + 3 * skin) &&
                 a->mouth.raster.depths[p] - a->behind.depths[p] < 0.1 * a->height;
    }
    return count;
}

MieniMouth mieni_accept_mouth(MieniAccepting *a)
{
    const double pixel = a->mouth.view.side / (double)MIENI_ACCEPT_PIXELS;
    MieniMouth mouth = {.gap = mieni_mouth_gap(&a->mouth, &a->face, &a->parts)};
    mieni_accept_draw(a, &a->behind, &a->mouth.view, MIENI_PART_BIT(MIENI_PART_SKIN));
    for (int p = 0; p < MIENI_ACCEPT_PIXELS * MIENI_ACCEPT_PIXELS; ++p) {
        const int32_t t = a->mouth.raster.triangles[p];
        mouth.tongue += t >= 0 && a->parts.of_triangle[t] == MIENI_PART_TONGUE;
    }
    mouth.teeth = (double)teeth_through(a) * pixel * pixel;
    return mouth;
}

void mieni_accept_find_mouth(MieniAccepting *a)
{
    const MieniAcceptPose *jaw = mieni_accept_role(a, "jawOpen");
    const double height = mieni_mouth_height(&a->face, &a->parts, a->chin[1] + 0.17 * a->height);
    const MieniFaceView view = {
        .centre = {a->middle, height - 0.03 * a->height, a->chin[2]}, .side = 0.5 * a->height, .cosine = 1.0};
    if (jaw == NULL || !mieni_accept_show(a, NULL, 0))
        return;
    if (!mieni_mouth_open(&a->mouth, &a->face, &a->parts, &view, MIENI_ACCEPT_PIXELS, &a->arena))
        a->status = MIEN_ERROR_MEMORY;
    if (!mieni_accept_show_one(a, jaw, 1.0f))
        return;
    mieni_mouth_find(&a->mouth, &a->face, &a->parts);
    a->has_mouth = true;
}

/// The area of a triangle as it is shown.
static double area_of(const MieniAccepting *a, int triangle)
{
    const uint32_t *corner = a->face.indices + 3 * triangle;
    const MienVec3 p = a->face.positions[corner[0]], q = a->face.positions[corner[1]],
                   r = a->face.positions[corner[2]];
    const double ax = (double)q.x - (double)p.x, ay = (double)q.y - (double)p.y,
                 az = (double)q.z - (double)p.z, bx = (double)r.x - (double)p.x,
                 by = (double)r.y - (double)p.y, bz = (double)r.z - (double)p.z;
    const double x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
    return 0.5 * mieni_sqrt(x * x + y * y + z * z);
}

double mieni_accept_crossed(MieniAccepting *a, bool is_rest)
{
    double area = 0.0;
    for (int t = 0; t < a->face.triangle_count; ++t) {
        const uint32_t *corner = a->face.indices + 3 * t;
        a->is_in[t] = a->parts.component[corner[0]] == a->face_component &&
                      (double)a->face.rest[corner[0]].y > a->chin[1] - 0.2 * a->height;
        a->is_moved[t] = is_rest;
        for (int i = 0; i < 3 && a->is_in[t] && !a->is_moved[t]; ++i)
            a->is_moved[t] = mieni_accept_moved(a, (int)corner[i]) > 0.0005 * a->height;
    }
    mieni_crossings_find(&a->crossings, a->face.positions, a->is_in, a->is_moved);
    for (int t = 0; t < a->face.triangle_count; ++t)
        if (a->crossings.is_crossing[t] && !a->crosses_at_rest[t] && a->parts.is_outer[t])
            area += area_of(a, t);
    return mieni_accept_side(area);
}
