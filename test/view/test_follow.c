// SPDX-License-Identifier: MIT
//
// The way of the camera: none for what stays, smooth for what walks, a jump for what jumps.

#include "core/float_rules.h"

#include "support/check.h"
#include "view/follow.h"

enum { COUNT = 90 };

static const float leash = 0.05f;

/// 1.5 m/s along x, with steps of 2 cm up and down, twice a second.
static void walk(MienVec3 ways[COUNT])
{
    for (int i = 0; i < COUNT; ++i)
        ways[i] = (MienVec3){0.05f * (float)i, i % 15 < 7 ? 0.02f : -0.02f, 0.0f};
}

TEST(what_stays_near_is_not_followed)
{
    MienVec3 ways[COUNT], shifts[COUNT];
    for (int i = 0; i < COUNT; ++i)
        ways[i] = (MienVec3){i % 2 == 0 ? 0.03f : -0.03f, 0.02f, 0.0f};
    mieni_follow(ways, COUNT, 30.0, leash, shifts);
    for (int i = 0; i < COUNT; ++i)
        CHECK(shifts[i].x == 0.0f && shifts[i].y == 0.0f && shifts[i].z == 0.0f);
}

TEST(what_walks_is_followed_without_its_steps)
{
    MienVec3 ways[COUNT], shifts[COUNT];
    walk(ways);
    mieni_follow(ways, COUNT, 30.0, leash, shifts);
    for (int i = 0; i < COUNT; ++i) {
        CHECK_NEAR(shifts[i].x, ways[i].x, 1e-4); // also at both ends
        if (i > 0)
            CHECK_NEAR(shifts[i].y, shifts[i - 1].y, 0.005); // its steps are eight times that
    }
}

TEST(what_is_sudden_stays_on_the_leash)
{
    MienVec3 ways[COUNT], shifts[COUNT];
    for (int i = 0; i < COUNT; ++i)
        ways[i] = (MienVec3){0.0f, 0.0f, i < 40 ? 0.0f : i < 45 ? 0.2f * (float)(i - 39) : 1.0f};
    mieni_follow(ways, COUNT, 30.0, leash, shifts);
    for (int i = 0; i < COUNT; ++i)
        CHECK_NEAR(shifts[i].z, ways[i].z, (double)leash + 1e-6);
    CHECK_NEAR(shifts[0].z, 0.0f, 1e-6);
    CHECK_NEAR(shifts[COUNT - 1].z, 1.0f, 1e-6);
}

TEST(what_jumps_is_followed_at_once)
{
    MienVec3 ways[COUNT], shifts[COUNT];
    for (int i = 0; i < COUNT; ++i) // a clip of one second, three times
        ways[i] = (MienVec3){0.0f, 0.0f, 0.05f * (float)(i % 30)};
    mieni_follow(ways, COUNT, 30.0, leash, shifts);
    for (int i = 0; i < COUNT; ++i)
        CHECK_NEAR(shifts[i].z, ways[i].z, 1e-4);
    mieni_follow(ways, 0, 30.0, leash, shifts); // of nothing, nothing
}

CHECK_MAIN
{
    RUN(what_stays_near_is_not_followed);
    RUN(what_walks_is_followed_without_its_steps);
    RUN(what_is_sudden_stays_on_the_leash);
    RUN(what_jumps_is_followed_at_once);
}
