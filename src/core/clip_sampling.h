// SPDX-License-Identifier: MIT
//
// What sampling curves and sampling tracks share: moments, cursors, and the walk
// through blocks.

#pragma once

#include "core/clip_binding.h"
#include "core/simd/kernels.h"

enum { MIENI_TIMINGS = MIENI_NEAREST + 1, MIENI_NO_SEGMENT = -1 };

struct MienClipCursor {
    const MienClip *clip;
    int curve_segment, track_segment; ///< What is kept, or MIENI_NO_SEGMENT.
    uint8_t padding[64 - sizeof(void *) - 2 * sizeof(int)];
    float kept[]; ///< MIENI_KEPT per block, curves first.
};

_Static_assert(sizeof(MienClipCursor) == 64, "what is kept is aligned");

/// Walks through the blocks of some channels at one moment.
typedef struct MieniBlockWalk {
    const MieniKernels *kernels;
    float *kept; ///< Of the next block; NULL: without a cursor.
    bool is_kept;
    MieniBlockRun run;
} MieniBlockWalk;

/// The segment of the moments; kept and *kept_segment are the cursor's, or NULL.
static inline void mieni_walk_start(MieniBlockWalk *walk, const MienClip *clip, const MieniChannels *channels,
                                    int segment, float *kept, int *kept_segment)
{
    const uint32_t *start = &channels->segments[segment];
    walk->kernels = clip->kernels;
    walk->kept = kept;
    walk->run.posts = channels->data + start[0];
    walk->run.next_posts = channels->data + start[1];
    walk->run.widths = walk->run.posts + channels->post_size;
    if (kept != NULL) {
        walk->is_kept = *kept_segment == segment;
        *kept_segment = segment;
    }
}

/// Decodes block b, which follows the one before; see MieniBlockRun about out and
/// out_last.
static inline void mieni_walk_block(MieniBlockWalk *walk, const MieniChannels *c, int b,
                                    const MieniMoment *moments, uint32_t wanted, float *out, float *out_last)
{
    MieniBlockRun *run = &walk->run;
    run->block = &c->blocks[b];
    run->groups = c->groups + run->block->first_group;
    run->scales = c->scales + run->block->first_group;
    run->moment = &moments[run->block->timing];
    run->wanted = wanted;
    run->out = out;
    run->out_last = out_last;
    if (walk->kept == NULL) {
        run->widths += walk->kernels->clip_sample(run);
    } else {
        if (!walk->is_kept)
            run->widths += walk->kernels->clip_keep(run, walk->kept);
        walk->kernels->clip_mix(run, walk->kept);
        walk->kept += MIENI_KEPT;
    }
    for (int g = 0; b + 1 < c->block_count && g < run->block->group_count; ++g) {
        run->posts += run->groups[g].width;
        run->next_posts += run->groups[g].width;
    }
}

/// Frames before and after a moment, and how far it is between them.
typedef struct MieniRawRows {
    size_t frame, next;
    float part;
} MieniRawRows;

static inline MieniRawRows mieni_raw_rows(const MieniMoment *moment, uint32_t frame_count)
{
    const size_t frame = (size_t)moment->segment * MIENI_SEGMENT + (size_t)moment->row;
    const size_t next = frame + 1 < frame_count ? frame + 1 : frame;
    if (moment->part == 1.0f) // all of the next frame: a blend would round
        return (MieniRawRows){.frame = next, .next = next};
    return (MieniRawRows){.frame = frame, .next = next, .part = moment->part};
}

/// What a sound job does, once in the default float environment.
void mieni_clip_run(const MienClipJob *job);
/// The same for several, asking for the bytes of each while those before it are decoded.
void mieni_clip_run_list(const MienClipJob *jobs, int count);
/// A clip's bones for a tile of characters.
typedef struct MieniClipTile {
    const MienClip *clip;
    const MienClipBinding *binding;
    int bone_count;
    float *out;
} MieniClipTile;

/// Writes the bones of a clip's tracks, each character at its own time.
void mieni_clip_run_tile(const MieniClipTile *tile, const double times[MIEN_TILE]);
void mieni_sample_tile(const MieniClipTile *tile, const MieniMoment (*moments)[MIENI_TIMINGS]);
/// Puts the clip's curves into the job's set.
void mieni_sample_curves(const MienClipJob *job, const MieniMoment *moments);
/// Writes the clip's bones into the job's pose.
void mieni_sample_tracks(const MienClipJob *job, const MieniMoment *moments);
