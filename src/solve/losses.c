// SPDX-License-Identifier: MIT
//
// Which frames the poses cannot express, and what is lost.

#include "core/float_rules.h"

#include "core/square_root.h"
#include "solve/losses.h"

#include <stdlib.h>
#include <string.h>

/// A frame is flagged if a part loses seven times as much as when it is quiet, and enough to be seen. A part
/// is quiet in the best fifth of the frames. Where it never is, because a missing pose is always on, other
/// parts are: twice their median counts.
static const double times_quiet = 7.0, times_others = 2.0;
enum { QUIET_PART = 5 };

bool mieni_losses_create(MieniArena *arena, int frame_count, int part_count, MieniLosses *out_losses)
{
    const size_t frames = (size_t)frame_count, parts = (size_t)part_count;
    *out_losses = (MieniLosses){.frame_count = frame_count, .part_count = part_count};
    if (frames > 0 && parts > SIZE_MAX / sizeof(float) / frames)
        arena->is_out_of_memory = true;
    else
        out_losses->values = mieni_arena_take(arena, frames * parts, sizeof *out_losses->values);
    out_losses->limits = mieni_arena_take(arena, parts, sizeof *out_losses->limits);
    out_losses->sorted = mieni_arena_take(arena, frames > parts ? frames : parts, sizeof *out_losses->sorted);
    return !arena->is_out_of_memory;
}

void mieni_losses_note(MieniLosses *losses, int frame, const double *parts)
{
    for (int p = 0; p < losses->part_count; ++p)
        losses->values[(size_t)p * (size_t)losses->frame_count + (size_t)frame] =
            (float)mieni_sqrt(parts[p] > 0.0 ? parts[p] : 0.0);
}

static int compare_numbers(const void *left, const void *right)
{
    const float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

/// The smallest number that is not below 1/part of the values.
static float find_quantile(const float *values, int count, int part, float *scratch)
{
    memcpy(scratch, values, (size_t)count * sizeof *values);
    qsort(scratch, (size_t)count, sizeof *scratch, compare_numbers);
    return scratch[count / part];
}

/// From which loss on a frame is flagged, per part.
static void find_limits(MieniLosses *losses, double visible)
{
    const int frames = losses->frame_count, parts = losses->part_count;
    for (int p = 0; p < parts; ++p)
        losses->limits[p] =
            find_quantile(losses->values + (size_t)p * (size_t)frames, frames, QUIET_PART, losses->sorted);
    const double usual = times_others * (double)find_quantile(losses->limits, parts, 2, losses->sorted);
    for (int p = 0; p < parts; ++p) {
        const double own = (double)losses->limits[p], quiet = times_quiet * (own < usual ? own : usual);
        losses->limits[p] = (float)(quiet > visible ? quiet : visible);
    }
}

static float root_mean_square(const float *values, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += (double)values[i] * (double)values[i];
    return (float)mieni_sqrt(count > 0 ? sum / (double)count : 0.0);
}

int mieni_losses_finish(MieniLosses *losses, double visible, bool *out_flags, float *out_lost)
{
    const int frames = losses->frame_count;
    for (int p = 0; out_lost != NULL && p < losses->part_count; ++p)
        out_lost[p] = root_mean_square(losses->values + (size_t)p * (size_t)frames, frames);
    if (out_flags == NULL || frames == 0 || losses->part_count == 0)
        return 0;
    find_limits(losses, visible);
    int flagged = 0;
    for (int f = 0; f < frames; ++f) {
        out_flags[f] = false;
        for (int p = 0; p < losses->part_count && !out_flags[f]; ++p)
            out_flags[f] = losses->values[(size_t)p * (size_t)frames + (size_t)f] > losses->limits[p];
        flagged += out_flags[f];
    }
    return flagged;
}
