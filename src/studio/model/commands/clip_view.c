// SPDX-License-Identifier: MIT
//
// Clips as the editor displays them.

#include "core/float_rules.h"

#include "studio/model/commands/clip_view.h"

#include "asset/edit/clip.h"
#include "asset/view.h"
#include "core/internal.h"
#include "studio/model/commands/solve.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Samples of source curves, with min/max pyramids.

enum { MOST_SAMPLES = 24 * 3600 * 60 }; ///< A day at 60 frames per second.

static StudioSamples *samples_hold(StudioSamples *samples)
{
    if (samples != NULL)
        ++samples->holders;
    return samples;
}

void studio_samples_drop(StudioSamples *samples)
{
    if (samples == NULL || --samples->holders > 0)
        return;
    mieni_arena_release(&samples->memory);
    free(samples);
}

/// Each level of four of the one below.
static void raise_pyramid(StudioSamples *samples, StudioSampledCurve *curve)
{
    const float *low = curve->values, *high = curve->values;
    int count = samples->sample_count;
    for (int level = 0; level < STUDIO_PYRAMID_LEVELS && count > 4; ++level) {
        const int next = (count + 3) / 4;
        float *lows = mieni_arena_take(&samples->memory, (size_t)next, sizeof *lows),
              *highs = mieni_arena_take(&samples->memory, (size_t)next, sizeof *highs);
        if (lows == NULL || highs == NULL)
            return;
        for (int i = 0; i < next; ++i) {
            lows[i] = low[i * 4];
            highs[i] = high[i * 4];
            for (int k = i * 4 + 1; k < count && k < i * 4 + 4; ++k) {
                lows[i] = low[k] < lows[i] ? low[k] : lows[i];
                highs[i] = high[k] > highs[i] ? high[k] : highs[i];
            }
        }
        curve->lows[level] = low = lows;
        curve->highs[level] = high = highs;
        count = next;
    }
}

static double end_of(const MienAuthorClip *clip, double rate)
{
    double end = 0;
    for (int i = 0; i < clip->curve_count; ++i) {
        const MienAuthorClipCurve *curve = &clip->curves[i];
        if (curve->key_count > 0 && curve->keys[curve->key_count - 1].time > end)
            end = curve->keys[curve->key_count - 1].time;
    }
    for (int i = 0; i < clip->track_count; ++i) {
        const MienAuthorClipTrack *track = &clip->tracks[i];
        const double last = track->sample_count <= 0 ? 0
                            : track->times != NULL   ? track->times[track->sample_count - 1]
                                                     : (double)(track->sample_count - 1) / rate;
        end = last > end ? last : end;
    }
    return end;
}

/// Values on a grid. Keys ascend, so that each is passed once.
static void sample_curve(StudioSamples *samples, const MienAuthorClipCurve *curve, float *values)
{
    for (int i = 0; i < samples->sample_count; ++i)
        values[i] =
            curve->key_count > 0 ? mien_author_curve_evaluate(curve, (double)i / samples->rate) : 0.0f;
}

MienStatus studio_samples_of(StudioSamples **out_samples, const MienAuthorClip *clip, double rate)
{
    StudioSamples *samples = calloc(1, sizeof *samples);
    *out_samples = NULL;
    if (samples == NULL)
        return MIEN_ERROR_MEMORY;
    samples->holders = 1;
    samples->rate = rate > 0 ? rate : 30.0;
    samples->end = end_of(clip, samples->rate);
    const double count = samples->end * samples->rate + 1.5;
    samples->sample_count = count < (double)MOST_SAMPLES ? (int)count : MOST_SAMPLES;
    MieniArena *memory = &samples->memory;
    samples->curves = mieni_arena_take(memory, (size_t)clip->curve_count + 1, sizeof *samples->curves);
    for (int i = 0; i < clip->curve_count && !memory->is_out_of_memory; ++i) {
        const char *name = mieni_arena_text(memory, clip->curves[i].name, strlen(clip->curves[i].name));
        float *values = mieni_arena_take(memory, (size_t)samples->sample_count, sizeof *values);
        if (name == NULL || values == NULL)
            break;
        sample_curve(samples, &clip->curves[i], values);
        samples->curves[i] = (StudioSampledCurve){.name = name, .values = values};
        raise_pyramid(samples, &samples->curves[i]);
        samples->curve_count = i + 1;
    }
    if (memory->is_out_of_memory) {
        studio_samples_drop(samples);
        return MIEN_ERROR_MEMORY;
    }
    *out_samples = samples;
    return MIEN_OK;
}

