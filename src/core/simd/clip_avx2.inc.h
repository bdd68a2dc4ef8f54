// SPDX-License-Identifier: MIT
//
// Decoding a block of a clip with AVX2, a group at a time. The eight fields of a
// group lie within 16 bytes: a shuffle brings each to its lane, two shifts by lane
// cut it out. Which bytes and which shifts follows from the widths, for posts by
// table, for rows by sums over all lanes of the block at once. Nothing branches on
// data.

/// Where a lane's field is: first of four bytes, how far to shift it up so that
/// its top bit is the lane's, and down again.
typedef struct ClipCut {
    __m256i bytes, up, down;
} ClipCut;

/// Cuts for eight fields of one width from a whole byte on.
typedef struct ClipCutTable {
    uint8_t bytes[32];
    uint32_t up[8], down[8], unused[8];
} ClipCutTable;

#define CLIP_BYTES(w, k) (k) * (w) / 8, (k) * (w) / 8 + 1, (k) * (w) / 8 + 2, (k) * (w) / 8 + 3
#define CLIP_UP(w, k)    ((w) == 0 ? 32 : 32 - (w) - (k) * (w) % 8)
#define CLIP_EIGHT(f, w) f(w, 0), f(w, 1), f(w, 2), f(w, 3), f(w, 4), f(w, 5), f(w, 6), f(w, 7)
#define CLIP_CUT(w)                                                                                          \
    {                                                                                                        \
        {CLIP_EIGHT(CLIP_BYTES, w)}, {CLIP_EIGHT(CLIP_UP, w)},                                               \
            {32 - (w), 32 - (w), 32 - (w), 32 - (w), 32 - (w), 32 - (w), 32 - (w), 32 - (w)},                \
        {                                                                                                    \
            0                                                                                                \
        }                                                                                                    \
    }

_Alignas(64) static const ClipCutTable clip_cuts[MIENI_MAX_NARROW + 1] = {
    CLIP_CUT(0),  CLIP_CUT(1),  CLIP_CUT(2),  CLIP_CUT(3),  CLIP_CUT(4),  CLIP_CUT(5),
    CLIP_CUT(6),  CLIP_CUT(7),  CLIP_CUT(8),  CLIP_CUT(9),  CLIP_CUT(10), CLIP_CUT(11),
    CLIP_CUT(12), CLIP_CUT(13), CLIP_CUT(14), CLIP_CUT(15),
};

static KERNEL_INLINE ClipCut clip_post_cut(int width)
{
    const ClipCutTable *table = &clip_cuts[width];
    return (ClipCut){_mm256_load_si256((const __m256i *)table->bytes),
                     _mm256_load_si256((const __m256i *)table->up),
                     _mm256_load_si256((const __m256i *)table->down)};
}

static KERNEL_INLINE __m256 clip_cut(const uint8_t *p, ClipCut cut)
{
    const __m256i all = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
    const __m256i lanes = _mm256_shuffle_epi8(all, cut.bytes);
    return _mm256_cvtepi32_ps(_mm256_srav_epi32(_mm256_sllv_epi32(lanes, cut.up), cut.down));
}

/// Cuts of all rows of a block, a byte per lane: even groups first, then odd ones.
typedef struct ClipRowCuts {
    _Alignas(32) uint8_t byte[MIENI_BLOCK_LANES], up[MIENI_BLOCK_LANES], down[MIENI_BLOCK_LANES];
    uint32_t start[MIENI_BLOCK_GROUPS]; ///< First byte of each group in a row.
} ClipRowCuts;

/// Running sums over the eight bytes of each quarter.
static KERNEL_INLINE __m256i clip_running(__m256i widths)
{
    widths = _mm256_add_epi8(widths, _mm256_slli_epi64(widths, 8));
    widths = _mm256_add_epi8(widths, _mm256_slli_epi64(widths, 16));
    return _mm256_add_epi8(widths, _mm256_slli_epi64(widths, 32));
}

static KERNEL_INLINE void clip_row_half(ClipRowCuts *cuts, int half, __m256i widths, __m256i before)
{
    const __m256i bit = _mm256_and_si256(before, _mm256_set1_epi8(7));
    const __m256i byte = _mm256_and_si256(_mm256_srli_epi16(before, 3), _mm256_set1_epi8(31));
    const __m256i down = _mm256_sub_epi8(_mm256_set1_epi8(32), widths);
    // A field of no width is shifted out altogether.
    const __m256i up =
        _mm256_or_si256(_mm256_sub_epi8(down, bit), _mm256_cmpeq_epi8(widths, _mm256_setzero_si256()));
    _mm256_store_si256((__m256i *)(cuts->byte + 32 * half), byte);
    _mm256_store_si256((__m256i *)(cuts->up + 32 * half), up);
    _mm256_store_si256((__m256i *)(cuts->down + 32 * half), down);
}

