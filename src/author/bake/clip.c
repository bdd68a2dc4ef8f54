// SPDX-License-Identifier: MIT
//
// The clip that a baking gives: what moved, in the order of skeleton and mesh.

#include "core/float_rules.h"

#include "author/bake/bake.h"
#include "author/clip/memory.h"
#include "core/internal.h"

#include <string.h>

static bool put_tracks(const MieniBake *bake, MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    const MienAuthorSkeleton *skeleton = bake->baking->skeleton;
    const size_t count = (size_t)bake->moment_count;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)skeleton->bone_count, sizeof *tracks);
    double *times = bake->is_uneven ? mieni_arena_take(arena, count, sizeof *times) : NULL;
    if (tracks == NULL || (bake->is_uneven && times == NULL))
        return false;
    if (times != NULL)
        memcpy(times, bake->moments, count * sizeof *times);
    clip->tracks = tracks;
    for (int i = 0; i < skeleton->bone_count; ++i) {
        const char *name = skeleton->bones[i].name;
        const int bone = mien_skeleton_find_bone(bake->skeleton, name);
        if (bone < 0 || !bake->moved[bone])
            continue;
        MienTransform *samples = mieni_arena_take(arena, count, sizeof *samples);
        char *copy = mieni_arena_text(arena, name, strlen(name));
        if (samples == NULL || copy == NULL)
            return false;
        memcpy(samples, bake->samples + (size_t)bone * count, count * sizeof *samples);
        tracks[clip->track_count++] = (MienAuthorClipTrack){
            .bone = copy, .sample_count = (int)count, .samples = samples, .times = times};
    }
    return true;
}

static bool put_curves(const MieniBake *bake, MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    const size_t count = (size_t)bake->moment_count;
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)bake->morph_count, sizeof *curves);
    if (curves == NULL)
        return false;
    clip->curves = curves;
    for (int m = 0; m < bake->morph_count; ++m) {
        const char *name = bake->baking->mesh->morphs[m].name;
        if (!bake->morphed[m])
            continue;
        MienAuthorKey *keys = mieni_arena_take(arena, count, sizeof *keys);
        char *copy = mieni_arena_text(arena, name, strlen(name));
        if (keys == NULL || copy == NULL)
            return false;
        for (size_t i = 0; i < count; ++i)
            keys[i] = (MienAuthorKey){.time = bake->moments[i],
                                      .value = bake->weights[(size_t)m * count + i],
                                      .interpolation = MIEN_AUTHOR_LINEAR};
        curves[clip->curve_count++] =
            (MienAuthorClipCurve){.name = copy, .key_count = (int)count, .keys = keys};
    }
    return true;
}

static bool put_events(const MieniBake *bake, MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    const MienAuthorClip *from = bake->baking->clip;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)from->event_count, sizeof *events);
    for (int i = 0; i < from->event_count && events != NULL; ++i) {
        events[i].name = mieni_arena_text(arena, from->events[i].name, strlen(from->events[i].name));
        events[i].time = from->events[i].time;
    }
    clip->events = events;
    clip->event_count = from->event_count;
    return !arena->is_out_of_memory;
}

MienStatus mieni_bake_clip(const MieniBake *bake, MienAuthorClip **out_clip)
{
    MienAuthorClip *clip = mieni_clip_create_within(mieni_budget_of(bake->scratch.allocator));
    if (clip == NULL || !put_tracks(bake, clip) || !put_curves(bake, clip) || !put_events(bake, clip)) {
        mien_author_clip_destroy(clip);
        return mieni_fail(bake->error, MIEN_ERROR_MEMORY, "There is no memory for the baked clip.", "%s", "");
    }
    clip->rate = bake->info.rate;
    clip->rate_divisor = bake->info.rate_divisor;
    clip->length = bake->info.length;
    mieni_clip_leave_budget(clip);
    *out_clip = clip;
    return MIEN_OK;
}
