// SPDX-License-Identifier: MIT
//
// Recorded speech: a sound, what is said in it, and the aligner that finds its phones.

#pragma once

#include "base/arena.h"
#include "io/formats.h"

/// Reads a sound of 0.1 s to 5 minutes and aligns it by the aligner of the reading. What is said is the
/// transcript, or the file beside it with the ending .txt or .lab; without both it is recognised. put takes
/// the phones in order. Memory is of the arena.
MienStatus mieni_wav_align(const MieniReading *reading, MieniArena *arena, MieniPutPhone put, void *to,
                           double *out_length, MienError *error);
