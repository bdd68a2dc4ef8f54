// SPDX-License-Identifier: MIT
//
// Poses that the target has already, as examples of how its poses differ from what is carried.

#pragma once

#include "transfer/faces.h"

/// What examples say about a bone: factors for what is carried.
typedef struct MieniGain {
    double shift[3], turn;
} MieniGain;

/// Learns from pins: a gain per bone of the target. NULL without memory, or without pins.
MieniGain *mieni_examples_learn(const MienTransferDesc *desc, const MieniFaces *faces, MieniArena *arena);
