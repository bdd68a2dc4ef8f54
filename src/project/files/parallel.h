// SPDX-License-Identifier: MIT
//
// A parallel loop, for the work of a build on each of a million files.

#pragma once

/// Calls work for all indices below count, at most chunk of them at a time, from as many
/// threads as there are processors, this one among them; all are done when it returns.
/// What fits in one chunk is done without another thread. Where threads cannot be had, fewer
/// do the same.
void mieni_parallel(int count, int chunk, void (*work)(void *user, int first, int end), void *user);
