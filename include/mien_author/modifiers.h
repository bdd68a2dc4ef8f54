// SPDX-License-Identifier: MIT
//
// Modifiers: non-destructive changes to a clip. Applying computes a new clip from the
// given one and the lists in order. If you remove a modifier and apply again, the result is
// byte for byte what it was before.
//
// Ownership  Lists, clips and skeletons belong to the caller and are only read. Free the
//            clip that apply creates with mien_author_clip_destroy. It shares unchanged
//            data with the given clip, which must outlive it; lists and skeleton need not.
// Threads    No state: apply on any number of threads; threads may share a list.
// Memory     The given allocator is used for the result and for temporary memory.
// Callbacks  Only a program sets them: no file of a project can name or run one.
// Errors     The location has list, item and field ("lists[0].items[3].names[1]").
//            A missing name is not an error: the report lists it.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of modifiers, defined in docs/modifiers.md. They start at 1, so that an unset
/// kind is refused.
typedef enum MienAuthorModifierKind {
    MIEN_AUTHOR_REMOVE_ALL_TRACKS = 1, ///< Keeps only curves.
    MIEN_AUTHOR_REMOVE_BONES, ///< Removes the tracks of names; with_children also those of all descendants.
    MIEN_AUTHOR_KEEP_BONES,   ///< Removes all other tracks.
    MIEN_AUTHOR_REMOVE_CURVES,
    MIEN_AUTHOR_KEEP_CURVES,
    MIEN_AUTHOR_RENAME_CURVES,   ///< Renames names[i] to new_names[i], simultaneously; both may have one *.
    MIEN_AUTHOR_SCALE_CURVES,    ///< gain * value + offset.
    MIEN_AUTHOR_CLAMP_CURVES,    ///< Clamps to min..max, also between keys.
    MIEN_AUTHOR_SMOOTH_CURVES,   ///< One-pole filter with time_constant, forwards and backwards: no lag.
    MIEN_AUTHOR_RESAMPLE_CURVES, ///< Linear keys at a rate, from 0 to the clip's length.
    MIEN_AUTHOR_RESAMPLE_TRACKS, ///< The same for samples with times.
    MIEN_AUTHOR_MIRROR_SIDES,    ///< Swaps left and right: names, and tracks across X = 0.
    MIEN_AUTHOR_CALLBACK_CURVES, ///< The program's own function changes the keys of curves.
    MIEN_AUTHOR_CALLBACK_TRACKS, ///< The program's own function changes the samples of tracks.
} MienAuthorModifierKind;

/// One curve or track that a callback may change. Everything is valid during the call only.
typedef struct MienAuthorModifierCall {
    /// The clip before this modifier, for reading: calls do not see each other's changes.
    const MienAuthorClip *clip;
    int index;              ///< Of the curve in clip->curves, or of the track in clip->tracks.
    int count;              ///< Number of keys or samples. It stays: resample first for one per frame.
    MienAuthorKey *keys;    ///< CALLBACK_CURVES: a copy to change; NULL if count is 0. Times must ascend.
    MienTransform *samples; ///< CALLBACK_TRACKS: a copy to change, with rotations of length 1.
} MienAuthorModifierCall;

/// A modifier of the program's own. Called once per selected curve or track, in the clip's order, on
/// the thread that applies. To be deterministic it must depend only on user and call. On failure it
/// returns a status and may fill error, which is never NULL: the message is passed on.
typedef MienStatus MienAuthorModifierFunction(void *user, const MienAuthorModifierCall *call,
                                              MienError *error);

/// One modifier. Zero-initialise and fill the fields of its kind.
typedef struct MienAuthorModifier {
    MienAuthorModifierKind kind;
    bool is_off; ///< Disabled and not checked.

    /// Bones or curves, by exact name or pattern: * matches any characters, ? matches
    /// one. At least one, except for REMOVE_ALL_TRACKS and MIRROR_SIDES, which use none.
    const char *const *names;
    int name_count;
    bool with_children;           ///< REMOVE_BONES, KEEP_BONES: needs a skeleton.
    const char *const *new_names; ///< RENAME_CURVES, one per name.

    float gain, offset;     ///< SCALE_CURVES, within MIEN_MAX_WEIGHT.
    float min, max;         ///< CLAMP_CURVES, within MIEN_MAX_CURVE, min <= max.
    double time_constant;   ///< SMOOTH_CURVES, 0 to 3600 seconds; 0 has no effect.
    int rate, rate_divisor; ///< RESAMPLE: rate / rate_divisor per second, 1 to 1000; 0: the clip's rate.

    MienAuthorModifierFunction *callback; ///< CALLBACK kinds.
    void *user;                           ///< Passed to callback. Threads that share a list share it.
    const char *title;                    ///< CALLBACK kinds: what descriptions call it; may be NULL.
} MienAuthorModifier;

/// A list of modifiers, applied in order. Clips may share it.
typedef struct MienAuthorModifiers {
    int count;
    const MienAuthorModifier *items;
} MienAuthorModifiers;

/// Result of one modifier on one clip.
typedef struct MienAuthorModifierReport {
    int track_count, curve_count;       ///< Before it.
    int tracks_touched, curves_touched; ///< Removed, renamed or recomputed by it.
    int missing_count;                  ///< Names that matched nothing.
    const int *missing;                 ///< Indices of these names; valid as long as the new clip.
} MienAuthorModifierReport;

/// Checks kinds, names and numbers of all enabled modifiers. On failure error, if given,
/// has the location.
MIEN_API MienStatus mien_author_modifiers_check(const MienAuthorModifiers *const *lists, int list_count,
                                                MienError *error);

/// What to modify. Zero-initialise: zero is every field's default.
typedef struct MienAuthorModifying {
    const MienAuthorClip *clip;
    const MienAuthorModifiers *const *lists; ///< Applied in order: the shared ones, then the clip's own.
    int list_count;
    const MienAuthorSkeleton *skeleton; ///< The hierarchy of bones; NULL if no modifier needs it.
    const MienAllocator *allocator;     ///< NULL for malloc and free. Must outlive the new clip.
} MienAuthorModifying;

/// Applies lists of modifiers to a clip. out_reports may be NULL; otherwise it needs one
/// element per item of all lists. Events, sound, source, rate and length are unchanged. On
/// failure *out_clip is NULL and the reports are not written.
MIEN_API MienStatus mien_author_modifiers_apply(const MienAuthorModifying *modifying,
                                                MienAuthorClip **out_clip,
                                                MienAuthorModifierReport *out_reports, MienError *error);

/// One line for the user: "head and children: 32 of 73 tracks; not found: tail".
/// Truncated to size bytes including the terminating zero, never inside a character.
MIEN_API void mien_author_modifier_describe(const MienAuthorModifier *modifier,
                                            const MienAuthorModifierReport *report, char *text, size_t size);

#ifdef __cplusplus
}
#endif
