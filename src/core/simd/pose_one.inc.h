// SPDX-License-Identifier: MIT
//
// Kernels for one face, included once per instruction set. Sums are kept per
// bone as the bone is stored (rotation and translation side by side), so that
// adding an entry is one or two vector operations; only turning sums into
// rotations runs with one bone per lane.

static void KERNEL(clamp)(const float *value, const float *min, const float *max, float *out, int count)
{
    const vf zero = vf_set1(0.0f);
    for (int i = 0; i < count; i += VF_W) {
        vf a = vf_load(value + i);
        const vf low = vf_load(min + i), high = vf_load(max + i);
        a = vf_select(vf_ne(a, a), zero, a);
        a = vf_select(vf_lt(a, low), low, a);
        a = vf_select(vf_lt(high, a), high, a);
        vf_store(out + i, vf_add(a, zero)); // -0 becomes 0
    }
}

static void KERNEL(nonzero)(const float *weight, int count, uint64_t *bits)
{
    const vf zero = vf_set1(0.0f);
    for (int i = 0; i < count; i += 64) {
        uint64_t word = 0;
        for (int k = 0; k < 64; k += VF_W)
            word |= (uint64_t)vm_bits(vf_ne(vf_load(weight + i + k), zero)) << k;
        bits[i / 64] = word;
    }
}

static inline void add_entry(const float *turn, float weight, float *sum)
{
    v8_store(sum, v8_add(v8_load(sum), v8_mul(v8_set1(weight), v8_load(turn))));
}

static inline void add_entry_scale(const float *scale, float weight, float *sum)
{
    v4_store(sum, v4_add(v4_load(sum), v4_mul(v4_set1(weight), v4_load(scale))));
}

static void add_groups_absolute(const MieniPoseData *data, const MieniActiveGroups *active,
                                const MieniSums *sums)
{
    for (int i = 0; i < active->count; ++i) {
        const uint16_t *bones = data->group_bones + (size_t)active->group[i] * 4;
        const float *turn = data->group_turn + (size_t)active->group[i] * 4 * MIENI_TURN;
        const float *scale = data->group_scale + (size_t)active->group[i] * 4 * MIENI_SCALE;
        for (int k = 0; k < 4; ++k) {
            const float weight = active->weight[i] / sums->divisor[bones[k]];
            add_entry(turn + k * MIENI_TURN, weight, sums->turn + (size_t)bones[k] * MIENI_TURN);
            add_entry_scale(scale + k * MIENI_SCALE, weight, sums->scale + (size_t)bones[k] * MIENI_SCALE);
        }
    }
}

static void KERNEL(add_groups)(const MieniPoseData *data, const MieniActiveGroups *active,
                               const MieniSums *sums)
{
    if (!data->is_additive) {
        add_groups_absolute(data, active, sums);
        return;
    }
    float *const sum = sums->turn, *const sum_scale = sums->scale;
    for (int i = 0; i < active->count; ++i) {
        const size_t group = active->group[i];
        const float weight = active->weight[i];
        const uint16_t *bones = data->group_bones + group * 4;
        const float *turn = data->group_turn + group * 4 * MIENI_TURN;
        for (int k = 0; k < 4; ++k)
            add_entry(turn + k * MIENI_TURN, weight, sum + (size_t)bones[k] * MIENI_TURN);
        if (sum_scale == NULL)
            continue;
        const float *scale = data->group_scale + group * 4 * MIENI_SCALE;
        for (int k = 0; k < 4; ++k)
            add_entry_scale(scale + k * MIENI_SCALE, weight, sum_scale + (size_t)bones[k] * MIENI_SCALE);
    }
}

static void add_rows_absolute(const MieniPoseData *data, const float *weights, int row_count,
                              const MieniSums *sums)
{
    for (int r = 0; r < row_count; ++r) {
        const int bone = data->row_order[r];
        float *turn = sums->turn + (size_t)bone * MIENI_TURN,
              *scale = sums->scale + (size_t)bone * MIENI_SCALE;
        const float divisor = sums->divisor[bone];
        v8 sum = v8_set1(0.0f);
        v4 sum_scale = v4_set1(0.0f);
        for (uint32_t e = data->row_first[bone]; e < data->row_first[bone + 1]; ++e) {
            const float weight = weights[data->row_poses[e]] / divisor;
            sum = v8_add(sum, v8_mul(v8_set1(weight), v8_load(data->row_turn + (size_t)e * MIENI_TURN)));
            sum_scale = v4_add(sum_scale,
                               v4_mul(v4_set1(weight), v4_load(data->row_scale + (size_t)e * MIENI_SCALE)));
        }
        v8_store(turn, sum);
        v4_store(scale, sum_scale);
    }
}

