// SPDX-License-Identifier: MIT
//
// The rule that makes curves of visemes: jaw and lips are blended apart, each as a
// mean of the targets around a time, weighted by how much each viseme insists on its
// own; then they are smoothed; closures come last, so that nothing smooths them away.

#include "core/float_rules.h"

#include "mien_author/speech.h"

#include "author/clip/memory.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "mien/math.h"

#include <string.h>

/// The rule runs at this many frames per second.
enum { RATE = 100 };
/// How far ahead a viseme is heard, frames: 120 ms.
enum { AHEAD = 12, RING = AHEAD + 1 };

/// What a viseme wants of the jaw and of the lips, and how much it insists on it.
typedef struct Target {
    double jaw, funnel, pucker, stretch;
    double jaw_dominance, lips_dominance;
} Target;

// clang-format off
static const Target targets[MIEN_AUTHOR_VISEMES] = {
    [MIEN_AUTHOR_VISEME_SIL] = {0.00, 0.00, 0.00, 0.00, 0.60, 0.50},
    [MIEN_AUTHOR_VISEME_PP]  = {0.06, 0.00, 0.06, 0.00, 1.00, 0.60},
    [MIEN_AUTHOR_VISEME_FF]  = {0.10, 0.08, 0.00, 0.08, 0.90, 0.80},
    [MIEN_AUTHOR_VISEME_TH]  = {0.16, 0.00, 0.00, 0.10, 0.60, 0.15},
    [MIEN_AUTHOR_VISEME_DD]  = {0.14, 0.00, 0.00, 0.12, 0.55, 0.10},
    [MIEN_AUTHOR_VISEME_KK]  = {0.22, 0.00, 0.00, 0.06, 0.35, 0.10},
    [MIEN_AUTHOR_VISEME_CH]  = {0.12, 0.55, 0.18, 0.00, 0.80, 0.90},
    [MIEN_AUTHOR_VISEME_SS]  = {0.07, 0.00, 0.00, 0.30, 1.00, 0.35},
    [MIEN_AUTHOR_VISEME_NN]  = {0.16, 0.00, 0.00, 0.10, 0.50, 0.10},
    [MIEN_AUTHOR_VISEME_RR]  = {0.18, 0.28, 0.22, 0.00, 0.50, 0.50},
    [MIEN_AUTHOR_VISEME_AA]  = {0.62, 0.00, 0.00, 0.10, 1.00, 0.35},
    [MIEN_AUTHOR_VISEME_E]   = {0.40, 0.00, 0.00, 0.28, 0.90, 0.50},
    [MIEN_AUTHOR_VISEME_I]   = {0.22, 0.00, 0.00, 0.42, 0.80, 0.70},
    [MIEN_AUTHOR_VISEME_O]   = {0.46, 0.42, 0.25, 0.00, 0.90, 1.00},
    [MIEN_AUTHOR_VISEME_U]   = {0.22, 0.25, 0.72, 0.00, 0.80, 1.00},
};

enum { JAW, CLOSE, FUNNEL, PUCKER, ROLL, STRETCH, OUTPUTS };
/// The curves of the clip, in its order, with the output that each shows.
static const struct {
    const char *name;
    int output;
} curve_outputs[] = {
    {"jawOpen", JAW},         {"mouthClose", CLOSE},          {"mouthFunnel", FUNNEL},
    {"mouthPucker", PUCKER},  {"mouthRollLower", ROLL},       {"mouthStretchLeft", STRETCH},
    {"mouthStretchRight", STRETCH},
};
// clang-format on
enum { CURVES = sizeof curve_outputs / sizeof *curve_outputs };

static const double longest = 86400.0;
static const double least_weight = 0.3, least_time = 0.02; ///< Of a recognised closure.
static const double attack = 0.03, bite_hold = 0.03, release = 0.04;
static const double closed_jaw = 0.1, bitten_jaw = 0.16, rolled = 0.75;
static const double sealed = 0.5;   ///< Of pucker and stretch, a closure takes this.
static const double nothing = 1e-5; ///< Less is none.

/// Sums of a frame, or of frames around it, each times its dominance.
typedef struct Sums {
    double jaw_weight, jaw;
    double lips_weight, funnel, pucker, stretch;
} Sums;

