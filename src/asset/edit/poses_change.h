// SPDX-License-Identifier: MIT
//
// A change of a pose asset in the making. The tree is forked where it is touched; the
// old one stays whole until the new one is found good.

#pragma once

#include "asset/poses.h"
#include "asset/poses_parts.h"

typedef struct MieniChange {
    MieniAsset *asset;
    MieniJsonDocument *json;
    MieniJson *root;    ///< Forked.
    MieniArena scratch; ///< Freed at the end.
    MienError *error;
} MieniChange;

void mieni_change_begin(MieniChange *change, MieniAsset *asset, MienError *error);
/// Puts the new tree in if status is MIEN_OK, memory sufficed and the tree is valid;
/// returns the resulting status.
MienStatus mieni_change_end(MieniChange *change, MienStatus status);
/// A list of the new root, forked or new; NULL without memory. Ask once per change.
MieniJson *mieni_change_list(MieniChange *change, const char *key);
/// A row, forked into its list; NULL without memory.
MieniJson *mieni_change_row(MieniChange *change, MieniJson *list, int index);
/// Takes a list that became empty out of the root.
void mieni_change_drop_empty(MieniChange *change, const char *key, const MieniJson *list);
/// Fails at an argument.
MienStatus mieni_change_fail(const MieniChange *change, const char *place, const char *sentence, ...)
    MIENI_PRINTF(3, 4);
/// Finds a pose among rows; fails naming it.
MienStatus mieni_change_find(const MieniChange *change, const MieniJson *poses, const char *name,
                             int *out_index);
/// The list of poses, the index of one and its forked row.
MienStatus mieni_change_pose(MieniChange *change, const char *name, MieniJson **out_list, int *out_index,
                             MieniJson **out_row);

void mieni_change_put_text(MieniChange *change, MieniJson *row, const char *key, const char *text);
void mieni_change_put_float(MieniChange *change, MieniJson *row, const char *key, float value);
/// A list of names; none for a count of 0.
void mieni_change_put_names(MieniChange *change, MieniJson *row, const char *key, const char *const *names,
                            int count);

/// Writes bones by hand, in place of those a row has: what differs from base (NULL: the
/// reference).
void mieni_change_put_bones(MieniChange *change, MieniJson *row, const MienAuthorSkeleton *skeleton,
                            const MienTransform *bones, const MienTransform *base);
/// The same for curves.
void mieni_change_put_curves(MieniChange *change, MieniJson *row, const char *const *names,
                             const float *values, int count);

/// Names that were seen, for telling whether another is new.
typedef struct MieniSeen {
    const char **slots;
    size_t mask;
} MieniSeen;

/// Room for count names; false without memory.
bool mieni_seen_begin(MieniSeen *seen, MieniArena *arena, size_t count);
bool mieni_seen_has(const MieniSeen *seen, const char *name);
void mieni_seen_add(MieniSeen *seen, const char *name); ///< name must live on.
/// Adds the strings of a key of all rows.
void mieni_seen_add_rows(MieniSeen *seen, const MieniJson *rows, const char *key);

enum { MIENI_ID_ROOM = 24 };
/// An id that is not taken, from a source (file, take, exact time) or, with file NULL,
/// from a name; adds it. False without memory.
bool mieni_poses_id(MieniSeen *seen, MieniArena *arena, const char *file, const char *take, double time,
                    const char *name, const char **out_id);
/// The id of another pose of the same source as one with this id.
bool mieni_poses_next_id(MieniSeen *seen, MieniArena *arena, const char *id, const char **out_id);
/// The first free default name from a number on, and the number after it; NULL without
/// memory.
const char *mieni_poses_default_name(MieniSeen *seen, MieniArena *arena, int *number);

/// Adds what a row says of its source: file and take unless they are the asset's own,
/// frame or time, marker, hash.
void mieni_change_put_source(MieniChange *change, MieniJson *row, const MieniPosesTake *take,
                             MieniMoment moment, const char *marker, const char *hash);
/// Moves the source of a pose's row to the skipped frames, unless it has none or another
/// of the poses, or a skipped frame, is from there too. Both lists are being changed.
void mieni_change_skip_source(MieniChange *change, MieniJson *row, const MieniJson *poses,
                              MieniJson *skipped);

/// Inserts a row behind an index, under a name that must be new, with an id of its own:
/// that of its source, if it is a copy that has one, otherwise that of its name.
MienStatus mieni_change_add_after(MieniChange *change, MieniJson *poses, int index, MieniJson *row,
                                  const char *name);
