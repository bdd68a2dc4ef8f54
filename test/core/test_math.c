// SPDX-License-Identifier: MIT
//
// Quaternions and transforms: what they mean, against the same in double, and
// their exact bits.

#include "support/random.h"

#include "mien/math.h"
#include "support/check.h"

#include <float.h>

static const MienQuat identity = {0, 0, 0, 1};
/// A quarter turn about each axis, exact to the last bit of float.
static const float half_root = 0.70710678f;

static void check_quat(MienQuat got, float x, float y, float z, float w, double tolerance)
{
    CHECK_NEAR(got.x, x, tolerance);
    CHECK_NEAR(got.y, y, tolerance);
    CHECK_NEAR(got.z, z, tolerance);
    CHECK_NEAR(got.w, w, tolerance);
}

static void check_vec(MienVec3 got, double x, double y, double z, double tolerance)
{
    CHECK_NEAR(got.x, x, tolerance);
    CHECK_NEAR(got.y, y, tolerance);
    CHECK_NEAR(got.z, z, tolerance);
}

static float random_float(Random *random, double size) { return (float)random_between(random, -size, size); }

static MienQuat random_quat(Random *random)
{
    return (MienQuat){random_float(random, 1), random_float(random, 1), random_float(random, 1),
                      random_float(random, 1)};
}

static MienTransform random_transform(Random *random)
{
    return (MienTransform){
        .rotation = mien_quat_normalize(random_quat(random)),
        .translation = {random_float(random, 2), random_float(random, 2), random_float(random, 2)},
        .scale = {random_float(random, 3), random_float(random, 3), random_float(random, 3)},
    };
}

/// What a transform means: rotation(scale * p) + translation.
static MienVec3 transform_point(const MienTransform *t, MienVec3 p)
{
    const MienVec3 scaled = {t->scale.x * p.x, t->scale.y * p.y, t->scale.z * p.z};
    const MienVec3 r = mien_quat_rotate(t->rotation, scaled);
    return (MienVec3){r.x + t->translation.x, r.y + t->translation.y, r.z + t->translation.z};
}

TEST(layout)
{
    CHECK_INT(sizeof(MienTransform), 48);
    CHECK_INT(offsetof(MienTransform, translation), 16);
    CHECK_INT(offsetof(MienTransform, scale), 32);
    const MienTransform t = mien_transform_identity();
    check_quat(t.rotation, 0, 0, 0, 1, 0);
    check_vec(t.translation, 0, 0, 0, 0);
    check_vec(t.scale, 1, 1, 1, 0);
    CHECK_NEAR(t.reserved0, 0, 0);
    CHECK_NEAR(t.reserved1, 0, 0);
}

TEST(hamilton_product)
{
    const MienQuat i = {1, 0, 0, 0}, j = {0, 1, 0, 0}, k = {0, 0, 1, 0};
    check_quat(mien_quat_multiply(i, j), 0, 0, 1, 0, 0);
    check_quat(mien_quat_multiply(j, k), 1, 0, 0, 0, 0);
    check_quat(mien_quat_multiply(k, i), 0, 1, 0, 0, 0);
    check_quat(mien_quat_multiply(j, i), 0, 0, -1, 0, 0);
    check_quat(mien_quat_multiply(i, i), 0, 0, 0, -1, 0);
    const MienQuat a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
    check_quat(mien_quat_multiply(a, b), 24, 48, 48, -6, 0);
    check_quat(mien_quat_multiply(a, identity), 1, 2, 3, 4, 0);
}

TEST(product_rounds_in_the_written_order)
{
    // The terms of each component are 1 and two halves of its last place. From
    // left to right each half is rounded away; added up first they would not be.
    const float h = 0x1p-24f, g = 0x1p-25f;
    CHECK_NEAR(mien_quat_multiply((MienQuat){h, h, 0, 1}, (MienQuat){1, 0, 1, 1}).x, 1, 0);
    CHECK_NEAR(mien_quat_multiply((MienQuat){0, h, h, 1}, (MienQuat){1, 1, 0, 1}).y, 1, 0);
    CHECK_NEAR(mien_quat_multiply((MienQuat){h, 0, h, 1}, (MienQuat){0, 1, 1, 1}).z, 1, 0);
    CHECK_NEAR(mien_quat_multiply((MienQuat){g, g, 0, 1}, (MienQuat){1, 1, 0, 1}).w, 1, 0);
}

TEST(normalize)
{
    check_quat(mien_quat_normalize((MienQuat){0, 0, 0, 2}), 0, 0, 0, 1, 0);
    check_quat(mien_quat_normalize((MienQuat){0, -3, 0, 4}), 0, -0.6f, 0, 0.8f, 1e-7);
    Random random = {1};
    for (int n = 0; n < 10000; n++) {
        const MienQuat q = random_quat(&random), r = mien_quat_normalize(q);
        const double square = (double)r.x * r.x + (double)r.y * r.y + (double)r.z * r.z + (double)r.w * r.w;
        CHECK_NEAR(square, 1, 4 * (double)FLT_EPSILON);
    }
}

