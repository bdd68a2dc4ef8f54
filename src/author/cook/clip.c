// SPDX-License-Identifier: MIT
//
// Cooking clips: the pack around curves and tracks.

#include "core/float_rules.h"

#include "author/cook/clip.h"

#include "author/clip/memory.h"
#include "author/cook/skeleton.h"
#include "base/budget.h"
#include "core/clip_format.h"
#include "core/float_env.h"
#include "core/utf8.h"

#include <stdlib.h>
#include <string.h>

// Which channels stand together. Posts of a group share a width, so like widths
// belong together. And channels that move alike, as the halves of a face do, are
// smaller as one and the difference: pairs are found by trying.

enum {
    TRIED_SEGMENTS = 64, ///< Spread over the clip; enough to know how alike two channels are.
};

/// Two channels, the second as the difference from the first.
typedef struct Pair {
    int first, second;
    int64_t gain; ///< Bits saved.
} Pair;

static int32_t whole(double x)
{
    const int32_t down = (int32_t)x;
    return x < 0.0 ? (int32_t)(x - 0.5) : (int32_t)(down + (x - (double)down >= 0.5));
}

/// About how many bits the rows of a difference take, over the tried segments.
static int64_t try_difference(const double *a, const double *b, int segments, int tried)
{
    int64_t bits = 0;
    for (int t = 0; t < tried; ++t) {
        const int s = (int)((int64_t)t * segments / tried);
        const double *x = a + (size_t)s * MIENI_SEGMENT, *y = b + (size_t)s * MIENI_SEGMENT;
        const int32_t from = whole(y[0] - x[0]), to = whole(y[MIENI_SEGMENT] - x[MIENI_SEGMENT]);
        int32_t low = 0, high = 0;
        for (int i = 1; i <= MIENI_ROWS; ++i) {
            const double line = (double)from + (double)(to - from) * ((double)i / MIENI_SEGMENT);
            const int32_t off = whole((y[i] - x[i]) - line);
            low = off < low ? off : low;
            high = off > high ? off : high;
        }
        bits += mieni_signed_width(low, high) * MIENI_ROWS;
    }
    return bits;
}

static int64_t tried_bits(const MieniEncoded *encoded, int segments, int tried)
{
    int64_t bits = 0;
    for (int t = 0; t < tried; ++t)
        bits += encoded->widths[(int64_t)t * segments / tried] * MIENI_ROWS;
    return bits;
}

static int by_gain(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return x->first != y->first ? x->first - y->first : x->second - y->second;
}

/// The best pairs among members, each channel in at most one.
static int find_pairs(const MieniChannel *channels, const MieniEncoded *encoded, const int *members,
                      int count, int segments, Pair *pairs, bool *is_taken)
{
    const int tried = segments < TRIED_SEGMENTS ? segments : TRIED_SEGMENTS;
    int found = 0;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            const MieniEncoded *a = &encoded[members[i]], *b = &encoded[members[j]];
            if (i == j || channels[members[i]].step != channels[members[j]].step)
                continue;
            const int64_t alone = tried_bits(b, segments, tried);
            const int64_t gain = alone - try_difference(a->decoded, b->decoded, segments, tried);
            if (gain * 20 > alone) // less is not worth it
                pairs[found++] = (Pair){members[i], members[j], gain};
        }
    }
    qsort(pairs, (size_t)found, sizeof *pairs, by_gain);
    int kept = 0;
    for (int p = 0; p < found; ++p) {
        if (is_taken[pairs[p].first] || is_taken[pairs[p].second])
            continue;
        is_taken[pairs[p].first] = is_taken[pairs[p].second] = true;
        pairs[kept++] = pairs[p];
    }
    return kept;
}

/// Encodes the seconds of pairs as differences; those that do not get smaller, get
/// too wide or too far off stay alone. Returns how many pairs remain.
static int encode_pairs(MieniArena *arena, const MieniChannel *channels, MieniEncoded *encoded, Pair *pairs,
                        int count, int frame_count, bool *is_taken)
{
    int kept = 0;
    for (int p = 0; p < count; ++p) {
        const Pair pair = pairs[p];
        MieniEncoded relative;
        const MieniEncodeOptions options = {.frame_count = frame_count, .from = encoded[pair.first].decoded};
        if (!mieni_encode(arena, &channels[pair.second], &options, &relative))
            return 0;
        relative.error = encoded[pair.second].error;
        const int64_t middle = (int64_t)encoded[pair.first].middle + relative.middle;
        const bool is_near =
            relative.error == 0.0 ||
            mieni_encoded_is_near(&channels[pair.second], &relative, middle, frame_count, relative.error);
        if (!is_near || relative.bit_count >= encoded[pair.second].bit_count ||
            relative.post_width > MIENI_MAX_NARROW || relative.row_width > MIENI_MAX_NARROW) {
            is_taken[pair.first] = is_taken[pair.second] = false;
            continue;
        }
        encoded[pair.second] = relative;
        pairs[kept++] = pair;
    }
    return kept;
}

