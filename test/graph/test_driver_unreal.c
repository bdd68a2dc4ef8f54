// SPDX-License-Identifier: MIT
//
// Pose drivers as Unreal has them. The numbers are what its formulas give, worked out
// apart from this library; each stands beside the name of its vector.

#include "support/drivers.h"

#include "base/matrix.h"

static const double printed = 1e-5; ///< Numbers are given to six digits.

static void check_weights(const float *weights, const double *expected, int count)
{
    for (int i = 0; i < count; ++i)
        CHECK_NEAR((double)weights[i], expected[i], printed);
}

/// V10: what the kernels of the additive solver are at half a radius.
TEST(additive_kernels)
{
    static const double expected[] = {.778801, .606531, .5, .875, .96875};
    for (int kernel = 0; kernel < 5; ++kernel) {
        DriverRig rig;
        driver_begin(&rig, true, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_SWING);
        rig.source.kernel = (MieniKernel)kernel;
        rig.source.radius = 60.0;
        driver_turned(&rig, 1, 0.0);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        CHECK_NEAR((double)driver_ask_turned(&rig, 1, 30.0)[0], expected[kernel], printed);
        driver_end(&rig);
    }
}

/// Swing targets at 0, 45 and 90 degrees.
static void three_targets(DriverRig *rig, MieniSolver solver, MieniKernel kernel, double radius)
{
    driver_begin(rig, true, solver, MIENI_DISTANCE_SWING);
    rig->source.kernel = kernel;
    rig->source.radius = radius;
    for (int i = 0; i < 3; ++i)
        driver_turned(rig, 1, 45.0 * i);
}

/// V11: the additive solver, as it is and normalised in both ways.
TEST(additive_solver)
{
    static const struct {
        double degrees, raw[3], above[3], always[3];
    } rows[] = {
        {0, {1.0, .367879, .018316}, {.721399, .265388, .013213}, {.721399, .265388, .013213}},
        {20, {.820755, .734444, .088944}, {.499199, .446703, .054097}, {.499199, .446703, .054097}},
        {45, {.367879, 1.0, .367879}, {.211942, .576117, .211942}, {.211942, .576117, .211942}},
        {70, {.088944, .734444, .820755}, {.054097, .446703, .499199}, {.054097, .446703, .499199}},
        {120, {.000816, .062177, .64118}, {.000816, .062177, .64118}, {.001159, .088297, .910544}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        DriverRig rig;
        three_targets(&rig, MIENI_SOLVER_ADDITIVE, MIENI_KERNEL_GAUSSIAN, 45.0);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        double at[MIENI_DRIVER_PLACE], kernels[3], raw[3];
        turned_place(1, rows[r].degrees, at);
        mieni_driver_solve(&rig.driver, at, kernels, raw);
        for (int i = 0; i < 3; ++i)
            CHECK_NEAR(raw[i], rows[r].raw[i], printed);
        rig.driver.normalise = MIENI_NORMALISE_ABOVE_ONE;
        check_weights(driver_ask(&rig, at), rows[r].above, 3);
        rig.driver.normalise = MIENI_NORMALISE_NONE; // divides above one all the same
        check_weights(driver_ask(&rig, at), rows[r].above, 3);
        rig.driver.normalise = MIENI_NORMALISE_ALWAYS;
        check_weights(driver_ask(&rig, at), rows[r].always, 3);
        driver_end(&rig);
    }
}

/// V12: the interpolative solver with the automatic radius, which is 60 degrees.
TEST(interpolative_solver)
{
    static const double at[] = {0.0, 20.0, 45.0, 70.0, 120.0};
    static const struct {
        MieniKernel kernel;
        double raw[5][3];
    } rows[] = {
        {MIENI_KERNEL_GAUSSIAN,
         {{1, 0, 0}, {.524341, .415541, 0}, {0, 1, 0}, {0, .415541, .524341}, {0, 0, .620354}}},
        {MIENI_KERNEL_EXPONENTIAL,
         {{1, 0, 0}, {.438265, .336808, 0}, {0, 1, 0}, {0, .336808, .438265}, {0, 0, .367879}}},
        {MIENI_KERNEL_LINEAR,
         {{1, 0, 0}, {.547619, .47619, 0}, {0, 1, 0}, {0, .47619, .547619}, {.035714, 0, .535714}}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        DriverRig rig;
        three_targets(&rig, MIENI_SOLVER_INTERPOLATIVE, rows[r].kernel, 0.0);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        CHECK_NEAR((double)rig.cooked.radius, 60.0, 1e-4);
        CHECK(rig.cooked.health[0] > 1.0);
        CHECK_NEAR(rig.cooked.health[2], 0.0, 1e-9);
        for (int i = 0; i < 5; ++i) {
            double place[MIENI_DRIVER_PLACE], kernels[3], raw[3];
            turned_place(1, at[i], place);
            mieni_driver_solve(&rig.driver, place, kernels, raw);
            for (int k = 0; k < 3; ++k)
                CHECK_NEAR(raw[k], rows[r].raw[i][k], printed);
        }
        driver_end(&rig);
    }
}

/// Of the matrix that the driver was cooked from.
static double determinant_of(const DriverRig *rig)
{
    const int n = rig->source.target_count;
    static double m[DRIVER_TARGETS * DRIVER_TARGETS], inverse[DRIVER_TARGETS * DRIVER_TARGETS];
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k)
            m[i * n + k] = mieni_driver_kernel(&rig->driver, k, rig->made[i].at);
    }
    double determinant;
    mieni_matrix_invert(m, n, inverse, &determinant);
    return determinant;
}

