// SPDX-License-Identifier: MIT
//
// Copies a source file and the files it references into a project. The copies can be reverted
// until they are released.

#pragma once

#include "project/sources/sources.h"

/// The folder of a project for copies.
#define MIENI_SOURCES "sources"

typedef struct MieniCopying {
    const MieniProject *project;
    const char *given; ///< The file to copy.
    const char *file;  ///< The path of its copy in the project.
    /// Different files at these paths are replaced; otherwise they are an error.
    bool is_replacing;
    MieniSourceProgress progress; ///< May be NULL.
    void *user;
} MieniCopying;

/// A file that was written, and the bytes that it replaced, if any.
typedef struct MieniCopied {
    char *path;
    MieniBuffer was;
} MieniCopied;

/// Zero-initialise.
typedef struct MieniCopies {
    MieniCopied *items;
    int count, room;
} MieniCopies;

typedef enum MieniCopyState {
    MIENI_COPY_FREE = 0,  ///< No file is there.
    MIENI_COPY_SAME,      ///< The same bytes are there.
    MIENI_COPY_DIFFERENT, ///< A different file is there.
} MieniCopyState;

/// Where the copy of a file goes: into MIENI_SOURCES, in a folder of its own if it references
/// other files. number above 1 becomes part of the name, to keep a file that is there.
void mieni_copy_place(const char *given, int number, char out[MIENI_PATH_ROOM]);

MienStatus mieni_copy_compare(const MieniCopying *copying, MieniCopyState *out_state, MieniProblem *problem);
/// Copies the file and those that a glTF file references. Files with the same bytes stay.
/// out_copies gets what was written, even on failure.
MienStatus mieni_copy_all(const MieniCopying *copying, MieniCopies *out_copies, MieniProblem *problem);

/// Restores files that were replaced, and removes the others and the folders that are empty then.
void mieni_copies_undo(const MieniProject *project, const MieniCopies *copies);
void mieni_copies_release(MieniCopies *copies);
