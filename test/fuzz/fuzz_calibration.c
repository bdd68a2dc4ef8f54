// SPDX-License-Identifier: MIT
//
// Fuzzes calibrations as text: one that is read gives numbers, and is written and read to the same bits.

#include "project/recipes/calibration.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienLiveCalibration *read_from(const void *bytes, size_t size)
{
    MieniAsset asset;
    MienLiveCalibration *calibration = NULL;
    if (mieni_asset_read(&asset, MIENI_ASSET_CALIBRATION, bytes, size, NULL, NULL) == MIEN_OK)
        (void)mieni_calibration_make(&asset, NULL, &calibration, NULL);
    mieni_asset_release(&asset);
    return calibration;
}

static void run(MienLiveCalibration *calibration, float out[MIEN_LIVE_MAX_CURVES])
{
    float values[MIEN_LIVE_MAX_CURVES];
    const int count = mien_live_calibration_desc(calibration).curve_count;
    for (int c = 0; c < count; ++c)
        values[c] = (float)(c % 7) * 0.2f;
    mien_live_calibration_run(calibration, values, out);
    for (int c = 0; c < count; ++c)
        if (!(out[c] >= 0 && out[c] <= 1e6f))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static float once[MIEN_LIVE_MAX_CURVES], again[MIEN_LIVE_MAX_CURVES];
    MienLiveCalibration *first = read_from(data, size), *second;
    MieniAsset asset;
    MieniTextOut text = {0};
    if (first == NULL)
        return 0;
    run(first, once);
    if (mieni_calibration_begin(first, NULL, &asset, NULL) != MIEN_OK)
        abort();
    mieni_asset_write(&asset, &text);
    second = read_from(text.bytes, text.size);
    if (second == NULL)
        abort();
    run(second, again);
    const int count = mien_live_calibration_desc(first).curve_count;
    if (memcmp(once, again, (size_t)count * sizeof *once) != 0)
        abort();
    mien_live_calibration_destroy(first);
    mien_live_calibration_destroy(second);
    mieni_asset_release(&asset);
    mieni_text_release(&text);
    return 0;
}
