// SPDX-License-Identifier: MIT
//
// Cooks an asset of a project into its pack: one step of a build.

#pragma once

#include "project/files/content_hash.h"
#include "project/recipes/recipes.h"

/// A note for the person who builds: "jaw_open follows its source, which changed".
typedef void MieniCookNote(void *user, const char *file, const char *sentence);

typedef struct MieniCookOptions {
    const char *member; ///< Of a clips asset: the file to cook.
    const char
        *output; ///< Where to, relative to the current folder; NULL: the asset's pack in the build folder.
    MieniCookNote *note; ///< Or NULL.
    void *user;
} MieniCookOptions;

/// Statistics of a cooked clip, for lists of clips.
typedef struct MieniClipFacts {
    double seconds;
    int track_count;
    const char **curves; ///< Names, sorted.
    int curve_count;
} MieniClipFacts;

typedef struct MieniCookResult {
    bool is_changed; ///< The pack was written; otherwise it held these bytes already.
    bool is_cached;  ///< It was taken from a cache, by a shard.
    bool is_refused; ///< It was cooked, because what the cache had for it is not signed by our key.
    bool is_kept;    ///< Nothing was cooked: a shard found that all of it holds what it held.
    size_t size;
    MieniContentHash hash; ///< Of the pack.
    MieniInputs inputs;    ///< Every file that was read.
    MieniClipFacts clip;   ///< Of clips.
    MieniArena arena;      ///< Private.
} MieniCookResult;

/// Kinds that become packs: skeleton, mesh, poses, clip, graph, and the members of clips.
bool mieni_cook_has_pack(MieniAssetKind kind);
/// The version of a kind's cooking: part of the build's rule, raised when bytes change.
int mieni_cook_version(MieniAssetKind kind);

/// Cooks one asset. A skeleton also notes its bones (mieni_project_bones_path), which
/// stands for the skeleton in the inputs of everything else, so that a new curve in
/// its table rebuilds nothing but the skeleton. A pose asset notes its mode
/// (mieni_project_mode_path), which stands for it in the inputs of graphs.
MienStatus mieni_cook(const MieniProject *project, const char *path, const MieniCookOptions *options,
                      MieniCookResult *out_result, MieniProblem *problem);
/// Where the pack of an asset, or of a member of a clips asset, is; member may be NULL.
bool mieni_cook_pack_path(const MieniProject *project, const char *path, const char *member,
                          char out[MIENI_PATH_ROOM]);
/// Cooks one asset in memory, and writes nothing. member as in the options, or NULL.
MienStatus mieni_cook_pack(const MieniProject *project, const char *path, const char *member,
                           MienAuthorPack *out_pack, MieniProblem *problem);
/// The pack of a clip whose recipe is at hand.
MienStatus mieni_cook_clip_recipe(const MieniClipRecipe *recipe, MienAuthorPack *out_pack, MienError *error);
void mieni_cook_result_release(MieniCookResult *result);
