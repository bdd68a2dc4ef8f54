// SPDX-License-Identifier: MIT
//
// Lines of dialogue. Sounds follow one another, each with its look in its middle; lips
// are ahead of the jaw, and round before a round sound. Over that lie blinks, gaze, brows
// and a mood.

#include "core/float_rules.h"

#include "sample/lines.h"

#include "core/float_env.h"
#include "sample/cast/looks.h"
#include "sample/random.h"
#include "sample/shapes.h"

#include <stdbool.h>
#include <string.h>

#define COUNT_OF(list) ((int)(sizeof(list) / sizeof((list)[0])))

static const char *const shape_names[] = {MIENI_SHAPES(MIENI_SHAPE_NAME)};

/// Sequences of random numbers of a seed; of a line, or of a line in one language.
enum { LANGUAGES = 1000, ACTING = 1001, SPEECH = 1002 };

/// Curves that speech moves.
static const uint8_t spoken[MIENI_LINE_SPOKEN] = {
    jawOpen,           mouthFunnel,        mouthPucker,         mouthStretchLeft,
    mouthStretchRight, mouthLowerDownLeft, mouthLowerDownRight, mouthUpperUpLeft,
    mouthUpperUpRight, mouthPressLeft,     mouthPressRight,     mouthRollUpper,
    mouthRollLower,    mouthSmileLeft,     mouthSmileRight,     tongueOut,
};

/// A sound and how much of its look the mouth takes; languages use each more or less.
typedef struct Sound {
    const char *look;
    float amount;
    bool is_vowel;
} Sound;

static const Sound sounds[MIENI_LINE_SOUNDS] = {
    {"AA", 0.95f, true}, {"EE", 0.85f, true}, {"OH", 0.9f, true},  {"OO", 0.9f, true},
    {"AA", 0.6f, true},  {"PP", 1, false},    {"AA", 0.3f, false}, {"EE", 0.45f, false},
    {"FF", 0.9f, false}, {"OO", 0.5f, false}, {"TH", 0.9f, false}, {"AA", 0.18f, false},
};
enum { SOUNDS = MIENI_LINE_SOUNDS, SPOKEN = MIENI_LINE_SPOKEN, MOST_MOMENTS = 160 };

/// What is played together, and how high at most.
typedef struct Swell {
    int count;
    uint8_t shapes[4];
    float height;
} Swell;

static const Swell blink = {2, {eyeBlinkLeft, eyeBlinkRight}, 1};
static const Swell gazes[] = {
    {2, {eyeLookInLeft, eyeLookOutRight}, 0.5f},
    {2, {eyeLookOutLeft, eyeLookInRight}, 0.5f},
    {2, {eyeLookDownLeft, eyeLookDownRight}, 0.4f},
    {2, {eyeLookUpLeft, eyeLookUpRight}, 0.3f},
};
static const Swell brows[] = {
    {1, {browInnerUp}, 0.8f},
    {3, {browInnerUp, browOuterUpLeft, browOuterUpRight}, 0.7f},
    {2, {browDownLeft, browDownRight}, 0.8f},
    {1, {browOuterUpRight}, 0.6f},
};
static const Swell moods[] = {
    {2, {mouthSmileLeft, mouthSmileRight}, 0.45f},
    {4, {mouthSmileLeft, mouthSmileRight, cheekSquintLeft, cheekSquintRight}, 0.6f},
    {2, {mouthFrownLeft, mouthFrownRight}, 0.6f},
    {2, {eyeSquintLeft, eyeSquintRight}, 0.6f},
};

/// The middle of a sound, in frames.
typedef struct Moment {
    float at;
    int sound; ///< -1: silence.
    float stress;
} Moment;

typedef struct Line {
    const MieniLines *lines;
    int frame_count;
    int moment_count;
    Moment moments[MOST_MOMENTS];
    float values[MIENI_SHAPE_COUNT][MIENI_LINE_MOST];
} Line;

/// How a language sounds.
typedef struct Language {
    float tempo;           ///< Sounds per frame.
    float weights[SOUNDS]; ///< How often.
    float totals[2];       ///< Of consonants and vowels.
} Language;