static void KERNEL(add_rows)(const MieniPoseData *data, const float *weights, int row_count,
                             const MieniSums *sums)
{
    if (!data->is_additive) {
        add_rows_absolute(data, weights, row_count, sums);
        return;
    }
    for (int r = 0; r < row_count; ++r) {
        const int bone = data->row_order[r];
        const uint32_t first = data->row_first[bone], end = data->row_first[bone + 1];
        const uint16_t *poses = data->row_poses;
        v8 sum = v8_set1(0.0f);
        if (sums->scale == NULL) {
            for (uint32_t e = first; e < end; ++e)
                sum = v8_add(sum, v8_mul(v8_set1(weights[poses[e]]),
                                         v8_load(data->row_turn + (size_t)e * MIENI_TURN)));
        } else {
            v4 sum_scale = v4_set1(0.0f);
            for (uint32_t e = first; e < end; ++e) {
                const float weight = weights[poses[e]];
                sum = v8_add(sum, v8_mul(v8_set1(weight), v8_load(data->row_turn + (size_t)e * MIENI_TURN)));
                sum_scale = v4_add(
                    sum_scale, v4_mul(v4_set1(weight), v4_load(data->row_scale + (size_t)e * MIENI_SCALE)));
            }
            v4_store(sums->scale + (size_t)bone * MIENI_SCALE, sum_scale);
        }
        v8_store(sums->turn + (size_t)bone * MIENI_TURN, sum);
    }
}

static inline vf squared_length(const vf q[4])
{
    return vf_add(vf_add(vf_mul(q[0], q[0]), vf_mul(q[1], q[1])),
                  vf_add(vf_mul(q[2], q[2]), vf_mul(q[3], q[3])));
}

static inline void quat_product(const vf s[4], const vf q[4], vf out[4])
{
    out[0] = vf_sub(vf_add(vf_add(vf_mul(s[3], q[0]), vf_mul(s[0], q[3])), vf_mul(s[1], q[2])),
                    vf_mul(s[2], q[1]));
    out[1] = vf_sub(vf_add(vf_add(vf_mul(s[3], q[1]), vf_mul(s[1], q[3])), vf_mul(s[2], q[0])),
                    vf_mul(s[0], q[2]));
    out[2] = vf_sub(vf_add(vf_add(vf_mul(s[3], q[2]), vf_mul(s[2], q[3])), vf_mul(s[0], q[1])),
                    vf_mul(s[1], q[0]));
    out[3] = vf_sub(vf_sub(vf_sub(vf_mul(s[3], q[3]), vf_mul(s[0], q[0])), vf_mul(s[1], q[1])),
                    vf_mul(s[2], q[2]));
}

/// Rule A4: the sum of offsets plus one, times the input, normalised; the
/// input where that cannot be.
static inline void rotate_additive(vf sum[4], const vf q[4], vf out[4])
{
    const vf one = vf_set1(1.0f), tiny = vf_set1(0x1p-20f), least = vf_set1(FLT_MIN);
    sum[3] = vf_add(sum[3], one);
    vf r[4];
    quat_product(sum, q, r);
    const vf n = squared_length(r);
    const vm keep = vm_or(vf_lt(squared_length(sum), tiny), vf_lt(n, least));
    const vf scale = vf_div(one, vf_sqrt(n));
    for (int k = 0; k < 4; ++k)
        out[k] = vf_select(keep, q[k], vf_mul(r[k], scale));
}

/// Rule A5: the input's share plus the sum of poses, normalised.
static inline void rotate_absolute(const vf sum[4], vf share, const vf q[4], const vf base[4], vf out[4])
{
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), tiny = vf_set1(0x1p-20f);
    const vf dot = vf_add(vf_add(vf_mul(q[0], base[0]), vf_mul(q[1], base[1])),
                          vf_add(vf_mul(q[2], base[2]), vf_mul(q[3], base[3])));
    // At a right angle to the base, the sign is that of the first of w, x, y, z
    // that is not 0.
    vf leading = q[2];
    leading = vf_select(vf_eq(q[1], zero), leading, q[1]);
    leading = vf_select(vf_eq(q[0], zero), leading, q[0]);
    leading = vf_select(vf_eq(q[3], zero), leading, q[3]);
    const vm flip = vm_or(vf_lt(dot, zero), vm_and(vf_eq(dot, zero), vf_lt(leading, zero)));
    vf r[4];
    for (int k = 0; k < 4; ++k)
        r[k] = vf_add(vf_mul(share, vf_negate_where(flip, q[k])), sum[k]);
    const vf n = squared_length(r);
    const vm keep = vf_lt(n, tiny);
    const vf scale = vf_div(one, vf_sqrt(n));
    for (int k = 0; k < 4; ++k)
        out[k] = vf_select(keep, q[k], vf_mul(r[k], scale));
}

