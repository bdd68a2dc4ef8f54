// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "cli/live/calibrating.h"

#include "project/recipes/calibration.h"

int cli_calibrating_open(const CliArgs *args, CliCalibrating *calibrating)
{
    const char *path = cli_value(args, "calibration", NULL);
    CliInput input;
    MieniAsset asset;
    MienError error = {0};
    if (path == NULL)
        return CLI_EXIT_OK;
    const int code = cli_input_open(args, path, &input);
    if (code != CLI_EXIT_OK)
        return code;
    MienStatus status =
        mieni_asset_read(&asset, MIENI_ASSET_CALIBRATION, input.data, input.size, NULL, &error);
    if (status == MIEN_OK)
        status = mieni_calibration_make(&asset, NULL, &calibrating->calibration, &error);
    mieni_asset_release(&asset);
    cli_input_close(&input);
    if (status != MIEN_OK)
        return cli_fail_error(args, path, &error);
    const int count = mien_live_calibration_desc(calibrating->calibration).curve_count;
    calibrating->values = mieni_arena_take(args->arena, (size_t)count, sizeof *calibrating->values);
    return calibrating->values != NULL ? CLI_EXIT_OK : cli_fail_memory(args);
}

void cli_calibrating_close(CliCalibrating *calibrating)
{
    mien_live_calibration_destroy(calibrating->calibration);
    calibrating->calibration = NULL;
}

const MienLiveFrame *cli_calibrating_run(CliCalibrating *calibrating, const MienLiveFrame *frame)
{
    if (calibrating->calibration == NULL || !frame->has_face)
        return frame;
    const MienLiveCalibrationDesc desc = mien_live_calibration_desc(calibrating->calibration);
    float *values = calibrating->values;
    for (int c = 0; c < desc.curve_count; ++c) {
        const int at = mien_live_frame_find(frame, desc.curves[c].name);
        values[c] = at >= 0 ? frame->values[at].value : desc.curves[c].neutral;
    }
    mien_live_calibration_run(calibrating->calibration, values, values);
    calibrating->frame = *frame;
    for (int c = 0; c < desc.curve_count; ++c)
        if (mien_live_frame_find(frame, desc.curves[c].name) >= 0)
            mien_live_frame_set(&calibrating->frame, desc.curves[c].name, values[c]);
    return &calibrating->frame;
}
