// SPDX-License-Identifier: MIT
//
// From sampled numbers to the segments of a clip pack: rounding within a step,
// lines between posts, widths, bits. core/clip_format.h has the layout.

#pragma once

#include "author/cook/pack_writer.h"
#include "base/arena.h"
#include "core/clip_format.h"

/// Numbers of one channel, one per frame.
typedef struct MieniChannel {
    const double *values;
    float step;    ///< Values are kept to half of it.
    bool is_exact; ///< Values of 0 and 1 are kept as they are, if 1 is whole steps.
} MieniChannel;

/// A channel in posts and rows.
typedef struct MieniEncoded {
    int32_t middle;     ///< What posts count from.
    int post_width;     ///< Bits.
    int row_width;      ///< Bits, the widest of all segments.
    int32_t *posts;     ///< One per segment, and the closing one; less middle.
    int32_t *rows;      ///< MIENI_ROWS per segment.
    uint8_t *widths;    ///< Bits of the rows, per segment.
    double *decoded;    ///< Per frame, in steps; what sampling will give.
    uint64_t bit_count; ///< What it all takes.
    double error;       ///< What the caller holds it to at frames, or 0.
} MieniEncoded;

typedef struct MieniEncodeOptions {
    int frame_count;
    const double *from; ///< decoded of the channel this one is relative to, or NULL.
} MieniEncodeOptions;

int mieni_segment_count(int frame_count);
/// Bits of a signed field that holds low and high.
int mieni_signed_width(int32_t low, int32_t high);
/// Encodes a channel, relative to another if from is given. False without memory.
bool mieni_encode(MieniArena *arena, const MieniChannel *channel, const MieniEncodeOptions *options,
                  MieniEncoded *out);

/// Whether sampling, which rounds to floats, will give every frame within an error, and
/// those of an exact channel that are 0 or 1 as they are. middle is the sum of the
/// channel's own and of the one it is relative to.
bool mieni_encoded_is_near(const MieniChannel *channel, const MieniEncoded *encoded, int64_t middle,
                           int frame_count, double error);

/// Channels in groups and blocks.
typedef struct MieniLayoutGroup {
    int count;
    int channels[MIENI_LANES];
    int reference; ///< Group of the block, or MIENI_ALONE.
} MieniLayoutGroup;

typedef struct MieniLayoutBlock {
    MieniTiming timing;
    bool is_wide;
    int group_count;
    MieniLayoutGroup groups[MIENI_BLOCK_GROUPS];
} MieniLayoutBlock;

/// What goes into the five sections of channels.
typedef struct MieniCookedChannels {
    size_t block_count, group_count, segment_starts, data_size;
    MieniClipBlock *blocks;
    MieniClipGroup *groups;
    MieniClipScales *scales;
    uint32_t *segments;
    uint8_t *data;
} MieniCookedChannels;

/// Writes blocks of encoded channels. Groups that are relative must have been
/// encoded so.
MienStatus mieni_cook_channels(MieniArena *arena, const MieniLayoutBlock *blocks, int block_count,
                               const MieniChannel *channels, const MieniEncoded *encoded, int frame_count,
                               MieniCookedChannels *out, MienError *error);
/// Adds the five sections, tags in their order.
void mieni_write_channels(MieniPackWriter *writer, const uint32_t tags[5], const MieniCookedChannels *cooked);
