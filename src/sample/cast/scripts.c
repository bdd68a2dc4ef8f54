// SPDX-License-Identifier: MIT
//
// What the cast performs: looks at moments, as curves that any face with the cast's
// names can follow.

#include "core/float_rules.h"

#include "sample/cast.h"
#include "sample/cast/looks.h"
#include "sample/cast/speech.h"

#include <stdio.h>
#include <string.h>

enum { MOST_CURVES = 64, RATE = MIENI_SPEECH_RATE };

/// A look at a moment. Eyelids are a performer of their own: what blinks does not stop
/// the mouth.
typedef struct Moment {
    double time;
    const char *look;
    float amount;
    bool is_lids;
} Moment;

/// Each comes in half a second, stays, and goes over into the next.
static const Moment emotions[] = {
    {0.0, "neutral", 1, false},   {0.5, "smile", 1, false},    {1.2, "smile", 1, false},
    {1.7, "laugh", 1, false},     {2.5, "laugh", 1, false},    {3.0, "surprise", 1, false},
    {3.8, "surprise", 1, false},  {4.4, "anger", 1, false},    {5.4, "anger", 1, false},
    {6.0, "sadness", 1, false},   {7.2, "sadness", 1, false},  {7.8, "puff", 1, false},
    {8.6, "puff", 1, false},      {9.0, "wink", 1, false},     {9.6, "wink", 1, false},
    {10.0, "smile", 0.6f, false}, {10.6, "neutral", 1, false},
};

/// Over the sentence: its mouth is made of its sounds.
static const Moment blinks[] = {
    {0.95, "blink", 0, true}, {1.02, "blink", 1, true}, {1.06, "blink", 1, true}, {1.18, "blink", 0, true},
    {2.50, "blink", 0, true}, {2.57, "blink", 1, true}, {2.61, "blink", 1, true}, {2.74, "blink", 0, true},
};

enum { MOST_MOMENTS = 64, BLINKS = sizeof blinks / sizeof *blinks };

/// Each sound's look in its middle; lips that are closed stay so from its beginning to
/// its end, while nothing is heard. At rest at last. Returns how many moments that is.
static int make_sentence(Moment out[MOST_MOMENTS])
{
    int count = 0;
    for (int i = 0; i < mieni_speech_count; ++i) {
        const MieniSpeechSound *sound = &mieni_speech[i];
        const double begin = (double)mieni_speech_begin(i) / (double)MIENI_SPEECH_RATE;
        const double length = (double)sound->ticks / (double)MIENI_SPEECH_RATE;
        if (sound->look == NULL)
            continue;
        const bool is_sealed = mieni_speech_is_sealed(sound);
        if (is_sealed || i == 0)
            out[count++] = (Moment){begin, sound->look, sound->amount, false};
        if (is_sealed)
            out[count++] = (Moment){begin + length, sound->look, sound->amount, false};
        else if (i > 0)
            out[count++] = (Moment){begin + 0.5 * length, sound->look, sound->amount, false};
    }
    const int ticks = mieni_speech_begin(mieni_speech_count);
    out[count++] = (Moment){(double)ticks / (double)MIENI_SPEECH_RATE, "neutral", 1, false};
    memcpy(out + count, blinks, sizeof blinks);
    return count + BLINKS;
}

/// A clip in the making.
typedef struct Script {
    const Moment *moments;
    int moment_count;
    MieniArena *arena;
    MienAuthorClipCurve *curves;
    int curve_count;
} Script;

/// Adds a curve with a key at each moment of its performer, unless it is there.
static bool add_curve(Script *script, const char *name, bool is_lids)
{
    for (int c = 0; c < script->curve_count; ++c)
        if (strcmp(script->curves[c].name, name) == 0)
            return true;
    char *own = mieni_arena_text(script->arena, name, strlen(name));
    MienAuthorKey *keys = mieni_arena_take(script->arena, (size_t)script->moment_count, sizeof *keys);
    if (own == NULL || keys == NULL)
        return false;
    int count = 0;
    for (int m = 0; m < script->moment_count; ++m) {
        const Moment *moment = &script->moments[m];
        if (moment->is_lids == is_lids)
            keys[count++] = (MienAuthorKey){.time = moment->time,
                                            .value = moment->amount *
                                                     mieni_look_value(mieni_look_find(moment->look), name),
                                            .interpolation = MIEN_AUTHOR_CUBIC,
                                            .is_auto = true};
    }
    mien_author_keys_set_auto(keys, count);
    script->curves[script->curve_count++] =
        (MienAuthorClipCurve){.name = own, .key_count = count, .keys = keys};
    return true;
}

static bool add_look(Script *script, const Moment *moment)
{
    const MieniLook *look = mieni_look_find(moment->look);
    for (int k = 0; k < 12 && look->curves[k].curve != NULL; ++k) {
        static const char *const sides[] = {"Left", "Right"};
        const char *name = look->curves[k].curve;
        const int stem = (int)strlen(name) - 2;
        const bool is_both = strcmp(name + stem, "LR") == 0;
        for (int side = 0; side < (is_both ? 2 : 1); ++side) {
            char whole[32];
            snprintf(whole, sizeof whole, "%.*s%s", is_both ? stem : stem + 2, name,
                     is_both ? sides[side] : "");
            if (!add_curve(script, whole, moment->is_lids))
                return false;
        }
    }
    return true;
}

bool mieni_cast_script(MieniCastScript which, MieniArena *arena, MienAuthorClip *out)
{
    const bool is_sentence = which == MIENI_CAST_SENTENCE;
    Moment sentence[MOST_MOMENTS];
    Script script = {.moments = is_sentence ? sentence : emotions,
                     .moment_count =
                         is_sentence ? make_sentence(sentence) : (int)(sizeof emotions / sizeof *emotions),
                     .arena = arena};
    *out = (MienAuthorClip){.rate = RATE, .rate_divisor = 1, .sound = is_sentence ? "sentence.wav" : NULL};
    script.curves = mieni_arena_take(arena, MOST_CURVES, sizeof *script.curves);
    if (script.curves == NULL)
        return false;
    for (int m = 0; m < script.moment_count; ++m) {
        if (!add_look(&script, &script.moments[m]))
            return false;
        out->length = script.moments[m].time > out->length ? script.moments[m].time : out->length;
    }
    out->curves = script.curves;
    out->curve_count = script.curve_count;
    return true;
}
