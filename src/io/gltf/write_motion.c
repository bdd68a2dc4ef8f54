// SPDX-License-Identifier: MIT
//
// Animations: samplers, channels, and the tracks of bones. Of a bone only what moves or
// is not at rest is driven. What stands still has one key.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_base.h"

#include <string.h>

/// Times of a track's samples. One without times that steps shows the nearest sample, so
/// each begins half a frame early.
static double time_of(const MienAuthorClip *clip, const MienAuthorClipTrack *track, int i)
{
    const double divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    if (track->times != NULL)
        return track->times[i];
    return ((double)i - (track->is_stepped && i > 0 ? 0.5 : 0.0)) * divisor / (double)clip->rate;
}

/// The last moment that a track or curve has a key at.
static double last_key(const MienAuthorClip *clip)
{
    double last = 0.0;
    for (int t = 0; t < clip->track_count; ++t) {
        const double time = time_of(clip, &clip->tracks[t], clip->tracks[t].sample_count - 1);
        last = time > last ? time : last;
    }
    for (int c = 0; c < clip->curve_count; ++c)
        if (clip->curves[c].key_count > 0 && clip->curves[c].keys[clip->curves[c].key_count - 1].time > last)
            last = clip->curves[c].keys[clip->curves[c].key_count - 1].time;
    return last;
}

MienStatus mieni_gltf_motion_begin(MieniGltfMotion *motion, MieniGltfWriter *writer, MieniJson *animation,
                                   const char *name, const MienAuthorClip *clip)
{
    MieniJsonDocument *json = &writer->out.json;
    *motion = (MieniGltfMotion){.writer = writer, .clip = clip, .name = name};
    if (name != NULL)
        mieni_gltf_set_text(&writer->out, animation, "name", name);
    motion->channels = mieni_json_set(json, animation, "channels", mieni_json_array(json));
    motion->samplers = mieni_json_set(json, animation, "samplers", mieni_json_array(json));
    motion->lacks_end = (float)last_key(clip) < (float)clip->length;
    return motion->samplers != NULL ? MIEN_OK : mieni_gltf_write_no_memory(writer);
}

/// The accessor of some times, which is one of before if it has the same.
static int times_accessor(MieniGltfMotion *motion, const float *times, int count)
{
    MieniGltfOut *out = &motion->writer->out;
    for (int i = motion->time_count - 1; i >= 0; --i)
        if (motion->times[i].count == count &&
            memcmp(motion->times[i].times, times, sizeof *times * (size_t)count) == 0)
            return motion->times[i].accessor;
    if (motion->time_count == motion->time_room) {
        const int room = motion->time_room > 0 ? 2 * motion->time_room : 8;
        MieniGltfTimes *all = mieni_arena_take(&out->scratch, (size_t)room, sizeof *all);
        if (all == NULL)
            return 0;
        if (motion->time_count > 0)
            memcpy(all, motion->times, sizeof *all * (size_t)motion->time_count);
        motion->times = all;
        motion->time_room = room;
    }
    const int accessor = mieni_gltf_out_motion(out, times, count, MIENI_GLTF_SCALAR, true);
    motion->times[motion->time_count++] = (MieniGltfTimes){times, count, accessor};
    return accessor;
}

/// The clip is longer than its keys: one of them more, at its end, holds the last value.
static bool add_end(MieniGltfMotion *motion, MieniGltfKeys *keys)
{
    MieniArena *arena = &motion->writer->out.scratch;
    const bool is_cubic = keys->interpolation == MIEN_AUTHOR_CUBIC;
    const size_t count = (size_t)keys->count, row = (size_t)keys->width * (is_cubic ? 3 : 1);
    float *times = mieni_arena_take(arena, count + 1, sizeof *times);
    float *values = mieni_arena_take(arena, (count + 1) * row, sizeof *values);
    if (times == NULL || values == NULL)
        return false;
    memcpy(times, keys->times, count * sizeof *times);
    memcpy(values, keys->values, count * row * sizeof *values);
    times[count] = (float)motion->clip->length;
    float *last = values + (count - 1) * row, *end = values + count * row;
    if (is_cubic) {
        const size_t width = (size_t)keys->width;
        memset(last + 2 * width, 0, width * sizeof *last); // leaves level, and arrives so
        memcpy(end + width, last + width, width * sizeof *end);
    } else {
        memcpy(end, last, row * sizeof *end);
    }
    keys->times = times;
    keys->values = values;
    ++keys->count;
    motion->lacks_end = false;
    return true;
}

