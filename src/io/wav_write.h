// SPDX-License-Identifier: MIT
//
// Writes sound as WAV: one channel of 16 bits, as every player reads.
//
// Ownership  Samples are the caller's and only read. Release the bytes with
//            mien_io_bytes_release; who puts them into a file replaces it whole.
// Threads    No state.
// Errors     Rates from 1 to 384000 a second, and at most MIENI_WAV_MOST_SAMPLES samples.
// Determinism The same samples give the same bytes.

#pragma once

#include "mien_io/gltf_write.h"

enum { MIENI_WAV_MOST_SAMPLES = 1 << 30 }; ///< Sizes in the file have 32 bits.

/// Writes samples. allocator and error may be NULL. On failure *out_bytes is empty.
MienStatus mieni_wav_write(const int16_t *samples, int sample_count, int rate, const MienAllocator *allocator,
                           MienIoBytes *out_bytes, MienError *error);
