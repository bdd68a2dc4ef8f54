// SPDX-License-Identifier: MIT
//
// What the sources that make clips share.

#pragma once

/// Compilers move arithmetic across changes of the control word, but not calls
/// that read memory: what must be rounded in the default environment is a call.
#if defined(__GNUC__)
#define MIENI_APART __attribute__((noinline))
#else
#define MIENI_APART
#endif

/// Beyond these an int could not count frames, or memory would not hold them.
enum { MIENI_MOST_CURVES = 10000, MIENI_MOST_FRAMES_PER_SECOND = 1000, MIENI_MOST_SECONDS = 3600 };