static float ease(float x) { return x * x * (3.0f - 2.0f * x); }

static Language make_language(uint64_t seed, int number)
{
    uint64_t random = mien_random_stream(mien_random_stream(seed, LANGUAGES), number);
    Language language = {.tempo = mien_random_between(&random, 0.32f, 0.4f)};
    for (int s = 0; s < SOUNDS; ++s) {
        const bool is_rare = strcmp(sounds[s].look, "TH") == 0 || strcmp(sounds[s].look, "FF") == 0;
        language.weights[s] = mien_random_between(&random, 0.4f, 1.6f) * (is_rare ? 0.4f : 1.0f);
        language.totals[sounds[s].is_vowel] += language.weights[s];
    }
    return language;
}

static int draw_sound(const Language *language, uint64_t *random, bool is_vowel)
{
    float left = mien_random_between(random, 0.0f, language->totals[is_vowel]);
    int last = 0;
    for (int s = 0; s < SOUNDS; ++s) {
        if (sounds[s].is_vowel != is_vowel)
            continue;
        last = s;
        left -= language->weights[s];
        if (left < 0.0f)
            break;
    }
    return last;
}

static void add_moment(Line *line, float at, int sound, float stress)
{
    if (line->moment_count < MOST_MOMENTS)
        line->moments[line->moment_count++] = (Moment){at, sound, stress};
}

/// Words with pauses between them, up to half a second before the end.
static void write_words(Line *line, const Language *language, uint64_t *random)
{
    const float end = (float)line->frame_count - 12.0f;
    float at = mien_random_between(random, 4.0f, 10.0f);
    add_moment(line, 0.0f, -1, 0.0f);
    while (at < end) {
        const int length = 3 + mien_random_index(random, 6);
        const float stress = mien_random_between(random, 0.7f, 1.1f);
        bool is_vowel = mien_random_index(random, 3) == 0;
        add_moment(line, at, -1, 0.0f);
        for (int i = 0; i < length && at < end; ++i, is_vowel = !is_vowel) {
            const float step = mien_random_between(random, 0.75f, 1.25f) / language->tempo;
            at += 0.5f * step;
            add_moment(line, at, draw_sound(language, random, is_vowel), stress);
            at += 0.5f * step;
        }
        at += 2.0f;
        add_moment(line, at, -1, 0.0f);
        at += mien_random_index(random, 5) < 2 ? mien_random_between(random, 8.0f, 20.0f) : 1.0f;
    }
    add_moment(line, at + 4.0f, -1, 0.0f);
}

/// What a spoken curve is at a moment. Lips round for the sound that follows.
static float aim_at(const Line *line, int moment, int curve)
{
    const Moment *own = &line->moments[moment];
    float aim = own->sound >= 0 ? own->stress * line->lines->looks[own->sound][curve] : 0.0f;
    if ((spoken[curve] == mouthFunnel || spoken[curve] == mouthPucker) && own->sound >= 0 &&
        moment + 1 < line->moment_count && line->moments[moment + 1].sound >= 0) {
        const Moment *next = &line->moments[moment + 1];
        const float ahead = 0.35f * next->stress * line->lines->looks[next->sound][curve];
        aim = ahead > aim ? ahead : aim;
    }
    return aim;
}

/// From moment to moment, eased. Lips are a frame ahead of the jaw.
static void speak(Line *line, int curve)
{
    float *values = line->values[spoken[curve]];
    const float lead = spoken[curve] == jawOpen ? 0.0f : 1.0f;
    float from = aim_at(line, 0, curve);
    for (int m = 0; m + 1 < line->moment_count; ++m) {
        const float begin = line->moments[m].at - lead, end = line->moments[m + 1].at - lead;
        const float to = aim_at(line, m + 1, curve), start = from;
        from = to;
        if ((start == 0.0f && to == 0.0f) || end <= begin)
            continue;
        const float scale = 1.0f / (end - begin);
        int f = begin > 0.0f ? (int)begin : 0;
        f += (float)f < begin;
        for (; f < line->frame_count && (float)f < end; ++f)
            values[f] = start + (to - start) * ease(((float)f - begin) * scale);
    }
}

