// SPDX-License-Identifier: MIT
//
// Pose drivers by Mien's own rules: at targets, between them, and what cooking says of
// them. The node that runs them is tested in test_driver_node.c.

#include "support/drivers.h"

#include "base/matrix.h"
#include "support/cases.h"
#include "support/ledger.h"
#include "support/random.h"

static const double near_bits = 1e-6;

// Distances and kernels

TEST(distances_are_what_they_say)
{
    MieniDriver driver = {.bone_count = 1, .axis = {0.0, 0.0, 1.0}};
    const double turn[3] = {0.0, 0.0, 350.0};
    double a[MIENI_DRIVER_PLACE], b[MIENI_DRIVER_PLACE], negative[MIENI_DRIVER_PLACE];
    turned_place(2, 10.0, a);
    memset(b, 0, sizeof b);
    mieni_driver_turn(turn, b);
    for (int k = 0; k < MIENI_DRIVER_PLACE; ++k)
        negative[k] = -b[k];
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_ROTATION, a, b), 20.0 * radians, near_bits);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_TWIST, a, b), 20.0 * radians, near_bits);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_SWING, a, b), 0.0, near_bits);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_ROTATION, a, negative), 20.0 * radians,
               near_bits);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_TWIST, a, negative), 20.0 * radians, near_bits);
    turned_place(0, 30.0, b);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_SWING, a, b), 30.0 * radians, near_bits);
    b[4] = 0.03;
    b[6] = 0.04;
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_EUCLIDEAN, a, b), 0.05, near_bits);
    turned_place(0, 180.0, b); // half a turn across the axis: no twist is defined
    a[0] = a[1] = a[2] = 0.0;
    a[3] = 1.0;
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_TWIST, a, b), 0.0, near_bits);
    const double half[MIENI_DRIVER_PLACE] = {1.0}; // the same to the bit: all of it is swing
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_SWING, a, half), 180.0 * radians, near_bits);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_SWING, half, half), 0.0, near_bits);
}

TEST(several_bones_add_up)
{
    MieniDriver driver = {.bone_count = 2, .axis = {1.0, 0.0, 0.0}};
    double a[2 * MIENI_DRIVER_PLACE], b[2 * MIENI_DRIVER_PLACE];
    turned_place(1, 0.0, a);
    turned_place(1, 0.0, a + MIENI_DRIVER_PLACE);
    turned_place(1, 30.0, b);
    turned_place(2, 40.0, b + MIENI_DRIVER_PLACE);
    CHECK_NEAR(mieni_driver_distance(&driver, MIENI_DISTANCE_ROTATION, a, b), 50.0 * radians, near_bits);
}

/// X first, about the parent's axes.
TEST(turns)
{
    const double turn[3] = {90.0, 0.0, 90.0}, half = sqrt(0.5);
    const double expected[4] = {0.5, 0.5, 0.5, 0.5}; // z 90 after x 90
    double q[4];
    mieni_driver_turn(turn, q);
    for (int k = 0; k < 4; ++k)
        CHECK_NEAR(q[k], expected[k], near_bits);
    const double about_y[3] = {0.0, 90.0, 0.0};
    mieni_driver_turn(about_y, q);
    CHECK_NEAR(q[1], half, near_bits);
    CHECK_NEAR(q[3], half, near_bits);
}

TEST(kernels)
{
    static const double expected[] = {.778800783, .606530660, .5, .875, .96875};
    for (int kernel = 0; kernel < 5; ++kernel) {
        DriverRig rig;
        driver_begin(&rig, false, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_ROTATION);
        rig.source.kernel = (MieniKernel)kernel;
        rig.source.radius = 60.0;
        rig.source.normalise = MIENI_NORMALISE_NONE;
        driver_turned(&rig, 1, 0.0);
        rig.targets[0].gain = 3.0;
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        CHECK_NEAR((double)driver_ask_turned(&rig, 1, 30.0)[0], 3.0 * expected[kernel], near_bits);
        driver_end(&rig);
    }
}

// At targets

