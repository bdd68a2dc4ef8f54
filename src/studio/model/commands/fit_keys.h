// SPDX-License-Identifier: MIT
//
// Fits few cubic keys to many samples, within an error limit. The same samples give the same keys
// on every platform.

#pragma once

#include "mien_author/clip.h"

/// Fits keys to samples at a rate, from time 0. Each segment is the least-squares cubic through its
/// two ends; where that is farther from a sample than error, the segment is cut at the worst one.
/// keys must have room for sample_count. Returns how many there are.
int studio_fit_keys(const float *samples, int sample_count, double rate, float error,
                    MienAuthorKey *out_keys);
