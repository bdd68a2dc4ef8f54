// SPDX-License-Identifier: MIT
//
// One run of lint, shared by the sources of this folder. Skeletons and pose assets are read once
// and kept in short form, so that the cost of a run depends on its clips.

#pragma once

#include "asset/view.h"
#include "base/name_map.h"
#include "base/names.h"
#include "mien_author/resolve.h"
#include "project/lint/lint.h"
#include "project/recipes/graphs.h"
#include "project/recipes/recipes.h"

#include <stdint.h>

typedef struct MieniLintPoses MieniLintPoses;
typedef struct MieniLintDrive MieniLintDrive;

/// A skeleton of the project.
typedef struct MieniLintSkeleton {
    struct MieniLintSkeleton *next;
    const char *path;
    bool is_broken;
    MieniSkeletonRecipe recipe;
    MieniNameEntry *names; ///< Of bones, sorted.
    double extent;         ///< Of the reference pose, as cooking measures it.
    MieniLintPoses *poses; ///< Its pose assets, as far as met.
    MieniLintDrive *drive; ///< Of all of them; made when first needed.
    MieniNameMap table;    ///< Its own list of curves.
    int clip_count;        ///< Clips looked at that play on it.
    MieniNameMap targets;  ///< Poses that drivers of graphs drive, without curves.
    MieniNameMap used;     ///< Curves that clips of it have.
    MieniNameMap outputs;  ///< Curves that poses of it define, and morphs of its meshes.
} MieniLintSkeleton;

/// One pose, short.
typedef struct MieniLintPose {
    const char *name;
    int line;
    MienAuthorRole role;
    int control;       ///< Of an in-between.
    const int *inputs; ///< Of a combination.
    int input_count;
    MienAuthorDrivenPose settings;
    bool moves_curves;
    bool is_rest;    ///< Named as the face at rest, but not the base.
    uint64_t *bones; ///< A bit per bone of the skeleton: those that the pose moves.
} MieniLintPose;

/// A pose asset, or the morphs of a mesh, short.
struct MieniLintPoses {
    MieniLintPoses *next, *next_of_skeleton;
    const char *path, *skeleton_path;
    MieniLintSkeleton *skeleton;
    bool is_loaded, is_broken, is_unreal, is_absolute;
    bool is_mesh; ///< A mesh that a clip is previewed on: its morphs are the poses.
    int base;     ///< Or -1.
    int pose_count;
    MieniLintPose *poses;
    MieniLintDrive *drive; ///< Of this asset alone; made when first needed.
};

/// What a curve does in one pose asset or in all of a skeleton.
typedef struct MieniLintDriver {
    const char *name;  ///< Of the curve; in small letters where case does not count.
    bool is_folded;    ///< Case does not count: unreal blending.
    bool is_base;      ///< It drives a base, which moves nothing.
    bool is_dependent; ///< An in-between or combination: the curve drives nothing.
    bool is_unlimited; ///< No value is outside its range.
    double min, max;   ///< Values of the curve that are not cut off.
    uint64_t *bones;   ///< What its pose and the in-betweens on it move.
    const char *asset; ///< One that has it.
} MieniLintDriver;

/// A combination: moves bones while all of its curves are not 0.
typedef struct MieniLintProduct {
    const char *key; ///< The drivers' numbers, for finding equal ones.
    int *drivers;
    int driver_count;
    uint64_t *bones;
} MieniLintProduct;

struct MieniLintDrive {
    const MieniLintSkeleton *skeleton;
    int driver_count;
    MieniLintDriver *drivers; ///< By is_folded and name.
    int product_count;
    MieniLintProduct *products;
    uint64_t *rest;               ///< Bones that poses move which look like a forgotten base.
    MienAuthorResolver *resolver; ///< Of control_names.
    const char **control_names;
    int driven_pose_count;
};

