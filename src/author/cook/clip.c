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
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, "a clip has at most a day of frames at 240 a second",
                          "length");
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
    mieni_writer_add(writer, MIENI_CLIP_STILL_CURVES, sizeof(float), (size_t)cook->still_curve_count,
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
                                  .still_curves = (uint32_t)cook->still_curve_count,
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
        return mieni_fail(error, MIEN_ERROR_DATA, why, "%s", place);
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
        return mieni_fail(error, MIEN_ERROR_DATA, "an error is a small positive number",
                          "options.curve_error");
    for (int c = 0; options->curve_errors != NULL && c < clip->curve_count; ++c) {
        if (!error_is_fine(options->curve_errors[c]))
            return mieni_fail(error, MIEN_ERROR_DATA, "an error is a small positive number",
                              "options.curve_errors[%d]", c);
    }
    if (!error_is_fine(options->track_error))
        return mieni_fail(error, MIEN_ERROR_DATA, "an error is a small positive number",
                          "options.track_error");
    if (!(options->shell >= 0.0f && options->shell <= 1e6f))
        return mieni_fail(error, MIEN_ERROR_DATA, "a distance is 0 or more", "options.shell");
    if (options->rate < 0 || options->rate_divisor < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, "a rate is above 0", "options.rate");
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
        status = mieni_cook_clip_curves(cook);
    if (status == MIEN_OK)
        status = mieni_cook_clip_tracks(cook);
    if (status == MIEN_OK)
        status = write_pack(cook, out_pack);
    if (status == MIEN_OK && out_report != NULL)
        status = mieni_report_clip(cook, out_pack, out_report);
    if (cook->arena.is_out_of_memory)
        status = mieni_fail(cook->error, MIEN_ERROR_MEMORY, "no memory for cooking the clip", "%s", "");
    return status;
}

MienStatus mien_author_clip_cook(const MienAuthorClip *clip, const MienAuthorClipOptions *options,
                                 MienAuthorPack *out_pack, MienAuthorClipReport *out_report, MienError *error)
{
    static const MienAuthorClipOptions defaults = {0};
    if (out_pack == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "out_pack must be given", "%s", "");
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