static KERNEL_INLINE void clip_row_cuts(const uint8_t *widths, ClipRowCuts *cuts)
{
    const __m256i pairs = _mm256_loadu_si256((const __m256i *)widths), low = _mm256_set1_epi8(15);
    const __m256i even = _mm256_and_si256(pairs, low);
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi16(pairs, 4), low);
    const __m256i run_even = clip_running(even), run_odd = clip_running(odd);
    // Sums of groups 0 to 7, then running over the groups.
    const __m256i group = _mm256_or_si256(_mm256_srli_epi64(run_even, 56),
                                          _mm256_slli_epi64(_mm256_srli_epi64(run_odd, 56), 32));
    __m256i end = _mm256_add_epi32(group, _mm256_slli_si256(group, 4));
    end = _mm256_add_epi32(end, _mm256_slli_si256(end, 8));
    const __m256i half = _mm256_permutevar8x32_epi32(end, _mm256_set1_epi32(3));
    end = _mm256_add_epi32(end, _mm256_blend_epi32(_mm256_setzero_si256(), half, 0xF0));
    const __m256i start = _mm256_sub_epi32(end, group);
    _mm256_store_si256((__m256i *)cuts->start, _mm256_srli_epi32(start, 3));
    const __m256i shift = _mm256_and_si256(start, _mm256_set1_epi32(7));
    const __m256i of_even = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 0, 0, 0, 0, 0, 0,
                                             0, 0, 8, 8, 8, 8, 8, 8, 8, 8);
    const __m256i of_odd = _mm256_add_epi8(of_even, _mm256_set1_epi8(4));
    clip_row_half(cuts, 0, even,
                  _mm256_add_epi8(_mm256_sub_epi8(run_even, even), _mm256_shuffle_epi8(shift, of_even)));
    clip_row_half(cuts, 1, odd,
                  _mm256_add_epi8(_mm256_sub_epi8(run_odd, odd), _mm256_shuffle_epi8(shift, of_odd)));
}

/// place: 0 to 3 for groups 0, 2, 4, 6, and 4 to 7 for groups 1, 3, 5, 7.
static KERNEL_INLINE ClipCut clip_row_cut(const ClipRowCuts *cuts, int place)
{
    const int lane = place * MIENI_LANES;
    const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5,
                                            5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
    int64_t bytes;
    memcpy(&bytes, cuts->byte + lane, sizeof bytes);
    return (ClipCut){_mm256_add_epi8(_mm256_shuffle_epi8(_mm256_set1_epi64x(bytes), spread),
                                     _mm256_set1_epi32(0x03020100)),
                     _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(cuts->up + lane))),
                     _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(cuts->down + lane)))};
}

/// What a run needs again and again, in registers: stores into the output could
/// change it otherwise, for all that compilers know.
typedef struct ClipBlend {
    const MieniClipGroup *groups;
    const MieniClipScales *scales;
    __m256 along, along_next, part;
    float *out, *out_last;
    uint32_t wanted, last;
} ClipBlend;

/// n of a group at the frame, and how much more it is at the next.
typedef struct ClipSum {
    __m256 now, more;
} ClipSum;

static KERNEL_INLINE ClipBlend clip_blend_begin(const MieniBlockRun *run)
{
    return (ClipBlend){.groups = run->groups,
                       .scales = run->scales,
                       .along = _mm256_set1_ps(mieni_along(run->moment->row)),
                       .along_next = _mm256_set1_ps(mieni_along(run->moment->row + 1)),
                       .part = _mm256_set1_ps(run->moment->part),
                       .out = run->out,
                       .out_last = run->out_last,
                       .wanted = run->wanted,
                       .last = run->block->group_count - 1u};
}

/// As clip_blend of the plain kernels; sums of narrow blocks are exact in any order.
static KERNEL_INLINE void clip_blend8(ClipBlend blend, uint32_t group, __m256 now, __m256 more)
{
    const __m256 sum = _mm256_add_ps(now, _mm256_mul_ps(blend.part, more));
    const __m256 value = _mm256_mul_ps(_mm256_loadu_ps(blend.scales[group].steps),
                                       _mm256_add_ps(_mm256_loadu_ps(blend.scales[group].bases), sum));
    _mm256_storeu_ps(group == blend.last ? blend.out_last : blend.out + group * MIENI_LANES, value);
}

/// MIENI_ROUNDER for lanes with rows. Those without are shifted up by -1, and by less than
/// 32 those with, bits that MIENI_ROUNDER does not have.
static KERNEL_INLINE __m256 clip_rounder(ClipCut row_cut)
{
    return _mm256_andnot_ps(_mm256_castsi256_ps(row_cut.up), _mm256_set1_ps(MIENI_ROUNDER));
}

/// Where the bytes of a moment are: posts of the next group, and rows.
typedef struct ClipPlaces {
    const uint8_t *posts, *next_posts, *row, *next;
} ClipPlaces;

