// SPDX-License-Identifier: MIT
//
// Measures how long the main loop handled no input.

#pragma once

/// Prints to standard error whenever the main loop was busy for longer than a frame may take.
/// Does nothing unless MIEN_STUDIO_TIMES is set. Call it once, on the main thread.
void studio_stalls_watch(void);
