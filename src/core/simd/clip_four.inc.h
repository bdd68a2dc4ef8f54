// SPDX-License-Identifier: MIT
//
// Decoding a block of a clip with vectors of four lanes, a group at a time. A field is left
// where it is in the word of four bytes that it begins in: a mask takes its bits, its sign
// is extended in place, and a product with a power of two brings it down once it is a
// float, which is exact. So no instruction set needs shifts by lane. Where fields are
// follows from sums of widths, eight of them in one 64-bit number. Nothing branches on data.

#define CLIP_BYTES(n) ((n)*0x0101010101010101u) // the same in each of eight bytes

/// How to take the fields of four lanes out of words.
typedef struct ClipFour {
    vi mask, sign;
    vf scale;
} ClipFour;

/// Eight fields: the words they begin in, and the halves of four lanes.
typedef struct ClipEight {
    vp words;
    ClipFour half[2];
} ClipEight;

/// For eight fields of one width from a whole byte on.
typedef struct ClipPostTable {
    uint32_t mask[MIENI_LANES], sign[MIENI_LANES];
    float scale[MIENI_LANES];
} ClipPostTable;

#define CLIP_MASK(w, k)  ((1u << (w)) - 1u) << (k) * (w) % 8
#define CLIP_SIGN(w, k)  (1u << (w) >> 1) << (k) * (w) % 8
#define CLIP_SCALE(w, k) 1.0f / (float)(1u << (k) * (w) % 8)
#define CLIP_EIGHT(f, w) f(w, 0), f(w, 1), f(w, 2), f(w, 3), f(w, 4), f(w, 5), f(w, 6), f(w, 7)
#define CLIP_POST(w)                                                                                         \
    {                                                                                                        \
        {CLIP_EIGHT(CLIP_MASK, w)}, {CLIP_EIGHT(CLIP_SIGN, w)}, { CLIP_EIGHT(CLIP_SCALE, w) }                \
    }

_Alignas(64) static const ClipPostTable clip_posts[MIENI_MAX_NARROW + 1] = {
    CLIP_POST(0),  CLIP_POST(1),  CLIP_POST(2),  CLIP_POST(3),  CLIP_POST(4),  CLIP_POST(5),
    CLIP_POST(6),  CLIP_POST(7),  CLIP_POST(8),  CLIP_POST(9),  CLIP_POST(10), CLIP_POST(11),
    CLIP_POST(12), CLIP_POST(13), CLIP_POST(14), CLIP_POST(15),
};

/// Bytes that eight fields begin in, by the bits before them.
static KERNEL_INLINE uint64_t clip_first_bytes(uint64_t before) { return before >> 3 & CLIP_BYTES(31); }

static KERNEL_INLINE ClipFour clip_post_four(const ClipPostTable *table, int half)
{
    return (ClipFour){vi_load(table->mask + 4 * half), vi_load(table->sign + 4 * half),
                      vf_load(table->scale + 4 * half)};
}

static KERNEL_INLINE ClipEight clip_post_fields(uint32_t width)
{
    const ClipPostTable *table = &clip_posts[width];
    return (ClipEight){vp_of(clip_first_bytes(width * 0x0706050403020100u)),
                       {clip_post_four(table, 0), clip_post_four(table, 1)}};
}

static KERNEL_INLINE ClipFour clip_row_four(uint64_t bits, uint64_t ends, int half)
{
    const vi bit = vi_of_bytes(bits, half), high = vi_power(vi_of_bytes(ends, half));
    return (ClipFour){vi_sub(high, vi_power(bit)), vi_half(high), vi_inverse_power(bit)};
}

/// The widths of a block's rows, group after group.
typedef struct ClipWidths {
    const uint8_t *pairs; ///< Eight bytes for two groups.
    uint32_t start;       ///< Bits before the group.
} ClipWidths;

/// Widths of the next group, a byte each; *out_before: bits before each, from the group's
/// first byte on, which is *out_start.
static KERNEL_INLINE uint64_t clip_next_widths(ClipWidths *at, uint32_t group, uint64_t *out_before,
                                               size_t *out_start)
{
    uint64_t pair;
    memcpy(&pair, at->pairs + group / 2 * MIENI_LANES, sizeof pair);
    const uint64_t widths = pair >> group % 2 * 4 & CLIP_BYTES(15), sums = widths * CLIP_BYTES(1);
    *out_before = sums - widths + CLIP_BYTES(at->start & 7);
    *out_start = at->start / 8;
    at->start += (uint32_t)(sums >> 56);
    return widths;
}

static KERNEL_INLINE ClipEight clip_row_fields(uint64_t widths, uint64_t before)
{
    const uint64_t bits = before & CLIP_BYTES(7), ends = bits + widths;
    return (ClipEight){vp_of(clip_first_bytes(before)),
                       {clip_row_four(bits, ends, 0), clip_row_four(bits, ends, 1)}};
}

