// SPDX-License-Identifier: MIT
//
// FBX curves at any time: kinds of segments, slopes that make themselves, what is beyond
// the keys. Values come from programs that show such curves, frame by frame.

#include "support/fbx/trees.h"

#include "io/fbx/curve.h"

#include <math.h>

static const int64_t frame = MIENI_FBX_SECOND / 24;

static MieniFbxKey key_at(int64_t frames, float value, MieniFbxMode mode)
{
    return (MieniFbxKey){.time = frames * frame,
                         .value = value,
                         .arrive_weight = 1.0f / 3,
                         .leave_weight = 1.0f / 3,
                         .mode = mode};
}

static double value_at(const MieniFbxCurve *curve, double frames)
{
    int cursor = 0;
    return mieni_fbx_curve_at(curve, frames * (double)frame, &cursor);
}

TEST(tension_continuity_and_bias)
{
    static const int frames[10] = {0, 6, 12, 24, 30, 42, 48, 51, 57, 60};
    static const float values[10] = {0, -2, 5, 0, 10, 6, -2, 4, -1, 4};
    static const float data[10][3] = {{-0.5f, 0.5f, 0.75f}, {-1, 1, -1},         {-1, 0, 1},
                                      {0, -1, -1},          {0, -4, 0},          {-0.8f, -0.2f, 0.6f},
                                      {0.8f, 0.2f, -0.4f},  {0.5f, 1.5f, -0.5f}, {0.5f, 1.5f, -0.5f},
                                      {0.5f, -0.5f, -0.6f}};
    static const double shown[][2] = {{1, -0.839699}, {4, -5.657407}, {7, -1.805556}, {15, 8.156250},
                                      {25, 2.407407}, {33, 4.290000}, {45, 1.076000}, {50, 2.875667},
                                      {54, 0.875000}, {59, 2.354167}};
    MieniFbxKey keys[10];
    for (int i = 0; i < 10; ++i)
        keys[i] = key_at(frames[i], values[i], MIENI_FBX_CUBIC);
    for (int i = 0; i < 10; ++i)
        mieni_fbx_auto_slopes(keys, 10, i, 0x208, data[i]);
    const MieniFbxCurve curve = {.count = 10, .keys = keys};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; ++i)
        CHECK_NEAR(value_at(&curve, shown[i][0]), shown[i][1], 2e-6);
}

TEST(slopes_by_neighbours)
{
    static const int frames[7] = {0, 2, 6, 10, 12, 15, 17};
    static const float values[7] = {0, 6, 6, 8, -1.04f, -1, 2}, none[3] = {0, 0, 0};
    static const double shown[18] = {0,      3.75, 6,       6,     6,        6,        6,  6.5325, 7.58667,
                                     8.3475, 8,    3.18667, -1.04, -1.02963, -1.01037, -1, 0.125,  2};
    MieniFbxKey keys[7];
    for (int i = 0; i < 7; ++i)
        keys[i] = key_at(frames[i], values[i], MIENI_FBX_CUBIC);
    for (int i = 0; i < 7; ++i)
        if (i != 4 && i != 5) // which are flat
            mieni_fbx_auto_slopes(keys, 7, i, 0x3108, none);
    const MieniFbxCurve curve = {.count = 7, .keys = keys};
    for (int i = 0; i < 18; ++i)
        CHECK_NEAR(value_at(&curve, i), shown[i], 1e-5);
}

TEST(slopes_that_never_lead_beyond)
{
    static const float none[3] = {0, 0, 0};
    MieniFbxKey keys[4] = {key_at(0, 0, MIENI_FBX_CUBIC), key_at(10, 1, MIENI_FBX_CUBIC),
                           key_at(12, 10, MIENI_FBX_CUBIC), key_at(30, 9, MIENI_FBX_CUBIC)};
    for (int i = 0; i < 4; ++i)
        mieni_fbx_auto_slopes(keys, 4, i, 0x4108, none);
    const MieniFbxCurve curve = {.count = 4, .keys = keys};
    CHECK(keys[1].leave > 0 && keys[2].leave == 0 && keys[0].leave == 0);
    for (int i = 0; i <= 300; ++i) {
        const double value = value_at(&curve, i / 10.0);
        CHECK(value >= -1e-9 && value <= 10 + 1e-9);
    }
}

TEST(weights_bend_time)
{
    MieniFbxKey keys[2] = {key_at(46, -5.905977f, MIENI_FBX_CUBIC), key_at(53, -5.118543f, MIENI_FBX_CUBIC)};
    static const double shown[8] = {-5.905977, -5.767788, -5.315578, -4.954943,
                                    -4.83559,  -4.856855, -4.960766, -5.118543};
    keys[0].leave_weight = 0.3333f;
    keys[1].arrive = -4.29038f;
    keys[1].arrive_weight = 0.7668f;
    const MieniFbxCurve curve = {.count = 2, .keys = keys};
    for (int i = 0; i < 8; ++i)
        CHECK_NEAR(value_at(&curve, 46 + i), shown[i], 2e-4);
}

