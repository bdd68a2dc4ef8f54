// SPDX-License-Identifier: MIT
//
// Creates a pose asset from a source file: its times, names and base pose.

#pragma once

#include "asset/edit/poses.h"
#include "mien_author/name_list.h"
#include "project/import/import.h"
#include "project/pose_curves.h"
#include "project/sources/sources.h"

/// Zero-initialise: zero is the default of every field.
typedef struct MieniMakePosesOptions {
    MieniImportOptions import; ///< How to read the source: format, take, unit, up.
    const char *skeleton;      ///< The asset's skeleton, as it will name it.
    MieniPosesFrom from;       ///< All frames, or count from first; times; markers.
    int first, count;
    const double *times;
    int time_count;
    const void *names; ///< Text of a name list, or JSON of MakeHuman; NULL: default names.
    size_t names_size;
    const char *names_file; ///< What messages call it.
    bool is_absolute;
    const char *base; ///< A pose's name; NULL: the reference pose.
} MieniMakePosesOptions;

/// Makes the asset in memory. The take lives as long as sources.
MienStatus mieni_make_poses(const MieniProject *project, const char *file,
                            const MieniMakePosesOptions *options, MieniSources *sources,
                            MieniAsset *out_asset, MieniTake *out_take, MieniProblem *problem);

/// What became of making an asset.
typedef struct MieniMadePoses {
    int pose_count, skipped_count;
    MieniPoseCurves curves;
    MieniTake take; ///< Lives as long as sources.
} MieniMadePoses;

/// Makes the asset at a path. Of the options, import.skeleton is the skeleton; without one
/// it is that of the mesh or, imported for it, of the source; its table gets the curves that drive
/// the poses. mesh may be NULL. What is
/// refused leaves nothing behind.
MienStatus mieni_make_poses_asset(const MieniProject *project, const char *path, const char *file,
                                  const MieniMakePosesOptions *options, const char *mesh,
                                  MieniSources *sources, MieniMadePoses *out_made, MieniProblem *problem);

/// The names of count moments, from a list of names or MakeHuman's JSON.
MienStatus mieni_read_names(const void *bytes, size_t size, int count, const char *file,
                            MienAuthorNameList **out_list, MieniProblem *problem);
