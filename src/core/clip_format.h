// SPDX-License-Identifier: MIT
//
// Sections of a clip pack, in their order; shared by loader and cook.
//
// A clip's moving numbers (curves; components of rotations, translations and
// scales) are channels. A channel's value at a frame is step * (base + n). Frames
// come in segments of 16 intervals. At a segment's ends stand posts: whole n.
// The 15 rows between hold how far n is from the line between the posts, as small
// signed numbers whose width in bits is chosen per channel and segment. The line is
// rounded to whole numbers, so that n is one; without rows it is not.
//
// Eight channels are a group, up to eight groups a block: what one run of a
// kernel decodes. All eight posts of a group have one width, so that a group of
// posts is that many bytes. Groups of curves are full but for a block's last one, so
// that a block's lanes are its curves. A group may stand relative to the one before it
// in its block, lane by lane, as the right half of a face does to the left.
//
// A segment's bytes: the posts of all blocks; then, per block, the size of a row in
// bytes (16 bits), the widths of its rows (four bits per lane, groups in pairs: 8
// bytes hold the even group's in the low halves and the odd group's in the high
// halves; wide blocks: a byte per lane), and the 15 rows, each as many whole bytes
// as all widths of the block come to. After the last segment stand its closing posts.

#pragma once

#include "core/pack_format.h"
#include "mien/clip.h"

#define MIENI_CLIP_VERSION 2

enum {
    MIENI_SEGMENT = 16,
    MIENI_ROWS = MIENI_SEGMENT - 1,
    MIENI_LANES = 8,        ///< Channels of a group.
    MIENI_BLOCK_GROUPS = 8, ///< Groups of a block, at most.
    MIENI_BLOCK_LANES = MIENI_LANES * MIENI_BLOCK_GROUPS,
    MIENI_MAX_NARROW = 15,   ///< Bits of a field: eight of them and a shift fit into 16 bytes.
    MIENI_MAX_WIDE = 20,     ///< Bits of a field in a wide block: exact in float, with the sums of them.
    MIENI_ALONE = 8,         ///< As a reference: the group stands by itself.
    MIENI_DATA_SLACK = 64,   ///< Zero bytes after the last posts, so that kernels may read ahead.
    MIENI_NO_TRACK = 0xFFFF, ///< A lane of a set without a track.
};

/// A group's step and base per lane; bases are whole numbers of steps.
typedef struct MieniClipScales {
    float steps[MIENI_LANES], bases[MIENI_LANES];
} MieniClipScales;

/// The smallest step: nothing computed from it is denormal.
#define MIENI_LEAST_STEP 0x1p-40f

/// The largest base: more steps than any cook counts.
#define MIENI_MOST_STEPS 0x1p30f

/// Adding this to a number of less than 22 bits, and taking it away again, rounds to the
/// nearest whole one.
#define MIENI_ROUNDER 0x1.8p23f

/// How far along its segment a row is, 0 to 1.
static inline float mieni_along(int row) { return (float)row * (1.0f / (float)MIENI_SEGMENT); }

/// The line between posts at a row. rounder is MIENI_ROUNDER if the lane has rows, or 0.
/// Every kernel computes exactly this.
static inline float mieni_clip_line(float post, float rise, float along, float rounder)
{
    return ((post + rounder) + along * rise) - rounder;
}

/// How a block's channels get from frame to frame.
typedef enum MieniTiming {
    MIENI_BLENDED = 0, ///< In a straight line.
    MIENI_HELD,        ///< Each frame's value until the next.
    MIENI_NEAREST,     ///< The nearest frame's value.
} MieniTiming;

/// Seconds of the longest clip, and frames of one with the most.
enum { MIENI_LONGEST_CLIP = 24 * 3600, MIENI_MOST_FRAMES = MIENI_LONGEST_CLIP * 240 + 1 };

/// Frames of a clip, the first at 0: one more if the end lies between two, but not for
/// the rounding of a product. 0 if that is more than a clip may have.
static inline int mieni_clip_frame_count(double length, uint32_t rate, uint32_t rate_divisor)
{
    const double frames = length * (double)rate / (double)rate_divisor;
    if (!(frames < (double)MIENI_MOST_FRAMES))
        return 0;
    const int whole = (int)frames, count = whole + 1 + (frames - (double)whole > 1e-6);
    return count <= MIENI_MOST_FRAMES ? count : 0;
}

typedef struct MieniClipHeader {
    double length;       ///< Seconds.
    double sound_offset; ///< Seconds.
    uint32_t rate, rate_divisor;
    uint32_t frame_count;
    uint32_t packed_curves; ///< Curves in channels; curves are in this order:
    uint32_t raw_curves;    ///< stored whole, a float per frame,
    uint32_t still_curves;  ///< and constant ones.
    uint32_t track_count;
    uint32_t set_count;
    uint32_t raw_tracks; ///< Parts of tracks that are stored whole.
    uint32_t event_count, event_name_count;
    uint32_t reserved; ///< 0.
} MieniClipHeader;

typedef struct MieniClipBlock {
    uint32_t first_group;
    uint8_t group_count;
    uint8_t timing; ///< MieniTiming.
    uint8_t is_wide;
    uint8_t reserved; ///< 0.
} MieniClipBlock;

typedef struct MieniClipGroup {
    uint32_t first;    ///< First channel; lanes are consecutive ones.
    uint8_t count;     ///< Lanes in use, the first ones.
    uint8_t width;     ///< Bits of a post.
    uint8_t reference; ///< The group before this one in the block if it is relative to that, or MIENI_ALONE.
    uint8_t reserved;  ///< 0.
} MieniClipGroup;

