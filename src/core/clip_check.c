// SPDX-License-Identifier: MIT
//
// Checks a clip's content once, so that sampling never needs to.

#include "core/float_rules.h"

#include "core/clip_data.h"
#include "core/skeleton_format.h"
#include "core/utf8.h"

#include <string.h>

static const double longest_clip = 24.0 * 3600.0;

static MienStatus bad(MieniReader *reader, const char *sentence, const char *section, int index)
{
    return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, sentence, section, index);
}

size_t mieni_row_size(const MieniClipBlock *block, const uint8_t *widths)
{
    size_t bits = 0;
    for (int g = 0; g < block->group_count; ++g) {
        for (int lane = 0; lane < MIENI_LANES; ++lane)
            bits += (size_t)mieni_row_width(block, widths, g, lane);
    }
    return (bits + 7) / 8;
}

static MienStatus check_blocks(const MieniChannels *c, MieniReader *reader)
{
    int group = 0;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        if (block->first_group != (uint32_t)group || block->group_count == 0 ||
            block->group_count > MIENI_BLOCK_GROUPS || group + block->group_count > c->group_count)
            return bad(reader, "blocks do not share out the groups", "blocks", b);
        if (block->timing > MIENI_NEAREST || block->is_wide > 1 || block->reserved != 0)
            return bad(reader, "a block of no known kind", "blocks", b);
        group += block->group_count;
    }
    if (group != c->group_count)
        return bad(reader, "groups that no block has", "blocks", c->block_count);
    return MIEN_OK;
}

static bool is_tiny(float base)
{
    return base != 0.0f && base < MIENI_LEAST_STEP && base > -MIENI_LEAST_STEP;
}

static MienStatus check_groups(MieniChannels *c, uint64_t channels, MieniReader *reader)
{
    uint64_t first = 0;
    c->post_size = 0;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        for (int g = 0; g < block->group_count; ++g) {
            const int index = (int)block->first_group + g;
            const MieniClipGroup *group = &c->groups[index];
            if (group->first != first || group->count == 0 || group->count > MIENI_LANES ||
                group->reserved != 0)
                return bad(reader, "groups do not share out the channels", "groups", index);
            if (group->width > (block->is_wide ? MIENI_MAX_WIDE : MIENI_MAX_NARROW))
                return bad(reader, "posts are wider than their block allows", "groups", index);
            if (group->reference != MIENI_ALONE && group->reference >= g)
                return bad(reader, "a group is relative to one that does not come before it", "groups",
                           index);
            for (int lane = 0; lane < MIENI_LANES; ++lane) {
                const float scale[2] = {c->steps[index * MIENI_LANES + lane],
                                        c->bases[index * MIENI_LANES + lane]};
                const bool is_used = lane < group->count;
                if (!mieni_all_within(scale, 2, MIEN_MAX_CURVE) ||
                    (is_used ? !(scale[0] >= MIENI_LEAST_STEP) || is_tiny(scale[1])
                             : scale[0] != 0.0f || scale[1] != 0.0f))
                    return bad(reader, "a step or base is out of range", "scales", index);
            }
            first += group->count;
            c->post_size += group->width;
        }
    }
    return first == channels ? MIEN_OK : bad(reader, "channels that no group has", "groups", c->group_count);
}

/// Widths of one block in one segment, and that unused bits are zero.
static bool rows_are_sound(const MieniChannels *c, const MieniClipBlock *block, const uint8_t *widths)
{
    size_t bits = 0;
    const int lanes = (block->is_wide ? block->group_count : (block->group_count + 1) / 2 * 2) * MIENI_LANES;
    for (int i = 0; i < lanes; ++i) {
        const int g = i / MIENI_LANES, lane = i % MIENI_LANES;
        const int width = mieni_row_width(block, widths, g, lane);
        const bool is_used = g < block->group_count && lane < c->groups[block->first_group + g].count;
        if (width > (block->is_wide ? MIENI_MAX_WIDE : MIENI_MAX_NARROW) || (!is_used && width != 0))
            return false;
        bits += (size_t)width;
    }
    const size_t row_size = (bits + 7) / 8;
    const uint8_t *row = widths + mieni_widths_size(block);
    for (int r = 0; r < MIENI_ROWS && bits % 8 != 0; ++r, row += row_size) {
        if (row[row_size - 1] >> bits % 8 != 0)
            return false;
    }
    return true;
}

static MienStatus check_segment(const MieniChannels *c, int segment, MieniReader *reader)
{
    const uint64_t end = c->segments[segment + 1];
    uint64_t at = c->segments[segment];
    if (at > end || end > c->data_size || end - at < c->post_size)
        return bad(reader, "segments do not ascend", "segments", segment);
    at += c->post_size;
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipBlock *block = &c->blocks[b];
        const size_t widths_size = mieni_widths_size(block);
        if (end - at < widths_size)
            return bad(reader, "a segment is too short for its widths", "segments", segment);
        const uint64_t size = widths_size + (uint64_t)MIENI_ROWS * mieni_row_size(block, c->data + at);
        if (end - at < size || !rows_are_sound(c, block, c->data + at))
            return bad(reader, "a segment's rows do not fit its widths", "segments", segment);
        at += size;
    }
    return at == end ? MIEN_OK : bad(reader, "a segment is longer than its rows", "segments", segment);
}

