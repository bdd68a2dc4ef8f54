// SPDX-License-Identifier: MIT
//
// Three-way merge of text assets by structure: objects by key, rows by what makes
// them one, whatever lines they stand on. docs/merging.md says what merges.

#pragma once

#include "asset/asset.h"

/// Zero is the default of every field.
typedef struct MieniMergeOptions {
    const char *ours, *base, *theirs; ///< What the sides are called; NULL for these words.
    int marker_size;                  ///< How long the markers are; 0 for 7.
    const MienAllocator *allocator;
} MieniMergeOptions;

typedef struct MieniMergeConflict {
    const char *text;                      ///< "pose jaw_open: range: ours [0, 1.2], theirs [0, 1.5]"
    int line_base, line_ours, line_theirs; ///< Where it stands in each text; 0 for not at all.
    bool is_note; ///< Decided for ours, and only worth knowing: nothing is marked in the text.
} MieniMergeConflict;

typedef struct MieniMerge {
    MieniTextOut text;                   ///< The merged asset, or the same with conflicts marked.
    const MieniMergeConflict *conflicts; ///< Notes among them.
    int count;
    int conflict_count;       ///< Without the notes: 0 for a clean merge.
    MieniJsonDocument memory; ///< Private.
} MieniMerge;

/// Merges what changed from base to ours and from base to theirs. All are assets of one
/// kind that passed their check; base may be NULL where the sides have no common
/// ancestor. A clean result is canonical text that passes the check; otherwise exactly
/// the lines in conflict stand between markers. Conflicts are no failure: the status
/// is MIEN_OK. On failure the merge is empty. Nothing in it points into the assets.
MienStatus mieni_asset_merge(MieniMerge *out_merge, const MieniAsset *base, const MieniAsset *ours,
                             const MieniAsset *theirs, const MieniMergeOptions *options, MienError *error);
void mieni_asset_merge_release(MieniMerge *merge);