MienStatus studio_samples_make(StudioSamples **out_samples, const StudioSnapshot *snapshot, const char *path,
                               MieniProblem *problem)
{
    MieniAsset asset;
    MieniClipRecipe recipe;
    *out_samples = NULL;
    MienStatus status = mieni_project_load(&snapshot->project, path, MIENI_ASSET_CLIP, &asset, problem);
    if (status != MIEN_OK)
        return status;
    // What hands and modifiers do comes on top: the view has keys, and shows what they are keys of.
    MieniClipView *view = mieni_clip_of(&asset);
    mieni_clip_unset_keyed(view);
    mieni_clip_unset_modifiers(view);
    mieni_clip_unset_length(view);
    if (mieni_clip_curves(view) == NULL && mieni_clip_tracks(view) == NULL) {
        mieni_asset_release(&asset);
        return MIEN_OK;
    }
    status = mieni_clip_recipe_of(&snapshot->project, path, &asset, NULL, &recipe, problem);
    if (status == MIEN_OK) {
        const MienAuthorClip *clip = &recipe.assembled;
        const int divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
        status = studio_samples_of(out_samples, clip, (double)clip->rate / (double)divisor);
        if (status == MIEN_OK)
            (*out_samples)->solved = studio_solved_copy(&recipe.solved, &(*out_samples)->memory);
        mieni_clip_recipe_release(&recipe);
    }
    mieni_asset_release(&asset);
    return status;
}

#define SAME_TIME 1e-4

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ at[i]) * 1099511628211ull;
    return hash;
}

/// Field by field: there are gaps between them.
static uint64_t hash_keys(const MienAuthorClipCurve *curve)
{
    uint64_t hash = 14695981039346656037ull;
    for (int k = 0; k < curve->key_count; ++k) {
        const MienAuthorKey *key = &curve->keys[k];
        const float numbers[3] = {key->value, key->arrive, key->leave};
        const int kind = (int)key->interpolation * 2 + key->is_auto;
        hash = mix(hash, &key->time, sizeof key->time);
        hash = mix(hash, numbers, sizeof numbers);
        hash = mix(hash, &kind, sizeof kind);
    }
    const int beyond = (int)curve->before * 8 + (int)curve->after;
    return mix(hash, &beyond, sizeof beyond);
}

static const char *copy_name(StudioClipView *view, const char *name)
{
    return mieni_arena_text(&view->memory, name, strlen(name));
}

/// How the curve goes on where nothing is said.
static MienAuthorBeyond read_beyond(const char *text)
{
    return mieni_clip_read_beyond(text != NULL ? text : "hold");
}

static void read_keyed(StudioClipView *view, const MieniKeyedCurveView *curve, StudioShownCurve *out_curve)
{
    const int count = mieni_keyed_curve_key_count(curve);
    MienAuthorKey *keys = mieni_arena_take(&view->memory, (size_t)count + 1, sizeof *keys);
    const char *name = copy_name(view, mieni_text_or_empty(mieni_keyed_curve_curve(curve)));
    if (keys == NULL || name == NULL)
        return;
    for (int k = 0; k < count; ++k) {
        keys[k] = mieni_clip_read_key(mieni_key_json(mieni_keyed_curve_key(curve, k)));
        if (k > 0 && keys[k].time < keys[k - 1].time) // lint reports it; drawing needs an order
            keys[k].time = keys[k - 1].time;
    }
    mien_author_keys_set_auto(keys, count);
    *out_curve = (StudioShownCurve){.name = name,
                                    .keyed = {.name = name,
                                              .key_count = count,
                                              .keys = keys,
                                              .before = read_beyond(mieni_keyed_curve_before(curve)),
                                              .after = read_beyond(mieni_keyed_curve_after(curve))}};
    out_curve->hash = hash_keys(&out_curve->keyed);
}

// Views

void studio_clip_view_release(StudioClipView *view)
{
    studio_samples_drop(view->samples);
    mieni_arena_release(&view->memory);
    *view = (StudioClipView){0};
}

static void measure(StudioClipView *view, const MieniClipView *clip)
{
    int rate = 30, divisor = 1;
    const MieniJson *given = mieni_clip_rate_json(clip);
    const StudioSamples *samples = view->samples;
    if (given != NULL && mieni_rate_of_json(given, &rate, &divisor))
        view->rate = (double)rate / (double)(divisor > 0 ? divisor : 1);
    else
        view->rate = samples != NULL && samples->rate > 0 ? samples->rate : 30.0;
    double end = samples != NULL ? samples->end : 0;
    for (int i = 0; i < view->count; ++i) {
        const MienAuthorClipCurve *keyed = &view->curves[i].keyed;
        if (keyed->key_count > 0 && keyed->keys[keyed->key_count - 1].time > end)
            end = keyed->keys[keyed->key_count - 1].time;
    }
    for (int i = 0; i < mieni_clip_event_count(clip); ++i) {
        const double time = mieni_event_time(mieni_clip_event(clip, i), 0);
        end = time > end ? time : end;
    }
    view->length = mieni_clip_length(clip, end);
}

