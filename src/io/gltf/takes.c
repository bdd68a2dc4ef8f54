// SPDX-License-Identifier: MIT
//
// Takes: one per animation, with its name, rate, length and markers.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "io/gltf/takes.h"
#include "io/rate.h"

#include <string.h>

enum { USUAL_RATE = 30, LOWEST_RATE = 23, HIGHEST_RATE = 1000, MANY_KEYS = 10 };

/// The nearest frame of a rate, and how far a time is from it, in seconds.
static int64_t nearest_frame(double time, int rate, int divisor, double *out_off)
{
    const int64_t frame = (int64_t)(time * (double)rate / (double)divisor + 0.5);
    const double off = time - (double)frame * (double)divisor / (double)rate;
    *out_off = off < 0.0 ? -off : off;
    return frame;
}

double mieni_gltf_take_time(const MieniGltfTake *take, float time, int64_t *out_frame)
{
    const int rate = take->clip->rate, divisor = take->clip->rate_divisor;
    double off;
    const int64_t frame = nearest_frame((double)time, rate, divisor, &off);
    // One step of a float, which is what rounding a quotient may cost.
    const bool is_frame = off <= 0x1p-23 * (double)time;
    *out_frame = is_frame ? frame : -1;
    return is_frame ? (double)frame * (double)divisor / (double)rate : (double)time;
}

/// The times of a sampler's keys in temp, and how many there are.
static MienStatus take_times(MieniGltfTake *take, int sampler, const float **out_times, int *out_count)
{
    const int input = mieni_gltf_index(take->samplers->items[sampler], "input");
    float *times = NULL;
    const MienStatus status =
        mieni_gltf_floats(take->reader->gltf, input, &take->temp, &times, take->reader->error);
    *out_times = times;
    *out_count = mieni_gltf_accessor(take->reader->gltf, input).count;
    return status;
}

/// Times of keys, each accessor once, one after the other.
typedef struct Clock {
    int list_count;
    const float **lists;
    int *counts;
    float last;
} Clock;

/// Lists of times of the channels that are kept. is_listed: per accessor.
static MienStatus find_clock(MieniGltfTake *take, bool *is_listed, Clock *clock)
{
    const int count = take->channels->count;
    clock->lists = mieni_arena_take(&take->temp, (size_t)count, sizeof *clock->lists);
    clock->counts = mieni_arena_take(&take->temp, (size_t)count, sizeof *clock->counts);
    MienStatus status =
        clock->lists != NULL && clock->counts != NULL ? MIEN_OK : mieni_gltf_take_no_memory(take);
    for (int c = 0; c < count && status == MIEN_OK; ++c) {
        const int sampler = mieni_gltf_index(take->channels->items[c], "sampler");
        const int input = mieni_gltf_index(take->samplers->items[sampler], "input");
        if (mieni_gltf_target(take, c).drives == MIENI_GLTF_NOTHING) {
            ++take->reader->report->skipped_channel_count;
            continue;
        }
        if (is_listed[input])
            continue;
        is_listed[input] = true;
        const int i = clock->list_count++;
        status = take_times(take, sampler, &clock->lists[i], &clock->counts[i]);
        if (status == MIEN_OK && clock->lists[i][clock->counts[i] - 1] > clock->last)
            clock->last = clock->lists[i][clock->counts[i] - 1];
    }
    for (int c = 0; c < count; ++c) {
        const int sampler = mieni_gltf_index(take->channels->items[c], "sampler");
        is_listed[mieni_gltf_index(take->samplers->items[sampler], "input")] = false;
    }
    return status;
}

/// Whether all keys are where a rate has frames, to the thousandth of one.
static bool keeps_to(const Clock *clock, int rate, int divisor)
{
    for (int i = 0; i < clock->list_count; ++i)
        for (int k = 0; k < clock->counts[i]; ++k) {
            double off;
            nearest_frame((double)clock->lists[i][k], rate, divisor, &off);
            if (off > 1e-3 * (double)divisor / (double)rate)
                return false;
        }
    return true;
}

/// Frames per second.
typedef struct Rate {
    int rate, divisor;
} Rate;

