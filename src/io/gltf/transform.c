// SPDX-License-Identifier: MIT
//
// Transforms of glTF nodes: translation, rotation and scale, or a matrix of them, which is
// taken apart in double.

#include "core/float_rules.h"

#include "io/gltf/transform.h"

#include "base/transform.h"
#include "core/square_root.h"

#include <string.h>

/// How far from square two axes may be, as a cosine, before a matrix counts as sheared.
static const double square_enough = 1e-4;

MienQuat mieni_gltf_rotation(const double q[4])
{
    const double square = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    double n[4] = {q[0], q[1], q[2], q[3]};
    if (!(square > 0.0))
        return (MienQuat){0.0f, 0.0f, 0.0f, 1.0f};
    // Four floats rounded from a length of 1 are off by less.
    if (square < 1.0 - 1e-6 || square > 1.0 + 1e-6)
        mieni_normalize4(n);
    // Adding 0 makes -0 to 0: JSON does not keep it.
    return (MienQuat){(float)n[0] + 0.0f, (float)n[1] + 0.0f, (float)n[2] + 0.0f, (float)n[3] + 0.0f};
}

static MienVec3 vector(double x, double y, double z)
{
    return (MienVec3){(float)x + 0.0f, (float)y + 0.0f, (float)z + 0.0f};
}

static double dot(const double a[3], const double b[3]) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/// Makes the length 1; false if there is hardly any, compared with what it was made of.
static bool normalize(double v[3], double size)
{
    const double length = mieni_length3(v);
    if (!(length > 1e-9 * size) || length == 0.0)
        return false;
    for (int k = 0; k < 3; ++k)
        v[k] /= length;
    return true;
}

/// Some direction that is square to a.
static void square_to(const double a[3], double out[3])
{
    const double x = a[0] < 0.0 ? -a[0] : a[0], y = a[1] < 0.0 ? -a[1] : a[1];
    const double axis[3] = {x <= y ? 1.0 : 0.0, x <= y ? 0.0 : 1.0, 0.0};
    cross(a, axis, out);
    normalize(out, 0.0);
}

/// Axes of length 1, square to each other, as near to the columns as may be, and to the
/// right. The first two decide; columns without length have none of their own.
static void find_axes(const double columns[3][3], double axes[3][3])
{
    double lengths[3];
    for (int c = 0; c < 3; ++c) {
        lengths[c] = mieni_length3(columns[c]);
        memcpy(axes[c], columns[c], sizeof axes[c]);
    }
    if (!normalize(axes[0], 0.0)) {
        // Two columns make the third; with one only, or none, any will do.
        cross(columns[1], columns[2], axes[0]);
        if (!normalize(axes[0], lengths[1] * lengths[2])) {
            const double *left = lengths[1] > 0.0 ? columns[1] : columns[2];
            const double up[3] = {0.0, 1.0, 0.0};
            square_to(mieni_length3(left) > 0.0 ? left : up, axes[0]);
        }
    }
    const double along = dot(columns[1], axes[0]);
    for (int k = 0; k < 3; ++k)
        axes[1][k] = columns[1][k] - along * axes[0][k];
    if (!normalize(axes[1], lengths[1])) {
        cross(columns[2], axes[0], axes[1]);
        if (!normalize(axes[1], lengths[2]))
            square_to(axes[0], axes[1]);
    }
    cross(axes[0], axes[1], axes[2]);
}

/// The quaternion of axes: the largest of its parts is found first, so that no small one
/// is divided by.
static void quaternion_of(const double m[3][3], double q[4])
{
    const double trace = (m[0][0] + m[1][1]) + m[2][2];
    int i = 0;
    i = m[1][1] > m[0][0] ? 1 : i;
    i = m[2][2] > m[i][i] ? 2 : i;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (trace > 0.0) {
        const double s = mieni_sqrt(trace + 1.0) * 2.0;
        q[0] = (m[1][2] - m[2][1]) / s;
        q[1] = (m[2][0] - m[0][2]) / s;
        q[2] = (m[0][1] - m[1][0]) / s;
        q[3] = 0.25 * s;
    } else {
        const double s = mieni_sqrt(((1.0 + m[i][i]) - m[j][j]) - m[k][k]) * 2.0;
        q[i] = 0.25 * s;
        q[j] = (m[i][j] + m[j][i]) / s;
        q[k] = (m[i][k] + m[k][i]) / s;
        q[3] = (m[j][k] - m[k][j]) / s;
        for (int c = 0; q[3] < 0.0 && c < 4; ++c)
            q[c] = c < 3 ? -q[c] : q[c];
        q[3] = q[3] < 0.0 ? -q[3] : q[3];
    }
    mieni_normalize4(q);
}

static bool decompose(const MieniJson *matrix, MienTransform *out)
{
    double columns[3][3], axes[3][3], scale[3], product[3], q[4];
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r)
            columns[c][r] = matrix->items[4 * c + r]->number;
        scale[c] = mieni_length3(columns[c]);
    }
    bool is_square = true;
    for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3;
        const double off = dot(columns[c], columns[d]), most = square_enough * scale[c] * scale[d];
        is_square = is_square && off <= most && off >= -most;
    }
    cross(columns[0], columns[1], product);
    if (dot(product, columns[2]) < 0.0) { // a mirror: by convention of the first axis
        scale[0] = -scale[0];
        for (int r = 0; r < 3; ++r)
            columns[0][r] = -columns[0][r];
    }
    find_axes((const double(*)[3])columns, axes);
    quaternion_of((const double(*)[3])axes, q);
    out->rotation = mieni_gltf_rotation(q);
    out->translation =
        vector(matrix->items[12]->number, matrix->items[13]->number, matrix->items[14]->number);
    out->scale = vector(scale[0], scale[1], scale[2]);
    return is_square;
}

static MienVec3 vector_of(const MieniJson *numbers, MienVec3 fallback)
{
    if (numbers == NULL)
        return fallback;
    return vector(numbers->items[0]->number, numbers->items[1]->number, numbers->items[2]->number);
}

bool mieni_gltf_transform(const MieniJson *node, MienTransform *out_transform)
{
    const MieniJson *matrix = mieni_json_get(node, "matrix"), *rotation = mieni_json_get(node, "rotation");
    *out_transform = mien_transform_identity();
    if (matrix != NULL)
        return decompose(matrix, out_transform);
    double q[4] = {0.0, 0.0, 0.0, 1.0};
    for (int k = 0; rotation != NULL && k < 4; ++k)
        q[k] = (double)(float)rotation->items[k]->number;
    out_transform->rotation = mieni_gltf_rotation(q);
    out_transform->translation = vector_of(mieni_json_get(node, "translation"), out_transform->translation);
    out_transform->scale = vector_of(mieni_json_get(node, "scale"), out_transform->scale);
    return true;
}
