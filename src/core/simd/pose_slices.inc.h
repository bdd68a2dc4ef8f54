// SPDX-License-Identifier: MIT
//
// The kernel for one face with many active poses, included once per instruction
// set of at most eight lanes: lanes are bones. Every stored entry is read,
// active or not; in return nothing is scattered, and the sums become transforms
// while they are still in registers.

/// Rows that the lanes read and write: the bone's, or nowhere if no pose moves
/// it. Which lanes those are is chance, so they are chosen without branches.
static KERNEL_INLINE void slice_rows(const MieniSliceRun *run, const uint16_t *bones, uint32_t touched,
                                     const float *in[VF_W], float *out[VF_W])
{
    const MieniTarget *t = run->target;
    const uintptr_t input = (uintptr_t)run->input, output = (uintptr_t)run->out,
                    nowhere = (uintptr_t)run->nowhere;
    for (int k = 0; k < VF_W; ++k) {
        const uintptr_t at = (uintptr_t)t->offset[bones[k]] * sizeof(float);
        const unsigned is_here = t->offset[bones[k]] != MIENI_NOWHERE,
                       is_kept = t->bone_last[bones[k]] >= run->level;
        const uintptr_t use = (uintptr_t)0 - (uintptr_t)(touched >> k & is_here & is_kept);
        in[k] = (const float *)(((input + at) & use) | (nowhere & ~use));
        out[k] = (float *)(((output + at) & use) | (nowhere & ~use));
    }
}

/// Offsets of translations as rows.
static KERNEL_INLINE void slice_moves(const MieniSliceRun *run, const uint16_t *bones, const vf sum[10],
                                      vr rows[VR_N])
{
    const vf factor = run->target->is_unscaled ? vf_set1(1.0f) : vf_lookup(run->target->factor, bones);
    const vf move[4] = {vf_mul(factor, sum[4]), vf_mul(factor, sum[5]), vf_mul(factor, sum[6]),
                        vf_set1(0.0f)};
    vr_from_lanes(move, rows);
}

/// Factors of scale as rows.
static KERNEL_INLINE void slice_growths(const vf sum[10], vr rows[VR_N])
{
    const vf one = vf_set1(1.0f);
    const vf grow[4] = {vf_add(one, sum[7]), vf_add(one, sum[8]), vf_add(one, sum[9]), one};
    vr_from_lanes(grow, rows);
}

/// From sums to transforms, for lanes that are touched. Translation and scale need no
/// lanes of the input: the sums become rows.
static KERNEL_INLINE void slice_finish(const MieniSliceRun *run, const uint16_t *bones, uint32_t touched,
                                       vf sum[10], int channels)
{
    const float *in[VF_W];
    float *out[VF_W];
    vf q[4], r[4];
    vr rows[VR_N];
    slice_rows(run, bones, touched, in, out);
    load_lanes(in, 0, q);
    rotate_additive(sum, q, r);
    store_lanes(out, 0, r);
    slice_moves(run, bones, sum, rows);
    for (int k = 0; k < VR_N; ++k)
        vr_store(out, 4, k, vr_add(vr_load(in, 4, k), rows[k]));
    if (channels == 7)
        return;
    slice_growths(sum, rows);
    for (int k = 0; k < VR_N; ++k)
        vr_store(out, 8, k, vr_mul(vr_load(in, 8, k), rows[k]));
}

/// The usual case: every pose counts, every bone is there. Places are half as many as
/// pointers to read and to write, so they stay in registers.
static KERNEL_INLINE void slice_finish_all(const MieniSliceRun *run, const uint16_t *bones, vf sum[10],
                                           int channels)
{
    const float *const input = run->input;
    float *const output = run->out;
    size_t at[VF_W];
    vf q[4], r[4];
    vr rows[VR_N];
    for (int k = 0; k < VF_W; ++k)
        at[k] = run->target->offset[bones[k]];
    for (int k = 0; k < VR_N; ++k)
        rows[k] = vr_load_at(input, at, k);
    vr_to_lanes(rows, q);
    rotate_additive(sum, q, r);
    vr_from_lanes(r, rows);
    for (int k = 0; k < VR_N; ++k)
        vr_store_at(output, at, k, rows[k]);
    slice_moves(run, bones, sum, rows);
    for (int k = 0; k < VR_N; ++k)
        vr_store_at(output + 4, at, k, vr_add(vr_load_at(input + 4, at, k), rows[k]));
    if (channels == 7)
        return;
    slice_growths(sum, rows);
    for (int k = 0; k < VR_N; ++k)
        vr_store_at(output + 8, at, k, vr_mul(vr_load_at(input + 8, at, k), rows[k]));
}

