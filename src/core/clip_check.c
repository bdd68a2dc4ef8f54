// SPDX-License-Identifier: MIT
//
// Checks a clip's content once, so that sampling never needs to.

#include "core/float_rules.h"

#include "core/clip_data.h"
#include "core/skeleton_format.h"
#include "core/utf8.h"

#include <string.h>

static MienStatus bad(MieniReader *reader, const char *sentence, const char *section, int index)
{
    return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, sentence, section, index);
}

/// Finite, within a limit, and no negative zeros: a zero has one form.
static bool are_plain(const float *values, size_t count, float limit)
{
    static const float minus_zero = -0.0f;
    for (size_t i = 0; i < count; ++i) {
        if (memcmp(&values[i], &minus_zero, sizeof minus_zero) == 0)
            return false;
    }
    return mieni_all_within(values, count, limit);
}

bool mieni_clip_time_is_sound(double time)
{
    static const double minus_zero = -0.0;
    return time >= -(double)MIENI_LONGEST_CLIP && time <= (double)MIENI_LONGEST_CLIP &&
           memcmp(&time, &minus_zero, sizeof time) != 0;
}

/// Channels on their way through the check, and what their sections are called.
typedef struct ChannelCheck {
    MieniChannels *c;
    MieniReader *reader;
    const char *blocks, *groups, *scales, *segments, *data;
    uint64_t channel_count;
    MieniTiming last_timing; ///< The last one that is allowed.
    bool has_full_groups;    ///< All but the last one of each block.
    int segment_count;
    int last_rows; ///< Rows of the last segment that belong to frames.
} ChannelCheck;

static MienStatus check_blocks(const ChannelCheck *check)
{
    const MieniChannels *c = check->c;
    int group = 0;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        if (block->first_group != (uint32_t)group || block->group_count == 0 ||
            block->group_count > MIENI_BLOCK_GROUPS || group + block->group_count > c->group_count)
            return bad(check->reader, "blocks do not share out the groups", check->blocks, b);
        if (block->timing > check->last_timing || block->is_wide > 1 || block->reserved != 0)
            return bad(check->reader, "a block of no known kind", check->blocks, b);
        group += block->group_count;
    }
    if (group != c->group_count)
        return bad(check->reader, "groups that no block has", check->blocks, c->block_count);
    return MIEN_OK;
}

/// A whole number of steps, up to a little beyond the largest curve.
static bool base_is_sound(float base, float step)
{
    const float value = step * base, limit = 2.0f * MIEN_MAX_CURVE;
    return base >= -MIENI_MOST_STEPS && base <= MIENI_MOST_STEPS && base == (float)(int32_t)base &&
           value >= -limit && value <= limit;
}

/// Steps are not next to nothing, so that every bit of a field counts; lanes without a
/// channel have neither step nor base.
static bool scales_are_sound(const MieniChannels *c, int index)
{
    const MieniClipScales *scales = &c->scales[index];
    if (!are_plain(scales->steps, MIENI_LANES, MIEN_MAX_CURVE) ||
        !are_plain(scales->bases, MIENI_LANES, MIENI_MOST_STEPS))
        return false;
    for (size_t i = 0; i < MIENI_LANES; ++i) {
        const float step = scales->steps[i], base = scales->bases[i];
        if (i < c->groups[index].count ? !(step >= MIENI_LEAST_STEP) || !base_is_sound(base, step)
                                       : step != 0.0f || base != 0.0f)
            return false;
    }
    return true;
}

static MienStatus check_group(const ChannelCheck *check, const MieniClipBlock *block, int g, uint64_t first)
{
    const int index = (int)block->first_group + g;
    const MieniClipGroup *groups = &check->c->groups[block->first_group], *group = &groups[g];
    const bool is_short = group->count < MIENI_LANES && check->has_full_groups && g + 1 < block->group_count;
    if (group->first != first || group->count == 0 || group->count > MIENI_LANES || is_short ||
        group->reserved != 0)
        return bad(check->reader, "groups do not share out the channels", check->groups, index);
    if (group->width > (block->is_wide ? MIENI_MAX_WIDE : MIENI_MAX_NARROW))
        return bad(check->reader, "posts are wider than their block allows", check->groups, index);
    if (group->reference != MIENI_ALONE &&
        (group->reference + 1 != g || groups[group->reference].count < group->count))
        return bad(check->reader,
                   "a group is relative to one that is not the one before or has fewer channels",
                   check->groups, index);
    if (!scales_are_sound(check->c, index))
        return bad(check->reader, "a step or base is out of range", check->scales, index);
    return MIEN_OK;
}