MienStatus studio_clip_view_read(StudioClipView *view, const MieniAsset *clip, StudioSamples *samples)
{
    const MieniClipView *text = mieni_clip_of(clip);
    const int keyed_count = mieni_clip_keyed_curve_count(text),
              sampled = samples != NULL ? samples->curve_count : 0;
    StudioSamples *held = samples_hold(samples); // they may be the view's own
    studio_clip_view_release(view);
    view->samples = held;
    view->curves = mieni_arena_take(&view->memory, (size_t)(keyed_count + sampled) + 1, sizeof *view->curves);
    if (view->curves == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < keyed_count; ++i) {
        view->curves[i] = (StudioShownCurve){.name = ""};
        read_keyed(view, mieni_clip_keyed_curve(text, i), &view->curves[i]);
    }
    view->count = keyed_count;
    for (int i = 0; i < sampled; ++i) // one by hand takes the place of that of the source
        if (mieni_clip_find_keyed_curve(text, samples->curves[i].name) < 0)
            view->curves[view->count++] = (StudioShownCurve){
                .name = samples->curves[i].name, .is_sampled = true, .sampled = &samples->curves[i]};
    view->index = mieni_names_index(view->curves, view->count, sizeof *view->curves,
                                    offsetof(StudioShownCurve, name), &view->memory);
    measure(view, text);
    return view->memory.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}

int studio_clip_view_find(const StudioClipView *view, const char *name)
{
    return view->index != NULL ? mieni_names_search(view->index, view->count, name) : -1;
}

// Values

/// How many samples lie before a time; whole and rest.
static double sample_at(const StudioSamples *samples, double time, int *out_index)
{
    const double last = (double)(samples->sample_count - 1), at = time * samples->rate;
    if (!(at > 0)) {
        *out_index = 0;
        return 0;
    }
    *out_index = at >= last ? samples->sample_count - 1 : (int)at;
    return at >= last ? 0 : at - (double)*out_index;
}

float studio_shown_value(const StudioClipView *view, const StudioShownCurve *curve, double time)
{
    if (!curve->is_sampled)
        return curve->keyed.key_count > 0 ? mien_author_curve_evaluate(&curve->keyed, time) : 0.0f;
    const StudioSamples *samples = view->samples;
    int index;
    if (samples->sample_count <= 0)
        return 0.0f;
    const double rest = sample_at(samples, time, &index);
    const float here = curve->sampled->values[index];
    if (rest <= 0)
        return here;
    return here + (curve->sampled->values[index + 1] - here) * (float)rest;
}

static void widen(float value, float *low, float *high)
{
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

/// The range of whole samples, by as few steps as the pyramid allows.
static void sampled_range(const StudioSampledCurve *curve, int from, int to, float *low, float *high)
{
    while (from <= to) {
        int level = -1, size = 1;
        while (level + 1 < STUDIO_PYRAMID_LEVELS && curve->lows[level + 1] != NULL &&
               from % (size * 4) == 0 && from + size * 4 - 1 <= to) {
            ++level;
            size *= 4;
        }
        if (level < 0) {
            widen(curve->values[from], low, high);
        } else {
            widen(curve->lows[level][from / size], low, high);
            widen(curve->highs[level][from / size], low, high);
        }
        from += size;
    }
}

int studio_shown_first_key(const StudioShownCurve *curve, double time)
{
    int from = 0, to = curve->keyed.key_count;
    while (from < to) {
        const int middle = from + (to - from) / 2;
        if (curve->keyed.keys[middle].time < time)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

void studio_shown_range(const StudioClipView *view, const StudioShownCurve *curve, double from, double to,
                        float *out_low, float *out_high)
{
    *out_low = *out_high = studio_shown_value(view, curve, from);
    widen(studio_shown_value(view, curve, to), out_low, out_high);
    if (curve->is_sampled) {
        int first, last;
        if (view->samples->sample_count <= 0)
            return;
        first = sample_at(view->samples, from, &first) > 0 ? first + 1 : first;
        sample_at(view->samples, to, &last);
        sampled_range(curve->sampled, first, last, out_low, out_high);
        return;
    }
    const MienAuthorClipCurve *keyed = &curve->keyed;
    for (int k = studio_shown_first_key(curve, from); k < keyed->key_count && keyed->keys[k].time <= to; ++k)
        widen(keyed->keys[k].value, out_low, out_high);
}

int studio_shown_key_at(const StudioShownCurve *curve, double time)
{
    const int key = studio_shown_first_key(curve, time - SAME_TIME);
    return key < curve->keyed.key_count && curve->keyed.keys[key].time <= time + SAME_TIME ? key : -1;
}

float studio_shown_slope(const StudioClipView *view, const StudioShownCurve *curve, double time)
{
    const MienAuthorClipCurve *keyed = &curve->keyed;
    const int next = studio_shown_first_key(curve, time);
    if (!curve->is_sampled && next > 0 && next < keyed->key_count) {
        const MienAuthorKey *left = &keyed->keys[next - 1], *right = &keyed->keys[next];
        const double step = right->time - left->time, u = (time - left->time) / step,
                     rise = ((double)right->value - (double)left->value) / step;
        if (left->interpolation == MIEN_AUTHOR_CONSTANT)
            return 0.0f;
        if (left->interpolation == MIEN_AUTHOR_LINEAR)
            return (float)rise;
        return (float)((6 * u - 6 * u * u) * rise + (3 * u * u - 4 * u + 1) * (double)left->leave +
                       (3 * u * u - 2 * u) * (double)right->arrive);
    }
    const double step = 1e-3;
    return (studio_shown_value(view, curve, time + step) - studio_shown_value(view, curve, time - step)) /
           (float)(2 * step);
}
