// SPDX-License-Identifier: MIT
//
// Small clips made in code that between them have everything a clip pack can hold,
// packed, and a skeleton to bind them to.

#pragma once

#include "support/evaluate.h"
#include "support/packs.h"

#include "core/clip_data.h"
#include "mien_author/cook_clip.h"

enum { SKETCH_CURVES = 80, SKETCH_FRAMES = 49, SKETCH_TRACKS = 11, SKETCH_EVENTS = 5 };

/// What a small clip is.
typedef struct SmallClip {
    const char *name;
    uint64_t seed;
    int curve_count, frame_count, track_count;
    bool has_extras; ///< Events, sound and source.
    bool is_plain;   ///< All curves move in straight lines at one error.
    bool is_exact;   ///< Everything that moves is stored whole.
} SmallClip;

static const SmallClip small_clips[] = {
    {"kinds", 31, 40, 39, 9, true, false, false},   // every kind of curve, pairs, a partial last segment
    {"blocks", 32, 75, 17, 11, false, true, false}, // two blocks, a single whole segment
    {"whole", 33, 5, 6, 3, true, true, true},       // raw only
    {"still", 34, 3, 1, 2, true, true, false},      // a single frame
    {"empty", 35, 0, 1, 0, false, false, false},
};

enum { SMALL_CLIPS = (int)(sizeof small_clips / sizeof *small_clips) };

/// A description and all it points at.
typedef struct ClipSketch {
    MienAuthorClip clip;
    MienAuthorClipOptions options;
    char names[SKETCH_CURVES][24], bones[SKETCH_TRACKS][24];
    MienAuthorClipCurve curves[SKETCH_CURVES];
    float errors[SKETCH_CURVES];
    MienAuthorKey keys[SKETCH_CURVES][SKETCH_FRAMES];
    MienAuthorClipTrack tracks[SKETCH_TRACKS];
    MienTransform samples[SKETCH_TRACKS][SKETCH_FRAMES];
} ClipSketch;

static const MienAuthorClipEvent sketch_events[SKETCH_EVENTS] = {
    {"step", 0.5}, {"blink", -0.25}, {"step", 0.0}, {"blink", 0.5}, {"end", 2.0}};

/// Keys at every frame. The second half of the curves follows the first: such pairs
/// are packed one relative to the other.
static inline void sketch_curve(ClipSketch *sketch, const SmallClip *small, int c, Random *random)
{
    const int half = small->curve_count / 2, kind = small->is_plain ? 0 : c % half % 8;
    MienAuthorKey *keys = sketch->keys[c];
    float value = random_float(random, -0.5, 0.5);
    for (int f = 0; f < small->frame_count; ++f) {
        const float drift = random_float(random, -0.05, 0.05);
        value += drift;
        if (c >= half && c - half < half)
            value = sketch->keys[c - half][f].value * 0.97f + drift * 0.1f;
        keys[f] = (MienAuthorKey){.time = (double)f / 30.0, .value = value};
        keys[f].interpolation = kind == 5 || kind == 7 ? MIEN_AUTHOR_CONSTANT : MIEN_AUTHOR_LINEAR;
    }
    const int count = kind == 3 ? 1 : small->frame_count; // a single key never changes
    // Kind 4 needs wide fields, 6 and 7 are stored whole.
    sketch->errors[c] = kind == 4 ? 1e-6f : kind >= 6 ? MIEN_AUTHOR_EXACT : 0.0f;
    snprintf(sketch->names[c], sizeof sketch->names[c], "curve %d", small->curve_count - c);
    sketch->curves[c] = (MienAuthorClipCurve){.name = sketch->names[c], .key_count = count, .keys = keys};
}

