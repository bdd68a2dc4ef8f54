// SPDX-License-Identifier: MIT
//
// Decoding a block of a clip, field by field: for instruction sets without shifts
// and shuffles by lane, and for wide blocks.

/// What a group is relative to if it stands alone.
static const float clip_nothing[MIENI_LANES] = {0};

/// A signed field of up to 25 bits; bit counts from p.
static KERNEL_INLINE float clip_field(const uint8_t *p, uint32_t bit, int width)
{
    uint32_t word;
    memcpy(&word, p + bit / 8, sizeof word);
    const uint32_t mask = (1u << width) - 1, sign = 1u << width >> 1;
    const uint32_t field = word >> bit % 8 & mask;
    return (float)(int32_t)((field ^ sign) - sign);
}

/// From posts and rows to channels: the line between the posts, plus the blend of
/// the rows, plus the group's reference. Every kernel computes exactly this.
static KERNEL_INLINE void clip_blend(const MieniBlockRun *run, int group, const float *posts,
                                     const float *rises, const float *rows, const float *next_rows,
                                     float (*sums)[MIENI_LANES])
{
    if ((run->wanted >> group & 1) == 0)
        return;
    const int reference = run->groups[group].reference;
    const float *from = reference == MIENI_ALONE ? clip_nothing : sums[reference];
    const float *steps = run->scales[group].steps, *bases = run->scales[group].bases;
    float *out = mieni_group_out(run, group);
    for (int k = 0; k < MIENI_LANES; ++k) {
        const float line = posts[k] + run->moment->along * rises[k];
        const float row = rows[k] + run->moment->part * (next_rows[k] - rows[k]);
        const float sum = (line + row) + from[k];
        sums[group][k] = sum;
        out[k] = bases[k] + steps[k] * sum;
    }
}

static size_t clip_sample_plain(const MieniBlockRun *run)
{
    const size_t row_size = mieni_row_size(run->widths);
    const size_t widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size;
    const int row = run->moment->row;
    const uint8_t *at = rows + (size_t)(row > 0 ? row - 1 : 0) * row_size;
    const uint8_t *next = rows + (size_t)(row < MIENI_ROWS ? row : 0) * row_size;
    const float has_row = row > 0 ? 1.0f : 0.0f, has_next = row < MIENI_ROWS ? 1.0f : 0.0f;
    float sums[MIENI_BLOCK_GROUPS][MIENI_LANES];
    uint32_t post = 0, bit = 0;
    for (int g = 0; g < run->block->group_count; ++g) {
        float a[MIENI_LANES], rise[MIENI_LANES], r[MIENI_LANES], s[MIENI_LANES];
        const int post_width = run->groups[g].width;
        for (int k = 0; k < MIENI_LANES; ++k) {
            const int width = mieni_row_width(run->block, run->widths, g, k);
            a[k] = clip_field(run->posts, post, post_width);
            rise[k] = clip_field(run->next_posts, post, post_width) - a[k];
            r[k] = has_row * clip_field(at, bit, width);
            s[k] = has_next * clip_field(next, bit, width);
            post += (uint32_t)post_width;
            bit += (uint32_t)width;
        }
        clip_blend(run, g, a, rise, r, s, sums);
    }
    return widths_size + MIENI_ROWS * row_size;
}

static size_t clip_keep_plain(const MieniBlockRun *run, float *kept)
{
    const size_t row_size = mieni_row_size(run->widths);
    const size_t widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size;
    float *posts = kept, *rises = kept + MIENI_BLOCK_LANES, *first = rises + MIENI_BLOCK_LANES;
    float *last = first + MIENI_SEGMENT * MIENI_BLOCK_LANES;
    uint32_t post = 0, bit = 0;
    for (int g = 0; g < run->block->group_count; ++g) {
        const int post_width = run->groups[g].width;
        for (int k = g * MIENI_LANES; k < (g + 1) * MIENI_LANES; ++k) {
            const int width = mieni_row_width(run->block, run->widths, g, k % MIENI_LANES);
            posts[k] = clip_field(run->posts, post, post_width);
            rises[k] = clip_field(run->next_posts, post, post_width) - posts[k];
            first[k] = last[k] = 0.0f;
            for (int row = 0; row < MIENI_ROWS; ++row)
                first[(row + 1) * MIENI_BLOCK_LANES + k] =
                    clip_field(rows + (size_t)row * row_size, bit, width);
            post += (uint32_t)post_width;
            bit += (uint32_t)width;
        }
    }
    return widths_size + MIENI_ROWS * row_size;
}

#if VF_W != 8
static void clip_mix_plain(const MieniBlockRun *run, const float *kept)
{
    const float *rows = kept + (size_t)(2 + run->moment->row) * MIENI_BLOCK_LANES;
    float sums[MIENI_BLOCK_GROUPS][MIENI_LANES];
    for (int g = 0; g < run->block->group_count; ++g) {
        const float *lanes = kept + g * MIENI_LANES;
        clip_blend(run, g, lanes, lanes + MIENI_BLOCK_LANES, rows + g * MIENI_LANES,
                   rows + MIENI_BLOCK_LANES + g * MIENI_LANES, sums);
    }
}
#endif
