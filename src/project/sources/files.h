// SPDX-License-Identifier: MIT
//
// The files that are open while a source is read: the source file and those that it
// names. Each counts as an input and against the budget.

#pragma once

#include "project/project.h"

typedef struct MieniOpenFile MieniOpenFile;

/// Zero-initialise all but project and name, which must outlive it.
typedef struct MieniOpenFiles {
    const MieniProject *project;
    const char *name; ///< Of the source file, within the project.
    MieniOpenFile *open;
} MieniOpenFiles;

/// Reads the source file itself. The bytes live until the files are closed.
MienStatus mieni_open_files_read(MieniOpenFiles *files, const void **out_data, size_t *out_size,
                                 MienError *error);
/// Reads a file that the source file names; user is the MieniOpenFiles. For MienIoFiles.
MienStatus mieni_open_files_beside(void *user, const char *path, const void **out_data, size_t *out_size,
                                   MienError *error);
void mieni_open_files_close(MieniOpenFiles *files);