/// By index, a track turns, shifts, grows, does all of it, holds, or stays.
static inline void sketch_track(ClipSketch *sketch, const SmallClip *small, int t, Random *random)
{
    const MienTransform first = random_transform(random);
    MienTransform *samples = sketch->samples[t];
    const int kind = t % 6;
    for (int f = 0; f < small->frame_count; ++f) {
        const MienTransform by = random_transform(random);
        samples[f] = f > 0 ? samples[f - 1] : first;
        if (kind == 0 || kind >= 3) {
            samples[f].rotation.x += by.rotation.x * 0.02f;
            samples[f].rotation.y += by.rotation.y * 0.02f;
            samples[f].rotation = mien_quat_normalize(samples[f].rotation);
        }
        if (kind == 1 || kind >= 3)
            samples[f].translation.x += by.translation.x * 0.01f;
        if (kind == 2 || kind == 3)
            samples[f].scale.z += by.translation.z * 0.01f;
    }
    snprintf(sketch->bones[t], sizeof sketch->bones[t], "bone %d", t);
    sketch->tracks[t] = (MienAuthorClipTrack){.bone = sketch->bones[t],
                                              .sample_count = t % 7 == 6 ? 1 : small->frame_count,
                                              .samples = samples,
                                              .is_stepped = kind == 4};
}

static inline void sketch_clip(const SmallClip *small, ClipSketch *sketch)
{
    Random random = {small->seed};
    *sketch = (ClipSketch){0};
    for (int c = 0; c < small->curve_count; ++c)
        sketch_curve(sketch, small, c, &random);
    for (int t = 0; t < small->track_count; ++t)
        sketch_track(sketch, small, t, &random);
    sketch->clip = (MienAuthorClip){.rate = 30,
                                    .length = (double)(small->frame_count - 1) / 30.0,
                                    .curve_count = small->curve_count,
                                    .curves = sketch->curves,
                                    .track_count = small->track_count,
                                    .tracks = sketch->tracks};
    if (small->has_extras) {
        sketch->clip.event_count = SKETCH_EVENTS;
        sketch->clip.events = sketch_events;
        sketch->clip.sound = "sounds/take 7.wav";
        sketch->clip.sound_offset = -0.125;
        sketch->clip.source = "takes/7.csv";
    }
    sketch->options.curve_errors = sketch->errors;
    if (small->is_exact)
        sketch->options.curve_error = sketch->options.track_error = MIEN_AUTHOR_EXACT;
}

static inline Pack clip_pack(const SmallClip *small)
{
    ClipSketch *sketch = malloc(sizeof *sketch);
    MienAuthorPack pack = {0};
    if (sketch == NULL)
        abort();
    sketch_clip(small, sketch);
    if (mien_author_clip_cook(&sketch->clip, &sketch->options, &pack, NULL, NULL) != MIEN_OK)
        abort();
    free(sketch);
    return (Pack){pack.data, pack.size};
}

/// A skeleton that knows most of what a clip names, in another order, among strangers,
/// with longer bones.
static inline Pack clip_skeleton_pack(const SmallClip *small)
{
    ClipSketch *sketch = malloc(sizeof *sketch);
    MienAuthorPack pack = {0};
    if (sketch == NULL)
        abort();
    sketch_clip(small, sketch);
    MienAuthorBone bones[SKETCH_TRACKS] = {{"stranger", -1, mien_transform_identity(), MIEN_ALL_LODS}};
    MienAuthorCurve curves[SKETCH_CURVES] = {{"stranger", MIEN_ALL_LODS}};
    int bone_count = 1, curve_count = 1;
    for (int t = small->track_count - 1; t > 0; --t) {
        bones[bone_count] = (MienAuthorBone){sketch->bones[t], 0, sketch->samples[t][0], MIEN_ALL_LODS};
        bones[bone_count++].rest.translation.y += 0.5f;
    }
    for (int c = small->curve_count - 2; c >= 0; --c) {
        if (c % 4 != 1 && c / 8 != 1) // a whole group is missing, too
            curves[curve_count++] = (MienAuthorCurve){sketch->names[c], MIEN_ALL_LODS};
    }
    const MienAuthorSkeleton skeleton = {bone_count, bones, curve_count, curves};
    if (mien_author_skeleton_cook(&skeleton, NULL, &pack, NULL) != MIEN_OK)
        abort();
    free(sketch);
    return (Pack){pack.data, pack.size};
}

/// The same, loaded.
static inline MienSkeleton *clip_skeleton(const SmallClip *small)
{
    Pack pack = clip_skeleton_pack(small);
    MienSkeleton *skeleton = NULL;
    if (mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL) != MIEN_OK)
        abort();
    pack_free(&pack);
    return skeleton;
}
