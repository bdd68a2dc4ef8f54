// SPDX-License-Identifier: MIT
//
// Kernels for one face, included once per instruction set. Sums are kept per
// bone as the bone is stored (rotation and translation side by side), so that
// adding an entry is one or two vector operations; only turning sums into
// rotations runs with one bone per lane.

/// A row of four floats per lane, as four vectors.
static KERNEL_INLINE void load_lanes(const float *const row[VF_W], int at, vf out[4])
{
    vr rows[VR_N];
    for (int k = 0; k < VR_N; ++k)
        rows[k] = vr_load(row, at, k);
    vr_to_lanes(rows, out);
}

static KERNEL_INLINE void store_lanes(float *const row[VF_W], int at, const vf in[4])
{
    vr rows[VR_N];
    vr_from_lanes(in, rows);
    for (int k = 0; k < VR_N; ++k)
        vr_store(row, at, k, rows[k]);
}

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

/// sum += weight * entry.
static inline void add_turn(float *sum, v8 weight, const float *turn)
{
    v8_store(sum, v8_add(v8_load(sum), v8_mul(weight, v8_load(turn))));
}

static inline void add_scale(float *sum, v4 weight, const float *scale)
{
    v4_store(sum + MIENI_TURN, v4_add(v4_load(sum + MIENI_TURN), v4_mul(weight, v4_load(scale))));
}

static void add_groups_absolute(const MieniPoseData *data, const MieniActive *active, const MieniSums *sums)
{
    MieniGroupWalk walk = {active->poses, active->poses->first};
    for (int left = active->group_count; left > 0; --left, walk = mieni_walk_next(walk)) {
        const size_t first = (size_t)walk.group * 4;
        for (size_t place = first; place < first + 4; ++place) {
            const size_t bone = data->group_bones[place];
            const float weight = walk.pose->weight / sums->divisor[bone];
            float *sum = sums->sum + bone * (MIENI_TURN + MIENI_SCALE);
            add_turn(sum, v8_set1(weight), data->group_turn + place * MIENI_TURN);
            add_scale(sum, v4_set1(weight), data->group_scale + place * MIENI_SCALE);
        }
    }
}

static KERNEL_INLINE void add_groups_additive(const MieniPoseData *data, const MieniActive *active,
                                              float *sums, bool with_scale)
{
    const uint16_t *const all_bones = data->group_bones;
    const float *const all_turn = data->group_turn, *const all_scale = data->group_scale;
    const size_t stride = with_scale ? MIENI_TURN + MIENI_SCALE : MIENI_TURN;
    MieniGroupWalk walk = {active->poses, active->poses->first};
    for (int left = active->group_count; left > 0; --left, walk = mieni_walk_next(walk)) {
        const size_t place = (size_t)walk.group * 4;
        const uint16_t *bones = all_bones + place;
        const float *turn = all_turn + place * MIENI_TURN, *scale = all_scale + place * MIENI_SCALE;
        const v8 weight8 = v8_set1(walk.pose->weight);
        const v4 weight4 = v4_set1(walk.pose->weight);
        for (size_t k = 0; k < 4; ++k) {
            float *sum = sums + bones[k] * stride;
            add_turn(sum, weight8, turn + k * MIENI_TURN);
            if (with_scale)
                add_scale(sum, weight4, scale + k * MIENI_SCALE);
        }
    }
}