TEST(steps_jump_at_their_ends)
{
    MieniFbxKey keys[4] = {key_at(0, 1, MIENI_FBX_HOLD), key_at(10, 2, MIENI_FBX_HOLD_NEXT),
                           key_at(20, 3, MIENI_FBX_LINE), key_at(30, 5, MIENI_FBX_LINE)};
    const MieniFbxCurve curve = {.count = 4, .keys = keys};
    CHECK_NEAR(value_at(&curve, 9.999), 1, 0);
    CHECK_NEAR(value_at(&curve, 10), 2, 0);
    CHECK_NEAR(value_at(&curve, 10.001), 3, 0);
    CHECK_NEAR(value_at(&curve, 25), 4, 1e-12);
    CHECK_NEAR(value_at(&curve, 99), 5, 0);
    CHECK_NEAR(value_at(&curve, -99), 1, 0);
}

TEST(beyond_the_keys)
{
    MieniFbxKey keys[3] = {key_at(0, 0, MIENI_FBX_LINE), key_at(10, 4, MIENI_FBX_LINE),
                           key_at(20, 2, MIENI_FBX_LINE)};
    MieniFbxCurve curve = {.count = 3, .keys = keys};
    curve.before = curve.after = (MieniFbxBeyond){'R', -1};
    CHECK_NEAR(value_at(&curve, 25), 2, 1e-9);
    CHECK_NEAR(value_at(&curve, -5), 3, 1e-9);
    CHECK_NEAR(value_at(&curve, 1005), 2, 1e-9);
    curve.before = curve.after = (MieniFbxBeyond){'M', -1};
    CHECK_NEAR(value_at(&curve, 25), 3, 1e-9);
    CHECK_NEAR(value_at(&curve, -5), 2, 1e-9);
    CHECK_NEAR(value_at(&curve, 45), 2, 1e-9);
    curve.before = curve.after = (MieniFbxBeyond){'A', -1};
    CHECK_NEAR(value_at(&curve, 25), 4, 1e-9);
    CHECK_NEAR(value_at(&curve, 45), 6, 1e-9);
    CHECK_NEAR(value_at(&curve, -5), 1, 1e-9);
    curve.before = curve.after = (MieniFbxBeyond){'K', -1};
    CHECK_NEAR(value_at(&curve, 30), 0, 1e-9);
    CHECK_NEAR(value_at(&curve, -10), -4, 1e-9);
    curve.after = (MieniFbxBeyond){'R', 1};
    CHECK_NEAR(value_at(&curve, 25), 2, 1e-9);
    CHECK_NEAR(value_at(&curve, 45), 2, 1e-9); // where one more round has ended
    curve.after = (MieniFbxBeyond){'M', 1};
    CHECK_NEAR(value_at(&curve, 45), 0, 1e-9);
}

TEST(beyond_the_keys_as_motionbuilder_shows_it)
{
    static const struct {
        MieniFbxBeyond before, after;
        double shown[8][2]; ///< Frames and values.
    } rows[] = {
        {{'M', -1},
         {'M', -1},
         {{18, 10.635811},
          {30, 10.635811},
          {42, -1.749766},
          {70, 10},
          {355, 7.71961},
          {-24, 11.522083},
          {-52, -0.431755},
          {-2207, 0}}},
        {{'M', 2},
         {'M', 3},
         {{-16, 10.635811},
          {-42, -2.065491},
          {-45, 0},
          {-73, 0},
          {65, 11.254428},
          {89, -2.051765},
          {93, 0},
          {100000, 0}}},
        {{'R', 2},
         {'R', 0},
         {{16, 8.8307},
          {-5, 10.635811},
          {-43, -1.753241},
          {-45, 0},
          {-46, 0},
          {24, 10},
          {25, 10},
          {10000, 10}}},
        {{'A', 2},
         {'A', 1},
         {{-8, -2.28039},
          {-44, -21.077311},
          {-45, -20},
          {-10000, -20},
          {25, 8.922688},
          {46, 20.95623},
          {47, 20},
          {100, 20}}},
        {{'K', -1},
         {'K', -1},
         {{5, -2.051765},
          {20, 11.633479},
          {30, 3.016101},
          {61, -33.067375},
          {14614, -16972.513672},
          {-5, 7.743417},
          {-94, 122.604103},
          {-14301, 18457.726562}}},
    };
    MieniFbxKey keys[2] = {key_at(1, 0, MIENI_FBX_CUBIC), key_at(24, 10, MIENI_FBX_CUBIC)};
    keys[0].leave = -30.9737f;
    keys[1].arrive = -27.9356f;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        const MieniFbxCurve curve = {
            .count = 2, .keys = keys, .before = rows[r].before, .after = rows[r].after};
        for (int i = 0; i < 8; ++i) {
            const double value = rows[r].shown[i][1];
            CHECK_NEAR(value_at(&curve, rows[r].shown[i][0]), value, 5e-5 + 5e-6 * fabs(value));
        }
    }
}

