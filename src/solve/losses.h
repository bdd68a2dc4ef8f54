// SPDX-License-Identifier: MIT
//
// What the poses cannot express of a take: how much motion of each part is lost, and in which
// frames a part loses much more than it usually does.

#pragma once

#include "base/arena.h"

typedef struct MieniLosses {
    int frame_count, part_count;
    float *values; ///< Per part and frame: metres.
    float *limits; ///< Per part.
    float *sorted; ///< For what is sorted.
} MieniLosses;

/// False without memory.
bool mieni_losses_create(MieniArena *arena, int frame_count, int part_count, MieniLosses *out_losses);
/// What a frame loses of each part, squared metres.
void mieni_losses_note(MieniLosses *losses, int frame, const double *parts);
/// Writes what was asked for, both may be NULL, one per frame and one per part. Returns how many frames
/// are flagged. visible: from which loss of a part on it can be seen, metres.
int mieni_losses_finish(MieniLosses *losses, double visible, bool *out_flags, float *out_lost);