/// V13: the determinant vanishes with many targets, and all weights with it.
TEST(many_targets_are_invalid)
{
    static const struct {
        int count;
        double step, radius;
        double determinants[3];
    } rows[] = {
        {5, 10.0, 20.0, {7.908e-01, 5.590e-01, 1.875e-01}},
        {9, 10.0, 33.3333, {2.939e-02, 5.687e-02, 2.338e-03}},
        {13, 10.0, 46.6667, {2.201e-05, 1.323e-03, 3.325e-06}},
        {17, 5.0, 30.0, {5.850e-06, 9.874e-06, 2.269e-10}},
        {25, 4.0, 34.6667, {1.068e-12, 4.246e-11, 1.041e-17}},
        {37, 2.5, 31.6667, {1.705e-22, 3.755e-21, 6.657e-32}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        for (int kernel = MIENI_KERNEL_GAUSSIAN; kernel <= MIENI_KERNEL_LINEAR; ++kernel) {
            DriverRig rig;
            driver_begin(&rig, true, MIENI_SOLVER_INTERPOLATIVE, MIENI_DISTANCE_SWING);
            rig.source.kernel = (MieniKernel)kernel;
            for (int i = 0; i < rows[r].count; ++i)
                driver_turned(&rig, 1, rows[r].step * i);
            CHECK_STATUS(driver_cook(&rig), MIEN_OK);
            CHECK_NEAR((double)rig.cooked.radius, rows[r].radius, 1e-3);
            const double expected = rows[r].determinants[kernel]; // four digits; places are floats
            CHECK_NEAR(determinant_of(&rig) / expected, 1.0, 2e-3);
            const bool is_invalid = expected <= 1e-8;
            CHECK_INT(rig.cooked.health[3] != 0.0, is_invalid);
            const float *weights = driver_ask_turned(&rig, 1, 0.0);
            CHECK_NEAR((double)weights[0], is_invalid ? 0.0 : 1.0, 1e-4);
            driver_end(&rig);
        }
    }
}

/// V21: swing is compared as rotations, not as directions, and twist is not wrapped.
TEST(distances)
{
    MieniDriver driver = {.is_unreal = true, .bone_count = 1, .axis = {1.0, 0.0, 0.0}};
    double a[MIENI_DRIVER_PLACE], b[MIENI_DRIVER_PLACE];
    const double turn[3] = {40.0, 90.0, 0.0}; // X first
    turned_place(2, 90.0, b);
    memset(a, 0, sizeof a);
    mieni_driver_turn(turn, a);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_SWING, a, b), 120.0 * radians, printed);
    driver.is_unreal = false;
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_SWING, a, b), 90.0 * radians, printed);
    turned_place(0, 179.0, a);
    turned_place(0, -179.0, b);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_TWIST, a, b), 2.0 * radians, printed);
    driver.is_unreal = true;
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_TWIST, a, b), 358.0 * radians, printed);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_EUCLIDEAN, a, b), 358.0 * radians, printed);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_ROTATION, a, b), 2.0 * radians, printed);
    for (int axis = 0; axis < 3; ++axis) { // each of the three angles counts
        turned_place(axis, 10.0, a);
        turned_place(axis, 50.0, b);
        CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_EUCLIDEAN, a, b), 40.0 * radians, printed);
        for (int k = 0; k < 4; ++k) // and the length of a rotation does not
            b[k] *= 1.25;
        CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_EUCLIDEAN, a, b), 40.0 * radians, printed);
    }
}

