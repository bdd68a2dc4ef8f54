// SPDX-License-Identifier: MIT
//
// Kernels for crowds, included once per instruction set: lanes are characters,
// so every stored entry is read once for a vector of them and nothing is
// gathered or transposed.

enum { TILE_BONE = MIEN_TILE_CHANNELS * MIEN_TILE };

/// Channel c of VF_W characters: their own, in tiles, or of one transform for all.
static KERNEL_INLINE vf tile_channel(const float *in, int c, bool is_shared)
{
    return is_shared ? vf_set1(in[c + (c >= 7)]) : vf_load(in + c * MIEN_TILE);
}

/// A bone that no pose moves.
static inline void tile_pass(const float *in, float *out, bool is_shared)
{
    if (!is_shared) {
        if (in != out)
            memcpy(out, in, TILE_BONE * sizeof(float));
        return;
    }
    for (int c = 0; c < MIEN_TILE_CHANNELS; ++c) {
        for (int lane = 0; lane < MIEN_TILE; lane += VF_W)
            vf_store(out + c * MIEN_TILE + lane, tile_channel(in, c, true));
    }
}

/// Which characters have a weight that is not 0, a bit each: asked once per pose, so that
/// bones need no comparison per entry.
static void tile_find_active(const MieniTileRun *run)
{
    for (int p = 0; p < run->data->pose_count; ++p) {
        uint32_t bits = 0;
        for (int lane = 0; lane < MIEN_TILE; lane += VF_W) {
            const vf weight = vf_load(run->weights + (size_t)p * MIEN_TILE + lane);
            bits |= vm_bits(vf_ne(weight, vf_set1(0.0f))) << lane;
        }
        run->active[p] = (uint16_t)bits;
    }
}

/// Sums of one bone for VF_W characters: rotation 4, translation 3, and scale 3
/// if there is any. Returns which characters have an active pose here.
static KERNEL_INLINE vm tile_sum_additive(const MieniTileRun *run, int bone, int lane, int channels,
                                          vf sum[10])
{
    const MieniPoseData *data = run->data;
    const float *weights = run->weights + lane;
    const vf zero = vf_set1(0.0f);
    const uint16_t *pose = mieni_row_poses(data, bone);
    const float *entry = mieni_row_data(data, bone);
    uint32_t touched = 0;
    for (int c = 0; c < channels; ++c)
        sum[c] = zero;
    for (uint32_t left = data->rows[bone].count; left > 0; --left) {
        const vf weight = vf_load(weights + (size_t)*pose * MIEN_TILE);
        touched |= run->active[*pose];
        for (int c = 0; c < channels; ++c)
            sum[c] = vf_add(sum[c], vf_mul(weight, vf_set1(entry[c * MIENI_SLICE])));
        pose += MIENI_SLICE;
        entry += channels * MIENI_SLICE;
    }
    return vm_from_bits(touched >> lane);
}

static KERNEL_INLINE void tile_bone_additive(const MieniTileRun *run, int bone, const float *in, float *out,
                                             int lane, bool with_scale, bool is_shared)
{
    vf sum[10], q[4], r[4];
    const vm touched = tile_sum_additive(run, bone, lane, with_scale ? 10 : 7, sum);
    for (int c = 0; c < 4; ++c)
        q[c] = tile_channel(in, c, is_shared);
    rotate_additive(sum, q, r);
    for (int c = 0; c < 4; ++c)
        vf_store(out + c * MIEN_TILE, vf_select(touched, r[c], q[c]));
    const vf factor = vf_set1(run->target->factor[bone]);
    for (int c = 4; c < 7; ++c) {
        const vf t = tile_channel(in, c, is_shared);
        vf_store(out + c * MIEN_TILE, vf_select(touched, vf_add(t, vf_mul(factor, sum[c])), t));
    }
    for (int c = 7; c < 10; ++c) {
        const vf s = tile_channel(in, c, is_shared);
        const vf grown = with_scale ? vf_mul(s, vf_add(vf_set1(1.0f), sum[c])) : s;
        vf_store(out + c * MIEN_TILE, with_scale ? vf_select(touched, grown, s) : s);
    }
}

