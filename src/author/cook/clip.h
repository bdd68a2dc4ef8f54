// SPDX-License-Identifier: MIT
//
// Cooking clips, in parts: curves, tracks, and the pack around them.

#pragma once

#include "author/cook/channels.h"
#include "base/budget.h"
#include "mien_author/cook_clip.h"

enum { MIENI_TRACK_CHANNELS = 10 }; ///< Of a bone: four of rotation, three of translation, three of scale.

/// A clip on its way into a pack.
typedef struct MieniClipCook {
    const MienAuthorClip *clip;
    const MienAuthorClipOptions *options;
    MieniArena arena;
    MienError *error;
    int rate, rate_divisor;
    int frame_count;
    MienAuthorClipReport report;

    int *curve_order; ///< Per curve of the pack: the description's.
    int packed_curves, raw_curve_count, constant_curve_count;
    MieniCookedChannels curves;
    float *raw_curves; ///< [frame][raw curve].
    uint8_t *raw_timing;
    float *still_curves;

    MieniCookedChannels tracks;
    int set_count;
    MieniTrackSet *sets;
    int raw_track_count;
    MieniRawTrack *raw_tracks;
    size_t raw_track_floats; ///< Per frame.
    float *raw_track_data;
    MienTransform *still_tracks;
    float *reference;
} MieniClipCook;

/// The time of a frame, seconds.
static inline double mieni_frame_time(const MieniClipCook *cook, int frame)
{
    return (double)frame * (double)cook->rate_divisor / (double)cook->rate;
}

/// Whether to go on at a frame; asked now and then. If not, it is as if memory had run out, and
/// the budget knows why.
static inline bool mieni_cook_goes_on(MieniClipCook *cook, int frame)
{
    if (frame % 1024 != 0 || mieni_budget_goes_on(cook->arena.allocator))
        return true;
    cook->arena.is_out_of_memory = true;
    return false;
}
MienStatus mieni_cook_clip_tracks(MieniClipCook *cook);
