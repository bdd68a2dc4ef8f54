// SPDX-License-Identifier: MIT
//
// Transforms of FBX models: rotation orders, pivots and offsets, angles of rotations, the
// axes of files.

#include "support/check.h"

#include "io/fbx/scene.h"

#include <math.h>

static const double degree = 0.017453292519943295;

/// A turn about one axis, as a matrix.
static void turn(int axis, double degrees, double m[12])
{
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    double s, c;
    mien_sincos(degrees * degree, &s, &c);
    memset(m, 0, 12 * sizeof *m);
    m[5 * axis] = 1;
    m[5 * a] = m[5 * b] = c;
    m[4 * a + b] = -s;
    m[4 * b + a] = s;
}

static void shift(double x, double y, double z, double m[12])
{
    const double identity[12] = {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z};
    memcpy(m, identity, sizeof identity);
}

static double difference(const double a[12], const double b[12])
{
    double worst = 0;
    for (int i = 0; i < 12; ++i)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

TEST(orders_turn_about_the_axes_they_name)
{
    static const char *const names[6] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
    static const double degrees[3] = {31, -57, 113};
    for (int order = 0; order < 6; ++order) {
        double expected[12], step[12], own[12];
        MieniFbxLocal local = {.s = {1, 1, 1}};
        shift(0, 0, 0, expected);
        for (int k = 0; k < 3; ++k) {
            turn(names[order][k] - 'X', degrees[names[order][k] - 'X'], step);
            mieni_fbx_matrix_multiply(step, expected, expected);
        }
        mieni_fbx_rotation(degrees, order, local.q);
        mieni_fbx_matrix(&local, own);
        CHECK(difference(own, expected) < 1e-12);
    }
}

TEST(angles_come_back)
{
    for (int i = 0; i < 500; ++i) {
        const int order = i % 6, middle = (int[6]){1, 2, 2, 0, 0, 1}[order];
        double degrees[3], back[3], q[4], p[4], dot = 0;
        for (int k = 0; k < 3; ++k)
            degrees[k] = k == middle ? (i * 31 + 7) % 179 - 89 : (i * (47 + k) + 11) % 359 - 179;
        if (i % 25 == 0)
            degrees[middle] = i % 50 == 0 ? 90 : -90;
        mieni_fbx_rotation(degrees, order, q);
        mieni_fbx_angles(q, order, back);
        mieni_fbx_rotation(back, order, p);
        for (int k = 0; k < 4; ++k)
            dot += q[k] * p[k];
        CHECK_NEAR(fabs(dot), 1, 1e-12);
        for (int k = 0; i % 25 != 0 && k < 3; ++k)
            CHECK_NEAR(back[k], degrees[k], 1e-9);
    }
}

TEST(pivots_and_offsets_are_where_they_belong)
{
    // T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1, one after the other.
    const double t[3] = {1, 2, 3}, r[3] = {10, 20, 30}, s[3] = {2, 0.5, 3};
    const double pre[3] = {5, -15, 25}, post[3] = {-35, 45, 55};
    MieniFbxModel model = {.order = 2,
                           .rotation_offset = {0.1, 0.2, 0.3},
                           .rotation_pivot = {1.5, -2, 0.5},
                           .scaling_offset = {-0.4, 0.7, 0.2},
                           .scaling_pivot = {3, 1, -1}};
    double q[4], steps[11][12], whole[12], own[12];
    mieni_fbx_rotation(pre, 0, model.before);
    mieni_fbx_rotation(post, 0, q);
    for (int k = 0; k < 4; ++k)
        model.after[k] = k < 3 ? -q[k] : q[k];
    shift(t[0], t[1], t[2], steps[0]);
    shift(0.1, 0.2, 0.3, steps[1]);
    shift(1.5, -2, 0.5, steps[2]);
    MieniFbxLocal part = {.s = {1, 1, 1}};
    memcpy(part.q, model.before, sizeof part.q);
    mieni_fbx_matrix(&part, steps[3]);
    mieni_fbx_rotation(r, 2, part.q);
    mieni_fbx_matrix(&part, steps[4]);
    memcpy(part.q, model.after, sizeof part.q);
    mieni_fbx_matrix(&part, steps[5]);
    shift(-1.5, 2, -0.5, steps[6]);
    shift(-0.4, 0.7, 0.2, steps[7]);
    shift(3, 1, -1, steps[8]);
    const double scale[12] = {2, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 3, 0};
    memcpy(steps[9], scale, sizeof scale);
    shift(-3, -1, 1, steps[10]);
    shift(0, 0, 0, whole);
    for (int i = 0; i < 11; ++i)
        mieni_fbx_matrix_multiply(whole, steps[i], whole);
    const MieniFbxLocal local = mieni_fbx_local(&model, t, r, s);
    mieni_fbx_matrix(&local, own);
    CHECK(difference(own, whole) < 1e-12);
}

TEST(inverses_undo)
{
    const double m[12] = {2, 0.5, -1, 3, 0.25, 1, 4, -2, 0, 3, 1, 7};
    double inverse[12], product[12], identity[12];
    shift(0, 0, 0, identity);
    CHECK(mieni_fbx_matrix_invert(m, inverse));
    mieni_fbx_matrix_multiply(m, inverse, product);
    CHECK(difference(product, identity) < 1e-12);
    const double flat[12] = {1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0};
    CHECK(!mieni_fbx_matrix_invert(flat, inverse));
    CHECK(difference(inverse, identity) == 0);
}

TEST(every_right_handed_space_turns_to_ours)
{
    int turned = 0;
    for (int i = 0; i < 216; ++i) {
        MieniFbxSettings space = {.coord = i % 3,
                                  .up = i / 3 % 3,
                                  .front = i / 9 % 3,
                                  .coord_sign = i / 27 % 2 ? -1 : 1,
                                  .up_sign = i / 54 % 2 ? -1 : 1,
                                  .front_sign = i / 108 ? -1 : 1};
        if (space.coord == space.up || space.up == space.front || space.coord == space.front)
            continue;
        MieniFbxLocal local = {.s = {1, 1, 1}};
        double m[12], up[3] = {0, 0, 0}, front[3] = {0, 0, 0}, coord[3] = {0, 0, 0};
        const bool is_right = mieni_fbx_turn(&space, local.q);
        mieni_fbx_matrix(&local, m);
        up[space.up] = space.up_sign;
        front[space.front] = space.front_sign;
        coord[space.coord] = space.coord_sign;
        mieni_fbx_matrix_apply(m, up, up);
        mieni_fbx_matrix_apply(m, front, front);
        mieni_fbx_matrix_apply(m, coord, coord);
        CHECK_NEAR(up[1], 1, 1e-12);
        CHECK_NEAR(front[2], 1, 1e-12);
        CHECK_NEAR(coord[0], is_right ? 1 : -1, 1e-12);
        CHECK_NEAR(mieni_fbx_determinant(m), 1, 1e-12);
        turned += is_right;
    }
    CHECK_INT(turned, 24);
}

CHECK_MAIN
{
    RUN(orders_turn_about_the_axes_they_name);
    RUN(angles_come_back);
    RUN(pivots_and_offsets_are_where_they_belong);
    RUN(inverses_undo);
    RUN(every_right_handed_space_turns_to_ours);
}
