// SPDX-License-Identifier: MIT
//
// Bones of clips and layers with a character per lane. Private to core.

#pragma once

#include "core/graph/data.h"
#include "core/simd/kernels.h"

/// The nodes that lead to a head, and the tile of characters that they run for. Bones are
/// evaluated only where they may be other than the reference pose.
typedef struct MieniLanes {
    MieniGraphRun *run;
    const MieniKernels *kernels;
    int head;
    int bone_count;
    const uint8_t *is_part; ///< Per node: it leads to the head.
    const uint32_t *own;    ///< Bits of bones that are evaluated.
    uint32_t *left;         ///< Room for as many bits.
    double *times;          ///< [node][MIEN_TILE], where clips stand.
    float **tiles;          ///< Per node: its result; NULL: the reference pose.
    float *room;            ///< Of tiles, a place after another, but for the first place.
    MienGraphInstance *instances[MIEN_TILE];
} MieniLanes;

/// Whether all nodes have a type that may run in lanes, so that there is a tile per place.
bool mieni_lanes_fit(const MienGraph *graph);
/// Notes a character after it was updated: where its clips stand.
void mieni_lanes_note(MieniLanes *lanes, int k, MienGraphInstance *instance);
/// Writes the head's own bones; the first place of results is out. Lanes from count on
/// repeat the first one.
void mieni_lanes_run(MieniLanes *lanes, int count, float *out);
