// SPDX-License-Identifier: MIT
//
// Transforms in double against those that are evaluated with.

#include "support/check.h"

#include "base/transform.h"

TEST(compose_as_transforms_do)
{
    static const MienTransform parents[3] = {
        {{0.5f, 0.5f, 0.5f, 0.5f}, {1, 2, 3}, 0, {1, 1, 1}, 0},
        {{0.48f, -0.36f, 0.64f, 0.48f}, {-1, 0.5f, 4}, 0, {2, 2, 2}, 0},
        {{-0.36f, 0.48f, 0.48f, 0.64f}, {0, 0, 0}, 0, {1, 2, 0.5f}, 0},
    };
    static const MienTransform children[3] = {
        {{0, 0, 0, 1}, {1, 2, 5}, 0, {1, 1, 1}, 0},
        {{0.64f, 0.48f, -0.36f, 0.48f}, {-3, 0, 0.25f}, 0, {0.5f, 1, 3}, 0},
        {{0, 0.6f, 0, 0.8f}, {7, -5, 2}, 0, {1, 1, 1}, 0},
    };
    for (int p = 0; p < 3; ++p)
        for (int c = 0; c < 3; ++c) {
            const MienTransform made = mien_transform_compose(&parents[p], &children[c]);
            const MieniPlace parent = mieni_place_of(&parents[p]), child = mieni_place_of(&children[c]);
            const MieniPlace place = mieni_place_compose(&parent, &child), same = mieni_place_of(&made);
            for (int k = 0; k < 4; ++k)
                CHECK_NEAR(place.q[k], same.q[k], 1e-6);
            for (int k = 0; k < 3; ++k) {
                CHECK_NEAR(place.t[k], same.t[k], 1e-5);
                CHECK_NEAR(place.s[k], same.s[k], 1e-6);
            }
        }
}

/// A turn moves the points of a shell by the chord, a step by its length, a stretch by its part.
TEST(distances)
{
    const MienTransform rest = mien_transform_identity();
    MienTransform turned = rest, moved = rest, stretched = rest;
    turned.rotation = (MienQuat){0, 0.6f, 0, 0.8f}; // sine and cosine of half the angle
    moved.translation = (MienVec3){2, 3, 6};
    stretched.scale = (MienVec3){1, 1.5f, 1};
    const MieniPlace from = mieni_place_of(&rest), turn = mieni_place_of(&turned),
                     move = mieni_place_of(&moved), stretch = mieni_place_of(&stretched);
    CHECK_NEAR(mieni_place_distance(&from, &from, 2), 0, 0);
    CHECK_NEAR(mieni_place_distance(&from, &turn, 2), 2 * 2 * 0.6, 1e-6);
    CHECK_NEAR(mieni_place_distance(&from, &move, 2), 7, 1e-6);
    CHECK_NEAR(mieni_place_distance(&from, &stretch, 2), 2 * 0.5, 1e-6);
}

TEST(extents)
{
    const MieniPlace places[3] = {{.t = {1, -2, 0}}, {.t = {4, 3, 1}}, {.t = {2, 0, 3}}};
    CHECK_NEAR(mieni_places_extent(places, 3), 5, 0);
    CHECK_NEAR(mieni_places_extent(places, 1), 0, 0);
    CHECK_NEAR(mieni_places_extent(places, 0), 0, 0);
}

CHECK_MAIN
{
    RUN(compose_as_transforms_do);
    RUN(distances);
    RUN(extents);
}
