// SPDX-License-Identifier: MIT
//
// Frames of an actor, calibrated by an asset that an option names.

#pragma once

#include "cli/cli.h"
#include "mien_live/calibration.h"
#include "mien_live/live.h"

#define CLI_CALIBRATION_OPTION                                                                               \
    {                                                                                                        \
        .name = "calibration", .value = "FILE", .kind = CLI_FILE,                                            \
        .help = "Calibrate values by this asset, made by `mien live calibrate`"                              \
    }

/// Zero-initialise.
typedef struct CliCalibrating {
    MienLiveCalibration *calibration; ///< NULL: frames stay as they are.
    float *values;
    MienLiveFrame frame;
} CliCalibrating;

/// Opens what the option names, if it is given. Says what is wrong and returns the exit code.
int cli_calibrating_open(const CliArgs *args, CliCalibrating *calibrating);
void cli_calibrating_close(CliCalibrating *calibrating);
/// A frame with calibrated values, valid until the next one. Values that the calibration lacks stay.
const MienLiveFrame *cli_calibrating_run(CliCalibrating *calibrating, const MienLiveFrame *frame);
