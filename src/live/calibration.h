// SPDX-License-Identifier: MIT
//
// Limits of calibrations.

#pragma once

#define MIENI_LIVE_MAX_CURVES     1024
#define MIENI_LIVE_MAX_POSES      256
#define MIENI_LIVE_SMALLEST_RANGE 0.05f