/// Whether a rate is one that motion is played at, and that all keys keep to.
static bool fits(const Clock *clock, Rate rate)
{
    return (int64_t)rate.rate >= (int64_t)LOWEST_RATE * rate.divisor &&
           (int64_t)rate.rate <= (int64_t)HIGHEST_RATE * rate.divisor &&
           keeps_to(clock, rate.rate, rate.divisor);
}

/// The rates that the longest list of keys shows: by its steps on the whole, and by most
/// of them. 0 where they show none.
static MienStatus find_steps(MieniGltfTake *take, const Clock *clock, Rate *out_whole, Rate *out_median)
{
    int longest = -1;
    *out_whole = *out_median = (Rate){0, 1};
    for (int i = 0; i < clock->list_count; ++i)
        if (longest < 0 || clock->counts[i] > clock->counts[longest])
            longest = i;
    const int count = longest >= 0 ? clock->counts[longest] : 0;
    double *seconds = mieni_arena_take(&take->temp, (size_t)count, sizeof *seconds);
    int64_t *steps = mieni_arena_take(&take->temp, (size_t)count, sizeof *steps);
    if (seconds == NULL || steps == NULL)
        return mieni_gltf_take_no_memory(take);
    for (int k = 0; k < count; ++k)
        seconds[k] = (double)clock->lists[longest][k];
    const double step = count > 1 ? (seconds[count - 1] - seconds[0]) / (double)(count - 1) : 0.0;
    if (step >= MIENI_LEAST_FRAME_TIME && step <= MIENI_MOST_FRAME_TIME)
        mieni_rate_of_frame_time(step, &out_whole->rate, &out_whole->divisor);
    if (!mieni_rate_of_times(seconds, count, steps, &out_median->rate, &out_median->divisor))
        *out_median = (Rate){0, 1};
    // Captured motion does not keep to frames, but has many keys and a usual rate.
    if (count < MANY_KEYS && !fits(clock, *out_median))
        *out_median = (Rate){0, 1};
    return MIEN_OK;
}

/// The rate that our own files state.
static bool stated_rate(const MieniJson *animation, int *out_rate, int *out_divisor)
{
    const MieniJson *rate =
        mieni_json_get(mieni_json_get(mieni_json_get(animation, "extras"), "mien"), "rate");
    if (rate == NULL || rate->type != MIENI_JSON_ARRAY || rate->count != 2)
        return false;
    int parts[2];
    for (int i = 0; i < 2; ++i) {
        const double number = rate->items[i]->number;
        if (rate->items[i]->type != MIENI_JSON_NUMBER || !(number >= 1.0 && number <= 1e9) ||
            number != (double)(int)number)
            return false;
        parts[i] = (int)number;
    }
    *out_rate = parts[0];
    *out_divisor = parts[1];
    return true;
}

/// The rate: what the caller says, what the file says, what the keys show. Few keys, as
/// people set them, show none: then it is one that they keep to, or the usual one.
static MienStatus find_rate(MieniGltfTake *take, const MieniJson *animation, const Clock *clock)
{
    static const int rates[] = {30, 24, 25, 60, 50, 120, 48, 100, 240};
    const MienIoGltfReading *reading = take->reader->reading;
    MienAuthorClip *clip = take->clip;
    Rate whole, median, found = {0, 1};
    clip->rate = reading->rate;
    clip->rate_divisor = reading->rate_divisor > 0 ? reading->rate_divisor : 1;
    if (clip->rate > 0 || stated_rate(animation, &clip->rate, &clip->rate_divisor))
        return MIEN_OK;
    const MienStatus status = find_steps(take, clock, &whole, &median);
    if (status != MIEN_OK)
        return status;
    if (fits(clock, whole))
        found = whole;
    else if (fits(clock, median))
        found = median;
    for (size_t i = 0; found.rate == 0 && i < sizeof rates / sizeof *rates; ++i)
        if (keeps_to(clock, rates[i], 1))
            found.rate = rates[i];
    if (found.rate == 0 && median.divisor == 1 && median.rate >= LOWEST_RATE)
        found = median;
    clip->rate = found.rate > 0 ? found.rate : USUAL_RATE;
    clip->rate_divisor = found.rate > 0 ? found.divisor : 1;
    return MIEN_OK;
}

