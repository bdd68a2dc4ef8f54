// SPDX-License-Identifier: MIT
//
// Making and changing pose assets as text. Every function does all or nothing: if it
// fails, or the result would make no sense where the asset did before, the asset is
// as it was. Nothing else changes, so a change shows in a diff as itself.
//
// Memory  What an edit replaces stays with the asset's document until that is released.
// Errors  Places are those of the text, or name the argument ("to[2]").

#pragma once

#include "asset/poses.h"

/// Which moments of a take become poses.
typedef enum MieniPosesFrom {
    MIENI_POSES_FRAMES = 0, ///< count frames from first; a count of 0: all from there.
    MIENI_POSES_TIMES,
    MIENI_POSES_MARKERS, ///< The take's events, in order of time.
} MieniPosesFrom;

/// Poses to be made from a take. Zero-initialise and fill.
typedef struct MieniPosesPlan {
    MieniPosesTake take;
    MieniPosesFrom from;
    int first, count;    ///< For frames.
    const double *times; ///< For times: seconds, time_count of them.
    int time_count;
    /// Per moment; at most as many as there are. A NULL name is the default: Pose_0 for
    /// the first moment of the take and so on, or the marker's name.
    const char *const *names;
    const bool *is_skipped; ///< Per name: the moment becomes no pose. May be NULL.
    int name_count;
} MieniPosesPlan;

/// A new asset with a source. base is a name or NULL for the reference pose. With all
/// frames or all markers, updating will add those that are new.
MienStatus mieni_poses_make(MieniAsset *out_asset, const char *skeleton_path, bool is_absolute,
                            const char *base, const MieniPosesPlan *plan, const MienAllocator *allocator,
                            MienError *error);

/// A pose by hand, at the end: what the bones are in it, per bone of the skeleton; only
/// what differs from base (NULL: the reference) is written. curves may be NULL.
MienStatus mieni_poses_add_made(MieniAsset *asset, const char *name, const MienAuthorSkeleton *skeleton,
                                const MienTransform *bones, const MienTransform *base,
                                const char *const *curves, const float *values, int curve_count,
                                MienError *error);

/// The index of a pose, or -1.
int mieni_poses_find(const MieniAsset *asset, const char *name);

/// Renames all at once, so that names can be swapped; everything that refers to them
/// in the asset follows.
MienStatus mieni_poses_rename(MieniAsset *asset, const char *const *from, const char *const *to, int count,
                              MienError *error);
/// Deletes poses. Refused while the base or others that stay refer to them, unless
/// forced: then the references go too (an in-between or combination without any becomes
/// a pose of its own). The frames they came from are skipped from now on.
MienStatus mieni_poses_delete(MieniAsset *asset, const char *const *names, int count, bool is_forced,
                              MienError *error);

typedef enum MieniPosesPlace {
    MIENI_POSES_AT = 0, ///< At an index of the resulting list.
    MIENI_POSES_BEFORE, ///< Before the pose named anchor.
    MIENI_POSES_AFTER,
} MieniPosesPlace;

/// Moves one pose within the list.
MienStatus mieni_poses_move(MieniAsset *asset, const char *name, MieniPosesPlace place, int index,
                            const char *anchor, MienError *error);
/// Sorts by name, by bytes.
MienStatus mieni_poses_sort(MieniAsset *asset, MienError *error);
/// A copy behind the original, driven by the curve of its own name.
MienStatus mieni_poses_duplicate(MieniAsset *asset, const char *name, const char *new_name, MienError *error);

/// What mirroring and splitting need to know of the asset: its bones in every pose.
typedef struct MieniPosesWorld {
    const MienAuthorSkeleton *skeleton;
    const MieniPosesTake *takes;
    int take_count;
} MieniPosesWorld;

