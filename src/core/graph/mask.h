// SPDX-License-Identifier: MIT
//
// Masks: a share per bone, from rows that name branches. Private to core.

#pragma once

#include "core/graph/data.h"

/// Adds a row to the shares of a skeleton's bones; they stay within 0 and 1.
/// distances is room for as many ints.
void mieni_mask_add(const MienSkeleton *skeleton, int bone, const MieniGraphMaskRow *row, int *distances,
                    float *shares);
/// Makes sure that the binding has a mask. Bones that are missing are reported for the
/// node that is the first to ask.
void mieni_binder_mask(MieniGraphBinder *binder, int node, int mask);
