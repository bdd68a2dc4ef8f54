// SPDX-License-Identifier: MIT
//
// A clip as the editor displays it: keyed curves with their keys, source curves as samples with a
// min/max pyramid, so that minutes are drawn as fast as seconds.
//
// Ownership  A view copies its data from the asset, and holds references to samples.
// Threads    Views belong to one thread. Samples are made on any thread and never change.

#pragma once

#include "base/names.h"
#include "mien_author/clip.h"
#include "project/recipes/recipes.h"
#include "studio/model/document/snapshot.h"

enum { STUDIO_PYRAMID_LEVELS = 12 };

/// A curve of a source, at the clip's rate from time 0.
typedef struct StudioSampledCurve {
    const char *name;
    const float *values;
    const float *lows[STUDIO_PYRAMID_LEVELS], *highs[STUDIO_PYRAMID_LEVELS]; ///< Of 4, 16, 64... samples.
} StudioSampledCurve;

/// What a clip has from its sources, before modifiers and without what hands keyed.
typedef struct StudioSamples {
    int holders; ///< Private.
    StudioSampledCurve *curves;
    int curve_count, sample_count;
    double rate, end;       ///< end: of curves and tracks, seconds.
    MieniClipSolved solved; ///< If the clip is solved: which frames lack a pose, and how sure curves are.
    MieniArena memory;
} StudioSamples;

/// Reads the sources of a clip of a snapshot, which may take long; on any thread. A clip without
/// sources has no samples, which is fine.
MienStatus studio_samples_make(StudioSamples **out_samples, const StudioSnapshot *snapshot, const char *path,
                               MieniProblem *problem);
/// The same of curves at hand: for tests, and for what is not of a project.
MienStatus studio_samples_of(StudioSamples **out_samples, const MienAuthorClip *clip, double rate);
void studio_samples_drop(StudioSamples *samples); ///< May be NULL. Where it was held.

/// A curve that is shown.
typedef struct StudioShownCurve {
    const char *name;
    bool is_sampled;           ///< From a source; it has no keys.
    MienAuthorClipCurve keyed; ///< By hand; slopes of auto keys are made.
    const StudioSampledCurve *sampled;
    uint64_t hash; ///< Of its keys: another one, other keys.
} StudioShownCurve;

/// Zero-initialise it; release it when done.
typedef struct StudioClipView {
    StudioShownCurve *curves; ///< Keyed ones as the asset has them, then those of sources.
    int count;
    double length; ///< Seconds.
    double rate;   ///< Frames per second.
    StudioSamples *samples;
    const MieniNameEntry *index; ///< Private, as below: curves by name.
    MieniArena memory;
} StudioClipView;

/// Reads a clip and takes a reference to samples (may be NULL). Replaces the contents of the view.
MienStatus studio_clip_view_read(StudioClipView *view, const MieniAsset *clip, StudioSamples *samples);
void studio_clip_view_release(StudioClipView *view);
/// The index of a name, or -1.
int studio_clip_view_find(const StudioClipView *view, const char *name);

/// The value of a curve at a time.
float studio_shown_value(const StudioClipView *view, const StudioShownCurve *curve, double time);
/// The lowest and highest value between two times.
void studio_shown_range(const StudioClipView *view, const StudioShownCurve *curve, double from, double to,
                        float *out_low, float *out_high);
/// The first key at or after a time; key_count if there is none.
int studio_shown_first_key(const StudioShownCurve *curve, double time);
/// The key at a time, or -1. Times that are nearer than a ten-thousandth of a second are the same.
int studio_shown_key_at(const StudioShownCurve *curve, double time);
/// The slope of a curve at a time, per second.
float studio_shown_slope(const StudioClipView *view, const StudioShownCurve *curve, double time);
