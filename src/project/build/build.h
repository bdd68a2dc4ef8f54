// SPDX-License-Identifier: MIT
//
// Builds a project: every asset that becomes a pack is one step. Steps that are due (due.h)
// are run by processes that each take many (pool.h).
//
// All files are in the project's build folder: packs/ and packs.folders, bones/, modes/, steps
// (notes.h), shards/ and sharded, lock, running, running-1-of-4 of workers.

#pragma once

#include "project/project.h"

struct MieniBuildPlan;

typedef enum MieniBuildEventKind {
    MIENI_BUILD_WAITS = 1, ///< Another build of this project is running.
    MIENI_BUILD_STEP,      ///< A step is done, or with dry_run is due: file, done, total.
    MIENI_BUILD_ERROR,     ///< A step failed: problem.
    MIENI_BUILD_WARNING,   ///< A step has something to say: problem's file and message.
    MIENI_BUILD_REMOVED,   ///< A pack whose asset is gone was removed: file.
    MIENI_BUILD_COOKED,    ///< A worker made the pack of a clip: file.
    MIENI_BUILD_CACHED,    ///< A worker took it from the cache: file.
    MIENI_BUILD_KEPT,      ///< A worker compared all it is made from, and left it alone: file.
} MieniBuildEventKind;

typedef struct MieniBuildEvent {
    MieniBuildEventKind kind;
    int done, total;
    const char *file;
    const MieniProblem *problem;
} MieniBuildEvent;

/// Zero-initialise, then give program.
typedef struct MieniBuildOptions {
    const char *program;      ///< The mien that the steps run; a path or a name to be searched for.
    const MieniPaths *assets; ///< What to build, with all it needs that is a pack; NULL for everything.
    int jobs;                 ///< Steps at a time; 0 for as many as there are processors.
    int failures;             ///< Stop after this many; 0: never.
    int part, part_count; ///< Only cook shards, and of those part (from 0) of part_count; 0, 0: everything.
    const char *cache;    ///< Folder of cooked clips that others may have made, or NULL.
    /// Signs the entries of the cache, or NULL. Worker programs read it themselves.
    const struct MieniHmacKey *cache_key;
    bool dry_run;                     ///< Say what is due, cook and remove nothing.
    bool fail_if_busy;                ///< Do not wait for another build.
    bool (*is_cancelled)(void *user); ///< Or NULL. Asked at least five times a second.
    void (*listen)(void *user, const MieniBuildEvent *event); ///< Or NULL.
    /// Or NULL. Called at the end, still within the lock, with what was planned; returns whether
    /// it wrote files. Not with dry_run, nor for a part.
    bool (*built)(void *user, const struct MieniBuildPlan *plan);
    void *user;
} MieniBuildOptions;

typedef struct MieniBuildResult {
    int packs;     ///< That the project has, or of options.assets.
    int cooked;    ///< Packs that were written.
    int cached;    ///< Of both, those that were taken from the cache.
    int refused;   ///< Entries of the cache that are not signed by our key, so that clips were cooked.
    int unchanged; ///< Packs that were made again and came out the same.
    int failed;    ///< Assets and members that could not be cooked.
    int untried;   ///< Steps that wait for one that failed, or were not begun.
    int removed;   ///< Packs whose asset is gone.
    int due;       ///< With dry_run: steps.
    bool is_cancelled;
    bool is_unwritten; ///< A result could not be written, and the rest was not tried.
    double seconds;
} MieniBuildResult;

/// Builds. A step that fails is a count and an event, not a status.
MienStatus mieni_build(const MieniProject *project, const MieniBuildOptions *options,
                       MieniBuildResult *out_result, MieniProblem *problem);

/// The names and packs that assets stand for, with the packs that they refer to:
/// "faces/ada.poses" and ".mien/packs/faces/ada.poses.mien", relative to the project.
/// Both lists have the same order. assets NULL: of everything.
MienStatus mieni_build_packs(const MieniProject *project, const MieniPaths *assets, MieniPaths *out_names,
                             MieniPaths *out_packs, MieniProblem *problem);