/// A time at which lips are closed, whole frames.
typedef struct Closure {
    int first, last;
} Closure;

typedef struct Closures {
    int count, next; ///< The first that is not over.
    Closure *items;
} Closures;

/// Two one-pole filters, one after the other.
typedef struct Smooth {
    double gain, first, second;
} Smooth;

/// Where the rule is.
typedef struct State {
    int next_cue;             ///< The first cue that is not over where frames are heard,
    int next_sound;           ///< and the first of those that is not silence.
    Sums ring[RING], carried; ///< Heard frames by their number, and all past ones.
    Smooth smooth[OUTPUTS];
    float last[OUTPUTS]; ///< Values of the frame before.
    int key_frames[OUTPUTS], key_counts[OUTPUTS];
} State;

typedef struct Rule {
    const MienAuthorSpeech *speech;
    MienAuthorSpeechStyle style; ///< With defaults filled in.
    MienError *error;
    MieniArena scratch;
    double length;
    int frame_count;
    double jaw_decay[2], lips_decay[2]; ///< Per frame: before, after.
    Closures closures, bites;
    MienAuthorKey *keys[OUTPUTS]; ///< NULL while keys are counted.
    State at;
} Rule;

// Sums --------------------------------------------------------------------------------------------

static void add_viseme(Sums *sums, MienAuthorViseme viseme, double weight)
{
    const Target *target = &targets[viseme];
    const double jaw = weight * target->jaw_dominance, lips = weight * target->lips_dominance;
    sums->jaw_weight += jaw;
    sums->jaw += jaw * target->jaw;
    sums->lips_weight += lips;
    sums->funnel += lips * target->funnel;
    sums->pucker += lips * target->pucker;
    sums->stretch += lips * target->stretch;
}

static void add_sums(Sums *sums, const Sums *other, double jaw, double lips)
{
    sums->jaw_weight += jaw * other->jaw_weight;
    sums->jaw += jaw * other->jaw;
    sums->lips_weight += lips * other->lips_weight;
    sums->funnel += lips * other->funnel;
    sums->pucker += lips * other->pucker;
    sums->stretch += lips * other->stretch;
}

static double frame_time(int frame) { return (double)frame / RATE; }

/// What is said in a frame, which reaches half a frame to either side.
static Sums hear(Rule *rule, int frame)
{
    const MienAuthorSpeech *speech = rule->speech;
    const double start = ((double)frame - 0.5) / RATE, end = ((double)frame + 0.5) / RATE;
    double said = 0.0;
    Sums sums = {0};
    while (rule->at.next_cue < speech->cue_count && speech->cues[rule->at.next_cue].end <= start)
        ++rule->at.next_cue;
    for (int c = rule->at.next_cue; c < speech->cue_count && speech->cues[c].start < end; ++c) {
        const MienAuthorVisemeCue *cue = &speech->cues[c];
        const double from = cue->start > start ? cue->start : start, to = cue->end < end ? cue->end : end;
        const double weight = to > from ? (to - from) * RATE * (double)cue->weight : 0.0;
        said += weight;
        add_viseme(&sums, cue->viseme, weight);
    }
    if (said < 1.0)
        add_viseme(&sums, MIEN_AUTHOR_VISEME_SIL, 1.0 - said);
    return sums;
}

static double ratio(double sum, double weight) { return sum > nothing * weight ? sum / weight : 0.0; }

/// The mean of all that is heard around a frame.
static void blend(Rule *rule, int frame, double out[OUTPUTS])
{
    add_sums(&rule->at.carried, &rule->at.ring[frame % RING], 1.0, 1.0);
    Sums sums = rule->at.carried;
    double jaw = 1.0, lips = 1.0;
    for (int k = 1; k <= AHEAD; ++k) {
        jaw *= rule->jaw_decay[0];
        lips *= rule->lips_decay[0];
        add_sums(&sums, &rule->at.ring[(frame + k) % RING], jaw, lips);
    }
    out[JAW] = rule->style.jaw * ratio(sums.jaw, sums.jaw_weight);
    out[FUNNEL] = rule->style.lips * ratio(sums.funnel, sums.lips_weight);
    out[PUCKER] = rule->style.lips * ratio(sums.pucker, sums.lips_weight);
    out[STRETCH] = rule->style.lips * ratio(sums.stretch, sums.lips_weight);
    Sums rest = {0};
    add_sums(&rest, &rule->at.carried, rule->jaw_decay[1], rule->lips_decay[1]);
    rule->at.carried = rest;
}

