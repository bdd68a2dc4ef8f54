// SPDX-License-Identifier: MIT
//
// Curve sets, with presence bits and without, inside the table and outside.

#include "mien/curves.h"
#include "support/check.h"

#include <limits.h>

enum { COUNT = 70 }; // three words, the last one partly used

static float values[COUNT + 1];
static uint32_t present[4];
static const float guard = 12345.0f;

/// A set full of rubbish, to be cleared by the test.
static MienCurveSet dirty_set(bool with_presence)
{
    for (int i = 0; i < COUNT; i++)
        values[i] = 7.0f;
    values[COUNT] = guard;
    memset(present, 0xFF, sizeof present);
    return (MienCurveSet){.count = COUNT, .values = values, .present = with_presence ? present : NULL};
}

TEST(words)
{
    CHECK_INT(mien_curve_set_words(-1), 0);
    CHECK_INT(mien_curve_set_words(0), 0);
    CHECK_INT(mien_curve_set_words(1), 1);
    CHECK_INT(mien_curve_set_words(32), 1);
    CHECK_INT(mien_curve_set_words(33), 2);
    CHECK_INT(mien_curve_set_words(INT_MAX), 1 << 26);
}

TEST(clear_leaves_nothing_present)
{
    for (int with_presence = 0; with_presence <= 1; with_presence++) {
        const MienCurveSet set = dirty_set(with_presence);
        mien_curve_set_clear(&set);
        for (int i = 0; i < COUNT; i++) {
            CHECK(!mien_curve_set_has(&set, i));
            CHECK_NEAR(values[i], 0.0, 0.0);
        }
        CHECK_NEAR(values[COUNT], guard, 0.0);
        CHECK_INT(present[3], UINT32_MAX);
    }
}

TEST(put_and_remove)
{
    for (int with_presence = 0; with_presence <= 1; with_presence++) {
        const MienCurveSet set = dirty_set(with_presence);
        mien_curve_set_clear(&set);
        const int curves[] = {0, 31, 32, 63, 64, 69};
        for (int i = 0; i < 6; i++)
            mien_curve_set_put(&set, curves[i], (float)(i + 1));
        int seen = 0;
        for (int i = 0; i < COUNT; i++)
            seen += mien_curve_set_has(&set, i);
        CHECK_INT(seen, 6);
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(mien_curve_set_value(&set, curves[i]), i + 1, 0.0);
        mien_curve_set_remove(&set, 32);
        CHECK(!mien_curve_set_has(&set, 32) && mien_curve_set_has(&set, 31));
        CHECK_NEAR(values[32], 0.0, 0.0);
    }
}

TEST(a_zero_is_present_only_with_bits)
{
    MienCurveSet set = dirty_set(true);
    mien_curve_set_clear(&set);
    mien_curve_set_put(&set, 5, 0.0f);
    CHECK(mien_curve_set_has(&set, 5));
    set.present = NULL;
    CHECK(!mien_curve_set_has(&set, 5));
}

TEST(not_a_number_becomes_zero)
{
    const float zero = 0.0f * values[0]; // not a constant, so that 0/0 compiles
    const MienCurveSet set = dirty_set(true);
    mien_curve_set_clear(&set);
    mien_curve_set_put(&set, 5, zero / zero);
    CHECK_NEAR(values[5], 0.0, 0.0);
    CHECK(mien_curve_set_has(&set, 5));
    mien_curve_set_put(&set, 6, 1.0f / zero);
    CHECK(values[6] > 3.4e38f);
}

TEST(an_absent_value_reads_zero)
{
    const MienCurveSet set = dirty_set(true);
    memset(present, 0, sizeof present);
    CHECK_NEAR(mien_curve_set_value(&set, 3), 0.0, 0.0);
}

TEST(outside_nothing_happens)
{
    const MienCurveSet set = dirty_set(true);
    mien_curve_set_clear(&set);
    const int outside[] = {-1, COUNT, INT_MAX, INT_MIN};
    for (int i = 0; i < 4; i++) {
        mien_curve_set_put(&set, outside[i], 1.0f);
        mien_curve_set_remove(&set, outside[i]);
        CHECK(!mien_curve_set_has(&set, outside[i]));
        CHECK_NEAR(mien_curve_set_value(&set, outside[i]), 0.0, 0.0);
    }
    CHECK_NEAR(values[COUNT], guard, 0.0);
    CHECK_INT(present[2], 0);
    CHECK_INT(present[3], UINT32_MAX);

    const MienCurveSet empty = {0};
    mien_curve_set_clear(&empty);
    mien_curve_set_put(&empty, 0, 1.0f);
    CHECK(!mien_curve_set_has(&empty, 0));
    mien_curve_set_clear(NULL);
    CHECK(!mien_curve_set_has(NULL, 0));
}

CHECK_MAIN
{
    RUN(words);
    RUN(clear_leaves_nothing_present);
    RUN(put_and_remove);
    RUN(a_zero_is_present_only_with_bits);
    RUN(not_a_number_becomes_zero);
    RUN(an_absent_value_reads_zero);
    RUN(outside_nothing_happens);
}
