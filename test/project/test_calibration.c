// SPDX-License-Identifier: MIT
//
// Calibrations as text: they are read to the same bits, and mistakes are found where they are.

#include "support/check.h"

#include "project/recipes/calibration.h"

#include <string.h>

#define HEAD "{\"kind\": \"calibration\", \"version\": 1, "

static MienStatus make(const char *text, MienLiveCalibration **out, MienError *error)
{
    MieniAsset asset;
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_CALIBRATION, text, strlen(text), NULL, error);
    *out = NULL;
    if (status == MIEN_OK)
        status = mieni_calibration_make(&asset, NULL, out, error);
    mieni_asset_release(&asset);
    return status;
}

TEST(what_is_written_is_read_to_the_same_bits)
{
    const MienLiveCalibrationCurve curves[] = {
        {.name = "mouthSmileLeft", .neutral = 0.1f / 3, .full = 0.77f, .dead = 0.011f, .noise = 0.0013f},
        {.name = "cheekSquintLeft", .neutral = -0.05f, .full = 1},
        {.name = "eyeBlinkLeft", .neutral = 0.2f, .full = 0.9f, .is_lid = true},
    };
    const float smile[] = {0.7f, 1.0f / 3, 0}, squint[] = {0, 0.9f, 0};
    const MienLiveCalibrationPose poses[] = {{0, smile}, {1, squint}};
    const MienLiveCalibrationDesc desc = {curves, 3, poses, 2, NULL};
    MienLiveCalibration *calibration = NULL, *again = NULL;
    MieniAsset asset;
    MieniTextOut text = {0};
    CHECK_STATUS(mien_live_calibration_create(&desc, &calibration, NULL), MIEN_OK);
    CHECK_STATUS(mieni_calibration_begin(calibration, NULL, &asset, NULL), MIEN_OK);
    mieni_asset_write(&asset, &text);
    CHECK_STATUS(make(text.bytes, &again, NULL), MIEN_OK);
    const MienLiveCalibrationDesc read = mien_live_calibration_desc(again);
    CHECK_INT(read.curve_count, 3);
    CHECK_INT(read.pose_count, 2);
    for (int c = 0; c < 3; ++c) {
        CHECK_STR(read.curves[c].name, curves[c].name);
        CHECK(read.curves[c].neutral == curves[c].neutral && read.curves[c].full == curves[c].full);
        CHECK(read.curves[c].dead == curves[c].dead && read.curves[c].noise == curves[c].noise);
        CHECK(read.curves[c].is_lid == curves[c].is_lid);
        CHECK(read.poses[0].values[c] == smile[c] && read.poses[1].values[c] == squint[c]);
    }
    const float values[] = {0.5f, 0.25f, 0.95f};
    float before[3], after[3];
    mien_live_calibration_run(calibration, values, before);
    mien_live_calibration_run(again, values, after);
    CHECK(memcmp(before, after, sizeof before) == 0);
    mien_live_calibration_destroy(calibration);
    mien_live_calibration_destroy(again);
    mieni_asset_release(&asset);
    mieni_text_release(&text);
}

TEST(mistakes_are_found_where_they_are)
{
    static const struct {
        const char *text, *place;
    } rows[] = {
        {HEAD "\"curves\": [{\"name\": \"a\", \"neutral\": 0.98}]}", "curves[0].full"},
        {HEAD "\"curves\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", "line 1, curves[1]"},
        {HEAD "\"curves\": [{\"name\": \"a\", \"dead\": 0.6}]}", "line 1, curves[0].dead"},
        {HEAD "\"curves\": [{\"name\": \"a\"}], \"poses\": [{\"curve\": \"b\"}]}", "line 1, poses[0].curve"},
        {HEAD "\"curves\": [{\"name\": \"a\"}], \"poses\": [{\"curve\": \"a\", \"values\": {\"b\": 1}}]}",
         "line 1, poses[0].values.b"},
        {HEAD "\"curves\": [{\"name\": \"a\"}], \"poses\": [{\"curve\": \"a\"}]}", "poses[0].values[0]"},
        {HEAD "\"curves\": [{\"name\": \"a\", \"lid\": true}], \"poses\": [{\"curve\": \"a\"}]}",
         "poses[0].curve"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MienLiveCalibration *calibration;
        MienError error = {0};
        CHECK(make(rows[i].text, &calibration, &error) != MIEN_OK);
        CHECK(calibration == NULL);
        CHECK_STR(error.location, rows[i].place);
    }
}

TEST(too_many_curves_are_refused)
{
    MieniTextOut text = {0};
    MienLiveCalibration *calibration;
    MienError error = {0};
    mieni_text_put(&text, HEAD "\"curves\": [");
    for (int i = 0; i <= MIEN_LIVE_MAX_CURVES; ++i)
        mieni_text_putf(&text, "%s{\"name\": \"c%d\"}", i > 0 ? ", " : "", i);
    mieni_text_put(&text, "]}");
    CHECK_STATUS(make(text.bytes, &calibration, &error), MIEN_ERROR_LIMIT);
    mieni_text_release(&text);
}

CHECK_MAIN
{
    RUN(what_is_written_is_read_to_the_same_bits);
    RUN(mistakes_are_found_where_they_are);
    RUN(too_many_curves_are_refused);
}
