// SPDX-License-Identifier: MIT
//
// A project as it is open, and where its files are: their places, whose links are followed.

#pragma once

#include "asset/asset.h"
#include "base/budget.h"
#include "project/build/inputs.h"

/// What an overlay says of a file.
typedef enum MieniOverlaid {
    MIENI_OVERLAID_NOT = 0, ///< It is as on disk.
    MIENI_OVERLAID_THERE,   ///< It has other bytes.
    MIENI_OVERLAID_GONE,    ///< It is not there, whatever is on disk.
} MieniOverlaid;

/// Files that are not, or not yet, as they lie on disk: what an editor has open. All
/// that reads, lists or writes assets of the project goes through it.
typedef struct MieniOverlay {
    void *user;
    /// *out_bytes stay as they are until something is written.
    MieniOverlaid (*find)(void *user, const char *path, const char **out_bytes, size_t *out_size);
    /// Takes a file instead of the disk. NULL: nothing may be written.
    MienStatus (*write)(void *user, const char *path, const void *bytes, size_t size, MieniProblem *problem);
    /// Takes a file away, which is there. NULL: nothing may be.
    MienStatus (*remove)(void *user, const char *path, MieniProblem *problem);
    /// Adds the paths of all files that it has; false without memory.
    bool (*list)(void *user, MieniPaths *paths);
} MieniOverlay;

struct MieniProject;
struct MienAuthorPack;

/// Packs that were cooked before: asked and told by those who cook in memory.
typedef struct MieniPackStore {
    void *user;
    /// Gives a copy, which is the caller's, if cooking would give the same again. member is that of
    /// a clips asset, or NULL.
    bool (*find)(void *user, const struct MieniProject *project, const char *path, const char *member,
                 struct MienAuthorPack *out_pack);
    /// Hears of a pack and of all files that it was made of.
    void (*keep)(void *user, const struct MieniProject *project, const char *path, const char *member,
                 const MieniInputs *inputs, const struct MienAuthorPack *pack);
} MieniPackStore;

struct MieniPosesTransfer;

/// Transfers of poses that were made before.
typedef struct MieniTransferStore {
    void *user;
    /// Copies a result into the arena of a transfer, and adds its inputs to those of the project, if
    /// transferring would give the same again. key: of what the asset itself says.
    bool (*find)(void *user, const struct MieniProject *project, const char *path,
                 const MieniContentHash *key, struct MieniPosesTransfer *transfer);
    /// Hears of a result and of all files that it was made of.
    void (*keep)(void *user, const char *path, const MieniContentHash *key, const MieniInputs *inputs,
                 const struct MieniPosesTransfer *transfer);
} MieniTransferStore;

typedef struct MieniProject {
    char root[MIENI_PATH_ROOM];  ///< "" for the current folder, otherwise without a closing slash.
    char build[MIENI_PATH_ROOM]; ///< Relative to the root: ".mien".
    MieniAsset settings;         ///< mien.json; empty without a project.
    bool is_confined;    ///< Links may not lead out of it: the user did not mark the project as trusted.
    MieniInputs *inputs; ///< If given, gets every file that is read for what is being made.
    const MieniOverlay *overlay; ///< If given, lies over the disk.
    struct MieniEdit *edit;      ///< If given, files are compared before they are replaced; see edit.h.
    const struct MieniAligner *aligner; ///< If given, finds phones in recorded speech.
    MieniBudget *budget;         ///< If given, what reading and cooking keep to; outlives all they make.
    const MieniPackStore *packs; ///< If given, saves cooking in memory what was cooked before.
    const MieniTransferStore *transfers; ///< If given, saves transferring what was transferred before.
    /// If given, hears how far a transfer of poses is, from 0 to 1, and cancels it by false.
    bool (*transfer_progress)(void *user, double done);
    void *transfer_user; ///< Of the progress.
    int transfer_depth;  ///< How many pose assets are being read because another one is made of them.
    /// If given, knows skeletons that were read before, so that recipes share them.
    const struct MieniSkeletonRecipe *(*known_skeleton)(void *user, const char *path);
    void *user;
} MieniProject;

/// Where a file of the project is.
bool mieni_project_locate(const MieniProject *project, const char *path, char out[MIENI_PATH_ROOM]);
/// What a path that the user gave, relative to the current folder, is called within
/// the project. False, and a problem, if it lies outside.
bool mieni_project_relate(const MieniProject *project, const char *given, char out[MIENI_PATH_ROOM],
                          MieniProblem *problem);
/// Whether such a path leads out of the project.
bool mieni_project_is_outside(const MieniProject *project, const char *given);
/// The same on disk, whatever lies over it, unless the file is no longer as it was (may be NULL).
MienStatus mieni_project_write_over(const MieniProject *project, const char *path, const void *bytes,
                                    size_t size, const MieniFileWas *was, MieniProblem *problem);

/// Whether a file holds now what it did.
bool mieni_project_is_as(const MieniProject *project, const char *path, const MieniFileWas *was);
/// The path, relative to a project that is confined, of where links lead; false, if out of it.
bool mieni_place_follow(const MieniProject *project, const char *path, char out[MIENI_PATH_ROOM]);
/// A problem of a link that leads out of the project.
MienStatus mieni_place_leads_out(const char *path, MieniProblem *problem);
