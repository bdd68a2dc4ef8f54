// SPDX-License-Identifier: MIT
//
// Reads sound from WAV: plain samples of 8, 16, 24 or 32 bits and floats of 32, in any
// number of channels up to 64, wherever chunks lie.
//
// Ownership  What was read points into the bytes, which the caller keeps. Nothing is
//            allocated.
// Threads    No state.
// Errors     Places are bytes: "byte 36". A file that ends early has the frames that are there.

#pragma once

#include "mien/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct MieniWav {
    int rate;        ///< Frames per second.
    int channels;    ///< Samples of a frame.
    int frame_count; ///< At most 2^30.
    int sample_size; ///< Bytes: 1 to 4.
    bool is_float;
    const uint8_t *data;
} MieniWav;

/// Finds the sound in a file. error may be NULL.
MienStatus mieni_wav_read(const void *bytes, size_t size, MieniWav *out_wav, MienError *error);
/// One sample, from -1 to 1; floats that are no numbers are 0.
float mieni_wav_sample(const MieniWav *wav, int frame, int channel);
/// The least and the largest sample of all channels, of frames from first on that are there;
/// both 0 if none is.
void mieni_wav_peaks(const MieniWav *wav, int first, int count, float *out_min, float *out_max);
