// SPDX-License-Identifier: MIT
//
// Tracks of bones: what drives one bone becomes one list of transforms, at the times of
// all of its keys and of those that follow arcs and cubics between them. Times are
// floats and ascend, so that they can be written to glTF as they are.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "io/gltf/takes.h"
#include "io/gltf/transform.h"

#include <stdlib.h>
#include <string.h>

enum { PROPERTIES = 3 };

static const int widths[PROPERTIES] = {3, 4, 3};

/// A channel that drives a property of a bone.
typedef struct Driven {
    int bone, property, channel;
} Driven;

static int compare_driven(const void *a, const void *b)
{
    const Driven *x = a, *y = b;
    const int order = (x->bone > y->bone) - (x->bone < y->bone);
    return order != 0 ? order : (x->property > y->property) - (x->property < y->property);
}

static int compare_floats(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// The float before a time above 0.
static float before(float time)
{
    uint32_t bits;
    memcpy(&bits, &time, sizeof bits);
    --bits;
    memcpy(&time, &bits, sizeof bits);
    return time;
}

/// Channels that drive bones, in the order of these; how many bones that are.
static MienStatus find_driven(MieniGltfTake *take, Driven **out_driven, int *out_count, int *out_bones)
{
    const MieniGltfBones *bones = &take->reader->bones;
    Driven *driven = mieni_arena_take(&take->temp, (size_t)take->channels->count, sizeof *driven);
    int count = 0;
    if (driven == NULL)
        return mieni_gltf_take_no_memory(take);
    for (int c = 0; c < take->channels->count; ++c) {
        const MieniGltfTarget target = mieni_gltf_target(take, c);
        if (target.drives == MIENI_GLTF_BONE)
            driven[count++] = (Driven){bones->bone_of_node[target.node], target.part, c};
    }
    if (count > 0)
        qsort(driven, (size_t)count, sizeof *driven, compare_driven);
    *out_bones = 0;
    for (int i = 0; i < count; ++i)
        *out_bones += i == 0 || driven[i].bone != driven[i - 1].bone;
    *out_driven = driven;
    *out_count = count;
    return MIEN_OK;
}

static double tolerance_of(const MieniGltfTake *take, const MieniGltfSampled *s, int property)
{
    if (property == 1)
        return 1e-6; // of a quaternion: twice that of an angle
    double extent = property == 0 ? take->actors->extent : 1.0;
    for (int c = 0; c < s->width; ++c) {
        double low = (double)mieni_gltf_key_value(s, 0)[c], high = low;
        for (int k = 1; k < s->count; ++k) {
            const double value = (double)mieni_gltf_key_value(s, k)[c];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        extent = high - low > extent ? high - low : extent;
    }
    return 2e-6 * (extent > 1e-6 ? extent : 1e-6);
}

/// Adds a channel's times, or counts them: those of keys, of parts between keys, and, where
/// it holds while others move, the last ones before it jumps.
static size_t add_times(const MieniGltfSampled *s, const int *pieces, bool jumps, float *times)
{
    size_t count = 0;
    for (int k = 0; k < s->count; ++k) {
        const double from = (double)s->times[k];
        if (times != NULL)
            times[count] = s->times[k];
        ++count;
        if (jumps && k > 0 && s->times[k] > 0.0f) {
            if (times != NULL)
                times[count] = before(s->times[k]);
            ++count;
        }
        for (int i = 1; i < pieces[k]; ++i) {
            const double step = ((double)s->times[k + 1] - from) * (double)i / (double)pieces[k];
            if (times != NULL)
                times[count] = (float)(from + step);
            ++count;
        }
    }
    return count;
}

/// What drives one bone.
typedef struct Drive {
    MieniGltfSampled sampled[PROPERTIES]; ///< count 0: nothing.
    bool is_stepped;                      ///< All of it.
    float *times;
    int time_count;
} Drive;

static MienStatus find_times(MieniGltfTake *take, MieniArena *temp, Drive *drive)
{
    int *pieces[PROPERTIES] = {NULL, NULL, NULL};
    size_t count = 0;
    for (int p = 0; p < PROPERTIES; ++p) {
        const MieniGltfSampled *s = &drive->sampled[p];
        if (s->count == 0)
            continue;
        pieces[p] = mieni_arena_take(temp, (size_t)s->count, sizeof *pieces[p]);
        if (pieces[p] == NULL)
            return mieni_gltf_take_no_memory(take);
        const double tolerance = tolerance_of(take, s, p);
        for (int k = 0; k < s->count; ++k)
            pieces[p][k] = mieni_gltf_pieces(s, k, tolerance);
        const bool jumps = s->interpolation == MIEN_AUTHOR_CONSTANT && !drive->is_stepped;
        count += add_times(s, pieces[p], jumps, NULL);
    }
    drive->times = mieni_arena_take(temp, count, sizeof *drive->times);
    if (drive->times == NULL || count > INT32_MAX)
        return mieni_gltf_take_no_memory(take);
    count = 0;
    for (int p = 0; p < PROPERTIES; ++p) {
        const MieniGltfSampled *s = &drive->sampled[p];
        const bool jumps = s->interpolation == MIEN_AUTHOR_CONSTANT && !drive->is_stepped;
        if (s->count > 0)
            count += add_times(s, pieces[p], jumps, drive->times + count);
    }
    qsort(drive->times, count, sizeof *drive->times, compare_floats);
    drive->time_count = 0;
    for (size_t i = 0; i < count; ++i)
        if (drive->time_count == 0 || drive->times[i] > drive->times[drive->time_count - 1])
            drive->times[drive->time_count++] = drive->times[i];
    return MIEN_OK;
}

/// Whether the times are those of the clip's frames, each one from 0 on.
static bool are_frames(const MieniGltfTake *take, const Drive *drive)
{
    for (int i = 0; i < drive->time_count; ++i) {
        int64_t frame = -1;
        mieni_gltf_take_time(take, drive->times[i], &frame);
        if (frame != i)
            return false;
    }
    return !drive->is_stepped || drive->time_count == 1;
}

static void put_samples(const Drive *drive, const MienTransform *rest, MienTransform *samples)
{
    int cursors[PROPERTIES] = {0, 0, 0};
    for (int i = 0; i < drive->time_count; ++i) {
        samples[i] = *rest;
        for (int p = 0; p < PROPERTIES; ++p) {
            double v[4];
            if (drive->sampled[p].count == 0)
                continue;
            mieni_gltf_sampled_at(&drive->sampled[p], (double)drive->times[i], &cursors[p], v);
            if (p == 1)
                samples[i].rotation = mieni_gltf_rotation(v);
            else
                *(p == 0 ? &samples[i].translation : &samples[i].scale) =
                    (MienVec3){(float)v[0], (float)v[1], (float)v[2]};
        }
    }
}

/// A track of count channels, all of one bone.
static MienStatus make_track(MieniGltfTake *take, MieniArena *temp, const Driven *driven, int count,
                             MienAuthorClipTrack *track)
{
    const MienAuthorBone *bone = &take->reader->bones.bones[driven->bone];
    MieniArena *arena = take->reader->arena;
    Drive drive = {.is_stepped = true};
    MienStatus status = MIEN_OK;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        const int p = driven[i].property;
        status = mieni_gltf_take_keys(take, driven[i].channel, widths[p], temp, &drive.sampled[p]);
        drive.sampled[p].is_rotation = p == 1;
        drive.is_stepped = drive.is_stepped && drive.sampled[p].interpolation == MIEN_AUTHOR_CONSTANT;
    }
    if (status == MIEN_OK)
        status = find_times(take, temp, &drive);
    if (status != MIEN_OK)
        return status;
    const size_t time_count = (size_t)drive.time_count;
    MienTransform *samples = mieni_arena_take(arena, time_count, sizeof *samples);
    double *times = are_frames(take, &drive) ? NULL : mieni_arena_take(arena, time_count, sizeof *times);
    if (arena->is_out_of_memory)
        return mieni_gltf_take_no_memory(take);
    put_samples(&drive, &bone->reference, samples);
    for (size_t i = 0; times != NULL && i < time_count; ++i)
        times[i] = (double)drive.times[i];
    *track = (MienAuthorClipTrack){.bone = bone->name,
                                   .sample_count = drive.time_count,
                                   .samples = samples,
                                   .times = times,
                                   .is_stepped = drive.is_stepped && times != NULL};
    return MIEN_OK;
}

MienStatus mieni_gltf_take_tracks(MieniGltfTake *take)
{
    Driven *driven = NULL;
    int count = 0, bones = 0;
    MienStatus status = find_driven(take, &driven, &count, &bones);
    if (status != MIEN_OK)
        return status;
    MienAuthorClipTrack *tracks = mieni_arena_take(take->reader->arena, (size_t)bones, sizeof *tracks);
    if (tracks == NULL)
        return mieni_gltf_take_no_memory(take);
    take->clip->tracks = tracks;
    for (int i = 0, own = 0; i < count && status == MIEN_OK; i += own) {
        // Keys of one track at a time: those of all could be many.
        MieniArena temp = {.allocator = take->temp.allocator};
        for (own = 1; i + own < count && driven[i + own].bone == driven[i].bone;)
            ++own;
        status = make_track(take, &temp, &driven[i], own, &tracks[take->clip->track_count++]);
        mieni_arena_release(&temp);
    }
    return status;
}
