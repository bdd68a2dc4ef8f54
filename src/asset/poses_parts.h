// SPDX-License-Identifier: MIT
//
// What the sources of pose assets share: failing at a row, transforms as text, and
// takes seen frame by frame.

#pragma once

#include "asset/poses.h"
#include "base/names.h"

/// Fails at a key of a row: "line 12, poses[3].on"; at the row where it lacks the key
/// or key is NULL. The sentence is a printf format.
MienStatus mieni_row_fail(MienError *error, const MieniJson *row, const char *list, int index,
                          const char *key, const char *sentence, ...) MIENI_PRINTF(6, 7);
MienStatus mieni_poses_no_memory(MienError *error);

/// Puts what a row gives of t, q and s over a transform. Fails for a rotation that is
/// not of length 1.
MienStatus mieni_transform_of_row(const MieniJson *row, const char *list, int index, MienTransform *transform,
                                  MienError *error);
/// Adds t, q and s to a row where they are not as fallback has them.
void mieni_transform_to_row(MieniJsonDocument *document, MieniJson *row, const MienTransform *transform,
                            const MienTransform *fallback);

/// A copy of an object or array that shares its items, so that it can be changed and
/// the old one kept; NULL is passed on.
MieniJson *mieni_json_fork(MieniJsonDocument *document, const MieniJson *container);
/// An array of the strings of a list; NULL without memory.
const char **mieni_json_strings(MieniArena *arena, const MieniJson *list);

/// A take made ready for looking at its frames.
typedef struct MieniTakeView {
    const MienAuthorClip *clip;
    int frame_count;
    const int *tracks; ///< By bone name.
    const int *curves; ///< By name.
} MieniTakeView;

/// False without memory.
bool mieni_take_view(const MienAuthorClip *clip, MieniArena *arena, MieniTakeView *out_view);
/// Frames are those of the longest track at the clip's rate; without one, those of the
/// clip's length.
int mieni_take_frame_count(const MienAuthorClip *clip);
double mieni_take_frame_time(const MienAuthorClip *clip, int frame);
/// A track at a moment: a frame's own sample, to the bit, where the track has one.
MienTransform mieni_take_sample(const MienAuthorClip *clip, int track, MieniMoment moment);
/// The hash of everything the take is at a moment, as text.
void mieni_take_hash(const MieniTakeView *view, MieniMoment moment, char out[MIENI_HASH_ROOM]);
/// The first event of a name, or NULL.
const MienAuthorClipEvent *mieni_take_event(const MienAuthorClip *clip, const char *name);

/// Where a row of poses or skipped frames comes from: its own file and take, or the
/// asset's. False if neither says a file.
bool mieni_poses_origin(const MieniAsset *asset, const MieniJson *row, const char **out_file,
                        const char **out_take);
/// Whether a row has a source: a frame, a time or a marker.
bool mieni_poses_is_sourced(const MieniJson *row);
/// The index of a take in a list, or -1.
int mieni_poses_find_take(const MieniPosesTake *takes, int count, const char *file, const char *take);
/// The moment of a sourced row. Fails beyond the take's frames and for a marker that
/// is not there.
MienStatus mieni_poses_moment(const MieniJson *row, const char *list, int index, const MienAuthorClip *clip,
                              MieniMoment *out_moment, MienError *error);