static MienStatus check_groups(const ChannelCheck *check)
{
    MieniChannels *c = check->c;
    uint64_t first = 0;
    c->post_size = 0;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        for (int g = 0; g < block->group_count; ++g) {
            if (check_group(check, block, g, first) != MIEN_OK)
                return check->reader->status;
            first += c->groups[block->first_group + (uint32_t)g].count;
            c->post_size += c->groups[block->first_group + (uint32_t)g].width;
        }
    }
    if (first != check->channel_count)
        return bad(check->reader, "channels that no group has", check->groups, c->group_count);
    return MIEN_OK;
}

/// Whether all bits from one on, up to a whole number of bytes, are zero.
static bool bits_are_zero(const uint8_t *bytes, size_t from, size_t size)
{
    size_t byte = from / 8;
    if (byte < size && bytes[byte] >> from % 8 != 0)
        return false;
    for (++byte; byte < size; ++byte) {
        if (bytes[byte] != 0)
            return false;
    }
    return true;
}

/// Posts of lanes without a channel are zero.
static bool posts_are_sound(const MieniChannels *c, const uint8_t *posts)
{
    for (int g = 0; g < c->group_count; ++g) {
        const size_t width = c->groups[g].width;
        if (!bits_are_zero(posts, width * c->groups[g].count, width))
            return false;
        posts += width;
    }
    return true;
}

/// Widths of one block in one segment, and that unused bits are zero: those that fill
/// up a row, and rows beyond the last frame.
static bool rows_are_sound(const MieniChannels *c, const MieniClipBlock *block, const uint8_t *widths,
                           int used_rows)
{
    size_t bits = 0;
    const int lanes = (block->is_wide ? block->group_count : (block->group_count + 1) / 2 * 2) * MIENI_LANES;
    for (int i = 0; i < lanes; ++i) {
        const int g = i / MIENI_LANES, lane = i % MIENI_LANES;
        const int width = mieni_row_width(block, widths, g, lane);
        const bool is_used =
            g < block->group_count && lane < c->groups[block->first_group + (uint32_t)g].count;
        if (width > (block->is_wide ? MIENI_MAX_WIDE : MIENI_MAX_NARROW) || (!is_used && width != 0))
            return false;
        bits += (size_t)width;
    }
    const size_t row_size = (bits + 7) / 8;
    if (mieni_row_size(widths) != row_size)
        return false;
    const uint8_t *row = widths + mieni_widths_size(block);
    for (int r = 0; r < MIENI_ROWS; ++r, row += row_size) {
        if (!bits_are_zero(row, r < used_rows ? bits : 0, row_size))
            return false;
    }
    return true;
}

static MienStatus check_segment(const ChannelCheck *check, int segment)
{
    const MieniChannels *c = check->c;
    const int used_rows = segment + 1 == check->segment_count ? check->last_rows : MIENI_ROWS;
    const uint64_t end = c->segments[segment + 1];
    uint64_t at = c->segments[segment];
    if (at > end || end > c->data_size || end - at < c->post_size)
        return bad(check->reader, "segments do not ascend", check->segments, segment);
    if (!posts_are_sound(c, c->data + at))
        return bad(check->reader, "a post that no channel has", check->data, (int)(at & INT32_MAX));
    at += c->post_size;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        const size_t widths_size = mieni_widths_size(block);
        if (end - at < widths_size)
            return bad(check->reader, "a segment is too short for its widths", check->segments, segment);
        const uint64_t size = widths_size + (uint64_t)MIENI_ROWS * mieni_row_size(c->data + at);
        if (end - at < size || !rows_are_sound(c, block, c->data + at, used_rows))
            return bad(check->reader, "a segment's rows do not fit its widths", check->segments, segment);
        at += size;
    }
    if (at != end)
        return bad(check->reader, "a segment is longer than its rows", check->segments, segment);
    return MIEN_OK;
}