static double filter(Smooth *smooth, double value)
{
    smooth->first += smooth->gain * (value - smooth->first);
    smooth->second += smooth->gain * (smooth->first - smooth->second);
    if (value == 0.0 && smooth->first < nothing && smooth->second < nothing)
        smooth->first = smooth->second = 0.0; // silence ends
    return smooth->second < 1.0 ? smooth->second : 1.0;
}

// Closures ----------------------------------------------------------------------------------------

/// Whole frames that cover a time of at least hold seconds.
static Closure closure_of(double start, double end, double hold)
{
    const double missing = hold - (end - start);
    if (missing > 0.0) {
        start -= 0.5 * missing;
        end += 0.5 * missing;
    }
    if (start < 0.0) {
        end -= start;
        start = 0.0;
    }
    Closure closure = {(int)(start * RATE + 1e-6), (int)(end * RATE + 1.0 - 1e-6)};
    return closure;
}

/// Adds a closure; one that begins before the last one is over makes that longer.
static void add_closure(Closures *closures, Closure closure)
{
    Closure *last = closures->count > 0 ? &closures->items[closures->count - 1] : NULL;
    if (last != NULL && closure.first <= last->last)
        last->last = closure.last > last->last ? closure.last : last->last;
    else
        closures->items[closures->count++] = closure;
}