/// The factor of `median` goes from "always" to "never" between its two distances.
TEST(within_the_median)
{
    static const struct {
        double degrees, share; ///< Of keeping.
    } rows[] = {{40.0, 0.0}, {45.0, 0.0}, {50.0, 1.0 / 3.0}, {57.0, 0.8}, {70.0, 1.0}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        DriverRig rig;
        driver_begin(&rig, true, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_ROTATION);
        rig.source.kernel = MIENI_KERNEL_LINEAR;
        rig.source.radius = 100.0;
        driver_turned(&rig, 1, 0.0);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        rig.driver.normalise = MIENI_NORMALISE_MEDIAN;
        const double kept = 1.0 - rows[r].degrees / 100.0;
        const double factor = 1.0 / kept + (1.0 - 1.0 / kept) * rows[r].share;
        CHECK_NEAR((double)driver_ask_turned(&rig, 1, rows[r].degrees)[0], kept * factor, printed);
        rig.driver.median[4] = 30.0; // most below least: never
        CHECK_NEAR((double)driver_ask_turned(&rig, 1, rows[r].degrees)[0], kept, printed);
        driver_end(&rig);
    }
}

/// T at half, one and one and a half, in each way of normalising.
TEST(normalising)
{
    static const double gains[] = {.25, .5, .75};
    for (int g = 0; g < 3; ++g) {
        DriverRig rig;
        driver_begin(&rig, true, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_ROTATION);
        rig.source.kernel = MIENI_KERNEL_LINEAR;
        rig.source.radius = 40.0 / (1.0 - gains[g]);
        driver_turned(&rig, 1, -40.0);
        driver_turned(&rig, 1, 40.0);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        for (int way = MIENI_NORMALISE_ABOVE_ONE; way <= MIENI_NORMALISE_NONE; ++way) {
            rig.driver.normalise = (MieniNormalise)way;
            const bool is_divided = way == MIENI_NORMALISE_ALWAYS || g == 2;
            const float *weights = driver_ask_turned(&rig, 1, 0.0);
            CHECK_NEAR((double)weights[0], is_divided ? .5 : gains[g], printed);
            CHECK_NEAR((double)weights[1], is_divided ? .5 : gains[g], printed);
        }
        driver_end(&rig);
    }
}

