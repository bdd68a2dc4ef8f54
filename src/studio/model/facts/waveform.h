// SPDX-License-Identifier: MIT
//
// The waveform of a sound: minimum and maximum of short blocks, and of blocks of 2, 4, 8 … times
// the length, so that any range is drawn from a few numbers.

#pragma once

#include "project/files/files.h"

enum {
    STUDIO_WAVEFORM_LEVELS = 24,
    STUDIO_WAVEFORM_FRAMES = 256,    ///< Of the sound, in the shortest pieces.
    STUDIO_WAVEFORM_BYTES = 1 << 29, ///< Larger files have no outline.
};

typedef struct StudioPeak {
    float min, max; ///< From -1 to 1.
} StudioPeak;

/// Pieces of one length, one after the other.
typedef struct StudioWaveLevel {
    double seconds; ///< Of a piece.
    int count;
    StudioPeak *peaks;
} StudioWaveLevel;

typedef struct StudioWaveform {
    double length; ///< Seconds.
    int level_count;
    StudioWaveLevel levels[STUDIO_WAVEFORM_LEVELS]; ///< The shortest pieces first.
} StudioWaveform;

/// Reads a WAV, on any thread; path as the system knows it. NULL if it cannot be read, or is too large.
StudioWaveform *studio_waveform_read(const char *path);
void studio_waveform_free(StudioWaveform *waveform); ///< May be NULL.
/// The least and the largest sample between two times of the sound; false where there is none. Takes
/// the same few steps however long that is.
bool studio_waveform_peak(const StudioWaveform *waveform, double from, double to, StudioPeak *out_peak);