int mieni_gltf_motion_sampler(MieniGltfMotion *motion, const MieniGltfKeys *given, MieniGltfType type)
{
    static const char *const names[] = {"STEP", "LINEAR", "CUBICSPLINE"};
    MieniGltfOut *out = &motion->writer->out;
    MieniGltfKeys keys = *given;
    if (keys.interpolation == MIEN_AUTHOR_CUBIC && keys.count < 2)
        keys = (MieniGltfKeys){1, keys.width, keys.times, keys.values + keys.width, MIEN_AUTHOR_LINEAR};
    if (motion->lacks_end && keys.times[keys.count - 1] < (float)motion->clip->length &&
        !add_end(motion, &keys))
        return 0;
    const int rows = keys.count * (keys.interpolation == MIEN_AUTHOR_CUBIC ? 3 : 1);
    const int input = times_accessor(motion, keys.times, keys.count);
    const int output = mieni_gltf_out_motion(out, keys.values, rows * keys.width / (int)type, type, false);
    const int index = motion->samplers->count;
    MieniJson *sampler = mieni_json_append(&out->json, motion->samplers, mieni_json_object(&out->json));
    mieni_gltf_set_int(out, sampler, "input", input);
    if (keys.interpolation != MIEN_AUTHOR_LINEAR)
        mieni_gltf_set_text(out, sampler, "interpolation", names[keys.interpolation]);
    mieni_gltf_set_int(out, sampler, "output", output);
    return index;
}

static MieniJson *add_channel(MieniGltfMotion *motion, int sampler, const char *path, int *out_index)
{
    MieniGltfOut *out = &motion->writer->out;
    *out_index = motion->channels->count;
    MieniJson *channel = mieni_json_append(&out->json, motion->channels, mieni_json_object(&out->json));
    mieni_gltf_set_int(out, channel, "sampler", sampler);
    MieniJson *target = mieni_gltf_out_object(out, channel, "target");
    mieni_gltf_set_text(out, target, "path", path);
    return target;
}

int mieni_gltf_motion_channel(MieniGltfMotion *motion, int sampler, int node, const char *path)
{
    int index;
    MieniJson *target = add_channel(motion, sampler, path, &index);
    mieni_gltf_set_int(&motion->writer->out, target, "node", node);
    return index;
}

int mieni_gltf_motion_pointer(MieniGltfMotion *motion, int sampler, const char *pointer)
{
    MieniGltfOut *out = &motion->writer->out;
    int index;
    MieniJson *target = add_channel(motion, sampler, "pointer", &index);
    MieniJson *extensions = mieni_gltf_out_object(out, target, "extensions");
    mieni_gltf_set_text(out, mieni_gltf_out_object(out, extensions, "KHR_animation_pointer"), "pointer",
                        pointer);
    return index;
}

/// Where in a transform the three properties of a node are.
typedef struct Property {
    const char *path;
    size_t offset;
    int width;
} Property;

static const Property properties[] = {{"translation", offsetof(MienTransform, translation), 3},
                                      {"rotation", offsetof(MienTransform, rotation), 4},
                                      {"scale", offsetof(MienTransform, scale), 3}};

static const float *part_of(const MienTransform *transform, const Property *property)
{
    return (const float *)((const char *)transform + property->offset);
}

static bool is_same(const MienTransform *a, const MienTransform *b, const Property *property)
{
    return memcmp(part_of(a, property), part_of(b, property), sizeof(float) * (size_t)property->width) == 0;
}

/// A track as it is from time 0 on.
typedef struct Samples {
    int count;
    const MienTransform *items;
    float *times;
} Samples;