/// Up to a height, for a while, and back; in frames.
static void swell(Line *line, uint64_t *random, const Swell *group, const float times[4], float height)
{
    const float end = times[0] + times[1] + times[2] + times[3];
    for (int i = 0; i < group->count; ++i) {
        const float most = height * mien_random_between(random, 0.85f, 1.0f);
        float *values = line->values[group->shapes[i]];
        for (int f = times[0] > 0.0f ? (int)times[0] : 0; f < line->frame_count && (float)f < end; ++f) {
            const float in = ((float)f - times[0]) / times[1], out = (end - (float)f) / times[3];
            const float part = in < out ? in : out;
            if (part > 0.0f)
                values[f] += most * (part < 1.0f ? ease(part) : 1.0f);
        }
    }
}

static void play_blinks(Line *line, uint64_t *random)
{
    for (float at = mien_random_between(random, 8.0f, 70.0f); at < (float)line->frame_count;
         at += mien_random_between(random, 60.0f, 150.0f)) {
        const float times[4] = {at, 1.8f, mien_random_between(random, 0.5f, 1.5f), 3.2f};
        swell(line, random, &blink, times, blink.height);
    }
}

/// One side and, now and then, down or up; straight ahead in between.
static void play_gaze(Line *line, uint64_t *random)
{
    const Swell *side = &gazes[mien_random_index(random, 2)],
                *height = &gazes[2 + mien_random_index(random, 2)];
    const bool has_height = mien_random_index(random, 3) == 0;
    for (float at = mien_random_between(random, -10.0f, 40.0f); at < (float)line->frame_count;) {
        const float times[4] = {at, 1.6f, mien_random_between(random, 6.0f, 30.0f), 1.6f};
        const Swell *where = has_height && mien_random_index(random, 2) == 0 ? height : side;
        swell(line, random, where, times, where->height * mien_random_between(random, 0.2f, 1.0f));
        at += times[2] + mien_random_between(random, 15.0f, 80.0f);
    }
}

static void play_brows(Line *line, uint64_t *random)
{
    const Swell *group = &brows[mien_random_index(random, COUNT_OF(brows))];
    for (float at = mien_random_between(random, 0.0f, 40.0f); at < (float)line->frame_count;) {
        const float times[4] = {at, mien_random_between(random, 4.0f, 9.0f),
                                mien_random_between(random, 0.0f, 18.0f),
                                mien_random_between(random, 6.0f, 14.0f)};
        swell(line, random, group, times, group->height * mien_random_between(random, 0.3f, 1.0f));
        at += times[1] + times[2] + times[3] + mien_random_between(random, 15.0f, 70.0f);
    }
}

/// Half of the lines have one.
static void play_mood(Line *line, uint64_t *random)
{
    const int mood = mien_random_index(random, 2 * COUNT_OF(moods));
    const float length = (float)line->frame_count, begin = mien_random_between(random, 0.0f, 0.6f) * length;
    const float times[4] = {begin, 10.0f, mien_random_between(random, 0.1f, 0.5f) * length, 14.0f};
    if (mood < COUNT_OF(moods))
        swell(line, random, &moods[mood], times,
              moods[mood].height * mien_random_between(random, 0.5f, 1.0f));
}

/// Faces are not quite even: one side of the mouth does less, in a line throughout.
static void lean(Line *line, uint64_t *random)
{
    static const uint8_t pairs[][2] = {{mouthStretchLeft, mouthStretchRight},
                                       {mouthLowerDownLeft, mouthLowerDownRight},
                                       {mouthUpperUpLeft, mouthUpperUpRight},
                                       {mouthPressLeft, mouthPressRight}};
    for (int p = 0; p < COUNT_OF(pairs); ++p) {
        const int side = mien_random_index(random, 2);
        const float share = mien_random_between(random, 0.85f, 1.0f);
        for (int f = 0; f < line->frame_count; ++f)
            line->values[pairs[p][side]][f] *= share;
    }
}

