// SPDX-License-Identifier: MIT
//
// How long the window was deaf: for those who measure.

#pragma once

/// Tells on standard error whenever the main loop was busy for longer than a frame may take.
/// Does nothing unless MIEN_STUDIO_TIMES is set. Call it once, on the main thread.
void studio_stalls_watch(void);