typedef struct MieniLint {
    MieniProject project; ///< Knows the skeletons below.
    const MieniLintOptions *options;
    MieniNameMap tallies; ///< Of "code file".
    struct Tally *first_tally;
    MieniLintReport *report;
    bool off[MIENI_LINT_CODES];
    bool is_whole;
    MieniNameMap asked; ///< Assets to look at.
    MieniArena arena;
    MieniPaths files; ///< Of the whole project; listed when first needed.
    bool has_files;
    MieniLintSkeleton *skeletons;
    MieniLintPoses *poses, **poses_end; ///< In the order in which they were met.
    MieniNameMap skeleton_of, poses_of; ///< The same by path.
    bool has_all_poses;                 ///< Every pose asset of the project is in the list.
    MieniNameMap unreadable;            ///< Files that were found to be so.
    MieniNameMap paired_meshes;         ///< That a character names.
    MieniGraphs graphs;                 ///< Each text read once.
    MieniNameMap played;                ///< Clips that graphs play.
    MieniNameMap members;               ///< Clips that clips assets make, by the names of their assets.
    bool has_members;
    MieniNameMap face_names; ///< Poses and morphs of all faces; see reach.c.
    const char *face;        ///< The face that has most of them, or NULL.
    int face_size;
    bool has_faces, has_map_nodes;
    MieniNameMap consumed; ///< Pose assets of graphs: whether all of them take their curves away.
    bool has_consumed;
    MienStatus status; ///< Why the run cannot go on, or MIEN_OK.
} MieniLint;

/// Whether a code is worth looking for, at its usual severity.
bool mieni_lint_wants(const MieniLint *lint, MieniLintCode code);
/// A text that lives as long as the report.
const char *mieni_lint_text(MieniLint *lint, const char *format, ...) MIENI_PRINTF(2, 3);
/// "jaw", "jaw and eye", "jaw, eye and 5 more": at most most of them.
const char *mieni_lint_list(MieniLint *lint, const char *const *names, int count, int most);

/// Findings of one code in one file that are listed; the last stands for all others.
enum { MIENI_LINT_MOST = 1000 };
/// Whether findings of this code in this file are listed no more; counts one that is not. Asked
/// where there may be many, before their sentences are made.
bool mieni_lint_is_full(MieniLint *lint, MieniLintCode code, const char *file);
/// Says of each code and file how many findings are not listed.
void mieni_lint_close_tallies(MieniLint *lint);
/// Adds a diagnostic; file, place and message are copied, names are kept unless NULL.
/// It can be changed until the next is added; NULL if it is not listed.
MieniFinding *mieni_lint_add(MieniLint *lint, MieniLintCode code, MieniLintSeverity severity,
                             const char *file, int line, const char *place, const char *message);
/// With the code's usual severity, about one name (NULL for none).
MieniFinding *mieni_lint_say(MieniLint *lint, MieniLintCode code, const char *file, const MieniJson *at,
                             const char *place, const char *name, const char *message);
/// Copies names into a finding, which may be NULL.
void mieni_lint_name(MieniLint *lint, MieniFinding *finding, const char *const *names, int count);
/// Adds a name that was probably meant, copied, to a finding, which may be NULL.
void mieni_lint_mean(MieniLint *lint, MieniFinding *finding, const char *from, const char *to);
/// A file that cannot be read, once for each.
void mieni_lint_unreadable(MieniLint *lint, const MieniProblem *problem);

/// Releases memory for one check; ends the run if there was not enough.
void mieni_lint_release(MieniLint *lint, MieniArena *scratch);

/// Every file of the project; NULL if they cannot be listed.
const MieniPaths *mieni_lint_files(MieniLint *lint);
/// Whether the files of a clips asset are looked at.
bool mieni_lint_wants_members(const MieniLint *lint, const char *asset);
/// The skeleton of a path; NULL, and a finding, if it cannot be read. NULL for NULL.
MieniLintSkeleton *mieni_lint_skeleton(MieniLint *lint, const char *path);
int mieni_lint_bone(const MieniLintSkeleton *skeleton, const char *name);
/// The pose asset of a path, read; NULL, and a finding, if it cannot be.
MieniLintPoses *mieni_lint_poses(MieniLint *lint, const char *path);
/// The same for a preview, which may also be a mesh.
MieniLintPoses *mieni_lint_face(MieniLint *lint, const char *path);
/// A pose asset that was found to lead nowhere: it is not read.
void mieni_lint_poses_skip(MieniLint *lint, const char *path);
/// Reads every pose asset of a skeleton.
void mieni_lint_all_poses(MieniLint *lint, const MieniLintSkeleton *skeleton);
/// What the curves of a pose asset drive, and what those of all assets of a skeleton.
MieniLintDrive *mieni_lint_drive_of(MieniLint *lint, MieniLintPoses *poses);
MieniLintDrive *mieni_lint_drive_all(MieniLint *lint, MieniLintSkeleton *skeleton);
/// The drivers of a curve, at most two: by its very name, and where case does not count.
int mieni_lint_drivers(const MieniLintDrive *drive, const char *curve, const MieniLintDriver *out[2]);
void mieni_lint_caches_release(MieniLint *lint);

