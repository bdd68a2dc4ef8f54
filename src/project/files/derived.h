// SPDX-License-Identifier: MIT
//
// Files in the build folder. Their paths are relative to the project. Links are never followed,
// because an untrusted project may contain a build folder: a link in place of a file is
// replaced, and one in place of a folder is an error. Projects that the user trusts
// (user_settings.h) may have links there.

#pragma once

#include "project/files/content_hash.h"
#include "project/files/os.h"
#include "project/place.h"

MienStatus mieni_derived_read(const MieniProject *project, const char *path, MieniBuffer *out_buffer,
                              MieniProblem *problem);
/// Replaces a file whole, without fsync: a build makes all of them safe at its end.
MienStatus mieni_derived_write(const MieniProject *project, const char *path, const void *bytes, size_t size,
                               bool *out_is_changed, MieniProblem *problem);
/// The same with fsync, for what must outlive a loss of power.
MienStatus mieni_derived_write_safe(const MieniProject *project, const char *path, const void *bytes,
                                    size_t size, MieniProblem *problem);
/// Whether a file holds exactly these bytes.
bool mieni_derived_holds(const MieniProject *project, const char *path, const void *bytes, size_t size);
/// Looks at a file, and says false of a link.
bool mieni_derived_look(const MieniProject *project, const char *path, MieniOsInfo *out);
/// The hash of what is in a file; false if it cannot be read.
bool mieni_derived_hash(const MieniProject *project, const char *path, MieniContentHash *out_hash,
                        int64_t *out_size);
bool mieni_derived_remove(const MieniProject *project, const char *path);
bool mieni_derived_remove_folder(const MieniProject *project, const char *path);
/// Waits until the names in the folder of a file are on the disk.
bool mieni_derived_sync_folder_of(const MieniProject *project, const char *path);
MienStatus mieni_derived_make_folder(const MieniProject *project, const char *path, MieniProblem *problem);
/// To list a folder; NULL if it is not there or a link.
MieniOsFolder *mieni_derived_open_folder(const MieniProject *project, const char *path);
/// A descriptor, or -1.
int mieni_derived_open(const MieniProject *project, const char *path, MieniOsOpen how);
/// Opens a file of the build folder to lock it, and makes both if they are not there; -1 with a problem.
int mieni_derived_open_lock(const MieniProject *project, const char *name, MieniProblem *problem);