static KERNEL_INLINE vf clip_cut(vi words, ClipFour four)
{
    const vi field = vi_sub(vi_xor(vi_and(words, four.mask), four.sign), four.sign);
    return vf_mul(vi_to_vf(field), four.scale);
}

static KERNEL_INLINE vf clip_cut_at(const uint8_t *p, ClipEight fields, int half)
{
    return clip_cut(vp_words(p, fields.words, half), fields.half[half]);
}

/// MIENI_ROUNDER for lanes with rows.
static KERNEL_INLINE vf clip_rounder(ClipFour row)
{
    return vf_select(vi_is_zero(row.mask), vf_set1(0.0f), vf_set1(MIENI_ROUNDER));
}

/// What a run needs again and again: stores into the output could change it otherwise, for
/// all that compilers know.
typedef struct ClipBlend {
    const MieniClipGroup *groups;
    const MieniClipScales *scales;
    vf along, along_next, part;
    float *out, *out_last;
    uint32_t wanted, last;
} ClipBlend;

static KERNEL_INLINE ClipBlend clip_blend_begin(const MieniBlockRun *run)
{
    return (ClipBlend){.groups = run->groups,
                       .scales = run->scales,
                       .along = vf_set1(mieni_along(run->moment->row)),
                       .along_next = vf_set1(mieni_along(run->moment->row + 1)),
                       .part = vf_set1(run->moment->part),
                       .out = run->out,
                       .out_last = run->out_last,
                       .wanted = run->wanted,
                       .last = run->block->group_count - 1u};
}

/// As clip_blend of the plain kernels; sums of narrow blocks are exact in any order.
static KERNEL_INLINE void clip_blend4(ClipBlend blend, uint32_t group, int half, vf now, vf more)
{
    const MieniClipScales *scales = &blend.scales[group];
    const vf sum = vf_add(now, vf_mul(blend.part, more));
    const vf value =
        vf_mul(vf_load(scales->steps + 4 * half), vf_add(vf_load(scales->bases + 4 * half), sum));
    float *out = group == blend.last ? blend.out_last : blend.out + group * MIENI_LANES;
    vf_store(out + 4 * half, value);
}

/// n of four lanes at the frame, and how much more it is at the next.
typedef struct ClipSum {
    vf now, more;
} ClipSum;

/// Where the bytes of a moment are.
typedef struct ClipPlaces {
    const uint8_t *posts, *next_posts, *row, *next;
} ClipPlaces;

static KERNEL_INLINE ClipSum clip_sum4(ClipBlend blend, ClipPlaces at, ClipEight posts, ClipEight rows,
                                       int half)
{
    const vf post = clip_cut_at(at.posts, posts, half), rounder = clip_rounder(rows.half[half]);
    const vf rise = vf_sub(clip_cut_at(at.next_posts, posts, half), post);
    const vf from = vf_add(post, rounder);
    // Both have the rounder on top.
    const vf high = vf_add(vf_add(from, vf_mul(blend.along, rise)), clip_cut_at(at.row, rows, half));
    const vf next = vf_add(vf_add(from, vf_mul(blend.along_next, rise)), clip_cut_at(at.next, rows, half));
    return (ClipSum){vf_sub(high, rounder), vf_sub(next, high)};
}

/// Adds what a group is relative to, the one before it, and writes the channels.
static KERNEL_INLINE void clip_finish4(ClipBlend blend, uint32_t group, int half, ClipSum own, ClipSum *sum)
{
    if (blend.groups[group].reference != MIENI_ALONE)
        own = (ClipSum){vf_add(own.now, sum->now), vf_add(own.more, sum->more)};
    clip_blend4(blend, group, half, own.now, own.more);
    *sum = own;
}

static size_t KERNEL(clip_sample)(const MieniBlockRun *run)
{
    if (run->block->is_wide)
        return clip_sample_plain(run);
    const ClipBlend blend = clip_blend_begin(run);
    const size_t row_size = mieni_row_size(run->widths), widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size;
    const uint8_t *row = clip_row(rows, row_size, run->moment->row);
    const uint8_t *next = clip_row(rows, row_size, run->moment->row + 1);
    ClipWidths widths_at = {run->widths + sizeof(uint16_t), 0};
    ClipPlaces at = {.posts = run->posts, .next_posts = run->next_posts};
    ClipSum low = {vf_set1(0.0f), vf_set1(0.0f)}, high = low;
    for (uint32_t g = 0; g <= blend.last; ++g) {
        const uint32_t post_width = blend.groups[g].width;
        uint64_t before;
        size_t start;
        const uint64_t widths = clip_next_widths(&widths_at, g, &before, &start);
        if ((blend.wanted >> g & 1) != 0) {
            const ClipEight posts = clip_post_fields(post_width), fields = clip_row_fields(widths, before);
            at.row = row + start;
            at.next = next + start;
            clip_finish4(blend, g, 0, clip_sum4(blend, at, posts, fields, 0), &low);
            clip_finish4(blend, g, 1, clip_sum4(blend, at, posts, fields, 1), &high);
        }
        at.posts += post_width;
        at.next_posts += post_width;
    }
    return widths_size + MIENI_ROWS * row_size;
}

