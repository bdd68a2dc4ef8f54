// SPDX-License-Identifier: MIT
//
// Sound for recognisers: one channel of 16-bit samples at 16 kHz, the same bits on every platform.

#pragma once

#include "base/arena.h"
#include "io/wav_read.h"

enum { MIENI_SPEECH_RATE = 16000 };

/// The mean of all channels at 16 kHz, from the arena; NULL without memory. The sound has at most 2^27
/// frames.
int16_t *mieni_wav_resample(const MieniWav *wav, MieniArena *arena, int *out_count);