/// Returns the sum of the group, of which the next one gets to know.
static KERNEL_INLINE ClipSum clip_group(ClipBlend blend, ClipSum before, uint32_t group,
                                        const ClipRowCuts *cuts, ClipPlaces *at)
{
    const size_t width = blend.groups[group].width;
    if ((blend.wanted >> group & 1) != 0) {
        const ClipCut post_cut = clip_post_cut((int)width);
        const ClipCut row_cut = clip_row_cut(cuts, (int)(group % 2 * 4 + group / 2));
        const size_t start = cuts->start[group];
        const __m256 post = clip_cut(at->posts, post_cut), rounder = clip_rounder(row_cut);
        const __m256 rise = _mm256_sub_ps(clip_cut(at->next_posts, post_cut), post);
        const __m256 from = _mm256_add_ps(post, rounder);
        // Both have the rounder on top.
        const __m256 high = _mm256_add_ps(_mm256_add_ps(from, _mm256_mul_ps(blend.along, rise)),
                                          clip_cut(at->row + start, row_cut));
        const __m256 next = _mm256_add_ps(_mm256_add_ps(from, _mm256_mul_ps(blend.along_next, rise)),
                                          clip_cut(at->next + start, row_cut));
        ClipSum sum = {_mm256_sub_ps(high, rounder), _mm256_sub_ps(next, high)};
        if (blend.groups[group].reference != MIENI_ALONE) {
            sum.now = _mm256_add_ps(sum.now, before.now);
            sum.more = _mm256_add_ps(sum.more, before.more);
        }
        clip_blend8(blend, group, sum.now, sum.more);
        before = sum;
    }
    at->posts += width;
    at->next_posts += width;
    return before;
}

static size_t KERNEL(clip_sample)(const MieniBlockRun *run)
{
    if (run->block->is_wide)
        return clip_sample_plain(run);
    const ClipBlend blend = clip_blend_begin(run);
    ClipRowCuts cuts;
    clip_row_cuts(run->widths + sizeof(uint16_t), &cuts);
    const size_t row_size = mieni_row_size(run->widths), widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size;
    ClipPlaces at = {run->posts, run->next_posts, clip_row(rows, row_size, run->moment->row),
                     clip_row(rows, row_size, run->moment->row + 1)};
    ClipSum sum = {_mm256_setzero_ps(), _mm256_setzero_ps()};
    for (uint32_t g = 0; g <= blend.last; ++g)
        sum = clip_group(blend, sum, g, &cuts, &at);
    return widths_size + MIENI_ROWS * row_size;
}

/// What a group is relative to if it stands alone.
static const float clip_nothing[MIENI_LANES] = {0};

static size_t KERNEL(clip_keep)(const MieniBlockRun *run, float *kept)
{
    if (run->block->is_wide)
        return clip_keep_plain(run, kept);
    ClipRowCuts cuts;
    clip_row_cuts(run->widths + sizeof(uint16_t), &cuts);
    const int count = run->block->group_count;
    const size_t row_size = mieni_row_size(run->widths), widths_size = mieni_widths_size(run->block);
    const uint8_t *rows = run->widths + widths_size;
    size_t at = 0;
    for (int g = 0; g < count; ++g) {
        float *n = kept + g * MIENI_LANES;
        const ClipCut post_cut = clip_post_cut(run->groups[g].width);
        const ClipCut row_cut = clip_row_cut(&cuts, g % 2 * 4 + g / 2);
        const __m256 post = clip_cut(run->posts + at, post_cut), rounder = clip_rounder(row_cut);
        const __m256 rise = _mm256_sub_ps(clip_cut(run->next_posts + at, post_cut), post);
        const __m256 from = _mm256_add_ps(post, rounder);
        const int reference = run->groups[g].reference;
        const bool is_alone = reference == MIENI_ALONE;
        const float *relative = is_alone ? clip_nothing : kept + reference * MIENI_LANES;
        const size_t relative_size = is_alone ? 0 : MIENI_BLOCK_LANES;
        at += run->groups[g].width;
        for (int r = 0; r <= MIENI_SEGMENT; ++r, n += MIENI_BLOCK_LANES, relative += relative_size) {
            const __m256 row = clip_cut(clip_row(rows, row_size, r) + cuts.start[g], row_cut);
            const __m256 line = _mm256_add_ps(from, _mm256_mul_ps(_mm256_set1_ps(mieni_along(r)), rise));
            const __m256 own = _mm256_add_ps(_mm256_sub_ps(line, rounder), row);
            _mm256_storeu_ps(n, _mm256_add_ps(own, _mm256_loadu_ps(relative)));
        }
    }
    return widths_size + MIENI_ROWS * row_size;
}

static void KERNEL(clip_mix)(const MieniBlockRun *run, const float *kept)
{
    const ClipBlend blend = clip_blend_begin(run);
    const float *now = kept + (size_t)run->moment->row * MIENI_BLOCK_LANES, *next = now + MIENI_BLOCK_LANES;
    for (uint32_t g = 0, lane = 0; g <= blend.last; ++g, lane += MIENI_LANES) {
        if ((blend.wanted >> g & 1) != 0) {
            const __m256 n = _mm256_loadu_ps(now + lane);
            clip_blend8(blend, g, n, _mm256_sub_ps(_mm256_loadu_ps(next + lane), n));
        }
    }
}
