// SPDX-License-Identifier: MIT
//
// The rules from curves to weights for one character: the crowd's code with a
// single lane. Few poses have masks, groups or in-betweens, so vectors over
// controls would gain nothing.

#include "core/float_rules.h"

#include "core/simd/vec_scalar.h"

#include "core/simd/kernels.h"

#define RULE_LANES 1

#define KERNEL(name) one_##name
#include "core/simd/pose_rules.inc.h"

void mieni_asked_one(const MieniPoseData *data, float *values) { one_asked(data, values); }

void mieni_rules_one(const MieniPoseData *data, const float *asked, float *applied, float *weights)
{
    one_rules(data, asked, applied, weights);
}

float mieni_mask_one(const MieniMask *mask, float source)
{
    float taken;
    vf_store(&taken, rule_mask(mask, vf_set1(source)));
    return taken;
}
