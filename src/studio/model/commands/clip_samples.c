// SPDX-License-Identifier: MIT
//
// Curves of sources as samples, and their pyramids.

#include "core/float_rules.h"

#include "studio/model/commands/clip_view.h"

#include "asset/view.h"
#include "project/recipes/recipes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 24 * 3600 * 60 }; ///< A day at 60 frames per second.

StudioSamples *studio_samples_hold(StudioSamples *samples)
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
        mieni_clip_recipe_release(&recipe);
    }
    mieni_asset_release(&asset);
    return status;
}
