// SPDX-License-Identifier: MIT
//
// What moves one vertex, and how much: the largest weights, brought to a sum of 1.

#pragma once

#include "mien/base.h"

/// The influences of one vertex.
typedef struct MieniInfluences {
    int count;
    uint32_t binds[MIEN_MAX_INFLUENCES];
    float weights[MIEN_MAX_INFLUENCES];
} MieniInfluences;

/// Adds an influence; of more than are kept the least goes, of equal ones the later.
void mieni_influences_add(MieniInfluences *influences, uint32_t bind, float weight);
/// Brings the sum to 1; what becomes 0 by that goes. Weights that sum to 1 as well as floats
/// can stay as they are, so that what was read once is read the same again.
void mieni_influences_normalize(MieniInfluences *influences);
/// Moves the influences of all vertices together, room for each, until as many are left as
/// are used; returns how many these are.
int mieni_influences_pack(uint16_t *binds, float *weights, size_t vertex_count, int room);