/// Reads a file of two keys with slopes: numbers as they are, or as the bits of floats.
static void check_slopes(FbxMaker maker, double flags, double leave, double arrive, float leave_value,
                         float arrive_value)
{
    const double times[2] = {0, (double)MIENI_FBX_SECOND}, values[2] = {1, 2};
    const double data[4] = {leave, arrive, 0, 0}, refs = 2;
    fbx_begin(&maker);
    fbx_open(&maker, "Objects");
    fbx_open(&maker, "AnimationCurve");
    fbx_integer(&maker, 'L', 7);
    fbx_open(&maker, "KeyTime");
    fbx_array(&maker, 'l', times, 2, false);
    fbx_close(&maker);
    fbx_open(&maker, "KeyValueFloat");
    fbx_array(&maker, 'f', values, 2, false);
    fbx_close(&maker);
    fbx_open(&maker, "KeyAttrFlags");
    fbx_array(&maker, 'i', &flags, 1, false);
    fbx_close(&maker);
    fbx_open(&maker, "KeyAttrDataFloat");
    fbx_array(&maker, 'f', data, 4, false);
    fbx_close(&maker);
    fbx_open(&maker, "KeyAttrRefCount");
    fbx_array(&maker, 'i', &refs, 1, false);
    fbx_close(&maker);
    fbx_close(&maker);
    fbx_close(&maker);
    fbx_end(&maker);
    Opened opened;
    MieniFbxScene scene;
    MieniFbxCurve curve = {0};
    open_bytes(&opened, maker.bytes, maker.size);
    CHECK_STATUS(opened.status, MIEN_OK);
    CHECK_STATUS(mieni_fbx_scene(&opened.file, &opened.arena, &scene, NULL), MIEN_OK);
    CHECK_INT(scene.object_count, 1);
    CHECK_STATUS(mieni_fbx_curve_read(&scene, 0, &opened.arena, &curve), MIEN_OK);
    CHECK_INT(curve.count, 2);
    CHECK_INT(curve.keys[0].mode, MIENI_FBX_CUBIC);
    CHECK(curve.keys[0].leave == leave_value && curve.keys[1].arrive == arrive_value);
    close_file(&opened);
    fbx_free(&maker);
}

TEST(slopes_of_files)
{
    const FbxMaker binary = {.version = 7400}, text = {.version = 7400, .is_text = true};
    check_slopes(binary, 0x408, 2, -3, 2, -3);
    check_slopes(binary, 0x408, 2.5, 0, 2.5f, 0);
    check_slopes(binary, 0x108, 7, 9, 1, 1); // which make themselves
    check_slopes(text, 0x408, 0x40000000, 0xC0400000, 2, -3);
    check_slopes(text, 0x408, 2.5, -0.25, 2.5f, -0.25f); // which can be no bits
}

TEST(a_cursor_changes_nothing)
{
    MieniFbxKey keys[64];
    for (int i = 0; i < 64; ++i)
        keys[i] = key_at(3 * i, (float)((i * 37) % 11), i % 3 == 0 ? MIENI_FBX_CUBIC : MIENI_FBX_LINE);
    const MieniFbxCurve curve = {.count = 64, .keys = keys};
    int cursor = 0;
    for (int i = 0; i < 2000; ++i) {
        const double at = (double)((i * 7919) % 190) + 0.25;
        CHECK(mieni_fbx_curve_at(&curve, at * (double)frame, &cursor) == value_at(&curve, at));
    }
    CHECK_NEAR(value_at(&(MieniFbxCurve){.fallback = 7}, 3), 7, 0);
}

CHECK_MAIN
{
    RUN(tension_continuity_and_bias);
    RUN(slopes_by_neighbours);
    RUN(slopes_that_never_lead_beyond);
    RUN(weights_bend_time);
    RUN(steps_jump_at_their_ends);
    RUN(beyond_the_keys);
    RUN(beyond_the_keys_as_motionbuilder_shows_it);
    RUN(slopes_of_files);
    RUN(a_cursor_changes_nothing);
}
