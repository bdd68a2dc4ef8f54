// SPDX-License-Identifier: MIT
//
// A facial take made in code, body and face: 41 body bones, the head, 31 bones
// below it, and curves of every kind. And the bytes of a clip, for comparing.

#pragma once

#include "support/check.h"

#include "mien_author/modifiers.h"
#include "sample/random.h"

enum {
    TAKE_BODY = 41,
    TAKE_FACE = 32,
    TAKE_BONES = TAKE_BODY + TAKE_FACE,
    TAKE_FRAMES = 25,
    TAKE_CURVES = 11
};

typedef struct Take {
    char names[TAKE_BONES][32];
    MienAuthorBone bones[TAKE_BONES];
    MienAuthorSkeleton skeleton;
    MienTransform samples[TAKE_BONES][TAKE_FRAMES];
    MienAuthorClipTrack tracks[TAKE_BONES];
    MienAuthorKey keys[TAKE_CURVES][TAKE_FRAMES];
    MienAuthorClipCurve curves[TAKE_CURVES];
    MienAuthorClip clip;
} Take;

static const char *const take_curves[TAKE_CURVES] = {
    "eyeBlinkLeft",    "eyeBlinkRight", "jawOpen",     "jawLeft", "jawRight", "mouthSmileLeft",
    "mouthSmileRight", "HeadYaw",       "browInnerUp", "blink_l", "talking"};

static int take_bone(Take *take, const char *name, const char *side, int parent)
{
    const int b = take->skeleton.bone_count++;
    snprintf(take->names[b], sizeof take->names[b], "%s%s", name, side);
    take->bones[b] = (MienAuthorBone){take->names[b], parent, mien_transform_identity(), MIEN_ALL_LODS};
    return b;
}

/// A chain of bones below a parent; returns its first.
static int take_chain(Take *take, const char *const *names, int count, const char *side, int parent)
{
    for (int i = 0; i < count; ++i)
        parent = take_bone(take, names[i], side, parent);
    return parent - count + 1;
}

static void take_bones(Take *take)
{
    static const char *const trunk[] = {"root", "pelvis", "spine_01", "spine_02", "spine_03", "spine_04"};
    static const char *const arm[] = {"clavicle", "upperarm", "lowerarm", "hand"};
    static const char *const fingers[][2] = {{"thumb_01", "thumb_02"},
                                             {"index_01", "index_02"},
                                             {"middle_01", "middle_02"},
                                             {"ring_01", "ring_02"}};
    static const char *const leg[] = {"thigh", "calf", "foot", "ball"};
    static const char *const face[] = {"eye",        "lid_upper", "lid_lower",  "brow_inner", "brow_mid",
                                       "brow_outer", "cheek",     "cheek_puff", "nostril",    "lip_corner",
                                       "lip_upper",  "lip_lower", "ear"};
    static const char *const tongue[] = {"jaw", "tongue_01", "tongue_02"};
    static const char *const sides[] = {"_l", "_r"};
    take_chain(take, trunk, 6, "", -1);
    for (int s = 0; s < 2; ++s) {
        const int hand = take_chain(take, arm, 4, sides[s], 5) + 3;
        for (int f = 0; f < 4; ++f)
            take_chain(take, fingers[f], 2, sides[s], hand);
        take_bone(take, "pinky_01", sides[s], hand);
        take_chain(take, leg, 4, sides[s], 1);
    }
    const int head = take_bone(take, "head", "", take_bone(take, "neck_01", "", 5));
    const int jaw = take_chain(take, tongue, 3, "", head);
    for (int s = 0; s < 2; ++s) {
        for (int i = 0; i < 13; ++i)
            take_bone(take, face[i], sides[s], strcmp(face[i], "lip_lower") == 0 ? jaw : head);
    }
    take_bone(take, "teeth_upper", "", head);
    take_bone(take, "teeth_lower", "", jaw);
    take->skeleton.bones = take->bones;
}

static void take_motion(Take *take, uint64_t *random)
{
    for (int b = 0; b < TAKE_BONES; ++b) {
        for (int i = 0; i < TAKE_FRAMES; ++i) {
            MienTransform *at = &take->samples[b][i];
            const MienQuat turn = {mien_random_between(random, -1, 1), mien_random_between(random, -1, 1),
                                   mien_random_between(random, -1, 1), 2.0f};
            *at = mien_transform_identity();
            at->rotation = mien_quat_normalize(turn);
            at->translation = (MienVec3){mien_random_between(random, -1, 1), 0.25f, 0.0f};
        }
        take->tracks[b] = (MienAuthorClipTrack){
            .bone = take->names[b], .sample_count = TAKE_FRAMES, .samples = take->samples[b]};
    }
    for (int c = 0; c < TAKE_CURVES; ++c) {
        for (int k = 0; k < TAKE_FRAMES; ++k)
            take->keys[c][k] = (MienAuthorKey){.time = k / 24.0,
                                               .value = mien_random_between(random, -0.25f, 1.25f),
                                               .interpolation = c == 2    ? MIEN_AUTHOR_CUBIC
                                                                : c == 10 ? MIEN_AUTHOR_CONSTANT
                                                                          : MIEN_AUTHOR_LINEAR,
                                               .is_auto = c == 2};
        mien_author_keys_set_auto(take->keys[c], TAKE_FRAMES);
        take->curves[c] =
            (MienAuthorClipCurve){.name = take_curves[c], .key_count = TAKE_FRAMES, .keys = take->keys[c]};
    }
}

