// SPDX-License-Identifier: MIT
//
// Poses that come from another face, for looking at them one by one: which are pinned, and what the transfer
// found.

#pragma once

#include "project/edit/transfer.h"
#include "studio/model/document/studio.h"

/// A pose that is transferred.
typedef struct StudioReviewRow {
    const char *name;   ///< In the asset.
    const char *source; ///< In the asset that it comes from.
    bool is_pinned;     ///< It has edits, which transfers keep.
    MieniTransferDoubt doubt;
    double source_part, target_part; ///< What the doubt is about, on both faces.
    int lost_bones;                  ///< That the face lacks.
    double print;                    ///< Another number if its bones are; below 2 to the power of 52.
} StudioReviewRow;

typedef struct StudioReview {
    StudioReviewRow *rows;
    int count;
    MieniProblem problem; ///< Why there are none.
    MieniArena memory;    ///< Private.
} StudioReview;

/// Transfers the poses of an asset, on any thread, on a snapshot. Always release it.
void studio_review_make(StudioReview *out_review, const StudioSnapshot *snapshot, const char *path);
void studio_review_release(StudioReview *review);
