// SPDX-License-Identifier: MIT
//
// Transforms of FBX models, in double: angles in six orders, pivots and offsets. All of
// it but shear is a translation, a rotation and a scale.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/square_root.h"
#include "io/fbx/scene.h"

#include <string.h>

static const double degrees_to_radians = 0.017453292519943295;

/// Which axis turns first, second and third.
static const int8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};

void mieni_fbx_rotation(const double degrees[3], int order, double q[4])
{
    const double one[4] = {0.0, 0.0, 0.0, 1.0};
    memcpy(q, one, sizeof one);
    for (int k = 0; k < 3; ++k) {
        const int axis = orders[order][k];
        double turn[4] = {0.0, 0.0, 0.0, 1.0};
        mien_sincos(0.5 * degrees_to_radians * degrees[axis], &turn[axis], &turn[3]);
        mieni_multiply4(turn, q, q);
    }
}

/// Rows of the rotation matrix of a quaternion.
static void rows_of(const double q[4], double m[3][3])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    m[0][0] = 1.0 - 2.0 * (y * y + z * z);
    m[0][1] = 2.0 * (x * y - w * z);
    m[0][2] = 2.0 * (x * z + w * y);
    m[1][0] = 2.0 * (x * y + w * z);
    m[1][1] = 1.0 - 2.0 * (x * x + z * z);
    m[1][2] = 2.0 * (y * z - w * x);
    m[2][0] = 2.0 * (x * z - w * y);
    m[2][1] = 2.0 * (y * z + w * x);
    m[2][2] = 1.0 - 2.0 * (x * x + y * y);
}

void mieni_fbx_angles(const double q[4], int order, double degrees[3])
{
    // With the first axis i, then j, then k, R = Rk Rj Ri. Its entry (k, i) is the sine of
    // the second angle, up to the sign of the order.
    const int i = orders[order][0], j = orders[order][1], k = orders[order][2];
    const double sign = j == (i + 1) % 3 ? 1.0 : -1.0;
    double m[3][3];
    rows_of(q, m);
    const double cosine = mieni_sqrt(m[i][i] * m[i][i] + m[j][i] * m[j][i]);
    degrees[j] = mien_atan2(-sign * m[k][i], cosine) / degrees_to_radians;
    if (cosine > 1e-9) {
        degrees[i] = mien_atan2(sign * m[k][j], m[k][k]) / degrees_to_radians;
        degrees[k] = mien_atan2(sign * m[j][i], m[i][i]) / degrees_to_radians;
    } else { // both turn about one axis: the first does it all
        degrees[i] = mien_atan2(-sign * m[j][k], m[j][j]) / degrees_to_radians;
        degrees[k] = 0.0;
    }
}

static void rotate(const double q[4], const double v[3], double out[3])
{
    double m[3][3], r[3];
    rows_of(q, m);
    for (int k = 0; k < 3; ++k)
        r[k] = (m[k][0] * v[0] + m[k][1] * v[1]) + m[k][2] * v[2];
    memcpy(out, r, sizeof r);
}

MieniFbxLocal mieni_fbx_local(const MieniFbxModel *model, const double translation[3],
                              const double rotation[3], const double scaling[3])
{
    MieniFbxLocal local;
    mieni_fbx_rotation(rotation, model->order, local.q);
    mieni_multiply4(model->before, local.q, local.q);
    mieni_multiply4(local.q, model->after, local.q);
    mieni_normalize4(local.q);
    // Where the origin goes: T Roff Rp R Rp^-1 Soff Sp S Sp^-1.
    double p[3];
    for (int k = 0; k < 3; ++k) {
        local.s[k] = scaling[k];
        p[k] = model->scaling_pivot[k] - scaling[k] * model->scaling_pivot[k] + model->scaling_offset[k] -
               model->rotation_pivot[k];
    }
    rotate(local.q, p, p);
    for (int k = 0; k < 3; ++k)
        local.t[k] = ((p[k] + model->rotation_pivot[k]) + model->rotation_offset[k]) + translation[k];
    return local;
}

void mieni_fbx_matrix(const MieniFbxLocal *local, double out[12])
{
    double m[3][3];
    rows_of(local->q, m);
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
            out[4 * r + c] = m[r][c] * local->s[c];
        out[4 * r + 3] = local->t[r];
    }
}

void mieni_fbx_matrix_multiply(const double a[12], const double b[12], double out[12])
{
    double m[12];
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c)
            m[4 * r + c] = ((a[4 * r] * b[c] + a[4 * r + 1] * b[4 + c]) + a[4 * r + 2] * b[8 + c]) +
                           (c == 3 ? a[4 * r + 3] : 0.0);
    memcpy(out, m, sizeof m);
}

double mieni_fbx_determinant(const double m[12])
{
    return (m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8])) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

bool mieni_fbx_matrix_invert(const double m[12], double out[12])
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const double determinant = mieni_fbx_determinant(m);
    double n[12];
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
            const int i = (c + 1) % 3, j = (c + 2) % 3, k = (r + 1) % 3, l = (r + 2) % 3;
            n[4 * r + c] = (m[4 * i + k] * m[4 * j + l] - m[4 * i + l] * m[4 * j + k]) / determinant;
        }
    for (int r = 0; r < 3; ++r)
        n[4 * r + 3] = -((n[4 * r] * m[3] + n[4 * r + 1] * m[7]) + n[4 * r + 2] * m[11]);
    bool is_finite = determinant != 0.0;
    for (int i = 0; i < 12; ++i)
        is_finite = is_finite && n[i] - n[i] == 0.0;
    memcpy(out, is_finite ? n : identity, sizeof n);
    return is_finite;
}

void mieni_fbx_matrix_apply(const double m[12], const double v[3], double out[3])
{
    double p[3];
    for (int r = 0; r < 3; ++r)
        p[r] = ((m[4 * r] * v[0] + m[4 * r + 1] * v[1]) + m[4 * r + 2] * v[2]) + m[4 * r + 3];
    memcpy(out, p, sizeof p);
}
