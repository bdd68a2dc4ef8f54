// SPDX-License-Identifier: MIT
//
// How the cast stands: a body that breathes while its head turns and nods a little. Only
// bones that no face moves have tracks, so whatever the face does meets nothing here.

#include "core/float_rules.h"

#include "sample/cast.h"
#include "sample/cast/rig.h"
#include "sample/making.h"

#include <string.h>

enum { RATE = 30, LENGTH = 8 };

static const double tau = 6.283185307179586; // one turn

/// Degrees about each axis: what the body has breathed in with, and half of what the head
/// sways by in a wave that comes back so often in the clip.
typedef struct Motion {
    MieniBone bone;
    double breath[3], sway[3];
    int waves[3];
} Motion;

/// The chest rises and the neck gives way, so that breathing does not nod the head.
static const Motion motions[] = {
    {MIENI_BONE_SPINE, {-0.7, 0, 0}, {0, -0.8, 0.5}, {1, 1, 1}},
    {MIENI_BONE_CHEST, {-1.0, 0, 0}, {0, -0.6, 0}, {1, 1, 1}},
    {MIENI_BONE_SHOULDER, {0, 0, 2.2}, {0, 0, 0}, {1, 1, 1}},
    {MIENI_BONE_SHOULDER + 1, {0, 0, -2.2}, {0, 0, 0}, {1, 1, 1}},
    {MIENI_BONE_NECK, {1.1, 0, 0}, {0.8, -1.6, -0.8}, {3, 1, 1}},
    {MIENI_BONE_HEAD, {0.6, 0, 0}, {1.6, -3.0, -1.2}, {3, 1, 2}},
};
enum { TRACKS = sizeof motions / sizeof *motions };

/// Both waves are 0 at the start, which is the reference pose, and at the end, which is
/// the start again.
static MienQuat turn_at(const Motion *motion, const MieniCastStanding *standing, double part)
{
    double angles[3], sine, cosine;
    mien_sincos((double)standing->breaths * tau * part, &sine, &cosine);
    const double breath = standing->depth * (0.5 - 0.5 * cosine);
    for (int k = 0; k < 3; ++k) {
        mien_sincos((double)motion->waves[k] * tau * part, &sine, &cosine);
        angles[k] = (motion->breath[k] * breath + standing->sway[k] * motion->sway[k] * sine) * (tau / 360.0);
    }
    return mieni_turn_by(angles[0], angles[1], angles[2]);
}

bool mieni_cast_stand(const MienAuthorSkeleton *skeleton, const MieniCastStanding *standing,
                      MieniArena *arena, MienAuthorClip *out)
{
    const int frames = RATE * standing->seconds + 1;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, TRACKS, sizeof *tracks);
    MienTransform *samples = mieni_arena_take(arena, (size_t)TRACKS * (size_t)frames, sizeof *samples);
    *out = (MienAuthorClip){.rate = RATE, .rate_divisor = 1, .length = standing->seconds};
    if (tracks == NULL || samples == NULL)
        return false;
    for (int t = 0; t < TRACKS; ++t, samples += frames) {
        const char *name = mieni_cast_bones[motions[t].bone].name;
        int bone = 0;
        while (strcmp(skeleton->bones[bone].name, name) != 0)
            ++bone;
        for (int f = 0; f < frames; ++f) {
            samples[f] = skeleton->bones[bone].rest;
            samples[f].rotation =
                turn_at(&motions[t], standing, (double)f / (double)(frames - 1)); // no bone is turned at rest
        }
        tracks[t] = (MienAuthorClipTrack){.bone = name, .sample_count = frames, .samples = samples};
    }
    out->track_count = TRACKS;
    out->tracks = tracks;
    return true;
}

bool mieni_cast_idle(const MienAuthorSkeleton *skeleton, MieniArena *arena, MienAuthorClip *out)
{
    static const MieniCastStanding standing = {
        .seconds = LENGTH, .breaths = 2, .depth = 1.0, .sway = {1.0, 1.0, 1.0}};
    return mieni_cast_stand(skeleton, &standing, arena, out);
}
