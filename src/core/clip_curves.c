// SPDX-License-Identifier: MIT
//
// Sampling a clip's curves.

#include "core/float_rules.h"

#include "core/clip_sampling.h"

/// Bits of presence are set for all curves at once: one after another, each would wait
/// for the word that the one before it wrote.
static void put(const MienCurveSet *out, int curve, float value)
{
    if ((unsigned)curve < (unsigned)out->count)
        out->values[curve] = value;
}

/// Makes the curves present that a binding has, as far as the set goes.
static void mark_bound(const MienCurveSet *out, const MienClipBinding *binding)
{
    const int whole = out->count / 32;
    for (int word = 0; word < whole && word < binding->present_words; ++word)
        out->present[word] |= binding->present[word];
    if (whole < binding->present_words && out->count % 32 != 0)
        out->present[whole] |= binding->present[whole] & ((1u << out->count % 32) - 1);
}

/// Makes the first count curves present.
static void mark_present(const MienCurveSet *out, int count)
{
    for (int word = 0; word < count / 32; ++word)
        out->present[word] = ~0u;
    if (count % 32 != 0)
        out->present[count / 32] |= (1u << count % 32) - 1;
}

static void sample_raw_curves(const MienClip *clip, const MieniMoment *moments, const int32_t *targets,
                              const MienCurveSet *out)
{
    const size_t count = clip->info.raw_curves;
    for (size_t r = 0; r < count; ++r) {
        const MieniRawRows rows = mieni_raw_rows(&moments[clip->raw_timing[r]], clip->info.frame_count);
        const float a = clip->raw_curves[rows.frame * count + r], b = clip->raw_curves[rows.next * count + r];
        const int curve = (int)(clip->info.packed_curves + r);
        put(out, targets != NULL ? targets[curve] : curve, a + rows.part * (b - a));
    }
}

static inline void start_curves(MieniBlockWalk *walk, const MienClipJob *job, int segment)
{
    MienClipCursor *cursor = job->cursor;
    mieni_walk_start(walk, job->clip, &job->clip->curves, segment, cursor != NULL ? cursor->kept : NULL,
                     cursor != NULL ? &cursor->curve_segment : NULL);
}

/// Curves in channels, in the clip's own order and into a set that has room for all
/// of them: kernels write straight into it, but for lanes that have no curve.
static inline void sample_straight(const MienClipJob *job, const MieniMoment *moments)
{
    const MieniChannels *c = &job->clip->curves;
    float *values = job->out_curves.values;
    MieniBlockWalk walk;
    start_curves(&walk, job, moments->segment);
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        const MieniClipGroup *groups = &c->groups[block->first_group],
                             *last = &groups[block->group_count - 1];
        _Alignas(32) float tail[MIENI_LANES];
        mieni_walk_block(&walk, c, b, moments, ~0u, values + groups->first, tail);
        for (uint32_t lane = 0; lane < last->count; ++lane)
            values[last->first + lane] = tail[lane];
    }
}

/// Curves in channels, to where a binding wants them, or as far as the set goes.
static void sample_scattered(const MienClipJob *job, const MieniMoment *moments, const int32_t *targets)
{
    const MieniChannels *c = &job->clip->curves;
    MieniBlockWalk walk;
    start_curves(&walk, job, moments->segment);
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        const MieniClipGroup *groups = &c->groups[block->first_group],
                             *last = &groups[block->group_count - 1];
        const int first = (int)groups->first, end = (int)last->first + last->count;
        _Alignas(64) float lanes[MIENI_BLOCK_LANES];
        mieni_walk_block(&walk, c, b, moments, targets != NULL ? job->binding->wanted[b] : ~0u, lanes,
                         lanes + (block->group_count - 1) * MIENI_LANES);
        for (int curve = first; curve < end; ++curve)
            put(&job->out_curves, targets != NULL ? targets[curve] : curve, lanes[curve - first]);
    }
}

void mieni_sample_curves(const MienClipJob *job, const MieniMoment *moments)
{
    const MienClip *clip = job->clip;
    const MienCurveSet *out = &job->out_curves;
    const int32_t *targets = job->binding != NULL ? job->binding->curves : NULL;
    const int packed = (int)clip->info.packed_curves, still = packed + (int)clip->info.raw_curves;
    if (targets == NULL && packed > 0 && packed <= out->count)
        sample_straight(job, moments);
    else if (packed > 0)
        sample_scattered(job, moments, targets);
    if (clip->info.raw_curves > 0)
        sample_raw_curves(clip, moments, targets, out);
    for (int s = 0; s < (int)clip->info.still_curves; ++s)
        put(out, targets != NULL ? targets[still + s] : still + s, clip->still_curves[s]);
    if (targets != NULL && out->present != NULL)
        mark_bound(out, job->binding);
    if (targets == NULL && out->present != NULL)
        mark_present(out, clip->curve_names.count < out->count ? clip->curve_names.count : out->count);
}