/// A rotation of at most this many degrees, or a translation of at most this many metres.
static void random_place(Random *random, MieniDriverAt *at, double most)
{
    double n = 0.0, sine, cosine;
    for (int k = 0; k < 3; ++k) {
        at->q[k] = random_between(random, -1.0, 1.0);
        at->t[k] = random_between(random, -most, most);
        n += at->q[k] * at->q[k];
    }
    mien_sincos(random_between(random, 0.0, most) * radians * 0.5, &sine, &cosine);
    for (int k = 0; k < 3; ++k)
        at->q[k] *= n > 1e-6 ? sine / sqrt(n) : 0.0;
    at->q[3] = n > 1e-6 ? cosine : 1.0;
}

static void random_driver(Random *random, DriverRig *rig, int kernel, int bones)
{
    const int distance = random_below(random, 4);
    driver_begin(rig, false, MIENI_SOLVER_INTERPOLATIVE, (MieniDistance)distance);
    rig->source.kernel = (MieniKernel)kernel;
    rig->source.bone_count = bones;
    for (int k = 0; k < 3; ++k)
        rig->source.axis[k] = random_between(random, -1.0, 1.0) + (k == 0 ? 1.5 : 0.0);
    const bool has_own = random_below(random, 4) == 0;
    const double most = random_between(random, 20.0, 170.0);
    const int count = 1 + random_below(random, 24);
    for (int i = 0; i < count; ++i) {
        MieniDriverAt *at = driver_target(rig);
        for (int bone = 0; bone < bones; ++bone)
            random_place(random, &at[bone], most);
        if (has_own && random_below(random, 2) == 0) {
            rig->targets[i].kernel = random_below(random, 5);
            rig->targets[i].radius = random_between(random, 5.0, 60.0);
        }
    }
    if (count == 1)
        rig->source.radius = 30.0;
}

/// At every target its own weight is 1 and every other one 0, if the condition is good.
TEST(exact_at_targets)
{
    Random random = {property_seed(10)};
    Tally at_targets = {.limit = 1e-4}, said = {.limit = 1e-4};
    const int cases = property_cases(2000);
    int kernels[5] = {0}, high = 0, alone = 0;
    for (int c = 0; c < cases; ++c) {
        DriverRig rig;
        const int kernel = c % 5, bones = 1 + (c / 5) % 3;
        random_driver(&random, &rig, kernel, bones);
        const MienStatus status = driver_cook(&rig);
        CHECK_STATUS(status, MIEN_OK);
        if (status != MIEN_OK || rig.cooked.health[0] > 1e6) {
            ++high;
            CHECK(status != MIEN_OK || rig.cooked.health[1] > 0.0);
            driver_end(&rig);
            continue;
        }
        CHECK(rig.cooked.health[1] == 0.0);
        ++kernels[kernel];
        alone += bones == 1;
        ++at_targets.cases;
        tally(&said, rig.cooked.health[2]);
        const int n = rig.source.target_count;
        for (int i = 0; i < n; ++i) {
            const float *weights = driver_ask(&rig, rig.made[i].at);
            for (int k = 0; k < n; ++k)
                tally(&at_targets, fabs((double)weights[k] - (k == i ? 1.0 : 0.0)));
        }
        driver_end(&rig);
    }
    said.cases = at_targets.cases;
    tally_close(&at_targets, "weights at targets");
    tally_close(&said, "errors as reported");
    printf("gaussian %d, exponential %d, linear %d, cubic %d, quintic %d; one bone %d; above 1e6 %d\n",
           kernels[0], kernels[1], kernels[2], kernels[3], kernels[4], alone, high);
    CHECK(at_targets.cases > cases / 2);
}

/// What is no exact place of a target, as a pose rounded to float, changes little.
TEST(places_are_floats)
{
    DriverRig rig;
    driver_begin(&rig, false, MIENI_SOLVER_INTERPOLATIVE, MIENI_DISTANCE_ROTATION);
    for (int i = 0; i < 5; ++i)
        driver_turned(&rig, i % 3, 17.3 * (i + 1));
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    for (int k = 0; k < 5 * MIENI_DRIVER_PLACE; ++k)
        CHECK((double)(float)rig.cooked.at[k] == rig.cooked.at[k]);
    driver_end(&rig);
}

// Between targets