static MienStatus take_samples(MieniGltfMotion *motion, const MienAuthorClipTrack *track, Samples *samples)
{
    MieniArena *arena = &motion->writer->out.scratch;
    int first = 0;
    while (first + 1 < track->sample_count && time_of(motion->clip, track, first + 1) <= 0.0)
        ++first;
    *samples = (Samples){.count = track->sample_count - first, .items = track->samples + first};
    samples->times = mieni_arena_take(arena, (size_t)samples->count, sizeof *samples->times);
    if (samples->times == NULL)
        return mieni_gltf_write_no_memory(motion->writer);
    for (int i = 0; i < samples->count; ++i)
        samples->times[i] = (float)time_of(motion->clip, track, first + i);
    if (time_of(motion->clip, track, first) < 0.0) {
        MienTransform *items = mieni_arena_take(arena, (size_t)samples->count, sizeof *items);
        if (items == NULL)
            return mieni_gltf_write_no_memory(motion->writer);
        memcpy(items, samples->items, sizeof *items * (size_t)samples->count);
        items[0] = mien_author_track_evaluate(motion->clip, (int)(track - motion->clip->tracks), 0.0);
        samples->items = items;
    }
    mieni_gltf_rise(samples->times, samples->count);
    return MIEN_OK;
}

/// A channel for one property, of all samples or only the first.
static MienStatus put_property(MieniGltfMotion *motion, const Samples *samples, int count,
                               const Property *property, int node, bool is_stepped)
{
    const size_t width = (size_t)property->width;
    float *values = mieni_arena_take(&motion->writer->out.scratch, (size_t)count * width, sizeof *values);
    if (values == NULL)
        return mieni_gltf_write_no_memory(motion->writer);
    for (int i = 0; i < count; ++i)
        memcpy(values + (size_t)i * width, part_of(&samples->items[i], property), width * sizeof *values);
    const MieniGltfKeys keys = {count, property->width, samples->times, values,
                                is_stepped ? MIEN_AUTHOR_CONSTANT : MIEN_AUTHOR_LINEAR};
    const int sampler = mieni_gltf_motion_sampler(motion, &keys, (MieniGltfType)property->width);
    mieni_gltf_motion_channel(motion, sampler, node, property->path);
    return MIEN_OK;
}

MienStatus mieni_gltf_motion_track(MieniGltfMotion *motion, const MienAuthorClipTrack *track, int node,
                                   const MienTransform *rest, unsigned wanted)
{
    Samples samples;
    MienStatus status = take_samples(motion, track, &samples);
    bool moves[3] = {false, false, false}, is_any = false;
    for (int p = 0; p < 3 && status == MIEN_OK; ++p)
        for (int i = 1; i < samples.count && !moves[p]; ++i)
            is_any |= moves[p] =
                (wanted >> p & 1) != 0 && !is_same(&samples.items[i], &samples.items[0], &properties[p]);
    // A track that stands still has its keys in the rotation.
    moves[1] = moves[1] || !is_any;
    for (int p = 0; p < 3 && status == MIEN_OK; ++p)
        if ((wanted >> p & 1) != 0 && (moves[p] || !is_same(&samples.items[0], rest, &properties[p])))
            status = put_property(motion, &samples, moves[p] ? samples.count : 1, &properties[p], node,
                                  track->is_stepped);
    return status;
}

/// Nodes that are driven have no matrix.
static void split_matrix(MieniGltfWriter *writer, int bone)
{
    MieniGltfOut *out = &writer->out;
    MieniJson *node = mieni_gltf_out_array(out, "nodes")->items[writer->cast.nodes[bone]];
    const MienTransform *rest = &writer->cast.bones[bone].rest;
    if (!mieni_json_unset(node, "matrix"))
        return;
    for (int p = 0; p < 3; ++p)
        mieni_gltf_set_floats(out, node, properties[p].path, part_of(rest, &properties[p]),
                              properties[p].width);
}

MienStatus mieni_gltf_motion_tracks(MieniGltfMotion *motion)
{
    MieniGltfWriter *writer = motion->writer;
    const MieniGltfCast *cast = &writer->cast;
    MienStatus status = MIEN_OK;
    for (int t = 0; t < motion->clip->track_count && status == MIEN_OK; ++t) {
        const MienAuthorClipTrack *track = &motion->clip->tracks[t];
        const int bone = mieni_names_search(cast->bones_by_name, cast->bone_count, track->bone);
        if (bone < 0) {
            mieni_gltf_lose(&writer->writing->losses,
                            "No node of the file is this bone; its track is left out.", motion->name,
                            track->bone);
            continue;
        }
        split_matrix(writer, bone);
        status = mieni_gltf_motion_track(motion, track, cast->nodes[bone], &cast->bones[bone].rest,
                                         MIENI_GLTF_ALL_PROPERTIES);
    }
    return status;
}