/// 24 frames per second, one second. One at a time: it is too large for a stack.
static inline Take *take_make(void)
{
    static const MienAuthorClipEvent events[2] = {{"blink", 0.5}, {"end", 1.0}};
    static Take take;
    uint64_t random = 73;
    memset(&take, 0, sizeof take);
    take_bones(&take);
    take_motion(&take, &random);
    take.clip = (MienAuthorClip){.rate = 24,
                                 .length = 1.0,
                                 .curve_count = TAKE_CURVES,
                                 .curves = take.curves,
                                 .track_count = TAKE_BONES,
                                 .tracks = take.tracks,
                                 .event_count = 2,
                                 .events = events,
                                 .sound = "line.wav",
                                 .sound_offset = 0.125,
                                 .source = "take.csv"};
    return &take;
}

/// Everything a clip says, byte by byte.
typedef struct ClipBytes {
    uint8_t *data;
    size_t size, room;
} ClipBytes;

static void clip_put(ClipBytes *bytes, const void *memory, size_t size)
{
    if (bytes->size + size > bytes->room) {
        bytes->room = 2 * (bytes->size + size);
        bytes->data = realloc(bytes->data, bytes->room);
    }
    if (size > 0)
        memcpy(bytes->data + bytes->size, memory, size);
    bytes->size += size;
}

#define CLIP_PUT(bytes, value) clip_put(bytes, &(value), sizeof(value))

static void clip_put_text(ClipBytes *bytes, const char *text)
{
    clip_put(bytes, text != NULL ? text : "(NULL)", text != NULL ? strlen(text) + 1 : 7);
}

static void clip_put_track(ClipBytes *bytes, const MienAuthorClipTrack *track)
{
    const bool has_times = track->times != NULL;
    clip_put_text(bytes, track->bone);
    CLIP_PUT(bytes, track->sample_count);
    CLIP_PUT(bytes, track->is_stepped);
    CLIP_PUT(bytes, has_times);
    clip_put(bytes, track->samples, (size_t)track->sample_count * sizeof *track->samples);
    clip_put(bytes, track->times, has_times ? (size_t)track->sample_count * sizeof *track->times : 0);
}

static void clip_put_curve(ClipBytes *bytes, const MienAuthorClipCurve *curve)
{
    clip_put_text(bytes, curve->name);
    CLIP_PUT(bytes, curve->key_count);
    CLIP_PUT(bytes, curve->before);
    CLIP_PUT(bytes, curve->after);
    for (int k = 0; k < curve->key_count; ++k) { // by field: there is padding
        const MienAuthorKey *key = &curve->keys[k];
        CLIP_PUT(bytes, key->time);
        CLIP_PUT(bytes, key->value);
        CLIP_PUT(bytes, key->interpolation);
        CLIP_PUT(bytes, key->arrive);
        CLIP_PUT(bytes, key->leave);
        CLIP_PUT(bytes, key->is_auto);
    }
}

static inline ClipBytes clip_bytes(const MienAuthorClip *clip)
{
    ClipBytes bytes = {0};
    CLIP_PUT(&bytes, clip->rate);
    CLIP_PUT(&bytes, clip->rate_divisor);
    CLIP_PUT(&bytes, clip->length);
    CLIP_PUT(&bytes, clip->curve_count);
    for (int c = 0; c < clip->curve_count; ++c)
        clip_put_curve(&bytes, &clip->curves[c]);
    CLIP_PUT(&bytes, clip->track_count);
    for (int t = 0; t < clip->track_count; ++t)
        clip_put_track(&bytes, &clip->tracks[t]);
    CLIP_PUT(&bytes, clip->event_count);
    for (int e = 0; e < clip->event_count; ++e) {
        clip_put_text(&bytes, clip->events[e].name);
        CLIP_PUT(&bytes, clip->events[e].time);
    }
    clip_put_text(&bytes, clip->sound);
    CLIP_PUT(&bytes, clip->sound_offset);
    clip_put_text(&bytes, clip->source);
    return bytes;
}

static inline bool clip_bytes_equal(const ClipBytes *a, const ClipBytes *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}
