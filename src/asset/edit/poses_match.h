// SPDX-License-Identifier: MIT
//
// Keeping poses with their content when the files they come from change: frames are
// matched by marker, then by equal samples, then in order (rule A8).

#pragma once

#include "asset/poses.h"

typedef enum MieniMatchState {
    MIENI_MATCH_SAME = 0,
    MIENI_MATCH_CHANGED, ///< At its old place, with other samples.
    MIENI_MATCH_MOVED,   ///< At another frame or time; is_changed says whether with other samples.
    MIENI_MATCH_ADDED,   ///< A frame or marker that is neither a pose nor skipped.
    MIENI_MATCH_REMOVED,
    MIENI_MATCH_STATES,
} MieniMatchState;

/// One pose, skipped frame or new frame.
typedef struct MieniMatchRow {
    MieniMatchState state;
    bool is_changed;
    bool is_skipped; ///< A row of the skipped frames.
    bool is_kept;    ///< After an update: removed from its source, but kept by hand.
    int row;         ///< In its list before any update; -1 for what is added.
    int take;
    const char *name;           ///< Of a pose; after an update also of what was added.
    const char *marker;         ///< Or NULL.
    MieniMoment from, to;       ///< What does not apply is {-1, 0}.
    char hash[MIENI_HASH_ROOM]; ///< Of the samples now; "" for what is removed.
} MieniMatchRow;

/// Rows: poses with a source, skipped frames, then what is added, each in order.
typedef struct MieniPosesMatch {
    int count;
    MieniMatchRow *rows;            ///< The arena's.
    int counts[MIENI_MATCH_STATES]; ///< How many of each.
} MieniPosesMatch;

/// Compares an asset with its takes. Frames or markers are added only where the asset
/// says "follow", and only those of its own source.
MienStatus mieni_poses_match(const MieniAsset *asset, const MieniPosesTake *takes, int take_count,
                             MieniArena *arena, MieniPosesMatch *out_match, MienError *error);

/// For building: fine while all poses are the same or changed in place. Otherwise fails
/// at the first that is not, with a sentence that names `mien poses update`; *out_match
/// is made then too.
MienStatus mieni_poses_follow(const MieniAsset *asset, const MieniPosesTake *takes, int take_count,
                              MieniArena *arena, MieniPosesMatch *out_match, MienError *error);

/// Brings the asset up to its takes, all or nothing. Names, edits and rules stay with
/// their poses. What is added becomes a pose with a default name, behind the pose of
/// the frame before. A pose that is removed goes, unless it has edits by hand or
/// something refers to it: then it stays, as what was made by hand alone.
MienStatus mieni_poses_update(MieniAsset *asset, const MieniPosesTake *takes, int take_count,
                              MieniArena *arena, MieniPosesMatch *out_match, MienError *error);
