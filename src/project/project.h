// SPDX-License-Identifier: MIT
//
// A project: a folder with mien.json in it. Assets are files in it whose names end in their
// kind; derived files are in its build folder, which may be deleted.

#pragma once

#include "asset/asset.h"
#include "base/budget.h"
#include "project/build/inputs.h"
#include "project/place.h"

/// Opens the project that path (a file or folder, "" for the current one) lies in. Refuses one of
/// another owner, unless the user trusts it (user_settings.h): it could make us act for them.
MienStatus mieni_project_open(MieniProject *out_project, const char *path, MieniProblem *problem);
/// A folder as if it were a project with default settings, for work without one.
void mieni_project_open_loose(MieniProject *out_project, const char *root);
/// Makes a folder a project, one that is opened loosely: writes mien.json, and a .gitignore for
/// what builds derive unless there is one. name may be NULL. Refuses what is a project.
MienStatus mieni_project_make(const MieniProject *project, const char *name, MieniProblem *problem);
void mieni_project_close(MieniProject *project);

/// What to allocate from for what is made of the project's files: its budget's, or NULL.
static inline const MienAllocator *mieni_project_allocator(const MieniProject *project)
{
    return project->budget != NULL ? &project->budget->allocator : NULL;
}
/// Translates a status: if the budget refused, the error names the limit.
MienStatus mieni_project_status(const MieniProject *project, MienStatus status, MienError *error);
/// A problem of a file without memory, or beyond a limit.
MienStatus mieni_project_no_memory(const MieniProject *project, const char *file, MieniProblem *problem);
/// All files of the project in order, without hidden and ignored ones.
MienStatus mieni_project_files(const MieniProject *project, MieniPaths *out_paths, MieniProblem *problem);

/// Reads and checks an asset; its name must say that kind.
MienStatus mieni_project_load(const MieniProject *project, const char *path, MieniAssetKind kind,
                              MieniAsset *out_asset, MieniProblem *problem);
/// Checks an asset and replaces its file by the canonical form.
MienStatus mieni_project_save(const MieniProject *project, const char *path, const MieniAsset *asset,
                              MieniProblem *problem);
/// Whether a file of the project is there.
bool mieni_project_exists(const MieniProject *project, const char *path);
/// Replaces any file of the project whole.
MienStatus mieni_project_write(const MieniProject *project, const char *path, const void *bytes, size_t size,
                               MieniProblem *problem);
/// Deletes a file of the project, which is there.
MienStatus mieni_project_remove(const MieniProject *project, const char *path, MieniProblem *problem);
/// Reads any file of the project whole.
MienStatus mieni_project_read(const MieniProject *project, const char *path, MieniBuffer *out_buffer,
                              MieniProblem *problem);
/// The hash of what is in a file, and the stamp that it had; false if it cannot be read. It does not
/// count as an input.
bool mieni_project_hash(const MieniProject *project, const char *path, MieniContentHash *out_hash,
                        int64_t *out_size, MieniFileStamp *out_stamp);

/// A build keeps notes of what others see of an asset, so that they need not be made again when the
/// rest of it changes. If such a note says the same as the text, the note is an input of what is
/// being made; otherwise the files in read are, which are moved from there.
MienStatus mieni_project_note_instead(const MieniProject *project, const char *note, const char *text,
                                      size_t size, MieniInputs *read, MieniProblem *problem);

/// Where the pack of an asset is: ".mien/packs/faces/ada.poses.mien" for
/// "faces/ada.poses.json".
bool mieni_project_pack_path(const MieniProject *project, const char *asset, char out[MIENI_PATH_ROOM]);
/// Where the bones of a skeleton are noted, which changes only when bones do.
bool mieni_project_bones_path(const MieniProject *project, const char *skeleton, char out[MIENI_PATH_ROOM]);
/// Where the mode of a pose asset is noted, which changes only when the mode does.
bool mieni_project_mode_path(const MieniProject *project, const char *poses, char out[MIENI_PATH_ROOM]);
