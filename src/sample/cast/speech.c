// SPDX-License-Identifier: MIT
//
// The sentence, sound by sound.

#include "sample/cast/speech.h"

#include <stddef.h>
#include <string.h>

const MieniSpeechSound mieni_speech[] = {
    {"-", 7, "neutral", 1, 0},
    // We
    {"w", 5, "OO", 0.9f, 196},
    {"iy", 8, "EE", 0.9f, 204},
    // play
    {"p", 5, "PP", 1, 0},
    {"p+", 3, NULL, 0, 0},
    {"l", 5, "AA", 0.35f, 214},
    {"eh", 5, "AA", 0.6f, 224},
    {"ih", 6, "EE", 0.8f, 206},
    // four
    {"f", 7, "FF", 1, 0},
    {"ao", 8, "OH", 0.9f, 194},
    {"r", 5, "OH", 0.5f, 186},
    // faces
    {"f", 7, "FF", 1, 0},
    {"eh", 6, "AA", 0.6f, 218},
    {"ih", 5, "EE", 0.9f, 208},
    {"s", 7, "EE", 0.55f, 0},
    {"ih", 4, "EE", 0.5f, 186},
    {"z", 4, "EE", 0.45f, 182},
    // both
    {"b", 4, "PP", 1, 0},
    {"b+", 1, NULL, 0, 0},
    {"ow", 6, "OH", 1, 192},
    {"uh", 5, "OO", 0.6f, 186},
    {"th", 7, "TH", 1, 0},
    // ways
    {"w", 5, "OO", 0.9f, 182},
    {"eh", 7, "AA", 0.7f, 196},
    {"ih", 8, "EE", 0.8f, 170},
    {"z", 8, "EE", 0.4f, 150},
    {"-", 20, NULL, 0, 0},
};

const int mieni_speech_count = (int)(sizeof mieni_speech / sizeof *mieni_speech);

bool mieni_speech_is_sealed(const MieniSpeechSound *sound)
{
    return strcmp(sound->name, "p") == 0 || strcmp(sound->name, "b") == 0;
}

int mieni_speech_begin(int sound)
{
    int ticks = 0;
    for (int i = 0; i < sound; ++i)
        ticks += mieni_speech[i].ticks;
    return ticks;
}
