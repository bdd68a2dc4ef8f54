// SPDX-License-Identifier: MIT
//
// Which triangles belong to closed surfaces, of whose backs nothing is ever seen: half the
// triangles of a head need not be drawn then.

#pragma once

#include "mien/math.h"

/// What finding closed surfaces works with, for one mesh.
typedef struct MieniClosing {
    const MienAllocator *allocator;
    const MienVec3 *positions;
    int vertex_count;
    uint32_t *places;  ///< Per vertex: the first one at the same place.
    uint32_t *parents; ///< Per vertex: towards the root of its surface.
    double *volumes;   ///< Per root: six times what the surface encloses.
    bool *are_open;    ///< Per root.
} MieniClosing;

/// Takes memory and finds vertices at the same place; false without memory.
bool mieni_closing_begin(MieniClosing *closing, const MienVec3 *positions, int vertex_count,
                         const MienAllocator *allocator);
/// Moves the triangles of closed surfaces to the front and says how many indices those
/// are; -1 without memory. A surface is closed if every edge is passed as often one way as
/// the other and its outside is outside.
int mieni_closing_sort(MieniClosing *closing, uint32_t *indices, int index_count);
void mieni_closing_end(MieniClosing *closing);
