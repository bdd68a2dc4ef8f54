// SPDX-License-Identifier: MIT
//
// Settings of life generators: defaults, ranges, names of curves; and their tables.

#include "core/float_rules.h"

#include "core/life/life.h"

#include "core/float_env.h"
#include "core/internal.h"

#include <stddef.h>
#include <string.h>

#define NUMBER(member, key, least, most, usual)                                                              \
    {offsetof(MienLifeSettings, member), (float)(least), (float)(most), (float)(usual)},
const MieniLifeNumber mieni_life_numbers[MIENI_LIFE_NUMBER_COUNT] = {MIENI_LIFE_NUMBERS(NUMBER)};
#undef NUMBER

float *mieni_life_number(MienLifeSettings *settings, int number)
{
    return (float *)(void *)((char *)settings + mieni_life_numbers[number].offset);
}

MienLifeSettings mien_life_default_settings(void)
{
    MienLifeSettings s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < MIENI_LIFE_NUMBER_COUNT; ++i)
        *mieni_life_number(&s, i) = mieni_life_numbers[i].usual;
    return s;
}

const char *mien_life_curve_name(int curve)
{
    static const char *const names[MIEN_LIFE_CURVES] = {
        "eyeBlinkLeft",  "eyeBlinkRight",    "eyeLookDownLeft", "eyeLookInLeft",   "eyeLookOutLeft",
        "eyeLookUpLeft", "eyeLookDownRight", "eyeLookInRight",  "eyeLookOutRight", "eyeLookUpRight",
        "headYaw",       "headPitch",        "headRoll",        "breath",
    };
    return curve >= 0 && curve < MIEN_LIFE_CURVES ? names[curve] : NULL;
}

static MienStatus check_number(const char *member, float value, double least, double most, MienError *error)
{
    if (value >= (float)least && value <= (float)most)
        return MIEN_OK;
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", member), "This must be from %g to %g.", least,
                      most);
}

static MienStatus check_settings(const MienLifeSettings *s, MienError *error)
{
    MienStatus status = MIEN_OK;
#define NUMBER(member, key, least, most, usual)                                                              \
    if (status == MIEN_OK)                                                                                   \
        status = check_number(#member, s->member, least, most, error);
    MIENI_LIFE_NUMBERS(NUMBER)
#undef NUMBER
    const MienLifeManner *manners[] = {&s->listening, &s->speaking};
    for (int m = 0; m < 2 && status == MIEN_OK; ++m) {
        if (manners[m]->away_time > 0.0f && manners[m]->away_time < 0.2f)
            status = mieni_fail(error, MIEN_ERROR_DATA,
                                mieni_at("%s.away_time", m == 0 ? "listening" : "speaking"),
                                "This must be 0, or from 0.2 to 600.");
    }
    return status;
}

/// Quantiles of the normal distribution at 32.5, 33.5, ... 63.5 of 64; the others are their negatives.
static const double normal[MIENI_LIFE_BLOCK / 2] = {
    0.019584285230126924, 0.05878293606894306, 0.09807215248866105, 0.13751340214433588, 0.1771698209917398,
    0.21710694721012969,  0.25739352610093824, 0.29810241293048695, 0.3393116065388173,  0.38110545476355645,
    0.4235760842011995,   0.4668251228525896,  0.5109658067382474,  0.5561255936186913,  0.6024494531644237,
    0.6501040706479952,   0.6992833023832199,  0.7502153754679404,  0.8031725655979177,  0.858484474141832,
    0.9165566675331125,   0.977897543940542,   1.043158263318454,   1.1131942771609284,  1.1891643501993368,
    1.2726986411905357,   1.3662038163720984,  1.4734675779471014,  1.6010086648860757,  1.7616704103630663,
    1.9874278859298957,   2.417559016236505,
};

static void fill_units(float spread, MieniLifeUnits *out)
{
    double intervals[MIENI_LIFE_BLOCK], sum = 0.0;
    for (int i = 0; i < MIENI_LIFE_BLOCK; ++i) {
        const int half = MIENI_LIFE_BLOCK / 2;
        const double z = i < half ? -normal[half - 1 - i] : normal[i - half];
        intervals[i] = mien_exp((double)spread * z);
        sum += intervals[i];
    }
    for (int i = 0; i < MIENI_LIFE_BLOCK; ++i)
        out->intervals[i] = (float)(intervals[i] / sum * (double)MIENI_LIFE_BLOCK);
}

MIENI_APART void mieni_life_prepare(const MienLifeSettings *settings, MienLife *out)
{
    memset(out, 0, sizeof *out);
    out->settings = *settings;
    fill_units(settings->blink_spread, &out->blinks);
    fill_units(settings->gaze_spread, &out->gaze);
    fill_units(settings->breath_spread, &out->breaths);
}

MienStatus mien_life_create(const MienLifeSettings *settings, const MienAllocator *allocator,
                            MienLife **out_life, MienError *error)
{
    if (settings == NULL || out_life == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "settings or out_life is NULL.");
    const MienStatus status = check_settings(settings, error);
    if (status != MIEN_OK)
        return status;
    MienLife *life = (MienLife *)mieni_allocate(allocator, sizeof *life, _Alignof(MienLife));
    if (life == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_life_prepare(settings, life);
    mieni_float_env_leave(env);
    life->allocator = allocator;
    *out_life = life;
    return MIEN_OK;
}

void mien_life_destroy(MienLife *life)
{
    if (life != NULL)
        mieni_free(life->allocator, life, sizeof *life, _Alignof(MienLife));
}