/// Finds the closures of a viseme: cues that touch are one.
static MienStatus find_closures(Rule *rule, MienAuthorViseme viseme, double hold, Closures *out)
{
    const MienAuthorSpeech *speech = rule->speech;
    size_t count = 0;
    for (int c = 0; c < speech->cue_count; ++c)
        count += speech->cues[c].viseme == viseme;
    out->items = mieni_arena_take(&rule->scratch, count + 1, sizeof *out->items);
    if (out->items == NULL)
        return mieni_fail(rule->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    double start = 0.0, end = -1.0;
    float most = 0.0f;
    for (int c = 0; c <= speech->cue_count; ++c) {
        const MienAuthorVisemeCue *cue = c < speech->cue_count ? &speech->cues[c] : NULL; // the end
        if (cue != NULL &&
            (cue->viseme != viseme || (double)cue->weight < least_weight || cue->end <= cue->start))
            continue;
        if (cue != NULL && cue->start <= end + 1e-9) {
            end = cue->end;
            most = cue->weight > most ? cue->weight : most;
            continue;
        }
        if (end > start && (most >= 1.0f || end - start >= least_time - 1e-9))
            add_closure(out, closure_of(start, end, hold));
        if (cue != NULL) {
            start = cue->start;
            end = cue->end;
            most = cue->weight;
        }
    }
    return MIEN_OK;
}

/// How closed a frame is: 1 from the first to the last frame of a closure.
static double closed(Closures *closures, int frame)
{
    const double time = frame_time(frame);
    double most = 0.0;
    while (closures->next < closures->count &&
           time >= frame_time(closures->items[closures->next].last) + release)
        ++closures->next;
    for (int c = closures->next; c < closures->count; ++c) {
        const double first = frame_time(closures->items[c].first), last = frame_time(closures->items[c].last);
        if (time <= first - attack)
            break;
        const double rise = 1.0 - (first - time) / attack, fall = 1.0 - (time - last) / release;
        const double amount = rise < fall ? rise : fall;
        most = amount > most ? amount : most;
    }
    return most < 1.0 ? most : 1.0;
}

static double at_most(double value, double limit, double amount)
{
    return value > limit ? value - amount * (value - limit) : value;
}

/// Closes the lips of a frame. mouthClose equal to jawOpen is what makes lips meet.
static void close_lips(Rule *rule, int frame, double out[OUTPUTS])
{
    const double lips = closed(&rule->closures, frame), bite = closed(&rule->bites, frame);
    out[JAW] = at_most(out[JAW], bitten_jaw, bite);
    out[JAW] = at_most(out[JAW], closed_jaw, lips);
    out[CLOSE] = lips * out[JAW];
    out[FUNNEL] *= 1.0 - lips;
    out[PUCKER] *= 1.0 - sealed * lips;
    out[STRETCH] *= 1.0 - sealed * lips;
    out[ROLL] = rolled * bite * (1.0 - lips);
}

// Frames ------------------------------------------------------------------------------------------

static void put_key(Rule *rule, int output, int frame, float value)
{
    const double time = frame_time(frame) < rule->length ? frame_time(frame) : rule->length;
    if (rule->keys[output] != NULL)
        rule->keys[output][rule->at.key_counts[output]] =
            (MienAuthorKey){.time = time, .value = value, .interpolation = MIEN_AUTHOR_LINEAR};
    ++rule->at.key_counts[output];
    rule->at.key_frames[output] = frame;
}

/// Keys a frame. Where a value stays, only the first and the last frame have keys.
static void key_frame(Rule *rule, int frame, const double values[OUTPUTS])
{
    for (int o = 0; o < OUTPUTS; ++o) {
        const float value = (float)values[o];
        if (frame > 0 && value == rule->at.last[o])
            continue;
        if (frame > 0 && rule->at.key_frames[o] < frame - 1)
            put_key(rule, o, frame - 1, rule->at.last[o]);
        put_key(rule, o, frame, value);
        rule->at.last[o] = value;
    }
}

/// Nothing was said for long, and hears the frames from this one on.
static void fall_silent(Rule *rule, int frame)
{
    Sums silence = {0};
    add_viseme(&silence, MIEN_AUTHOR_VISEME_SIL, 1.0);
    rule->at.carried = (Sums){.jaw_weight = silence.jaw_weight / (1.0 - rule->jaw_decay[1]),
                              .lips_weight = silence.lips_weight / (1.0 - rule->lips_decay[1])};
    add_sums(&rule->at.carried, &silence, -1.0, -1.0); // the frame itself is added when it is blended
    for (int k = 0; k < AHEAD; ++k)
        rule->at.ring[(frame + k) % RING] = hear(rule, frame + k);
}

/// The frame after this one, at which all is 0; that before the next sound is heard if that is later.
static int skip_silence(Rule *rule, int frame)
{
    const MienAuthorSpeech *speech = rule->speech;
    int *next = &rule->at.next_sound;
    while (*next < speech->cue_count && (speech->cues[*next].viseme == MIEN_AUTHOR_VISEME_SIL ||
                                         speech->cues[*next].end < frame_time(frame)))
        ++*next;
    const double until = *next < speech->cue_count ? speech->cues[*next].start : rule->length;
    const int target = (int)(until * RATE) - AHEAD - 2;
    if (target <= frame + AHEAD)
        return frame + 1;
    fall_silent(rule, target);
    return target;
}

static bool is_silent(const double values[OUTPUTS])
{
    for (int o = 0; o < OUTPUTS; ++o)
        if (values[o] != 0.0)
            return false;
    return true;
}

/// Runs over all frames, and counts the keys or puts them. False if it is to stop.
static bool run(Rule *rule)
{
    rule->at = (State){0};
    rule->closures.next = rule->bites.next = 0;
    for (int o = 0; o < OUTPUTS; ++o) {
        const double cutoff = o == JAW ? rule->style.jaw_cutoff : rule->style.lips_cutoff;
        rule->at.smooth[o].gain = 1.0 - mien_exp(-6.283185307179586 * cutoff / RATE);
    }
    fall_silent(rule, 0);
    for (int frame = 0; frame < rule->frame_count;) {
        double values[OUTPUTS] = {0};
        rule->at.ring[(frame + AHEAD) % RING] = hear(rule, frame + AHEAD);
        blend(rule, frame, values);
        for (int o = 0; o < OUTPUTS; ++o)
            values[o] = filter(&rule->at.smooth[o], values[o]);
        close_lips(rule, frame, values);
        key_frame(rule, frame, values);
        if (frame % 4096 == 0 && !mieni_budget_goes_on(rule->scratch.allocator))
            return false;
        frame = is_silent(values) ? skip_silence(rule, frame) : frame + 1;
    }
    return true;
}

// The clip ----------------------------------------------------------------------------------------

static double or_else(double value, double otherwise) { return value != 0.0 ? value : otherwise; }

static MienStatus fill_style(Rule *rule, const MienAuthorSpeechStyle *given)
{
    MienAuthorSpeechStyle style = {.jaw = or_else(given->jaw, 1.0),
                                   .lips = or_else(given->lips, 1.0),
                                   .jaw_before = or_else(given->jaw_before, 0.04),
                                   .jaw_after = or_else(given->jaw_after, 0.05),
                                   .lips_before = or_else(given->lips_before, 0.08),
                                   .lips_after = or_else(given->lips_after, 0.06),
                                   .jaw_cutoff = or_else(given->jaw_cutoff, 8.0),
                                   .lips_cutoff = or_else(given->lips_cutoff, 7.0),
                                   .hold = or_else(given->hold, 0.04)};
    const bool is_valid = style.jaw > 0.0 && style.jaw <= 4.0 && style.lips > 0.0 && style.lips <= 4.0 &&
                          style.jaw_before >= 0.005 && style.jaw_before <= 0.5 && style.jaw_after >= 0.005 &&
                          style.jaw_after <= 0.5 && style.lips_before >= 0.005 && style.lips_before <= 0.5 &&
                          style.lips_after >= 0.005 && style.lips_after <= 0.5 && style.jaw_cutoff >= 1.0 &&
                          style.jaw_cutoff <= 50.0 && style.lips_cutoff >= 1.0 && style.lips_cutoff <= 50.0 &&
                          style.hold >= 0.04 && style.hold <= 0.1;
    if (!is_valid)
        return mieni_fail(rule->error, MIEN_ERROR_ARGUMENT, mieni_at("options.style"),
                          "A style has factors up to 4, time constants of 0.005 to 0.5 s, filters of 1 to "
                          "50 Hz, and a hold of 0.04 to 0.1 s.");
    rule->style = style;
    rule->jaw_decay[0] = mien_exp(-1.0 / (style.jaw_before * RATE));
    rule->jaw_decay[1] = mien_exp(-1.0 / (style.jaw_after * RATE));
    rule->lips_decay[0] = mien_exp(-1.0 / (style.lips_before * RATE));
    rule->lips_decay[1] = mien_exp(-1.0 / (style.lips_after * RATE));
    return MIEN_OK;
}

static const char *check_cue(const MienAuthorVisemeCue *cue, const MienAuthorVisemeCue *before)
{
    if (!(cue->start >= 0.0 && cue->end >= cue->start && cue->end <= longest))
        return "A cue begins at 0 or later, does not end before it begins, and ends within a day.";
    if (before != NULL && (cue->start < before->start || cue->end < before->end))
        return "Starts and ends of cues do not decrease.";
    if (!((int)cue->viseme >= 0 && cue->viseme < MIEN_AUTHOR_VISEMES))
        return "There is no such viseme.";
    if (!(cue->weight >= 0.0f && cue->weight <= 1.0f))
        return "A weight is 0 to 1.";
    if (cue->viseme != MIEN_AUTHOR_VISEME_SIL && cue->end - cue->start > MIEN_AUTHOR_SPEECH_MAX_CUE)
        return "A viseme other than silence lasts at most a minute.";
    return NULL;
}

static MienStatus check_speech(Rule *rule)
{
    const MienAuthorSpeech *speech = rule->speech;
    if (speech->cue_count < 0 || speech->cue_count > MIEN_AUTHOR_SPEECH_MAX_CUES)
        return mieni_fail(rule->error, MIEN_ERROR_LIMIT, mieni_at("cue_count"),
                          "There are at most 8640000 cues.");
    if (!(speech->length >= 0.0 && speech->length <= longest))
        return mieni_fail(rule->error, MIEN_ERROR_DATA, mieni_at("length"), "Speech lasts at most a day.");
    for (int c = 0; c < speech->cue_count; ++c) {
        const char *why = check_cue(&speech->cues[c], c > 0 ? &speech->cues[c - 1] : NULL);
        if (why != NULL)
            return mieni_fail(rule->error, MIEN_ERROR_DATA, mieni_at("cues[%d]", c), "%s", why);
    }
    const double end = speech->cue_count > 0 ? speech->cues[speech->cue_count - 1].end : 0.0;
    rule->length = end > speech->length ? end : speech->length;
    rule->frame_count = (int)(rule->length * RATE + 1e-6) + 1;
    return MIEN_OK;
}

static MienStatus rule_no_memory(const Rule *rule)
{
    return mieni_fail(rule->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Runs twice: once for the number of keys, once for the keys.
static MienStatus make_keys(Rule *rule, MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    if (!run(rule))
        return rule_no_memory(rule);
    for (int o = 0; o < OUTPUTS; ++o) {
        rule->keys[o] = mieni_arena_take(arena, (size_t)rule->at.key_counts[o], sizeof **rule->keys);
        if (rule->keys[o] == NULL)
            return rule_no_memory(rule);
    }
    return run(rule) ? MIEN_OK : rule_no_memory(rule);
}

static MIENI_APART MienStatus fill_clip(Rule *rule, const MienAuthorSpeechOptions *options,
                                        MienAuthorClip *clip)
{
    MieniArena *arena = mieni_clip_arena(clip);
    MienStatus status = find_closures(rule, MIEN_AUTHOR_VISEME_PP, rule->style.hold, &rule->closures);
    if (status == MIEN_OK)
        status = find_closures(rule, MIEN_AUTHOR_VISEME_FF, bite_hold, &rule->bites);
    if (status == MIEN_OK)
        status = make_keys(rule, clip);
    if (status != MIEN_OK)
        return status;
    MienAuthorClipCurve *curves = mieni_arena_take(arena, CURVES, sizeof *curves);
    if (options->source != NULL)
        clip->source = mieni_arena_text(arena, options->source, strlen(options->source));
    if (curves == NULL || (options->source != NULL && clip->source == NULL))
        return rule_no_memory(rule);
    for (int c = 0; c < CURVES; ++c) {
        const int output = curve_outputs[c].output;
        curves[c] = (MienAuthorClipCurve){.name = curve_outputs[c].name,
                                          .keys = rule->keys[output],
                                          .key_count = rule->at.key_counts[output]};
    }
    clip->curves = curves;
    clip->curve_count = CURVES;
    clip->length = rule->length;
    clip->rate = options->rate > 0 ? options->rate : RATE;
    clip->rate_divisor = options->rate > 0 && options->rate_divisor > 0 ? options->rate_divisor : 1;
    return MIEN_OK;
}

static MienStatus make_clip(Rule *rule, const MienAuthorSpeechOptions *options, MienAuthorClip **out_clip)
{
    MieniBudget budget;
    mieni_budget_begin(&budget, options->allocator, &options->limits,
                       sizeof *rule->speech->cues * (uint64_t)rule->speech->cue_count);
    MienAuthorClip *clip = mieni_clip_create_within(&budget);
    if (clip == NULL)
        return mieni_budget_status(&budget, rule_no_memory(rule), rule->error);
    rule->scratch.allocator = &budget.allocator;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = fill_clip(rule, options, clip);
    mieni_float_env_leave(env);
    mieni_arena_release(&rule->scratch);
    mieni_clip_leave_budget(clip);
    if (status == MIEN_OK)
        *out_clip = clip;
    else
        mien_author_clip_destroy(clip);
    return status == MIEN_OK ? MIEN_OK : mieni_budget_status(&budget, status, rule->error);
}

MienStatus mien_author_speech_make_clip(const MienAuthorSpeech *speech,
                                        const MienAuthorSpeechOptions *options, MienAuthorClip **out_clip,
                                        MienAuthorSpeechReport *out_report, MienError *error)
{
    static const MienAuthorSpeechOptions defaults = {0};
    Rule rule = {.speech = speech, .error = error};
    if (speech == NULL || out_clip == NULL || (speech->cues == NULL && speech->cue_count > 0))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "There must be speech and a place for the clip.");
    *out_clip = NULL;
    options = options != NULL ? options : &defaults;
    if (options->rate < 0 || options->rate_divisor < 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("options.rate"),
                          "A rate is above 0, or 0 for 100.");
    MienStatus status = fill_style(&rule, &options->style);
    if (status == MIEN_OK)
        status = check_speech(&rule);
    if (status == MIEN_OK)
        status = make_clip(&rule, options, out_clip);
    if (status != MIEN_OK || out_report == NULL)
        return status;
    *out_report =
        (MienAuthorSpeechReport){.closure_count = rule.closures.count, .bite_count = rule.bites.count};
    for (int o = 0; o < OUTPUTS; ++o)
        out_report->key_count += rule.at.key_counts[o];
    return MIEN_OK;
}
