// SPDX-License-Identifier: MIT
//
// Clips: loading and reading. Everything is checked on load, so the readers only
// guard their index.

#include "core/float_rules.h"

#include "core/clip_data.h"
#include "core/simd/kernels.h"
#include "core/utf8.h"

#include <stddef.h>

static MienStatus check_info(const MieniClipHeader *info, MieniReader *reader)
{
    if ((uint64_t)info->packed_curves + info->raw_curves + info->still_curves > MIEN_MAX_CURVES ||
        info->track_count > MIEN_MAX_BONES || info->frame_count > MIENI_MOST_FRAMES)
        return mieni_reader_fail(reader, MIEN_ERROR_LIMIT,
                                 "more curves, tracks or frames than a clip may have", "INFO", 0);
    const bool moves = (info->packed_curves | info->raw_curves | info->set_count | info->raw_tracks) != 0;
    if (!mieni_clip_time_is_sound(info->length) || info->length < 0.0 ||
        !mieni_clip_time_is_sound(info->sound_offset) || info->rate == 0 || info->rate_divisor == 0 ||
        info->rate > INT32_MAX || info->rate_divisor > INT32_MAX ||
        (int)info->frame_count != mieni_clip_frame_count(info->length, info->rate, info->rate_divisor) ||
        info->frame_count == 0 || (moves && info->frame_count == 1) || info->reserved != 0 ||
        info->event_count > INT32_MAX || info->event_name_count > info->event_count ||
        info->set_count > MIEN_MAX_BONES || info->raw_tracks > 3 * (uint64_t)MIEN_MAX_BONES)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "length, rate or counts make no sense", "INFO",
                                 0);
    return MIEN_OK;
}

/// A path with its closing zero, or "" for an empty section.
static const char *take_path(MieniReader *reader, uint32_t tag, const char *section)
{
    uint64_t size = 0;
    const char *path = (const char *)mieni_reader_take(reader, tag, 1, MIENI_ANY_COUNT, &size);
    if (path == NULL || size == 0)
        return "";
    if (path[size - 1] != 0 || !mieni_name_is_valid(path, size - 1, NULL)) {
        mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a path is not a name of at most 255 bytes", section,
                          0);
        return "";
    }
    return path;
}

/// The five sections of channels, whose tags follow one another in this order.
static void take_channels(MieniReader *reader, const uint32_t tags[5], int segment_count, MieniChannels *c)
{
    uint64_t blocks = 0, groups = 0;
    c->blocks = (const MieniClipBlock *)mieni_reader_take(reader, tags[0], sizeof *c->blocks, MIENI_ANY_COUNT,
                                                          &blocks);
    c->groups = (const MieniClipGroup *)mieni_reader_take(reader, tags[1], sizeof *c->groups, MIENI_ANY_COUNT,
                                                          &groups);
    c->scales = (const MieniClipScales *)mieni_reader_take(reader, tags[2], sizeof *c->scales, groups, NULL);
    const uint64_t segments = blocks > 0 ? (uint64_t)segment_count + 1 : 0;
    c->segments = (const uint32_t *)mieni_reader_take(reader, tags[3], sizeof *c->segments, segments, NULL);
    c->data = (const uint8_t *)mieni_reader_take(reader, tags[4], 1, MIENI_ANY_COUNT, &c->data_size);
    if (reader->status != MIEN_OK)
        return;
    // Groups of tracks are many: up to ten per eight tracks.
    if (groups > 2 * (uint64_t)MIEN_MAX_BONES || blocks > groups) {
        mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "more groups than a clip may have",
                          tags[1] == MIENI_CLIP_CURVE_GROUPS ? "CGRP" : "TGRP", 0);
        return;
    }
    c->block_count = (int)blocks;
    c->group_count = (int)groups;
}

