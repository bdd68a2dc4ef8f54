// SPDX-License-Identifier: MIT
//
// Calibrations as text assets.

#pragma once

#include "asset/asset.h"
#include "mien_live/calibration.h"

/// Makes a calibration of an asset of this kind. Places of errors are those of the asset.
MienStatus mieni_calibration_make(const MieniAsset *asset, const MienAllocator *allocator,
                                  MienLiveCalibration **out_calibration, MienError *error);
/// A new asset that holds a calibration. Release it in any case.
MienStatus mieni_calibration_begin(const MienLiveCalibration *calibration, const MienAllocator *allocator,
                                   MieniAsset *out_asset, MienError *error);
