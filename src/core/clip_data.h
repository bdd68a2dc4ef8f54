// SPDX-License-Identifier: MIT
//
// A loaded clip as core sees it, and what a kernel is told to decode.

#pragma once

#include "core/clip_format.h"
#include "core/load.h"

#include <string.h>

/// Channels in segments: curves, or the moving parts of tracks.
typedef struct MieniChannels {
    int block_count, group_count;
    const MieniClipBlock *blocks;
    const MieniClipGroup *groups;
    const MieniClipScales *scales; ///< Per group.
    const uint32_t *segments;      ///< Starts in data; one more for the closing posts.
    const uint8_t *data;
    uint64_t data_size;
    size_t post_size; ///< Bytes of all posts of one frame.
} MieniChannels;

struct MienClip {
    // What sampling reads comes first, in few lines of cache.
    const struct MieniKernels *kernels;
    double frames_per_second, end; ///< The end in frames.
    int segment_count;
    bool only_blended; ///< No block has another timing.
    MieniChannels curves;
    MieniClipHeader info;

    MieniChannels tracks;
    const MieniTrackSet *sets;
    const MieniRawTrack *raw_tracks;
    const float *raw_track_data;
    size_t raw_track_floats; ///< Per frame.
    const MienTransform *still_tracks;
    const float *reference; ///< Translations, three floats per track.
    const float *raw_curves;
    const uint8_t *raw_timing;
    const float *still_curves;

    MieniNames curve_names, bone_names, event_names;
    const MieniClipEvent *events;
    const char *sound, *source;
    MieniLoaded loaded;
};

/// How a track's translation becomes the target's (rule A13).
typedef struct MieniMove {
    MienVec3 from, to; ///< Reference translations of the clip and of the target.
    float factor;
    bool is_same; ///< Both are one, to the bit: translations pass unchanged.
} MieniMove;

static inline MienVec3 mieni_moved(const MieniMove *move, MienVec3 t)
{
    if (move->is_same)
        return t;
    return (MienVec3){move->to.x + move->factor * (t.x - move->from.x),
                      move->to.y + move->factor * (t.y - move->from.y),
                      move->to.z + move->factor * (t.z - move->from.z)};
}

/// Where a time lies: in which segment, after which of its rows, and how far from that
/// row to the next (0 to 1).
typedef struct MieniMoment {
    int segment;
    int row;
    float part;
} MieniMoment;

/// One block at one moment.
typedef struct MieniBlockRun {
    const MieniClipBlock *block;
    const MieniClipGroup *groups;  ///< The block's first.
    const MieniClipScales *scales; ///< Of the first group.
    const uint8_t *posts, *next_posts;
    const uint8_t *widths; ///< With the size of a row before them and the rows after.
    const MieniMoment *moment;
    uint32_t wanted; ///< Bit per group: the others are skipped.
    /// MIENI_LANES floats per group, one after another; the last group goes to a place
    /// of its own.
    float *out, *out_last;
} MieniBlockRun;

static inline float *mieni_group_out(const MieniBlockRun *run, int group)
{
    return group + 1 == run->block->group_count ? run->out_last : run->out + group * MIENI_LANES;
}

/// Floats that a cursor keeps of a block: n at rows 0 to 16.
enum { MIENI_KEPT = (MIENI_SEGMENT + 1) * MIENI_BLOCK_LANES };

/// Bytes before a block's rows in a segment: the size of a row, and the widths.
static inline size_t mieni_widths_size(const MieniClipBlock *block)
{
    const size_t groups = block->group_count;
    return sizeof(uint16_t) + (block->is_wide ? groups * MIENI_LANES : (groups + 1) / 2 * MIENI_LANES);
}

/// Bytes of one row. Follows from the widths, but is stored before them: where a row
/// is shall not wait for their sum.
static inline size_t mieni_row_size(const uint8_t *widths)
{
    uint16_t size;
    memcpy(&size, widths, sizeof size);
    return size;
}

/// Bits of a lane's fields in the rows of a block.
static inline int mieni_row_width(const MieniClipBlock *block, const uint8_t *widths, int group, int lane)
{
    widths += sizeof(uint16_t);
    if (block->is_wide)
        return widths[group * MIENI_LANES + lane];
    const int pair = widths[group / 2 * MIENI_LANES + lane];
    return group % 2 == 0 ? pair & 15 : pair >> 4;
}

/// Seconds within a day, zero in one form.
bool mieni_clip_time_is_sound(double time);
MienStatus mieni_clip_check(MienClip *clip, MieniReader *reader);