/// Markers that our own files state, with their times.
static MienStatus read_events(MieniGltfTake *take, const MieniJson *list)
{
    MieniArena *arena = take->reader->arena;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)list->count, sizeof *events);
    int count = 0;
    for (int i = 0; events != NULL && i < list->count; ++i) {
        const double time = mieni_json_get_number(list->items[i], "time", -1.0);
        const char *name = mieni_json_get_string(list->items[i], "name", NULL);
        if (name == NULL || !(time >= -86400.0 && time <= 86400.0))
            continue;
        // The same marker may be there several times: names need not differ here.
        MieniFileNames alone = {.arena = &take->temp};
        const char *clean = mieni_file_name(&alone, name, "event", i);
        clean = clean != NULL ? mieni_arena_text(arena, clean, strlen(clean)) : NULL;
        if (clean == NULL)
            return mieni_gltf_take_no_memory(take);
        take->reader->report->renamed_count += alone.renamed_count;
        events[count++] = (MienAuthorClipEvent){clean, time};
    }
    take->clip->event_count = count;
    take->clip->events = events;
    return events != NULL ? MIEN_OK : mieni_gltf_take_no_memory(take);
}

/// Names of poses, a key each: those of the first list of times that has as many.
static MienStatus read_pose_names(MieniGltfTake *take, const MieniJson *list, const Clock *clock)
{
    MieniArena *arena = take->reader->arena;
    MieniFileNames names = {.arena = arena};
    int i = 0;
    while (i < clock->list_count && clock->counts[i] != list->count)
        ++i;
    if (i == clock->list_count)
        return MIEN_OK;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)list->count, sizeof *events);
    if (events == NULL)
        return mieni_gltf_take_no_memory(take);
    for (int k = 0; k < list->count; ++k) {
        int64_t frame;
        const char *name = list->items[k]->type == MIENI_JSON_STRING ? list->items[k]->string : NULL;
        events[k] = (MienAuthorClipEvent){mieni_file_name(&names, name, "pose", k),
                                          mieni_gltf_take_time(take, clock->lists[i][k], &frame)};
        if (events[k].name == NULL)
            return mieni_gltf_take_no_memory(take);
    }
    take->reader->report->renamed_count += names.renamed_count;
    take->clip->event_count = list->count;
    take->clip->events = events;
    return MIEN_OK;
}

static bool names_poses(const MieniJson *animation)
{
    const MieniJson *extras = mieni_json_get(animation, "extras");
    const MieniJson *poses = mieni_json_get(extras, "poseNames");
    return (poses != NULL && poses->type == MIENI_JSON_ARRAY && poses->count > 0) ||
           mieni_json_get_bool(mieni_json_get(extras, "mien"), "poses", false);
}

static MienStatus read_markers(MieniGltfTake *take, const MieniJson *animation, const Clock *clock)
{
    const MieniJson *extras = mieni_json_get(animation, "extras");
    const MieniJson *events = mieni_json_get(mieni_json_get(extras, "mien"), "events");
    const MieniJson *poses = mieni_json_get(extras, "poseNames");
    if (events != NULL && events->type == MIENI_JSON_ARRAY)
        return read_events(take, events);
    if (poses != NULL && poses->type == MIENI_JSON_ARRAY && poses->count > 0)
        return read_pose_names(take, poses, clock);
    return MIEN_OK;
}

/// The longest side of the box around all bones at rest.
static MienStatus find_extent(MieniGltfReader *reader, double *out_extent)
{
    const MieniGltfBones *bones = &reader->bones;
    MieniPlace *places = mieni_arena_take(reader->scratch, (size_t)bones->count, sizeof *places);
    if (places == NULL)
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, "There is not enough memory for the file.",
                          "nodes");
    for (int b = 0; b < bones->count; ++b) {
        places[b] = mieni_place_of(&bones->bones[b].reference);
        if (bones->bones[b].parent >= 0)
            places[b] = mieni_place_compose(&places[bones->bones[b].parent], &places[b]);
    }
    *out_extent = mieni_places_extent(places, bones->count);
    return MIEN_OK;
}

