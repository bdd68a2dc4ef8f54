// SPDX-License-Identifier: MIT
//
// Copies a source file and the files it references into a project. The copy can be reverted until
// it is confirmed.

#pragma once

#include "project/sources/sources.h"

typedef struct StudioCopying {
    const MieniProject *project;
    const char *given;            ///< The file, by its absolute path.
    const char *file;             ///< What it becomes in the project.
    MieniSourceProgress progress; ///< May be NULL.
    void *user;
} StudioCopying;

typedef enum StudioCopyState {
    STUDIO_COPY_FREE = 0, ///< Nothing is there.
    STUDIO_COPY_SAME,     ///< The same bytes are there.
    STUDIO_COPY_OTHER,    ///< Another file is.
} StudioCopyState;

/// Whether a file lies within a folder, whatever links lead to both; out is its path there.
bool studio_path_within(const char *root, const char *given, char out[MIENI_PATH_ROOM]);

StudioCopyState studio_copy_compare(const StudioCopying *copying);
/// Copies the file and those that a glTF file names beside it. What was copied is added to
/// out_copies, in any case.
MienStatus studio_copy_all(const StudioCopying *copying, MieniPaths *out_copies, MieniProblem *problem);
/// Removes what was copied, and folders that are empty then.
void studio_copy_undo(const StudioCopying *copying, const MieniPaths *copies);

/// Keeps the file that is there until it is put back or forgotten.
bool studio_copy_set_aside(const StudioCopying *copying);
void studio_copy_put_back(const StudioCopying *copying);
void studio_copy_forget(const StudioCopying *copying);