/// Index and a number to sort by, descending.
typedef struct Ranked {
    int channel, key;
} Ranked;

static int by_key(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    return x->key != y->key ? y->key - x->key : x->channel - y->channel;
}

static MieniLayoutGroup *add_group(MieniLayoutBlock *block, int reference)
{
    MieniLayoutGroup *group = &block->groups[block->group_count++];
    *group = (MieniLayoutGroup){.reference = reference};
    return group;
}

/// Lays one block out: groups of firsts, each followed by its group of seconds, then
/// everything else.
static void lay_out(const Pair *pairs, int pair_count, const Ranked *rest, int rest_count,
                    MieniLayoutBlock *block)
{
    int next = 0;
    for (int p = 0; p < pair_count; p += MIENI_LANES) {
        MieniLayoutGroup *firsts = add_group(block, MIENI_ALONE);
        MieniLayoutGroup *seconds = add_group(block, block->group_count - 1);
        for (int lane = 0; lane < MIENI_LANES; ++lane) {
            firsts->channels[firsts->count++] = pairs[p + lane].first;
            seconds->channels[seconds->count++] = pairs[p + lane].second;
        }
    }
    while (next < rest_count) {
        MieniLayoutGroup *group = add_group(block, MIENI_ALONE);
        while (group->count < MIENI_LANES && next < rest_count)
            group->channels[group->count++] = rest[next++].channel;
    }
}

static int post_key(const Pair *pair, const MieniEncoded *encoded)
{
    return encoded[pair->first].post_width * 32 + encoded[pair->second].post_width;
}