/// Targets in a row, step degrees apart, about an axis that swings the bone.
static void row_of_targets(DriverRig *rig, MieniKernel kernel, int count, double step)
{
    driver_begin(rig, false, MIENI_SOLVER_INTERPOLATIVE, MIENI_DISTANCE_SWING);
    rig->source.kernel = kernel;
    for (int i = 0; i < count; ++i)
        driver_turned(rig, 1, step * i);
}

/// The largest change of any weight between neighbours of a grid over the row.
static double largest_step(DriverRig *rig, double to, double grid)
{
    float before[DRIVER_TARGETS] = {0};
    double largest = 0.0;
    const int count = (int)(to / grid + 0.5), n = rig->source.target_count;
    for (int i = 0; i <= count; ++i) {
        const float *weights = driver_ask_turned(rig, 1, (double)i * grid);
        for (int k = 0; k < n && i > 0; ++k) {
            const double change = fabs((double)weights[k] - (double)before[k]);
            largest = change > largest ? change : largest;
        }
        memcpy(before, weights, sizeof(float) * (size_t)n);
    }
    return largest;
}

/// How far a weight gets above 1 on a grid over the row before it is clamped.
static double largest_overshoot(DriverRig *rig, double to, double grid)
{
    const int count = (int)(to / grid + 0.5), n = rig->source.target_count;
    double largest = 0.0;
    for (int i = 0; i <= count; ++i) {
        double at[MIENI_DRIVER_PLACE];
        turned_place(1, (double)i * grid, at);
        mieni_driver_solve(&rig->driver, at, rig->work, rig->work + n);
        for (int k = 0; k < n; ++k) {
            double sum = 0.0;
            for (int j = 0; j < n; ++j)
                sum += rig->work[j] * rig->cooked.inverse[j * n + k];
            largest = sum - 1.0 > largest ? sum - 1.0 : largest;
        }
    }
    return largest;
}

/// What determinants forbid (25 targets 4 degrees apart) is solved and well conditioned.
/// From one target to the next a weight goes from 0 to 1 in 40 steps of 0.1 degrees, so
/// 0.025 a step is the least possible; no step is more than 0.02 beyond that.
TEST(twenty_five_targets)
{
    static const char *const names[] = {"gaussian", "exponential", "linear"};
    for (int kernel = MIENI_KERNEL_GAUSSIAN; kernel <= MIENI_KERNEL_LINEAR; ++kernel) {
        DriverRig rig;
        row_of_targets(&rig, (MieniKernel)kernel, 25, 4.0);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        CHECK_NEAR((double)rig.cooked.radius, 6.0, 1e-4);
        CHECK(rig.cooked.health[0] <= 1e6 && rig.cooked.health[1] == 0.0);
        for (int i = 0; i < 25; ++i) {
            const float *weights = driver_ask(&rig, rig.made[i].at);
            for (int k = 0; k < 25; ++k)
                CHECK_NEAR((double)weights[k], k == i ? 1.0 : 0.0, 1e-4);
        }
        rig.driver.normalise = MIENI_NORMALISE_NONE;
        const double plain = largest_step(&rig, 96.0, 0.1);
        rig.driver.normalise = MIENI_NORMALISE_ABOVE_ONE;
        const double coarse = largest_step(&rig, 96.0, 0.1), fine = largest_step(&rig, 96.0, 0.01);
        const double overshoot = largest_overshoot(&rig, 96.0, 0.1);
        printf("%s: condition %.1f, error %.1e, overshoot %.4f, step %.4f as solved, %.4f normalised, %.5f "
               "at 0.01\n",
               names[kernel], rig.cooked.health[0], rig.cooked.health[2], overshoot, plain, coarse, fine);
        CHECK(overshoot <= 0.02);
        CHECK(plain <= 0.025 + 0.02);
        CHECK(fine <= 0.12 * coarse); // smaller steps, smaller changes: nothing jumps
        driver_end(&rig);
    }
}

/// Where targets are as far apart as correctives are, a step of 0.1 degrees changes no
/// weight by more than 0.02.
TEST(no_jumps)
{
    for (int kernel = MIENI_KERNEL_GAUSSIAN; kernel <= MIENI_KERNEL_LINEAR; ++kernel) {
        DriverRig rig;
        row_of_targets(&rig, (MieniKernel)kernel, 8, 15.0);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        for (int way = MIENI_NORMALISE_ABOVE_ONE; way <= MIENI_NORMALISE_NONE; ++way) {
            rig.driver.normalise = (MieniNormalise)way;
            CHECK(largest_step(&rig, 105.0, 0.1) <= 0.02);
        }
        driver_end(&rig);
    }
}