TEST(thresholds)
{
    DriverRig rig;
    driver_begin(&rig, true, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_ROTATION);
    rig.source.kernel = MIENI_KERNEL_LINEAR;
    rig.source.radius = 100.0;
    driver_turned(&rig, 1, 0.0);
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    rig.driver.normalise = MIENI_NORMALISE_ALWAYS;
    CHECK_NEAR((double)driver_ask_turned(&rig, 1, 99.98)[0], 1.0, printed);
    CHECK(driver_ask_turned(&rig, 1, 99.995)[0] == 0.0f); // total too small
    rig.driver.normalise = MIENI_NORMALISE_NONE;
    rig.driver.threshold = 0.2;
    CHECK(driver_ask_turned(&rig, 1, 81.0)[0] == 0.0f);
    CHECK_NEAR((double)driver_ask_turned(&rig, 1, 79.0)[0], 0.21, printed);
    driver_end(&rig);
}

/// A gain is part of the radius in one solver and of the weight in the other.
TEST(gains)
{
    DriverRig rig;
    driver_begin(&rig, true, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_ROTATION);
    rig.source.kernel = MIENI_KERNEL_LINEAR;
    rig.source.radius = 60.0;
    driver_turned(&rig, 1, 0.0);
    rig.targets[0].gain = 0.5;
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK_NEAR((double)driver_ask_turned(&rig, 1, 15.0)[0], 0.5, printed);
    rig.source.solver = MIENI_SOLVER_INTERPOLATIVE; // one target has 1 everywhere
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK_NEAR((double)driver_ask_turned(&rig, 1, 175.0)[0], 0.5, printed);
    driver_end(&rig);
}

/// Kernels, distances and curves of targets count in the additive solver alone.
TEST(own_kernels)
{
    static const double curve[] = {0.0, 0.0, 0.5, 0.25, 1.0, 1.0};
    for (int solver = 0; solver < 2; ++solver) {
        DriverRig rig;
        driver_begin(&rig, true, (MieniSolver)solver, MIENI_DISTANCE_ROTATION);
        rig.source.kernel = MIENI_KERNEL_LINEAR;
        rig.source.radius = 60.0;
        driver_turned(&rig, 1, 0.0);
        driver_turned(&rig, 1, 90.0);
        rig.targets[0].kernel = MIENI_KERNEL_CUBIC;
        rig.targets[0].distance = MIENI_DISTANCE_TWIST;
        rig.targets[1].curve_count = 3;
        rig.targets[1].curve = curve;
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        double at[MIENI_DRIVER_PLACE], kernels[2], raw[2];
        turned_place(1, 60.0, at);
        mieni_driver_solve(&rig.driver, at, kernels, raw);
        const bool is_additive = solver == MIENI_SOLVER_ADDITIVE;
        CHECK_NEAR(kernels[0], is_additive ? 1.0 : 0.0, printed);
        CHECK_NEAR(kernels[1], is_additive ? 0.25 : 0.5, printed);
        driver_end(&rig);
    }
}

/// Translations are centimetres, which angles take for degrees.
TEST(translations)
{
    DriverRig rig;
    driver_begin(&rig, true, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_EUCLIDEAN);
    rig.source.kernel = MIENI_KERNEL_LINEAR;
    rig.source.radius = 0.4;
    driver_target(&rig)->t[0] = 0.1;
    const double at[MIENI_DRIVER_PLACE] = {0.0, 0.0, 0.0, 1.0, 0.2, 0.0, 0.0};
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK_NEAR((double)driver_ask(&rig, at)[0], 0.75, printed);
    rig.source.distance = MIENI_DISTANCE_ROTATION;
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK_NEAR(mieni_driver_distance(&rig.driver, MIENI_DISTANCE_ROTATION, at, rig.cooked.at), 10.0 * radians,
               printed);
    CHECK_NEAR((double)driver_ask(&rig, at)[0], 0.75, printed);
    driver_end(&rig);
}

CHECK_MAIN
{
    RUN(additive_kernels);
    RUN(additive_solver);
    RUN(interpolative_solver);
    RUN(many_targets_are_invalid);
    RUN(distances);
    RUN(within_the_median);
    RUN(normalising);
    RUN(thresholds);
    RUN(gains);
    RUN(own_kernels);
    RUN(translations);
}