/// Writes the pose with sides swapped, by hand, over new_name or as a new pose behind
/// it; new_name may be name: then it is flipped. A bone whose partner's base is its own
/// mirrored is reflected to the bit; otherwise its offset from the base is.
MienStatus mieni_poses_mirror(MieniAsset *asset, const MieniPosesWorld *world, const char *name,
                              const char *new_name, MienError *error);
/// Makes one half of a pose like the other, in place and by hand: bones and curves of the one
/// side become those of the other mirrored, what has no side becomes the mean of itself and its
/// mirror image.
MienStatus mieni_poses_symmetrise(MieniAsset *asset, const MieniPosesWorld *world, const char *name,
                                  bool is_from_left, MienError *error);
#define MIENI_POSES_FALLOFF_MAX 1000.0 ///< Metres.
/// Writes the left and the right half of a pose as two poses behind it. Bones and
/// curves with a side go whole to that side; of the others each side has half. With a
/// falloff above 0 bones are split by position instead: they blend from one side to the other
/// within that many metres of the middle, and belong to one side beyond it. The names of bones
/// decide which side is left; without such names it is X.
MienStatus mieni_poses_split(MieniAsset *asset, const MieniPosesWorld *world, const char *name,
                             const char *left_name, const char *right_name, double falloff, MienError *error);

/// Between additive and absolute. Nothing but "mode" changes.
MienStatus mieni_poses_set_mode(MieniAsset *asset, bool is_absolute, MienError *error);
/// NULL: the reference pose.
MienStatus mieni_poses_set_base(MieniAsset *asset, const char *name, MienError *error);
/// has false: the default, 0 to 1.
MienStatus mieni_poses_set_range(MieniAsset *asset, const char *name, bool has, float min, float max,
                                 MienError *error);
/// Gain 1 and offset 0 are the default and written as nothing.
MienStatus mieni_poses_set_remap(MieniAsset *asset, const char *name, float gain, float offset,
                                 MienError *error);
MienStatus mieni_poses_set_smooth(MieniAsset *asset, const char *name, bool is_smooth, MienError *error);
MienStatus mieni_poses_set_binary(MieniAsset *asset, const char *name, bool is_binary, MienError *error);
/// Makes a pose an in-between of on, or with on NULL a control again.
MienStatus mieni_poses_set_inbetween(MieniAsset *asset, const char *name, const char *on, float at,
                                     MienError *error);
/// Makes a pose a combination, or with count 0 a control again.
MienStatus mieni_poses_set_combination(MieniAsset *asset, const char *name, const char *const *inputs,
                                       int count, MienError *error);

/// Adds a mask, or changes the one between these two.
MienStatus mieni_poses_set_override(MieniAsset *asset, const char *target, const char *source,
                                    MienAuthorOverrideKind kind, float amount, float threshold,
                                    MienError *error);
MienStatus mieni_poses_remove_override(MieniAsset *asset, const char *target, const char *source,
                                       MienError *error);

/// Adds a group, or changes the one of this name, members and all. number is its limit,
/// or how many a top group keeps.
MienStatus mieni_poses_set_group(MieniAsset *asset, const char *name, MienAuthorGroupKind kind, float number,
                                 const char *const *members, int count, MienError *error);
MienStatus mieni_poses_remove_group(MieniAsset *asset, const char *name, MienError *error);

/// Sets the max LOD of a curve; MIEN_ALL_LODS removes the row.
MienStatus mieni_poses_set_curve_level(MieniAsset *asset, const char *curve, int max_lod, MienError *error);

/// Which parts of a transform are meant.
enum { MIENI_PART_T = 1, MIENI_PART_Q = 2, MIENI_PART_S = 4 };
/// Sets parts of a bone by hand.
MienStatus mieni_poses_set_bone(MieniAsset *asset, const char *name, const char *bone, int parts,
                                const MienTransform *value, MienError *error);
/// Clears parts that were set by hand; bone NULL: of all bones.
MienStatus mieni_poses_clear_bone(MieniAsset *asset, const char *name, const char *bone, int parts,
                                  MienError *error);