static KERNEL_INLINE void slice_additive(const MieniSliceRun *run, int slice, int lane, int channels)
{
    const MieniPoseData *d = run->data;
    const vf zero = vf_set1(0.0f);
    const uint32_t first = d->slice_first[slice], end = d->slice_first[slice + 1];
    const uint16_t *poses = d->slice_poses + (size_t)first * MIENI_SLICE + lane;
    const float *data = d->slice_data + (size_t)first * (size_t)channels * MIENI_SLICE + lane;
    vm touched = vm_none();
    vf sum[10];
    for (int c = 0; c < channels; ++c)
        sum[c] = zero;
    for (uint32_t step = first; step < end; ++step) {
        const vf weight = vf_lookup(run->weights, poses);
        touched = vm_or(touched, vf_ne(weight, zero));
        for (int c = 0; c < channels; ++c)
            sum[c] = vf_add(sum[c], vf_mul(weight, vf_load(data + c * MIENI_SLICE)));
        poses += MIENI_SLICE;
        data += channels * MIENI_SLICE;
    }
    const uint16_t *bones = d->slice_bones + slice * MIENI_SLICE + lane;
    const bool all = vm_bits(touched) == (1u << VF_W) - 1 && run->target->is_whole && run->level == 0;
    if (all)
        slice_finish_all(run, bones, sum, channels);
    else
        slice_finish(run, bones, vm_bits(touched), sum, channels);
}

/// Loads one float per lane from a table of rows.
static inline vf slice_gather(const float *table, size_t stride, size_t at, const uint16_t *bones,
                              int bone_count)
{
    float all[VF_W];
    for (int k = 0; k < VF_W; ++k)
        all[k] = bones[k] < bone_count ? table[bones[k] * stride + at] : 0.0f;
    return vf_load(all);
}

static void slice_absolute(const MieniSliceRun *run, int slice, int lane)
{
    const MieniPoseData *d = run->data;
    const MieniTarget *t = run->target;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const uint32_t first = d->slice_first[slice], end = d->slice_first[slice + 1];
    const uint16_t *poses = d->slice_poses + (size_t)first * MIENI_SLICE + lane;
    const uint16_t *bones = d->slice_bones + slice * MIENI_SLICE + lane;
    const float *data = d->slice_data + (size_t)first * 10 * MIENI_SLICE + lane;
    vm touched = vm_none();
    vf load = zero, total = zero, sum[10], q[4], base[4], r[4];
    for (int c = 0; c < 10; ++c)
        sum[c] = zero;
    for (uint32_t step = 0; step < end - first; ++step) {
        const vf weight = vf_lookup(run->weights, poses + step * MIENI_SLICE);
        touched = vm_or(touched, vf_ne(weight, zero));
        load = vf_add(load, weight);
    }
    const vm full = vf_lt(one, load);
    const vf divisor = vf_select(full, load, one), share = vf_select(full, zero, vf_sub(one, load));
    for (uint32_t step = 0; step < end - first; ++step, data += 10 * MIENI_SLICE) {
        const vf weight = vf_div(vf_lookup(run->weights, poses + step * MIENI_SLICE), divisor);
        total = vf_add(total, weight);
        for (int c = 0; c < 10; ++c)
            sum[c] = vf_add(sum[c], vf_mul(weight, vf_load(data + c * MIENI_SLICE)));
    }
    const float *in[VF_W];
    float *out[VF_W];
    slice_rows(run, bones, vm_bits(touched), in, out);
    for (size_t c = 0; c < 4; ++c)
        base[c] =
            slice_gather(&d->base->rotation.x, sizeof *d->base / sizeof(float), c, bones, d->bone_count);
    load_lanes(in, 0, q);
    rotate_absolute(sum, share, q, base, r);
    store_lanes(out, 0, r);
    float is_same[VF_W];
    for (int k = 0; k < VF_W; ++k)
        is_same[k] = bones[k] < d->bone_count && memcmp(&t->reference[bones[k]].translation,
                                                        &d->reference[bones[k]], sizeof(MienVec3)) == 0;
    load_lanes(in, 4, q);
    for (size_t c = 0; c < 3; ++c) {
        const vf mesh = slice_gather(&t->reference->translation.x, sizeof *t->reference / sizeof(float), c,
                                     bones, d->bone_count);
        const vf own = slice_gather(&d->reference->x, 3, c, bones, d->bone_count);
        const vf scaled = vf_add(vf_mul(total, mesh), vf_mul(vf_lookup(run->target->factor, bones),
                                                             vf_sub(sum[4 + c], vf_mul(total, own))));
        const vf posed = vf_select(vf_ne(vf_load(is_same), zero), sum[4 + c], scaled);
        q[c] = vf_add(vf_mul(share, q[c]), posed);
    }
    store_lanes(out, 4, q);
    load_lanes(in, 8, q);
    for (int c = 0; c < 3; ++c)
        q[c] = vf_add(vf_mul(share, q[c]), sum[7 + c]);
    store_lanes(out, 8, q);
}

static void KERNEL(slices)(const MieniSliceRun *run)
{
    const MieniPoseData *d = run->data;
    for (int slice = 0; slice * MIENI_SLICE < run->bone_end; ++slice) {
        for (int lane = 0; lane < MIENI_SLICE; lane += VF_W) {
            if (!d->is_additive)
                slice_absolute(run, slice, lane);
            else if (d->has_scale)
                slice_additive(run, slice, lane, 10);
            else
                slice_additive(run, slice, lane, 7);
        }
    }
}