static MienStatus check_data(const ChannelCheck *check)
{
    const MieniChannels *c = check->c;
    if (c->block_count == 0)
        return c->data_size == 0 ? MIEN_OK : bad(check->reader, "data that no channel uses", check->data, 0);
    const uint64_t closing = c->segments[check->segment_count];
    if (c->segments[0] != 0 || c->data_size != closing + c->post_size + MIENI_DATA_SLACK)
        return bad(check->reader, "data is longer or shorter than its segments", check->data, 0);
    for (int s = 0; s < check->segment_count; ++s) {
        if (check_segment(check, s) != MIEN_OK)
            return check->reader->status;
    }
    if (!posts_are_sound(c, c->data + closing))
        return bad(check->reader, "a post that no channel has", check->data, (int)(closing & INT32_MAX));
    if (!bits_are_zero(c->data + closing + c->post_size, 0, MIENI_DATA_SLACK))
        return bad(check->reader, "data does not end in zeros", check->data, (int)(c->data_size & INT32_MAX));
    return MIEN_OK;
}

static MienStatus check_channels(const ChannelCheck *check)
{
    if (check_blocks(check) != MIEN_OK || check_groups(check) != MIEN_OK)
        return check->reader->status;
    return check_data(check);
}

/// Sets lie in blocks: as many as the block has groups for, all of one part. Tracks
/// ascend through all blocks of one timing and width.
static MienStatus check_sets(const MienClip *clip, MieniReader *reader)
{
    uint32_t set = 0;
    int last[MIENI_PART_SCALE + 1] = {-1, -1, -1};
    for (int b = 0; b < clip->tracks.block_count; ++b) {
        const MieniClipBlock *block = &clip->tracks.blocks[b];
        if (b > 0 && (block->timing != block[-1].timing || block->is_wide != block[-1].is_wide))
            last[0] = last[1] = last[2] = -1;
        for (int g = 0; g < block->group_count; ++set) {
            if (set == clip->info.set_count || clip->sets[set].part > MIENI_PART_SCALE)
                return bad(reader, "sets do not match the blocks", "TSET", (int)set);
            const MieniTrackSet *s = &clip->sets[set];
            const int size = mieni_part_size((MieniTrackPart)s->part);
            if (g > 0 && s->part != s[-1].part)
                return bad(reader, "a block has sets of two kinds", "TSET", (int)set);
            if (g + size > block->group_count || (s->reserved[0] | s->reserved[1] | s->reserved[2]) != 0)
                return bad(reader, "sets do not match the blocks", "TSET", (int)set);
            const int used = clip->tracks.groups[block->first_group + (uint32_t)g].count;
            for (int i = 1; i < size; ++i) {
                if (clip->tracks.groups[block->first_group + (uint32_t)(g + i)].count != used)
                    return bad(reader, "components of a set differ in number", "TSET", (int)set);
            }
            for (int lane = 0; lane < MIENI_LANES; ++lane) {
                const int track = s->tracks[lane];
                if (lane >= used ? track != MIENI_NO_TRACK
                                 : track >= (int)clip->info.track_count || track <= last[s->part])
                    return bad(reader, "tracks of a set do not ascend", "TSET", (int)set);
                if (lane < used)
                    last[s->part] = track;
            }
            g += size;
        }
    }
    return set == clip->info.set_count ? MIEN_OK : bad(reader, "sets that no block has", "TSET", (int)set);
}

/// Notes that something occurs; false if it did before.
static bool mark(uint8_t *marks, size_t index)
{
    const uint8_t bit = (uint8_t)(1u << index % 8);
    const bool is_first = (marks[index / 8] & bit) == 0;
    marks[index / 8] |= bit;
    return is_first;
}

