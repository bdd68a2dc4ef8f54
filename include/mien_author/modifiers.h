// SPDX-License-Identifier: MIT
//
// Modifiers: what is done to a clip without touching it. Applying computes a new
// clip from the source and the lists in order; dropping an entry and applying
// again gives what was there before, to the byte.
//
// Ownership  Lists, clips and skeletons are the caller's and only read. The clip
//            that applying makes is freed with mien_author_clip_destroy. What no
//            modifier recomputed it shares with the source, which must outlive it;
//            the lists and the skeleton need not.
// Threads    No state: apply on as many threads as you like, one list may be shared.
// Memory     The allocator passed is used for the result and while working.
// Errors     The place names list, item and field ("lists[0].items[3].names[1]").
//            A name that is not there is no error: the report tells.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a modifier does. They begin at 1, so that a forgotten kind is refused.
/// docs/modifiers.md says exactly what each computes.
typedef enum MienAuthorModifierKind {
    MIEN_AUTHOR_REMOVE_ALL_TRACKS = 1, ///< Only curves stay.
    MIEN_AUTHOR_REMOVE_BONES,          ///< Tracks of names go, or with_children of all below them.
    MIEN_AUTHOR_KEEP_BONES,            ///< All other tracks go.
    MIEN_AUTHOR_REMOVE_CURVES,
    MIEN_AUTHOR_KEEP_CURVES,
    MIEN_AUTHOR_RENAME_CURVES,   ///< names[i] becomes new_names[i], all at once; one * may stand in both.
    MIEN_AUTHOR_SCALE_CURVES,    ///< gain * value + offset.
    MIEN_AUTHOR_CLAMP_CURVES,    ///< To min..max, also between keys.
    MIEN_AUTHOR_SMOOTH_CURVES,   ///< One pole with time_constant, both ways: nothing lags.
    MIEN_AUTHOR_RESAMPLE_CURVES, ///< Linear keys at a rate, from 0 to the clip's length.
    MIEN_AUTHOR_RESAMPLE_TRACKS, ///< Samples with times likewise.
    MIEN_AUTHOR_MIRROR_SIDES,    ///< Left becomes right: names of both, and tracks across X = 0.
} MienAuthorModifierKind;

/// One modifier. Zero-initialise and fill what its kind reads.
typedef struct MienAuthorModifier {
    MienAuthorModifierKind kind;
    bool is_off; ///< Does nothing, and is not checked.

    /// Bones or curves, by exact name or pattern: * is any run of characters, ? is
    /// one. At least one, except for REMOVE_ALL_TRACKS and MIRROR_SIDES, which read none.
    const char *const *names;
    int name_count;
    bool with_children;           ///< REMOVE_BONES, KEEP_BONES: needs a skeleton.
    const char *const *new_names; ///< RENAME_CURVES, one per name.

    float gain, offset;     ///< SCALE_CURVES, within MIEN_MAX_WEIGHT.
    float min, max;         ///< CLAMP_CURVES, within MIEN_MAX_CURVE, min <= max.
    double time_constant;   ///< SMOOTH_CURVES, 0 to 3600 seconds; 0 changes nothing.
    int rate, rate_divisor; ///< RESAMPLE: rate / rate_divisor per second, 1 to 1000; 0: the clip's rate.
} MienAuthorModifier;

/// A list of modifiers, applied in order. It stands on its own: many clips may
/// share it.
typedef struct MienAuthorModifiers {
    int count;
    const MienAuthorModifier *items;
} MienAuthorModifiers;

/// What one modifier did to one clip.
typedef struct MienAuthorModifierReport {
    int track_count, curve_count;       ///< Before it.
    int tracks_touched, curves_touched; ///< Removed, renamed or recomputed by it.
    int missing_count;                  ///< Names that chose nothing here.
    const int *missing;                 ///< Which of its names; lives as long as the clip made.
} MienAuthorModifierReport;

/// Checks kinds, names and numbers of everything that is not off. On failure
/// error, if given, names the place.
MIEN_API MienStatus mien_author_modifiers_check(const MienAuthorModifiers *const *lists, int list_count,
                                                MienError *error);

/// Applies the lists one after another: first those that are shared, then the
/// clip's own. skeleton gives the hierarchy and may be NULL if nothing needs it.
/// out_reports may be NULL, otherwise it has room for every item of all lists.
/// Events, sound, source, rate and length pass through. On failure *out_clip is
/// NULL and the reports are untouched.
MIEN_API MienStatus mien_author_modifiers_apply(const MienAuthorClip *source,
                                                const MienAuthorModifiers *const *lists, int list_count,
                                                const MienAuthorSkeleton *skeleton,
                                                const MienAllocator *allocator, MienAuthorClip **out_clip,
                                                MienAuthorModifierReport *out_reports, MienError *error);

/// One line for a person: "head and children: 32 of 73 tracks; not found: tail".
/// Cut to size bytes with the closing zero, never inside a character.
MIEN_API void mien_author_modifier_describe(const MienAuthorModifier *modifier,
                                            const MienAuthorModifierReport *report, char *text, size_t size);

#ifdef __cplusplus
}
#endif
