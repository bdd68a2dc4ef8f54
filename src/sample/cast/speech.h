// SPDX-License-Identifier: MIT
//
// The sentence that the cast speaks, sound by sound: the one table that lips and voice
// are made from, so that they agree.

#pragma once

#include <stdbool.h>

enum { MIENI_SPEECH_RATE = 60 }; ///< Ticks per second: each is a frame of the clip.

/// A sound of the sentence.
typedef struct MieniSpeechSound {
    const char *name; ///< As ARPAbet has it; "-" is silence. A stop is its closure and, with +, its release.
    int ticks;        ///< How long it lasts.
    const char *look; ///< How the mouth looks in the middle; NULL: as it happens to.
    float amount;     ///< Of the look.
    float pitch;      ///< Hertz in the middle; 0: between its neighbours'.
} MieniSpeechSound;

/// "We play four faces both ways."
extern const MieniSpeechSound mieni_speech[];
extern const int mieni_speech_count;

/// Whether the lips are closed from the first to the last tick of a sound, and nothing
/// is heard.
bool mieni_speech_is_sealed(const MieniSpeechSound *sound);
/// Ticks before a sound; before the one behind the last, those of the whole sentence.
int mieni_speech_begin(int sound);
