// SPDX-License-Identifier: MIT
//
// What moves one vertex.

#include "core/float_rules.h"

#include "io/influences.h"

#include <string.h>

/// Each of the quotients that make a sum 1 is rounded by at most 2^-24 of itself; so is
/// then their sum, and it is not divided again.
static const double SUM_TOLERANCE = 0x1p-23;

void mieni_influences_add(MieniInfluences *to, uint32_t bind, float weight)
{
    if (to->count == MIEN_MAX_INFLUENCES) {
        int least = 0;
        for (int i = 1; i < to->count; ++i)
            if (to->weights[i] <= to->weights[least])
                least = i;
        if (weight <= to->weights[least])
            return;
        --to->count;
        for (int i = least; i < to->count; ++i) {
            to->binds[i] = to->binds[i + 1];
            to->weights[i] = to->weights[i + 1];
        }
    }
    to->binds[to->count] = bind;
    to->weights[to->count++] = weight;
}

void mieni_influences_normalize(MieniInfluences *influences)
{
    double sum = 0.0;
    for (int i = 0; i < influences->count; ++i)
        sum += (double)influences->weights[i];
    if (sum >= 1.0 - SUM_TOLERANCE && sum <= 1.0 + SUM_TOLERANCE)
        return;
    int count = 0;
    for (int i = 0; i < influences->count; ++i) {
        const float weight = (float)((double)influences->weights[i] / sum);
        if (weight > 0.0f) {
            influences->binds[count] = influences->binds[i];
            influences->weights[count++] = weight;
        }
    }
    influences->count = count;
}

int mieni_influences_pack(uint16_t *binds, float *weights, size_t vertex_count, int room)
{
    const size_t all = (size_t)room;
    size_t used = 1;
    for (size_t v = 0; v < vertex_count && used < all; ++v)
        while (used < all && weights[all * v + used] > 0.0f)
            ++used;
    for (size_t v = 1; used < all && v < vertex_count; ++v) {
        memmove(binds + used * v, binds + all * v, used * sizeof *binds);
        memmove(weights + used * v, weights + all * v, used * sizeof *weights);
    }
    return (int)used;
}