TEST(normalising)
{
    DriverRig rig;
    driver_begin(&rig, false, MIENI_SOLVER_ADDITIVE, MIENI_DISTANCE_ROTATION);
    rig.source.kernel = MIENI_KERNEL_LINEAR;
    rig.source.radius = 100.0;
    driver_turned(&rig, 1, -20.0);
    driver_turned(&rig, 1, 20.0);
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    static const struct {
        MieniNormalise way;
        double degrees, expected;
    } rows[] = {
        {MIENI_NORMALISE_NONE, 0.0, .8},         {MIENI_NORMALISE_ABOVE_ONE, 0.0, .5},
        {MIENI_NORMALISE_ALWAYS, 0.0, .5},       {MIENI_NORMALISE_NONE, 119.0, .01},
        {MIENI_NORMALISE_ABOVE_ONE, 119.0, .01}, {MIENI_NORMALISE_ALWAYS, 119.0, .16},
        {MIENI_NORMALISE_ALWAYS, 110.0, 1.0},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        rig.driver.normalise = rows[r].way;
        CHECK_NEAR((double)driver_ask_turned(&rig, 1, rows[r].degrees)[1], rows[r].expected, near_bits);
    }
    rig.driver.normalise = MIENI_NORMALISE_ABOVE_ONE;
    rig.made[0].is_excluded = true; // drives nothing, so the other one has all
    CHECK_NEAR((double)driver_ask_turned(&rig, 1, 0.0)[1], .8, near_bits);
    CHECK(driver_ask_turned(&rig, 1, 0.0)[0] == 0.0f);
    driver_end(&rig);
}

TEST(nothing_leads_to_nothing)
{
    DriverRig rig;
    row_of_targets(&rig, MIENI_KERNEL_GAUSSIAN, 3, 45.0);
    for (int solver = 0; solver < 2; ++solver) {
        rig.source.solver = (MieniSolver)solver;
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        for (int k = 0; k < MIENI_DRIVER_PLACE; ++k) {
            double at[MIENI_DRIVER_PLACE];
            turned_place(1, 45.0, at);
            at[k] = k % 2 == 0 ? (double)NAN : (double)INFINITY;
            const float *weights = driver_ask(&rig, at);
            CHECK(weights[0] == 0.0f && weights[1] == 0.0f && weights[2] == 0.0f);
        }
    }
    driver_end(&rig);
}

/// Radii, kernels and curves of targets make the matrix asymmetric, and stay exact.
TEST(own_settings)
{
    static const double curve[] = {0.0, 0.0, 0.4, 0.1, 1.0, 1.0};
    DriverRig rig;
    row_of_targets(&rig, MIENI_KERNEL_GAUSSIAN, 4, 30.0);
    rig.targets[0].radius = 80.0;
    rig.targets[1].kernel = MIENI_KERNEL_LINEAR;
    rig.targets[2].curve_count = 3;
    rig.targets[2].curve = curve;
    rig.targets[3].distance = MIENI_DISTANCE_ROTATION;
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK_NEAR((double)rig.cooked.radii[0], 80.0, 1e-4);
    CHECK_NEAR((double)rig.cooked.radii[1], 45.0, 1e-4);
    CHECK_INT(rig.cooked.kernels[1], MIENI_KERNEL_LINEAR);
    CHECK_INT(rig.cooked.distances[3], MIENI_DISTANCE_ROTATION);
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k)
            CHECK_NEAR((double)driver_ask(&rig, rig.made[i].at)[k], k == i ? 1.0 : 0.0, 1e-6);
    }
    driver_end(&rig);
}