/// Words of 64 bits for the bones of a skeleton.
static inline size_t mieni_lint_words(const MieniLintSkeleton *skeleton)
{
    return ((size_t)skeleton->recipe.skeleton.bone_count + 63) / 64;
}

/// Whether references of an asset, its keys and its text are as they should be.
/// Returns how many references are broken.
int mieni_lint_references(MieniLint *lint, const char *path, const MieniAsset *asset);
/// Looks at one path that an asset names at a key; 1 if it is broken.
int mieni_lint_path(MieniLint *lint, const char *path, const MieniJson *value, const char *key,
                    const char *place);
void mieni_lint_lines(MieniLint *lint, const char *path, const MieniAsset *asset, const MieniBuffer *text);
/// Names of rows (poses, bones, curves or morphs) that are the same but for case.
void mieni_lint_duplicates(MieniLint *lint, const char *path, const char *list, const MieniJson *rows,
                           MieniLintSeverity severity);

/// Bones of a source, and of an asset's skeleton, against those of a skeleton.
/// what begins the sentence.
typedef struct MieniLintBones {
    const char *file;
    const MieniJson *at;
    const char *place, *what;
    bool wants_missing; ///< Bones that only the skeleton has count too.
    bool skips_extra;   ///< Bones that the skeleton lacks do not count.
} MieniLintBones;
void mieni_lint_compare_bones(MieniLint *lint, const MieniLintBones *about, const MienAuthorSkeleton *bones,
                              const MieniLintSkeleton *skeleton);

/// The pack of an asset is compared with what cooking gave.
void mieni_lint_pack(MieniLint *lint, const char *path, const char *member, const MienAuthorPack *pack);
/// Whether there is a pack to compare, and anyone to tell.
bool mieni_lint_has_pack(MieniLint *lint, const char *path, const char *member);

/// Checks by kind. Pose assets are checked while they are read: see poses.c.
void mieni_lint_check_skeleton(MieniLint *lint, const char *path);
void mieni_lint_check_poses(MieniLint *lint, MieniLintPoses *poses, const MieniPosesRecipe *recipe);
/// The mesh that a pose asset names, by its value there, against its poses.
void mieni_lint_check_worn(MieniLint *lint, MieniLintPoses *poses, const MieniJson *mesh);
void mieni_lint_check_mesh(MieniLint *lint, const char *path, const MieniAsset *asset);
void mieni_lint_check_graph(MieniLint *lint, const char *path);
/// A graph as a part of a character: its skeleton against the character's, and poses
/// against the morphs of its mesh. Skeleton and mesh may be NULL.
void mieni_lint_check_moved(MieniLint *lint, const char *path, const MieniJson *graph,
                            const MieniLintSkeleton *skeleton, const char *mesh_path,
                            const MieniMeshView *mesh);
/// Whether graphs use a pose asset, and all of them take the curves away that drive it.
bool mieni_lint_is_consumed(MieniLint *lint, const char *poses);
/// Curves that move a pose and, under the same name, a morph. what ends the sentence.
void mieni_lint_check_morphs(MieniLint *lint, const char *path, const MieniJson *at, const char *place,
                             const char *mesh_path, const MieniMeshView *mesh, const MieniLintDrive *drive,
                             const char *what);
/// The skeleton of one part of a character against that of the character.
void mieni_lint_compare_part(MieniLint *lint, const char *path, const MieniJson *at, const char *place,
                             const char *what, const char *part, const MieniLintSkeleton *whole);
void mieni_lint_check_character(MieniLint *lint, const char *path, const MieniAsset *asset, bool is_whole);
void mieni_lint_check_clip(MieniLint *lint, const char *path, const MieniAsset *asset, const char *member);
/// What only all assets together tell.
void mieni_lint_check_whole(MieniLint *lint);
