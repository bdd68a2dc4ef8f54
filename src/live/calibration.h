// SPDX-License-Identifier: MIT
//
// What calibrations need.

#pragma once

#define MIENI_LIVE_SMALLEST_RANGE 0.05f
