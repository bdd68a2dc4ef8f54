// SPDX-License-Identifier: MIT
//
// Recipes: an asset of a project with its source files, shared lists and skeleton read. Cooking,
// lint and previews all start here.
//
// All results of a recipe live until it is released.

#pragma once

#include "asset/edit/poses_match.h"
#include "asset/mesh.h"
#include "base/arena.h"
#include "base/text_out.h"
#include "mien_author/clip.h"
#include "mien_author/modifiers.h"
#include "mien_author/pose_asset.h"
#include "mien_solve/solve.h"
#include "project/project.h"
#include "project/recipes/poses_transfer.h"
#include "project/sources/sources.h"

/// A skeleton asset, read.
typedef struct MieniSkeletonRecipe {
    MieniAsset asset;
    MieniArena arena;
    MienAuthorSkeleton skeleton;
    bool is_shared; ///< Private: another one's, which is not released here.
} MieniSkeletonRecipe;

/// A file that an asset names and that cannot be opened, or is of another kind, is told
/// where the asset names it. target is what value, the asset's value of key, says.
MienStatus mieni_problem_refer(MieniProblem *problem, MienStatus status, const char *path,
                               const MieniJson *value, const char *key, const char *target);

MienStatus mieni_skeleton_recipe(const MieniProject *project, const char *path,
                                 MieniSkeletonRecipe *out_recipe, MieniProblem *problem);
/// The same with its text, not the note of its bones, as an input, and never a known one.
MienStatus mieni_skeleton_recipe_whole(const MieniProject *project, const char *path,
                                       MieniSkeletonRecipe *out_recipe, MieniProblem *problem);
/// What others see of a skeleton: its bones, their parents and where they are. A build notes this.
void mieni_skeleton_bones_text(const MieniSkeletonRecipe *recipe, MieniTextOut *out);
void mieni_skeleton_recipe_release(MieniSkeletonRecipe *recipe);

/// A mesh: what its source has, with the bones and morphs of the asset.
typedef struct MieniMeshRecipe {
    MieniAsset asset;
    MieniSkeletonRecipe skeleton;
    MieniSources sources;
    MieniArena arena;
    MienAuthorMesh mesh;
    MieniMeshNotes notes; ///< What the source has that the asset does not know of.
} MieniMeshRecipe;

MienStatus mieni_mesh_recipe(const MieniProject *project, const char *path, MieniMeshRecipe *out_recipe,
                             MieniProblem *problem);
void mieni_mesh_recipe_release(MieniMeshRecipe *recipe);
/// Cooks and loads a mesh asset, or returns a failure and leaves *out_mesh NULL. The pack lives longer
/// than the mesh.
MienStatus mieni_mesh_open(const MieniProject *project, const char *path, MienAuthorPack *out_pack,
                           MienMesh **out_mesh, MieniProblem *problem);
/// Puts the bones of a skeleton, read from skeleton_path, where a mesh asset has them.
/// Only the asset is read, not its source. What is placed lives in the arena.
MienStatus mieni_mesh_recipe_place(const MieniProject *project, const char *path, const char *skeleton_path,
                                   MieniSkeletonRecipe *skeleton, MieniArena *arena, MieniProblem *problem);

/// Deviations of solved curves: up to the first they are sure, up to the second about right; more is a guess.
#define MIENI_SOLVE_SURE  0.05f
#define MIENI_SOLVE_ABOUT 0.15f

/// A curve of a solved clip.
typedef struct MieniSolvedCurve {
    const char *name;
    float unique;    ///< The part of its motion that no other pose can imitate, 0 to 1.
    float deviation; ///< How sure its values are: their standard deviation, if the take has noise.
} MieniSolvedCurve;

/// Something that the poses cannot follow.
typedef struct MieniSolveLoss {
    const char *name;  ///< Of a bone, a morph target or a point.
    float root_square; ///< Metres, of all frames.
} MieniSolveLoss;

/// A pose that a take would need, as a draft.
typedef struct MieniProposedPose {
    int bone_count;           ///< Bones that it moves, those that it moves most first.
    const char *const *bones; ///< Names.
    const MienTransform *transforms;
    double residual; ///< Metres that are left with it and those before it.
} MieniProposedPose;

/// What solving a clip found.
typedef struct MieniClipSolved {
    int bone_count;             ///< Tracks that became curves.
    int morph_count;            ///< Without tracks: curves of morph targets that became others.
    int point_count;            ///< Tracked points that became curves.
    const char *const *missing; ///< Points of the map that the table lacks.
    int missing_count;
    int left_tracks, left_curves;   ///< That keep what the poses leave.
    const MieniSolvedCurve *curves; ///< Those that are not 0 all the time.
    int curve_count;
    int frame_count;
    double rate; ///< Frames per second.
    MienSolveReport report;
    const bool *flags;            ///< Per frame: the poses cannot express it.
    const MieniSolveLoss *losses; ///< Most first; those that matter.
    int loss_count;
    const MieniProposedPose *proposed; ///< Those that explain most first.
    int proposed_count;
    const char *const *unseen; ///< Curves whose poses move no bone with a track.
    int unseen_count;
} MieniClipSolved;