static void KERNEL(add_groups)(const MieniPoseData *data, const MieniActive *active, const MieniSums *sums)
{
    if (!data->is_additive)
        add_groups_absolute(data, active, sums);
    else if (data->has_scale)
        add_groups_additive(data, active, sums->sum, true);
    else
        add_groups_additive(data, active, sums->sum, false);
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

/// Translation and scale of one bone by rule A4, side by side. A factor of 1
/// changes no bits, so where all are 1 it is left out.
static KERNEL_INLINE void move_additive(const float *sum, const float *factor, const float *in, float *out,
                                        bool with_scale)
{
    // Loaded as they were stored: one load over two recent stores waits for both.
    const v4 moved = factor != NULL ? v4_mul(v4_set1(*factor), v4_load(sum + 4)) : v4_load(sum + 4);
    if (with_scale) {
        const v8 x = v8_load(in + 4), a = v8_join(moved, v4_load(sum + 8));
        v8_store(out + 4, v8_halves(v8_add(x, a), v8_mul(x, v8_add(v8_set1(1.0f), a))));
    } else {
        v4_store(out + 4, v4_add(v4_load(in + 4), moved));
    }
}

/// Finishes VF_W bones of the list. Of the last ones only some may be real; the
/// list repeats its last bone, which is read before it is written.
static KERNEL_INLINE void finish_vector(const MieniFinish *f, const uint16_t *bones, int real,
                                        bool with_scale, bool with_factor)
{
    const MieniTarget *const t = f->target;
    const size_t stride = with_scale ? MIENI_TURN + MIENI_SCALE : MIENI_TURN;
    size_t at[VF_W], sum_at[VF_W];
    vr rows[VR_N];
    vf sum[4], q[4], r[4];
    for (int k = 0; k < VF_W; ++k) {
        at[k] = t->offset[bones[k]];
        sum_at[k] = bones[k] * stride;
    }
    for (int k = 0; k < VR_N; ++k)
        rows[k] = vr_load_at(f->sums.sum, sum_at, k);
    vr_to_lanes(rows, sum);
    for (int k = 0; k < VR_N; ++k)
        rows[k] = vr_load_at(f->input, at, k);
    vr_to_lanes(rows, q);
    for (int k = 0; k < VF_W && k < real; ++k)
        move_additive(f->sums.sum + sum_at[k], with_factor ? &t->factor[bones[k]] : NULL, f->input + at[k],
                      f->out + at[k], with_scale);
    rotate_additive(sum, q, r);
    vr_from_lanes(r, rows);
    for (int k = 0; k < VR_N; ++k)
        vr_store_at(f->out, at, k, rows[k]);
}

static KERNEL_INLINE void finish_additive(const MieniFinish *finish, bool with_scale, bool with_factor)
{
    const MieniFinish f = *finish; // the compiler cannot know that out does not change it
    int i = 0;
    for (; i + VF_W <= f.count; i += VF_W)
        finish_vector(&f, f.bones + i, VF_W, with_scale, with_factor);
    if (i < f.count)
        finish_vector(&f, f.bones + i, f.count - i, with_scale, with_factor);
}

/// Translation and scale of one bone by rule A5. Where bone lengths differ, the
/// poses' translations become the target's own plus the scaled difference.
static void move_absolute(const MieniFinish *f, size_t bone, const float *in, float *out, float share)
{
    const float *sum = f->sums.sum + bone * (MIENI_TURN + MIENI_SCALE) + 4, *scale = sum + 4;
    const float factor = f->target->factor[bone], total = sum[3];
    const float *mesh = &f->target->reference[bone].translation.x, *own = &f->data->reference[bone].x;
    const bool is_same = memcmp(mesh, own, 3 * sizeof(float)) == 0;
    for (int k = 0; k < 3; ++k) {
        const float posed = is_same ? sum[k] : total * mesh[k] + factor * (sum[k] - total * own[k]);
        out[4 + k] = share * in[4 + k] + posed;
        out[8 + k] = share * in[8 + k] + scale[k];
    }
}

static void finish_absolute(const MieniFinish *f)
{
    for (int i = 0; i < f->count; i += VF_W) {
        const float *in[VF_W], *sums[VF_W], *bases[VF_W];
        float *out[VF_W], share[VF_W];
        for (int k = 0; k < VF_W; ++k) {
            const size_t bone = f->bones[i + k], at = f->target->offset[bone];
            in[k] = f->input + at;
            out[k] = f->out + at;
            sums[k] = f->sums.sum + bone * (MIENI_TURN + MIENI_SCALE);
            bases[k] = &f->data->base[bone].rotation.x;
            share[k] = f->sums.load[bone] > 1.0f ? 0.0f : 1.0f - f->sums.load[bone];
        }
        vf sum[4], q[4], base[4], r[4];
        load_lanes(sums, 0, sum);
        load_lanes(in, 0, q);
        load_lanes(bases, 0, base);
        rotate_absolute(sum, vf_load(share), q, base, r);
        store_lanes(out, 0, r);
        for (int k = 0; k < VF_W && i + k < f->count; ++k)
            move_absolute(f, f->bones[i + k], in[k], out[k], share[k]);
    }
}

static void KERNEL(finish)(const MieniFinish *f)
{
    if (!f->data->is_additive)
        finish_absolute(f);
    else if (!f->target->is_unscaled)
        f->data->has_scale ? finish_additive(f, true, true) : finish_additive(f, false, true);
    else
        f->data->has_scale ? finish_additive(f, true, false) : finish_additive(f, false, false);
}
