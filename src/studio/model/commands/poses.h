// SPDX-License-Identifier: MIT
//
// Commands on pose assets. Each is one undo step or has no effect.

#pragma once

#include "asset/edit/poses_match.h"
#include "project/posing.h"
#include "project/rename/rename.h"
#include "studio/model/document/edit.h"

/// Renames poses, all at once; is_everywhere: in all that names them too, as curves or poses. That
/// reads the sources of clips: in a large project do it in an edit, on another thread.
MienStatus studio_poses_rename(Studio *studio, const char *path, const char *const *from,
                               const char *const *to, int count, bool is_everywhere, MieniProblem *problem);
/// The same within an edit, on any thread. renamed (may be NULL) hears of files that change.
MienStatus studio_poses_rename_in(const StudioEdit *edit, const char *path, const char *const *from,
                                  const char *const *to, int count, bool is_everywhere, MieniRenamed *renamed,
                                  void *user, MieniProblem *problem);
/// Deletes poses; is_forced: what refers to them goes too.
MienStatus studio_poses_delete(Studio *studio, const char *path, const char *const *names, int count,
                               bool is_forced, MieniProblem *problem);
/// Moves poses, in the order they are given, to before the one called anchor, or with NULL
/// to the end.
MienStatus studio_poses_move(Studio *studio, const char *path, const char *const *names, int count,
                             const char *anchor, MieniProblem *problem);
/// Moves poses up or down by a number of rows, at most to the start or end of the list.
MienStatus studio_poses_shift(Studio *studio, const char *path, const char *const *names, int count, int by,
                              MieniProblem *problem);
/// Copies each behind itself, as name_2 or what is free.
MienStatus studio_poses_duplicate(Studio *studio, const char *path, const char *const *names, int count,
                                  MieniProblem *problem);

/// Swaps the sides of each pose in place, whatever it is called.
MienStatus studio_poses_flip(Studio *studio, const char *path, const char *const *names, int count,
                             MieniProblem *problem);

/// Writes each pose mirrored as another one, or itself, within an edit, on any thread.
MienStatus studio_poses_mirror_in(const StudioEdit *edit, const char *path, const char *const *from,
                                  const char *const *to, int count, MieniProblem *problem);
/// The same, but one that would become itself is made even, from one of its halves.
MienStatus studio_poses_symmetrise_in(const StudioEdit *edit, const char *path, const char *const *from,
                                      const char *const *to, int count, bool is_from_left,
                                      MieniProblem *problem);
/// Writes each pose as two halves. falloff in metres, as in mieni_poses_split; 0: by names.
MienStatus studio_poses_split_in(const StudioEdit *edit, const char *path, const char *const *from,
                                 const char *const *left, const char *const *right, int count, double falloff,
                                 MieniProblem *problem);

/// Between additive and absolute: nothing else changes.
MienStatus studio_poses_set_mode(Studio *studio, const char *path, bool is_absolute, MieniProblem *problem);
/// name NULL: the rest pose.
MienStatus studio_poses_set_base(Studio *studio, const char *path, const char *name, MieniProblem *problem);
/// Changes that follow each other quickly are one step.
MienStatus studio_poses_set_range(Studio *studio, const char *path, const char *name, float min, float max,
                                  MieniProblem *problem);
#define STUDIO_REMAP_MOST 1000.0 ///< Of gain and offset, either way.
/// How a curve becomes a weight, before its range.
typedef struct StudioPoseRemap {
    float gain, offset;
    bool is_smooth, is_binary; ///< Eased in and out; 1 above 0.5, otherwise 0.
} StudioPoseRemap;
/// What a pose of an asset has; the default for one that there is not.
void studio_poses_remap_of(const MieniAsset *asset, const char *name, StudioPoseRemap *out_remap);
/// Changes that follow each other quickly are one step.
MienStatus studio_poses_set_remap(Studio *studio, const char *path, const char *name,
                                  const StudioPoseRemap *remap, MieniProblem *problem);
MienStatus studio_poses_set_inbetween(Studio *studio, const char *path, const char *name, const char *on,
                                      float at, MieniProblem *problem);
MienStatus studio_poses_set_combination(Studio *studio, const char *path, const char *name,
                                        const char *const *inputs, int count, MieniProblem *problem);
/// A group of poses that share a limit; no members: it is removed.
MienStatus studio_poses_set_group(Studio *studio, const char *path, const char *group,
                                  MienAuthorGroupKind kind, float number, const char *const *members,
                                  int count, MieniProblem *problem);
/// Drops what was changed by hand: poses are again as their source has them.
MienStatus studio_poses_drop_edits(Studio *studio, const char *path, const char *const *names, int count,
                                   MieniProblem *problem);

/// A pose by hand at the end, with these bones; others are as in the base. What is as in the
/// base is not written. name NULL: Pose_n; out_name (may be NULL) gets it.
MienStatus studio_poses_add(Studio *studio, const char *path, const char *name, const MieniPosedBone *bones,
                            int bone_count, char out_name[256], MieniProblem *problem);
/// Writes bones into a pose that is there, by hand, where they are others than it has.
MienStatus studio_poses_set_bones(Studio *studio, const char *path, const char *name,
                                  const MieniPosedBone *bones, int bone_count, MieniProblem *problem);

/// How a pose, a skipped frame or a new frame stands to its source.
typedef struct StudioSourceRow {
    const char *name; ///< Of the pose; "" for what is none yet.
    int pose;         ///< In the asset; -1 for what is no pose.
    MieniMatchState state;
    bool is_changed; ///< It has other samples.
    int from, to;    ///< Frames before and now; -1 where there is none.
} StudioSourceRow;

typedef struct StudioSourceReport {
    StudioSourceRow *rows;
    int count;
    int counts[MIENI_MATCH_STATES];
    MieniArena memory; ///< Private.
} StudioSourceReport;

/// Compares poses with their source and changes nothing: what an update would do, and what a list
/// marks. Reads the source: on any thread, on a snapshot. Always release it.
MienStatus studio_poses_compare(const StudioSnapshot *snapshot, const char *path,
                                StudioSourceReport *out_report, MieniProblem *problem);
void studio_source_report_release(StudioSourceReport *report);
/// Brings poses up to their source, within an edit, on any thread. Of what is new, frames of skipped
/// become no poses. counts (may be NULL) has how many there are of each state.
MienStatus studio_poses_update_in(const StudioEdit *edit, const char *path, const int *skipped,
                                  int skipped_count, int counts[MIENI_MATCH_STATES], MieniProblem *problem);