/// Matrices and weights of random drivers, pinned: every platform has the same bits.
TEST(same_bits_everywhere)
{
    Random random = {20};
    MieniSha256 hash;
    char text[65];
    mieni_sha256_begin(&hash);
    for (int c = 0; c < 100; ++c) {
        DriverRig rig;
        random_driver(&random, &rig, c % 5, 1 + c % 2);
        CHECK_STATUS(driver_cook(&rig), MIEN_OK);
        for (int k = 0; k < 4; ++k)
            hash_double(&hash, rig.cooked.health[k]);
        for (int k = 0; k < rig.cooked.inverse_count; ++k)
            hash_double(&hash, rig.cooked.inverse[k]);
        for (int i = 0; i < 10; ++i) {
            double at[2 * MIENI_DRIVER_PLACE];
            for (int k = 0; k < 2 * MIENI_DRIVER_PLACE; ++k)
                at[k] = random_between(&random, -1.0, 1.0);
            driver_ask(&rig, at);
            for (int k = 0; k < rig.source.target_count; ++k)
                hash_float(&hash, rig.weights[k]);
        }
        driver_end(&rig);
    }
    hash_text(&hash, text);
    CHECK_STR(text, "2a9cd974a330b63e0007fb85139cb1e7fef4d27d3c37a65ebf749c40258163ac");
}

// Cooking

/// A radius far beyond the targets makes them hard to tell apart: lambda helps, and the
/// error says what it costs.
TEST(bad_conditions_are_mended)
{
    DriverRig rig;
    row_of_targets(&rig, MIENI_KERNEL_GAUSSIAN, 9, 2.0);
    rig.source.radius = 90.0;
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    const double *health = rig.cooked.health;
    CHECK(health[0] > 1e6 && health[1] > 0.0 && health[2] > 1e-4);
    // a tenth of it would not have been enough
    double m[81], inverse[81], determinant;
    for (int tenth = 0; tenth < 2; ++tenth) {
        for (int i = 0; i < 9; ++i) {
            for (int k = 0; k < 9; ++k)
                m[i * 9 + k] = mieni_driver_kernel(&rig.driver, k, rig.made[i].at);
            m[i * 10] += tenth ? 0.1 * health[1] : health[1];
        }
        const double norm = mieni_matrix_norm(m, 9);
        CHECK(mieni_matrix_invert(m, 9, inverse, &determinant));
        CHECK((norm * mieni_matrix_norm(inverse, 9) <= 1e6) == (tenth == 0));
    }
    printf("condition %.2g, lambda %.2g, error at targets %.3g\n", health[0], health[1], health[2]);
    driver_end(&rig);
}

/// Kernels that are one and the same leave nothing to invert.
TEST(no_inverse_at_all)
{
    static const double flat[] = {0.0, 1.0};
    DriverRig rig;
    row_of_targets(&rig, MIENI_KERNEL_LINEAR, 4, 30.0);
    for (int i = 0; i < 4; ++i) {
        rig.targets[i].curve_count = 1;
        rig.targets[i].curve = flat;
    }
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK(rig.cooked.health[0] == 1e30);
    CHECK_NEAR(rig.cooked.health[1], 1e-5, 1e-12);
    CHECK_NEAR(rig.cooked.health[2], 0.75, 1e-3); // each has a quarter everywhere
    driver_end(&rig);
}

TEST(automatic_radius)
{
    DriverRig rig;
    driver_begin(&rig, false, MIENI_SOLVER_INTERPOLATIVE, MIENI_DISTANCE_ROTATION);
    driver_turned(&rig, 1, 0.0);  // nearest 10
    driver_turned(&rig, 1, 10.0); // 10
    driver_turned(&rig, 1, 50.0); // 40
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK_NEAR((double)rig.cooked.radius, 30.0, 1e-4);
    rig.source.distance = MIENI_DISTANCE_EUCLIDEAN;
    rig.source.reads_translation = true;
    for (int i = 0; i < 3; ++i)
        rig.at[i][0].t[1] = 0.1 * i * i;
    CHECK_STATUS(driver_cook(&rig), MIEN_OK);
    CHECK_NEAR((double)rig.cooked.radius, 1.5 * (0.1 + 0.1 + 0.3) / 3.0, 1e-6);
    driver_end(&rig);
}