static void take_curves(MienClip *clip, MieniReader *reader)
{
    static const uint32_t tags[5] = {MIENI_CLIP_CURVE_BLOCKS, MIENI_CLIP_CURVE_GROUPS,
                                     MIENI_CLIP_CURVE_SCALES, MIENI_CLIP_CURVE_SEGMENTS,
                                     MIENI_CLIP_CURVE_DATA};
    const uint64_t frames = clip->info.frame_count, raw = clip->info.raw_curves;
    take_channels(reader, tags, clip->segment_count, &clip->curves);
    clip->raw_curves =
        (const float *)mieni_reader_take(reader, MIENI_CLIP_RAW_CURVES, sizeof(float), frames * raw, NULL);
    clip->raw_timing = (const uint8_t *)mieni_reader_take(reader, MIENI_CLIP_RAW_TIMING, 1, raw, NULL);
    clip->still_curves = (const float *)mieni_reader_take(reader, MIENI_CLIP_STILL_CURVES, sizeof(float),
                                                          clip->info.still_curves, NULL);
}

static void take_tracks(MienClip *clip, MieniReader *reader)
{
    static const uint32_t tags[5] = {MIENI_CLIP_TRACK_BLOCKS, MIENI_CLIP_TRACK_GROUPS,
                                     MIENI_CLIP_TRACK_SCALES, MIENI_CLIP_TRACK_SEGMENTS,
                                     MIENI_CLIP_TRACK_DATA};
    const MieniClipHeader *info = &clip->info;
    take_channels(reader, tags, clip->segment_count, &clip->tracks);
    clip->sets = (const MieniTrackSet *)mieni_reader_take(reader, MIENI_CLIP_TRACK_SETS, sizeof *clip->sets,
                                                          info->set_count, NULL);
    clip->raw_tracks = (const MieniRawTrack *)mieni_reader_take(
        reader, MIENI_CLIP_RAW_TRACKS, sizeof *clip->raw_tracks, info->raw_tracks, NULL);
    for (uint32_t r = 0; clip->raw_tracks != NULL && r < info->raw_tracks; ++r)
        clip->raw_track_floats += (size_t)mieni_part_size((MieniTrackPart)clip->raw_tracks[r].part);
    clip->raw_track_data =
        (const float *)mieni_reader_take(reader, MIENI_CLIP_RAW_TRACK_DATA, sizeof(float),
                                         (uint64_t)info->frame_count * clip->raw_track_floats, NULL);
    clip->still_tracks = (const MienTransform *)mieni_reader_take(
        reader, MIENI_CLIP_STILL_TRACKS, sizeof(MienTransform), info->track_count, NULL);
    clip->reference = (const float *)mieni_reader_take(reader, MIENI_CLIP_TRACK_REFERENCE, sizeof(float),
                                                       3 * (uint64_t)info->track_count, NULL);
}

static MienStatus read_sections(void *asset, MieniReader *reader)
{
    MienClip *clip = (MienClip *)asset;
    clip->kernels = mieni_kernels_of(clip->loaded.isa);
    const MieniClipHeader *info =
        (const MieniClipHeader *)mieni_reader_take(reader, MIENI_CLIP_INFO, sizeof *info, 1, NULL);
    if (info == NULL || check_info(info, reader) != MIEN_OK)
        return reader->status;
    clip->info = *info;
    clip->segment_count = (int)((info->frame_count - 1 + MIENI_SEGMENT - 1) / MIENI_SEGMENT);
    clip->frames_per_second = (double)info->rate / (double)info->rate_divisor;
    const double end = info->length * clip->frames_per_second, last = (double)(info->frame_count - 1);
    clip->end = end < last ? end : last;
    uint64_t text_size = 0, cursor = 0;
    const char *text =
        (const char *)mieni_reader_take(reader, MIENI_CLIP_TEXT, 1, MIENI_ANY_COUNT, &text_size);
    clip->curve_names = mieni_reader_take_names(
        reader, text, text_size, &cursor, MIENI_CLIP_CURVE_NAMES, MIENI_CLIP_CURVE_SORTED,
        (int)(info->packed_curves + info->raw_curves + info->still_curves), false);
    clip->bone_names = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_CLIP_BONE_NAMES,
                                               MIENI_CLIP_BONE_SORTED, (int)info->track_count, false);
    clip->event_names = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_CLIP_EVENT_NAMES,
                                                MIENI_CLIP_EVENT_SORTED, (int)info->event_name_count, false);
    clip->events = (const MieniClipEvent *)mieni_reader_take(reader, MIENI_CLIP_EVENTS, sizeof *clip->events,
                                                             info->event_count, NULL);
    clip->sound = take_path(reader, MIENI_CLIP_SOUND, "SNDF");
    clip->source = take_path(reader, MIENI_CLIP_SOURCE, "SRCE");
    take_curves(clip, reader);
    take_tracks(clip, reader);
    if (mieni_reader_close(reader) != MIEN_OK)
        return reader->status;
    if (cursor != text_size)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "text that no name uses", "TEXT", (int)cursor);
    if (clip->sound[0] == '\0' && info->sound_offset != 0.0)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a sound that is not there begins", "INFO", 0);
    return mieni_clip_check(clip, reader);
}