static MienStatus check_data(const MieniChannels *c, int segment_count, MieniReader *reader)
{
    if (c->block_count == 0) {
        if (c->data_size != 0)
            return bad(reader, "data that no channel uses", "data", 0);
        return MIEN_OK;
    }
    if (c->segments[0] != 0 ||
        c->data_size != (uint64_t)c->segments[segment_count] + c->post_size + MIENI_DATA_SLACK)
        return bad(reader, "data is longer or shorter than its segments", "data", 0);
    for (int s = 0; s < segment_count; ++s) {
        if (check_segment(c, s, reader) != MIEN_OK)
            return reader->status;
    }
    for (int i = 0; i < MIENI_DATA_SLACK; ++i) {
        if (c->data[c->data_size - 1 - (uint64_t)i] != 0)
            return bad(reader, "data does not end in zeros", "data", i);
    }
    return MIEN_OK;
}

static MienStatus check_channels(MieniChannels *c, uint64_t channels, int segment_count, MieniReader *reader)
{
    if (check_blocks(c, reader) != MIEN_OK || check_groups(c, channels, reader) != MIEN_OK)
        return reader->status;
    return check_data(c, segment_count, reader);
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

static MienStatus check_tracks(MienClip *clip, MieniReader *reader)
{
    for (uint32_t t = 0; t < clip->info.track_count; ++t) {
        if (!mieni_transform_is_sane(&clip->still_tracks[t]) ||
            !mieni_all_within(&clip->reference[3 * t], 3, MIEN_MAX_LENGTH))
            return bad(reader, "a transform is out of range", "TSTL", (int)t);
    }
    for (uint32_t r = 0; r < clip->info.raw_tracks; ++r) {
        const MieniRawTrack *raw = &clip->raw_tracks[r];
        if (raw->track >= clip->info.track_count || raw->part > MIENI_PART_SCALE ||
            raw->timing > MIENI_NEAREST)
            return bad(reader, "a raw track of no known kind", "TRTK", (int)r);
    }
    const size_t count = clip->raw_track_floats * clip->info.frame_count;
    if (!mieni_all_within(clip->raw_track_data, count, MIEN_MAX_LENGTH))
        return bad(reader, "a value is out of range", "TRAW", 0);
    return check_sets(clip, reader);
}

static MienStatus check_curves(const MienClip *clip, MieniReader *reader)
{
    for (uint32_t r = 0; r < clip->info.raw_curves; ++r) {
        if (clip->raw_timing[r] > MIENI_HELD)
            return bad(reader, "a curve of no known timing", "CRTM", (int)r);
    }
    if (!mieni_all_within(clip->raw_curves, (size_t)clip->info.raw_curves * clip->info.frame_count,
                          MIEN_MAX_CURVE))
        return bad(reader, "a value is out of range", "CRAW", 0);
    if (!mieni_all_within(clip->still_curves, clip->info.still_curves, MIEN_MAX_CURVE))
        return bad(reader, "a value is out of range", "CSTL", 0);
    return MIEN_OK;
}

static MienStatus check_events(const MienClip *clip, MieniReader *reader)
{
    for (uint32_t e = 0; e < clip->info.event_count; ++e) {
        const MieniClipEvent *event = &clip->events[e];
        if (event->name >= clip->info.event_name_count || event->reserved != 0)
            return bad(reader, "an event without a name", "EVNT", (int)e);
        if (!(event->time >= -longest_clip && event->time <= longest_clip) ||
            (e > 0 && event->time < event[-1].time))
            return bad(reader, "events are within a day and in order of time", "EVNT", (int)e);
    }
    return MIEN_OK;
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

static bool is_tidy(const MieniChannels *c)
{
    for (int b = 0; b < c->block_count; ++b) {
        const MieniClipGroup *groups = &c->groups[c->blocks[b].first_group];
        const MieniClipGroup *last = &groups[c->blocks[b].group_count - 1];
        for (int g = 0; g + 1 < c->blocks[b].group_count; ++g) {
            if (groups[g].first + MIENI_LANES > last->first + last->count)
                return false;
        }
    }
    return true;
}

MienStatus mieni_clip_check(MienClip *clip, MieniReader *reader)
{
    uint64_t track_channels = 0;
    for (int g = 0; g < clip->tracks.group_count; ++g)
        track_channels += clip->tracks.groups[g].count;
    if (check_events(clip, reader) != MIEN_OK || check_curves(clip, reader) != MIEN_OK ||
        check_channels(&clip->curves, clip->info.packed_curves, clip->segment_count, reader) != MIEN_OK ||
        check_channels(&clip->tracks, track_channels, clip->segment_count, reader) != MIEN_OK)
        return reader->status;
    clip->only_blended = is_blended(clip);
    clip->is_tidy = is_tidy(&clip->curves);
    return check_tracks(clip, reader);
}
