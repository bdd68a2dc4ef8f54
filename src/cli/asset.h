// SPDX-License-Identifier: MIT
//
// Shared by commands that change an asset: opening, saving and reporting it.

#pragma once

#include "cli/draw/lines.h"
#include "cli/find_asset.h"
#include "cli/nearest.h"
#include "project/pose_curves.h"

typedef struct CliAsset {
    MieniProject project;
    const char *path;
    MieniAsset asset;
    MieniPoseCurves curves; ///< What saving a pose asset did to its skeleton.
} CliAsset;

/// Opens the asset of a kind that the first argument names, to change it. Says what is wrong and
/// returns the exit code; 0 if all is well, then the caller ends or closes it.
int cli_asset_open(const CliArgs *args, MieniAssetKind kind, CliAsset *out_asset);
/// The same to read it only.
int cli_asset_open_to_read(const CliArgs *args, MieniAssetKind kind, CliAsset *out_asset);
/// The same for an asset of one of several kinds.
int cli_asset_open_to_read_any(const CliArgs *args, CliKinds kinds, CliAsset *out_asset);
/// Opens a pose asset to change it, and finds the poses that arguments from first on name, at most
/// count, which are then whole names.
int cli_poses_open(const CliArgs *args, int first, int count, CliAsset *out_poses);
/// Names of the poses of an open pose asset.
CliNames cli_pose_names(const CliAsset *poses);
/// Begins a new asset of a kind, which the first argument names with or without the
/// ending. Refuses one that is there, unless --force is given.
int cli_asset_begin(const CliArgs *args, MieniAssetKind kind, CliAsset *out_asset);
/// Sets a key of the asset to the one that an option of the same name names, if it is
/// given.
int cli_asset_refer(const CliArgs *args, CliAsset *asset, const char *key, MieniAssetKind kind);
/// The same for an asset of one of several kinds.
int cli_asset_refer_any(const CliArgs *args, CliAsset *asset, const char *key, CliKinds kinds);
/// Closes without saving.
void cli_asset_close(CliAsset *asset);
/// Saves, a pose asset with the curves of its poses in its skeleton, and leaves it open. Says what is
/// wrong and returns the exit code.
int cli_asset_save(const CliArgs *args, CliAsset *asset);
/// Adds to a result what saving a pose asset did to its skeleton, if anything.
void cli_put_pose_curves(MieniTextOut *out, MieniJsonDocument *json, const MieniPoseCurves *curves);
/// Closes, and gives the result, one line: the path and what was done.
int cli_asset_tell(const CliArgs *args, CliAsset *asset, const char *did);
/// If status is fine, saves and tells; otherwise says what is wrong. Closes in any case.
int cli_asset_end(const CliArgs *args, CliAsset *asset, MienStatus status, const MienError *error,
                  const char *format, ...) MIENI_PRINTF(5, 6);

/// As cli_asset_end for poses that were renamed from names to others, which are listed.
int cli_asset_end_renamed(const CliArgs *args, CliAsset *asset, MienStatus status, const MienError *error,
                          const CliLines *from, const CliLines *to);

/// --max-lod, a LOD or all (MIEN_ALL_LODS), which must be given.
int cli_max_lod(const CliArgs *args, int *out_level);