/// Zeroed bits for mark; NULL without memory.
static uint8_t *take_marks(const MienClip *clip, size_t count, MieniReader *reader)
{
    uint8_t *marks = (uint8_t *)mieni_allocate(clip->loaded.allocator, count / 8 + 1, 1);
    if (marks == NULL)
        mieni_reader_fail(reader, MIEN_ERROR_MEMORY, "Out of memory.", "INFO", 0);
    else
        memset(marks, 0, count / 8 + 1);
    return marks;
}

static void free_marks(const MienClip *clip, uint8_t *marks, size_t count)
{
    mieni_free(clip->loaded.allocator, marks, count / 8 + 1, 1);
}

/// Raw parts ascend; a part of a track is packed or raw, and that once.
static MienStatus check_parts(const MienClip *clip, uint8_t *marks, MieniReader *reader)
{
    enum { PARTS = MIENI_PART_SCALE + 1 };
    for (uint32_t s = 0; s < clip->info.set_count; ++s) {
        const MieniTrackSet *set = &clip->sets[s];
        for (int lane = 0; lane < MIENI_LANES; ++lane) {
            const size_t track = set->tracks[lane];
            if (track != MIENI_NO_TRACK && !mark(marks, track * PARTS + set->part))
                return bad(reader, "duplicate track part", "TSET", (int)s);
        }
    }
    for (uint32_t r = 0; r < clip->info.raw_tracks; ++r) {
        const MieniRawTrack *raw = &clip->raw_tracks[r];
        const int order = raw->track * PARTS + raw->part;
        if (r > 0 && order <= raw[-1].track * PARTS + raw[-1].part)
            return bad(reader, "raw tracks are out of order", "TRTK", (int)r);
        if (!mark(marks, (size_t)order))
            return bad(reader, "duplicate track part", "TRTK", (int)r);
    }
    return MIEN_OK;
}

static MienStatus check_tracks(MienClip *clip, MieniReader *reader)
{
    const size_t tracks = clip->info.track_count;
    for (size_t t = 0; t < tracks; ++t) {
        float still[sizeof(MienTransform) / sizeof(float)];
        memcpy(still, &clip->still_tracks[t], sizeof still);
        if (!mieni_transform_is_sane(&clip->still_tracks[t]) ||
            !are_plain(still, sizeof still / sizeof *still, MIEN_MAX_LENGTH))
            return bad(reader, "a transform is out of range", "TSTL", (int)t);
        if (!mieni_all_within(&clip->reference[3 * t], 3, MIEN_MAX_LENGTH))
            return bad(reader, "a translation is out of range", "TREF", (int)t);
    }
    for (uint32_t r = 0; r < clip->info.raw_tracks; ++r) {
        const MieniRawTrack *raw = &clip->raw_tracks[r];
        if (raw->track >= tracks || raw->part > MIENI_PART_SCALE || raw->timing > MIENI_NEAREST)
            return bad(reader, "a raw track of no known kind", "TRTK", (int)r);
    }
    if (!are_plain(clip->raw_track_data, clip->raw_track_floats * clip->info.frame_count, MIEN_MAX_LENGTH))
        return bad(reader, "a value is out of range", "TRAW", 0);
    if (check_sets(clip, reader) != MIEN_OK || tracks == 0)
        return reader->status;
    const size_t count = tracks * (MIENI_PART_SCALE + 1);
    uint8_t *marks = take_marks(clip, count, reader);
    if (marks == NULL)
        return reader->status;
    check_parts(clip, marks, reader);
    free_marks(clip, marks, count);
    return reader->status;
}

static MienStatus check_curves(const MienClip *clip, MieniReader *reader)
{
    for (uint32_t r = 0; r < clip->info.raw_curves; ++r) {
        if (clip->raw_timing[r] > MIENI_HELD)
            return bad(reader, "a curve of no known timing", "CRTM", (int)r);
    }
    if (!are_plain(clip->raw_curves, (size_t)clip->info.raw_curves * clip->info.frame_count, MIEN_MAX_CURVE))
        return bad(reader, "a value is out of range", "CRAW", 0);
    if (!are_plain(clip->still_curves, clip->info.still_curves, MIEN_MAX_CURVE))
        return bad(reader, "a value is out of range", "CSTL", 0);
    return MIEN_OK;
}

