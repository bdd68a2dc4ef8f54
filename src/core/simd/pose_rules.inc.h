// SPDX-License-Identifier: MIT
//
// From curve values to pose weights: remapping and clamping, masks, groups,
// in-betweens, combinations. Included once per instruction set, over the vector
// interface; arrays are [index][RULE_LANES], lanes are characters. Every step is
// finished for all controls before the next, so no order of controls matters.

static inline vf rule_saturate(vf a)
{
    a = vf_select(vf_lt(a, vf_set1(0.0f)), vf_set1(0.0f), a);
    return vf_select(vf_lt(vf_set1(1.0f), a), vf_set1(1.0f), a);
}

static inline vf rule_finish(vf a)
{
    return vf_add(a, vf_set1(0.0f)); // -0 becomes 0
}

static inline vf rule_remap(vf a, unsigned remap, float gain, float offset)
{
    if (remap & MIENI_CONTROL_BINARY)
        return vf_select(vf_lt(vf_set1(0.5f), a), vf_set1(1.0f), vf_set1(0.0f));
    if (remap & MIENI_CONTROL_SMOOTH) {
        a = rule_saturate(a);
        a = vf_mul(vf_mul(a, a), vf_sub(vf_set1(3.0f), vf_mul(vf_set1(2.0f), a)));
    }
    return vf_add(vf_mul(vf_set1(gain), a), vf_set1(offset));
}

/// Steps 1 and 2, in place: the curve's value becomes the asked value.
static void KERNEL(asked)(const MieniPoseData *data, float *values)
{
    const vf zero = vf_set1(0.0f);
    for (int c = 0; c < data->driven_pose_count; ++c) {
        const vf min = vf_set1(data->control_min[c]), max = vf_set1(data->control_max[c]);
        for (int lane = 0; lane < RULE_LANES; lane += VF_W) {
            float *at = values + (size_t)c * RULE_LANES + lane;
            vf a = vf_load(at);
            a = vf_select(vf_ne(a, a), zero, a);
            a = rule_remap(a, data->control_remap[c], data->control_gain[c], data->control_offset[c]);
            a = vf_select(vf_ne(a, a), zero, a); // an infinite value times a gain of 0
            a = vf_select(vf_lt(a, min), min, a);
            a = vf_select(vf_lt(max, a), max, a);
            vf_store(at, rule_finish(a));
        }
    }
}

/// The part of its target that a mask takes away.
static inline vf rule_mask(const MieniMask *mask, vf source)
{
    const vf amount = vf_set1(mask->amount);
    if (mask->kind == MIENI_MASK_BLOCK)
        return vf_select(vf_lt(vf_set1(mask->threshold), source), amount, vf_set1(0.0f));
    return vf_mul(amount, rule_saturate(source));
}

static void rule_masks(const MieniPoseData *data, const float *asked, float *applied, int lane)
{
    const vf one = vf_set1(1.0f);
    for (int i = 0; i < data->mask_count;) {
        const uint32_t target = data->masks[i].target;
        vf product = one, sum = vf_set1(0.0f);
        for (; i < data->mask_count && data->masks[i].target == target; ++i) {
            const MieniMask *mask = &data->masks[i];
            const vf taken = rule_mask(mask, vf_load(asked + (size_t)mask->source * RULE_LANES + lane));
            if (mask->kind == MIENI_MASK_SUM)
                sum = vf_add(sum, taken);
            else
                product = vf_mul(product, vf_sub(one, taken));
        }
        const float *from = asked + (size_t)target * RULE_LANES + lane;
        const vf factor = vf_mul(product, vf_sub(one, rule_saturate(sum)));
        vf_store(applied + (size_t)target * RULE_LANES + lane, rule_finish(vf_mul(vf_load(from), factor)));
    }
}

/// Keeps the largest: a member stays if fewer than keep others outrank it, by
/// size, then by lower index. tops holds what each member becomes.
static void rule_top(const MieniPoseData *data, const MieniGroup *group, float *applied, int lane)
{
    const uint32_t *members = data->members + group->first;
    vm stays[MIENI_MAX_TOP_MEMBERS];
    for (uint32_t i = 0; i < group->count; ++i) {
        const vf own = vf_abs(vf_load(applied + (size_t)members[i] * RULE_LANES + lane));
        vf rank = vf_set1(0.0f);
        for (uint32_t j = 0; j < group->count; ++j) {
            const vf other = vf_abs(vf_load(applied + (size_t)members[j] * RULE_LANES + lane));
            vm outranks = vf_lt(own, other);
            if (j < i)
                outranks = vm_or(outranks, vf_eq(own, other));
            rank = vf_add(rank, vf_select(outranks, vf_set1(1.0f), vf_set1(0.0f)));
        }
        stays[i] = vf_lt(rank, vf_set1((float)group->keep));
    }
    for (uint32_t i = 0; i < group->count; ++i) {
        float *at = applied + (size_t)members[i] * RULE_LANES + lane;
        vf_store(at, vf_select(stays[i], vf_load(at), vf_set1(0.0f)));
    }
}

