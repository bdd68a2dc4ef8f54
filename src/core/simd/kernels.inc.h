// SPDX-License-Identifier: MIT
//
// All kernels of one instruction set. A source defines KERNELS (the table's
// name), includes one vec_*.h, then this.

#include "core/simd/kernels.h"

#include <float.h>
#include <string.h>

#define KERNEL(name) kernel_##name
#ifndef RULE_LANES
#define RULE_LANES MIEN_TILE
#endif

#include "core/simd/pose_one.inc.h"
#include "core/simd/pose_rules.inc.h"
#include "core/simd/pose_tile.inc.h"

const MieniKernels KERNELS = {
    .clamp = KERNEL(clamp),
    .nonzero = KERNEL(nonzero),
    .add_groups = KERNEL(add_groups),
    .add_rows = KERNEL(add_rows),
    .finish = KERNEL(finish),
    .tile_asked = KERNEL(asked),
    .tile_rules = KERNEL(rules),
    .tile_bones = KERNEL(tile_bones),
    .tile_curves = KERNEL(tile_curves),
};