static const MieniLoader loader = {
    .kind = MIEN_PACK_CLIP,
    .version = MIENI_CLIP_VERSION,
    .size = sizeof(MienClip),
    .alignment = 64,
    .loaded = offsetof(MienClip, loaded),
    .computes = true,
    .arguments = "data and out_clip must be given",
    .memory = "Out of memory.",
    .read = read_sections,
};

MienStatus mien_clip_load(const void *data, size_t size, const MienLoadOptions *options, MienClip **out_clip,
                          MienError *error)
{
    return mieni_load(&loader, data, size, options, out_clip, error);
}

void mien_clip_destroy(MienClip *clip) { mieni_unload(&loader, clip); }

MienClipInfo mien_clip_info(const MienClip *clip)
{
    const MieniClipHeader *info = &clip->info;
    const size_t frames = info->frame_count, offset = sizeof(uint32_t) * ((size_t)clip->segment_count + 1);
    return (MienClipInfo){
        .length = info->length,
        .rate = (int)info->rate,
        .rate_divisor = (int)info->rate_divisor,
        .frame_count = (int)info->frame_count,
        .curve_count = clip->curve_names.count,
        .track_count = (int)info->track_count,
        .event_count = (int)info->event_count,
        .constant_curve_count = (int)info->still_curves,
        .sound = clip->sound,
        .sound_offset = info->sound_offset,
        .source = clip->source,
        .curve_bytes = clip->curves.data_size + (clip->curves.block_count > 0 ? offset : 0) +
                       sizeof(float) * frames * info->raw_curves,
        .track_bytes = clip->tracks.data_size + (clip->tracks.block_count > 0 ? offset : 0) +
                       sizeof(float) * frames * clip->raw_track_floats,
        .isa = clip->loaded.isa,
    };
}

const char *mien_clip_curve_name(const MienClip *clip, int curve)
{
    return mieni_names_get(&clip->curve_names, curve);
}

int mien_clip_find_curve(const MienClip *clip, const char *name)
{
    return mieni_names_find(&clip->curve_names, name);
}

const char *mien_clip_track_bone(const MienClip *clip, int track)
{
    return mieni_names_get(&clip->bone_names, track);
}

int mien_clip_find_track(const MienClip *clip, const char *bone)
{
    return mieni_names_find(&clip->bone_names, bone);
}

MienClipEvent mien_clip_event(const MienClip *clip, int event)
{
    if (event < 0 || event >= (int)clip->info.event_count)
        return (MienClipEvent){.name = ""};
    return (MienClipEvent){.name = mieni_names_get(&clip->event_names, (int)clip->events[event].name),
                           .time = clip->events[event].time};
}

int mien_clip_find_event(const MienClip *clip, double time)
{
    int low = 0, high = (int)clip->info.event_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (clip->events[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