static MienStatus check_clip(const MieniGltfTake *take)
{
    MienError error = {0};
    const MienStatus status = mien_author_clip_check(take->clip, &error);
    if (status == MIEN_OK)
        return MIEN_OK;
    return mieni_fail(take->reader->error, status, error.message, "animations[%d], %s", take->index,
                      error.place);
}

static MienStatus read_take(MieniGltfTake *take, bool *is_listed)
{
    const MieniJson *animation = mieni_gltf_item(take->reader->gltf, "animations", take->index);
    Clock clock = {0};
    int64_t frame;
    take->channels = mieni_json_get(animation, "channels");
    take->samplers = mieni_json_get(animation, "samplers");
    MienStatus status = find_clock(take, is_listed, &clock);
    if (status != MIEN_OK)
        return status;
    if (clock.last > 86400.0f)
        return mieni_fail(take->reader->error, MIEN_ERROR_LIMIT,
                          "An animation lasts at most a day; split it.", "animations[%d]", take->index);
    status = find_rate(take, animation, &clock);
    if (status != MIEN_OK)
        return status;
    take->clip->length = mieni_gltf_take_time(take, clock.last, &frame);
    status = mieni_gltf_take_tracks(take);
    if (status == MIEN_OK)
        status = mieni_gltf_take_curves(take);
    if (status == MIEN_OK)
        status = read_markers(take, animation, &clock);
    return status == MIEN_OK ? check_clip(take) : status;
}

static MienStatus read_takes(MieniGltfReader *reader, const MieniGltfActors *actors, MienIoTake *takes,
                             MienAuthorClip *clips, bool *is_listed)
{
    const int count = mieni_gltf_count(reader->gltf, "animations");
    const char *source = mieni_arena_text(reader->arena, reader->gltf->source, strlen(reader->gltf->source));
    MieniFileNames names = {.arena = reader->arena};
    MienStatus status = MIEN_OK;
    if (source == NULL)
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, "There is not enough memory for the file.",
                          "animations");
    for (int a = 0; a < count && status == MIEN_OK; ++a) {
        const MieniJson *animation = mieni_gltf_item(reader->gltf, "animations", a);
        MieniGltfTake take = {.reader = reader,
                              .actors = actors,
                              .temp = {.allocator = reader->scratch->allocator},
                              .index = a,
                              .clip = &clips[a]};
        takes[a] = (MienIoTake){
            mieni_file_name(&names, mieni_json_get_string(animation, "name", NULL), "animation", a),
            &clips[a], MIEN_IO_TAKE_MOTION};
        clips[a].source = source;
        status = takes[a].name != NULL && !reader->arena->is_out_of_memory ? read_take(&take, is_listed)
                                                                           : mieni_gltf_take_no_memory(&take);
        mieni_arena_release(&take.temp);
        if (clips[a].event_count > 0 && names_poses(animation))
            takes[a].use = MIEN_IO_TAKE_POSES;
    }
    reader->report->renamed_count += names.renamed_count;
    return status;
}

MienStatus mieni_gltf_read_takes(MieniGltfReader *reader)
{
    const size_t count = (size_t)mieni_gltf_count(reader->gltf, "animations");
    const size_t accessors = (size_t)mieni_gltf_count(reader->gltf, "accessors");
    MienIoTake *takes = mieni_arena_take(reader->arena, count, sizeof *takes);
    MienAuthorClip *clips = mieni_arena_take(reader->arena, count, sizeof *clips);
    bool *is_listed = mieni_arena_take(reader->scratch, accessors, sizeof *is_listed);
    MieniGltfActors actors;
    if (takes == NULL || clips == NULL || is_listed == NULL)
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, "There is not enough memory for the file.",
                          "animations");
    MienStatus status = mieni_gltf_actors(reader, &actors);
    if (status == MIEN_OK)
        status = find_extent(reader, &actors.extent);
    if (status == MIEN_OK)
        status = read_takes(reader, &actors, takes, clips, is_listed);
    reader->source->take_count = (int)count;
    reader->source->takes = takes;
    return status;
}
