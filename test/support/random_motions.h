// SPDX-License-Identifier: MIT
//
// Skeletons in motion that have everything a track can be, and options to cook them
// with.

#pragma once

#include "support/packed_clips.h"
#include "support/random.h"

enum { MOST_BONES = 40 };

/// A clip of tracks, its skeleton, and all they point at.
typedef struct RandomMotion {
    MienAuthorClip clip;
    MienAuthorClipOptions options;
    MienAuthorSkeleton skeleton;
    MienAuthorBone bones[MOST_BONES];
    MienAuthorClipTrack tracks[MOST_BONES]; ///< Track of each bone that has one.
    int track_of[MOST_BONES];               ///< Per bone, -1 for none.
    char names[MOST_BONES][16];
    int frames;     ///< Intervals.
    bool is_sparse; ///< Some keys are further apart than frames: between frames the rate costs.
} RandomMotion;

static inline float draw_float(Random *random, double low, double high)
{
    return (float)random_between(random, low, high);
}

static inline MienQuat draw_axis(Random *random, double *out_length)
{
    const MienQuat q = {draw_float(random, -1.0, 1.0), draw_float(random, -1.0, 1.0),
                        draw_float(random, -1.0, 1.0), 0.0f};
    *out_length = (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z;
    return *out_length > 0.01 ? mien_quat_normalize(q) : (MienQuat){0.0f, 1.0f, 0.0f, 0.0f};
}

static inline MienQuat turn_about(MienQuat axis, double angle)
{
    double sine, cosine;
    mien_sincos(angle * 0.5, &sine, &cosine);
    const float s = (float)sine;
    return mien_quat_normalize((MienQuat){axis.x * s, axis.y * s, axis.z * s, (float)cosine});
}

static inline MienQuat draw_rotation(Random *random, double most)
{
    double length;
    const MienQuat axis = draw_axis(random, &length);
    return turn_about(axis, random_between(random, -most, most));
}

/// How one part of a track moves.
typedef enum PartKind {
    PART_STILL,
    PART_NEARLY_STILL,
    PART_SMOOTH,
    PART_NOISY,
    PART_FAR,
    PART_KINDS
} PartKind;

static inline double wave(double phase, int frame, double speed)
{
    double sine, cosine;
    mien_sincos(phase + speed * (double)frame, &sine, &cosine);
    return sine;
}

static inline void move_rotations(Random *random, const MienTransform *reference, int count,
                                  MienTransform *samples)
{
    const PartKind kind = (PartKind)random_below(random, PART_KINDS);
    double length;
    const MienQuat axis = draw_axis(random, &length);
    const double phase = random_between(random, 0.0, 6.0), speed = random_between(random, 0.01, 0.4);
    const double spin = random_between(random, -0.6, 0.6), size = random_between(random, 0.01, 1.0);
    for (int i = 0; i < count; ++i) {
        MienQuat q = {0.0f, 0.0f, 0.0f, 1.0f};
        if (kind == PART_NEARLY_STILL)
            q = draw_rotation(random, 1e-5);
        else if (kind == PART_SMOOTH)
            q = turn_about(axis, size * wave(phase, i, speed));
        else if (kind == PART_NOISY)
            q = draw_rotation(random, 0.5 * size);
        else if (kind == PART_FAR) // through whole turns
            q = turn_about(axis, phase + spin * (double)i);
        q = mien_quat_normalize(mien_quat_multiply(reference->rotation, q));
        if (kind != PART_STILL && random_below(random, 6) == 0) // the same rotation
            q = (MienQuat){-q.x, -q.y, -q.z, -q.w};
        samples[i].rotation = q;
    }
}

static inline void move_vectors(Random *random, PartKind kind, MienVec3 from, double size, int count,
                                MienTransform *samples, bool is_scale)
{
    const double phase = random_between(random, 0.0, 6.0), speed = random_between(random, 0.01, 0.4);
    const double far = is_scale ? 0.002 : random_below(random, 4) == 0 ? 1.0 : 0.05;
    for (int i = 0; i < count; ++i) {
        MienVec3 v = from;
        if (kind == PART_NEARLY_STILL) {
            v.x += draw_float(random, -1e-5, 1e-5);
        } else if (kind == PART_SMOOTH) {
            v.x += (float)(size * wave(phase, i, speed));
            v.z += (float)(size * wave(phase * 2.0, i, speed * 0.7));
        } else if (kind == PART_NOISY) {
            v.x += draw_float(random, -size, size);
            v.y += draw_float(random, -size, size);
        } else if (kind == PART_FAR) { // a long walk
            v.z += (float)(far * (double)i);
            v.y += (float)(size * 0.1 * wave(phase, i, speed));
        }
        if (is_scale)
            samples[i].scale = v;
        else
            samples[i].translation = v;
    }
}

static inline void draw_track(Random *random, RandomMotion *m, int bone, MienAuthorClipTrack *track)
{
    const MienTransform *reference = &m->bones[bone].rest;
    const int way = random_below(random, 6);
    const int stride = way == 1 ? 2 + random_below(random, 7) : 1;
    // Sampled tracks may be shorter than the clip: the last sample holds.
    const int count = way == 2 ? 1 + random_below(random, m->frames + 1) : m->frames / stride + 1;
    MienTransform *samples = clip_array(count, sizeof *samples);
    move_rotations(random, reference, count, samples);
    const bool scales = random_below(random, 4) == 0;
    move_vectors(random, (PartKind)random_below(random, PART_KINDS), reference->translation,
                 random_between(random, 0.001, 0.3), count, samples, false);
    move_vectors(random, scales ? (PartKind)random_below(random, PART_KINDS) : PART_STILL, reference->scale,
                 random_between(random, 0.001, 0.2), count, samples, true);
    *track = (MienAuthorClipTrack){.bone = m->bones[bone].name,
                                   .sample_count = count,
                                   .samples = samples,
                                   .is_stepped = random_below(random, 6) == 0};
    if (way == 0 || way == 1) { // keys, on frames
        double *times = clip_array(count, sizeof *times);
        const int divisor = m->clip.rate_divisor > 0 ? m->clip.rate_divisor : 1;
        for (int i = 0; i < count; ++i)
            times[i] = (double)(i * stride) * (double)divisor / (double)m->clip.rate;
        track->times = times;
        m->is_sparse = m->is_sparse || (stride > 1 && !track->is_stepped);
    }
}

static inline void draw_skeleton(Random *random, RandomMotion *m)
{
    m->skeleton = (MienAuthorSkeleton){.bone_count = 1 + random_below(random, MOST_BONES), .bones = m->bones};
    const bool has_scale = random_below(random, 4) == 0;
    for (int b = 0; b < m->skeleton.bone_count; ++b) {
        snprintf(m->names[b], sizeof m->names[b], "bone %d", b);
        MienTransform reference = mien_transform_identity();
        reference.rotation = draw_rotation(random, 3.0);
        reference.translation = (MienVec3){draw_float(random, -0.3, 0.3), draw_float(random, 0.0, 0.4),
                                           draw_float(random, -0.1, 0.1)};
        if (has_scale)
            reference.scale = (MienVec3){draw_float(random, 0.8, 1.2), draw_float(random, 0.8, 1.2), 1.0f};
        const int back = 1 + random_below(random, 3); // chains more often than stars
        m->bones[b] = (MienAuthorBone){.name = m->names[b],
                                       .parent = b == 0 || random_below(random, 12) == 0 ? -1
                                                 : b < back                              ? 0
                                                                                         : b - back,
                                       .rest = reference,
                                       .max_lod = MIEN_ALL_LODS};
    }
}

/// The motion keeps pointers into itself: it must stay where it is.
static inline void random_motion(Random *random, RandomMotion *m)
{
    static const int rates[][2] = {{30, 1}, {60, 0}, {30000, 1001}, {24, 1}};
    static const float errors[] = {0.0f, 0.0f, 1e-5f, 1e-3f, 0.01f, MIEN_AUTHOR_EXACT};
    *m = (RandomMotion){0};
    draw_skeleton(random, m);
    const int rate = random_below(random, 4);
    m->frames = random_below(random, 3) == 0 ? random_below(random, 34) : random_below(random, 120);
    m->clip = (MienAuthorClip){.rate = rates[rate][0], .rate_divisor = rates[rate][1], .tracks = m->tracks};
    const int divisor = rates[rate][1] > 0 ? rates[rate][1] : 1;
    m->clip.length = (double)m->frames * (double)divisor / (double)rates[rate][0];
    for (int b = 0; b < m->skeleton.bone_count; ++b) {
        m->track_of[b] = -1;
        if (random_below(random, 8) == 0)
            continue; // keeps its reference
        m->track_of[b] = m->clip.track_count;
        draw_track(random, m, b, &m->tracks[m->clip.track_count++]);
    }
    m->options.track_error = errors[random_below(random, 6)];
    m->options.shell = random_below(random, 2) == 0 ? 0.0f : draw_float(random, 0.01, 0.3);
}

static inline void random_motion_free(RandomMotion *m)
{
    for (int t = 0; t < m->clip.track_count; ++t) {
        free((void *)(uintptr_t)m->tracks[t].samples);
        free((void *)(uintptr_t)m->tracks[t].times);
    }
    *m = (RandomMotion){0};
}