TEST(normalize_nothing)
{
    const float zero = 0.0f;
    const float not_a_number = zero / zero;
    check_quat(mien_quat_normalize((MienQuat){0, 0, 0, 0}), 0, 0, 0, 1, 0);
    // 2^-10 squared is 2^-20: the shortest that still has a direction.
    check_quat(mien_quat_normalize((MienQuat){0x1p-10f, 0, 0, 0}), 1, 0, 0, 0, 0);
    check_quat(mien_quat_normalize((MienQuat){0x1.fffffep-11f, 0, 0, 0}), 0, 0, 0, 1, 0);
    check_quat(mien_quat_normalize((MienQuat){0, not_a_number, 0, 1}), 0, 0, 0, 1, 0);
}

TEST(rotate)
{
    const MienVec3 v = {1, 2, 3};
    check_vec(mien_quat_rotate(identity, v), 1, 2, 3, 0);
    check_vec(mien_quat_rotate((MienQuat){half_root, 0, 0, half_root}, v), 1, -3, 2, 1e-6);
    check_vec(mien_quat_rotate((MienQuat){0, half_root, 0, half_root}, v), 3, 2, -1, 1e-6);
    check_vec(mien_quat_rotate((MienQuat){0, 0, half_root, half_root}, v), -2, 1, 3, 1e-6);
    check_vec(mien_quat_rotate((MienQuat){0, 0, 1, 0}, v), -1, -2, 3, 0);
}

TEST(product_rotates_by_the_second_first)
{
    Random random = {2};
    for (int n = 0; n < 10000; n++) {
        const MienQuat a = mien_quat_normalize(random_quat(&random));
        const MienQuat b = mien_quat_normalize(random_quat(&random));
        const MienVec3 v = {random_float(&random, 1), random_float(&random, 1), random_float(&random, 1)};
        const MienVec3 steps = mien_quat_rotate(a, mien_quat_rotate(b, v));
        check_vec(mien_quat_rotate(mien_quat_multiply(a, b), v), steps.x, steps.y, steps.z, 2e-6);
    }
}

TEST(compose_is_one_after_the_other)
{
    Random random = {3};
    for (int n = 0; n < 10000; n++) {
        MienTransform parent = random_transform(&random), child = random_transform(&random);
        parent.scale.y = parent.scale.z = parent.scale.x; // uniform: no shear
        const MienTransform both = mien_transform_compose(&parent, &child);
        const MienVec3 p = {random_float(&random, 1), random_float(&random, 1), random_float(&random, 1)};
        const MienVec3 q = transform_point(&child, p), steps = transform_point(&parent, q);
        check_vec(transform_point(&both, p), steps.x, steps.y, steps.z, 2e-5);
    }
}

TEST(compose_non_uniform)
{
    const MienTransform parent = {{0, 0, half_root, half_root}, {10, 20, 30}, 9, {2, 3, 4}, 9};
    const MienTransform child = {{half_root, 0, 0, half_root}, {1, 1, 1}, 9, {5, 6, 7}, 9};
    const MienTransform both = mien_transform_compose(&parent, &child);
    check_quat(both.rotation, 0.5f, 0.5f, 0.5f, 0.5f, 1e-6);
    check_vec(both.translation, 7, 22, 34, 1e-5);
    check_vec(both.scale, 10, 18, 28, 0);
    CHECK_NEAR(both.reserved0, 0, 0);
    CHECK_NEAR(both.reserved1, 0, 0);
}

TEST(bits)
{
    Random random = {4};
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    MienTransform chain = mien_transform_identity();
    for (int n = 0; n < 20000; n++) {
        const MienTransform t = random_transform(&random);
        const MienTransform c = mien_transform_compose(&chain, &t);
        const MienQuat q = mien_quat_normalize(c.rotation);
        const float all[] = {c.rotation.x,
                             c.rotation.y,
                             c.rotation.z,
                             c.rotation.w,
                             c.translation.x,
                             c.translation.y,
                             c.translation.z,
                             c.scale.x,
                             c.scale.y,
                             c.scale.z,
                             q.x,
                             q.y,
                             q.z,
                             q.w};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            hash_float(&hash, all[i]);
        chain = n % 8 == 0 ? t : c;
    }
    char text[65];
    hash_text(&hash, text);
    CHECK_STR(text, "9ceaa85773f7cb5afc94740755969be05f0ca3e39ebac0ae0410123fa2bb5e3a");
}

CHECK_MAIN
{
    RUN(layout);
    RUN(hamilton_product);
    RUN(product_rounds_in_the_written_order);
    RUN(normalize);
    RUN(normalize_nothing);
    RUN(rotate);
    RUN(product_rotates_by_the_second_first);
    RUN(compose_is_one_after_the_other);
    RUN(compose_non_uniform);
    RUN(bits);
}