/// The line of four lanes between posts.
typedef struct ClipLine {
    vf from, rise, rounder;
} ClipLine;

static KERNEL_INLINE ClipLine clip_line(const uint8_t *posts, const uint8_t *next_posts, ClipEight fields,
                                        ClipFour row, int half)
{
    const vf post = clip_cut_at(posts, fields, half), rounder = clip_rounder(row);
    return (ClipLine){vf_add(post, rounder), vf_sub(clip_cut_at(next_posts, fields, half), post), rounder};
}

static KERNEL_INLINE vf clip_line_at(ClipLine line, vf along)
{
    return vf_sub(vf_add(line.from, vf_mul(along, line.rise)), line.rounder);
}

/// A group at one row: lines and rows, plus what it is relative to, if anything.
static KERNEL_INLINE void clip_keep_row(vf low, vf high, const float *relative, float *n)
{
    if (relative != NULL) {
        low = vf_add(low, vf_load(relative));
        high = vf_add(high, vf_load(relative + 4));
    }
    vf_store(n, low);
    vf_store(n + 4, high);
}

static KERNEL_INLINE const float *clip_next_row(const float *kept)
{
    return kept != NULL ? kept + MIENI_BLOCK_LANES : NULL;
}

/// A group at all rows of a segment; row is the first that is stored, row 1.
static KERNEL_INLINE void clip_keep_group(ClipLine low, ClipLine high, ClipEight fields, const uint8_t *row,
                                          size_t row_size, const float *relative, float *n)
{
    static const float alongs[MIENI_SEGMENT + 1] = {0.0f,   0.0625f, 0.125f, 0.1875f, 0.25f,  0.3125f,
                                                    0.375f, 0.4375f, 0.5f,   0.5625f, 0.625f, 0.6875f,
                                                    0.75f,  0.8125f, 0.875f, 0.9375f, 1.0f};
    clip_keep_row(clip_line_at(low, vf_set1(0.0f)), clip_line_at(high, vf_set1(0.0f)), relative, n);
    for (int r = 1; r < MIENI_SEGMENT; ++r, row += row_size) {
        const vf along = vf_set1(alongs[r]);
        n += MIENI_BLOCK_LANES;
        relative = clip_next_row(relative);
        clip_keep_row(vf_add(clip_line_at(low, along), clip_cut_at(row, fields, 0)),
                      vf_add(clip_line_at(high, along), clip_cut_at(row, fields, 1)), relative, n);
    }
    clip_keep_row(clip_line_at(low, vf_set1(1.0f)), clip_line_at(high, vf_set1(1.0f)),
                  clip_next_row(relative), n + MIENI_BLOCK_LANES);
}

static size_t KERNEL(clip_keep)(const MieniBlockRun *run, float *kept)
{
    if (run->block->is_wide)
        return clip_keep_plain(run, kept);
    const uint32_t count = run->block->group_count;
    const size_t row_size = mieni_row_size(run->widths), widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size, *posts = run->posts, *next_posts = run->next_posts;
    ClipWidths widths_at = {run->widths + sizeof(uint16_t), 0};
    for (uint32_t g = 0; g < count; ++g) {
        const MieniClipGroup group = run->groups[g];
        uint64_t before;
        size_t start;
        const uint64_t widths = clip_next_widths(&widths_at, g, &before, &start);
        const ClipEight post_fields = clip_post_fields(group.width), fields = clip_row_fields(widths, before);
        const ClipLine low = clip_line(posts, next_posts, post_fields, fields.half[0], 0);
        const ClipLine high = clip_line(posts, next_posts, post_fields, fields.half[1], 1);
        const float *relative = group.reference == MIENI_ALONE ? NULL : kept + group.reference * MIENI_LANES;
        clip_keep_group(low, high, fields, rows + start, row_size, relative, kept + g * MIENI_LANES);
        posts += group.width;
        next_posts += group.width;
    }
    return widths_size + MIENI_ROWS * row_size;
}

static void KERNEL(clip_mix)(const MieniBlockRun *run, const float *kept)
{
    const ClipBlend blend = clip_blend_begin(run);
    const float *now = kept + (size_t)run->moment->row * MIENI_BLOCK_LANES, *next = now + MIENI_BLOCK_LANES;
    for (uint32_t g = 0; g <= blend.last; ++g, now += MIENI_LANES, next += MIENI_LANES) {
        if ((blend.wanted >> g & 1) == 0)
            continue;
        const vf low = vf_load(now), high = vf_load(now + 4);
        clip_blend4(blend, g, 0, low, vf_sub(vf_load(next), low));
        clip_blend4(blend, g, 1, high, vf_sub(vf_load(next + 4), high));
    }
}