static void check_refused(DriverRig *rig, const char *place, int target, const char *key)
{
    CHECK_STATUS(driver_cook(rig), MIEN_ERROR_DATA);
    CHECK_STATUS(rig->error.status, MIEN_ERROR_DATA);
    CHECK_STR(rig->error.location, place);
    CHECK(rig->error.message[0] != '\0');
    CHECK_INT(rig->fault.target, target);
    CHECK_STR(rig->fault.key, key);
    CHECK(rig->cooked.at == NULL);
    driver_end(rig);
    row_of_targets(rig, MIENI_KERNEL_GAUSSIAN, 4, 30.0);
}

TEST(refusals)
{
    static const double curve[] = {0.5, 0.0, 0.5, 1.0};
    DriverRig rig;
    row_of_targets(&rig, MIENI_KERNEL_GAUSSIAN, 4, 30.0);
    rig.at[3][0].turn[1] = 30.0;
    check_refused(&rig, "targets[3]", 3, NULL); // where the second one is
    rig.at[3][0].turn[0] = 90.0;
    rig.at[3][0].turn[1] = 0.0;
    check_refused(&rig, "targets[3]", 3, NULL); // another twist is the same swing
    rig.source.target_count = 1;
    check_refused(&rig, "radius", -1, "radius");
    rig.source.target_count = 0;
    check_refused(&rig, "targets", -1, "targets");
    rig.source.target_count = 1025;
    check_refused(&rig, "targets", -1, "targets");
    rig.source.bone_count = 0;
    check_refused(&rig, "bones", -1, "bones");
    rig.source.radius = -1.0;
    check_refused(&rig, "radius", -1, "radius");
    rig.source.axis[0] = 0.0;
    check_refused(&rig, "axis", -1, "axis");
    rig.source.normalise = MIENI_NORMALISE_MEDIAN;
    check_refused(&rig, "normalise", -1, "normalise");
    rig.source.reads_translation = true;
    check_refused(&rig, "distance", -1, "distance");
    rig.source.distance = MIENI_DISTANCE_EUCLIDEAN;
    check_refused(&rig, "distance", -1, "distance");
    rig.targets[2].distance = MIENI_DISTANCE_EUCLIDEAN;
    check_refused(&rig, "targets[2].distance", 2, "distance");
    rig.targets[1].gain = 1e4;
    check_refused(&rig, "targets[1].gain", 1, "gain");
    rig.targets[1].radius = (double)NAN;
    check_refused(&rig, "targets[1].radius", 1, "radius");
    rig.targets[1].curve = curve;
    rig.targets[1].curve_count = 2;
    check_refused(&rig, "targets[1].curve", 1, "curve");
    rig.at[2][0] = (MieniDriverAt){.q = {0.0}};
    check_refused(&rig, "targets[2].bones", 2, "bones");
    rig.at[2][0].t[0] = 1e9;
    check_refused(&rig, "targets[2].bones", 2, "bones");
    rig.source.is_unreal = true;
    rig.source.solver = MIENI_SOLVER_ADDITIVE;
    check_refused(&rig, "radius", -1, "radius");
    rig.source.is_unreal = true;
    rig.targets[0].radius = 3.0;
    check_refused(&rig, "targets[0].radius", 0, "radius");
    driver_end(&rig);
}

static MienStatus cook_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const DriverRig *rig = given;
    MieniArena arena = {.allocator = allocator};
    MieniDriverCooked cooked;
    const MienStatus status = mieni_cook_driver(&rig->source, &arena, &cooked, NULL, error);
    *out_is_empty = cooked.at == NULL && cooked.inverse == NULL;
    mieni_arena_release(&arena);
    return status;
}

TEST(memory_runs_out)
{
    DriverRig rig;
    row_of_targets(&rig, MIENI_KERNEL_GAUSSIAN, 40, 4.0);
    check_call("cook", cook_with, &rig);
}

CHECK_MAIN
{
    RUN(distances_are_what_they_say);
    RUN(several_bones_add_up);
    RUN(turns);
    RUN(kernels);
    RUN(exact_at_targets);
    RUN(places_are_floats);
    RUN(twenty_five_targets);
    RUN(no_jumps);
    RUN(normalising);
    RUN(nothing_leads_to_nothing);
    RUN(own_settings);
    RUN(same_bits_everywhere);
    RUN(bad_conditions_are_mended);
    RUN(no_inverse_at_all);
    RUN(automatic_radius);
    RUN(refusals);
    RUN(memory_runs_out);
}