static int draw_length(uint64_t *acting, uint64_t *speech)
{
    const int common = MIENI_LINE_FEWEST + mien_random_index(acting, 73) + mien_random_index(acting, 73);
    const float share = mien_random_between(speech, 0.9f, 1.1f); // dubbing fits the picture, nearly
    const int frames = (int)((float)common * share);
    if (frames < MIENI_LINE_FEWEST)
        return MIENI_LINE_FEWEST;
    return frames < MIENI_LINE_MOST ? frames : MIENI_LINE_MOST;
}

static void perform(Line *line, int language_number, int number)
{
    const uint64_t seed = line->lines->seed;
    const Language language = make_language(seed, language_number);
    const uint64_t spoken_seed = mien_random_stream(mien_random_stream(seed, SPEECH), language_number);
    uint64_t acting = mien_random_stream(mien_random_stream(seed, ACTING), number);
    uint64_t speech = mien_random_stream(spoken_seed, number);
    line->frame_count = draw_length(&acting, &speech);
    write_words(line, &language, &speech);
    for (int c = 0; c < SPOKEN; ++c)
        speak(line, c);
    lean(line, &speech);
    play_blinks(line, &acting);
    play_gaze(line, &acting);
    play_brows(line, &acting);
    play_mood(line, &acting);
}

/// "0", "0.25", "1", "124".
static char *put_thousandths(char *out, int value)
{
    if (value >= 1000) {
        char digits[12];
        int count = 0;
        for (int whole = value / 1000; whole > 0; whole /= 10)
            digits[count++] = (char)('0' + whole % 10);
        while (count > 0)
            *out++ = digits[--count];
    } else {
        *out++ = '0';
    }
    const int part = value % 1000;
    if (part == 0)
        return out;
    *out++ = '.';
    *out++ = (char)('0' + part / 100);
    if (part % 100 > 0)
        *out++ = (char)('0' + part / 10 % 10);
    if (part % 10 > 0)
        *out++ = (char)('0' + part % 10);
    return out;
}

/// What cannot be seen is 0, as in takes that were cleaned, and the rest begins there.
static int in_thousandths(float value)
{
    const float seen = (value - 0.05f) / 0.95f;
    if (seen <= 0.0f)
        return 0;
    return seen < 1.0f ? (int)(seen * 1000.0f + 0.5f) : 1000;
}

static bool is_used(const Line *line, int shape)
{
    for (int f = 0; f < line->frame_count; ++f)
        if (in_thousandths(line->values[shape][f]) > 0)
            return true;
    return false;
}

static size_t write_table(const Line *line, char *out)
{
    int used[MIENI_SHAPE_COUNT], count = 0;
    char *at = out;
    memcpy(at, "frame", 5);
    at += 5;
    for (int s = 0; s < MIENI_SHAPE_COUNT; ++s) {
        if (!is_used(line, s))
            continue;
        const size_t size = strlen(shape_names[s]);
        used[count++] = s;
        *at++ = ',';
        memcpy(at, shape_names[s], size);
        at += size;
    }
    for (int f = 0; f < line->frame_count; ++f) {
        *at++ = '\n';
        at = put_thousandths(at, 1000 * f);
        for (int c = 0; c < count; ++c) {
            *at++ = ',';
            at = put_thousandths(at, in_thousandths(line->values[used[c]][f]));
        }
    }
    *at++ = '\n';
    return (size_t)(at - out);
}

/// In the default floating-point environment.
static MIENI_APART size_t write_line(const MieniLines *lines, int language, int number, char *out)
{
    Line line;
    memset(&line, 0, sizeof line);
    line.lines = lines;
    perform(&line, language, number);
    return write_table(&line, out);
}

size_t mieni_line_write(const MieniLines *lines, int language, int number, char out[MIENI_LINE_TEXT_ROOM])
{
    const MieniFloatEnv env = mieni_float_env_enter();
    const size_t size = write_line(lines, language, number, out);
    mieni_float_env_leave(env);
    return size;
}

void mieni_lines_begin(MieniLines *lines, uint64_t seed)
{
    *lines = (MieniLines){.seed = seed};
    for (int s = 0; s < SOUNDS; ++s) {
        const MieniLook *look = mieni_look_find(sounds[s].look);
        for (int c = 0; c < SPOKEN; ++c)
            lines->looks[s][c] = sounds[s].amount * mieni_look_value(look, shape_names[spoken[c]]);
    }
}