/// A clip: bone tracks, curves, map, keyed curves, events, modifiers.
typedef struct MieniClipRecipe {
    MieniAsset asset; ///< Of kind clip or clips.
    MieniSkeletonRecipe skeleton;
    bool has_skeleton;
    MieniSources sources;
    MieniArena arena;
    MienAuthorClip assembled;   ///< Before modifiers.
    const MienAuthorClip *clip; ///< After them.
    int modifier_count;         ///< Modifiers of all lists, in the order they act.
    const MienAuthorModifier *modifiers;
    const MienAuthorModifierReport *reports;
    const char *const *origins; ///< Per modifier: "lists/soften.modifiers.json: strength 0.5"; NULL: its own.
    MieniClipSolved solved;
    const char *preview;                   ///< The pose asset it is paired with, or NULL.
    float curve_error, track_error, shell; ///< For cooking; 0 for defaults.
    const float *curve_errors;             ///< Per curve of clip, 0 for curve_error; NULL: all are.
    MienAuthorClip *mapped, *modified;     ///< Private.
    bool shares_asset;                     ///< Private: the asset belongs to another recipe.
} MieniClipRecipe;

/// path is a clip asset; or a clips asset, and member one of its files.
MienStatus mieni_clip_recipe(const MieniProject *project, const char *path, const char *member,
                             MieniClipRecipe *out_recipe, MieniProblem *problem);
/// The same with the asset at hand, which stays the caller's and outlives the recipe.
MienStatus mieni_clip_recipe_of(const MieniProject *project, const char *path, const MieniAsset *asset,
                                const char *member, MieniClipRecipe *out_recipe, MieniProblem *problem);
/// How a clip is solved beyond what its asset says. Zero-initialise.
typedef struct MieniSolveRun {
    int propose_count; ///< Poses to propose, from bone tracks only.
    /// Called now and then with the part that is done, from 0 to 1. False cancels. May be NULL.
    bool (*progress)(void *user, double done);
    void *user;
} MieniSolveRun;
/// The same for a clip that is solved.
MienStatus mieni_clip_recipe_solving(const MieniProject *project, const char *path, const MieniAsset *asset,
                                     const MieniSolveRun *run, MieniClipRecipe *out_recipe,
                                     MieniProblem *problem);
void mieni_clip_recipe_release(MieniClipRecipe *recipe);

/// Whether a clip's map is one of the library, not of the project.
bool mieni_map_is_built_in(const char *name);

/// A pose asset with the samples of its poses.
typedef struct MieniPosesRecipe {
    MieniAsset asset;
    MieniSkeletonRecipe skeleton; ///< Its bones as the asset's mesh has them, if it names one.
    MieniSources sources;
    MieniArena arena;
    const MieniPosesTake *takes; ///< What the poses come from, read.
    int take_count;
    MienAuthorPoseAsset poses;
    MieniPosesMatch match; ///< Which of them have other samples than when they were made or updated.
    int ignored_count;     ///< Tracks of bones that the skeleton lacks.
    const MieniTransferred *transferred; ///< If they are transferred: one per pose of the source.
    int transferred_count;
} MieniPosesRecipe;

/// The asset, its skeleton and its takes, without evaluating the poses:
/// for commands that fix or change the asset. The asset may be given, as it would be
/// at that path; then it becomes the recipe's.
MienStatus mieni_poses_open(const MieniProject *project, const char *path, MieniAsset *asset,
                            MieniPosesRecipe *out_recipe, MieniProblem *problem);
/// Fails if frames were added, removed or moved: the sentence names "mien poses update".
MienStatus mieni_poses_recipe(const MieniProject *project, const char *path, MieniPosesRecipe *out_recipe,
                              MieniProblem *problem);
void mieni_poses_recipe_release(MieniPosesRecipe *recipe);

/// The files that a clips asset stands for, among all files of the project, which are sorted,
/// and what each of them is called: "takes/a.clip" for "takes/a.csv".
MienStatus mieni_clips_members(const MieniProject *project, const char *path, const MieniPaths *files,
                               MieniPaths *out_members, MieniProblem *problem);
/// The same of an asset that is read: found is called with each of them, in order, as it is in
/// files. False if it was once, or memory is lacking.
bool mieni_clips_find(const MieniAsset *asset, const MieniPaths *files,
                      bool (*found)(void *user, const char *member), void *user);
/// Whether a clips asset, read, stands for a file.
bool mieni_clips_has(const MieniAsset *asset, const char *file);
/// The file of a clips asset that becomes the clip of a path, "takes/a.csv" for "takes/a.clip.json",
/// found without listing all; false if there is none.
bool mieni_clips_file_of(const MieniProject *project, const MieniAsset *asset, const char *path,
                         char out[MIENI_PATH_ROOM]);
bool mieni_clips_member_name(const char *file, char out[MIENI_PATH_ROOM]);