static MienStatus check_event(const MienClip *clip, uint32_t e, MieniReader *reader)
{
    const MieniClipEvent *event = &clip->events[e];
    if (event->name >= clip->info.event_name_count || event->reserved != 0)
        return bad(reader, "an event without a name", "EVNT", (int)e);
    if (!mieni_clip_time_is_sound(event->time) || (e > 0 && event->time < event[-1].time))
        return bad(reader, "events are within a day and in order of time", "EVNT", (int)e);
    return MIEN_OK;
}

/// Names of events are in order and each has an event.
static MienStatus check_events(const MienClip *clip, MieniReader *reader)
{
    const size_t count = clip->info.event_name_count;
    for (size_t n = 0; n < count; ++n) {
        if (clip->event_names.sorted[n] != n)
            return bad(reader, "names of events are not in order of name", "ESRT", (int)n);
    }
    uint8_t *marks = clip->info.event_count > 0 ? take_marks(clip, count, reader) : NULL;
    if (marks == NULL)
        return reader->status;
    size_t used = 0;
    for (uint32_t e = 0; e < clip->info.event_count && check_event(clip, e, reader) == MIEN_OK; ++e)
        used += mark(marks, clip->events[e].name);
    free_marks(clip, marks, count);
    if (reader->status == MIEN_OK && used != count)
        return bad(reader, "a name that no event has", "ENAM", (int)used);
    return reader->status;
}

/// Whether nothing holds or jumps.
static bool is_blended(const MienClip *clip)
{
    bool is_other = false;
    for (int b = 0; b < clip->curves.block_count; ++b)
        is_other = is_other || clip->curves.blocks[b].timing != MIENI_BLENDED;
    for (int b = 0; b < clip->tracks.block_count; ++b)
        is_other = is_other || clip->tracks.blocks[b].timing != MIENI_BLENDED;
    for (uint32_t r = 0; r < clip->info.raw_curves; ++r)
        is_other = is_other || clip->raw_timing[r] != MIENI_BLENDED;
    for (uint32_t r = 0; r < clip->info.raw_tracks; ++r)
        is_other = is_other || clip->raw_tracks[r].timing != MIENI_BLENDED;
    return !is_other;
}

MienStatus mieni_clip_check(MienClip *clip, MieniReader *reader)
{
    const int last_rows = (int)clip->info.frame_count - 1 - (clip->segment_count - 1) * MIENI_SEGMENT;
    const ChannelCheck curves = {.c = &clip->curves,
                                 .reader = reader,
                                 .blocks = "CBLK",
                                 .groups = "CGRP",
                                 .scales = "CSCL",
                                 .segments = "CSEG",
                                 .data = "CDAT",
                                 .channel_count = clip->info.packed_curves,
                                 .last_timing = MIENI_HELD,
                                 .has_full_groups = true,
                                 .segment_count = clip->segment_count,
                                 .last_rows = last_rows};
    ChannelCheck tracks = {.c = &clip->tracks,
                           .reader = reader,
                           .blocks = "TBLK",
                           .groups = "TGRP",
                           .scales = "TSCL",
                           .segments = "TSEG",
                           .data = "TDAT",
                           .last_timing = MIENI_NEAREST,
                           .segment_count = clip->segment_count,
                           .last_rows = last_rows};
    for (int g = 0; g < clip->tracks.group_count; ++g)
        tracks.channel_count += clip->tracks.groups[g].count;
    if (check_events(clip, reader) != MIEN_OK || check_curves(clip, reader) != MIEN_OK ||
        check_channels(&curves) != MIEN_OK || check_channels(&tracks) != MIEN_OK)
        return reader->status;
    clip->only_blended = is_blended(clip);
    return check_tracks(clip, reader);
}
