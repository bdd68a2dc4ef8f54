// SPDX-License-Identifier: MIT
//
// A running import, shared by the sources of this folder.

#pragma once

#include "asset/view.h"
#include "project/import/import.h"
#include "project/recipes/recipes.h"

/// A curve that drives a morph or pose of the file.
typedef struct MieniImportCurve {
    struct MieniImportCurve *next;
    const char *name;
} MieniImportCurve;

typedef struct MieniImporting {
    const MieniProject *project;
    const char *file;
    const MieniImportOptions *options;
    MieniTake take; ///< The whole file, and the take that was asked for or the first.
    MieniArena arena;
    MieniImportReport *report;
    MieniProblem *problem;

    const char *skeleton_path;     ///< NULL: the file has no bones and none was given.
    MieniSkeletonRecipe *skeleton; ///< As it is or will be; NULL if it is not looked at.
    const char *mesh_path;         ///< NULL: none was made.
    MieniImportCurve *curves, *last_curve;
} MieniImporting;

/// "folder/name.kind.json".
MienStatus mieni_import_path(const MieniImporting *importing, MieniAssetKind kind, char out[MIENI_PATH_ROOM]);
/// The same for one take of several, with the take's name: "folder/name-walk.clip.json".
/// An asset that is there under either name and is of this take, by its object key, keeps
/// its name.
MienStatus mieni_import_take_path(const MieniImporting *importing, MieniAssetKind kind, const char *key,
                                  int take, bool is_only, char out[MIENI_PATH_ROOM]);
/// The asset if it is there, which must be of this source by its object key; otherwise
/// a new one.
MienStatus mieni_import_open(const MieniImporting *importing, const char *path, MieniAssetKind kind,
                             const char *key, MieniAsset *out_asset, bool *out_is_new);
/// Sets the source again; settings that were not given stay as they are. take may be NULL.
void mieni_import_set_source(const MieniImporting *importing, MieniAsset *asset, const char *key,
                             const char *take);
/// Saves, and adds a line that says whether that changed the file; detail is a printf
/// format.
MienStatus mieni_import_save(const MieniImporting *importing, const MieniAsset *asset, const char *path,
                             bool is_new, const char *detail, ...) MIENI_PRINTF(5, 6);
/// Adds a line about an asset.
MienStatus mieni_import_tell(const MieniImporting *importing, const char *path, const char *what,
                             const char *detail);
/// Says which take the last line is about.
void mieni_import_mark_take(const MieniImporting *importing, const char *take);
/// Whether a take of the file shall become anything.
bool mieni_import_wants(const MieniImporting *importing, const char *take);
/// Adds a note, in printf's manner; a remark is one that needs no action.
void mieni_import_note(const MieniImporting *importing, const char *format, ...) MIENI_PRINTF(2, 3);
void mieni_import_remark(const MieniImporting *importing, const char *format, ...) MIENI_PRINTF(2, 3);
MienStatus mieni_import_no_memory(const MieniImporting *importing);

/// The object of an asset that is there and of this source, as a copy that the caller
/// releases; false if there is none.
bool mieni_import_find(const MieniImporting *importing, const char *path, MieniAssetKind kind,
                       const char *key, MieniAsset *out_asset);

static inline const char *mieni_plural(int count) { return count == 1 ? "" : "s"; }

/// Whether a take is one of poses: of expressions, or with markers that name them.
bool mieni_import_is_expressions(const MieniImporting *importing, int take);
bool mieni_import_is_poses(const MieniImporting *importing, int take);

/// Finds or makes the skeleton, and refuses one that the file does not fit.
MienStatus mieni_import_skeleton(MieniImporting *importing);
MienStatus mieni_import_mesh(MieniImporting *importing);
MienStatus mieni_import_clips(MieniImporting *importing);
MienStatus mieni_import_poses(MieniImporting *importing);
/// Adds what drives morphs and poses to the skeleton's table, so that characters know it.
MienStatus mieni_import_curves(MieniImporting *importing);
/// Notes a curve for that.
void mieni_import_add_curve(MieniImporting *importing, const char *name);
