// SPDX-License-Identifier: MIT
//
// Bone tracks on their way into a pack: what each part of a track is, how fine it
// must be, and how far off the result is.

#pragma once

#include "author/cook/clip.h"

enum { MIENI_PARTS = MIENI_PART_SCALE + 1, MIENI_MOST_COMPONENTS = 4 };

typedef enum MieniPartFate { MIENI_PART_STILL, MIENI_PART_PACKED, MIENI_PART_RAW } MieniPartFate;

/// Rotation, translation or scale of one track.
typedef struct MieniTrackPartCook {
    MieniPartFate fate;
    bool is_wide;
    double *values[MIENI_MOST_COMPONENTS]; ///< Per component and frame: what is encoded.
    MieniChannel channels[MIENI_MOST_COMPONENTS];
    MieniEncoded encoded[MIENI_MOST_COMPONENTS];
    double widest; ///< Rotations: largest sine of half the angle from the still one.
} MieniTrackPartCook;

typedef struct MieniTrackCook {
    MieniTiming timing;
    MienTransform *samples; ///< At the frames; rotations on one side of the sphere.
    MienTransform still;
    int bone;         ///< Of the skeleton, or -1.
    double lever;     ///< How far a turn of the bone reaches, metres.
    double tolerance; ///< How far the bone's own errors may move points, metres.
    MieniTrackPartCook parts[MIENI_PARTS];
} MieniTrackCook;

/// Gives every track its lever and a first tolerance.
bool mieni_track_levers(MieniClipCook *cook, MieniTrackCook *tracks);
/// Measures the error of points on the bones' shells, at frames and halfway between.
/// If it is too large, tightens the tolerances of the tracks that cause it and sets
/// *out_is_fine to false. False without memory.
bool mieni_track_measure(MieniClipCook *cook, MieniTrackCook *tracks, double allowed, double *out_error,
                         bool *out_is_fine);

double mieni_track_allowed(const MieniClipCook *cook); ///< Metres.
double mieni_track_shell(const MieniClipCook *cook);   ///< Metres.
