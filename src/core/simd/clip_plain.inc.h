// SPDX-License-Identifier: MIT
//
// Decoding a block of a clip, field by field: for processors without vectors, and for wide
// blocks. And what kernels with vectors share.

/// A signed field of up to 25 bits; bit counts from p.
static KERNEL_INLINE float clip_field(const uint8_t *p, uint32_t bit, int width)
{
    uint32_t word;
    memcpy(&word, p + bit / 8, sizeof word);
    const uint32_t mask = (1u << width) - 1, sign = 1u << width >> 1;
    const uint32_t field = word >> bit % 8 & mask;
    return (float)(int32_t)((field ^ sign) - sign);
}

/// Lanes without rows are not rounded.
static KERNEL_INLINE float clip_rounder_of(int width) { return width > 0 ? MIENI_ROUNDER : 0.0f; }

/// From n at two frames to channels. Every kernel computes exactly this: where both are
/// the same, so is what lies between.
static KERNEL_INLINE void clip_blend(const MieniBlockRun *run, int group, const float *now, const float *next)
{
    const float *steps = run->scales[group].steps, *bases = run->scales[group].bases;
    float *out = mieni_group_out(run, group);
    const vf part = vf_set1(run->moment->part);
    for (int k = 0; k < MIENI_LANES; k += VF_W) {
        const vf n = vf_load(now + k);
        const vf sum = vf_add(n, vf_mul(part, vf_sub(vf_load(next + k), n)));
        vf_store(out + k, vf_mul(vf_load(steps + k), vf_add(vf_load(bases + k), sum)));
    }
}

/// n at a row, where rows of the group were: the line, plus the row. count is of lanes.
static KERNEL_INLINE void clip_add_line(const float *posts, const float *rises, const float *rounders,
                                        float along, int count, float *rows)
{
    const vf at = vf_set1(along);
    for (int k = 0; k < count; k += VF_W) {
        const vf rounder = vf_load(rounders + k), from = vf_add(vf_load(posts + k), rounder);
        const vf line = vf_sub(vf_add(from, vf_mul(at, vf_load(rises + k))), rounder);
        vf_store(rows + k, vf_add(line, vf_load(rows + k)));
    }
}

/// Adds what a group is relative to.
static KERNEL_INLINE void clip_add_reference(const float *from, float *to)
{
    for (int k = 0; k < MIENI_LANES; k += VF_W)
        vf_store(to + k, vf_add(vf_load(to + k), vf_load(from + k)));
}

static size_t clip_sample_plain(const MieniBlockRun *run)
{
    const size_t row_size = mieni_row_size(run->widths);
    const size_t widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size;
    const int row = run->moment->row;
    const uint8_t *at = rows + (size_t)(row > 0 ? row - 1 : 0) * row_size;
    const uint8_t *next_at = rows + (size_t)(row < MIENI_ROWS ? row : 0) * row_size;
    const float has_row = row > 0 ? 1.0f : 0.0f, has_next = row < MIENI_ROWS ? 1.0f : 0.0f;
    _Alignas(64) float now[MIENI_BLOCK_LANES], next[MIENI_BLOCK_LANES];
    uint32_t post = 0, bit = 0;
    for (int g = 0; g < run->block->group_count; ++g) {
        _Alignas(32) float posts[MIENI_LANES], rises[MIENI_LANES], rounders[MIENI_LANES];
        float *n = now + g * MIENI_LANES, *m = next + g * MIENI_LANES;
        const int post_width = run->groups[g].width, reference = run->groups[g].reference;
        for (int k = 0; k < MIENI_LANES; ++k) {
            const int width = mieni_row_width(run->block, run->widths, g, k);
            posts[k] = clip_field(run->posts, post, post_width);
            rises[k] = clip_field(run->next_posts, post, post_width) - posts[k];
            rounders[k] = clip_rounder_of(width);
            n[k] = has_row * clip_field(at, bit, width);
            m[k] = has_next * clip_field(next_at, bit, width);
            post += (uint32_t)post_width;
            bit += (uint32_t)width;
        }
        if ((run->wanted >> g & 1) == 0)
            continue;
        clip_add_line(posts, rises, rounders, mieni_along(row), MIENI_LANES, n);
        clip_add_line(posts, rises, rounders, mieni_along(row + 1), MIENI_LANES, m);
        if (reference != MIENI_ALONE) {
            clip_add_reference(now + reference * MIENI_LANES, n);
            clip_add_reference(next + reference * MIENI_LANES, m);
        }
        clip_blend(run, g, n, m);
    }
    return widths_size + MIENI_ROWS * row_size;
}

static size_t clip_keep_plain(const MieniBlockRun *run, float *kept)
{
    const size_t row_size = mieni_row_size(run->widths);
    const size_t widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size;
    const int count = run->block->group_count;
    _Alignas(64) float posts[MIENI_BLOCK_LANES], rises[MIENI_BLOCK_LANES], rounders[MIENI_BLOCK_LANES];
    uint32_t post = 0, bit = 0;
    for (int g = 0; g < count; ++g) {
        const int post_width = run->groups[g].width;
        for (int k = g * MIENI_LANES; k < (g + 1) * MIENI_LANES; ++k) {
            const int width = mieni_row_width(run->block, run->widths, g, k % MIENI_LANES);
            posts[k] = clip_field(run->posts, post, post_width);
            rises[k] = clip_field(run->next_posts, post, post_width) - posts[k];
            rounders[k] = clip_rounder_of(width);
            kept[k] = kept[MIENI_SEGMENT * MIENI_BLOCK_LANES + k] = 0.0f;
            for (int row = 0; row < MIENI_ROWS; ++row)
                kept[(row + 1) * MIENI_BLOCK_LANES + k] =
                    clip_field(rows + (size_t)row * row_size, bit, width);
            post += (uint32_t)post_width;
            bit += (uint32_t)width;
        }
    }
    for (int row = 0; row <= MIENI_SEGMENT; ++row, kept += MIENI_BLOCK_LANES) {
        clip_add_line(posts, rises, rounders, mieni_along(row), count * MIENI_LANES, kept);
        for (int g = 0; g < count; ++g) {
            if (run->groups[g].reference != MIENI_ALONE)
                clip_add_reference(kept + run->groups[g].reference * MIENI_LANES, kept + g * MIENI_LANES);
        }
    }
    return widths_size + MIENI_ROWS * row_size;
}

#if VF_W == 1
static void clip_mix_plain(const MieniBlockRun *run, const float *kept)
{
    const float *now = kept + (size_t)run->moment->row * MIENI_BLOCK_LANES, *next = now + MIENI_BLOCK_LANES;
    for (int g = 0; g < run->block->group_count; ++g) {
        if ((run->wanted >> g & 1) != 0)
            clip_blend(run, g, now + g * MIENI_LANES, next + g * MIENI_LANES);
    }
}
#else
/// Rows 0 and 16 are zero and not stored; reading them is reading these.
static const uint8_t clip_zeros[MIENI_BLOCK_LANES * MIENI_MAX_NARROW / 8 + 16] = {0};

static KERNEL_INLINE const uint8_t *clip_row(const uint8_t *rows, size_t row_size, int row)
{
    // Arithmetic instead of a choice: compilers make branches of choices.
    const uintptr_t inside = (uintptr_t)0 - (uintptr_t)((unsigned)(row - 1) < MIENI_ROWS);
    const uintptr_t there = (uintptr_t)rows + ((uintptr_t)row - 1) * row_size;
    return (const uint8_t *)((there & inside) | ((uintptr_t)clip_zeros & ~inside));
}
#endif