typedef struct MieniClipEvent {
    double time;
    uint32_t name;
    uint32_t reserved; ///< 0.
} MieniClipEvent;

/// What of a bone moves.
typedef enum MieniTrackPart {
    MIENI_PART_ROTATION = 0, ///< Four channels, a quaternion relative to the track's still rotation.
    MIENI_PART_TRANSLATION,  ///< Three, offsets from the still translation.
    MIENI_PART_SCALE,        ///< Three, offsets from the still scale.
} MieniTrackPart;

/// A part of up to eight tracks: one group per component, in order.
typedef struct MieniTrackSet {
    uint8_t part; ///< MieniTrackPart.
    uint8_t reserved[3];
    uint16_t tracks[MIENI_LANES];
} MieniTrackSet;

/// A part of one track, stored whole: 4 or 3 floats per frame.
typedef struct MieniRawTrack {
    uint16_t track;
    uint8_t part;   ///< MieniTrackPart.
    uint8_t timing; ///< MieniTiming.
} MieniRawTrack;

static inline int mieni_part_size(MieniTrackPart part) { return part == MIENI_PART_ROTATION ? 4 : 3; }

enum {
    MIENI_CLIP_INFO = MIENI_TAG('I', 'N', 'F', 'O'),         ///< MieniClipHeader, one.
    MIENI_CLIP_TEXT = MIENI_TAG('T', 'E', 'X', 'T'),         ///< Bytes of all names.
    MIENI_CLIP_CURVE_NAMES = MIENI_TAG('C', 'N', 'A', 'M'),  ///< u32 offsets into the text.
    MIENI_CLIP_CURVE_SORTED = MIENI_TAG('C', 'S', 'R', 'T'), ///< u32 curves in order of name.
    MIENI_CLIP_BONE_NAMES = MIENI_TAG('B', 'N', 'A', 'M'),   ///< The same for tracks.
    MIENI_CLIP_BONE_SORTED = MIENI_TAG('B', 'S', 'R', 'T'),
    MIENI_CLIP_EVENT_NAMES = MIENI_TAG('E', 'N', 'A', 'M'), ///< The same for events; each name once.
    MIENI_CLIP_EVENT_SORTED = MIENI_TAG('E', 'S', 'R', 'T'),
    MIENI_CLIP_EVENTS = MIENI_TAG('E', 'V', 'N', 'T'), ///< MieniClipEvent, ascending in time.
    MIENI_CLIP_SOUND = MIENI_TAG('S', 'N', 'D', 'F'),  ///< Path with a closing zero, or empty.
    MIENI_CLIP_SOURCE = MIENI_TAG('S', 'R', 'C', 'E'), ///< Path with a closing zero, or empty.

    MIENI_CLIP_CURVE_BLOCKS = MIENI_TAG('C', 'B', 'L', 'K'),   ///< MieniClipBlock.
    MIENI_CLIP_CURVE_GROUPS = MIENI_TAG('C', 'G', 'R', 'P'),   ///< MieniClipGroup.
    MIENI_CLIP_CURVE_SCALES = MIENI_TAG('C', 'S', 'C', 'L'),   ///< MieniClipScales per group.
    MIENI_CLIP_CURVE_SEGMENTS = MIENI_TAG('C', 'S', 'E', 'G'), ///< u32 starts in the data, and of the end.
    MIENI_CLIP_CURVE_DATA = MIENI_TAG('C', 'D', 'A', 'T'),     ///< Bytes.
    MIENI_CLIP_RAW_CURVES = MIENI_TAG('C', 'R', 'A', 'W'),     ///< f32 [frame][raw curve].
    MIENI_CLIP_RAW_TIMING = MIENI_TAG('C', 'R', 'T', 'M'),     ///< u8 per raw curve, MieniTiming.
    MIENI_CLIP_STILL_CURVES = MIENI_TAG('C', 'S', 'T', 'L'),   ///< f32 per constant curve.

    MIENI_CLIP_TRACK_BLOCKS = MIENI_TAG('T', 'B', 'L', 'K'), ///< As of curves.
    MIENI_CLIP_TRACK_GROUPS = MIENI_TAG('T', 'G', 'R', 'P'),
    MIENI_CLIP_TRACK_SCALES = MIENI_TAG('T', 'S', 'C', 'L'),
    MIENI_CLIP_TRACK_SEGMENTS = MIENI_TAG('T', 'S', 'E', 'G'),
    MIENI_CLIP_TRACK_DATA = MIENI_TAG('T', 'D', 'A', 'T'),
    MIENI_CLIP_TRACK_SETS = MIENI_TAG('T', 'S', 'E', 'T'),     ///< MieniTrackSet, in block order.
    MIENI_CLIP_RAW_TRACKS = MIENI_TAG('T', 'R', 'T', 'K'),     ///< MieniRawTrack.
    MIENI_CLIP_RAW_TRACK_DATA = MIENI_TAG('T', 'R', 'A', 'W'), ///< f32 [frame][all raw parts' floats].
    MIENI_CLIP_STILL_TRACKS = MIENI_TAG('T', 'S', 'T', 'L'),   ///< MienTransform per track.
    MIENI_CLIP_TRACK_REFERENCE =
        MIENI_TAG('T', 'R', 'E', 'F'), ///< Reference translation per track, 3 floats.
};
