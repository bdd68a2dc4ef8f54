// SPDX-License-Identifier: MIT
//
// Cooking a clip's curves: sampled at the frames, sorted into constant ones, packed
// ones and those that only fit whole.

#include "core/float_rules.h"

#include "author/cook/clip.h"

/// What becomes of a curve.
typedef enum CurveFate { FATE_PACKED, FATE_RAW, FATE_STILL } CurveFate;

typedef struct CookedCurve {
    CurveFate fate;
    MieniTiming timing;
    bool is_wide;
    float still;
    double largest; ///< Of all values, without sign.
} CookedCurve;

/// Rounding to floats takes a little of the error as well.
static const double step_per_error = 2.0 * 0.999;

static double error_of(const MieniClipCook *cook, int curve)
{
    const MienAuthorClipOptions *options = cook->options;
    float error = options->curve_errors != NULL ? options->curve_errors[curve] : 0.0f;
    if (error == 0.0f)
        error = options->curve_error;
    return error == 0.0f ? 0.001 : (double)error;
}

/// Curves of constant keys jump; all others go from frame to frame.
static MieniTiming timing_of(const MienAuthorClipCurve *curve)
{
    if (curve->before == MIEN_AUTHOR_SLOPE || curve->after == MIEN_AUTHOR_SLOPE)
        return MIENI_BLENDED;
    for (int k = 0; k + 1 < curve->key_count; ++k) {
        if (curve->keys[k].interpolation != MIEN_AUTHOR_CONSTANT)
            return MIENI_BLENDED;
    }
    return MIENI_HELD;
}

/// Samples a curve. False without memory, or for values that no pack can hold.
static bool sample_curve(MieniClipCook *cook, int curve, const double **out_values, CookedCurve *cooked)
{
    double *values = mieni_arena_take(&cook->arena, (size_t)cook->frame_count, sizeof *values);
    if (values == NULL)
        return false;
    double low = 0.0, high = 0.0;
    for (int f = 0; f < cook->frame_count; ++f) {
        if (!mieni_cook_goes_on(cook, f))
            return false;
        const double value =
            (double)mien_author_curve_evaluate(&cook->clip->curves[curve], mieni_frame_time(cook, f));
        if (!(value >= -(double)MIEN_MAX_CURVE && value <= (double)MIEN_MAX_CURVE)) {
            mieni_fail(cook->error, MIEN_ERROR_DATA, "between or beyond its keys the curve leaves all bounds",
                       "curves[%d]", curve);
            return false;
        }
        values[f] = value + 0.0; // no negative zeros
        low = f == 0 || value < low ? value : low;
        high = f == 0 || value > high ? value : high;
    }
    const double error = error_of(cook, curve);
    const float still = (float)(low + (high - low) * 0.5) + 0.0f;
    const bool is_still = low == high || ((double)still - low <= error && high - (double)still <= error);
    *out_values = values;
    *cooked = (CookedCurve){.fate = is_still ? FATE_STILL : FATE_RAW,
                            .timing = timing_of(&cook->clip->curves[curve]),
                            .still = still,
                            .largest = -low > high ? -low : high};
    return true;
}

/// Packs a curve if it fits, and keeps to its error, with this step.
static bool try_step(MieniClipCook *cook, double step, MieniChannel *channel, CookedCurve *cooked,
                     MieniEncoded *encoded, double error)
{
    const MieniEncodeOptions options = {.frame_count = cook->frame_count};
    channel->step = (float)step;
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

static bool encode_curve(MieniClipCook *cook, int curve, MieniChannel *channel, CookedCurve *cooked,
                         MieniEncoded *encoded)
{
    if (!sample_curve(cook, curve, &channel->values, cooked))
        return false;
    const double error = error_of(cook, curve);
    if (cooked->fate == FATE_STILL || error < 0.0)
        return true;
    if (!try_step(cook, step_per_error * error, channel, cooked, encoded, error))
        return false;
    // Large values are rounded by more than that leaves: base, offset and sum.
    const double rounding = 3.0 * 0x1p-24 * (cooked->largest + error);
    if (cooked->fate == FATE_PACKED || error <= 2.0 * rounding)
        return true;
    return try_step(cook, step_per_error * (error - rounding), channel, cooked, encoded, error);
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
        status =
            mieni_arrange_channels(&cook->arena, channels, encoded, members, found, cook->frame_count, timing,
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
    cook->still_curve_count = count - cook->packed_curves - cook->raw_curve_count;
    const size_t raw = (size_t)cook->raw_curve_count, frames = (size_t)cook->frame_count;
    cook->raw_curves = mieni_arena_take(&cook->arena, frames * raw, sizeof *cook->raw_curves);
    cook->raw_timing = mieni_arena_take(&cook->arena, raw, sizeof *cook->raw_timing);
    cook->still_curves =
        mieni_arena_take(&cook->arena, (size_t)cook->still_curve_count, sizeof *cook->still_curves);
    if (cook->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (size_t r = 0; r < raw; ++r) {
        const int c = cook->curve_order[(size_t)cook->packed_curves + r];
        cook->raw_timing[r] = (uint8_t)cooked[c].timing;
        for (size_t f = 0; f < frames; ++f)
            cook->raw_curves[f * raw + r] = (float)channels[c].values[f];
    }
    for (int s = 0; s < cook->still_curve_count; ++s)
        cook->still_curves[s] = cooked[cook->curve_order[count - cook->still_curve_count + s]].still;
    return MIEN_OK;
}

MienStatus mieni_cook_clip_curves(MieniClipCook *cook)
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
    for (int c = 0; c < (int)count; ++c) {
        if (!encode_curve(cook, c, &channels[c], &cooked[c], &encoded[c]))
            return cook->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_ERROR_DATA;
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