static bool arrange_block(MieniArena *arena, const MieniChannel *channels, MieniEncoded *encoded,
                          const int *members, int count, int frame_count, bool may_pair,
                          MieniLayoutBlock *block, bool *is_taken, int *pair_count)
{
    Ranked rest[MIENI_BLOCK_LANES];
    Pair *pairs = mieni_arena_take(arena, (size_t)count * (size_t)count, sizeof *pairs);
    MieniEncoded *alone = mieni_arena_take(arena, (size_t)count, sizeof *alone);
    if (arena->is_out_of_memory)
        return false;
    for (int i = 0; i < count; ++i)
        alone[i] = encoded[members[i]];
    int found = 0;
    if (may_pair) {
        found =
            find_pairs(channels, encoded, members, count, mieni_segment_count(frame_count), pairs, is_taken);
        found = encode_pairs(arena, channels, encoded, pairs, found, frame_count, is_taken);
        if (arena->is_out_of_memory)
            return false;
    }
    const int fitting = found - found % MIENI_LANES; // groups of curves are full
    for (int p = fitting; p < found; ++p) {
        is_taken[pairs[p].first] = is_taken[pairs[p].second] = false;
        for (int i = 0; i < count; ++i) {
            if (members[i] == pairs[p].second)
                encoded[members[i]] = alone[i];
        }
    }
    for (int p = 1; p < fitting; ++p) { // like widths together; few, so by insertion
        const Pair pair = pairs[p];
        int at = p;
        for (; at > 0 && post_key(&pairs[at - 1], encoded) < post_key(&pair, encoded); --at)
            pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
    int rest_count = 0;
    for (int i = 0; i < count; ++i) {
        if (!is_taken[members[i]])
            rest[rest_count++] = (Ranked){members[i], encoded[members[i]].post_width};
    }
    qsort(rest, (size_t)rest_count, sizeof *rest, by_key);
    lay_out(pairs, fitting, rest, rest_count, block);
    *pair_count += fitting;
    return true;
}

/// Orders channels of one timing and width into blocks: like widths together, and
/// channels that move alike as pairs, one relative to the other. Adds to blocks.
/// encoded of channels that become relative is replaced.
static MienStatus arrange_channels(MieniArena *arena, const MieniChannel *channels, MieniEncoded *encoded,
                                   const int *members, int member_count, int frame_count, MieniTiming timing,
                                   bool is_wide, MieniLayoutBlock *blocks, int *block_count, int *pair_count)
{
    // Blocks of about the same size, whole groups but for the last.
    const int needed = (member_count + MIENI_BLOCK_LANES - 1) / MIENI_BLOCK_LANES;
    int highest = 0;
    for (int i = 0; i < member_count; ++i)
        highest = members[i] > highest ? members[i] : highest;
    bool *is_taken = mieni_arena_take(arena, (size_t)highest + 1, sizeof *is_taken);
    if (arena->is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    int done = 0;
    for (int b = 0; b < needed; ++b) {
        const int left = member_count - done, share = (left + needed - b - 1) / (needed - b);
        const int rounded = (share + MIENI_LANES - 1) / MIENI_LANES * MIENI_LANES;
        const int count = rounded < left ? rounded : left;
        MieniLayoutBlock *block = &blocks[(*block_count)++];
        *block = (MieniLayoutBlock){.timing = timing, .is_wide = is_wide};
        if (!arrange_block(arena, channels, encoded, members + done, count, frame_count, !is_wide, block,
                           is_taken, pair_count))
            return MIEN_ERROR_MEMORY;
        done += count;
    }
    return MIEN_OK;
}

// Cooking a clip's curves: sampled at the frames, sorted into constant ones, packed
// ones and those that only fit whole.

/// What becomes of a curve.
typedef enum CurveFate { FATE_PACKED, FATE_RAW, FATE_STILL } CurveFate;

typedef struct CookedCurve {
    CurveFate fate;
    MieniTiming timing;
    bool is_wide;
    bool has_one; ///< A frame is exactly 1.
    float still;
    double largest; ///< Of all values, without sign.
} CookedCurve;

/// Rounding to floats, and values to 0 and 1, takes a little of the error as well.
static const double step_per_error = 2.0 * 0.999, snap_per_error = 0.0005;

/// The largest step up to a given one of which 1 is a whole number, also in floats. 0: there is
/// none.
static float step_of_one(double most)
{
    enum { MOST = 1 << 24 };
    const double count = 1.0 / most;
    for (int n = count < MOST ? (int)count : MOST; n <= MOST; ++n) {
        const float step = 1.0f / (float)(n > 0 ? n : 1);
        if ((double)step <= most && step * (float)n == 1.0f)
            return step;
    }
    return 0.0f;
}

static double error_of(const MieniClipCook *cook, int curve)
{
    const MienAuthorClipOptions *options = cook->options;
    float error = options->curve_errors != NULL ? options->curve_errors[curve] : 0.0f;
    if (error == 0.0f)
        error = options->curve_error;
    return error == 0.0f ? 0.001 : (double)error;
}

/// Curves of constant keys jump; all others go from frame to frame.
static MieniTiming curve_timing(const MienAuthorClipCurve *curve)
{
    if (curve->before == MIEN_AUTHOR_SLOPE || curve->after == MIEN_AUTHOR_SLOPE)
        return MIENI_BLENDED;
    for (int k = 0; k + 1 < curve->key_count; ++k) {
        if (curve->keys[k].interpolation != MIEN_AUTHOR_CONSTANT)
            return MIENI_BLENDED;
    }
    return MIENI_HELD;
}

/// What is next to 0 or 1, as beside a key whose time was rounded, becomes it. No negative zeros.
static double snap(double value, double within)
{
    const double whole = value < 0.5 ? 0.0 : 1.0, off = value - whole;
    return off >= -within && off <= within ? whole : value;
}

/// The value of a curve that stays within its error of it, if one will do.
static bool find_still(const double *values, int count, double low, double high, double error, float *out)
{
    bool has_zero = false, has_one = false;
    for (int f = 0; f < count; ++f) {
        has_zero = has_zero || values[f] == 0.0;
        has_one = has_one || values[f] == 1.0;
    }
    const double middle = has_zero ? 0.0 : has_one ? 1.0 : low + (high - low) * 0.5;
    *out = (float)middle + 0.0f;
    return low == high ||
           (!(has_zero && has_one) && (double)*out - low <= error && high - (double)*out <= error);
}

/// Samples a curve. False without memory, or for values that no pack can hold.
static bool sample_curve(MieniClipCook *cook, int curve, const double **out_values, CookedCurve *cooked)
{
    double *values = mieni_arena_take(&cook->arena, (size_t)cook->frame_count, sizeof *values);
    if (values == NULL)
        return false;
    const double error = error_of(cook, curve), within = error > 0.0 ? snap_per_error * error : 0.0;
    double low = 0.0, high = 0.0;
    *cooked = (CookedCurve){.fate = FATE_RAW, .timing = curve_timing(&cook->clip->curves[curve])};
    for (int f = 0; f < cook->frame_count; ++f) {
        if (!mieni_cook_goes_on(cook, f))
            return false;
        double value =
            (double)mien_author_curve_evaluate(&cook->clip->curves[curve], mieni_frame_time(cook, f));
        if (!(value >= -(double)MIEN_MAX_CURVE && value <= (double)MIEN_MAX_CURVE)) {
            mieni_fail(cook->error, MIEN_ERROR_DATA, mieni_at("curves[%d]", curve),
                       "between or beyond its keys the curve leaves all bounds");
            return false;
        }
        value = snap(value, within);
        values[f] = value;
        cooked->has_one = cooked->has_one || value == 1.0;
        low = f == 0 || value < low ? value : low;
        high = f == 0 || value > high ? value : high;
    }
    if (find_still(values, cook->frame_count, low, high, error, &cooked->still))
        cooked->fate = FATE_STILL;
    cooked->largest = -low > high ? -low : high;
    *out_values = values;
    return true;
}

/// Packs a curve if it fits, and keeps to its error, with a step.
static bool try_step(MieniClipCook *cook, float step, MieniChannel *channel, CookedCurve *cooked,
                     MieniEncoded *encoded, double error)
{
    const MieniEncodeOptions options = {.frame_count = cook->frame_count};
    channel->step = step;
    channel->is_exact = true;
    if (!(channel->step >= MIENI_LEAST_STEP))
        return true;
    if (!mieni_encode(&cook->arena, channel, &options, encoded))
        return false;
    encoded->error = error;
    const int width = encoded->post_width > encoded->row_width ? encoded->post_width : encoded->row_width;
    if (width <= MIENI_MAX_WIDE &&
        mieni_encoded_is_near(channel, encoded, encoded->middle, cook->frame_count, error)) {
        cooked->fate = FATE_PACKED;
        cooked->is_wide = width > MIENI_MAX_NARROW;
    }
    return true;
}

/// has_one: steps are such that 1 is a whole number of them.
static bool encode_curve(MieniClipCook *cook, int curve, bool has_one, MieniChannel *channel,
                         CookedCurve *cooked, MieniEncoded *encoded)
{
    const double error = error_of(cook, curve);
    if (cooked->fate == FATE_STILL || error < 0.0)
        return true;
    const double most = step_per_error * error;
    if (!try_step(cook, has_one ? step_of_one(most) : (float)most, channel, cooked, encoded, error))
        return false;
    // Large values are rounded by more than that leaves: base, offset and sum.
    const double rounding = 3.0 * 0x1p-24 * (cooked->largest + error);
    if (cooked->fate == FATE_PACKED || error <= 2.0 * rounding)
        return true;
    const double less = step_per_error * (error - rounding);
    return try_step(cook, has_one ? step_of_one(less) : (float)less, channel, cooked, encoded, error);
}

/// Blocks for every timing and width, in this order.
static MienStatus arrange(MieniClipCook *cook, const CookedCurve *cooked, const MieniChannel *channels,
                          MieniEncoded *encoded, MieniLayoutBlock *blocks, int *block_count)
{
    const int count = cook->clip->curve_count;
    int *members = mieni_arena_take(&cook->arena, (size_t)count, sizeof *members);
    MienStatus status = members != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
    for (int kind = 0; status == MIEN_OK && kind < 4; ++kind) {
        const MieniTiming timing = kind < 2 ? MIENI_BLENDED : MIENI_HELD;
        const bool is_wide = kind % 2 != 0;
        int found = 0;
        for (int c = 0; c < count; ++c) {
            if (cooked[c].fate == FATE_PACKED && cooked[c].timing == timing && cooked[c].is_wide == is_wide)
                members[found++] = c;
        }
        status = arrange_channels(&cook->arena, channels, encoded, members, found, cook->frame_count, timing,
                                  is_wide, blocks, block_count, &cook->report.paired_curve_count);
    }
    return status;
}

/// The pack's order of curves: as in the blocks, then raw ones, then still ones.
static MienStatus order_curves(MieniClipCook *cook, const CookedCurve *cooked, const MieniChannel *channels,
                               const MieniLayoutBlock *blocks, int block_count)
{
    const int count = cook->clip->curve_count;
    int next = 0;
    for (int b = 0; b < block_count; ++b) {
        for (int g = 0; g < blocks[b].group_count; ++g) {
            const MieniLayoutGroup *group = &blocks[b].groups[g];
            for (int lane = 0; lane < group->count; ++lane)
                cook->curve_order[next++] = group->channels[lane];
        }
    }
    cook->packed_curves = next;
    for (int c = 0; c < count; ++c) {
        if (cooked[c].fate == FATE_RAW)
            cook->curve_order[next++] = c;
    }
    cook->raw_curve_count = next - cook->packed_curves;
    for (int c = 0; c < count; ++c) {
        if (cooked[c].fate == FATE_STILL)
            cook->curve_order[next++] = c;
    }
    cook->constant_curve_count = count - cook->packed_curves - cook->raw_curve_count;
    const size_t raw = (size_t)cook->raw_curve_count, frames = (size_t)cook->frame_count;
    cook->raw_curves = mieni_arena_take(&cook->arena, frames * raw, sizeof *cook->raw_curves);
    cook->raw_timing = mieni_arena_take(&cook->arena, raw, sizeof *cook->raw_timing);
    cook->still_curves =
        mieni_arena_take(&cook->arena, (size_t)cook->constant_curve_count, sizeof *cook->still_curves);
    if (cook->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (size_t r = 0; r < raw; ++r) {
        const int c = cook->curve_order[(size_t)cook->packed_curves + r];
        cook->raw_timing[r] = (uint8_t)cooked[c].timing;
        for (size_t f = 0; f < frames; ++f)
            cook->raw_curves[f * raw + r] = (float)channels[c].values[f];
    }
    for (int s = 0; s < cook->constant_curve_count; ++s)
        cook->still_curves[s] = cooked[cook->curve_order[count - cook->constant_curve_count + s]].still;
    return MIEN_OK;
}

static MienStatus cook_clip_curves(MieniClipCook *cook)
{
    const size_t count = (size_t)cook->clip->curve_count;
    CookedCurve *cooked = mieni_arena_take(&cook->arena, count, sizeof *cooked);
    MieniChannel *channels = mieni_arena_take(&cook->arena, count, sizeof *channels);
    MieniEncoded *encoded = mieni_arena_take(&cook->arena, count, sizeof *encoded);
    // A block per 64 curves of a kind, and one that is not full per kind.
    MieniLayoutBlock *blocks = mieni_arena_take(&cook->arena, count / MIENI_BLOCK_LANES + 4, sizeof *blocks);
    cook->curve_order = mieni_arena_take(&cook->arena, count, sizeof *cook->curve_order);
    if (cook->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    bool has_one = false;
    for (int c = 0; c < (int)count; ++c) {
        if (!sample_curve(cook, c, &channels[c].values, &cooked[c]))
            return cook->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_ERROR_DATA;
        has_one = has_one || (cooked[c].has_one && cooked[c].fate != FATE_STILL);
    }
    // The same steps for all, since pairs need that.
    for (int c = 0; c < (int)count; ++c) {
        if (!encode_curve(cook, c, has_one, &channels[c], &cooked[c], &encoded[c]))
            return MIEN_ERROR_MEMORY;
    }
    int block_count = 0;
    MienStatus status = arrange(cook, cooked, channels, encoded, blocks, &block_count);
    if (status == MIEN_OK)
        status = order_curves(cook, cooked, channels, blocks, block_count);
    if (status == MIEN_OK)
        status = mieni_cook_channels(&cook->arena, blocks, block_count, channels, encoded, cook->frame_count,
                                     &cook->curves, cook->error);
    return status;
}

// Statistics of a cooked clip: sizes, and errors of the sampled values.

static void report_sizes(const MieniClipCook *cook, MienAuthorClipReport *r)
{
    const size_t frames = (size_t)cook->frame_count;
    r->frame_count = cook->frame_count;
    r->packed_curve_count = cook->packed_curves;
    r->raw_curve_count = cook->raw_curve_count;
    r->constant_curve_count = cook->constant_curve_count;
    r->curve_bytes = cook->curves.data_size + cook->curves.segment_starts * sizeof(uint32_t) +
                     (size_t)cook->raw_curve_count * frames * sizeof(float);
    r->track_bytes = cook->tracks.data_size + cook->tracks.segment_starts * sizeof(uint32_t) +
                     cook->raw_track_floats * frames * sizeof(float);
}

/// Largest distance of any curve from what the pack gives at a time.
static float error_at(const MieniClipCook *cook, const MienClip *clip, MienClipCursor *cursor, double time,
                      float *values)
{
    const int count = cook->clip->curve_count;
    const MienClipJob job = {
        .clip = clip, .cursor = cursor, .time = time, .out_curves = {count, values, NULL}};
    mien_clip_job_run(&job);
    float worst = 0.0f;
    for (int c = 0; c < count; ++c) {
        const float off =
            values[c] - mien_author_curve_evaluate(&cook->clip->curves[cook->curve_order[c]], time);
        const float distance = off < 0.0f ? -off : off;
        worst = distance > worst ? distance : worst;
    }
    return worst;
}

/// Fills the report, for which it samples the pack and compares.
static MienStatus report_clip(MieniClipCook *cook, const MienAuthorPack *pack,
                              MienAuthorClipReport *out_report)
{
    MienAuthorClipReport *r = &cook->report;
    report_sizes(cook, r);
    MienClip *clip = NULL;
    const MienLoadOptions options = {
        .allocator = cook->options->allocator, .borrow_data = true, .trust_hash = true};
    MienStatus status = mien_clip_load(pack->data, pack->size, &options, &clip, cook->error);
    if (status != MIEN_OK)
        return status;
    float *values = mieni_arena_take(&cook->arena, (size_t)cook->clip->curve_count, sizeof *values);
    const size_t size = mien_clip_cursor_size(clip);
    void *memory = mieni_arena_take(&cook->arena, size, 1);
    if (!cook->arena.is_out_of_memory) {
        MienClipCursor *cursor = mien_clip_cursor_init(clip, memory, size);
        for (int f = 0; f < cook->frame_count && cook->clip->curve_count > 0; ++f) {
            // The last frame may lie beyond the end.
            const double time = mieni_frame_time(cook, f), next = mieni_frame_time(cook, f + 1);
            const double end = cook->clip->length;
            const float at = error_at(cook, clip, cursor, time < end ? time : end, values);
            const float between =
                error_at(cook, clip, cursor, next < end ? (time + next) * 0.5 : end, values);
            r->curve_error = at > r->curve_error && time <= end ? at : r->curve_error;
            r->curve_error_between = between > r->curve_error_between ? between : r->curve_error_between;
        }
        *out_report = *r;
    }
    mien_clip_destroy(clip);
    return cook->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}

enum { DEFAULT_RATE = 30 };

static MienStatus choose_frames(MieniClipCook *cook)
{
    const MienAuthorClip *clip = cook->clip;
    const MienAuthorClipOptions *options = cook->options;
    cook->rate = options->rate > 0 ? options->rate : clip->rate;
    cook->rate_divisor = options->rate > 0 ? options->rate_divisor : clip->rate_divisor;
    if (cook->rate == 0) {
        cook->rate = DEFAULT_RATE;
        cook->rate_divisor = 1;
    }
    cook->rate_divisor = cook->rate_divisor > 0 ? cook->rate_divisor : 1;
    cook->frame_count =
        mieni_clip_frame_count(clip->length, (uint32_t)cook->rate, (uint32_t)cook->rate_divisor);
    if (cook->frame_count == 0)
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, mieni_at("length"),
                          "a clip has at most a day of frames at 240 a second");
    return mieni_budget_check_values(cook->arena.allocator, (uint64_t)cook->frame_count,
                                     (uint64_t)clip->curve_count +
                                         MIENI_TRACK_CHANNELS * (uint64_t)clip->track_count,
                                     "length", cook->error);
}

/// An event, its name's index and where it stood.
typedef struct SortedEvent {
    const MienAuthorClipEvent *event;
    int index;
    uint32_t name;
} SortedEvent;

static int by_name(const void *a, const void *b)
{
    const SortedEvent *x = a, *y = b;
    const int order = mieni_name_compare(x->event->name, y->event->name, false);
    return order != 0 ? order : x->index - y->index;
}

static int by_time(const void *a, const void *b)
{
    const SortedEvent *x = a, *y = b;
    if (x->event->time != y->event->time)
        return x->event->time < y->event->time ? -1 : 1;
    return x->index - y->index;
}

typedef struct CookedEvents {
    const char **names;
    int name_count;
    MieniClipEvent *events;
} CookedEvents;

static MienStatus cook_events(MieniClipCook *cook, CookedEvents *out)
{
    const size_t count = (size_t)cook->clip->event_count;
    SortedEvent *sorted = mieni_arena_take(&cook->arena, count, sizeof *sorted);
    out->names = mieni_arena_take(&cook->arena, count, sizeof *out->names);
    out->events = mieni_arena_take(&cook->arena, count, sizeof *out->events);
    if (cook->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (size_t e = 0; e < count; ++e)
        sorted[e] = (SortedEvent){.event = &cook->clip->events[e], .index = (int)e};
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, by_name);
    for (size_t e = 0; e < count; ++e) {
        if (e == 0 || strcmp(sorted[e].event->name, sorted[e - 1].event->name) != 0)
            out->names[out->name_count++] = sorted[e].event->name;
        sorted[e].name = (uint32_t)out->name_count - 1;
    }
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, by_time);
    for (size_t e = 0; e < count; ++e)
        out->events[e] = (MieniClipEvent){.time = sorted[e].event->time + 0.0, .name = sorted[e].name};
    return MIEN_OK;
}

/// All names of a clip.
typedef struct ClipNames {
    MieniText text;
    MieniNameList curves, bones, events;
} ClipNames;

static MienStatus cook_names(MieniClipCook *cook, const CookedEvents *events, ClipNames *out)
{
    const MienAuthorClip *clip = cook->clip;
    const size_t total = (size_t)clip->curve_count + (size_t)clip->track_count + (size_t)events->name_count;
    const char **curves = mieni_arena_take(&cook->arena, (size_t)clip->curve_count, sizeof *curves);
    const char **bones = mieni_arena_take(&cook->arena, (size_t)clip->track_count, sizeof *bones);
    mieni_text_begin(&out->text, &cook->arena, total);
    if (cook->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (int c = 0; c < clip->curve_count; ++c)
        curves[c] = clip->curves[cook->curve_order[c]].name;
    for (int t = 0; t < clip->track_count; ++t)
        bones[t] = clip->tracks[t].bone;
    const MieniNameSource sources[3] = {
        {.names = curves, .count = clip->curve_count, .place = "curves", .order = cook->curve_order},
        {.names = bones, .count = clip->track_count, .place = "tracks", .field = "bone"},
        {.names = events->names, .count = events->name_count, .place = "events"},
    };
    MieniNameList *lists[3] = {&out->curves, &out->bones, &out->events};
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < 3; ++i)
        status = mieni_text_add_list(&out->text, &cook->arena, &sources[i], lists[i], cook->error);
    return status;
}

static void add_names(MieniPackWriter *writer, uint32_t names_tag, uint32_t sorted_tag,
                      const MieniNameList *list)
{
    mieni_writer_add(writer, names_tag, sizeof *list->offsets, (size_t)list->count, list->offsets);
    mieni_writer_add(writer, sorted_tag, sizeof *list->sorted, (size_t)list->count, list->sorted);
}

static void add_path(MieniPackWriter *writer, uint32_t tag, const char *path)
{
    mieni_writer_add(writer, tag, 1, path != NULL ? strlen(path) + 1 : 0, path);
}

static void add_curves(MieniPackWriter *writer, const MieniClipCook *cook)
{
    static const uint32_t tags[5] = {MIENI_CLIP_CURVE_BLOCKS, MIENI_CLIP_CURVE_GROUPS,
                                     MIENI_CLIP_CURVE_SCALES, MIENI_CLIP_CURVE_SEGMENTS,
                                     MIENI_CLIP_CURVE_DATA};
    const size_t raw = (size_t)cook->raw_curve_count;
    mieni_write_channels(writer, tags, &cook->curves);
    mieni_writer_add(writer, MIENI_CLIP_RAW_CURVES, sizeof(float), raw * (size_t)cook->frame_count,
                     cook->raw_curves);
    mieni_writer_add(writer, MIENI_CLIP_RAW_TIMING, 1, raw, cook->raw_timing);
    mieni_writer_add(writer, MIENI_CLIP_STILL_CURVES, sizeof(float), (size_t)cook->constant_curve_count,
                     cook->still_curves);
}

static void add_tracks(MieniPackWriter *writer, const MieniClipCook *cook)
{
    static const uint32_t tags[5] = {MIENI_CLIP_TRACK_BLOCKS, MIENI_CLIP_TRACK_GROUPS,
                                     MIENI_CLIP_TRACK_SCALES, MIENI_CLIP_TRACK_SEGMENTS,
                                     MIENI_CLIP_TRACK_DATA};
    const size_t tracks = (size_t)cook->clip->track_count;
    mieni_write_channels(writer, tags, &cook->tracks);
    mieni_writer_add(writer, MIENI_CLIP_TRACK_SETS, sizeof *cook->sets, (size_t)cook->set_count, cook->sets);
    mieni_writer_add(writer, MIENI_CLIP_RAW_TRACKS, sizeof *cook->raw_tracks, (size_t)cook->raw_track_count,
                     cook->raw_tracks);
    mieni_writer_add(writer, MIENI_CLIP_RAW_TRACK_DATA, sizeof(float),
                     cook->raw_track_floats * (size_t)cook->frame_count, cook->raw_track_data);
    mieni_writer_add(writer, MIENI_CLIP_STILL_TRACKS, sizeof(MienTransform), tracks, cook->still_tracks);
    mieni_writer_add(writer, MIENI_CLIP_TRACK_REFERENCE, sizeof(float), 3 * tracks, cook->reference);
}

static MienStatus write_pack(MieniClipCook *cook, MienAuthorPack *out_pack)
{
    CookedEvents events = {0};
    ClipNames names = {0};
    MienStatus status = cook_events(cook, &events);
    if (status == MIEN_OK)
        status = cook_names(cook, &events, &names);
    if (status != MIEN_OK)
        return status;
    const MieniClipHeader info = {.length = cook->clip->length + 0.0,
                                  .sound_offset =
                                      cook->clip->sound != NULL ? cook->clip->sound_offset + 0.0 : 0.0,
                                  .rate = (uint32_t)cook->rate,
                                  .rate_divisor = (uint32_t)cook->rate_divisor,
                                  .frame_count = (uint32_t)cook->frame_count,
                                  .packed_curves = (uint32_t)cook->packed_curves,
                                  .raw_curves = (uint32_t)cook->raw_curve_count,
                                  .still_curves = (uint32_t)cook->constant_curve_count,
                                  .track_count = (uint32_t)cook->clip->track_count,
                                  .set_count = (uint32_t)cook->set_count,
                                  .raw_tracks = (uint32_t)cook->raw_track_count,
                                  .event_count = (uint32_t)cook->clip->event_count,
                                  .event_name_count = (uint32_t)events.name_count};
    MieniPackWriter writer = {.kind = MIEN_PACK_CLIP, .version = MIENI_CLIP_VERSION};
    mieni_writer_add(&writer, MIENI_CLIP_INFO, sizeof info, 1, &info);
    mieni_writer_add(&writer, MIENI_CLIP_TEXT, 1, names.text.size, names.text.bytes);
    add_names(&writer, MIENI_CLIP_CURVE_NAMES, MIENI_CLIP_CURVE_SORTED, &names.curves);
    add_names(&writer, MIENI_CLIP_BONE_NAMES, MIENI_CLIP_BONE_SORTED, &names.bones);
    add_names(&writer, MIENI_CLIP_EVENT_NAMES, MIENI_CLIP_EVENT_SORTED, &names.events);
    mieni_writer_add(&writer, MIENI_CLIP_EVENTS, sizeof *events.events, (size_t)cook->clip->event_count,
                     events.events);
    add_path(&writer, MIENI_CLIP_SOUND, cook->clip->sound);
    add_path(&writer, MIENI_CLIP_SOURCE, cook->clip->source);
    add_curves(&writer, cook);
    add_tracks(&writer, cook);
    const MienStatus written = mieni_writer_finish(&writer, cook->arena.allocator, out_pack, cook->error);
    if (out_pack->data != NULL)
        out_pack->allocator = cook->options->allocator; // which has what the budget gave
    return written;
}

static MienStatus check_path(const char *path, const char *place, MienError *error)
{
    const char *why = "";
    if (path != NULL && !mieni_name_is_valid(path, strlen(path), &why))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", place), "%s", why);
    return MIEN_OK;
}

static bool error_is_fine(float error)
{
    return error == MIEN_AUTHOR_EXACT || (error >= 0.0f && error <= 1e6f);
}

static MienStatus check_options(const MienAuthorClip *clip, const MienAuthorClipOptions *options,
                                MienError *error)
{
    if (!error_is_fine(options->curve_error))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("options.curve_error"),
                          "an error is a small positive number");
    for (int c = 0; options->curve_errors != NULL && c < clip->curve_count; ++c) {
        if (!error_is_fine(options->curve_errors[c]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("options.curve_errors[%d]", c),
                              "an error is a small positive number");
    }
    if (!error_is_fine(options->track_error))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("options.track_error"),
                          "an error is a small positive number");
    if (!(options->shell >= 0.0f && options->shell <= 1e6f))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("options.shell"), "a distance is 0 or more");
    if (options->rate < 0 || options->rate_divisor < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("options.rate"), "a rate is above 0");
    MienStatus status = MIEN_OK;
    if (options->skeleton != NULL)
        status = mieni_author_check_skeleton(options->skeleton, "options.skeleton.", error);
    if (status == MIEN_OK)
        status = check_path(clip->sound, "sound", error);
    if (status == MIEN_OK)
        status = check_path(clip->source, "source", error);
    return status;
}