static KERNEL_INLINE void tile_bone_absolute(const MieniTileRun *run, int bone, const float *in, float *out,
                                             int lane, bool is_shared)
{
    const MieniPoseData *data = run->data;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const uint16_t *pose = mieni_row_poses(data, bone);
    const float *entry = mieni_row_data(data, bone);
    const uint32_t count = data->rows[bone].count;
    uint32_t bits = 0;
    vf load = zero, total = zero, sum[10], q[4], base[4], r[4];
    for (int c = 0; c < 10; ++c)
        sum[c] = zero;
    for (uint32_t e = 0; e < count; ++e) {
        const vf weight = vf_load(run->weights + lane + (size_t)pose[e * MIENI_SLICE] * MIEN_TILE);
        bits |= run->active[pose[e * MIENI_SLICE]];
        load = vf_add(load, weight);
    }
    const vm full = vf_lt(one, load), touched = vm_from_bits(bits >> lane);
    const vf divisor = vf_select(full, load, one), share = vf_select(full, zero, vf_sub(one, load));
    for (uint32_t e = 0; e < count; ++e, entry += 10 * MIENI_SLICE) {
        const vf weight =
            vf_div(vf_load(run->weights + lane + (size_t)pose[e * MIENI_SLICE] * MIEN_TILE), divisor);
        total = vf_add(total, weight);
        for (int c = 0; c < 10; ++c)
            sum[c] = vf_add(sum[c], vf_mul(weight, vf_set1(entry[c * MIENI_SLICE])));
    }
    const float *base_rotation = &data->base[bone].rotation.x;
    for (int c = 0; c < 4; ++c) {
        q[c] = tile_channel(in, c, is_shared);
        base[c] = vf_set1(base_rotation[c]);
    }
    rotate_absolute(sum, share, q, base, r);
    for (int c = 0; c < 4; ++c)
        vf_store(out + c * MIEN_TILE, vf_select(touched, r[c], q[c]));
    const float *mesh = &run->target->reference[bone].translation.x, *own = &data->reference[bone].x;
    const bool is_same = memcmp(mesh, own, 3 * sizeof(float)) == 0;
    const vf factor = vf_set1(run->target->factor[bone]);
    for (int c = 0; c < 3; ++c) {
        const vf t = tile_channel(in, 4 + c, is_shared), s = tile_channel(in, 7 + c, is_shared);
        vf posed = sum[4 + c];
        if (!is_same)
            posed = vf_add(vf_mul(total, vf_set1(mesh[c])),
                           vf_mul(factor, vf_sub(posed, vf_mul(total, vf_set1(own[c])))));
        vf_store(out + (4 + c) * MIEN_TILE, vf_select(touched, vf_add(vf_mul(share, t), posed), t));
        vf_store(out + (7 + c) * MIEN_TILE, vf_select(touched, vf_add(vf_mul(share, s), sum[7 + c]), s));
    }
}

static KERNEL_INLINE void tile_bone(const MieniTileRun *run, int bone, const float *in, float *out,
                                    bool is_shared)
{
    const MieniPoseData *data = run->data;
    for (int lane = 0; lane < MIEN_TILE; lane += VF_W) {
        const float *from = is_shared ? in : in + lane;
        if (!data->is_additive)
            tile_bone_absolute(run, bone, from, out + lane, lane, is_shared);
        else if (data->has_scale)
            tile_bone_additive(run, bone, from, out + lane, lane, true, is_shared);
        else
            tile_bone_additive(run, bone, from, out + lane, lane, false, is_shared);
    }
}

static void KERNEL(tile_bones)(const MieniTileRun *run)
{
    const MieniPoseData *data = run->data;
    tile_find_active(run);
    for (int t = 0; t < run->bone_count; ++t) {
        const bool is_shared = run->shared != NULL && !mieni_tile_has(run->own, t);
        const float *in = is_shared ? &run->shared[t].rotation.x : run->input + (size_t)t * TILE_BONE;
        float *out = run->out + (size_t)t * TILE_BONE;
        const int bone = run->target->asset_bone[t];
        if (bone < 0 || run->target->bone_last[bone] < run->level || data->rows[bone].count == 0)
            tile_pass(in, out, is_shared);
        else if (is_shared)
            tile_bone(run, bone, in, out, true);
        else
            tile_bone(run, bone, in, out, false);
    }
}

/// One curve that poses define, for VF_W characters; returns who was touched.
static KERNEL_INLINE uint32_t tile_curve(const MieniTileRun *run, int curve, const float *in, float *out,
                                         int lane)
{
    const MieniPoseData *data = run->data;
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const uint32_t first = data->curve_row_first[curve], end = data->curve_row_first[curve + 1];
    vm touched = vm_none();
    vf load = zero, sum = zero;
    for (uint32_t e = first; e < end; ++e) {
        const vf weight = vf_load(run->weights + lane + (size_t)data->curve_row_poses[e] * MIEN_TILE);
        touched = vm_or(touched, vf_ne(weight, zero));
        load = vf_add(load, weight);
    }
    const vm full = vf_lt(one, load);
    const vf divisor = data->is_additive ? one : vf_select(full, load, one);
    for (uint32_t e = first; e < end; ++e) {
        const vf weight = vf_load(run->weights + lane + (size_t)data->curve_row_poses[e] * MIEN_TILE);
        sum = vf_add(sum, vf_mul(vf_div(weight, divisor), vf_set1(data->curve_row_values[e])));
    }
    const vf value = vf_load(in);
    const vf share = data->is_additive ? one : vf_select(full, zero, vf_sub(one, load));
    // A curve may hold anything: not-a-number counts as 0, and so does an
    // infinity that nothing is to be left of.
    const vf known = vf_select(vm_or(vf_ne(value, value), vf_eq(share, zero)), zero, value);
    vf_store(out, vf_select(touched, vf_add(vf_mul(share, known), sum), value));
    return vm_bits(touched);
}

static void KERNEL(tile_curves)(const MieniTileRun *run, const float *curves, float *out_curves,
                                const uint16_t *present, uint16_t *out_present)
{
    for (int c = 0; c < run->data->curve_count; ++c) {
        const int target = run->target->curve_target[c];
        if (target < 0 || run->target->curve_last[c] < run->level)
            continue;
        uint32_t touched = 0;
        for (int lane = 0; lane < MIEN_TILE; lane += VF_W) {
            const size_t at = (size_t)target * MIEN_TILE + (size_t)lane;
            touched |= tile_curve(run, c, curves + at, out_curves + at, lane) << lane;
        }
        if (out_present != NULL)
            out_present[target] = (uint16_t)((present != NULL ? present[target] : 0) | touched);
    }
}