static void finish_additive(const MieniFinish *f)
{
    const uint32_t *offset = f->target->offset;
    const float *factor = f->target->is_unscaled ? NULL : f->target->factor;
    const v4 one = v4_set1(1.0f);
    for (int i = 0; i < f->count; i += VF_W) {
        uint32_t at[VF_W], sum_at[VF_W];
        for (int k = 0; k < VF_W; ++k) {
            at[k] = offset[f->bones[i + k]];
            sum_at[k] = (uint32_t)f->bones[i + k] * MIENI_TURN;
        }
        vf sum[4], q[4], r[4];
        vf_load_rows4(f->sums.turn, sum_at, sum);
        vf_load_rows4(f->input, at, q);
        rotate_additive(sum, q, r);
        vf_store_rows4(f->out, at, r);
        const int real = f->count - i < VF_W ? f->count - i : VF_W;
        for (int k = 0; k < real; ++k) {
            const int bone = f->bones[i + k];
            v4 moved = v4_load(f->sums.turn + sum_at[k] + 4);
            if (factor != NULL)
                moved = v4_mul(v4_set1(factor[bone]), moved);
            v4_store(f->out + at[k] + 4, v4_add(v4_load(f->input + at[k] + 4), moved));
            if (f->sums.scale != NULL) {
                const v4 grown = v4_add(one, v4_load(f->sums.scale + (size_t)bone * MIENI_SCALE));
                v4_store(f->out + at[k] + 8, v4_mul(v4_load(f->input + at[k] + 8), grown));
            }
        }
    }
}

/// Translation and scale of one bone by rule A5. Where bone lengths differ, the
/// poses' translations become the target's own plus the scaled difference.
static void finish_absolute_bone(const MieniFinish *f, int bone, uint32_t at, float share)
{
    const float *sum = f->sums.turn + (size_t)bone * MIENI_TURN + 4;
    const float *scale = f->sums.scale + (size_t)bone * MIENI_SCALE;
    const float factor = f->target->factor[bone], total = sum[3];
    const float *mesh = &f->target->reference[bone].translation.x, *own = &f->data->reference[bone].x;
    const bool is_same = memcmp(mesh, own, 3 * sizeof(float)) == 0;
    for (int k = 0; k < 3; ++k) {
        const float posed = is_same ? sum[k] : total * mesh[k] + factor * (sum[k] - total * own[k]);
        f->out[at + 4 + k] = share * f->input[at + 4 + k] + posed;
        f->out[at + 8 + k] = share * f->input[at + 8 + k] + scale[k];
    }
}

static void finish_absolute(const MieniFinish *f)
{
    for (int i = 0; i < f->count; i += VF_W) {
        uint32_t at[VF_W], sum_at[VF_W], base_at[VF_W];
        float share[VF_W];
        for (int k = 0; k < VF_W; ++k) {
            const int bone = f->bones[i + k];
            at[k] = f->target->offset[bone];
            sum_at[k] = (uint32_t)bone * MIENI_TURN;
            base_at[k] = (uint32_t)bone * 12;
            share[k] = f->sums.load[bone] > 1.0f ? 0.0f : 1.0f - f->sums.load[bone];
        }
        vf sum[4], q[4], base[4], r[4];
        vf_load_rows4(f->sums.turn, sum_at, sum);
        vf_load_rows4(f->input, at, q);
        vf_load_rows4(&f->data->base->rotation.x, base_at, base);
        rotate_absolute(sum, vf_load(share), q, base, r);
        vf_store_rows4(f->out, at, r);
        for (int k = 0; k < VF_W && i + k < f->count; ++k)
            finish_absolute_bone(f, f->bones[i + k], at[k], share[k]);
    }
}

static void KERNEL(finish)(const MieniFinish *f)
{
    if (f->data->is_additive)
        finish_additive(f);
    else
        finish_absolute(f);
}