static MIENI_APART MienStatus cook_clip(MieniClipCook *cook, MienAuthorPack *out_pack,
                                        MienAuthorClipReport *out_report)
{
    MienStatus status = check_options(cook->clip, cook->options, cook->error);
    if (status == MIEN_OK)
        status = choose_frames(cook);
    if (status == MIEN_OK)
        status = cook_clip_curves(cook);
    if (status == MIEN_OK)
        status = mieni_cook_clip_tracks(cook);
    if (status == MIEN_OK)
        status = write_pack(cook, out_pack);
    if (status == MIEN_OK && out_report != NULL)
        status = report_clip(cook, out_pack, out_report);
    if (cook->arena.is_out_of_memory)
        status = mieni_fail(cook->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    return status;
}

MienStatus mien_author_clip_cook(const MienAuthorClip *clip, const MienAuthorClipOptions *options,
                                 MienAuthorPack *out_pack, MienAuthorClipReport *out_report, MienError *error)
{
    static const MienAuthorClipOptions defaults = {0};
    if (out_pack == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "out_pack must be given");
    *out_pack = (MienAuthorPack){0};
    if (options == NULL)
        options = &defaults;
    MienStatus status = mien_author_clip_check(clip, error);
    if (status != MIEN_OK)
        return status;
    MieniBudget budget;
    mieni_budget_begin(&budget, options->allocator, &options->limits, mieni_clip_bytes(clip));
    MieniClipCook cook = {
        .clip = clip, .options = options, .arena = {.allocator = &budget.allocator}, .error = error};
    const MieniFloatEnv env = mieni_float_env_enter();
    status = cook_clip(&cook, out_pack, out_report);
    mieni_float_env_leave(env);
    if (status != MIEN_OK)
        mien_author_pack_release(out_pack);
    mieni_arena_release(&cook.arena);
    return mieni_budget_status(&budget, status, error);
}
