// SPDX-License-Identifier: MIT
//
// A clip while modifiers are applied to it, one after another. Everything new is
// scratch until the end, when what is left of it is copied into the result.

#pragma once

#include "author/clip/keys.h"
#include "author/clip/memory.h"
#include "base/names.h"
#include "mien_author/modifiers.h"

typedef struct MieniWorkCurve {
    MienAuthorClipCurve curve;
    bool owns_name, owns_keys; ///< Scratch; otherwise the source's.
} MieniWorkCurve;

typedef struct MieniWorkTrack {
    MienAuthorClipTrack track;
    bool owns_bone, owns_samples; ///< Scratch; times that are not the source's are the result's already.
} MieniWorkTrack;

typedef struct MieniWork {
    const MienAuthorClip *source;
    const MienAuthorSkeleton *skeleton; ///< Or NULL.
    MieniNameEntry *bones, *known;      ///< Names of its bones and of its curves, sorted.
    MieniArena *scratch, *result;
    int curve_count, track_count;
    MieniWorkCurve *curves;
    MieniWorkTrack *tracks;

    const MienAuthorModifier *modifier;
    MienAuthorModifierReport *report;
    bool *is_found; ///< Per name: it chose something.
    int list, item;
    MienError *error;
} MieniWork;

/// Whether one of the names of the modifier is this one; notes which are.
static inline bool mieni_work_is_named(MieniWork *work, const char *name)
{
    bool is_named = false;
    for (int n = 0; n < work->modifier->name_count; ++n) {
        if (mieni_name_matches(work->modifier->names[n], name))
            is_named = work->is_found[n] = true;
    }
    return is_named;
}

typedef MienStatus MieniModify(MieniWork *work);

MieniModify mieni_modify_choose_tracks, mieni_modify_resample_tracks, mieni_modify_mirror;
MieniModify mieni_modify_choose_curves, mieni_modify_rename_curves;
MieniModify mieni_modify_scale, mieni_modify_clamp, mieni_modify_smooth, mieni_modify_resample_curves;
MieniModify mieni_modify_call_for_curves, mieni_modify_call_for_tracks;