static void rule_groups(const MieniPoseData *data, float *applied, int lane)
{
    for (int g = 0; g < data->group_count; ++g) {
        const MieniGroup *group = &data->groups[g];
        if (group->kind == MIENI_GROUP_TOP) {
            rule_top(data, group, applied, lane);
            continue;
        }
        const uint32_t *members = data->members + group->first;
        const vf limit = vf_set1(group->limit);
        vf total = vf_set1(0.0f);
        for (uint32_t i = 0; i < group->count; ++i)
            total = vf_add(total, vf_abs(vf_load(applied + (size_t)members[i] * RULE_LANES + lane)));
        vf scale;
        if (group->kind == MIENI_GROUP_CAP) {
            scale = vf_select(vf_lt(limit, total), vf_div(limit, total), vf_set1(1.0f));
        } else {
            const vf least = vf_set1(1.0f / 16.0f);
            scale = vf_div(limit, vf_select(vf_lt(total, least), least, total));
        }
        for (uint32_t i = 0; i < group->count; ++i) {
            float *at = applied + (size_t)members[i] * RULE_LANES + lane;
            vf_store(at, rule_finish(vf_mul(vf_load(at), scale)));
        }
    }
}

/// In-betweens: the piecewise-linear partition of the applied value over the
/// ladder's knots; the outermost segments go on for ever.
static void rule_ladders(const MieniPoseData *data, const float *applied, float *weights, int lane)
{
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    for (int l = 0; l < data->ladder_count; ++l) {
        const MieniLadder *ladder = &data->ladders[l];
        const MieniKnot *knots = data->knots + ladder->first;
        const vf a = vf_load(applied + (size_t)ladder->control * RULE_LANES + lane);
        vf carried = zero; // what the segment below gave to its upper knot
        for (uint32_t k = 0; k < ladder->count; ++k) {
            vf here = carried;
            carried = zero;
            if (k + 1 < ladder->count) {
                vm inside = vm_not(vm_none());
                if (k > 0)
                    inside = vf_ge(a, vf_set1(knots[k].position));
                if (k + 2 < ladder->count)
                    inside = vm_and(inside, vf_lt(a, vf_set1(knots[k + 1].position)));
                const vf length = vf_set1(knots[k + 1].position - knots[k].position);
                const vf along = vf_div(vf_sub(a, vf_set1(knots[k].position)), length);
                here = vf_select(inside, vf_sub(one, along), here);
                carried = vf_select(inside, along, zero);
            }
            if (knots[k].pose < 0)
                continue;
            if (!data->is_additive)
                here = vf_select(vf_lt(here, zero), zero, here);
            vf_store(weights + (size_t)knots[k].pose * RULE_LANES + lane, rule_finish(here));
        }
    }
}

static void rule_combinations(const MieniPoseData *data, const float *applied, float *weights, int lane)
{
    for (int c = 0; c < data->combination_count; ++c) {
        const MieniCombination *combination = &data->combinations[c];
        vf product = vf_set1(1.0f);
        for (uint32_t i = 0; i < combination->count; ++i) {
            const MieniInput *input = &data->inputs[combination->first + i];
            const float *from = input->is_inbetween ? weights : applied;
            product =
                vf_mul(product, rule_saturate(vf_load(from + (size_t)input->index * RULE_LANES + lane)));
        }
        vf_store(weights + (size_t)combination->pose * RULE_LANES + lane, rule_finish(product));
    }
}

static void KERNEL(rules)(const MieniPoseData *data, const float *asked, float *applied, float *weights)
{
    memcpy(applied, asked, (size_t)data->driven_pose_count * RULE_LANES * sizeof(float));
    for (int lane = 0; lane < RULE_LANES; lane += VF_W)
        rule_masks(data, asked, applied, lane);
    for (int lane = 0; lane < RULE_LANES; lane += VF_W)
        rule_groups(data, applied, lane);
    for (int c = 0; c < data->driven_pose_count; ++c)
        memcpy(weights + (size_t)data->control_pose[c] * RULE_LANES, applied + (size_t)c * RULE_LANES,
               RULE_LANES * sizeof(float));
    for (int lane = 0; lane < RULE_LANES; lane += VF_W) {
        rule_ladders(data, applied, weights, lane);
        rule_combinations(data, applied, weights, lane);
    }
}
