// SPDX-License-Identifier: MIT
//
// Fades between any number of inputs: each has a weight, all add up to 1, and one of
// them is where the fade leads. It does not matter in how many steps time passes. A
// fade is part of an instance's state: no pointers. Private to core.

#pragma once

#include "core/graph/nodes.h"

#include <stddef.h>
#include <stdint.h>

typedef struct MieniFade {
    double elapsed;    ///< Of the fade under way, seconds.
    double duration;   ///< Of the fade under way.
    double lasted;     ///< Since the target was chosen, seconds.
    int32_t count;     ///< Of inputs. 0: not begun.
    int32_t target;    ///< Where it leads.
    int32_t shape;     ///< MIENI_SHAPE_...
    int32_t is_fading; ///< 0: the target's weight is 1, all others' 0.
    float weights[];   ///< count weights now, then count when the fade began.
} MieniFade;

/// Bytes of a fade.
size_t mieni_fade_size(int count);
/// All weight on one of count inputs; count is at least 1.
void mieni_fade_begin(MieniFade *fade, int count, int target);
/// Leads to another input from where the weights are. Without duration it is there.
void mieni_fade_to(MieniFade *fade, int target, double duration, int shape);
/// Lets seconds pass, at least 0.
void mieni_fade_advance(MieniFade *fade, double seconds);
