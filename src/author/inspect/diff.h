// SPDX-License-Identifier: MIT
//
// What the comparisons of all kinds share: a list that grows, and the words for
// transforms and numbers that differ.

#pragma once

#include "author/inspect/view.h"
#include "base/format.h"
#include "mien_author/pack_diff.h"

/// What is below is counted, not told.
#define MIENI_LEAST_DIFFERENCE 1e-5

/// A difference while the text may still move.
typedef struct MieniDiffItem {
    MienAuthorDifferenceKind kind;
    size_t subject, text;
    double magnitude;
} MieniDiffItem;

typedef struct MieniDiff {
    MieniArena arena;   ///< For the length of the comparison.
    MieniTextOut text;  ///< Subjects and texts, each closed by a zero.
    MieniTextOut items; ///< Of MieniDiffItem, as bytes.
    size_t subject, begin;
    int count, below_count;
} MieniDiff;

/// Begins a difference of "noun name" ("" and "" for the pack); put its text into
/// diff->text, then end it.
void mieni_diff_begin(MieniDiff *diff, const char *noun, const char *name);
void mieni_diff_end(MieniDiff *diff, MienAuthorDifferenceKind kind, double magnitude);
/// All at once.
void mieni_diff_say(MieniDiff *diff, MienAuthorDifferenceKind kind, const char *noun, const char *name,
                    const char *format, ...) MIENI_PRINTF(5, 6);

/// "what 0.5, was 0.25", if it differs enough.
void mieni_diff_value(MieniDiff *diff, const char *noun, const char *name, const char *what, double first,
                      double second);
/// "what rotates ..., moves ..., scales ...", one difference each. what may be "".
void mieni_diff_places(MieniDiff *diff, const char *noun, const char *name, const char *what,
                       const MieniPlace *first, const MieniPlace *second, double extent);
/// "max LOD 2, was all".
void mieni_diff_level(MieniDiff *diff, const char *noun, const char *name, int first, int second);

/// Two lists of unique names: names of the first that the second lacks, then the other
/// way round. out_second gets, per name of the first, its index in the second or -1.
typedef struct MieniDiffNames {
    const char *noun;
    const void *first, *second;
    int first_count, second_count;
    const char *(*name)(const void *list, int index);
    int (*find)(const void *list, const char *name);
} MieniDiffNames;

/// NULL without memory.
int *mieni_diff_names(MieniDiff *diff, const MieniDiffNames *names);

/// Says once if names that both have stand in another order. to_second may be NULL.
void mieni_diff_order(MieniDiff *diff, const int *to_second, int count, const char *what);

void mieni_diff_skeletons(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second);
void mieni_diff_poses(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second);
/// What drives a pose of both.
void mieni_diff_role(MieniDiff *diff, const MieniPackPoseView *first, int a, const MieniPackPoseView *second,
                     int b);
/// Masks and groups.
void mieni_diff_rules(MieniDiff *diff, const MieniPackPoseView *first, const MieniPackPoseView *second);
void mieni_diff_clips(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second);
void mieni_diff_meshes(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second);
void mieni_diff_graphs(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second);
